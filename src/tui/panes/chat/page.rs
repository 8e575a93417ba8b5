//! All turns as one page of rows, its links in reading order, and moving about in it.

use std::collections::BTreeSet;

use super::State;
use super::turn::Turn;
use crate::model::{CommunityId, Ref, Scope};
use crate::tui::data::{Lane, Request, TurnId};
use crate::tui::panes::Outcome;
use crate::tui::panes::nav::ReadingPlace;
use crate::tui::panes::reader::moving::MEASURE;
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{Piece, Row, safe};
use crate::tui::widgets::window::top_within;
use crate::tui::widgets::wrap::{wrap, wrap_text};

/// What an empty chat says.
const WELCOME: &str = "Ask about the whole corpus, or about one thing in it. Every sentence of an answer carries its \
                       citation; follow it to the passage it rests on.";

/// What a link of the chat does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Open(Ref),
    /// Asks the same inside a community.
    Drill(CommunityId),
    /// Goes to the turn that this one was drilled from.
    Turn(TurnId),
    /// Shows the rest of a long citation, by its number in the answer.
    Rest(TurnId, u32),
    /// Tells all sources of an answer, or the first of them.
    Sources(TurnId),
    /// Shows all places to go on to, or the first of them.
    Places(TurnId),
    /// Shows a long question whole, or folds it again.
    Unfold(TurnId),
    /// Asks a question that is suggested, by its number.
    Ask(usize),
    /// Asks a question that was asked on the way to an answer, by its number in the trace.
    Asked(u32),
}

impl Link {
    /// The record that it is about.
    pub fn record(self) -> Option<Ref> {
        match self {
            Link::Open(record) => Some(record),
            Link::Drill(community) => Some(community.into()),
            Link::Turn(_) | Link::Rest(..) | Link::Sources(_) | Link::Places(_) => None,
            Link::Unfold(_) | Link::Ask(_) | Link::Asked(_) => None,
        }
    }
}

/// All turns as one page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub rows: Vec<Row>,
    pub links: Vec<Link>,
    pub link_rows: Vec<usize>,
    /// First row and first link of each turn.
    pub starts: Vec<(usize, usize)>,
    /// Keys of the places to go on to from an answer: the link, and its letter.
    pub strip: Vec<(u32, char)>,
    /// Links of the ways down to answers, which stand above them.
    pub above: BTreeSet<usize>,
}

/// The turns that one was drilled from, from the first on, each with what it was asked of.
fn above(turns: &[Turn], parent: Option<TurnId>) -> Vec<(TurnId, String)> {
    let mut above = Vec::new();
    let mut next = parent;
    // A turn that was removed ends the path; so does a ring, which no store should give.
    while let Some(turn) = next.and_then(|id| turns.iter().find(|turn| turn.id == id)).filter(|_| above.len() < 32) {
        above.push((turn.id, turn.asked_of()));
        next = turn.parent;
    }
    above.reverse();
    above
}

impl State {
    /// Cells that a line of a question or an answer has.
    pub(super) fn measure(&self) -> usize {
        self.width.min(MEASURE)
    }

    /// Makes the rows of turn `from` and those after it anew.
    pub(super) fn rebuild(&mut self, from: usize) {
        if self.width == 0 {
            return;
        }
        if self.turns.is_empty() {
            return self.welcome();
        }
        let measure = self.measure();
        let page = &mut self.page;
        if page.starts.is_empty() {
            *page = Page::default();
        }
        let (row, link) = page.starts.get(from).copied().unwrap_or((page.rows.len(), page.links.len()));
        // With the row between it and the turn above.
        let between = usize::from(from > 0 && from < page.starts.len());
        page.rows.truncate(row - between);
        page.links.truncate(link);
        page.link_rows.truncate(link);
        page.starts.truncate(from);
        page.strip.retain(|&(at, _)| (at as usize) < link);
        page.above.retain(|&at| at < link);
        for turn in self.turns.iter().skip(from) {
            if !page.rows.is_empty() {
                page.rows.push(Row::default());
            }
            page.starts.push((page.rows.len(), page.links.len()));
            let by = page.links.len() as u32;
            let above = above(&self.turns, turn.parent);
            let shown = turn.shown(measure, &self.glyphs, self.spin, &above, &self.names);
            page.above.extend((0..shown.path).map(|link| link + page.links.len()));
            page.links.extend(shown.links);
            page.strip.extend(shown.strip.into_iter().map(|(link, letter)| (link + by, letter)));
            page.link_rows.resize(page.links.len(), page.rows.len());
            for mut row in shown.rows {
                row.shift_links(by);
                for link in row.pieces.iter().filter_map(|piece| piece.link) {
                    if let Some(at) = page.link_rows.get_mut(link as usize) {
                        *at = page.rows.len();
                    }
                }
                page.rows.push(row);
            }
        }
        self.match_anew();
    }

