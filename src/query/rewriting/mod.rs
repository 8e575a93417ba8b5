//! What a question means before anything is looked for: what the conversation adds to it, a mistyped word, a verb of
//! several words, one name of somebody, a month without its year. Whatever it was read as is told in the trace.

pub(super) mod conversation;
mod follow;
pub(super) mod full_name;
pub(super) mod months;
pub(super) mod phrasing;
mod spelling;

use super::writing::Writing;
use super::{Ask, QueryError, Session};
use crate::model::TraceStep;

/// Reads a mistyped word of the question as the one it was meant to be; says so.
pub(super) fn spelt(session: &Session, ask: &mut Ask, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    if let Some(meant) = spelling::corrected(&session.reader, &*session.lexicon, ask)? {
        writing.trace(TraceStep::Understood { question: meant.clone() });
        ask.question.text = meant;
    }
    Ok(())
}
