//! The verb of a question: what it asks who or what did, or what was done.

use unicode_segmentation::UnicodeSegmentation;

use super::is_content;
use super::is_past;
use super::lists::{WORDS, is_doing};
use super::read::{WITHIN, counted};
use crate::text::words::wordlist::{is_article, is_auxiliary};

/// The verb of "How many people were drowned at Orsk?".
pub(super) fn undergone(words: &[&str]) -> Option<String> {
    let counted = counted(words)?;
    let auxiliary = counted.iter().take(WITHIN).position(|word| WORDS.auxiliaries.has(&word.to_lowercase()))?;
    let verb = counted.get(auxiliary + 1).filter(|verb| verb.starts_with(char::is_lowercase) && is_content(verb))?;
    Some((*verb).to_owned())
}

/// The verb of "How many times did the bell ring?".
pub(super) fn times_done(words: &[&str]) -> Option<String> {
    let (times, rest) = counted(words)?.split_first()?;
    let asks = WORDS.times.has(&times.to_lowercase()) && rest.first().is_some_and(|next| is_auxiliary(next));
    let lower: Vec<String> = rest.iter().skip(1).map(|word| word.to_lowercase()).collect();
    let mut runs = lower.split(|word| !is_content(word)).filter(|run| !run.is_empty());
    let run = runs.next().filter(|_| asks)?;
    // "Did the bell of Orsk ring" has its verb behind what the bell is of.
    let is_doer = run.len() == 1 && lower.first().is_some_and(|first| is_article(first));
    let run = if is_doer { runs.next().unwrap_or(run) } else { run };
    run.last().cloned()
}

/// What it is asked of when, where or why something happened, or was done to it, by its last word: *fire* in "When did
/// the fire at the mill happen?", *book* in "Where was the lost book found?".
pub(super) fn thing(words: &[&str]) -> Option<String> {
    const REACH: usize = 4;
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let at = lower.iter().take(REACH).position(|word| is_auxiliary(word)).filter(|&at| at > 0)?;
    let article = lower.get(at + 1).is_some_and(|next| is_article(next));
    let rest = lower.get(at + 2..).filter(|_| article)?;
    let plain =
        |at: usize| is_content(&rest[at]) && words[words.len() - rest.len() + at].starts_with(char::is_lowercase);
    let run = (0..rest.len()).take_while(|&at| plain(at)).count();
    let goes_on = (run..rest.len()).any(plain);
    let doing = WORDS.doing_it.has(&lower[at]);
    // The verb stands last, unless what the thing is of stands between: "the fire at the mill happen".
    let has_verb = if doing { !goes_on && run > 1 } else { run > 1 && is_past(&rest[run - 1]) };
    rest.get(..run - usize::from(has_verb && run > 0))?.last().cloned()
}

/// The verb of "Did Ada Voss win the vote?": the first word of content behind the name that an auxiliary at the
/// beginning stands in front of.
pub(super) fn whether(words: &[&str], names: &[String]) -> Option<String> {
    let first = words.first()?.to_lowercase();
    let name = names.iter().find(|name| words[1..].iter().zip(name.unicode_words()).all(|(own, of)| *own == of))?;
    let mut behind = words[1..].iter().skip(name.unicode_words().count()).map(|word| word.to_lowercase());
    WORDS.past_asking.has(&first).then(|| behind.find(|word| is_content(word)))?
}

/// The verb of "What do the mills lose in the sale?": the last word of content of the first run of them.
pub(super) fn done(words: &[&str]) -> Option<String> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let asks =
        lower.first().is_some_and(|first| WORDS.what.has(first)) && lower.get(1).is_some_and(|next| is_doing(next));
    let run = lower.iter().skip(2).skip_while(|word| !is_content(word)).take_while(|word| is_content(word));
    asks.then(|| run.skip(1).last().cloned())?
}

/// The word after "what" or "who" at the beginning: the verb of a question about whoever did it.
pub(super) fn predicate(words: &[&str]) -> Option<String> {
    let first = words.first()?.to_lowercase();
    // "What obstacles do they mention?" leads with what is asked for, and no verb.
    let is_asked_for = words.get(2).is_some_and(|next| WORDS.auxiliaries.has(&next.to_lowercase()));
    if is_asked_for {
        return None;
    }
    let mut behind = words[1..].iter().map(|word| word.to_lowercase());
    // "Who first lit the lamp?"
    (WORDS.what.has(&first) || WORDS.asks_who.has(&first)).then(|| behind.find(|word| !WORDS.before_verbs.has(word)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thing_asked_of_is_the_last_word_of_what_stands_behind_the_article() {
        let of = |question: &str| thing(&question.unicode_words().collect::<Vec<_>>());
        for (question, wanted) in [
            ("When did the fire at the mill happen?", "fire"),
            ("When was the fire at the mill?", "fire"),
            ("Where was the lost shift book found?", "book"),
            ("Where was the book found in May?", "book"),
            ("When did the strike end in Orsk?", "strike"),
            ("In which year did the old ferry sink?", "ferry"),
        ] {
            assert_eq!(of(question).as_deref(), Some(wanted), "{question}");
        }
        for question in ["When did Ada Voss leave?", "When did it happen?", "Where is Orsk?", "When?", "The fire"] {
            assert_eq!(of(question), None, "{question}");
        }
    }
}
