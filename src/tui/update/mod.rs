//! What follows from what happens: keys go to the foremost layer, answers to whoever asked, and what concerns more
//! than one pane is done here. Pure: it changes the state and returns effects.

mod answers;
mod chats;
mod commands;
mod compare;
mod differences;
mod input;
mod jobs;
mod overlay_commands;
mod pictures;
mod places;
mod several;
mod taking;

use crossterm::event::KeyEventKind;
use ratatui::layout::Rect;

use super::app::App;
use super::data::{Lane, Request};
use super::effect::Effect;
use super::keys::Chord;
use super::msg::Msg;
use super::overlays::settings::Looked;
use super::overlays::{Overlay, list};
use super::panes::{self, Intent, Outcome, PaneId};
use super::screen::peek_area;
use super::session::start;
use super::widgets::frame;
use crate::model::Scope;
use crate::tui::panes::nav::Location;
use crate::tui::placing::layout;

/// True for what a person does; letting a key go does nothing.
fn is_input(msg: &Msg) -> bool {
    match msg {
        Msg::Key(event) => event.kind != KeyEventKind::Release,
        Msg::Mouse(_) | Msg::Paste(_) => true,
        _ => false,
    }
}

/// True where somebody moves a list: what it stands on is shown then, and not when it is loaded anew.
fn moves(msg: &Msg) -> bool {
    match msg {
        Msg::Key(_) | Msg::Mouse(_) | Msg::Paste(_) => true,
        Msg::Loaded { lane, .. } => matches!(lane, Lane::TreeFilter | Lane::List | Lane::Reveal),
        _ => false,
    }
}

