//! Carries out effects, and spawns what they ask for: engines, jobs and looks at files run on threads and tasks of
//! their own, and what they say comes back as messages. Dropping a handle is the cancel. (The reader of an index has
//! its threads from `library`, the keys theirs from `terminal`, the watch on builds its own from `indexing`.) What
//! waits for a file is done by the clerk, one thing after the other.

mod builds;
mod clerk;
mod clipboard;
mod desk;
mod export;
mod indexes;
mod indexing;
mod paths;
mod questions;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::UnboundedSender;

use self::clerk::Clerk;
use self::desk::AtDesk;
use self::indexing::Indexing;
use super::data::TurnId;
use super::data::models::Models;
use super::effect::Effect;
use super::library::Loader;
use super::msg::Msg;
use super::session::Saved;
use crate::config::{Paths, Settings, from_home};
use crate::index::Plan;
use crate::jobs::checkup::{self, CheckResult};
use crate::jobs::connection::Connection;
use crate::judgement::Question;
use crate::model::shown_path;
use crate::query::Session;
use crate::store::{Reader, StoreError};
use crate::text::numbers::amounts::count;
use crate::tui::notice::{Notice, with_hint};

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
    desk: AtDesk,
    /// The connection to the model that answers, made with the first question that asks it.
    connection: Arc<Mutex<Option<Connection>>>,
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
    /// Indexes that the clerk opened and that are not shown yet, each with its message under way.
    opened: Arc<Mutex<VecDeque<Open>>>,
    asking: HashMap<TurnId, Asking>,
    clerk: Clerk,
}

impl Performer {
    /// # Errors
    /// No thread is to be had.
    pub fn new(
        messages: UnboundedSender<Msg>,
        paths: Paths,
        settings: Settings,
        offline: bool,
    ) -> io::Result<Performer> {
        Ok(Performer {
            messages,
            paths,
            settings,
            offline,
            indexing: None,
            looks: Arc::default(),
            first: None,
            open: None,
            opened: Arc::default(),
            asking: HashMap::new(),
            clerk: Clerk::start()?,
        })
    }

    fn say(&self, msg: Msg) {
        // The loop ends before its messages do.
        let _ = self.messages.send(msg);
    }

    fn complain(&self, text: impl Into<String>) {
        self.say(Msg::Notice(Notice::bad(text)));
    }

    /// Shows the start screen before anything else.
    pub fn start_screen(&self) {
        self.say(indexes::start_screen(&self.paths));
    }

    /// Has the clerk write into the index that is open.
    fn at_desk(&self, work: impl FnOnce(&AtDesk) + Send + 'static) {
        if let Some(open) = &self.open {
            let desk = open.desk.clone();
            self.clerk.order(move || work(&desk));
        }
    }

    /// Has the clerk read or write files, and say what came of it.
    fn on_file(&self, work: impl FnOnce(&dyn Fn(Msg)) + Send + 'static) {
        let messages = self.messages.clone();
        self.clerk.order(move || work(&|msg| drop(messages.send(msg))));
    }

    /// Carries out an effect that is not the terminal's own. `state` is what is kept between two runs.
    pub fn perform(&mut self, effect: Effect, state: impl FnOnce() -> Saved) {
        match effect {
            Effect::Load { lane, ticket, request } => self.load(lane, ticket, request),
            Effect::Ask { .. } | Effect::Cancel(_) | Effect::SaveTurn(_) => self.perform_on_turn(effect),
            Effect::RemoveTurn(_)
            | Effect::UseChat(_)
            | Effect::RenameChat { .. }
            | Effect::RemoveChat(_)
            | Effect::ForkChat(_) => self.at_desk(move |desk| desk.change_chats(effect)),
            Effect::KeepTest { question, answer, scope } => {
                self.at_desk(move |desk| desk.keep_test(&question, &answer, &scope));
            }
            Effect::SaveState => {
                let state = state();
                self.at_desk(move |desk| desk.save_state(state));
            }
            Effect::KeepRead(read) => {
                if let Some(open) = &self.open {
                    open.desk.note_read(read);
                    self.at_desk(AtDesk::keep_read);
                }
            }
            Effect::OpenIndex(_)
            | Effect::OpenBuilt(_)
            | Effect::Start
            | Effect::ForgetIndex(_)
            | Effect::LookForChanges => self.perform_on_index(effect),
            Effect::Rebuild
            | Effect::RetryAlone { .. }
            | Effect::BuildBy { .. }
            | Effect::Forecast { .. }
            | Effect::Pause(_)
            | Effect::StopJob => self.perform_on_build(effect),
            Effect::Set { key, value } => match self.set(key, &value) {
                Ok(notice) => {
                    let models = Models::of(&self.settings, &self.paths, self.offline);
                    self.say(Msg::SettingChanged(Box::new(models), notice));
                }
                Err(message) => self.complain(message),
            },
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
            Effect::Export { .. } | Effect::Complete(_) | Effect::Copy(_) => self.perform_on_file(effect),
            Effect::Edit { .. }
            | Effect::Frame(_)
            | Effect::ToggleMouse
            | Effect::Redraw
            | Effect::Suspend
            | Effect::Quit => {}
        }
    }

    /// Asks, lets go of a question, or keeps an answer.
    fn perform_on_turn(&mut self, effect: Effect) {
        match effect {
            Effect::Ask { turn, asked, history, rated, shown } => {
                let mut question = Question { text: asked.question.clone(), history, ..Question::default() };
                question.note_shown(&shown);
                self.ask(turn, asked, question, rated);
            }
            Effect::Cancel(turn) => drop(self.asking.remove(&turn)),
            Effect::SaveTurn(turn) => {
                self.asking.remove(&TurnId(turn.id));
                self.at_desk(move |desk| desk.save_turn(&turn));
            }
            _ => {}
        }
    }

    /// Writes a text, goes on with a path that is typed, or copies.
    fn perform_on_file(&self, effect: Effect) {
        match effect {
            Effect::Export { what, path, text } => {
                self.on_file(move |say| match export::write(&from_home(&path), &text) {
                    Ok(path) => say(Msg::Notice(Notice::good(format!("written to {}: {what}", shown_path(&path))))),
                    Err(error) => say(Msg::Unwritten { what, path, text, why: error.to_string() }),
                })
            }
            Effect::Complete(typed) => self.on_file(move |say| {
                let (whole, choices) = paths::completed(&typed);
                if whole == typed && choices.is_empty() {
                    say(Msg::Notice(Notice::good("no path goes on from here")));
                }
                say(Msg::Completed { typed, whole, choices });
            }),
            // The terminal's own was filled by the terminal, which does not say whether it was.
            Effect::Copy(text) => self.on_file(move |say| {
                if let Some(tool) = clipboard::copy(&text) {
                    let words = count(text.split_whitespace().count() as u64, "word", "words");
                    say(Msg::Notice(Notice::good(format!("{words} were copied, by the terminal and by {tool}"))));
                }
            }),
            _ => {}
        }
    }
}

/// An error with what to do about it.
fn described(error: &StoreError) -> String {
    with_hint(error, error.hints().first())
}

#[cfg(test)]
mod tests;
