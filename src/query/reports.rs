//! Reports as records for an analyst: their text, and their sentences as they were quoted.

use std::collections::{HashMap, HashSet};

use super::{QueryError, estimate_tokens};
use crate::judgement::extractive::quotation::quotables;
use crate::judgement::extractive::reporter::NO_SENTENCE;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{DocumentId, Kind, Report, Span, TextUnitId};
use crate::store::Reader;

/// Reads reports; remembers which document a cited source is of.
pub(super) struct Reports<'a> {
    reader: &'a Reader,
    of_unit: HashMap<u32, Option<DocumentId>>,
}

impl<'a> Reports<'a> {
    pub(super) fn new(reader: &'a Reader) -> Self {
        Self { reader, of_unit: HashMap::new() }
    }

    fn document(&mut self, unit: u32) -> Result<Option<DocumentId>, QueryError> {
        if let Some(&known) = self.of_unit.get(&unit) {
            return Ok(known);
        }
        let found = self.reader.text_units(&[TextUnitId(unit)])?.first().map(|unit| unit.document);
        self.of_unit.insert(unit, found);
        Ok(found)
    }

    /// A report as a record of this rank.
    pub(super) fn record(&mut self, report: &Report, rank: f32) -> Result<ContextRecord, QueryError> {
        let mut text = format!("# {}\n\n{}\n", report.title, report.summary);
        let mut sentences = quotables(&report.summary);
        for finding in &report.findings {
            text.push_str(&format!("\n## {}\n\n{}\n", finding.heading, finding.explanation));
            sentences.extend(quotables(&finding.explanation));
        }
        let mut seen = HashSet::new();
        sentences.retain(|quotable| seen.insert(quotable.text.clone()));
        // What cites no source is said about the report's own contents; what does is said by a document.
        // Our own words about where nothing can be quoted are no evidence.
        let said = sentences.len();
        sentences.retain(|quotable| !quotable.text.ends_with(NO_SENTENCE));
        let quotes_nothing = sentences.len() < said;
        if quotes_nothing || sentences.iter().any(cites_source) {
            sentences.retain(cites_source);
        }
        for quotable in &mut sentences {
            if let Some(source) = quotable.cites.iter().find(|cite| cite.kind == Kind::Source)
                && let Some(document) = self.document(source.id)?
            {
                quotable.place = Some((document, Span::default()));
            }
        }
        Ok(ContextRecord {
            candidates: Vec::new(),
            record: report.community.into(),
            title: report.title.clone(),
            tokens: estimate_tokens(&text),
            text,
            sentences,
            rank,
        })
    }
}

fn cites_source(quotable: &Quotable) -> bool {
    quotable.cites.iter().any(|cite| cite.kind == Kind::Source)
}
