//! Entities, relationships and claims of an answer, from delimited records or JSON alike.

use serde_json::Value;

use super::clean::{field, is_placeholder, without_fences, without_thoughts};
use super::records::{Record, Tag};
use super::{Reading, Repairs, json, records};
use crate::judgement::{ExtractedClaim, ExtractedEntity, ExtractedRelationship};
use crate::model::{ClaimStatus, EntityType};

/// Strength of a relationship for which none could be read.
pub const STRENGTH: f32 = 1.0;

/// Everything an answer names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements {
    pub entities: Vec<ExtractedEntity>,
    pub relationships: Vec<ExtractedRelationship>,
    pub claims: Vec<ExtractedClaim>,
}

impl Elements {
    pub fn len(&self) -> usize {
        self.entities.len() + self.relationships.len() + self.claims.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads the elements of an answer.
pub fn read(answer: &str) -> Reading<Elements> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let wrapped = thought.len() != answer.len() || text.len() != thought.len();
    let mut reading = Reading { repairs: Repairs { wrapped, ..Repairs::default() }, ..Reading::default() };
    let cut = records::cut(&text);
    if cut.records.is_empty() {
        if let Some(found) = json::find(&text, holds_elements) {
            reading.repairs.wrapped |= !text[..found.start].trim().is_empty() || !text[found.end..].trim().is_empty();
            reading.repairs.mended += u32::from(found.mended);
            reading.repairs.cut = found.cut;
            reading.ended = !found.cut;
            take_json(&found.value, found.cut, &mut reading);
            return reading;
        }
        // Untagged tuples of eight fields are claims as the reference implementation asks for them.
        reading.ended = cut.ended || says_nothing(&text);
        untagged(&text, &mut reading);
        return reading;
    }
    reading.ended = cut.ended;
    reading.repairs.wrapped |= cut.wrapped;
    for record in &cut.records {
        reading.repairs.cut |= record.open;
        take_record(record, &mut reading);
    }
    reading
}

/// An answer without a record that ends by saying so: `NONE`, or the end mark alone.
fn says_nothing(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    matches!(bare.as_str(), "none" | "nothing" | "noclaims" | "noentities" | "complete" | "nonecomplete")
}

fn holds_elements(value: &Value) -> bool {
    let list = |names: &[&str]| json::member(value, names).is_some_and(|v| v.is_array() || v.is_object());
    list(&ENTITIES)
        || list(&RELATIONSHIPS)
        || list(&CLAIMS)
        || value.as_array().is_some_and(|all| all.iter().any(|one| one.is_object()))
}

const ENTITIES: [&str; 4] = ["entities", "nodes", "entity_list", "extracted_entities"];
const RELATIONSHIPS: [&str; 5] = ["relationships", "relations", "edges", "links", "relationship_list"];
const CLAIMS: [&str; 3] = ["claims", "covariates", "claim_list"];
const NAME: [&str; 6] = ["name", "entity_name", "title", "entity", "id", "label"];
const KIND: [&str; 5] = ["type", "entity_type", "kind", "category", "class"];
const DESCRIPTION: [&str; 7] =
    ["description", "entity_description", "relationship_description", "desc", "summary", "explanation", "relationship"];
const SOURCE: [&str; 7] = ["source", "source_entity", "from", "head", "subject", "src", "source_name"];
const TARGET: [&str; 7] = ["target", "target_entity", "to", "tail", "object", "tgt", "target_name"];
const STRENGTHS: [&str; 6] = ["strength", "relationship_strength", "weight", "score", "rating", "importance"];

// --- records

fn take_record(record: &Record<'_>, reading: &mut Reading<Elements>) {
    let fields: Vec<String> = record.fields.iter().map(|raw| tidy(raw)).filter(|text| !text.is_empty()).collect();
    let mended = !record.exact;
    match record.tag {
        Tag::Entity => take_entity(&fields, record.open, mended, reading),
        Tag::Relationship => take_relationship(&fields, record.open, mended, reading),
        Tag::Claim => take_claim(&fields, record.open, mended, reading),
    }
}

/// A field of a record: what a delimiter or a bracket left at its ends is taken off.
fn tidy(raw: &str) -> String {
    let raw = raw.trim_matches(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '#'));
    let mut text = field(raw);
    // A bracket that nothing in the field opened, or that nothing closed, is the record's.
    let count = |text: &str, c: char| text.matches(c).count();
    while text.ends_with(')') && count(&text, ')') > count(&text, '(') {
        text.pop();
        text = field(&text);
    }
    if text.starts_with('(') && count(&text, '(') > count(&text, ')') {
        text = field(&text[1..]);
    }
    text
}

