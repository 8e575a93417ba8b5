//! "The": what it points at must stand in the sentence, behind it, or be the only one of its kind.

use super::words::Words;
use crate::text::wordlist;

/// What a definite noun leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// "the ordinance": which text?
    Instrument,
    /// "the ramp": which?
    Noun,
    /// "the third phase", "the remaining spend": of what?
    Whole,
}

/// A "the" of a sentence.
pub(super) struct Definite<'a> {
    pub words: &'a Words,
    pub sentence: &'a str,
    /// Position of the article.
    pub the: usize,
}

impl Definite<'_> {
    /// Returns what a reader misses who sees what `is_behind` knows, and has not read what was said `before`.
    pub fn missing(&self, is_behind: impl Fn(&str) -> bool, before: &[&str]) -> Option<Missing> {
        if self.is_of_an_experience() {
            return Some(Missing::Noun);
        }
        let adjective = self.words.get(self.the + 1);
        let skipped = usize::from(points_anew(adjective));
        let noun = self.the + 1 + skipped;
        let word = self.words.get(noun);
        if !self.is_bare(noun) || is_behind(word) || self.is_said(word) {
            return None;
        }
        if is_pointing_noun(word) {
            return Some(if is_instrument(word) { Missing::Instrument } else { Missing::Noun });
        }
        if wordlist::is_time(word) || matches!(word, "time" | "day" | "one" | "ones" | "people" | "thing" | "things") {
            return None;
        }
        if is_rank(adjective) && self.ends_phrase(noun) || is_remnant(adjective) {
            return Some(Missing::Whole);
        }
        let told = || before.iter().any(|text| says(text, word));
        (self.ends_phrase(noun) && !is_only_one(word) && !wordlist::is_function_word(word) && told())
            .then_some(Missing::Noun)
    }

    fn is_capitalised(&self, at: usize) -> bool {
        at < self.words.len() && self.sentence[self.words.source(at)].starts_with(char::is_uppercase)
    }

    /// True when a sign stands between a word and the next.
    fn is_parted(&self, at: usize) -> bool {
        at < self.words.len() && !self.words.gap_after(at, self.sentence).trim().is_empty()
    }

    /// "the request was …", "the proposed ordinance is …": nothing behind the noun says which.
    fn is_bare(&self, noun: usize) -> bool {
        let behind = self.words.get(noun + 1);
        // "the day when"; but "the crew when it grew" is the crew all the same.
        let timed = matches!(behind, "when" | "while") && !wordlist::is_time(self.words.get(noun));
        let told = !self.is_parted(noun)
            && !timed
            && (says_which(behind) && !self.is_measured(noun + 1)
                || self.is_capitalised(noun + 1)
                || behind.ends_with("ed")
                || behind.starts_with(|c: char| c.is_ascii_digit()));
        noun < self.words.len() && !self.is_capitalised(noun) && !told
    }

    /// "the boat about 100 times": how much, and not which.
    fn is_measured(&self, about: usize) -> bool {
        matches!(self.words.get(about), "about" | "around" | "over")
            && self.words.get(about + 1).starts_with(|c: char| c.is_ascii_digit())
    }

    /// "the hard welding lessons.": what happened to somebody, at the end of what "the" begins with words between.
    fn is_of_an_experience(&self) -> bool {
        let plain = |at: usize| {
            let word = self.words.get(at);
            !word.is_empty() && !self.is_capitalised(at) && !wordlist::is_function_word(word) && !says_which(word)
        };
        let Some(head) = (self.the + 2..self.the + 5).find(|&at| self.ends_phrase(at)) else { return false };
        (self.the + 1..=head).all(plain)
            && (self.the + 1..head).all(|at| !self.is_parted(at))
            && (self.is_parted(head) || head + 1 == self.words.len())
            && matches!(stem(self.words.get(head)), "experience" | "lesson")
    }

    /// True when the noun is the last word of what "the" begins.
    fn ends_phrase(&self, noun: usize) -> bool {
        self.is_parted(noun)
            || noun + 1 >= self.words.len()
            || wordlist::is_auxiliary(self.words.get(noun + 1))
            || matches!(self.words.get(noun + 1), "and" | "or" | "but" | "so" | "because" | "as" | "than" | "be")
    }

    /// True when the noun stood in the sentence before.
    fn is_said(&self, noun: &str) -> bool {
        (0..self.the).any(|earlier| same_noun(self.words.get(earlier), noun))
    }
}

/// True when a text has the noun. Of a name's ("Lake Maud"), "the lake" is a short form that its readers know.
fn says(text: &str, noun: &str) -> bool {
    let words = Words::of(text);
    let common = |at: usize| text[words.source(at)].starts_with(char::is_lowercase);
    (0..words.len()).any(|at| same_noun(words.get(at), noun) && common(at))
}

/// A noun and its plural or possessive.
pub(super) fn same_noun(word: &str, other: &str) -> bool {
    stem(word) == stem(other)
}

fn stem(word: &str) -> &str {
    let word = word.split('\'').next().unwrap_or_default();
    word.strip_suffix('s').unwrap_or(word)
}

