//! Which passage says what letters stand for: "Bernadette Okafor (BO)", "lamp and rope store, or LARS", "the full title
//! is …" in a document that is called by them. Letters are told by the initials of the words.

use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::select::Ranked;
use crate::text::language::word_lists;
use crate::text::names::acronyms::spells;
use crate::text::words::terms::words;
use crate::text::words::wordlist::is_function_word;

word_lists! { static WORDS = "spelled_out.toml": meaning, joining }

/// Letters that may stand for words, and those that are told by the words alone where these stand apart from them.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=8;
const ALONE: usize = 4;
/// Words between letters and what they stand for, at most.
const NEAR: usize = 2;

impl PassageAnswer<'_> {
    /// The passage that says what the letters stand for which the question is of, where it asks for nothing else.
    pub(in crate::judgement::extractive) fn spelled_out<'r>(&self, ranked: &[Ranked<'r>]) -> Option<Ranked<'r>> {
        let letters = letters_asked(&self.question.asks())?;
        let best = |told: &dyn Fn(&Ranked<'_>) -> bool| {
            ranked.iter().filter(|one| told(one)).max_by(|a, b| a.worth.total_cmp(&b.worth))
        };
        let beside = |one: &Ranked<'_>| {
            let text = &one.candidate.evidence.text;
            beside_letters(text, &letters) || in_brackets(text, &letters)
        };
        let called = |one: &Ranked<'_>| {
            letters.len() >= ALONE
                && has_word(&with_surroundings(self.context, one), &letters)
                && stands_for(&one.candidate.evidence.text, &letters).is_some()
        };
        best(&beside).or_else(|| best(&called)).cloned()
    }
}

/// The letters that a question asks to be told of: "What is BPPV?", "What does BOL stand for?". `None` where it asks
/// anything besides.
fn letters_asked(question: &str) -> Option<String> {
    let all: Vec<&str> = words(question).map(|word| word.text).collect();
    let is_letters = |word: &&&str| {
        let capitals = word.chars().filter(|c| c.is_uppercase()).count();
        capitals > 1 && LETTERS.contains(&word.chars().count()) && word.chars().all(char::is_alphabetic)
    };
    let mut found = all.iter().filter(is_letters);
    let letters = found.next().filter(|_| found.next().is_none())?;
    let besides = |word: &&str| {
        let lower = word.to_lowercase();
        *word != *letters && !is_function_word(&lower) && !WORDS.meaning.has(&lower)
    };
    (!all.iter().any(besides)).then(|| (*letters).to_owned())
}

/// True where a text has the words whose initials some letters are right beside these.
fn beside_letters(text: &str, letters: &str) -> bool {
    let all: Vec<_> = words(text).collect();
    let Some(from) = stands_for(text, letters) else { return false };
    all.iter().filter(|word| word.text == letters).any(|word| {
        let (first, last) =
            if from.end <= word.span.start { (from.end, word.span.start) } else { (word.span.end, from.start) };
        let between = text.get(first..last).unwrap_or_default();
        let mut within = words(between);
        let joins = within.by_ref().take(NEAR).all(|word| WORDS.joining.has(&word.text.to_lowercase()));
        first <= last && joins && within.next().is_none() && !between.contains(['.', ';', '\n'])
    })
}

/// True where what stands in brackets right behind some letters has these in their order, inside its words, too: *LARK*
/// (lamps and ropes kept).
fn in_brackets(text: &str, letters: &str) -> bool {
    let stands = words(text).filter(|word| word.text == letters);
    let mut behind = stands.filter_map(|word| text.get(word.span.end..)?.trim_start().strip_prefix('('));
    behind.any(|rest| {
        let told = rest.split(')').next().unwrap_or_default();
        words(told).nth(1).is_some() && spells(&told.to_lowercase(), &letters.to_lowercase())
    })
}

fn has_word(text: &str, letters: &str) -> bool {
    words(text).any(|word| word.text == letters)
}

/// Where the words stand in a text whose initials some letters are, in their order.
fn stands_for(text: &str, letters: &str) -> Option<std::ops::Range<usize>> {
    let wanted: Vec<char> = letters.to_lowercase().chars().collect();
    let all: Vec<_> = words(text).flat_map(|word| parts(word.text, word.span.start)).collect();
    (0..all.len()).find_map(|first| {
        let (mut at, mut next) = (first, 0);
        while let Some((word, _)) = all.get(at).filter(|_| next < wanted.len()) {
            let own = word.to_lowercase();
            match own.starts_with(wanted[next]) && own.chars().count() > 1 {
                true => next += 1,
                // "Board of Trade" is BT, too.
                false if next > 0 && is_function_word(&own) => {}
                false => return None,
            }
            at += 1;
        }
        let (last, start) = all.get(at.checked_sub(1)?)?;
        (next == wanted.len()).then(|| all[first].1..start + last.len())
    })
}

/// The parts of a word that hyphens join, each with where it begins.
fn parts(word: &str, start: usize) -> Vec<(&str, usize)> {
    let mut at = start;
    word.split('-')
        .map(|part| {
            let from = at;
            at += part.len() + 1;
            (part, from)
        })
        .filter(|(part, _)| !part.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_told_by_the_words_beside_them() {
        for (text, letters) in [
            ("Ada Okafor-Lisle (AOL), keeper", "AOL"),
            ("This is called maintenance and reliever therapy, or MART.", "MART"),
            ("LARS (lamp and rope store) is shut.", "LARS"),
            ("The factor of safety (FoS) was 1.08.", "FoS"),
            ("AOL stands for Ada Okafor-Lisle.", "AOL"),
        ] {
            assert!(beside_letters(text, letters), "{text}");
        }
        for (text, letters) in [
            ("AOL said that the lamps are lit.", "AOL"),
            ("Ada Orsk left. The list of AOL is lost.", "AOL"),
            ("The lamp and rope store is shut, says Reed of LARS.", "LARS"),
        ] {
            assert!(!beside_letters(text, letters), "{text}");
        }
        assert!(in_brackets("The plan is called LARK (lamps and ropes, kept).", "LARK"));
        assert!(!in_brackets("LARK (see the lists) is shut.", "LARK") && !in_brackets("LARK (Orsk)", "LARK"));
        assert!(stands_for("The full title is benign paroxysmal positional vertigo.", "BPPV").is_some());
    }

    #[test]
    fn questions_for_letters_ask_nothing_besides() {
        for question in
            ["What is BPPV?", "What does BPPV stand for?", "What does BPPV mean?", "What's the full name of BPPV?"]
        {
            assert_eq!(letters_asked(question).as_deref(), Some("BPPV"), "{question}");
        }
        for question in ["How much did BPPV cost?", "What is the BPPV of the DVLA?", "What is vertigo?"] {
            assert_eq!(letters_asked(question), None, "{question}");
        }
    }
}
