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
use crate::model::{Stage, Usage};
use crate::store::{LedgerState, StoreError, Writer};

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
        let (passages, mut extracted) = (corpus.passages(), Extracted::default());
        if !self.is_finished(Stage::Merge) {
            let found = self.previous.map_or_else(|| Ok(HashMap::new()), Previous::extractions)?;
            let otherwise = self.minds.extractor.clone();
            let extractor = Remembered { found: corpus.remembered(found), otherwise: &*otherwise };
            progress.begin(Stage::Extract);
            self.minds.extractor.survey(&passages);
            extracted = extraction::extract(&passages, &extractor, self.runtime.handle(), progress)?;
            memory::give_back();
        }
        let merged = self.stage(Stage::Merge, |run| {
            run.built.failures = extracted.failures.len();
            let (mut claims, mut likely, mut shown) = (Vec::new(), None, Vec::new());
            let (tells, tells_reports) = (run.minds.tells, run.minds.tells_reports);
            let mut found: Vec<UnitFindings> = Vec::new();
            let mut merged = if tells {
                let words = run.minds.description_words;
                let found = std::mem::take(&mut extracted.found).into_iter().enumerate();
                let found: Vec<Extraction> = found.map(|(at, found)| found.unpacked(passages.text(at))).collect();
                let (told, open) = run.told(&passages, &found, words)?;
                (claims, run.several, shown) = (told.claims, told.several, told.shown);
                likely = Some(open);
                told.merged
            } else {
                found = std::mem::take(&mut extracted.found);
                merge::merge(&passages, found.iter().enumerate().map(|(at, found)| found.unpacked(passages.text(at))))
            };
            run.numbering.graph(&mut merged, &mut claims)?;
            let merged = Arc::new(merged);
            run.claims.clone_from(&claims);
            let shown: Vec<_> =
                shown.iter().map(|&(at, unit, span)| (merged.relationships[at].id, unit, span)).collect();
            let shared = merged.clone();
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                let merged = shared;
                if let Some(likely) = likely {
                    writer.set_fact(LIKELY, &likely)?;
                }
                // A model's answers are in its ledger, as is what it failed on, which is no finding.
                if !tells {
                    writer.batch(|writer| {
                        for (unit, error) in &extracted.failures {
                            let (key, why) = (unit.to_string(), error.to_string());
                            writer.enter("extract", &key, LedgerState::Failed, Usage::default(), Some(&why), None)?;
                        }
                        for (at, found) in found.iter().enumerate() {
                            if let UnitFindings::Packed(packed) = found {
                                writer.add_extraction(passages.unit(at).id, packed)?;
                            }
                        }
                        Ok::<_, StoreError>(())
                    })?;
                }
                drop((found, extracted));
                writer.in_batches(&merged.entities, Writer::add_entities)?;
                writer.in_batches(&merged.mentions, Writer::add_mentions)?;
                writer.in_batches(&merged.relationships, Writer::add_relationships)?;
                writer.in_batches(&shown, Writer::add_shown)?;
                writer.in_batches(&merged.appearances, Writer::add_appearances)?;
                writer.in_batches(&claims, Writer::add_claims)?;
                // While communities and reports are made, there is time; unless a ledger writes meanwhile, and
                // descriptions are still to come.
                if !tells_reports {
                    words::write_words(writer, corpus, &merged, &claims, progress)?;
                }
                Ok(merged.entities.len() as u64)
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
