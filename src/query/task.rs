//! A question as an engine is given it, and as all that is asked on the way to its answer is.

use std::sync::{Arc, OnceLock};

use super::{Ask, Gathered, QueryError, Session};
use crate::judgement::{Question, rank::asked::PreparedQuestion};
use crate::retrieve::{Filter, Query};
use crate::store::Reader;
use crate::text::question::{Reading, is_wordless};

/// A question as an engine is given it: understood by itself, read, with what it is asked of.
pub struct Task<'a> {
    pub session: &'a Session,
    pub ask: &'a Ask,
    pub reading: Arc<Reading>,
    /// The part of the corpus that is asked.
    pub filter: Filter,
    pub known: Known,
}

/// What was gathered to find out whether a question is answered so, and is told if it is.
#[derive(Default)]
pub struct Known {
    pub(super) course: Once,
    pub(super) items: Once,
}

/// What is gathered once, whoever asks first.
#[derive(Default)]
pub(super) struct Once(OnceLock<Option<Gathered>>);

impl Once {
    pub fn of(
        &self,
        gather: impl FnOnce() -> Result<Option<Gathered>, QueryError>,
    ) -> Result<Option<Gathered>, QueryError> {
        if let Some(known) = self.0.get() {
            return Ok(known.clone());
        }
        let found = gather()?;
        Ok(self.0.get_or_init(|| found).clone())
    }
}

impl<'a> Task<'a> {
    /// Reads a question.
    ///
    /// # Errors
    /// A question without a word, a scope that holds nothing; those of reading the index.
    pub fn new(session: &'a Session, ask: &'a Ask) -> Result<Self, QueryError> {
        if is_wordless(&ask.question.text) {
            return Err(QueryError::Empty);
        }
        let reading = ask.question.reading();
        let filter = Filter::new(&session.reader, &ask.scope)?.and_units(&session.reader, &ask.reported)?;
        if filter.is_empty() {
            return Err(QueryError::NothingInScope);
        }
        Ok(Self { session, ask, reading, filter, known: Known::default() })
    }

    pub fn reader(&self) -> &Reader {
        &self.session.reader
    }

    pub fn question(&self) -> &Question {
        &self.ask.question
    }

    /// The question as retrieval takes it.
    ///
    /// # Errors
    /// Those of reading the index.
    pub fn query(&self) -> Result<Query, QueryError> {
        let query = self.session.query(&self.ask.question.asks())?.ordered(self.ask.order.clone());
        Ok(match &self.ask.vector {
            Some(vector) => query.meaning(Some(vector.clone())),
            None => query,
        })
    }

    /// The question as the ranking of passages takes it.
    pub fn asked(&self) -> PreparedQuestion {
        PreparedQuestion::new(&self.reading, &*self.session.lexicon)
    }
}
