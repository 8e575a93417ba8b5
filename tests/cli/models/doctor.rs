//! What `doctor` finds of models, and that no key is written and nothing is sent unless a model is named.

use super::*;

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
fn a_key_that_happens_to_be_set_sends_nothing_anywhere() {
    let (home, server) = (Home::with_papers(), Server::start(endpoint));
    for arguments in [&["index", "papers", "-q"][..], &["ask", "Who wrote?"], &["search", "bearings"], &["doctor"]] {
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
