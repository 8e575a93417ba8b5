//! One block of Markdown → rows: headings, paragraphs, lists, quotes, code.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::Rendered;
use super::fields;
use super::notes::{Notes, link_citations};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Face, Piece, Row, safe, shorten};
use crate::tui::widgets::table::{self, Table};
use crate::tui::widgets::wrap::wrap;

/// What is known while the events of one block pass by.
struct Renderer<'a> {
    out: Rendered,
    width: usize,
    glyphs: &'a Glyphs,
    notes: &'a mut Notes,
    /// Text of the paragraph, heading or cell being read.
    inline: Vec<Piece>,
    /// Faces of the marks that are open.
    faces: Vec<Face>,
    /// The number of the next item for each open list; none for bullets.
    lists: Vec<Option<u64>>,
    /// Text before the first row of the current item.
    marker: Option<String>,
    quotes: usize,
    code: Option<String>,
    table: Option<Table>,
    /// Where an external link goes, shown after its label.
    url: Option<String>,
}

pub fn render_block(text: &str, width: usize, glyphs: &Glyphs, notes: &mut Notes) -> Rendered {
    let mut renderer = Renderer {
        out: Rendered::default(),
        width,
        glyphs,
        notes,
        inline: Vec::new(),
        faces: Vec::new(),
        lists: Vec::new(),
        marker: None,
        quotes: 0,
        code: None,
        table: None,
        url: None,
    };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        renderer.event(event);
    }
    renderer.flush();
    renderer.out
}

