//! Who has a part in the documents: "Who are the guests?", "Who hosts it?", "Who wrote these letters?". Counted from
//! the parts that reading found, a row each, with what says who somebody is.

use std::collections::BTreeMap;

use crate::judgement::ContextRecord;
use crate::model::{Appearance, DocumentId, EntityId, Role as Part};
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, ROWS};
use crate::retrieve::FoundRecord;
use crate::text::numbers::amounts::{in_words, in_words_first};
use crate::text::question::AskedRole;
use crate::text::words::terms::folded;

/// Words at the head of a sentence among which it names whom it is about.
const OPENING: usize = 3;

/// True where anybody in scope has such a part.
pub(in crate::query) fn anybody(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(!parts(task)?.1.is_empty())
}

/// What those are called who are asked for, one and several, and their parts in the documents of the scope. Where no
/// transcript says who is a guest, whoever speaks is meant, but for the hosts.
fn parts(task: &Task<'_>) -> Result<((&'static str, &'static str), Vec<Appearance>), QueryError> {
    let mut all = task.reader().all_appearances()?;
    all.retain(|one| one.role != Part::Subject && task.filter.document(one.document));
    let of = |wanted: &[Part]| all.iter().filter(|one| wanted.contains(&one.role)).cloned().collect::<Vec<_>>();
    Ok(match task.reading.role {
        Some(AskedRole::Host) => (("host", "hosts"), of(&[Part::Host])),
        Some(AskedRole::Guest) if all.iter().any(|one| one.role == Part::Guest) => {
            (("guest", "guests"), of(&[Part::Guest]))
        }
        Some(AskedRole::Guest) => (("speaker", "speakers"), of(&[Part::Speaker])),
        _ => (("person", "people"), all),
    })
}

/// A row for each who has such a part, those in most documents first; none where nobody in scope has it.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let ((one, several), parts) = parts(task)?;
    if parts.is_empty() {
        return Ok(None);
    }
    writing.stage("counting who has a part");
    let reader = task.reader();
    let mut people: BTreeMap<EntityId, (Vec<DocumentId>, u32)> = BTreeMap::new();
    for part in &parts {
        let known = people.entry(part.entity).or_default();
        known.0.push(part.document);
        known.1 += part.sentences;
    }
    let mut documents: Vec<DocumentId> = parts.iter().map(|part| part.document).collect();
    documents.sort_unstable();
    documents.dedup();
    let mut order: Vec<(EntityId, Vec<DocumentId>, u32)> =
        people.into_iter().map(|(id, (documents, sentences))| (id, documents, sentences)).collect();
    order.iter_mut().for_each(|(_, documents, _)| documents.dedup());
    order.sort_by_key(|(id, documents, sentences)| (std::cmp::Reverse((documents.len(), *sentences)), *id));
    let in_documents = in_words(documents.len() as u64, "document", "documents");
    let facts = vec![format!("{} in {in_documents}.", in_words_first(order.len() as u64, one, several))];
    let listed = Some(order.len());
    order.truncate(ROWS);
    let wanted: Vec<FoundRecord> = order.iter().map(|(id, ..)| FoundRecord::sure(*id)).collect();
    let mut described: BTreeMap<u32, ContextRecord> =
        records::entity_rows(task, &wanted)?.into_iter().map(|record| (record.record.id, record)).collect();
    let mut rows = Vec::with_capacity(order.len());
    for (id, documents, _) in order {
        let Some(mut record) = described.remove(&id.0) else { continue };
        let role = role(task, &record.title, &documents)?;
        let place = match documents.as_slice() {
            [one] => reader.document(*one)?.title,
            many => format!("{} documents", many.len()),
        };
        // Where a role is known, only what begins with whoever it is adds to it.
        let opens = |text: &str| {
            let said = folded(text);
            let front = said.get(..OPENING).unwrap_or(&said);
            folded(&record.title).iter().any(|word| front.contains(word))
        };
        if role.is_some() && !record.candidates.first().is_some_and(|one| opens(&one.evidence.text)) {
            record.candidates.clear();
        }
        record.text = role.map_or(place.clone(), |role| format!("{role}; {place}"));
        record.candidates.truncate(1);
        rows.push(record);
    }
    Ok(Some(Gathered { records: rows, facts, listed, ..Gathered::default() }))
}

/// What a transcript says that somebody is, in the last of some documents that says it.
pub(in crate::query) fn role(
    task: &Task<'_>,
    name: &str,
    documents: &[DocumentId],
) -> Result<Option<String>, QueryError> {
    /// Documents that are looked into for it.
    const LOOKED_INTO: usize = 8;
    for &document in documents.iter().rev().take(LOOKED_INTO) {
        let (_, speakers) = task.reader().structure(document)?;
        let role = speakers.into_iter().find(|speaker| speaker.name == name).and_then(|speaker| speaker.role);
        if role.is_some() {
            return Ok(role);
        }
    }
    Ok(None)
}
