//! Which entities belong together: those that occur near each other more often than chance has it.
//!
//! Nearness: the same sentence counts fully, neighbouring sentences and messages less, the same text unit a little.
//! Association: log-likelihood ratio over text units (Dunning 1993) decides, the more strictly the more there are;
//! pointwise mutual information (Church & Hanks 1990) weighs. Pruning: a relationship stays when it is among the best
//! of one of its two entities, so that an entity that meets everybody does not glue everything together. In a list of
//! names a name meets those beside it, not all of them; whoever a form lists ("Present: …") met in the same text unit
//! and no nearer, and the rows of a table are nothing to each other.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use rayon::prelude::*;

use super::places::{EntityPlace, Places};
use super::rosters::{Rosters, is_form, rows};
use crate::graph;
use crate::index::merge::table::Table;
use crate::judgement::{Passage, Passages};

/// A relationship before it has an id; entities by their number.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::index::merge) struct Related {
    pub source: u32,
    pub target: u32,
    pub weight: f32,
    /// Positions of the passages in which both take part, best first.
    pub units: Vec<u32>,
    /// The sentence that shows it best: position of its passage and of the sentence in the document.
    pub best: Option<(u32, u32)>,
}

/// Text units with more different entities than this are lists; only the first are related.
const MOST_IN_UNIT: usize = 120;
/// A text unit with more different entities than this is crowded: there only those belong together that stand near each
/// other.
const CROWDED: usize = 40;
/// Names in a sentence above which it is a list.
const LISTED: usize = 16;
/// In a list, positions up to which a name is related to those beside it.
const BESIDE: usize = 4;
/// Places of one entity in a text unit that tell how near it comes to others; a line without an end may have any
/// number.
const MOST_PLACES: usize = 64;
/// Co-occurrences held at once, of 24 bytes each.
const MEETINGS: usize = 1_000_000;
/// Passes at most: where there are very many co-occurrences, a share of them is held at once, because each pass reads
/// all text units again.
const PARTS: usize = 32;
/// Weight of a co-occurrence by the distance in sentences.
const NEAR: [f32; 3] = [1.0, 0.35, 0.15];
/// Bytes within which names of neighbouring sentences are as near as those of one paragraph: messages are short.
const BREATH: u32 = 160;
/// Log-likelihood ratio from which on company is no chance where there are many text units, and how many these are. Of
/// fewer, chance makes fewer pairs: what two sentences tell is then enough, down to a share of it.
const LIKELY: f64 = 6.0;
const MANY: f64 = 400.0;
const LEAST: [f64; 2] = [0.2, 0.5];
/// Weight of one further apart in the same text unit.
const SAME_UNIT: f32 = 0.04;
/// Names from which on a line that a label opens is a list of them: *Present: …*.
const FORM: usize = 4;
/// Number of names that differ by their figures alone from which on they are a numbered series.
const ROW: usize = 5;
/// Factor for relationships with a member of such a series.
const NUMBERED: f32 = 0.4;

struct Meeting {
    pair: u64,
    unit: u32,
    weight: f32,
    /// The sentence both stand in.
    sentence: Option<u32>,
}

/// What is known of each entity, by its number.
#[derive(Clone, Copy)]
pub(in crate::index::merge) struct Known<'a> {
    /// In how many passages it occurs.
    pub spread: &'a [u32],
    /// Those that are everywhere may keep few relationships only.
    pub ubiquitous: &'a [bool],
    /// Those that are dates.
    pub days: &'a [bool],
    /// Those that are one of a row of numbers.
    pub numbered: &'a [bool],
}

