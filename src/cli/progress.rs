//! One line of progress on standard error, only when that is a terminal.

use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::{Style, thousands};
use super::{interrupt, panic};
use crate::jobs::{Job, JobError};
use crate::model::{Progress, Stage};

const BETWEEN: Duration = Duration::from_millis(80);

/// Does long work on a thread of its own, with a line that says how far it is. Ctrl-C asks it to stop.
pub fn watched<T: Send + 'static, E: Into<CliError> + Send + 'static>(
    context: &Context,
    work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static,
) -> Result<T, CliError> {
    let job = Job::start(work).map_err(|e| CliError::new(ErrorKind::Failed, format!("no thread to work on: {e}")))?;
    interrupt::stops(job.progress().clone());
    let shown = std::io::stderr().is_terminal() && !context.global.quiet;
    while shown && !job.is_finished() {
        draw(&line(job.progress()));
        std::thread::sleep(BETWEEN);
    }
    if shown {
        draw("");
    }
    let ended = job.join();
    interrupt::done();
    match ended {
        Ok(value) => Ok(value),
        Err(JobError::Failed(error)) => Err(error.into()),
        Err(JobError::Panicked(_)) => Err(panic::internal()),
    }
}

/// Puts a line in the place of the one before.
fn draw(line: &str) {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "\r\x1b[K{line}").and_then(|()| out.flush());
}

fn line(progress: &Progress) -> String {
    let style = Style::of_errors();
    let Some(stage) = progress.current() else { return String::new() };
    let counters = progress.stage(stage);
    let (done, total) = (counters.done.load(Ordering::Relaxed), counters.total.load(Ordering::Relaxed));
    let step = format!("{}/{}", stage as usize + 1, Stage::ALL.len());
    let mut line = format!("{} {}", style.dim(&step), style.bold(stage.doing()));
    if total > 0 {
        line.push_str(&format!("  {} / {} {}", thousands(done.min(total)), thousands(total), stage.unit()));
        if let Some((rate, left)) = progress.rate() {
            line.push_str(&style.dim(&format!("  {}/s", thousands(rate as u64))));
            if left >= 1.0 {
                line.push_str(&style.dim(&format!("  {left:.0} s left")));
            }
        }
    }
    line
}
