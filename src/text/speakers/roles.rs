//! What a text says about those who speak in it: their names in ordinary case, their titles, and who is host or guest.

use super::examination;
use crate::model::{Speaker, SpeakerPart};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::{WordList, word_lists};
use crate::text::names::acronyms::is_legend;
use crate::text::names::capitals::title_case;
use crate::text::words::wordlist::is_article;

word_lists! {
    static WORDS = "roles.toml":
        offices, spoken, guest_cues, clauses, no_titles, guests, titles, host_cues, is, relatives, leads, owners,
        within
}

/// True for a word, in lower case, that makes the phrase behind a name a title.
pub(in crate::text) fn is_office(word: &str) -> bool {
    WORDS.offices.has(word)
}

const LONGEST_ROLE: usize = 90;
/// Initials by which a legend shortens a name, at most.
const MOST_INITIALS: usize = 4;
/// Places of a label or of a name that are looked at, and places where it stands in brackets.
const PLACES: usize = 2_000;
const BRACKETS: usize = 20;
/// Bytes of a text that are searched for what it says of its speakers.
const INTRODUCTIONS: usize = 1 << 20;

/// Makes the speaker whose first label is `label`; `role` is what the label itself adds behind a comma.
pub(super) fn speaker(text: &str, label: &str, role: Option<&str>) -> Speaker {
    // People are introduced early; a text of many megabytes is not searched for each of hundreds of names.
    let text = &text[..text.floor_char_boundary(INTRODUCTIONS)];
    let found = Mentions::of(text, label);
    let name = examination::named(text, label).or_else(|| found.cased.clone());
    let name = name.or_else(|| in_legend(text, label)).or_else(|| in_brackets(text, label));
    let name = name.or_else(|| examination::of_letters(text, label).filter(|_| are_initials(label)));
    let name = name.or_else(|| of_handle(label));
    let name = name.unwrap_or_else(|| title_case(label));
    let asks = examination::asks(text, &name);
    let part = if found.host || asks {
        SpeakerPart::Host
    } else if found.guest || WORDS.guests.has(&label.to_ascii_lowercase()) {
        SpeakerPart::Guest
    } else {
        SpeakerPart::Other
    };
    let role = found.role.or_else(|| role.map(str::to_owned));
    Speaker { name, labels: vec![label.to_owned()], role, part, own_name: None }
}

/// The name in the handle of a chat that is made of it: `ada.voss`.
fn of_handle(label: &str) -> Option<String> {
    const SHORTEST: usize = 3;
    let (first, last) = label.split_once('.')?;
    let named = |part: &str| part.chars().count() >= SHORTEST && part.chars().all(char::is_lowercase);
    (named(first) && named(last)).then(|| title_case(&format!("{first} {last}").to_uppercase()))
}

/// True for the letters by which minutes and interviews call somebody.
pub(super) fn are_initials(label: &str) -> bool {
    (2..=MOST_INITIALS).contains(&label.chars().count()) && label.chars().all(char::is_uppercase)
}

/// True for initials of which a text says whose they are, or what part whoever bears them has.
pub(super) fn tells_letters(text: &str, label: &str) -> bool {
    let text = &text[..text.floor_char_boundary(INTRODUCTIONS)];
    are_initials(label)
        && (examination::has_part(text, label)
            || in_legend(text, label).is_some()
            || in_brackets(text, label).is_some()
            || examination::of_letters(text, label).is_some())
}

/// The name that initials stand behind in brackets, *Ruth Oak (RO)*; of a surname alone, *Mrs. Oak (RO)*, the whole
/// name that the text has with these initials.
fn in_brackets(text: &str, label: &str) -> Option<String> {
    let letters = label.chars().count();
    let bracketed = format!("({label})");
    let mut places = text.match_indices(bracketed.as_str()).filter(|_| are_initials(label)).take(BRACKETS);
    places.find_map(|(at, _)| {
        let front: Vec<&str> = text[..at].split_whitespace().rev().take(letters).collect();
        let initials = |words: &[&str]| -> String { words.iter().filter_map(|word| word.chars().next()).collect() };
        let whole: Vec<&str> = front.iter().rev().copied().collect();
        if initials(&whole) == label && whole.iter().all(|word| is_part_of_name(word)) {
            return Some(whole.join(" "));
        }
        let surname = front.first().copied().filter(|surname| is_part_of_name(surname))?;
        text.match_indices(surname).take(PLACES).find_map(|(at, _)| {
            let first: Vec<&str> = text[..at].split_whitespace().rev().take(letters - 1).collect();
            let whole: Vec<&str> = first.iter().rev().copied().chain([surname]).collect();
            let spelt = text[..at].ends_with(' ') && initials(&whole) == label;
            (spelt && whole.iter().all(|word| is_part_of_name(word))).then(|| whole.join(" "))
        })
    })
}

