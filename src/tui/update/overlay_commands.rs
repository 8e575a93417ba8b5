//! Commands in the overlay in front: what is chosen in it is taken, and it is left.

use crate::store::Change;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
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
            (_, Command::Escape) | (Some(Overlay::Confirm(_)), Command::Deny) => self.leave_overlay(effects),
            (Some(Overlay::Confirm(_)), Command::Confirm) => self.do_confirmed(effects),
            (Some(Overlay::Help(state)), Command::Filter) => state.begin_find(),
            // Nothing is looked for in what is only peeked at.
            (Some(Overlay::Peek(_)), Command::Filter) => {}
            (Some(Overlay::Peek(_)), command) => self.tell_peek(command, effects),
            (Some(Overlay::Settings(state)), Command::Up | Command::Down) if state.typing.is_none() => {
                state.step(if command == Command::Up { -1 } else { 1 });
            }
            (Some(Overlay::Progress(_)), Command::NextLink) => self.choose_failed(1),
            (Some(Overlay::Progress(_)), Command::PreviousLink) => self.choose_failed(-1),
            (Some(Overlay::News(_)), Command::Open | Command::Peek) => self.take_news(command, effects),
            (Some(Overlay::Finder(_)), Command::Open | Command::Peek) => self.take_hit(command, effects),
            (Some(_), Command::Open) => self.take_chosen(effects),
            (Some(overlay), command) => {
                if let Some(by) = motion(command, overlay.height(self.screen)) {
                    self.front_moves(by, effects);
                }
            }
            (None, _) => {}
        }
    }

    /// Leaves the overlay in front, or first what is typed in it; nothing of it is taken.
    fn leave_overlay(&mut self, effects: &mut Vec<Effect>) {
        match self.overlays.last_mut() {
            Some(Overlay::Settings(state)) if state.typing.is_some() => return state.typing = None,
            Some(Overlay::Help(state)) if state.typed.is_some() => return state.drop_find(),
            Some(Overlay::Confirm(state)) => effects.append(&mut state.otherwise),
            Some(Overlay::Themes(state)) => self.appearance.theme = state.before().clone(),
            _ => {}
        }
        self.overlays.pop();
    }

    /// Takes what is chosen or written in the overlay in front.
    fn take_chosen(&mut self, effects: &mut Vec<Effect>) {
        match self.overlays.last_mut() {
            Some(Overlay::Writing(state)) => match state.taken() {
                (true, Some(effect)) => {
                    self.overlays.pop();
                    effects.push(effect);
                }
                (true, None) => {}
                (false, _) => self.notice = Some(Notice::good("type the path of a file; Esc writes nothing")),
            },
            Some(Overlay::Palette(state)) => {
                let chosen = state.selected();
                self.overlays.pop();
                chosen.into_iter().for_each(|command| self.command(command, effects));
            }
            Some(Overlay::Narrow(_)) => self.take_part(effects),
            Some(Overlay::Questions(_)) => self.take_question(),
            Some(Overlay::Modes(_)) => self.take_mode(),
            Some(Overlay::Themes(state)) => {
                self.appearance.theme = state.selected().clone();
                self.overlays.pop();
                effects.push(Effect::Set { key: "theme", value: self.appearance.theme.name.clone() });
            }
            Some(Overlay::Help(state)) if state.typing => state.keep_find(),
            Some(Overlay::Settings(_)) => self.change_setting(effects),
            Some(Overlay::Progress(state)) => {
                let state = state.clone();
                self.retry_alone(&state);
            }
            _ => {}
        }
    }

    /// Opens or peeks at what was found, or does so once it is.
    fn take_hit(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let Some(Overlay::Finder(state)) = self.overlays.last_mut() else { return };
        if state.loading {
            // What stands there was found for what was typed before.
            state.ahead = Some(command);
            return;
        }
        let purpose = state.purpose.clone();
        match (state.selected().map(|hit| hit.record), command) {
            (Some(record), Command::Peek) => self.peek(record, effects),
            (Some(record), _) => self.take_found(record, purpose, effects),
            (None, _) => {}
        }
    }

    /// Hands a command to what is peeked at. Without a citation in focus, Enter opens it.
    fn tell_peek(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let Some(Overlay::Peek(state)) = self.overlays.last_mut() else { return };
        let whole = (command == Command::Open && state.link.is_none()).then_some(state.wanted).flatten();
        let outcome = match whole {
            Some(record) => Outcome::intent(Intent::Open(record)),
            None => state.update(panes::Msg::Command(command)),
        };
        self.carry_out(outcome, effects);
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
        self.indexing.news_seen.list = Some(state.clone());
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
