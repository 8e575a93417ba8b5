//! Subjects: what a text unit is about, as names that lead to it.

use crate::model::TextUnitId;
use crate::store::{Reader, Result, Writer};

/// Names with the same first words that are read at most.
const MOST_WITH_A_WORD: usize = 2_000;

/// A name by which a text unit is found, because it is about whoever bears it.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectName {
    /// Its words folded, with single spaces.
    pub folded: String,
    pub unit: TextUnitId,
    /// How surely, from 0 to 1.
    pub weight: f32,
}

impl Writer {
    pub fn add_subjects(&self, subjects: &[SubjectName]) -> Result<()> {
        for SubjectName { folded, unit, weight } in subjects {
            let hundredths = (weight.clamp(0.0, 1.0) * 100.0).round() as i64;
            self.run(
                "INSERT OR REPLACE INTO subjects (folded, text_unit, weight) VALUES (?1, ?2, ?3)",
                (folded, unit.0, hundredths),
            )?;
        }
        Ok(())
    }
}

impl Reader {
    /// The text units about whoever bears a name, given folded, with how surely; in the order of ids.
    pub fn subjects_named(&self, folded: &str) -> Result<Vec<(TextUnitId, f32)>> {
        self.all("SELECT text_unit, weight FROM subjects WHERE folded = ?1 ORDER BY text_unit", [folded], |row| {
            Ok((TextUnitId(row.get(0)?), row.get::<_, f32>(1)? / 100.0))
        })
    }

    /// The names that begin with some words, by name.
    pub fn subjects_beginning(&self, words: &str) -> Result<Vec<SubjectName>> {
        // The sign after the space ends the range of names that go on with another word.
        self.all(
            "SELECT folded, text_unit, weight FROM subjects WHERE folded >= ?1 AND folded < ?1 || '!' \
             ORDER BY folded, text_unit LIMIT ?2",
            (words, MOST_WITH_A_WORD as i64),
            |row| {
                let (folded, unit) = (row.get(0)?, TextUnitId(row.get(1)?));
                Ok(SubjectName { folded, unit, weight: row.get::<_, f32>(2)? / 100.0 })
            },
        )
    }
}
