//! Questions asked of one day or one month of a year. Where documents are of it by title, file name or date, they are
//! asked; else what is asked are the passages that tell that day, stand under a heading of it, or go on from a line
//! that begins with it.

mod told;

use std::collections::{BTreeMap, BTreeSet};

use super::documents::WHOLE;
use super::numbered::numbered_part;
use super::period::is_told_elsewhere;
use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{Candidate, asks};
use crate::model::{Document, DocumentId, Evidence, How, SentenceKind, Span, TextUnitId, TraceStep, file_name};
use crate::query::context::days::{DATED, dated};
use crate::query::context::passages::PassageReader;
use crate::query::context::speaking::{SPEAKS, have_half};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, Gathered, QueryError, Session, rows};
use crate::retrieve::FoundPassage;
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::are_numbered;
use crate::text::dates::calendar::{CalendarDate, calendar_dates, dates_by, year_in};
use crate::text::dates::hands::Hand;
use crate::text::dates::ordinals::in_words;
use crate::text::language::packs;
use crate::text::question::{Reading, kind_of_texts};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, folded, words};
use crate::text::words::wordlist::is_function_word;
use told::Days;

/// Text units that may tell of a day.
const UNITS: usize = 400;
/// Text units behind one that tells of it which may stand under its heading still.
const BEHIND: u32 = 2;
/// Words in front of a date with which a line may begin: *Thursday, May 26*.
const LEADING: usize = 2;
/// Documents that tell of a day beside those that are of it, of an event.
const SEVERAL: usize = 2;
/// Sentences of a day beside which rows and code are left out.
const ENOUGH: usize = 3;

/// What a question is asked of by its date.
#[derive(Clone, Debug, PartialEq)]
pub struct Dated {
    date: CalendarDate,
    /// The date in the question's words.
    told: String,
    /// The text units in which something is of it, in reading order.
    units: Vec<TextUnitId>,
    /// The lines of those that begin with a date, each with what goes on from it.
    entries: Vec<Entry>,
    /// The documents that are called by it.
    called: Vec<DocumentId>,
    days: Days,
}

/// A stretch of a document that a date opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    document: DocumentId,
    span: Span,
    /// The date is the question's.
    of_it: bool,
}

/// The question within the documents of the day or month it names; where none are, with the text units in which
/// something is.
pub(in crate::query) fn narrowed(
    session: &Session,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    let text = ask.question.asks().into_owned();
    let Some(date) = ask.question.reading().date else { return Ok(ask) };
    let reader = &*session.reader;
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    // A table is asked by its columns of days.
    if ids.len() > DATED || rows::answer(session, &text)? {
        return Ok(ask);
    }
    let told = date.span.slice(&text).unwrap_or_default().to_owned();
    // "What is new in 4.6?" is asked of the part of that number, and of no 4 June.
    let is_number = told.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_number && numbered_part(reader, &text, &[])?.is_some_and(|(label, _)| label.contains(&told)) {
        return Ok(ask);
    }
    let documents = reader.documents(&ids)?;
    let mut days = Days::of(&documents);
    let called = documents_of(&date, &documents, true);
    let Told { units, entries, documents: telling } = units_of(reader, &date, &mut days, &called)?;
    if ask.scope.names_no_part() && ask.scope.from.is_none() && ask.scope.until.is_none() {
        let rest = without(&text, &date);
        // What happened on a day is told by more than the document that begins with it.
        let happens = Reading::of(&rest).whole.vague;
        let of_it = called_so(&rest, documents_of(&date, &documents, happens), &documents);
        if !of_it.is_empty() && of_it.len() < documents.len() {
            let titled = documents.iter().filter(|document| of_it.contains(&document.id));
            let whole = asks_for_all(&rest, titled);
            // What several others tell of a day is more than one document of it has.
            let elsewhere = telling.iter().filter(|document| !of_it.contains(document));
            let is_event = date.day.is_some() && happens && elsewhere.count() >= SEVERAL;
            // Nor is a month that others tell more of asked of what happens to be written in it.
            let by_chance = !whole && date.day.is_none() && !of_it.iter().any(|document| called.contains(document));
            let is_event = is_event || by_chance && is_told_elsewhere(reader, &rest, &of_it, &telling)?;
            // Where nothing else tells of a day, what is of it is meant, in whatever words.
            let alone = date.day.is_some() && telling.iter().all(|document| of_it.contains(document));
            if !is_event && (whole || alone || have_half(reader, &rest, &of_it)?) {
                let to = format!("the documents of {told}: {}", of_it.len());
                writing.trace(TraceStep::Narrowed { to });
                ask.question.looked_for = Some(if whole { WHOLE.to_owned() } else { rest });
                ask.scope.documents = of_it;
                return Ok(ask);
            }
        }
    }
    writing.trace(TraceStep::Note { text: format!("of {told}: {} passages may tell", units.len()) });
    ask.dated = Some(Dated { date, told, units, entries, called, days });
    Ok(ask)
}

