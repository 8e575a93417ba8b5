//! One question in several ways: what opens the columns, what is said to them, and what is taken from them.

use crate::model::AnswerEvent;
use crate::tui::app::App;
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, compare};
use crate::tui::panes::PaneId;
use crate::tui::panes::chat::Phase;
use crate::tui::panes::nav::Location;

impl App {
    /// Opens the columns for the question of the current turn.
    pub(super) fn open_compare(&mut self, effects: &mut Vec<Effect>) {
        let current = self.chat.current_turn();
        let turn = match current.map(|at| &self.chat.turns[at]) {
            Some(turn) if turn.running() => {
                self.notice = Some(Notice::good("wait for the answer, or cancel it with Esc, before comparing"));
                return;
            }
            Some(turn) if turn.phase == Phase::Done => turn,
            _ => {
                self.notice = Some(Notice::good("ask something first: its answer is then set beside others"));
                return;
            }
        };
        let history = self.chat.history_of(current.unwrap_or_default());
        let mut state =
            compare::State::new(turn, history, self.screen, self.appearance.glyphs, self.overview.structures.clone());
        effects.extend(state.ask_next());
        self.overlays.push(Overlay::Compare(Box::new(state)));
    }

    /// Goes on with the columns that one came from, while the conversation has the question that they ask; or with two
    /// documents that were compared, or the timeline.
    pub(super) fn compare_again(&mut self, effects: &mut Vec<Effect>) {
        let mut state = match self.nav.left.compared.take() {
            Some(Overlay::Compare(state)) => state,
            Some(left @ (Overlay::Differences(_) | Overlay::Timeline(_))) => return self.overlays.push(left),
            _ => return,
        };
        if state.of().is_some_and(|turn| self.chat.turns.iter().any(|other| other.id == turn)) {
            effects.extend(state.ask_next());
            self.overlays.push(Overlay::Compare(state));
        }
    }

    fn compared(&mut self) -> Option<&mut compare::State> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Compare(state) => Some(state.as_mut()),
            _ => None,
        })
    }

    /// Gives what an engine says to the column that asked; false where none did.
    pub(super) fn compare_answered(&mut self, turn: TurnId, event: &AnswerEvent, effects: &mut Vec<Effect>) -> bool {
        let Some(more) = self.compared().and_then(|state| state.answered(turn, event.clone())) else { return false };
        effects.extend(more);
        true
    }

    pub(super) fn compare_failed(&mut self, turn: TurnId, message: &str, effects: &mut Vec<Effect>) -> bool {
        let Some(more) = self.compared().and_then(|state| state.failed(turn, message)) else { return false };
        effects.extend(more);
        true
    }

    /// Runs a command on the columns that are in front; false when it is none of theirs.
    pub(super) fn compare_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        let Some(Overlay::Compare(state)) = self.overlays.last_mut() else { return false };
        match command {
            Command::Escape => {
                effects.extend(state.running().map(Effect::Cancel));
                self.overlays.pop();
            }
            Command::Open | Command::Peek if let Some(record) = state.record() => match command {
                Command::Peek => self.peek(record, effects),
                _ => {
                    effects.extend(state.pause());
                    let Some(Overlay::Compare(state)) = self.overlays.pop() else { return true };
                    self.open(Location { compared: true, ..Location::new(record) }, effects);
                    self.nav.left.compared = Some(Overlay::Compare(state));
                }
            },
            Command::Open => {
                let Some(turn) = state.chosen().cloned() else { return true };
                effects.extend(state.running().map(Effect::Cancel));
                let (known, parent) = (state.is_known(&turn), state.parent);
                self.overlays.pop();
                self.go_to(PaneId::Chat);
                // What the conversation has is not told twice.
                let outcome = match known {
                    true => self.chat.show_turn(turn.id),
                    false => self.chat.take_up(turn, parent),
                };
                self.carry_out(outcome, effects);
            }
            command => effects.extend(state.command(command)),
        }
        true
    }
}
