//! A turn: one question with its answer, and the machine that an answer runs through.

use std::collections::{BTreeMap, HashSet};

use crate::judgement::extractive::by_day;
use crate::model::{Answer, AnswerEvent, CommunityId, Evidence, Grounding, Mode, Ref};
use crate::query;
use crate::tui::data::{AskedQuestion, SavedTurn, TurnId};
use crate::tui::theme::Glyphs;
use crate::tui::widgets::markdown::Stream;

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
    pub asked: AskedQuestion,
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
    /// A long question is shown whole.
    pub unfolded: bool,
    /// What it quotes is shown in the order of its days.
    pub by_day: bool,
    /// All sources are told, not the first of them.
    pub sources_open: bool,
    /// All places to go on to are shown, not the first of them.
    pub places_open: bool,
    /// What its question could point back to when it was asked; not known of one that was kept.
    pub history: Option<Vec<(String, String)>>,
    /// The turn whose search it goes on with.
    pub(super) goes_on: Option<TurnId>,
    /// Its search was gone on with, and the answer stayed as it was.
    pub(super) stayed: bool,
    /// Questions drilled from here, by the community they went into.
    pub drilled: BTreeMap<CommunityId, u32>,
}

impl Turn {
    pub fn new(id: TurnId, parent: Option<TurnId>, asked: AskedQuestion, width: usize, glyphs: Glyphs) -> Turn {
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
            unfolded: false,
            by_day: false,
            sources_open: false,
            places_open: false,
            history: None,
            goes_on: None,
            stayed: false,
            drilled: BTreeMap::new(),
        }
    }

    pub fn restored(saved: SavedTurn, width: usize, glyphs: Glyphs) -> Turn {
        let mut turn = Turn::new(TurnId(saved.id), saved.parent.map(TurnId), saved.question, width, glyphs);
        turn.by = saved.answer.is_by_model().then(|| saved.answer.analyst.clone());
        let broken_off = saved.answer.analyst.is_empty() && saved.answer.elapsed_ms == 0;
        turn.finish(saved.answer);
        if broken_off {
            turn.phase = Phase::Cancelled;
        }
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

    /// What the records are called that it cites, and those to go on to.
    pub fn names(&self) -> Vec<(Ref, Option<String>)> {
        let cited = self.answer.citations.iter().map(|cited| (cited.record.record(), Some(cited.title.clone())));
        let drills = self.answer.drill.iter().map(|drill| (drill.record.record(), Some(drill.title.clone())));
        cited.chain(drills).collect()
    }

    /// What is kept of a turn that is broken off: the question, and the answer as far as it came.
    pub fn broken_off(&self) -> SavedTurn {
        let answer = Answer { text: self.text.text().to_owned(), ..Answer::default() };
        SavedTurn { answer, ..self.saved() }
    }

    /// The index was built anew: of what the answer cites, this is no more.
    pub fn outdated(&mut self, gone: &HashSet<Ref>) {
        self.stale |= self.phase == Phase::Done;
        // A text unit may be cut anew; what was said in a document that is gone is not said any more.
        let mut left = self.answer.clone();
        let document_gone =
            |evidence: &Evidence| evidence.document.is_some_and(|document| gone.contains(&Ref::from(document)));
        let lost: HashSet<u32> = left
            .evidence
            .iter()
            .filter(|shown| document_gone(shown))
            .filter_map(Evidence::source)
            .map(|it| it.id)
            .collect();
        if self.phase == Phase::Done && left.forget(|source, _| lost.contains(&source), document_gone) {
            self.finish(left);
        }
        self.answer.drill.retain(|drill| !gone.contains(&drill.record.record()));
        for cited in &mut self.answer.citations {
            if gone.contains(&cited.record.record()) {
                cited.grounding = Grounding::Unknown;
            }
        }
    }

    /// What `auto` chose, and why: `local: two people are named`.
    pub(super) fn chosen(&self) -> Option<&str> {
        query::choice(&self.answer.trace).filter(|_| self.asked.mode == Mode::AUTO)
    }

    /// What it was asked of: the part that was chosen, else the one that its question names by itself.
    pub(super) fn asked_of(&self) -> String {
        let part = query::part_asked(&self.answer.trace).filter(|_| self.asked.scope.is_everything());
        part.unwrap_or_else(|| self.asked.asked_of().to_owned())
    }

    /// `auto → basic · everything · it asks for one passage`: the way that was chosen behind the one that was asked
    /// for, what it is asked of, unless a path above says that, and why it was chosen.
    pub(super) fn heading(&self, has_path: bool, glyphs: &Glyphs) -> String {
        let (dot, asked_for) = (glyphs.dot, self.asked.mode.name());
        let scope = (!has_path).then(|| self.asked_of());
        let chosen = self.chosen().and_then(|chosen| chosen.split_once(": "));
        let told = |way: &str| self.asked.told(way, scope.as_deref(), self.by.as_deref(), dot);
        match chosen {
            Some((mode, why)) => format!("{} {dot} {why}", told(&format!("{asked_for} {} {mode}", glyphs.arrow))),
            None => told(asked_for),
        }
    }

    /// The way in which it was answered: as asked, or as `auto` chose.
    pub fn answered_by(&self) -> Mode {
        let chosen = self.chosen().and_then(|chosen| chosen.split_once(": "));
        chosen.map_or(self.asked.mode, |(name, _)| Mode::named(name))
    }

    /// True for what reports answer, level by level.
    pub(super) fn is_of_the_whole(&self) -> bool {
        self.answered_by() == Mode::GLOBAL
    }

    /// True for what it was written from, as far as that is known while it is written.
    pub(super) fn has_read(&self, record: Ref) -> bool {
        self.read.contains(&record.record())
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
        self.show(&answer.text);
        self.by_day = false;
        self.answer = answer;
        self.phase = Phase::Done;
    }

    /// True where it quotes passages of several days, or of one day several.
    pub fn has_days(&self) -> bool {
        self.answer.evidence.iter().filter(|one| one.day.is_some()).nth(1).is_some()
    }

    /// Shows what it quotes in the order of its days, or the answer as it is again; false where there is no such order.
    pub(super) fn turn_by_day(&mut self) -> bool {
        let text = match self.by_day {
            true => Some(self.answer.text.clone()),
            false => by_day(&self.answer.evidence).map(|(text, _)| text).filter(|_| self.phase == Phase::Done),
        };
        let Some(text) = text else { return false };
        self.by_day = !self.by_day;
        self.show(&text);
        true
    }

    fn show(&mut self, text: &str) {
        if self.text.text() != text {
            let style = self.text.notes().style();
            let (width, glyphs) = self.text.setting();
            self.text = Stream::new(width, glyphs);
            self.text.set_style(style);
            self.text.push(text);
        }
    }
}
