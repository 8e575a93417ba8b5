//! How somebody or something is called: the name without titles and legal forms.

use crate::text::language::word_lists;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "called.toml": company_forms, of }

/// Words at the end of a company's name that are no part of how it is called.
pub(crate) fn is_company_form(word: &str) -> bool {
    WORDS.company_forms.has(word)
}

/// A name without the titles in front of it and the legal form behind it, as far as two words of it are left, or one
/// of a company's.
pub(crate) fn called(name: &str) -> &str {
    let mut rest = name.trim();
    while let Some((title, name)) = rest.split_once(' ')
        && flags(&fold::key(title)).has(Flags::HONORIFIC)
        && name.contains(' ')
        && !name.split_once(' ').is_some_and(|(first, _)| WORDS.of.has(first))
    {
        rest = name.trim_start();
    }
    match rest.rsplit_once(' ') {
        Some((name, form)) if is_company_form(&fold::key(form)) => name.trim_end_matches([',', ' ']),
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_legal_forms_are_no_part_of_a_name() {
        for (name, wanted) in [
            ("Dr Imre Kovalik", "Imre Kovalik"),
            ("Prof. Dr. Ada Voss", "Ada Voss"),
            ("Mr Quill", "Mr Quill"),
            ("Corvane Ground Engineering Limited", "Corvane Ground Engineering"),
            ("Orsk Ferries, Inc.", "Orsk Ferries"),
            ("Harbour Board", "Harbour Board"),
        ] {
            assert_eq!(called(name), wanted);
        }
    }
}
