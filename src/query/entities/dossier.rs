//! What the graph knows of the one that a question is about, in a line: how often it is named, in how many documents,
//! and with whom most often. It is counted, not quoted, so it stands behind the passages. What the documents say beside
//! a name that somebody is stands before them.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::relation;
use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::roles::tells_role;
use crate::model::{DocumentId, EntityId, EntityType, Evidence, How, Ref, Role, SentenceKind, Span, TextUnitId, cite};
use crate::query::QueryError;
use crate::query::context::passages::PassageReader;
use crate::query::context::records;
use crate::query::entities::cast;
use crate::query::task::Task;
use crate::retrieve::FoundRecord;
use crate::store::{EntityRow, Meta, RelationshipRow};
use crate::text::language::word_lists;
use crate::text::numbers::amounts::count;
use crate::text::statements::office::{ENTITLED, Sought};
use crate::text::words::terms::folded;

/// Neighbours that are named, and relationships that are looked at for them.
const NEIGHBOURS: usize = 5;
const LOOKED_AT: usize = 40;
/// Text units in which it is looked for who somebody is, taken evenly, and bytes of what says so.
const UNITS: usize = 160;
const LONGEST: usize = 120;

word_lists! { static WORDS = "dossier.toml": of_a_meeting }

/// What is known of the one that a question is about.
pub(in crate::query) struct Dossier {
    /// In Markdown, with its citations.
    pub line: String,
    /// Whom it names, the one itself first.
    entities: Vec<EntityId>,
    /// What the documents say beside the name that somebody is.
    office: Option<Candidate>,
}

impl Dossier {
    /// Adds to the records of an answer those whom it names, who can be looked up like all that is cited; the one that
    /// is asked about says first who that is.
    pub fn add_to(&self, task: &Task<'_>, records: &mut Vec<ContextRecord>) -> Result<(), QueryError> {
        let named = self.entities.iter().map(|&id| Ref::from(id));
        let named = named.filter(|named| records.iter().all(|record| record.record != *named));
        let found = |record| FoundRecord { record, score: 0.0, how: How::Way("ties".to_owned()) };
        let named: Vec<FoundRecord> = named.map(found).collect();
        records.extend(records::entities(task, &named)?);
        let own = self.entities.first().map(|&id| Ref::from(id));
        if let Some(office) = &self.office
            && let Some(own) = records.iter_mut().find(|record| Some(record.record) == own)
        {
            own.candidates.insert(0, office.clone());
        }
        Ok(())
    }
}

