//! What lies over the panes: a stack whose top gets the keys first and is drawn last. An enum, so that the compiler
//! lists the cases wherever one is treated.

mod agreeing;
pub mod chats;
pub mod compare;
pub mod confirm;
pub mod differences;
pub mod filtered;
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

use self::filtered::Filtered;
use super::keys::Layer;
use super::panes::{Outcome, reader};
use super::widgets::field::Field;
use super::widgets::window::Window;

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
    Differences(Box<differences::State>),
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
    pub fn height(&mut self, screen: Rect) -> usize {
        if let Some(window) = self.window() {
            return window.height;
        }
        match self {
            Overlay::Help(_) => help::height(screen),
            Overlay::Compare(state) => state.height(),
            Overlay::Differences(state) => state.height(),
            Overlay::Peek(state) => state.height,
            Overlay::Progress(_) => progress::height(screen),
            Overlay::Settings(_) => settings::height(screen),
            _ => 0,
        }
    }

    /// The list that what is typed narrows by its words, where it is one.
    fn filtered(&mut self) -> Option<&mut Filtered> {
        match self {
            Overlay::News(state) => Some(&mut state.list),
            Overlay::Questions(state) => Some(&mut state.list),
            Overlay::Narrow(state) => Some(&mut state.list),
            Overlay::Modes(state) => Some(&mut state.list),
            _ => None,
        }
    }

    /// The window over the rows that are chosen from, where it has such rows.
    pub fn window(&mut self) -> Option<&mut Window> {
        match self {
            Overlay::Palette(state) => Some(&mut state.window),
            Overlay::Finder(state) => Some(&mut state.window),
            Overlay::Chats(state) => Some(&mut state.window),
            Overlay::Timeline(state) => Some(&mut state.window),
            Overlay::Themes(state) => Some(&mut state.window),
            other => other.filtered().map(|list| &mut list.window),
        }
    }

    /// The field that text is typed into, where it has one.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Overlay::Palette(state) => Some(&mut state.field),
            Overlay::Finder(state) => Some(&mut state.field),
            Overlay::Chats(state) => Some(&mut state.field),
            Overlay::Writing(state) => Some(&mut state.field),
            Overlay::Settings(state) => state.typing.as_mut(),
            Overlay::Help(state) => state.typed.as_mut().filter(|_| state.typing),
            other => other.filtered().map(|list| &mut list.field),
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
            Overlay::Differences(_) => Layer::Differences,
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
