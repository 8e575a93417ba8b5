//! The words of a language, as data: one file a language in `assets/languages/`, read here and nowhere else. English is
//! one of them. A language without a pack falls back to what needs no words.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use std::sync::{LazyLock, OnceLock};

use rust_stemmers::Algorithm;
use serde::{Deserialize, Deserializer};

use super::language_files;
use crate::model::Fnv;
use crate::text::cutting::script::is_unspaced;
use crate::text::cutting::words::words;

/// A list of words or phrases in lower case. In its file they are separated by white space, the words of a phrase
/// joined by `_`.
#[derive(Debug, Default)]
pub struct WordList {
    known: HashSet<Box<str>, BuildHasherDefault<Fnv>>,
    /// The same in the order of the file.
    in_order: Vec<Box<str>>,
    /// The places of phrases in that order by their first word, made where a text is first searched for them.
    phrases: OnceLock<HashMap<Box<str>, Vec<usize>, BuildHasherDefault<Fnv>>>,
}

impl WordList {
    /// True for a word of the list; `word` is in lower case.
    pub fn has(&self, word: &str) -> bool {
        self.known.contains(word)
    }

    /// True for a text with a word or phrase of the list.
    pub fn is_said_in(&self, text: &str) -> bool {
        let phrases = self.phrases.get_or_init(|| self.phrases());
        let mut all = words(text);
        let mut lower = String::new();
        while let Some(word) = all.next() {
            put_lower(word.text, &mut lower);
            let goes_on = |&at: &usize| {
                let mut next = all.clone();
                let mut rest = self.in_order[at].split(' ').skip(1);
                rest.all(|own| next.next().is_some_and(|word| is_in_lower(word.text, own)))
            };
            if self.has(&lower) || phrases.get(lower.as_str()).is_some_and(|places| places.iter().any(goes_on)) {
                return true;
            }
        }
        let unspaced = || self.iter().any(|own| own.starts_with(is_unspaced) && text.contains(own));
        text.contains(is_unspaced) && unspaced()
    }

    fn phrases(&self) -> HashMap<Box<str>, Vec<usize>, BuildHasherDefault<Fnv>> {
        let mut phrases: HashMap<Box<str>, Vec<usize>, _> = HashMap::default();
        for (at, phrase) in self.in_order.iter().enumerate() {
            if let Some((first, _)) = phrase.split_once(' ') {
                phrases.entry(first.into()).or_default().push(at);
            }
        }
        phrases
    }

    /// The longest phrase of the list that a text begins with, for one may begin another: *and*, *and what about*.
    pub fn opening(&self, text: &str) -> Option<&str> {
        self.iter().filter(|own| text.starts_with(own)).max_by_key(|own| own.len())
    }

    /// The longest phrase of the list that a text ends in.
    pub fn ending(&self, text: &str) -> Option<&str> {
        self.iter().filter(|own| text.ends_with(own)).max_by_key(|own| own.len())
    }

    /// The phrase of the list that a text has first, the longest that stands there, and where that is.
    pub fn first_in(&self, text: &str) -> Option<(usize, &str)> {
        let found = self.iter().filter_map(|own| Some((text.find(own)?, own)));
        found.min_by_key(|(at, own)| (*at, Reverse(own.len())))
    }

    fn put(&mut self, word: Box<str>) {
        if self.known.insert(word.clone()) {
            self.in_order.push(word);
        }
    }

    /// Adds the words of another list behind its own.
    fn add(&mut self, other: &Self) {
        other.in_order.iter().for_each(|word| self.put(word.clone()));
    }

    /// The words, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.in_order.iter().map(|word| &**word)
    }
}

/// Writes a word in lower case, with a plain apostrophe, in the place of what was there.
fn put_lower(word: &str, lower: &mut String) {
    lower.clear();
    match word.is_ascii() {
        true => lower.extend(word.chars().map(|c| c.to_ascii_lowercase())),
        false => lower.push_str(&word.to_lowercase().replace('’', "'")),
    }
}

