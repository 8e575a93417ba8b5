//! What keys do in the chat.

use super::State;
use super::asking::nothing_asked;
use super::turn::AskedQuestion;
use crate::model::Scope;
use crate::query;
use crate::tui::keys::Command;
use crate::tui::msg::Notice;
use crate::tui::panes::{Intent, Outcome, motion};

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
                aside.map_or_else(Outcome::nothing, |notice| Outcome::intent(Intent::Notice(notice)))
            }
            Command::Open if !self.typing => match self.link {
                Some(_) => self.follow(),
                None => {
                    self.begin();
                    Outcome::nothing()
                }
            },
            Command::Send => {
                let question = self.question_text();
                if question.is_empty() {
                    return Outcome::nothing();
                }
                self.keep_covered_draft();
                self.set_question("");
                self.typing = false;
                let asked = AskedQuestion { question, drilled: None, ..self.next.clone() };
                self.ask(None, asked, None)
            }
            Command::NewLine => {
                self.question.insert_newline();
                self.resized();
                Outcome::nothing()
            }
            Command::Escape => {
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
            Command::NextLink => self.step_link(true),
            Command::PreviousLink => self.step_link(false),
            Command::ShowIds => self.show_ids(),
            Command::Peek => self.peek(),
            Command::CycleMode => {
                let next = query::engine_after(self.next.mode, |engine| engine.lacks(&self.structures).is_none());
                if let Some(engine) = next {
                    self.set_mode(engine.mode());
                }
                Outcome::nothing()
            }
            Command::SwitchAnalyst => match &self.model {
                Some(model) => {
                    self.next.offline = !self.next.offline;
                    let text = match self.next.offline {
                        true => "the next question is answered offline: nothing is sent".to_owned(),
                        false => format!("the next question is answered by {model}"),
                    };
                    Outcome::intent(Intent::Notice(Notice::good(text)))
                }
                None => Outcome::intent(Intent::Notice(Notice::good(
                    "no model may be asked, answers are made offline: the settings (the comma key) say why and set one",
                ))),
            },
            Command::Retry | Command::EditQuestion | Command::Trace | Command::Drill if self.turns.is_empty() => {
                nothing_asked()
            }
            Command::Deeper => self.deeper(),
            Command::Shallower => self.higher(),
            Command::WholeScope if self.turns.is_empty() && self.next.scope.is_everything() => {
                Outcome::intent(Intent::Notice(Notice::good("this asks of everything already")))
            }
            Command::WholeScope => {
                self.set_scope(Scope::default(), String::new());
                (self.chosen, self.outside, self.before_inside) = (true, true, None);
                Outcome::nothing()
            }
            Command::Retry => match self.current_turn() {
                Some(at) => {
                    let turn = &self.turns[at];
                    // As is chosen now, where something was: in another mode, offline, of everything is the reason to.
                    let asked = self.as_chosen(turn.asked.clone());
                    // Of another part it is asked by itself, and leads back to nothing.
                    let parent = turn.parent.filter(|_| asked.scope == turn.asked.scope);
                    self.ask(parent, asked, Some(at))
                }
                None => Outcome::nothing(),
            },
            Command::EditQuestion => {
                if let Some(at) = self.current_turn() {
                    let asked = self.turns[at].asked.clone();
                    self.copy_in(&asked.question);
                    self.next = AskedQuestion { drilled: None, ..self.as_chosen(asked) };
                    let said = "asked anew at the end; this one stays";
                    return Outcome::intent(Intent::Notice(Notice::good(said)));
                }
                Outcome::nothing()
            }
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
            Command::PreviousTurn => {
                let at = self.current_turn().unwrap_or(0);
                let start = self.page.starts.get(at).map_or(0, |start| start.0);
                self.go_to_turn(if self.top > start { at } else { at.saturating_sub(1) });
                Outcome::nothing()
            }
            Command::NextTurn => {
                match self.current_turn().map(|at| at + 1).filter(|&next| next < self.turns.len()) {
                    Some(next) => self.go_to_turn(next),
                    None => self.go(usize::MAX),
                }
                Outcome::nothing()
            }
            Command::Drill => match self.report_near() {
                Some(community) => self.drill(community),
                None => Outcome::intent(Intent::Notice(Notice::good(
                    "go to a cited report with → first; d then asks the same inside it",
                ))),
            },
            _ => Outcome::nothing(),
        }
    }

    /// Stops writing. What was written stays, to be gone on with; a question of before that was only brought back does not.
    fn stop_typing(&mut self) {
        self.typing = false;
        let text = self.question_text();
        if let Some(copied) = self.copied.take_if(|copied| copied.text == text) {
            self.set_question(&copied.draft);
            (self.next, self.chosen, self.introduced) = (copied.next, copied.chosen, None);
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

    /// Goes up or down in the question; from its first line to the question asked before, from its last to the one after.
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
