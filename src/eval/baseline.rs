//! What simple ways would have given: plain BM25 over the text units (Robertson and Walker 1994, in Lucene's form, k1
//! 1.2, b 0.75), and answers that are the first passages found, or the windows of three sentences with the rarest words
//! of the question. An engine that does not beat them is not worth its time.

use std::collections::{BTreeSet, HashMap, HashSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::content::content_words;
use crate::model::{DocumentId, TextUnitId};
use crate::store::{Reader, Result};

const K1: f64 = 1.2;
const B: f64 = 0.75;
/// Words that BM25 passes over.
const STOP_WORDS: &str = include_str!("bm25_stop_words.txt");
/// Sentences of a window, and words after which no further window is taken.
const WINDOW: usize = 3;
const WINDOW_WORDS: usize = 180;
/// Each passage further down counts this share less.
const FURTHER: f64 = 0.06;

/// An index of words over all text units.
pub struct Bm25 {
    stemmer: Stemmer,
    stop: HashSet<&'static str>,
    units: Vec<(TextUnitId, DocumentId)>,
    /// Of each stem, the units that have it, by position, with what it counts there.
    postings: HashMap<String, Vec<(u32, f32)>>,
}

impl Bm25 {
    pub fn of(reader: &Reader) -> Result<Self> {
        let mut index = Self {
            stemmer: Stemmer::create(Algorithm::English),
            stop: STOP_WORDS.lines().collect(),
            units: Vec::new(),
            postings: HashMap::new(),
        };
        let mut counts: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
        let mut lengths: Vec<usize> = Vec::new();
        for unit in reader.all_text_units()? {
            let at = index.units.len() as u32;
            index.units.push((unit.id, unit.document));
            let stems = index.stems(&reader.unit_text(&unit)?);
            lengths.push(stems.len());
            let mut here: HashMap<String, u32> = HashMap::new();
            stems.into_iter().for_each(|stem| *here.entry(stem).or_default() += 1);
            here.into_iter().for_each(|(stem, count)| counts.entry(stem).or_default().push((at, count)));
        }
        let all = lengths.len() as f64;
        let mean = lengths.iter().sum::<usize>() as f64 / all.max(1.0);
        for (stem, places) in counts {
            let having = places.len() as f64;
            let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
            let weighed = places.into_iter().map(|(at, count)| {
                let count = f64::from(count);
                let length = 1.0 - B + B * lengths[at as usize] as f64 / mean;
                (at, (rare * count / (count + K1 * length)) as f32)
            });
            index.postings.insert(stem, weighed.collect());
        }
        Ok(index)
    }

    fn stems(&self, text: &str) -> Vec<String> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
        let words = words.filter(|word| !word.is_empty() && !self.stop.contains(word));
        words.map(|word| self.stemmer.stem(word).into_owned()).collect()
    }

    /// The text units with the question's words, best first; among equals the earlier ones.
    pub fn search(&self, question: &str, limit: usize) -> Vec<(TextUnitId, DocumentId)> {
        let mut scores: HashMap<u32, f32> = HashMap::new();
        for stem in self.stems(question) {
            for (at, score) in self.postings.get(&stem).into_iter().flatten() {
                *scores.entry(*at).or_default() += score;
            }
        }
        let mut ranked: Vec<(u32, f32)> = scores.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.into_iter().take(limit).map(|(at, _)| self.units[at as usize]).collect()
    }
}

/// The windows of three sentences out of passages that have the rarest words of a question, best first, none
/// overlapping.
pub fn windows(question: &str, passages: &[String]) -> Vec<String> {
    let sentences: Vec<Vec<&str>> = passages.iter().map(|passage| sentences(passage)).collect();
    let mut having: HashMap<String, usize> = HashMap::new();
    for sentence in sentences.iter().flatten() {
        content_words(sentence).into_iter().for_each(|word| *having.entry(word).or_default() += 1);
    }
    let all = (sentences.iter().map(Vec::len).sum::<usize>() + 1) as f64;
    let wanted = content_words(question);
    let mut ranked: Vec<(f64, usize, usize, String)> = Vec::new();
    for (rank, sentences) in sentences.iter().enumerate() {
        for first in 0..sentences.len().saturating_sub(WINDOW - 1).max(1) {
            let text = sentences[first.min(sentences.len())..(first + WINDOW).min(sentences.len())].join(" ");
            let words = content_words(&text);
            let shared: BTreeSet<&String> = wanted.intersection(&words).collect();
            let rare = |word: &&String| (1.0 + all / (1 + having.get(*word).copied().unwrap_or_default()) as f64).ln();
            let score = shared.iter().map(rare).sum::<f64>() * (1.0 - FURTHER * rank as f64);
            ranked.push((score, rank, first, text));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
    let (mut taken, mut used, mut words) = (Vec::new(), HashSet::new(), 0);
    for (_, rank, first, text) in ranked {
        if words >= WINDOW_WORDS {
            break;
        }
        let places: Vec<(usize, usize)> = (first..first + WINDOW).map(|at| (rank, at)).collect();
        if places.iter().all(|place| !used.contains(place)) {
            used.extend(places);
            words += text.split_whitespace().count();
            taken.push(text);
        }
    }
    taken
}

/// Cuts behind signs that end sentences, and at line breaks; no more is wanted of what is to be beaten.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let behind = at + c.len_utf8();
        let rest = &text[behind..];
        let gap = if matches!(c, '.' | '!' | '?') { rest.len() - rest.trim_start().len() } else { 0 };
        if c == '\n' {
            let more = rest.len() - rest.trim_start_matches('\n').len();
            found.push(&text[start..at]);
            start = behind + more;
            at = start;
        } else if gap > 0 {
            found.push(&text[start..behind]);
            start = behind + gap;
            at = start;
        } else {
            at = behind;
        }
    }
    found.push(&text[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_signs_and_lines() {
        assert_eq!(sentences("It leaked. It held!\n\nOrsk: no.5"), ["It leaked.", "It held!", "Orsk: no.5"]);
        assert_eq!(sentences("One\ntwo"), ["One", "two"]);
        assert_eq!(sentences(""), [""]);
    }

    #[test]
    fn the_window_with_the_rare_words_comes_first() {
        let passage =
            "The harbour is old. Boats come. Boats go. Cement rose in March. The north gate leaked. Nobody slept."
                .to_owned();
        let windows = windows("When did the gate leak?", &[passage]);
        assert!(windows[0].contains("gate leaked"), "{windows:?}");
        let words: usize = windows.iter().map(|window| window.split_whitespace().count()).sum();
        assert!(words <= 20, "no sentence twice");
    }
}
