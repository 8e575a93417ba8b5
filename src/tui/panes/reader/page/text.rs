//! Pages of what the documents say: passages with what stands around them, and whole documents.

use std::ops::Range;

use super::Builder;
use super::grid::{Drawn, Grid};
use crate::model::{RecurringSpan, Span};
use crate::text::layout::line_spacing;
use crate::text::numbers::amounts::{bytes, grouped};
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
            let share = RecurringSpan::bytes_of_another(&page.recurring);
            if share > 0 {
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
        let shades = Shades { lit, dim };
        let within = line_spacing::within_sentences(&window.text);
        let mut lines = lines(&window.text).into_iter();
        while let [(at, shown), ..] = *lines.as_slice() {
            let from = window.from + at;
            if let Some(grid) = Grid::of(lines.as_slice(), window.from, format, lit).filter(|_| !fenced) {
                let drawn = grid.drawn(self.setting.width, self.setting.glyphs, shades);
                for Drawn { row, place, lit } in drawn {
                    self.line(vec![row], place, lit, loud);
                }
                lines.nth(grid.lines - 1);
                continue;
            }
            lines.next();
            let is_fence = format == MARKDOWN && shown.trim_start().starts_with("```");
            let is_marked = format == MARKDOWN && !fenced && !is_fence;
            fenced ^= is_fence;
            let rows = if shown.trim().is_empty() {
                vec![Row::default()]
            } else if is_marked {
                wrap(&shaded(shown, from, shades, &dress(shown)), self.setting.width, &[], &[])
            } else {
                let mut paragraph = vec![(from, shown)];
                // The empty line behind it is none.
                while let [_, (next, goes_on), ..] = lines.as_slice()
                    && within.binary_search(&(next - 1)).is_ok()
                {
                    paragraph.push((window.from + next, goes_on));
                    lines.nth(1);
                }
                wrap(&joined(&paragraph, shades), self.setting.width, &[], &[])
            };
            // The empty line between two that are lit is a part of what is quoted.
            let is_inside = shown.trim().is_empty() && lit.iter().any(|span| span.start < from && from < span.end);
            self.line(rows, from, is_inside, loud);
        }
    }

    /// Adds the rows of what begins at a place, marked where they are lit.
    fn line(&mut self, mut rows: Vec<Row>, place: usize, marked: bool, loud: bool) {
        let lies = |row: &Row| marked || row.pieces.iter().any(|piece| piece.face.role == Role::Lit);
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
        self.page.places.resize(self.page.rows.len(), place);
    }
}

/// What of a text is lit, and what is beside the matter.
#[derive(Clone, Copy)]
pub(super) struct Shades<'a> {
    pub lit: &'a [Span],
    pub dim: &'a [Span],
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
fn joined(paragraph: &[(usize, &str)], shades: Shades<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, &(at, line)) in paragraph.iter().enumerate() {
        let (kept, between) = match paragraph.get(number + 1) {
            Some((_, next)) => line_spacing::joint(line.trim_end(), next.trim_start()),
            None => (line.len(), ""),
        };
        let from = if number == 0 { 0 } else { line.len() - line.trim_start().len() };
        let looks = [(from..kept.max(from), Dress::default())];
        pieces.extend(shaded(line, at, shades, &looks));
        if let Some(last) = pieces.last_mut() {
            last.text += between;
        }
    }
    pieces
}

/// What the format of documents is called whose signs are shown as what they mean.
pub(super) const MARKDOWN: &str = "markdown";

