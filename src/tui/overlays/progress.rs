//! Indexing: its stages with their counts, how fast and how long, what a model costs on the way, what it failed at, and
//! the files that were skipped with the reason.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::sheet;
use crate::llm::MeterReading;
use crate::text::dates::to_the_minute;
use crate::text::numbers::amounts::{count, dollars, grouped};
use crate::tui::data::{Changed, Overview};
use crate::tui::panes::Marks;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame;
use crate::tui::widgets::rich::{Piece, Row, safe, shorten_inside};
use crate::tui::widgets::wrap::{wrap, wrap_text};

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

/// Cells of the longest name of a stage, `indexing words`.
const WIDEST: usize = 14;
/// Cells of a row from which on the pace of a stage stands beside the time that is left.
const ROOM_FOR_RATE: usize = 90;

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

/// All rows, and where the chosen one of what failed stands among them.
fn rows(content: Content, chosen: Option<usize>, width: usize, look: Look) -> (Vec<Row>, usize) {
    let Content { job, index, skipped, failed, changed, alone } = content;
    let (mut rows, mut place) = (Vec::new(), 0);
    if let Some(job) = job {
        rows.push(Row::plain(&job.title, Role::Title));
        rows.push(Row::default());
        let is_done = job.ending == Some(Ending::Done);
        // A stage in which nothing was met tells nothing of why it failed.
        let has_failed = matches!(job.ending, Some(Ending::Failed(_)));
        let stages = job.stages.iter().filter(|_| !job.waits);
        let stages = stages.filter(|stage| !has_failed || stage.done > 0 || stage.total.is_some());
        rows.extend(stages.map(|stage| stage_row(stage, is_done, width, look)));
        if let Some(spending) = &job.spending {
            rows.push(Row::default());
            rows.extend(spending_rows(spending, job.ending.is_some(), width));
        }
        rows.push(Row::default());
        let (text, role) = match &job.ending {
            None if job.is_paused() => {
                ("Paused: what is under way lands, nothing more is sent.".to_owned(), Role::Warning)
            }
            None if job.waits => {
                ("Another window indexes this already: it opens here as soon as it is there.".to_owned(), Role::Text)
            }
            None if index.is_none() => ("It can be read as soon as it is indexed.".to_owned(), Role::Dim),
            None => ("Esc shows the panes; what was indexed before can be read meanwhile.".to_owned(), Role::Dim),
            Some(Ending::Done) => (format!("Done in {}.", seconds(job.elapsed)), Role::Good),
            Some(Ending::Cancelled) => {
                ("Stopped. Nothing is lost: it goes on where it stopped.".to_owned(), Role::Warning)
            }
            Some(Ending::Failed(message)) => (message.clone(), Role::Error),
        };
        rows.extend(wrap_text(&text, role, width));
        if alone && has_failed {
            rows.push(Row::default());
            rows.extend(wrap_text("Esc leaves Gleaner; Enter chooses another folder.", Role::Dim, width));
        }
        rows.push(Row::default());
    }
    if let Some(index) = index.filter(|_| job.is_none_or(|job| job.ending.is_some())) {
        rows.extend(index_rows(index, width));
        rows.push(Row::default());
    }
    let listed = |(path, note): &(String, String)| {
        let (path, note) = (safe(path), safe(note));
        let room = width.saturating_sub(note.width() + 3).max(width / 3);
        let path = shorten_inside(&path, room, look.glyphs.ellipsis);
        let first = [Piece::new(&path, Role::Text), Piece::new("  ", Role::Dim)];
        wrap(&[Piece::new(&note, Role::Dim)], width, &first, &[Piece::new("    ", Role::Text)])
    };
    if let Some(changed) = changed {
        rows.push(Row::plain(&format!("Since the folder was indexed: {}", changed.summary), Role::Heading));
        rows.extend(changed.files.iter().flat_map(listed));
        rows.push(Row::default());
    }
    if !failed.is_empty() {
        let number = count(failed.len() as u64, "item was set aside", "items were set aside");
        let one = if chosen.is_some() { "Enter for the chosen one" } else { "Tab chooses one" };
        let heading = format!("{number} because the model failed; r asks again for all, {one}:");
        rows.extend(wrap_text(&heading, Role::Heading, width));
        for (at, (what, why)) in failed.iter().enumerate() {
            let (mark, role) = match chosen == Some(at) {
                true => (look.glyphs.crumb, Role::Accent),
                false => (" ", Role::Text),
            };
            if chosen == Some(at) {
                place = rows.len();
            }
            let first = [Piece::new(&format!("{mark} "), Role::Accent), Piece::new(&format!("{what}  "), role)];
            rows.extend(wrap(&[Piece::new(why, Role::Dim)], width, &first, &[Piece::new("    ", Role::Text)]));
        }
        rows.push(Row::default());
    }
    let has_failed = job.is_some_and(|job| matches!(job.ending, Some(Ending::Failed(_))));
    rows.push(match skipped.len() {
        // Where nothing was indexed, that says nothing.
        0 if has_failed => Row::default(),
        0 => Row::plain("No file was skipped.", Role::Dim),
        1 => Row::plain("1 file was skipped:", Role::Heading),
        more => Row::plain(&format!("{} files were skipped:", grouped(more as u64)), Role::Heading),
    });
    rows.extend(skipped.iter().flat_map(listed));
    // While another index is made, what is known of the one before tells nothing of it.
    let remarked = index.filter(|_| job.is_none_or(|job| job.ending.is_some())).map(|index| &index.remarked[..]);
    if let Some(remarked) = remarked.filter(|remarked| !remarked.is_empty()) {
        rows.push(Row::default());
        let heading = match remarked.len() {
            1 => "1 file has a note on how it was read:".to_owned(),
            more => format!("{} files have a note on how they were read:", grouped(more as u64)),
        };
        rows.push(Row::plain(&heading, Role::Heading));
        for (path, remark) in remarked {
            let said = [Piece::new(&safe(path), Role::Text), Piece::new(&format!("  {}", safe(remark)), Role::Dim)];
            rows.extend(wrap(&said, width, &[], &[Piece::new("    ", Role::Text)]));
        }
    }
    (rows, place)
}

