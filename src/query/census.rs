//! Lists and counts: which documents, which people, how often. The engine counts; the analyst only tells.
//!
//! A passage counts when one of its sentences says most of what is asked about, or names the entity that is asked for.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::engine::{Engine, Task, answer_from};
use super::passages::PassageReader;
use super::writing::Writing;
use super::{Gathered, QueryError, cast, estimate_tokens, gists, kinds, relation, roster, rows};
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::Candidate;
use crate::judgement::{ContextRecord, Question};
use crate::model::{DocumentId, EntityId, EntityType, Evidence, Kind, Ref, SentenceKind, SpeakerPart, TextUnitId};
use crate::store::{DocumentOrder, Meta, Reader};
use crate::text::question::{AskedRole, Listed, Reading};
use crate::text::terms::{Stems, fold, words};
use crate::text::wordlist::is_function_word;

use futures::future::BoxFuture;

/// Passages looked at. More than a corpus of a million tokens has about most things.
const PASSAGES: usize = 1_500;
/// Part of the question's weight that a sentence must have to count.
const COUNTS: f32 = 0.5;
/// The same where a label is among the words.
const COUNTS_LABELLED: f32 = 0.9;
/// Rows handed to the analyst, and passages shown of each.
const ROWS: usize = 60;
const SHOWN: usize = 2;

/// The engine.
pub(super) struct Census;

/// A document or a person with what counted for it.
struct Row {
    record: Ref,
    title: String,
    passages: u32,
    last: Option<TextUnitId>,
    best: Vec<(f32, Candidate)>,
}

impl Row {
    fn of(record: Ref, title: String) -> Self {
        Self { record, title, passages: 0, last: None, best: Vec::new() }
    }

    fn count(&mut self, passage: TextUnitId, coverage: f32, candidate: &Candidate) {
        if self.last.replace(passage) != Some(passage) {
            self.passages += 1;
        }
        self.best.push((coverage, candidate.clone()));
        if self.best.len() > 8 * SHOWN {
            self.keep_best();
        }
    }

    fn keep_best(&mut self) {
        self.best.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.best.truncate(SHOWN);
    }
}

/// Which of the words and names of a question stand in what counted for it.
struct Said {
    /// Of each word of content whether it was met.
    met: Vec<bool>,
    /// The last word of each name, folded.
    names: Vec<String>,
    named: HashMap<DocumentId, HashSet<usize>>,
    documents: HashMap<TextUnitId, DocumentId>,
}

impl Said {
    fn of(reading: &Reading) -> Self {
        let last = |name: &String| words(name).last().map(|word| fold(word.text)).unwrap_or_default();
        Self {
            met: vec![false; reading.content.len()],
            names: reading.names.iter().map(last).collect(),
            named: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    fn note(
        &mut self,
        document: DocumentId,
        unit: TextUnitId,
        evidence: &Evidence,
        (asked, reading): (&PreparedQuestion, &Reading),
        stems: &mut Stems,
    ) {
        self.documents.insert(unit, document);
        for text in std::iter::once(&evidence.text).chain(&evidence.heading) {
            for (word, met) in reading.content.iter().zip(&mut self.met) {
                *met = *met || asked.has_word(word, text, stems);
            }
            for word in words(text) {
                let folded = fold(word.text);
                let named = self.names.iter().enumerate().filter(|(_, name)| **name == folded).map(|(at, _)| at);
                self.named.entry(document).or_default().extend(named);
            }
        }
    }

    fn names_one(&self, text: &str) -> bool {
        words(text).any(|word| self.names.contains(&fold(word.text)))
    }

    fn names_all(&self, document: DocumentId) -> bool {
        self.named.get(&document).is_some_and(|named| named.len() == self.names.len())
    }

    fn unit_is_of(&self, unit: TextUnitId, wanted: impl Fn(DocumentId) -> bool) -> bool {
        self.documents.get(&unit).is_some_and(|&document| wanted(document))
    }

    /// The words that were met; all where none was.
    fn words(&self, reading: &Reading) -> Vec<String> {
        let met = reading.content.iter().zip(&self.met).filter(|(_, met)| **met).map(|(word, _)| word.clone());
        let met: Vec<String> = met.collect();
        if met.is_empty() { reading.content.clone() } else { met }
    }

    fn missing(&self, reading: &Reading) -> Vec<String> {
        let missing = reading.content.iter().zip(&self.met).filter(|(_, met)| !**met);
        missing.map(|(word, _)| word.clone()).collect()
    }
}

/// What was counted.
struct Count<'a> {
    /// The one entity that was counted.
    entity: Option<EntityId>,
    /// All that is named has to be named in a document.
    of_all: bool,
    said: &'a Said,
    passages: usize,
    documents: usize,
    /// Where people were to be listed.
    people: usize,
    /// There may be more than were looked at.
    at_least: bool,
}

impl Count<'_> {
    /// The count in words.
    fn told(&self, task: &Task<'_>) -> Result<String, QueryError> {
        let (reader, reading) = (task.reader(), &task.reading);
        let sought = match self.entity {
            Some(entity) => format!("name {}", reader.entity(entity)?.name),
            None if self.of_all => format!("name {}", reading.names.join(" and ")),
            None => format!("speak of {}", self.said.words(reading).join(", ")),
        };
        let sought = match reading.tally.without.as_slice() {
            [] => sought,
            left_out => format!("{sought} but not {}", left_out.join(", ")),
        };
        let all = reader.stats()?.documents;
        let passages =
            if self.passages == 1 { "one passage".to_owned() } else { format!("{} passages", self.passages) };
        let passages = if self.at_least { format!("at least {passages}") } else { passages };
        let fact = match (self.documents, self.people) {
            (0, _) => format!("No passage was found that would {sought}."),
            (1, 0) => format!("One document of {all} {}, in {passages}.", singular(&sought)),
            (n, 0) => format!("{n} of {all} documents {sought}, in {passages}."),
            (n, p) => {
                let people = if p == 1 { "One person".to_owned() } else { format!("{p} people") };
                let documents = match n {
                    1 => format!("one document that {}", singular(&sought)),
                    n => format!("{n} documents that {sought}"),
                };
                format!("{people}, in {passages} of {documents}.")
            }
        };
        // "How often?" asks for all mentions, "Which documents?" for those that are listed.
        let often = self.people == 0 && reading.tally.list.is_none() && task.filter.is_everything();
        let fact = match self.entity.filter(|_| often) {
            Some(entity) if self.documents > 1 => {
                let quoted = format!("{passages} of {} documents can be quoted", self.documents);
                all_mentions(reader, entity, all)?.map_or(fact, |told| format!("{told}. {quoted}."))
            }
            _ => fact,
        };
        let missing = self.said.missing(reading);
        Ok(match (self.documents == 0 || self.of_all || self.entity.is_some(), missing.as_slice()) {
            (true, _) | (_, []) => fact,
            (_, missing) => format!("{fact} None of those passages has “{}”.", missing.join("” or “")),
        })
    }
}

