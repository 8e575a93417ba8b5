//! The settings, and where each value comes from: defaults, `config.toml`, the environment, flags.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::Method;
use super::small_file::small_file;
use super::suggestion::suggestion;
use super::values::{check, like, plain};
use crate::model::shown_path;

/// Everything that can be set. Names are flat, so that each is a line of the file and a variable of the environment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Who reads for the index.
    pub method: Method,
    /// The most tokens of a text unit, and how many it repeats from the one before.
    pub chunk_size: u32,
    pub chunk_overlap: u32,
    /// Larger files are skipped, in megabytes.
    pub max_file_size: u32,
    /// Read hidden files, and files that `.gitignore` names.
    pub hidden: bool,
    pub ignored: bool,
    /// Read what links in a folder lead to.
    pub follow_links: bool,
    /// Fields of table rows that hold the text and the title; guessed when empty.
    pub text_field: String,
    pub title_field: String,
    /// Names and terms that are no entities.
    pub stop_words: Vec<String>,
    /// The most members of a community that is not split further.
    pub community_size: u32,
    pub resolution: f64,
    pub seed: u64,
    /// The model that is asked, and others for single roles; none is used while they are empty.
    pub model: String,
    pub extraction_model: String,
    pub report_model: String,
    pub rating_model: String,
    pub answer_model: String,
    pub embedding_model: String,
    /// Puts passages that were found in a better order, by the `/rerank` call.
    pub rerank_model: String,
    /// A folder or file of static vectors on this disk; they go before a model's and the corpus's own. Not among what
    /// shapes an index: other vectors are made anew, and the rest of the index stays.
    pub vectors: String,
    /// Where models are; OpenAI's own address when empty.
    pub base_url: String,
    /// Spoken to as Azure is, when set.
    pub api_version: String,
    /// Where the key is taken from when it is not in the environment. The key itself is no setting and is never kept.
    pub key_file: String,
    pub key_command: String,
    /// Calls under way at once, and limits by the minute; 0 for none.
    pub concurrency: u32,
    pub requests_per_minute: u32,
    pub tokens_per_minute: u32,
    /// Seconds an answer may take, and seconds a failing endpoint is waited for.
    pub request_timeout: u32,
    pub patience: u32,
    /// Dollars for a million tokens, over the built-in table: `name input output`.
    pub prices: Vec<String>,
    /// Calls of a build go with batch jobs of the provider, which cost less and take longer.
    pub batch_jobs: bool,
    /// Hold every sentence of an answer against what it cites.
    pub check_answers: bool,
    /// Where `doctor` looks for servers on this machine.
    pub local_servers: Vec<String>,
    /// The language a model writes in; `auto` for that of the documents or the question.
    pub language: String,
    /// What a model looks for, what the documents are about, and who it writes as.
    pub entity_types: Vec<String>,
    pub domain: String,
    pub persona: String,
    /// How extraction is asked for: `json`, or `records` for models that cannot keep to JSON.
    pub extraction_form: String,
    /// How much of the text units a model reads with the method `hybrid`, in per cent.
    pub model_share: u32,
    /// How often a model looks again for what it overlooked.
    pub gleanings: u32,
    /// Whether a model looks for claims, and for which.
    pub claims: bool,
    pub claim_description: String,
    /// The most words of a report and of an entity's description; the most tokens a report is written from.
    pub report_words: u32,
    pub report_tokens: u32,
    pub description_words: u32,
    /// The form of an answer, in words.
    pub response: String,
    /// An index whose folders changed is brought up to date when it is opened.
    pub update_on_open: bool,
    /// `auto`, `dark`, `light`, `mono`, `terminal`, or a theme of one's own.
    pub theme: String,
    /// Take clicks and the wheel.
    pub mouse: bool,
    /// Draw with ASCII only.
    pub ascii: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Offline,
            chunk_size: 600,
            chunk_overlap: 100,
            max_file_size: 256,
            hidden: false,
            ignored: false,
            follow_links: false,
            text_field: String::new(),
            title_field: String::new(),
            stop_words: Vec::new(),
            community_size: 10,
            resolution: 1.0,
            seed: 42,
            model: String::new(),
            extraction_model: String::new(),
            report_model: String::new(),
            rating_model: String::new(),
            answer_model: String::new(),
            embedding_model: String::new(),
            rerank_model: String::new(),
            vectors: String::new(),
            base_url: String::new(),
            api_version: String::new(),
            key_file: String::new(),
            key_command: String::new(),
            concurrency: 8,
            requests_per_minute: 0,
            tokens_per_minute: 0,
            request_timeout: 300,
            patience: 600,
            prices: Vec::new(),
            batch_jobs: false,
            check_answers: false,
            local_servers: vec!["http://127.0.0.1:11434/v1".to_owned(), "http://127.0.0.1:8080/v1".to_owned()],
            language: "auto".to_owned(),
            entity_types: ["person", "organisation", "place", "event", "product", "concept"]
                .map(str::to_owned)
                .to_vec(),
            domain: String::new(),
            persona: String::new(),
            extraction_form: "json".to_owned(),
            model_share: 20,
            gleanings: 1,
            claims: false,
            claim_description: "facts that somebody could dispute, promises, accusations, changes of mind".to_owned(),
            report_words: 600,
            report_tokens: 4000,
            description_words: 120,
            response: "a few paragraphs".to_owned(),
            update_on_open: true,
            theme: "auto".to_owned(),
            mouse: true,
            ascii: false,
        }
    }
}

