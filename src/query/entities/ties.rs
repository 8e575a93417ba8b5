//! What the one is tied to whom a question names beside nobody: "What is Ada Voss connected with?". A row each, the
//! closest first, with the passage that shows the tie.

use std::collections::HashMap;

use super::{dossier, relation};
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::{Candidate, is_roster};
use crate::model::{EntityId, How, RelationshipId, without_citations};
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve::FoundRecord;
use crate::store::{EntityRow, RelationshipRow};
use crate::text::numbers::amounts::in_words;

/// Ties that are told.
const TOLD: usize = 8;

/// The one whose ties are asked for, and nothing else; `None` where the index does not know them.
pub(in crate::query) fn asked_of(task: &Task<'_>) -> Result<Option<EntityId>, QueryError> {
    let reading = &task.reading;
    let [name] = reading.names.as_slice() else { return Ok(None) };
    if !reading.relation || !reading.asks_with_names_alone() {
        return Ok(None);
    }
    Ok(relation::entity(task.reader(), name)?.filter(|&id| task.filter.entity(id)))
}

/// The ties of the one that is asked about; `None` where another question is asked, or nobody is tied.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let reader = task.reader();
    let Some(id) = asked_of(task)? else { return Ok(None) };
    let others = dossier::tied(task, id)?;
    let all = others.len();
    let told: Vec<(EntityRow, RelationshipRow)> = others.into_iter().take(TOLD).collect();
    let found = |(_, tie): &(EntityRow, RelationshipRow)| FoundRecord {
        record: tie.id.into(),
        score: tie.weight,
        how: How::Way("ties".to_owned()),
    };
    let found: Vec<FoundRecord> = told.iter().map(found).collect();
    found.iter().for_each(|hit| writing.found(hit.record, hit.how.clone(), hit.score));
    let ids: Vec<RelationshipId> = told.iter().map(|(_, tie)| tie.id).collect();
    let ties = reader.relationships(&ids)?.into_iter();
    let units: HashMap<u32, u64> = ties.map(|tie| (tie.id.0, tie.text_units.len() as u64)).collect();
    let mut rows = records::relationships(task, &found)?;
    for (row, (other, _)) in rows.iter_mut().zip(&told) {
        row.title = other.name.clone();
        row.text = in_words(units.get(&row.record.id).copied().unwrap_or_default(), "passage", "passages");
    }
    // A tie that no passage shows tells nothing, and one that a list of those present shows little.
    rows.retain(|row| !row.candidates.is_empty());
    let little = |candidate: &Candidate| is_roster(&candidate.evidence.text);
    rows.iter_mut().for_each(|row| row.candidates.sort_by_key(little));
    rows.sort_by_key(|row| row.candidates.first().is_some_and(little));
    if rows.is_empty() {
        return Ok(None);
    }
    // The rows lead to whom it names.
    let known = dossier::dossier(task)?.map(|dossier| without_citations(&dossier.line));
    let named =
        || Ok::<_, QueryError>(format!("{} is mentioned most often with these.", plain(&reader.entity(id)?.name)));
    let facts = vec![known.map_or_else(named, Ok)?];
    Ok(Some(Gathered { records: rows, facts, listed: Some(all), ..Gathered::default() }))
}
