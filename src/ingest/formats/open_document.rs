//! OpenDocument: text, presentations and spreadsheets. All of them say everything in `content.xml`.

use super::limits::PAGES;
use super::office::{About, Paragraph, ParagraphPiece, Story};
use super::package::Package;
use super::workbook::{self, Grid};
use super::xml::{self, Node};
use super::{Extracted, TableFields, Unreadable};
use crate::model::LocatorKind;
use crate::text::layout::blocks::BlockKind;

/// Which of them a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Presentation,
    Spreadsheet,
}

/// Tells by the package's own statement of its type.
pub(super) fn kind(mimetype: &[u8]) -> Option<Kind> {
    let name = std::str::from_utf8(mimetype).ok()?.trim().strip_prefix("application/vnd.oasis.opendocument.")?;
    match name.split('-').next()? {
        "text" => Some(Kind::Text),
        "presentation" => Some(Kind::Presentation),
        "spreadsheet" => Some(Kind::Spreadsheet),
        _ => None,
    }
}

pub(super) fn extract(package: &mut Package<'_>, kind: Kind, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let manifest = package.part("META-INF/manifest.xml")?.unwrap_or_default();
    if memchr::memmem::find(&manifest, b"encryption-data").is_some() {
        let reason = "password-protected: an encrypted OpenDocument file";
        return Err(Unreadable::new(reason, "open it with its password and save it without one"));
    }
    let about = match package.part("meta.xml")? {
        Some(part) => About::read(&part, &["date", "creation-date"]),
        None => About::default(),
    };
    let Some(part) = package.part("content.xml")? else {
        return Err(Unreadable::plain("an OpenDocument file without its text"));
    };
    if kind == Kind::Spreadsheet {
        let mut extracted = workbook::documents("ods", sheets(&part, package)?, fields)?;
        workbook::settle(&mut extracted, about);
        return Ok(extracted);
    }
    let paged = kind == Kind::Text && memchr::memmem::find(&part, b"soft-page-break").is_some();
    let mut body = Body {
        story: if paged || kind == Kind::Presentation { Story::default() } else { Story::numbered() },
        open: Vec::new(),
        skipped: 0,
        items: 0,
        page: 0,
        slide: 0,
        kind,
    };
    if paged {
        body.page = 1;
        body.story.out.mark(LocatorKind::Page, 1);
    }
    xml::walk(&part, |node| body.node(node))?;
    let mut item = body.story.out.finish();
    item.title = about.title;
    item.saved = about.saved;
    let format = if kind == Kind::Text { "odt" } else { "odp" };
    Ok(Extracted { format: format.into(), items: vec![item], ..Extracted::default() })
}

struct Body {
    story: Story,
    /// Paragraphs under way: a note, or a text box, holds paragraphs inside one.
    open: Vec<Paragraph>,
    skipped: usize,
    /// Lists within lists.
    items: usize,
    /// The page, where the program remembers where pages end; else 0.
    page: u32,
    slide: usize,
    kind: Kind,
}

/// What is not part of the text: what was deleted, comments, footnotes' own numbers, forms, styles.
fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        "tracked-changes"
            | "annotation"
            | "note-citation"
            | "forms"
            | "automatic-styles"
            | "sequence-decls"
            | "date-time"
            | "page-number"
            | "ruby-text"
    )
}

