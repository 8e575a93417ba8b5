//! The state of the whole interface: fields, and what is computed from them. `update` changes it, `screen` draws it.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Instant;

use ratatui::layout::Rect;

use super::data::models::Models;
use super::data::{Changed, Lane, Overview, WhatIsNew};
use super::keys::{Chord, Keymap, Layer, Lookup};
use super::msg::Notice;
use super::overlays::progress::{self, JobView};
use super::overlays::settings::{self, Looked};
use super::overlays::{Overlay, news};
use super::panes::reader::copy::Taking;
use super::panes::{PaneId, Seen, browser, chat, home, reader, tree};
use super::screen::layout::{self, Border, Splits};
use super::screen::{Hints, Regions};
use super::session::tour::Tour;
use super::session::{History, InChat, Saved, start};
use super::theme::{ASCII, Glyphs, Look, Theme, UNICODE};
use crate::model::{EntityId, Ref};

pub struct App {
    pub screen: Rect,
    /// Shown instead of the panes while no index is open.
    pub start: Option<start::State>,
    pub focus: PaneId,
    /// The pane that shares the screen with the reader where there is room for two.
    pub companion: PaneId,
    /// Reader or chat: which of the two was used last.
    pub text: PaneId,
    pub zoom: bool,
    pub splits: Splits,
    /// The border that the mouse holds.
    pub dragging: Option<Border>,
    pub home: home::State,
    pub tree: tree::State,
    pub browser: browser::State,
    pub reader: reader::State,
    pub chat: chat::State,
    pub overlays: Vec<Overlay>,
    /// The entity that a way to another is looked for from. It outlives the graph, so that the other end can be looked
    /// for anywhere.
    pub way_from: Option<(EntityId, String)>,
    pub history: History,
    /// The record that the reader shows because a list stands on it: no place one has gone to yet.
    pub previewing: Option<Ref>,
    pub visited: Visited,
    /// The row that the focused list stood on when it was last looked at.
    pub pointed: Option<Ref>,
    /// What a list in front stands on, shown beside it.
    pub beside: Option<Box<reader::State>>,
    /// The conversation that is gone on with, once something of it is kept.
    pub in_chat: Option<i64>,
    pub chat_title: Option<String>,
    pub left: Left,
    /// Text on its way to the clipboard or to a file.
    pub taking: Option<Taking>,
    /// The folder that files are written to unless another is said.
    pub folder: PathBuf,
    /// An index is open, whether or not its overview has come yet.
    pub is_open: bool,
    pub overview: Overview,
    pub job: Option<JobView>,
    /// What changed in the folders since they were indexed.
    pub changed: Option<Changed>,
    /// An index whose folders changed is brought up to date without being asked.
    pub keeps_current: bool,
    pub models: Models,
    pub looked: Looked,
    pub news: WhatIsNew,
    pub news_seen: NewsSeen,
    /// Ctrl-C was pressed in the field of questions, and quits when it is pressed once more.
    pub leaving: bool,
    pub notice: Option<Notice>,
    /// For whoever is here for the first time.
    pub tour: Option<Tour>,
    pub keymap: Keymap,
    pub theme: Theme,
    /// The themes there are: ours, and those that the user has made.
    pub themes: Vec<Theme>,
    pub glyphs: Glyphs,
    /// Keys of a sequence that is not complete yet.
    pub typed: Vec<Chord>,
    pub hints: Option<Hints>,
    pub regions: Regions,
    pub loads: Loads,
    pub mouse: bool,
    /// When what happens now happens: the loop sets it, because no state asks a clock.
    pub now: Instant,
}

/// What of the index was looked at.
#[derive(Debug, Default)]
pub struct Visited {
    /// Records that were read: gone to, not only passed by.
    pub read: HashSet<Ref>,
    /// Those of them that are not kept yet.
    pub unkept: Vec<Ref>,
    /// Records that answers cite.
    pub used: HashSet<Ref>,
    /// A record that a key reads on to, and since when it is shown: whoever only passes it has not read it.
    pub glanced: Option<(Ref, Instant)>,
}

/// What one left for something else, to come back to.
#[derive(Debug, Default)]
pub struct Left {
    /// The pane that one left for the home page, and what its list stood on.
    pub for_home: Option<(PaneId, Option<Ref>)>,
    /// The pane where a question was begun about what is there: whoever leaves it unwritten is there again.
    pub to_ask: Option<PaneId>,
    /// Answers side by side, two documents compared, or a timeline, that one left for a record.
    pub compared: Option<Overlay>,
    /// The timeline that one left for the documents of a time.
    pub told: Option<Box<Told>>,
}

