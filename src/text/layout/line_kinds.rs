//! What a single line looks like: page furniture, a row, a record of a log, a list's mark, a title.

use crate::model::Span;
use crate::text::cutting::lines::{is_head_field, trimmed};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::separators::{day_between_rules, is_day_in_brackets};
use crate::text::language::in_any;
use crate::text::words::stage::is_stage_direction;
use crate::text::words::terms::is_digits;

/// True for the foot of a page that begins with what the document is called: "Minutes of the quay   Page 3 of 10".
fn is_foot(content: &str) -> bool {
    let words: Vec<&str> = content.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let [.., page, at, of, whole] = words[..] else { return false };
    // Whoever refers to a page within a sentence writes it small.
    let is_page = page.starts_with(char::is_uppercase) && in_any(|pack| &pack.page, &page.to_lowercase());
    let within = matches!((at.parse::<u32>(), whole.parse::<u32>()), (Ok(at), Ok(whole)) if at <= whole);
    is_page && within && in_any(|pack| &pack.of, &of.to_lowercase()) && content.ends_with(whole)
}

/// True for a line that says nothing but of which day is what stands below.
pub(super) fn parts_days(content: &str) -> bool {
    day_between_rules(content).is_some() || is_day_in_brackets(content)
}

/// Page numbers, stage directions, days between rules, lines without any letter.
pub(super) fn is_furniture(content: &str) -> bool {
    if is_stage_direction(content) || has_leader(content) || parts_days(content) {
        return true;
    }
    if content.len() > 60 {
        return false;
    }
    if matches!(content, "END" | "End" | "-END-" | "(END)" | "THE END" | "###" | "# # #") {
        return true;
    }
    if !content.chars().any(char::is_alphabetic) {
        // Figures in columns are a row, told elsewhere; a lone number is a page's.
        return content.split_whitespace().count() <= 3 && !is_version_heading(content);
    }
    if is_foot(content) {
        return true;
    }
    let lower = content.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let numeral = |word: Option<&str>| word.is_some_and(is_digits);
    match words.next() {
        Some(page) if in_any(|pack| &pack.page, page) => {
            numeral(words.next()) && words.next().is_none_or(|of| in_any(|pack| &pack.of, of))
        }
        _ => false,
    }
}

/// True for a heading that is a version's number, with its day or without: `## 2.4.0 (2031-05-04)`.
fn is_version_heading(content: &str) -> bool {
    let bare = content.trim_start_matches('#').trim_start();
    let number = bare.split_whitespace().next().unwrap_or_default().trim_matches(['[', ']']);
    bare.len() < content.len() && number.split('.').count() > 1 && number.split('.').all(is_digits)
}

/// True for the entry of a list of contents: dots lead from it to its page.
fn has_leader(content: &str) -> bool {
    const LEADER: &str = "........";
    content.contains(LEADER) || content.contains(". . . . . .")
}

/// True for a line that says where a link leads, as Markdown and mail collect them at the end:
/// `[3]: https://example.org`.
pub(super) fn is_link_definition(content: &str) -> bool {
    let Some((label, rest)) = content.strip_prefix('[').and_then(|inner| inner.split_once("]:")) else { return false };
    // `[^3]: …` is a footnote, which somebody wrote to be read.
    if label.is_empty() || label.starts_with('^') || label.contains(['[', ']']) {
        return false;
    }
    let rest = rest.trim_start();
    let target = rest.split_whitespace().next().unwrap_or_default();
    let behind = rest[target.len()..].trim_start();
    !target.is_empty()
        && target.contains(['/', '#', '.', ':', '@'])
        && (behind.is_empty() || behind.starts_with(['"', '\'', '(']))
}

/// `Some(true)` for a table's row, `Some(false)` for the line under its head.
pub(super) fn table_row(content: &str) -> Option<bool> {
    if content.starts_with('|') && content[1..].contains('|') {
        let delimiter = content.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t'));
        return Some(!delimiter);
    }
    if content.contains("-|-") || content.contains("-+-") {
        return Some(false).filter(|_| content.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | ' ')));
    }
    if content.bytes().filter(|&byte| byte == b'\t').count() >= 2 {
        return Some(true);
    }
    // Columns set apart by runs of spaces.
    let columns = content.split("   ").filter(|part| !part.trim().is_empty()).count();
    let lengthy = content.split("   ").any(|part| part.trim().chars().count() > 45);
    (columns >= 3 && !lengthy).then_some(true)
}

/// A line that begins with a date and a time, as logs have it, or a field of a letter's head.
pub(super) fn is_record(content: &str) -> bool {
    if is_head_field(content) && content.len() <= 160 {
        return true;
    }
    let head = content.trim_start_matches(['[', '<', '(']);
    let bytes = head.as_bytes();
    let digits =
        |range: std::ops::Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    // 2024-05-01T10:00 or 2024-05-01 10:00
    let dated = digits(0..4)
        && matches!(bytes.get(4), Some(b'-' | b'/'))
        && digits(5..7)
        && digits(8..10)
        && matches!(bytes.get(10), Some(b'T' | b' '))
        && digits(11..13)
        && bytes.get(13) == Some(&b':');
    // Jan  2 10:00:01
    let syslog = bytes.len() > 15
        && bytes[..3].iter().all(u8::is_ascii_alphabetic)
        && bytes[3] == b' '
        && digits(7..9)
        && bytes[9] == b':'
        && digits(10..12)
        && bytes[12] == b':';
    dated || syslog
}

