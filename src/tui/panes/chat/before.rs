//! What lies before a turn: the questions that its words may point back to, and the turns that one came to it from.

use super::{Phase, State, Turn, TurnId};
use crate::query::understood;

/// Questions that one may point back to.
const TURNS: usize = 3;

/// Steps from turn to turn, each from the one to the other: down into a part, up again, to another level, and on to
/// what is asked anew.
#[derive(Debug, Default)]
pub(super) struct Steps {
    behind: Vec<(TurnId, TurnId)>,
    ahead: Vec<(TurnId, TurnId)>,
}

impl Steps {
    pub(super) fn go(&mut self, from: TurnId, to: TurnId) {
        self.behind.push((from, to));
        self.ahead.clear();
    }
}

impl State {
    pub(super) fn place_of(&self, turn: TurnId) -> Option<usize> {
        self.turns.iter().position(|other| other.id == turn)
    }

    /// The turn that first asked what a turn asks, wherever that was drilled from, and whatever search it goes on with.
    pub(super) fn first_of(&self, at: usize) -> usize {
        let mut first = at;
        // A ring, which no store should give, ends as well.
        for _ in 0..self.turns.len() {
            let turn = &self.turns[first];
            match turn.goes_on.or(turn.parent).and_then(|above| self.place_of(above)) {
                Some(above) => first = above,
                None => break,
            }
        }
        let question = &self.turns[first].asked.question;
        self.turns.iter().take(first).position(|turn| turn.asked.question == *question).unwrap_or(first)
    }

    /// What the question of a turn may point back to, oldest first: what the one that first asked it could.
    pub fn history_of(&self, at: usize) -> Vec<(String, String)> {
        let Some(turn) = self.turns.get(at) else { return Vec::new() };
        turn.history.clone().unwrap_or_else(|| {
            let first = self.first_of(at);
            self.history_before(first, &self.turns[first].asked.question)
        })
    }

    /// What was asked and answered last before a turn, oldest first. A question counts once, however deep it was asked,
    /// and none lies before itself.
    pub(super) fn history_before(&self, at: usize, question: &str) -> Vec<(String, String)> {
        let mut before: Vec<(usize, &Turn)> = Vec::new();
        for (place, turn) in self.turns.iter().enumerate().take(at).rev().filter(|(_, turn)| turn.phase == Phase::Done)
        {
            let first = self.first_of(place);
            let is_other = self.turns[first].asked.question != question && turn.asked.question != question;
            if is_other && before.len() < TURNS && before.iter().all(|(other, _)| *other != first) {
                before.push((first, turn));
            }
        }
        before.reverse();
        // Of what was asked before the first of them nothing else tells.
        let asked = |at: usize, turn: &Turn| match understood(&turn.answer.trace).filter(|_| at == 0) {
            Some(understood) => understood.to_owned(),
            None => turn.asked.question.clone(),
        };
        before.iter().enumerate().map(|(at, (_, turn))| (asked(at, turn), turn.answer.text.clone())).collect()
    }

    /// Notes that one goes on from the turn that is meant to another.
    pub(super) fn step_to(&mut self, turn: TurnId) {
        if let Some(here) = self.current_turn().map(|at| self.turns[at].id).filter(|here| *here != turn) {
            self.steps.go(here, turn);
        }
    }

    /// One went elsewhere: no turn lies ahead any more.
    pub fn forget_ahead(&mut self) {
        self.steps.ahead.clear();
    }

    /// Goes back to the turn that one came from, else to the one that this was drilled from; false where there is none.
    pub fn step_back(&mut self) -> bool {
        let Some(here) = self.current_turn().map(|at| self.turns[at].id) else { return false };
        let there: Vec<TurnId> = self.turns.iter().map(|turn| turn.id).collect();
        self.steps.behind.retain(|(from, to)| there.contains(from) && there.contains(to));
        let stepped = self.steps.behind.pop_if(|(_, to)| *to == here).map(|(from, _)| from);
        let above = || self.place_of(here).and_then(|at| self.turns[at].parent).filter(|above| there.contains(above));
        let Some(from) = stepped.or_else(above) else { return false };
        self.steps.ahead.push((from, here));
        let _ = self.show_turn(from);
        true
    }

    /// Goes forward again to the turn that one came back from; false where there is none.
    pub fn step_forward(&mut self) -> bool {
        let Some(here) = self.current_turn().map(|at| self.turns[at].id) else { return false };
        let Some((from, to)) = self.steps.ahead.pop_if(|(from, _)| *from == here) else { return false };
        let is_there = self.place_of(to).is_some();
        if is_there {
            self.steps.behind.push((from, to));
            let _ = self.show_turn(to);
        }
        is_there
    }
}
