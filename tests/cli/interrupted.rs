//! Builds that are killed, interrupted, or met by another process.

use std::path::PathBuf;
use std::process::Child;
use std::thread::yield_now;

use crate::gleaner::{Home, exists};

/// A folder that takes a moment to index.
fn home() -> Home {
    let home = Home::new();
    let people = ["Ada Quill", "Béla Orme", "Ivo Tamsin", "Mara Lint", "Sten Harrow"];
    let places = ["Kelpmouth", "Brackwater", "the Tamsin Foundry", "Orme Ironworks"];
    for number in 0..60 {
        let mut text = format!("Page {number} of the harbour chronicle\n\n");
        for line in 0..40 {
            let (person, other) = (people[(number + line) % 5], people[(number * 3 + line * 2 + 1) % 5]);
            let place = places[(number + line * 7) % 4];
            text.push_str(&format!(
                "In year {} {person} met {other} at {place} about bridge number {line}. ",
                1900 + number
            ));
        }
        home.write(&format!("papers/page {number}.txt"), text);
    }
    home
}

fn index_path(home: &Home) -> PathBuf {
    home.path("papers.gleaner")
}

const INDEX: [&str; 5] = ["index", "papers", "--index", "papers.gleaner", "--json"];

/// Waits until a build has begun; false when it is over already.
fn wait_for_build(home: &Home, child: &mut Child) -> bool {
    loop {
        if exists(&index_path(home), ".building") {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        yield_now();
    }
}

/// What an index holds and finds, but for how long and where.
fn contents(home: &Home) -> String {
    let mut stats = home.run(&["stats", "--index", "papers.gleaner", "--json"]).json();
    stats["index_bytes"].take();
    // Of files that say no date it is theirs, and the two folders are not written in the same second.
    stats["overview"]["dates"].take();
    let shown: Vec<String> = [("entity", "1"), ("report", "0"), ("relationship", "2"), ("source", "9")]
        .map(|(kind, id)| home.run(&["show", kind, id, "--index", "papers.gleaner", "--json"]).out)
        .into();
    let found =
        home.run(&["search", "Quill at the Foundry", "--limit", "200", "--index", "papers.gleaner", "--json"]).out;
    format!("{stats}\n{}\n{found}", shown.join("\n"))
}

#[test]
fn a_killed_build_goes_on_and_ends_as_if_nothing_had_happened() {
    let whole = home();
    assert_eq!(whole.run(&INDEX).code, Some(0));
    let wanted = contents(&whole);
    let home = home();
    // Killed at once, then each time a little further on: whatever was reached, the next run takes it from there.
    for patience in [0, 1, 2, 4] {
        let mut child = home.gleaner(&INDEX).spawn().unwrap();
        if wait_for_build(&home, &mut child) {
            std::thread::sleep(std::time::Duration::from_millis(patience * 40));
            child.kill().unwrap();
        }
        child.wait().unwrap();
        let read = home.run(&["stats", "--index", "papers.gleaner"]);
        assert!(matches!(read.code, Some(0 | 3)), "either there is a whole index or none: {read}");
    }
    let run = home.run(&INDEX);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(contents(&home), wanted);
    assert!(!exists(&index_path(&home), ".building") && !exists(&index_path(&home), ".lock"));
}

/// All reports of an index, and the stages that a build has finished.
fn reports(path: &std::path::Path) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let index = rusqlite::Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let all =
        |sql: &str| -> rusqlite::Result<Vec<String>> { index.prepare(sql)?.query_map([], |row| row.get(0))?.collect() };
    let reports = all("SELECT community || title || summary || findings FROM reports ORDER BY community")?;
    Ok((reports, all("SELECT name FROM stages")?))
}

#[test]
fn a_build_that_is_killed_behind_its_graph_tells_the_same() {
    // Of many communities, some within others.
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    let index = ["index", demo, "--index", "papers.gleaner", "--json"];
    let whole = Home::new();
    assert_eq!(whole.run(&index).code, Some(0));
    let (wanted, _) = reports(&index_path(&whole)).unwrap();
    assert!(wanted.len() > 20, "{}", wanted.len());
    for stage in ["merge", "cluster"] {
        let home = Home::new();
        let building = home.path("papers.gleaner.building");
        let mut child = home.gleaner(&index).spawn().unwrap();
        let reached = || reports(&building).is_ok_and(|(_, stages)| stages.iter().any(|one| one == stage));
        while child.try_wait().unwrap().is_none() && !reached() {
            yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
        assert_eq!(home.run(&index).code, Some(0));
        let (told, _) = reports(&index_path(&home)).unwrap();
        assert!(told == wanted, "killed behind {stage}");
    }
}

#[cfg(unix)]
#[test]
fn what_interrupts_tells_the_exit_code_and_what_is_there_is_kept() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let home = home();
        assert_eq!(home.run(&INDEX).code, Some(0));
        let before = contents(&home);
        home.write("papers/new.txt", "A new page about Ada Quill and the bridge at Kelpmouth, which is long enough.\n");
        let mut child = home.gleaner(&INDEX).spawn().unwrap();
        let begun = wait_for_build(&home, &mut child);
        let interrupted = home.command("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let run = home.finish(child);
        assert!(begun && interrupted.success(), "{run}");
        assert_eq!(run.code, Some(code), "{run}");
        assert_eq!(run.error()["kind"], "interrupted");
        assert_eq!(contents(&home), before);
        assert_eq!(home.run(&INDEX).code, Some(0));
        assert_ne!(contents(&home), before);
    }
}

#[test]
fn an_index_is_built_by_one_process_at_a_time() {
    let home = home();
    let mut child = home.gleaner(&INDEX).spawn().unwrap();
    assert!(wait_for_build(&home, &mut child));
    let second = home.run(&INDEX);
    if child.try_wait().unwrap().is_none() {
        assert_eq!(second.code, Some(1), "{second}");
        assert!(second.error()["message"].as_str().unwrap().contains("another process"), "{second}");
    }
    assert_eq!(home.finish(child).code, Some(0));
}
