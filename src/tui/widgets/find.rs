//! A text that is looked for in the rows of a page: its places as it is typed, and which of them one is at.

use super::field::Field;
use super::rich::{self, Row};

/// A text looked for.
#[derive(Clone, Debug, Default)]
pub struct Find {
    pub field: Field,
    pub typing: bool,
    /// Row, and the cells from and to, in the order of the rows.
    matches: Vec<(usize, usize, usize)>,
    at: usize,
    /// The row at the top of where one read before.
    pub top: usize,
}

impl Find {
    /// Begins to look for what is typed from a row on.
    pub fn from(top: usize) -> Self {
        Self { typing: true, top, ..Self::default() }
    }

    /// Finds the places, and goes to the first of them from where one read on.
    pub fn look(&mut self, rows: &[Row]) {
        self.look_again(rows);
        self.at = self.matches.iter().position(|&(row, ..)| row >= self.top).unwrap_or(0);
    }

    /// Finds the places in the rows as they are now.
    pub fn look_again(&mut self, rows: &[Row]) {
        let places = |(number, row)| {
            let found = rich::matches(row, self.field.text()).into_iter();
            found.map(move |(from, to)| (number, from, to))
        };
        self.matches = rows.iter().enumerate().flat_map(places).collect();
        self.at = self.at.min(self.matches.len().saturating_sub(1));
    }

    /// Goes to the next place, or the one before; false where there is none.
    pub fn step(&mut self, forward: bool) -> bool {
        let next = if forward { Some(self.at + 1) } else { self.at.checked_sub(1) };
        let next = next.filter(|&next| next < self.matches.len());
        self.at = next.unwrap_or(self.at);
        next.is_some()
    }

    /// Goes on at the other end.
    pub fn wrap(&mut self, forward: bool) {
        self.at = if forward { 0 } else { self.matches.len().saturating_sub(1) };
    }

    /// The row of the place one is at.
    pub fn row(&self) -> Option<usize> {
        self.matches.get(self.at).map(|&(row, ..)| row)
    }

    /// The number of the place one is at, from 1, and how many there are.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.matches.len())
    }

    /// True where the text is found nowhere.
    pub fn is_nowhere(&self) -> bool {
        self.matches.is_empty()
    }

    /// Cells of a row that are found.
    pub fn found(&self, row: usize) -> Vec<(usize, usize)> {
        let from = self.matches.partition_point(|&(other, ..)| other < row);
        let here = self.matches[from..].iter().take_while(|(other, ..)| *other == row);
        here.map(|&(_, from, to)| (from, to)).collect()
    }
}
