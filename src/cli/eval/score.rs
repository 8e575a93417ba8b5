//! `gleaner eval score`: the figures of answers and lists that something else made, a line of JSON each.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::error::{CliError, ErrorKind};
use crate::eval::answers::evidence_held;
use crate::eval::communities::fidelity;
use crate::eval::content::coverage;
use crate::eval::judge::assertions::{self, Votes};
use crate::eval::judge::claims::Entailment;
use crate::eval::metric::{Values, means};
use crate::eval::ranking::{Judged, Wanted};
use crate::eval::rouge::rouge;
use crate::model::shown_path;

/// A line: an answer with its reference, a list with what it should hold, or both.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    answer: Option<String>,
    reference: Option<String>,
    #[serde(default)]
    evidence: Vec<String>,
    list: Option<Vec<String>>,
    wanted: Option<AllWanted>,
    /// Counts of what was drawn on and of what there is, by cluster.
    drawn: Option<BTreeMap<String, usize>>,
    whole: Option<BTreeMap<String, usize>>,
    /// Which statements of an answer and of its reference are said where, as somebody judged it.
    entailment: Option<Entailment>,
    /// What each trial said of the assertions of an answer.
    #[serde(default)]
    assertions: Vec<Votes>,
}

/// Things a list should hold; with what each is worth, or each worth 1.
#[derive(Deserialize)]
#[serde(untagged)]
enum AllWanted {
    Worth(BTreeMap<String, f64>),
    Plain(Vec<String>),
}

#[derive(Serialize)]
struct Scored<'a> {
    id: &'a Value,
    #[serde(flatten)]
    values: &'a Values,
}

/// Places that figures of lists are taken at.
const AT: [usize; 5] = [1, 2, 5, 10, 20];

pub fn run(context: &mut Context, file: &Path) -> Result<(), CliError> {
    let from_standard_input = file == Path::new("-");
    let name = if from_standard_input { "standard input".to_owned() } else { shown_path(file) };
    let unreadable = |e: std::io::Error| CliError::new(ErrorKind::Usage, format!("{name} cannot be read: {e}"));
    let text = if from_standard_input {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text).map_err(unreadable)?;
        text
    } else {
        std::fs::read_to_string(file).map_err(unreadable)?
    };
    let mut all: Vec<Values> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(line).map_err(|e| {
            CliError::usage(format!("{name}, line {}: {e}", number + 1))
                .hint("a line has answer and reference, list and wanted, drawn and whole, entailment, or assertions; `gleaner eval score --help` shows them")
        })?;
        let values = score(&line);
        if context.global.json {
            context.out.json(&Scored { id: &line.id, values: &values })?;
        }
        all.push(values);
    }
    if !context.global.json {
        for (figure, mean) in means(&all) {
            context.out.line(format!("{figure:<18}{:>8.4}  ({})", mean.mean, mean.n))?;
        }
    }
    context.out.flush()
}

fn score(line: &Line) -> Values {
    let mut values = Values::new();
    let mut put = |key: &str, value: f64| {
        values.insert(key.to_owned(), value);
    };
    if let (Some(answer), Some(reference)) = (&line.answer, &line.reference) {
        let scores = rouge(reference, answer);
        for (key, score) in [("rouge_1", scores.one), ("rouge_2", scores.two), ("rouge_l", scores.longest)] {
            put(&format!("{key}_precision"), score.precision);
            put(&format!("{key}_recall"), score.recall);
            put(key, score.f1);
        }
        put("coverage", coverage(reference, answer));
    }
    if let (Some(answer), false) = (&line.answer, line.evidence.is_empty()) {
        put("evidence", evidence_held(&line.evidence, answer));
    }
    if let (Some(list), Some(wanted)) = (&line.list, &line.wanted) {
        let wanted: Vec<Wanted<&str>> = match wanted {
            AllWanted::Plain(all) => all.iter().map(|thing| Wanted::one(thing.as_str())).collect(),
            AllWanted::Worth(all) => {
                let worth = all.iter().filter(|(_, gain)| **gain > 0.0);
                worth.map(|(thing, gain)| Wanted { any: vec![thing.as_str()], gain: *gain }).collect()
            }
        };
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let judged = Judged::new(&list, &wanted);
        for k in AT {
            put(&format!("recall_at_{k}"), judged.recall(k));
            put(&format!("precision_at_{k}"), judged.precision(k));
            put(&format!("hit_at_{k}"), judged.hit(k));
            put(&format!("ndcg_at_{k}"), judged.ndcg(k));
        }
        put("mrr", judged.reciprocal_rank());
        put("map", judged.average_precision());
        put("ndcg", judged.ndcg(usize::MAX));
    }
    if let (Some(drawn), Some(whole)) = (&line.drawn, &line.whole) {
        let as_counts = |counts: &BTreeMap<String, usize>| counts.clone().into_iter().filter(|(_, n)| *n > 0).collect();
        let (drawn, whole): (BTreeMap<String, usize>, BTreeMap<String, usize>) = (as_counts(drawn), as_counts(whole));
        let near = fidelity(&by_ref(&drawn), &by_ref(&whole));
        put("fidelity_js", near.js);
        put("fidelity_tvd", near.tvd);
        put("clusters", near.met);
    }
    if let Some(entailment) = &line.entailment {
        values.extend(entailment.figures());
    }
    let passed: Vec<_> = line.assertions.iter().map(Votes::count).collect();
    values.extend(assertions::figures(&passed));
    values
}

fn by_ref(counts: &BTreeMap<String, usize>) -> BTreeMap<&str, usize> {
    counts.iter().map(|(name, count)| (name.as_str(), *count)).collect()
}
