//! Where a record lies in a file: the path, the bytes, the line.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Library, Result};
use crate::ingest::Roots;
use crate::model::{Anchor, ClaimId, DocumentId, Kind, Ref, Span, TextUnitId};
use crate::tui::data::{LibraryError, Place, ToldElsewhere};
use crate::tui::widgets::quote;

impl Library {
    /// The file, the bytes and the line that a source, a claim or a document rests on; of a source those of the words
    /// that were quoted from it.
    pub(super) fn place(&self, record: Ref, words: Option<String>) -> Result<Place> {
        let (document, mut span) = self.stands(record)?;
        if let (Some(words), Kind::Source, None) = (words, record.kind, record.anchor) {
            let (of, text) = self.reader.text(document, span)?;
            if let Some(found) = quote::find(&text, &words).first() {
                span = Span::new(of.start + found.start, of.start + found.end);
            }
        }
        self.place_of(document, span)
    }

    /// What records are called and where they stand in their files, for whoever reads of them elsewhere.
    pub(super) fn told(&self, refs: &[Ref]) -> Result<HashMap<Ref, ToldElsewhere>> {
        let mut told = HashMap::new();
        for (&record, title) in refs.iter().zip(self.titles(refs)?) {
            self.go_on()?;
            let place = match record.kind {
                _ if title.is_none() => None,
                Kind::Document if record.anchor.is_none() => Some(self.reader.document(DocumentId(record.id))?.path),
                Kind::Source | Kind::Claim | Kind::Document => Some(self.place_in_words(record)?),
                Kind::Report | Kind::Entity | Kind::Relationship => None,
            };
            told.insert(record, ToldElsewhere { title, place });
        }
        Ok(told)
    }

    /// `council/1911-03.txt, line 17`; of what has no lines its page, or its bytes.
    fn place_in_words(&self, record: Ref) -> Result<String> {
        let (document, span) = self.stands(record)?;
        let path = self.reader.document(document)?.path;
        let place = self.place_of(document, span)?;
        Ok(match (place.locator, place.line) {
            (Some(locator), Some(line)) if line > 0 => format!("{path}, {locator}, line {line}"),
            (Some(locator), _) => format!("{path}, {locator}"),
            (None, Some(line)) if line > 0 => format!("{path}, line {line}"),
            (None, Some(_)) => format!("{path}, bytes {}–{}", place.bytes.start, place.bytes.end),
            (None, None) => path,
        })
    }

    fn stands(&self, record: Ref) -> Result<(DocumentId, Span)> {
        Ok(match (record.kind, record.anchor) {
            (Kind::Document, Some(Anchor::Passage(span))) => (DocumentId(record.id), span),
            (Kind::Document, _) => (DocumentId(record.id), Span::default()),
            (Kind::Source, anchor) => {
                let unit = self.reader.text_unit(TextUnitId(record.id))?;
                let span = match anchor {
                    Some(Anchor::Passage(span)) => span,
                    _ => unit.span,
                };
                (unit.document, span)
            }
            (Kind::Claim, _) => {
                let claim = self.reader.claim(ClaimId(record.id))?;
                let unit = self.reader.text_unit(claim.text_unit)?;
                (unit.document, claim.quote_span.unwrap_or(unit.span))
            }
            _ => return Err(LibraryError::Failed(format!("{record} lies in no single file"))),
        })
    }

    pub(super) fn place_of(&self, document: DocumentId, span: Span) -> Result<Place> {
        let path = self.path_of(&self.reader.document(document)?.path);
        let (map, landmarks) = self.reader.way_back(document)?;
        let locator = landmarks.at(span.start).map(|locator| locator.to_string());
        if landmarks.extracted {
            return Ok(Place { path, line: None, bytes: span, locator });
        }
        let bytes = map.to_file(span);
        let line = Some(self.line(&path, bytes.start)?);
        Ok(Place { path, line, bytes, locator })
    }

    /// The file of a document: under one of the folders that were indexed.
    fn path_of(&self, relative: &str) -> PathBuf {
        Roots::new(&self.meta.roots).file(relative).unwrap_or_else(|| PathBuf::from(relative))
    }

    /// The line, from 1, on which byte `at` of a file lies; 0 when the file cannot be read.
    fn line(&self, path: &Path, at: usize) -> Result<u64> {
        let Ok(file) = File::open(path) else { return Ok(0) };
        let mut file = file.take(at as u64);
        let mut block = vec![0; 256 * 1024];
        let mut line = 1;
        loop {
            self.go_on()?;
            match file.read(&mut block) {
                Ok(0) => return Ok(line),
                Ok(read) => line += memchr::memchr_iter(b'\n', &block[..read]).count() as u64,
                Err(_) => return Ok(0),
            }
        }
    }
}