/// A timeline or the home page, and what was there before something was listed from it.
#[derive(Debug)]
pub struct Told {
    /// The timeline in front, and what it was opened over.
    pub overlays: Vec<Overlay>,
    /// What the browser shows while that is listed.
    pub listed: browser::Listing,
    pub browser: browser::State,
    /// The pane that it was opened in, and what its list stood on.
    pub from: (PaneId, Option<Ref>),
}

/// How far the news of an update are known.
#[derive(Debug, Default)]
pub struct NewsSeen {
    /// The build whose news were looked at.
    pub build: String,
    /// The build whose news were offered: once is enough.
    pub offered: String,
    /// Where one stood in them.
    pub list: Option<news::State>,
}

/// The newest request on each lane: an answer to an older one is dropped.
#[derive(Debug, Default)]
pub struct Loads {
    tickets: HashMap<Lane, u64>,
    last: u64,
}

impl Loads {
    /// Gives out the ticket of a new request.
    pub fn begin(&mut self, lane: Lane) -> u64 {
        self.last += 1;
        self.tickets.insert(lane, self.last);
        self.last
    }

    /// True where a ticket is that of the newest request, which then waits for nothing more.
    pub fn ends(&mut self, lane: Lane, ticket: u64) -> bool {
        let is_newest = self.tickets.get(&lane) == Some(&ticket);
        if is_newest {
            self.tickets.remove(&lane);
        }
        is_newest
    }

    /// No answer is waited for there any more.
    pub fn forget(&mut self, lane: Lane) {
        self.tickets.remove(&lane);
    }
}

impl App {
    pub fn new(keymap: Keymap, theme: Theme, ascii: bool) -> App {
        let glyphs = if ascii { ASCII } else { UNICODE };
        let mut app = App {
            screen: Rect::default(),
            start: None,
            focus: PaneId::Home,
            companion: PaneId::Tree,
            text: PaneId::Reader,
            zoom: false,
            splits: Splits::default(),
            dragging: None,
            home: home::State::default(),
            tree: tree::State::default(),
            browser: browser::State::default(),
            reader: reader::State::new(reader::PANE),
            chat: chat::State::default(),
            overlays: Vec::new(),
            way_from: None,
            history: History::default(),
            previewing: None,
            visited: Visited::default(),
            pointed: None,
            beside: None,
            in_chat: None,
            chat_title: None,
            left: Left::default(),
            taking: None,
            folder: PathBuf::new(),
            is_open: false,
            overview: Overview::default(),
            job: None,
            changed: None,
            keeps_current: true,
            models: Models::default(),
            looked: Looked::default(),
            news: WhatIsNew::default(),
            news_seen: NewsSeen::default(),
            leaving: false,
            notice: None,
            tour: None,
            keymap,
            theme,
            themes: Theme::all_built_in(),
            glyphs,
            typed: Vec::new(),
            hints: None,
            regions: Regions::default(),
            loads: Loads::default(),
            mouse: true,
            now: Instant::now(),
        };
        app.reader.set_glyphs(glyphs);
        app.chat.set_glyphs(glyphs);
        app
    }

