//! Documents that fill in the same fields, as a table: reports of incidents, records of decisions, notes with front
//! matter. Each is a row; its cells are what stands behind a label ("Time to recovery: 43 minutes") and the short items
//! of a list under a heading ("Attendees").

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::named::{columns, values, wide_columns};
use super::question::QuestionWords;
use super::table::{Row, Table, key, numbered};
use super::{WORDS, bridges, people};
use crate::model::{Document, DocumentId, SentenceKind, Span, called, file_name};
use crate::query::context::titles::Titles;
use crate::query::{QueryError, Session};
use crate::store::Reader;
use crate::text::cutting::punctuation::{ends_sentence, is_terminal};
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::single_spaced;
use crate::text::layout::cells::{LONGEST_NAME, between};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, last_word, words};
use crate::text::words::wordlist::is_function_word;

/// Documents in which fields are looked for first, evenly over the pile, and those that must have one in common, at
/// least and of all in parts.
const SAMPLE: usize = 64;
const FEWEST: usize = 3;
const PARTS: usize = 3;
/// Of a kind of documents that a question asks for two are enough.
const FEWEST_OF_KIND: usize = 2;
/// Fields that documents of one form have in common, at least.
const COMMON: usize = 3;
/// Bytes of the texts of a pile that is read whole.
const MOST_BYTES: usize = 8 << 20;
/// Words of a label, and of an item that is a value; bytes of a value.
const LABEL_WORDS: usize = 5;
const ITEM_WORDS: usize = 4;
const LONGEST_VALUE: usize = 160;
/// Lines of a title with the fields below it.
const HEAD_LINES: usize = 2;
/// Letters of somebody's initials.
const INITIALS: usize = 3;

/// What a document fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub label: String,
    pub value: String,
    pub span: Span,
}

/// What one document fills in, in order.
pub(super) type Fields = Arc<[Field]>;

/// What documents fill in, each read once: every question that may ask for rows looks at it, more than once where it is
/// left open how to answer.
#[derive(Default)]
pub(crate) struct FilledForms {
    fields: Mutex<HashMap<DocumentId, Fields>>,
}

impl FilledForms {
    /// The fields of a document.
    pub(super) fn of(&self, reader: &Reader, document: &Document) -> Result<Fields, QueryError> {
        let mut known = self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fields) = known.get(&document.id) {
            return Ok(Arc::clone(fields));
        }
        let (sentences, _) = reader.structure(document.id)?;
        let (_, text) = reader.text(document.id, Span::new(0, document.text_len))?;
        let lines = sentences.iter().filter_map(|one| Some((one.kind, one.span, one.span.slice(&text)?)));
        let read: Fields = fields(lines).into();
        known.insert(document.id, Arc::clone(&read));
        Ok(read)
    }

    /// What some documents fill in.
    fn filled<'d>(
        &self,
        reader: &Reader,
        documents: impl Iterator<Item = &'d Document>,
    ) -> Result<Vec<(&'d Document, Fields)>, QueryError> {
        documents.map(|document| Ok((document, self.of(reader, document)?))).collect()
    }
}

/// The documents as rows, where enough of them have fields in common and a question names one or a value of one; else
/// those of a kind that it asks for.
///
/// # Errors
/// Those of reading the index.
pub(super) fn table(
    session: &Session,
    question: &str,
    documents: &[Document],
    stems: &mut Stems,
) -> Result<Option<Table>, QueryError> {
    let all: Vec<&Document> = documents.iter().collect();
    let kin = kin(session, question, &all)?;
    if let Some(table) = shared(session, question, &kin, 1, stems)? {
        return Ok(Some(table));
    }
    // Of documents of a kind all that are asked may be the kind: "Which incidents are open?".
    let of_kind = of_kind(session, question, &all)?;
    if let Some((kind, of_kind)) = of_kind.as_ref().filter(|(_, of_kind)| of_kind.len() == all.len()) {
        let table = shared(session, question, of_kind, FEWEST_OF_KIND, stems)?;
        return Ok(table.map(|table| Table { name: kind.clone(), of_kind: true, ..table }));
    }
    // A folder of incidents has incidents in it.
    if let Some(table) = shared(session, question, &all, FEWEST, stems)? {
        return Ok(Some(Table { name: session.reader.meta()?.name, ..table }));
    }
    let Some((kind, of_kind)) = of_kind else {
        let alike = of_one_form(session, question, &all, stems)?;
        let table = shared(session, question, &alike, FEWEST, stems)?;
        return Ok(table.map(|table| Table { name: name_of(&alike), ..table }));
    };
    let table = shared(session, question, &of_kind, FEWEST_OF_KIND, stems)?;
    Ok(table.map(|table| Table { name: kind, of_kind: true, ..table }))
}

