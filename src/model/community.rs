//! Communities and their reports.

use serde::{Deserialize, Serialize};

use super::{CommunityId, EntityId, Evidence};

/// A node of the hierarchical clustering. Level 0 is the root level; children are finer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Community {
    pub id: CommunityId,
    pub level: u32,
    pub parent: Option<CommunityId>,
    pub children: Vec<CommunityId>,
    /// Members, most central first.
    pub entities: Vec<EntityId>,
    /// Documents whose text units support the members.
    pub documents: u32,
    /// True for a component too small to cluster: kept under the "Unconnected" row.
    pub unconnected: bool,
}

/// The report of a community. All text is Markdown with citations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub community: CommunityId,
    pub title: String,
    pub summary: String,
    /// From 0 to 10.
    pub rating: f32,
    pub rating_reason: String,
    pub findings: Vec<Finding>,
}

/// One finding of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Its heading.
    pub heading: String,
    /// One to several sentences, each with its citation.
    pub explanation: String,
    /// What it quotes; empty where a model wrote it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}
