//! Entities and relationships, made of the names that were joined: which are kept and what each is called
//! (`resolution`), where they stand (`places`), which belong together (`relate`, which `rosters` and `letters` keep
//! lists and cells out of), and the sentences that describe them (`describe`, `best_sentences`).

pub(super) mod best_sentences;
pub(super) mod describe;
pub(super) mod letters;
pub(super) mod places;
pub(super) mod relate;
pub(super) mod resolution;
mod rosters;
