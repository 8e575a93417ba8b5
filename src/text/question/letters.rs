//! Questions for letters and mails by who wrote them and to whom: "Which emails did Ada Voss send to Tom Reed?", "How
//! many letters are from the harbour board?", "Who sent the most?", "What did she write to him about the gate?".

use super::Reading;
use crate::text::language::word_lists;
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, words};

word_lists! {
    static WORDS = "letters.toml": kinds, mails, writing, getting, from, to, between, about, asking, opening, persons, ending, most, pointing, telling, of, joining, definite, electronic
}

/// Words of a name, at most.
const NAME_WORDS: usize = 4;

/// One side of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    From,
    To,
}

/// Who is to have written letters, to whom, and what else is asked of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LettersAsked {
    /// Whoever wrote them, in lower case; empty where anybody may have.
    pub from: String,
    /// Whoever they came to; empty where anybody may be.
    pub to: String,
    /// Those between whom they went, either way.
    pub between: Option<(String, String)>,
    /// The side that is to be counted: "Who sent the most emails?".
    pub counted: Option<Side>,
    /// True where the question has a word for letters, and lists or counts them; false for what they say.
    pub lists: bool,
    /// True where that word is one for mails.
    pub mails: bool,
    /// The rest of the question, as it is written.
    pub rest: String,
}

/// A question's words, and which of them say who wrote to whom.
struct Words<'q> {
    all: Vec<&'q str>,
    folded: Vec<String>,
    used: Vec<bool>,
    /// Whether each is somebody's: "Ada Voss's".
    genitive: Vec<bool>,
}

impl<'q> Words<'q> {
    fn of(question: &'q str) -> Self {
        let all: Vec<&str> = words(question).map(|word| word.text).collect();
        let folded: Vec<String> = all.iter().map(|word| fold(word)).collect();
        let genitive = words(question).map(|word| {
            let behind = &question[word.span.end..];
            ["'s ", "’s ", "' ", "’ "].iter().any(|mark| behind.starts_with(mark))
        });
        Self { used: vec![false; all.len()], genitive: genitive.collect(), all, folded }
    }

    fn is(&self, at: usize, list: &crate::text::language::WordList) -> bool {
        self.folded.get(at).is_some_and(|word| list.has(word))
    }

    fn is_kind(&self, at: usize) -> bool {
        self.folded.get(at).is_some_and(|word| WORDS.kinds.has(&singular(word)))
    }

    /// True where a name cannot go on.
    fn ends_name(&self, at: usize) -> bool {
        let lists = [&WORDS.ending, &WORDS.writing, &WORDS.getting, &WORDS.asking, &WORDS.telling];
        at >= self.all.len() || self.is_kind(at) || lists.iter().any(|list| self.is(at, list))
    }

    /// The name that begins at a word; empty where none does.
    fn name_from(&mut self, at: usize) -> String {
        // "from the council"
        let from = if self.folded.get(at).is_some_and(|word| WORDS.definite.has(word)) { at + 1 } else { at };
        let length = (0..NAME_WORDS).take_while(|&more| !self.ends_name(from + more)).count();
        self.take(from, from + length)
    }

    /// The name that ends in front of a word.
    fn name_before(&mut self, at: usize) -> String {
        let length = (1..=NAME_WORDS.min(at)).take_while(|&back| !self.ends_name(at - back)).count();
        self.take(at - length, at)
    }

    fn take(&mut self, from: usize, to: usize) -> String {
        self.used[from..to].fill(true);
        self.folded[from..to].join(" ")
    }
}

