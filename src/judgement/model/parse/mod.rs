//! A lenient reader of what models really answer: pure functions from text to elements, reports, points and ratings.
//!
//! A model is asked for JSON or for delimited records and gives either, in a fence, after its thoughts, with prose
//! around it, with delimiters of its own, with fields too many or too few, cut in the middle, or with the prompt's
//! placeholders in place of names. Whatever can be told without guessing is kept, whatever was mended is counted in
//! [`Repairs`], and what could not be read is counted as lost, so that it can be asked for again: nothing vanishes
//! silently. Every function here takes any text at all, in time linear in its length.

pub mod clean;
pub mod elements;
pub mod json;
pub mod points;
pub mod records;
pub mod report;

/// What an answer needed before it could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Thoughts, fences or prose around the answer were passed over.
    pub wrapped: bool,
    /// Records whose delimiters, brackets or number of fields were not as asked; or JSON that was not quite JSON.
    pub mended: u32,
    /// Placeholders of the prompt that came back in place of names.
    pub echoes: u32,
    /// What looks like a record and could not be read.
    pub lost: u32,
    /// The answer ends in the middle.
    pub cut: bool,
}

/// An answer, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadAnswer<T> {
    pub value: T,
    pub repairs: Repairs,
    /// The answer came to its end: its end mark, or the bracket that closes its JSON.
    pub ended: bool,
}
