//! Where a run of capitals that may be a name begins and ends: particles, initials, *of* and *and* inside, numbers
//! behind.

use super::View;
use super::kind::is_firm;
use super::tag::{Tag, is_of_noun_phrase, is_ordinary_word};
use super::token::TokenShape;
use crate::model::{EntityType, Span};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::{in_any, word_lists};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags_of_noun, known_kind};
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::{is_auxiliary, is_function_word};

word_lists! {
    static WORDS = "run.toml": abbreviations, noble, tails, eponyms, epithets, of_many, joining, of, serving, of_foreign, articles, and,
    shares, ranges, rarely_named, in_front, behind, hallowed, hallows
}

/// True for the word that tells one of two who are called the same: *Ada Voss the Younger*.
pub fn is_epithet(word: &str) -> bool {
    WORDS.epithets.has(word)
}

/// Words of a name beside which another stands with its own number, at most.
const NAME_OF_TALLY: usize = 4;

/// More tokens than this make no name.
const LONGEST: usize = 12;

/// Marks around what somebody is called inside the full name.
const NICKNAMED: [(&str, &str); 5] = [("\"", "\""), ("“", "”"), ("‘", "’"), ("'", "'"), ("«", "»")];

/// Letters of a word in capitals that is no firm's, at least.
const LABEL: usize = 4;

/// Abbreviations that a full stop follows inside a name.
fn is_abbreviation(word: &str) -> bool {
    WORDS.abbreviations.has(word)
}

/// True for a word for *and* that joins two surnames, and otherwise two names.
pub(crate) fn is_joining(word: &str) -> bool {
    WORDS.joining.has(word)
}

/// True for letters with a full stop behind each: *A.V.*
fn are_initials(word: &str) -> bool {
    let single = |part: &str| part.chars().count() <= 1;
    word.ends_with('.') && word.split('.').all(single)
}

fn is_noble(word: &str) -> bool {
    WORDS.noble.has(word)
}

