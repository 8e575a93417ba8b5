//! Walks folders: `.gitignore` and hidden-file rules, links followed once, natural order ("part 2" before "part 10").

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::document::SkippedFile;
use super::roots::Roots;
use crate::store::is_index;
pub(super) use crate::text::titles::order::natural;

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Where it is.
    pub location: PathBuf,
    /// What it is called in the index, with `/` between its parts.
    pub path: String,
    pub bytes: u64,
    pub modified: Option<i64>,
}

/// Which files of a folder are met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walking {
    /// Hidden files and folders too.
    pub hidden: bool,
    /// What `.gitignore` and `.ignore` files exclude too.
    pub ignored: bool,
    /// What links lead to, which may lie anywhere.
    pub links: bool,
}

/// Finds the files under `roots`, in natural order of their paths, and what could not be entered.
pub(super) fn walk(roots: &[PathBuf], which: Walking) -> (Vec<FoundFile>, Vec<SkippedFile>) {
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    let roots = Roots::new(roots);
    // A file is met once, however many of the roots it lies under.
    let mut met: HashSet<PathBuf> = HashSet::new();
    for (at, root) in roots.paths().enumerate() {
        let mut builder = WalkBuilder::new(root);
        builder.hidden(!which.hidden).follow_links(which.links).require_git(false);
        if which.ignored {
            builder.git_ignore(false).git_exclude(false).git_global(false).ignore(false).parents(false);
        } else {
            // The user's own global rules and what lies above the folder do not change what an index holds.
            builder.git_global(false).parents(false);
        }
        for entry in builder.build() {
            match entry {
                Ok(entry) => {
                    if entry.file_type().is_some_and(|kind| kind.is_dir()) {
                        continue;
                    }
                    if entry.depth() > 0 && is_of_an_index(entry.path()) {
                        continue;
                    }
                    let path = roots.name(entry.path(), at);
                    if entry.path_is_symlink() && !which.links {
                        // It may lead out of the folder, to what nobody meant to have read.
                        skipped.push(skip(path, "a link, and links are not followed", Some(FOLLOW)));
                        continue;
                    }
                    match entry.metadata() {
                        Ok(metadata) if metadata.is_file() => {
                            if !met.insert(entry.path().to_owned()) {
                                continue;
                            }
                            let modified = metadata.modified().ok().map(seconds);
                            files.push(FoundFile {
                                location: entry.into_path(),
                                path,
                                bytes: metadata.len(),
                                modified,
                            });
                        }
                        Ok(_) => skipped.push(skip(path, "not a regular file", None)),
                        Err(error) => skipped.push(unwalkable(&error, &roots, at)),
                    }
                }
                Err(error) => skipped.push(unwalkable(&error, &roots, at)),
            }
        }
    }
    files.sort_by(|a, b| natural(&a.path, &b.path).then_with(|| a.location.cmp(&b.location)));
    skipped.sort_by(|a, b| natural(&a.path, &b.path));
    (files, skipped)
}

/// True for an index that lies among the documents, and for what lies beside one: none of it is a document.
fn is_of_an_index(path: &Path) -> bool {
    const ENDING: &str = ".gleaner";
    const BESIDE: [&str; 9] =
        ["", "-wal", "-shm", ".building", ".building-wal", ".building-shm", ".own", ".own-wal", ".own-shm"];
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let Some(at) = name.rfind(ENDING) else { return false };
    let (index, behind) = name.split_at(at + ENDING.len());
    let whole =
        || [index.to_owned(), format!("{index}.building")].into_iter().any(|name| is_index(&path.with_file_name(name)));
    // The lock is there before there is anything to lock.
    behind == ".lock" || BESIDE.contains(&behind) && whole()
}

const FOLLOW: &str = "`--follow-links` reads what links lead to, wherever that is";

fn skip(path: String, reason: &str, hint: Option<&str>) -> SkippedFile {
    SkippedFile { path, bytes: 0, modified: None, reason: reason.to_owned(), hint: hint.map(str::to_owned) }
}

fn unwalkable(error: &ignore::Error, roots: &Roots, root: usize) -> SkippedFile {
    let mut inner = error;
    let mut path = None;
    loop {
        match inner {
            ignore::Error::WithPath { path: at, err } => {
                path = Some(at.clone());
                inner = err;
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => inner = err,
            ignore::Error::Loop { child, .. } => {
                let path = roots.name(child, root);
                return skip(path, "a link that leads back to a folder above it", None);
            }
            _ => break,
        }
    }
    let whole = || roots.paths().nth(root).map_or(String::new(), |root| root.to_string_lossy().into_owned());
    let path = path.map_or_else(whole, |path| roots.name(&path, root));
    match inner.io_error() {
        Some(io) => skip(path, &reason(io), Some("check its permissions")),
        None => skip(path, &inner.to_string(), None),
    }
}

/// An IO error in a person's words.
pub(super) fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
        ErrorKind::NotFound => "it is gone: removed while the folder was read, or a link to nothing".to_owned(),
        _ => error.to_string(),
    }
}

/// Seconds since 1970; negative before.
pub(super) fn seconds(time: std::time::SystemTime) -> i64 {
    match time.duration_since(std::time::UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}
