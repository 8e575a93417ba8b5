//! Forms of words that no stemmer joins: what somebody "meets" in a question, they "met" in the documents.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A word with its forms, the one that questions have first.
type Family = Vec<&'static str>;

static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let lines = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#'));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::terms::Stems;

    #[test]
    fn every_form_is_of_one_word() {
        assert!(FAMILIES.len() > 80 && FAMILIES.iter().all(|family| family.len() > 1));
        assert_eq!(BY_FORM.len(), FAMILIES.iter().map(Vec::len).sum::<usize>());
        assert_eq!((base("met"), base("meet"), base("lamp")), (Some("meet"), Some("meet"), None));
        assert_eq!(forms("went"), ["go", "went", "gone"]);
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
