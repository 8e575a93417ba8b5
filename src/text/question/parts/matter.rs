//! What a question is about, as noun phrases that a word in the next one may stand for: whoever does what is asked, and
//! what it is done to. A verb or an adjective alone is none.

use unicode_segmentation::UnicodeSegmentation;

use super::bare_end;
use super::turns::is_of_parts;
use crate::text::dates::is_month;
use crate::text::question::Reading;
use crate::text::question::lists::{WORDS, is_doing, is_function};
use crate::text::words::fold::is_plural;
use crate::text::words::inflection::is_past;
use crate::text::words::terms::without_genitive;
use crate::text::words::wordlist::is_article;

/// What is counted or chosen from in a question: "daughters" in "How many daughters does she have?", "ships" in "Which
/// ships sank?".
pub(super) fn asked_for(question: &str, reading: &Reading) -> Option<String> {
    let words: Vec<&str> = question.unicode_words().collect();
    let first = match words.first() {
        Some(first) if WORDS.which.has(&first.to_lowercase()) => 1,
        _ => words.iter().position(|word| Some(word.to_lowercase()) == reading.wants.counted)?,
    };
    let says = |word: &&&str| !WORDS.auxiliaries.has(&word.to_lowercase()) && !is_function(&word.to_lowercase());
    let mut noun: Vec<&str> = words[first..].iter().take_while(says).copied().collect();
    // A verb ends in other letters than a plural does.
    let plural = noun.iter().rposition(|word| is_plural(&word.to_lowercase()));
    noun.truncate(plural.map_or(noun.len(), |last| last + 1));
    (!noun.is_empty()).then(|| noun.join(" "))
}

/// True for what ends in a plural: *the geese*, *Harbour Lamps*.
pub(super) fn are_several(things: &str) -> bool {
    is_plural(&things.rsplit(' ').next().unwrap_or_default().to_lowercase())
}

/// What a question is about, what is most likely meant by "it" first: what stands behind its verb ("the mill" in "Who
/// sold the mill?"), whoever does what is asked ("sl" in "What does sl stand for?"), then what stands behind a
/// preposition.
pub(super) fn matters(question: &str, reading: &Reading) -> Vec<String> {
    let said = Said::of(question, reading);
    let verb = reading.predicate.as_deref().filter(|&verb| said.is(1, |word| word.lower == verb));
    let auxiliary = || said.words.iter().position(|word| WORDS.auxiliaries.has(&word.lower));
    let mut found = match (verb, auxiliary()) {
        (Some(_), _) => said.behind_verb(2),
        (None, Some(auxiliary)) => said.around(auxiliary),
        // "What causes silting?": the verb is no content.
        (None, None) if said.is(1, |word| WORDS.causes.has(&word.lower)) && said.opens_with_what() => {
            said.behind_verb(2)
        }
        (None, None) => said.without_verb(),
    };
    // Of "How many beds are lost?" the last word is no thing.
    let is_done = |matter: &String| !matter.contains(' ') && matter.starts_with(char::is_lowercase) && is_past(matter);
    found.retain(|matter| !is_done(matter));
    found
}

/// True where a noun says of what a question is: behind a preposition, or as whoever does what is asked ("about dues",
/// "How does grouting work?").
pub(super) fn names_matter(question: &str, reading: &Reading) -> bool {
    let words: Vec<String> = question.unicode_words().map(str::to_lowercase).filter(|word| !is_article(word)).collect();
    let leads = |word: &String| WORDS.before_asking.has(word) || WORDS.of_matter.has(word) || is_doing(word);
    words.windows(2).any(|pair| leads(&pair[0]) && reading.content.contains(&pair[1]) && !is_of_parts(&pair[1]))
}

/// True for a question that tells of something that happens: all but what asks who or what one is.
pub(super) fn tells_event(question: &str, reading: &Reading) -> bool {
    let said = Said::of(question, reading);
    match said.words.iter().take(AUXILIARY_WITHIN).position(|word| WORDS.auxiliaries.has(&word.lower)) {
        Some(auxiliary) => !said.opens_with_what() || said.clause(auxiliary).verb.is_some(),
        None => said.is(1, |word| is_past(&word.lower)),
    }
}

