//! Whose words stand in a message: the writer's own, and those of whoever is quoted. The line that announces a
//! quotation tells who said what stands under it.

use crate::model::{Sentence, SentenceKind, Span, Speaker, SpeakerPart};
use crate::text::cutting::lines::line_start;
use crate::text::language::word_lists;
use crate::text::layout::structure::Structure;
use crate::text::speakers::label::is_meridian;
use crate::text::words::fold::{self, lower_in_place};
use crate::text::words::terms::{whole_places, words};

word_lists! {
    static WORDS = "quoting.toml": wrote, wrote_inside, devices, older, older_inside, parting
}

/// Bytes of a line that announces a quotation, at most.
const ANNOUNCEMENT: usize = 300;
/// Words of a name at most.
const NAME_WORDS: usize = 4;
/// Characters of a role at most.
const ROLE: usize = 60;

/// How many marks of quotation stand in front of a line, and the line without them.
pub(super) fn depth(line: &str) -> (usize, &str) {
    let inner = line.trim_start_matches(['>', ' ']);
    let marks = line[..line.len() - inner.len()].matches('>').count();
    if marks == 0 { (0, line.trim()) } else { (marks, inner.trim_end()) }
}

/// What a line says that announces a quotation (`On Monday, Ada Lund wrote:`): the name of whoever is quoted, where it
/// has one. `None` for any other line.
pub fn announced(line: &str) -> Option<Option<String>> {
    let line = line.trim();
    if line.len() > ANNOUNCEMENT {
        return None;
    }
    let body = line.strip_suffix([':', '：'])?.trim_end();
    let lower = lower_in_place(body);
    let closing = |verb: &&str| whole_places(&lower, verb).any(|place| place.end == lower.len());
    if let Some(verb) = WORDS.wrote.iter().find(closing) {
        let before = body.get(..body.len().checked_sub(verb.len())?)?;
        return (!before.is_empty()).then(|| last_name(before));
    }
    // *Am Montag schrieb Ada Lund:*
    WORDS.wrote_inside.iter().find_map(|verb| {
        let behind = whole_places(&lower, verb).next()?.end;
        Some(body.get(behind..).and_then(first_name))
    })
}

/// Words of a line without addresses: `Ada Lund <ada@holm.example>`.
fn words_of(line: &str) -> impl DoubleEndedIterator<Item = &str> {
    line.split_whitespace()
        .filter(|word| !word.contains('@') && !word.starts_with(['<', '(', '[']))
        .map(|word| word.trim_matches(['"', '\'', '“', '”', '„', '*']))
        .filter(|word| !word.is_empty())
}

fn is_part_of_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_numeric() || matches!(c, ':' | '/'))
}

/// The name that a text ends with. Behind a clock's time `AM` is none of it.
fn last_name(text: &str) -> Option<String> {
    let words: Vec<&str> = words_of(text).collect();
    let is_half = |word: &str| is_meridian(&word.trim_end_matches(',').to_lowercase());
    let clock = |at: usize| words[at].contains(|c: char| c.is_numeric());
    let told = (1..words.len()).rev().find(|&at| is_half(words[at]) && clock(at - 1));
    let behind = &words[told.map_or(0, |at| at + 1)..];
    let named = behind.iter().rev().take_while(|word| is_part_of_name(word) && !word.ends_with(','));
    let mut name: Vec<&str> = named.take(NAME_WORDS).copied().collect();
    name.reverse();
    (!name.is_empty()).then(|| name.join(" "))
}

/// The name that a text begins with.
fn first_name(text: &str) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    for word in words_of(text).take(NAME_WORDS) {
        if !is_part_of_name(word) {
            break;
        }
        name.push(word.trim_end_matches([',', ';']));
        if word.ends_with([',', ';']) {
            break;
        }
    }
    (!name.is_empty()).then(|| name.join(" "))
}

/// `Ada Lund` of `Lund, Ada`: one comma between two parts that have a capital each.
pub(super) fn turned(value: &str) -> Option<String> {
    let (surname, given) = value.split_once(',')?;
    let (surname, given) = (surname.trim(), given.trim());
    let capital = |part: &str| part.chars().any(char::is_uppercase);
    (capital(surname) && capital(given) && !given.contains(',')).then(|| format!("{given} {surname}"))
}

