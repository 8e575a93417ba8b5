//! An extractor that remembers what was found in text units that are what they were, and asks another for the rest.

use std::collections::HashMap;

use futures::future::{self, BoxFuture};

use crate::index::extraction::findings;
use crate::judgement::{Extraction, Extractor, JudgementError, Passage};
use crate::model::TextUnitId;

pub struct Remembered<'a> {
    /// What was found, packed, by text unit.
    pub found: HashMap<TextUnitId, Vec<u8>>,
    pub otherwise: &'a dyn Extractor,
}

impl Extractor for Remembered<'_> {
    fn name(&self) -> &str {
        self.otherwise.name()
    }

    fn concurrency(&self) -> usize {
        self.otherwise.concurrency()
    }

    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        let found = self.found.get(&passage.unit.id);
        match found.and_then(|packed| findings::unpack(packed, &passage.document.text)) {
            Some(extraction) => Box::pin(future::ready(Ok(extraction))),
            None => self.otherwise.extract(passage),
        }
    }
}
