//! A person's name taken apart, and whether two names can be one person's: initials, nicknames, slips of one letter.

use strsim::levenshtein;

use super::nicknames::{is_short_for, long_forms};
use crate::model::EntityType;
use crate::text::language::{in_any, word_lists};
use crate::text::names::is_epithet;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_kind};

word_lists! { static WORDS = "person_name.toml": suffixes, of, monsieur }

/// A person's name taken apart; titles and suffixes are left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::index::merge) struct NameParts {
    pub(in crate::index::merge) words: Vec<String>,
    pub(super) titled: bool,
    /// A title stands in front that goes with the first name: *Sir*, *Dame*.
    pub(super) knighted: bool,
    /// *M.* stands in front for *Monsieur*.
    pub(super) monsieur: bool,
    /// What the name says itself that somebody is called for short: *Sandy* of *Alasdair "Sandy" Mouat*.
    pub(super) short: Option<String>,
}

impl NameParts {
    pub(in crate::index::merge) fn of(key: &str) -> NameParts {
        let mut words: Vec<&str> = key.split(' ').collect();
        let mut titled = false;
        let knighted = words.len() > 1 && in_any(|pack| &pack.given, words[0]);
        // *Duke of Tarn* and *Major General* are titles altogether, not men called *of Tarn* and *General*.
        let title = |word: &str| flags(word).has(Flags::HONORIFIC);
        let altogether = words.iter().all(|word| title(word));
        while !altogether && words.len() > 1 && title(words[0]) && !WORDS.of.has(words[1]) {
            words.remove(0);
            titled = true;
        }
        while words.len() > 1 && words.last().is_some_and(|word| is_suffix(word)) {
            words.pop();
        }
        // *Prime Minister Voss*: an office of several words and a surname.
        if let [.., office, surname] = words[..]
            && words.len() > 2
            && title(office)
            && !title(surname)
            && !is_ordinary_word(surname)
        {
            words = vec![surname];
            titled = true;
        }
        // *Prime Minister Ada Voss*: an office of several words and a full name.
        if let Some(rest) = behind_office(&words).filter(|rest| !rest.last().is_some_and(|word| is_ordinary_word(word)))
        {
            words = rest.to_vec();
            titled = true;
        }
        let words = words.into_iter().map(str::to_owned).collect();
        let mut parts = NameParts { words, titled, knighted, monsieur: false, short: None };
        parts.leave_particles();
        parts
    }

    /// Leaves of a title and a surname the surname alone, by which whoever is called so in full is found: *Mme de La
    /// Tarne*, *M. Le Bihan*. *Duke of Tarn* has no other name.
    fn leave_particles(&mut self) {
        // *E* may tie two names, and is an initial here.
        let is_particle = |word: &String| {
            let known = flags(word);
            known.has(Flags::PARTICLE) && !known.has(Flags::FIRST_NAME) && word.chars().count() > 1
        };
        let last = self.words.len() - 1;
        if self.titled && last > 0 && self.words[..last].iter().all(is_particle) && !self.is_of_place() {
            self.words.drain(..last);
        }
    }

    /// Takes *M.* in front for a title: *M. Lund*, *M. Paul Lund*.
    pub(super) fn take_monsieur(&mut self) {
        if self.words.len() > 1 && WORDS.monsieur.has(&self.words[0]) {
            self.words.remove(0);
            (self.titled, self.monsieur) = (true, true);
            self.leave_particles();
        }
    }

    /// Takes a word between the first and the last for what somebody is called for short.
    pub(super) fn take_short(&mut self, short: &str) {
        let inner = 1..self.words.len().saturating_sub(1);
        if let Some(at) = self.words.get(inner).and_then(|inner| inner.iter().position(|word| word == short)) {
            self.short = Some(self.words.remove(at + 1));
        }
    }

    /// Takes the letters of the first word for initials.
    pub(super) fn part_initials(&mut self) {
        let first = self.first().to_owned();
        self.words.splice(..1, first.chars().map(String::from));
    }