fn take_entity(fields: &[String], open: bool, mended: bool, reading: &mut Reading<Elements>) {
    let Some(name) = fields.first() else {
        reading.repairs.lost += u32::from(!open);
        return;
    };
    let scored = fields.last().is_some_and(|last| records::number(last).is_some());
    let (kind, description) = match fields.len() {
        // A name cut short is no name.
        1 if open => return,
        1 => (None, None),
        2 if is_kind(&fields[1]) => (Some(&fields[1]), None),
        2 => (None, Some(fields[1].clone())),
        // Two names, a sentence and a strength: a relationship under the wrong tag.
        4 if scored && !is_plain_kind(&fields[1]) => return take_relationship(fields, open, true, reading),
        length => {
            let told = if length > 3 && scored { length - 1 } else { length };
            let (first, second) = (&fields[1], &fields[2]);
            if told == 3 && is_sentence(first) && is_kind(second) {
                (Some(second), Some(first.clone()))
            } else if is_kind(first) || !is_sentence(first) {
                (Some(first), Some(fields[2..told].join(" ")))
            } else {
                (None, Some(fields[1..told].join(" ")))
            }
        }
    };
    reading.repairs.mended += u32::from(mended || fields.len() != 3);
    push_entity(name, kind.map(String::as_str), description, reading);
}

