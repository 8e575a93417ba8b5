-- What text units are about: the names that lead to them, with how surely, in hundredths. Titles are beside them in
-- `title_names`: those lead to whole documents.
CREATE TABLE subjects (
    folded    TEXT NOT NULL,
    text_unit INTEGER NOT NULL,
    weight    INTEGER NOT NULL,
    PRIMARY KEY (folded, text_unit) -- names in a question, and in passages, are looked up folded
) STRICT, WITHOUT ROWID;

-- What is built only when asked for. One row says that a structure is there, and facts about it as JSON.
CREATE TABLE structures (
    name  TEXT PRIMARY KEY,
    facts TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Further trees beside the communities: nodes from the leaves' parents (level 1) upward.
CREATE TABLE tree_nodes (
    structure TEXT NOT NULL,
    id        INTEGER NOT NULL,
    level     INTEGER NOT NULL,
    title     TEXT NOT NULL,
    summary   TEXT NOT NULL,
    PRIMARY KEY (structure, id)
) STRICT, WITHOUT ROWID;

-- What lies under a node: other nodes, text units, entities. A child may have several parents.
CREATE TABLE tree_children (
    structure TEXT NOT NULL,
    parent    INTEGER NOT NULL,
    rank      INTEGER NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('node', 'source', 'entity')),
    child     INTEGER NOT NULL,
    PRIMARY KEY (structure, parent, rank)
) STRICT, WITHOUT ROWID;

-- A line that situates a text unit in its document, and its words with those of the text unit.
CREATE TABLE contexts (
    text_unit INTEGER PRIMARY KEY,
    line      TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE context_words USING fts5 (
    line, text, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- Vectors of a structure's own, as in `vectors`.
CREATE TABLE space_vectors (
    space TEXT NOT NULL,
    id    INTEGER NOT NULL,
    scale REAL NOT NULL,
    data  BLOB NOT NULL,
    PRIMARY KEY (space, id)
) STRICT, WITHOUT ROWID;

-- What a structure keeps packed: a nearest-neighbour index, a list of edges.
CREATE TABLE structure_data (
    structure TEXT NOT NULL,
    name      TEXT NOT NULL,
    data      BLOB NOT NULL,
    PRIMARY KEY (structure, name)
) STRICT, WITHOUT ROWID;
