//! The build, readable top to bottom: ingest → extract → merge → cluster → report → embed → full text. Resumable.
//!
//! Reading is done again by every run, because only the files can say whether they are what they were; every later
//! stage that is finished is taken over from the build that was stopped. A stage without its mark is cleared and done
//! again, so being killed and being cancelled are the same case.

pub mod cluster;
pub mod corpus;
pub mod demo;
pub mod estimate;
pub mod evidence;
mod extraction;
pub mod memory;
pub mod merge;
mod minds;
mod ragged;
pub mod report;
mod run;
pub mod search;
pub mod structures;
mod titles;
mod updates;

pub use updates::changes::{Changes, changes, is_own_file};

use std::collections::HashMap;
use std::path::PathBuf;

use crate::config::{Method, Settings, corpus_name, now};
use crate::ingest::{self, IngestError, ReadFile, SkippedFile, TableFields, Walking};
use crate::judgement::extractive::vectors::static_vectors::{self, StaticVectors, VectorsError, is_static};
use crate::judgement::model::Mind;
use crate::judgement::model::reporter::ModelReporter;
use crate::judgement::{JudgementError, Passages, UnitTexts};
use crate::llm::{self, Prices};
use crate::model::{CommunityId, Fact, Kind, Progress, Stage, Usage, hash};
use crate::prompts::Prompts;
use crate::store::{BuildFile, FileRecord, Meta, StoreError, Writer};
use crate::text::cutting::tokens;
use crate::text::layout::chunk::ChunkOptions;

use corpus::{Corpus, Cutter};
use estimate::{CountedReports, Estimate};
use minds::Minds;
use run::Run;
use structures::Structure;
use updates::changes::since;
use updates::numbering::Numbering;
use updates::previous::{self, Previous};

/// Documents, or passages, that are read at once: what is counted of each by itself is let go of before the next.
const TOGETHER: usize = 1 << 12;

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
    /// Items that this run could not have: extractions, descriptions, reports.
    pub failures: usize,
    /// Stages taken over from a build that was stopped.
    pub resumed: Vec<Stage>,
    /// What is different from the index there was; none for a first build.
    pub update: Option<Update>,
    pub seconds: f64,
    /// What the model cost.
    pub usage: Usage,
    /// What a build with a model would come to; of a dry run only.
    pub estimate: Option<Estimate>,
}

/// How a build differs from the index it took the place of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// Nothing in the folder changed since, and the index stays as it is.
    pub is_current: bool,
    /// Documents that were what they were, and not read again.
    pub taken_over: usize,
    /// Documents that are at another path than they were.
    pub moved: usize,
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
    #[error(transparent)]
    Vectors(#[from] VectorsError),
    #[error("the graph could not be clustered: {0}")]
    Cluster(#[from] cluster::ClusterError),
    /// No document at all; with the files that were met and skipped.
    #[error("{}", nothing(.0.len()))]
    Nothing(Vec<SkippedFile>),
    #[error("method `{0}` needs a model, and none is configured")]
    NeedsModel(Method),
    #[error("{0}")]
    Failed(String),
    #[error("cancelled")]
    Cancelled,
}

/// What can be indexed, for whoever has a folder in which nothing could.
pub const READABLE: &str = "Gleaner reads text, Markdown, HTML, tables, JSON, PDF, office documents, e-books, mail, \
                            subtitles, source code, and zip archives of these";

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

/// The model of a build.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    pub connect: Connect<'a>,
    /// A hash of what it is told beside the settings (prompts, tuning): told otherwise, it makes another index.
    pub told: &'a str,
}

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
pub fn build_with(plan: &Plan, model: Option<Model<'_>>, progress: &Progress) -> Result<Built, BuildError> {
    let model = match plan.settings.method {
        method if method.asks_a_model() => Some(model.ok_or(BuildError::NeedsModel(method))?),
        _ => None,
    };
    let told = model.map_or("", |model| model.told);
    let fixed = static_vectors::of_setting(&plan.settings.vectors)?;
    let place = BuildFile::begin(&plan.index)?;
    let previous = Previous::open(&plan.index, &plan.settings, told, plan.afresh)?;
    let unchanged =
        previous.as_ref().filter(|previous| would_be_the_same(plan, fixed.as_deref(), previous).unwrap_or_default());
    if let Some(previous) = unchanged
        && is_settled(plan, previous)?
    {
        return Ok(Built { seconds: progress.elapsed(), ..current(previous)? });
    }
    // Texts that are new are counted in tokens; the vocabulary is unpacked while files are listed.
    std::thread::spawn(tokens::warm_up);
    let mut numbering = Numbering::new(previous.as_ref())?;
    let read_from = now();

    progress.begin(Stage::Read);
    let corpus = read(plan, previous.as_ref(), &mut numbering, progress)?;
    memory::give_back();
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
    let inputs = inputs(plan, &corpus, fixed.as_deref(), previous.as_ref(), told);
    let writer = place.open(&inputs)?;
    let minds = match model {
        None => Minds::extractive(&plan.settings, fixed),
        Some(model) => Minds::with_model((model.connect)(&place)?, &plan.settings, fixed),
    };
    let runtime = llm::runtime().map_err(|e| BuildError::Failed(e.to_string()))?;
    let path = place.path().to_owned();
    let before = previous.as_ref();
    let made = std::thread::scope(|scope| {
        let mut run = Run::new(scope, writer, &path, progress, before, numbering, minds, runtime)?;
        let merged = run.graph(&corpus)?;
        let communities = run.communities(&corpus, &merged, &plan.settings)?;
        let (merged, reports) = run.reports(&corpus, merged, &communities)?;
        run.embed(&corpus, &merged, &reports)?;
        run.words(&corpus, &merged, &reports)?;
        progress.begin(Stage::Publish);
        run.leave_to_the_next(&corpus, &merged, &communities, read_from, told)?;
        run.end(|modularity, embedding_model, dimensions| Meta {
            modularity,
            embedding_model: Some(embedding_model),
            embedding_dimensions: dimensions,
            ..meta(plan, &corpus, &inputs)
        })
    });
    // The model's ledger was in the build: it is let go of before the build is published.
    let (writer, built) = made?;
    drop(previous);
    place.publish(writer)?;
    progress.finish(Stage::Publish);
    Ok(Built { seconds: progress.elapsed(), usage: progress.spent(), ..describe(&corpus, built) })
}

