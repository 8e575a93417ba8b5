//! Which figures can be years.

/// Years that four digits are read as, in texts and at the beginning of file names.
pub(in crate::text) const YEARS: std::ops::Range<i64> = 1400..2100;
/// The first year of a date that has its month beside it, which says what it is.
pub(in crate::text) const FIRST_BESIDE_MONTH: i64 = 1000;
/// The first year in a cue for what a sentence tells, where a figure is more often a count.
pub(in crate::text) const FIRST_IN_CUES: i64 = 1500;
/// The first year that a column of a table is called by.
pub const FIRST_OF_COLUMNS: i64 = 1800;

/// True for four digits that can be a year: of this century or of one from which texts are dated.
pub fn is_year(word: &str) -> bool {
    is_year_from(word, YEARS.start)
}

/// The same for a year that is not before the first.
pub fn is_year_from(word: &str, first: i64) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|number| (first..YEARS.end).contains(&number))
}
