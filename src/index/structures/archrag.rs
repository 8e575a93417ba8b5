//! ArchRAG's index (Wang et al., "ArchRAG: Attributed Community-based Hierarchical RAG", 2025, section 3): communities
//! of entities that are linked *and* alike, level upon level, under a hierarchical nearest-neighbour index.
//!
//! At each level the graph gains an edge between each node and its nearest ones, edges weigh the likeness of their
//! ends, and weighted Leiden finds communities; each becomes a node of the next level. What is ours: an entity's vector
//! is of its name and description in the corpus's own space where no model made any, and a community's summary is the
//! first sentences said of its most central members.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};

use super::hnsw::{Hnsw, Layer, SEARCH_BEAM, VisitedNodes};
use super::vectors::Space;
use super::{StructureError, go_on};
use crate::graph::{Graph, HierarchyLimits, Leiden, hierarchy};
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::model::dense::{dot, mean};
use crate::model::{Entity, EntityId, Kind, Progress, without_citations};
use crate::store::{Reader, TreeChild, TreeNode, Vectors, Writer, quantise};

pub const NAME: &str = "archrag";

/// Edges whose ends are liker than this share of all edges' are joined by new ones.
const THRESHOLD: f64 = 0.7;
/// Members of a community at most.
const LARGEST: usize = 15;
/// Levels of communities at most.
const LEVELS: u32 = 4;
/// Number of communities below which no further level is made.
const ENOUGH: usize = 5;
/// Neighbours that a node may gain.
const MOST_NEAR: usize = 10;
/// Members named in the title of a community.
const IN_TITLE: usize = 3;
/// Members that a summary is made of.
const IN_SUMMARY: usize = 5;
/// Letters of each member's sentence in a summary.
const SENTENCE: usize = 200;
/// Bytes of a description that a vector is made of.
const DESCRIPTION: usize = 600;

/// A node of a level, with how central it is.
struct Node {
    child: TreeChild,
    name: String,
    said: String,
    vector: Vec<f32>,
    strength: f64,
}

/// Makes communities, level upon level, and the index over all of them.
pub fn build(
    reader: &Reader,
    writer: &Writer,
    fixed: Option<&Arc<StaticVectors>>,
    progress: &Progress,
) -> Result<Value, StructureError> {
    let entities = reader.all_entities()?;
    let mut nodes = bottom(reader, &entities, fixed)?;
    let at: HashMap<EntityId, u32> = (0..).zip(&entities).map(|(at, entity)| (entity.id, at)).collect();
    let everywhere: Vec<u32> = (0..).zip(&entities).filter(|(_, entity)| entity.ubiquitous).map(|(at, _)| at).collect();
    let mut edges: Vec<(u32, u32, f32)> = reader
        .edges()?
        .iter()
        .filter_map(|(_, source, target, weight)| Some((*at.get(source)?, *at.get(target)?, *weight)))
        .collect();
    let mut layers: Vec<Vectors> = vec![packed(nodes.iter().map(|n| &n.vector), entities.iter().map(|e| e.id.0))];
    let mut tree: Vec<TreeNode> = Vec::new();
    let mut measures = Vec::new();
    for level in 1..=LEVELS {
        go_on(progress)?;
        let weighed = attributed(&nodes, &edges, layers.last().cloned().unwrap_or_default());
        let left_out: &[u32] = if level == 1 { &everywhere } else { &[] };
        let clusters = communities(nodes.len(), &weighed, left_out)?;
        if level == 1 {
            let plain = communities(nodes.len(), &edges, left_out)?;
            measures = vec![measured(&nodes, &clusters), measured(&nodes, &plain)];
        }
        if clusters.len() < ENOUGH || clusters.len() >= nodes.len() {
            break;
        }
        let mut of: HashMap<u32, u32> = HashMap::new();
        let mut next = Vec::new();
        for (number, members) in (0u32..).zip(&clusters) {
            of.extend(members.iter().map(|&member| (member, number)));
            let id = tree.len() as u32;
            let (node, written) = summed(&nodes, members, id, level);
            tree.push(written);
            next.push(node);
        }
        let first = tree.len() - next.len();
        layers.push(packed(next.iter().map(|n| &n.vector), first as u32..tree.len() as u32));
        edges = collapsed(&edges, &of);
        nodes = next;
        if nodes.len() <= ENOUGH {
            break;
        }
    }
    let index = Hnsw::new(layers).pack();
    writer.batch(|writer| {
        writer.remove_structure(NAME)?;
        writer.add_tree_nodes(NAME, &tree)?;
        writer.add_structure_data(NAME, "hnsw", &index)
    })?;
    let measure = |at: usize, of: usize| measures.get(at).map(|m: &(f64, f64)| if of == 0 { m.0 } else { m.1 });
    Ok(json!({
        "communities": tree.len(),
        "bytes": index.len(),
        "chi": measure(0, 0), "cosine": measure(0, 1),
        "plain_chi": measure(1, 0), "plain_cosine": measure(1, 1),
    }))
}

