//! The reader: one record as a page, its citations focusable in reading order, found in, folded, followed. Documents
//! are read through a window that moves along. The peek overlay is a reader too.

mod commands;
pub mod copy;
pub(in crate::tui) mod dressed;
mod find;
mod links;
mod mentions;
pub(in crate::tui) mod moving;
pub mod page;
pub mod view;

use std::collections::{BTreeSet, HashMap};

use mentions::Mentions;
use page::Page;

use super::{Msg, Outcome, Target};
use crate::model::{Anchor, CommunityId, Kind, Ref, Span};
use crate::tui::data::{BEFORE, Lane, Loaded, RecordPage, Request, Titled};
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::panes::nav::{Location, ReadingPlace};
use crate::tui::theme::{Glyphs, UNICODE};
use crate::tui::widgets::find::Find;
use crate::tui::widgets::markdown::Style;

/// The lanes that a reader asks on: the pane and the peek do not disturb each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes {
    pub record: Lane,
    pub text: Lane,
    pub names: Lane,
}

pub const PANE: Lanes = Lanes { record: Lane::Reader, text: Lane::ReaderText, names: Lane::ReaderNames };
pub const PEEK: Lanes = Lanes { record: Lane::Peek, text: Lane::PeekText, names: Lane::PeekNames };
pub const BESIDE: Lanes = Lanes { record: Lane::Beside, text: Lane::BesideText, names: Lane::BesideNames };

/// Where to stand once a page is built.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Goal {
    /// At the passage or finding that the reference names, else at the top.
    #[default]
    Anchor,
    Stand(ReadingPlace),
    /// At a byte of the text.
    Byte(usize),
    Bottom,
    /// Where one stands already.
    Keep,
}

#[derive(Clone, Debug)]
pub struct State {
    lanes: Lanes,
    /// What is open, or on its way.
    pub wanted: Option<Ref>,
    /// The words of it that were quoted where one came from.
    quote: Option<String>,
    /// What of a text is lit because one came for it.
    lit: Vec<Span>,
    pub record: Option<RecordPage>,
    pub page: Page,
    pub width: usize,
    pub height: usize,
    pub top: usize,
    pub link: Option<usize>,
    pub folded: BTreeSet<u32>,
    /// Long citations that are shown whole.
    whole: BTreeSet<u32>,
    pub find: Option<Find>,
    pub names: HashMap<Ref, Option<String>>,
    pub problem: Option<String>,
    /// What is told in the place of a record, where what one stands on is none.
    pub told: Option<String>,
    pub loading: bool,
    mentions: Option<Mentions>,
    /// How citations are shown.
    style: Style,
    goal: Goal,
    /// Where the window that was last asked for begins, so that it is asked for once.
    asked_from: Option<usize>,
    glyphs: Glyphs,
}

impl State {
    pub fn new(lanes: Lanes) -> State {
        State {
            lanes,
            wanted: None,
            quote: None,
            lit: Vec::new(),
            record: None,
            page: Page::default(),
            width: 0,
            height: 0,
            top: 0,
            link: None,
            folded: BTreeSet::new(),
            whole: BTreeSet::new(),
            find: None,
            names: HashMap::new(),
            problem: None,
            told: None,
            loading: false,
            mentions: None,
            style: Style::Notes,
            goal: Goal::Anchor,
            asked_from: None,
            glyphs: UNICODE,
        }
    }

    pub fn set_glyphs(&mut self, glyphs: Glyphs) {
        self.glyphs = glyphs;
    }

    /// Opens a record at a place, as one stood there before or at what the reference names.
    pub fn open(&mut self, location: &Location) -> Outcome {
        let record = location.record;
        self.keep_mentions(record);
        self.goal = location.standing.map_or(Goal::Anchor, Goal::Stand);
        self.folded.clone_from(&location.folded);
        self.whole.clear();
        self.find = None;
        (self.problem, self.told) = (None, None);
        self.wanted = Some(record);
        self.quote.clone_from(&location.quote);
        self.asked_from = None;
        self.loading = true;
        Outcome::load(self.lanes.record, Request::Record(record))
    }

    /// How one stands, to come back to.
    pub fn standing(&self) -> ReadingPlace {
        let place = self.page.places.get(self.top).copied().unwrap_or(0);
        let first = self.page.places.iter().position(|&at| at == place).unwrap_or(self.top);
        ReadingPlace { place, below: self.top.saturating_sub(first), link: self.link }
    }