/// True for a line between rules by which somebody parts what follows from the message above, be it older or attached:
/// `----- earlier in the thread -----`.
fn parts_messages(line: &str) -> bool {
    const RULE: usize = 3;
    let drawn = |c: char| matches!(c, '-' | '=' | '_' | '~' | '*' | '–' | '—');
    let behind = line.trim().trim_start_matches(drawn);
    let inner = behind.trim_end_matches(drawn);
    let ruled = line.trim().len() - behind.len() >= RULE && behind.len() - inner.len() >= RULE;
    ruled && line.len() <= ANNOUNCEMENT && words(inner).any(|word| WORDS.parting.has(&word.text.to_lowercase()))
}

/// True for what programs put under a message: *Sent from my phone*.
pub(super) fn is_of_device(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower.len() <= ROLE && WORDS.devices.iter().any(|device| lower.starts_with(device))
}

/// True for a line by which somebody of that name signs: by names of theirs or by initials.
pub(super) fn signs(line: &str, name: &str) -> bool {
    let bare = fold::key(line.trim_matches(['-', '–', '—', ' ', '.', ',', '/', '*', '~']));
    let name = fold::key(name);
    if bare.is_empty() || bare.len() > ROLE {
        return false;
    }
    let of_name = |word: &str| name.split([' ', '-']).any(|own| own == word);
    let initials: String = name.split([' ', '-']).filter_map(|word| word.chars().next()).collect();
    bare.split([' ', '-']).all(of_name) || initials.starts_with(&bare.replace([' ', '.'], ""))
}

/// Whoever wrote a text says what stands in it from where it begins, or each of several what stands in a message of
/// theirs, but for what is `beside` the text.
pub(super) fn attribute(found: &mut Structure, text: &str, beside: &[Span], authors: &[(usize, String)]) {
    let Structure { sentences, speakers } = found;
    let mut rest = sentences.as_mut_slice();
    for (at, (_, author)) in authors.iter().enumerate() {
        let end = authors.get(at + 1).map_or(text.len(), |next| next.0);
        let (message, behind) = rest.split_at_mut(rest.partition_point(|sentence| sentence.span.start < end));
        rest = behind;
        let writer = speaker_called(speakers, author.clone());
        if let Some(writer) = writer.and_then(|writer| speakers.get_mut(usize::from(writer))) {
            writer.role = writer.role.take().or_else(|| role(message, text, author));
        }
        message_of(writer, message, speakers, text, beside);
    }
}

/// What is quoted in a message is said by whoever the line above it names, and what follows the head of an older one by
/// whoever that names.
fn message_of(
    writer: Option<u16>,
    sentences: &mut [Sentence],
    speakers: &mut Vec<Speaker>,
    text: &str,
    beside: &[Span],
) {
    let marks = |sentence: &Sentence| {
        let line = line_start(text, sentence.span.start);
        depth(&text[line..sentence.span.end]).0
    };
    // Who speaks, by how often it is quoted.
    let mut speaking: Vec<Option<u16>> = vec![writer];
    let first = sentences.first().map_or(0, |sentence| sentence.span.start);
    let mut beside = beside[beside.partition_point(|span| span.end <= first)..].iter().peekable();
    for at in 0..sentences.len() {
        let sentence = &sentences[at];
        while beside.next_if(|span| span.end <= sentence.span.start).is_some() {}
        if beside.peek().is_some_and(|span| span.start <= sentence.span.start) {
            continue;
        }
        let words = sentence.span.slice(text).unwrap_or_default();
        let depth = marks(sentence);
        let heads_older = WORDS.older.iter().any(|head| words.starts_with(head))
            || WORDS.older_inside.iter().any(|head| words.contains(head));
        if parts_messages(words) {
            sentences[at].kind = SentenceKind::Furniture;
            sentences[at].speaker = None;
            speaking.truncate(depth);
            speaking.resize(depth + 1, None);
        } else if heads_older {
            let older = words.split_once(':').and_then(|(_, name)| first_name(name));
            speaking.truncate(depth);
            speaking.resize(depth, None);
            speaking.push(older.and_then(|name| speaker_called(speakers, name)));
        } else if let Some(name) = announced(words).filter(|_| sentence.kind == SentenceKind::Furniture || depth == 0) {
            let quotes = sentences.get(at + 1).is_some_and(|next| marks(next) > depth);
            // A line above the quotation that it stands in tells whose that is; what it announced itself was cut away.
            let told = |before: &Sentence| announced(before.span.slice(text).unwrap_or_default()).is_some();
            let opens =
                at.checked_sub(1).is_some_and(|before| marks(&sentences[before]) < depth && !told(&sentences[before]));
            let quoted = name.and_then(|name| speaker_called(speakers, name));
            speaking.resize(depth + 1, None);
            match (quotes, depth) {
                (true, _) => speaking.push(quoted),
                // What stands under it without a mark may be theirs and may be the writer's.
                (false, 0) => speaking[0] = None,
                (false, _) if opens || speaking[depth].is_none() => speaking[depth] = quoted,
                (false, _) => {}
            }
        } else if matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item | SentenceKind::Row) {
            sentences[at].speaker = speaking.get(depth).copied().flatten();
        }
    }
}

