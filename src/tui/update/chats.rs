//! Conversations: the list of them, another one opened, begun, renamed, deleted or branched off.

use crate::model::{AnswerEvent, without_citations};
use crate::tui::app::App;
use crate::tui::data::{AskedQuestion, Lane, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::msg::Msg;
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, chats, confirm, list, modes, questions};
use crate::tui::panes::PaneId;
use crate::tui::panes::chat::Phase;
use crate::tui::placing::Hints;
use crate::tui::widgets::rich::shorten;

/// Cells of a question that are told of it.
const LONGEST_TOLD: usize = 80;

impl App {
    /// An answer goes on, or broke off.
    pub(super) fn answer_moved(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        let outcome = match msg {
            Msg::Answer { turn, event } if self.compare_answered(turn, &event, effects) => return,
            Msg::Answer { turn, event } => {
                if let AnswerEvent::Done(answer) = &event {
                    self.note_used(answer.citations.iter().map(|cited| cited.record));
                }
                self.chat.answered(turn, event)
            }
            Msg::AnswerFailed { turn, message } if self.compare_failed(turn, &message, effects) => return,
            Msg::AnswerFailed { turn, message } => self.chat.failed(turn, message),
            _ => return,
        };
        self.carry_out(outcome, effects);
    }

    /// Another conversation is open, or the list of them has changed.
    pub(super) fn chats_moved(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::ChatGone => {
                (self.conversation.id, self.conversation.title) = (None, None);
                effects.extend(self.chat.running().map(Effect::Cancel));
                self.chat.forget();
            }
            Msg::InChat(chat) => {
                (self.conversation.id, self.conversation.title) =
                    chat.map_or((None, None), |(chat, title)| (Some(chat), Some(title)));
            }
            Msg::ChatOpened(chat) => {
                self.conversation.id = Some(chat);
                self.chat.forget();
                self.load(Lane::Turns, Request::Turns(Some(chat)), effects);
            }
            Msg::ChatsChanged => {
                if let Some(Overlay::Chats(state)) = self.overlays.last() {
                    let outcome = state.search();
                    self.carry_out(outcome, effects);
                }
            }
            _ => {}
        }
    }

    /// Runs a command on conversations; false when it is none.
    pub(super) fn chat_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        match command {
            Command::Chats => {
                let state = chats::State::new(list::height(self.screen, false), self.conversation.id);
                let outcome = state.search();
                self.overlays.push(Overlay::Chats(state));
                self.carry_out(outcome, effects);
            }
            Command::Modes => self
                .overlays
                .push(Overlay::Modes(modes::State::new(self.chat.next.mode, self.overview.structures.clone()))),
            Command::NewChat => {
                self.overlays.clear();
                self.stop_answering(effects);
                self.chat.forget();
                // A part that was asked before is none of this one.
                self.chat.ask_everything();
                // Nor is the way in which it was asked.
                self.chat.next = AskedQuestion { offline: self.chat.next.offline, ..AskedQuestion::default() };
                (self.conversation.id, self.conversation.title) = (None, None);
                self.go_to(PaneId::Chat);
                // What to begin with stands there, to be chosen from: writing begins with its own key, as everywhere.
                self.chat.typing = false;
                effects.push(Effect::UseChat(None));
            }
            Command::ForkChat => match self.chat.current_turn().map(|at| &self.chat.turns[at]) {
                Some(turn) if !turn.running() => {
                    let turn = turn.id;
                    self.stop_answering(effects);
                    effects.push(Effect::ForkChat(turn));
                }
                Some(_) => {
                    self.notice = Some(Notice::good("wait for the answer, or cancel it with Esc, before branching off"))
                }
                None => self.notice = Some(Notice::good("there is no question yet to branch off from")),
            },
            Command::DeleteTurn => self.ask_to_delete_turn(),
            Command::RenameChat | Command::DeleteChat if !matches!(self.overlays.last(), Some(Overlay::Chats(_))) => {
                self.chat_command(Command::Chats, effects);
                self.notice = Some(Notice::good("choose the chat: Ctrl-R renames it, Ctrl-D deletes it"));
            }
            Command::Compare => self.open_compare(effects),
            Command::Questions => {
                self.overlays.push(Overlay::Questions(questions::State::new(list::height(self.screen, false))));
                self.load(Lane::Questions, Request::Questions, effects);
            }
            Command::KeepTest => self.keep_test(effects),
            Command::Export => self.export(effects),
            Command::ExportChat => self.export_chat(effects),
            _ => return false,
        }
        true
    }

    /// Asks whether the current turn is to be removed.
    fn ask_to_delete_turn(&mut self) {
        self.go_to(PaneId::Chat);
        let Some(turn) = self.chat.current_turn().map(|at| &self.chat.turns[at]) else {
            self.notice = Some(Notice::good("ask something first"));
            return;
        };
        let asked = shorten(&turn.asked.question, LONGEST_TOLD, self.appearance.glyphs.ellipsis);
        let question = format!("Remove the question “{asked}” and its answer?");
        let removes = Some(turn.id);
        self.overlays.push(Overlay::Confirm(confirm::State { question, removes, ..confirm::State::default() }));
    }

    /// Cancels what is being answered, before its conversation is left: it is kept there, to be asked again.
    pub(super) fn stop_answering(&mut self, effects: &mut Vec<Effect>) {
        let outcome = self.chat.stop();
        self.carry_out(outcome, effects);
    }

    /// Runs a command on the list of conversations that is in front; false when it is none.
    pub(super) fn chats_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        let Some(Overlay::Chats(state)) = self.overlays.last_mut() else { return false };
        match command {
            Command::Open => match (state.naming, state.selected().map(|row| row.id)) {
                (Some(chat), _) => {
                    let title = state.field.text().trim().to_owned();
                    state.stop_naming();
                    if self.conversation.id == Some(chat) && !title.is_empty() {
                        self.conversation.title = Some(title.clone());
                    }
                    if !title.is_empty() {
                        effects.push(Effect::RenameChat { chat, title });
                    }
                }
                (None, Some(chat)) => {
                    let title = state.selected().map(|row| row.title.clone());
                    self.overlays.clear();
                    self.stop_answering(effects);
                    self.chat.forget();
                    self.go_to(PaneId::Chat);
                    (self.conversation.id, self.conversation.title) = (Some(chat), title);
                    effects.push(Effect::UseChat(Some(chat)));
                    self.load(Lane::Turns, Request::Turns(Some(chat)), effects);
                }
                (None, None) => {}
            },
            Command::Escape if state.naming.is_some() => state.stop_naming(),
            Command::RenameChat => state.rename(),
            Command::DeleteChat => {
                if let Some(row) = state.selected() {
                    let held = match row.turns {
                        1 => "its question and the answer".to_owned(),
                        turns => format!("its {turns} questions and their answers"),
                    };
                    let question = format!("Delete “{}” with {held}?", row.title);
                    let then = vec![Effect::RemoveChat(row.id)];
                    self.overlays.push(Overlay::Confirm(confirm::State {
                        question,
                        then,
                        ..confirm::State::default()
                    }));
                }
            }
            Command::NewChat => drop(self.chat_command(command, effects)),
            _ => return false,
        }
        true
    }

    /// Puts the letters of the places to go on to under the keys; false when the answer has none.
    pub(super) fn strip_hints(&mut self) -> bool {
        let strip = self.chat.strip();
        if strip.is_empty() {
            return false;
        }
        self.input.hints = Some(Hints::labelled(PaneId::Chat, &strip, ""));
        true
    }

    /// Keeps the question of the current turn as a test, with the answer that was given to it.
    fn keep_test(&mut self, effects: &mut Vec<Effect>) {
        match self.chat.current_turn().map(|at| &self.chat.turns[at]) {
            Some(turn) if turn.phase == Phase::Done => {
                let scope = turn.asked.scope.clone();
                let answer = without_citations(turn.text.text());
                effects.push(Effect::KeepTest { question: turn.asked.question.clone(), answer, scope });
            }
            _ => self.notice = Some(Notice::good("ask something first: a question is kept with its answer")),
        }
    }
}
