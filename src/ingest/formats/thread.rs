//! Where messages begin in a text that holds several, as mail is saved or printed by people and by programs that write
//! no mailbox: each under a head of its own (`From:`, `Date:`, `Subject:`, in the language of whoever's program it is),
//! behind a blank line or a rule.

use crate::text::language::word_lists;
use crate::text::speakers::correspondents::{is_of_reader, is_of_writer};

word_lists! { static WORDS = "thread.toml": from, when, subject, to }

/// Lines of a head, at most.
const HEAD: usize = 40;
/// So many heads make a text several messages.
const FEWEST: usize = 2;

/// A line of a head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    From,
    When,
    Subject,
    To,
    Other,
}

impl Field {
    /// What it is called where programs read it.
    fn in_english(self) -> Option<&'static str> {
        match self {
            Self::From => Some("From"),
            Self::When => Some("Sent"),
            Self::Subject => Some("Subject"),
            Self::To => Some("To"),
            Self::Other => None,
        }
    }
}

/// The messages of a text: from a head to where the next begins, without the rule between them. Empty for a text that
/// does not begin with a head, or has one alone, or is laid out in parts by a mail program. Linear.
pub(super) fn messages(bytes: &[u8]) -> Vec<&[u8]> {
    let first = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(bytes.len());
    let begins = bytes[first..].split(|&byte| byte == b'\n').next().unwrap_or_default();
    if field(begins).is_none() {
        return Vec::new();
    }
    // Every line with where it begins.
    let mut at = first;
    let lines: Vec<(usize, &[u8])> = bytes[first..]
        .split(|&byte| byte == b'\n')
        .map(|line| {
            let start = at;
            at += line.len() + 1;
            (start, line.strip_suffix(b"\r").unwrap_or(line))
        })
        .collect();
    let parts = |at: usize| at == 0 || is_blank(lines[at - 1].1) || is_rule(lines[at - 1].1);
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        match head(&lines[at..]).filter(|_| parts(at)) {
            Some(len) => {
                starts.push(at);
                at += len;
            }
            // What does not begin with a head may say anything of others' messages.
            None if at == 0 => return Vec::new(),
            None => at += 1,
        }
    }
    if starts.len() < FEWEST || lines[..HEAD.min(lines.len())].iter().any(|(_, line)| is_multipart(line)) {
        return Vec::new();
    }
    let end = |next: Option<&usize>| {
        let mut end = next.copied().unwrap_or(lines.len());
        while end > 0 && (is_blank(lines[end - 1].1) || next.is_some() && is_rule(lines[end - 1].1)) {
            end -= 1;
        }
        lines.get(end).map_or(bytes.len(), |line| line.0)
    };
    starts.iter().enumerate().map(|(at, &start)| &bytes[lines[start].0..end(starts.get(at + 1))]).collect()
}

/// A message with the lines of its head called as programs read them.
pub(super) fn in_english(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in message.split_inclusive(|&byte| byte == b'\n').take_while(|line| !is_blank(line)) {
        let begins = !line.first().is_some_and(u8::is_ascii_whitespace);
        match field(line).filter(|_| begins).and_then(Field::in_english) {
            Some(name) => {
                let colon = line.iter().position(|&byte| byte == b':').unwrap_or_default();
                out.extend_from_slice(name.as_bytes());
                out.extend_from_slice(&line[colon..]);
            }
            None => out.extend_from_slice(line),
        }
        at += line.len();
    }
    out.extend_from_slice(&message[at..]);
    out
}

/// How many lines the head has that begins here: fields and nothing else up to a blank line, with who writes, when, and
/// what about or to whom.
fn head(lines: &[(usize, &[u8])]) -> Option<usize> {
    let mut found: Vec<Field> = Vec::new();
    let mut len = 0;
    for (_, line) in lines.iter().take(HEAD) {
        if is_blank(line) {
            break;
        }
        // A long field goes on in the next line, set in.
        let goes_on = len > 0 && line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        if !goes_on {
            found.push(field(line)?);
        }
        len += 1;
    }
    let has = |field: Field| found.contains(&field);
    (has(Field::From) && has(Field::When) && (has(Field::Subject) || has(Field::To))).then_some(len)
}

