//! What two have to do with each other: the passages that name both, and where none does, the name that stands between
//! them in the graph.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::QueryError;
use crate::judgement::extractive::quotation::plain;
use crate::model::{DocumentId, EntityId, EntityType, Ref, RelationshipId, Sentence, Speaker, TextUnitId, cite};
use crate::retrieve::Filter;
use crate::store::{Reader, RelationshipRow};
use crate::text::question::Reading;
use crate::text::terms::folded;

/// Passages that name both, at most.
const PASSAGES: usize = 8;
/// Whoever speaks in more documents than this is only counted: what he says of all and sundry ties him to nobody.
const DOCUMENTS: usize = 12;
/// Relationships of each that are looked at for a name between them.
const NEIGHBOURS: usize = 200;
/// What a name counts between two that is everywhere, or is no name but a notion.
const EVERYWHERE: f32 = 0.3;

/// Two that a question asks about, and what is known of them together.
pub(super) struct Between {
    pub entities: [EntityId; 2],
    /// Passages that name both, those first that name them nearest to each other.
    pub passages: Vec<TextUnitId>,
    /// Their own relationship, or those of each with the name between them.
    pub relationships: Vec<RelationshipId>,
    /// In Markdown.
    pub facts: Vec<String>,
}

/// Looks for what ties two; `None` for a question that does not ask it of two names that the index knows.
pub(super) fn between(reader: &Reader, reading: &Reading, filter: &Filter) -> Result<Option<Between>, QueryError> {
    let [one, other] = reading.names.as_slice() else { return Ok(None) };
    if !reading.relation {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (entity(reader, one)?, entity(reader, other)?) else { return Ok(None) };
    if a == b {
        return Ok(None);
    }
    let (units_a, units_b) = (reader.units_of_entity(a)?, reader.units_of_entity(b)?);
    let of_one: BTreeSet<TextUnitId> = units_a.iter().copied().collect();
    let shared = units_b.iter().copied().filter(|unit| of_one.contains(unit) && filter.unit(*unit));
    let mut apart: Vec<(usize, TextUnitId)> = Vec::new();
    for unit in shared {
        let mentions = reader.mentions_in(unit)?;
        let places = |entity: EntityId| mentions.iter().filter(move |mention| mention.entity == entity);
        let distances = places(a).flat_map(|one| places(b).map(move |other| one.span.start.abs_diff(other.span.start)));
        apart.push((distances.min().unwrap_or(usize::MAX), unit));
    }
    apart.sort_unstable();
    let together = apart.len();
    let mut passages: Vec<TextUnitId> = apart.into_iter().take(PASSAGES).map(|(_, unit)| unit).collect();
    let (mut speaks, mut everywhere) = (Vec::new(), Vec::new());
    for (speaker, name, whom, whose, units) in [(a, one, b, other, &units_b), (b, other, a, one, &units_a)] {
        let spoken: BTreeSet<DocumentId> = spoken_in(reader, speaker)?;
        if spoken.len() > DOCUMENTS {
            let named: BTreeSet<DocumentId> = reader.text_units(units)?.into_iter().map(|unit| unit.document).collect();
            match named.intersection(&spoken).count() {
                0 => {}
                1 => everywhere.push(format!("{} speaks in one document that names {}.", plain(name), plain(whose))),
                n => everywhere.push(format!("{} speaks in {n} documents that name {}.", plain(name), plain(whose))),
            }
        } else {
            speaks.extend(spoken_of(reader, &spoken, name, (whom, units), filter)?);
        }
    }
    let spoken = speaks.len() + everywhere.len();
    let fresh: Vec<TextUnitId> = speaks.into_iter().filter(|unit| !passages.contains(unit)).take(PASSAGES).collect();
    passages.extend(fresh);
    let mut relationships: Vec<RelationshipId> = reader.relationship_between(a, b)?.into_iter().collect();
    let mark = cite(passages.iter().take(together.min(PASSAGES)).map(|&unit| Ref::from(unit)));
    let (one, other) = (plain(one), plain(other));
    let mut facts = vec![match together {
        0 => format!("No passage names both {one} and {other}."),
        1 => format!("One passage names both {one} and {other}. {mark}"),
        n => format!("{n} passages name both {one} and {other}. {mark}"),
    }];
    facts.extend(everywhere);
    if together == 0 && spoken == 0 {
        match middle(reader, a, b)? {
            Some((name, ties)) => {
                let name = plain(&name);
                facts.push(format!("{name} stands between them: with it, the documents name each of the two."));
                relationships = ties.to_vec();
            }
            None => facts.push("No other name stands between them.".to_owned()),
        }
    }
    Ok(Some(Between { entities: [a, b], passages, relationships, facts }))
}

/// The documents in which somebody speaks.
fn spoken_in(reader: &Reader, speaker: EntityId) -> Result<BTreeSet<DocumentId>, QueryError> {
    let parts = reader.appearances_of(speaker)?;
    Ok(parts.iter().filter(|part| part.sentences > 0).map(|part| part.document).collect())
}

/// Text units of the documents `spoken` in which somebody of this name speaks and names the other, of those `units` that do.
fn spoken_of(
    reader: &Reader,
    spoken: &BTreeSet<DocumentId>,
    name: &str,
    (other, units): (EntityId, &[TextUnitId]),
    filter: &Filter,
) -> Result<Vec<TextUnitId>, QueryError> {
    const UNITS: usize = 60;
    if spoken.is_empty() {
        return Ok(Vec::new());
    }
    let mut structures: HashMap<DocumentId, (Vec<Sentence>, Vec<Speaker>)> = HashMap::new();
    let mut found = Vec::new();
    for unit in reader.text_units(units)? {
        if found.len() == UNITS || !spoken.contains(&unit.document) || !filter.unit(unit.id) {
            continue;
        }
        let (sentences, speakers) = match structures.entry(unit.document) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(reader.structure(unit.document)?),
        };
        let says = |sentence: &Sentence| {
            let who = sentence.speaker.and_then(|at| speakers.get(usize::from(at)));
            who.is_some_and(|who| folded(&who.name) == folded(name))
        };
        let mentions = reader.mentions_in(unit.id)?;
        let named = mentions.iter().filter(|mention| mention.entity == other).any(|mention| {
            let at = sentences.partition_point(|sentence| sentence.span.end <= mention.span.start);
            sentences.get(at).is_some_and(says)
        });
        if named {
            found.push(unit.id);
        }
    }
    Ok(found)
}

