//! Pure functions over text: tokens, sentences, chunks, names and noun phrases, the span map, sanitising of untrusted
//! text. Nothing here does IO.
pub mod question;
pub mod rank;
pub mod standalone;
pub mod terms;
mod wordlist;
