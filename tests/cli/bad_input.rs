//! Hostile documents, hostile index files, hostile surroundings: a clear message or a sane result, and nothing lost.

use std::fs;
use std::io::Read;

use crate::gleaner::{Home, PROGRAM};

#[test]
fn nothing_in_a_corpus_drives_the_terminal() {
    let home = Home::new();
    let hostile =
        "\x1b]0;owned\x07\x1b[2J Ada Quill met \u{202e}Orme Ironworks\u{2066} at \u{9b}31m Kelpmouth yesterday.\n";
    home.write("papers/\x1b[31mred.txt", hostile.repeat(5));
    let indexed = home.run(&["index", "papers"]);
    assert_eq!(indexed.code, Some(0), "{indexed}");
    for arguments in [
        &["show", "document", "0"][..],
        &["show", "source", "0"],
        &["show", "entity", "0"],
        &["search", "Kelpmouth"],
        &["ask", "Kelpmouth", "--mode", "basic"],
        &["index", "papers", "--dry-run"],
        &["stats", "-v"],
    ] {
        let run = home.run(arguments);
        assert_eq!(run.code, Some(0), "{arguments:?}: {run}");
        let drives =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!run.out.contains(drives) && !run.err.contains(drives), "{arguments:?}: {:?}", run.out);
    }
}

