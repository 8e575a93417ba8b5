//! Several rows at once, asked about; and the parts that a list is narrowed to.

use crate::model::{CommunityId, DocumentId, Kind, Ref, Scope};
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::{and_more, count};
use crate::tui::app::App;
use crate::tui::data::{Lane, Narrow, Part, RecordPage, Request, Titled};
use crate::tui::effect::Effect;
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, list, narrow};
use crate::tui::panes::PaneId;
use crate::tui::panes::browser::view::BETWEEN;

/// Names that a question is begun with.
const NAMED: usize = 8;
/// Parts offered first of those that what lies open is in.
const HERE: usize = 3;
/// Names of which it is asked what each has to do with each.
const PAIRED: usize = 3;
/// Relationships that a question is begun with: the ends of more are a list and no question.
const TIES: usize = 2;

impl App {
    /// Rows that are marked in the focused list.
    pub(super) fn marked(&self) -> Vec<Ref> {
        match self.panes.focus {
            PaneId::Tree => self.tree.marked.iter().map(|&id| Ref::from(id)).collect(),
            PaneId::Browser => self.browser.marked.iter().map(|&id| Ref::new(self.browser.kind, id)).collect(),
            _ => Vec::new(),
        }
    }

    /// Asks about the rows that are marked: inside communities and documents, and of entities by their names. False
    /// where none is.
    pub(super) fn ask_of_marked(&mut self) -> bool {
        let marked = self.marked();
        let Some(first) = marked.first() else { return false };
        let ids = marked.iter().map(|record| record.id);
        match first.kind {
            Kind::Report => {
                let scope = Scope { communities: ids.map(CommunityId).collect(), ..Scope::default() };
                let title = count(marked.len() as u64, "community", "communities");
                self.chat.compose_inside(scope, title, what_they_say(marked.len()));
            }
            Kind::Document => {
                let scope = Scope { documents: ids.map(DocumentId).collect(), ..Scope::default() };
                let title = self.browser.rows.get(&first.id).map(|row| row.name.as_str());
                let documents = count(marked.len() as u64, "document", "documents");
                let title = match (title, marked.len() - 1) {
                    (Some(title), 0) => title.to_owned(),
                    (Some(title), others) => format!("{documents}: {title}{}", and_more(" ", others)),
                    (None, _) => documents,
                };
                self.chat.compose_inside(scope, title, what_they_say(marked.len()));
            }
            _ => {
                let names = ids.filter_map(|id| self.browser.rows.get(&id)).map(|row| row.name.clone());
                let names: Vec<String> = names.take(NAMED).collect();
                let question = match first.kind {
                    Kind::Relationship => about_ties(&names),
                    _ => about(&names),
                };
                let Some(question) = question else { return false };
                self.go_to(PaneId::Chat);
                self.chat.compose(question);
                return true;
            }
        }
        self.go_to(PaneId::Chat);
        true
    }

    /// Shows the parts that the browser can be narrowed to, what lies open first.
    pub(super) fn open_narrow(&mut self, effects: &mut Vec<Effect>) {
        let kind = self.browser.kind;
        let mut here: Vec<Part> = Vec::new();
        match &self.reader.record {
            Some(RecordPage::Report(page)) => {
                let above = page.above.last().map(|above| above.title.as_str());
                here.push(Part::community(page.report.community, &page.report.title, above, page.member_count));
            }
            // An entity lies in these.
            Some(RecordPage::Entity(page)) => {
                let of = |of: &Titled| Part::community(CommunityId(of.record.id), &of.title, None, 0);
                here.extend(page.communities.iter().take(HERE).map(of));
            }
            Some(RecordPage::Document(page)) => here.push(Part::document(page.document.id, &page.document.title)),
            Some(RecordPage::Source(page)) => here.push(Part::document(page.document.id, &page.document.title)),
            _ => {}
        }
        if let Some(row) = self.tree.selected().and_then(|node| node.community()) {
            let above = self.tree.above_selected().map(|row| row.title.as_str());
            let part = Part::community(row.id, &row.title, above, row.entities);
            if here.iter().all(|known| known.narrow != part.narrow) {
                here.push(part);
            }
        }
        let state = narrow::State::new(kind, here, self.browser.parts.clone(), list::height(self.screen, false));
        self.overlays.push(Overlay::Narrow(state));
        self.load(Lane::Parts, Request::Parts(kind), effects);
        self.go_to(PaneId::Browser);
    }

