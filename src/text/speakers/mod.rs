//! Who says what in a text: the speakers of transcripts, chats and minutes, known by the labels in front of what they
//! say, and who writes to whom in letters and mails, whose lines are told in `letters`. What nobody says, as the
//! notices of a chat's log, is told here, too.

pub mod bynames;
mod chat_export;
mod chatlog;
pub mod correspondents;
mod examination;
mod footer;
pub mod handles;
mod interview;
pub(crate) mod label;
pub mod letters;
mod notes;
mod openings;
pub(in crate::text) mod roles;
mod scribe;
pub mod transcript;
