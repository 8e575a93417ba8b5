//! Phrases of the documents as titles of communities: *recall of Tarn Blue* says more than *Tarn Blue: recall*, and
//! somebody has written it.
//!
//! The sentences that are most about a community are read for noun phrases that are tied into one. Such a phrase is
//! worth what it names of the community's topics, the more of its words do, the more often these stand together (what
//! is tied only once may be tied by chance, or by a verb), and the more of the sentences speak of what it names.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use super::topics::Reach;
use crate::index::evidence::sentences::Sentences;
use crate::judgement::extractive::summaries::title;
use crate::judgement::{Documents, Topic};
use crate::model::{EntityType, SentenceKind};
use crate::text::display::spacing::single_spaced;
use crate::text::names::Recogniser;
use crate::text::similarity::term_vectors::{Term, Terms};

/// Sentences read for one community: those that are most about it.
const LOOKED: usize = 80;
/// Topics that a phrase is measured by, and those of which it has to name one.
const TOPICS: usize = 16;
const LEADING: usize = 5;
/// Worth from which on a phrase is a title, in parts of the leading topic's weight.
const WORTH: f32 = 0.9;
/// Sentences in which its words stand together, at least.
const TOGETHER: usize = 2;
/// Phrases kept for one community.
const KEEP: usize = 6;
/// Words of a phrase, at most.
const WORDS: usize = 7;

/// A phrase as it was found, with its terms in order.
type Phrase = (String, Vec<Term>);

/// What is read of a sentence: all its terms, in order, and its phrases.
#[derive(Default)]
struct Read {
    terms: Vec<Term>,
    phrases: Vec<Phrase>,
}

/// Where a phrase stands in a community.
#[derive(Default)]
struct Found {
    forms: BTreeMap<String, u32>,
    documents: HashSet<u32>,
}

/// Returns for each community the phrases that would be its title, best first.
pub(in crate::index) fn phrases(
    documents: &dyn Documents,
    reach: &[Reach],
    topics: &[Vec<Topic>],
    sentences: &Sentences,
) -> Vec<Vec<String>> {
    let looked: Vec<Vec<u32>> = reach.par_iter().map(most_about).collect();
    let wanted: BTreeSet<u32> = looked.iter().flatten().copied().collect();
    let wanted: Vec<u32> = wanted.into_iter().collect();
    let of_documents: Vec<&[u32]> =
        wanted.chunk_by(|a, b| sentences.at(*a as usize).document == sentences.at(*b as usize).document).collect();
    let read: HashMap<u32, Read> =
        of_documents.into_par_iter().flat_map_iter(|of_one| read(documents, of_one, sentences)).collect();
    let of_one = |looked: &Vec<u32>| -> Vec<(u32, &Read)> {
        looked.iter().filter_map(|at| Some((sentences.at(*at as usize).document, read.get(at)?))).collect()
    };
    (looked.par_iter().zip(topics)).map(|(looked, topics)| best_of(&of_one(looked), topics)).collect()
}

/// The sentences that name most of a community's members, the most central first.
fn most_about(reach: &Reach) -> Vec<u32> {
    let mut about: Vec<(f32, u32)> =
        reach.iter().map(|&(at, members, central)| (f32::from(members.min(3)) * central, at)).collect();
    about.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    about.into_iter().take(LOOKED).map(|(_, at)| at).collect()
}

/// The phrases of some sentences of one document.
fn read(documents: &dyn Documents, of_one: &[u32], sentences: &Sentences) -> Vec<(u32, Read)> {
    let Some(&first) = of_one.first() else { return Vec::new() };
    let document = documents.at(sentences.at(first as usize).document as usize);
    let mut recogniser = Recogniser::new(document.document.language.as_deref(), []);
    let (mut terms, mut spans) = (Terms::default(), Vec::new());
    let mut phrases_of = |at: u32| {
        let sentence = document.sentences.get(sentences.at(at as usize).sentence as usize)?;
        let text = sentence.span.slice(&document.text).filter(|_| sentence.kind != SentenceKind::Row)?;
        spans.clear();
        recogniser.constructions(text, &mut spans);
        let mut sorted = |text: &str| {
            let mut found = terms.of_text(text);
            let all = found.len();
            found.sort_unstable();
            found.dedup();
            (all == found.len(), found)
        };
        let phrases = spans.iter().filter_map(|span| span.slice(text)).filter(|phrase| is_short(phrase));
        // *Wardens of the Warden Trust* says one thing twice.
        let told = phrases.map(|phrase| (phrase, sorted(phrase))).filter(|(_, (once, _))| *once);
        let phrases = told.map(|(phrase, (_, terms))| (single_spaced(phrase), terms)).collect();
        Some((at, Read { terms: sorted(text).1, phrases }))
    };
    of_one.iter().filter_map(|&at| phrases_of(at)).collect()
}

fn is_short(phrase: &str) -> bool {
    phrase.split_whitespace().count() <= WORDS && phrase.chars().count() <= title::MAX_CHARS
}