/// The documents that have what is not to be counted: "but not Microsoft".
fn left_out(task: &Task<'_>) -> Result<HashSet<DocumentId>, QueryError> {
    let mut documents = HashSet::new();
    for words in &task.reading.tally.without {
        // A name is left out where it stands whole, not where one of its words does.
        let bare: Vec<&str> = words.split(' ').skip_while(|word| is_function_word(&fold(word))).collect();
        let phrase = if bare.len() > 1 { format!("\"{}\"", bare.join(" ")) } else { bare.concat() };
        let hits = task.reader().search_units(&phrase, true, 1.0, usize::MAX >> 1)?;
        let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
        documents.extend(task.reader().text_units(&ids)?.into_iter().map(|unit| unit.document));
    }
    Ok(documents)
}

/// What is told by others, where nothing is to be counted passage by passage: all documents, the cast, names of one sort,
/// the rows of tables, what the whole is about.
fn told_otherwise(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let reading = &task.reading;
    if reading.counts_documents() {
        return Ok(Some(Gathered { facts: vec![all_documents(task)?], listed: Some(0), ..Gathered::default() }));
    }
    if reading.asks_for_cast()
        && let Some(cast) = cast::gather(task, writing)?
    {
        return Ok(Some(cast));
    }
    if let Some(sort) = &reading.tally.sort
        && let Some(named) = roster::gather(task, sort, writing)?
    {
        return Ok(Some(named));
    }
    if let Some(found) = rows::gather(task, writing)? {
        return Ok(Some(found));
    }
    if let Some(listed) = kinds::gather(task)? {
        return Ok(Some(listed));
    }
    if gists::asked(task) {
        return gists::gather(task, writing).map(Some);
    }
    Ok(None)
}

/// The text units that may count, each once: those that have the question's words, and those that name the one that is asked
/// about; and whether there may be more.
fn looked_at(task: &Task<'_>, naming: Vec<TextUnitId>) -> Result<(Vec<TextUnitId>, bool), QueryError> {
    let (reader, sought) = (task.reader(), task.reading.content.join(" "));
    let hits = match task.filter.unit_ids() {
        None => reader.search_units(&sought, false, 1.0, PASSAGES)?,
        Some(within) => reader.search_units_within(&sought, 1.0, within, PASSAGES)?,
    };
    let at_least = hits.len() == PASSAGES;
    let mut seen: HashSet<TextUnitId> = HashSet::new();
    let all = hits.iter().map(|hit| TextUnitId(hit.record.id)).chain(naming);
    Ok((all.filter(|&id| task.filter.unit(id) && seen.insert(id)).collect(), at_least))
}

