//! The import of a large foreign index: tables of GraphRAG's third generation with 650,000 entities, 680,000
//! relationships and 120,000 reports, made here (the same bytes every time), then imported. Prints seconds for each
//! stage and the most memory that was taken.
//!
//! `cargo bench --bench import [-- --folder DIR] [--share 0.1]`

use std::path::{Path, PathBuf};
use std::time::Instant;

use gleaner::config::Settings;
use gleaner::interop::import::totals;
use gleaner::interop::parquet_out::{Column, TableWriter};
use gleaner::interop::{ImportPlan, import};
use gleaner::model::Progress;
use gleaner::store::Reader;

const ENTITIES: usize = 650_000;
const RELATIONSHIPS: usize = 680_000;
const REPORTS: usize = 120_000;
const UNITS: usize = 40_000;
const UNITS_OF_A_DOCUMENT: usize = 20;
/// Rows of a row group.
const GROUP: usize = 20_000;

/// A generator of pseudo-random numbers (xorshift, Marsaglia 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }
}

/// A word of two to four syllables; small numbers are drawn more often, as words are.
fn word(dice: &mut Dice) -> String {
    let mut number = dice.below(dice.0 as usize % 6_000 + 1) + 7;
    let mut word = String::new();
    while number > 0 {
        word.push_str(["ba", "lo", "ri", "ten", "mu", "sa", "der", "ki", "von", "ne", "ga", "thu"][number % 12]);
        number /= 12;
    }
    word
}

fn words(dice: &mut Dice, count: usize) -> String {
    (0..count).map(|_| word(dice)).collect::<Vec<_>>().join(" ")
}

fn name(entity: usize) -> String {
    let mut dice = Dice(entity as u64 * 0x9e37_79b9 + 12_345);
    dice.below(2);
    format!("{} {} {entity}", word(&mut dice).to_uppercase(), word(&mut dice).to_uppercase())
}

fn units_of(entity: usize, units: usize) -> Vec<String> {
    let first = entity % units;
    let mut found = vec![format!("u{first}")];
    if entity.is_multiple_of(3) {
        found.push(format!("u{}", (first + 1) % units));
    }
    found
}

fn unit_text(unit: usize, units: usize, entities: usize) -> String {
    let mut dice = Dice(unit as u64 * 0x51_7cc1 + 99);
    dice.below(2);
    let mut text = String::new();
    for entity in (unit..entities).step_by(units) {
        let count = 9 + dice.below(8);
        text.push_str(&format!(
            "The {} {} {}. ",
            words(&mut dice, 3),
            name(entity).to_lowercase(),
            words(&mut dice, count)
        ));
    }
    text
}

struct Sizes {
    entities: usize,
    relationships: usize,
    reports: usize,
    units: usize,
}

