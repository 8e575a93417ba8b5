//! Word lists of single modules, as data: a file beside the module, read once. What belongs to a language whatever it
//! is for, belongs to its pack.

/// The lists of a file by their names, as the macro takes its fields from them. Derived code that reads a structure of
/// a hundred fields grows with the square of their number; a map is read by the same few kilobytes for every file.
pub(crate) type ByName = std::collections::BTreeMap<String, super::WordList>;

/// Declares a static with the word lists of a data file beside the module: `word_lists! { static WORDS = "names.toml":
/// labels, titles
/// }`. Each is a field of type [`WordList`](super::WordList); a test sees to it that the file has these lists and no
/// others, and none that is empty.
macro_rules! word_lists {
    ($visible:vis static $name:ident = $file:literal: $($list:ident),+ $(,)?) => {
        #[derive(Debug, Default)]
        $visible struct WordLists {
            $($visible $list: $crate::text::language::WordList,)+
        }

        $visible static $name: std::sync::LazyLock<WordLists> = std::sync::LazyLock::new(|| {
            let mut lists: $crate::text::language::ByName = $crate::config::data_file!($file);
            WordLists { $($list: lists.remove(stringify!($list)).unwrap_or_default(),)+ }
        });

        #[cfg(test)]
        #[test]
        fn the_word_lists_are_whole() {
            let mut lists: $crate::text::language::ByName = $crate::config::data_file!($file);
            $(
                let list = lists.remove(stringify!($list)).unwrap_or_default();
                assert!(list.iter().next().is_some(), "{}: `{}` is missing or empty", $file, stringify!($list));
            )+
            assert!(lists.is_empty(), "{}: nothing reads {:?}", $file, lists.keys().collect::<Vec<_>>());
        }
    };
}

/// Reads in a file for each of some languages: `language_files!["folder/", ".toml": "eng", "deu"]` is a list of their
/// codes, each with the content of its file.
macro_rules! language_files {
    ($folder:literal, $ending:literal: $($code:literal),+ $(,)?) => {
        [$(($code, include_str!(concat!($folder, $code, $ending)))),+]
    };
}

pub(crate) use {language_files, word_lists};

#[cfg(test)]
#[path = "lists_tests.rs"]
mod tests;
