//! What was paid for is not paid for again.

use super::super::LlmError;
use super::*;
use crate::store::{BuildFile, Ledger, LedgerState, LeftAside, Reader, Writer};

struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn index(&self) -> std::path::PathBuf {
        self.folder.path().join("x.gleaner")
    }

    /// A client that keeps its answers in an index.
    fn client(&self, settings: &Settings) -> Client {
        drop(Writer::open(&self.index()).unwrap());
        let ledger = Ledger::of_index(&self.index()).unwrap();
        client_with(settings, ClientOptions { ledger: Some(ledger), ..ClientOptions::default() })
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.index()).unwrap()
    }
}

#[tokio::test]
async fn what_was_answered_is_kept_before_it_is_used_and_found_by_the_next_run() {
    let folder = Folder::new();
    let server = Server::start(|call| Reply::text(format!("{} <think>", call.prompt())));
    let settings = Settings { prices: vec!["m 1 1".to_owned()], ..settings(&server) };
    let first = folder.client(&settings).chat(&ask("a")).await.unwrap();
    assert!(!first.cached() && first.usage.cost_usd > 0.0);
    let calls = server.total();
    let client = folder.client(&settings);
    let second = client.chat(&ask("a")).await.unwrap();
    assert_eq!((second.text.as_str(), second.cached()), (first.text.as_str(), true));
    assert_eq!((second.usage.calls, second.usage.cached_calls, second.usage.cost_usd), (0, 1, 0.0));
    let (text, done, _) = streamed(&client, &ask("a")).await;
    assert!(text == first.text && done.unwrap().cached());
    assert_eq!(server.total(), calls);
    let reading = client.meter().read();
    assert!((reading.saved_usd - 2.0 * first.usage.cost_usd).abs() < 1e-12);
    // Another question, another model, another temperature: other answers.
    client.chat(&ask("b")).await.unwrap();
    client.chat(&ask("a").temperature(0.5)).await.unwrap();
    folder.client(&Settings { model: "n".to_owned(), ..settings }).chat(&ask("a")).await.unwrap();
    assert_eq!(server.count(|call| !is_probe(call)), 4);
}

#[tokio::test]
async fn a_spoiled_answer_is_a_failure_until_it_is_answered_better() {
    let folder = Folder::new();
    let server = Server::start(|call| Reply::text(if call.body["temperature"] == 0.0 { "nonsense" } else { "{}" }));
    let client = folder.client(&settings(&server));
    client.chat(&ask("7")).await.unwrap();
    client.spoil(&ask("7"), "it is no JSON").await.unwrap();
    let failures = folder.reader().failures().unwrap();
    assert_eq!(failures.len(), 1);
    let failure = &failures[0];
    assert_eq!((failure.task.as_str(), failure.item.as_str(), failure.attempts), ("extract", "text unit 7", 1));
    assert_eq!((failure.state, failure.error.as_deref()), (LedgerState::Failed, Some("it is no JSON")));
    assert!(failure.output.as_ref().is_some_and(|output| output.contains("nonsense")), "it can be looked at");
    let better = client.chat(&ask("7").attempt(1)).await.unwrap();
    assert_eq!((better.text.as_str(), better.cached()), ("{}", false));
    assert_eq!(folder.reader().failures().unwrap(), []);
    assert!(client.chat(&ask("7")).await.unwrap().cached());
}

#[tokio::test]
async fn what_is_asked_for_in_parts_is_no_failure_and_is_not_sent_again() {
    let folder = Folder::new();
    let server = Server::start(|_| Reply::text("no end of").finish("length"));
    let settings = Settings { prices: vec!["m 1 1".to_owned()], ..settings(&server) };
    let client = folder.client(&settings);
    client.chat(&ask("7")).await.unwrap();
    client.spoil(&ask("7"), "the answer ends in the middle").await.unwrap();
    assert_eq!(folder.reader().failures().unwrap().len(), 1);
    let spent = folder.reader().stats().unwrap().cost_usd;
    client.divide(&ask("7")).await.unwrap();
    assert_eq!(folder.reader().failures().unwrap(), []);
    assert_eq!(folder.reader().stats().unwrap().cost_usd, spent, "what it cost stays");
    let calls = server.total();
    assert_eq!(folder.client(&settings).chat(&ask("7")).await.unwrap_err(), LlmError::Divided);
    assert_eq!(server.total(), calls);
}

#[tokio::test]
async fn what_is_too_long_is_a_failure_unless_it_is_asked_for_in_parts() {
    let folder = Folder::new();
    let message = "This model's maximum context length is 4096 tokens.";
    let server = Server::start(move |call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::error(400, message, Some("context_length_exceeded"), None),
    });
    let client = folder.client(&settings(&server));
    for text in ["1", "2"] {
        let error = client.chat(&ask(text)).await.unwrap_err();
        assert!(matches!(error, LlmError::ContextLength { .. }), "{error:?}");
    }
    client.divide(&ask("1")).await.unwrap();
    let failed: Vec<String> = folder.reader().failures().unwrap().iter().map(|row| row.name()).collect();
    assert_eq!(failed, ["extract of text unit 2"]);
}

