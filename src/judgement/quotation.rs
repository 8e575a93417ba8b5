//! How a quotable sentence is written into a report or an answer: verbatim, with who said it, and its citation; and how
//! that is read back. Whoever writes Markdown of what documents say needs it, whatever mind answers.

use crate::model::{DocumentId, Ref, Span, cite, find_citations};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::display::inline::unmarked;
use crate::text::layout::line_kinds::list_mark;

/// A sentence that may be quoted in a report or an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quotable {
    /// Verbatim.
    pub text: String,
    /// What to cite for it: the source first, then entities and relationships it shows, or the records that the
    /// report it comes from cites.
    pub cites: Vec<Ref>,
    /// Where it stands in its document's text.
    pub place: Option<(DocumentId, Span)>,
    /// Who says it, ready to print: `Fei-Fei Li, Stanford University`.
    pub speaker: Option<String>,
}

/// Returns the sentence as Markdown: `“…” — Name, title [Data: Sources (3)]`, without quotation marks where nobody is
/// named as saying it.
pub fn quotation(quotable: &Quotable) -> String {
    let words = plain(&quotable.text);
    let said = match &quotable.speaker {
        Some(speaker) => format!("“{words}” — {}", plain(speaker)),
        None => words,
    };
    let mark = cite(quotable.cites.iter().copied());
    if mark.is_empty() { said } else { format!("{said} {mark}") }
}

/// Between two sentences of a quotation with the end of a paragraph between them.
const PARTED: &str = " […] ";

/// In front of an item of a list, where several are quoted: it begins a line of its own, which Markdown reads as no
/// list of the answer.
const ITEM: &str = "  \n\u{a0}\u{a0}";
/// Items from which on a list is one.
const ITEMS: usize = 2;

/// Makes a document's words safe inside Markdown: signs that Markdown would read as markup are escaped, a line break is
/// a space, and where a paragraph ends between sentences stands "[…]": what comes behind goes on elsewhere. Of a list
/// each item has a line. What is shown is what stands in the file, without the markup of its own.
pub fn plain(text: &str) -> String {
    let text = unmarked(text);
    let begins_item = |line: &str| list_mark(line.trim_start()).is_some();
    let is_list = text.trim().lines().filter(|line| begins_item(line)).count() >= ITEMS;
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.trim();
    while !rest.is_empty() {
        let words = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let mut inside = false;
        for (at, c) in rest[..words].char_indices() {
            // `net_tonnes` is no emphasis, and reads better as it stands.
            let joins = c == '_' && inside && rest[at + 1..].starts_with(char::is_alphanumeric);
            if matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '|' | '~') && !joins {
                out.push('\\');
            }
            out.push(c);
            inside = c.is_alphanumeric();
        }
        rest = &rest[words..];
        let gap = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let (space, next) = rest.split_at(gap);
        let breaks = space.contains(['\n', '\r']);
        // A column's width is no word of it either, nor is the room between sentences or words of a set line.
        let wide = !breaks && space.len() > 2;
        let spaced = !breaks && space.len() == 2;
        let is_item = breaks && is_list && begins_item(next);
        let parts = space.matches('\n').count() > 1 && ends_sentence(&out) && !out.ends_with([':', ';']);
        out.push_str(if is_item {
            ITEM
        } else if parts {
            PARTED
        } else if spaced || breaks {
            " "
        } else if wide {
            "  "
        } else {
            space
        });
        rest = next;
    }
    out
}

/// Reads Markdown with citations back into sentences that may be quoted: the words before each mark, who said them
/// where that is written as [`quotation`] writes it, and what the mark cites. Words that cite nothing are passed over.
pub fn quotables(markdown: &str) -> Vec<Quotable> {
    let mut found = Vec::new();
    let mut from = 0;
    for citation in find_citations(markdown) {
        let words = markdown[from..citation.span.start].trim().trim_start_matches(['.', ',', ';']).trim_start();
        from = citation.span.end;
        // Only the paragraph that the mark stands in: a heading or a list item before it is another thing.
        let paragraph = words.rsplit("\n\n").next().unwrap_or_default();
        let item = paragraph.rfind("\n- ").map_or(paragraph, |at| &paragraph[at + 1..]);
        let line = item.strip_prefix("- ").unwrap_or(item).trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (text, speaker) = match line.strip_prefix('“').and_then(|rest| rest.rsplit_once("” — ")) {
            Some((text, speaker)) => (text, Some(unescape(speaker))),
            None => (line, None),
        };
        found.push(Quotable { text: unescape(text), cites: citation.refs().collect(), place: None, speaker });
    }
    found
}