/// What is indexed, when it was, and what came of it.
fn index_rows(index: &Overview, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut line = |name: &str, text: &str| {
        let first = [Piece::new(&format!("{name:<WIDEST$} "), Role::Dim)];
        let rest = [Piece::new(&" ".repeat(WIDEST + 1), Role::Text)];
        rows.extend(wrap(&[Piece::new(text, Role::Text)], width, &first, &rest));
    };
    line("index of", &index.roots.join(", "));
    line("made", &format!("{} UTC, by the method {}", to_the_minute(index.finished), index.method));
    let files = count(index.files, "file", "files");
    let documents = match index.documents == index.files {
        true => String::new(),
        false => format!(", which make {}", count(index.documents, "document", "documents")),
    };
    line("read", &format!("{files}{documents}, {} tokens", grouped(index.tokens)));
    let mut found =
        vec![count(index.entities, "entity", "entities"), count(index.relationships, "relationship", "relationships")];
    if index.claims > 0 {
        found.push(count(index.claims, "claim", "claims"));
    }
    found.push(count(index.reports, "report", "reports"));
    line("found", &found.join(", "));
    rows
}

/// `spent $0.42, about $0.84 in all`, and what else there is to know of the money; of a job that is over, what it came
/// to.
fn spending_rows(spending: &Spending, is_over: bool, width: usize) -> Vec<Row> {
    let reading = &spending.reading;
    let usage = &reading.usage;
    let mut rows = Vec::new();
    let mut line = |name: &str, parts: Vec<String>, role: Role| {
        let first = [Piece::new(&format!("{name:<WIDEST$} "), Role::Text)];
        let rest = [Piece::new(&" ".repeat(WIDEST + 1), Role::Text)];
        rows.extend(wrap(&[Piece::new(&parts.join(", "), role)], width, &first, &rest));
    };
    let mut calls = vec![count(usage.calls.into(), "call", "calls")];
    if !is_over {
        calls.push(format!("{} under way", reading.in_flight));
    }
    if spending.cached > 0 {
        calls.push(format!("{} answered before", grouped(spending.cached)));
    }
    if reading.retries > 0 {
        calls.push(format!("{} tried again", grouped(reading.retries)));
    }
    if reading.failed > 0 {
        calls.push(format!("{} given up", grouped(reading.failed)));
    }
    line("model", calls, Role::Text);
    let tokens = [(usage.prompt_tokens, "in"), (usage.completion_tokens, "out")];
    line("tokens", tokens.map(|(number, way)| format!("{} {way}", grouped(number))).to_vec(), Role::Text);
    let mut cost = vec![format!("{} spent", dollars(usage.cost_usd))];
    if let Some(expected) = spending.expected_usd {
        let expected = dollars(expected);
        cost.push(if is_over { format!("estimated at {expected}") } else { format!("about {expected} in all") });
    }
    if reading.saved_usd > 0.0 {
        cost.push(format!("{} saved by answers from before", dollars(reading.saved_usd)));
    }
    if let Some(cap) = reading.budget_usd {
        cost.push(format!("it stops at {}", dollars(cap)));
    }
    if reading.unpriced {
        cost.push("a model without a known price is not counted".to_owned());
    }
    line("cost", cost, Role::Text);
    if let Some(why) = reading.waiting.as_ref().filter(|_| !spending.paused) {
        line("waiting", vec![why.clone()], Role::Warning);
    }
    rows
}

fn stage_row(stage: &StageView, is_done: bool, width: usize, look: Look) -> Row {
    let share = match (stage.over || is_done, stage.total) {
        (true, _) => 1.0,
        (false, Some(total)) if total > 0 => stage.done as f32 / total as f32,
        _ => 0.0,
    };
    let (full, empty) = look.glyphs.bar(share, (width / 4).clamp(4, 30));
    let counts = match stage.total {
        Some(total) if !stage.over && width < 50 => format!("{}/{}", grouped(stage.done), grouped(total)),
        Some(total) if !stage.over => format!("{} of {} {}", grouped(stage.done), grouped(total), stage.unit),
        _ if stage.done > 0 && !stage.unit.is_empty() => format!("{} {}", grouped(stage.done), stage.unit),
        _ => String::new(),
    };
    let pace = match (stage.over, stage.rate(), stage.left()) {
        (true, ..) => seconds(stage.elapsed),
        (false, Some(_), Some(left)) if width < ROOM_FOR_RATE => format!("{} left", seconds(left)),
        (false, Some(rate), Some(left)) => format!("{}/s, {} left", grouped(rate.round() as u64), seconds(left)),
        _ => String::new(),
    };
    Row::new(vec![
        Piece::new(&format!("{:<WIDEST$} ", stage.name), if stage.over { Role::Dim } else { Role::Text }),
        Piece::new(&full, Role::Bar),
        Piece::new(&empty, Role::Dim),
        Piece::new(&format!(" {counts}"), Role::Text),
        Piece::new(&format!("  {pace}"), Role::Dim),
    ])
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
    let failed = content.job.is_some_and(|job| matches!(job.ending, Some(Ending::Failed(_))));
    let leave = if content.alone && failed { "Esc quits" } else { "Esc closes" };
    let rows = |width| rows(content, state.chosen, width, look).0;
    sheet::draw(state.top, ("Indexing", leave), area(screen), rows, buffer, look)
}