impl Body {
    fn node(&mut self, node: Node<'_>) -> Result<(), Unreadable> {
        match node {
            Node::Open(name, _) if is_left_out(name) => self.skipped += 1,
            Node::Close(name) if is_left_out(name) => self.skipped = self.skipped.saturating_sub(1),
            _ if self.skipped > 0 => {}
            Node::Open(name, _) => self.open(name),
            Node::Close(name) => match name {
                "p" | "h" => {
                    if let Some(paragraph) = self.open.pop() {
                        self.story.paragraph(paragraph)?;
                    }
                }
                "table-row" => self.story.close_row()?,
                "list-item" => self.items = self.items.saturating_sub(1),
                _ => {}
            },
            Node::Text(text) => {
                if let Some(paragraph) = self.open.last_mut() {
                    paragraph.text(text);
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, name: &str) {
        match name {
            "h" => self.open.push(Paragraph { kind: Some(BlockKind::Heading), ..Paragraph::default() }),
            "p" => {
                let kind = (self.items > 0).then_some(BlockKind::Item);
                self.open.push(Paragraph { kind, ..Paragraph::default() });
            }
            "list-item" => self.items += 1,
            "table-row" => self.story.open_row(),
            "table-cell" => self.story.open_cell(),
            "page" if self.kind == Kind::Presentation && self.slide < PAGES => {
                self.slide += 1;
                self.story.out.mark(LocatorKind::Slide, self.slide as u32);
            }
            "soft-page-break" if self.page > 0 => {
                self.page += 1;
                match self.open.last_mut() {
                    Some(paragraph) => paragraph.pieces.push(ParagraphPiece::Page(self.page)),
                    None => self.story.out.mark(LocatorKind::Page, self.page),
                }
            }
            _ => {
                let Some(paragraph) = self.open.last_mut() else { return };
                match name {
                    "s" | "tab" => paragraph.text(" "),
                    "line-break" => paragraph.pieces.push(ParagraphPiece::Break),
                    _ => {}
                }
            }
        }
    }
}

/// Cells of a sheet that reach over several rows, at most.
const REACHING: usize = 50_000;

/// Reads the tables of a spreadsheet.
fn sheets(part: &[u8], package: &Package<'_>) -> Result<Vec<Grid>, Unreadable> {
    let mut grids: Vec<Grid> = Vec::new();
    let (mut row, mut column, mut rows, mut columns) = (0u32, 0u32, 1u32, 1u32);
    let mut value: Option<String> = None;
    let mut text = String::new();
    let (mut inside, mut skipped) = (false, 0usize);
    // Of the sheet under way, the cells that reach over several rows.
    let mut reaching: Vec<(u32, u32, u32)> = Vec::new();
    xml::walk(part, |node| {
        match node {
            Node::Open("annotation", _) => skipped += 1,
            Node::Close("annotation") => skipped = skipped.saturating_sub(1),
            _ if skipped > 0 => {}
            Node::Open("table", attributes) => {
                package.budget().check_time()?;
                grids.push(Grid::new(attributes.get("name").unwrap_or_default()));
                row = 0;
            }
            Node::Open("table-row", attributes) => {
                rows = attributes.number("number-rows-repeated").unwrap_or(1);
                row = row.saturating_add(1);
                column = 0;
            }
            Node::Close("table-row") => row = row.saturating_add(rows.saturating_sub(1)),
            Node::Open("table-cell" | "covered-table-cell", attributes) => {
                columns = attributes.number("number-columns-repeated").unwrap_or(1);
                value = attributes.get("date-value").map(|date| date.trim_end_matches("T00:00:00").to_owned());
                let rows =
                    attributes.number("number-rows-spanned").filter(|&rows| rows > 1 && reaching.len() < REACHING);
                reaching.extend(rows.map(|rows| (row, row.saturating_add(rows - 1), column)));
                text.clear();
                inside = true;
            }
            Node::Close("table") => {
                if let Some(grid) = grids.last_mut() {
                    grid.reach_down(&std::mem::take(&mut reaching))?;
                }
            }
            Node::Open("p", _) if !text.is_empty() => text.push('\n'),
            Node::Open("s" | "tab" | "line-break", _) => text.push(' '),
            Node::Text(more) if inside => text.push_str(more),
            Node::Close("table-cell" | "covered-table-cell") => {
                inside = false;
                let said = value.take().unwrap_or_else(|| std::mem::take(&mut text));
                if let Some(grid) = grids.last_mut().filter(|_| !said.trim().is_empty()) {
                    // A value that is repeated without end is said a few times.
                    for copy in 0..columns.min(16) {
                        grid.set(row, column.saturating_add(copy), &said)?;
                    }
                }
                column = column.saturating_add(columns);
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(grids)
}
