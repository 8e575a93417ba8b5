//! Names and noun phrases of one sentence, by rules: capitals, particles, titles, parts of speech, and word lists of
//! our own. Pure; knows nothing of other sentences. What is worth an entity is decided over the corpus, when
//! everything that was found is merged. Beside it, how texts write names: in letters, in capitals, with an article.

pub mod acronyms;
pub mod articles;
mod brill;
mod byline;
mod called;
mod capital_nouns;
pub mod capitals;
pub mod common_nouns;
mod construction;
mod date;
pub(crate) mod kind;
mod listed;
mod nouns;
mod phrase;
mod proper;
mod quoted;
mod run;
mod single;
pub(crate) mod tag;
mod token;
mod unspaced;

pub(crate) use byline::upright;
pub(crate) use called::{called, is_company_form};
pub(crate) use phrase::is_determiner;
pub(crate) use run::{is_epithet, is_joining};

pub(crate) use nouns::{is_office, is_thing, is_trade};

pub(crate) use listed::{announcing, goes_on, kind_of_many};

use crate::model::{EntityType, Span};
use crate::text::language;
use crate::text::words::lexicon::{self, Flags};
use nouns::Nouns;
use tag::Tagged;
use token::{Token, TokenShape};

/// A name or a noun phrase, with its bytes in the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundName {
    pub span: Span,
    /// The type, as far as its words or their surroundings tell; `Concept` for a common noun phrase.
    pub kind: Option<EntityType>,
    /// False when only the place of the capital makes it a name.
    pub sure: bool,
    /// True for a name, false for a common noun phrase.
    pub proper: bool,
}

/// How a stretch of text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StretchKind {
    /// Running text: capitals tell, noun phrases are looked for.
    Prose,
    /// A heading: capitals tell nothing, so that nothing in it is sure.
    Heading,
    /// A row of a table or of a log: names only.
    Row,
}

/// A sentence with everything the rules look at.
struct View<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// The tokens' texts in lower case.
    words: &'a [String],
    flags: &'a [Flags],
    tags: &'a [Tagged],
    english: bool,
    /// What is known of nouns where all of them have capitals.
    nouns: Option<&'static Nouns>,
    /// False where everything is capitalised.
    capitals_tell: bool,
}

/// Finds names and noun phrases in the sentences of one document. Keeps its buffers between sentences.
pub struct Recogniser {
    /// The language of the document, and how it is read where a sentence does not say another.
    language: Option<String>,
    english: bool,
    people: Vec<Person>,
    tokens: Vec<Token>,
    words: Vec<String>,
    flags: Vec<Flags>,
    tags: Vec<Tagged>,
    taken: Vec<bool>,
}

/// Somebody who is known to be a person from outside the sentence (a speaker), by the words of the name in lower case.
struct Person {
    words: Vec<String>,
    /// True when the name itself is written small (`danah boyd`), so that its parts may be small too.
    small: bool,
}

