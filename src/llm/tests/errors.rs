//! Everything that goes wrong names its cause and the next step.

use std::time::Duration;

use super::super::client::MOST_BYTES;
use super::super::{Finish, Gate, LlmError};
use super::*;

/// What a client makes of a server that answers like this from the start.
async fn met_with(reply: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> LlmError {
    let server = Server::start(reply);
    let error = client(&server).chat(&ask("x")).await.unwrap_err();
    assert!(error.hint().is_some_and(|hint| !hint.is_empty()), "{error:?} gives no next step");
    assert!(!error.to_string().contains(KEY) && !format!("{error:?}").contains(KEY), "{error:?}");
    error
}

/// The same from the second call on, when the endpoint has answered once.
async fn met_later_with(reply: impl Fn(&Call) -> Reply + Send + Sync + 'static) -> LlmError {
    met_with(move |call| if is_probe(call) { Reply::text("{\"colour\": \"white\"}") } else { reply(call) }).await
}

#[tokio::test]
async fn no_key_and_a_wrong_key() {
    let refuse =
        |_: &Call| Reply::error(401, &format!("Incorrect API key provided: {KEY}"), Some("invalid_api_key"), None);
    let wrong = met_with(refuse).await;
    assert!(matches!(&wrong, LlmError::WrongKey { detail, .. } if detail.contains("[key]")), "{wrong:?}");
    let server = Server::start(refuse);
    let without = Client::new(&settings(&server), None, ClientOptions::default()).unwrap();
    let error = without.chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::NoKey { .. }), "{error:?}");
    assert!(error.hint().unwrap().contains("OPENAI_API_KEY"));
    assert_eq!(server.total(), 1, "a refused key is not tried again");
}

#[tokio::test]
async fn an_unknown_model() {
    let error = met_with(|_| Reply::error(404, "The model `m` does not exist", Some("model_not_found"), None)).await;
    assert!(matches!(error, LlmError::UnknownModel { ref model, .. } if model == "m"), "{error:?}");
    assert!(error.ends_the_run());
}

#[tokio::test]
async fn no_model_is_named() {
    let server = Server::start(obliging);
    let nothing = Settings { model: String::new(), ..settings(&server) };
    let error = client_with(&nothing, ClientOptions::default()).chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::NoModel(_)), "{error:?}");
    assert_eq!(server.total(), 0);
}

#[tokio::test]
async fn an_endpoint_that_is_down_at_the_start() {
    let server = Server::start(obliging);
    let settings = settings(&server);
    drop(server);
    let error = client_with(&settings, ClientOptions::default()).chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::Unreachable { .. }), "{error:?}");
    assert!(error.ends_the_run());
}

