//! Word files. Headings by their style, lists, tables, foot- and endnotes and comments where they are referred to, text
//! boxes once, heads of pages once before the text and feet once behind it; what was deleted under review is left out.
//! Pages where Word remembers them from when it last laid the text out.

use std::collections::{BTreeMap, BTreeSet};

use super::office::{About, Paragraph, ParagraphPiece, Story, relations};
use super::package::Package;
use super::xml::{self, Node};
use super::{Extracted, Unreadable};
use crate::model::LocatorKind;
use crate::text::display::spacing::single_spaced;
use crate::text::layout::blocks::BlockKind;

/// Letters of a line that stays although it counts pages.
const MIN_COUNTED: usize = 16;

pub(super) fn extract(package: &mut Package<'_>, main: &str) -> Result<Extracted, Unreadable> {
    let about = About::of_core(package)?;
    let related = relations(package, main)?;
    let of_kind =
        |kind: &str| related.values().find(|relation| relation.kind == kind).map(|relation| relation.target.clone());
    let headings = match of_kind("styles").map(|part| package.part(&part)).transpose()?.flatten() {
        Some(styles) => heading_styles(&styles)?,
        None => BTreeMap::new(),
    };
    let mut notes = BTreeMap::new();
    for kind in ["footnotes", "endnotes", "comments"] {
        if let Some(part) = of_kind(kind).map(|part| package.part(&part)).transpose()?.flatten() {
            read_notes(&part, kind, &mut notes)?;
        }
    }
    let Some(part) = package.part(main)? else { return Err(Unreadable::plain("a Word file without its text")) };
    let paged = memchr::memmem::find(&part, b"lastRenderedPageBreak").is_some();
    let mut body = Body {
        story: if paged { Story::default() } else { Story::numbered() },
        headings,
        notes,
        paged,
        page: 1,
        open: Vec::new(),
        skipped: 0,
        text: false,
        title: None,
        referred: Vec::new(),
    };
    let mut edges = BTreeMap::new();
    for kind in ["header", "footer"] {
        let parts: Vec<String> =
            related.values().filter(|relation| relation.kind == kind).map(|relation| relation.target.clone()).collect();
        edges.insert(kind, edge_lines(package, &parts)?);
    }
    // Heads stand where the text begins.
    body.story.out.mark(if paged { LocatorKind::Page } else { LocatorKind::Paragraph }, 1);
    body.edge(&edges["header"])?;
    xml::walk(&part, |node| body.node(node))?;
    while !body.open.is_empty() {
        body.close_paragraph()?;
    }
    body.edge(&edges["footer"])?;
    let title = about.title.or(body.title);
    let mut item = body.story.out.finish();
    item.title = title;
    item.saved = about.saved;
    Ok(Extracted { format: "docx".into(), items: vec![item], ..Extracted::default() })
}

/// What a style makes of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Title,
    Heading,
}

