//! One line of typed text: filters, the palette, a path.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::rich::safe;
use crate::text::display::spacing::single_spaced;
use crate::tui::keys::Chord;
use crate::tui::theme::{Look, Role};

/// Longest text taken, in bytes: a filter is typed or pasted, never a document.
const LONGEST: usize = 4_096;
/// Cells of what is typed that stand in the border of a frame.
const IN_BORDER: usize = 30;

/// A line of text with a cursor between graphemes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    text: String,
    /// Byte offset, always on a grapheme's edge.
    cursor: usize,
    /// What is typed first takes the place of all of it.
    replaced: bool,
}

impl Field {
    /// Draws the field behind a crumb on the first line of an area of four cells or more; returns where its cursor is.
    pub fn paint(&self, buffer: &mut Buffer, area: Rect, look: Look) -> (u16, u16) {
        let room = usize::from(area.width).saturating_sub(3);
        let (typed, column) = self.visible(room);
        buffer.set_stringn(area.x, area.y, look.glyphs.crumb, 1, look.style(Role::Accent));
        buffer.set_stringn(area.x + 2, area.y, typed, room + 1, look.style(Role::Text));
        (area.x + 2 + column as u16, area.y)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// A text that makes way for what is typed, unless it is gone into first.
    pub fn to_be_replaced(text: &str) -> Self {
        let mut field = Self::default();
        field.insert(text);
        Self { replaced: true, ..field }
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes typed text at the cursor.
    pub fn insert(&mut self, text: &str) {
        let text = safe(text);
        if std::mem::take(&mut self.replaced) {
            self.text.clear();
            self.cursor = 0;
        }
        if self.text.len() + text.len() > LONGEST {
            return;
        }
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Takes pasted text at the cursor: lines become one, white space around it is left out, and of what is too long
    /// the beginning is taken.
    pub fn paste(&mut self, text: &str) {
        let text = single_spaced(&safe(text));
        let room = LONGEST.saturating_sub(self.text.len());
        let taken =
            text.grapheme_indices(true).map(|(at, grapheme)| at + grapheme.len()).take_while(|&end| end <= room);
        let end = taken.last().unwrap_or(0);
        self.insert(&text[..end]);
    }

    /// Edits by a key; false when the key means nothing here.
    pub fn key(&mut self, chord: Chord) -> bool {
        if let Some(c) = chord.typed() {
            self.insert(c.encode_utf8(&mut [0; 4]));
            return true;
        }
        let control = chord.modifiers.contains(KeyModifiers::CONTROL);
        if std::mem::take(&mut self.replaced) && matches!(chord.code, KeyCode::Backspace | KeyCode::Delete) {
            self.text.clear();
            self.cursor = 0;
        }
        match chord.code {
            KeyCode::Char('u') if control => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('w') if control => {
                let kept = self.text[..self.cursor].trim_end();
                let from = kept
                    .rfind(char::is_whitespace)
                    .map_or(0, |at| at + kept[at..].chars().next().map_or(0, char::len_utf8));
                self.text.drain(from..self.cursor);
                self.cursor = from;
            }
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Backspace => {
                let from = self.before();
                self.text.drain(from..self.cursor);
                self.cursor = from;
            }
            KeyCode::Delete => {
                let to = self.after();
                self.text.drain(self.cursor..to);
            }
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            _ => return false,
        }
        true
    }

    fn before(&self) -> usize {
        self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        self.text[self.cursor..].graphemes(true).next().map_or(self.cursor, |next| self.cursor + next.len())
    }

    /// The part of the text that fits into `width` cells with the cursor in sight, and the cursor's column in it.
    pub fn visible(&self, width: usize) -> (&str, usize) {
        let mut from = 0;
        let mut column = self.text[..self.cursor].width();
        for grapheme in self.text[..self.cursor].graphemes(true) {
            if column < width {
                break;
            }
            column -= grapheme.width();
            from += grapheme.len();
        }
        (&self.text[from..], column)
    }

    /// What the lower border of a frame says of it: `/` and what is typed.
    pub fn in_border(&self) -> String {
        format!("/{}", self.visible(IN_BORDER).0)
    }

    /// Where the cursor stands in the lower border of a frame of an area.
    pub fn cursor_in_border(&self, area: Rect) -> Option<(u16, u16)> {
        let column = self.visible(IN_BORDER).1 as u16 + 3;
        (area.height > 0 && column < area.width).then(|| (area.x + column, area.bottom() - 1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn press(field: &mut Field, keys: &str) {
        for key in keys.split_whitespace() {
            field.key(key.parse().unwrap());
        }
    }

    fn field(text: &str) -> Field {
        let mut field = Field::default();
        field.insert(text);
        field
    }

    #[test]
    fn what_is_to_be_replaced_makes_way_for_what_is_typed_unless_it_is_gone_into() {
        let mut named = Field::to_be_replaced("The old mill");
        press(&mut named, "b a y");
        assert_eq!(named.text(), "bay");
        let mut named = Field::to_be_replaced("The old mill");
        press(&mut named, "end s");
        assert_eq!(named.text(), "The old mills");
        let mut named = Field::to_be_replaced("The old mill");
        press(&mut named, "backspace");
        assert_eq!(named.text(), "");
    }

    #[test]
    fn edits_by_graphemes_and_words() {
        let mut field = field("the old mill");
        press(&mut field, "ctrl-w ctrl-w b");
        assert_eq!(field.text(), "the b");
        press(&mut field, "home delete right right x end backspace");
        assert_eq!(field.text(), "hex ");
        field.insert("e\u{301}\n");
        press(&mut field, "backspace backspace");
        assert_eq!(field.text(), "hex ");
    }

    #[test]
    fn what_is_pasted_is_one_line_and_never_lost_for_its_length() {
        let mut field = field("mill ");
        field.paste("  at Low\n\tHolm\r\n");
        assert_eq!(field.text(), "mill at Low Holm");
        field.paste(&"é long way ".repeat(4_000));
        assert!((LONGEST - 8..=LONGEST).contains(&field.text().len()), "{}", field.text().len());
    }

    proptest! {
        #[test]
        fn never_cuts_a_character(keys in prop::collection::vec(0usize..9, 0..60), width in 0usize..9) {
            const KEYS: [&str; 9] =
                ["é", "日", "backspace", "delete", "left", "right", "ctrl-w", "home", "space"];
            let mut field = Field::default();
            for key in keys {
                field.key(KEYS[key].parse().unwrap());
                let (_, column) = field.visible(width);
                prop_assert!(column <= width);
            }
        }
    }
}
