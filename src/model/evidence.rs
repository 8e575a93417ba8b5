//! What is quoted, as a type: the passage, what of it answers, who says it and where. Reports, answers and gists are
//! made of it, and Markdown is its last form: nothing reads a rendered string back to find out what it quotes.

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{DocumentId, Ref, Span};

/// Characters of a passage that are shown on either side of what answers, where it is longer than this allows.
const AROUND: usize = 360;

/// Bytes between passages that stand side by side: an empty line, and the indent of the next.
const GAP: usize = 8;

/// A passage of one to four sentences, a turn, an item with its lead or a row with its header, quoted from a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The text unit it stands in first, then entities and relationships that it shows.
    pub cites: Vec<Ref>,
    /// None where a record's own words are quoted: a model's report, a description. Spans are then of those words.
    pub document: Option<DocumentId>,
    /// Bytes of the document's text that answer; inside `window`.
    pub quote: Span,
    /// Bytes of the document's text that are shown: as far as a reader needs to understand the quote.
    pub window: Span,
    /// The words of the window, as they stand in the document.
    pub text: String,
    /// The line that announces the list or heads the table it stands in, as it stands in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<String>,
    /// Who says it, ready to print: `Amy Hood, chief financial officer`. None where nobody speaks or nobody knows who.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// Title of the document.
    pub title: String,
    /// The day that it is of, as far as its document tells: `2022-08-19`, or a year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// Headings that it stands under, outermost first, without the document's own title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heading: Vec<String>,
    /// True when the window was cut short inside a sentence: it is then shown with "…" where it was cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl Evidence {
    /// Returns the part of the words that answers; all of them where the spans do not fit.
    pub fn quoted(&self) -> &str {
        let local = Span::new(
            self.quote.start.saturating_sub(self.window.start),
            self.quote.end.saturating_sub(self.window.start),
        );
        local.slice(&self.text).unwrap_or(&self.text)
    }

    /// The same with another stretch of its document shown.
    pub fn with_window(&self, window: Span, text: String) -> Evidence {
        Evidence {
            cites: self.cites.clone(),
            document: self.document,
            quote: self.quote,
            window,
            text,
            lead: self.lead.clone(),
            speaker: self.speaker.clone(),
            title: self.title.clone(),
            day: self.day.clone(),
            heading: self.heading.clone(),
            cut: self.cut,
        }
    }

    /// The same as far as it answers, without what stands around it and the line that announces it.
    pub fn narrowed(&self) -> Evidence {
        Evidence { lead: None, ..self.with_window(self.quote, self.quoted().to_owned()) }
    }

    /// Returns where the words begin that say something: behind blanks, a mark that parts them from what stands before,
    /// and what a row is called where its cells say that.
    pub fn opening(&self) -> usize {
        let start =
            self.text.len() - self.text.trim_start_matches(|c: char| c.is_whitespace() || ";,".contains(c)).len();
        start + repeated_title(&self.text[start..])
    }

    /// Returns the bytes of the words that are shown: all of them, or, of what is longer than a screen takes, as many
    /// as stand around what answers.
    pub fn shown(&self) -> Range<usize> {
        let start = self.opening();
        let text = self.text[start..].trim();
        if text.chars().count() <= 2 * AROUND {
            return start..start + text.len();
        }
        let quoted = self.quoted().trim();
        let at = text.find(quoted).unwrap_or(0);
        let from = text[..at].char_indices().rev().take(AROUND).last().map_or(at, |(from, _)| from);
        let behind = (at + quoted.len()).min(text.len());
        let most = text[at..].char_indices().nth(2 * AROUND).map_or(text.len(), |(end, _)| at + end);
        let to = text[behind..].char_indices().nth(AROUND).map_or(text.len(), |(end, _)| behind + end).min(most);
        start + from..start + to
    }

    /// Returns where in the document's text the words stand that are shown.
    pub fn shown_place(&self) -> Span {
        let shown = self.shown();
        Span::new(self.window.start + shown.start, self.window.start + shown.end)
    }

    /// Returns the words of the window in front of what answers.
    pub fn front(&self) -> &str {
        let behind = self.quote.start.saturating_sub(self.window.start);
        self.text.get(..behind).unwrap_or_default()
    }

    /// True when it shows all of what another quotes.
    pub fn shows(&self, other: &Evidence) -> bool {
        self.document.is_some() && self.document == other.document && self.window.contains(other.quote)
    }

    /// What it adds to what was shown before it: what stands behind that, or answers alone where only words around it
    /// were shown. `None` where all that answers was.
    pub fn beside(&self, shown: &[Self]) -> Option<Cow<'_, Self>> {
        let known = || shown.iter().filter(|one| one.document.is_some() && one.document == self.document);
        if known().any(|one| one.shows(self)) {
            return None;
        }
        let over = |place: Span| known().map(|one| one.window).rfind(|window| window.overlaps(place));
        let behind = |window: Span| {
            let rest = self.text.get(window.end.checked_sub(self.window.start)?..)?.trim_start();
            let start = self.window.end.checked_sub(rest.len()).filter(|_| !rest.is_empty() && !self.cut)?;
            let quote = Span::new(self.quote.start.max(start), self.quote.end);
            let window = Span::new(start, self.window.end);
            (quote.start < quote.end).then(|| Self { quote, window, text: rest.to_owned(), ..self.clone() })
        };
        let rest = match over(self.quote) {
            // Of a sentence whose words were shown, the full stop adds nothing.
            Some(window) => match behind(window) {
                Some(rest) if !rest.text.contains(char::is_alphanumeric) => return None,
                rest => rest,
            },
            None => {
                over(self.window).map(|_| Self { window: self.quote, text: self.quoted().to_owned(), ..self.clone() })
            }
        };
        Some(rest.map_or(Cow::Borrowed(self), Cow::Owned))
    }

    /// True when it stands right behind or before another.
    pub fn is_beside(&self, other: &Evidence) -> bool {
        let gap = |end: usize, start: usize| start >= end && start - end <= GAP;
        self.document.is_some()
            && self.document == other.document
            && (gap(self.window.end, other.window.start) || gap(other.window.end, self.window.start))
    }

    /// Returns the text unit that is cited for it.
    pub fn source(&self) -> Option<Ref> {
        self.cites.iter().copied().find(|cite| cite.kind == super::Kind::Source)
    }
}

