//! What the questions before one asked about, each understood by those before it: whom and what a word that points back
//! stands for.

use unicode_segmentation::UnicodeSegmentation;

use super::matter::{are_several, asked_for, matters};
use super::pointing::{Carried, carried};
use super::standing::{Pointing, is_for_somebody, is_singular, is_whose, pointing};
use super::{MOST, ended, parts};
use crate::text::display::spacing::enumerated;
use crate::text::question::Reading;
use crate::text::question::lists::{WORDS, is_function};
use crate::text::words::fold::singular;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::{is_article, is_title_of_person};

/// Questions before one that are looked at.
const LOOKED_AT: usize = 12;

/// A question that was asked before, as it was understood.
struct Turn {
    question: String,
    reading: Reading,
}

/// What somebody who knows more names than a question tells of them calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Person,
    /// A company, a board: never he or she, but they.
    Body,
    Thing,
}

/// Tells what a name is one of, where that is known.
pub type Names<'k> = &'k dyn Fn(&str) -> Option<Named>;

/// What is known besides the questions of what words in them may stand for.
#[derive(Clone, Copy, Default)]
pub struct Known<'k> {
    pub named: Option<Names<'k>>,
    /// Several parts are asked, whom a word for several stands for then.
    pub of_parts: bool,
}

impl Known<'_> {
    fn named(&self, name: &str) -> Option<Named> {
        self.named.and_then(|named| named(name))
    }

    /// True for a name of a person, as is known or its first words tell.
    fn is_person(&self, name: &str) -> bool {
        self.named(name).map_or_else(|| is_person(name), |named| named == Named::Person)
    }

    /// True for a name of one of whom *they* may be said.
    fn is_one(&self, name: &str) -> bool {
        self.named(name) == Some(Named::Body) || self.is_person(name)
    }

    /// True for a name of none, as is known.
    fn is_nobody(&self, name: &str) -> bool {
        self.named(name).is_some_and(|named| named != Named::Person)
    }
}

/// The questions before one, the latest last.
#[derive(Default)]
pub(super) struct Turns<'k> {
    turns: Vec<Turn>,
    besides: Known<'k>,
    /// Whom words for one stood for, with the word.
    known: Vec<(String, String)>,
}

impl<'k> Turns<'k> {
    /// One question, as it stands.
    pub fn of_one(question: &str) -> Self {
        let mut turns = Self::default();
        turns.add(question);
        turns
    }

    /// Questions that were asked one after the other, each half of one by itself.
    pub fn of(before: &[&str], besides: Known<'k>) -> Self {
        let mut turns = Self { besides, ..Self::default() };
        for question in &before[before.len().saturating_sub(LOOKED_AT)..] {
            let understood = carried(question, &mut turns).question;
            let halves = parts(&understood);
            // Two that are compared are one question.
            let whole = halves.first().is_none_or(|first| *first == understood) || halves.len() > MOST;
            if whole {
                turns.add(&understood);
            } else {
                halves.iter().for_each(|half| turns.add(half));
            }
        }
        turns
    }

    /// The question before, as it was understood.
    pub fn last(&self) -> Option<&str> {
        self.turns.last().map(|turn| turn.question.as_str())
    }

    /// What the question before is about, for one that is of the same and does not say so: what was asked about it,
    /// whom it names, its day; what it was given itself stays.
    pub fn kept(&self) -> Option<String> {
        let Turn { question, reading } = self.turns.last()?;
        let given = question.trim_end_matches(['?', '.']).strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
        if let Some((_, given)) = given {
            return Some(given.to_owned());
        }
        let mut kept: Vec<String> = Vec::new();
        let matter = matters(question, reading).into_iter().find(|matter| !is_of_parts(matter));
        let date = reading.date.and_then(|date| date.span.slice(question)).map(str::to_owned);
        for one in matter.into_iter().chain(reading.names.iter().cloned()).chain(date) {
            if !kept.iter().any(|known| known.contains(&one)) {
                kept.push(one);
            }
        }
        (!kept.is_empty()).then(|| kept.join(", "))
    }

