-- What can be quoted of each sentence of a document, packed by store/quotes.rs: judging it takes a good part of a build, and
-- depends on nothing but the sentence. Empty where it was not judged.
ALTER TABLE document_parts ADD COLUMN quotes BLOB NOT NULL DEFAULT x'';
