//! Runs of an evaluation and their outcomes.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, Row};
use serde::{Deserialize, Serialize};

use super::{PersonFile, now};
use crate::model::Answer;
use crate::store::error::{from_json, to_json};
use crate::store::{Result, StoreError};

/// What a run is of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunAbout {
    /// Hash of all that the outcomes depend on.
    pub key: String,
    pub question_set: String,
    pub set_hash: String,
    /// What its column is called.
    pub contestant: String,
    /// The settings of the contestant, as JSON.
    pub settings: String,
    /// The build of the index that was asked.
    pub build: String,
    /// Version of the program, with a hash of its source.
    pub program: String,
}

/// A run that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    pub id: i64,
    #[serde(flatten)]
    pub about: RunAbout,
    /// Seconds since 1970.
    pub started: i64,
    /// None while outcomes are missing.
    pub finished: Option<i64>,
    pub outcomes: u32,
}

/// What came out for a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptOutcome {
    pub question: String,
    pub kind: Option<String>,
    /// What questions have in common that are not independent of each other.
    pub cluster: String,
    pub values: BTreeMap<String, f64>,
    pub answer: Option<Answer>,
}

const COLUMNS: &str = "id, key, question_set, set_hash, contestant, settings, build, program, started, finished, \
                       (SELECT count(*) FROM outcomes WHERE run = runs.id) FROM runs";

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    Ok(Run {
        id: row.get(0)?,
        about: RunAbout {
            key: row.get(1)?,
            question_set: row.get(2)?,
            set_hash: row.get(3)?,
            contestant: row.get(4)?,
            settings: row.get(5)?,
            build: row.get(6)?,
            program: row.get(7)?,
        },
        started: row.get(8)?,
        finished: row.get(9)?,
        outcomes: row.get(10)?,
    })
}

impl PersonFile {
    /// Returns the run of this key; begins it where there is none.
    pub fn begin_run(&self, about: &RunAbout) -> Result<Run> {
        self.run_sql(
            "INSERT INTO runs (key, question_set, set_hash, contestant, settings, build, program, started) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (key) DO NOTHING",
            (
                &about.key,
                &about.question_set,
                &about.set_hash,
                &about.contestant,
                &about.settings,
                &about.build,
                &about.program,
                now(),
            ),
        )?;
        let sql = format!("SELECT {COLUMNS} WHERE key = ?1");
        self.connection.query_row(&sql, [&about.key], run).map_err(|e| self.wrap(e))
    }

    /// Keeps outcomes of a run as one transaction.
    pub fn keep_outcomes(&self, run: i64, outcomes: &[KeptOutcome]) -> Result<()> {
        let transaction = self.connection.unchecked_transaction().map_err(|e| self.wrap(e))?;
        for outcome in outcomes {
            let answer = outcome.answer.as_ref().map(|answer| to_json(&self.path, answer)).transpose()?;
            let values = to_json(&self.path, &outcome.values)?;
            self.run_sql(
                "INSERT OR REPLACE INTO outcomes (run, question, kind, cluster, \"values\", answer) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                (run, &outcome.question, &outcome.kind, &outcome.cluster, values, answer),
            )?;
        }
        transaction.commit().map_err(|e| self.wrap(e))
    }

    /// Says that a run is whole.
    pub fn finish_run(&self, run: i64) -> Result<()> {
        self.run_sql("UPDATE runs SET finished = ?2 WHERE id = ?1", (run, now())).map(drop)
    }

    /// Takes back that a run is whole, and what came out, so that it is asked anew.
    pub fn begin_anew(&self, run: i64) -> Result<()> {
        self.run_sql("DELETE FROM outcomes WHERE run = ?1", [run])?;
        self.run_sql("UPDATE runs SET finished = NULL, started = ?2 WHERE id = ?1", (run, now())).map(drop)
    }

    /// All runs, latest first.
    pub fn runs(&self) -> Result<Vec<Run>> {
        self.all(&format!("SELECT {COLUMNS} ORDER BY id DESC"), [], run)
    }

