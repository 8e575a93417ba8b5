-- What can be quoted of a sentence is no longer judged ahead: windows around it are, when it is wanted.
ALTER TABLE document_parts DROP COLUMN quotes;
