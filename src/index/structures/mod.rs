//! What an index carries only when it is asked for (`index --with raptor,hippo`): each structure is made from a
//! finished index, kept beside its records, and removed before it is made again. Nothing not asked for is built or paid
//! for.

pub mod archrag;
pub mod contextual;
pub mod hippo;
pub mod hnsw;
pub mod raptor;
mod scribe;
mod vectors;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};

pub use vectors::Space;

use crate::judgement::JudgementError;
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::model::Mind;
use crate::model::Progress;
use crate::store::{Reader, StoreError, Writer};

/// A structure that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Structure {
    Contextual,
    Raptor,
    Hippo,
    Archrag,
}

impl Structure {
    pub const ALL: [Structure; 4] = [Structure::Contextual, Structure::Raptor, Structure::Hippo, Structure::Archrag];

    /// Its name on the command line and in the index.
    pub fn name(self) -> &'static str {
        match self {
            Structure::Contextual => contextual::NAME,
            Structure::Raptor => raptor::NAME,
            Structure::Hippo => hippo::NAME,
            Structure::Archrag => archrag::NAME,
        }
    }

    /// Whether a model writes for it, where there is one.
    pub fn asks(self) -> bool {
        self.calls(usize::MAX >> 1) > 0
    }

    /// Returns the number of texts that a model writes for it, over `text_units` text units.
    pub fn calls(self, text_units: usize) -> usize {
        match self {
            Structure::Contextual => text_units,
            Structure::Raptor => raptor::expected(text_units),
            Structure::Hippo | Structure::Archrag => 0,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|structure| structure.name() == name.trim().to_lowercase())
    }
}

/// A structure could not be made.
#[derive(Debug, thiserror::Error)]
pub enum StructureError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Every other call would meet the same; what was answered is kept.
    #[error(transparent)]
    Judgement(#[from] JudgementError),
    #[error("{0}")]
    Failed(String),
    #[error("the graph could not be clustered: {0}")]
    Graph(#[from] crate::graph::GraphError),
    #[error("cancelled")]
    Cancelled,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Made {
    pub name: &'static str,
    pub facts: Value,
}

/// The structures an index has, by what it says itself; none where there is no index yet.
pub fn of(index: &Path) -> Vec<Structure> {
    let rows = Reader::open(index).and_then(|reader| reader.structures()).unwrap_or_default();
    rows.iter().filter_map(|row| Structure::named(&row.name)).collect()
}

/// Makes structures for a finished index, one after another; with the static vectors that the index may have been made
/// with, and written by a model where there is one, whose answers are kept in its ledger.
///
/// # Errors
/// The index cannot be read or written, the model cannot be asked at all, or the work was cancelled; structures made
/// before that stay.
pub fn add(
    index: &Path,
    wanted: &[Structure],
    fixed: Option<&Arc<StaticVectors>>,
    mind: Option<&Mind>,
    progress: &Progress,
) -> Result<Vec<Made>, StructureError> {
    let mut made = Vec::new();
    for &structure in wanted {
        let begun = Instant::now();
        let reader = Reader::open(index)?;
        let writer = Writer::open(index)?;
        let mut facts = match structure {
            Structure::Contextual => contextual::build(&reader, &writer, fixed, mind, progress)?,
            Structure::Raptor => raptor::build(&reader, &writer, fixed, mind, progress)?,
            Structure::Hippo => hippo::build(&reader, &writer, progress)?,
            Structure::Archrag => archrag::build(&reader, &writer, fixed, progress)?,
        };
        if let Some(facts) = facts.as_object_mut() {
            facts.insert("seconds".to_owned(), json!((begun.elapsed().as_secs_f64() * 10.0).round() / 10.0));
            facts.insert("built".to_owned(), json!(reader.meta()?.build));
        }
        writer.add_structure(structure.name(), &facts)?;
        made.push(Made { name: structure.name(), facts });
    }
    Ok(made)
}

/// Stops when the work was cancelled.
fn go_on(progress: &Progress) -> Result<(), StructureError> {
    if progress.is_cancelled() { Err(StructureError::Cancelled) } else { Ok(()) }
}
