//! What the settings say of models, for the status line and the settings overlay: read once, without asking anybody and
//! without a key.

use crate::config::{Method, Paths, Settings};
use crate::llm::{Endpoint, Key, Role, model_of};
use crate::model::shown_path;

/// A setting that can be changed in place, and what that does.
pub struct Item {
    pub key: &'static str,
    pub name: &'static str,
    pub effect: &'static str,
}

/// The settings that can be changed in place.
pub const ITEMS: [Item; 5] = [
    Item { key: "theme", name: "colours", effect: "Enter lists them, each shown at once" },
    Item { key: "model", name: "model", effect: "answers the next question; empty for none, and nothing is sent" },
    Item { key: "base_url", name: "endpoint", effect: "the address of an OpenAI-compatible server" },
    Item { key: "embedding_model", name: "vectors", effect: "the model of vectors; the next index is made with it" },
    Item {
        key: "stop_words",
        name: "stop words",
        effect: "names and terms that are no entities, separated by commas; Esc, then R, indexes anew",
    },
];

/// A value as one types it: without the marks of TOML.
fn plain(value: &str) -> String {
    let list = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let bare = |value: &str| value.trim().trim_matches('"').to_owned();
    match list {
        Some(list) => list.split("\", ").map(bare).collect::<Vec<_>>().join(", "),
        None => bare(value),
    }
}

/// What is configured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Models {
    /// The address without key and password; why it cannot be used otherwise.
    pub endpoint: String,
    /// Where the key would be taken from.
    pub key: Option<String>,
    /// Roles with their models; empty where none is configured.
    pub roles: Vec<(&'static str, String)>,
    /// The model that answers questions, when one may be asked.
    pub answers: Option<String>,
    /// Limits by the minute and calls at once, ready to print.
    pub limits: String,
    /// Settings that can be changed in place, by their names.
    pub values: Vec<(String, String)>,
    /// The file of settings.
    pub file: String,
    pub offline: bool,
}

impl Models {
    pub fn of(settings: &Settings, paths: &Paths, offline: bool) -> Models {
        let endpoint = match Endpoint::new(&settings.base_url, &settings.api_version, None) {
            Ok(endpoint) => endpoint.shown().to_owned(),
            Err(error) => error.to_string(),
        };
        let answers = model_of(settings, Role::Answer);
        let limit = |number: u32, unit: &str| match number {
            0 => String::new(),
            number => format!(", {number} {unit} a minute"),
        };
        Models {
            endpoint,
            key: Key::origin(settings, |name| std::env::var(name).ok()),
            roles: Role::ALL.iter().map(|&role| (role.name(), model_of(settings, role))).collect(),
            answers: (!offline && !answers.is_empty()).then_some(answers),
            limits: format!(
                "{} calls at once{}{}",
                settings.concurrency,
                limit(settings.requests_per_minute, "requests"),
                limit(settings.tokens_per_minute, "tokens")
            ),
            values: settings
                .lines()
                .into_iter()
                .filter(|(name, _)| ITEMS.iter().any(|item| item.key == name))
                .map(|(name, value)| (name, plain(&value)))
                .collect(),
            file: match paths.config.is_file() {
                true => shown_path(&paths.config),
                false => format!("{} (not there yet: every setting has its default)", shown_path(&paths.config)),
            },
            offline,
        }
    }

    /// The model of a role.
    fn of_role(&self, role: Role) -> &str {
        self.roles.iter().find(|(name, _)| *name == role.name()).map_or("", |(_, model)| model)
    }

    /// Why an index cannot be built by a method, with what to do; none when it can.
    pub fn lacks(&self, method: Method) -> Option<&'static str> {
        if !method.asks_a_model() {
            return None;
        }
        if self.offline {
            return Some("--offline lets no model be asked: start again without it");
        }
        let missing = Role::needed_by(method).iter().any(|&role| self.of_role(role).is_empty());
        missing.then_some("no model is configured for this: set `model` in the settings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_to_be_asked_that_is_not_configured() {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths { config: folder.path().join("config.toml"), data: folder.path().to_owned() };
        let none = Models::of(&Settings::default(), &paths, false);
        assert_eq!((none.answers.as_deref(), none.lacks(Method::Offline)), (None, None));
        assert!(none.lacks(Method::Fast).is_some());
        let settings = Settings { report_model: "writer".to_owned(), ..Settings::default() };
        let reports = Models::of(&settings, &paths, false);
        assert_eq!((reports.answers.as_deref(), reports.lacks(Method::Fast)), (None, None));
        assert!(reports.lacks(Method::Standard).is_some());
        let settings = Settings { model: "all".to_owned(), ..Settings::default() };
        assert_eq!(Models::of(&settings, &paths, false).answers.as_deref(), Some("all"));
        let offline = Models::of(&settings, &paths, true);
        assert_eq!(offline.answers, None);
        assert!(offline.lacks(Method::Standard).is_some_and(|why| why.contains("--offline")));
    }
}
