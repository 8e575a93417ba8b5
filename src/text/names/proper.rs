//! Runs of capitals that make a name: particles, initials, titles, *of* and *and* inside, numbers behind, and what has
//! to be trimmed off again (roles, words that are capital only because a sentence begins).

use super::lexicon::{Flags, flags_of_noun, known_kind};
use super::tag::Tag;
use super::token::Shape;
use super::{Found, View, kind};
use crate::model::{EntityType, Span};
use crate::text::fold;

/// More tokens than this make no name.
const LONGEST: usize = 12;

/// Abbreviations that a full stop follows inside a name.
fn is_abbreviation(word: &str) -> bool {
    matches!(
        word,
        "dr" | "mr"
            | "mrs"
            | "ms"
            | "prof"
            | "st"
            | "mt"
            | "ft"
            | "rev"
            | "gen"
            | "sen"
            | "rep"
            | "gov"
            | "capt"
            | "sgt"
            | "lt"
            | "col"
            | "jr"
            | "sr"
            | "hon"
            | "fr"
            | "no"
            | "inc"
            | "corp"
            | "ltd"
            | "co"
            | "bros"
            | "univ"
            | "dept"
    )
}

fn is_noble(word: &str) -> bool {
    matches!(
        word,
        "king"
            | "queen"
            | "duke"
            | "duchess"
            | "count"
            | "countess"
            | "earl"
            | "prince"
            | "princess"
            | "bishop"
            | "archbishop"
            | "baron"
            | "baroness"
            | "marquis"
            | "marquess"
            | "lord"
            | "lady"
            | "emperor"
            | "empress"
            | "saint"
            | "st"
    )
}

/// Capitalised words that only number or label what follows: *Figure 3*, *Chapter 2*.
fn is_label(word: &str) -> bool {
    matches!(
        word,
        "figure"
            | "fig"
            | "table"
            | "chapter"
            | "section"
            | "page"
            | "episode"
            | "part"
            | "volume"
            | "vol"
            | "item"
            | "step"
            | "note"
            | "appendix"
            | "exhibit"
            | "slide"
            | "question"
            | "answer"
            | "q"
            | "a"
            | "agenda"
            | "attachment"
            | "ep"
            | "fy"
    )
}

