//! Words of a question that no document has and that are a slip of the keyboard away from one that some have, or from
//! one that questions are asked with: "What were the main findigns?". What it was read as is told, so that nothing is
//! replaced unseen. So are letters that stand for the words of a name, where the documents only write it in full.

use std::cmp::Reverse;

use strsim::osa_distance;

use crate::judgement::rank::lexicon::Lexicon;
use crate::query::entities::namesakes::is_borne;
use crate::query::{Ask, QueryError};
use crate::store::Reader;
use crate::text::language::{packs, word_lists};
use crate::text::names::tag::is_ordinary_word;
use crate::text::question::{asking_word, is_question_word, question_words};
use crate::text::words::fold::with_capital;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{folded, is_stop, words};
use crate::text::words::wordlist::{is_function_word, with_apostrophe};

word_lists! { static WORDS = "spelling.toml": endings, vowels, deriving }

/// Letters of a word that may be misspelt, at least; of a shorter one than the second two letters may be in the wrong
/// order, because too many such words are a letter from another.
const SHORTEST: usize = 4;
const SHORT: usize = 5;
/// Letters from which any one letter may be another, and two may be wrong.
const LONG: usize = 9;
/// Letters that stand for the words of a name.
const INITIALS: std::ops::RangeInclusive<usize> = 3..=6;
/// Passages in which a form is looked for.
const LOOKED_AT: usize = 20;
/// Letters that whoever mistypes a word begins it with rightly.
const OPENING: usize = 1;

/// The question as it was meant; none where nothing in it is misspelt.
pub(super) fn corrected(reader: &Reader, lexicon: &dyn Lexicon, ask: &Ask) -> Result<Option<String>, QueryError> {
    let question = &ask.question.text;
    let reading = ask.question.whole_reading();
    // A word of another language is no slip for an English one.
    if reading.language.is_some() || is_foreign(question) {
        return Ok(None);
    }
    let named = &reading.names;
    let mut meant = String::with_capacity(question.len());
    let mut from = 0;
    for word in words(question) {
        let lower = word.text.to_lowercase();
        if from == 0
            && word.span.start == 0
            && let Some(asking) = asking_word(&lower)
        {
            meant.push_str(&with_capital(&asking));
            from = word.span.end;
            continue;
        }
        if let Some(whole) = with_apostrophe(&lower) {
            meant.push_str(question.get(from..word.span.start).unwrap_or_default());
            meant.push_str(&if word.is_capital() { with_capital(whole) } else { whole.to_owned() });
            from = word.span.end;
            continue;
        }
        if let Some(name) = spelt_out(reader, lexicon, word.text)? {
            meant.push_str(question.get(from..word.span.start).unwrap_or_default());
            meant.push_str(&name);
            from = word.span.end;
            continue;
        }
        let letters = lower.chars().count();
        let plain = letters >= SHORTEST && lower.chars().all(char::is_alphabetic);
        // What is a word of the language is meant as it stands: *auction* is no slip for *action*.
        let known = is_stop(&lower)
            || is_question_word(&lower)
            || flags(&lower) != Flags::default()
            || is_ordinary_word(&lower);
        if !plain || known || lexicon.is_used(&lower) {
            continue;
        }
        let Some(right) = nearest(reader, &lower)? else { continue };
        if makes_another(reader, named, word.text, &right)? {
            continue;
        }
        meant.push_str(question.get(from..word.span.start).unwrap_or_default());
        meant.push_str(&if word.is_capital() { with_capital(&right) } else { right });
        from = word.span.end;
    }
    meant.push_str(question.get(from..).unwrap_or_default());
    Ok((from > 0).then_some(meant))
}

/// True for words of another language alone: "les entreprises".
fn is_foreign(question: &str) -> bool {
    let ties: Vec<String> = words(question).map(|word| word.text.to_lowercase()).collect();
    let foreign = |word: &String| packs().iter().skip(1).any(|pack| pack.function.has(word));
    let is_tie = |word: &String| is_function_word(word) || is_question_word(word);
    ties.iter().any(foreign) && !ties.iter().any(is_tie)
}

