-- A table without row ids keeps no more than a quarter of a page of a row in it: each gist, of a kilobyte and more, had a
-- page of its own for the rest. Of one with row ids several stand in a page. From here on the JSON is deflated
-- (`store/gists.rs`); what was written before stays as it is.
CREATE TABLE gists_by_row (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    evidence BLOB NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;
INSERT INTO gists_by_row (kind, id, evidence) SELECT kind, id, CAST(evidence AS BLOB) FROM gists ORDER BY kind, id;
DROP TABLE gists;
ALTER TABLE gists_by_row RENAME TO gists;
