//! The name of a way of asking. Which names there are is known to the list of engines (`query::engines`) alone: a chat
//! that was saved with an engine that is gone keeps its name.

use serde::{Deserialize, Serialize};

/// Bytes of the longest name.
const LONGEST: usize = 16;

/// The name of a query engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode {
    name: [u8; LONGEST],
}

impl Mode {
    pub const AUTO: Mode = Mode::named("auto");
    pub const GLOBAL: Mode = Mode::named("global");
    pub const LOCAL: Mode = Mode::named("local");
    pub const BASIC: Mode = Mode::named("basic");
    pub const COUNT: Mode = Mode::named("count");
    pub const LAZY: Mode = Mode::named("lazy");
    pub const SOURCE: Mode = Mode::named("source");

    /// Makes a mode of a name; of a longer one than 16 bytes, the beginning counts.
    pub const fn named(name: &str) -> Self {
        let mut kept = [0u8; LONGEST];
        let bytes = name.as_bytes();
        let mut at = 0;
        while at < bytes.len() && at < LONGEST {
            kept[at] = bytes[at];
            at += 1;
        }
        Self { name: kept }
    }

    /// The name, as on the command line and in JSON.
    pub fn name(&self) -> &str {
        let end = self.name.iter().position(|&byte| byte == 0).unwrap_or(LONGEST);
        // A name that was cut inside a letter reads up to there.
        match std::str::from_utf8(&self.name[..end]) {
            Ok(name) => name,
            Err(error) => std::str::from_utf8(&self.name[..error.valid_up_to()]).unwrap_or_default(),
        }
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode::AUTO
    }
}

impl std::fmt::Debug for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mode({})", self.name())
    }
}

impl std::fmt::Display for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Mode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Mode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Mode::named(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_its_name() {
        assert_eq!(Mode::named("local"), Mode::LOCAL);
        assert_eq!(Mode::GLOBAL.name(), "global");
        assert_eq!(Mode::named("a-name-that-is-far-too-long").name(), "a-name-that-is-f");
        assert_eq!(Mode::named("ééééééééé").name(), "éééééééé");
        let json = serde_json::to_string(&Mode::named("drift")).unwrap();
        assert_eq!(serde_json::from_str::<Mode>(&json).unwrap(), Mode::named("drift"));
    }
}