impl App {
    /// Takes a message and returns what is to be done.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        let (moved, found) = (moves(&msg), self.finds(&msg));
        let glanced = if is_input(&msg) { self.glanced_at() } else { None };
        self.take(msg, &mut effects);
        if let Some(glanced) = glanced.filter(|_| !effects.contains(&Effect::Quit)) {
            self.reads_unless_passed(glanced);
        }
        self.tour = self.tour.and_then(|tour| if self.is_open { tour.follow(self) } else { Some(tour) });
        self.point(moved, found, &mut effects);
        self.point_beside(&mut effects);
        if let Some(scope) = self.chat.asks_for_questions() {
            self.load(Lane::Suggested, Request::Suggested(scope), &mut effects);
        }
        self.relayout(&mut effects);
        // Another window on the same index shows what was read in this one, and keeps it when it is closed last.
        if !self.nav.visited.unkept.is_empty() {
            effects.push(Effect::KeepRead(std::mem::take(&mut self.nav.visited.unkept)));
        }
        effects
    }

    /// Takes a message: what a person does and what was asked for here, the rest by what it is about.
    fn take(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Key(event) if event.kind == KeyEventKind::Release => {}
            Msg::Key(event) => {
                self.notice = None;
                self.key(Chord::from(event), effects);
                self.input.leaving &= self.notice.is_some();
            }
            Msg::Paste(text) => self.paste(&text, effects),
            Msg::Mouse(event) => self.mouse(event, effects),
            Msg::Resize(width, height) => self.screen = Rect::new(0, 0, width, height),
            Msg::Loaded { lane, ticket, result } => {
                if self.loads.ends(lane, ticket) {
                    self.loaded(lane, result, effects);
                }
            }
            Msg::Answer { .. } | Msg::AnswerFailed { .. } => self.answer_moved(msg, effects),
            Msg::ChatGone | Msg::InChat(_) | Msg::ChatOpened(_) | Msg::ChatsChanged => self.chats_moved(msg, effects),
            Msg::Frame => {
                let outcome = self.chat.frame();
                self.carry_out(outcome, effects);
            }
            Msg::Job(job) => self.job_moved(job, effects),
            Msg::Forecast { method, result } => self.forecast_came(method, result, effects),
            Msg::Built { .. } | Msg::Opened { .. } | Msg::IndexChanged | Msg::FolderChanged(_) | Msg::Returned => {
                self.index_moved(msg, effects);
            }
            Msg::Start(recent) => {
                self.overlays.retain(|overlay| matches!(overlay, Overlay::Progress(_)));
                self.start = Some(start::State::new(recent, self.is_open));
            }
            Msg::Completed { typed, whole, choices } => {
                if let Some(state) = &mut self.start {
                    state.completed(&typed, &whole, choices);
                }
            }
            Msg::Looked(checks) => self.looked = Looked::Found(checks),
            Msg::ReadElsewhere(read) => self.nav.visited.read.extend(read),
            Msg::Suits(theme) => self.appearance.theme = theme,
            Msg::SettingChanged(models, notice) => {
                self.set_models(*models);
                self.notice = Some(notice);
            }
            Msg::Notice(notice) => self.notice = Some(notice),
            Msg::Unwritten { what, path, text, why } => self.write_elsewhere(what, &path, text, &why),
            Msg::Terminate => self.quit(effects),
        }
    }

    /// True where a message brings what a filter finds: that is shown, also where one stood on it before.
    fn finds(&self, msg: &Msg) -> bool {
        match msg {
            Msg::Loaded { lane: Lane::TreeFilter, .. } => self.panes.focus == PaneId::Tree && self.tree.filter.finds(),
            Msg::Loaded { lane: Lane::List, .. } => self.panes.focus == PaneId::Browser && self.browser.filter.finds(),
            _ => false,
        }
    }

    /// Tells panes and overlays their sizes.
    fn relayout(&mut self, effects: &mut Vec<Effect>) {
        self.home.set_around(self.around());
        for (pane, area) in layout::lay(&self.layout()).panes {
            let inner = frame::inner(area);
            let size = panes::Msg::Resize { width: inner.width.into(), height: inner.height.into() };
            let outcome = self.tell(pane, size);
            self.carry_out(outcome, effects);
        }
        let peek = frame::inner(peek_area(self));
        let [rows, previewing] = [false, true].map(|previews| list::height(self.screen, previews));
        if let (Some(state), (_, Some(area))) = (&mut self.nav.beside, list::areas(self.screen)) {
            let inner = frame::inner(area);
            state.update(panes::Msg::Resize { width: inner.width.into(), height: inner.height.into() });
        }
        for overlay in &mut self.overlays {
            match overlay {
                Overlay::Peek(state) => {
                    let (width, height) = (peek.width.into(), peek.height.into());
                    state.update(panes::Msg::Resize { width, height });
                }
                Overlay::Palette(state) => state.window.resize(rows),
                Overlay::Finder(state) => state.window.resize(previewing),
                Overlay::News(state) => state.list.window.resize(previewing),
                Overlay::Chats(state) => state.window.resize(rows),
                Overlay::Questions(state) => state.list.window.resize(rows),
                Overlay::Narrow(state) => state.list.window.resize(rows),
                Overlay::Timeline(state) => state.window.resize(state.height(self.screen)),
                Overlay::Compare(state) => state.resize(self.screen),
                Overlay::Differences(state) => state.resize(self.screen),
                Overlay::Help(_)
                | Overlay::Progress(_)
                | Overlay::Settings(_)
                | Overlay::Confirm(_)
                | Overlay::Writing(_)
                | Overlay::Modes(_)
                | Overlay::Themes(_)
                | Overlay::Graph(_) => {}
            }
        }
    }

    fn tell(&mut self, pane: PaneId, msg: panes::Msg) -> Outcome {
        match pane {
            PaneId::Tree => self.tree.update(msg),
            PaneId::Browser => self.browser.update(msg),
            PaneId::Reader => self.reader.update(msg),
            PaneId::Chat => self.chat.update(msg),
            PaneId::Home => self.home.update(msg),
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
                Intent::Step(record) => self.step(record, effects),
                Intent::Peek(record) => self.peek(record, effects),
                Intent::OpenQuoted(record, quote) => self.open(Location::new(record).quoting(Some(quote)), effects),
                Intent::PeekQuoted(record, quote) => self.peek(Location::new(record).quoting(Some(quote)), effects),
                Intent::Focus(pane) => self.go_to(pane),
                Intent::Stepped => {
                    self.nav.history.forget_ahead();
                    self.nav.left.to_ask = None;
                }
                Intent::Notice(notice) => self.notice = Some(notice),
                Intent::Drill(community) => {
                    let outcome = self.chat.drill(community);
                    self.carry_out(outcome, effects);
                }
                Intent::Ask(question) => {
                    // The home page is about everything, whatever part a question was last to be put to.
                    self.chat.set_scope(Scope::default(), String::new());
                    let outcome = self.chat.ask_this(question);
                    self.carry_out(outcome, effects);
                }
                Intent::List(listing) => self.list(Vec::new(), listing, effects),
                Intent::Run(command) => self.command(command, effects),
            }
        }
    }

    fn load(&mut self, lane: Lane, request: Request, effects: &mut Vec<Effect>) {
        effects.push(Effect::Load { lane, ticket: self.loads.begin(lane), request });
    }
}
