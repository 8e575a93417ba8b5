//! A record as a page: wrapped rows, links in reading order, and the place each row belongs to.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::dressed::{Dress, dress};
use crate::model::{Anchor, Ref, Span};
use crate::tui::data::{
    ClaimPage, CommunityRow, DocumentPage, EntityPage, Record, RelationshipPage, ReportPage, SourcePage, TextWindow,
    Titled,
};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::markdown::{self, Notes, Style};
use crate::tui::widgets::numbers::{bytes, count, grouped};
use crate::tui::widgets::rich::{Face, Piece, Row, shorten, shorten_inside};
use crate::tui::widgets::spark;
use crate::tui::widgets::wrap::wrap;

/// What a link does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Open(Ref),
    /// Folds or unfolds a finding.
    Fold(u32),
    /// Shows the ids of what is cited in the place of its marks, or the marks again.
    Ids,
}

/// Rows of a record at one width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub rows: Vec<Row>,
    /// The place of each row: an item of the page counted from 0 or, in text, the byte where its line begins.
    pub places: Vec<usize>,
    pub links: Vec<Link>,
    /// The first row of each link.
    pub link_rows: Vec<usize>,
    /// The first row of the passage one came for.
    pub lit: Option<usize>,
    /// Rows of the passage: they have a mark beside them, so that it does not rest on a look alone.
    pub marked: std::ops::Range<usize>,
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
            Link::Fold(_) | Link::Ids => None,
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
    pub fn text(&self) -> String {
        self.rows.iter().map(|row| row.text().trim_end().to_owned() + "\n").collect()
    }
}

