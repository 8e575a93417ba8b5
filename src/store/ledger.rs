//! The ledger: one row for each unit of paid or slow work.

use serde::Serialize;

use super::{Reader, Result, Writer};
use crate::model::Usage;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LedgerState {
    Waiting,
    Done,
    Failed,
}

impl LedgerState {
    fn name(self) -> &'static str {
        match self {
            LedgerState::Waiting => "waiting",
            LedgerState::Done => "done",
            LedgerState::Failed => "failed",
        }
    }
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LedgerRow {
    /// `extract`, `report`, …
    pub task: String,
    pub key: String,
    pub state: LedgerState,
    pub attempts: u32,
    pub error: Option<String>,
    /// The answer that was paid for.
    #[serde(skip)]
    pub output: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LedgerCounts {
    pub done: u32,
    pub failed: u32,
    pub waiting: u32,
}

impl Writer {
    /// Enters what came of a unit of work; another attempt at the same one adds to its count and cost.
    pub fn enter(
        &self,
        task: &str,
        key: &str,
        state: LedgerState,
        usage: Usage,
        error: Option<&str>,
        output: Option<&str>,
    ) -> Result<()> {
        self.run(
            "INSERT INTO ledger (task, key, state, attempts, error, prompt_tokens, completion_tokens, cost_usd, output) \
             VALUES (?1, ?2, ?3, ?3 <> 'waiting', ?4, ?5, ?6, ?7, ?8) \
             ON CONFLICT (task, key) DO UPDATE SET state = excluded.state, attempts = attempts + excluded.attempts, \
             error = excluded.error, prompt_tokens = prompt_tokens + excluded.prompt_tokens, \
             completion_tokens = completion_tokens + excluded.completion_tokens, \
             cost_usd = cost_usd + excluded.cost_usd, output = coalesce(excluded.output, output)",
            (
                task,
                key,
                state.name(),
                error,
                usage.prompt_tokens as i64,
                usage.completion_tokens as i64,
                usage.cost_usd,
                output,
            ),
        )
        .map(drop)
    }
}

impl Reader {
    pub fn ledger_counts(&self) -> Result<LedgerCounts> {
        self.one(
            "SELECT count(*) FILTER (WHERE state = 'done'), count(*) FILTER (WHERE state = 'failed'), \
             count(*) FILTER (WHERE state = 'waiting') FROM ledger",
            [],
            |row| Ok(LedgerCounts { done: row.get(0)?, failed: row.get(1)?, waiting: row.get(2)? }),
        )
    }

    /// Units of work that failed, with why.
    pub fn failures(&self) -> Result<Vec<LedgerRow>> {
        self.all(
            "SELECT task, key, attempts, error, output FROM ledger WHERE state = 'failed' ORDER BY task, key",
            [],
            |row| {
                Ok(LedgerRow {
                    task: row.get(0)?,
                    key: row.get(1)?,
                    state: LedgerState::Failed,
                    attempts: row.get(2)?,
                    error: row.get(3)?,
                    output: row.get(4)?,
                })
            },
        )
    }
}
