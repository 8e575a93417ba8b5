//! Which names are kept, and what they are called.

use super::*;

#[test]
fn hours_and_ranks_are_no_names() {
    for (key, shred) in [
        ("00pm", true),
        ("100th", true),
        ("3 4kg", true),
        ("3d", false),
        ("5g", false),
        ("tide gate", false),
        ("mr chairman", true),
    ] {
        assert_eq!(is_shred(&Name { key: key.to_owned(), common: 3, ..Name::default() }), shred, "{key}");
    }
}

#[test]
fn a_surname_in_capitals_is_written_as_others_are() {
    for (name, usual) in [
        ("Ada VOSS", "Ada Voss"),
        ("Ada Maria ORT-LUND", "Ada Maria Ort-Lund"),
        ("Ada Voss KC", "Ada Voss KC"),
        ("Ada Voss OBE", "Ada Voss OBE"),
        ("Ada", "Ada"),
    ] {
        assert_eq!(surname_in_small(name), usual);
    }
}

#[test]
fn compounds_are_found_by_their_words() {
    for (name, words) in [
        ("JenniferMoore", Some("Jennifer Moore")),
        ("Promise.try", Some("Promise try")),
        ("IntoIter", Some("Into Iter")),
        ("iPhone", None),
        ("McDonald", None),
        ("Tolland", None),
        ("GPT-3", None),
    ] {
        assert_eq!(words_of_compound(name).as_deref(), words, "{name}");
    }
}
