//! Words that answer one another: a question about what killed somebody is answered by what somebody died of, one about
//! obstacles by a sentence about a struggle.
//!
//! People ask in abstract words (challenges, impact, ethics) and documents tell in plain ones. Vectors trained on one
//! corpus bring up what stands beside a word more often than what could stand for it, so the families are written down:
//! those that questions about a pile of documents ask for. A word whose stem is also that of a word with another meaning
//! (*object*, *objective*) is left out.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::terms::Stems;

/// The families of `kin.txt`.
fn families() -> impl Iterator<Item = &'static str> {
    include_str!("kin.txt").lines().filter(|line| !line.starts_with('#'))
}

/// Returns the stems that answer a stem; empty for one without a family.
pub fn kin(stem: &str) -> &'static [String] {
    static KIN: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
        let mut stems = Stems::default();
        let mut all: HashMap<String, Vec<String>> = HashMap::new();
        for family in families() {
            let mut members: Vec<String> = family.split(' ').map(|word| stems.stem(word).to_owned()).collect();
            members.sort();
            members.dedup();
            for one in &members {
                let known = all.entry(one.clone()).or_default();
                let others = members.iter().filter(|&other| other != one);
                let fresh: Vec<String> = others.filter(|other| !known.contains(other)).cloned().collect();
                known.extend(fresh);
            }
        }
        all
    });
    KIN.get(stem).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kin_is_mutual_and_never_of_oneself() {
        assert!(families().count() > 20 && families().all(|family| family.contains(' ')));
        let mut stems = Stems::default();
        for word in families().flat_map(|family| family.split(' ')) {
            let stem = stems.stem(word).to_owned();
            assert!(!kin(&stem).contains(&stem), "{word}");
            for other in kin(&stem) {
                assert!(kin(other).contains(&stem), "{word} and {other}");
            }
        }
        assert!(kin(stems.stem("dispute")).iter().any(|other| other == "disagr"), "{:?}", kin("disput"));
        assert!(kin("banana").is_empty());
    }
}
