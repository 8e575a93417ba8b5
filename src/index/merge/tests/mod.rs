//! Which names of a small pile become which entities.

mod bynames;
mod languages;
mod people;
mod records;
mod several_names;
mod whole_names;

use std::sync::Arc;

use super::*;
use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::{DocumentText, Passage};
use crate::model::{
    Document, Sentence, SentenceKind, Span, Speaker, SpeakerPart, TextUnit, TextUnitId, find_citations,
};

/// A document whose lines are its sentences, as one text unit. A line `Name: words` is spoken.
struct Draft<'a> {
    title: &'a str,
    row: Option<u32>,
    lines: &'a [&'a str],
}

fn draft<'a>(title: &'a str, lines: &'a [&'a str]) -> Draft<'a> {
    Draft { title, row: None, lines }
}

fn passages(drafts: &[Draft<'_>]) -> Vec<Passage> {
    drafts
        .iter()
        .enumerate()
        .map(|(number, draft)| {
            let mut text = String::new();
            let mut sentences = Vec::new();
            let mut speakers: Vec<Speaker> = Vec::new();
            for line in draft.lines {
                let said =
                    line.split_once(": ").filter(|(label, _)| label.chars().all(|c| c.is_uppercase() || c == ' '));
                let mut speaker = None;
                if let Some((label, _)) = said {
                    text.push_str(&format!("{label}: "));
                    let at = speakers.iter().position(|known| known.labels[0] == label).unwrap_or_else(|| {
                        let name: Vec<String> =
                            label.split(' ').map(|word| word[..1].to_owned() + &word[1..].to_lowercase()).collect();
                        speakers.push(Speaker {
                            name: name.join(" "),
                            labels: vec![label.to_owned()],
                            role: None,
                            part: SpeakerPart::Guest,
                            own_name: None,
                        });
                        speakers.len() - 1
                    });
                    speaker = Some(at as u16);
                }
                let start = text.len();
                text.push_str(said.map_or(line, |(_, words)| words));
                sentences.push(Sentence {
                    span: Span::new(start, text.len()),
                    kind: if line.starts_with("# ") { SentenceKind::Heading } else { SentenceKind::Prose },
                    speaker,
                    paragraph: 0,
                    recurring: false,
                });
                text.push('\n');
            }
            let document = Document {
                id: DocumentId(number as u32 + 1),
                title: draft.title.into(),
                path: format!("{number}.txt"),
                row: draft.row,
                format: if draft.row.is_some() { "csv".into() } else { "text".into() },
                encoding: "UTF-8".into(),
                language: Some("eng".into()),
                bytes: text.len() as u64,
                modified: None,
                hash: String::new(),
                text_len: text.len(),
                tokens: 0,
            };
            let unit = TextUnit {
                id: TextUnitId(number as u32 + 1),
                document: document.id,
                ordinal: 0,
                span: Span::new(0, text.len()),
                fresh_from: 0,
                tokens: 0,
                recurring: false,
            };
            let count = sentences.len();
            Passage {
                document: Arc::new(DocumentText { document, text, sentences, speakers }),
                unit,
                sentences: 0..count,
            }
        })
        .collect()
}

fn merged(drafts: &[Draft<'_>]) -> (Vec<Passage>, Merged) {
    let passages = passages(drafts);
    let extractor = ExtractiveExtractor::default();
    let extractions: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    let merged = merge(&passages, extractions);
    (passages, merged)
}

fn entity<'a>(merged: &'a Merged, name: &str) -> &'a Entity {
    let names = || merged.entities.iter().map(|entity| &entity.name).collect::<Vec<_>>();
    merged.entities.iter().find(|entity| entity.name == name).unwrap_or_else(|| panic!("no {name} in {:?}", names()))
}

#[test]
fn a_surname_joins_over_the_corpus_where_it_is_no_place_and_no_firm() {
    let minutes = ["The survey was led by Clara Vossler.", "Clara Vossler lives at Orsk."];
    let told = |line: &str| {
        let (_, merged) = merged(&[draft("Minutes", &minutes), draft("Letter", &[line])]);
        entity(&merged, "Clara Vossler").documents == 2
    };
    for (joins, does_not) in [
        ("At noon Vossler said that the gates were shut.", "The gates in Vossler were shut at noon."),
        ("I learned it all from Vossler in the spring.", "The clerk came from Vossler in the spring."),
        ("I wrote to Vossler about the gates.", "We sold gates to Vossler’s, to Tarn and to Orsk."),
        ("At noon Vossler’s letter said what Vossler thinks.", "The gates were sold to Harm & Vossler at noon."),
    ] {
        assert!(told(joins), "{joins}");
        assert!(!told(does_not), "{does_not}");
    }
}

