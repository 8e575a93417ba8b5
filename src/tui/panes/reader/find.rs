//! Finding a text in what is open: in the page at once; in a long document, stretch by stretch in the index.

use super::State;
use crate::tui::data::{Lane, RecordPage, Request};
use crate::tui::notice::Notice;
use crate::tui::panes::Outcome;

impl State {
    /// Finds the text in the page, and goes to the first place from where one read on.
    pub(super) fn search(&mut self) {
        let Some(find) = &mut self.find else { return };
        find.look(&self.page.rows);
        if let Some(row) = find.row() {
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
        let elsewhere = window.filter(|(_, (from, to, of))| *from > 0 || to < of);
        if !find.step(forward) {
            match elsewhere {
                Some((document, (from, to, _))) => {
                    let text = find.field.text().to_owned();
                    let from = if forward { to } else { from };
                    let request = Request::FindInText { document, text, from, backward: !forward };
                    return Outcome::load(Lane::ReaderFind, request);
                }
                None if find.is_nowhere() => return Outcome::notice(Notice::good("found nowhere here")),
                // Round again.
                None => find.wrap(forward),
            }
        }
        find.row().map_or_else(Outcome::nothing, |row| self.show_row(row))
    }
}
