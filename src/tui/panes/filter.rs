//! The filter of a list: typed behind its key, kept by Enter, dropped by Escape.

use ratatui::layout::Rect;

use crate::tui::keys::Chord;
use crate::tui::widgets::field::Field;

/// What a list is filtered by, if it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    field: Option<Field>,
    typing: bool,
}

impl Filter {
    /// A kept filter that makes way for what is typed.
    pub fn kept(words: &str) -> Filter {
        Filter { field: Some(Field::to_be_replaced(words)), typing: false }
    }

    /// True where the list is filtered, though it be by nothing yet.
    pub fn is_on(&self) -> bool {
        self.field.is_some()
    }

    /// True while keys are its letters.
    pub fn is_typed(&self) -> bool {
        self.typing
    }

    /// True while something is typed that says what to look for.
    pub fn finds(&self) -> bool {
        self.typing && !self.text().is_empty()
    }

    pub fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    pub fn text(&self) -> &str {
        self.field.as_ref().map_or("", Field::text)
    }

    /// Begins to be typed; true where a kept one gives way: what is typed now is another.
    pub fn begin(&mut self) -> bool {
        self.typing = true;
        self.field.replace(Field::default()).is_some()
    }

    /// Ends being typed. What is typed stays, and nothing does not.
    pub fn keep(&mut self) {
        self.typing = false;
        self.field.take_if(|field| field.is_empty());
    }

    /// Is edited by a key while it is typed; true where it is another now.
    pub fn key(&mut self, chord: Chord) -> bool {
        self.field.as_mut().filter(|_| self.typing).is_some_and(|field| field.key(chord))
    }

    /// Takes pasted text while it is typed; true where it did.
    pub fn paste(&mut self, text: &str) -> bool {
        self.field.as_mut().filter(|_| self.typing).map(|field| field.paste(text)).is_some()
    }

    /// Where its cursor stands in the border of a list that has the keys.
    pub fn cursor(&self, list: Rect, focused: bool) -> Option<(u16, u16)> {
        self.field.as_ref().filter(|_| self.typing && focused)?.cursor_in_border(list)
    }
}
