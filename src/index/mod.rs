//! The build, readable top to bottom: ingest → extract → merge → cluster → report → embed → full text. Resumable.
//!
//! Reading is done again by every run, because only the files can say whether they are what they were; every later
//! stage that is finished is taken over from the build that was stopped. A stage without its mark is cleared and done
//! again, so being killed and being cancelled are the same case.

mod changes;
pub mod cluster;
pub mod corpus;
pub mod demo;
pub mod embed;
pub mod extract;
pub mod links;
pub mod merge;
mod minds;
mod news;
mod numbering;
mod packed;
mod previous;
mod remembered;
pub mod report;
mod sentences;
mod topics;
pub mod words;

#[cfg(test)]
mod report_tests;

pub use changes::{Changes, changes, is_own_file};

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::config::{Settings, corpus_name};
use crate::graph::{Leiden, Limits};
use crate::ingest::{self, IngestError, ReadFile, SkippedFile, TableFields};
use tokio::runtime::Runtime;

use crate::judgement::JudgementError;
use crate::judgement::model::Mind;
use crate::llm;
use crate::model::{Community, EntityId, Fact, Kind, Progress, Report, Stage, Usage};
use crate::store::{BuildFile, FileRecord, LedgerState, Meta, Reader, StageMark, StoreError, Writer};
use crate::text::chunk::ChunkOptions;
use crate::text::hash;

use corpus::Corpus;
use merge::Merged;
use merge::told::{self, Told};
use minds::Minds;
use numbering::Numbering;
use previous::Previous;
use remembered::Remembered;

/// The fact under which pairs that are likely one thing are kept: a list of name, name, why.
pub const LIKELY: &str = "likely_duplicates";

/// What to index, and where to.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Folders and files, canonical.
    pub roots: Vec<PathBuf>,
    /// The index file.
    pub index: PathBuf,
    /// Readable name of the corpus; the first root's when empty.
    pub name: String,
    pub settings: Settings,
    /// Read and extract everything again, though it may be what it was.
    pub afresh: bool,
}

/// What a build made, or would make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    pub files: Vec<ReadFile>,
    pub skipped: Vec<SkippedFile>,
    pub documents: usize,
    pub text_units: usize,
    pub tokens: u64,
    /// Text units that could not be extracted from.
    pub failures: usize,
    /// Stages taken over from a build that was stopped.
    pub resumed: Vec<Stage>,
    /// What is different from the index there was; none for a first build.
    pub update: Option<Update>,
    pub seconds: f64,
}

/// How a build differs from the index it took the place of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// Nothing in the folder changed since, and the index stays as it is.
    pub is_current: bool,
    /// Documents that were what they were, and not read again.
    pub taken_over: usize,
    /// Records that are new, changed and gone, by kind; kinds without any are left out.
    pub news: Vec<(Kind, [usize; 3])>,
}

/// A build did not come to its end. What is finished stays, and the next run goes on from there.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error(transparent)]
    Reading(#[from] IngestError),
    #[error(transparent)]
    Store(StoreError),
    #[error(transparent)]
    Judgement(#[from] JudgementError),
    #[error("the graph could not be clustered: {0}")]
    Cluster(#[from] cluster::ClusterError),
    /// No document at all; with the files that were met and skipped.
    #[error("{}", nothing(.0.len()))]
    Nothing(Vec<SkippedFile>),
    #[error("method `{0}` needs a model, and none is configured")]
    NeedsModel(String),
    #[error("{0}")]
    System(String),
    #[error("cancelled")]
    Cancelled,
}

fn nothing(skipped: usize) -> String {
    match skipped {
        0 => "there is nothing to index: no files were found".to_owned(),
        1 => "there is nothing to index: the one file there was skipped".to_owned(),
        more => format!("there is nothing to index: all {more} files were skipped"),
    }
}

impl From<StoreError> for BuildError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Interrupted => BuildError::Cancelled,
            other => BuildError::Store(other),
        }
    }
}