#[tokio::test]
async fn an_endpoint_that_goes_down_and_does_not_come_back() {
    let server = Server::start(obliging);
    let settings = Settings { patience: 2, ..settings(&server) };
    let client = client_with(&settings, ClientOptions::default());
    client.chat(&ask("before")).await.unwrap();
    drop(server);
    let request = ask("after");
    let asking = client.chat(&request);
    tokio::pin!(asking);
    let error = loop {
        tokio::select! {
            result = &mut asking => break result.unwrap_err(),
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    };
    assert!(matches!(error, LlmError::Down { .. }), "{error:?}");
    let why = client.meter().read().waiting;
    assert!(why.is_some_and(|why| why.contains("cannot be reached")), "the meter says why it waits");
}

#[tokio::test]
async fn tls_where_there_is_none() {
    let server = Server::start(obliging);
    let settings = Settings { base_url: server.url().replace("http:", "https:"), ..settings(&server) };
    let error = client_with(&settings, ClientOptions::default()).chat(&ask("x")).await.unwrap_err();
    assert!(matches!(error, LlmError::Tls { .. }), "{error:?}");
}

#[tokio::test]
async fn a_web_page_instead_of_json() {
    for status in [200, 404] {
        let error = met_with(move |_| Reply::raw(status, "text/html", "<html><title>Sign in</title></html>")).await;
        assert!(error.to_string().contains("a web page, \"Sign in\""), "{error}");
        assert!(matches!(error, LlmError::NotAnApi { .. }));
    }
    let redirected =
        met_with(|_| Reply::raw(302, "text/html", "").header("location", "https://x.test/login?t=1")).await;
    assert!(redirected.to_string().ends_with("redirects to https://x.test/login"), "{redirected}");
}

#[tokio::test]
async fn json_of_another_kind() {
    let error = met_with(|_| Reply::json(200, serde_json::json!({"message": "hello"}))).await;
    assert!(matches!(error, LlmError::NotAnApi { .. }), "{error:?}");
}

#[tokio::test]
async fn an_error_within_an_answer_that_says_it_is_fine() {
    let body = serde_json::json!({"error": {"message": "No credits", "code": 402}});
    let error = met_with(move |_| Reply::json(200, body.clone())).await;
    assert!(matches!(error, LlmError::NoCredit { .. }), "{error:?}");
    let server =
        Server::start(|_| Reply::json(200, serde_json::json!({"error": {"message": "No credits", "code": 402}})));
    let listed = client(&server).models().await;
    assert!(matches!(listed, Err(LlmError::NoCredit { .. })), "{listed:?}");
}

#[tokio::test]
async fn an_empty_answer_is_asked_again_and_then_an_error() {
    let error = met_later_with(|_| Reply::text("")).await;
    assert_eq!(error, LlmError::Empty { model: "m".to_owned() });
    let thought = met_later_with(|_| Reply::text("<think>hm, so long").finish("length")).await;
    assert_eq!(thought, LlmError::Empty { model: "m".to_owned() });
    let server = Server::start(|call| Reply::text(if call.before == 0 && !is_probe(call) { "" } else { "yes" }));
    assert_eq!(client(&server).chat(&ask("x")).await.unwrap().text, "yes");
}

#[tokio::test]
async fn a_prompt_that_is_too_long_is_told_apart() {
    let message = "This model's maximum context length is 4096 tokens.";
    let error = met_later_with(|_| Reply::error(400, message, Some("context_length_exceeded"), Some("messages"))).await;
    assert!(matches!(error, LlmError::ContextLength { limit: Some(4096), .. }), "{error:?}");
    assert!(!error.ends_the_run() && !error.is_passing());
}

#[tokio::test]
async fn a_filtered_answer() {
    let error = met_later_with(|_| Reply::text("").finish("content_filter")).await;
    assert!(matches!(error, LlmError::Filtered { .. }), "{error:?}");
}

#[tokio::test]
async fn an_answer_that_is_cut_off_says_so() {
    let server = Server::start(|_| Reply::text("half an ans").finish("length"));
    assert_eq!(client(&server).chat(&ask("x")).await.unwrap().finish, Finish::Length);
}

#[tokio::test]
async fn an_answer_without_an_end_is_cut() {
    let word = format!("{} ", "ö".repeat(500));
    let endless = word.repeat(MOST_BYTES * 2 / word.len());
    let length = endless.len();
    let server = Server::start(move |call| match is_probe(call) {
        true => Reply::text("{}"),
        false if call.prompt() == "thinks" => Reply::text("").thinking(&endless.repeat(3)),
        false => Reply::text(&endless),
    });
    // On a busy machine so much takes its time.
    let patient = Settings { request_timeout: 300, ..settings(&server) };
    let client = client_with(&patient, ClientOptions::default());
    let whole = client.chat(&ask("x")).await.unwrap();
    let (text, streamed_to, _) = streamed(&client, &ask("y")).await;
    for answer in [whole, streamed_to.unwrap()] {
        assert_eq!(answer.finish, Finish::Length);
        assert!(answer.text.len() > MOST_BYTES / 2 && answer.text.len() <= MOST_BYTES, "{}", answer.text.len());
    }
    assert!(text.len() < MOST_BYTES + 2 * word.len(), "{} of {length} were read", text.len());
    // Whoever asked for more may have more.
    let most = u32::try_from(length).unwrap();
    assert_eq!(client.chat(&ask("z").max_tokens(most)).await.unwrap().finish, Finish::Stop);
    let thought = streamed(&client, &ask("thinks")).await.1;
    assert!(matches!(thought, Err(LlmError::Empty { .. })), "{thought:?}");
}

#[tokio::test]
async fn an_answer_that_never_comes() {
    let server = Server::start(|call| {
        let slow = if is_probe(call) { Duration::ZERO } else { Duration::from_secs(60) };
        Reply::text("late").after(slow)
    });
    let settings = Settings { request_timeout: 1, patience: 0, ..settings(&server) };
    let client = client_with(&settings, ClientOptions::default());
    let begun = std::time::Instant::now();
    let (_, error, _) = streamed(&client, &ask("x")).await;
    assert!(matches!(error, Err(LlmError::Timeout { .. } | LlmError::Down { .. })), "{error:?}");
    assert!(begun.elapsed() < Duration::from_secs(50));
}

#[tokio::test]
async fn a_stream_of_nothing_is_given_up() {
    let chunk =
        |delta: &str| format!("data: {{\"choices\": [{{\"index\": 0, \"delta\": {delta}, \"finish_reason\": null}}]}}");
    for event in
        [chunk("{\"content\": \"\"}"), chunk("{}"), chunk("{\"content\": \" \\n\"}"), ": still there".to_owned()]
    {
        let sent = event.clone();
        let server = Server::start(move |call| match is_probe(call) {
            true => Reply::text("{}"),
            false => Reply::endless(&sent, Duration::from_millis(20)),
        });
        let client = client_with(&Settings { request_timeout: 1, ..settings(&server) }, ClientOptions::default());
        let (text, end, _) = streamed(&client, &ask("x")).await;
        assert!(text.trim().is_empty(), "{event}: {text:?}");
        assert!(matches!(end, Err(LlmError::Timeout { .. })), "{event}: {end:?}");
    }
}

#[tokio::test]
async fn a_stream_that_falls_silent_in_the_middle_says_so() {
    // As llama-cpp-python does when its model writes a byte that is no text: it sends signs of life, and works on.
    let first = "data: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"Well\"}}]}";
    let server = Server::start(move |call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::endless(": ping", Duration::from_millis(20)).begun_with(first),
    });
    let client = client_with(&Settings { request_timeout: 1, ..settings(&server) }, ClientOptions::default());
    let (text, end, _) = streamed(&client, &ask("x")).await;
    assert_eq!(text, "Well");
    assert!(end.unwrap_err().to_string().ends_with("it sent nothing more for 1 s (`request_timeout`)"));
    assert_eq!(server.count(|call| !is_probe(call)), 1, "it is not paid for twice without a word");
}

