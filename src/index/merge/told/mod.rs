//! Merging what a model told: entities, relationships, descriptions and claims.
//!
//! Which names are one thing is decided by the merger of both sides (`merge::join`): a name means in a text unit what
//! most of its places there mean. Whatever is only likely to be one thing (`likely`) is left apart, unless somebody who
//! read the passages says that it is one (`same`). A relationship's strengths add up over the text units that tell it;
//! one whose end was not listed makes that entity, so that nothing told is dropped.

pub(in crate::index) mod identity;
mod likely;
mod names;
mod notes;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::entities::resolution;
use super::{Merged, is_everywhere};
use crate::judgement::{Extraction, Passages};
use crate::model::{
    Appearance, Claim, ClaimId, Entity, EntityId, EntityType, Mention, Relationship, RelationshipId, Span, TextUnit,
    TextUnitId,
};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
pub use likely::Likely;
use names::ToldNames;
pub use notes::{Element, Several};
use notes::{Notes, shorter_than};

/// The type of an entity that nobody gave one.
const UNTYPED: &str = "thing";

/// What a model told of a corpus, merged.
#[derive(Clone, Debug, Default)]
pub struct ToldGraph {
    pub merged: Merged,
    pub claims: Vec<Claim>,
    /// Where a text unit shows a relationship, given by its position, in the words that the model pointed at.
    pub shown: Vec<(usize, TextUnitId, Span)>,
    /// Elements with more notes than a description may have words, in the order of the text.
    pub several: Vec<Several>,
    /// Pairs that are likely one thing, the likeliest first.
    pub likely: Vec<Likely>,
}

/// How a corpus is merged.
#[derive(Clone, Copy, Debug)]
pub struct Merging<'a> {
    /// Notes are put one after another up to so many words.
    pub words: u32,
    /// Names that are one thing, as somebody who read their passages says.
    pub same: &'a [(String, String)],
}

#[derive(Default)]
struct Named {
    kinds: BTreeMap<EntityType, u32>,
    notes: Notes,
    mentions: Vec<(TextUnitId, Span)>,
    units: BTreeSet<TextUnitId>,
    documents: BTreeSet<u32>,
}

impl Named {
    /// Leaves each mention once. Told of a text unit that does not write the name, it belongs there, at no place in
    /// particular.
    fn settle_mentions(&mut self) {
        self.mentions.sort_unstable();
        self.mentions.dedup();
        let located: BTreeSet<TextUnitId> =
            self.mentions.iter().filter(|(_, span)| !span.is_empty()).map(|(unit, _)| *unit).collect();
        self.mentions.retain(|(unit, span)| !span.is_empty() || !located.contains(unit));
    }
}

#[derive(Default)]
struct Tied {
    notes: Notes,
    strength: f32,
    units: BTreeMap<TextUnitId, f32>,
    shown: Vec<(TextUnitId, Span)>,
}

impl Tied {
    /// The text units that tell it, those that make most of it first; `read` is where each stands.
    fn strongest_first(&self, read: &HashMap<TextUnitId, usize>) -> Vec<TextUnitId> {
        let mut units: Vec<(TextUnitId, f32)> = self.units.iter().map(|(&unit, &strength)| (unit, strength)).collect();
        units.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| read.get(&a.0).cmp(&read.get(&b.0))));
        units.into_iter().map(|(unit, _)| unit).collect()
    }
}

/// By the number that leads a group of names.
#[derive(Default)]
struct Gathered {
    names: BTreeMap<u32, Named>,
    ties: BTreeMap<(u32, u32), Tied>,
}

impl Gathered {
    /// All that is told, with where each name stands.
    fn of(passages: &dyn Passages, names: &ToldNames) -> Self {
        let mut gathered = Self::default();
        for at in 0..passages.len() {
            gathered.add(at, passages.unit(at), names);
        }
        for (number, unit, span) in names.mentions(passages) {
            gathered.names.entry(number).or_default().mentions.push((unit, span));
        }
        gathered.names.values_mut().for_each(Named::settle_mentions);
        gathered
    }