/// Where what a question says has the number by which a document is called.
pub(super) fn place_of_number(said: &str, document: &Document) -> Option<usize> {
    let number = key(numbered(called(&document.title, &document.path))?);
    said.find(&format!(" {number} "))
}

/// The document that a question names by its number, with those that fill in the same; none where no word of it stands
/// for a field.
fn kin<'d>(session: &Session, question: &str, documents: &[&'d Document]) -> Result<Vec<&'d Document>, QueryError> {
    let asked = QuestionWords::of(question);
    let bytes: usize = documents.iter().map(|document| document.text_len).sum();
    if !bridges::open_question(&asked) || bytes > MOST_BYTES {
        return Ok(Vec::new());
    }
    let said = asked.said();
    let named = documents.iter().find(|document| place_of_number(&said, document).is_some());
    let Some(named) = named else { return Ok(Vec::new()) };
    let forms = session.kept.forms.of(&session.reader, || Ok(FilledForms::default()))?;
    let labels = |document: &Document| -> Result<HashSet<String>, QueryError> {
        Ok(forms.of(&session.reader, document)?.iter().map(|field| key(&field.label)).collect())
    };
    let own = labels(named)?;
    let mut kin = Vec::new();
    for document in documents {
        if labels(document)?.intersection(&own).count() * 2 >= own.len().max(1) {
            kin.push(*document);
        }
    }
    Ok(kin)
}

/// The documents that are called by what a question asks for, "Which *tickets* are open?", with that word.
fn of_kind<'d>(
    session: &Session,
    question: &str,
    documents: &[&'d Document],
) -> Result<Option<(String, Vec<&'d Document>)>, QueryError> {
    let titles = Titles::new(session);
    let asked: Vec<String> = words(question).map(|word| fold(word.text)).collect();
    // *Post-mortem* is one word.
    let joined = question.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let joined = joined.filter(|word| word.contains('-') && !word.contains(|c: char| c.is_ascii_digit())).map(fold);
    let several = asked.iter().filter(|word| singular(word) != **word);
    // "Which incident lasted longest?" asks of all of them.
    let words = QuestionWords::of(question);
    let ranks = [&WORDS.most, &WORDS.highest, &WORDS.lowest, &WORDS.newest, &WORDS.oldest];
    let ranks = ranks.into_iter().any(|list| words.has(list));
    let one = asked.iter().filter(|word| ranks && singular(word) == **word && !is_function_word(word));
    let among = |called: Vec<DocumentId>| {
        let those: Vec<&Document> = documents.iter().copied().filter(|one| called.contains(&one.id)).collect();
        (those.len() >= FEWEST_OF_KIND).then_some(those)
    };
    for word in joined.chain(several.chain(one).cloned()) {
        if let Some(those) = among(titles.of_kind(&word)?) {
            return Ok(Some((word, those)));
        }
    }
    // "Which decision records are valid?" is asked of the ADRs.
    for pair in asked.windows(2).filter(|pair| singular(&pair[1]) != pair[1] && !is_function_word(&pair[0])) {
        if let Some(those) = among(titles.of_letters(pair)?) {
            return Ok(Some((pair.join(" "), those)));
        }
    }
    Ok(None)
}

