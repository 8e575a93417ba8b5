//! What an endpoint can do with a model: assumed at best, lowered by each refusal, found by probing once, and
//! remembered in a file beside the indexes.

pub(super) mod probe;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::config::replace_file;

pub use probe::{Chatting, Embedding, Reranking};

/// The strictest form of answer that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// None: the prompt alone says the form.
    Plain,
    /// `json_object`.
    Json,
    /// `json_object` with a schema beside it, as llama-cpp-python has it.
    JsonWithSchema,
    /// `json_schema`.
    #[default]
    Schema,
}

/// The name of the parameter that limits an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitName {
    #[default]
    MaxTokens,
    MaxCompletionTokens,
    None,
}

/// What an endpoint can do with a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Abilities {
    pub form: Form,
    pub limit: LimitName,
    /// Takes a temperature.
    pub temperature: bool,
    /// Takes system messages.
    pub system: bool,
    /// Takes `stream_options`.
    pub stream_usage: bool,
    /// Sends vectors as base64; as lists of numbers when not.
    pub base64: bool,
    /// Texts embedded in one call.
    pub batch: usize,
    /// Length of its vectors, once seen.
    pub dimensions: Option<usize>,
    /// Thinks aloud before it answers.
    pub thinks: bool,
}

impl Default for Abilities {
    fn default() -> Self {
        Self {
            form: Form::Schema,
            limit: LimitName::MaxTokens,
            temperature: true,
            system: true,
            stream_usage: true,
            base64: true,
            batch: 64,
            dimensions: None,
            thinks: false,
        }
    }
}

impl Abilities {
    /// The same without what a refusal named; none when there is nothing to do without.
    pub(super) fn without(&self, parameter: &str) -> Option<Self> {
        let mut less = self.clone();
        match parameter {
            "response_format" => {
                less.form = match self.form {
                    Form::Schema => Form::JsonWithSchema,
                    Form::JsonWithSchema => Form::Json,
                    Form::Json => Form::Plain,
                    Form::Plain => return None,
                }
            }
            "max_tokens" => {
                less.limit = match self.limit {
                    LimitName::MaxTokens => LimitName::MaxCompletionTokens,
                    _ => LimitName::None,
                }
            }
            "max_completion_tokens" => less.limit = LimitName::None,
            "temperature" => less.temperature = false,
            "system" => less.system = false,
            "stream_options" => less.stream_usage = false,
            "encoding_format" => less.base64 = false,
            "input" => less.batch = (self.batch / 2).max(1),
            _ => return None,
        }
        (less != *self).then_some(less)
    }
}

/// What is known of endpoints and their models.
#[derive(Debug)]
pub(super) struct Book {
    endpoint: String,
    file: Option<PathBuf>,
    known: Mutex<BTreeMap<String, Abilities>>,
}

/// The file: endpoint → model → abilities.
type Pages = BTreeMap<String, BTreeMap<String, Abilities>>;

impl Book {
    /// What is remembered of an endpoint. A file that cannot be read is as good as none: everything is found again.
    pub fn open(endpoint: &str, file: Option<PathBuf>) -> Self {
        let known = file.as_deref().map(pages).and_then(|mut pages| pages.remove(endpoint)).unwrap_or_default();
        Self { endpoint: endpoint.to_owned(), file, known: Mutex::new(known) }
    }

    pub fn of(&self, model: &str) -> Option<Abilities> {
        self.known().get(model).cloned()
    }

    /// Keeps what was found of a model.
    pub fn keep(&self, model: &str, abilities: Abilities) {
        let mut known = self.known();
        if known.get(model) == Some(&abilities) {
            return;
        }
        known.insert(model.to_owned(), abilities);
        if let Some(file) = &self.file {
            // A convenience: where it cannot be written, the next run probes again.
            let _ = save(file, &self.endpoint, &known);
        }
    }

    /// Lowers what is known of a model after a refusal of what `tried` allowed. True when asking again is worth it: it
    /// was lowered, now or by another call meanwhile.
    pub fn lower(&self, model: &str, tried: &Abilities, parameter: &str) -> bool {
        let now = self.of(model).unwrap_or_default();
        if now != *tried {
            return true;
        }
        match now.without(parameter) {
            Some(less) => {
                self.keep(model, less);
                true
            }
            None => false,
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Abilities>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn pages(file: &Path) -> Pages {
    fs::read(file).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
}

/// Other endpoints' pages stay.
fn save(file: &Path, endpoint: &str, known: &BTreeMap<String, Abilities>) -> std::io::Result<()> {
    let mut all = pages(file);
    all.insert(endpoint.to_owned(), known.clone());
    replace_file(file, &serde_json::to_vec_pretty(&all)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_lower_step_by_step_and_end() {
        let mut abilities = Abilities::default();
        let mut forms = Vec::new();
        while let Some(less) = abilities.without("response_format") {
            forms.push(less.form);
            abilities = less;
        }
        assert_eq!(forms, [Form::JsonWithSchema, Form::Json, Form::Plain]);
        let limits = |abilities: &Abilities| abilities.without("max_tokens").map(|less| less.limit);
        assert_eq!(limits(&Abilities::default()), Some(LimitName::MaxCompletionTokens));
        let none = Abilities { limit: LimitName::None, ..Abilities::default() };
        assert_eq!(limits(&none), None);
        assert_eq!(Abilities::default().without("messages"), None);
    }

    #[test]
    fn what_was_found_is_remembered_for_each_endpoint_and_model() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/endpoints.json");
        let book = Book::open("http://a", Some(file.clone()));
        assert_eq!(book.of("m"), None);
        assert!(book.lower("m", &Abilities::default(), "temperature"));
        // Another call that was refused the same asks again, and lowers nothing further.
        assert!(book.lower("m", &Abilities::default(), "temperature"));
        let found = book.of("m").unwrap();
        assert!(!found.temperature && !book.lower("m", &found, "temperature"));
        Book::open("http://b", Some(file.clone())).keep("n", Abilities { batch: 8, ..Abilities::default() });
        assert_eq!(Book::open("http://a", Some(file.clone())).of("m"), Some(found));
        fs::write(&file, "{ nonsense").unwrap();
        assert_eq!(Book::open("http://a", Some(file)).of("m"), None);
    }
}
