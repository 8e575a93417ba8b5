//! Limits, retries, pauses and budgets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;

use super::super::LlmError;
use super::support::Faults;
use super::*;

#[tokio::test]
async fn no_more_calls_at_once_than_told() {
    let server = Server::start(|_| Reply::text("yes").after(Duration::from_millis(20)));
    let client = client_with(&Settings { concurrency: 3, ..settings(&server) }, ClientOptions::default());
    let requests: Vec<_> = (0..20).map(|n| ask(&n.to_string())).collect();
    let work = join_all(requests.iter().map(|request| client.chat(request)));
    tokio::pin!(work);
    let mut most = 0;
    let answers = loop {
        tokio::select! {
            answers = &mut work => break answers,
            () = tokio::time::sleep(Duration::from_millis(3)) => most = most.max(client.meter().read().in_flight),
        }
    };
    answers.into_iter().for_each(|answer| drop(answer.unwrap()));
    assert_eq!(server.most_at_once(), 3);
    assert!((1..=3).contains(&most), "what waits for its turn is not under way: {most}");
}

#[tokio::test]
async fn what_fails_for_the_moment_is_asked_again() {
    let server = Server::start(|call| match (is_probe(call), call.before) {
        (true, _) => Reply::text("{}"),
        (_, 0) => Reply::error(429, "slow down", Some("rate_limit_exceeded"), None).header("retry-after", "0"),
        (_, 1) => Reply::raw(500, "text/plain", "oops"),
        (_, 2) => Reply::reset(),
        (_, 3) => Reply::text("half").cut_at(0.5),
        _ => Reply::text("whole"),
    });
    let client = client(&server);
    assert_eq!(client.chat(&ask("x")).await.unwrap().text, "whole");
    assert_eq!(client.meter().read().retries, 4);
}

#[tokio::test]
async fn retry_after_is_honoured() {
    let server = Server::start(|call| match call.number == 1 {
        true => Reply::raw(429, "text/plain", "not now").header("retry-after", "1"),
        false => Reply::text("yes"),
    });
    let client = client(&server);
    let begun = Instant::now();
    client.chat(&ask("x")).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    // Longer than anybody waits: said at once.
    let server = Server::start(|call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::raw(429, "text/plain", "tomorrow").header("retry-after", "86400"),
    });
    let error = super::client(&server).chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::RateLimited { retry_after: Some(_), .. }), "{error:?}");
}

#[tokio::test]
async fn a_time_that_is_past_is_none_to_ask_at() {
    for past in ["0", "Fri, 02 Jan 1998 10:00:01 GMT"] {
        let server = Server::start(move |call| match is_probe(call) {
            true => Reply::text("{}"),
            false => Reply::raw(429, "text/plain", "slow down").header("retry-after", past),
        });
        let client = client_with(&Settings { patience: 2, ..settings(&server) }, ClientOptions::default());
        let error = client.chat(&ask("x")).await.unwrap_err();
        assert!(matches!(error, LlmError::RateLimited { .. }), "{error:?}");
        // Each wait is longer than the one before; at once again would be hundreds.
        assert!(client.meter().read().retries < 100, "{} times", client.meter().read().retries);
    }
}

/// What an `http` address at a port that speaks TLS looks like.
#[tokio::test]
async fn an_endpoint_that_only_hangs_up_is_given_up_soon() {
    let server = Server::start(|_| Reply::reset());
    let client = client(&server);
    let error = client.chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::BrokenOff { .. }), "{error:?}");
    assert!(error.hint().is_some_and(|hint| hint.contains("http or https")));
    assert!(client.meter().read().retries < 6);
}

/// A clock that is years ahead or behind, here or there, makes no wait longer or shorter: a date is seen from the
/// server's own, and everything else is told by a clock that only goes forward.
#[tokio::test]
async fn a_clock_that_is_wrong_makes_nobody_wait_for_years() {
    for year in [1999, 2001, 2090] {
        let server = Server::start(move |call| match call.number == 1 {
            true => Reply::raw(429, "text/plain", "not now")
                .header("date", &format!("Fri, 02 Jan {year} 10:00:00 GMT"))
                .header("retry-after", &format!("Fri, 02 Jan {year} 10:00:01 GMT")),
            false => Reply::text("yes"),
        });
        let client = client(&server);
        let begun = Instant::now();
        client.chat(&ask("x")).await.unwrap();
        assert!(begun.elapsed() >= Duration::from_secs(1), "{year}");
        assert_eq!(client.meter().read().retries, 1);
    }
    // Without a date of its own the server's wish is seen from here, and never longer than anybody waits.
    let server = Server::start(|call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::raw(429, "text/plain", "later").header("retry-after", "Fri, 02 Jan 2999 10:00:01 GMT"),
    });
    let error = super::client(&server).chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::RateLimited { .. }), "{error:?}");
}

