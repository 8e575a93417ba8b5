//! Indexing: its stages with their counts, how fast and how long, and the files that were skipped with the reason.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::tui::data::Changed;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::numbers::grouped;
use crate::tui::widgets::rich::{self, Emphasis, Piece, Row, safe, shorten};
use crate::tui::widgets::scroll;

/// A stage of the work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageView {
    pub name: String,
    /// What is counted: `files`, `passages`.
    pub unit: String,
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

/// A job as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobView {
    /// What is indexed.
    pub title: String,
    pub stages: Vec<StageView>,
    pub skipped: Vec<(String, String)>,
    pub elapsed: Duration,
    pub ending: Option<Ending>,
}

impl JobView {
    /// One line for the status bar: `extracting 812/1,690`.
    pub fn line(&self) -> String {
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
    /// Files that were not indexed, with the reason.
    pub skipped: &'a [(String, String)],
    pub changed: Option<&'a Changed>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub top: usize,
}

fn area(screen: Rect) -> Rect {
    frame::centred(screen, 84, screen.height.saturating_sub(4).clamp(screen.height.min(6), 30))
}

fn rows(content: Content, width: usize, look: Look) -> Vec<Row> {
    let Content { job, skipped, changed } = content;
    let mut rows = Vec::new();
    if let Some(job) = job {
        rows.push(Row::plain(&job.title, Role::Title));
        rows.push(Row::default());
        rows.extend(job.stages.iter().map(|stage| stage_row(stage, width, look)));
        rows.push(Row::default());
        rows.push(match &job.ending {
            None => Row::plain("Esc shows the panes; what was indexed before can be read meanwhile.", Role::Dim),
            Some(Ending::Done) => Row::plain(&format!("Done in {}.", seconds(job.elapsed)), Role::Good),
            Some(Ending::Cancelled) => {
                Row::plain("Stopped. Nothing is lost: it goes on where it stopped.", Role::Warning)
            }
            Some(Ending::Failed(message)) => Row::plain(message, Role::Error),
        });
        rows.push(Row::default());
    }
    let listed = |(path, note): &(String, String)| {
        let note = safe(note);
        let room = width.saturating_sub(note.width() + 3).max(width / 3);
        let path = safe(path);
        Row::new(vec![
            Piece::new(&shorten(&path, room, look.glyphs.ellipsis), Role::Text),
            Piece::new(&format!("  {note}"), Role::Dim),
        ])
    };
    if let Some(changed) = changed {
        rows.push(Row::plain(&format!("Since the folder was indexed: {}", changed.summary), Role::Heading));
        rows.extend(changed.files.iter().map(listed));
        rows.push(Row::default());
    }
    rows.push(match skipped.len() {
        0 => Row::plain("No file was skipped.", Role::Dim),
        1 => Row::plain("1 file was skipped:", Role::Heading),
        more => Row::plain(&format!("{} files were skipped:", grouped(more as u64)), Role::Heading),
    });
    rows.extend(skipped.iter().map(listed));
    rows
}

fn stage_row(stage: &StageView, width: usize, look: Look) -> Row {
    let share = match (stage.over, stage.total) {
        (true, _) => 1.0,
        (false, Some(total)) if total > 0 => stage.done as f32 / total as f32,
        _ => 0.0,
    };
    let (full, empty) = look.glyphs.bar(share, (width / 3).clamp(4, 30));
    let counts = match stage.total {
        Some(total) if !stage.over => format!("{} of {} {}", grouped(stage.done), grouped(total), stage.unit),
        _ if stage.done > 0 => format!("{} {}", grouped(stage.done), stage.unit),
        _ => String::new(),
    };
    let pace = match (stage.over, stage.rate(), stage.left()) {
        (true, ..) => seconds(stage.elapsed),
        (false, Some(rate), Some(left)) => format!("{}/s, {} left", grouped(rate.round() as u64), seconds(left)),
        _ => String::new(),
    };
    Row::new(vec![
        Piece::new(&format!("{:<12}", stage.name), if stage.over { Role::Dim } else { Role::Text }),
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

impl State {
    pub fn scroll(&mut self, by: isize, content: Content, screen: Rect, look: Look) {
        let inner = frame::inner(area(screen));
        let rows = rows(content, inner.width.into(), look).len();
        self.top = self.top.saturating_add_signed(by).min(rows.saturating_sub(inner.height.into()));
    }
}

pub fn draw(state: &State, content: Content, buffer: &mut Buffer, screen: Rect, look: Look) {
    let area = area(screen);
    frame::clear(buffer, area);
    let frame = Frame { title: "Indexing".into(), right: "Esc closes".into(), focused: true, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let rows = rows(content, inner.width.into(), look);
    rich::paint_all(buffer, inner, rows.get(state.top..).unwrap_or_default(), look.theme, Emphasis::default());
    let bar = Rect::new(area.right().saturating_sub(1), inner.y, 1, inner.height);
    scroll::paint(buffer, bar, state.top, rows.len(), inner.height.into(), look);
}
