//! What a model tells of one thing in several ways becomes one entity.

use super::*;
use crate::judgement::Passage;
use crate::judgement::{ExtractedClaim, ExtractedEntity, ExtractedRelationship};
use crate::model::ClaimStatus;

/// Text units of one document, or with an id from 100 on of one of its own.
fn passage(id: u32, text: &str) -> Passage {
    let mut passage = crate::judgement::model::extractor_passage(text);
    passage.unit.id = TextUnitId(id);
    passage.unit.document = crate::model::DocumentId(if id < 100 { 0 } else { id });
    passage
}

fn named(name: &str, kind: &str, description: &str) -> ExtractedEntity {
    ExtractedEntity {
        name: name.to_owned(),
        kind: (!kind.is_empty()).then(|| EntityType::from(kind.to_owned())),
        sure: true,
        description: Some(description.to_owned()),
        mentions: Vec::new(),
    }
}

fn tied(source: &str, target: &str, description: &str, strength: f32) -> ExtractedRelationship {
    let (source, target, description) = (source.to_owned(), target.to_owned(), description.to_owned());
    ExtractedRelationship { source, target, description, strength, quote: String::new(), quote_span: None }
}

fn extraction(entities: Vec<ExtractedEntity>, relationships: Vec<ExtractedRelationship>) -> Extraction {
    Extraction { entities, relationships, ..Extraction::default() }
}

/// Merges, with the names located where the texts have them.
fn merged(passages: &[Passage], told: Vec<Extraction>, words: u32) -> ToldGraph {
    merged_with(passages, told, words, &[])
}

fn merged_with(passages: &[Passage], mut told: Vec<Extraction>, words: u32, same: &[(String, String)]) -> ToldGraph {
    for (passage, told) in passages.iter().zip(&mut told) {
        for entity in &mut told.entities {
            let text = &passage.document.text;
            let places = text.match_indices(&entity.name).map(|(at, name)| Span::new(at, at + name.len()));
            entity.mentions = places.collect();
        }
    }
    merge(&passages, &told, Merging { words, same })
}

fn names(told: &ToldGraph) -> Vec<&str> {
    let mut names: Vec<&str> = told.merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    names.sort_unstable();
    names
}

#[test]
fn one_name_in_several_spellings_is_one_entity_with_all_that_was_told() {
    let passages = [passage(0, "Ada Quill keeps it."), passage(1, "ADA QUILL left.")];
    let told = merged(
        &passages,
        vec![
            extraction(
                vec![named("Ada Quill", "person", "Keeps the light.")],
                vec![tied("Ada Quill", "Kelp Ltd.", "works for", 8.0)],
            ),
            extraction(
                vec![named("ADA QUILL", "person", "Left in 1950.")],
                vec![tied("KELP LTD", "Ada Quill", "was left by", 3.0)],
            ),
        ],
        3,
    );
    let mut names: Vec<(&str, &str)> = told.merged.entities.iter().map(|e| (e.name.as_str(), e.kind.name())).collect();
    names.sort_unstable();
    assert_eq!(names, [("Ada Quill", "person"), ("Kelp Ltd.", "thing")]);
    let [tie] = told.merged.relationships.as_slice() else { panic!("{:?}", told.merged.relationships) };
    assert_eq!((tie.weight, tie.text_units.as_slice()), (11.0, [TextUnitId(0), TextUnitId(1)].as_slice()));
    assert_eq!(told.several.len(), 2);
    let ada = told.several.iter().find(|one| one.subject == "Ada Quill").expect("Ada");
    assert_eq!(ada.notes, ["Minutes: Keeps the light.", "Minutes: Left in 1950."]);
    // The end that nobody listed stands in the text units that told of it.
    let kelp = told.merged.entities.iter().find(|entity| entity.name == "Kelp Ltd.").expect("Kelp").id;
    let units: Vec<TextUnitId> =
        told.merged.mentions.iter().filter(|m| m.entity == kelp).map(|m| m.text_unit).collect();
    assert_eq!(units, [TextUnitId(0), TextUnitId(1)]);
}

