//! Asking: a question goes to the engines, what they say goes to its turn, and a cited report is drilled into.

use std::time::Duration;

use super::{Left, Link, Phase, State, Turn};
use crate::model::{AnswerEvent, CommunityId, Evidence, Kind, Mode, Ref, Scope};
use crate::query::{self, understood};
use crate::text::numbers::amounts::count;
use crate::tui::data::{AskedQuestion, CommunityRow, Lane, Request, TurnId};
use crate::tui::effect::Effect;
use crate::tui::notice::Notice;
use crate::tui::panes::{Intent, Outcome, PaneId};

/// Between two frames of the spinner.
const SPIN: Duration = Duration::from_millis(100);

/// What is said where a command wants a question that was asked, and none was.
pub(super) fn nothing_asked() -> Outcome {
    Outcome::notice(Notice::good("ask something first"))
}

impl State {
    /// Begins a question inside a part with one that can be asked as it stands: what is typed takes its place.
    pub fn compose_inside(&mut self, scope: Scope, title: String, question: &str) {
        self.begin_inside(scope, title);
        self.copy_in(question);
        self.by_itself = Some(question.to_owned());
        self.untouched = true;
    }

    /// The cited report that the keys are on, or the one cited nearest to it in the same turn.
    pub(super) fn report_near(&self) -> Option<CommunityId> {
        let link = self.link?;
        let turn = self.current_turn()?;
        let first = self.page.starts.get(turn)?.1;
        let end = self.page.starts.get(turn + 1).map_or(self.page.links.len(), |next| next.1);
        let report = |at: usize| self.page.links[at].record().filter(|record| record.kind == Kind::Report);
        let nearest = (first..end).filter(|&at| report(at).is_some()).min_by_key(|at| at.abs_diff(link))?;
        report(nearest).map(|record| CommunityId(record.id))
    }

    /// Asks the question of the current turn again one level deeper: of the reports of the next level, or, in a mode
    /// that reads none, inside the community that most of the evidence lies in. A search that tests passages one by one
    /// goes on from those it tested. Before anything was asked, the level of the next question is set.
    pub(super) fn deeper(&mut self) -> Outcome {
        let current = self.current_turn().map(|at| &self.turns[at]);
        if let Some(turn) = current.filter(|turn| turn.running()) {
            // Asked for a moment too early: as soon as the answer is whole.
            self.ahead = Some(turn.id);
            return Outcome::notice(Notice::good("one level deeper as soon as this answer is whole"));
        }
        let Some(turn) = current else { return self.set_level(1) };
        if turn.phase != Phase::Done {
            return Outcome::notice(Notice::good("this has no answer to go on from: r asks again"));
        }
        if turn.is_of_the_whole() && turn.asked.scope.is_everything() {
            let level = turn.asked.level.unwrap_or(0) + 1;
            if level >= self.levels {
                return Outcome::notice(Notice::good("there is no deeper level of reports"));
            }
            return self.ask_at(level);
        }
        let tested = query::rated(&turn.answer.trace);
        if tested.iter().any(|(record, _)| record.kind == Kind::Source) {
            if let Some(further) = self.asked_before(|other| other.goes_on == Some(turn.id)) {
                return self.show_asked(further);
            }
            let asked = AskedQuestion { mode: Mode::LAZY, offline: self.next.offline, ..turn.asked.clone() };
            let (id, parent) = (turn.id, turn.parent);
            let outcome = self.put(parent, asked, self.current_turn(), tested);
            if let Some(turn) = self.turns.last_mut() {
                turn.goes_on = Some(id);
            }
            return outcome;
        }
        let first = self.strip().into_iter().find_map(|(link, ..)| match self.page.links.get(link as usize) {
            Some(Link::Drill(community)) => Some(*community),
            _ => None,
        });
        match first {
            Some(community) => self.drill(community),
            None => Outcome::notice(Notice::good("this answer cannot be narrowed further")),
        }
    }

    /// False where [`Self::deeper`] has nowhere to go: the answer was given from the lowest reports, or lies in no
    /// part.
    pub fn leads_deeper(&self) -> bool {
        let Some(turn) = self.current_turn().map(|at| &self.turns[at]) else { return false };
        if turn.running() || turn.phase != Phase::Done {
            return true;
        }
        if turn.is_of_the_whole() && turn.asked.scope.is_everything() {
            return turn.asked.level.unwrap_or(0) + 1 < self.levels;
        }
        let tested = query::rated(&turn.answer.trace);
        let parts = turn.answer.drill.iter().filter(|drill| drill.record.kind == Kind::Report);
        tested.iter().any(|(record, _)| record.kind == Kind::Source) || parts.count() > 0
    }

