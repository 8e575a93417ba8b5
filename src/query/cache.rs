//! What is kept between questions of one state of an index: the titles of its documents, what they fill in, and who
//! wrote which to whom. Read anew where another build was published under the reader.

use std::sync::{Arc, Mutex, PoisonError};

use super::context::letters::Letter;
use super::context::titles::Title;
use super::rows::FilledForms;
use crate::store::{Reader, StoreError};

/// What the questions of a session share.
#[derive(Default)]
pub(crate) struct Kept {
    pub(super) titles: OfState<Vec<Title>>,
    pub(super) letters: OfState<Vec<Letter>>,
    pub(super) forms: OfState<FilledForms>,
}

/// Something that holds for one state of an index.
pub(super) struct OfState<T> {
    /// With the number of the build that it was read from.
    known: Mutex<Option<(i64, Arc<T>)>>,
}

impl<T> Default for OfState<T> {
    fn default() -> Self {
        Self { known: Mutex::new(None) }
    }
}

impl<T> OfState<T> {
    /// What is known of the index as it is now, made where nothing is.
    ///
    /// # Errors
    /// Those of reading the index; then nothing is kept.
    pub fn of(&self, reader: &Reader, make: impl FnOnce() -> Result<T, StoreError>) -> Result<Arc<T>, StoreError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let version = reader.build_number()?;
        if let Some((of, value)) = &*known
            && *of == version
        {
            return Ok(Arc::clone(value));
        }
        let made = Arc::new(make()?);
        *known = Some((version, Arc::clone(&made)));
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{BuildFile, Meta};

    #[test]
    fn what_was_read_holds_until_another_build_is_published() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("index.gleaner");
        let publish = |name: &str| {
            let build = BuildFile::begin(&index).unwrap();
            let writer = build.open("inputs").unwrap();
            writer.set_meta(&Meta { name: name.to_owned(), build: name.to_owned(), ..Meta::default() }).unwrap();
            build.publish(writer).unwrap();
        };
        publish("first");
        let reader = Reader::open(&index).unwrap();
        let kept = OfState::<String>::default();
        let failed = kept.of(&reader, || Err(StoreError::NoSuchRecord(crate::model::DocumentId(0).into())));
        assert!(failed.is_err());
        let name = || kept.of(&reader, || Ok(reader.meta()?.name)).unwrap();
        assert_eq!(*name(), "first");
        let first = name();
        assert!(Arc::ptr_eq(&first, &name()), "read once");
        crate::store::Desk::open(&index).unwrap().add_chat("a chat").unwrap();
        assert!(Arc::ptr_eq(&first, &name()), "a chat is no build");
        publish("second");
        assert_eq!(*name(), "second");
    }
}
