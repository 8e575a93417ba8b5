//! What a text says about those who speak in it: their names in ordinary case, their titles, and who is host or guest.

use crate::model::{Speaker, SpeakerPart};

/// Nouns that make the phrase behind a name a title.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "officer", "ceo", "cto", "cfo", "coo", "president", "vice", "director", "founder", "co-founder", "cofounder",
    "professor", "chair", "chairman", "chairwoman", "scientist", "engineer", "author", "writer", "researcher",
    "scholar", "manager", "head", "partner", "fellow", "editor", "journalist", "artist", "musician", "producer",
    "architect", "advocate", "analyst", "mayor", "minister", "secretary", "senator", "judge", "attorney", "counsel",
    "lawyer", "doctor", "physician", "economist", "historian", "astronaut", "inventor", "entrepreneur", "investor",
    "designer", "developer", "lead", "leader", "principal", "dean", "curator", "harbourmaster", "captain",
    "inspector", "commissioner", "councillor", "councilor", "treasurer", "clerk", "librarian", "photographer",
    "filmmaker", "cartoonist", "psychologist", "biologist", "chemist", "physicist", "mathematician",
    "astrophysicist", "neuroscientist", "linguist", "philosopher", "programmer", "technologist", "host",
    "spokesman", "spokeswoman", "spokesperson", "chief", "evp", "cvp", "svp", "novelist", "roboticist", "creator",
    "teacher", "surveyor", "geologist", "engineer", "keeper", "superintendent", "warden", "ranger", "owner",
    "chairperson", "composer", "actor", "actress",
];

const LONGEST_ROLE: usize = 90;

/// Makes the speaker whose first label is `label`; `role` is what the label itself adds behind a comma.
pub(super) fn speaker(text: &str, label: &str, role: Option<&str>) -> Speaker {
    let found = Mentions::of(text, label);
    let name = found.cased.clone().unwrap_or_else(|| title_case(label));
    let part = if found.host {
        SpeakerPart::Host
    } else if found.guest || label.eq_ignore_ascii_case("guest") {
        SpeakerPart::Guest
    } else {
        SpeakerPart::Other
    };
    let role = found.role.or_else(|| role.map(str::to_owned));
    Speaker { name, labels: vec![label.to_owned()], role, part }
}

#[derive(Default)]
struct Mentions {
    /// The name in mixed case, as the text has it.
    cased: Option<String>,
    role: Option<String>,
    host: bool,
    guest: bool,
}

impl Mentions {
    fn of(text: &str, label: &str) -> Self {
        let mut found = Mentions::default();
        let wanted = label.to_lowercase();
        // Only ASCII is folded while searching: offsets in the text must stay its own.
        for at in find_ignoring_case(text, label) {
            let end = at + label.len();
            let (before, after) = (&text[..at], &text[end..]);
            let written = &text[at..end];
            let inside_word = before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
            if inside_word || after.trim_start_matches(['*', '_']).starts_with([':', '：']) {
                continue;
            }
            if found.cased.is_none() && written.chars().any(char::is_lowercase) && written.to_lowercase() == wanted {
                found.cased = Some(written.to_owned());
            }
            let tail = &before[before.ceil_char_boundary(before.len().saturating_sub(90))..];
            let lead = tail.rsplit(['.', '!', '?', '\n']).next().unwrap_or_default().to_lowercase();
            let titled = tail.to_lowercase().ends_with("dr. ");
            let lead = if titled { tail.to_lowercase() } else { lead };
            found.host |= lead.contains("your host") || lead.contains("i'm the host") || lead.contains("hosted by");
            found.guest |= [
                "guest",
                "joined by",
                "joining us",
                "joins us",
                "we have with us",
                "talking with",
                "speaking with",
                "interview with",
                "conversation with",
            ]
            .iter()
            .any(|words| lead.contains(words));
            if found.role.is_none() {
                found.role = role_after(after);
            }
        }
        found
    }
}

/// Byte offsets of `needle` in `text`, ASCII letters in either case.
fn find_ignoring_case<'a>(text: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let first = needle.as_bytes().first().copied().unwrap_or(0);
    memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text.as_bytes())
        .filter(move |&at| {
            text.as_bytes()[at..].get(..needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle.as_bytes()))
        })
        .filter(move |&at| text.is_char_boundary(at) && text.is_char_boundary(at + needle.len()))
        .take(2_000)
}

/// The title that follows a name: `, chief financial officer` or ` is a professor of biochemistry at …`.
fn role_after(after: &str) -> Option<String> {
    let window = &after[..after.floor_char_boundary(after.len().min(240))];
    let (phrase, sentence) = match window.strip_prefix(", ") {
        Some(rest) => (rest, false),
        None => (window.strip_prefix(" is ")?, true),
    };
    let mut end = phrase.len();
    for (at, c) in phrase.char_indices() {
        let next = phrase[at + c.len_utf8()..].chars().next();
        let stop = match c {
            ',' | ';' | ':' | '\n' | '\r' | '(' | '!' | '?' | '–' | '—' => true,
            '.' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if stop {
            end = at;
            break;
        }
    }
    let mut phrase = &phrase[..end];
    for lead in ["who is ", "who's ", "who’s ", "currently "] {
        phrase = phrase.strip_prefix(lead).unwrap_or(phrase);
    }
    let bare = ["the ", "a ", "an ", "our "].iter().find_map(|article| phrase.strip_prefix(article));
    let articled = bare.is_some();
    if sentence && !articled {
        return None;
    }
    let phrase = bare.unwrap_or(phrase);
    // What a clause adds is no title: "a scholar who looks at …".
    let phrase = [" who ", " which ", " whose ", " that ", " and he ", " and she ", " and I", " where "]
        .iter()
        .filter_map(|word| phrase.find(word))
        .min()
        .map_or(phrase, |at| &phrase[..at])
        .trim();
    let office = phrase
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .any(|word| OFFICES.contains(&word.to_lowercase().as_str()));
    let spoken = phrase
        .split_whitespace()
        .any(|word| matches!(word, "I" | "you" | "we" | "thank" | "thanks" | "please" | "I'm" | "I’m"));
    let clause = ["who ", "as ", "which ", "she ", "he ", "when "].iter().any(|word| phrase.starts_with(word));
    // "the CEO of OpenAI" and "a professor of biochemistry" name an office; "the young programmer" only praises.
    let praise = articled
        && !phrase.contains(char::is_uppercase)
        && ![" of ", " at ", " for ", " in "].iter().any(|word| phrase.contains(word));
    (office && !spoken && !clause && !praise && phrase.chars().count() <= LONGEST_ROLE).then(|| phrase.to_owned())
}

/// `KEVIN SCOTT` → `Kevin Scott`; what has small letters is left alone.
pub(super) fn title_case(label: &str) -> String {
    if label.chars().any(char::is_lowercase) {
        return label.to_owned();
    }
    let mut out = String::with_capacity(label.len());
    let mut fresh = true;
    for c in label.chars() {
        if fresh {
            out.push(c);
        } else {
            out.extend(c.to_lowercase());
        }
        // O'Neil, but not Women'S.
        let inside = matches!(c, '\'' | '’') && out.chars().rev().nth(1).is_some_and(char::is_lowercase);
        fresh = !c.is_alphanumeric() && !inside;
        // McMillan
        fresh |= out.ends_with("Mc") && !out[..out.len() - 2].ends_with(char::is_alphanumeric);
    }
    out
}
