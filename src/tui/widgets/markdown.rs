//! Markdown of reports and answers → wrapped rows. Citations become links in reading order.
//!
//! A text is cut into blocks at blank lines that nothing carries over (no fence is open, the next line is not
//! indented); each block is rendered on its own. A block that is followed by another never changes again, so that a
//! streamed answer renders only its last block anew, and any way of cutting the stream gives the rows of the whole.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::rich::{Face, Piece, Row, shorten};
use super::wrap::wrap;
use crate::model::{Ref, find_citations};
use crate::tui::theme::{Glyphs, Role};

/// Rendered Markdown: rows, and what their links open, in reading order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rendered {
    pub rows: Vec<Row>,
    pub links: Vec<Ref>,
}

impl Rendered {
    /// Adds what was rendered on its own, with a blank row between.
    fn append(&mut self, block: Rendered) {
        if !self.rows.is_empty() && !block.rows.is_empty() {
            self.rows.push(Row::default());
        }
        let by = self.links.len() as u32;
        self.rows.extend(block.rows.into_iter().map(|mut row| {
            row.shift_links(by);
            row
        }));
        self.links.extend(block.links);
    }
}

/// Renders a whole text.
pub fn render(text: &str, width: usize, glyphs: &Glyphs) -> Rendered {
    let mut stream = Stream::new(width, *glyphs);
    stream.push(text);
    stream.rendered().clone()
}

/// A text that may still grow.
#[derive(Clone, Debug)]
pub struct Stream {
    text: String,
    width: usize,
    glyphs: Glyphs,
    /// Where the blocks that cannot change any more end: in the text, in the rows, in the links.
    frozen_to: usize,
    frozen_rows: usize,
    frozen_links: usize,
    /// Frozen blocks and the open one.
    whole: Rendered,
}

impl Stream {
    pub fn new(width: usize, glyphs: Glyphs) -> Stream {
        let whole = Rendered::default();
        Stream { text: String::new(), width, glyphs, frozen_to: 0, frozen_rows: 0, frozen_links: 0, whole }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn rendered(&self) -> &Rendered {
        &self.whole
    }

    pub fn push(&mut self, more: &str) {
        self.text.push_str(more);
        let open = &self.text[self.frozen_to..];
        let mut blocks = blocks(open);
        let last = blocks.pop().unwrap_or(0..0);
        self.whole.rows.truncate(self.frozen_rows);
        self.whole.links.truncate(self.frozen_links);
        for block in blocks {
            self.whole.append(render_block(&open[block], self.width, &self.glyphs));
        }
        (self.frozen_rows, self.frozen_links) = (self.whole.rows.len(), self.whole.links.len());
        self.frozen_to += last.start;
        self.whole.append(render_block(&self.text[self.frozen_to..], self.width, &self.glyphs));
    }

    /// The width and the glyphs it is rendered with.
    pub fn setting(&self) -> (usize, Glyphs) {
        (self.width, self.glyphs)
    }

    /// Renders everything anew for another width.
    pub fn resize(&mut self, width: usize, glyphs: &Glyphs) {
        if width != self.width || *glyphs != self.glyphs {
            let text = std::mem::take(&mut self.text);
            *self = Stream::new(width, *glyphs);
            self.push(&text);
        }
    }
}

/// Cuts a text into blocks, in order and without gaps. All but the last are final: the decision to end a block rests
/// on whole lines, and the last line may still grow.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut blank = false;
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        if !line.ends_with('\n') {
            break;
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            blank = true;
        } else {
            if blank && fence.is_none() && !line.starts_with([' ', '\t']) && at > start {
                blocks.push(start..at);
                start = at;
            }
            blank = false;
            let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
            match (fence, mark) {
                (None, Some(mark)) => fence = Some(mark),
                (Some(open), Some(mark)) if open == mark && trimmed.trim_matches(&['`', '~'][..]).is_empty() => {
                    fence = None;
                }
                _ => {}
            }
        }
        at += line.len();
    }
    blocks.push(start..text.len());
    blocks
}

/// Columns and cells of a table being read.
#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Vec<Piece>>>,
}

/// What is known while the events of one block pass by.
struct Renderer<'a> {
    out: Rendered,
    width: usize,
    glyphs: &'a Glyphs,
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

