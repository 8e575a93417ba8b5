//! Versions of one document, told by titles: "Rules of the quay (v1.0)" beside "Rules of the quay (v1.9)" or "Rules of
//! the quay".

use crate::text::language::word_lists;
use crate::text::words::terms::{Word, fold, words};
use crate::text::words::wordlist::is_function_word;

word_lists! {
    static WORDS = "versions.toml": changes, older, versions, revising, joining, between, and
}

/// A version's numbers; one that has none is the present one.
pub type Version = Option<Vec<u32>>;

/// True where a text has a word by which an older version is told.
pub fn asks_of_older(text: &str) -> bool {
    words(text).any(|word| WORDS.older.has(&fold(word.text)))
}

/// True for a word of a question for what became otherwise from one version to another, or for versions.
pub fn is_of_versions(folded: &str) -> bool {
    [&WORDS.revising, &WORDS.versions, &WORDS.older, &WORDS.joining].into_iter().any(|list| list.has(folded))
}

/// True where a question asks what became otherwise: "What changed in version 4?"
pub fn asks_what_changed(question: &str) -> bool {
    words(question).any(|word| WORDS.revising.has(&fold(word.text)))
}

/// True where a question speaks of versions.
pub fn speaks_of_versions(question: &str) -> bool {
    version(question).is_some() || words(question).any(|word| WORDS.versions.has(&fold(word.text)))
}

/// True for a heading under which stands what became otherwise: *Changes since version 1*.
pub fn names_changes(heading: &str) -> bool {
    words(heading).any(|word| WORDS.changes.has(&fold(word.text)))
}

/// The versions that a question names by one number each: "versions 3 and 4", "v3 and v4".
pub fn named(question: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut goes_on = false;
    for word in words(question) {
        let folded = fold(word.text);
        let number = folded.parse::<u32>().ok().filter(|_| goes_on);
        let joined = || folded.strip_prefix('v').and_then(|number| number.parse().ok());
        match number.or_else(joined) {
            Some(number) => {
                found.push(number);
                goes_on = true;
            }
            None => goes_on = WORDS.versions.has(&folded) || goes_on && WORDS.joining.has(&folded),
        }
    }
    found
}

/// What a question holds against each other behind *between* or *from*, for each place at which it may be parted: "the
/// draft" and "the rules of May", of "between the draft and the rules of May".
pub fn held_against(question: &str) -> Vec<[String; 2]> {
    let all: Vec<_> = words(question).collect();
    let Some(from) = all.iter().position(|word| WORDS.between.has(&fold(word.text))) else { return Vec::new() };
    let parts = all.iter().skip(from + 1).filter(|word| WORDS.and.has(&fold(word.text)));
    let start = all[from].span.end;
    let cut = |word: &Word<'_>| {
        let (one, other) = (question.get(start..word.span.start)?, question.get(word.span.end..)?);
        let bare = |side: &str| side.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        Some([bare(one), bare(other)]).filter(|sides| sides.iter().all(|side| !side.is_empty()))
    };
    parts.filter_map(cut).collect()
}

/// True where one version stands behind the other in time.
pub fn is_newer(one: &Version, other: &Version) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one > other,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// Numbers with full stops between them; none where one is too long to be of a version.
fn numbers(run: &str) -> Version {
    const MOST: u32 = 999;
    let parts: Option<Vec<u32>> = run.trim_matches('.').split('.').map(|part| part.parse().ok()).collect();
    parts.filter(|parts| parts.len() <= 3 && parts.iter().all(|part| *part <= MOST))
}

/// The numbers of the version that a text names: two or three with a full stop between them, which are no day, or what
/// a word for versions stands in front of.
pub fn version(text: &str) -> Version {
    let mut dotted = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter_map(numbers);
    dotted.find(|parts| parts.len() > 1).or_else(|| marked(text))
}

/// The same only where a word for versions stands in front of it: *version 3*, *v1.0*, and not *Lamp 2.30*.
pub fn marked(text: &str) -> Version {
    let mut before = String::new();
    for piece in text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | '_' | '-')) {
        let lower = piece.to_lowercase();
        let bare = if WORDS.versions.has(&before) { Some(lower.as_str()) } else { lower.strip_prefix('v') };
        if let Some(found) = bare
            .filter(|bare| bare.starts_with(|c: char| c.is_ascii_digit()))
            .and_then(|bare| numbers(bare.trim_end_matches(|c: char| !c.is_ascii_digit())))
        {
            return Some(found);
        }
        before = lower.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    }
    None
}

/// What a title calls a document, whatever its version, as folded words.
pub fn called(title: &str) -> Vec<String> {
    let telling = |word: &String| {
        !(WORDS.older.has(word)
            || WORDS.versions.has(word)
            || is_function_word(word)
            || word.trim_start_matches('v').chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    let bare = title.replace(|c: char| c.is_ascii_digit(), " ");
    words(&bare).map(|word| fold(word.text)).filter(telling).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_against_each_other_stands_behind_between() {
        let told = held_against("What changed between the draft and the rules of May and June?");
        let sides = [["the draft", "the rules of May and June"], ["the draft and the rules of May", "June"]];
        assert_eq!(told, sides.map(|sides| sides.map(str::to_owned)));
        assert!(held_against("What changed in the rules?").is_empty());
    }

    #[test]
    fn titles_tell_versions_of_one_document() {
        let titles =
            ["Former version of the Rules of the Quay (v1.0)", "Rules of the Quay (v1.9)", "Rules of the quay"];
        let [former, present, bare] = titles.map(|title| (called(title), version(title)));
        assert_eq!(former.0, present.0);
        assert_eq!(present.0, bare.0);
        assert!(is_newer(&present.1, &former.1) && is_newer(&bare.1, &present.1) && !is_newer(&former.1, &present.1));
        assert_eq!(version("Minutes of 12.3.2031"), None, "it is a day");
        assert_eq!(version("Which lamps came with 2.10.1?"), Some(vec![2, 10, 1]));
        assert_ne!(called("Rules of the quay"), called("Rules of the pier"));
        for (title, told) in [
            ("Rules, version 3", Some(vec![3])),
            ("Rules (v1.9)", Some(vec![1, 9])),
            ("rules-v2", Some(vec![2])),
            ("Lamp 2.30", None),
            ("Valley of 12 oaks", None),
        ] {
            assert_eq!(marked(title), told, "{title}");
        }
        assert_eq!(named("What changed between versions 3 and 4?"), [3, 4]);
        assert_eq!(named("How does v2 differ from version 1 in its 3 parts?"), [2, 1]);
        assert_eq!(named("What changed in 2019?"), [0; 0]);
        let [third, fourth] =
            ["Rules of the quay, version 3", "Rules of the Quay v4"].map(|title| (called(title), version(title)));
        assert!(third.0 == fourth.0 && is_newer(&fourth.1, &third.1));
        assert_eq!(version("Which lamps came with version 2.10.1?"), Some(vec![2, 10, 1]));
    }
}