    /// What an empty chat says, with questions to begin with.
    fn welcome(&mut self) {
        let width = self.measure();
        let mut page = Page { rows: wrap_text(WELCOME, Role::Dim, width), ..Page::default() };
        let head = match self.next.scope.is_everything() {
            true => "To begin with".to_owned(),
            false => format!("To begin with, inside {}", self.next.scope_title),
        };
        for (at, question) in self.suggested().iter().enumerate() {
            if at == 0 {
                page.rows.push(Row::default());
                page.rows.extend(wrap_text(&head, Role::Heading, width));
            }
            page.links.push(Link::Ask(at));
            page.link_rows.push(page.rows.len());
            let first = [Piece::new(&format!("{} ", self.glyphs.bullet), Role::Dim)];
            let rest = [Piece::new("  ", Role::Text)];
            let question = [Piece::linked(&safe(question), Role::Link, at as u32)];
            page.rows.extend(wrap(&question, width, &first, &rest));
        }
        if !self.suggested().is_empty() {
            page.rows.push(Row::default());
            let arrow = self.glyphs.arrow;
            page.rows.extend(wrap_text(
                &format!("{arrow} goes to one, Enter asks it; a asks your own."),
                Role::Dim,
                width,
            ));
        }
        self.page = page;
    }

    /// Questions to begin with, of what the next question is asked of.
    pub(super) fn suggested(&self) -> &[String] {
        match &self.suggested_inside {
            _ if self.next.scope.is_everything() => &self.suggested,
            Some((scope, Some(questions))) if *scope == self.next.scope => questions,
            _ => &[],
        }
    }

    /// The part to look for questions in, where an empty chat is to ask inside one and has none of it yet.
    pub fn asks_for_questions(&mut self) -> Option<Scope> {
        let scope = &self.next.scope;
        let is_known = self.suggested_inside.as_ref().is_some_and(|(known, _)| known == scope);
        if !self.turns.is_empty() || scope.is_everything() || is_known {
            return None;
        }
        self.suggested_inside = Some((scope.clone(), None));
        Some(scope.clone())
    }

    /// Questions of the part that they were looked for in have come.
    pub fn suggest_inside(&mut self, found: Vec<String>) {
        if let Some((_, questions)) = &mut self.suggested_inside {
            *questions = Some(found);
        }
        if self.turns.is_empty() {
            self.rebuild(0);
        }
    }

    /// Questions that can be asked of what is open.
    pub fn suggest(&mut self, questions: Vec<String>) {
        // The index may have been made anew: those of a part are looked for again.
        (self.suggested, self.suggested_inside) = (questions, None);
        if self.turns.is_empty() {
            self.rebuild(0);
        }
    }

    pub(super) fn clamp(&mut self) {
        self.top = top_within(self.top, self.page.rows.len(), self.page_height());
    }

    /// Opens the trace of a turn and brings it into sight, as much of it as there is room for; or closes it.
    /// The titles of what it shows are asked for.
    pub(super) fn show_trace(&mut self, at: usize) -> Outcome {
        let end = |page: &Page| page.starts.get(at + 1).map_or(page.rows.len(), |next| next.0 - 1);
        let (before, top) = (end(&self.page), self.top);
        let opens = !self.turns[at].trace_open;
        self.turns[at].trace_open = opens;
        self.rebuild(at);
        self.following = false;
        // It is still this one that is meant, wherever it comes to stand.
        self.pinned = Some(at);
        let after = end(&self.page);
        self.top = match opens {
            // Below the line that sums the answer up.
            true => top.max(after.saturating_sub(self.page_height())).min(before.saturating_sub(1)),
            false => top.min(after.saturating_sub(self.page_height() / 2)),
        };
        self.clamp();
        let untold: Vec<Ref> =
            self.turns[at].traced().into_iter().filter(|record| !self.names.contains_key(record)).collect();
        match opens && !untold.is_empty() {
            true => Outcome::load(Lane::Traced, Request::Names(untold)),
            false => Outcome::nothing(),
        }
    }