fn render_block(text: &str, width: usize, glyphs: &Glyphs) -> Rendered {
    let mut renderer = Renderer {
        out: Rendered::default(),
        width,
        glyphs,
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
                    let line = super::rich::safe(line);
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
                    self.out.rows.extend(table_rows(&table, self.width, self.glyphs));
                }
            }
            _ => {}
        }
    }

    /// Takes the text read so far, its citations made into links.
    fn linked(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for piece in std::mem::take(&mut self.inline) {
            link_citations(&piece.text, piece.face, &mut pieces, &mut self.out.links, self.glyphs);
        }
        pieces
    }

    /// Wraps the text read so far into rows.
    fn flush(&mut self) {
        if self.inline.iter().all(|piece| piece.text.trim().is_empty()) {
            self.inline.clear();
            return;
        }
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

/// Appends text to `pieces`, its citation marks shown as `⟨Sources 812 1204⟩`, each id a link.
pub fn link_citations(text: &str, face: Face, pieces: &mut Vec<Piece>, links: &mut Vec<Ref>, glyphs: &Glyphs) {
    let mut at = 0;
    for citation in find_citations(text) {
        if let Some(before) = text.get(at..citation.span.start)
            && !before.is_empty()
        {
            pieces.push(Piece::new(before, face));
        }
        at = citation.span.end;
        pieces.push(Piece::new(glyphs.cite_open, Role::Dim));
        for (i, group) in citation.groups.iter().enumerate() {
            if i > 0 {
                pieces.push(Piece::new(&format!(" {} ", glyphs.dot), Role::Dim));
            }
            pieces.push(Piece::new(group.kind.plural(), Role::Dim));
            for &id in &group.ids {
                pieces.push(Piece::new(" ", Role::Dim));
                pieces.push(Piece::linked(&id.to_string(), Role::Link, links.len() as u32));
                links.push(Ref::new(group.kind, id));
            }
            if group.more {
                pieces.push(Piece::new(" +more", Role::Dim));
            }
        }
        pieces.push(Piece::new(glyphs.cite_close, Role::Dim));
    }
    if at < text.len() {
        pieces.push(Piece::new(&text[at..], face));
    }
}

/// Lays a table out in columns; the widest give way when all do not fit, and long cells wrap.
fn table_rows(table: &Table, width: usize, glyphs: &Glyphs) -> Vec<Row> {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        return Vec::new();
    }
    let cell_width = |cell: &[Piece]| cell.iter().map(Piece::width).sum::<usize>();
    let mut widths: Vec<usize> = (0..columns)
        .map(|column| table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell_width(cell)).max())
        .map(|widest| widest.unwrap_or(0).max(1))
        .collect();
    let gaps = 2 * (columns - 1);
    while widths.iter().sum::<usize>() + gaps > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 4 => *widest -= 1,
            _ => break,
        }
    }
    let mut rows = Vec::new();
    for (number, row) in table.rows.iter().enumerate() {
        let cells: Vec<Vec<Row>> = row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width, &[], &[])).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut pieces = Vec::new();
            for (column, &width) in widths.iter().enumerate() {
                let cell = cells.get(column).and_then(|cell| cell.get(line)).cloned().unwrap_or_default();
                let blank = width.saturating_sub(cell.width());
                let before = match table.alignments.get(column) {
                    Some(Alignment::Right) => blank,
                    Some(Alignment::Center) => blank / 2,
                    _ => 0,
                };
                pieces.push(Piece::new(&" ".repeat(before), Role::Text));
                pieces.extend(cell.pieces.into_iter().map(|mut piece| {
                    piece.face.strong |= number == 0;
                    piece
                }));
                let gap = if column + 1 < columns { 2 } else { 0 };
                pieces.push(Piece::new(&" ".repeat(blank - before + gap), Role::Text));
            }
            pieces.retain(|piece| !piece.text.is_empty());
            rows.push(Row::new(pieces));
        }
        if number == 0 {
            let rule = glyphs.rule.repeat((widths.iter().sum::<usize>() + gaps).min(width));
            rows.push(Row::plain(&rule, Role::Dim));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Kind;
    use crate::tui::theme::{ASCII, UNICODE};

    fn texts(text: &str, width: usize) -> Vec<String> {
        render(text, width, &UNICODE).rows.iter().map(Row::text).collect()
    }

    #[test]
    fn citations_are_links_in_reading_order() {
        let text = "One [Data: Sources (812, 1204); Reports (57)]. Two [Data: Entities (9, +more)].";
        let rendered = render(text, 80, &UNICODE);
        assert_eq!(rendered.rows[0].text(), "One ⟨Sources 812 1204 · Reports 57⟩. Two ⟨Entities 9 +more⟩.");
        let kinds: Vec<_> = rendered.links.iter().map(|link| (link.kind, link.id)).collect();
        assert_eq!(kinds, [(Kind::Source, 812), (Kind::Source, 1204), (Kind::Report, 57), (Kind::Entity, 9)]);
        let linked: Vec<_> =
            rendered.rows[0].pieces.iter().filter_map(|p| p.link.map(|l| (p.text.clone(), l))).collect();
        assert_eq!(linked, [("812".into(), 0), ("1204".into(), 1), ("57".into(), 2), ("9".into(), 3)]);
    }

    #[test]
    fn lists_quotes_headings_and_code() {
        let text = "## Head\n\ntext that wraps here\n\n1. one\n2. two [Data: Sources (1)]\n   - inner item\n\n> said\n\n```\nlet x;\n```\n";
        assert_eq!(
            texts(text, 14),
            [
                "Head",
                "",
                "text that",
                "wraps here",
                "",
                "1. one",
                "2. two",
                "   ⟨Sources 1⟩",
                "  • inner item",
                "",
                "▌ said",
                "",
                "  let x;"
            ]
        );
    }

    #[test]
    fn tables_fit_and_align() {
        let text = "| name | count |\n|---|--:|\n| the long name of a mill | 7 |\n";
        assert_eq!(
            texts(text, 20),
            ["name           count", "────────────────────", "the long name      7", "of a mill           "]
        );
    }

    #[test]
    fn hostile_text_is_only_text() {
        let rows = texts("a\u{1b}]0;x\u{7} b [Data: Sources (1)", 40);
        assert_eq!(rows, ["a␛]0;x b [Data: Sources (1)"]);
        let ascii = render("x [Sources (1)]", 40, &ASCII);
        assert_eq!(ascii.rows[0].text(), "x <Sources 1>");
    }

    #[test]
    fn a_stream_freezes_what_is_complete() {
        let mut stream = Stream::new(40, UNICODE);
        stream.push("One paragraph.\n\nAnother ");
        assert_eq!(stream.frozen_to, 0, "the second line may still turn out to be blank or indented");
        stream.push("one.\n");
        assert_eq!(stream.frozen_to, 16);
        assert_eq!(stream.rendered().rows.len(), 3);
    }

    const SAMPLES: [&str; 4] = [
        "# Title\n\nFour asks recur.\n\n- Public money [Data: Reports (88, 91)]\n- One **law** [Data: Reports (57)]\n\n  continued\n- last\n\nEnd.",
        "```rust\nfn a() {}\n\nfn b() {}\n```\n\n> quote\n> more\n\n1. a\n\n2. b\n",
        "| a | b |\n|---|---|\n| 1 | 日本 [Data: Sources (3)] |\n\n---\n\nSetext\n===\n\ntext",
        "\n\n   \n* x\n\n\ty\n\n~~~\nopen fence\n\nstill open",
    ];

    proptest! {
        #[test]
        fn any_way_of_cutting_gives_the_same_rows(
            sample in 0usize..4,
            cuts in prop::collection::vec(0usize..200, 0..12),
            width in 4usize..60,
        ) {
            let text = SAMPLES[sample];
            let mut places: Vec<usize> =
                cuts.into_iter().map(|cut| cut % (text.len() + 1)).filter(|&cut| text.is_char_boundary(cut)).collect();
            places.sort_unstable();
            places.push(text.len());
            let mut stream = Stream::new(width, UNICODE);
            let mut from = 0;
            for to in places {
                stream.push(&text[from..to]);
                from = to;
            }
            prop_assert_eq!(stream.rendered(), &render(text, width, &UNICODE));
        }

        #[test]
        fn never_panics_and_never_overflows(text in "[\\[\\]()*_#>|`\\-0-9a-zD: ;\n日]{0,120}", width in 1usize..40) {
            for row in render(&text, width, &UNICODE).rows {
                // Tables keep four cells for each column, and rules are no wider than the screen.
                prop_assert!(row.width() <= width || text.contains('|') || width < 8, "{:?}", row.text());
            }
        }
    }
}
