//! From what a query finds to what those passages name: "When did Lothair II's mother die?" finds the passage on
//! Lothair II, and by way of it the one on Ermengarde of Tours, which shares no word with the question.
//!
//! A passage leads to the documents it names and to the passages that share a name with it. How much such a bridge
//! counts depends on how the name stands in the passage: near to the words that the question asks about ("mother" near
//! "son of Ermengarde"), in the corpus's own sense of nearness, and on what the passage it leads to says of them. The
//! idea of going from passage to passage by names is HippoRAG's (Gutiérrez et al., 2024); instead of spreading over
//! the whole graph, few passages are read closely, which costs milliseconds and says why.

use std::collections::{BTreeMap, HashMap};

use super::How;
use super::passages::{Candidate, best_unit, by_words};
use super::query::{Query, QueryTerm};
use super::scope::Filter;
use crate::model::{DocumentId, EntityId, EntityType, Span, TextUnit, TextUnitId};
use crate::store::{Reader, Result};
use crate::text::terms::{Stems, fold, is_stop, words};

/// Passages that are read closely.
const READ: usize = 6;
/// Words on either side of a name that may say how it stands to the passage.
const REACH: usize = 12;
/// How fast a word's say falls with its distance from the name.
const FADE: f32 = 6.0;
/// Likeness of words below this is chance.
const LEAST_LIKE: f32 = 0.3;
/// What a bridge counts of the passage it starts from, before anything speaks for it.
const BASE: f32 = 0.5;
/// What it counts more when the question's words stand beside the name.
const BESIDE: f32 = 1.0;
/// What it counts more when the passage it leads to holds the question's words.
const AT_THE_END: f32 = 0.4;
/// All of it is damped, so that a bridge from a good passage comes after that passage.
const DAMPING: f32 = 0.8;
/// A bridge over a shared name, without a document of that name, counts this much of one.
const SHARED_NAME: f32 = 0.6;
/// A name in more passages than this leads everywhere.
const MOST_PASSAGES: usize = 30;
/// Bridges followed from one passage, the best.
const MOST_BRIDGES: usize = 24;
/// Passages that hold the question's other words.
const BY_WORDS: usize = 400;

/// A text unit found by way of another.
#[derive(Clone, Debug)]
pub(super) struct Bridge {
    pub unit: TextUnit,
    pub score: f32,
    pub how: How,
}

/// A name in a passage and where it leads.
struct Crossing {
    spans: Vec<Span>,
    to: Destination,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Destination {
    Document(DocumentId),
    Entity(EntityId),
}

/// Follows the names in the best of the seeds; each passage once, by its best way, in the order of ids.
pub(super) fn walk(
    reader: &Reader,
    query: &Query,
    filter: &Filter,
    seeds: &BTreeMap<TextUnitId, Candidate>,
) -> Result<Vec<Bridge>> {
    let mut best: Vec<&Candidate> = seeds.values().collect();
    best.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.id.cmp(&b.unit.id)));
    best.truncate(READ);
    let mut walk = Walk {
        reader,
        query,
        filter,
        end_words: by_words(reader, &query.rest(reader.text_unit_count()?), filter, BY_WORDS)?,
        asked: query.rest_terms().collect(),
        likeness: HashMap::new(),
        stems: Stems::default(),
    };
    let mut found: BTreeMap<TextUnitId, Bridge> = BTreeMap::new();
    for seed in best {
        for bridge in walk.from(seed)? {
            match found.get(&bridge.unit.id) {
                Some(known) if known.score >= bridge.score => {}
                _ => drop(found.insert(bridge.unit.id, bridge)),
            }
        }
    }
    Ok(found.into_values().collect())
}

struct Walk<'a> {
    reader: &'a Reader,
    query: &'a Query,
    filter: &'a Filter,
    /// How well passages hold the words asked about.
    end_words: BTreeMap<TextUnitId, f32>,
    /// The words asked about.
    asked: Vec<&'a QueryTerm>,
    /// Likeness of a stem to each of the words asked about.
    likeness: HashMap<String, Vec<f32>>,
    stems: Stems,
}

