//! Indexing behind the panes: starts the job, samples its counters, and says how far it is when that has changed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::config::Paths;
use crate::index::estimate::Estimate;
use crate::index::estimate::projection::projected;
use crate::index::{BuildError, Built, Plan, READABLE};
use crate::jobs::connection::{self, Connection};
use crate::jobs::{Job, JobError};
use crate::judgement::JudgementError;
use crate::llm::Meter;
use crate::model::{Fact, Progress, Stage, shown_path};
use crate::store::{LeftAside, Reader, StoreError};
use crate::tui::notice::with_hint;
use crate::tui::overlays::progress::{Ending, JobView, Spending, StageView};

/// Between two looks at the counters.
const SAMPLE: Duration = Duration::from_millis(250);

/// What a build is to be, and what a model is reached by.
pub struct Work {
    pub plan: Plan,
    pub paths: Paths,
    pub offline: bool,
    /// What the model is expected to cost.
    pub estimate: Option<Estimate>,
    /// Of all that was set aside, only this is asked for again.
    pub alone: Option<String>,
}

/// A job under way.
pub struct Indexing {
    stop: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    /// Counts what is spent, and pauses; there once a model is reached.
    meter: Arc<OnceLock<Arc<Meter>>>,
}

impl Indexing {
    /// Starts to index. `said` hears how far it is, and `built` of the index once it is there.
    pub fn start(
        work: Work,
        said: impl Fn(JobView) + Send + 'static,
        built: impl FnOnce(PathBuf, &Built) + Send + 'static,
    ) -> io::Result<Indexing> {
        let Work { plan, paths, offline, estimate, alone } = work;
        let title = match plan.name.as_str() {
            "" => plan.roots.first().map_or(String::new(), |root| shown_path(root)),
            name => name.to_owned(),
        };
        let index = plan.index.clone();
        let meter: Arc<OnceLock<Arc<Meter>>> = Arc::default();
        let reached = meter.clone();
        let waits: Arc<AtomicBool> = Arc::default();
        let waiting = waits.clone();
        let job = Job::start(move |progress| {
            let connection = Connection::for_build(&plan.settings, &paths, &plan.index, offline)
                .map_err(|error| BuildError::Judgement(error.into()))?;
            let left = alone.map_or_else(|| Ok(LeftAside::default()), |item| all_but(&plan.index, &item))?;
            let connection = connection.map(|connection| connection.leaving(left));
            let watch = |meter| drop(reached.set(meter));
            let build = || connection::build(&plan, connection.as_ref(), &watch, progress);
            if plan.index.is_file() { build() } else { awaited(build, &waiting, progress) }
        })?;
        let indexing = Indexing { stop: Arc::default(), over: Arc::default(), meter: meter.clone() };
        let (stop, over) = (indexing.stop.clone(), indexing.over.clone());
        let first = JobView { title, ..JobView::default() };
        said(first.clone());
        std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let following = Following { stop: &stop, meter: &meter, waits: &waits, estimate: estimate.as_ref() };
            let mut view = watch(&job, first, &following, &said);
            let result = job.join();
            view.ending = Some(match &result {
                Ok(_) => Ending::Done,
                Err(JobError::Failed(BuildError::Cancelled)) => Ending::Cancelled,
                Err(error) => Ending::Failed(told(error)),
            });
            view.failed = failures(&index);
            over.store(true, Ordering::Relaxed);
            said(view);
            if let Ok(made) = result {
                built(index, &made);
            }
        })?;
        Ok(indexing)
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Asks the job to stop; what is finished stays.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Sends nothing more to the model until told to go on; false when no model is reached.
    pub fn pause(&self, pause: bool) -> bool {
        match (self.meter.get(), pause) {
            (Some(meter), true) => meter.pause(),
            (Some(meter), false) => meter.resume(),
            (None, _) => return false,
        }
        true
    }
}

/// What the thread that follows a job looks at.
struct Following<'a> {
    stop: &'a AtomicBool,
    meter: &'a OnceLock<Arc<Meter>>,
    /// Another process makes the same index.
    waits: &'a AtomicBool,
    estimate: Option<&'a Estimate>,
}

/// Makes an index that was not there; while another process makes it, waits until that one is done. What it made is
/// then only looked over.
fn awaited(
    build: impl Fn() -> Result<Built, BuildError>,
    waits: &AtomicBool,
    progress: &Progress,
) -> Result<Built, BuildError> {
    loop {
        let made = build();
        let is_busy = matches!(made, Err(BuildError::Store(StoreError::Busy(_))));
        waits.store(is_busy, Ordering::Relaxed);
        if !is_busy {
            return made;
        }
        if progress.is_cancelled() {
            return Err(BuildError::Cancelled);
        }
        std::thread::sleep(SAMPLE);
    }
}

/// An error of a job with what to do about it.
fn told(error: &JobError<BuildError>) -> String {
    match error {
        JobError::Failed(BuildError::Judgement(error)) => described(error),
        JobError::Failed(nothing @ BuildError::Nothing(_)) => format!("{nothing}. {READABLE}."),
        error => error.to_string(),
    }
}

/// Trouble with a model, with what to do about it.
pub fn described(error: &JudgementError) -> String {
    with_hint(error, error.hint())
}

/// What was set aside in an index but for one item.
fn all_but(index: &Path, item: &str) -> Result<LeftAside, BuildError> {
    let failures = Reader::open(index)?.failures()?;
    let left = LeftAside::but(failures, |row| row.name() == item);
    left.ok_or_else(|| BuildError::Failed(format!("`{item}` is set aside no longer")))
}

