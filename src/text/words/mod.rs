//! Words: how a text is cut into them, in scripts with spaces and without, their folded and stemmed forms, the families
//! that stand in for one another, and closed classes such as pronouns. Tokens as models count them are here as well.
//! What belongs to one language lies in its pack (`text/language`).

pub mod fold;
pub mod forms;
pub mod kin;
pub mod nouns;
pub mod participles;
pub mod pronouns;
pub mod script;
pub mod segmentation;
pub mod terms;
pub mod tokens;
pub(crate) mod wordlist;
