//! Indexes: opened, read from, and compared with their folders.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedSender;

use super::desk::AtDesk;
use super::{Open, Performer, READ, STATE, described};
use crate::config::{self, Paths, RecentIndex, Settings, from_home};
use crate::index::{self, Plan, changes};
use crate::interop::is_foreign_index;
use crate::jobs::connection;
use crate::model::{Ref, shown_path};
use crate::query::Session;
use crate::store::{Meta, Reader, StoreError, is_index};
use crate::text::numbers::amounts::{bytes, count};
use crate::tui::data::{Changed, Lane, Request};
use crate::tui::effect::{Effect, StartTarget};
use crate::tui::library::{LoadedAnswer, Loader};
use crate::tui::msg::Msg;
use crate::tui::notice::Notice;
use crate::tui::session::start::{Recent, told_apart};
use crate::tui::session::{InChat, Saved};
use crate::tui::widgets::moments::moment;

impl Performer {
    pub(super) fn load(&self, lane: Lane, ticket: u64, request: Request) {
        let Some(open) = &self.open else { return };
        let loader = if lane.is_slow() { &open.slow } else { &open.quick };
        loader.ask(lane, ticket, request);
    }

    /// Opens an index or the start screen, takes one off its list, or looks whether its folder has changed.
    pub(super) fn perform_on_index(&mut self, effect: Effect) {
        match effect {
            Effect::OpenIndex(target) => self.open_target(target),
            Effect::OpenBuilt(path) => match &self.open {
                // Readers find the new state by themselves, and a question under way is not cut off.
                Some(open) if open.path == path => open.quick.look(),
                _ => self.open_index(path),
            },
            Effect::Start => {
                // What is open stays so until another is: whoever only looked goes back to it.
                self.first = None;
                let paths = self.paths.clone();
                self.on_file(move |say| say(start_screen(&paths)));
            }
            Effect::ForgetIndex(index) => {
                let paths = self.paths.clone();
                self.on_file(move |_| config::Recent::forget(&paths, &index));
            }
            Effect::LookForChanges => self.look_for_changes(),
            _ => {}
        }
    }

    /// Opens an index file, a folder (indexed first when it is new), or the demo.
    pub(super) fn open_target(&mut self, target: StartTarget) {
        let result = match target {
            StartTarget::Demo => match index::demo::plan(&self.paths, &self.settings) {
                Ok(plan) => {
                    self.open_plan(plan);
                    Ok(())
                }
                Err(error) => Err(format!("the demo could not be written: {error}")),
            },
            StartTarget::Path(path) => self.open_path(&path),
        };
        if let Err(message) = result {
            self.complain(message);
        }
    }

    pub(super) fn open_path(&mut self, path: &Path) -> Result<(), String> {
        let path = from_home(path);
        let path = path.canonicalize().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("{}: there is no such file or folder", shown_path(&path)),
            _ => format!("{} cannot be read: {error}; check its permissions", shown_path(&path)),
        })?;
        let named = path.extension().is_some_and(|extension| extension == "gleaner");
        if path.is_file() && (named || is_index(&path)) {
            self.open_index(path);
            return Ok(());
        }
        if path.is_dir() && is_foreign_index(&path) {
            // Its tables are no documents.
            let path = shown_path(&path);
            return Err(format!("{path} is another program's index: `gleaner open {path}` takes it over and opens it"));
        }
        let roots = vec![path];
        let index = self.paths.index_of(&roots);
        let plan = Plan { roots, index, name: String::new(), settings: self.settings.clone(), afresh: false };
        self.open_plan(plan);
        Ok(())
    }

    /// Opens the index of a corpus, or builds it first.
    pub fn open_plan(&mut self, plan: Plan) {
        if plan.index.is_file() {
            return self.open_index(plan.index);
        }
        let method = plan.settings.method;
        if method.asks_a_model() {
            self.first = Some(plan);
            self.forecast(method);
        } else {
            self.build(plan, None, None);
        }
    }

    fn opener(&self) -> Opener {
        let (messages, paths) = (self.messages.clone(), self.paths.clone());
        Opener { messages, paths, settings: self.settings.clone(), opened: self.opened.clone() }
    }

    /// Opens an index file before anything is shown.
    pub fn open_first(&self, path: &Path) -> Result<(), StoreError> {
        self.opener().open(path)
    }

    /// Has an index file opened.
    pub(super) fn open_index(&self, path: PathBuf) {
        let opener = self.opener();
        self.clerk.order(move || {
            if let Err(error) = opener.open(&path) {
                let _ = opener.messages.send(Msg::Notice(Notice::bad(described(&error))));
            }
        });
    }

    /// Takes the index that was opened, as its message is read: what was asked for before is of the one before.
    pub fn take_opened(&mut self) {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        if let Some(open) = opened {
            self.asking.clear();
            self.first = None;
            self.open = Some(open);
            self.look_for_changes();
        }
    }

    /// Compares the folders with what was indexed, behind the panes: a large folder takes its time. Whoever asks while
    /// it is looked at has it looked at once more.
    pub(super) fn look_for_changes(&self) {
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
}

