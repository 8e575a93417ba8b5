//! What endpoints can do: found out once, lowered when refused, remembered.

use serde_json::{Value, json};

use super::super::{Abilities, AnswerShape, Form, LimitName, Schema};
use super::*;

fn schema_request() -> ChatRequest {
    let schema = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    ask("as JSON").shape(AnswerShape::Schema(Schema { name: "s".to_owned(), schema })).max_tokens(50)
}

/// The abilities found behind a server, the calls it took to find them, and the body of the request that followed.
async fn found(rule: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> (Abilities, usize, Value) {
    let server = Server::start(rule);
    let client = client(&server);
    client.chat(&schema_request()).await.unwrap();
    let calls = server.calls();
    let probes = calls.iter().filter(|call| is_probe(call)).count();
    (client.abilities("m").unwrap(), probes, calls.last().unwrap().body.clone())
}

fn format(call: &Call) -> &str {
    call.body["response_format"]["type"].as_str().unwrap_or("none")
}

#[tokio::test]
async fn an_endpoint_that_can_do_everything_is_asked_once() {
    let (can, probes, body) = found(|_| Reply::text("{}")).await;
    assert_eq!((can, probes), (Abilities::default(), 1));
    assert_eq!(body["response_format"]["type"], "json_schema");
}

#[tokio::test]
async fn refusals_that_name_a_parameter_lead_straight_on() {
    let (can, probes, body) = found(|call| {
        if call.body.get("max_tokens").is_some() {
            return Reply::error(400, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", Some("unsupported_parameter"), Some("max_tokens"));
        }
        if call.body.get("temperature").is_some() {
            return Reply::error(400, "Unsupported value: 'temperature'", Some("unsupported_value"), Some("temperature"));
        }
        if format(call) == "json_schema" {
            return Reply::error(400, "'response_format' of type 'json_schema' is not supported", None, Some("response_format"));
        }
        Reply::text("{}")
    })
    .await;
    assert_eq!(can.limit, LimitName::MaxCompletionTokens);
    assert_eq!((can.form, can.temperature, probes), (Form::JsonWithSchema, false, 4));
    assert_eq!((&body["max_completion_tokens"], body.get("temperature")), (&json!(50), None));
}

#[tokio::test]
async fn servers_that_fail_where_they_should_refuse() {
    let (can, _, body) = found(|call| match format(call) {
        "json_schema" => Reply::raw(500, "text/plain", "internal error"),
        _ => Reply::text("{}"),
    })
    .await;
    assert_eq!(can.form, Form::JsonWithSchema);
    assert_eq!(body["response_format"]["schema"]["type"], "object");
    let (can, ..) = found(|call| match call.body.get("response_format") {
        Some(_) => Reply::json(422, json!({"detail": "Unprocessable"})),
        None => Reply::text("{}"),
    })
    .await;
    assert_eq!(can.form, Form::Plain);
    let (can, _, body) = found(|call| match call.body["messages"][0]["role"] == "system" {
        true => Reply::error(400, "System role not supported", None, None),
        false => Reply::text("{}"),
    })
    .await;
    assert!(!can.system && body["messages"][0]["role"] == "user");
}

#[tokio::test]
async fn a_failure_that_passes_is_no_lack_of_anything() {
    for failures in [1, 2, 5, 7, 9] {
        let (can, ..) = found(move |call| match call.number <= failures {
            true => Reply::raw(500, "text/plain", "internal error"),
            false => Reply::text("{}"),
        })
        .await;
        assert_eq!(can, Abilities::default(), "{failures} failures");
    }
}

#[tokio::test]
async fn a_stream_that_says_nothing_is_tried_again_as_any_answer() {
    let server = Server::start(|call| match call.body["stream"] == true || call.number < 4 && !is_probe(call) {
        true => Reply::text(" "),
        false => Reply::text("an answer"),
    });
    let (text, done, _) = streamed(&client(&server), &ask("x")).await;
    assert_eq!((text.as_str(), done.unwrap().text.as_str()), ("an answer", "an answer"));
}

#[tokio::test]
async fn thinking_is_noticed_and_set_apart() {
    for reply in [Reply::text("white").thinking("Let me see."), Reply::text("<think>Let me see.</think>\n\nwhite")] {
        let server = Server::start(move |_| reply.clone());
        let client = client(&server);
        let answer = client.chat(&ask("x")).await.unwrap();
        assert_eq!((answer.text.as_str(), answer.thinking.as_str()), ("white", "Let me see."));
        assert!(client.abilities("m").unwrap().thinks);
        let (text, done, _) = streamed(&client, &ask("y")).await;
        let done = done.unwrap();
        assert_eq!((text.as_str(), done.text.as_str(), done.thinking.as_str()), ("white", "white", "Let me see."));
    }
}

#[tokio::test]
async fn a_refusal_in_the_middle_of_a_run_lowers_and_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|call| match call.number > 3 && call.body.get("temperature").is_some() {
        true => Reply::error(400, "temperature is not supported", None, Some("temperature")),
        false => Reply::text("{}"),
    });
    let options =
        || ClientOptions { remembered: Some(folder.path().join("endpoints.json")), ..ClientOptions::default() };
    let client = client_with(&settings(&server), options());
    for text in ["a", "b", "c", "d", "e"] {
        client.chat(&ask(text)).await.unwrap();
    }
    assert_eq!(server.count(|call| call.number > 3 && call.body.get("temperature").is_some()), 1);
    let calls = server.total();
    let again = client_with(&settings(&server), options());
    again.chat(&ask("f")).await.unwrap();
    assert_eq!(server.total(), calls + 1, "nothing is found out twice");
    let remembered = std::fs::read_to_string(folder.path().join("endpoints.json")).unwrap();
    assert!(!remembered.contains(KEY));
}

