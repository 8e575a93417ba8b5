//! How questions are put that are made of names, as `assets/questions.toml` has them, in the language of the documents.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::config::data_file;

/// Forms of questions, by language and what they are about.
static FORMS: LazyLock<HashMap<String, BTreeMap<String, Vec<String>>>> =
    LazyLock::new(|| data_file!("../../assets/questions.toml"));

/// The language whose forms are used where another has none.
const ENGLISH: &str = "eng";

/// The forms of a language.
#[derive(Clone, Copy)]
pub struct QuestionForms {
    forms: Option<&'static BTreeMap<String, Vec<String>>>,
    english: bool,
}

impl QuestionForms {
    /// The forms of a language (ISO 639-3), or of English where it has none.
    pub fn of(language: Option<&str>) -> Self {
        let own = language.and_then(|code| FORMS.get_key_value(code)).or_else(|| FORMS.get_key_value(ENGLISH));
        Self { forms: own.map(|(_, forms)| forms), english: own.is_none_or(|(code, _)| code == ENGLISH) }
    }

    /// True where questions are put in English.
    pub fn are_english(self) -> bool {
        self.english
    }

    /// The forms of questions about something of a kind, or about `two`; none where the language has none.
    pub fn about(self, about: &str) -> &'static [String] {
        self.forms.and_then(|forms| forms.get(about)).map_or(&[], Vec::as_slice)
    }

    /// A question by the first form of a kind, with names in the places that it has for them.
    pub fn question(self, about: &str, names: &[&str]) -> Option<String> {
        let form = self.about(about).first()?;
        Some(names.iter().fold(form.clone(), |form, name| form.replacen("{}", name, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::question::Reading;

    #[test]
    fn names_are_put_where_a_form_has_room_for_them() {
        let english = QuestionForms::of(Some("lav"));
        assert!(english.are_english());
        let tied = english.question("two", &["Ada Voss", "Orsk Ferries"]).expect("a form");
        assert_eq!(tied, "What does Ada Voss have to do with Orsk Ferries?");
        assert_eq!(english.question("no such kind", &["Ada Voss"]), None);
    }

    #[test]
    fn a_question_is_read_as_it_is_meant_in_each_language() {
        for (code, forms) in FORMS.iter() {
            for question in forms["documents"].iter().chain(&forms["whole"]) {
                let reading = Reading::of(question);
                assert!(reading.whole.coverage || code == ENGLISH, "{question} {reading:?}");
            }
            for question in &forms["course"] {
                let reading = Reading::of(question);
                assert!(reading.statement.in_order && reading.content.is_empty(), "{question} {reading:?}");
            }
            let of = QuestionForms::of(Some(code));
            let asked = |about: &str, names: &[&str]| Reading::of(&of.question(about, names).expect("a form"));
            let who = asked("person", &["Ada Voss"]);
            assert!(who.wants.person || who.identity.definition, "{who:?}");
            for reading in [&who, &asked("other", &["Ada Voss"])] {
                assert_eq!(reading.names, ["Ada Voss"], "{reading:?}");
            }
            let two = asked("two", &["Ada Voss", "Kai Lund"]);
            assert!(two.relation && two.names == ["Ada Voss", "Kai Lund"], "{two:?}");
        }
    }
}
