//! What a refusal means. Endpoints word the same trouble in many ways, so it is told by status, by code, and then by
//! what the message says.

use serde_json::Value;

use super::http::Rejected;
use crate::llm::{Endpoint, LlmError};

/// The error within an answer of status 200, as some endpoints send it.
pub(in crate::llm) fn within(answer: &Value) -> Option<Rejected> {
    let error = answer.get("error").filter(|error| !error.is_null())?;
    let choices = answer.get("choices").and_then(Value::as_array).is_some_and(|choices| !choices.is_empty());
    (!choices).then(|| of_error(error))
}

/// A refusal from the error object alone; its status is its code where that is one.
pub(super) fn of_error(error: &Value) -> Rejected {
    let code = error["code"].as_u64().or_else(|| error["code"].as_str().and_then(|code| code.parse().ok()));
    let status = code.or_else(|| error["status"].as_u64()).and_then(|code| u16::try_from(code).ok());
    let status = status.filter(|status| (400..600).contains(status)).unwrap_or(502);
    Rejected { status, retry_after: None, location: None, body: serde_json::json!({ "error": error }).to_string() }
}

/// What was said, however it was wrapped.
#[derive(Debug, Default)]
struct Said {
    message: String,
    code: String,
    parameter: Option<String>,
}

fn said(body: &str) -> Option<Said> {
    let json: Value = serde_json::from_str(body).ok()?;
    let error = match &json["error"] {
        Value::Null => &json,
        error => error,
    };
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    // FastAPI: {"detail": "..."} or {"detail": [{"loc": ["body", "field"], "msg": "..."}]}
    let detail = || match &json["detail"] {
        Value::String(detail) => Some(detail.clone()),
        Value::Array(list) => list.first().map(|first| first["msg"].as_str().unwrap_or_default().to_owned()),
        _ => None,
    };
    let field = || json["detail"][0]["loc"].as_array()?.iter().rev().find_map(Value::as_str).map(str::to_owned);
    let message = text(error).or_else(|| text(&error["message"])).or_else(detail)?;
    // OpenRouter: what the provider behind it said.
    let behind = error["metadata"]["raw"].as_str().map(|raw| format!("{message}: {raw}"));
    let code = [&error["code"], &error["type"]].into_iter().filter_map(text).collect::<Vec<_>>().join(" ");
    let parameter = text(&error["param"]).or_else(field).filter(|parameter| !parameter.is_empty());
    Some(Said { message: behind.unwrap_or(message), code: code.to_lowercase(), parameter })
}

/// The error that a refusal is.
pub(super) fn classify(endpoint: &Endpoint, model: &str, rejected: &Rejected) -> LlmError {
    let shown = endpoint.shown().to_owned();
    let (status, model) = (rejected.status, model.to_owned());
    let Some(said) = said(&rejected.body) else { return without_words(endpoint, rejected) };
    let detail = endpoint.clean(&said.message);
    let low = said.message.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
    let code = |words: &[&str]| words.iter().any(|word| said.code.contains(word));
    if code(&["context_length", "exceed_context_size"]) || (status != 429 && has(TOO_LONG)) {
        return LlmError::ContextLength { model, limit: limit_in(&low), detail };
    }
    if status == 402 || code(&["insufficient_quota", "billing"]) {
        return LlmError::NoCredit { endpoint: shown, detail };
    }
    let about_key = code(&["invalid_api_key", "authentication"]) || has(&["api key not valid", "invalid api key"]);
    if status == 401 || status == 403 || (status == 400 && about_key) {
        return match endpoint.has_key() {
            true => LlmError::WrongKey { endpoint: shown, detail },
            false => LlmError::NoKey { endpoint: shown },
        };
    }
    if status == 429 {
        return LlmError::RateLimited { endpoint: shown, retry_after: rejected.retry_after, detail };
    }
    let no_such =
        has(&["not found", "does not exist", "no such", "not a valid model", "unknown model", "not supported"]);
    if code(&["model_not_found"])
        || (matches!(status, 400 | 404) && has(&["model"]) && no_such && parameter(&said, &low).is_none())
    {
        return LlmError::UnknownModel { endpoint: shown, model, detail };
    }
    if code(&["content_filter", "content_policy"]) {
        return LlmError::Filtered { model, detail };
    }
    match status {
        404 | 405 => LlmError::NotAnApi { endpoint: shown, detail },
        300..=399 => without_words(endpoint, rejected),
        400..=499 if !matches!(status, 408 | 409 | 423 | 425) => {
            let parameter = parameter(&said, &low).map(|name| endpoint.clean(&name));
            LlmError::Refused { endpoint: shown, status, parameter, detail }
        }
        200 => not_an_api(endpoint, &rejected.body),
        _ => LlmError::Server { endpoint: shown, status, retry_after: rejected.retry_after, detail },
    }
}

