//! A turn: one question with its answer, and the machine that an answer runs through.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::judgement::extractive::quotation::unescape;
use crate::model::{
    Answer, AnswerEvent, CommunityId, Grounding, Kind, Mode, Ref, Scope, TraceStep, WrittenFrom, without_citations,
};
use crate::tui::data::SavedTurn;
use crate::tui::overlays::progress::dollars;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::markdown::Stream;
use crate::tui::widgets::numbers::{count, grouped};
use crate::tui::widgets::rich::{Face, Piece, Row, shorten};
use crate::tui::widgets::wrap::wrap;

/// What answers call themselves that no model wrote.
const EXTRACTIVE: &str = "extractive";

/// Lines of a trace that are shown, records that one of them lists, and characters of a point.
const LONGEST_TRACE: usize = 80;
const LISTED: usize = 8;
const LONGEST_POINT: usize = 160;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId(pub u64);

/// A question as it was put to an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub question: String,
    pub mode: Mode,
    pub level: Option<u32>,
    #[serde(default)]
    pub scope: Scope,
    /// The scope in words, as it stood on the screen.
    #[serde(default)]
    pub scope_title: String,
    /// The community that the question was drilled into from the turn before.
    #[serde(default)]
    pub drilled: Option<CommunityId>,
    /// Answered without the model, though one is configured.
    #[serde(default)]
    pub offline: bool,
}

impl Asked {
    /// Who answers, where a model could.
    pub fn by<'a>(&self, model: Option<&'a str>) -> Option<&'a str> {
        model.map(|model| if self.offline { "offline" } else { model })
    }

    /// `global · level 1 · everything · by gpt-4.1-nano`
    pub fn setting(&self, by: Option<&str>, dot: &str) -> String {
        let level = match (self.mode, self.level) {
            (Mode::GLOBAL, Some(level)) => format!(" {dot} level {level}"),
            _ => String::new(),
        };
        let scope = if self.scope.is_everything() { "everything" } else { &self.scope_title };
        let by = match by {
            Some("offline") => format!(" {dot} offline"),
            Some(model) => format!(" {dot} by {model}"),
            None => String::new(),
        };
        format!("{}{level} {dot} {scope}{by}", self.mode.name())
    }
}

/// How far an answer is.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// What the engine says it is doing.
    Retrieving(String),
    Streaming,
    Done,
    Failed(String),
    Cancelled,
}

#[derive(Clone, Debug)]
pub struct Turn {
    pub id: TurnId,
    pub parent: Option<TurnId>,
    pub asked: Asked,
    pub phase: Phase,
    pub text: Stream,
    pub answer: Answer,
    /// While it is written, the records that it may cite: what else it cites is not grounded.
    read: HashSet<Ref>,
    /// Who answers it, where a model could.
    pub by: Option<String>,
    pub trace_open: bool,
    /// Asked before the index was built anew.
    pub stale: bool,
    /// Questions drilled from here, by the community they went into.
    pub drilled: BTreeMap<CommunityId, u32>,
}

impl Turn {
    pub fn new(id: TurnId, parent: Option<TurnId>, asked: Asked, width: usize, glyphs: Glyphs) -> Turn {
        Turn {
            id,
            parent,
            asked,
            phase: Phase::Retrieving("looking".to_owned()),
            text: Stream::new(width, glyphs),
            answer: Answer::default(),
            read: HashSet::new(),
            by: None,
            trace_open: false,
            stale: false,
            drilled: BTreeMap::new(),
        }
    }

    pub fn restored(saved: SavedTurn, width: usize, glyphs: Glyphs) -> Turn {
        let mut turn = Turn::new(TurnId(saved.id), saved.parent.map(TurnId), saved.question, width, glyphs);
        turn.by = Some(saved.answer.analyst.clone()).filter(|by| !by.is_empty() && by != EXTRACTIVE);
        turn.finish(saved.answer);
        turn.stale = saved.stale;
        turn
    }

    pub fn saved(&self) -> SavedTurn {
        let parent = self.parent.map(|parent| parent.0);
        SavedTurn {
            id: self.id.0,
            parent,
            stale: self.stale,
            question: self.asked.clone(),
            answer: self.answer.clone(),
        }
    }

