//! From a key to the flushed frame, and from the start of the process to the first frame, through a pseudo-terminal.
//!
//! `cargo bench --bench keys -- INDEX.gleaner [KEYS]`, or `large` for an index of 650,000 invented entities.

mod large;

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// What ends a synchronised update: the frame is flushed.
const FLUSHED: &[u8] = b"\x1b[?2026l";

/// What is done: its name, the keys that lead there, the keys that are timed.
const SCENES: [(&str, &[u8], &[u8]); 7] = [
    ("the home page", b"0", b"jjjjkkkk"),
    ("moving, scrolling, changing panes", b"\t1", b"jjjjkkkjjj2jjj\x04\x04\x0433jj\x04\x151jj"),
    ("unfolding the tree, with preview", b"\t1", b"ljljhjljjh"),
    ("moving in the browser, with preview", b"\t2", b"jjj\x04\x04kkGg"),
    ("reading on", b"\t1\r", b"JJJ\x04KJ\x15"),
    ("typing a filter of the browser", b"\t2/", b"elm\x7f\x7f\x7fwick\x7f\x7f\x7f\x7f"),
    ("typing in the finder", b"\x10", b"ash\x7f\x7f\x7fgate\x7f\x7f\x7f\x7f"),
];

/// The program in a terminal of 200×60.
struct Session {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    /// The moment of every flushed frame.
    frames: Receiver<Instant>,
    _terminal: Box<dyn MasterPty + Send>,
}

fn start(index: &str, home: &str) -> Session {
    let size = PtySize { rows: 60, cols: 200, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gleaner"));
    command.args(["open", index]);
    for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("XDG_DATA_HOME", home)] {
        command.env(name, value);
    }
    let mut reader = pair.master.try_clone_reader().expect("its output");
    let keys = pair.master.take_writer().expect("its input");
    let (sender, frames) = channel();
    let child = pair.slave.spawn_command(command).expect("the program starts");
    std::thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        let mut tail: Vec<u8> = Vec::new();
        while let Ok(read @ 1..) = reader.read(&mut bytes) {
            tail.extend_from_slice(&bytes[..read]);
            while let Some(at) = tail.windows(FLUSHED.len()).position(|window| window == FLUSHED) {
                tail.drain(..at + FLUSHED.len());
                if sender.send(Instant::now()).is_err() {
                    return;
                }
            }
            let keep = tail.len().min(FLUSHED.len());
            tail.drain(..tail.len() - keep);
        }
    });
    Session { child, keys, frames, _terminal: pair.master }
}

impl Session {
    /// Waits until nothing is drawn any more.
    fn settle(&self, quiet: Duration) {
        while self.frames.recv_timeout(quiet).is_ok() {}
    }

    fn press(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).and_then(|()| self.keys.flush()).expect("keys");
    }

    /// Bytes of memory that are the program's own: what it maps of the index is the system's to drop.
    fn memory(&self) -> u64 {
        let id = self.child.process_id().unwrap_or(0);
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes =
            line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }

    /// Leaves it, also out of a text box, where Ctrl-C leaves too.
    fn end(mut self) {
        self.press(b"\x03");
        let _ = self.child.wait();
    }
}

/// Entities of the index that is made when none is named.
const ENTITIES: u32 = 650_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let home = tempfile::tempdir().expect("a folder");
    let index = match arguments.first().map(String::as_str) {
        None => {
            println!(
                "keys: skipped; name an index, or `large`: cargo bench --bench keys -- INDEX.gleaner|large [KEYS]"
            );
            return;
        }
        Some("large") => {
            let index = home.path().join("large.gleaner");
            large::write(&index, ENTITIES).expect("an index");
            index.to_string_lossy().into_owned()
        }
        Some(index) => index.to_owned(),
    };
    let count: usize = arguments.get(1).and_then(|count| count.parse().ok()).unwrap_or(600);
    let home = home.path().to_string_lossy().into_owned();

    let mut first: Vec<Duration> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            let session = start(&index, &home);
            let frame = session.frames.recv_timeout(Duration::from_secs(30)).expect("a frame");
            session.settle(Duration::from_millis(300));
            session.end();
            frame - begun
        })
        .collect();
    first.sort_unstable();
    println!("{:<44}{:>9.1} ms, median of 5", "start of the process to the first frame", ms(first[2]));

    let mut peak = 0;
    println!("{:<44}{:>8}{:>8}{:>8}{:>8}", "key to flushed frame, ms", "p50", "p95", "p99", "max");
    for (what, first, keys) in SCENES {
        let mut session = start(&index, &home);
        session.settle(Duration::from_millis(700));
        session.press(first);
        session.settle(Duration::from_millis(700));
        let mut times: Vec<Duration> = Vec::with_capacity(count);
        for key in keys.iter().cycle().take(count) {
            let begun = Instant::now();
            session.press(&[*key]);
            // A key that changes nothing draws a frame all the same.
            let frame = session.frames.recv_timeout(Duration::from_secs(5)).expect("a frame");
            times.push(frame - begun);
            session.settle(Duration::from_millis(30));
        }
        peak = peak.max(session.memory());
        session.end();
        times.sort_unstable();
        let at = |share: f64| ms(times[((times.len() - 1) as f64 * share) as usize]);
        println!("{what:<44}{:>8.2}{:>8.2}{:>8.2}{:>8.2}", at(0.5), at(0.95), at(0.99), at(1.0));
    }
    println!("{:<44}{:>9.1} MB", "most memory of its own, of all scenes", peak as f64 / 1e6);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
