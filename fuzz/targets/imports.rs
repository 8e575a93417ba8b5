//! Tables of other programs, as CSV. Lines of three signs and a name (`=== entities`) part the tables of an input.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use gleaner::config::Settings;
use gleaner::interop::{ImportPlan, import};
use gleaner::model::Progress;
use libfuzzer_sys::fuzz_target;

static PLACE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("gleaner-fuzz-{}", std::process::id())));

fuzz_target!(|text: &str| {
    let folder = PLACE.join("tables");
    let _ = fs::remove_dir_all(&*PLACE);
    fs::create_dir_all(&folder).expect("room");
    for table in text.split("=== ").skip(1) {
        let (name, rows) = table.split_once('\n').unwrap_or((table, ""));
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(40).collect();
        fs::write(folder.join(format!("{name}.csv")), rows).expect("room");
    }
    let plan = ImportPlan { folder, index: PLACE.join("index.gleaner"), settings: Settings::default() };
    let _ = import(&plan, &Progress::default());
});