/// Cuts what is shown of a line where the passage or what is dim begins and ends.
pub(super) fn shaded(line: &str, at: usize, shades: Shades<'_>, looks: &[(Range<usize>, Dress)]) -> Vec<Piece> {
    let Shades { lit, dim } = shades;
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
            } else if look.struck || dim.iter().any(|dim| dim.overlaps(span)) {
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
        let pieces = joined(&paragraph, Shades { lit: &[Span::new(24, 27)], dim: &[] });
        let parts: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.face.role)).collect();
        let text = Role::Text;
        assert_eq!(parts, [("the use of the PV-Aus", text), ("bau", Role::Lit), (" in Orsk", text)]);
        assert_eq!(lines("a\r\n\nb"), [(0, "a"), (3, ""), (4, "b")]);
    }

    /// The text of a document as a page shows it at this width.
    fn shown(text: &str, width: usize, lit: &[Span], format: &str) -> String {
        page(text, width, lit, format).text()
    }

    fn page(text: &str, width: usize, lit: &[Span], format: &str) -> Page {
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
        builder.text(&window, lit, true, &[], format);
        assert_eq!(builder.page.places.len(), builder.page.rows.len());
        builder.page
    }

    #[test]
    fn rows_of_a_table_stand_in_columns_and_are_not_called_what_they_say() {
        let text = "Quay lamp 7; ticket: 7; lamp: Quay lamp\nGate lamp 18; ticket: 18; lamp: Gate lamp\nIt rained.\n";
        let columns = "ticket  lamp\n─────────────────\n     7  Quay lamp\n    18  Gate lamp\nIt rained.\n";
        assert_eq!(shown(text, 40, &[], "csv"), columns);
        // Without room for columns each cell is a line.
        let rows = "no: 7; lamp: Quay lamp; state: dim\nno: 8; lamp: Gate; state: lit\n";
        let narrow = "no     7\nlamp   Quay\n       lamp\nstate  dim\n\nno     8\nlamp   Gate\nstate  lit\n";
        assert_eq!(shown(rows, 14, &[], "csv"), narrow);
        // What one came for is shown, and prose is no table.
        assert!(shown(text, 60, &[Span::new(0, 9)], "csv").contains("Quay lamp 7  "));
        assert_eq!(shown("Present: Ada; absent: Tom\n", 60, &[], "text"), "Present: Ada; absent: Tom\n");
    }

    #[test]
    fn the_rest_of_a_long_row_is_of_the_row() {
        let text = "Quay 7; ticket: 7; lamp: Quay\nQuay 7; state: dim; day: 2\nGate 8; ticket: 8; lamp: Gate\n";
        let columns = "        ticket  lamp  state  day\n────────────────────────────────\n\
                       Quay 7       7  Quay  dim      2\n             8  Gate\n";
        assert_eq!(shown(text, 40, &[Span::new(0, 3)], "csv"), columns);
    }

    #[test]
    fn tables_of_markdown_and_of_tabs_stand_in_columns() {
        let text = "Hire\n\n| Boat | Seats |\n|---|--:|\n| *Gannet* | 4 |\n| Tern | 16 |\n\nThe end\n";
        let columns = "Hire\n\nBoat    Seats\n─────────────\nGannet      4\nTern       16\n\nThe end\n";
        assert_eq!(shown(text, 40, &[], MARKDOWN), columns);
        assert_eq!(
            shown(text, 9, &[], MARKDOWN),
            "Hire\n\nBoat\nGannet\nSeats\n4\n\nBoat\nTern\nSeats\n16\n\nThe end\n"
        );
        assert_eq!(shown("a\tb\nlong\t3\n", 40, &[], "text"), "a     b\nlong  3\n");
        assert_eq!(shown("```\n| a | b |\n| c | d |\n```\n", 40, &[], MARKDOWN), "```\n| a | b |\n| c | d |\n```\n");
    }

    #[test]
    fn what_is_lit_of_a_table_keeps_its_place() {
        let rows: String = (0..12).map(|n| format!("ticket: {n}; lamp: Quay {n}\n")).collect();
        let at = rows.find("ticket: 10").expect("a row");
        let page = page(&rows, 40, &[Span::new(at, at + "ticket: 10; lamp: Quay 10".len())], "csv");
        let lit = page.lit.expect("it is lit");
        assert_eq!((page.places[lit], page.rows[lit].text().trim_end()), (at, "    10  Quay 10"));
        // The names of the columns stand above it again.
        assert_eq!(page.rows[lit - 2].text(), "ticket  lamp   ");
        assert_eq!(page.marked.len(), 1);
        assert!(page.rows[lit].pieces.iter().all(|piece| piece.face.role == Role::Lit));
        assert!(page.places.is_sorted());
    }

    #[test]
    fn a_line_is_shaded_between_characters_only() {
        let looks = [(0..8, Dress::default())];
        let pieces = shaded("né noir", 10, Shades { lit: &[Span::new(12, 15)], dim: &[Span::new(0, 11)] }, &looks);
        let parts: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.face.role)).collect();
        // 12 is inside é: the edge is left out rather than the character cut.
        assert_eq!(parts, [("n", Role::Dim), ("é n", Role::Lit), ("oir", Role::Text)]);
    }
}
