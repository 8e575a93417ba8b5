-- What a person measures, votes and keeps as tests. Values that are shapes of the program's are JSON.

-- A question set through one way of answering or finding.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    -- Hash of all that the outcomes depend on: the same key, the same outcomes.
    key TEXT NOT NULL UNIQUE,
    question_set TEXT NOT NULL,
    set_hash TEXT NOT NULL,
    contestant TEXT NOT NULL,
    settings TEXT NOT NULL,
    build TEXT NOT NULL,
    program TEXT NOT NULL,
    started INTEGER NOT NULL,
    -- Null while outcomes are missing.
    finished INTEGER
) STRICT;

CREATE TABLE outcomes (
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    kind TEXT,
    -- What questions have in common that are not independent of each other: the document asked.
    cluster TEXT NOT NULL,
    "values" TEXT NOT NULL,
    answer TEXT,
    PRIMARY KEY (run, question)
) STRICT, WITHOUT ROWID;

-- Votes on two answers to a question, by a person who did not see whose they are.
CREATE TABLE votes (
    first_run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    second_run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    -- 1 for the first run, 0 for the second, 0.5 for neither.
    score REAL NOT NULL,
    cast INTEGER NOT NULL,
    PRIMARY KEY (first_run, second_run, question)
) STRICT, WITHOUT ROWID;

-- Turns of a chat kept as tests, as lines of a question set.
CREATE TABLE kept_questions (
    id INTEGER PRIMARY KEY,
    question TEXT NOT NULL UNIQUE,
    line TEXT NOT NULL,
    kept INTEGER NOT NULL
) STRICT;
