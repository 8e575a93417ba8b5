//! What ties two that a question names: the passages that name both, nearest to each other first, by the places at
//! which they are named; and where there is none, the name that stands between them in the graph.

use std::collections::{BTreeMap, HashMap};

use super::co_mentions::{Together, together};
use crate::index::merge::may_be_called;
use crate::judgement::quotation::plain;
use crate::model::{DocumentId, EntityId, EntityType, Kind, Ref, RelationshipId, TextUnitId, cite};
use crate::query::QueryError;
use crate::query::task::Task;
use crate::store::{EntityRow, Meta, Reader, RelationshipRow};
use crate::text::question::Reading;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::folded;

/// Passages that name both, at most.
const PASSAGES: usize = 8;
/// Persons with one surname that are looked at, and how often one of them is named for each time another is to be meant
/// by it.
const BEARERS: usize = 40;
const CLEARLY: u32 = 3;
/// Relationships of each that are looked at for a name between them.
const NEIGHBOURS: usize = 200;

/// Two that a question names, and what is known of them together.
pub(in crate::query) struct Between {
    pub entities: [EntityId; 2],
    /// All text units that name both, those first that name them nearest to each other.
    pub near: Vec<Together>,
    /// Those of them that are read before others.
    pub passages: Vec<TextUnitId>,
    /// Their own relationship, or those of each with the name between them.
    pub relationships: Vec<RelationshipId>,
    /// In Markdown, what was counted.
    pub facts: Vec<String>,
}

impl Between {
    /// What was counted, with the citations of those passages that are read.
    pub fn cited(self, is_read: impl Fn(Ref) -> bool) -> Vec<String> {
        let mut facts = self.facts;
        let marks = cite(self.passages.iter().map(|&unit| Ref::from(unit)).filter(|&unit| is_read(unit)));
        if let Some(first) = facts.first_mut().filter(|_| !marks.is_empty()) {
            first.push_str(&format!(" {marks}"));
        }
        facts
    }
}

/// The two entities that a question names; `None` where it names another number, or the index does not know them.
pub(in crate::query) fn named(task: &Task<'_>) -> Result<Option<[EntityId; 2]>, QueryError> {
    let [one, other] = task.reading.names.as_slice() else { return Ok(None) };
    let (Some(a), Some(b)) = (entity(task.reader(), one)?, entity(task.reader(), other)?) else { return Ok(None) };
    Ok((a != b).then_some([a, b]))
}

/// Looks for what ties the two that a question names; `None` for a question of another shape.
pub(in crate::query) fn between(task: &Task<'_>) -> Result<Option<Between>, QueryError> {
    if task.reading.relation { of_two(task) } else { Ok(None) }
}

/// The same of any question that names two.
pub(in crate::query) fn of_two(task: &Task<'_>) -> Result<Option<Between>, QueryError> {
    let reader = task.reader();
    let Some([a, b]) = named(task)? else { return Ok(None) };
    let near = together(task, [a, b])?;
    let documents: BTreeMap<DocumentId, ()> = near.iter().map(|one| (one.unit.document, ())).collect();
    let [one, other] = [plain(&task.reading.names[0]), plain(&task.reading.names[1])];
    let passages: Vec<TextUnitId> = near.iter().take(PASSAGES).map(|one| one.unit.id).collect();
    let mut relationships: Vec<RelationshipId> = reader.relationship_between(a, b)?.into_iter().collect();
    let mut facts = Vec::new();
    match (near.len(), documents.len()) {
        (0, _) if may_be_one(reader, [a, b])? => {
            facts.push(format!("{one} and {other} may be the same: one name contains the other."));
        }
        (0, _) => {
            facts.push(format!("No passage names both {one} and {other}."));
            match middle(reader, a, b)? {
                Some((name, ties)) => {
                    let name = plain(&name);
                    facts.push(format!("They are linked through {name}, which is mentioned with each of them."));
                    relationships = ties.to_vec();
                }
                None => facts.push("No other name stands between them.".to_owned()),
            }
        }
        (1, _) => facts.push(format!("One passage names both {one} and {other}.")),
        (n, 1) => facts.push(format!("{n} passages of one document name both {one} and {other}.")),
        (n, d) => facts.push(format!("{n} passages of {d} documents name both {one} and {other}.")),
    }
    Ok(Some(Between { entities: [a, b], near, passages, relationships, facts }))
}

