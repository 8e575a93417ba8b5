//! What a pile is about beside those whom it names: the noun phrases that are terms (`noun_phrases`, `lone_nouns`), and
//! what a document's title says that it is about (`titles`), with the other names that its head gives (`aliases`). The
//! works that a document only cites are none of its matter (`citations`).

pub(super) mod aliases;
pub(super) mod citations;
mod lone_nouns;
pub(super) mod noun_phrases;
pub(super) mod titles;