#[test]
fn odd_files_are_read_or_listed_and_the_rest_is_indexed() {
    let home = Home::with_papers();
    home.write("papers/invalid.txt", b"Tamsin Foundry \xff\xfe\xc3\x28 cast the bearings of the swing bridge.\n");
    home.write("papers/line.txt", "Kelpmouth ".repeat(100_000));
    home.write("papers/deep.json", "[".repeat(50_000));
    home.write("papers/ragged.csv", "title,text\na\n\"b,c,d,e\nf,\"g\"h\n");
    home.write("papers/blank.md", " \n\t\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(home.path("papers"), home.path("papers/loop")).unwrap();
    let run = home.run(&["index", "papers"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.err.contains("skipped blank.md: "), "{run}");
    assert!(home.run(&["stats", "--json"]).json()["documents"].as_u64().unwrap() >= 5);
}

#[test]
fn what_was_not_read_of_a_file_is_said_without_being_asked() {
    let home = Home::with_papers();
    home.write(
        "papers/log.jsonl",
        "{\"text\": \"The quay was dredged.\"}\n{\"text\": \"So was the lock.\"}\n{broken\n",
    );
    let run = home.run(&["index", "papers"]);
    assert!(run.code == Some(0) && run.err.contains("log.jsonl: line 3 is no JSON"), "{run}");
}

#[test]
fn a_file_above_the_limit_is_skipped_with_the_reason() {
    let home = Home::with_papers();
    home.write("papers/large.txt", "Words and words. ".repeat(70_000));
    let run = home.run(&["index", "papers", "--max-file-size", "1"]);
    assert!(run.code == Some(0) && run.err.contains("skipped large.txt: larger than the limit"), "{run}");
}

#[test]
fn foreign_truncated_and_newer_index_files_are_refused_and_left_alone() {
    let home = Home::indexed();
    let whole = fs::read(home.index()).unwrap();
    let mut newer = whole.clone();
    newer[60..64].copy_from_slice(&200u32.to_be_bytes());
    let cases: [(&str, &[u8], &str); 4] = [
        ("letter", b"Dear Sir or Madam, this is a letter and no index at all.", "is not a Gleaner index"),
        ("cut", &whole[..whole.len() / 2], "was cut short"),
        ("newer", &newer, "was written by a newer Gleaner"),
        ("empty", b"", "is not a Gleaner index: it is empty"),
    ];
    for (name, bytes, message) in cases {
        let file = format!("{name}.gleaner");
        home.write(&file, bytes);
        for arguments in [&["stats"][..], &["show", "entity", "0"], &["search", "x"], &["ask", "x"]] {
            let run = home.run(&[arguments, &["--index", &file]].concat());
            assert!(run.code == Some(3) && run.err.contains(message), "{name}: {run}");
        }
        if name != "empty" {
            let run = home.run(&["index", "papers", "--index", &file]);
            assert!(run.code == Some(3) && run.err.contains(message), "{name}: {run}");
        }
        assert_eq!(fs::read(home.path(&file)).unwrap(), bytes, "{name} was changed");
    }
}

#[test]
fn a_damaged_index_is_an_error_and_doctor_says_so() {
    let home = Home::indexed();
    let mut bytes = fs::read(home.index()).unwrap();
    let length = bytes.len();
    bytes[8192..length].iter_mut().for_each(|byte| *byte = byte.wrapping_mul(31).wrapping_add(7));
    fs::write(home.index(), bytes).unwrap();
    let run = home.run(&["show", "entity", "0"]);
    assert!(matches!(run.code, Some(1 | 3)) && run.err.contains("damaged"), "{run}");
    assert_eq!(home.run(&["doctor", "--json"]).json()["ok"], false);
}

#[test]
fn doctor_tells_of_what_an_index_says_and_cannot_be_read() {
    let home = Home::indexed();
    let writer = gleaner::store::Writer::open(&home.index()).unwrap();
    writer.set_fact("import", "{\"kind\": ").unwrap();
    drop(writer);
    let doctor = home.run(&["doctor"]);
    assert!(doctor.out.contains("BAD import") && doctor.out.contains("a value that cannot be read"), "{doctor}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let home = Home::indexed();
    home.write(
        "papers/more.txt",
        "Another page on the swing bridge at Kelpmouth and on Tamsin Foundry. ".repeat(3_000),
    );
    let before = home.run(&["stats", "--json"]).out;
    // A limit on the size of files fails like a full disk, and needs no rights to set.
    let mut command = home.command("sh");
    let script = format!("trap '' XFSZ; ulimit -f 200; exec '{PROGRAM}' index papers");
    let run = home.finish(command.args(["-c", &script]).spawn().unwrap());
    assert!(run.code == Some(1) && run.err.contains("error: no room left for "), "{run}");
    assert!(run.err.contains("it goes on where it stopped"), "{run}");
    assert_eq!(before, home.run(&["stats", "--json"]).out, "the old index is as it was");
    assert_eq!(home.run(&["index", "papers", "-q"]).code, Some(0));
    assert_eq!(home.run(&["stats", "--json"]).json()["documents"], 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_cannot_be_written_to() {
    let home = Home::with_papers();
    let run = home.run(&["index", "papers", "--index", "/proc/x.gleaner"]);
    assert!(run.code == Some(1) && run.err.contains("cannot be written"), "{run}");
    assert!(run.err.contains("hint: `--index FILE` puts the index somewhere else"), "{run}");
}

#[test]
fn a_pipe_that_closes_early_is_no_error() {
    let home = Home::indexed();
    for arguments in [&["completions", "zsh"][..], &["show", "source", "0", "-q"], &["stats", "--json"]] {
        let mut child = home.gleaner(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_question_of_a_hundred_kilobytes_is_answered() {
    let home = Home::indexed();
    let question = "Who cast the bearings of the swing bridge? ".repeat(2_400);
    for mode in ["global", "local", "basic"] {
        let run = home.run_with_input(&["ask", "-", "--mode", mode], question.as_bytes());
        assert_eq!(run.code, Some(0), "{mode}: {}", run.err);
    }
    assert_eq!(home.run_with_input(&["search", "-"], question.as_bytes()).code, Some(0));
    let garbage = home.run_with_input(&["search", "-"], &[0xff, 0xfe, b' ', b'"', b'*']);
    assert!(garbage.code == Some(1) && garbage.err.contains("nothing found"), "{garbage}");
}
