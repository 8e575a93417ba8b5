//! What keys do in the reader.

use super::mentions::no_document;
use super::{Goal, State};
use crate::model::{Anchor, Ref};
use crate::tui::data::{RecordPage, WINDOW};
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::panes::{Intent, Outcome, motion};
use crate::tui::widgets::find::Find;

impl State {
    pub(super) fn command(&mut self, command: Command) -> Outcome {
        if let Some(by) = motion(command, self.height).filter(|_| !self.typing()) {
            return self.move_by(by, command);
        }
        match command {
            Command::NextLink => self.step_link(true),
            Command::PreviousLink => self.step_link(false),
            Command::Open if self.typing() => self.keep_find(),
            // A passage without a citation in focus leads to its document, as a report does to what it cites.
            Command::Open if self.link.is_none() && matches!(self.record, Some(RecordPage::Source(_))) => {
                self.open_document()
            }
            Command::Open => self.follow(),
            Command::Toggle => self.toggle(),
            Command::Filter => {
                self.find = Some(Find::from(self.top));
                Outcome::nothing()
            }
            Command::ShowIds => self.show_ids(),
            Command::NextMatch | Command::PreviousMatch => {
                let forward = command == Command::NextMatch;
                match self.find.is_none().then(|| self.step_mention(forward)).flatten() {
                    Some(outcome) => outcome,
                    None => self.step_match(forward),
                }
            }
            Command::NextDocument | Command::PreviousDocument => self.step_mentioning(command == Command::NextDocument),
            Command::Escape => {
                if self.find.take().is_none() {
                    self.link = None;
                }
                Outcome::nothing()
            }
            Command::Peek => self.peek_at_link(),
            Command::Parent => self.open_above(),
            Command::OpenDocument => self.open_document(),
            Command::Drill => self.drill(),
            _ => Outcome::nothing(),
        }
    }

    /// Scrolls; the ends of a document are those of its whole text, which may not be loaded.
    fn move_by(&mut self, by: isize, command: Command) -> Outcome {
        match (&self.record, command) {
            (Some(RecordPage::Document(page)), Command::Top) if page.window.from > 0 => {
                self.text_from(0, Goal::Byte(0))
            }
            (Some(RecordPage::Document(page)), Command::Bottom) if page.window.end() < page.window.of => {
                let from = page.window.of.saturating_sub(WINDOW);
                self.text_from(from, Goal::Bottom)
            }
            _ => self.scroll(by),
        }
    }

    /// Ends the typing of what is looked for; what is not in sight is gone to.
    fn keep_find(&mut self) -> Outcome {
        if let Some(find) = &mut self.find {
            find.typing = false;
        }
        match self.find.as_ref().map(|find| find.field.is_empty()) {
            Some(true) => self.find = None,
            Some(false) if self.find.as_ref().is_some_and(Find::is_nowhere) => {
                return self.step_match(true);
            }
            _ => {}
        }
        Outcome::nothing()
    }

    fn peek_at_link(&mut self) -> Outcome {
        match self.link.and_then(|link| self.page.link_ref(link)) {
            Some(record) => {
                let (place, words) = self.quoted(record);
                Outcome::intent(Intent::peek(place, words))
            }
            None => Outcome::notice(Notice::good("→ goes to a citation, p then peeks at it")),
        }
    }

    /// Opens what the record lies in: of a community the one above, of a passage its document.
    fn open_above(&mut self) -> Outcome {
        match &self.record {
            Some(RecordPage::Report(page)) => match page.above.last() {
                Some(above) => Outcome::intent(Intent::Open(above.record)),
                None => Outcome::notice(Notice::good("this community is at the top")),
            },
            Some(RecordPage::Source(_)) => self.open_document(),
            Some(_) => match self.path().iter().rev().nth(1) {
                Some((above, _)) => Outcome::intent(Intent::Open(*above)),
                None => Outcome::notice(Notice::good("this lies in no community; [ goes back to where you came from")),
            },
            None => Outcome::nothing(),
        }
    }

    fn open_document(&mut self) -> Outcome {
        match &self.record {
            Some(RecordPage::Source(page)) => {
                let lit = match self.wanted.and_then(|wanted| wanted.anchor) {
                    Some(anchor @ Anchor::Passage(_)) => anchor,
                    _ => Anchor::Passage(page.unit.span),
                };
                let place = Ref::from(page.document.id).at(lit);
                Outcome::intent(match self.quote.clone() {
                    Some(words) => Intent::OpenQuoted(place, words),
                    None => Intent::Open(place),
                })
            }
            Some(RecordPage::Entity(page)) => {
                let (entity, name) = (page.entity.id, page.entity.name.clone());
                self.first_document(entity, name)
            }
            Some(RecordPage::Relationship(page)) => match page.passages.first() {
                Some((passage, _)) => Outcome::intent(Intent::Open(*passage)),
                None => no_document("no passage is known that this tie is from"),
            },
            Some(RecordPage::Claim(page)) => Outcome::intent(Intent::Open(page.claim.text_unit.into())),
            Some(RecordPage::Report(_)) => {
                no_document("a report is made of many documents: → goes to a citation, o then opens its document")
            }
            Some(RecordPage::Document(_)) => no_document("this is the document"),
            None => Outcome::nothing(),
        }
    }

    /// Asks the last question inside the community that one stands at.
    fn drill(&mut self) -> Outcome {
        match self.community() {
            Some(community) => Outcome::intent(Intent::Drill(community)),
            None => {
                let said = "d asks the last question inside a report: go to one cited, or leave the citation with Esc";
                Outcome::notice(Notice::bad(said))
            }
        }
    }
}