/// Documents whose title or file name lies within a date, and, unless `named` are meant alone, those whose own day
/// does.
fn documents_of(date: &CalendarDate, documents: &[Document], named: bool) -> Vec<DocumentId> {
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    let is_of_it = |document: &&Document| {
        let mut told = calendar_dates(&document.title);
        if document.is_row() {
            told.clear();
        } else if told.is_empty() {
            told = calendar_dates(file_name(&document.path));
        }
        if told.is_empty() && !named {
            told.extend(dated(document, numbered).map(CalendarDate::of));
        }
        told.iter().any(|told| date.holds(told, year_of(document)))
    };
    documents.iter().filter(is_of_it).map(|document| document.id).collect()
}

/// Those of some documents whose titles have all that a question calls them by: of May the *minutes* of the *board*;
/// all of them where none has.
fn called_so(rest: &str, of_it: Vec<DocumentId>, documents: &[Document]) -> Vec<DocumentId> {
    let wanted: BTreeSet<String> =
        Reading::of(rest).content.into_iter().chain(kind_of_texts(rest)).map(|word| singular(&fold(&word))).collect();
    let is_called = |document: &&Document| of_it.contains(&document.id) && wanted.is_subset(&words_for(document));
    let called: Vec<DocumentId> = documents.iter().filter(is_called).map(|document| document.id).collect();
    if wanted.is_empty() || called.is_empty() { of_it } else { called }
}

/// Words by which a document is called, its folders and its file among them, in the singular.
fn words_for(document: &Document) -> BTreeSet<String> {
    let path = if document.is_row() { "" } else { document.path.as_str() };
    folded(&format!("{} {path}", document.title)).iter().map(|word| singular(word)).collect()
}

fn year_of(document: &Document) -> Option<i64> {
    year_in(&document.title).or_else(|| year_in(file_name(&document.path)))
}

/// A question without its date and the words that tie it to the rest: "on", "of".
pub(in crate::query) fn without(question: &str, date: &CalendarDate) -> String {
    let front = question.get(..date.span.start).unwrap_or_default().trim_end();
    let (rest, last) = front.split_at(front.rfind(' ').map_or(0, |at| at + 1));
    let bare = if is_function_word(&last.to_lowercase()) { rest.trim_end() } else { front };
    let behind = question.get(date.span.end..).unwrap_or_default();
    format!("{}{behind}", bare.trim_end_matches(',')).trim_start_matches([',', ' ']).to_owned()
}

/// True where nothing is left to look for but what the documents are called.
fn asks_for_all<'a>(rest: &str, documents: impl Iterator<Item = &'a Document>) -> bool {
    let reading = Reading::of(rest);
    let titles: BTreeSet<String> = documents.flat_map(words_for).collect();
    let called = reading.content.iter().all(|word| folded(word).iter().all(|word| titles.contains(&singular(word))));
    let seeks = reading.wants.figure || reading.wants.place || reading.wants.person || reading.tally.count;
    called && !seeks && reading.statement.stance.is_none()
}

