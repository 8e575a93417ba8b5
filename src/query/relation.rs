//! What two have to do with each other: the passages that name both, and where none does, the name that stands between
//! them in the graph.

use std::collections::{BTreeSet, HashMap};

use super::QueryError;
use super::passages::Passages;
use crate::judgement::extractive::quotation::plain;
use crate::judgement::extractive::relation::{is_named, is_named_first};
use crate::model::{DocumentId, EntityId, EntityType, Ref, RelationshipId, TextUnitId, cite};
use crate::retrieve::Filter;
use crate::store::{Reader, RelationshipRow};
use crate::text::question::Reading;
use crate::text::terms::{folded, words};

/// Passages that name both, at most.
const PASSAGES: usize = 8;
/// Passages that have the words of both names and are looked at.
const BY_WORDS: usize = 200;
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

/// The two entities whose ties a question asks for; `None` for another question, or where the index does not know them.
pub(super) fn asked(reader: &Reader, reading: &Reading) -> Result<Option<[EntityId; 2]>, QueryError> {
    let [one, other] = reading.names.as_slice() else { return Ok(None) };
    if !reading.relation {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (entity(reader, one)?, entity(reader, other)?) else { return Ok(None) };
    Ok((a != b).then_some([a, b]))
}

/// How a passage ties two, the closest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    /// A sentence names both.
    Sentence,
    /// One of them says a sentence that names the other.
    Said,
    /// It names both.
    Named,
    /// One of them speaks, and others name the other.
    Beside,
}

