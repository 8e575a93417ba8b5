//! Clipboards beside the terminal's own, which not every terminal fills: that of tmux, and that of the desktop where
//! one sits at it.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program may take to take a text.
const PATIENCE: Duration = Duration::from_secs(2);

/// A program that takes a text to a clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tool {
    /// What the text goes to, as it is told.
    to: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
}

const TMUX: Tool = Tool { to: "tmux", program: "tmux", arguments: &["load-buffer", "-w", "-"] };
/// One that does not know `-w` yet keeps the text to itself.
const OLD_TMUX: Tool = Tool { to: "tmux", program: "tmux", arguments: &["load-buffer", "-"] };
const WAYLAND: Tool = Tool { to: "wl-copy", program: "wl-copy", arguments: &[] };
const X11: Tool = Tool { to: "xclip", program: "xclip", arguments: &["-selection", "clipboard"] };
const MAC: Tool = Tool { to: "pbcopy", program: "pbcopy", arguments: &[] };

/// The programs to try, the first first, by what is set in the environment.
fn tools(is_set: impl Fn(&str) -> bool) -> Vec<Tool> {
    let mut tools = Vec::new();
    if is_set("TMUX") {
        tools.extend([TMUX, OLD_TMUX]);
    }
    // From afar it would be the clipboard of a machine that nobody sits at.
    if !is_set("SSH_CONNECTION") && !is_set("SSH_TTY") {
        tools.extend(is_set("WAYLAND_DISPLAY").then_some(WAYLAND));
        tools.extend(is_set("DISPLAY").then_some(X11));
        tools.extend(cfg!(target_os = "macos").then_some(MAC));
    }
    tools
}

/// Takes a text to the first clipboard that is at hand; returns what took it.
pub(super) fn copy(text: &str) -> Option<&'static str> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    tools(is_set).into_iter().find(|tool| matches!(tool.take(text), Ok(true))).map(|tool| tool.to)
}

impl Tool {
    /// Hands the program a text; false where it fails, or takes too long.
    fn take(self, text: &str) -> io::Result<bool> {
        let mut child = Command::new(self.program)
            .args(self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // A pipe that nobody reads is full some day: the text is written beside the wait, and ends with the program.
        let Some(mut pipe) = child.stdin.take() else { return Ok(false) };
        let text = text.to_owned();
        std::thread::spawn(move || pipe.write_all(text.as_bytes()));
        let until = Instant::now() + PATIENCE;
        loop {
            match child.try_wait()? {
                Some(status) => return Ok(status.success()),
                None if Instant::now() >= until => {
                    child.kill()?;
                    child.wait()?;
                    return Ok(false);
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clipboard_is_that_of_where_one_sits() {
        let of = |set: &[&str]| tools(|name| set.contains(&name)).into_iter().map(|tool| tool.to).collect::<Vec<_>>();
        let desktop = |wanted: &[&'static str]| {
            let mac = cfg!(target_os = "macos").then_some("pbcopy");
            wanted.iter().copied().chain(mac).collect::<Vec<_>>()
        };
        assert_eq!(of(&["WAYLAND_DISPLAY", "DISPLAY"]), desktop(&["wl-copy", "xclip"]));
        assert_eq!(of(&["TMUX", "DISPLAY"]), desktop(&["tmux", "tmux", "xclip"]));
        assert_eq!(of(&["TMUX", "DISPLAY", "SSH_CONNECTION"]), ["tmux", "tmux"]);
        assert!(of(&["DISPLAY", "SSH_TTY"]).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_program_takes_the_text_or_does_not() {
        let run = |arguments| Tool { to: "sh", program: "sh", arguments }.take(&"word ".repeat(50_000));
        assert!(matches!(run(&["-c", "test $(wc -w) = 50000"]), Ok(true)));
        assert!(matches!(run(&["-c", "exit 1"]), Ok(false)));
        assert!(matches!(run(&["-c", "exec sleep 60"]), Ok(false)), "nobody waits for it");
        assert!(Tool { to: "", program: "no-such-clipboard", arguments: &[] }.take("").is_err());
    }
}
