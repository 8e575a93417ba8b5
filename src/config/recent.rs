//! The indexes opened lately, for the start screen. A convenience: what cannot be read or written is forgotten.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Paths, replace_file};

/// How many are remembered.
const KEPT: usize = 20;

/// An index opened lately.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentIndex {
    pub index: PathBuf,
    /// Readable name of the corpus.
    pub name: String,
    /// The folders and files it was made from.
    #[serde(default)]
    pub roots: Vec<String>,
    /// Seconds since 1970.
    pub opened: i64,
}

/// The list, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    pub indexes: Vec<RecentIndex>,
}

impl Recent {
    fn file(paths: &Paths) -> PathBuf {
        paths.data.join("recent.json")
    }

    /// Reads the list; indexes that are gone are left out.
    pub fn load(paths: &Paths) -> Self {
        let list: Recent =
            fs::read(Self::file(paths)).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
        let mut seen = HashSet::new();
        let there = list.indexes.into_iter().filter(|recent| recent.index.is_file());
        let named = there.map(|recent| RecentIndex { index: whole(&recent.index), ..recent });
        Recent { indexes: named.filter(|recent| seen.insert(recent.index.clone())).collect() }
    }

    /// Puts an index at the head of the list.
    pub fn note(paths: &Paths, recent: RecentIndex) {
        let recent = RecentIndex { index: whole(&recent.index), ..recent };
        let mut list = Self::load(paths);
        list.indexes.retain(|other| other.index != recent.index);
        list.indexes.insert(0, recent);
        list.indexes.truncate(KEPT);
        let _ = list.save(&Self::file(paths));
    }

    /// Takes an index off the list; the file of the index stays.
    pub fn forget(paths: &Paths, index: &Path) {
        let mut list = Self::load(paths);
        list.indexes.retain(|other| other.index != index);
        let _ = list.save(&Self::file(paths));
    }

    fn save(&self, file: &Path) -> std::io::Result<()> {
        replace_file(file, &serde_json::to_vec_pretty(self)?)
    }
}

/// The path of an index, from whatever folder it is read.
fn whole(index: &Path) -> PathBuf {
    index.canonicalize().unwrap_or_else(|_| index.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_newest_first_and_forgets_what_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths { config: folder.path().join("c.toml"), data: folder.path().join("data") };
        assert_eq!(Recent::load(&paths), Recent::default());
        for name in ["a", "b", "a", "gone"] {
            let index = folder.path().join(name);
            if name != "gone" {
                fs::write(&index, "").unwrap();
            }
            Recent::note(&paths, RecentIndex { index, name: name.to_owned(), roots: Vec::new(), opened: 1 });
        }
        let names: Vec<_> = Recent::load(&paths).indexes.into_iter().map(|recent| recent.name).collect();
        assert_eq!(names, ["a", "b"]);
        // However it is named, an index is listed once.
        let index = folder.path().join("data").join("..").join("b");
        Recent::note(&paths, RecentIndex { index, name: "b".into(), roots: Vec::new(), opened: 2 });
        let list = Recent::load(&paths);
        assert_eq!(list.indexes.len(), 2, "{list:?}");
        assert!(!list.indexes[0].index.to_string_lossy().contains(".."), "{list:?}");
        Recent::forget(&paths, &list.indexes[0].index);
        let names: Vec<_> = Recent::load(&paths).indexes.into_iter().map(|recent| recent.name).collect();
        assert_eq!(names, ["a"]);
        assert!(folder.path().join("b").is_file());
        fs::write(Recent::file(&paths), "{ nonsense").unwrap();
        assert_eq!(Recent::load(&paths), Recent::default());
    }
}
