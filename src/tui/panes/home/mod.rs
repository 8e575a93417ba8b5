//! The home page: what a pile is, before anything of it is opened. Its subjects, people, organisations and places, when
//! it is from and what to ask of it, each with a key of its own that opens it.

mod page;
pub mod view;

use super::browser::Listing;
use super::{Intent, Msg, Outcome, PaneId, Target, motion};
use crate::model::Ref;
use crate::tui::data::{HomePage, Lane, Loaded, Request};
use crate::tui::keys::{Chord, Command};
use crate::tui::notice::Notice;
use crate::tui::theme::{Glyphs, UNICODE};
use crate::tui::widgets::window::top_within;
use page::{Item, Page};

/// What an item of the page does.
#[derive(Clone, Debug, PartialEq)]
pub enum Go {
    Open(Ref),
    /// Opens a passage at the words that are quoted from it.
    Quoted(Ref, String),
    /// Lists what it is made of in the browser.
    List(Listing),
    /// Goes to a report in the tree.
    InTree(Ref),
    Ask(String),
    Run(Command),
}

/// What a key of the page stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// The item at this position.
    Whole(usize),
    /// Items whose keys begin so: each with its key and the record that it opens, and what is typed.
    Begun(Vec<(u32, String, Option<Ref>)>, String),
}

/// Where one was, to go back there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// What the last update did, in words, where there is something that was not looked at.
    pub news: Option<String>,
    /// How much was looked at, in words.
    pub coverage: Option<String>,
    /// The record that one was at when one left.
    pub left: Option<(Ref, String)>,
}

