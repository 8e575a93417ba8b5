//! Of several versions of one document the present one answers: "Rules of the quay (v1.0)" beside "Rules of the quay
//! (v1.9)" or "Rules of the quay". What an older one says is left out where the present one says as much, unless it is
//! asked about.

use std::collections::HashMap;

use super::from_passages::PassageAnswer;
use crate::judgement::rank::select::Ranked;
use crate::text::language::word_lists;
use crate::text::terms::{fold, words};
use crate::text::wordlist::is_function_word;

word_lists! {
    static WORDS = "versions.toml": older, versions
}

/// Of what an older version has of the question, the present one has at least this part, to stand for it.
const AS_MUCH: f32 = 0.9;

/// A version's numbers; one that has none is the present one.
type Version = Option<Vec<u32>>;

impl PassageAnswer<'_> {
    /// Leaves out what an older version says that the present one says as well.
    pub(super) fn keep_present(&self, ranked: &mut Vec<Ranked<'_>>) {
        let asks_of_versions = version(&self.question.text).is_some()
            || words(&self.question.text).any(|word| WORDS.older.has(&fold(word.text)))
            || self.reading.statement.over_time;
        if asks_of_versions {
            return;
        }
        let mut known: HashMap<&str, (Vec<String>, Version)> = HashMap::new();
        for one in ranked.iter() {
            let title = one.candidate.evidence.title.as_str();
            known.entry(title).or_insert_with(|| (called(title), version(title)));
        }
        let mut present: HashMap<&[String], &Version> = HashMap::new();
        for (called, version) in known.values().filter(|(called, _)| !called.is_empty()) {
            let newest = present.entry(called).or_insert(version);
            *newest = if is_newer(version, newest) { version } else { *newest };
        }
        // The most that a passage of the present version has of the question.
        let mut most: HashMap<&[String], f32> = HashMap::new();
        let is_older = |one: &Ranked<'_>| {
            let (called, version) = &known[one.candidate.evidence.title.as_str()];
            present.get(called.as_slice()).is_some_and(|newest| is_newer(newest, version))
        };
        for one in ranked.iter().filter(|one| !is_older(one)) {
            let answered = most.entry(&known[one.candidate.evidence.title.as_str()].0).or_default();
            *answered = answered.max(one.answered);
        }
        ranked.retain(|one| {
            let most = most.get(known[one.candidate.evidence.title.as_str()].0.as_slice()).copied().unwrap_or_default();
            !is_older(one) || most < AS_MUCH * one.answered
        });
    }
}

fn is_newer(one: &Version, other: &Version) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one > other,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// The numbers of the version that a text names: two or three with a full stop between them, which are no day, or one
/// behind a word for versions.
fn version(text: &str) -> Version {
    const MOST: u32 = 999;
    let numbers = |run: &str| -> Version {
        let parts: Option<Vec<u32>> = run.trim_matches('.').split('.').map(|part| part.parse().ok()).collect();
        parts.filter(|parts| (2..=3).contains(&parts.len()) && parts.iter().all(|part| *part <= MOST))
    };
    let dotted = text.split(|c: char| !(c.is_ascii_digit() || c == '.')).find_map(numbers);
    if dotted.is_some() {
        return dotted;
    }
    let mut before = String::new();
    for word in words(text) {
        let folded = fold(word.text);
        let number = folded.parse::<u32>().ok().filter(|_| WORDS.versions.has(&before));
        let joined = || folded.strip_prefix('v').and_then(|number| number.parse().ok());
        if let Some(number) = number.or_else(joined).filter(|number| *number <= MOST) {
            return Some(vec![number]);
        }
        before = folded;
    }
    None
}

/// What a title calls a document, whatever its version, as folded words.
fn called(title: &str) -> Vec<String> {
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
        let [third, fourth] =
            ["Rules of the quay, version 3", "Rules of the Quay v4"].map(|title| (called(title), version(title)));
        assert!(third.0 == fourth.0 && is_newer(&fourth.1, &third.1));
        assert_eq!(version("Which lamps came with version 2.10.1?"), Some(vec![2, 10, 1]));
    }
}
