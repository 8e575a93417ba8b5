//! Makes the pictures of the README: runs the program itself on the demo corpus in a pseudo-terminal, presses keys, and
//! draws what the terminal then shows.
//!
//! ```text
//! cargo build --release && cargo run --release --example pictures     # writes assets/pictures/*.svg
//! ```

mod svg;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// How long the program may take to show what is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// A screen that has not changed for so long is finished.
const CALM: Duration = Duration::from_millis(400);

/// The program in a terminal of its own.
struct Stage {
    parser: vt100::Parser,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    _home: tempfile::TempDir,
}

impl Stage {
    fn start(program: &Path, width: u16, height: u16) -> Result<Self> {
        let home = tempfile::tempdir()?;
        let size = PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let mut command = CommandBuilder::new(program);
        command.arg("demo");
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(name, home.path());
        }
        let terminal =
            [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("COLORFGBG", "15;0"), ("LANG", "C.UTF-8")];
        for (name, value) in terminal {
            command.env(name, value);
        }
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command)?;
        let mut reader = pair.master.try_clone_reader()?;
        let keys = pair.master.take_writer()?;
        let (send, output) = channel();
        std::thread::spawn(move || {
            // Kept here, so that the terminal lives as long as somebody reads it.
            let _master = pair.master;
            let mut buffer = [0; 65_536];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { parser: vt100::Parser::new(height, width, 0), output, keys, child, _home: home })
    }

    /// Waits until the text stands on the screen and the screen is calm.
    fn wait_for(&mut self, text: &str) -> Result<()> {
        self.wait_until(text, true)
    }

    /// Waits until the screen is calm and shows a text, or does not.
    fn wait_until(&mut self, text: &str, shown: bool) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let mut calm = false;
        while !(calm && self.parser.screen().contents().contains(text) == shown) {
            if Instant::now() > deadline {
                let waited = if shown { "waited for" } else { "waited for the end of" };
                bail!("{waited} {text:?}; the screen shows:\n{}", self.parser.screen().contents());
            }
            match self.output.recv_timeout(CALM) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    calm = false;
                }
                Err(_) => calm = true,
            }
        }
        Ok(())
    }

    fn press(&mut self, keys: &str) -> Result<()> {
        self.keys.write_all(keys.as_bytes())?;
        Ok(self.keys.flush()?)
    }

    fn picture(&self, folder: &Path, name: &str, title: &str) -> Result<()> {
        let path = folder.join(format!("{name}.svg"));
        std::fs::write(&path, svg::svg(self.parser.screen(), title)).with_context(|| path.display().to_string())?;
        println!("{}", path.display());
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn main() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures");
    std::fs::create_dir_all(&folder)?;
    let program = program()?;

    let mut stage = Stage::start(&program, 140, 40)?;
    stage.wait_for("What it is about")?;
    // The tour of whoever is here for the first time.
    stage.press("\x1b")?;
    stage.wait_until("1 of 5", false)?;
    stage.picture(&folder, "home", "gleaner demo: what it is, and where to begin")?;
    // The first subject.
    stage.press("B")?;
    stage.wait_for("f follow")?;
    stage.press("llll")?;
    stage.wait_for("next citation")?;
    stage.picture(&folder, "report", "gleaner demo: topics, entities, a report")?;

    stage.press("\x10")?;
    stage.wait_for("^O peek")?;
    stage.press("quill")?;
    stage.wait_for("Desmond Quill")?;
    stage.picture(&folder, "find", "gleaner demo: anything by its name or its words")?;
    stage.press("\x1b")?;
    stage.wait_for("Communities")?;

    stage.press("aWhat killed the char at Low Bield Hatchery?\r")?;
    stage.wait_for("t trace")?;
    // Past the report of the first theme, to the first passage.
    stage.press("ll")?;
    stage.wait_for("next citation")?;
    stage.press("\r")?;
    stage.wait_for("3 Passage")?;
    stage.picture(&folder, "answer", "gleaner demo: an answer, and the passage that its first citation leads to")?;

    stage.press("\x10quill")?;
    stage.wait_for("Desmond Quill")?;
    stage.press("\r")?;
    stage.wait_for("n mentions")?;
    stage.press("v")?;
    stage.wait_for("Around")?;
    stage.picture(&folder, "graph", "gleaner demo: who and what is near Desmond Quill")
}

/// The program built beside this example.
fn program() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let folder = here.parent().and_then(Path::parent).context("where are the built programs?")?;
    let program = folder.join("gleaner");
    if !program.exists() {
        bail!("{} is not there: build it first", program.display());
    }
    Ok(program)
}