#[tokio::test]
async fn what_fails_is_set_aside_with_its_error_and_asked_again_by_the_next_run() {
    let folder = Folder::new();
    let server = Server::start(|call| match call.prompt() == "bad" && call.before == 0 {
        true => Reply::error(400, "I do not like this", None, None),
        false => Reply::text("fine"),
    });
    let client = folder.client(&settings(&server));
    client.chat(&ask("good")).await.unwrap();
    let error = client.chat(&ask("bad")).await.unwrap_err();
    assert!(matches!(error, LlmError::Refused { .. }) && !error.ends_the_run(), "{error:?}");
    let failures = folder.reader().failures().unwrap();
    assert_eq!((failures.len(), failures[0].item.as_str()), (1, "text unit bad"));
    assert!(failures[0].error.as_ref().is_some_and(|error| error.contains("I do not like this")));
    let calls = server.total();
    let next = folder.client(&settings(&server));
    for text in ["good", "bad"] {
        next.chat(&ask(text)).await.unwrap();
    }
    assert_eq!(server.count(|call| call.number >= calls && !is_probe(call)), 1, "only what failed is asked again");
    assert_eq!(folder.reader().ledger_counts().unwrap().failed, 0);
}

#[tokio::test]
async fn what_fails_of_a_question_is_told_to_whoever_asked_and_not_set_aside() {
    let folder = Folder::new();
    let server = Server::start(|call| match call.prompt() == "bad" {
        true => Reply::error(400, "I do not like this", None, None),
        false => Reply::text("nonsense"),
    });
    let client = folder.client(&Settings { prices: vec!["m 1 1".to_owned()], ..settings(&server) });
    for purpose in [Purpose::Rate, Purpose::Map, Purpose::Answer] {
        let ask = |text: &str| ChatRequest { purpose, ..ask(text) };
        client.chat(&ask("bad")).await.unwrap_err();
        streamed(&client, &ask("bad")).await.1.unwrap_err();
        client.chat(&ask("7")).await.unwrap();
        client.spoil(&ask("7"), "it is no rating").await.unwrap();
        let counts = folder.reader().ledger_counts().unwrap();
        assert_eq!((counts.done, counts.failed), (0, 0), "{purpose:?}");
        assert!(!client.chat(&ask("7").attempt(1)).await.unwrap().cached(), "of no use is no answer");
        assert!(client.chat(&ask("7")).await.unwrap().cached());
        client.spoil(&ask("7"), "it is no rating").await.unwrap();
    }
    assert!(folder.reader().stats().unwrap().cost_usd > 0.0, "what was of no use was paid for");
}

#[tokio::test]
async fn an_answer_that_is_let_go_of_half_way_is_counted_and_asked_for_again() {
    let folder = Folder::new();
    let slow = std::time::Duration::from_millis(20);
    let server = Server::start(move |call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::text("one two three four five six seven eight").paced(slow),
    });
    let client = folder.client(&Settings { prices: vec!["m 1 1".to_owned()], ..settings(&server) });
    let request = ChatRequest { purpose: Purpose::Answer, ..ask("x") };
    let mut deltas = client.stream(&request);
    assert!(matches!(deltas.next().await, Some(Ok(Delta::Text(_)))));
    let before = client.meter().read().usage;
    drop(deltas);
    let usage = client.meter().read().usage;
    assert_eq!(usage.calls, before.calls + 1);
    let (text, done, _) = streamed(&client, &request).await;
    assert_eq!((text.as_str(), done.unwrap().cached()), ("one two three four five six seven eight", false));
    let counts = folder.reader().ledger_counts().unwrap();
    assert_eq!((counts.done, counts.failed, counts.waiting), (1, 0, 0));
    let spent = folder.reader().stats().unwrap().cost_usd;
    let last = client.meter().read().usage.cost_usd - usage.cost_usd;
    assert!(spent > last * 1.01, "{spent} is for both, and {last} for one");
}

#[tokio::test]
async fn two_servers_on_this_machine_share_no_answers_by_one_name() {
    let folder = Folder::new();
    let servers = [Server::start(obliging), Server::start(obliging)];
    for server in &servers {
        for cached in [false, true] {
            let client = folder.client(&settings(server));
            assert_eq!(client.chat(&ask("a")).await.unwrap().cached(), cached);
            assert_eq!(client.embed(&texts(&["a dam"])).await.unwrap().usage.cached_calls, u32::from(cached));
        }
    }
}

