//! Indexing behind the panes: starts the job, samples its counters, and says how far it is when that has changed.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::overlays::progress::{Ending, JobView, StageView};
use crate::index::{self, BuildError, Built, Plan};
use crate::jobs::{Job, JobError};
use crate::model::{Fact, Stage};

/// Between two looks at the counters.
const SAMPLE: Duration = Duration::from_millis(250);

/// A job under way.
pub struct Indexing {
    stop: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
}

impl Indexing {
    /// Starts to index. `said` hears how far it is, and `built` of the index once it is there.
    pub fn start(
        plan: Plan,
        said: impl Fn(JobView) + Send + 'static,
        built: impl FnOnce(PathBuf) + Send + 'static,
    ) -> io::Result<Indexing> {
        let title = match plan.name.as_str() {
            "" => plan.roots.first().map_or(String::new(), |root| root.display().to_string()),
            name => name.to_owned(),
        };
        let index = plan.index.clone();
        let job = Job::start(move |progress| index::build(&plan, progress))?;
        let indexing = Indexing { stop: Arc::default(), over: Arc::default() };
        let (stop, over) = (indexing.stop.clone(), indexing.over.clone());
        let first = JobView { title, ..JobView::default() };
        said(first.clone());
        std::thread::Builder::new().name("watch".to_owned()).spawn(move || {
            let mut view = watch(&job, first, &stop, &said);
            let ending = match job.join() {
                Ok(_) => Ending::Done,
                Err(JobError::Failed(BuildError::Cancelled)) => Ending::Cancelled,
                Err(error) => Ending::Failed(error.to_string()),
            };
            over.store(true, Ordering::Relaxed);
            let done = ending == Ending::Done;
            view.ending = Some(ending);
            said(view);
            if done {
                built(index);
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
}

/// Follows a job to its end.
fn watch(job: &Job<Built, BuildError>, mut view: JobView, stop: &AtomicBool, said: &impl Fn(JobView)) -> JobView {
    let mut elapsed = [Duration::ZERO; Stage::ALL.len()];
    let mut last = Instant::now();
    let mut shown = view.clone();
    loop {
        let finished = job.is_finished();
        if stop.load(Ordering::Relaxed) {
            job.cancel();
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
        if let Some(current) = current {
            elapsed[current as usize] += step;
        }
        let begun = current.map_or(Stage::ALL.len(), |current| current as usize + 1);
        let stages = Stage::ALL[..begun].iter().map(|&stage| {
            let counters = progress.stage(stage);
            let total = counters.total.load(Ordering::Relaxed);
            StageView {
                name: stage.doing().to_owned(),
                unit: stage.unit().to_owned(),
                done: counters.done.load(Ordering::Relaxed),
                total: (total > 0).then_some(total),
                elapsed: elapsed[stage as usize],
                over: current.is_none_or(|current| stage < current),
            }
        });
        view.stages = stages.collect();
        view.elapsed = Duration::from_secs_f64(progress.elapsed());
        let counts = |view: &JobView| view.stages.iter().map(|stage| (stage.done, stage.total)).collect::<Vec<_>>();
        if counts(&view) != counts(&shown) || view.skipped.len() != shown.skipped.len() {
            shown = view.clone();
            said(view.clone());
        }
        if finished {
            return view;
        }
        std::thread::sleep(SAMPLE);
    }
}
