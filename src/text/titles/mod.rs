//! What tells texts apart by what they are called: numbers in titles, versions of one document, and the order in which
//! a person sorts names of files.

pub mod designators;
pub mod order;
pub mod versions;
