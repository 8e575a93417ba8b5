//! What a folder holds: recognised by the names and columns of its tables, never by a version number. A folder of runs
//! gives the newest one that is whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::table::Table;

/// Folders examined below the one named, at most.
const MAX_FOLDERS: usize = 5_000;
/// Levels of folders examined, at most.
const MAX_DEPTH: usize = 4;
/// Folders of a project that hold no run.
const NO_RUNS: [&str; 7] = ["input", "cache", "logs", "reporting", "prompts", "lancedb", "node_modules"];
/// Half of an update: what was there before it, or only what is new.
const PARTS: [&str; 2] = ["delta", "previous"];

/// What a table is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Documents,
    TextUnits,
    Entities,
    Nodes,
    Relationships,
    Communities,
    Reports,
    Claims,
}

impl Part {
    const ALL: [Part; 8] = [
        Part::Documents,
        Part::TextUnits,
        Part::Entities,
        Part::Nodes,
        Part::Relationships,
        Part::Communities,
        Part::Reports,
        Part::Claims,
    ];

    /// How it is called in files' names.
    fn stem(self) -> &'static str {
        match self {
            Part::Documents => "documents",
            Part::TextUnits => "text_units",
            Part::Entities => "entities",
            Part::Nodes => "nodes",
            Part::Relationships => "relationships",
            Part::Communities => "communities",
            Part::Reports => "community_reports",
            Part::Claims => "covariates",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Part::TextUnits => "text units",
            Part::Reports => "reports",
            Part::Claims => "claims",
            other => other.stem(),
        }
    }

    /// Columns without which a table is another tool's: of each group one.
    fn needs(self) -> &'static [&'static [&'static str]] {
        match self {
            Part::Documents => &[&["id", "human_readable_id"], &["title", "text", "raw_content", "text_unit_ids"]],
            Part::TextUnits => &[&["id", "human_readable_id"], &["text", "chunk"]],
            Part::Entities => &[&["title", "name"]],
            Part::Nodes => &[&["title"], &["community", "level"]],
            Part::Relationships => &[&["source"], &["target"]],
            Part::Communities => &[&["community", "id", "human_readable_id"], &["level", "parent", "title"]],
            Part::Reports => &[&["community", "human_readable_id"], &["full_content", "summary", "findings", "title"]],
            Part::Claims => &[&["subject_id"], &["description", "text_unit_id"]],
        }
    }
}

/// The tables of one run.
#[derive(Debug, Default)]
pub struct Run {
    pub folder: PathBuf,
    pub tables: BTreeMap<Part, Table>,
    /// Files beside them that are not used, with why.
    pub unused: Vec<(String, String)>,
    /// What was chosen, in sentences.
    pub remarks: Vec<String>,
}

impl Run {
    fn is_whole(&self) -> bool {
        let has = |part| self.tables.contains_key(&part);
        (has(Part::Entities) || has(Part::Nodes)) && has(Part::Relationships) && has(Part::TextUnits)
    }

    /// Enough to show: anything that is named or told.
    fn is_something(&self) -> bool {
        [Part::Entities, Part::Nodes, Part::TextUnits, Part::Reports, Part::Documents]
            .iter()
            .any(|part| self.tables.contains_key(part))
    }
}

/// A LightRAG or nano-graphrag working folder.
#[derive(Debug)]
pub struct Working {
    pub folder: PathBuf,
    pub graph: PathBuf,
}

#[derive(Debug)]
pub enum ForeignIndex {
    Run(Box<Run>),
    Working(Working),
}

/// True when a folder holds an index that `detect` would find, without opening a table. For whoever has to choose
/// between indexing a folder's files and importing it.
pub fn is_foreign_index(folder: &Path) -> bool {
    candidates(folder).iter().any(|folder| {
        graph_of(folder).is_some() || {
            let stems: Vec<Part> = files(folder).iter().filter_map(|file| named(file).map(|(part, _)| part)).collect();
            // One such name alone may be anybody's CSV.
            let telling = stems.iter().filter(|part| **part != Part::Documents).count();
            telling >= 2
        }
    })
}

/// Finds the index in or under a folder; `None` when there is none. With what was seen instead, for the message.
pub fn detect(folder: &Path) -> (Option<ForeignIndex>, Vec<(String, String)>) {
    let candidates = candidates(folder);
    if let Some((place, graph)) = candidates.iter().find_map(|place| Some((place, graph_of(place)?))) {
        return (Some(ForeignIndex::Working(Working { folder: place.clone(), graph })), Vec::new());
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut seen = Vec::new();
    for place in &candidates {
        let run = open_run(place);
        if run.is_something() {
            runs.push(run);
        } else {
            seen.extend(run.unused);
        }
        // The folder named is meant itself, whatever else lies in it.
        if place == folder && !runs.is_empty() {
            break;
        }
    }
    let count = runs.len();
    let best = runs.into_iter().max_by_key(|run| (run.is_whole(), !is_part(&run.folder), age(folder, &run.folder)));
    let found = best.map(|mut run| {
        if count > 1 {
            let name = run.folder.strip_prefix(folder).unwrap_or(&run.folder).to_string_lossy().into_owned();
            let which = if run.is_whole() { "the newest whole one" } else { "the newest; none is whole" };
            run.remarks.insert(0, format!("{count} runs were found; {name} was taken, {which}"));
        }
        ForeignIndex::Run(Box::new(run))
    });
    (found, seen)
}

fn is_part(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| PARTS.iter().any(|part| name == *part))
}

