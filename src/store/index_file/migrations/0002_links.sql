-- Where one document names another by its title. A question that names the first and means the second follows it.
CREATE TABLE title_names (
    folded   TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (folded, document) -- names in a question are looked up folded
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
    text_unit INTEGER NOT NULL,
    start     INTEGER NOT NULL,
    document  INTEGER NOT NULL,
    end       INTEGER NOT NULL,
    PRIMARY KEY (text_unit, start, document) -- what a text unit names
) STRICT, WITHOUT ROWID;
-- Who names a document.
CREATE INDEX links_by_document ON links (document, text_unit);
