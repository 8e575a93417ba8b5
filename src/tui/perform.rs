//! Carries out effects: the only file that spawns. Readers answer on threads of their own, engines and jobs likewise;
//! what they say comes back as messages. Dropping a handle is the cancel.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedSender;

use super::app::Saved;
use super::data::{Changed, Lane, Request, SavedTurn};
use super::effect::{Effect, Target};
use super::export;
use super::indexing::{self, Indexing, Work};
use super::loader::{Answered, Loader};
use super::models::Models;
use super::msg::{Msg, Notice};
use super::panes::chat::{Asked, TurnId};
use super::start::Recent;
use crate::config::{self, Paths, RecentIndex, Settings};
use crate::eval::question::TestQuestion;
use crate::index::estimate::Estimate;
use crate::index::{self, Plan, changes};
use crate::jobs::checkup::{self, Check};
use crate::jobs::connection::{self, Connection};
use crate::judgement::Question;
use crate::llm::LlmError;
use crate::model::{AnswerEvent, Progress, Scope, shown_path};
use crate::query::{self, Ask, QueryError, Session};
use crate::store::{self, Desk, Meta, PersonFile, Reader, StoreError};

/// The key under which the place where one left is kept.
const STATE: &str = "tui";

/// An index that is open.
struct Open {
    path: PathBuf,
    /// Answers what is small, and what takes long: a long list being sorted does not keep a report waiting.
    quick: Loader,
    slow: Loader,
    /// The engines read by a connection of their own, so that cancelling a question interrupts nothing else.
    asking: Arc<Reader>,
    /// Turns are added to this conversation; none before the first.
    chat: Option<i64>,
    /// The connection to the model that answers, made with the first question that asks it.
    connection: Arc<Mutex<Option<Connection>>>,
    /// Ids that the store gave to turns of this session.
    kept: HashMap<TurnId, i64>,
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
            Effect::Ask { turn, asked, history } => self.ask(turn, asked, history),
            Effect::Cancel(turn) => drop(self.asking.remove(&turn)),
            Effect::SaveTurn(turn) => {
                self.asking.remove(&TurnId(turn.id));
                if let Err(error) = self.save_turn(&turn) {
                    self.complain(format!("the answer could not be kept: {error}"));
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
                    let text = format!("kept as a test: `gleaner eval answers kept` asks the {kept} that are kept");
                    self.say(Msg::Notice(Notice::good(text)));
                }
                Err(error) => self.complain(format!("the test could not be kept: {}", described(&error))),
            },
            Effect::Export { name, text } => match export::write(&name, &text) {
                Ok(path) => self.say(Msg::Notice(Notice::good(format!("written to {}", shown_path(&path))))),
                Err(error) => self.complain(format!("{name} could not be written here: {error}")),
            },
            Effect::SaveState => {
                if let Some(open) = &self.open
                    && let Err(error) = Desk::open(&open.path).and_then(|desk| desk.set_ui_state(STATE, &state()))
                {
                    self.complain(format!("this place could not be kept: {error}"));
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
                    true => vec![Check::good("local", "not looked for, because of --offline")],
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

    // --- the index

    fn load(&self, lane: Lane, ticket: u64, request: Request) {
        let Some(open) = &self.open else { return };
        let slow = matches!(
            lane,
            Lane::List
                | Lane::TreeFilter
                | Lane::Search
                | Lane::ReaderFind
                | Lane::Overview
                | Lane::Home
                | Lane::Graph
                | Lane::Timeline
                | Lane::Parts
                | Lane::Records
                | Lane::Used
        );
        let loader = if slow { &open.slow } else { &open.quick };
        loader.ask(lane, ticket, request);
    }

    /// Shows the start screen.
    pub fn start_screen(&mut self) {
        // What is open stays so until another is: whoever only looked goes back to it.
        self.first = None;
        let recent = config::Recent::load(&self.paths).indexes.into_iter().map(|recent| Recent {
            name: recent.name,
            note: recent.roots.first().cloned().unwrap_or_default(),
            path: recent.index,
        });
        self.say(Msg::Start(recent.collect()));
    }

    /// Opens an index file, a folder (indexed first when it is new), or the demo.
    fn open_target(&mut self, target: Target) {
        let result = match target {
            Target::Demo => match index::demo::plan(&self.paths, &self.settings) {
                Ok(plan) => self.open_plan(plan).map_err(|error| described(&error)),
                Err(error) => Err(format!("the demo could not be written: {error}")),
            },
            Target::Path(path) => self.open_path(&path),
        };
        if let Err(message) = result {
            self.complain(message);
        }
    }

    fn open_path(&mut self, path: &Path) -> Result<(), String> {
        // `~` is the shell's to resolve, and there is none between the start screen and here.
        let path = match path.strip_prefix("~") {
            Ok(rest) => std::env::home_dir().map_or_else(|| path.to_owned(), |home| home.join(rest)),
            Err(_) => path.to_owned(),
        };
        let path = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("{}: there is no such file or folder", shown_path(&path)),
            _ => format!("{} cannot be read: {error}; check its permissions", shown_path(&path)),
        })?;
        if path.is_file() && path.extension().is_some_and(|extension| extension == "gleaner") {
            return self.open_index(&path).map_err(|error| described(&error));
        }
        let roots = vec![path];
        let index = self.paths.index_of(&roots);
        let plan = Plan { roots, index, name: String::new(), settings: self.settings.clone(), afresh: false };
        self.open_plan(plan).map_err(|error| described(&error))
    }

