//! Search in RAPTOR's tree (Sarthi et al., 2024): over all nodes at once (collapsed), or from the top down (traversal).
//! Text units are ranked by what is found: themselves, and under the summaries found.

use super::{FoundNode, Retrieved, Units, evened};
use crate::index::structures::raptor::{NAME, SPACE};
use crate::model::{How, Kind, TextUnitId};
use crate::retrieve::grains::grains;
use crate::retrieve::{Filter, Query, vectors};
use crate::store::{Reader, Result, TreeChild, TreeNode};
use std::collections::{BTreeMap, HashMap};

/// Nodes found, text units included.
const NODES: usize = 20;
/// Nodes kept on each level of a traversal.
const KEPT: usize = 5;
/// What a text unit counts of a summary above it.
const UNDER: f32 = 0.5;
/// What the words of a text unit count against its likeness; the original has none.
const WORDS: f32 = 1.0;

/// How the tree is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Raptor {
    #[default]
    Collapsed,
    Traversal,
}

/// Finds text units by way of the tree; `None` when it was not built.
pub fn raptor(reader: &Reader, query: &Query, filter: &Filter, way: Raptor, limit: usize) -> Result<Option<Retrieved>> {
    if !reader.has_structure(NAME)? {
        return Ok(None);
    }
    let nodes = reader.tree_nodes(NAME)?;
    let likeness: HashMap<u32, f32> = match query.vector_among(reader)? {
        None => HashMap::new(),
        Some(vector) => {
            let all = reader.space_vectors(SPACE)?;
            vectors::most_like(&all, &vector, all.ids.len(), |_| true).into_iter().collect()
        }
    };
    let found: Vec<(&TreeNode, f32)> = match way {
        Raptor::Collapsed => {
            let mut all: Vec<(&TreeNode, f32)> =
                nodes.iter().filter_map(|node| Some((node, *likeness.get(&node.id)?))).collect();
            best(&mut all, NODES);
            all
        }
        Raptor::Traversal => traversed(reader, &nodes, &likeness)?,
    };
    let mut units = Units::default();
    let mut own: BTreeMap<TextUnitId, f32> = BTreeMap::new();
    for (unit, score) in grains(reader, query, filter)?.scores {
        *own.entry(unit).or_default() += WORDS * score;
    }
    for (unit, like) in vectors::nearest(reader, query, Kind::Source, 200, |id| filter.unit(TextUnitId(id)))? {
        *own.entry(TextUnitId(unit)).or_default() += query.weights.grains.meaning * like;
    }
    let own = evened(own);
    own.iter().for_each(|(&unit, &score)| units.add(unit, score, How::Words));
    let most = found.first().map_or(1.0, |(_, like)| *like).max(f32::EPSILON);
    for (node, like) in &found {
        for unit in leaves(reader, node.id)? {
            // A summary leads to what of it speaks of the question.
            let score = UNDER * like / most * own.get(&unit).copied().unwrap_or_default();
            if score > 0.0 {
                units.add(unit, score, How::Way(node.title.clone()));
            }
        }
    }
    let nodes = found
        .into_iter()
        .map(|(node, score)| FoundNode {
            id: node.id,
            level: node.level,
            title: node.title.clone(),
            summary: node.summary.clone(),
            score,
        })
        .collect();
    Ok(Some(Retrieved { passages: units.ranked(reader, filter, limit)?, records: Vec::new(), nodes }))
}

fn best(nodes: &mut Vec<(&TreeNode, f32)>, count: usize) {
    nodes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.id.cmp(&b.0.id)));
    nodes.truncate(count);
}

/// From the top layer down, the best of each layer under the best of the one above.
fn traversed<'a>(
    reader: &Reader,
    nodes: &'a [TreeNode],
    likeness: &HashMap<u32, f32>,
) -> Result<Vec<(&'a TreeNode, f32)>> {
    let by_id: HashMap<u32, &TreeNode> = nodes.iter().map(|node| (node.id, node)).collect();
    let top = nodes.iter().map(|node| node.level).max().unwrap_or(0);
    let like = |node: &TreeNode| likeness.get(&node.id).copied().unwrap_or_default();
    let mut here: Vec<(&TreeNode, f32)> =
        nodes.iter().filter(|node| node.level == top).map(|node| (node, like(node))).collect();
    let mut found = Vec::new();
    while !here.is_empty() {
        best(&mut here, KEPT);
        found.extend(here.iter().copied());
        let mut below = Vec::new();
        for (node, _) in &here {
            for child in reader.tree_children(NAME, node.id)? {
                if let TreeChild::Node(id) = child
                    && let Some(&node) = by_id.get(&id)
                {
                    below.push((node, like(node)));
                }
            }
        }
        below.dedup_by_key(|(node, _)| node.id);
        here = below;
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.id.cmp(&b.0.id)));
    Ok(found)
}

/// The text units under a node.
fn leaves(reader: &Reader, node: u32) -> Result<Vec<TextUnitId>> {
    let (mut waiting, mut found) = (vec![node], Vec::new());
    while let Some(node) = waiting.pop() {
        for child in reader.tree_children(NAME, node)? {
            match child {
                TreeChild::Node(id) if id < node => waiting.push(id),
                TreeChild::Source(unit) => found.push(unit),
                _ => {}
            }
        }
    }
    Ok(found)
}