/// True where one of two has all the words of the other's name, and no kind tells them apart: *Voss* and *Ada Voss*.
/// That no passage names both speaks for it rather than against it.
fn may_be_one(reader: &Reader, of: [EntityId; 2]) -> Result<bool, QueryError> {
    let rows = reader.entity_rows(&of)?;
    let [one, other] = rows.as_slice() else { return Ok(false) };
    let (of_one, of_other) = (folded(&one.name), folded(&other.name));
    let holds = |long: &[String], short: &[String]| short.iter().all(|word| long.contains(word));
    let told_apart = one.kind != other.kind && ![&one.kind, &other.kind].contains(&&EntityType::Concept);
    Ok(!told_apart && (holds(&of_one, &of_other) || holds(&of_other, &of_one)))
}

/// The entity that a name means first; *Councillor Voss* may be known as *Voss* only, but *Tom Voss* is not *Ada Voss*.
/// A surname that no document has alone means the person who is by far named most of those who have it.
pub(in crate::query) fn entity(reader: &Reader, name: &str) -> Result<Option<EntityId>, QueryError> {
    let mut rest = name;
    loop {
        let front = &name[..name.len() - rest.len()];
        for row in reader.entity_rows(&reader.entities_named(rest)?)? {
            if !is_another(front, &row.name, rest) {
                return Ok(Some(row.id));
            }
        }
        match rest.split_once(' ') {
            Some((_, shorter)) => rest = shorter,
            None => return of_surname(reader, front, rest),
        }
    }
}

/// True for a name that one person has by all that the index knows of it.
pub(super) fn clearly_one(reader: &Reader, name: &str) -> Result<bool, QueryError> {
    let Some(id) = entity(reader, name)? else { return Ok(false) };
    Ok(reader.entity_rows(&[id])?.first().is_some_and(|row| row.kind == EntityType::Person && row.name.contains(' ')))
}

/// The person with a surname, where none of the others who have it is named nearly as often.
fn of_surname(reader: &Reader, front: &str, surname: &str) -> Result<Option<EntityId>, QueryError> {
    let mut all = bearers(reader, surname)?;
    all.retain(|row| ends_with(&row.name, surname));
    // "Tom Voss" may be the one whom all texts call Thomas.
    let called = format!("{front}{surname}");
    let mut short = Vec::new();
    for row in &all {
        if may_be_called(&row.name, &reader.entity(row.id)?.aliases, &called) {
            short.push(row.clone());
        }
    }
    all.retain(|row| !is_another(front, &row.name, surname));
    Ok(clearly_first(&all).or_else(|| clearly_first(&short)).map(|row| row.id))
}

/// The first of those who share a name, where none of the others is named nearly as often.
pub(in crate::query) fn clearly_first(bearers: &[EntityRow]) -> Option<&EntityRow> {
    match bearers {
        [one, other, ..] if one.mentions < CLEARLY * other.mentions => None,
        [one, ..] => Some(one),
        [] => None,
    }
}

/// True for a name whose last word this is.
pub(in crate::query) fn ends_with(name: &str, surname: &str) -> bool {
    fold::key(name).rsplit(' ').next() == Some(fold::key(surname).as_str())
}

