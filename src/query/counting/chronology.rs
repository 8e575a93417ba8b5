//! What happened when, of all that is asked: "What is the timeline of events?". Of the sentences that name a time those
//! are told that name it closely, read plainly, name who and what the documents are about, and are of a day that
//! several documents tell of; in the order of their days, a row each. A document that is of a day tells of that day by
//! what was decided in it, else by what it begins with. Of something in it, "What is the timeline of the flood?", those
//! are told of that speak of it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{asks, breaks_off, is_roster};
use crate::model::{Document, DocumentId, EntityId, EntityType, SentenceKind, Span, TextUnit, TextUnitId, TraceStep};
use crate::query::context::days::days_of_all;
use crate::query::context::events::read_events;
use crate::query::context::passages::PassageReader;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::store::{DocumentOrder, EntityRow, Reader};
use crate::text::dates::DAY;
use crate::text::dates::events::When;
use crate::text::language::word_lists;
use crate::text::numbers::amounts::{count, grouped, in_words};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, fold, words};

word_lists! { static WORDS = "chronology.toml": courses }

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
/// Rows, and days among them, of a course of something that is no less than one, and passages that speak of it.
const FEWEST: usize = 3;
const FEWEST_DAYS: usize = 2;
const PASSAGES: usize = 400;
/// Bytes between sentences that are read together.
const CLOSE: usize = 64 << 10;
/// Bytes of a document that are read for what it tells of its own day.
const HEAD: usize = 64 << 10;
/// What is told of the day of a document alone counts for less than what names its day, unless it was decided.
const OF_DOCUMENT: f32 = 0.5;
/// How plainly a sentence tells of a decision, at least.
const DECIDED: f32 = 0.5;

/// A sentence of a time.
struct Told {
    document: DocumentId,
    span: Span,
    words: String,
    when: When,
    worth: f32,
}

/// What a course is asked of: words of it, none where it is the whole.
struct Matter {
    stems: Vec<String>,
    /// Documents that are titled by all of it, and passages that have all of it.
    documents: HashSet<DocumentId>,
    units: HashSet<TextUnitId>,
}

impl Matter {
    /// The matter of a question; `None` for one that asks for no course.
    fn of(task: &Task<'_>) -> Result<Option<Self>, QueryError> {
        let reading = &task.reading;
        let nothing = Self { stems: Vec::new(), documents: HashSet::new(), units: HashSet::new() };
        if !reading.statement.in_order {
            return Ok(None);
        }
        if reading.content.is_empty() && reading.names.is_empty() {
            return Ok(Some(nothing));
        }
        let is_course = words(&task.ask.question.text).any(|word| WORDS.courses.has(&fold(word.text)));
        if !is_course || reading.content.is_empty() {
            return Ok(None);
        }
        let mut stems = Stems::default();
        let all: Vec<String> = reading.content.iter().map(|word| stems.stem(word).to_owned()).collect();
        let reader = task.reader();
        let found = reader.search_units(&reading.content.join(" "), true, 1.0, PASSAGES)?;
        let units = found.iter().map(|hit| TextUnitId(hit.record.id)).collect();
        let ids = reader.document_ids(DocumentOrder::Reading)?;
        let mut titled = |document: &Document| {
            let title: Vec<String> = words(&document.title).map(|word| stems.stem(word.text).to_owned()).collect();
            all.iter().all(|stem| title.contains(stem))
        };
        let documents = reader.documents(&ids)?.iter().filter(|document| titled(document)).map(|one| one.id).collect();
        Ok(Some(Self { stems: all, documents, units }))
    }

    fn is_whole(&self) -> bool {
        self.stems.is_empty()
    }

    /// True where a sentence of a passage may be of it, whatever its words.
    fn may_have(&self, told: &Told, unit: &TextUnit) -> bool {
        self.is_whole() || self.documents.contains(&told.document) || self.units.contains(&unit.id)
    }

    /// True for a sentence that may be of it and is: in a document that is titled by it, or with a word of it.
    fn has(&self, told: &Told, stems: &mut Stems) -> bool {
        let mut says = || words(&told.words).any(|word| self.stems.iter().any(|own| *own == stems.stem(word.text)));
        self.is_whole() || self.documents.contains(&told.document) || says()
    }
}

/// True for a question that asks for the course of the whole, or of something that enough days are told of.
pub(in crate::query) fn asked(task: &Task<'_>) -> Result<bool, QueryError> {
    let Some(matter) = Matter::of(task)? else { return Ok(false) };
    Ok(matter.is_whole() || task.known.course.of(|| found(task, &matter))?.is_some())
}