/// Connects to a model for a build, which holds its ledger.
pub type Connect<'a> = &'a (dyn Fn(&BuildFile) -> Result<Mind, JudgementError> + Sync);

/// Builds an index without a model and puts it in its place.
///
/// # Errors
/// See [`BuildError`]; the index there was is untouched by every one of them.
pub fn build(plan: &Plan, progress: &Progress) -> Result<Built, BuildError> {
    build_with(plan, None, progress)
}

/// Builds an index, with a model where the method wants one, and puts it in its place.
///
/// # Errors
/// See [`BuildError`]; the index there was is untouched by every one of them, and what a model answered is kept.
pub fn build_with(plan: &Plan, connect: Option<Connect<'_>>, progress: &Progress) -> Result<Built, BuildError> {
    let connect = match plan.settings.method.as_str() {
        "offline" => None,
        method => Some(connect.ok_or_else(|| BuildError::NeedsModel(method.to_owned()))?),
    };
    let place = BuildFile::begin(&plan.index)?;
    let previous = Previous::open(&plan.index, &plan.settings, plan.afresh)?;
    let unchanged = previous.as_ref().filter(|previous| would_be_the_same(plan, previous).unwrap_or_default());
    if let Some(previous) = unchanged
        && is_settled(plan, previous)?
    {
        return Ok(Built { seconds: progress.elapsed(), ..current(previous)? });
    }
    let mut numbering = Numbering::new(previous.as_ref())?;
    let read_from = now();

    progress.begin(Stage::Read);
    let corpus = read(plan, previous.as_ref(), &mut numbering, progress)?;
    if corpus.units.is_empty() {
        return Err(BuildError::Nothing(corpus.skipped().to_vec()));
    }
    if let Some(previous) = unchanged
        && corpus.files_are(&previous.reader().files(false)?)
    {
        // From now on their dates tell.
        Writer::open(&plan.index)?.set_fact(previous::READ_FACT, &read_from.to_string())?;
        return Ok(Built { seconds: progress.elapsed(), ..current(previous)? });
    }
    let inputs = inputs(plan, &corpus, previous.as_ref());
    let writer = place.open(&inputs)?;
    let minds = match connect {
        None => Minds::extractive(&plan.settings),
        Some(connect) => Minds::with_model(connect(&place)?, &plan.settings),
    };
    let runtime = llm::runtime().map_err(|e| BuildError::System(e.to_string()))?;
    let path = place.path().to_owned();
    let previous_index = previous.as_ref();
    let built = Built::default();
    let mut run = Run { writer, path, progress, previous: previous_index, numbering, built, minds, runtime };

    let merged = run.graph(&corpus)?;
    let communities = run.communities(&corpus, &merged, &plan.settings)?;
    let reports = run.reports(&corpus, &merged, &communities)?;
    run.embed(&corpus, &merged, &reports)?;
    run.stage(Stage::Words, |run| {
        words::write_words(&run.writer, &corpus, &merged.entities, &merged.relationships, &reports, progress)?;
        run.writer.finish_full_text()?;
        Ok(corpus.documents().len() as u64)
    })?;

    progress.begin(Stage::Publish);
    run.leave_to_the_next(&corpus, &merged, &communities, &reports, read_from)?;
    let modularity = run.writer.fact("modularity")?.and_then(|number| number.parse().ok());
    let (embedding_model, dimensions) = run.minds.vectors(&run.writer)?;
    run.writer.set_meta(&Meta {
        modularity,
        embedding_model: Some(embedding_model),
        embedding_dimensions: dimensions,
        ..meta(plan, &corpus, &inputs)
    })?;
    // The model's ledger is in the build: it is let go of before the build is published.
    let Run { writer, built, .. } = run;
    drop(previous);
    place.publish(writer)?;
    progress.finish(Stage::Publish);
    Ok(Built { seconds: progress.elapsed(), ..describe(&corpus, built) })
}

/// Reads what would be indexed, and writes nothing.
pub fn dry_run(plan: &Plan, progress: &Progress) -> Result<Built, BuildError> {
    let corpus = read(plan, None, &mut Numbering::new(None)?, progress)?;
    Ok(Built { seconds: progress.elapsed(), ..describe(&corpus, Built::default()) })
}

