//! Runs of capitals that make a name, and what has to be trimmed off them again: roles, words that are capital only
//! because a sentence begins.

use super::listed::is_joint;
use super::nouns::is_thing;
use super::single::is_past;
use super::tag::{Tag, is_ordinary_word, is_verb};
use super::token::TokenShape;
use super::{FoundName, View, kind};
use crate::model::{EntityType, Span};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language::{WordList, in_any, word_lists};
use crate::text::numbers::years::is_year;
use crate::text::words::fold;
use crate::text::words::forms;
use crate::text::words::lexicon::{Flags, flags_of_noun, is_foreign_function, known_as_written, known_kind};

word_lists! {
    static WORDS = "proper.toml":
        labels, before_months, doubtful, infinitives, in_offices, lone, inside_names, verb_endings, noun_endings,
        fiscal, placeholders, zones, units, letters, shouted, currencies, post_nominals, before_things,
        short_days
}

/// Words that only number or label what follows: *Figure 3*, *Chapter 2*.
fn is_label(word: &str) -> bool {
    WORDS.labels.has(word)
}

impl View<'_> {
    /// Finds the names of the sentence. Tokens that belong to one are marked in `taken`.
    pub(super) fn names(&self, taken: &mut [bool], found: &mut Vec<FoundName>) {
        let first = found.len();
        let mut at = 0;
        while at < self.tokens.len() {
            if taken[at] || !self.capital(at) {
                at += 1;
                continue;
            }
            let run = self.run_end(at);
            let end = (at..run).find(|&i| taken[i]).unwrap_or(run);
            self.finish(at, end, taken, found);
            at = end.max(at + 1);
        }
        self.listed(&mut found[first..]);
    }

    /// Trims a run and keeps what is left of it when it is a name.
    fn finish(&self, start: usize, end: usize, taken: &mut [bool], found: &mut Vec<FoundName>) {
        let start = self.trimmed_in_front(start, end);
        let end = self.trimmed_behind(start, end);
        if start >= end || self.is_no_name(start, end) {
            return;
        }
        let span = Span::new(self.tokens[start].start, self.tokens[end - 1].end);
        let name = &self.text[span.start..span.end];
        let single = end - start == 1;
        let known = known_as_written(name);
        let by_words = known.clone().or_else(|| self.by_noun(start, end)).or_else(|| kind::by_words(name));
        let by_context = || kind::by_context(self, start, end);
        let kind = by_words
            .or_else(by_context)
            .or_else(|| self.looks_personal(start, end))
            .or_else(|| self.holds_office(start, end))
            .or_else(|| self.are_partners(start, end))
            .or_else(|| (self.is_behind_office(start) || self.is_called(start, end)).then_some(EntityType::Person));
        let sure = self.is_sure(start, end, known.is_some(), kind.as_ref());
        // *100 Year Starship*: a number in front belongs to a name that begins with a measure.
        let counted = self.flags[start].has(Flags::MEASURE)
            && end - start > 1
            && start > 0
            && !taken[start - 1]
            && self.tokens[start - 1].shape == TokenShape::Number
            && self.tokens[start].gap;
        let start = if counted { start - 1 } else { start };
        let span = Span::new(self.tokens[start].start, span.end);
        // A doubtful name does not keep the words from being a phrase: *Salt marshes shrink.*
        if sure {
            taken[start..end].fill(true);
        }
        found.push(FoundName {
            span,
            kind: kind.filter(|kind| *kind != EntityType::Concept || !single),
            sure,
            proper: true,
        });
    }

    /// Where a run begins without what stands in front of the name.
    fn trimmed_in_front(&self, start: usize, end: usize) -> usize {
        let mut start = start;
        let opened = self.initial(start);
        // A word that opens the sentence and that the lexicon knows is no part of the name behind it, unless the whole
        // is one: `Then Mara`, `Yesterday NASA`; but `National Science Foundation`, `Machine Learning Group`.
        let verb = is_verb_by_ending(&self.words[start])
            || is_form_of_verb(&self.words[start])
            || is_verb_again(&self.words[start])
            || self.is_finite(start)
            || self.is_of_label(start);
        let whole = Span::new(self.tokens[start].start, self.tokens[end - 1].end);
        if opened
            && self.english
            && self.tokens[start].shape == TokenShape::Title
            && end - start > 1
            && (verb || self.ordinary(start))
            && known_kind(&fold::key(&self.text[whole.start..whole.end])).is_none()
        {
            let flags = self.flags[start];
            let tag = self.tags[start].tag;
            let next_personal = self.flags[start + 1].has(Flags::FIRST_NAME) && !self.ordinary(start + 1);
            let name_like = matches!(tag, Tag::Noun | Tag::Adjective) && !flags.has(Flags::WEAK);
            // *Prime Minister*: what stands in front of a title may be of it.
            let office =
                WORDS.in_offices.has(&self.words[start]) && self.flags[start + 1].has(Flags::HONORIFIC | Flags::ROLE);
            if (!name_like || next_personal || verb) && !office && !flags.has(Flags::HONORIFIC | Flags::PLACE_HEAD) {
                start += 1;
            }
        }
        // *Filters Orsk type 9*: several that are called by the name behind.
        let many = opened && self.english && end - start == 2 && self.is_many(start) && self.ordinary(start);
        if many && self.tokens[start + 1].shape == TokenShape::Title && !self.tags[start + 1].known {
            start += 1;
        }
        // *Par Ada Voss*, *L'architecte Ada Voss*
        let byline = |at: usize| in_any(|pack| &pack.bylines, &self.words[at]);
        let elided = |at: usize| {
            let token = self.tokens[at];
            let (front, rest) = self.text[token.start..token.end].split_once(['\'', '’']).unwrap_or_default();
            (1..=2).contains(&front.len()) && rest.starts_with(char::is_lowercase)
        };
        if opened && !self.english && end - start > 1 && (byline(start) || elided(start)) {
            start += 1;
        }
        // *Hallo Ada*: whoever is greeted is called by the rest.
        let greeting = |at: usize| in_any(|pack| &pack.salutations, &self.words[at]);
        if opened && end - start > 1 && greeting(start) && !self.flags[start].has(Flags::HONORIFIC | Flags::FIRST_NAME)
        {
            start += 1;
        }
        // What is to be done is no part of what it is done to: *an Agreement to Meet Costs*.
        let bidden = self.english && end - start > 1 && start > 0 && WORDS.infinitives.has(&self.words[start - 1]);
        if bidden && self.ordinary(start) && self.tags[start].tag == Tag::Verb {
            start += 1;
        }
        // "Since August Corvane has drilled": a month, and no first name.
        let since = |at: usize| WORDS.before_months.has(self.words[at].as_str());
        // "14 Jan Ada Voss writes": a day and a month, or a day of the week, in front of what happened.
        let day = |at: usize| {
            let token = self.tokens[at];
            token.shape == TokenShape::Number && token.end - token.start <= 2
        };
        let month = self.flags[start].has(Flags::MONTH) && start > 0 && (since(start - 1) || day(start - 1));
        let weekday = self.flags[start].has(Flags::WEEKDAY)
            && !self.flags[start].has(Flags::FIRST_NAME)
            && self.flags.get(start + 1).is_some_and(|next| next.has(Flags::FIRST_NAME | Flags::HONORIFIC));
        if end - start > 1 && (month || weekday) {
            start += 1;
        }
        while start < end && matches!(self.tokens[start].shape, TokenShape::Punct | TokenShape::Number) {
            start += 1;
        }
        // "NOT Voss": a word that is stressed by its capitals. "BETWEEN ADA VOSS", as deeds have it.
        let is_stressed = |at: usize| {
            self.tokens[at].shape == TokenShape::Caps && (WORDS.shouted.has(&self.words[at]) || self.is_small_word(at))
        };
        let goes_on = |at: usize| matches!(self.tokens[at].shape, TokenShape::Title | TokenShape::Caps);
        while start + 1 < end && is_stressed(start) && goes_on(start + 1) {
            start += 1;
        }
        let mut start = self.skip_roles(start, end);
        // What was cut may have left what tied it to the rest: *for Port Orsk*.
        while start + 1 < end && self.tokens[start].shape == TokenShape::Lower && self.ties(start) {
            start += 1;
        }
        start
    }

    /// Where a run ends without what stands behind the name.
    fn trimmed_behind(&self, start: usize, end: usize) -> usize {
        let mut end = end;
        while end > start && self.tokens[end - 1].shape == TokenShape::Punct {
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
        // *Ada Voss MIHQ*: letters behind a full name say what somebody has been given or has learned.
        let learned = end > start + 2 && self.tokens[end - 1].shape == TokenShape::Caps && {
            self.words[end - 1].len() > 2 && self.looks_personal(start, end - 1).is_some()
        };
        end -= usize::from(learned);
        // *Congress of March 3*: with the month goes what tied it.
        let day = |at: usize| {
            self.flags[at].has(Flags::WEEKDAY | Flags::MONTH) && !self.flags[start].has(Flags::FIRST_NAME)
                || WORDS.short_days.has(&self.words[at])
        };
        while end > start + 1 && (self.ties(end - 1) || day(end - 1)) {
            end -= 1;
        }
        end
    }

    /// True where what is left of a run is none: roles and dates alone, a job title, a label, a word that is none by
    /// itself.
    fn is_no_name(&self, start: usize, end: usize) -> bool {
        let words = &self.words[start..end];
        let ties = |at: usize| !self.english && is_foreign_function(&self.words[at]);
        let all = |wanted: Flags| (start..end).all(|i| self.flags[i].has(wanted) || ties(i));
        if all(Flags::HONORIFIC | Flags::ROLE | Flags::WEAK | Flags::NUMBER | Flags::DEGREE | Flags::FUNCTION)
            || all(Flags::WEEKDAY | Flags::MONTH | Flags::NUMBER)
            || all(Flags::DEMONYM | Flags::FUNCTION)
        {
            return true;
        }
        // A job title: *Chief Science Officer*, *Senior Cloud Advocate*.
        let last_flags = self.flags[end - 1];
        if self.english
            && end - start > 1
            && last_flags.has(Flags::ROLE)
            && !last_flags.has(Flags::ORG_HEAD | Flags::FIRST_NAME)
            && (start..end - 1).all(|i| self.ordinary(i) || self.flags[i].has(Flags::ROLE | Flags::WEAK))
        {
            return true;
        }
        // *USD 35* is a sum.
        let counts =
            |i: usize| matches!(self.tokens[i].shape, TokenShape::Number | TokenShape::Initial | TokenShape::Punct);
        if (is_label(&words[0]) || WORDS.currencies.has(&words[0])) && (start + 1..end).all(counts) {
            return true;
        }
        // *D.S.O.* behind a name; without stops the letters may be somebody's.
        let letters: String = words.iter().flat_map(|word| word.chars()).filter(|&c| c != '.').collect();
        if WORDS.post_nominals.has(&letters) && words.iter().any(|word| word.contains('.')) {
            return true;
        }
        // *APA0412 4 GEN 0331*, *Orsk Town 3-1 Tarn 2*: a line of codes and figures.
        const FIGURES: usize = 2;
        let figures = (start..end).filter(|&i| self.words[i].contains(|c: char| c.is_ascii_digit())).count();
        if figures > FIGURES || figures == FIGURES && end - start > FIGURES {
            return true;
        }
        // *Le 14*, *El 3*: a date of another language.
        let article = in_any(|pack| &pack.determiners, &words[0]);
        if article && end - start > 1 && (start + 1..end).all(|i| self.tokens[i].shape == TokenShape::Number) {
            return true;
        }
        end - start == 1 && !self.single_is_name(start)
    }

    /// True where more than the place of its capitals makes a run a name; `known`: its kind is known of the whole;
    /// `told`: something tells its kind.
    fn is_sure(&self, start: usize, end: usize, known: bool, told: Option<&EntityType>) -> bool {
        let opens = self.initial(start);
        // *Trouvé 18 joncs*, *Employees 11*: a number behind makes no name of the word in front.
        let counted = (start + 1..end).all(|at| self.tokens[at].shape == TokenShape::Number);
        let single = end - start == 1 || counted && (!self.english || self.is_many(start));
        let ordinary = (start..end).all(|i| self.ordinary(i) || self.flags[i].has(Flags::FUNCTION));
        // A line, or the part of one that a scanner left, may be in capitals: *E ORDAINS AS FOLLOWS*.
        let shouted = end - start > 1
            && !known
            && (start..end)
                .all(|i| matches!(self.tokens[i].shape, TokenShape::Caps | TokenShape::Initial | TokenShape::Number))
            && (start..end).any(|i| self.is_plain_word(i))
            && self.is_mostly_capitals();
        // What a sentence opens with is written so, whatever it is.
        // *Surface moisture*: what a product is called is a word all the same.
        let is_known = known && !self.ordinary(start);
        let lone = opens && single && !is_known && self.tokens[start].shape == TokenShape::Title;
        let formed = lone && (ordinary || self.is_formed(start) || told.is_none() && self.opens_sentence(start, end));
        // *LETTER*, *KEEPERS AND CLERKS*: ordinary words that are stressed, where they are no name elsewhere.
        let plain = |at: usize| self.flags[at].has(Flags::FUNCTION) || self.is_plain_word(at) && self.ordinary(at);
        // A title makes nobody of *MAYOR*.
        let nobody = told.is_none_or(|kind| *kind == EntityType::Person);
        let stressed = !known && nobody && (start..end).all(plain);
        let doubtful = formed || opens && !self.english && single && self.tokens[start].shape != TokenShape::Caps;
        // What has a legal form behind it is a firm however much stands in capitals beside it.
        let written = &self.text[self.tokens[start].start..self.tokens[end - 1].end];
        let firm = written.contains(char::is_lowercase) && kind::is_firm(written);
        firm || self.capitals_tell && !shouted && !doubtful && !stressed
    }

    /// True for the first word of a sentence that goes on or is closed: what is written with a capital there whatever
    /// it is. A word that is all of a line is somebody's choice.
    fn opens_sentence(&self, at: usize, end: usize) -> bool {
        let begins = at == 0 || self.words[at - 1].chars().next_back().is_some_and(is_terminal);
        let known = self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE);
        // "Voss and Company": the front of a name that is read as a whole elsewhere.
        let joined = is_joint(self.words.get(end).map_or("", String::as_str)) && self.capital(end + 1);
        begins && !known && !joined && at + 1 < self.tokens.len()
    }

    /// A form of an ordinary word, which no lexicon has in that form: *Deploys*, *Recorders*.
    fn is_formed(&self, at: usize) -> bool {
        let single = fold::singular(&self.words[at]);
        single != self.words[at]
            && is_ordinary_word(&single)
            && !self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE)
            && !flags_of_noun(&single).has(Flags::FIRST_NAME)
    }

    /// A word that only ties others together, in the language of the sentence: no name ends in it.
    fn ties(&self, at: usize) -> bool {
        let flags = self.flags[at];
        let function = if self.english { flags.has(Flags::FUNCTION) } else { is_foreign_function(&self.words[at]) };
        let named = flags.has(Flags::FIRST_NAME | Flags::PLACE) || WORDS.lone.has(&self.words[at]);
        function && !named && self.words[at].chars().count() > 1
    }

    /// A function word of English that stands for nothing in capitals either.
    fn is_small_word(&self, at: usize) -> bool {
        const SHORTEST: usize = 3;
        self.english && self.words[at].len() >= SHORTEST && self.flags[at].has(Flags::FUNCTION) && {
            !WORDS.lone.has(&self.words[at]) && !self.flags[at].has(Flags::FIRST_NAME)
        }
    }

    /// A word that is no name by itself, whatever its letters: *CITY*, *DOOR*, *OF*.
    fn is_plain_word(&self, at: usize) -> bool {
        const SHORTEST: usize = 4;
        let long = self.words[at].chars().count() >= SHORTEST && self.tokens[at].shape == TokenShape::Caps;
        let named = self.flags[at].has(Flags::FIRST_NAME | Flags::PLACE);
        self.flags[at].has(Flags::FUNCTION) || long && self.tags[at].known && !named
    }

    fn is_mostly_capitals(&self) -> bool {
        let count = |shape: TokenShape| self.tokens.iter().filter(|token| token.shape == shape).count();
        count(TokenShape::Caps) >= count(TokenShape::Lower)
    }

    /// Two or three capitalised words that no lexicon has as ordinary ones are most likely a person, unless the
    /// first is a thing in another language: *Wiese Orsk*.
    pub(super) fn looks_personal(&self, start: usize, end: usize) -> Option<EntityType> {
        let name = |at: usize| {
            self.tokens[at].shape == TokenShape::Title
                && !self.ordinary(at)
                && !kind::is_adherent(&self.words[at])
                && !self.flags[at]
                    .has(Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::DEMONYM)
                && known_kind(&self.words[at]).is_none()
        };
        let middle = |at: usize| {
            matches!(self.tokens[at].shape, TokenShape::Title | TokenShape::Initial)
                || self.flags[at].has(Flags::PARTICLE)
        };
        // *Ludwig van Beethoven*, whatever else a Ludwig is. Where nouns have capitals a particle ties them, too.
        let tied = (start + 1..end.saturating_sub(1)).any(|at| {
            self.tokens[at].shape == TokenShape::Lower
                && self.flags[at].has(Flags::PARTICLE)
                && !WORDS.inside_names.has(&self.words[at])
        });
        let heads = Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::EVENT_HEAD;
        let opens =
            name(start) || tied && self.tokens[start].shape == TokenShape::Title && !self.flags[start].has(heads);
        let personal = self.english
            && self.capitals_tell
            && (2..=4).contains(&(end - start))
            && opens
            && (self.flags[start].has(Flags::FIRST_NAME) || !is_thing(&self.words[start]))
            && !WORDS.letters.has(&self.words[start])
            && !self.is_many(end - 1)
            // *Das Programm* opens a line too short to tell its language by.
            && !in_any(|pack| &pack.determiners, &self.words[start])
            && (name(end - 1)
                || (end - start == 2
                    && self.tokens[end - 1].shape == TokenShape::Title
                    && self.flags[start].has(Flags::FIRST_NAME)))
            && (start + 1..end - 1).all(middle);
        personal.then_some(EntityType::Person)
    }

    /// *Prime Minister Ottla Brandt*: behind an office of several words that ends in a title stands somebody.
    fn holds_office(&self, start: usize, end: usize) -> Option<EntityType> {
        let title = (start + 1..end).rev().find(|&at| self.flags[at].has(Flags::HONORIFIC))?;
        let office = (start..title).all(|at| self.ordinary(at) || self.flags[at].has(Flags::ROLE | Flags::HONORIFIC));
        let heads = Flags::PLACE | Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::WORK_HEAD | Flags::EVENT_HEAD;
        let spelt = |at: usize| matches!(self.tokens[at].shape, TokenShape::Title | TokenShape::Initial);
        // What a first name is besides does not matter.
        let surname = !self.ordinary(end - 1) && !flags_of_noun(&self.words[end - 1]).has(heads);
        let somebody = office && title + 1 < end && surname && (title + 1..end).all(spelt);
        somebody.then_some(EntityType::Person)
    }

    /// True for the plural of an ordinary word, which is nobody's surname: *Orsk Dashboards*.
    fn is_many(&self, at: usize) -> bool {
        let single = fold::singular(&self.words[at]);
        single != self.words[at] && is_ordinary_word(&single)
    }

    /// "Voss & Arden", "Arden & Daughters Haulage": a firm by the names of those it belongs to.
    fn are_partners(&self, start: usize, end: usize) -> Option<EntityType> {
        let joined = (start + 1..end.saturating_sub(1)).any(|at| self.words[at] == "&" && self.tokens[at].gap);
        // "Voss & Arden 2031", "Voss & Arden (2031)": those who wrote what is cited.
        let cited = (end..end + 2).filter_map(|at| self.words.get(at)).any(|word| is_year(word));
        (joined && !cited && !self.ordinary(start)).then_some(EntityType::Organisation)
    }

    /// Skips the roles in front of a person's name: *City Recorder Leanne Moll*, *CEO Satya*.
    fn skip_roles(&self, start: usize, end: usize) -> usize {
        if !self.english {
            return start;
        }
        let last_role = (start..end).rev().find(|&i| {
            self.flags[i].has(Flags::ROLE)
                && !self.flags[i].has(Flags::FIRST_NAME)
                && !WORDS.doubtful.has(&self.words[i])
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

    /// True for a word that opens a sentence in front of a thing which something is done to: "Retract the paper".
    pub(super) fn is_done_to(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1).filter(|next| next.gap && next.shape == TokenShape::Lower);
        next.is_some() && WORDS.before_things.has(&self.words[at + 1]) && !self.flags[at].has(Flags::PLACE)
    }

    /// True for a form of a verb that notes begin with and no lexicon has in that form, in front of a name: *Phoned
    /// Clara*, *Revoked RB-2*. What ends a name is nobody's doing.
    fn is_finite(&self, at: usize) -> bool {
        let word = &self.words[at];
        let names = Flags::FIRST_NAME | Flags::PLACE | Flags::HONORIFIC;
        let third = || is_verb(&fold::singular(word)) && fold::singular(word) != *word;
        !self.flags[at].has(names) && !is_ordinary_word(word) && (is_past(word) || third())
    }

    /// True for a word in front of a label with its number: *Retract Figure 3*.
    fn is_of_label(&self, at: usize) -> bool {
        let numbered = self.tokens.get(at + 2).is_some_and(|token| token.shape == TokenShape::Number);
        numbered && is_label(&self.words[at + 1])
    }
}

/// Words that their ending makes verbs, whatever else is known of them: *authorize*, *notify*.
fn is_verb_by_ending(word: &str) -> bool {
    word.len() > 5 && ends_in(word, &WORDS.verb_endings) && !ends_in(word, &WORDS.noun_endings)
}

/// True for a form of a verb that no rule makes: *froze*, *rang*.
pub(super) fn is_form_of_verb(word: &str) -> bool {
    forms::base(word).is_some_and(|base| base != word && is_ordinary_word(base)) && !is_ordinary_word(word)
}

/// True for what is done once more: *reran*, *rewired*.
fn is_verb_again(word: &str) -> bool {
    let again = word.strip_prefix("re").filter(|rest| rest.len() > 2 && !is_ordinary_word(word));
    again.is_some_and(|rest| forms::base(rest).is_some_and(|base| base != rest))
}

pub(super) fn ends_in(word: &str, endings: &WordList) -> bool {
    endings.iter().any(|ending| word.ends_with(ending))
}

/// True for letters that are to be replaced, tell a zone of time or a unit, whatever figures stand with them: `TODO`,
/// `UTC-05`, `3-4KG`.
pub(super) fn stands_for_no_name(word: &str) -> bool {
    let measured = word.starts_with(|c: char| c.is_ascii_digit());
    let word = word.trim_matches(|c: char| !c.is_alphabetic());
    // *ML* alone is no millilitre.
    let unit = WORDS.units.has(word) && (measured || word.len() > 2);
    unit || [&WORDS.currencies, &WORDS.placeholders, &WORDS.zones].iter().any(|list| list.has(word))
}

/// `Q3`, `FY21`, `H1`, `2Q`: names of accounting periods.
pub(super) fn is_fiscal(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    digits > 0 && WORDS.fiscal.has(&letters)
}
