//! Sentences of an answer that what they cite does not bear out: marked where they stand, and told with what is missing
//! below.

use std::ops::Range;

use super::turn::Turn;
use crate::model::{Support, Weak};
use crate::text::display::spacing::single_spaced;
use crate::tui::theme::Role;
use crate::tui::widgets::quote;
use crate::tui::widgets::rich::{Piece, Row};

impl Turn {
    /// Marks the sentences that are not borne out in the rows of the answer.
    pub(super) fn mark_weak(&self, rows: &mut [Row]) {
        for weak in &self.answer.weak {
            mark(rows, weak);
        }
    }

    /// What is not borne out, in words: the sentence, and what its sources lack.
    pub(super) fn weak_in_words(&self) -> Vec<Vec<Piece>> {
        let told = |weak: &Weak| {
            let sentence = single_spaced(&weak.sentence);
            let lacks = match weak.missing.is_empty() {
                true if weak.support == Support::Partly => "what it cites says some of it".to_owned(),
                true => "what it cites says something else".to_owned(),
                false => format!("what it cites lacks {}", weak.missing.join(", ")),
            };
            vec![Piece::new(&format!("“{sentence}” "), Role::Dim), Piece::new(&lacks, Role::Warning)]
        };
        self.answer.weak.iter().map(told).collect()
    }
}

/// Marks one sentence, wherever its words stand in the rows.
fn mark(rows: &mut [Row], weak: &Weak) {
    let mut text = String::new();
    // Where the text of each piece stands in the whole.
    let mut places: Vec<(usize, usize, Range<usize>)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (number, piece) in row.pieces.iter().enumerate() {
            let from = text.len();
            text += &piece.text;
            places.push((at, number, from..text.len()));
        }
        text.push('\n');
    }
    let found = quote::find(&text, weak.sentence.trim());
    let parts = |place: &(usize, usize, Range<usize>)| {
        found.iter().rev().map(|found| (place.clone(), found)).collect::<Vec<_>>()
    };
    // From the end, so that what is cut moves nothing that is still to be cut.
    for ((at, number, place), found) in places.iter().rev().flat_map(parts) {
        let (from, to) = (found.start.max(place.start), found.end.min(place.end));
        let piece = &rows[at].pieces[number];
        if from >= to || piece.link.is_some() {
            continue;
        }
        let inside = from - place.start..to - place.start;
        let part = |range: Range<usize>| piece.text.get(range).unwrap_or_default().to_owned();
        let mut cut = Vec::new();
        for (range, is_weak) in
            [(0..inside.start, false), (inside.clone(), true), (inside.end..piece.text.len(), false)]
        {
            let mut face = piece.face;
            if is_weak {
                face.role = Role::Warning;
            }
            cut.push(Piece { text: part(range), face, link: None });
        }
        cut.retain(|piece| !piece.text.is_empty());
        rows[at].pieces.splice(number..=number, cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_marked_over_lines_and_nothing_beside_it() {
        let mut rows = vec![
            Row::new(vec![Piece::new("It rained. The dam fell in", Role::Text)]),
            Row::new(vec![Piece::new("1874. ", Role::Text), Piece::linked("1", Role::Link, 0)]),
        ];
        let weak = Weak { sentence: "The dam fell in 1874.".into(), missing: vec!["1874".into()], ..Weak::default() };
        mark(&mut rows, &weak);
        let marked: Vec<&str> = rows
            .iter()
            .flat_map(|row| &row.pieces)
            .filter(|piece| piece.face.role == Role::Warning)
            .map(|piece| piece.text.as_str())
            .collect();
        assert_eq!(marked, ["The dam fell in", "1874."]);
        assert_eq!(rows[0].text(), "It rained. The dam fell in", "no letter is lost");
    }
}
