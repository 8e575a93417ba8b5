//! Where one is: the focus, the place that the reader shows, and what it shows because a list stands on it without
//! anybody having gone there.

use std::time::{Duration, Instant};

use crate::model::{CommunityId, Kind, Ref};
use crate::text::numbers::amounts::grouped;
use crate::tui::app::App;
use crate::tui::data::{Lane, RecordPage, Request};
use crate::tui::effect::Effect;
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, list};
use crate::tui::panes::home::Around;
use crate::tui::panes::nav::{Chatting, Location};
use crate::tui::panes::{self, Outcome, PaneId, reader};
use crate::tui::placing::layout;

/// How long a record is shown before it counts as read, where nothing is done with it.
const LOOKED_AT: Duration = Duration::from_secs(1);

impl App {
    /// Goes to a pane. Whoever goes to the reader while it shows what a list stands on has gone to that record.
    pub(in crate::tui) fn go_to(&mut self, pane: PaneId) {
        if pane == PaneId::Reader
            && let Some(record) = self.nav.previewing.take()
        {
            self.nav.history.open(record);
            self.name_place();
        }
        self.panes.focus = pane;
        if matches!(pane, PaneId::Reader | PaneId::Chat) {
            self.panes.text = pane;
        }
        if !matches!(pane, PaneId::Reader | PaneId::Home) {
            self.panes.companion = pane;
        }
        // What the list stands on is shown when it is moved; at once where there is nothing else to show.
        self.nav.pointed = self.listed().filter(|_| self.reader.wanted.is_some());
    }

    /// The record that the focused list stands on.
    fn listed(&self) -> Option<Ref> {
        match self.panes.focus {
            PaneId::Tree => self.tree.selected_ref(),
            PaneId::Browser => self.browser.selected_ref(),
            // The citation that the keys are on is read beside the chat that has the screen.
            PaneId::Chat if self.panes.zoom => self.chat.edited().map(|(record, _)| record),
            _ => None,
        }
    }

    /// Shows what the focused list stands on, once it was moved there, or that was found.
    pub(super) fn point(&mut self, moved: bool, found: bool, effects: &mut Vec<Effect>) {
        if !self.overlays.is_empty() || self.start.is_some() {
            return;
        }
        if let Some(count) = self.tree.selected_unconnected().filter(|_| moved && self.panes.focus == PaneId::Tree) {
            return self.tell_of_unconnected(count);
        }
        let Some(listed) = self.listed().filter(|listed| found || Some(*listed) != self.nav.pointed) else { return };
        // What is moved to while the list has the screen is shown when the reader is there again.
        let seen = layout::lay(&self.layout()).panes.iter().any(|(pane, _)| *pane == PaneId::Reader);
        if !seen && self.nav.pointed.is_some() {
            return;
        }
        let began = self.nav.pointed.replace(listed).is_none();
        // Nor is it shown in the place of what one comes back to.
        if !moved || (began && self.reader.wanted.is_some()) {
            return;
        }
        if !seen || self.reader.wanted == Some(listed) && self.reader.problem.is_none() {
            return;
        }
        if self.nav.history.current().is_some_and(|place| place.record == listed) {
            self.nav.previewing = None;
            let outcome = self.nav.history.current().cloned().map(|place| self.reader.open(&place));
            return self.carry_out(outcome.unwrap_or_default(), effects);
        }
        self.preview(listed, effects);
    }

    /// The row of what is tied to nothing is no record: the reader says what it holds, and nothing of what was read
    /// before.
    fn tell_of_unconnected(&mut self, count: u64) {
        // Whoever comes back to the list has not moved there.
        if self.reader.told.is_some() || self.nav.pointed.is_none() && self.reader.wanted.is_some() {
            return;
        }
        self.note_standing();
        (self.nav.previewing, self.nav.pointed) = (None, None);
        // What is still on its way to the reader is not shown any more.
        self.loads.forget(Lane::Reader);
        let of = if count == 1 { "1 community is" } else { "These communities are" };
        self.reader
            .tell(format!("{of} tied to nothing else, and small: Enter unfolds the row, Enter once more folds it."));
    }

