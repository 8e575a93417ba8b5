//! The four panes, and the home page before them. Each owns its state and its view, is told things by a [`Msg`], and
//! answers with an [`Outcome`]; none knows another. What concerns others is an [`Intent`], which the root carries out.
//! Where one is and was among them is told in `nav`.

pub mod browser;
pub mod chat;
mod filter;
pub mod home;
mod id;
pub mod nav;
pub mod reader;
mod seen;
pub mod tree;

pub use id::PaneId;
pub use seen::Seen;

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::data::{Lane, Loaded, Request};
use super::effect::Effect;
use super::keys::{Chord, Command};
use super::theme::{Glyphs, Look, Role};
use super::widgets::find::Find;
use super::widgets::markdown::Style;
use super::widgets::rich::{self, Emphasis, Row};
use crate::model::{CommunityId, Kind, Ref};
use crate::text::numbers::amounts::count;
use crate::tui::notice::Notice;

/// What is said where a long citation is folded.
const SHOWS_REST: &str = "Enter shows the rest of the citation";

/// True for what lies in one file, at a place that an editor can open.
pub fn lies_in_file(kind: Kind) -> bool {
    matches!(kind, Kind::Source | Kind::Document | Kind::Claim)
}

/// Where a citation leads, in the frame of the pane that it stands in: its title, as far as that is known.
fn leads_to(record: Ref, names: &HashMap<Ref, Option<String>>, glyphs: &Glyphs) -> String {
    match names.get(&record.record()) {
        Some(Some(title)) => format!("{} {title}", glyphs.arrow),
        Some(None) => format!("{record}: no such record"),
        None => record.to_string(),
    }
}

/// The rows of a page, as far as they are in sight.
struct PageInSight<'a> {
    rows: &'a [Row],
    top: usize,
    /// The link that the keys are on.
    focused: Option<usize>,
    find: Option<&'a Find>,
}

impl PageInSight<'_> {
    /// Draws the rows, with a mark in front of those that have one; returns what can be clicked. `leads` tells which
    /// record a link opens.
    fn paint(
        &self,
        buffer: &mut Buffer,
        inner: Rect,
        look: Look,
        mark: impl Fn(usize) -> Option<Role>,
        leads: impl Fn(usize) -> Option<Ref>,
    ) -> Vec<(Rect, Target)> {
        let mut targets = Vec::new();
        for (line, row) in self.rows.iter().skip(self.top).take(inner.height.into()).enumerate() {
            let (at, area) = (self.top + line, Rect::new(inner.x, inner.y + line as u16, inner.width, 1));
            let found = self.find.map_or_else(Vec::new, |find| find.found(at));
            if let Some(role) = mark(at).filter(|_| inner.x > 0) {
                buffer.set_string(inner.x - 1, area.y, look.glyphs.quote, look.style(role));
            }
            let emphasis = Emphasis { focused: self.focused.map(|link| link as u32), found: &found };
            let links = rich::paint(buffer, area, row, look.theme, emphasis).into_iter();
            targets.extend(links.map(|(rect, link)| (rect, Target::Link(link, leads(link as usize)))));
        }
        targets
    }
}

/// What a pane is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Command(Command),
    /// A key that runs no command, while text is being typed.
    Key(Chord),
    Paste(String),
    /// The wheel, in rows.
    Wheel(isize),
    /// A click on what the view had marked with this target.
    Click(Target),
    /// A link is to be looked at without leaving, by its number.
    Peek(u32),
    Loaded(Loaded),
    /// The inside of the pane has another size.
    Resize {
        width: usize,
        height: usize,
    },
}

/// What a place on the screen stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A row of a list, by its number.
    Row(usize),
    /// A link of a page, by its number, and what it opens.
    Link(u32, Option<Ref>),
    /// The mark that folds or unfolds a row.
    Fold(usize),
    /// A part that a list is narrowed to, by its number: a click gives it up.
    Chip(usize),
    /// The head of a column, by its number.
    Column(usize),
    /// What the record that is open is part of.
    Part(Ref),
    /// What a hint names.
    Run(Command),
}

