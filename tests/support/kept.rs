//! Which calls a killed build had kept the answers of.

use std::collections::HashSet;
use std::path::Path;

/// The numbers of the calls whose answers are in the ledger of a build or an index, when the server told each call's
/// number as its model ([`super::Reply::numbered`]). Reads a copy: nothing is changed by looking.
pub fn kept_calls(file: &Path) -> HashSet<usize> {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    for ending in ["", "-wal"] {
        let of = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            name
        };
        if std::fs::copy(of(file), of(&copy)).is_err() && ending.is_empty() {
            return HashSet::new();
        }
    }
    let connection = rusqlite::Connection::open(&copy).unwrap();
    let Ok(mut rows) = connection.prepare("SELECT model FROM ledger WHERE state = 'done'") else {
        // Killed before there was a table.
        return HashSet::new();
    };
    let models = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
    models.filter_map(|model| model.unwrap().rsplit_once('#')?.1.parse().ok()).collect()
}
