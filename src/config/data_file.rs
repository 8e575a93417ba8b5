//! Data that comes with the program: words, weights, prices. Each is a file that is compiled in, beside the module that
//! reads it or in `assets/`.

use serde::de::DeserializeOwned;

/// What a TOML file holds that is compiled in, named as `include_str!` takes it: `data_file!("moments.toml")`.
macro_rules! data_file {
    ($file:literal) => {
        $crate::config::parsed($file, include_str!($file))
    };
}

pub(crate) use data_file;

/// What the text of such a file holds. One that ships cannot be wrong: a build for tests stops at what is, any other
/// goes on without.
pub(crate) fn parsed<T: DeserializeOwned + Default>(file: &str, text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| {
        debug_assert!(false, "{file}: {error}");
        T::default()
    })
}

/// The lines of a list that is compiled in, without its comments.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    #[should_panic(expected = "some.toml: TOML parse error")]
    fn a_file_that_cannot_be_read_is_named() {
        parsed::<BTreeMap<String, u32>>("some.toml", "a = ");
    }

    #[test]
    fn comments_are_no_entries() {
        assert_eq!(entries("# of nothing\none\ntwo words\n").collect::<Vec<_>>(), ["one", "two words"]);
    }
}
