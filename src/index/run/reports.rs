//! The stage of reports: they are written while what they are about is described, and vectors are made that need
//! neither.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Run, Write, unit_vectors};
use crate::index::corpus::Corpus;
use crate::index::merge::Merged;
use crate::index::report::describe::Describing;
use crate::index::search::embed;
use crate::index::{BuildError, extraction, memory, report};
use crate::judgement::{Judged, JudgementError};
use crate::model::{Community, CommunityId, Progress, Report, Stage, Usage};
use crate::store::{LedgerState, Writer};

/// What came of asking for reports.
#[derive(Default)]
struct Asked {
    reports: Vec<Report>,
    failed: Vec<(CommunityId, JudgementError)>,
    /// How many a model wrote, or had written.
    answered: usize,
}

impl Asked {
    fn add(&mut self, community: CommunityId, judged: Judged<Report>, progress: &Progress) {
        let counters = progress.stage(Stage::Report);
        counters.add(1);
        match judged {
            Ok((report, usage)) => {
                progress.spend(usage);
                self.answered += usize::from(usage.calls + usage.cached_calls > 0);
                self.reports.push(report);
            }
            Err(error) => {
                counters.failed.fetch_add(1, Ordering::Relaxed);
                self.failed.push((community, error));
            }
        }
    }

    /// The error that ends the build: what every other report would meet too, or the first where all failed.
    fn hindrance(&self, tells_reports: bool) -> Option<&JudgementError> {
        let stopped = self.failed.iter().find(|(_, error)| matches!(error, JudgementError::Stopped { .. }));
        // A model that wrote none failed, though the smallest groups are told without it.
        let none = if tells_reports { self.answered == 0 } else { self.reports.is_empty() };
        stopped.or_else(|| self.failed.first().filter(|_| none)).map(|(_, error)| error)
    }
}

impl<'scope, 'env: 'scope> Run<'scope, 'env> {
    /// Reports of all communities, and the graph with its descriptions, which come while reports are written.
    pub fn reports(
        &mut self,
        corpus: &'env Corpus,
        merged: Arc<Merged>,
        communities: &[Community],
    ) -> Result<(Arc<Merged>, Arc<Vec<Report>>), BuildError> {
        let made = self.stage(Stage::Report, |run| {
            let mut describing = run.begin_describing(&merged, communities);
            run.begin_unit_vectors(corpus);
            run.progress.stage(Stage::Report).expect(communities.len() as u64);
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
            let asked = run.ask_for_reports(corpus, &merged, &gathered, &mut describing)?;
            if let Some(error) = asked.hindrance(run.minds.tells_reports) {
                return Err(BuildError::Judgement(error.clone()));
            }
            let Asked { mut reports, mut failed, .. } = asked;
            let undescribed = run.progress.stage(Stage::Describe).failed.load(Ordering::Relaxed) as usize;
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

    /// Begins to describe what a model told in this run of what it told more than once.
    fn begin_describing(&mut self, merged: &Merged, communities: &[Community]) -> Describing<'env> {
        let several = std::mem::take(&mut self.several);
        if several.is_empty() {
            return Describing::nothing(self.progress);
        }
        let extractor = self.minds.extractor.clone();
        Describing::begin(several, merged, communities, extractor, self.runtime.handle(), self.progress)
    }

    /// Begins to make vectors of the text units on a thread of its own, where a model writes the reports meanwhile.
    fn begin_unit_vectors(&mut self, corpus: &'env Corpus) {
        if self.minds.tells_reports && self.minds.embedder.is_none() && !self.is_finished(Stage::Embed) {
            let (previous, fixed) = (self.previous, self.minds.fixed.clone());
            self.ahead = Some(self.scope.spawn(move || unit_vectors(corpus, fixed, previous)));
        }
    }

    /// Asks for all reports. Vectors that need no report are made while reports wait for each other.
    fn ask_for_reports(
        &self,
        corpus: &Corpus,
        merged: &Arc<Merged>,
        gathered: &report::ReportGrounds<'_, '_>,
        describing: &mut Describing<'_>,
    ) -> Result<Asked, BuildError> {
        let progress = self.progress;
        let whole = describing.whole();
        let ahead = async {
            if let Some(embedder) = &self.minds.embedder {
                embed::ahead(&**embedder, embed::unit_texts(corpus), progress).await;
                if let Ok(descriptions) = whole.await {
                    let described = descriptions.applied(merged.clone());
                    embed::ahead(&**embedder, embed::entity_texts(&described), progress).await;
                }
            }
        };
        let mut asked = Asked::default();
        let writing = gathered.write(&*self.minds.reporter, describing, |community, judged| {
            asked.add(community, judged, progress);
        });
        let both = async { futures::join!(writing, ahead) };
        let done = self.runtime.block_on(extraction::or_cancelled(progress, both));
        done.ok_or(BuildError::Cancelled)?.0.map_err(BuildError::Judgement)?;
        Ok(asked)
    }
}
