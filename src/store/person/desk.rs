//! What a person leaves in an index: chats with their turns, and where one left. They outlive rebuilds.

use std::path::Path;

use rusqlite::{OptionalExtension, Row};
use serde::{Deserialize, Serialize};

use crate::config::now;
use crate::model::{Answer, Mode, Scope};
use crate::store::error::{from_json, to_json};
use crate::store::index_file::schema::{self, Header};
use crate::store::{Reader, Result, StoreError, Writer};
use crate::text::display::spacing::single_spaced;

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

/// True for a conversation that is called by a question: a copy has a number behind it.
pub fn is_named_by(question: &str, title: &str) -> bool {
    let plain = |text: &str| single_spaced(text).to_lowercase();
    let (question, title) = (plain(question), plain(title));
    let copy = title.strip_suffix(')').and_then(|title| title.rsplit_once(" ("));
    let copied = copy.filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(title.as_str(), |(title, _)| title);
    title == question || copied == question
}

/// Writes chats and where one left into a finished index, from any number of processes.
pub struct Desk {
    writer: Writer,
    build: String,
}

impl Desk {
    /// Opens the desk of an index that is there.
    pub fn open(index: &Path) -> Result<Self> {
        if schema::inspect(index)? == Header::Absent {
            return Err(StoreError::NotFound(index.to_owned()));
        }
        let writer = Writer::open(index)?;
        let build = writer.meta()?.build;
        Ok(Self { writer, build })
    }

    /// Begins a conversation and returns its id.
    pub fn add_chat(&self, title: &str) -> Result<i64> {
        self.writer.run("INSERT INTO chats (title, created) VALUES (?1, ?2)", (title, now()))?;
        Ok(self.writer.connection().last_insert_rowid())
    }

    /// Adds a turn and returns its id.
    pub fn add_turn(&self, turn: &Turn) -> Result<i64> {
        let answer = turn.answer.as_ref().map(|answer| to_json(self.writer.path(), answer)).transpose()?;
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
                to_json(self.writer.path(), &turn.scope)?,
                answer,
            ),
        )?;
        Ok(self.writer.connection().last_insert_rowid())
    }

    /// Gives a conversation another name.
    pub fn rename_chat(&self, chat: i64, title: &str) -> Result<()> {
        self.writer.run("UPDATE chats SET title = ?2 WHERE id = ?1", (chat, title)).map(drop)
    }

    /// Removes a turn; turns that were drilled from it stay. A conversation that is called by its question is called by
    /// the first that is left, and goes with the last: nobody gave it a name of its own.
    pub fn remove_turn(&self, turn: i64) -> Result<()> {
        self.writer.batch(|writer| {
            let named = writer
                .connection()
                .query_row(
                    "SELECT chats.id, chats.title, turns.question FROM chats JOIN turns ON turns.chat = chats.id \
                     WHERE turns.id = ?1",
                    [turn],
                    |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)),
                )
                .optional()
                .map_err(|e| writer.wrap(e))?;
            writer.run("UPDATE turns SET parent = NULL WHERE parent = ?1", [turn])?;
            writer.run("DELETE FROM turns WHERE id = ?1", [turn])?;
            let Some((chat, ..)) = named.filter(|(_, title, question)| is_named_by(question, title)) else {
                return Ok(());
            };
            writer.run(
                "UPDATE chats SET title = (SELECT question FROM turns WHERE chat = ?1 ORDER BY id LIMIT 1) \
                 WHERE id = ?1 AND EXISTS (SELECT 1 FROM turns WHERE chat = ?1)",
                [chat],
            )?;
            let none = "DELETE FROM chats WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM turns WHERE chat = ?1)";
            writer.run(none, [chat]).map(drop)
        })
    }

    /// Copies a conversation up to a turn and returns the id of the copy; none when there is no such turn.
    pub fn fork_chat(&self, reader: &Reader, turn: i64) -> Result<Option<i64>> {
        let Some((chat, title)) = reader.maybe(
            "SELECT chats.id, chats.title FROM chats JOIN turns ON turns.chat = chats.id WHERE turns.id = ?1",
            [turn],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)),
        )?
        else {
            return Ok(None);
        };
        let copy = self.add_chat(&format!("{title} (2)"))?;
        let mut copies = std::collections::HashMap::new();
        for old in reader.turns(chat)?.into_iter().filter(|old| old.id <= turn) {
            let parent = old.parent.and_then(|parent| copies.get(&parent).copied());
            let id = self.add_turn(&Turn { chat: copy, parent, ..old.clone() })?;
            // Its citations are about the build that it was asked of, not about this one.
            self.writer.run("UPDATE turns SET build = ?2 WHERE id = ?1", (id, &old.build))?;
            copies.insert(old.id, id);
        }
        Ok(Some(copy))
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
        let json = to_json(self.writer.path(), value)?;
        self.writer.run("INSERT OR REPLACE INTO ui_state (key, value) VALUES (?1, ?2)", (key, json)).map(drop)
    }

    /// Adds values to those that are kept under a key, each in a row of its own: what is there already stays, and is
    /// not written again.
    pub fn add_ui_values(&self, key: &str, values: &[impl Serialize]) -> Result<()> {
        self.writer.batch(|writer| {
            for value in values {
                let json = to_json(writer.path(), value)?;
                writer.run("INSERT OR IGNORE INTO ui_state (key, value) VALUES (?1 || ' ' || ?2, ?2)", (key, json))?;
            }
            Ok(())
        })
    }
}