#[test]
fn one_person_is_one_entity_whatever_a_document_calls_her() {
    let passages = [
        passage(100, "Dr Imre Kovalik wrote to Rosalind Thackwray. Desmond Quill paid."),
        passage(101, "Imre told Mr Quill that Mr Imre Kovalik had left. Rosalind Thackwray and Rosalind Moor came."),
        passage(102, "Mr Quill said it was Rosalind."),
    ];
    let told = merged(
        &passages,
        vec![
            extraction(
                vec![
                    named("Dr Imre Kovalik", "person", "An engineer."),
                    named("Rosalind Thackwray", "person", "Chief executive."),
                    named("Desmond Quill", "person", "He paid."),
                ],
                vec![tied("Dr Imre Kovalik", "Rosalind Thackwray", "He wrote to her.", 5.0)],
            ),
            extraction(
                vec![
                    named("Imre", "person", "He told it."),
                    named("Mr Quill", "person", "He was told."),
                    named("Mr Imre Kovalik", "person", "He left."),
                    named("Rosalind Thackwray", "person", "She came."),
                    named("Rosalind Moor", "person", "She came too."),
                ],
                vec![tied("Imre", "Mr Quill", "Imre told Mr Quill.", 5.0)],
            ),
            extraction(
                vec![named("Mr Quill", "person", "He said it."), named("Rosalind", "person", "It was she.")],
                vec![],
            ),
        ],
        120,
    );
    // *Rosalind* alone may be either of two.
    assert_eq!(names(&told), ["Desmond Quill", "Imre Kovalik", "Rosalind", "Rosalind Moor", "Rosalind Thackwray"]);
    let quill = told.merged.entities.iter().find(|entity| entity.name == "Desmond Quill").expect("Quill");
    assert_eq!(quill.documents, 3);
    assert!(quill.description.contains("He was told [Data: Sources (101)]."), "{}", quill.description);
    let tie = told.merged.relationships.iter().find(|tie| tie.description.starts_with("Imre told")).expect("a tie");
    assert!([tie.source, tie.target].contains(&quill.id));
}

#[test]
fn legal_forms_and_acronyms_join() {
    let passages = [
        passage(100, "Corvane Ground Engineering Limited signed. The Reservoir Safety Inspectorate (RSI) came."),
        passage(101, "Corvane Ground Engineering was paid. The RSI left."),
    ];
    let told = merged(
        &passages,
        vec![
            extraction(
                vec![
                    named("Corvane Ground Engineering Limited", "organisation", "It signed."),
                    named("Reservoir Safety Inspectorate", "organisation", "It came."),
                    named("RSI", "organisation", "It came."),
                ],
                vec![],
            ),
            extraction(
                vec![
                    named("Corvane Ground Engineering", "organisation", "It was paid."),
                    named("RSI", "organisation", "It left."),
                ],
                vec![],
            ),
        ],
        120,
    );
    assert_eq!(names(&told).len(), 2, "{:?}", names(&told));
}

#[test]
fn descriptions_say_what_each_text_unit_told_and_nothing_twice() {
    let told = merged(
        &[passage(4, "Ada."), passage(5, "Ada."), passage(6, "Ada.")],
        vec![
            extraction(vec![named("Ada", "person", "Ada keeps the light of Kelpmouth.")], vec![]),
            extraction(vec![named("Ada", "person", "She left in 1950.")], vec![]),
            extraction(vec![named("Ada", "person", "Ada keeps the light of Kelpmouth by night.")], vec![]),
        ],
        120,
    );
    assert_eq!(
        told.merged.entities[0].description,
        "Ada keeps the light of Kelpmouth by night [Data: Sources (4, 6)]. She left in 1950 [Data: Sources (5)]."
    );
    assert!(told.several.is_empty(), "no call is needed for that");
}

#[test]
fn what_is_likely_one_thing_is_proposed_and_joined_when_somebody_says_so() {
    let text = "Ada Quill met the Harbour Board. HB paid Bo Marsh. Cy Marsh left. Marsh wrote.";
    let entities = vec![
        named("Ada Quill", "person", ""),
        named("Harbour Board", "organisation", ""),
        named("HB", "organisation", ""),
        named("Bo Marsh", "person", ""),
        named("Cy Marsh", "person", ""),
        named("Marsh", "person", ""),
    ];
    let told = merged(&[passage(0, text)], vec![extraction(entities.clone(), vec![])], 120);
    let name = |id: EntityId| told.merged.entities[id.0 as usize].name.as_str();
    let pairs: Vec<(&str, &str, &str)> =
        told.likely.iter().map(|pair| (name(pair.a), name(pair.b), pair.why)).collect();
    assert!(
        pairs.contains(&("Harbour Board", "HB", "its initials"))
            || pairs.contains(&("HB", "Harbour Board", "its initials")),
        "{pairs:?}"
    );
    let before = told.merged.entities.len();
    let same = [("HB".to_owned(), "Harbour Board".to_owned())];
    let told = merged_with(&[passage(0, text)], vec![extraction(entities, vec![])], 120, &same);
    assert_eq!(told.merged.entities.len(), before - 1);
}

#[test]
fn of_what_nobody_described_the_sentence_tells_that_names_it_first() {
    let passages = [passage(0, "Nobody is here."), passage(100, "The Harbour Board met."), passage(101, "HB paid HB.")];
    let told = |name: &str, description: &str| extraction(vec![named(name, "organisation", description)], vec![]);
    let pairs = |described: &str| {
        let told = vec![extraction(vec![], vec![]), told("Harbour Board", ""), told("HB", described)];
        identity::pairs(&merged(&passages, told, 120), &passages)
    };
    for (described, shown) in [("", "HB paid HB."), ("It pays.", "It pays [Data: Sources (101)].")] {
        let pairs = pairs(described);
        let [pair] = pairs.as_slice() else { panic!("{pairs:?}") };
        let of = |name: &str| pair.names.iter().position(|own| own == name).map(|at| pair.told[at].as_str());
        assert_eq!((of("Harbour Board"), of("HB")), (Some("The Harbour Board met."), Some(shown)));
    }
}

