//! Pages of what the documents say: passages with what stands around them, and whole documents.

use std::ops::Range;

use super::Builder;
use crate::model::{Span, repeated_title};
use crate::text::amounts::{bytes, grouped};
use crate::text::spaced;
use crate::tui::data::{DocumentPage, SourcePage, TextWindow, Titled};
use crate::tui::panes::reader::dressed::{Dress, dress};
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{Face, Piece, Row};
use crate::tui::widgets::wrap::wrap;

impl Builder<'_> {
    pub(super) fn source(&mut self, page: &SourcePage) {
        let document = &page.document;
        let title = Titled { record: document.id.into(), title: document.title.clone(), note: String::new() };
        let title = self.linked(&title);
        self.wrapped(&[title], 0);
        let dot = self.setting.glyphs.dot;
        let mut parts = Vec::new();
        // What is called by its path says that once.
        if document.path != document.title {
            parts.push(document.path.clone());
        }
        parts.extend(page.place.locator.clone());
        // Of a file that cannot be read no line is known.
        if let Some(line) = page.place.line.filter(|&line| line > 0) {
            let (start, end) = (grouped(page.place.bytes.start as u64), grouped(page.place.bytes.end as u64));
            parts.extend([format!("line {}", grouped(line)), format!("bytes {start}–{end}")]);
        }
        if !parts.is_empty() {
            self.dim(&parts.join(&format!(" {dot} ")));
        }
        self.gap();
        let whole = [page.unit.span];
        let lit = if self.setting.lit.is_empty() { &whole[..] } else { self.setting.lit };
        self.page.head = self.page.rows.len();
        // What stands around the passage is dim: it is there to understand the passage by.
        let outside = [Span::new(0, page.unit.span.start), Span::new(page.unit.span.end, usize::MAX)];
        self.text(&page.window, lit, lit != whole, &outside, &document.format);
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

    pub(super) fn document(&mut self, page: &DocumentPage) {
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
        let dim: Vec<Span> = page.recurring.iter().map(|recurring| recurring.span).collect();
        self.text(&page.window, self.setting.lit, true, &dim, &page.document.format);
    }

    /// Lines of a document, with the passage marked (and lit, where that is `loud`) and what is beside the matter dim.
    /// Markdown is shown as what it means; lines that stand apart inside their sentences are shown as the text that
    /// they are.
    pub(super) fn text(&mut self, window: &TextWindow, lit: &[Span], loud: bool, dim: &[Span], format: &str) {
        let mut fenced = false;
        let mut before: Option<(Cells<'_>, usize)> = None;
        let within = spaced::within_sentences(&window.text);
        let mut lines = lines(&window.text).into_iter();
        while let Some((at, shown)) = lines.next() {
            let is_fence = format == MARKDOWN && shown.trim_start().starts_with("```");
            let is_marked = format == MARKDOWN && !fenced && !is_fence;
            fenced ^= is_fence;
            let from = window.from + at;
            let mut rows = if shown.trim().is_empty() {
                vec![Row::default()]
            } else if is_marked {
                wrap(&shaded(shown, from, lit, dim, &dress(shown)), self.setting.width, &[], &[])
            } else {
                // What the cells of a row say is not said in front of them, unless one came for it.
                let title = Span::new(from, from + repeated_title(shown));
                let head = if lit.iter().any(|one| title.contains(*one)) { 0 } else { title.len() };
                let mut paragraph = vec![(from + head, &shown[head..])];
                // The empty line behind it is none.
                while let [_, (next, goes_on), ..] = lines.as_slice()
                    && within.binary_search(&(next - 1)).is_ok()
                {
                    paragraph.push((window.from + next, goes_on));
                    lines.nth(1);
                }
                wrap(&joined(&paragraph, lit, dim), self.setting.width, &[], &[])
            };
            // The empty line between two that are lit is a part of what is quoted.
            let is_inside = shown.trim().is_empty() && lit.iter().any(|span| span.start < from && from < span.end);
            let cells = Cells::of(shown).map(|cells| (cells, rows.len()));
            // Where one row ends and the next begins is seen by an empty line, as soon as either takes several.
            if let (Some((row, height)), Some((above, of_above))) = (&cells, &before)
                && height.max(of_above) > &1
                && !row.goes_on_from(above)
            {
                rows.insert(0, Row::default());
            }
            before = cells;
            let lies = |row: &Row| is_inside || row.pieces.iter().any(|piece| piece.face.role == Role::Lit);
            let above = self.page.rows.len();
            self.page.marked.extend(rows.iter().enumerate().filter(|(_, row)| lies(row)).map(|(at, _)| above + at));
            self.page.lit = self.page.marked.first().copied();
            if !loud {
                for piece in rows.iter_mut().flat_map(|row| &mut row.pieces) {
                    if piece.face.role == Role::Lit {
                        piece.face.role = Role::Text;
                    }
                }
            }
            self.page.rows.extend(rows);
            self.page.places.resize(self.page.rows.len(), from);
        }
    }
}

/// How a row of a table begins: with what it is called, where its cells say that too, and the name of its first cell.
#[derive(PartialEq)]
struct Cells<'a> {
    title: &'a str,
    first: &'a str,
}

