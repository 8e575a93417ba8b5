//! What a model writes for `index --with`, and the keywords of a question: counted, kept, and made without it where it
//! fails.

use serde_json::json;

use super::*;

const WITH: [&str; 9] =
    ["index", "letters", "--method", "fast", "--yes", "--index", "letters.gleaner", "--with", "contextual,raptor"];

fn is_context(call: &Call) -> bool {
    call.is_chat() && call.prompt().starts_with("You are shown a document of a collection")
}

fn is_summary(call: &Call) -> bool {
    call.is_chat() && call.prompt().starts_with("You sum up texts of a collection")
}

/// What is said of a structure: `raptor: 2 summaries in 1 layer, in 0.0 s, written by m`.
fn told<'a>(run: &'a Run, name: &str) -> &'a str {
    let line = run.err.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("{name}: {run}"))
}

#[test]
fn lines_and_summaries_are_written_by_the_model_once() {
    let (home, server) = (notes(14), Server::start(endpoint));
    let dry = [&WITH[..], &["--dry-run", "--json"]].concat();
    let dry = run(&home, &server, &dry, &MODELS).json();
    let stages = dry["estimate"]["stages"].as_array().unwrap().clone();
    let calls = |name: &str| stages.iter().find(|stage| stage["stage"] == name).map(|stage| stage["calls"].clone());
    assert_eq!((calls("context"), calls("summary")), (Some(json!(14)), Some(json!(2))), "{dry}");
    assert_eq!(server.total(), 0, "an estimate asks nobody");

    let built = run(&home, &server, &WITH, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    for (name, made) in [("contextual", "14 lines, "), ("raptor", "2 summaries in 1 layer, ")] {
        let said = told(&built, name);
        assert!(said.starts_with(made) && said.ends_with("written by m"), "{built}");
    }
    assert_eq!((server.count(is_context), server.count(is_summary)), (14, 2));

    // Words that the model alone wrote lead to the text unit.
    let by = ["search", "of the harbour's letters", "--by", "contextual", "--json", "--index", "letters.gleaner"];
    assert!(!run(&home, &server, &by, &[]).json()["results"].as_array().unwrap().is_empty());
    let ask = [
        "ask",
        "Where did the keeper Ada Quill meet Bo Marsh?",
        "--mode",
        "raptor",
        "--json",
        "--index",
        "letters.gleaner",
    ];
    let answer = run(&home, &server, &ask, &MODELS);
    assert!(answer.out.contains("Letters of the harbour") || answer.err.contains("Letters of the harbour"), "{answer}");

    let asked = server.total();
    let again = run(&home, &server, &WITH, &MODELS);
    assert_eq!((again.code, server.total()), (Some(0), asked), "everything is in the ledger: {again}");
    assert!(told(&again, "contextual").ends_with("written by m"), "{again}");

    // Another text: only what it changes is asked for again, whatever is gone.
    home.write("letters/note3.txt", note(40));
    let changed = run(&home, &server, &WITH[..7], &MODELS);
    assert_eq!(changed.code, Some(0), "{changed}");
    assert!(told(&changed, "contextual").ends_with("written by m"), "what was there is made again: {changed}");
    assert_eq!(server.count(is_context), 15);

    // Without the model the same command makes all of it without one, and says so.
    let offline = ["index", "letters", "--method", "offline", "--index", "letters.gleaner", "--with", "contextual"];
    let offline = run(&home, &server, &offline, &[]);
    assert!(!told(&offline, "contextual").contains("written by"), "{offline}");
}

#[test]
fn what_the_model_does_not_give_is_made_without_it_and_can_be_asked_for_again() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let failing = Arc::new(AtomicBool::new(true));
    let fails = failing.clone();
    let server = Server::start(move |call| {
        let bad = is_context(call) && call.prompt().contains("Note number 2.");
        match bad && fails.load(Ordering::Relaxed) {
            true => Reply::error(400, "I do not like this", None, None),
            false => endpoint(call),
        }
    });
    let home = notes(4);
    let with = [&WITH[..8], &["contextual"]].concat();
    let built = run(&home, &server, &with, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(told(&built, "contextual").starts_with("4 lines, "), "{built}");
    assert!(built.err.contains("1 text was made without the model"), "{built}");
    assert!(built.err.contains("1 item is set aside"), "{built}");
    let stats = run(&home, &server, &["stats", "--index", "letters.gleaner"], &[]);
    assert!(stats.out.contains("context of passage"), "{stats}");

    failing.store(false, Ordering::Relaxed);
    let asked = server.total();
    let again = run(&home, &server, &["index", "--retry-failed", "--index", "letters.gleaner"], &MODELS);
    assert_eq!((again.code, server.total() - asked), (Some(0), 1), "{again}");
    assert!(!again.err.contains("without the model"), "{again}");
    let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
    assert_eq!(stats["ledger"]["failed"], 0, "{stats}");
}

#[test]
fn the_budget_holds_for_structures_too_and_the_same_command_goes_on() {
    let (home, server) = (notes(6), Server::start(endpoint));
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    // The index is there; lines are all that is asked for.
    let capped = ["index", "letters", "--method", "standard", "--budget", "0.006", "--index", "letters.gleaner"];
    let capped = [&capped[..], &["--with", "contextual"]].concat();
    let prices = [
        ("GLEANER_MODEL", "m"),
        ("GLEANER_EMBEDDING_MODEL", "e"),
        ("GLEANER_PRICES", "m 1 2, e 0.1 0"),
        ("GLEANER_CONCURRENCY", "1"),
    ];
    let asked = server.total();
    let stopped = run(&home, &server, &capped, &prices);
    assert_eq!(stopped.code, Some(4), "{stopped}");
    assert!(
        stopped.err.contains("would exceed the budget") && stopped.err.contains("the index is whole without it"),
        "{stopped}"
    );
    let told = server.count(is_context);
    assert!(server.total() - asked == told && told < 6, "{told}");
    let with = [&INDEX[..], &["--with", "contextual"]].concat();
    let on = run(&home, &server, &with, &MODELS);
    assert_eq!((on.code, server.count(is_context)), (Some(0), 6), "{on}");
    assert!(server.calls().iter().all(|call| call.before == 0), "nothing is asked twice");
}

#[test]
fn lightrag_goes_by_the_models_keywords_and_by_its_own_where_there_are_none() {
    let (home, server) = (letters(4), Server::start(endpoint));
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let ask = |mode: &str, server: &Server, more: &[(&str, &str)]| {
        let ask = ["ask", "Who met whom?", "--mode", mode, "--json", "--index", "letters.gleaner"];
        run(&home, server, &ask, more)
    };
    let answer = ask("lightrag", &server, &MODELS);
    assert_eq!(answer.code, Some(0), "{answer}");
    let told = format!("{}{}", answer.out, answer.err);
    assert!(told.contains("looks for the themes meetings on a voyage and for Ada Quill"), "{answer}");
    let is_keywords = |call: &Call| call.is_chat() && call.prompt().starts_with("Below is a question that will be put");
    assert_eq!(server.count(is_keywords), 1);
    ask("lightrag", &server, &MODELS);
    assert_eq!(server.count(is_keywords), 1, "they are paid for once");
    ask("basic", &server, &MODELS);
    assert_eq!(server.count(is_keywords), 1, "no other mode asks for them");
    let offline = ask("lightrag", &server, &[]);
    assert_eq!((offline.code, server.count(is_keywords)), (Some(0), 1), "{offline}");

    let refusing = Server::start(move |call| match is_keywords(call) {
        true => Reply::error(400, "I do not like this", None, None),
        false => endpoint(call),
    });
    let other = ["ask", "Who met Bo Marsh?", "--mode", "lightrag", "--json", "--index", "letters.gleaner"];
    let answer = run(&home, &refusing, &other, &MODELS);
    assert_eq!(answer.code, Some(0), "{answer}");
    assert!(format!("{}{}", answer.out, answer.err).contains("own words are its keywords"), "{answer}");
}
