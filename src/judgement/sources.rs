//! Where the documents and text units of a corpus are had from. Small corpora are plain lists; of millions of rows most
//! are held packed, and unpacked one at a time: whoever reads a corpus asks for what stands at a position.

use std::sync::Arc;

use super::{DocumentText, Passage};
use crate::model::{DocumentId, TextUnit};

/// The documents of a corpus, by position in reading order.
pub trait Documents: Sync {
    fn len(&self) -> usize;

    /// The document at a position, which there has to be.
    fn at(&self, at: usize) -> Arc<DocumentText>;

    /// Its id, which costs nothing to have.
    fn id(&self, at: usize) -> DocumentId;

    /// Its extracted text, which costs nothing to have.
    fn text(&self, at: usize) -> &str;

    /// Its title, likewise.
    fn title(&self, at: usize) -> &str;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The text units to extract from, by position; those of a document follow each other.
pub trait Passages: Sync {
    fn len(&self) -> usize;

    /// The passage at a position, which there has to be.
    fn at(&self, at: usize) -> Passage;

    fn unit(&self, at: usize) -> &TextUnit;

    /// The extracted text of its whole document, which costs nothing to have.
    fn text(&self, at: usize) -> &str;

    /// The title of its document, likewise.
    fn title(&self, at: usize) -> &str;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All text units of a corpus with the text of each, by position: those of a document follow each other.
pub trait UnitTexts: Sync {
    fn len(&self) -> usize;

    fn unit(&self, at: usize) -> &TextUnit;

    /// The text of the unit at a position, which there has to be; costs nothing to have.
    fn text(&self, at: usize) -> &str;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Positions of the units that are not all repetition.
    fn counted(&self) -> Vec<u32> {
        (0..self.len()).filter(|&at| !self.unit(at).recurring).map(|at| at as u32).collect()
    }
}

impl<T: AsRef<str> + Sync> UnitTexts for [(TextUnit, T)] {
    fn len(&self) -> usize {
        self.len()
    }

    fn unit(&self, at: usize) -> &TextUnit {
        &self[at].0
    }

    fn text(&self, at: usize) -> &str {
        self[at].1.as_ref()
    }
}

impl<T: AsRef<[Arc<DocumentText>]> + Sync> Documents for T {
    fn len(&self) -> usize {
        self.as_ref().len()
    }

    fn at(&self, at: usize) -> Arc<DocumentText> {
        self.as_ref()[at].clone()
    }

    fn id(&self, at: usize) -> DocumentId {
        self.as_ref()[at].document.id
    }

    fn text(&self, at: usize) -> &str {
        &self.as_ref()[at].text
    }

    fn title(&self, at: usize) -> &str {
        &self.as_ref()[at].document.title
    }
}

impl<T: AsRef<[Passage]> + Sync> Passages for T {
    fn len(&self) -> usize {
        self.as_ref().len()
    }

    fn at(&self, at: usize) -> Passage {
        self.as_ref()[at].clone()
    }

    fn unit(&self, at: usize) -> &TextUnit {
        &self.as_ref()[at].unit
    }

    fn text(&self, at: usize) -> &str {
        &self.as_ref()[at].document.text
    }

    fn title(&self, at: usize) -> &str {
        &self.as_ref()[at].document.document.title
    }
}
