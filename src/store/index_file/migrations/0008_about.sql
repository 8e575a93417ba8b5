-- The text unit that a unit of work is about; none where it is about several, or about something else. Until now the words
-- of `item` told it.
ALTER TABLE ledger ADD COLUMN text_unit INTEGER;
UPDATE ledger SET text_unit = CAST(substr(item, length('text unit ') + 1) AS INTEGER) WHERE item LIKE 'text unit %';
