//! The key of an endpoint: where it is taken from, and how it never shows. It is kept in memory only.

use std::fmt;
use std::process::{Command, Stdio};

use secrecy::{ExposeSecret, SecretString};

use super::LlmError;
use crate::config::Settings;

/// What stands for a key wherever one would show.
const SHOWN: &str = "[key]";

/// A secret. It prints as `[key]`, and is wiped when it is dropped.
#[derive(Clone)]
pub struct Key(SecretString);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SHOWN)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SHOWN)
    }
}

impl Key {
    /// A key, or none where the text is blank. `origin` names where it is from, for the error.
    ///
    /// # Errors
    /// It holds characters that no header can carry.
    pub fn new(text: &str, origin: &str) -> Result<Option<Self>, LlmError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let detail = "it holds spaces, line breaks or characters beyond ASCII, so it is no key".to_owned();
            return Err(LlmError::Setting { what: origin.to_owned(), detail });
        }
        Ok(Some(Self(text.to_owned().into())))
    }

    /// The key of the settings and the environment: GLEANER_API_KEY, else what `key_command` prints, else what `key_file`
    /// holds, else OPENAI_API_KEY.
    pub fn find(settings: &Settings, environment: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, LlmError> {
        if let Some(key) = Self::of_variable("GLEANER_API_KEY", &environment)? {
            return Ok(Some(key));
        }
        if !settings.key_command.is_empty() {
            return Self::of_command(&settings.key_command).map(Some);
        }
        if !settings.key_file.is_empty() {
            return Self::of_file(&settings.key_file).map(Some);
        }
        Self::of_variable("OPENAI_API_KEY", &environment)
    }

    fn of_variable(name: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, LlmError> {
        environment(name).map_or(Ok(None), |text| Self::new(&text, name))
    }

    fn of_file(path: &str) -> Result<Self, LlmError> {
        let failed = |detail: String| LlmError::Setting { what: format!("key_file {path}"), detail };
        let text = std::fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
        Self::new(&text, &format!("key_file {path}"))?.ok_or_else(|| failed("it is empty".to_owned()))
    }

    /// The first line that a command prints. What it prints is never shown; what it says on standard error is.
    fn of_command(command: &str) -> Result<Self, LlmError> {
        let failed = |detail: String| LlmError::Setting { what: "key_command".to_owned(), detail };
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        let shell = shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command).stdin(Stdio::null());
        let output = shell.output().map_err(|e| failed(e.to_string()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().next().unwrap_or_default().trim();
            return Err(failed(format!("it failed ({}) {said}", output.status).trim_end().to_owned()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Self::new(text.lines().next().unwrap_or_default(), "key_command")?
            .ok_or_else(|| failed("it printed nothing".to_owned()))
    }

    /// The key itself, for the header it is sent in.
    pub(super) fn expose(&self) -> &SecretString {
        &self.0
    }

    /// The text with every occurrence of the key replaced: endpoints echo what they were sent.
    pub fn redact(&self, text: &str) -> String {
        text.replace(self.0.expose_secret(), SHOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposed(key: Option<Key>) -> Option<String> {
        key.map(|key| key.expose().expose_secret().to_owned())
    }

    #[test]
    fn a_key_never_prints_itself() {
        let key = Key::new(" sk-secret\n", "test").unwrap().unwrap();
        assert_eq!(format!("{key} {key:?} {:#?}", Some(&key)), "[key] [key] Some(\n    [key],\n)");
        assert_eq!(key.redact("Incorrect API key provided: sk-secret."), "Incorrect API key provided: [key].");
        let odd = Key::new("sk secret", "GLEANER_API_KEY").unwrap_err().to_string();
        assert!(odd.starts_with("GLEANER_API_KEY: ") && !odd.contains("secret"), "{odd}");
    }

    #[test]
    fn keys_are_found_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        std::fs::write(&file, "sk-file\n").unwrap();
        let both = |name: &str| Some(format!("of-{name}"));
        let openai = |name: &str| (name == "OPENAI_API_KEY").then(|| "sk-openai".to_owned());
        let none = |_: &str| None;
        let mut settings = Settings::default();
        assert_eq!(exposed(Key::find(&settings, none).unwrap()), None);
        assert_eq!(exposed(Key::find(&settings, openai).unwrap()).as_deref(), Some("sk-openai"));
        settings.key_file = file.to_string_lossy().into_owned();
        assert_eq!(exposed(Key::find(&settings, openai).unwrap()).as_deref(), Some("sk-file"));
        settings.key_command = "echo sk-command; echo more".to_owned();
        assert_eq!(exposed(Key::find(&settings, openai).unwrap()).as_deref(), Some("sk-command"));
        assert_eq!(exposed(Key::find(&settings, both).unwrap()).as_deref(), Some("of-GLEANER_API_KEY"));
    }

    #[test]
    fn a_key_that_cannot_be_had_says_why_and_does_not_show() {
        let mut settings =
            Settings { key_command: "echo sk-half; echo locked >&2; exit 3".to_owned(), ..Settings::default() };
        let failed = Key::find(&settings, |_| None).unwrap_err().to_string();
        assert!(failed.contains("locked") && !failed.contains("sk-half"), "{failed}");
        settings.key_command = String::new();
        settings.key_file = "/nowhere/key".to_owned();
        assert!(Key::find(&settings, |_| None).unwrap_err().to_string().starts_with("key_file /nowhere/key: "));
    }
}