#[test]
fn letters_in_front_of_numbers_are_no_entities() {
    let shelf = ["The lamp is KL 1987.6.", "The bell is KL 1990.12.", "The GRT bought KL 2001.3 and KL 14 in May."];
    let (_, merged) =
        merged(&[draft("Register", &shelf), draft("Letter", &["The GRT sold KL 77 to Clara Kallström."])]);
    assert!(merged.entities.iter().any(|entity| entity.name == "GRT"));
    assert!(!merged.entities.iter().any(|entity| entity.name == "KL"));
}

#[test]
fn surnames_titles_and_first_names_join_the_full_name() {
    let (passages, merged) = merged(&[
        draft(
            "Minutes",
            &[
                "The survey was led by Clara Kallström.",
                "Then Dr. Kallström spoke about the weir.",
                "We thanked Clara for it.",
            ],
        ),
        draft("Letter", &["I wrote to Kallström about the gates.", "The weir was closed by Jonas Brandt."]),
    ]);
    let edda = entity(&merged, "Clara Kallström");
    assert_eq!(edda.kind, EntityType::Person);
    assert_eq!(edda.mentions, 4);
    assert_eq!(edda.documents, 2);
    assert!(edda.aliases.contains(&"Dr. Kallström".to_owned()), "{:?}", edda.aliases);
    assert!(!merged.entities.iter().any(|e| e.name == "Clara" || e.name == "Kallström"));
    for mention in &merged.mentions {
        let passage = passages.iter().find(|p| p.unit.id == mention.text_unit).unwrap();
        assert!(mention.span.slice(&passage.document.text).is_some_and(|text| !text.is_empty()));
    }
}

#[test]
fn an_office_in_front_is_no_other_person() {
    let (_, merged) = merged(&[
        draft("A", &["Prime Minister Ada Voss opened the lock.", "Ada Voss spoke of the dam."]),
        draft("B", &["Ada Voss came late.", "Then Harbour Minister Tom Orlen left.", "Prime Minister Voss stayed."]),
        draft("C", &["Tom Orlen wrote to Ada Voss about the lock.", "Prime Minister Ada Voss wrote to Tom Orlen."]),
    ]);
    let named: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    let of = |surname: &str| named.iter().filter(|name| name.contains(surname)).count();
    assert_eq!((of("Voss"), of("Orlen")), (1, 1), "{:#?}", merged.entities);
}

#[test]
fn acronyms_join_their_expansion() {
    let (_, merged) = merged(&[
        draft("A", &["The Coastal Survey Bureau (CSB) hired two divers.", "The CSB paid them."]),
        draft("B", &["A letter from the CSB came late."]),
    ]);
    let office = entity(&merged, "Coastal Survey Bureau");
    assert_eq!(office.aliases, ["CSB"]);
    assert_eq!(office.mentions, 4);
    assert_eq!(office.kind, EntityType::Organisation);
}

#[test]
fn letters_in_quotation_marks_behind_two_names_are_those_of_the_first() {
    let (_, merged) = merged(&[
        draft("A", &["By the Intermooring Agreement for Ferry Berths (\"IMA\") both boards pay.", "The IMA is old."]),
        draft("B", &["Under the IMA the quay is free. The Intermooring Agreement binds both."]),
    ]);
    assert_eq!(entity(&merged, "Intermooring Agreement").aliases, ["IMA"]);
}

#[test]
fn letters_stand_for_no_phrase_that_they_are_seldom_met_with() {
    let mut drafts: Vec<Draft> =
        (0..9).map(|_| draft("Log", &["The SSP was read at noon.", "The SSP was low."])).collect();
    drafts.push(draft("Note", &["Seven steep paths meet. The seven steep paths are wet.", "The SSP was read."]));
    let (_, merged) = merged(&drafts);
    let letters = entity(&merged, "SSP");
    assert!(letters.aliases.is_empty(), "{:?}", letters.aliases);
}

#[test]
fn a_sentence_without_an_end_is_related_by_its_first_places() {
    let endless = "Ada Voss wrote to the Harbour Board about the ferry to Tolland, ".repeat(600);
    let (_, merged) = merged(&[draft("Line", &[&endless])]);
    let pair = ["Ada Voss", "Harbour Board"].map(|name| entity(&merged, name).id);
    assert!(merged.relationships.iter().any(|r| pair.contains(&r.source) && pair.contains(&r.target)));
    assert_eq!(entity(&merged, "Ada Voss").mentions, 600);
}

