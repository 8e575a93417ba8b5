//! The browser: long lists of entities, relationships, claims and documents, sorted and filtered. It holds the ordered
//! ids and the rows near the window, never all rows.

mod cells;
#[cfg(test)]
mod tests;
pub mod view;

use std::collections::HashMap;
use std::sync::Arc;

use super::{Intent, Msg, Outcome, Target, drop_marks, motion, turn_mark};
use crate::model::{Kind, Ref};
use crate::tui::data::{Column, Lane, ListRow, Loaded, Narrow, Part, Request};
use crate::tui::keys::Command;
use crate::tui::panes::filter::Filter;
use crate::tui::widgets::window::Window;

/// Kinds that are listed, in the order one goes round them.
const KINDS: [Kind; 4] = [Kind::Entity, Kind::Relationship, Kind::Claim, Kind::Document];

/// Rows loaded beyond the window, so that scrolling finds them there.
const MARGIN: usize = 100;

/// Rows kept; beyond that, those far from the window are dropped.
const KEPT: usize = 2_000;

/// A list to be shown: of a kind, of a part alone, of what a filter finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub kind: Kind,
    pub part: Option<Part>,
    pub filter: Option<String>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub kind: Kind,
    pub column: Column,
    pub reversed: bool,
    pub ids: Arc<Vec<u32>>,
    pub rows: HashMap<u32, ListRow>,
    pub window: Window,
    /// Rows inside the frame.
    height: usize,
    pub filter: Filter,
    /// The index has claims.
    pub has_claims: bool,
    /// Parts that the list is narrowed to; a row lies in each of them.
    pub parts: Vec<Part>,
    /// Rows to be asked about or written together.
    pub marked: Vec<u32>,
    /// The key before closed the filter or gave up a part.
    closed: bool,
    /// The rows are in the order of how well they fit the filter, and in that of no column.
    pub by_fit: bool,
    /// What the filter finds was put in the order of a column.
    by_column: bool,
    /// True while the list on the screen is not yet the one asked for.
    pub loading: bool,
    /// The rows that were asked for last.
    asked: std::ops::Range<usize>,
    /// A row to go to once the list is there.
    goal: Option<u32>,
    /// The parts that what stands beside the rows is counted in.
    counted_in: Vec<Narrow>,
    /// Days that the list leaves out.
    pub hidden: usize,
}

impl Default for State {
    fn default() -> State {
        State {
            kind: Kind::Entity,
            column: Column::Size,
            reversed: false,
            ids: Arc::default(),
            rows: HashMap::new(),
            window: Window::default(),
            height: 0,
            filter: Filter::default(),
            has_claims: true,
            parts: Vec::new(),
            marked: Vec::new(),
            closed: false,
            by_fit: false,
            by_column: false,
            loading: true,
            asked: 0..0,
            goal: None,
            counted_in: Vec::new(),
            hidden: 0,
        }
    }
}

/// The columns a kind can be sorted by.
pub fn columns(kind: Kind) -> &'static [Column] {
    match kind {
        Kind::Entity => &[Column::Size, Column::Documents, Column::Name, Column::Type],
        Kind::Relationship => &[Column::Telling, Column::Size, Column::Name],
        Kind::Claim => &[Column::Id, Column::Type],
        _ => &[Column::Name, Column::Size, Column::Id],
    }
}

impl State {
    /// Asks for the list anew.
    pub fn reload(&mut self) -> Outcome {
        self.loading = true;
        let filter = self.filter.text().trim().to_owned();
        let (kind, column, reversed) = (self.kind, self.column, self.reversed);
        let by_column = self.by_column && !filter.is_empty();
        let parts = self.narrows();
        Outcome::load(Lane::List, Request::List { kind, column, reversed, filter, by_column, parts })
    }

    fn narrows(&self) -> Vec<Narrow> {
        self.parts.iter().map(|part| part.narrow.clone()).collect()
    }