    /// The turn that was asked before, and answered or about to be, where there is one: nothing is asked twice unasked.
    fn asked_before(&self, is_it: impl Fn(&Turn) -> bool) -> Option<TurnId> {
        let answered = |turn: &&Turn| (turn.phase == Phase::Done || turn.running()) && !turn.stale;
        self.turns.iter().filter(answered).rfind(|turn| is_it(turn)).map(|turn| turn.id)
    }

    fn show_asked(&mut self, turn: TurnId) -> Outcome {
        let said = Outcome::notice(Notice::good("asked before; r asks again"));
        // Wherever it was gone to from, it is looked at.
        self.step_over(turn).and(said).and(Outcome::intent(Intent::Focus(PaneId::Chat)))
    }

    /// Undoes what [`Self::deeper`] did: goes back to the answer before, or asks the question of the current turn again
    /// of the reports one level up. Where nothing was asked yet, the level of the next question is set.
    pub(super) fn higher(&mut self) -> Outcome {
        let Some(turn) = self.current_turn().map(|at| &self.turns[at]) else { return self.set_level(-1) };
        let is_of_reports = turn.phase == Phase::Done && turn.is_of_the_whole() && turn.asked.scope.is_everything();
        if is_of_reports {
            return match turn.asked.level.unwrap_or(0).checked_sub(1) {
                Some(level) => self.ask_at(level),
                None => Outcome::notice(Notice::good("this is the top level of reports")),
            };
        }
        match turn.goes_on.or(turn.parent) {
            Some(before) if self.place_of(before).is_some() => self.step_over(before),
            // What it was drilled from was removed.
            Some(_) => {
                let mode = turn.asked.mode;
                let asked = AskedQuestion { question: turn.asked.question.clone(), mode, ..AskedQuestion::default() };
                let offline = self.next.offline;
                let asked = self.ask(None, AskedQuestion { offline, ..asked }, self.current_turn());
                let said = "the answer above was removed: this asks all documents";
                asked.and(Outcome::notice(Notice::good(said)))
            }
            None if turn.stayed => {
                let said = "the passages tested since changed nothing in this answer: there is nothing to undo";
                Outcome::notice(Notice::good(said))
            }
            None if self.next.mode == Mode::GLOBAL => self.set_level(-1),
            None => Outcome::notice(Notice::good("this was asked of all documents: nothing lies above it")),
        }
    }

    /// True at an answer that another lies above of, which [`Self::higher`] goes to.
    pub fn lies_below(&self) -> bool {
        let turn = self.current_turn().map(|at| &self.turns[at]);
        turn.is_some_and(|turn| {
            turn.goes_on.or(turn.parent).is_some() || turn.asked.level.is_some_and(|level| level > 0)
        })
    }

    /// Asks the question of the current turn again of the reports of a level.
    fn ask_at(&mut self, level: u32) -> Outcome {
        let Some(turn) = self.current_turn().map(|at| &self.turns[at]) else { return Outcome::nothing() };
        let offline = self.next.offline;
        let here = &turn.asked;
        let is_it = |other: &Turn| {
            let asked = &other.asked;
            let is_same = asked.question == here.question && asked.scope == here.scope && asked.offline == offline;
            is_same && other.is_of_the_whole() && asked.level.unwrap_or(0) == level
        };
        if let Some(known) = self.asked_before(is_it) {
            return self.show_asked(known);
        }
        let asked = AskedQuestion { mode: Mode::GLOBAL, level: Some(level), offline, ..here.clone() };
        let parent = turn.parent;
        self.ask(parent, asked, self.current_turn())
    }

    /// Asks a question that was suggested.
    pub fn ask_this(&mut self, question: String) -> Outcome {
        let asked = AskedQuestion { question, drilled: None, ..self.next.clone() };
        self.ask(None, asked, None)
    }

