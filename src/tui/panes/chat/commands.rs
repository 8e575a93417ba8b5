//! What keys do in the chat.

use super::State;
use super::asking::nothing_asked;
use crate::model::Scope;
use crate::query;
use crate::tui::data::AskedQuestion;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::panes::{Outcome, motion};

impl State {
    pub(super) fn command(&mut self, command: Command) -> Outcome {
        if let Some(by) = motion(command, self.page_height()).filter(|_| !self.typing) {
            self.scroll(by);
            // Whoever goes to an end means the turn there.
            match command {
                Command::Top => (self.link, self.pinned) = (None, Some(0)),
                Command::Bottom => (self.link, self.pinned) = (None, self.turns.len().checked_sub(1)),
                _ => {}
            }
            return Outcome::nothing();
        }
        match command {
            Command::Ask => {
                let aside = self.set_aside();
                self.begin();
                aside.map_or_else(Outcome::nothing, Outcome::notice)
            }
            Command::Open if !self.typing => match self.link {
                Some(_) => self.follow(),
                None => {
                    self.begin();
                    Outcome::nothing()
                }
            },
            Command::Send => self.send(),
            Command::NewLine => {
                self.question.insert_newline();
                self.resized();
                Outcome::nothing()
            }
            Command::Escape => self.escape(),
            Command::NextLink => self.step_link(true),
            Command::PreviousLink => self.step_link(false),
            Command::ShowIds => self.show_ids(),
            Command::ByDay => self.by_day(),
            Command::Peek => self.peek(),
            Command::CycleMode => self.cycle_mode(),
            Command::SwitchAnalyst => self.switch_analyst(),
            Command::Retry | Command::EditQuestion | Command::Trace | Command::Drill if self.turns.is_empty() => {
                nothing_asked()
            }
            Command::Deeper => self.deeper(),
            Command::Shallower => self.higher(),
            Command::WholeScope => self.widen(),
            Command::Retry => self.retry(),
            Command::EditQuestion => self.edit_question(),
            Command::Trace => match self.current_turn() {
                Some(at) => self.show_trace(at),
                None => Outcome::nothing(),
            },
            Command::PreviousTurn if self.typing => self.recall(tui_textarea::CursorMove::Up),
            Command::NextTurn if self.typing => self.recall(tui_textarea::CursorMove::Down),
            Command::Filter => self.begin_find(),
            Command::NextMatch | Command::PreviousMatch => {
                self.step_found(command == Command::NextMatch);
                Outcome::nothing()
            }
            Command::PreviousTurn => self.previous_turn(),
            Command::NextTurn => self.next_turn(),
            Command::Drill => match self.report_near() {
                Some(community) => self.drill(community),
                None => {
                    Outcome::notice(Notice::good("go to a cited report with → first; d then asks the same inside it"))
                }
            },
            _ => Outcome::nothing(),
        }
    }

    /// Asks what is written.
    fn send(&mut self) -> Outcome {
        let question = self.question_text();
        if question.is_empty() {
            return Outcome::notice(Notice::good("type a question first; Esc leaves the field"));
        }
        self.keep_covered_draft();
        self.set_question("");
        self.typing = false;
        let asked = AskedQuestion { question, drilled: None, ..self.next.clone() };
        self.ask(None, asked, None)
    }

    /// Leaves what one is in, one thing at a time.
    fn escape(&mut self) -> Outcome {
        if self.typing {
            self.stop_typing();
        } else if self.find.take().is_some() {
            // One stays at what was found.
        } else if let Some(turn) = self.running() {
            return self.cancel(turn);
        } else if let Some(at) = self.open_trace().filter(|_| self.link.is_none()) {
            return self.show_trace(at);
        } else {
            self.link = None;
        }
        Outcome::nothing()
    }

    /// Goes on to the next mode that the index was built for.
    fn cycle_mode(&mut self) -> Outcome {
        let next = query::engine_after(self.next.mode, |engine| engine.lacks(&self.structures).is_none());
        if let Some(engine) = next {
            self.set_mode(engine.mode());
        }
        Outcome::nothing()
    }

    /// Has the next question answered by the model, or offline.
    fn switch_analyst(&mut self) -> Outcome {
        let Some(model) = &self.model else {
            return Outcome::notice(Notice::good(
                "no model may be asked, answers are made offline: the settings (the comma key) say why and set one",
            ));
        };
        self.next.offline = !self.next.offline;
        Outcome::notice(Notice::good(match self.next.offline {
            true => "the next question is answered offline: nothing is sent".to_owned(),
            false => format!("the next question is answered by {model}"),
        }))
    }

