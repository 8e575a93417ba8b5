//! What lies over the panes: a stack whose top gets the keys first and is drawn last. An enum, so that the compiler
//! lists the cases wherever one is treated.

pub mod chats;
pub mod confirm;
pub mod finder;
pub mod graph;
pub mod help;
pub mod list;
pub mod modes;
pub mod news;
pub mod palette;
pub mod progress;
pub mod settings;
mod sheet;
pub mod timeline;

use ratatui::layout::Rect;

use super::keys::Layer;
use super::panes::reader;

#[derive(Debug)]
pub enum Overlay {
    Help(help::State),
    Palette(palette::State),
    Finder(finder::State),
    /// A record looked at without leaving.
    Peek(Box<reader::State>),
    News(news::State),
    Chats(chats::State),
    Modes(modes::State),
    Graph(Box<graph::State>),
    Timeline(timeline::State),
    Progress(progress::State),
    Settings(settings::State),
    Confirm(confirm::State),
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
            Overlay::Modes(state) => state.window.height,
            Overlay::Timeline(state) => state.window.height,
            Overlay::Graph(_) => 0,
            Overlay::Peek(state) => state.height,
            Overlay::Progress(_) => progress::height(screen),
            Overlay::Settings(_) => settings::height(screen),
            Overlay::Confirm(_) => 0,
        }
    }

    /// The layer of keys that holds while this is foremost.
    pub fn layer(&self) -> Layer {
        match self {
            Overlay::Help(_) | Overlay::Peek(_) | Overlay::Modes(_) => Layer::Overlay,
            Overlay::Chats(_) => Layer::Chats,
            Overlay::Graph(_) => Layer::Graph,
            Overlay::Timeline(_) => Layer::Timeline,
            Overlay::Progress(_) => Layer::Jobs,
            Overlay::Settings(_) => Layer::Settings,
            Overlay::Palette(_) | Overlay::Finder(_) | Overlay::News(_) => Layer::List,
            Overlay::Confirm(_) => Layer::Confirm,
        }
    }
}
