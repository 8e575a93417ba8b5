//! The last stage of a build: vectors of the text units and reports, and the corpus's own terms, which embed a
//! question when it is asked.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

pub use crate::judgement::extractive::vectors::embedder::MODEL;
use crate::judgement::extractive::vectors::static_vectors::{StaticVectors, is_static};
use crate::judgement::extractive::vectors::term_space::{self, TermSpace};
use futures::StreamExt;

use crate::index::BuildError;
use crate::index::merge::Merged;
use crate::index::minds::DIMENSIONS;
use crate::index::updates::previous::Previous;
use crate::judgement::{Embedder, UnitTexts};
use crate::model::{Entity, Kind, Progress, Report, Stage, TextUnitId, Usage};
use crate::store::{self, StoredTerm, Vectors, Writer, quantise};

/// A corpus whose text changed by more than this part since its terms were trained has them trained again.
const DRIFT: f32 = 0.1;
/// The fact that tells how many text units changed since.
const DRIFT_FACT: &str = "changed_since_training";

/// What makes vectors without asking anybody: static vectors where there are any, else the corpus's own terms, which
/// are trained in either case, because they weigh words and find those that mean alike.
pub struct EmbeddingSpace {
    terms: TermSpace,
    fixed: Option<Arc<StaticVectors>>,
}

impl EmbeddingSpace {
    pub fn new(terms: TermSpace, fixed: Option<Arc<StaticVectors>>) -> Self {
        Self { terms, fixed }
    }

    /// The vectors of texts, in their order.
    pub fn embed_all<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Vec<Vec<f32>> {
        match &self.fixed {
            Some(fixed) => fixed.embed_all(texts),
            None => self.terms.embed_all(texts),
        }
    }

    /// Numbers in a vector.
    fn dimensions(&self) -> usize {
        self.fixed.as_ref().map_or(term_space::DIMENSIONS, |fixed| fixed.dimensions())
    }

    /// Whose vectors these are, by the name that an index keeps, and how long they are.
    pub fn named(fixed: Option<&StaticVectors>) -> (&str, usize) {
        fixed.map_or((MODEL, term_space::DIMENSIONS), |fixed| (fixed.label(), fixed.dimensions()))
    }
}

/// Vectors that are made and not yet written.
pub struct Vectored {
    /// How many text units changed since the terms were trained.
    drift: usize,
    /// By their spelling, so that the pages of the table are filled one after another.
    terms: Vec<StoredTerm>,
    records: Vec<(Kind, u32, f32)>,
    /// The vectors of the records, one behind another, `dimensions` bytes each.
    data: Vec<i8>,
    dimensions: usize,
}

/// Texts whose vectors are made at once.
const MADE_TOGETHER: usize = 1 << 13;

impl Vectored {
    pub fn write(&self, writer: &Writer) -> store::Result<()> {
        writer.batch(|writer| {
            writer.set_fact(DRIFT_FACT, &self.drift.to_string())?;
            self.terms.iter().try_for_each(|term| writer.add_term_vector(term))?;
            let data = self.data.chunks(self.dimensions.max(1));
            self.records
                .iter()
                .zip(data)
                .try_for_each(|((kind, id, scale), data)| writer.add_quantised(*kind, *id, *scale, data))
        })
    }

    fn add(&mut self, kind: Kind, ids: impl Iterator<Item = u32>, vectors: &[Vec<f32>]) {
        for (id, vector) in ids.zip(vectors) {
            let (scale, data) = quantise(vector);
            self.push(kind, id, scale, &data);
        }
    }

    fn push(&mut self, kind: Kind, id: u32, scale: f32, data: &[i8]) {
        self.dimensions = data.len();
        self.records.push((kind, id, scale));
        self.data.extend_from_slice(data);
    }
}

/// Adds the vectors of reports to those of the text units.
pub fn with_reports((space, mut vectored): (EmbeddingSpace, Vectored), reports: &[Report]) -> Vectored {
    vectored.add(Kind::Report, reports.iter().map(|report| report.community.0), &report_vectors(&space, reports));
    vectored
}

