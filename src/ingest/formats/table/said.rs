//! The column that tells who says the text of each row: a speech's speaker, a message's sender, a review's author.

use super::columns::is_long_id;
use super::{Cell, LONG};
use crate::ingest::quoting::turned;

/// Words of a name, at most.
const WORDS: usize = 8;
/// So many in ten of the cells that are filled hold a name.
const MOST: usize = 6;
/// Names that have to agree on being written with the surname in front.
const FEWEST: usize = 3;

/// Who says the text of each row.
#[derive(Debug)]
pub(super) struct SaidBy {
    pub column: String,
    /// The whole column has the surname in front: `Lund, Ada`.
    surname_first: bool,
}

impl SaidBy {
    /// Reads a column as names of those who speak; nothing where most cells hold none.
    pub fn of<'a>(cells: impl Iterator<Item = &'a Cell>, column: &str) -> Option<Self> {
        let values: Vec<&str> = cells.map(|cell| cell.value.trim()).collect();
        let turned = values.iter().filter(|value| turned(value).is_some()).count();
        let surname_first = turned >= FEWEST && turned == values.iter().filter(|value| value.contains(',')).count();
        let made = Self { column: column.to_owned(), surname_first };
        let named = values.iter().filter(|value| made.name_in(value).is_some()).count();
        (named * 10 >= values.len() * MOST).then_some(made)
    }

    /// The name in a cell, as one is called: `Ada Lund` of `Lund, Ada` and of `Ada Lund <ada@holm.example>`. Nothing
    /// where the cell names several, or nobody.
    pub fn name_in(&self, value: &str) -> Option<String> {
        let bare = value.split('<').next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
        let whole = if bare.is_empty() { value } else { bare };
        let name = match turned(whole) {
            Some(turned) if self.surname_first => turned,
            _ => whole.to_owned(),
        };
        let letters = name.chars().filter(|c| c.is_alphabetic()).count();
        let one = !name.contains([',', ';', '&', '/', '|', '\n']) && name.split_whitespace().count() <= WORDS;
        (one && letters > 1 && name.len() <= LONG && !is_long_id(&name)).then_some(name)
    }
}
