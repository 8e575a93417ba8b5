//! Indexing: its stages with their counts, how fast and how long, what a model costs on the way, what it failed at, and
//! the files that were skipped with the reason.

mod rows;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::rows::rows;
use super::sheet;
use crate::llm::MeterReading;
use crate::text::numbers::amounts::{dollars, grouped};
use crate::tui::data::{Changed, Overview};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::frame;

/// A stage of the work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageView {
    pub name: String,
    /// What is counted: `files`, `passages`.
    pub unit: &'static str,
    pub done: u64,
    /// None while it is not known.
    pub total: Option<u64>,
    pub elapsed: Duration,
    pub over: bool,
}

impl StageView {
    /// Things a second.
    fn rate(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (seconds > 0.2 && self.done > 0).then(|| self.done as f64 / seconds)
    }

    fn left(&self) -> Option<Duration> {
        let rate = self.rate()?;
        let left = self.total?.checked_sub(self.done)?;
        Some(Duration::from_secs_f64(left as f64 / rate))
    }
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    Done,
    Cancelled,
    Failed(String),
}

/// What a model did for a job so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spending {
    pub reading: MeterReading,
    /// Answers taken from the ledger.
    pub cached: u64,
    /// What the whole job is expected to cost, in dollars; of one that is over, what it was estimated at.
    pub expected_usd: Option<f64>,
    pub paused: bool,
}

/// A job as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobView {
    /// What is indexed.
    pub title: String,
    pub stages: Vec<StageView>,
    /// By a model: with what it does.
    pub spending: Option<Spending>,
    pub skipped: Vec<(String, String)>,
    /// What a model was asked for and failed at, with the reason.
    pub failed: Vec<(String, String)>,
    pub elapsed: Duration,
    /// Another process makes the same index: this waits until that one is done.
    pub waits: bool,
    pub ending: Option<Ending>,
}

impl JobView {
    pub fn is_paused(&self) -> bool {
        self.ending.is_none() && self.spending.as_ref().is_some_and(|spending| spending.paused)
    }

    /// One line for the status bar: `extracting 812/1,690 $0.12`.
    pub fn line(&self) -> String {
        let cost = match &self.spending {
            Some(spending) if spending.reading.usage.cost_usd > 0.0 => {
                format!(" {}", dollars(spending.reading.usage.cost_usd))
            }
            _ => String::new(),
        };
        let paused = if self.is_paused() { "paused: " } else { "" };
        format!("{paused}{}{cost}", self.stage_line())
    }

    fn stage_line(&self) -> String {
        if self.waits {
            return "waiting for another window".to_owned();
        }
        match self.stages.iter().find(|stage| !stage.over).or(self.stages.last()) {
            Some(stage) => match stage.total {
                Some(total) => format!("{} {}/{}", stage.name, grouped(stage.done), grouped(total)),
                None => stage.name.clone(),
            },
            None => "starting".to_owned(),
        }
    }
}

/// What there is to say of the indexing.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    pub job: Option<&'a JobView>,
    /// The index that is open.
    pub index: Option<&'a Overview>,
    /// Files that were not indexed, with the reason.
    pub skipped: &'a [(String, String)],
    /// What a model failed at, with the reason.
    pub failed: &'a [(String, String)],
    pub changed: Option<&'a Changed>,
    /// Nothing lies beneath: it is what one came for.
    pub alone: bool,
}

impl<'a> Content<'a> {
    /// The job failed.
    fn has_failed(&self) -> bool {
        self.job.is_some_and(|job| matches!(job.ending, Some(Ending::Failed(_))))
    }

    /// The index that is open; none while another is made, since what is known of the one before tells nothing of it.
    fn settled(&self) -> Option<&'a Overview> {
        self.index.filter(|_| self.job.is_none_or(|job| job.ending.is_some()))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub top: usize,
    /// Of what the model failed at, the one that can be asked for again alone.
    pub chosen: Option<usize>,
}

fn area(screen: Rect) -> Rect {
    let height = (screen.height * 2 / 3).max(30).min(screen.height.saturating_sub(4)).max(screen.height.min(6));
    frame::centred(screen, (screen.width * 3 / 5).max(84), height)
}

/// `0.8 s`, `14 s`, `2 min 5 s`
pub fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 90.0 => format!("{s:.0} s"),
        s => format!("{} min {} s", s as u64 / 60, s as u64 % 60),
    }
}

/// Rows of it in sight.
pub fn height(screen: Rect) -> usize {
    frame::inner(area(screen)).height.into()
}

impl State {
    pub fn scroll(&mut self, by: isize, content: Content, screen: Rect, look: Look) {
        sheet::scroll(&mut self.top, by, area(screen), |width| rows(content, self.chosen, width, look).0);
    }

    /// Chooses the next of what failed, or the one before, and brings it into sight.
    pub fn choose(&mut self, by: isize, content: Content, screen: Rect, look: Look) {
        let Some(last) = content.failed.len().checked_sub(1) else { return };
        self.chosen = Some(self.chosen.map_or(0, |chosen| chosen.saturating_add_signed(by).min(last)));
        let inner = frame::inner(area(screen));
        let (_, place) = rows(content, self.chosen, inner.width.into(), look);
        let height = usize::from(inner.height);
        if !(self.top..self.top + height).contains(&place) {
            self.top = place.saturating_sub(height / 2);
        }
    }

    /// The name of the chosen one of what failed.
    pub fn chosen<'a>(&self, content: Content<'a>) -> Option<&'a str> {
        content.failed.get(self.chosen?).map(|(what, _)| what.as_str())
    }
}

pub fn draw(state: &State, content: Content, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let leave = if content.alone && content.has_failed() { "Esc quits" } else { "Esc closes" };
    let rows = |width| rows(content, state.chosen, width, look).0;
    sheet::draw(state.top, ("Indexing", leave), area(screen), rows, buffer, look)
}
