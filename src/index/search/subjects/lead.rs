//! The phrase a passage begins with when it says what it is about: "Ida of Harrow (died 1071) was …", "“The Weir” is a
//! song …". Told by structure: a name at the head, closed by a bracket or by the verb.

use std::sync::LazyLock;

use crate::config::entries;
use crate::index::search::links::title_key;
use crate::model::Span;
use crate::text::cutting::punctuation::{is_opener, is_terminal};
use crate::text::words::terms::{Word, fold, is_stop, words};
use crate::text::words::wordlist::{is_auxiliary, is_function_word};

/// Words in which the verb has to come.
const REACH: usize = 28;
/// Words of a name.
const LONGEST: usize = 12;
/// Bytes behind a name in which another name of the same may be announced.
const FURTHER: usize = 300;
/// Quotation marks that close.
const CLOSING: [char; 5] = ['"', '”', '“', '»', '’'];

static CUES: LazyLock<Vec<&str>> = LazyLock::new(|| entries(include_str!("cues.txt")).collect());

/// How a name was found at the head of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it stands, up to the bracket, the comma or the verb.
    Head,
    /// With what a comma adds: "John Lyon, 4th Earl of Strathmore".
    Extended,
    /// A shorter form of it: without the article, or without the names in the middle.
    Short,
    /// Another name that the passage announces.
    Announced,
}

/// The names of what a passage is about, folded, when its first sentence says so. `open` wants a verb: a line somewhere
/// in a text, whose first words are more often something else.
pub fn leads(text: &str, open: bool) -> Vec<(String, Form)> {
    let text = text.trim_start();
    if let Some(quoted) = quoted(text) {
        return one(quoted, Form::Head).collect();
    }
    let Some((head, extended)) = head(text, open) else { return Vec::new() };
    let name = head.slice(text).unwrap_or_default();
    let mut names: Vec<(String, Form)> = one(name, Form::Head).collect();
    let longer = extended.slice(text).unwrap_or_default();
    if longer.len() > name.len() {
        names.extend(one(longer, Form::Extended));
    }
    names.extend(shorter(name).into_iter().map(|name| (name, Form::Short)));
    names.extend(announced(&text[head.end..]).into_iter().map(|name| (name, Form::Announced)));
    let mut known: Vec<String> = Vec::new();
    names.retain(|(name, _)| !known.contains(name) && (known.push(name.clone()), true).1);
    names
}

fn one(name: &str, form: Form) -> impl Iterator<Item = (String, Form)> {
    Some(title_key(name)).filter(|name| !name.is_empty()).map(|name| (name, form)).into_iter()
}

/// What stands in quotation marks within the first words.
fn quoted(text: &str) -> Option<&str> {
    let first = text.find(is_opener)?;
    if text[..first].split_whitespace().count() > 3 || text[..first].contains(['(', ',', '.']) {
        return None;
    }
    let inside = &text[first + text[first..].chars().next()?.len_utf8()..];
    let end = inside.find(CLOSING).filter(|&end| end > 1 && inside[..end].split_whitespace().count() <= LONGEST)?;
    // A quotation says something; a name is said something of.
    let verb = words(&inside[end..]).take(3).any(|word| is_auxiliary(&fold(word.text)));
    (verb && (first > 0 || !inside[..end].contains(is_terminal))).then(|| inside[..end].trim_end_matches([',', ' ']))
}

/// The name at the head, and the same with what commas add to it.
fn head(text: &str, open: bool) -> Option<(Span, Span)> {
    let (mut name, mut last): (Option<usize>, usize) = (None, 0);
    let mut extended = None;
    let mut bracket = false;
    let mut verb = false;
    let mut count = 0;
    let mut telling = false;
    let mut before: Option<Word<'_>> = None;
    for word in words(text).take(REACH) {
        // Words of scripts without spaces overlap.
        let gap = text.get(last..word.span.start).unwrap_or_default();
        if let Some(before) = before {
            if gap.contains('\n') || ends_sentence(gap, before) {
                break;
            }
            if gap.contains([';', '?', '!']) || gap.contains(':') && name.is_none() && !word.is_capital() {
                break;
            }
            if gap.contains(['(', '[']) {
                name.get_or_insert(last);
                extended.get_or_insert(last);
                bracket = true;
            } else if gap.contains([',', '—', '–']) {
                name.get_or_insert(last);
            }
            if is_auxiliary(&fold(word.text)) && !gap.contains('(') {
                name.get_or_insert(last);
                extended.get_or_insert(last);
                verb = true;
                break;
            }
        }
        if name.is_none() {
            count += 1;
            telling |=
                word.is_capital() && !is_function_word(&fold(word.text)) && (count > 1 || !is_stop(&fold(word.text)));
            if count > LONGEST {
                return None;
            }
        }
        last = word.span.end;
        before = Some(word);
    }
    let name = name.filter(|_| telling && (verb || bracket && !open))?;
    let first = words(text).next()?;
    let own: Vec<Word<'_>> = words(&text[..name]).collect();
    // "The company was …": only the sentence gives it its capital.
    let is_number = |word: &Word<'_>| word.text.starts_with(char::is_numeric);
    let named = own.iter().skip(1).any(|word| word.is_capital() && !is_number(word));
    let opens_with_function = is_function_word(&fold(first.text)) || is_stop(&fold(first.text));
    let ends_open = own.last().is_some_and(|word| is_stop(&fold(word.text)) && !word.is_capital());
    if !first.is_capital() || opens_with_function && !named || ends_open || open && !named && own.len() > 1 {
        return None;
    }
    let extended = extended.filter(|&end| words(&text[..end]).count() <= LONGEST).unwrap_or(name);
    Some((Span::new(0, name), Span::new(0, extended)))
}

