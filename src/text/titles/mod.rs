//! What tells texts apart by what they are called: numbers in titles, versions of one document, what takes the place of
//! another, subjects of messages, and the order in which a person sorts names of files.

pub mod designators;
pub mod order;
pub mod replacing;
pub mod subjects;
pub mod versions;
