//! Who speaks: the labels of a transcript ("KEVIN SCOTT:", "Q:", "**Smith:**", `[00:01:02] Dr. Baker, Acme:`), told from
//! everything else that ends in a colon, and the speakers behind them, each once however the label is written.

use std::collections::BTreeMap;

use super::lines;
use super::roles;
use super::terms;
use crate::model::{Span, Speaker, SpeakerPart};

/// A speaker's label at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// From the beginning of the line to where speech begins, white space included.
    pub span: Span,
    /// Position in the list of speakers.
    pub speaker: u16,
}

/// The labels of a text and the speakers they name. Empty for what is no transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    pub labels: Vec<Label>,
    pub speakers: Vec<Speaker>,
}

/// How sure the form of a label makes one that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A word or two in ordinary case: has to return, and to look like a name.
    Weak,
    /// Q and A, and words such as *Interviewer*.
    Role,
    /// Two or more words in capitals.
    Strong,
}

struct Candidate<'a> {
    span: Span,
    name: &'a str,
    role: Option<&'a str>,
    form: Form,
}

const LONGEST_LABEL: usize = 80;
/// More speakers than this are no conversation; further labels are text.
const MOST_SPEAKERS: usize = 200;
const MOST_LABELS: usize = 16;
/// What follows a label and is longer was said, not filled in.
const LONGEST_FIELD: usize = 80;

/// Labels that stand for a part in a conversation.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "q", "a", "question", "answer", "interviewer", "interviewee", "host", "guest", "moderator", "operator",
    "narrator", "speaker", "participant", "respondent", "audience", "audience member", "unidentified speaker",
    "unknown speaker", "unidentified analyst", "hook", "announcer", "voiceover", "reporter", "witness", "the court",
    "the witness", "chair", "chairman", "chairwoman", "clerk", "caller", "man", "woman", "male speaker",
    "female speaker", "frage", "antwort", "pregunta", "respuesta", "réponse",
];

/// Words that head notes, fields and lists; never somebody's name.
#[rustfmt::skip]
const NO_NAMES: &[&str] = &[
    "note", "notes", "nb", "warning", "caution", "important", "tip", "todo", "fixme", "http", "https", "ftp",
    "mailto", "file", "location", "date", "time", "subject", "to", "from", "cc", "bcc", "re", "fwd", "attendees",
    "present", "absent", "agenda", "summary", "abstract", "introduction", "conclusion", "conclusions", "background",
    "example", "examples", "definition", "source", "sources", "references", "reference", "figure", "table",
    "section", "chapter", "appendix", "page", "title", "author", "authors", "audio", "video", "trt", "duration",
    "contact", "phone", "tel", "email", "e-mail", "fax", "address", "website", "url", "link", "links", "price",
    "cost", "total", "status", "type", "name", "id", "version", "motion", "motions", "moved", "second", "seconded",
    "vote", "votes", "ayes", "nays", "action", "actions", "result", "results", "discussion", "decision", "resolved",
    "whereas", "purpose", "policy", "finding", "findings", "exhibit", "attachment", "attachments", "enclosure",
    "keywords", "copyright", "disclaimer", "posted", "published", "updated", "created", "edited", "written",
    "recorded", "transcribed", "category", "categories", "tags", "tag", "see", "also", "read", "more", "for", "the",
    "this", "that", "these", "what", "why", "how", "when", "where", "who", "which", "and", "but", "so", "if", "in",
    "on", "at", "as", "or", "we", "i", "you", "he", "she", "it", "they", "my", "our", "your", "first", "third",
    "finally", "next", "step", "part", "question", "weather", "crew", "position", "remarks", "comment", "comments",
    "item", "items", "issue", "issues", "problem", "solution", "answer", "warn", "error", "info", "debug", "trace",
    "fatal", "council", "mayor's", "fee", "fees", "application", "staff", "history", "effective", "ordinance",
    "resolution", "meeting", "minutes", "time", "place", "venue", "language", "languages", "genre", "director",
    "starring", "ingredients", "method", "methods", "materials", "equipment", "data", "input", "output", "usage",
    "options", "default", "episode", "podcast", "transcript", "guests", "speakers", "participants", "members",
    "chorus", "verse", "ps", "p.s", "fig", "eq", "facts", "key", "background", "overview", "details", "description",
    "objective", "objectives", "press", "release", "statement", "notice", "memorandum", "memo", "certificate",
    "embargo", "embargoed", "immediate",
];

