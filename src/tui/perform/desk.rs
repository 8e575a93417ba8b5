//! What a person leaves in the index that is open, written by the clerk: turns, conversations, tests, what was read and
//! where one left.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::UnboundedSender;

use super::{READ, STATE, described};
use crate::eval::question::TestQuestion;
use crate::model::{Ref, Scope};
use crate::store::{self, Desk, PersonFile, Reader, StoreError};
use crate::text::numbers::amounts::count;
use crate::tui::data::{SavedTurn, TurnId};
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::notice::Notice;
use crate::tui::session::{InChat, Saved};

/// The desk of an index that is open, shared with what was ordered of the clerk.
#[derive(Clone)]
pub(super) struct AtDesk {
    kept: Arc<Mutex<Kept>>,
    /// What was read and is not kept yet: what came while another was written is written with it.
    read: Arc<Mutex<Vec<Ref>>>,
}

/// What is known of what is kept.
struct Kept {
    index: PathBuf,
    reader: Arc<Reader>,
    messages: UnboundedSender<Msg>,
    /// Turns are added to this conversation; none before the first.
    chat: Option<i64>,
    /// Ids that the store gave to turns of this session.
    turns: HashMap<TurnId, i64>,
    /// That answers cannot be kept was said: once is enough.
    told_unkept: bool,
    /// Records of which it is known that they were read.
    read: HashSet<Ref>,
}

impl AtDesk {
    pub fn of(index: &Path, reader: Arc<Reader>, chat: Option<i64>, messages: UnboundedSender<Msg>) -> Self {
        let (turns, read) = (HashMap::new(), HashSet::new());
        let kept = Kept { index: index.to_owned(), reader, messages, chat, turns, told_unkept: false, read };
        Self { kept: Arc::new(Mutex::new(kept)), read: Arc::default() }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unkept(&self) -> MutexGuard<'_, Vec<Ref>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a finished turn.
    pub fn save_turn(&self, turn: &SavedTurn) {
        let mut kept = self.kept();
        if let Err(error) = kept.save_turn(turn)
            && !std::mem::replace(&mut kept.told_unkept, true)
        {
            kept.complain(format!("chats are kept in the index, but {error}; E writes this one to a file"));
        }
    }

    /// Changes conversations as asked.
    pub fn change_chats(&self, effect: Effect) {
        let mut kept = self.kept();
        if let Err(error) = kept.change_chats(effect) {
            kept.complain(format!("the chats could not be changed: {error}"));
        }
    }

    /// Keeps a question with its answer as a test in the person's own file.
    pub fn keep_test(&self, question: &str, answer: &str, scope: &Scope) {
        let kept = self.kept();
        match kept.keep_test(question, answer, scope) {
            Ok(all) => {
                let all = count(all as u64, "question that is kept", "questions that are kept");
                kept.say(Msg::Notice(Notice::good(format!("kept as a test: `gleaner eval answers kept` asks {all}"))));
            }
            Err(error) => kept.complain(format!("the test could not be kept: {}", described(&error))),
        }
    }

    /// Keeps where one is.
    pub fn save_state(&self, state: Saved) {
        let kept = self.kept();
        // What was kept a moment ago may have begun a conversation.
        let state = Saved { chat: kept.chat.map_or(InChat::New, InChat::Kept), ..state };
        if let Err(error) = Desk::open(&kept.index).and_then(|desk| desk.set_ui_state(STATE, &state)) {
            kept.complain(format!("this place could not be kept: {error}"));
        }
    }

    /// Notes that records were read, to be kept.
    pub fn note_read(&self, read: Vec<Ref>) {
        self.unkept().extend(read);
    }

    /// Keeps which records were read, beside what other windows kept of it, and tells what those did. That it cannot be
    /// kept is said when the index is left, with what else cannot.
    pub fn keep_read(&self) {
        let read = std::mem::take(&mut *self.unkept());
        if read.is_empty() {
            return;
        }
        let mut kept = self.kept();
        let mut elsewhere = kept.reader.ui_values::<Ref>(READ).unwrap_or_default();
        elsewhere.retain(|record| kept.read.insert(*record));
        match Desk::open(&kept.index).and_then(|desk| desk.add_ui_values(READ, &read)) {
            Ok(()) => kept.read.extend(read),
            // With what is read next.
            Err(_) => self.unkept().extend(read),
        }
        kept.say(Msg::ReadElsewhere(elsewhere));
    }
}

impl Kept {
    fn say(&self, msg: Msg) {
        // The loop ends before its messages do.
        let _ = self.messages.send(msg);
    }

