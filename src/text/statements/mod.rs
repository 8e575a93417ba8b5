//! What a sentence says: the kind of statement it makes, who somebody is by it, whether it is about a name or holds it
//! by the way, and whether it only sends its reader elsewhere. What questions ask is read in `text/question`.

pub mod office;
pub mod reference;
pub mod stance;
pub mod subject;
