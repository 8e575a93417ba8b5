//! Finding a text in what is open: in the page at once; in a long document, stretch by stretch in the index.

use super::State;
use crate::tui::data::{Lane, RecordPage, Request};
use crate::tui::msg::Notice;
use crate::tui::panes::Outcome;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::rich;

/// A text looked for.
#[derive(Clone, Debug, Default)]
pub struct Find {
    pub field: Field,
    pub typing: bool,
    /// Row, and the cells from and to.
    pub matches: Vec<(usize, usize, usize)>,
    pub at: usize,
}

impl State {
    /// Finds the text in the page, and goes to the first place from the top of the screen on.
    pub(super) fn search(&mut self) {
        let Some(find) = &mut self.find else { return };
        let query = find.field.text().to_owned();
        find.matches = self
            .page
            .rows
            .iter()
            .enumerate()
            .flat_map(|(number, row)| rich::matches(row, &query).into_iter().map(move |(from, to)| (number, from, to)))
            .collect();
        find.at = find.matches.iter().position(|&(row, ..)| row >= self.top).unwrap_or(0);
        if let Some(&(row, ..)) = find.matches.get(find.at) {
            let _ = self.show_row(row);
        }
    }

    pub(super) fn step_match(&mut self, forward: bool) -> Outcome {
        let window = match &self.record {
            Some(RecordPage::Document(page)) => {
                Some((page.document.id, (page.window.from, page.window.end(), page.window.of)))
            }
            _ => None,
        };
        let Some(find) = &mut self.find else {
            return Outcome::notice(Notice::good("/ finds in what is open"));
        };
        let next = if forward { Some(find.at + 1) } else { find.at.checked_sub(1) };
        let next = next.filter(|&next| next < find.matches.len());
        let elsewhere = window.filter(|(_, (from, to, of))| *from > 0 || to < of);
        match (next, elsewhere, find.matches.len()) {
            (Some(next), ..) => find.at = next,
            (None, Some((document, (from, to, _))), _) => {
                let text = find.field.text().to_owned();
                let from = if forward { to } else { from };
                let request = Request::FindInText { document, text, from, backward: !forward };
                return Outcome::load(Lane::ReaderFind, request);
            }
            (None, None, 0) => return Outcome::notice(Notice::good("found nowhere here")),
            // Round again.
            (None, None, len) => find.at = if forward { 0 } else { len - 1 },
        }
        let row = find.matches[find.at].0;
        self.show_row(row)
    }
}
