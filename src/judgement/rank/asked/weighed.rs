//! The words of a question with what each weighs in this corpus, and which other words stand for them.

use std::collections::HashMap;

use super::KIN;
use crate::judgement::rank::lexicon::Lexicon;
use crate::text::dates::periods::Periods;
use crate::text::dates::year_forms;
use crate::text::question::{Reading, is_light};
use crate::text::words::kin::{SELDOM, kin, stand_ins};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{Stems, fold, is_stop, words};

/// A word that says little by itself weighs this part of its rarity.
const LIGHT: f32 = 0.4;
/// What a word counts that stands in for one that no document uses, or few.
pub const STAND_IN: f32 = 0.8;

/// True for the first name of somebody whom the question calls in full.
fn is_first_name(word: &str, reading: &Reading) -> bool {
    flags(word).has(Flags::FIRST_NAME)
        && reading.names.iter().any(|name| {
            let (first, rest) = name.split_once(' ').unwrap_or_default();
            !rest.is_empty() && fold(first) == word
        })
}

/// The words of a question, weighed. All lists but `unknown` and `sequences` go by position, word by word.
#[derive(Default)]
pub(super) struct Weighed {
    /// Position and part in `weights` that a stem counts for.
    pub by_stem: HashMap<String, Vec<(usize, f32)>>,
    pub weights: Vec<f32>,
    /// What each counts beside the others, whatever its rarity.
    pub telling: Vec<f32>,
    /// Their stems.
    pub order: Vec<String>,
    /// Words that are found as they are written, with their positions.
    pub sequences: Vec<(String, usize)>,
    /// Words that no document uses, as asked, and what they would weigh.
    pub unknown: Vec<String>,
    pub absent: f32,
    /// Those in whose place others are looked for, with these.
    pub replaced: Vec<(String, Vec<String>)>,
}

impl Weighed {
    /// Weighs them; `called` are the lone words by which each name is called besides.
    pub fn of(reading: &Reading, called: &[Vec<String>], lexicon: &dyn Lexicon, stems: &mut Stems) -> Self {
        let name_words =
            reading.names.iter().flat_map(|name| words(name).map(|word| word.text.to_owned()).collect::<Vec<_>>());
        let about = words(&reading.statement.about).filter(|word| !is_stop(&fold(word.text)));
        let about = about.map(|word| word.text.to_owned());
        let mut weighed = Self::default();
        for word in reading.content.iter().cloned().chain(name_words).chain(about) {
            weighed.take(word, reading, lexicon, stems);
        }
        for numbered in reading.wording.numbered.iter().filter(|numbered| lexicon.is_used(numbered)) {
            weighed.sequences.push((numbered.clone(), weighed.weights.len()));
            weighed.push(numbered.clone(), lexicon.weight(numbered), 1.0);
        }
        for (name, called) in reading.names.iter().zip(called) {
            weighed.call(name, called, stems);
        }
        weighed.tie(lexicon, reading.language.is_none());
        if reading.language.is_some() {
            weighed.add_forms(lexicon, reading.language);
        }
        weighed
    }

    /// Lets the lone words by which somebody is called stand for all words of the name.
    fn call(&mut self, name: &str, called: &[String], stems: &mut Stems) {
        if called.is_empty() {
            return;
        }
        let mut place = |word: &str| self.order.iter().position(|known| *known == stems.stem(word));
        let places: Vec<usize> = words(name).filter_map(|word| place(word.text)).collect();
        for lone in called {
            let known = self.by_stem.entry(stems.stem(lone).to_owned()).or_default();
            known.retain(|(at, _)| !places.contains(at));
            known.extend(places.iter().map(|&at| (at, 1.0)));
        }
    }

    /// Adds other forms of the words: stems are those of English, and other languages inflect otherwise.
    fn add_forms(&mut self, lexicon: &dyn Lexicon, language: Option<&str>) {
        for at in 0..self.order.len() {
            for (form, alike) in lexicon.forms(&self.order[at], language) {
                let known = self.by_stem.entry(form).or_default();
                if !known.iter().any(|&(known, _)| known == at) {
                    known.push((at, alike));
                }
            }
        }
    }

    fn push(&mut self, stem: String, weight: f32, telling: f32) {
        self.order.push(stem);
        self.weights.push(weight);
        self.telling.push(telling);
    }

