//! In which language rows are asked for. The words by which they are lie in data, under the English words that they are
//! read as; nouns of columns and values come from the file itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use super::WORDS;
use crate::config::data_file;
use crate::model::Span;
use crate::text::cutting::script::{is_kana, is_unspaced};
use crate::text::language::{self, WordList};
use crate::text::words::terms::{fold, words};

/// Words of the longest phrase.
const LONGEST: usize = 5;
/// What a word of a language counts that asks for rows, beside one that any sentence has.
const ASKS: usize = 2;
/// Letters that stand in front of an apostrophe, at most: *dell'importo*.
const ELIDED: usize = 5;

/// A word of a question, or a phrase that is read as one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Folded.
    pub word: String,
    /// The English word for it, by which rows are asked for.
    pub read: Option<String>,
    pub span: Span,
}

type ByLanguage = BTreeMap<String, BTreeMap<String, WordList>>;

static DATA: LazyLock<ByLanguage> = LazyLock::new(|| data_file!("tongues.toml"));

/// The words of each language, folded, with the English ones for them.
static TONGUES: LazyLock<Vec<Tongue>> = LazyLock::new(|| {
    let of = |(code, lists): (&'static String, &'static BTreeMap<String, WordList>)| {
        let pairs = lists.iter().flat_map(|(read, list)| list.iter().map(move |word| (word, read)));
        let folded = |word: &str| word.split(' ').map(fold).collect::<Vec<_>>().join(" ");
        let read = |read: &str| read.replace('_', " ");
        Tongue { code, words: pairs.map(|(word, english)| (folded(word), read(english))).collect() }
    };
    DATA.iter().map(of).collect()
});

struct Tongue {
    /// ISO 639-3.
    code: &'static str,
    words: HashMap<String, String>,
}

impl Tongue {
    fn is_unspaced(&self) -> bool {
        matches!(self.code, "cmn" | "jpn")
    }

    /// True for a word that any sentence of the language has.
    fn ties(&self, word: &str) -> bool {
        language::pack(self.code)
            .is_some_and(|pack| [&pack.function, &pack.stop, &pack.frequent].iter().any(|list| list.has(word)))
    }

    /// How much some words are of it.
    fn score(&self, words: &[Token]) -> usize {
        let phrases = self.phrases(words);
        phrases
            .iter()
            .map(|token| {
                if token.read.is_some() {
                    ASKS * token.word.split(' ').count()
                } else {
                    usize::from(self.ties(&token.word))
                }
            })
            .sum()
    }

    /// Words with the phrases among them as one.
    fn phrases(&self, words: &[Token]) -> Vec<Token> {
        let mut found = Vec::with_capacity(words.len());
        let mut at = 0;
        while at < words.len() {
            let longest = (1..=LONGEST.min(words.len() - at)).rev();
            let mut told = longest.filter_map(|length| {
                let run = &words[at..at + length];
                let phrase = run.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ");
                let read = self.words.get(&phrase)?;
                Some((length, phrase, read.clone()))
            });
            let (length, word, read) = match told.next() {
                Some((length, phrase, read)) => (length, phrase, Some(read)),
                None => (1, words[at].word.clone(), None),
            };
            let span = Span::new(words[at].span.start, words[at + length - 1].span.end);
            found.push(Token { word, read, span });
            at += length;
        }
        found
    }

    /// Words of a script without spaces: those by which rows are asked for, and between them pairs of letters.
    fn cut(&self, question: &str) -> Vec<Token> {
        let mut found = Vec::new();
        let (mut at, mut begun) = (0, 0);
        let pairs = |from: usize, until: usize, found: &mut Vec<Token>| {
            let shifted = |span: Span| Span::new(span.start + from, span.end + from);
            let own = words(&question[from..until]);
            found.extend(own.map(|word| Token { word: fold(word.text), read: None, span: shifted(word.span) }));
        };
        while let Some(c) = question[at..].chars().next() {
            let rest = &question[at..];
            let fits = self.words.iter().filter(|(word, _)| is_unspaced(c) && rest.starts_with(word.as_str()));
            match fits.max_by_key(|(word, _)| word.len()) {
                Some((word, read)) => {
                    pairs(begun, at, &mut found);
                    let span = Span::new(at, at + word.len());
                    found.push(Token { word: word.clone(), read: Some(read.clone()), span });
                    at += word.len();
                    begun = at;
                }
                None => at += c.len_utf8(),
            }
        }
        pairs(begun, question.len(), &mut found);
        found
    }
}

