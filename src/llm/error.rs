//! What can go wrong with a model, told apart by what the user or the caller can do about it.

use std::time::Duration;

use super::Role;
use crate::store::StoreError;
use crate::text::numbers::amounts::dollars;

/// A model did not answer. `endpoint` is an address without user, key or query; `detail` is what the other side said,
/// cleaned, clipped and without the key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LlmError {
    #[error("no model is configured for the role `{}`", .0.name())]
    NoModel(Role),
    #[error("offline: nothing may be sent to {endpoint}")]
    Offline { endpoint: String },
    /// A setting that cannot be used: an address that is none, a key file that cannot be read.
    #[error("{what}: {detail}")]
    Setting { what: String, detail: String },
    #[error("{endpoint} asks for a key, and none is set")]
    NoKey { endpoint: String },
    #[error("{endpoint} refused the key: {detail}")]
    WrongKey { endpoint: String, detail: String },
    #[error("{endpoint} has no model `{model}`: {detail}")]
    UnknownModel { endpoint: String, model: String, detail: String },
    #[error("{endpoint} has no credit left: {detail}")]
    NoCredit { endpoint: String, detail: String },
    #[error("{endpoint} cannot be reached: {detail}")]
    Unreachable { endpoint: String, detail: String },
    #[error("no secure connection to {endpoint}: {detail}")]
    Tls { endpoint: String, detail: String },
    #[error("{endpoint} did not answer within {} s", .after.as_secs())]
    Timeout { endpoint: String, after: Duration },
    /// HTML, text, or JSON of another kind.
    #[error("{endpoint} does not answer as an OpenAI-compatible API does: {detail}")]
    NotAnApi { endpoint: String, detail: String },
    /// Bytes in an answer that are no text.
    #[error("{endpoint} sent bytes that are not UTF-8")]
    Garbled { endpoint: String },
    #[error("{endpoint} limits the rate{}: {detail}", retry_after.map_or_else(String::new, |wait| format!(" and asks to wait {} s", wait.as_secs())))]
    RateLimited { endpoint: String, retry_after: Option<Duration>, detail: String },
    #[error("{endpoint} failed (status {status}): {detail}")]
    Server { endpoint: String, status: u16, retry_after: Option<Duration>, detail: String },
    /// The request itself was not taken; `parameter` when the refusal names one.
    #[error("{endpoint} refused the request (status {status}): {detail}")]
    Refused { endpoint: String, status: u16, parameter: Option<String>, detail: String },
    /// The prompt with the answer's tokens is too long: split it and ask again.
    #[error("too long for `{model}`: {detail}")]
    ContextLength { model: String, limit: Option<u32>, detail: String },
    #[error("`{model}` gave an empty answer")]
    Empty { model: String },
    #[error("the provider's filter withheld the answer of `{model}`: {detail}")]
    Filtered { model: String, detail: String },
    /// The connection ended before the answer did.
    #[error("the answer of {endpoint} broke off: {detail}")]
    BrokenOff { endpoint: String, detail: String },
    /// An answer was begun, and nothing more of it came.
    #[error("the answer of {endpoint} broke off: it sent nothing more for {} s (`request_timeout`)", .after.as_secs())]
    Stalled { endpoint: String, after: Duration },
    #[error("`{model}` gave vectors of {found} dimensions, and of {expected} before")]
    Dimensions { model: String, expected: usize, found: usize },
    #[error("{endpoint} takes no batch jobs: {detail}")]
    NoJobs { endpoint: String, detail: String },
    /// Nothing of it was done.
    #[error("{endpoint} completed nothing of a batch job: {detail}")]
    JobFailed { endpoint: String, detail: String },
    #[error("the next call would exceed the budget: it may cost {}, and {} of {} are spent", dollars(*next), dollars(*spent), dollars(*cap))]
    Budget { cap: f64, spent: f64, next: f64 },
    /// Passing trouble that did not pass.
    #[error("{endpoint} has been failing for {} s: {detail}", .since.as_secs())]
    Down { endpoint: String, since: Duration, detail: String },
    /// It failed before, and something else is to be asked for alone.
    #[error("{why}")]
    LeftAside { why: String },
    /// It was too much at once before, and is asked for in parts.
    #[error("the request was too large and is asked for in parts")]
    Divided,
    #[error("cancelled")]
    Cancelled,
    /// The answer could not be kept; it is not used either.
    #[error("the ledger: {message}")]
    Ledger { message: String, hint: Option<String> },
}

