//! The methods by which an index is made. What an index that is there says of its own method may be another word: one
//! that was taken over from another program has none of these.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who reads for an index, and who writes its reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Rules read and write; no model is asked.
    #[default]
    Offline,
    /// Rules read, a model writes.
    Fast,
    /// A model reads a share and writes; rules read the rest.
    Hybrid,
    /// A model reads and writes.
    Standard,
}

/// A word that is no method; it says which there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Method::CHOICES)]
pub struct NoMethod;

impl Method {
    pub const ALL: [Method; 4] = [Method::Offline, Method::Fast, Method::Hybrid, Method::Standard];
    /// Their names, in the same order.
    pub const NAMES: [&str; 4] =
        [Method::Offline.as_str(), Method::Fast.as_str(), Method::Hybrid.as_str(), Method::Standard.as_str()];
    /// Their names, as what a setting takes is told.
    pub const CHOICES: &str = "offline, fast, hybrid or standard";

    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Offline => "offline",
            Method::Fast => "fast",
            Method::Hybrid => "hybrid",
            Method::Standard => "standard",
        }
    }

    /// What it does, for somebody who does not know its name.
    pub const fn description(self) -> &'static str {
        match self {
            Method::Offline => "made by rules, without a model",
            Method::Fast => "the graph by rules, the reports by a model",
            Method::Hybrid => "a share read by a model, the rest by rules, reported on by a model",
            Method::Standard => "read and reported on by a model",
        }
    }

    /// A model has a part in it.
    pub const fn asks_a_model(self) -> bool {
        !matches!(self, Method::Offline)
    }

    /// A model reads text units, all or a share, and tells the graph.
    pub const fn reads(self) -> bool {
        matches!(self, Method::Hybrid | Method::Standard)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Method {
    type Err = NoMethod;

    fn from_str(word: &str) -> Result<Self, NoMethod> {
        Method::ALL.into_iter().find(|method| method.as_str() == word).ok_or(NoMethod)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_read_as_it_is_written() {
        for (method, name) in Method::ALL.into_iter().zip(Method::NAMES) {
            assert_eq!((method.as_str(), name.parse()), (name, Ok(method)));
            assert_eq!(serde_json::to_string(&method).expect("JSON"), format!("\"{name}\""));
            assert!(Method::CHOICES.contains(name));
        }
        assert_eq!("Offline".parse::<Method>(), Err(NoMethod));
        assert_eq!(NoMethod.to_string(), Method::CHOICES);
    }
}
