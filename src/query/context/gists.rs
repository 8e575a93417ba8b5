//! What something is about: the gists of the documents, the folder, the community or the whole that is asked, for "What
//! is this about?" in every mode.

use super::passages::PassageReader;
use super::{pile, records};
use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{Candidate, asks};
use crate::model::{DocumentId, Evidence, Ref, SentenceKind, TraceStep};
use crate::query::context::speakers::keep_said;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::text::cutting::tokens;
use crate::text::words::terms::words;

/// Documents whose gists are read.
const DOCUMENTS: usize = 40;
/// Words of what somebody said that tell something.
const FEWEST_WORDS: usize = 6;
/// Passages of a document that has no gist, from its beginning.
const LEAD: usize = 4;
/// What the trace of an answer says that gists made, whichever way was named.
const NOTE: &str = "gists: it asks what this is about as a whole";

/// That gists answered in the place of the way that was named, and why, where the trace of an answer has it.
pub fn by_gists(trace: &[TraceStep]) -> Option<&'static str> {
    let is_said = |step: &TraceStep| matches!(step, TraceStep::Note { text } if text == NOTE);
    trace.iter().any(is_said).then_some(NOTE)
}

/// True for a question about the whole of what is asked, not about something in it.
pub(in crate::query) fn asked(task: &Task<'_>) -> bool {
    // What stands behind a label is in it.
    task.reading.whole.coverage && task.ask.question.label.is_none()
}

/// The gists of what is asked.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
    writing.stage("reading what it is about");
    writing.trace(TraceStep::Note { text: NOTE.to_owned() });
    let (reader, scope) = (task.reader(), &task.ask.scope);
    let mut found: Vec<ContextRecord> = Vec::new();
    let mut facts = Vec::new();
    if scope.is_everything() {
        found.extend(whole(task)?);
        facts.extend(pile::fact(reader, writing)?);
        let roots: Vec<_> = reader
            .community_children(None)?
            .iter()
            .filter(|row| !row.unconnected || row.documents > 1)
            .map(|row| row.id)
            .collect();
        found.extend(records::reports(task, &roots, |report| report.rating / 10.0)?);
    }
    found.extend(records::reports(task, &scope.communities, |report| report.rating / 10.0)?);
    let mut documents: Vec<DocumentId> = scope.documents.clone();
    for folder in &scope.folders {
        documents.extend(reader.documents_under(folder)?);
    }
    // What others tell that somebody said stands elsewhere.
    for unit in reader.text_units(&task.ask.reported)? {
        if !documents.contains(&unit.document) {
            documents.push(unit.document);
        }
    }
    documents.truncate(DOCUMENTS);
    if !scope.speakers.is_empty() {
        for document in documents {
            found.extend(said(task, document)?);
        }
        return Ok(Gathered { records: found, facts, ..Gathered::default() });
    }
    for row in reader.document_rows(&documents)? {
        // The best of a gist is kept first, for lists; told whole, it goes as the document does.
        let mut gist = reader.gist(row.id.into())?;
        gist.sort_by_key(|evidence| evidence.window.start);
        if gist.is_empty() {
            found.extend(lead(task, row.id)?);
        } else {
            found.extend(record(Some(row.id.into()), &row.title, gist));
        }
    }
    Ok(Gathered { records: found, facts, ..Gathered::default() })
}

/// What the overview says that the whole is, as a record of the document that says it first; it comes before any
/// report.
pub(in crate::query) fn whole(task: &Task<'_>) -> Result<Option<ContextRecord>, QueryError> {
    let Some(overview) = task.reader().overview()? else { return Ok(None) };
    let says = overview.gist.iter().find_map(|evidence| Some((evidence.document?, evidence.title.clone())));
    Ok(says.and_then(|(document, title)| record(Some(document.into()), &title, overview.gist)))
}

/// A gist as a record.
fn record(of: Option<Ref>, title: &str, gist: Vec<Evidence>) -> Option<ContextRecord> {
    let of = of.filter(|_| !gist.is_empty())?;
    let text: Vec<&str> = gist.iter().map(|evidence| evidence.text.as_str()).collect();
    let text = text.join("\n\n");
    Some(ContextRecord {
        record: of,
        title: title.to_owned(),
        tokens: tokens::guess(&text),
        text,
        in_short: None,
        candidates: gist.into_iter().map(candidate).collect(),
        rank: 1.0,
    })
}

/// A gist as a passage of its own.
pub(in crate::query) fn candidate(evidence: Evidence) -> Candidate {
    Candidate { place: 0.0, spoken: evidence.speaker.is_some(), ..Candidate::by_itself(evidence) }
}

/// What those who are asked for say in a document, as a record; none where they say nothing of some length.
fn said(task: &Task<'_>, document: DocumentId) -> Result<Option<ContextRecord>, QueryError> {
    let reader = task.reader();
    let mut passages = PassageReader::new(reader);
    let mut whole: Option<ContextRecord> = None;
    for unit in reader.units_of_document(document)? {
        let mut record = passages.record(&unit, 1.0)?;
        keep_said(&mut record, task.ask, false);
        record.candidates.retain(|one| {
            one.evidence.quote.start >= unit.fresh_from && words(one.evidence.quoted()).nth(FEWEST_WORDS - 1).is_some()
        });
        match &mut whole {
            Some(whole) => whole.candidates.extend(record.candidates),
            None if record.candidates.is_empty() => {}
            None => whole = Some(record),
        }
    }
    Ok(whole)
}

/// The beginning of a document that has no gist: its index was built before there were any.
fn lead(task: &Task<'_>, document: DocumentId) -> Result<Option<ContextRecord>, QueryError> {
    let reader = task.reader();
    let Some(unit) = reader.units_of_document(document)?.into_iter().next() else { return Ok(None) };
    let mut record = PassageReader::new(reader).record(&unit, 1.0)?;
    // What is said in talk, before who talks when with whom.
    let says = |candidate: &Candidate| {
        let evidence = &candidate.evidence;
        let told = words(evidence.quoted()).nth(FEWEST_WORDS - 1).is_some();
        candidate.spoken && evidence.speaker.is_some() && told && !asks(evidence.quoted())
    };
    if record.candidates.iter().any(says) {
        record.candidates.retain(says);
    }
    // Running text, else the items of a list, before the rows of a head.
    for kind in [SentenceKind::Prose, SentenceKind::Item] {
        if record.candidates.iter().any(|candidate| candidate.kind == kind) {
            record.candidates.retain(|candidate| candidate.kind == kind);
        }
    }
    record.candidates.truncate(LEAD);
    Ok(Some(record))
}