impl Engine for Census {
    fn name(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "which documents, which people, how often: counted, with a row each"
    }

    fn ranks_passages(&self) -> bool {
        false
    }

    fn describes_whole(&self) -> bool {
        true
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        let (reader, reading) = (task.reader(), &task.reading);
        if let Some(gathered) = told_otherwise(task, writing)? {
            return Ok(gathered);
        }
        writing.stage("counting");
        let asked = task.asked();
        let mut stems = Stems::default();
        let entity = entity_asked_for(task)?;
        let one_word = reading.names.first().is_some_and(|name| words(name).count() == 1);
        let naming: Vec<TextUnitId> = entity.map_or_else(|| Ok(Vec::new()), |entity| reader.units_of_entity(entity))?;
        let names: HashSet<TextUnitId> = naming.iter().copied().collect();
        // A name of one word is counted where it stands inside a longer one, too: *COVID-19*.
        let by_words = entity.is_none() || one_word;
        // Who stands behind a label is told by the line that has both.
        let least = if task.ask.label.is_some() { COUNTS_LABELLED } else { COUNTS };
        let (looked_at, at_least) = looked_at(task, naming)?;
        let mut passages = PassageReader::new(reader);
        let mut documents: BTreeMap<DocumentId, Row> = BTreeMap::new();
        let mut people: BTreeMap<EntityId, Row> = BTreeMap::new();
        let mut named: HashMap<String, Option<EntityId>> = HashMap::new();
        let mut counted: HashSet<TextUnitId> = HashSet::new();
        let mut said = Said::of(reading);
        // "Both Ada Voss and Tom Reed" are counted where both are named, not in one sentence.
        let of_all = entity.is_none() && reading.names.len() > 1;
        for unit in reader.text_units(&looked_at)? {
            let hosts =
                if reading.role == Some(AskedRole::Guest) { hosts(&mut passages, unit.document)? } else { Vec::new() };
            let names_here = names.contains(&unit.id);
            let record = passages.record_of(&unit, 1.0, |sentence| {
                names_here
                    || by_words && (asked.exact(sentence, &mut stems) >= least || of_all && said.names_one(sentence))
            })?;
            for candidate in record.candidates {
                let evidence = &candidate.evidence;
                if evidence.quote.start < unit.fresh_from {
                    continue; // Counted in the unit before.
                }
                let is_host =
                    evidence.speaker.as_ref().is_some_and(|who| hosts.iter().any(|host| who.starts_with(host)));
                let names_it = entity.is_some_and(|entity| evidence.cites.contains(&entity.into()));
                // A heading is quoted where nothing else is.
                let found = match candidate.kind {
                    SentenceKind::Heading => 0.0,
                    _ => asked.exact(evidence.quoted(), &mut stems),
                };
                // Where no name is looked for, what is wanted says it, or the heading right above it does.
                let says = by_words && (!names_here || found >= least || of_all && said.names_one(evidence.quoted()));
                if is_host || !(names_it || says) {
                    continue;
                }
                counted.insert(unit.id);
                said.note(unit.document, unit.id, evidence, (&asked, reading), &mut stems);
                let row = documents
                    .entry(unit.document)
                    .or_insert_with(|| Row::of(unit.document.into(), evidence.title.clone()));
                row.count(unit.id, found, &candidate);
                if reading.tally.list == Some(Listed::People) {
                    for (person, name) in persons(task, &candidate, &mut named)? {
                        let row = people.entry(person).or_insert_with(|| Row::of(person.into(), name));
                        row.count(unit.id, found, &candidate);
                    }
                }
            }
        }
        if of_all {
            documents.retain(|id, _| said.names_all(*id));
            counted.retain(|unit| said.unit_is_of(*unit, |id| documents.contains_key(&id)));
        }
        let without = left_out(task)?;
        if !without.is_empty() {
            documents.retain(|id, _| !without.contains(id));
            counted.retain(|unit| said.unit_is_of(*unit, |id| documents.contains_key(&id)));
        }
        if reading.content.is_empty() && entity.is_none() {
            return Ok(Gathered {
                facts: vec!["The question names nothing to count.".to_owned()],
                ..Gathered::default()
            });
        }
        let rows: Vec<Row> = match reading.tally.list {
            Some(Listed::People) => people.into_values().collect(),
            _ => Vec::new(),
        };
        let count = Count {
            entity,
            of_all,
            said: &said,
            passages: counted.len(),
            documents: documents.len(),
            people: rows.len(),
            at_least,
        };
        let fact = count.told(task)?;
        let rows = if rows.is_empty() { documents.into_values().collect() } else { rows };
        let listed = Some(rows.len()).filter(|&all| all > 0);
        Ok(Gathered { records: records(rows), listed, facts: vec![fact], ..Gathered::default() })
    }

    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let gathered = self.gathered(task, writing)?;
            let listed = gathered.listed;
            if listed.is_none() {
                return answer_from(task, gathered, writing).await;
            }
            writing.read(&gathered.records);
            let question = Question { facts: gathered.facts, listed, ..task.question().clone() };
            writing.write(task.session.analyst.answer(&question, &gathered.records)).await
        })
    }
}