/// The entity that a name means first; *Councillor Voss* may be known as *Voss* only.
fn entity(reader: &Reader, name: &str) -> Result<Option<EntityId>, QueryError> {
    let mut rest = name;
    loop {
        if let Some(&found) = reader.entities_named(rest)?.first() {
            return Ok(Some(found));
        }
        match rest.split_once(' ') {
            Some((_, shorter)) => rest = shorter,
            None => return Ok(None),
        }
    }
}

/// The entity that is tied to both most strongly, with its two relationships.
fn middle(
    reader: &Reader,
    one: EntityId,
    other: EntityId,
) -> Result<Option<(String, [RelationshipId; 2])>, QueryError> {
    let ties = |entity: EntityId| -> Result<Vec<(EntityId, RelationshipRow)>, QueryError> {
        let rows = reader.relationships_of(entity, NEIGHBOURS)?;
        Ok(rows.into_iter().map(|row| (if row.source == entity { row.target } else { row.source }, row)).collect())
    };
    let of_one: HashMap<EntityId, RelationshipRow> = ties(one)?.into_iter().collect();
    let shared: Vec<(EntityId, RelationshipRow)> =
        ties(other)?.into_iter().filter(|(middle, _)| of_one.contains_key(middle)).collect();
    let ids: Vec<EntityId> = shared.iter().map(|(middle, _)| *middle).collect();
    let rows: HashMap<EntityId, _> = reader.entity_rows(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    let mut best: Option<(f32, EntityId, [RelationshipId; 2])> = None;
    for (middle, tie) in &shared {
        let (Some(row), Some(own)) = (rows.get(middle), of_one.get(middle)) else { continue };
        let vague = row.ubiquitous || matches!(row.kind, EntityType::Concept | EntityType::Date);
        let weight = own.weight.min(tie.weight) * if vague { EVERYWHERE } else { 1.0 };
        if best.as_ref().is_none_or(|(known, ..)| weight > *known) {
            best = Some((weight, *middle, [own.id, tie.id]));
        }
    }
    Ok(best.and_then(|(_, middle, ties)| Some((rows.get(&middle)?.name.clone(), ties))))
}
