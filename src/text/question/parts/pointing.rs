//! What points back: a question that stands on those asked before it, or on the half in front of it, is given what its
//! pronoun stands for.

use unicode_segmentation::UnicodeSegmentation;

use super::{cut, ended, inherited, understood};
use crate::text::language::WordList;
use crate::text::question::Reading;
use crate::text::question::lists::WORDS;

/// Returns a question with what it takes from those asked before it, the latest last: "And when did he die?" after "Who was
/// Olof Lind?" asks when Olof Lind died. `Err` with the word that stands for nobody who was named.
pub fn carried_over(question: &str, before: &[&str]) -> Result<String, String> {
    let bare = question.trim();
    let bare = bare
        .split_once(' ')
        .filter(|(first, _)| WORDS.linking.has(first.to_lowercase().trim_matches(',')))
        .map_or(bare, |(_, rest)| rest);
    if let Some(last) = before.last() {
        let words: Vec<String> = bare.unicode_words().map(str::to_lowercase).collect();
        // "Tell me more." asks the same again, "Why?" why that is so.
        if words.iter().any(|word| WORDS.more.has(word)) && words.iter().all(|word| says_nothing(word)) {
            return Ok((*last).to_owned());
        }
        if words.len() <= 2 && words.iter().any(|word| WORDS.asking.has(word)) && words.iter().all(|w| says_nothing(w))
        {
            return Ok(inherited(bare, last)
                .map_or_else(|| format!("{} {}", ended(last), ended(bare)), |understood| ended(&understood)));
        }
    }
    let reading = Reading::of(bare);
    // In a later half it stands for what the first asks about.
    let pronoun = cut(bare).first().and_then(|first| pronoun(first));
    // "What is this about?" asks for all that is in scope, whatever was asked before; "Who did it?" does not.
    if reading.whole.coverage && !pronoun.is_some_and(is_for_somebody) && !reading.whole.vague {
        return Ok(question.to_owned());
    }
    // "How did he get to Tarn?" names where he went, and not him.
    let names_it = |pronoun: &&str| match reading.names.as_slice() {
        [] => false,
        names => !is_for_somebody(pronoun) || !stands_before(bare, pronoun, names),
    };
    let Some(pronoun) = pronoun.filter(|pronoun| !names_it(pronoun)) else {
        // "And in March?" asks the same of another time.
        let shorter = bare.len() < question.trim().len() && reading.content.len() <= 1 && reading.names.is_empty();
        return Ok(match before.last().filter(|_| shorter) {
            Some(last) => format!("{} {}", ended(last).trim_end_matches('?'), ended(bare)),
            None => question.to_owned(),
        });
    };
    for earlier in before.iter().rev() {
        let reading = Reading::of(earlier);
        // "Where does she work?" after "What does she say of Tarn?" asks of whoever she was there.
        if earlier.unicode_words().any(|word| stand_for_one(word, pronoun)) {
            continue;
        }
        // Of two that were asked about with each other, one word tells none.
        if reading.relation && reading.names.len() > 1 && is_singular(pronoun) {
            return Err(pronoun.to_owned());
        }
        if !reading.names.is_empty() || reading.predicate.is_some() || !reading.content.is_empty() {
            let said = understood(bare, earlier, &reading);
            if said != bare {
                return Ok(ended(&said));
            }
        }
    }
    Err(pronoun.to_owned())
}

/// True where a word stands in front of all names of a question.
fn stands_before(question: &str, word: &str, names: &[String]) -> bool {
    let at = question.unicode_word_indices().find(|(_, one)| *one == word).map(|(at, _)| at);
    at.is_some_and(|at| names.iter().all(|name| question.find(name.as_str()).is_none_or(|named| at < named)))
}

/// True for two words that stand for the same one in questions that follow each other.
fn stand_for_one(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let both = |list: &WordList| list.has(&one) && list.has(&other);
    both(&WORDS.for_him) || both(&WORDS.for_her)
}

/// Returns the word of a question that stands for somebody, where nothing in front of it could be meant and nobody is named:
/// "When did he die?".
pub fn stands_for_nobody(question: &str) -> Option<&str> {
    let reading = Reading::of(question);
    let said = |word: &str| reading.content.iter().any(|known| *known == word.to_lowercase());
    let pronoun = question.unicode_words().take_while(|word| !said(word)).find(|word| is_singular(word))?;
    reading.names.is_empty().then_some(pronoun)
}