    fn add(&mut self, at: usize, unit: &TextUnit, names: &ToldNames) {
        let (unit, document) = (unit.id, unit.document.0);
        let extraction = &names.extractions[at];
        for entity in &extraction.entities {
            let Some(number) = names.number(at, &entity.name) else { continue };
            let name = self.names.entry(number).or_default();
            name.units.insert(unit);
            name.documents.insert(document);
            if let Some(kind) = &entity.kind {
                *name.kinds.entry(kind.clone()).or_default() += 1;
            }
            name.notes.add(entity.description.as_deref().unwrap_or_default(), unit);
        }
        for told in &extraction.relationships {
            let (Some(source), Some(target)) = (names.number(at, &told.source), names.number(at, &told.target)) else {
                continue;
            };
            if source == target {
                // Something said of one thing under two of its names describes it.
                self.names.entry(source).or_default().notes.add(&told.description, unit);
                continue;
            }
            let tie = self.ties.entry((source.min(target), source.max(target))).or_default();
            tie.notes.add(&told.description, unit);
            tie.strength += told.strength;
            *tie.units.entry(unit).or_default() += told.strength;
            tie.shown.extend(told.quote_span.map(|span| (unit, span)));
        }
    }

    /// The ties by the places of their two ends among the entities.
    fn ties_of(&self, place: &HashMap<u32, usize>) -> Vec<((usize, usize), &Tied)> {
        let ends = |(&(a, b), tie)| {
            let (a, b) = (*place.get(&a)?, *place.get(&b)?);
            Some(((a.min(b), a.max(b)), tie))
        };
        let mut ties: Vec<((usize, usize), &Tied)> = self.ties.iter().filter_map(ends).collect();
        ties.sort_by_key(|(ends, _)| *ends);
        ties
    }
}

/// Merges; the extraction at a position belongs to the passage there.
pub fn merge(passages: &dyn Passages, extractions: &[Extraction], merging: Merging<'_>) -> ToldGraph {
    let names = ToldNames::of(passages, extractions, merging.same);
    let gathered = Gathered::of(passages, &names);
    let entities = in_order(&gathered, &names, passages);
    let place: HashMap<u32, usize> = entities.iter().enumerate().map(|(at, &(number, _))| (number, at)).collect();
    let id = |number: u32| place.get(&number).map(|&at| EntityId(at as u32));
    let read: HashMap<TextUnitId, usize> = (0..passages.len()).map(|at| (passages.unit(at).id, at)).collect();
    let title = |unit: TextUnitId| Some(passages.at(*read.get(&unit)?).document.dated_title());
    let notes = |told: &Notes, element: Element, subject: String| {
        (!shorter_than(told, merging.words)).then(|| told.several(element, subject, &title))
    };

    let mut told = ToldGraph::default();
    for (at, (number, mut entity)) in entities.into_iter().enumerate() {
        entity.id = EntityId(at as u32);
        let Some(name) = gathered.names.get(&number) else { continue };
        entity.description = name.notes.text();
        told.several.extend(notes(&name.notes, Element::Entity(at), entity.name.clone()));
        let mention = |&(text_unit, span): &(TextUnitId, Span)| Mention { entity: entity.id, text_unit, span };
        told.merged.mentions.extend(name.mentions.iter().map(mention));
        told.merged.entities.push(entity);
    }
    told.merged.mentions.sort_by_key(|mention| (mention.text_unit, mention.span, mention.entity));
    for (at, ((source, target), tie)) in gathered.ties_of(&place).into_iter().enumerate() {
        let entities = &mut told.merged.entities;
        entities[source].degree += 1;
        entities[target].degree += 1;
        let subject = format!("{} and {}", entities[source].name, entities[target].name);
        told.several.extend(notes(&tie.notes, Element::Relationship(at), subject));
        told.shown.extend(tie.shown.iter().map(|&(unit, span)| (at, unit, span)));
        told.merged.relationships.push(Relationship {
            id: RelationshipId(at as u32),
            source: EntityId(source as u32),
            target: EntityId(target as u32),
            description: tie.notes.text(),
            weight: tie.strength,
            text_units: tie.strongest_first(&read),
        });
    }
    told.claims = claims(passages, extractions, &names, &id);
    told.merged.appearances = appearances(passages, &names, &id);
    told.likely = likely::likely(&told.merged.entities, &told.merged.relationships);
    told
}

