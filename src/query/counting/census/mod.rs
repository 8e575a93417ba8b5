//! Lists and counts: which documents, which people, how often. The engine counts; the analyst only tells.
//!
//! A passage counts when one of its sentences says most of what is asked about, or names the entity that is asked for.

mod tally;

use std::collections::{BTreeMap, HashSet};

use self::tally::{Row, Said, Tally};
use crate::judgement::ContextRecord;
use crate::model::{DocumentId, EntityId, TextUnit, TextUnitId};
use crate::query::context::passages::PassageReader;
use crate::query::entities::relation;
use crate::query::task::Task;
use crate::query::{Gathered, QueryError, ROWS};
use crate::store::{Meta, Reader};
use crate::text::cutting::tokens;
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::{count, grouped, in_words, in_words_first};
use crate::text::question::Listed;
use crate::text::words::fold::with_capital;
use crate::text::words::terms::{fold, words};
use crate::text::words::wordlist::is_function_word;

/// Passages looked at. More than a corpus of a million tokens has about most things.
const PASSAGES: usize = 1_500;
/// Part of the question's weight that a sentence must have to count.
const COUNTS: f32 = 0.5;
/// The same where a label is among the words.
const COUNTS_LABELLED: f32 = 0.9;
/// The same where passages have them all, of a question with few words: "climate change" is not told by either alone.
const COUNTS_WHOLE: f32 = 0.99;
const FEW_WORDS: std::ops::RangeInclusive<usize> = 2..=3;

/// What was counted.
struct Count<'a> {
    /// The one entity that was counted.
    entity: Option<EntityId>,
    /// All that is named has to be named in a document.
    of_all: bool,
    /// Each passage has all words of the question.
    whole: bool,
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
            None if self.of_all => format!("name {}", enumerated(&reading.names, "and")),
            None if self.whole => format!("speak of {} in one sentence", enumerated(&self.said.called(reading), "and")),
            None => format!("speak of {}", enumerated(&self.said.called(reading), "or")),
        };
        let sought = match reading.tally.without.as_slice() {
            [] => sought,
            left_out => format!("{sought} but not {}", left_out.join(", ")),
        };
        let all = reader.stats()?.documents;
        let of_all = grouped(all.into());
        let passages = in_words(self.passages as u64, "passage", "passages");
        let passages = if self.at_least { format!("at least {passages}") } else { passages };
        let fact = match (self.documents, self.people) {
            (0, _) => format!("No passage {}.", singular(&sought)),
            (1, 0) if !self.at_least => format!("One document of {of_all} {}, in {passages}.", singular(&sought)),
            (n, 0) => {
                let exact = if self.at_least { self.having_word(task)? } else { Some(n) };
                let least = if exact.is_none() { "At least " } else { "" };
                let n = grouped(exact.unwrap_or(n) as u64);
                format!("{least}{n} of {of_all} documents {sought}, in {passages}.")
            }
            (n, p) => {
                let people = in_words_first(p as u64, "person", "people");
                let that = if n == 1 { singular(&sought) } else { sought };
                let documents = format!("{} that {that}", in_words(n as u64, "document", "documents"));
                format!("{people}, in {passages} of {documents}.")
            }
        };
        // "How often?" asks for all mentions, "Which documents?" for those that are listed.
        let often = self.people == 0 && reading.tally.list.is_none() && task.filter.is_everything();
        let fact = match self.entity.filter(|_| often) {
            Some(entity) if self.documents > 1 => {
                let quoted = format!("{passages} of {} documents can be quoted", grouped(self.documents as u64));
                all_mentions(reader, entity, all)?.map_or(fact, |told| format!("{told}. {}.", with_capital(&quoted)))
            }
            _ => fact,
        };
        if self.documents == 0 || self.of_all || self.entity.is_some() {
            return Ok(fact);
        }
        Ok(format!("{fact}{}", self.missing(task)?))
    }

    /// How many documents have the one word that is asked for, where more of them may have it than were looked at; none
    /// where several words have to stand together, or some documents are left out.
    fn having_word(&self, task: &Task<'_>) -> Result<Option<usize>, QueryError> {
        let [word] = task.reading.content.as_slice() else { return Ok(None) };
        if self.entity.is_some() || !task.reading.tally.without.is_empty() {
            return Ok(None);
        }
        documents_with(task, word).map(Some)
    }

    /// The words of the question that no counted passage has, and how many documents have them elsewhere: fields and
    /// headings say in one word what no sentence goes on about.
    fn missing(&self, task: &Task<'_>) -> Result<String, QueryError> {
        let (mut nowhere, mut elsewhere) = (Vec::new(), String::new());
        for word in self.said.missing(&task.reading) {
            match documents_with(task, &word)? {
                0 => nowhere.push(word),
                having => {
                    let verb = if having == 1 { "has" } else { "have" };
                    let documents = in_words_first(having as u64, "document", "documents");
                    elsewhere.push_str(&format!(" {documents} {verb} “{word}” in other passages."));
                }
            }
        }
        let nowhere = match nowhere.as_slice() {
            [] => String::new(),
            words => format!(" None of those passages contains “{}”.", words.join("” or “")),
        };
        Ok(nowhere + &elsewhere)
    }
}