/// True for a word with a capital, and nothing but letters and hyphens: no title with a full stop, and no initial.
fn is_part_of_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
        && word.contains(char::is_lowercase)
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '’' | '\''))
}

/// The name that initials stand for by a legend of the text: "RO = Ruth Oak".
fn in_legend(text: &str, label: &str) -> Option<String> {
    let letters = label.chars().count();
    let initials = are_initials(label);
    let mut places = find_ignoring_case(text, label).filter(|_| initials);
    places.find_map(|at| {
        let behind = &text[at + label.len()..];
        let line = behind.lines().next().unwrap_or_default();
        let (between, meaning) = line.split_at(line.find(char::is_alphanumeric)?);
        let name: Vec<&str> =
            meaning.split(' ').take(letters).map(|word| word.trim_matches([',', '.', ';', ')'])).collect();
        let spelt: String = name.iter().filter_map(|word| word.chars().next()).collect();
        (!text[..at].ends_with(char::is_alphanumeric) && is_legend(between) && spelt == label).then(|| name.join(" "))
    })
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
        let shouted = !label.chars().any(char::is_lowercase);
        let plain = !label.contains([' ', '.']);
        // Only ASCII is folded while searching: offsets in the text must stay its own.
        for at in find_ignoring_case(text, label) {
            let end = at + label.len();
            let (before, after) = (&text[..at], &text[end..]);
            let written = &text[at..end];
            let inside_word = before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
            if inside_word || after.trim_start_matches(['*', '_']).starts_with([':', '：']) {
                continue;
            }
            // Only a label in capitals does not say how the name is written; a part ("QUESTION") is a word of the text
            // too.
            let told = shouted && written.chars().any(char::is_lowercase) && written.to_lowercase() == wanted;
            if found.cased.is_none() && told && (!plain || written.starts_with(char::is_uppercase)) {
                found.cased = Some(written.to_owned());
            }
            let tail = &before[before.ceil_char_boundary(before.len().saturating_sub(90))..];
            // The full stop of a title ends no sentence.
            let untitled = WORDS.titles.ending(tail).and_then(|title| tail.strip_suffix(title)).unwrap_or(tail);
            let lead = untitled.rsplit(|c| is_terminal(c) || c == '\n').next().unwrap_or_default().to_lowercase();
            found.host |= WORDS.host_cues.iter().any(|words| lead.contains(words));
            found.guest |= WORDS.guest_cues.iter().any(|words| lead.contains(words));
            if found.role.is_none() {
                found.role = role_after(after);
            }
        }
        if found.role.is_none() {
            found.role = role_of_short_name(text, label);
        }
        found
    }
}

/// The title that a sentence beginning with a part of the name gives: `Dr. Baker is a professor of biochemistry`.
fn role_of_short_name(text: &str, label: &str) -> Option<String> {
    let mut parts = label.split_whitespace().filter(|part| part.chars().count() >= 3);
    let (first, last) = (parts.next()?, parts.next_back()?);
    [last, first].into_iter().find_map(|part| {
        find_ignoring_case(text, part).take(300).find_map(|at| {
            let (before, after) = (&text[..at], &text[at + part.len()..]);
            let written = &text[at..at + part.len()];
            let begins = before.is_empty()
                || before.ends_with([' ', '\n']) && {
                    let before = before.trim_end();
                    before.is_empty() || before.ends_with(|c| is_terminal(c) || c == ':')
                };
            let ordinary = written.chars().any(char::is_lowercase) && written.starts_with(char::is_uppercase);
            (begins && ordinary && behind(after, &WORDS.is).is_some()).then(|| role_after(after))?
        })
    })
}

/// Byte offsets of `needle` in `text`, ASCII letters in either case.
fn find_ignoring_case<'a>(text: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let first = needle.as_bytes().first().copied().unwrap_or(0);
    memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), text.as_bytes())
        .filter(move |&at| {
            text.as_bytes()[at..].get(..needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle.as_bytes()))
        })
        .filter(move |&at| text.is_char_boundary(at) && text.is_char_boundary(at + needle.len()))
        .take(PLACES)
}