/// Reads what would be indexed, and estimates what a model would cost where the method wants one, for the index and for
/// structures of it: of an index that was made alike, and that the model was told the same for, what is new. Writes
/// nothing and asks nobody.
pub fn dry_run(
    plan: &Plan,
    wanted: &[Structure],
    told: &str,
    prompts: &Prompts,
    prices: &Prices,
    progress: &Progress,
) -> Result<Built, BuildError> {
    let previous = Previous::open(&plan.index, &plan.settings, told, plan.afresh)?;
    let corpus = read(plan, previous.as_ref(), &mut Numbering::new(previous.as_ref())?, progress)?;
    let passages = corpus.passages();
    if let Some(previous) = &previous
        && would_be_the_same(plan, static_vectors::of_setting(&plan.settings.vectors)?.as_deref(), previous)?
        && corpus.files_are(&previous.reader().files(false)?)
    {
        let built = structures::of(&plan.index);
        let missing: Vec<Structure> = wanted.iter().copied().filter(|wanted| !built.contains(wanted)).collect();
        let stages = estimate::structures(&missing, &passages, &plan.settings, prompts, prices);
        let estimate = plan.settings.method.asks_a_model().then(|| Estimate { stages, ..Estimate::default() });
        return Ok(Built { seconds: progress.elapsed(), estimate, ..describe(&corpus, Built::default()) });
    }
    let known = (0..passages.len()).filter(|&at| corpus.is_unchanged(passages.unit(at).id)).count();
    // What failed is asked again.
    let failed = previous.as_ref().map_or(Ok(0), |previous| previous.reader().ledger_counts().map(|of| of.failed))?;
    let known = known.saturating_sub(failed as usize);
    let reports = match plan.settings.method {
        Method::Fast => Some(planned_reports(&corpus, &passages, &plan.settings, progress)?),
        _ => None,
    };
    let estimate = plan.settings.method.asks_a_model().then(|| {
        let mut estimate = estimate::estimate(&passages, known, &plan.settings, prompts, prices, reports);
        estimate.stages.extend(estimate::structures(wanted, &passages, &plan.settings, prompts, prices));
        estimate
    });
    Ok(Built { seconds: progress.elapsed(), estimate, ..describe(&corpus, Built::default()) })
}

