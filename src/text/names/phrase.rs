//! Common noun phrases: runs of adjectives and nouns that end in a noun, inside one clause, without the words that
//! only evaluate or count. What is a term among them is decided over the whole corpus, not here.

use super::tag::{Tag, is_ordinary_word};
use super::token::TokenShape;
use super::{FoundName, View};
use crate::model::{EntityType, Span};
use crate::text::cutting::script::is_kana;
use crate::text::language::{in_any, word_lists};
use crate::text::words::fold;
use crate::text::words::inflection::{ends_as_past, ends_as_progressive};
use crate::text::words::lexicon::{Flags, flags_of_noun};

word_lists! {
    static WORDS = "phrase.toml": articles, ties, measuring
}

/// Longest phrase, in words.
const LONGEST: usize = 4;

impl View<'_> {
    /// True when token `at` can stand inside a noun phrase.
    fn inside(&self, at: usize) -> bool {
        let (token, flags) = (&self.tokens[at], self.flags[at]);
        let behind = at + 1 + usize::from(self.words.get(at + 1).is_some_and(|next| next == "-"));
        if self.is_torn(at) || self.is_torn(behind) && !self.tags[at].known || is_broken(&self.words[at]) {
            return false;
        }
        if !token.is_word() || flags.has(Flags::FUNCTION | Flags::FILLER | Flags::WEEKDAY) && !flags.has(Flags::NOMINAL)
        {
            return false;
        }
        // *36 per cent zirconia*: what something is measured by is no part of what is measured.
        if at > 0 && WORDS.measuring.has(&self.words[at - 1]) {
            return false;
        }
        // A capital inside the sentence belongs to a name or a title, not to a phrase.
        if token.shape == TokenShape::Title && at > 0 && self.tokens[at - 1].is_word() {
            return false;
        }
        match self.tags[at].tag {
            Tag::Noun | Tag::Proper => true,
            Tag::Adjective => !flags.has(Flags::NUMBER),
            Tag::Verb => flags.has(Flags::NOMINAL) || self.participle(at),
            _ => false,
        }
    }

    /// True for the end of a word that was torn in two where a line ended: *tion* of *forma tion*.
    fn is_torn(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|token| token.shape == TokenShape::Lower && !self.tags[at].known)
        else {
            return false;
        };
        let hyphened = |at: usize| self.words[at] == "-" && !self.tokens[at].gap;
        let front = match at.checked_sub(1) {
            Some(before) if hyphened(before) => before.checked_sub(1),
            before => before,
        };
        let front = front.filter(|&front| token.gap && self.tokens[front].is_word());
        front
            .is_some_and(|front| is_ordinary_word(&fold::singular(&format!("{}{}", self.words[front], self.words[at]))))
    }

    /// A participle that stands before a noun as an adjective does: *distributed systems*, *the operating system*.
    fn participle(&self, at: usize) -> bool {
        let word = &self.words[at];
        let past = ends_as_past(word);
        if !past && !ends_as_progressive(word) {
            return false;
        }
        let noun_follows = self.tokens.get(at + 1).is_some_and(|next| next.gap && next.is_word())
            && matches!(self.tags[at + 1].tag, Tag::Noun)
            && !self.flags[at + 1].has(Flags::FUNCTION);
        if !noun_follows {
            return false;
        }
        let Some(before) = at.checked_sub(1) else { return past };
        match self.tags[before].tag {
            Tag::Punct => past,
            Tag::Adjective => true,
            Tag::Verb => past && self.flags[before].has(Flags::FUNCTION),
            Tag::Function => {
                let article = WORDS.articles.has(self.words[before].as_str());
                article || (past && WORDS.ties.has(self.words[before].as_str()))
            }
            _ => false,
        }
    }

    /// Finds the candidate phrases outside the names of the sentence; `taken` marks the tokens of names.
    pub(super) fn phrases(&self, taken: &[bool], found: &mut Vec<FoundName>) {
        let mut at = 0;
        while at < self.tokens.len() {
            if !self.inside(at) {
                at += 1;
                continue;
            }
            let start = at;
            at += 1;
            while at < self.tokens.len() && self.inside(at) && self.tokens[at].gap && !self.tokens[at - 1].possessive {
                at += 1;
            }
            self.phrase(start, at, taken, found);
        }
    }

    fn phrase(&self, start: usize, end: usize, taken: &[bool], found: &mut Vec<FoundName>) {
        let (mut start, mut end) = (start, end);
        // Names inside: only an acronym or an adjective of origin in front may stay, as in *AI research*.
        if let Some(last) = (start..end).rev().find(|&at| taken[at]) {
            let modifier = last == start
                && self.tokens[last].shape == TokenShape::Caps
                && self.tokens[last].end - self.tokens[last].start <= 5
                && !self.tokens[last].possessive;
            let topical =
                end > start && !flags_of_noun(&self.words[end - 1]).has(Flags::GENERIC | Flags::SOFT | Flags::ROLE);
            start = if modifier && topical { last } else { last + 1 };
        }
        while start < end && self.drops_front(start) {
            start += 1;
        }
        while end > start && !self.ends_phrase(end - 1) {
            end -= 1;
        }
        // A quantity noun at the end takes the whole phrase with it: *a lot*, *different kinds*.
        if start >= end || flags_of_noun(&self.words[end - 1]).has(Flags::NEVER) {
            return;
        }
        if end - start > LONGEST {
            start = end - LONGEST;
            while start < end && self.drops_front(start) {
                start += 1;
            }
        }
        let span = Span::new(self.tokens[start].start, self.tokens[end - 1].end);
        if end - start == 1 {
            let (flags, word, token) = (flags_of_noun(&self.words[start]), &self.words[start], &self.tokens[start]);
            let barred = Flags::GENERIC
                | Flags::SOFT
                | Flags::WEAK
                | Flags::ROLE
                | Flags::MEASURE
                | Flags::NUMBER
                | Flags::DEMONYM
                | Flags::HONORIFIC
                | Flags::FIRST_NAME
                | Flags::SAY;
            if taken[start]
                || is_adverbial(word)
                || flags.has(barred) && !flags.tells_alone()
                || word.chars().count() < 4
                || token.shape != TokenShape::Lower
            {
                return;
            }
        }
        found.push(FoundName { span, kind: Some(EntityType::Concept), sure: true, proper: false });
    }

    /// Words that are no part of a term at its beginning.
    fn drops_front(&self, at: usize) -> bool {
        let flags = self.flags[at];
        let word = self.words[at].as_str();
        flags.has(Flags::WEAK | Flags::NUMBER | Flags::NEVER)
            || is_adverbial(word)
            || self.tokens[at].shape == TokenShape::Number
            || self.tokens[at].shape == TokenShape::Initial
            || (self.tags[at].tag == Tag::Adjective && (word.ends_with("est") && word.len() > 5))
            || flags_of_noun(word).has(Flags::NEVER)
            || flags.has(Flags::MONTH) && self.tokens[at].is_capital()
    }

    /// True for a token that a phrase can end on.
    fn ends_phrase(&self, at: usize) -> bool {
        let flags = self.flags[at];
        match self.tags[at].tag {
            Tag::Noun => !flags.has(Flags::WEAK) && self.tokens[at].shape != TokenShape::Initial,
            Tag::Proper => self.tokens[at].shape == TokenShape::Lower && !flags.has(Flags::WEAK),
            Tag::Verb => flags.has(Flags::NOMINAL),
            _ => false,
        }
    }

    /// Candidate phrases of a language without a tagger: two or three words between function words or punctuation.
    pub(super) fn foreign_phrases(&self, taken: &[bool], found: &mut Vec<FoundName>) {
        let inside = |at: usize| {
            let token = &self.tokens[at];
            token.is_word()
                && !taken[at]
                && token.shape == TokenShape::Lower
                && self.tags[at].tag == Tag::Noun
                && self.words[at].chars().count() >= 3
                // Without spaces a token is a clause.
                && !self.words[at].contains(is_kana)
                && !in_any(|pack| &pack.hollow, &self.words[at])
        };
        let mut at = 0;
        while at < self.tokens.len() {
            if !inside(at) {
                at += 1;
                continue;
            }
            let start = at;
            while at < self.tokens.len() && inside(at) && (at == start || self.tokens[at].gap) {
                at += 1;
            }
            if (2..=3).contains(&(at - start)) {
                let span = Span::new(self.tokens[start].start, self.tokens[at - 1].end);
                found.push(FoundName { span, kind: Some(EntityType::Concept), sure: true, proper: false });
            }
        }
    }
}

/// True for a word with a noun phrase behind it: *the*, *our*, *any*.
pub(crate) fn is_determiner(word: &str) -> bool {
    WORDS.articles.has(word)
}

/// `year-over-year`, `day-to-day`, `follow-up`: compounds with a function word inside say how, not what.
fn is_adverbial(word: &str) -> bool {
    let mut parts = word.split(['-', '‐', '‑']);
    let first = parts.next();
    first.is_some() && parts.any(|part| crate::text::words::lexicon::flags(part).has(Flags::FUNCTION))
}

/// True for a word that kept the hyphen at which a line ended, with halves that are no words: *forma-tion*.
fn is_broken(word: &str) -> bool {
    word.split_once('-').is_some_and(|(front, back)| {
        !is_ordinary_word(front)
            && !is_ordinary_word(back)
            && is_ordinary_word(&fold::singular(&format!("{front}{back}")))
    })
}