/// What orders runs by age: the dates in the folders' names where they have them, else when their files were written.
fn age(root: &Path, folder: &Path) -> (String, Option<SystemTime>) {
    let dated = folder.strip_prefix(root).unwrap_or(folder).components().find_map(|component| {
        let name = component.as_os_str().to_string_lossy().into_owned();
        (name.bytes().filter(u8::is_ascii_digit).count() >= 8).then_some(name)
    });
    let written = files(folder).iter().filter_map(|file| fs::metadata(file).ok()?.modified().ok()).max();
    (dated.unwrap_or_default(), written)
}

/// The folder and the folders in it, nearest first.
fn candidates(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![root.to_owned()];
    let mut layer = all.clone();
    for _ in 0..MAX_DEPTH {
        let mut next = Vec::new();
        for folder in &layer {
            let Ok(entries) = fs::read_dir(folder) else { continue };
            let mut inside: Vec<PathBuf> = entries
                .filter_map(|entry| entry.ok())
                // A link may lead round in a circle.
                .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
                .map(|entry| entry.path())
                .filter(|path| !path.file_name().is_some_and(|name| NO_RUNS.iter().any(|no| name == *no)))
                .collect();
            inside.sort();
            next.extend(inside);
            if all.len() + next.len() > MAX_FOLDERS {
                break;
            }
        }
        all.extend(next.iter().cloned());
        layer = next;
    }
    all.truncate(MAX_FOLDERS);
    all
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// LightRAG's and nano-graphrag's graph.
fn graph_of(folder: &Path) -> Option<PathBuf> {
    files(folder).into_iter().find(|file| {
        file.extension().is_some_and(|extension| extension == "graphml")
            && file.file_stem().is_some_and(|stem| stem == "graph_chunk_entity_relation")
    })
}

/// The part a file's name says it is, and whether it is written in the long way of the first generations.
fn named(file: &Path) -> Option<(Part, bool)> {
    let extension = file.extension()?.to_str()?;
    if !["parquet", "csv"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return None;
    }
    let stem = file.file_stem()?.to_str()?;
    let (stem, long) = match stem.strip_prefix("create_final_") {
        Some(rest) => (rest, true),
        None => (stem, false),
    };
    Part::ALL.into_iter().find(|part| part.stem() == stem).map(|part| (part, long))
}

/// Opens the tables of a folder. Of two generations side by side the one with more tables is taken; what it lacks is
/// filled from the other, where that can be told apart by its ids.
fn open_run(folder: &Path) -> Run {
    let mut run = Run { folder: folder.to_owned(), ..Run::default() };
    let mut generations: [BTreeMap<Part, Vec<Table>>; 2] = Default::default();
    for file in files(folder) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_table = file.extension().is_some_and(|extension| extension == "parquet" || extension == "csv");
        match named(&file) {
            Some((part, long)) => match Table::open(&file) {
                Ok(table) if part.needs().iter().all(|columns| table.has_any(columns)) => {
                    generations[usize::from(long)].entry(part).or_default().push(table);
                }
                Ok(table) => {
                    let columns: Vec<&str> = table.columns.iter().take(6).map(String::as_str).collect();
                    let why = format!(
                        "another tool's table: it has no {} (columns {})",
                        wants(part, &table),
                        columns.join(", ")
                    );
                    run.unused.push((name, why));
                }
                Err(error) => run.unused.push((name, error.to_string())),
            },
            None if is_table => run.unused.push((name.clone(), purpose(&name).to_owned())),
            None => {}
        }
    }
    let [plain, long] = generations;
    let mixed = !plain.is_empty() && !long.is_empty();
    let (chosen, other) = if long.len() > plain.len() { (long, plain) } else { (plain, long) };
    for (part, tables) in chosen {
        // Parquet keeps types and sorts behind CSV by name.
        let mut tables = tables.into_iter().rev();
        run.tables.extend(tables.next().map(|table| (part, table)));
        run.unused.extend(tables.map(|table| (table.name(), "the same table lies beside it as Parquet".to_owned())));
    }
    for (part, tables) in other {
        for table in tables {
            // The newer generation keeps no nodes: those here would be an older run's.
            if part != Part::Nodes && !run.tables.contains_key(&part) {
                run.remarks.push(format!("{} is of another generation than the tables beside it", table.name()));
                run.tables.insert(part, table);
            } else {
                run.unused.push((table.name(), "of another generation than the tables that were taken".to_owned()));
            }
        }
    }
    if mixed {
        run.remarks.push("tables of two generations lie side by side: one of them was taken".to_owned());
    }
    run
}

fn wants(part: Part, table: &Table) -> String {
    let missing = part.needs().iter().find(|columns| !table.has_any(columns));
    missing.map_or_else(String::new, |columns| format!("`{}`", columns.join("` or `")))
}

/// Why a table that is no part of the result is not used.
fn purpose(name: &str) -> &'static str {
    if name.starts_with("embeddings") {
        "vectors of another model: ours are trained on the text itself, and need none to ask"
    } else if ["create_", "join_", "base_", "source_", "input"].iter().any(|start| name.starts_with(start)) {
        "a step on the way: the final tables hold what came of it"
    } else {
        "no table of an index"
    }
}
