//! Whether a folder is still what it was when it was indexed: told by names, sizes and times, without reading a file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::ingest::{self, FoundFile, Walking};
use crate::model::file_name;
use crate::store::{FileStatus, Meta, Reader, Result};

/// What is different in a folder since it was indexed: paths as the index names them, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub removed: Vec<String>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

impl std::fmt::Display for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [(&self.added, "new"), (&self.changed, "changed"), (&self.removed, "gone")];
        let parts = parts.iter().filter(|(paths, _)| !paths.is_empty());
        let parts: Vec<_> = parts.map(|(paths, what)| format!("{} {what}", paths.len())).collect();
        f.write_str(&parts.join(", "))
    }
}

/// Compares the folders of an index with what it was made from; none when the index does not say (it was not made from
/// documents, but imported) or they are all gone.
pub fn changes(reader: &Reader) -> Result<Option<Changes>> {
    let meta = reader.meta()?;
    if meta.method == Meta::IMPORTED {
        return Ok(None);
    }
    let roots: Vec<PathBuf> = meta.roots.iter().map(PathBuf::from).collect();
    if !roots.iter().any(|root| root.exists()) {
        return Ok(None);
    }
    let settings = reader.shaping_settings()?;
    let is_set = |name: &str| settings.get(name).and_then(serde_json::Value::as_bool).unwrap_or_default();
    since(
        reader,
        ingest::list(
            &roots,
            Walking { hidden: is_set("hidden"), ignored: is_set("ignored"), links: is_set("follow_links") },
        ),
    )
    .map(Some)
}

/// Compares the files found in the folders of an index with those it was made from.
pub(in crate::index) fn since(reader: &Reader, found: Vec<FoundFile>) -> Result<Changes> {
    let mut now: BTreeMap<String, (u64, Option<i64>)> = found
        .into_iter()
        .filter(|file| !is_own_file(&file.path))
        .map(|file| (file.path, (file.bytes, file.modified)))
        .collect();
    let mut changes = Changes::default();
    for file in reader.files(false)?.into_iter().filter(|file| !is_own_file(&file.path)) {
        match now.remove(&file.path) {
            // A folder that could not be entered, say.
            None if file.status == FileStatus::Skipped => {}
            None => changes.removed.push(file.path),
            Some(found) if found != (file.size, file.modified) => changes.changed.push(file.path),
            Some(_) => {}
        }
    }
    changes.added = now.into_keys().collect();
    Ok(changes)
}

/// An index that lies in the folder it is made from changes whenever it is used.
pub fn is_own_file(path: &str) -> bool {
    let name = file_name(path);
    const ENDINGS: [&str; 7] = ["", "-wal", "-shm", ".building", ".building-wal", ".building-shm", ".lock"];
    ENDINGS.iter().any(|ending| name.strip_suffix(ending).is_some_and(|index| index.ends_with(".gleaner")))
}
