//! Who wrote a document, as it says itself: a line *From:* or *By* at its head, the name under a letter, or the one
//! that it is called by where it speaks of itself.

use crate::ingest::is_writing;
use crate::ingest::quoting::announced;
use crate::judgement::DocumentText;
use crate::text::dates::is_month;
use crate::text::language::word_lists;
use crate::text::speakers::correspondents;
use crate::text::words::fold::{self, is_joining, lower_in_place};
use crate::text::words::terms::{fold, words};

word_lists! {
    static WORDS = "authors.toml": before, behind, writers, of_others
}

/// Sentences by which a text is known to be in the first person.
const HEARD: usize = 80;
/// Share of them that have a word like *I* or *our*.
const FIRST_PERSON: f32 = 0.2;

/// Lines at the head of a document that may name its author.
const HEAD: usize = 14;
/// Lines at its foot that may.
const FOOT: usize = 7;
/// A longer line is no name.
const LONGEST: usize = 80;

/// Returns the folded names that the document's own lines give as its author's, best first; whether they are anybody's
/// the caller knows.
pub(in crate::index::merge) fn named(text: &str) -> Vec<String> {
    let head = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(HEAD);
    let mut names = Vec::new();
    for line in head.filter(|line| line.len() <= LONGEST) {
        let line = line.trim_matches(['*', '_', '#', ' ']);
        let lower = lower_in_place(line);
        let said = WORDS.before.opening(&lower);
        if let Some(rest) = said.and_then(|before| line.get(before.len()..)) {
            names.extend(rest.split([',', ';', '&']).flat_map(parted).filter_map(|one| name(&one)));
        } else if let Some(at) = WORDS.behind.iter().filter_map(|by| Some(lower.rfind(by)? + by.len())).max() {
            names.extend(line.get(at..).and_then(name));
        } else if let Some((before, office)) = line.split_once(',')
            && WORDS.writers.has(office.to_lowercase().rsplit(' ').next().unwrap_or_default())
        {
            // "Oda Lind, harbour reporter"
            names.extend(parted(before).into_iter().filter_map(|one| name(&one)));
        }
    }
    if names.is_empty() && correspondents::letter(text).is_some() {
        let foot = text.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(FOOT);
        names.extend(foot.filter(|line| line.len() <= LONGEST).filter_map(|line| name(line.split(',').next()?)));
        names.truncate(FOOT);
    }
    // A letter that holds another's words has another author.
    names.extend(text.lines().filter_map(quoted_author).filter(|_| !names.is_empty()).take(FOOT).collect::<Vec<_>>());
    names
}

/// The names in a row of several that words join: *Ada Voss und Tom Reed*.
fn parted(names: &str) -> Vec<String> {
    let words: Vec<&str> = names.split_whitespace().collect();
    words.split(|word| is_joining(word)).filter(|name| !name.is_empty()).map(|name| name.join(" ")).collect()
}

/// Returns the folded names that a document is called by which speaks in the first person and names no author, best
/// first: *1808 Thomas Jefferson*, *Speech Ada Voss*. Whoever is written to, or about, is none.
pub(in crate::index::merge) fn called(document: &DocumentText) -> Vec<String> {
    let names = in_title(&document.document.title);
    let greeted = || {
        let greeting = correspondents::letter(&document.text).and_then(|at| document.text[at..].lines().next());
        let last = names.first().and_then(|name| name.rsplit(' ').next()).unwrap_or_default();
        greeting.is_some_and(|line| fold::key(line).split(' ').any(|word| word == last))
    };
    if names.is_empty() || !is_first_person(document) || greeted() { Vec::new() } else { names }
}

/// The names that a title consists of, but for days, numbers, letters and what was written; with all initials, and
/// without them.
fn in_title(title: &str) -> Vec<String> {
    const SHORT: usize = 2;
    let key = fold::key(title);
    let said = |word: &&str| !word.contains(|c: char| c.is_ascii_digit()) && !is_month(word) && !is_writing(word);
    let words: Vec<&str> =
        key.split([' ', ',', '·', '-', '–', '—', ':']).filter(|word| !word.is_empty()).filter(said).collect();
    let is_short = |word: &&str| word.chars().count() <= SHORT;
    let from = words.iter().position(|word| !is_short(word)).unwrap_or(words.len());
    let to = words.iter().rposition(|word| !is_short(word)).map_or(from, |at| at + 1);
    let named = &words[from..to];
    let whole: Vec<&str> =
        named.iter().copied().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).collect();
    if !(2..=3).contains(&whole.len()) {
        return Vec::new();
    }
    let dotted = named.iter().map(|word| if word.len() == 1 { format!("{word}.") } else { (*word).to_owned() });
    let mut names = vec![dotted.collect::<Vec<_>>().join(" "), named.join(" "), whole.join(" ")];
    names.dedup();
    names
}

