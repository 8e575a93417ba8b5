//! What each sentence is worth to the report of a community: the topics that it names and defines, how much its section
//! is about the community, how near it stands to the middle of all, what several documents tell.

use std::collections::{HashMap, HashSet};

use super::ReportGrounds;
use super::quality::WEIGHTS;
use super::salience::Salience;
use crate::index::evidence::sentences::SentenceFacts;
use crate::judgement::Topic;
use crate::judgement::extractive::summaries::gist::length;
use crate::judgement::rank::centrality::centre;
use crate::model::EntityId;
use crate::text::similarity::term_vectors::{Term, TermVector, Terms};
use crate::text::statements::stance::defines;
use crate::text::words::terms::{Stems, words};

/// Sentences that are looked at closely.
const POOL: usize = 160;
/// Documents from which on what several tell is looked for.
const SEVERAL: usize = 3;
/// Topics that a sentence is measured by.
const TOPICS: usize = 12;

/// Leading topics for which a definition is looked for.
const DEFINED: usize = 6;
/// Bytes that may stand before the topic at the head of its definition: an article.
const ARTICLE: usize = 5;

/// How plainly a sentence begins by saying what one of some topics is, from 0 to 1. Topics come with their stems.
fn defined(topics: &[(&str, Vec<String>)], sentence: &str, stems: &mut Stems) -> f32 {
    let begins = |phrase: &str| {
        let head = sentence.get(..sentence.floor_char_boundary(ARTICLE + phrase.len())).unwrap_or_default();
        head.contains(phrase) || head.to_lowercase().contains(&phrase.to_lowercase())
    };
    let begun = topics.iter().filter(|(phrase, _)| begins(phrase));
    begun.map(|(_, stemmed)| defines(sentence, stemmed, stems)).fold(0.0, f32::max)
}

/// A topic as sentences are measured by it: the member it names, else the last word of its phrase.
pub(super) struct Measure {
    entity: Option<EntityId>,
    noun: Option<Term>,
    weight: f32,
}

/// How much of a section's names are a community's, by document and section.
type About = HashMap<(u32, u32), f32>;

impl ReportGrounds<'_, '_> {
    /// The leading topics of a community as sentences are measured by them.
    pub(super) fn measures(&self, at: usize, most: usize) -> Vec<Measure> {
        let noun = |phrase: &str| words(phrase).last().and_then(|word| self.terms_of.get(word.text)).copied();
        let measure = |topic: &Topic| Measure {
            entity: topic.entity,
            noun: if topic.entity.is_none() { noun(&topic.phrase) } else { None },
            weight: topic.weight,
        };
        self.topics[at].iter().take(most).map(measure).collect()
    }

    /// True for a sentence that names a topic.
    pub(super) fn names(&self, said: SentenceFacts<'_>, topic: &Measure) -> bool {
        topic.entity.is_some_and(|entity| said.entities.iter().any(|&at| self.id(at) == entity))
            || topic.noun.is_some_and(|noun| said.nouns.contains(&noun))
    }

