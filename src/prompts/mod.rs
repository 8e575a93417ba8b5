//! The prompts: one file for each step, built in from `prompts/`; a file of the same name in a user's folder wins.
//!
//! A placeholder is written `{{question}}`. Which ones a step knows is fixed here ([`Step::slots`]) and checked when a
//! file is read, so that a misspelt one is found before anything is paid for.

mod step;

use std::path::{Path, PathBuf};

pub use self::step::{Slot, Step};
use crate::config::small_file;
use crate::model::shown_path;

/// A prompt that cannot be used.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum PromptError {
    #[error("{} cannot be read: {why}", shown_path(.path))]
    Unreadable { path: PathBuf, why: String },
    #[error("{} cannot be written: {why}", shown_path(.path))]
    NotWritten { path: PathBuf, why: String },
    #[error("{}: there is no placeholder `{{{{{name}}}}}`; it knows {}", shown_path(.path), list(*.step))]
    Unknown { path: PathBuf, step: Step, name: String },
    #[error("{}: it needs the placeholder `{{{{{}}}}}`", shown_path(.path), .slot.name())]
    Missing { path: PathBuf, slot: Slot },
}

fn list(step: Step) -> String {
    step.slots().iter().map(|slot| format!("`{{{{{}}}}}`", slot.name())).collect::<Vec<_>>().join(", ")
}

/// All prompts, each built in or the user's.
#[derive(Clone, Debug)]
pub struct Prompts {
    texts: Vec<(Step, String, Option<PathBuf>)>,
}

impl Default for Prompts {
    fn default() -> Self {
        Self { texts: Step::ALL.iter().map(|&step| (step, step.built_in().to_owned(), None)).collect() }
    }
}

impl Prompts {
    /// The prompts of these folders where they have them, each folder going over the one before, and the built-in ones
    /// elsewhere. A folder need not exist.
    ///
    /// # Errors
    /// A file that cannot be read, names a placeholder that its step does not know, or lacks one it needs.
    pub fn load(folders: &[impl AsRef<Path>]) -> Result<Self, PromptError> {
        let mut prompts = Self::default();
        for (step, text, origin) in &mut prompts.texts {
            for folder in folders {
                let path = folder.as_ref().join(format!("{}.md", step.name()));
                match small_file(&path) {
                    Ok(own) => {
                        check(*step, &own, &path)?;
                        *text = own;
                        *origin = Some(path);
                    }
                    Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {}
                    Err(e) => return Err(PromptError::Unreadable { path, why: e.to_string() }),
                }
            }
        }
        Ok(prompts)
    }

    /// Writes the built-in prompts into a folder, for editing. Files that are there are left as they are.
    ///
    /// # Errors
    /// The folder or a file cannot be written.
    pub fn eject(folder: &Path) -> Result<Vec<(PathBuf, bool)>, PromptError> {
        let fail =
            |path: &Path, e: &std::io::Error| PromptError::NotWritten { path: path.to_owned(), why: e.to_string() };
        std::fs::create_dir_all(folder).map_err(|e| fail(folder, &e))?;
        let mut written = Vec::new();
        for step in Step::ALL {
            let path = folder.join(format!("{}.md", step.name()));
            let fresh = !path.exists();
            if fresh {
                std::fs::write(&path, step.built_in()).map_err(|e| fail(&path, &e))?;
            }
            written.push((path, fresh));
        }
        Ok(written)
    }

    /// The file a prompt comes from; none for a built-in one.
    pub fn origin(&self, step: Step) -> Option<&Path> {
        self.entry(step).and_then(|(_, _, origin)| origin.as_deref())
    }

    /// A prompt as it stands in its file.
    pub fn text(&self, step: Step) -> &str {
        self.entry(step).map_or(step.built_in(), |(_, text, _)| text.as_str())
    }

    /// A prompt with its placeholders filled. What a value holds is never read as a placeholder.
    pub fn fill(&self, step: Step, values: &[(Slot, &str)]) -> String {
        let text = self.text(step);
        let mut out = String::with_capacity(text.len() + 256);
        for piece in pieces(text) {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Name(name) => {
                    let value = values.iter().find(|(slot, _)| slot.name() == name);
                    out.push_str(value.map_or("", |(_, value)| value));
                }
            }
        }
        out.trim().to_owned()
    }

    fn entry(&self, step: Step) -> Option<&(Step, String, Option<PathBuf>)> {
        self.texts.iter().find(|(known, _, _)| *known == step)
    }
}

