//! A scroll bar on the right border of a pane, drawn only when there is more than fits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::theme::{Look, Role};

/// Draws the thumb on the right border of `area` beside what is `inside`, where there is a border: `top` of `len`, with
/// `height` in sight.
pub fn paint(buffer: &mut Buffer, area: Rect, inside: Rect, (top, len, height): (usize, usize, usize), look: Look) {
    let right = area.right().saturating_sub(1);
    if right < inside.right() {
        return;
    }
    let area = Rect::new(right, inside.y, 1, inside.height).intersection(buffer.area);
    let cells = usize::from(area.height);
    if cells == 0 || area.width == 0 || len <= height {
        return;
    }
    let thumb = (cells * height / len).clamp(1, cells);
    let span = (len - height).max(1);
    let from = (top.min(span) * (cells - thumb)).div_ceil(span);
    for y in from..from + thumb {
        buffer.set_string(area.x, area.y + y as u16, look.glyphs.thumb, look.style(Role::Dim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Theme, UNICODE};

    fn drawn(top: usize, len: usize, height: usize) -> String {
        let area = Rect::new(0, 0, 1, 4);
        let mut buffer = Buffer::empty(area);
        let inside = Rect { width: 0, ..area };
        let theme = Theme::built_in("mono").unwrap();
        paint(&mut buffer, area, inside, (top, len, height), Look { theme: &theme, glyphs: &UNICODE });
        (0..4).map(|y| buffer[(0, y)].symbol().to_owned()).collect()
    }

    #[test]
    fn shows_where_one_is() {
        assert_eq!(drawn(0, 4, 4), "    ");
        assert_eq!(drawn(0, 16, 4), "▐   ");
        assert_eq!(drawn(12, 16, 4), "   ▐");
        assert_eq!(drawn(1, 16, 4), " ▐  ", "off the top is seen at once");
        assert_eq!(drawn(usize::MAX, 600_000, 4), "   ▐");
    }
}