    fn add(&mut self, question: &str) {
        self.turns.push(Turn { reading: Reading::of(question), question: question.to_owned() });
    }

    /// A question with what its words stand for in their place, and the first of them that stands for nothing that was
    /// asked about.
    pub fn understood(&mut self, part: &str) -> Carried {
        let reading = Reading::of(part);
        let words: Vec<(usize, &str)> = part.unicode_word_indices().collect();
        let lower: Vec<String> = words.iter().map(|(_, word)| word.to_lowercase()).collect();
        // What one word of the question stands for no other does, unless both are for the same one; nor does whoever is
        // named in it.
        let mut taken: Vec<(String, String)> = Vec::new();
        let (mut written, mut done, mut unclear) = (String::new(), 0, None);
        for one in pointing(part, &reading) {
            let word = lower[one.number].as_str();
            if self.besides.of_parts && WORDS.several.has(word) {
                continue;
            }
            let whose = is_whose(&lower, one.number);
            let free = |meant: &str| {
                let named = one.another && reading.names.iter().any(|name| meant.contains(name.as_str()));
                let other = taken.iter().any(|(by, known)| known == meant && !(whose || stand_for_one(by, word)));
                !named && !other
            };
            let Some(meant) = self.meant(one, reading.relation, &free) else {
                // Behind a question it may stand for what answers that: "Who voted against it? Name them."
                let behind = part[..words[one.number].0].contains('?');
                unclear = unclear.or_else(|| (!behind).then(|| one.word.to_owned()));
                continue;
            };
            if is_singular(word) {
                self.known.push((word.to_owned(), meant.clone()));
            }
            // "Why did they change their mind?" says once who.
            if whose && taken.iter().any(|(by, known)| *known == meant && stand_for_one(by, word)) {
                continue;
            }
            taken.push((word.to_owned(), meant.clone()));
            let genitive = match (whose, meant.ends_with('s')) {
                (false, _) => "",
                (true, true) => "'",
                (true, false) => "'s",
            };
            let (at, spelt) = words[one.number];
            // "What do they say?" of one: "What does Ada Voss say?".
            let of_one = WORDS.several.has(word) && !whose && self.besides.is_one(&meant);
            if let Some(auxiliary) = one.number.checked_sub(1).filter(|_| of_one)
                && words[auxiliary].0 >= done
            {
                let (from, auxiliary) = words[auxiliary];
                written.push_str(&part[done..from]);
                written.push_str(for_one(auxiliary));
                done = from + auxiliary.len();
            }
            written.push_str(&part[done..at]);
            written.push_str(&meant);
            written.push_str(genitive);
            done = at + spelt.len();
        }
        written.push_str(&part[done..]);
        Carried { unclear, ..Carried::clear(if done > 0 { ended(&written) } else { part.to_owned() }) }
    }

    /// What a word stands for: what the latest question has of its kind that is free.
    fn meant(&self, one: Pointing<'_>, together: bool, free: &dyn Fn(&str) -> bool) -> Option<String> {
        let word = one.word.to_lowercase();
        let passes: &[bool] = if is_singular(&word) { &[true, false] } else { &[false] };
        for &certain in passes {
            for turn in self.turns.iter().rev() {
                if is_singular(&word) && turn.reading.relation && turn.reading.names.len() > 1 {
                    // Of two that were asked about with each other, one word tells none.
                    return None;
                }
                let candidates = match WORDS.several.has(&word) {
                    true => several(turn, together, &self.besides),
                    false => self.candidates(turn, &word, certain),
                };
                if let Some(meant) = candidates.into_iter().find(|meant| !meant.trim().is_empty() && free(meant)) {
                    return Some(meant);
                }
            }
        }
        None
    }