/// How many of the documents that are asked have a word.
fn documents_with(task: &Task<'_>, word: &str) -> Result<usize, QueryError> {
    let having: HashSet<DocumentId> = task.reader().documents_with(word)?.into_iter().collect();
    Ok(having.into_iter().filter(|&document| task.filter.document(document)).count())
}

/// The documents that have what is not to be counted: "but not Microsoft".
fn left_out(task: &Task<'_>) -> Result<HashSet<DocumentId>, QueryError> {
    let mut documents = HashSet::new();
    for words in &task.reading.tally.without {
        // A name is left out where it stands whole, not where one of its words does.
        let bare: Vec<&str> = words.split(' ').skip_while(|word| is_function_word(&fold(word))).collect();
        let phrase = if bare.len() > 1 { format!("\"{}\"", bare.join(" ")) } else { bare.concat() };
        documents.extend(task.reader().documents_with(&phrase)?);
    }
    Ok(documents)
}

/// The passages that name both of two whose tie is asked for, or where both are named, counted as wherever else that is
/// asked.
fn of_both(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    let asked = task.reading.relation || asks_only_for_names(task);
    let between = if asked { relation::of_two(task)? } else { None };
    let Some(between) = between else { return Ok(None) };
    let mut passages = PassageReader::new(task.reader());
    let mut documents: BTreeMap<DocumentId, Row> = BTreeMap::new();
    for both in &between.near {
        let record = passages.record(&both.unit, 1.0)?;
        let title = record.title.clone();
        let row = documents.entry(both.unit.document).or_insert_with(|| Row::of(both.unit.document.into(), title));
        row.passages += 1;
        row.best.extend(both.passages(&record).into_iter().map(|candidate| (1.0, candidate)));
    }
    let listed = Some(documents.len()).filter(|&all| all > 0);
    Ok(Some(Gathered {
        records: records(documents.into_values().collect()),
        listed,
        facts: between.facts,
        ..Gathered::default()
    }))
}

/// What counts where a sentence has to have all words of the question, and whether there may be more.
fn all_said(task: &Task<'_>) -> Result<(Tally, bool), QueryError> {
    let (units, at_least) = looked_at(task, true, &[])?;
    Ok((Tally::of(task, None, &HashSet::new(), &units, COUNTS_WHOLE)?, at_least))
}

/// What counts where a sentence has to have most of the question, or to name the one that is asked about, and whether
/// there may be more.
fn any_said(task: &Task<'_>, entity: Option<EntityId>) -> Result<(Tally, bool), QueryError> {
    let units_of = |entity| task.reader().units_of_entity(entity);
    let naming: Vec<TextUnitId> = entity.map_or_else(|| Ok(Vec::new()), units_of)?;
    let (units, at_least) = looked_at(task, false, &naming)?;
    // Who stands behind a label is told by the line that has both.
    let least = if task.ask.question.label.is_some() { COUNTS_LABELLED } else { COUNTS };
    Ok((Tally::of(task, entity, &naming.into_iter().collect(), &units, least)?, at_least))
}

/// The text units that may count, each once: those with any of the question's words, or with all of them, and those
/// that name the one that is asked about; and whether there may be more.
fn looked_at(task: &Task<'_>, all: bool, naming: &[TextUnitId]) -> Result<(Vec<TextUnit>, bool), QueryError> {
    let (reader, sought) = (task.reader(), task.reading.content.join(" "));
    let hits = match task.filter.unit_ids() {
        None => reader.search_units(&sought, all, 1.0, PASSAGES)?,
        Some(within) => reader.search_units_within(&sought, 1.0, within, PASSAGES)?,
    };
    let at_least = hits.len() == PASSAGES;
    let mut seen: HashSet<TextUnitId> = HashSet::new();
    let found = hits.iter().map(|hit| TextUnitId(hit.record.id)).chain(naming.iter().copied());
    let looked_at: Vec<TextUnitId> = found.filter(|&id| task.filter.unit(id) && seen.insert(id)).collect();
    Ok((reader.text_units(&looked_at)?, at_least))
}

