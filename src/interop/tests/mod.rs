//! Imports of small indexes of our own making: a generation each, and everything that can be wrong with one.

mod damage;
mod programs;

use std::fs;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::import::{account, is_current, totals};
use super::parquet_out::{Column, write_table};
use super::{ImportError, ImportPlan, Imported, import, is_foreign_index};
use crate::config::Settings;
use crate::model::{CommunityId, EntityId, Kind, Progress, Ref, RelationshipId, TextUnitId};
use crate::store::Reader;

const LETTER: &str = "Ida Harrow keeps the ferry at Crake. Every autumn the ferry is tarred by Tom Wray. \
                      Tom Wray lodges with Ida Harrow at Crake.";
const NOTE: &str = "In 1840 the mill at Crake burned down. Tom Wray had left the mill that morning.";

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("output")).unwrap();
        Self { folder }
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("output")
    }

    fn table(&self, name: &str, columns: &[(&str, Column)]) {
        write_table(&self.output().join(name), columns);
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.output().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("test.gleaner")
    }

    fn try_import(&self) -> Result<Imported, ImportError> {
        let plan = ImportPlan { folder: self.output(), index: self.index(), settings: Settings::default() };
        import(&plan, &Progress::default())
    }

    /// Imports, checks the account, and opens the index.
    fn import(&self) -> (Imported, Reader) {
        let imported = self.try_import().unwrap();
        for table in &imported.account.tables {
            let listed: u64 = table.oddities.iter().filter(|odd| !odd.loaded).map(|odd| odd.rows.count()).sum();
            assert_eq!(table.rows, table.loaded + listed, "{table:?}");
        }
        let reader = Reader::open(&self.index()).unwrap();
        reader.check().unwrap();
        assert_eq!(account(&reader).unwrap().as_ref(), Some(&imported.account));
        (imported, reader)
    }
}

fn texts(values: &[&str]) -> Column {
    Column::texts(values.iter().copied())
}

fn lists(values: &[&[&str]]) -> Column {
    Column::Texts(values.iter().map(|list| list.iter().map(|&text| text.to_owned()).collect()).collect())
}

fn wholes(values: &[i64]) -> Column {
    Column::wholes(values.iter().copied())
}

/// A small index as the third generation writes it.
fn third_generation() -> Place {
    let place = Place::new();
    place.table(
        "documents.parquet",
        &[
            ("id", texts(&["d1", "d2"])),
            ("human_readable_id", wholes(&[0, 1])),
            ("title", texts(&["letter.txt", "note.txt"])),
            ("text", texts(&[LETTER, NOTE])),
            ("text_unit_ids", lists(&[&["u1", "u2"], &["u3"]])),
            ("creation_date", texts(&["2024-05-06 07:08:09 +0000", "2024-05-07"])),
        ],
    );
    place.table(
        "text_units.parquet",
        &[
            ("id", texts(&["u1", "u2", "u3"])),
            ("human_readable_id", wholes(&[1, 2, 3])),
            ("text", texts(&[&LETTER[..83], &LETTER[37..], NOTE])),
            ("document_id", texts(&["d1", "d1", "d2"])),
        ],
    );
    place.table(
        "entities.parquet",
        &[
            ("id", texts(&["e1", "e2", "e3", "e4"])),
            ("human_readable_id", wholes(&[0, 1, 2, 3])),
            ("title", texts(&["IDA HARROW", "TOM WRAY", "CRAKE", "THE MILL"])),
            ("type", texts(&["PERSON", "PERSON", "GEO", ""])),
            ("description", texts(&["Keeps the ferry", "Tars the ferry", "A village", "It burned"])),
            ("text_unit_ids", lists(&[&["u1", "u2"], &["u1", "u2", "u3"], &["u1", "u2", "u3"], &["u3"]])),
            ("frequency", wholes(&[2, 3, 3, 1])),
            ("degree", wholes(&[2, 2, 2, 1])),
        ],
    );
    place.table(
        "relationships.parquet",
        &[
            ("id", texts(&["r1", "r2", "r3"])),
            ("human_readable_id", wholes(&[0, 1, 2])),
            ("source", texts(&["IDA HARROW", "IDA HARROW", "TOM WRAY"])),
            ("target", texts(&["TOM WRAY", "CRAKE", "THE MILL"])),
            ("description", texts(&["He lodges with her", "She lives there", "He worked there"])),
            ("weight", Column::Number(vec![9.0, 4.0, 1.0])),
            ("text_unit_ids", lists(&[&["u2"], &["u1"], &["u3"]])),
        ],
    );
    place.table(
        "communities.parquet",
        &[
            ("id", texts(&["c0", "c1", "c2"])),
            ("human_readable_id", wholes(&[0, 1, 2])),
            ("community", wholes(&[0, 1, 2])),
            ("level", wholes(&[0, 0, 1])),
            ("parent", wholes(&[-1, -1, 0])),
            ("children", Column::Wholes(vec![vec![2], vec![], vec![]])),
            ("title", texts(&["Community 0", "Community 1", "Community 2"])),
            ("entity_ids", lists(&[&["e1", "e2", "e3"], &["e4"], &["e1", "e2"]])),
        ],
    );
    place.table("community_reports.parquet", &reports(&[0, 1, 2]));
    place
}

fn reports(communities: &[i64]) -> Vec<(&'static str, Column)> {
    let rows = communities.len();
    vec![
        ("id", Column::texts(communities.iter().map(|number| format!("p{number}")))),
        ("community", wholes(communities)),
        ("level", wholes(&vec![0; rows])),
        ("title", Column::texts(communities.iter().map(|number| format!("Report {number}")))),
        ("summary", Column::texts(vec!["The ferry at Crake [Data: Entities (0, 2); Relationships (1)]."; rows])),
        ("full_content", texts(&vec![""; rows])),
        ("rank", Column::Number(vec![7.5; rows])),
        ("rating_explanation", texts(&vec!["Because."; rows])),
        (
            "findings",
            Column::Findings(vec![
                vec![(
                    "It is tarred [Data: Sources (1, 2, +more)].".to_owned(),
                    "The tar".to_owned()
                )];
                rows
            ]),
        ),
    ]
}

fn oddities(account: &Account) -> Vec<(&str, &str, u64)> {
    let all = account.tables.iter().flat_map(|table| table.oddities.iter().map(move |odd| (table, odd)));
    all.map(|(table, odd)| (table.table.as_str(), odd.what.as_str(), odd.count)).collect()
}
