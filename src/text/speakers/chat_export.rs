//! Chats as programs write them out: every message opens with its time, and behind that all are set off in one way:
//! `- Ada:`, `Ada:` behind a bracket, `<ada>`, between tabs, or `From Ada`. Who stands there speaks, whatever they are
//! called: a number of a telephone, or somebody with a flower behind the name.

use super::label::{Form, Opening, before_colon, skip_time, time};
use crate::model::Span;
use crate::text::cutting::lines;
use crate::text::language::word_lists;
use crate::text::words::fold::lower_in_place;

word_lists! { static WORDS = "chat_export.toml": from, to, notices }

/// Messages, and parts of the lines with a time that are set off alike, at least.
const FEWEST: usize = 4;
const MOST: f32 = 0.7;
/// Letters of somebody's name.
const LONGEST: usize = 60;
/// Words of one that stands alone behind its time.
const WORDS_ALONE: usize = 5;
/// Marks that no reader sees, in front of a line.
const UNSEEN: [char; 5] = ['\u{feff}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202c}'];

/// How whoever speaks is set off behind the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// `12:04 - Ada Lund: `
    Dash,
    /// `[12:04] Ada Lund: `
    Bracket,
    /// `12:04 <ada> `
    Angle,
    /// `12:04\tada\t`
    Tab,
    /// `12:04\t From Ada Lund to Everyone: `
    From,
    /// `[4 May 2031 12:04] Ada Lund`, and the message below.
    Alone,
}

/// A line with a time in front.
struct Stamped<'a> {
    span: Span,
    named: Option<(Shape, &'a str, &'a str)>,
}

/// The messages of a chat, and where lines begin that its program wrote; `None` for any other text.
pub(super) fn messages(text: &str) -> Option<(Vec<Opening<'_>>, Vec<usize>)> {
    let mut stamped: Vec<Stamped<'_>> = Vec::new();
    let mut others = 0usize;
    for line in lines::lines(text) {
        let content = line.content(text);
        match read(content) {
            Some(named) => stamped.push(Stamped { span: line.span, named: named.told() }),
            None => others += usize::from(!content.is_empty()),
        }
    }
    let count = |shape: Shape| stamped.iter().filter(|line| line.named.is_some_and(|(own, ..)| own == shape)).count();
    let shapes = [Shape::Dash, Shape::Bracket, Shape::Angle, Shape::Tab, Shape::From, Shape::Alone];
    let shape = shapes.into_iter().max_by_key(|&shape| (count(shape), std::cmp::Reverse(shape)))?;
    let count = count(shape);
    if count < FEWEST || (count as f32) < MOST * stamped.len() as f32 {
        return None;
    }
    // Below a name that stands alone is the message.
    if shape == Shape::Alone && others < count / 2 || shape != Shape::Alone && others > count * 2 {
        return None;
    }
    let mut openings = Vec::with_capacity(count);
    let mut of_log = Vec::new();
    for Stamped { span, named } in stamped {
        match named.filter(|(own, ..)| *own == shape) {
            Some((_, _, said)) if is_of_program(said) => of_log.push(span.start),
            Some((_, name, said)) => {
                let said = Span::new(span.end - said.len(), span.end);
                let span = Span::new(span.start, said.start);
                openings.push(Opening { span, name, role: None, form: Form::Strong, said, in_chat: true });
            }
            None => of_log.push(span.start),
        }
    }
    let mut names: Vec<&str> = openings.iter().map(|opening| opening.name).collect();
    names.sort_unstable();
    names.dedup();
    (names.len() >= 2 && openings.len() * 2 >= names.len() * 3).then_some((openings, of_log))
}

/// True for a message that the program wrote in somebody's place: it stands behind a mark that no reader sees, or in
/// angle brackets (`<Media omitted>`), or is a notice of the program.
fn is_of_program(said: &str) -> bool {
    let plain = said.trim().trim_end_matches('.');
    let in_angles = plain.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
    said.starts_with('\u{200e}')
        || in_angles.is_some_and(|inner| !inner.contains(['<', '>', '/', '@']))
        || WORDS.notices.has(&plain.to_lowercase())
}

