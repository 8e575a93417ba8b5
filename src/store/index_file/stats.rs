//! What an index holds, in numbers: the shape of `gleaner stats --json`.

use serde::Serialize;

use crate::store::{LedgerCounts, LevelCount, Reader, Result};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Path of the index file.
    pub index: String,
    pub name: String,
    pub method: String,
    pub documents: u32,
    pub text_units: u32,
    pub tokens: u64,
    pub entities: u32,
    pub relationships: u32,
    pub claims: u32,
    pub communities: u32,
    pub reports: u32,
    pub levels: Vec<LevelCount>,
    pub modularity: Option<f64>,
    pub embeddings: EmbeddingStats,
    pub languages: Vec<LanguageCount>,
    pub ledger: LedgerCounts,
    pub cost_usd: f64,
    pub files: FileCounts,
    /// Documents, or stretches of them, that were counted elsewhere.
    pub recurring: u32,
    /// Bytes of extracted text, and of the index file.
    pub text_bytes: u64,
    pub index_bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EmbeddingStats {
    pub model: Option<String>,
    pub dimensions: u32,
    pub count: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LanguageCount {
    /// ISO 639-3.
    pub language: String,
    pub documents: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileCounts {
    pub read: u32,
    pub skipped: u32,
}

impl Reader {
    pub fn stats(&self) -> Result<Stats> {
        let meta = self.meta()?;
        let count = |table: &str| self.one(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, u32>(0));
        let (documents, tokens, text_bytes) = self.one(
            "SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(text_len), 0) FROM documents",
            [],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.max(0) as u64, row.get::<_, i64>(2)?.max(0) as u64)),
        )?;
        let languages = self.all(
            "SELECT language, count(*) FROM documents WHERE language IS NOT NULL GROUP BY language \
             ORDER BY count(*) DESC, language",
            [],
            |row| Ok(LanguageCount { language: row.get(0)?, documents: row.get(1)? }),
        )?;
        let files = self.one(
            "SELECT count(*) FILTER (WHERE status = 'read'), count(*) FILTER (WHERE status = 'skipped') FROM files",
            [],
            |row| Ok(FileCounts { read: row.get(0)?, skipped: row.get(1)? }),
        )?;
        Ok(Stats {
            index: self.path().to_string_lossy().into_owned(),
            name: meta.name,
            method: meta.method,
            documents,
            text_units: count("text_units")?,
            tokens,
            entities: count("entities")?,
            relationships: count("relationships")?,
            claims: count("claims")?,
            communities: count("communities")?,
            reports: count("reports")?,
            levels: self.levels()?,
            modularity: meta.modularity,
            embeddings: EmbeddingStats {
                model: meta.embedding_model,
                dimensions: meta.embedding_dimensions,
                count: count("vectors")?,
            },
            languages,
            ledger: self.ledger_counts()?,
            cost_usd: self.one("SELECT coalesce(sum(cost_usd), 0.0) FROM ledger", [], |row| row.get(0))?,
            files,
            recurring: count("recurring")?,
            text_bytes,
            index_bytes: std::fs::metadata(self.path()).map_or(0, |about| about.len()),
        })
    }
}
