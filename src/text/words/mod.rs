//! Words: their folded and stemmed forms, what single ones mean (`lexicon`), the families that stand in for one
//! another, and closed classes such as pronouns. What belongs to one language lies in its pack (`text/language`).

pub mod fold;
pub mod forms;
pub mod inflection;
pub mod kin;
pub(crate) mod lexicon;
pub mod participles;
pub mod pronouns;
pub(in crate::text) mod stage;
pub mod terms;
pub mod tokens;
pub(crate) mod wordlist;
