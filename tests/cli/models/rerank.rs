//! Passages put in order by an endpoint: asked where it is configured, and left as they were where its answer is none.

use std::sync::Mutex;

use serde_json::json;

use super::*;

const RERANK: [(&str, &str); 2] = [("GLEANER_RERANK_MODEL", "r"), ("GLEANER_PRICES", "r 1 0")];
const SEARCH: [&str; 6] = ["search", "letter", "--kind", "source", "--index", "letters.gleaner"];

/// An index without a model, of which every letter holds the words looked for.
fn indexed() -> Home {
    let home = letters(4);
    for number in 0..4 {
        home.write(&format!("letters/harbour{number}.txt"), format!("A letter about harbour number {number} came.\n"));
    }
    let built = home.run(&["index", "letters", "--index", "letters.gleaner"]);
    assert_eq!(built.code, Some(0), "{built}");
    home
}

/// Scores of the texts in the order in which they came: the last best.
fn turned(call: &Call) -> Reply {
    let texts = call.body["documents"].as_array().unwrap().len();
    let results: Vec<_> = (0..texts).rev().map(|at| json!({"index": at, "relevance_score": at})).collect();
    Reply::json(200, json!({"model": "r", "results": results, "usage": {"prompt_tokens": 1000, "total_tokens": 1000}}))
}

/// Bytes of the longest text that is sent.
fn longest(call: &Call) -> usize {
    let texts = call.body["documents"].as_array().into_iter().flatten();
    texts.filter_map(|text| text.as_str().map(str::len)).max().unwrap_or_default()
}

fn order(run: &Run) -> Vec<String> {
    let rows = run.json()["results"].as_array().unwrap().clone();
    rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn search_and_answers_go_by_the_order_of_the_model_and_its_price_is_counted() {
    let (home, server) = (indexed(), Server::start(turned));
    let json = [&SEARCH[..], &["--json"]].concat();
    let plain = order(&run(&home, &server, &json, &[]));
    assert_eq!(server.total(), 0, "nobody is asked where no model is named");
    let reranked = order(&run(&home, &server, &json, &RERANK));
    assert_eq!(reranked, plain.iter().rev().cloned().collect::<Vec<_>>());
    let call = server.calls().pop().unwrap();
    assert_eq!(call.line, "POST /v1/rerank");
    assert_eq!((&call.body["model"], &call.body["query"]), (&json!("r"), &json!("letter")));
    assert_eq!(call.body["top_n"], call.body["documents"].as_array().unwrap().len());
    assert_eq!(order(&run(&home, &server, &json, &RERANK)), reranked);
    assert_eq!(server.total(), 1, "an order is paid for once");

    let ask = ["ask", "Which harbour letter came?", "--mode", "basic", "--json", "--index", "letters.gleaner"];
    let answer = run(&home, &server, &ask, &RERANK).json();
    assert_eq!((server.total(), &answer["usage"]["calls"]), (2, &json!(1)), "{answer}");
    assert!((answer["usage"]["cost_usd"].as_f64().unwrap() - 0.001).abs() < 1e-6, "{answer}");
    let offline = run(&home, &server, &[&SEARCH[..], &["--offline"]].concat(), &RERANK);
    assert_eq!((offline.code, server.total()), (Some(0), 2), "{offline}");
}

#[test]
fn nonsense_leaves_the_passages_in_the_order_they_had() {
    let home = indexed();
    let json = [&SEARCH[..], &["--json"]].concat();
    let plain = order(&home.run(&json));
    let replies = [
        ("no list", json!({"results": "soon"})),
        ("0 scores for", json!({"results": []})),
        ("scores for", json!({"results": vec![json!({"index": 0, "relevance_score": 1}); 60]})),
        ("twice", json!({"results": vec![json!({"index": 0, "relevance_score": 1}); plain.len()]})),
        ("overloaded", json!({"error": {"message": "overloaded", "code": 400}})),
    ];
    for (why, body) in replies {
        let body = Mutex::new(body);
        let server = Server::start(move |_| Reply::json(200, body.lock().unwrap().clone()));
        let found = run(&home, &server, &json, &RERANK);
        assert_eq!(order(&found), plain, "{why}");
        assert!(found.err.contains("stay in the order they had") && found.err.contains(why), "{why}: {found}");
        assert_eq!(found.err.matches("stay in the order").count(), 1, "{found}");
    }
    let server = Server::start(|_| Reply::error(404, "Not Found", None, None));
    let found = run(&home, &server, &json, &RERANK);
    assert_eq!((order(&found), server.total()), (plain, 1), "{found}");
    assert!(found.err.contains("it has no /rerank"), "{found}");
}

#[test]
fn texts_that_are_too_long_are_sent_shorter_and_doctor_tries_the_model() {
    let home = indexed();
    let server = Server::start(|call| match call.before {
        _ if call.line.ends_with("/models") => Reply::json(200, json!({"data": [{"id": "r"}]})),
        _ if longest(call) > 400 => {
            Reply::error(500, "input is too large to process. increase the physical batch size", None, None)
        }
        _ => turned(call),
    });
    let found = run(&home, &server, &SEARCH, &RERANK);
    assert!(!found.err.contains("stay in the order"), "{found}");
    assert!(server.total() > 1 && found.out.contains("Harbour3"), "{found}");
    let doctor = run(&home, &server, &["doctor"], &RERANK);
    assert!(doctor.out.contains("ok  rerank     r puts texts in order in"), "{doctor}");
}
