//! Contradictions: where documents say different things of one matter. A passage is corrected by another
//! (`correcting`), a figure is given in two ways (`figures`) or took the place of another (`replacing`), or an older
//! version of a document says what the present one no longer does (`versions`).

pub(super) mod correcting;
pub(super) mod figures;
pub(super) mod replacing;
mod versions;