    /// A run by its number; none where there is no such.
    pub fn run(&self, id: i64) -> Result<Option<Run>> {
        let sql = format!("SELECT {COLUMNS} WHERE id = ?1");
        self.connection.query_row(&sql, [id], run).optional().map_err(|e| self.wrap(e))
    }

    /// Removes a run with its outcomes and the votes on it; says whether it was there.
    pub fn remove_run(&self, id: i64) -> Result<bool> {
        Ok(self.run_sql("DELETE FROM runs WHERE id = ?1", [id])? > 0)
    }

    /// What came out for the questions of a run, in no particular order, with the answers where they are wanted.
    pub fn outcomes(&self, run: i64, with_answers: bool) -> Result<Vec<KeptOutcome>> {
        let answer = if with_answers { "answer" } else { "NULL" };
        let sql = format!("SELECT question, kind, cluster, \"values\", {answer} FROM outcomes WHERE run = ?1");
        let rows = self.all(&sql, [run], |row| {
            let outcome = KeptOutcome {
                question: row.get(0)?,
                kind: row.get(1)?,
                cluster: row.get(2)?,
                ..KeptOutcome::default()
            };
            Ok((outcome, row.get::<_, String>(3)?, row.get::<_, Option<String>>(4)?))
        })?;
        let read = |(outcome, values, answer): (KeptOutcome, String, Option<String>)| {
            let answer = answer.map(|json| from_json(&self.path, &json)).transpose()?;
            Ok::<_, StoreError>(KeptOutcome { values: from_json(&self.path, &values)?, answer, ..outcome })
        };
        rows.into_iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(key: &str) -> RunAbout {
        RunAbout { key: key.to_owned(), question_set: "quays".to_owned(), ..RunAbout::default() }
    }

    #[test]
    fn a_run_goes_on_where_it_stopped_and_is_whole_when_said_so() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("papers");
        let outcome = KeptOutcome {
            question: "q1".to_owned(),
            cluster: "lease.txt".to_owned(),
            values: BTreeMap::from([("contained".to_owned(), 1.0)]),
            answer: Some(Answer { text: "Orsk Ferries".to_owned(), ..Answer::default() }),
            ..KeptOutcome::default()
        };
        let own = PersonFile::beside(&index).unwrap();
        let run = own.begin_run(&about("a")).unwrap();
        own.keep_outcomes(run.id, std::slice::from_ref(&outcome)).unwrap();
        drop(own);
        let own = PersonFile::beside(&index).unwrap();
        let again = own.begin_run(&about("a")).unwrap();
        assert_eq!((again.id, again.outcomes, again.finished), (run.id, 1, None));
        assert_eq!(own.outcomes(run.id, true).unwrap(), std::slice::from_ref(&outcome));
        assert_eq!(own.outcomes(run.id, false).unwrap(), [KeptOutcome { answer: None, ..outcome }]);
        own.finish_run(run.id).unwrap();
        assert!(own.run(run.id).unwrap().unwrap().finished.is_some());
        own.begin_anew(run.id).unwrap();
        assert_eq!(own.run(run.id).unwrap().unwrap().outcomes, 0);
        assert!(own.remove_run(run.id).unwrap());
        assert_eq!(own.run(run.id).unwrap(), None);
    }

    #[test]
    fn votes_go_with_their_runs() {
        let folder = tempfile::tempdir().unwrap();
        let own = PersonFile::beside(&folder.path().join("papers")).unwrap();
        let [first, second] = ["a", "b"].map(|key| own.begin_run(&about(key)).unwrap().id);
        let vote = |question: &str, score: f64| super::super::Vote { question: question.to_owned(), score };
        own.cast_vote(first, second, &vote("q1", 0.5)).unwrap();
        own.cast_vote(first, second, &vote("q1", 1.0)).unwrap();
        own.cast_vote(first, second, &vote("q2", 0.0)).unwrap();
        own.withdraw_vote(first, second, "q2").unwrap();
        assert_eq!(own.votes(first, second).unwrap(), [vote("q1", 1.0)]);
        assert_eq!(own.votes(second, first).unwrap(), []);
        own.remove_run(second).unwrap();
        assert_eq!(own.votes(first, second).unwrap(), []);
    }
}