/// Relates entities. `places` are the entities of each passage in the order of the text.
pub(in crate::index::merge) fn relate(
    places: &Places,
    passages: &dyn Passages,
    table: &Table,
    known: Known<'_>,
) -> Vec<Related> {
    let Known { spread, ubiquitous, days, numbered } = known;
    let total = places.iter().filter(|places| !places.is_empty()).count().max(1);
    let mut related: Vec<Related> = Vec::new();
    let mut company = Company::of(spread.len());
    for lower in ranges(places, spread.len()) {
        let mut meetings: Vec<Meeting> = (0..places.len())
            .into_par_iter()
            .flat_map_iter(|unit| meet(unit as u32, places.of(unit), || passages.at(unit), &lower, days))
            .collect();
        meetings.par_sort_unstable_by(|a, b| {
            a.pair.cmp(&b.pair).then_with(|| b.weight.total_cmp(&a.weight)).then_with(|| a.unit.cmp(&b.unit))
        });
        let judged: Vec<(Related, bool)> = meetings
            .par_chunk_by(|a, b| a.pair == b.pair)
            .filter_map(|meetings| {
                let (mut related, enough) = judge(meetings, total, spread, table.documents);
                // Who wrote the invoices is not known by each of them: what else somebody is tied to comes first.
                if numbered[related.source as usize] != numbered[related.target as usize] {
                    related.weight *= NUMBERED;
                }
                // What is nobody's strongest so far never will be: most pairs met by chance, and are forgotten at once.
                (enough || company.wants(&related)).then_some((related, enough))
            })
            .collect();
        for (one, enough) in judged {
            if enough { related.push(one) } else { company.offer(&one) }
        }
    }
    company.keep(&mut related);
    prune(&mut related, spread.len(), ubiquitous);
    related
}

/// Says of each name whether it is one of a row of numbers: `INV-0184`, `INV-0187`, `INV-0190` …
pub(in crate::index::merge) fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> Vec<bool> {
    let shape = |name: &str| {
        let figures = name.contains(|c: char| c.is_ascii_digit());
        figures.then(|| name.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>())
    };
    let shapes: Vec<Option<String>> = names.map(shape).collect();
    let mut of_shape: HashMap<&str, usize> = HashMap::new();
    shapes.iter().flatten().for_each(|shape| *of_shape.entry(shape).or_default() += 1);
    let in_a_row = |shape: &Option<String>| shape.as_deref().is_some_and(|shape| of_shape[shape] >= ROW);
    shapes.iter().map(in_a_row).collect()
}

/// Cuts the entities into ranges, so that the pairs whose lower entity is in one have few enough meetings to be held.
/// All meetings of a large corpus at once take many times the room of its text.
fn ranges(places: &Places, entities: usize) -> Vec<Range<u32>> {
    let mut meetings = vec![0usize; entities];
    for places in places.iter() {
        let mut present = present(places);
        present.sort_unstable();
        let others = (0..present.len()).rev();
        present.iter().zip(others).for_each(|(&entity, others)| meetings[entity as usize] += others);
    }
    let most = MEETINGS.max(meetings.iter().sum::<usize>() / PARTS);
    graph::ranges(&meetings, most)
}

/// The different entities of a unit that are related, in the order of first mention.
fn present(places: &[EntityPlace]) -> Vec<u32> {
    let mut seen = HashSet::new();
    places.iter().map(|place| place.entity).filter(|&entity| seen.insert(entity)).take(MOST_IN_UNIT).collect()
}

/// The meetings of a unit whose lower entity is in a range.
fn meet(
    unit: u32,
    places: &[EntityPlace],
    passage: impl Fn() -> Passage,
    lower: &Range<u32>,
    days: &[bool],
) -> Vec<Meeting> {
    let order = present(places);
    if !order.iter().any(|entity| lower.contains(entity)) {
        return Vec::new();
    }
    let passage = passage();
    let rosters = Rosters::of(&passage);
    let rows = rows(&passage);
    let mut by_entity: HashMap<u32, Vec<Placed>> = order.iter().map(|&entity| (entity, Vec::new())).collect();
    let mut at = 0;
    for sentence in places.chunk_by(|a, b| a.sentence == b.sentence) {
        let listed = sentence.len() > LISTED;
        let form = sentence.len() >= FORM && is_form(&passage, sentence[0].sentence);
        let row = rows.contains(&sentence[0].sentence);
        for place in sentence {
            at += 1;
            let line = rosters.line(place.start).filter(|_| !place.implied);
            if let Some(of_entity) = by_entity.get_mut(&place.entity).filter(|known| known.len() < MOST_PLACES) {
                of_entity.push(Placed { place: *place, at, listed, line, form, row });
            }
        }
    }
    let least = if order.len() > CROWDED { NEAR[NEAR.len() - 1] } else { 0.0 };
    let sentences = &passage.document.sentences;
    let mut meetings = Vec::new();
    for (i, a) in order.iter().enumerate() {
        for b in &order[i + 1..] {
            let (low, high) = (a.min(b), a.max(b));
            // Two days are near each other in every calendar.
            if !lower.contains(low) || days[*low as usize] && days[*high as usize] {
                continue;
            }
            let (weight, sentence) = nearness(&by_entity[a], &by_entity[b], sentences);
            if weight > 0.0 && weight >= least {
                meetings.push(Meeting { pair: u64::from(*low) << 32 | u64::from(*high), weight, unit, sentence });
            }
        }
    }
    meetings
}