/// What opens indexes.
pub(super) struct Opener {
    messages: UnboundedSender<Msg>,
    paths: Paths,
    settings: Settings,
    opened: Arc<Mutex<VecDeque<Open>>>,
}

impl Opener {
    /// Opens an index file, and says where one left it.
    fn open(&self, path: &Path) -> Result<(), StoreError> {
        let say = |msg: Msg| drop(self.messages.send(msg));
        let asking = Arc::new(Reader::open(path)?);
        let answered = || {
            let messages = self.messages.clone();
            move |LoadedAnswer { lane, ticket, result }: LoadedAnswer| {
                let _ = messages.send(Msg::Loaded { lane, ticket, result });
            }
        };
        let messages = self.messages.clone();
        let changed = Box::new(move || {
            let _ = messages.send(Msg::IndexChanged);
        });
        let quick = Loader::start(path, answered(), Some(changed))?;
        let slow = Loader::start(path, answered(), None)?;
        let meta = asking.meta()?;
        let mut saved: Option<Saved> = asking.ui_state(STATE)?;
        if let Some(saved) = &mut saved {
            saved.read.extend(asking.ui_values::<Ref>(READ)?);
            saved.asking.forget_gone(|record| asking.title(record).is_ok_and(|title| title.is_some()));
        }
        let differ = connection::vectors(&self.settings, &asking).1;
        let chats = asking.chats()?;
        let chat = match saved.as_ref().map_or(InChat::Latest, |saved| saved.chat) {
            InChat::New => None,
            InChat::Kept(kept) => chats.iter().find(|chat| chat.id == kept).or(chats.first()),
            InChat::Latest => chats.first(),
        };
        let chat = chat.map(|chat| (chat.id, chat.title.clone()));
        let number = chat.as_ref().map(|(number, _)| *number);
        if let Some(saved) = &mut saved {
            saved.chat = number.map_or(InChat::New, InChat::Kept);
        }
        let opened = config::now();
        let recent = RecentIndex { index: path.to_owned(), name: meta.name, roots: meta.roots, opened };
        config::Recent::note(&self.paths, recent);
        let open = Open {
            path: path.to_owned(),
            quick,
            slow,
            quoting: Session::extractive(asking.clone()),
            desk: AtDesk::of(path, asking.clone(), number, self.messages.clone()),
            asking,
            connection: Arc::default(),
        };
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).push_back(open);
        say(Msg::Opened { saved });
        say(Msg::InChat(chat));
        if let Some((what, hint)) = differ {
            say(Msg::Notice(Notice::good(format!("{what}; {hint}"))));
        }
        Ok(())
    }
}

/// The start screen, with the indexes opened lately.
pub fn start_screen(paths: &Paths) -> Msg {
    let (now, demo) = (config::now(), paths.demo_index());
    let demo = demo.canonicalize().unwrap_or(demo);
    let recent = config::Recent::load(paths).indexes.into_iter().map(|recent| Recent {
        name: recent.name,
        note: recent.roots.first().cloned().unwrap_or_default(),
        holds: holds(&recent.index),
        opened: moment(recent.opened, now),
        is_demo: recent.index == demo,
        path: recent.index,
    });
    Msg::Start(told_apart(recent.collect(), |root| Path::new(root).is_file()))
}

/// What an index holds, in a few words: how many documents, and that another program made it. One that cannot be read
/// says so when it is opened; here its size is told.
fn holds(index: &Path) -> String {
    let told = Reader::open(index).and_then(|reader| {
        let imported = reader.meta()?.method == Meta::IMPORTED;
        let documents = count(reader.document_count()?, "document", "documents");
        Ok(if imported { format!("{documents} of an import") } else { documents })
    });
    told.unwrap_or_else(|_| bytes(std::fs::metadata(index).map_or(0, |file| file.len())))
}

/// What changed in the folders of an index. What cannot be told is not worth a word: the index can be read all the
/// same.
fn changed(index: &Path) -> Option<Changed> {
    let looked = Reader::open(index).and_then(|reader| Ok((changes(&reader)?, reader.meta()?)));
    let (Some(found), meta) = looked.ok()? else { return None };
    if found.is_empty() {
        return None;
    }
    let (summary, costs) = (found.to_string(), meta.method != Meta::OFFLINE);
    let kinds = [("new", found.added), ("changed", found.changed), ("gone", found.removed)];
    let files = kinds.into_iter().flat_map(|(what, paths)| paths.into_iter().map(move |path| (path, what.into())));
    Some(Changed { summary, files: files.collect(), costs })
}
