//! Where a text is cut: which script a letter is of (`script`), where words begin and end in it (`words`,
//! `segmentation`), lines, and sentences by their marks (`lines`, `punctuation`), and tokens as models count them.
//! Nothing here knows of any language.

pub mod lines;
pub mod punctuation;
pub mod script;
pub mod segmentation;
pub mod tokens;
pub mod words;