/// A place of an entity in its text unit.
struct Placed {
    place: EntityPlace,
    /// How many places stand before it.
    at: usize,
    /// Its sentence is a list.
    listed: bool,
    /// Where its line of a list of names begins.
    line: Option<usize>,
    /// Its sentence is a form's, which names those who were there.
    form: bool,
    /// Its sentence is a row of a table.
    row: bool,
}

/// How near two entities come in a unit, and a sentence that names both.
fn nearness(a: &[Placed], b: &[Placed], sentences: &[crate::model::Sentence]) -> (f32, Option<u32>) {
    let mut nearest = u32::MAX;
    let mut shared = 0;
    let mut best: Option<(u32, u32)> = None;
    for one in a {
        for other in b {
            let (x, y) = (&one.place, &other.place);
            if one.listed && x.sentence == y.sentence && one.at.abs_diff(other.at) > BESIDE && !x.implied && !y.implied
            {
                continue;
            }
            if one.line.is_some() && other.line.is_some() && one.line != other.line {
                continue;
            }
            if one.row && other.row && x.sentence != y.sentence {
                continue;
            }
            // A name inside a longer one says nothing about the two.
            if x.start < y.end && y.start < x.end && !x.implied && !y.implied {
                continue;
            }
            let mut distance = x.sentence.abs_diff(y.sentence);
            if x.implied || y.implied {
                distance = distance.min(1);
            }
            // Beyond a paragraph things are less near than they look.
            if distance > 0
                && let (Some(p), Some(q)) = (sentences.get(x.sentence as usize), sentences.get(y.sentence as usize))
                && p.paragraph != q.paragraph
            {
                distance += 1;
            }
            // What is said within one breath is near, however many messages it takes.
            if x.end.max(y.end) - x.start.min(y.start) <= BREATH {
                distance = distance.min(1);
            }
            if one.form || other.form {
                distance = NEAR.len() as u32;
            }
            nearest = nearest.min(distance);
            if distance == 0 && !x.implied && !y.implied {
                shared += 1;
                let gap = x.start.abs_diff(y.start);
                if best.is_none_or(|(known, _)| gap < known) {
                    best = Some((gap, x.sentence));
                }
            }
        }
    }
    if nearest == u32::MAX {
        return (0.0, None);
    }
    let near = NEAR.get(nearest as usize).copied().unwrap_or(SAME_UNIT);
    (near + (shared.min(3) as f32 - 1.0).max(0.0) * 0.3, best.map(|(_, sentence)| sentence))
}

/// Decides on one pair from all its meetings, strongest first.
fn judge(meetings: &[Meeting], total: usize, spread: &[u32], documents: usize) -> (Related, bool) {
    let (source, target) = ((meetings[0].pair >> 32) as u32, meetings[0].pair as u32);
    let together = meetings.len() as f64;
    let (a, b) = (f64::from(spread[source as usize].max(1)), f64::from(spread[target as usize].max(1)));
    let total = (total as f64).max(a.max(b));
    let strength: f32 = meetings.iter().map(|meeting| meeting.weight).sum();
    let best = meetings.iter().find_map(|meeting| Some((meeting.unit, meeting.sentence?)));
    let expected = a * b / total;
    let mutual = (together / expected).ln();
    let small = total < 40.0 || documents < 4;
    // In few text units chance cannot be told; nearness decides.
    let enough = if small {
        best.is_some() || strength >= 0.35
    } else {
        let ratio = log_likelihood(together, a, b, total);
        let [said, near] = LEAST.map(|least| ratio >= LIKELY * (total / MANY).clamp(least, 1.0));
        (best.is_some() && mutual > 0.0 && (said || strength >= 2.0)) || (near && mutual > 0.5 && strength >= 0.35)
    };
    // Normalised by what perfect company would give, so that rare pairs do not win by rarity alone.
    let normal = if together >= total { 1.0 } else { (mutual / (total / together).ln()).clamp(0.05, 1.0) };
    let weight = (1.0 + strength).ln() * normal as f32;
    let units = meetings.iter().take(24).map(|meeting| meeting.unit).collect();
    (Related { source, target, weight, units, best }, enough)
}

