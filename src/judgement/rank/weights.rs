//! The weights of the features: data, fitted by `benches/rank/fit.py` on questions whose answers are known.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::features::{COUNT, FEATURES, Features};
use crate::config::data_file;

/// One set of weights.
type Weights = [f32; COUNT];

/// What it is worth that a passage has words of the question which few others have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Covering {
    /// In itself, as a part of the spread of worths.
    pub own: f32,
    /// In itself or in a sentence beside it.
    pub near: f32,
    /// What is left of a word once it was said.
    pub again: f32,
}

/// What makes one of the passages chosen the one to begin with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead {
    /// That it was chosen first.
    pub first: f32,
    /// How much of the question's weight its sentence has.
    pub coverage: f32,
    /// Which part of its sentence's words of content are the question's.
    pub dense: f32,
    /// Each score of words over a score.
    pub long: f32,
}

/// Weights by the kind of text: what is written, and what is said.
struct Fitted {
    written: Weights,
    spoken: Weights,
    covering: [Covering; 2],
    lead: Lead,
    neighbours: Vec<f32>,
    /// What is left of them in what is written, or where the passages are of many documents.
    apart: f32,
}

/// How far a sentence's neighbours stand from it.
const STEPS: [&str; 3] = ["one", "two", "three"];

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    let file: HashMap<String, HashMap<String, f32>> = data_file!("../../../assets/rank/weights.toml");
    let set = |name: &str| {
        let known = file.get(name);
        FEATURES.map(|feature| known.and_then(|known| known.get(feature)).copied().unwrap_or_default())
    };
    let of = |table: &str, name: &str| file.get(table).and_then(|known| known.get(name)).copied();
    let covering = |table: &str| {
        let part = |name: &str| of(table, name).unwrap_or_default();
        Covering { own: part("own"), near: part("near"), again: part("again") }
    };
    let lead = |name: &str| of("lead", name).unwrap_or_default();
    Fitted {
        lead: Lead { first: lead("first"), coverage: lead("coverage"), dense: lead("dense"), long: lead("long") },
        written: set("written"),
        spoken: set("spoken"),
        covering: [covering("covering_written"), covering("covering_spoken")],
        neighbours: STEPS.iter().map_while(|step| of("neighbours", step)).collect(),
        apart: of("neighbours", "apart").unwrap_or(1.0),
    }
});

/// Returns what features are worth together; higher is better, comparable within one question.
pub fn worth(features: &Features, spoken: bool) -> f32 {
    let weights = if spoken { &FITTED.spoken } else { &FITTED.written };
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// Returns what covering the question is worth.
pub fn covering(spoken: bool) -> Covering {
    FITTED.covering[usize::from(spoken)]
}

/// Returns what makes a passage the one to begin with, of what is written.
pub fn lead() -> Lead {
    FITTED.lead
}

/// Returns the parts of what the first, second and third sentence on either side are worth that a sentence is worth
/// more. In the talk of a few an answer goes on over several sentences; what is written, or said by many, says it in
/// few, and what stands beside them is about something else.
pub fn neighbours(apart: bool) -> Vec<f32> {
    let part = if apart { FITTED.apart } else { 1.0 };
    FITTED.neighbours.iter().map(|neighbour| part * neighbour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_every_feature_and_no_other() {
        let file: HashMap<String, HashMap<String, f32>> = data_file!("../../../assets/rank/weights.toml");
        for kind in ["written", "spoken"] {
            let mut named: Vec<&str> = file[kind].keys().map(String::as_str).collect();
            let mut known = FEATURES.to_vec();
            named.sort_unstable();
            known.sort_unstable();
            assert_eq!(named, known, "{kind}");
        }
    }
}