    fn complain(&self, text: String) {
        self.say(Msg::Notice(Notice::bad(text)));
    }

    fn desk(&self) -> Result<Desk, StoreError> {
        Desk::open(&self.index)
    }

    /// The number of a turn in the store: it was kept in this session, or comes from an earlier one under the store's
    /// own.
    fn stored(&self, turn: TurnId) -> i64 {
        self.turns.get(&turn).copied().unwrap_or(turn.0 as i64)
    }

    /// How many questions are kept with this one.
    fn keep_test(&self, question: &str, answer: &str, scope: &Scope) -> Result<usize, StoreError> {
        let own = PersonFile::beside(&self.index)?;
        // A question set names its parts by file and folder: numbers of communities mean nothing in the next index.
        let documents = self.reader.documents(&scope.documents)?;
        let folders = scope.folders.iter().map(|folder| format!("folder:{folder}"));
        let test = TestQuestion {
            question: question.trim().to_owned(),
            answers: vec![answer.trim().to_owned()],
            scope: documents.iter().map(|document| format!("document:{}", document.path)).chain(folders).collect(),
            ..TestQuestion::default()
        };
        own.keep_question(&test.question, &serde_json::to_string(&test).unwrap_or_default())?;
        Ok(own.kept_questions()?.len())
    }

    fn change_chats(&mut self, effect: Effect) -> Result<(), StoreError> {
        match effect {
            Effect::UseChat(chat) => {
                // Without one the next question begins one of its own. What was kept of another is not part of it.
                self.chat = chat;
                self.turns.clear();
                self.say_in_chat();
            }
            Effect::RemoveTurn(turn) => {
                self.desk()?.remove_turn(self.stored(turn))?;
                // It may be called otherwise now, or gone with its last question: the next one begins another.
                let chats = self.reader.chats()?;
                self.chat.take_if(|chat| chats.iter().all(|known| known.id != *chat));
                self.say_in_chat();
            }
            Effect::RenameChat { chat, title } => {
                self.desk()?.rename_chat(chat, &title)?;
                self.say(Msg::ChatsChanged);
            }
            Effect::RemoveChat(chat) => {
                self.desk()?.remove_chat(chat)?;
                if self.chat == Some(chat) {
                    self.chat = None;
                    self.say(Msg::ChatGone);
                }
                self.say(Msg::ChatsChanged);
            }
            Effect::ForkChat(turn) => {
                let copy = self.desk()?.fork_chat(&self.reader, self.stored(turn))?;
                if let Some(copy) = copy {
                    self.chat = Some(copy);
                    self.turns.clear();
                    self.say(Msg::ChatOpened(copy));
                    self.say_in_chat();
                    self.say(Msg::Notice(Notice::good(
                        "the chat up to here was copied, and you are in the copy; the old one stays as it was",
                    )));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells which conversation is gone on with, and what it is called.
    fn say_in_chat(&self) {
        let chats = self.reader.chats().unwrap_or_default();
        let chat = chats.into_iter().find(|chat| Some(chat.id) == self.chat);
        self.say(Msg::InChat(chat.map(|chat| (chat.id, chat.title))));
    }

    /// Keeps a finished turn in the latest conversation, or begins one.
    fn save_turn(&mut self, turn: &SavedTurn) -> Result<(), StoreError> {
        let desk = self.desk()?;
        let chat = match self.chat {
            Some(chat) => chat,
            None => desk.add_chat(&turn.question.question)?,
        };
        if self.chat != Some(chat) {
            self.chat = Some(chat);
            self.say(Msg::InChat(Some((chat, turn.question.question.clone()))));
        }
        let id = desk.add_turn(&store::Turn {
            id: 0,
            chat,
            parent: turn.parent.map(|parent| self.stored(TurnId(parent))),
            question: turn.question.question.clone(),
            mode: turn.question.mode,
            level: turn.question.level,
            scope: turn.question.scope.clone(),
            answer: Some(turn.answer.clone()),
            build: String::new(),
        })?;
        self.turns.insert(TurnId(turn.id), id);
        Ok(())
    }
}