    /// Shows what a list in front stands on beside it, where there is room.
    pub(super) fn point_beside(&mut self, effects: &mut Vec<Effect>) {
        let selected = match self.overlays.last() {
            Some(Overlay::Finder(state)) => state.selected().map(|hit| hit.record),
            Some(Overlay::News(state)) => state.selected().map(|item| item.record),
            _ => None,
        };
        let Some(record) = selected.filter(|_| list::areas(self.screen).1.is_some()) else {
            self.nav.beside = None;
            return;
        };
        if self.nav.beside.as_ref().is_some_and(|state| state.wanted == Some(record)) {
            return;
        }
        let glyphs = self.appearance.glyphs;
        let state = self.nav.beside.get_or_insert_with(|| {
            let mut state = reader::State::new(reader::BESIDE);
            state.set_glyphs(glyphs);
            Box::new(state)
        });
        let outcome = state.open(&Location::new(record));
        self.carry_out(outcome, effects);
    }

    /// Notes how one stands where one is, before the reader shows something else.
    pub(super) fn note_standing(&mut self) {
        if self.nav.previewing.is_none() && self.reader.wanted.is_some() {
            self.nav.history.stand(self.reader.standing(), self.reader.folded.clone());
        }
    }

    /// Notes what the present place is called.
    pub(super) fn name_place(&mut self) {
        if let Some(name) = self.reader.place_name().filter(|_| self.nav.previewing.is_none()) {
            self.nav.history.name(name);
            // What lies open behind the home page was read by nobody.
            if let Some(record) = self.reader.wanted.map(Ref::record).filter(|_| self.panes.focus == PaneId::Reader) {
                // What one may only be passing is read when that is known.
                if self.nav.visited.glanced.is_none_or(|(glanced, _)| glanced != record) {
                    self.note_read(record);
                }
            }
        }
    }

    /// Notes that a key reads on to a record, which is read once one stays.
    fn glance(&mut self, record: Ref) {
        self.nav.visited.glanced = Some((record.record(), self.now));
    }

    /// What a key has read on to, at the next one: it is read where it was shown long enough. Nothing waits for that
    /// time, because nothing ticks. Returned is what was shown for less.
    pub(super) fn glanced_at(&mut self) -> Option<(Ref, Instant)> {
        let (record, since) = self.nav.visited.glanced?;
        if self.now.saturating_duration_since(since) >= LOOKED_AT {
            self.nav.visited.glanced = None;
            self.note_read(record);
        }
        self.nav.visited.glanced
    }

    /// Notes that what was shown only for a moment was read, unless what happened since led on past it.
    pub(super) fn reads_unless_passed(&mut self, glanced: (Ref, Instant)) {
        if self.nav.visited.glanced == Some(glanced) {
            self.nav.visited.glanced = None;
            self.note_read(glanced.0);
        }
    }

    /// Notes that a record was read.
    fn note_read(&mut self, record: Ref) {
        if self.nav.visited.read.insert(record) {
            self.nav.visited.unkept.push(record);
        }
    }

    /// Opens a record: the one road to anything. Overlays make way, and where one stood is kept.
    pub(super) fn open(&mut self, place: impl Into<Location>, effects: &mut Vec<Effect>) {
        let place = place.into();
        let drawn = self.drawn().and_then(|graph| graph.drawn());
        self.overlays.clear();
        self.note_standing();
        // A report is read beside the tree, whatever stood there before one went home; an answer that cites one stays
        // beside it.
        let is_report = place.record.kind == Kind::Report;
        match self.panes.focus {
            PaneId::Home if is_report => self.panes.companion = PaneId::Tree,
            PaneId::Chat => {}
            _ if self.panes.companion == PaneId::Chat && (is_report || self.panes.focus == PaneId::Home) => {
                self.panes.companion = PaneId::Tree;
            }
            _ => {}
        }
        let is_shown = self.nav.previewing.take() == Some(place.record) && place.quote.is_none();
        let chat = (self.panes.focus == PaneId::Chat)
            .then(|| Chatting { standing: self.chat.standing(), zoom: self.panes.zoom });
        let home = self.panes.focus == PaneId::Home;
        self.chat.forget_ahead();
        let in_list = matches!(self.panes.focus, PaneId::Tree | PaneId::Browser) && drawn.is_none();
        // What was found elsewhere is not what the list stands on.
        let list = Some(self.panes.focus).filter(|_| in_list && self.listed() == Some(place.record));
        self.nav.history.open(Location { chat, home, list, drawn, ..place });
        self.go_to(PaneId::Reader);
        match is_shown && self.reader.problem.is_none() {
            true => self.name_place(),
            false => self.show_place(effects),
        }
    }