/// Words behind a noun that say which one is meant.
#[rustfmt::skip]
fn says_which(word: &str) -> bool {
    matches!(
        word,
        "of" | "that" | "who" | "which" | "for" | "to" | "in" | "on" | "at" | "from" | "by" | "between" | "with"
            | "where" | "when" | "about" | "we" | "i" | "he" | "she" | "they" | "you" | "below" | "above" | "under"
            | "behind" | "around" | "near" | "into" | "over" | "through" | "against" | "across" | "it"
    )
}

/// "the third phase is …", "the biggest issue was …".
#[rustfmt::skip]
fn is_rank(word: &str) -> bool {
    matches!(
        word,
        "first" | "second" | "third" | "fourth" | "fifth" | "last" | "next" | "other" | "biggest" | "largest" | "main"
            | "best" | "worst" | "hardest" | "same" | "key" | "only" | "latter" | "former" | "final"
    )
}

/// "the remaining spend": of what?
fn is_remnant(word: &str) -> bool {
    matches!(
        word,
        "remaining"
            | "resulting"
            | "corresponding"
            | "specified"
            | "abovementioned"
            | "above-mentioned"
            | "aforementioned"
    )
}

/// Nouns for texts that speak of themselves.
#[rustfmt::skip]
pub(super) fn is_instrument(word: &str) -> bool {
    matches!(
        word.strip_suffix('s').unwrap_or(word),
        "ordinance" | "agreement" | "resolution" | "section" | "subsection" | "article" | "chapter" | "act"
                | "statute" | "contract" | "charter" | "policy" | "code" | "regulation" | "rule" | "provision"
                | "document" | "letter" | "report" | "appeal" | "order" | "memo" | "memorandum" | "minute"
                | "meeting" | "certificate" | "lease" | "deed" | "permit" | "exhibit" | "amendment"
                | "interpretation" | "paper" | "book" | "title" | "part"
    )
}

/// Nouns that with a bare *the* point at something told before.
#[rustfmt::skip]
fn is_pointing_noun(word: &str) -> bool {
    is_instrument(word)
        || matches!(
            word.strip_suffix('s').unwrap_or(word),
            "request" | "matter" | "issue" | "proposal" | "deposit" | "measure" | "question" | "answer" | "change"
                | "case" | "decision" | "project" | "program" | "programme" | "plan" | "event"
                | "grant" | "department" | "group" | "team" | "site" | "premise" | "building" | "house" | "room"
                | "thing" | "applicant" | "application" | "appellant" | "variance" | "fee" | "amount" | "problem"
                | "idea" | "story" | "film" | "movie" | "show" | "game" | "device" | "product" | "feature"
                | "company" | "deal" | "acquisition" | "transaction" | "motion" | "vote" | "item" | "topic"
                | "subject" | "process" | "work" | "task" | "job" | "test" | "result" | "sheet" | "ticket" | "form"
                | "sample" | "lot" | "area" | "zone" | "park" | "tree" | "man"
                | "woman" | "software" | "machine" | "system" | "landscape" | "example" | "image" | "boy" | "girl" | "guy" | "activity" | "regulation" | "exemption"
                | "notice" | "record" | "member" | "chair" | "level" | "lowering" | "loss" | "shortfall" | "pair"
                | "crest" | "embankment" | "tower" | "allocation" | "virus" | "disease" | "accident" | "incident"
                | "narrative" | "offender"
        )
}

/// Adjectives that say which of those told of before is meant.
fn points_anew(word: &str) -> bool {
    matches!(
        word,
        "proposed"
            | "revised"
            | "previous"
            | "current"
            | "existing"
            | "attached"
            | "final"
            | "requested"
            | "amended"
            | "new"
            | "first"
            | "second"
            | "original"
            | "entire"
            | "whole"
            | "recent"
            | "protected"
            | "affected"
            | "same"
            | "other"
            | "third"
            | "fourth"
            | "fifth"
            | "last"
            | "next"
            | "biggest"
            | "largest"
            | "main"
            | "best"
            | "worst"
            | "hardest"
            | "key"
            | "only"
            | "remaining"
            | "resulting"
            | "corresponding"
            | "specified"
    )
}

/// Nouns of which there is one for everybody, or that stand for their whole kind.
#[rustfmt::skip]
fn is_only_one(word: &str) -> bool {
    matches!(
        stem(word),
        "world" | "internet" | "web" | "future" | "past" | "present" | "sun" | "moon" | "sky" | "earth" | "planet"
            | "universe" | "government" | "public" | "media" | "new" | "market" | "economy" | "industry" | "cloud"
            | "way" | "country" | "state" | "nation" | "law" | "brain" | "mind" | "body" | "heart" | "self" | "truth"
            | "right" | "left" | "north" | "south" | "east" | "west" | "top" | "bottom" | "beginning" | "end" | "middle"
            | "rest" | "majority" | "weather" | "environment" | "population" | "community" | "society" | "war" | "pandemic"
            | "board" | "council" | "city" | "town" | "edge" | "enterprise" | "consumer" | "customer" | "user" | "developer"
            | "computer" | "piano" | "guitar" | "phone" | "telephone" | "radio" | "press" | "police" | "church"
            | "school" | "university" | "hospital" | "bank" | "street" | "sea" | "ocean" | "air" | "water" | "ground"
    )
}
