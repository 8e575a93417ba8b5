//! With a model, which is a server of our own that answers by rule: an answer as it is written, and an index as it is
//! made.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::rules;
use crate::session::{self, Session};
use crate::support::{Call, Reply, Server};

const KEY: &str = "sk-very-secret-0123456789";

fn environment(server: &Server) -> Vec<(String, String)> {
    let variables = [
        ("OPENAI_API_KEY", KEY),
        ("OPENAI_BASE_URL", &server.url()),
        ("GLEANER_MODEL", "the-model"),
        ("GLEANER_PRICES", "the-model 1 2"),
        ("GLEANER_LOCAL_SERVERS", ""),
    ];
    variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
}

fn run(server: &Server, home: tempfile::TempDir, open: &Path) -> Session {
    let environment = environment(server);
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (&**name, &**value)).collect();
    Session::run(120, 40, env!("CARGO_BIN_EXE_gleaner"), &["open", &open.to_string_lossy()], home, &environment)
}

fn endpoint(call: &Call) -> Reply {
    if call.line.ends_with("/models") {
        return Reply::json(200, serde_json::json!({"data": [{"id": "the-model"}]}));
    }
    Reply::text(rules::said(&call.body))
}

#[test]
fn an_answer_is_cancelled_half_way_and_asked_again_offline() {
    let server = Server::start(|call| {
        let answers = call.body["stream"] == true && call.is_chat();
        if !answers {
            return endpoint(call);
        }
        let middle = "and more of it ".repeat(2_000);
        Reply::text(format!("The beginning [Data: Reports (0, 99999)]. {middle} The end."))
            .paced(Duration::from_millis(20))
    });
    let home = tempfile::tempdir().expect("a folder");
    let index = session::copied_index(&home);
    let mut session = run(&server, home, &index);
    session.shows("the-model answers");
    session.press("aWho wrote the letters?\r");
    session.until("the answer's beginning", |seen| {
        seen.text().contains("The beginning") && seen.text().contains("Esc cancels")
    });
    session.press("\x1b");
    session.shows("cancelled; r asks again");
    let asked = server.total();
    session.press("o");
    session.shows("offline: nothing is sent");
    session.press("r");
    session.shows("d drill");
    assert_eq!(server.total(), asked, "offline is offline");
    let raw = String::from_utf8_lossy(&session.seen.0.lock().expect("no panic").raw).into_owned();
    assert!(!raw.contains("The end.") && !raw.contains(KEY));
    session.press("q");
    session.ends();
}

/// Whether a call is about a question of the test below.
fn asks(call: &Call) -> bool {
    call.is_chat() && QUESTIONS.iter().any(|question| call.prompt().contains(question))
}

/// One about a fact, and one about the whole.
const QUESTIONS: [&str; 2] = ["Who wrote the letters?", "What are the main themes of the letters?"];

#[test]
fn a_question_that_is_cancelled_leaves_no_call_in_flight() {
    for question in QUESTIONS {
        let server = Server::start(|call| match asks(call) {
            true => Reply::text("late").after(Duration::from_secs(600)),
            false => endpoint(call),
        });
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(home.path().join("gleaner")).expect("a folder");
        let index = session::copied_index(&home);
        let mut session = run(&server, home, &index);
        session.shows("the-model answers");
        session.press(&format!("a{question}\r"));
        session.until("a call that nobody answers", |_| server.count(asks) > 0);
        session.press("\x1b");
        session.shows("cancelled; r asks again");
        // The server sees each connection closed.
        session.until("no call in flight", |_| {
            let asked = server.calls().into_iter().filter(asks);
            asked.into_iter().all(|call| server.left_at(call.number).is_some())
        });
        session.press("q");
        session.ends();
    }
}

#[test]
fn offline_opens_no_socket_whatever_is_pressed() {
    let server = Server::start(endpoint);
    let home = tempfile::tempdir().expect("a folder");
    let corpus = home.path().join("letters");
    std::fs::create_dir(&corpus).expect("a folder");
    for number in 0..3 {
        std::fs::write(corpus.join(format!("letter{number}.txt")), rules::letter(number)).expect("a letter");
    }
    let mut environment = environment(&server);
    environment.retain(|(name, _)| name != "GLEANER_LOCAL_SERVERS");
    environment.push(("GLEANER_LOCAL_SERVERS".to_owned(), server.url()));
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (&**name, &**value)).collect();
    let corpus = corpus.to_string_lossy().into_owned();
    let open = ["open", &corpus, "--offline"];
    let mut session = Session::run(120, 40, env!("CARGO_BIN_EXE_gleaner"), &open, home, &environment);
    session.shows("reports · offline");
    session.press("aWho met Ada Quill?\r");
    session.shows("d drill");
    session.press("o");
    session.shows("no model may be asked");
    session.press(":");
    session.shows("Run");
    session.press("read and reported on\r");
    session.shows("--offline lets no model be asked");
    session.press(",");
    session.shows("because of --offline");
    session.press("t");
    session.shows("not looked at, because of --offline");
    session.press("l");
    session.shows("not looked for, because of --offline");
    assert_eq!(server.total(), 0, "{:?}", server.calls());
    session.press("q");
    session.until("the panes", |seen| !seen.text().contains("Esc closes"));
    session.press("q");
    session.ends();
}

#[test]
fn an_index_by_a_model_is_estimated_watched_and_asked_again_for_what_failed() {
    let failing = Arc::new(AtomicBool::new(true));
    let fails = failing.clone();
    let server = Server::start(move |call| {
        let bad = call.is_chat() && call.prompt().contains("On day 0 of voyage 0 ");
        if bad && fails.load(Ordering::Relaxed) { Reply::text("No.") } else { endpoint(call) }
    });
    let home = tempfile::tempdir().expect("a folder");
    let corpus = home.path().join("letters");
    std::fs::create_dir(&corpus).expect("a folder");
    for number in 0..4 {
        std::fs::write(corpus.join(format!("letter{number}.txt")), rules::letter(number)).expect("a letter");
    }
    session::indexed(&corpus, home.path());
    let mut session = run(&server, home, &corpus);
    session.shows("offline index");
    session.press(":");
    session.shows("Run");
    session.press("read and reported on\r");
    session.shows("Nothing is sent before you");
    assert_eq!(server.total(), 0, "an estimate asks nobody");
    session.press("yi");
    session.until("what failed", |seen| seen.text().contains("set aside") && seen.text().contains("spent"));
    assert!(server.total() > 0);
    session.until("the new index", |seen| seen.text().contains("standard index"));
    failing.store(false, Ordering::Relaxed);
    session.press("r");
    session.shows("Retry the items set aside");
    session.press("y");
    session.until("nothing left", |seen| seen.text().contains("Done in") && !seen.text().contains("set aside"));
    session.press("q,");
    session.shows("the environment: OPENAI_API_KEY");
    session.press("t");
    session.shows("the-model answers in");
    let raw = String::from_utf8_lossy(&session.seen.0.lock().expect("no panic").raw).into_owned();
    assert!(!raw.contains(KEY));
    session.press("q");
    session.until("the panes", |seen| !seen.text().contains("Esc closes"));
    session.press("q");
    session.ends();
}
