//! Words that are put together of several, as German, Dutch and Swedish have them: a question for the
//! *Nitratbelastung* is answered by the *Nitratgehalt*. What a word is made of is told by what else stands in the
//! index.

use crate::store::{Reader, Result};
use crate::text::language::pack;

/// Letters of a part at the front and of one at the end, at least.
const FRONT: usize = 3;
const HEAD: usize = 4;
/// The same of a part beside which the rest of the word stands nowhere, and of a word that others begin with.
const ALONE: usize = 5;
/// Words that a word is a part of, at most.
const MOST: usize = 8;

/// True where words of a language are put together of several.
fn joins(language: Option<&str>) -> bool {
    language.and_then(pack).is_some_and(|pack| pack.joints.iter().next().is_some())
}

/// The words of an index that a word is put together of, what it is a kind of first; none for one of another language,
/// and where none of it stands by itself.
///
/// # Errors
/// Those of reading the index.
pub fn parts(reader: &Reader, word: &str, language: Option<&str>) -> Result<Vec<String>> {
    let Some(pack) = language.and_then(pack).filter(|_| joins(language)) else { return Ok(Vec::new()) };
    let word = word.to_lowercase();
    let stands = |part: &str, letters: usize| -> Result<bool> {
        Ok(part.chars().count() >= letters && !pack.function.has(part) && reader.units_with(part)? > 0)
    };
    let mut alone: (Option<&str>, Option<&str>) = (None, None);
    for (at, _) in word.char_indices().skip(FRONT) {
        let (front, head) = word.split_at(at);
        // *Übersehen* is nothing seen.
        if pack.verb_prefixes.has(front) {
            continue;
        }
        let joined = pack.joints.iter().filter_map(|joint| front.strip_suffix(joint));
        let mut own = None;
        for front in std::iter::once(front).chain(joined) {
            if own.is_none() && stands(front, FRONT)? {
                own = Some(front);
            }
        }
        let kind = if stands(head, HEAD)? { Some(head) } else { None };
        if let (Some(front), Some(head)) = (own, kind) {
            return Ok(vec![head.to_owned(), front.to_owned()]);
        }
        // The longest of either: fronts grow from one place to the next, and heads shrink.
        let long = |part: &&str| part.chars().count() >= ALONE;
        alone = (alone.0.or(kind.filter(long)), own.filter(long).or(alone.1));
    }
    Ok(alone.0.into_iter().chain(alone.1).take(1).map(str::to_owned).collect())
}

/// The words of an index that begin with a stem, shorter ones first. Those that end with one would be found by looking
/// through all words alone, which takes longer than the search.
///
/// # Errors
/// Those of reading the index.
pub(super) fn wholes(reader: &Reader, stem: &str, language: Option<&str>) -> Result<Vec<String>> {
    if !joins(language) || stem.chars().count() < ALONE || !stem.chars().all(char::is_alphabetic) {
        return Ok(Vec::new());
    }
    let mut found = reader.terms_beginning(stem)?;
    found.retain(|term| term != stem && term.chars().all(char::is_alphabetic));
    found.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    found.truncate(MOST);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::bare;

    fn made_of(word: &str, language: Option<&str>) -> Vec<String> {
        let (_folder, index) = bare();
        let text = "der nitrat im wasser und das netz der stadt, die belastung der ferien, sehen";
        let other = rusqlite::Connection::open(&index).unwrap();
        other.execute("INSERT INTO unit_words (rowid, title, text) VALUES (900, '', ?1)", [text]).unwrap();
        parts(&Reader::open(&index).unwrap(), word, language).unwrap()
    }

    #[test]
    fn a_word_is_put_together_of_those_that_stand_alone() {
        assert_eq!(made_of("Nitratbelastung", Some("deu")), ["belastung", "nitrat"]);
        assert_eq!(made_of("Stadtnetz", Some("deu")), ["netz", "stadt"]);
        assert_eq!(made_of("Wassergeschichte", Some("deu")), ["wasser"]);
        assert!(made_of("übersehen", Some("deu")).is_empty() && made_of("Gitter", Some("deu")).is_empty());
        assert!(made_of("Nitratbelastung", Some("fra")).is_empty() && made_of("Nitratbelastung", None).is_empty());
    }
}
