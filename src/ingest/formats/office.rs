//! What office files share: who refers to which part, the title and date a file says of itself, and paragraphs with
//! their tables on the way into a text.

use std::collections::BTreeMap;

use super::Unreadable;
use super::package::Package;
use super::unpacked::Unpacked;
use super::xml::{self, Node};
use crate::ingest::title::ends_like_file;
use crate::model::LocatorKind;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::dates;
use crate::text::display::spacing::single_spaced;
use crate::text::language::word_lists;
use crate::text::layout::blocks::BlockKind;
use crate::text::words::terms::is_digits;

word_lists! { static WORDS = "office.toml": untitled, numbered, programs }

/// Characters above which a cell is running text in a table that only serves the layout.
const LONGEST_CELL: usize = 300;

/// A reference from one part to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Relation {
    /// The last word of its type: `slide`, `notesSlide`, `worksheet`.
    pub kind: String,
    /// The part's name in the package.
    pub target: String,
}

/// Reads what `part` refers to, by id. Targets outside the package are left out.
pub(super) fn relations(package: &mut Package<'_>, part: &str) -> Result<BTreeMap<String, Relation>, Unreadable> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let rels = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let mut found = BTreeMap::new();
    let Some(bytes) = package.part(&rels)? else { return Ok(found) };
    xml::walk(&bytes, |node| {
        if let Node::Open("Relationship", attributes) = node
            && attributes.get("TargetMode").as_deref() != Some("External")
            && let (Some(id), Some(target)) = (attributes.get("Id"), attributes.get("Target"))
        {
            let kind = attributes.get("Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            found.insert(id, Relation { kind, target: resolve(folder, &target) });
        }
        Ok(())
    })?;
    Ok(found)
}

/// `ppt/slides` and `../media/a.png` → `ppt/media/a.png`; nothing leads out of the package.
pub(super) fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => folder.split('/').filter(|part| !part.is_empty()).collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What a file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct About {
    pub title: Option<String>,
    pub saved: Option<i64>,
}

impl About {
    /// Reads `docProps/core.xml`.
    pub fn of_core(package: &mut Package<'_>) -> Result<Self, Unreadable> {
        let Some(part) = package.part("docProps/core.xml")? else { return Ok(Self::default()) };
        Ok(Self::read(&part, &["modified", "created"]))
    }

    /// Reads a part with Dublin Core elements; the first of `dates` that is there is when it was saved.
    pub fn read(part: &[u8], dates: &[&str]) -> Self {
        let date = dates.iter().find_map(|name| xml::text_of(part, name));
        Self {
            title: xml::text_of(part, "title").filter(|title| is_title(title)),
            saved: date.as_deref().and_then(dates::first_date),
        }
    }
}

/// False for what programs write where nobody wrote a title.
pub(super) fn is_title(title: &str) -> bool {
    let lower = title.trim().to_lowercase();
    let is_number = |rest: &str| rest.trim().is_empty() || is_digits(rest.trim());
    let numbered = WORDS.numbered.iter().any(|word| lower.strip_prefix(word).is_some_and(is_number));
    lower.chars().filter(|c| c.is_alphanumeric()).count() > 2
        && !WORDS.untitled.has(&lower)
        && !numbered
        && !ends_like_file(&lower)
        && !WORDS.programs.iter().any(|program| lower.starts_with(program))
}

/// A piece of a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParagraphPiece {
    Text(String),
    Break,
    /// The page with this number begins.
    Page(u32),
}

/// A paragraph before it is known where it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paragraph {
    pub pieces: Vec<ParagraphPiece>,
    pub kind: Option<BlockKind>,
}

impl Paragraph {
    pub fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(ParagraphPiece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(ParagraphPiece::Text(text.to_owned())),
        }
    }

    /// All of it on one line.
    pub fn line(&self) -> String {
        let mut line = String::new();
        for piece in &self.pieces {
            match piece {
                ParagraphPiece::Text(text) => line.push_str(text),
                ParagraphPiece::Break => line.push(' '),
                ParagraphPiece::Page(_) => {}
            }
        }
        single_spaced(&line)
    }
}

