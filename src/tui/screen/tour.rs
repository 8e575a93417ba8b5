//! The line that says the next step of the first walk.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::app::App;
use crate::tui::app::tour::{STEPS, Tour};
use crate::tui::keys::Layer;
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{self, Emphasis, Piece, Row, shorten};

/// Draws the step on a line.
pub fn draw(tour: Tour, app: &App, buffer: &mut Buffer, line: Rect) {
    let look = app.look();
    let Some((text, commands)) = tour.said(app) else { return };
    let mut pieces = vec![Piece::new(&format!(" {} of {}  ", tour.step + 1, STEPS.len()), Role::Heading)];
    let mut keys = commands.iter().map(|&command| {
        let layers = [Layer::Chat, Layer::Reader];
        layers.iter().find_map(|&layer| app.input.keymap.keys_for(layer, command)).unwrap_or_default()
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
