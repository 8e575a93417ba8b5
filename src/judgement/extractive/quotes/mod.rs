//! Quotes: what of the passages chosen is shown, and in what form. Which are quoted is `quoting`, how far each reaches
//! `reaching`; a list is quoted whole where its heading answers (`section`) or a sentence announces it (`itemised`).
//! Written as Markdown they are `drawn`, and rows of one table `tabled`.

pub mod drawn;
pub(super) mod itemised;
mod quoting;
pub(super) mod reaching;
pub(super) mod section;
pub mod tabled;