#[tokio::test]
async fn a_stream_that_stands_still_says_what_was_waited_for() {
    let first = "data: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"Well\"}}]}";
    let server = Server::start(move |call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::endless(": ping", Duration::from_secs(20)).begun_with(first),
    });
    let client = client_with(&Settings { request_timeout: 1, ..settings(&server) }, ClientOptions::default());
    let (_, end, _) = streamed(&client, &ask("x")).await;
    let error = end.unwrap_err();
    assert!(matches!(error, LlmError::Stalled { .. }), "{error:?}");
    assert!(error.hint().is_some_and(|hint| hint.contains("`request_timeout`")));
}

#[tokio::test]
async fn a_stream_that_breaks_off() {
    let server = Server::start(|call| match is_probe(call) {
        true => Reply::text("{}"),
        false => Reply::text("one two three four five six").cut_at(0.5),
    });
    let client = client(&server);
    let (text, end, _) = streamed(&client, &ask("x")).await;
    assert!("one two three four five six".starts_with(&text) && !text.is_empty(), "{text}");
    assert!(matches!(end, Err(LlmError::BrokenOff { .. })), "{end:?}");
}

#[tokio::test]
async fn vectors_that_change_their_length_on_the_way() {
    let server =
        Server::start(|call| Reply::vectors(call, if call.prompt().is_empty() && call.number > 0 { 48 } else { 32 }));
    let client = client(&server);
    let long = "word ".repeat(15_000);
    let error = client.embed(&texts(&[&format!("a {long}"), &format!("b {long}")])).await.unwrap_err();
    assert_eq!(error, LlmError::Dimensions { model: "e".to_owned(), expected: 32, found: 48 });
}

#[tokio::test]
async fn vectors_that_are_none() {
    for body in [
        serde_json::json!({"data": []}),
        serde_json::json!({"data": [{"index": 7, "embedding": [1.0]}]}),
        serde_json::json!({"data": [{"index": 0, "embedding": []}]}),
        serde_json::json!({"vectors": 3}),
    ] {
        let server = Server::start(move |_| Reply::json(200, body.clone()));
        let error = client(&server).embed(&texts(&["a"])).await.unwrap_err();
        assert!(matches!(error, LlmError::NotAnApi { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn nothing_leaves_when_offline() {
    let server = Server::start(obliging);
    let options = ClientOptions { offline: true, ..ClientOptions::default() };
    let refused = Client::new(&settings(&server), None, options).err().unwrap();
    assert!(matches!(&refused, LlmError::Offline { endpoint } if *endpoint == server.url()), "{refused:?}");
    assert!(Gate::Closed.pass("x").is_err());
    assert_eq!(server.total(), 0);
}
