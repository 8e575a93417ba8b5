//! Families of words for query expansion: a question about what killed somebody is answered by what somebody died of,
//! one about obstacles by a sentence about a struggle.
//!
//! Questions use abstract words (challenges, impact, ethics) and documents plain ones. Vectors trained on one corpus
//! find words that occur beside a word more often than words that could replace it, so the families that questions
//! about documents need are listed in `kin.txt`. A word whose stem is also that of a word with another meaning
//! (*object*, *objective*) is left out.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_stemmers::Stemmer;

use super::terms::{Stems, fold};
use crate::config::entries;
use crate::text::language::{Pack, language_files, pack};

/// The families of `kin.txt`.
fn families() -> impl Iterator<Item = &'static str> {
    entries(include_str!("kin.txt"))
}

/// Returns the other stems of a stem's family; empty for one without a family.
pub fn kin(stem: &str) -> &'static [String] {
    static KIN: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
        let mut stems = Stems::default();
        let mut all: HashMap<String, Vec<String>> = HashMap::new();
        for family in families() {
            let mut members: Vec<String> = family.split(' ').map(|word| stems.stem(word).to_owned()).collect();
            members.sort();
            members.dedup();
            for one in &members {
                let known = all.entry(one.clone()).or_default();
                let others = members.iter().filter(|&other| other != one);
                let fresh: Vec<String> = others.filter(|other| !known.contains(other)).cloned().collect();
                known.extend(fresh);
            }
        }
        all
    });
    KIN.get(stem).map_or(&[], Vec::as_slice)
}

/// How rare a word is from which those that stand in for it are looked for beside it, of 1 for what stands in one text
/// unit of many: a corpus has its own word for what it often speaks of.
pub const SELDOM: f32 = 0.4;

/// Words by the stem of what they stand in for.
type StandIns = HashMap<String, Vec<&'static str>>;

/// Reads lines of a word with those that stand in for it.
fn read(lines: &'static str, stem: impl Fn(&str) -> String) -> StandIns {
    let mut all = StandIns::new();
    for family in entries(lines) {
        let Some((word, others)) = family.split_once(' ') else { continue };
        all.entry(stem(word)).or_default().extend(others.split(' '));
    }
    all
}

/// The stem of a word in a language, without marks on its letters.
fn stem_in(language: &str, word: &str) -> String {
    let stemmer = pack(language).and_then(Pack::stemmer).map(Stemmer::create);
    let word = word.to_lowercase();
    fold(&stemmer.map_or_else(|| word.clone(), |stemmer| stemmer.stem(&word).into_owned()))
}

/// Returns the words that stand in for one that no document uses, or few, in a language (none: English), as
/// `stand_ins.txt` and the file of the language have them behind it.
pub fn stand_ins(word: &str, language: Option<&str>) -> &'static [&'static str] {
    static ENGLISH: LazyLock<StandIns> =
        LazyLock::new(|| read(include_str!("stand_ins.txt"), |word| Stems::default().stem(word).to_owned()));
    static OTHERS: LazyLock<HashMap<&'static str, StandIns>> = LazyLock::new(|| {
        language_files!["../../../assets/languages/stand_ins/", ".txt": "deu", "nld", "fra", "spa", "ita", "por"]
            .into_iter()
            .map(|(code, lines)| (code, read(lines, |word| stem_in(code, word))))
            .collect()
    });
    let found = match language {
        None => ENGLISH.get(Stems::default().stem(word)),
        Some(language) => OTHERS.get(language).and_then(|all| all.get(&stem_in(language, word))),
    };
    found.map_or(&[], Vec::as_slice)
}

/// Letters that two forms of a word have to share at their beginning.
const ALIKE: usize = 5;
/// Percent of the longer form that these have to be.
const PART: usize = 65;

/// Returns the prefix that stems of other forms of the word share; `None` for a stem too short to tell.
pub fn beginning(stem: &str) -> Option<&str> {
    stem.char_indices().nth(ALIKE).map(|(end, _)| &stem[..end])
}

/// How likely two stems are forms of one word, which a stemmer of another language keeps apart, from 0 to 1:
/// *descarregava* and *descarregou*.
pub fn forms_alike(one: &str, other: &str) -> f32 {
    let alike = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longer = one.chars().count().max(other.chars().count()).max(1);
    let forms = alike >= ALIKE && alike * 100 >= longer * PART && one.chars().all(char::is_alphabetic);
    if forms { alike as f32 / longer as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_begin_alike() {
        assert!(
            forms_alike("descarregava", "descarregou") > 0.0 && forms_alike("сопровождает", "сопровождающим") > 0.0
        );
        for (one, other) in [("harbour", "harvest"), ("gate", "gates"), ("representation", "republic"), ("", "")] {
            assert_eq!(forms_alike(one, other), 0.0, "{one} {other}");
        }
        assert_eq!((beginning("гаваней"), beginning("gate")), (Some("гаван"), None));
    }

    #[test]
    fn kin_is_mutual_and_never_of_oneself() {
        assert!(families().count() > 20 && families().all(|family| family.contains(' ')));
        let mut stems = Stems::default();
        for word in families().flat_map(|family| family.split(' ')) {
            let stem = stems.stem(word).to_owned();
            assert!(!kin(&stem).contains(&stem), "{word}");
            for other in kin(&stem) {
                assert!(kin(other).contains(&stem), "{word} and {other}");
            }
        }
        assert!(kin(stems.stem("dispute")).iter().any(|other| other == "disagr"), "{:?}", kin("disput"));
        assert!(kin("banana").is_empty());
    }

    #[test]
    fn words_stand_in_for_others_of_their_language() {
        assert!(stand_ins("halted", None).contains(&"stop"));
        assert!(stand_ins("gekostet", Some("deu")).contains(&"betrag"));
        assert!(
            stand_ins("Coûté", Some("fra")).contains(&"montant")
                && stand_ins("costó", Some("spa")).contains(&"importe")
        );
        assert!(stand_ins("halted", Some("deu")).is_empty() && stand_ins("halted", Some("swe")).is_empty());
    }
}
