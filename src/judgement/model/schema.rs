//! The JSON schemas of structured answers, strict as the endpoints that take them want them: every member required, no
//! other allowed.

use serde_json::{Value, json};

use crate::llm::{AnswerShape, Schema};

fn object(members: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

fn list(item: &Value) -> Value {
    json!({"type": "array", "items": item})
}

fn shape(name: &str, schema: Value) -> AnswerShape {
    AnswerShape::Schema(Schema { name: name.to_owned(), schema })
}

pub(super) fn elements() -> AnswerShape {
    let text = json!({"type": "string"});
    let entity = object(&[("name", text.clone()), ("type", text.clone()), ("description", text.clone())]);
    let relationship = object(&[
        ("source", text.clone()),
        ("target", text.clone()),
        ("description", text.clone()),
        ("strength", json!({"type": "integer"})),
        ("quote", text),
    ]);
    shape("elements", object(&[("entities", list(&entity)), ("relationships", list(&relationship))]))
}

pub(super) fn claims() -> AnswerShape {
    let text = json!({"type": "string"});
    let names = ["subject", "object", "type", "status", "start_date", "end_date", "description", "quote"];
    let claim = object(&names.map(|name| (name, text.clone())));
    shape("claims", object(&[("claims", list(&claim))]))
}

pub(super) fn report() -> AnswerShape {
    let text = json!({"type": "string"});
    let finding = object(&[("heading", text.clone()), ("explanation", text.clone())]);
    let members = [
        ("title", text.clone()),
        ("summary", text.clone()),
        ("rating", json!({"type": "number"})),
        ("rating_reason", text),
        ("findings", list(&finding)),
    ];
    shape("report", object(&members))
}

pub(super) fn points() -> AnswerShape {
    let point = object(&[("description", json!({"type": "string"})), ("score", json!({"type": "integer"}))]);
    shape("points", object(&[("points", list(&point))]))
}

pub(super) fn onward() -> AnswerShape {
    let (text, score) = (json!({"type": "string"}), json!({"type": "integer"}));
    let follow_up = object(&[("question", text.clone()), ("score", score.clone())]);
    shape("onward", object(&[("answer", text), ("score", score), ("follow_ups", list(&follow_up))]))
}

pub(super) fn questions() -> AnswerShape {
    shape("questions", object(&[("questions", list(&json!({"type": "string"})))]))
}

pub(super) fn keywords() -> AnswerShape {
    let words = list(&json!({"type": "string"}));
    shape("keywords", object(&[("high", words.clone()), ("low", words)]))
}

pub(super) fn supports() -> AnswerShape {
    let numbers = list(&json!({"type": "integer"}));
    shape("supports", object(&[("fully", numbers.clone()), ("partly", numbers.clone()), ("not", numbers)]))
}

pub(super) fn verdicts() -> AnswerShape {
    let numbers = list(&json!({"type": "integer"}));
    shape("verdicts", object(&[("same", numbers.clone()), ("different", numbers)]))
}