#[test]
fn a_rare_reading_takes_no_surname_from_the_person() {
    let (_, merged) = merged(&[draft(
        "Tale",
        &[
            "They all feared Clara Kallström.",
            "Whereat Kallström laughed.",
            "Then Kallström left.",
            "Vorbly Kallström slept.",
        ],
    )]);
    let clara = entity(&merged, "Clara Kallström");
    assert!(clara.mentions >= 3, "{}", clara.mentions);
}

#[test]
fn a_body_named_in_short_is_the_one_the_document_names() {
    let drafts = [
        draft("A", &["The Wethel Water Board met in May.", "The Water Board sold the mill to Clara Voss."]),
        draft("B", &["The Orsk Town Council sat at noon.", "Then the Town Council rose."]),
        draft("C", &["The Tarn Town Council met the Orsk Town Council.", "The Town Council was cross."]),
        draft("D", &["Clara Voss wrote to the Town Council."]),
    ];
    let (_, merged) = merged(&drafts);
    let board = entity(&merged, "Wethel Water Board");
    assert_eq!((board.mentions, board.aliases.as_slice()), (2, ["Water Board".to_owned()].as_slice()));
    assert_eq!(entity(&merged, "Orsk Town Council").mentions, 3, "two in full and one in short");
    assert_eq!(entity(&merged, "Tarn Town Council").mentions, 1);
    assert_eq!(entity(&merged, "Town Council").mentions, 2, "of two councils, and of none");
}

#[test]
fn where_all_documents_that_tell_mean_one_body_the_others_mean_it_too() {
    let mut drafts = vec![
        draft("A", &["The Orsk Town Council sat at noon.", "The Town Council rose."]),
        draft("B", &["The Orsk Town Council sat in May.", "The Town Council heard Clara Voss."]),
        draft("C", &["Clara Voss wrote to the Town Council."]),
        draft("D", &["The Monday Town Council meeting was short.", "The Town Council paid."]),
    ];
    let council = |drafts: &[Draft]| entity(&merged(drafts).1, "Orsk Town Council").mentions;
    let all = council(&drafts);
    assert!(all >= 6, "{all}");
    // As soon as there is another, only those that name it mean it.
    drafts.push(draft("E", &["The Tarn Town Council met.", "The Town Council sang."]));
    assert_eq!(council(&drafts), 4);
}

#[test]
fn nicknames_join_over_the_corpus_where_one_person_can_be_meant() {
    let people = |lines: &[&str]| {
        let drafts: Vec<Draft> = lines.iter().map(|line| draft("Note", std::slice::from_ref(line))).collect();
        let merged = merged(&drafts).1;
        merged.entities.iter().filter(|one| one.kind == EntityType::Person).count()
    };
    let (robert, bob) = ("Robert Kallström said that it rained.", "Bob Kallström said that it was dry.");
    assert_eq!(people(&[robert, bob]), 1);
    assert_eq!(people(&[robert, bob, "Rob Kallström said nothing of it."]), 1);
    // Two of the full name, somebody else of the surname, and two who are named side by side.
    assert_eq!(people(&["Robert A. Kallström said so.", "Robert B. Kallström said so.", bob]), 3);
    assert_eq!(people(&[robert, "Michael Kallström said that it was dry."]), 2);
    assert_eq!(people(&[robert, bob, "It was Bob Kallström and Robert Kallström who said that."]), 2);
}

#[test]
fn two_who_speak_in_one_document_stay_two() {
    let lines = ["BILL VOSS: We said that the dam leaks.", "WILLIAM VOSS: Bill Voss said so, not William Voss."];
    let (_, merged) =
        merged(&[draft("Hearing", &lines), draft("Note", &["Bill Voss said that William Voss was ill."])]);
    let names: Vec<&str> = merged.entities.iter().map(|one| one.name.as_str()).collect();
    assert!(names.contains(&"Bill Voss") && names.contains(&"William Voss"), "{names:?}");
}