/// Looks for what ties two; `None` for a question that does not ask it of two names that the index knows.
///
/// What names both is looked for by the links of the two, by their words, and in what either of them says: a name that is
/// everywhere has few links.
pub(super) fn between(
    reader: &Reader,
    passages: &mut Passages<'_>,
    reading: &Reading,
    filter: &Filter,
) -> Result<Option<Between>, QueryError> {
    let (Some([a, b]), [one, other]) = (asked(reader, reading)?, reading.names.as_slice()) else { return Ok(None) };
    let units = [reader.units_of_entity(a)?, reader.units_of_entity(b)?];
    let of_one: BTreeSet<TextUnitId> = units[0].iter().copied().collect();
    let linked: BTreeSet<TextUnitId> = units[1].iter().copied().filter(|unit| of_one.contains(unit)).collect();
    let lasts: Vec<&str> = [one, other].iter().filter_map(|name| words(name).last()).map(|word| word.text).collect();
    let by_words = reader.search_units(&lasts.join(" "), true, 1.0, BY_WORDS)?;
    let mut looked_at = linked.clone();
    looked_at.extend(by_words.iter().map(|hit| TextUnitId(hit.record.id)));
    let mut facts = Vec::new();
    let mut speakers: Vec<&str> = Vec::new();
    for (speaker, name, whose, units) in [(a, one, other, &units[1]), (b, other, one, &units[0])] {
        let spoken = spoken_in(reader, speaker)?;
        let naming =
            || reader.text_units(units).map(|units| units.into_iter().filter(|u| spoken.contains(&u.document)));
        if spoken.len() > DOCUMENTS {
            let documents: BTreeSet<DocumentId> = naming()?.map(|unit| unit.document).collect();
            match documents.len() {
                0 => {}
                1 => facts.push(format!("{} speaks in one document that names {}.", plain(name), plain(whose))),
                n => facts.push(format!("{} speaks in {n} documents that name {}.", plain(name), plain(whose))),
            }
        } else if !spoken.is_empty() {
            looked_at.extend(naming()?.map(|unit| unit.id));
            speakers.push(name);
        }
    }
    looked_at.retain(|unit| filter.unit(*unit));
    let looked_at: Vec<TextUnitId> = looked_at.into_iter().collect();
    let mut tied: Vec<(Tie, usize, TextUnitId)> = Vec::new();
    for unit in reader.text_units(&looked_at)? {
        let said = passages.whole_sentences(&unit)?;
        let by_links = linked.contains(&unit.id).then_some((Tie::Named, usize::MAX));
        let mut ties = ties(&said, [one, other], &speakers);
        if !ties.iter().any(|(tie, _)| matches!(tie, Tie::Sentence | Tie::Named)) {
            ties.extend(by_links);
        }
        tied.extend(ties.into_iter().map(|(tie, apart)| (tie, apart, unit.id)));
    }
    tied.sort_unstable();
    let of_ties = |ties: &[Tie]| -> Vec<TextUnitId> {
        tied.iter().filter(|(tie, ..)| ties.contains(tie)).map(|&(.., unit)| unit).collect()
    };
    let (sentences, named) = (of_ties(&[Tie::Sentence]), of_ties(&[Tie::Sentence, Tie::Named]));
    let (said, beside) = (of_ties(&[Tie::Said]), of_ties(&[Tie::Beside]));
    facts.insert(0, told_of_both([one, other], sentences.len(), &named));
    match (beside.len(), speakers.as_slice()) {
        (0, _) => {}
        (1, _) => {
            facts.push(format!("In one passage one of them speaks where others name the other. {}", marks(&beside)))
        }
        (n, [name]) => {
            let whose = if *name == one.as_str() { other } else { one };
            let (name, whose) = (plain(name), plain(whose));
            facts.push(format!("In {n} passages {name} speaks where others name {whose}. {}", marks(&beside)));
        }
        (n, _) => {
            facts.push(format!("In {n} passages one of them speaks where others name the other. {}", marks(&beside)));
        }
    }
    // What one sentence says of both is read first.
    let mut passages: Vec<TextUnitId> = Vec::new();
    for unit in [sentences, said, named, beside].iter().flat_map(|units| units.iter().take(PASSAGES)) {
        if !passages.contains(unit) {
            passages.push(*unit);
        }
    }
    let mut relationships: Vec<RelationshipId> = reader.relationship_between(a, b)?.into_iter().collect();
    if tied.is_empty() && facts.len() == 1 {
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

/// What is said where no sentence that names both can be quoted: in how many sentences and passages both are named.
fn told_of_both(names: [&str; 2], sentences: usize, passages: &[TextUnitId]) -> String {
    let both = format!("both {} and {}", plain(names[0]), plain(names[1]));
    match (sentences, passages.len()) {
        (0, 0) => format!("No passage names {both}."),
        (0, 1) => format!("No sentence names {both}; one passage does. {}", marks(passages)),
        (0, n) => format!("No sentence names {both}; {n} passages do. {}", marks(passages)),
        (1, _) => format!("One sentence names {both}, but cannot be understood by itself. {}", marks(&passages[..1])),
        (n, _) => {
            let marks = marks(&passages[..n.min(passages.len())]);
            format!("In {n} passages a sentence names {both}, but cannot be understood by itself. {marks}")
        }
    }
}

fn marks(passages: &[TextUnitId]) -> String {
    cite(passages.iter().take(PASSAGES).map(|&unit| Ref::from(unit)))
}

/// How a passage, given by its sentences and who says each, ties two: by what it names and, where one of them says nothing
/// of the other in it, by who speaks; each with how many sentences lie between the two. Of `speakers` what they say counts.
fn ties(said: &[(String, Option<String>)], names: [&str; 2], speakers: &[&str]) -> Vec<(Tie, usize)> {
    let naming = names.map(|name| -> Vec<usize> {
        let whole = said.iter().any(|(text, _)| is_named(name, text));
        let named = |at: &usize| is_named(name, &said[*at].0) || whole && is_named_first(name, &said[*at].0);
        (0..said.len()).filter(named).collect()
    });
    let spoken = names.map(|name| -> Vec<usize> {
        let says = |at: &usize| said[*at].1.as_deref().is_some_and(|who| folded(who) == folded(name));
        if speakers.contains(&name) { (0..said.len()).filter(says).collect() } else { Vec::new() }
    });
    let apart = |one: &[usize], other: &[usize]| {
        one.iter().flat_map(|one| other.iter().map(move |other| one.abs_diff(*other))).min()
    };
    let named = apart(&naming[0], &naming[1]).map(|apart| (if apart == 0 { Tie::Sentence } else { Tie::Named }, apart));
    let of_other = (0..2).filter_map(|one| apart(&spoken[one], &naming[1 - one])).min();
    let said = of_other.filter(|&apart| apart == 0 || named.is_none());
    let said = said.map(|apart| (if apart == 0 { Tie::Said } else { Tie::Beside }, apart));
    named.into_iter().chain(said).collect()
}

/// The documents in which somebody speaks.
fn spoken_in(reader: &Reader, speaker: EntityId) -> Result<BTreeSet<DocumentId>, QueryError> {
    let parts = reader.appearances_of(speaker)?;
    Ok(parts.iter().filter(|part| part.sentences > 0).map(|part| part.document).collect())
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