    /// Whom or what a word for one may stand for in a question, the likeliest first.
    fn candidates(&self, turn: &Turn, word: &str, certain: bool) -> Vec<String> {
        let Turn { question, reading } = turn;
        if is_for_somebody(word) {
            let mut people: Vec<String> = reading.names.clone();
            // "What is Holm Weir?" asks of no one.
            let of_thing = reading.identity.definition && !reading.wants.person;
            people.retain(|name| !self.besides.is_nobody(name));
            people.retain(|name| self.besides.is_person(name) || !(of_thing || is_place(question, name)));
            people.sort_by_key(|name| !self.besides.is_person(name));
            people.retain(|name| self.may_be(name, word, certain));
            return people;
        }
        let somebody = |name: &String| {
            let named = reading.names.contains(name) && !self.besides.is_nobody(name);
            named && (self.besides.is_person(name) || reading.wants.person && reading.identity.definition)
                || self.known.iter().any(|(_, known)| known == name)
        };
        let mut things = matters(question, reading);
        // "Holdings" of *Orsk Holdings* is the whole of it.
        for thing in &mut things {
            let whole = reading
                .names
                .iter()
                .find(|name| name.strip_suffix(thing.as_str()).is_some_and(|front| front.ends_with(' ')));
            if let Some(whole) = whole {
                thing.clone_from(whole);
            }
        }
        things.extend(reading.names.iter().cloned());
        things.retain(|thing| !somebody(thing));
        // "The root cause of the outage" is a part of what is told of the outage.
        things.sort_by_key(|thing| is_of_parts(thing));
        things
    }

    /// Whether a word for one may stand for a name: not where the other word stood for it, nor, to be certain, where
    /// its first name tells otherwise.
    fn may_be(&self, name: &str, word: &str, certain: bool) -> bool {
        let otherwise = self.known.iter().any(|(by, known)| known == name && !stand_for_one(by, word));
        let first = flags(&name.split(' ').next().unwrap_or_default().to_lowercase());
        let (man, woman) = (first.has(Flags::MAN), first.has(Flags::WOMAN));
        let differs = WORDS.for_him.has(word) && woman && !man || WORDS.for_her.has(word) && man && !woman;
        !(otherwise || certain && differs)
    }
}

/// True for what a text tells in a part of its own, and for nothing: "the action items".
pub(super) fn is_of_parts(matter: &str) -> bool {
    matter.unicode_words().map(str::to_lowercase).all(|word| {
        is_function(&word) || [&WORDS.of_parts, &WORDS.frame, &WORDS.document].iter().any(|list| list.has(&word))
    })
}

/// What a word for several may stand for in a question; of what several have to do with each other it stands for no one
/// of them.
fn several(turn: &Turn, together: bool, besides: &Known<'_>) -> Vec<String> {
    let Turn { question, reading } = turn;
    let names = &reading.names;
    let all = (names.len() > 1 && (reading.relation || together)).then(|| enumerated(names, "and"));
    let counted = asked_for(question, reading).map(|noun| format!("the {noun}"));
    // "What do guests say of the gate? What do they think of the weir?"
    let folk = question.unicode_words().find(|word| {
        let word = word.to_lowercase();
        (WORDS.guest.has(&word) || WORDS.folk.has(&word)) && singular(&word) != word
    });
    let mut things = matters(question, reading);
    things.sort_by_key(|thing| !are_several(thing));
    let mut people = names.clone();
    let bare =
        |name: &str| name.split_once(' ').filter(|(first, _)| is_article(first)).map(|(_, rest)| rest.to_owned());
    let is_one_thing = |name: &String| {
        let named = besides.named(name).or_else(|| besides.named(&bare(name)?));
        named == Some(Named::Thing) && !are_several(name)
    };
    people.retain(|name| !is_one_thing(name));
    things.retain(|thing| !is_one_thing(thing));
    people.sort_by_key(|name| !besides.is_person(name));
    // "Who found them?" behind "What killed the geese at Low Mill?" asks of the geese.
    let places: Vec<String> =
        people.extract_if(.., |name| !besides.is_person(name) && is_place(question, name)).collect();
    if together {
        people.clear();
        things.retain(|thing| are_several(thing) && !names.contains(thing));
    }
    let folk = folk.map(str::to_owned);
    all.into_iter().chain(counted).chain(folk).chain(people).chain(things).chain(places).collect()
}

