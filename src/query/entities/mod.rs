//! Whom and what a question names, in the graph: what ties two of them (`relation`, by the text units that name both),
//! to what one of them is tied (`ties`), and a line on one (`dossier`). Of a full name that nobody bears it is said
//! that others have the surname (`namesakes`), and what lone word of a name is
//! nobody else's (`lone_names`).

mod co_mentions;
pub(super) mod dossier;
pub(super) mod lone_names;
pub(super) mod namesakes;
pub(super) mod relation;
pub(super) mod ties;
