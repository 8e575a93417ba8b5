//! The key is in nothing that is kept, shown or told.

use super::super::LlmError;
use super::*;
use crate::store::{Ledger, Writer};

#[tokio::test]
async fn the_key_is_nowhere_but_in_the_header() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("x.gleaner");
    drop(Writer::open(&index).unwrap());
    // A server that echoes the key wherever it can.
    let server = Server::start(|call| {
        let sent = call.headers.get("authorization").cloned().unwrap_or_default();
        match call.prompt().as_str() {
            "refuse" => Reply::error(400, &format!("bad header {sent}"), None, Some(&sent)),
            "page" => Reply::raw(404, "text/html", format!("<title>{sent}</title>")),
            "text" => Reply::raw(500, "text/plain", sent),
            "stream" => Reply::json(200, serde_json::json!({"error": sent})),
            _ => Reply::text("fine"),
        }
    });
    let options = ClientOptions {
        ledger: Some(Ledger::of_index(&index).unwrap()),
        remembered: Some(folder.path().join("endpoints.json")),
        ..ClientOptions::default()
    };
    let client = client_with(&Settings { patience: 1, ..settings(&server) }, options);
    client.chat(&ask("fine")).await.unwrap();
    let mut told: Vec<LlmError> = Vec::new();
    for text in ["refuse", "page", "text"] {
        told.push(client.chat(&ask(text)).await.unwrap_err());
    }
    told.extend(streamed(&client, &ask("stream")).await.1.err());
    assert_eq!(told.len(), 4);
    let mut seen = format!("{told:?} {:?} {:?}", client.endpoint(), client.meter().read());
    told.iter().for_each(|error| seen.push_str(&error.to_string()));
    assert!(seen.contains("[key]"), "the server did echo it: {seen}");
    assert!(!seen.contains(KEY), "{seen}");
    drop(client);
    assert!(server.calls().iter().all(|call| call.headers["authorization"] == format!("Bearer {KEY}")));
    let mut files = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes()));
        files += 1;
    }
    assert!(files >= 2);
}
