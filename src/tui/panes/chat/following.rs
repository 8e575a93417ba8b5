//! Links of the chat: what is cited is opened at the words that are quoted, places to go on to have keys.

use super::State;
use super::page::Link;
use super::turn::{Turn, TurnId};
use crate::model::{Anchor, Evidence, Kind, Ref};
use crate::text::inline::unmarked;
use crate::tui::msg::Notice;
use crate::tui::nav::ReadingPlace;
use crate::tui::panes::{Intent, Outcome};
use crate::tui::widgets::quote;

impl State {
    pub(super) fn follow(&mut self) -> Outcome {
        match self.focused_link() {
            Some(Link::Open(record)) => Outcome::intent(match self.evidence(record) {
                Some(passage) => Intent::Open(passage),
                None => Intent::follow(record, self.quoted()),
            }),
            Some(Link::Drill(community)) => self.drill(community),
            Some(Link::Turn(turn)) => self.show_turn(turn),
            Some(Link::Rest(turn, citation)) => self.change(turn, |turn| turn.text.unfold(citation)),
            Some(Link::Sources(turn)) => self.change(turn, |turn| turn.sources_open ^= true),
            Some(Link::Ask(at)) => match self.suggested.get(at).cloned() {
                Some(question) => self.ask_this(question),
                None => Outcome::nothing(),
            },
            Some(Link::Asked(number)) => {
                match self.current_turn().and_then(|at| self.turns[at].asked_on_the_way(number)) {
                    Some(question) => self.ask_this(question),
                    None => Outcome::nothing(),
                }
            }
            Some(Link::Unfold(turn)) => self.change(turn, |turn| turn.unfolded ^= true),
            None => Outcome::nothing(),
        }
    }

    /// What an editor would open: the passage that the focused citation quotes.
    pub fn edit_ref(&self) -> Option<Ref> {
        let record = self.focused_ref()?;
        Some(self.evidence(record).unwrap_or(record))
    }

    /// Looks at what the focused link leads to, at the words that are quoted, as following it would show them.
    pub(super) fn peek(&mut self) -> Outcome {
        Outcome::intent(match self.focused_ref() {
            Some(record) => match self.evidence(record) {
                Some(passage) => Intent::Peek(passage),
                None => Intent::peek(record, self.quoted()),
            },
            None => Intent::Notice(Notice::good("→ goes to a citation, p then peeks at it")),
        })
    }

    /// Shows more of a turn, or less.
    fn change(&mut self, turn: TurnId, change: impl FnOnce(&mut Turn)) -> Outcome {
        if let Some(at) = self.turns.iter().position(|other| other.id == turn) {
            change(&mut self.turns[at]);
            self.rebuild(at);
            self.clamp();
        }
        Outcome::nothing()
    }

    /// Brings a turn into sight.
    pub fn show_turn(&mut self, turn: TurnId) -> Outcome {
        if let Some(at) = self.turns.iter().position(|other| other.id == turn) {
            self.go_to_turn(at);
        }
        Outcome::nothing()
    }

    /// Shows ids in the place of footnotes, or footnotes again.
    pub(super) fn show_ids(&mut self) -> Outcome {
        let standing = self.standing();
        self.style = self.style.other();
        for turn in &mut self.turns {
            turn.text.set_style(self.style);
        }
        self.rebuild(0);
        self.stand(ReadingPlace { link: None, ..standing });
        Outcome::nothing()
    }

    /// The passage in a source that the current answer quotes there: the one before the focused citation, where it quotes
    /// several.
    pub(super) fn evidence(&self, source: Ref) -> Option<Ref> {
        let turn = &self.turns[self.current_turn()?];
        let of = |evidence: &&Evidence| evidence.document.is_some() && evidence.source() == Some(source);
        let all: Vec<&Evidence> = turn.answer.evidence.iter().filter(of).collect();
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = self.quoted().map(|words| flat(&words));
        let said = words.and_then(|words| {
            all.iter().find(|evidence| {
                flat(&unmarked(&evidence.text)).contains(words.split('…').next().unwrap_or_default().trim())
            })
        });
        let evidence = said.or(all.first().filter(|_| all.len() == 1))?;
        Some(source.at(Anchor::Passage(evidence.quote)))
    }

    /// True while the keys are on a report: a drill then goes into that one.
    pub fn is_on_report(&self) -> bool {
        self.focused_ref().is_some_and(|record| record.kind == Kind::Report)
    }

    /// Keys of the places to go on to from the current answer, which is brought into sight: each link, its letter, and what
    /// it is about.
    pub fn strip(&mut self) -> Vec<(u32, char, Option<Ref>)> {
        let Some(at) = self.current_turn() else { return Vec::new() };
        let first = self.page.starts.get(at).map_or(0, |start| start.1);
        let end = self.page.starts.get(at + 1).map_or(self.page.links.len(), |next| next.1);
        let inside = |&(link, _): &(u32, char)| (first..end).contains(&(link as usize));
        let strip: Vec<(u32, char)> = self.page.strip.iter().copied().filter(inside).collect();
        self.before_strip = None;
        if let Some(&row) = strip.first().and_then(|&(link, _)| self.page.link_rows.get(link as usize)) {
            let visible = self.top..self.top + self.page_height();
            if !visible.contains(&row) {
                self.before_strip = Some((self.top, self.following));
                self.go(row.saturating_sub(self.page_height() / 2));
                self.pinned = Some(at);
            }
        }
        let about = |link: u32| self.page.links.get(link as usize).and_then(|link| link.record());
        strip.into_iter().map(|(link, letter)| (link, letter, about(link))).collect()
    }

    /// Goes back to what was read when the places to go on to were brought into sight, because none was chosen.
    pub fn leave_strip(&mut self) {
        if let Some((top, following)) = self.before_strip.take() {
            (self.top, self.following) = (top, following);
            self.clamp();
        }
    }

    /// The words that are quoted before the focused citation.
    pub(super) fn quoted(&self) -> Option<String> {
        quote::before(&self.page.rows, *self.page.link_rows.get(self.link?)?, self.link? as u32)
    }
}
