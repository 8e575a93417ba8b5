//! Printing: colour where it is wanted, lines that fit, numbers that read well, a pipe that may close early.

use std::borrow::Cow;
use std::io::{BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::args::Color;
use super::error::CliError;
use crate::model::{Printed, json_line, printed};
use crate::text::display::cut;
use crate::text::display::sanitise::{Breaks, sanitise};

/// Width of lines where there is no terminal to ask.
const PLAIN_WIDTH: usize = 100;

/// What `--color` said; errors are printed where nothing else is at hand.
static COLOR: AtomicU8 = AtomicU8::new(0);

pub fn set_color(color: Color) {
    COLOR.store(color as u8, Ordering::Relaxed);
}

/// The sequences that styles are made of.
const STYLES: [&str; 5] = ["\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[1;31m"];

/// The few styles of plain output. Meaning is never by colour alone.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    on: bool,
}

impl Style {
    fn of(terminal: bool) -> Self {
        let wanted = match COLOR.load(Ordering::Relaxed) {
            always if always == Color::Always as u8 => true,
            never if never == Color::Never as u8 => false,
            _ => {
                let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Self { on: wanted }
    }

    pub fn of_output() -> Self {
        Self::of(std::io::stdout().is_terminal())
    }

    pub fn of_errors() -> Self {
        Self::of(std::io::stderr().is_terminal())
    }

    /// True when colour is wanted.
    pub fn is_on(self) -> bool {
        self.on
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn accent(self, text: &str) -> String {
        self.paint("36", text)
    }

    pub fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }
}

/// Standard output, buffered; what is printed is sanitised by whoever knows that it is a document's.
pub struct Output {
    out: BufWriter<Stdout>,
    pub style: Style,
    pub width: usize,
}

impl Output {
    pub fn new() -> Self {
        let terminal = std::io::stdout().is_terminal();
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let size = if terminal { crossterm::terminal::size().ok() } else { None };
        let width = columns.or(size.map(|(columns, _)| usize::from(columns))).unwrap_or(PLAIN_WIDTH);
        Self { out: BufWriter::new(std::io::stdout()), style: Style::of_output(), width: width.clamp(40, 160) }
    }

    pub fn line(&mut self, line: impl AsRef<str>) -> Result<(), CliError> {
        self.out.write_all(harmless(line.as_ref()).as_bytes())?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Prints a paragraph, its lines broken at spaces, each behind `indent`.
    pub fn paragraph(&mut self, indent: &str, text: &str) -> Result<(), CliError> {
        for line in wrap(text, self.width.saturating_sub(indent.width())) {
            self.line(format!("{indent}{line}").trim_end())?;
        }
        Ok(())
    }

    /// Puts text in the place of the line that the terminal's cursor is in.
    pub fn redraw(&mut self, text: &str) -> Result<(), CliError> {
        Ok(write!(self.out, "\r\x1b[K{}", harmless(text))?)
    }

    /// Prints a value as JSON on a line of its own.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        Ok(self.out.write_all(json_line(value)?.as_bytes())?)
    }

    pub fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.out.flush()?)
    }
}

/// A line that does to the terminal what our own styles do, and nothing else, whatever stands in it. Names and texts
/// that are not ours are sanitised where they are put in; this is for what was missed.
pub fn harmless(line: &str) -> Cow<'_, str> {
    if line.chars().all(|c| printed(c) == Printed::Itself) {
        return Cow::Borrowed(line);
    }
    let mut safe = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        match printed(c) {
            Printed::Itself => safe.push(c),
            Printed::As('␛') if STYLES.iter().any(|style| line[at..].starts_with(style)) => safe.push(c),
            Printed::As('\n') => safe.push(' '),
            Printed::As(other) => safe.push(other),
            Printed::Nothing => {}
        }
    }
    Cow::Owned(safe)
}

/// Prints bytes as they are.
pub fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// A document's text made safe to print, its lines kept.
pub fn safe(text: &str) -> Cow<'_, str> {
    sanitise(text, Breaks::Keep)
}

/// A document's text made safe to print on one line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    sanitise(text, Breaks::Fold)
}

