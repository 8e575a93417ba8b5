//! One person of whom a text says what else she is called.

use super::*;

fn person<'m>(merged: &'m Merged, part: &str) -> &'m Entity {
    let found = merged.entities.iter().find(|entity| entity.name.contains(part));
    found.unwrap_or_else(|| panic!("{part}: {:#?}", merged.entities))
}

#[test]
fn a_register_says_what_somebody_is_called_with_and_without_the_surname() {
    let register = "name: Ludovic Vossler; known as: Ludo; role: Production";
    let (_, merged) = merged(&[
        draft("A", &[register, "name: Clara Tarnow; role: Finance", "Ludovic Vossler wrote."]),
        draft("B", &["The pump was mended by Ludo at noon.", "Clara Tarnow paid for it."]),
        draft("C", &["Present: Ludo Vossler, Clara Tarnow.", "Ludo said no."]),
    ]);
    let roo = person(&merged, "Vossler");
    assert_eq!((roo.mentions, roo.documents), (6, 3), "{:#?}", merged.entities);
    assert!(!merged.entities.iter().any(|entity| entity.name == "Ludo"));
}

#[test]
fn a_nickname_in_marks_is_theirs_unless_another_has_it() {
    let told = |other: &str| {
        let (_, merged) = merged(&[
            draft("A", &["W. Vossler (\"Wulpo\") keeps the lamp.", "William Vossler said so."]),
            draft("B", &["The lamp was lit by Wulpo at noon.", "Wulpo says that it is his."]),
            draft("C", &[other]),
        ]);
        person(&merged, "Vossler").documents
    };
    assert_eq!(told("The lock is shut."), 2);
    assert_eq!(told("Wulpo Tarnow has the key of the lock."), 1, "two are called so");
}

#[test]
fn whoever_was_born_with_another_surname_is_one_person() {
    let (_, merged) = merged(&[
        draft("A", &["Agnes Tarnow, née Brinkow, kept the lamp.", "Agnes Tarnow was there."]),
        draft("B", &["Agnes Brinkow wins the prize of the lamp keepers.", "Jean Brinkow was not there."]),
        draft("C", &["We asked Mrs Brinkow for the key."]),
    ]);
    let agnes = person(&merged, "Agnes");
    assert_eq!((agnes.mentions, agnes.documents), (3, 2), "Mrs Brinkow is another: {:#?}", merged.entities);
}

#[test]
fn an_initial_is_that_of_the_name_that_somebody_is_called_by_for_short() {
    let (_, merged) = merged(&[
        draft("A", &["Sandy Vossler sailed her.", "It was Sandy Vossler who said so."]),
        draft("B", &["The captain was A. Vossler at that time."]),
    ]);
    assert_eq!(person(&merged, "Vossler").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn the_front_of_a_firm_is_not_whoever_bears_the_same_name() {
    let (_, merged) = merged(&[
        draft("A", &["Signed for the supplier by Desmond Vossler.", "Desmond Vossler wrote to us."]),
        draft("B", &["We wrote to Vossler Castings at once.", "The price of Vossler Castings is high."]),
        draft("C", &["The board decided to give Vossler notice.", "The shaft of Vossler is cheap."]),
    ]);
    assert_eq!(person(&merged, "Desmond").documents, 1, "{:#?}", merged.entities);
}

#[test]
fn what_has_the_front_of_a_numbered_product_is_nobody() {
    let (_, merged) = merged(&[
        draft("A", &["The Tarnel 2 is old.", "We sell the Tarnel 3 to chapels.", "Is the Tarnel 3 dear?"]),
        draft("B", &["Tarnel Lite runs on a battery.", "We show Tarnel Lite at the fair.", "The price of a Tarnel."]),
    ]);
    let lite = merged.entities.iter().find(|entity| entity.name == "Tarnel Lite");
    assert!(
        lite.is_none_or(|lite| lite.kind != EntityType::Person && lite.aliases.is_empty()),
        "{:#?}",
        merged.entities
    );
}

#[test]
fn titles_of_tickets_name_nothing() {
    let row = |title: &'static str, lines: &'static [&'static str]| Draft { title, row: Some(1), lines };
    let mut passages = passages(&[
        row("Is ours one of them?", &["site: Orsk", "We had your letter of the 6th."]),
        row("Reopened: cause of the noise", &["site: Orsk", "Not damp at all."]),
        row("Lamp in Market Street", &["site: Orsk", "The lamp came off its post."]),
        row("Sexton's telephone page", &["site: Orsk", "The page shows nothing."]),
    ]);
    for passage in &mut passages {
        Arc::make_mut(&mut passage.document).document.path = "tickets.csv".into();
    }
    let extractor = ExtractiveExtractor::default();
    let found: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    let names: Vec<String> = merge(&passages, found).entities.into_iter().map(|entity| entity.name).collect();
    for title in ["Is ours one of them?", "Lamp in Market Street", "Sexton's telephone page"] {
        assert!(!names.iter().any(|name| name == title), "{names:?}");
    }
}

#[test]
fn letters_at_the_ends_of_two_lines_are_two() {
    let (_, merged) = merged(&[
        draft("A", &["Ada Vossler, Tom Quillow and Ida Reedham met.", "AV to ask TQ", "TQ to ask IR", "IR, AV"]),
        draft("B", &["Written down by TQ\nAV asks, IR answers"]),
    ]);
    assert!(!merged.entities.iter().any(|entity| entity.name.contains('\n')), "{:#?}", merged.entities);
    assert_eq!(person(&merged, "Quillow").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn a_firm_with_its_legal_form_is_one_however_much_stands_in_capitals() {
    let (_, merged) =
        merged(&[draft("A", &["THE BELLS OF TARNGATE Are Made By Tarngate Strikers Ltd AND NOBODY ELSE."])]);
    assert_eq!(entity(&merged, "Tarngate Strikers Ltd").kind, EntityType::Organisation, "{:#?}", merged.entities);
}