/// What a line tells as a field of a head; none for a line that is no field.
fn field(line: &[u8]) -> Option<Field> {
    let colon = line.iter().position(|&byte| byte == b':')?;
    let name = std::str::from_utf8(&line[..colon]).ok()?.trim_end().to_lowercase();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        return None;
    }
    Some(match () {
        () if is_of_writer(&name) || WORDS.from.has(&name) => Field::From,
        () if WORDS.when.has(&name) => Field::When,
        () if WORDS.subject.has(&name) => Field::Subject,
        () if is_of_reader(&name) || WORDS.to.has(&name) => Field::To,
        () => Field::Other,
    })
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// `-----`, `=====`, `-----Original Message-----`: what people and programs put between two messages.
fn is_rule(line: &[u8]) -> bool {
    const SHORTEST: usize = 3;
    const LONGEST: usize = 80;
    let line = line.trim_ascii();
    let drawn = |byte: &&u8| b"-=_*~#".contains(byte);
    let front = line.iter().take_while(drawn).count();
    let back = line.iter().rev().take_while(drawn).count();
    front >= SHORTEST && back >= SHORTEST && (front == line.len() || line.len() <= LONGEST)
}

/// True for a head that tells of parts: those that lie in them are found by whoever reads them.
fn is_multipart(line: &[u8]) -> bool {
    const PARTS: &[u8] = b"content-type: multipart";
    line.get(..PARTS.len()).is_some_and(|front| front.eq_ignore_ascii_case(PARTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<&str> {
        messages(text.as_bytes()).into_iter().map(|message| std::str::from_utf8(message).expect("text")).collect()
    }

    #[test]
    fn every_head_begins_a_message() {
        let text = "From: Ada Lund <ada@holm.example>\nDate: Mon, 6 May 2031 10:00\nSubject: The pier\n\nIs it shut?\n\n----\n\n\
                    Date: Mon, 6 May 2031 11:00\nFrom: Kai Sund\nTo: Ada Lund,\n  Ida Ek\n\nIt is.\n\n---\nKai\n\n\
                    From: Ada Lund\nSent: Monday\nSubject: Re: The pier\n\nFrom: here on it is dry.\n";
        let found = of(text);
        assert_eq!(found.len(), 3);
        assert!(found[0].ends_with("Is it shut?\n") && found[1].starts_with("Date:") && found[1].ends_with("\nKai\n"));
        assert!(found[2].ends_with("it is dry.\n"));
    }

    #[test]
    fn heads_behind_the_line_of_a_program_and_in_other_languages_begin_messages() {
        let text = "Von: Ada Lund\nAn: Kai Sund\nGesendet: Montag, 6. Mai 2031 10:00\nBetreff: AW: Der Pier\n\nJa.\n\n\
                    -----Ursprüngliche Nachricht-----\nVon: Kai Sund\nGesendet: Sonntag, 5. Mai 2031 09:00\nAn: Ada Lund\n\
                    Betreff: Der Pier\n\nIst er offen?\n";
        let found = of(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("Ja.\n") && found[1].starts_with("Von: Kai"));
        let head = "From: Kai Sund\nSent: Sonntag, 5. Mai 2031 09:00\nTo: Ada Lund\nSubject: Der Pier\n\n";
        assert_eq!(String::from_utf8_lossy(&in_english(found[1].as_bytes())), format!("{head}Ist er offen?\n"));
    }

    #[test]
    fn one_head_or_none_is_no_thread() {
        let head = "From: Ada Lund\nDate: Monday\nSubject: The pier\n\n";
        for text in [
            format!("{head}It is shut."),
            format!("Notes\n\n{head}It is shut.\n\n{head}It is open."),
            format!("{head}It is shut.\n\n> From: Kai\n> Date: Sunday\n> Subject: Pier\n\nNo."),
            format!("Content-Type: multipart/mixed; boundary=x\n{head}--x\n\n{head}It is open."),
        ] {
            assert!(of(&text).is_empty(), "{text}");
        }
    }
}
