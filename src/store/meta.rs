//! What an index says of itself.

use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use super::{Reader, Result, Writer};
use crate::config::Method;

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

impl Writer {
    /// Marks the build as finished.
    pub fn set_meta(&self, meta: &Meta) -> Result<()> {
        let json = self.json(meta)?;
        self.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('meta', ?1)", [json]).map(drop)
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
}

impl Reader {
    /// What the index says of itself; empty while it is being built for the first time.
    pub fn meta(&self) -> Result<Meta> {
        match self.fact("meta")? {
            Some(json) => self.parse(&json),
            None => Ok(Meta::default()),
        }
    }

    pub fn fact(&self, key: &str) -> Result<Option<String>> {
        self.maybe("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
    }
}