    pub fn look(&self) -> Look<'_> {
        Look { theme: &self.theme, glyphs: &self.glyphs }
    }

    /// What was looked at.
    pub fn seen(&self) -> Seen<'_> {
        Seen { read: &self.visited.read, used: &self.visited.used }
    }

    /// The layer whose keys hold: of the foremost overlay, else of the focused pane. The one place that decides it.
    pub fn layer(&self) -> Layer {
        if let Some(overlay) = self.overlays.last() {
            return overlay.layer();
        }
        if self.start.is_some() {
            return Layer::Start;
        }
        match self.focus {
            PaneId::Tree if self.tree.typing => Layer::Input,
            PaneId::Browser if self.browser.typing => Layer::Input,
            PaneId::Reader if self.reader.typing() => Layer::Input,
            PaneId::Chat if self.chat.finding() => Layer::Input,
            PaneId::Chat if self.chat.typing => Layer::Question,
            PaneId::Chat if self.chat.find.is_some() => Layer::Found,
            PaneId::Tree => Layer::Tree,
            PaneId::Browser => Layer::Browser,
            PaneId::Reader => Layer::Reader,
            PaneId::Chat => Layer::Chat,
            PaneId::Home => Layer::Home,
        }
    }

    /// True while a step of the tour is shown.
    pub fn tours(&self) -> bool {
        self.tour.is_some_and(|tour| tour.speaks(self)) && self.screen.height >= 12 && self.screen.width >= 60
    }

    /// What the layout of the panes depends on.
    pub fn layout(&self) -> layout::Setting {
        let screen = self.screen;
        let bars = if screen.height >= 6 { 1 } else { 0 };
        let said = u16::from(self.tours());
        let body = Rect { y: screen.y + bars, height: screen.height.saturating_sub(2 * bars + said), ..screen };
        let (focus, companion, text) = (self.focus, self.companion, self.text);
        layout::Setting { body, focus, companion, text, zoom: self.zoom, splits: self.splits }
    }

    /// Letters and digits that run nothing, here or in a pane, so that items of the home page may have them: a key that
    /// one knows from elsewhere does nothing else here.
    pub fn home_keys(&self) -> Vec<char> {
        let layers = [Layer::Home, Layer::Tree, Layer::Browser, Layer::Reader, Layer::Chat];
        let runs = |layer: &Layer, letter: char| self.keymap.lookup(*layer, &[Chord::from(letter)]) != Lookup::Nothing;
        let free = |letter: &char| !layers.iter().any(|layer| runs(layer, *letter));
        ('a'..='z').chain('A'..='Z').chain('1'..='9').filter(free).collect()
    }

    /// What is known of the indexing: of the job under way, else of the index.
    pub fn progress(&self) -> progress::Content<'_> {
        let skipped = self.job.as_ref().map_or(&self.overview.skipped, |job| &job.skipped);
        let failed = self.job.as_ref().map_or(&self.overview.failed, |job| &job.failed);
        let index = self.is_open.then_some(&self.overview);
        let (job, changed, alone) = (self.job.as_ref(), self.changed.as_ref(), self.has_nothing());
        progress::Content { job, index, skipped, failed, changed, alone }
    }

    /// What is known of models.
    pub fn settings(&self) -> settings::Content<'_> {
        settings::Content {
            models: &self.models,
            theme: &self.theme.name,
            method: &self.overview.method,
            looked: &self.looked,
        }
    }

    /// What models are configured: said here, and to the chat.
    pub fn set_models(&mut self, models: Models) {
        self.chat.model.clone_from(&models.answers);
        self.models = models;
    }

    /// True while the last update made something new that was not looked at yet.
    pub fn has_unseen_news(&self) -> bool {
        !self.news.is_empty() && self.news.build != self.news_seen.build
    }

    /// What to keep for the next time.
    pub fn saved(&self) -> Saved {
        let mut history = self.history.clone();
        if self.previewing.is_none() {
            history.stand(self.reader.standing(), self.reader.folded.clone());
        }
        Saved {
            history,
            focus: self.focus,
            companion: self.companion,
            zoom: self.zoom,
            splits: self.splits,
            tree_sort: self.tree.sort,
            unfolded: self.tree.unfolded(),
            browser: Some((self.browser.kind, self.browser.column, self.browser.reversed)),
            parts: self.browser.parts.clone(),
            seen: self.news_seen.build.clone(),
            read: self.read_in_order(),
            asking: Box::new(self.chat.kept()),
            chat: self.in_chat.map_or(InChat::New, InChat::Kept),
            told: self.news_seen.offered.clone(),
        }
    }

    fn read_in_order(&self) -> Vec<Ref> {
        let mut read: Vec<Ref> = self.visited.read.iter().copied().collect();
        read.sort_by_key(|record| (record.kind, record.id));
        read
    }

    /// Takes up what was kept.
    pub fn restore(&mut self, saved: Saved) {
        self.history = saved.history;
        self.focus = saved.focus;
        self.companion = saved.companion;
        self.text = if saved.focus == PaneId::Chat { PaneId::Chat } else { PaneId::Reader };
        self.zoom = saved.zoom;
        self.splits = saved.splits;
        self.tree.sort = saved.tree_sort;
        self.tree.unfolds(saved.unfolded);
        if let Some((kind, column, reversed)) = saved.browser
            && browser::columns(kind).contains(&column)
        {
            (self.browser.kind, self.browser.column, self.browser.reversed) = (kind, column, reversed);
            self.browser.parts = saved.parts;
        }
        // Whoever comes back asks as they left it: the line above the field says how, and one is told.
        let asks = self.chat.restore(*saved.asking);
        // The timeline that a list is from is not there any more, and its pane may be out of sight.
        let narrowed = self
            .browser
            .time_listed()
            .map(|time| Notice::good(format!("the browser lists {time} alone: Esc there lists everything")));
        let told: Vec<String> = [asks, narrowed].into_iter().flatten().map(|notice| notice.text).collect();
        if !told.is_empty() {
            self.notice = Some(Notice::good(told.join("; ")));
        }
        (self.news_seen.build, self.news_seen.offered) = (saved.seen, saved.told);
        self.visited.read = saved.read.into_iter().collect();
    }
}
