//! What the graph knows of the one that a question is about, in a line: how often it is named, in how many documents,
//! and with whom most often. It is counted, not quoted, so it stands behind the passages.

use super::{QueryError, Task, cast, records, relation};
use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::model::{DocumentId, EntityId, EntityType, How, Ref, Role, cite};
use crate::retrieve::FoundRecord;
use crate::store::Meta;
use crate::text::amounts::count;

/// Neighbours that are named, and relationships that are looked at for them.
const NEIGHBOURS: usize = 5;
const LOOKED_AT: usize = 40;

/// What is known of the one that a question is about.
pub(super) struct Dossier {
    /// In Markdown, with its citations.
    pub line: String,
    /// Whom it names, the one itself first.
    pub entities: Vec<EntityId>,
}

impl Dossier {
    /// Those whom it names as records, but for those that are known: whom it names can be looked up like all that is
    /// cited.
    pub fn records(&self, task: &Task<'_>, known: &[ContextRecord]) -> Result<Vec<ContextRecord>, QueryError> {
        let named = self.entities.iter().map(|&id| Ref::from(id));
        let named = named.filter(|named| known.iter().all(|record| record.record != *named));
        let found = |record| FoundRecord { record, score: 0.0, how: How::Way("ties".to_owned()) };
        records::entities(task, &named.map(found).collect::<Vec<_>>())
    }
}

/// Of the other names somebody goes by one that says more: *Harbour Minister Tom Orlen*.
fn fuller<'a>(name: &str, aliases: &'a [String]) -> Option<&'a String> {
    const LONGEST: usize = 60;
    aliases.iter().find(|alias| alias.len() > name.len() + 4 && alias.len() <= LONGEST && alias.contains(name))
}

/// The line for the one name of a question that asks who or what it is; `None` for other questions, and for a name that
/// the index does not know or that is none of the part that is asked. Of the others it names those of that part.
pub(super) fn dossier(task: &Task<'_>) -> Result<Option<Dossier>, QueryError> {
    let (reader, reading) = (task.reader(), &task.reading);
    if reading.names.len() > 1 || !reading.may_ask_what_it_is() && reading.identity.whois.is_none() {
        return Ok(None);
    }
    let asked = relation::asked_about(reader, reading)?.filter(|(_, id)| task.filter.entity(*id));
    let Some((_, id)) = asked else { return Ok(None) };
    let Some(row) = reader.entity_rows(&[id])?.pop() else { return Ok(None) };
    let ties = reader.relationships_of(id, LOOKED_AT)?;
    let mut others: Vec<EntityId> = Vec::new();
    for tie in &ties {
        let other = if tie.source == id { tie.target } else { tie.source };
        // An import may tie the same two both ways.
        if !others.contains(&other) && task.filter.entity(other) {
            others.push(other);
        }
    }
    let with: Vec<(String, EntityId)> = reader
        .entity_rows(&others)?
        .into_iter()
        // A name that is everywhere stands beside any other.
        .filter(|other| !other.ubiquitous && !matches!(other.kind, EntityType::Concept | EntityType::Date))
        .take(NEIGHBOURS)
        .map(|other| (plain(&other.name), other.id))
        .collect();
    let speaks_in: Vec<DocumentId> = reader
        .appearances_of(id)?
        .into_iter()
        .filter(|part| matches!(part.role, Role::Host | Role::Guest | Role::Speaker))
        .map(|part| part.document)
        .collect();
    let counted = |n: u32, one: &str, many: &str| if n == 1 { one.to_owned() } else { count(n.into(), one, many) };
    // An import lists where it read of somebody, and not how often they are named.
    let imported = reader.meta()?.method == Meta::IMPORTED;
    let mut line = plain(&row.name);
    if let Some(role) = cast::role(task, &row.name, &speaks_in)? {
        line.push_str(&format!(", {},", plain(&role)));
    } else if let Some(fuller) = fuller(&row.name, &reader.entity(id)?.aliases) {
        line.push_str(&format!(", “{}”,", plain(fuller)));
    }
    if !speaks_in.is_empty() {
        let documents = counted(speaks_in.len() as u32, "one document", "documents");
        line.push_str(&format!(" speaks in {documents} and"));
    }
    if row.mentions > 0 && !imported {
        line.push_str(&format!(
            " is named {} in {}",
            counted(row.mentions, "once", "times"),
            counted(row.documents, "one document", "documents")
        ));
        line.push_str(if with.is_empty() { "" } else { "," });
    } else if with.is_empty() {
        return Ok(None);
    } else {
        line.push_str(" is named");
    }
    if !with.is_empty() {
        let names: Vec<&str> = with.iter().map(|(name, _)| name.as_str()).collect();
        line.push_str(&format!(" most often with {}", names.join(", ")));
    }
    let entities: Vec<EntityId> = std::iter::once(id).chain(with.iter().map(|(_, id)| *id)).collect();
    let marks = cite(entities.iter().map(|&id| Ref::from(id)));
    Ok(Some(Dossier { line: format!("{line}. {marks}"), entities }))
}
