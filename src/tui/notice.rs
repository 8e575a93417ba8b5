//! What is said to the user in one line, and how errors are put in it.

use std::fmt::Display;

/// An error with what to do about it.
pub fn with_hint(error: &impl Display, hint: Option<impl Display>) -> String {
    hint.map_or_else(|| error.to_string(), |hint| format!("{error}: {hint}"))
}

/// A line for the user, shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub bad: bool,
}

impl Notice {
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), bad: false }
    }

    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), bad: true }
    }
}
