//! The program in a real pseudo-terminal: what only a terminal can show. Waits for text, never for time.
#![cfg(unix)]

#[path = "pty/journeys.rs"]
mod journeys;
#[path = "pty/models.rs"]
mod models;
mod rules;
#[path = "pty/session.rs"]
mod session;
mod support;

use std::path::Path;

use session::{Seen, Session};

/// How often something was written to the terminal.
fn times(seen: &Seen, mark: &str) -> usize {
    String::from_utf8_lossy(&seen.raw).matches(mark).count()
}

/// Waits for the home page, and goes on to the panes with the first report open.
fn opened(session: &mut Session) {
    session.shows("What it is about");
    session.press("\t");
    session.shows("level 0");
}

#[test]
fn it_follows_the_terminal_and_is_left() {
    let mut session = Session::open(80, 24);
    opened(&mut session);
    session.press("?");
    session.shows("Unfold");
    session.press("q");
    session.until("the help gone", |seen| !seen.text().contains("Unfold"));
    // A storm: what counts is the last size. It is the largest, so that what was drawn on the way fits into it.
    session.seen.0.lock().expect("no panic").screen.screen_mut().set_size(60, 200);
    for round in 0..40_u16 {
        session.resize(1 + round * 37 % 160, 1 + round * 11 % 50);
    }
    for (width, height) in [(40, 12), (1, 1), (200, 3), (200, 60)] {
        session.resize(width, height);
    }
    session.shows("4 Chat");
    session.shows("2 Browser");
    session.press("q");
    session.ends();
    // A terminal that grew may keep rows of ours that it had not before: it is left empty.
    assert_eq!(times(&session.seen.0.lock().expect("no panic"), "\x1b[2J\x1b[?1049l"), 1);
}

#[test]
fn one_cell_is_enough_to_live_in() {
    let mut session = Session::open(1, 1);
    session.until("a frame", |seen| times(seen, "\x1b[?2026l") > 0);
    session.press("4z12?jj");
    session.seen.0.lock().expect("no panic").screen.screen_mut().set_size(24, 80);
    session.resize(80, 24);
    session.shows("Next kind");
    session.press("q");
    session.shows("2 Browser");
    session.press("q");
    session.ends();
}

#[test]
fn the_shell_stops_it_and_brings_it_back() {
    let home = tempfile::tempdir().expect("a folder");
    let index = session::copied_index(&home);
    let mut session = Session::run(80, 24, "sh", &["-i"], home, &[("PS1", "READY ")]);
    session.shows("READY");
    // Behind a program that waits for it, as behind `cargo run`: stopping is for all of them.
    let program = env!("CARGO_BIN_EXE_gleaner");
    session.press(&format!("sh -c '{program} open {}; echo LEFT WITH $?'\r", index.display()));
    session.until("the report", |seen| {
        seen.screen.screen().alternate_screen() && seen.text().contains("What it is about")
    });
    session.press("\x1a");
    session.until("the shell", |seen| !seen.screen.screen().alternate_screen() && seen.text().contains("Stopped"));
    session.press("echo MEAN''WHILE\r");
    session.shows("MEANWHILE");
    session.press("fg\r");
    session.until("the report", |seen| {
        seen.screen.screen().alternate_screen() && seen.text().contains("What it is about")
    });
    session.press("q");
    session.until("the end", |seen| seen.text().contains("LEFT WITH 0"));
    session.press("exit\r");
    session.until("the end of the shell", |seen| seen.over);
}

#[test]
fn without_a_shell_it_comes_back_at_once() {
    let mut session = Session::open(80, 24);
    opened(&mut session);
    session.press("\x1a");
    session.until("the screen given back and taken again", |seen| {
        times(seen, "\x1b[?1049l") == 1 && times(seen, "\x1b[?1049h") == 2
    });
    session.press("4");
    session.shows("4 Chat");
    session.press("q");
    session.ends();
}

#[test]
fn from_a_report_to_its_passage_to_the_editor_and_to_an_answer() {
    let mut session = Session::open_with(120, 40, &[("VISUAL", "echo EDITING")]);
    opened(&mut session);
    session.press("3l");
    session.shows("Enter follow");
    session.press("\r");
    session.until("what is cited", |seen| {
        ["3 Passage ", "3 Entity ", "3 Relationship "].iter().any(|title| seen.text().contains(title))
    });
    session.press("[");
    session.shows("3 Report");
    // Enter comes before the finder has found anything: it is for what is found then.
    session.press("\x10source 1\r");
    session.shows("3 Passage ");
    session.press("e");
    session.until("the editor's words", |seen| times(seen, "EDITING") == 1 && times(seen, "\x1b[?1049h") == 2);
    session.shows("3 Passage ");
    session.press("[");
    session.shows("3 Report");
    session.press("aWho wrote the letters?\r");
    session.shows("t trace");
    session.press("q");
    session.ends();
}

