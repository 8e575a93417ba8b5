//! The query engines, one file each, over an analyst and retrieval.
