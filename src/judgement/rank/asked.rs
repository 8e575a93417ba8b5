//! A question made ready to rank with: its words with what they weigh in this corpus, the words used alike, its names,
//! and what kind of thing would answer it.

mod hits;
pub(in crate::judgement) mod weighed;

use std::collections::HashMap;

pub use self::hits::{FoundParts, Hits};
use self::weighed::Weighed;
use super::lexicon::Lexicon;
use crate::model::dense::mean;
use crate::text::dates::{tells_lifespan, year_of};
use crate::text::language::pack;
use crate::text::question::{Reading, is_of_life};
use crate::text::statements::stance::{Stance, effect_and_cause};
use crate::text::words::fold::singular;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{Beginnings, Stems, folded, words};

/// A word that answers another counts this much of it where words are told from their like.
pub(super) const KIN: f32 = 0.99;

/// Behind how often something was done.
const TIMES: &str = "times";

/// Weight of a word that only frames the question ("tell me about"), when passages are compared with each other.
const FRAMING: f32 = 0.7;

/// Confidence that a text makes a statement of the kind asked for where it has the question's own word for it: "the
/// risks of …".
const NAMED: f32 = 0.85;
/// What is left of it where what is asked about is itself told as the reason of something else.
const IN_TURN: f32 = 0.3;
/// Confidence where it stands under that word: what stands under *Drawbacks*.
const HEADED: f32 = 0.75;

/// A question prepared for ranking passages.
pub struct PreparedQuestion {
    /// The words (positions in `weights`) that a stem matches, each with how well: 1 for the word itself.
    pub(super) by_stem: HashMap<String, Vec<(usize, f32)>>,
    /// Words with a mark inside (*4.2*, *node.js*) and words with a digit behind them (*rule 2*), as they are written
    /// in lower case, with their positions in `weights`: the text's words are parts of them.
    sequences: Vec<(String, usize)>,
    /// The prefixes of the stems of its own words.
    beginnings: Beginnings,
    pub(super) weights: Vec<f32>,
    /// Whether each word is no title of address itself.
    plain: Vec<bool>,
    pub(super) total: f32,
    /// Weight of each word apart from its rarity: less for one that says little.
    telling: Vec<f32>,
    /// Stems of the words that only frame the question: they have no weight, and break ties (`covering`).
    pub(super) framing: HashMap<String, usize>,
    /// Positions of the words that a lifespan in brackets answers: *born*, *die*.
    pub(super) lived: Vec<usize>,
    /// The stem of what is counted.
    pub(super) counted: Option<String>,
    /// The same of how often it was done: "12 times".
    pub(super) times: Option<String>,
    pub(super) pairs: Vec<(usize, usize)>,
    /// Folded words of each name, and their positions in `weights`.
    names: Vec<Vec<String>>,
    /// The lone words by which each is called besides, folded.
    called: Vec<Vec<String>>,
    pub(super) name_places: Vec<Vec<usize>>,
    /// Words of the question that no document has, as they were typed.
    pub unknown: Vec<String>,
    /// Those in whose place others are looked for, with these.
    pub replaced: Vec<(String, Vec<String>)>,
    /// The share of the question's weight that those words have, from 0 to 1.
    pub absent: f32,
    /// Asks for a figure, a date, an amount.
    pub figure: bool,
    /// How one does something is asked for.
    pub how_to: bool,
    /// How long something lasts or takes is asked for.
    pub(super) duration: bool,
    /// How much it counts against a line that it stands beside running text, as code does: nothing where code, a
    /// command or an example is asked for, half where one is to be told how to do something.
    pub aside: f32,
    /// Figures and months that the question gives itself, in lower case: they answer nothing.
    pub(super) given: Vec<String>,
    /// Asks for a day, a year or an hour.
    pub(super) when: bool,
    /// Asks for somebody or a place: a name answers.
    pub name: bool,
    /// The question has no content words but names.
    pub names_alone: bool,
    /// The years that it names.
    pub(super) years: Vec<u16>,
    /// The kind of statement asked for.
    pub stance: Option<Stance>,
    /// The language of the question, where that is not English.
    pub(super) language: Option<&'static str>,
    /// Stems of the words that name it.
    pub(super) naming: Vec<String>,
    /// The mean of its words' vectors, of unit length; empty where none is known.
    pub vector: Vec<f32>,
}

