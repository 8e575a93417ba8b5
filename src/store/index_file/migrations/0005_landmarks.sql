-- Where the pages, sheets, messages of a file begin in its text, packed (text/provenance/landmarks.rs): files that are
-- no text have no bytes to lead to. Empty for a text file.
ALTER TABLE document_parts ADD COLUMN landmarks BLOB NOT NULL DEFAULT x'';
