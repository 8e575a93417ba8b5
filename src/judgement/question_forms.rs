//! How questions are put that are made of names, as `assets/questions.toml` has them.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::config::data_file;

/// Forms of questions, by language and what they are about.
static FORMS: LazyLock<HashMap<String, BTreeMap<String, Vec<String>>>> =
    LazyLock::new(|| data_file!("../../assets/questions.toml"));

/// Returns the forms of questions about something of a kind, or about `two`.
pub fn forms(about: &str) -> &'static [String] {
    FORMS.get("eng").and_then(|forms| forms.get(about)).map_or(&[], Vec::as_slice)
}

/// Returns a question by the first form of a kind, with names in the places that it has for them.
pub fn question_of(about: &str, names: &[&str]) -> Option<String> {
    let form = forms(about).first()?;
    Some(names.iter().fold(form.clone(), |form, name| form.replacen("{}", name, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_where_a_form_has_room_for_them() {
        let tied = question_of("two", &["Ada Voss", "Orsk Ferries"]).expect("a form");
        assert_eq!(tied, "What does Ada Voss have to do with Orsk Ferries?");
        assert_eq!(question_of("no such kind", &["Ada Voss"]), None);
    }
}
