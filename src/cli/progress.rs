//! One line of progress on standard error, only when that is a terminal.

use std::io::{IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::{Style, harmless, shorten, width};
use super::{interrupt, panic};
use crate::index::estimate::Estimate;
use crate::index::estimate::projection::projected;
use crate::jobs::{Job, JobError};
use crate::llm::{Meter, MeterReading};
use crate::model::{Progress, Stage};
use crate::text::numbers::amounts::{count, dollars, grouped};

const BETWEEN: Duration = Duration::from_millis(80);

/// Where work that asks a model puts its meter, for whoever watches.
pub type MeterSlot = Arc<OnceLock<Arc<Meter>>>;

/// Does long work on a thread of its own, with a line that says how far it is. Ctrl-C asks it to stop.
pub fn watched<T: Send + 'static, E: Into<CliError> + Send + 'static>(
    context: &Context,
    work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static,
) -> Result<T, CliError> {
    metered(context, &MeterSlot::default(), None, work)
}

/// The same for work that asks a model: the line tells what is spent, and what it will come to where there is an
/// estimate; an error, that what was answered is kept.
pub fn metered<T: Send + 'static, E: Into<CliError> + Send + 'static>(
    context: &Context,
    meter: &MeterSlot,
    estimate: Option<&Estimate>,
    work: impl FnOnce(&Progress) -> Result<T, E> + Send + 'static,
) -> Result<T, CliError> {
    let job = Job::start(work).map_err(|e| CliError::new(ErrorKind::Failed, format!("no thread to work on: {e}")))?;
    interrupt::stops(job.progress().clone());
    let shown = std::io::stderr().is_terminal() && !context.global.quiet;
    let mut line = Line { estimate, ..Line::default() };
    while shown && !job.is_finished() {
        draw(&line.of(job.progress(), meter.get().map(Arc::as_ref)));
        std::thread::sleep(BETWEEN);
    }
    if shown {
        draw("");
    }
    let ended = job.join();
    interrupt::done();
    match ended {
        Ok(value) => Ok(value),
        Err(JobError::Failed(error)) => {
            let reading = meter.get().map(|meter| meter.read()).unwrap_or_default();
            let spent = reading.usage;
            if spent.calls > 0 {
                let calls = count(u64::from(spent.calls), "call", "calls");
                let kept = match reading.unkept {
                    0 => "every answer is kept".to_owned(),
                    lost => format!("{} could not be kept", count(lost, "answer", "answers")),
                };
                context.say(format!("{calls} made so far, {}; {kept}", dollars(spent.cost_usd)));
            }
            if reading.jobs > 0 {
                let jobs = count(reading.jobs, "batch job goes", "batch jobs go");
                context.say(format!(
                    "{jobs} on at the endpoint: the same command waits for what is under way, and nothing is paid for twice"
                ));
            }
            Err(error.into())
        }
        Err(JobError::Panicked(_)) => Err(panic::internal()),
    }
}

/// Puts a line in the place of the one before.
fn draw(line: &str) {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "\r\x1b[K{}", harmless(line)).and_then(|()| out.flush());
}

/// What the line tells, with what was spent when the stage began.
#[derive(Default)]
struct Line<'a> {
    stage: Option<Stage>,
    before: f64,
    estimate: Option<&'a Estimate>,
}

impl Line<'_> {
    fn of(&mut self, progress: &Progress, meter: Option<&Meter>) -> String {
        let Some(stage) = progress.current() else { return String::new() };
        let counters = progress.stage(stage);
        let (done, total) = (counters.done.load(Ordering::Relaxed), counters.total.load(Ordering::Relaxed));
        let mut parts = Vec::new();
        let reading = meter.map(Meter::read);
        let waiting = reading.as_ref().and_then(|reading| reading.waiting.as_ref());
        if total > 0 {
            parts.push(format!("{} / {} {}", grouped(done.min(total)), grouped(total), stage.unit(total)));
            // A rate tells nothing of a wait.
            if let Some((rate, left)) = progress.rate().filter(|_| waiting.is_none()) {
                parts.push(if rate < 10.0 { format!("{rate:.1}/s") } else { format!("{}/s", grouped(rate as u64)) });
                if left >= 1.0 {
                    parts.push(remaining(left));
                }
            }
        }
        let told = parts.len();
        parts.extend(waiting.map(|why| format!("waiting: {why}")));
        parts.extend(reading.iter().flat_map(|reading| self.spent(progress, [done, total], stage, reading)));
        let style = Style::of_errors();
        let (number, of) = stage.step();
        let step = format!("{number}/{of}");
        let mut room = width().saturating_sub(step.len() + stage.doing().len() + 2);
        let mut line = format!("{} {}", style.dim(&step), style.bold(stage.doing()));
        for (at, part) in parts.iter().enumerate() {
            // Of why it waits there is always room for the beginning.
            let most = if waiting.is_some() && at == told { room.saturating_sub(2) } else { usize::MAX };
            let part = format!("  {}", shorten(part.trim_end(), most));
            // A line that wraps could not be replaced.
            let Some(left) = room.checked_sub(part.width()) else { break };
            room = left;
            line.push_str(&if at == 0 { part } else { style.dim(&part) });
        }
        line
    }

    /// What was asked and spent, and what all of it will come to; without an estimate, the stage at this rate.
    fn spent(
        &mut self,
        progress: &Progress,
        [done, total]: [u64; 2],
        stage: Stage,
        reading: &MeterReading,
    ) -> Vec<String> {
        let usage = reading.usage;
        if self.stage.replace(stage) != Some(stage) {
            self.before = usage.cost_usd;
        }
        let mut parts = Vec::new();
        if usage.calls > 0 {
            let here = usage.cost_usd - self.before;
            let this_stage =
                || (done > 0 && total > done && here > 0.0).then(|| self.before + here * total as f64 / done as f64);
            let projected = match self.estimate {
                Some(estimate) => projected(estimate, progress, reading),
                None => this_stage(),
            };
            parts.push(match projected {
                Some(projected) => format!("{} of about {}", dollars(usage.cost_usd), dollars(projected)),
                None => dollars(usage.cost_usd),
            });
            parts.push(count(u64::from(usage.calls), "call", "calls"));
        }
        if usage.cached_calls > 0 {
            parts.push(format!("{} answered before", grouped(u64::from(usage.cached_calls))));
        }
        if reading.failed > 0 {
            parts.push(format!("{} set aside", grouped(reading.failed)));
        }
        if usage.calls > 0 {
            parts.push(format!("{} tokens", grouped(usage.prompt_tokens + usage.completion_tokens)));
        }
        if reading.retries > 0 {
            parts.push(format!("{} tried again", grouped(reading.retries)));
        }
        parts
    }
}

/// Time left, in words.
fn remaining(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s left"),
        s if s < 5400.0 => format!("{:.0} min left", s / 60.0),
        s => format!("{:.1} h left", s / 3600.0),
    }
}