/// Which reports a model would write of a graph that is made without one: it is made, and they are counted.
fn planned_reports(
    corpus: &Corpus,
    passages: &dyn Passages,
    settings: &Settings,
    progress: &Progress,
) -> Result<CountedReports, BuildError> {
    let runtime = llm::runtime().map_err(|e| BuildError::Failed(e.to_string()))?;
    let minds = Minds::extractive(settings, None);
    progress.begin(Stage::Extract);
    let extracted = extraction::extract(passages, &*minds.extractor, runtime.handle(), progress)?;
    progress.begin(Stage::Merge);
    let found = extracted.found.iter().enumerate().map(|(at, found)| found.unpacked(passages.text(at)));
    let mut merged = merge::merge(passages, found);
    Numbering::new(None)?.graph(&mut merged, &mut Vec::new())?;
    progress.begin(Stage::Cluster);
    let communities = run::clustered(corpus, &merged, settings)?.communities;
    let asked = || communities.iter().filter(|community| ModelReporter::asks_about(community));
    let mut below: HashMap<CommunityId, usize> = HashMap::new();
    asked().filter_map(|community| community.parent).for_each(|parent| *below.entry(parent).or_default() += 1);
    let mut counted = CountedReports::default();
    asked().for_each(|community| counted.add(community.entities.len(), below.get(&community.id).copied().unwrap_or(0)));
    Ok(counted)
}

/// Passages spread evenly over what would be indexed, each at most so many bytes; writes nothing.
pub fn sample(plan: &Plan, passages: usize, bytes: usize, progress: &Progress) -> Result<Vec<String>, BuildError> {
    let corpus = read(plan, None, &mut Numbering::new(None)?, progress)?;
    let counted = corpus.counted();
    let step = counted.len().div_ceil(passages.max(1)).max(1);
    let texts = counted.iter().step_by(step).map(|&at| UnitTexts::text(&corpus, at as usize));
    Ok(texts.map(|text| text[..text.floor_char_boundary(bytes)].to_owned()).collect())
}

/// Whether a build of the same files would make the index there is: by the same rules and settings, of the same
/// folders, with nothing left undone.
fn would_be_the_same(plan: &Plan, fixed: Option<&StaticVectors>, previous: &Previous) -> Result<bool, BuildError> {
    let meta = previous.meta();
    let roots = plan.roots.iter().map(|root| root.to_string_lossy().into_owned());
    let vectors = meta.embedding_model.as_deref().unwrap_or_default();
    let same_vectors = fixed.map_or(!is_static(vectors), |fixed| fixed.label() == vectors);
    Ok(previous.has_same_rules()
        && same_vectors
        && roots.eq(meta.roots.iter().cloned())
        && (plan.name.is_empty() || plan.name == meta.name)
        && previous.reader().ledger_counts()?.failed == 0)
}

/// Whether no file changed since an index was made, as far as dates can tell.
fn is_settled(plan: &Plan, previous: &Previous) -> Result<bool, BuildError> {
    let found = ingest::list(&plan.roots, walking(&plan.settings));
    Ok(found.iter().all(|file| previous.is_settled(file)) && since(previous.reader(), found)?.is_empty())
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
        update: Some(Update { is_current: true, taken_over: stats.documents as usize, ..Update::default() }),
        ..Built::default()
    })
}

fn skipped(file: FileRecord) -> SkippedFile {
    let reason = file.reason.unwrap_or_default();
    SkippedFile { path: file.path, bytes: file.size, modified: file.modified, reason, hint: None }
}

/// Which files of the folders are met.
fn walking(settings: &Settings) -> Walking {
    Walking { hidden: settings.hidden, ignored: settings.ignored, links: settings.follow_links }
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
        walking: walking(settings),
        fields: TableFields {
            text: field(&settings.text_field),
            title: field(&settings.title_field),
            ..TableFields::default()
        },
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
    Corpus::new(reading, Cutter { chunks, previous }, numbering)
}

/// Names everything an index is made from: the program, the settings that shape it, its vectors, what a model is told,
/// the bytes of every file, and the index before it, whose ids live on.
fn inputs(
    plan: &Plan,
    corpus: &Corpus,
    fixed: Option<&StaticVectors>,
    previous: Option<&Previous>,
    told: &str,
) -> String {
    let before = previous.map_or("", |previous| previous.meta().build.as_str());
    let mut all =
        format!("{}\n{}\n{}\n{before}\n{told}", env!("CARGO_PKG_VERSION"), previous::RULES, plan.settings.shaping());
    if let Some(fixed) = fixed {
        all.push_str(fixed.label());
        all.push('\n');
    }
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
        method: plan.settings.method.to_string(),
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
