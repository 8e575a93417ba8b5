//! From what a query finds to what those passages name: "When did Lothair II's mother die?" finds the passage on
//! Lothair II, and by way of it the one on Ermengarde of Tours, which shares no word with the question.
//!
//! A passage leads to the documents it names and to the passages that share a name with it. How much such a bridge
//! counts depends on how the name stands in the passage: near to the words that the question asks about ("mother" near
//! "son of Ermengarde"), in the corpus's own sense of nearness, and on what the passage it leads to says of them. The
//! idea of going from passage to passage by names is HippoRAG's (Gutiérrez et al., 2024); instead of spreading over
//! the whole graph, few passages are read closely, which costs milliseconds and says why.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::grains::{Places, best_unit};
use super::passages::{UnitCandidate, by_words};
use super::query::{Query, QueryTerm};
use super::scope::Filter;
use crate::index::search::links::title_key;
use crate::model::dense::dot;
use crate::model::{DocumentId, EntityId, EntityType, How, Span, TextUnit, TextUnitId};
use crate::store::{Reader, Result, SubjectName};
use crate::text::language::word_lists;
use crate::text::words::terms::{Stems, fold, is_stop, words};

word_lists! { static WORDS = "walk.toml": doers }

/// Words on either side of a name that may say how it stands to the passage.
const REACH: usize = 12;
/// How fast a word's say falls with its distance from the name.
const FADE: f32 = 6.0;
/// Likeness of words below this is chance.
const LEAST_LIKE: f32 = 0.3;
/// A name in more passages than this leads everywhere.
const MOST_PASSAGES: usize = 30;
/// Bridges followed from one passage, the best.
const MOST_BRIDGES: usize = 24;
/// Passages that hold the question's other words.
const BY_WORDS: usize = 400;
/// Words of a name.
const LONGEST_NAME: usize = 12;
/// Words of the question that are tracked in a passage, one bit each.
const MOST_ASKED: usize = 64;

/// Names, each with the text units that are about its bearer, and with what confidence.
type Named = HashMap<String, Vec<(TextUnitId, f32)>>;

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
    /// A text unit that is about the bearer of the name, with the confidence in that, in hundredths.
    Subject(TextUnitId, u32),
}

/// Follows the names in the best of the seeds; each passage once, by its best way, in the order of ids.
pub(super) fn walk(
    reader: &Reader,
    query: &Query,
    filter: &Filter,
    seeds: &BTreeMap<TextUnitId, UnitCandidate>,
) -> Result<Vec<Bridge>> {
    let weights = &query.weights.walk;
    let mut best: Vec<&UnitCandidate> = seeds.values().collect();
    best.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.unit.id.cmp(&b.unit.id)));
    best.truncate(weights.read);
    let asked: Vec<&QueryTerm> = query.rest_terms().take(MOST_ASKED).collect();
    let terms: Vec<QueryTerm> = asked.iter().map(|&term| term.clone()).collect();
    let title_words = query.weights.grains.title_words;
    let mut walk = Walk {
        reader,
        query,
        filter,
        end_words: by_words(reader, &query.rest(reader.text_unit_count()?), title_words, filter, BY_WORDS)?,
        places: Places::new(&terms),
        held: HashMap::new(),
        beginning: HashMap::new(),
        asked,
        likeness: HashMap::new(),
        stems: Stems::default(),
    };
    let mut found: BTreeMap<TextUnitId, Bridge> = BTreeMap::new();
    for seed in best {
        keep_best(&mut found, walk.from(seed)?);
    }
    Ok(found.into_values().collect())
}

fn keep_best(found: &mut BTreeMap<TextUnitId, Bridge>, bridges: Vec<Bridge>) {
    for bridge in bridges {
        match found.get(&bridge.unit.id) {
            Some(known) if known.score >= bridge.score => {}
            _ => drop(found.insert(bridge.unit.id, bridge)),
        }
    }
}

struct Walk<'a> {
    reader: &'a Reader,
    query: &'a Query,
    filter: &'a Filter,
    /// How well passages hold the words asked about.
    end_words: BTreeMap<TextUnitId, f32>,
    /// The words asked about.
    asked: Vec<&'a QueryTerm>,
    /// Finds them in passages.
    places: Places,
    /// Which of them a passage holds, one bit each.
    held: HashMap<TextUnitId, u64>,
    /// What the names that begin with two words lead to.
    beginning: HashMap<String, Rc<Named>>,
    /// Likeness of a stem to each of the words asked about.
    likeness: HashMap<String, Vec<f32>>,
    stems: Stems,
}

