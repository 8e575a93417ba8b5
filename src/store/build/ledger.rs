//! The ledger: one row for each unit of paid or slow work. [`Ledger`] is the hand that keeps answers while a build or a
//! question is under way: a connection of its own, so that an answer is safe before it is used, whatever else is
//! written at the time.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::OptionalExtension;
use serde::Serialize;

use crate::model::{TextUnitId, Usage};
use crate::store::index_file::schema::{self, Header};
use crate::store::{BuildFile, Reader, Result, StoreError, Writer};

/// How long an answer waits to be kept while the build is being written.
const PATIENCE: Duration = Duration::from_secs(120);
/// Pause between two attempts, in which the writer of the build gives way.
const LOOK: Duration = Duration::from_millis(1);

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

/// What a unit of work is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Ready to print in a list of failures: `text unit 12`; empty when nobody said.
    pub name: String,
    /// Where it is about one, and nothing else.
    pub text_unit: Option<TextUnitId>,
    /// The hash of a document, where it is about all of one and nothing else.
    pub document: Option<String>,
}

impl From<TextUnitId> for About {
    fn from(id: TextUnitId) -> Self {
        Self { name: format!("passage {id}"), text_unit: Some(id), document: None }
    }
}

impl From<String> for About {
    fn from(name: String) -> Self {
        Self { name, text_unit: None, document: None }
    }
}

impl From<&str> for About {
    fn from(name: &str) -> Self {
        Self::from(name.to_owned())
    }
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LedgerRow {
    /// `extract`, `report`, …
    pub task: String,
    pub key: String,
    /// What it is about: `text unit 12`; empty when nobody said.
    pub item: String,
    pub text_unit: Option<TextUnitId>,
    pub state: LedgerState,
    pub attempts: u32,
    pub error: Option<String>,
    /// The answer that was paid for.
    #[serde(skip)]
    pub output: Option<String>,
}

impl LedgerRow {
    /// What it is called wherever failures are listed, and where one is chosen: `extract of text unit 12`.
    pub fn name(&self) -> String {
        let item = if self.item.is_empty() { self.key.get(..12).unwrap_or(&self.key) } else { &self.item };
        format!("{} of {item}", self.task)
    }
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

/// An answer that was paid for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub task: String,
    /// A hash of everything the answer follows from.
    pub key: String,
    pub about: About,
    pub model: String,
    pub usage: Usage,
    /// The answer, as text or as bytes.
    pub output: Option<String>,
    pub data: Option<Vec<u8>>,
    /// The build under way has a use for it; of one found in the ledger.
    pub used: bool,
}

/// Keeps answers in an index, or in the build of one, and finds them again.
pub struct Ledger {
    writer: Writer,
}

impl Ledger {
    /// Opens the ledger of an index that is there: what questions cost is kept with it.
    ///
    /// # Errors
    /// [`StoreError::NotWritable`] where nothing can be kept: the file, or its folder, may only be read.
    pub fn of_index(index: &Path) -> Result<Self> {
        if schema::inspect(index)? == Header::Absent {
            return Err(StoreError::NotFound(index.to_owned()));
        }
        Self::open(index)
    }

    /// Opens the ledger of a build under way, and takes over the answers of the index that it will replace. To be
    /// dropped before the build is published.
    ///
    /// What failed there and is left aside stays a failure; everything else that failed is asked again.
    pub fn of_build(build: &BuildFile, left: &LeftAside) -> Result<Self> {
        let ledger = Self::open(build.path())?;
        if matches!(schema::inspect(build.index())?, Header::Ours(_)) {
            // Brought up to this schema first, so that the columns are the same.
            drop(Writer::open(build.index())?);
            ledger.writer.take_answers(build.index())?;
            ledger.writer.take_failures(build.index(), left)?;
        }
        Ok(ledger)
    }

    fn open(path: &Path) -> Result<Self> {
        let mut writer = Writer::open(path)?;
        // SQLite's own waiting grows to a tenth of a second, and would miss its turn again and again.
        fn wait(looks: i32) -> bool {
            std::thread::sleep(LOOK);
            LOOK * looks.unsigned_abs() < PATIENCE
        }
        let waits = writer.connection_mut().busy_handler(Some(wait));
        waits.map_err(|e| writer.wrap(e))?;
        // SQLite opens what may not be written to for reading, and would say so with the first answer.
        if writer.connection().is_readonly(rusqlite::MAIN_DB).map_err(|e| writer.wrap(e))? {
            return Err(StoreError::NotWritable { path: path.to_owned(), detail: "it may only be read".to_owned() });
        }
        writer.batch(|_| Ok::<_, StoreError>(()))?;
        Ok(Self { writer })
    }