/// Verbs that introduce a quotation in running text: "Ada Lund, director of the board, said:" is no label.
const REPORTING: [&str; 10] =
    ["said", "says", "wrote", "writes", "added", "asked", "replied", "explained", "continued", "told"];

/// Finds the labels of `text`. `title` (a file's name, a heading) helps to find roles.
pub fn find(text: &str) -> Transcript {
    let candidates: Vec<Candidate> = lines::lines(text).filter_map(|line| candidate(text, line.span)).collect();
    let mut counts: BTreeMap<String, (usize, Form)> = BTreeMap::new();
    for candidate in &candidates {
        let entry = counts.entry(key(candidate.name)).or_insert((0, candidate.form));
        entry.0 += 1;
        entry.1 = entry.1.max(candidate.form);
    }
    let strong = counts.values().any(|&(_, form)| form == Form::Strong);
    let returning = counts.values().filter(|&&(count, form)| count >= 2 && form >= Form::Role).count()
        + counts.iter().filter(|(name, (count, form))| *count >= 3 && *form == Form::Weak && plausible(name)).count();
    // Field names return as well, but each as often as the others: a form is no conversation.
    let is_long = |candidate: &Candidate| {
        let line = text[candidate.span.end..].lines().next().unwrap_or_default();
        line.chars().count() > LONGEST_FIELD
    };
    let accepted = |candidate: &Candidate| {
        let (count, form) = counts[&key(candidate.name)];
        match form {
            Form::Strong => true,
            // A part named once ("Guest: Ada Lund") is a field.
            Form::Role => count >= 2 && (strong || returning >= 2) || strong && is_long(candidate),
            Form::Weak if looks_named(candidate.name) => {
                // In a conversation somebody may speak once, and at length: a resident before the council.
                let once = candidate.name.contains(' ') && is_long(candidate);
                strong || returning >= 2 && (count >= 3 || once)
            }
            // "danah boyd:" in small letters, often.
            Form::Weak => count >= 5 && (strong || returning >= 2),
        }
    };
    let accepted: Vec<&Candidate> = candidates.iter().filter(|&candidate| accepted(candidate)).collect();
    if accepted.is_empty() {
        return Transcript::default();
    }
    join(text, &accepted)
}

