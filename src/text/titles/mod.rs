//! What tells texts apart by what they are called: numbers in titles, versions of one document, what takes the
//! place of another, and the order in which a person sorts names of files.

pub mod designators;
pub mod order;
pub mod replacing;
pub mod versions;
