//! The lenient reader held against recorded answers of real models, where they are at hand: prints a table by model,
//! and fails when a record that can be read is not.
//!
//! The rule, which knows nothing of the reader. Thoughts and fences aside, an answer of records is cut at every place
//! where a tag (`entity`, `relationship`, `relation`) is followed by a delimiter character. A piece is *well-formed*
//! when it is exactly as asked: bracket, quoted tag, `<|>` between fields, three fields for an entity, four for a
//! relationship with a plain number last, none empty, closing bracket. Any other piece is *repairable* when a first
//! field with a letter or digit can be told from what follows it (for a relationship two such fields), unless it is the
//! last piece of an answer without an end mark, where it may be cut. A well-formed piece is recovered when an element
//! of its very names (and type, or strength) was read; a repairable one when an element of that kind whose name (whose
//! first name) its first field begins with was read. A report is well-formed when it is JSON with a title, and then
//! recovered with title, rating and number of findings; any other with a `"title"` is repairable, and recovered with
//! its title and every finding that is whole.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gleaner::judgement::model::parse::{elements, report};
use parquet::file::reader::SerializedFileReader;
use parquet::record::Field;
use serde_json::Value;

#[derive(Default)]
struct Row {
    answers: u32,
    well: u32,
    well_read: u32,
    repairable: u32,
    repaired: u32,
    missed: Vec<String>,
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Pieces of an answer, each from a tag to the next.
fn pieces(answer: &str) -> Vec<(&'static str, &str)> {
    let mut starts = Vec::new();
    for tag in ["relationship", "relation", "entity"] {
        for (at, _) in answer.match_indices(tag) {
            let before = answer[..at].chars().next_back();
            let after = answer[at + tag.len()..].trim_start_matches(['"', '\'', ' ', '*']);
            if !before.is_some_and(char::is_alphanumeric) && after.starts_with(['<', '|', '>']) {
                starts.push((at, tag));
            }
        }
    }
    starts.sort_unstable();
    let ends: Vec<usize> = starts.iter().skip(1).map(|&(at, _)| at).chain([answer.len()]).collect();
    starts.into_iter().zip(ends).map(|((at, tag), end)| (tag, &answer[at..end])).collect()
}

/// The fields of a piece that is exactly as asked.
fn exact<'a>(tag: &str, piece: &'a str) -> Option<Vec<&'a str>> {
    let piece = piece.trim_end().trim_end_matches('"').trim_end_matches('(').trim_end();
    let piece = piece.split("<|COMPLETE|>").next()?.trim_end().trim_end_matches('#').trim_end();
    let inner = piece.strip_suffix(')')?.strip_prefix(tag)?.strip_prefix('"')?.strip_prefix("<|>")?;
    let fields: Vec<&str> = inner.split("<|>").map(str::trim).collect();
    let bare = |field: &&str| !field.contains(['|', '\n', '#']) && field.chars().any(char::is_alphanumeric);
    let wanted = if tag == "entity" { 3 } else { 4 };
    let whole = fields.len() == wanted && fields.iter().all(bare);
    (whole && (tag == "entity" || fields[3].parse::<f32>().is_ok())).then_some(fields)
}

/// The first one or two fields that can be told from what follows.
fn tellable(tag: &str, piece: &str) -> Option<Vec<String>> {
    let body = piece.strip_prefix(tag)?;
    let fields: Vec<String> = body
        .split(['<', '|', '>', '#', '\n'])
        .map(plain)
        .filter(|field| !field.is_empty() && field != "complete" && field != "end")
        .collect();
    let names = if tag == "entity" { 1 } else { 2 };
    (fields.len() > names).then(|| fields[..names].to_vec())
}

fn records(answer: &str, row: &mut Row) {
    let read = elements::read(answer);
    let mut entities: Vec<(String, String)> = read
        .value
        .entities
        .iter()
        .map(|entity| (plain(&entity.name), entity.kind.as_ref().map(|kind| plain(kind.name())).unwrap_or_default()))
        .collect();
    let mut edges: Vec<(String, String, f32)> =
        read.value.relationships.iter().map(|r| (plain(&r.source), plain(&r.target), r.strength)).collect();
    let all = pieces(answer);
    let ended = answer.contains("COMPLETE") || answer.contains("|END|");
    let mut repairable = Vec::new();
    // Well-formed ones first, so that a repairable one cannot take their element.
    for (number, (tag, piece)) in all.iter().enumerate() {
        let Some(fields) = exact(tag, piece) else {
            if let Some(names) = tellable(tag, piece).filter(|_| ended || number + 1 < all.len()) {
                repairable.push((*tag, names, *piece));
            }
            continue;
        };
        row.well += 1;
        let found = if *tag == "entity" {
            let at = entities.iter().position(|(name, _)| *name == plain(fields[0]));
            at.map(|at| entities.remove(at)).is_some()
        } else {
            let strength = fields[3].parse::<f32>().unwrap_or(0.0).clamp(1.0, 10.0);
            let same = |edge: &(String, String, f32)| {
                edge.0 == plain(fields[0]) && edge.1 == plain(fields[1]) && (edge.2 - strength).abs() < 0.01
            };
            edges.iter().position(same).map(|at| edges.remove(at)).is_some()
        };
        if found {
            row.well_read += 1;
        } else {
            row.missed.push(format!("well-formed: {piece}"));
        }
    }
    for (tag, names, piece) in repairable {
        row.repairable += 1;
        let entity = entities.iter().position(|(name, _)| names[0].starts_with(name.as_str()));
        let edge = edges.iter().position(|edge| names[0].starts_with(edge.0.as_str()));
        // A relationship under the wrong tag, and the other way round, count as what they are.
        match (tag, entity, edge) {
            ("entity", Some(at), _) | (_, Some(at), None) => {
                entities.remove(at);
            }
            (_, _, Some(at)) => {
                edges.remove(at);
            }
            _ => {
                row.missed.push(format!("repairable: {piece}"));
                continue;
            }
        }
        row.repaired += 1;
    }
}