/// What texts tell of a date.
struct Told {
    /// The text units that name it, and those behind them, in reading order.
    units: Vec<TextUnitId>,
    /// The entries in them that a date opens.
    entries: Vec<Entry>,
    /// The documents that name it.
    documents: BTreeSet<DocumentId>,
}

/// Looks for what texts tell of a date; of documents that are `called` by a day all is of it.
fn units_of(reader: &Reader, date: &CalendarDate, days: &mut Days, called: &[DocumentId]) -> Result<Told, QueryError> {
    let (mut found, mut documents) = (BTreeMap::new(), BTreeSet::new());
    for unit in reader.text_units_with(&forms(reader, date)?, false, UNITS)? {
        let text = reader.unit_text(&unit)?;
        days.read(reader, unit.document)?;
        let told = days.told(Some(unit.document), &text);
        let year = |told: &CalendarDate| days.year_above(Some(unit.document), told.span.shifted(unit.span.start));
        if told.iter().any(|told| date.holds(told, year(told))) {
            documents.insert(unit.document);
            let units = reader.units_of_document(unit.document)?.into_iter();
            let behind = units.filter(|one| (unit.ordinal..=unit.ordinal + BEHIND).contains(&one.ordinal));
            found.extend(behind.map(|one| ((one.document, one.ordinal), one)));
        }
    }
    for &document in called.iter().filter(|_| date.day.is_some()) {
        let units = reader.units_of_document(document)?.into_iter().take(UNITS);
        found.extend(units.map(|one| ((one.document, one.ordinal), one)));
    }
    let mut entries = Vec::new();
    for unit in found.values() {
        let (window, text) = reader.text(unit.document, unit.span)?;
        let hand = days.hand(Some(unit.document));
        days.read(reader, unit.document)?;
        entries.extend(lines_of_days(&text, hand).into_iter().map(|(span, told)| {
            let span = span.shifted(window.start);
            let of_it = date.holds(&told, days.year_above(Some(unit.document), span));
            Entry { document: unit.document, span, of_it }
        }));
    }
    Ok(Told { units: found.into_values().map(|unit| unit.id).collect(), entries, documents })
}

/// The ways in which texts of the index may write a date, as phrases of full text.
fn forms(reader: &Reader, date: &CalendarDate) -> Result<String, QueryError> {
    let mut months: BTreeSet<&str> = packs().iter().flat_map(|pack| pack.forms_of_month(date.month)).collect();
    let mut used = BTreeSet::new();
    while let Some(month) = months.pop_first() {
        if reader.units_with(month)? > 0 {
            used.insert(month);
        }
    }
    let mut phrases: Vec<String> = Vec::new();
    let month = date.month;
    match (date.day, date.year) {
        (Some(day), year) => {
            let days = [format!("{day}"), format!("{day:02}"), format!("{day}{}", ending(day))];
            for name in used {
                phrases.extend(days.iter().flat_map(|day| [format!("{day} {name}"), format!("{name} {day}")]));
                phrases.push(format!("{day}{} of {name}", ending(day)));
                phrases.push(format!("{name} {day}d"));
                phrases.push(format!("{day} de {name}"));
                // The first of a month in Romance languages.
                if day == 1 {
                    phrases.extend([format!("1er {name}"), format!("1º {name}"), format!("1º de {name}")]);
                }
            }
            phrases.extend([format!("{month:02} {day:02}"), format!("{day:02} {month:02}")]);
            phrases.extend([format!("{day} {month}"), format!("{month} {day}")]);
            phrases.extend(year.map(|year| format!("{year}{month:02}{day:02}")));
            phrases.push(format!("the {day}{}", ending(day)));
            phrases.extend(in_words(day).map(|day| format!("the {day}")));
        }
        (None, year) => {
            phrases.extend(used.into_iter().map(str::to_owned));
            phrases.extend(year.map(|year| format!("{year} {month:02}")));
            phrases.extend(year.map(|year| format!("{month:02} {year}")));
        }
    }
    Ok(phrases.iter().map(|phrase| format!("\"{phrase}\"")).collect::<Vec<_>>().join(" "))
}