/// What stands behind the time of a line, with how the time is set off.
struct Behind<'a> {
    rest: &'a str,
    bracketed: bool,
    tabbed: bool,
    dashed: bool,
    dated: bool,
}

/// Reads the time in front of a line.
fn read(content: &str) -> Option<Behind<'_>> {
    let content = content.trim_start_matches(UNSEEN);
    let length = time(content);
    let stamp = content.get(..length).filter(|stamp| !stamp.is_empty())?;
    let behind = &content[length..];
    let rest = skip_time(content).trim_start_matches(UNSEEN);
    let gap = &behind[..behind.len().saturating_sub(rest.len())];
    let bracketed = stamp.starts_with(['[', '(']);
    let dated = stamp.bytes().filter(u8::is_ascii_digit).count() > 6;
    let (tabbed, dashed) = (gap.contains('\t'), gap.contains(['-', '–']));
    Some(Behind { rest, bracketed, tabbed, dashed, dated })
}

impl<'a> Behind<'a> {
    /// Who is set off behind the time, and what they say.
    fn told(&self) -> Option<(Shape, &'a str, &'a str)> {
        let rest = self.rest;
        let fits = |name: &str| {
            let name = name.trim();
            !name.is_empty()
                && name.chars().count() <= LONGEST
                && !name.contains(['<', '>', '\t'])
                && !name.ends_with(',')
        };
        let named = |shape: Shape, name: &'a str, said: &'a str| {
            fits(name).then(|| (shape, name.trim().trim_matches(UNSEEN), said.trim_start()))
        };
        if let Some((name, said)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            return named(Shape::Angle, bare(name), said);
        }
        let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
        if self.tabbed && WORDS.from.has(&first) {
            let inner = rest.trim_start().get(first.len()..)?;
            // A colon with a blank in front of it may stand behind the name.
            let (name, said) = inner.split_once(':')?;
            let lower = lower_in_place(name);
            let to = WORDS.to.iter().filter_map(|word| lower.find(&format!(" {word} "))).min();
            return named(Shape::From, to.map_or(name, |at| &name[..at]), said);
        }
        if self.tabbed {
            let (name, said) = rest.split_once('\t')?;
            return named(Shape::Tab, bare(name), said);
        }
        if let Some((name, said)) = before_colon(rest).filter(|(name, _)| fits(name)) {
            let shape = if self.bracketed { Shape::Bracket } else { Shape::Dash };
            // A time alone stands in front of what happens then: "10:30 - Lunch: soup".
            return named(shape, name, said).filter(|_| self.bracketed || self.dashed && self.dated);
        }
        let alone = self.bracketed && self.dated && rest.split_whitespace().count() <= WORDS_ALONE;
        named(Shape::Alone, rest, "").filter(|_| alone)
    }
}

