//! A record as a page: wrapped rows, links in reading order, and the place each row belongs to.

mod grid;
mod records;
mod text;

use std::collections::{BTreeSet, HashMap};

use crate::model::{Anchor, Kind, Ref, Span};
use crate::text::numbers::amounts::{and_more, count};
use crate::tui::data::{CommunityRow, RecordPage, Titled};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::markdown::{self, Notes, Style};
use crate::tui::widgets::rich::{Piece, Row, shorten, shorten_inside};
use crate::tui::widgets::wrap::wrap;

/// What a link does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Open(Ref),
    /// Folds or unfolds a finding.
    Fold(u32),
    /// Shows the rest of a long citation, by its number on the page.
    Rest(u32),
}

/// Rows of a record at one width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub rows: Vec<Row>,
    /// The place of each row: an item of the page counted from 0 or, in text, the byte where its line begins.
    pub places: Vec<usize>,
    pub links: Vec<Link>,
    /// How many of them, the first, stand above what is cited.
    pub aside: usize,
    /// The first row of each link.
    pub link_rows: Vec<usize>,
    /// The first row of the passage one came for.
    pub lit: Option<usize>,
    /// Rows of the passage: they have a mark beside them, so that it does not rest on a look alone.
    pub marked: BTreeSet<usize>,
    /// Rows above a text that say what it is.
    pub head: usize,
    /// The first row of each finding.
    pub findings: Vec<usize>,
}

impl Page {
    pub fn link_ref(&self, link: usize) -> Option<Ref> {
        match self.links.get(link) {
            Some(Link::Open(record)) => Some(*record),
            _ => None,
        }
    }

    /// Every record that the page links to, each once.
    pub fn refs(&self) -> Vec<Ref> {
        let mut seen = std::collections::HashSet::new();
        let refs = self.links.iter().filter_map(|link| match link {
            Link::Open(record) => Some(record.record()),
            Link::Fold(_) | Link::Rest(_) => None,
        });
        refs.filter(|record| seen.insert(*record)).collect()
    }

    /// Marks links to records that do not exist.
    pub fn mark_unknown(&mut self, names: &HashMap<Ref, Option<String>>) {
        for piece in self.rows.iter_mut().flat_map(|row| &mut row.pieces) {
            let Some(Link::Open(record)) = piece.link.and_then(|link| self.links.get(link as usize)) else { continue };
            if names.get(&record.record()).is_some_and(Option::is_none) {
                piece.face.role = Role::LinkUnknown;
            }
        }
    }

    /// The whole page as text.
    #[cfg(test)]
    pub fn text(&self) -> String {
        self.rows.iter().map(|row| row.text().trim_end().to_owned() + "\n").collect()
    }
}

/// How a page is to be built.
pub struct Setting<'a> {
    pub width: usize,
    pub glyphs: &'a Glyphs,
    pub folded: &'a BTreeSet<u32>,
    /// Long citations that are shown whole.
    pub whole: &'a BTreeSet<u32>,
    pub anchor: Option<Anchor>,
    /// What of a text is lit, in its order.
    pub lit: &'a [Span],
    pub style: Style,
    /// Titles of what is cited, as far as they are known.
    pub names: &'a HashMap<Ref, Option<String>>,
}

pub(super) struct Builder<'a> {
    pub(super) page: Page,
    pub(super) setting: &'a Setting<'a>,
    item: usize,
    notes: Notes,
}

/// Builds the page of a record.
pub fn build(record: &RecordPage, setting: &Setting) -> Page {
    let notes = Notes::new(setting.style).unfolding(setting.whole.clone());
    let mut builder = Builder { page: Page::default(), setting, item: 0, notes };
    match record {
        RecordPage::Report(page) => builder.report(page),
        RecordPage::Entity(page) => builder.entity(page),
        RecordPage::Relationship(page) => builder.relationship(page),
        RecordPage::Claim(page) => builder.claim(page),
        RecordPage::Source(page) => builder.source(page),
        RecordPage::Document(page) => builder.document(page),
    }
    builder.legend();
    builder.finish()
}