/// True for a word that is the other in lower case.
fn is_in_lower(word: &str, lower: &str) -> bool {
    match word.is_ascii() {
        true => word.bytes().map(|byte| byte.to_ascii_lowercase()).eq(lower.bytes()),
        false => word.to_lowercase().replace('’', "'") == lower,
    }
}

impl<T: Into<Box<str>>> FromIterator<T> for WordList {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        let mut list = WordList::default();
        words.into_iter().for_each(|word| list.put(word.into()));
        list
    }
}

impl<'de> Deserialize<'de> for WordList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(text.split_whitespace().map(|word| word.replace('_', " ")).collect())
    }
}

/// What is known of a language. Every list may be empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pack {
    /// ISO 639-3.
    #[serde(skip)]
    pub code: &'static str,
    /// What its speakers call it.
    pub name: String,
    /// The script that only this language is told by: `han`, `kana`.
    pub script: Option<String>,
    stemmer: Option<String>,
    /// True where every noun is written with a capital.
    pub nouns_are_capital: bool,
    /// True where people have two surnames and are called by the first: *Ada Lund Voss* is *Ada Lund*.
    pub two_surnames: bool,
    /// Words that every list of function words has: determiners, pronouns, prepositions, conjunctions, auxiliaries. In
    /// its file `stop` and `function` name only what they have besides, and so do the English lists of
    /// `text/words/wordlist.toml` and `text/question/words.toml`. These differ in how much a word may say and still be
    /// passed over: hardly anything where a word is never looked for (`stop`), as much as *something* where it is no
    /// topic (`wordlist`) or nothing that is asked about (`question`), and common verbs and adverbs, too, where it is
    /// no part of a name (`function`).
    pub closed: WordList,
    /// Words that only tie a sentence together, folded, also those that lost an apostrophe: what retrieval leaves out.
    pub stop: WordList,
    /// Determiners, pronouns, prepositions, conjunctions, auxiliaries, the commonest adverbs and verbs: no parts of
    /// names.
    pub function: WordList,
    /// Words that say nothing of a phrase's subject, so that no phrase has them: *mismo tiempo*, *primer lugar*.
    pub hollow: WordList,
    /// The commonest words, by which the language is told from others.
    pub frequent: WordList,
    /// Before one of these a capital is a common noun, where nouns are capital.
    pub determiners: WordList,
    /// Endings of common nouns, where nouns are capital.
    pub common_endings: WordList,
    /// What may stand between the parts of a word that is put together of several; none where words are not.
    pub joints: WordList,
    /// What verbs begin with there, and what is called after them.
    pub verb_prefixes: WordList,
    /// What a participle begins with, behind such a prefix as well, and the ends of a regular verb's forms, that of the
    /// participle last.
    pub participle: String,
    pub verb_ends: String,
    /// What the past of a regular verb ends in, what goes on, and what somebody does: *opened*, *opening*, *opens*.
    pub past_ends: WordList,
    pub progressive_ends: WordList,
    pub third_person_ends: WordList,
    /// The twelve months in their order, each with its other forms behind slashes.
    months: Months,
    /// What stands in front of a person's name; which of them are men's and which women's.
    pub titles: WordList,
    pub men: WordList,
    pub women: WordList,
    /// Titles that nobody who bears one is named without, and those that go with a first name: *Sir Tom*, *don Tomás*.
    pub rank: WordList,
    pub given: WordList,
    /// Abbreviations that never end a sentence, and those that may.
    pub never: WordList,
    pub maybe: WordList,
    /// Names that are shortened, in lower case: where they begin with a capital, they may end a sentence.
    pub shortened: WordList,
    /// Words that begin sentences much more often than names.
    pub starters: WordList,
    /// Words behind which a number with a full stop is a rank: *am 1. März*.
    pub before_ordinals: WordList,
    /// What heads notes, fields and lists, and is nobody who speaks.
    pub fields: WordList,
    /// Parts in a conversation: a question, the chair.
    pub parts: WordList,
    /// Pronouns of whoever speaks and of whoever is spoken to.
    pub conversing: WordList,
    /// Verbs that introduce a quotation.
    pub reporting: WordList,
    /// What makes something in brackets a stage direction.
    pub stage: WordList,
    /// What a transcriber notes in brackets inside a sentence: no word of it, and no end either.
    pub notes: WordList,
    /// The words that letters begin with, in front of whom they are to, and the closing words of letters.
    pub salutations: WordList,
    pub closings: WordList,
    /// What a letter goes on with below its signature.
    pub postscripts: WordList,
    /// In front of who wrote an article, on a line below its headline.
    pub bylines: WordList,
    /// Words that want another behind them.
    pub open: WordList,
    /// "page" and "of", as page numbers have them.
    pub page: WordList,
    pub of: WordList,
    /// What stands between something and what it is, what tells why, numbers in words, and what money is called.
    pub copula: WordList,
    pub because: WordList,
    /// What tells that something is otherwise than was said, in words or phrases.
    pub corrects: WordList,
    /// What tells that something is asked for, in words or phrases: "Ich bitte Sie".
    pub requests: WordList,
    /// What tells that somebody contradicts or will not have it, in words or phrases.
    pub disagrees: WordList,
    pub numbers: WordList,
    pub money: WordList,
    /// Headings that many documents share and that name none.
    pub generic_headings: WordList,
    /// What ends a heading of a form that nobody has filled in: *Incident Title*.
    pub placeholders: WordList,
    /// What stands before the number of an edition: "version".
    pub edition: WordList,
    /// Where words are written without spaces: characters that are hardly ever part of a name, those of numbers and
    /// of what is counted by them, surnames of one character, and what names of a kind end in.
    pub characters: String,
    pub numerals: String,
    pub surnames: String,
    pub places: String,
    pub organisations: String,
    /// Words that end the names of bodies, whatever follows.
    pub bodies: WordList,
    pub events: String,
    /// How questions are asked in it; English has more of that, beside what reads questions.
    pub question: Asking,
}

