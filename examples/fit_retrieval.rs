//! Fits the weights of retrieval: `cargo run --profile quick --example fit_retrieval -- SETS.json [ROUNDS [FROM.toml]]`
//! prints a better `assets/retrieval.toml` than that (or FROM.toml); with 0 rounds, only what it reaches. Only the
//! numbers of it enter the repository.
//!
//! SETS.json is a list of
//! `{"index": FILE, "share": 1.0, "questions": [{"query", "wanted": [[document ids that do], …]}]}`; a set counts by
//! its share. What is made better is the mean of recall among the first 2 and, twice, the first 5 documents. One weight
//! is changed at a time, up and down by steps that shrink, and a change is kept when it helps.

use std::collections::BTreeSet;
use std::error::Error;

use gleaner::retrieve::weights::Weights;
use gleaner::retrieve::{Filter, Query, passages};
use gleaner::store::Reader;
use rayon::prelude::*;
use serde::Deserialize;
use toml::{Table, Value};

#[derive(Deserialize)]
struct Set {
    index: String,
    share: f64,
    questions: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    query: String,
    /// For each thing wanted, the documents that do.
    wanted: Vec<BTreeSet<u32>>,
}

/// Weights that are not made better: they are prices in time.
const FIXED: [&str; 2] = ["grains.read", "walk.read"];
/// Steps, as shares of a weight; a weight of 0 is tried at the step itself.
const STEPS: [f64; 2] = [0.5, 0.25];
const FOUND: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which sets? a file like the one described in examples/fit_retrieval.rs")?;
    let rounds: usize = arguments.next().map_or(Ok(1), |rounds| rounds.parse())?;
    let sets: Vec<Set> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let from = arguments.next().map(std::fs::read_to_string).transpose()?;
    let from = from.as_deref().unwrap_or(include_str!("../assets/retrieval.toml"));
    let mut best: Table = toml::from_str(from)?;
    let mut reached = score(&sets, &Weights::parse(from)?, true)?;
    println!("# as it is: {reached:.4}");
    let mut names: Vec<(String, String)> = Vec::new();
    for (section, values) in &best {
        names.extend(values.as_table().into_iter().flatten().map(|(name, _)| (section.clone(), name.clone())));
    }
    for step in STEPS.iter().cycle().take(rounds * STEPS.len()) {
        for (section, name) in names.iter().filter(|(s, n)| !FIXED.contains(&format!("{s}.{n}").as_str())) {
            for sign in [1.0, -1.0] {
                loop {
                    let mut tried = best.clone();
                    let Some(value) = tried.get_mut(section).and_then(|table| table.get_mut(name)) else { break };
                    change(value, sign * step);
                    let Ok(weights) = Weights::parse(&toml::to_string(&tried)?) else { break };
                    let score = score(&sets, &weights, false)?;
                    if score <= reached + 1e-6 {
                        break;
                    }
                    (reached, best) = (score, tried);
                    eprintln!("{reached:.4}  {section}.{name} = {}", best[section][name]);
                }
            }
        }
    }
    println!("{}", toml::to_string(&best)?);
    score(&sets, &Weights::parse(&toml::to_string(&best)?)?, true)?;
    Ok(())
}

fn change(value: &mut Value, step: f64) {
    match value {
        Value::Integer(number) => *number = (*number as f64 * (1.0 + step)).round().max(1.0) as i64,
        Value::Float(number) if *number == 0.0 => *number = 0.2 * step.max(0.0),
        Value::Float(number) => *number = (*number * (1.0 + step) * 1e4).round() / 1e4,
        _ => {}
    }
}

/// The mean over sets, by their shares, of what a ranking by these weights reaches.
fn score(sets: &[Set], weights: &Weights, tell: bool) -> Result<f64, Box<dyn Error>> {
    let (mut sum, mut shares) = (0.0, 0.0);
    for set in sets {
        let all: Vec<[f64; 2]> = set
            .questions
            .par_chunks(32)
            .map(|questions| {
                let Ok(reader) = Reader::open(std::path::Path::new(&set.index)) else { return Vec::new() };
                questions.iter().map(|question| reach(&reader, question, weights)).collect()
            })
            .flatten()
            .collect();
        let count = all.len().max(1) as f64;
        let [two, five] = [0, 1].map(|at| all.iter().map(|reached| reached[at]).sum::<f64>() / count);
        if tell {
            println!("# {}: @2 {:.1} @5 {:.1} of {}", set.index, 100.0 * two, 100.0 * five, all.len());
        }
        sum += set.share * (two + 2.0 * five) / 3.0;
        shares += set.share;
    }
    Ok(sum / shares)
}

/// The shares of what is wanted that are among the first 2 and 5 documents.
fn reach(reader: &Reader, question: &Question, weights: &Weights) -> [f64; 2] {
    let found = Query::read(reader, &question.query)
        .and_then(|query| passages(reader, &query.weighed_by(weights.clone()), &Filter::everything(), FOUND))
        .unwrap_or_default();
    let mut documents: Vec<u32> = Vec::new();
    for passage in found {
        if !documents.contains(&passage.document.0) {
            documents.push(passage.document.0);
        }
    }
    [2, 5].map(|first| {
        let near: BTreeSet<u32> = documents.iter().take(first).copied().collect();
        let held = question.wanted.iter().filter(|wanted| !near.is_disjoint(wanted)).count();
        held as f64 / question.wanted.len().max(1) as f64
    })
}
