//! What an index says of itself.

use rusqlite::OptionalExtension;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::Method;
use crate::store::error::{from_json, to_json};
use crate::store::{Reader, Result, Writer};

/// What an index says of itself. Written at the end of a build; its presence is the mark of a finished one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Meta {
    /// Names this build: what a chat's citations are about.
    pub build: String,
    /// Readable name of the corpus: its folder's.
    pub name: String,
    /// The folders and files indexed, canonical, as given.
    pub roots: Vec<String>,
    /// The name of a method, or [`Meta::IMPORTED`].
    pub method: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// The settings that shape an index, as JSON.
    pub settings: String,
    /// Seconds since 1970.
    pub finished: i64,
    pub tokens: u64,
    /// Of the clustering at its finest level, and at its root.
    pub modularity: Option<f64>,
    /// Languages with their documents, most first.
    pub languages: Vec<(String, u32)>,
    pub embedding_model: Option<String>,
    pub embedding_dimensions: u32,
}

impl Meta {
    /// The method of an index that was made from another program's.
    pub const IMPORTED: &str = "imported";
    /// The method of an index that no model had a part in.
    pub const OFFLINE: &str = Method::Offline.as_str();

    /// The method it was made by; none of one that was made from another program's.
    pub fn made_by(&self) -> Option<Method> {
        self.method.parse().ok()
    }
}

/// The fact under which an index keeps its [`Meta`].
const META: &str = "meta";
/// The fact under which a build keeps what it is made from.
pub const INPUTS: &str = "inputs";
/// The fact under which a build keeps the modularity of its clustering.
pub const MODULARITY: &str = "modularity";
/// The fact under which an import keeps how many tokens its text has.
pub const TOKENS: &str = "tokens";

impl Writer {
    /// Marks the build as finished.
    pub fn set_meta(&self, meta: &Meta) -> Result<()> {
        self.set_fact_json(META, meta)
    }

    /// What the index says of itself; empty while it is being built for the first time.
    pub fn meta(&self) -> Result<Meta> {
        Ok(self.fact_json(META)?.unwrap_or_default())
    }

    /// Keeps a fact of the build that is more than a word of text.
    pub fn set_fact_json(&self, key: &str, value: &impl Serialize) -> Result<()> {
        self.set_fact(key, &to_json(self.path(), value)?)
    }

    /// Keeps a fact of the build under a key of its own (what it is made from, say).
    pub fn set_fact(&self, key: &str, value: &str) -> Result<()> {
        self.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)", [key, value]).map(drop)
    }

    pub fn fact(&self, key: &str) -> Result<Option<String>> {
        self.connection()
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
            .optional()
            .map_err(|e| self.wrap(e))
    }

    /// A fact that was kept as JSON; none where there is none.
    ///
    /// # Errors
    /// It does not read as such.
    pub fn fact_json<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        self.fact(key)?.map(|json| from_json(self.path(), &json)).transpose()
    }
}

impl Reader {
    /// What the index says of itself; empty while it is being built for the first time.
    pub fn meta(&self) -> Result<Meta> {
        Ok(self.fact_json(META)?.unwrap_or_default())
    }

    /// The settings that shaped the index; null where it does not say.
    pub fn shaping_settings(&self) -> Result<Value> {
        match self.meta()?.settings.as_str() {
            "" => Ok(Value::Null),
            settings => from_json(self.path(), settings),
        }
    }

    pub fn fact(&self, key: &str) -> Result<Option<String>> {
        self.maybe("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
    }

    /// A fact that was kept as JSON; none where there is none.
    ///
    /// # Errors
    /// It does not read as such.
    pub fn fact_json<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        self.fact(key)?.map(|json| from_json(self.path(), &json)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Overview;
    use crate::store::StoreError;
    use crate::store::tests::published;

    #[test]
    fn a_fact_that_does_not_read_is_not_taken_for_none() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("index.gleaner");
        published(&index, "made from these", |writer| {
            writer.set_meta(&Meta { settings: "{\"hidden\": true".to_owned(), ..Meta::default() })?;
            writer.set_overview(&Overview::default())
        });
        let reader = Reader::open(&index).unwrap();
        assert_eq!(reader.overview().unwrap(), Some(Overview::default()));
        let cannot_be_read = |error| matches!(error, StoreError::Value { .. });
        assert!(reader.shaping_settings().is_err_and(cannot_be_read));
        let writer = Writer::open(&index).unwrap();
        assert_eq!(reader.fact_json::<Value>("never kept").unwrap(), None);
        for key in ["overview", "another"] {
            writer.set_fact(key, "{\"documents\": 7").unwrap();
            assert!(reader.fact_json::<Value>(key).is_err_and(cannot_be_read));
        }
        assert!(reader.overview().is_err_and(cannot_be_read));
    }
}