/// The words of a language by which questions ask.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asking {
    /// Question words, and the verbs and nouns that frame a question.
    pub asking: WordList,
    /// What asks for a text as a whole: *Worum geht es?*, *résumé*.
    pub whole: WordList,
    pub who: WordList,
    pub when: WordList,
    pub r#where: WordList,
    pub how_many: WordList,
    /// What asks what somebody asks for: "Worum bittet …?".
    pub requests: WordList,
    /// What asks for a cause, and for a price.
    pub why: WordList,
    pub costs: WordList,
    /// What asks for the course of events: *Chronologie*, *orden cronológico*; and what says no more beside it.
    pub course: WordList,
    pub of_course: WordList,
    /// What asks who or what somebody or something is.
    pub defines: WordList,
    /// How a sentence ends that asks without a question mark.
    pub ends: WordList,
    /// What asks what two have to do with each other, and how they differ.
    pub relation: WordList,
    pub differ: WordList,
}

/// The months of a year with their forms, the whole name first.
#[derive(Debug, Default)]
struct Months {
    numbers: HashMap<Box<str>, u32>,
    whole: Vec<Box<str>>,
}

impl<'de> Deserialize<'de> for Months {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let forms = (1..).zip(text.split_whitespace());
        let whole = text.split_whitespace().filter_map(|forms| forms.split('/').next()).map(Into::into).collect();
        let numbers =
            forms.flat_map(|(number, forms)| forms.split('/').map(move |form| (form.into(), number))).collect();
        Ok(Months { numbers, whole })
    }
}

impl Pack {
    fn read(code: &'static str, file: &str) -> Option<Self> {
        let mut pack = Self { code, ..toml::from_str(file).ok()? };
        for list in [&mut pack.stop, &mut pack.function] {
            list.add(&pack.closed);
        }
        Some(pack)
    }

    /// The number of the month, from 1, that a word in lower case names.
    pub fn month(&self, word: &str) -> Option<u32> {
        self.months.numbers.get(word).copied()
    }

    /// True for the whole name of a month in lower case, and not what is short for it.
    pub fn is_whole_month(&self, word: &str) -> bool {
        self.months.whole.iter().any(|name| **name == *word)
    }

    /// All forms of a month, in no order.
    pub fn forms_of_month(&self, month: u32) -> impl Iterator<Item = &str> {
        self.months.numbers.iter().filter(move |(_, number)| **number == month).map(|(form, _)| &**form)
    }