/// The vectors of the text units (those that recur are left out: each stretch of text counts once), by static vectors
/// where some are given, and the corpus's terms, and what embeds the reports, which may follow as they come. The terms
/// are trained on the corpus, or taken over from the index before while most of its text stands; then `is_unchanged`
/// tells whose vector can be taken over too.
pub fn unit_vectors<U: UnitTexts + ?Sized>(
    units: &U,
    fixed: Option<Arc<StaticVectors>>,
    previous: Option<&Previous>,
    is_unchanged: impl Fn(TextUnitId) -> bool,
) -> Result<(EmbeddingSpace, Vectored), BuildError> {
    let counted = units.counted();
    let id = |at: &u32| units.unit(*at as usize).id;
    let changed = counted.iter().filter(|at| !is_unchanged(id(at))).count();
    let model = EmbeddingSpace::named(fixed.as_deref()).0;
    let (space, before, drift) =
        match previous.map(|previous| trained(previous, model, changed, counted.len())).transpose()? {
            Some(Some((space, before, drift))) => {
                // No word of a document that is gone stays behind.
                let texts: Vec<&str> = counted.iter().map(|&at| units.text(at as usize)).collect();
                (space.held_by(&texts), before, drift)
            }
            _ => (train(units, &counted), Vectors::default(), 0),
        };
    let taken_over: HashMap<u32, usize> = (0..before.ids.len())
        .filter(|&at| is_unchanged(TextUnitId(before.ids[at])))
        .map(|at| (before.ids[at], at))
        .collect();
    let (known, fresh): (Vec<u32>, Vec<u32>) = counted.iter().partition(|at| taken_over.contains_key(&id(at).0));
    let mut terms: Vec<StoredTerm> = space
        .iter()
        .map(|term| StoredTerm { term: term.term.to_owned(), weight: term.weight, vector: term.vector.to_vec() })
        .collect();
    terms.sort_unstable_by(|a, b| a.term.cmp(&b.term));
    let space = EmbeddingSpace::new(space, fixed);
    let data = Vec::with_capacity(counted.len() * space.dimensions());
    let mut vectored = Vectored { drift, terms, records: Vec::with_capacity(counted.len()), data, dimensions: 0 };
    for unit in known.iter().map(id) {
        let (scale, data) = before.at(taken_over[&unit.0]);
        vectored.push(Kind::Source, unit.0, scale, data);
    }
    drop(before);
    for fresh in fresh.chunks(MADE_TOGETHER) {
        let texts: Vec<&str> = fresh.iter().map(|&at| units.text(at as usize)).collect();
        vectored.add(Kind::Source, fresh.iter().map(|at| id(at).0), &space.embed_all(&texts));
    }
    Ok((space, vectored))
}

/// The vectors of reports.
pub fn report_vectors(space: &EmbeddingSpace, reports: &[Report]) -> Vec<Vec<f32>> {
    space.embed_all(&reports.iter().map(report_text).collect::<Vec<_>>())
}

/// Trains the terms on the text units at these positions.
fn train<U: UnitTexts + ?Sized>(units: &U, counted: &[u32]) -> TermSpace {
    // What an overlap repeats is read once.
    let fresh = |&at: &u32| {
        let (unit, text) = (units.unit(at as usize), units.text(at as usize));
        text.get(unit.fresh_from.saturating_sub(unit.span.start)..).unwrap_or(text)
    };
    TermSpace::train(&counted.iter().map(fresh).collect::<Vec<&str>>())
}

/// The terms and the text units' vectors of the index before (none where they are not of this model), with how many
/// text units changed since the terms were trained; `None` when that is too much, or when it was trained by other
/// rules.
fn trained(
    previous: &Previous,
    model: &str,
    changed: usize,
    units: usize,
) -> Result<Option<(TermSpace, Vectors, usize)>, BuildError> {
    let reader = previous.reader();
    let drift = reader.fact(DRIFT_FACT)?.and_then(|count| count.parse::<usize>().ok());
    let Some(drift) = drift.map(|before| before + changed).filter(|&drift| drift as f32 <= DRIFT * units as f32) else {
        return Ok(None);
    };
    let made_by = previous.meta().embedding_model.as_deref().unwrap_or_default();
    if !previous.has_same_rules() || made_by != MODEL && !is_static(made_by) {
        return Ok(None);
    }
    let terms = reader.all_term_vectors()?.into_iter().map(|term| (term.term, term.weight, term.vector));
    let vectors = if made_by == model { reader.vectors(Kind::Source)? } else { Vectors::default() };
    Ok(Some((TermSpace::of_terms(terms), vectors, drift)))
}

/// Texts of one call.
const TOGETHER: usize = 64;
/// An entity's description counts so far, in bytes.
const DESCRIPTION: usize = 2_000;

/// The same with a model's vectors, of entities too; `counted_before` when they were asked for [`ahead`]. The corpus's
/// own terms are trained all the same: they find words that mean alike, and serve where the model cannot be asked.
///
/// # Errors
/// The model's provider failed.
pub async fn embed_with<U: UnitTexts + ?Sized>(
    writer: &Writer,
    embedder: &dyn Embedder,
    units: &U,
    merged: &Merged,
    reports: &[Report],
    counted_before: bool,
    progress: &Progress,
) -> Result<(), BuildError> {
    let counters = progress.stage(Stage::Embed);
    let space = train(units, &units.counted());
    writer.batch(|writer| {
        space.iter().try_for_each(|term| {
            let (weight, vector) = (term.weight, term.vector.to_vec());
            writer.add_term_vector(&StoredTerm { term: term.term.to_owned(), weight, vector })
        })
    })?;
    drop(space);
    counters.expect((unit_texts(units).count() + merged.entities.len() + reports.len()) as u64);
    let of_reports = reports.iter().map(|report| (Kind::Report, report.community.0, Cow::Owned(report_text(report))));
    let texts = unit_texts(units).chain(entity_texts(merged)).chain(of_reports);
    let mut results = futures::stream::iter(batches(texts))
        .map(|(records, texts)| async move { (records, embedder.embed(&texts).await) })
        .buffered(embedder.concurrency().max(1));
    while let Some((records, judged)) = results.next().await {
        let (vectors, usage) = judged?;
        // What was asked ahead in this run is found in the ledger now, and was counted then.
        progress.spend(Usage { cached_calls: if counted_before { 0 } else { usage.cached_calls }, ..usage });
        writer.batch(|writer| {
            records.iter().zip(&vectors).try_for_each(|((kind, id), vector)| writer.add_vector(*kind, *id, vector))
        })?;
        counters.add(records.len() as u64);
    }
    writer.set_fact(DIMENSIONS, &embedder.dimensions().to_string())?;
    Ok(())
}