/// The documents of one form, of which a question names a field: those that fill it in, with others in common, though
/// the pile has more of other forms.
fn of_one_form<'d>(
    session: &Session,
    question: &str,
    documents: &[&'d Document],
    stems: &mut Stems,
) -> Result<Vec<&'d Document>, QueryError> {
    let bytes: usize = documents.iter().map(|document| document.text_len).sum();
    if bytes > MOST_BYTES {
        return Ok(Vec::new());
    }
    let reader = &*session.reader;
    let forms = session.kept.forms.of(reader, || Ok(FilledForms::default()))?;
    let mut having: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let filled = forms.filled(reader, documents.iter().copied())?;
    for (at, (_, fields)) in filled.iter().enumerate() {
        for label in fields.iter().map(|field| key(&field.label)) {
            let those = having.entry(label).or_default();
            if those.last() != Some(&at) {
                those.push(at);
            }
        }
    }
    having.retain(|_, those| those.len() >= FEWEST);
    let named = having.iter().filter(|(label, those)| {
        let mut asked = QuestionWords::of(question);
        let table = Table { columns: vec![(*label).clone()], of_documents: Some(those.len()), ..Table::default() };
        let names = [wide_columns(&mut asked, &table, stems), columns(&mut asked, &table, stems)];
        // Documents are in order, and few labels are asked for: what others they have is looked up for those alone.
        let has_all = |others: &&Vec<usize>| those.iter().all(|one| others.binary_search(one).is_ok());
        let common = || having.values().filter(has_all).take(COMMON).count();
        names.iter().any(|named| !named.is_empty()) && common() >= COMMON
    });
    let most = named.max_by_key(|(_, those)| those.len());
    Ok(most.map_or_else(Vec::new, |(_, those)| those.iter().map(|&at| documents[at]).collect()))
}

/// What documents of one form are called: by the folder that all lie in, else documents.
fn name_of(documents: &[&Document]) -> String {
    let folder = |document: &Document| document.path.rsplit_once(['/', '\\']).map(|(folder, _)| folder.to_owned());
    let first = documents.first().and_then(|first| folder(first));
    let one = first.filter(|first| documents.iter().all(|other| folder(other).as_ref() == Some(first)));
    one.map_or_else(|| "documents".to_owned(), |folder| file_name(&folder).to_owned())
}

/// Some documents as rows, where at least so many of them, and a part of all, have fields in common of which a question
/// names one or a value of one.
fn shared(
    session: &Session,
    question: &str,
    documents: &[&Document],
    fewest: usize,
    stems: &mut Stems,
) -> Result<Option<Table>, QueryError> {
    let bytes: usize = documents.iter().map(|document| document.text_len).sum();
    if documents.len() < fewest || bytes > MOST_BYTES {
        return Ok(None);
    }
    let reader = &*session.reader;
    let forms = session.kept.forms.of(reader, || Ok(FilledForms::default()))?;
    let step = documents.len().div_ceil(SAMPLE);
    let sample = forms.filled(reader, documents.iter().copied().step_by(step))?;
    let mut having: BTreeMap<String, usize> = BTreeMap::new();
    for (_, fields) in &sample {
        let mut labels: Vec<String> = fields.iter().map(|field| key(&field.label)).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.into_iter().for_each(|label| *having.entry(label).or_default() += 1);
    }
    having.retain(|_, documents| *documents >= fewest && *documents * PARTS >= sample.len());
    let is_shared = |field: &Field| having.contains_key(&key(&field.label));
    if having.is_empty() || !names_any(question, &of_fields(&sample, is_shared), stems) {
        return Ok(None);
    }
    let all = if step == 1 { sample } else { forms.filled(reader, documents.iter().copied())? };
    Ok(Some(of_fields(&all, is_shared)))
}