impl View<'_> {
    /// True when token `at` may be part of a name by its capitals.
    pub(super) fn capital(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        let flags = self.flags[at];
        if matches!(token.shape, TokenShape::Title | TokenShape::Mixed)
            && (self.small_compound(at) || self.is_part_of_time(at))
        {
            return false;
        }
        match token.shape {
            TokenShape::Caps => !flags.has(Flags::FILLER),
            TokenShape::Mixed => true,
            TokenShape::Initial => {
                let dotted = self.text[token.start..token.end].ends_with('.');
                if dotted && self.is_end_of_sentence(at) {
                    return false;
                }
                dotted || !flags.has(Flags::FUNCTION) || self.is_first_of_initials(at)
            }
            TokenShape::Title => {
                if self.named_filler(at) || self.is_capital_particle(at) {
                    return true;
                }
                if flags.has(Flags::FUNCTION | Flags::FILLER) || self.foreign_function(at) {
                    // *Will* and *May* are names before a name; *Per* where nothing else can be meant.
                    let rarely = WORDS.rarely_named.has(&self.words[at]);
                    return flags.has(Flags::FIRST_NAME)
                        && !self.asks(at)
                        && (!rarely || self.is_before_surname(at))
                        && self.tokens.get(at + 1).is_some_and(|next| next.shape == TokenShape::Title && next.gap)
                        && !self.flags[at + 1].has(Flags::FUNCTION | Flags::FILLER);
                }
                true
            }
            _ => false,
        }
    }

    /// True for an auxiliary that a question begins with: "Will Voss agree?"
    fn asks(&self, at: usize) -> bool {
        let mut marks = self.words[at..].iter().filter_map(|word| word.chars().next()).filter(|&c| is_terminal(c));
        self.initial(at) && is_auxiliary(&self.words[at]) && marks.next() == Some('?')
    }

    /// True for a word in front of what no lexicon has, which is nobody's that something is measured by: *Per Sund*,
    /// but neither *Per Capita* nor "Per Orsk's rules".
    fn is_before_surname(&self, at: usize) -> bool {
        let next = at + 1;
        self.tokens.get(next).is_some_and(|token| !token.possessive)
            && !self.tags[next].known
            && !self.flags[next].has(Flags::PLACE | Flags::ORG_HEAD | Flags::NUMBER | Flags::MEASURE)
            && (self.capitals_tell || !self.initial(at))
    }

    /// True for the letter that tells which of several is meant, where a sentence ends with it: "pier B. Lamp is
    /// out", whatever the first word of the next has for a capital.
    fn is_end_of_sentence(&self, at: usize) -> bool {
        let content = |at: usize| {
            self.tokens[at].shape == TokenShape::Lower && !self.flags[at].has(Flags::FUNCTION | Flags::ROLE)
        };
        let opens = |at: usize| self.tokens[at].shape == TokenShape::Title && self.ordinary(at);
        let goes_on = self.tokens.get(at + 1).is_some_and(|next| next.gap) && opens(at + 1);
        self.english && at > 0 && content(at - 1) && goes_on
    }

    /// True for a letter in front of another and a surname: *A P Voss*.
    fn is_first_of_initials(&self, at: usize) -> bool {
        let is =
            |at: usize, shape: TokenShape| self.tokens.get(at).is_some_and(|token| token.shape == shape && token.gap);
        is(at + 1, TokenShape::Initial)
            && is(at + 2, TokenShape::Title)
            && !self.flags[at + 2].has(Flags::FUNCTION | Flags::FILLER)
    }

    /// True for a particle with a capital, inside a sentence of another language, in front of a surname: *Ada Le
    /// Bihan*, *de La Orsk*. Where no name begins an article has a small letter.
    fn is_capital_particle(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| next.gap);
        !self.english
            && self.capitals_tell
            && self.flags[at].has(Flags::PARTICLE)
            && !self.initial(at)
            && self.tokens[at].gap
            && !self.before(at).contains('\n')
            && next.is_some_and(|next| matches!(next.shape, TokenShape::Title | TokenShape::Mixed))
            && !self.flags[at + 1].has(Flags::FUNCTION | Flags::FILLER)
            && !self.foreign_function(at + 1)
    }

    /// True for a filler that is part of a name by the capital beside it: *Great Britain*, *Candle Night*, *All
    /// Saints*.
    fn named_filler(&self, at: usize) -> bool {
        let name = |at: usize| {
            self.tokens[at].shape == TokenShape::Title && !self.flags[at].has(Flags::FUNCTION | Flags::FILLER)
        };
        let word = &self.words[at];
        let next = self.tokens.get(at + 1).is_some_and(|next| next.gap) && name(at + 1);
        let behind = || self.tokens[at].gap && at > 0 && !self.tokens[at - 1].possessive && name(at - 1);
        WORDS.in_front.has(word) && next
            || WORDS.hallowed.has(word) && next && WORDS.hallows.has(&self.words[at + 1])
            || WORDS.behind.has(word) && behind()
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

    /// *mid-April*: some time in a month.
    fn is_part_of_time(&self, at: usize) -> bool {
        let last = self.words[at].rsplit_once(['-', '‐', '‑']).map(|(_, last)| last);
        last.is_some_and(|last| flags_of_noun(last).has(Flags::MONTH | Flags::WEEKDAY))
    }

    fn foreign_function(&self, at: usize) -> bool {
        !self.english && crate::text::words::lexicon::is_foreign_function(&self.words[at])
    }

    /// True where a capital says nothing, because a sentence, a quotation or a clause behind a dash begins.
    pub(super) fn initial(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.tokens[before]) else { return true };
        if before.shape == TokenShape::Initial {
            return self.text[..before.end].ends_with('.') && self.is_end_of_sentence(at - 1);
        }
        before.shape == TokenShape::Punct
            && !matches!(&self.text[before.start..before.end], "," | "&" | ")" | "$" | "%" | "/")
    }

    /// True for a word that the English lexicon knows as an ordinary one.
    pub(super) fn ordinary(&self, at: usize) -> bool {
        self.tags[at].known && self.tags[at].tag != Tag::Proper && !self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE)
    }

    /// Where the run of capitals that begins at `start` ends.
    pub(super) fn run_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while end - start < LONGEST {
            let Some(token) = self.tokens.get(end) else { break };
            let before = self.tokens[end - 1];
            // The apostrophe of *Workers' Union* is a token of its own.
            let behind_mark = end + usize::from(matches!(self.words[end].as_str(), "'" | "’"));
            if (before.possessive || behind_mark > end) && self.is_body_of_many(start, end - 1, behind_mark) {
                end = behind_mark + 1;
                continue;
            }
            if before.possessive {
                let flags = self.flags[end];
                if flags.has(Flags::EPONYM) && (token.is_capital() || (token.gap && is_eponym_noun(&self.words[end]))) {
                    end += 1;
                    if token.shape == TokenShape::Lower {
                        break;
                    }
                    continue;
                }
                break;
            }
            let word = self.words[end].as_str();
            if self.is_another_column(end) || self.is_label_below(end) {
                break;
            }
            if self.is_behind_label(start, end) || self.is_next_of_list(start, end) {
                break;
            }
            if token.is_word() && !token.gap {
                // Glued to the full stop of an abbreviation only.
                if !(before.shape == TokenShape::Punct && self.capital(end)) {
                    break;
                }
            }
            // *Mara Mara* is two mentions across a missing full stop.
            if token.is_word() && word == self.words[end - 1] && word.chars().count() > 2 {
                break;
            }
            if self.begins_another(start, end) {
                break;
            }
            if self.capital(end) {
                end += 1;
            } else if word == "." && !token.gap && is_abbreviation(&self.words[end - 1]) {
                let of_firm = self.flags[end - 1].has(Flags::ORG_HEAD);
                let labelled = of_firm && self.words.get(end + 2).is_some_and(|next| next == ":");
                // "Client: Orsk Works Ltd. Matter: the quay".
                if self.capital(end + 1) && !labelled {
                    end += 2;
                } else if self.flags[end - 1].has(Flags::ORG_HEAD | Flags::DEGREE) {
                    end += 1;
                    break;
                } else {
                    break;
                }
            } else if let Some(after) = self.particles(start, end) {
                end = after;
            } else if let Some(after) = self.nickname(start, end) {
                end = after;
            } else if let Some(after) = self.bridge(start, end) {
                end = after;
            } else if token.shape == TokenShape::Number && self.numbers(start, end) {
                end += 1;
            } else if word == "," && self.tail_word(end + 1) {
                end += 2;
            } else {
                break;
            }
        }
        end.min(self.tokens.len())
    }

    /// True for a token at which another name begins: the title of somebody behind a letter or letters (*2 mg/L. Mr
    /// Voss*, *signed A.V. Mr Voss*), what follows the legal form of a firm (*Orsk Ferries LLP Minutes*).
    fn begins_another(&self, start: usize, at: usize) -> bool {
        let before = self.tokens[at - 1];
        let letters = &self.text[before.start..before.end];
        let titled = self.tokens[at].shape == TokenShape::Title
            && (before.shape == TokenShape::Initial || are_initials(letters))
            && in_any(|pack| &pack.titles, &self.words[at]);
        let goes_on = self.capital(at) || self.tokens[at].shape == TokenShape::Number;
        let firm = || self.text.get(self.tokens[start].start..before.end).is_some_and(is_firm);
        titled || goes_on && before.is_word() && at > start + 1 && firm()
    }

    /// True for a body behind those whom it is for: *Workers' Union*, *Women's Institute*. What belongs to one that is
    /// named (*Orsk's Board*) or to a thing (*the Bank's Board*) is no name with its owner.
    fn is_body_of_many(&self, start: usize, owner: usize, at: usize) -> bool {
        const REACH: usize = 3;
        // *Laura Jobs' College* is hers.
        let surname = start < owner && self.flags[start].has(Flags::FIRST_NAME);
        let owner = self.words[owner].trim_end_matches(['\'', '’']);
        let single = fold::singular(owner);
        let ordinary = is_ordinary_word(&single) || is_ordinary_word(owner);
        let many = single != owner && ordinary || WORDS.of_many.iter().any(|end| owner.ends_with(end));
        many && !surname
            && self.tokens.get(at).is_some_and(|token| token.gap)
            && (at..(at + REACH).min(self.tokens.len()))
                .take_while(|&at| self.capital(at))
                .any(|at| flags_of_noun(&self.words[at]).has(Flags::ORG_HEAD))
    }

    /// What stands between a token and the one before it.
    fn before(&self, at: usize) -> &str {
        &self.text[self.tokens[at - 1].end..self.tokens[at].start]
    }

    /// True for a token that a tab or several spaces part from the one before it, as columns are.
    fn is_another_column(&self, at: usize) -> bool {
        let between = self.before(at);
        between.contains('\t') || between.contains("   ") && !between.contains('\n')
    }

    /// True for a word at the beginning of a line with a colon behind it: "… for the Armistice ¶ Owner: Ada Voss".
    fn is_label_below(&self, at: usize) -> bool {
        self.before(at).contains('\n') && self.words.get(at + 1).is_some_and(|next| next == ":")
    }

    /// True for a name behind a label in capitals that heads its paragraph: "CAUTION Ada Voss's lamp". The label is
    /// made of ordinary words, as the letters of a firm are not.
    fn is_behind_label(&self, start: usize, at: usize) -> bool {
        let caps = |at: usize| self.tokens[at].shape == TokenShape::Caps;
        let word = |at: usize| self.ordinary(at) || self.flags[at].has(Flags::FUNCTION | Flags::FILLER);
        let lengthy = |at: usize| self.words[at].chars().count() >= LABEL && self.ordinary(at);
        self.english
            && self.initial(start)
            && matches!(self.tokens[at].shape, TokenShape::Title | TokenShape::Mixed)
            && (start..at).all(|at| caps(at) && word(at))
            && (start..at).any(lengthy)
    }

    /// True for a first name at the beginning of a line, behind a full name that ends the line before: two of a list.
    fn is_next_of_list(&self, start: usize, at: usize) -> bool {
        let given = |at: usize| self.flags[at].has(Flags::FIRST_NAME);
        at >= start + 2 && given(at) && given(start) && !given(at - 1) && self.before(at).contains('\n')
    }

    /// `van der` before a capital; `y` only inside the name of a person: *Ada Ortega y Lund* is one, *Orsk y Tarn* are
    /// two.
    fn particles(&self, start: usize, at: usize) -> Option<usize> {
        let mut end = at;
        if is_joining(&self.words[at]) {
            let surname = |at: usize| !self.flags[at].has(Flags::PLACE | Flags::FIRST_NAME | Flags::HONORIFIC);
            let given = self.flags[start].has(Flags::FIRST_NAME) && at > start + 1;
            let known = |end: usize| {
                (start..at).any(|first| {
                    let name = Span::new(self.tokens[first].start, self.tokens[end].end).slice(self.text);
                    name.is_some_and(|name| known_kind(&fold::key(name)).is_some())
                })
            };
            let joins = self.capital(at + 1) && (given && surname(at - 1) && surname(at + 1) || known(at + 1));
            if !joins {
                return None;
            }
        }
        // "Escribe la Orsk Lamp": the article of a name behind the verb that a sentence begins with.
        if WORDS.articles.has(&self.words[at]) && self.initial(start) && at == start + 1 {
            return None;
        }
        while end < at + 2
            && self.tokens.get(end).is_some_and(|token| token.shape == TokenShape::Lower && token.gap)
            && self.flags[end].has(Flags::PARTICLE)
            && !(self.english && self.flags[end].has(Flags::FUNCTION))
        {
            end += 1;
        }
        (end > at && self.capital(end) && self.tokens[end].gap).then_some(end + 1)
    }

    /// What somebody is called for short, in quotation marks or brackets before the surname: *Alasdair "Sandy" Mouat*,
    /// *Robert (Bob) Fell*.
    fn nickname(&self, start: usize, at: usize) -> Option<usize> {
        let (short, close, surname) = (at + 1, at + 2, at + 3);
        let is_name = |at: usize| {
            self.tokens.get(at).is_some_and(|token| token.shape == TokenShape::Title)
                && !self.flags[at].has(Flags::FUNCTION | Flags::FILLER | Flags::ROLE)
        };
        let (open, closed) = (self.words[at].as_str(), self.words.get(close)?.as_str());
        let quoted = NICKNAMED.iter().any(|&(opening, closing)| opening == open && closing == closed);
        let bracketed = (open, closed) == ("(", ")") && self.flags.get(short)?.has(Flags::FIRST_NAME);
        let of_person = (start..at).any(|at| self.flags[at].has(Flags::FIRST_NAME | Flags::HONORIFIC));
        let goes_on = is_name(short) && is_name(surname) && self.tokens[surname].gap && self.tokens[at].gap;
        ((quoted || bracketed) && of_person && goes_on).then_some(surname + 1)
    }

    /// `of`, `of the`, `for`, `and`, `&` between the parts of one name.
    fn bridge(&self, start: usize, at: usize) -> Option<usize> {
        let left = at - 1;
        let word = self.words[at].as_str();
        let left_flags = flags_of_noun(&self.words[left]);
        // *Ada Voss the Younger* is not the one whom she is called after.
        let called = WORDS.articles.has(word) && self.words.get(at + 1).is_some_and(|next| is_epithet(next));
        if called && self.tokens[at + 1].shape == TokenShape::Title {
            return Some(at + 2);
        }
        let (serving, foreign) = (WORDS.serving.has(word), WORDS.of_foreign.has(word));
        if serving || foreign || WORDS.of.has(word) {
            let article = self.words.get(at + 1).is_some_and(|word| WORDS.articles.has(word));
            let next = if article { at + 2 } else { at + 1 };
            if !self.capital(next) || !self.tokens[next].gap {
                return None;
            }
            let heads = Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::EVENT_HEAD | Flags::WORK_HEAD;
            let allowed = if serving {
                left_flags.has(Flags::ORG_HEAD)
            } else if self.flags[left].has(Flags::ROLE) && !left_flags.has(Flags::ORG_HEAD) {
                false
            } else {
                left_flags.has(heads)
                    || foreign && super::kind::by_front(&self.words[left]).is_some()
                    || is_noble(&self.words[left])
                    || is_regnal(&self.text[self.tokens[left].start..self.tokens[left].end])
                    || (left == start
                        && self.flags[left].has(Flags::FIRST_NAME)
                        && self.tokens[next].shape == TokenShape::Title)
                    || (self.ordinary(left)
                        && !self.initial(left)
                        && self.tags[left].tag == Tag::Noun
                        && !self.flags[left].has(Flags::HONORIFIC | Flags::ROLE)
                        && known_kind(&self.words[left]).is_none()
                        && self.ordinary(next))
            };
            allowed.then_some(next + 1)
        } else if word == "&" || WORDS.and.has(word) {
            let next = at + 1;
            if !self.capital(next) || !self.tokens[next].gap {
                return None;
            }
            if word == "&" {
                // *Mr & Mrs Voss* are two.
                let couple = self.flags[left].has(Flags::HONORIFIC) && self.flags[next].has(Flags::HONORIFIC);
                return (!couple).then_some(next + 1);
            }
            let common = |at: usize| {
                self.ordinary(at) && known_kind(&self.words[at]).is_none() && self.tokens[at].shape == TokenShape::Title
            };
            let organisation = (start..at).any(|i| flags_of_noun(&self.words[i]).has(Flags::ORG_HEAD))
                && (start..at).any(|i| WORDS.of.has(&self.words[i]) || WORDS.serving.has(&self.words[i]));
            let ends_org = (next + 1..(next + 4).min(self.tokens.len()))
                .take_while(|&i| self.capital(i))
                .any(|i| flags_of_noun(&self.words[i]).has(Flags::ORG_HEAD));
            (common(left) && common(next) && (organisation || (ends_org && left == start))).then_some(next + 1)
        } else {
            None
        }
    }

    /// A number that belongs to the name before it: *Apollo 11*, not *Oslo 30 years ago*, nor what *Ada Voss 2* scored.
    fn numbers(&self, start: usize, at: usize) -> bool {
        let token = self.tokens[at];
        let digits = &self.text[token.start..token.end];
        let last = at - 1;
        let full_name = last > start && self.flags[start].has(Flags::FIRST_NAME) && !self.ordinary(last);
        // *Orsk* at the end of a line and a number at the beginning of the next, or *Orsk* and *26 February*.
        let dated = || self.flags.get(at + 1).is_some_and(|flags| flags.has(Flags::MONTH));
        if !token.gap
            || self.before(at).contains('\n')
            || dated() && self.tokens[at + 1].is_capital()
            || full_name
            || digits.len() > 4
            || digits.contains([',', '.'])
            || self.flags[last].has(Flags::MONTH | Flags::WEEKDAY)
        {
            return false;
        }
        // *Orsk Werke GmbH 84 Boote*: the form ends the name.
        if last > start && WORDS.tails.has(&self.words[last]) {
            return false;
        }
        if self.is_of_tally(start, at)
            || self.measures(at)
            || known_kind(&self.words[start..at].join(" ")) == Some(EntityType::Place)
        {
            return false;
        }
        // A year behind a name is a date of its own, except behind an event's name.
        let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
        !year || flags_of_noun(&self.words[last]).has(Flags::EVENT_HEAD)
    }

    /// True for the number of one of several, each with its own: "Orsk 21, Tarn 19", "Orsk 210 y el Tarn 165".
    fn is_of_tally(&self, start: usize, at: usize) -> bool {
        let number = |at: usize| self.tokens.get(at).is_some_and(|token| token.shape == TokenShape::Number);
        let lists =
            |at: usize| self.words.get(at).is_some_and(|word| word == "," || WORDS.and.has(word) || is_joining(word));
        let title = |at: usize| self.tokens.get(at).is_some_and(|token| token.shape == TokenShape::Title);
        let between =
            |at: usize| lists(at) || self.words.get(at).is_some_and(|word| in_any(|pack| &pack.determiners, word));
        let next = (at + 1..).find(|&at| !between(at)).unwrap_or(at);
        let ends = (next..next + NAME_OF_TALLY).find(|&at| !title(at)).unwrap_or(next);
        let behind = lists(at + 1) && ends > next && number(ends) && self.words[next] != self.words[start];
        let last = (0..start).rev().find(|&at| !between(at));
        let before = last.filter(|&last| last + 1 < start && number(last) && last > 0 && title(last - 1));
        behind || before.is_some_and(|last| self.words[last - 1] != self.words[start])
    }

    /// True for a number that says how much of what follows there is, or stands in front of another: *35 per cent*,
    /// *3 full years*, *40 cfu/g*, *28/11*, *11 till 6*.
    fn measures(&self, at: usize) -> bool {
        let next = |ahead: usize| self.words.get(at + ahead).map_or("", String::as_str);
        let measure = |word: &str| crate::text::words::lexicon::flags(word).has(Flags::MEASURE);
        let small = self.tokens.get(at + 1).is_some_and(|token| token.shape == TokenShape::Lower);
        let described = small && measure(next(2)) && is_of_noun_phrase(next(1)) && !is_function_word(next(1));
        measure(next(1))
            || matches!(next(1), "%" | ":" | "-" | "/")
            || WORDS.shares.has(next(1))
            || WORDS.ranges.has(next(1)) && is_digits(next(2))
            || small && next(2) == "/"
            || described
    }

    /// `Inc` and `Jr` behind a comma.
    fn tail_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_capital()) && WORDS.tails.has(self.words[at].as_str())
    }
}

/// The eponyms that are written small: *Moore's law*.
fn is_eponym_noun(word: &str) -> bool {
    WORDS.eponyms.has(word)
}

fn is_regnal(word: &str) -> bool {
    !word.is_empty() && word.len() <= 5 && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'))
}