/// The course of what is asked; `None` for another question, and where too few sentences name a time.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some(matter) = Matter::of(task)? else { return Ok(None) };
    writing.stage("reading what happened when");
    let gathered = task.known.course.of(|| found(task, &matter))?;
    for text in gathered.iter().flat_map(|gathered| &gathered.facts).cloned() {
        writing.trace(TraceStep::Note { text });
    }
    Ok(gathered)
}

/// The rows of a course, and how much there is of it.
fn found(task: &Task<'_>, matter: &Matter) -> Result<Option<Gathered>, QueryError> {
    let Some(Course { chosen, units, telling, all, documents, left }) = course(task, matter)? else { return Ok(None) };
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
    let cut = match left {
        0 => String::new(),
        1 => " One more was not searched for dates.".to_owned(),
        left => format!(" {} more were not searched for dates.", grouped(left as u64)),
    };
    let fact = format!("{statements} in {inside} name a time{shown}.{cut}");
    let listed = Some(records.len());
    Ok(Some(Gathered { records, facts: vec![fact], listed, ..Gathered::default() }))
}

/// The sentences that are told of a course, in the order of their days.
struct Course {
    chosen: Vec<Told>,
    units: HashMap<(DocumentId, usize), TextUnit>,
    /// The documents that tell of each time.
    telling: HashMap<When, HashSet<DocumentId>>,
    /// Sentences of it and their documents, and documents that were not read.
    all: usize,
    documents: usize,
    left: usize,
}

/// The course of something, or of the whole; `None` where no sentence names a time, and of something where hardly any
/// does.
fn course(task: &Task<'_>, matter: &Matter) -> Result<Option<Course>, QueryError> {
    let (mut told, left) = read(task)?;
    if !matter.is_whole() {
        let units = passages_of(task, &mut told)?;
        told.retain(|one| matter.may_have(one, &units[&(one.document, one.span.start)]));
        read_words(task.reader(), &mut told)?;
        let mut stems = Stems::default();
        told.retain(|one| matter.has(one, &mut stems));
    }
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
    let units = passages_of(task, &mut told)?;
    read_words(task.reader(), &mut told)?;
    weigh_names(task.reader(), &mut told, &units)?;
    let mut chosen = choose(told);
    let days = chosen.iter().map(|one| one.when).collect::<HashSet<_>>().len();
    if chosen.is_empty() || !matter.is_whole() && (chosen.len() < FEWEST || days < FEWEST_DAYS) {
        return Ok(None);
    }
    chosen.sort_by_key(|one| (one.when.order(), one.document, one.span.start));
    Ok(Some(Course { chosen, units, telling, all, documents, left }))
}

/// What a document that is of a day tells of it: what was decided, else what it begins with.
fn of_its_day(reader: &Reader, document: &Document, day: i64) -> Result<Option<Told>, QueryError> {
    let (sentences, _) = reader.structure(document.id)?;
    let (_, text) = reader.text(document.id, Span::new(0, document.text_len.min(HEAD)))?;
    let mut best: Option<(bool, f32, Span)> = None;
    for sentence in sentences.iter().filter(|one| matches!(one.kind, SentenceKind::Prose | SentenceKind::Item)) {
        let Some(says) = sentence.span.slice(&text) else { break };
        let (plain, decided) = (plainness(sentence.kind, says), Stance::Decision.strength(says) >= DECIDED);
        let better = best.is_none_or(|(known, worth, _)| (decided, if decided { plain } else { 0.0 }) > (known, worth));
        if plain > OF_DOCUMENT && better {
            best = Some((decided, if decided { plain } else { 0.0 }, sentence.span));
        }
    }
    Ok(best.map(|(decided, _, span)| Told {
        document: document.id,
        span,
        words: String::new(),
        when: When::of_document(day),
        worth: if decided { 1.0 } else { OF_DOCUMENT },
    }))
}