/// True where a word of a full name would make a name that nobody bears: *Ada Atall* is no slip for *Ada Tall*, though
/// some document has the word *tall*.
fn makes_another(reader: &Reader, named: &[String], word: &str, right: &str) -> Result<bool, QueryError> {
    let whole = named.iter().find(|name| name.contains(' ') && name.split(' ').any(|one| one == word));
    let Some(name) = whole else { return Ok(false) };
    let meant: Vec<String> =
        name.split(' ').map(|one| if one == word { with_capital(right) } else { one.to_owned() }).collect();
    Ok(!is_borne(reader, &meant.join(" "))?)
}

/// The name whose words begin with the letters of a word that stands nowhere: *HBC*, where the documents write *Harbour
/// Board of Commons* and nobody shortens it.
fn spelt_out(reader: &Reader, lexicon: &dyn Lexicon, word: &str) -> Result<Option<String>, QueryError> {
    let lower = word.to_lowercase();
    let capitals = word.chars().all(char::is_uppercase);
    let letters = INITIALS.contains(&lower.chars().count()) && lower.chars().all(char::is_alphabetic);
    let known = || is_stop(&lower) || is_question_word(&lower) || is_ordinary_word(&lower);
    if !letters || !capitals && (known() || flags(&lower) != Flags::default()) || lexicon.is_used(&lower) {
        return Ok(None);
    }
    let initials = |name: &str, all: bool| -> String {
        let folded = folded(name).into_iter().filter(|word| all || !is_function_word(word));
        folded.filter_map(|word| word.chars().next()).collect()
    };
    let mut names = reader.names_of_initials(&lower)?.into_iter();
    Ok(names.find(|name| initials(name, false) == lower || initials(name, true) == lower))
}

/// What a word that stands nowhere is most likely meant to be: by the fewest slips, then what stands in the most text
/// units.
fn nearest(reader: &Reader, word: &str) -> Result<Option<String>, QueryError> {
    let Some((end, _)) = word.char_indices().nth(OPENING) else { return Ok(None) };
    let mut best: Option<(usize, Reverse<u32>, String)> = None;
    for term in reader.terms_beginning(&word[..end])? {
        // The full text writes *employ* as `emploi`.
        let whole = term.strip_suffix('i').map(|cut| format!("{cut}y"));
        let stems = [Some(term), whole].into_iter().flatten();
        let forms = stems.flat_map(|stem| {
            let ended: Vec<String> = WORDS.endings.iter().map(|ending| format!("{stem}{ending}")).collect();
            std::iter::once(stem).chain(ended)
        });
        for form in forms.filter(|form| is_slip(word, form)) {
            let slips = osa_distance(word, &form);
            if best.as_ref().is_some_and(|(fewest, ..)| slips > *fewest) {
                continue;
            }
            let found = (slips, Reverse(reader.units_with(&form)?), form);
            // A word of the language is found by its stem, in whatever form the documents have it.
            let meant = || Ok::<_, QueryError>(is_ordinary_word(&found.2) || stands(reader, &found.2)?);
            if found.1.0 > 0 && best.as_ref().is_none_or(|known| found < *known) && meant()? {
                best = Some(found);
            }
        }
    }
    // A vowel for another makes a word that only the documents do not have: *stale* is no *style*.
    let typed = |known: &&str| is_slip(word, known) && (word.chars().count() >= LONG || has_letters_of(word, known));
    let asked = || question_words().filter(typed).min().map(str::to_owned);
    Ok(best.map(|(_, _, form)| form).or_else(asked))
}

