//! Reading: a folder is walked, each file becomes documents with their text and the map back to the file's bytes.