/// Whom and what somebody is tied to in the part that is asked, the closest first, each once: an import may tie the
/// same two both ways. A name that is everywhere stands beside any other.
pub(in crate::query) fn tied(task: &Task<'_>, id: EntityId) -> Result<Vec<(EntityRow, RelationshipRow)>, QueryError> {
    let reader = task.reader();
    let ties = reader.relationships_of(id, LOOKED_AT)?;
    let other = |tie: &RelationshipRow| if tie.source == id { tie.target } else { tie.source };
    let ids: Vec<EntityId> = ties.iter().map(other).collect();
    let rows: HashMap<EntityId, EntityRow> = reader.entity_rows(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    let mut known = HashSet::new();
    let tied = ties.into_iter().filter_map(|tie| {
        let row = rows.get(&other(&tie)).filter(|row| task.filter.entity(row.id) && known.insert(row.id))?;
        let telling = !row.ubiquitous && !matches!(row.kind, EntityType::Concept | EntityType::Date);
        telling.then(|| (row.clone(), tie))
    });
    Ok(tied.collect())
}

/// What the documents say beside the name of somebody that this is: "Ada Voss, harbour master of Orsk"; of several that
/// which stands behind the name and most of them say, of those the latest.
fn office(task: &Task<'_>, id: EntityId, name: &str) -> Result<Option<Candidate>, QueryError> {
    let reader = task.reader();
    let sought = Sought::Name(name.to_owned());
    let units = reader.units_of_entity(id)?;
    let every = units.len().div_ceil(UNITS).max(1);
    let units: Vec<TextUnitId> = units.into_iter().filter(|&unit| task.filter.unit(unit)).step_by(every).collect();
    let mut passages = PassageReader::new(reader);
    let mut told: BTreeMap<Vec<String>, (bool, usize, Candidate)> = BTreeMap::new();
    let plainly = |text: &str| sought.told(text, None, "").filter(|(_, worth)| *worth >= ENTITLED);
    let told_by = |text: &str| plainly(text).is_some() || tells_role(text, name);
    for unit in reader.text_units(&units)? {
        for candidate in passages.record_of(&unit, 1.0, told_by)?.candidates {
            let whole = &candidate.evidence;
            if candidate.kind == SentenceKind::Row && tells_role(whole.quoted(), name) {
                told.entry(folded(&whole.text)).or_insert((true, 1, candidate));
                continue;
            }
            let Some((span, worth)) = plainly(whole.quoted()) else { continue };
            // "Owner: Ada Voss" tells whose the row is.
            let beside = worth > ENTITLED;
            if candidate.kind == SentenceKind::Row && !beside {
                continue;
            }
            let Some(text) = span.slice(whole.quoted()).filter(|text| text.len() <= LONGEST) else { continue };
            let quote = Span::new(whole.quote.start + span.start, whole.quote.start + span.end);
            let evidence = Evidence { quote, lead: None, ..whole.with_window(quote, text.to_owned()) };
            let own = Candidate { evidence, ..candidate };
            let known = told.entry(folded(&own.evidence.text)).or_insert_with(|| (beside, 0, own.clone()));
            let (_, times, latest) = known;
            *times += 1;
            if latest.dated < own.dated {
                *latest = own;
            }
        }
    }
    // Who is called more in another place is called the same there: "the master of Orsk and of the ferry".
    let mut fullest: Vec<(Vec<String>, (bool, usize, Candidate))> = Vec::new();
    for (said, (beside, times, candidate)) in told {
        match fullest.last_mut().filter(|(shorter, (known, ..))| said.starts_with(shorter) && *known == beside) {
            Some((shorter, (_, all, fuller))) => (*shorter, *all, *fuller) = (said, *all + times, candidate),
            None => fullest.push((said, (beside, times, candidate))),
        }
    }
    // Whoever is called in full is surely meant: "A. Voss, clerk" may be another.
    let in_full = |candidate: &Candidate| candidate.evidence.text.contains(name);
    // Who led a meeting or wrote its minutes is somebody outside it, too.
    let lasting = |said: &[String]| !said.last().is_some_and(|word| WORDS.of_a_meeting.has(word));
    let best = fullest.into_iter().max_by_key(|(said, (beside, times, candidate))| {
        (*beside, lasting(said), in_full(candidate), *times, candidate.dated)
    });
    Ok(best.map(|(_, (.., candidate))| candidate))
}

/// Of the other names somebody goes by one that says more: *Harbour Minister Tom Orlen*.
fn fuller<'a>(name: &str, aliases: &'a [String]) -> Option<&'a String> {
    /// Bytes of a name; what is longer is a line that names somebody.
    const LONGEST: usize = 60;
    aliases.iter().find(|alias| alias.len() > name.len() + 4 && alias.len() <= LONGEST && alias.contains(name))
}

/// The line for the one name of a question that asks who or what it is; `None` for other questions, and for a name that
/// the index does not know or that is none of the part that is asked. Of the others it names those of that part.
pub(in crate::query) fn dossier(task: &Task<'_>) -> Result<Option<Dossier>, QueryError> {
    let (reader, reading) = (task.reader(), &task.reading);
    if reading.names.len() > 1 || !reading.may_ask_what_it_is() && reading.identity.whois.is_none() {
        return Ok(None);
    }
    let asked = relation::asked_about(reader, reading)?.filter(|(_, id)| task.filter.entity(*id));
    let Some((_, id)) = asked else { return Ok(None) };
    let Some(row) = reader.entity_rows(&[id])?.pop() else { return Ok(None) };
    let with: Vec<(String, EntityId)> =
        tied(task, id)?.into_iter().take(NEIGHBOURS).map(|(other, _)| (plain(&other.name), other.id)).collect();
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
    // Of a few documents a person may be known for none: an office tells.
    let may_hold = matches!(row.kind, EntityType::Person | EntityType::Concept) && reading.identity.definition;
    let office = if may_hold { office(task, id, &row.name)? } else { None };
    Ok(Some(Dossier { line: format!("{line}. {marks}"), entities, office }))
}