    /// Opens the index of a corpus, or builds it first.
    pub fn open_plan(&mut self, plan: Plan) -> Result<(), StoreError> {
        if plan.index.is_file() {
            return self.open_index(&plan.index);
        }
        match plan.settings.method.clone() {
            method if method == "offline" => self.build(plan, None, None),
            method => {
                self.first = Some(plan);
                self.forecast(method);
            }
        }
        Ok(())
    }

    /// Opens an index file.
    pub fn open_index(&mut self, path: &Path) -> Result<(), StoreError> {
        self.asking.clear();
        self.first = None;
        let asking = Arc::new(Reader::open(path)?);
        let answered = |messages: &UnboundedSender<Msg>| {
            let messages = messages.clone();
            move |Answered { lane, ticket, result }: Answered| {
                let _ = messages.send(Msg::Loaded { lane, ticket, result });
            }
        };
        let messages = self.messages.clone();
        let changed = Box::new(move || {
            let _ = messages.send(Msg::IndexChanged);
        });
        let quick = Loader::start(path, answered(&self.messages), Some(changed))?;
        let slow = Loader::start(path, answered(&self.messages), None)?;
        let meta = asking.meta()?;
        let saved = asking.ui_state(STATE)?;
        let differ = connection::vectors_differ(&self.settings, &asking);
        let chat = asking.chats()?.first().map(|chat| chat.id);
        let opened = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let opened = opened.map_or(0, |since| since.as_secs() as i64);
        let recent = RecentIndex { index: path.to_owned(), name: meta.name, roots: meta.roots, opened };
        config::Recent::note(&self.paths, recent);
        self.open = Some(Open {
            path: path.to_owned(),
            quick,
            slow,
            asking,
            chat,
            connection: Arc::default(),
            kept: HashMap::new(),
        });
        self.say(Msg::Opened { saved });
        if let Some((what, hint)) = differ {
            self.say(Msg::Notice(Notice::good(format!("{what}; {hint}"))));
        }
        self.look_for_changes();
        Ok(())
    }

    /// Compares the folders with what was indexed, behind the panes: a large folder takes its time. Whoever asks while it
    /// is looked at has it looked at once more.
    fn look_for_changes(&self) {
        let Some(open) = &self.open else { return };
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        looks.wanted = Some(open.path.clone());
        if looks.under_way {
            return;
        }
        let (shared, messages) = (self.looks.clone(), self.messages.clone());
        let look = move || {
            loop {
                let mut looks = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(index) = looks.wanted.take() else {
                    looks.under_way = false;
                    return;
                };
                drop(looks);
                if let Some(changed) = changed(&index) {
                    let _ = messages.send(Msg::FolderChanged(changed));
                }
            }
        };
        // Without a thread for it nothing is looked for.
        looks.under_way = std::thread::Builder::new().name("changes".to_owned()).spawn(look).is_ok();
    }