fn reports(answer: &str, row: &mut Row) {
    let read = report::read(answer).value;
    match serde_json::from_str::<Value>(answer.trim()) {
        Ok(value) if value.get("title").is_some() => {
            row.well += 1;
            let findings = value["findings"].as_array().map_or(0, Vec::len);
            let same = value["title"].as_str().map(str::trim) == Some(&read.title)
                && findings == read.findings.len()
                && value["rating"].as_f64().is_none_or(|rating| read.rating == Some(rating as f32));
            row.well_read += u32::from(same);
            if !same {
                row.missed.push(format!("well-formed: {answer}"));
            }
        }
        _ if answer.contains("\"title\"") => {
            row.repairable += 1;
            // A finding is whole when the bracket after its explanation is there.
            let whole = answer.matches("\"explanation\"").count();
            let cut = usize::from(!answer.trim_end().ends_with(['}', '`']));
            let same = !read.title.is_empty() && read.findings.len() + cut >= whole;
            row.repaired += u32::from(same);
            if !same {
                row.missed.push(format!("repairable: {answer}"));
            }
        }
        _ => {}
    }
}

#[test]
fn recorded_answers_of_real_models_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/llm-outputs");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no shared data at {}", folder.display());
        return;
    };
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "jsonl")) {
        let shared = file.ends_with("malformed.shared.jsonl");
        for line in std::fs::read_to_string(file).expect("readable").lines() {
            let row: Value = serde_json::from_str(line).expect("JSON lines");
            let model = row["model"].as_str().unwrap_or("not told").to_owned();
            let Some(output) = row["output"].as_str() else { continue };
            // The malformed ones are a selection out of the other files, and some more: a row of their own.
            let key = if shared { "(malformed, all models)".to_owned() } else { model };
            let into = table.entry(key).or_default();
            into.answers += 1;
            match row["kind"].as_str() {
                Some("extraction" | "gleaning") => records(output, into),
                Some("report") => reports(output, into),
                _ => {}
            }
        }
    }
    assert!(!table.is_empty(), "the folder is there and holds no answers");
    print(&table);
    for (model, row) in &table {
        assert!(share(row.well_read, row.well) >= 99.0, "{model}: well-formed records were not read");
        assert!(share(row.repaired, row.repairable) >= 90.0, "{model}: repairable records were not read");
    }
}

/// What a person counted in one recorded answer, by the rule in `benches/README.md`: entities and relationships that
/// are as asked for, and those whose names can still be told.
struct Label {
    file: String,
    line: usize,
    well: [usize; 2],
    repairable: [usize; 2],
    hopeless: usize,
}

fn labels() -> Vec<Label> {
    let text = include_str!("../benches/labels.csv");
    let read = |line: &str| {
        let mut fields = line.split(',');
        let file = fields.next()?.to_owned();
        let numbers: Vec<usize> = fields.map_while(|field| field.parse().ok()).collect();
        let [line, entities, ties, repairable_entities, repairable_ties, hopeless] = numbers[..] else { return None };
        let (well, repairable) = ([entities, ties], [repairable_entities, repairable_ties]);
        Some(Label { file, line, well, repairable, hopeless })
    };
    text.lines().skip(1).map(|line| read(line).expect("a label")).collect()
}

