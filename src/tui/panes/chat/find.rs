//! Finding a text in the chat: what is typed is looked for at once, arrows go from place to place, Esc goes back to
//! where one read. Enter keeps what was found, to step through it, until Esc.

use super::State;
use crate::tui::keys::{Chord, Command};
use crate::tui::notice::Notice;
use crate::tui::panes::Outcome;
use crate::tui::widgets::find::Find;

/// `2 of 5`
pub(super) fn said(find: &Find) -> String {
    match (find.field.is_empty(), find.place()) {
        (true, _) => "find in the chat".to_owned(),
        (false, (_, 0)) => "found nowhere in this chat".to_owned(),
        (false, (at, of)) => format!("{at} of {of}"),
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
        self.find = Some(Find::from(self.top));
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
        if let Some(find) = &mut self.find {
            find.look(&self.page.rows);
        }
        self.show_found();
    }

    /// Finds the places in the rows as they are now.
    pub(super) fn match_anew(&mut self) {
        if let Some(find) = &mut self.find {
            find.look_again(&self.page.rows);
        }
    }

    /// Goes to the next place that was found, or the one before, and round again.
    pub(super) fn step_found(&mut self, forward: bool) {
        if let Some(find) = self.find.as_mut().filter(|find| !find.is_nowhere()) {
            if !find.step(forward) {
                find.wrap(forward);
            }
            self.show_found();
        }
    }

    fn show_found(&mut self) {
        let Some(find) = &self.find else { return };
        let (row, before) = (find.row(), find.top);
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
                self.find = self.find.take().filter(|find| !find.is_nowhere());
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