/// What went wrong with the ledger, or with the index that it belongs to.
impl From<&StoreError> for LlmError {
    fn from(error: &StoreError) -> Self {
        LlmError::Ledger { message: error.to_string(), hint: error.hints().into_iter().next() }
    }
}

impl LlmError {
    /// What to do next, in one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            LlmError::NoModel(role) => {
                return Some(format!(
                    "set `model` or `{}` in the settings, or GLEANER_MODEL; `gleaner doctor` shows what is there",
                    role.setting()
                ));
            }
            LlmError::Offline { .. } => "leave `--offline` out to use a model, or index with `--method offline`",
            LlmError::Setting { what, .. } if what == "prompts" => {
                "mend the file, or take it away: the prompt that is built in is used then"
            }
            LlmError::Setting { .. } => "`gleaner config show` tells where the setting comes from",
            LlmError::NoKey { .. } => "set OPENAI_API_KEY, or `key_file` or `key_command` in the settings",
            LlmError::WrongKey { .. } => "check the key and that it belongs to this endpoint, then `gleaner doctor`",
            LlmError::UnknownModel { .. } => "`gleaner doctor` lists the models the endpoint offers",
            LlmError::NoCredit { .. } => {
                "top up the account or use another endpoint; the same command goes on from here"
            }
            LlmError::Unreachable { .. } => "check that the server runs and `base_url` is right, then `gleaner doctor`",
            LlmError::Tls { .. } => "check the address (http or https), the clock and the certificate",
            LlmError::Timeout { .. } | LlmError::Stalled { .. } => {
                "raise `request_timeout`, lower `concurrency`, or use a faster model"
            }
            LlmError::NotAnApi { .. } => "check `base_url`: for most servers it ends in /v1",
            LlmError::Garbled { .. } => {
                "ask again; where it happens often, use another server or another form of the model"
            }
            LlmError::RateLimited { .. } => "lower `requests_per_minute`, `tokens_per_minute` or `concurrency`",
            LlmError::Server { .. } => "try again later: the same command goes on from here",
            LlmError::Refused { .. } => "`gleaner doctor` says what the endpoint takes",
            LlmError::ContextLength { .. } | LlmError::Divided => {
                "lower `chunk_size` and `report_tokens`, or use a model with a longer context"
            }
            LlmError::Empty { .. } => "try again, or use another model",
            LlmError::Filtered { .. } => "the passage is left out; another model may take it",
            LlmError::BrokenOff { .. } => {
                "check the address (http or https); ask again, and lower `concurrency` when it happens often"
            }
            LlmError::Dimensions { .. } => "index again: the vectors are made anew with the model there is now",
            LlmError::NoJobs { .. } => "leave `--batch-jobs` and `batch_jobs` out: calls are then sent one by one",
            LlmError::JobFailed { .. } => {
                "the same command tries another job; without `--batch-jobs` calls are sent one by one, at the full price"
            }
            LlmError::Budget { .. } => "raise `--budget` and run the same command: it goes on from here",
            LlmError::Down { .. } => "run the same command when the endpoint is back: nothing answered is asked again",
            LlmError::LeftAside { .. } => "`gleaner index --retry-failed` asks for it again",
            LlmError::Cancelled => "the same command goes on from here",
            LlmError::Ledger { hint, .. } => return hint.clone(),
        };
        Some(hint.to_owned())
    }

    /// True when the same request may well succeed a little later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            LlmError::RateLimited { .. }
                | LlmError::Server { .. }
                | LlmError::Timeout { .. }
                | LlmError::Unreachable { .. }
                | LlmError::BrokenOff { .. }
                | LlmError::Stalled { .. }
                | LlmError::Garbled { .. }
                | LlmError::Empty { .. }
        )
    }

    /// True when every other request would meet the same: the run should stop, and go on when it is mended. Other
    /// errors concern one item, which is set aside.
    pub fn ends_the_run(&self) -> bool {
        matches!(
            self,
            LlmError::NoModel(_)
                | LlmError::Offline { .. }
                | LlmError::Setting { .. }
                | LlmError::NoKey { .. }
                | LlmError::WrongKey { .. }
                | LlmError::UnknownModel { .. }
                | LlmError::NoCredit { .. }
                | LlmError::Unreachable { .. }
                | LlmError::Tls { .. }
                | LlmError::NotAnApi { .. }
                | LlmError::Dimensions { .. }
                | LlmError::NoJobs { .. }
                | LlmError::JobFailed { .. }
                | LlmError::Budget { .. }
                | LlmError::Down { .. }
                | LlmError::Cancelled
                | LlmError::Ledger { .. }
        )
    }
}