/// Asks for the vectors of texts, so that they are in the ledger when they are wanted. What fails here is met again,
/// and told, then.
pub async fn ahead<'a>(embedder: &dyn Embedder, texts: impl Iterator<Item = Embedded<'a>>, progress: &Progress) {
    let mut asked = futures::stream::iter(batches(texts))
        .map(|(_, texts)| async move { embedder.embed(&texts).await.map(|(_, usage)| progress.spend(usage)).is_ok() })
        .buffer_unordered(embedder.concurrency().max(1));
    while let Some(true) = asked.next().await {}
}

/// A record with what its vector is made of.
type Embedded<'a> = (Kind, u32, Cow<'a, str>);

/// The texts of one call after the other, with their records; made when they are asked for.
fn batches<'a>(mut texts: impl Iterator<Item = Embedded<'a>>) -> impl Iterator<Item = (Vec<(Kind, u32)>, Vec<String>)> {
    std::iter::from_fn(move || {
        let batch = texts.by_ref().take(TOGETHER).map(|(kind, id, text)| ((kind, id), text.into_owned()));
        let (records, texts): (Vec<_>, Vec<_>) = batch.unzip();
        (!records.is_empty()).then_some((records, texts))
    })
}

/// What the vectors of text units are made of.
pub fn unit_texts<U: UnitTexts + ?Sized>(units: &U) -> impl Iterator<Item = Embedded<'_>> {
    let counted = (0..units.len()).map(|at| (units.unit(at), units.text(at)));
    counted
        .filter(|(unit, text)| !unit.recurring && !text.trim().is_empty())
        .map(|(unit, text)| (Kind::Source, unit.id.0, Cow::Borrowed(text)))
}

/// What the vectors of entities are made of.
pub fn entity_texts(merged: &Merged) -> impl Iterator<Item = Embedded<'_>> {
    merged.entities.iter().map(|entity: &Entity| {
        let description = &entity.description[..entity.description.floor_char_boundary(DESCRIPTION)];
        (Kind::Entity, entity.id.0, Cow::Owned(format!("{}: {description}", entity.name)))
    })
}

/// What a report is found by: its title counts twice.
fn report_text(report: &Report) -> String {
    let mut text = format!("{}\n{}\n{}\n", report.title, report.title, report.summary);
    for finding in &report.findings {
        text.push_str(&finding.heading);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CommunityId, DocumentId, Span, TextUnit};
    use crate::store::Reader;

    fn unit(id: u32, text: &str, recurring: bool) -> (TextUnit, String) {
        let unit = TextUnit {
            id: TextUnitId(id),
            document: DocumentId(0),
            ordinal: id,
            span: Span::new(0, text.len()),
            fresh_from: 0,
            tokens: 1,
            recurring,
        };
        (unit, text.to_owned())
    }

    #[test]
    fn units_and_reports_get_vectors_and_questions_their_terms() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("index");
        let writer = Writer::open(&path).expect("new index");
        let report = Report {
            community: CommunityId(3),
            title: "Pumps and valves".to_owned(),
            summary: "The pump leaks.".to_owned(),
            rating: 1.0,
            rating_reason: String::new(),
            findings: Vec::new(),
        };
        let units =
            [unit(0, "the pump leaks oil", false), unit(1, "the pump was repaired", false), unit(2, "the pump", true)];
        let made = unit_vectors(&units[..], None, None, |_| false).expect("vectors");
        with_reports(made, &[report]).write(&writer).expect("room");
        drop(writer);
        let reader = Reader::open(&path).expect("index");
        let vectors = reader.vectors(Kind::Source).expect("vectors");
        assert_eq!((vectors.ids, vectors.dimensions), (vec![0, 1], term_space::DIMENSIONS));
        assert_eq!(reader.vectors(Kind::Report).expect("vectors").ids, [3]);
        assert_eq!(reader.term_vectors(&["pump".to_owned(), "oil".to_owned()]).expect("terms").len(), 1);
    }
}