/// The words of a question, and the language it is in where that is not English.
pub(super) fn read(question: &str) -> (Option<&'static str>, Vec<Token>) {
    let plain: Vec<Token> =
        words(question).map(|word| Token { word: fold(word.text), read: None, span: word.span }).collect();
    let unspaced = question.contains(is_unspaced);
    let mut tongues = TONGUES.iter().filter(|tongue| tongue.is_unspaced() == unspaced);
    if unspaced {
        let told = language::of(question).unwrap_or("cmn");
        let kana = question.contains(is_kana);
        let code = if kana { "jpn" } else { told };
        let found = tongues.find(|tongue| tongue.code == code);
        return found.map_or((None, plain), |tongue| (Some(tongue.code), tongue.cut(question)));
    }
    let split = elided(&plain, question);
    let best = tongues.map(|tongue| (tongue.score(&split), tongue)).max_by_key(|(score, _)| *score);
    let Some((_, tongue)) = best.filter(|(score, _)| *score > of_english(&plain)) else { return (None, plain) };
    let mut tokens = tongue.phrases(&split);
    for token in tokens.iter_mut().filter(|token| token.read.is_none()) {
        // It says nothing of a row.
        token.read = tongue.ties(&token.word).then(|| "the".to_owned());
    }
    (Some(tongue.code), tokens)
}

/// How much some words are English.
fn of_english(words: &[Token]) -> usize {
    let lists = [
        &WORDS.counting,
        &WORDS.most,
        &WORDS.fewest,
        &WORDS.newest,
        &WORDS.oldest,
        &WORDS.highest,
        &WORDS.lowest,
        &WORDS.mean,
        &WORDS.sum,
        &WORDS.listing,
        &WORDS.of_a_column,
    ];
    let asks = |word: &str| lists.iter().any(|list| list.has(word));
    let ties =
        |word: &str| WORDS.asking.has(word) || WORDS.bounding.has(word) || language::english().function.has(word);
    words.iter().map(|token| if asks(&token.word) { ASKS } else { usize::from(ties(&token.word)) }).sum()
}

/// Words with what stands in front of an apostrophe by itself: *l'importo*.
fn elided(plain: &[Token], question: &str) -> Vec<Token> {
    let mut split = Vec::with_capacity(plain.len());
    for token in plain {
        let written = token.span.slice(question).unwrap_or_default();
        let mark = written.char_indices().find(|(at, c)| matches!(c, '\'' | '’') && (1..=ELIDED).contains(at));
        let (start, end) = (token.span.start, token.span.end);
        let own = |from: usize, until: usize| Token {
            word: fold(&question[from..until]),
            read: None,
            span: Span::new(from, until),
        };
        match mark {
            Some((at, c)) => split.extend([own(start, start + at), own(start + at + c.len_utf8(), end)]),
            None => split.push(own(start, end)),
        }
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: &str) -> (Option<&'static str>, String) {
        let (language, tokens) = read(question);
        let read = tokens.into_iter().map(|token| token.read.unwrap_or(token.word));
        (language, read.collect::<Vec<_>>().join(" | "))
    }

    #[test]
    fn the_words_of_other_languages_are_those_of_english_ones() {
        let lists: language::ByName = data_file!("words.toml");
        for (language, own) in &*DATA {
            for english in own.keys().map(|read| read.replace('_', " ")) {
                assert!(lists.values().any(|list| list.has(&english)), "{language}: {english}");
            }
        }
    }

    #[test]
    fn questions_are_read_in_their_language() {
        for (question, language, read) in [
            ("What is the total amount?", None, "what | is | the | total | amount"),
            ("Qual è il prezzo più alto?", Some("ita"), "what | the | prezzo | highest"),
            ("Welche Wand hatte den breitesten Riss?", Some("deu"), "which | wand | the | the | highest | riss"),
            ("¿Cuál fue el gasto más grande?", Some("spa"), "what | the | gasto | highest"),
            ("Quel est le prix le plus élevé ?", Some("fra"), "what | the | prix | the | highest"),
            ("Qual foi a maior despesa?", Some("por"), "what | the | highest | despesa"),
            ("Hoeveel tickets zijn open?", Some("nld"), "many | tickets | the | open"),
            ("Какая самая высокая цена?", Some("rus"), "which | highest | цена"),
            ("费用最高的是哪一项?", Some("cmn"), "费用 | highest | the | the | which"),
            ("最も高い費用はどれですか", Some("jpn"), "highest | 費用 | the | which | the"),
            ("How many boats of L'Aquila are open?", None, "how | many | boats | of | laquila | are | open"),
        ] {
            assert_eq!(told(question), (language, read.to_owned()), "{question}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_question_may_be_read(question in "\\PC{0,40}|[a-zäéß'’ ]{0,40}|[费用最高的是はのか a]{0,20}") {
            let (_, tokens) = read(&question);
            for token in tokens {
                proptest::prop_assert!(token.span.slice(&question).is_some());
            }
        }
    }
}