impl Builder<'_> {
    fn finish(mut self) -> Page {
        self.page.link_rows = vec![0; self.page.links.len()];
        for (number, row) in self.page.rows.iter().enumerate().rev() {
            for link in row.pieces.iter().filter_map(|piece| piece.link) {
                if let Some(first) = self.page.link_rows.get_mut(link as usize) {
                    *first = number;
                }
            }
        }
        self.page
    }

    fn rows(&mut self, rows: impl IntoIterator<Item = Row>) {
        self.page.rows.extend(rows);
        self.page.places.resize(self.page.rows.len(), self.item);
        self.item += 1;
    }

    fn gap(&mut self) {
        if self.page.rows.last().is_some_and(|row| !row.pieces.is_empty()) {
            self.rows([Row::default()]);
        }
    }

    fn link(&mut self, link: Link) -> u32 {
        self.page.links.push(link);
        self.page.links.len() as u32 - 1
    }

    fn linked(&mut self, titled: &Titled) -> Piece {
        let link = self.link(Link::Open(titled.record));
        Piece::linked(&titled.title, Role::Link, link)
    }

    fn wrapped(&mut self, pieces: &[Piece], indent: usize) {
        let blank = [Piece::new(&" ".repeat(indent), Role::Text)];
        let indent: &[Piece] = if indent == 0 { &[] } else { &blank };
        self.rows(wrap(pieces, self.setting.width, indent, indent));
    }

    fn title(&mut self, text: &str) {
        self.wrapped(&[Piece::new(text, Role::Title)], 0);
    }

    fn dim(&mut self, text: &str) {
        self.wrapped(&[Piece::new(text, Role::Dim)], 0);
    }

    fn heading(&mut self, text: &str) {
        self.gap();
        self.wrapped(&[Piece::new(text, Role::Heading)], 0);
    }

    fn markdown(&mut self, text: &str, indent: usize) {
        let width = self.setting.width.saturating_sub(indent).max(1);
        let rendered = markdown::render(text, width, self.setting.glyphs, &mut self.notes);
        let by = self.page.links.len() as u32;
        self.page.links.extend(rendered.links.into_iter().map(|link| match link {
            markdown::Link::Record(record) => Link::Open(record),
            markdown::Link::More(citation) => Link::Rest(citation),
        }));
        for mut row in rendered.rows {
            row.shift_links(by);
            if indent > 0 && !row.pieces.is_empty() {
                row.pieces.insert(0, Piece::new(&" ".repeat(indent), Role::Text));
            }
            self.rows([row]);
        }
    }

    /// What the marks of the page stand for.
    pub(super) fn legend(&mut self) {
        let records = self.notes.records().to_vec();
        if records.is_empty() || self.notes.style() == Style::Ids {
            return;
        }
        self.heading("Sources");
        let digits = records.len().to_string().len();
        for (at, &record) in records.iter().enumerate() {
            let title = match self.setting.names.get(&record.record()) {
                Some(Some(title)) => title.clone(),
                Some(None) => format!("{record}: there is no such record"),
                None => record.to_string(),
            };
            let link = self.link(Link::Open(record));
            let number = Piece::linked(&format!("[{}]", at + 1), Role::Dim, link);
            let blank = Piece::new(&" ".repeat(digits + 3 - number.width()), Role::Text);
            // A report and an entity may have one name.
            let kind = if record.kind == Kind::Source { String::new() } else { format!("  {}", record.kind) };
            let room = self.setting.width.saturating_sub(digits + 4 + kind.len()).max(1);
            let title = shorten_inside(&title, room, self.setting.glyphs.ellipsis);
            let title = Piece::linked(&title, Role::Link, link);
            self.rows([Row::new(vec![number, blank, title, Piece::new(&kind, Role::Dim)])]);
        }
    }

    /// One record to a row, its remark at the right edge.
    fn list(&mut self, items: &[Titled]) {
        for item in items {
            let link = self.link(Link::Open(item.record));
            self.entry(&item.title, &item.note, link);
        }
    }

    fn entry(&mut self, title: &str, note: &str, link: u32) {
        let width = self.setting.width;
        let note = shorten(note, width / 2, self.setting.glyphs.ellipsis).into_owned();
        let note = Piece::new(&note, Role::Dim);
        let room = width.saturating_sub(note.width() + 3).max(1);
        let title = shorten_inside(title, room, self.setting.glyphs.ellipsis);
        self.apart(Piece::linked(&title, Role::Link, link), note);
    }

    /// A row with a title at the left and something at the right.
    fn apart(&mut self, title: Piece, right: Piece) {
        let blank = self.setting.width.saturating_sub(title.width() + right.width() + 1);
        let pieces = vec![Piece::new(" ", Role::Text), title, Piece::new(&" ".repeat(blank), Role::Text), right];
        self.rows([Row::new(pieces)]);
    }

    /// `label: a, b, c`, each a link.
    fn run(&mut self, label: &str, items: &[Titled], more: u32) {
        let mut pieces = vec![Piece::new(label, Role::Dim)];
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                pieces.push(Piece::new(&format!(" {} ", self.setting.glyphs.dot), Role::Dim));
            }
            pieces.push(self.linked(item));
        }
        if more > 0 {
            pieces.push(Piece::new(&and_more(" ", more as usize), Role::Dim));
        }
        self.wrapped(&pieces, 0);
    }

    /// Communities with the documents that each draws on, and with its rating where a model gave one.
    fn communities(&mut self, rows: &[CommunityRow], rated: bool) {
        for row in rows {
            let link = self.link(Link::Open(row.id.into()));
            // An index of another program may not say which documents there are.
            let documents = match row.documents {
                0 => String::new(),
                documents => count(documents.into(), "document", "documents"),
            };
            let rating = if rated { self.setting.glyphs.rating(row.rating) } else { "" };
            let note = format!("{documents} {rating}");
            self.entry(&row.title, note.trim(), link);
        }
    }
}
