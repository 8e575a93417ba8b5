//! What a sentence says: the kind of statement it makes, what it moves or decides, who somebody is by it, and whether
//! it only sends its reader elsewhere. What questions ask is read in `text/question`.

pub mod motions;
pub mod office;
pub mod reference;
pub mod stance;