#[test]
fn claims_keep_their_place_and_their_parties() {
    let claim = ExtractedClaim {
        subject: "kelp ltd".to_owned(),
        object: Some("Nobody Listed".to_owned()),
        kind: "fine".to_owned(),
        status: ClaimStatus::True,
        start_date: None,
        end_date: None,
        description: "It was fined.".to_owned(),
        quote: "fined".to_owned(),
        quote_span: Some(Span::new(1, 6)),
    };
    let extraction = Extraction {
        entities: vec![named("Kelp Ltd", "organisation", "A firm.")],
        claims: vec![claim],
        ..Extraction::default()
    };
    let told = merged(&[passage(3, "Kelp Ltd")], vec![extraction], 120);
    let [claim] = told.claims.as_slice() else { panic!("{:?}", told.claims) };
    assert_eq!(told.merged.entities[claim.subject.0 as usize].name, "Kelp Ltd");
    assert_eq!(claim.object.map(|id| told.merged.entities[id.0 as usize].name.as_str()), Some("Nobody Listed"));
    assert_eq!((claim.text_unit, claim.quote_span), (TextUnitId(3), Some(Span::new(1, 6))));
}

/// Merges names that one text unit writes, each given with its type.
fn told_of(told: &[(&str, &str)]) -> ToldGraph {
    let text = told.iter().map(|(name, _)| format!("It names {name}.\n")).collect::<String>();
    let entities = told.iter().map(|(name, kind)| named(name, kind, "")).collect();
    merged(&[passage(0, &text)], vec![extraction(entities, vec![])], 120)
}

#[test]
fn one_name_in_two_spellings_is_one() {
    for [a, b] in [
        [("Marsh, T. B.", "author, researcher"), ("T.B. Marsh", "author, researcher")],
        [("Quill, Desmond", "person"), ("Desmond Quill", "person")],
        [("Gate Control Protocol (GCP)", "method"), ("Gate Control Protocol", "method")],
        [("Gate Control Protocol (GCP)", "method"), ("GCP", "method")],
        [("GCP (Gate Control Protocol)", "method"), ("gate control protocols", "method")],
        [("prepaid card", "object"), ("pre-paid cards", "object")],
        [("reservation", "object"), ("reservations", "object")],
        [("status of the gate", "condition"), ("gate status", "condition")],
        [("Leader of the Opposition", "office"), ("Leader of Opposition", "office")],
    ] {
        let told = told_of(&[a, b]);
        assert_eq!(told.merged.entities.len(), 1, "{} and {}: {:?}", a.0, b.0, names(&told));
    }
}

#[test]
fn what_only_looks_alike_stays_two() {
    for [a, b] in [
        // Letters of another thing, and figures run together.
        [("Near Node Network (NNN)", "data structure"), ("NNN", "conference")],
        [("Section 5(6)", "section"), ("Section 56", "section")],
        // The Spirits of a tale are not the Spirit, a family is not a woman.
        [("Spirit", "person"), ("Spirits", "person")],
        // Offices, and those under them.
        [("Attorney-General", "person"), ("Auditor-General", "person")],
        [("President of the Harbour Court", "person"), ("Deputy President of the Harbour Court", "person")],
        [("President-elect", "person"), ("Vice-President-elect", "person")],
        [("portly gentlemen", "person"), ("gentleman", "person")],
        [("Bob Quill's clerk", "person"), ("clerk", "person")],
        // A kind of system is no body.
        [("Orsk recommender systems", "method"), ("recommender systems", "method")],
        [("Y. Zhang", "person"), ("Y. Zheng", "person")],
        [("University of Orsk", "organisation"), ("Orsk University", "organisation")],
    ] {
        let told = told_of(&[a, b]);
        assert_eq!(told.merged.entities.len(), 2, "{} and {}: {:?}", a.0, b.0, names(&told));
    }
    // An initial that two may bear is neither's.
    let told = told_of(&[("Y. Liu", "person"), ("Yang Liu", "person"), ("Yifan Liu", "person")]);
    assert_eq!(names(&told), ["Y. Liu", "Yang Liu", "Yifan Liu"]);
}

#[test]
fn a_familys_name_alone_is_nobodys_in_particular() {
    let told = told_of(&[("Bob Cradley", "person"), ("Peter Cradley", "person"), ("Cradley", "person")]);
    assert_eq!(names(&told), ["Bob Cradley", "Cradley", "Peter Cradley"]);
    let told = told_of(&[("Bob Cradley", "person"), ("Cradley", "person")]);
    assert_eq!(names(&told), ["Bob Cradley"]);
}

#[test]
fn what_a_model_calls_something_in_its_own_words_is_another_name_of_it() {
    let told = merged(
        &[passage(0, "The gate status was red.")],
        vec![extraction(
            vec![named("gate status", "condition", ""), named("status of the gate", "condition", "")],
            vec![],
        )],
        120,
    );
    assert_eq!(told.merged.entities.len(), 1);
    assert_eq!(told.merged.entities[0].aliases, ["status of the gate"]);
}