/// Returns the bytes of a list's mark at the start of the line: `- `, `• `, `3. `, `(a) `.
pub(crate) fn list_mark(content: &str) -> Option<usize> {
    let mut chars = content.chars();
    let first = chars.next()?;
    if matches!(first, '-' | '*' | '+' | '•' | '◦' | '▪' | '‣' | '·' | '●' | '○') {
        // "*** pike" lies three lists deep.
        let deep =
            if first == '*' { content.bytes().take_while(|&byte| byte == b'*').count() } else { first.len_utf8() };
        return content[deep..].starts_with(char::is_whitespace).then_some(deep);
    }
    let open = usize::from(first == '(');
    let body = &content[open..];
    let mark = body.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let label = &body[..mark];
    let number = label.len() <= 3 && is_digits(label);
    let letter = label.len() == 1;
    let roman = label.len() <= 4 && !label.is_empty() && label.bytes().all(|byte| b"ivxIVX".contains(&byte));
    let after = body.as_bytes().get(mark)?;
    let closes = match after {
        b')' => number || letter || roman,
        // "A. Smith" is a name and "I. Introduction" a heading: letters with a full stop are no mark.
        b'.' => open == 0 && (number || label.len() == 1 && label.bytes().all(|byte| byte.is_ascii_lowercase())),
        _ => false,
    };
    let rest = body.get(mark + 1..)?;
    (closes && rest.starts_with(char::is_whitespace)).then_some(open + mark + 1)
}

/// The text of a line of HTML inside Markdown, when it has any: from the first to the last byte outside tags.
pub(super) fn between_tags(text: &str, span: Span) -> Option<Span> {
    let content = span.slice(text)?;
    let (mut first, mut last, mut inside) = (None, 0, false);
    for (at, c) in content.char_indices() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside && !c.is_whitespace() => {
                first.get_or_insert(at);
                last = at + c.len_utf8();
            }
            _ => {}
        }
    }
    let inner = trimmed(text, Span::new(span.start + first?, span.start + last));
    // Tags inside would be quoted as text.
    inner.slice(text).filter(|inner| !inner.contains('<')).map(|_| inner)
}

/// True when a line ends on a word that wants another.
pub(super) fn ends_open(content: &str) -> bool {
    content.rsplit(char::is_whitespace).next().is_some_and(|word| in_any(|pack| &pack.open, word))
}

/// True for a line that is no sentence and has mostly capitals.
pub(super) fn is_shouted(content: &str) -> bool {
    const FEWEST: usize = 4;
    let capital = content.chars().filter(|c| c.is_uppercase()).count();
    let letters = content.chars().filter(|c| c.is_alphabetic()).count();
    let shouted = letters >= FEWEST && capital * 10 >= letters * 6;
    shouted && !content.contains('|') && !ends_sentence(content) && !is_key_value(content) && !ends_in_column(content)
}

/// What stands in the last of several columns: `1,204` of `TOTAL      1,204`. `None` where there is no gap.
fn last_column(content: &str) -> Option<&str> {
    const GAP: &str = "   ";
    content.rsplit_once(GAP).map(|(_, last)| last.trim_start())
}

/// True for what stands in columns with a figure or a day in the last.
fn ends_in_column(content: &str) -> bool {
    last_column(content).is_some_and(|last| last.contains(|c: char| c.is_ascii_digit()))
}

/// True for a line of a statement: what it is of, far from a figure, or `below` another from a word in its place.
pub(super) fn is_statement_line(content: &str, below: bool) -> bool {
    const WORDS: usize = 2;
    let figure = |last: &str| last.contains(|c: char| c.is_ascii_digit()) && !last.contains(char::is_alphabetic);
    let few = |last: &str| below && last.split_whitespace().count() <= WORDS && !ends_sentence(last);
    // "W. Reed" and "No. 4" end no sentence.
    const SHORTENED: usize = 3;
    let ended = |front: &str| front.rsplit(' ').next().is_some_and(|word| word.chars().count() > SHORTENED);
    content.starts_with(char::is_alphabetic)
        && !content.match_indices(". ").any(|(at, _)| ended(&content[..at]))
        && last_column(content).is_some_and(|last| figure(last) || few(last))
}