impl Walk<'_> {
    /// Where a passage leads.
    fn from(&mut self, seed: &Candidate) -> Result<Vec<Bridge>> {
        let crossings = self.crossings(&seed.unit)?;
        if crossings.is_empty() {
            return Ok(Vec::new());
        }
        let passage = self.read(&seed.unit)?;
        let mut rated: Vec<(f32, &Crossing)> = Vec::new();
        for crossing in &crossings {
            let mut beside = 0.0f32;
            for span in &crossing.spans {
                beside = beside.max(self.beside(&passage, *span)?);
            }
            rated.push((beside, crossing));
        }
        rated.sort_by(|a, b| b.0.total_cmp(&a.0));
        rated.truncate(MOST_BRIDGES);
        let mut bridges = Vec::new();
        for (beside, crossing) in rated {
            self.cross(seed, crossing, beside, &mut bridges)?;
        }
        Ok(bridges)
    }

    /// The names in a passage that the query does not name itself.
    fn crossings(&self, unit: &TextUnit) -> Result<Vec<Crossing>> {
        let mut spans: BTreeMap<Destination, Vec<Span>> = BTreeMap::new();
        for link in self.reader.links_in(unit.id)? {
            if !self.query.names.iter().any(|name| name.documents.contains(&link.document)) {
                spans.entry(Destination::Document(link.document)).or_default().push(link.span);
            }
        }
        for mention in self.reader.mentions_in(unit.id)? {
            if !self.query.names.iter().any(|name| name.entities.contains(&mention.entity)) {
                spans.entry(Destination::Entity(mention.entity)).or_default().push(mention.span);
            }
        }
        Ok(spans.into_iter().map(|(to, spans)| Crossing { spans, to }).collect())
    }

    /// Adds the passages that a crossing leads to.
    fn cross(&self, seed: &Candidate, crossing: &Crossing, beside: f32, into: &mut Vec<Bridge>) -> Result<()> {
        let worth = |end: f32| seed.score * DAMPING * (BASE + BESIDE * beside + AT_THE_END * end);
        match crossing.to {
            Destination::Document(document) => {
                let units = self.reader.units_of_document(document)?;
                let Some(best) = best_unit(&units, &self.end_words) else { return Ok(()) };
                let sharing = self.sharing(document)?;
                for unit in units.into_iter().filter(|unit| unit.id == best && self.filter.unit(unit.id)) {
                    let score = worth(self.end(unit.id)) / sharing;
                    let way = self.reader.title(seed.unit.document.into())?.unwrap_or_default();
                    into.push(Bridge { unit, score, how: How::Way(way) });
                }
            }
            Destination::Entity(entity) => {
                let rows = self.reader.entity_rows(&[entity])?;
                let Some(row) = rows.first().filter(|row| !row.ubiquitous && row.kind != EntityType::Date) else {
                    return Ok(());
                };
                let units = self.reader.units_of_entity(entity)?;
                if units.len() > MOST_PASSAGES {
                    return Ok(());
                }
                let others: Vec<TextUnitId> =
                    units.into_iter().filter(|&unit| unit != seed.unit.id && self.filter.unit(unit)).collect();
                let vague = 1.0 + (others.len().max(1) as f32).ln();
                for unit in self.reader.text_units(&others)?.into_iter().filter(|unit| !unit.recurring) {
                    let spoken_for = worth(self.end(unit.id)) - worth(0.0) + seed.score * DAMPING * BESIDE * beside;
                    let score = SHARED_NAME * spoken_for / vague;
                    into.push(Bridge { unit, score, how: How::Way(row.name.clone()) });
                }
            }
        }
        Ok(())
    }

    /// How many documents share the name of one, as the root.
    fn sharing(&self, document: DocumentId) -> Result<f32> {
        let title = self.reader.title(document.into())?.unwrap_or_default();
        let sharing = self.reader.documents_named(&crate::index::links::title_key(&title))?.len();
        Ok((sharing.max(1) as f32).sqrt())
    }

    fn end(&self, unit: TextUnitId) -> f32 {
        self.end_words.get(&unit).copied().unwrap_or(0.0)
    }

    /// The words of a passage that may speak for a name.
    fn read(&mut self, unit: &TextUnit) -> Result<Vec<Heard>> {
        let text = self.reader.unit_text(unit)?;
        Ok(words(&text)
            .map(|word| Heard {
                span: word.span.shifted(unit.span.start),
                stem: (!is_stop(&fold(word.text))).then(|| self.stems.stem(word.text).to_owned()),
            })
            .collect())
    }

    /// How well the words around a name answer to those asked about, from 0 to 1.
    fn beside(&mut self, passage: &[Heard], name: Span) -> Result<f32> {
        let whole: f32 = self.asked.iter().map(|term| term.weight).sum();
        if whole <= 0.0 {
            return Ok(0.0);
        }
        let first = passage.partition_point(|word| word.span.end <= name.start);
        let after = passage.partition_point(|word| word.span.start < name.end);
        let before = passage[..first].iter().rev().take(REACH).enumerate();
        let behind = passage[after..].iter().take(REACH).enumerate();
        let mut heard = vec![0.0f32; self.asked.len()];
        for (distance, word) in before.chain(behind) {
            let Some(stem) = &word.stem else { continue };
            let fade = (-(distance as f32) / FADE).exp();
            for (heard, likeness) in heard.iter_mut().zip(self.likeness(stem)?) {
                *heard = heard.max(likeness * fade);
            }
        }
        let weighted: f32 = heard.iter().zip(&self.asked).map(|(heard, term)| heard * term.weight).sum();
        Ok(weighted / whole)
    }

    /// How like a stem is to each of the words asked about, from 0 to 1: the same word, the same root ("director",
    /// "directed"), or words that keep the same company.
    fn likeness(&mut self, stem: &str) -> Result<&[f32]> {
        if !self.likeness.contains_key(stem) {
            let vector = self.reader.term_vectors(&[stem.to_owned()])?.pop();
            let like = self.asked.iter().map(|term| {
                if term.stem == stem {
                    return 1.0;
                }
                if root(&term.stem) == root(stem) {
                    return 0.8;
                }
                let (Some(one), Some(other)) = (&term.vector, &vector) else { return 0.0 };
                let cosine: f32 = one.iter().zip(&other.vector).map(|(a, b)| a * b).sum();
                if cosine < LEAST_LIKE { 0.0 } else { cosine * cosine }
            });
            let like = like.collect();
            self.likeness.insert(stem.to_owned(), like);
        }
        Ok(&self.likeness[stem])
    }
}

/// A word of a passage; function words keep their place only.
struct Heard {
    span: Span,
    stem: Option<String>,
}

/// A stem without the ending that makes a doer or a deed of it: "director" and "direction" are about what is directed.
fn root(stem: &str) -> &str {
    ["or", "er", "ion", "ment"]
        .iter()
        .find_map(|ending| stem.strip_suffix(ending).filter(|root| root.chars().count() >= 4))
        .unwrap_or(stem)
}
