//! Word lists of single modules, as data: a file beside the module, read once. What belongs to a language whatever it is
//! for, belongs to its pack.

/// Declares a static with the word lists of a data file beside the module: `word_lists! { static WORDS = "names.toml":
/// labels, titles }`. Each is a field of type [`WordList`](super::WordList); a test sees to it that the file has these lists and
/// no others, and none that is empty.
macro_rules! word_lists {
    ($visible:vis static $name:ident = $file:literal: $($list:ident),+ $(,)?) => {
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $visible struct WordLists {
            $($visible $list: $crate::text::language::WordList,)+
        }

        $visible static $name: std::sync::LazyLock<WordLists> =
            std::sync::LazyLock::new(|| toml::from_str(include_str!($file)).unwrap_or_default());

        #[cfg(test)]
        #[test]
        fn the_word_lists_are_whole() {
            let read: Result<WordLists, _> = toml::from_str(include_str!($file));
            let lists = read.unwrap_or_else(|error| panic!("{}: {error}", $file));
            $(assert!(lists.$list.iter().next().is_some(), "{}: `{}` is empty", $file, stringify!($list));)+
        }
    };
}

pub(crate) use word_lists;