    // --- indexing

    /// The plan of the open index once more: as it was made, or by another method.
    fn plan(&self, method: Option<&str>) -> Result<Plan, String> {
        if let Some(first) = &self.first {
            return Ok(first.clone());
        }
        let Some(open) = &self.open else { return Err("no index is open".to_owned()) };
        let meta = open.asking.meta().map_err(|error| described(&error))?;
        if meta.method == Meta::IMPORTED {
            let folder = meta.roots.first().map_or("FOLDER", String::as_str);
            return Err(format!("this index was imported: `gleaner import {folder}` takes what changed there"));
        }
        // As it was made, whatever the settings say by now: an update takes over what is the same.
        let settings = match method {
            Some(method) if method != meta.method => Settings { method: method.to_owned(), ..self.settings.clone() },
            _ => self.settings.shaped_as(&meta.settings),
        };
        let roots = meta.roots.iter().map(PathBuf::from).collect();
        Ok(Plan { roots, index: open.path.clone(), name: meta.name, settings, afresh: false })
    }

    fn rebuild(&mut self, method: Option<String>, estimate: Option<Estimate>, alone: Option<String>) {
        match self.plan(method.as_deref()) {
            Ok(plan) => {
                self.first = None;
                self.build(plan, estimate, alone);
            }
            Err(message) => self.complain(message),
        }
    }

