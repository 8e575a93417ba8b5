use crate::model::EntityType;
use crate::text::names::{Recogniser, StretchKind};

/// The names of a German sentence with their kinds.
fn names(sentence: &str) -> Vec<(String, Option<EntityType>)> {
    let mut found = Vec::new();
    Recogniser::new(Some("deu"), []).find(sentence, StretchKind::Prose, &mut found);
    let proper = found.into_iter().filter(|name| name.proper);
    proper.map(|name| (name.span.slice(sentence).unwrap_or_default().to_owned(), name.kind)).collect()
}

fn are(sentence: &str, wanted: &[&str]) {
    let found = names(sentence);
    let found: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(found, wanted, "{sentence}");
}

#[test]
fn a_common_noun_in_front_is_no_first_name() {
    are("Danach hat den Fehler Tilla Vossel gefunden, die im Hafen wohnt.", &["Tilla Vossel"]);
    are("Dass ihr Gegner Vossel das nicht glaubt, ist bekannt.", &["Vossel"]);
    are("Das hat die Hafenamtsleiterin Ottla Quast schon im Herbst gesagt.", &["Ottla Quast"]);
    are("Gestern hat der Kassenwart Dr. Rune Ohm die Bücher gezeigt.", &["Dr. Rune Ohm"]);
    are("Hallo Tilla, kannst du die Lampe noch einmal ansehen?", &["Tilla"]);
}

#[test]
fn what_somebody_does_is_no_name_in_front_of_one_and_a_firm_is_its_own() {
    are("Gestern hat der Bauer Oswig Vossel die Wiese gemäht.", &["Oswig Vossel"]);
    are("Das sagt die Glockenforscherin Tilla Vossel seit langem.", &["Tilla Vossel"]);
    are("Danach hat die Gipserei Oskar Taage das Haus gebaut.", &["Gipserei Oskar Taage"]);
    are("Danach hat die Firma Orskholz Taage das Haus gebaut.", &["Orskholz Taage"]);
    are("Das Holz ist um 1260 vor Christus gefällt worden.", &[]);
    are("Er wollte einen Damm bauen und fand eine Strasse.", &[]);
}

#[test]
fn whoever_stands_behind_an_office_or_is_called_by_two_unknown_words_is_somebody() {
    for (sentence, name) in [
        ("Danach hat die Kassenwartin Quast die Bücher gezeigt.", "Quast"),
        ("Der dritte Erbe, Gotthelm Taage, lebt nicht mehr hier.", "Gotthelm Taage"),
    ] {
        let found = names(sentence);
        assert!(found.contains(&(name.to_owned(), Some(EntityType::Person))), "{sentence}: {found:?}");
    }
}

#[test]
fn what_a_body_or_a_place_is_belongs_to_its_name() {
    for (sentence, name, kind) in [
        ("Das hat die Kanzlei Taage geschrieben.", "Kanzlei Taage", EntityType::Organisation),
        ("So stand es gestern im Orsker Anzeiger.", "Orsker Anzeiger", EntityType::Organisation),
        ("Wir haben in der Gerberstraße gewohnt.", "Gerberstraße", EntityType::Place),
        ("Man traf sich im Gasthof Linde.", "Gasthof Linde", EntityType::Place),
    ] {
        let found = names(sentence);
        assert!(found.contains(&(name.to_owned(), Some(kind))), "{sentence}: {found:?}");
    }
}

#[test]
fn measures_and_nouns_that_say_little_are_no_names() {
    are("Um 19 Uhr waren mit Bedauern nur 30 Metern und zwei Hektar in Frage gekommen.", &[]);
    are("Auf Seite 14 steht, dass der Damm 410 m über NN liegt.", &[]);
    are("Guten Abend, das war auf Nachfrage die ganze Antwort.", &[]);
}
