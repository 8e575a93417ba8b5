//! Where a passage names what a model says it names, and where a quotation stands: by words, whatever the case, the
//! white space and the punctuation between them.

use std::collections::HashMap;

use crate::judgement::Passage;
use crate::model::{EntityType, Span};
use crate::text::cutting::script::{HAN, HAN_RARE, HANGUL, KANA};
use crate::text::words::fold;

/// The words of a passage, each with its place in the document's text.
pub(super) struct PlacedWords {
    words: Vec<(String, Span)>,
    /// Positions of each word.
    places: HashMap<String, Vec<u32>>,
    /// Words that begin before this were counted with the unit before.
    fresh: usize,
}

impl PlacedWords {
    /// The words of the sentences that do not recur.
    pub fn of(passage: &Passage) -> Self {
        let document = &passage.document;
        let mut words = Vec::new();
        for span in super::extractor::kept(passage) {
            if let Some(text) = span.slice(&document.text) {
                words.extend(cut(text).map(|(word, at, end)| (word, Span::new(span.start + at, span.start + end))));
            }
        }
        let mut places: HashMap<String, Vec<u32>> = HashMap::new();
        for (at, (word, _)) in words.iter().enumerate() {
            places.entry(word.clone()).or_default().push(at as u32);
        }
        Self { words, places, fresh: passage.unit.fresh_from }
    }

    /// Every place that names it, and whether it is named at all, in what was counted before included.
    pub fn mentions(&self, name: &str) -> (Vec<Span>, bool) {
        let wanted: Vec<String> = cut(name).map(|(word, _, _)| word).collect();
        let whole = self.find(&wanted);
        let found = match wanted.split_first() {
            Some((article, rest)) if whole.is_empty() && article == "the" && !rest.is_empty() => self.find(rest),
            _ => whole,
        };
        let named = !found.is_empty();
        (found.into_iter().filter(|span| span.start >= self.fresh).collect(), named)
    }

    /// Every place that names it, as it is called or, where the passage has no such form, as it is called in short: a
    /// person by surname or first name, anything else that is named by the words that its name begins with.
    pub fn named(&self, name: &str, kind: Option<&EntityType>) -> (Vec<Span>, bool) {
        let whole = self.mentions(name);
        if whole.1 {
            return whole;
        }
        let words: Vec<&str> = name.split_whitespace().collect();
        let mut shorter: Vec<String> = Vec::new();
        match kind {
            Some(EntityType::Person) if words.len() > 1 => {
                shorter.extend((1..words.len()).map(|from| words[from..].join(" ")));
                shorter.push(words[0].to_owned());
            }
            Some(EntityType::Organisation | EntityType::Place) => {
                shorter.extend((1..words.len()).rev().map(|to| words[..to].join(" ")));
                shorter.extend((1..words.len().saturating_sub(1)).map(|from| words[from..].join(" ")));
            }
            _ => {}
        }
        let capital = |name: &&String| name.chars().next().is_some_and(char::is_uppercase) && name.chars().count() > 2;
        shorter.iter().filter(capital).map(|name| self.mentions(name)).find(|found| found.1).unwrap_or(whole)
    }

    /// Where a quotation stands. One that was shortened is located by its longest piece.
    pub fn quote(&self, quote: &str) -> Option<Span> {
        let pieces = quote.split(['…', '[', ']']).flat_map(|piece| piece.split("..."));
        let mut pieces: Vec<Vec<String>> =
            pieces.map(|piece| cut(piece).map(|(word, _, _)| word).collect::<Vec<_>>()).collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
        let longest = pieces.into_iter().next().filter(|piece| !piece.is_empty())?;
        self.find(&longest).into_iter().next()
    }

    fn find(&self, wanted: &[String]) -> Vec<Span> {
        let Some(first) = wanted.first() else { return Vec::new() };
        let mut found: Vec<Span> = Vec::new();
        for &at in self.places.get(first).into_iter().flatten() {
            let at = at as usize;
            let Some(here) = self.words.get(at..at + wanted.len()) else { continue };
            let after = found.last().is_none_or(|last| here[0].1.start >= last.end);
            if after && here.iter().zip(wanted).all(|((word, _), wanted)| word == wanted) {
                found.push(Span::new(here[0].1.start, here[here.len() - 1].1.end));
            }
        }
        found
    }
}

