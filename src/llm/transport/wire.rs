//! Requests as an endpoint takes them, and answers as it sends them, read leniently: of what is not needed, any form
//! will do.

use std::fmt;

use base64::Engine;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value, json};

use crate::llm::{Abilities, AnswerShape, ChatRequest, Finish, Form, LimitName, Message, MessageRole};

/// How much warmer each later attempt at the same request is sent.
const WARMER: f32 = 0.3;

/// A chat request within what the endpoint can do.
pub(in crate::llm) fn chat_body(request: &ChatRequest, model: &str, can: &Abilities, stream: bool) -> Value {
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(model));
    body.insert("messages".to_owned(), json!(messages(&request.sent(), can.system)));
    if let Some(tokens) = request.max_tokens {
        match can.limit {
            LimitName::MaxTokens => drop(body.insert("max_tokens".to_owned(), json!(tokens))),
            LimitName::MaxCompletionTokens => drop(body.insert("max_completion_tokens".to_owned(), json!(tokens))),
            LimitName::None => {}
        }
    }
    if let Some(temperature) = request.temperature.filter(|_| can.temperature) {
        let warm = (temperature + WARMER * request.attempt as f32).min(1.0);
        // As a decimal a person would write: 0.3 and not 0.30000001.
        body.insert("temperature".to_owned(), json!((f64::from(warm) * 100.0).round() / 100.0));
    }
    if let Some(format) = response_format(&request.shape, can.form, &request.messages) {
        body.insert("response_format".to_owned(), format);
    }
    if stream {
        body.insert("stream".to_owned(), json!(true));
        if can.stream_usage {
            body.insert("stream_options".to_owned(), json!({ "include_usage": true }));
        }
    }
    Value::Object(body)
}

/// The messages; those of the system are put before the first of the user where they are not taken.
fn messages(messages: &[Message], system: bool) -> Vec<Message> {
    if system || !messages.iter().any(|message| message.role == MessageRole::System) {
        return messages.to_vec();
    }
    let said: Vec<&str> = messages
        .iter()
        .filter(|message| message.role == MessageRole::System)
        .map(|message| message.text.as_str())
        .collect();
    let mut rest: Vec<Message> =
        messages.iter().filter(|message| message.role != MessageRole::System).cloned().collect();
    match rest.first_mut().filter(|first| first.role == MessageRole::User) {
        Some(first) => first.text = format!("{}\n\n{}", said.join("\n\n"), first.text),
        None => rest.insert(0, Message::user(said.join("\n\n"))),
    }
    rest
}

fn response_format(shape: &AnswerShape, form: Form, messages: &[Message]) -> Option<Value> {
    // OpenAI refuses `json_object` unless the messages speak of JSON.
    let speaks = || messages.iter().any(|message| message.text.to_ascii_lowercase().contains("json"));
    let object = || speaks().then(|| json!({ "type": "json_object" }));
    match (shape, form) {
        (AnswerShape::Text, _) | (_, Form::Plain) => None,
        (AnswerShape::Json, _) | (AnswerShape::Schema(_), Form::Json) => object(),
        (AnswerShape::Schema(schema), Form::JsonWithSchema) => {
            Some(json!({ "type": "json_object", "schema": schema.schema }))
        }
        (AnswerShape::Schema(schema), Form::Schema) => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": schema.name, "strict": is_strict(&schema.schema), "schema": schema.schema },
        })),
    }
}

/// True for a schema that OpenAI's strict mode takes: every object closed, and all of its properties required.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => {
            let closed = match map.get("properties").and_then(Value::as_object) {
                Some(properties) => {
                    let required = map.get("required").and_then(Value::as_array);
                    map.get("additionalProperties") == Some(&Value::Bool(false))
                        && required.is_some_and(|names| properties.keys().all(|name| names.contains(&json!(name))))
                }
                None => true,
            };
            closed && map.values().all(is_strict)
        }
        Value::Array(list) => list.iter().all(is_strict),
        _ => true,
    }
}

/// What a chat answer or a chunk of one holds.
#[derive(Debug, Default, PartialEq)]
pub(in crate::llm) struct WireAnswer {
    pub text: String,
    /// Thinking in a field of its own.
    pub thinking: String,
    /// What the model says instead of answering.
    pub refusal: String,
    pub finish: Option<Finish>,
    pub usage: Option<(u64, u64)>,
    pub model: Option<String>,
}

