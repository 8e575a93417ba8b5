-- The document, by its hash, that all of a unit of work is about and nothing else; none where it is about several, or about a
-- part of one.
ALTER TABLE ledger ADD COLUMN document TEXT;