/// True for words that a text gives as somebody's own: whoever wrote the text did not say them.
pub fn is_direct_speech(text: &str) -> bool {
    text.trim_start().starts_with(['“', '"', '„', '«', '「'])
}

/// The inverse of [`plain`], but for line breaks that begin no item.
pub fn unescape(markdown: &str) -> String {
    let markdown = markdown.replace(PARTED, " ").replace(ITEM, "\n");
    let mut out = String::with_capacity(markdown.len());
    let mut chars = markdown.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    #[test]
    fn names_of_columns_keep_their_looks() {
        assert_eq!(plain("net_tonnes: 112 _x_ a_ _b"), "net_tonnes: 112 x a\\_ \\_b");
        assert_eq!(unescape(&plain("net_tonnes [2] _x")), "net_tonnes [2] _x");
    }

    #[test]
    fn says_who_said_it() {
        let mut quotable = Quotable {
            text: "The gate never closed\nthat night.".to_owned(),
            cites: vec![Ref::new(Kind::Source, 4)],
            place: None,
            speaker: Some("Ilse Brandt, harbour master".to_owned()),
        };
        assert_eq!(
            quotation(&quotable),
            "“The gate never closed that night.” — Ilse Brandt, harbour master [Data: Sources (4)]"
        );
        quotable.speaker = None;
        quotable.cites.clear();
        assert_eq!(quotation(&quotable), "The gate never closed that night.");
    }

    #[test]
    fn the_end_of_a_paragraph_is_shown_and_read_as_a_space() {
        let parted = plain("The gate closed.\n\nNobody saw\nit.");
        assert_eq!(parted, "The gate closed. […] Nobody saw it.");
        assert_eq!(unescape(&parted), "The gate closed. Nobody saw it.");
        assert_eq!(plain("We ask:\n\nfor oil"), "We ask: for oil");
        assert_eq!(unescape(&plain("It closed. […] Nobody saw it.")), "It closed. […] Nobody saw it.");
    }

    #[test]
    fn items_of_a_list_that_is_quoted_have_a_line_each() {
        for list in [
            "The board asked for:\n1. a lamp\n2. a bell;\n3. two ropes",
            "1. a lamp\n2. a\nbell",
            "Taken:\n- it\n- all",
        ] {
            let shown = plain(list);
            let items = list.lines().filter(|line| line.starts_with(['1', '2', '3', '-'])).count();
            let begun = if list.starts_with('1') { items - 1 } else { items };
            assert_eq!(shown.matches(ITEM).count(), begun, "{shown:?}");
            assert_eq!(plain(&unescape(&shown)), shown);
            let quotable =
                Quotable { text: unescape(&shown), cites: vec![Ref::new(Kind::Source, 4)], ..Quotable::default() };
            assert_eq!(quotables(&quotation(&quotable)), [quotable]);
        }
        // One is a sentence that begins with a figure.
        assert_eq!(plain("It was\n3. May was warm."), "It was 3. May was warm.");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let said = Quotable {
            text: "We paid [twice] for 5*3 gates.".to_owned(),
            cites: vec![Ref::new(Kind::Source, 4), Ref::new(Kind::Entity, 2)],
            place: None,
            speaker: Some("Ilse Brandt, harbour master".to_owned()),
        };
        let told = Quotable { text: "The gate was new.".to_owned(), speaker: None, ..said.clone() };
        let markdown =
            format!("### A heading [Data: Reports (1)]\n\n- {}\n{} And nothing.", quotation(&said), quotation(&told));
        assert_eq!(quotables(&markdown), [said, told]);
    }

    #[test]
    fn a_document_cannot_write_markup() {
        assert_eq!(plain("see [Data: Sources (1)] *now*"), "see \\[Data: Sources (1)\\] now");
    }
}