    /// Weighs a word that is none of those before it.
    fn take(&mut self, word: String, reading: &Reading, lexicon: &dyn Lexicon, stems: &mut Stems) {
        let stem = stems.stem(&word).to_owned();
        if self.order.contains(&stem) || stem.is_empty() {
            return;
        }
        let is_used = lexicon.is_used(&word);
        // A quarter that no text writes so may be told by titles.
        if !is_used && !Periods::of(&word).quarters.is_empty() {
            return;
        }
        // Another form of it may be used: *descarregou* for *descarregava*.
        let forms = if is_used { Vec::new() } else { lexicon.forms(&stem, reading.language) };
        if let Some((first, _)) = forms.first() {
            let weight = lexicon.weight(first);
            for (form, alike) in forms {
                self.by_stem.entry(form).or_default().push((self.weights.len(), alike));
            }
            return self.push(stem, weight, 1.0);
        }
        if !is_used {
            let others = stand_ins(&word, reading.language).iter().map(|other| (*other).to_owned()).collect();
            if self.takes_in_place(&word, &stem, others, lexicon, stems)
                || self.takes_in_place(&word, &stem, lexicon.parts(&word, reading.language), lexicon, stems)
            {
                return;
            }
            // What no document says is missing from every passage.
            self.absent += if is_light(&word) { LIGHT } else { 1.0 };
            self.unknown.push(as_written(word, reading));
            return self.push(stem, 0.0, 0.0);
        }
        // A year is told by the document's title or date more often than in each of its sentences, and what is done is
        // said in other words than it is asked.
        let is_predicate = reading.predicate.as_ref() == Some(&word) && reading.content.len() > 1;
        // Whoever is asked about by the full name is mostly called by the surname.
        let light = is_light(&word) || !year_forms(&word).is_empty() || is_predicate || is_first_name(&word, reading);
        let weight = lexicon.weight(&stem) * if light { LIGHT } else { 1.0 };
        self.by_stem.entry(stem.clone()).or_default().push((self.weights.len(), 1.0));
        let ties = stems.weighed(&word).1;
        let telling = match (ties, light) {
            (true, _) => 0.0,
            (false, true) => LIGHT,
            (false, false) => 1.0,
        };
        if words(&word).nth(1).is_some() && !word.contains(' ') {
            self.sequences.push((word.to_lowercase(), self.order.len()));
        }
        self.push(stem, weight, telling);
    }

    /// Puts words that say the same in the place of one that no document uses; false where none of them is used either.
    fn takes_in_place(
        &mut self,
        word: &str,
        stem: &str,
        others: Vec<String>,
        lexicon: &dyn Lexicon,
        stems: &mut Stems,
    ) -> bool {
        let at = self.weights.len();
        let mut weight = 0.0_f32;
        let mut used: Vec<String> = Vec::new();
        for other in others.into_iter().filter(|other| !is_stop(other) && lexicon.is_used(other)) {
            let stem = stems.stem(&other).to_owned();
            if !used.contains(&other) {
                used.push(other);
            }
            let other = stem;
            weight = weight.max(lexicon.weight(&other));
            let known = self.by_stem.entry(other).or_default();
            if !known.iter().any(|&(known, _)| known == at) {
                known.push((at, STAND_IN));
            }
        }
        if weight > 0.0 {
            self.push(stem.to_owned(), weight * STAND_IN, STAND_IN);
            self.replaced.push((word.to_owned(), used));
        }
        weight > 0.0
    }

    /// Adds the words that stand for others: those of their kin, other forms of a year, words used alike, and in
    /// English those that say as much as one that few passages have.
    fn tie(&mut self, lexicon: &dyn Lexicon, english: bool) {
        let mut stems = Stems::default();
        for (at, stem) in self.order.iter().enumerate() {
            let years = year_forms(stem).into_iter().map(|form| (form, 1.0));
            let kin: Vec<(String, f32)> = kin(stem).iter().map(|kin| (kin.clone(), 1.0)).chain(years).collect();
            let others = if english && lexicon.weight(stem) >= SELDOM { stand_ins(stem, None) } else { &[] };
            let others = others.iter().filter(|other| !is_stop(other));
            let others = others.map(|other| (stems.stem(other).to_owned(), STAND_IN));
            for (other, nearness) in kin.into_iter().chain(others).chain(lexicon.related(stem)) {
                let known = self.by_stem.entry(other).or_default();
                if !known.iter().any(|&(known, _)| known == at) {
                    known.push((at, nearness.clamp(0.0, KIN)));
                }
            }
        }
    }
}

/// A word as the question writes it where that is a name: *France*, whatever it is compared by.
fn as_written(word: String, reading: &Reading) -> String {
    let mut named = reading.names.iter().flat_map(|name| words(name)).map(|own| own.text);
    named.find(|own| own.to_lowercase() == word).map(str::to_owned).unwrap_or(word)
}