/// How many documents there are, in scope and in all.
fn all_documents(task: &Task<'_>) -> Result<String, QueryError> {
    let all = task.reader().stats()?.documents as usize;
    let inside = match task.filter.is_everything() {
        true => all,
        false => task
            .reader()
            .document_ids(DocumentOrder::Reading, "")?
            .into_iter()
            .filter(|&id| task.filter.document(id))
            .count(),
    };
    let documents = if inside == 1 { "One document".to_owned() } else { format!("{inside} documents") };
    Ok(if inside == all { format!("{documents}.") } else { format!("{documents} of {all} in the index.") })
}

/// How often somebody is named in all, in headings and heads of letters too; `None` where an import does not tell.
fn all_mentions(reader: &Reader, entity: EntityId, all: u32) -> Result<Option<String>, QueryError> {
    // An import lists where it read of somebody, and not how often they are named.
    if reader.meta()?.method == Meta::IMPORTED {
        return Ok(None);
    }
    let row = reader.entity_rows(&[entity])?.pop().filter(|row| row.mentions > 1 && row.documents > 1);
    Ok(row.map(|row| format!("{} is named {} times in {} of {all} documents", row.name, row.mentions, row.documents)))
}

/// "speak of dams" of one document: "speaks of dams".
fn singular(sought: &str) -> String {
    match sought.split_once(' ') {
        Some((verb, rest)) => format!("{verb}s {rest}"),
        None => sought.to_owned(),
    }
}

fn hosts(passages: &mut PassageReader<'_>, document: DocumentId) -> Result<Vec<String>, QueryError> {
    let speakers = passages.speakers(document)?;
    Ok(speakers.into_iter().filter(|(_, part)| *part == SpeakerPart::Host).map(|(name, _)| name).collect())
}

/// The entity whose documents are asked for, where the question names it and nothing else.
fn entity_asked_for(task: &Task<'_>) -> Result<Option<EntityId>, QueryError> {
    let reading = &task.reading;
    let [name] = reading.names.as_slice() else { return Ok(None) };
    let own: HashSet<String> = words(name).map(|word| fold(word.text)).collect();
    let alone = reading.content.iter().all(|word| own.contains(&fold(word)));
    if !alone || reading.role.is_some() || reading.tally.list == Some(Listed::People) {
        return Ok(None);
    }
    relation::entity(task.reader(), name)
}

/// Whom a passage counts for: who says it, where that is known, else the persons it names.
fn persons(
    task: &Task<'_>,
    candidate: &Candidate,
    known: &mut HashMap<String, Option<EntityId>>,
) -> Result<Vec<(EntityId, String)>, QueryError> {
    let reader = task.reader();
    let persons = |ids: &[EntityId]| -> Result<Vec<(EntityId, String)>, QueryError> {
        let entities = reader.entities(ids)?.into_iter().filter(|entity| entity.kind == EntityType::Person);
        Ok(entities.map(|entity| (entity.id, entity.name)).collect())
    };
    if let Some(speaker) = &candidate.evidence.speaker {
        let name = speaker.split(", ").next().unwrap_or(speaker).to_owned();
        if !known.contains_key(&name) {
            let found = persons(&reader.entities_named(&name)?)?.first().map(|(id, _)| *id);
            known.insert(name.clone(), found);
        }
        return Ok(known[&name].map(|id| (id, name)).into_iter().collect());
    }
    let named = candidate.evidence.cites.iter().filter(|cite| cite.kind == Kind::Entity).map(|cite| EntityId(cite.id));
    persons(&named.collect::<Vec<_>>())
}

fn records(mut rows: Vec<Row>) -> Vec<ContextRecord> {
    rows.sort_by(|a, b| b.passages.cmp(&a.passages).then(a.record.id.cmp(&b.record.id)));
    rows.truncate(ROWS);
    let most = rows.first().map_or(1, |row| row.passages).max(1);
    rows.into_iter()
        .map(|mut row| {
            row.keep_best();
            ContextRecord {
                record: row.record,
                title: row.title,
                text: if row.passages == 1 { "1 passage".to_owned() } else { format!("{} passages", row.passages) },
                in_short: None,
                rank: row.passages as f32 / most as f32,
                tokens: row.best.iter().map(|(_, one)| estimate_tokens(&one.evidence.text)).sum(),
                candidates: row.best.into_iter().map(|(_, candidate)| candidate).collect(),
            }
        })
        .collect()
}