#[test]
fn a_click_follows_a_citation() {
    let mut session = Session::open(120, 40);
    opened(&mut session);
    session.press("3#");
    // The number of the first cited source, and where it stands; rows and columns are counted from 1.
    let (number, column, row) = session.wait_for("a citation", |seen| {
        let text = seen.text();
        text.lines().enumerate().find_map(|(row, line)| {
            // Reports may be cited in front of it.
            let open = line.find('⟨')?;
            let at = open + line[open..].find("Sources ")? + "Sources ".len();
            let number: String = line[at..].chars().take_while(char::is_ascii_digit).collect();
            // A line may end before it.
            (!number.is_empty()).then(|| (number, line[..at].chars().count() + 1, row + 1))
        })
    });
    session.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    session.shows(&format!("3 Passage {number}"));
    session.press("q");
    session.ends();
}

#[test]
fn told_to_end_it_keeps_the_place_and_gives_the_terminal_back() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let mut session = Session::open(80, 24);
        opened(&mut session);
        session.press("4");
        session.shows("4 Chat");
        session.signal(signal);
        session.ends_with(code);
        // The focus is part of the place: the chat is in sight at once.
        let mut again = session.again();
        again.shows("4 Chat");
        again.press("q");
        again.ends();
    }
}

#[test]
fn a_terminal_that_goes_away_ends_it_and_the_place_is_kept() {
    let mut session = Session::open(80, 24);
    opened(&mut session);
    session.press("4");
    session.shows("4 Chat");
    let mut again = session.hang_up();
    again.shows("4 Chat");
    again.press("q");
    again.ends();
}

#[test]
fn a_terminal_that_goes_away_is_noticed_without_a_signal() {
    // Whoever holds a terminal that is not its own is sent nothing when it goes.
    let mut session = Session::open_foreign(80, 24);
    opened(&mut session);
    session.press("4");
    session.shows("4 Chat");
    let mut again = session.hang_up();
    again.shows("4 Chat");
    again.press("q");
    again.ends();
}

#[test]
fn the_terminals_background_chooses_the_theme_and_is_not_taken_for_keys() {
    let text_colour = |theme: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/themes/{theme}.toml"));
        let file = std::fs::read_to_string(file).expect("a theme");
        let text = file.split("[text]").nth(1).and_then(|rest| rest.split('#').nth(1)).expect("a colour");
        let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("a colour");
        vt100::Color::Rgb(part(0), part(2), part(4))
    };
    let uses = |seen: &Seen, colour| {
        let screen = seen.screen.screen();
        (0..24).any(|row| (0..80).any(|column| screen.cell(row, column).is_some_and(|cell| cell.fgcolor() == colour)))
    };
    for (reply, theme) in [("ffff/ffff/eeee\x1b\\", "light"), ("10/10/18\x07", "dark")] {
        let mut session = Session::open_with(80, 24, &[("COLORTERM", "truecolor")]);
        session.until("the question", |seen| times(seen, "\x1b]11;?") == 1);
        opened(&mut session);
        // Keys before and after it are keys.
        session.press(&format!("a\x1b]11;rgb:{reply}w"));
        session.until("the w alone", |seen| seen.text().lines().any(|line| line.contains("▸ w ")));
        session.press("\x1b");
        session.shows("? help");
        session.press("3");
        session.until(theme, |seen| uses(seen, text_colour(theme)));
        session.press("q");
        session.ends();
    }
}

#[test]
fn a_key_map_and_a_theme_of_ones_own() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("gleaner");
    std::fs::create_dir_all(folder.join("themes")).expect("a folder");
    let keymap = folder.join("keymap.toml");
    std::fs::write(&keymap, "[[global]]\nkeys = [\"X\"]\nrun = \"quti\"\ndesc = \"Leave\"\n").expect("a file");
    let index = session::copied_index(&home);
    let open = ["open", &*index.to_string_lossy()];
    let session = Session::run(100, 24, env!("CARGO_BIN_EXE_gleaner"), &open, home, &[]);
    session.until("the mistake", |seen| seen.over);
    let said = String::from_utf8_lossy(&session.seen.0.lock().expect("no panic").raw).into_owned();
    let on_one_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let mistake = "keymap.toml, line 1, [[global]]: `quti` is no command; did you mean `quit`?";
    assert!(on_one_line.contains(mistake), "{said}");
    assert!(!said.contains("\x1b[?1049h"), "it is said before the screen is taken");
    std::fs::write(&keymap, "[[global]]\nkeys = [\"X\"]\nrun = \"quit\"\ndesc = \"Leave\"\n").expect("a file");
    std::fs::write(folder.join("themes/mine.toml"), "[text]\nfg = \"#010203\"\n").expect("a file");
    let mut session = session.again_with(&[("GLEANER_THEME", "mine")]);
    session.until("a colour of one's own", |seen| times(seen, "38;2;1;2;3") > 0);
    opened(&mut session);
    session.press("X");
    session.ends();
}

