//! Finding a text in the chat: what is typed is looked for at once, arrows go from place to place, Esc goes back to
//! where one read. Enter keeps what was found, to step through it, until Esc.

use super::State;
use crate::tui::keys::{Chord, Command};
use crate::tui::msg::Notice;
use crate::tui::panes::Outcome;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::rich;

/// A text that is looked for.
#[derive(Clone, Debug, Default)]
pub struct Find {
    pub field: Field,
    pub typing: bool,
    /// Row, and the cells from and to.
    matches: Vec<(usize, usize, usize)>,
    at: usize,
    /// Where one read before.
    top: usize,
}

impl Find {
    /// Cells of a row that are found.
    pub fn found(&self, row: usize) -> Vec<(usize, usize)> {
        let from = self.matches.partition_point(|&(other, ..)| other < row);
        let here = self.matches[from..].iter().take_while(|(other, ..)| *other == row);
        here.map(|&(_, from, to)| (from, to)).collect()
    }

    /// `2 of 5`
    pub fn said(&self) -> String {
        match (self.field.is_empty(), self.matches.len()) {
            (true, _) => "find in the chat".to_owned(),
            (false, 0) => "found nowhere in this chat".to_owned(),
            (false, found) => format!("{} of {found}", self.at + 1),
        }
    }
}

impl State {
    /// True while a text to look for is typed.
    pub fn finding(&self) -> bool {
        self.find.as_ref().is_some_and(|find| find.typing)
    }

    pub(super) fn begin_find(&mut self) -> Outcome {
        if self.turns.is_empty() {
            return Outcome::notice(Notice::good("there is nothing to find yet: ask something first"));
        }
        self.find = Some(Find { typing: true, top: self.top, ..Find::default() });
        Outcome::nothing()
    }

    /// Types into the text that is looked for.
    pub(super) fn find_key(&mut self, chord: Chord) {
        if self.find.as_mut().is_some_and(|find| find.field.key(chord)) {
            self.look();
        }
    }

    pub(super) fn find_paste(&mut self, text: &str) {
        if let Some(find) = &mut self.find {
            find.field.paste(text);
            self.look();
        }
    }

    /// Looks for the text, and goes to its first place from where one read on.
    fn look(&mut self) {
        self.match_anew();
        if let Some(find) = &mut self.find {
            find.at = find.matches.iter().position(|&(row, ..)| row >= find.top).unwrap_or(0);
        }
        self.show_found();
    }

    /// Finds the places in the rows as they are now.
    pub(super) fn match_anew(&mut self) {
        let Some(find) = &mut self.find else { return };
        let rows = self.page.rows.iter().enumerate();
        let places = |(number, row)| {
            let found = rich::matches(row, find.field.text()).into_iter();
            found.map(move |(from, to)| (number, from, to))
        };
        find.matches = rows.flat_map(places).collect();
        find.at = find.at.min(find.matches.len().saturating_sub(1));
    }

    /// Goes to the next place that was found, or the one before, and round again.
    pub(super) fn step_found(&mut self, forward: bool) {
        if let Some(find) = self.find.as_mut().filter(|find| !find.matches.is_empty()) {
            let len = find.matches.len();
            find.at = if forward { (find.at + 1) % len } else { (find.at + len - 1) % len };
            self.show_found();
        }
    }

    fn show_found(&mut self) {
        let Some(find) = &self.find else { return };
        let (row, before) = (find.matches.get(find.at).map(|place| place.0), find.top);
        match row {
            Some(row) if !(self.top..self.top + self.page_height()).contains(&row) => {
                self.go(row.saturating_sub(self.page_height() / 3));
            }
            Some(_) => {}
            None => self.go(before),
        }
    }

    /// A command while a text is looked for.
    pub(super) fn find_command(&mut self, command: Command) -> Outcome {
        match command {
            Command::Up | Command::Down => self.step_found(command == Command::Down),
            // Of what is found nowhere there is nothing to step through.
            Command::Open => {
                self.find = self.find.take().filter(|find| !find.matches.is_empty());
                if let Some(find) = &mut self.find {
                    find.typing = false;
                }
            }
            Command::Escape => {
                if let Some(find) = self.find.take() {
                    self.go(find.top);
                }
            }
            _ => {}
        }
        Outcome::nothing()
    }
}