/// What stands behind the number of a day in English.
const fn ending(day: u32) -> &'static str {
    match (day / 10, day % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// Adds to the text units that were found those that tell of the question's date.
pub(in crate::query) fn add(task: &Task<'_>, hits: &mut Vec<FoundPassage>) -> Result<(), QueryError> {
    let Some(dated) = &task.ask.dated else { return Ok(()) };
    let missing = |id: &TextUnitId| task.filter.unit(*id) && hits.iter().all(|hit| hit.unit != *id);
    let missing: Vec<TextUnitId> = dated.units.iter().copied().filter(missing).collect();
    let least = hits.last().map_or(1.0, |hit| hit.score);
    let found = |(unit, document)| FoundPassage { unit, document, score: least, how: How::Way(dated.told.clone()) };
    hits.extend(task.reader().text_units(&missing)?.into_iter().map(|unit| found((unit.id, unit.document))));
    Ok(())
}

/// Leaves of records what is of the question's date, where that has enough of the question; else what is of no other.
pub(in crate::query) fn keep(task: &Task<'_>, records: &mut Vec<ContextRecord>) {
    let Some(dated) = &task.ask.dated else { return };
    let told = dated.told_by(records);
    let asked = task.asked();
    let mut stems = Stems::default();
    let mut enough = asked.is_empty();
    for (record, told) in records.iter().zip(&told) {
        for (candidate, _) in record.candidates.iter().zip(told).filter(|(_, told)| **told == Some(true)) {
            let evidence = &candidate.evidence;
            let whole = format!("{} {} {}", evidence.title, evidence.heading.join(" "), evidence.text);
            enough |= asked.exact(&whole, &mut stems) >= SPEAKS || asked.calls_all(&whole);
        }
    }
    for (record, told) in records.iter_mut().zip(told) {
        let mut told = told.into_iter();
        record.candidates.retain(|_| match told.next().flatten() {
            of_it if enough => of_it == Some(true),
            of_it => of_it != Some(false),
        });
    }
    records.retain(|record| !record.candidates.is_empty());
}

/// What is of the question's date, in the order of the documents, where it asks for nothing else; `None` for another
/// question.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some(dated) = task.ask.dated.as_ref().filter(|_| is_all_that_is_asked(task)) else { return Ok(None) };
    writing.stage("looking for what is of that day");
    let mut passages = PassageReader::new(task.reader());
    let mut records = Vec::new();
    for unit in task.reader().text_units(&dated.units)?.into_iter().filter(|unit| task.filter.unit(unit.id)) {
        let mut record = passages.record(&unit, 1.0)?;
        // What a text unit shares with the one before it is quoted there.
        record.candidates.retain(|candidate| candidate.evidence.quote.start >= unit.fresh_from);
        keep_widest(&mut record.candidates);
        records.push(record);
    }
    keep(task, &mut records);
    keep_sentences(&mut records);
    let facts = facts(task, &records);
    let listed = facts.first().map(|_| 0);
    Ok(Some(Gathered { records, facts, listed, ..Gathered::default() }))
}

/// Leaves of records their sentences, where there are enough of them; else all.
fn keep_sentences(records: &mut Vec<ContextRecord>) {
    let is_kind = |one: &Candidate| matches!(one.kind, SentenceKind::Prose | SentenceKind::Item);
    // What asks tells nothing of a day.
    let is_sentence = |one: &Candidate| is_kind(one) && !asks(one.evidence.quoted());
    let sentences = records.iter().flat_map(|record| &record.candidates).filter(|one| is_sentence(one)).count();
    if sentences >= ENOUGH {
        records.iter_mut().for_each(|record| record.candidates.retain(is_sentence));
        records.retain(|record| !record.candidates.is_empty());
    }
}