/// Passages spread evenly over what would be indexed, each at most so many bytes; writes nothing.
pub fn sample(plan: &Plan, passages: usize, bytes: usize, progress: &Progress) -> Result<Vec<String>, BuildError> {
    let corpus = read(plan, None, &mut Numbering::new(None)?, progress)?;
    let texts = corpus.unit_texts();
    let counted: Vec<&str> = texts.iter().filter(|(unit, _)| !unit.recurring).map(|(_, text)| text.as_ref()).collect();
    let step = counted.len().div_ceil(passages.max(1)).max(1);
    Ok(counted.iter().step_by(step).map(|text| text[..text.floor_char_boundary(bytes)].to_owned()).collect())
}

/// Whether a build of the same files would make the index there is: by the same rules and settings, of the same folders,
/// with nothing left undone.
fn would_be_the_same(plan: &Plan, previous: &Previous) -> Result<bool, BuildError> {
    let meta = previous.meta();
    let roots = plan.roots.iter().map(|root| root.to_string_lossy().into_owned());
    Ok(previous.has_same_rules()
        && roots.eq(meta.roots.iter().cloned())
        && (plan.name.is_empty() || plan.name == meta.name)
        && previous.reader().ledger_counts()?.failed == 0)
}

/// Whether no file changed since an index was made, as far as dates can tell.
fn is_settled(plan: &Plan, previous: &Previous) -> Result<bool, BuildError> {
    let found = ingest::list(&plan.roots, plan.settings.hidden, plan.settings.ignored);
    Ok(found.iter().all(|file| previous.is_settled(file)) && changes::since(previous.reader(), found)?.is_empty())
}

/// What there is to say of an index that stays as it is.
fn current(previous: &Previous) -> Result<Built, BuildError> {
    let reader = previous.reader();
    let stats = reader.stats()?;
    Ok(Built {
        documents: stats.documents as usize,
        text_units: stats.text_units as usize,
        tokens: stats.tokens,
        skipped: reader.files(true)?.into_iter().map(skipped).collect(),
        update: Some(Update { is_current: true, taken_over: stats.documents as usize, news: Vec::new() }),
        ..Built::default()
    })
}

