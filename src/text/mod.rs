//! Pure functions over text: how it is laid out, who speaks in it, its words, dates, numbers and names, what its
//! sentences say and what questions ask, how it is shown, and the way back to the bytes it was made of. A folder owns
//! each of these; nothing here does IO.

pub mod cutting;
pub mod dates;
pub mod display;
pub mod language;
pub mod layout;
pub mod names;
pub mod numbers;
pub mod provenance;
pub mod question;
pub mod similarity;
pub mod speakers;
pub mod statements;
pub mod titles;
pub mod words;