#[tokio::test]
async fn nothing_is_lost_to_faults() {
    let faults = Faults { seed: 7, limited: 0.10, failing: 0.05, reset: 0.03, truncated: 0.03, malformed: 0.0 };
    let server = Server::faulty(faults, |call| Reply::text(format!("about {}", call.prompt())));
    let client = client_with(&Settings { concurrency: 25, ..settings(&server) }, ClientOptions::default());
    let requests: Vec<_> = (0..300).map(|n| ask(&format!("unit {n}"))).collect();
    let answers = join_all(requests.iter().map(|request| client.chat(request))).await;
    for (request, answer) in requests.iter().zip(answers) {
        assert_eq!(answer.unwrap().text, format!("about {}", request.messages[0].text));
    }
    assert!(client.meter().read().retries > 30, "there were faults to survive");
}

#[tokio::test]
async fn an_endpoint_that_fails_for_a_while_is_left_alone_and_gone_back_to() {
    let down = Arc::new(AtomicBool::new(false));
    let (seen, up) = (down.clone(), down.clone());
    let server = Server::start(move |_| match seen.load(Ordering::Relaxed) {
        true => Reply::raw(503, "text/plain", "restarting"),
        false => Reply::text("yes"),
    });
    let client = client_with(&Settings { concurrency: 10, ..settings(&server) }, ClientOptions::default());
    client.chat(&ask("before")).await.unwrap();
    down.store(true, Ordering::Relaxed);
    let calls = server.total();
    let requests: Vec<_> = (0..40).map(|n| ask(&n.to_string())).collect();
    let work = join_all(requests.iter().map(|request| client.chat(request)));
    let repair = async {
        while client.meter().read().waiting.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        let burnt = server.total() - calls;
        up.store(false, Ordering::Relaxed);
        burnt
    };
    let (answers, burnt) = futures::join!(work, repair);
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert!(burnt <= 30, "{burnt} calls for 40 requests while it was down");
    assert_eq!(client.meter().read().waiting, None);
}

#[tokio::test]
async fn pausing_lets_calls_land_and_sends_no_other() {
    let server = Server::start(|_| Reply::text("yes"));
    let client = client(&server);
    client.chat(&ask("first")).await.unwrap();
    let calls = server.total();
    client.meter().pause();
    let request = ask("second");
    let asking = client.chat(&request);
    tokio::pin!(asking);
    assert!(tokio::time::timeout(Duration::from_millis(50), &mut asking).await.is_err());
    assert_eq!(server.total(), calls);
    client.meter().resume();
    assert_eq!(asking.await.unwrap().text, "yes");
}

#[tokio::test]
async fn a_budget_stops_before_it_is_passed() {
    let server = Server::start(|_| Reply::text("x".repeat(400)));
    // 101 tokens of answer at a dollar for a thousand: about ten cents a call.
    let settings = Settings { prices: vec!["m 0 1000".to_owned()], concurrency: 4, ..settings(&server) };
    let dear = Settings { embedding_model: String::new(), ..settings };
    let client = client_with(&dear, ClientOptions { budget_usd: Some(2.0), ..ClientOptions::default() });
    let requests: Vec<_> = (0..60).map(|n| ask(&n.to_string()).max_tokens(110)).collect();
    let answers = join_all(requests.iter().map(|request| client.chat(request))).await;
    let answered = answers.iter().filter(|answer| answer.is_ok()).count();
    let spent = client.meter().read().usage.cost_usd;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(LlmError::Budget { .. }))));
    assert!(spent <= 2.0 && spent > 1.7, "{spent} spent on {answered} answers");
    let unpriced = Settings { model: "nobody-knows".to_owned(), prices: vec!["m 1 1".to_owned()], ..dear };
    let refused = Client::new(&unpriced, None, ClientOptions { budget_usd: Some(1.0), ..ClientOptions::default() });
    assert!(refused.err().unwrap().to_string().contains("no price is known for `nobody-knows`"));
}

#[tokio::test]
async fn dropping_the_future_cancels_the_call() {
    let server = Server::start(|call| {
        let slow = if is_probe(call) { Duration::ZERO } else { Duration::from_secs(30) };
        Reply::text("late").after(slow)
    });
    let client = client(&server);
    let request = ask("x");
    assert!(tokio::time::timeout(Duration::from_millis(300), client.chat(&request)).await.is_err());
    assert_eq!(client.meter().read().in_flight, 0);
}