    /// The record that has the focus: the link that the keys are on, else what is open.
    pub fn focused_ref(&self) -> Option<Ref> {
        self.link.and_then(|link| self.page.link_ref(link)).or(self.wanted)
    }

    /// True while ids stand in the place of footnotes.
    pub fn shows_ids(&self) -> bool {
        self.style == Style::Ids
    }

    /// Where the record that is open lies: what it is part of, from the outside in, and itself.
    pub fn path(&self) -> Vec<(Ref, String)> {
        let (Some(record), Some(title)) = (&self.record, self.title()) else { return Vec::new() };
        let of = |titled: &Titled| (titled.record, titled.title.clone());
        let (mut path, itself): (Vec<_>, Ref) = match record {
            RecordPage::Report(page) => (page.above.iter().map(of).collect(), page.report.community.into()),
            // What is everywhere lies in no community, though one holds it.
            RecordPage::Entity(page) if page.entity.ubiquitous => (Vec::new(), page.entity.id.into()),
            RecordPage::Entity(page) => (page.communities.iter().map(of).collect(), page.entity.id.into()),
            RecordPage::Relationship(page) => (Vec::new(), page.relationship.id.into()),
            RecordPage::Claim(page) => (vec![of(&page.subject)], page.claim.id.into()),
            RecordPage::Source(page) => {
                let part = format!("part {}", page.unit.ordinal + 1);
                return vec![(page.document.id.into(), title), (page.unit.id.into(), part)];
            }
            RecordPage::Document(page) => (Vec::new(), page.document.id.into()),
        };
        path.push((itself, title));
        path
    }

    /// What the record that is open is called.
    pub fn title(&self) -> Option<String> {
        Some(match self.record.as_ref()? {
            RecordPage::Report(page) => page.report.title.clone(),
            RecordPage::Entity(page) => page.entity.name.clone(),
            RecordPage::Relationship(page) => page.ends.each_ref().map(|end| end.title.as_str()).join(" – "),
            RecordPage::Claim(page) => page.claim.kind.clone(),
            RecordPage::Source(page) => page.name.clone(),
            RecordPage::Document(page) => page.name.clone(),
        })
    }

    /// What the record is called among other places: of a passage, which part of its document it is.
    pub fn place_name(&self) -> Option<String> {
        let title = self.title()?;
        Some(match &self.record {
            Some(RecordPage::Source(page)) => format!("{title}, part {}", page.unit.ordinal + 1),
            _ => title,
        })
    }

    /// True when a document has text beyond what is loaded of it.
    pub fn goes_beyond(&self) -> bool {
        matches!(&self.record, Some(RecordPage::Document(page)) if page.window.from > 0 || page.window.end() < page.window.of)
    }

    /// What an editor would open, and the words that are quoted of it: of a document, the line in sight.
    pub fn edited(&self) -> Option<(Ref, Option<String>)> {
        let record = match (&self.record, self.link.and_then(|link| self.page.link_ref(link))) {
            (_, Some(link)) if matches!(link.kind, Kind::Source | Kind::Document) => return Some(self.quoted(link)),
            (Some(RecordPage::Document(page)), _) => {
                let place = self.page.places.get(self.page.lit.filter(|&lit| lit >= self.top).unwrap_or(self.top));
                let at = place.copied().unwrap_or(0);
                Some(Ref::from(page.document.id).at(Anchor::Passage(Span::new(at, at + 1))))
            }
            _ => self.wanted,
        };
        record.map(|record| (record, None))
    }

    /// The community that a drill-down from here goes into: the one cited that the keys are on, else the one that is
    /// open.
    pub fn community(&self) -> Option<CommunityId> {
        self.focused_ref().filter(|record| record.kind == Kind::Report).map(|record| CommunityId(record.id))
    }

    /// When what is wanted is the report shown last, or one above it: that report, and what stands above the wanted
    /// one.
    pub fn lost_report(&self) -> Option<(Ref, Option<Ref>)> {
        let Some(RecordPage::Report(page)) = &self.record else { return None };
        let lost = Ref::from(page.report.community);
        let line: Vec<Ref> = page.above.iter().map(|above| above.record).chain([lost]).collect();
        let at = line.iter().position(|&record| Some(record) == self.wanted.map(Ref::record))?;
        Some((lost, at.checked_sub(1).map(|above| line[above])))
    }

    pub fn typing(&self) -> bool {
        self.find.as_ref().is_some_and(|find| find.typing)
    }

