//! Passages of the documents of a build, as evidence: the words, who says them, where they stand, what to cite.

use std::collections::HashMap;

use crate::judgement::Documents;
use crate::judgement::rank::window::Window;
use crate::model::{DocumentId, Evidence, Ref, Span, TextUnit};

use super::bearing::Bearing;

/// Longest passage in bytes: a sentence may be of any length in a hostile file.
const LONGEST: usize = 900;

/// Makes evidence of the passages of a build.
pub(super) struct Passages<'a> {
    documents: &'a dyn Documents,
    /// The text units of each document, in order.
    units: Vec<Vec<&'a TextUnit>>,
    authors: HashMap<DocumentId, &'a str>,
}

impl<'a> Passages<'a> {
    pub fn new(
        documents: &'a dyn Documents,
        text_units: &'a [TextUnit],
        authors: HashMap<DocumentId, &'a str>,
    ) -> Self {
        let at: HashMap<DocumentId, usize> = (0..documents.len()).map(|at| (documents.id(at), at)).collect();
        let mut units: Vec<Vec<&TextUnit>> = vec![Vec::new(); documents.len()];
        for unit in text_units {
            if let Some(&at) = at.get(&unit.document) {
                units[at].push(unit);
            }
        }
        units.iter_mut().for_each(|units| units.sort_by_key(|unit| unit.ordinal));
        Self { documents, units, authors }
    }

    /// A passage of the document at a position: `quote` is what answers in it, all of it where that is empty. `also` is cited
    /// behind its text unit.
    pub fn evidence(
        &self,
        bearing: &Bearing,
        at: usize,
        window: &Window,
        quote: Span,
        also: &[Ref],
    ) -> Option<Evidence> {
        let document = self.documents.at(at);
        let quote = if quote.is_empty() { window.span } else { quote };
        let units = self.units.get(at)?;
        let unit = units.partition_point(|unit| unit.fresh_from <= quote.start).saturating_sub(1);
        let source = units.get(unit)?.id;
        let (span, cut) = bounded(&document.text, window.span, quote);
        let text = span.slice(&document.text)?;
        let sentence =
            document.sentences.get(window.first..=window.last)?.iter().find(|one| one.span.overlaps(quote))?;
        let speaker = sentence.speaker.and_then(|speaker| document.speakers.get(usize::from(speaker)));
        let author = self.authors.get(&document.document.id).map(|author| (*author).to_owned());
        let section = bearing.outlines.get(at)?.section(window.first);
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
