//! Everything that can happen.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};

use super::data::models::Models;
use super::data::{Changed, Lane, LibraryError, Loaded, TurnId};
use super::notice::Notice;
use super::overlays::progress::JobView;
use super::session::Saved;
use super::session::start::Recent;
use super::theme::Theme;
use crate::config::Method;
use crate::index::estimate::Estimate;
use crate::jobs::checkup::CheckResult;
use crate::model::{AnswerEvent, Ref};

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Key(KeyEvent),
    Paste(String),
    Mouse(MouseEvent),
    Resize(u16, u16),
    /// The index answered.
    Loaded {
        lane: Lane,
        ticket: u64,
        result: Result<Loaded, LibraryError>,
    },
    /// An engine said something.
    Answer {
        turn: TurnId,
        event: AnswerEvent,
    },
    AnswerFailed {
        turn: TurnId,
        message: String,
    },
    /// Another conversation is gone on in.
    ChatOpened(i64),
    /// The conversation that was gone on in is deleted.
    ChatGone,
    /// The conversation that is gone on with, by its number, and what it is called; none before anything of it is kept.
    InChat(Option<(i64, String)>),
    /// A conversation was renamed or removed.
    ChatsChanged,
    /// A text could not be written where it was wanted: it is asked again where to.
    Unwritten {
        what: String,
        path: PathBuf,
        text: String,
        why: String,
    },
    /// Indexing went on.
    Job(JobView),
    /// The index that was asked for is open; with where one left it.
    Opened {
        saved: Option<Saved>,
    },
    /// An index was built; it is shown next. When nothing had changed it is what it was.
    Built {
        index: PathBuf,
        current: bool,
    },
    /// The start screen is wanted; with the indexes opened lately.
    Start(Vec<Recent>),
    /// What a path that was begun goes on with.
    Completed {
        typed: String,
        whole: String,
        /// All that it may go on to, where that is more than one.
        choices: Vec<String>,
    },
    /// The folders are not what they were when the index was built.
    FolderChanged(Changed),
    /// Another process wrote to the index.
    IndexChanged,
    /// The user was elsewhere, in another window or an editor, and may have changed documents there.
    Returned,
    /// What a build by a method would come to.
    Forecast {
        method: Method,
        result: Result<Estimate, String>,
    },
    /// What a look at endpoints gave.
    Looked(Vec<CheckResult>),
    /// A setting was changed: what is configured now, and what that does.
    SettingChanged(Box<Models>, Notice),
    /// Records that were read in another window.
    ReadElsewhere(Vec<Ref>),
    /// Something done for the user went well or ill.
    Notice(Notice),
    /// The theme that suits the terminal's background, which is known now.
    Suits(Theme),
    /// A frame that was asked for is due.
    Frame,
    /// The program is asked to end (SIGTERM, the terminal hung up).
    Terminate,
}
