//! Names in a language in which every noun has a capital. A capital is no sign of a name there: what a lexicon has, or
//! stands behind an article, a number or an adjective, or ends as such nouns do, is a common noun, and parts one name
//! from another: *den Fehler Ada Voss* names her alone.

use super::nouns::{Nouns, Sorts};
use super::tag::Tag;
use super::token::TokenShape;
use super::{FoundName, View};
use crate::model::{EntityType, Span};
use crate::text::words::lexicon::{Flags, known_kind};

/// Letters of a common noun that tells something by itself.
const TELLING: usize = 5;
/// Letters of a word that its ending makes a noun, and of what may be the name of a town as an adjective: *Orsktarner*.
const FORMED: usize = 8;

impl View<'_> {
    /// Takes the common nouns of a sentence, so that no name has them, and finds those that tell something.
    pub(super) fn capital_nouns(&self, nouns: &Nouns, taken: &mut [bool], found: &mut Vec<FoundName>) {
        for at in 0..self.tokens.len() {
            let letters = self.tokens[at].shape == TokenShape::Caps;
            if taken[at] || !letters && !self.is_noun(at) {
                continue;
            }
            let sorts = nouns.sorts(&self.words[at]);
            let formed = self.words[at].chars().count() >= FORMED
                && nouns.pack.common_endings.iter().any(|end| self.words[at].ends_with(end));
            if letters {
                // *413 m über NN*
                taken[at] = sorts.has(Sorts::MEASURE);
            } else if self.is_office(nouns, at) || at > 0 && nouns.is_era(&self.words[at - 1], &self.words[at]) {
                taken[at] = true;
            } else if (formed || sorts.has(Sorts::COMMON | Sorts::HOLLOW | Sorts::MEASURE | Sorts::OFFICE))
                && !sorts.has(Sorts::BODY | Sorts::PLACE | Sorts::STREET | Sorts::TRADE)
                && !self.is_of_name(nouns, at)
            {
                self.take_common(nouns, at, sorts, taken, found);
            }
        }
        for at in 0..self.tokens.len() {
            let beside = |other: usize| self.is_noun(other) && !taken[other];
            let alone = !taken[at]
                && self.is_noun(at)
                && !(self.tokens.get(at + 1).is_some_and(|next| next.gap) && beside(at + 1))
                && !(at > 0 && self.tokens[at].gap && beside(at - 1));
            if !alone {
                continue;
            }
            let sorts = nouns.sorts(&self.words[at]);
            let common = nouns.pack.common_endings.iter().any(|end| self.words[at].ends_with(end));
            let generic = sorts.has(Sorts::BODY | Sorts::PLACE);
            // *Gerberstraße* is the name of one, *Straße* none.
            let street = sorts.has(Sorts::STREET) && nouns.is_put_together(&self.words[at]);
            if !street && (generic || common || self.is_behind_article(nouns, at)) {
                self.take_common(nouns, at, sorts, taken, found);
            }
        }
    }

    /// True for a word with a capital that may be a noun, as far as its letters tell.
    fn is_noun(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.shape == TokenShape::Title) && self.tags[at].tag == Tag::Noun
    }

    /// True behind an article, a number, or an adjective that has a small word in front: *mit falschen Zahlen*. What
    /// ends so behind a clause is as likely a verb: *sagte Voss*.
    fn is_behind_article(&self, nouns: &Nouns, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|_| self.tokens[at].gap) else { return false };
        let (token, word) = (self.tokens[before], self.words[before].as_str());
        let counted = token.shape == TokenShape::Number || nouns.pack.numbers.has(word);
        let small = before.checked_sub(1).is_some_and(|front| self.tags[front].tag == Tag::Function);
        let adjective = token.shape == TokenShape::Lower && self.tags[before].tag == Tag::Noun && small;
        nouns.pack.determiners.has(word) || counted || adjective && nouns.is_adjective(word)
    }

    /// True for what somebody is in front of the name: *Kassenwartin Ada Voss*, *Frau Direktorin Voss*. What is a body
    /// as well has an article, and a trade that people are called by stands in front of a first name, or of a full one.
    fn is_office(&self, nouns: &Nouns, at: usize) -> bool {
        let sorts = nouns.sorts(&self.words[at]);
        let dot = self.words.get(at + 1).is_some_and(|word| word == ".");
        let next = if dot { at + 2 } else { at + 1 };
        let named = self.tokens.get(next).is_some_and(|token| token.gap && token.is_capital())
            && self.tags[next].tag == Tag::Noun
            && nouns.sorts(&self.words[next]).is_empty();
        let given = named && self.flags[next].has(Flags::FIRST_NAME | Flags::HONORIFIC);
        let surname = |at: usize| {
            let beside = self.is_noun(at) && self.tokens[at].gap;
            beside && nouns.sorts(&self.words[at]).is_empty() && !self.flags[at].has(Flags::ORG_HEAD)
        };
        let full = named && surname(next) && surname(next + 1);
        let article = at > 0 && nouns.pack.determiners.has(&self.words[at - 1]);
        let body = sorts.has(Sorts::BODY) && article;
        // What no list has: *Glockenforscherin Ada Voss*.
        let doing = || {
            let known = self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE | Flags::ORG_HEAD);
            sorts.is_empty() && !known && full && given && nouns.is_doing(&self.words[at])
        };
        sorts.has(Sorts::OFFICE) && named && (given || !body) || sorts.has(Sorts::TRADE) && (given || full) || doing()
    }

    /// True for a common noun that is somebody's surname, or a part of the name of a firm.
    fn is_of_name(&self, nouns: &Nouns, at: usize) -> bool {
        let before = at.checked_sub(1).filter(|&before| self.tokens[before].is_word() && self.tokens[at].gap);
        let surname = before.is_some_and(|before| {
            let capital = self.tokens[before].is_capital();
            let office = nouns.sorts(&self.words[at]).has(Sorts::OFFICE);
            let titled = self.flags[before].has(Flags::HONORIFIC | Flags::FIRST_NAME) && !office;
            capital && titled && nouns.sorts(&self.words[before]).is_empty()
        });
        let firm = |at: usize| self.flags.get(at).is_some_and(|flags| flags.has(Flags::ORG_HEAD));
        let capital = |at: usize| self.tokens.get(at).is_some_and(|token| token.gap && token.is_capital());
        // *Tarnplan Orsk* may be called so; behind an article it is the plan of Orsk.
        let called = || {
            nouns.is_put_together(&self.words[at])
                && capital(at + 1)
                && self.is_noun(at + 1)
                && nouns.sorts(&self.words[at + 1]).is_empty()
                && !self.is_behind_article(nouns, at)
        };
        let capital_firm = capital(at + 1) && firm(at + 1);
        surname || capital_firm || known_kind(&self.words[at]).is_some() || called()
    }

    /// Takes a common noun and the adjective with a capital that opens the sentence in front of it; inside a sentence
    /// such an adjective is a part of a name: *der Technische Ausschuss*.
    fn take_common(&self, nouns: &Nouns, at: usize, sorts: Sorts, taken: &mut [bool], found: &mut Vec<FoundName>) {
        let before = at.checked_sub(1).filter(|&before| {
            let adjective = nouns.is_adjective(&self.words[before]);
            self.is_noun(before) && !taken[before] && self.tokens[at].gap && adjective
        });
        let before = before.filter(|&before| !self.flags[before].has(Flags::FIRST_NAME | Flags::HONORIFIC));
        let says_little = sorts.has(Sorts::HOLLOW | Sorts::MEASURE | Sorts::OFFICE);
        if before.is_some_and(|before| !self.initial(before)) && !says_little {
            return;
        }
        taken[at] = true;
        if let Some(before) = before {
            taken[before] = true;
        }
        if !says_little && self.words[at].chars().count() >= TELLING {
            let start = self.tokens[before.unwrap_or(at)].start;
            found.push(FoundName {
                span: Span::new(start, self.tokens[at].end),
                kind: Some(EntityType::Concept),
                sure: true,
                proper: false,
            });
        }
    }

    /// What the noun that a name begins or ends with says that it is: *Kanzlei Voss*, *Orsker Bote*, *Orskstraße*.
    pub(super) fn by_noun(&self, start: usize, end: usize) -> Option<EntityType> {
        let nouns = self.nouns?;
        let sorts = nouns.sorts(&self.words[start]) | nouns.sorts(&self.words[end - 1]);
        let firm = start > 0 && self.tokens[start].gap && nouns.is_before_firm(&self.words[start - 1]);
        if sorts.has(Sorts::BODY) || firm {
            Some(EntityType::Organisation)
        } else {
            sorts.has(Sorts::PLACE | Sorts::STREET).then_some(EntityType::Place)
        }
    }

    /// True where a name stands behind what its bearer is: *Kassenwartin Voss*.
    pub(super) fn is_behind_office(&self, start: usize) -> bool {
        let dot = start > 1 && self.words[start - 1] == ".";
        let before = start.checked_sub(if dot { 2 } else { 1 });
        self.nouns.zip(before).is_some_and(|(nouns, before)| self.is_office(nouns, before))
    }

    /// Two or three words in a row that no lexicon has as nouns are most likely a person, but not behind an article.
    pub(super) fn is_called(&self, start: usize, end: usize) -> bool {
        let Some(nouns) = self.nouns else { return false };
        let heads = Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::DEMONYM | Flags::MEASURE;
        let name = |at: usize| {
            self.tokens[at].shape == TokenShape::Title
                && nouns.sorts(&self.words[at]).is_empty()
                && !self.flags[at].has(heads)
        };
        let article = start > 0 && nouns.pack.determiners.has(&self.words[start - 1]);
        let long = self.words[start].chars().count() > FORMED;
        let adjective = long && nouns.is_adjective(&self.words[start]) && !self.flags[start].has(Flags::FIRST_NAME);
        (2..=3).contains(&(end - start)) && (start..end).all(name) && !article && !adjective
    }
}

#[cfg(test)]
#[path = "capital_nouns_tests.rs"]
mod tests;
