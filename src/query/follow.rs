//! A question that says nothing of what it is about, after another: it is asked of the document that the answer before it quotes
//! first, where that speaks of what it asks.

use super::writing::Writing;
use super::{ASKED_OF, Ask, QueryError, dated};
use crate::model::{Kind, TextUnitId, TraceStep, find_citations};
use crate::store::Reader;

/// Narrows a question, as it was understood, to that document, of which it is asked `bare`.
pub(super) fn within(
    reader: &Reader,
    ask: &mut Ask,
    bare: String,
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    let Some((_, answer)) = ask.question.history.last().filter(|_| ask.scope.names_no_part()) else { return Ok(()) };
    let cited = find_citations(answer).into_iter().flat_map(|citation| citation.refs().collect::<Vec<_>>());
    let Some(first) = cited.into_iter().find(|record| record.kind == Kind::Source) else { return Ok(()) };
    // The index may have been made anew since.
    let Some(unit) = reader.text_units(&[TextUnitId(first.id)])?.pop() else { return Ok(()) };
    if !dated::speaks(reader, &bare, &[unit.document])? {
        return Ok(());
    }
    let title = reader.document(unit.document)?.title;
    writing.trace(TraceStep::Note { text: format!("{ASKED_OF}what was answered from: {title}") });
    ask.scope.documents = vec![unit.document];
    ask.question.looked_for = Some(bare);
    Ok(())
}