    /// Takes the part that is chosen, or gives it up.
    pub(super) fn take_part(&mut self, effects: &mut Vec<Effect>) {
        let Some(Overlay::Narrow(state)) = self.overlays.last() else { return };
        let Some(part) = state.selected().cloned() else {
            self.notice = Some(Notice::good("nothing here has these words: Esc leaves the list as it is"));
            return;
        };
        self.overlays.pop();
        let outcome = self.browser.take_part(part);
        self.carry_out(outcome, effects);
        self.go_to(PaneId::Browser);
    }

    /// What answers used, to be marked as what was read is.
    pub(super) fn note_used(&mut self, used: impl IntoIterator<Item = Ref>) {
        self.nav.visited.used.extend(used.into_iter().map(Ref::record));
    }

    /// True where nobody looked: it was not read, is not on the screen, and no answer rests on it.
    pub(super) fn is_unseen(&self, record: Ref) -> bool {
        let shown = self.nav.visited.glanced.is_some_and(|(glanced, _)| glanced == record);
        !shown && !self.nav.visited.read.contains(&record) && !self.nav.visited.used.contains(&record)
    }

    /// How much was looked at, in words; none before anything was.
    pub(super) fn coverage(&self) -> Option<String> {
        let of = |kind: Kind| self.nav.visited.read.iter().filter(move |record| record.kind == kind).count() as u64;
        let (reports, others) = (of(Kind::Report), self.nav.visited.read.len() as u64 - of(Kind::Report));
        if self.nav.visited.read.is_empty() && self.nav.visited.used.is_empty() {
            return None;
        }
        let mut said = vec![format!("{reports} of {} read", count(self.overview.reports, "report", "reports"))];
        if others > 0 {
            said.push(count(others, "other record read", "other records read"));
        }
        if !self.nav.visited.used.is_empty() {
            said.push(format!("answers rest on {}", count(self.nav.visited.used.len() as u64, "record", "records")));
        }
        Some(said.join(&format!(" {} ", self.appearance.glyphs.dot)))
    }
}

/// Asks what one part says, or several.
fn what_they_say(parts: usize) -> &'static str {
    if parts == 1 { "What does this say?" } else { "What do these say?" }
}

/// Asks about what has these names.
pub(super) fn about(names: &[String]) -> Option<String> {
    Some(match names {
        [] => return None,
        [one] => format!("What is said about {one}?"),
        // What ties is asked of two at a time: of three it is each with each.
        names if names.len() <= PAIRED => {
            let pairs = (0..names.len()).flat_map(|at| names[at + 1..].iter().map(move |other| (&names[at], other)));
            let asked = pairs.map(|(one, other)| format!("What do {one} and {other} have to do with each other?"));
            asked.collect::<Vec<_>>().join(" ")
        }
        names => {
            let asked = names.iter().map(|name| format!("What is said about {name}?"));
            asked.collect::<Vec<_>>().join(" ")
        }
    })
}

/// Asks what ties the ends of relationships, each of which is named once.
fn about_ties(names: &[String]) -> Option<String> {
    let mut ends: Vec<&str> = Vec::new();
    for (one, other) in names.iter().take(TIES).filter_map(|name| name.split_once(BETWEEN)) {
        for end in [one, other] {
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
    }
    (!ends.is_empty()).then(|| format!("How are {} related?", enumerated(&ends, "and")))
}

impl Part {
    /// A community, with the one that it hangs from: the two are often called alike.
    fn community(id: CommunityId, title: &str, above: Option<&str>, entities: u32) -> Part {
        let label = above.map_or_else(|| title.to_owned(), |above| format!("{title}, in {above}"));
        Part { narrow: Narrow::Community(id), label, count: entities }
    }

    fn document(id: DocumentId, title: &str) -> Part {
        Part { narrow: Narrow::Document(id), label: title.to_owned(), count: 0 }
    }
}
