//! The stages that make the graph: text units are extracted from while the documents are written, and what was found is
//! merged, by rules or with what a model told.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Run, Write};
use crate::index::corpus::Corpus;
use crate::index::extraction::findings::UnitFindings;
use crate::index::extraction::{self, Extracted};
use crate::index::merge::told::{self, Merging, ToldGraph, identity};
use crate::index::merge::{self, Merged};
use crate::index::search::words;
use crate::index::updates::previous::Previous;
use crate::index::updates::reuse::Remembered;
use crate::index::{BuildError, LIKELY, memory};
use crate::judgement::{Extraction, JudgementError, Passages};
use crate::model::{Claim, RelationshipId, Span, Stage, TextUnitId, Usage};
use crate::store::{self, LedgerState, StoreError, Writer};

/// The graph that merging made, with what is written beside it.
struct MadeGraph {
    merged: Arc<Merged>,
    claims: Vec<Claim>,
    /// Where a text unit shows a relationship.
    shown: Vec<(RelationshipId, TextUnitId, Span)>,
    /// Pairs that are likely one thing and stay open, where a model told the graph.
    likely: Option<String>,
    /// What was found in each text unit, where rules told it. A model's answers are in its ledger, as is what it failed
    /// on, which is no finding.
    extracted: Option<Extracted>,
}

impl MadeGraph {
    /// Writes it, and lets go of what was found.
    fn write(&mut self, writer: &Writer, passages: &dyn Passages) -> store::Result<()> {
        if let Some(likely) = &self.likely {
            writer.set_fact(LIKELY, likely)?;
        }
        if let Some(extracted) = self.extracted.take() {
            writer.batch(|writer| write_findings(writer, &extracted, passages))?;
        }
        writer.in_batches(&self.merged.entities, Writer::add_entities)?;
        writer.in_batches(&self.merged.mentions, Writer::add_mentions)?;
        writer.in_batches(&self.merged.relationships, Writer::add_relationships)?;
        writer.in_batches(&self.shown, Writer::add_shown)?;
        writer.in_batches(&self.merged.appearances, Writer::add_appearances)?;
        writer.in_batches(&self.claims, Writer::add_claims)?;
        Ok(())
    }
}

/// Keeps what rules found in each text unit for the next build, and what they failed on.
fn write_findings(writer: &Writer, extracted: &Extracted, passages: &dyn Passages) -> Result<(), StoreError> {
    for (unit, error) in &extracted.failures {
        let (key, why) = (unit.to_string(), error.to_string());
        writer.enter("extract", &key, LedgerState::Failed, Usage::default(), Some(&why), None)?;
    }
    for (at, found) in extracted.found.iter().enumerate() {
        if let UnitFindings::Packed(packed) = found {
            writer.add_extraction(passages.unit(at).id, packed)?;
        }
    }
    Ok(())
}