/// The entities with the numbers of their names, those that are named most first.
fn in_order(gathered: &Gathered, names: &ToldNames, passages: &dyn Passages) -> Vec<(u32, Entity)> {
    let documents: BTreeSet<u32> = (0..passages.len()).map(|at| passages.unit(at).document.0).collect();
    let made = |(&number, name)| (number, entity(name, names, number, documents.len(), passages.len()));
    let mut order: Vec<(u32, Entity)> = gathered.names.iter().map(made).collect();
    order.sort_by(|(_, a), (_, b)| {
        b.mentions.cmp(&a.mentions).then_with(|| fold::key(&a.name).cmp(&fold::key(&b.name))).then(a.name.cmp(&b.name))
    });
    order
}

/// The claims of those and on those who became entities.
fn claims(
    passages: &dyn Passages,
    extractions: &[Extraction],
    names: &ToldNames,
    id: &dyn Fn(u32) -> Option<EntityId>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (at, extraction) in extractions.iter().enumerate() {
        for claim in &extraction.claims {
            let Some(subject) = names.number(at, &claim.subject).and_then(id) else { continue };
            let object = claim.object.as_ref().and_then(|object| names.number(at, object)).and_then(id);
            claims.push(Claim {
                id: ClaimId(claims.len() as u32),
                subject,
                object,
                kind: claim.kind.clone(),
                status: claim.status,
                start_date: claim.start_date.clone(),
                end_date: claim.end_date.clone(),
                description: claim.description.clone(),
                quote: claim.quote.clone(),
                quote_span: claim.quote_span,
                text_unit: passages.unit(at).id,
            });
        }
    }
    claims
}

fn entity(name: &Named, names: &ToldNames, number: u32, documents: usize, units: usize) -> Entity {
    let (mut shown, mut aliases) = resolution::naming(&names.table, names.members(number));
    let kind = name.kinds.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0))).map(|(kind, _)| kind.clone());
    let kind = kind.unwrap_or_else(|| EntityType::Other(UNTYPED.to_owned()));
    // Nobody is called by a title alone, and a full name needs none.
    if kind == EntityType::Person
        && let Some(bare) = untitled(&shown)
    {
        aliases.retain(|alias| *alias != bare);
        aliases.insert(0, std::mem::replace(&mut shown, bare));
    }
    let ubiquitous = is_everywhere(&kind, (name.documents.len(), documents), (name.units.len(), units));
    Entity {
        id: EntityId(0),
        name: shown,
        kind,
        aliases,
        description: String::new(),
        mentions: name.mentions.len() as u32,
        documents: name.documents.len() as u32,
        degree: 0,
        ubiquitous,
    }
}

/// A full name without the titles in front of it; none where it has none.
fn untitled(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let titles = words.iter().take_while(|word| flags(&fold::key(word)).has(Flags::HONORIFIC)).count();
    (titles > 0 && words.len() >= titles + 2 && words[titles] != "of").then(|| words[titles..].join(" "))
}

/// Who speaks in which document.
fn appearances(passages: &dyn Passages, names: &ToldNames, id: &dyn Fn(u32) -> Option<EntityId>) -> Vec<Appearance> {
    let mut appearances = Vec::new();
    let mut seen = BTreeSet::new();
    for at in 0..passages.len() {
        let text = passages.at(at).document;
        if !seen.insert(text.document.id.0) {
            continue;
        }
        for (speaker, spoken) in text.speakers.iter().zip(text.spoken()) {
            let Some(entity) = names.anywhere(&speaker.name).and_then(id) else { continue };
            let (document, role) = (text.document.id, speaker.part.into());
            appearances.push(Appearance { entity, document, role, sentences: spoken.sentences });
        }
    }
    appearances
}
