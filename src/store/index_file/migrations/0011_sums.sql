-- A sum over each block of text, checked when it is read: a page of SQLite has none, and text that changed by itself would
-- be quoted as if somebody had written it. None in what was written before.
ALTER TABLE document_text ADD COLUMN sum INTEGER;