/// For each entity the strongest of the meetings that chance may have made. An entity that met nobody more often than
/// chance has it keeps it: somebody said both in one breath, and an entity without any relationship is found by no walk
/// through the graph.
struct Company {
    strongest: Vec<Option<Related>>,
}

impl Company {
    fn of(entities: usize) -> Self {
        Self { strongest: vec![None; entities] }
    }

    /// True when a meeting is stronger than all that were offered of one of its entities.
    fn wants(&self, meeting: &Related) -> bool {
        [meeting.source, meeting.target].into_iter().any(|entity| self.is_stronger(entity, meeting))
    }

    fn is_stronger(&self, entity: u32, meeting: &Related) -> bool {
        self.strongest[entity as usize].as_ref().is_none_or(|known| meeting.weight > known.weight)
    }

    fn offer(&mut self, meeting: &Related) {
        for entity in [meeting.source, meeting.target] {
            if self.is_stronger(entity, meeting) {
                self.strongest[entity as usize] = Some(meeting.clone());
            }
        }
    }

    /// Adds the strongest meetings of those who have no other company to `related`, which comes out in order.
    fn keep(self, related: &mut Vec<Related>) {
        let mut alone = vec![true; self.strongest.len()];
        for related in related.iter() {
            alone[related.source as usize] = false;
            alone[related.target as usize] = false;
        }
        let kept = self.strongest.into_iter().zip(alone).filter(|(_, alone)| *alone);
        related.extend(kept.filter_map(|(strongest, _)| strongest));
        related.sort_by_key(|one| (one.source, one.target));
        related.dedup_by_key(|one| (one.source, one.target));
    }
}

/// Dunning's log-likelihood ratio for two entities in `total` text units, of which `a` and `b` have one each and
/// `together` have both.
fn log_likelihood(together: f64, a: f64, b: f64, total: f64) -> f64 {
    let term = |observed: f64, expected: f64| {
        if observed <= 0.0 { 0.0 } else { observed * (observed / expected.max(1e-12)).ln() }
    };
    let (only_a, only_b) = ((a - together).max(0.0), (b - together).max(0.0));
    let neither = (total - a - b + together).max(0.0);
    2.0 * (term(together, a * b / total)
        + term(only_a, a * (total - b) / total)
        + term(only_b, (total - a) * b / total)
        + term(neither, (total - a) * (total - b) / total))
}

/// Keeps what is among the best of one of its two entities.
fn prune(related: &mut Vec<Related>, entities: usize, ubiquitous: &[bool]) {
    let mut by_entity: Vec<Vec<u32>> = vec![Vec::new(); entities];
    for (number, related) in related.iter().enumerate() {
        by_entity[related.source as usize].push(number as u32);
        by_entity[related.target as usize].push(number as u32);
    }
    let mut keep = vec![0u8; related.len()];
    for (entity, numbers) in by_entity.iter_mut().enumerate() {
        numbers.sort_unstable_by(|&a, &b| {
            related[b as usize].weight.total_cmp(&related[a as usize].weight).then_with(|| a.cmp(&b))
        });
        // The more company, the more of it may stay, but far from all.
        let most = if ubiquitous[entity] { 16 } else { (6.0 + 1.5 * (numbers.len() as f32).sqrt()).min(32.0) as usize };
        for &number in numbers.iter().take(most) {
            keep[number as usize] += 1;
        }
        // The single best tie of an entity always stays.
        if let Some(&first) = numbers.first() {
            keep[first as usize] += 1;
        }
    }
    let mut keep = keep.into_iter();
    related.retain(|related| {
        let votes = keep.next().unwrap_or(0);
        votes >= 2 || (votes >= 1 && related.best.is_some())
    });
}

#[cfg(test)]
#[path = "relate_tests.rs"]
mod tests;
