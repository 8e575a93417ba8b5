//! Commands: what is the same everywhere here, the rest in the layer that has the focus; those of overlays in
//! `overlay_commands`.

use super::several::about;
use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, Scope};
use crate::tui::app::App;
use crate::tui::app::tour::Tour;
use crate::tui::data::{Lane, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::{Command, Layer};
use crate::tui::notice::Notice;
use crate::tui::overlays::finder::Purpose;
use crate::tui::overlays::{Overlay, confirm, help, list, news, palette, progress};
use crate::tui::panes::{self, Msg, PaneId, lies_in_file, motion};
use crate::tui::placing::layout::{self, Splits};
use crate::tui::placing::{Hints, Letter};
use crate::tui::session::start::State;

/// Rows by which the reader is scrolled from another pane.
const TEXT_ROWS: isize = 5;

impl App {
    pub(super) fn quit(&mut self, effects: &mut Vec<Effect>) {
        self.stop_answering(effects);
        if self.is_open {
            effects.push(Effect::SaveState);
        }
        effects.push(Effect::Quit);
    }

    /// Runs a command: what is the same everywhere here, the rest in the layer that has the focus.
    pub(in crate::tui) fn command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let layer = self.layer();
        match command {
            // What is written is not lost to a key that elsewhere stops something.
            Command::Quit if layer == Layer::Question && self.chat.put_draft_aside() => {
                self.input.leaving = true;
                self.notice = Some(Notice::good("put aside: ↑ brings it back; Ctrl-C once more quits"));
            }
            // Whoever means to stop an answer that has just come does not mean to leave.
            Command::Quit if layer == Layer::Question && !self.input.leaving => {
                self.input.leaving = true;
                self.notice = Some(Notice::good("Ctrl-C once more quits"));
            }
            Command::Quit => {
                let running = self.indexing.job.as_ref().is_some_and(|job| job.ending.is_none());
                if running && !matches!(self.overlays.last(), Some(Overlay::Confirm(_))) {
                    let question = "Indexing is under way. Quit all the same? It goes on where it stopped next time.";
                    let then = vec![Effect::StopJob, Effect::SaveState, Effect::Quit];
                    self.overlays.push(Overlay::Confirm(confirm::State {
                        question: question.into(),
                        then,
                        ..confirm::State::default()
                    }));
                } else {
                    self.quit(effects);
                }
            }
            // The key that opened it closes it.
            Command::Help if matches!(self.overlays.last(), Some(Overlay::Help(_))) => drop(self.overlays.pop()),
            Command::Help => self.overlays.push(Overlay::Help(help::State::new(layer))),
            Command::Palette if matches!(self.overlays.last(), Some(Overlay::Help(_))) => {
                self.overlays.pop();
                self.command(Command::Palette, effects);
            }
            Command::Redraw => effects.push(Effect::Redraw),
            Command::Suspend => effects.push(Effect::Suspend),
            Command::NextTheme if matches!(self.overlays.last(), Some(Overlay::Themes(_))) => {}
            Command::NextTheme => self.choose_theme(),
            Command::ToggleMouse => {
                self.input.mouse = !self.input.mouse;
                effects.push(Effect::ToggleMouse);
                let text = if self.input.mouse {
                    "the mouse is Gleaner's"
                } else {
                    "the mouse is the terminal's: select text"
                };
                self.notice = Some(Notice::good(text));
            }
            Command::Hints => {
                let focus = self.overlays.is_empty().then_some(self.panes.focus);
                let hints = Hints::new(&self.regions, focus, |pane, link| self.letter_of(pane, link));
                if hints.hints.is_empty() {
                    self.notice = Some(Notice::good("there is no link in sight"));
                } else {
                    self.input.hints = Some(hints);
                }
            }
            _ if self.picture_command(command, effects) => {}
            _ if self.compare_command(command, effects) => {}
            _ if self.differences_command(command, effects) => {}
            _ if self.chats_command(command, effects) => {}
            _ if self.job_command(command, effects) => {}
            _ if !self.overlays.is_empty() => self.overlay_command(command, effects),
            _ if self.start.is_some() => self.start_command(command, effects),
            _ => self.pane_command(command, layer, effects),
        }
    }

    pub(super) fn start_command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        if let Some(by) = motion(command, 10) {
            return self.front_moves(by, effects);
        }
        if command == Command::Complete {
            if self.start.as_mut().is_some_and(State::next_choice) {
                return;
            }
            match self.start.as_ref().and_then(|state| state.path_begun()) {
                Some(path) => effects.push(Effect::Complete(path.to_owned())),
                None => self.front_moves(1, effects),
            }
            return;
        }
        if command == Command::Forget {
            let forgotten = self.start.as_mut().and_then(|state| state.forget());
            effects.extend(forgotten.map(Effect::ForgetIndex));
            return;
        }
        if command == Command::Escape {
            match self.start.as_ref().is_some_and(|state| state.back) {
                true => self.start = None,
                false => self.quit(effects),
            }
            return;
        }
        if command == Command::Open
            && let Some(state) = &self.start
        {
            match state.selected() {
                Some(target) => {
                    self.stop_answering(effects);
                    effects.push(Effect::OpenIndex(target));
                }
                None => self.notice = Some(Notice::good("type or paste the path of a folder")),
            }
        }
    }

    pub(super) fn pane_command(&mut self, command: Command, layer: Layer, effects: &mut Vec<Effect>) {
        match command {
            _ if self.chat_command(command, effects) => {}
            _ if self.arrange_panes(command) => {}
            _ if self.lay_over_panes(command, layer, effects) => {}
            Command::Drill if self.panes.focus == PaneId::Chat && !self.chat.is_on_report() && self.strip_hints() => {}
            // Mentions are stepped through where they are read.
            Command::NextMatch | Command::PreviousMatch | Command::NextDocument | Command::PreviousDocument
                if self.panes.focus == PaneId::Browser =>
            {
                self.step_mentions(command, effects);
            }
            Command::FindPath => self.find_way_from_pane(effects),
            Command::Back | Command::Forward => self.walk(command == Command::Back, effects),
            Command::NextSibling | Command::PreviousSibling => {
                self.sibling(command == Command::NextSibling, effects);
            }
            Command::Tour => {
                self.tour = Some(Tour::default());
                self.go_to(PaneId::Home);
            }
            // What else narrows the documents of a time is given up first.
            Command::Escape if self.is_at_time_alone() && self.leave_time(effects) => {}
            // What is being written, or answered, is left first.
            Command::Escape
                if !matches!(layer, Layer::Input | Layer::Question | Layer::Found)
                    && self.chat.running().is_none()
                    && !self.is_filtered()
                    && self.tour.take().is_some() => {}
            Command::NextUnread => self.next_unread(effects),
            Command::TextDown => self.scroll_text(TEXT_ROWS, effects),
            Command::TextUp => self.scroll_text(-TEXT_ROWS, effects),
            Command::Home => self.go_home(),
            // Elsewhere nobody stands at an answer.
            Command::Ask if self.panes.focus != PaneId::Chat => {
                self.notice = self.chat.set_aside().or_else(|| self.notice.take());
                self.go_to(PaneId::Chat);
                self.chat.typing = true;
            }
            Command::AskHere => {
                let from = self.panes.focus;
                self.ask_here();
                self.nav.left.to_ask = (self.panes.focus != from).then_some(from);
            }
            Command::Escape if layer == Layer::Question => self.leave_question(effects),
            Command::Edit => self.edit(effects),
            Command::Copy | Command::CopyPlain => self.copy(command == Command::CopyPlain, effects),
            Command::Start => effects.extend([Effect::SaveState, Effect::Start]),
            // Of the chat, from anywhere.
            Command::CycleMode
            | Command::Deeper
            | Command::Shallower
            | Command::WholeScope
            | Command::SwitchAnalyst
            | Command::Retry
            | Command::EditQuestion
            | Command::Trace
            | Command::ByDay
                if self.panes.focus != PaneId::Chat =>
            {
                self.go_to(PaneId::Chat);
                let outcome = self.chat.update(panes::Msg::Command(command));
                self.carry_out(outcome, effects);
            }
            _ => {
                let outcome = self.tell(self.panes.focus, panes::Msg::Command(command));
                self.carry_out(outcome, effects);
            }
        }
    }

    /// Goes to another pane, or gives one another size; false where a command does something else.
    fn arrange_panes(&mut self, command: Command) -> bool {
        match command {
            Command::Wider | Command::Narrower | Command::Taller | Command::Shorter => self.resize_pane(command),
            Command::ResetPanes => self.panes.splits = Splits::default(),
            Command::NextPane => self.go_to(self.panes.focus.next()),
            Command::PreviousPane => self.go_to(self.panes.focus.previous()),
            Command::FocusTree => self.go_to(PaneId::Tree),
            Command::FocusBrowser => self.go_to(PaneId::Browser),
            Command::FocusReader => self.go_to(PaneId::Reader),
            Command::FocusChat => self.go_to(PaneId::Chat),
            Command::Zoom => self.toggle_zoom(),
            _ => return false,
        }
        true
    }

    /// Opens what lies over the panes; false where a command does something else.
    fn lay_over_panes(&mut self, command: Command, layer: Layer, effects: &mut Vec<Effect>) -> bool {
        match command {
            Command::Palette => {
                let state = palette::State::new(layer, &self.input.keymap, list::height(self.screen, false));
                self.overlays.push(Overlay::Palette(state));
            }
            Command::Find => self.open_finder(Purpose::Open),
            Command::Differences => self.open_differences(effects),
            Command::News => self.open_news(),
            Command::Narrow => self.open_narrow(effects),
            Command::Progress => self.overlays.push(Overlay::Progress(progress::State::default())),
            Command::Graph => self.open_graph(effects),
            Command::Timeline => self.open_timeline(effects),
            _ => return false,
        }
        true
    }

    /// True while what the focused list shows is less than all of it, which goes first.
    fn is_filtered(&self) -> bool {
        match self.panes.focus {
            PaneId::Tree => self.tree.filter.is_on(),
            PaneId::Browser => self.browser.filter.is_on() || !self.browser.parts.is_empty(),
            _ => false,
        }
    }

    /// True where the browser lists the documents of a time and is narrowed by nothing more.
    fn is_at_time_alone(&self) -> bool {
        let alone = !self.browser.filter.is_on() && self.browser.parts.len() == 1;
        self.panes.focus == PaneId::Browser && alone
    }

    /// Stops writing a question; whoever wrote none is again where it was begun.
    fn leave_question(&mut self, effects: &mut Vec<Effect>) {
        let outcome = self.tell(PaneId::Chat, Msg::Command(Command::Escape));
        self.carry_out(outcome, effects);
        match (self.chat.question.is_empty(), self.nav.left.to_ask.take()) {
            (true, Some(from)) => self.go_to(from),
            (true, None) => {}
            // What is written is kept, whatever becomes of the program.
            (false, _) => effects.push(Effect::SaveState),
        }
    }

    /// Opens the entity that is selected in the browser and goes to a mention of it.
    fn step_mentions(&mut self, command: Command, effects: &mut Vec<Effect>) {
        if self.browser.kind != Kind::Entity {
            self.notice = Some(Notice::good("only an entity has mentions to step through"));
            return;
        }
        let Some(row) = self.browser.selected().and_then(|id| self.browser.rows.get(&id)).cloned() else { return };
        // Back from the mentions one comes to what they are of.
        self.open(Ref::from(EntityId(row.id)), effects);
        let forward = matches!(command, Command::NextMatch | Command::NextDocument);
        let by_document = matches!(command, Command::NextDocument | Command::PreviousDocument);
        let outcome = self.reader.mentions_of(EntityId(row.id), row.name, forward, by_document);
        self.carry_out(outcome, effects);
    }

    /// Shows what is new, as it was left.
    fn open_news(&mut self) {
        let height = list::height(self.screen, true);
        let kept = self.indexing.news_seen.list.take().filter(|list| list.is_of(&self.indexing.news));
        let list = kept.unwrap_or_else(|| news::State::new(self.indexing.news.clone(), height));
        self.indexing.news_seen.build.clone_from(&self.indexing.news.build);
        self.overlays.push(Overlay::News(list));
    }

    /// Scrolls the text that is read, from another pane.
    fn scroll_text(&mut self, by: isize, effects: &mut Vec<Effect>) {
        // Where the reader is out of sight, what has its place is scrolled: the home page, a chat alone on the screen.
        let reads = layout::lay(&self.layout()).panes.iter().any(|(pane, _)| *pane == PaneId::Reader);
        let pane = if reads && self.panes.focus != PaneId::Home { PaneId::Reader } else { self.panes.focus };
        let outcome = self.tell(pane, Msg::Wheel(by));
        self.carry_out(outcome, effects);
    }

    /// Moves a border of the pane that has the focus.
    fn resize_pane(&mut self, command: Command) {
        let tall = matches!(command, Command::Taller | Command::Shorter);
        let more = matches!(command, Command::Wider | Command::Taller);
        let setting = self.layout();
        if !layout::grow(&mut self.panes.splits, &setting, tall, more) {
            self.notice = Some(Notice::good("there is no border to move here"));
        }
    }

    /// Gives the pane that has the focus the whole screen, or takes it back.
    fn toggle_zoom(&mut self) {
        let before = layout::lay(&self.layout());
        self.panes.zoom = !self.panes.zoom;
        if layout::lay(&self.layout()) == before {
            self.panes.zoom = !self.panes.zoom;
            self.notice = Some(Notice::good("this pane has the whole screen already"));
        } else if self.panes.focus == PaneId::Chat {
            // What its citation leads to is shown beside it at once.
            self.nav.pointed = self.reader.wanted;
        }
    }

    /// The letter of its own that stands at a link.
    fn letter_of(&self, pane: PaneId, link: u32) -> Letter {
        match pane {
            PaneId::Chat if self.chat.page.strip.iter().any(|&(other, _)| other == link) => Letter::MakesWay,
            PaneId::Home => self.home.label_of(link).map_or(Letter::None, |label| Letter::Holds(label.to_owned())),
            _ => Letter::None,
        }
    }

    /// The record that a command on "this" means.
    pub(in crate::tui) fn focused_ref(&self) -> Option<Ref> {
        match self.panes.focus {
            PaneId::Tree => self.tree.selected_ref(),
            PaneId::Browser => self.browser.selected_ref(),
            PaneId::Reader => self.reader.focused_ref(),
            PaneId::Chat => self.chat.focused_ref(),
            PaneId::Home => self.home.focused_ref(),
        }
    }

    /// What a record is called that the focus is on, or that is read.
    pub(in crate::tui) fn title_of(&self, record: Ref) -> String {
        let read = || self.reader.title().filter(|_| self.reader.wanted.map(Ref::record) == Some(record.record()));
        let linked = || self.reader.names.get(&record.record()).cloned().flatten();
        let in_chat = || self.chat.names.get(&record.record()).cloned().flatten();
        let in_tree = || {
            let selected = self.tree.selected().and_then(|node| node.community());
            selected.filter(|row| Ref::from(row.id) == record.record()).map(|row| row.title.clone())
        };
        let in_browser = || {
            let of_kind = Some(&self.browser).filter(|browser| browser.kind == record.kind);
            of_kind.and_then(|browser| browser.rows.get(&record.id)).map(|row| row.name.clone())
        };
        let title = linked().or_else(read).or_else(in_tree).or_else(in_browser).or_else(in_chat);
        title.unwrap_or_else(|| record.to_string())
    }

    /// Narrows the next question to the community or document that is open.
    pub(super) fn ask_here(&mut self) {
        if self.ask_of_marked() {
            return;
        }
        let here = self.focused_ref().or(self.reader.wanted);
        match here {
            Some(record) if matches!(record.kind, Kind::Report | Kind::Document) => {
                let scope = match record.kind {
                    Kind::Report => Scope { communities: vec![CommunityId(record.id)], ..Scope::default() },
                    _ => Scope { documents: vec![DocumentId(record.id)], ..Scope::default() },
                };
                // What was written for this part is gone on with.
                if scope != self.chat.next.scope {
                    self.notice = self.chat.set_aside().or_else(|| self.notice.take());
                }
                self.chat.begin_inside(scope, self.title_of(record));
            }
            // Of what has no part of its own it is asked by its name.
            Some(record) if record.kind == Kind::Entity => {
                let Some(question) = about(&[self.title_of(record)]) else { return };
                self.go_to(PaneId::Chat);
                return self.chat.compose(question);
            }
            _ => {
                self.notice =
                    Some(Notice::good("open a report or a document first: a question can be put to it alone"));
                return;
            }
        }
        self.go_to(PaneId::Chat);
    }

    pub(super) fn edit(&mut self, effects: &mut Vec<Effect>) {
        let edited = match self.panes.focus {
            PaneId::Reader => self.reader.edited(),
            // What lies open beside the chat was not pointed at.
            PaneId::Chat => self.chat.edited(),
            _ => self.focused_ref().or(self.reader.wanted).map(|record| (record, None)),
        };
        match edited {
            Some((record, words)) if lies_in_file(record.kind) => {
                self.load(Lane::Place, Request::Place(record, words), effects);
            }
            _ if self.panes.focus == PaneId::Chat => {
                self.notice = Some(Notice::good("e opens the file of what is cited: go to a passage with → first"));
            }
            _ => {
                self.notice = Some(Notice::good("e opens the file of a passage or a document: follow a citation first"))
            }
        }
    }
}
