use super::*;
use crate::text::language;

fn sorts(word: &str) -> Sorts {
    language::pack("deu").and_then(of_language).map(|nouns| nouns.sorts(word)).unwrap_or_default()
}

#[test]
fn a_noun_is_told_by_itself_and_by_what_it_ends_in_in_any_form() {
    for common in ["fehler", "wohnungen", "baubeginn", "holzschutzmittel", "gutachtens", "verträge"] {
        assert!(sorts(common).has(Sorts::COMMON), "{common}");
    }
    assert!(sorts("metern").has(Sorts::MEASURE));
    assert!(sorts("kassenwartin").has(Sorts::OFFICE) && sorts("hafenamtsleiterin").has(Sorts::OFFICE));
    assert!(sorts("wasserbehörde").has(Sorts::BODY));
    assert!(sorts("gerberstraße").has(Sorts::STREET));
}

#[test]
fn names_of_people_and_towns_are_no_nouns() {
    for name in [
        "ruprecht",
        "tarnholz",
        "wieland",
        "lindenberg",
        "ohlsen",
        "dörflein",
        "rostock",
        "helmut",
        "gottfried",
        "gotthelm",
    ] {
        assert!(sorts(name).is_empty(), "{name}");
    }
}

#[test]
fn an_office_is_told_folded_and_by_what_a_long_one_ends_in() {
    for office in ["burgermeisterin", "hafensprecherin", "vermessungstechniker", "kammerer"] {
        assert!(is_office(office), "{office}");
    }
    for none in ["mendelssohn", "stutter", "kammer", "harbour", "dilettante"] {
        assert!(!is_office(none), "{none}");
    }
}

#[test]
fn trades_and_things_are_told_with_and_without_the_marks_on_their_letters() {
    for trade in ["muller", "jager", "schafer", "bauer"] {
        assert!(is_trade(trade), "{trade}");
    }
    for thing in ["brücke", "brucke", "flügel", "flugel"] {
        assert!(is_thing(thing), "{thing}");
    }
}