/// Markdown as a reader without a renderer wants it: escapes and marks of emphasis are gone, citations and the shape of
/// lists stay. A line that goes on on the next one is one line, as it is in Markdown.
pub fn plain_markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match (c, characters.peek().map(|&(_, next)| next)) {
            ('\n', _) if continues(&plain, &text[at + 1..]) => {
                plain.truncate(plain.trim_end_matches(' ').len());
                plain.push(' ');
                while characters.next_if(|&(_, next)| next == ' ').is_some() {}
            }
            ('\\', Some(next)) if next.is_ascii_punctuation() => plain.extend(characters.next().map(|(_, c)| c)),
            ('*', Some('*')) => drop(characters.next()),
            _ => plain.push(c),
        }
    }
    plain
}

/// True when the paragraph before a line break goes on behind it.
pub fn continues(before: &str, rest: &str) -> bool {
    goes_on(rest) && !before.is_empty() && !before.ends_with('\n') && !is_heading(before)
}

/// True when what follows a line break belongs to the same paragraph.
fn goes_on(rest: &str) -> bool {
    let line = rest.trim_start_matches(' ');
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    !(line.is_empty()
        || line.starts_with(['\n', '\r', '#', '>', '|'])
        || line.starts_with("- ")
        || line.starts_with("* ")
        || numbered.len() < line.len() && numbered.starts_with(". "))
}

fn is_heading(plain: &str) -> bool {
    plain.rsplit('\n').next().is_some_and(|line| line.starts_with('#'))
}

/// The columns of the terminal that standard error goes to.
pub fn width() -> usize {
    crossterm::terminal::size().map_or(PLAIN_WIDTH, |(columns, _)| usize::from(columns)).saturating_sub(1)
}

/// Breaks text at spaces into lines of at most `width` cells; a longer word stands alone. Existing breaks are kept.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let lead: String = paragraph.chars().take_while(|c| *c == ' ').collect();
        let mut line = lead.clone();
        let (mut used, mut empty) = (lead.width(), true);
        for word in paragraph.split_whitespace() {
            let cells = word.width();
            if !empty && used + 1 + cells > width {
                lines.push(std::mem::replace(&mut line, lead.clone()));
                (used, empty) = (lead.width(), true);
            }
            if !empty {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += cells;
            empty = false;
        }
        lines.push(line);
    }
    lines
}

/// Cuts a line to at most `width` cells, with an ellipsis where something is gone.
pub fn shorten(text: &str, width: usize) -> Cow<'_, str> {
    cut::shorten(text, width, "…")
}

/// Cuts a title to at most `width` cells in its middle, so that its end still tells it from others.
pub fn shorten_title(text: &str, width: usize) -> Cow<'_, str> {
    cut::shorten_inside(text, width, "…")
}

/// Fills a text up to `width` cells.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_but_our_styles_reaches_the_terminal() {
        assert!(matches!(harmless("Zoë’s 国家\tx"), Cow::Borrowed(_)));
        let style = Style { on: true };
        let line = format!("{} a\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{202e}b\u{1b}[2J", style.error("error:"));
        assert_eq!(harmless(&line), "\u{1b}[1;31merror:\u{1b}[0m a␛]52;c;eA==31mb␛[2J");
        for paint in [Style::bold, Style::dim, Style::accent, Style::error] {
            assert_eq!(harmless(&paint(style, "x")), paint(style, "x"), "a style of ours is in the list");
        }
        let value = "a\u{9b}\u{202e}\u{e0041}b\u{1b}é";
        let line = json_line(&value).expect("JSON");
        assert_eq!(line, "\"a\\u009b\\u202e\\udb40\\udc41b\\u001bé\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), value);
    }

    #[test]
    fn markdown_reads_without_its_signs() {
        assert_eq!(
            plain_markdown("- **Pumps** leak \\[so\\] 2 \\* 3 [Data: Sources (1)]"),
            "- Pumps leak [so] 2 * 3 [Data: Sources (1)]"
        );
    }

    #[test]
    fn lines_are_shortened_with_a_mark() {
        assert_eq!(shorten("Bridges and painters", 10), "Bridges a…");
        assert_eq!(shorten("Bridges", 7), "Bridges");
        assert_eq!(shorten("漢字漢字", 5), "漢字…");
    }

    proptest! {
        #[test]
        fn wrapping_keeps_words_and_width(text in "([a-zé漢]{1,12} ?){0,30}", width in 8usize..60) {
            let lines = wrap(&text, width);
            let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
            prop_assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
            for line in &lines {
                prop_assert!(line.width() <= width || !line.trim().contains(' '));
            }
        }
    }
}
