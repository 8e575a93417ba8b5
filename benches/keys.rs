//! From a key to the flushed frame, and from the start of the process to the first frame, through a pseudo-terminal.
//!
//! `cargo bench --bench keys -- INDEX.gleaner [KEYS]`

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// What ends a synchronised update: the frame is flushed.
const FLUSHED: &[u8] = b"\x1b[?2026l";

/// Keys that move, scroll, change the pane and load rows and records.
const KEYS: &[u8] = b"jjjjkkkjjj2jjj\x04\x04\x0433jj\x04\x151jj";

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

    fn end(mut self) {
        let _ = self.keys.write_all(b"q").and_then(|()| self.keys.flush());
        let _ = self.child.wait();
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(index) = arguments.first() else {
        println!("keys: skipped; name an index: cargo bench --bench keys -- INDEX.gleaner");
        return;
    };
    let count: usize = arguments.get(1).and_then(|count| count.parse().ok()).unwrap_or(600);
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path().to_string_lossy().into_owned();

    let mut first: Vec<Duration> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            let session = start(index, &home);
            let frame = session.frames.recv_timeout(Duration::from_secs(30)).expect("a frame");
            session.settle(Duration::from_millis(300));
            session.end();
            frame - begun
        })
        .collect();
    first.sort_unstable();

    let mut session = start(index, &home);
    session.settle(Duration::from_secs(1));
    let mut times: Vec<Duration> = Vec::with_capacity(count);
    for key in KEYS.iter().cycle().take(count) {
        let begun = Instant::now();
        session.keys.write_all(&[*key]).and_then(|()| session.keys.flush()).expect("a key");
        // A key that changes nothing draws a frame all the same.
        let frame = session.frames.recv_timeout(Duration::from_secs(5)).expect("a frame");
        times.push(frame - begun);
        session.settle(Duration::from_millis(30));
    }
    session.end();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("first frame: median {:.1} ms of 5", first[2].as_secs_f64() * 1e3);
    println!(
        "key to frame, {count} keys: p50 {:.2}  p95 {:.2}  p99 {:.2}  max {:.2} ms",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