/// Upper case, title case or numbered: a line that could head what follows.
pub(super) fn looks_like_title(content: &str) -> bool {
    let words: Vec<&str> = content.split_whitespace().collect();
    if words.len() > 14 || !content.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || !c.is_ascii()) {
        return false;
    }
    if content.ends_with([',', '-', '–', '—', '&']) || content.contains("://") || ends_in_column(content) {
        return false;
    }
    // "Ada Voss. [Inaudible]" was said, or was not.
    if content.rfind(['[', '(']).is_some_and(|at| at > 0 && is_stage_direction(&content[at..])) {
        return false;
    }
    let lettered = words.iter().filter(|word| word.chars().any(char::is_alphabetic));
    let (mut capital, mut small) = (0, 0);
    for word in lettered {
        let initial = word.chars().find(|c| c.is_alphabetic());
        if initial.is_some_and(char::is_lowercase) {
            // Short words stay small in titles.
            small += usize::from(word.chars().count() > 3);
        } else {
            capital += 1;
        }
    }
    capital > 0 && (small <= capital || words.len() <= 4)
}

/// `Director:      Ada Voss`: a field whose value stands in a column.
pub(super) fn is_field(content: &str) -> bool {
    is_key_value(content)
        && content.split_once(':').is_some_and(|(_, value)| value.starts_with("  ") || value.starts_with('\t'))
}

/// True for a line of a program: it ends as statements do, or is full of their marks.
pub fn is_code(line: &str) -> bool {
    let marks = line.bytes().filter(|byte| b"{}();=<>&[]\\!".contains(byte)).count() + line.matches("::").count();
    let letters = line.bytes().filter(u8::is_ascii_alphabetic).count();
    let ends = line.ends_with(['{', '}']) || line.ends_with(';') && marks > 1;
    ends || line.starts_with("//") || line.starts_with("#[") || marks > 2 && marks * 5 > letters
}

/// `**Date:** Monday`: a label that Markdown sets off, in front of what it labels.
pub(super) fn is_bold_label(content: &str) -> bool {
    let label = content.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(label, _)| label);
    label.is_some_and(|label| label.ends_with(':') && label.len() <= 30)
}

/// `Date: 4 May 1998`; `:Date: 4 May 1998`.
pub(super) fn is_key_value(content: &str) -> bool {
    content.strip_prefix(':').unwrap_or(content).split_once(':').is_some_and(|(key, value)| {
        key.len() <= 30
            && !value.trim().is_empty()
            && key.split_whitespace().count() <= 3
            && key.chars().any(char::is_alphabetic)
    })
}

/// True for a line that tells of one meeting or moment and heads nothing: `Present: Ada Voss (chair), Tom Reed`, or one
/// with a time to the second, as logs have it.
pub(super) fn is_told(content: &str) -> bool {
    let field = content.split_once(':').filter(|(_, value)| is_key_value(content) && value.contains([',', '(', '@']));
    let label = field.map(|(label, _)| label.to_lowercase());
    let mut times = content.split(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | 'T'));
    let to_the_second = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() == 3 && parts.iter().all(|part| part.len() == 2 && is_digits(part))
    };
    label.is_some_and(|label| in_any(|pack| &pack.fields, &label)) || times.any(to_the_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_a_list_of_contents_are_furniture() {
        assert!(is_furniture("3.1 The upper sluice and those who keep it ........................... 12"));
        assert!(!is_furniture("Well... the sluice was open."));
        assert!(is_furniture("## 12") && is_furniture("2.4.0") && !is_furniture("## 2.4.0 (2031-05-04)"));
        assert!(is_furniture("Harbour Board Minutes   Page 3 of 10") && is_furniture("Page 3 of 10"));
        assert!(!is_furniture("The dues stand on page 3 of 10") && !is_furniture("See Page 3 of 10 for the dues."));
    }

    #[test]
    fn a_line_of_those_present_heads_nothing() {
        assert!(is_told("Present: Ada Voss (chair), Tom Reed") && is_told("Log opened Wed Apr 17 12:00:01 2024"));
        assert!(!is_told("Part 2: Ropes, Lamps and Boats") && !is_told("Monday 10:30 Opening"));
    }

    #[test]
    fn stars_in_a_row_mark_an_item_of_a_list_in_lists() {
        assert_eq!((list_mark("* salt"), list_mark("*** salt"), list_mark("- salt")), (Some(1), Some(3), Some(1)));
        assert_eq!((list_mark("**salt** is dear"), list_mark("-- Ada")), (None, None));
    }

    #[test]
    fn a_label_in_bold_begins_a_line_of_its_own() {
        assert!(is_bold_label("**Date:** Monday 4 May"));
        assert!(!is_bold_label("**Date** Monday") && !is_bold_label("Date: Monday") && !is_bold_label("**"));
    }

    #[test]
    fn where_links_lead_is_told_from_what_is_said() {
        for line in ["[3]: https://example.org/a", "[gate]: ./gate.md \"The gate\"", "[x]: #anchor"] {
            assert!(is_link_definition(line), "{line}");
        }
        for line in
            ["[^3]: See https://example.org", "[Ada]: I was there.", "[14:02]: gate closed", "[]: /a", "a [b]: /c"]
        {
            assert!(!is_link_definition(line), "{line}");
        }
    }
}
