//! Links of a page: stepping from one to the next, following them, folding findings.

use std::ops::Range;

use super::State;
use super::page::Link;
use crate::model::{Anchor, Ref, Span};
use crate::tui::data::RecordPage;
use crate::tui::notice::Notice;
use crate::tui::panes::{Intent, Outcome, ids_told};
use crate::tui::widgets::quote;

impl State {
    /// Where a citation of the page leads that has the focus, and the words to light there: those of the passage that a
    /// report quotes, else what stands before it.
    pub(super) fn quoted(&self, record: Ref) -> (Ref, Option<String>) {
        let Some((link, &row)) = self.link.and_then(|link| Some((link as u32, self.page.link_rows.get(link)?))) else {
            return (record, None);
        };
        let rows = &self.page.rows;
        let passage = match &self.record {
            Some(RecordPage::Report(page)) => quote::passage(page.quoted(), record, rows, row, link),
            _ => None,
        };
        passage.unwrap_or_else(|| (record, quote::before(rows, row, link)))
    }

    /// Works out what of a text is lit: the passage that one came for with the line that leads to it, else the words
    /// that were quoted from it.
    pub(super) fn light(&mut self) {
        self.lit.clear();
        let (window, from) = match &self.record {
            Some(RecordPage::Source(page)) => (&page.window, page.unit.span.start),
            Some(RecordPage::Document(page)) => (&page.window, page.window.from),
            _ => return,
        };
        let Some(wanted) = self.wanted else { return };
        let local = |at: usize| at.saturating_sub(window.from);
        let placed =
            |found: Range<usize>, by: usize| Span::new(window.from + by + found.start, window.from + by + found.end);
        match (wanted.anchor, &self.quote) {
            (Some(Anchor::Passage(span)), None) => self.lit.push(span),
            (Some(Anchor::Passage(span)), Some(words)) => {
                let inside = window.text.get(local(span.start)..local(span.end)).unwrap_or_default();
                if quote::find(inside, words).is_empty() {
                    let lead = quote::find_before(&window.text, local(span.start), words);
                    self.lit.extend(lead.map(|lead| placed(lead, 0)));
                }
                self.lit.push(span);
            }
            (_, Some(words)) => {
                let text = window.text.get(local(from)..).unwrap_or_default();
                self.lit.extend(quote::find(text, words).into_iter().map(|found| placed(found, local(from))));
                self.lit.sort_by_key(|span| span.start);
                if let (Some(first), Some(last)) = (self.lit.first(), self.lit.iter().map(|span| span.end).max()) {
                    self.wanted = Some(wanted.at(Anchor::Passage(Span::new(first.start, last))));
                }
            }
            (_, None) => {}
        }
    }

    /// The link that the keys are on, when it is in sight.
    fn link_in_sight(&self) -> Option<usize> {
        let visible = self.top..self.top + self.height;
        self.link.filter(|&link| self.page.link_rows.get(link).is_some_and(|row| visible.contains(row)))
    }

    /// Nothing is followed that nobody sees: a link that was scrolled away loses the focus.
    pub(super) fn forget_unseen_link(&mut self) {
        self.link = self.link_in_sight();
    }

    /// Brings the link that has the focus back into sight where another size took it away.
    pub(super) fn show_link(&mut self) {
        if let (Some(&row), None) = (self.link.and_then(|link| self.page.link_rows.get(link)), self.link_in_sight()) {
            let _ = self.show_row(row);
        }
    }

    pub(super) fn step_link(&mut self, forward: bool) -> Outcome {
        let visible = self.top..self.top + self.height;
        let rows = &self.page.link_rows;
        let inside = self.link_in_sight();
        // What folds has keys of its own: here one goes from citation to citation.
        let aside = self.page.aside;
        let cites = |&at: &usize| at >= aside && matches!(self.page.links.get(at), Some(Link::Open(_) | Link::Rest(_)));
        let next = match (inside, forward) {
            (Some(link), true) => (link + 1..rows.len()).find(cites),
            (Some(link), false) => (0..link).rfind(cites),
            (None, true) => (0..rows.len()).filter(cites).find(|&at| rows[at] >= visible.start),
            (None, false) => (0..rows.len()).filter(cites).rfind(|&at| rows[at] < visible.end),
        };
        let Some(next) = next else {
            return Outcome::notice(Notice::good(self.nothing_to_step_to(forward)));
        };
        self.link = Some(next);
        self.show_row(rows[next])
    }

