//! Vectors: texts as numbers, by which it is told what is like what. They are trained on the corpus itself
//! (`term_space`, which `embedder` hands out) or read from files of word vectors (`static_vectors`).

pub mod embedder;
pub mod static_vectors;
pub mod term_space;