impl PreparedQuestion {
    /// Prepares a question.
    pub fn new(reading: &Reading, lexicon: &dyn Lexicon) -> Self {
        let mut stems = Stems::default();
        let called: Vec<Vec<String>> = reading.names.iter().map(|name| lexicon.called(name)).collect();
        let weighed = Weighed::of(reading, &called, lexicon, &mut stems);
        let Weighed { by_stem, weights, telling, order, sequences, unknown, absent, replaced } = weighed;
        let titles = reading.content.iter().filter(|word| flags(word).has(Flags::HONORIFIC));
        let titles: Vec<String> = titles.map(|word| stems.stem(word).to_owned()).collect();
        let plain = order.iter().map(|stem| !titles.contains(stem)).collect();
        let mut framing = HashMap::new();
        for word in &reading.wording.framing {
            let stem = stems.stem(word).to_owned();
            if !by_stem.contains_key(&stem) {
                let next = weights.len() + framing.len();
                framing.entry(stem).or_insert(next);
            }
        }
        let pairs = reading.wording.phrases.iter().flat_map(|phrase| {
            let places: Vec<Option<usize>> =
                phrase.split(' ').map(|word| order.iter().position(|known| *known == stems.stem(word))).collect();
            places.windows(2).filter_map(|pair| Some((pair[0]?, pair[1]?))).collect::<Vec<_>>()
        });
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let mut places = |name: &String| {
            let mut stem = |word: &str| order.iter().position(|known| *known == stems.stem(word));
            words(name).filter_map(|word| stem(word.text)).collect()
        };
        let name_places: Vec<Vec<usize>> = reading.names.iter().map(&mut places).collect();
        let vector = mean(lexicon.vectors(&order).into_iter().zip(&weights).filter_map(|(v, &w)| Some((v?, w))));
        let total = (absent + weights.iter().sum::<f32>()).max(f32::MIN_POSITIVE);
        let of_life = reading.content.iter().filter(|word| is_of_life(word));
        let lived = of_life.filter_map(|word| order.iter().position(|known| *known == stems.stem(word))).collect();
        Self {
            lived,
            total,
            absent: absent / total,
            by_stem,
            sequences,
            beginnings: Beginnings::of(order.iter().map(String::as_str)),
            weights,
            plain,
            aside: match (reading.wants.code, reading.wants.how_to) {
                (true, _) => 0.0,
                (false, true) => 0.5,
                (false, false) => 1.0,
            },
            telling,
            framing,
            counted: reading.wants.counted.as_ref().map(|word| stems.stem(word).to_owned()),
            times: reading.wants.times.then(|| stems.stem(TIMES).to_owned()),
            pairs,
            names: reading.names.iter().map(|name| folded(name)).collect(),
            called,
            name_places,
            unknown,
            replaced,
            figure: reading.wants.figure,
            how_to: reading.wants.how_to,
            duration: reading.wants.duration,
            given: reading.wording.given.clone(),
            when: reading.wants.when,
            name: reading.wants.place
                || reading.wants.person
                || reading.identity.whois.is_some()
                || reading.role.is_some(),
            names_alone: reading.asks_with_names_alone(),
            years: reading.content.iter().filter_map(|word| year_of(word)).collect(),
            stance: reading.statement.stance,
            language: reading.language,
            naming: reading.statement.naming.iter().map(|word| stems.stem(word).to_owned()).collect(),
            vector,
        }
    }

