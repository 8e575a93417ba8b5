//! What can go wrong with an endpoint: each trouble names its cause and the next step, and the run can go on.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

#[test]
fn no_model_no_key_and_no_network_are_told_apart() {
    let (home, server) = (letters(2), Server::start(endpoint));
    let none = run(&home, &server, &["index", "letters", "--method", "fast", "--yes"], &[]);
    assert_eq!(none.code, Some(2), "{none}");
    assert!(none.err.contains("no model is configured for the role `report`"), "{none}");
    assert!(none.err.contains("GLEANER_MODEL"), "{none}");
    let offline = run(&home, &server, &["index", "letters", "--method", "fast", "--yes", "--offline"], &MODELS);
    assert_eq!(offline.code, Some(2), "{offline}");
    assert!(offline.err.contains("offline: nothing may be sent to http://127.0.0.1"), "{offline}");
    let tune = run(&home, &server, &["prompts", "tune", "letters", "--offline"], &MODELS);
    assert_eq!(tune.code, Some(2), "{tune}");
    assert_eq!(server.total(), 0);
    // An index with a model's vectors is asked by quoting, offline.
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let asked = server.total();
    let answer = run(&home, &server, &["ask", "Who met Ada Quill?", "--offline", "--json"], &MODELS).json();
    assert_eq!((&answer["analyst"], server.total()), (&"extractive".into(), asked));
}

/// Trouble that an endpoint may give, with what the user is told of it.
#[test]
fn every_trouble_names_its_cause_and_the_next_step_and_the_run_goes_on() {
    type Rule = fn(&Call) -> Reply;
    let troubles: [(&str, Rule, &str, &str); 8] = [
        (
            "wrong key",
            |_| Reply::error(401, "Incorrect API key", Some("invalid_api_key"), None),
            "refused the key",
            "check the key",
        ),
        (
            "unknown model",
            |_| Reply::error(404, "The model `m` does not exist", Some("model_not_found"), None),
            "has no model `m`",
            "gleaner doctor",
        ),
        (
            "no credit",
            |_| Reply::error(429, "You exceeded your current quota", Some("insufficient_quota"), None),
            "has no credit left",
            "top up",
        ),
        (
            "html",
            |_| Reply::raw(200, "text/html", "<!doctype html><title>Login</title>"),
            "does not answer as an OpenAI-compatible API",
            "base_url",
        ),
        (
            "error with 200",
            |_| Reply::json(200, serde_json::json!({"error": {"message": "overloaded, go away", "code": 500}})),
            "overloaded, go away",
            "",
        ),
        ("empty", |_| Reply::text(""), "gave an empty answer", "another model"),
        ("failing", |_| Reply::raw(503, "text/plain", "maintenance"), "maintenance", "again"),
        ("filter", |_| Reply::text("").finish("content_filter"), "filter withheld", "another model"),
    ];
    let all = troubles.map(|(what, rule, cause, next)| {
        std::thread::spawn(move || {
            let (home, server) =
                (letters(2), Server::start(move |call| if call.is_embedding() { endpoint(call) } else { rule(call) }));
            let more = [MODELS[0], MODELS[2], ("GLEANER_PATIENCE", "1"), ("GLEANER_REQUEST_TIMEOUT", "5")];
            let failed = run(&home, &server, &INDEX, &more);
            assert_eq!(failed.code, Some(4), "{what}: {failed}");
            assert!(failed.err.contains(cause), "{what}: {failed}");
            assert!(failed.err.contains("hint: ") && failed.err.contains(next), "{what}: {failed}");
            assert!(!failed.err.contains(KEY) && !failed.out.contains(KEY), "{what}: {failed}");
            // Mended, the same command goes on.
            let mended = Server::start(endpoint);
            let built = run(&home, &mended, &INDEX, &more);
            assert_eq!(built.code, Some(0), "{what}: {built}");
        })
    });
    for one in all {
        one.join().unwrap();
    }
}

#[test]
fn an_endpoint_that_is_down_and_one_without_a_certificate_are_named() {
    let home = letters(2);
    let url = Server::start(endpoint).url();
    let more = |url: &str| {
        let mut command = home.gleaner(&INDEX);
        command.env("GLEANER_MODEL", "m").env("GLEANER_BASE_URL", url).env("GLEANER_PATIENCE", "1");
        home.finish(command.spawn().unwrap())
    };
    let down = more(&url);
    assert_eq!(down.code, Some(4), "{down}");
    assert!(down.err.contains("cannot be reached") || down.err.contains("has been failing"), "{down}");
    let server = Server::start(endpoint);
    let tls = more(&server.url().replace("http://", "https://"));
    assert_eq!(tls.code, Some(4), "{tls}");
    assert!(tls.err.contains("no secure connection"), "{tls}");
    assert!(tls.err.contains("http or https"), "{tls}");
}

#[test]
fn a_passage_that_is_too_long_is_asked_for_in_halves() {
    let server = Server::start(|call| match call.is_chat() && call.prompt().starts_with("You read a passage of") {
        true if call.prompt().len() > 2_400 => Reply::error(
            400,
            "This model's maximum context length is 600 tokens",
            Some("context_length_exceeded"),
            None,
        ),
        _ => endpoint(call),
    });
    let home = letters(2);
    let built = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(!built.err.contains("set aside"), "{built}");
}

#[test]
fn vectors_that_change_their_length_mid_run_stop_it_with_a_reason() {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |call| match call.is_embedding() {
        true => Reply::vectors(call, if asked.fetch_add(1, Ordering::Relaxed) == 0 { 32 } else { 24 }),
        false => endpoint(call),
    });
    let home = letters(30);
    let failed = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(failed.code, Some(4), "{failed}");
    assert!(failed.err.contains("dimensions") && failed.err.contains("index again"), "{failed}");
}

#[test]
fn where_a_model_writes_no_report_the_build_fails_and_says_what_stands() {
    let home = letters(3);
    assert_eq!(home.run(&["index", "letters", "--index", "letters.gleaner"]).code, Some(0));
    let before = home.run(&["stats", "--index", "letters.gleaner", "--json"]).out;
    let fast = ["index", "letters", "--method", "fast", "--yes", "--index", "letters.gleaner"];
    let refusing: fn(&Call) -> Reply = |_| Reply::error(400, "no such luck", None, None);
    for rule in [refusing, |_| Reply::text("It is a fine day.")] {
        let server = Server::start(rule);
        let failed = run(&home, &server, &fast, &MODELS[..1]);
        assert_eq!(failed.code, Some(4), "{failed}");
        assert!(failed.err.contains("an index that was there is as it was"), "{failed}");
        assert_eq!(home.run(&["stats", "--index", "letters.gleaner", "--json"]).out, before);
    }
}

#[test]
fn vectors_of_zeros_are_refused() {
    let server = Server::start(|call| match call.is_embedding() {
        true => {
            let none = [0.0f32; 24];
            let texts = call.body["input"].as_array().map_or(1, Vec::len);
            let data: Vec<_> = (0..texts).map(|at| serde_json::json!({"index": at, "embedding": none})).collect();
            Reply::json(200, serde_json::json!({"data": data, "usage": {"prompt_tokens": 3, "total_tokens": 3}}))
        }
        false => endpoint(call),
    });
    let home = letters(2);
    let failed = run(&home, &server, &INDEX, &MODELS);
    assert!(failed.code == Some(4) && failed.err.contains("a vector of zeros"), "{failed}");
}
