//! Elements from JSON, under the many names that models give its members.

use serde_json::Value;

use super::super::clean::field;
use super::super::{ReadAnswer, json};
use super::fields::status_of;
use super::{Told, ToldElements, push_claim, push_entity, push_relationship};

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

const QUOTE: [&str; 5] = ["quote", "source_text", "source_quote", "evidence", "text"];

/// Whether a JSON value is, or holds, elements.
pub(super) fn holds_elements(value: &Value) -> bool {
    let list = |names: &[&str]| json::member(value, names).is_some_and(|v| v.is_array() || v.is_object());
    list(&ENTITIES)
        || list(&RELATIONSHIPS)
        || list(&CLAIMS)
        || value.as_array().is_some_and(|all| all.iter().any(|one| one.is_object()))
}

/// Takes every element of a JSON answer; the one that the end of a cut answer fell into is left out.
pub(super) fn take(value: &Value, cut: bool, reading: &mut ReadAnswer<ToldElements>) {
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
fn drop_last(value: &Value, elements: &mut ToldElements) {
    let present = |names: &[&str]| json::member(value, names).and_then(Value::as_array).is_some_and(|l| !l.is_empty());
    if present(&CLAIMS) {
        elements.claims.pop();
    } else if present(&RELATIONSHIPS) {
        elements.relationships.pop();
    } else {
        elements.entities.pop();
    }
}

/// The words that an element points at.
fn quote(one: &Value) -> String {
    json::member(one, &QUOTE).map(json::text).unwrap_or_default().trim().to_owned()
}

fn take_object(one: &Value, reading: &mut ReadAnswer<ToldElements>) {
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
                quote: quote(one),
            },
            reading,
        ),
        (Some(source), Some(target)) => {
            let description = text(&DESCRIPTION).or_else(|| text(&KIND)).unwrap_or_default();
            push_relationship(&source, &target, description, number, quote(one), reading);
        }
        _ => match text(&NAME) {
            Some(name) => push_entity(&name, text(&KIND).as_deref(), text(&DESCRIPTION), reading),
            None => reading.repairs.lost += u32::from(one.is_object()),
        },
    }
}
