//! The weights of the features: data, fitted by `benches/rank/fit.py` on questions whose answers are known.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::features::{COUNT, FEATURES, Features};

/// One set of weights.
type Weights = [f32; COUNT];

/// Weights by the kind of text: what is written, and what is said.
struct Fitted {
    written: Weights,
    spoken: Weights,
    neighbours: Vec<f32>,
    /// What is left of them where the passages are of many documents.
    of_many: f32,
}

/// How far a sentence's neighbours stand from it.
const STEPS: [&str; 3] = ["one", "two", "three"];

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    let file: HashMap<String, HashMap<String, f32>> =
        toml::from_str(include_str!("../../../assets/rank/weights.toml")).unwrap_or_default();
    let set = |name: &str| {
        let known = file.get(name);
        FEATURES.map(|feature| known.and_then(|known| known.get(feature)).copied().unwrap_or_default())
    };
    let of = |name: &str| file.get("neighbours").and_then(|known| known.get(name)).copied();
    Fitted {
        written: set("written"),
        spoken: set("spoken"),
        neighbours: STEPS.iter().map_while(|step| of(step)).collect(),
        of_many: of("of_many").unwrap_or(1.0),
    }
});

/// Returns what features are worth together; higher is better, comparable within one question.
pub fn worth(features: &Features, spoken: bool) -> f32 {
    let weights = if spoken { &FITTED.spoken } else { &FITTED.written };
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Returns the parts of what the first, second and third sentence on either side are worth that a sentence is worth more. In
/// one document an answer goes on over several sentences; of many, each says it in few, and what stands beside them is about
/// something else.
pub fn neighbours(of_many: bool) -> Vec<f32> {
    let part = if of_many { FITTED.of_many } else { 1.0 };
    FITTED.neighbours.iter().map(|neighbour| part * neighbour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_every_feature_and_no_other() {
        let file: HashMap<String, HashMap<String, f32>> =
            toml::from_str(include_str!("../../../assets/rank/weights.toml")).unwrap();
        for kind in ["written", "spoken"] {
            let mut named: Vec<&str> = file[kind].keys().map(String::as_str).collect();
            let mut known = FEATURES.to_vec();
            named.sort_unstable();
            known.sort_unstable();
            assert_eq!(named, known, "{kind}");
        }
    }
}