/// True when the sentence ends between two words: initials and short titles before a name do not end one.
fn ends_sentence(gap: &str, before: Word<'_>) -> bool {
    gap.contains(". ") && before.text.chars().count() > 3 || gap.contains('。')
}

/// Shorter forms of a name: without its article; a person's without the names in the middle.
fn shorter(name: &str) -> Vec<String> {
    let all: Vec<Word<'_>> = words(name).collect();
    let mut forms = Vec::new();
    let of = |chosen: &[usize]| chosen.iter().map(|&at| fold(all[at].text)).collect::<Vec<_>>().join(" ");
    if all.len() > 2 && is_stop(&fold(all[0].text)) {
        forms.push(of(&(1..all.len()).collect::<Vec<_>>()));
    }
    let plain =
        all.iter().all(|word| word.is_capital() && !is_stop(&fold(word.text)) && !word.text.contains(char::is_numeric));
    if plain && (3..=6).contains(&all.len()) {
        let last = all.len() - 1;
        forms.push(of(&[0, last]));
        if last > 2 {
            forms.push(of(&[0, 1, last]));
        }
    }
    forms
}

/// Other names that the first sentence announces: what has capitals after a cue, or stands in quotation marks in the
/// bracket after the name.
fn announced(rest: &str) -> Vec<String> {
    let rest = &rest[..rest.floor_char_boundary(FURTHER)];
    let rest = rest.split(". ").next().unwrap_or(rest);
    let mut names = Vec::new();
    for cue in CUES.iter() {
        let Some(at) = rest.find(cue) else { continue };
        let after = rest[at + cue.len()..].trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut end = 0;
        for word in words(after).take(LONGEST) {
            let joined = end == 0
                || after
                    .get(end..word.span.start)
                    .unwrap_or_default()
                    .chars()
                    .all(|c| matches!(c, ' ' | '-' | '\'' | '’' | '.'));
            if !joined || !(word.is_capital() || is_stop(&fold(word.text))) {
                break;
            }
            end = word.span.end;
        }
        let name = title_key(&after[..end]);
        if end > 0 && after[..end].chars().next().is_some_and(char::is_uppercase) && !name.is_empty() {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn heads(text: &str) -> Vec<String> {
        leads(text, false).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn the_name_at_the_head_is_what_a_passage_is_about() {
        assert_eq!(heads("Ida of Harrow (died 1071) was a clerk."), ["ida of harrow"]);
        assert_eq!(heads("The Weir Holds is a film of 1936."), ["the weir holds", "weir holds"]);
        assert_eq!(
            heads("John Lind, 4th Baron Tarn and Odde, was a miller."),
            ["john lind", "john lind 4th baron tarn and odde"]
        );
        assert_eq!(heads("\"All Valves Go\" is the third song."), ["all valves go"]);
        assert_eq!(heads("Olof Erik Lind (born 1840) is a painter."), ["olof erik lind", "olof lind"]);
        assert_eq!(
            heads("Olof I, Prince of Tarn (1533), also known as Olof the Deaf, was mild."),
            ["olof i", "olof i prince of tarn", "olof the deaf"]
        );
    }

    #[test]
    fn a_sentence_that_names_nobody_has_no_head() {
        for text in
            ["The company was founded in 1920.", "It is late.", "In 1919, the mill was sold.", "They had met.", ""]
        {
            assert_eq!(heads(text), [""; 0], "{text}");
        }
        assert_eq!(leads("KEVIN LIND: So this was that", true), []);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(The|Ida|of|was|is|[(“”\",.;: \n]|\\PC){0,40}") {
            for (name, _) in leads(&text, text.len() % 2 == 0) {
                prop_assert!(!name.is_empty());
            }
        }
    }
}
