//! The documents that a question is asked of, where it names some: by title or number, by a day or a period, by who
//! wrote or speaks, by what they are. Each file narrows by one of these, in the order of [`narrowed`], and says so in
//! the trace; what it reads of the question is not asked for again. Several also list what they narrow to.

pub(super) mod days;
mod documents;
pub(super) mod kinds;
pub(super) mod letters;
mod numbered;
pub(super) mod period;
pub(super) mod sections;
pub(super) mod speakers;
pub(super) mod statements;
mod summarised;

use super::context::titles::Titles;
use super::rewriting::months;
use super::writing::Writing;
use super::{Ask, QueryError, Session};

/// The question within the documents that it names: by title or number, by day, by period, by who speaks or wrote.
pub(super) fn narrowed(session: &Session, ask: Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let reader = &*session.reader;
    let titles = Titles::new(session);
    let ask = months::understood(reader, ask, writing)?;
    let ask = documents::narrowed(&titles, ask, writing)?;
    let ask = letters::narrowed(session, ask, writing)?;
    let ask = kinds::narrowed(&titles, ask, writing)?;
    let ask = days::narrowed(session, ask, writing)?;
    let ask = period::narrowed(session, &titles, ask, writing)?;
    let ask = speakers::narrowed(&titles, ask, writing)?;
    let ask = statements::narrowed(reader, ask, writing)?;
    sections::narrowed(&titles, ask, writing)
}
