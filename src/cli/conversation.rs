//! What was asked last of an index, for `ask --continue`: questions and answers, kept as a fact of the index. A new
//! question begins a new conversation. And the search that `lazy` made last, which `ask --more` goes on with.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::model::{Ref, Scope};
use crate::store::{Reader, StoreError, Writer};

/// The fact that holds them, as JSON.
const FACT: &str = "asked_last";
/// The fact that holds the last search by `lazy`, as JSON.
const SEARCH: &str = "searched_last";
/// Turns that are kept.
const TURNS: usize = 8;
/// Bytes of an answer that are kept.
const LONGEST: usize = 6_000;

/// A search by `lazy`: what was asked of what, and how each passage was rated.
#[derive(Debug, Serialize, Deserialize)]
pub struct Searched {
    pub question: String,
    pub scope: Scope,
    pub rated: Vec<(Ref, f32)>,
}

/// The search that `lazy` made last; none where it made none.
pub fn searched(reader: &Reader) -> Option<Searched> {
    serde_json::from_str(&reader.fact(SEARCH).ok().flatten()?).ok()
}

/// Keeps a search, where anything may be written.
pub fn keep_search(index: &Path, searched: &Searched) {
    if let Ok(json) = serde_json::to_string(searched)
        && let Ok(writer) = Writer::open(index)
    {
        let _ = writer.set_fact(SEARCH, &json);
    }
}

/// Questions with their answers, oldest first.
pub type Turns = Vec<(String, String)>;

/// The conversation that was had last; empty where none was.
pub fn read(reader: &Reader) -> Turns {
    let kept = reader.fact(FACT).ok().flatten();
    kept.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

/// Keeps a conversation with one turn more.
///
/// # Errors
/// Those of the index: one that may only be read keeps none.
pub fn keep(index: &Path, mut turns: Turns, question: &str, answer: &str) -> Result<(), StoreError> {
    let end = answer.floor_char_boundary(LONGEST);
    turns.push((question.to_owned(), answer[..end].to_owned()));
    let from = turns.len().saturating_sub(TURNS);
    // Pairs of texts are JSON.
    let Ok(json) = serde_json::to_string(&turns[from..]) else { return Ok(()) };
    Writer::open(index)?.set_fact(FACT, &json)
}
