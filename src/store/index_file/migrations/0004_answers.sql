-- What a unit of work is about, ready to print; the model that answered; and answers that are no text (a vector as
-- signed bytes, with its scale in the first four).
ALTER TABLE ledger ADD COLUMN item TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN data BLOB;
-- Failures are listed, and there are few of them among many answers.
CREATE INDEX ledger_failures ON ledger (task, key) WHERE state = 'failed';