/// Numbers the speakers: names that fold to the same, or to a part of one fuller name only, are one.
fn join(text: &str, accepted: &[&Candidate]) -> Transcript {
    let mut names: Vec<(String, Vec<&str>, Option<&str>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for candidate in accepted {
        let folded = key(candidate.name);
        if let Some(&at) = known.get(&folded) {
            let (_, labels, role) = &mut names[at];
            if labels.len() < MOST_LABELS && !labels.contains(&candidate.name) {
                labels.push(candidate.name);
            }
            *role = role.or(candidate.role);
        } else if names.len() < MOST_SPEAKERS {
            known.insert(folded.clone(), names.len());
            names.push((folded, vec![candidate.name], candidate.role));
        }
    }
    let mut often: Vec<usize> = vec![0; names.len()];
    accepted.iter().filter_map(|candidate| known.get(&key(candidate.name))).for_each(|&at| often[at] += 1);
    // A first or last name alone is the one fuller name it fits.
    let target: Vec<usize> = (0..names.len())
        .map(|at| {
            let short = &names[at].0;
            if short.contains(' ') {
                let meant = |&other: &usize| {
                    often[at] * RARER <= often[other]
                        && is_misread(short, &names[other].0, names.iter().map(|name| &name.0))
                };
                return (0..names.len()).find(meant).unwrap_or(at);
            }
            let mut fitting = (0..names.len()).filter(|&other| {
                other != at && names[other].0.contains(' ') && names[other].0.split(' ').any(|part| part == short)
            });
            match (fitting.next(), fitting.next()) {
                (Some(only), None) => only,
                _ => at,
            }
        })
        .collect();
    let mut speakers: Vec<Speaker> = Vec::new();
    let mut position: BTreeMap<usize, u16> = BTreeMap::new();
    let mut by_key: BTreeMap<&str, u16> = BTreeMap::new();
    for at in 0..names.len() {
        let full = target[at];
        let number = *position.entry(full).or_insert_with(|| {
            let (_, labels, role) = &names[full];
            // "bill Arden" is a slip of whoever typed it.
            let label = labels.iter().find(|label| looks_named(label)).unwrap_or(&labels[0]);
            speakers.push(roles::speaker(text, label, *role));
            (speakers.len() - 1) as u16
        });
        let speaker = &mut speakers[usize::from(number)];
        for label in &names[at].1 {
            if !speaker.labels.iter().any(|known| known == label) {
                speaker.labels.push((*label).to_owned());
            }
        }
        by_key.insert(&names[at].0, number);
    }
    let labels = accepted
        .iter()
        .filter_map(|candidate| {
            let speaker = *by_key.get(key(candidate.name).as_str())?;
            Some(Label { span: candidate.span, speaker })
        })
        .collect();
    say_teasers(Transcript { labels, speakers })
}

/// A label that stands so many times more rarely than another may be that one, badly written.
const RARER: usize = 4;

/// True when a label is another's name badly written: a letter off, or its last name behind somebody else's.
fn is_misread<'a>(label: &str, name: &str, mut names: impl Iterator<Item = &'a String>) -> bool {
    const SHORTEST: usize = 8;
    let slip = label.chars().count() >= SHORTEST && label != name && is_letter_off(label, name);
    let mixture = match (label.split_once(' '), name.split_once(' ')) {
        (Some((first, last)), Some((own, surname))) if last == surname && first != own => {
            names.any(|other| other != label && other != name && other.split(' ').any(|word| word == first))
        }
        _ => false,
    };
    slip || mixture
}

/// True when one letter more, less or other is all that two names differ by.
fn is_letter_off(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let front = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let back = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    one.len().abs_diff(other.len()) <= 1 && front + back + 1 >= one.len().max(other.len())
}

/// What stands in front to whet the appetite ("HOOK: …") is nobody's name: the one guest says it.
fn say_teasers(mut transcript: Transcript) -> Transcript {
    let named = |name: &str| matches!(key(name).as_str(), "hook" | "teaser" | "cold open");
    let Some(teaser) = transcript.speakers.iter().position(|speaker| named(&speaker.name)) else { return transcript };
    let guests: Vec<usize> =
        (0..transcript.speakers.len()).filter(|&at| transcript.speakers[at].part == SpeakerPart::Guest).collect();
    let [guest] = guests[..] else { return transcript };
    let removed = transcript.speakers.remove(teaser);
    let moved = |at: usize| at - usize::from(at > teaser);
    for label in &mut transcript.labels {
        let at = usize::from(label.speaker);
        label.speaker = moved(if at == teaser { guest } else { at }) as u16;
    }
    transcript.speakers[moved(guest)].labels.extend(removed.labels);
    transcript
}

/// Lower case, one space between words, no full stops after initials.
fn key(name: &str) -> String {
    let lower = name.to_lowercase().replace(['.', '*', '_', '’', '\''], "");
    let words: Vec<&str> = lower
        .split_whitespace()
        .filter(|word| !matches!(*word, "dr" | "mr" | "mrs" | "ms" | "prof" | "professor"))
        .collect();
    if words.is_empty() { lower } else { words.join(" ") }
}

/// A key that could be somebody's: one to four words, none of them a field's name.
fn plausible(key: &str) -> bool {
    (1..=4).contains(&key.split(' ').count()) && !key.split(' ').any(|word| NO_NAMES.contains(&word))
}

