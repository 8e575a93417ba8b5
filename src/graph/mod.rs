//! Compact adjacency, Leiden, the hierarchy, PageRank, layout: all of it pure.
//!
//! Nodes are integers and edges have weights; what they stand for is known to nobody here.

mod backbone;
mod components;
mod csr;
mod hierarchy;
mod layout;
mod leiden;
mod pagerank;
mod ranges;
pub(crate) mod rng;
mod union;

pub use backbone::backbone;
pub use components::{Components, components};
pub use csr::{Edge, Graph, GraphError, Scratch};
pub use hierarchy::{Cluster, Hierarchy, HierarchyLimits, adopt, fold, gather, hierarchy};
pub use layout::layout;
pub use leiden::{Leiden, NodeSizes, Partition, leiden, modularity};
pub use pagerank::{Walk, personalised_pagerank};
pub use ranges::ranges;
pub use union::Groups;