fn push_entity(name: &str, kind: Option<&str>, description: Option<String>, reading: &mut Reading<Elements>) {
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

fn take_relationship(fields: &[String], open: bool, mended: bool, reading: &mut Reading<Elements>) {
    if fields.len() < 2 || (open && fields.len() < 3) {
        reading.repairs.lost += u32::from(!open);
        return;
    }
    // A name, a type and a sentence: an entity under the wrong tag.
    if fields.len() == 3 && is_known_kind(&fields[1]) && records::number(&fields[2]).is_none() {
        return take_entity(fields, open, true, reading);
    }
    let rest = &fields[2..];
    let strength = rest.iter().rposition(|field| records::number(field).is_some());
    let told: Vec<&str> =
        rest.iter().enumerate().filter(|&(at, _)| Some(at) != strength).map(|(_, field)| field.as_str()).collect();
    let description = match told.as_slice() {
        // Keywords before the sentence, as some prompts ask for.
        [.., keywords, sentence] if !is_sentence(keywords) && is_sentence(sentence) => (*sentence).to_owned(),
        all => all.join(" "),
    };
    let number = strength.and_then(|at| records::number(&rest[at]));
    reading.repairs.mended += u32::from(mended || fields.len() != 4 || strength != Some(1));
    push_relationship(&fields[0], &fields[1], description, number, reading);
}

fn push_relationship(
    source: &str,
    target: &str,
    description: String,
    number: Option<f64>,
    reading: &mut Reading<Elements>,
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
    reading.value.relationships.push(ExtractedRelationship { source, target, description, strength });
}

/// Subject, object, type, status, start, end, description, quote: told apart from the status on, because the fields
/// before and after it are the ones models leave out.
fn take_claim(fields: &[String], open: bool, mended: bool, reading: &mut Reading<Elements>) {
    let status = fields.iter().position(|field| status_of(field).is_some());
    if fields.len() < 4 || (open && fields.len() < 7) {
        reading.repairs.lost += u32::from(!open);
        return;
    }
    let at = status.unwrap_or(3).min(fields.len() - 1);
    let (before, after) = (&fields[..at], &fields[at + usize::from(status.is_some())..]);
    let dates = after.iter().take(2).take_while(|field| is_date(field)).count();
    let told = &after[dates..];
    let (Some(subject), Some(description)) = (before.first(), told.first()) else {
        reading.repairs.lost += 1;
        return;
    };
    reading.repairs.mended += u32::from(mended || fields.len() != 8 || dates != 2);
    push_claim(
        Told {
            subject: subject.clone(),
            object: before.get(1).filter(|_| before.len() > 2).cloned(),
            kind: before.last().filter(|_| before.len() > 1).cloned().unwrap_or_default(),
            status: status.and_then(|at| status_of(&fields[at])),
            start: after.first().filter(|_| dates > 0).cloned(),
            end: after.get(1).filter(|_| dates > 1).cloned(),
            description: description.clone(),
            quote: told[1..].join(" "),
        },
        reading,
    );
}

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

fn push_claim(told: Told, reading: &mut Reading<Elements>) {
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

fn status_of(field: &str) -> Option<ClaimStatus> {
    match field.trim().to_ascii_uppercase().as_str() {
        "TRUE" | "CONFIRMED" => Some(ClaimStatus::True),
        "FALSE" | "REFUTED" => Some(ClaimStatus::False),
        "SUSPECTED" | "UNVERIFIED" | "ALLEGED" => Some(ClaimStatus::Suspected),
        _ => None,
    }
}

fn is_date(field: &str) -> bool {
    let plain = field.trim();
    matches!(plain.to_ascii_uppercase().as_str(), "NONE" | "NULL" | "N/A" | "UNKNOWN")
        || (plain.len() <= 40 && plain.chars().any(|c| c.is_ascii_digit()) && !is_sentence(plain))
}

/// Tuples without a tag, one a line: `(SUBJECT<|>OBJECT<|>TYPE<|>STATUS<|>…)`.
fn untagged(text: &str, reading: &mut Reading<Elements>) {
    for line in text.lines() {
        let line = line.trim().trim_end_matches("##").trim_end();
        let Some(inner) = line.strip_prefix('(') else { continue };
        if inner.matches("<|>").count() < 3 {
            continue;
        }
        let fields: Vec<String> = inner.split("<|>").map(tidy).filter(|field| !field.is_empty()).collect();
        if fields.iter().any(|field| status_of(field).is_some()) {
            take_claim(&fields, false, false, reading);
        } else {
            reading.repairs.lost += 1;
        }
    }
}

// --- JSON

fn take_json(value: &Value, cut: bool, reading: &mut Reading<Elements>) {
    let before = reading.value.len();
    if let Some(list) = value.as_array() {
        list.iter().for_each(|one| take_object(one, reading));
    } else {
        let mut any = false;
        for names in [ENTITIES.as_slice(), &RELATIONSHIPS, &CLAIMS] {
            match json::member(value, names) {
                Some(Value::Array(list)) => {
                    any = true;
                    list.iter().for_each(|one| take_object(one, reading));
                }
                // Entities by name: {"Ada Quill": {"type": …}}.
                Some(Value::Object(by_name)) => {
                    any = true;
                    for (name, one) in by_name {
                        let text = |names: &[&str]| json::member(one, names).map(|v| field(&json::text(v)));
                        push_entity(name, text(&KIND).as_deref(), text(&DESCRIPTION), reading);
                    }
                }
                _ => {}
            }
        }
        if !any {
            take_object(value, reading);
        }
    }
    // The element that the end of a cut answer fell into is not whole.
    if cut && reading.value.len() > before {
        drop_last(value, &mut reading.value);
    }
}

/// Takes away the element that was read last.
fn drop_last(value: &Value, elements: &mut Elements) {
    let present = |names: &[&str]| json::member(value, names).and_then(Value::as_array).is_some_and(|l| !l.is_empty());
    if present(&CLAIMS) {
        elements.claims.pop();
    } else if present(&RELATIONSHIPS) {
        elements.relationships.pop();
    } else {
        elements.entities.pop();
    }
}

fn take_object(one: &Value, reading: &mut Reading<Elements>) {
    // {"entity": {…}} and {"relationship": {…}}.
    for wrapper in ["entity", "relationship", "relation", "claim"] {
        if let Some(inner) = json::member(one, &[wrapper]).filter(|inner| inner.is_object()) {
            return take_object(inner, reading);
        }
    }
    let text = |names: &[&str]| json::member(one, names).map(|value| field(&json::text(value)));
    let number = json::member(one, &STRENGTHS).and_then(json::number);
    let (source, target) = (text(&SOURCE), text(&TARGET));
    let status = text(&["status"]);
    match (source, target) {
        (Some(subject), object) if status.is_some() => push_claim(
            Told {
                subject,
                object,
                kind: text(&["type", "claim_type", "kind"]).unwrap_or_default(),
                status: status.as_deref().and_then(status_of),
                start: text(&["start_date", "start"]),
                end: text(&["end_date", "end"]),
                description: text(&DESCRIPTION).unwrap_or_default(),
                quote: json::member(one, &["quote", "source_text", "source_quote", "text"])
                    .map(json::text)
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            },
            reading,
        ),
        (Some(source), Some(target)) => {
            let description = text(&DESCRIPTION).or_else(|| text(&KIND)).unwrap_or_default();
            push_relationship(&source, &target, description, number, reading);
        }
        _ => match text(&NAME) {
            Some(name) => push_entity(&name, text(&KIND).as_deref(), text(&DESCRIPTION), reading),
            None => reading.repairs.lost += u32::from(one.is_object()),
        },
    }
}

// --- what a field is

/// Types that models name without being asked for them, beside [`EntityType`]'s own.
const KINDS: [&str; 26] = [
    "person",
    "people",
    "organization",
    "organisation",
    "org",
    "company",
    "geo",
    "place",
    "location",
    "country",
    "city",
    "event",
    "date",
    "time",
    "product",
    "work",
    "concept",
    "technology",
    "category",
    "role",
    "document",
    "object",
    "animal",
    "group",
    "metric",
    "other",
];

fn is_known_kind(field: &str) -> bool {
    let plain = field.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    KINDS.contains(&plain.as_str())
}

/// A type that can hardly be a name: one that is known, or one word in lower case.
fn is_plain_kind(field: &str) -> bool {
    is_known_kind(field) || (!field.contains(' ') && field.chars().all(char::is_lowercase))
}

/// A word or two, as a type is.
fn is_kind(field: &str) -> bool {
    is_known_kind(field)
        || (field.split_whitespace().count() <= 2 && field.chars().count() <= 30 && !field.ends_with('.'))
}

fn is_sentence(field: &str) -> bool {
    let words = field.split_whitespace().count();
    words > 6 || (words > 3 && field.ends_with('.')) || field.chars().count() > 90
        // Scripts without spaces between words.
        || (field.chars().count() > 14 && field.chars().all(|c| !c.is_whitespace() && !c.is_ascii()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
