//! The Brill tagger's lexicon and rules (Brill 1992), compiled for speed: the crate that ships them compares strings
//! for every rule at every word, which took a third of all extraction. The rules are read through its own serialisation
//! and mean the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use harper_brill::{UPOS, brill_tagger};
use serde_json::Value;

/// Stands for a word that has no tag.
const NONE: u8 = u8::MAX;

/// A condition of a rule; positions are relative to the word.
#[derive(Debug)]
enum Condition {
    Tagged(isize, u8),
    /// Any word from here up to, and not at, that position; behind the word, the word itself counts.
    AnyTagged(isize, u8),
    Between(u8, u8),
    Word(isize, String),
}

#[derive(Debug)]
struct Rule {
    from: u8,
    to: u8,
    all: Vec<Condition>,
}

/// Lexicon and rules.
#[derive(Debug, Default)]
pub(super) struct Brill {
    lexicon: HashMap<String, u8>,
    rules: Vec<Rule>,
    tags: Vec<UPOS>,
}

static BRILL: LazyLock<Brill> = LazyLock::new(|| {
    let value = serde_json::to_value(&*brill_tagger()).unwrap_or_default();
    Brill::compile(&value).unwrap_or_default()
});

/// The shipped tagger.
pub(super) fn brill() -> &'static Brill {
    &BRILL
}

impl Brill {
    /// Reads lexicon and rules; `None` when their shape is not the one known here.
    fn compile(value: &Value) -> Option<Brill> {
        let mut brill = Brill::default();
        for (word, tag) in value["base"]["mapping"].as_object()? {
            let tag = brill.tag_number(tag)?;
            brill.lexicon.insert(word.clone(), tag);
        }
        for patch in value["patches"].as_array()? {
            let (from, to) = (brill.tag_number(&patch["from"])?, brill.tag_number(&patch["to"])?);
            let mut all = Vec::new();
            brill.conditions(&patch["criteria"], &mut all)?;
            brill.rules.push(Rule { from, to, all });
        }
        Some(brill)
    }

    fn tag_number(&mut self, tag: &Value) -> Option<u8> {
        let tag: UPOS = serde_json::from_value(tag.clone()).ok()?;
        if let Some(at) = self.tags.iter().position(|known| *known == tag) {
            return Some(at as u8);
        }
        self.tags.push(tag);
        Some((self.tags.len() - 1) as u8)
    }

    fn conditions(&mut self, value: &Value, into: &mut Vec<Condition>) -> Option<()> {
        let (name, inside) = value.as_object()?.iter().next()?;
        let number = |field: &str| inside[field].as_i64().map(|number| number as isize);
        match name.as_str() {
            "WordIsTaggedWith" => {
                let tag = self.tag_number(&inside["is_tagged"])?;
                into.push(Condition::Tagged(number("relative")?, tag));
            }
            "AnyWordIsTaggedWith" => {
                let tag = self.tag_number(&inside["is_tagged"])?;
                into.push(Condition::AnyTagged(number("max_relative")?, tag));
            }
            "SandwichTaggedWith" => {
                let before = self.tag_number(&inside["prev_word_tagged"])?;
                into.push(Condition::Between(before, self.tag_number(&inside["post_word_tagged"])?));
            }
            "WordIs" => into.push(Condition::Word(number("relative")?, inside["word"].as_str()?.to_lowercase())),
            "Combined" => {
                self.conditions(&inside["a"], into)?;
                self.conditions(&inside["b"], into)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Tags a sentence of words in lower case; `None` for words that the lexicon lacks.
    pub fn tag(&self, words: &[String], into: &mut Vec<Option<UPOS>>) {
        let mut tags: Vec<u8> =
            words.iter().map(|word| self.lexicon.get(word.as_str()).copied().unwrap_or(NONE)).collect();
        for rule in &self.rules {
            for at in 0..tags.len() {
                if tags[at] == rule.from && rule.all.iter().all(|condition| condition.holds(words, &tags, at)) {
                    tags[at] = rule.to;
                }
            }
        }
        into.clear();
        into.extend(tags.into_iter().map(|tag| self.tags.get(usize::from(tag)).copied()));
    }

    /// The most frequent tag of a word in lower case.
    pub fn tag_of(&self, word: &str) -> Option<UPOS> {
        self.lexicon.get(word).and_then(|&tag| self.tags.get(usize::from(tag)).copied())
    }
}

impl Condition {
    fn holds(&self, words: &[String], tags: &[u8], at: usize) -> bool {
        let place = |relative: isize| at.checked_add_signed(relative);
        match self {
            Condition::Tagged(relative, tag) => place(*relative).and_then(|at| tags.get(at)) == Some(tag),
            Condition::AnyTagged(relative, tag) => place(*relative)
                .is_some_and(|far| tags.iter().take(far.max(at)).skip(far.min(at)).any(|known| known == tag)),
            Condition::Between(before, behind) => {
                at > 0 && tags.get(at - 1) == Some(before) && tags.get(at + 1) == Some(behind)
            }
            // The rules were trained with a comparison that ends with the shorter of the two words.
            Condition::Word(relative, wanted) => place(*relative)
                .and_then(|at| words.get(at))
                .is_some_and(|word| word.chars().zip(wanted.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b))),
        }
    }
}

#[cfg(test)]
mod tests {
    use harper_brill::Tagger;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_lexicon_is_read() {
        assert!(brill().lexicon.len() > 10_000 && brill().rules.len() > 50);
        assert_eq!(brill().tag_of("harbour"), Some(UPOS::NOUN));
    }

    proptest! {
        #[test]
        fn tags_as_the_crate_does(words in prop::collection::vec(
            prop::sample::select(vec!["the", "that", "to", "run", "runs", "harbour", "is", "was", "not", "her", "his", "more", "of",
                "like", "work", "boats", "ran", "old", "who", ",", ".", "in", "qzx", "one", "as", "well", "so", "there", "have", "left"]), 0..24)) {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            let mut tags = Vec::new();
            brill().tag(&words, &mut tags);
            prop_assert_eq!(tags, brill_tagger().tag_sentence(&words));
        }
    }
}