    /// The index was built anew: of what the answer cites, this is no more.
    pub fn outdated(&mut self, gone: &HashSet<Ref>) {
        self.stale |= self.phase == Phase::Done;
        for cited in &mut self.answer.citations {
            if gone.contains(&cited.record.record()) {
                cited.grounding = Grounding::Unknown;
            }
        }
    }

    pub fn running(&self) -> bool {
        matches!(self.phase, Phase::Retrieving(_) | Phase::Streaming)
    }

    /// Takes what the engine says; false once the turn is over, when nothing counts any more.
    pub fn event(&mut self, event: AnswerEvent) -> bool {
        if !self.running() {
            return false;
        }
        match event {
            AnswerEvent::Stage(stage) => {
                if matches!(self.phase, Phase::Retrieving(_)) {
                    self.phase = Phase::Retrieving(stage);
                }
            }
            AnswerEvent::Trace(step) => self.answer.trace.push(step),
            AnswerEvent::Context(records) => {
                self.read.extend(records.iter().map(|record| record.record()));
            }
            AnswerEvent::Delta(text) => {
                self.phase = Phase::Streaming;
                self.text.push(&text);
            }
            AnswerEvent::Done(answer) => self.finish(*answer),
        }
        true
    }

    fn finish(&mut self, answer: Answer) {
        if self.text.text() != answer.text {
            let (width, glyphs) = self.text.setting();
            self.text = Stream::new(width, glyphs);
            self.text.push(&answer.text);
        }
        self.answer = answer;
        self.phase = Phase::Done;
    }

