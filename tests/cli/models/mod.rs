//! Models on the command line: builds, answers and prompts through the real client, and what is said before money is
//! spent.

mod check;
mod doctor;
mod jobs;
mod judge;
mod kept;
mod rerank;
mod structures;
mod trouble;

use std::io::{BufRead, BufReader};

use serde_json::Value;

use crate::gleaner::{Home, Run};
use crate::rules;
use crate::support::{Call, Reply, Server};

const KEY: &str = "sk-very-secret-0123456789";

/// Runs with a key and an address in the environment, as other programs leave them there.
fn run(home: &Home, server: &Server, arguments: &[&str], more: &[(&str, &str)]) -> Run {
    home.finish(command(home, server, arguments, more).spawn().unwrap())
}

fn command(home: &Home, server: &Server, arguments: &[&str], more: &[(&str, &str)]) -> std::process::Command {
    let mut command = home.gleaner(arguments);
    command.env("OPENAI_API_KEY", KEY).env("OPENAI_BASE_URL", server.url()).env("GLEANER_LOCAL_SERVERS", "");
    command.envs(more.iter().copied());
    command
}

fn endpoint(call: &Call) -> Reply {
    if call.line.ends_with("/models") {
        return Reply::json(200, serde_json::json!({"data": [{"id": "m"}, {"id": "e"}]}));
    }
    if call.is_embedding() { Reply::vectors(call, 24) } else { Reply::text(rules::said(&call.body)) }
}

/// A folder of letters of our own making.
fn letters(count: usize) -> Home {
    let home = Home::new();
    for number in 0..count {
        home.write(&format!("letters/letter{number}.txt"), rules::letter(number));
    }
    home
}

/// A folder of letters that have nothing in common but who met whom.
fn notes(count: usize) -> Home {
    let home = Home::new();
    for number in 0..count {
        home.write(&format!("letters/note{number}.txt"), note(number));
    }
    home
}

fn note(number: usize) -> String {
    let word = |seed: String| -> String {
        let hash = gleaner::model::hash::hex(seed.as_bytes());
        hash.bytes().take(7).map(|digit| char::from(b'a' + (digit % 20))).collect()
    };
    let mut text = format!("Note number {number}.\n\n");
    for line in 0..8 {
        let words: Vec<String> = (0..7).map(|at| word(format!("{number} {line} {at}"))).collect();
        text.push_str(&format!(
            "In {} the keeper Ada Quill met Bo Marsh at Saltby about {} {} and the {} of {}, whose {} was {}.\n",
            words[0], words[1], words[2], words[3], words[4], words[5], words[6]
        ));
    }
    text
}

const MODELS: [(&str, &str); 3] =
    [("GLEANER_MODEL", "m"), ("GLEANER_EMBEDDING_MODEL", "e"), ("GLEANER_PRICES", "m 1 2, e 0.1 0")];
const INDEX: [&str; 7] = ["index", "letters", "--method", "standard", "--yes", "--index", "letters.gleaner"];

fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap_or(&Value::Null)
}

#[test]
fn an_index_by_a_model_and_an_answer_from_it() {
    let (home, server) = (letters(4), Server::start(endpoint));
    let built = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(built.err.contains(" made: ") && built.err.contains('$'), "{built}");
    let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
    assert_eq!((&stats["method"], &stats["embeddings"]["model"]), (&"standard".into(), &"e".into()));
    assert_eq!((&stats["embeddings"]["dimensions"], &stats["ledger"]["failed"]), (&24.into(), &0.into()));
    assert!(stats["cost_usd"].as_f64().unwrap() > 0.0, "{stats}");

    let asked = server.total();
    let again = run(&home, &server, &INDEX, &MODELS);
    assert!(again.err.contains("nothing changed"), "{again}");
    assert_eq!(server.total(), asked, "nothing is asked twice");

    let ask = ["ask", "Who met Ada Quill?", "--index", "letters.gleaner", "--json"];
    let answer = run(&home, &server, &ask, &MODELS).json();
    assert_eq!(answer["analyst"], "m", "{answer}");
    assert!(answer["answer"].as_str().unwrap().starts_with("An answer"), "{answer}");
    assert!(answer["usage"]["calls"].as_u64().unwrap() > 0, "{answer}");
    let embedded = server.calls().into_iter().rfind(Call::is_embedding).unwrap();
    assert_eq!(embedded.body["input"], serde_json::json!(["Who met Ada Quill?"]), "the question is embedded");
    let asked = server.total();
    let cached = run(&home, &server, &ask, &MODELS).json();
    assert_eq!((server.total(), &cached["usage"]["calls"]), (asked, &0.into()), "an answer is paid for once");

    // With another embedding model the vectors are of no use, and it says so.
    let other = [("GLEANER_MODEL", "m"), ("GLEANER_EMBEDDING_MODEL", "other")];
    let other = run(&home, &server, &ask, &other);
    assert!(other.err.contains("are of `e`, and `other` is configured now"), "{other}");
    assert!(other.err.contains("index again"), "{other}");
    let plain = run(&home, &server, &["ask", "Who met Ada Quill?", "--index", "letters.gleaner", "--json"], &[]).json();
    assert_eq!(plain["analyst"], "extractive");
}

