//! Relatives: whoever is named by what they are to somebody is not that one: *Mr Voss, the grandfather of Ada*.

use crate::index::merge::table::Occurrence;
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::words::terms::{fold, words};

word_lists! { static WORDS = "relatives.toml": kin, of, articles }

/// Bytes behind a name that are looked at.
const BEHIND: usize = 64;

/// Whom a mention is told to be a relative of, by the first word of the name, folded: *ada* of "Mr Voss, the
/// grandfather of Ada".
pub(super) fn relative_of(occurrence: &Occurrence, passages: &dyn Passages) -> Option<String> {
    let behind = passages.text(occurrence.unit as usize).get(occurrence.end as usize..)?;
    let behind = behind[..behind.floor_char_boundary(BEHIND)].strip_prefix(", ")?;
    of_kin(behind)
}

fn of_kin(behind: &str) -> Option<String> {
    let mut words = words(behind).map(|word| (fold(word.text), word.is_capital())).peekable();
    words.next_if(|(word, _)| WORDS.articles.has(word.as_str()));
    // *The late uncle*, *le grand-père*
    if words.peek().is_some_and(|(word, capital)| !capital && !WORDS.kin.has(word.as_str())) {
        words.next();
    }
    words.next_if(|(word, _)| WORDS.kin.has(word.as_str()))?;
    while words.next_if(|(word, capital)| !capital && is_between(word)).is_some() {}
    words.next().filter(|(_, capital)| *capital).map(|(word, _)| word)
}

fn is_between(word: &str) -> bool {
    WORDS.of.has(word) || WORDS.articles.has(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_relative_somebody_is_stands_behind_the_name() {
        for (behind, whose) in [
            ("the grandfather of Ada, came.", Some("ada")),
            ("le grand-père de Tilla.", Some("tilla")),
            ("die Schwester von Ottla Quast", Some("ottla")),
            ("wife of the late Tom Reed", None),
            ("the keeper of Orsk", None),
            ("the sister who left Ada", None),
        ] {
            assert_eq!(of_kin(behind).as_deref(), whose, "{behind}");
        }
    }
}
