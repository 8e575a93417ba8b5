//! Which texts are alike, and how far: hashes that find what returns unchanged, shingles that find what returns in
//! part, vectors of weighted words for what is about the same matter, and what two texts differ in.

pub mod differences;
pub mod shingles;
pub mod term_vectors;
