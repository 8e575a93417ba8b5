//! What a local answer is written from, gathered in one go: the passages, and the entities, relationships and reports
//! that the question names or that its words and passages lead to.

use super::query::Query;
use super::records::{self, FoundRecord};
use super::scope::Filter;
use super::{FoundPassage, passages};
use crate::model::Kind;
use crate::store::{Reader, Result};

/// How many records of each kind are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalLimits {
    pub passages: usize,
    pub entities: usize,
    pub relationships: usize,
    pub reports: usize,
}

/// The records, each kind best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    pub passages: Vec<FoundPassage>,
    pub entities: Vec<FoundRecord>,
    pub relationships: Vec<FoundRecord>,
    pub reports: Vec<FoundRecord>,
}

/// Gathers the records for a local answer.
pub fn local(reader: &Reader, query: &Query, filter: &Filter, limits: LocalLimits) -> Result<Local> {
    let passages = passages(reader, query, filter, limits.passages)?;
    let kinds = [Kind::Entity, Kind::Relationship, Kind::Report];
    let by_words = records::by_words(reader, query, &kinds, filter)?;
    Ok(Local {
        entities: records::entities(reader, query, &by_words, &passages, filter, limits.entities)?,
        relationships: records::relationships(reader, query, &by_words, filter, limits.relationships)?,
        reports: records::reports(reader, query, &by_words, filter, limits.reports)?,
        passages,
    })
}
