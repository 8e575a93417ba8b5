-- The first schema. Migrations are appended, never edited: `user_version` counts how many a file has had.
-- Ids are chosen by the build (from 0, in reading order), so that the same documents give the same index.

-- What the index says of itself: method, folders, settings, counts that are expensive to count.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every file the walk met, read or not. Size and time tell whether the folder changed since.
CREATE TABLE files (
    id       INTEGER PRIMARY KEY,
    path     TEXT NOT NULL UNIQUE, -- a document's path is looked up here
    status   TEXT NOT NULL CHECK (status IN ('read', 'skipped')),
    reason   TEXT,
    size     INTEGER NOT NULL,
    modified INTEGER,
    hash     TEXT
) STRICT;

CREATE TABLE documents (
    id        INTEGER PRIMARY KEY,
    file      INTEGER NOT NULL REFERENCES files,
    title     TEXT NOT NULL,
    row       INTEGER,
    format    TEXT NOT NULL,
    encoding  TEXT NOT NULL,
    language  TEXT,
    bytes     INTEGER NOT NULL,
    modified  INTEGER,
    hash      TEXT NOT NULL,
    text_len  INTEGER NOT NULL,
    tokens    INTEGER NOT NULL
) STRICT;
-- `search --scope folder` and "which documents came from this file".
CREATE INDEX documents_by_file ON documents (file, row);

-- What only opening a document needs; kept apart so that listing a hundred thousand documents reads small rows.
CREATE TABLE document_parts (
    document  INTEGER PRIMARY KEY,
    span_map  BLOB NOT NULL,
    speakers  TEXT NOT NULL, -- JSON
    sentences BLOB NOT NULL  -- packed, see store/sentences.rs
) STRICT;

-- The extracted text, once, in blocks: the id is the document and the block's number, so that a window of a huge
-- document is a range of rowids and needs no index.
CREATE TABLE document_text (
    id    INTEGER PRIMARY KEY, -- document << 24 | block
    start INTEGER NOT NULL,
    text  TEXT NOT NULL
) STRICT;

CREATE TABLE recurring (
    document       INTEGER NOT NULL,
    start          INTEGER NOT NULL,
    end            INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    first_document INTEGER NOT NULL,
    PRIMARY KEY (document, start, end) -- shown with the document
) STRICT, WITHOUT ROWID;

CREATE TABLE text_units (
    id         INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL,
    ordinal    INTEGER NOT NULL,
    start      INTEGER NOT NULL,
    end        INTEGER NOT NULL,
    fresh_from INTEGER NOT NULL,
    tokens     INTEGER NOT NULL,
    recurring  INTEGER NOT NULL
) STRICT;
-- The units of a document in order: its neighbours, the unit at a place.
CREATE UNIQUE INDEX text_units_by_document ON text_units (document, ordinal);

CREATE TABLE entities (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    description TEXT NOT NULL,
    mentions    INTEGER NOT NULL,
    documents   INTEGER NOT NULL,
    degree      INTEGER NOT NULL,
    ubiquitous  INTEGER NOT NULL
) STRICT;

-- Rank 0 is the entity's own name.
CREATE TABLE names (
    entity INTEGER NOT NULL,
    rank   INTEGER NOT NULL,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL,
    PRIMARY KEY (entity, rank)
) STRICT, WITHOUT ROWID;
-- Names in a question are looked up folded.
CREATE INDEX names_by_fold ON names (folded, rank);

CREATE TABLE mentions (
    entity    INTEGER NOT NULL,
    text_unit INTEGER NOT NULL,
    start     INTEGER NOT NULL,
    end       INTEGER NOT NULL,
    PRIMARY KEY (entity, text_unit, start) -- where an entity is named
) STRICT, WITHOUT ROWID;
-- What a text unit names; covers the lookup, so the table itself is not read.
CREATE INDEX mentions_by_unit ON mentions (text_unit, start, end, entity);

-- Who speaks in, wrote, or is the subject of a document.
CREATE TABLE appearances (
    document  INTEGER NOT NULL,
    entity    INTEGER NOT NULL,
    role      TEXT NOT NULL,
    sentences INTEGER NOT NULL,
    PRIMARY KEY (document, entity, role)
) STRICT, WITHOUT ROWID;
-- The documents an entity has a part in.
CREATE INDEX appearances_by_entity ON appearances (entity, document, role, sentences);

CREATE TABLE relationships (
    id          INTEGER PRIMARY KEY,
    source      INTEGER NOT NULL,
    target      INTEGER NOT NULL,
    description TEXT NOT NULL,
    weight      REAL NOT NULL
) STRICT;
-- An entity's relationships, strongest first, from either end.
CREATE INDEX relationships_by_source ON relationships (source, weight DESC, target);
CREATE INDEX relationships_by_target ON relationships (target, weight DESC, source);

