//! A build under way, stage by stage. What a stage makes is written on a thread of its own while the next ones work: the
//! writer goes from one that writes to the next, so that there is one at any time, and stages are written and marked in
//! their order.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use super::cluster::{ClusterError, Clustered};
use super::corpus::Corpus;
use super::describe::Describing;
use super::extract::{self, Extracted};
use super::merge::told::{self, Merging, Several, Told};
use super::merge::{self, Merged};
use super::minds::Minds;
use super::numbering::{self, Numbering};
use super::packed::Found;
use super::previous::{self, Previous};
use super::remembered::Remembered;
use super::subjects::Subjects;
use super::{BuildError, Built, LIKELY, Update, cluster, embed, identity, links, memory, report, words};
use crate::config::Settings;
use crate::graph::{Leiden, Limits};
use crate::judgement::extractive::static_vectors::StaticVectors;
use crate::judgement::{Extraction, JudgementError, Passages};
use crate::model::{Claim, Community, Fact, Progress, Report, Stage, Usage};
use crate::store::{LedgerState, Meta, Reader, StageMark, StoreError, Writer};

/// Writes what a stage made, and returns how much that was.
type Write<'scope> = Box<dyn FnOnce(&Writer) -> Result<u64, BuildError> + Send + 'scope>;

/// A writer that comes back from writing; none when whoever had it came to grief.
type Behind<'scope> = ScopedJoinHandle<'scope, (Option<Writer>, Result<(), BuildError>)>;

/// Vectors of the text units that are being made.
type Ahead<'scope> = ScopedJoinHandle<'scope, Result<(embed::Space, embed::Vectored), BuildError>>;

/// A build under way.
pub(super) struct Run<'scope, 'env: 'scope> {
    scope: &'scope Scope<'scope, 'env>,
    /// None while it writes behind.
    writer: Option<Writer>,
    behind: Option<Behind<'scope>>,
    /// Stages that were finished when the run began.
    finished: Vec<Stage>,
    /// Where it is written: finished stages are read from there.
    path: &'env Path,
    progress: &'env Progress,
    previous: Option<&'env Previous>,
    numbering: Numbering<'env>,
    built: Built,
    minds: Minds,
    /// Begun while a model writes reports, and the cores have nothing to do.
    ahead: Option<Ahead<'scope>>,
    /// What a model told in this run of what it told more than once, which is described while reports are written.
    several: Vec<Several>,
    /// What a model claimed in this run.
    claims: Vec<Claim>,
    /// For judgements that wait for a network.
    runtime: Runtime,
}

