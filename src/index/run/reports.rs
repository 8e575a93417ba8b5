//! The stage of reports: they are written while what they are about is described, and vectors are made that need
//! neither.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Run, Write, unit_vectors};
use crate::index::corpus::Corpus;
use crate::index::describe::Describing;
use crate::index::merge::Merged;
use crate::index::{BuildError, embed, extract, memory, report};
use crate::judgement::JudgementError;
use crate::model::{Community, Report, Stage, Usage};
use crate::store::{LedgerState, Writer};

impl<'scope, 'env: 'scope> Run<'scope, 'env> {
    /// Reports of all communities, and the graph with its descriptions, which come while reports are written.
    pub fn reports(
        &mut self,
        corpus: &'env Corpus,
        merged: Arc<Merged>,
        communities: &[Community],
    ) -> Result<(Arc<Merged>, Arc<Vec<Report>>), BuildError> {
        let made = self.stage(Stage::Report, |run| {
            let progress = run.progress;
            let several = std::mem::take(&mut run.several);
            let mut describing = match several.is_empty() {
                true => Describing::nothing(progress),
                false => {
                    let (extractor, runtime) = (run.minds.extractor.clone(), run.runtime.handle());
                    Describing::begin(several, &merged, communities, extractor, runtime, progress)
                }
            };
            if run.minds.tells_reports && run.minds.embedder.is_none() && !run.is_finished(Stage::Embed) {
                let (previous, fixed) = (run.previous, run.minds.fixed.clone());
                run.ahead = Some(run.scope.spawn(move || unit_vectors(corpus, fixed, previous)));
            }
            let counters = progress.stage(Stage::Report);
            counters.expect(communities.len() as u64);
            let gathered = report::ReportGrounds::new(report::Material {
                documents: corpus.all_documents(),
                text_units: &corpus.units,
                entities: &merged.entities,
                mentions: &merged.mentions,
                relationships: &merged.relationships,
                claims: &run.claims,
                appearances: &merged.appearances,
                communities,
            });
            memory::give_back();
            let (mut reports, mut failed, mut answered) = (Vec::new(), Vec::new(), 0);
            let (reporter, embedder) = (run.minds.reporter.clone(), run.minds.embedder.clone());
            // Vectors that need no report are made while reports wait for each other.
            let whole = describing.whole();
            let ahead = async {
                if let Some(embedder) = &embedder {
                    embed::ahead(&**embedder, embed::unit_texts(corpus), progress).await;
                    if let Ok(descriptions) = whole.await {
                        let described = descriptions.applied(merged.clone());
                        embed::ahead(&**embedder, embed::entity_texts(&described), progress).await;
                    }
                }
            };
            let writing = gathered.write(&*reporter, &mut describing, |id, judged| {
                counters.add(1);
                match judged {
                    Ok((report, usage)) => {
                        progress.spend(usage);
                        answered += usize::from(usage.calls + usage.cached_calls > 0);
                        reports.push(report);
                    }
                    Err(error) => {
                        counters.failed.fetch_add(1, Ordering::Relaxed);
                        failed.push((id, error));
                    }
                }
            });
            let both = async { futures::join!(writing, ahead) };
            let done = run.runtime.block_on(extract::or_cancelled(progress, both));
            done.ok_or(BuildError::Cancelled)?.0.map_err(BuildError::Judgement)?;
            let stopped = failed.iter().find(|(_, error)| matches!(error, JudgementError::Stopped { .. }));
            // A model that wrote none failed, though the smallest groups are told without it.
            let none = if run.minds.tells_reports { answered == 0 } else { reports.is_empty() };
            if let Some((_, error)) = stopped.or_else(|| failed.first().filter(|_| none)) {
                return Err(BuildError::Judgement(error.clone()));
            }
            let undescribed = progress.stage(Stage::Describe).failed.load(Ordering::Relaxed) as usize;
            run.built.failures += failed.len() + undescribed;
            if run.minds.tells_reports {
                failed.clear();
            }
            reports.sort_by_key(|report: &Report| report.community);
            let overview = gathered.overview(&reports);
            let gists = gathered.into_gists();
            let descriptions = describing.end();
            let merged = descriptions.applied(merged.clone());
            let reports = Arc::new(reports);
            let shared = (merged.clone(), reports.clone());
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                let (merged, reports) = shared;
                writer.batch(|writer| {
                    for (id, error) in &failed {
                        let (key, why) = (id.to_string(), error.to_string());
                        writer.enter("report", &key, LedgerState::Failed, Usage::default(), Some(&why), None)?;
                    }
                    descriptions.write(writer, &merged)?;
                    gists.all().try_for_each(|(of, gist)| writer.add_gist(of, &gist))?;
                    writer.set_overview(&overview)?;
                    reports.iter().try_for_each(|report| writer.add_report(report))
                })?;
                Ok(reports.len() as u64)
            });
            Ok(((merged, reports), write))
        })?;
        if let Some(made) = made {
            return Ok(made);
        }
        let reader = self.reader()?;
        Ok((merged, Arc::new(reader.reports(&reader.community_ids()?)?)))
    }
}