/// What the server itself charges for its answers with status 200, by the usage they say: 1 dollar for a million tokens
/// of a prompt and 2 of an answer.
fn charged(calls: &[(u64, u64)]) -> f64 {
    calls.iter().map(|(prompt, answer)| (*prompt as f64 + 2.0 * *answer as f64) / 1e6).sum()
}

/// A whole answer that says what it is charged for.
fn said(text: &str, prompt: u64, answer: u64) -> Reply {
    let usage = serde_json::json!({ "prompt_tokens": prompt, "completion_tokens": answer });
    let choice = serde_json::json!({ "message": { "content": text }, "finish_reason": "stop" });
    Reply::json(200, serde_json::json!({ "choices": [choice], "usage": usage }))
}

#[tokio::test]
async fn what_is_answered_is_counted_whatever_it_holds() {
    type Body = fn(usize) -> String;
    let usage = r#""usage": {"prompt_tokens": 1000, "completion_tokens": 500}"#;
    let bodies: [(&str, Body); 6] = [
        ("empty", |_| r#"{"choices": [{"message": {"content": ""}, "finish_reason": "stop"}], USAGE}"#.to_owned()),
        ("cut", |_| r#"{"choices": [{"message": {"content": ""}, "finish_reason": "length"}], USAGE}"#.to_owned()),
        ("filtered", |_| r#"{"choices": [{"message": {}, "finish_reason": "content_filter"}], USAGE}"#.to_owned()),
        ("thought", |_| r#"{"choices": [{"message": {"content": "<think>hm</think>"}}], USAGE}"#.to_owned()),
        ("no choices", |_| r#"{"id": "x", USAGE}"#.to_owned()),
        ("good", |_| r#"{"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}], USAGE}"#.to_owned()),
    ];
    for (what, body) in bodies {
        let server = Server::start(move |call| match is_probe(call) {
            true => said("{}", 60, 2),
            false => Reply::raw(200, "application/json", body(call.number).replace("USAGE", usage)),
        });
        let settings = Settings { prices: vec!["m 1.0 2.0".to_owned()], ..settings(&server) };
        let client = client_with(&settings, ClientOptions::default());
        let asked = client.chat(&ask("x")).await;
        assert_eq!(asked.is_ok(), what == "good", "{what}: {asked:?}");
        let (probes, answers) = (server.count(is_probe), server.count(|call| !is_probe(call)));
        let sum = charged(&[vec![(60, 2); probes], vec![(1000, 500); answers]].concat());
        let counted = client.meter().read().usage;
        assert!((counted.cost_usd - sum).abs() < 1e-9, "{what}: {} counted, {sum} charged", counted.cost_usd);
        assert_eq!(counted.calls as usize, server.total(), "{what}");
    }
}

#[tokio::test]
async fn a_budget_holds_though_nearly_every_answer_is_empty() {
    let server = Server::start(|call| match (is_probe(call), call.number % 10) {
        (true, _) => said("{}", 60, 2),
        (_, 0) => said("yes", 1000, 500),
        _ => said("", 1000, 500),
    });
    let prices = vec!["m 1.0 2.0".to_owned(), "e 0.1 0".to_owned()];
    let settings = Settings { prices, concurrency: 8, ..settings(&server) };
    let options = ClientOptions { budget_usd: Some(0.05), ..ClientOptions::default() };
    let client = client_with(&settings, options);
    let requests: Vec<_> = (0..200)
        .map(|n| ChatRequest { max_tokens: Some(500), ..ask(&format!("{n} {}", "word ".repeat(900))) })
        .collect();
    let answers = join_all(requests.iter().map(|request| client.chat(request))).await;
    assert!(answers.iter().any(|answer| matches!(answer, Err(LlmError::Budget { .. }))));
    let (probes, calls) = (server.count(is_probe), server.count(|call| !is_probe(call)));
    let sum = charged(&[vec![(60, 2); probes], vec![(1000, 500); calls]].concat());
    assert!((client.meter().read().usage.cost_usd - sum).abs() < 1e-9, "counted as the server counts");
    assert!(sum <= 0.0505, "{sum} spent of 0.05");
}

#[tokio::test]
async fn a_stream_that_says_nothing_is_counted() {
    for reply in [Reply::text(""), Reply::text("half a word of it").cut_at(0.5)] {
        let server = Server::start(move |call| match is_probe(call) {
            true => said("{}", 60, 2),
            false => reply.clone(),
        });
        let settings = Settings { prices: vec!["m 1.0 2.0".to_owned()], ..settings(&server) };
        let client = client_with(&settings, ClientOptions::default());
        let (_, ended, _) = streamed(&client, &ask("x")).await;
        assert!(ended.is_err());
        assert_eq!(client.meter().read().usage.calls as usize, server.total(), "every answer is counted");
    }
}