/// How a page is to be built.
pub struct Setting<'a> {
    pub width: usize,
    pub glyphs: &'a Glyphs,
    pub folded: &'a BTreeSet<u32>,
    pub anchor: Option<Anchor>,
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
pub fn build(record: &Record, setting: &Setting) -> Page {
    let mut builder = Builder { page: Page::default(), setting, item: 0, notes: Notes::new(setting.style) };
    match record {
        Record::Report(page) => builder.report(page),
        Record::Entity(page) => builder.entity(page),
        Record::Relationship(page) => builder.relationship(page),
        Record::Claim(page) => builder.claim(page),
        Record::Source(page) => builder.source(page),
        Record::Document(page) => builder.document(page),
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
            markdown::Link::More => Link::Ids,
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
            let room = self.setting.width.saturating_sub(digits + 4).max(1);
            let title = shorten_inside(&title, room, self.setting.glyphs.ellipsis);
            self.rows([Row::new(vec![number, blank, Piece::linked(&title, Role::Link, link)])]);
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
        let title = Piece::linked(&title, Role::Link, link);
        let blank = width.saturating_sub(title.width() + note.width() + 1);
        let pieces = vec![Piece::new(" ", Role::Text), title, Piece::new(&" ".repeat(blank), Role::Text), note];
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
            pieces.push(Piece::new(&format!(" and {more} more"), Role::Dim));
        }
        self.wrapped(&pieces, 0);
    }

    fn communities(&mut self, rows: &[CommunityRow]) {
        for row in rows {
            let link = self.link(Link::Open(row.id.into()));
            let note =
                format!("{} entities {:>4.1} {}", row.entities, row.rating, self.setting.glyphs.rating(row.rating));
            self.entry(&row.title, &note, link);
        }
    }

    fn report(&mut self, page: &ReportPage) {
        let report = &page.report;
        self.title(&report.title);
        let (full, empty) = self.setting.glyphs.bar(report.rating / 10.0, 10);
        let rating = [
            Piece::new(&format!("rating {:.1} ", report.rating), Role::Text),
            Piece::new(&full, Role::Bar),
            Piece::new(&empty, Role::Dim),
            Piece::new(&format!("  {}", report.rating_reason), Role::Dim),
        ];
        self.wrapped(&rating, 0);
        let dot = self.setting.glyphs.dot;
        let mut sizes = vec![count(page.member_count.into(), "entity", "entities")];
        if !page.below.is_empty() {
            sizes.push(count(page.below.len() as u64, "sub-community", "sub-communities"));
        }
        sizes.push(count(page.documents.into(), "document", "documents"));
        sizes.push(format!("level {}", page.level));
        self.dim(&sizes.join(&format!(" {dot} ")));
        if !page.above.is_empty() {
            self.run("in ", &page.above, 0);
        }
        self.gap();
        self.markdown(&report.summary, 0);
        for (number, finding) in report.findings.iter().enumerate() {
            let number = number as u32;
            let open = !self.setting.folded.contains(&number);
            let mark = if open { self.setting.glyphs.open } else { self.setting.glyphs.closed };
            let link = self.link(Link::Fold(number));
            self.gap();
            self.page.findings.push(self.page.rows.len());
            if self.setting.anchor == Some(Anchor::Finding(number)) {
                self.page.lit = Some(self.page.rows.len());
            }
            let face = Face { role: Role::Heading, strong: false, emphasis: false };
            let first = [Piece::linked(mark, Role::Dim, link), Piece::new(&format!(" {} ", number + 1), Role::Dim)];
            let rest = [Piece::new("    ", Role::Text)];
            self.rows(wrap(&[Piece::new(&finding.heading, face)], self.setting.width, &first, &rest));
            if open {
                self.markdown(&finding.explanation, 4);
            }
        }
        if !page.below.is_empty() {
            self.heading("Inside this community");
            self.communities(&page.below);
        }
        if !page.members.is_empty() {
            self.heading("Entities at its centre");
            self.run("", &page.members, page.member_count.saturating_sub(page.members.len() as u32));
        }
    }

    fn entity(&mut self, page: &EntityPage) {
        let entity = &page.entity;
        self.title(&entity.name);
        let dot = self.setting.glyphs.dot;
        let parts = [
            entity.kind.name().to_owned(),
            count(entity.mentions.into(), "mention", "mentions"),
            count(entity.documents.into(), "document", "documents"),
            count(entity.degree.into(), "relationship", "relationships"),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.dim(&parts.join(&format!(" {dot} ")));
        if entity.ubiquitous {
            self.dim("Everywhere in this corpus, so it neither joins communities nor names them.");
        }
        if !entity.aliases.is_empty() {
            self.dim(&format!("also {}", entity.aliases.join(&format!(" {dot} "))));
        }
        if page.years.len() > 1 {
            let line = spark::line(page.years.iter().map(|(_, number)| *number), self.setting.glyphs);
            let [from, to] =
                [page.years.first(), page.years.last()].map(|year| year.map_or("", |(year, _)| year.as_str()));
            let pieces = [
                Piece::new(&format!("{from} "), Role::Dim),
                Piece::new(&line, Role::Bar),
                Piece::new(&format!(" {to}"), Role::Dim),
            ];
            self.rows([Row::new(pieces.to_vec())]);
        }
        if entity.mentions > 0 {
            self.dim("n steps through the mentions in the documents");
        }
        self.gap();
        self.markdown(&entity.description, 0);
        if !page.claims.is_empty() {
            self.heading("Claims");
            self.list(&page.claims);
        }
        if !page.communities.is_empty() {
            self.heading("Communities");
            self.list(&page.communities);
        }
        if !page.relationships.is_empty() {
            let of = format!(
                "Related to ({} of {}), with the passages that name both",
                page.relationships.len(),
                entity.degree
            );
            self.heading(&of);
            for (relationship, other) in &page.relationships {
                self.related(*relationship, other);
            }
        }
        if !page.sources.is_empty() {
            self.heading(&format!("Named in ({} of {})", page.sources.len(), page.source_count));
            self.list(&page.sources);
        }
    }

    /// The other entity, and behind it the relationship itself.
    fn related(&mut self, relationship: Ref, other: &Titled) {
        let width = self.setting.width;
        let open = self.link(Link::Open(other.record));
        let through = self.link(Link::Open(relationship));
        let weight = Piece::linked(&other.note, Role::Link, through);
        let room = width.saturating_sub(weight.width() + 3).max(1);
        let title = shorten(&other.title, room, self.setting.glyphs.ellipsis);
        let title = Piece::linked(&title, Role::Link, open);
        let blank = width.saturating_sub(title.width() + weight.width() + 1);
        let pieces = vec![Piece::new(" ", Role::Text), title, Piece::new(&" ".repeat(blank), Role::Text), weight];
        self.rows([Row::new(pieces)]);
    }

    fn relationship(&mut self, page: &RelationshipPage) {
        let [source, target] = &page.ends;
        let pieces = [self.linked(source), Piece::new(" – ", Role::Dim), self.linked(target)];
        self.wrapped(&pieces, 0);
        let passages = count(page.relationship.text_units.len() as u64, "passage names both", "passages name both");
        let dot = self.setting.glyphs.dot;
        self.dim(&format!("{passages} {dot} strength {:.2}", page.relationship.weight));
        self.gap();
        self.markdown(&page.relationship.description, 0);
        if !page.passages.is_empty() {
            self.heading("Where they stand together");
            for (source, words) in &page.passages {
                let link = self.link(Link::Open(*source));
                let bullet = self.setting.glyphs.bullet;
                let first = [Piece::linked(&format!("{bullet} "), Role::Link, link)];
                let rest = [Piece::new("  ", Role::Text)];
                let rows = wrap(&[Piece::linked(words, Role::Text, link)], self.setting.width, &first, &rest);
                self.rows(rows);
                // Where it is said, under what is said.
                let shown = page.sources.iter().find(|titled| titled.record.record() == source.record());
                if let Some(titled) = shown {
                    let room = self.setting.width.saturating_sub(4).max(1);
                    let title = shorten_inside(&titled.title, room, self.setting.glyphs.ellipsis);
                    let title = Piece::linked(&title, Role::Dim, link);
                    self.rows([Row::new(vec![Piece::new("  ", Role::Dim), title])]);
                }
            }
        }
        let told =
            |titled: &&Titled| !page.passages.iter().any(|(source, _)| source.record() == titled.record.record());
        let others: Vec<Titled> = page.sources.iter().filter(told).cloned().collect();
        if !others.is_empty() {
            self.heading(if page.passages.is_empty() { "Shown in" } else { "Shown in, besides" });
            self.list(&others);
        }
    }

    fn claim(&mut self, page: &ClaimPage) {
        let claim = &page.claim;
        self.title(&claim.kind);
        let mut pieces = vec![self.linked(&page.subject)];
        if let Some(object) = &page.object {
            pieces.push(Piece::new(&format!(" {} ", self.setting.glyphs.arrow), Role::Dim));
            pieces.push(self.linked(object));
        }
        self.wrapped(&pieces, 0);
        let dates = [claim.start_date.as_deref(), claim.end_date.as_deref()];
        let dates = dates.into_iter().flatten().collect::<Vec<_>>().join(" to ");
        self.dim(&format!("{:?} {dates}", claim.status).to_lowercase());
        self.gap();
        self.markdown(&claim.description, 0);
        if !claim.quote.is_empty() {
            self.gap();
            self.wrapped(&[Piece::new(&format!("“{}”", claim.quote), Role::Lit)], 2);
        }
        self.heading("Said in");
        self.list(std::slice::from_ref(&page.source));
    }

    fn source(&mut self, page: &SourcePage) {
        let document = &page.document;
        let title = Titled { record: document.id.into(), title: document.title.clone(), note: String::new() };
        let title = self.linked(&title);
        self.wrapped(&[title], 0);
        let dot = self.setting.glyphs.dot;
        let mut parts = vec![document.path.clone()];
        parts.extend(page.place.locator.clone());
        if let Some(line) = page.place.line {
            let (start, end) = (grouped(page.place.bytes.start as u64), grouped(page.place.bytes.end as u64));
            parts.extend([format!("line {}", grouped(line)), format!("bytes {start}–{end}")]);
        }
        self.dim(&parts.join(&format!(" {dot} ")));
        self.gap();
        let lit = match self.setting.anchor {
            Some(Anchor::Passage(span)) => span,
            _ => page.unit.span,
        };
        self.page.head = self.page.rows.len();
        // What stands around the passage is dim: it is there to understand the passage by.
        let outside = [Span::new(0, page.unit.span.start), Span::new(page.unit.span.end, usize::MAX)];
        self.text(&page.window, Some(lit), page.unit.span != lit, &outside, &document.format);
        self.item = usize::MAX / 2;
        if !page.entities.is_empty() {
            self.heading("Named here");
            self.run("", &page.entities, 0);
        }
        let neighbours: Vec<Titled> = [(page.previous, "the passage before"), (page.next, "the passage after")]
            .into_iter()
            .filter_map(|(record, title)| {
                Some(Titled { record: record?, title: title.to_owned(), note: String::new() })
            })
            .collect();
        if !neighbours.is_empty() {
            self.gap();
            self.run("", &neighbours, 0);
        }
    }

    fn document(&mut self, page: &DocumentPage) {
        if page.window.from == 0 {
            let document = &page.document;
            self.title(&document.title);
            let dot = self.setting.glyphs.dot;
            let mut parts = vec![document.path.clone(), bytes(document.bytes), document.format.clone()];
            parts.extend(
                page.locator.clone().or(document.row.map(|row| format!("row {}", grouped(u64::from(row) + 1)))),
            );
            if !matches!(document.encoding.as_str(), "UTF-8" | "binary") {
                parts.push(document.encoding.clone());
            }
            self.dim(&parts.join(&format!(" {dot} ")));
            if !page.recurring.is_empty() {
                let share: usize = page.recurring.iter().map(|recurring| recurring.span.len()).sum();
                self.dim(&format!(
                    "{} of this text stands in another document too: it is counted there, and shown faint here",
                    bytes(share as u64)
                ));
            }
            if !page.entities.is_empty() {
                self.run("names ", &page.entities, 0);
            }
            self.gap();
            self.page.places.iter_mut().for_each(|place| *place = 0);
        }
        self.page.head = self.page.rows.len();
        let lit = match self.setting.anchor {
            Some(Anchor::Passage(span)) => Some(span),
            _ => None,
        };
        let dim: Vec<Span> = page.recurring.iter().map(|recurring| recurring.span).collect();
        self.text(&page.window, lit, true, &dim, &page.document.format);
    }

    /// Lines of a document, with the passage marked (and lit, where that is `loud`) and what is beside the matter dim.
    /// Markdown is shown as what it means.
    fn text(&mut self, window: &TextWindow, lit: Option<Span>, loud: bool, dim: &[Span], format: &str) {
        let mut at = window.from;
        let mut fenced = false;
        for line in window.text.split_inclusive('\n') {
            let shown = line.trim_end_matches(['\n', '\r']);
            let is_fence = format == MARKDOWN && shown.trim_start().starts_with("```");
            let is_marked = format == MARKDOWN && !fenced && !is_fence;
            fenced ^= is_fence;
            let mut rows = if shown.trim().is_empty() {
                vec![Row::default()]
            } else {
                let looks = if is_marked { dress(shown) } else { vec![(0..shown.len(), Dress::default())] };
                wrap(&shaded(shown, at, lit, dim, &looks), self.setting.width, &[], &[])
            };
            let lies = |row: &Row| row.pieces.iter().any(|piece| piece.face.role == Role::Lit);
            if let (Some(first), Some(last)) = (rows.iter().position(lies), rows.iter().rposition(lies)) {
                let before = self.page.rows.len();
                if self.page.lit.is_none() {
                    self.page.lit = Some(before + first);
                    self.page.marked.start = before + first;
                }
                self.page.marked.end = before + last + 1;
            }
            if !loud {
                for piece in rows.iter_mut().flat_map(|row| &mut row.pieces) {
                    if piece.face.role == Role::Lit {
                        piece.face.role = Role::Text;
                    }
                }
            }
            self.page.rows.extend(rows);
            self.page.places.resize(self.page.rows.len(), at);
            at += line.len();
        }
    }
}

