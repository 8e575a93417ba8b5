//! Models on the command line: builds, answers and prompts through the real client, what is said before money is spent,
//! what `doctor` finds, and that nothing is sent unless a model is named.

use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::gleaner::{Home, Run};
use crate::rules;
use crate::support::{Call, Faults, Reply, Server, kept_calls};

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
    assert_eq!(names, ["extract", "glean", "describe", "report", "embed"], "{dry}");
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
    assert!(stopped.err.contains("the budget of $0.01 is used up"), "{stopped}");
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
    let built = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(built.err.contains("set aside") && built.err.contains("--retry-failed"), "{built}");
    let stats = run(&home, &server, &["stats", "--index", "letters.gleaner"], &[]);
    assert!(stats.out.contains("set aside") && stats.out.contains("text unit"), "{stats}");
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
fn nothing_is_lost_to_an_endpoint_that_fails_in_every_way() {
    let clean = Server::start(endpoint);
    let home = letters(6);
    assert_eq!(run(&home, &clean, &INDEX, &MODELS).code, Some(0));
    let faults = Faults { seed: 7, limited: 0.1, failing: 0.05, reset: 0.03, truncated: 0.03, malformed: 0.2 };
    let server = Server::faulty(faults, endpoint);
    let other = letters(6);
    // What it can do is known before, as after any run: a spoilt probe would teach it to ask for less.
    let remembered = std::fs::read_to_string(home.path("data/gleaner/endpoints.json")).unwrap();
    other.write("data/gleaner/endpoints.json", remembered.replace(&clean.url(), &server.url()));
    let built = run(&other, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    let mut counts = [&home, &other].map(|home| {
        let stats = run(home, &clean, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
        ["text_units", "entities", "relationships", "communities", "reports"].map(|name| stats[name].as_u64().unwrap())
    });
    while built.err.contains("set aside") && counts[1] != counts[0] {
        let again = run(&other, &server, &["index", "--retry-failed", "--index", "letters.gleaner"], &MODELS);
        let stats = run(&other, &clean, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
        counts[1] = ["text_units", "entities", "relationships", "communities", "reports"]
            .map(|name| stats[name].as_u64().unwrap());
        if again.code != Some(0) || stats["ledger"]["failed"] == 0 {
            break;
        }
    }
    assert_eq!(counts[0], counts[1], "{built}");
    assert!(server.total() > clean.total(), "there were faults to survive");
}

#[test]
fn a_build_that_was_killed_goes_on_and_pays_for_nothing_twice() {
    let (home, server) =
        (letters(12), Server::start(|call| endpoint(call).after(std::time::Duration::from_millis(20)).numbered()));
    let more = [MODELS[0], MODELS[2], ("GLEANER_CONCURRENCY", "2")];
    let (mut kills, mut kept) = (0, std::collections::HashSet::new());
    loop {
        let mut child = command(&home, &server, &INDEX, &more).spawn().unwrap();
        let at = server.total() + 5;
        let ended = loop {
            match child.try_wait().unwrap() {
                Some(status) => break Some(status),
                None if server.total() >= at => break None,
                None => std::thread::sleep(std::time::Duration::from_millis(1)),
            }
        };
        if let Some(status) = ended {
            assert!(status.success(), "{}", home.finish(child));
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        kept.extend(kept_calls(&home.path("letters.gleaner.building")));
    }
    assert!(kills >= 4, "it was killed {kills} times");
    let calls = server.calls();
    for again in calls.iter().filter(|call| call.before > 0) {
        let mut earlier =
            calls[..again.number].iter().filter(|call| call.line == again.line && call.body == again.body);
        assert!(earlier.all(|call| !kept.contains(&call.number)), "call {} was kept before it was made", again.number);
    }
    let paid: std::collections::HashSet<usize> = kept_calls(&home.path("letters.gleaner"));
    assert!(kept.len() > 10 && kept.is_subset(&paid), "what was kept stays");
}

/// Bytes of a home's files that hold a text, by file.
fn files_with(home: &Home, text: &str) -> Vec<String> {
    let mut folders = vec![home.path("")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read(&path).unwrap().windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

#[test]
fn what_was_answered_of_a_document_that_is_gone_is_gone_with_it() {
    const SECRET: &str = "Quibberling Vossmark";
    let (home, server) = (letters(6), Server::start(endpoint));
    let secret = format!("Then Ada Quill and {SECRET} met Bo Marsh near Saltby to count the rope.\n").repeat(3);
    home.write("letters/secret.txt", format!("A letter nobody should keep.\n\n{secret}"));
    let embedded = [MODELS[0], MODELS[1], MODELS[2]];
    assert_eq!(run(&home, &server, &INDEX, &embedded).code, Some(0));
    let ask = ["ask", &format!("Who is {SECRET}?"), "--index", "letters.gleaner"];
    assert_eq!(run(&home, &server, &ask, &embedded).code, Some(0));
    let spent = |home: &Home| {
        let stats = run(home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
        stats["cost_usd"].as_f64().unwrap()
    };
    // Under other settings, of the same documents: both are useful for as long as those are there.
    let other = [MODELS[0], MODELS[1], MODELS[2], ("GLEANER_GLEANINGS", "0"), ("GLEANER_DESCRIPTION_WORDS", "30")];
    assert_eq!(run(&home, &server, &INDEX, &other).code, Some(0));
    let asked = server.total();
    assert_eq!(run(&home, &server, &INDEX, &embedded).code, Some(0));
    // Reports may be others: their records have other numbers by now.
    let again: Vec<Call> = server.calls().into_iter().skip(asked).collect();
    assert!(again.iter().all(|call| call.prompt().starts_with("You write a report") || call.is_embedding()));
    assert!(!files_with(&home, SECRET).is_empty());

    let before = spent(&home);
    std::fs::remove_file(home.path("letters/secret.txt")).unwrap();
    assert_eq!(run(&home, &server, &INDEX, &embedded).code, Some(0));
    let about = |from: usize, prompt: &str| {
        server.calls().into_iter().skip(from).filter(|call| call.prompt().starts_with(prompt)).count()
    };
    assert_eq!(about(asked, "You read a passage of"), 0, "what lives on was read before");
    // The news of an update name what vanished; the next update forgets that too.
    home.write("letters/more.txt", rules::letter(40));
    assert_eq!(run(&home, &server, &INDEX, &embedded).code, Some(0));
    assert_eq!(files_with(&home, SECRET), Vec::<String>::new());
    assert!(spent(&home) >= before, "what it cost stays");
    // Passages that live on are not read again under the other settings.
    let asked = server.total();
    assert_eq!(run(&home, &server, &INDEX, &other).code, Some(0));
    let reads: Vec<Call> = server.calls().into_iter().skip(asked).collect();
    let reads = reads.iter().filter(|call| call.prompt().starts_with("You read a passage of"));
    assert!(reads.clone().all(|call| call.prompt().contains("voyage 40 ")), "{}", reads.count());
}

#[test]
fn a_file_that_goes_while_a_build_is_stopped_leaves_nothing() {
    const SECRET: &str = "Quibberling Vossmark";
    let home = letters(6);
    home.write(
        "letters/aaa.txt",
        format!("At noon {SECRET} met Ada Quill near Saltby, and both were wet.\n").repeat(3),
    );
    // The reports cannot be written: everything before them is in the ledger.
    let failing = Server::start(|call| match call.prompt().starts_with("You write a report") {
        true => Reply::error(401, "Incorrect API key", Some("invalid_api_key"), None),
        false => endpoint(call),
    });
    assert_eq!(run(&home, &failing, &INDEX, &MODELS).code, Some(4));
    assert!(!files_with(&home, SECRET).is_empty());
    std::fs::remove_file(home.path("letters/aaa.txt")).unwrap();
    let server = Server::start(endpoint);
    let built = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    assert_eq!(
        server.count(|call| call.prompt().starts_with("You read a passage of")),
        0,
        "the others were read before"
    );
    assert_eq!(files_with(&home, SECRET), Vec::<String>::new());
}

#[test]
fn a_disk_that_fills_is_named_and_nothing_kept_is_paid_for_again() {
    let (home, server) = (letters(20), Server::start(|call| endpoint(call).numbered()));
    let more = [MODELS[0], MODELS[2], ("GLEANER_CONCURRENCY", "2")];
    let building = home.path("letters.gleaner.building");
    let (mut kept, mut full) = (std::collections::HashSet::new(), 0);
    // A limit on the size of files fails like a full disk, and needs no rights to set. Each time there is room for more.
    for blocks in (400..).step_by(75) {
        let mut command = home.command("sh");
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec '{}' {}", crate::gleaner::PROGRAM, INDEX.join(" "));
        command.args(["-c", &script]).env("GLEANER_BASE_URL", server.url()).envs(more);
        let built = home.finish(command.spawn().unwrap());
        if built.code == Some(0) {
            break;
        }
        full += 1;
        assert!(built.err.contains("no room left for ") && built.err.contains("hint: make room"), "{built}");
        assert!(built.err.contains("goes on where it stopped"), "{built}");
        kept.extend(kept_calls(&building));
    }
    assert!(full > 0 && !kept.is_empty(), "{full} times full, {} kept", kept.len());
    let stats = run(&home, &server, &["stats", "--json", "--index", "letters.gleaner"], &[]).json();
    assert_eq!((&stats["documents"], &stats["ledger"]["failed"]), (&20.into(), &0.into()), "{stats}");
    let calls = server.calls();
    for again in calls.iter().filter(|call| call.before > 0 && call.is_chat()) {
        let mut earlier =
            calls[..again.number].iter().filter(|call| call.line == again.line && call.body == again.body);
        assert!(earlier.all(|call| !kept.contains(&call.number)), "call {} was kept before it was made", again.number);
    }
}

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
fn no_key_reaches_a_file_or_a_screen() {
    let (home, server) = (
        letters(3),
        Server::start(|call| match call.prompt().contains("Who met") {
            true => Reply::error(400, &format!("bad key {KEY} in header"), None, None),
            false => endpoint(call),
        }),
    );
    let mut seen = String::new();
    for arguments in [
        &INDEX[..],
        &["ask", "Who met Ada Quill?", "--index", "letters.gleaner"],
        &["doctor", "-v"],
        &["stats", "-v"],
        &["config", "show"],
    ] {
        let run = run(&home, &server, arguments, &MODELS);
        seen.push_str(&format!("{}{}", run.out, run.err));
    }
    assert!(seen.contains("[key]"), "{seen}");
    assert!(!seen.contains(KEY), "{seen}");
    let mut folders = vec![home.path("")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let bytes = std::fs::read(&path).unwrap();
            assert!(
                !bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()),
                "the key is in {}",
                path.display()
            );
        }
    }
    assert!(files > 5, "{files} files looked through");
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

#[test]
fn a_key_that_happens_to_be_set_sends_nothing_anywhere() {
    let (home, server) = (Home::with_papers(), Server::start(endpoint));
    for arguments in [&["index", "papers", "-q"][..], &["ask", "Who wrote?"], &["search", "dam"], &["doctor"]] {
        let run = run(&home, &server, arguments, &[]);
        assert_eq!(run.code, Some(0), "{run}");
    }
    assert_eq!(server.total(), 0);
}

#[test]
fn doctor_tries_what_is_configured() {
    let (home, server) = (Home::new(), Server::start(endpoint));
    let models = [("GLEANER_MODEL", "m"), ("GLEANER_EMBEDDING_MODEL", "e")];
    let run = run(&home, &server, &["doctor", "--json"], &models);
    let report = run.json();
    assert_eq!(report["ok"], true, "{run}");
    let said = |name: &str| check(&report, name)["message"].as_str().unwrap_or_default().to_owned();
    assert!(said("endpoint").ends_with("offers m, e"), "{run}");
    assert!(said("chat").contains("JSON by schema, streams"), "{run}");
    assert!(said("embedding").contains("24 dimensions as base64"), "{run}");
    assert!(!run.out.contains(KEY) && !run.err.contains(KEY));
    assert!(server.calls().iter().all(|call| call.headers["authorization"] == format!("Bearer {KEY}")));
    let remembered = std::fs::read_to_string(home.path("data/gleaner/endpoints.json")).unwrap();
    assert!(remembered.contains("\"m\"") && !remembered.contains(KEY), "{remembered}");
}

#[test]
fn doctor_says_what_is_missing_and_what_to_do() {
    let home = Home::new();
    let server = Server::start(|call| match call.line.ends_with("/models") {
        true => endpoint(call),
        false => Reply::error(401, &format!("Incorrect API key provided: {KEY}"), Some("invalid_api_key"), None),
    });
    let refused = run(&home, &server, &["doctor", "--json"], &[("GLEANER_MODEL", "m")]);
    let report = refused.json();
    assert_eq!(report["ok"], false, "{refused}");
    let chat = check(&report, "chat");
    assert!(chat["message"].as_str().unwrap().contains("refused the key"), "{refused}");
    assert!(chat["hints"][0].as_str().unwrap().contains("check the key"), "{refused}");
    assert!(!refused.out.contains(KEY));
    let url = server.url();
    drop(server);
    let mut gone = home.gleaner(&["doctor", "--json"]);
    gone.env("GLEANER_BASE_URL", url).env("GLEANER_MODEL", "m").env("GLEANER_LOCAL_SERVERS", "");
    let gone = home.finish(gone.spawn().unwrap()).json();
    assert!(check(&gone, "endpoint")["message"].as_str().unwrap().contains("cannot be reached"), "{gone}");
}

#[test]
fn a_server_on_this_machine_is_offered_and_gets_no_key() {
    let (home, server) = (Home::new(), Server::start(endpoint));
    let run = run(&home, &server, &["doctor", "--json"], &[("GLEANER_LOCAL_SERVERS", &server.url())]);
    let report = run.json();
    let local = check(&report, "local");
    assert!(local["message"].as_str().unwrap().ends_with("offers m, e"), "{run}");
    assert!(local["hints"][0].as_str().unwrap().contains("model = \"m\""), "{run}");
    assert_eq!(server.count(|call| call.headers.contains_key("authorization")), 0);
}

#[test]
fn offline_opens_no_socket_whatever_is_configured() {
    let (home, server) = (Home::new(), Server::start(endpoint));
    let more = [("GLEANER_MODEL", "m"), ("GLEANER_LOCAL_SERVERS", &*server.url())];
    let run = run(&home, &server, &["doctor", "--json", "--offline"], &more);
    assert!(check(&run.json(), "model")["message"].as_str().unwrap().contains("--offline"), "{run}");
    assert_eq!(server.total(), 0);
}
