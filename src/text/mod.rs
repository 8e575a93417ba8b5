//! Pure functions over text: tokens, sentences, chunks, names and noun phrases, the span map, sanitising of untrusted
//! text. Nothing here does IO.

pub mod acronyms;
pub mod aside;
pub mod blocks;
pub mod calendar;
mod chatlog;
pub mod chunk;
pub mod cut;
pub mod dates;
pub mod designators;
pub mod fold;
pub mod forms;
pub mod hash;
mod headed;
pub mod inline;
pub mod kin;
mod label;
pub mod labels;
pub mod landmarks;
pub mod language;
pub(crate) mod lines;
pub mod linked;
mod listing;
pub mod names;
pub mod nouns;
pub mod office;
pub mod periods;
pub mod question;
pub mod rank;
mod roles;
pub mod sanitise;
mod scribe;
pub mod sentences;
pub mod shingles;
pub mod spaced;
pub mod span_map;
pub mod stance;
pub mod structure;
pub mod subject;
pub mod terms;
pub mod tokens;
pub mod transcript;
pub mod unspaced;
pub mod varint;
pub(crate) mod wordlist;

pub use lines::is_code;
