//! A question as an engine is given it, and as all that is asked on the way to its answer is.

use std::sync::Arc;

use super::{Ask, QueryError, Session};
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
        Ok(Self { session, ask, reading, filter })
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
