//! What may be quoted, and what it is about: every sentence with what it names (`sentences`) and with its terms
//! (`bearing`), who is introduced in it (`introductions`), the passages that are cited (`passages`), and gists of
//! documents made of them (`gist`). Read once, and shared by all reports.

pub(super) mod bearing;
pub mod gist;
mod introductions;
pub(super) mod passages;
pub(super) mod sentences;
