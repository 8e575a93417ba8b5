//! The verb of a question: what it asks who or what did, or what was done.

use unicode_segmentation::UnicodeSegmentation;

use super::is_content;
use super::lists::{WORDS, is_doing};
use super::read::{WITHIN, counted};

/// The verb of "How many people were drowned at Orsk?".
pub(super) fn undergone(words: &[&str]) -> Option<String> {
    let counted = counted(words)?;
    let auxiliary = counted.iter().take(WITHIN).position(|word| WORDS.auxiliaries.has(&word.to_lowercase()))?;
    let verb = counted.get(auxiliary + 1).filter(|verb| verb.starts_with(char::is_lowercase) && is_content(verb))?;
    Some((*verb).to_owned())
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
