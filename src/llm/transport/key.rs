//! The key of an endpoint: where it is taken from, and how it never shows. It is kept in memory only.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret, SecretString};

use crate::config::{Settings, small_file};
use crate::llm::LlmError;

/// What stands for a key wherever one would show.
const SHOWN: &str = "[key]";
/// What is shorter is no secret, in bytes.
const SHORTEST: usize = 4;

/// How long a command that prints the key may take: a person may have to unlock something first.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most that is read of what it prints.
const MOST: u64 = 64 << 10;

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

    /// The key of the settings and the environment: GLEANER_API_KEY, else what `key_command` prints, else what
    /// `key_file` holds, else OPENAI_API_KEY.
    pub fn find(settings: &Settings, environment: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, LlmError> {
        if let Some(key) = Self::of_variable("GLEANER_API_KEY", &environment)? {
            return Ok(Some(key));
        }
        if !settings.key_command.is_empty() {
            return Self::of_command(&settings.key_command, PATIENCE).map(Some);
        }
        if !settings.key_file.is_empty() {
            return Self::of_file(&settings.key_file).map(Some);
        }
        Self::of_variable("OPENAI_API_KEY", &environment)
    }

    /// Where [`Key::find`] would take the key from, in words, without taking it; none where there is nowhere.
    pub fn origin(settings: &Settings, environment: impl Fn(&str) -> Option<String>) -> Option<String> {
        let is_set = |name: &str| environment(name).is_some_and(|text| !text.trim().is_empty());
        Some(if is_set("GLEANER_API_KEY") {
            "the environment: GLEANER_API_KEY".to_owned()
        } else if !settings.key_command.is_empty() {
            format!("a command: {}", settings.key_command)
        } else if !settings.key_file.is_empty() {
            format!("a file: {}", settings.key_file)
        } else if is_set("OPENAI_API_KEY") {
            "the environment: OPENAI_API_KEY".to_owned()
        } else {
            return None;
        })
    }

    fn of_variable(name: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, LlmError> {
        environment(name).map_or(Ok(None), |text| Self::new(&text, name))
    }

    fn of_file(path: &str) -> Result<Self, LlmError> {
        let failed = |detail: String| LlmError::Setting { what: format!("key_file {path}"), detail };
        let text = small_file(Path::new(path)).map_err(|e| failed(e.to_string()))?;
        Self::new(&text, &format!("key_file {path}"))?.ok_or_else(|| failed("it is empty".to_owned()))
    }

    /// The first line that a command prints. What it prints is never shown; what it says on standard error is.
    fn of_command(command: &str, patience: Duration) -> Result<Self, LlmError> {
        let failed = |detail: String| LlmError::Setting { what: "key_command".to_owned(), detail };
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command).stdin(Stdio::null());
        let output = output_within(&mut shell, patience).map_err(|e| failed(e.to_string()))?;
        let Some((status, text, said)) = output else {
            return Err(failed(format!("it did not end within {} s", patience.as_secs())));
        };
        if !status.success() {
            let said = said.lines().next().unwrap_or_default().trim();
            return Err(failed(format!("it failed ({status}) {said}").trim_end().to_owned()));
        }
        Self::new(text.lines().next().unwrap_or_default(), "key_command")?
            .ok_or_else(|| failed("it printed nothing".to_owned()))
    }

    /// The key itself, for the header it is sent in.
    pub(super) fn expose(&self) -> &SecretString {
        &self.0
    }

    /// The text with every occurrence of the key replaced: endpoints echo what they were sent.
    pub fn redact(&self, text: &str) -> String {
        let key = self.0.expose_secret();
        // What a local server takes for a key, "x" or "no", is no secret, and stands in many a word.
        if key.len() < SHORTEST { text.to_owned() } else { text.replace(key, SHOWN) }
    }
}

/// What a command gave: how it ended, and what it said on both its outputs; none when it had to be stopped.
fn output_within(command: &mut Command, patience: Duration) -> std::io::Result<Option<(ExitStatus, String, String)>> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let until = Instant::now() + patience;
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (said_by(child.stdout.take()), said_by(child.stderr.take()));
    let left = || until.saturating_duration_since(Instant::now());
    let (Ok(out), Ok(err)) = (out.recv_timeout(left()), err.recv_timeout(left())) else {
        stop(&mut child)?;
        return Ok(None);
    };
    // It closed its outputs, so that it is about to end.
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some((status, out, err))),
            None if left().is_zero() => {
                stop(&mut child)?;
                return Ok(None);
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Reads to the end, on a thread of its own.
fn said_by(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (tell, said) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was said before an error counts.
        let _ = pipe.map(|pipe| pipe.take(MOST).read_to_end(&mut bytes));
        let _ = tell.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    said
}

/// Ends a command, and what it started.
fn stop(child: &mut Child) -> std::io::Result<()> {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        // It may have ended by itself meanwhile.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    child.kill()?;
    child.wait().map(drop)
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
        let short = Key::new("x", "a test").unwrap().unwrap();
        assert_eq!(short.redact("certificate expired"), "certificate expired");
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
        let begun = Instant::now();
        let slow = Key::of_command("sleep 30; echo sk-late", Duration::from_millis(50)).unwrap_err().to_string();
        assert!(slow.contains("did not end") && begun.elapsed() < Duration::from_secs(20), "{slow}");
        settings.key_command = String::new();
        settings.key_file = "/nowhere/key".to_owned();
        assert!(Key::find(&settings, |_| None).unwrap_err().to_string().starts_with("key_file /nowhere/key: "));
    }
}
