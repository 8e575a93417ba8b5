//! What a build takes over from the index it takes the place of: whether the folder is another at all (`changes`), what
//! is read from the old index (`previous`), text units that are not extracted from again (`reuse`), and which ids live
//! on (`numbering`).

pub(super) mod changes;
pub(super) mod numbering;
pub(super) mod previous;
pub(super) mod reuse;
