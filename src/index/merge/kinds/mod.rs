//! What a name is: a person, a place, an organisation, a thing, a term. Each file reads a sign of its own (what stands
//! around a name, whether an article does, a preposition of place, what only somebody does) and votes; `decision`
//! decides, once the names of an entity are joined.

pub(in crate::index) mod decision;
pub(super) mod doers;
pub(super) mod place_names;
pub(super) mod surroundings;
pub(super) mod things;