CREATE TABLE relationship_units (
    relationship INTEGER NOT NULL,
    rank         INTEGER NOT NULL,
    text_unit    INTEGER NOT NULL,
    PRIMARY KEY (relationship, rank)
) STRICT, WITHOUT ROWID;
-- What a text unit relates.
CREATE INDEX relationship_units_by_unit ON relationship_units (text_unit, relationship);

CREATE TABLE claims (
    id          INTEGER PRIMARY KEY,
    subject     INTEGER NOT NULL,
    object      INTEGER,
    kind        TEXT NOT NULL,
    status      TEXT NOT NULL,
    start_date  TEXT,
    end_date    TEXT,
    description TEXT NOT NULL,
    quote       TEXT NOT NULL,
    quote_start INTEGER,
    quote_end   INTEGER,
    text_unit   INTEGER NOT NULL
) STRICT;
-- An entity's claims; what a text unit claims.
CREATE INDEX claims_by_subject ON claims (subject);
CREATE INDEX claims_by_unit ON claims (text_unit);

CREATE TABLE communities (
    id          INTEGER PRIMARY KEY,
    level       INTEGER NOT NULL,
    parent      INTEGER,
    position    INTEGER NOT NULL, -- among its siblings
    entities    INTEGER NOT NULL,
    documents   INTEGER NOT NULL,
    unconnected INTEGER NOT NULL
) STRICT;
-- The rows of an opened tree node, in order; the roots are the children of NULL.
CREATE INDEX communities_by_parent ON communities (parent, unconnected, position);
-- The reports of a level.
CREATE INDEX communities_by_level ON communities (level);

CREATE TABLE members (
    community INTEGER NOT NULL,
    rank      INTEGER NOT NULL, -- most central first
    entity    INTEGER NOT NULL,
    PRIMARY KEY (community, rank)
) STRICT, WITHOUT ROWID;
-- The communities an entity is in.
CREATE INDEX members_by_entity ON members (entity, community);

CREATE TABLE reports (
    community     INTEGER PRIMARY KEY,
    title         TEXT NOT NULL,
    summary       TEXT NOT NULL,
    rating        REAL NOT NULL,
    rating_reason TEXT NOT NULL,
    findings      TEXT NOT NULL -- JSON
) STRICT;

-- Full text, contentless: the words are indexed, the text stays where it is. Both take text prepared by
-- store/search.rs (runs of Chinese, Japanese and Korean as pairs of characters).
CREATE VIRTUAL TABLE unit_words USING fts5 (
    title, text, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
);
-- Entities, relationships, claims, reports, documents: the rowid is id << 3 | kind.
CREATE VIRTUAL TABLE record_words USING fts5 (
    title, body, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- Vectors of unit length as signed bytes times a scale; the model and its dimensions are in `meta`.
CREATE TABLE vectors (
    id    INTEGER PRIMARY KEY, -- kind << 32 | id
    scale REAL NOT NULL,
    data  BLOB NOT NULL
) STRICT;

-- What embeds a question: the corpus's own terms.
CREATE TABLE term_vectors (
    term   TEXT PRIMARY KEY,
    weight REAL NOT NULL,
    scale  REAL NOT NULL,
    data   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Units of paid or slow work, so that a run killed at any moment pays for nothing twice.
CREATE TABLE ledger (
    task              TEXT NOT NULL,
    key               TEXT NOT NULL,
    state             TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    attempts          INTEGER NOT NULL DEFAULT 0,
    error             TEXT,
    prompt_tokens     INTEGER NOT NULL DEFAULT 0,
    completion_tokens INTEGER NOT NULL DEFAULT 0,
    cost_usd          REAL NOT NULL DEFAULT 0,
    output            TEXT, -- the answer that was paid for; none where doing it again costs nothing
    PRIMARY KEY (task, key)
) STRICT, WITHOUT ROWID;

-- Finished stages of the build. A stage's last rows and its mark are committed together.
CREATE TABLE stages (
    name   TEXT PRIMARY KEY,
    done   INTEGER NOT NULL, -- units of work
    millis INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Conversations outlive rebuilds: `build` tells which index a turn's citations are about.
CREATE TABLE chats (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    title   TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE turns (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    chat     INTEGER NOT NULL REFERENCES chats ON DELETE CASCADE,
    parent   INTEGER REFERENCES turns ON DELETE SET NULL,
    build    TEXT NOT NULL,
    created  INTEGER NOT NULL,
    question TEXT NOT NULL,
    mode     TEXT NOT NULL,
    level    INTEGER,
    scope    TEXT NOT NULL, -- JSON
    answer   TEXT           -- JSON; none while it is being written or when it was cancelled
) STRICT;
-- A conversation in order.
CREATE INDEX turns_by_chat ON turns (chat, id);

-- Where one left: one JSON value for each key.
CREATE TABLE ui_state (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
