//! Votes on pairs of answers.

use super::{PersonFile, now};
use crate::store::Result;

/// A vote on the answers of two runs to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Vote {
    pub question: String,
    /// 1 for the first run's answer, 0 for the second's, 0.5 for neither.
    pub score: f64,
}

impl PersonFile {
    /// Keeps a vote, in the place of an earlier one on the same pair.
    pub fn cast_vote(&self, first: i64, second: i64, vote: &Vote) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO votes (first_run, second_run, question, score, \"cast\") VALUES (?1, ?2, ?3, ?4, ?5)";
        self.run_sql(sql, (first, second, &vote.question, vote.score, now())).map(drop)
    }

    /// Takes a vote back.
    pub fn withdraw_vote(&self, first: i64, second: i64, question: &str) -> Result<()> {
        let sql = "DELETE FROM votes WHERE first_run = ?1 AND second_run = ?2 AND question = ?3";
        self.run_sql(sql, (first, second, question)).map(drop)
    }

    /// The votes on a pair of runs, in the order of casting.
    pub fn votes(&self, first: i64, second: i64) -> Result<Vec<Vote>> {
        let sql = "SELECT question, score FROM votes WHERE first_run = ?1 AND second_run = ?2 ORDER BY votes.\"cast\", question";
        self.all(sql, [first, second], |row| Ok(Vote { question: row.get(0)?, score: row.get(1)? }))
    }
}