    /// Goes on with an answer that was got elsewhere, as with one of the conversation's own; `parent` is what its
    /// question was drilled from.
    pub fn take_up(&mut self, turn: Turn, parent: Option<TurnId>) -> Outcome {
        let id = TurnId(self.turns.iter().map(|turn| turn.id.0 + 1).max().unwrap_or(1));
        let mut turn = turn;
        (turn.id, turn.parent) = (id, parent);
        turn.text.resize(self.measure(), &self.glyphs);
        turn.text.set_style(self.style);
        self.names.extend(turn.names());
        let kept = Effect::SaveTurn(Box::new(turn.saved()));
        self.turns.push(turn);
        (self.link, self.pinned, self.following) = (None, None, true);
        self.rebuild(self.turns.len() - 1);
        self.resized();
        Outcome::effect(kept)
    }

    /// Takes a turn out of the conversation.
    pub fn delete_turn(&mut self, id: TurnId) -> Outcome {
        let Some(at) = self.place_of(id) else { return Outcome::nothing() };
        // One under way is not kept yet.
        let stops = if self.turns[at].running() { Effect::Cancel(id) } else { Effect::RemoveTurn(id) };
        let AskedQuestion { question, scope, scope_title, .. } = self.turns.remove(at).asked;
        let inside = Some((scope, scope_title)).filter(|(scope, _)| !scope.is_everything());
        self.left.push(Left { text: question, inside, asked: true });
        // Its rows and those behind it are made anew.
        (self.link, self.pinned) = (None, None);
        self.rebuild(0);
        self.resized();
        let gone = Outcome::notice(Notice::good("removed; ↑ in an empty field brings the question back"));
        Outcome::effect(stops).and(gone)
    }

    pub(super) fn set_level(&mut self, by: i64) -> Outcome {
        if self.next.mode != Mode::GLOBAL && self.turns.is_empty() {
            return nothing_asked();
        }
        if self.next.mode != Mode::GLOBAL {
            let text = format!("the mode {} reads no level of reports; m changes the mode", self.next.mode.name());
            return Outcome::notice(Notice::good(text));
        }
        let deepest = i64::from(self.levels.saturating_sub(1));
        let before = i64::from(self.next.level.unwrap_or(0));
        let level = (before + by).clamp(0, deepest.max(0));
        if level == before {
            let text = if by < 0 { "this is the top level of reports" } else { "there is no deeper level of reports" };
            return Outcome::notice(Notice::good(text));
        }
        self.next.level = Some(level as u32);
        self.chosen = true;
        Outcome::nothing()
    }

    /// Asks the question of the current turn again inside a community, once it is known how deep that goes.
    pub fn drill(&mut self, community: CommunityId) -> Outcome {
        let Some(at) = self.current_turn() else { return nothing_asked() };
        self.drilling = Some((at, community));
        Outcome::load(Lane::Drill, Request::Community(community))
    }

    pub(super) fn drilled(&mut self, row: &CommunityRow, above: &[CommunityId]) -> Outcome {
        let drilling = self.drilling.take().filter(|(_, community)| *community == row.id);
        let Some((at, community)) = drilling.filter(|(at, _)| *at < self.turns.len()) else {
            return Outcome::nothing();
        };
        let (at, holds) = self.holder(at, above);
        let from = &self.turns[at];
        // What lies in none of the parts on the way down is asked of on its own.
        let (parent, scope) = match holds {
            true => (Some(from.id), from.asked.scope.inside(community)),
            false => (None, Scope::default().inside(community)),
        };
        let (first, offline) = (self.first_of(at), self.next.offline);
        let is_it = |other: &Turn| {
            let asked = &other.asked;
            let is_there = asked.drilled == Some(community) && asked.scope == scope && asked.offline == offline;
            is_there && self.place_of(other.id).is_some_and(|at| self.first_of(at) == first)
        };
        if let Some(known) = self.asked_before(is_it) {
            return self.show_asked(known);
        }
        // A question to the whole is put to the reports a level below, and where there are none to what they rest on;
        // any other is asked as it was.
        let (mode, level) = match (from.is_of_the_whole(), row.children) {
            (true, 0) => (Mode::LOCAL, None),
            (true, _) => (Mode::GLOBAL, Some(row.level + 1)),
            (false, _) => (from.asked.mode, None),
        };
        // What "he" stood for is told by the turn before, not by those that the drilled one would have before it.
        let question = understood(&from.answer.trace).unwrap_or(&from.asked.question).to_owned();
        let scope_title = row.title.clone();
        let asked = AskedQuestion { question, mode, level, scope, scope_title, drilled: Some(community), offline };
        *self.turns[at].drilled.entry(community).or_default() += 1;
        self.rebuild(at);
        self.put(parent, asked, Some(at), Vec::new())
    }

