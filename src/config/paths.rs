//! Where settings and indexes live, by the platform's conventions.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::model::Fnv;

/// Where settings and indexes live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The file of settings; it need not exist.
    pub config: PathBuf,
    /// The folder of everything the program keeps.
    pub data: PathBuf,
}

/// The platform names no home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no home folder to keep indexes in")]
pub struct PathsError;

impl Paths {
    /// The paths of this platform, from HOME, XDG and their like.
    pub fn of_platform() -> Result<Self, PathsError> {
        let dirs = ProjectDirs::from("", "", "gleaner").ok_or(PathsError)?;
        Ok(Self { config: dirs.config_dir().join("config.toml"), data: dirs.data_dir().to_owned() })
    }

    /// Where the index of a corpus goes by default: the same folders and files give the same place, in any order.
    pub fn index_of(&self, roots: &[PathBuf]) -> PathBuf {
        let mut names: Vec<_> = roots.iter().map(|root| root.to_string_lossy().into_owned()).collect();
        names.sort();
        names.dedup();
        let name = slug(&corpus_name(roots));
        self.data.join("indexes").join(format!("{name}-{:08x}.gleaner", Fnv::of(names.join("\n").as_bytes()) as u32))
    }

    /// What is remembered of the endpoints of models.
    pub fn endpoints(&self) -> PathBuf {
        self.data.join("endpoints.json")
    }

    /// Where the built-in corpus has its index.
    pub fn demo_index(&self) -> PathBuf {
        self.data.join("indexes").join("demo.gleaner")
    }
}

/// Returns a path as it was typed with `~` resolved, as a shell would: there is none between what is typed into the
/// explorer and the files.
pub fn from_home(path: &Path) -> PathBuf {
    match path.strip_prefix("~") {
        Ok(rest) => std::env::home_dir().map_or_else(|| path.to_owned(), |home| home.join(rest)),
        Err(_) => path.to_owned(),
    }
}

/// A readable name for a corpus: its first folder's or file's, with how many more there are.
pub fn corpus_name(roots: &[PathBuf]) -> String {
    let first = roots.first().map_or(Path::new("corpus"), PathBuf::as_path);
    let name = first.file_name().unwrap_or(first.as_os_str()).to_string_lossy();
    match roots.len() {
        0 | 1 => name.into_owned(),
        more => format!("{name} and {} more", more - 1),
    }
}

/// The letters and digits of a name, joined by hyphens; short enough for any file system.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().take(40) {
        if c.is_alphanumeric() {
            slug.extend(c.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "corpus".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_corpus_has_one_place() {
        let paths = Paths { config: "c.toml".into(), data: "/data".into() };
        let one = paths.index_of(&["/home/ada/My Papers!".into()]);
        assert!(one.starts_with("/data/indexes"), "{one:?}");
        assert!(one.file_name().unwrap().to_string_lossy().starts_with("my-papers-"), "{one:?}");
        assert_ne!(one, paths.index_of(&["/home/béla/My Papers!".into()]));
        let (a, b): (PathBuf, PathBuf) = ("/x/a".into(), "/x/b".into());
        let name = |path: PathBuf| path.to_string_lossy().rsplit('-').next().unwrap().to_owned();
        assert_eq!(name(paths.index_of(&[a.clone(), b.clone()])), name(paths.index_of(&[b, a])));
    }

    #[test]
    fn names_of_any_letters_make_file_names() {
        assert_eq!(slug("///"), "corpus");
        assert_eq!(slug("Год 2024: résumés"), "год-2024-résumés");
    }
}
