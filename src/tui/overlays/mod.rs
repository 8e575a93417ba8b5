//! What lies over the panes: a stack whose top gets the keys first and is drawn last. An enum, so that the compiler
//! lists the cases wherever one is treated.

pub mod confirm;
pub mod finder;
pub mod help;
pub mod list;
pub mod news;
pub mod palette;
pub mod progress;
pub mod settings;
mod sheet;

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
            Overlay::Peek(state) => state.height,
            Overlay::Progress(_) => progress::height(screen),
            Overlay::Settings(_) => settings::height(screen),
            Overlay::Confirm(_) => 0,
        }
    }

    /// The layer of keys that holds while this is foremost.
    pub fn layer(&self) -> Layer {
        match self {
            Overlay::Help(_) | Overlay::Peek(_) => Layer::Overlay,
            Overlay::Progress(_) => Layer::Jobs,
            Overlay::Settings(_) => Layer::Settings,
            Overlay::Palette(_) | Overlay::Finder(_) | Overlay::News(_) => Layer::List,
            Overlay::Confirm(_) => Layer::Confirm,
        }
    }
}