impl View<'_> {
    /// True when token `at` may be part of a name by its capitals.
    fn capital(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        let flags = self.flags[at];
        if matches!(token.shape, Shape::Title | Shape::Mixed) && self.small_compound(at) {
            return false;
        }
        match token.shape {
            Shape::Caps => !flags.has(Flags::FILLER),
            Shape::Mixed => true,
            Shape::Initial => {
                let dotted = self.text[token.start..token.end].ends_with('.');
                dotted || !flags.has(Flags::FUNCTION)
            }
            Shape::Title => {
                if self.named_filler(at) {
                    return true;
                }
                if flags.has(Flags::FUNCTION | Flags::FILLER) || self.foreign_function(at) {
                    // *Will* and *May* are names before a name.
                    return flags.has(Flags::FIRST_NAME)
                        && self.tokens.get(at + 1).is_some_and(|next| next.shape == Shape::Title && next.gap)
                        && !self.flags[at + 1].has(Flags::FUNCTION | Flags::FILLER);
                }
                true
            }
            _ => false,
        }
    }

    /// True for a filler that is part of a name by the capital beside it: *Great Britain*, *Candle Night*.
    fn named_filler(&self, at: usize) -> bool {
        let name =
            |at: usize| self.tokens[at].shape == Shape::Title && !self.flags[at].has(Flags::FUNCTION | Flags::FILLER);
        match self.words[at].as_str() {
            "great" => self.tokens.get(at + 1).is_some_and(|next| next.gap) && name(at + 1),
            "night" => self.tokens[at].gap && at > 0 && !self.tokens[at - 1].possessive && name(at - 1),
            _ => false,
        }
    }

    /// `AI-powered`, `All-up`: a compound whose last part is small is no name, unless it is a known one.
    fn small_compound(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let text = &self.text[token.start..token.end];
        let Some((front, last)) = text.rsplit_once(['-', '‐', '‑']) else { return false };
        last.chars().next().is_some_and(char::is_lowercase)
            && !last.contains(char::is_uppercase)
            && !flags_of_noun(&front.to_lowercase()).has(Flags::FIRST_NAME)
            && known_kind(&fold::key(text)).is_none()
    }

    fn foreign_function(&self, at: usize) -> bool {
        !self.english && super::lexicon::is_foreign_function(&self.words[at])
    }

    /// True where a capital says nothing, because a sentence, a quotation or a clause behind a dash begins.
    fn initial(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else { return true };
        before.shape == Shape::Punct
            && !matches!(&self.text[before.start..before.end], "," | "&" | ")" | "$" | "%" | "/")
    }

    /// True for a word that the English lexicon knows as an ordinary one.
    fn ordinary(&self, at: usize) -> bool {
        self.tags[at].known && self.tags[at].tag != Tag::Proper && !self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE)
    }

    /// Where the run of capitals that begins at `start` ends.
    fn run_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while end - start < LONGEST {
            let Some(token) = self.tokens.get(end) else { break };
            let before = self.tokens[end - 1];
            if before.possessive {
                let flags = self.flags[end];
                if flags.has(Flags::EPONYM) && (token.is_capital() || (token.gap && is_eponym_noun(&self.words[end]))) {
                    end += 1;
                    if token.shape == Shape::Lower {
                        break;
                    }
                    continue;
                }
                break;
            }
            let word = self.words[end].as_str();
            if token.is_word() && !token.gap {
                // Glued to the full stop of an abbreviation only.
                if !(before.shape == Shape::Punct && self.capital(end)) {
                    break;
                }
            }
            // *Mara Mara* is two mentions across a missing full stop.
            if token.is_word() && word == self.words[end - 1] && word.chars().count() > 2 {
                break;
            }
            if self.capital(end) {
                end += 1;
            } else if word == "." && !token.gap && is_abbreviation(&self.words[end - 1]) {
                if self.capital(end + 1) {
                    end += 2;
                } else if self.flags[end - 1].has(Flags::ORG_HEAD | Flags::DEGREE) {
                    end += 1;
                    break;
                } else {
                    break;
                }
            } else if let Some(after) = self.particles(end) {
                end = after;
            } else if let Some(after) = self.bridge(start, end) {
                end = after;
            } else if token.shape == Shape::Number && self.numbers(start, end) {
                end += 1;
            } else if word == "," && self.tail_word(end + 1) {
                end += 2;
            } else {
                break;
            }
        }
        end.min(self.tokens.len())
    }

    /// `van der` before a capital.
    fn particles(&self, at: usize) -> Option<usize> {
        let mut end = at;
        while end < at + 2
            && self.tokens.get(end).is_some_and(|token| token.shape == Shape::Lower && token.gap)
            && self.flags[end].has(Flags::PARTICLE)
            && !(self.english && self.flags[end].has(Flags::FUNCTION))
        {
            end += 1;
        }
        (end > at && self.capital(end) && self.tokens[end].gap).then_some(end + 1)
    }

    /// `of`, `of the`, `for`, `and`, `&` between the parts of one name.
    fn bridge(&self, start: usize, at: usize) -> Option<usize> {
        let left = at - 1;
        let word = self.words[at].as_str();
        let left_flags = flags_of_noun(&self.words[left]);
        match word {
            "of" | "for" | "de" | "del" | "des" | "du" => {
                let next = if matches!(self.words.get(at + 1).map(String::as_str), Some("the" | "la" | "los")) {
                    at + 2
                } else {
                    at + 1
                };
                if !self.capital(next) || !self.tokens[next].gap {
                    return None;
                }
                let heads = Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::EVENT_HEAD | Flags::WORK_HEAD;
                let allowed = if word == "for" {
                    left_flags.has(Flags::ORG_HEAD)
                } else if self.flags[left].has(Flags::ROLE) && !left_flags.has(Flags::ORG_HEAD) {
                    false
                } else {
                    left_flags.has(heads)
                        || is_noble(&self.words[left])
                        || is_regnal(&self.text[self.tokens[left].start..self.tokens[left].end])
                        || (left == start
                            && self.flags[left].has(Flags::FIRST_NAME)
                            && self.tokens[next].shape == Shape::Title)
                        || (self.ordinary(left)
                            && !self.initial(left)
                            && self.tags[left].tag == Tag::Noun
                            && !self.flags[left].has(Flags::HONORIFIC | Flags::ROLE)
                            && known_kind(&self.words[left]).is_none()
                            && self.ordinary(next))
                };
                allowed.then_some(next + 1)
            }
            "and" | "&" => {
                let next = at + 1;
                if !self.capital(next) || !self.tokens[next].gap {
                    return None;
                }
                if word == "&" {
                    return Some(next + 1);
                }
                let common = |at: usize| {
                    self.ordinary(at) && known_kind(&self.words[at]).is_none() && self.tokens[at].shape == Shape::Title
                };
                let organisation = (start..at).any(|i| flags_of_noun(&self.words[i]).has(Flags::ORG_HEAD))
                    && (start..at).any(|i| matches!(self.words[i].as_str(), "of" | "for"));
                let ends_org = (next + 1..(next + 4).min(self.tokens.len()))
                    .take_while(|&i| self.capital(i))
                    .any(|i| flags_of_noun(&self.words[i]).has(Flags::ORG_HEAD));
                (common(left) && common(next) && (organisation || (ends_org && left == start))).then_some(next + 1)
            }
            _ => None,
        }
    }

    /// A number that belongs to the name before it: *Apollo 11*, not *Oslo 30 years ago*.
    fn numbers(&self, start: usize, at: usize) -> bool {
        let token = self.tokens[at];
        let digits = &self.text[token.start..token.end];
        let last = at - 1;
        if !token.gap
            || digits.len() > 4
            || digits.contains([',', '.'])
            || self.flags[last].has(Flags::MONTH | Flags::WEEKDAY)
        {
            return false;
        }
        if self.words.get(at + 1).is_some_and(|next| {
            super::lexicon::flags(next).has(Flags::MEASURE) || matches!(next.as_str(), "%" | ":" | "-")
        }) {
            return false;
        }
        let _ = start;
        // A year behind a name is a date of its own, except behind an event's name.
        let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
        !year || flags_of_noun(&self.words[last]).has(Flags::EVENT_HEAD)
    }

    /// `Inc` and `Jr` behind a comma.
    fn tail_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_capital())
            && matches!(self.words[at].as_str(), "inc" | "ltd" | "llc" | "jr" | "sr" | "gmbh" | "corp" | "plc")
    }

    /// Finds the names of the sentence. Tokens that belong to one are marked in `taken`.
    pub(super) fn names(&self, taken: &mut [bool], found: &mut Vec<Found>) {
        let mut at = 0;
        while at < self.tokens.len() {
            if taken[at] || !self.capital(at) {
                at += 1;
                continue;
            }
            let stop = taken[at..].iter().position(|&taken| taken).map_or(taken.len(), |offset| at + offset);
            let end = self.run_end(at).min(stop);
            self.finish(at, end, taken, found);
            at = end.max(at + 1);
        }
    }

    /// Trims a run and keeps what is left of it when it is a name.
    fn finish(&self, start: usize, end: usize, taken: &mut [bool], found: &mut Vec<Found>) {
        let (mut start, mut end) = (start, end);
        let opened = self.initial(start);
        // A word that opens the sentence and that the lexicon knows is no part of the name behind it, unless the whole is
        // one: `Then Mara`, `Yesterday NASA`; but `National Science Foundation`, `Machine Learning Group`.
        if opened && self.english && self.tokens[start].shape == Shape::Title && end - start > 1 && self.ordinary(start)
        {
            let flags = self.flags[start];
            let tag = self.tags[start].tag;
            let next_personal = self.flags[start + 1].has(Flags::FIRST_NAME) && !self.ordinary(start + 1);
            let name_like = matches!(tag, Tag::Noun | Tag::Adjective) && !flags.has(Flags::WEAK);
            if (!name_like || next_personal) && !flags.has(Flags::HONORIFIC | Flags::PLACE_HEAD) {
                start += 1;
            }
        }
        while start < end && matches!(self.tokens[start].shape, Shape::Punct | Shape::Number) {
            start += 1;
        }
        start = self.skip_roles(start, end);
        while end > start && self.tokens[end - 1].shape == Shape::Punct {
            let closes_form = self.words[end - 1] == "."
                && end >= start + 2
                && self.flags[end - 2].has(Flags::ORG_HEAD | Flags::DEGREE);
            if closes_form {
                break;
            }
            end -= 1;
        }
        // *Supreme Court Justice*, *Microsoft CTO*: the role behind is no part of the name.
        while self.english
            && end > start + 1
            && self.flags[end - 1].has(Flags::ROLE)
            && !self.flags[end - 1].has(Flags::ORG_HEAD | Flags::FIRST_NAME)
            && (start..end - 1).any(|i| !self.ordinary(i) && !self.flags[i].has(Flags::ROLE | Flags::HONORIFIC))
        {
            end -= 1;
        }
        while end > start
            && self.flags[end - 1].has(Flags::WEEKDAY | Flags::MONTH)
            && end - start > 1
            && !self.flags[start].has(Flags::FIRST_NAME)
        {
            end -= 1;
        }
        if start >= end {
            return;
        }
        let words = &self.words[start..end];
        let all = |wanted: Flags| (start..end).all(|i| self.flags[i].has(wanted));
        if all(Flags::HONORIFIC | Flags::ROLE | Flags::WEAK | Flags::NUMBER | Flags::DEGREE | Flags::FUNCTION)
            || all(Flags::WEEKDAY | Flags::MONTH | Flags::NUMBER)
            || all(Flags::DEMONYM | Flags::FUNCTION)
        {
            return;
        }
        // A job title: *Chief Science Officer*, *Senior Cloud Advocate*.
        let last_flags = self.flags[end - 1];
        if self.english
            && end - start > 1
            && last_flags.has(Flags::ROLE)
            && !last_flags.has(Flags::ORG_HEAD | Flags::FIRST_NAME)
            && (start..end - 1).all(|i| self.ordinary(i) || self.flags[i].has(Flags::ROLE | Flags::WEAK))
        {
            return;
        }
        if is_label(&words[0])
            && (start + 1..end).all(|i| matches!(self.tokens[i].shape, Shape::Number | Shape::Initial | Shape::Punct))
        {
            return;
        }
        if end - start == 1 && !self.single_is_name(start) {
            return;
        }
        let span = Span::new(self.tokens[start].start, self.tokens[end - 1].end);
        let name = &self.text[span.start..span.end];
        let opens = self.initial(start);
        let single = end - start == 1;
        let ordinary = (start..end).all(|i| self.ordinary(i) || self.flags[i].has(Flags::FUNCTION));
        let known = known_kind(&fold::key(name));
        let sure = self.capitals_tell
            && !(opens && ordinary && known.is_none() && single && self.tokens[start].shape == Shape::Title)
            && !(opens && !self.english && single);
        let by_words = known.or_else(|| kind::by_words(name));
        let by_context = || kind::by_context(self, start, end);
        let kind = by_words.or_else(by_context).or_else(|| self.looks_personal(start, end));
        // *100 Year Starship*: a number in front belongs to a name that begins with a measure.
        let counted = self.flags[start].has(Flags::MEASURE)
            && end - start > 1
            && start > 0
            && !taken[start - 1]
            && self.tokens[start - 1].shape == Shape::Number
            && self.tokens[start].gap;
        let start = if counted { start - 1 } else { start };
        let span = Span::new(self.tokens[start].start, span.end);
        // A doubtful name does not keep the words from being a phrase: *Salt marshes shrink.*
        if sure {
            taken[start..end].fill(true);
        }
        found.push(Found {
            span,
            kind: kind.filter(|kind| *kind != EntityType::Concept || !single),
            sure,
            proper: true,
        });
    }

    /// Two or three capitalised words that no lexicon has as ordinary ones are most likely a person.
    fn looks_personal(&self, start: usize, end: usize) -> Option<EntityType> {
        let name = |at: usize| {
            self.tokens[at].shape == Shape::Title
                && !self.ordinary(at)
                && !self.flags[at]
                    .has(Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::DEMONYM)
                && known_kind(&self.words[at]).is_none()
        };
        let middle = |at: usize| {
            matches!(self.tokens[at].shape, Shape::Title | Shape::Initial) || self.flags[at].has(Flags::PARTICLE)
        };
        let personal = self.english
            && self.capitals_tell
            && (2..=4).contains(&(end - start))
            && name(start)
            && (name(end - 1)
                || (end - start == 2
                    && self.tokens[end - 1].shape == Shape::Title
                    && self.flags[start].has(Flags::FIRST_NAME)))
            && (start + 1..end - 1).all(middle);
        personal.then_some(EntityType::Person)
    }

    /// Skips the roles in front of a person's name: *City Recorder Leanne Moll*, *CEO Satya*.
    fn skip_roles(&self, start: usize, end: usize) -> usize {
        if !self.english {
            return start;
        }
        let last_role = (start..end).rev().find(|&i| {
            self.flags[i].has(Flags::ROLE) && !self.flags[i].has(Flags::FIRST_NAME) && self.words[i] != "head"
        });
        match last_role {
            Some(at)
                if at + 1 < end
                    && !self.flags[at].has(Flags::HONORIFIC)
                    && (start..=at).all(|i| self.ordinary(i) || self.flags[i].has(Flags::ROLE | Flags::DEMONYM))
                    && !(at + 1..end).any(|i| {
                        flags_of_noun(&self.words[i]).has(Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::EVENT_HEAD)
                    }) =>
            {
                at + 1
            }
            _ => start,
        }
    }

    /// Whether one capitalised word can be a name.
    fn single_is_name(&self, at: usize) -> bool {
        let (token, flags, word) = (&self.tokens[at], self.flags[at], self.words[at].as_str());
        let barred = Flags::ROLE
            | Flags::HONORIFIC
            | Flags::DEGREE
            | Flags::DEMONYM
            | Flags::MONTH
            | Flags::WEEKDAY
            | Flags::NUMBER;
        match token.shape {
            Shape::Initial => false,
            _ if flags.has(Flags::FIRST_NAME | Flags::PLACE) && token.shape == Shape::Title => {
                // *Grace*, *Will*, *May*, *Mark* where a sentence opens are words first.
                !(self.initial(at) && self.tags[at].known && self.tags[at].tag != Tag::Proper)
            }
            _ if flags.has(barred) => false,
            // *La*, *Al*, *Von* alone.
            _ if flags.has(Flags::PARTICLE) => false,
            Shape::Caps => {
                let letters = word.chars().filter(|c| c.is_alphabetic()).count();
                letters >= 2 && !is_fiscal(word) && word != "ok" && !flags.has(Flags::FUNCTION)
                    || word == "us"
                    || word == "it"
                    || word == "who"
            }
            // Codes and keys are no names.
            Shape::Mixed if word.chars().count() > 14 && word.chars().any(|c| c.is_ascii_digit()) => false,
            Shape::Mixed => {
                word.chars().filter(|c| c.is_alphabetic()).count() >= 1 && word.len() >= 2 && !is_fiscal(word)
            }
            _ => {
                if !self.english {
                    return word.chars().count() >= 3;
                }
                let noun = flags_of_noun(word);
                if noun.has(Flags::GENERIC | Flags::NEVER | Flags::WEAK | Flags::SAY | Flags::MEASURE | Flags::NUMBER)
                    && known_kind(word).is_none()
                {
                    return false;
                }
                if noun.has(Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::EVENT_HEAD | Flags::SOFT)
                    && known_kind(word).is_none()
                {
                    return false;
                }
                if self.ordinary(at) {
                    // Verbs, adverbs and the like are never a name alone; nouns may be (*Surface*).
                    let noun_like = matches!(self.tags[at].tag, Tag::Noun | Tag::Adjective);
                    return known_kind(word).is_some()
                        || (noun_like && !(self.initial(at) && self.tags[at].tag == Tag::Adjective));
                }
                word.chars().count() >= 2
            }
        }
    }
}

/// The eponyms that are written small: *Moore's law*.
fn is_eponym_noun(word: &str) -> bool {
    matches!(
        word,
        "law"
            | "laws"
            | "theorem"
            | "theory"
            | "paradox"
            | "razor"
            | "disease"
            | "syndrome"
            | "equation"
            | "equations"
            | "principle"
            | "conjecture"
            | "hypothesis"
            | "algorithm"
            | "constant"
    )
}

fn is_regnal(word: &str) -> bool {
    !word.is_empty() && word.len() <= 5 && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'))
}

/// `Q3`, `FY21`, `H1`, `2Q`: names of accounting periods.
fn is_fiscal(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    digits > 0
        && matches!(
            letters.as_str(),
            "q" | "fy" | "h" | "qfy" | "fyq" | "cy" | "st" | "nd" | "rd" | "th" | "s" | "am" | "pm" | "k" | "m" | "b"
        )
}
