//! Families: whom a title means in a document that calls several of one surname by different titles. *Mrs Voss* and
//! *Captain Voss* beside *Mr Voss* are three people, whoever of them is named in full.

use std::collections::{BTreeMap, HashMap};

use super::genders::{Gender, gender, is_rank, is_same_rank};
use super::persons::Persons;
use crate::graph::Groups;
use crate::text::language::word_lists;

word_lists! {
    static WORDS = "families.toml": unmarried, married
}

/// The titles of each document by surname, and those that are written in front of full names.
pub(super) struct Families<'a> {
    titles: HashMap<(u32, &'a str), BTreeMap<&'a str, u32>>,
    /// By person, with how often.
    called: BTreeMap<(u32, &'a str), u32>,
}

/// A title used this many times as often as another belongs to the person named in full: the *Miss Voss* of a tale, not
/// the *Mrs Voss* whom it mentions.
const USUAL: u32 = 4;
/// Times that a person has to be called by title, first name and surname to be distinct from the bearer of the title
/// alone.
const REGULARLY: u32 = 3;

/// What a name's title is, if it is one that tells members of a family apart.
fn title(key: &str) -> Option<&str> {
    let title = key.split_once(' ')?.0;
    (gender(key).is_some() || is_rank(title)).then_some(title)
}

/// True behind a title of somebody's wife: *Mrs Voss*.
pub(super) fn is_of_a_wife(key: &str) -> bool {
    title(key).is_some_and(|title| WORDS.married.has(title))
}

fn of_title(title: &str) -> Option<Gender> {
    gender(&format!("{title} "))
}

/// How two titles of one surname are those of two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clash {
    /// A woman's and a man's: whoever is known to be the one is not the other.
    Gender,
    /// Two of one gender, as *Miss* and *Mrs*.
    Two,
}

fn clash(a: &str, b: &str) -> Option<Clash> {
    let ranks = is_rank(a) && is_rank(b) && !is_same_rank(a, b);
    let maiden = |a: &str, b: &str| WORDS.unmarried.has(a) && WORDS.married.has(b);
    match (of_title(a), of_title(b)) {
        _ if ranks || maiden(a, b) || maiden(b, a) => Some(Clash::Two),
        (Some(Gender::Woman), other) | (other, Some(Gender::Woman)) if other != Some(Gender::Woman) => {
            Some(Clash::Gender)
        }
        _ => None,
    }
}

impl<'a> Families<'a> {
    pub fn of(persons: &Persons<'a>, groups: &Groups) -> Self {
        let mut families = Self { titles: HashMap::new(), called: BTreeMap::new() };
        for occurrence in &persons.table.occurrences {
            let key = persons.table.names[occurrence.name as usize].key.as_str();
            if let Some((title, surname)) = title(key).zip(key.rsplit(' ').next()) {
                families
                    .titles
                    .entry((occurrence.document, surname))
                    .or_default()
                    .entry(title)
                    .and_modify(|count| *count += 1)
                    .or_insert(1);
            }
        }
        for name in persons.full() {
            if let Some(title) = title(&persons.name(name).key) {
                *families.called.entry((groups.root(name), title)).or_default() += persons.name(name).count();
            }
        }
        families
    }

    /// True where a person's full name is written time and again with the title of a name.
    pub fn is_regularly_called(&self, persons: &Persons<'_>, name: u32, person: u32) -> bool {
        title(&persons.name(name).key)
            .and_then(|title| self.called.get(&(person, title)))
            .is_some_and(|&count| count >= REGULARLY)
    }

    /// True where a name's title may be a person's in a document, for all that it calls others of the surname.
    pub fn suit(&self, document: u32, persons: &Persons<'_>, name: u32, person: (u32, Option<Gender>)) -> bool {
        let key = persons.name(name).key.as_str();
        let Some((own, surname)) = title(key).zip(key.rsplit(' ').next()) else { return true };
        let clashes = |clashing: Clash| {
            let of_surname = self.titles.get(&(document, surname));
            let used = of_surname.and_then(|titles| titles.get(own)).copied().unwrap_or(0);
            let rivals = |(other, count): (&&str, &u32)| {
                // Ranks are borne by two however often; of women one is hardly ever spoken of.
                let usual = of_title(own).is_some() && of_title(other).is_some() && used >= USUAL * count;
                clash(own, other) == Some(clashing) && !(clashing == Clash::Two && usual)
            };
            of_surname.into_iter().flatten().any(rivals)
        };
        let (person, known) = person;
        let is_known = known.is_some_and(|known| known == of_title(own).unwrap_or(Gender::Man));
        self.called.contains_key(&(person, own)) || !clashes(Clash::Two) && (is_known || !clashes(Clash::Gender))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_people_apart() {
        for (a, b, expected) in [
            ("mr", "mrs", Some(Clash::Gender)),
            ("mrs", "captain", Some(Clash::Gender)),
            ("miss", "mrs", Some(Clash::Two)),
            ("captain", "general", Some(Clash::Two)),
            ("capt", "captain", None),
            ("mr", "captain", None),
            ("mrs", "ms", None),
        ] {
            assert_eq!((clash(a, b), clash(b, a)), (expected, expected), "{a} and {b}");
        }
    }
}