/// The styles that are headings, by id: their names are English whatever the language of the program.
fn heading_styles(part: &[u8]) -> Result<BTreeMap<String, Style>, Unreadable> {
    let mut found = BTreeMap::new();
    let mut id = String::new();
    xml::walk(part, |node| {
        match node {
            Node::Open("style", attributes) => id = attributes.get("styleId").unwrap_or_default(),
            Node::Open("name", attributes) => {
                let name = attributes.get("val").unwrap_or_default().to_lowercase();
                if name == "title" {
                    found.insert(id.clone(), Style::Title);
                } else if name.starts_with("heading") || name == "subtitle" {
                    found.insert(id.clone(), Style::Heading);
                }
            }
            Node::Open("outlineLvl", attributes) if attributes.number("val").is_some_and(|level| level < 9) => {
                found.entry(id.clone()).or_insert(Style::Heading);
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(found)
}

/// The lines of the heads or feet of pages, each once. Counts of pages are left out: the line of a field says little
/// more.
fn edge_lines(package: &mut Package<'_>, parts: &[String]) -> Result<Vec<String>, Unreadable> {
    let mut lines: Vec<String> = Vec::new();
    for name in parts {
        let Some(part) = package.part(name)? else { continue };
        let (mut line, mut said, mut counts) = (String::new(), false, false);
        xml::walk(&part, |node| {
            match node {
                Node::Open("t", _) => said = true,
                Node::Close("t") => said = false,
                Node::Open("fldSimple" | "instrText", _) => counts = true,
                Node::Open("tab" | "br", _) => line.push(' '),
                Node::Text(text) if said => line.push_str(text),
                Node::Close("p") => {
                    let words = single_spaced(&line);
                    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
                    if letters >= if counts { MIN_COUNTED } else { 1 } && !lines.contains(&words) {
                        lines.push(words);
                    }
                    line.clear();
                    counts = false;
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    Ok(lines)
}

/// Foot- and endnotes and comments by kind and id, on one line each.
fn read_notes(
    part: &[u8],
    kind: &'static str,
    notes: &mut BTreeMap<(&'static str, String), String>,
) -> Result<(), Unreadable> {
    let mut id = String::new();
    let mut text = String::new();
    let mut said = false;
    xml::walk(part, |node| {
        match node {
            Node::Open("footnote" | "endnote" | "comment", attributes) => {
                id = attributes.get("id").unwrap_or_default();
                text.clear();
                if let Some(author) = attributes.get("author").filter(|author| !author.trim().is_empty()) {
                    text.push_str(&format!("Comment by {author}: "));
                }
            }
            Node::Open("t", _) => said = true,
            Node::Open("tab" | "br", _) | Node::Close("p") => text.push(' '),
            Node::Close("t") => said = false,
            Node::Text(more) if said => text.push_str(more),
            Node::Close("footnote" | "endnote" | "comment") => {
                let line = single_spaced(&text);
                if !line.is_empty() {
                    notes.insert((kind, std::mem::take(&mut id)), line);
                }
            }
            _ => {}
        }
        Ok(())
    })
}

struct Body {
    story: Story,
    headings: BTreeMap<String, Style>,
    notes: BTreeMap<(&'static str, String), String>,
    paged: bool,
    page: u32,
    /// Paragraphs under way: a text box holds paragraphs inside one.
    open: Vec<(Paragraph, Option<Style>)>,
    /// Elements whose content is left out, one in another.
    skipped: usize,
    /// Inside an element that holds words.
    text: bool,
    title: Option<String>,
    /// Notes that the open paragraph refers to.
    referred: Vec<String>,
}

/// What is not part of the text: deletions, the second telling of a drawing, codes of fields, phonetic guides.
fn is_left_out(name: &str) -> bool {
    matches!(name, "del" | "moveFrom" | "Fallback" | "rt" | "tblGrid" | "sectPr" | "rPrChange" | "pPrChange")
}

impl Body {
    /// Writes heads or feet of pages, which count as no paragraphs.
    fn edge(&mut self, lines: &[String]) -> Result<(), Unreadable> {
        lines.iter().try_for_each(|line| {
            self.story.out.push(line);
            self.story.out.close(BlockKind::Furniture);
            self.story.out.check_size()
        })
    }

    fn node(&mut self, node: Node<'_>) -> Result<(), Unreadable> {
        match node {
            Node::Open(name, _) if is_left_out(name) => self.skipped += 1,
            Node::Close(name) if is_left_out(name) => self.skipped = self.skipped.saturating_sub(1),
            _ if self.skipped > 0 => {}
            Node::Open(name, attributes) => self.open(name, attributes)?,
            Node::Close(name) => match name {
                "t" => self.text = false,
                "p" => self.close_paragraph()?,
                "tr" => self.story.close_row()?,
                _ => {}
            },
            Node::Text(text) if self.text => {
                if let Some((paragraph, _)) = self.open.last_mut() {
                    paragraph.text(text);
                }
            }
            Node::Text(_) => {}
        }
        Ok(())
    }

    fn open(&mut self, name: &str, attributes: &xml::Attributes<'_>) -> Result<(), Unreadable> {
        match name {
            "p" => {
                self.open.push((Paragraph::default(), None));
                return Ok(());
            }
            "tr" => self.story.open_row(),
            "tc" => self.story.open_cell(),
            "t" => self.text = true,
            _ => {}
        }
        let Some((paragraph, style)) = self.open.last_mut() else { return Ok(()) };
        match name {
            "pStyle" => {
                let id = attributes.get("val").unwrap_or_default();
                *style = self.headings.get(&id).copied();
            }
            "outlineLvl" if attributes.number("val").is_some_and(|level| level < 9) => *style = Some(Style::Heading),
            "numPr" => paragraph.kind = Some(BlockKind::Item),
            "tab" | "ptab" => paragraph.text(" "),
            "noBreakHyphen" => paragraph.text("-"),
            "br" | "cr" if attributes.get("type").is_none_or(|kind| kind == "textWrapping") => {
                paragraph.pieces.push(ParagraphPiece::Break)
            }
            "lastRenderedPageBreak" if self.paged => {
                self.page += 1;
                paragraph.pieces.push(ParagraphPiece::Page(self.page));
            }
            "footnoteReference" | "endnoteReference" | "commentReference" => {
                let kind = match name {
                    "footnoteReference" => "footnotes",
                    "endnoteReference" => "endnotes",
                    _ => "comments",
                };
                let id = attributes.get("id").unwrap_or_default();
                self.referred.extend(self.notes.remove(&(kind, id)));
            }
            _ => {}
        }
        Ok(())
    }

    fn close_paragraph(&mut self) -> Result<(), Unreadable> {
        let Some((mut paragraph, style)) = self.open.pop() else { return Ok(()) };
        let line = paragraph.line();
        if style.is_some() && !line.is_empty() {
            paragraph.kind = Some(BlockKind::Heading);
            if style == Some(Style::Title) {
                self.title.get_or_insert(line);
            }
        } else if paragraph.kind == Some(BlockKind::Item) && super::office::kind_of(&line) == BlockKind::Paragraph {
            // A numbered paragraph is running text.
            paragraph.kind = None;
        }
        self.story.paragraph(paragraph)?;
        if self.open.is_empty() {
            for note in std::mem::take(&mut self.referred) {
                let kind = Some(BlockKind::Paragraph);
                self.story.paragraph(Paragraph { pieces: vec![ParagraphPiece::Text(note)], kind })?;
            }
        }
        Ok(())
    }
}

/// The part that holds the text, by what the package says; none when it is no Word file.
pub(super) fn main_part(names: &BTreeSet<&str>) -> Option<&'static str> {
    ["word/document.xml", "word/document2.xml"].into_iter().find(|name| names.contains(name))
}
