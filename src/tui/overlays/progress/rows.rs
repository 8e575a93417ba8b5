//! What is told of the indexing, in rows: the job, the index that is there, and the files and items left out of it.

use unicode_width::UnicodeWidthStr;

use super::{Content, Ending, JobView, Spending, StageView, seconds};
use crate::text::dates::to_the_minute;
use crate::text::numbers::amounts::{count, dollars, grouped};
use crate::tui::data::Overview;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::rich::{Piece, Row, safe, shorten_inside};
use crate::tui::widgets::wrap::{wrap, wrap_text};

/// Cells of the longest name of a stage, `indexing words`.
const WIDEST: usize = 14;
/// Cells of a row from which on the pace of a stage stands beside the time that is left.
const ROOM_FOR_RATE: usize = 90;

/// All rows, and where the chosen one of what failed stands among them.
pub(super) fn rows(content: Content, chosen: Option<usize>, width: usize, look: Look) -> (Vec<Row>, usize) {
    let (mut rows, mut place) = (Vec::new(), 0);
    if let Some(job) = content.job {
        rows.extend(job_rows(job, content, width, look));
        rows.push(Row::default());
    }
    if let Some(index) = content.settled() {
        rows.extend(index_rows(index, width));
        rows.push(Row::default());
    }
    if let Some(changed) = content.changed {
        rows.push(Row::plain(&format!("Since the folder was indexed: {}", changed.summary), Role::Heading));
        rows.extend(changed.files.iter().flat_map(|file| noted(file, width, look)));
        rows.push(Row::default());
    }
    if !content.failed.is_empty() {
        let (failed, among) = failed_rows(content.failed, chosen, width, look);
        place = among.map_or(0, |among| rows.len() + among);
        rows.extend(failed);
        rows.push(Row::default());
    }
    rows.extend(skipped_rows(content, width, look));
    let remarked = content.settled().map(|index| &index.remarked[..]);
    if let Some(remarked) = remarked.filter(|remarked| !remarked.is_empty()) {
        rows.push(Row::default());
        rows.extend(remarked_rows(remarked, width));
    }
    (rows, place)
}

/// A job: its stages, what its model did, and how it stands with it.
fn job_rows(job: &JobView, content: Content, width: usize, look: Look) -> Vec<Row> {
    let mut rows = vec![Row::plain(&job.title, Role::Title), Row::default()];
    let is_done = job.ending == Some(Ending::Done);
    // A stage in which nothing was met tells nothing of why it failed.
    let has_failed = content.has_failed();
    let stages = job.stages.iter().filter(|_| !job.waits);
    let stages = stages.filter(|stage| !has_failed || stage.done > 0 || stage.total.is_some());
    rows.extend(stages.map(|stage| stage_row(stage, is_done, width, look)));
    if let Some(spending) = &job.spending {
        rows.push(Row::default());
        rows.extend(spending_rows(spending, job.ending.is_some(), width));
    }
    rows.push(Row::default());
    let (text, role) = standing(job, content.index.is_some());
    rows.extend(wrap_text(&text, role, width));
    if content.alone && has_failed {
        rows.push(Row::default());
        rows.extend(wrap_text("Esc leaves Gleaner; Enter chooses another folder.", Role::Dim, width));
    }
    rows
}

/// How it stands with a job, and what one can do meanwhile.
fn standing(job: &JobView, is_open: bool) -> (String, Role) {
    match &job.ending {
        None if job.is_paused() => ("Paused: calls in flight finish, no new ones are sent.".to_owned(), Role::Warning),
        None if job.waits => {
            ("Another window indexes this already: it opens here as soon as it is there.".to_owned(), Role::Text)
        }
        None if !is_open => ("It can be read as soon as it is indexed.".to_owned(), Role::Dim),
        None => ("Esc shows the panes; what was indexed before can be read meanwhile.".to_owned(), Role::Dim),
        Some(Ending::Done) => (format!("Done in {}.", seconds(job.elapsed)), Role::Good),
        Some(Ending::Cancelled) => ("Stopped. Nothing is lost: it goes on where it stopped.".to_owned(), Role::Warning),
        Some(Ending::Failed(message)) => (message.clone(), Role::Error),
    }
}

/// A file with what is to be said of it.
fn noted((path, note): &(String, String), width: usize, look: Look) -> Vec<Row> {
    let (path, note) = (safe(path), safe(note));
    let room = width.saturating_sub(note.width() + 3).max(width / 3);
    let path = shorten_inside(&path, room, look.glyphs.ellipsis);
    let first = [Piece::new(&path, Role::Text), Piece::new("  ", Role::Dim)];
    wrap(&[Piece::new(&note, Role::Dim)], width, &first, &[Piece::new("    ", Role::Text)])
}

/// What a model failed at, and where the chosen one of it stands among these rows.
fn failed_rows(
    failed: &[(String, String)],
    chosen: Option<usize>,
    width: usize,
    look: Look,
) -> (Vec<Row>, Option<usize>) {
    let number = count(failed.len() as u64, "item was set aside", "items were set aside");
    let one = if chosen.is_some() { "Enter for the chosen one" } else { "Tab chooses one" };
    let heading = format!("{number} because the model failed; r asks again for all, {one}:");
    let (mut rows, mut place) = (wrap_text(&heading, Role::Heading, width), None);
    for (at, (what, why)) in failed.iter().enumerate() {
        let (mark, role) = match chosen == Some(at) {
            true => (look.glyphs.crumb, Role::Accent),
            false => (" ", Role::Text),
        };
        if chosen == Some(at) {
            place = Some(rows.len());
        }
        let first = [Piece::new(&format!("{mark} "), Role::Accent), Piece::new(&format!("{what}  "), role)];
        rows.extend(wrap(&[Piece::new(why, Role::Dim)], width, &first, &[Piece::new("    ", Role::Text)]));
    }
    (rows, place)
}

/// The files that were skipped.
fn skipped_rows(content: Content, width: usize, look: Look) -> Vec<Row> {
    let heading = match content.skipped.len() {
        // Where nothing was indexed, that says nothing.
        0 if content.has_failed() => Row::default(),
        0 => Row::plain("No file was skipped.", Role::Dim),
        1 => Row::plain("1 file was skipped:", Role::Heading),
        more => Row::plain(&format!("{} files were skipped:", grouped(more as u64)), Role::Heading),
    };
    let files = content.skipped.iter().flat_map(|file| noted(file, width, look));
    std::iter::once(heading).chain(files).collect()
}

/// The files that were read with a remark.
fn remarked_rows(remarked: &[(String, String)], width: usize) -> Vec<Row> {
    let heading = match remarked.len() {
        1 => "1 file has a note on how it was read:".to_owned(),
        more => format!("{} files have a note on how they were read:", grouped(more as u64)),
    };
    let mut rows = vec![Row::plain(&heading, Role::Heading)];
    for (path, remark) in remarked {
        let said = [Piece::new(&safe(path), Role::Text), Piece::new(&format!("  {}", safe(remark)), Role::Dim)];
        rows.extend(wrap(&said, width, &[], &[Piece::new("    ", Role::Text)]));
    }
    rows
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