    /// Why there is no other link that way.
    fn nothing_to_step_to(&self, forward: bool) -> &'static str {
        match (&self.record, self.page.links.is_empty()) {
            (Some(RecordPage::Document(page)), _) if !page.entities.is_empty() => {
                "a document cites nothing: g shows what it names, on top; / finds in it"
            }
            (Some(RecordPage::Document(_)), _) => "a document cites nothing: / finds in it",
            (_, true) => "nothing is cited here",
            (_, false) if forward => "no citation comes after this",
            (_, false) => "no citation comes before this",
        }
    }

    pub(super) fn follow(&mut self) -> Outcome {
        match self.link.and_then(|link| self.page.links.get(link).copied()) {
            Some(Link::Open(record)) if self.names.get(&record.record()).is_some_and(Option::is_none) => {
                let text = format!("{record} is cited here, but there is no such record");
                Outcome::notice(Notice::bad(text))
            }
            Some(Link::Open(record)) => {
                let (place, words) = self.quoted(record);
                Outcome::intent(Intent::follow(place, words))
            }
            Some(Link::Fold(finding)) => self.fold(finding),
            Some(Link::Rest(citation)) => self.show_rest(citation),
            None => {
                let visible = self.top..self.top + self.height;
                match self.page.link_rows.iter().any(|row| visible.contains(row)) {
                    true => self.step_link(true),
                    false => Outcome::notice(Notice::good("no citation is in sight: → goes to the next")),
                }
            }
        }
    }

    /// Shows ids in the place of marks, or marks again; what is in sight stays so.
    pub(super) fn show_ids(&mut self) -> Outcome {
        self.style = self.style.other();
        let standing = self.standing();
        self.goal = super::Goal::Stand(super::ReadingPlace { link: None, ..standing });
        self.build();
        ids_told(self.style)
    }

    /// Shows a long citation whole, where it stands: the keys are then on the first of what was folded.
    fn show_rest(&mut self, citation: u32) -> Outcome {
        self.whole.insert(citation);
        let link = self.link;
        self.goal = super::Goal::Keep;
        self.build();
        self.link = link;
        self.missing_names()
    }

    /// Folds the finding that is focused, else the one in sight.
    pub(super) fn toggle(&mut self) -> Outcome {
        let row = self.link_in_sight().map_or(self.top + 1, |link| self.page.link_rows[link]);
        let findings = &self.page.findings;
        match findings.iter().rposition(|&first| first <= row).or((!findings.is_empty()).then_some(0)) {
            Some(finding) => self.fold(finding as u32),
            None => Outcome::nothing(),
        }
    }

    pub(super) fn fold(&mut self, finding: u32) -> Outcome {
        if !self.folded.remove(&finding) {
            self.folded.insert(finding);
        }
        let top = self.top;
        self.build();
        self.top = top;
        self.clamp();
        // The links after the finding have other numbers now.
        self.link = self.page.links.iter().position(|&link| link == Link::Fold(finding));
        Outcome::nothing()
    }
}

#[cfg(test)]
mod tests {
    use super::super::PANE;
    use super::*;
    use crate::judgement::extractive::quotes::drawn;
    use crate::model::{CommunityId, DocumentId, Evidence, Finding, Kind, Report};
    use crate::tui::data::{Loaded, ReportPage};
    use crate::tui::keys::Command;
    use crate::tui::panes::Msg;

    #[test]
    fn a_citation_of_the_summary_leads_to_what_the_summary_quotes() {
        let quoted = |from: usize, text: &str| Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            document: Some(DocumentId(1)),
            quote: Span::new(from, from + text.len()),
            window: Span::new(from, from + text.len()),
            text: text.to_owned(),
            lead: None,
            speaker: None,
            title: "Order of May".into(),
            day: None,
            heading: Vec::new(),
            cut: false,
        };
        let said = [quoted(300, "The gate was open."), quoted(900, "Nobody was there.")];
        // Of a report that does not say what its summary quotes, the words are looked for.
        for (gist, place, lit) in
            [(vec![said[0].clone()], Some(Span::new(300, 318)), None), (Vec::new(), None, Some(said[0].text.clone()))]
        {
            let page = ReportPage {
                report: Report {
                    community: CommunityId(1),
                    title: "Gate".into(),
                    summary: drawn::passage(&said[0]),
                    rating: 5.0,
                    rating_reason: String::new(),
                    findings: vec![Finding {
                        heading: "Watch".into(),
                        explanation: drawn::passage(&said[1]),
                        evidence: vec![said[1].clone()],
                    }],
                },
                gist,
                level: 0,
                documents: 1,
                all_documents: 1,
                rated: false,
                above: Vec::new(),
                below: Vec::new(),
                members: Vec::new(),
                member_count: 0,
            };
            let mut state = State::new(PANE);
            state.update(Msg::Resize { width: 60, height: 30 });
            state.update(Msg::Loaded(Loaded::Record(Box::new(RecordPage::Report(page)))));
            state.update(Msg::Command(Command::NextLink));
            let source = Ref::new(Kind::Source, 4);
            let wanted = (place.map_or(source, |span| source.at(Anchor::Passage(span))), lit);
            assert_eq!(state.quoted(source), wanted);
            assert_eq!(state.edited(), Some(wanted));
            state.update(Msg::Command(Command::NextLink));
            assert_eq!(state.quoted(source), (source.at(Anchor::Passage(Span::new(900, 917))), None));
        }
    }
}