enum Piece<'a> {
    Text(&'a str),
    Name(&'a str),
}

/// Cuts a prompt at its placeholders. Braces around anything but a word are text (JSON has them too).
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(open) = text[at..].find("{{").map(|open| at + open) {
        let inner = &text[open + 2..];
        let word = inner.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(inner.len());
        if word > 0 && inner[word..].starts_with("}}") {
            pieces.push(Piece::Text(&text[from..open]));
            pieces.push(Piece::Name(&inner[..word]));
            at = open + 2 + word + 2;
            from = at;
        } else {
            at = open + 1;
        }
    }
    pieces.push(Piece::Text(&text[from..]));
    pieces
}

fn check(step: Step, text: &str, path: &Path) -> Result<(), PromptError> {
    let mut named = Vec::new();
    for piece in pieces(text) {
        if let Piece::Name(name) = piece {
            if !step.slots().iter().any(|slot| slot.name() == name) {
                return Err(PromptError::Unknown { path: path.to_owned(), step, name: name.to_owned() });
            }
            named.push(name);
        }
    }
    match step.needed().iter().find(|slot| !named.contains(&slot.name())) {
        Some(&slot) => Err(PromptError::Missing { path: path.to_owned(), slot }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_prompt_uses_exactly_the_placeholders_its_step_knows() {
        for step in Step::ALL {
            let mut named: Vec<&str> = pieces(step.built_in())
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::Name(name) => Some(name),
                    Piece::Text(_) => None,
                })
                .collect();
            named.sort_unstable();
            named.dedup();
            let mut known: Vec<&str> = step.slots().iter().map(|slot| slot.name()).collect();
            known.sort_unstable();
            assert_eq!(named, known, "{}", step.name());
            assert!(check(step, step.built_in(), Path::new("x")).is_ok());
        }
    }

    #[test]
    fn every_file_of_prompts_is_a_step() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("prompts");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let mut steps: Vec<&str> = Step::ALL.iter().map(|step| step.name()).collect();
        steps.sort_unstable();
        assert_eq!(files, steps);
    }

    #[test]
    fn what_a_value_holds_is_no_placeholder() {
        let values = [(Slot::Question, "what is {{history}} and {{question}}?")];
        let filled = Prompts::default().fill(Step::FoldQuestion, &values);
        assert!(filled.ends_with("Question: what is {{history}} and {{question}}?"));
    }

    #[test]
    fn json_in_a_prompt_stays() {
        assert!(Prompts::default().fill(Step::ExtractJson, &[]).contains("{\"entities\": [{"));
    }

    #[test]
    fn a_users_file_wins_and_a_wrong_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("describe.md");
        std::fs::write(&file, "Mine: {{notes}}").unwrap();
        let prompts = Prompts::load(&[folder.path()]).unwrap();
        assert_eq!(prompts.fill(Step::Describe, &[(Slot::Notes, "why?")]), "Mine: why?");
        assert_eq!(prompts.origin(Step::Describe), Some(file.as_path()));
        assert_eq!(prompts.origin(Step::Map), None);

        std::fs::write(&file, "{{note}}").unwrap();
        let unknown = Prompts::load(&[folder.path()]).unwrap_err();
        assert!(unknown.to_string().contains("no placeholder `{{note}}`; it knows `{{subject}}`"), "{unknown}");
        std::fs::write(&file, "describe it").unwrap();
        assert!(matches!(Prompts::load(&[folder.path()]), Err(PromptError::Missing { slot: Slot::Notes, .. })));
    }

    #[test]
    fn ejected_prompts_are_the_built_in_ones_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("prompts");
        std::fs::create_dir_all(&to).unwrap();
        std::fs::write(to.join("rate.md"), "Mine: {{question}}").unwrap();
        let written = Prompts::eject(&to).unwrap();
        assert_eq!(written.iter().filter(|(_, fresh)| !fresh).count(), 1);
        assert_eq!(std::fs::read_to_string(to.join("map.md")).unwrap(), Step::Map.built_in());
        assert_eq!(std::fs::read_to_string(to.join("rate.md")).unwrap(), "Mine: {{question}}");
    }
}
