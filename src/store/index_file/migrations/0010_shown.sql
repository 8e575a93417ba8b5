-- Where a text unit shows a relationship, in the words that whoever told it pointed at: bytes of the document's text.
CREATE TABLE shown (
    relationship INTEGER NOT NULL,
    text_unit    INTEGER NOT NULL,
    start        INTEGER NOT NULL,
    end          INTEGER NOT NULL
) STRICT;
CREATE INDEX shown_relationship ON shown (relationship);
