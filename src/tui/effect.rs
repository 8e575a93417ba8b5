//! Everything `update` may ask of the world. Plain data: `perform` carries it out.

use std::path::PathBuf;
use std::time::Duration;

use super::data::{AskedQuestion, Lane, Request, SavedTurn, TurnId};
use crate::config::Method;
use crate::index::estimate::Estimate;
use crate::model::{Evidence, Ref, Scope};

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the index; the reply carries the lane and the ticket.
    Load {
        lane: Lane,
        ticket: u64,
        request: Request,
    },
    /// Put a question to the engines; `history` holds earlier questions and answers, oldest first.
    Ask {
        turn: TurnId,
        asked: AskedQuestion,
        history: Vec<(String, String)>,
        /// What a search of the same question tested before, which this one goes on from.
        rated: Vec<(Ref, f32)>,
        /// What the answers that it was drilled from show already.
        shown: Vec<Evidence>,
    },
    Cancel(TurnId),
    /// Keep a finished turn.
    SaveTurn(Box<SavedTurn>),
    /// Take a turn out of its conversation.
    RemoveTurn(TurnId),
    /// Go on in a conversation; without one, begin another with the next question.
    UseChat(Option<i64>),
    RenameChat {
        chat: i64,
        title: String,
    },
    RemoveChat(i64),
    /// Copy the conversation up to a turn, and go on in the copy.
    ForkChat(TurnId),
    /// Change a setting, and keep it in the file.
    Set {
        key: &'static str,
        value: String,
    },
    /// Keep a question with its answer as a test, for `gleaner eval answers kept`.
    KeepTest {
        question: String,
        answer: String,
        scope: Scope,
    },
    /// Write a text to a file, beside what is there already.
    Export {
        /// What is written, in words.
        what: String,
        path: PathBuf,
        text: String,
    },
    /// Keep where one is, for the next time.
    SaveState,
    /// Keep that these were read, beside what was kept of it before.
    KeepRead(Vec<Ref>),
    /// Open a file in the user's editor.
    Edit {
        path: PathBuf,
        line: u64,
    },
    /// Put text on the clipboard.
    Copy(String),
    /// Open an index, or index a folder and open it.
    OpenIndex(StartTarget),
    /// Open an index that was built; one that is open already is looked at anew.
    OpenBuilt(PathBuf),
    /// Show the start screen.
    Start,
    /// Take an index off the list of those opened lately.
    ForgetIndex(PathBuf),
    /// Go on with a path that is begun, as far as the files that there are leave no choice.
    Complete(String),
    /// Look whether the folders of the index are still what was indexed.
    LookForChanges,
    /// Bring the index up to date, as it was made.
    Rebuild,
    /// The same, asking the model again for this of what was set aside, and for nothing else of it.
    RetryAlone {
        item: String,
    },
    /// Index the folder again by a method; with what a model is expected to cost.
    BuildBy {
        method: Method,
        estimate: Option<Estimate>,
    },
    /// Estimate what a build by a method would cost.
    Forecast {
        method: Method,
    },
    StopJob,
    Pause(bool),
    /// Ask the endpoint of the settings what it can do.
    TestEndpoint,
    /// Look for servers of models on this machine.
    FindServers,
    /// Draw again after a while: something on the screen moves.
    Frame(Duration),
    ToggleMouse,
    Redraw,
    Suspend,
    Quit,
}

/// What the start screen can open.
#[derive(Clone, Debug, PartialEq)]
pub enum StartTarget {
    Demo,
    /// A folder or an index file.
    Path(PathBuf),
}
