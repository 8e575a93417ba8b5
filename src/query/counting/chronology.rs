//! What happened when, of all that is asked: "What is the timeline of events?". Of the sentences that name a time those
//! are told that name it closely, read plainly, name who and what the documents are about, and are of a day that
//! several documents tell of; in the order of their days, a row each.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{asks, breaks_off, is_roster};
use crate::model::{DocumentId, EntityId, EntityType, SentenceKind, Span, TextUnit, TraceStep};
use crate::query::context::events::read_events;
use crate::query::context::passages::PassageReader;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::store::{DocumentOrder, EntityRow};
use crate::text::dates::DAY;
use crate::text::dates::events::When;
use crate::text::numbers::amounts::{count, in_words};
use crate::text::words::terms::words;

/// Rows of a chronology.
const ROWS: usize = 20;
/// Sentences of which it is looked at whom they name.
const POOL: usize = 400;
/// Tokens that are read for days.
const TOKENS: u64 = 6_000_000;
/// Words of a sentence that says little, and of one that nobody reads twice.
const FEW: usize = 7;
const MANY: usize = 48;
/// Names of a sentence that count.
const NAMES: usize = 3;

/// A sentence of a time.
struct Told {
    document: DocumentId,
    span: Span,
    words: String,
    when: When,
    worth: f32,
}

/// True for a question that asks for the course of the whole, and of nothing in it.
pub(in crate::query) fn asked(task: &Task<'_>) -> bool {
    let reading = &task.reading;
    reading.statement.in_order && reading.content.is_empty() && reading.names.is_empty()
}

/// The course of what is asked; `None` for another question, and where no sentence names a time.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    if !asked(task) {
        return Ok(None);
    }
    writing.stage("reading what happened when");
    let (mut told, left) = read(task)?;
    let (all, documents) = (told.len(), told.iter().map(|one| one.document).collect::<HashSet<_>>().len());
    let mut telling: HashMap<When, HashSet<DocumentId>> = HashMap::new();
    for one in &told {
        telling.entry(one.when).or_default().insert(one.document);
    }
    for one in &mut told {
        one.worth *= (1.0 + telling[&one.when].len() as f32).ln() * closeness(one.when);
    }
    told.sort_by(|a, b| b.worth.total_cmp(&a.worth).then((a.document, a.span.start).cmp(&(b.document, b.span.start))));
    told.truncate(POOL);
    let units = weigh_names(task, &mut told)?;
    let mut chosen = choose(told);
    if chosen.is_empty() {
        return Ok(None);
    }
    chosen.sort_by_key(|one| (one.when.order(), one.document, one.span.start));
    let mut passages = PassageReader::new(task.reader());
    let mut records = Vec::with_capacity(chosen.len());
    for one in &chosen {
        let Some(unit) = units.get(&(one.document, one.span.start)) else { continue };
        let record = passages.record_of(unit, 1.0, |text| text == one.words)?;
        let Some(candidate) = record.candidates.into_iter().next() else { continue };
        records.push(ContextRecord {
            record: unit.id.into(),
            title: one.when.spelled(),
            text: in_words(telling[&one.when].len() as u64, "document", "documents"),
            in_short: None,
            rank: 1.0,
            tokens: 0,
            candidates: vec![candidate],
        });
    }
    let statements = count(all as u64, "sentence", "sentences");
    let inside = in_words(documents as u64, "document", "documents");
    let shown = if all > records.len() { ", of which these tell most" } else { "" };
    let cut = if left > 0 { format!(" {} were not read for days.", left) } else { String::new() };
    let fact = format!("{statements} in {inside} name a time{shown}.{cut}");
    writing.trace(TraceStep::Note { text: fact.clone() });
    let listed = Some(records.len());
    Ok(Some(Gathered { records, facts: vec![fact], listed, ..Gathered::default() }))
}

/// The sentences in scope that name a time, with how plainly each reads; and how many documents were not read.
fn read(task: &Task<'_>) -> Result<(Vec<Told>, usize), QueryError> {
    let reader = task.reader();
    let mut ids: Vec<DocumentId> = reader.document_ids(DocumentOrder::Reading)?;
    ids.retain(|&id| task.filter.document(id));
    let (mut told, mut tokens, mut left) = (Vec::new(), 0, 0);
    for row in reader.document_rows(&ids)? {
        tokens += u64::from(row.tokens);
        if tokens > TOKENS {
            left += 1;
            continue;
        }
        read_events(
            reader,
            row.id,
            || Ok::<(), QueryError>(()),
            |sentence, event, says| {
                let worth = plainness(sentence.kind, says);
                let words = event.span.len();
                if worth > 0.0 && words > 0 {
                    told.push(Told {
                        document: row.id,
                        span: event.span,
                        words: String::new(),
                        when: event.when,
                        worth,
                    });
                }
            },
        )?;
    }
    Ok((told, left))
}

