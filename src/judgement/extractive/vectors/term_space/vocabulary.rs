//! Which terms of a corpus are frequent enough to tell something of, and the passages as sequences of them.
//!
//! Nothing is held of every passage: terms are counted some passages at a time, and only the sample that co-occurrence
//! is counted on is kept, as numbers. A corpus that is no larger than the sample is read once.

use std::collections::HashMap;

use rayon::prelude::*;

use super::BATCH;
use crate::text::words::terms::{Stems, fold, is_stop, words};

/// The most words that get a vector; the rarest are left out.
const VOCABULARY: usize = 24_000;
/// Words of text that co-occurrence is counted on; of a larger corpus, evenly spread passages are taken.
const SAMPLE: usize = 3_000_000;
/// Passages that are read before what was found in them is added up.
const TOGETHER: usize = BATCH << 7;
/// Words of a corpus whose terms are worth something from the second occurrence on.
const SMALL: usize = 100_000;
/// A word that is in no vocabulary: it keeps its place between its neighbours.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// The terms of a corpus, and a sample of it told in them.
pub(super) struct Vocabulary {
    /// Stems, most frequent first.
    pub terms: Vec<String>,
    /// How many passages hold each.
    pub holding: Vec<u32>,
    pub sequences: Sequences,
}

/// Passages as terms by their numbers, one behind another.
#[derive(Debug, Default)]
pub(super) struct Sequences {
    terms: Vec<u32>,
    /// Where each passage ends.
    ends: Vec<usize>,
}

impl Sequences {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The terms of the passage at a position.
    pub fn of(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[at]]
    }

    fn end(&mut self) {
        self.ends.push(self.terms.len());
    }

    /// Adds the passages of another, with the terms as they are numbered here.
    fn append(&mut self, other: &Sequences, number: impl Fn(u32) -> u32) {
        let before = self.terms.len();
        self.terms.extend(other.terms.iter().map(|&term| if term == UNKNOWN { UNKNOWN } else { number(term) }));
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }
}

impl<'a> FromIterator<&'a [u32]> for Sequences {
    fn from_iter<I: IntoIterator<Item = &'a [u32]>>(passages: I) -> Self {
        let mut all = Self::default();
        for passage in passages {
            all.terms.extend_from_slice(passage);
            all.end();
        }
        all
    }
}

/// How often a term occurs, and in how many passages.
#[derive(Clone, Copy, Default)]
struct Count {
    occurrences: u32,
    holding: u32,
}

/// What was counted so far: each term by its number.
#[derive(Default)]
struct Counted {
    numbers: HashMap<String, u32>,
    counts: Vec<Count>,
    /// Words, unknown ones with them.
    words: usize,
    /// The passages, while they are all of the sample.
    whole: Option<Sequences>,
}

/// The same of a few passages, with the terms in the order of their numbers.
#[derive(Default)]
struct Batch {
    terms: Vec<String>,
    counts: Vec<Count>,
    sequences: Sequences,
}

impl Vocabulary {
    /// Reads the passages of a corpus.
    pub fn of<T: AsRef<str> + Sync>(passages: &[T]) -> Self {
        let Counted { numbers, counts, words, whole } = Counted::of(passages);
        let enough = if words < SMALL { 2 } else { 3 };
        let of = |number: u32| counts[number as usize];
        let mut kept: Vec<(String, u32)> =
            numbers.into_iter().filter(|&(_, number)| of(number).occurrences >= enough).collect();
        kept.sort_unstable_by(|(a, one), (b, other)| {
            of(*other).occurrences.cmp(&of(*one).occurrences).then_with(|| a.cmp(b))
        });
        kept.truncate(VOCABULARY);
        let holding = kept.iter().map(|&(_, number)| of(number).holding).collect();
        let sequences = match whole {
            Some(whole) => {
                let mut numbered = vec![UNKNOWN; counts.len()];
                (0..).zip(&kept).for_each(|(new, &(_, old))| numbered[old as usize] = new);
                let mut sequences = whole;
                sequences.terms.iter_mut().filter(|term| **term != UNKNOWN).for_each(|term| {
                    *term = numbered[*term as usize];
                });
                sequences
            }
            None => sampled(passages, words.div_ceil(SAMPLE), &kept),
        };
        Self { terms: kept.into_iter().map(|(term, _)| term).collect(), holding, sequences }
    }
}

/// Every so many-th passage, told in the terms that are kept, by their places.
fn sampled<T: AsRef<str> + Sync>(passages: &[T], every: usize, kept: &[(String, u32)]) -> Sequences {
    let numbers: HashMap<&str, u32> = kept.iter().map(|(term, _)| term.as_str()).zip(0..).collect();
    let taken: Vec<&str> = passages.iter().step_by(every).map(AsRef::as_ref).collect();
    let read = |passages: &&[&str]| {
        let (mut reading, mut sequences) = (Reading::default(), Sequences::default());
        for passage in *passages {
            let known = |stem: &str| numbers.get(stem).copied().unwrap_or(UNKNOWN);
            sequences.terms.extend(words(passage).filter_map(|word| reading.term(word.text, known)));
            sequences.end();
        }
        sequences
    };
    let batches: Vec<Sequences> = taken.chunks(BATCH).collect::<Vec<_>>().par_iter().map(read).collect();
    let mut all = Sequences::default();
    batches.iter().for_each(|batch| all.append(batch, |term| term));
    all
}

