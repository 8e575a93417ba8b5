//! Forms of words that no stemmer joins: what somebody "meets" in a question, they "met" in the documents.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::terms::Stems;
use crate::config::entries;
use crate::text::language::language_files;

/// A word with its forms, the one that questions have first.
type Family = Vec<&'static str>;

static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let lines = entries(include_str!("../../../assets/languages/forms/eng.txt"));
    lines.map(|line| line.split(' ').collect()).collect()
});

static BY_FORM: LazyLock<HashMap<&'static str, &'static Family>> =
    LazyLock::new(|| FAMILIES.iter().flat_map(|family| family.iter().map(move |form| (*form, family))).collect());

/// All words with their forms.
pub fn families() -> &'static [Vec<&'static str>] {
    &FAMILIES
}

/// The word that a folded word is a form of, itself included; `None` where its forms are those of the stemmer.
pub fn base(folded: &str) -> Option<&'static str> {
    BY_FORM.get(folded).and_then(|family| family.first()).copied()
}

/// All forms of a folded word, itself among them; empty where the stemmer joins them.
pub fn forms(folded: &str) -> &'static [&'static str] {
    BY_FORM.get(folded).map_or(&[], |family| family.as_slice())
}

/// Stems with those of the other forms of their words.
type ByStem = HashMap<String, Vec<String>>;

/// By language but English; the stems are those that full text has, of whatever language the word is.
static OTHERS: LazyLock<HashMap<&'static str, ByStem>> = LazyLock::new(|| {
    let mut stems = Stems::default();
    let read = |(code, text): (&'static str, &'static str)| {
        let mut by_stem: ByStem = HashMap::new();
        for line in entries(text) {
            let mut family: Vec<String> = line.split(' ').map(|form| stems.stem(form).to_owned()).collect();
            family.sort();
            family.dedup();
            for one in &family {
                let others = family.iter().filter(|&other| other != one).cloned();
                by_stem.entry(one.clone()).or_default().extend(others);
            }
        }
        (code, by_stem)
    };
    language_files!["../../../assets/languages/forms/", ".txt": "deu", "nld", "fra", "spa", "ita", "por", "swe"]
        .into_iter()
        .map(read)
        .collect()
});

/// The stems of other forms of a word in a language but English, by its own: *vond* of *vinden*.
pub fn others(language: &str, stem: &str) -> &'static [String] {
    OTHERS.get(language).and_then(|by_stem| by_stem.get(stem)).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::terms::Stems;

    #[test]
    fn every_form_is_of_one_word() {
        assert!(FAMILIES.len() > 80 && FAMILIES.iter().all(|family| family.len() > 1));
        assert_eq!(BY_FORM.len(), FAMILIES.iter().map(Vec::len).sum::<usize>());
        assert_eq!((base("met"), base("meet"), base("lamp")), (Some("meet"), Some("meet"), None));
        assert_eq!(forms("went"), ["go", "went", "gone"]);
    }

    #[test]
    fn other_languages_have_their_forms() {
        let has = |language: &str, one: &str, other: &str| others(language, one).iter().any(|form| form == other);
        assert!(has("nld", "vond", "vinden") && has("deu", "hielt", "halten") && !has("fra", "vond", "vinden"));
        assert!(others("eng", "met").is_empty() && others("deu", "lampe").is_empty());
        for (code, by_stem) in OTHERS.iter() {
            assert!(by_stem.len() > 200, "{code}");
        }
    }

    #[test]
    fn forms_have_one_stem() {
        let mut stems = Stems::default();
        for family in FAMILIES.iter() {
            let stem = stems.stem(family[0]).to_owned();
            assert!(family.iter().all(|form| stems.stem(form) == stem), "{family:?}");
        }
        assert_ne!(stems.stem("founded").to_owned(), stems.stem("found"), "who founds has found nothing");
    }
}
