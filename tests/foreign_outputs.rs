//! Every real output of another program that is at hand is imported, and a table of what became of its rows printed.
//!
//! Skipped, and said so, where that data is not at hand:
//! `cargo test --profile quick --test foreign_outputs -- --nocapture`

use std::fs;
use std::path::Path;

use gleaner::config::Settings;
use gleaner::interop::import::totals;
use gleaner::interop::{ImportPlan, import};
use gleaner::model::Progress;
use gleaner::store::Reader;

#[test]
fn every_real_output_opens_with_every_row_accounted_for() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/graphrag-outputs");
    let shared = std::env::var_os("GLEANER_OUTPUTS").map_or(shared, Into::into);
    let Ok(entries) = fs::read_dir(&shared) else {
        println!("skipped: no shared data at {}", shared.display());
        return;
    };
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    let place = tempfile::tempdir().unwrap();
    println!(
        "| output | entities | relationships | claims | communities by level | reports | text units | documents | rows | loaded | listed | odd | citations | s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut failed = Vec::new();
    for folder in &folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let index = place.path().join(format!("{name}.gleaner"));
        let plan = ImportPlan { folder: folder.clone(), index: index.clone(), settings: Settings::default() };
        let imported = match import(&plan, &Progress::default()) {
            Ok(imported) => imported,
            Err(error) => {
                println!("| {name} | {error} |");
                failed.push(name);
                continue;
            }
        };
        let account = &imported.account;
        let (rows, loaded, listed) = totals(&account.tables);
        let cited = account.cited();
        let reader = Reader::open(&index).unwrap();
        reader.check().unwrap();
        let levels = reader.levels().unwrap();
        let levels: Vec<String> = levels.iter().map(|level| format!("{}:{}", level.level, level.communities)).collect();
        let oddities: u64 =
            account.tables.iter().flat_map(|table| &table.oddities).filter(|o| o.loaded).map(|o| o.count).sum();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {rows} | {loaded} | {listed} | {oddities} | {}/{} | {:.2} |",
            imported.entities,
            imported.relationships,
            imported.claims,
            levels.join(" "),
            imported.reports,
            imported.text_units,
            imported.documents,
            cited.resolved,
            cited.cited,
            imported.seconds,
        );
        if std::env::var_os("GLEANER_LINES").is_some() {
            account.remarks.iter().chain(&account.lines()).for_each(|line| println!("    {line}"));
            account.unused.iter().for_each(|(name, why)| println!("    {name}: {why}"));
        }
        for table in &account.tables {
            let not_loaded: u64 = table.oddities.iter().filter(|odd| !odd.loaded).map(|odd| odd.rows.count()).sum();
            assert_eq!(table.rows, table.loaded + not_loaded, "{name}: {} has rows without an account", table.table);
        }
    }
    assert!(failed.is_empty(), "not opened: {failed:?}");
}