/// The entities with their vectors.
fn bottom(
    reader: &Reader,
    entities: &[Entity],
    fixed: Option<&Arc<StaticVectors>>,
) -> Result<Vec<Node>, StructureError> {
    let space = Space::read(reader, fixed)?;
    let said: Vec<String> = entities.iter().map(|entity| without_citations(&entity.description)).collect();
    let texts: Vec<String> = entities
        .iter()
        .zip(&said)
        .map(|(entity, said)| format!("{} {}", entity.name, &said[..said.floor_char_boundary(DESCRIPTION)]))
        .collect();
    let vectors = match space.embed_own(&texts) {
        Some(vectors) => vectors,
        None => {
            let stored = reader.vectors(Kind::Entity)?;
            let at: HashMap<u32, usize> = stored.ids.iter().enumerate().map(|(at, &id)| (id, at)).collect();
            let none = vec![0.0; stored.dimensions];
            entities
                .iter()
                .map(|e| at.get(&e.id.0).map_or_else(|| none.clone(), |&at| stored.dequantised(at)))
                .collect()
        }
    };
    Ok(entities
        .iter()
        .zip(said)
        .zip(vectors)
        .map(|((entity, said), vector)| Node {
            child: TreeChild::Entity(entity.id),
            name: entity.name.clone(),
            said,
            vector,
            strength: f64::from(entity.degree),
        })
        .collect())
}

fn packed<'a>(vectors: impl Iterator<Item = &'a Vec<f32>>, ids: impl Iterator<Item = u32>) -> Vectors {
    let mut packed = Vectors::default();
    for (vector, id) in vectors.zip(ids) {
        let (scale, data) = quantise(vector);
        packed.dimensions = data.len();
        packed.ids.push(id);
        packed.scales.push(scale);
        packed.data.extend(data);
    }
    packed
}

/// The graph with edges between what is alike, each edge weighed by the likeness of its ends.
fn attributed(nodes: &[Node], edges: &[(u32, u32, f32)], vectors: Vectors) -> Vec<(u32, u32, f32)> {
    let like = |a: u32, b: u32| dot(&nodes[a as usize].vector, &nodes[b as usize].vector).max(0.0);
    let mut weighed: BTreeMap<(u32, u32), f32> = BTreeMap::new();
    for &(a, b, _) in edges.iter().filter(|(a, b, _)| a != b) {
        weighed.insert((a.min(b), a.max(b)), like(a, b));
    }
    let mut all: Vec<f32> = weighed.values().copied().collect();
    all.sort_by(f32::total_cmp);
    let threshold = all.get((all.len() as f64 * THRESHOLD) as usize).copied().unwrap_or(1.0);
    let near = (2 * weighed.len()).div_ceil(nodes.len().max(1)).clamp(1, MOST_NEAR);
    let at: HashMap<u32, u32> = vectors.ids.iter().copied().zip(0u32..).collect();
    let layer = Layer::new(vectors);
    let mut seen = VisitedNodes::default();
    for (node, own) in (0u32..).zip(nodes) {
        for (id, likeness) in layer.nearest(&own.vector, near + 1, SEARCH_BEAM, &mut seen) {
            let other = at[&id];
            if other != node && likeness >= threshold {
                weighed.entry((node.min(other), node.max(other))).or_insert(likeness);
            }
        }
    }
    weighed.into_iter().filter(|&(_, weight)| weight > 0.0).map(|((a, b), weight)| (a, b, weight)).collect()
}

/// The finest communities that weighted Leiden finds, none of which is much larger than wanted.
fn communities(nodes: usize, edges: &[(u32, u32, f32)], left_out: &[u32]) -> Result<Vec<Vec<u32>>, StructureError> {
    let graph = Graph::from_edges(nodes, edges)?;
    let limits = HierarchyLimits {
        max_size: LARGEST,
        min_size: 1,
        min_part: 1,
        max_roots: usize::MAX,
        ..HierarchyLimits::default()
    };
    let found = hierarchy(&graph, left_out, &Leiden::default(), &limits)?;
    let leaves = found.clusters.into_iter().filter(|cluster| cluster.children.is_empty());
    Ok(leaves.map(|cluster| cluster.members).collect())
}