#[test]
fn from_home_to_a_passage_by_four_keys_and_to_a_file() {
    let mut session = Session::open(120, 40);
    session.shows("What it is about");
    session.press("B");
    session.shows("3 Report");
    // The first source that is cited: the legend below the text has its title.
    session.press("#");
    let number = session.wait_for("a source", |seen| {
        let text = seen.text();
        // A line may end before its number.
        let numbers = text.split("Sources ").skip(1);
        let mut numbers = numbers.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
        numbers.find(|number| !number.is_empty())
    });
    session.press(&format!("\x10source {number}\r"));
    session.shows(&format!("3 Passage {number}"));
    session.press("T");
    session.shows("Timeline ·");
    session.press("\x1b");
    session.until("the panes", |seen| !seen.text().contains("Timeline · by"));
    session.press("v");
    session.shows("Graph ·");
    session.press("\x1b");
    session.until("the panes", |seen| !seen.text().contains("Graph ·"));
    session.press("0");
    session.shows("What it is about");
    session.press("q");
    session.ends();
}

#[test]
fn the_start_screen_says_what_there_is() {
    let home = tempfile::tempdir().expect("a folder");
    let mut session = Session::run(80, 24, env!("CARGO_BIN_EXE_gleaner"), &[], home, &[]);
    session.shows("The demo");
    session.press("/no/such/folder\r");
    session.shows("there is no such file or folder");
    session.press("\x1b");
    session.ends();
}

#[test]
fn two_processes_share_one_index() {
    let mut one = Session::open(80, 24);
    let mut other = one.again();
    opened(&mut one);
    opened(&mut other);
    one.press("q");
    one.ends();
    other.press("2");
    other.shows("2 Browser");
    other.press("q");
    other.ends();
}

#[test]
fn a_stopped_editor_and_ctrl_c_in_it_leave_the_explorer_alive() {
    // The editor says that it is there, and waits for Ctrl-C.
    let editor = "sh -c 'echo EDITING; exec sleep 1000'";
    let mut session = Session::open_with(120, 40, &[("VISUAL", editor)]);
    opened(&mut session);
    session.press("\x10source 1\r");
    session.shows("3 Passage ");
    session.press("e");
    session.until("the editor", |seen| times(seen, "EDITING") == 1);
    session.press("\x03");
    session.until("the explorer again", |seen| seen.screen.screen().alternate_screen());
    session.shows("3 Passage ");
    session.press("q");
    session.ends();
}

#[test]
fn what_the_index_was_made_from_has_changed() {
    let home = tempfile::tempdir().expect("a folder");
    let corpus = home.path().join("corpus");
    std::fs::create_dir(&corpus).expect("a folder");
    for name in ["a.txt", "b.txt"] {
        std::fs::write(corpus.join(name), "Ada Marsh met Tom Fell at the mill in Overby on Monday.\n").expect("a file");
    }
    session::indexed(&corpus, home.path());
    std::fs::write(corpus.join("c.txt"), "Tom Fell sold the mill.\n").expect("a file");
    let corpus = corpus.to_string_lossy().into_owned();
    let open = ["open", "--no-update", &corpus];
    let mut session = Session::run(100, 24, env!("CARGO_BIN_EXE_gleaner"), &open, home, &[]);
    session.until("a notice", |seen| seen.screen.screen().alternate_screen() && seen.text().contains("1 new"));
    session.press("i");
    session.shows("c.txt  new");
    session.press("\x1b");
    session.until("the panes", |seen| seen.text().contains("folder changed") && !seen.text().contains("Esc closes"));
    session.press("R");
    session.shows("Bring the index up to date");
    session.press("y");
    session.until("the folder as it is", |seen| !seen.text().contains("folder changed"));
    session.shows("what is new");
    session.press("q");
    session.ends();
}

#[test]
fn an_index_whose_folder_changed_is_brought_up_to_date_behind_the_panes() {
    let home = tempfile::tempdir().expect("a folder");
    let corpus = home.path().join("corpus");
    std::fs::create_dir(&corpus).expect("a folder");
    for name in ["a.txt", "b.txt"] {
        std::fs::write(corpus.join(name), "Ada Marsh met Tom Fell at the mill in Overby on Monday.\n").expect("a file");
    }
    let place = corpus.to_string_lossy().into_owned();
    let mut session = Session::run(100, 24, env!("CARGO_BIN_EXE_gleaner"), &["open", &place], home, &[]);
    session.shows("2 documents");
    session.press("q");
    session.ends();
    std::fs::write(corpus.join("c.txt"), "Tom Fell sold the mill.\n").expect("a file");
    std::fs::remove_file(corpus.join("b.txt")).expect("a file");
    let mut session = session.again();
    // Nothing is pressed: the old index is there at once, then the new one.
    session.shows("w lists it");
    session.press("w");
    // The notice says what is new as well.
    session.until("the list of what is new", |seen| seen.text().contains("╭ What is new"));
    session.press("new document\r");
    session.shows("Tom Fell sold the mill.");
    session.press("w\x15gone b\r");
    session.shows("is gone: there is nothing left of it to open");
    session.press("\x1b");
    session.until("the panes", |seen| !seen.text().contains("What is new"));
    // Back from another window.
    std::fs::write(corpus.join("d.txt"), "Ada Marsh bought the mill back in June.\n").expect("a file");
    session.press("\x1b[I0");
    session.shows("3 documents");
    session.press("q");
    session.ends();
}