    /// True when there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        !self.weights.iter().any(|&weight| weight > 0.0)
    }

    /// How plainly a text makes the kind of statement asked for, from 0 to 1; 0 where none is. `heading` is what it
    /// stands under.
    pub fn stated(&self, text: &str, heading: &[String], stems: &mut Stems) -> f32 {
        let Some(stance) = self.stance else { return 0.0 };
        let mut names = |text: &str| words(text).any(|word| self.naming.iter().any(|own| stems.stem(word.text) == own));
        let named = if self.naming.is_empty() {
            0.0
        } else if names(text) {
            NAMED
        } else if heading.last().is_some_and(|heading| names(heading)) {
            HEADED
        } else {
            0.0
        };
        let strength = stance.strength_in(text, self.language.and_then(pack)).max(named);
        if stance == Stance::Cause && self.is_given_as_cause(text, stems) { IN_TURN * strength } else { strength }
    }

    /// True for a sentence that tells what is asked about as the reason of something else: "It was late, because the
    /// letter was not read" of "Why was the letter not read?".
    fn is_given_as_cause(&self, text: &str, stems: &mut Stems) -> bool {
        const MOST: f32 = 0.34;
        effect_and_cause(text).is_some_and(|(effect, cause)| {
            let share = self.exact(cause, stems);
            share >= MOST && 2.0 * self.exact(effect, stems) < share
        })
    }

    /// What each part that [`FoundParts`] tells of counts beside the others, before its rarity among what was found.
    pub fn telling(&self) -> Vec<f32> {
        self.telling.iter().copied().chain(std::iter::repeat_n(FRAMING, self.framing.len())).collect()
    }

    /// Measures what a text has of the question.
    pub fn hits(&self, text: &str, stems: &mut Stems) -> Hits {
        self.hits_with_parts(text, stems).0
    }

    /// [`Hits::exact`] alone, for looking through many texts of which few have any of the question.
    pub fn exact(&self, text: &str, stems: &mut Stems) -> f32 {
        let mut found = vec![0.0_f32; self.weights.len()];
        for word in words(text).filter(|word| self.beginnings.may_have(word.text)) {
            for &(at, part) in self.by_stem.get(stems.stem(word.text)).into_iter().flatten() {
                if self.only_addresses(at, word.text) {
                    continue;
                }
                found[at] = found[at].max(part);
            }
        }
        self.note_sequences(text, &mut found);
        self.shares(found.into_iter()).0
    }

    /// True for a title of address that has the stem of a word of the question, which is none: *Miss* Voss is not
    /// missing.
    fn only_addresses(&self, at: usize, word: &str) -> bool {
        self.plain[at] && word.starts_with(char::is_uppercase) && flags(&word.to_lowercase()).has(Flags::HONORIFIC)
    }

    /// Marks the sequences that a text has.
    fn note_sequences(&self, text: &str, found: &mut [f32]) {
        if self.sequences.is_empty() {
            return;
        }
        let lower = text.to_lowercase();
        for (sequence, at) in &self.sequences {
            if stands_alone(sequence, &lower) {
                found[*at] = 1.0;
            }
        }
    }

    /// Which part of a text's words of content are words of the question, from 0 to 1.
    pub fn share_of(&self, text: &str, stems: &mut Stems) -> f32 {
        let (mut all, mut own) = (0, 0);
        for word in words(text) {
            let (stem, stop) = stems.weighed(word.text);
            if !stop {
                all += 1;
                own += usize::from(self.by_stem.get(stem).into_iter().flatten().any(|&(_, part)| part >= 1.0));
            }
        }
        own as f32 / all.max(1) as f32
    }

    /// The part of the question's weight that the heaviest word has, from 0 to 1.
    pub fn heaviest_share(&self) -> f32 {
        self.weights.iter().copied().fold(0.0, f32::max) / self.total
    }

    /// True when a text has one of the words that weigh most, or one that is used much like it; also where no word
    /// weighs anything.
    pub fn has_heaviest(&self, text: &str, stems: &mut Stems) -> bool {
        const NEARLY: f32 = 0.85;
        const LIKE: f32 = 0.7;
        let heaviest = self.weights.iter().copied().fold(0.0, f32::max);
        if heaviest <= 0.0 {
            return true;
        }
        let FoundParts(found) = self.hits_with_parts(text, stems).1;
        found.iter().zip(&self.weights).any(|(part, weight)| *part >= LIKE && *weight >= NEARLY * heaviest)
    }

    /// True when a text has a word of the question, or one that is used much like it.
    pub fn has_word(&self, word: &str, text: &str, stems: &mut Stems) -> bool {
        const LIKE: f32 = 0.7;
        if let Some((sequence, _)) = self.sequences.iter().find(|(sequence, _)| *sequence == word.to_lowercase()) {
            return stands_alone(sequence, &text.to_lowercase());
        }
        let wanted = self.by_stem.get(stems.stem(word)).into_iter().flatten();
        let Some(at) = wanted.filter(|(_, part)| *part >= 1.0).map(|&(at, _)| at).next() else { return false };
        words(text).any(|word| {
            let known = self.by_stem.get(stems.stem(word.text)).into_iter().flatten();
            known.into_iter().any(|&(own, part)| own == at && part >= LIKE && !self.only_addresses(at, word.text))
        })
    }

    /// All that [`PreparedQuestion::hits`] measures, with which parts of the question the text is made of.
    pub fn hits_with_parts(&self, text: &str, stems: &mut Stems) -> (Hits, FoundParts) {
        let mut found = vec![0.0_f32; self.weights.len() + self.framing.len()];
        let mut hits = Hits { first: 1.0, ..Hits::default() };
        let mut before: Option<usize> = None;
        let mut pairs = 0;
        let mut first = None;
        for word in words(text) {
            let mut exact = None;
            let (stem, is_stop) = stems.weighed(word.text);
            if let Some(places) = self.by_stem.get(stem) {
                for &(at, part) in places.iter().filter(|&&(at, _)| !self.only_addresses(at, word.text)) {
                    found[at] = found[at].max(part);
                    if part >= 1.0 {
                        exact = Some(at);
                    }
                }
            }
            if let Some(&at) = self.framing.get(stem) {
                found[at] = 1.0;
            }
            if let (Some(one), Some(other)) = (before, exact)
                && self.pairs.contains(&(one, other))
            {
                pairs += 1;
            }
            if exact.is_some() && first.is_none() {
                first = Some(hits.words);
            }
            hits.words += 1;
            if !is_stop {
                hits.content += 1;
                hits.new += usize::from(exact.is_none());
                before = exact;
            }
        }
        if !self.lived.is_empty() && tells_lifespan(text) {
            self.lived.iter().for_each(|&at| found[at] = 1.0);
        }
        self.note_sequences(text, &mut found);
        hits.rarest = self.rarest(&found);
        (hits.exact, hits.related) = self.shares(found.iter().copied());
        hits.pairs = if self.pairs.is_empty() { 0.0 } else { (pairs as f32 / self.pairs.len() as f32).min(1.0) };
        hits.first = first.map_or(1.0, |at| at as f32 / hits.words.max(1) as f32);
        (hits, FoundParts(found))
    }

    /// What two texts have of the question as one, as [`Hits::exact`] and [`Hits::related`].
    pub fn together(&self, one: &FoundParts, other: &FoundParts) -> (f32, f32) {
        self.shares(one.0.iter().zip(&other.0).map(|(one, other)| one.max(*other)))
    }

    /// The share of the question's weight whose words a text has, or others that answer them.
    pub(super) fn answered(&self, found: &FoundParts) -> f32 {
        let of = |(part, weight): (&f32, &f32)| if *part >= KIN { *weight } else { 0.0 };
        found.0.iter().zip(&self.weights).map(of).sum::<f32>() / self.total
    }

    /// Weight of the rarest word found, as a part of the rarest asked.
    pub(super) fn rarest(&self, found: &[f32]) -> f32 {
        let heaviest = self.weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let exact = found.iter().zip(&self.weights).filter(|(part, _)| **part >= 1.0);
        exact.fold(0.0, |rarest: f32, (_, weight)| rarest.max(weight / heaviest))
    }

    pub(super) fn shares(&self, found: impl Iterator<Item = f32>) -> (f32, f32) {
        let (mut exact, mut related) = (0.0, 0.0);
        for (part, weight) in found.zip(&self.weights) {
            if part >= 1.0 {
                exact += weight;
            } else {
                related += part * weight;
            }
        }
        (exact / self.total, related / self.total)
    }

    /// True where the question names somebody or something.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// True where words end with a name of the question.
    pub fn ends_with_name(&self, folded: &[String]) -> bool {
        self.names.iter().any(|name| !name.is_empty() && folded.ends_with(name))
    }

    /// True where the folded words of a text have the last word of one of the question's names, or what else whoever is
    /// named so is called.
    pub fn calls(&self, name: &str, said: &[String]) -> bool {
        let own = folded(name);
        let of_it = |at: usize| self.names[at] == own && is_called(&own, &self.called[at], said);
        (0..self.names.len()).any(of_it)
    }

    /// True where the folded words of a text call everybody so whom the question names, where it names some.
    pub fn calls_all(&self, text: &str) -> bool {
        let said = folded(text);
        let mut names = self.names.iter().zip(&self.called);
        self.has_names() && names.all(|(name, called)| is_called(name, called, &said))
    }

    /// Share of the question's names that a text has, by their last words or by what else they are called.
    pub fn named(&self, folded: &[String]) -> f32 {
        if self.names.is_empty() {
            return 0.0;
        }
        // *The Reeds* are named where Reed is, and what is *Orskian* where Orsk is.
        let has = |(name, called): &(&Vec<String>, &Vec<String>)| {
            name.last().is_some_and(|last| {
                folded.contains(last) || folded.contains(&singular(last)) || folded.iter().any(|own| is_of(last, own))
            }) || called.iter().any(|lone| folded.contains(lone))
        };
        self.names.iter().zip(&self.called).filter(has).count() as f32 / self.names.len() as f32
    }
}

