//! Organisations, places and their bodies under several names: letters and what they stand for (`acronyms`), a board or
//! a rule named in short (`bodies`), firms and their legal forms (`firms`), and names inside longer names
//! (`compounds`), and what one is called in several languages (`tongues`).

pub(super) mod acronyms;
pub(super) mod bodies;
pub(super) mod compounds;
pub(super) mod firms;
pub(super) mod tongues;