#[test]
fn a_description_leads_with_who_somebody_is() {
    let (_, merged) = merged(&[
        draft(
            "A",
            &["Clara Kallström walked to the weir at noon and found that the gates were shut and the lamps lit."],
        ),
        draft("B", &["Jonas Brandt gave the letter to Clara Kallström, keeper of the weir, who had asked for it."]),
        draft(
            "C",
            &["KIT ORR: Clara, a handful of people say that the weir is a hole, and we think Clara Kallström knows."],
        ),
    ]);
    let clara = entity(&merged, "Clara Kallström");
    assert!(
        clara.description.starts_with("Jonas Brandt gave the letter to Clara Kallström, keeper"),
        "{}",
        clara.description
    );
    assert_eq!(clara.kind, EntityType::Person);
}

#[test]
fn a_description_leads_with_what_stands_under_its_own_heading() {
    let (_, merged) = merged(&[
        draft("A", &["We built the gates for the cold of the north, and Lindhavn Ferry Company is the cold itself."]),
        draft("B", &["Lindhavn Ferry Company owes us money for the lamps at the old quay of Tromsø."]),
        draft(
            "C",
            &["# About Lindhavn Ferry Company", "Lindhavn Ferry Company builds and mends the boats of the north."],
        ),
    ]);
    let ferry = entity(&merged, "Lindhavn Ferry Company");
    assert!(ferry.description.starts_with("Lindhavn Ferry Company builds and mends"), "{}", ferry.description);
}

#[test]
fn plurals_and_capitals_fold() {
    let (_, merged) = merged(&[
        draft("A", &["They mapped salt marshes in May.", "A salt marsh stores carbon.", "Salt marshes shrink."]),
        draft("B", &["Every salt marsh needs silt."]),
    ]);
    let marsh = merged.entities.iter().find(|e| e.name.to_lowercase().starts_with("salt marsh")).unwrap();
    assert_eq!((marsh.mentions, marsh.documents), (4, 2));
    assert_eq!(marsh.kind, EntityType::Concept);
}

#[test]
fn words_of_addresses_tell_not_how_a_name_is_written() {
    let linked = "They wrote of it from India to [the north](https://o.example/world/india/india-news/india).";
    let lines = [linked, "The boats of India came late.", "Nobody went to India before, says [one](/india/india)."];
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines[1..])]);
    assert_eq!(entity(&merged, "India").kind, EntityType::Place);
}

#[test]
fn a_small_folder_gives_sensible_entities() {
    let (_, merged) = merged(&[
        draft("Note", &["Clara Kallström runs the Lindhavn Ferry Company.", "It sails to Tromsø."]),
        draft("Log", &["The ferry to Tromsø was late."]),
        draft("Mail", &["Dear Clara, the Lindhavn Ferry Company owes us money."]),
    ]);
    for name in ["Clara Kallström", "Lindhavn Ferry Company", "Tromsø"] {
        entity(&merged, name);
    }
    for filler in ["money", "us", "Dear Clara", "It"] {
        assert!(!merged.entities.iter().any(|e| e.name == filler), "{filler}");
    }
    let ferry = entity(&merged, "Lindhavn Ferry Company");
    assert!(ferry.degree > 0);
    assert!(!find_citations(&ferry.description).is_empty(), "{}", ferry.description);
}

#[test]
fn relationships_quote_a_sentence_that_names_both() {
    let (_, merged) = merged(&[draft(
        "Note",
        &["Clara Kallström founded the Lindhavn Ferry Company in the spring of a hard year.", "Nobody else was there."],
    )]);
    let (edda, ferry) = (entity(&merged, "Clara Kallström").id, entity(&merged, "Lindhavn Ferry Company").id);
    let relationship = merged
        .relationships
        .iter()
        .find(|r| (r.source, r.target) == (edda.min(ferry), edda.max(ferry)))
        .expect("they are related");
    assert!(relationship.description.contains("founded the Lindhavn Ferry Company"));
    assert!(relationship.description.ends_with("[Data: Sources (1)]"));
}

#[test]
fn speakers_have_a_part_and_their_labels_are_no_mentions() {
    let (_, merged) = merged(&[draft(
        "Interview",
        &["CLARA VOSS: Welcome back to the harbour.", "JONAS BRANDT: Thank you, Clara, it is good to be here."],
    )]);
    let edda = entity(&merged, "Clara Voss");
    assert_eq!(edda.mentions, 1);
    assert!(merged.appearances.iter().any(|a| a.entity == edda.id && a.role == Role::Guest && a.sentences == 1));
    assert!(!merged.entities.iter().any(|e| e.name == "Jonas Brandt"), "never named in the text");
}