/// False where no passage would count who did something, or how often something was done: those that lie near are a
/// better answer than a count of none. That no document speaks of something is one.
pub(in crate::query) fn counts_any(task: &Task<'_>) -> Result<bool, QueryError> {
    let reading = &task.reading;
    // "Which documents speak of tar?" is told that none does; of which paper something was taken a passage may tell.
    // Nor is "which version was withdrawn?" answered by none.
    let few = match (reading.tally.list == Some(Listed::Documents), reading.wants.sort.is_some()) {
        (true, true) => 1,
        (true, false) => 3,
        (false, _) => 2,
    };
    if reading.content.len() < few || entity_asked_for(task)?.is_some() {
        return Ok(true);
    }
    Ok(!any_said(task, None)?.0.documents.is_empty())
}

/// Counts passage by passage.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Gathered, QueryError> {
    let reading = &task.reading;
    if let Some(both) = of_both(task)? {
        return Ok(both);
    }
    let entity = entity_asked_for(task)?;
    let few = entity.is_none() && FEW_WORDS.contains(&reading.content.len());
    let whole = if few { Some(all_said(task)?).filter(|(tally, _)| !tally.documents.is_empty()) } else { None };
    let (is_whole, (tally, at_least)) = match whole {
        Some(whole) => (true, whole),
        None => (false, any_said(task, entity)?),
    };
    let Tally { mut documents, people, mut counted, said, of_all } = tally;
    let without = left_out(task)?;
    if !without.is_empty() {
        documents.retain(|id, _| !without.contains(id));
        counted.retain(|unit| said.unit_is_of(*unit, |id| documents.contains_key(&id)));
    }
    if reading.content.is_empty() && entity.is_none() {
        return Ok(Gathered { facts: vec!["The question names nothing to count.".to_owned()], ..Gathered::default() });
    }
    let rows: Vec<Row> = match reading.tally.list {
        Some(Listed::People) => people.into_values().collect(),
        _ => Vec::new(),
    };
    let count = Count {
        entity,
        of_all,
        whole: is_whole,
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

/// How often somebody is named in all, in headings and heads of letters too; `None` where an import does not tell.
fn all_mentions(reader: &Reader, entity: EntityId, all: u32) -> Result<Option<String>, QueryError> {
    // An import lists where it read of somebody, and not how often they are named.
    if reader.meta()?.method == Meta::IMPORTED {
        return Ok(None);
    }
    let row = reader.entity_rows(&[entity])?.pop().filter(|row| row.mentions > 1 && row.documents > 1);
    Ok(row.map(|row| {
        let [mentions, documents, all] = [row.mentions, row.documents, all].map(|number| grouped(number.into()));
        format!("{} is named {mentions} times in {documents} of {all} documents", row.name)
    }))
}

/// "speak of dams" of one document: "speaks of dams".
fn singular(sought: &str) -> String {
    match sought.split_once(' ') {
        Some((verb, rest)) => format!("{verb}s {rest}"),
        None => sought.to_owned(),
    }
}

/// The entity whose documents are asked for, where the question names it and nothing else.
fn entity_asked_for(task: &Task<'_>) -> Result<Option<EntityId>, QueryError> {
    let reading = &task.reading;
    let [name] = reading.names.as_slice() else { return Ok(None) };
    if asks_only_for_names(task) { relation::entity(task.reader(), name) } else { Ok(None) }
}

/// True for a question that names whom or what it looks for and says nothing else of them, nor what is not wanted.
fn asks_only_for_names(task: &Task<'_>) -> bool {
    let reading = &task.reading;
    let own: HashSet<String> = reading.names.iter().flat_map(|name| words(name)).map(|word| fold(word.text)).collect();
    let alone = reading.content.iter().all(|word| own.contains(&fold(word)));
    alone && reading.role.is_none() && reading.tally.list != Some(Listed::People)
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
                text: count(row.passages as u64, "passage", "passages"),
                in_short: None,
                rank: row.passages as f32 / most as f32,
                tokens: row.best.iter().map(|(_, one)| tokens::guess(&one.evidence.text)).sum(),
                candidates: row.best.into_iter().map(|(_, candidate)| candidate).collect(),
            }
        })
        .collect()
}