/// Words of a question among which its auxiliary stands.
const AUXILIARY_WITHIN: usize = 4;

/// What stands behind the auxiliary of a question.
struct Clause {
    /// The words of whoever or whatever does what is asked.
    subject: (usize, usize),
    verb: Option<usize>,
    /// The first word behind both.
    rest: usize,
}

/// A word of a question.
struct Word<'q> {
    at: usize,
    text: &'q str,
    lower: String,
    content: bool,
}

impl Word<'_> {
    fn is_capital(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// A time is when, not what.
    fn is_time(&self) -> bool {
        is_month(&self.lower) && self.is_capital() || self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// A question, word by word.
struct Said<'q> {
    question: &'q str,
    words: Vec<Word<'q>>,
    /// The verb of "Why was the ledger copied?", as it was read.
    predicate: Option<String>,
}

impl<'q> Said<'q> {
    fn of(question: &'q str, reading: &Reading) -> Self {
        let word = |(at, text): (usize, &'q str)| {
            let lower = text.to_lowercase();
            let bare = without_genitive(&lower);
            let content = reading.content.iter().any(|known| known == bare);
            Word { at, text, content, lower }
        };
        let words = question.unicode_word_indices().map(word).collect();
        Self { question, words, predicate: reading.predicate.clone() }
    }

    /// The words from one to another, as written, with the article in front.
    fn phrase(&self, from: usize, to: usize) -> String {
        if from >= to {
            return String::new();
        }
        let (Some(first), Some(last)) = (self.words.get(from), self.words.get(to.wrapping_sub(1))) else {
            return String::new();
        };
        let article = from > 0 && WORDS.definite.has(&self.words[from - 1].lower);
        let text = self.question.get(first.at..last.at + last.text.len()).unwrap_or_default();
        format!("{}{text}", if article { "the " } else { "" })
    }

    fn is(&self, at: usize, test: impl Fn(&Word<'_>) -> bool) -> bool {
        self.words.get(at).is_some_and(test)
    }

    /// Behind "Who sold": the rest as far as it is one matter, then what stands behind each preposition of it.
    fn behind_verb(&self, from: usize) -> Vec<String> {
        let skips = |word: &Word<'_>| !word.content && !is_article(&word.lower);
        let from = from + self.words[from.min(self.words.len())..].iter().take_while(|word| skips(word)).count();
        let parts = |word: &Word<'_>| WORDS.before_asking.has(&word.lower) || WORDS.opening_clauses.has(&word.lower);
        let end = (from..self.words.len()).find(|&at| parts(&self.words[at])).unwrap_or(self.words.len());
        let mut found = Vec::new();
        if let (Some(first), Some(last)) = (self.words.get(from), self.words.get(end.wrapping_sub(1)))
            && from < end
            && self.words[from..end].iter().any(|word| word.content)
        {
            let rest = self.question.get(first.at..last.at + last.text.len()).unwrap_or_default();
            found.push(being_done(bare_end(rest)));
        }
        found.extend(self.phrases(end, false).into_iter().map(|(phrase, _)| phrase));
        found
    }

    /// What stands behind an auxiliary; in front of it stands what is asked for: "Which gates did …?".
    fn clause(&self, auxiliary: usize) -> Clause {
        let doing = is_doing(&self.words[auxiliary].lower);
        let mut from = auxiliary + 1;
        while self.is(from, |word| is_article(&word.lower)) {
            from += 1;
        }
        let mut to = from;
        while self.is(to, |word| word.content) || self.goes_on(to) {
            to += 1;
        }
        if to == from {
            // "When did he leave the mill?": the verb is the first word of content behind, unless it is of a matter:
            // "What do guests say about gates?"
            let of_matter = |at: usize| {
                let word = &self.words[at - 1].lower;
                WORDS.before_asking.has(word) || WORDS.of_matter.has(word)
            };
            let verb = (from..self.words.len()).find(|&at| self.words[at].content).filter(|&at| !of_matter(at));
            return Clause { subject: (from, from), verb, rest: verb.map_or(to, |verb| verb + 1) };
        }
        if let Some(verb) = self.behind_place(to).filter(|_| doing) {
            return Clause { subject: (from, verb), verb: Some(verb), rest: verb + 1 };
        }
        let verbal = self.is(to, |word| WORDS.light_verbs.has(&word.lower));
        // The verb stands last: "did the gate fail", "was the gate opened", "is Orsk building".
        let last = self.words.get(to - 1).filter(|word| to > from + 1 && !word.is_capital());
        let is_verb = last.is_some_and(|word| {
            let runs_on = WORDS.going_on.iter().any(|end| word.lower.ends_with(end));
            let under_way = runs_on && (self.words[from].is_capital() || !self.opens_with_what());
            doing && !verbal
                || is_past(&word.lower)
                || self.predicate.as_ref() == Some(&word.lower)
                || !doing && under_way
        });
        match is_verb {
            true => Clause { subject: (from, to - 1), verb: Some(to - 1), rest: to },
            false if verbal || doing => Clause { subject: (from, to), verb: Some(to), rest: to + 1 },
            false => Clause { subject: (from, to), verb: None, rest: to },
        }
    }

    /// The verb behind a name that a preposition ties to the subject: `break` in "did the lift in Alder Court break
    /// down".
    fn behind_place(&self, preposition: usize) -> Option<usize> {
        let tied = self.is(preposition, |word| WORDS.before_asking.has(&word.lower) || WORDS.of_whom.has(&word.lower));
        let mut at = preposition + 1;
        while self.is(at, |word| is_article(&word.lower)) {
            at += 1;
        }
        let name = at;
        while self.is(at, |word| word.is_capital()) {
            at += 1;
        }
        (tied && at > name && self.is(at, |word| word.content && !word.is_time())).then_some(at)
    }

    /// Of "When did the board sell the mill to Tom Reed?" the mill, the board, Tom Reed.
    fn around(&self, auxiliary: usize) -> Vec<String> {
        let Clause { subject: (from, to), verb, rest } = self.clause(auxiliary);
        let subject = if verb.is_some() { self.phrase(from, to) } else { self.last_of(from, to) };
        let says = verb.and_then(|verb| self.words.get(verb)).is_some_and(|verb| WORDS.saying.has(&verb.lower));
        // Behind "be" an adjective may stand.
        let bare = verb.is_some_and(|verb| self.is(verb, |word| !WORDS.light_verbs.has(&word.lower)));
        let (direct, behind): (Vec<_>, Vec<_>) =
            self.phrases(rest, bare).into_iter().partition(|(_, at)| *at == rest && verb.is_some());
        let [direct, behind] = [direct, behind].map(|side| side.into_iter().map(|(phrase, _)| phrase));
        let subject = Some(subject).filter(|subject| !subject.is_empty());
        // What somebody says of a matter, or decides about it, is about the matter.
        let of_matter = |word: &Word<'_>| WORDS.of_matter.has(&word.lower) && !WORDS.of_whom.has(&word.lower);
        let tells = says
            || self.opens_with_what() && verb.is_some() && (rest..self.words.len()).any(|at| self.is(at, of_matter));
        match tells {
            true => direct.chain(behind).chain(subject).collect(),
            false => direct.chain(subject).chain(behind).collect(),
        }
    }

    /// Of a question or a heading without a verb that could be told: what stands behind an article or a preposition,
    /// the last first.
    fn without_verb(&self) -> Vec<String> {
        let mut found: Vec<String> = self.phrases(0, false).into_iter().map(|(phrase, _)| phrase).collect();
        found.reverse();
        if found.is_empty() && self.is(0, |word| !WORDS.asking.has(&word.lower)) {
            let last = self.words.iter().rposition(|word| word.content);
            found.extend(last.map(|last| {
                let first = (0..last).rev().find(|&at| !self.words[at].content).map_or(0, |before| before + 1);
                self.phrase(first, last + 1)
            }));
        }
        found
    }

    /// The runs of words of content from a word on that are noun phrases, each with the word at which it, or its
    /// article, begins: names, what has an article or a preposition in front, and, where that may be, what stands there
    /// at once.
    fn phrases(&self, from: usize, bare: bool) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        let mut at = from;
        while at < self.words.len() {
            if !self.words[at].content {
                at += 1;
                continue;
            }
            let start = at;
            while self.is(at, |word| word.content) || self.goes_on(at) {
                at += 1;
            }
            let article = start > from && is_article(&self.words[start - 1].lower);
            let begins = start - usize::from(article);
            let led = begins > 0 && self.is(begins - 1, |word| WORDS.leading_nouns.has(&word.lower));
            let timed = self.words[start..at].iter().any(Word::is_time);
            if (article || led || self.words[start].is_capital() || bare && begins == from) && !timed {
                found.push((self.phrase(start, at), begins));
            }
        }
        found
    }

    /// Of "the version of lampd" lampd: what one word tells of another is told of the other.
    fn last_of(&self, from: usize, to: usize) -> String {
        let first = (from..to).rev().find(|&at| !self.words[at].content).map_or(from, |before| before + 1);
        self.phrase(first, to)
    }

    /// "of" between two words of content, with an article or without.
    fn goes_on(&self, at: usize) -> bool {
        let of = |at: usize| self.is(at, |word| WORDS.of_whom.has(&word.lower));
        let article = |at: usize| self.is(at, |word| is_article(&word.lower));
        let content = |at: usize| self.is(at, |word| word.content);
        at > 0 && (of(at) && (content(at + 1) || article(at + 1) && content(at + 2)) || article(at) && of(at - 1))
    }

    fn opens_with_what(&self) -> bool {
        self.is(0, |word| WORDS.asks_for_one.has(&word.lower))
    }
}

/// "the gate shut" as a matter of its own: "the gate being shut".
fn being_done(matter: &str) -> String {
    let being = WORDS.being_done.iter().next().unwrap_or_default();
    match matter.rsplit_once(' ').filter(|(thing, done)| thing.contains(' ') && is_past(done)) {
        Some((thing, done)) => format!("{thing} {being} {done}"),
        None => matter.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(question: &str) -> Option<String> {
        matters(question, &Reading::of(question)).into_iter().next()
    }

    #[test]
    fn a_matter_is_a_noun_phrase() {
        for (question, matter) in [
            ("What is Orsk Works building?", "Orsk Works"),
            ("When will Orsk Works be ready?", "Orsk Works"),
            ("Why was the ledger rebound?", "the ledger"),
            ("Who opened the scour valve on the night of 1 February 2019?", "the scour valve"),
            ("Why did the board sell the mill to Tom Reed?", "the mill"),
            ("When did the gate of Orsk fail?", "the gate of Orsk"),
            ("When did the lift in Orsk Court break down?", "the lift in Orsk Court"),
            ("Why did the pump at the Orsk Works stop on Friday?", "the pump at the Orsk Works"),
            ("What did the gate cost at Orsk?", "the gate"),
            ("What does Ada Voss say about the Tarn Gate?", "the Tarn Gate"),
            ("Why is the lake rising?", "the lake"),
            ("What is the version of lampd?", "lampd"),
            ("Which keepers mention the storm?", "the storm"),
            ("How did Ada Voss get to Tarn?", "Ada Voss"),
            ("Who looked after the horses?", "the horses"),
            ("What do guests say about tidal gates?", "tidal gates"),
            ("What did the board decide in July about the tide gate?", "the tide gate"),
            ("dam failure", "dam failure"),
        ] {
            assert_eq!(first(question).as_deref(), Some(matter), "{question}");
        }
        let none = [
            "When did he die?",
            "When will it be ready?",
            "Why?",
            "",
            "How many beds are lost?",
            "What are the main themes?",
        ];
        for question in none {
            assert_eq!(first(question), None, "{question}");
        }
    }
}
