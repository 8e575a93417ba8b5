//! Pure functions over text: tokens, sentences, chunks, names and noun phrases, the span map, sanitising of untrusted
//! text. Nothing here does IO.

// Text → sentences: blocks, headings, rows, and who says what.
pub mod addressed;
pub mod aside;
pub mod blocks;
pub mod cells;
mod chatlog;
pub mod chunk;
pub mod columns;
mod headed;
mod label;
pub mod labels;
pub(crate) mod lines;
mod listing;
mod marked;
mod over;
mod roles;
mod scribe;
pub mod sentences;
pub mod spaced;
mod stamped;
pub mod structure;
pub mod transcript;

// Words: their forms, families and languages, and what finds texts alike.
pub mod fold;
pub mod forms;
pub mod hash;
pub mod kin;
pub mod language;
pub mod nouns;
pub mod pronouns;
pub mod script;
pub mod shingles;
pub mod term_vectors;
pub mod terms;
pub mod tokens;
pub mod unspaced;
pub(crate) mod wordlist;

// Dates, numbers and units.
pub mod amounts;
pub mod calendar;
pub mod counted;
pub mod dates;
pub mod day_of;
pub mod hex;
pub mod ordinals;
pub mod periods;
pub mod units;

// Names, who somebody is, and what texts are called.
pub mod acronyms;
pub mod articles;
pub mod capitals;
pub mod designators;
pub mod names;
pub mod natural;
pub mod office;
pub mod subject;
pub mod versions;

// What sentences say, and what questions ask.
pub mod question;
pub mod reference;
pub mod stance;

// Text as it is shown.
pub mod cut;
pub mod differences;
pub mod inline;
pub mod linked;
pub mod sanitise;
pub mod spacing;

// The way back to the bytes of a file.
pub mod landmarks;
pub mod span_map;
pub mod varint;

pub(crate) use label::is_meridian;
pub use lines::is_code;
