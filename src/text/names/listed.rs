//! Names in a list are of a kind: what a noun in front of the list says (*companies such as A, B and C*), or what the
//! names say that are known, holds for those that nothing else tells of.

use super::tag::is_ordinary_word;
use super::token::{Token, TokenShape};
use super::{FoundName, View, kind};
use crate::model::EntityType;
use crate::text::language::word_lists;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, known_kind};

word_lists! {
    static WORDS = "listed.toml": organisations, such, behind_such, announcing, joints
}

/// A list of fewer names tells nothing unless a noun in front of it does.
const LONG: usize = 3;

impl View<'_> {
    /// Gives the names of a list that have no type, or only look like persons, the type of the list.
    pub(super) fn listed(&self, names: &mut [FoundName]) {
        let mut start = 0;
        while start < names.len() {
            let mut end = start + 1;
            while end < names.len() && self.between(&names[end - 1], &names[end]).is_some_and(goes_on) {
                end += 1;
            }
            self.of_a_kind(&mut names[start..end]);
            start = end;
        }
    }

    fn between(&self, one: &FoundName, other: &FoundName) -> Option<&str> {
        self.text.get(one.span.end..other.span.start)
    }

    fn of_a_kind(&self, list: &mut [FoundName]) {
        let Some(first) = list.first() else { return };
        let told = self.announced(first.span.start);
        let kind = match &told {
            Some(kind) => kind.clone(),
            None if list.len() >= LONG => {
                let mut known = list.iter().filter_map(|found| found.kind.clone());
                let Some(kind) = known.next() else { return };
                if matches!(kind, EntityType::Concept | EntityType::Date) || known.any(|other| other != kind) {
                    return;
                }
                kind
            }
            None => return,
        };
        for found in list {
            let name = found.span.slice(self.text).unwrap_or_default();
            // A list of companies that is announced as one overrules what merely looks like a person's name.
            let looks = told.is_some() && found.kind == Some(EntityType::Person);
            if found.kind.is_none() || looks && known_kind(&fold::key(name)).is_none() {
                found.kind = Some(kind.clone());
            }
        }
    }

    /// What a noun says that announces the list beginning at byte `start`: *customers like*, *cities, such as*.
    fn announced(&self, start: usize) -> Option<EntityType> {
        kind_of_many(&announcing(self.text.get(..start)?)?)
    }
}

/// The noun, in lower case, that announces what stands behind a text: *customers like*, *cities, such as*.
pub(crate) fn announcing(before: &str) -> Option<String> {
    let mut back = before.split_whitespace().rev();
    let noun = match (back.next()?, back.next()?) {
        (last, such) if WORDS.behind_such.has(last) && WORDS.such.has(such) => back.next()?,
        (last, noun) if WORDS.announcing.has(last) => noun,
        _ => return None,
    };
    let noun = noun.trim_end_matches(',').trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    // One person may be *like* another; only what is many is a list.
    let many = fold::singular(&noun) != noun && noun.chars().all(|c| c.is_alphabetic() || c == '-');
    many.then_some(noun)
}

/// True for names of persons side by side: "Present: T. Orlen (chair), Ada Voss". Their capitals are their own. Whose
/// first name no list has is somebody by two words that no lexicon has as ordinary ones.
pub(super) fn are_people(tokens: &[Token], words: &[String], flags: &[Flags]) -> bool {
    const FEWEST: usize = 2;
    let (pieces, people) = people_among(tokens, words, flags);
    pieces >= FEWEST && people * 2 >= pieces
}

/// True for a line of names of persons and nothing else, as those who wrote a paper stand under its title.
pub(super) fn are_all_people(tokens: &[Token], words: &[String], flags: &[Flags]) -> bool {
    const FEWEST: usize = 3;
    let (pieces, people) = people_among(tokens, words, flags);
    pieces >= FEWEST && people == pieces
}

/// How many pieces of a line begin as names do, and how many of them are persons.
fn people_among(tokens: &[Token], words: &[String], flags: &[Flags]) -> (usize, usize) {
    let parts = |at: usize| {
        let labels = words.get(at + 1).is_some_and(|next| next == ":");
        labels || WORDS.joints.has(&words[at]) || !tokens[at].is_word() && !tokens[at].is_capital()
    };
    let title = |at: &usize| tokens[*at].shape == TokenShape::Title;
    let heads = Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::EVENT_HEAD;
    let unknown = |at: &usize| title(at) && !flags[*at].has(heads) && !is_ordinary_word(&words[*at]);
    let (mut pieces, mut people) = (0, 0);
    let places: Vec<usize> = (0..tokens.len()).collect();
    for piece in places.split(|&at| parts(at)).filter(|piece| !piece.is_empty()) {
        let first = piece[0];
        let given = flags[first].has(Flags::FIRST_NAME | Flags::HONORIFIC) && title(&first);
        let person = tokens[first].shape == TokenShape::Initial || given;
        let called = (2..=3).contains(&piece.len()) && piece.iter().all(unknown);
        pieces += usize::from(person || title(&first));
        people += usize::from(person || called);
    }
    (pieces, people)
}

/// True for what stands between two names of a list: a comma or a conjunction.
pub(crate) fn goes_on(between: &str) -> bool {
    WORDS.joints.has(between.trim())
}

/// True for a comma, or a word for *and*, between the names of a list.
pub(super) fn is_joint(word: &str) -> bool {
    WORDS.joints.has(word)
}

/// The type of thing that a noun in the plural says of what it announces.
pub(crate) fn kind_of_many(noun: &str) -> Option<EntityType> {
    let singular = fold::singular(noun);
    if WORDS.organisations.has(&singular) { Some(EntityType::Organisation) } else { kind::by_noun(&singular) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_many_announces_a_list() {
        assert_eq!(announcing("We carry for customers, such as ").as_deref(), Some("customers"));
        assert_eq!(announcing("Ferries call at (Towns like ").as_deref(), Some("towns"));
        for nothing in ["She is a clerk like ", "It looks like ", "such as ", "the towns of ", ""] {
            let kind = announcing(nothing).and_then(|noun| kind_of_many(&noun));
            assert_eq!(kind, None, "{nothing:?}");
        }
        assert_eq!(kind_of_many("customers"), Some(EntityType::Organisation));
        assert!(goes_on(" and ") && goes_on(", ") && !goes_on(" of "));
    }
}