/// The title that follows a name: `, chief financial officer` or ` is a professor of biochemistry at …`.
fn role_after(after: &str) -> Option<String> {
    let window = &after[..after.floor_char_boundary(after.len().min(240))];
    let (phrase, sentence) = match window.strip_prefix(", ") {
        Some(rest) => (rest, false),
        None => (behind(window, &WORDS.is)?, true),
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
    phrase = behind(phrase, &WORDS.relatives).unwrap_or(phrase);
    phrase = behind(phrase, &WORDS.leads).unwrap_or(phrase);
    let articled = |first: &str| is_article(first) || WORDS.owners.has(first);
    let bare = phrase.split_once(' ').filter(|(first, _)| articled(first)).map(|(_, rest)| rest);
    let articled = bare.is_some();
    if sentence && !articled {
        return None;
    }
    let phrase = bare.unwrap_or(phrase);
    // What a clause adds is no title: "a scholar who looks at …".
    let phrase =
        WORDS.clauses.iter().filter_map(|word| phrase.find(word)).min().map_or(phrase, |at| &phrase[..at]).trim();
    let office = phrase
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .any(|word| WORDS.offices.has(word.to_lowercase().as_str()));
    let spoken = phrase.split_whitespace().any(|word| WORDS.spoken.has(word));
    let clause = WORDS.no_titles.iter().any(|word| phrase.starts_with(word));
    // "the CEO of OpenAI" and "a professor of biochemistry" name an office; "the young programmer" only praises.
    let praise =
        articled && !phrase.contains(char::is_uppercase) && !WORDS.within.iter().any(|word| phrase.contains(word));
    (office && !spoken && !clause && !praise && phrase.chars().count() <= LONGEST_ROLE).then(|| phrase.to_owned())
}

/// What stands behind the words of a list that a text begins with.
fn behind<'a>(text: &'a str, words: &WordList) -> Option<&'a str> {
    text.strip_prefix(words.opening(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(text: &str, label: &str) -> Option<String> {
        speaker(text, label, None).role
    }

    #[test]
    fn titles_are_taken_as_the_text_gives_them() {
        let call = "With me are Ida Holm, chief financial officer, Per Lind, chief accounting officer, and Bo Ek.";
        assert_eq!(role(call, "IDA HOLM").as_deref(), Some("chief financial officer"));
        assert_eq!(role(call, "PER LIND").as_deref(), Some("chief accounting officer"));
        assert_eq!(role(call, "BO EK"), None);
        let talk = "I'm your host, Kai Sund, Chief Salt Officer for Pier 4. Our guest is Dr. Ada Lund. Dr. Lund is a professor of tides at Holm \
                    University, who swims. Ada Lund is an incredible inventor.";
        assert_eq!(role(talk, "KAI SUND").as_deref(), Some("Chief Salt Officer for Pier 4"));
        assert_eq!(role(talk, "ADA LUND").as_deref(), Some("professor of tides at Holm University"));
        assert_eq!(speaker(talk, "ADA LUND", None).part, SpeakerPart::Guest);
        assert_eq!(speaker(talk, "KAI SUND", None).part, SpeakerPart::Host);
    }

    #[test]
    fn names_are_written_as_the_text_writes_them() {
        let text = "RANA EL HOLM: Hello. Welcome, Rana el Holm.";
        assert_eq!(speaker(text, "RANA EL HOLM", None).name, "Rana el Holm");
        let legend = "A talk on the quay. AV = Ada Voss, TR = Tom Reed\n\nAV: Who lit it?\nTR: I did.\nQM: And I.";
        assert_eq!(speaker(legend, "AV", None).name, "Ada Voss");
        assert_eq!(speaker(legend, "TR", None).name, "Tom Reed");
        assert_eq!(speaker(legend, "QM", None).name, title_case("QM"), "it is in no legend");
        let heads = "Talk with Mrs. Ivy Brack\nHeld by: Margaret Oldrow (MO). Mrs. Brack (IB) was old.\n\nMO: Who lit it?\nIB: I.";
        assert_eq!(speaker(heads, "MO", None).name, "Margaret Oldrow");
        assert_eq!(speaker(heads, "IB", None).name, "Ivy Brack");
        let fields =
            "With: Ada Voss, keeper\nInterviewer: T. Reed (Orsk Echo)\n\nTR: Who lit it?\nAV: I did.\nQM: And I.";
        let parts = ["AV", "TR"].map(|label| speaker(fields, label, None)).map(|one| (one.name, one.part));
        assert_eq!(parts[0], ("Ada Voss".to_owned(), SpeakerPart::Other));
        assert_eq!(parts[1], ("T. Reed".to_owned(), SpeakerPart::Host));
        assert_eq!(speaker(fields, "QM", None).name, title_case("QM"), "no field names one");
        assert_eq!(speaker("08:02 ada.voss: lit", "ada.voss", None).name, "Ada Voss");
        assert_eq!(speaker("08:02 ada.v: lit", "ada.v", None).name, "ada.v");
    }
}