impl<'scope, 'env: 'scope> Run<'scope, 'env> {
    #[expect(clippy::too_many_arguments, reason = "the parts of a build come together here, and nowhere else")]
    pub fn new(
        scope: &'scope Scope<'scope, 'env>,
        writer: Writer,
        path: &'env Path,
        progress: &'env Progress,
        previous: Option<&'env Previous>,
        numbering: Numbering<'env>,
        minds: Minds,
        runtime: Runtime,
    ) -> Result<Self, BuildError> {
        let mut finished = Vec::new();
        // What an update makes of the graph goes by the order of merging, which no table keeps: it merges again. So does what
        // a model told, until it is described: that is asked of its answers, which are in the ledger.
        let is_ordered = previous.is_none() && (!minds.tells || writer.stage(Stage::Report.name())?.is_some());
        for stage in Stage::ALL {
            if (is_ordered || stage < Stage::Merge) && writer.stage(stage.name())?.is_some() {
                finished.push(stage);
            }
        }
        if minds.tells_reports {
            // The ledger writes to the same file, and answers do not wait for a long transaction.
            writer.give_way();
        }
        let (writer, behind, built) = (Some(writer), None, Built::default());
        Ok(Self {
            scope,
            writer,
            behind,
            finished,
            path,
            progress,
            previous,
            numbering,
            built,
            minds,
            ahead: None,
            several: Vec::new(),
            claims: Vec::new(),
            runtime,
        })
    }

    fn is_finished(&self, stage: Stage) -> bool {
        self.finished.contains(&stage)
    }

    /// What finished stages have written.
    fn reader(&mut self) -> Result<Reader, BuildError> {
        self.writer()?;
        Ok(Reader::open(self.path)?)
    }

    /// The writer, when it has come back from what it was writing.
    fn writer(&mut self) -> Result<&Writer, BuildError> {
        if let Some(behind) = self.behind.take() {
            let (writer, written) = behind.join().map_err(|_| lost())?;
            self.writer = writer;
            written?;
        }
        self.writer.as_ref().ok_or_else(lost)
    }

    /// Does a stage that is not finished yet: `work` makes what the stage makes, and what writes it, which happens behind
    /// the work of the next stages. None when the stage was finished by an earlier run.
    fn stage<T>(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<(T, Write<'scope>), BuildError>,
    ) -> Result<Option<T>, BuildError> {
        if self.progress.is_cancelled() {
            return Err(BuildError::Cancelled);
        }
        if self.is_finished(stage) {
            self.built.resumed.push(stage);
            self.progress.tell(Fact::Resumed(stage));
            return Ok(None);
        }
        // Documents are read before there is a build to write to.
        if stage != Stage::Read {
            self.progress.begin(stage);
        }
        let begun = Instant::now();
        let (made, write) = work(self)?;
        memory::give_back();
        let worked = begun.elapsed();
        let (writer, behind) = (self.writer.take(), self.behind.take());
        self.behind = Some(self.scope.spawn(move || {
            let (writer, written) = match (writer, behind) {
                (Some(writer), _) => (Some(writer), Ok(())),
                (None, Some(behind)) => behind.join().unwrap_or_else(|_| (None, Err(lost()))),
                (None, None) => (None, Err(lost())),
            };
            let written = match &writer {
                Some(writer) => written.and_then(|()| write_stage(writer, stage, worked, write)),
                None => written.and_then(|()| Err(lost())),
            };
            (writer, written)
        }));
        if stage != Stage::Read {
            self.progress.finish(stage);
        }
        Ok(Some(made))
    }

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
            extracted = extract::extract(&passages, &extractor, self.runtime.handle(), progress)?;
            memory::give_back();
        }
        let merged = self.stage(Stage::Merge, |run| {
            run.built.failures = extracted.failures.len();
            let (mut claims, mut likely, mut shown) = (Vec::new(), None, Vec::new());
            let (tells, tells_reports) = (run.minds.tells, run.minds.tells_reports);
            let mut found: Vec<Found> = Vec::new();
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
                            if let Found::Packed(packed) = found {
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
                // While communities and reports are made, there is time; unless a ledger writes meanwhile, and descriptions
                // are still to come.
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

    /// What a model told, merged: names that no rule joins and that are likely one thing are judged by whoever told them.
    /// Returns it with the pairs that stay open.
    fn told(
        &mut self,
        passages: &dyn Passages,
        extractions: &[Extraction],
        words: u32,
    ) -> Result<(Told, String), BuildError> {
        let told = told::merge(passages, extractions, Merging { words, same: &[] });
        let pairs = identity::pairs(&told, passages);
        if pairs.is_empty() {
            return Ok((told, identity::open(&pairs, &[])));
        }
        let (extractor, progress) = (self.minds.extractor.clone(), self.progress);
        let judging = extract::or_cancelled(progress, extractor.same(&pairs));
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

    pub fn communities(
        &mut self,
        corpus: &Corpus,
        merged: &Merged,
        settings: &Settings,
    ) -> Result<Arc<Vec<Community>>, BuildError> {
        let communities = self.stage(Stage::Cluster, |run| {
            let clustered = clustered(corpus, merged, settings)?;
            let (mut communities, modularity) = (clustered.communities, clustered.modularity.to_string());
            run.numbering.communities(&mut communities)?;
            let communities = Arc::new(communities);
            let shared = communities.clone();
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                writer.set_fact("modularity", &modularity)?;
                writer.in_batches(&shared, Writer::add_communities)?;
                Ok(shared.len() as u64)
            });
            Ok((communities, write))
        })?;
        match communities {
            Some(communities) => Ok(communities),
            None => Ok(Arc::new(self.reader()?.all_communities()?)),
        }
    }

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
            let gathered = report::Gathered::new(report::Material {
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

    pub fn embed(
        &mut self,
        corpus: &'env Corpus,
        merged: &Arc<Merged>,
        reports: &Arc<Vec<Report>>,
    ) -> Result<(), BuildError> {
        self.stage(Stage::Embed, |run| {
            let links = links::Links::find(corpus.titles(), corpus);
            let subjects = Subjects::find(corpus.all_documents(), corpus, merged);
            let write: Write<'scope> = match run.minds.embedder.clone() {
                None => {
                    let ahead = run.ahead.take().and_then(|ahead| ahead.join().ok());
                    let made = ahead.unwrap_or_else(|| unit_vectors(corpus, run.minds.fixed.clone(), run.previous))?;
                    let vectors = embed::with_reports(made, reports);
                    Box::new(move |writer: &Writer| {
                        vectors.write(writer)?;
                        links.write(writer)?;
                        subjects.write(writer)?;
                        Ok(corpus.units.len() as u64)
                    })
                }
                Some(embedder) => {
                    let (progress, handle) = (run.progress, run.runtime.handle().clone());
                    let (merged, reports) = (merged.clone(), reports.clone());
                    let ahead = !run.built.resumed.contains(&Stage::Report);
                    Box::new(move |writer: &Writer| {
                        let work = embed::embed_with(writer, &*embedder, corpus, &merged, &reports, ahead, progress);
                        let done = handle.block_on(extract::or_cancelled(progress, work));
                        done.ok_or(BuildError::Cancelled)??;
                        links.write(writer)?;
                        subjects.write(writer)?;
                        Ok(corpus.units.len() as u64)
                    })
                }
            };
            Ok(((), write))
        })?;
        Ok(())
    }

    /// Makes the reports findable by their words, and everything else that is not yet.
    pub fn words(
        &mut self,
        corpus: &'env Corpus,
        merged: &Arc<Merged>,
        reports: &Arc<Vec<Report>>,
    ) -> Result<(), BuildError> {
        let (merged, reports, progress) = (merged.clone(), reports.clone(), self.progress);
        self.stage(Stage::Words, |run| {
            let (mut claims, tells_reports) = (std::mem::take(&mut run.claims), run.minds.tells_reports);
            if run.is_finished(Stage::Merge) {
                claims = run.reader()?.all_claims()?;
            }
            let write: Write<'scope> = Box::new(move |writer: &Writer| {
                if tells_reports {
                    words::write_words(writer, corpus, &merged, &claims, progress)?;
                }
                words::write_report_words(writer, &reports, progress)?;
                Ok(reports.len() as u64)
            });
            Ok(((), write))
        })?;
        Ok(())
    }

    /// What the next build takes over from this one, and what this one made of the last.
    pub fn leave_to_the_next(
        &mut self,
        corpus: &Corpus,
        merged: &Merged,
        communities: &[Community],
        read_from: i64,
        told: &str,
    ) -> Result<(), BuildError> {
        self.numbering.has_given(merged, communities);
        let next = serde_json::to_string(self.numbering.next()).unwrap_or_default();
        let previous = self.previous;
        let writer = self.writer()?;
        writer.set_fact(numbering::FACT, &next)?;
        writer.set_fact(previous::RULES_FACT, previous::RULES)?;
        writer.set_fact(previous::TOLD_FACT, told)?;
        writer.set_fact(previous::READ_FACT, &read_from.to_string())?;
        if let Some(previous) = previous {
            let news = writer.compare(previous.reader().path())?;
            self.built.update = Some(Update {
                is_current: false,
                taken_over: corpus.taken_over(),
                moved: self.numbering.moved(),
                news,
            });
        }
        Ok(())
    }

    /// Ends the run: `meta` makes what the index says of itself from its modularity, and its vectors' model and
    /// dimensions. Returns the writer of the whole build.
    pub fn end(mut self, meta: impl FnOnce(Option<f64>, String, u32) -> Meta) -> Result<(Writer, Built), BuildError> {
        self.writer()?;
        let Some(writer) = self.writer else { return Err(BuildError::Cancelled) };
        let modularity = writer.fact("modularity")?.and_then(|number| number.parse().ok());
        let (embedding_model, dimensions) = self.minds.vectors(&writer)?;
        writer.set_meta(&meta(modularity, embedding_model, dimensions))?;
        Ok((writer, self.built))
    }
}