impl WireAnswer {
    /// Cuts what has more bytes than this (thinking may have four times as many), and marks it as cut; true when it
    /// was.
    pub fn cut(&mut self, most: usize) -> bool {
        let mut is_cut = false;
        for (part, most) in
            [(&mut self.text, most), (&mut self.refusal, most), (&mut self.thinking, most.saturating_mul(4))]
        {
            if part.len() > most {
                part.truncate(part.floor_char_boundary(most));
                is_cut = true;
            }
        }
        if is_cut {
            self.finish = Some(Finish::Length);
        }
        is_cut
    }
}

/// Reads an answer or a chunk; none when it is neither.
pub(in crate::llm) fn said(answer: &Value) -> Option<WireAnswer> {
    let choice = answer["choices"].as_array()?.first();
    let mut said = WireAnswer {
        usage: usage(answer),
        model: answer["model"].as_str().map(str::to_owned),
        ..WireAnswer::default()
    };
    let Some(choice) = choice else { return Some(said) };
    let message = [&choice["delta"], &choice["message"]].into_iter().find(|message| message.is_object());
    if let Some(message) = message {
        said.text = content(&message["content"]);
        said.thinking = ["reasoning_content", "reasoning", "thinking"]
            .iter()
            .find_map(|field| message[*field].as_str())
            .unwrap_or_default()
            .to_owned();
        said.refusal = message["refusal"].as_str().unwrap_or_default().to_owned();
    } else {
        said.text = content(&choice["text"]);
    }
    said.finish = choice["finish_reason"].as_str().filter(|reason| !reason.is_empty()).map(|reason| match reason {
        "length" | "max_tokens" => Finish::Length,
        "content_filter" => Finish::Filter,
        _ => Finish::Stop,
    });
    Some(said)
}

/// The tokens of prompt and answer, where an answer says them.
pub(in crate::llm) fn usage(answer: &Value) -> Option<(u64, u64)> {
    let usage = &answer["usage"];
    let tokens = |name: &str, other: &str| usage[name].as_u64().or_else(|| usage[other].as_u64());
    tokens("prompt_tokens", "input_tokens")
        .map(|prompt| (prompt, tokens("completion_tokens", "output_tokens").unwrap_or(0)))
}

/// Text, or the text of parts.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A request for vectors.
pub(in crate::llm) fn embedding_body(model: &str, texts: &[&str], can: &Abilities) -> Value {
    let format = if can.base64 { "base64" } else { "float" };
    json!({ "model": model, "input": texts, "encoding_format": format })
}

/// An answer with vectors. Read by a type of its own, because lists of numbers are long.
#[derive(Debug, Default, serde::Deserialize)]
pub(in crate::llm) struct EmbeddingBody {
    #[serde(default)]
    pub data: Vec<Datum>,
    #[serde(default)]
    pub usage: Option<Value>,
    #[serde(default)]
    pub error: Option<Value>,
}

impl EmbeddingBody {
    /// The tokens of all texts, where it says them.
    pub fn prompt_tokens(&self) -> Option<u64> {
        let usage = self.usage.as_ref()?;
        usage["prompt_tokens"].as_u64().or(usage["total_tokens"].as_u64())
    }
}

#[derive(Debug, serde::Deserialize)]
pub(in crate::llm) struct Datum {
    #[serde(default)]
    pub index: Option<usize>,
    pub embedding: Numbers,
}

/// A vector as base64 of little-endian floats, as numbers, or as rows of numbers of which the mean is meant.
#[derive(Debug, PartialEq)]
pub(in crate::llm) struct Numbers(pub Vec<f32>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Vector;

        enum Item {
            Number(f32),
            Row(Vec<f32>),
        }

        impl<'de> Deserialize<'de> for Item {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Either;
                impl<'de> Visitor<'de> for Either {
                    type Value = Item;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a number or a row of numbers")
                    }
                    fn visit_f64<E>(self, number: f64) -> Result<Item, E> {
                        Ok(Item::Number(number as f32))
                    }
                    fn visit_i64<E>(self, number: i64) -> Result<Item, E> {
                        Ok(Item::Number(number as f32))
                    }
                    fn visit_u64<E>(self, number: u64) -> Result<Item, E> {
                        Ok(Item::Number(number as f32))
                    }
                    fn visit_seq<A: SeqAccess<'de>>(self, mut row: A) -> Result<Item, A::Error> {
                        let mut numbers = Vec::new();
                        while let Some(number) = row.next_element::<f32>()? {
                            numbers.push(number);
                        }
                        Ok(Item::Row(numbers))
                    }
                }
                deserializer.deserialize_any(Either)
            }
        }

        impl<'de> Visitor<'de> for Vector {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a vector")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Numbers, E> {
                let bytes = base64::engine::general_purpose::STANDARD.decode(text).map_err(E::custom)?;
                let (floats, rest) = bytes.as_chunks::<4>();
                if !rest.is_empty() {
                    return Err(E::custom("a vector of half a number"));
                }
                Ok(Numbers(floats.iter().map(|float| f32::from_le_bytes(*float)).collect()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
                let mut numbers = Vec::with_capacity(list.size_hint().unwrap_or(0).min(8192));
                let mut rows = 0usize;
                while let Some(item) = list.next_element::<Item>()? {
                    match item {
                        Item::Number(number) => numbers.push(number),
                        Item::Row(row) => {
                            rows += 1;
                            numbers.resize(numbers.len().max(row.len()), 0.0);
                            numbers.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
                        }
                    }
                }
                if rows > 1 {
                    numbers.iter_mut().for_each(|sum| *sum /= rows as f32);
                }
                Ok(Numbers(numbers))
            }
        }

        deserializer.deserialize_any(Vector)
    }
}