    /// True where what stands beside the rows is counted in a part, and not in the whole.
    pub fn counts_a_part(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part.narrow, Narrow::Type(_)))
    }

    /// Forgets loaded rows: the index was built anew.
    pub fn forget(&mut self) {
        self.rows.clear();
        self.asked = 0..0;
    }

    pub fn selected(&self) -> Option<u32> {
        self.ids.get(self.window.cursor).copied()
    }

    pub fn selected_ref(&self) -> Option<Ref> {
        self.selected().map(|id| Ref::new(self.kind, id))
    }

    /// Shows a kind, sorted by its first column unless told otherwise.
    pub fn show(&mut self, kind: Kind) -> Outcome {
        self.kind = kind;
        self.column = columns(kind)[0];
        self.reversed = false;
        (self.filter, self.by_column) = (Filter::default(), false);
        // Types are those of one kind; what else narrows the list narrows every kind.
        self.parts.retain(|part| !matches!(part.narrow, Narrow::Type(_)));
        self.marked.clear();
        self.ids = Arc::default();
        self.rows.clear();
        self.asked = 0..0;
        self.window.set_len(0);
        self.reload()
    }

    /// Shows the next kind, or the one before; what is looked for is looked for there, too.
    fn show_next(&mut self, forward: bool) -> Outcome {
        let mut filter = std::mem::take(&mut self.filter);
        let _ = self.show(self.next_kind(forward));
        filter.keep();
        self.filter = filter;
        self.reload()
    }

    /// Lists what is wanted, and nothing else narrows the list.
    pub fn show_listing(&mut self, listing: Listing) -> Outcome {
        let _ = self.show(listing.kind);
        self.parts = listing.part.into_iter().collect();
        self.filter = listing.filter.map_or_else(Filter::default, |words| Filter::kept(&words));
        self.resized();
        self.reload()
    }

    /// True while a listing is shown, whatever else it is narrowed to.
    pub fn lists(&self, listing: &Listing) -> bool {
        let mut parts = self.parts.iter();
        match (&listing.part, &listing.filter) {
            (Some(part), _) => parts.any(|taken| taken.narrow == part.narrow),
            (None, Some(words)) => self.filter.text() == words,
            (None, None) => self.kind == listing.kind,
        }
    }

    /// The time whose documents alone are listed, as the timeline calls it.
    pub fn time_listed(&self) -> Option<&str> {
        let listed = self.parts.iter().find(|part| matches!(part.narrow, Narrow::Documents(_)));
        listed.map(|part| part.label.as_str())
    }

    /// Narrows the list to a part, or gives that up. Of one sort the later part takes the place of the one before.
    pub fn take_part(&mut self, part: Part) -> Outcome {
        let known = self.parts.iter().any(|taken| taken.narrow == part.narrow);
        self.parts.retain(|taken| taken.narrow.sort() != part.narrow.sort());
        if !known {
            self.parts.push(part);
        }
        self.narrowed()
    }

    /// The parts are others: the list is asked for anew.
    fn narrowed(&mut self) -> Outcome {
        self.goal = self.selected();
        self.resized();
        self.reload()
    }

    /// Rows above the list: the parts, where there are some, and the heads of the columns.
    fn above(&self) -> usize {
        1 + usize::from(!self.parts.is_empty())
    }

    fn resized(&mut self) {
        self.window.resize(self.height.saturating_sub(self.above()));
    }

    /// Marks the selected row, or takes the mark away; one stays on it.
    fn mark(&mut self) -> Outcome {
        if let Some(id) = self.selected() {
            turn_mark(&mut self.marked, id);
        }
        Outcome::nothing()
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
            Msg::Key(chord) if self.filter.key(chord) => self.reload(),
            Msg::Paste(text) if self.filter.paste(&text) => self.reload(),
            Msg::Key(_) | Msg::Paste(_) => Outcome::nothing(),
            Msg::Wheel(by) => {
                self.window.scroll(by);
                self.more_rows()
            }
            Msg::Click(Target::Row(row)) => {
                self.window.go(row);
                self.open()
            }
            Msg::Click(Target::Column(at)) => match columns(self.kind).get(at) {
                Some(&column) if column == self.column && !self.by_fit => self.command(Command::Reverse),
                Some(&column) => {
                    (self.column, self.reversed, self.by_column) = (column, false, true);
                    self.resort()
                }
                None => Outcome::nothing(),
            },
            Msg::Loaded(loaded) => self.loaded(loaded),
            Msg::Click(Target::Chip(at)) if at < self.parts.len() => {
                self.parts.remove(at);
                self.narrowed()
            }
            Msg::Resize { height, .. } => {
                self.height = height;
                self.resized();
                self.more_rows()
            }
            Msg::Click(_) | Msg::Peek(_) => Outcome::nothing(),
        }
    }

    fn command(&mut self, command: Command) -> Outcome {
        let closed = std::mem::take(&mut self.closed);
        if let Some(by) = motion(command, self.window.height) {
            self.window.step(by);
            return self.more_rows();
        }
        match command {
            Command::Open if self.filter.is_typed() => {
                // The filter stays, and what is selected is shown beside; opening it is the next key.
                self.filter.keep();
                Outcome::nothing()
            }
            Command::Open => self.open(),
            Command::Peek => match self.selected_ref() {
                Some(record) => Outcome::intent(Intent::Peek(record)),
                None => Outcome::nothing(),
            },
            Command::NextKind | Command::PreviousKind => self.show_next(command == Command::NextKind),
            Command::Sort => {
                let columns = columns(self.kind);
                let at = columns.iter().position(|&column| column == self.column).unwrap_or(0);
                // What is in the order of how well it fits is put in that of the column first.
                self.column = columns[(at + usize::from(!self.by_fit)) % columns.len()];
                (self.reversed, self.by_column) = (false, true);
                self.resort()
            }
            Command::Reverse => {
                self.reversed = !self.reversed;
                self.resort()
            }
            Command::Filter => {
                self.by_column = false;
                match self.filter.begin() {
                    true => {
                        self.goal = self.selected();
                        self.reload()
                    }
                    false => Outcome::nothing(),
                }
            }
            Command::Mark => self.mark(),
            // What narrows the list goes first: what is marked in it may lie in all of it.
            Command::Escape if self.filter.is_on() => {
                self.goal = self.selected();
                (self.filter, self.by_column) = (Filter::default(), false);
                self.closed = true;
                self.reload()
            }
            Command::Escape if self.parts.pop().is_some() => {
                self.closed = true;
                self.narrowed()
            }
            Command::Escape if !self.marked.is_empty() => drop_marks(&mut self.marked, closed),
            _ => Outcome::nothing(),
        }
    }

    /// Asks for the same list in another order, from its top.
    fn resort(&mut self) -> Outcome {
        self.window.go(0);
        self.reload()
    }

    /// Stands on the row after one, or before it, where that one is listed.
    pub fn stand_beside(&mut self, id: u32, forward: bool) -> Outcome {
        let here = if self.selected() == Some(id) {
            Some(self.window.cursor)
        } else {
            self.ids.iter().position(|&other| other == id)
        };
        if let Some(at) = here {
            self.window.go(if forward { at + 1 } else { at.saturating_sub(1) });
        }
        self.more_rows()
    }

    /// Stands on a row that is listed.
    pub fn stand_on(&mut self, id: u32) -> Outcome {
        if let Some(at) = self.ids.iter().position(|&other| other == id) {
            self.window.go(at);
        }
        self.more_rows()
    }

    /// Kinds that there are lists of: an index without claims has none of them to pass through.
    fn kinds(&self) -> Vec<Kind> {
        KINDS.into_iter().filter(|&kind| kind != Kind::Claim || self.has_claims).collect()
    }

    fn next_kind(&self, forward: bool) -> Kind {
        let kinds = self.kinds();
        let at = kinds.iter().position(|&kind| kind == self.kind).unwrap_or(0);
        kinds[(at + if forward { 1 } else { kinds.len() - 1 }) % kinds.len()]
    }

    fn open(&mut self) -> Outcome {
        self.selected_ref().map_or_else(Outcome::nothing, |record| Outcome::intent(Intent::Open(record)))
    }

    /// Asks for the rows near the window that are not there.
    fn more_rows(&mut self) -> Outcome {
        let near = self.window.ahead(MARGIN);
        let visible = self.window.visible();
        let there = |range: std::ops::Range<usize>| {
            self.ids.get(range).unwrap_or_default().iter().all(|id| self.rows.contains_key(id))
        };
        // A little before the edge of what is there, so that nobody sees it coming.
        let close = visible.start.saturating_sub(MARGIN / 4)..(visible.end + MARGIN / 4).min(self.ids.len());
        if there(close) || (self.asked == near) {
            return Outcome::nothing();
        }
        self.asked = near.clone();
        let ids = self.ids.get(near).unwrap_or_default();
        let ids: Vec<u32> = ids.iter().copied().filter(|id| !self.rows.contains_key(id)).collect();
        if ids.is_empty() {
            return Outcome::nothing();
        }
        Outcome::load(Lane::Rows, Request::Rows { kind: self.kind, ids, parts: self.counted_in.clone() })
    }

    fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::List { ids, by_fit, hidden } => {
                self.loading = false;
                self.hidden = hidden;
                let parts = self.narrows();
                if self.counted_in != parts {
                    // What stands beside the rows was counted elsewhere.
                    self.rows.clear();
                    self.counted_in = parts;
                }
                self.by_fit = by_fit;
                self.asked = 0..0;
                let wanted = self.goal.take();
                self.window.set_len(ids.len());
                let at = wanted.and_then(|wanted| ids.iter().position(|&id| id == wanted));
                self.ids = ids;
                match at {
                    Some(at) => self.window.go(at),
                    // What one stood on is not among these.
                    None if self.filter.is_on() || wanted.is_some() => self.window.go(0),
                    None => {}
                }
                self.more_rows()
            }
            Loaded::Rows { kind, rows } if kind == self.kind => {
                self.rows.extend(rows.into_iter().map(|row| (row.id, row)));
                if self.rows.len() > KEPT {
                    let near: std::collections::HashSet<u32> =
                        self.ids.get(self.window.ahead(MARGIN)).unwrap_or_default().iter().copied().collect();
                    self.rows.retain(|id, _| near.contains(id));
                }
                Outcome::nothing()
            }
            _ => Outcome::nothing(),
        }
    }
}
