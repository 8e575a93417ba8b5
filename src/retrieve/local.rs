//! What a local answer is written from: the entities a question means, what joins them, and the passages and reports
//! that speak of them.

use super::passages::{FoundPassage, passages};
use super::query::Query;
use super::records::{Found, entities, relationships, reports};
use super::scope::Filter;
use crate::store::{Reader, Result};

/// How many of each kind are gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub passages: usize,
    pub entities: usize,
    pub relationships: usize,
    pub reports: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { passages: 20, entities: 20, relationships: 20, reports: 5 }
    }
}

/// Records for a local answer, each kind best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Local {
    pub query: Query,
    pub passages: Vec<FoundPassage>,
    pub entities: Vec<Found>,
    pub relationships: Vec<Found>,
    pub reports: Vec<Found>,
}

/// Gathers the records for a local answer.
pub fn local(reader: &Reader, question: &str, filter: &Filter, limits: Limits) -> Result<Local> {
    let query = Query::read(reader, question)?;
    let passages = passages(reader, &query, filter, limits.passages)?;
    let entities = entities(reader, &query, &passages, filter, limits.entities)?;
    let relationships = relationships(reader, &query, filter, limits.relationships)?;
    let reports = reports(reader, &query, filter, limits.reports)?;
    Ok(Local { query, passages, entities, relationships, reports })
}