impl Reader {
    /// Conversations, newest first.
    pub fn chats(&self) -> Result<Vec<Chat>> {
        self.all("SELECT id, title, created FROM chats ORDER BY id DESC", [], |row| {
            Ok(Chat { id: row.get(0)?, title: row.get(1)?, created: row.get(2)? })
        })
    }

    /// Conversations whose name, questions or answers hold a text (any case; all for an empty one), those first whose
    /// name does, of them the one that was gone on with last: each with the time of that, its number of turns, and the
    /// question where the text stands, else its first.
    pub fn chats_with(&self, text: &str) -> Result<Vec<(Chat, i64, u32, String)>> {
        let holds = "instr(lower(question), lower(?1)) OR instr(lower(coalesce(json_extract(answer, '$.text'), '')), lower(?1))";
        let sql = format!(
            "SELECT id, title, created, coalesce((SELECT max(created) FROM turns WHERE chat = chats.id), created) AS used, \
                    (SELECT count(*) FROM turns WHERE chat = chats.id), \
                    coalesce((SELECT question FROM turns WHERE chat = chats.id AND ?1 <> '' AND ({holds}) ORDER BY id LIMIT 1), \
                             (SELECT question FROM turns WHERE chat = chats.id ORDER BY id LIMIT 1), '') \
             FROM chats WHERE ?1 = '' OR instr(lower(title), lower(?1)) \
                OR EXISTS (SELECT 1 FROM turns WHERE chat = chats.id AND ({holds})) \
             ORDER BY instr(lower(title), lower(?1)) = 0, used DESC, id DESC"
        );
        self.all(&sql, [text], |row| {
            let chat = Chat { id: row.get(0)?, title: row.get(1)?, created: row.get(2)? };
            Ok((chat, row.get(3)?, row.get(4)?, row.get(5)?))
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
                let answer = answer.map(|json| from_json(self.path(), &json)).transpose()?;
                Ok(Turn { scope: from_json(self.path(), &scope)?, answer, ..turn })
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

    /// The values that were added under a key, and those that were kept there as one list.
    pub fn ui_values<T: serde::de::DeserializeOwned>(&self, key: &str) -> Result<Vec<T>> {
        // What stands behind the blank sorts before the character behind the blank.
        let sql = "SELECT value FROM ui_state WHERE key > ?1 || ' ' AND key < ?1 || '!'";
        let rows: Vec<String> = self.all(sql, [key], |row| row.get(0))?;
        let mut values: Vec<T> = self.ui_state(key)?.unwrap_or_default();
        values.extend(rows.iter().filter_map(|json| serde_json::from_str::<T>(json).ok()));
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::bare;

    #[test]
    fn a_question_that_a_chat_is_called_by_is_not_told_twice() {
        for title in ["Who pays?", "who pays? ", "Who pays? (2)"] {
            assert!(is_named_by("Who pays?", title), "{title}");
        }
        assert!(!is_named_by("Who pays?", "The coal") && !is_named_by("Who pays?", "Who pays? (the coal)"));
    }

    #[test]
    fn a_chat_is_called_by_the_first_question_that_is_left_unless_it_was_given_a_name() {
        let (_folder, index) = bare();
        let desk = Desk::open(&index).unwrap();
        let reader = Reader::open(&index).unwrap();
        let asked = |chat, question: &str| {
            let turn = Turn {
                id: 0,
                chat,
                parent: None,
                question: question.to_owned(),
                mode: Mode::LOCAL,
                level: None,
                scope: Scope::default(),
                answer: None,
                build: String::new(),
            };
            desk.add_turn(&turn).unwrap()
        };
        let titles = || reader.chats().unwrap().into_iter().map(|chat| chat.title).collect::<Vec<_>>();
        let chat = desk.add_chat("Who paints?").unwrap();
        let [first, second, third] = ["Who paints?", "Who pays?", "Why?"].map(|question| asked(chat, question));
        desk.remove_turn(third).unwrap();
        assert_eq!(titles(), ["Who paints?"]);
        desk.remove_turn(first).unwrap();
        assert_eq!(titles(), ["Who pays?"]);
        desk.remove_turn(second).unwrap();
        assert!(titles().is_empty(), "nothing is left to call it by");
        let named = desk.add_chat("The lamps").unwrap();
        desk.remove_turn(asked(named, "Who paints?")).unwrap();
        assert_eq!(titles(), ["The lamps"]);
    }

    #[test]
    fn values_are_added_a_row_each_to_a_list_that_was_kept_as_one() {
        let (_folder, index) = bare();
        let desk = Desk::open(&index).unwrap();
        let reader = Reader::open(&index).unwrap();
        desk.set_ui_state("read", &[1, 2]).unwrap();
        desk.set_ui_state("read-until", &9).unwrap();
        desk.add_ui_values("read", &[3, 40]).unwrap();
        desk.add_ui_values("read", &[40, 5]).unwrap();
        let mut values = reader.ui_values::<u32>("read").unwrap();
        values.sort_unstable();
        assert_eq!(values, [1, 2, 3, 5, 40]);
        assert_eq!(reader.ui_state::<u32>("read-until").unwrap(), Some(9));
        let rows: Vec<u32> = reader.all("SELECT count(*) FROM ui_state", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, [5]);
    }

    #[test]
    fn the_chat_comes_first_that_was_gone_on_with_last() {
        let (_folder, index) = bare();
        let desk = Desk::open(&index).unwrap();
        let [older, newer, empty] = ["Who paints?", "Who pays?", "Nothing"].map(|title| desk.add_chat(title).unwrap());
        desk.writer.run("UPDATE chats SET created = id * 100", []).unwrap();
        for (chat, created) in [(older, 150), (newer, 250), (older, 900)] {
            let turn = Turn {
                id: 0,
                chat,
                parent: None,
                question: format!("At {created}?"),
                mode: Mode::LOCAL,
                level: None,
                scope: Scope::default(),
                answer: None,
                build: String::new(),
            };
            let turn = desk.add_turn(&turn).unwrap();
            desk.writer.run("UPDATE turns SET created = ?2 WHERE id = ?1", (turn, created)).unwrap();
        }
        let reader = Reader::open(&index).unwrap();
        let told = |text: &str| -> Vec<(i64, i64, u32)> {
            reader.chats_with(text).unwrap().into_iter().map(|(chat, used, turns, _)| (chat.id, used, turns)).collect()
        };
        assert_eq!(told(""), [(older, 900, 2), (empty, 300, 0), (newer, 250, 1)]);
        assert_eq!(told("at 250"), [(newer, 250, 1)]);
        let named = desk.add_chat("At 900?").unwrap();
        desk.writer.run("UPDATE chats SET created = 1 WHERE id = ?1", [named]).unwrap();
        assert_eq!(told("at 900"), [(named, 1, 0), (older, 900, 2)], "what is called so comes before what says so");
    }
}
