//! The client over a real socket, against the scripted server.

mod errors;
mod ladder;
mod ledger;
mod limits;
mod secrets;

#[path = "../../../tests/support/mod.rs"]
mod support;

use futures::StreamExt;

use super::{ChatAnswer, ChatRequest, Client, ClientOptions, Delta, Key, LlmError, Message, Provider, Purpose};
use crate::config::Settings;
use support::{Call, Reply, Server};

/// A key as a test greps for it.
const KEY: &str = "sk-very-secret-0123456789";

fn settings(server: &Server) -> Settings {
    Settings {
        model: "m".to_owned(),
        embedding_model: "e".to_owned(),
        base_url: server.url(),
        request_timeout: 5,
        patience: 20,
        ..Settings::default()
    }
}

fn client_with(settings: &Settings, options: ClientOptions) -> Client {
    let mut client = Client::new(settings, Key::new(KEY, "test").unwrap(), options).unwrap();
    client.haste = 0.02;
    client
}

fn client(server: &Server) -> Client {
    client_with(&settings(server), ClientOptions::default())
}

fn ask(text: &str) -> ChatRequest {
    ChatRequest::new(Purpose::Extract, format!("text unit {text}"), vec![Message::user(text)])
}

/// True for the question by which a model is found out.
fn is_probe(call: &Call) -> bool {
    call.prompt().contains("fresh snow")
}

/// The text of a stream, how it ended, and its number of pieces.
async fn streamed(client: &Client, request: &ChatRequest) -> (String, Result<ChatAnswer, LlmError>, usize) {
    let (mut text, mut pieces) = (String::new(), 0);
    let mut deltas = client.stream(request);
    while let Some(delta) = deltas.next().await {
        match delta {
            Ok(Delta::Text(piece)) => {
                text.push_str(&piece);
                pieces += 1;
            }
            Ok(Delta::Thinking(_)) => {}
            Ok(Delta::Done(answer)) => return (text, Ok(answer), pieces),
            Err(error) => return (text, Err(error), pieces),
        }
    }
    panic!("a stream ended without saying so");
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Answers every chat alike, and embeds.
fn obliging(call: &Call) -> Reply {
    match call.is_embedding() {
        true => Reply::vectors(call, 32),
        false => Reply::text("A dam was built."),
    }
}
