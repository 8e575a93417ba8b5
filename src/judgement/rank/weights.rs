//! The weights of the features: data, fitted by `benches/rank/fit.py` on questions whose answers are known.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::features::{COUNT, FEATURES, Features};
use crate::config::data_file;

/// One set of weights.
type Weights = [f32; COUNT];

/// What it is worth that a passage has words of the question which few others have.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covering {
    /// In itself, as a part of the spread of worths.
    pub own: f32,
    /// In itself or in a sentence beside it.
    pub near: f32,
    /// What is left of a word once it was said.
    pub again: f32,
}

/// The file: weights by the kind of text, what is written and what is said.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    #[serde(deserialize_with = "by_feature")]
    written: Weights,
    #[serde(deserialize_with = "by_feature")]
    spoken: Weights,
    covering_written: Covering,
    covering_spoken: Covering,
    neighbours: Neighbours,
}

/// What a sentence has of the worth of those beside it, by how far they stand from it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbours {
    one: f32,
    two: f32,
    three: f32,
    /// What is left of that in what is written, or where the passages are of many documents.
    apart: f32,
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| data_file!("../../../assets/rank/weights.toml"));

/// The weights in the order of the features; a feature without one, or a weight without a feature, is an error.
fn by_feature<'de, D: Deserializer<'de>>(file: D) -> Result<Weights, D::Error> {
    by_name(file, &FEATURES)
}

/// The weights of a table in the order of some names; a name without one, or a weight without a name, is an error.
pub fn by_name<'de, D: Deserializer<'de>, const N: usize>(
    file: D,
    names: &[impl AsRef<str>],
) -> Result<[f32; N], D::Error> {
    let named: HashMap<String, f32> = HashMap::deserialize(file)?;
    let known = |name: &&String| names.iter().any(|known| known.as_ref() == name.as_str());
    if let Some(other) = named.keys().find(|name| !known(name)) {
        return Err(D::Error::custom(format!("no feature is called `{other}`")));
    }
    let mut weights = [0.0; N];
    for (weight, name) in weights.iter_mut().zip(names) {
        let name = name.as_ref();
        *weight = *named.get(name).ok_or_else(|| D::Error::custom(format!("`{name}` has no weight")))?;
    }
    Ok(weights)
}

/// Returns what features are worth together; higher is better, comparable within one question.
pub fn worth(features: &Features, spoken: bool) -> f32 {
    let weights = if spoken { &FITTED.spoken } else { &FITTED.written };
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Returns what covering the question is worth.
pub fn covering(spoken: bool) -> Covering {
    if spoken { FITTED.covering_spoken } else { FITTED.covering_written }
}

/// Returns the parts of what the first, second and third sentence on either side are worth that a sentence is worth
/// more. In the talk of a few an answer goes on over several sentences; what is written, or said by many, says it in
/// few, and what stands beside them is about something else.
pub fn neighbours(apart: bool) -> [f32; 3] {
    let Neighbours { one, two, three, .. } = FITTED.neighbours;
    let part = if apart { FITTED.neighbours.apart } else { 1.0 };
    [one, two, three].map(|neighbour| part * neighbour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_every_feature_and_no_other() {
        let file = include_str!("../../../assets/rank/weights.toml");
        assert!(toml::from_str::<Fitted>(file).is_ok());
        for (from, to) in [("\nbrief =", "\nbreif ="), ("\nnear = 0.5", ""), ("\n[neighbours]", "\n[neighbour]")] {
            assert!(toml::from_str::<Fitted>(&file.replacen(from, to, 1)).is_err(), "{from}");
        }
    }
}
