//! The demo corpus holds what `assets/demo-links.toml` says is planted in it. Other tests assert on that file, so it
//! must not drift from the documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    story: Vec<Story>,
    contradiction: Vec<Contradiction>,
    chain: Vec<Chain>,
    entity: Vec<Entity>,
    question: Vec<Question>,
    recurring: Vec<Recurring>,
    encoding: Vec<Encoding>,
    transcript: Vec<Transcript>,
    table: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Story {
    id: String,
    title: String,
    summary: String,
    entities: Vec<String>,
    documents: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contradiction {
    id: String,
    question: String,
    #[serde(default, rename = "known_gap")]
    _known_gap: bool,
    side: Vec<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    claim: String,
    file: String,
    quote: String,
    also: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chain {
    id: String,
    question: String,
    shows: String,
    step: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    file: String,
    quote: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entity {
    name: String,
    r#type: String,
    aliases: Vec<String>,
    #[serde(default = "joined")]
    joined_by_rule: bool,
}

fn joined() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    text: String,
    mode: String,
    shown: bool,
    #[serde(default)]
    unanswerable: bool,
    #[serde(default, rename = "known_gap")]
    _known_gap: bool,
    documents: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recurring {
    kind: String,
    files: Vec<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoding {
    file: String,
    name: String,
    quote: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Transcript {
    file: String,
    speakers: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    file: String,
    text_field: String,
    rows: usize,
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn links() -> Links {
    let text = fs::read_to_string(assets().join("demo-links.toml")).expect("links file");
    toml::from_str(&text).expect("links file parses")
}

/// Bytes of every document, by its path relative to the corpus, with `/` between the parts.
fn corpus() -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, root: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).expect("readable corpus") {
            let path = entry.expect("readable entry").path();
            if path.is_dir() {
                walk(&path, root, into);
                continue;
            }
            let relative = path.strip_prefix(root).expect("inside the corpus");
            let name: Vec<_> = relative.iter().map(|part| part.to_str().expect("UTF-8 path")).collect();
            into.insert(name.join("/"), fs::read(&path).expect("readable document"));
        }
    }
    let root = assets().join("demo");
    let mut files = BTreeMap::new();
    walk(&root, &root, &mut files);
    files
}

/// The text of each document: UTF-8, or else Latin-1, in which every byte is the character of that number.
fn texts() -> BTreeMap<String, String> {
    let decode = |bytes: Vec<u8>| {
        String::from_utf8(bytes).unwrap_or_else(|no| no.into_bytes().into_iter().map(char::from).collect())
    };
    corpus().into_iter().map(|(path, bytes)| (path, decode(bytes))).collect()
}

#[test]
fn it_is_a_pile_of_forty_to_sixty_short_documents_of_many_kinds() {
    let texts = texts();
    assert!((40..=60).contains(&texts.len()), "{} documents", texts.len());
    for (path, text) in &texts {
        let words = text.split_whitespace().count();
        assert!((40..=1200).contains(&words), "{path} has {words} words");
        assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{path} holds control characters");
    }
    let kinds: BTreeSet<&str> = texts.keys().filter_map(|path| path.rsplit_once('.')).map(|(_, kind)| kind).collect();
    for kind in ["txt", "md", "html", "csv", "tsv", "jsonl", "log"] {
        assert!(kinds.contains(kind), "no .{kind} file");
    }
}

#[test]
fn every_document_belongs_to_a_story_line() {
    let (links, texts) = (links(), texts());
    assert!(links.story.len() >= 6);
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for story in &links.story {
        assert!(story.documents.len() >= 4, "{} is told by too few documents", story.id);
        assert!(!story.title.is_empty() && !story.summary.is_empty(), "{} says nothing of itself", story.id);
        for path in &story.documents {
            assert!(texts.contains_key(path), "{}: no such file {path}", story.id);
            told.insert(path);
        }
        for name in &story.entities {
            let holds = |path: &&String| texts[*path].to_lowercase().contains(&name.to_lowercase());
            let count = story.documents.iter().filter(holds).count();
            assert!(count >= 1, "{}: {name} is in none of its documents", story.id);
        }
    }
    let untold: Vec<_> = texts.keys().filter(|path| !told.contains(path.as_str())).collect();
    assert!(untold.is_empty(), "in no story line: {untold:?}");
}

#[test]
fn both_sides_of_every_contradiction_are_in_the_pile() {
    let (links, texts) = (links(), texts());
    assert!(links.contradiction.len() >= 2);
    for contradiction in &links.contradiction {
        let id = &contradiction.id;
        assert!(contradiction.question.ends_with('?'), "{id}");
        assert_eq!(contradiction.side.len(), 2, "{id}");
        assert_ne!(contradiction.side[0].file, contradiction.side[1].file, "{id}");
        assert_ne!(contradiction.side[0].claim, contradiction.side[1].claim, "{id}");
        for side in &contradiction.side {
            assert!(texts[&side.file].contains(&side.quote), "{id}: {:?} is not in {}", side.quote, side.file);
            for path in &side.also {
                assert!(texts.contains_key(path), "{id}: no such file {path}");
            }
        }
    }
}

#[test]
fn a_link_needs_three_documents_and_no_document_gives_it_away() {
    let (links, texts) = (links(), texts());
    for chain in &links.chain {
        let files: BTreeSet<&str> = chain.step.iter().map(|step| step.file.as_str()).collect();
        assert!(files.len() >= 3, "{} needs only {files:?}", chain.id);
        assert!(chain.question.ends_with('?') && !chain.shows.is_empty(), "{}", chain.id);
        for step in &chain.step {
            assert!(texts[&step.file].contains(&step.quote), "{}: {:?} is not in {}", chain.id, step.quote, step.file);
        }
        for (path, text) in &texts {
            let steps = chain.step.iter().filter(|step| text.contains(&step.quote)).count();
            assert!(steps < chain.step.len(), "{path} holds the whole of {}", chain.id);
        }
    }
}

#[test]
fn every_alias_is_used() {
    let (links, texts) = (links(), texts());
    let uses = |name: &str| texts.values().filter(|text| text.contains(name)).count();
    for entity in &links.entity {
        assert!(["person", "organisation", "place"].contains(&entity.r#type.as_str()), "{}", entity.name);
        assert!(uses(&entity.name) >= 2, "{} is in fewer than two documents", entity.name);
        for alias in &entity.aliases {
            assert!(uses(alias) >= 1, "{alias} ({}) is nowhere", entity.name);
        }
    }
    assert!(links.entity.iter().any(|entity| !entity.joined_by_rule), "a place with two names");
    assert!(links.entity.iter().filter(|entity| entity.r#type == "person").count() >= 20);
}

#[test]
fn questions_name_documents_that_exist() {
    let (links, texts) = (links(), texts());
    assert_eq!(links.question.iter().filter(|question| question.shown).count(), 10);
    for question in &links.question {
        assert!(["global", "local"].contains(&question.mode.as_str()), "{}", question.text);
        assert!(!question.unanswerable || question.documents.is_empty(), "{}", question.text);
        for path in &question.documents {
            assert!(texts.contains_key(path), "{}: no such file {path}", question.text);
        }
    }
}

#[test]
fn the_readme_asks_the_questions_of_the_start_screen() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("README.md");
    let asked: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("- ")).filter(|line| line.ends_with('?')).collect();
    let links = links();
    let shown: Vec<&str> =
        links.question.iter().filter(|question| question.shown).map(|question| question.text.as_str()).collect();
    assert_eq!(asked, shown);
}

#[test]
fn recurring_text_recurs() {
    let (links, texts) = (links(), texts());
    for recurring in &links.recurring {
        assert!(["duplicate", "boilerplate"].contains(&recurring.kind.as_str()));
        assert!(recurring.files.len() >= 2);
        for path in &recurring.files {
            assert!(texts[path].contains(&recurring.text), "{path} lacks {:?}", recurring.text);
        }
    }
}

#[test]
fn only_the_files_that_say_so_are_not_utf8() {
    let links = links();
    let foreign: BTreeSet<String> =
        corpus().into_iter().filter(|(_, bytes)| std::str::from_utf8(bytes).is_err()).map(|(path, _)| path).collect();
    let named: BTreeSet<String> = links.encoding.iter().map(|encoding| encoding.file.clone()).collect();
    assert_eq!(foreign, named);
    for encoding in &links.encoding {
        let bytes = &corpus()[&encoding.file];
        let decoder = encoding_rs::Encoding::for_label(encoding.name.as_bytes()).expect("known encoding");
        let (text, _, broken) = decoder.decode(bytes);
        assert!(!broken && text.contains(&encoding.quote), "{} is not {}", encoding.file, encoding.name);
    }
}

#[test]
fn transcripts_label_their_speakers() {
    let (links, texts) = (links(), texts());
    for transcript in &links.transcript {
        for speaker in &transcript.speakers {
            let label = format!("{speaker}: ");
            let turns = texts[&transcript.file].lines().filter(|line| line.starts_with(&label)).count();
            assert!(turns >= 1, "{speaker} does not speak in {}", transcript.file);
        }
    }
}

#[test]
fn tables_have_their_rows() {
    let (links, texts) = (links(), texts());
    for table in &links.table {
        let text = &texts[&table.file];
        if table.file.ends_with(".jsonl") {
            let rows: Vec<serde_json::Value> =
                text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
            assert_eq!(rows.len(), table.rows, "{}", table.file);
            assert!(rows.iter().all(|row| row[&table.text_field].is_string()), "{}", table.file);
            continue;
        }
        let delimiter = if table.file.ends_with(".tsv") { b'\t' } else { b',' };
        let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
        let headers = reader.headers().expect("a header row").clone();
        assert!(headers.iter().any(|name| name == table.text_field), "{}", table.file);
        let rows: Result<Vec<_>, _> = reader.records().collect();
        assert_eq!(rows.expect("even rows").len(), table.rows, "{}", table.file);
    }
}

/// Sum of one column over the rows whose `by` column begins with `prefix`.
fn column_sum(csv_text: &str, column: &str, by: &str, prefix: &str) -> f64 {
    let mut reader = csv::Reader::from_reader(csv_text.as_bytes());
    let headers = reader.headers().expect("a header row").clone();
    let at = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let (column, by) = (at(column), at(by));
    let rows = reader.records().map(|row| row.expect("an even row"));
    rows.filter(|row| row[by].starts_with(prefix)).filter_map(|row| row[column].parse::<f64>().ok()).sum()
}

#[test]
fn the_sums_that_the_affair_turns_on_add_up() {
    let texts = texts();
    let (billed, weighed) = (&texts["logs/Corvane invoices 2018.csv"], &texts["logs/Askwith weighbridge 2018-19.csv"]);
    assert_eq!(column_sum(billed, "amount_gbp", "invoice", "CGE"), 1_913_600.0);
    assert_eq!(column_sum(billed, "tonnes", "invoice", "CGE"), 4_120.0);
    assert_eq!(column_sum(billed, "amount_gbp", "description", "Cement"), 4_120.0 * 280.0);
    assert_eq!(column_sum(weighed, "net_tonnes", "customer", "Corvane"), 1_260.0);
    assert_eq!(column_sum(weighed, "loads", "customer", "Corvane"), 45.0);
    let audit = &texts["council/audit note - cement (OT).md"];
    for sum in ["£1,913,600", "£1,153,600", "4,120 tonnes", "1,260 tonnes", "2,860 tonnes", "£800,800"] {
        assert!(audit.contains(sum), "the audit does not say {sum}");
    }
}

/// Day of the week of a date, 0 for Sunday, by Sakamoto's method.
fn weekday(year: i32, month: usize, day: i32) -> usize {
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    ((year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7) as usize
}

#[test]
fn full_dates_fall_on_the_days_they_say() {
    const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut checked = 0;
    for (path, text) in texts() {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        for window in words.windows(4) {
            let (Some(day), Some(month)) =
                (DAYS.iter().position(|day| *day == window[0]), MONTHS.iter().position(|month| *month == window[2]))
            else {
                continue;
            };
            let (Ok(number), Ok(year)) = (window[1].parse(), window[3].parse::<i32>()) else { continue };
            if !(1900..2100).contains(&year) {
                continue;
            }
            assert_eq!(weekday(year, month + 1, number), day, "{path}: {}", window.join(" "));
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} dates were checked");
}
