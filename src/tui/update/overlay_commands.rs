//! Commands in the overlay in front: what is chosen in it is taken, and it is left.

use crate::store::Change;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::msg::Notice;
use crate::tui::overlays::Overlay;
use crate::tui::panes::{self, Intent, Outcome, PaneId, motion};

impl App {
    /// Runs a command in the overlay in front.
    pub(super) fn overlay_command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        if self.has_failed_at_first() {
            match command {
                Command::Escape => return self.quit(effects),
                Command::Open => {
                    self.overlays.pop();
                    return effects.push(Effect::Start);
                }
                _ => {}
            }
        }
        match (self.overlays.last_mut(), command) {
            (Some(Overlay::Confirm(_)), Command::Confirm) => self.do_confirmed(effects),
            (Some(Overlay::Confirm(state)), Command::Deny | Command::Escape) => {
                effects.append(&mut state.otherwise);
                self.overlays.pop();
            }
            (Some(Overlay::Writing(state)), Command::Open) => match state.taken() {
                (true, Some(effect)) => {
                    self.overlays.pop();
                    effects.push(effect);
                }
                (true, None) => {}
                (false, _) => self.notice = Some(Notice::good("type the path of a file; Esc writes nothing")),
            },
            (Some(Overlay::Palette(state)), Command::Open) => {
                let chosen = state.selected();
                self.overlays.pop();
                chosen.into_iter().for_each(|command| self.command(command, effects));
            }
            (Some(Overlay::Narrow(_)), Command::Open) => self.take_part(effects),
            (Some(Overlay::Questions(_)), Command::Open) => self.take_question(),
            (Some(Overlay::Modes(_)), Command::Open) => self.take_mode(),
            (Some(Overlay::Settings(state)), Command::Escape) if state.typing.is_some() => state.typing = None,
            (Some(Overlay::Themes(state)), Command::Open) => {
                self.theme = state.selected().clone();
                self.overlays.pop();
                effects.push(Effect::Set { key: "theme", value: self.theme.name.clone() });
            }
            (Some(Overlay::Themes(state)), Command::Escape) => {
                self.theme = state.before().clone();
                self.overlays.pop();
            }
            (Some(Overlay::Help(state)), Command::Filter) => state.begin_find(),
            (Some(Overlay::Help(state)), Command::Open) if state.typing => state.keep_find(),
            (Some(Overlay::Help(state)), Command::Escape) if state.typed.is_some() => state.drop_find(),
            // Nothing is looked for in what is only peeked at.
            (Some(Overlay::Peek(_)), Command::Filter) => {}
            (Some(_), Command::Escape) => {
                self.overlays.pop();
            }
            (Some(Overlay::Settings(_)), Command::Open) => self.change_setting(effects),
            (Some(Overlay::Settings(state)), Command::Up | Command::Down) if state.typing.is_none() => {
                state.step(if command == Command::Up { -1 } else { 1 });
            }
            (Some(Overlay::Progress(_)), Command::NextLink) => self.choose_failed(1),
            (Some(Overlay::Progress(_)), Command::PreviousLink) => self.choose_failed(-1),
            (Some(Overlay::Progress(state)), Command::Open) => {
                let state = state.clone();
                self.retry_alone(&state);
            }
            (Some(Overlay::Finder(state)), Command::Open | Command::Peek) if state.loading => {
                // What stands there was found for what was typed before.
                state.ahead = Some(command);
            }
            (Some(Overlay::News(_)), Command::Open | Command::Peek) => self.take_news(command, effects),
            (Some(Overlay::Finder(state)), Command::Open | Command::Peek) => {
                let purpose = state.purpose.clone();
                match (state.selected().map(|hit| hit.record), command) {
                    (Some(record), Command::Peek) => self.peek(record, effects),
                    (Some(record), _) => self.take_found(record, purpose, effects),
                    (None, _) => {}
                }
            }
            (Some(Overlay::Peek(state)), command) => {
                // Without a citation in focus, Enter opens what is peeked at.
                let whole = (command == Command::Open && state.link.is_none()).then_some(state.wanted).flatten();
                let outcome = match whole {
                    Some(record) => Outcome::intent(Intent::Open(record)),
                    None => state.update(panes::Msg::Command(command)),
                };
                self.carry_out(outcome, effects);
            }
            (Some(overlay), command) => {
                if let Some(by) = motion(command, overlay.height(self.screen)) {
                    self.front_moves(by, effects);
                }
            }
            (None, _) => {}
        }
    }

    /// Does what is asked about.
    fn do_confirmed(&mut self, effects: &mut Vec<Effect>) {
        let Some(Overlay::Confirm(mut state)) = self.overlays.pop() else { return };
        if state.then.contains(&Effect::Quit) {
            self.stop_answering(effects);
        }
        effects.append(&mut state.then);
        if let Some(turn) = state.removes {
            let outcome = self.chat.delete_turn(turn);
            self.carry_out(outcome, effects);
        }
    }

    /// Writes the question that is chosen into the chat.
    fn take_question(&mut self) {
        let Some(Overlay::Questions(state)) = self.overlays.pop() else { return };
        if let Some(question) = state.selected() {
            self.go_to(PaneId::Chat);
            self.chat.write(question);
        }
    }

    /// Takes the mode that is chosen, or says why it cannot be.
    fn take_mode(&mut self) {
        let Some(Overlay::Modes(state)) = self.overlays.last() else { return };
        match state.selected() {
            Some(Err(why)) => self.notice = Some(Notice::good(why)),
            chosen => {
                self.overlays.pop();
                if let Some(Ok(mode)) = chosen {
                    self.chat.set_mode(mode);
                }
            }
        }
    }

    /// Opens or peeks at what is new, unless it is gone.
    fn take_news(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let Some(Overlay::News(state)) = self.overlays.last() else { return };
        let Some(item) = state.selected().cloned() else { return };
        self.news_seen.list = Some(state.clone());
        match (item.change, command) {
            (Change::Gone, _) => {
                let text = format!("{} is gone: there is nothing left of it to open", item.record);
                self.notice = Some(Notice::good(text));
            }
            (_, Command::Peek) => self.peek(item.record, effects),
            _ => self.open(item.record, effects),
        }
    }
}