impl Renderer<'_> {
    fn face(&self) -> Face {
        self.faces.last().copied().unwrap_or_default()
    }

    fn with(&mut self, change: impl FnOnce(&mut Face)) {
        let mut face = self.face();
        change(&mut face);
        self.faces.push(face);
    }

    fn text(&mut self, text: &str) {
        let face = self.face();
        match self.inline.last_mut() {
            Some(last) if last.face == face => last.text.push_str(text),
            _ => self.inline.push(Piece { text: text.to_owned(), face, link: None }),
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.text(&text),
            },
            Event::Code(text) => {
                self.with(|face| face.role = Role::Code);
                self.text(&text);
                self.faces.pop();
            }
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.flush(),
            Event::Rule => {
                self.flush();
                let rule = self.glyphs.rule.repeat(self.width.min(24));
                self.out.rows.push(Row::plain(&rule, Role::Dim));
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                self.with(|face| face.role = Role::Dim);
                self.text(html.trim_end_matches('\n'));
                self.faces.pop();
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                let strong = level <= HeadingLevel::H2;
                self.with(|face| *face = Face { role: Role::Heading, strong, emphasis: false });
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quotes += 1;
            }
            Tag::CodeBlock(kind) => {
                self.flush();
                self.code = Some(String::new());
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    self.out.rows.push(Row::plain(&language, Role::Dim));
                }
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => format!("{} ", self.glyphs.bullet),
                };
                self.marker = Some(marker);
            }
            Tag::Emphasis => self.with(|face| face.emphasis = true),
            Tag::Strong => self.with(|face| face.strong = true),
            Tag::Strikethrough | Tag::Image { .. } => self.with(|face| face.role = Role::Dim),
            Tag::Link { dest_url, .. } => {
                self.url = Some(dest_url.to_string());
                self.with(|face| face.role = Role::Accent);
            }
            Tag::Table(alignments) => {
                self.flush();
                self.table = Some(Table { alignments, rows: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.flush();
            }
            TagEnd::Heading(_) => {
                self.flush();
                self.faces.pop();
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                for line in code.trim_end_matches('\n').split('\n') {
                    let line = safe(line);
                    let line = shorten(&line, self.width.saturating_sub(2), self.glyphs.ellipsis);
                    self.out.rows.push(Row::plain(&format!("  {line}"), Role::Code));
                }
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                self.marker = None;
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Image => {
                self.faces.pop();
            }
            TagEnd::Link => {
                self.faces.pop();
                if let Some(url) = self.url.take()
                    && self.inline.last().is_none_or(|label| label.text != url)
                {
                    self.with(|face| face.role = Role::Dim);
                    self.text(&format!(" ({url})"));
                    self.faces.pop();
                }
            }
            TagEnd::TableCell => {
                let cell = self.linked();
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let rows = table::table_rows(&table, self.width, self.glyphs);
                    self.out.rows.extend(rows.unwrap_or_else(|| self.in_lines(table)));
                }
            }
            _ => {}
        }
    }

    /// A table for which there is no room: each row by itself, its cells behind the names of their columns.
    fn in_lines(&self, table: Table) -> Vec<Row> {
        let mut rows = table.rows.into_iter();
        let told = |cell: &[Piece]| cell.iter().map(|piece| piece.text.as_str()).collect::<String>();
        let names: Vec<String> = rows.next().unwrap_or_default().iter().map(|name| told(name)).collect();
        let names = || names.iter().map(String::as_str).chain(std::iter::repeat(""));
        let is_mark =
            |piece: &Piece| piece.link.is_some() || piece.face.role == Role::Dim || piece.text.trim().is_empty();
        let marker = [Piece::new(&format!("{} ", self.glyphs.bullet), Role::Dim)];
        let indent = [Piece::new("  ", Role::Text)];
        let line = |row: Vec<Vec<Piece>>| {
            let cells = names().zip(row).filter(|(_, cell)| !told(cell).trim().is_empty());
            // A citation stands behind the last cell, also where that says nothing.
            let cells = cells.map(|(name, cell)| if cell.iter().all(is_mark) { ("", cell) } else { (name, cell) });
            wrap(&fields::apart(cells), self.width, &marker, &indent)
        };
        rows.flat_map(line).collect()
    }

    /// Takes the text read so far, its citations made into links.
    fn linked(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for piece in std::mem::take(&mut self.inline) {
            link_citations(&piece.text, piece.face, &mut pieces, &mut self.out.links, self.glyphs, self.notes);
        }
        pieces
    }

    /// Shows `**words**` that a quotation brought along as what its document meant by it: an answer writes such signs
    /// with a backslash, so that they are no marks of its own.
    fn dress_quotes(&mut self) {
        const STRONG: &str = "**";
        if !self.inline.iter().any(|piece| piece.text.contains(STRONG)) {
            return;
        }
        let mut dressed = Vec::new();
        for piece in self.inline.drain(..) {
            let mut parts: Vec<&str> = piece.text.split(STRONG).collect();
            // A sign without its like is shown as it stands.
            let odd = if parts.len().is_multiple_of(2) { parts.pop() } else { None };
            for (at, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
                let face = Face { strong: piece.face.strong || at % 2 == 1, ..piece.face };
                dressed.push(Piece { text: part.to_owned(), face, link: piece.link });
            }
            dressed.extend(odd.map(|odd| Piece { text: format!("{STRONG}{odd}"), ..piece.clone() }));
        }
        self.inline = dressed;
    }

    /// Wraps the text read so far into rows.
    fn flush(&mut self) {
        if self.inline.iter().all(|piece| piece.text.trim().is_empty()) {
            self.inline.clear();
            return;
        }
        self.dress_quotes();
        self.inline = fields::set_apart(std::mem::take(&mut self.inline));
        let pieces = self.linked();
        let quote = format!("{} ", self.glyphs.quote).repeat(self.quotes);
        let depth = self.lists.len().saturating_sub(1);
        let marker = self.marker.take();
        let indent = "  ".repeat(depth);
        let (first, rest) = match (&marker, self.lists.is_empty()) {
            (Some(marker), _) => (format!("{indent}{marker}"), " ".repeat(indent.len() + marker.chars().count())),
            (None, false) => (format!("{indent}  "), format!("{indent}  ")),
            (None, true) => (String::new(), String::new()),
        };
        let prefix = |text: String| -> Vec<Piece> {
            let parts = [Piece::new(&quote, Role::Dim), Piece::new(&text, Role::Dim)];
            parts.into_iter().filter(|part| !part.text.is_empty()).collect()
        };
        self.out.rows.extend(wrap(&pieces, self.width, &prefix(first), &prefix(rest)));
    }
}