impl Recogniser {
    /// Makes a recogniser for a document in `language` (ISO 639-3; none is read as English) in which `people` are known
    /// to be persons, whatever their letters.
    pub fn new<'a>(language: Option<&str>, people: impl IntoIterator<Item = &'a str>) -> Self {
        let mut buffer = Vec::new();
        let people = people
            .into_iter()
            .map(|name| {
                token::tokens(name, &mut buffer);
                let words: Vec<String> =
                    buffer.iter().filter(|t| t.is_word()).map(|t| name[t.start..t.end].to_lowercase()).collect();
                Person { words, small: !name.chars().any(char::is_uppercase) }
            })
            .filter(|person| !person.words.is_empty())
            .collect();
        Self {
            language: language.map(str::to_owned),
            english: matches!(language, None | Some("eng")),
            people,
            tokens: Vec::new(),
            words: Vec::new(),
            flags: Vec::new(),
            tags: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Appends what `sentence` names to `found`, names first, each in the order of the text.
    pub fn find(&mut self, sentence: &str, reading: StretchKind, found: &mut Vec<FoundName>) {
        if unspaced::is_unspaced(sentence) {
            unspaced::find(sentence, self.language.as_deref(), found);
            return;
        }
        let (english, told) = self.read(sentence);
        if self.tokens.is_empty() {
            return;
        }
        let nouns = told.and_then(language::pack).and_then(nouns::of_language);
        self.taken.clear();
        self.taken.resize(self.tokens.len(), false);
        let capitals_tell = reading != StretchKind::Heading && !self.all_capitals();
        let mut view = View {
            text: sentence,
            tokens: &self.tokens,
            words: &self.words,
            flags: &self.flags,
            tags: &self.tags,
            english,
            nouns,
            capitals_tell,
        };
        view.capitals_tell |= view.is_byline();
        view.people(&self.people, &mut self.taken, found);
        view.inverted_names(&mut self.taken, found);
        view.quoted_works(&mut self.taken, found);
        view.dates(&mut self.taken, found);
        if let Some(nouns) = nouns {
            view.capital_nouns(nouns, &mut self.taken, found);
        }
        view.names(&mut self.taken, found);
        // What a headline in capitals says is told below it, in words that capitals do not make names of.
        if reading == StretchKind::Prose && !view.is_shouted() {
            if english {
                view.phrases(&self.taken, found);
            } else if nouns.is_none() {
                view.foreign_phrases(&self.taken, found);
            }
        }
    }

    /// Appends the noun phrases of an English sentence that are tied into one to `found`, in the order of the text.
    pub fn constructions(&mut self, sentence: &str, found: &mut Vec<Span>) {
        let (english, _) = self.read(sentence);
        if english && !self.all_capitals() {
            let view = View {
                text: sentence,
                tokens: &self.tokens,
                words: &self.words,
                flags: &self.flags,
                tags: &self.tags,
                english,
                nouns: None,
                capitals_tell: true,
            };
            view.constructions(found);
        }
    }

    /// Reads a sentence into the buffers; returns whether it is English, and the language that it tells.
    fn read(&mut self, sentence: &str) -> (bool, Option<&'static str>) {
        token::tokens(sentence, &mut self.tokens);
        self.words.clear();
        self.words.extend(self.tokens.iter().map(|t| sentence[t.start..t.end].to_lowercase()));
        self.flags.clear();
        self.flags.extend(self.words.iter().map(|word| lexicon::flags(word)));
        let told = language::of_sentence(self.words.iter().map(String::as_str), self.language.as_deref());
        let english = told.map_or(self.english, |code| code == "eng");
        if english {
            tag::tag_english(&self.tokens, &self.words, &mut self.tags);
        } else {
            tag::tag_foreign(&self.tokens, &self.words, &mut self.tags);
        }
        (english, told)
    }

    /// True when nearly every word that could be small is capitalised: a title line, a shouted line. A title writes
    /// verbs with a capital, *was* too. What fields are filled in with is written as it is: "Author: Ada Voss".
    fn all_capitals(&self) -> bool {
        const FIELDS: usize = 2;
        let is_label = |at: usize| self.words.get(at + 1).is_some_and(|next| next == ":");
        let fields = (0..self.tokens.len()).filter(|&at| self.tokens[at].is_capital() && is_label(at)).count();
        let of_somebody = || self.flags[0].has(Flags::ROLE) && is_label(0);
        if fields >= FIELDS || of_somebody() {
            return false;
        }
        let (mut capital, mut small) = (0, 0);
        for ((token, flags), tagged) in self.tokens.iter().zip(&self.flags).zip(&self.tags) {
            let joint = flags.has(Flags::FUNCTION) && tagged.tag != tag::Tag::Verb;
            if !token.is_word() || token.shape == TokenShape::Number || joint && token.shape == TokenShape::Lower {
                continue;
            }
            if token.is_capital() {
                capital += 1;
            } else {
                small += 1;
            }
        }
        capital >= 4
            && (small == 0 || capital > 8 * small)
            && !listed::are_people(&self.tokens, &self.words, &self.flags)
    }
}

impl View<'_> {
    /// Finds the persons known from outside the sentence, by their full name or by its first or last word.
    fn people(&self, people: &[Person], taken: &mut [bool], found: &mut Vec<FoundName>) {
        if people.is_empty() {
            return;
        }
        for at in 0..self.tokens.len() {
            if taken[at] || !self.tokens[at].is_word() {
                continue;
            }
            let longest = people
                .iter()
                .filter_map(|person| self.person_at(at, person))
                .max()
                .filter(|&count| !taken[at..at + count].iter().any(|&taken| taken))
                .filter(|&count| count > 1 || !self.is_part_of_full_name(at));
            if let Some(count) = longest {
                let span = Span::new(self.tokens[at].start, self.tokens[at + count - 1].end);
                taken[at..at + count].fill(true);
                found.push(FoundName { span, kind: Some(EntityType::Person), sure: true, proper: true });
            }
        }
    }

    /// True where more words than not are in capitals throughout.
    fn is_shouted(&self) -> bool {
        let count = |is: fn(&Token) -> bool| self.tokens.iter().filter(|token| is(token)).count();
        2 * count(|token| token.shape == TokenShape::Caps) > count(Token::is_word)
    }

    /// True for the word by which somebody speaks where it stands inside the full name: *Ada* of "Present: Ada Voss",
    /// who is *Ada:* from then on.
    fn is_part_of_full_name(&self, at: usize) -> bool {
        let end = self.run_end(at);
        let begins = end > at + 1 && self.is_full_name(at, end);
        begins || at.checked_sub(1).is_some_and(|front| self.capital(front) && self.is_full_name(front, at + 1))
    }

    fn is_full_name(&self, start: usize, end: usize) -> bool {
        let beside = self.tokens[start + 1..end].iter().all(|token| token.gap && token.is_capital());
        beside && (self.looks_personal(start, end).is_some() || self.is_called(start, end))
    }

    /// How many tokens from `at` on name `person`, if any.
    fn person_at(&self, at: usize, person: &Person) -> Option<usize> {
        let count = person.words.len();
        let whole = self.words.len() >= at + count
            && self.words[at..at + count] == person.words[..]
            && self.tokens[at + 1..at + count].iter().all(|token| token.gap);
        if whole && (count > 1 || self.tokens[at].is_capital() || person.words[0].contains('.')) {
            return Some(count);
        }
        if count < 2 || !person.small || self.tokens[at].shape != TokenShape::Lower {
            return None;
        }
        // `danah` alone: a small word that no lexicon knows, but as a first name.
        let word = &self.words[at];
        let part = *word == person.words[0] || Some(word) == person.words.last();
        (part && !self.tags[at].known && self.flags[at].is_only(Flags::FIRST_NAME | Flags::WOMAN | Flags::MAN))
            .then_some(1)
    }
}

#[cfg(test)]
mod tests;
