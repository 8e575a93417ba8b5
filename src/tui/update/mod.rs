//! What follows from what happens: keys go to the foremost layer, answers to whoever asked, and what concerns more
//! than one pane is done here. Pure: it changes the state and returns effects.

mod answers;
mod commands;
mod input;
mod jobs;

use crossterm::event::KeyEventKind;
use ratatui::layout::Rect;

use super::app::App;
use super::data::{Lane, Overview, Request};
use super::effect::Effect;
use super::keys::Chord;
use super::msg::{Msg, Notice};
use super::nav::{Chatting, Location};
use super::overlays::settings::Looked;
use super::overlays::{Overlay, list};
use super::panes::{self, Intent, Outcome, PaneId, reader};
use super::start;
use super::view::{layout, peek_area};
use super::widgets::frame;
use crate::model::{CommunityId, Kind};

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
            Msg::Built { current: true, .. } if self.is_open => {
                self.changed = None;
                self.notice = Some(Notice::good("nothing has changed: the index is current"));
            }
            Msg::Built { index, .. } => {
                // Where one is outlives the old index.
                if self.start.is_none() {
                    effects.push(Effect::SaveState);
                }
                effects.push(Effect::OpenBuilt(index));
            }
            Msg::Opened { saved } => self.opened(saved, &mut effects),
            Msg::IndexChanged => {
                self.notice = Some(Notice::good("the index was written anew; what is shown is loaded again"));
                self.changed = None;
                self.reload(&mut effects);
                let outcome = self.chat.index_changed();
                self.carry_out(outcome, &mut effects);
            }
            Msg::FolderChanged(changed) => self.folder_changed(changed, &mut effects),
            Msg::Returned if self.is_open && self.job_is_over() => effects.push(Effect::LookForChanges),
            Msg::Returned => {}
            Msg::Start(recent) => {
                self.overlays.retain(|overlay| matches!(overlay, Overlay::Progress(_)));
                self.is_open = false;
                self.overview = Overview::default();
                self.start = Some(start::State::new(recent));
            }
            Msg::Forecast { method, result } => self.forecast_came(method, result, &mut effects),
            Msg::Looked(checks) => self.looked = Looked::Found(checks),
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
                Overlay::News(state) => state.window.resize(rows),
                Overlay::Help(_) | Overlay::Progress(_) | Overlay::Settings(_) | Overlay::Confirm(_) => {}
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
                Intent::OpenQuoted(record, quote) => self.open(Location::new(record).quoting(Some(quote)), effects),
                Intent::PeekQuoted(record, quote) => self.peek(Location::new(record).quoting(Some(quote)), effects),
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
    fn open(&mut self, place: impl Into<Location>, effects: &mut Vec<Effect>) {
        self.overlays.clear();
        self.history.stand(self.reader.standing(), self.reader.folded.clone());
        let from_chat = self.focus == PaneId::Chat;
        let chat = from_chat.then(|| Chatting { standing: self.chat.standing(), zoom: self.zoom });
        self.history.open(Location { chat, ..place.into() });
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

    fn peek(&mut self, place: impl Into<Location>, effects: &mut Vec<Effect>) {
        let mut state = reader::State::new(reader::PEEK);
        state.set_glyphs(self.glyphs);
        let outcome = state.open(&place.into());
        self.overlays.retain(|overlay| !matches!(overlay, Overlay::Peek(_)));
        self.overlays.push(Overlay::Peek(Box::new(state)));
        self.carry_out(outcome, effects);
    }
}
