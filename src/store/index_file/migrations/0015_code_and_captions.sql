-- Sentences may be code or captions. How they are packed has not changed, and a program that does not know these kinds would take
-- a document that has some for damaged: it is told that the file is newer.
SELECT 1;