    pub(super) fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The first name, and what is said in its place for short.
    pub(super) fn first_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.first()).chain(self.short.as_deref())
    }

    pub(super) fn last(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }

    /// True when these words are the first or the last of a longer name: `Fei-Fei`, `el Kaliouby`, `Dr. Baker`.
    pub(super) fn is_part_of(&self, whole: &NameParts) -> bool {
        let is_short = || self.words.len() == 1 && whole.short.as_deref() == Some(self.first());
        is_short()
            || self.words.len() < whole.words.len()
            && !whole.is_of_place()
            // *P. Voss* is not *A. P. Voss*.
            && !(self.is_initialled() && whole.is_initialled() && self.first() != whole.first())
            // *Ada Voss* is not *Ada Voss the Younger*.
            && (is_epithet(self.last()) || !is_epithet(whole.last()))
            && (self.words.len() == 1 || !self.words.iter().any(|word| is_ordinary_word(word)))
            && (whole.words.ends_with(&self.words)
                || ((!self.titled || self.knighted) && whole.words.starts_with(&self.words)))
    }

    /// *Joan of Arc*, *Duke of Tarn*: the last word is a place, not a surname.
    pub(super) fn is_of_place(&self) -> bool {
        self.words.iter().any(|word| WORDS.of.has(word))
    }

    /// True for an initial and a surname: `D. Quill`.
    pub(super) fn is_initialled(&self) -> bool {
        self.words.len() >= 2 && self.first().chars().count() == 1 && self.last().chars().count() > 1
    }

    /// True when the words can be a person's name: a first name we know, an initial, or words that no lexicon has.
    pub(super) fn is_plausible(&self) -> bool {
        let first = flags(self.first());
        let heads = Flags::ORG_HEAD
            | Flags::PLACE_HEAD
            | Flags::EVENT_HEAD
            | Flags::WORK_HEAD
            | Flags::PRODUCT_HEAD
            | Flags::ROLE;
        if self.words.len() > 6
            || (self.words.len() > 1 && known_kind(self.first()).is_some_and(|kind| kind != EntityType::Person))
        {
            return false;
        }
        // *Grant of Right*
        if !self.titled && self.is_of_place() && is_ordinary_word(self.first()) && is_ordinary_word(self.last()) {
            return false;
        }
        self.titled
            || self.is_of_place()
            || first.has(Flags::FIRST_NAME)
            || (self.is_initialled() && !flags_of_noun(self.last()).has(heads) && !is_ordinary_word(self.last()))
            || (!is_ordinary_word(self.first())
                && !first.has(Flags::PLACE)
                && !flags_of_noun(self.last()).has(heads)
                && !is_ordinary_word(self.last()))
    }

    pub(super) fn is_full(&self) -> bool {
        self.words.len() >= 2
    }
}

/// The key of a name's words; a surname of two is one word among them.
pub(super) fn key_of<S: AsRef<str>>(words: &[S]) -> String {
    words.iter().map(|word| word.as_ref().replace('-', " ")).collect::<Vec<_>>().join(" ")
}

/// What stands behind an office in front of a name: *Ada Voss* of *Prime Minister Ada Voss*.
pub(in crate::index::merge) fn behind_office<S: AsRef<str>>(words: &[S]) -> Option<&[S]> {
    let held = |word: &S| {
        let known = flags(word.as_ref());
        known.has(Flags::ROLE | Flags::HONORIFIC) && !known.has(Flags::FIRST_NAME)
    };
    let office = words.iter().rposition(held)?;
    let rest = &words[office + 1..];
    (office > 0 && rest.len() > 1).then_some(rest)
}

/// True for what stands behind a name and is no part of it.
pub(in crate::index::merge) fn is_suffix(word: &str) -> bool {
    WORDS.suffixes.has(word)
}

/// True when two first names can be one person's: an initial, a nickname, a shortening, a slip of one letter.
fn same_first(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let letters = short.chars().count();
    // *Th.* of *Theodor*: letters that nobody is called by.
    let cut = |short: &str| letters == 2 && !short.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    if letters == 1 {
        // *A. Orr* is *Sandy Orr*, who is called so for Alexander.
        return long.starts_with(short) || long_forms(long).iter().any(|whole| whole.starts_with(short));
    }
    if (letters >= 3 || cut(short)) && long.starts_with(short) {
        return true;
    }
    if is_short_for(a, b) || is_short_for(b, a) {
        return true;
    }
    let slip = || levenshtein(short, long) <= 1 && !are_two_names(short, long);
    letters >= 4 && (slip() || short.get(..4).is_some_and(|front| long.starts_with(front)))
}

