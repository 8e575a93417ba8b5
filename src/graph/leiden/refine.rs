//! Refinement: every community is cut anew into parts that hold together. All its nodes begin alone; a node that is
//! still alone and well connected to the rest of the community joins one of the well-connected parts it has ties to, by
//! chance, better ones more likely. Communities know nothing of each other here, so they are refined side by side.

use rayon::prelude::*;

use super::level::Level;
use super::partition::Groups;
use crate::graph::rng::Rng;

/// The parts of all communities.
pub(super) struct Refined {
    /// Part of each node; the parts of one community are numbered in a row, communities in order of their groups.
    pub(super) part: Vec<u32>,
    /// Group that each part belongs to.
    pub(super) group: Vec<u32>,
    /// Number of parts.
    pub(super) count: usize,
}

/// Below this many edge ends it is not worth while to wake other threads.
const WORTH_THREADS: usize = 50_000;

pub(super) fn refine(level: &Level, groups: &Groups, pull: f64, randomness: f64, rng: &mut Rng) -> Refined {
    let mut position = vec![0u32; level.nodes()];
    for (at, &node) in groups.members.iter().enumerate() {
        position[node as usize] = at as u32;
    }
    let seed = rng.next();
    // Local part of each node, by position; then the same memory in slices, one for each group.
    let mut local = vec![0u32; level.nodes()];
    let mut tasks = Vec::with_capacity(groups.len());
    let mut rest = local.as_mut_slice();
    for (group, bounds) in groups.starts().windows(2).enumerate() {
        let (parts, tail) = rest.split_at_mut((bounds[1] - bounds[0]) as usize);
        rest = tail;
        tasks.push((group, bounds[0], parts));
    }
    let job = |scratch: &mut Scratch, (group, start, parts): (usize, u32, &mut [u32])| {
        let members = &groups.members[start as usize..start as usize + parts.len()];
        let mut rng = Rng::new(seed ^ (group as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
        refine_group(
            level,
            Community { members, start, position: &position },
            parts,
            (pull, randomness),
            &mut rng,
            scratch,
        )
    };
    let counts: Vec<u32> = if level.edge_ends() < WORTH_THREADS {
        let mut scratch = Scratch::default();
        tasks.into_iter().map(|task| job(&mut scratch, task)).collect()
    } else {
        tasks.into_par_iter().with_min_len(64).map_init(Scratch::default, job).collect()
    };
    let mut part = vec![0; level.nodes()];
    let mut group = Vec::new();
    for (number, bounds) in groups.starts().windows(2).enumerate() {
        let first = group.len() as u32;
        for at in bounds[0] as usize..bounds[1] as usize {
            part[groups.members[at] as usize] = first + local[at];
        }
        group.resize(group.len() + counts[number] as usize, number as u32);
    }
    Refined { part, count: group.len(), group }
}

/// A community: its nodes are found at `start` and after in the order that `position` gives.
#[derive(Clone, Copy)]
struct Community<'a> {
    members: &'a [u32],
    start: u32,
    position: &'a [u32],
}

impl Community<'_> {
    /// The node's number inside the community, when it belongs to it.
    #[inline]
    fn inside(&self, node: u32) -> Option<usize> {
        let offset = self.position[node as usize].wrapping_sub(self.start) as usize;
        (offset < self.members.len()).then_some(offset)
    }
}

/// What is known of a part, and the weight between it and the node at hand.
#[derive(Clone, Copy, Default)]
struct Cell {
    size: f64,
    /// Weight between the part and the rest of the community.
    cut: f64,
    tie: f64,
    nodes: u32,
}

#[derive(Default)]
struct Scratch {
    cells: Vec<Cell>,
    order: Vec<u32>,
    touched: Vec<u32>,
    choices: Vec<(u32, f64)>,
}

/// Writes the part of each member, numbered from 0, into `part`; returns how many parts there are.
fn refine_group(
    level: &Level,
    community: Community,
    part: &mut [u32],
    (pull, randomness): (f64, f64),
    rng: &mut Rng,
    scratch: &mut Scratch,
) -> u32 {
    if part.len() == 1 {
        part[0] = 0;
        return 1;
    }
    let Scratch { cells, order, touched, choices } = scratch;
    cells.clear();
    order.clear();
    let mut whole = 0.0;
    for (i, &node) in community.members.iter().enumerate() {
        let cut = level.edges(node).iter().filter(|edge| community.inside(edge.to).is_some());
        let cut = cut.map(|edge| f64::from(edge.weight)).sum();
        cells.push(Cell { size: level.size(node), cut, tie: 0.0, nodes: 1 });
        whole += level.size(node);
        part[i] = i as u32;
        order.push(i as u32);
    }
    rng.shuffle(order);
    for &i in order.iter() {
        let own = cells[i as usize];
        // `part[i]` is `i` as long as nothing was moved, and others may have joined it meanwhile.
        if part[i as usize] != i || own.nodes != 1 || own.cut < pull * own.size * (whole - own.size) {
            continue;
        }
        for edge in level.edges(community.members[i as usize]) {
            if let Some(neighbour) = community.inside(edge.to) {
                let label = part[neighbour];
                let cell = &mut cells[label as usize];
                if cell.tie == 0.0 {
                    touched.push(label);
                }
                cell.tie += f64::from(edge.weight);
            }
        }
        choices.clear();
        let mut best = 0.0;
        for &label in touched.iter() {
            let cell = &cells[label as usize];
            let gain = cell.tie - pull * own.size * cell.size;
            if gain >= 0.0 && cell.cut >= pull * cell.size * (whole - cell.size) {
                choices.push((label, gain));
                if gain > best {
                    best = gain;
                }
            }
        }
        if let Some(label) = choose(choices, best, randomness * own.cut, rng) {
            let tie = cells[label as usize].tie;
            let joined = &mut cells[label as usize];
            joined.cut += own.cut - 2.0 * tie;
            joined.size += own.size;
            joined.nodes += 1;
            cells[i as usize].nodes = 0;
            part[i as usize] = label;
        }
        for label in touched.drain(..) {
            cells[label as usize].tie = 0.0;
        }
    }
    // Cells have done their work; their node counts become the new numbers.
    let mut count = 0;
    order.iter_mut().for_each(|number| *number = u32::MAX);
    for label in part.iter_mut() {
        let number = &mut order[*label as usize];
        if *number == u32::MAX {
            *number = count;
            count += 1;
        }
        *label = *number;
    }
    count
}

/// Chooses among labels with their gains and staying alone, which gains 0; `best` is the highest gain of all.
fn choose(choices: &mut [(u32, f64)], best: f64, temperature: f64, rng: &mut Rng) -> Option<u32> {
    /// Logarithm of the relative likelihood below which a choice is not considered: e⁻²⁰ is 2 in a thousand million.
    const COLD: f64 = -20.0;
    if choices.is_empty() {
        return None;
    }
    if temperature <= 0.0 {
        return choices.iter().find(|choice| choice.1 == best).map(|choice| choice.0);
    }
    let chance = |gain: f64| {
        let heat = (gain - best) / temperature;
        if heat < COLD { 0.0 } else { heat.exp() }
    };
    let mut sum = chance(0.0);
    for (_, gain) in choices.iter_mut() {
        *gain = chance(*gain);
        sum += *gain;
    }
    let mut point = rng.unit() * sum;
    for &(label, chance) in choices.iter() {
        point -= chance;
        if point < 0.0 {
            return Some(label);
        }
    }
    None
}