    /// Opens a record in the place of the present one.
    pub(super) fn step(&mut self, record: Ref, effects: &mut Vec<Effect>) {
        if self.nav.previewing.is_some() {
            return self.open(record, effects);
        }
        self.nav.history.replace(record);
        self.show_place(effects);
    }

    /// Shows the present place of the history.
    pub(super) fn show_place(&mut self, effects: &mut Vec<Effect>) {
        self.nav.previewing = None;
        let Some(place) = self.nav.history.current().cloned() else { return };
        let outcome = self.reader.open(&place);
        self.carry_out(outcome, effects);
        if place.record.kind == Kind::Report {
            let outcome = self.tree.reveal(CommunityId(place.record.id));
            self.carry_out(outcome, effects);
        }
        // So does the list of what is of its kind.
        if place.record.kind == self.browser.kind {
            let outcome = self.browser.stand_on(place.record.id);
            self.carry_out(outcome, effects);
        }
    }

    /// Goes back to where one came from, or forward again. Back from what only a list stands on leads to where one is.
    pub(super) fn walk(&mut self, back: bool, effects: &mut Vec<Effect>) {
        let in_chat = self.panes.focus == PaneId::Chat;
        // From turn to turn one goes the way that one came, and from an answer inside a part to the one above.
        if in_chat && if back { self.chat.step_back() } else { self.chat.step_forward() } {
            return;
        }
        if back
            && self.panes.focus == PaneId::Home
            && let Some((pane, listed)) = self.nav.left.for_home.take()
        {
            return self.leave_home(pane, listed, effects);
        }
        if back && self.leave_time(effects) {
            return;
        }
        let compared = self.panes.focus == PaneId::Reader
            && self.nav.previewing.is_none()
            && self.nav.history.current().is_some_and(|place| place.compared);
        self.walk_on(back, effects);
        if back && compared {
            self.compare_again(effects);
        }
    }

    fn walk_on(&mut self, back: bool, effects: &mut Vec<Effect>) {
        let in_chat = self.panes.focus == PaneId::Chat;
        let is_no_place = self.nav.previewing.is_some() || self.reader.told.is_some();
        if is_no_place && back && self.nav.history.current().is_some() {
            self.show_place(effects);
            return self.go_to(PaneId::Reader);
        }
        // Whoever left what was read for the chat comes back to it.
        let read =
            self.nav.history.current().is_some_and(|place| self.nav.visited.read.contains(&place.record.record()));
        if in_chat && back && read {
            self.show_place(effects);
            return self.go_to(PaneId::Reader);
        }
        self.note_standing();
        let from = self.nav.history.current().filter(|_| back).cloned();
        // What was opened from a list is still what that stands on.
        if let Some((list, record)) = from.as_ref().and_then(|place| Some((place.list?, place.record)))
            && self.panes.focus == PaneId::Reader
        {
            if self.nav.history.back().is_some() {
                self.nav.previewing = Some(record);
            }
            return self.go_to(list);
        }
        let moved = if back { self.nav.history.back() } else { self.nav.history.forward() }.is_some();
        // What lay open before one asked comes back with the answer, beside it.
        if moved {
            self.show_place(effects);
            self.go_to(PaneId::Reader);
        }
        if let Some(drawn) = from.as_ref().and_then(|place| place.drawn) {
            return self.draw_again(drawn, effects);
        }
        let chat = from.as_ref().and_then(|place| place.chat);
        if from.is_some_and(|place| place.home) && (moved || self.panes.focus != PaneId::Home) {
            self.go_to(PaneId::Home);
        } else if let Some(chat) = chat.filter(|_| moved || self.panes.focus != PaneId::Chat) {
            self.go_to(PaneId::Chat);
            self.panes.zoom = chat.zoom;
            self.chat.stand(chat.standing);
            // Beside a chat that has the screen stands what its citation leads to, as before.
            if let Some(cited) = self.listed().filter(|_| chat.zoom) {
                self.preview(cited, effects);
            }
        } else if !moved {
            let text = if back { "there is no earlier place" } else { "there is nothing ahead" };
            self.notice = Some(Notice::good(text));
        }
    }