#[tokio::test]
async fn vectors_are_kept_each_by_itself() {
    let folder = Folder::new();
    let server = Server::start(obliging);
    let client = folder.client(&settings(&server));
    let first = client.embed(&texts(&["a dam", "a weir"])).await.unwrap();
    let calls = server.total();
    let again = folder.client(&settings(&server));
    let mixed = again.embed(&texts(&["a weir", "a sluice", "a dam"])).await.unwrap();
    assert_eq!((&mixed.vectors[0], &mixed.vectors[2]), (&first.vectors[1], &first.vectors[0]));
    assert_eq!((mixed.usage.calls, mixed.usage.cached_calls), (1, 2));
    let sent: Vec<_> = server.calls().into_iter().skip(calls).map(|call| call.body["input"].clone()).collect();
    assert_eq!(sent, [serde_json::json!(["a sluice"])]);
}

#[tokio::test]
async fn vectors_of_another_length_are_made_anew_and_never_mixed() {
    let folder = Folder::new();
    let length = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(32));
    let given = length.clone();
    let server = Server::start(move |call| Reply::vectors(call, given.load(std::sync::atomic::Ordering::Relaxed)));
    let client = || {
        drop(Writer::open(&folder.index()).unwrap());
        let options = ClientOptions {
            ledger: Some(Ledger::of_index(&folder.index()).unwrap()),
            remembered: Some(folder.folder.path().join("endpoints.json")),
            ..ClientOptions::default()
        };
        client_with(&settings(&server), options)
    };
    let lengths = |vectors: Vec<Vec<f32>>| vectors.iter().map(Vec::len).collect::<Vec<_>>();
    client().embed(&texts(&["a dam", "a weir"])).await.unwrap();
    // The model by that name is another one now, which shows with the first text that is new.
    length.store(48, std::sync::atomic::Ordering::Relaxed);
    let changed = client();
    assert_eq!(lengths(changed.embed(&texts(&["a dam"])).await.unwrap().vectors), [32]);
    let error = changed.embed(&texts(&["a sluice"])).await.unwrap_err();
    assert_eq!(error, LlmError::Dimensions { model: "e".to_owned(), expected: 32, found: 48 });
    let calls = server.total();
    let again = client();
    for two in [["a dam", "a sluice"], ["a weir", "a sluice"]] {
        assert_eq!(lengths(again.embed(&texts(&two)).await.unwrap().vectors), [48, 48]);
    }
    assert_eq!(server.total(), calls + 2, "only what is of another length is asked for again");
}

#[tokio::test]
async fn answers_outlive_a_build_that_begins_anew_and_one_that_is_published() {
    let folder = Folder::new();
    let server = Server::start(obliging);
    let settings = settings(&server);
    let asked = |text: &'static str, inputs: &'static str, publish: bool| {
        let (index, settings) = (folder.index(), settings.clone());
        async move {
            let place = BuildFile::begin(&index).unwrap();
            let writer = place.open(inputs).unwrap();
            let options = ClientOptions {
                ledger: Some(Ledger::of_build(&place, &LeftAside::default()).unwrap()),
                ..ClientOptions::default()
            };
            let client = client_with(&settings, options);
            let answer = client.chat(&ask(text)).await.unwrap();
            drop(client);
            if publish {
                place.publish(writer).unwrap();
            }
            answer.cached()
        }
    };
    assert!(!asked("a", "one", false).await);
    assert!(asked("a", "one", false).await, "the build went on");
    assert!(asked("a", "two", true).await, "the build began anew");
    // A question asked of the index while the next build is under way.
    assert!(asked("a", "three", false).await, "taken over from the index");
    let of_index =
        ClientOptions { ledger: Some(Ledger::of_index(&folder.index()).unwrap()), ..ClientOptions::default() };
    assert!(!client_with(&settings, of_index).chat(&ask("meanwhile")).await.unwrap().cached());
    assert!(!asked("b", "three", true).await);
    for text in ["a", "b", "meanwhile"] {
        assert!(asked(text, "four", false).await, "{text}");
    }
}

/// Answers that come while the build writes a large batch wait for it and are kept.
#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_waits_for_the_build() {
    let folder = Folder::new();
    let server = Server::start(obliging);
    let place = BuildFile::begin(&folder.index()).unwrap();
    let writer = place.open("inputs").unwrap();
    let options = ClientOptions {
        ledger: Some(Ledger::of_build(&place, &LeftAside::default()).unwrap()),
        ..ClientOptions::default()
    };
    let client = client_with(&settings(&server), options);
    let (begun, has_begun) = std::sync::mpsc::channel();
    let writing = std::thread::spawn(move || {
        writer.batch(|writer| {
            writer.set_fact("a", "1")?;
            begun.send(()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(300));
            writer.set_fact("b", "2")
        })
    });
    has_begun.recv().unwrap();
    assert!(!client.chat(&ask("x")).await.unwrap().cached());
    writing.join().unwrap().unwrap();
    assert!(client.chat(&ask("x")).await.unwrap().cached());
}
