//! Questions that list what the documents are: "List all diseases" where a folder of them is called so, "What incidents
//! happened in 2020?" of a pile of that name. They list documents, one row each.

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, TraceStep, called, file_name};
use crate::query::context::days::dated;
use crate::query::context::gists;
use crate::query::context::titles::Titles;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, Gathered, QueryError, ROWS, rows};
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::periods::Periods;
use crate::text::dates::{are_numbered, known};
use crate::text::display::cut::shorten;
use crate::text::numbers::amounts::grouped;
use crate::text::question::{Reading, is_superlative, kind_of_texts, listed_noun};
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, folded, words};

/// Cells of a title.
const TITLE: usize = 80;
/// What documents are called in a question whose word for them is their folder's.
const DOCUMENTS: &str = "documents";

/// The question for things of a kind as one for the documents that are such, within those.
pub(in crate::query) fn narrowed(
    titles: &Titles<'_>,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    let text = ask.question.asks().into_owned();
    let Some(noun) = listed_noun(&text) else { return of_texts(titles, ask, &text, writing) };
    let kind = fold(noun);
    let of_pile = folded(&titles.reader.meta()?.name).iter().any(|word| singular(word) == singular(&kind));
    let among = titles.lying_among(&kind)?;
    if among.is_empty() && !(of_pile && titles.all()?.len() > 1) {
        return Ok(ask);
    }
    // Which invoice is the largest the rows of their table tell, and no length of a text.
    if words(&text).any(|word| is_superlative(&fold(word.text))) && rows::answer(titles.session, &text)? {
        return Ok(ask);
    }
    let told = if among.is_empty() { titles.all()?.len() } else { among.len() };
    writing.trace(TraceStep::Narrowed { to: format!("the {noun}, which are documents: {told}") });
    if ask.scope.names_no_part() {
        ask.scope.documents = among;
    } else if !among.is_empty() {
        ask.scope.documents.retain(|document| among.contains(document));
    }
    // Which of them is the longest is seen in its row.
    let rest = text.replacen(noun, DOCUMENTS, 1);
    let kept: Vec<&str> = rest.split_whitespace().filter(|word| !is_superlative(&fold(word))).collect();
    ask.question.looked_for = Some(kept.join(" "));
    Ok(ask)
}

/// The question that lists a kind of texts, "List the letters", within those.
fn of_texts(titles: &Titles<'_>, mut ask: Ask, text: &str, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let Some(kind) = kind_of_texts(text).filter(|_| ask.scope.names_no_part()) else { return Ok(ask) };
    let reading = ask.question.reading();
    // Of a day are those titled by it, whatever they are called.
    if reading.date.is_some() {
        return Ok(ask);
    }
    let asks_for_them = reading.lists_documents() || reading.counts_documents();
    let documents = if asks_for_them { titles.of_kind(&kind)? } else { Vec::new() };
    if !documents.is_empty() {
        writing.trace(TraceStep::Narrowed { to: titles.part(&kind, documents.len())? });
        ask.scope.documents = documents;
    }
    Ok(ask)
}

/// The documents in scope, a row each, where they are to be listed whatever they say; `None` for another question.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    if !lists_all(task) {
        return Ok(None);
    }
    let reader = task.reader();
    let all = reader.stats()?.documents;
    let mut ids: Vec<DocumentId> = reader.document_ids(DocumentOrder::Reading)?;
    ids.retain(|&id| task.filter.document(id));
    let rows = rows(reader, &ids)?;
    let (few, of) = (ids.len() as u64, grouped(all.into()));
    let fact = match few {
        1 => format!("One document of {of}."),
        few if few == u64::from(all) => format!("{of} documents."),
        few => format!("{} of {of} documents.", grouped(few)),
    };
    Ok(Some(Gathered { records: rows, facts: vec![fact], listed: Some(ids.len()), ..Gathered::default() }))
}

/// The first documents of a list, a row each: the day and the passage that tells most of it.
pub(in crate::query) fn rows(reader: &Reader, ids: &[DocumentId]) -> Result<Vec<ContextRecord>, QueryError> {
    let documents = reader.documents(&ids[..ids.len().min(ROWS)])?;
    let numbered = are_numbered(documents.iter().map(|document| document.path.as_str()));
    let mut rows = Vec::with_capacity(documents.len());
    for document in &documents {
        let first = reader.gist(document.id.into())?.into_iter().min_by_key(|evidence| evidence.window.start);
        let candidate = first.map(|evidence| Candidate { dated: document.modified, ..gists::candidate(evidence) });
        let day = dated(document, numbered).map(known);
        let period = || {
            let told = [document.title.as_str(), file_name(&document.path)].map(|name| Periods::of(name).written());
            told.into_iter().find(|told| !told.is_empty())
        };
        rows.push(ContextRecord {
            record: document.id.into(),
            title: shorten(called(&document.title, &document.path), TITLE, "…").into(),
            text: day.or_else(period).unwrap_or_else(|| document.path.clone()),
            in_short: None,
            rank: 1.0,
            tokens: 0,
            candidates: candidate.into_iter().collect(),
        });
    }
    Ok(rows)
}

/// True where documents are to be listed, and nothing is asked of them but a period that they were narrowed to.
pub(in crate::query) fn lists_all(task: &Task<'_>) -> bool {
    let reading = &task.reading;
    let is_period = |word: &String| Periods::of(word) != Periods::default();
    let narrowed = !task.filter.is_everything() && reading.content.iter().all(is_period);
    let timeless = || Reading { content: Vec::new(), ..Reading::clone(reading) };
    reading.lists_documents() || narrowed && timeless().lists_documents()
}