    /// Goes home, to the top of the page, from where `[` then leads back to.
    pub(super) fn go_home(&mut self) {
        if self.panes.focus != PaneId::Home {
            self.nav.left.for_home = Some((self.panes.focus, self.nav.previewing));
        }
        self.go_to(PaneId::Home);
        self.home.begin();
    }

    /// Goes back to the pane that one left for the home page, and to what its list stood on.
    fn leave_home(&mut self, pane: PaneId, listed: Option<Ref>, effects: &mut Vec<Effect>) {
        match listed {
            Some(listed) if self.nav.previewing != Some(listed) => self.preview(listed, effects),
            _ => self.nav.previewing = listed,
        }
        self.go_to(pane);
    }

    /// Shows in the reader what a list stands on, which is no place that one went to.
    pub(super) fn preview(&mut self, listed: Ref, effects: &mut Vec<Effect>) {
        self.note_standing();
        self.nav.previewing = Some(listed);
        let outcome = self.reader.open(&Location::new(listed));
        self.carry_out(outcome, effects);
    }

    /// Reads the next of what the record that is open stands among, or the one before: the report beside it in the
    /// tree, the passage after it, the next row of the browser.
    pub(super) fn sibling(&mut self, forward: bool, effects: &mut Vec<Effect>) {
        // In a list one reads on from the row that one stands on.
        let here = match self.panes.focus {
            PaneId::Tree | PaneId::Browser => self.focused_ref().or(self.reader.wanted),
            _ => self.reader.wanted,
        };
        let Some(here) = here.map(Ref::record) else { return };
        let next = match (here.kind, &self.reader.record) {
            (Kind::Report, _) => self.tree.beside(CommunityId(here.id), forward).map(Ref::from),
            (Kind::Source, Some(RecordPage::Source(page))) => {
                if forward {
                    page.next
                } else {
                    page.previous
                }
            }
            (kind, _) if kind == self.browser.kind => {
                let outcome = self.browser.stand_beside(here.id, forward);
                self.carry_out(outcome, effects);
                self.browser.selected_ref().filter(|next| *next != here)
            }
            // Opened from a citation, it stands in no list.
            (Kind::Document, Some(RecordPage::Document(page))) => {
                if forward {
                    page.next
                } else {
                    page.previous
                }
            }
            _ => None,
        };
        let Some(next) = next else {
            let text = match (forward, here.kind) {
                (_, Kind::Entity | Kind::Relationship | Kind::Claim) if here.kind != self.browser.kind => {
                    "no list that is open holds this; [ goes back to where you came from"
                }
                (true, Kind::Document) => "this is the last document",
                (false, Kind::Document) => "this is the first document",
                (true, Kind::Report) if self.tree.ends_before_unconnected(CommunityId(here.id)) => {
                    "this is the last one; the row Unconnected below unfolds to more"
                }
                (true, Kind::Source) => "this is the last part of its document; [ goes back to where you came from",
                (false, Kind::Source) => "this is the first part of its document; [ goes back to where you came from",
                (true, _) => "this is the last one",
                (false, _) => "this is the first one",
            };
            self.notice = Some(Notice::good(text));
            return;
        };
        let focus = self.panes.focus;
        self.glance(next);
        self.open(next, effects);
        // Whoever reads on from a list stays in it.
        if matches!(focus, PaneId::Tree | PaneId::Browser) {
            self.go_to(focus);
        }
    }

