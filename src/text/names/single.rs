//! Whether one word with a capital can be a name by itself.

use super::View;
use super::proper::{ends_in, is_fiscal, is_form_of_verb, stands_for_no_name};
use super::tag::{Tag, is_ordinary_word};
use super::token::TokenShape;
use crate::text::language::{is_abbreviation, word_lists};
use crate::text::words::inflection::ends_as_past;
use crate::text::words::lexicon::{Flags, flags_of_noun, known_as_written};

word_lists! { static WORDS = "single.toml": lone, agreeing, participles }

/// Letters of a verb in capitals, at least: shorter ones are letters of a body as well.
const SAID_OF: usize = 5;
/// Letters of one that no lexicon has.
const LONG: usize = 8;

impl View<'_> {
    /// True for a word that is cut short in front of another: *Std. II*.
    fn is_cut_short(&self, at: usize) -> bool {
        let stop = self.tokens.get(at + 1).is_some_and(|token| !token.gap) && self.words[at + 1] == ".";
        stop && self.tokens.len() > at + 2 && is_abbreviation(&self.text[self.tokens[at].start..self.tokens[at].end])
    }

    /// Whether one capitalised word can be a name.
    pub(super) fn single_is_name(&self, at: usize) -> bool {
        let (token, flags, word) = (&self.tokens[at], self.flags[at], self.words[at].as_str());
        let known = known_as_written(&self.text[token.start..token.end]).is_some();
        let barred = Flags::ROLE
            | Flags::HONORIFIC
            | Flags::DEGREE
            | Flags::DEMONYM
            | Flags::MONTH
            | Flags::WEEKDAY
            | Flags::NUMBER;
        let letters = matches!(token.shape, TokenShape::Caps | TokenShape::Mixed);
        match token.shape {
            TokenShape::Initial => false,
            _ if self.is_cut_short(at) => false,
            _ if letters && stands_for_no_name(word) => false,
            _ if flags.has(Flags::FIRST_NAME | Flags::PLACE) && token.shape == TokenShape::Title => {
                // *Grace*, *Will*, *May*, *Mark* where a sentence opens are words first.
                !(self.initial(at) && self.tags[at].known && self.tags[at].tag != Tag::Proper)
            }
            _ if flags.has(barred) => false,
            // *La*, *Al*, *Von* alone.
            _ if flags.has(Flags::PARTICLE) => false,
            TokenShape::Caps => {
                let letters = word.chars().filter(|c| c.is_alphabetic()).count();
                // *DEFERRED*, *FIXED*: what minutes and lists of changes say of what stands beside it.
                let said_of = letters >= SAID_OF && self.english && !flags.has(Flags::FIRST_NAME | Flags::PLACE);
                if said_of && !known && is_past(word) {
                    return false;
                }
                letters >= 2 && !is_fiscal(word) && !WORDS.agreeing.has(word) && !flags.has(Flags::FUNCTION)
                    || WORDS.lone.has(word)
            }
            // Codes and keys are no names.
            TokenShape::Mixed if word.chars().count() > 14 && word.chars().any(|c| c.is_ascii_digit()) => false,
            TokenShape::Mixed => {
                word.chars().filter(|c| c.is_alphabetic()).count() >= 1 && word.len() >= 2 && !is_fiscal(word)
            }
            _ => {
                if !self.english {
                    return word.chars().count() >= 3;
                }
                let noun = flags_of_noun(word);
                let general = Flags::GENERIC | Flags::NEVER | Flags::WEAK | Flags::SAY | Flags::MEASURE | Flags::NUMBER;
                let heads = Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::EVENT_HEAD | Flags::SOFT;
                if noun.has(general | heads) && !known {
                    return false;
                }
                // *Plugged with clay.*, *Stripping the bank.*, *Froze samples.*, *Rewire the gate.*: notes leave out
                // who does it.
                let participle = word.len() > 5 && ends_in(word, &WORDS.participles);
                if self.initial(at) && (participle || is_form_of_verb(word) || self.is_done_to(at)) {
                    return known;
                }
                if self.ordinary(at) {
                    // Verbs, adverbs and the like are never a name alone; nouns may be (*Surface*).
                    let noun_like = matches!(self.tags[at].tag, Tag::Noun | Tag::Adjective);
                    return known || (noun_like && !(self.initial(at) && self.tags[at].tag == Tag::Adjective));
                }
                word.chars().count() >= 2
            }
        }
    }
}

/// True for the past of a verb by the rule, of one in the lexicon where it is short: *closed*, *deferred*.
pub(super) fn is_past(word: &str) -> bool {
    let is_stem = |cut: usize| word.get(..word.len() - cut).is_some_and(is_ordinary_word);
    // *defer* of *deferred* has its last letter once.
    let doubled = word.len() > 4 && word.as_bytes()[word.len() - 3] == word.as_bytes()[word.len() - 4];
    ends_as_past(word) && (word.len() >= LONG || is_stem(1) || is_stem(2) || doubled && is_stem(3))
}