/// Leaves of passages those that no other shows with more: one that goes on from the one before it is shown with that.
fn keep_widest(candidates: &mut Vec<Candidate>) {
    let windows: Vec<Span> = candidates.iter().map(|candidate| candidate.evidence.window).collect();
    let shown = |at: usize| {
        let others = windows.iter().enumerate().filter(|(other, _)| *other != at);
        others.into_iter().any(|(other, wide)| wide.contains(windows[at]) && (*wide != windows[at] || other < at))
    };
    let mut at = 0..;
    candidates.retain(|_| !at.next().is_some_and(shown));
}

/// True where a question asks for what is of a day and for nothing besides.
pub(in crate::query) fn is_all_that_is_asked(task: &Task<'_>) -> bool {
    let reading = &task.reading;
    let seeks = reading.wants.person || reading.wants.place || reading.tally.count || reading.tally.list.is_some();
    task.ask.dated.is_some() && reading.is_empty() && reading.statement.stance.is_none() && !seeks
}

/// Says that nothing is of the question's date, where nothing is.
pub(in crate::query) fn facts(task: &Task<'_>, records: &[ContextRecord]) -> Vec<String> {
    let Some(dated) = &task.ask.dated else { return Vec::new() };
    match dated.told_by(records).iter().any(|told| told.contains(&Some(true))) {
        true => Vec::new(),
        // Of a part nothing is said of the rest.
        false => {
            let whole = if task.ask.scope.is_everything() { "the documents" } else { "what is asked" };
            vec![format!("Nothing in {whole} is dated “{}”.", dated.told)]
        }
    }
}

impl Dated {
    /// Of each passage of some records whether it is of the date or of another; `None` for one that tells none. What it
    /// says itself counts before the line that opens its entry, that before its headings; the day of its document
    /// counts where no passage tells its own.
    fn told_by(&self, records: &[ContextRecord]) -> Vec<Vec<Option<bool>>> {
        let each = |tells: &dyn Fn(&Candidate) -> Option<bool>| -> Vec<Vec<Option<bool>>> {
            records.iter().map(|record| record.candidates.iter().map(tells).collect()).collect()
        };
        let mut own = each(&|candidate| self.is_told_by(candidate));
        let tells = |candidate: &Candidate| {
            let Evidence { document, text, lead, .. } = &candidate.evidence;
            let own = format!("{} {text}", lead.as_deref().unwrap_or_default());
            !self.days.told(*document, &own).is_empty()
        };
        own.iter_mut().zip(records).for_each(|(told, record)| carry_on(told, &record.candidates, tells));
        if own.iter().flatten().any(|told| *told == Some(true)) {
            return own;
        }
        each(&|candidate| self.is_told_by(candidate).or_else(|| self.is_of_its_document(candidate)))
    }

    fn is_told_by(&self, candidate: &Candidate) -> Option<bool> {
        let evidence = &candidate.evidence;
        let year = self.days.year_above(evidence.document, evidence.quote);
        let of_it = |dates: &[CalendarDate]| dates.iter().any(|told| self.date.holds(told, year));
        let mut own = self.days.told(evidence.document, &evidence.text);
        // What it answers or stands below may tell the day.
        own.extend(evidence.lead.iter().flat_map(|lead| self.days.told(evidence.document, lead)));
        let lies_in = |entry: &&Entry| Some(entry.document) == evidence.document && entry.span.contains(evidence.quote);
        let entry = self.entries.iter().find(lies_in).map(|entry| entry.of_it);
        let by_weekday = own.is_empty() && self.days.is_in_the_week_of(&self.date, evidence.document, &evidence.text);
        if of_it(&own) || entry == Some(true) || by_weekday {
            return Some(true);
        }
        let headed = evidence.heading.iter().rev().map(|heading| calendar_dates(heading));
        let headed = headed.into_iter().find(|dates| !dates.is_empty());
        let called = evidence.document.is_some_and(|document| self.called.contains(&document)).then_some(true);
        let above = entry.or_else(|| headed.map(|dates| of_it(&dates))).or(called.filter(|_| own.is_empty()));
        (above.is_some() || !own.is_empty()).then_some(above == Some(true))
    }

