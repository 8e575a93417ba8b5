//! The first walk: five steps, each said in a line above the keys until it was taken. Nothing waits for it; Esc ends
//! it.

use super::App;
use crate::model::{Kind, Ref};
use crate::tui::keys::Command;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

/// The step that is next, from 0, and how things stood when it came: it is taken by what was done since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    pub step: usize,
    /// The place one was at.
    place: Option<Ref>,
    /// How far from the first place that was.
    depth: usize,
    /// Questions in the chat.
    turns: usize,
}

/// What is to be done at each step, the keys in it written as commands.
pub const STEPS: [(&str, &[Command]); 5] = [
    ("What the pile is about. A letter, Enter or a click opens a community.", &[]),
    ("{} goes to a citation, Enter follows it; {} puts a letter on each link.", &[Command::NextLink, Command::Hints]),
    ("You followed it: {} leads back; whoever follows on comes to a passage.", &[Command::Back]),
    ("{} asks a question, of everything; {} of what is open alone.", &[Command::Ask, Command::AskHere]),
    ("{} and a letter go on from an answer. {} lists all keys. Esc ends this.", &[Command::Drill, Command::Help]),
];

/// The third step, where it is a passage that one has come to.
const AT_PASSAGE: (&str, &[Command]) =
    ("You are at a passage, where every sentence comes from. {} leads back.", &[Command::Back]);

/// Where the keys of a step do something else: on the home page, and beside what is read.
const WAITS_AT_HOME: (&str, &[Command]) =
    ("A community's letter opens it, {} what you read last, with citations.", &[Command::FocusReader]);
const WAITS_BESIDE: (&str, &[Command]) =
    ("{} goes to the reader: what stands there cites passages.", &[Command::FocusReader]);
const WAITS_FOR_ANSWER: (&str, &[Command]) =
    ("{} goes to the chat: {} and a letter go on from the answer.", &[Command::FocusChat, Command::Drill]);

impl Tour {
    /// Goes on as far as what is shown says that the step was taken; none when it is over.
    pub fn follow(self, app: &App) -> Option<Tour> {
        let (depth, turns) = (app.nav.history.depth(), app.chat.turns.len());
        let here = app.nav.history.current().filter(|_| app.nav.previewing.is_none());
        // A citation leads on from where one reads, not from the home page or a list.
        let followed = here.filter(|place| !place.home && place.list.is_none());
        let taken = match self.step {
            0 => app.panes.focus != PaneId::Home,
            // Whoever goes back comes to another place, too, and has followed nothing.
            1 => followed.is_some_and(|place| match self.place {
                Some(before) => before != place.record && depth > self.depth,
                None => place.chat.is_some(),
            }),
            2 => app.panes.focus != PaneId::Reader || depth < self.depth,
            3 => turns > self.turns,
            _ => turns > self.turns || app.overlays.iter().any(|overlay| matches!(overlay, Overlay::Help(_))),
        };
        let place = here.map(|place| place.record);
        match taken {
            true => Some(Tour { step: self.step + 1, place, depth, turns }),
            // Whoever goes on down has farther to come back; another chat begins with no question.
            false => Some(Tour {
                place: self.place.or(place),
                depth: if self.step == 1 { depth } else { depth.max(self.depth) },
                turns: turns.min(self.turns),
                ..self
            }),
        }
        .filter(|tour| tour.step < STEPS.len())
    }

    /// True where it says something.
    pub fn speaks(self, app: &App) -> bool {
        self.said(app).is_some()
    }

    /// What is to be done at the step.
    pub fn said(self, app: &App) -> Option<(&'static str, &'static [Command])> {
        let at_passage =
            || app.reader.wanted.is_some_and(|wanted| matches!(wanted.kind, Kind::Source | Kind::Document));
        // Where one types, keys are letters; without an answer there is nothing to follow in the chat.
        let types = app.chat.typing && app.panes.focus == PaneId::Chat;
        let waits = self.step == 1 && app.panes.focus == PaneId::Chat && app.chat.turns.is_empty();
        if types || waits {
            return None;
        }
        match (self.step, app.panes.focus) {
            (1, PaneId::Home) => Some(WAITS_AT_HOME),
            (1, PaneId::Tree | PaneId::Browser) => Some(WAITS_BESIDE),
            (4, PaneId::Home | PaneId::Tree | PaneId::Browser) => Some(WAITS_FOR_ANSWER),
            (2, _) if at_passage() => Some(AT_PASSAGE),
            (step, _) => STEPS.get(step).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_said_whole_in_80_columns() {
        for (text, commands) in STEPS.into_iter().chain([AT_PASSAGE, WAITS_AT_HOME, WAITS_BESIDE, WAITS_FOR_ANSWER]) {
            let keys = commands.len();
            let width = " 1 of 5  ".len() + text.chars().count() - "{}".len() * keys + "→".chars().count() * keys;
            assert!(width <= 80, "{width}: {text}");
        }
    }
}