/// A refusal that is no JSON.
fn without_words(endpoint: &Endpoint, rejected: &Rejected) -> LlmError {
    let shown = endpoint.shown().to_owned();
    let detail = page(endpoint, &rejected.body);
    match rejected.status {
        401 | 403 if endpoint.has_key() => LlmError::WrongKey { endpoint: shown, detail },
        401 | 403 => LlmError::NoKey { endpoint: shown },
        402 => LlmError::NoCredit { endpoint: shown, detail },
        429 => LlmError::RateLimited { endpoint: shown, retry_after: rejected.retry_after, detail },
        300..=399 => {
            let to = rejected.location.as_deref().unwrap_or("somewhere else");
            // Without its query, which may hold anything.
            let to = endpoint.clean(to.split('?').next().unwrap_or_default());
            LlmError::NotAnApi { endpoint: shown, detail: format!("it redirects to {to}") }
        }
        408 | 409 | 423 | 425 | 500..=599 => {
            LlmError::Server { endpoint: shown, status: rejected.status, retry_after: rejected.retry_after, detail }
        }
        400 | 413 | 422 => LlmError::Refused { endpoint: shown, status: rejected.status, parameter: None, detail },
        200 => LlmError::NotAnApi { endpoint: shown, detail },
        status => LlmError::NotAnApi { endpoint: shown, detail: format!("status {status}, {detail}") },
    }
}

/// An answer of status 200 that is not what was asked for.
pub(in crate::llm) fn not_an_api(endpoint: &Endpoint, body: &str) -> LlmError {
    LlmError::NotAnApi { endpoint: endpoint.shown().to_owned(), detail: page(endpoint, body) }
}

/// What a body that is no JSON of ours says: the title of a page, or how it begins.
fn page(endpoint: &Endpoint, body: &str) -> String {
    let start = body.trim_start();
    if start.is_empty() {
        return "it sent nothing".to_owned();
    }
    if !start.starts_with('<') {
        let begin: String = start.chars().take(200).collect();
        return format!("it sent `{}`", endpoint.clean(&begin));
    }
    // Ascii only is lowered, so that positions stay what they are.
    let low = start.to_ascii_lowercase();
    let title = low.find("<title").and_then(|tag| {
        let from = tag + low[tag..].find('>')? + 1;
        Some(&start[from..from + low[from..].find('<')?])
    });
    match title.map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) => format!("it sent a web page, \"{}\"", endpoint.clean(title)),
        None => "it sent a web page".to_owned(),
    }
}

const TOO_LONG: &[&str] = &[
    "maximum context length",
    "context length",
    "context window",
    "context size",
    "context_length",
    "prompt is too long",
    "input is too long",
    "too many tokens",
    "reduce the length",
    "exceeds the available context",
    "input length exceeds",
    "maximum input length",
];

/// The largest length that a message names as the limit: the first number after "context", "maximum" or "limit".
fn limit_in(message: &str) -> Option<u32> {
    let from = ["maximum context length", "context window", "context size", "maximum", "limit"]
        .iter()
        .find_map(|word| message.find(word).map(|at| at + word.len()))?;
    let digits: String = message[from..]
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(|c| c.is_ascii_digit() || *c == ',')
        .filter(|c| *c != ',')
        .collect();
    digits.parse().ok().filter(|limit| *limit >= 64)
}