/// An auxiliary of several as it is of one.
pub(super) fn for_one(auxiliary: &str) -> &str {
    let lower = auxiliary.to_lowercase();
    let pairs = WORDS.of_one.iter().filter_map(|pair| pair.split_once('/'));
    pairs.into_iter().find(|(many, _)| *many == lower).map_or(auxiliary, |(_, one)| one)
}

/// True for words that stand for the same one.
fn stand_for_one(one: &str, other: &str) -> bool {
    let both = |list: &crate::text::language::WordList| list.has(one) && list.has(other);
    both(&WORDS.for_him) || both(&WORDS.for_her) || both(&WORDS.for_thing) || both(&WORDS.several)
}

/// True for a name of a person, as its first words tell.
fn is_person(name: &str) -> bool {
    let mut words = name.split(' ').map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    // "Ada Voss, Tom Reed and Orsk Works" are several.
    if name.contains(',') || words.clone().any(|word| WORDS.linking.has(&word)) {
        return false;
    }
    let titled = || is_title_of_person(&first) || WORDS.ranks.has(&first);
    words.next().is_some() && (flags(&first).has(Flags::FIRST_NAME) || titled())
}

/// True for a name that stands behind a word for where something is, or behind an article, as nobody's does.
fn is_place(question: &str, name: &str) -> bool {
    let front = question.find(name).and_then(|at| question.get(..at)).unwrap_or_default();
    // "The 2022 World Cup".
    let before = front.unicode_words().rev().find(|word| !is_digits(word)).unwrap_or_default().to_lowercase();
    WORDS.of_places.has(&before) || is_article(&before)
}

#[cfg(test)]
mod tests {
    use crate::text::question::parts::{Known, Named, carried_over};

    fn named(name: &str) -> Option<Named> {
        match name {
            "Ada Voss" | "Lind" => Some(Named::Person),
            "Orsk Holdings" => Some(Named::Body),
            "Tide Cup" | "Oil" => Some(Named::Thing),
            _ => None,
        }
    }

    /// A question as it is understood, and its word that stands for nobody.
    fn understood(question: &str, before: &str, of_parts: bool) -> (String, Option<String>) {
        let carried = carried_over(question, &[before], Known { named: Some(&named), of_parts });
        (carried.question, carried.unclear)
    }

    #[test]
    fn a_word_for_a_person_stands_for_none_that_is_known_to_be_no_person() {
        for (before, question, word) in [
            ("Who won the 2022 Tide Cup?", "What did she say about oil?", "she"),
            ("Who won the 2019 Gate Cup?", "What did she say about oil?", "she"),
            ("Who is behind Orsk Holdings?", "When did he leave the board?", "he"),
            ("What did Oil cost?", "When did he say so?", "he"),
        ] {
            let (same, unclear) = understood(question, before, false);
            assert_eq!((same.as_str(), unclear.as_deref()), (question, Some(word)), "{before}");
        }
        let (known, unclear) = understood("When did he leave?", "Who met Lind?", false);
        assert_eq!((known.as_str(), unclear), ("When did Lind leave?", None));
        let (thing, _) = understood("Who owns it?", "Who is behind Orsk Holdings?", false);
        assert_eq!(thing, "Who owns Orsk Holdings?");
    }

    #[test]
    fn of_one_a_question_of_several_is_asked_in_the_singular() {
        let asked = |before| understood("What do they say about oil?", before, false).0;
        assert_eq!(asked("Who is Ada Voss?"), "What does Ada Voss say about oil?");
        assert_eq!(asked("Who is behind Orsk Holdings?"), "What does Orsk Holdings say about oil?");
        assert_eq!(asked("How are Ada Voss and Lind connected?"), "What do Ada Voss and Lind say about oil?");
        assert_eq!(asked("Who won the Tide Cup?"), "What do they say about oil?");
    }

    #[test]
    fn where_several_parts_are_asked_they_are_meant() {
        let (same, unclear) = understood("What do they say about oil?", "Who is Ada Voss?", true);
        assert_eq!((same.as_str(), unclear), ("What do they say about oil?", None));
        assert_eq!(understood("Where does she live?", "Who is Ada Voss?", true).0, "Where does Ada Voss live?");
    }
}
