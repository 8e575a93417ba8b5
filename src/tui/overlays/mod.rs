//! What lies over the panes: a stack whose top gets the keys first and is drawn last. An enum, so that the compiler
//! lists the cases wherever one is treated.

pub mod chats;
pub mod compare;
pub mod confirm;
pub mod finder;
pub mod graph;
pub mod help;
pub mod list;
pub mod modes;
pub mod narrow;
pub mod news;
pub mod palette;
pub mod progress;
pub mod questions;
pub mod settings;
mod sheet;
pub mod themes;
pub mod timeline;
pub mod writing;

use ratatui::layout::Rect;

use super::keys::Layer;
use super::panes::{Outcome, reader};
use super::widgets::field::Field;

#[derive(Debug)]
pub enum Overlay {
    Help(help::State),
    Palette(palette::State),
    Finder(finder::State),
    /// A record looked at without leaving.
    Peek(Box<reader::State>),
    News(news::State),
    Chats(chats::State),
    Compare(Box<compare::State>),
    Questions(questions::State),
    Narrow(narrow::State),
    Modes(modes::State),
    Graph(Box<graph::State>),
    Timeline(timeline::State),
    Themes(themes::State),
    Progress(progress::State),
    Settings(settings::State),
    Confirm(confirm::State),
    /// Where a text is to be written to.
    Writing(writing::State),
}

impl Overlay {
    /// Rows of it in sight, on a screen of a size.
    pub fn height(&self, screen: Rect) -> usize {
        match self {
            Overlay::Help(_) => help::height(screen),
            Overlay::Palette(state) => state.window.height,
            Overlay::Finder(state) => state.window.height,
            Overlay::News(state) => state.window.height,
            Overlay::Chats(state) => state.window.height,
            Overlay::Questions(state) => state.window.height,
            Overlay::Narrow(state) => state.window.height,
            Overlay::Modes(state) => state.window.height,
            Overlay::Timeline(state) => state.window.height,
            Overlay::Themes(state) => state.window.height,
            Overlay::Graph(_) => 0,
            Overlay::Compare(state) => state.height(),
            Overlay::Peek(state) => state.height,
            Overlay::Progress(_) => progress::height(screen),
            Overlay::Settings(_) => settings::height(screen),
            Overlay::Confirm(_) | Overlay::Writing(_) => 0,
        }
    }

    /// The field that text is typed into, where it has one.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Overlay::Palette(state) => Some(&mut state.field),
            Overlay::Finder(state) => Some(&mut state.field),
            Overlay::News(state) => Some(&mut state.field),
            Overlay::Chats(state) => Some(&mut state.field),
            Overlay::Questions(state) => Some(&mut state.field),
            Overlay::Narrow(state) => Some(&mut state.field),
            Overlay::Modes(state) => Some(&mut state.field),
            Overlay::Writing(state) => Some(&mut state.field),
            Overlay::Settings(state) => state.typing.as_mut(),
            Overlay::Help(state) => state.typed.as_mut().filter(|_| state.typing),
            Overlay::Peek(_)
            | Overlay::Compare(_)
            | Overlay::Graph(_)
            | Overlay::Timeline(_)
            | Overlay::Themes(_)
            | Overlay::Progress(_)
            | Overlay::Confirm(_) => None,
        }
    }

    /// Looks for what is typed there, where that is what the field is for.
    pub fn search(&mut self) -> Outcome {
        match self {
            Overlay::Palette(state) => state.search(),
            Overlay::News(state) => state.search(),
            Overlay::Questions(state) => state.search(),
            Overlay::Narrow(state) => state.search(),
            Overlay::Modes(state) => state.search(),
            Overlay::Help(state) => state.top = 0,
            Overlay::Chats(state) => return state.search(),
            Overlay::Finder(state) => return state.search(),
            _ => {}
        }
        Outcome::nothing()
    }

    /// The layer of keys that holds while this is foremost.
    pub fn layer(&self) -> Layer {
        match self {
            Overlay::Help(state) if state.typing => Layer::Input,
            Overlay::Help(_) | Overlay::Peek(_) | Overlay::Themes(_) => Layer::Overlay,
            Overlay::Chats(_) => Layer::Chats,
            Overlay::Graph(_) => Layer::Graph,
            Overlay::Compare(_) => Layer::Compare,
            Overlay::Timeline(_) => Layer::Timeline,
            Overlay::Progress(_) => Layer::Jobs,
            Overlay::Settings(state) if state.typing.is_some() => Layer::Input,
            Overlay::Writing(_) => Layer::Input,
            Overlay::Settings(_) => Layer::Settings,
            Overlay::Palette(_)
            | Overlay::Finder(_)
            | Overlay::News(_)
            | Overlay::Questions(_)
            | Overlay::Narrow(_)
            | Overlay::Modes(_) => Layer::List,
            Overlay::Confirm(_) => Layer::Confirm,
        }
    }
}
