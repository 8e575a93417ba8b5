//! Wrapping of rich text to a width in cells, at blanks where there are any.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::rich::{Piece, Row};

/// A row being filled.
struct Line {
    pieces: Vec<Piece>,
    width: usize,
    /// Width of the prefix: a line no wider than it is empty.
    start: usize,
}

impl Line {
    fn new(prefix: &[Piece]) -> Line {
        let width = prefix.iter().map(Piece::width).sum();
        Line { pieces: prefix.to_vec(), width, start: width }
    }

    fn push(&mut self, text: &str, like: &Piece, width: usize) {
        self.width += width;
        match self.pieces.last_mut() {
            Some(last) if last.face == like.face && last.link == like.link && self.width > self.start + width => {
                last.text.push_str(text);
            }
            _ => self.pieces.push(Piece { text: text.to_owned(), face: like.face, link: like.link }),
        }
    }

    fn is_empty(&self) -> bool {
        self.width <= self.start
    }
}

/// Wraps `pieces` to rows at most `width` cells wide (a single character wider than that is dropped). The first row
/// begins with `first`, the others with `rest`; prefixes that leave too little room are left out. Blanks at a break
/// vanish. No text gives one row with the prefix.
pub fn wrap(pieces: &[Piece], width: usize, first: &[Piece], rest: &[Piece]) -> Vec<Row> {
    let width = width.max(1);
    let room = |prefix: &[Piece]| prefix.iter().map(Piece::width).sum::<usize>() + 4 <= width;
    let (first, rest) = if room(first) && room(rest) { (first, rest) } else { (&[][..], &[][..]) };
    let mut rows = Vec::new();
    let mut line = Line::new(first);
    // A word may run over several pieces: `⟨Sources` + `812` + `⟩.`
    let mut word: Vec<(&str, &Piece, usize)> = Vec::new();
    let mut word_width = 0;
    let mut blank: Option<(&str, &Piece)> = None;

    let mut finish_word = |line: &mut Line,
                           word: &mut Vec<(&str, &Piece, usize)>,
                           word_width: &mut usize,
                           blank: &mut Option<(&str, &Piece)>| {
        if word.is_empty() {
            return;
        }
        let gap = usize::from(blank.is_some() && !line.is_empty());
        // Blanks that a word ends with hang over the edge: they make no row of their own.
        let solid = word.iter().rposition(|(grapheme, ..)| *grapheme != "\u{a0}").map_or(0, |last| last + 1);
        let hanging: usize = word[solid..].iter().map(|(.., cells)| cells).sum();
        if line.width + gap + *word_width - hanging > width && !line.is_empty() {
            let full = std::mem::replace(line, Line::new(rest));
            rows.push(Row::new(full.pieces));
        } else if gap == 1
            && let Some((_, like)) = blank
        {
            line.push(" ", like, 1);
        }
        // What is too long for any line is broken behind `_`, where its parts fit.
        let mut parts = Vec::with_capacity(word.len());
        for (grapheme, _, cells) in word.iter().rev() {
            let after = if *grapheme == "_" { 0 } else { parts.last().copied().unwrap_or(0) };
            parts.push(after + cells);
        }
        parts.reverse();
        let mut begins = false;
        for (at, (grapheme, like, cells)) in word.drain(..).enumerate() {
            let part = if begins && parts[at] + line.start <= width { parts[at] } else { cells };
            begins = grapheme == "_";
            if line.width + part > width {
                if line.is_empty() || at >= solid {
                    continue;
                }
                let full = std::mem::replace(line, Line::new(rest));
                rows.push(Row::new(full.pieces));
                if line.width + cells > width {
                    continue;
                }
            }
            line.push(grapheme, like, cells);
        }
        *word_width = 0;
        *blank = None;
    };

    for piece in pieces {
        for grapheme in piece.text.graphemes(true) {
            if grapheme == " " || grapheme == "\n" {
                finish_word(&mut line, &mut word, &mut word_width, &mut blank);
                // A blank inside a link is drawn as part of it only if both sides are.
                blank.get_or_insert((grapheme, piece));
            } else {
                let cells = grapheme.width();
                word.push((grapheme, piece, cells));
                word_width += cells;
            }
        }
    }
    finish_word(&mut line, &mut word, &mut word_width, &mut blank);
    rows.push(Row::new(line.pieces));
    rows
}

/// Wraps one paragraph of one look, without links.
pub fn wrap_text(text: &str, face: impl Into<super::rich::Face>, width: usize) -> Vec<Row> {
    wrap(&[Piece::new(text, face)], width, &[], &[])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tui::theme::Role;

    fn texts(rows: &[Row]) -> Vec<String> {
        rows.iter().map(Row::text).collect()
    }

    #[test]
    fn breaks_at_blanks_and_hangs() {
        let bullet = [Piece::new("- ", Role::Dim)];
        let indent = [Piece::new("  ", Role::Text)];
        let rows = wrap(&[Piece::new("the quick brown fox", Role::Text)], 11, &bullet, &indent);
        assert_eq!(texts(&rows), ["- the quick", "  brown fox"]);
    }

    #[test]
    fn what_fits_exactly_is_followed_by_no_empty_row() {
        assert_eq!(texts(&wrap_text("abc\u{a0}\u{a0} def", Role::Text, 3)), ["abc", "def"]);
        assert_eq!(texts(&wrap_text("a abc\u{a0}\u{a0} d", Role::Text, 5)), ["a abc", "d"]);
        assert_eq!(texts(&wrap_text("abc\u{a0}\u{a0} d", Role::Text, 7)), ["abc\u{a0}\u{a0} d"]);
    }

    #[test]
    fn a_word_over_several_pieces_stays_together() {
        let pieces =
            [Piece::new("so it is (", Role::Text), Piece::linked("812", Role::Link, 0), Piece::new(").", Role::Text)];
        assert_eq!(texts(&wrap(&pieces, 12, &[], &[])), ["so it is", "(812)."]);
        assert_eq!(wrap(&pieces, 12, &[], &[])[1].pieces[1].link, Some(0));
    }

    #[test]
    fn long_words_and_wide_characters_are_cut_between_cells() {
        assert_eq!(texts(&wrap_text("abcdefgh", Role::Text, 3)), ["abc", "def", "gh"]);
        assert_eq!(texts(&wrap_text("日本語", Role::Text, 5)), ["日本", "語"]);
        assert_eq!(texts(&wrap_text("日", Role::Text, 1)), [""]);
        assert_eq!(texts(&wrap_text("", Role::Text, 5)), [""]);
    }

    proptest! {
        #[test]
        fn never_wider_than_asked(text in "[a-z日本\u{301} ]{0,80}", width in 1usize..20) {
            let bullet = [Piece::new("* ", Role::Dim)];
            for row in wrap(&[Piece::new(&text, Role::Text)], width, &bullet, &bullet) {
                prop_assert!(row.width() <= width, "{:?} > {width}", row.text());
            }
        }

        #[test]
        fn loses_nothing_but_blanks(text in "[a-z日本 ]{0,80}", width in 2usize..20) {
            let rows = wrap(&[Piece::new(&text, Role::Text)], width, &[], &[]);
            let without = |text: &str| text.replace(' ', "");
            prop_assert_eq!(rows.iter().map(|row| without(&row.text())).collect::<String>(), without(&text));
        }
    }
}