    /// A community's sentences with what they are worth to its report, best first.
    pub(super) fn ranked(&self, at: usize) -> Vec<(u32, f32)> {
        let reach = &self.reach[at];
        let about = self.about(at);
        let most_about = about.values().copied().fold(f32::MIN_POSITIVE, f32::max);
        let topics = self.measures(at, TOPICS);
        let is_parent = !self.material.communities[at].children.is_empty();
        let of_whole = if is_parent { WEIGHTS.whole_of_parent } else { WEIGHTS.whole };
        let of_several = if is_parent { WEIGHTS.together_of_parent } else { WEIGHTS.together };
        let own: HashSet<EntityId> = self.material.communities[at].entities.iter().copied().collect();
        // Where members stand together they are what the community is about; elsewhere a name may be another's.
        let homes = &self.homes[at];
        let is_home = |document: u32| homes.is_empty() || homes.binary_search(&document).is_ok();
        // What names no member has a word of what the community is about.
        let mut terms = Terms::default();
        let leading = self.topics[at].iter().take(TOPICS);
        let of_topics: HashSet<Term> = leading.flat_map(|topic| terms.of_text(&topic.phrase)).collect();
        let topical = |&&(at, ..): &&(u32, u16, f32)| self.said(at).nouns.iter().any(|noun| of_topics.contains(noun));
        let mut pool: Vec<(u32, f32, f32)> = reach
            .iter()
            .chain(self.beside[at].iter().filter(topical))
            .map(|&(at, members, central)| {
                let said = self.said(at);
                let section = self.bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
                let about = about.get(&(said.document, section)).copied().unwrap_or_default() / most_about;
                let named = topics.iter().filter(|topic| self.names(said, topic));
                let topical = named.map(|topic| topic.weight).sum::<f32>().min(2.0) / 2.0;
                let together = (f32::from(members) - 1.0).clamp(0.0, 3.0) / 3.0;
                let whole = self.gists.worth(said.document as usize, said.sentence as usize);
                let introduced = said.introduces.map(|person| own.contains(&self.id(person)));
                let worth = WEIGHTS.topical * topical
                    + WEIGHTS.about * about
                    + of_several * together
                    + of_whole * whole.unwrap_or_default()
                    + if introduced == Some(true) { WEIGHTS.introduces } else { 0.0 };
                let quality = self.qualities[at as usize]
                    * if introduced == Some(false) { WEIGHTS.other_person } else { 1.0 }
                    * if members == 0 { WEIGHTS.beside } else { 1.0 }
                    * if is_home(said.document) { 1.0 } else { WEIGHTS.elsewhere };
                (at, worth * quality, central * quality)
            })
            .collect();
        pool.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        pool.truncate(POOL);
        let mut stems = Stems::default();
        let leading: Vec<(&str, Vec<String>)> = (self.topics[at].iter().take(DEFINED))
            .map(|topic| {
                let stemmed = words(&topic.phrase).map(|word| stems.stem(word.text).to_owned());
                (topic.phrase.as_str(), stemmed.collect())
            })
            .collect();
        let vectors: Vec<TermVector> = pool.iter().map(|&(at, ..)| self.vector(at)).collect();
        let told = self.told_again(&pool, &of_topics);
        let middle =
            centre(vectors.iter().zip(&pool).map(|(vector, (_, worth, central))| (vector, worth + 0.1 * central)));
        let mut ranked: Vec<(u32, f32)> = pool
            .into_iter()
            .zip(&vectors)
            .zip(told)
            .map(|(((at, worth, _), vector), told)| {
                let quality = self.qualities[at as usize];
                let told = WEIGHTS.told_again * told;
                let central = WEIGHTS.central * middle.likeness(vector);
                let defines = WEIGHTS.defines * defined(&leading, self.words(at), &mut stems);
                (at, worth + quality * (central + defines + told))
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// How much of what several documents tell each sentence of a pool tells, from 0 to 1: what happened is told again
    /// by all whom it concerns, and what the topics are called says little of that. Nothing where few documents tell
    /// anything.
    fn told_again(&self, pool: &[(u32, f32, f32)], topics: &HashSet<Term>) -> Vec<f32> {
        let mut places: Vec<(u32, u32)> = pool.iter().map(|&(at, ..)| self.place(at)).collect();
        places.sort_unstable();
        let documents = places.chunk_by(|a, b| a.0 == b.0).count();
        if documents < SEVERAL {
            return vec![0.0; pool.len()];
        }
        let nouns = pool.iter().flat_map(|&(at, ..)| self.said(at).nouns.iter().copied());
        let nouns: HashSet<Term> = nouns.filter(|noun| !topics.contains(noun)).collect();
        let salience = Salience::of(&self.bearing, &nouns, places.into_iter());
        let fresh = pool.iter().map(|&(at, ..)| {
            let (document, sentence) = self.place(at);
            salience.fresh(document, sentence, length(self.words(at)))
        });
        let fresh: Vec<f32> = fresh.collect();
        let most = fresh.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        fresh.into_iter().map(|one| one / most).collect()
    }

    fn place(&self, at: u32) -> (u32, u32) {
        let said = self.said(at);
        (said.document, said.sentence)
    }

    /// How much each section is about a community: what part of what it names are members, the more of them the surer;
    /// more where a heading above it, or the document's title, names what the community is about.
    fn about(&self, at: usize) -> About {
        let mut about = About::new();
        let leads: Vec<String> = (self.topics[at].iter().take(4)).map(|topic| topic.phrase.to_lowercase()).collect();
        for &(said, _, central) in &self.reach[at] {
            let said = self.said(said);
            let section = self.bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
            *about.entry((said.document, section)).or_default() += central;
        }
        for (&(document, section), weight) in &mut about {
            let named = self.named_in.get(&(document, section)).copied().unwrap_or_default();
            let density = *weight / (named + 3.0);
            let headings = self.bearing.outlines.of(document as usize).sections.get(section as usize);
            let over: String = headings
                .into_iter()
                .flat_map(|section| section.path.iter().map(String::as_str))
                .chain([self.material.documents.title(document as usize)])
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
                .join("\n");
            let headed = leads.iter().filter(|lead| over.contains(lead.as_str())).count() as f32;
            *weight = density * weight.ln_1p() * (1.0 + 0.5 * headed.min(2.0));
        }
        about
    }
}
