//! Where one stands in a page: building it, going to a place in it, scrolling, and the window of a long document that
//! moves along.

use super::page::{self, Setting};
use super::{Goal, State};
use crate::tui::data::{BEFORE, RecordPage, Request, WINDOW};
use crate::tui::panes::Outcome;
use crate::tui::panes::nav::ReadingPlace;
use crate::tui::widgets::window::top_within;

/// Cells that a line of prose is long at most: more is hard to read.
pub(in crate::tui) const MEASURE: usize = 92;

impl State {
    /// Builds the page anew and goes where the goal says.
    pub(super) fn build(&mut self) {
        let Some(record) = &self.record else { return };
        if self.width == 0 {
            return;
        }
        let anchor = self.wanted.and_then(|wanted| wanted.anchor);
        let setting = Setting {
            width: self.width.min(MEASURE),
            glyphs: &self.glyphs,
            folded: &self.folded,
            whole: &self.whole,
            anchor,
            lit: &self.lit,
            style: self.style,
            names: &self.names,
        };
        self.page = page::build(record, &setting);
        self.page.mark_unknown(&self.names);
        let goal = std::mem::take(&mut self.goal);
        self.top = match goal {
            Goal::Anchor => self.page.lit.map_or(0, |lit| self.top_for(lit)),
            Goal::Stand(standing) => self.row_of(standing.place) + standing.below,
            Goal::Byte(at) => self.row_of(at).saturating_sub(self.height / 3),
            Goal::Bottom => usize::MAX,
            Goal::Keep => self.top,
        };
        if let Goal::Stand(standing) = goal {
            self.link = standing.link.filter(|&link| link < self.page.links.len());
        }
        self.clamp();
        self.show_link();
        let Some(find) = &mut self.find else { return };
        match goal {
            // What is found in another stretch is the place one is at.
            Goal::Byte(_) => {
                find.top = self.top;
                find.look(&self.page.rows);
            }
            _ => find.look_again(&self.page.rows),
        }
    }

    /// The top row for what one came for. What stands above a text is shown whole where the passage fits below it, else
    /// none of it: half a path says nothing.
    fn top_for(&self, lit: usize) -> usize {
        // A third of the screen stays above.
        let top = lit.saturating_sub(self.height / 3);
        match self.page.head {
            0 => top,
            _ if self.page.marked.last().is_none_or(|&last| last < self.height) => 0,
            head => top.max(head),
        }
    }

    /// Wraps the page to another width, with the same in sight.
    pub(super) fn rewrap(&mut self, standing: ReadingPlace) {
        let above = self.top < self.page.head;
        if !self.loading {
            self.goal = Goal::Stand(standing);
        }
        self.build();
        if !self.loading && self.top < self.page.head {
            self.top = if above { 0 } else { self.page.head };
            self.clamp();
        }
    }

    /// The row where a place begins.
    pub(super) fn row_of(&self, place: usize) -> usize {
        let places = &self.page.places;
        let exact = places.iter().position(|&at| at == place);
        exact.or_else(|| places.iter().rposition(|&at| at <= place)).unwrap_or(0)
    }

    pub(super) fn clamp(&mut self) {
        self.top = top_within(self.top, self.page.rows.len(), self.height);
    }

    pub(super) fn scroll(&mut self, by: isize) -> Outcome {
        self.top = self.top.saturating_add_signed(by);
        self.clamp();
        self.more_text()
    }

    /// Scrolls no further than needed to have a row in sight.
    pub(super) fn show_row(&mut self, row: usize) -> Outcome {
        if row < self.top {
            self.top = row.saturating_sub(1);
        } else if row >= self.top + self.height {
            self.top = (row + 2).saturating_sub(self.height).min(row);
        }
        self.clamp();
        self.more_text()
    }

    /// Moves the window of a document along when its edge comes near.
    pub(super) fn more_text(&mut self) -> Outcome {
        let Some(RecordPage::Document(page)) = &self.record else { return Outcome::nothing() };
        let window = &page.window;
        let margin = self.height.max(20) * 2;
        let low = self.top + self.height + margin >= self.page.rows.len() && window.end() < window.of;
        let high = self.top < margin && window.from > 0;
        if !low && !high {
            return Outcome::nothing();
        }
        let at = self.page.places.get(self.top).copied().unwrap_or(window.from);
        let from = at.saturating_sub(BEFORE);
        self.text_from(from, Goal::Keep)
    }

    pub(super) fn text_from(&mut self, from: usize, goal: Goal) -> Outcome {
        let Some(RecordPage::Document(page)) = &self.record else { return Outcome::nothing() };
        if self.asked_from == Some(from) && goal == Goal::Keep {
            return Outcome::nothing();
        }
        self.asked_from = Some(from);
        self.goal = goal;
        Outcome::load(self.lanes.text, Request::Text { document: page.document.id, from, len: WINDOW })
    }
}
