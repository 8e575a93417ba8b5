//! A row of a table that is quoted, `“no: L-7; object: Muster book; direction: in”`: what each cell is called stands
//! back behind what it says, and a line breaks between cells rather than inside of one.

use std::ops::Range;

use crate::text::layout::cells;
use crate::tui::theme::Role;
use crate::tui::widgets::rich::{Face, Piece};

/// What stands between two cells: a line breaks at its end.
const APART: &str = "\u{a0}\u{a0} ";

/// Sets rows that are quoted in pieces of text apart by their cells.
pub fn set_apart(pieces: Vec<Piece>) -> Vec<Piece> {
    let plain = |piece: &Piece| piece.face == Face::default() && piece.link.is_none();
    pieces.into_iter().flat_map(|piece| if plain(&piece) { parted(piece) } else { vec![piece] }).collect()
}

fn parted(piece: Piece) -> Vec<Piece> {
    let text = piece.text.as_str();
    let mut made: Vec<Piece> = Vec::new();
    let mut from = 0;
    for quoted in quotations(text) {
        let line = &text[quoted.clone()];
        let row = cells::named(line);
        if !row.is_of_a_table(line) {
            continue;
        }
        made.push(Piece::new(&text[from..quoted.start], Role::Text));
        from = quoted.end;
        let title = [("", [Piece::new(&line[row.title.clone()], Role::Text)].to_vec())];
        let cells = row
            .cells
            .iter()
            .map(|(name, value)| (&line[name.clone()], [Piece::new(&line[value.clone()], Role::Text)].to_vec()));
        made.extend(apart(title.into_iter().filter(|_| !row.title.is_empty()).chain(cells)));
    }
    if from == 0 {
        return vec![piece];
    }
    made.push(Piece::new(&text[from..], Role::Text));
    made.retain(|piece| !piece.text.is_empty());
    made
}

/// Cells one behind the other, each behind what it is called.
pub fn apart<'a>(cells: impl IntoIterator<Item = (&'a str, Vec<Piece>)>) -> Vec<Piece> {
    let mut made: Vec<Piece> = Vec::new();
    for (name, said) in cells {
        if let Some(before) = made.last_mut() {
            before.text.push_str(APART);
        }
        if !name.is_empty() {
            made.push(Piece::new(&format!("{}:\u{a0}", name.replace(' ', "\u{a0}")), Role::Dim));
        }
        made.extend(said);
    }
    made
}

/// What stands in quotation marks, without them; what is quoted may quote.
fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, mark) in text.char_indices() {
        match mark {
            '“' => open.push(at + mark.len_utf8()),
            '”' => {
                if let Some(from) = open.pop()
                    && open.is_empty()
                {
                    found.push(from..at);
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, bool)> {
        let pieces = set_apart(vec![Piece::new(text, Role::Text)]);
        pieces.into_iter().map(|piece| (piece.text.replace('\u{a0}', "_"), piece.face.role == Role::Dim)).collect()
    }

    #[test]
    fn a_row_that_is_quoted_is_set_apart_by_its_cells() {
        let row = "Muster book: “no: L-7; object: Muster book; wet; date out: 2021” — Loans";
        let piece = |text: &str, dim| (text.to_owned(), dim);
        let expected = [
            piece("Muster book: “", false),
            piece("no:_", true),
            piece("L-7__ ", false),
            piece("object:_", true),
            piece("Muster book; wet__ ", false),
            piece("date_out:_", true),
            piece("2021", false),
            piece("” — Loans", false),
        ];
        assert_eq!(told(row), expected);
    }

    #[test]
    fn running_text_stays_as_it_is() {
        for text in [
            "“The gate was shut: nobody knew; and that was that.” — Ada",
            "“We were told three things, said Ada: no; and one who stood by, quite wet: maybe; Tom: yes.”",
            "no: 1; object: 2; crate: 3, and nothing quoted",
        ] {
            assert_eq!(told(text).len(), 1, "{text}");
        }
    }
}