/// Cuts a text into words, folded, with the bytes they take. A letter of a script without spaces is a word.
fn cut(text: &str) -> impl Iterator<Item = (String, usize, usize)> + '_ {
    let mut chars = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = chars.by_ref().find(|(_, c)| c.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        if !is_unspaced(first) {
            while let Some(&(at, c)) = chars.peek() {
                if !c.is_alphanumeric() || is_unspaced(c) {
                    break;
                }
                end = at + c.len_utf8();
                chars.next();
            }
        }
        let word = &text[start..end];
        let folded = fold::key(word);
        // *The* alone folds to nothing.
        Some((if folded.is_empty() { word.to_lowercase() } else { folded }, start, end))
    })
}

/// Letters that are a word each when quotations are compared: narrower than `text::words::script::is_unspaced`, without
/// radicals, punctuation and the scripts of Burma and Cambodia.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}') || [KANA, HAN, HANGUL, HAN_RARE].iter().any(|script| script.contains(&c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::extractor::tests::passage;
    use super::*;

    fn at(text: &str, name: &str) -> Vec<String> {
        let passage = passage(text, 0);
        let (spans, _) = PlacedWords::of(&passage).mentions(name);
        spans.iter().map(|span| span.slice(text).expect("a place in the text").to_owned()).collect()
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        let text = "The Harbour-Board met. HARBOUR\nBOARD members, and the harbour board’s clerk; harbour boards no.";
        assert_eq!(at(text, "Harbour Board"), ["Harbour-Board", "HARBOUR\nBOARD", "harbour board"]);
        assert_eq!(at("Émile came.", "EMILE"), ["Émile"]);
        assert_eq!(at("東京都知事は京都へ", "京都"), ["京都", "京都"]);
        assert!(at(text, "Board of Trade").is_empty());
        assert_eq!(at("A board met", "The Board"), ["board"]);
    }

    #[test]
    fn names_are_found_by_their_parts_where_the_whole_is_not_written() {
        let text = "Mr Quill came, and Corvane paid. Dr Imre left. The water was high.";
        let found = |name: &str, kind: EntityType| {
            let passage = passage(text, 0);
            let (spans, _) = PlacedWords::of(&passage).named(name, Some(&kind));
            spans.iter().map(|span| span.slice(text).expect("a place").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("Desmond Quill", EntityType::Person), ["Quill"]);
        assert_eq!(found("Imre Kovalik", EntityType::Person), ["Imre"]);
        assert_eq!(found("Corvane Ground Engineering", EntityType::Organisation), ["Corvane"]);
        assert!(found("the high water", EntityType::Concept).is_empty());
        assert!(found("Ada Voss", EntityType::Person).is_empty());
    }

    #[test]
    fn what_was_counted_before_is_named_and_not_counted_again() {
        let passage = passage("Ada spoke. Bo left. Ada stayed.", 11);
        let words = PlacedWords::of(&passage);
        assert_eq!(words.mentions("Ada").0.len(), 1);
        assert_eq!(words.mentions("Bo"), (vec![Span::new(11, 13)], true));
        assert_eq!(words.mentions("Cy"), (vec![], false));
    }

    #[test]
    fn quotations_are_found_by_their_words() {
        let text = "He said: “Kelp Ltd was\nfined in 2022,” and left.";
        let passage = passage(text, 0);
        let words = PlacedWords::of(&passage);
        let span = words.quote("kelp ltd was fined in 2022").expect("found");
        assert_eq!(span.slice(text), Some("Kelp Ltd was\nfined in 2022"));
        assert_eq!(words.quote("He … was fined in 2022").and_then(|span| span.slice(text)), Some("was\nfined in 2022"));
        assert_eq!(words.quote("it was never fined"), None);
    }

    proptest! {
        #[test]
        fn what_is_found_reads_like_what_was_looked_for(text in "(Ada|Bo| |é|東|,|[a-c]){0,60}", name in "(Ada|Bo|東| ){1,3}") {
            for found in at(&text, &name) {
                prop_assert_eq!(fold::key(&found).replace(' ', ""), fold::key(&name).replace(' ', ""));
            }
        }
    }
}