fn speaker(name: String) -> Speaker {
    Speaker { labels: vec![name.clone()], name, role: None, part: SpeakerPart::Other, own_name: None }
}

/// The speaker of a name, who is added where nobody has it; nobody of no name.
fn speaker_called(speakers: &mut Vec<Speaker>, name: String) -> Option<u16> {
    let key = fold::key(&name);
    if key.is_empty() {
        return None;
    }
    let known = speakers.iter().position(|speaker| fold::key(&speaker.name) == key);
    let at = known.unwrap_or_else(|| {
        speakers.push(speaker(name));
        speakers.len() - 1
    });
    u16::try_from(at).ok()
}

/// What the signature under a message says that its writer is.
fn role(sentences: &[Sentence], text: &str, author: &str) -> Option<String> {
    let words = |sentence: &Sentence| sentence.span.slice(text).unwrap_or_default().trim().to_owned();
    let at =
        sentences.iter().position(|sentence| sentence.kind == SentenceKind::Furniture && words(sentence) == "--")?;
    let mut lines =
        sentences[at + 1..].iter().take_while(|sentence| sentence.kind == SentenceKind::Furniture).map(words);
    let first = lines.next()?;
    let marks = ['|', ',', ';', '-', '–', '—', '·', ' '];
    let (name, behind) = first.split_once(['|', ',', ';', '–', '—', '·']).unwrap_or((first.as_str(), ""));
    if !signs(name, author) || name.trim().len() < 3 {
        return None;
    }
    let role = match behind.trim_matches(marks) {
        "" => lines.next()?.trim_matches(marks).to_owned(),
        behind => behind.to_owned(),
    };
    let says = role.chars().count() <= ROLE && role.chars().any(char::is_lowercase);
    let reached =
        role.contains(['@', '|']) || role.contains("://") || role.chars().filter(char::is_ascii_digit).count() > 2;
    (says && !reached).then_some(role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_announce_a_quotation_name_whoever_is_quoted() {
        for (line, name) in [
            ("On Mon, 06 Nov 2023 at 09:12, Ada Lund <ada@holm.example> wrote:", Some("Ada Lund")),
            ("Kai Sund wrote:", Some("Kai Sund")),
            ("On Mon, Mar 4, 2024 at 10:00 AM Ann Lee wrote:", Some("Ann Lee")),
            ("On Mon, Mar 4, 2024 at 10:00\u{202f}PM Ann Lee <ann@lee.example> wrote:", Some("Ann Lee")),
            ("On Mon, Mar 4, 2024 at 10:00 AM <ann@lee.example> wrote:", None),
            ("On 4 May 2024 kai@holm.example wrote:", None),
            ("Am Mo., 6. Nov. 2023 um 09:12 Uhr schrieb Ada Lund <ada@holm.example>:", Some("Ada Lund")),
            ("Le lun. 6 nov. 2023 à 09:12, Ada Lund a écrit :", Some("Ada Lund")),
        ] {
            assert_eq!(announced(line), Some(name.map(str::to_owned)), "{line}");
        }
        for line in ["He wrote a letter.", "The board resolved:", "wrote:", "She underwrote:"] {
            assert_eq!(announced(line), None, "{line}");
        }
    }

    #[test]
    fn lines_between_rules_part_what_is_older_or_attached() {
        for line in [
            "-----Original thread continues (older, May 2017)-----",
            "--- text of attachment, typed out (RT) ---",
            "================ earlier in the thread ================",
            "---------- Forwarded message ----------",
        ] {
            assert!(parts_messages(line), "{line}");
        }
        for line in ["--- Agenda ---", "-----", "the earlier thread", "- an older message -"] {
            assert!(!parts_messages(line), "{line}");
        }
    }

    #[test]
    fn people_sign_by_their_names_and_initials() {
        for line in ["Ada", "A", "- AL", "~Ada", "Ada Lund", "al"] {
            assert!(signs(line, "Ada Lund"), "{line}");
        }
        for line in ["Kai", "Ada is late", "", "L"] {
            assert!(!signs(line, "Ada Lund"), "{line}");
        }
    }
}
