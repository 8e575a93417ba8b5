//! The state of the whole interface: fields, and what is computed from them. `update` changes it, `screen` draws it.

mod loads;
mod navigation;
pub mod tour;

use std::path::PathBuf;
use std::time::Instant;

use ratatui::layout::Rect;

pub use loads::Loads;
pub use navigation::{Navigation, Told};
use tour::Tour;

use super::data::models::Models;
use super::data::{Changed, Overview, WhatIsNew};
use super::keys::{Chord, Keymap, Layer, Lookup};
use super::notice::Notice;
use super::overlays::progress::{self, JobView};
use super::overlays::settings::{self, Looked};
use super::overlays::{Overlay, news};
use super::panes::reader::copy::Taking;
use super::panes::{PaneId, Seen, browser, chat, home, reader, tree};
use super::placing::layout::{self, Border, Splits};
use super::placing::{Hints, Regions};
use super::session::{InChat, Saved, start};
use super::theme::{ASCII, Glyphs, Look, Theme, UNICODE};
use crate::model::Ref;

pub struct App {
    pub screen: Rect,
    /// Shown instead of the panes while no index is open.
    pub start: Option<start::State>,
    pub panes: PaneLayout,
    pub home: home::State,
    pub tree: tree::State,
    pub browser: browser::State,
    pub reader: reader::State,
    pub chat: chat::State,
    pub overlays: Vec<Overlay>,
    pub nav: Navigation,
    pub conversation: Conversation,
    /// Text on its way to the clipboard or to a file.
    pub taking: Option<Taking>,
    /// The folder that files are written to unless another is said.
    pub folder: PathBuf,
    /// An index is open, whether or not its overview has come yet.
    pub is_open: bool,
    pub overview: Overview,
    pub indexing: Indexing,
    pub models: Models,
    pub looked: Looked,
    pub notice: Option<Notice>,
    /// For whoever is here for the first time.
    pub tour: Option<Tour>,
    pub input: Input,
    pub appearance: Appearance,
    pub regions: Regions,
    pub loads: Loads,
    /// When what happens now happens: the loop sets it, because no state asks a clock.
    pub now: Instant,
}

/// Which pane has the keys, and how the panes share the screen.
pub struct PaneLayout {
    pub focus: PaneId,
    /// The pane that shares the screen with the reader where there is room for two.
    pub companion: PaneId,
    /// Reader or chat: which of the two was used last.
    pub text: PaneId,
    pub zoom: bool,
    pub splits: Splits,
    /// The border that the mouse holds.
    pub dragging: Option<Border>,
}

/// The conversation that is gone on with, once something of it is kept.
#[derive(Default)]
pub struct Conversation {
    pub id: Option<i64>,
    pub title: Option<String>,
}

/// How current the index is, and what is done about it.
pub struct Indexing {
    pub job: Option<JobView>,
    /// What changed in the folders since they were indexed.
    pub changed: Option<Changed>,
    /// An index whose folders changed is brought up to date without being asked.
    pub keeps_current: bool,
    pub news: WhatIsNew,
    pub news_seen: NewsSeen,
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

/// Keys and mouse: what they are bound to, and what is half typed.
pub struct Input {
    pub keymap: Keymap,
    /// Keys of a sequence that is not complete yet.
    pub typed: Vec<Chord>,
    pub hints: Option<Hints>,
    /// Ctrl-C was pressed in the field of questions, and quits when it is pressed once more.
    pub leaving: bool,
    pub mouse: bool,
}

/// What everything is drawn with.
pub struct Appearance {
    pub theme: Theme,
    /// The themes there are: ours, and those that the user has made.
    pub themes: Vec<Theme>,
    pub glyphs: Glyphs,
}

impl Default for PaneLayout {
    fn default() -> Self {
        Self {
            focus: PaneId::Home,
            companion: PaneId::Tree,
            text: PaneId::Reader,
            zoom: false,
            splits: Splits::default(),
            dragging: None,
        }
    }
}

impl Default for Indexing {
    fn default() -> Self {
        let (news, news_seen) = (WhatIsNew::default(), NewsSeen::default());
        Self { job: None, changed: None, keeps_current: true, news, news_seen }
    }
}

impl App {
    pub fn new(keymap: Keymap, theme: Theme, ascii: bool) -> App {
        let glyphs = if ascii { ASCII } else { UNICODE };
        let mut app = App {
            screen: Rect::default(),
            start: None,
            panes: PaneLayout::default(),
            home: home::State::default(),
            tree: tree::State::default(),
            browser: browser::State::default(),
            reader: reader::State::new(reader::PANE),
            chat: chat::State::default(),
            overlays: Vec::new(),
            nav: Navigation::default(),
            conversation: Conversation::default(),
            taking: None,
            folder: PathBuf::new(),
            is_open: false,
            overview: Overview::default(),
            indexing: Indexing::default(),
            models: Models::default(),
            looked: Looked::default(),
            notice: None,
            tour: None,
            input: Input { keymap, typed: Vec::new(), hints: None, leaving: false, mouse: true },
            appearance: Appearance { theme, themes: Theme::all_built_in(), glyphs },
            regions: Regions::default(),
            loads: Loads::default(),
            now: Instant::now(),
        };
        app.reader.set_glyphs(glyphs);
        app.chat.set_glyphs(glyphs);
        app
    }

