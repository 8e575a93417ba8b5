//! The words that a citation stands behind: read off the page before it, and found again in the passage it names.

use std::ops::Range;

use super::rich::Row;

/// Rows before a citation in which its quotation is looked for.
const REACH: usize = 24;

/// Returns what is quoted last before a link, in its own paragraph.
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
        if line.trim().is_empty() || ends(&text).is_some() {
            break;
        }
        text = format!("{} {text}", line.trim());
    }
    let (open, close) = ends(&text)?;
    // What was cut is said by an ellipsis, which is ours.
    let quote = text[open..close].trim_matches(|c: char| c.is_whitespace() || c == '…');
    (!quote.is_empty()).then(|| quote.to_owned())
}

/// Where the last quotation begins and ends.
fn ends(text: &str) -> Option<(usize, usize)> {
    let close = text.rfind('”')?;
    let open = text[..close].rfind('“')? + '“'.len_utf8();
    Some((open, close))
}

/// Finds a quotation in a text, white space aside. Of one that was shortened inside, its beginning.
pub fn find(text: &str, quote: &str) -> Option<Range<usize>> {
    let whole = quote.split('…').next().unwrap_or_default();
    let mut words = whole.split_whitespace();
    let first = words.next()?;
    let rest: Vec<&str> = words.collect();
    text.match_indices(first).find_map(|(start, _)| {
        let mut at = start + first.len();
        for word in &rest {
            let left = &text[at..];
            let next = left.trim_start();
            if next.len() == left.len() || !next.starts_with(word) {
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
    use crate::tui::widgets::markdown::render;

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
        assert_eq!(quoted(3), None);
    }

    #[test]
    fn a_quotation_is_found_across_lines() {
        let text = "The pump. The pumps  at\nLow Holm ran.";
        assert_eq!(find(text, "The pumps at Low Holm").map(|found| &text[found]), Some("The pumps  at\nLow Holm"));
        assert_eq!(find(text, "pumps at … for thirty").map(|found| &text[found]), Some("pumps  at"));
        assert_eq!(find(text, "pumps nowhere"), None);
        assert_eq!(find("é “x”", "…"), None);
    }
}