/// How plainly what is said of a time reads, from 0 to 1.
fn plainness(kind: SentenceKind, says: &str) -> f32 {
    let length = words(says).take(MANY + 1).count();
    let of_kind = match kind {
        SentenceKind::Prose => 1.0,
        SentenceKind::Item => 0.9,
        SentenceKind::Row => 0.5,
        _ => 0.2,
    };
    let faults =
        [(length < FEW, 0.4), (length > MANY, 0.5), (asks(says), 0.3), (is_roster(says), 0.2), (breaks_off(says), 0.4)];
    faults.iter().filter(|(is, _)| *is).fold(of_kind, |worth, (_, share)| worth * share)
}

/// A day tells more of the course of things than a year.
fn closeness(when: When) -> f32 {
    match (when.until - when.from) / DAY {
        0 => 1.0,
        1..=31 => 0.7,
        _ => 0.35,
    }
}

/// Adds to what each sentence is worth how much the documents are about those whom it names, gives it its words, and
/// leaves out those of no passage that is asked. Returns the passages, by document and sentence.
fn weigh_names(task: &Task<'_>, told: &mut Vec<Told>) -> Result<HashMap<(DocumentId, usize), TextUnit>, QueryError> {
    let reader = task.reader();
    let documents: BTreeSet<DocumentId> = told.iter().map(|one| one.document).collect();
    let mut units: HashMap<(DocumentId, usize), TextUnit> = HashMap::new();
    for document in documents {
        let of_document = reader.units_of_document(document)?;
        for one in told.iter().filter(|one| one.document == document) {
            let at = of_document.partition_point(|unit| unit.fresh_from <= one.span.start).checked_sub(1);
            let unit = at.and_then(|at| of_document.get(at)).filter(|unit| task.filter.unit(unit.id));
            units.extend(unit.map(|unit| ((document, one.span.start), unit.clone())));
        }
    }
    told.retain(|one| units.contains_key(&(one.document, one.span.start)));
    for one in told.iter_mut() {
        let unit = &units[&(one.document, one.span.start)];
        let mentions = reader.mentions_in(unit.id)?;
        let named: BTreeSet<EntityId> =
            mentions.iter().filter(|mention| one.span.contains(mention.span)).map(|mention| mention.entity).collect();
        let rows = reader.entity_rows(&named.into_iter().collect::<Vec<_>>())?;
        let telling = |row: &&EntityRow| row.kind != EntityType::Date;
        let mut weights: Vec<f32> = rows.iter().filter(telling).map(|row| (1.0 + row.documents as f32).ln()).collect();
        weights.sort_by(|a, b| b.total_cmp(a));
        one.worth *= 1.0 + weights.iter().take(NAMES).sum::<f32>();
        let (window, text) = reader.text(one.document, one.span)?;
        let local = Span::new(one.span.start - window.start, one.span.end - window.start);
        one.words = local.slice(&text).unwrap_or_default().to_owned();
    }
    Ok(units)
}

/// Those that are told: the best, and of each document the fewer the more there are of it. Where there are many days
/// each is told once.
fn choose(mut open: Vec<Told>) -> Vec<Told> {
    const OF_A_DAY: usize = 3;
    const SAME_DOCUMENT: f32 = 0.93;
    let days = open.iter().map(|one| one.when).collect::<HashSet<_>>().len();
    let of_a_day = (ROWS / days.max(1)).clamp(1, OF_A_DAY);
    let mut chosen: Vec<Told> = Vec::new();
    while chosen.len() < ROWS && !open.is_empty() {
        let before = |one: &Told| chosen.iter().filter(|other| other.document == one.document).count();
        let worths = open.iter().map(|one| one.worth * SAME_DOCUMENT.powi(before(one) as i32)).enumerate();
        let Some((best, _)) = worths.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else { break };
        let one = open.swap_remove(best);
        let of_day = chosen.iter().filter(|other| other.when == one.when);
        if of_day.clone().count() < of_a_day && of_day.clone().all(|other| other.words != one.words) {
            chosen.push(one);
        }
    }
    chosen
}
