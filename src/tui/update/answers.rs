//! What comes back: answers of the index go to whoever asked, an index that was opened is shown, a job that went on is
//! told.

use crate::model::{CommunityId, Kind, Ref, shown_path};
use crate::tui::app::App;
use crate::tui::data::{AskedQuestion, Changed, Hit, Lane, LibraryError, Loaded, Overview, Place, Request, WhatIsNew};
use crate::tui::effect::Effect;
use crate::tui::keys::{Command, Layer};
use crate::tui::msg::Msg;
use crate::tui::notice::Notice;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::progress::{self, Ending, JobView};
use crate::tui::panes::nav::History;
use crate::tui::panes::{self, Outcome, PaneId, home, reader, tree};
use crate::tui::session::{InChat, Saved};

impl App {
    /// An index was made or opened, or it or its folder has changed.
    pub(super) fn index_moved(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Built { current: true, .. } if self.is_open => {
                self.indexing.changed = None;
                self.notice = Some(Notice::good("nothing has changed: the index is current"));
            }
            Msg::Built { index, .. } => {
                // Where one is outlives the old index.
                if self.start.is_none() {
                    effects.push(Effect::SaveState);
                }
                effects.push(Effect::OpenBuilt(index));
            }
            Msg::Opened { saved } => self.opened(saved, effects),
            Msg::IndexChanged => {
                self.notice = Some(Notice::good("the index was written anew; what is shown is loaded again"));
                self.indexing.changed = None;
                self.reload(effects);
                let outcome = self.chat.index_changed();
                self.carry_out(outcome, effects);
            }
            Msg::FolderChanged(changed) => self.folder_changed(changed, effects),
            Msg::Returned if self.is_open && self.job_is_over() => effects.push(Effect::LookForChanges),
            _ => {}
        }
    }

    pub(super) fn loaded(&mut self, lane: Lane, result: Result<Loaded, LibraryError>, effects: &mut Vec<Effect>) {
        let loaded = match result {
            Ok(loaded) => loaded,
            Err(LibraryError::Interrupted) => return,
            Err(error) => return self.failed(lane, &error, effects),
        };
        let outcome = match lane {
            Lane::Branch(None) => {
                let outcome = self.tree.update(panes::Msg::Loaded(loaded));
                self.open_first(effects);
                outcome
            }
            Lane::Branch(_) | Lane::TreeFilter | Lane::Reveal => self.tree.update(panes::Msg::Loaded(loaded)),
            Lane::List | Lane::Rows => self.browser.update(panes::Msg::Loaded(loaded)),
            Lane::Reader | Lane::ReaderText | Lane::ReaderFind | Lane::ReaderNames | Lane::ReaderMentions => {
                let outcome = self.reader.update(panes::Msg::Loaded(loaded));
                if lane == Lane::Reader {
                    self.name_place();
                }
                outcome
            }
            Lane::Peek | Lane::PeekText | Lane::PeekNames => match self.peeked() {
                Some(state) => state.update(panes::Msg::Loaded(loaded)),
                None => Outcome::nothing(),
            },
            Lane::Beside | Lane::BesideText | Lane::BesideNames => self.tell_beside(panes::Msg::Loaded(loaded)),
            Lane::Home => {
                if let Loaded::Home(home) = &loaded {
                    self.chat.suggest(home.questions.clone());
                }
                self.home.update(panes::Msg::Loaded(loaded))
            }
            Lane::Drill | Lane::Turns | Lane::Cited => self.chat.update(panes::Msg::Loaded(loaded)),
            lane => return self.loaded_for_no_pane(lane, loaded, effects),
        };
        self.carry_out(outcome, effects);
    }

    /// Takes what no pane asked for: it is the root's own, or of the overlay in front, unless that was closed
    /// meanwhile.
    fn loaded_for_no_pane(&mut self, lane: Lane, loaded: Loaded, effects: &mut Vec<Effect>) {
        match (lane, loaded) {
            (Lane::Overview, Loaded::Overview(overview)) => {
                let outcome = self.overview_came(*overview);
                self.carry_out(outcome, effects);
            }
            (Lane::News, Loaded::News(news)) => self.news_came(news),
            (Lane::Suggested, Loaded::Questions(questions)) => self.chat.suggest_inside(questions),
            (Lane::Traced, Loaded::Names(names)) => self.chat.name_traced(names),
            (Lane::Records, Loaded::Records(records)) => self.records_came(&records, effects),
            (Lane::Sources, Loaded::Sources(sources)) => self.sources_came(&sources, effects),
            (Lane::Used, Loaded::Used(used)) => self.note_used(used),
            (Lane::Place, Loaded::Place(place)) => self.place_came(place, effects),
            (Lane::Graph, Loaded::Graph(view)) => {
                if let Some(state) = self.drawn() {
                    state.loaded(*view);
                }
            }
            (Lane::Differences, Loaded::Differences(page)) => {
                if let Some(state) = self.held() {
                    state.loaded(*page);
                }
            }
            (Lane::Timeline, Loaded::Timeline(timeline)) => {
                if let Some(Overlay::Timeline(state)) = self.overlays.last_mut() {
                    state.loaded(timeline);
                }
            }
            (Lane::Parts, Loaded::Parts(parts)) => {
                if let Some(Overlay::Narrow(state)) = self.overlays.last_mut() {
                    state.loaded(parts);
                }
            }
            (Lane::Unread, Loaded::WholeTree(whole)) => self.unread_came(&whole, effects),
            (Lane::Questions, Loaded::Questions(mut questions)) => {
                // One that was removed was asked all the same.
                for removed in self.chat.removed() {
                    if !questions.iter().any(|question| question == removed) {
                        questions.push(removed.to_owned());
                    }
                }
                if let Some(Overlay::Questions(state)) = self.overlays.last_mut() {
                    state.loaded(questions);
                }
            }
            (Lane::Chats, Loaded::Chats { rows, now }) => {
                if let Some(Overlay::Chats(state)) = self.overlays.last_mut() {
                    state.found(rows, now);
                }
            }
            (Lane::Search, Loaded::Hits(hits)) => self.hits_came(hits, effects),
            (lane, _) => debug_assert!(false, "what came for {lane:?} is of another kind"),
        }
    }

    fn overview_came(&mut self, overview: Overview) -> Outcome {
        self.chat.levels = overview.levels;
        self.chat.structures.clone_from(&overview.structures);
        self.browser.has_claims = overview.claims > 0;
        self.overview = overview;
        self.tree.reload(&self.overview)
    }

    /// Shows what was found; what was pressed before it came is done now.
    fn hits_came(&mut self, hits: Vec<Hit>, effects: &mut Vec<Effect>) {
        let Some(Overlay::Finder(state)) = self.overlays.last_mut() else { return };
        state.found(hits);
        if let Some(command) = state.ahead.take() {
            self.overlay_command(command, effects);
        }
    }

    /// Opens the file that a record is of in an editor, or says why it cannot be.
    fn place_came(&mut self, place: Place, effects: &mut Vec<Effect>) {
        match place.line {
            Some(0) if self.overview.is_imported() => {
                let said =
                    "another program made this index: it holds the text of its documents, and there is no file to open";
                self.notice = Some(Notice::good(said));
            }
            Some(0) => {
                let file = shown_path(&place.path);
                let said = format!("{file} is not here, or cannot be read: the index holds its text");
                self.notice = Some(Notice::bad(said));
            }
            Some(line) => effects.push(Effect::Edit { path: place.path, line }),
            None => {
                let at = place.locator.map(|locator| format!(" at {locator}")).unwrap_or_default();
                let file = place.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let said = format!("{file} has no lines for an editor: open it in its own program{at}");
                self.notice = Some(Notice::good(said));
            }
        }
    }

    pub(super) fn failed(&mut self, lane: Lane, error: &LibraryError, effects: &mut Vec<Effect>) {
        // What a list stands on is no place: when it is gone the reader says so, and that is all.
        let gone = matches!(error, LibraryError::NoSuchRecord(_)) && self.nav.previewing.is_none();
        match lane {
            // A place kept from an older build may be gone.
            Lane::Reader if gone && self.reader.record.is_none() => {
                let told = self.told(error);
                self.leave_what_is_gone(&told, effects);
            }
            // So may the report that is being read: what it was part of takes its place, as far up as need be.
            Lane::Reader if gone && let Some((lost, above)) = self.reader.lost_report() => {
                let told = self.told(&LibraryError::NoSuchRecord(lost));
                match above {
                    Some(above) => {
                        self.nav.history.replace(above);
                        self.notice = Some(Notice::good(format!("{told}; this is what it was part of")));
                        self.show_place(effects);
                    }
                    None => self.leave_what_is_gone(&told, effects),
                }
            }
            // The reader says so.
            Lane::Reveal if gone => {}
            Lane::Reader => {
                let told = self.told(error);
                self.reader.failed(told);
            }
            Lane::Graph => {
                if let Some(state) = self.drawn() {
                    state.view = None;
                    state.problem = Some(error.to_string());
                }
            }
            Lane::Differences => {
                let told = self.told(error);
                if let Some(state) = self.held() {
                    state.problem = Some(told);
                }
            }
            Lane::Home => self.home.problem = Some(error.to_string()),
            Lane::Beside => {
                let told = self.told(error);
                if let Some(state) = &mut self.nav.beside {
                    state.failed(told);
                }
            }
            Lane::Peek => {
                let told = self.told(error);
                if let Some(state) = self.peeked() {
                    state.failed(told);
                }
            }
            lane => {
                if matches!(lane, Lane::Sources | Lane::Records) {
                    self.stop_writing();
                }
                if let (Lane::Search, Some(Overlay::Finder(state))) = (lane, self.overlays.last_mut()) {
                    state.found(Vec::new());
                }
                self.notice = Some(Notice::bad(error.to_string()));
            }
        }
    }

    /// Goes back to the place before the present one, whose record is gone, or to the first report where there is none.
    fn leave_what_is_gone(&mut self, told: &str, effects: &mut Vec<Effect>) {
        self.nav.history.vanish();
        self.reader.wanted = None;
        self.reader.loading = false;
        let instead = if self.nav.history.current().is_some() {
            "this is where you were before"
        } else {
            "this is the first report"
        };
        self.notice = Some(Notice::good(format!("{told}; {instead}")));
        self.show_place(effects);
        self.open_first(effects);
    }

    /// Opens the first report where nothing is open: for whoever comes for the first time.
    fn open_first(&mut self, effects: &mut Vec<Effect>) {
        if self.nav.history.current().is_none()
            && let Some(record) = self.tree.selected_ref()
        {
            self.nav.history.open(record);
            self.show_place(effects);
        }
    }

    /// An error in words: of a record that the last update removed, what it was.
    fn told(&self, error: &LibraryError) -> String {
        match error {
            LibraryError::NoSuchRecord(record) => match self.indexing.news.gone(*record) {
                Some(title) => format!("{record} is gone: the last update removed “{title}”"),
                None => error.to_string(),
            },
            error => error.to_string(),
        }
    }

    /// What the last update did is known. It is offered once, until it was looked at.
    fn news_came(&mut self, news: WhatIsNew) {
        let told = [&self.indexing.news.build, &self.indexing.news_seen.offered].contains(&&news.build);
        self.indexing.news = news;
        if !told && self.has_unseen_news() {
            self.indexing.news_seen.offered.clone_from(&self.indexing.news.build);
            let key = self.input.keymap.keys_for(Layer::Tree, Command::News);
            let lists = key.map_or(String::new(), |key| format!(" ({key} lists it)"));
            self.notice = Some(Notice::good(format!("what is new{lists}: {}", self.indexing.news.summary())));
        }
    }

    /// The folders are not what was indexed: the index is brought up to date behind the panes, or that is offered. What
    /// was said already is not said, nor tried, at every look again.
    pub(super) fn folder_changed(&mut self, changed: Changed, effects: &mut Vec<Effect>) {
        if self.indexing.changed.as_ref() == Some(&changed) {
            return;
        }
        let key = |command| self.input.keymap.keys_for(Layer::Tree, command);
        let text = if self.indexing.keeps_current && !changed.costs && self.job_is_over() {
            effects.push(Effect::Rebuild);
            let shows = key(Command::Progress).map_or(String::new(), |key| format!("; {key} shows how far it is"));
            format!("the folder has changed: {}; the index is being brought up to date{shows}", changed.summary)
        } else {
            let again = key(Command::Rebuild).unwrap_or("`:`".to_owned());
            format!("the folder has changed: {}; {again} brings the index up to date", changed.summary)
        };
        self.notice = Some(Notice::good(text));
        self.indexing.changed = Some(changed);
    }

    pub(super) fn peeked(&mut self) -> Option<&mut reader::State> {
        self.overlays.iter_mut().rev().find_map(|overlay| match overlay {
            Overlay::Peek(state) => Some(&mut **state),
            _ => None,
        })
    }

    /// Indexing went on. While no index is open it is shown by itself: there is nothing else to look at.
    pub(super) fn job_moved(&mut self, job: JobView, effects: &mut Vec<Effect>) {
        let began = self.indexing.job.as_ref().is_none_or(|before| before.ending.is_some());
        let ending = job.ending.clone();
        if began && ending.is_none() && (!self.is_open || self.start.is_some()) {
            self.overlays.push(Overlay::Progress(progress::State::default()));
        }
        self.indexing.job = Some(job);
        match ending {
            // What lies in front says it already, and how one goes on.
            Some(Ending::Failed(_)) if self.has_failed_at_first() => return,
            Some(Ending::Failed(_)) if matches!(self.overlays.last(), Some(Overlay::Progress(_))) => {}
            Some(Ending::Failed(message)) => self.notice = Some(Notice::bad(message)),
            Some(Ending::Cancelled) => self.notice = Some(Notice::good("indexing was stopped")),
            _ => return,
        }
        if self.has_nothing() {
            effects.push(Effect::Start);
        }
    }

    /// An index is open: take up where one left.
    pub(super) fn opened(&mut self, saved: Option<Saved>, effects: &mut Vec<Effect>) {
        if !self.is_open || self.start.is_some() {
            self.overlays.clear();
        }
        let waiting = (!self.is_open).then(|| self.chat.waiting());
        self.is_open = true;
        self.start = None;
        self.indexing.changed = None;
        self.indexing.news = WhatIsNew::default();
        self.indexing.news_seen.list = None;
        self.chat.forget();
        // Another index may have other communities under the same numbers.
        self.tree = tree::State::default();
        self.home = home::State::default();
        self.home.set(self.appearance.glyphs, self.home_keys());
        self.browser.parts.clear();
        (self.nav.previewing, self.nav.pointed, self.nav.beside) = (None, None, None);
        (self.nav.left.for_home, self.nav.left.told) = (None, None);
        let chat = saved.as_ref().map_or(InChat::Latest, |saved| saved.chat);
        self.nav.way_from = None;
        match saved {
            Some(saved) => self.restore(saved),
            // Whoever comes for the first time is shown what there is.
            None => {
                self.nav.history = History::default();
                self.panes.focus = PaneId::Home;
                // Parts of another index mean nothing in this one.
                self.chat.next = AskedQuestion::default();
            }
        }
        self.reload(effects);
        self.conversation.id = None;
        match chat {
            InChat::Latest => self.load(Lane::Turns, Request::Turns(None), effects),
            InChat::New => {}
            InChat::Kept(chat) => {
                self.conversation.id = Some(chat);
                self.load(Lane::Turns, Request::Turns(Some(chat)), effects);
            }
        }
        self.nav.visited.used.clear();
        self.browser.marked.clear();
        self.load(Lane::Used, Request::Used, effects);
        if let Some(waiting) = waiting {
            let outcome = self.chat.go_on_with(waiting);
            self.carry_out(outcome, effects);
        }
    }

    /// Loads everything that is shown.
    pub(super) fn reload(&mut self, effects: &mut Vec<Effect>) {
        if let Some(Ref { kind: Kind::Report, id, .. }) = self.nav.history.current().map(|place| place.record) {
            // Its row is revealed once the roots are there.
            let _ = self.tree.reveal(CommunityId(id));
        }
        self.load(Lane::Overview, Request::Overview, effects);
        self.load(Lane::News, Request::News, effects);
        let outcome = self.home.reload();
        self.carry_out(outcome, effects);
        // What the browser was before a time was chosen is of the index that was.
        self.nav.left.told = None;
        self.browser.forget();
        let outcome = self.browser.reload();
        self.carry_out(outcome, effects);
        self.nav.previewing = None;
        if let Some(place) = self.nav.history.current().cloned() {
            let outcome = self.reader.open(&place);
            self.carry_out(outcome, effects);
        }
    }
}
