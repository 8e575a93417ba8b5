//! Lines of a text, where they begin and end, and what is told of one by its signs alone.

use crate::model::Span;

/// A line without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) struct Line {
    pub span: Span,
}

/// Returns the lines of `text`, each trimmed. `\n`, `\r\n` and form feeds end a line.
pub(in crate::text) fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    let mut at = 0;
    text.split(['\n', '\x0c']).map(move |raw| {
        let line = trimmed(text, Span::new(at, at + raw.len()));
        at += raw.len() + 1;
        Line { span: line }
    })
}

/// Returns `span` without the white space (and invisible marks) at its ends.
pub(in crate::text) fn trimmed(text: &str, span: Span) -> Span {
    let content = span.slice(text).unwrap_or_default();
    let blank = |c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\0');
    let front = content.trim_start_matches(blank);
    let start = span.end - front.len();
    Span::new(start, start + front.trim_end_matches(blank).len())
}

/// Where the line begins that a place of a text lies in.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// The lines in which a stretch of a text lies, whole, without the end of the last.
pub(crate) fn line_around(text: &str, place: Span) -> Span {
    let end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
    Span::new(line_start(text, place.start), end)
}

impl Line {
    pub fn content<'a>(&self, text: &'a str) -> &'a str {
        self.span.slice(text).unwrap_or_default()
    }

    pub fn chars(&self, text: &str) -> usize {
        self.content(text).chars().count()
    }

    /// The line without its first `bytes` bytes and the white space after them.
    pub fn skip(&self, text: &str, bytes: usize) -> Line {
        Line { span: trimmed(text, Span::new(self.span.start + bytes, self.span.end)) }
    }

    pub fn trim_end_matches(&self, text: &str, mark: char) -> Line {
        let kept = self.content(text).trim_end_matches(mark).len();
        Line { span: trimmed(text, Span::new(self.span.start, self.span.start + kept)) }
    }

    /// The inside of a line that is emphasised as a whole: `**Title**`.
    pub fn without_emphasis(&self, text: &str) -> Line {
        let content = self.content(text);
        for mark in ["***", "**", "__", "*", "_"] {
            if let Some(inner) = content.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark))
                && !inner.is_empty()
                && !inner.contains(mark)
            {
                let start = self.span.start + mark.len();
                return Line { span: trimmed(text, Span::new(start, start + inner.len())) };
            }
        }
        *self
    }
}

/// `---`, `* * *`, `=====`: a line of marks only.
pub(in crate::text) fn is_rule(content: &str) -> bool {
    let marks = content.chars().filter(|c| !c.is_whitespace());
    let mut count = 0;
    for c in marks {
        if !matches!(c, '-' | '=' | '*' | '_' | '~' | '—' | '─' | '#' | '+') {
            return false;
        }
        count += 1;
    }
    count >= 3
}

/// True for a field of a letter's head: `Cc: Ada Voss`.
pub(crate) fn is_head_field(content: &str) -> bool {
    ["From:", "To:", "Cc:", "Bcc:", "Date:", "Sent:", "Subject:"].iter().any(|field| content.starts_with(field))
}
