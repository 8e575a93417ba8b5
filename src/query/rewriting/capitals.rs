//! Names in a question that is typed without capitals: "who told hetty of the calder trust?" names Hetty and the Calder
//! Trust where the index knows somebody and something by these words.

use crate::model::EntityType;
use crate::query::QueryError;
use crate::store::Reader;
use crate::text::names::tag::is_ordinary_word;
use crate::text::question::is_question_word;
use crate::text::words::terms::{Word, fold, is_stop, without_genitive, words};

/// Words of a name that is looked for, at most.
const LONGEST: usize = 4;
/// Letters of one word that may be a name, at least.
const SHORTEST: usize = 3;

/// The question with capitals for the names in it; none for one that has capitals of its own, or no such name.
pub(super) fn with_capitals(reader: &Reader, question: &str) -> Result<Option<String>, QueryError> {
    if question.chars().skip(1).any(char::is_uppercase) {
        return Ok(None);
    }
    let all: Vec<Word<'_>> = words(question).collect();
    let (mut written, mut done, mut at) = (String::new(), 0, 0);
    while at < all.len() {
        let widest = LONGEST.min(all.len() - at);
        let mut found = None;
        for wide in (1..=widest).rev() {
            let run = &all[at..at + wide];
            let (start, last) = (run[0].span.start, run[wide - 1]);
            let end = last.span.start + without_genitive(last.text).len();
            let Some(typed) = question.get(start..end).filter(|_| may_be_a_name(run)) else { continue };
            if let Some(name) = name_written(reader, typed)? {
                found = Some((wide, start, end, name));
                break;
            }
        }
        let Some((wide, start, end, name)) = found else {
            at += 1;
            continue;
        };
        written.push_str(&question[done..start]);
        written.push_str(&name);
        (done, at) = (end, at + wide);
    }
    written.push_str(&question[done..]);
    Ok((done > 0 && written != question).then_some(written))
}

/// True for words of which one at least is no word of the language, and which neither begin nor end with one that only
/// ties others.
fn may_be_a_name(run: &[Word<'_>]) -> bool {
    let ties = |word: &Word<'_>| is_stop(&fold(word.text)) || is_question_word(word.text);
    let telling = |word: &Word<'_>| {
        let bare = without_genitive(word.text);
        bare.chars().count() >= SHORTEST && !is_stop(&fold(bare)) && !is_ordinary_word(bare)
    };
    !ties(&run[0]) && !ties(&run[run.len() - 1]) && run.iter().any(telling)
}

/// How the documents write what is typed small, where somebody, a body, a place or another thing with a name is
/// called so, and no concept.
fn name_written(reader: &Reader, typed: &str) -> Result<Option<String>, QueryError> {
    let named = reader.names_written(typed)?;
    let is_proper = |kind: &EntityType| !matches!(kind, EntityType::Concept | EntityType::Date | EntityType::Other(_));
    if !named.iter().all(|(_, kind)| is_proper(kind)) {
        return Ok(None);
    }
    // As it is typed but for its capitals: a name is found by other signs in it as well.
    let same = |name: &String| name.to_lowercase() == typed && name.starts_with(char::is_uppercase);
    Ok(named.into_iter().map(|(name, _)| name).find(same))
}
