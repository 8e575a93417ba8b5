//! Keys, text and the mouse: they go to what is foremost, as a command, as text, or as a click on what was drawn there.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::model::Ref;
use crate::tui::app::{App, Owner};
use crate::tui::effect::Effect;
use crate::tui::hints::Step;
use crate::tui::keys::{Chord, Command, Lookup};
use crate::tui::overlays::{Overlay, progress, settings};
use crate::tui::panes::{self, Outcome, PaneId, Target};
use crate::tui::theme::Look;

/// Lines that a notch of the wheel moves.
const WHEEL: isize = 3;

impl App {
    pub(super) fn key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        if self.hints.is_some() {
            return self.hint(chord, effects);
        }
        let layer = self.layer();
        self.typed.push(chord);
        match self.keymap.lookup(layer, &self.typed) {
            Lookup::Runs(command) => {
                self.typed.clear();
                self.command(command, effects);
            }
            Lookup::Begins => {}
            Lookup::Nothing => {
                let first = std::mem::take(&mut self.typed).len() == 1;
                if first {
                    self.type_key(chord, effects);
                }
            }
        }
    }

    /// A key that runs nothing is text, where text is typed.
    pub(super) fn type_key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        let outcome = match self.overlays.last_mut() {
            Some(Overlay::Palette(state)) => {
                if state.field.key(chord) {
                    state.search();
                }
                Outcome::nothing()
            }
            Some(Overlay::News(state)) => {
                if state.field.key(chord) {
                    state.search();
                }
                Outcome::nothing()
            }
            Some(Overlay::Finder(state)) => {
                if state.field.key(chord) {
                    state.search()
                } else {
                    Outcome::nothing()
                }
            }
            Some(_) => Outcome::nothing(),
            None => match &mut self.start {
                Some(state) => {
                    state.type_into(|field| {
                        field.key(chord);
                    });
                    Outcome::nothing()
                }
                None => self.tell(self.focus, panes::Msg::Key(chord)),
            },
        };
        self.carry_out(outcome, effects);
    }

    pub(super) fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        let outcome = match self.overlays.last_mut() {
            Some(Overlay::Palette(state)) => {
                state.field.insert(text);
                state.search();
                Outcome::nothing()
            }
            Some(Overlay::News(state)) => {
                state.field.insert(text);
                state.search();
                Outcome::nothing()
            }
            Some(Overlay::Finder(state)) => {
                state.field.insert(text);
                state.search()
            }
            Some(_) => Outcome::nothing(),
            None => match &mut self.start {
                Some(state) => {
                    state.type_into(|field| field.insert(text.trim()));
                    Outcome::nothing()
                }
                None => self.tell(self.focus, panes::Msg::Paste(text.to_owned())),
            },
        };
        self.carry_out(outcome, effects);
    }

    pub(super) fn hint(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        let Some(hints) = &mut self.hints else { return };
        let step = chord.typed().map_or(Step::Nothing, |letter| hints.letter(letter));
        match step {
            Step::More => {}
            Step::Nothing => self.hints = None,
            Step::Chosen(hint, peek) => {
                self.hints = None;
                match (peek, self.record_of(hint.owner, hint.target)) {
                    (true, Some(record)) => self.peek(record, effects),
                    _ => self.click(hint.owner, hint.target, effects),
                }
            }
        }
    }

    /// The record that a target opens.
    pub(super) fn record_of(&self, owner: Owner, target: Target) -> Option<Ref> {
        match (owner, target) {
            (_, Target::Link(_, record)) => record,
            (Owner::Pane(PaneId::Tree), Target::Row(row)) => {
                self.tree.rows().get(row)?.community().map(|row| row.id.into())
            }
            (Owner::Pane(PaneId::Browser), Target::Row(row)) => {
                self.browser.ids.get(row).map(|&id| Ref::new(self.browser.kind, id))
            }
            (Owner::Front, Target::Row(row)) => match self.overlays.last() {
                Some(Overlay::Finder(state)) => state.hits.get(row).map(|hit| hit.record),
                Some(Overlay::News(state)) => state.at(row).map(|item| item.record),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn click(&mut self, owner: Owner, target: Target, effects: &mut Vec<Effect>) {
        match owner {
            Owner::Pane(pane) => {
                self.focus(pane);
                let outcome = self.tell(pane, panes::Msg::Click(target));
                self.carry_out(outcome, effects);
            }
            Owner::Front => {
                let Target::Row(row) = target else {
                    if let Some(Overlay::Peek(state)) = self.overlays.last_mut() {
                        let outcome = state.update(panes::Msg::Click(target));
                        self.carry_out(outcome, effects);
                    }
                    return;
                };
                match (self.overlays.last_mut(), &mut self.start) {
                    (Some(Overlay::Palette(state)), _) => state.window.go(row),
                    (Some(Overlay::Finder(state)), _) => state.window.go(row),
                    (Some(Overlay::News(state)), _) => state.window.go(row),
                    (None, Some(state)) => state.window.go(row),
                    _ => return,
                }
                self.command(Command::Open, effects);
            }
        }
    }

    pub(super) fn mouse(&mut self, event: MouseEvent, effects: &mut Vec<Effect>) {
        let at = (event.column, event.row).into();
        let wheel = match event.kind {
            MouseEventKind::ScrollDown => Some(WHEEL),
            MouseEventKind::ScrollUp => Some(-WHEEL),
            _ => None,
        };
        if let Some(by) = wheel {
            if !self.overlays.is_empty() || self.start.is_some() {
                return self.front_moves(by, effects);
            }
            if let Some(&(pane, _)) = self.regions.panes.iter().find(|(_, area)| area.contains(at)) {
                let outcome = self.tell(pane, panes::Msg::Wheel(by));
                self.carry_out(outcome, effects);
            }
            return;
        }
        if event.kind != MouseEventKind::Down(MouseButton::Left) {
            return;
        }
        self.notice = None;
        self.hints = None;
        // What lies in front is last in the list.
        let hit = self.regions.targets.iter().rfind(|(_, area, _)| area.contains(at)).copied();
        match hit {
            Some((owner @ Owner::Front, _, target)) => self.click(owner, target, effects),
            Some((owner, _, target)) if self.overlays.is_empty() => self.click(owner, target, effects),
            _ if self.overlays.is_empty() => {
                if let Some(&(pane, _)) = self.regions.panes.iter().find(|(_, area)| area.contains(at)) {
                    self.focus(pane);
                }
            }
            _ => {}
        }
    }

    /// Moves the foremost overlay, or the start screen, by rows.
    pub(super) fn front_moves(&mut self, by: isize, effects: &mut Vec<Effect>) {
        let screen = self.screen;
        let (theme, glyphs) = (&self.theme, &self.glyphs);
        let look = Look { theme, glyphs };
        let mut outcome = Outcome::nothing();
        match self.overlays.last_mut() {
            Some(Overlay::Help(state)) => state.scroll(by, &self.keymap, screen, look),
            Some(Overlay::Palette(state)) => state.window.step(by),
            Some(Overlay::Finder(state)) => state.window.step(by),
            Some(Overlay::News(state)) => state.window.step(by),
            Some(Overlay::Peek(state)) => outcome = state.update(panes::Msg::Wheel(by)),
            Some(Overlay::Progress(state)) => {
                let skipped = self.job.as_ref().map_or(&self.overview.skipped, |job| &job.skipped);
                let failed = self.job.as_ref().map_or(&self.overview.failed, |job| &job.failed);
                let index = self.is_open.then_some(&self.overview);
                let (job, changed) = (self.job.as_ref(), self.changed.as_ref());
                let content = progress::Content { job, index, skipped, failed, changed };
                state.scroll(by, content, screen, look);
            }
            Some(Overlay::Settings(state)) => {
                let (models, method, looked) = (&self.models, &self.overview.method, &self.looked);
                state.scroll(by, settings::Content { models, method, looked }, screen, look);
            }
            Some(Overlay::Confirm(_)) => {}
            None => {
                if let Some(state) = &mut self.start {
                    state.window.step(by);
                }
            }
        }
        self.carry_out(outcome, effects);
    }
}
