//! Where a record lies in a file: the path, the bytes, the line.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Library, Result};
use crate::model::{Anchor, ClaimId, DocumentId, Kind, Ref, Span, TextUnitId};
use crate::tui::data::{LibraryError, Place};

impl Library {
    /// The file, the bytes and the line that a source, a claim or a document rests on.
    pub(super) fn place(&self, record: Ref) -> Result<Place> {
        let (document, span) = match (record.kind, record.anchor) {
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
        };
        self.place_of(document, span)
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
        let roots: Vec<&Path> = self.meta.roots.iter().map(Path::new).collect();
        let several = relative.split_once('/').map_or(relative, |(_, inner)| inner);
        let candidates = roots.iter().flat_map(|root| [root.join(relative), root.join(several), root.to_path_buf()]);
        let found = candidates.into_iter().find(|path| path.is_file());
        found.unwrap_or_else(|| roots.first().map_or_else(|| PathBuf::from(relative), |root| root.join(relative)))
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