/// True where a question has the name of a column, or a value in one.
fn names_any(question: &str, table: &Table, stems: &mut Stems) -> bool {
    let mut asked = QuestionWords::of(question);
    !wide_columns(&mut asked, table, stems).is_empty()
        || !values(&mut asked, table, stems).is_empty()
        || !columns(&mut asked, table, stems).is_empty()
        || !bridges::columns(&mut asked, table).is_empty()
}

/// The documents as rows with their fields of some kind.
fn of_fields(filled: &[(&Document, Fields)], is_column: impl Fn(&Field) -> bool) -> Table {
    let mut table = Table { of_documents: Some(filled.len()), ..Table::default() };
    let names = people::Known::of(filled.iter().flat_map(|(_, fields)| fields.iter()));
    for (document, fields) in filled {
        let title = called(&document.title, &document.path);
        let mut row = Row::of(document.id, title, document.modified);
        for field in fields.iter().filter(|field| is_column(field)) {
            let column = table.column_like(&field.label);
            row.put(column, names.whole(field), field.span);
        }
        table.push(row);
    }
    table
}

/// The fields of a text, in order, of sentences with their kinds.
fn fields<'t>(sentences: impl Iterator<Item = (SentenceKind, Span, &'t str)>) -> Vec<Field> {
    let mut found = Vec::new();
    let mut heading: Option<&str> = None;
    for (kind, span, said) in sentences {
        if kind == SentenceKind::Heading {
            heading = Some(said);
            continue;
        }
        // A title may stand over them without a line between.
        let several = said.lines().take(HEAD_LINES).map(parts).find(|several| several.len() > 1);
        let mut told: Vec<(String, Vec<String>)> =
            several.unwrap_or_default().into_iter().filter_map(labelled).collect();
        if told.is_empty() {
            told.extend(labelled(said).or_else(|| in_two_cells(said).filter(|_| kind == SentenceKind::Row)));
        }
        if told.is_empty() {
            // "Apologies:" with nothing behind it tells nothing of what it stands under.
            let short = kind == SentenceKind::Item && !said.trim_end().ends_with(':')
                || !ends_sentence(said) && !said.contains([':', '|', '<']);
            let above = heading.filter(|above| short && is_label(above));
            told.extend(above.and_then(|above| Some((bare(above), items(said)?))));
        }
        for (label, values) in told {
            let values = values.into_iter().filter(|value| !is_untold(value));
            found.extend(values.map(|value| Field { label: label.clone(), value, span }));
        }
    }
    found
}

/// A line cut where another label begins in it, set off by blanks or marks: `**Opened:** 2031-05-04  **Status:** open`.
fn parts(line: &str) -> Vec<&str> {
    let cuts = ["  ", " **", " | ", "\t"].iter().flat_map(|mark| line.match_indices(mark).map(|(at, _)| at));
    let mut cuts: Vec<usize> = cuts.filter(|&at| labelled(&line[at..]).is_some()).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let ends = cuts.iter().copied().chain([line.len()]);
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    starts
        .zip(ends)
        .map(|(start, end)| line[start..end].trim_matches(|c: char| c.is_whitespace() || c == '|'))
        .filter(|part| !part.is_empty())
        .collect()
}

/// The values of an item of a list: it is one, or has several of a word or a few between commas.
fn items(said: &str) -> Option<Vec<String>> {
    // "AV TR KL": initials need no commas.
    let initials = |word: &str| word.chars().count() <= INITIALS && word.chars().all(char::is_uppercase);
    if said.split_whitespace().nth(1).is_some() && said.split_whitespace().all(initials) {
        return Some(said.split_whitespace().map(str::to_owned).collect());
    }
    let several: Vec<&str> = said.split(',').collect();
    let are_short = several.iter().all(|value| (1..=ITEM_WORDS).contains(&words(value).count()));
    are_short.then(|| several.into_iter().map(bare).filter(|value| !value.is_empty()).collect())
}