/// What the model failed at, of the index that is there now; of one that cannot be read, why it cannot.
fn failures(index: &Path) -> Vec<(String, String)> {
    match Reader::open(index).and_then(|reader| reader.failures()) {
        Ok(rows) => rows.into_iter().map(crate::tui::library::failure).collect(),
        // The build ended before there was one.
        Err(StoreError::NotFound(_)) => Vec::new(),
        Err(error) => vec![(shown_path(index), error.to_string())],
    }
}

impl Following<'_> {
    /// What the model did, when there is one; of a job that is over, beside what was estimated.
    fn spending(&self, progress: &Progress, is_over: bool) -> Option<Spending> {
        let meter = self.meter.get()?;
        let reading = meter.read();
        let cached = reading.usage.cached_calls.into();
        let expected_usd = self.estimate.and_then(|estimate| match is_over {
            true => estimate.total().cost_usd,
            false => projected(estimate, progress, &reading),
        });
        Some(Spending { reading, cached, expected_usd, paused: meter.is_paused() })
    }
}

/// Whether a stage that has begun is over. All reports may be there before the last descriptions, which none waits for.
fn is_over(stage: Stage, current: Option<Stage>, done: u64, total: u64) -> bool {
    current.is_none_or(|current| stage < current || (stage > current && done == total))
}

/// Follows a job to its end.
fn watch(job: &Job<Built, BuildError>, mut view: JobView, following: &Following, said: &impl Fn(JobView)) -> JobView {
    let mut elapsed = [Duration::ZERO; Stage::ALL.len()];
    let mut last = Instant::now();
    let mut shown = view.clone();
    loop {
        let finished = job.is_finished();
        if following.stop.load(Ordering::Relaxed) {
            job.cancel();
            // What is paused would never see it.
            if let Some(meter) = following.meter.get() {
                meter.resume();
            }
        }
        for fact in job.facts() {
            if let Fact::Failed { what, why } = fact {
                view.skipped.push((what, why));
            }
        }
        let progress = job.progress();
        let current = progress.current();
        let step = last.elapsed();
        last = Instant::now();
        let counted = |stage: Stage| progress.stage(stage).total.load(Ordering::Relaxed);
        // The first reports are written while the last descriptions are made.
        let begun = match current {
            Some(Stage::Describe) => Some(Stage::Report),
            current => current,
        };
        for stage in Stage::ALL.into_iter().filter(|&stage| Some(stage) >= current && Some(stage) <= begun) {
            elapsed[stage as usize] += step;
        }
        let begun = begun.map_or(Stage::ALL.len(), |begun| begun as usize + 1);
        // Only what a model told is described.
        let stages = Stage::ALL[..begun].iter().filter(|&&stage| stage != Stage::Describe || counted(stage) > 0);
        let stages = stages.map(|&stage| {
            let counters = progress.stage(stage);
            let (done, total) = (counters.done.load(Ordering::Relaxed), counted(stage));
            StageView {
                name: stage.doing().to_owned(),
                unit: stage.unit(total),
                done,
                total: (total > 0).then_some(total),
                elapsed: elapsed[stage as usize],
                over: is_over(stage, current, done, total),
            }
        });
        view.stages = stages.collect();
        view.spending = following.spending(progress, finished);
        view.elapsed = Duration::from_secs_f64(progress.elapsed());
        let counts = |view: &JobView| view.stages.iter().map(|stage| (stage.done, stage.total)).collect::<Vec<_>>();
        view.waits = following.waits.load(Ordering::Relaxed);
        let spent = view.spending != shown.spending || view.waits != shown.waits;
        if counts(&view) != counts(&shown) || view.skipped.len() != shown.skipped.len() || spent {
            shown = view.clone();
            said(view.clone());
        }
        if finished {
            return view;
        }
        std::thread::sleep(SAMPLE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::config::Settings;
    use crate::store::BuildFile;

    #[test]
    fn an_index_that_another_process_makes_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = folder.path().join("corpus");
        std::fs::create_dir(&corpus).expect("a corpus");
        std::fs::write(corpus.join("quay.txt"), "Ada Voss lit the lamp on the quay of Orsk.").expect("a text");
        let plan = Plan {
            roots: vec![corpus],
            index: folder.path().join("corpus.gleaner"),
            name: "corpus".to_owned(),
            settings: Settings::default(),
            afresh: false,
        };
        let other = BuildFile::begin(&plan.index).expect("the other process has it");
        let paths = Paths { config: folder.path().join("config.toml"), data: folder.path().join("data") };
        let work = Work { plan, paths, offline: true, estimate: None, alone: None };
        let (said, views) = channel();
        let (told, built) = channel();
        let _job = Indexing::start(work, move |view| drop(said.send(view)), move |index, _| drop(told.send(index)))
            .expect("a job");
        let waits = views.iter().find(|view| view.waits || view.ending.is_some()).expect("a view");
        assert_eq!(waits.ending, None, "it is no failure");
        assert_eq!(waits.line(), "waiting for another window");
        drop(other);
        assert!(built.recv().expect("it is made in the end").is_file());
    }

    #[test]
    fn reports_that_are_written_while_descriptions_are_made_are_over_when_all_are_there() {
        let describing = Some(Stage::Describe);
        assert!(is_over(Stage::Merge, describing, 0, 0));
        assert!(!is_over(Stage::Describe, describing, 67, 123) && !is_over(Stage::Describe, describing, 123, 123));
        assert!(!is_over(Stage::Report, describing, 2, 3) && is_over(Stage::Report, describing, 3, 3));
        assert!(is_over(Stage::Publish, None, 0, 0));
    }
}
