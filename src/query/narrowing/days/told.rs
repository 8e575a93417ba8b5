//! When the documents of an index are of, and which days their texts tell.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::model::{Document, DocumentId, Span};
use crate::query::QueryError;
use crate::query::context::days::days_of_all;
use crate::store::Reader;
use crate::text::dates::calendar::{CalendarDate, dates_by};
use crate::text::dates::hands::Hand;
use crate::text::dates::ordinals::bare_days;
use crate::text::dates::passage_days::{PassageDays, READ};
use crate::text::dates::{self, weekdays};

use super::year_of;

/// Seconds of a week.
const WEEK: i64 = 7 * dates::DAY;

/// When documents are of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Days {
    /// The years of those whose title or file tells one.
    years: BTreeMap<DocumentId, i64>,
    /// Their days, in seconds since 1970.
    days: BTreeMap<DocumentId, i64>,
    /// How those write days that were read.
    hands: BTreeMap<DocumentId, Hand>,
    /// Of which day the passages of those are that were read.
    passages: BTreeMap<DocumentId, PassageDays>,
}

impl Days {
    pub(super) fn of(documents: &[Document]) -> Self {
        Self {
            years: documents.iter().filter_map(|document| Some((document.id, year_of(document)?))).collect(),
            days: days_of_all(documents).collect(),
            hands: BTreeMap::new(),
            passages: BTreeMap::new(),
        }
    }

    /// The dates that a text of a document tells.
    pub(super) fn told(&self, document: Option<DocumentId>, text: &str) -> Vec<CalendarDate> {
        let mut told = dates_by(text, self.hand(document));
        let day = document.and_then(|document| self.days.get(&document));
        if let Some(&day) = day {
            let bare = bare_days(text, day, &told);
            told.extend(bare);
        }
        told
    }

    /// True where a text names the day of the week of a date, in a document of the days behind it: what an article of a
    /// Thursday tells of "Friday evening".
    pub(super) fn is_in_the_week_of(&self, date: &CalendarDate, document: Option<DocumentId>, text: &str) -> bool {
        let moment = date.year.zip(date.day).and_then(|(year, day)| dates::date(year, date.month, day));
        let written = document.and_then(|document| self.days.get(&document));
        moment.zip(written).is_some_and(|(moment, &written)| {
            (moment..=moment + WEEK).contains(&written) && weekdays::is_named(text, moment)
        })
    }

    pub(super) fn hand(&self, document: Option<DocumentId>) -> Hand {
        document.and_then(|document| self.hands.get(&document).copied()).unwrap_or_default()
    }

    /// Reads how a document writes days, and under which years its parts stand.
    pub(super) fn read(&mut self, reader: &Reader, document: DocumentId) -> Result<(), QueryError> {
        if let Entry::Vacant(unread) = self.passages.entry(document) {
            let (_, head) = reader.text(document, Span::new(0, READ))?;
            unread.insert(PassageDays::of(&reader.document(document)?, &head));
            self.hands.insert(document, Hand::of(&head));
        }
        Ok(())
    }

    pub(super) fn year(&self, document: Option<DocumentId>) -> Option<i64> {
        document.and_then(|document| self.years.get(&document).copied())
    }

    /// The year that heads a passage of a document, else that of the document.
    pub(super) fn year_above(&self, document: Option<DocumentId>, passage: Span) -> Option<i64> {
        let above = document.and_then(|document| self.passages.get(&document)?.year_above(passage));
        above.or_else(|| self.year(document))
    }
}