#[test]
fn people_with_two_surnames_are_called_by_the_first() {
    let mut passages = passages(&[
        draft("Acta", &["ANA ORTEGA LUND: El muelle no está cerrado.", "TOM VEGA HOLM: No lo sé."]),
        draft("Carta", &["Lo ha dicho Ana Ortega en la ciudad.", "Y cuando se lo dijo a Ortega, la Ortega no vino."]),
    ]);
    for passage in &mut passages {
        Arc::make_mut(&mut passage.document).document.language = Some("spa".into());
    }
    let extractor = ExtractiveExtractor::default();
    let extractions: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    let merged = merge(&passages, extractions);
    let speaks = merged.appearances.iter().find(|one| one.role == Role::Guest).expect("she speaks");
    let ana = &merged.entities[speaks.entity.0 as usize];
    assert!(ana.name.starts_with("Ana Ortega") && ana.documents >= 1 && ana.mentions >= 2, "{ana:?}");
}

#[test]
fn a_title_names_its_document() {
    let row = |title, lines| Draft { title, row: Some(0), lines };
    let (_, merged) = merged(&[
        row("Orsk (river)", &["Orsk is a river that rises in the Hallan Hills."]),
        row("Orsk (1931 film)", &["Orsk is a drama film directed by Clara Voss."]),
        row("Clara Voss", &["Clara Voss was a film director from Lindhavn."]),
    ]);
    let subjects: Vec<(u32, &str)> = merged
        .appearances
        .iter()
        .filter(|a| a.role == Role::Subject)
        .map(|a| (a.document.0, merged.entities[a.entity.0 as usize].name.as_str()))
        .collect();
    assert_eq!(subjects.len(), 3, "{subjects:?}");
    let (first, second) = (merged.appearances[0].entity, merged.appearances[1].entity);
    assert_ne!(first, second, "two things of one name stay two");
    assert_eq!(merged.entities[second.0 as usize].kind, EntityType::Work);
    assert_eq!(entity(&merged, "Clara Voss").documents, 2);
}

#[test]
fn letters_that_everybody_knows_are_what_they_stand_for() {
    let (_, merged) = merged(&[
        draft("A", &["Clara Kallström moved to the United States in June.", "The U.S. sent Clara Kallström home."]),
        draft("B", &["Jonas Brandt never saw the United States.", "Jonas Brandt wrote to the U.S. in May."]),
    ]);
    let states: Vec<&str> =
        merged.entities.iter().map(|one| one.name.as_str()).filter(|name| name.starts_with('U')).collect();
    assert_eq!(states.len(), 1, "{states:?}");
}

#[test]
fn what_the_corpus_writes_small_is_nobody() {
    let lines = [
        "The council read the Zelphine Ballast on Monday.",
        "Ballast is heavy, and more ballast is heavier; the ballast of a ship is its ballast.",
        "Ilse Brandt asked for the Zelphine Ballast again.",
    ];
    let (_, merged) = merged(&[draft("Log", &lines), draft("Minutes", &["Zelphine Corran met Ilse Brandt there."])]);
    let person = |name: &str| entity(&merged, name).kind == EntityType::Person;
    assert!(!person("Zelphine Ballast"));
    assert!(person("Ilse Brandt") && person("Zelphine Corran"));
}

#[test]
fn a_town_is_nobodys_surname() {
    let (_, merged) = merged(&[
        draft(
            "A",
            &["Kallo Funktional Plarq Lindhavn has a target of new jobs.", "The City of Lindhavn voted in June."],
        ),
        draft("B", &["Jonas Brandt lives in Lindhavn.", "The City of Lindhavn paid Jonas Brandt."]),
        draft("C", &["Jonas Brandt left Lindhavn in May.", "The ferry came to Lindhavn at noon."]),
    ]);
    let joined = merged.entities.iter().find(|one| one.name.contains("Plarq"));
    assert!(joined.is_none_or(|one| !one.aliases.iter().any(|alias| alias == "Lindhavn")), "{joined:?}");
}

#[test]
fn the_same_input_gives_the_same_graph() {
    let drafts = [
        draft("A", &["Clara Kallström met Jonas Brandt in Tromsø.", "The Lindhavn Ferry Company paid Brandt."]),
        draft("B", &["Jonas Brandt wrote to the Coastal Survey Bureau (CSB) about salt marshes."]),
    ];
    assert_eq!(merged(&drafts).1, merged(&drafts).1);
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(merge(&Vec::new(), Vec::new()), Merged::default());
    assert!(merged(&[draft("Empty", &[""])]).1.entities.is_empty());
}