/// What concerns more than the pane that says it.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    Open(Ref),
    /// Go on to the next of a walk, which takes the place of the one before.
    Step(Ref),
    Peek(Ref),
    /// Open a passage at the words that were quoted from it.
    OpenQuoted(Ref, String),
    PeekQuoted(Ref, String),
    Focus(PaneId),
    /// One went on to another turn of the chat: no place lies ahead any more.
    Stepped,
    Notice(Notice),
    /// Ask the question of a turn again inside a community; without a turn, the last one.
    Drill(CommunityId),
    /// Show a list in the browser.
    List(browser::Listing),
    /// Ask a question that was suggested.
    Ask(String),
    Run(Command),
}

impl Intent {
    /// Opens what a citation names; a passage at the words quoted before the citation, where there are any.
    pub fn follow(record: Ref, quote: Option<String>) -> Intent {
        match quote.filter(|_| record.kind == Kind::Source) {
            Some(quote) => Intent::OpenQuoted(record, quote),
            None => Intent::Open(record),
        }
    }

    /// The same, without leaving.
    pub fn peek(record: Ref, quote: Option<String>) -> Intent {
        match quote.filter(|_| record.kind == Kind::Source) {
            Some(quote) => Intent::PeekQuoted(record, quote),
            None => Intent::Peek(record),
        }
    }
}

/// What follows from a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    pub intents: Vec<Intent>,
    /// Requests, each on its lane; the root gives them their tickets.
    pub loads: Vec<(Lane, Request)>,
    pub effects: Vec<Effect>,
}

impl Outcome {
    pub fn nothing() -> Outcome {
        Outcome::default()
    }

    pub fn intent(intent: Intent) -> Outcome {
        Outcome { intents: vec![intent], ..Outcome::default() }
    }

    pub fn notice(notice: Notice) -> Outcome {
        Outcome::intent(Intent::Notice(notice))
    }

    pub fn load(lane: Lane, request: Request) -> Outcome {
        Outcome { loads: vec![(lane, request)], ..Outcome::default() }
    }

    pub fn effect(effect: Effect) -> Outcome {
        Outcome { effects: vec![effect], ..Outcome::default() }
    }

    pub fn and(mut self, other: Outcome) -> Outcome {
        self.intents.extend(other.intents);
        self.loads.extend(other.loads);
        self.effects.extend(other.effects);
        self
    }
}

/// Where things came to stand on the screen, for the mouse and the hint letters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    pub targets: Vec<(Rect, Target)>,
    /// Where the terminal's cursor belongs while text is typed.
    pub cursor: Option<(u16, u16)>,
    /// What an overlay covers: a click beside it closes it.
    pub area: Rect,
}

/// Says what the ids are that stand in the place of footnotes.
fn ids_told(style: Style) -> Outcome {
    match style {
        Style::Ids => {
            Outcome::notice(Notice::good("citations now show kind and number: typed in the finder, source 12 opens it"))
        }
        Style::Notes => Outcome::nothing(),
    }
}

/// Marks a row of a list behind those that are marked, or takes its mark away.
fn turn_mark<T: PartialEq>(marked: &mut Vec<T>, row: T) {
    match marked.iter().position(|other| *other == row) {
        Some(at) => drop(marked.remove(at)),
        None => marked.push(row),
    }
}

/// Drops what is marked. Whoever has closed something by the key before may have pressed it twice for that: what is
/// marked then stays, and it is said what drops it.
fn drop_marks<T>(marked: &mut Vec<T>, closed: bool) -> Outcome {
    let marks = marked.len() as u64;
    Outcome::notice(Notice::good(match closed {
        true => format!("{} kept: Esc once more clears", count(marks, "mark is", "marks are")),
        false => {
            marked.clear();
            format!("{} dropped", count(marks, "mark was", "marks were"))
        }
    }))
}

/// How far a motion goes in a view of `height` rows, when it is one.
pub fn motion(command: Command, height: usize) -> Option<isize> {
    let page = height.saturating_sub(2).max(1) as isize;
    Some(match command {
        Command::Up => -1,
        Command::Down => 1,
        Command::HalfPageUp => -(page / 2).max(1),
        Command::HalfPageDown => (page / 2).max(1),
        Command::PageUp => -page,
        Command::PageDown => page,
        Command::Top => isize::MIN / 2,
        Command::Bottom => isize::MAX / 2,
        _ => return None,
    })
}