/// True where the last word of a name is among words, or one of the lone words by which it is known besides.
fn is_called(name: &[String], called: &[String], said: &[String]) -> bool {
    name.last().into_iter().chain(called).any(|one| said.contains(one))
}

/// True for a word that is another with an ending or two: *Australian* of *Australia*.
fn is_of(word: &str, other: &str) -> bool {
    const LEAST: usize = 6;
    const ENDING: usize = 2;
    let (long, short) = if word.len() > other.len() { (word, other) } else { (other, word) };
    short.len() >= LEAST && long.len() - short.len() <= ENDING && long.starts_with(short)
}

/// True where a sequence stands in a text by itself: *4.2* in "4.2 bar" and "at 4.2.", not in *14.2*, *4.25* or
/// *4.2.1*.
fn stands_alone(sequence: &str, lower: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric();
    let goes_on = |rest: &str| {
        let mut rest = rest.chars();
        match rest.next() {
            Some('.' | ',') => rest.next().is_some_and(|c| c.is_ascii_digit()),
            other => other.is_some_and(joins),
        }
    };
    let ends_one = |front: &str| {
        let mut front = front.chars().rev();
        match front.next() {
            Some('.' | ',') => front.next().is_some_and(|c| c.is_ascii_digit()),
            other => other.is_some_and(joins),
        }
    };
    lower.match_indices(sequence).any(|(at, _)| !ends_one(&lower[..at]) && !goes_on(&lower[at + sequence.len()..]))
}

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
