//! What most documents of a pile are called, where they are called alike: "Behind the Pier" of the episodes of a
//! podcast, "Quarterly Meeting of the Keepers" of minutes. It says what the pile is before any sentence of it does.

use std::collections::{HashMap, HashSet};

use crate::ingest::is_later_part;
use crate::judgement::Documents;
use crate::text::words::terms::{fold, words};
use crate::text::words::wordlist::is_function_word;

/// Of all titles this part has such a phrase, and at least so many.
const MOST: (usize, usize) = (3, 5);
const FEWEST: usize = 5;
/// Of the titles that have a phrase this part has a longer one, for that to be told.
const NEARLY: (usize, usize) = (9, 10);
/// Words of a phrase, and phrases that are told.
const LONGEST: usize = 6;
const PHRASES: usize = 2;

/// Returns the phrases that most titles have, the longest first, as they are written there.
pub(super) fn of(documents: &dyn Documents) -> Vec<String> {
    let mut titles = 0;
    // Each with how many titles have it, and how it is written in the first.
    let mut counts: HashMap<Vec<String>, (usize, String)> = HashMap::new();
    for title in (0..documents.len()).map(|at| documents.title(at)).filter(|title| !is_later_part(title)) {
        titles += 1;
        let mut known = HashSet::new();
        for (key, written) in phrases(title) {
            if known.insert(key.clone()) {
                counts.entry(key).or_insert_with(|| (0, written.to_owned())).0 += 1;
            }
        }
    }
    let most = (titles * MOST.0).div_ceil(MOST.1).max(FEWEST);
    let mut found: Vec<_> = counts.into_iter().filter(|(_, (count, _))| *count >= most).collect();
    let mut chosen = Vec::new();
    while let Some(often) = found.iter().map(|(_, (count, _))| *count).max().filter(|_| chosen.len() < PHRASES) {
        // Of a phrase and what it is a part of, the longer tells more where hardly fewer titles have it.
        let nearly = found.iter().filter(|(_, (count, _))| count * NEARLY.1 >= often * NEARLY.0);
        let best =
            nearly.max_by(|(a, (in_a, _)), (b, (in_b, _))| a.len().cmp(&b.len()).then(in_a.cmp(in_b)).then(b.cmp(a)));
        let Some((key, written)) = best.map(|(key, (_, written))| (key.clone(), written.clone())) else { break };
        found.retain(|(other, _)| !other.iter().any(|word| key.contains(word)));
        chosen.push(written);
    }
    chosen
}

/// The runs of words of a title that begin and end with a word which says something, as folded words and as written.
fn phrases(title: &str) -> impl Iterator<Item = (Vec<String>, &str)> {
    let all: Vec<_> = words(title).collect();
    let tells = |word: &str| {
        word.chars().count() > 1 && word.chars().all(char::is_alphabetic) && !is_function_word(&word.to_lowercase())
    };
    let mut found = Vec::new();
    for first in 0..all.len() {
        for last in first..all.len().min(first + LONGEST) {
            let (one, other) = (&all[first], &all[last]);
            let named = all[first..=last].iter().any(|word| word.is_capital());
            let begins = tells(one.text) || one.is_capital() && one.text.chars().count() > 1;
            if !(named && begins && tells(other.text)) {
                continue;
            }
            if let Some(written) = title.get(one.span.start..other.span.end) {
                found.push((all[first..=last].iter().map(|word| fold(word.text)).collect(), written));
            }
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    fn told(titles: &[&str]) -> Vec<String> {
        let documents: Vec<_> = titles
            .iter()
            .map(|title| {
                let mut document = samples::document("The lamp was lit.");
                document.document.title = (*title).to_owned();
                std::sync::Arc::new(document)
            })
            .collect();
        of(&documents)
    }

    #[test]
    fn what_most_titles_say_is_what_the_documents_are_called() {
        let alike = [
            "Behind the Pier, EP 1: Ada Voss",
            "Behind the Pier, EP 2: Tom Reed",
            "EP 3 Behind the Pier with Oda Lind",
            "Behind The Pier: Kai Sund",
            "A year on the quay - Behind the Pier",
            "Trailer",
        ];
        assert_eq!(told(&alike), ["Behind the Pier"]);
        assert!(told(&alike[..4]).is_empty(), "a few are called alike by chance");
        let calls: Vec<String> = (1..8).map(|at| format!("Orsk Ferries Annual Call {}", 2020 + at)).collect();
        assert_eq!(told(&calls.iter().map(String::as_str).collect::<Vec<_>>()), ["Orsk Ferries Annual Call"]);
        assert!(told(&["The lamp", "The pier", "The quay", "The gate", "The boat", "The bell"]).is_empty());
    }
}