    pub fn look(&self) -> Look<'_> {
        Look { theme: &self.appearance.theme, glyphs: &self.appearance.glyphs }
    }

    /// What was looked at.
    pub fn seen(&self) -> Seen<'_> {
        Seen { read: &self.nav.visited.read, used: &self.nav.visited.used }
    }

    /// The layer whose keys hold: of the foremost overlay, else of the focused pane. The one place that decides it.
    pub fn layer(&self) -> Layer {
        if let Some(overlay) = self.overlays.last() {
            return overlay.layer();
        }
        if self.start.is_some() {
            return Layer::Start;
        }
        match self.panes.focus {
            PaneId::Tree if self.tree.filter.is_typed() => Layer::Input,
            PaneId::Browser if self.browser.filter.is_typed() => Layer::Input,
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
        let (focus, companion, text) = (self.panes.focus, self.panes.companion, self.panes.text);
        layout::Setting { body, focus, companion, text, zoom: self.panes.zoom, splits: self.panes.splits }
    }

    /// Letters and digits that run nothing, here or in a pane, so that items of the home page may have them: a key that
    /// one knows from elsewhere does nothing else here.
    pub fn home_keys(&self) -> Vec<char> {
        let layers = [Layer::Home, Layer::Tree, Layer::Browser, Layer::Reader, Layer::Chat];
        let runs =
            |layer: &Layer, letter: char| self.input.keymap.lookup(*layer, &[Chord::from(letter)]) != Lookup::Nothing;
        let free = |letter: &char| !layers.iter().any(|layer| runs(layer, *letter));
        ('a'..='z').chain('A'..='Z').chain('1'..='9').filter(free).collect()
    }

    /// What is known of the indexing: of the job under way, else of the index.
    pub fn progress(&self) -> progress::Content<'_> {
        let skipped = self.indexing.job.as_ref().map_or(&self.overview.skipped, |job| &job.skipped);
        let failed = self.indexing.job.as_ref().map_or(&self.overview.failed, |job| &job.failed);
        let index = self.is_open.then_some(&self.overview);
        let (job, changed, alone) = (self.indexing.job.as_ref(), self.indexing.changed.as_ref(), self.has_nothing());
        progress::Content { job, index, skipped, failed, changed, alone }
    }

    /// What is known of models.
    pub fn settings(&self) -> settings::Content<'_> {
        settings::Content {
            models: &self.models,
            theme: &self.appearance.theme.name,
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
        !self.indexing.news.is_empty() && self.indexing.news.build != self.indexing.news_seen.build
    }

    /// What to keep for the next time.
    pub fn saved(&self) -> Saved {
        let mut history = self.nav.history.clone();
        if self.nav.previewing.is_none() {
            history.stand(self.reader.standing(), self.reader.folded.clone());
        }
        Saved {
            history,
            focus: self.panes.focus,
            companion: self.panes.companion,
            zoom: self.panes.zoom,
            splits: self.panes.splits,
            tree_sort: self.tree.sort,
            unfolded: self.tree.unfolded(),
            browser: Some((self.browser.kind, self.browser.column, self.browser.reversed)),
            parts: self.browser.parts.clone(),
            seen: self.indexing.news_seen.build.clone(),
            read: self.read_in_order(),
            asking: Box::new(self.chat.kept()),
            chat: self.conversation.id.map_or(InChat::New, InChat::Kept),
            told: self.indexing.news_seen.offered.clone(),
        }
    }

    fn read_in_order(&self) -> Vec<Ref> {
        let mut read: Vec<Ref> = self.nav.visited.read.iter().copied().collect();
        read.sort_by_key(|record| (record.kind, record.id));
        read
    }

    /// Takes up what was kept.
    pub fn restore(&mut self, saved: Saved) {
        self.nav.history = saved.history;
        self.panes.focus = saved.focus;
        self.panes.companion = saved.companion;
        self.panes.text = if saved.focus == PaneId::Chat { PaneId::Chat } else { PaneId::Reader };
        self.panes.zoom = saved.zoom;
        self.panes.splits = saved.splits;
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
        (self.indexing.news_seen.build, self.indexing.news_seen.offered) = (saved.seen, saved.told);
        self.nav.visited.read = saved.read.into_iter().collect();
    }
}
