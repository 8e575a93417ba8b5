//! Entities, relationships and claims of an answer, from delimited records or JSON alike.

mod fields;
mod objects;
mod tuples;

use super::clean::{is_placeholder, without_fences, without_thoughts};
use super::{ReadAnswer, Repairs, json, records};
use crate::judgement::{ExtractedClaim, ExtractedEntity, ExtractedRelationship};
use crate::model::{ClaimStatus, EntityType};

/// Strength of a relationship for which none could be read.
pub const STRENGTH: f32 = 1.0;

/// Everything an answer names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldElements {
    pub entities: Vec<ExtractedEntity>,
    pub relationships: Vec<ExtractedRelationship>,
    pub claims: Vec<ExtractedClaim>,
}

impl ToldElements {
    pub fn len(&self) -> usize {
        self.entities.len() + self.relationships.len() + self.claims.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads the elements of an answer.
pub fn read(answer: &str) -> ReadAnswer<ToldElements> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let wrapped = thought.len() != answer.len() || text.len() != thought.len();
    let mut reading = ReadAnswer { repairs: Repairs { wrapped, ..Repairs::default() }, ..ReadAnswer::default() };
    let cut = records::cut(&text);
    if cut.records.is_empty() {
        if let Some(found) = json::find(&text, objects::holds_elements) {
            reading.repairs.wrapped |= !text[..found.start].trim().is_empty() || !text[found.end..].trim().is_empty();
            reading.repairs.mended += u32::from(found.mended);
            reading.repairs.cut = found.cut;
            reading.ended = !found.cut;
            objects::take(&found.value, found.cut, &mut reading);
            return reading;
        }
        // Untagged tuples of eight fields are claims as the reference implementation asks for them.
        reading.ended = cut.ended || says_nothing(&text);
        tuples::untagged(&text, &mut reading);
        return reading;
    }
    reading.ended = cut.ended;
    reading.repairs.wrapped |= cut.wrapped;
    for record in &cut.records {
        reading.repairs.cut |= record.open;
        tuples::take(record, &mut reading);
    }
    reading
}

/// An answer without a record that ends by saying so: `NONE`, or the end mark alone.
fn says_nothing(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    matches!(bare.as_str(), "none" | "nothing" | "noclaims" | "noentities" | "complete" | "nonecomplete")
}

fn push_entity(name: &str, kind: Option<&str>, description: Option<String>, reading: &mut ReadAnswer<ToldElements>) {
    if is_placeholder(name) {
        reading.repairs.echoes += 1;
        return;
    }
    let description = description.filter(|text| !text.is_empty() && !is_placeholder(text));
    let kind = kind.filter(|kind| !is_placeholder(kind)).map(|kind| EntityType::from(kind.to_lowercase()));
    reading.value.entities.push(ExtractedEntity {
        name: name.to_owned(),
        kind,
        sure: true,
        description,
        mentions: Vec::new(),
    });
}

fn push_relationship(
    source: &str,
    target: &str,
    description: String,
    number: Option<f64>,
    quote: String,
    reading: &mut ReadAnswer<ToldElements>,
) {
    if is_placeholder(source) || is_placeholder(target) {
        reading.repairs.echoes += 1;
        return;
    }
    let strength = match number {
        Some(number) if number > 10.0 && number <= 100.0 => number as f32 / 10.0,
        Some(number) if number > 0.0 => (number as f32).min(10.0),
        _ => STRENGTH,
    };
    let (source, target) = (source.to_owned(), target.to_owned());
    reading.value.relationships.push(ExtractedRelationship {
        source,
        target,
        description,
        strength,
        quote,
        quote_span: None,
    });
}

/// A claim as an answer tells it.
struct Told {
    subject: String,
    object: Option<String>,
    kind: String,
    status: Option<ClaimStatus>,
    start: Option<String>,
    end: Option<String>,
    description: String,
    quote: String,
}

fn push_claim(told: Told, reading: &mut ReadAnswer<ToldElements>) {
    if is_placeholder(&told.subject) || told.description.is_empty() {
        reading.repairs.echoes += 1;
        return;
    }
    let some = |text: Option<String>| text.filter(|text| !text.is_empty() && !is_placeholder(text));
    reading.value.claims.push(ExtractedClaim {
        subject: told.subject,
        object: some(told.object),
        kind: told.kind.to_lowercase(),
        // What is not said to be sure is suspected.
        status: told.status.unwrap_or(ClaimStatus::Suspected),
        start_date: some(told.start),
        end_date: some(told.end),
        description: told.description,
        quote: told.quote,
        quote_span: None,
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::fields::is_known_kind;
    use super::*;

    fn entity(name: &str, kind: &str, description: &str) -> ExtractedEntity {
        ExtractedEntity {
            name: name.to_owned(),
            kind: (!kind.is_empty()).then(|| EntityType::from(kind.to_owned())),
            sure: true,
            description: (!description.is_empty()).then(|| description.to_owned()),
            mentions: Vec::new(),
        }
    }

    #[test]
    fn fields_too_few_and_too_many_are_told_apart() {
        let told = "keeps the light at Kelpmouth";
        for (record, wanted) in [
            ("Ada Quill<|>person<|>keeps the light at Kelpmouth", entity("Ada Quill", "person", told)),
            ("Ada Quill<|><|>keeps the light at Kelpmouth", entity("Ada Quill", "", told)),
            ("Ada Quill<|>person", entity("Ada Quill", "person", "")),
            (
                "Ada Quill<|>keeps the light at Kelpmouth for twenty years<|>person",
                entity("Ada Quill", "person", "keeps the light at Kelpmouth for twenty years"),
            ),
            ("Ada Quill<|>person<|>keeps the light at Kelpmouth<|>8", entity("Ada Quill", "person", told)),
            ("Ada Quill<|>person<|>keeps the light<|>at Kelpmouth", entity("Ada Quill", "person", told)),
        ] {
            let reading = read(&format!("(\"entity\"<|>{record})\n##\n<|COMPLETE|>"));
            assert_eq!(reading.value.entities, [wanted], "{record}");
            assert_eq!(reading.repairs.lost, 0);
        }
        let mistagged = read("(\"entity\"<|>Ada Quill<|>Harbour Board<|>She answers to it<|>7)<|COMPLETE|>");
        assert_eq!(mistagged.value.relationships[0].target, "Harbour Board");
    }

    #[test]
    fn strengths_that_are_no_numbers_are_one() {
        let reading = read(
            "(\"relationship\"<|>Ada<|>Bo<|>sisters<|>8>\n##\n(\"relationship\"<|>Ada<|>Cy<|>cousins<|>unknown)\n##\n(\"relationship\"<|>Ada<|>Di<|>friends)<|COMPLETE|>",
        );
        let strengths: Vec<f32> = reading.value.relationships.iter().map(|r| r.strength).collect();
        assert_eq!(strengths, [8.0, 1.0, 1.0]);
        assert_eq!(reading.value.relationships[1].description, "cousins unknown");
        assert_eq!(reading.repairs.mended, 3);
    }

    #[test]
    fn json_in_many_shapes() {
        for answer in [
            r#"{"entities": [{"name": "Ada", "type": "person", "description": "keeper"}], "relationships": [{"source": "Ada", "target": "Bo", "description": "sisters", "strength": 7}]}"#,
            r#"{"nodes": [{"id": "Ada", "label": "x", "type": "person", "description": "keeper"}], "edges": [{"from": "Ada", "to": "Bo", "relationship": "sisters", "weight": "7"}]}"#,
            r#"[{"entity": "Ada", "type": "person", "description": "keeper"}, {"source": "Ada", "target": "Bo", "description": "sisters", "strength": 7.0}]"#,
            "```json\n{'entities': [{'name': 'Ada', 'type': 'person', 'description': 'keeper'},], 'relationships': [{'source': 'Ada', 'target': 'Bo', 'description': 'sisters', 'strength': '7/10'}]}\n```",
        ] {
            let reading = read(answer);
            assert!(reading.ended, "{answer}");
            assert_eq!(reading.value.entities[0].name, "Ada", "{answer}");
            let relationship = &reading.value.relationships[0];
            assert_eq!((relationship.target.as_str(), relationship.strength), ("Bo", 7.0), "{answer}");
            assert_eq!(relationship.description, "sisters");
        }
    }

    #[test]
    fn the_element_in_which_an_answer_is_cut_is_not_taken() {
        let reading = read(r#"{"entities": [{"name": "Ada", "type": "person"}, {"name": "Bosh"#);
        assert!(reading.repairs.cut && !reading.ended);
        assert_eq!(reading.value.entities.len(), 1);
        let reading = read("(\"entity\"<|>Ada<|>person<|>keeper)##(\"entity\"<|>Bosh");
        assert!(reading.repairs.cut && !reading.ended);
        assert_eq!(reading.value.entities.len(), 1);
    }

    #[test]
    fn echoes_of_the_prompt_are_no_entities() {
        let reading = read("[{\"entity\": \"Entity Name\", \"type\": \"EntityType\", \"description\": \"…\"}]");
        assert!(reading.value.is_empty());
        assert_eq!(reading.repairs.echoes, 1);
    }

    #[test]
    fn claims_as_records_tuples_and_json() {
        let tuple = "Kelp Ltd<|>Harbour Board<|>price fixing<|>TRUE<|>2022-01-10T00:00:00<|>NONE<|>It was fined.<|>Kelp Ltd was fined on 10 January.";
        for answer in [
            format!("(\"claim\"<|>{tuple})\n##\n<|COMPLETE|>"),
            format!("({tuple})\n##\n<|COMPLETE|>"),
            r#"{"claims": [{"subject": "Kelp Ltd", "object": "Harbour Board", "type": "price fixing", "status": "TRUE", "start_date": "2022-01-10T00:00:00", "end_date": null, "description": "It was fined.", "quote": "Kelp Ltd was fined on 10 January."}]}"#.to_owned(),
        ] {
            let reading = read(&answer);
            let [claim] = reading.value.claims.as_slice() else { panic!("{answer}: {reading:?}") };
            assert_eq!((claim.subject.as_str(), claim.object.as_deref()), ("Kelp Ltd", Some("Harbour Board")));
            assert_eq!((claim.kind.as_str(), claim.status), ("price fixing", ClaimStatus::True));
            assert_eq!((claim.start_date.as_deref(), claim.end_date.as_deref()), (Some("2022-01-10T00:00:00"), None));
            assert_eq!(claim.quote, "Kelp Ltd was fined on 10 January.");
        }
    }

    proptest! {
        #[test]
        fn well_formed_records_come_back_whole(
            names in proptest::collection::vec("[A-Z][a-zéü]{2,9}( [A-Z][a-z]{1,9})?", 1..8),
            told in "[A-Z][a-z]{2,8}( [a-z]{1,9}){4,9}( \\([a-z]{1,9}\\))?",
        ) {
            prop_assume!(!names.iter().any(|name| is_placeholder(name) || is_known_kind(name)));
            let mut answer = String::new();
            for name in &names {
                answer.push_str(&format!("(\"entity\"<|>{name}<|>person<|>{told})\n##\n"));
            }
            answer.push_str("<|COMPLETE|>");
            let reading = read(&answer);
            prop_assert_eq!(reading.repairs, Repairs::default());
            prop_assert!(reading.ended);
            let found: Vec<&str> = reading.value.entities.iter().map(|entity| entity.name.as_str()).collect();
            prop_assert_eq!(found, names.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert!(reading.value.entities.iter().all(|entity| entity.description.as_deref() == Some(&told)));
        }

        #[test]
        fn damage_loses_at_most_the_records_it_touches(at in 0usize..400, length in 1usize..6) {
            let record = |n: usize| format!("(\"entity\"<|>Name{n} Family<|>person<|>A keeper of the light number {n})\n##\n");
            let mut answer: String = (0..6).map(record).collect();
            answer.push_str("<|COMPLETE|>");
            let at = at.min(answer.len() - length);
            answer.replace_range(at..at + length, "");
            let found = read(&answer).value.entities.len();
            prop_assert!(found >= 4, "{} of 6 in {}", found, answer);
        }

        #[test]
        fn any_text_is_read_without_harm(text in "(\\PC|\"|<\\|>|entity|claim|\\{|\\}|<think>){0,80}") {
            read(&text);
        }
    }
}