    /// The answer to a unit of work, when there is one.
    pub fn answer(&self, task: &str, key: &str) -> Result<Option<Kept>> {
        let sql = "SELECT item, model, prompt_tokens, completion_tokens, cost_usd, output, data, used, text_unit, document \
                   FROM ledger WHERE task = ?1 AND key = ?2 AND state = 'done'";
        let row = self.writer.connection().prepare_cached(sql).and_then(|mut statement| {
            statement
                .query_row([task, key], |row| {
                    Ok(Kept {
                        task: task.to_owned(),
                        key: key.to_owned(),
                        about: About {
                            name: row.get(0)?,
                            text_unit: row.get::<_, Option<u32>>(8)?.map(TextUnitId),
                            document: row.get(9)?,
                        },
                        model: row.get(1)?,
                        usage: Usage {
                            calls: 1,
                            cached_calls: 0,
                            prompt_tokens: row.get::<_, i64>(2)?.max(0) as u64,
                            completion_tokens: row.get::<_, i64>(3)?.max(0) as u64,
                            cost_usd: row.get(4)?,
                        },
                        output: row.get(5)?,
                        data: row.get(6)?,
                        used: row.get(7)?,
                    })
                })
                .optional()
        });
        row.map_err(|e| self.writer.wrap(e))
    }

    /// All units of work of a task that have an answer.
    pub fn all(&self, task: &str) -> Result<Vec<Kept>> {
        let sql = "SELECT key FROM ledger WHERE task = ?1 AND state = 'done' ORDER BY key";
        let keys = self.writer.connection().prepare_cached(sql).and_then(|mut statement| {
            statement.query_map([task], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
        });
        let keys = keys.map_err(|e| self.writer.wrap(e))?;
        keys.iter().filter_map(|key| self.answer(task, key).transpose()).collect()
    }

    /// Removes a unit of work that is none any more.
    pub fn forget(&self, task: &str, key: &str) -> Result<()> {
        self.writer.run("DELETE FROM ledger WHERE task = ?1 AND key = ?2", [task, key]).map(drop)
    }

    /// Says that the build has a use for answers it found. What no build has a use for is forgotten once the text it
    /// may tell of is gone.
    pub fn mark_used<'k>(&self, task: &str, keys: impl IntoIterator<Item = &'k str>) -> Result<()> {
        let sql = "UPDATE ledger SET used = 1 WHERE task = ?1 AND key = ?2 AND used = 0";
        keys.into_iter().try_for_each(|key| self.writer.run(sql, [task, key]).map(drop))
    }

    /// Runs `work` as one transaction: answers that came together are kept together.
    pub fn batch<T>(&self, work: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.writer.batch(|_| work(self))
    }

    /// Keeps an answer. An earlier failure of the same work is forgotten, what it cost is not.
    pub fn keep(&self, kept: &Kept) -> Result<()> {
        let tokens = |tokens: u64| tokens as i64;
        self.writer
            .run(
                "INSERT INTO ledger (task, key, state, attempts, prompt_tokens, completion_tokens, cost_usd, output, item, \
                 model, data, used, text_unit, document) VALUES (?1, ?2, 'done', 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1, ?10, ?11) \
                 ON CONFLICT (task, key) DO UPDATE SET state = 'done', error = NULL, attempts = attempts + 1, \
                 prompt_tokens = prompt_tokens + excluded.prompt_tokens, \
                 completion_tokens = completion_tokens + excluded.completion_tokens, \
                 cost_usd = cost_usd + excluded.cost_usd, output = excluded.output, item = excluded.item, \
                 model = excluded.model, data = excluded.data, used = 1, text_unit = excluded.text_unit, \
                 document = excluded.document",
                (
                    &kept.task,
                    &kept.key,
                    tokens(kept.usage.prompt_tokens),
                    tokens(kept.usage.completion_tokens),
                    kept.usage.cost_usd,
                    &kept.output,
                    &kept.about.name,
                    &kept.model,
                    &kept.data,
                    kept.about.text_unit.map(|id| id.0),
                    &kept.about.document,
                ),
            )
            .map(drop)
    }

    /// Takes an answer back that was of no use: it is none any more, and nothing is set aside for it. What it cost
    /// stays.
    pub fn withdraw(&self, task: &str, key: &str) -> Result<()> {
        let sql = "UPDATE ledger SET state = 'waiting' WHERE task = ?1 AND key = ?2";
        self.writer.run(sql, [task, key]).map(drop)
    }