fn lost() -> BuildError {
    BuildError::System("the index could not be written".to_owned())
}

fn unit_vectors(
    corpus: &Corpus,
    fixed: Option<Arc<StaticVectors>>,
    previous: Option<&Previous>,
) -> Result<(embed::Space, embed::Vectored), BuildError> {
    embed::unit_vectors(corpus, fixed, previous, |unit| corpus.is_unchanged(unit))
}

/// Writes what a stage made in the place of what a stopped run of it had written, and marks the stage.
fn write_stage(writer: &Writer, stage: Stage, worked: Duration, write: Write<'_>) -> Result<(), BuildError> {
    let begun = Instant::now();
    let write = |writer: &Writer| {
        writer.clear_stage(stage)?;
        let done = write(writer)?;
        let millis = (worked + begun.elapsed()).as_millis() as u64;
        Ok(writer.mark_stage(&StageMark { name: stage.name().to_owned(), done, millis })?)
    };
    match stage {
        // The words of reports join others that stay: they are kept with their mark, or not at all.
        Stage::Words => writer.batch(write),
        _ => write(writer),
    }
}

/// The communities of a graph, by the settings.
pub fn clustered(corpus: &Corpus, merged: &Merged, settings: &Settings) -> Result<Clustered, ClusterError> {
    let leiden = Leiden { resolution: settings.resolution, seed: settings.seed, ..Leiden::default() };
    let limits = Limits { max_size: settings.community_size as usize, ..Limits::default() };
    let document_of = |unit| corpus.document_of(unit);
    cluster::cluster(&merged.entities, &merged.relationships, &merged.mentions, document_of, &leiden, &limits)
}