    /// Opens what nobody has looked at: the next community of the tree, or the next row of the browser.
    pub(super) fn next_unread(&mut self, effects: &mut Vec<Effect>) {
        if self.panes.focus == PaneId::Browser {
            let kind = self.browser.kind;
            let from = self.browser.window.cursor;
            let (before, after) = self.browser.ids.split_at(from.min(self.browser.ids.len()));
            let is_unseen = |&&id: &&u32| self.is_unseen(Ref::new(kind, id));
            let mut unseen = after.iter().chain(before).filter(is_unseen).copied();
            match unseen.next() {
                Some(id) => {
                    let others = unseen.count();
                    let outcome = self.browser.stand_on(id);
                    self.carry_out(outcome, effects);
                    self.glance(Ref::new(kind, id));
                    self.open(Ref::new(kind, id), effects);
                    self.go_to(PaneId::Browser);
                    self.notice = Some(unread(others, "listed"));
                }
                None if self.browser.ids.is_empty() => {
                    self.notice = Some(Notice::good("nothing is listed here: Esc drops the filter"));
                }
                None => self.notice = Some(Notice::good("all that is listed was read, or an answer rests on it")),
            }
            return;
        }
        let mut unseen = self.tree.unseen(|record| self.is_unseen(record));
        let next = unseen.next().map(|row| row.id);
        let in_sight = unseen.count();
        match next {
            Some(community) if self.tree.filter.is_on() => {
                self.open(Ref::from(community), effects);
                self.notice = Some(unread(in_sight, "listed"));
            }
            Some(community) => self.read_unread(community, in_sight, effects),
            None if self.tree.rows().is_empty() => {
                self.notice = Some(Notice::good("nothing is listed here: Esc drops the filter"));
            }
            None if self.tree.filter.is_on() => {
                self.notice = Some(Notice::good("all that is listed was read, or an answer rests on it"));
            }
            // Some may hang from what is folded.
            None => self.load(Lane::Unread, Request::WholeTree(self.tree.sort), effects),
        }
    }

    /// Opens the next report that nobody has looked at of all there are, from where the tree stands and round again.
    pub(super) fn unread_came(&mut self, whole: &[CommunityId], effects: &mut Vec<Effect>) {
        let here = self.tree.selected_ref();
        let at = whole.iter().position(|&id| Some(Ref::from(id)) == here).unwrap_or(0);
        let (before, after) = whole.split_at(at);
        let next = after.iter().chain(before).copied().find(|&id| self.is_unseen(id.into()));
        match next {
            Some(community) => self.read_unread(community, 0, effects),
            None => self.notice = Some(Notice::good("every report was read, or an answer rests on it")),
        }
    }

    /// Opens a report that nobody has looked at, and says how many there are besides, here and in the whole index.
    fn read_unread(&mut self, community: CommunityId, in_sight: usize, effects: &mut Vec<Effect>) {
        let looked_at = self.nav.visited.read.union(&self.nav.visited.used);
        let looked_at = looked_at.filter(|record| record.kind == Kind::Report).count() as u64;
        let others = self.overview.reports.saturating_sub(looked_at + 1).max(in_sight as u64);
        self.glance(community.into());
        self.open(Ref::from(community), effects);
        self.notice = Some(Notice::good(match (others, in_sight) {
            (0, _) => "the last unread report".to_owned(),
            (_, 0) => format!("{} more unread, none of them in sight", grouped(others)),
            _ => format!("{} more unread, {in_sight} in sight", grouped(others)),
        }));
    }

    pub(super) fn peek(&mut self, place: impl Into<Location>, effects: &mut Vec<Effect>) {
        let mut state = reader::State::new(reader::PEEK);
        state.set_glyphs(self.appearance.glyphs);
        let outcome = state.open(&place.into());
        self.overlays.retain(|overlay| !matches!(overlay, Overlay::Peek(_)));
        self.overlays.push(Overlay::Peek(Box::new(state)));
        self.carry_out(outcome, effects);
    }

    /// What the home page says of where one was.
    pub(super) fn around(&self) -> Around {
        let news = self.has_unseen_news().then(|| self.indexing.news.summary().to_owned());
        let was_read = |place: &&Location| self.nav.visited.read.contains(&place.record.record());
        let left = self.nav.history.current().filter(was_read).map(|place| {
            let title = place.title.clone();
            (place.record, title.unwrap_or_else(|| place.record.to_string()))
        });
        Around { news, left, coverage: self.coverage() }
    }

    /// Tells the reader that is meant by a lane.
    pub(super) fn tell_beside(&mut self, msg: panes::Msg) -> Outcome {
        self.nav.beside.as_mut().map_or_else(Outcome::nothing, |state| state.update(msg))
    }
}

/// Says how much is left that nobody looked at: short enough to stand beside the keys.
fn unread(others: usize, of: &str) -> Notice {
    Notice::good(match others {
        0 => format!("the last unread {of}"),
        _ => format!("{} more unread {of}", grouped(others as u64)),
    })
}
