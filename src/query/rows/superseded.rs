//! Which documents say of themselves that they hold no more: *Status: Superseded by RULE-7*.

use std::collections::BTreeSet;

use super::forms::FilledForms;
use crate::judgement::ContextRecord;
use crate::model::{DocumentId, is_table};
use crate::query::{QueryError, Session};
use crate::text::titles::replacing::says_ended;

/// Bytes of a document that is looked at.
const MOST_BYTES: usize = 64 << 10;

/// The documents of some records that say so, each with the field that does.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn superseded(
    session: &Session,
    records: &[ContextRecord],
) -> Result<Vec<(DocumentId, String)>, QueryError> {
    let candidates = records.iter().flat_map(|record| &record.candidates);
    let ids: BTreeSet<DocumentId> = candidates.filter_map(|candidate| candidate.evidence.document).collect();
    let reader = &session.reader;
    let forms = session.kept.forms.of(reader, || Ok(FilledForms::default()))?;
    let mut found = Vec::new();
    for document in reader.documents(&ids.into_iter().collect::<Vec<_>>())? {
        if document.text_len > MOST_BYTES || is_table(&document.format) {
            continue;
        }
        let fields = forms.of(reader, &document)?;
        let field = fields.iter().find(|field| says_ended(&field.label, &field.value));
        found.extend(field.map(|field| (document.id, format!("{}: {}", field.label, field.value))));
    }
    Ok(found)
}