    /// The Snowball stemmer of the language.
    pub fn stemmer(&self) -> Option<Algorithm> {
        Some(match self.stemmer.as_deref()? {
            "dutch" => Algorithm::Dutch,
            "english" => Algorithm::English,
            "french" => Algorithm::French,
            "german" => Algorithm::German,
            "italian" => Algorithm::Italian,
            "portuguese" => Algorithm::Portuguese,
            "russian" => Algorithm::Russian,
            "spanish" => Algorithm::Spanish,
            "swedish" => Algorithm::Swedish,
            _ => return None,
        })
    }
}

static PACKS: LazyLock<Vec<Pack>> = LazyLock::new(|| {
    language_files!["../../../assets/languages/", ".toml":
        "eng", "deu", "fra", "spa", "por", "ita", "nld", "rus", "cmn", "jpn", "swe", "pol"]
    .into_iter()
    .filter_map(|(code, text)| Pack::read(code, text))
    .collect()
});

/// All packs, English first.
pub fn packs() -> &'static [Pack] {
    &PACKS
}

/// The pack of the language with this ISO 639-3 code.
pub fn pack(code: &str) -> Option<&'static Pack> {
    PACKS.iter().find(|pack| pack.code == code)
}

/// What is known of English.
pub fn english() -> &'static Pack {
    // It is the first of the files; a test reads them all.
    static NONE: LazyLock<Pack> = LazyLock::new(Pack::default);
    PACKS.first().unwrap_or(&NONE)
}

/// True when any language has `word`, in lower case, in the list that `of` picks: for lists that do not need to know
/// what language a line is in.
pub fn in_any(of: impl Fn(&'static Pack) -> &'static WordList, word: &str) -> bool {
    PACKS.iter().any(|pack| of(pack).has(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read() {
        assert_eq!(packs().len(), 12);
        assert!(packs().iter().all(|pack| !pack.name.is_empty()));
        let spaced = packs().iter().filter(|pack| pack.script.is_none());
        assert!(spaced.clone().all(|pack| pack.function.iter().count() > 50));
        assert_eq!(pack("deu").and_then(|pack| pack.month("märz")), Some(3));
        assert!(pack("deu").is_some_and(|pack| pack.closings.has("mit freundlichen grüßen")));
        assert!(pack("rus").is_some_and(|pack| pack.stemmer().is_some()));
    }

    #[test]
    fn a_list_keeps_the_order_of_its_file() {
        let list: WordList = serde_json::from_str(r#"" by author_of  by autor ""#).unwrap();
        assert!(list.iter().eq(["by", "author of", "autor"]));
    }

    #[test]
    fn a_word_or_a_phrase_of_any_length_is_said_where_its_words_stand_one_behind_another() {
        let list: WordList = ["weil", "il a été écrit", "il est", "don't know", "订正"].into_iter().collect();
        for text in ["Er kam, WEIL es fror", "Or: Il a ÉTÉ écrit!", "il a, il est là", "I don’t  know.", "见订正表"]
        {
            assert!(list.is_said_in(text), "{text}");
        }
        for text in ["", "Weile", "il a été", "il n'a été écrit", "know don't", "il", "正订"] {
            assert!(!list.is_said_in(text), "{text}");
        }
    }

    #[test]
    fn what_a_text_has_of_a_list_is_told_by_length_and_place_and_not_by_the_order_of_the_list() {
        let phrases = ["and ", "and what about ", "and what ", " about", "what about", "what"];
        // What is joined in another order lies in another in memory.
        for turned in 0..phrases.len() {
            let turned = phrases.iter().cycle().skip(turned).take(phrases.len());
            let list: WordList = turned.copied().collect();
            assert_eq!(list.opening("and what about the gate"), Some("and what about "));
            assert_eq!(list.opening("and so on"), Some("and "));
            assert_eq!(list.ending("this and what about"), Some("what about"));
            assert_eq!(list.first_in("so what about it, and what"), Some((3, "what about")));
            assert_eq!((list.opening("so"), list.ending("so"), list.first_in("so")), (None, None, None));
        }
    }
}