/// The persons whose first or last name this is, the one who is named most first.
pub(super) fn bearers(reader: &Reader, word: &str) -> Result<Vec<EntityRow>, QueryError> {
    let key = fold::key(word);
    let hits = reader.search_records(word, &[Kind::Entity], true, BEARERS)?;
    let ids: Vec<EntityId> = hits.iter().map(|hit| EntityId(hit.record.id)).collect();
    let mut bearers = reader.entity_rows(&ids)?;
    bearers.retain(|row| {
        let name = fold::key(&row.name);
        row.kind == EntityType::Person && (name.split(' ').next() == Some(&key) || ends_with(&name, word))
    });
    bearers.sort_by(|a, b| b.mentions.cmp(&a.mentions).then(a.id.cmp(&b.id)));
    Ok(bearers)
}

/// The one that a question asks about, as the question and the index call it: of one that asks what something is all
/// its words where the index knows a thing by them, else the name in it.
pub(in crate::query) fn asked_about(
    reader: &Reader,
    reading: &Reading,
) -> Result<Option<(String, EntityId)>, QueryError> {
    // What an index without a model says of a term it quotes, and passages are found for that without the graph.
    if reading.may_ask_what_it_is() && (!reading.names.is_empty() || reader.meta()?.method != Meta::OFFLINE) {
        let term = reading.content.join(" ");
        if let Some(&id) = reader.entities_named(&term)?.first() {
            return Ok(Some((term, id)));
        }
    }
    let name = reading.names.first().filter(|_| asks_of_one(reading));
    let Some(name) = name else { return Ok(None) };
    Ok(entity(reader, name)?.map(|id| (name.clone(), id)))
}

/// True for a question for what something or who somebody is, or with nothing but one name.
pub(super) fn asks_of_one(reading: &Reading) -> bool {
    reading.asks_what_it_is() || reading.asks_about_one() || reading.identity.whois.is_some()
}

/// True for a word of a name that is a title or an office.
pub(in crate::query) fn is_office(word: &str) -> bool {
    flags(word).has(Flags::ROLE | Flags::HONORIFIC)
}

/// True where a name that was left out words at its front, which are no office or title, is found as somebody who has
/// other words there.
fn is_another(left_out: &str, found: &str, rest: &str) -> bool {
    let left_out: Vec<String> = folded(left_out);
    let (found, rest) = (folded(found), folded(rest));
    let in_front: Vec<&String> = found.iter().take_while(|word| !rest.contains(word)).collect();
    let named = left_out.iter().any(|word| !is_office(word));
    let own = in_front.iter().filter(|word| !is_office(word)).count();
    named && own > 0 && found.len() > rest.len() && !in_front.iter().any(|word| left_out.contains(word))
}

/// The entity that is tied to both most strongly, with its two relationships.
pub(in crate::query) fn middle(
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
    let ranked = shared.iter().filter_map(|(middle, tie)| {
        let (row, own) = (rows.get(middle)?, of_one.get(middle)?);
        // A name that is everywhere, or a notion, stands between any two.
        let telling = !row.ubiquitous && !matches!(row.kind, EntityType::Concept | EntityType::Date);
        Some((telling, own.weight.min(tie.weight), *middle, [own.id, tie.id]))
    });
    let best = ranked.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(b.2.cmp(&a.2)));
    Ok(best.and_then(|(.., middle, ties)| Some((rows.get(&middle)?.name.clone(), ties))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_read_is_not_cited() {
        let between = Between {
            entities: [EntityId(1), EntityId(2)],
            near: Vec::new(),
            passages: vec![TextUnitId(4), TextUnitId(9)],
            relationships: Vec::new(),
            facts: vec!["2 passages name both.".to_owned()],
        };
        assert_eq!(between.cited(|unit| unit.id == 4), ["2 passages name both. [Data: Sources (4)]"]);
    }

    #[test]
    fn another_first_name_is_another_person() {
        assert!(is_another("Tom Lee ", "Ada Noel Voss", "Voss"));
        assert!(!is_another("Councillor ", "Ada Voss", "Voss"));
        assert!(!is_another("", "Ada Voss", "Ada Voss"));
        assert!(!is_another("Tom ", "Voss", "Voss"));
        assert!(!is_another("Ada ", "Ada Noel Voss", "Voss"));
    }
}