/// What `gleaner config init` writes: every setting with its default, commented out.
pub const TEMPLATE: &str = include_str!("../../assets/config.toml");

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Default,
    File(PathBuf),
    /// The variable's name.
    Environment(String),
    Flag,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) => write!(f, "{}", shown_path(path)),
            Origin::Environment(name) => f.write_str(name),
            Origin::Flag => f.write_str("flag"),
        }
    }
}

/// A setting that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    #[error("{} cannot be read: {why}", shown_path(.path))]
    Unreadable { path: PathBuf, why: String },
    #[error("{} is not TOML: {why}", shown_path(.path))]
    Syntax { path: PathBuf, why: String },
    #[error("{origin}: there is no setting `{key}`")]
    Unknown { origin: String, key: String, closest: Option<String> },
    #[error("{origin}: `{key}` takes {wanted}, not `{given}`")]
    Value { origin: String, key: String, wanted: String, given: String },
}

impl SettingsError {
    pub fn hints(&self) -> Vec<String> {
        match self {
            SettingsError::Unknown { closest: Some(closest), .. } => vec![format!("did you mean `{closest}`?")],
            SettingsError::Unknown { .. } => vec!["`gleaner config show` lists the settings".to_owned()],
            SettingsError::Syntax { .. } | SettingsError::Unreadable { .. } => {
                vec!["`gleaner config path` prints where the file is".to_owned()]
            }
            SettingsError::Value { .. } => Vec::new(),
        }
    }
}

const PREFIX: &str = "GLEANER_";
const BASE_URL: &str = "OPENAI_BASE_URL";

impl Settings {
    /// Puts together defaults, the file (which need not exist, unless it was named by the user), the environment and
    /// flags, each over the one before. Returns where each value comes from, by its name.
    pub fn load(
        file: &Path,
        must_exist: bool,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: Table,
    ) -> Result<(Self, BTreeMap<String, Origin>), SettingsError> {
        let mut table = defaults();
        let mut origins: BTreeMap<String, Origin> = table.keys().map(|key| (key.clone(), Origin::Default)).collect();
        let mut set = |key: &str, value: Value, origin: Origin, named: &str| {
            let Some(default) = table.get(key) else {
                let closest = suggestion(key, table.keys().map(String::as_str)).map(str::to_owned);
                return Err(SettingsError::Unknown { origin: named.to_owned(), key: key.to_owned(), closest });
            };
            let value = like(default, value).map_err(|(wanted, given)| SettingsError::Value {
                origin: named.to_owned(),
                key: key.to_owned(),
                wanted: wanted.to_owned(),
                given,
            })?;
            check(key, &value).map_err(|wanted| SettingsError::Value {
                origin: named.to_owned(),
                key: key.to_owned(),
                wanted: wanted.to_owned(),
                given: plain(&value),
            })?;
            table.insert(key.to_owned(), value);
            origins.insert(key.to_owned(), origin);
            Ok(())
        };
        for (key, value) in read_file(file, must_exist)? {
            set(&key, value, Origin::File(file.to_owned()), &shown_path(file))?;
        }
        let known = defaults();
        let mut variables: Vec<_> = environment.into_iter().collect();
        variables.sort();
        // The name that other programs use; our own name for it weighs more.
        if let Some((name, value)) = variables.iter().find(|(name, value)| name == BASE_URL && !value.trim().is_empty())
        {
            set("base_url", Value::String(value.clone()), Origin::Environment(name.clone()), name)?;
        }
        for (name, value) in variables {
            // Other variables may begin like ours: only a setting's own name is one.
            let Some(key) = name.strip_prefix(PREFIX).map(str::to_lowercase).filter(|key| known.contains_key(key))
            else {
                continue;
            };
            set(&key, Value::String(value), Origin::Environment(name.clone()), &name)?;
        }
        for (key, value) in flags {
            set(&key, value, Origin::Flag, &format!("--{}", key.replace('_', "-")))?;
        }
        let settings = Value::Table(table).try_into().map_err(|e: toml::de::Error| SettingsError::Syntax {
            path: file.to_owned(),
            why: e.message().to_owned(),
        })?;
        Ok((settings, origins))
    }