#[test]
fn money_is_asked_for_before_it_is_spent() {
    let (home, server) = (letters(3), Server::start(endpoint));
    let refused = run(&home, &server, &["index", "letters", "--method", "standard"], &MODELS);
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(refused.err.contains("tokens in") && refused.err.contains("--yes"), "{refused}");
    let dry = run(&home, &server, &["index", "letters", "--method", "standard", "--dry-run", "--json"], &MODELS);
    let stages = dry.json()["estimate"]["stages"].as_array().unwrap().clone();
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(names, ["extract", "glean", "same", "describe", "report", "embed"], "{dry}");
    assert!(stages.iter().all(|stage| stage["cost_usd"].is_number()), "{dry}");
    assert_eq!(server.total(), 0, "an estimate asks nobody");

    // A server on this machine is free; this one is elsewhere, and never asked.
    let unpriced = [("GLEANER_MODEL", "m"), ("GLEANER_BASE_URL", "https://models.invalid/v1")];
    let capped = ["index", "letters", "--method", "standard", "--budget", "1"];
    let unknown = run(&home, &server, &capped, &unpriced);
    assert!(unknown.err.contains("no price is known for `m`") && unknown.err.contains("prices = [\"m "), "{unknown}");
    assert_eq!(server.total(), 0);

    let capped = ["index", "letters", "--method", "standard", "--budget", "0.01"];
    let stopped = run(&home, &server, &capped, &MODELS);
    assert_eq!(stopped.code, Some(4), "{stopped}");
    assert!(stopped.err.contains("would exceed the budget") && stopped.err.contains("of $0.01 are spent"), "{stopped}");
    assert!(stopped.err.contains("every answer is kept"), "{stopped}");
    let asked = server.total();
    let on = run(&home, &server, &["index", "letters", "--method", "standard", "--yes"], &MODELS);
    assert_eq!(on.code, Some(0), "{on}");
    let twice = server.calls().iter().filter(|call| call.before > 0).count();
    assert!(asked > 0 && twice == 0, "{twice} calls were made twice");
}

#[test]
fn what_was_set_aside_is_shown_and_asked_for_alone() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let failing = Arc::new(AtomicBool::new(true));
    let fails = failing.clone();
    let server = Server::start(move |call| {
        let bad = call.is_chat() && call.prompt().contains("On day 0 of voyage 0 ");
        if bad && fails.load(Ordering::Relaxed) { Reply::text("No.") } else { endpoint(call) }
    });
    let home = letters(4);
    // As it was made it is made again, whatever a later command says nothing of.
    let built = run(&home, &server, &[&INDEX[..], &["--chunk-size", "150"]].concat(), &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(built.err.contains("set aside") && built.err.contains("--retry-failed"), "{built}");
    let stats = run(&home, &server, &["stats", "--index", "letters.gleaner"], &[]);
    assert!(stats.out.contains("set aside") && stats.out.contains("passage"), "{stats}");
    let doctor = run(&home, &server, &["doctor", "--json", "--index", "letters.gleaner"], &[]);
    assert!(check(&doctor.json(), "index")["message"].as_str().unwrap().contains("set aside"), "{doctor}");

    failing.store(false, Ordering::Relaxed);
    let asked = server.total();
    // What came into the folder meanwhile is no part of what failed, and is not paid for without a word.
    home.write("letters/new.txt", rules::letter(30));
    let changed = run(&home, &server, &["index", "--retry-failed", "--index", "letters.gleaner"], &MODELS);
    assert_eq!((changed.code, server.total()), (Some(2), asked), "{changed}");
    assert!(changed.err.contains("the folder changed since (1 new)") && changed.err.contains("--yes"), "{changed}");
    std::fs::remove_file(home.path("letters/new.txt")).unwrap();
    let again = run(&home, &server, &["index", "--retry-failed", "--index", "letters.gleaner"], &MODELS);
    assert_eq!(again.code, Some(0), "{again}");
    let fresh: Vec<Call> = server.calls().into_iter().skip(asked).collect();
    let extracts = fresh.iter().filter(|call| call.is_chat() && call.prompt().starts_with("You read a passage of"));
    assert!(extracts.clone().count() > 0);
    assert!(extracts.clone().all(|call| call.prompt().contains("On day 0 of voyage 0 ")), "only what failed is asked");
    let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
    assert_eq!(stats["ledger"]["failed"], 0, "{stats}");
}

