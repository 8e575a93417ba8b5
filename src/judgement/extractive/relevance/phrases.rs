//! What somebody did, told in other words than it is asked for: who succeeded somebody "takes charge", what ended "is
//! over". Families of single words are `text/words/kin`; these are phrases, too loose to be looked for, that count
//! where what is asked about stands by them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::config::entries;
use crate::text::words::terms::words;

/// The phrases of each verb of `phrases.txt`.
static OTHERWISE: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Vec<&'static str>> = HashMap::new();
    for (verbs, phrases) in entries(include_str!("phrases.txt")).filter_map(|line| line.split_once(':')) {
        for verb in verbs.split_whitespace() {
            all.entry(verb).or_default().extend(phrases.split('|').map(str::trim));
        }
    }
    all
});

/// True for a verb, in lower case, that is told in other words.
pub(super) fn is_known(verb: &str) -> bool {
    OTHERWISE.contains_key(verb)
}

/// True where a text says in other words what a verb, in lower case, says.
pub(super) fn is_told(verb: &str, text: &str) -> bool {
    let Some(phrases) = OTHERWISE.get(verb) else { return false };
    let bare: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
    let bare = format!(" {} ", bare.join(" "));
    phrases.iter().any(|phrase| bare.contains(&format!(" {phrase} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deed_is_told_in_other_words() {
        assert!(is_told("ended", "The strike is over.") && is_told("succeeded", "Tom Reed, the mate, takes charge."));
        assert!(!is_told("ended", "The strike is overdue.") && !is_told("painted", "The strike is over."));
        assert!(is_known("won") && !is_known("painted"));
    }
}