    pub fn failed(&mut self, why: String) {
        self.loading = false;
        self.problem = Some(why);
        // Nothing of the record before is left to be taken for this one.
        self.record = None;
        self.page = Page::default();
        (self.top, self.link, self.find) = (0, None, None);
    }

    /// Tells something in the place of a record.
    pub fn tell(&mut self, told: String) {
        self.failed(String::new());
        (self.wanted, self.quote, self.problem, self.told) = (None, None, None, Some(told));
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        let outcome = self.take(msg);
        self.forget_unseen_link();
        outcome
    }

    fn take(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
            Msg::Key(chord) => {
                if let Some(find) = self.find.as_mut().filter(|find| find.typing)
                    && find.field.key(chord)
                {
                    self.search();
                }
                Outcome::nothing()
            }
            Msg::Paste(text) => {
                if let Some(find) = self.find.as_mut().filter(|find| find.typing) {
                    find.field.paste(&text);
                    self.search();
                }
                Outcome::nothing()
            }
            Msg::Wheel(by) => self.scroll(by),
            Msg::Click(Target::Link(link, _)) => {
                self.link = Some(link as usize);
                self.follow()
            }
            Msg::Click(_) => Outcome::nothing(),
            Msg::Peek(link) => {
                self.link = Some(link as usize);
                self.command(Command::Peek)
            }
            Msg::Loaded(loaded) => self.loaded(loaded),
            Msg::Resize { width, height } => {
                if (width, height) != (self.width, self.height) {
                    let standing = self.standing();
                    let wider = width != self.width;
                    (self.width, self.height) = (width, height);
                    let first = self.page.rows.is_empty();
                    if wider && self.record.is_some() {
                        self.rewrap(standing);
                    }
                    self.clamp();
                    self.show_link();
                    // A page that was loaded before it had any room is made only now.
                    if first {
                        return self.missing_names();
                    }
                }
                Outcome::nothing()
            }
        }
    }

    /// Asks for the titles of what the page links to, as far as they are not known.
    pub(super) fn missing_names(&self) -> Outcome {
        let missing: Vec<Ref> =
            self.page.refs().into_iter().filter(|record| !self.names.contains_key(record)).collect();
        match missing.is_empty() {
            true => Outcome::nothing(),
            false => Outcome::load(self.lanes.names, Request::Names(missing)),
        }
    }

    fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::Record(record) => {
                self.loading = false;
                self.problem = None;
                self.link = None;
                self.record = Some(*record);
                self.light();
                self.top = 0;
                let goal = self.goal;
                self.build();
                let names = self.missing_names();
                let document = match &self.record {
                    // The passage may lie far from the beginning, where the first window is.
                    Some(RecordPage::Document(page)) => match (goal, self.wanted.and_then(|wanted| wanted.anchor)) {
                        (Goal::Stand(standing), _) => Some((standing.place, page.window.from, page.window.end())),
                        (_, Some(Anchor::Passage(span))) => Some((span.start, page.window.from, page.window.end())),
                        _ => None,
                    },
                    _ => None,
                };
                let text = match document {
                    Some((at, from, to)) if !(from..=to).contains(&at) => {
                        self.text_from(at.saturating_sub(BEFORE), goal)
                    }
                    _ => Outcome::nothing(),
                };
                text.and(names)
            }
            Loaded::Names(names) => {
                self.names.extend(names);
                // The titles of what is cited stand in the page.
                if !self.loading {
                    let link = self.link;
                    self.goal = Goal::Keep;
                    self.build();
                    self.link = link;
                }
                Outcome::nothing()
            }
            Loaded::Text(window) => {
                let standing = self.standing();
                if let Some(RecordPage::Document(page)) = &mut self.record {
                    page.window = window;
                    if self.lit.is_empty() {
                        self.light();
                    }
                    if self.goal == Goal::Keep {
                        self.goal = Goal::Stand(standing);
                    }
                    self.build();
                }
                Outcome::nothing()
            }
            Loaded::FoundInText(Some(span)) => {
                self.text_from(span.start.saturating_sub(BEFORE), Goal::Byte(span.start))
            }
            Loaded::Mentions(places) => self.mentions_came(places),
            Loaded::FoundInText(None) => {
                let found = self.find.as_ref().is_some_and(|find| !find.is_nowhere());
                let text = if found { "found nowhere else in this document" } else { "found nowhere in this document" };
                Outcome::notice(Notice::good(text))
            }
            _ => Outcome::nothing(),
        }
    }
}
