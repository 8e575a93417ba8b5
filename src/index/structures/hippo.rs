//! The graph of HippoRAG, packed: names and text units as nodes; a name and a text unit that names it, two names that a
//! relationship joins, and two names that are near the same (synonyms), as edges. Kept as one block, which a question
//! reads in one go.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{StructureError, go_on};
use crate::model::{EntityId, EntityType, Progress};
use crate::store::{Reader, Writer};
use crate::text::words::terms::{Stems, is_stop, words};

pub const NAME: &str = "hippo";

/// Cosine from which on two names are synonyms, as in HippoRAG.
const SYNONYM: f32 = 0.8;
/// Letters below which a name has no synonyms.
const SHORTEST: usize = 3;
/// Synonyms of one name.
const MOST: usize = 100;
/// A word of more names than this tells none of them apart.
const COMMON: usize = 200;
/// Version of the stored form.
const FORMAT: u32 = 1;

/// The graph as it is kept: nodes up to `names` are entities by id, those from there on text units by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    pub names: u32,
    pub units: u32,
    pub edges: Vec<(u32, u32, f32)>,
}

/// Makes the graph.
pub fn build(reader: &Reader, writer: &Writer, progress: &Progress) -> Result<Value, StructureError> {
    let entities = reader.all_entities()?;
    let names = entities.iter().map(|entity| entity.id.0 + 1).max().unwrap_or(0);
    let units = reader.all_text_units()?.iter().map(|unit| unit.id.0 + 1).max().unwrap_or(0);
    let everywhere: Vec<bool> = {
        let mut everywhere = vec![false; names as usize];
        entities.iter().filter(|e| e.ubiquitous).for_each(|entity| everywhere[entity.id.0 as usize] = true);
        everywhere
    };
    let mut edges: Vec<(u32, u32, f32)> = Vec::new();
    let mut mentions: Vec<(u32, u32)> = reader
        .all_mentions()?
        .into_iter()
        .filter(|mention| !everywhere.get(mention.entity.0 as usize).copied().unwrap_or(true))
        .map(|mention| (mention.entity.0, names + mention.text_unit.0))
        .collect();
    mentions.sort_unstable();
    mentions.dedup();
    edges.extend(mentions.iter().map(|&(name, unit)| (name, unit, 1.0)));
    go_on(progress)?;
    let facts = reader.edges()?;
    edges.extend(facts.iter().map(|&(_, source, target, _)| (source.0, target.0, 1.0)));
    let proper = entities.iter().filter(|e| e.kind != EntityType::Date).map(|e| (e.id, e.name.as_str()));
    let synonyms = synonyms(proper);
    edges.extend(synonyms.iter().map(|&(a, b, likeness)| (a.0, b.0, likeness)));
    let stored = Stored { names, units, edges };
    let packed = pack(&stored);
    writer.batch(|writer| {
        writer.remove_structure(NAME)?;
        writer.add_structure_data(NAME, "graph", &packed)
    })?;
    Ok(json!({ "mentions": mentions.len(), "facts": facts.len(), "synonyms": synonyms.len(), "bytes": packed.len() }))
}

/// Pairs of names that are near the same by the words they share, the rare ones first.
fn synonyms<'a>(names: impl Iterator<Item = (EntityId, &'a str)>) -> Vec<(EntityId, EntityId, f32)> {
    let mut stems = Stems::default();
    let mut by_stem: HashMap<String, Vec<usize>> = HashMap::new();
    let mut all: Vec<(EntityId, Vec<String>)> = Vec::new();
    for (id, name) in names.filter(|(_, name)| name.chars().count() >= SHORTEST) {
        let mut own: Vec<String> =
            words(name).map(|word| stems.stem(word.text).to_owned()).filter(|stem| !is_stop(stem)).collect();
        own.sort_unstable();
        own.dedup();
        own.iter().for_each(|stem| by_stem.entry(stem.clone()).or_default().push(all.len()));
        all.push((id, own));
    }
    let total = all.len().max(1) as f32;
    let weight = |stem: &String| (1.0 + total / by_stem[stem].len() as f32).ln();
    let lengths: Vec<f32> =
        all.iter().map(|(_, own)| own.iter().map(|s| weight(s).powi(2)).sum::<f32>().sqrt()).collect();
    let mut pairs = Vec::new();
    for (at, (id, own)) in all.iter().enumerate() {
        let mut shared: HashMap<usize, f32> = HashMap::new();
        for stem in own.iter().filter(|stem| by_stem[*stem].len() <= COMMON) {
            for &other in by_stem[stem].iter().filter(|&&other| other > at) {
                *shared.entry(other).or_default() += weight(stem).powi(2);
            }
        }
        let mut like: Vec<(usize, f32)> = shared
            .into_iter()
            .map(|(other, dot)| (other, dot / (lengths[at] * lengths[other]).max(f32::EPSILON)))
            .filter(|&(_, likeness)| likeness >= SYNONYM)
            .collect();
        like.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        like.truncate(MOST);
        pairs.extend(like.into_iter().map(|(other, likeness)| (*id, all[other].0, likeness)));
    }
    pairs
}

fn pack(stored: &Stored) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + stored.edges.len() * 12);
    for number in [FORMAT, stored.names, stored.units, stored.edges.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    for (a, b, weight) in &stored.edges {
        bytes.extend(a.to_le_bytes());
        bytes.extend(b.to_le_bytes());
        bytes.extend(weight.to_le_bytes());
    }
    bytes
}

/// Reads what was packed; `None` when the bytes are something else.
pub fn unpack(bytes: &[u8]) -> Option<Stored> {
    let mut numbers = bytes.chunks_exact(4).map(|four| [four[0], four[1], four[2], four[3]]);
    let mut number = || numbers.next().map(u32::from_le_bytes);
    if number()? != FORMAT {
        return None;
    }
    let (names, units, count) = (number()?, number()?, number()? as usize);
    if bytes.len() != 16 + count.checked_mul(12)? {
        return None;
    }
    let mut edges = Vec::with_capacity(count);
    for _ in 0..count {
        let (a, b) = (number()?, number()?);
        edges.push((a, b, f32::from_bits(number()?)));
    }
    Some(Stored { names, units, edges })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_nothing_else_is() {
        let stored = Stored { names: 3, units: 2, edges: vec![(0, 3, 1.0), (1, 2, 0.85)] };
        let packed = pack(&stored);
        assert_eq!(unpack(&packed), Some(stored));
        assert_eq!(unpack(&packed[..packed.len() - 1]), None);
        assert_eq!(unpack(b"something else"), None);
    }

    #[test]
    fn names_that_share_their_rare_words_are_synonyms() {
        let names = ["Harbour Board", "The Harbour Board", "Harbour Master", "Board of Trade", "Ada Voss"];
        let pairs = synonyms(names.iter().enumerate().map(|(id, name)| (EntityId(id as u32), *name)));
        assert_eq!(pairs.iter().map(|&(a, b, _)| (a.0, b.0)).collect::<Vec<_>>(), [(0, 1)]);
    }
}
