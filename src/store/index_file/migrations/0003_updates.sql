-- What the next build takes over, so that only what changed is read and extracted again, and what it made of that.

-- The title a document gives itself, before it is told apart from its neighbours'.
ALTER TABLE document_parts ADD COLUMN own_title TEXT NOT NULL DEFAULT '';

-- What was found in a text unit, packed by index/packed.rs; only where finding it again costs time and no money.
CREATE TABLE extractions (
    text_unit INTEGER PRIMARY KEY,
    packed    BLOB NOT NULL
) STRICT;

-- What the last update made new, changed or removed; empty after a first build.
CREATE TABLE news (
    kind   TEXT NOT NULL,
    id     INTEGER NOT NULL,
    change TEXT NOT NULL CHECK (change IN ('new', 'changed', 'gone')),
    title  TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