impl LettersAsked {
    /// Reads who is to have written to whom; `None` for a question that does not ask for letters.
    pub fn of(question: &str) -> Option<Self> {
        let mut told = Words::of(question);
        let kind = (0..told.all.len()).find(|&at| told.is_kind(at) && !is_verb(&told, at));
        let mails = kind.is_some_and(|at| WORDS.mails.has(&singular(&told.folded[at])));
        let mut asked = Self { lists: kind.is_some(), mails, ..Self::default() };
        for at in 0..told.all.len() {
            if told.used[at] {
                continue;
            }
            asked.read(&mut told, at);
        }
        if let Some(kind) = kind {
            told.used[kind] = true;
            // *E-mails* are two words of it.
            if let Some(at) = kind.checked_sub(1).filter(|&at| WORDS.electronic.has(&told.folded[at])) {
                told.used[at] = true;
            }
            // "Ada Voss's letters"
            let front = kind.checked_sub(1);
            let owned = front.is_some_and(|at| told.genitive[at]);
            if let Some(at) = front.filter(|_| owned && asked.from.is_empty()) {
                asked.from = told.name_before(at + 1);
            }
            // "the letter of Ada Voss"
            if asked.from.is_empty() && told.is(kind + 1, &WORDS.of) {
                asked.from = told.name_from(kind + 2);
                told.used[kind + 1] = !asked.from.is_empty();
            }
            // "What does the letter from Ada Voss say?" asks for what stands in it.
            let one = singular(&told.folded[kind]) == told.folded[kind];
            let points = owned || front.is_some_and(|at| told.is(at, &WORDS.pointing));
            if one && points && (0..told.all.len()).any(|at| told.is(at, &WORDS.telling)) {
                asked.lists = false;
                (0..told.all.len())
                    .filter(|&at| WORDS.telling.has(&told.folded[at]))
                    .for_each(|at| told.used[at] = true);
            }
            let who = told.is(0, &WORDS.persons);
            let many = (0..told.all.len()).any(|at| told.is(at, &WORDS.most));
            let verb = (0..told.all.len()).find(|&at| is_verb(&told, at));
            asked.counted = match verb {
                Some(at) if who && many && told.is(at, &WORDS.getting) => Some(Side::To),
                Some(_) if who && (many || !asked.to.is_empty()) => Some(Side::From),
                _ => None,
            };
        }
        let named = !asked.from.is_empty() || !asked.to.is_empty() || asked.between.is_some();
        // Without a word for letters both are to be named: "What did Ada write to Tom about the gate?"
        asked.rest = told.rest();
        let opens = told.folded.first().is_some_and(|word| WORDS.opening.has(word));
        // "Which emails mention the gate?" is asked of mails alone.
        let of_kind = named || asked.counted.is_some() || mails && opens;
        let is_asked = if kind.is_some() { of_kind } else { asked.is_told_by_words(&told) };
        is_asked.then_some(asked)
    }

    /// True for a question that has no word for letters and still asks for them: "What did Ada write to Tom about the
    /// gate?", "What did she write on 4 May?", "Who wrote to Tom?".
    fn is_told_by_words(&mut self, told: &Words<'_>) -> bool {
        let (from, to) = (!self.from.is_empty(), !self.to.is_empty());
        let first = told.folded.first().map_or("", String::as_str);
        let verb = (0..told.all.len()).find(|&at| is_verb(told, at));
        let writes = verb.is_some_and(|at| told.is(at, &WORDS.writing));
        let whole = Reading::of(&self.rest);
        let day_at_most = self.rest.is_empty() || whole.date.is_some() && whole.content.is_empty();
        if WORDS.persons.has(first) && writes && to && !from {
            self.lists = true;
            self.counted = Some(Side::From);
            return true;
        }
        from && to || from && writes && day_at_most && told.is(0, &WORDS.opening)
    }

    /// Reads what a word says of who wrote to whom.
    fn read(&mut self, told: &mut Words<'_>, at: usize) {
        if told.is(at, &WORDS.between) {
            let one = told.name_from(at + 1);
            let joined = at + 1 + one.split(' ').count();
            if !one.is_empty() && told.folded.get(joined).is_some_and(|word| WORDS.joining.has(word)) {
                let other = told.name_from(joined + 1);
                self.between = Some((one, other)).filter(|(_, other)| !other.is_empty());
            }
        } else if told.is(at, &WORDS.from) && self.from.is_empty() {
            self.from = told.name_from(at + 1);
        } else if told.is(at, &WORDS.to) && self.to.is_empty() {
            self.to = told.name_from(at + 1);
        } else if is_verb(told, at) {
            let name = told.name_before(at);
            let side = if told.is(at, &WORDS.getting) { &mut self.to } else { &mut self.from };
            if side.is_empty() {
                *side = name;
            }
        }
    }
}

