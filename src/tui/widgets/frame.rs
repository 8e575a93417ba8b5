//! The frame of a pane or an overlay: border, title, what stands at the right of the title and below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Widget};
use unicode_width::UnicodeWidthStr;

use super::rich::{safe, shorten};
use crate::tui::theme::{Look, Role};

/// What a frame says around its content.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub title: String,
    /// At the right end of the top border, where there is no room of the bottom one; left out where there is none.
    pub right: String,
    /// In the bottom border.
    pub foot: String,
    pub focused: bool,
}

/// Draws the frame and returns the area inside it, with one blank column on either side where there is room.
pub fn paint(buffer: &mut Buffer, area: Rect, frame: &Frame, look: Look) -> Rect {
    let area = area.intersection(buffer.area);
    if area.width < 4 || area.height < 3 {
        // No room for a border: content alone.
        return area;
    }
    let border = if frame.focused { Role::BorderFocused } else { Role::Border };
    let title = if frame.focused { Role::Title } else { Role::Dim };
    let room = usize::from(area.width) - 4;
    let left = shorten(&frame.title, room, look.glyphs.ellipsis).into_owned();
    let mut block = Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(look.style(border))
        .padding(Padding::horizontal(u16::from(area.width > 24)));
    if !left.is_empty() {
        block = block.title_top(Span::styled(format!(" {} ", safe(&left)), look.style(title)));
    }
    let foot = shorten(&frame.foot, room, look.glyphs.ellipsis);
    if !frame.right.is_empty() {
        let right = Span::styled(format!(" {} ", safe(&frame.right)), look.style(Role::Dim));
        let right = Line::from(right).right_aligned();
        let fits = |beside: &str| beside.width() + frame.right.width() + 3 <= room;
        if fits(&left) {
            block = block.title_top(right);
        } else if fits(&foot) {
            block = block.title_bottom(right);
        }
    }
    if !foot.is_empty() {
        block = block.title_bottom(Span::styled(format!(" {} ", safe(&foot)), look.style(Role::Dim)));
    }
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// The area inside a frame of `area`, without drawing it.
pub fn inner(area: Rect) -> Rect {
    if area.width < 4 || area.height < 3 {
        return area;
    }
    let padding = u16::from(area.width > 24);
    Rect::new(area.x + 1 + padding, area.y + 1, area.width - 2 - 2 * padding, area.height - 2)
}

/// Clears what is below an overlay.
pub fn clear(buffer: &mut Buffer, area: Rect) {
    Clear.render(area.intersection(buffer.area), buffer);
}

/// Columns and rows on either side of an overlay in which nothing of what lies beneath can be read.
const SLIVER: (u16, u16) = (3, 1);

/// Centres an area of about `width` by `height` in `screen`: where only a sliver of the panes would be left beside it,
/// which one takes for a part of it, it covers that as well. The lines above and below the panes stay.
pub fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    let covers = |size: u16, whole: u16, sliver: u16| {
        let is_near = size > whole / 2 && size < whole && whole - size <= 2 * sliver + 1;
        if is_near { whole } else { size }
    };
    let width = covers(width.min(screen.width), screen.width, SLIVER.0);
    let height = covers(height.min(screen.height), screen.height.saturating_sub(2), SLIVER.1);
    Rect::new(screen.x + (screen.width - width) / 2, screen.y + (screen.height - height) / 2, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Theme, UNICODE};

    #[test]
    fn no_sliver_of_what_lies_beneath_is_left() {
        let screen = Rect::new(0, 0, 80, 24);
        assert_eq!(centred(screen, 76, 20), Rect::new(0, 1, 80, 22));
        assert_eq!(centred(screen, 72, 18), Rect::new(4, 3, 72, 18));
        assert_eq!(centred(screen, 90, 30), screen);
        assert_eq!(centred(screen, 56, 5), Rect::new(12, 9, 56, 5));
    }

    #[test]
    fn inside_is_the_same_drawn_or_not() {
        let theme = Theme::built_in("mono").unwrap();
        for width in 0..30 {
            for height in 0..6 {
                let area = Rect::new(0, 0, width, height);
                let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
                let frame = Frame { title: "A long title".into(), right: "9 of 12".into(), ..Frame::default() };
                assert_eq!(
                    paint(&mut buffer, area, &frame, Look { theme: &theme, glyphs: &UNICODE }),
                    inner(area),
                    "{width}x{height}"
                );
            }
        }
    }
}
