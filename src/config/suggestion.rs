//! "Did you mean …?": the known name that a mistyped one was probably meant to be.

use strsim::levenshtein;

/// Returns the name that the fewest edits turn `word` into, where these are few for its length; the first in the
/// alphabet among several.
pub fn suggestion<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.into_iter().map(|name| (levenshtein(word, name), name));
    scored.filter(|&(edits, name)| edits <= 1 + name.len() / 4).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near() {
        let names = ["help", "palette", "quit"];
        assert_eq!(suggestion("hlep", names), Some("help"));
        assert_eq!(suggestion("pallete", names), Some("palette"));
        assert_eq!(suggestion("zzzzz", names), None);
    }
}