impl Words<'_> {
    /// What is asked beside who wrote to whom, with the words that tie it: "about the gate in May".
    fn rest(&self) -> String {
        let says = |at: usize| {
            let lists = [&WORDS.asking, &WORDS.from, &WORDS.to, &WORDS.between, &WORDS.writing, &WORDS.getting];
            !self.used[at] && !lists.iter().any(|list| self.is(at, list))
        };
        let kept: Vec<&str> = (0..self.all.len()).filter(|&at| says(at)).map(|at| self.all[at]).collect();
        let first = kept.iter().position(|word| !WORDS.about.has(&fold(word)));
        first.map_or_else(String::new, |first| kept[first..].join(" "))
    }
}

/// True for a word that says that somebody wrote or got something: *mail* and *email* also stand for what is sent.
fn is_verb(told: &Words<'_>, at: usize) -> bool {
    let said = told.is(at, &WORDS.writing) || told.is(at, &WORDS.getting);
    // "the email", "any mail", "which emails" are things, "did Ada email" is not.
    let is_thing = told.is_kind(at) && (0..at).all(|before| told.ends_name(before));
    said && !is_thing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> (String, String, String) {
        LettersAsked::of(question).map_or_else(Default::default, |asked| (asked.from, asked.to, asked.rest))
    }

    fn of(from: &str, to: &str, rest: &str) -> (String, String, String) {
        (from.to_owned(), to.to_owned(), rest.to_owned())
    }

    #[test]
    fn who_wrote_to_whom_is_read() {
        for (question, wanted) in [
            ("Which emails did Ada Voss send?", of("ada voss", "", "")),
            ("which emails did ada voss send to tom reed", of("ada voss", "tom reed", "")),
            ("What letters did Tom Reed receive from the harbour board?", of("harbour board", "tom reed", "")),
            ("List all e-mails from Voss about the gate", of("voss", "", "gate")),
            ("How many messages did Reed write in May 2031?", of("reed", "", "in May 2031")),
            ("Show me the letters that Ada Voss wrote to Tom", of("ada voss", "tom", "")),
            ("Ada Voss's emails", of("ada voss", "", "")),
            ("What did Ada write to Tom about the sluice gate?", of("ada", "tom", "sluice gate")),
            ("What did Tom write on 4 May 2031?", of("tom", "", "on 4 May 2031")),
            ("What did Tom write?", of("tom", "", "")),
            ("What does the letter of Ada Voss say?", of("ada voss", "", "")),
            ("Summarise the letter from Ada Voss to Tom", of("ada voss", "tom", "")),
            ("What does Ada Voss's letter say about the sluice gate?", of("ada voss", "", "sluice gate")),
            ("Did Ada email Tom?", of("", "", "")),
            ("Who wrote the harbour plan?", of("", "", "")),
            ("What did Ada write about the gate?", of("", "", "")),
            ("Why was the mail late?", of("", "", "")),
        ] {
            assert_eq!(read(question), wanted, "{question}");
        }
    }

    #[test]
    fn those_who_wrote_or_got_most_are_counted() {
        let counted = |question: &str| LettersAsked::of(question).and_then(|asked| asked.counted);
        assert_eq!(counted("Who sent the most emails?"), Some(Side::From));
        assert_eq!(counted("Who received the most mail?"), Some(Side::To));
        assert_eq!(counted("Who wrote letters to Tom Reed?"), Some(Side::From));
        assert_eq!(counted("Who wrote to Ada Voss?"), Some(Side::From));
        assert_eq!(counted("Who wrote the plan?"), None);
        assert_eq!(counted("Which emails did Ada send?"), None);
        let between = LettersAsked::of("Show the emails between Ada Voss and Tom Reed").and_then(|asked| asked.between);
        assert_eq!(between, Some(("ada voss".to_owned(), "tom reed".to_owned())));
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_asked(question in "((which|emails|letters|did|send|to|from|between|and|Ada|Voss|about|on|4 May|most|wrote|'s|the) ){0,9}|\\PC{0,40}") {
            if let Some(asked) = LettersAsked::of(&question) {
                let named = !asked.from.is_empty() || !asked.to.is_empty() || asked.between.is_some();
                proptest::prop_assert!(asked.lists || named);
            }
        }
    }
}
