//! What was answered is kept and paid for once, whatever stops a build, and goes with the document it was told of.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::support::{Faults, kept_calls};

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
    assert!(kills >= 1, "it was killed {kills} times");
    let calls = server.calls();
    for again in calls.iter().filter(|call| call.before > 0) {
        let mut earlier =
            calls[..again.number].iter().filter(|call| call.line == again.line && call.body == again.body);
        assert!(earlier.all(|call| !kept.contains(&call.number)), "call {} was kept before it was made", again.number);
    }
    let paid: std::collections::HashSet<usize> = kept_calls(&home.path("letters.gleaner"));
    assert!(!kept.is_empty() && kept.is_subset(&paid), "what was kept stays");
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
    let fails = Arc::new(AtomicBool::new(true));
    let failing = fails.clone();
    let server = Server::start(move |call| match call.prompt().starts_with("You write a report") {
        true if failing.load(Ordering::Relaxed) => {
            Reply::error(401, "Incorrect API key", Some("invalid_api_key"), None)
        }
        _ => endpoint(call),
    });
    assert_eq!(run(&home, &server, &INDEX, &MODELS).code, Some(4));
    assert!(!files_with(&home, SECRET).is_empty());
    std::fs::remove_file(home.path("letters/aaa.txt")).unwrap();
    fails.store(false, Ordering::Relaxed);
    let asked = server.total();
    let built = run(&home, &server, &INDEX, &MODELS);
    assert_eq!(built.code, Some(0), "{built}");
    let read = |call: &Call| call.prompt().starts_with("You read a passage of");
    assert_eq!(server.calls().iter().skip(asked).filter(|call| read(call)).count(), 0, "the others were read before");
    assert_eq!(files_with(&home, SECRET), Vec::<String>::new());
}

#[test]
fn a_disk_that_fills_is_named_and_nothing_kept_is_paid_for_again() {
    let (home, server) = (letters(20), Server::start(|call| endpoint(call).numbered()));
    let more = [MODELS[0], MODELS[2], ("GLEANER_CONCURRENCY", "2")];
    let building = home.path("letters.gleaner.building");
    let (mut kept, mut full) = (std::collections::HashSet::new(), 0);
    // A limit on the size of files fails like a full disk, and needs no rights to set. Each time there is room for
    // more.
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
