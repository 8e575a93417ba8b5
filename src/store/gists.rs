//! Gists: what a document or a community is about, as passages; and the overview of the whole corpus.

use super::error::{from_json, to_json};
use super::{Reader, Result, Writer};
use crate::model::{Evidence, Overview, Ref};

/// The fact under which the overview is kept.
const OVERVIEW: &str = "overview";

impl Writer {
    /// Keeps what a document or a community is about.
    pub fn add_gist(&self, of: Ref, gist: &[Evidence]) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO gists (kind, id, evidence) VALUES (?1, ?2, ?3)",
            (of.kind.name(), of.id, to_json(self.path(), &gist)?),
        )
        .map(drop)
    }

    /// Keeps the overview of the corpus.
    pub fn set_overview(&self, overview: &Overview) -> Result<()> {
        self.set_fact_json(OVERVIEW, overview)
    }
}

impl Reader {
    /// What a document or a community is about; empty where nothing was found.
    pub fn gist(&self, of: Ref) -> Result<Vec<Evidence>> {
        let sql = "SELECT evidence FROM gists WHERE kind = ?1 AND id = ?2";
        let json = self.maybe(sql, (of.kind.name(), of.id), |row| row.get::<_, String>(0))?;
        json.map_or_else(|| Ok(Vec::new()), |json| from_json(self.path(), &json))
    }

    /// The overview of the corpus; none in an index that was built before there was one.
    pub fn overview(&self) -> Result<Option<Overview>> {
        self.fact_json(OVERVIEW)
    }
}
