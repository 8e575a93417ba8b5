//! What the index is searched by: its words, its vectors, the names of what a text unit is about, and the further
//! structures that an index carries when asked for.

mod full_text;
mod structures;
mod subjects;
mod vectors;

pub use full_text::{Hit, is_indexed_in_pairs, row_of_words, search_text};
pub use structures::{StructureRow, TreeChild, TreeNode};
pub use subjects::SubjectName;
pub use vectors::{StoredTerm, Vectors, dequantise, dot, quantise};
