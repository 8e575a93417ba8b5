//! The community hierarchy: Leiden on the whole graph gives the root level; a community over the size limit is
//! clustered anew on the subgraph it induces, and so on down. Communities nest, every one is connected, and a node
//! stands in exactly one community of each level that it reaches.
//!
//! Three things differ from splitting alone. Components no larger than the limit are not clustered: each is one root
//! community, marked `unconnected` where there is a larger one. Fragments below `min_part` join the sibling they are
//! most tied to. And ubiquitous nodes are left out of all clustering and then join, level by level, the community they
//! are tied to beyond what its size leads one to expect; they do not count towards the size limit. A node that hangs on
//! them alone joins where its strongest edge leads.
//!
//! A community that will not split (a clique, a star: any cut of it is arbitrary) stays as it is, marked `whole`.

use rayon::prelude::*;

use super::components::components;
use super::{Graph, GraphError, Leiden, Scratch, leiden};

mod adopted;
mod folded;
mod fragments;
mod gathered;
mod orphans;
mod ubiquitous;

#[cfg(test)]
mod tests;

pub use adopted::adopt;
pub use folded::fold;
pub use gathered::gather;

/// How often the roots are looked at more coarsely, and the share of the nodes that one of them may have after that.
const COARSER: usize = 8;
const SWALLOWED: f32 = 0.5;

/// Bounds of the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HierarchyLimits {
    /// Communities with more members are split on the next level.
    pub max_size: usize,
    /// Components with fewer members are too small to speak of.
    pub min_size: usize,
    /// Fragments of a clustering with fewer members join a sibling.
    pub min_part: usize,
    /// With more root communities than this, the root level is clustered more coarsely, where the graph allows it.
    pub max_roots: usize,
    /// Levels; a community on the last one stays whole.
    pub max_levels: u32,
}

impl Default for HierarchyLimits {
    fn default() -> Self {
        Self { max_size: 10, min_size: 3, min_part: 3, max_roots: 60, max_levels: 12 }
    }
}

/// A community of the hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// 0 for a root.
    pub level: u32,
    /// Position of its parent in the hierarchy.
    pub parent: Option<u32>,
    /// Positions of its children, largest first.
    pub children: Vec<u32>,
    /// Nodes, in order.
    pub members: Vec<u32>,
    /// True for a component too small to cluster.
    pub unconnected: bool,
    /// True when it is over the size limit and was not split.
    pub whole: bool,
}

/// Communities, level by level: roots first, largest first, unconnected ones last; below them families side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    pub clusters: Vec<Cluster>,
}

impl Hierarchy {
    /// Leaves out the clusters that are gone, none of which has children, and numbers the others anew.
    fn leave_out(&mut self, gone: &[bool]) {
        let mut number = 0;
        let renamed: Vec<u32> = gone
            .iter()
            .map(|&gone| {
                number += u32::from(!gone);
                number.saturating_sub(1)
            })
            .collect();
        let mut left = gone.iter();
        self.clusters.retain(|_| !left.next().copied().unwrap_or(false));
        for cluster in &mut self.clusters {
            cluster.parent = cluster.parent.map(|parent| renamed[parent as usize]);
            cluster.children.iter_mut().for_each(|child| *child = renamed[*child as usize]);
        }
    }
}

/// Builds the hierarchy. `ubiquitous` names the nodes that must not glue communities together.
///
/// # Errors
/// Settings that [`leiden()`] refuses. Node sizes of the caller's own are not supported here, as subgraphs need their
/// own.
pub fn hierarchy(
    graph: &Graph,
    ubiquitous: &[u32],
    settings: &Leiden,
    limits: &HierarchyLimits,
) -> Result<Hierarchy, GraphError> {
    let mut everywhere = vec![false; graph.nodes()];
    for &node in ubiquitous {
        if let Some(slot) = everywhere.get_mut(node as usize) {
            *slot = true;
        }
    }
    ubiquitous::let_go(graph, &mut everywhere);
    let names: Vec<u32> = (0..graph.nodes() as u32).filter(|&node| !everywhere[node as usize]).collect();
    let rest = graph.induced(&names, &mut Scratch::default());
    let mut roots = roots(&rest, settings, limits)?;
    roots
        .par_iter_mut()
        .map_init(Scratch::default, |scratch, root| grow(root, &rest, scratch, settings, limits))
        .collect::<Result<(), _>>()?;
    roots.iter_mut().for_each(|root| root.rename(&names));
    let mut found = flatten(roots);
    ubiquitous::join(graph, &mut found, &everywhere);
    orphans::join(graph, &mut found, &everywhere);
    Ok(found)
}

/// A community with what lies under it.
#[derive(Debug, Default)]
struct Branch {
    members: Vec<u32>,
    branches: Vec<Branch>,
    unconnected: bool,
    whole: bool,
}

impl Branch {
    fn rename(&mut self, names: &[u32]) {
        self.members.iter_mut().for_each(|member| *member = names[*member as usize]);
        self.branches.iter_mut().for_each(|branch| branch.rename(names));
    }
}

/// The root level: small components as they are, the others clustered together.
fn roots(graph: &Graph, settings: &Leiden, limits: &HierarchyLimits) -> Result<Vec<Branch>, GraphError> {
    let found = components(graph);
    let mut roots: Vec<Branch> = found.sizes.iter().map(|_| Branch::default()).collect();
    for (node, &component) in found.of.iter().enumerate() {
        roots[component as usize].members.push(node as u32);
    }
    let largest = found.sizes.first().map_or(0, |&size| size as usize);
    // Where nothing is large, only what is too small to speak of counts as unconnected.
    let small = if largest > limits.max_size {
        limits.max_size
    } else {
        (limits.min_size.max(1) - 1).min(largest.saturating_sub(1))
    };
    for root in &mut roots {
        root.unconnected = root.members.len() <= small;
    }
    let large = found.sizes.partition_point(|&size| size as usize > limits.max_size);
    let pieces: Vec<Vec<u32>> = roots.drain(..large).map(|root| root.members).collect();
    let mut members = pieces.concat();
    members.sort_unstable();
    let connected = graph.induced(&members, &mut Scratch::default());
    let parts = match few(&connected, settings, limits, limits.max_roots.max(large))? {
        Some(parts) => parts.iter().map(|part| named(part, &members)).collect(),
        None => pieces,
    };
    roots.extend(parts.into_iter().map(|members| Branch { members, ..Branch::default() }));
    Ok(roots)
}

