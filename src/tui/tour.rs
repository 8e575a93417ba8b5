//! The first walk: five steps, each said in a line above the keys until it was taken. Nothing waits for it; Esc ends it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::App;
use super::keys::Command;
use super::overlays::Overlay;
use super::panes::PaneId;
use super::theme::Role;
use super::widgets::rich::Row;
use super::widgets::rich::{self, Emphasis, Piece, shorten};
use crate::model::Kind;

/// The step that is next, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    step: usize,
}

/// What is to be done at each step, the keys in it written as commands.
const STEPS: [(&str, &[Command]); 5] = [
    ("What the pile is about. Its letter, Enter or a click opens a subject.", &[]),
    ("{} goes to a citation, Enter follows it; {} puts a letter on each link.", &[Command::NextLink, Command::Hints]),
    ("You are at a passage, where every sentence comes from. {} leads back.", &[Command::Back]),
    ("{} asks a question, of everything; {} of what is open alone.", &[Command::Ask, Command::AskHere]),
    ("{} and a letter go on from an answer. {} lists all keys. Esc ends this.", &[Command::Drill, Command::Help]),
];

impl Tour {
    /// Goes on as far as what is shown says that steps were taken; none when it is over.
    pub fn follow(self, app: &App) -> Option<Tour> {
        let taken = match self.step {
            0 => app.focus != PaneId::Home,
            1 => app.reader.wanted.is_some_and(|wanted| matches!(wanted.kind, Kind::Source | Kind::Document)),
            2 => {
                app.focus == PaneId::Chat
                    || !app.reader.wanted.is_some_and(|wanted| matches!(wanted.kind, Kind::Source | Kind::Document))
            }
            3 => !app.chat.turns.is_empty(),
            _ => app.chat.turns.len() > 1 || app.overlays.iter().any(|overlay| matches!(overlay, Overlay::Help(_))),
        };
        let step = self.step + usize::from(taken);
        (step < STEPS.len()).then_some(Tour { step })
    }
}

/// Draws the step on a line.
pub fn draw(tour: Tour, app: &App, buffer: &mut Buffer, line: Rect) {
    let look = app.look();
    let Some((text, commands)) = STEPS.get(tour.step) else { return };
    let mut pieces = vec![Piece::new(&format!(" {} of {}  ", tour.step + 1, STEPS.len()), Role::Heading)];
    let mut keys = commands.iter().map(|&command| {
        let layers = [super::keys::Layer::Chat, super::keys::Layer::Reader];
        layers.iter().find_map(|&layer| app.keymap.keys_for(layer, command)).unwrap_or_default()
    });
    for (number, part) in text.split("{}").enumerate() {
        if number > 0 {
            pieces.push(Piece::new(&look.glyphs.keys(&keys.next().unwrap_or_default()), Role::Key));
        }
        pieces.push(Piece::new(part, Role::Text));
    }
    let row = Row::new(pieces);
    let width = usize::from(line.width);
    let row = if row.width() > width {
        Row::plain(&shorten(&row.text(), width, look.glyphs.ellipsis), Role::Text)
    } else {
        row
    };
    rich::paint(buffer, line, &row, look.theme, Emphasis::default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_said_whole_in_80_columns() {
        for (text, commands) in STEPS {
            let keys = commands.len();
            let width = " 1 of 5  ".len() + text.chars().count() - "{}".len() * keys + "→".chars().count() * keys;
            assert!(width <= 80, "{width}: {text}");
        }
    }
}