    /// Sets a unit of work aside with its error. An answer that is there already (one that could not be read) stays to
    /// be looked at, but is no answer any more.
    pub fn fail(&self, task: &str, key: &str, about: &About, error: &str) -> Result<()> {
        self.writer
            .run(
                "INSERT INTO ledger (task, key, state, attempts, error, item, text_unit, used) \
                 VALUES (?1, ?2, 'failed', 1, ?3, ?4, ?5, 1) \
                 ON CONFLICT (task, key) DO UPDATE SET attempts = attempts + (state = 'failed'), state = 'failed', \
                 error = excluded.error, item = excluded.item, text_unit = excluded.text_unit, used = 1",
                (task, key, error, &about.name, about.text_unit.map(|id| id.0)),
            )
            .map(drop)
    }
}

impl Writer {
    pub(super) fn holds_answers(&self) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM ledger WHERE state = 'done')";
        self.connection().query_row(sql, [], |row| row.get(0)).map_err(|e| self.wrap(e))
    }

    /// Copies the answers of another index that are not here yet, unused so far, and what was paid for answers that are
    /// none any more. Its failures are not copied: they are asked again.
    pub(super) fn take_answers(&self, index: &Path) -> Result<()> {
        self.run("ATTACH ?1 AS paid", [index.to_string_lossy()])?;
        let copied = self.batch(|writer| {
            writer.run_batch(
                "INSERT OR IGNORE INTO main.ledger \
                 (task, key, state, attempts, prompt_tokens, completion_tokens, cost_usd, output, item, model, data, text_unit, \
                 document) \
                 SELECT task, key, iif(state = 'done', 'done', 'waiting'), attempts, prompt_tokens, completion_tokens, \
                 cost_usd, iif(state = 'done', output, NULL), iif(state = 'done', item, ''), model, \
                 iif(state = 'done', data, NULL), iif(state = 'done', text_unit, NULL), iif(state = 'done', document, NULL) \
                 FROM paid.ledger WHERE state = 'done' OR cost_usd > 0",
            )
        });
        self.run_batch("DETACH paid")?;
        copied
    }
}

impl Writer {
    /// Copies what failed in another index and is left aside.
    fn take_failures(&self, index: &Path, left: &LeftAside) -> Result<()> {
        for row in Reader::open(index)?.failures()?.iter().filter(|row| left.holds(&row.task, &row.item)) {
            self.run(
                "INSERT INTO ledger (task, key, state, attempts, error, item, text_unit, used) \
                 VALUES (?1, ?2, 'failed', ?3, ?4, ?5, ?6, 1) \
                 ON CONFLICT (task, key) DO UPDATE SET state = 'failed', attempts = excluded.attempts, \
                 error = excluded.error, item = excluded.item, text_unit = excluded.text_unit, used = 1 \
                 WHERE state <> 'done'",
                (&row.task, &row.key, row.attempts, &row.error, &row.item, row.text_unit.map(|id| id.0)),
            )?;
        }
        Ok(())
    }
}

/// What failed and is not asked for again, because something else that failed is to be asked for alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftAside {
    /// By task and item; with why it failed.
    items: HashMap<(String, String), String>,
}

impl LeftAside {
    /// Everything that failed but for what is `chosen`; none when nothing that failed is.
    pub fn but(failures: Vec<LedgerRow>, chosen: impl Fn(&LedgerRow) -> bool) -> Option<Self> {
        let failed = failures.len();
        let left: Vec<LedgerRow> = failures.into_iter().filter(|row| !chosen(row)).collect();
        (left.len() < failed).then(|| Self {
            items: left.into_iter().map(|row| ((row.task, row.item), row.error.unwrap_or_default())).collect(),
        })
    }

    /// Why a unit of work failed that is left aside.
    pub fn why(&self, task: &str, item: &str) -> Option<&str> {
        if self.items.is_empty() {
            return None;
        }
        self.items.get(&(task.to_owned(), item.to_owned())).map(String::as_str)
    }

    fn holds(&self, task: &str, item: &str) -> bool {
        self.why(task, item).is_some()
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
            "SELECT task, key, attempts, error, output, item, text_unit FROM ledger WHERE state = 'failed' \
             ORDER BY task, text_unit, item, key",
            [],
            |row| {
                Ok(LedgerRow {
                    task: row.get(0)?,
                    key: row.get(1)?,
                    state: LedgerState::Failed,
                    attempts: row.get(2)?,
                    error: row.get(3)?,
                    output: row.get(4)?,
                    item: row.get(5)?,
                    text_unit: row.get::<_, Option<u32>>(6)?.map(TextUnitId),
                })
            },
        )
    }
}
