//! What lists have in common that typing narrows: a field, and which of all rows hold every word in it.

use crate::tui::widgets::field::Field;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug, Default)]
pub struct Filtered {
    pub field: Field,
    /// Over the rows that are left.
    pub window: Window,
    /// Positions of those among all.
    found: Vec<usize>,
}

impl Filtered {
    pub fn new(height: usize) -> Self {
        Self { window: Window { height, ..Window::default() }, ..Self::default() }
    }

    /// What is typed, in small letters.
    pub fn typed(&self) -> String {
        self.field.text().to_lowercase()
    }

    /// Keeps the rows whose text holds every word that is typed, and goes to the first.
    pub fn search(&mut self, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        self.search_between(char::is_whitespace, texts);
    }

    /// The same where words are parted by something else.
    pub fn search_between(&mut self, parts: impl Fn(char) -> bool, texts: impl IntoIterator<Item = impl AsRef<str>>) {
        let typed = self.typed();
        let words: Vec<&str> = typed.split(parts).filter(|word| !word.is_empty()).collect();
        let holds_all = |text: &str| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let kept = texts.into_iter().enumerate().filter(|(_, text)| words.is_empty() || holds_all(text.as_ref()));
        self.found = kept.map(|(at, _)| at).collect();
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    /// Puts one before all others, whether or not it was found.
    pub fn put_first(&mut self, at: usize) {
        self.found.retain(|&found| found != at);
        self.found.insert(0, at);
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    /// Positions of all that are left.
    pub fn found(&self) -> &[usize] {
        &self.found
    }

    /// Positions of those in sight.
    pub fn in_sight(&self) -> &[usize] {
        self.found.get(self.window.visible()).unwrap_or_default()
    }

    /// The position of what a row shows.
    pub fn at(&self, row: usize) -> Option<usize> {
        self.found.get(row).copied()
    }

    /// The position of what the keys are on.
    pub fn selected(&self) -> Option<usize> {
        self.at(self.window.cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_stand_in_a_row_and_what_is_put_first_is_selected() {
        let rows = ["Weir: upper", "Quay", "weir, lower"];
        let mut list = Filtered::new(9);
        list.search(rows);
        assert_eq!(list.found(), [0, 1, 2]);
        list.field.insert("LOWER weir");
        list.search(rows);
        assert_eq!((list.found(), list.selected(), list.window.len), (&[2][..], Some(2), 1));
        list.put_first(1);
        assert_eq!((list.found(), list.selected()), (&[1, 2][..], Some(1)));
        list.field = Field::default();
        list.field.insert("weir:upper");
        list.search_between(|c| c == ' ' || c == ':', rows);
        assert_eq!(list.found(), [0]);
        list.search(rows);
        assert_eq!((list.found(), list.selected()), (&[][..], None));
    }
}