impl<'a> Cells<'a> {
    /// That of a line; none of one that is no row.
    fn of(line: &'a str) -> Option<Self> {
        const CELLS: usize = 2;
        let (title, cells) = line.split_at(repeated_title(line));
        let mut names = cells.split("; ").take(CELLS + 1).filter_map(|cell| cell.split_once(": "));
        let first = names.next()?.0;
        (names.count() + 1 >= CELLS).then_some(Self { title, first })
    }

    /// True for the rest of a long row, which is called what the row is called and has other cells.
    fn goes_on_from(&self, above: &Self) -> bool {
        !self.title.is_empty() && self.title == above.title && self.first != above.first
    }
}

/// Lines with where they begin, without what ends them.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), line.trim_end_matches(['\n', '\r']))
    });
    lines.collect()
}

/// The lines of a paragraph, each with where it begins in the text, as one: every letter is shaded by its own place.
fn joined(paragraph: &[(usize, &str)], lit: &[Span], dim: &[Span]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, &(at, line)) in paragraph.iter().enumerate() {
        let (kept, between) = match paragraph.get(number + 1) {
            Some((_, next)) => spaced::joint(line.trim_end(), next.trim_start()),
            None => (line.len(), ""),
        };
        let from = if number == 0 { 0 } else { line.len() - line.trim_start().len() };
        let looks = [(from..kept.max(from), Dress::default())];
        pieces.extend(shaded(line, at, lit, dim, &looks));
        if let Some(last) = pieces.last_mut() {
            last.text += between;
        }
    }
    pieces
}

/// What the format of documents is called whose signs are shown as what they mean.
const MARKDOWN: &str = "markdown";

/// Cuts what is shown of a line where the passage or what is dim begins and ends.
fn shaded(line: &str, at: usize, lit: &[Span], dim: &[Span], looks: &[(Range<usize>, Dress)]) -> Vec<Piece> {
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
            let role = if lit.iter().any(|lit| lit.overlaps(span)) {
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
    use std::collections::{BTreeSet, HashMap};

    use super::super::{Notes, Page, Setting, Style};
    use super::*;
    use crate::tui::theme::UNICODE;

    #[test]
    fn lines_that_are_joined_are_shaded_by_their_own_places() {
        let paragraph = [(0, "the use of the PV-Aus-"), (24, "bau in Orsk")];
        let pieces = joined(&paragraph, &[Span::new(24, 27)], &[]);
        let parts: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.face.role)).collect();
        let text = Role::Text;
        assert_eq!(parts, [("the use of the PV-Aus", text), ("bau", Role::Lit), (" in Orsk", text)]);
        assert_eq!(lines("a\r\n\nb"), [(0, "a"), (3, ""), (4, "b")]);
    }

    #[test]
    fn a_row_begins_where_the_rest_of_another_does_not() {
        let cells = |line: &'static str| Cells::of(line).expect("a row");
        let row = cells("Quay 7; ticket: 7; lamp: Quay");
        let rest = cells("Quay 7; state: dim, as 7 of the Quay; day: 7");
        assert!(rest.title == row.title && rest.goes_on_from(&row));
        assert!(!cells("Quay 8; ticket: 8; lamp: Quay").goes_on_from(&row) && !row.goes_on_from(&row));
        for line in ["The quay is shut.", "He said: no.", "Note: shut; and then?", ""] {
            assert!(Cells::of(line).is_none(), "{line}");
        }
    }

    /// The text of a document as a page shows it at this width.
    fn shown(text: &str, width: usize, lit: &[Span]) -> String {
        let (none, names) = (BTreeSet::new(), HashMap::new());
        let setting = Setting {
            width,
            glyphs: &UNICODE,
            folded: &none,
            whole: &none,
            anchor: None,
            lit,
            style: Style::default(),
            names: &names,
        };
        let notes = Notes::new(setting.style);
        let mut builder = Builder { page: Page::default(), setting: &setting, item: 0, notes };
        let window = TextWindow { from: 0, text: text.to_owned(), of: text.len() };
        builder.text(&window, lit, true, &[], "csv");
        assert_eq!(builder.page.places.len(), builder.page.rows.len());
        builder.page.text()
    }

    #[test]
    fn rows_of_several_lines_stand_apart_and_are_not_called_what_they_say() {
        let text = "Quay lamp 7; ticket: 7; lamp: Quay lamp\nGate lamp 8; ticket: 8; lamp: Gate lamp\n";
        let whole = "ticket: 7; lamp: Quay lamp\nticket: 8; lamp: Gate lamp\n";
        assert_eq!(shown(text, 40, &[]), whole);
        let narrow = "ticket: 7; lamp: Quay\nlamp\n\nticket: 8; lamp: Gate\nlamp\n";
        assert_eq!(shown(text, 22, &[]), narrow);
        // What one came for is shown.
        assert!(shown(text, 60, &[Span::new(0, 9)]).starts_with("Quay lamp 7; ticket: 7"));
    }

    #[test]
    fn a_line_is_shaded_between_characters_only() {
        let looks = [(0..8, Dress::default())];
        let pieces = shaded("né noir", 10, &[Span::new(12, 15)], &[Span::new(0, 11)], &looks);
        let parts: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.face.role)).collect();
        // 12 is inside é: the edge is left out rather than the character cut.
        assert_eq!(parts, [("n", Role::Dim), ("é n", Role::Lit), ("oir", Role::Text)]);
    }
}
