//! Questions put to the engines, and what is kept of them: turns, conversations, tests; and settings that were changed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Asking, Open, Performer};
use crate::config::{self, Paths, Settings};
use crate::eval::question::TestQuestion;
use crate::jobs::connection::{self, Connection};
use crate::judgement::Question;
use crate::llm::{LlmError, Spent};
use crate::model::{AnswerEvent, Ref, Scope, shown_path};
use crate::query::{self, Ask, QueryError, Session};
use crate::store::{self, Desk, PersonFile, StoreError};
use crate::tui::data::{AskedQuestion, SavedTurn, TurnId};
use crate::tui::effect::Effect;
use crate::tui::indexing;
use crate::tui::msg::{Msg, Notice};
use crate::tui::overlays::modes;

impl Performer {
    pub(super) fn ask(&mut self, turn: TurnId, asked: AskedQuestion, question: Question, rated: Vec<(Ref, f32)>) {
        let Some(open) = &self.open else {
            let event = AnswerEvent::Stage("waiting until the index is there".to_owned());
            return self.say(Msg::Answer { turn, event });
        };
        let quoting = open.quoting.clone();
        let model = (!asked.offline).then(|| Answering {
            settings: self.settings.clone(),
            paths: self.paths.clone(),
            index: open.path.clone(),
            offline: self.offline,
            connection: open.connection.clone(),
        });
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let cancelled = Arc::new(AtomicBool::new(false));
        self.asking
            .insert(turn, Asking { cancelled: cancelled.clone(), stop: Some(stop), reader: quoting.reader.clone() });
        let messages = self.messages.clone();
        let check = self.settings.check_answers;
        tokio::task::spawn_blocking(move || {
            let AskedQuestion { mode, level, scope, .. } = asked;
            let ask = Ask { question, mode, level, scope, rated, check, ..Ask::default() };
            let said = messages.clone();
            let tell = Arc::new(move |event: AnswerEvent| {
                if !cancelled.load(Ordering::Relaxed) {
                    let _ = said.send(Msg::Answer { turn, event });
                }
            });
            let told = tell.clone();
            let waits = move |why: &str| told(AnswerEvent::Stage(format!("waiting: {why}")));
            let mut events = move |event: AnswerEvent| tell(event);
            let either = async {
                let session = match model.map_or_else(|| Ok(quoting.clone()), |model| model.session(&quoting)) {
                    Ok(session) => session,
                    Err(message) => return Some(Err(message)),
                };
                let spent = Spent::listened_to(waits);
                let answering = spent.during(query::ask(&session, &ask, &mut events));
                let described = |error: QueryError| {
                    let why = match &error {
                        QueryError::Judgement(judgement) => indexing::described(judgement),
                        QueryError::NotBuilt { structure, .. } => modes::not_built(&error, structure),
                        error => error.to_string(),
                    };
                    let told = spent.told().map_or_else(String::new, |told| format!(" ({told})"));
                    format!("{why}{told}")
                };
                tokio::select! {
                    biased;
                    _ = stopped => None,
                    result = answering => Some(result.map_err(described)),
                }
            };
            let runtime = tokio::runtime::Handle::current();
            let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(either)));
            match result.unwrap_or_else(|_| Some(Err("an internal error; the index is untouched".to_owned()))) {
                None => {}
                Some(Ok(answer)) => {
                    let _ = messages.send(Msg::Answer { turn, event: AnswerEvent::Done(Box::new(answer)) });
                }
                Some(Err(message)) => {
                    let _ = messages.send(Msg::AnswerFailed { turn, message });
                }
            }
        });
    }

    /// Changes a setting here and in the file; what is asked of a model next goes by it.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<Notice, String> {
        let (settings, written) = self.settings.with(key, value).map_err(|error| error.to_string())?;
        let file = shown_path(&self.paths.config);
        config::change(&self.paths.config, key, &written)
            .map_err(|error| format!("{file} could not be written: {error}"))?;
        self.settings = settings;
        if let Some(open) = &mut self.open {
            open.connection = Arc::default();
        }
        Ok(Notice::good(format!("{key} = {written}, kept in {file}")))
    }

    /// Keeps a question as a test in the person's own file, and returns how many are kept.
    pub(super) fn keep_test(&self, question: String, answer: String, scope: &Scope) -> Result<usize, StoreError> {
        let Some(open) = &self.open else { return Ok(0) };
        let own = PersonFile::beside(&open.path)?;
        // A question set names its parts by file and folder: numbers of communities mean nothing in the next index.
        let documents = open.asking.documents(&scope.documents)?;
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

    /// Changes conversations as asked.
    pub(super) fn desk_work(&mut self, effect: Effect) -> Result<(), StoreError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let stored = |open: &Open, turn: TurnId| open.kept.get(&turn).copied().unwrap_or(turn.0 as i64);
        match effect {
            Effect::UseChat(chat) => {
                // Without one the next question begins one of its own. What was kept of another is not part of it.
                open.chat = chat;
                open.kept.clear();
                self.say_in_chat();
            }
            Effect::RemoveTurn(turn) => {
                Desk::open(&open.path)?.remove_turn(stored(open, turn))?;
                // It may be called otherwise now, or gone with its last question: the next one begins another.
                let chats = open.asking.chats()?;
                open.chat.take_if(|chat| chats.iter().all(|known| known.id != *chat));
                self.say_in_chat();
            }
            Effect::RenameChat { chat, title } => {
                Desk::open(&open.path)?.rename_chat(chat, &title)?;
                self.say(Msg::ChatsChanged);
            }
            Effect::RemoveChat(chat) => {
                Desk::open(&open.path)?.remove_chat(chat)?;
                if open.chat == Some(chat) {
                    open.chat = None;
                    self.say(Msg::ChatGone);
                }
                self.say(Msg::ChatsChanged);
            }
            Effect::ForkChat(turn) => {
                let copy = Desk::open(&open.path)?.fork_chat(&open.asking, stored(open, turn))?;
                if let Some(copy) = copy {
                    open.chat = Some(copy);
                    open.kept.clear();
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
        let Some(open) = &self.open else { return };
        let chats = open.asking.chats().unwrap_or_default();
        let chat = chats.into_iter().find(|chat| Some(chat.id) == open.chat);
        self.say(Msg::InChat(chat.map(|chat| (chat.id, chat.title))));
    }

    /// Keeps a finished turn in the latest conversation, or begins one.
    pub(super) fn save_turn(&mut self, turn: &SavedTurn) -> Result<(), StoreError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let desk = Desk::open(&open.path)?;
        let chat = match open.chat {
            Some(chat) => chat,
            None => desk.add_chat(&turn.question.question)?,
        };
        if open.chat != Some(chat) {
            open.chat = Some(chat);
            self.say(Msg::InChat(Some((chat, turn.question.question.clone()))));
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        // The parent was kept in this session, or comes from an earlier one under the store's own id.
        let parent = turn.parent.map(|parent| open.kept.get(&TurnId(parent)).copied().unwrap_or(parent as i64));
        let id = desk.add_turn(&store::Turn {
            id: 0,
            chat,
            parent,
            question: turn.question.question.clone(),
            mode: turn.question.mode,
            level: turn.question.level,
            scope: turn.question.scope.clone(),
            answer: Some(turn.answer.clone()),
            build: String::new(),
        })?;
        open.kept.insert(TurnId(turn.id), id);
        Ok(())
    }
}

/// What a session that asks a model is made from.
struct Answering {
    settings: Settings,
    paths: Paths,
    index: PathBuf,
    offline: bool,
    connection: Arc<Mutex<Option<Connection>>>,
}

impl Answering {
    /// Answers with the model where one is configured and may be asked. The key may come from a command that a person
    /// must answer, so it is asked for once.
    fn session(&self, quoting: &Session) -> Result<Session, String> {
        let told = |error: LlmError| match error.hint() {
            Some(hint) => format!("{error}: {hint}"),
            None => error.to_string(),
        };
        let mut kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Connection::for_answers(&self.settings, &self.paths, &self.index, self.offline).map_err(told)?;
        }
        let (fixed, _) = connection::vectors(&self.settings, &quoting.reader);
        match &*kept {
            Some(connection) => connection.session(quoting.clone(), fixed).map_err(told),
            None => Ok(quoting.clone().embedded_by_static(fixed)),
        }
    }
}