#[test]
fn one_item_of_those_set_aside_is_asked_for_alone() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let failing = Arc::new(AtomicBool::new(true));
    let fails = failing.clone();
    let server = Server::start(move |call| {
        let prompt = call.prompt();
        let bad = prompt.contains("On day 0 of voyage 0 ") || prompt.contains("On day 0 of voyage 1 ");
        let bad = call.is_chat() && bad && prompt.starts_with("You read a passage of");
        if bad && fails.load(Ordering::Relaxed) { Reply::text("No.") } else { endpoint(call) }
    });
    let home = letters(2);
    home.write(
        "letters/note.txt",
        "The keeper Hob Zeal sold a boat to Gil Yarrow at Weir House in the spring of that year.",
    );
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let left = || {
        let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
        let rows = stats["failures"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["item"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let failed = left();
    assert_eq!(failed.len(), 2, "{failed:?}");
    let stats = run(&home, &server, &["stats", "--index", "letters.gleaner"], &[]);
    let name = format!("extract of {}", failed[1]);
    assert!(stats.out.contains(&name), "what is chosen is called what is shown: {stats}");

    let retry = |items: &[&str]| {
        let mut arguments = vec!["index", "--index", "letters.gleaner", "--retry-failed"];
        arguments.extend(items);
        run(&home, &server, &arguments, &MODELS)
    };
    let unknown = retry(&["extract of passage 999"]);
    assert_eq!(unknown.code, Some(2), "{unknown}");
    assert!(unknown.err.contains("was not set aside") && unknown.err.contains(&name), "{unknown}");

    failing.store(false, Ordering::Relaxed);
    let extracts = |from: usize| {
        let calls = server.calls().into_iter().skip(from);
        calls.filter(|call| call.is_chat() && call.prompt().starts_with("You read a passage of")).count()
    };
    let asked = server.total();
    let one = retry(&[&name]);
    assert_eq!(one.code, Some(0), "{one}");
    assert!(one.err.contains("1 item of 2 to try again"), "{one}");
    assert_eq!((extracts(asked), left()), (1, vec![failed[0].clone()]), "the other is neither asked for nor forgotten");
    // Its item alone names it, too.
    let asked = server.total();
    let other = retry(&[&failed[0]]);
    assert_eq!((other.code, extracts(asked), left().len()), (Some(0), 1, 0), "{other}");
    let none = retry(&[]);
    assert!(none.err.contains("nothing was set aside"), "{none}");
}

#[test]
fn a_model_that_is_told_otherwise_makes_another_index() {
    let (home, server) = (letters(3), Server::start(endpoint));
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let step =
        |name: &str| std::fs::read_to_string(format!("{}/prompts/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let prompts = "config/gleaner/prompts";
    let calls_of = |prompt: &str, from: usize| {
        let calls: Vec<Call> = server.calls().into_iter().skip(from).filter(Call::is_chat).collect();
        (calls.iter().filter(|call| call.prompt().contains(prompt)).count(), calls.len())
    };
    // Of a question's prompts no index is made.
    home.write(&format!("{prompts}/answer.md"), format!("{} Be brief.", step("answer")));
    let asked = server.total();
    let same = run(&home, &server, &INDEX, &MODELS);
    assert!(same.err.contains("nothing changed") && server.total() == asked, "{same}");

    home.write(&format!("{prompts}/report.md"), format!("{} Be cheerful.", step("report")));
    let other = run(&home, &server, &INDEX, &MODELS);
    assert!(!other.err.contains("nothing changed"), "{other}");
    let (cheerful, all) = calls_of("Be cheerful.", asked);
    assert!(cheerful > 0 && cheerful == all, "{cheerful} of {all}: what else was answered is in the ledger");

    let asked = server.total();
    home.write(&format!("{prompts}/letters/corpus.toml"), "domain = \"letters of keepers of lamps\"");
    let tuned = run(&home, &server, &INDEX, &MODELS);
    assert!(!tuned.err.contains("nothing changed"), "{tuned}");
    assert!(calls_of("letters of keepers of lamps", asked).0 > 0);
    let asked = server.total();
    let same = run(&home, &server, &INDEX, &MODELS);
    assert!(same.err.contains("nothing changed") && server.total() == asked, "{same}");
}

#[test]
fn a_question_that_failed_is_nothing_that_the_index_lacks() {
    let home = letters(4);
    let server = Server::start(endpoint);
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let refusing = Server::start(|call| match call.is_chat() {
        true => Reply::error(400, "I do not like this", None, None),
        false => endpoint(call),
    });
    for mode in ["local", "global"] {
        let ask = ["ask", "Who met Ada Quill?", "--mode", mode, "--index", "letters.gleaner"];
        let failed = run(&home, &refusing, &ask, &MODELS);
        assert_eq!(failed.code, Some(4), "{failed}");
        assert!(failed.err.contains("I do not like this"), "{failed}");
    }
    let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
    assert_eq!((&stats["ledger"]["failed"], &stats["failures"]), (&0.into(), &Value::Null), "{stats}");
    let doctor = run(&home, &server, &["doctor", "--json", "--index", "letters.gleaner"], &[]);
    assert!(!check(&doctor.json(), "index")["message"].as_str().unwrap().contains("set aside"), "{doctor}");
    let again = run(&home, &server, &["index", "--retry-failed", "--index", "letters.gleaner"], &MODELS);
    assert!(again.err.contains("nothing was set aside"), "{again}");
    let asked = server.total();
    let again = run(&home, &server, &INDEX, &MODELS);
    assert!(again.err.contains("nothing changed"), "{again}");
    assert_eq!(server.total(), asked);
}

#[test]
fn an_index_that_may_not_be_written_to_is_asked_all_the_same() {
    use std::fs::{Permissions, create_dir, remove_dir, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let (home, server) = (letters(2), Server::start(endpoint));
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    let index = home.path("letters.gleaner");
    let ask = ["ask", "Who met Ada Quill?", "--index", "letters.gleaner", "--json"];
    let asked = |how: &str| {
        let answer = run(&home, &server, &ask, &MODELS);
        assert_eq!(answer.code, Some(0), "{how}: {answer}");
        let answer = answer.json();
        assert_eq!(answer["analyst"], "m", "{how}: {answer}");
        answer["usage"]["calls"].as_u64().unwrap()
    };
    // What SQLite wants beside the file cannot be made, as in a folder that may not be written to.
    create_dir(home.path("letters.gleaner-shm")).unwrap();
    assert!(asked("folder") > 0);
    assert!(asked("folder, again") > 0, "there is nowhere to keep an answer");
    remove_dir(home.path("letters.gleaner-shm")).unwrap();
    set_permissions(&index, Permissions::from_mode(0o444)).unwrap();
    match std::fs::OpenOptions::new().append(true).open(&index) {
        Ok(_) => eprintln!("skipped for a file that may not be written to: this user may write to any"),
        Err(_) => assert!(asked("file") > 0),
    }
}

#[test]
fn prompts_are_listed_copied_and_tuned() {
    let (home, server) = (letters(3), Server::start(endpoint));
    let list = run(&home, &server, &["prompts", "list"], &[]);
    assert!(list.out.contains("extract") && list.out.contains("built in"), "{list}");
    let ejected = run(&home, &server, &["prompts", "eject"], &[]);
    assert_eq!(ejected.code, Some(0), "{ejected}");
    let own = home.path("config/gleaner/prompts/extract.md");
    assert!(std::fs::read_to_string(&own).unwrap().starts_with("You read a passage"));
    assert_eq!(server.total(), 0);
    let tuned = run(&home, &server, &["prompts", "tune", "letters"], &MODELS);
    assert_eq!(tuned.code, Some(0), "{tuned}");
    let file = tuned.out.trim().replace('~', &home.path("").canonicalize().unwrap().to_string_lossy());
    assert!(std::fs::read_to_string(file).unwrap().contains("vessel"), "{tuned}");
    // The next build is told of it.
    let plain = ["index", "letters", "--method", "standard", "--yes"];
    assert_eq!(run(&home, &server, &plain, &MODELS).code, Some(0));
    assert!(server.count(|call| call.prompt().contains("every person, vessel that the passage names")) > 0);
}

#[test]
fn an_answer_shows_while_it_is_written() {
    let (home, server) = (
        letters(3),
        Server::start(|call| {
            endpoint(call).paced(std::time::Duration::from_millis(if call.body["stream"] == true { 20 } else { 0 }))
        }),
    );
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(0));
    // Killed as soon as the answer began: what was shown is whole lines, and no answer is half in the ledger.
    let ask = ["ask", "Who met Bo Marsh?", "--index", "letters.gleaner", "--mode", "basic"];
    let mut child = command(&home, &server, &ask, &MODELS).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("An answer"), "{first}");
    assert!(child.wait().unwrap().success());
    assert!(server.calls().iter().any(|call| call.body["stream"] == true));
}
