//! What a citation stands behind: the passage that is quoted there, or the words read off the page before it; and the
//! places in a text where such words are found again.

use std::ops::Range;

use super::rich::Row;
use crate::judgement::extractive::quotes::{drawn, tabled};
use crate::model::{Anchor, Evidence, Ref};
use crate::tui::theme::Role;

/// Rows before a citation in which its quotation is looked for.
const REACH: usize = 40;

/// Returns the place of the passage that is quoted before a citation of `source`, as far as it is shown, and the line
/// that leads to it. Of several passages from there it is the one whose words end nearest before the citation; one
/// whose words are not on the page is meant only where no others are quoted before the citation.
pub fn passage<'a>(
    evidence: impl Iterator<Item = &'a Evidence>,
    source: Ref,
    rows: &[Row],
    row: usize,
    link: u32,
) -> Option<(Ref, Option<String>)> {
    let from_there: Vec<&Evidence> =
        evidence.filter(|one| one.document.is_some() && one.source() == Some(source.record())).collect();
    let page: String = rows[..row.min(rows.len())].iter().map(Row::text).collect();
    let page = letters(&(page + &up_to(rows.get(row)?, link)));
    let ends = |one: &Evidence| {
        let found = |words: &str| {
            let words = letters(words);
            let found = page.rfind(&words).filter(|_| !words.is_empty())?;
            Some((found + words.len(), words.len()))
        };
        // Of a row in columns its cells alone are there, of one by itself what each of them is called as well.
        found(&drawn::words(one)).or_else(|| found(&tabled::said(one)?)).or_else(|| found(&drawn::headed(one)?))
    };
    let nearest = from_there.iter().filter_map(|one| Some((ends(one)?, *one))).max_by_key(|(ends, _)| *ends);
    let quoted = match (nearest, from_there.as_slice()) {
        (_, &[_, _, ..]) if in_columns(rows, row) => from_there.get(alike_before(rows, row, link))?,
        (Some((_, quoted)), _) => quoted,
        (None, &[only]) if !is_quoted(rows, row, link) => only,
        (None, _) => return None,
    };
    Some((source.at(Anchor::Passage(quoted.shown_place())), quoted.lead.clone()))
}

/// True for a row of a table in columns: no blank row stands between it and the line below the names of the columns.
fn in_columns(rows: &[Row], row: usize) -> bool {
    let is_rule = |text: &str| {
        let text = text.trim();
        let first = text.chars().next();
        text.chars().count() > 1 && text.chars().all(|c| Some(c) == first && !c.is_alphanumeric())
    };
    let above = rows[..row.min(rows.len())].iter().rev().map(Row::text);
    above.take_while(|text| !text.trim().is_empty()).any(|text| is_rule(&text))
}

/// How many links before one have its mark: of the passages from a source, which are cited one behind the other, that
/// many stand before the one it is of.
fn alike_before(rows: &[Row], row: usize, link: u32) -> usize {
    let links = || rows[..=row.min(rows.len().saturating_sub(1))].iter().flat_map(|row| &row.pieces);
    let mark = links().find(|piece| piece.link == Some(link)).map(|piece| piece.text.as_str());
    links().filter(|piece| piece.link.is_some_and(|other| other < link) && Some(piece.text.as_str()) == mark).count()
}

/// Letters and figures alone: what a page shows and what a document has differ in signs, marks and breaks.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What stands in a row before a link of it.
fn up_to(row: &Row, link: u32) -> String {
    row.pieces.iter().take_while(|piece| piece.link != Some(link)).map(|piece| piece.text.as_str()).collect()
}

/// True where a citation stands behind words in quotation marks.
fn is_quoted(rows: &[Row], row: usize, link: u32) -> bool {
    paragraph(rows, row, link).is_some_and(|text| quotation(&text).is_some())
}

/// Returns what a citation stands behind, in its own paragraph and since the citation before: the last words in
/// quotation marks, else what was said.
pub fn before(rows: &[Row], row: usize, link: u32) -> Option<String> {
    let text = paragraph(rows, row, link)?;
    let said = quotation(&text).or_else(|| statement(&text))?;
    // What was cut is said by an ellipsis, and a list by its marks: both are ours.
    let said = said.trim_matches(|c: char| c.is_whitespace() || "…•*▌|".contains(c));
    (!said.is_empty()).then(|| said.to_owned())
}

/// What stands before a citation in its own paragraph, since the citation before.
fn paragraph(rows: &[Row], row: usize, link: u32) -> Option<String> {
    let mut text = String::new();
    'rows: for (at, above) in rows[..=row.min(rows.len().checked_sub(1)?)].iter().enumerate().rev().take(REACH) {
        let upto = above.pieces.iter().take_while(|piece| at < row || piece.link != Some(link));
        let pieces: Vec<_> = upto.collect();
        let mut line = String::new();
        for piece in pieces.into_iter().rev() {
            // The citation before ends here.
            if piece.face.role == Role::Dim && matches!(piece.text.trim(), "]" | "⟩" | ">") {
                text = format!("{line} {text}");
                break 'rows;
            }
            line.insert_str(0, &piece.text);
        }
        if at < row && line.trim().is_empty() {
            break;
        }
        text = if text.is_empty() { line } else { format!("{} {}", line.trim(), text.trim_start()) };
    }
    Some(text)
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

/// What stands before the citation that the text ends in.
fn statement(text: &str) -> Option<&str> {
    Some(text[..text.rfind(['⟨', '<', '['])?].trim_start_matches(['.', ';', ',', ' ']))
}