    /// Rows of the turn, and what their links open, in reading order.
    pub fn rows(&self, width: usize, glyphs: &Glyphs, spin: usize) -> (Vec<Row>, Vec<Ref>) {
        let mut rows = Vec::new();
        let mark = if self.parent.is_some() { glyphs.drilled } else { glyphs.crumb };
        let first = [Piece::new(&format!("{mark} "), Role::Accent)];
        let rest = [Piece::new("  ", Role::Text)];
        let strong = Face { role: Role::Text, strong: true, emphasis: false };
        rows.extend(wrap(&[Piece::new(&self.asked.question, strong)], width, &first, &rest));
        let setting = self.asked.setting(self.by.as_deref(), glyphs.dot);
        rows.extend(wrap(&[Piece::new(&setting, Role::Dim)], width, &rest, &rest));
        rows.push(Row::default());
        let rendered = self.text.rendered();
        rows.extend(rendered.rows.iter().cloned());
        let grounding: HashMap<Ref, Grounding> =
            self.answer.citations.iter().map(|cited| (cited.record.record(), cited.grounding)).collect();
        for piece in rows.iter_mut().flat_map(|row| &mut row.pieces) {
            let record = piece.link.and_then(|link| rendered.links.get(link as usize));
            match record.and_then(|record| grounding.get(&record.record())) {
                Some(Grounding::Unknown) => piece.face.role = Role::LinkUnknown,
                Some(Grounding::Ungrounded) => piece.face.role = Role::LinkDoubtful,
                // Checked as it is written: what was read is known before the first word.
                None if self.phase == Phase::Streaming
                    && record.is_some_and(|record| !self.read.contains(&record.record())) =>
                {
                    piece.face.role = Role::LinkDoubtful;
                }
                _ => {}
            }
        }
        if !rendered.rows.is_empty() {
            rows.push(Row::default());
        }
        if self.stale {
            let gone = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Unknown).count();
            let text = match gone {
                0 => "asked of an earlier state of the documents; what it cites is still there".to_owned(),
                _ => {
                    let gone = count(gone as u64, "record that it cites is gone", "records that it cites are gone");
                    format!("asked of an earlier state of the documents; {gone}")
                }
            };
            rows.extend(wrap(&[Piece::new(&text, Role::Warning)], width, &[], &[]));
        }
        let status = match &self.phase {
            Phase::Retrieving(stage) => {
                let spinner = glyphs.spinner[spin % glyphs.spinner.len()];
                vec![Piece::new(&format!("{spinner} {stage}"), Role::Accent), Piece::new("  Esc cancels", Role::Dim)]
            }
            Phase::Streaming => vec![
                Piece::new(glyphs.spinner[spin % glyphs.spinner.len()], Role::Accent),
                Piece::new("  Esc cancels", Role::Dim),
            ],
            Phase::Failed(message) => {
                vec![Piece::new(message, Role::Error), Piece::new("  r asks again", Role::Dim)]
            }
            Phase::Cancelled => vec![Piece::new("cancelled; r asks again", Role::Warning)],
            Phase::Done => self.summary(glyphs),
        };
        rows.extend(wrap(&status, width, &[], &[]));
        let mut links = rendered.links.clone();
        if self.trace_open {
            rows.extend(self.trace(width, glyphs, &mut links));
        }
        (rows, links)
    }

    /// `12 records read, quoting 40 more · 31 records cited, all grounded · 0 calls · 84 ms`
    fn summary(&self, glyphs: &Glyphs) -> Vec<Piece> {
        let cited = self.answer.citations.len();
        let doubtful = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Ungrounded).count();
        let unknown = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Unknown).count();
        let dot = format!(" {} ", glyphs.dot);
        let mut pieces = Vec::new();
        let WrittenFrom { read, quoted } = self.answer.written_from;
        if read > 0 {
            let more = if quoted > 0 { format!(", quoting {} more", grouped(quoted.into())) } else { String::new() };
            let read = count(read.into(), "record read", "records read");
            pieces.push(Piece::new(&format!("{read}{more}"), Role::Dim));
        }
        let citations = match (cited, doubtful + unknown) {
            (0, _) => Piece::new("no citations", Role::Dim),
            (_, 0) => {
                let cited = count(cited as u64, "record cited", "records cited");
                Piece::new(&format!("{cited}, all grounded"), Role::Good)
            }
            _ => {
                let lost = if self.stale { "gone" } else { "unknown" };
                let faults = [(doubtful, "not from what was read"), (unknown, lost)];
                let faults = faults.iter().filter(|(number, _)| *number > 0);
                let faults: Vec<String> = faults.map(|(number, what)| format!("{number} {what}")).collect();
                let cited = count(cited as u64, "record cited", "records cited");
                Piece::new(&format!("{cited}, {}", faults.join(", ")), Role::Warning)
            }
        };
        pieces.push(citations);
        let usage = &self.answer.usage;
        if usage.calls > 0 {
            let calls = count(usage.calls.into(), "call", "calls");
            let before = match usage.cached_calls {
                0 => String::new(),
                cached => format!(" ({cached} answered before)"),
            };
            let cost = format!("{calls}{before}, {}", dollars(usage.cost_usd));
            pieces.push(Piece::new(&cost, Role::Dim));
        }
        pieces.push(Piece::new(&format!("{} ms", grouped(self.answer.elapsed_ms)), Role::Dim));
        if !self.answer.trace.is_empty() {
            pieces.push(Piece::new("t trace", Role::Dim));
        }
        let drilled: u32 = self.drilled.values().sum();
        if drilled > 0 {
            let text = format!("{} drilled into {}", glyphs.drilled, count(drilled.into(), "report", "reports"));
            pieces.push(Piece::new(&text, Role::Dim));
        }
        let mut joined = Vec::new();
        for (i, piece) in pieces.into_iter().enumerate() {
            if i > 0 {
                joined.push(Piece::new(&dot, Role::Dim));
            }
            joined.push(piece);
        }
        joined
    }

    /// How the answer was made: what was found, in which way, what was read, and which points were made of it. The records
    /// that it shows join the `links`.
    fn trace(&self, width: usize, glyphs: &Glyphs, links: &mut Vec<Ref>) -> Vec<Row> {
        let indent = [Piece::new("  ", Role::Text)];
        let hanging = [Piece::new("    ", Role::Text)];
        let lines = trace_lines(&self.answer.trace, glyphs);
        let mut rows = vec![Row::default(), Row::plain("How this answer was made", Role::Heading)];
        for (what, rest) in lines.iter().take(LONGEST_TRACE) {
            let mut pieces = vec![Piece::new(what, Role::Text), Piece::new(" ", Role::Dim)];
            for said in rest {
                pieces.push(match said {
                    Said::Words(words) => Piece::new(words, Role::Dim),
                    Said::Record(record) => {
                        let link = u32::try_from(links.len()).unwrap_or(u32::MAX);
                        links.push(*record);
                        Piece::linked(&record.id.to_string(), Role::Link, link)
                    }
                });
            }
            rows.extend(wrap(&pieces, width, &indent, &hanging));
        }
        let more = lines.len().saturating_sub(LONGEST_TRACE);
        if more > 0 {
            rows.push(Row::plain(&format!("  and {more} more steps"), Role::Dim));
        }
        rows
    }
}

