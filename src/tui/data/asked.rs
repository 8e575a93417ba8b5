//! Questions as they are put, and the turns that they are of.

use serde::{Deserialize, Serialize};

use crate::model::{CommunityId, Mode, Scope};

/// Names a turn of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnId(pub u64);

/// A question as it was put to an engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedQuestion {
    pub question: String,
    pub mode: Mode,
    pub level: Option<u32>,
    #[serde(default)]
    pub scope: Scope,
    /// The scope in words, as it stood on the screen.
    #[serde(default)]
    pub scope_title: String,
    /// The community that the question was drilled into from the turn before.
    #[serde(default)]
    pub drilled: Option<CommunityId>,
    /// Answered without the model, though one is configured.
    #[serde(default)]
    pub offline: bool,
}

impl AskedQuestion {
    /// Who answers, where a model could.
    pub fn by<'a>(&self, model: Option<&'a str>) -> Option<&'a str> {
        model.map(|model| if self.offline { "offline" } else { model })
    }

    /// `global · level 1 · everything · by gpt-4.1-nano`, `auto · inside The mill`
    pub fn setting(&self, by: Option<&str>, dot: &str) -> String {
        let inside = if self.scope.is_everything() { "" } else { "inside " };
        self.told(self.mode.name(), Some(&format!("{inside}{}", self.asked_of())), by, dot)
    }

    /// What it is asked of.
    pub fn asked_of(&self) -> &str {
        if self.scope.is_everything() { "everything" } else { &self.scope_title }
    }

    /// The same of a way of answering in words, without what it is asked of where that is said elsewhere.
    pub fn told(&self, way: &str, scope: Option<&str>, by: Option<&str>, dot: &str) -> String {
        let level = match (self.mode, self.level) {
            (Mode::GLOBAL, Some(level)) => format!(" {dot} level {level}"),
            _ => String::new(),
        };
        let by = match by {
            Some("offline") => format!(" {dot} offline"),
            Some(model) => format!(" {dot} by {model}"),
            None => String::new(),
        };
        let scope = scope.map_or(String::new(), |scope| format!(" {dot} {scope}"));
        format!("{way}{level}{scope}{by}")
    }
}