    /// Whether the document of a passage is of the date, by its title or its own day.
    fn is_of_its_document(&self, candidate: &Candidate) -> Option<bool> {
        let evidence = &candidate.evidence;
        let year = self.days.year(evidence.document);
        let of_it = |dates: &[CalendarDate]| dates.iter().any(|told| self.date.holds(told, year));
        let titled = calendar_dates(&evidence.title);
        let document: Vec<CalendarDate> =
            if titled.is_empty() { candidate.dated.map(CalendarDate::of).into_iter().collect() } else { titled };
        (!document.is_empty()).then(|| of_it(&document))
    }
}

/// In talk what is said is of the day that was spoken of last: whoever is asked for a day need not say it again.
/// `tells` is true of what has a day of its own.
fn carry_on(told: &mut [Option<bool>], candidates: &[Candidate], tells: impl Fn(&Candidate) -> bool) {
    let mut last: Option<&Candidate> = None;
    for (told, candidate) in told.iter_mut().zip(candidates).filter(|(_, candidate)| candidate.spoken) {
        let of_last = |one: &Candidate| {
            one.evidence.document == candidate.evidence.document
                && (one.evidence.speaker != candidate.evidence.speaker || one.evidence.lead.is_some())
        };
        match last {
            _ if tells(candidate) => last = (*told == Some(true)).then_some(candidate),
            Some(one) if of_last(one) => *told = Some(true),
            _ => {}
        }
    }
}

/// Where the lines of a text that begin with a date stand, each with what follows to the next such line or heading.
fn lines_of_days(text: &str, hand: Hand) -> Vec<(Span, CalendarDate)> {
    let mut found: Vec<(Span, CalendarDate)> = Vec::new();
    let (mut at, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let first = dates_by(line, hand).into_iter().next().filter(|date| begins_with(line, date));
        let is_heading = line.trim_start().starts_with('#');
        match (first, found.last_mut().filter(|_| open)) {
            (Some(date), _) => found.push((Span::new(start, at), date)),
            (None, Some((span, _))) if !is_heading => span.end = at,
            _ => {}
        }
        open = first.is_some() || open && !is_heading;
    }
    found
}

/// True where a text begins with a date: "May 15th. How uncertain …".
fn begins_with(text: &str, date: &CalendarDate) -> bool {
    words(text).take_while(|word| word.span.end <= date.span.start).count() <= LEADING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_begins_with_a_date_opens_an_entry() {
        let text = "Log\n# May 15th. The gate held.\nNobody slept.\n# May 16th\nRain.\n## Notes\nOf no day.\n";
        let told: Vec<(&str, Option<u32>)> = lines_of_days(text, Hand::default())
            .iter()
            .map(|(span, date)| (span.slice(text).unwrap_or_default(), date.day))
            .collect();
        assert_eq!(
            told,
            [("# May 15th. The gate held.\nNobody slept.\n", Some(15)), ("# May 16th\nRain.\n", Some(16))]
        );
        assert!(lines_of_days("The gate was shut that night and on May 3 again.", Hand::default()).is_empty());
    }

    #[test]
    fn a_question_is_asked_without_its_day_and_what_ties_it() {
        let rest = |question: &str| {
            let date = Reading::of(question).date.expect("a date");
            without(question, &date)
        };
        assert_eq!(rest("Who was present on 2018-08-23?"), "Who was present?");
        assert_eq!(rest("Summarise the meeting of 16 January 2019."), "Summarise the meeting.");
        assert_eq!(rest("On 3 May 2019, who left?"), "who left?");
    }
}