/// True for first names that begin otherwise, each of which somebody is called by: *Tara* is no slip for *Sara*, though
/// *Katherine* may be Catherine.
fn are_two_names(a: &str, b: &str) -> bool {
    let opens = |name: &str| name.chars().next().map(|c| if c == 'k' { 'c' } else { c });
    opens(a) != opens(b) && flags(a).has(Flags::FIRST_NAME) && flags(b).has(Flags::FIRST_NAME)
}

/// True when whoever goes by these names may be meant by a full one: titles tell nothing, and who is known by a surname
/// alone may have any first name. A surname among the other names of somebody with a first name tells nothing.
pub fn may_be_called(own: &str, aliases: &[String], name: &str) -> bool {
    let parts = |name: &str| NameParts::of(&fold::key(name));
    let (own, name) = (parts(own), parts(name));
    let meant = |known: &NameParts| name.is_part_of(known) || same_person(known, &name);
    own.is_part_of(&name) || meant(&own) || aliases.iter().map(|one| parts(one)).any(|known| meant(&known))
}

/// True when two full names can be one person's.
pub(super) fn same_person(a: &NameParts, b: &NameParts) -> bool {
    if !a.is_full() || !b.is_full() || a == b || a.is_of_place() || b.is_of_place() {
        return a == b;
    }
    let (first_a, first_b) = (a.first(), b.first());
    if a.last() == b.last() {
        let is_short = a.short.as_deref() == Some(first_b) || b.short.as_deref() == Some(first_a);
        if !is_short && !same_first(first_a, first_b) {
            return false;
        }
        // Middle names must not contradict each other.
        let middle = |parts: &NameParts| parts.words[1..parts.words.len() - 1].to_vec();
        let (middle_a, middle_b) = (middle(a), middle(b));
        // *T. Berners-Lee* is not *T. Lee*: behind an initial, a word written out is of the surname.
        let of_surname = |parts: &NameParts, middle: &[String]| {
            parts.is_initialled() && middle.iter().any(|word| word.chars().count() > 1)
        };
        if middle_a != middle_b && (of_surname(a, &middle_a) || of_surname(b, &middle_b)) {
            return false;
        }
        return middle_a.is_empty()
            || middle_b.is_empty()
            || middle_a.iter().zip(&middle_b).all(|(a, b)| same_first(a, b));
    }
    // A slip in the surname: same first name, one letter. An initial is no first name: *Y. Zhang* is not *Y. Zheng*.
    first_a == first_b
        && first_a.chars().count() > 1
        && a.words.len() == b.words.len()
        && a.last().chars().count() >= 5
        && a.last().chars().next() == b.last().chars().next()
        && levenshtein(a.last(), b.last()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_and_a_surname_with_particles_are_of_whoever_has_it() {
        let parts = |name: &str| NameParts::of(&fold::key(name));
        assert_eq!(parts("Mme de La Tarne").words, ["tarne"]);
        assert_eq!(parts("Dr. van der Lund").words, ["lund"]);
        assert_eq!(parts("Duke of Tarn").words, ["duke", "of", "tarn"]);
        assert_eq!(parts("van der Lund").words.len(), 3);
        assert_eq!(parts("Mrs E. Tarn").words, ["e", "tarn"]);
        let mut monsieur = parts("M. Le Bihan");
        monsieur.take_monsieur();
        assert_eq!((monsieur.words.as_slice(), monsieur.monsieur), (&["bihan".to_owned()][..], true));
    }

    #[test]
    fn two_first_names_that_begin_otherwise_are_no_slips_of_one_another() {
        let parts = |name: &str| NameParts::of(&fold::key(name));
        let same = |a: &str, b: &str| same_person(&parts(a), &parts(b));
        assert!(!same("Tara Voss", "Sara Voss") && !same("Mary Voss", "Gary Voss"));
        assert!(same("Katherine Voss", "Catherine Voss") && same("Margret Voss", "Margaret Voss"));
    }

    #[test]
    fn a_surname_alone_makes_nobody_somebody_else() {
        let also = ["Voss".to_owned(), "Mrs Voss".to_owned(), "Robert Voss".to_owned()];
        for name in ["Ada Voss", "Mrs Ada Voss", "A. Voss", "Ada Noel Voss", "Bob Voss"] {
            assert!(may_be_called("Ada Voss", &also, name), "{name}");
        }
        for name in ["Tom Voss", "Ilse Voss", "Mrs Tom Voss"] {
            assert!(!may_be_called("Ada Voss", &also, name), "{name}");
            assert!(may_be_called("Voss", &[], name), "{name}");
        }
    }
}