/// What a step of a trace is about.
enum Said {
    Words(String),
    /// Shown by its number, and followed like a citation.
    Record(Ref),
}

/// Steps in words, each with what it is about. What was found in one way stands on one line.
fn trace_lines(trace: &[TraceStep], glyphs: &Glyphs) -> Vec<(String, Vec<Said>)> {
    let words = |words: String| vec![Said::Words(words)];
    let mut lines: Vec<(String, Vec<Said>)> = Vec::new();
    let mut ways: Vec<(Kind, &str, usize, Vec<u32>)> = Vec::new();
    for step in trace {
        let line = match step {
            TraceStep::Found { record, how, .. } => {
                let known = ways.iter_mut().find(|(kind, way, ..)| *kind == record.kind && way == how);
                match known {
                    Some((.., ids)) => ids.push(record.id),
                    None => {
                        ways.push((record.kind, how, lines.len(), vec![record.id]));
                        lines.push(Default::default());
                    }
                }
                continue;
            }
            TraceStep::Read { records, tokens } => {
                let number = count(records.len() as u64, "record", "records");
                let what = format!("read {number}, {} tokens:", grouped((*tokens).into()));
                let mut kinds: Vec<(Kind, Vec<u32>)> = Vec::new();
                for record in records {
                    match kinds.iter_mut().find(|(kind, _)| *kind == record.kind) {
                        Some((_, ids)) => ids.push(record.id),
                        None => kinds.push((record.kind, vec![record.id])),
                    }
                }
                let mut said: Vec<Said> = Vec::new();
                for (kind, ids) in &kinds {
                    if !said.is_empty() {
                        said.push(Said::Words("; ".to_owned()));
                    }
                    said.extend(numbered(*kind, ids, glyphs));
                }
                (what, said)
            }
            TraceStep::Rated { record, rating } => {
                let said = vec![Said::Record(record.record()), Said::Words(format!(" {rating:.1} of 10"))];
                (format!("rated {}", record.kind.name()), said)
            }
            TraceStep::Point { text, score, kept } => {
                let text = unescape(&without_citations(text));
                let what = format!("{} {score:.0} of 100:", if *kept { "kept" } else { "dropped" });
                (what, words(shorten(&text, LONGEST_POINT, glyphs.ellipsis).into_owned()))
            }
            TraceStep::Note { text } => (text.clone(), Vec::new()),
        };
        lines.push(line);
    }
    for (kind, how, at, ids) in ways {
        let how = if how == "full text" { "by its words" } else { how };
        lines[at] = (format!("found {how}:"), numbered(kind, &ids, glyphs));
    }
    lines
}

/// `12 sources: 4, 9, 3 …`
fn numbered(kind: Kind, ids: &[u32], glyphs: &Glyphs) -> Vec<Said> {
    let kinds = kind.plural().to_lowercase();
    let mut said = vec![Said::Words(format!("{}: ", count(ids.len() as u64, kind.name(), &kinds)))];
    for (at, &id) in ids.iter().take(LISTED).enumerate() {
        if at > 0 {
            said.push(Said::Words(", ".to_owned()));
        }
        said.push(Said::Record(Ref::new(kind, id)));
    }
    if ids.len() > LISTED {
        said.push(Said::Words(format!(" {}", glyphs.ellipsis)));
    }
    said
}