#[tokio::test]
async fn an_answer_that_comes_whole_where_a_stream_was_asked_for() {
    let server = Server::start(|_| {
        Reply::json(
            200,
            json!({"choices": [{"message": {"role": "assistant", "content": "all at once"}, "finish_reason": "stop"}]}),
        )
    });
    let (text, done, _) = streamed(&client(&server), &ask("x")).await;
    assert_eq!((text.as_str(), done.unwrap().text.as_str()), ("all at once", "all at once"));
}

#[tokio::test]
async fn a_stream_in_which_nothing_comes_is_asked_for_whole() {
    // As llama-cpp-python does when the prompt is too long.
    let server = Server::start(|call| match (call.body["stream"] == true, !call.prompt().contains("long")) {
        (true, _) => Reply::raw(200, "text/event-stream", ""),
        (false, true) => Reply::text("an answer"),
        (false, false) => Reply::error(400, "Requested tokens (30080) exceed context window of 4096", None, None),
    });
    let client = client(&server);
    let (text, done, _) = streamed(&client, &ask("short")).await;
    assert_eq!((text.as_str(), done.unwrap().text.as_str()), ("an answer", "an answer"));
    let (_, failed, _) = streamed(&client, &ask("long")).await;
    assert!(matches!(failed, Err(LlmError::ContextLength { .. })), "{failed:?}");
}

#[tokio::test]
async fn a_stream_comes_in_pieces_and_tells_what_it_used() {
    let server = Server::start(|_| Reply::text("one two three"));
    let (text, done, pieces) = streamed(&client(&server), &ask("x")).await;
    let done = done.unwrap();
    assert_eq!((text.as_str(), pieces), ("one two three", 3));
    assert_eq!(done.usage.completion_tokens, 4, "as the server counts");
    let without = Server::start(|call| match call.body.get("stream_options") {
        Some(_) => Reply::error(400, "Unknown parameter: stream_options", None, Some("stream_options")),
        None => Reply::text("one two three"),
    });
    let done = streamed(&client(&without), &ask("x")).await.1.unwrap();
    assert!(done.usage.completion_tokens > 0, "guessed where nobody tells");
}

#[tokio::test]
async fn vectors_as_base64_and_as_numbers() {
    let both = Server::start(obliging);
    let only_numbers = Server::start(|call| match call.body["encoding_format"] == "base64" {
        true => Reply::error(400, "encoding_format base64 is not supported", None, Some("encoding_format")),
        false => obliging(call),
    });
    let some = texts(&["the dam leaked", "", "the dam held"]);
    let (one, other) = (client(&both).embed(&some).await.unwrap(), client(&only_numbers).embed(&some).await.unwrap());
    assert_eq!(one.vectors, other.vectors);
    assert_eq!(one.vectors[1], vec![0.0; 32], "a text without a word is not sent");
    let length = one.vectors[0].iter().map(|x| x * x).sum::<f32>();
    assert!((length - 1.0).abs() < 0.02, "{length}");
}

#[tokio::test]
async fn batches_shrink_to_what_is_taken() {
    let server = Server::start(|call| match call.body["input"].as_array().is_some_and(|texts| texts.len() > 10) {
        true => Reply::error(400, "batch size 64 > maximum allowed batch size 10", None, None),
        false => Reply::vectors(call, 16),
    });
    let many: Vec<String> = (0..100).map(|n| format!("text {n}")).collect();
    let client = client(&server);
    let vectors = client.embed(&many).await.unwrap().vectors;
    assert_eq!(vectors.len(), 100);
    assert!(vectors.iter().all(|vector| vector.len() == 16));
    assert!(client.abilities("e").unwrap().batch <= 10);
    let alone = client.embed(&texts(&["text 57"])).await.unwrap().vectors;
    assert_eq!(alone[0], vectors[57], "each text has its own vector");
}

#[tokio::test]
async fn azure_is_spoken_to_as_azure_wants() {
    let server = Server::start(obliging);
    let settings = Settings { api_version: "2024-10-21".to_owned(), ..settings(&server) };
    client_with(&settings, ClientOptions::default()).chat(&ask("x")).await.unwrap();
    let call = server.calls().pop().unwrap();
    assert_eq!((call.query.as_str(), call.headers["api-key"].as_str()), ("api-version=2024-10-21", KEY));
    assert!(!call.headers.contains_key("authorization"));
}
