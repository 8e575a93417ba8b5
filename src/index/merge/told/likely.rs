//! Pairs of entities that are likely one thing, which no rule may join: somebody has to read the passages. They are
//! looked for by rare words that two names share, so that the work grows with the names and not with their pairs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::{Entity, EntityId, EntityType, Relationship};
use crate::text::words::fold;
use crate::text::words::terms::is_stop;

/// Number of names above which a word they share is no evidence that two are one thing.
const COMMON: usize = 12;
/// Number of candidates for one name above which it is a common word.
const CANDIDATES: usize = 3;
/// Letters below which a difference of one letter is no misspelling.
const SPELT: usize = 6;

/// Two entities that are likely one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likely {
    pub a: EntityId,
    pub b: EntityId,
    /// What speaks for it, ready to print.
    pub why: &'static str,
}

/// Finds the pairs: one name is the other in another order or with a letter changed, is a part of it, or has its
/// initials. Two that a relationship ties are told apart by whoever told it, unless one name is part of the other.
pub(super) fn likely(entities: &[Entity], relationships: &[Relationship]) -> Vec<Likely> {
    let words: Vec<BTreeSet<String>> = entities.iter().map(|entity| words_of(&entity.name)).collect();
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_initials: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, of_name) in words.iter().enumerate() {
        of_name.iter().for_each(|word| having.entry(word).or_default().push(at));
        let key = fold::key(&entities[at].name);
        if key.contains(' ') {
            let initials: String =
                key.split(' ').filter(|word| !is_stop(word)).filter_map(|word| word.chars().next()).collect();
            by_initials.entry(initials).or_default().push(at);
        }
    }
    let tied: BTreeSet<(EntityId, EntityId)> =
        relationships.iter().map(|tie| (tie.source.min(tie.target), tie.source.max(tie.target))).collect();
    let mut found: BTreeMap<(usize, usize), &'static str> = BTreeMap::new();
    for (at, of_name) in words.iter().enumerate() {
        let near: BTreeSet<usize> = of_name
            .iter()
            .filter_map(|word| having.get(word.as_str()).filter(|names| names.len() <= COMMON))
            .flatten()
            .copied()
            .filter(|&other| other != at && may_be_one(&entities[at].kind, &entities[other].kind))
            .collect();
        // Names that hold all words of this one.
        let longer: Vec<usize> = near.iter().copied().filter(|&other| of_name.is_subset(&words[other])).collect();
        if longer.len() <= CANDIDATES {
            for other in longer {
                let why = if words[other] == *of_name { "the same words" } else { "part of the name" };
                found.entry((at.min(other), at.max(other))).or_insert(why);
            }
        }
        for other in near.into_iter().filter(|&other| other > at) {
            let is_tied =
                tied.contains(&(entities[at].id.min(entities[other].id), entities[at].id.max(entities[other].id)));
            if !is_tied && is_one_letter_off(&entities[at].name, &entities[other].name) {
                found.entry((at, other)).or_insert("one letter differs");
            }
        }
        let name = &entities[at].name;
        let capitals = name.chars().filter(|c| c.is_uppercase()).count();
        if (2..=6).contains(&capitals)
            && capitals == name.chars().filter(|c| c.is_alphanumeric()).count()
            && let Some([other]) = by_initials.get(&fold::key(name)).map(Vec::as_slice)
        {
            found.entry((at.min(*other), at.max(*other))).or_insert("its initials");
        }
    }
    let mut likely: Vec<Likely> =
        found.into_iter().map(|((a, b), why)| Likely { a: entities[a].id, b: entities[b].id, why }).collect();
    // Entities stand by mentions: pairs of those that matter most come first.
    likely.sort_by_key(|pair| (pair.a.0.max(pair.b.0), pair.a.0.min(pair.b.0)));
    likely
}

/// The words of a name that tell something, in the singular.
fn words_of(name: &str) -> BTreeSet<String> {
    let key = fold::key(name);
    let telling = key.split(' ').filter(|word| !is_stop(word)).map(fold::singular);
    telling.filter(|word| !word.is_empty()).collect()
}

/// Whether things of two types can be one thing: of the same type, or of types that are taken for each other.
fn may_be_one(a: &EntityType, b: &EntityType) -> bool {
    let person = [a, b].into_iter().filter(|kind| **kind == EntityType::Person).count();
    person != 1 || [a, b].into_iter().any(|kind| matches!(kind, EntityType::Other(_)))
}

/// Whether two names differ by one letter of one longer word; figures that differ tell two things apart.
fn is_one_letter_off(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (fold::key(a).chars().collect(), fold::key(b).chars().collect());
    if a.len().min(b.len()) < SPELT || a.len().abs_diff(b.len()) > 1 || a == b {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let changed = |name: &[char]| name.get(front).is_some_and(|c| c.is_numeric());
    front + back + 1 >= a.len().max(b.len()) && !changed(&a) && !changed(&b)
}