/// What the format of documents is called whose signs are shown as what they mean.
const MARKDOWN: &str = "markdown";

/// Cuts what is shown of a line where the passage or what is dim begins and ends.
fn shaded(line: &str, at: usize, lit: Option<Span>, dim: &[Span], looks: &[(Range<usize>, Dress)]) -> Vec<Piece> {
    let edges: Vec<usize> = lit.iter().chain(dim).flat_map(|span| [span.start, span.end]).collect();
    let mut pieces = Vec::new();
    for (range, look) in looks {
        let inside = |edge: &usize| *edge > at + range.start && *edge < at + range.end;
        let mut cuts: Vec<usize> = edges.iter().copied().filter(inside).map(|edge| edge - at).collect();
        cuts.retain(|&cut| line.is_char_boundary(cut));
        cuts.push(range.end);
        cuts.sort_unstable();
        cuts.dedup();
        let mut from = range.start;
        for cut in cuts {
            let span = Span::new(at + from, at + cut);
            let role = if lit.is_some_and(|lit| lit.overlaps(span)) {
                Role::Lit
            } else if dim.iter().any(|dim| dim.overlaps(span)) {
                Role::Dim
            } else if look.heading {
                Role::Heading
            } else if look.code {
                Role::Code
            } else {
                Role::Text
            };
            let face = Face { role, strong: look.strong, emphasis: look.emphasis };
            pieces.push(Piece::new(&line[from..cut], face));
            from = cut;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shaded_between_characters_only() {
        let looks = [(0..8, Dress::default())];
        let pieces = shaded("né noir", 10, Some(Span::new(12, 15)), &[Span::new(0, 11)], &looks);
        let parts: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.face.role)).collect();
        // 12 is inside é: the edge is left out rather than the character cut.
        assert_eq!(parts, [("n", Role::Dim), ("é n", Role::Lit), ("oir", Role::Text)]);
    }
}
