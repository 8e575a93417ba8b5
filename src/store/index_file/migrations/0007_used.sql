-- Whether the build under way has a use for an answer. One that it has none for may tell of a text that is gone.
ALTER TABLE ledger ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
