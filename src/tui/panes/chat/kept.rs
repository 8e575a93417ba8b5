//! What the chat keeps and lets go: turns that come with an index and go with it, and what of a question that is not
//! asked yet outlives the program: how it is to be asked, what is written of it, what was put aside.

use serde::{Deserialize, Serialize};

use super::{Left, State, Turn};
use crate::model::{Ref, Scope};
use crate::tui::data::{AskedQuestion, Lane, Loaded, Request};
use crate::tui::notice::Notice;
use crate::tui::panes::{Intent, Outcome, PaneId};

/// Questions put aside that are kept, the latest.
const ASIDE: usize = 20;

/// The next question, as far as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Its mode, level and scope, and whether they were chosen since the last question.
    next: AskedQuestion,
    chosen: bool,
    before_inside: Option<(Scope, String)>,
    /// What is written of it.
    draft: String,
    left: Vec<Left>,
    /// The turn that was looked at, by its position, where that was not the latest.
    turn: Option<usize>,
}

impl Kept {
    /// Lets go of a part of which some record is gone: nothing could be found inside of it.
    pub fn forget_gone(&mut self, is_there: impl Fn(Ref) -> bool) {
        let is_whole = |scope: &Scope| {
            let communities = scope.communities.iter().map(|&id| Ref::from(id));
            communities.chain(scope.documents.iter().map(|&id| Ref::from(id))).all(&is_there)
        };
        if !is_whole(&self.next.scope) {
            (self.next.scope, self.next.scope_title) = (Scope::default(), String::new());
        }
        self.before_inside.take_if(|(scope, _)| !is_whole(scope));
        for left in &mut self.left {
            left.inside.take_if(|(scope, _)| !is_whole(scope));
        }
    }
}

/// What is asked and written before there is an index.
pub struct Waiting {
    asked: Vec<AskedQuestion>,
    draft: String,
    typing: bool,
}

impl State {
    /// What waits for an index.
    pub fn waiting(&self) -> Waiting {
        let asked = self.turns.iter().filter(|turn| turn.running()).map(|turn| turn.asked.clone());
        Waiting { asked: asked.collect(), draft: self.question_text(), typing: self.typing }
    }

    /// Asks what waited, and goes on with what was being written.
    pub fn go_on_with(&mut self, waiting: Waiting) -> Outcome {
        let Waiting { asked, draft, typing } = waiting;
        let asked =
            asked.into_iter().fold(Outcome::nothing(), |outcome, asked| outcome.and(self.ask(None, asked, None)));
        if draft.is_empty() || !self.question_text().is_empty() {
            return asked;
        }
        self.left.pop_if(|left| left.text == draft);
        self.set_question(&draft);
        self.typing = typing;
        asked.and(Outcome::intent(Intent::Focus(PaneId::Chat)))
    }

    /// Questions that were removed with their answers, the latest first.
    pub fn removed(&self) -> impl Iterator<Item = &str> {
        self.left.iter().rev().filter(|left| left.asked).map(|left| left.text.as_str())
    }

    /// What is kept of the next question.
    pub fn kept(&self) -> Kept {
        let written = self.question_text();
        let mut kept = Kept {
            next: self.next.clone(),
            chosen: self.chosen,
            before_inside: self.before_inside.clone(),
            left: self.left.clone(),
            draft: written.clone(),
            turn: self.current_turn().filter(|&at| at + 1 < self.turns.len()),
        };
        match &self.copied {
            // Nobody typed what stands there.
            Some(copied) if copied.text == written => {
                (kept.draft, kept.next, kept.chosen) = (copied.draft.clone(), copied.next.clone(), copied.chosen);
            }
            Some(copied) if !copied.draft.trim().is_empty() => {
                kept.left.push(Left::written(copied.draft.clone()));
            }
            _ if self.recalled.and_then(|at| self.turns.get(at)).is_some_and(|turn| turn.asked.question == written) => {
                kept.draft.clone_from(&self.draft);
            }
            _ => {}
        }
        // Whoever leaves a question inside a part unwritten has back what was asked before.
        if kept.draft.trim().is_empty()
            && let Some((scope, title)) = kept.before_inside.take()
        {
            (kept.next.scope, kept.next.scope_title) = (scope, title);
        }
        kept.left.drain(..kept.left.len().saturating_sub(ASIDE));
        kept
    }

