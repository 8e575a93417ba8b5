-- What a record is about in its documents' own words: passages as JSON, for documents and communities.
CREATE TABLE gists (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
