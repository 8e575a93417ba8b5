//! Recall of `gleaner search --kind source`: how many of the passages that answer a question are among the first 2, 5
//! and 20 found. Every index is built anew from the shared data sets by the offline method.
//!
//! `cargo bench --bench retrieval`; with `-- misses`, the questions whose passages are not all among the first 5.
//! What was tuned was tuned on the first half of 2wiki only.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gleaner::config::Settings;
use gleaner::index::{Plan, build};
use gleaner::model::{Kind, Progress};
use gleaner::retrieve::{Filter, Hit, search};
use gleaner::store::Reader;
use serde_json::Value;

/// Places of the list that recall is taken at.
const AT: [usize; 3] = [2, 5, 20];

/// A question, and the titles of the passages that answer it.
struct Question {
    text: String,
    wanted: BTreeSet<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/retrieval");
    if !data.is_dir() {
        println!("skipped: no shared data at {}", data.display());
        return Ok(());
    }
    let misses = std::env::args().any(|argument| argument == "misses");
    let folder = tempfile::tempdir()?;
    println!("{:<24} {:>4} {:>8} {:>8} {:>8} {:>12} {:>12}", "", "n", "@2", "@5", "@20", "median", "slowest");
    for set in ["2wiki", "musique100"] {
        let reader = index(&data.join(set).join("corpus.json"), &folder.path().join(set))?;
        let questions = questions(&data.join(set).join("questions.json"))?;
        let half = if set == "2wiki" { questions.len() / 2 } else { questions.len() };
        let (first, second) = questions.split_at(half);
        let parts: &[(&str, &[Question])] = match set {
            "2wiki" => &[("2wiki, tuned on", first), ("2wiki, held out", second)],
            _ => &[("musique100, held out", first)],
        };
        for (name, part) in parts {
            report(&format!("{name}: words"), part, |question| by_words(&reader, question), false)?;
            let full = |question: &str| Ok(search(&reader, question, &[Kind::Source], &Filter::everything(), AT[2])?);
            report(&format!("{name}: all"), part, |question| full(question).map(titles), misses)?;
        }
    }
    Ok(())
}

fn index(corpus: &Path, into: &Path) -> Result<Reader, Box<dyn Error>> {
    let plan = Plan {
        roots: vec![corpus.to_owned()],
        index: into.to_owned(),
        name: String::new(),
        settings: Settings::default(),
        afresh: false,
    };
    build(&plan, &Progress::default())?;
    Ok(Reader::open(into)?)
}

/// Titles by full text alone, for comparison.
fn by_words(reader: &Reader, question: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let hits = reader.search_units(question, false, 1.0, AT[2])?;
    let units = hits.iter().map(|hit| gleaner::model::TextUnitId(hit.record.id)).collect::<Vec<_>>();
    let units = reader.text_units(&units)?;
    units.iter().map(|unit| Ok(reader.document(unit.document)?.title)).collect()
}

fn titles(hits: Vec<Hit>) -> Vec<String> {
    hits.into_iter().filter_map(|hit| hit.document).collect()
}

fn report(
    name: &str,
    questions: &[Question],
    find: impl Fn(&str) -> Result<Vec<String>, Box<dyn Error>>,
    misses: bool,
) -> Result<(), Box<dyn Error>> {
    let (mut recall, mut times) = ([0.0; AT.len()], Vec::new());
    for question in questions {
        let begun = Instant::now();
        let found = find(&question.text)?;
        times.push(begun.elapsed());
        for (recall, at) in recall.iter_mut().zip(AT) {
            let near: BTreeSet<&String> = found.iter().take(at).collect();
            let held = question.wanted.iter().filter(|title| near.contains(title)).count();
            *recall += held as f64 / question.wanted.len() as f64;
            if misses && at == 5 && held < question.wanted.len() {
                println!(
                    "{}\n  wanted {:?}\n  found {:?}",
                    question.text,
                    question.wanted,
                    &found[..5.min(found.len())]
                );
            }
        }
    }
    times.sort_unstable();
    let [two, five, twenty] = recall.map(|sum| 100.0 * sum / questions.len() as f64);
    let (median, slowest) = (times[times.len() / 2], times.last().copied().unwrap_or(Duration::ZERO));
    println!("{name:<24} {:>4} {two:>8.1} {five:>8.1} {twenty:>8.1} {median:>12.1?} {slowest:>12.1?}", questions.len());
    Ok(())
}

/// Reads both sets' questions: gold titles by name, or paragraphs marked as supporting.
fn questions(path: &Path) -> Result<Vec<Question>, Box<dyn Error>> {
    let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let titles = |question: &Value| -> BTreeSet<String> {
        let named = question["gold_titles"].as_array().into_iter().flatten();
        let supporting = question["paragraphs"].as_array().into_iter().flatten().filter(|p| p["is_supporting"] == true);
        let all = named.chain(supporting.map(|paragraph| &paragraph["title"]));
        all.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Ok(all
        .iter()
        .map(|question| Question {
            text: question["question"].as_str().unwrap_or_default().to_owned(),
            wanted: titles(question),
        })
        .collect())
}