type Columns = Vec<(&'static str, Column)>;

fn table(folder: &Path, name: &str, rows: usize, columns: impl Fn(std::ops::Range<usize>) -> Columns) {
    let mut writer = TableWriter::create(&folder.join(format!("{name}.parquet")), &columns(0..0)).expect("a table");
    for start in (0..rows).step_by(GROUP) {
        writer.write(&columns(start..(start + GROUP).min(rows))).expect("rows");
    }
    writer.close().expect("an end");
}

fn generate(folder: &Path, sizes: &Sizes) {
    std::fs::create_dir_all(folder).expect("a folder");
    let ids =
        |prefix: &'static str, rows: std::ops::Range<usize>| Column::texts(rows.map(move |n| format!("{prefix}{n}")));
    let numbers = |rows: std::ops::Range<usize>| Column::wholes(rows.map(|n| n as i64));
    let documents = sizes.units.div_ceil(UNITS_OF_A_DOCUMENT);
    let text = |document: usize| {
        let units = document * UNITS_OF_A_DOCUMENT..((document + 1) * UNITS_OF_A_DOCUMENT).min(sizes.units);
        units.map(|unit| unit_text(unit, sizes.units, sizes.entities)).collect::<Vec<_>>().join("\n\n")
    };
    table(folder, "documents", documents, |rows| {
        vec![
            ("id", ids("d", rows.clone())),
            ("human_readable_id", numbers(rows.clone())),
            ("title", Column::texts(rows.clone().map(|n| format!("document {n}.txt")))),
            ("text", Column::texts(rows.map(text))),
        ]
    });
    table(folder, "text_units", sizes.units, |rows| {
        vec![
            ("id", ids("u", rows.clone())),
            ("human_readable_id", numbers(rows.clone())),
            ("text", Column::texts(rows.clone().map(|n| unit_text(n, sizes.units, sizes.entities)))),
            ("document_id", Column::texts(rows.map(|n| format!("d{}", n / UNITS_OF_A_DOCUMENT)))),
        ]
    });
    table(folder, "entities", sizes.entities, |rows| {
        let mut dice = Dice(rows.start as u64 + 77);
        vec![
            ("id", ids("e", rows.clone())),
            ("human_readable_id", numbers(rows.clone())),
            ("title", Column::texts(rows.clone().map(name))),
            ("type", Column::texts(rows.clone().map(|n| ["PERSON", "GEO", "EVENT", "ORGANIZATION"][n % 4]))),
            ("description", Column::texts(rows.clone().map(|_| words(&mut dice, 18)))),
            ("text_unit_ids", Column::Texts(rows.map(|n| units_of(n, sizes.units)).collect())),
        ]
    });
    table(folder, "relationships", sizes.relationships, |rows| {
        let mut dice = Dice(rows.start as u64 + 78);
        let other = |n: usize| (n % sizes.entities + 1 + n / 7 % 40) % sizes.entities;
        vec![
            ("id", ids("r", rows.clone())),
            ("human_readable_id", numbers(rows.clone())),
            ("source", Column::texts(rows.clone().map(|n| name(n % sizes.entities)))),
            ("target", Column::texts(rows.clone().map(|n| name(other(n))))),
            ("description", Column::texts(rows.clone().map(|_| words(&mut dice, 14)))),
            ("weight", Column::Number(rows.clone().map(|n| (n % 9 + 1) as f64).collect())),
            ("text_unit_ids", Column::Texts(rows.map(|n| vec![format!("u{}", n % sizes.units)]).collect())),
        ]
    });
    // A quarter of the communities are roots; each of the others hangs from the one at a quarter of its number.
    let roots = sizes.reports / 4;
    let parent = |n: usize| if n < roots { -1 } else { ((n - roots) / 3) as i64 };
    let level = |n: usize| {
        let (mut n, mut level) = (n, 0);
        while n >= roots {
            n = (n - roots) / 3;
            level += 1;
        }
        level
    };
    let members = |n: usize| {
        let size = (sizes.entities / sizes.reports * 2).max(2);
        (0..size).map(|k| format!("e{}", (n * size / 2 + k) % sizes.entities)).collect::<Vec<_>>()
    };
    table(folder, "communities", sizes.reports, |rows| {
        vec![
            ("id", ids("c", rows.clone())),
            ("community", numbers(rows.clone())),
            ("level", Column::wholes(rows.clone().map(level))),
            ("parent", Column::wholes(rows.clone().map(parent))),
            ("entity_ids", Column::Texts(rows.map(members).collect())),
        ]
    });
    table(folder, "community_reports", sizes.reports, |rows| {
        let mut dice = Dice(rows.start as u64 + 79);
        let finding = |dice: &mut Dice, n: usize| {
            let mark = format!("[Data: Entities ({n}, {}); Relationships ({n}, +more)]", n + 1);
            (format!("{} {mark}.", words(dice, 50)), words(dice, 6))
        };
        vec![
            ("id", ids("p", rows.clone())),
            ("community", numbers(rows.clone())),
            ("level", Column::wholes(rows.clone().map(level))),
            ("title", Column::texts(rows.clone().map(|n| format!("{} and {}", name(n), name(n + 1))))),
            ("summary", Column::texts(rows.clone().map(|_| words(&mut dice, 40)))),
            ("rank", Column::Number(rows.clone().map(|n| (n % 10) as f64).collect())),
            ("rating_explanation", Column::texts(rows.clone().map(|_| "It is central."))),
            ("findings", Column::Findings(rows.map(|n| (0..3).map(|_| finding(&mut dice, n)).collect()).collect())),
        ]
    });
}

/// The most memory this process ever held, in megabytes; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let option = |name: &str| arguments.iter().position(|a| a == name).and_then(|at| arguments.get(at + 1));
    let share: f64 = option("--share").and_then(|share| share.parse().ok()).unwrap_or(1.0);
    let part = |whole: usize| ((whole as f64 * share) as usize).max(8);
    let sizes = Sizes {
        entities: part(ENTITIES),
        relationships: part(RELATIONSHIPS),
        reports: part(REPORTS),
        units: part(UNITS),
    };
    let place = option("--folder").map_or_else(|| std::env::temp_dir().join("gleaner-import-bench"), PathBuf::from);
    let folder = place.join("output");
    if !folder.join("community_reports.parquet").is_file() {
        // In a process of its own, so that its memory is not counted.
        if !arguments.iter().any(|argument| argument == "--generate") {
            let program = std::env::current_exe().expect("this program");
            let status = std::process::Command::new(program).args(&arguments[1..]).arg("--generate").status();
            assert!(status.is_ok_and(|status| status.success()), "the tables could not be made");
        } else {
            let begun = Instant::now();
            generate(&folder, &sizes);
            println!("tables made in {:.1} s: {}", begun.elapsed().as_secs_f64(), folder.display());
            return;
        }
    }
    let index = place.join("bench.gleaner");
    let _ = std::fs::remove_file(&index);
    let plan = ImportPlan { folder, index: index.clone(), settings: Settings::default() };
    let imported = import(&plan, &Progress::default()).expect("an import");
    let (rows, loaded, listed) = totals(&imported.account.tables);
    let (cited, memory) = (imported.account.cited(), peak());
    println!(
        "{} entities, {} relationships, {} reports, {} text units, {} documents in {:.1} s, {memory} MB at most",
        imported.entities,
        imported.relationships,
        imported.reports,
        imported.text_units,
        imported.documents,
        imported.seconds
    );
    println!("{rows} rows: {loaded} loaded, {listed} listed; {} of {} citations resolve", cited.resolved, cited.cited);
    let reader = Reader::open(&index).expect("an index");
    for stage in reader.stages().expect("stages") {
        println!("  {:<8} {:>6.1} s", stage.name, stage.millis as f64 / 1000.0);
    }
    println!("index: {} MB", std::fs::metadata(&index).map_or(0, |about| about.len()) >> 20);
}
