//! The retrieval systems of the literature, over the same records: each takes a question and gives ranked text units,
//! with the records it went by, how each was found, and no answer. An engine of the same name writes that.
//!
//! - [`lightrag()`]: keywords of two levels, by entities and by relationships (Guo et al., 2024);
//! - [`hippo()`]: personalised PageRank over names and text units (Gutiérrez et al., 2024 and 2025);
//! - [`raptor()`]: a tree of summaries (Sarthi et al., 2024);
//! - [`contextual()`]: text units with a line that situates them (Anthropic, 2024);
//! - [`archrag()`]: attributed communities under a hierarchical nearest-neighbour index (Wang et al., 2025).

mod archrag;
mod contextual;
mod hippo;
mod lightrag;
mod raptor;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use archrag::archrag;
pub use contextual::contextual;
pub use hippo::{Hippo, hippo};
pub use lightrag::{Keyed, LightRag, lightrag};
pub use raptor::{Raptor, raptor};

use serde::Serialize;

use super::passages::FoundPassage;
use super::records::FoundRecord;
use super::{Filter, Query};
use crate::index::structures::Structure;
use crate::model::{How, TextUnitId};
use crate::store::{Reader, Result};

/// A system by the name it goes by on the command line, in modes and in traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "&str")]
pub enum System {
    LightRag(LightRag),
    Hippo(Hippo),
    Raptor(Raptor),
    Contextual,
    ArchRag,
}

impl From<System> for &'static str {
    fn from(system: System) -> Self {
        system.name()
    }
}

impl System {
    pub const ALL: [System; 11] = [
        System::LightRag(LightRag::Mix),
        System::LightRag(LightRag::Low),
        System::LightRag(LightRag::High),
        System::LightRag(LightRag::Hybrid),
        System::LightRag(LightRag::Naive),
        System::Raptor(Raptor::Collapsed),
        System::Raptor(Raptor::Traversal),
        System::Hippo(Hippo::Second),
        System::Hippo(Hippo::First),
        System::Contextual,
        System::ArchRag,
    ];

    pub fn name(self) -> &'static str {
        match self {
            System::LightRag(LightRag::Mix) => "lightrag",
            System::LightRag(LightRag::Low) => "lightrag-low",
            System::LightRag(LightRag::High) => "lightrag-high",
            System::LightRag(LightRag::Hybrid) => "lightrag-hybrid",
            System::LightRag(LightRag::Naive) => "naive",
            System::Raptor(Raptor::Collapsed) => "raptor",
            System::Raptor(Raptor::Traversal) => "raptor-traversal",
            System::Hippo(Hippo::Second) => "hippo",
            System::Hippo(Hippo::First) => "hippo1",
            System::Contextual => "contextual",
            System::ArchRag => "archrag",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }

    /// What it is good for, in one line.
    pub fn about(self) -> &'static str {
        match self {
            System::LightRag(LightRag::Mix) => "entities, relationships and passages in turn",
            System::LightRag(LightRag::Low) => "what is said of the things named and their relationships",
            System::LightRag(LightRag::High) => "relationships that speak of the question's themes",
            System::LightRag(LightRag::Hybrid) => "things named and themes in turn, without passages of their own",
            System::LightRag(LightRag::Naive) => "passages by words and likeness alone, to compare others with",
            System::Raptor(Raptor::Collapsed) => "summaries of what is alike and what lies under them",
            System::Raptor(Raptor::Traversal) => "the same from the top of the tree down",
            System::Hippo(Hippo::Second) => "a walk over names and passages: chains of several steps",
            System::Hippo(Hippo::First) => "a walk from the names in the question alone",
            System::Contextual => "passages with a line that says where they stand",
            System::ArchRag => "communities of what is linked and alike, level by level",
        }
    }

    /// The structure it needs; none where any index will do.
    pub fn needs(self) -> Option<Structure> {
        match self {
            System::LightRag(_) => None,
            System::Raptor(_) => Some(Structure::Raptor),
            System::Hippo(_) => Some(Structure::Hippo),
            System::Contextual => Some(Structure::Contextual),
            System::ArchRag => Some(Structure::Archrag),
        }
    }

    /// Finds text units; `None` when what it needs was not built.
    pub fn find(self, reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Option<Retrieved>> {
        self.find_keyed(reader, Keyed::plainly(query), filter, limit)
    }

    /// The same, by keywords that somebody named where the system goes by such.
    pub fn find_keyed(
        self,
        reader: &Reader,
        keyed: Keyed<'_>,
        filter: &Filter,
        limit: usize,
    ) -> Result<Option<Retrieved>> {
        let query = keyed.whole;
        let found = match self {
            System::LightRag(way) => lightrag(reader, keyed, filter, way, limit).map(Some),
            System::Raptor(way) => raptor(reader, query, filter, way, limit),
            System::Hippo(version) => hippo(reader, query, filter, version, limit),
            System::Contextual => contextual(reader, query, filter, limit),
            System::ArchRag => archrag(reader, query, filter, limit),
        };
        Ok(found?.map(|mut found| {
            query.reorder(&mut found.passages);
            found
        }))
    }
}

/// What a system found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Retrieved {
    /// Text units, best first.
    pub passages: Vec<FoundPassage>,
    /// Records that led to them, best first.
    pub records: Vec<FoundRecord>,
    /// Nodes of the system's own tree that led to them, best first: number, title, summary and score.
    pub nodes: Vec<FoundNode>,
}

/// A node of a structure's tree that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundNode {
    pub id: u32,
    pub level: u32,
    pub title: String,
    pub summary: String,
    pub score: f32,
}

/// Scores of text units with the way that counts most.
#[derive(Default)]
struct Units(BTreeMap<TextUnitId, (f32, f32, How)>);

impl Units {
    fn add(&mut self, unit: TextUnitId, score: f32, how: How) {
        let entry = self.0.entry(unit).or_insert((0.0, f32::NEG_INFINITY, How::Words));
        entry.0 += score;
        if score > entry.1 {
            (entry.1, entry.2) = (score, how);
        }
    }

    /// The best of those in scope, best first; what recurs is passed over.
    fn ranked(self, reader: &Reader, filter: &Filter, limit: usize) -> Result<Vec<FoundPassage>> {
        let mut scored: Vec<(TextUnitId, f32, How)> = self
            .0
            .into_iter()
            .filter(|(unit, (score, ..))| *score > 0.0 && filter.unit(*unit))
            .map(|(unit, (score, _, how))| (unit, score, how))
            .collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut ranked = Vec::new();
        for (id, score, how) in scored {
            if ranked.len() == limit {
                break;
            }
            let unit = reader.text_unit(id)?;
            if !unit.recurring {
                ranked.push(FoundPassage { unit: id, document: unit.document, score, how });
            }
        }
        Ok(ranked)
    }
}

/// Divides scores by the largest.
fn evened<K: Ord>(scores: BTreeMap<K, f32>) -> BTreeMap<K, f32> {
    let largest = scores.values().fold(f32::EPSILON, |largest, &score| largest.max(score));
    scores.into_iter().map(|(key, score)| (key, score / largest)).collect()
}
