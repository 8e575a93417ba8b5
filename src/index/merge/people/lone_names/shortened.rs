//! First names that somebody is called by the beginning of, without a list having it: *Ysol* of *Ysolde Quill*.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::index::merge::people::nicknames::long_forms;
use crate::index::merge::people::persons::Persons;
use crate::index::merge::table::PERSON;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, known_kind};

/// Letters of what somebody is called at least, and letters that are left out.
const LETTERS: usize = 3;
const LEFT_OUT: usize = 2;

/// The lone names that a passage has as somebody's, and that begin the first name of one person alone, whom the pile
/// names several times. What is a place or a word by itself may be nobody's, and of two first names that both are usual
/// (*Max* and *Maxine*) each may be another's.
pub(super) fn shortened<'a>(
    persons: &Persons<'a>,
    by_first_name: &HashMap<&'a str, BTreeSet<u32>>,
    by_surname: &HashMap<&str, BTreeSet<u32>>,
    introduced: impl Fn(u32) -> bool,
) -> HashMap<u32, &'a str> {
    let first_names: BTreeMap<&'a str, &BTreeSet<u32>> =
        by_first_name.iter().map(|(&first, bearers)| (first, bearers)).collect();
    let mut found = HashMap::new();
    for (name, number) in persons.table.names.iter().zip(0u32..) {
        let word = name.key.as_str();
        let given = flags(word).has(Flags::FIRST_NAME);
        let own = !persons.table.told
            && name.proper > name.common
            && (given || name.votes[PERSON] > 0)
            && name.votes[PERSON] >= name.votes_against_person()
            && word.chars().count() >= LETTERS
            && word.chars().all(char::is_alphabetic)
            && !flags(word).has(Flags::PLACE | Flags::DEMONYM | Flags::ROLE | Flags::HONORIFIC)
            && (given || !is_ordinary_word(word))
            && known_kind(word).is_none()
            && long_forms(word).is_empty()
            && !by_first_name.contains_key(word)
            && !by_surname.contains_key(word);
        if !own {
            continue;
        }
        let mut longer = first_names.range(word..).take_while(|(first, _)| first.starts_with(word));
        if let (Some((&first, bearers)), None) = (longer.next(), longer.next())
            && let (Some(&only), 1) = (bearers.first(), bearers.len())
            && first.chars().count() >= word.chars().count() + LEFT_OUT
            && !(given && flags(first).has(Flags::FIRST_NAME))
            && introduced(only)
        {
            found.insert(number, first);
        }
    }
    found
}