    /// Estimates what a build by a method would cost, behind the panes.
    fn forecast(&self, method: String) {
        let plan = match self.plan(Some(&method)) {
            Ok(plan) => plan,
            Err(message) => return self.complain(message),
        };
        let (paths, messages) = (self.paths.clone(), self.messages.clone());
        let estimate = move || {
            let result = match connection::forecast(&plan, &paths, &Progress::default()) {
                Ok(built) => built.estimate.ok_or_else(|| "this method asks no model".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            let _ = messages.send(Msg::Forecast { method, result });
        };
        if let Err(error) = std::thread::Builder::new().name("forecast".to_owned()).spawn(estimate) {
            self.complain(format!("no thread to estimate on: {error}"));
        }
    }

    /// Looks at endpoints, behind the panes.
    fn look(&self, looking: impl FnOnce() -> Vec<Check> + Send + 'static) {
        let messages = self.messages.clone();
        let look = move || drop(messages.send(Msg::Looked(looking())));
        if let Err(error) = std::thread::Builder::new().name("endpoint".to_owned()).spawn(look) {
            self.complain(format!("no thread to look on: {error}"));
        }
    }

    /// Builds an index behind the panes, and opens it when it is there; `alone` names what is asked for again of all that
    /// was set aside.
    fn build(&mut self, plan: Plan, estimate: Option<Estimate>, alone: Option<String>) {
        if self.indexing.as_ref().is_some_and(|job| !job.is_over()) {
            return self.complain("indexing is under way already: i shows how far it is");
        }
        let (said, built) = (self.messages.clone(), self.messages.clone());
        let started = Indexing::start(
            Work { plan, paths: self.paths.clone(), offline: self.offline, estimate, alone },
            move |job| drop(said.send(Msg::Job(job))),
            move |index, made| {
                let current = made.update.as_ref().is_some_and(|update| update.is_current);
                let _ = built.send(Msg::Built { index, current });
            },
        );
        match started {
            Ok(indexing) => self.indexing = Some(indexing),
            Err(error) => self.complain(format!("no thread to index on: {error}")),
        }
    }

    // --- asking

    fn ask(&mut self, turn: TurnId, asked: Asked, history: Vec<(String, String)>) {
        let Some(open) = &self.open else { return };
        let reader = open.asking.clone();
        let model = (!asked.offline).then(|| Answering {
            settings: self.settings.clone(),
            paths: self.paths.clone(),
            index: open.path.clone(),
            offline: self.offline,
            connection: open.connection.clone(),
        });
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let cancelled = Arc::new(AtomicBool::new(false));
        self.asking.insert(turn, Asking { cancelled: cancelled.clone(), stop: Some(stop), reader: reader.clone() });
        let messages = self.messages.clone();
        tokio::task::spawn_blocking(move || {
            let question = Question { text: asked.question, history, ..Question::default() };
            let ask = Ask { question, mode: asked.mode, level: asked.level, scope: asked.scope, ..Ask::default() };
            let said = messages.clone();
            let mut events = move |event: AnswerEvent| {
                if !cancelled.load(Ordering::Relaxed) {
                    let _ = said.send(Msg::Answer { turn, event });
                }
            };
            let either = async {
                let session =
                    match model.map_or_else(|| Ok(Session::extractive(reader.clone())), |m| m.session(&reader)) {
                        Ok(session) => session,
                        Err(message) => return Some(Err(message)),
                    };
                let answering = query::ask(&session, &ask, &mut events);
                tokio::select! {
                    biased;
                    _ = stopped => None,
                    result = answering => Some(result.map_err(|error| match &error {
                        QueryError::Judgement(judgement) => indexing::described(judgement),
                        error => error.to_string(),
                    })),
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
    fn set(&mut self, key: &str, value: &str) -> Result<Notice, String> {
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
    fn keep_test(&self, question: String, answer: String, scope: &Scope) -> Result<usize, StoreError> {
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
    fn desk_work(&mut self, effect: Effect) -> Result<(), StoreError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let stored = |open: &Open, turn: TurnId| open.kept.get(&turn).copied().unwrap_or(turn.0 as i64);
        match effect {
            Effect::UseChat(chat) => {
                // Without one the next question begins one of its own.
                open.chat = chat;
            }
            Effect::RemoveTurn(turn) => Desk::open(&open.path)?.remove_turn(stored(open, turn))?,
            Effect::RenameChat { chat, title } => {
                Desk::open(&open.path)?.rename_chat(chat, &title)?;
                self.say(Msg::ChatsChanged);
            }
            Effect::RemoveChat(chat) => {
                Desk::open(&open.path)?.remove_chat(chat)?;
                if open.chat == Some(chat) {
                    open.chat = None;
                }
                self.say(Msg::ChatsChanged);
            }
            Effect::ForkChat(turn) => {
                let copy = Desk::open(&open.path)?.fork_chat(&open.asking, stored(open, turn))?;
                if let Some(copy) = copy {
                    open.chat = Some(copy);
                    self.say(Msg::ChatOpened(copy));
                    self.say(Msg::Notice(Notice::good(
                        "this is a copy of the chat up to here: the old one stays as it was",
                    )));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps a finished turn in the latest conversation, or begins one.
    fn save_turn(&mut self, turn: &SavedTurn) -> Result<(), StoreError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let desk = Desk::open(&open.path)?;
        let chat = match open.chat {
            Some(chat) => chat,
            None => desk.add_chat(&turn.question.question)?,
        };
        open.chat = Some(chat);
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
    fn session(&self, reader: &Arc<Reader>) -> Result<Session, String> {
        let told = |error: LlmError| match error.hint() {
            Some(hint) => format!("{error}: {hint}"),
            None => error.to_string(),
        };
        let mut kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Connection::for_answers(&self.settings, &self.paths, &self.index, self.offline).map_err(told)?;
        }
        match &*kept {
            Some(connection) => connection.session(reader.clone()).map_err(told),
            None => Ok(Session::extractive(reader.clone())),
        }
    }
}

/// What changed in the folders of an index. What cannot be told is not worth a word: the index can be read all the same.
fn changed(index: &Path) -> Option<Changed> {
    let looked = Reader::open(index).and_then(|reader| Ok((changes(&reader)?, reader.meta()?)));
    let (Some(found), meta) = looked.ok()? else { return None };
    if found.is_empty() {
        return None;
    }
    let (summary, costs) = (found.to_string(), meta.method != "offline");
    let kinds = [("new", found.added), ("changed", found.changed), ("gone", found.removed)];
    let files = kinds.into_iter().flat_map(|(what, paths)| paths.into_iter().map(move |path| (path, what.into())));
    Some(Changed { summary, files: files.collect(), costs })
}

/// An error with what to do about it.
fn described(error: &StoreError) -> String {
    match error.hints().first() {
        Some(hint) => format!("{error}: {hint}"),
        None => error.to_string(),
    }
}