impl Walk<'_> {
    /// Where a passage leads.
    fn from(&mut self, seed: &UnitCandidate) -> Result<Vec<Bridge>> {
        let text = self.reader.unit_text(&seed.unit)?;
        let passage = self.heard(&text, seed.unit.span.start);
        let crossings = self.crossings(&seed.unit, &passage)?;
        if crossings.is_empty() {
            return Ok(Vec::new());
        }
        let explained = self.held_in(&seed.unit)?;
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
            self.cross(seed, crossing, beside, explained, &mut bridges)?;
        }
        Ok(bridges)
    }

    /// The names in a passage that the query does not name itself.
    fn crossings(&mut self, unit: &TextUnit, passage: &[Heard]) -> Result<Vec<Crossing>> {
        let names = &self.query.names;
        let mut spans: BTreeMap<Destination, Vec<Span>> = BTreeMap::new();
        for link in self.reader.links_in(unit.id)? {
            if !names.iter().any(|name| name.documents.contains(&link.document)) {
                spans.entry(Destination::Document(link.document)).or_default().push(link.span);
            }
        }
        for (span, subject) in self.subjects_in(passage)? {
            let named = names.iter().any(|name| name.subjects.iter().any(|&(unit, _)| unit == subject.0));
            if !named && subject.0 != unit.id {
                let surely = (subject.1 * 100.0).round() as u32;
                spans.entry(Destination::Subject(subject.0, surely)).or_default().push(span);
            }
        }
        for mention in self.reader.mentions_in(unit.id)? {
            if !names.iter().any(|name| name.entities.contains(&mention.entity)) {
                spans.entry(Destination::Entity(mention.entity)).or_default().push(mention.span);
            }
        }
        Ok(spans.into_iter().map(|(to, spans)| Crossing { spans, to }).collect())
    }

    /// The names in a passage that text units are about, the longest where several begin at a word, with those text
    /// units; each of several that share a name counts less.
    fn subjects_in(&mut self, passage: &[Heard]) -> Result<Vec<(Span, (TextUnitId, f32))>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < passage.len() {
            let first = &passage[at];
            at += 1;
            if !first.capital {
                continue;
            }
            let known = self.beginning_at(passage, at - 1)?;
            // The longest name first.
            let here = &passage[at - 1..];
            let mut key = String::new();
            let mut ends: Vec<(usize, usize)> = Vec::new();
            for (number, word) in here.iter().take(LONGEST_NAME).enumerate() {
                if number > 0 {
                    key.push(' ');
                }
                key.push_str(&word.folded);
                ends.push((number + 1, key.len()));
            }
            let longest = ends
                .into_iter()
                .rev()
                .find(|&(length, end)| known.contains_key(&key[..end]) && (length > 2 || here[length - 1].capital));
            let Some((length, end)) = longest else { continue };
            let about = &known[&key[..end]];
            let span = Span::new(first.span.start, here[length - 1].span.end);
            let sharing = (about.len().max(1) as f32).sqrt();
            found.extend(about.iter().map(|&(unit, weight)| (span, (unit, weight / sharing))));
            at += length - 1;
        }
        Ok(found)
    }

    /// The names that begin as the passage goes on at a word, with what is about them: those with its first two words,
    /// and those of the first alone.
    fn beginning_at(&mut self, passage: &[Heard], at: usize) -> Result<Rc<Named>> {
        let first = &passage[at].folded;
        let second = passage.get(at + 1).map(|word| word.folded.as_str());
        let two = second.map_or_else(|| first.clone(), |second| format!("{first} {second}"));
        if let Some(known) = self.beginning.get(&two) {
            return Ok(known.clone());
        }
        let mut named = Named::new();
        // A function word alone is nobody's name.
        if !is_stop(first) {
            named.insert(first.clone(), self.reader.subjects_named(first)?);
        }
        if second.is_some() {
            for SubjectName { folded, unit, weight } in self.reader.subjects_beginning(&two)? {
                named.entry(folded).or_default().push((unit, weight));
            }
        }
        named.retain(|_, about| !about.is_empty());
        let named = Rc::new(named);
        self.beginning.insert(two, named.clone());
        Ok(named)
    }

    /// Which of the words asked about a passage holds.
    fn held_in(&mut self, unit: &TextUnit) -> Result<u64> {
        if let Some(&held) = self.held.get(&unit.id) {
            return Ok(held);
        }
        let text = self.reader.unit_text(unit)?;
        let held = self.places.of(&text).into_iter().fold(0u64, |held, (_, at)| held | 1 << at);
        self.held.insert(unit.id, held);
        Ok(held)
    }

    /// The share of what is left unexplained that a passage holds.
    fn newly(&mut self, unit: &TextUnit, explained: u64) -> Result<f32> {
        if self.query.weights.walk.unexplained == 0.0 {
            return Ok(0.0);
        }
        let held = self.held_in(unit)?;
        let weight = |mask: u64| -> f32 {
            self.asked.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, term)| term.weight).sum()
        };
        let left = weight(!explained);
        Ok(if left > 0.0 { weight(held & !explained) / left } else { 0.0 })
    }

    /// Adds the passages that a crossing leads to.
    fn cross(
        &mut self,
        seed: &UnitCandidate,
        crossing: &Crossing,
        beside: f32,
        explained: u64,
        into: &mut Vec<Bridge>,
    ) -> Result<()> {
        let weights = self.query.weights.walk.clone();
        let worth = |end: f32, newly: f32| {
            let speaks = weights.beside * beside + weights.at_the_end * end + weights.unexplained * newly;
            seed.score * weights.damping * (weights.base + speaks)
        };
        match crossing.to {
            Destination::Document(document) => {
                let units = self.reader.units_of_document(document)?;
                let Some(best) = best_unit(&units, &self.end_words) else { return Ok(()) };
                let sharing = self.sharing(document)?;
                for unit in units.into_iter().filter(|unit| unit.id == best && self.filter.unit(unit.id)) {
                    let score = worth(self.end(unit.id), self.newly(&unit, explained)?) / sharing;
                    self.arrive(seed, unit, score, crossing, into)?;
                }
            }
            Destination::Subject(unit, surely) if self.filter.unit(unit) => {
                let unit = self.reader.text_unit(unit)?;
                let score = worth(self.end(unit.id), self.newly(&unit, explained)?) * surely as f32 / 100.0;
                self.arrive(seed, unit, score, crossing, into)?;
            }
            Destination::Subject(..) => {}
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
                    let spoken_for = worth(self.end(unit.id), 0.0) - seed.score * weights.damping * weights.base;
                    let score = weights.shared_name * spoken_for / vague;
                    into.push(Bridge { unit, score, how: How::Way(row.name.clone()) });
                }
            }
        }
        Ok(())
    }

    /// Adds the passage at the end of a bridge. The way is the document it starts from where that has a name, else the
    /// name that was followed.
    fn arrive(
        &mut self,
        seed: &UnitCandidate,
        unit: TextUnit,
        score: f32,
        crossing: &Crossing,
        into: &mut Vec<Bridge>,
    ) -> Result<()> {
        let mut way = self.reader.title(seed.unit.document.into())?.unwrap_or_default();
        if title_key(&way).is_empty()
            && let Some(&span) = crossing.spans.first()
        {
            way = self.reader.text(seed.unit.document, span)?.1;
        }
        into.push(Bridge { unit, score, how: How::Way(way) });
        Ok(())
    }

    /// How many documents share the name of one, as the root.
    fn sharing(&self, document: DocumentId) -> Result<f32> {
        let title = self.reader.title(document.into())?.unwrap_or_default();
        let sharing = self.reader.documents_named(&title_key(&title))?.len();
        Ok((sharing.max(1) as f32).sqrt())
    }

    fn end(&self, unit: TextUnitId) -> f32 {
        self.end_words.get(&unit).copied().unwrap_or(0.0)
    }

    /// The words of a passage, with their places in its document.
    fn heard(&mut self, text: &str, from: usize) -> Vec<Heard> {
        words(text)
            .map(|word| {
                let folded = fold(word.text);
                Heard {
                    span: word.span.shifted(from),
                    capital: word.is_capital(),
                    stem: (!is_stop(&folded)).then(|| self.stems.stem(word.text).to_owned()),
                    folded,
                }
            })
            .collect()
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
                let cosine = dot(one, &other.vector);
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
    capital: bool,
    folded: String,
    stem: Option<String>,
}

/// A stem without the ending that makes a doer or a deed of it: "director" and "direction" are about what is directed.
fn root(stem: &str) -> &str {
    WORDS
        .doers
        .iter()
        .find_map(|ending| stem.strip_suffix(ending).filter(|root| root.chars().count() >= 4))
        .unwrap_or(stem)
}
