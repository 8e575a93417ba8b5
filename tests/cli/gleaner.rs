//! Runs the program in a home of its own and makes what it prints comparable.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A home with nothing in it but what a test puts there.
pub struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A home with a folder `papers` of a few documents.
    pub fn with_papers() -> Self {
        let home = Self::new();
        home.write("papers/minutes.txt", MINUTES);
        home.write("papers/letters/quill.md", LETTER);
        home.write("papers/notes.html", NOTES);
        home
    }

    /// The same, indexed.
    pub fn indexed() -> Self {
        let home = Self::with_papers();
        let run = home.run(&["index", "papers", "-q"]);
        assert_eq!(run.code, Some(0), "{run}");
        home
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The index of `papers`, wherever the program put it.
    pub fn index(&self) -> PathBuf {
        let found = fs::read_dir(self.path("data/gleaner/indexes")).unwrap().map(|entry| entry.unwrap().path());
        found.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "gleaner")).unwrap()
    }

    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("COLUMNS", "80")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn gleaner(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(PROGRAM);
        command.args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        self.tell(self.gleaner(arguments).output().unwrap())
    }

    pub fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self.gleaner(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A program that refuses its input does not read it.
        let _ = child.stdin.take().unwrap().write_all(input);
        self.tell(child.wait_with_output().unwrap())
    }

    pub fn finish(&self, child: Child) -> Run {
        self.tell(child.wait_with_output().unwrap())
    }

    fn tell(&self, output: Output) -> Run {
        let text = |bytes: &[u8]| self.comparable(&String::from_utf8_lossy(bytes));
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// The text without what differs from run to run: where the home is, how long things took.
    fn comparable(&self, text: &str) -> String {
        let home = self.folder.path().canonicalize().unwrap();
        let text = text.replace(&*home.to_string_lossy(), "~");
        let mut comparable = String::new();
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                comparable.push(' ');
            }
            // `papers-1a2b3c4d.gleaner`: the name holds a hash of where the folder is.
            match word.split_once("papers-") {
                Some((before, after)) if after.len() >= 16 && after[8..].starts_with(".gleaner") => {
                    comparable.push_str(before);
                    comparable.push_str("papers-#");
                    comparable.push_str(&after[8..]);
                }
                _ => comparable.push_str(word),
            }
        }
        comparable
    }
}

/// What a run gave.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}\n{self}"))
    }

    /// The error that a run with `--json` ended with.
    pub fn error(&self) -> serde_json::Value {
        let error: serde_json::Value = serde_json::from_str(&self.err).unwrap_or_else(|e| panic!("{e}\n{self}"));
        error["error"].clone()
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = self.code.map_or("signal".to_owned(), |code| code.to_string());
        write!(f, "exit {code}")?;
        for (name, text) in [("out", &self.out), ("err", &self.err)] {
            if !text.is_empty() {
                write!(f, "\n--- {name}\n{}", text.trim_end())?;
            }
        }
        Ok(())
    }
}

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_gleaner");

pub fn exists(path: &Path, ending: &str) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    Path::new(&name).exists()
}

const MINUTES: &str = "Minutes of the Harbour Board, 3 May 2021\n\n\
Ada Quill told the Harbour Board that the swing bridge at Kelpmouth is stuck. Béla Orme of Orme Ironworks offered to \
mend the swing bridge for nine thousand crowns. The Harbour Board asked Ada Quill to look at the bearings herself.\n\n\
Béla Orme said that the bearings were cast by Orme Ironworks in 1987. Ada Quill doubted it.\n";

const LETTER: &str = "# Letter from Ada Quill\n\n\
The bearings of the swing bridge carry the mark of Tamsin Foundry, not of Orme Ironworks. Béla Orme must know this. \
Tamsin Foundry closed in 1990, and its books went to the Kelpmouth archive.\n\n\
I ask the Harbour Board not to pay Orme Ironworks before the archive has answered.\n";

const NOTES: &str = "<html><head><title>Archive notes</title></head><body><h1>Archive notes</h1>\
<p>The books of Tamsin Foundry list four bearings for the swing bridge at Kelpmouth, cast in 1986.</p>\
<p>Béla Orme was an apprentice at Tamsin Foundry in that year &amp; signed the list.</p></body></html>";