/// Finds the words of a quotation in a text, white space aside, each stretch of it that nothing was left out of behind
/// the one before: all of its words, else those of its sentences that are there.
pub fn find(text: &str, words: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for part in words.split('…') {
        let from = found.last().map_or(0, |last| last.end);
        let looked_for = |words: &str| {
            let behind = stretches(&text[from..], words).next();
            let behind = behind.map(|range| range.start + from..range.end + from);
            behind.or_else(|| stretches(text, words).next().filter(|_| words.len() >= SENTENCE))
        };
        match looked_for(part) {
            Some(whole) => found.push(whole),
            None => {
                let sentences = part.split_inclusive(['.', '!', '?']).map(str::trim);
                found.extend(sentences.filter(|sentence| sentence.len() >= SENTENCE).filter_map(looked_for));
            }
        }
    }
    found
}

/// Finds words nearest before a place of a text.
pub fn find_before(text: &str, place: usize, words: &str) -> Option<Range<usize>> {
    stretches(text.get(..place)?, words).last()
}

/// Shortest sentence, in bytes, that is looked for by itself: fewer words are found anywhere.
const SENTENCE: usize = 24;

/// Signs that Markdown writes beside words.
const SIGNS: [char; 4] = ['*', '_', '`', '#'];

/// Every place where words stand in a text, one behind the other.
fn stretches<'a>(text: &'a str, words: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut words = words.split_whitespace();
    let first = words.next();
    let rest: Vec<&str> = words.collect();
    let starts = first.into_iter().flat_map(|first| text.match_indices(first));
    starts.filter_map(move |(start, first)| {
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
    use crate::model::{DocumentId, Kind, Span};
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
    fn each_row_of_a_table_leads_to_itself() {
        let texts =
            ["lamp: Quay; wicks: 3; keeper: Ada Voss", "lamp: Gate; wicks: 3; keeper: Bo Marsh of the old pier"];
        let row = |at: usize| Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            document: Some(DocumentId(1)),
            quote: Span::new(100 * at, 100 * at + texts[at].len()),
            window: Span::new(100 * at, 100 * at + texts[at].len()),
            text: texts[at].to_owned(),
            lead: None,
            speaker: None,
            title: "Lamps".to_owned(),
            day: None,
            heading: Vec::new(),
            cut: false,
        };
        let quoted = [row(0), row(1)];
        let text = tabled::drawn(&quoted).expect("a table");
        for width in 12..90 {
            let rendered = render(&text, width, &UNICODE);
            for link in 0..2 {
                let at = rendered.rows.iter().position(|row| row.pieces.iter().any(|piece| piece.link == Some(link)));
                let at = at.expect("the citation is shown");
                let led = passage(quoted.iter(), Ref::new(Kind::Source, 4), &rendered.rows, at, link);
                let place = quoted[link as usize].shown_place();
                assert_eq!(led, Some((Ref::new(Kind::Source, 4).at(Anchor::Passage(place)), None)), "{width}");
            }
        }
    }

    #[test]
    fn a_row_that_is_quoted_by_itself_leads_to_itself() {
        let text = "| 2 May 1911 | Ferry sold | Log |";
        let row = Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            document: Some(DocumentId(1)),
            quote: Span::new(700, 700 + text.len()),
            window: Span::new(700, 700 + text.len()),
            text: text.to_owned(),
            lead: Some("| day | what | from |".to_owned()),
            speaker: None,
            title: "Ferries".to_owned(),
            day: None,
            heading: vec!["Before".to_owned()],
            cut: false,
        };
        let said = format!("- {}", drawn::passage(&row));
        for width in 12..90 {
            let rows = render(&said, width, &UNICODE).rows;
            let at = rows.iter().position(|row| row.pieces.iter().any(|piece| piece.link == Some(0)));
            let led = passage(std::iter::once(&row), Ref::new(Kind::Source, 4), &rows, at.expect("it is cited"), 0);
            assert_eq!(led, Some((row.cites[0].at(Anchor::Passage(row.shown_place())), row.lead.clone())), "{width}");
        }
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
    fn a_heading_is_never_what_was_quoted_wherever_its_line_breaks() {
        let text = "- “The gate was shut.” — Log [Data: Sources (1)]\n- “Nobody was there to order it.” — Order of May, \
                    under “FINDINGS” [Data: Sources (2)]\n- So it stood [Data: Sources (3)]";
        for width in 12..90 {
            let rendered = render(text, width, &UNICODE);
            let quoted = |link: u32| {
                let row = rendered.rows.iter().position(|row| row.pieces.iter().any(|piece| piece.link == Some(link)));
                before(&rendered.rows, row?, link)
            };
            assert_eq!(quoted(1).as_deref(), Some("Nobody was there to order it."), "{width}");
            assert_eq!(quoted(2).as_deref(), Some("So it stood"), "{width}");
        }
    }

    #[test]
    fn a_quotation_is_found_across_lines() {
        let text = "The pump. The pumps  at\nLow Holm ran.";
        let found = |words: &str| find(text, words).into_iter().map(|found| &text[found]).collect::<Vec<_>>();
        assert_eq!(found("The pumps at Low Holm"), ["The pumps  at\nLow Holm"]);
        assert_eq!(found("pumps at … for thirty"), ["pumps  at"]);
        assert_eq!(found("The pump … ran."), ["The pump", "ran."], "what was left out between them is not lit");
        assert!(found("pumps nowhere").is_empty() && find("é “x”", "…").is_empty());
        let two = "It was the cement that did it. The low holm pumps ran for thirty hours.";
        let text = "Well. The low holm pumps ran for thirty hours. So.";
        assert_eq!(find(text, two).first(), Some(&(6..46)));
        assert_eq!(find_before("They found: one. They found: two.", 26, "They found:"), Some(0..11));
    }
}
