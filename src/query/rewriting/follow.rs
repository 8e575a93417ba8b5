//! A question that says nothing of what it is about, after another: it is asked of the document that the answer before
//! it quotes first, where that speaks of what it asks; else of those that speak of it beside what the question before
//! was about; else, where none does, it stands by itself.

use crate::model::{DocumentId, Kind, TextUnitId, TraceStep, find_citations};
use crate::query::context::speaking::have_half;
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::store::Reader;
use crate::text::question::{Bare, Reading};

/// Documents that speak of both which are asked, the best first.
const MOST: usize = 12;

/// Narrows a question, as it was understood, to what speaks of it; one of which nothing speaks together with what it
/// keeps loses that again.
pub(in crate::query) fn within(
    reader: &Reader,
    ask: &mut Ask,
    bare: Bare,
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    if !ask.scope.names_no_part() {
        return Ok(());
    }
    if let Some(document) = answered_from(reader, ask)?
        && have_half(reader, &bare.asked, &[document])?
    {
        let title = reader.document(document)?.title;
        writing.trace(TraceStep::Narrowed { to: format!("what was answered from: {title}") });
        ask.scope.documents = vec![document];
        ask.question.looked_for = Some(bare.asked);
        return Ok(());
    }
    let documents = speaking_of_both(reader, &bare)?;
    if documents.is_empty() {
        ask.question.text = bare.asked;
        return Ok(());
    }
    writing.trace(TraceStep::Narrowed { to: format!("what speaks of {} too", bare.kept) });
    ask.scope.documents = documents;
    ask.question.looked_for = Some(bare.asked);
    Ok(())
}

/// The document that the answer before quotes first.
fn answered_from(reader: &Reader, ask: &Ask) -> Result<Option<DocumentId>, QueryError> {
    let Some((_, answer)) = ask.question.history.last() else { return Ok(None) };
    let cited = find_citations(answer).into_iter().flat_map(|citation| citation.refs().collect::<Vec<_>>());
    let Some(first) = cited.into_iter().find(|record| record.kind == Kind::Source) else { return Ok(None) };
    // The index may have been made anew since.
    Ok(reader.find_unit(TextUnitId(first.id))?.map(|unit| unit.document))
}

/// Documents with a passage that has all words of content of a question and of what it keeps.
fn speaking_of_both(reader: &Reader, bare: &Bare) -> Result<Vec<DocumentId>, QueryError> {
    let mut words = Reading::of(&bare.asked).content;
    words.extend(Reading::of(&bare.kept).content);
    let units = reader.text_units_with(&words.join(" "), true, MOST)?;
    let mut documents: Vec<DocumentId> = units.into_iter().map(|unit| unit.document).collect();
    documents.sort_unstable();
    documents.dedup();
    Ok(documents)
}