/// A community as a node of the next level, and as it is kept.
fn summed(nodes: &[Node], members: &[u32], id: u32, level: u32) -> (Node, TreeNode) {
    let mut central: Vec<&Node> = members.iter().map(|&member| &nodes[member as usize]).collect();
    central.sort_by(|a, b| b.strength.total_cmp(&a.strength).then_with(|| a.name.cmp(&b.name)));
    let names: Vec<&str> = central.iter().take(IN_TITLE).map(|node| node.name.as_str()).collect();
    let title = names.join(", ");
    let said: Vec<&str> = central
        .iter()
        .take(IN_SUMMARY)
        .map(|node| node.said.lines().next().unwrap_or_default())
        .filter(|said| !said.is_empty())
        .map(|said| &said[..said.floor_char_boundary(SENTENCE)])
        .collect();
    let summary = said.join(" ");
    let vector = mean(central.iter().map(|node| (&node.vector, 1.0)));
    let strength = central.iter().map(|node| node.strength).sum();
    let children = central.iter().map(|node| node.child).collect();
    let node = Node { child: TreeChild::Node(id), name: title.clone(), said: summary.clone(), vector, strength };
    (node, TreeNode { id, level, title, summary, children })
}

/// Edges between communities: as many as there are between their members.
fn collapsed(edges: &[(u32, u32, f32)], of: &HashMap<u32, u32>) -> Vec<(u32, u32, f32)> {
    let mut between: BTreeMap<(u32, u32), f32> = BTreeMap::new();
    for (a, b, _) in edges {
        if let (Some(&a), Some(&b)) = (of.get(a), of.get(b))
            && a != b
        {
            *between.entry((a.min(b), a.max(b))).or_default() += 1.0;
        }
    }
    between.into_iter().map(|((a, b), count)| (a, b, count)).collect()
}

/// How well communities part what is unlike (the index of Calinski and Harabasz, 1974), and how like their members are
/// to their centres (mean cosine).
fn measured(nodes: &[Node], clusters: &[Vec<u32>]) -> (f64, f64) {
    let dimensions = nodes.first().map_or(0, |node| node.vector.len());
    let parts: Vec<&Vec<u32>> = clusters.iter().filter(|members| members.len() > 1).collect();
    let count: usize = parts.iter().map(|members| members.len()).sum();
    if parts.len() < 2 || count <= parts.len() {
        return (0.0, 0.0);
    }
    let average = |members: &mut dyn Iterator<Item = u32>| -> Vec<f64> {
        let (mut sum, mut number) = (vec![0.0; dimensions], 0.0f64);
        for member in members {
            sum.iter_mut().zip(&nodes[member as usize].vector).for_each(|(sum, &value)| *sum += f64::from(value));
            number += 1.0;
        }
        sum.iter_mut().for_each(|value| *value /= number.max(1.0));
        sum
    };
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let whole = average(&mut parts.iter().flat_map(|members| members.iter().copied()));
    let (mut between, mut within, mut cosine) = (0.0, 0.0, 0.0);
    for members in &parts {
        let centre = average(&mut members.iter().copied());
        let length = apart(&centre, &vec![0.0; dimensions]).sqrt();
        between += members.len() as f64 * apart(&centre, &whole);
        for &member in *members {
            let vector: Vec<f64> = nodes[member as usize].vector.iter().map(|&value| f64::from(value)).collect();
            within += apart(&vector, &centre);
            let along: f64 = vector.iter().zip(&centre).map(|(a, b)| a * b).sum();
            cosine += if length > 0.0 { along / length } else { 0.0 };
        }
    }
    let parted = (between / (parts.len() - 1) as f64) / (within / (count - parts.len()) as f64).max(f64::EPSILON);
    (parted, cosine / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: u32, vector: [f32; 2]) -> Node {
        let child = TreeChild::Entity(EntityId(id));
        Node { child, name: format!("n{id}"), said: String::new(), vector: vector.to_vec(), strength: 1.0 }
    }

    #[test]
    fn what_is_alike_is_joined_though_nothing_links_it() {
        let nodes: Vec<Node> = (0..6).map(|id| node(id, if id < 3 { [1.0, 0.0] } else { [0.0, 1.0] })).collect();
        let vectors = packed(nodes.iter().map(|n| &n.vector), 0..6);
        let edges = [(0, 1, 1.0), (3, 4, 1.0), (2, 5, 1.0)];
        let weighed = attributed(&nodes, &edges, vectors);
        assert!(weighed.iter().any(|&(a, b, _)| (a, b) == (1, 2) || (a, b) == (0, 2)), "{weighed:?}");
        assert!(!weighed.iter().any(|&(a, b, _)| (a, b) == (2, 5)), "an edge between what is unlike weighs nothing");
        let parted = communities(6, &weighed, &[]).expect("communities");
        let plain = communities(6, &edges, &[]).expect("communities");
        assert!(measured(&nodes, &parted).1 >= measured(&nodes, &plain).1);
    }
}
