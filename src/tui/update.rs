//! What follows from what happens: keys go to the foremost layer, answers to whoever asked, and what concerns more
//! than one pane is done here. Pure: it changes the state and returns effects.

use crossterm::event::{KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use super::app::{App, Owner};
use super::data::{Lane, LibraryError, Loaded, Overview, Request};
use super::effect::Effect;
use super::hints::{Hints, Step};
use super::keys::{Chord, Command, Layer, Lookup};
use super::msg::{Msg, Notice};
use super::nav::Location;
use super::overlays::progress::{Ending, JobView};
use super::overlays::{Overlay, confirm, finder, help, list, palette, progress};
use super::panes::{self, Intent, Outcome, PaneId, Target, motion, reader};
use super::start;
use super::view::{layout, peek_area};
use super::widgets::frame;
use crate::model::{CommunityId, Kind, Ref, Scope};

/// Lines that a notch of the wheel moves.
const WHEEL: isize = 3;

impl App {
    /// Takes a message and returns what is to be done.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        match msg {
            Msg::Key(event) => {
                if event.kind != KeyEventKind::Release {
                    self.notice = None;
                    self.key(Chord::from(event), &mut effects);
                }
            }
            Msg::Paste(text) => self.paste(&text, &mut effects),
            Msg::Mouse(event) => self.mouse(event, &mut effects),
            Msg::Resize(width, height) => self.screen = Rect::new(0, 0, width, height),
            Msg::Loaded { lane, ticket, result } => {
                if self.tickets.get(&lane) == Some(&ticket) {
                    self.tickets.remove(&lane);
                    self.loaded(lane, result, &mut effects);
                }
            }
            Msg::Answer { turn, event } => {
                let outcome = self.chat.answered(turn, event);
                self.carry_out(outcome, &mut effects);
            }
            Msg::AnswerFailed { turn, message } => self.chat.failed(turn, message),
            Msg::Job(job) => self.job_moved(job, &mut effects),
            Msg::Built { index } => {
                // Where one is outlives the old index.
                if self.start.is_none() {
                    effects.push(Effect::SaveState);
                }
                effects.push(Effect::OpenBuilt(index));
            }
            Msg::Opened { saved } => self.opened(saved, &mut effects),
            Msg::IndexChanged => {
                self.notice = Some(Notice::good("the index was written anew; what is shown is loaded again"));
                self.reload(&mut effects);
            }
            Msg::FolderChanged(changed) => {
                let key = self.keymap.keys_for(Layer::Tree, Command::Rebuild);
                let again = key.map_or("`:` indexes it again".to_owned(), |key| format!("{key} indexes it again"));
                self.notice = Some(Notice::good(format!("the folder has changed: {}; {again}", changed.summary)));
                self.changed = Some(changed);
            }
            Msg::Start(recent) => {
                self.overlays.retain(|overlay| matches!(overlay, Overlay::Progress(_)));
                self.overview = Overview::default();
                self.start = Some(start::State::new(recent));
            }
            Msg::Suits(theme) => self.theme = theme,
            Msg::Notice(notice) => self.notice = Some(notice),
            Msg::Frame => {
                let outcome = self.chat.frame();
                self.carry_out(outcome, &mut effects);
            }
            Msg::Terminate => self.quit(&mut effects),
        }
        self.relayout(&mut effects);
        effects
    }

    /// Tells panes and overlays their sizes.
    fn relayout(&mut self, effects: &mut Vec<Effect>) {
        for (pane, area) in layout(self) {
            let inner = frame::inner(area);
            let size = panes::Msg::Resize { width: inner.width.into(), height: inner.height.into() };
            let outcome = self.tell(pane, size);
            self.carry_out(outcome, effects);
        }
        let (peek, rows) = (frame::inner(peek_area(self.screen)), list::height(self.screen));
        for overlay in &mut self.overlays {
            match overlay {
                Overlay::Peek(state) => {
                    let (width, height) = (peek.width.into(), peek.height.into());
                    state.update(panes::Msg::Resize { width, height });
                }
                Overlay::Palette(state) => state.window.resize(rows),
                Overlay::Finder(state) => state.window.resize(rows),
                Overlay::Help(_) | Overlay::Progress(_) | Overlay::Confirm(_) => {}
            }
        }
    }

    fn tell(&mut self, pane: PaneId, msg: panes::Msg) -> Outcome {
        match pane {
            PaneId::Tree => self.tree.update(msg),
            PaneId::Browser => self.browser.update(msg),
            PaneId::Reader => self.reader.update(msg),
            PaneId::Chat => self.chat.update(msg),
        }
    }

    /// Carries out what a pane asks for.
    fn carry_out(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        for (lane, request) in outcome.loads {
            self.load(lane, request, effects);
        }
        effects.extend(outcome.effects);
        for intent in outcome.intents {
            match intent {
                Intent::Open(record) => self.open(record, effects),
                Intent::Peek(record) => self.peek(record, effects),
                Intent::Focus(pane) => self.focus(pane),
                Intent::Notice(notice) => self.notice = Some(notice),
                Intent::Drill(community) => {
                    let outcome = self.chat.drill(community);
                    self.carry_out(outcome, effects);
                }
            }
        }
    }

    fn load(&mut self, lane: Lane, request: Request, effects: &mut Vec<Effect>) {
        self.next_ticket += 1;
        self.tickets.insert(lane, self.next_ticket);
        effects.push(Effect::Load { lane, ticket: self.next_ticket, request });
    }

    fn focus(&mut self, pane: PaneId) {
        self.focus = pane;
        if pane != PaneId::Reader {
            self.companion = pane;
        }
    }

    /// Opens a record: the one road to anything. Overlays make way, and where one stood is kept.
    fn open(&mut self, record: Ref, effects: &mut Vec<Effect>) {
        self.overlays.clear();
        self.history.stand(self.reader.standing(), self.reader.folded.clone());
        self.history.open(record);
        self.focus(PaneId::Reader);
        self.show_place(effects);
    }

    /// Shows the present place of the history.
    fn show_place(&mut self, effects: &mut Vec<Effect>) {
        let Some(place) = self.history.current().cloned() else { return };
        let outcome = self.reader.open(&place);
        self.carry_out(outcome, effects);
        if place.record.kind == Kind::Report {
            let outcome = self.tree.reveal(CommunityId(place.record.id));
            self.carry_out(outcome, effects);
        }
    }

    fn peek(&mut self, record: Ref, effects: &mut Vec<Effect>) {
        let mut state = reader::State::new(reader::PEEK);
        state.set_glyphs(self.glyphs);
        let outcome = state.open(&Location::new(record));
        self.overlays.retain(|overlay| !matches!(overlay, Overlay::Peek(_)));
        self.overlays.push(Overlay::Peek(Box::new(state)));
        self.carry_out(outcome, effects);
    }

    // --- answers

    fn loaded(&mut self, lane: Lane, result: Result<Loaded, LibraryError>, effects: &mut Vec<Effect>) {
        let loaded = match result {
            Ok(loaded) => loaded,
            Err(LibraryError::Interrupted) => return,
            Err(error) => return self.failed(lane, &error, effects),
        };
        let outcome = match lane {
            Lane::Overview => {
                let Loaded::Overview(overview) = loaded else { return };
                self.chat.levels = overview.levels;
                self.overview = overview;
                self.tree.reload(&self.overview)
            }
            Lane::Branch(None) => {
                let outcome = self.tree.update(panes::Msg::Loaded(loaded));
                // Whoever comes for the first time finds the first report open.
                if self.history.current().is_none()
                    && let Some(record) = self.tree.selected_ref()
                {
                    self.history.open(record);
                    self.show_place(effects);
                }
                outcome
            }
            Lane::Branch(_) | Lane::TreeFilter | Lane::Reveal => self.tree.update(panes::Msg::Loaded(loaded)),
            Lane::List | Lane::Rows => self.browser.update(panes::Msg::Loaded(loaded)),
            Lane::Reader | Lane::ReaderText | Lane::ReaderFind | Lane::ReaderNames => {
                self.reader.update(panes::Msg::Loaded(loaded))
            }
            Lane::Peek | Lane::PeekText | Lane::PeekNames => match self.peeked() {
                Some(state) => state.update(panes::Msg::Loaded(loaded)),
                None => Outcome::nothing(),
            },
            Lane::Drill | Lane::Turns => self.chat.update(panes::Msg::Loaded(loaded)),
            Lane::Search => {
                if let (Some(Overlay::Finder(state)), Loaded::Hits(hits)) = (self.overlays.last_mut(), loaded) {
                    state.found(hits);
                    if let Some(command) = state.ahead.take() {
                        return self.overlay_command(command, effects);
                    }
                }
                Outcome::nothing()
            }
            Lane::Place => match loaded {
                Loaded::Place(place) => Outcome::effect(Effect::Edit { path: place.path, line: place.line }),
                _ => Outcome::nothing(),
            },
        };
        self.carry_out(outcome, effects);
    }

    fn failed(&mut self, lane: Lane, error: &LibraryError, effects: &mut Vec<Effect>) {
        let gone = matches!(error, LibraryError::NoSuchRecord(_));
        match lane {
            // A place kept from an older build may be gone.
            Lane::Reader if gone && self.reader.record.is_none() => {
                self.history.vanish();
                self.reader.wanted = None;
                self.reader.loading = false;
                self.show_place(effects);
            }
            Lane::Reader => self.reader.failed(error),
            Lane::Peek => {
                if let Some(state) = self.peeked() {
                    state.failed(error);
                }
            }
            lane => {
                if let (Lane::Search, Some(Overlay::Finder(state))) = (lane, self.overlays.last_mut()) {
                    state.found(Vec::new());
                }
                self.notice = Some(Notice::bad(error.to_string()));
            }
        }
    }

    fn peeked(&mut self) -> Option<&mut reader::State> {
        self.overlays.iter_mut().rev().find_map(|overlay| match overlay {
            Overlay::Peek(state) => Some(&mut **state),
            _ => None,
        })
    }

    /// Indexing went on. While no index is open it is shown by itself: there is nothing else to look at.
    fn job_moved(&mut self, job: JobView, effects: &mut Vec<Effect>) {
        let began = self.job.as_ref().is_none_or(|before| before.ending.is_some());
        let ending = job.ending.clone();
        let nothing_open = self.overview == Overview::default();
        if began && ending.is_none() && nothing_open {
            self.overlays.push(Overlay::Progress(progress::State::default()));
        }
        self.job = Some(job);
        match ending {
            Some(Ending::Failed(message)) => self.notice = Some(Notice::bad(message)),
            Some(Ending::Cancelled) => self.notice = Some(Notice::good("indexing was stopped")),
            _ => return,
        }
        if nothing_open && self.start.is_none() {
            effects.push(Effect::Start);
        }
    }

    /// An index is open: take up where one left.
    fn opened(&mut self, saved: Option<super::app::Saved>, effects: &mut Vec<Effect>) {
        if self.overview == Overview::default() {
            self.overlays.clear();
        }
        self.start = None;
        self.changed = None;
        if let Some(saved) = saved {
            self.restore(saved);
        }
        self.reload(effects);
        self.load(Lane::Turns, Request::Turns, effects);
    }

    /// Loads everything that is shown.
    fn reload(&mut self, effects: &mut Vec<Effect>) {
        if let Some(Ref { kind: Kind::Report, id, .. }) = self.history.current().map(|place| place.record) {
            // Its row is revealed once the roots are there.
            let _ = self.tree.reveal(CommunityId(id));
        }
        self.load(Lane::Overview, Request::Overview, effects);
        self.browser.forget();
        let outcome = self.browser.reload();
        self.carry_out(outcome, effects);
        if let Some(place) = self.history.current().cloned() {
            let outcome = self.reader.open(&place);
            self.carry_out(outcome, effects);
        }
    }

    // --- keys

    fn key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
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
    fn type_key(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
        let outcome = match self.overlays.last_mut() {
            Some(Overlay::Palette(state)) => {
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

    fn paste(&mut self, text: &str, effects: &mut Vec<Effect>) {
        let outcome = match self.overlays.last_mut() {
            Some(Overlay::Palette(state)) => {
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

    fn hint(&mut self, chord: Chord, effects: &mut Vec<Effect>) {
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
    fn record_of(&self, owner: Owner, target: Target) -> Option<Ref> {
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
                _ => None,
            },
            _ => None,
        }
    }

    fn click(&mut self, owner: Owner, target: Target, effects: &mut Vec<Effect>) {
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
                    (None, Some(state)) => state.window.go(row),
                    _ => return,
                }
                self.command(Command::Open, effects);
            }
        }
    }

    fn mouse(&mut self, event: MouseEvent, effects: &mut Vec<Effect>) {
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
    fn front_moves(&mut self, by: isize, effects: &mut Vec<Effect>) {
        let screen = self.screen;
        let (theme, glyphs) = (&self.theme, &self.glyphs);
        let look = super::theme::Look { theme, glyphs };
        let mut outcome = Outcome::nothing();
        match self.overlays.last_mut() {
            Some(Overlay::Help(state)) => state.scroll(by, &self.keymap, screen, look),
            Some(Overlay::Palette(state)) => state.window.step(by),
            Some(Overlay::Finder(state)) => state.window.step(by),
            Some(Overlay::Peek(state)) => outcome = state.update(panes::Msg::Wheel(by)),
            Some(Overlay::Progress(state)) => {
                let skipped = self.job.as_ref().map_or(&self.overview.skipped, |job| &job.skipped);
                let content = progress::Content { job: self.job.as_ref(), skipped, changed: self.changed.as_ref() };
                state.scroll(by, content, screen, look);
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

    fn quit(&mut self, effects: &mut Vec<Effect>) {
        if let Some(turn) = self.chat.running() {
            effects.push(Effect::Cancel(turn));
        }
        if self.start.is_none() {
            effects.push(Effect::SaveState);
        }
        effects.push(Effect::Quit);
    }

    // --- commands

    /// Runs a command: what is the same everywhere here, the rest in the layer that has the focus.
    pub fn command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let layer = self.layer();
        match command {
            Command::Quit => {
                let running = self.job.as_ref().is_some_and(|job| job.ending.is_none());
                if running && !matches!(self.overlays.last(), Some(Overlay::Confirm(_))) {
                    let question = "Indexing is under way. Quit all the same? It goes on where it stopped next time.";
                    let then = vec![Effect::StopJob, Effect::SaveState, Effect::Quit];
                    self.overlays.push(Overlay::Confirm(confirm::State { question: question.into(), then }));
                } else {
                    self.quit(effects);
                }
            }
            Command::Help => self.overlays.push(Overlay::Help(help::State { from: layer, top: 0 })),
            Command::Redraw => effects.push(Effect::Redraw),
            Command::Suspend => effects.push(Effect::Suspend),
            Command::NextTheme => {
                self.theme = self.theme.next();
                self.notice = Some(Notice::good(format!("theme: {}", self.theme.name)));
            }
            Command::ToggleMouse => {
                self.mouse = !self.mouse;
                effects.push(Effect::ToggleMouse);
                let text =
                    if self.mouse { "the mouse is Gleaner's" } else { "the mouse is the terminal's: select text" };
                self.notice = Some(Notice::good(text));
            }
            Command::Hints => {
                let focus = self.overlays.is_empty().then_some(self.focus);
                let hints = Hints::new(&self.regions, focus);
                if hints.hints.is_empty() {
                    self.notice = Some(Notice::good("there is no link in sight"));
                } else {
                    self.hints = Some(hints);
                }
            }
            _ if !self.overlays.is_empty() => self.overlay_command(command, effects),
            _ if self.start.is_some() => self.start_command(command, effects),
            _ => self.pane_command(command, layer, effects),
        }
    }

    fn start_command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        if let Some(by) = motion(command, 10) {
            return self.front_moves(by, effects);
        }
        if command == Command::Open
            && let Some(state) = &self.start
        {
            match state.selected() {
                Some(target) => effects.push(Effect::OpenIndex(target)),
                None => self.notice = Some(Notice::good("type or paste the path of a folder")),
            }
        }
    }

    fn overlay_command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        match (self.overlays.last_mut(), command) {
            (Some(Overlay::Confirm(state)), Command::Confirm) => {
                effects.append(&mut state.then);
                self.overlays.pop();
            }
            (Some(Overlay::Confirm(_)), Command::Deny | Command::Escape) | (Some(_), Command::Escape) => {
                self.overlays.pop();
            }
            (Some(Overlay::Palette(state)), Command::Open) => {
                let chosen = state.selected();
                self.overlays.pop();
                if let Some(command) = chosen {
                    self.command(command, effects);
                }
            }
            (Some(Overlay::Finder(state)), Command::Open | Command::Peek) if state.loading => {
                // What stands there was found for what was typed before.
                state.ahead = Some(command);
            }
            (Some(Overlay::Finder(state)), Command::Open | Command::Peek) => {
                if let Some(record) = state.selected().map(|hit| hit.record) {
                    match command {
                        Command::Peek => self.peek(record, effects),
                        _ => self.open(record, effects),
                    }
                }
            }
            (Some(Overlay::Peek(state)), command) if motion(command, state.height).is_none() => {
                // Without a citation in focus, Enter opens what is peeked at.
                let whole = (command == Command::Open && state.link.is_none()).then_some(state.wanted).flatten();
                let outcome = match whole {
                    Some(record) => Outcome::intent(Intent::Open(record)),
                    None => state.update(panes::Msg::Command(command)),
                };
                self.carry_out(outcome, effects);
            }
            (Some(Overlay::Peek(state)), command) => {
                let outcome = state.update(panes::Msg::Command(command));
                self.carry_out(outcome, effects);
            }
            (Some(_), command) => {
                if let Some(by) = motion(command, usize::from(self.screen.height) / 2) {
                    self.front_moves(by, effects);
                }
            }
            (None, _) => {}
        }
    }

    fn pane_command(&mut self, command: Command, layer: Layer, effects: &mut Vec<Effect>) {
        match command {
            Command::Palette => {
                self.overlays.push(Overlay::Palette(palette::State::new(layer, list::height(self.screen))));
            }
            Command::Find => self.overlays.push(Overlay::Finder(finder::State::new(list::height(self.screen)))),
            Command::Progress => self.overlays.push(Overlay::Progress(progress::State::default())),
            Command::Back | Command::Forward => {
                self.history.stand(self.reader.standing(), self.reader.folded.clone());
                let back = command == Command::Back;
                let moved = if back { self.history.back() } else { self.history.forward() }.is_some();
                if moved {
                    self.focus(PaneId::Reader);
                    self.show_place(effects);
                } else {
                    let text = if back { "this is where you began" } else { "there is nothing ahead" };
                    self.notice = Some(Notice::good(text));
                }
            }
            Command::NextPane => self.focus(self.focus.next()),
            Command::PreviousPane => self.focus(self.focus.previous()),
            Command::FocusTree => self.focus(PaneId::Tree),
            Command::FocusBrowser => self.focus(PaneId::Browser),
            Command::FocusReader => self.focus(PaneId::Reader),
            Command::FocusChat => self.focus(PaneId::Chat),
            Command::Zoom => self.zoom = !self.zoom,
            Command::Ask => {
                self.focus(PaneId::Chat);
                self.chat.typing = true;
            }
            Command::AskHere => self.ask_here(),
            Command::Edit => self.edit(effects),
            Command::Copy | Command::CopyPlain => self.copy(command == Command::CopyPlain, effects),
            Command::Rebuild => {
                let question = "Index the folder again? What you read now stays until the new index is ready.";
                let then = vec![Effect::Rebuild];
                self.overlays.push(Overlay::Confirm(confirm::State { question: question.into(), then }));
            }
            Command::Start => effects.extend([Effect::SaveState, Effect::Start]),
            // Of the chat, from anywhere.
            Command::CycleMode
            | Command::Deeper
            | Command::Shallower
            | Command::WholeScope
            | Command::Retry
            | Command::EditQuestion
            | Command::Trace
                if self.focus != PaneId::Chat =>
            {
                self.focus(PaneId::Chat);
                let outcome = self.chat.update(panes::Msg::Command(command));
                self.carry_out(outcome, effects);
            }
            _ => {
                let outcome = self.tell(self.focus, panes::Msg::Command(command));
                self.carry_out(outcome, effects);
            }
        }
    }

    /// The record that a command on "this" means.
    fn focused_ref(&self) -> Option<Ref> {
        match self.focus {
            PaneId::Tree => self.tree.selected_ref(),
            PaneId::Browser => self.browser.selected_ref(),
            PaneId::Reader => self.reader.focused_ref(),
            PaneId::Chat => self.chat.focused_ref(),
        }
    }

    /// Narrows the next question to the community or document that is open.
    fn ask_here(&mut self) {
        let here = self.focused_ref().or(self.reader.wanted);
        let title = |app: &App, record: Ref| {
            let name = app.reader.names.get(&record.record()).cloned().flatten();
            let name = name.or_else(|| match (&app.reader.record, app.reader.wanted) {
                (Some(super::data::Record::Report(page)), Some(wanted)) if wanted.record() == record.record() => {
                    Some(page.report.title.clone())
                }
                (Some(super::data::Record::Document(page)), _) => Some(page.document.title.clone()),
                _ => None,
            });
            let selected = app.tree.selected().and_then(|node| node.community());
            let name = name
                .or_else(|| selected.filter(|row| Ref::from(row.id) == record.record()).map(|row| row.title.clone()));
            name.unwrap_or_else(|| record.to_string())
        };
        match here {
            Some(record) if record.kind == Kind::Report => {
                let scope = Scope { communities: vec![CommunityId(record.id)], ..Scope::default() };
                self.chat.set_scope(scope, format!("{} {}", record.id, title(self, record)));
            }
            Some(record) if record.kind == Kind::Document => {
                let scope = Scope { documents: vec![crate::model::DocumentId(record.id)], ..Scope::default() };
                self.chat.set_scope(scope, title(self, record));
            }
            _ => {
                self.notice =
                    Some(Notice::good("open a report or a document first: a question can be put to it alone"));
                return;
            }
        }
        self.focus(PaneId::Chat);
        self.chat.typing = true;
    }

    fn edit(&mut self, effects: &mut Vec<Effect>) {
        let record = match self.focus {
            PaneId::Reader => self.reader.edit_ref(),
            _ => self.focused_ref(),
        };
        match record.or(self.reader.wanted) {
            Some(record) if matches!(record.kind, Kind::Source | Kind::Document | Kind::Claim) => {
                self.load(Lane::Place, Request::Place(record), effects);
            }
            _ => self.notice = Some(Notice::good("e opens the file of a passage or a document: follow a source first")),
        }
    }

    fn copy(&mut self, plain: bool, effects: &mut Vec<Effect>) {
        let text = match self.focus {
            PaneId::Chat => self.chat.copied(plain),
            _ => self.reader.copied(plain),
        };
        match text {
            Some(text) => effects.push(Effect::Copy(text)),
            None => self.notice = Some(Notice::good("there is nothing to copy yet: open a record")),
        }
    }
}
