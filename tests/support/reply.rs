//! What the scripted server answers.

use std::time::Duration;

use serde_json::{Value, json};

use super::Call;

/// An answer, with how it is given.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Body,
    /// Before anything is sent.
    pub latency: Duration,
    /// Between the pieces of a stream.
    pub pace: Duration,
    /// Sends only this share of the body and closes the connection.
    pub cut_at: Option<f32>,
    /// Closes the connection without a word.
    pub reset: bool,
    /// A chat answer names the call's number as its model.
    pub numbered: bool,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// A chat answer: JSON, or a stream when the call asks for one.
    Chat { text: String, thinking: String, finish: String },
    /// A stream that sends one event, where there is one, and then another again and again for as long as somebody
    /// listens.
    Endless { first: String, event: String },
    /// Exactly this.
    Raw { content_type: String, text: String },
}

impl Reply {
    fn new(status: u16, body: Body) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body,
            latency: Duration::ZERO,
            pace: Duration::ZERO,
            cut_at: None,
            reset: false,
            numbered: false,
        }
    }

    /// The model says this.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(200, Body::Chat { text: text.into(), thinking: String::new(), finish: "stop".to_owned() })
    }

    pub fn endless(event: &str, pace: Duration) -> Self {
        Self::new(200, Body::Endless { first: String::new(), event: event.to_owned() }).paced(pace)
    }

    /// What an endless stream sends first.
    pub fn begun_with(mut self, event: &str) -> Self {
        if let Body::Endless { first, .. } = &mut self.body {
            *first = event.to_owned();
        }
        self
    }

    pub fn json(status: u16, body: Value) -> Self {
        Self::new(status, Body::Raw { content_type: "application/json".to_owned(), text: body.to_string() })
    }

    pub fn raw(status: u16, content_type: &str, text: impl Into<String>) -> Self {
        Self::new(status, Body::Raw { content_type: content_type.to_owned(), text: text.into() })
    }

    /// An error as OpenAI words it.
    pub fn error(status: u16, message: &str, code: Option<&str>, parameter: Option<&str>) -> Self {
        Self::json(
            status,
            json!({"error": {"message": message, "type": "invalid_request_error", "code": code, "param": parameter}}),
        )
    }

    pub fn reset() -> Self {
        Self { reset: true, ..Self::text("") }
    }

    /// Vectors for what the call asks: bags of words, in the encoding it asks for.
    pub fn vectors(call: &Call, dimensions: usize) -> Self {
        let inputs: Vec<&str> = match &call.body["input"] {
            Value::String(text) => vec![text],
            Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let base64 = call.body["encoding_format"] == "base64";
        let data: Vec<Value> = inputs
            .iter()
            .enumerate()
            .map(|(at, text)| json!({"object": "embedding", "index": at, "embedding": embedding(text, dimensions, base64)}))
            .collect();
        let tokens: usize = inputs.iter().map(|text| text.len() / 4).sum();
        Self::json(
            200,
            json!({"object": "list", "model": call.model(), "data": data, "usage": {"prompt_tokens": tokens, "total_tokens": tokens}}),
        )
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn after(mut self, latency: Duration) -> Self {
        self.latency = latency;
        self
    }

    pub fn paced(mut self, pace: Duration) -> Self {
        self.pace = pace;
        self
    }

    pub fn cut_at(mut self, share: f32) -> Self {
        self.cut_at = Some(share);
        self
    }

    /// Names the call's number as the model that answered, so that the ledger tells which calls it keeps.
    pub fn numbered(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// How a chat answer ends: `stop`, `length`, `content_filter`.
    pub fn finish(mut self, reason: &str) -> Self {
        if let Body::Chat { finish, .. } = &mut self.body {
            *finish = reason.to_owned();
        }
        self
    }

    /// What the model thinks aloud in a field of its own.
    pub fn thinking(mut self, thought: &str) -> Self {
        if let Body::Chat { thinking, .. } = &mut self.body {
            *thinking = thought.to_owned();
        }
        self
    }
}

/// A vector as the endpoint would write it.
pub fn embedding(text: &str, dimensions: usize, base64: bool) -> Value {
    use base64::Engine;
    let vector = word_vector(text, dimensions);
    if base64 {
        let bytes: Vec<u8> = vector.iter().flat_map(|value| value.to_le_bytes()).collect();
        return Value::String(base64::engine::general_purpose::STANDARD.encode(bytes));
    }
    json!(vector)
}

/// A bag of words, each at a hashed place; never all zero.
pub fn word_vector(text: &str, dimensions: usize) -> Vec<f32> {
    let mut vector = vec![0.01f32; dimensions];
    for word in text.split_whitespace() {
        let hash = word.bytes().fold(17u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
        vector[(hash % dimensions as u64) as usize] += 1.0;
    }
    vector
}

/// Shares of calls that go wrong, from 0 to 1. Which ones follows from the seed and the call's number alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    pub seed: u64,
    pub limited: f64,
    pub failing: f64,
    pub reset: f64,
    pub truncated: f64,
    /// Good answers cut off or spoiled in their text, as models do.
    pub malformed: f64,
}

impl Faults {
    pub(super) fn strew(&self, call: &Call, reply: Reply) -> Reply {
        let mut below = 0.0;
        let dice = dice(self.seed, call.number as u64);
        let mut falls = |share: f64| {
            below += share;
            dice < below && dice >= below - share
        };
        if falls(self.limited) {
            return Reply::error(429, "Rate limit reached", Some("rate_limit_exceeded"), None)
                .header("retry-after", "0");
        }
        if falls(self.failing) {
            return Reply::raw(500, "text/plain", "internal error");
        }
        if falls(self.reset) {
            return Reply::reset();
        }
        if falls(self.truncated) {
            return reply.cut_at(0.6);
        }
        if falls(self.malformed) {
            return spoilt(reply, call.number);
        }
        reply
    }
}

/// An answer as a model spoils it: broken off, wrapped in prose, or of the wrong kind.
fn spoilt(mut reply: Reply, number: usize) -> Reply {
    if let Body::Chat { text, finish, .. } = &mut reply.body {
        match number % 3 {
            0 => {
                let half = text.chars().count() / 2;
                *text = text.chars().take(half).collect();
                *finish = "length".to_owned();
            }
            1 => *text = format!("Here is what I found:\n```json\n{text}\n```\nLet me know if you need more."),
            _ => *text = "I cannot help with that.".to_owned(),
        }
    }
    reply
}

/// A number from 0 to 1 that follows from two others (splitmix64).
fn dice(seed: u64, number: u64) -> f64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}
