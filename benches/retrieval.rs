//! Recall of `gleaner search --kind source`, and of each retrieval system (`--by`): how many of the passages that
//! answer a question are among the first 2, 5 and 20 found; with titles, and with the titles taken away. Every index is
//! built anew from the shared data sets by the offline method; what each structure adds to it is printed too.
//!
//! `cargo bench --bench retrieval`; with `-- misses`, the questions whose passages are not all among the first 5.
//! What was tuned was tuned on the first halves only.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gleaner::config::Settings;
use gleaner::index::structures::{self, Structure};
use gleaner::index::{Plan, build};
use gleaner::model::{Kind, Progress, TextUnitId};
use gleaner::retrieve::{Filter, Query, System, search, search_by};
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
    println!("{:<34} {:>4} {:>8} {:>8} {:>8} {:>12} {:>12}", "", "n", "@2", "@5", "@20", "median", "slowest");
    for set in ["2wiki", "musique100"] {
        let corpus = data.join(set).join("corpus.json");
        let titles = named(&corpus)?;
        let untitled = folder.path().join(format!("{set}.json"));
        without_titles(&corpus, &untitled)?;
        let all = questions(&data.join(set).join("questions.json"))?;
        let (first, second) = all.split_at(all.len() / 2);
        for (kind, corpus) in [("titles", &corpus), ("no titles", &untitled)] {
            let place = folder.path().join(format!("{set} {kind}"));
            let reader = index(corpus, &place)?;
            // A row's title, whatever it is called in the index.
            let title = |unit: u32| -> Result<String, Box<dyn Error>> {
                let row = reader.document(reader.text_unit(TextUnitId(unit))?.document)?.row;
                Ok(row.and_then(|row| titles.get(row as usize)).cloned().unwrap_or_default())
            };
            for (half, part) in [("tuned on", first), ("held out", second)] {
                let name = format!("{set}, {kind}, {half}");
                let words = |question: &str| -> Result<Vec<String>, Box<dyn Error>> {
                    let hits = reader.search_units(question, false, 1.0, AT[2])?;
                    hits.iter().map(|hit| title(hit.record.id)).collect()
                };
                report(&format!("{name}: words"), part, words, false)?;
                let full = |question: &str| -> Result<Vec<String>, Box<dyn Error>> {
                    let hits = search(
                        &reader,
                        &Query::read(&reader, question)?,
                        &[Kind::Source],
                        &Filter::everything(),
                        AT[2],
                    )?;
                    hits.iter().map(|hit| title(hit.record.id)).collect()
                };
                report(&format!("{name}: all"), part, full, misses)?;
            }
            let before = std::fs::metadata(&place)?.len();
            println!("{:<34} {:>4} MB", format!("{set}, {kind}: index"), before >> 20);
            for structure in Structure::ALL {
                let made = structures::add(&place, &[structure], None, None, &Progress::default())?;
                let facts = made.first().map(|made| made.facts.to_string()).unwrap_or_default();
                let size = std::fs::metadata(&place)?.len().saturating_sub(before) >> 10;
                println!("  with {:<12} {size:>8} kB so far  {facts}", structure.name());
            }
            for system in System::ALL {
                let find = |question: &str| -> Result<Vec<String>, Box<dyn Error>> {
                    let hits =
                        search_by(&reader, &Query::read(&reader, question)?, system, &Filter::everything(), AT[2])?;
                    hits.unwrap_or_default().iter().map(|hit| title(hit.record.id)).collect()
                };
                report(&format!("{set}, {kind}, held out: {}", system.name()), second, find, false)?;
            }
        }
    }
    Ok(())
}

/// The titles of a corpus, by row.
fn named(corpus: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(corpus)?)?;
    Ok(rows.iter().map(|row| row["title"].as_str().unwrap_or_default().to_owned()).collect())
}

/// Writes a corpus with numbers for titles.
fn without_titles(corpus: &Path, into: &Path) -> Result<(), Box<dyn Error>> {
    let mut rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(corpus)?)?;
    rows.iter_mut().enumerate().for_each(|(number, row)| row["title"] = Value::String(number.to_string()));
    Ok(std::fs::write(into, serde_json::to_string(&rows)?)?)
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
    println!("{name:<34} {:>4} {two:>8.1} {five:>8.1} {twenty:>8.1} {median:>12.1?} {slowest:>12.1?}", questions.len());
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