    /// These settings with one changed, its value written as in the environment; with the value as it stands in the
    /// file.
    ///
    /// # Errors
    /// No such setting, or a value that it cannot have.
    pub fn with(&self, key: &str, value: &str) -> Result<(Settings, String), SettingsError> {
        let named = "here";
        let known = defaults();
        let Some(default) = known.get(key) else {
            return Err(SettingsError::Unknown { origin: named.to_owned(), key: key.to_owned(), closest: None });
        };
        let wrong = |wanted: &str, given: String| SettingsError::Value {
            origin: named.to_owned(),
            key: key.to_owned(),
            wanted: wanted.to_owned(),
            given,
        };
        let value = like(default, Value::String(value.to_owned())).map_err(|(wanted, given)| wrong(wanted, given))?;
        check(key, &value).map_err(|wanted| wrong(wanted, plain(&value)))?;
        let written = value.to_string();
        let mut table = Table::try_from(self).unwrap_or_default();
        table.insert(key.to_owned(), value);
        let settings = Value::Table(table).try_into();
        Ok((settings.map_err(|error: toml::de::Error| wrong(error.message(), written.clone()))?, written))
    }

    /// Every setting's name and value as it would stand in the file, in the order of the file.
    pub fn lines(&self) -> Vec<(String, String)> {
        let table = Table::try_from(self).unwrap_or_default();
        table.into_iter().map(|(key, value)| (key, value.to_string())).collect()
    }

    /// These settings, with what shapes an index as it was for one that is there (its [`Settings::shaping`]).
    pub fn shaped_as(&self, shape: &str) -> Settings {
        let parsed = (serde_json::to_value(self), serde_json::from_str(shape));
        let (Ok(serde_json::Value::Object(mut all)), Ok(serde_json::Value::Object(shape))) = parsed else {
            return self.clone();
        };
        for (name, value) in shape {
            match value {
                serde_json::Value::Object(inner) if name == "brief" => all.extend(inner),
                value => drop(all.insert(name, value)),
            }
        }
        // A name that a later version no longer knows leaves all of them as they are.
        serde_json::from_value(serde_json::Value::Object(all)).unwrap_or_else(|_| self.clone())
    }

    /// The settings that shape an index, as JSON: another value makes another index.
    pub fn shaping(&self) -> String {
        let mut shape = serde_json::json!({
            "method": self.method, "chunk_size": self.chunk_size, "chunk_overlap": self.chunk_overlap,
            "max_file_size": self.max_file_size, "hidden": self.hidden, "ignored": self.ignored, "follow_links": self.follow_links,
            "text_field": self.text_field, "title_field": self.title_field, "stop_words": self.stop_words,
            "community_size": self.community_size, "resolution": self.resolution, "seed": self.seed,
        });
        // Nothing of an offline index changes with what a model is told.
        if self.method.asks_a_model() {
            shape["brief"] = serde_json::json!({
                "language": self.language, "entity_types": self.entity_types, "domain": self.domain,
                "persona": self.persona, "extraction_form": self.extraction_form, "gleanings": self.gleanings,
                "claims": self.claims, "claim_description": self.claim_description,
                "report_words": self.report_words, "report_tokens": self.report_tokens,
                "description_words": self.description_words,
            });
            for (name, model) in [
                ("model", &self.model),
                ("extraction_model", &self.extraction_model),
                ("report_model", &self.report_model),
                ("embedding_model", &self.embedding_model),
            ] {
                shape[name] = model.as_str().into();
            }
        }
        if self.method == Method::Hybrid {
            shape["model_share"] = self.model_share.into();
        }
        shape.to_string()
    }
}

fn defaults() -> Table {
    Table::try_from(Settings::default()).unwrap_or_default()
}

