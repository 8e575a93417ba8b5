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
    in_languages(drafts, &["spa"])
}

/// Each document in the language of its place, the last of them for all that follow.
fn in_languages(drafts: &[Draft<'_>], languages: &[&str]) -> Merged {
    let mut passages = passages(drafts);
    for (at, passage) in passages.iter_mut().enumerate() {
        let language = languages.get(at).or(languages.last()).map(|&language| language.into());
        Arc::make_mut(&mut passage.document).document.language = language;
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

fn called<'m>(merged: &'m Merged, part: &str) -> Vec<&'m str> {
    let named = merged.entities.iter().map(|entity| entity.name.as_str()).filter(|name| name.contains(part));
    named.collect()
}

#[test]
fn what_somebody_does_in_front_of_the_name_is_no_part_of_it() {
    let merged = in_languages(
        &[
            draft(
                "A",
                &["Gestern hat der Bauer Oswig Vossel gefragt, wer das Heu bezahlt.", "Oswig Vossel ging heim."],
            ),
            draft("B", &["Herr Vossel verlangt mehr Geld, als man ihm bieten will."]),
            draft("C", &["Das sagt die Glockenforscherin Tilla Quast, die im Hafen wohnt."]),
            draft("D", &["We met Tilla Quast at the lock, and Oswig Vossel left at noon."]),
        ],
        &["deu", "deu", "deu", "eng"],
    );
    assert_eq!(called(&merged, "Vossel"), ["Oswig Vossel"], "{:#?}", merged.entities);
    assert_eq!(called(&merged, "Quast"), ["Tilla Quast"], "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Oswig Vossel").documents, 3);
}

#[test]
fn a_trade_with_an_umlaut_in_front_of_a_surname_is_no_first_name() {
    for trade in ["Müller", "Bauer"] {
        let lines = [&*format!("Gestern hat {trade} Vossel gefragt, wer das Heu bezahlt."), "Oswig Vossel ging heim."];
        let merged = in_languages(&[draft("A", &lines), draft("B", &["Oswig Vossel kam."])], &["deu", "deu"]);
        assert_eq!(called(&merged, "Vossel"), ["Oswig Vossel"], "{:#?}", merged.entities);
    }
}

#[test]
fn a_name_is_one_whatever_language_its_document_is_in() {
    let merged = in_languages(
        &[
            draft("A", &["Das Tarnmoos trocknet aus, seit der Graben im Moor liegt.", "Wir sind im Tarnmoos gewesen."]),
            draft("B", &["We walked from Orsk to Tarnmoos at noon.", "Nobody knows how old Tarnmoos is."]),
        ],
        &["deu", "eng"],
    );
    assert_eq!(called(&merged, "Tarnmoos").len(), 1, "{:#?}", merged.entities);
}

#[test]
fn monsieur_is_no_woman_and_a_relative_is_somebody_else() {
    let lines = [
        "Mme Tarnec a parlé de la lampe à Clara Vossler.",
        "Mon père y allait avec M. Vossler, le grand-père de Clara.",
    ];
    let merged = in_languages(&[draft("A", &lines)], &["fra"]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 2, "{:#?}", merged.entities);
    let (_, merged) = super::merged(&[draft(
        "A",
        &[
            "We met Oswig Vossel at the lock.",
            "Oswig Vossel left at noon.",
            "He came with Mr Vossel, the uncle of Oswig, at noon.",
        ],
    )]);
    assert_eq!(called(&merged, "Vossel").len(), 2, "{:#?}", merged.entities);
    // An initial in another language is no title.
    let lists = [
        draft("A", &["Mme Tarnec a parlé de la lampe."]),
        draft("B", &["The letter to M. Vossler was short.", "We met Mirella Vossler at the lock."]),
    ];
    let merged = in_languages(&lists, &["fra", "eng"]);
    assert_eq!(called(&merged, "Vossler").len(), 1, "{:#?}", merged.entities);
}

#[test]
fn whoever_a_list_gives_a_handle_is_meant_by_it() {
    let (_, merged) = merged(&[
        draft("A", &["The keeper of the lamp is Clara Vossler (@pelikan) of Orsk."]),
        draft("B", &["The lamp was lit by @pelikan, who left at noon."]),
    ]);
    let clara = entity(&merged, "Clara Vossler");
    assert_eq!((clara.mentions, clara.documents), (3, 2), "{:#?}", merged.entities);
}
