//! A program in a pseudo-terminal: keys in, the screen out.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, UNIX_EPOCH};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longest wait for anything: a loaded machine, not a slow program.
const PATIENCE: Duration = Duration::from_secs(60);
/// After this long without what is waited for, keys are pressed again.
const AGAIN: Duration = Duration::from_millis(200);

/// An index of a part of the demo corpus: made by the first test that needs it, and kept beside the build for the
/// others, which run in processes of their own.
static INDEX: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = env!("CARGO_BIN_EXE_gleaner");
    let built = std::fs::metadata(program).and_then(|program| program.modified()).expect("the program was built");
    let built = built.duration_since(UNIX_EPOCH).expect("a time").as_nanos();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let index = kept.join(format!("pty-{built}.gleaner"));
    if index.exists() {
        return index;
    }
    let home = tempfile::tempdir_in(kept).expect("a folder");
    let made = Command::new(program)
        .args(["index", "-q", "--index"])
        .arg(home.path().join("demo.gleaner"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/letters"))
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .output()
        .expect("the program runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // Those of programs built before are of no use any more.
    for old in std::fs::read_dir(kept).expect("a folder").flatten() {
        let name = old.file_name().to_string_lossy().into_owned();
        if name.starts_with("pty-") && name.ends_with(".gleaner") && old.path() != index {
            let _ = std::fs::remove_file(old.path());
        }
    }
    // Whole at once, for whoever looks meanwhile.
    std::fs::rename(home.path().join("demo.gleaner"), &index).expect("an index");
    index
});

/// Copies the index into a folder, so that tests leave nothing for each other.
pub fn copied_index(home: &TempDir) -> PathBuf {
    let index = home.path().join("demo.gleaner");
    std::fs::copy(&*INDEX, &index).expect("a copy");
    index
}

/// What the terminal shows, and everything that was written to it.
pub struct Seen {
    pub screen: vt100::Parser,
    pub raw: Vec<u8>,
    pub over: bool,
}

impl Seen {
    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// True while no frame is half drawn.
    pub fn is_drawn(&self) -> bool {
        let last = |mark: &[u8]| self.raw.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026l") > last(b"\x1b[?2026h")
    }
}

/// What is run, and where.
#[derive(Clone)]
struct Setup {
    size: PtySize,
    program: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    /// The terminal is the program's own, as a login gives it.
    own: bool,
    home: Arc<TempDir>,
}

pub struct Session {
    setup: Setup,
    running: Option<Running>,
    pub seen: Arc<(Mutex<Seen>, Condvar)>,
}

struct Running {
    child: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    /// Asks the reading thread to let go of the terminal after what it reads next.
    let_go: Arc<AtomicBool>,
    reading: JoinHandle<()>,
}

impl Session {
    /// Opens a copy of the index.
    pub fn open(width: u16, height: u16) -> Session {
        Session::open_with(width, height, &[])
    }

    pub fn open_with(width: u16, height: u16, environment: &[(&str, &str)]) -> Session {
        let home = tempfile::tempdir().expect("a folder");
        let index = copied_index(&home);
        let open = ["open", &*index.to_string_lossy()];
        Session::run(width, height, env!("CARGO_BIN_EXE_gleaner"), &open, home, environment)
    }

    /// Opens a copy of the index in a terminal that belongs to nobody's session.
    pub fn open_foreign(width: u16, height: u16) -> Session {
        let home = tempfile::tempdir().expect("a folder");
        let index = copied_index(&home);
        let open = ["open", &*index.to_string_lossy()];
        Session::start(Setup { own: false, ..Setup::new(width, height, env!("CARGO_BIN_EXE_gleaner"), &open, home) })
    }

    pub fn run(
        width: u16,
        height: u16,
        program: &str,
        arguments: &[&str],
        home: TempDir,
        environment: &[(&str, &str)],
    ) -> Session {
        let mut setup = Setup::new(width, height, program, arguments, home);
        setup.environment = environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Session::start(setup)
    }

    /// Where it runs, and what it writes lies.
    pub fn home(&self) -> &Path {
        self.setup.home.path()
    }

    /// Starts the same once more, beside this one.
    pub fn again(&self) -> Session {
        Session::start(self.setup.clone())
    }

    /// Starts the same once more, in another environment.
    pub fn again_with(&self, environment: &[(&str, &str)]) -> Session {
        let environment = environment.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Session::start(Setup { environment, ..self.setup.clone() })
    }

    fn start(setup: Setup) -> Session {
        let pair = native_pty_system().openpty(setup.size).expect("a pseudo-terminal");
        let child = pair.slave.spawn_command(setup.command()).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let screen = vt100::Parser::new(setup.size.rows, setup.size.cols, 0);
        let seen = Arc::new((Mutex::new(Seen { screen, raw: Vec::new(), over: false }), Condvar::new()));
        let let_go = Arc::new(AtomicBool::new(false));
        let (its, leave) = (seen.clone(), let_go.clone());
        let reading = std::thread::spawn(move || {
            let mut bytes = [0; 8192];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                let mut seen = its.0.lock().expect("no panic");
                seen.screen.process(&bytes[..read]);
                seen.raw.extend_from_slice(&bytes[..read]);
                seen.over = read == 0;
                its.1.notify_all();
                if read == 0 || leave.load(Ordering::Relaxed) {
                    return;
                }
            }
        });
        Session { setup, running: Some(Running { child, terminal: pair.master, keys, let_go, reading }), seen }
    }

    fn running(&mut self) -> &mut Running {
        self.running.as_mut().expect("it was not hung up")
    }

    /// Waits until the terminal is as wanted.
    pub fn until(&self, what: &str, wanted: impl Fn(&Seen) -> bool) {
        self.wait_for(what, |seen| wanted(seen).then_some(()));
    }

    /// Waits until something is there.
    pub fn wait_for<T>(&self, what: &str, find: impl Fn(&Seen) -> Option<T>) -> T {
        self.found_within(PATIENCE, find).unwrap_or_else(|| self.never_saw(what))
    }

    /// Presses keys over and over until the terminal is as wanted: what they did is undone by what comes meanwhile.
    pub fn press_until(&mut self, keys: &str, what: &str, wanted: impl Fn(&Seen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            self.press(keys);
            if self.found_within(AGAIN, |seen| wanted(seen).then_some(())).is_some() {
                return;
            }
        }
        self.never_saw(what)
    }

    fn never_saw(&self, what: &str) -> ! {
        let seen = self.seen.0.lock().expect("no panic");
        let (screen, raw) = (seen.text(), String::from_utf8_lossy(&seen.raw).into_owned());
        drop(seen);
        panic!(
            "never saw {what}:\n{screen}\n--- {}",
            &raw[raw.floor_char_boundary(raw.len().saturating_sub(2000))..].escape_debug()
        );
    }

    fn found_within<T>(&self, patience: Duration, find: impl Fn(&Seen) -> Option<T>) -> Option<T> {
        let end = Instant::now() + patience;
        let mut seen = self.seen.0.lock().expect("no panic");
        loop {
            if let Some(found) = find(&seen) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || seen.over {
                return None;
            }
            // What is waited for need not be on the screen.
            let soon = left.min(Duration::from_millis(50));
            seen = self.seen.1.wait_timeout(seen, soon).expect("no panic").0;
        }
    }

    pub fn shows(&self, text: &str) {
        self.until(text, |seen| seen.text().contains(text));
    }

    pub fn press(&mut self, keys: &str) {
        let writer = &mut self.running().keys;
        writer.write_all(keys.as_bytes()).and_then(|()| writer.flush()).expect("keys");
    }

    pub fn resize(&mut self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.running().terminal.resize(size).expect("a size");
    }

    pub fn signal(&mut self, signal: &str) {
        let process = self.running().child.process_id().expect("it runs").to_string();
        assert!(Command::new("kill").args([signal, &process]).status().expect("kill").success());
    }

    /// Waits for the end, and checks that the terminal was given back.
    pub fn ends(&mut self) {
        self.ends_with(0);
    }

    /// The same, with the exit code that it has.
    pub fn ends_with(&mut self, code: u32) {
        self.until("the end", |seen| seen.over);
        assert_eq!(self.running().child.wait().expect("an end").exit_code(), code);
        let seen = self.seen.0.lock().expect("no panic");
        let raw = String::from_utf8_lossy(&seen.raw);
        for left in ["\x1b[?1049l", "\x1b[?2004l", "\x1b[?1000l", "\x1b[?25h"] {
            assert!(raw.contains(left), "{left:?} was not written");
        }
        assert!(!seen.screen.screen().alternate_screen());
    }

    /// Takes the terminal away, waits for the program's end, and starts it once more in a terminal of its own.
    pub fn hang_up(mut self) -> Session {
        self.running().let_go.store(true, Ordering::Relaxed);
        // Something to read, so that the thread that reads lets go.
        self.press("\x0c");
        let Some(Running { mut child, terminal, keys, reading, .. }) = self.running.take() else { unreachable!() };
        reading.join().expect("no panic");
        drop(keys);
        drop(terminal);
        let mut killer = child.clone_killer();
        let (sender, ended) = channel::<std::io::Result<ExitStatus>>();
        std::thread::spawn(move || drop(sender.send(child.wait())));
        let Ok(_) = ended.recv_timeout(PATIENCE) else {
            let _ = killer.kill();
            panic!("it goes on without a terminal");
        };
        Session::start(Setup { own: true, ..self.setup.clone() })
    }
}

impl Setup {
    fn new(cols: u16, rows: u16, program: &str, arguments: &[&str], home: TempDir) -> Setup {
        Setup {
            size: PtySize { rows, cols, pixel_width: 0, pixel_height: 0 },
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment: Vec::new(),
            own: true,
            home: Arc::new(home),
        }
    }

    fn command(&self) -> CommandBuilder {
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        for name in ["LC_ALL", "COLORTERM", "COLORFGBG", "NO_COLOR", "ENV"] {
            command.env_remove(name);
        }
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("VISUAL", "true")] {
            command.env(name, value);
        }
        command.cwd(self.home.path());
        command.env("XDG_DATA_HOME", self.home.path());
        command.env("XDG_CONFIG_HOME", self.home.path());
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        command.set_controlling_tty(self.own);
        command
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves no process behind.
        if let Some(running) = &mut self.running {
            let _ = running.child.kill();
        }
    }
}

/// Indexes a folder, with `home` as the home of whoever opens it.
pub fn indexed(corpus: &Path, home: &Path) {
    let made = Command::new(env!("CARGO_BIN_EXE_gleaner"))
        .args(["index", "-q"])
        .arg(corpus)
        .env("XDG_DATA_HOME", home)
        .env("XDG_CONFIG_HOME", home)
        .status();
    assert!(made.expect("the program runs").success());
}
