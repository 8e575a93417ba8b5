//! Merging what a model told: entities, relationships, descriptions and claims.
//!
//! Which names are one thing is decided by the merger of both sides (`merge::join`): a name means in a text unit what
//! most of its places there mean. Whatever is only likely to be one thing (`likely`) is left apart, unless somebody who
//! read the passages says that it is one (`same`). A relationship's strengths add up over the text units that tell it;
//! one whose end was not listed makes that entity, so that nothing told is dropped.

mod likely;
mod names;
mod notes;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Merged, entities, is_everywhere};
use crate::judgement::{Extraction, Passages};
use crate::model::{
    Appearance, Claim, ClaimId, Entity, EntityId, EntityType, Mention, Relationship, RelationshipId, Role, Span,
    SpeakerPart, TextUnit, TextUnitId,
};
use crate::text::fold;
use crate::text::names::lexicon::{Flags, flags};
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

#[derive(Default)]
struct Tied {
    notes: Notes,
    strength: f32,
    units: BTreeMap<TextUnitId, f32>,
    shown: Vec<(TextUnitId, Span)>,
}

/// By the number that leads a group of names.
#[derive(Default)]
struct Gathered {
    names: BTreeMap<u32, Named>,
    ties: BTreeMap<(u32, u32), Tied>,
}

impl Gathered {
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
}

/// Merges; the extraction at a position belongs to the passage there.
pub fn merge(passages: &dyn Passages, extractions: &[Extraction], merging: Merging<'_>) -> ToldGraph {
    let names = ToldNames::of(passages, extractions, merging.same);
    let mut gathered = Gathered::default();
    for at in 0..passages.len() {
        gathered.add(at, passages.unit(at), &names);
    }
    let documents: BTreeSet<u32> = (0..passages.len()).map(|at| passages.unit(at).document.0).collect();
    for (number, unit, span) in names.mentions(passages) {
        gathered.names.entry(number).or_default().mentions.push((unit, span));
    }
    for name in gathered.names.values_mut() {
        name.mentions.sort_unstable();
        name.mentions.dedup();
        // Told of a text unit that does not write the name: it belongs there, at no place in particular.
        let located: BTreeSet<TextUnitId> =
            name.mentions.iter().filter(|(_, span)| !span.is_empty()).map(|(unit, _)| *unit).collect();
        name.mentions.retain(|(unit, span)| !span.is_empty() || !located.contains(unit));
    }
    let made: Vec<(u32, Entity)> = gathered
        .names
        .iter()
        .map(|(&number, name)| (number, entity(name, &names, number, documents.len(), passages.len())))
        .collect();
    let mut order: Vec<(u32, Entity)> = made;
    order.sort_by(|(_, a), (_, b)| {
        b.mentions.cmp(&a.mentions).then_with(|| fold::key(&a.name).cmp(&fold::key(&b.name))).then(a.name.cmp(&b.name))
    });
    let place: HashMap<u32, usize> = order.iter().enumerate().map(|(at, &(number, _))| (number, at)).collect();
    let id = |number: u32| place.get(&number).map(|&at| EntityId(at as u32));

    let read: HashMap<TextUnitId, usize> = (0..passages.len()).map(|at| (passages.unit(at).id, at)).collect();
    let title = |unit: TextUnitId| Some(passages.at(*read.get(&unit)?).document.dated_title());
    let mut told = ToldGraph::default();
    for (at, (number, mut entity)) in order.into_iter().enumerate() {
        entity.id = EntityId(at as u32);
        let Some(name) = gathered.names.get(&number) else { continue };
        entity.description = name.notes.text();
        if !shorter_than(&name.notes, merging.words) {
            told.several.push(name.notes.several(Element::Entity(at), entity.name.clone(), &title));
        }
        told.merged.mentions.extend(name.mentions.iter().map(|&(text_unit, span)| Mention {
            entity: entity.id,
            text_unit,
            span,
        }));
        told.merged.entities.push(entity);
    }
    told.merged.mentions.sort_by_key(|mention| (mention.text_unit, mention.span, mention.entity));
    let mut ties: Vec<((usize, usize), &Tied)> = gathered
        .ties
        .iter()
        .filter_map(|(&(a, b), tie)| {
            let (a, b) = (*place.get(&a)?, *place.get(&b)?);
            Some(((a.min(b), a.max(b)), tie))
        })
        .collect();
    ties.sort_by_key(|(ends, _)| *ends);
    for (at, ((source, target), tie)) in ties.into_iter().enumerate() {
        let mut units: Vec<(TextUnitId, f32)> = tie.units.iter().map(|(&unit, &strength)| (unit, strength)).collect();
        units.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| read.get(&a.0).cmp(&read.get(&b.0))));
        let entities = &mut told.merged.entities;
        entities[source].degree += 1;
        entities[target].degree += 1;
        if !shorter_than(&tie.notes, merging.words) {
            let subject = format!("{} and {}", entities[source].name, entities[target].name);
            told.several.push(tie.notes.several(Element::Relationship(at), subject, &title));
        }
        let id = RelationshipId(at as u32);
        told.shown.extend(tie.shown.iter().map(|&(unit, span)| (at, unit, span)));
        told.merged.relationships.push(Relationship {
            id,
            source: EntityId(source as u32),
            target: EntityId(target as u32),
            description: tie.notes.text(),
            weight: tie.strength,
            text_units: units.into_iter().map(|(unit, _)| unit).collect(),
        });
    }
    for (at, extraction) in extractions.iter().enumerate() {
        for claim in &extraction.claims {
            let Some(subject) = names.number(at, &claim.subject).and_then(id) else { continue };
            let object = claim.object.as_ref().and_then(|object| names.number(at, object)).and_then(id);
            told.claims.push(Claim {
                id: ClaimId(told.claims.len() as u32),
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
    told.merged.appearances = appearances(passages, &names, &id);
    told.likely = likely::likely(&told.merged.entities, &told.merged.relationships);
    told
}

fn entity(name: &Named, names: &ToldNames, number: u32, documents: usize, units: usize) -> Entity {
    let (mut shown, mut aliases) = entities::naming(&names.table, names.members(number));
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
        for (number, speaker) in text.speakers.iter().enumerate() {
            let Some(entity) = names.anywhere(&speaker.name).and_then(id) else { continue };
            let spoken = text.sentences.iter().filter(|sentence| sentence.speaker == Some(number as u16)).count();
            let role = match speaker.part {
                SpeakerPart::Host => Role::Host,
                SpeakerPart::Guest => Role::Guest,
                SpeakerPart::Other => Role::Speaker,
            };
            appearances.push(Appearance { entity, document: text.document.id, role, sentences: spoken as u32 });
        }
    }
    appearances
}