    /// The turn that is meant, where its trace is open.
    pub(super) fn open_trace(&self) -> Option<usize> {
        self.current_turn().filter(|&at| self.turns[at].trace_open)
    }

    /// Titles of what traces show have come.
    pub fn name_traced(&mut self, names: Vec<(Ref, Option<String>)>) {
        self.names.extend(names);
        if let Some(first) = self.turns.iter().position(|turn| turn.trace_open) {
            self.rebuild(first);
            self.clamp();
        }
    }

    /// How one stands, to come back to: the turn, rows below its question, the citation.
    pub fn standing(&self) -> ReadingPlace {
        let starts = &self.page.starts;
        let place = starts.iter().rposition(|&(row, _)| row <= self.top).unwrap_or(0);
        let first = starts.get(place).map_or(0, |start| start.0);
        ReadingPlace { place, below: self.top - first.min(self.top), link: self.link }
    }

    /// Stands as one stood before.
    pub fn stand(&mut self, standing: ReadingPlace) {
        self.typing = false;
        self.link = standing.link.filter(|&link| link < self.page.links.len());
        let first = self.page.starts.get(standing.place).map_or(0, |start| start.0);
        self.go(first + standing.below);
        self.show_link();
    }

    pub(super) fn scroll(&mut self, by: isize) {
        self.pinned = None;
        self.top = self.top.saturating_add_signed(by);
        self.clamp();
        // Whoever reads elsewhere is not taken away from it.
        let last = self.page.rows.len().saturating_sub(self.page_height());
        self.following = self.page.starts.last().is_none_or(|start| self.top == start.0.min(last));
    }

    /// Goes to a turn, which is then the one that is meant.
    pub(super) fn go_to_turn(&mut self, at: usize) {
        if let Some(&(row, _)) = self.page.starts.get(at) {
            self.link = None;
            self.go(row);
            self.pinned = Some(at);
        }
    }

    pub(super) fn go(&mut self, row: usize) {
        self.top = row;
        self.scroll(0);
    }

    /// The citation that the keys are on, when it is in sight.
    pub(super) fn link_in_sight(&self) -> Option<usize> {
        let visible = self.top..self.top + self.page_height();
        self.link.filter(|&link| self.page.link_rows.get(link).is_some_and(|row| visible.contains(row)))
    }

    /// Brings the citation that has the focus back into sight where another size took it away.
    pub(super) fn show_link(&mut self) {
        if let (Some(&row), None) = (self.link.and_then(|link| self.page.link_rows.get(link)), self.link_in_sight()) {
            self.go(row.saturating_sub(self.page_height() / 2));
        }
    }

    pub(super) fn step_link(&mut self, forward: bool) -> Outcome {
        let visible = self.top..self.top + self.page_height();
        let rows = &self.page.link_rows;
        let inside = self.link_in_sight();
        // The way down to an answer stands above it, and is met on the way back up.
        let cites = |&at: &usize| !self.page.above.contains(&at);
        // Where none is in sight, the first below is next.
        let ahead = |at: &usize| rows[*at] >= visible.start;
        // One begins in the answer that is meant, also where another stands above it in sight.
        let begins = self.current_turn().and_then(|at| self.page.starts.get(at)).map_or(0, |start| start.1);
        let next = match (inside, forward) {
            (Some(link), true) => (link + 1..rows.len()).find(cites),
            (Some(link), false) => link.checked_sub(1),
            (None, true) => (begins..rows.len()).filter(ahead).find(cites).or(rows.len().checked_sub(1)),
            (None, false) => rows.iter().rposition(|&row| row < visible.end),
        };
        if let Some(next) = next {
            self.link = Some(next);
            let row = rows[next];
            if !visible.contains(&row) {
                self.go(row.saturating_sub(self.page_height() / 2));
            }
        }
        Outcome::nothing()
    }
}