    /// Asks all documents from now on.
    fn widen(&mut self) -> Outcome {
        if self.turns.is_empty() && self.next.scope.is_everything() {
            return Outcome::notice(Notice::good("this asks all documents already"));
        }
        self.set_scope(Scope::default(), String::new());
        (self.chosen, self.outside, self.before_inside) = (true, true, None);
        let again = if self.turns.is_empty() { "" } else { "; r asks the last one so, too" };
        Outcome::notice(Notice::good(format!("the next question asks all documents{again}")))
    }

    /// Asks the question of a turn again.
    fn retry(&mut self) -> Outcome {
        let Some(at) = self.current_turn() else { return Outcome::nothing() };
        let turn = &self.turns[at];
        // As is chosen now, where something was: in another mode, offline, of everything is the reason to.
        let asked = self.as_chosen(turn.asked.clone());
        // Of another part it is asked by itself, and leads back to nothing.
        let parent = turn.parent.filter(|_| asked.scope == turn.asked.scope);
        self.ask(parent, asked, Some(at))
    }

    /// Copies the question of a turn, to be changed and asked.
    fn edit_question(&mut self) -> Outcome {
        let Some(at) = self.current_turn() else { return Outcome::nothing() };
        let asked = self.turns[at].asked.clone();
        self.copy_in(&asked.question);
        self.next = AskedQuestion { drilled: None, ..self.as_chosen(asked) };
        Outcome::notice(Notice::good("change it; Enter asks it at the end, and this one stays"))
    }

    /// Goes to where the turn begins, from there to the one before.
    fn previous_turn(&mut self) -> Outcome {
        let at = self.current_turn().unwrap_or(0);
        let start = self.page.starts.get(at).map_or(0, |start| start.0);
        self.go_to_turn(if self.top > start { at } else { at.saturating_sub(1) });
        Outcome::nothing()
    }

    /// Goes to the turn after, from the last one to its end.
    fn next_turn(&mut self) -> Outcome {
        match self.current_turn().map(|at| at + 1).filter(|&next| next < self.turns.len()) {
            Some(next) => self.go_to_turn(next),
            None => self.go(usize::MAX),
        }
        Outcome::nothing()
    }

    /// Stops writing. What was written stays, to be gone on with; a question of before that was only brought back does
    /// not.
    fn stop_typing(&mut self) {
        self.typing = false;
        let text = self.question_text();
        if let Some(copied) = self.copied.take_if(|copied| copied.text == text) {
            self.set_question(&copied.draft);
            (self.next, self.chosen) = (copied.next, copied.chosen);
            (self.introduced, self.by_itself) = (None, None);
        } else if self.recalled.and_then(|at| self.turns.get(at)).is_some_and(|turn| turn.asked.question == text) {
            let draft = std::mem::take(&mut self.draft);
            self.set_question(&draft);
        }
        if self.question_text().is_empty()
            && let Some((scope, title)) = self.before_inside.take()
        {
            self.set_scope(scope, title);
        }
        self.resized();
    }

    /// Goes up or down in the question; from its first line to the question asked before, from its last to the one
    /// after.
    pub(super) fn recall(&mut self, way: tui_textarea::CursorMove) -> Outcome {
        let row = self.question.cursor().0;
        let up = way == tui_textarea::CursorMove::Up;
        let last = self.question.lines().len() - 1;
        if if up { row > 0 } else { row < last } {
            self.question.move_cursor(way);
            return Outcome::nothing();
        }
        // What was put aside is nearer than what was asked.
        let is_empty = self.question_text().is_empty();
        if let Some(left) = self.left.pop_if(|_| up && is_empty) {
            self.set_question(&left.text);
            if let Some((scope, title)) = left.inside {
                self.begin_inside(scope, title);
            }
            self.resized();
            return Outcome::nothing();
        }
        let (at, asked) = (self.recalled.unwrap_or(self.turns.len()), self.turns.len());
        let next = if up { at.checked_sub(1) } else { Some(at + 1).filter(|&next| next <= asked) };
        let Some(next) = next else { return Outcome::nothing() };
        if at == asked {
            self.draft = self.question.lines().join("\n");
        }
        let text = self.turns.get(next).map_or_else(|| self.draft.clone(), |turn| turn.asked.question.clone());
        self.set_question(&text);
        self.recalled = Some(next).filter(|&next| next < asked);
        self.resized();
        Outcome::nothing()
    }
}
