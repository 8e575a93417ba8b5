use super::*;
use crate::judgement::{ExtractedClaim, ExtractedEntity, ExtractedRelationship};
use crate::model::ClaimStatus;

fn passage(id: u32, text: &str) -> Passage {
    let mut passage = crate::judgement::model::extractor_passage(text);
    passage.unit.id = TextUnitId(id);
    passage
}

fn named(name: &str, kind: &str, description: &str) -> ExtractedEntity {
    ExtractedEntity {
        name: name.to_owned(),
        kind: (!kind.is_empty()).then(|| EntityType::from(kind.to_owned())),
        sure: true,
        description: Some(description.to_owned()),
        mentions: vec![Span::new(0, 3)],
    }
}

fn tied(source: &str, target: &str, description: &str, strength: f32) -> ExtractedRelationship {
    let (source, target, description) = (source.to_owned(), target.to_owned(), description.to_owned());
    ExtractedRelationship { source, target, description, strength, quote: String::new(), quote_span: None }
}

fn extraction(entities: Vec<ExtractedEntity>, relationships: Vec<ExtractedRelationship>) -> Extraction {
    Extraction { entities, relationships, ..Extraction::default() }
}

#[test]
fn one_name_in_several_spellings_is_one_entity_with_all_that_was_told() {
    let passages = [passage(0, "Ada keeps it."), passage(1, "ADA QUILL left.")];
    let told = merge(
        &passages,
        &[
            extraction(
                vec![named("Ada Quill", "person", "Keeps the light.")],
                vec![tied("Ada Quill", "Kelp Ltd.", "works for", 8.0)],
            ),
            extraction(
                vec![named("ADA QUILL", "person", "Left in 1950.")],
                vec![tied("KELP LTD", "Ada Quill", "was left by", 3.0)],
            ),
        ],
    );
    let names: Vec<(&str, &str)> = told.merged.entities.iter().map(|e| (e.name.as_str(), e.kind.name())).collect();
    assert_eq!(names, [("Ada Quill", "person"), ("Kelp Ltd.", "thing")]);
    assert_eq!(told.merged.entities[0].aliases, ["ADA QUILL"]);
    let [tie] = told.merged.relationships.as_slice() else { panic!("{:?}", told.merged.relationships) };
    assert_eq!((tie.weight, tie.text_units.as_slice()), (11.0, [TextUnitId(0), TextUnitId(1)].as_slice()));
    assert_eq!(told.several.len(), 2);
    assert_eq!(told.several[0].notes, ["Keeps the light.", "Left in 1950."]);
    // The end that nobody listed stands in the text units that told of it.
    let kelp: Vec<TextUnitId> = told.merged.mentions.iter().filter(|m| m.entity.0 == 1).map(|m| m.text_unit).collect();
    assert_eq!(kelp, [TextUnitId(0), TextUnitId(1)]);
}

#[test]
fn descriptions_cite_the_text_units_that_told_them() {
    let told = merge(
        &[passage(4, "Ada."), passage(5, "Ada.")],
        &[
            extraction(vec![named("Ada", "person", "Keeps it.")], vec![]),
            extraction(vec![named("Ada", "person", "Left.")], vec![]),
        ],
    );
    assert_eq!(told.merged.entities[0].description, "Keeps it. Left [Data: Sources (4, 5)].");
    let described = told.several[0].described("She kept it and left.");
    assert_eq!(described, "She kept it and left [Data: Sources (4, 5)].");
}

#[test]
fn what_is_likely_one_thing_is_proposed_and_left_apart() {
    let told = merge(
        &[passage(0, "x")],
        &[extraction(
            vec![
                named("Ada Quill", "person", ""),
                named("Quill", "person", ""),
                named("Harbour Board", "organisation", ""),
                named("HB", "organisation", ""),
                named("Bo Marsh", "person", ""),
                named("Cy Marsh", "person", ""),
                named("Marsh", "person", ""),
            ],
            vec![],
        )],
    );
    assert_eq!(told.merged.entities.len(), 7);
    let name = |id: EntityId| told.merged.entities[id.0 as usize].name.as_str();
    let mut pairs: Vec<(&str, &str, &str)> = told.likely.iter().map(|&(a, b, why)| (name(a), name(b), why)).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [("Ada Quill", "Quill", "part of the name"), ("Harbour Board", "HB", "its initials")]);
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
    let told = merge(&[passage(3, "Kelp Ltd")], &[extraction]);
    let [claim] = told.claims.as_slice() else { panic!("{:?}", told.claims) };
    assert_eq!(told.merged.entities[claim.subject.0 as usize].name, "Kelp Ltd");
    assert_eq!(claim.object.map(|id| told.merged.entities[id.0 as usize].name.as_str()), Some("Nobody Listed"));
    assert_eq!((claim.text_unit, claim.quote_span), (TextUnitId(3), Some(Span::new(1, 6))));
}