    /// The nearest turn on the way up from one that asks of what holds a community, told by what lies above that; else
    /// the last on the way, and that it does not.
    fn holder(&self, at: usize, above: &[CommunityId]) -> (usize, bool) {
        let mut at = at;
        for _ in 0..self.turns.len() {
            let inside = &self.turns[at].asked.scope.communities;
            if inside.is_empty() || inside.iter().any(|community| above.contains(community)) {
                return (at, true);
            }
            match self.turns[at].parent.and_then(|parent| self.place_of(parent)) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        (at, false)
    }

    /// Goes on to another turn of the chat: what lay ahead lies there no more.
    pub(super) fn step_over(&mut self, turn: TurnId) -> Outcome {
        self.step_to(turn);
        self.show_turn(turn).and(Outcome::intent(Intent::Stepped))
    }

    /// Puts a question to the engines, after cancelling the one under way. `again` is the turn that asks the same,
    /// where one does.
    pub(super) fn ask(&mut self, parent: Option<TurnId>, asked: AskedQuestion, again: Option<usize>) -> Outcome {
        self.put(parent, asked, again, Vec::new())
    }

    /// What a turn and those that it was drilled from quote: whoever drills on has it before them.
    fn shown_down_to(&self, turn: TurnId) -> Vec<Evidence> {
        let mut shown = Vec::new();
        let (mut next, mut steps) = (Some(turn), 0);
        while let Some(turn) = next.and_then(|id| self.turn(id)).filter(|_| steps < 32) {
            shown.extend(turn.answer.evidence.iter().cloned());
            (next, steps) = (turn.parent, steps + 1);
        }
        shown
    }

    /// The same, going on from what an earlier search of the question rated.
    fn put(
        &mut self,
        parent: Option<TurnId>,
        asked: AskedQuestion,
        again: Option<usize>,
        rated: Vec<(Ref, f32)>,
    ) -> Outcome {
        let stopped = self.stop();
        let id = TurnId(self.turns.iter().map(|turn| turn.id.0 + 1).max().unwrap_or(1));
        // What was marked is what "they" are, whatever was asked before.
        let introduced = self.introduced.take().filter(|of| *of != asked.question).map(|of| (of, String::new()));
        let by_itself = self.by_itself.take().is_some_and(|made| made == asked.question);
        let history = match again {
            Some(at) => self.history_of(at),
            None if by_itself => Vec::new(),
            None => {
                let before = self.history_before(self.turns.len(), &asked.question);
                before.into_iter().chain(introduced).collect()
            }
        };
        match again.or_else(|| self.current_turn()).and_then(|at| self.turns.get(at)).map(|turn| turn.id) {
            Some(from) => self.steps.go(from, id),
            None => self.forget_ahead(),
        }
        let shown = parent.map_or_else(Vec::new, |parent| self.shown_down_to(parent));
        // What was removed and is asked again waits nowhere.
        self.left.retain(|left| !left.asked || left.text != asked.question);
        let mut turn = Turn::new(id, parent, asked.clone(), self.measure(), self.glyphs);
        turn.by = asked.by(self.model.as_deref()).map(str::to_owned);
        turn.history = Some(history.clone());
        turn.text.set_style(self.style);
        self.turns.push(turn);
        (self.link, self.pinned, self.find) = (None, None, None);
        // Who chose everything goes on asking of everything, wherever one reads, until a part is chosen.
        self.outside &= asked.scope.is_everything();
        (self.chosen, self.before_inside) = (false, None);
        self.following = true;
        self.rebuild(self.turns.len() - 1);
        self.resized();
        let asking = Effect::Ask { turn: id, asked, history, rated, shown };
        stopped.and(Outcome {
            intents: vec![Intent::Focus(PaneId::Chat), Intent::Stepped],
            loads: Vec::new(),
            effects: vec![asking, Effect::Frame(SPIN)],
        })
    }

    /// Cancels what is being answered, because one goes on elsewhere, and says so.
    pub fn stop(&mut self) -> Outcome {
        let Some(turn) = self.running() else { return Outcome::nothing() };
        let said = "the answer under way was cancelled; its question is kept: r there asks it again";
        self.cancel(turn).and(Outcome::notice(Notice::good(said)))
    }

    /// What was asked stays in its conversation all the same, with the answer as far as it came, to be asked again.
    pub fn cancel(&mut self, id: TurnId) -> Outcome {
        let Some(at) = self.place_of(id) else { return Outcome::nothing() };
        self.ahead = None;
        Outcome::effect(Effect::Cancel(id)).and(self.break_off(at, Phase::Cancelled))
    }

    /// An engine said something about a turn. What comes after the end of a turn is dropped.
    pub fn answered(&mut self, id: TurnId, event: AnswerEvent) -> Outcome {
        let Some(at) = self.place_of(id) else { return Outcome::nothing() };
        if !self.turns[at].event(event) {
            return Outcome::nothing();
        }
        self.rebuild(at);
        self.resized();
        let turn = &self.turns[at];
        if turn.phase != Phase::Done {
            return Outcome::nothing();
        }
        self.names.extend(turn.names());
        let said = self.what_more_came(at);
        let kept = match self.adds_nothing_to(at) {
            Some(before) => {
                self.fold_into(before, at);
                Outcome::effect(Effect::Cancel(id))
            }
            None => Outcome::effect(Effect::SaveTurn(Box::new(self.turns[at].saved()))),
        };
        let kept = kept.and(said);
        match self.ahead.take_if(|ahead| *ahead == id) {
            Some(_) => kept.and(self.deeper()),
            None => kept,
        }
    }

    /// The turn whose search a turn went on with and came to the very same answer.
    fn adds_nothing_to(&self, at: usize) -> Option<usize> {
        let turn = &self.turns[at];
        let before = self.turns.iter().position(|other| Some(other.id) == turn.goes_on)?;
        (self.turns[before].answer.text == turn.answer.text).then_some(before)
    }

    /// Takes out a turn that says what one before it says, which knows from now on what was tested besides.
    fn fold_into(&mut self, before: usize, at: usize) {
        self.turns[before].answer.trace = self.turns.remove(at).answer.trace;
        self.turns[before].stayed = true;
        self.rebuild(0);
        self.go_to_turn(before);
        self.resized();
    }

    /// Says what a search that went on came to: where it adds nothing, the answer alone does not tell that it did.
    fn what_more_came(&self, at: usize) -> Outcome {
        let turn = &self.turns[at];
        let before = turn.goes_on.and_then(|id| self.turn(id));
        let Some(before) = before else { return Outcome::nothing() };
        let [now, then] = [turn, before].map(|turn| query::rated(&turn.answer.trace).len());
        let tested = || count(now.saturating_sub(then) as u64, "more passage was tested", "more passages were tested");
        let text = match (now > then, turn.answer.text == before.answer.text) {
            (false, _) => "nothing is left to test: the search is at its end".to_owned(),
            (true, true) => format!("{}, and the answer stays as it was", tested()),
            (true, false) => tested(),
        };
        Outcome::notice(Notice::good(text))
    }

    /// The question stays in its conversation all the same, to be asked again.
    pub fn failed(&mut self, id: TurnId, message: String) -> Outcome {
        let running = self.place_of(id).filter(|&at| self.turns[at].running());
        running.map_or_else(Outcome::nothing, |at| self.break_off(at, Phase::Failed(message)))
    }

    /// Ends a turn without an answer; what came of it is kept.
    fn break_off(&mut self, at: usize, phase: Phase) -> Outcome {
        let kept = self.turns[at].broken_off();
        self.turns[at].phase = phase;
        self.rebuild(at);
        self.resized();
        Outcome::effect(Effect::SaveTurn(Box::new(kept)))
    }

    fn turn(&self, id: TurnId) -> Option<&Turn> {
        self.turns.iter().find(|turn| turn.id == id)
    }

    /// Moves the spinner on while something runs.
    pub fn frame(&mut self) -> Outcome {
        let Some(id) = self.running() else { return Outcome::nothing() };
        self.spin += 1;
        if let Some(at) = self.place_of(id) {
            self.rebuild(at);
        }
        Outcome::effect(Effect::Frame(SPIN))
    }
}
