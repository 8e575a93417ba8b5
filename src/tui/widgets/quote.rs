//! The words that a citation stands behind: read off the page before it, and found again in the passage it names.

use std::ops::Range;

use super::rich::Row;

/// Rows before a citation in which its quotation is looked for.
const REACH: usize = 24;

/// Returns what a citation stands behind, in its own paragraph: the last words in quotation marks, else what was said
/// since the citation before.
pub fn before(rows: &[Row], row: usize, link: u32) -> Option<String> {
    let mut text = String::new();
    for piece in &rows.get(row)?.pieces {
        if piece.link == Some(link) {
            break;
        }
        text += &piece.text;
    }
    for above in rows[..row].iter().rev().take(REACH) {
        let line = above.text();
        if line.trim().is_empty() || quotation(&text).is_some() {
            break;
        }
        text = format!("{} {text}", line.trim());
    }
    let said = quotation(&text).or_else(|| statement(&text))?;
    // What was cut is said by an ellipsis, and a list by its marks: both are ours.
    let said = said.trim_matches(|c: char| c.is_whitespace() || "…•*▌|".contains(c));
    (!said.is_empty()).then(|| said.to_owned())
}

/// What the last quotation marks enclose, but for the heading that a quotation stands under: “Quoted.” — Minutes, under
/// “Dues”.
fn quotation(text: &str) -> Option<&str> {
    let close = text.rfind('”')?;
    let open = opening(&text[..close])?;
    match text[..open].trim_end().strip_suffix("under") {
        Some(front) => quotation(front),
        None => Some(&text[open + '“'.len_utf8()..close]),
    }
}

/// Where the quotation marks open that are open at the end of a text; what is quoted may quote.
fn opening(text: &str) -> Option<usize> {
    let mut inside = 0usize;
    for (at, mark) in text.char_indices().rev().filter(|(_, c)| matches!(c, '“' | '”')) {
        match (mark, inside) {
            ('“', 0) => return Some(at),
            ('“', _) => inside -= 1,
            _ => inside += 1,
        }
    }
    None
}

/// What stands between the end of the citation before and the citation that the text ends in.
fn statement(text: &str) -> Option<&str> {
    let said = &text[..text.rfind(['⟨', '<', '['])?];
    Some(said.rfind(['⟩', '>', ']']).map_or(said, |end| said[end..].trim_start_matches(['⟩', '>', ']', '.'])))
}

/// Finds words in a text, white space aside: all of them, else the longest of their sentences that is there. Of words
/// that were shortened inside, their beginning.
pub fn find(text: &str, words: &str) -> Option<Range<usize>> {
    let whole = words.split('…').next().unwrap_or_default();
    stretch(text, whole).or_else(|| {
        let mut sentences: Vec<&str> = whole.split_inclusive(['.', '!', '?']).map(str::trim).collect();
        sentences.retain(|sentence| sentence.len() >= SENTENCE);
        sentences.sort_by_key(|sentence| std::cmp::Reverse(sentence.len()));
        sentences.into_iter().find_map(|sentence| stretch(text, sentence))
    })
}

/// Shortest sentence, in bytes, that is looked for by itself: fewer words are found anywhere.
const SENTENCE: usize = 24;

/// Signs that Markdown writes beside words.
const SIGNS: [char; 4] = ['*', '_', '`', '#'];

fn stretch(text: &str, words: &str) -> Option<Range<usize>> {
    let mut words = words.split_whitespace();
    let first = words.next()?;
    let rest: Vec<&str> = words.collect();
    text.match_indices(first).find_map(|(start, _)| {
        let mut at = start + first.len();
        for word in &rest {
            // Signs of Markdown are shown as what they mean: the words one comes with have none.
            let left = &text[at..];
            let bare = left.trim_start_matches(SIGNS);
            let next = bare.trim_start();
            if next.len() == bare.len() {
                return None;
            }
            let next = if next.starts_with(word) { next } else { next.trim_start_matches(SIGNS) };
            if !next.starts_with(word) {
                return None;
            }
            at += left.len() - next.len() + word.len();
        }
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::UNICODE;
    use crate::tui::widgets::markdown::{self, Notes, Rendered};

    fn render(text: &str, width: usize, glyphs: &crate::tui::theme::Glyphs) -> Rendered {
        markdown::render(text, width, glyphs, &mut Notes::default())
    }

    #[test]
    fn each_citation_has_the_quotation_before_it() {
        let text = "He said so. “The pumps … had run for thirty hours” [Data: Sources (1)]. “Nobody knew.” — Mrs A \
                    [Data: Sources (2); Entities (3)]\n\nNo quotation [Data: Sources (4)].";
        let rendered = render(text, 20, &UNICODE);
        let quoted = |link: u32| {
            let row = rendered.rows.iter().position(|row| row.pieces.iter().any(|piece| piece.link == Some(link)));
            before(&rendered.rows, row?, link)
        };
        assert_eq!(quoted(0).as_deref(), Some("The pumps … had run for thirty hours"));
        assert_eq!(quoted(1).as_deref(), Some("Nobody knew."));
        assert_eq!(quoted(3).as_deref(), Some("No quotation"));
    }

    #[test]
    fn the_heading_behind_a_quotation_is_not_what_was_quoted() {
        let text = "“The board called it “a query of units” and went on to other matters.” — Minutes of May, under \
                    “4a. Internal audit” [Data: Sources (1); Entities (3)]";
        for width in [20, 40, 200] {
            let rendered = render(text, width, &UNICODE);
            let row = rendered.rows.iter().position(|row| row.pieces.iter().any(|piece| piece.link == Some(0)));
            let quoted = before(&rendered.rows, row.expect("the citation is shown"), 0);
            assert_eq!(
                quoted.as_deref(),
                Some("The board called it “a query of units” and went on to other matters."),
                "{width}"
            );
        }
    }

    #[test]
    fn a_quotation_is_found_across_lines() {
        let text = "The pump. The pumps  at\nLow Holm ran.";
        assert_eq!(find(text, "The pumps at Low Holm").map(|found| &text[found]), Some("The pumps  at\nLow Holm"));
        assert_eq!(find(text, "pumps at … for thirty").map(|found| &text[found]), Some("pumps  at"));
        assert_eq!(find(text, "pumps nowhere"), None);
        assert_eq!(find("é “x”", "…"), None);
        let two = "It was the cement that did it. The low holm pumps ran for thirty hours.";
        assert_eq!(find("Well. The low holm pumps ran for thirty hours. So.", two), Some(6..46));
    }
}