fn skipped(file: FileRecord) -> SkippedFile {
    let reason = file.reason.unwrap_or_default();
    SkippedFile { path: file.path, bytes: file.size, modified: file.modified, reason, hint: None }
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn read(
    plan: &Plan,
    previous: Option<&Previous>,
    numbering: &mut Numbering<'_>,
    progress: &Progress,
) -> Result<Corpus, BuildError> {
    let settings = &plan.settings;
    let field = |name: &String| (!name.is_empty()).then(|| name.clone());
    let options = ingest::Options {
        max_file_size: u64::from(settings.max_file_size) << 20,
        hidden: settings.hidden,
        ignored: settings.ignored,
        fields: TableFields { text: field(&settings.text_field), title: field(&settings.title_field) },
        first_document: 0,
        ..ingest::Options::default()
    };
    let earlier = previous.map(|previous| previous as &dyn ingest::Earlier);
    let reading = match ingest::survey(&plan.roots, &options, earlier, progress) {
        Err(IngestError::Cancelled) => return Err(BuildError::Cancelled),
        other => other?,
    };
    for skipped in reading.skipped() {
        progress.tell(Fact::Failed { what: skipped.path.clone(), why: skipped.reason.clone() });
    }
    let chunks = ChunkOptions { size: settings.chunk_size, overlap: settings.chunk_overlap };
    Corpus::new(reading, &chunks, previous, numbering)
}

/// Names everything an index is made from: the program, the settings that shape it, the bytes of every file, and the
/// index before it, whose ids live on.
fn inputs(plan: &Plan, corpus: &Corpus, previous: Option<&Previous>) -> String {
    let before = previous.map_or("", |previous| previous.meta().build.as_str());
    let mut all =
        format!("{}\n{}\n{}\n{before}\n", env!("CARGO_PKG_VERSION"), previous::RULES, plan.settings.shaping());
    for file in corpus.files() {
        all.push_str(&file.path);
        all.push('\n');
        all.push_str(&file.hash);
        all.push('\n');
    }
    hash::hex(all.as_bytes())
}

fn meta(plan: &Plan, corpus: &Corpus, inputs: &str) -> Meta {
    Meta {
        build: inputs.get(..16).unwrap_or(inputs).to_owned(),
        name: if plan.name.is_empty() { corpus_name(&plan.roots) } else { plan.name.clone() },
        roots: plan.roots.iter().map(|root| root.to_string_lossy().into_owned()).collect(),
        method: plan.settings.method.clone(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        settings: plan.settings.shaping(),
        finished: now(),
        tokens: corpus.tokens(),
        ..Meta::default()
    }
}

fn describe(corpus: &Corpus, built: Built) -> Built {
    Built {
        files: corpus.files().to_vec(),
        skipped: corpus.skipped().to_vec(),
        documents: corpus.documents().len(),
        text_units: corpus.units.len(),
        tokens: corpus.tokens(),
        ..built
    }
}

/// A build under way.
struct Run<'a> {
    writer: Writer,
    /// Where it is written: finished stages are read from there.
    path: PathBuf,
    progress: &'a Progress,
    previous: Option<&'a Previous>,
    numbering: Numbering<'a>,
    built: Built,
    minds: Minds,
    /// For judgements that wait for a network.
    runtime: Runtime,
}

impl Run<'_> {
    fn is_finished(&self, stage: Stage) -> Result<bool, BuildError> {
        Ok(self.writer.stage(stage.name())?.is_some())
    }

    /// What finished stages have written.
    fn reader(&self) -> Result<Reader, BuildError> {
        Ok(Reader::open(&self.path)?)
    }

    /// Does a stage that is not finished yet and marks it; `work` returns how much it did. What a stage that was stopped
    /// had written is removed first. Returns whether there was anything to do.
    fn stage(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<u64, BuildError>,
    ) -> Result<bool, BuildError> {
        if self.progress.is_cancelled() {
            return Err(BuildError::Cancelled);
        }
        if self.is_finished(stage)? {
            self.built.resumed.push(stage);
            self.progress.tell(Fact::Resumed(stage));
            return Ok(false);
        }
        // Documents are read before there is a build to write to, and written while the next stage is under way.
        if stage != Stage::Read {
            self.progress.begin(stage);
        }
        let begun = Instant::now();
        self.writer.clear_stage(stage)?;
        let done = work(self)?;
        let millis = begun.elapsed().as_millis() as u64;
        self.writer.mark_stage(&StageMark { name: stage.name().to_owned(), done, millis })?;
        if stage != Stage::Read {
            self.progress.finish(stage);
        }
        Ok(true)
    }

    /// Entities and relationships: extracted from every text unit while the documents are written, then merged.
    fn graph(&mut self, corpus: &Corpus) -> Result<Merged, BuildError> {
        let progress = self.progress;
        let merged_before = self.is_finished(Stage::Merge)?;
        let passages = if merged_before { Vec::new() } else { corpus.passages() };
        let found = self.previous.map_or_else(|| Ok(HashMap::new()), Previous::extractions)?;
        let otherwise = self.minds.extractor.clone();
        let extractor = Remembered { found: corpus.remembered(found), otherwise: &*otherwise };
        let runtime = self.runtime.handle().clone();
        let extracted = std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                self.stage(Stage::Read, |run| {
                    run.writer.begin_full_text()?;
                    corpus.write(&run.writer, |_| !progress.is_cancelled())?;
                    Ok(corpus.files().len() as u64)
                })
            });
            if !merged_before {
                progress.begin(Stage::Extract);
            }
            let extracted = extract::extract(&passages, &extractor, &runtime, progress);
            writing.join().map_err(|_| BuildError::System("the documents could not be written".to_owned()))??;
            extracted
        })?;
        let mut merged = Merged::default();
        let fresh = self.stage(Stage::Merge, |run| {
            run.built.failures = extracted.failures.len();
            let mut claims = Vec::new();
            if run.minds.tells {
                // What the model failed on is in its ledger.
                let mut told = told::merge(&passages, &extracted.extractions);
                claims = std::mem::take(&mut told.claims);
                run.describe(&mut told)?;
                run.writer.set_fact(LIKELY, &likely_pairs(&told))?;
                merged = told.merged;
            } else {
                for (unit, error) in &extracted.failures {
                    let (key, why) = (unit.to_string(), error.to_string());
                    run.writer.enter("extract", &key, LedgerState::Failed, Usage::default(), Some(&why), None)?;
                }
                merged = merge::merge(&passages, &extracted.extractions);
            }
            run.numbering.graph(&mut merged, &mut claims)?;
            run.writer.batch(|writer| {
                for (passage, extraction) in passages.iter().zip(&extracted.extractions) {
                    // A model's answers are in its ledger, and what it failed on is no finding.
                    let packed = (!run.minds.tells).then(|| packed::pack(extraction, &passage.document.text)).flatten();
                    if let Some(packed) = packed {
                        writer.add_extraction(passage.unit.id, &packed)?;
                    }
                }
                writer.add_entities(&merged.entities)?;
                writer.add_mentions(&merged.mentions)?;
                writer.add_relationships(&merged.relationships)?;
                writer.add_appearances(&merged.appearances)?;
                writer.add_claims(&claims)
            })?;
            Ok(merged.entities.len() as u64)
        })?;
        if fresh {
            return Ok(merged);
        }
        let reader = self.reader()?;
        Ok(Merged {
            entities: reader.all_entities()?,
            mentions: reader.all_mentions()?,
            relationships: reader.all_relationships()?,
            appearances: reader.all_appearances()?,
        })
    }

    /// Makes one description of each element's several.
    fn describe(&self, told: &mut Told) -> Result<(), BuildError> {
        let several = std::mem::take(&mut told.several);
        let extractor = self.minds.extractor.clone();
        let describing =
            extract::describe(&several, &*extractor, self.progress, |at, text| told.describe(&several[at], &text));
        self.runtime.block_on(describing)
    }

    fn communities(
        &mut self,
        corpus: &Corpus,
        merged: &Merged,
        settings: &Settings,
    ) -> Result<Vec<Community>, BuildError> {
        let mut communities = Vec::new();
        let fresh = self.stage(Stage::Cluster, |run| {
            let leiden = Leiden { resolution: settings.resolution, seed: settings.seed, ..Leiden::default() };
            let limits = Limits { max_size: settings.community_size as usize, ..Limits::default() };
            let document_of = |unit| corpus.document_of(unit);
            let clustered = cluster::cluster(&merged.entities, &merged.relationships, document_of, &leiden, &limits)?;
            communities = clustered.communities;
            run.numbering.communities(&mut communities)?;
            run.writer.set_fact("modularity", &clustered.modularity.to_string())?;
            run.writer.batch(|writer| writer.add_communities(&communities))?;
            Ok(communities.len() as u64)
        })?;
        if fresh {
            return Ok(communities);
        }
        let reader = self.reader()?;
        Ok(reader.all_communities()?)
    }

    fn reports(
        &mut self,
        corpus: &Corpus,
        merged: &Merged,
        communities: &[Community],
    ) -> Result<Vec<Report>, BuildError> {
        let mut reports = Vec::new();
        let fresh = self.stage(Stage::Report, |run| {
            let counters = run.progress.stage(Stage::Report);
            counters.expect(communities.len() as u64);
            let documents: Vec<_> = corpus.documents().cloned().collect();
            let claims = run.reader()?.all_claims()?;
            let gathered = report::Gathered::new(report::Material {
                documents: &documents,
                text_units: &corpus.units,
                entities: &merged.entities,
                mentions: &merged.mentions,
                relationships: &merged.relationships,
                claims: &claims,
                communities,
            });
            let mut failed = Vec::new();
            let reporter = run.minds.reporter.clone();
            let writing = gathered.write(&*reporter, |id, judged| {
                counters.add(1);
                match judged {
                    Ok((report, _)) => reports.push(report),
                    Err(error) => {
                        counters.failed.fetch_add(1, Ordering::Relaxed);
                        failed.push((id, error));
                    }
                }
            });
            // Vectors that need no report are made while reports wait for each other.
            let embedder = run.minds.embedder.clone();
            let ahead = async {
                if let Some(embedder) = &embedder {
                    embed::ahead(&**embedder, corpus, merged).await;
                }
            };
            let both = async { futures::join!(writing, ahead) };
            run.runtime.block_on(extract::or_cancelled(run.progress, both)).ok_or(BuildError::Cancelled)?;
            let stopped = failed.iter().find(|(_, error)| matches!(error, JudgementError::Stopped { .. }));
            if let Some((_, error)) = stopped.or_else(|| failed.first().filter(|_| reports.is_empty())) {
                return Err(BuildError::Judgement(error.clone()));
            }
            run.built.failures += failed.len();
            if run.minds.tells_reports {
                failed.clear();
            }
            reports.sort_by_key(|report| report.community);
            run.writer.batch(|writer| {
                for (id, error) in &failed {
                    let (key, why) = (id.to_string(), error.to_string());
                    writer.enter("report", &key, LedgerState::Failed, Usage::default(), Some(&why), None)?;
                }
                reports.iter().try_for_each(|report| writer.add_report(report))
            })?;
            Ok(reports.len() as u64)
        })?;
        if fresh {
            return Ok(reports);
        }
        let reader = self.reader()?;
        Ok(reader.reports(&reader.community_ids()?)?)
    }

    /// What the next build takes over from this one, and what this one made of the last.
    fn leave_to_the_next(
        &mut self,
        corpus: &Corpus,
        merged: &Merged,
        communities: &[Community],
        reports: &[Report],
        read_from: i64,
    ) -> Result<(), BuildError> {
        self.numbering.has_given(merged, communities);
        let next = serde_json::to_string(self.numbering.next()).unwrap_or_default();
        self.writer.set_fact(numbering::FACT, &next)?;
        self.writer.set_fact(previous::RULES_FACT, previous::RULES)?;
        self.writer.set_fact(previous::READ_FACT, &read_from.to_string())?;
        if let Some(previous) = self.previous {
            let news = news::between(previous, corpus, merged, reports)?;
            self.writer.set_news(&news)?;
            self.built.update =
                Some(Update { is_current: false, taken_over: corpus.taken_over(), news: news::count(&news) });
        }
        Ok(())
    }

    fn embed(&mut self, corpus: &Corpus, merged: &Merged, reports: &[Report]) -> Result<(), BuildError> {
        self.stage(Stage::Embed, |run| {
            let texts = corpus.unit_texts();
            match run.minds.embedder.clone() {
                None => embed::embed(&run.writer, &texts, reports, run.previous, |unit| corpus.is_unchanged(unit))?,
                Some(embedder) => {
                    let work = embed::embed_with(&run.writer, &*embedder, &texts, merged, reports, run.progress);
                    let done = run.runtime.block_on(extract::or_cancelled(run.progress, work));
                    done.ok_or(BuildError::Cancelled)??;
                }
            }
            let titles = corpus.documents().map(|document| (document.document.id, document.document.title.as_str()));
            links::link(&run.writer, titles, &texts)?;
            Ok(texts.len() as u64)
        })?;
        Ok(())
    }
}

/// The pairs of entities that are likely one thing, for `stats`.
fn likely_pairs(told: &Told) -> String {
    let name = |id: EntityId| told.merged.entities.get(id.0 as usize).map_or("", |entity| entity.name.as_str());
    let pairs: Vec<[&str; 3]> = told.likely.iter().map(|&(a, b, why)| [name(a), name(b), why]).collect();
    serde_json::to_string(&pairs).unwrap_or_default()
}