/// The best phrases of what was read of a community, each sentence with its document.
fn best_of(read: &[(u32, &Read)], topics: &[Topic]) -> Vec<String> {
    let mut terms = Terms::default();
    let topics: Vec<(&Topic, Vec<Term>)> = (topics.iter().filter(|topic| topic.kind != EntityType::Date).take(TOPICS))
        .map(|topic| (topic, terms.of_text(&topic.phrase)))
        .collect();
    let Some(lead) = topics.iter().map(|(topic, _)| topic.weight).max_by(f32::total_cmp) else { return Vec::new() };
    let mut found: HashMap<&[Term], Found> = HashMap::new();
    for (document, one) in read {
        for (written, terms) in &one.phrases {
            let found = found.entry(terms).or_default();
            *found.forms.entry(written.clone()).or_default() += 1;
            found.documents.insert(*document);
        }
    }
    let holds = |all: &[Term], some: &[Term]| some.iter().all(|term| all.binary_search(term).is_ok());
    // How many of the sentences speak of each topic, and of that of the leading ones that most speak of.
    let spoken = |of: &[Term]| read.iter().filter(|(_, one)| !of.is_empty() && holds(&one.terms, of)).count() as f32;
    let most = topics.iter().take(LEADING).map(|(_, of)| spoken(of)).fold(1.0, f32::max);
    let names = |topic: &Topic, of: &[Term], phrase: &[Term]| match of.last() {
        // Somebody is called by the surname.
        Some(last) if topic.kind == EntityType::Person => phrase.contains(last),
        Some(_) => holds(phrase, of),
        None => false,
    };
    let worth = |phrase: &[Term], found: &Found| {
        let mut covered: HashSet<Term> = HashSet::new();
        let (mut sum, mut leads, mut count) = (0.0, false, 0);
        let mut told: Vec<&[Term]> = Vec::new();
        for (rank, (topic, of)) in topics.iter().enumerate() {
            if names(topic, of, phrase) && !of.iter().all(|term| covered.contains(term)) {
                covered.extend(of.iter().filter(|term| phrase.contains(term)));
                sum += topic.weight / lead;
                count += 1;
                told.push(of);
                leads |= rank < LEADING;
            }
        }
        if !leads || sum < WORTH / 2.0 {
            return 0.0;
        }
        let together = read.iter().filter(|(_, one)| holds(&one.terms, phrase)).count();
        let speak = read.iter().filter(|(_, one)| told.iter().any(|of| holds(&one.terms, of))).count() as f32;
        let dense = covered.len() as f32 / phrase.len().max(1) as f32;
        let often = 1.0 + ((together as f32).ln() + (found.documents.len() as f32).ln()) / 2.0;
        let often_told = together >= TOGETHER && (count > 1 || together > TOGETHER);
        if often_told { sum * dense * often * (speak / most).min(1.0) } else { 0.0 }
    };
    let mut scored: Vec<(f32, &str)> = found
        .iter()
        .filter_map(|(phrase, found)| {
            let (written, _) = found.forms.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)))?;
            Some((worth(phrase, found), written.as_str()))
        })
        .filter(|(worth, _)| *worth >= WORTH)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(KEEP).map(|(_, written)| written.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases_of(texts: &[&str], topics: &[(&str, f32)]) -> Vec<String> {
        let mut terms = Terms::default();
        let mut sorted = |text: &str| {
            let mut found = terms.of_text(text);
            found.sort_unstable();
            found.dedup();
            found
        };
        let mut recogniser = Recogniser::new(Some("eng"), []);
        let read = texts.iter().map(|text| {
            let mut spans = Vec::new();
            recogniser.constructions(text, &mut spans);
            let phrases =
                spans.iter().filter_map(|span| span.slice(text)).map(|phrase| (phrase.to_owned(), sorted(phrase)));
            let phrases = phrases.collect();
            Read { terms: sorted(text), phrases }
        });
        let read: Vec<Read> = read.collect();
        let topics: Vec<Topic> = (topics.iter())
            .map(|&(phrase, weight)| Topic {
                phrase: phrase.to_owned(),
                weight,
                entity: None,
                kind: EntityType::Concept,
            })
            .collect();
        best_of(&read.iter().map(|read| (0, read)).collect::<Vec<_>>(), &topics)
    }

    #[test]
    fn a_phrase_that_ties_what_leads_is_a_title_where_its_words_stand_together_again() {
        let topics = [("ferry", 1.0), ("Tarn Harbour", 0.9), ("winter", 0.2)];
        let texts = [
            "The repair of the ferry cost more.",
            "Nobody saw the ferry at Tarn Harbour.",
            "Tarn Harbour has a ferry.",
        ];
        assert_eq!(phrases_of(&texts, &topics), ["ferry at Tarn Harbour"]);
        assert_eq!(phrases_of(&texts[..2], &topics), Vec::<String>::new(), "tied only once");
    }

    #[test]
    fn a_phrase_of_what_few_sentences_speak_of_is_none() {
        let topics = [("ferry", 1.0), ("lamp", 0.9), ("quay", 0.9)];
        let some =
            ["The repair of the lamp of the quay cost more.", "Nobody saw the lamp of the quay.", "A quay has a lamp."];
        let often = ["The ferry is late."; 12];
        assert_eq!(phrases_of(&some, &topics), ["lamp of the quay"]);
        let all: Vec<&str> = some.into_iter().chain(often).collect();
        assert_eq!(phrases_of(&all, &topics), Vec::<String>::new());
    }
}
