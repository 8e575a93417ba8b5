//! The document that a question for a summary means by what it calls it: *the contract*, *the interview with Ada Voss*,
//! *Voss 2019* of `voss2019.md`. A title or a file's name is called so where it says hardly anything else, or begins or
//! ends with it.

use std::collections::BTreeSet;

use super::documents::{Named, asks_for_the_whole, without};
use crate::model::Span;
use crate::query::QueryError;
use crate::query::context::titles::{Title, Titles};
use crate::text::question::{Reading, is_document, is_framing};
use crate::text::titles::designators::is_of_the_whole;
use crate::text::words::fold::singular;
use crate::text::words::terms::{Word, fold, folded, is_digits, is_stop, without_genitive, words};

/// Words that call a document, at most: more say what is wanted of it.
const MOST: usize = 6;
/// Documents that are meant by one name, as drafts are with what came of them.
const TOGETHER: usize = 3;

/// How plainly a title says what a question calls a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Called {
    /// It has the words somewhere.
    Among,
    /// It begins or ends with one of them.
    Headed,
    /// It says nothing else.
    Alone,
}

/// Those that a question for a summary calls by words of their titles or files; none where these are said of several,
/// or in passing by a title that is of something else. `names` are those in the question.
pub(super) fn meant(titles: &Titles<'_>, question: &str, names: &[String]) -> Result<Option<Named>, QueryError> {
    let telling: Vec<Word<'_>> = words(question).filter(|word| tells(word.text)).take(MOST + 1).collect();
    let spans: Vec<Span> = telling.iter().map(|word| word.span).collect();
    let rest = without(question, &spans);
    if telling.is_empty()
        || telling.len() > MOST
        || !asks_for_the_whole(&rest)
        || !Reading::of(&rest).asks_for_summary()
    {
        return Ok(None);
    }
    let wanted = wanted(names, &telling);
    let mut called: Vec<(Called, &Title)> = Vec::new();
    for title in titles.all()? {
        let names = title.called();
        let plainly = names.iter().flat_map(|name| wanted.iter().filter_map(|words| is_called(name, words))).max();
        called.extend(plainly.map(|plainly| (plainly, title)));
    }
    let Some(best) = called.iter().map(|(plainly, _)| *plainly).max() else { return Ok(None) };
    called.retain(|(plainly, _)| *plainly == best);
    // Of *Interview Voss* and *Reply Voss* the interview is the one.
    let asked: BTreeSet<String> = folded(question).into_iter().map(|word| singular(&word)).collect();
    let shared = |title: &Title| title.words().iter().filter(|word| asked.contains(&singular(word))).count();
    let most = called.iter().map(|(_, title)| shared(title)).max().unwrap_or(0);
    called.retain(|(_, title)| shared(title) == most);
    // "Tell me about Ada Voss" is of her, and not of the one letter that is titled by somebody of her name.
    let of_name =
        |word: &Word<'_>| names.iter().any(|name| name.split(' ').any(|own| own == without_genitive(word.text)));
    if best < Called::Alone && telling.iter().all(of_name) && !words(&rest).any(|word| is_document(&fold(word.text))) {
        return Ok(None);
    }
    let one = called.len() == 1 && telling.len() > 1;
    let few = called.len() <= TOGETHER && called.len() < titles.all()?.len();
    let documents = called.iter().map(|(_, title)| title.document).collect();
    Ok((one || few && best > Called::Among).then_some(Named { documents, spans }))
}

/// True for a word that may call a document.
fn tells(word: &str) -> bool {
    let folded = fold(without_genitive(word));
    !is_stop(&folded) && !is_framing(&folded) && !is_of_the_whole(&folded)
}

/// The words, folded, in the singular, that a title has to have: all, or of somebody's name the last one alone.
fn wanted(names: &[String], telling: &[Word<'_>]) -> [Vec<String>; 2] {
    let in_front = |word: &Word<'_>| names.iter().any(|name| name.split(' ').rev().skip(1).any(|own| own == word.text));
    let key = |word: &Word<'_>| singular(&fold(without_genitive(word.text)));
    [telling.iter().map(key).collect(), telling.iter().filter(|word| !in_front(word)).map(key).collect()]
}

/// How plainly a title, or the name of a file without its ending, is called by some words; `None` where it lacks one.
fn is_called(name: &str, wanted: &[String]) -> Option<Called> {
    let own: Vec<String> = parts(name).iter().map(|word| singular(&fold(word))).filter(|word| !is_stop(word)).collect();
    // *Voss 2019* is `voss2019`.
    if own.concat() == wanted.concat() {
        return Some(Called::Alone);
    }
    if !wanted.iter().all(|word| own.contains(word)) {
        return None;
    }
    let letters: Vec<&String> = own.iter().filter(|word| !is_digits(word)).collect();
    let asked: BTreeSet<&String> = wanted.iter().collect();
    let headed = [letters.first(), letters.last()].into_iter().flatten().any(|word| asked.contains(*word));
    Some(match () {
        () if letters.iter().all(|word| asked.contains(word)) => Called::Alone,
        () if headed => Called::Headed,
        () => Called::Among,
    })
}

/// The words of a name, and figures that are written together with them apart.
fn parts(name: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for piece in name.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty()) {
        let mut from = 0;
        let mut before: Option<bool> = None;
        for (at, c) in piece.char_indices() {
            let digit = c.is_ascii_digit();
            if before.is_some_and(|before| before != digit) {
                found.push(&piece[from..at]);
                from = at;
            }
            before = Some(digit);
        }
        found.push(&piece[from..]);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_called_by_its_title_or_its_file() {
        let called = |name: &str, wanted: &[&str]| {
            is_called(name, &wanted.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(called("08_contract", &["contract"]), Some(Called::Alone));
        assert_eq!(called("Contract OR-2031-4 for the quay", &["contract"]), Some(Called::Headed));
        assert_eq!(called("Voss v Reed judgment", &["judgment"]), Some(Called::Headed));
        assert_eq!(called("Change no. 3 to the contract of the quay", &["contract"]), Some(Called::Among));
        assert_eq!(called("de-voss2019", &["voss", "2019"]), Some(Called::Headed));
        assert_eq!(called("devoss2019", &["de", "voss", "2019"]), Some(Called::Alone));
        assert_eq!(called("Letter to the board", &["contract"]), None);
    }
}
