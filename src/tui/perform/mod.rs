//! Carries out effects, and spawns what they ask for: engines, jobs and looks at files run on threads and tasks of
//! their own, and what they say comes back as messages. Dropping a handle is the cancel. (The reader of an index, the
//! keys and the watch on builds have their threads from `loader`, `events` and `indexing`.)

mod builds;
mod indexes;
mod keeper;
mod paths;
mod questions;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::UnboundedSender;

use self::keeper::ReadKeeper;
use super::data::TurnId;
use super::effect::Effect;
use super::export;
use super::indexing::Indexing;
use super::loader::Loader;
use super::models::Models;
use super::msg::{Msg, Notice};
use super::saved::{InChat, Saved};
use crate::config::{self, Paths, Settings, from_home};
use crate::index::Plan;
use crate::jobs::checkup::{self, CheckResult};
use crate::jobs::connection::Connection;
use crate::judgement::Question;
use crate::model::shown_path;
use crate::query::Session;
use crate::store::{Desk, Reader, StoreError};
use crate::text::amounts::count;

/// The keys under which the place where one left is kept, and what was read.
const STATE: &str = "tui";
const READ: &str = "tui-read";

/// An index that is open.
struct Open {
    path: PathBuf,
    /// Answers what is small, and what takes long: a long list being sorted does not keep a report waiting.
    quick: Loader,
    slow: Loader,
    /// The engines read by a connection of their own, so that cancelling a question interrupts nothing else.
    asking: Arc<Reader>,
    /// Answers by quoting; what it has read of the index serves the next question too, whoever answers.
    quoting: Session,
    read: ReadKeeper,
    /// Turns are added to this conversation; none before the first.
    chat: Option<i64>,
    /// The connection to the model that answers, made with the first question that asks it.
    connection: Arc<Mutex<Option<Connection>>>,
    /// Ids that the store gave to turns of this session.
    kept: HashMap<TurnId, i64>,
    /// That answers cannot be kept was said: once is enough.
    told_unkept: bool,
}

/// Looks at the folders of an index.
#[derive(Default)]
struct Looks {
    /// Whose folders are to be looked at next.
    wanted: Option<PathBuf>,
    under_way: bool,
}

/// A question under way; dropping it cancels.
struct Asking {
    cancelled: Arc<AtomicBool>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    reader: Arc<Reader>,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.reader.interrupt();
        drop(self.stop.take());
    }
}

pub struct Performer {
    messages: UnboundedSender<Msg>,
    paths: Paths,
    settings: Settings,
    /// No model is asked.
    offline: bool,
    indexing: Option<Indexing>,
    looks: Arc<Mutex<Looks>>,
    /// A first index by a model, which begins when somebody has said yes.
    first: Option<Plan>,
    open: Option<Open>,
    asking: HashMap<TurnId, Asking>,
}

impl Performer {
    pub fn new(messages: UnboundedSender<Msg>, paths: Paths, settings: Settings, offline: bool) -> Performer {
        Performer {
            messages,
            paths,
            settings,
            offline,
            indexing: None,
            looks: Arc::default(),
            first: None,
            open: None,
            asking: HashMap::new(),
        }
    }

    fn say(&self, msg: Msg) {
        // The loop ends before its messages do.
        let _ = self.messages.send(msg);
    }

    fn complain(&self, text: impl Into<String>) {
        self.say(Msg::Notice(Notice::bad(text)));
    }

