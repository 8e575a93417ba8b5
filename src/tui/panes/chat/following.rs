//! Links of the chat: what is cited is opened at the words that are quoted, places to go on to have keys.

use super::State;
use super::asking::nothing_asked;
use super::page::Link;
use super::turn::Turn;
use crate::model::{Kind, Ref};
use crate::text::numbers::amounts::count;
use crate::tui::data::TurnId;
use crate::tui::notice::Notice;
use crate::tui::panes::nav::ReadingPlace;
use crate::tui::panes::{Intent, Outcome, ids_told};
use crate::tui::widgets::quote;

impl State {
    pub(super) fn follow(&mut self) -> Outcome {
        match self.focused_link() {
            Some(Link::Open(record)) => {
                let (place, words) = self.quoted(record);
                Outcome::intent(Intent::follow(place, words))
            }
            Some(Link::Drill(community)) => self.drill(community),
            Some(Link::Turn(turn)) => self.step_over(turn),
            Some(Link::Rest(turn, citation)) => self.change(turn, |turn| turn.text.unfold(citation)),
            Some(Link::Sources(turn)) => self.change(turn, |turn| turn.sources_open ^= true),
            Some(Link::Places(turn)) => self.change(turn, |turn| turn.places_open ^= true),
            Some(Link::Ask(at)) => match self.suggested().get(at).cloned() {
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

    /// What an editor would open: the passage that the focused citation quotes, and the words quoted of it.
    pub fn edited(&self) -> Option<(Ref, Option<String>)> {
        self.focused_ref().map(|record| self.quoted(record))
    }

    /// Looks at what the focused link leads to, at the words that are quoted, as following it would show them.
    pub(super) fn peek(&mut self) -> Outcome {
        Outcome::intent(match self.focused_ref() {
            Some(record) => {
                let (place, words) = self.quoted(record);
                Intent::peek(place, words)
            }
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
        ids_told(self.style)
    }

    /// Puts what the current answer quotes in the order of its days, or back as it was.
    pub(super) fn by_day(&mut self) -> Outcome {
        let Some(at) = self.current_turn() else { return nothing_asked() };
        let standing = self.standing();
        let turn = &mut self.turns[at];
        if !turn.turn_by_day() {
            return Outcome::notice(Notice::good("no two passages of this answer are of a day that is known"));
        }
        let undated = turn.answer.evidence.iter().filter(|one| one.day.is_none()).count();
        let told = match (turn.by_day, undated) {
            (false, _) => "as it was answered".to_owned(),
            (true, 0) => "by day".to_owned(),
            (true, undated) => {
                format!("by day; {} of no day that is known last", count(undated as u64, "passage", "passages"))
            }
        };
        self.rebuild(at);
        self.stand(ReadingPlace { link: None, ..standing });
        Outcome::notice(Notice::good(told))
    }

    /// The passage in a source that the current answer quotes before the focused citation, as far as it is shown there,
    /// and the line that leads to it.
    pub(super) fn passage(&self, source: Ref) -> Option<(Ref, Option<String>)> {
        let turn = self.current_turn()?;
        let from = self.page.starts.get(turn)?.0;
        let row = self.page.link_rows.get(self.link?)?.checked_sub(from)?;
        let evidence = self.turns[turn].answer.evidence.iter();
        quote::passage(evidence, source, self.page.rows.get(from..)?, row, self.link? as u32)
    }

    /// Where the focused citation leads, and the words to light there: those of the passage that is quoted, else what
    /// stands before it.
    fn quoted(&self, record: Ref) -> (Ref, Option<String>) {
        let before = || quote::before(&self.page.rows, *self.page.link_rows.get(self.link?)?, self.link? as u32);
        self.passage(record).unwrap_or_else(|| (record, before()))
    }

    /// True while the keys are on a report: a drill then goes into that one.
    pub fn is_on_report(&self) -> bool {
        self.focused_ref().is_some_and(|record| record.kind == Kind::Report)
    }

    /// Keys of the places to go on to from the current answer, which is brought into sight: each link, its letter, and
    /// what it is about.
    pub fn strip(&mut self) -> Vec<(u32, String, Option<Ref>)> {
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
        strip.into_iter().map(|(link, letter)| (link, letter.to_string(), about(link))).collect()
    }

    /// Goes back to what was read when the places to go on to were brought into sight, because none was chosen.
    pub fn leave_strip(&mut self) {
        if let Some((top, following)) = self.before_strip.take() {
            (self.top, self.following) = (top, following);
            self.clamp();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ask, chat};
    use super::*;
    use crate::judgement::extractive::quotes::drawn;
    use crate::model::{Anchor, Answer, AnswerEvent, DocumentId, Evidence, Span};
    use crate::tui::keys::Command;
    use crate::tui::panes::Msg;

    /// A passage that is quoted, of which the part that answers is a range.
    fn quoted(from: usize, text: &str, answers: std::ops::Range<usize>, lead: Option<&str>) -> Evidence {
        Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            document: Some(DocumentId(1)),
            quote: Span::new(from + answers.start, from + answers.end),
            window: Span::new(from, from + text.len()),
            text: text.to_owned(),
            lead: lead.map(str::to_owned),
            speaker: None,
            title: "Order of May".into(),
            day: None,
            heading: vec!["FINDINGS".into()],
            cut: false,
        }
    }

    #[test]
    fn what_an_answer_quotes_is_put_in_the_order_of_time_and_back() {
        let of = |source: u32, day: Option<&str>, text: &str| Evidence {
            cites: vec![Ref::new(Kind::Source, source)],
            day: day.map(str::to_owned),
            ..quoted(100 * source as usize, text, 0..text.len(), None)
        };
        let evidence = vec![
            of(4, Some("2022-08-19"), "It was put right."),
            of(5, None, "Nobody knows."),
            of(6, Some("2021-03-04"), "It held."),
        ];
        let text = evidence.iter().map(drawn::passage).collect::<Vec<_>>().join("\n- ");
        let answer = Answer { text: format!("- {text}"), evidence, ..Answer::default() };
        let mut state = chat();
        ask(&mut state, "Why?");
        state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
        let (answered, saved) = (state.turns[0].text.text().to_owned(), state.turns[0].saved());
        let leads = |state: &mut State| {
            state.link = None;
            let mut led = || {
                state.update(Msg::Command(Command::NextLink));
                state.update(Msg::Command(Command::Open)).intents
            };
            [led(), led(), led()]
        };
        let [right, unknown, held] = leads(&mut state);
        state.update(Msg::Command(Command::ByDay));
        let sorted = state.turns[0].text.text();
        assert!(sorted.starts_with("- 2021-03-04: “It held.”"), "{sorted}");
        assert_eq!(leads(&mut state), [held, right, unknown]);
        assert_eq!(state.turns[0].saved(), saved, "what is kept is the answer");
        state.update(Msg::Command(Command::ByDay));
        assert_eq!(state.turns[0].text.text(), answered);
    }

    #[test]
    fn a_citation_leads_to_all_that_is_quoted_and_never_to_a_heading() {
        let evidence = vec![
            quoted(900, "Nobody was there. The gate was open. It stood open till four.", 37..61, None),
            quoted(300, "the *long* sluice is shut", 0..25, Some("It is ordered:")),
        ];
        let text = evidence.iter().map(drawn::passage).collect::<Vec<_>>().join("\n- ");
        let answer = || Answer { text: format!("- {text}"), evidence: evidence.clone(), ..Answer::default() };
        // On a screen too low for the first citation, too.
        for (width, height) in (16..100).map(|width| (width, 60)).chain((16..60).map(|width| (width, 7))) {
            let mut state = chat();
            state.update(Msg::Resize { width, height });
            ask(&mut state, "Why?");
            state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer())));
            let at = |from, to| Ref::new(Kind::Source, 4).at(Anchor::Passage(Span::new(from, to)));
            state.update(Msg::Command(Command::NextLink));
            let followed = state.update(Msg::Command(Command::Open));
            assert_eq!(followed.intents, [Intent::Open(at(900, 961))], "{width}");
            state.update(Msg::Command(Command::NextLink));
            let peeked = state.update(Msg::Command(Command::Peek));
            assert_eq!(peeked.intents, [Intent::PeekQuoted(at(300, 325), "It is ordered:".into())], "{width}");
        }
    }
}