/// Clusters a graph, more coarsely where that makes more than `most` parts. A coarser look that makes one part of most
/// of the graph, and leaves lists of names beside it, tells less than the finer one: then the smallest parts join
/// their neighbours instead. None where there is one part.
fn few(
    graph: &Graph,
    settings: &Leiden,
    limits: &HierarchyLimits,
    most: usize,
) -> Result<Option<Vec<Vec<u32>>>, GraphError> {
    let mut settings = settings.clone();
    let Some(mut parts) = cluster(graph, &settings, limits, usize::MAX)? else { return Ok(None) };
    for _ in 0..COARSER {
        if parts.len() <= most {
            break;
        }
        settings.resolution /= 1.5;
        match cluster(graph, &settings, limits, usize::MAX)? {
            Some(coarser) if coarser[0].len() as f32 <= SWALLOWED * graph.nodes() as f32 => parts = coarser,
            _ => break,
        }
    }
    if let Some(first) = parts.get(most) {
        let least = first.len() + 1;
        parts = fragments::join(graph, parts, least, usize::MAX);
    }
    Ok(Some(parts))
}

/// Splits a branch, and what comes of it, as long as it is over the limit. `graph` is what its members are nodes of.
fn grow(
    root: &mut Branch,
    graph: &Graph,
    scratch: &mut Scratch,
    settings: &Leiden,
    limits: &HierarchyLimits,
) -> Result<(), GraphError> {
    if root.members.len() <= limits.max_size {
        return Ok(());
    }
    let own = graph.induced(&root.members, scratch);
    let names = std::mem::take(&mut root.members);
    *root = split(own, &names, 0, settings, limits)?;
    Ok(())
}

/// Returns the branch of a connected graph whose nodes are called `names`.
fn split(
    graph: Graph,
    names: &[u32],
    level: u32,
    settings: &Leiden,
    limits: &HierarchyLimits,
) -> Result<Branch, GraphError> {
    let mut branch = Branch { members: names.to_vec(), ..Branch::default() };
    if names.len() <= limits.max_size {
        return Ok(branch);
    }
    let parts = if level + 1 < limits.max_levels { cut(&graph, names[0], settings, limits)? } else { Vec::new() };
    branch.whole = parts.is_empty();
    let mut scratch = Scratch::default();
    for part in parts {
        let own = if part.len() > limits.max_size { graph.induced(&part, &mut scratch) } else { Graph::default() };
        branch.branches.push(split(own, &named(&part, names), level + 1, settings, limits)?);
    }
    Ok(branch)
}

/// Cuts a connected graph in two or more; in none when every cut would be arbitrary.
fn cut(graph: &Graph, first: u32, settings: &Leiden, limits: &HierarchyLimits) -> Result<Vec<Vec<u32>>, GraphError> {
    /// What is one community at the resolution asked for may show its joints when looked at more finely.
    const FINER: [f64; 3] = [1.0, 1.25, 1.6];
    for finer in FINER {
        let settings = Leiden {
            resolution: settings.resolution * finer,
            seed: settings.seed ^ u64::from(first).wrapping_mul(0xa076_1d64_78bd_642f),
            ..settings.clone()
        };
        if let Some(parts) = cluster(graph, &settings, limits, limits.max_size)? {
            return Ok(parts);
        }
    }
    Ok(Vec::new())
}

/// Clusters a graph and joins fragments to their neighbours. None when most of it would come in fragments, or when it
/// is one community.
fn cluster(
    graph: &Graph,
    settings: &Leiden,
    limits: &HierarchyLimits,
    room: usize,
) -> Result<Option<Vec<Vec<u32>>>, GraphError> {
    let mut members = leiden(graph, settings)?.members();
    let broken: usize = members.iter().map(Vec::len).filter(|&size| size < limits.min_part).sum();
    if broken * 2 > graph.nodes() {
        return Ok(None);
    }
    if broken > 0 {
        members = fragments::join(graph, members, limits.min_part, room);
    }
    members.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
    Ok((members.len() > 1).then_some(members))
}

fn named(part: &[u32], names: &[u32]) -> Vec<u32> {
    part.iter().map(|&node| names[node as usize]).collect()
}

/// Lays the branches out level by level.
fn flatten(mut roots: Vec<Branch>) -> Hierarchy {
    roots.sort_by_key(|root| (root.unconnected, std::cmp::Reverse(root.members.len()), root.members[0]));
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut front: Vec<(Option<u32>, Branch)> = roots.into_iter().map(|root| (None, root)).collect();
    let mut level = 0;
    while !front.is_empty() {
        let mut below = Vec::new();
        for (parent, branch) in front {
            let position = clusters.len() as u32;
            if let Some(parent) = parent {
                clusters[parent as usize].children.push(position);
            }
            let Branch { members, branches, unconnected, whole } = branch;
            below.extend(branches.into_iter().map(|branch| (Some(position), branch)));
            clusters.push(Cluster { level, parent, children: Vec::new(), members, unconnected, whole });
        }
        front = below;
        level += 1;
    }
    Hierarchy { clusters }
}
