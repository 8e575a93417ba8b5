//! People in the names of files, where they are written small: `letter_anna_kovacs.txt` is *Letter Anna Kovacs*.

use crate::text::cutting::punctuation::ends_as_sentence;
use crate::text::language::word_lists;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::fold::{singular, with_capital};
use crate::text::words::lexicon::{Flags, flags};

word_lists! {
    static WORDS = "people.toml": writings, documents, talks
}

/// Bytes of a text that are looked at for how it writes a word.
const LOOKED_AT: usize = 1 << 14;
/// Letters of a word that is looked for there.
const SHORTEST: usize = 3;
/// Initials between a first name and a surname, at most.
const INITIALS: usize = 2;

/// True for a word for what somebody writes or says: *letter*, *speech*.
pub(crate) fn is_writing(word: &str) -> bool {
    WORDS.writings.has(word)
}

/// True for a word for what somebody was asked in: *interview*, *deposition*.
pub(in crate::ingest) fn is_talk(word: &str) -> bool {
    WORDS.talks.has(word)
}

/// Returns a title with the first names, initials and surnames that stand small in it with capitals. What may be
/// another word (*mark sheet*) is a name with initials alone.
pub(super) fn with_capitals(title: &str) -> String {
    let mut words: Vec<String> = title.split(' ').map(str::to_owned).collect();
    let mut at = 0;
    while at + 1 < words.len() {
        match surname(&words, at) {
            Some(last) => {
                for word in &mut words[at..=last] {
                    if !flags(word).has(Flags::PARTICLE) {
                        *word = with_capital(word);
                    }
                }
                at = last + 1;
            }
            None => at += 1,
        }
    }
    words.join(" ")
}

/// Returns a title with capitals for the words that its text writes with one inside its lines, and never small: the
/// surname of *letter_voss.txt*.
pub(in crate::ingest) fn as_in_text(title: &str, text: &str) -> String {
    let head = &text[..text.floor_char_boundary(LOOKED_AT)];
    let inside = |word: &str| {
        let capital = with_capital(word);
        let stands = |at: usize, end: usize| {
            let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            apart(head[..at].chars().next_back()) && apart(head[end..].chars().next())
        };
        let small = head.match_indices(word).any(|(at, found)| stands(at, at + found.len()));
        let in_line = |at: usize| head[..at].ends_with(' ') && !ends_as_sentence(&head[..at]);
        let mut places = head.match_indices(&capital).filter(|(at, found)| stands(*at, at + found.len()));
        !small && places.any(|(at, _)| in_line(at))
    };
    let written = |word: &str| {
        let plain = word.chars().count() >= SHORTEST && word.chars().all(char::is_lowercase);
        // *Resident* of a *Resident Engineer* is no name.
        let plain = plain && !is_ordinary_word(word) && !is_ordinary_word(&singular(word));
        // *LYLE* of a letterhead is Lyle below it.
        let shouted = word.chars().count() >= SHORTEST && word.chars().all(char::is_uppercase);
        match () {
            () if plain && inside(word) => with_capital(word),
            () if shouted && inside(&word.to_lowercase()) => with_capital(&word.to_lowercase()),
            () => word.to_owned(),
        }
    };
    title.split(' ').map(written).collect::<Vec<_>>().join(" ")
}

/// The place of the surname behind the first name at a place; none where that is no first name.
fn surname(words: &[String], first: usize) -> Option<usize> {
    let small = |word: &String| !word.is_empty() && word.chars().all(char::is_lowercase);
    let given = &words[first];
    if !small(given) || !flags(given).has(Flags::FIRST_NAME) {
        return None;
    }
    let rest = &words[first + 1..];
    let initials = rest.iter().take(INITIALS).take_while(|word| small(word) && word.chars().count() == 1).count();
    let particles = rest[initials..].iter().take_while(|word| flags(word).has(Flags::PARTICLE)).count();
    let last = first + 1 + initials + particles;
    let name = words.get(last).filter(|name| small(name) && name.chars().count() > 1)?;
    let known = flags(name).has(Flags::FUNCTION | Flags::MONTH | Flags::WEEKDAY)
        || is_writing(name)
        || WORDS.documents.has(name);
    let sure = initials > 0 || !is_ordinary_word(name);
    (!known && sure).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_text_writes_with_a_capital_has_one() {
        let text = "Tilla Vossel\nAn den Hafen\n\nDer Brief liegt am Kai.";
        assert_eq!(as_in_text("Brief vossel 2031", text), "Brief Vossel 2031");
        assert_eq!(as_in_text("Nurse vossel", "Interview: Ada Vossel, nurse, and a vossel."), "Nurse vossel");
        assert_eq!(as_in_text("1935 resident diary", "Diary of the Resident Engineer"), "1935 resident diary");
    }

    #[test]
    fn first_names_in_front_of_surnames_have_capitals() {
        for (title, capital) in [
            ("letter clara tarnsen", "letter Clara Tarnsen"),
            ("1884 clara k orsk r", "1884 Clara K Orsk r"),
            ("clara van tarnsen cv", "Clara van Tarnsen cv"),
            ("mark sheet 2019", "mark sheet 2019"),
            ("clara report", "clara report"),
            ("grace period of loans", "grace period of loans"),
            ("Clara Orsk", "Clara Orsk"),
            ("", ""),
        ] {
            assert_eq!(with_capitals(title), capital);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_word_is_lost(title in "(clara |mark |van |k )?\\PC{0,30}") {
            proptest::prop_assert_eq!(with_capitals(&title).to_lowercase(), title.to_lowercase());
        }
    }
}