#[test]
fn two_hundred_answers_that_a_person_counted_are_read() {
    let labels = labels();
    assert_eq!(labels.len(), 200);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/llm-outputs");
    if !folder.is_dir() {
        println!("skipped: no shared data at {}", folder.display());
        return;
    }
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let mut invented = 0;
    for label in labels {
        let answers = std::fs::read_to_string(folder.join(&label.file)).expect("a file of answers");
        let row: Value = serde_json::from_str(answers.lines().nth(label.line - 1).expect("an answer")).expect("JSON");
        let read = elements::read(row["output"].as_str().expect("an answer")).value;
        let into = table.entry(row["model"].as_str().unwrap_or("not told").to_owned()).or_default();
        into.answers += 1;
        let mut lacks = 0;
        for (kind, read) in [read.entities.len(), read.relationships.len()].into_iter().enumerate() {
            let (well, repairable) = (label.well[kind], label.repairable[kind]);
            into.well += well as u32;
            into.well_read += read.min(well) as u32;
            into.repairable += repairable as u32;
            into.repaired += read.saturating_sub(well).min(repairable) as u32;
            lacks += (well + repairable).saturating_sub(read);
            invented += read.saturating_sub(well + repairable + label.hopeless);
        }
        if lacks > 0 {
            into.missed.push(format!("{}:{} lacks {lacks}", label.file, label.line));
        }
    }
    print(&table);
    println!("records read that nobody counted: {invented}");
    for (model, row) in &table {
        assert!(share(row.well_read, row.well) >= 99.0, "{model}: well-formed records were not read");
    }
    let sum = |of: fn(&Row) -> u32| table.values().map(of).sum::<u32>();
    assert!(share(sum(|row| row.repaired), sum(|row| row.repairable)) >= 90.0, "repairable records were not read");
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}

/// A line for each model, with what was missed where that is wanted.
fn print(table: &BTreeMap<String, Row>) {
    println!("{:28} {:>7} {:>17} {:>17}", "model", "answers", "well-formed", "repairable");
    for (model, row) in table {
        println!(
            "{model:28} {:>7} {:>7} {:>8.2}% {:>7} {:>8.2}%",
            row.answers,
            row.well,
            share(row.well_read, row.well),
            row.repairable,
            share(row.repaired, row.repairable)
        );
        if std::env::var_os("GLEANER_SHOW_MISSED").is_some() {
            row.missed.iter().for_each(|missed| println!("    {missed:?}"));
        }
    }
}

/// Names, and edges by the names of their ends.
type Kept = (BTreeSet<String>, BTreeSet<(String, String)>);

/// Names and edges that the reference implementation kept of the same answers, as its tables have them.
fn kept(folder: &Path) -> Option<Kept> {
    let table = |wanted: &str| {
        let mut folders = vec![folder.to_owned()];
        let mut found = None;
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()) {
                let name = path.file_name()?.to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if name == format!("{wanted}.parquet") || name == format!("create_final_{wanted}.parquet") {
                    found = Some(path);
                }
            }
        }
        let reader = SerializedFileReader::new(std::fs::File::open(found?).ok()?).ok()?;
        let rows: Vec<BTreeMap<String, String>> = reader
            .into_iter()
            .flatten()
            .map(|row| {
                let text = |(name, field): (&String, &Field)| match field {
                    Field::Str(text) => Some((name.clone(), plain(text))),
                    _ => None,
                };
                row.get_column_iter().filter_map(text).collect()
            })
            .collect();
        Some(rows)
    };
    let name = |row: BTreeMap<String, String>| row.get("title").or_else(|| row.get("name")).cloned();
    let names = table("entities")?.into_iter().filter_map(name).filter(|name| !name.is_empty()).collect();
    let edge = |row: BTreeMap<String, String>| Some((row.get("source")?.clone(), row.get("target")?.clone()));
    Some((names, table("relationships")?.into_iter().filter_map(edge).collect()))
}

#[test]
fn every_name_and_edge_that_the_reference_kept_is_read() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let mut compared = 0;
    println!("{:18} {:>7} {:>7} {:>7} {:>7}", "answers", "names", "read", "edges", "read");
    for set in ["sim25_small", "sim25_christmas", "sim25_2christmas", "yoshi", "traingraph", "ms_gemini"] {
        let answers = std::fs::read_to_string(shared.join(format!("llm-outputs/{set}.jsonl")));
        let (Ok(answers), Some((names, edges))) = (answers, kept(&shared.join("graphrag-outputs").join(set))) else {
            println!("{set:18} skipped: not at hand");
            continue;
        };
        let (mut read_names, mut read_edges) = (BTreeSet::new(), BTreeSet::new());
        for line in answers.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON lines");
            let (Some(output), Some("extraction" | "gleaning")) = (row["output"].as_str(), row["kind"].as_str()) else {
                continue;
            };
            let read = elements::read(output).value;
            read_names.extend(read.entities.iter().map(|entity| plain(&entity.name)));
            for edge in &read.relationships {
                let (source, target) = (plain(&edge.source), plain(&edge.target));
                read_names.extend([source.clone(), target.clone()]);
                read_edges.extend([(source.clone(), target.clone()), (target, source)]);
            }
        }
        let missing: Vec<&String> = names.difference(&read_names).collect();
        let lost: Vec<&(String, String)> = edges.difference(&read_edges).collect();
        println!(
            "{set:18} {:>7} {:>7} {:>7} {:>7}",
            names.len(),
            names.len() - missing.len(),
            edges.len(),
            edges.len() - lost.len()
        );
        if std::env::var_os("GLEANER_SHOW_MISSED").is_some() {
            println!("    {missing:?}\n    {lost:?}");
        }
        assert!(missing.is_empty() && lost.is_empty(), "{set}: {} names, {} edges", missing.len(), lost.len());
        compared += 1;
    }
    println!("{compared} sets compared");
}