/// True where a passage has a word as it is written here: the full text knows its stem alone.
fn stands(reader: &Reader, form: &str) -> Result<bool, QueryError> {
    for unit in reader.text_units_with(form, true, LOOKED_AT)? {
        if words(&reader.unit_text(&unit)?).any(|word| word.text.to_lowercase() == form) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// True where a word is another one mistyped: two letters in the wrong order, one too many or too few, a vowel for
/// another, or two where the consonants are right; of a long word any letter, or two of these. A plural is no slip.
fn is_slip(word: &str, meant: &str) -> bool {
    let (letters, other) = (word.chars().count(), meant.chars().count());
    let most = if letters >= LONG { 2 } else { 1 };
    // What has another ending is another word: *provider* and *provide*.
    if letters.abs_diff(other) > most || other < SHORTEST || word.starts_with(meant) || meant.starts_with(word) {
        return false;
    }
    if are_derived(word, meant) {
        return false;
    }
    match osa_distance(word, meant) {
        1 if letters < SHORT && letters + 1 == other => is_doubled(word, meant),
        1 if letters < SHORT || letters == other && letters < LONG => {
            let unlike: Vec<(char, char)> =
                word.chars().zip(meant.chars()).filter(|(one, other)| one != other).collect();
            let is_vowel = |letter: char| WORDS.vowels.has(letter.encode_utf8(&mut [0; 4]));
            letters == other && unlike.len() == 2
                || letters >= SHORT && unlike.iter().all(|&(one, other)| is_vowel(one) && is_vowel(other))
        }
        2 if letters > SHORT && consonants(word) == consonants(meant) => true,
        slips => (1..=most).contains(&slips),
    }
}

/// The letters of a word but for its vowels, each run once: whoever writes by ear has these right.
fn consonants(word: &str) -> Vec<char> {
    let is_vowel = |letter: &char| WORDS.vowels.has(letter.encode_utf8(&mut [0; 4]));
    let mut letters: Vec<char> = word.chars().filter(|letter| !is_vowel(letter)).collect();
    letters.dedup();
    letters
}

/// True where two words go on from the same letters by endings that make words of others: *inspection*, *inspector*.
fn are_derived(word: &str, other: &str) -> bool {
    let alike = word.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    let alike: usize = alike.map(|(letter, _)| letter.len_utf8()).sum();
    let is_at = |at: usize| {
        WORDS.deriving.has(word.get(at..).unwrap_or_default())
            && WORDS.deriving.has(other.get(at..).unwrap_or_default())
    };
    (SHORTEST..=alike).any(is_at)
}

/// True where a letter of a word stands twice in another, and all else is the same: *pels*, *pells*.
fn is_doubled(word: &str, meant: &str) -> bool {
    let mut letters: Vec<char> = meant.chars().collect();
    letters.dedup();
    letters.into_iter().eq(word.chars())
}

/// True where no letter is another: they stand in another order, or one more or less does.
fn has_letters_of(word: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    word.chars().count() != other.chars().count() || sorted(word) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_another_language_are_told_from_slips() {
        for question in ["les entreprises", "der Kai", "het schip"] {
            assert!(is_foreign(question), "{question}");
        }
        for question in ["the enterprses", "What were the findigns?", "lamp quay"] {
            assert!(!is_foreign(question), "{question}");
        }
        for question in
            ["Warum?", "Hoe werkt het?", "Qual è il tema principale?", "Quels sont les problèmes principaux ?"]
        {
            assert!(
                crate::text::question::Reading::of(question).language.is_some() || is_foreign(question),
                "{question}"
            );
        }
    }

    #[test]
    fn what_is_mistyped_is_told_from_another_word() {
        for (word, meant) in [
            ("findigns", "findings"),
            ("comittee", "committee"),
            ("recieve", "receive"),
            ("seperate", "separate"),
            ("threlkled", "threlkeld"),
            ("accomodation", "accommodation"),
            ("wrok", "work"),
            ("pels", "pells"),
            ("minits", "minutes"),
            ("definately", "definitely"),
        ] {
            assert!(is_slip(word, meant), "{word}");
        }
        for (word, other) in [
            ("parking", "packing"),
            ("tariffs", "tariff"),
            ("strike", "stroll"),
            ("lease", "least"),
            ("fees", "feet"),
            ("provider", "provide"),
            ("navigation", "navigator"),
            ("direction", "director"),
        ] {
            assert!(!is_slip(word, other), "{word}");
        }
    }
}