fn looks_named(name: &str) -> bool {
    let particles =
        ["de", "la", "van", "der", "den", "von", "el", "al", "bin", "da", "di", "du", "le", "ten", "ter", "dos", "del"];
    plausible(&key(name))
        && name
            .split_whitespace()
            .all(|word| word.starts_with(|c: char| !c.is_lowercase()) || particles.contains(&word))
}

/// Reads a line's beginning as a label.
fn candidate(text: &str, line: Span) -> Option<Candidate<'_>> {
    let content = line.slice(text)?;
    let mut rest = content;
    // A time in front: [00:01:02] or 00:01:02 -
    rest = skip_time(rest);
    let emphasis = ["***", "**", "__", "*", "_"].into_iter().find(|mark| rest.starts_with(mark)).unwrap_or("");
    rest = &rest[emphasis.len()..];
    let name_start = rest;
    let window = &rest[..rest.floor_char_boundary(LONGEST_LABEL + 1)];
    let colon = window.find([':', '：'])?;
    let before = &name_start[..colon];
    let colon_len = name_start[colon..].chars().next().map_or(1, char::len_utf8);
    rest = &name_start[colon + colon_len..];
    if !emphasis.is_empty() {
        rest = match rest.strip_prefix(emphasis) {
            Some(rest) => rest,
            None if before.trim_end().ends_with(emphasis) => rest,
            None => return None,
        };
    }
    // "https://", "10:30", "std::path": no space follows a colon that is part of a word.
    if rest.starts_with(|c: char| {
        !c.is_whitespace() && !matches!(c, '“' | '"' | '(' | '[' | '‘') && (c == '/' || c == ':' || c.is_alphanumeric())
    }) {
        return None;
    }
    let mut before = before.trim().trim_end_matches(['*', '_']).trim();
    if let Some(open) = before.find(['(', '[']) {
        // A direction or a time behind the name: "WENCES CASARES (VOICEOVER):"
        if !before.ends_with([')', ']']) {
            return None;
        }
        before = before[..open].trim();
    }
    if before.split_whitespace().last().is_some_and(|word| REPORTING.contains(&word)) {
        return None;
    }
    let (name, role) = match before.split_once(',') {
        Some((name, role)) => (name.trim(), Some(role.trim()).filter(|role| !role.is_empty())),
        None => (before, None),
    };
    // "ALEX ZUKIN, Wolfe Research:" but not "NOW THEREFORE, THE CITY ORDAINS AS FOLLOWS:"
    let firm = |role: &str| {
        role.split_whitespace().count() <= 7
            && !role.contains(['.', '“', '"', '?'])
            && (role.chars().any(char::is_lowercase) || role.split_whitespace().count() <= 3)
    };
    if role.is_some_and(|role| !firm(role)) {
        return None;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() || words.len() > 5 || !name.chars().any(char::is_alphabetic) {
        return None;
    }
    let nameish = |c: char| {
        c.is_alphabetic()
            || c.is_whitespace()
            || matches!(c, '.' | '-' | '\'' | '’' | '‘' | '/' | '&' | '#')
            || c.is_ascii_digit()
    };
    if !name.chars().all(nameish) || name.starts_with(|c: char| !c.is_alphabetic()) {
        return None;
    }
    let folded = key(name);
    let numbered =
        folded.rsplit_once(' ').is_some_and(|(stem, n)| n.bytes().all(|b| b.is_ascii_digit()) && PARTS.contains(&stem));
    let form = if PARTS.contains(&folded.as_str()) || numbered {
        Form::Role
    } else if words.len() > 1 && words.iter().any(|word| is_plain_word(word))
        || name.contains(|c: char| c.is_ascii_digit() || c == '#')
        || words.iter().any(|word| NO_NAMES.contains(&word.to_lowercase().as_str()))
    {
        return None;
    } else if !name.chars().any(char::is_lowercase) && words.len() >= 2 {
        Form::Strong
    } else if !name.chars().any(char::is_lowercase) && name.chars().filter(|c| c.is_alphabetic()).count() >= 2 {
        // One word in capitals: a name on a script, or a field.
        if name.contains('.') { Form::Strong } else { Form::Weak }
    } else {
        Form::Weak
    };
    let consumed = content.len() - rest.trim_start().len();
    Some(Candidate { span: Span::new(line.start, line.start + consumed), name, role, form })
}