impl Go {
    /// The record that it opens, which can be peeked at.
    pub fn record(&self) -> Option<Ref> {
        match self {
            Go::Open(record) | Go::Quoted(record, _) => Some(*record),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct State {
    pub content: Option<HomePage>,
    page: Page,
    around: Around,
    /// Keys that items may have.
    keys: Vec<char>,
    /// The item that the keys are on.
    pub at: usize,
    pub top: usize,
    width: usize,
    height: usize,
    glyphs: Glyphs,
    pub problem: Option<String>,
}

impl Default for State {
    fn default() -> State {
        State {
            content: None,
            page: Page::default(),
            around: Around::default(),
            keys: Vec::new(),
            at: 0,
            top: 0,
            width: 0,
            height: 0,
            glyphs: UNICODE,
            problem: None,
        }
    }
}

impl State {
    pub fn set(&mut self, glyphs: Glyphs, keys: Vec<char>) {
        (self.glyphs, self.keys) = (glyphs, keys);
    }

    pub fn reload(&self) -> Outcome {
        Outcome::load(Lane::Home, Request::Home)
    }

    /// Says where one was and what is new.
    pub fn set_around(&mut self, around: Around) {
        if around != self.around {
            self.around = around;
            self.build();
        }
    }

    /// What a key stands for.
    pub fn labelled(&self, chord: Chord) -> Option<Label> {
        let typed = chord.typed()?.to_string();
        let label = |item: &Item| item.label.clone().filter(|label| label.starts_with(&typed));
        let begun = (0..).zip(&self.page.items);
        let begun = begun.filter_map(|(at, item)| Some((at, label(item)?, item.go.record())));
        let begun: Vec<(u32, String, Option<Ref>)> = begun.collect();
        match begun.as_slice() {
            [] => None,
            [(at, label, _)] if *label == typed => Some(Label::Whole(*at as usize)),
            _ => Some(Label::Begun(begun, typed)),
        }
    }

    /// The key of an item, where it has one.
    pub fn label_of(&self, item: u32) -> Option<&str> {
        self.page.items.get(item as usize)?.label.as_deref()
    }

    /// What the record is that the keys are on.
    pub fn focused_ref(&self) -> Option<Ref> {
        self.page.items.get(self.at)?.go.record()
    }

    pub fn choose(&mut self, at: usize) -> Outcome {
        self.at = at;
        self.show();
        match self.page.items.get(at).map(|item| item.go.clone()) {
            Some(Go::Open(record)) => Outcome::intent(Intent::Open(record)),
            Some(Go::Quoted(record, quote)) => Outcome::intent(Intent::OpenQuoted(record, quote)),
            Some(Go::List(listing)) => Outcome::intent(Intent::List(listing)),
            Some(Go::InTree(record)) => {
                Outcome::intent(Intent::Open(record)).and(Outcome::intent(Intent::Focus(PaneId::Tree)))
            }
            Some(Go::Ask(question)) => Outcome::intent(Intent::Ask(question)),
            Some(Go::Run(command)) => Outcome::intent(Intent::Run(command)),
            None => Outcome::nothing(),
        }
    }

    /// Stands on the first of what the pile is about, with what it is in sight above.
    pub fn begin(&mut self) {
        self.at = self.page.first;
        self.show();
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
            Msg::Key(_) | Msg::Paste(_) => Outcome::nothing(),
            Msg::Wheel(by) => {
                self.top = self.top.saturating_add_signed(by);
                self.clamp();
                Outcome::nothing()
            }
            Msg::Click(Target::Link(link, _)) => self.choose(link as usize),
            Msg::Click(_) | Msg::Peek(_) => Outcome::nothing(),
            Msg::Loaded(Loaded::Home(content)) => {
                let begins = self.content.replace(*content).is_none();
                self.problem = None;
                self.build();
                if begins {
                    self.begin();
                }
                Outcome::nothing()
            }
            Msg::Loaded(_) => Outcome::nothing(),
            Msg::Resize { width, height } => {
                if (width, height) != (self.width, self.height) {
                    let begins = self.page.items.is_empty();
                    (self.width, self.height) = (width, height);
                    self.build();
                    if begins {
                        self.begin();
                    }
                }
                Outcome::nothing()
            }
        }
    }

    fn command(&mut self, command: Command) -> Outcome {
        if let Some(by) = motion(command, self.height) {
            let last = self.page.items.len().saturating_sub(1);
            self.at = self.at.saturating_add_signed(by).min(last);
            self.show();
            return Outcome::nothing();
        }
        match command {
            Command::Open => self.choose(self.at),
            Command::Peek => match self.focused_ref() {
                Some(record) => Outcome::intent(Intent::Peek(record)),
                None => Outcome::notice(Notice::good("there is nothing to peek at here: Enter does it")),
            },
            // To the other column, at the same height.
            Command::NextLink | Command::PreviousLink => {
                let Some(here) = self.page.items.get(self.at) else { return Outcome::nothing() };
                let (row, right) = (here.row, command == Command::NextLink);
                let items = self.page.items.iter().enumerate().filter(|(_, item)| item.right == right);
                if let Some((at, _)) = items.min_by_key(|(_, item)| item.row.abs_diff(row)) {
                    self.at = at;
                    self.show();
                }
                Outcome::nothing()
            }
            _ => Outcome::nothing(),
        }
    }

    fn build(&mut self) {
        let Some(content) = self.content.as_ref().filter(|_| self.width > 0) else { return };
        self.page = page::build(content, &self.around, (self.width, self.height), &self.keys, &self.glyphs);
        self.at = self.at.min(self.page.items.len().saturating_sub(1));
        self.clamp();
    }

    fn clamp(&mut self) {
        self.top = top_within(self.top, self.page.rows.len(), self.height);
    }

    fn show(&mut self) {
        let Some(item) = self.page.items.get(self.at) else { return };
        if self.at <= self.page.first {
            // What the pile is stands above what it is about.
            self.top = 0;
        }
        if item.row < self.top + 1 {
            self.top = item.row.saturating_sub(2);
        } else if item.row + 1 >= self.top + self.height {
            self.top = (item.row + 2).saturating_sub(self.height);
        }
        self.clamp();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;
    use crate::tui::data::{HomeQuote, HomeRow, Narrow, Part};
    use crate::tui::widgets::rich::Row;

    #[test]
    fn what_has_no_room_is_gone_on_with_in_the_tree() {
        let mut state = State::default();
        state.set(UNICODE, vec!['b', 'c', '5']);
        state.update(Msg::Resize { width: 80, height: 8 });
        let subject = |id| HomeRow {
            record: Ref::new(Kind::Report, id),
            title: format!("Subject {id}"),
            documents: 4,
            line: String::new(),
        };
        let content = HomePage { subjects: (0..12).map(subject).collect(), all_subjects: 15, ..HomePage::default() };
        state.update(Msg::Loaded(Loaded::Home(Box::new(content))));
        let text: Vec<String> = state.page.rows.iter().map(Row::text).collect();
        assert!(text.iter().any(|row| row.contains("6 more communities")), "{text:?}");
        let intents = state.choose(state.page.first + 9).intents;
        assert_eq!(intents, [Intent::Open(Ref::new(Kind::Report, 9)), Intent::Focus(PaneId::Tree)]);
        // One more is told on the line that would say so.
        let content = HomePage { subjects: (0..10).map(subject).collect(), all_subjects: 10, ..HomePage::default() };
        state.update(Msg::Loaded(Loaded::Home(Box::new(content))));
        let text: Vec<String> = state.page.rows.iter().map(Row::text).collect();
        let told = |words: &str| text.iter().any(|row| row.contains(words));
        assert!(told("Subject 9") && !told("more communit"), "{text:?}");
    }

    #[test]
    fn what_is_quoted_is_cut_only_where_there_is_no_room_for_it() {
        let line = "the weir stood open for the whole of the night ".repeat(7) + "and was shut at dawn";
        let record = Ref::new(Kind::Report, 12);
        let subject = HomeRow { record, title: "The weir".to_owned(), documents: 4, line };
        let content = HomePage { subjects: vec![subject; 5], all_subjects: 5, ..HomePage::default() };
        for (height, whole) in [(12, false), (56, true)] {
            let mut state = State::default();
            state.set(UNICODE, vec!['b', 'c', 'd', '5']);
            state.update(Msg::Resize { width: 104, height });
            state.update(Msg::Loaded(Loaded::Home(Box::new(content.clone()))));
            let text: String = state.page.rows.iter().map(Row::text).collect();
            assert_eq!((text.contains("shut at dawn"), text.contains('…')), (whole, !whole), "{height}: {text}");
        }
    }

    #[test]
    fn what_is_quoted_takes_the_room_that_names_beside_it_leave() {
        let record = Ref::new(Kind::Report, 12);
        let row = |title: &str, line: String| HomeRow { record, title: title.to_owned(), documents: 4, line };
        let line = "the weir stood open for the whole of the night ".repeat(4) + "and was shut at dawn";
        let names = vec![row("Ada Voss", String::new()); 9];
        let content = HomePage {
            subjects: vec![row("The weir", line); 5],
            all_subjects: 5,
            people: names.clone(),
            places: names.clone(),
            terms: names,
            ..HomePage::default()
        };
        // Beside the names, whether or not one scrolls; never where that makes the page longer.
        for (width, height, whole) in [(196, 56, true), (116, 36, true), (116, 16, true), (76, 20, false)] {
            let mut state = State::default();
            state.set(UNICODE, vec!['b', 'c', 'd', '5']);
            state.update(Msg::Resize { width, height });
            state.update(Msg::Loaded(Loaded::Home(Box::new(content.clone()))));
            let text: String = state.page.rows.iter().map(Row::text).collect();
            assert_eq!(text.contains("shut at dawn"), whole, "{width}: {text}");
        }
    }

    fn home(width: usize) -> State {
        let mut state = State::default();
        state.set(UNICODE, vec!['b', 'c', 'd', '5']);
        state.update(Msg::Resize { width, height: 8 });
        let row = |kind, id, title: &str| HomeRow {
            record: Ref::new(kind, id),
            title: title.to_owned(),
            documents: 4,
            line: String::new(),
        };
        let content = HomePage {
            subjects: vec![row(Kind::Report, 12, "The quay"), row(Kind::Report, 7, "The dues")],
            people: vec![row(Kind::Entity, 3, "Ada Voss")],
            gist: vec![HomeQuote {
                said: "“The weir stood open.” — Log".to_owned(),
                from: Some((Ref::new(Kind::Source, 5), "The weir".to_owned())),
            }],
            documents: 4,
            dates: Some((0, 864_000)),
            kinds: vec![Part { narrow: Narrow::Kind(Some("mail".to_owned())), label: "mail".to_owned(), count: 3 }],
            titled: vec!["Log of".to_owned()],
            questions: vec!["Who warned?".to_owned()],
            ..HomePage::default()
        };
        state.update(Msg::Loaded(Loaded::Home(Box::new(content))));
        state
    }

    #[test]
    fn subjects_and_questions_have_keys_and_the_keys_open() {
        for width in [40, 120] {
            let mut state = home(width);
            let opens = |state: &mut State, key: &str| {
                let Some(Label::Whole(at)) = state.labelled(key.parse().unwrap()) else { panic!("no label {key}") };
                state.choose(at).intents
            };
            assert_eq!(opens(&mut state, "c"), [Intent::Open(Ref::new(Kind::Report, 7))]);
            assert_eq!(opens(&mut state, "5"), [Intent::Ask("Who warned?".into())]);
            // Digits that go to a pane elsewhere do so here.
            assert_eq!(state.labelled("4".parse().unwrap()), None);
        }
    }

    #[test]
    fn everything_that_is_named_has_a_key_of_one_letter_or_two() {
        for width in [40, 80, 120, 200] {
            let state = home(width);
            assert!(state.page.items.iter().all(|item| item.label.is_some()), "{width}: {:?}", state.page.items);
            let goes = |go: &Go| state.page.items.iter().any(|item| item.go == *go);
            let part = |narrow, label: &str, count| Some(Part { narrow, label: label.to_owned(), count });
            let people = part(Narrow::Type("person".to_owned()), "person", 0);
            let mail = part(Narrow::Kind(Some("mail".to_owned())), "mail", 3);
            for go in [
                Go::Quoted(Ref::new(Kind::Source, 5), "The weir".to_owned()),
                Go::List(Listing { kind: Kind::Document, part: None, filter: None }),
                Go::List(Listing { kind: Kind::Entity, part: people, filter: None }),
                Go::List(Listing { kind: Kind::Document, part: mail, filter: None }),
                Go::List(Listing { kind: Kind::Document, part: None, filter: Some("Log of".to_owned()) }),
                Go::Run(Command::Timeline),
                Go::Open(Ref::new(Kind::Entity, 3)),
            ] {
                assert!(goes(&go), "{width}: {go:?}");
            }
            // What a key begins, the next one ends.
            let Some(Label::Begun(begun, typed)) = state.labelled('d'.into()) else { panic!("{width}") };
            assert!(begun.iter().all(|(_, label, _)| label.starts_with(&typed) && label.len() == 2));
            assert!(begun.iter().any(|(_, _, record)| *record == Some(Ref::new(Kind::Entity, 3))));
            let text: Vec<String> = state.page.rows.iter().map(Row::text).collect();
            let person = begun.iter().find(|(.., record)| *record == Some(Ref::new(Kind::Entity, 3))).unwrap();
            assert!(!text.iter().any(|row| row.contains(&person.1)), "shown where letters are asked for: {text:?}");
        }
    }

    #[test]
    fn on_a_broad_page_what_to_ask_and_names_stand_beside_the_subjects_and_are_reached_by_arrows() {
        let mut state = home(190);
        let rows: Vec<String> = state.page.rows.iter().map(|row| row.text()).collect();
        assert!(rows[0].contains("The weir stood open") && rows[0].contains("To begin with, ask"), "{rows:?}");
        assert!(rows.iter().any(|row| row.contains("People")), "{rows:?}");
        state.update(Msg::Command(Command::NextLink));
        let question = Go::Ask("Who warned?".to_owned());
        let at = state.page.items.iter().position(|item| item.go == question).unwrap();
        assert!(state.page.items[state.at].right);
        assert_eq!(state.page.items[at + 2].go, Go::Open(Ref::new(Kind::Entity, 3)));
        state.update(Msg::Command(Command::PreviousLink));
        assert!(!state.page.items[state.at].right);
    }

    #[test]
    fn on_a_small_page_what_to_ask_stands_in_a_line_over_the_subjects() {
        let rows: Vec<String> = home(76).page.rows.iter().map(Row::text).collect();
        let at = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap_or(usize::MAX);
        assert!(at("5 Who warned?") < at("What it is about"), "{rows:?}");
        assert!(at("What it is about") < rows.len() && at("To begin with") == usize::MAX, "{rows:?}");
    }

    #[test]
    fn what_the_keys_are_on_is_in_sight() {
        let mut state = home(40);
        for command in [Command::Bottom, Command::Up, Command::Top, Command::Down] {
            state.update(Msg::Command(command));
            let row = state.page.items[state.at].row;
            assert!((state.top..state.top + state.height).contains(&row), "{command:?}");
        }
        for command in [Command::Bottom, Command::Top] {
            state.update(Msg::Command(command));
        }
        assert_eq!(state.top, 0, "what the pile is stands above the first item");
    }
}
