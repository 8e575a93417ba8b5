//! The Leiden algorithm (Traag, Waltman and van Eck, "From Louvain to Leiden", Scientific Reports 9, 2019): weighted,
//! seeded, deterministic, every community connected.
//!
//! One iteration goes up a ladder of ever smaller graphs. On each, `local_move` settles nodes into communities,
//! `refine` cuts every community anew into parts that hold together, and `aggregate` makes each part a node of the
//! next graph, which starts from the communities found. It ends where nothing can be joined any more. A further
//! iteration begins with what the one before it found.

mod aggregate;
mod level;
mod local_move;
mod partition;
mod refine;

pub use partition::{Partition, modularity};

use aggregate::aggregate;
use level::Level;
use local_move::local_move;
use refine::refine;

use super::rng::Rng;
use super::{Graph, GraphError};

/// What counts as the size of a node when a community's size is held against its edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NodeSizes {
    /// Its strength: the objective is modularity (Newman and Girvan, 2004).
    #[default]
    Strength,
    /// Sizes of the caller's own, one for each node: the objective is the constant Potts model (Traag, Van Dooren and
    /// Nesterov, 2011), whose resolution is a density, in weight per pair of nodes of size one.
    Given(Vec<f64>),
}

/// How to cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Leiden {
    /// Higher gives more and smaller communities; 1 is plain modularity.
    pub resolution: f64,
    /// How freely refinement chooses among possible mergers: each is taken with a chance in proportion to
    /// exp(gain / randomness), the gain being a share of the node's strength. 0 takes the best.
    pub randomness: f64,
    /// Iterations at most; the first that changes nothing is the last.
    pub iterations: u32,
    pub seed: u64,
    pub sizes: NodeSizes,
}

impl Default for Leiden {
    fn default() -> Self {
        Self { resolution: 1.0, randomness: 0.01, iterations: 2, seed: 0x61ea_4e12, sizes: NodeSizes::Strength }
    }
}

/// Clusters a graph. Communities are numbered from 0 in order of their lowest node; every one is connected; the
/// quality is never below that of leaving every node alone. The same graph and settings give the same partition.
///
/// # Errors
/// A resolution, randomness or node size that is negative or not finite, or sizes that are not one for each node.
pub fn leiden(graph: &Graph, settings: &Leiden) -> Result<Partition, GraphError> {
    for (what, value) in [("resolution", settings.resolution), ("randomness", settings.randomness)] {
        if !value.is_finite() || value < 0.0 {
            return Err(GraphError::BadSetting { what, value });
        }
    }
    let (sizes, scale) = match &settings.sizes {
        NodeSizes::Strength => {
            let strengths = graph.strengths();
            let total: f64 = strengths.iter().sum();
            (strengths, total)
        }
        NodeSizes::Given(sizes) if sizes.len() != graph.nodes() => {
            return Err(GraphError::NodeSizes { given: sizes.len(), nodes: graph.nodes() });
        }
        NodeSizes::Given(sizes) => match sizes.iter().find(|size| !size.is_finite() || **size < 0.0) {
            Some(&value) => return Err(GraphError::BadSetting { what: "a node's size", value }),
            None => (sizes.clone(), 1.0),
        },
    };
    let pull = if scale > 0.0 { settings.resolution / scale } else { 0.0 };
    let mut base = Level::of(graph, sizes);
    let mut rng = Rng::new(settings.seed);
    let mut community: Vec<u32> = (0..graph.nodes() as u32).collect();
    local_move(&base, &mut community, pull, &mut rng);
    // Everything after this looks at nodes community by community; side by side in memory they are read much faster.
    let mut order = None;
    if base.edge_ends() >= WORTH_REORDERING {
        let members = partition::Groups::of(&community).members;
        base = base.reordered(&members);
        community = members.iter().map(|&node| community[node as usize]).collect();
        order = Some(members);
    }
    for _ in 0..settings.iterations.max(1) {
        if !iterate(&base, &mut community, pull, settings.randomness, &mut rng) {
            break;
        }
    }
    if let Some(order) = order {
        let reordered = community.clone();
        for (at, &node) in order.iter().enumerate() {
            community[node as usize] = reordered[at];
        }
    }
    Ok(Partition::new(community))
}

/// A graph with fewer edge ends sits in the caches as it is.
const WORTH_REORDERING: usize = 100_000;

/// Runs one iteration from `community` on; returns false when it changed nothing.
fn iterate(base: &Level, community: &mut [u32], pull: f64, randomness: f64, rng: &mut Rng) -> bool {
    let mut changed = false;
    // Part of each node, on every rung of the ladder below the top.
    let mut parts: Vec<Vec<u32>> = Vec::new();
    let mut above: Option<(Level, Vec<u32>)> = None;
    let mut top = loop {
        let (level, settled): (&Level, &mut [u32]) = match &mut above {
            Some((level, settled)) => (level, settled),
            None => (base, community),
        };
        changed |= local_move(level, settled, pull, rng);
        let groups = partition::Groups::of(settled);
        if groups.len() == level.nodes() {
            break settled.to_vec();
        }
        let refined = refine(level, &groups, pull, randomness, rng);
        if refined.count == level.nodes() {
            // Nothing holds together well enough to become one node. Rungs are connected by construction, so only here
            // can a community have come apart.
            break partition::connected_parts(level, settled);
        }
        let (next, start, part) = aggregate(level, refined);
        parts.push(part);
        above = Some((next, start));
    };
    for part in parts.iter().rev() {
        top = part.iter().map(|&node| top[node as usize]).collect();
    }
    community.copy_from_slice(&top);
    changed
}

#[cfg(test)]
mod tests;