/// Words that are in no name: "NOW THEREFORE", "WHAT COMES NEXT".
fn is_plain_word(word: &str) -> bool {
    const PARTICLES: [&str; 6] = ["will", "may", "an", "do", "so", "el"];
    let folded = terms::fold(word);
    terms::is_stop(&folded) && folded.len() > 1 && !PARTICLES.contains(&folded.as_str())
        || matches!(
            folded.as_str(),
            "therefore"
                | "attest"
                | "public"
                | "hearing"
                | "adopted"
                | "whereof"
                | "commission"
                | "city"
                | "board"
                | "county"
                | "state"
                | "approved"
                | "signed"
        )
}

/// Skips `[00:01:02]`, `(1:02)` or `00:01:02 -` at the beginning of a line.
fn skip_time(content: &str) -> &str {
    let inner = content.trim_start_matches(['[', '(', '<']);
    let len = inner.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.')).count();
    if len < 4 || !inner[..len].contains(':') {
        return content;
    }
    let rest = inner[len..].trim_start_matches([']', ')', '>', ' ', '\t', '-', '–']);
    if rest.is_empty() { content } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speakers(text: &str) -> Vec<String> {
        find(text).speakers.into_iter().map(|speaker| speaker.name).collect()
    }

    const TALK: &str = "\
        ADA LUNDGREN: Our guest is Kai Sund, who keeps the light.\n\nKAI SUND: Good day.\n\nADA LUNDGREN: How is it?\n\n\
        KAI SUND: Wet.\n\nADA LUNDGREN: And else?\n\nKAI SUND: Windy.\n\nADA LUNDGREN: Well then.\n\nKAI SUND: Indeed.\n\n";

    #[test]
    fn a_label_badly_written_is_the_one_it_is_like() {
        assert_eq!(speakers(&format!("{TALK}ADA LUNDGRENN: Thank you.\n")), ["Ada Lundgren", "Kai Sund"]);
        let found = find(&format!("ADA SUND: It is a lamp.\n\n{TALK}"));
        assert_eq!(found.speakers[usize::from(found.labels[0].speaker)].name, "Kai Sund");
        // Who comes as often, or shares no first name, is somebody else.
        assert_eq!(speakers(&format!("{TALK}BO SUND: Thank you.\n")), ["Ada Lundgren", "Kai Sund", "Bo Sund"]);
    }

    #[test]
    fn who_speaks_once_in_a_conversation_is_somebody() {
        let turn = "**Ada Lund:** Who is next on the list?\n\n**Kai Sund:** Nobody that I know of.\n\n";
        let resident = "**Ines Calder:** We live beside the slipway, and the wash of the ferries has taken two metres of our garden since May.\n\n";
        let field = "Meeting place: the upper room of the harbour office, to which the stairs at the back of the yard lead.\n\n";
        let talk = format!("{}{resident}{field}{turn}", turn.repeat(2));
        assert_eq!(speakers(&talk), ["Ada Lund", "Kai Sund", "Ines Calder"]);
        assert!(speakers(&format!("{turn}{resident}")).is_empty());
    }

    #[test]
    fn what_whets_the_appetite_is_said_by_the_guest() {
        let hook =
            "HOOK: I never thought that a lamp could burn for so many years without anybody to look after it.\n\n";
        assert_eq!(speakers(&format!("{hook}{TALK}")), ["Ada Lundgren", "Kai Sund"]);
        let found = find(&format!("{hook}{TALK}"));
        assert_eq!(found.speakers[usize::from(found.labels[0].speaker)].name, "Kai Sund");
    }
}
