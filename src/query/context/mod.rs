//! The records that an answer is written from: passages, reports, entities and gists as they are read from the index,
//! with what may be quoted of each. The order that a model puts passages in, what the corpus knows of words, and a line
//! on the whole pile stand with them, and what several that narrow or count read of all documents: their titles, their
//! days, who wrote which letter.

pub(super) mod days;
pub(super) mod events;
pub(super) mod gists;
pub(super) mod letters;
pub(super) mod lexicon;
pub(super) mod lone_names;
pub(super) mod passages;
pub(super) mod pile;
pub(super) mod records;
pub(super) mod reranking;
pub(super) mod speakers;
pub(super) mod speaking;
pub(super) mod titles;
