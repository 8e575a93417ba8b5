//! Who wrote a text that is no message: a memorandum tells it in its head (`FROM: Ada Lund, Keeper`), a letter under
//! its closing words. What stands in it is theirs; whoever signs the minutes of a meeting only wrote down what was
//! said.

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::names::tag::is_ordinary_word;
use crate::text::speakers::correspondents;
use crate::text::speakers::letters::is_closing;
use crate::text::words::terms;

word_lists! {
    static WORDS = "memo.toml": other, minutes, own, kin
}

/// Lines with text that a head has at most.
const HEAD: usize = 12;
/// Lines behind the closing words in which the name stands.
const SIGNATURE: usize = 3;
/// Lines with text among which the title of a text stands.
const TITLE: usize = 3;
/// Words of a name.
const MOST_WORDS: usize = 4;

/// The writer of a text, and its head where that tells it.
pub(super) fn writer(text: &str) -> Option<(String, Option<Span>)> {
    of_head(text).map(|(name, head)| (name, Some(head))).or_else(|| signed(text).map(|name| (name, None)))
}

fn of_head(text: &str) -> Option<(String, Span)> {
    let (mut name, mut others, mut end, mut at) = (None, 0, 0, 0);
    let mut seen = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        seen += 1;
        if seen > HEAD {
            break;
        }
        let Some((label, value)) = content.split_once(':') else { continue };
        let label = correspondents::bare(label);
        if correspondents::is_of_writer(&label) && name.is_none() {
            name = Some(person(value)?);
        } else if WORDS.other.has(&label) {
            others += 1;
        } else {
            continue;
        }
        end = at;
    }
    name.filter(|_| others > 0).map(|name| (name, Span::new(0, end)))
}

/// True for the minutes of a meeting, as the lines that they begin with call them.
pub(super) fn are_minutes(text: &str) -> bool {
    let opening = text.lines().filter(|line| !line.trim().is_empty()).take(TITLE);
    let mut words = opening.flat_map(terms::words).map(|word| terms::fold(word.text));
    words.any(|word| WORDS.minutes.has(&word))
}

/// The name under the closing words that a text ends with, or under a letter that has none.
fn signed(text: &str) -> Option<String> {
    if are_minutes(text) {
        return None;
    }
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if correspondents::letter(text).is_some() && !lines().any(is_closing) {
        let ends_sentence = |line: &&str| line.ends_with(['.', '!', '?', ',', ';', ':']);
        let foot: Vec<&str> = lines().rev().take(SIGNATURE).take_while(|line| !ends_sentence(line)).collect();
        return foot
            .iter()
            .rev()
            .find_map(|line| person(line))
            .or_else(|| foot.iter().find_map(|line| by_kinship(line)));
    }
    let mut below: Vec<&str> = Vec::new();
    for line in text.lines().rev().map(str::trim).filter(|line| !line.is_empty()).take(HEAD) {
        if is_closing(line) {
            let signature = below.iter().rev().take(SIGNATURE);
            return signature.clone().find_map(|line| person(line)).or_else(|| by_first_name(text, below.last()?));
        }
        below.push(line);
    }
    None
}

/// The name behind what somebody is to whoever they write to: *Your loving brother Tom*.
fn by_kinship(signature: &str) -> Option<String> {
    const LONGEST: usize = 8;
    let words: Vec<&str> = signature.split_whitespace().collect();
    let name = words.iter().rposition(|word| !word.starts_with(char::is_uppercase))? + 1;
    let (front, name) = words.split_at(name);
    let is_own = front.first().is_some_and(|word| WORDS.own.has(&word.to_lowercase()));
    let is_kin = front.last().is_some_and(|word| WORDS.kin.has(&word.to_lowercase()));
    let called = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '’' | '\''));
    let named = (1..=MOST_WORDS).contains(&name.len()) && name.iter().all(called);
    (is_own && is_kin && named && words.len() <= LONGEST).then(|| name.join(" ").trim_end_matches('.').to_owned())
}

/// Whoever signs a letter by a first name, with the whole name where that stands above the letter.
fn by_first_name(text: &str, signature: &str) -> Option<String> {
    let above = &text[..correspondents::letter(text)?];
    let named = signature.starts_with(char::is_uppercase) && signature.chars().all(char::is_alphabetic);
    if !named || is_ordinary_word(&signature.to_lowercase()) {
        return None;
    }
    let mut names = above.lines().filter_map(|line| person(line.trim()));
    let whole = names.find(|name| name.split(' ').next() == Some(signature));
    Some(whole.unwrap_or_else(|| signature.to_owned()))
}

/// The name that a value begins with, where it is somebody's.
fn person(value: &str) -> Option<String> {
    let name = value.split([',', '<', '(', '[', ';', '|', '–', '—']).next()?.trim_matches(['*', '_', '"', ' ', '\t']);
    let words: Vec<&str> = name.split_whitespace().collect();
    let capital = |word: &&str| word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_numeric());
    let named =
        (2..=MOST_WORDS).contains(&words.len()) && words.iter().all(capital) && !name.ends_with([':', '?', '!']);
    let unknown = |word: &&str| !is_ordinary_word(&word.to_lowercase());
    (named && !terms::is_stop(&terms::fold(words[0])) && words.iter().any(unknown)).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_signatures_tell_who_writes() {
        let memo = "MEMORANDUM\n\nTO: All keepers\nFROM: Ada Lund, Keeper\nDATE: 4 May 2031\n\nThe pier is shut.\n";
        let unclosed = "12 May\n\nDear Ada,\n\nThe pier is shut.\n\nKai Sund\n";
        assert_eq!(writer(unclosed), Some(("Kai Sund".to_owned(), None)));
        let of_kin = "Orsk\n4 March 2031\n\nDear Ada,\n\nThe pier is shut.\n\nYour loving brother Kai\n";
        assert_eq!(writer(of_kin), Some(("Kai".to_owned(), None)));
        let (name, head) = writer(memo).expect("a writer");
        assert_eq!((name.as_str(), head.map(|head| head.end)), ("Ada Lund", memo.find("\nThe pier")));
        let letter = "Dear board,\n\nThe pier is shut.\n\nYours sincerely,\n\nKai Sund\nKeeper of the lamp\n";
        assert_eq!(writer(letter), Some(("Kai Sund".to_owned(), None)));
        let by_first_name =
            "Kai Sund\nThe Old Quay\nOrsk\n\n12 May\n\nDear Ada\n\nThe pier is shut.\n\nYours\nKai\n\nP.S. It leaks.\n";
        assert_eq!(writer(by_first_name), Some(("Kai Sund".to_owned(), None)));
        let unnamed = "The Old Quay\n\nMy dear Ada,\n\nThe pier is shut.\n\nYours ever,\nOmeka\n";
        assert_eq!(writer(unnamed), Some(("Omeka".to_owned(), None)));
        for text in [
            "From: The Harbour Board\nDate: 4 May 2031\n\nThe pier is shut.\n",
            "From: Orsk\nTo: Tarn\n\nThe ferry leaves at noon.\n",
            "From: Ada Lund\n\nThe pier is shut.\n",
            "The pier is shut.\n\nKai Sund\n",
            "Harbour Board\n\nMinutes of 4 May 2031\n\nAda Voss asked what the pier costs.\n\nYours sincerely,\nKai Sund\n",
        ] {
            assert_eq!(writer(text), None, "{text}");
        }
    }
}
