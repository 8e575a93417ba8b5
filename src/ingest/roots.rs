//! What the files under the folders and files that were given are called in an index, and the way back from such a
//! name to the file.
//!
//! Of one folder a file is called by its path inside it. With several, the name of each stands in front; where two are
//! called the same, as many of the folders above them as tell them apart do too: `2023/letters/a.txt` beside
//! `2024/letters/a.txt`.

use std::path::{Component, Path, PathBuf};

/// The folders and files that an index is made of, with what each is called.
#[derive(Debug)]
pub struct Roots {
    roots: Vec<(PathBuf, String)>,
}

impl Roots {
    /// The roots, in the order given. Their names depend on no more than their own paths: nothing is read.
    pub fn new(roots: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let roots: Vec<PathBuf> = roots.into_iter().map(Into::into).collect();
        let names = (0..roots.len()).map(|at| {
            let parts = parts(&roots[at]).len();
            let others = || roots.iter().enumerate().filter(|&(other, root)| other != at && *root != roots[at]);
            let apart = |&count: &usize| others().all(|(_, other)| last(other, count) != last(&roots[at], count));
            last(&roots[at], (1..=parts).find(apart).unwrap_or(parts))
        });
        let names: Vec<String> = names.collect();
        Self { roots: roots.into_iter().zip(names).collect() }
    }

    /// The roots themselves.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(|(root, _)| root.as_path())
    }

    /// What a file or folder under the root number `root` is called in the index.
    pub(super) fn name(&self, path: &Path, root: usize) -> String {
        let (root, name) = &self.roots[root];
        let inner = path.strip_prefix(root).map(parts).unwrap_or_default().join("/");
        match (inner.is_empty(), self.roots.len() > 1) {
            (true, true) => name.clone(),
            (true, false) => last(path, 1),
            (false, true) => format!("{name}/{inner}"),
            (false, false) => inner,
        }
    }

    /// Where the file lies that is called so in the index. It need not be there any more.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        if let [(root, own)] = self.roots.as_slice() {
            let is_root = own == name && root.is_file();
            return Some(if is_root { root.clone() } else { root.join(name) });
        }
        let under = self.roots.iter().filter_map(|(root, own)| {
            let inner = name.strip_prefix(own.as_str())?;
            let inner = if inner.is_empty() { inner } else { inner.strip_prefix('/')? };
            Some((own.len(), if inner.is_empty() { root.clone() } else { root.join(inner) }))
        });
        under.max_by_key(|(length, _)| *length).map(|(_, path)| path)
    }
}

fn parts(path: &Path) -> Vec<String> {
    let named = path.components().filter(|part| matches!(part, Component::Normal(_)));
    named.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

/// The last `count` parts of a path.
fn last(path: &Path, count: usize) -> String {
    let parts = parts(path);
    parts[parts.len().saturating_sub(count)..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_one_name_are_told_apart_by_what_is_above_them() {
        let roots =
            Roots::new(["/home/ada/2023/letters", "/home/ada/2024/letters", "/home/ada/notes.txt", "/srv/notes.txt"]);
        let name = |root: usize, path: &str| roots.name(Path::new(path), root);
        assert_eq!(name(0, "/home/ada/2023/letters/a.txt"), "2023/letters/a.txt");
        assert_eq!(name(1, "/home/ada/2024/letters/a.txt"), "2024/letters/a.txt");
        assert_eq!(name(2, "/home/ada/notes.txt"), "ada/notes.txt");
        assert_eq!(name(3, "/srv/notes.txt"), "srv/notes.txt");
        let at = |name: &str| roots.file(name).map(|path| path.to_string_lossy().into_owned());
        assert_eq!(at("2024/letters/b/c.txt").as_deref(), Some("/home/ada/2024/letters/b/c.txt"));
        assert_eq!(at("srv/notes.txt").as_deref(), Some("/srv/notes.txt"));
        assert_eq!(at("letters/a.txt"), None);
    }

    #[test]
    fn of_several_roots_the_name_in_front_says_which() {
        let roots = Roots::new(["/x/let", "/y/letters"]);
        assert_eq!(roots.file("letters/a.txt"), Some(PathBuf::from("/y/letters/a.txt")));
        // What is no longer there is not looked for anywhere else.
        assert_eq!(roots.file("let/sub/a.txt"), Some(PathBuf::from("/x/let/sub/a.txt")));
        assert_eq!(Roots::new(["/x/let"]).file("sub/a.txt"), Some(PathBuf::from("/x/let/sub/a.txt")));
        // The same root twice is one.
        assert_eq!(Roots::new(["/x/a", "/x/a"]).name(Path::new("/x/a/b"), 1), "a/b");
    }
}