/// True where a good part of the first sentences are said by somebody of themselves, and fewer than half as many speak
/// of *him* or *her*: such a text is called by whom it is about.
fn is_first_person(document: &DocumentText) -> bool {
    let heard = document.sentences.iter().filter(|sentence| !sentence.recurring).take(HEARD);
    let (mut all, mut own, mut others) = (0, 0, 0);
    for said in heard.filter_map(|sentence| sentence.span.slice(&document.text)) {
        all += 1;
        own += usize::from(correspondents::is_personal(said, document.document.language.as_deref()));
        others += usize::from(words(said).any(|word| WORDS.of_others.has(fold(word.text).as_str())));
    }
    all > 0 && own as f32 >= FIRST_PERSON * all as f32 && 2 * others < own
}

/// Whoever wrote what a mail program quotes: *On Tuesday, Oda Lind wrote:*, *Am Dienstag schrieb Oda Lind:*.
fn quoted_author(line: &str) -> Option<String> {
    name(&announced(line.trim().trim_start_matches(['>', ' ']))??)
}

/// A name as it may stand alone in a line: without an address, a date or what is said in brackets.
fn name(line: &str) -> Option<String> {
    // *Author: @lamp*
    let handle = line.trim().strip_prefix('@').filter(|word| !word.contains(char::is_whitespace));
    if let Some(handle) = handle.filter(|handle| !handle.is_empty()) {
        return Some(format!("@{}", handle.to_lowercase()));
    }
    let line = line.split(['<', '(', '|', '@']).next()?.trim().trim_start_matches(['—', '–', '-', '*', '_', ' ']);
    let key = fold::key(line);
    let words = key.split(' ').count();
    let begins = line.chars().next().is_some_and(char::is_uppercase);
    (begins && words <= 5 && key.chars().any(char::is_alphabetic)).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_signatures_name_authors() {
        assert_eq!(named("To: Ada Voss\nFrom: Dr Oda Lind <oda@lind.example>\n\nAda,"), ["dr oda lind"]);
        assert_eq!(named("# The dam\n\n**Oda Lind, harbour reporter**\n\nIt leaks."), ["oda lind"]);
        assert_eq!(named("# The dam\n\nAuthor: @lamp\n\nIt leaks."), ["@lamp"]);
        assert!(named("# The dam\n\nOda Lind, keeper of the dam\n\nIt leaks.").is_empty());
        assert_eq!(named("# The dam\n\n*By Oda Lind and Ada Voss*\n\nIt leaks."), ["oda lind", "ada voss"]);
        let letter = "Tuesday\n\nDear Ada,\n\nIt leaks. By now you know.\n\nYours,\n\nOda Lind\nkeeper of the dam\n";
        assert_eq!(named(letter).first().map(String::as_str), Some("oda lind"));
        let thread =
            "From: Oda Lind\n\nIt leaks.\n\nOn Tue, 4 May at 17:50, Ada Voss <ada@voss.example> wrote:\n> It does.\n";
        assert_eq!(named(thread), ["oda lind", "ada voss"]);
        let thread = "From: Oda Lind\n\nEs rinnt.\n\nAm Dienstag, 4. Mai, schrieb Ada Voss:\n> Ja.\n";
        assert_eq!(named(thread), ["oda lind", "ada voss"]);
        assert_eq!(named("# The dam\n\n*from \"A Life\", by Oda Lind*\n\nIt leaked."), ["oda lind"]);
        assert_eq!(named("# The dam\n\nPrepared by: Oda Lind\n\nIt leaks."), ["oda lind"]);
        assert!(named("Minutes\n\nIt leaks.\n\nOda Lind").is_empty());
    }

    #[test]
    fn a_title_may_be_who_wrote_it() {
        assert_eq!(in_title("1808 oda lind dr"), ["oda lind"]);
        assert_eq!(in_title("2019-03-02 Letter Oda K Lind"), ["oda k. lind", "oda k lind", "oda lind"]);
        for title in ["Interview with Oda Lind", "Oda Lind and the dam of Orsk", "2019 minutes", "Oda", ""] {
            assert!(in_title(title).is_empty(), "{title}");
        }
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_read(text in "(From: |By |Dear )?\\PC{0,40}\n\\PC{0,40}") {
            named(&text);
        }
    }
}