/// A name without the mark of a rank in the room: a plus in front of figures is a telephone's.
fn bare(name: &str) -> &str {
    let plain = name.trim_start_matches(['@', '+', '%', '~', '&', ' ']);
    if plain.starts_with(|c: char| c.is_ascii_digit()) { name } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speakers(text: &str) -> Option<(Vec<String>, usize)> {
        let (openings, of_log) = messages(text)?;
        Some((openings.into_iter().map(|opening| opening.name.to_owned()).collect(), of_log.len()))
    }

    /// Four messages, each written with its time, its sender and what is said.
    fn chat(write: impl Fn(&str, &str, &str) -> String) -> String {
        let said = [
            ("9:10", "Ada Lund", "The gate is open: come in."),
            ("9:11", "+49 170 1234567", "I did not. The dog ate it: really."),
            ("9:12", "Zoë 🌸", "I will bring scones."),
            ("9:13", "Ada Lund", "Good."),
            ("9:14", "Zoë 🌸", "Soon."),
        ];
        said.iter().map(|(time, name, said)| write(time, name, said)).collect()
    }

    #[test]
    fn whoever_stands_behind_the_time_speaks() {
        let wanted: Vec<String> =
            ["Ada Lund", "+49 170 1234567", "Zoë 🌸", "Ada Lund", "Zoë 🌸"].map(str::to_owned).to_vec();
        type Write = fn(&str, &str, &str) -> String;
        let written: [(&str, Write); 9] = [
            ("dash", |t, n, s| format!("01.03.21, {t} - {n}: {s}\n")),
            ("half of the day", |t, n, s| format!("3/1/21, {t} PM - {n}: {s}\n")),
            ("a narrow blank", |t, n, s| format!("3/1/21, {t}\u{202f}PM - {n}: {s}\n")),
            ("brackets", |t, n, s| format!("[3/1/21, {t}:01\u{202f}PM] {n}: {s}\n")),
            ("an unseen mark", |t, n, s| format!("\u{200e}[01.03.21, {t}:01] {n}: {s}\n")),
            ("angles", |t, n, s| format!("[{t}] <{n}> {s}\n")),
            ("tabs", |t, n, s| format!("2021-03-01 {t}:00\t{n}\t{s}\n")),
            ("from", |t, n, s| format!("{t}:01\t From  {n} : {s}\n")),
            ("alone", |t, n, s| format!("[01/03/2021 {t} PM] {n}\n{s}\n\n")),
        ];
        for (name, write) in written {
            assert_eq!(speakers(&chat(write)), Some((wanted.clone(), 0)), "{name}");
        }
        let to = chat(|time, name, said| format!("{time}:01\t From {name} to Everyone: {said}\n"));
        assert_eq!(speakers(&to).map(|(names, _)| names), Some(wanted));
    }

    #[test]
    fn letters_whose_small_form_has_other_bytes_are_cut_where_they_are() {
        let names = ["ẞ", "Ada ẞ", "ẞ", "Ada ẞ"];
        let lines: String = names.map(|name| format!("12:04:05\t From {name} to İ: hello\n")).concat();
        assert_eq!(speakers(&lines), Some((names.map(str::to_owned).to_vec(), 0)));
    }

    #[test]
    fn what_the_program_says_is_nobodys() {
        let log = "3/1/21, 9:09 PM - Messages are end-to-end encrypted.\n";
        let chat = chat(|time, name, said| format!("3/1/21, {time} PM - {name}: {said}\n"));
        assert_eq!(speakers(&format!("{log}{chat}")).map(|(_, of_log)| of_log), Some(1));
        for said in ["<Media omitted>", "\u{200e}image omitted", "This message was deleted.", "<Medien ausgeschlossen>"]
        {
            let sent = format!("3/1/21, 9:20 PM - Ada Lund: {said}\n");
            assert_eq!(speakers(&format!("{chat}{sent}")).map(|(_, of_log)| of_log), Some(1), "{said}");
        }
        for said in ["<https://holm.example/gate>", "<3 <3 that gate>", "Nobody knows why this message was deleted."] {
            let sent = format!("3/1/21, 9:20 PM - Ada Lund: {said}\n");
            assert_eq!(speakers(&format!("{chat}{sent}")).map(|(_, of_log)| of_log), Some(0), "{said}");
        }
    }

    #[test]
    fn other_lines_with_times_are_no_chat() {
        for text in [
            "10:00 - Opening: the mayor\n10:30 - Lunch: soup\n11:00 - Talk: tides\n12:00 - End: all\n",
            "2031-05-04 10:00:01 INFO gate: opened\n2031-05-04 10:00:02 WARN lamp: dark\n2031-05-04 10:00:03 INFO gate: shut\n\
             2031-05-04 10:00:04 INFO lamp: lit\n",
            "Ada: hello\nTom: hello\nAda: there\nTom: here\n",
            "",
        ] {
            assert_eq!(speakers(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_may_be_read(text in "\\PC{0,60}|([\\[<]?[0-9]{1,2}:[0-9]{2}[\\]> ]?[ \\t-]{0,3}[A-Za-z:<> ]{0,9}\\n){0,8}") {
            if let Some((openings, _)) = messages(&text) {
                for opening in openings {
                    proptest::prop_assert!(opening.span.slice(&text).is_some() && opening.said.slice(&text).is_some());
                }
            }
        }
    }
}