fn read_file(file: &Path, must_exist: bool) -> Result<Table, SettingsError> {
    let unreadable = |why: String| SettingsError::Unreadable { path: file.to_owned(), why };
    let text = match small_file(file) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound && !must_exist => return Ok(Table::new()),
        Err(e) => return Err(unreadable(e.to_string())),
    };
    text.parse::<Table>()
        .map_err(|e| SettingsError::Syntax { path: file.to_owned(), why: e.to_string().trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn load(
        file: &str,
        environment: &[(&str, &str)],
        flags: &str,
    ) -> Result<(Settings, BTreeMap<String, Origin>), SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        std::fs::write(&path, file).unwrap();
        let environment = environment.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
        Settings::load(&path, true, environment, flags.parse().unwrap())
    }

    proptest! {
        #[test]
        fn settings_of_any_kind_are_taken_or_refused(
            rows in prop::collection::vec(
                (any::<prop::sample::Index>(), prop_oneof![
                    any::<i64>().prop_map(|n| n.to_string()),
                    prop::sample::select(vec![
                        "true", "-1", "1e308", "nan", "-inf", "''", "[]", "[[[]]]", "[1, 'a', {}]", "{ a = { b = 1 } }",
                        "9223372036854775807", "0x7fffffffffffffff", "1979-05-27T07:32:00Z", "\"\\u0000\"", "[\"\\u202e\"]",
                    ]).prop_map(str::to_owned),
                    "\\PC{0,20}",
                ]),
                0..8,
            ),
            garbage in "\\PC{0,30}",
        ) {
            let names: Vec<String> = defaults().keys().cloned().collect();
            let file: String =
                rows.iter().map(|(name, value)| format!("{} = {value}\n", name.get(&names))).collect();
            for file in [file.clone(), format!("{file}{garbage}\n")] {
                // Whatever is taken can be written and read again.
                if let Ok((settings, _)) = load(&file, &[], "") {
                    let written = toml::to_string(&settings).expect("it can be written");
                    prop_assert!(written.parse::<Table>().is_ok(), "{}", written);
                }
            }
        }
    }

    #[test]
    fn flags_over_environment_over_file_over_defaults() {
        let (settings, origins) = load(
            "chunk_size = 300\nseed = 7\nstop_words = ['x']",
            &[("GLEANER_SEED", "8"), ("GLEANER_HIDDEN", "yes"), ("GLEANER_STOP_WORDS", "a, b"), ("GLEANER_OTHER", "m")],
            "seed = 9",
        )
        .unwrap();
        assert_eq!((settings.chunk_size, settings.seed, settings.hidden), (300, 9, true));
        assert_eq!(settings.stop_words, ["a", "b"]);
        assert_eq!(origins["seed"], Origin::Flag);
        assert_eq!(origins["hidden"], Origin::Environment("GLEANER_HIDDEN".to_owned()));
        assert_eq!(origins["chunk_overlap"], Origin::Default);
    }

    #[test]
    fn the_address_of_models_has_two_names() {
        let common = ("OPENAI_BASE_URL", "http://a");
        let (settings, origins) = load("base_url = 'http://file'", &[common], "").unwrap();
        assert_eq!(settings.base_url, "http://a");
        assert_eq!(origins["base_url"], Origin::Environment("OPENAI_BASE_URL".to_owned()));
        let (settings, _) = load("", &[common, ("GLEANER_BASE_URL", "http://b")], "").unwrap();
        assert_eq!(settings.base_url, "http://b");
    }

    #[test]
    fn models_shape_an_index_only_where_one_reads() {
        let offline = Settings { model: "m".to_owned(), ..Settings::default() };
        assert_eq!(offline.shaping(), Settings::default().shaping());
        let fast = |model: &str| Settings { method: Method::Fast, model: model.to_owned(), ..Settings::default() };
        assert_ne!(fast("m").shaping(), fast("n").shaping());
    }

    #[test]
    fn mistakes_are_named_with_what_was_meant() {
        let Err(error) = load("chunk_sise = 3", &[], "") else { panic!("taken") };
        assert!(matches!(&error, SettingsError::Unknown { closest: Some(closest), .. } if closest == "chunk_size"));
        assert_eq!(error.hints(), ["did you mean `chunk_size`?"]);
        for (file, wanted) in [
            ("chunk_size = 'many'", "a whole number"),
            ("chunk_size = 3", "20 to 100000 tokens"),
            ("mouse = 3", "true or false"),
            ("stop_words = [1]", "a list of strings"),
            ("method = 'magic'", "offline, fast, hybrid or standard"),
            ("resolution = 0.0", "a number above 0, up to 1000"),
        ] {
            assert!(
                matches!(load(file, &[], ""), Err(SettingsError::Value { wanted: found, .. }) if found == wanted),
                "{file}"
            );
        }
        assert!(matches!(load("= 3", &[], ""), Err(SettingsError::Syntax { .. })));
        assert!(matches!(load("", &[("GLEANER_SEED", "x")], ""), Err(SettingsError::Value { .. })));
    }

    #[test]
    fn the_template_shows_every_setting_with_its_default() {
        let shown: String = TEMPLATE
            .lines()
            .filter_map(|line| line.strip_prefix("# ").filter(|line| line.contains(" = ")))
            .map(|line| format!("{line}\n"))
            .collect();
        let table: Table = shown.parse().unwrap();
        assert_eq!(table, defaults());
    }
}
