//! Keys, text and the mouse: they go to what is foremost, as a command, as text, or as a click on what was drawn there.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::model::Ref;
use crate::text::display::spacing::enumerated;
use crate::tui::app::App;
use crate::tui::effect::Effect;
use crate::tui::keys::{Chord, Command, Layer, Lookup};
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, progress, settings};
use crate::tui::panes::home::Label;
use crate::tui::panes::{self, Outcome, PaneId, Target};
use crate::tui::placing::{Hints, Owner, Step, layout};
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;

/// Lines that a notch of the wheel moves.
const WHEEL: isize = 3;

impl App {
    pub(super) fn key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        if self.input.hints.is_some() {
            return self.hint(chord, effects);
        }
        let layer = self.layer();
        // Items of the home page have keys of their own.
        if layer == Layer::Home
            && self.input.typed.is_empty()
            && let Some(label) = self.home.labelled(chord)
        {
            match label {
                Label::Whole(at) => {
                    let outcome = self.home.choose(at);
                    self.carry_out(outcome, effects);
                }
                Label::Begun(links, typed) => self.input.hints = Some(Hints::labelled(PaneId::Home, &links, &typed)),
            }
            return;
        }
        self.input.typed.push(chord);
        match self.input.keymap.lookup(layer, &self.input.typed) {
            Lookup::Runs(command) => {
                self.input.typed.clear();
                // Whoever has just stopped writing may mean to do away with what is written, and whoever waited for an
                // answer to stop it.
                let interrupts = chord == Chord::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
                if command == Command::Quit && interrupts && layer != Layer::Question && self.asks_before_leaving() {
                    return;
                }
                self.command(command, effects);
            }
            Lookup::Begins => {}
            Lookup::Nothing => {
                let first = std::mem::take(&mut self.input.typed).len() == 1;
                if first && !self.tell_where(layer, chord) {
                    self.type_key(chord, effects);
                }
            }
        }
    }

    /// Says that the same key once more quits; false where that was said, or where it is asked for.
    fn asks_before_leaving(&mut self) -> bool {
        let running = self.indexing.job.as_ref().is_some_and(|job| job.ending.is_none());
        let asks = !self.input.leaving && !running && self.start.is_none();
        if asks {
            self.input.leaving = true;
            let stays = if self.chat.question.is_empty() { "" } else { "; what is written stays" };
            self.notice = Some(Notice::good(format!("Ctrl-C once more quits{stays}")));
        }
        asks
    }

    /// Says where a key works that does nothing in the pane it was pressed in, or that it works in none; false where it
    /// is no pane that it was pressed in.
    fn tell_where(&mut self, layer: Layer, chord: Chord) -> bool {
        const PANES: [(Layer, Command, &str); 4] = [
            (Layer::Tree, Command::FocusTree, "the communities"),
            (Layer::Browser, Command::FocusBrowser, "the browser"),
            (Layer::Reader, Command::FocusReader, "the reader"),
            (Layer::Chat, Command::FocusChat, "the chat"),
        ];
        if !matches!(layer, Layer::Home | Layer::Tree | Layer::Browser | Layer::Reader | Layer::Chat | Layer::Found) {
            return false;
        }
        let keys = [chord];
        let works = |pane: &&(Layer, Command, &str)| self.input.keymap.lookup(pane.0, &keys) != Lookup::Nothing;
        let named = |(_, focus, name): &(Layer, Command, &str)| {
            let goes = self.input.keymap.keys_for(layer, *focus).map_or(String::new(), |key| format!(" ({key})"));
            format!("{name}{goes}")
        };
        let panes: Vec<&(Layer, Command, &str)> = PANES.iter().filter(works).collect();
        let text = match panes.as_slice() {
            [] => {
                let help = self.input.keymap.keys_for(layer, Command::Help);
                format!(
                    "{chord} does nothing here{}",
                    help.map_or(String::new(), |key| format!(": {key} lists the keys"))
                )
            }
            [pane] => match self.input.keymap.lookup(pane.0, &keys) {
                Lookup::Runs(command) => format!("{chord} works in {}: {}", named(pane), command.title()),
                _ => format!("{chord} works in {}", named(pane)),
            },
            panes => {
                let panes: Vec<String> = panes.iter().map(|pane| named(pane)).collect();
                format!("{chord} works in {}", enumerated(&panes, "and"))
            }
        };
        self.notice = Some(Notice::good(text));
        true
    }

    /// A key that runs nothing is text, where text is typed.
    pub(super) fn type_key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        let outcome = match self.is_pane_in_front() {
            true => self.tell(self.panes.focus, panes::Msg::Key(chord)),
            false => {
                // Where nothing is typed, the ends of the line are those of the list.
                let ends = match chord.code {
                    KeyCode::Home => Some(Command::Top),
                    KeyCode::End => Some(Command::Bottom),
                    _ => None,
                };
                if let Some(by) = ends.and_then(|end| panes::motion(end, 0))
                    && self.front_field().is_none_or(|field| field.is_empty())
                {
                    return self.front_moves(by, effects);
                }
                let changed = self.front_field().is_some_and(|field| field.key(chord));
                self.field_typed(changed)
            }
        };
        self.carry_out(outcome, effects);
    }

    /// Terminals end the lines of what is pasted as the key does that ends a line.
    pub(super) fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let outcome = match self.is_pane_in_front() {
            true => self.tell(self.panes.focus, panes::Msg::Paste(text)),
            false => {
                let pasted = self.front_field().map(|field| field.paste(&text)).is_some();
                self.field_typed(pasted)
            }
        };
        self.carry_out(outcome, effects);
    }

    fn is_pane_in_front(&self) -> bool {
        self.overlays.is_empty() && self.start.is_none()
    }

    /// The field that text is typed into, of what lies before the panes.
    fn front_field(&mut self) -> Option<&mut Field> {
        match self.overlays.last_mut() {
            Some(overlay) => overlay.field(),
            None => self.start.as_mut().map(|state| &mut state.field),
        }
    }

    /// What follows once something was typed there.
    fn field_typed(&mut self, changed: bool) -> Outcome {
        match (self.overlays.last_mut(), &mut self.start) {
            (Some(overlay), _) if changed => return overlay.search(),
            (None, Some(state)) => state.typed(),
            _ => {}
        }
        Outcome::nothing()
    }

    pub(super) fn hint(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        let Some(hints) = &mut self.input.hints else { return };
        // Places to go on to may be more than fit: their letters stay in force while one scrolls to them.
        let pane = hints.pane().filter(|_| hints.over).unwrap_or(PaneId::Chat);
        let rows = self.chat.height.saturating_sub(1).max(2) as isize / 2;
        let scrolls = match chord.code {
            KeyCode::Down => 1,
            KeyCode::Up => -1,
            KeyCode::PageDown => rows,
            KeyCode::PageUp => -rows,
            _ => 0,
        };
        if hints.over && scrolls != 0 {
            let outcome = self.tell(pane, panes::Msg::Wheel(scrolls));
            return self.carry_out(outcome, effects);
        }
        let step = chord.typed().map_or(Step::Nothing, |letter| hints.letter(letter));
        match step {
            Step::More => {}
            Step::Nothing => {
                self.input.hints = None;
                self.chat.leave_strip();
                // A sign that is no letter was meant as a key of its own: `d` `+`.
                if chord.typed().is_some_and(|typed| !typed.is_alphabetic()) {
                    self.key(chord, effects);
                }
            }
            Step::Chosen(hint, peek) => {
                self.input.hints = None;
                match (peek, self.record_of(hint.owner, hint.target)) {
                    // A pane knows which words of it are quoted.
                    (true, Some(_))
                        if let (Owner::Pane(pane), Target::Link(link, _)) = (hint.owner, hint.target)
                            && matches!(pane, PaneId::Reader | PaneId::Chat) =>
                    {
                        self.go_to(pane);
                        let outcome = self.tell(pane, panes::Msg::Peek(link));
                        self.carry_out(outcome, effects);
                    }
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
        match (owner, target) {
            (Owner::Pane(pane), Target::Run(command)) => {
                self.go_to(pane);
                return self.command(command, effects);
            }
            (_, Target::Run(command)) => return self.command(command, effects),
            (Owner::Bars, Target::Part(record)) => return self.open(record, effects),
            _ => {}
        }
        match owner {
            Owner::Bars => {}
            Owner::Pane(pane) => {
                self.go_to(pane);
                let outcome = self.tell(pane, panes::Msg::Click(target));
                self.carry_out(outcome, effects);
            }
            Owner::Front => {
                let Target::Row(row) = target else {
                    // A click on a node selects it, another opens it.
                    if let (Some(Overlay::Graph(state)), Target::Link(node, _)) = (self.overlays.last_mut(), target) {
                        if std::mem::replace(&mut state.at, node as usize) == node as usize {
                            self.command(Command::Open, effects);
                        }
                        return;
                    }
                    if let (Some(Overlay::Compare(_)), Target::Link(_, record)) = (self.overlays.last(), target) {
                        if let Some(record) = record {
                            self.peek(record, effects);
                        }
                        return;
                    }
                    if let Some(Overlay::Peek(state)) = self.overlays.last_mut() {
                        let outcome = state.update(panes::Msg::Click(target));
                        self.carry_out(outcome, effects);
                    }
                    return;
                };
                let window = match (self.overlays.last_mut(), &mut self.start) {
                    (Some(Overlay::Timeline(state)), _) => return state.window.go(row),
                    (Some(overlay), _) => overlay.window(),
                    (None, start) => start.as_mut().map(|state| &mut state.window),
                };
                let Some(window) = window else { return };
                window.go(row);
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
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {}
            MouseEventKind::Drag(MouseButton::Left) => {
                if let Some(border) = self.panes.dragging {
                    let setting = self.layout();
                    layout::drag(&mut self.panes.splits, border, &setting, event.column, event.row);
                }
                return;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                self.panes.dragging = None;
                return;
            }
            _ => return,
        }
        self.notice = None;
        self.input.hints = None;
        let in_front = !self.overlays.is_empty();
        // What lies in front is last in the list. A link may be missed by a cell: its brackets stand for it.
        let wanted = |owner: &Owner| !in_front || !matches!(owner, Owner::Pane(_));
        let exact = self.regions.targets.iter().rfind(|(owner, area, _)| wanted(owner) && area.contains(at));
        let beside = |area: &Rect| Rect { x: area.x.saturating_sub(1), width: area.width + 2, ..*area }.contains(at);
        let near = || {
            let is_link = |target: &Target| matches!(target, Target::Link(..));
            self.regions.targets.iter().rfind(|(owner, area, target)| wanted(owner) && is_link(target) && beside(area))
        };
        let hit = exact.or_else(near).copied();
        let outside = self.regions.front.is_some_and(|front| !front.contains(at));
        match hit {
            Some((owner, _, target)) => self.click(owner, target, effects),
            // A click beside what lies in front closes it.
            None if in_front && outside => self.overlay_command(Command::Escape, effects),
            None if in_front => {}
            None => {
                self.panes.dragging = layout::lay(&self.layout()).border_at(event.column, event.row);
                if let Some(&(pane, _)) = self.regions.panes.iter().find(|(_, area)| area.contains(at)) {
                    self.go_to(pane);
                }
            }
        }
    }

    /// Moves the foremost overlay, or the start screen, by rows.
    pub(super) fn front_moves(&mut self, by: isize, effects: &mut Vec<Effect>) {
        let (screen, alone) = (self.screen, self.has_nothing());
        let (theme, glyphs) = (&self.appearance.theme, &self.appearance.glyphs);
        let look = Look { theme, glyphs };
        let mut outcome = Outcome::nothing();
        match self.overlays.last_mut() {
            Some(Overlay::Help(state)) => state.scroll(by, &self.input.keymap, screen, look),
            Some(Overlay::Graph(state)) => {
                outcome = state.command(if by < 0 { Command::ZoomIn } else { Command::ZoomOut });
            }
            Some(Overlay::Themes(state)) => {
                state.window.step(by);
                self.appearance.theme = state.selected().clone();
            }
            Some(Overlay::Compare(state)) => state.scroll(by),
            Some(Overlay::Differences(state)) => state.scroll(by),
            Some(Overlay::Peek(state)) => outcome = state.update(panes::Msg::Wheel(by)),
            Some(Overlay::Progress(state)) => {
                let skipped = self.indexing.job.as_ref().map_or(&self.overview.skipped, |job| &job.skipped);
                let failed = self.indexing.job.as_ref().map_or(&self.overview.failed, |job| &job.failed);
                let index = self.is_open.then_some(&self.overview);
                let (job, changed) = (self.indexing.job.as_ref(), self.indexing.changed.as_ref());
                let content = progress::Content { job, index, skipped, failed, changed, alone };
                state.scroll(by, content, screen, look);
            }
            Some(Overlay::Settings(state)) => {
                let (models, method, looked) = (&self.models, self.overview.method.as_str(), &self.looked);
                let theme = self.appearance.theme.name.as_str();
                state.scroll(by, settings::Content { models, theme, method, looked }, screen, look);
            }
            Some(overlay) => {
                if let Some(window) = overlay.window() {
                    window.step(by);
                }
            }
            None => {
                if let Some(state) = &mut self.start {
                    state.window.step(by);
                }
            }
        }
        self.carry_out(outcome, effects);
    }
}