impl<'scope, 'env: 'scope> Run<'scope, 'env> {
    /// Entities and relationships: extracted from every text unit while the documents are written, then merged.
    pub fn graph(&mut self, corpus: &'env Corpus) -> Result<Arc<Merged>, BuildError> {
        let progress = self.progress;
        self.stage(Stage::Read, |_| {
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                writer.begin_full_text()?;
                corpus.write(writer, |_| !progress.is_cancelled())?;
                writer.finish_unit_words()?;
                Ok(corpus.files().len() as u64)
            });
            Ok(((), write))
        })?;
        let passages = corpus.passages();
        let extracted =
            if self.is_finished(Stage::Merge) { Extracted::default() } else { self.extract(corpus, &passages)? };
        let merged = self.stage(Stage::Merge, |run| {
            let mut made = run.merge(&passages, extracted)?;
            let (merged, tells_reports) = (made.merged.clone(), run.minds.tells_reports);
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                made.write(writer, &passages)?;
                // While communities and reports are made, there is time; unless a ledger writes meanwhile, and
                // descriptions are still to come.
                if !tells_reports {
                    words::write_words(writer, corpus, &made.merged, &made.claims, progress)?;
                }
                Ok(made.merged.entities.len() as u64)
            });
            Ok((merged, write))
        })?;
        if let Some(merged) = merged {
            return Ok(merged);
        }
        let reader = self.reader()?;
        Ok(Arc::new(Merged {
            entities: reader.all_entities()?,
            mentions: reader.all_mentions()?,
            relationships: reader.all_relationships()?,
            appearances: reader.all_appearances()?,
        }))
    }

    /// Extracts from the text units that are not what they were.
    fn extract(&self, corpus: &Corpus, passages: &dyn Passages) -> Result<Extracted, BuildError> {
        let found = self.previous.map_or_else(|| Ok(HashMap::new()), Previous::extractions)?;
        let otherwise = self.minds.extractor.clone();
        let extractor = Remembered { found: corpus.remembered(found), otherwise: &*otherwise };
        self.progress.begin(Stage::Extract);
        self.minds.extractor.survey(passages);
        let extracted = extraction::extract(passages, &extractor, self.runtime.handle(), self.progress)?;
        memory::give_back();
        Ok(extracted)
    }

    /// Merges what was found, by rules or with what a model told, and numbers it.
    fn merge(&mut self, passages: &dyn Passages, mut extracted: Extracted) -> Result<MadeGraph, BuildError> {
        self.built.failures = extracted.failures.len();
        let (mut claims, mut likely, mut shown) = (Vec::new(), None, Vec::new());
        let unpacked = |(at, found): (usize, &UnitFindings)| found.unpacked(passages.text(at));
        let (mut merged, extracted) = if self.minds.tells {
            let words = self.minds.description_words;
            let found = std::mem::take(&mut extracted.found).into_iter().enumerate();
            let found: Vec<Extraction> = found.map(|(at, found)| unpacked((at, &found))).collect();
            let (told, open) = self.told(passages, &found, words)?;
            (claims, self.several, shown) = (told.claims, told.several, told.shown);
            likely = Some(open);
            (told.merged, None)
        } else {
            (merge::merge(passages, extracted.found.iter().enumerate().map(unpacked)), Some(extracted))
        };
        self.numbering.graph(&mut merged, &mut claims)?;
        self.claims.clone_from(&claims);
        let shown = shown.iter().map(|&(at, unit, span)| (merged.relationships[at].id, unit, span)).collect();
        Ok(MadeGraph { merged: Arc::new(merged), claims, shown, likely, extracted })
    }

    /// What a model told, merged: names that no rule joins and that are likely one thing are judged by whoever told
    /// them. Returns it with the pairs that stay open.
    fn told(
        &mut self,
        passages: &dyn Passages,
        extractions: &[Extraction],
        words: u32,
    ) -> Result<(ToldGraph, String), BuildError> {
        let told = told::merge(passages, extractions, Merging { words, same: &[] });
        let pairs = identity::pairs(&told, passages);
        if pairs.is_empty() {
            return Ok((told, identity::open(&pairs, &[])));
        }
        let (extractor, progress) = (self.minds.extractor.clone(), self.progress);
        let judging = extraction::or_cancelled(progress, extractor.same(&pairs));
        let verdicts = match self.runtime.block_on(judging).ok_or(BuildError::Cancelled)? {
            Ok((verdicts, usage)) => {
                progress.spend(usage);
                verdicts
            }
            Err(error @ JudgementError::Stopped { .. }) => return Err(BuildError::Judgement(error)),
            // They stay apart, and are proposed.
            Err(_) => Vec::new(),
        };
        let same: Vec<(String, String)> = identity::same(&pairs, &verdicts);
        let open = identity::open(&pairs, &verdicts);
        let told =
            if same.is_empty() { told } else { told::merge(passages, extractions, Merging { words, same: &same }) };
        Ok((told, open))
    }
}
