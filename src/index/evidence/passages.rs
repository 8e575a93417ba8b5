//! Passages of the documents of a build, as evidence: the words, who says them, where they stand, what to cite.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::judgement::quotation::is_direct_speech;
use crate::judgement::rank::window::Window;
use crate::judgement::{DocumentText, Documents};
use crate::model::{DocumentId, Evidence, Ref, Span, TextUnit};
use crate::text::dates::passage_days::PassageDays;

use super::bearing::Outlines;
use crate::index::ragged::Ragged;

/// Longest passage in bytes: a sentence may be of any length in a hostile file.
const LONGEST: usize = 900;

/// Makes evidence of the passages of a build.
pub(in crate::index) struct PassageEvidence<'a> {
    documents: &'a dyn Documents,
    outlines: Arc<Outlines>,
    text_units: &'a [TextUnit],
    /// The text units of each document, in order, by position.
    units: Ragged<u32>,
    authors: HashMap<DocumentId, Arc<str>>,
    /// Of the documents that something was quoted of.
    days: Mutex<HashMap<DocumentId, Arc<PassageDays>>>,
}

impl<'a> PassageEvidence<'a> {
    pub fn new(
        documents: &'a dyn Documents,
        outlines: Arc<Outlines>,
        text_units: &'a [TextUnit],
        authors: HashMap<DocumentId, Arc<str>>,
    ) -> Self {
        let mut at: Vec<(DocumentId, usize)> = (0..documents.len()).map(|at| (documents.id(at), at)).collect();
        at.sort_unstable();
        let place =
            |id: DocumentId| at.binary_search_by_key(&id, |&(id, _)| id).map_or(usize::MAX, |found| at[found].1);
        let mut order: Vec<u32> = (0..text_units.len() as u32).collect();
        order.sort_by_key(|&unit| text_units[unit as usize].ordinal);
        let members = order.iter().map(|&unit| (place(text_units[unit as usize].document), unit));
        Self {
            documents,
            outlines,
            text_units,
            units: Ragged::sorted(documents.len(), members),
            authors,
            days: Mutex::default(),
        }
    }

    /// The documents that these are passages of.
    pub fn documents(&self) -> &'a dyn Documents {
        self.documents
    }

    /// The days of a document's passages, read once.
    fn days(&self, document: &DocumentText) -> Arc<PassageDays> {
        let read = || Arc::new(PassageDays::of(&document.document, &document.text));
        // A row is of one day, which costs nothing to read; there may be millions.
        if document.document.is_row() {
            return read();
        }
        let known = |days: &HashMap<_, _>| days.get(&document.document.id).map(Arc::clone);
        let held = || self.days.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known(&held()) {
            return known;
        }
        let days = read();
        held().insert(document.document.id, Arc::clone(&days));
        days
    }

    /// A passage of the document at a position: `quote` is what answers in it, all of it where that is empty. `also` is
    /// cited behind its text unit.
    pub fn evidence(&self, at: usize, window: &Window, quote: Span, also: &[Ref]) -> Option<Evidence> {
        let document = self.documents.at(at);
        let quote = if quote.is_empty() { window.span } else { quote };
        let units = self.units.of(at);
        let unit = |unit: &u32| &self.text_units[*unit as usize];
        let from = units.partition_point(|one| unit(one).fresh_from <= quote.start).saturating_sub(1);
        let source = unit(units.get(from)?).id;
        let (span, cut) = bounded(&document.text, window.span, quote);
        let text = span.slice(&document.text)?;
        let sentence =
            document.sentences.get(window.first..=window.last)?.iter().find(|one| one.span.overlaps(quote))?;
        let speaker = sentence.speaker.and_then(|speaker| document.speakers.get(usize::from(speaker)));
        let written = quote.slice(&document.text).is_some_and(|quote| !is_direct_speech(quote));
        let author = self.authors.get(&document.document.id).filter(|_| written).map(|author| author.to_string());
        let section = self.outlines.of(at).section(window.first);
        let own = &document.document.title;
        Some(Evidence {
            cites: std::iter::once(Ref::from(source)).chain(also.iter().copied()).collect(),
            document: Some(document.document.id),
            quote: quote.intersection(span).unwrap_or(span),
            window: span,
            text: text.to_owned(),
            lead: window.lead.and_then(|lead| lead.slice(&document.text)).map(str::to_owned),
            speaker: speaker.map(crate::model::Speaker::attribution).or(author),
            title: own.clone(),
            day: self.days(&document).at(quote),
            heading: section.map_or_else(Vec::new, |section| {
                section.path.iter().filter(|heading| !own.contains(heading.as_str())).cloned().collect()
            }),
            cut,
        })
    }
}

/// A window that is no longer than anybody reads, and whether it was cut.
fn bounded(text: &str, window: Span, quote: Span) -> (Span, bool) {
    if window.len() <= LONGEST {
        return (window, false);
    }
    if quote.len() <= LONGEST {
        return (quote, false);
    }
    let end = text.floor_char_boundary((quote.start + LONGEST).min(quote.end));
    let words =
        text.get(quote.start..end).and_then(|words| words.rfind(char::is_whitespace)).filter(|&space| space > 0);
    (Span::new(quote.start, words.map_or(end, |space| quote.start + space)), true)
}
