//! What a person leaves in an index: chats with their turns, and where one left. They outlive rebuilds.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Row};
use serde::{Deserialize, Serialize};

use super::schema::{self, Header};
use super::{Meta, Reader, Result, StoreError, Writer};
use crate::model::{Answer, Mode, Scope};

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chat {
    pub id: i64,
    /// Its first question.
    pub title: String,
    /// Seconds since 1970.
    pub created: i64,
}

/// One question with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Given by the store; 0 before.
    pub id: i64,
    pub chat: i64,
    /// The turn this one drills into.
    pub parent: Option<i64>,
    pub question: String,
    pub mode: Mode,
    pub level: Option<u32>,
    pub scope: Scope,
    /// None while it is being written, or when it was cancelled.
    pub answer: Option<Answer>,
    /// The build that its citations are about.
    pub build: String,
}

/// Writes chats and where one left into a finished index, from any number of processes.
pub struct Desk {
    writer: Writer,
    build: String,
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

impl Desk {
    /// Opens the desk of an index that is there.
    pub fn open(index: &Path) -> Result<Self> {
        if schema::inspect(index)? == Header::Absent {
            return Err(StoreError::NotFound(index.to_owned()));
        }
        let writer = Writer::open(index)?;
        let build = match writer.fact("meta")? {
            Some(json) => serde_json::from_str::<Meta>(&json).unwrap_or_default().build,
            None => String::new(),
        };
        Ok(Self { writer, build })
    }

    /// Begins a conversation and returns its id.
    pub fn add_chat(&self, title: &str) -> Result<i64> {
        self.writer.run("INSERT INTO chats (title, created) VALUES (?1, ?2)", (title, now()))?;
        Ok(self.writer.connection().last_insert_rowid())
    }

    /// Adds a turn and returns its id.
    pub fn add_turn(&self, turn: &Turn) -> Result<i64> {
        let answer = turn.answer.as_ref().map(|answer| self.writer.json(answer)).transpose()?;
        self.writer.run(
            "INSERT INTO turns (chat, parent, build, created, question, mode, level, scope, answer) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            (
                turn.chat,
                turn.parent,
                &self.build,
                now(),
                &turn.question,
                turn.mode.name(),
                turn.level,
                self.writer.json(&turn.scope)?,
                answer,
            ),
        )?;
        Ok(self.writer.connection().last_insert_rowid())
    }

    /// Keeps the answer of a turn.
    pub fn set_answer(&self, turn: i64, answer: &Answer) -> Result<()> {
        let json = self.writer.json(answer)?;
        self.writer.run("UPDATE turns SET answer = ?2 WHERE id = ?1", (turn, json)).map(drop)
    }

    /// Removes a conversation with its turns.
    pub fn remove_chat(&self, chat: i64) -> Result<()> {
        self.writer.batch(|writer| {
            writer.run("DELETE FROM turns WHERE chat = ?1", [chat])?;
            writer.run("DELETE FROM chats WHERE id = ?1", [chat]).map(drop)
        })
    }

    /// Keeps where one left, under a key of the face's own.
    pub fn set_ui_state(&self, key: &str, value: &impl Serialize) -> Result<()> {
        let json = self.writer.json(value)?;
        self.writer.run("INSERT OR REPLACE INTO ui_state (key, value) VALUES (?1, ?2)", (key, json)).map(drop)
    }
}

impl Reader {
    /// Conversations, newest first.
    pub fn chats(&self) -> Result<Vec<Chat>> {
        self.all("SELECT id, title, created FROM chats ORDER BY id DESC", [], |row| {
            Ok(Chat { id: row.get(0)?, title: row.get(1)?, created: row.get(2)? })
        })
    }

    /// A conversation's turns, oldest first.
    pub fn turns(&self, chat: i64) -> Result<Vec<Turn>> {
        let rows = self.all(
            "SELECT id, chat, parent, question, mode, level, scope, answer, build FROM turns WHERE chat = ?1 ORDER BY id",
            [chat],
            |row: &Row<'_>| {
                let turn = Turn {
                    id: row.get(0)?,
                    chat: row.get(1)?,
                    parent: row.get(2)?,
                    question: row.get(3)?,
                    mode: Mode::named(&row.get::<_, String>(4)?),
                    level: row.get(5)?,
                    scope: Scope::default(),
                    answer: None,
                    build: row.get(8)?,
                };
                Ok((turn, row.get::<_, String>(6)?, row.get::<_, Option<String>>(7)?))
            },
        )?;
        rows.into_iter()
            .map(|(turn, scope, answer)| {
                let answer = answer.map(|json| self.parse(&json)).transpose()?;
                Ok(Turn { scope: self.parse(&scope)?, answer, ..turn })
            })
            .collect()
    }

    /// What was kept under a key, if anything that still reads as such.
    pub fn ui_state<T: serde::de::DeserializeOwned>(&self, key: &str) -> Result<Option<T>> {
        let connection = self.lock();
        let json: Option<String> = connection
            .query_row("SELECT value FROM ui_state WHERE key = ?1", [key], |row| row.get(0))
            .optional()
            .map_err(|e| self.wrap(e))?;
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }
}