/// The sentences in scope that name a time, with how plainly each reads; and how many documents were not read.
fn read(task: &Task<'_>) -> Result<(Vec<Told>, usize), QueryError> {
    let reader = task.reader();
    let mut ids: Vec<DocumentId> = reader.document_ids(DocumentOrder::Reading)?;
    ids.retain(|&id| task.filter.document(id));
    let dated = reader.documents(&ids)?;
    let days: HashMap<DocumentId, i64> = days_of_all(&dated).collect();
    let dated: HashMap<DocumentId, &Document> =
        dated.iter().filter(|document| !document.is_row()).map(|document| (document.id, document)).collect();
    let mut tokens = 0;
    let mut rows = reader.document_rows(&ids)?;
    let all = rows.len();
    rows.retain(|row| {
        tokens += u64::from(row.tokens);
        tokens <= TOKENS
    });
    let read_row = |id: DocumentId| -> Result<Vec<Told>, QueryError> {
        let mut told = Vec::new();
        read_events(
            reader,
            id,
            || Ok::<(), QueryError>(()),
            |sentence, event, says| {
                let worth = plainness(sentence.kind, says);
                let words = event.span.len();
                // What a document gives as its own day is told below.
                if worth > 0.0 && words > 0 && !says.is_empty() {
                    told.push(Told { document: id, span: event.span, words: String::new(), when: event.when, worth });
                }
            },
        )?;
        if let Some((document, day)) = dated.get(&id).copied().zip(days.get(&id).copied()) {
            let own = of_its_day(reader, document, day)?;
            // What it tells of that day in its own words is told already.
            let known = |own: &Told| told.iter().any(|one: &Told| one.span == own.span);
            let own = own.filter(|own| !known(own));
            told.extend(own);
        }
        Ok(told)
    };
    // Dates are looked for on all cores; what is found stays in the order of the documents.
    let told: Vec<Vec<Told>> = rows.par_iter().map(|row| read_row(row.id)).collect::<Result<_, _>>()?;
    Ok((told.into_iter().flatten().collect(), all - rows.len()))
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

/// Leaves out the sentences of no passage that is asked. Returns the passages, by document and sentence.
fn passages_of(task: &Task<'_>, told: &mut Vec<Told>) -> Result<HashMap<(DocumentId, usize), TextUnit>, QueryError> {
    let reader = task.reader();
    let mut units: HashMap<(DocumentId, usize), TextUnit> = HashMap::new();
    for (document, those) in by_document(told) {
        let of_document = reader.units_of_document(document)?;
        for start in those.into_iter().map(|at| told[at].span.start) {
            let at = of_document.partition_point(|unit| unit.fresh_from <= start).checked_sub(1);
            let unit = at.and_then(|at| of_document.get(at)).filter(|unit| task.filter.unit(unit.id));
            units.extend(unit.map(|unit| ((document, start), unit.clone())));
        }
    }
    told.retain(|one| units.contains_key(&(one.document, one.span.start)));
    Ok(units)
}

/// The places of sentences by their document.
fn by_document(told: &[Told]) -> BTreeMap<DocumentId, Vec<usize>> {
    let mut found: BTreeMap<DocumentId, Vec<usize>> = BTreeMap::new();
    told.iter().enumerate().for_each(|(at, one)| found.entry(one.document).or_default().push(at));
    found
}

/// Gives each sentence its words. Those that stand close by are read together: a document that is full of days is read
/// once.
fn read_words(reader: &Reader, told: &mut [Told]) -> Result<(), QueryError> {
    let spans: Vec<Span> = told.iter().map(|one| one.span).collect();
    for (document, mut those) in by_document(told) {
        those.retain(|&at| told[at].words.is_empty());
        those.sort_by_key(|&at| spans[at].start);
        for close in those.chunk_by(|&a, &b| spans[b].start.saturating_sub(spans[a].end) <= CLOSE) {
            let until = close.iter().map(|&at| spans[at].end).max().unwrap_or_default();
            let (window, text) = reader.text(document, Span::new(spans[close[0]].start, until))?;
            for &at in close {
                let local = Span::new(spans[at].start - window.start, spans[at].end - window.start);
                told[at].words = local.slice(&text).unwrap_or_default().to_owned();
            }
        }
    }
    Ok(())
}

/// Adds to what each sentence is worth how much the documents are about those whom it names.
fn weigh_names(
    reader: &Reader,
    told: &mut [Told],
    units: &HashMap<(DocumentId, usize), TextUnit>,
) -> Result<(), QueryError> {
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
    }
    Ok(())
}

/// Those that are told: the best, and of each document the fewer the more there are of it. Where there are many days
/// each is told once.
fn choose(mut open: Vec<Told>) -> Vec<Told> {
    /// Events of one day that are told, at most.
    const OF_A_DAY: usize = 3;
    /// What an event is worth less for each that was told of its document.
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
