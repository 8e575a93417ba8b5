//! What is extracted from a text unit, and the trait of whoever extracts.

use std::ops::Range;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::{DocumentText, Judged, JudgementError, Passages};
use crate::model::{ClaimStatus, EntityType, Span, TextUnit, Usage};

/// A text unit to extract from.
#[derive(Clone, Debug)]
pub struct Passage {
    pub document: Arc<DocumentText>,
    pub unit: TextUnit,
    /// The unit's sentences, as positions in `document.sentences`. A sentence that an overlap puts into two units
    /// is fresh (begins at or after `unit.fresh_from`) in exactly one of them.
    pub sentences: Range<usize>,
}

/// An entity as one text unit shows it. Names are as written; folding and merging come later.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedEntity {
    pub name: String,
    /// Its type, as far as this passage tells. Without a model `Concept` marks a common noun phrase, and a proper name
    /// whose type nothing told has none.
    pub kind: Option<EntityType>,
    /// False for a doubtful reading (a capitalised word that opens a sentence or stands in a heading): merging keeps it
    /// only when the same name is sure elsewhere.
    pub sure: bool,
    /// Description in the model's words; none without a model, where sentences describe.
    pub description: Option<String>,
    /// Bytes of the document's text where it is named; empty when it could not be located.
    pub mentions: Vec<Span>,
}

/// A relationship as one text unit shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedRelationship {
    pub source: String,
    pub target: String,
    pub description: String,
    pub strength: f32,
    /// The few words that show it; empty where nobody said which.
    pub quote: String,
    /// Where these words stand in the document's text; none when they stand nowhere.
    pub quote_span: Option<Span>,
}

/// A claim as one text unit shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedClaim {
    pub subject: String,
    pub object: Option<String>,
    pub kind: String,
    pub status: ClaimStatus,
    pub start_date: Option<String>,
    pub end_date: Option<String>,
    pub description: String,
    pub quote: String,
    /// Where the quotation stands in the document's text; none when it stands nowhere.
    pub quote_span: Option<Span>,
}

/// Everything found in one text unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    pub entities: Vec<ExtractedEntity>,
    /// Empty without a model: co-occurrence relates entities after merging.
    pub relationships: Vec<ExtractedRelationship>,
    pub claims: Vec<ExtractedClaim>,
    pub usage: Usage,
}

/// Text unit → elements.
pub trait Extractor: Send + Sync {
    /// `extractive`, or the model's name.
    fn name(&self) -> &str;

    /// How many text units to have under way at once.
    fn concurrency(&self) -> usize;

    /// Is shown all passages before the first is extracted from, so that it knows what is around each. It waits for
    /// nobody.
    fn survey(&self, _passages: &dyn Passages) {}

    /// Extracts from one text unit; only what begins at or after `passage.unit.fresh_from`, and nothing from
    /// sentences marked as recurring.
    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>>;

    /// Judges for each pair whether it is one thing; none where that is left open, as it always is without a model.
    fn same<'a>(&'a self, pairs: &'a [Pair]) -> BoxFuture<'a, Judged<Vec<Option<bool>>>> {
        Box::pin(async move { Ok((vec![None; pairs.len()], Usage::default())) })
    }

    /// Makes one description of several that `extract` gave of one element. Without a model there are none to be made
    /// into one, and they are put one after another.
    fn describe<'a>(&'a self, described: &'a Described<'a>) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async move { Ok((described.notes.join(" "), Usage::default())) })
    }
}

/// Two names that are likely one thing, with what is told of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub names: [String; 2],
    pub told: [String; 2],
    /// What speaks for it.
    pub why: &'static str,
}

/// An element that was described more than once.
#[derive(Clone, Debug)]
pub struct Described<'a> {
    /// Its name, or both names of a relationship.
    pub subject: &'a str,
    pub notes: &'a [String],
}
