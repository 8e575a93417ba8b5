//! Full text, vectors and the graph → ranked records.