    /// Carries out an effect that is not the terminal's own. `state` is what is kept between two runs.
    pub fn perform(&mut self, effect: Effect, state: impl FnOnce() -> Saved) {
        match effect {
            Effect::Load { lane, ticket, request } => self.load(lane, ticket, request),
            Effect::Ask { turn, asked, history, rated, shown } => {
                let mut question = Question { text: asked.question.clone(), history, ..Question::default() };
                question.note_shown(&shown);
                self.ask(turn, asked, question, rated);
            }
            Effect::Cancel(turn) => drop(self.asking.remove(&turn)),
            Effect::SaveTurn(turn) => {
                self.asking.remove(&TurnId(turn.id));
                if let Err(error) = self.save_turn(&turn)
                    && let Some(open) = &mut self.open
                    && !std::mem::replace(&mut open.told_unkept, true)
                {
                    self.complain(format!("chats are kept in the index, but {error}; E writes this one to a file"));
                }
            }
            Effect::RemoveTurn(_)
            | Effect::UseChat(_)
            | Effect::RenameChat { .. }
            | Effect::RemoveChat(_)
            | Effect::ForkChat(_) => {
                if let Err(error) = self.desk_work(effect) {
                    self.complain(format!("the chats could not be changed: {error}"));
                }
            }
            Effect::Set { key, value } => match self.set(key, &value) {
                Ok(notice) => {
                    let models = Models::of(&self.settings, &self.paths, self.offline);
                    self.say(Msg::SettingChanged(Box::new(models), notice));
                }
                Err(message) => self.complain(message),
            },
            Effect::KeepTest { question, answer, scope } => match self.keep_test(question, answer, &scope) {
                Ok(kept) => {
                    let all = count(kept as u64, "question that is kept", "questions that are kept");
                    let text = format!("kept as a test: `gleaner eval answers kept` asks {all}");
                    self.say(Msg::Notice(Notice::good(text)));
                }
                Err(error) => self.complain(format!("the test could not be kept: {}", described(&error))),
            },
            Effect::Export { what, path, text } => match export::write(&from_home(&path), &text) {
                Ok(path) => self.say(Msg::Notice(Notice::good(format!("written to {}: {what}", shown_path(&path))))),
                Err(error) => self.say(Msg::Unwritten { what, path, text, why: error.to_string() }),
            },
            Effect::SaveState => {
                let Some(open) = &self.open else { return };
                // What was kept a moment ago may have begun a conversation.
                let state = Saved { chat: open.chat.map_or(InChat::New, InChat::Kept), ..state() };
                if let Err(error) = Desk::open(&open.path).and_then(|desk| desk.set_ui_state(STATE, &state)) {
                    self.complain(format!("this place could not be kept: {error}"));
                }
            }
            Effect::KeepRead(read) => {
                if let Some(open) = &self.open {
                    open.read.keep(read);
                }
            }
            Effect::OpenIndex(target) => self.open_target(target),
            Effect::OpenBuilt(path) => match &self.open {
                // Readers find the new state by themselves, and a question under way is not cut off.
                Some(open) if open.path == path => open.quick.look(),
                _ => {
                    if let Err(error) = self.open_index(&path) {
                        self.complain(described(&error));
                    }
                }
            },
            Effect::Start => self.start_screen(),
            Effect::ForgetIndex(index) => config::Recent::forget(&self.paths, &index),
            Effect::Complete(typed) => {
                let whole = paths::completed(&typed);
                if whole == typed {
                    self.say(Msg::Notice(Notice::good("no path goes on from here in one way only")));
                }
                self.say(Msg::Completed { typed, whole });
            }
            Effect::LookForChanges => self.look_for_changes(),
            Effect::Rebuild => self.rebuild(None, None, None),
            Effect::RetryAlone { item } => self.rebuild(None, None, Some(item)),
            Effect::BuildBy { method, estimate } => self.rebuild(Some(method), estimate, None),
            Effect::Forecast { method } => self.forecast(method),
            Effect::Pause(pause) => {
                if !self.indexing.as_ref().is_some_and(|indexing| indexing.pause(pause)) {
                    self.complain("only work that asks a model can be paused; x stops it, and it goes on where it was");
                }
            }
            Effect::TestEndpoint => {
                let (settings, paths, offline) = (self.settings.clone(), self.paths.clone(), self.offline);
                self.look(move || checkup::configured(&settings, &paths, offline));
            }
            Effect::FindServers => {
                let (settings, offline) = (self.settings.clone(), self.offline);
                self.look(move || match offline {
                    true => vec![CheckResult::good("local", "not looked for, because of --offline")],
                    false => checkup::local_servers(&settings),
                });
            }
            Effect::StopJob => {
                if let Some(indexing) = &self.indexing {
                    indexing.stop();
                }
            }
            Effect::Edit { .. }
            | Effect::Copy(_)
            | Effect::Frame(_)
            | Effect::ToggleMouse
            | Effect::Redraw
            | Effect::Suspend
            | Effect::Quit => {}
        }
    }
}

/// An error with what to do about it.
fn described(error: &StoreError) -> String {
    match error.hints().first() {
        Some(hint) => format!("{error}: {hint}"),
        None => error.to_string(),
    }
}
