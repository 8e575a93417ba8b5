//! What a question means before anything is looked for: names typed small, what the conversation adds to it, a mistyped
//! word, a verb of several words, one name of somebody, a month without its year. Whatever it was read as besides its
//! capitals is told in the trace.

mod capitals;
pub(super) mod conversation;
mod follow;
pub(super) mod full_name;
pub(super) mod months;
pub(super) mod phrasing;
mod spelling;

use super::writing::Writing;
use super::{Ask, QueryError, Session};
use crate::model::TraceStep;

/// Gives the names in a question, and in those before it, the capitals that the documents write them with.
pub(super) fn capitalise(session: &Session, ask: &mut Ask) -> Result<(), QueryError> {
    let reader = &session.reader;
    let before = ask.question.history.iter_mut().map(|(question, _)| question);
    for question in before.chain([&mut ask.question.text]) {
        if let Some(written) = capitals::with_capitals(reader, question)? {
            *question = written;
        }
    }
    Ok(())
}

/// Reads a mistyped word of the question as the one it was meant to be; says so.
pub(super) fn spelt(session: &Session, ask: &mut Ask, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    if let Some(meant) = spelling::corrected(&session.reader, &*session.lexicon, ask)? {
        writing.trace(TraceStep::Understood { question: meant.clone() });
        ask.question.text = meant;
    }
    Ok(())
}
