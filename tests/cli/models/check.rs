//! An answer held against what it cites, by a model and by words, and what of it is said.

use super::*;

const ASK: [&str; 6] = ["ask", "Whom did Ada Quill meet?", "--index", "letters.gleaner", "--check", "--mode"];

/// Writes three statements that cite a source, and judges them as told.
fn answers(verdicts: &'static str) -> Server {
    Server::start(move |call| match call.prompt() {
        prompt if prompt.contains("Statements:\n") => Reply::text(verdicts),
        prompt if prompt.contains("Question: ") => Reply::text(
            "Ada Quill met Bo Marsh at Saltby [Data: Sources (0)]. She sold forty whales to the Sultan of Orsk \
             [Data: Sources (0)]. They parted at the quay of Saltby [Data: Sources (0)]. Nobody ever spoke of that again.",
        ),
        _ => endpoint(call),
    })
}

#[test]
fn a_model_says_how_far_each_statement_is_borne_out() {
    let (home, server) = (notes(2), answers(r#"{"fully": [1], "partly": [3], "not": [2]}"#));
    assert_eq!(home.run(&["index", "letters", "--index", "letters.gleaner", "-q"]).code, Some(0));
    let shown = run(&home, &server, &[&ASK[..], &["basic"]].concat(), &MODELS[..1]);
    assert_eq!(shown.code, Some(0), "{shown}");
    let told =
        "3 statements held against what they cite by m: 1 borne out, 1 partly, 1 not; one sentence cites nothing";
    let flowing = shown.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flowing.contains(told), "{shown}");
    assert!(
        flowing.contains("Borne out only partly by source 0") && flowing.contains("Not borne out by source 0"),
        "{shown}"
    );
    let json = run(&home, &server, &[&ASK[..], &["basic", "--json"]].concat(), &MODELS[..1]).json();
    assert_eq!(json["check"], serde_json::json!({"model": "m", "judged": 3, "uncited": 1}), "{json}");
    assert_eq!(json["weak"][0]["support"], "none", "{json}");
    assert!(json["trace"].to_string().contains("cites nothing: “Nobody ever spoke"), "{json}");
}

#[test]
fn where_the_model_does_not_judge_words_do_and_it_is_said() {
    let (home, server) = (notes(2), answers("I would rather not."));
    assert_eq!(home.run(&["index", "letters", "--index", "letters.gleaner", "-q"]).code, Some(0));
    let json = run(&home, &server, &[&ASK[..], &["basic", "--json"]].concat(), &MODELS[..1]).json();
    assert_eq!(json["check"]["model"], Value::Null, "{json}");
    assert!(json["trace"].to_string().contains("checked by words alone: "), "{json}");
    assert!(json["weak"].to_string().contains("whales"), "{json}");
}

#[test]
fn without_a_model_quotations_are_borne_out_by_words() {
    let home = notes(3);
    assert_eq!(home.run(&["index", "letters", "--index", "letters.gleaner", "-q"]).code, Some(0));
    let json = home.run(&[&ASK[..], &["local", "--json"]].concat()).json();
    assert!(json["check"]["judged"].as_u64().unwrap() > 0, "{json}");
    assert_eq!((&json["check"]["model"], &json["weak"]), (&Value::Null, &Value::Null), "nothing is weak: {json}");
}
