//! People as texts in other languages than English name them, and by the initials of minutes.

use super::*;

#[test]
fn letters_in_front_of_several_who_are_named_in_full_are_an_office() {
    let minutes = [
        "AB Vossel hat gesagt, dass die Lampe nicht mehr brennt.",
        "AB Quast hat gesagt, dass sie den Plan nicht kennt.",
        "Am Ende haben Tilla Vossel und Ottla Quast den Plan gelesen.",
    ];
    let (_, merged) = merged(&[draft("A", &minutes)]);
    assert_eq!(entity(&merged, "Tilla Vossel").mentions, 2, "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Ottla Quast").mentions, 2, "{:#?}", merged.entities);
}

#[test]
fn a_title_in_front_of_the_only_one_of_a_surname_means_them_in_another_document() {
    let (_, merged) = merged(&[
        draft("A", &["Auf dem Podium war auch Prof. Lennart Oswin, der die Lampe erfunden hat."]),
        draft("B", &["Das hat Professor Oswin schon im Herbst gewusst.", "Wir haben Herrn Professor Oswin gefragt."]),
    ]);
    let named: Vec<_> = merged.entities.iter().filter(|entity| entity.name.contains("Oswin")).collect();
    assert_eq!(named.len(), 1, "{named:#?}");
}

#[test]
fn initials_of_minutes_are_those_who_were_there() {
    let minutes = |last: &'static str| {
        let present = ["Present were Clara Vossler, Tom Reedman and Ann Quilley.", "Clara Vossler opened the meeting."];
        let (_, merged) = merged(&[
            draft("A", &present),
            draft("B", &["CV asked whether the lock was shut.", "TR said that it was.", last]),
        ]);
        (entity(&merged, "Clara Vossler").mentions, merged.entities.len())
    };
    assert_eq!(minutes("AQ left at noon.").0, 3);
    assert_eq!(minutes("The AQ left at noon.").0, 2, "a body has an article");
}

fn in_spanish(drafts: &[Draft<'_>]) -> Merged {
    let mut passages = passages(drafts);
    for passage in &mut passages {
        Arc::make_mut(&mut passage.document).document.language = Some("spa".into());
    }
    let extractor = ExtractiveExtractor::default();
    let extractions: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    merge(&passages, extractions)
}

#[test]
fn whoever_has_two_surnames_is_called_by_the_first_without_speaking() {
    let merged = in_spanish(&[
        draft("Contrato", &["Firma el contrato el director Ignacio Belmonte Salas en la ciudad de Tarnia."]),
        draft("Carta", &["Ha escrito Ignacio Belmonte a la señora Gladys Arce.", "No contestó Belmonte."]),
        draft("Aviso", &["La dueña es la señora Gladys Arce de Zenteno, que vive en Tarnia."]),
    ]);
    let people: Vec<(&str, u32)> = (merged.entities.iter())
        .filter(|entity| entity.kind == EntityType::Person)
        .map(|entity| (entity.name.as_str(), entity.documents))
        .collect();
    assert_eq!(people.len(), 2, "{people:?}");
    assert!(people.iter().all(|(_, documents)| *documents == 2), "{people:?}");
}

#[test]
fn a_body_whose_letters_stand_behind_it_is_whole_in_any_language() {
    let merged = in_spanish(&[
        draft("Acta", &["La Fundación Arcilla y Agua (FAA) reparte el trigo en Tarnia.", "Habló la FAA."]),
        draft("Carta", &["Escribe la Fundación Arcilla y Agua al alcalde.", "El precio es de USD 35 por saco."]),
    ]);
    let names: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(names.contains(&"Fundación Arcilla y Agua"), "{names:?}");
    assert!(!names.iter().any(|name| ["Agua", "Fundación Arcilla", "USD 35"].contains(name)), "{names:?}");
}