    /// Takes up the next question where it was left, and says what waits there.
    pub fn restore(&mut self, kept: Kept) -> Option<Notice> {
        self.set_question(&kept.draft);
        (self.typing, self.outside) = (false, false);
        (self.next, self.chosen, self.before_inside) = (kept.next, kept.chosen, kept.before_inside);
        self.left = kept.left;
        self.returning = kept.turn;
        self.rebuild(0);
        self.resized();
        if !self.turns.is_empty() {
            self.return_to_turn();
        }
        let is_usual = self.next.scope.is_everything() && self.next.mode == AskedQuestion::default().mode;
        let setting = self.next.setting(None, self.glyphs.dot);
        match (self.question_text().is_empty(), is_usual) {
            (false, _) => {
                Some(Notice::good("the question you were writing waits in the chat: Enter there goes on with it"))
            }
            (true, false) => Some(Notice::good(format!("in the chat one asks as you left it: {setting}"))),
            (true, true) => None,
        }
    }

    /// Goes to the turn that was looked at when one left.
    fn return_to_turn(&mut self) {
        if let Some(at) = self.returning.take().filter(|&at| at < self.turns.len()) {
            self.following = false;
            self.go_to_turn(at);
        }
    }

    /// Another index is shown: what was asked of the one before goes with it.
    pub fn forget(&mut self) {
        self.turns.clear();
        self.names.clear();
        self.rebuild(0);
        (self.link, self.drilling, self.top, self.following, self.pinned) = (None, None, 0, true, None);
        (self.ahead, self.find, self.steps) = (None, None, super::before::Steps::default());
        self.returning = None;
        // A question is written in one chat and not in the next.
        let written = self.question_text();
        if !written.is_empty() && self.copied.take().is_none_or(|copied| copied.text != written) {
            self.left.push(Left::written(written));
        }
        self.recalled = None;
        self.set_question("");
    }

    /// The index was built anew: asks which of the cited records are still there.
    pub fn index_changed(&mut self) -> Outcome {
        let mut cited: Vec<Ref> = self
            .turns
            .iter()
            .filter(|turn| !turn.running())
            .flat_map(|turn| {
                let documents = turn.answer.evidence.iter().filter_map(|shown| shown.document.map(Ref::from));
                turn.names().into_iter().map(|(record, _)| record).chain(documents)
            })
            .collect();
        cited.sort_by_key(|record| (record.kind, record.id));
        cited.dedup();
        match self.turns.iter().all(Turn::running) {
            true => Outcome::nothing(),
            false => Outcome::load(Lane::Cited, Request::Names(cited)),
        }
    }

    pub(super) fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::Community { row, above } => self.drilled(&row, &above),
            Loaded::Names(names) => {
                let gone = names.into_iter().filter(|(_, title)| title.is_none()).map(|(record, _)| record).collect();
                for turn in self.turns.iter_mut().filter(|turn| !turn.running()) {
                    turn.outdated(&gone);
                }
                self.rebuild(0);
                self.resized();
                Outcome::nothing()
            }
            Loaded::Turns(saved) => {
                let (width, glyphs) = (self.measure(), self.glyphs);
                let mut restored: Vec<Turn> =
                    saved.into_iter().map(|turn| Turn::restored(turn, width, glyphs)).collect();
                for turn in &mut restored {
                    turn.text.set_style(self.style);
                    self.names.extend(turn.names());
                }
                // Questions asked while the old ones were on their way stay last.
                let asked = std::mem::replace(&mut self.turns, restored);
                self.turns.extend(asked);
                self.rebuild(0);
                self.resized();
                self.return_to_turn();
                Outcome::nothing()
            }
            _ => Outcome::nothing(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::effect::Effect;
    use crate::tui::panes::Msg;
    use crate::tui::panes::chat::TurnId;
    use crate::tui::panes::chat::tests::{ask, chat, done};

    #[test]
    fn one_comes_back_to_the_turn_that_one_left() {
        let mut state = chat();
        let mut saved = Vec::new();
        for (number, question) in ["Why?", "How?", "Who?"].into_iter().enumerate() {
            ask(&mut state, question);
            let text = "A sentence that fills a row of the chat. ".repeat(30);
            let kept = state.answered(TurnId(number as u64 + 1), done(&text));
            saved.extend(kept.effects.iter().filter_map(|effect| match effect {
                Effect::SaveTurn(turn) => Some((**turn).clone()),
                _ => None,
            }));
        }
        let come_back = |kept: Kept, turns_first: bool| {
            let mut later = chat();
            if turns_first {
                later.update(Msg::Loaded(Loaded::Turns(saved.clone())));
            }
            later.restore(kept.clone());
            if !turns_first {
                later.update(Msg::Loaded(Loaded::Turns(saved.clone())));
            }
            later.current_turn()
        };
        assert_eq!(come_back(state.kept(), false), Some(2));
        state.go_to_turn(0);
        for turns_first in [false, true] {
            assert_eq!(come_back(state.kept(), turns_first), Some(0));
        }
    }
}
