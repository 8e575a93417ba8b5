//! What an answer has said so far: nothing is said twice, in other words or of the same other.

use std::collections::HashSet;

use crate::judgement::Quotable;
use crate::model::{DocumentId, Span};
use crate::text::names::lexicon::{Flags, flags};
use crate::text::terms::{Stems, fold, is_stop, words};

/// Words that make a name of somebody else: first name and surname.
const A_NAME: usize = 2;
/// Two sentences that share this part of their words say the same.
const SAME: f32 = 0.6;
/// One that has this part of its words in another says nothing more.
const INSIDE: f32 = 0.95;

/// What an answer has said so far, as sets of stems.
#[derive(Default)]
pub(super) struct Said {
    stems: Stems,
    sentences: Vec<HashSet<String>>,
    /// The words of the one name or term that is asked about, in lower case; none where more is asked.
    about: Option<Vec<String>>,
    /// Other names in what was said.
    named: Vec<HashSet<String>>,
    /// Where what was said stands, as far as that is known.
    places: Vec<(DocumentId, Span)>,
}

impl Said {
    /// The capitalised words of a sentence beside those of what is asked about; none where more is asked than one thing.
    fn others_named(&self, text: &str) -> HashSet<String> {
        let Some(about) = &self.about else { return HashSet::new() };
        let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 1;
        // The first word of a sentence has its capital anyway, but *Ada* is somebody.
        let named = |&(at, word): &(usize, &str)| capital(word) && (at > 0 || is_first_name(&fold(word)));
        let others = words(text).map(|word| word.text).enumerate().filter(named).map(|(_, word)| fold(word));
        others.filter(|word| !about.contains(word) && !is_stop(word)).collect()
    }

    fn set(&mut self, text: &str) -> HashSet<String> {
        words(text)
            .filter(|word| !is_stop(&fold(word.text)))
            .map(|word| self.stems.stem(word.text).to_owned())
            .collect()
    }

    /// True when nothing said so far shares most of its words. Numbers make a difference: two accounts of one event
    /// that differ in a figure are two things said.
    pub(super) fn is_new(&mut self, quotable: &Quotable) -> bool {
        let again = |&(document, span): &(DocumentId, Span)| {
            let overlaps = |(other, place): (DocumentId, Span)| {
                other == document && place.start < span.end && span.start < place.end
            };
            quotable.place.is_some_and(overlaps)
        };
        if self.places.iter().any(again) {
            return false;
        }
        let others = self.others_named(&quotable.text);
        let names_the_same = |known: &HashSet<String>| {
            let shared = known.intersection(&others).count();
            let person = known.intersection(&others).any(|word| is_first_name(word));
            person || shared >= A_NAME && 2 * shared >= known.len().min(others.len())
        };
        if self.named.iter().any(names_the_same) {
            return false;
        }
        let set = self.set(&quotable.text);
        !self.sentences.iter().any(|other| {
            let shared = set.intersection(other).count() as f32;
            let like = shared / set.len().min(other.len()).max(1) as f32;
            let inside = shared / set.len().max(1) as f32 >= INSIDE;
            inside || like >= SAME && numbers(&set) == numbers(other)
        })
    }
    pub(super) fn add_sentence(&mut self, quotable: &Quotable) {
        self.places.extend(quotable.place);
        self.named.push(self.others_named(&quotable.text));
        let set = self.set(&quotable.text);
        self.sentences.push(set);
    }
}

fn is_first_name(folded: &str) -> bool {
    flags(folded).has(Flags::FIRST_NAME)
}

/// The words of a sentence that are figures.
fn numbers(set: &HashSet<String>) -> Vec<&String> {
    let mut found: Vec<&String> = set.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).collect();
    found.sort();
    found
}