/// True for a word that says nothing of what is asked about.
pub(super) fn says_nothing(word: &str) -> bool {
    [&WORDS.function, &WORDS.asking, &WORDS.more, &WORDS.frame, &WORDS.light].iter().any(|list| list.has(word))
}

/// The first word of a question that stands for somebody or something.
pub(super) fn pronoun(question: &str) -> Option<&str> {
    question.unicode_words().find(|word| {
        let word = word.to_lowercase();
        WORDS.for_somebody.has(&word) || WORDS.for_something.has(&word)
    })
}

pub(super) fn is_for_somebody(word: &str) -> bool {
    WORDS.for_somebody.has(&word.to_lowercase())
}

fn is_singular(word: &str) -> bool {
    is_for_somebody(word) && !WORDS.several.has(&word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_a_word_stood_for_before_it_stands_for_again() {
        let carried = |question: &str, before: &[&str]| carried_over(question, before).expect("understood");
        let before = ["Who is Ada Voss?", "What does she say about the Tarn Gate?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(carried("How did he get into Tarn?", &["Who is Tom Reed?"]), "How did Tom Reed get into Tarn?");
        // Another is named since.
        let before = ["Who is Tom Reed?", "What does he say about Ada Voss?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(
            carried("Who opened it?", &["When was the scour valve opened on the night of 1 February 2019?"]),
            "Who opened the scour valve?"
        );
        assert_eq!(
            carried("What did Reed say when he left?", &["Who is Ada Voss?"]),
            "What did Reed say when he left?"
        );
    }

    #[test]
    fn what_points_back_takes_its_subject_from_the_turn_before() {
        let before = ["Who was Olof Lind?"];
        assert_eq!(carried_over("And when did he die?", &before).unwrap(), "When did Olof Lind die?");
        assert_eq!(carried_over("Where is his mill?", &before).unwrap(), "Where is Olof Lind's mill?");
        assert_eq!(carried_over("Who owns the sawmill?", &before).unwrap(), "Who owns the sawmill?");
        assert_eq!(carried_over("When did he die?", &[]), Err("he".to_owned()));
        assert_eq!(carried_over("", &before).unwrap(), "");
        assert_eq!(carried_over("Where was her mill?", &before).unwrap(), "Where was Olof Lind's mill?");
    }

    #[test]
    fn what_says_nothing_itself_asks_on() {
        let before = ["What does lampd stand for?"];
        assert_eq!(carried_over("Who maintains it?", &before).unwrap(), "Who maintains lampd?");
        assert_eq!(carried_over("Tell me more.", &before).unwrap(), before[0]);
        assert_eq!(carried_over("Why?", &["When did Olof Lind leave?"]).unwrap(), "Why did Olof Lind leave?");
        assert_eq!(carried_over("Why?", &["Who sold the mill?"]).unwrap(), "Who sold the mill? Why?");
        assert_eq!(carried_over("Why?", &[]).unwrap(), "Why?");
    }

    #[test]
    fn a_word_that_stands_for_nobody_is_told() {
        assert_eq!(stands_for_nobody("When did he die?"), Some("he"));
        for one in ["When did Ada Voss say she left?", "Did the king lose his crown?", "What does it cost?", ""] {
            assert_eq!(stands_for_nobody(one), None, "{one}");
        }
    }

    #[test]
    fn what_only_an_answer_can_tell_is_not_understood() {
        let before = ["Which keepers mention the storm?"];
        assert_eq!(carried_over("And who was the last of them?", &before), Err("them".to_owned()));
        assert_eq!(
            carried_over("And what did the last of them say about it?", &before).unwrap(),
            "What did the last of them say about the storm?"
        );
        let two = ["How are Olof Lind and Ada Voss connected?"];
        assert_eq!(carried_over("When did he die?", &two), Err("he".to_owned()));
        assert_eq!(carried_over("Where did they meet?", &two).unwrap(), "Where did Olof Lind and Ada Voss meet?");
    }
}