/// Bytes of what a row is called in front of its cells (`Quay lamp; lamp: Quay lamp; state: dim`) where the cells say
/// all of it.
pub fn repeated_title(row: &str) -> usize {
    let Some((title, cells)) = row.split_once("; ") else { return 0 };
    let named = |cells: &str| cells.split("; ").take(2).filter(|cell| cell.contains(": ")).count() == 2;
    let said = || title.split_whitespace().all(|word| cells.contains(word));
    // What it is called may have a colon in it, as the cell has that says it.
    let whole = || cells.split("; ").any(|cell| cell.split_once(": ").is_some_and(|(_, value)| value == title));
    let called = !title.contains('\n') && (!title.contains(':') || whole());
    if !called || !named(cells) || !said() { 0 } else { title.len() + "; ".len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    fn of_log(text: &str, window: Span, quote: Span) -> Evidence {
        Evidence {
            cites: Vec::new(),
            document: Some(DocumentId(1)),
            quote,
            window,
            text: text.to_owned(),
            lead: None,
            speaker: None,
            title: "Log".to_owned(),
            day: None,
            heading: Vec::new(),
            cut: false,
        }
    }

    #[test]
    fn what_the_cells_of_a_row_say_is_not_said_in_front_of_them() {
        let cells = "ticket: 7; lamp: Quay lamp; state: dim";
        assert_eq!(repeated_title(&format!("Quay lamp 7; {cells}")), "Quay lamp 7; ".len());
        for row in [cells, "Gate lamp; ticket: 7; state: dim", "Quay; dim; lit", "Quay. Lit: no; a: b; c: d", ""] {
            assert_eq!(repeated_title(row), 0, "{row}");
        }
    }

    #[test]
    fn what_was_shown_is_not_shown_again() {
        let text = "The gate is shut. It leaks. Nobody mends it.";
        let passage = |window: (usize, usize), quote: (usize, usize)| {
            of_log(&text[window.0..window.1], Span::new(window.0, window.1), Span::new(quote.0, quote.1))
        };
        let first = passage((0, 17), (0, 17));
        let told = |one: &Evidence, shown: &[Evidence]| one.beside(shown).map(|one| one.text.clone());
        let longer = passage((0, 27), (18, 27));
        assert_eq!(told(&longer, std::slice::from_ref(&first)).as_deref(), Some("It leaks."));
        assert_eq!(told(&longer, &[]).as_deref(), Some("The gate is shut. It leaks."));
        assert_eq!(told(&first, &[longer]), None);
        let unstopped = passage((0, 16), (0, 16));
        assert_eq!(told(&first, &[unstopped]), None, "a full stop says nothing");
        let whole = passage((0, text.len()), (0, text.len()));
        assert_eq!(told(&whole, &[first]).as_deref(), Some("It leaks. Nobody mends it."));
    }

    #[test]
    fn the_quote_is_a_part_of_the_window() {
        let cites = vec![Ref::new(Kind::Entity, 3), Ref::new(Kind::Source, 9)];
        let known = of_log("The gate. It held. ", Span::new(100, 119), Span::new(110, 119));
        let mut evidence = Evidence { cites, ..known };
        assert_eq!(evidence.quoted(), "It held. ");
        assert_eq!(evidence.source(), Some(Ref::new(Kind::Source, 9)));
        evidence.quote = Span::new(0, 500);
        assert_eq!(evidence.quoted(), evidence.text);
    }
}