/// A label and what stands behind its colon: one value, or those of a list in lines or brackets.
fn labelled(said: &str) -> Option<(String, Vec<String>)> {
    // `:Status: Draft` is a field, too.
    let said = said.trim_start();
    let (label, value) = said.strip_prefix(':').unwrap_or(said).split_once(':')?;
    let apart = value.starts_with([' ', '*', '_', '\n', '\t']) && value.len() <= LONGEST_VALUE;
    if let Some(present) = people::listed(value).filter(|_| apart && is_label(label)) {
        return Some((bare(label), present));
    }
    // A template tells what may stand there: `<Draft | Final>`.
    let template = value.contains('|') || value.trim().starts_with('<');
    if !apart || !is_label(label) || has_sentences(value) || template {
        return None;
    }
    let plain = unaddressed(value);
    let value = plain.as_str();
    let bracketed = value.trim().strip_prefix('[').and_then(|value| value.strip_suffix(']'));
    // "4 May, 2031" is one value.
    let several = items(value).is_some() && !value.contains(|c: char| c.is_ascii_digit());
    let listed = bracketed.is_some() || several;
    let values = bracketed.unwrap_or(value).split(|c| c == '\n' || c == ',' && listed);
    let values: Vec<String> = values.map(|value| ended(bare(value))).filter(|value| !value.is_empty()).collect();
    (!values.is_empty()).then(|| (bare(label), values))
}

/// A row of two cells, of which one is a label: `| Status | open |`.
fn in_two_cells(said: &str) -> Option<(String, Vec<String>)> {
    if !said.starts_with('|') {
        return None;
    }
    match &between(said).into_iter().map(|cell| bare(&said[cell])).collect::<Vec<_>>()[..] {
        [label, value] if is_label(label) && !label.contains('<') && !value.is_empty() => {
            Some((label.clone(), vec![value.clone()]))
        }
        _ => None,
    }
}

/// A value without the addresses behind names: `Ada Voss <ada@voss.example>, Tom Reed`.
pub(in crate::query) fn unaddressed(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    for word in value.split_inclusive(char::is_whitespace) {
        if !word.contains('@') {
            plain.push_str(word);
        } else if word.trim_end().ends_with(',') {
            plain.truncate(plain.trim_end().len());
            plain.push_str(", ");
        }
    }
    if plain.trim().is_empty() { value.to_owned() } else { plain }
}

/// True for what goes on behind the end of a sentence.
fn has_sentences(value: &str) -> bool {
    sentence_end(value).is_some()
}

/// Where the first sentence ends that another stands behind: at no initial, which ends none.
pub(super) fn sentence_end(value: &str) -> Option<usize> {
    let mut ends = value.match_indices(". ").map(|(at, _)| at);
    ends.find(|&at| last_word(&value[..at]).chars().count() > INITIALS)
}

fn is_label(words_of_it: &str) -> bool {
    let told = bare(words_of_it);
    let begins = told.chars().next().is_some_and(char::is_alphabetic);
    begins
        && told.len() <= LONGEST_NAME
        && !told.contains(|c| is_terminal(c) || c == ';')
        && words(&told).count() <= LABEL_WORDS
}

/// Words without the marks around them, list marks in front among them, in one line.
pub(super) fn bare(said: &str) -> String {
    let plain = unmarked(said);
    let plain =
        plain.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '-' | '•' | '#' | '"' | ':'));
    single_spaced(plain)
}

/// A value without the full stop that ends its line: "Interviewer: Ada Voss."
pub(super) fn ended(mut value: String) -> String {
    let last = value.rsplit([' ', '.']).nth(1).map_or(0, |word| word.chars().count());
    if value.ends_with('.') && !value[..value.len() - 1].contains('.') && last > INITIALS {
        value.pop();
    }
    value
}

/// True for a value that says that there is none: `N/A`, `?`.
fn is_untold(value: &str) -> bool {
    !value.contains(char::is_alphanumeric) || WORDS.untold.has(&key(value))
}

#[cfg(test)]
#[path = "forms_tests.rs"]
mod tests;
