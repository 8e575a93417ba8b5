//! Whom and what a question names, in the graph: what ties two of them (`relation`, by the text units that name both),
//! to what one of them is tied (`ties`), a line on one (`dossier`), and who has a part in the documents (`cast`). Of a
//! full name that nobody bears it is said that others have the surname (`namesakes`).

pub(super) mod cast;
mod co_mentions;
pub(super) mod dossier;
pub(super) mod namesakes;
pub(super) mod relation;
pub(super) mod ties;