/// The parameter that a refusal is about, by the names that `Abilities` knows.
fn parameter(said: &Said, low: &str) -> Option<String> {
    let named = said.parameter.as_deref().unwrap_or_default().to_lowercase();
    let about = |words: &[&str]| words.iter().any(|word| named.contains(word) || low.contains(word));
    // The longer names first: a refusal of `max_tokens` often names `max_completion_tokens` as what to use instead.
    if named == "max_tokens"
        || (low.contains("max_tokens") && low.contains("max_completion_tokens") && low.contains("instead"))
    {
        return Some("max_tokens".to_owned());
    }
    let known: [(&str, &[&str]); 8] = [
        ("max_completion_tokens", &["max_completion_tokens"]),
        ("max_tokens", &["max_tokens"]),
        (
            "response_format",
            &["response_format", "json_schema", "json_object", "structured output", "json mode", "guided", "grammar"],
        ),
        ("temperature", &["temperature"]),
        ("stream_options", &["stream_options", "include_usage"]),
        ("encoding_format", &["encoding_format", "base64"]),
        (
            "system",
            &[
                "system role",
                "system message",
                "system prompt",
                "role 'system'",
                "role \"system\"",
                "developer instruction",
                "roles must alternate",
            ],
        ),
        ("input", &["batch size", "too many inputs", "array length", "maximum batch", "input array"]),
    ];
    let found = known.iter().find(|(_, words)| about(words)).map(|(name, _)| (*name).to_owned());
    found.or_else(|| said.parameter.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: u16, body: &str) -> LlmError {
        let endpoint = Endpoint::new("http://localhost", "", crate::llm::Key::new("sk-k", "").unwrap()).unwrap();
        let rejected = Rejected { status, retry_after: None, location: None, body: body.to_owned() };
        classify(&endpoint, "m", &rejected)
    }

    fn parameter_of(status: u16, body: &str) -> Option<String> {
        match error(status, body) {
            LlmError::Refused { parameter, .. } => parameter,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn too_long_is_told_in_every_dialect() {
        for (status, body, limit) in [
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}"#,
                Some(8192),
            ),
            (
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4,096 tokens. Please reduce the length of the messages.","type":"BadRequestError","param":null,"code":400}"#,
                Some(4096),
            ),
            (
                400,
                r#"{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_ctx":512}}"#,
                None,
            ),
            (
                500,
                r#"{"error":{"message":"Requested tokens (5000) exceed context window of 4096","type":"internal_server_error","code":null}}"#,
                Some(4096),
            ),
            (400, r#"{"error":"input length exceeds maximum context length"}"#, None),
        ] {
            match error(status, body) {
                LlmError::ContextLength { limit: found, .. } => assert_eq!(found, limit, "{body}"),
                other => panic!("{body}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_refused_is_named() {
        for (status, body, name) in [
            (
                400,
                r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
                "max_tokens",
            ),
            (
                400,
                r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}"#,
                "temperature",
            ),
            (
                422,
                r#"{"detail":[{"loc":["body","stream_options"],"msg":"extra fields not permitted"}]}"#,
                "stream_options",
            ),
            (
                400,
                r#"{"error":{"message":"'response_format.type' must be 'json_schema' or 'text'"}}"#,
                "response_format",
            ),
            (400, r#"{"error":{"message":"System role not supported","code":400}}"#, "system"),
            (400, r#"{"error":{"message":"unknown field: max_completion_tokens"}}"#, "max_completion_tokens"),
        ] {
            assert_eq!(parameter_of(status, body).as_deref(), Some(name), "{body}");
        }
    }

    #[test]
    fn each_trouble_has_its_kind() {
        let endpoint = || "http://localhost/v1".to_owned();
        let said = |kind: &LlmError| kind.to_string();
        assert!(
            matches!(error(401, r#"{"error":{"message":"Incorrect API key provided: sk-k"}}"#), LlmError::WrongKey { detail, .. } if detail.ends_with("[key]"))
        );
        assert!(matches!(error(404, r#"{"error":"model 'm' not found"}"#), LlmError::UnknownModel { .. }));
        assert!(matches!(
            error(400, r#"{"error":{"message":"m is not a valid model ID","code":400}}"#),
            LlmError::UnknownModel { .. }
        ));
        assert!(matches!(
            error(429, r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#),
            LlmError::NoCredit { .. }
        ));
        assert!(matches!(error(429, "slow down"), LlmError::RateLimited { .. }));
        assert!(matches!(
            error(503, r#"{"error":{"message":"Loading model","code":503}}"#),
            LlmError::Server { status: 503, .. }
        ));
        let page = error(404, "<html><head><TITLE>Not here\n</TITLE></head></html>");
        assert_eq!(
            page,
            LlmError::NotAnApi {
                endpoint: endpoint(),
                detail: "status 404, it sent a web page, \"Not here\"".to_owned()
            }
        );
        assert!(said(&error(302, "")).contains("redirects"));
        let within = within(&serde_json::json!({"error": {"message": "Rate limit", "code": 429}})).unwrap();
        assert_eq!(within.status, 429);
    }
}