impl Counted {
    fn of<T: AsRef<str> + Sync>(passages: &[T]) -> Self {
        let mut all = Self { whole: Some(Sequences::default()), ..Self::default() };
        for passages in passages.chunks(TOGETHER) {
            let batches: Vec<Batch> = passages.par_chunks(BATCH).map(Batch::of).collect();
            batches.into_iter().for_each(|batch| all.add(batch));
        }
        all
    }

    fn add(&mut self, batch: Batch) {
        let numbers: Vec<u32> = batch
            .terms
            .into_iter()
            .zip(batch.counts)
            .map(|(term, count)| {
                let next = self.counts.len() as u32;
                let number = *self.numbers.entry(term).or_insert(next);
                if number == next {
                    self.counts.push(Count::default());
                }
                let known = &mut self.counts[number as usize];
                known.occurrences = known.occurrences.saturating_add(count.occurrences);
                known.holding = known.holding.saturating_add(count.holding);
                number
            })
            .collect();
        self.words += batch.sequences.terms.len();
        // A larger corpus is sampled, and the sample read again: no list of its passages is held.
        self.whole = self.whole.take().filter(|_| self.words <= SAMPLE);
        if let Some(whole) = &mut self.whole {
            whole.append(&batch.sequences, |term| numbers[term as usize]);
        }
    }
}

impl Batch {
    fn of<T: AsRef<str>>(passages: &[T]) -> Self {
        let Self { mut terms, mut counts, mut sequences } = Self::default();
        let mut reading = Reading::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut last_seen: Vec<usize> = Vec::new();
        for (at, passage) in passages.iter().enumerate() {
            for word in words(passage.as_ref()) {
                let number = |stem: &str| {
                    *numbers.entry(stem.to_owned()).or_insert_with_key(|stem| {
                        terms.push(stem.clone());
                        counts.push(Count::default());
                        last_seen.push(usize::MAX);
                        (terms.len() - 1) as u32
                    })
                };
                let Some(term) = reading.term(word.text, number) else { continue };
                sequences.terms.push(term);
                if term != UNKNOWN {
                    let count = &mut counts[term as usize];
                    count.occurrences += 1;
                    if last_seen[term as usize] != at {
                        last_seen[term as usize] = at;
                        count.holding += 1;
                    }
                }
            }
            sequences.end();
        }
        Self { terms, counts, sequences }
    }
}

/// Words as terms; each is folded and stemmed once, as it is written.
#[derive(Default)]
struct Reading<'a> {
    stems: Stems,
    by_word: HashMap<&'a str, Option<u32>>,
}

impl<'a> Reading<'a> {
    /// The number of a word's term, as `number` gives it; none for a word that only ties a sentence together.
    fn term(&mut self, word: &'a str, number: impl FnOnce(&str) -> u32) -> Option<u32> {
        *self.by_word.entry(word).or_insert_with(|| {
            let folded = fold(word);
            if is_stop(&folded) {
                return None;
            }
            let tells = folded.len() >= 2 && !folded.starts_with(char::is_numeric);
            Some(if tells { number(self.stems.stem(word)) } else { UNKNOWN })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> Vec<String> {
        (0..count).map(|at| format!("the pump {} leaks oil {at} near valve {}", at % 7, at % 3)).collect()
    }

    #[test]
    fn terms_stand_by_frequency_and_unknown_words_keep_their_place() {
        let vocabulary = Vocabulary::of(&["pump and valve", "a pump 12 leaks pump", "oil valve"]);
        assert_eq!(vocabulary.terms, ["pump", "valv"]);
        assert_eq!(vocabulary.holding, [2, 2]);
        assert_eq!(vocabulary.sequences.of(1), [0, UNKNOWN, UNKNOWN, 0]);
        assert_eq!(vocabulary.sequences.len(), 3);
    }

    #[test]
    fn a_sample_is_every_so_many_th_passage_as_it_stands_in_the_whole() {
        let lines = lines(3 * BATCH);
        let whole = Vocabulary::of(&lines);
        let kept: Vec<(String, u32)> = whole.terms.iter().cloned().zip(0..).collect();
        let sample = sampled(&lines, 5, &kept);
        assert_eq!(sample.len(), lines.len().div_ceil(5));
        for at in 0..sample.len() {
            assert_eq!(sample.of(at), whole.sequences.of(at * 5), "{at}");
        }
    }

    #[test]
    fn a_corpus_beyond_the_sample_is_not_held() {
        let batch = |words: usize| Batch {
            sequences: Sequences { terms: vec![UNKNOWN; words], ends: vec![words] },
            ..Batch::default()
        };
        let mut counted = Counted { whole: Some(Sequences::default()), ..Counted::default() };
        counted.add(batch(SAMPLE));
        assert!(counted.whole.is_some());
        counted.add(batch(1));
        assert!(counted.whole.is_none() && counted.words == SAMPLE + 1);
    }
}
