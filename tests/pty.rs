//! The program in a real pseudo-terminal: what only a terminal can show. Waits for text, never for time.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longest wait for anything: a loaded machine, not a slow program.
const PATIENCE: Duration = Duration::from_secs(60);

/// An index of a part of the demo corpus, made once for all tests of a process.
static INDEX: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let index = folder.path().join("demo.gleaner");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/letters");
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_gleaner"))
        .args(["index", "-q", "--index"])
        .arg(&index)
        .arg(corpus)
        .env("XDG_DATA_HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .expect("the program runs");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    (folder, index)
});

/// What the terminal shows, and everything that was written to it.
struct Seen {
    screen: vt100::Parser,
    raw: Vec<u8>,
    over: bool,
}

struct Session {
    child: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    _home: tempfile::TempDir,
}

impl Session {
    /// Starts the program on a copy of the index, so that tests leave nothing for each other.
    fn open(width: u16, height: u16, editor: &str) -> Session {
        let home = tempfile::tempdir().expect("a folder");
        let index = home.path().join("demo.gleaner");
        std::fs::copy(&INDEX.1, &index).expect("a copy");
        Session::start(width, height, &["open", &index.to_string_lossy()], home, editor)
    }

    fn start(width: u16, height: u16, arguments: &[&str], home: tempfile::TempDir, editor: &str) -> Session {
        let size = PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gleaner"));
        command.args(arguments);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("VISUAL", editor), ("NO_COLOR", "")] {
            command.env(name, value);
        }
        command.env_remove("LC_ALL");
        command.env("XDG_DATA_HOME", home.path());
        command.env("XDG_CONFIG_HOME", home.path());
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let screen = vt100::Parser::new(height, width, 0);
        let seen = Arc::new((Mutex::new(Seen { screen, raw: Vec::new(), over: false }), Condvar::new()));
        let its = seen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 8192];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                let mut seen = its.0.lock().expect("no panic");
                seen.screen.process(&bytes[..read]);
                seen.raw.extend_from_slice(&bytes[..read]);
                seen.over = read == 0;
                its.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Session { child, terminal: pair.master, keys, seen, _home: home }
    }

    /// Waits until the terminal is as wanted.
    fn until(&self, what: &str, wanted: impl Fn(&Seen) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut seen = self.seen.0.lock().expect("no panic");
        while !wanted(&seen) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "never saw {what}:\n{}", seen.screen.screen().contents());
            seen = self.seen.1.wait_timeout(seen, left).expect("no panic").0;
        }
    }

    fn shows(&self, text: &str) {
        self.until(text, |seen| seen.screen.screen().contents().contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
    }

    /// Waits for the end, and checks that the terminal was given back.
    fn ends(&mut self) {
        self.until("the end", |seen| seen.over);
        assert!(self.child.wait().expect("an end").success());
        let seen = self.seen.0.lock().expect("no panic");
        let raw = String::from_utf8_lossy(&seen.raw);
        for left in ["\x1b[?1049l", "\x1b[?2004l", "\x1b[?1000l", "\x1b[?25h"] {
            assert!(raw.contains(left), "{left:?} was not written");
        }
        assert!(!seen.screen.screen().alternate_screen());
    }
}

#[test]
fn it_opens_follows_the_terminal_goes_to_the_background_and_is_left() {
    let mut session = Session::open(80, 24, "true");
    session.shows("▮");
    session.press("?");
    session.shows("Unfold");
    session.press("q");
    session.until("the help gone", |seen| !seen.screen.screen().contents().contains("Unfold"));
    // The last size is the largest: what is drawn for the others on the way fits into it.
    session.seen.0.lock().expect("no panic").screen.screen_mut().set_size(60, 200);
    for (rows, cols) in [(12, 40), (1, 1), (3, 200), (60, 200)] {
        session.terminal.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).expect("a size");
    }
    session.shows("4 Chat");
    session.shows("2 Browser");
    session.press("\x1a");
    // Without a shell to stop for it comes back at once, having given the screen away in between.
    let times = |seen: &Seen, mark: &str| String::from_utf8_lossy(&seen.raw).matches(mark).count();
    session.until("the screen given back and taken again", |seen| {
        times(seen, "\x1b[?1049l") == 1 && times(seen, "\x1b[?1049h") == 2
    });
    session.shows("4 Chat");
    session.press("q");
    session.ends();
}

#[test]
fn from_a_report_to_its_passage_to_the_editor_and_to_an_answer() {
    let mut session = Session::open(120, 40, "echo EDITING");
    session.shows("▮");
    session.press("3");
    session.press("l");
    session.shows("Enter follow");
    session.press("\r");
    session.until("a second place", |seen| seen.screen.screen().contents().matches(" ▸ ").count() > 1);
    session.press("[");
    session.shows("3 Report");
    session.press("\x10source 1");
    session.shows("source 1");
    session.press("\r");
    session.shows("3 Source 1");
    session.press("e");
    session.until("the editor's words", |seen| String::from_utf8_lossy(&seen.raw).contains("EDITING"));
    session.shows("3 Source 1");
    session.press("[");
    session.shows("3 Report");
    session.press("aWho wrote the letters?\r");
    session.shows("t trace");
    session.press("q");
    session.ends();
}

#[test]
fn being_told_to_end_gives_the_terminal_back() {
    let mut session = Session::open(80, 24, "true");
    session.shows("offline");
    let process = session.child.process_id().expect("it runs").to_string();
    assert!(Command::new("kill").args(["-TERM", &process]).status().expect("kill").success());
    session.ends();
}

#[test]
fn the_start_screen_says_what_there_is() {
    let home = tempfile::tempdir().expect("a folder");
    let mut session = Session::start(80, 24, &[], home, "true");
    session.shows("The demo");
    session.press("/no/such/folder\r");
    session.shows("No such file");
    session.press("\x1b");
    session.ends();
}

#[test]
fn two_processes_share_one_index() {
    let home = tempfile::tempdir().expect("a folder");
    let index = home.path().join("demo.gleaner");
    std::fs::copy(&INDEX.1, &index).expect("a copy");
    let index = index.to_string_lossy().into_owned();
    let mut one = Session::start(80, 24, &["open", &index], home, "true");
    let mut other = Session::start(80, 24, &["open", &index], tempfile::tempdir().expect("a folder"), "true");
    one.shows("offline");
    other.shows("offline");
    one.press("q");
    one.ends();
    other.press("2");
    other.shows("Browser");
    other.press("q");
    other.ends();
}
