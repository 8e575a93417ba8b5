//! A build under way, stage by stage. What a stage makes is written on a thread of its own while the next ones work:
//! the writer goes from one that writes to the next, so that there is one at any time, and stages are written and
//! marked in their order.

mod graph;
mod reports;

use std::path::Path;
use std::sync::Arc;
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use super::cluster::{ClusterError, Clustered};
use super::corpus::Corpus;
use super::merge::Merged;
use super::merge::told::Several;
use super::minds::Minds;
use super::search::subjects::Subjects;
use super::search::{embed, links, words};
use super::updates::numbering::{self, Numbering};
use super::updates::previous::{self, Previous};
use super::{BuildError, Built, Update, cluster, extraction, memory};
use crate::config::Settings;
use crate::graph::{HierarchyLimits, Leiden};
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::model::{Claim, Community, Fact, Progress, Report, Stage};
use crate::store::{self, Meta, Reader, StageMark, Writer};

/// Writes what a stage made, and returns how much that was.
type Write<'scope> = Box<dyn FnOnce(&Writer) -> Result<u64, BuildError> + Send + 'scope>;

/// A thread that hands the writer back when it has written; none where it panicked.
type Behind<'scope> = ScopedJoinHandle<'scope, (Option<Writer>, Result<(), BuildError>)>;

/// Vectors of the text units that are being made.
type Ahead<'scope> = ScopedJoinHandle<'scope, Result<(embed::EmbeddingSpace, embed::Vectored), BuildError>>;

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
        // What an update makes of the graph goes by the order of merging, which no table keeps: it merges again. So
        // does what a model told, until it is described: that is asked of its answers, which are in the ledger.
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

    /// Does a stage that is not finished yet: `work` makes what the stage makes, and what writes it, which happens
    /// behind the work of the next stages. None when the stage was finished by an earlier run.
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
                writer.set_fact(store::MODULARITY, &modularity)?;
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
                        let done = handle.block_on(extraction::or_cancelled(progress, work));
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
        let (previous, next) = (self.previous, self.numbering.next().clone());
        let writer = self.writer()?;
        writer.set_fact_json(numbering::FACT, &next)?;
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
        let modularity = writer.fact(store::MODULARITY)?.and_then(|number| number.parse().ok());
        let (embedding_model, dimensions) = self.minds.vectors(&writer)?;
        writer.set_meta(&meta(modularity, embedding_model, dimensions))?;
        Ok((writer, self.built))
    }
}

fn lost() -> BuildError {
    BuildError::Failed("the index could not be written".to_owned())
}

fn unit_vectors(
    corpus: &Corpus,
    fixed: Option<Arc<StaticVectors>>,
    previous: Option<&Previous>,
) -> Result<(embed::EmbeddingSpace, embed::Vectored), BuildError> {
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
    // A part of three names is told in a sentence or two.
    let (max_size, least) = (settings.community_size as usize, HierarchyLimits::default().min_part);
    let limits = HierarchyLimits { max_size, min_part: (max_size / 2).max(least), ..HierarchyLimits::default() };
    let document_of = |unit| corpus.document_of(unit);
    let documents = Some(corpus.all_documents());
    cluster::cluster(
        &merged.entities,
        &merged.relationships,
        &merged.mentions,
        documents,
        document_of,
        &leiden,
        &limits,
    )
}
