//! A panic in the loop gives the terminal back before it is printed: tried in a pseudo-terminal, where a second process
//! of these tests takes a terminal over and panics.
#![cfg(unix)]

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::Stage;
use crate::tui::terminal::Terminal;

/// Set for the process that panics.
const PANICS: &str = "GLEANER_TEST_PANICS";

const MESSAGE: &str = "a mistake of ours";

/// Panics in the process that the test below starts; passes in any other.
#[test]
fn panicking() {
    if std::env::var_os(PANICS).is_some() {
        let stage = Stage::open(80, 24);
        let mut terminal = Terminal::enter(true).unwrap();
        terminal.draw(&stage.app).unwrap();
        panic!("{MESSAGE}");
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_read() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let before = format!("{:?}", pair.master.get_termios());
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tui::tests::panics::panicking", "--nocapture"]);
    command.env(PANICS, "1");
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    // Kept until the end, so that the terminal's state can be asked for.
    let slave = pair.slave;
    let (sender, read) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            if sender.send(bytes[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    assert!(!child.wait().unwrap().success());
    assert_eq!(format!("{:?}", pair.master.get_termios()), before, "raw mode was left");
    drop(slave);
    let raw: Vec<u8> = read.into_iter().flatten().collect();
    let raw = String::from_utf8_lossy(&raw);
    let (entered, left, said) = (raw.find("\x1b[?1049h"), raw.rfind("\x1b[?1049l"), raw.find(MESSAGE));
    assert!(entered.is_some() && entered < left && left < said, "{entered:?} {left:?} {said:?}\n{raw}");
    assert!(raw[..said.unwrap_or_default()].contains("\x1b[?25h"), "the cursor is shown again");
}