/// Puts paragraphs and tables into a text.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub out: Unpacked,
    /// Rows under way, innermost last: the cells with their paragraphs.
    rows: Vec<Vec<Vec<Paragraph>>>,
    /// Counts paragraphs, where pages are not known.
    number: Option<u32>,
}

impl Story {
    /// A story whose places are told by the numbers of its paragraphs.
    pub fn numbered() -> Self {
        Self { number: Some(0), ..Self::default() }
    }

    pub fn open_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub fn open_cell(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.push(Vec::new());
        }
    }

    /// Ends a row: short cells become one line, running text in cells becomes paragraphs.
    pub fn close_row(&mut self) -> Result<(), Unreadable> {
        let Some(cells) = self.rows.pop() else { return Ok(()) };
        let lines: Vec<String> = cells
            .iter()
            .map(|cell| {
                cell.iter().map(Paragraph::line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" / ")
            })
            .collect();
        if let Some(outer) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            // A table in a cell: a line of that cell.
            let line = lines.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join("; ");
            outer.push(Paragraph { pieces: vec![ParagraphPiece::Text(line)], kind: None });
            return Ok(());
        }
        let filled = lines.iter().filter(|line| !line.is_empty()).count();
        if filled <= 1 || lines.iter().any(|line| line.chars().count() > LONGEST_CELL) {
            return cells.into_iter().flatten().try_for_each(|paragraph| self.write(&paragraph));
        }
        let pages = cells.iter().flatten().flat_map(|paragraph| &paragraph.pieces);
        for piece in pages {
            if let ParagraphPiece::Page(page) = piece {
                self.out.mark(LocatorKind::Page, *page);
            }
        }
        let last = lines.iter().rposition(|line| !line.is_empty()).unwrap_or(0);
        self.count();
        self.out.block(BlockKind::Row, &lines[..=last].join(" | "));
        self.out.check_size()
    }

    /// Adds a paragraph, to the open cell if there is one.
    pub fn paragraph(&mut self, paragraph: Paragraph) -> Result<(), Unreadable> {
        match self.rows.last_mut().and_then(|row| row.last_mut()) {
            Some(cell) => {
                cell.push(paragraph);
                Ok(())
            }
            None => self.write(&paragraph),
        }
    }

    fn count(&mut self) {
        if let Some(number) = &mut self.number {
            *number += 1;
            self.out.mark(LocatorKind::Paragraph, *number);
        }
    }

    fn write(&mut self, paragraph: &Paragraph) -> Result<(), Unreadable> {
        let line = paragraph.line();
        if !line.is_empty() {
            self.count();
            if paragraph.kind == Some(BlockKind::Heading) {
                self.out.mark_named(LocatorKind::Section, &line);
            }
        }
        for piece in &paragraph.pieces {
            match piece {
                ParagraphPiece::Text(text) => self.out.push(text),
                ParagraphPiece::Break => self.out.line_break(),
                ParagraphPiece::Page(page) => self.out.mark(LocatorKind::Page, *page),
            }
        }
        self.out.close(paragraph.kind.unwrap_or_else(|| kind_of(&line)));
        self.out.check_size()
    }
}

/// A paragraph, or a short line that stands for itself.
pub(super) fn kind_of(line: &str) -> BlockKind {
    let short = line.chars().count() <= 90;
    let ends = line.ends_with(|c| is_terminal(c) || is_closer(c) || c == ':');
    if short && !ends { BlockKind::Item } else { BlockKind::Paragraph }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stay_in_the_package() {
        assert_eq!(resolve("ppt/slides", "../media/a.png"), "ppt/media/a.png");
        assert_eq!(resolve("ppt", "/word/a.xml"), "word/a.xml");
        assert_eq!(resolve("word", "../../../etc/passwd"), "etc/passwd");
    }

    #[test]
    fn what_programs_write_is_no_title() {
        for title in [
            "Document1",
            "PowerPoint Presentation",
            "minutes.docx",
            "Microsoft Word - a.doc",
            "tides.html",
            "untitled",
            "1",
        ] {
            assert!(!is_title(title), "{title}");
        }
        assert!(is_title("The Salt Road") && is_title("Books of the harbour"));
    }
}
