//! Who wrote which letter or mail, and to whom: the head of each tells it, and of a letter the name under it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::days::days_of_all;
use crate::model::{DocumentId, Span};
use crate::query::{QueryError, Session};
use crate::store::{DocumentOrder, Reader, StoreError};
use crate::text::dates::calendar::CalendarDate;
use crate::text::question::{LettersAsked, Reading};
use crate::text::speakers::correspondents::correspondence;
use crate::text::words::terms::folded;

/// Bytes of a text in which its head stands.
const HEAD: usize = 2_000;
/// Of more documents the heads are not read.
const MOST: usize = 20_000;

/// One letter or mail.
#[derive(Debug)]
pub(in crate::query) struct Letter {
    pub(in crate::query) document: DocumentId,
    pub(in crate::query) from: String,
    pub(in crate::query) to: String,
    /// What its head says besides of whom it is to.
    head: String,
    /// Its head tells who writes; a letter is signed.
    is_mail: bool,
}

impl Letter {
    fn is_from(&self, name: &str) -> bool {
        names(&self.from, name)
    }

    fn is_to(&self, name: &str) -> bool {
        [&self.to, &self.head].into_iter().any(|told| names(told, name)) && !self.is_from(name)
    }

    pub(in crate::query) fn is_asked(&self, asked: &LettersAsked) -> bool {
        let between = asked.between.as_ref().is_none_or(|(one, other)| {
            self.is_from(one) && self.is_to(other) || self.is_from(other) && self.is_to(one)
        });
        let from = asked.from.is_empty() || self.is_from(&asked.from);
        let to = asked.to.is_empty() || self.is_to(&asked.to);
        between && from && to && (self.is_mail || !asked.mails)
    }
}

/// True where all words of a name stand in a text.
fn names(text: &str, name: &str) -> bool {
    let said: BTreeSet<String> = folded(text).into_iter().collect();
    !name.is_empty() && folded(name).iter().all(|word| said.contains(word))
}

/// The letters and mails of an index, in reading order.
fn read(reader: &Reader) -> Result<Vec<Letter>, StoreError> {
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    let mut letters = Vec::new();
    for &document in ids.iter().take(if ids.len() > MOST { 0 } else { MOST }) {
        let (_, head) = reader.text(document, Span::new(0, HEAD))?;
        let Some(told) = correspondence(&head) else { continue };
        let is_mail = told.from.is_some();
        let from = match told.from {
            Some(from) => from,
            None => match reader.structure(document)?.1.into_iter().next() {
                Some(writer) => writer.name,
                None => match reader.only_author(document)? {
                    Some(writer) => writer,
                    None => continue,
                },
            },
        };
        letters.push(Letter { document, from, to: told.to, head: told.head, is_mail });
    }
    Ok(letters)
}

/// The same, read once.
pub(in crate::query) fn all(session: &Session) -> Result<Arc<Vec<Letter>>, QueryError> {
    Ok(session.kept.letters.of(&session.reader, || read(&session.reader))?)
}

/// The letters that a question asks for, of its day where it names one; none where it asks for none.
pub(in crate::query) fn wanted(session: &Session, asked: &LettersAsked) -> Result<Vec<DocumentId>, QueryError> {
    let letters = all(session)?;
    let found: Vec<DocumentId> =
        letters.iter().filter(|letter| letter.is_asked(asked)).map(|letter| letter.document).collect();
    let Some(date) = Reading::of(&asked.rest).date else { return Ok(found) };
    let documents = session.reader.documents(&found)?;
    let of_day = days_of_all(&documents).filter(|&(_, day)| date.holds(&CalendarDate::of(day), None));
    Ok(of_day.map(|(document, _)| document).collect())
}

/// True where a question lists letters, and the index has such.
pub(in crate::query) fn are_listed(session: &Session, question: &str) -> Result<bool, QueryError> {
    let asked = LettersAsked::of(question).filter(|asked| asked.lists);
    Ok(match asked {
        Some(asked) => !wanted(session, &asked)?.is_empty(),
        None => false,
    })
}