/// Tokens as they are guessed where they must be known before, or where nobody tells: four bytes each.
pub(in crate::llm) fn guess_tokens(text: &str) -> u64 {
    text.len() as u64 / 4 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::{Purpose, Schema};

    fn request() -> ChatRequest {
        let messages = vec![Message::system("You read."), Message::user("Answer in JSON.")];
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false});
        let shape = AnswerShape::Schema(Schema { name: "answer".to_owned(), schema });
        ChatRequest::new(Purpose::Extract, "text unit 1", messages).shape(shape).max_tokens(100)
    }

    #[test]
    fn a_request_stays_within_what_the_endpoint_can_do() {
        let best = chat_body(&request().attempt(1), "m", &Abilities::default(), true);
        assert_eq!(best["response_format"]["json_schema"]["strict"], true);
        assert_eq!(
            (&best["max_tokens"], &best["temperature"], &best["stream"]),
            (&json!(100), &json!(0.3), &json!(true))
        );
        assert_eq!(best["messages"][0], json!({"role": "system", "content": "You read."}));
        let least = Abilities {
            form: Form::Plain,
            limit: LimitName::MaxCompletionTokens,
            temperature: false,
            system: false,
            stream_usage: false,
            ..Abilities::default()
        };
        let body = chat_body(&request(), "m", &least, true);
        assert_eq!(
            body,
            json!({
                "model": "m", "max_completion_tokens": 100, "stream": true,
                "messages": [{"role": "user", "content": "You read.\n\nAnswer in JSON."}],
            })
        );
        let json = Abilities { form: Form::Json, ..Abilities::default() };
        assert_eq!(chat_body(&request(), "m", &json, false)["response_format"], json!({"type": "json_object"}));
    }

    #[test]
    fn answers_are_read_however_they_are_dressed() {
        let plain = said(&json!({"choices": [{"message": {"content": "hi", "reasoning": "hm"}, "finish_reason": "length"}], "usage": {"prompt_tokens": 3, "completion_tokens": 1}})).unwrap();
        assert_eq!((plain.text.as_str(), plain.thinking.as_str()), ("hi", "hm"));
        assert_eq!((plain.finish, plain.usage), (Some(Finish::Length), Some((3, 1))));
        let parts = json!({"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "finish_reason": null}], "usage": null});
        assert_eq!(said(&parts).unwrap().text, "ab");
        assert_eq!(said(&json!({"choices": [{"delta": {"content": null}}]})).unwrap(), WireAnswer::default());
        assert_eq!(said(&json!({"message": "hello"})), None);
    }

    #[test]
    fn vectors_are_read_in_every_encoding() {
        let read = |text: &str| serde_json::from_str::<Datum>(text).map(|datum| datum.embedding.0);
        assert_eq!(read(r#"{"index": 0, "embedding": [1, -0.5, 2e0]}"#).unwrap(), [1.0, -0.5, 2.0]);
        assert_eq!(read(r#"{"embedding": "AACAPwAAAMA="}"#).unwrap(), [1.0, -2.0]);
        assert_eq!(read(r#"{"embedding": [[1, 3], [3, 5]]}"#).unwrap(), [2.0, 4.0]);
        for odd in [r#"{"embedding": "AACA"}"#, r#"{"embedding": "%"}"#, r#"{"embedding": ["x"]}"#] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }
}
