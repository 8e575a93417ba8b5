//! Files, names and surroundings that mean harm, met by the whole program: the process lives, every file is accounted
//! for, nothing waits for ever, and nothing but our own styles reaches the terminal.

use std::fs;
use std::process::Command;

use crate::gleaner::Home;

/// A tag with so many attributes that reading it calls itself until the stack is gone.
fn tag() -> String {
    let attributes: String = (0..20_000).map(|at| format!(" a{at}=\"1\"")).collect();
    format!("<html><p{attributes}>The pier at Kelpmouth leans since the spring.</p></html>")
}

/// A PDF whose font claims widths for two thousand million signs.
fn pdf(key: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 6 0 R /Resources << /Font << /F 4 0 R >> >> >>"
            .to_owned(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [5 0 R] >>".to_owned(),
        format!(
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /{key} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
        ),
        "<< /Length 40 >>\nstream\nBT /F 12 Tf 20 200 Td <00480049> Tj ET\nendstream".to_owned(),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let table = file.len();
    file += &format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1);
    places.iter().for_each(|place| file += &format!("{place:010} 00000 n \n"));
    file += &format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n", places.len() + 1);
    file.into_bytes()
}

#[test]
fn what_ends_a_reader_costs_one_file() {
    let home = Home::with_papers();
    home.write("papers/tag.html", tag());
    home.write(
        "papers/letter.eml",
        format!("From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n{}", tag()),
    );
    home.write("papers/wide.pdf", pdf("W [0 2147483647 500]"));
    home.write("papers/high.pdf", pdf("W2 [0 2147483647 500 0 500]"));
    home.write("papers/long.tex", "\\[\\[ ".repeat(400_000));
    let run = home.run(&["index", "papers", "--json"]);
    assert_eq!(run.code, Some(0), "{run}");
    let skipped = run.json()["skipped"].to_string();
    let documents = run.json()["documents"].as_u64().unwrap();
    assert!(documents >= 5, "the tag and the letter are read like others: {run}");
    assert!(skipped.contains("wide.pdf") && skipped.contains("high.pdf"), "{skipped}");
    let found = home.run(&["search", "pier leans", "--json"]);
    assert!(found.out.contains("leans since the spring"), "{found}");
}

/// An escape, marks that turn text around, and what is not seen.
#[cfg(unix)]
const STEERING: &str = "\u{9b}2J\u{202e}\u{200b}\u{1b}]52;c;aGk=\u{7}\u{2066}\u{feff}";

/// A character that steers a terminal or is not seen.
#[cfg(unix)]
fn steers(text: &str) -> Option<char> {
    text.chars().find(|&c| match c {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    })
}

/// Every command, of an index of files whose names and words are meant for the terminal, in a folder named so, given
/// names that are: nothing but our own styles is printed, as text and as JSON.
#[cfg(unix)]
#[test]
fn what_files_hold_and_are_called_says_nothing_to_the_terminal() {
    let s = STEERING;
    let home = Home::new();
    let folder = format!("a{s}b");
    home.write(
        &format!("{folder}/minutes.txt"),
        format!("Ada Quill{s} told Béla Orme that the swing{s} bridge at Kelpmouth is stuck.\n\nADA QUILL{s}: The ferry is late."),
    );
    home.write(
        &format!("{folder}/{s}odd.md"),
        format!("# The{s} bridge\n\nBéla Orme asked the Harbour{s} Board for steel.\n"),
    );
    let row = "Ada Quill met Béla Orme at Kelpmouth about the swing bridge.";
    home.write(&format!("{folder}/calls.csv"), format!("title,text,{s}\n\"Call{s}\",{row},x{s}\n"));
    home.write(
        &format!("{folder}/page.html"),
        format!("<title>Steel{s}</title><meta name=author content='Ada{s}'><p>The Harbour{s} Board sold the swing bridge.</p>"),
    );
    home.write(&format!("{folder}/{s}odd.bin"), [0u8; 400]);
    let asked =
        serde_json::json!({"question": format!("Who told of the bridge{s}?"), "answer": format!("Ada{s} Quill")});
    home.write("questions.jsonl", format!("{asked}\n"));
    let scored =
        serde_json::json!({"answer": format!("Ada{s}"), "reference": format!("Ada{s} Quill"), "evidence": [s]});
    home.write("score.jsonl", format!("{scored}\n"));
    home.write("bad.toml", format!("mo{s}del = 1\n"));
    home.write("model.toml", "model = \"m\"\nbase_url = \"http://127.0.0.1:9/v1\"\nlocal_servers = []\n");
    let here = home.path(&folder);
    let place = |name: &str| home.path(name).to_str().unwrap().to_owned();
    let (index, out, reading) =
        (place(&format!("x{s}.gleaner")), place(&format!("out{s}")), place(&format!("r{s}.md")));
    let (tables, graph, notes) = (format!("{out}g"), format!("{out}.graphml"), format!("{out}m"));
    let (questions, score, ejected) = (place("questions.jsonl"), place("score.jsonl"), place(&format!("prompts{s}")));
    let (gone, bad, model) = (place(&format!("gone{s}")), place("bad.toml"), place("model.toml"));
    let (asks, part) = (format!("Who told of the bridge{s}?"), format!("folder:{s}"));
    let lists: &[&[&str]] = &[
        &["index", "."],
        &["index", ".", "--index", &index, "--with", "contextual,raptor,hippo,archrag"],
        &["index", ".", "--dry-run"],
        &["index", &gone],
        &["index", ".", "--text-field", s, "--index", &index],
        &["stats", "-v"],
        &["stats", "--index", &index, "-v"],
        &["doctor"],
        &["doctor", "--deep"],
        &["search", "bridge", "-v"],
        &["search", "bridge", "--by", "raptor", "--index", &index],
        &["search", "bridge", "--by", s],
        &["search", "bridge", "--scope", &part],
        &["search", "x", "--index", &gone],
        &["ask", &asks],
        &["ask", &asks, "--context"],
        &["ask", &asks, "--compare", "basic,local,global,drift,lazy,source,count"],
        &["ask", &asks, "--scope", &part],
        &["ask", &asks, "--mode", "lazy", "--tests", "1"],
        &["ask", "--more", "3"],
        &["ask", &format!("And{s} then?"), "--continue"],
        &["ask", "--suggest"],
        &["ask", "--batch", &questions],
        &["ask", &asks, "--config", &model],
        &["show", "document", "0"],
        &["show", "document", "1"],
        &["show", "source", "0"],
        &["show", "entity", "0"],
        &["show", "relationship", "0"],
        &["show", "report", "0"],
        &["show", s, "0"],
        &["show", "entity", s],
        &["export", &out, "--format", "jsonl"],
        &["export", &out, "--format", "jsonl"],
        &["export", &tables, "--format", "graphrag"],
        &["export", &notes, "--format", "markdown"],
        &["export", &graph, "--format", "graphml"],
        &["import", &tables, "--index", &format!("{index}2")],
        &["import", &gone],
        &["news"],
        &["news", "--kind", s],
        &["eval", "reading", &reading],
        &["eval", "answers", &questions, "--mode", "basic,global", "--baselines"],
        &["eval", "score", &score],
        &["eval", "score", &gone],
        &["eval", "keep", &asks, "--answer", s],
        &["eval", "answers", "kept", "--mode", "basic"],
        &["eval", "runs"],
        &["eval", "diff", "1", "2"],
        &["eval", "compare", "1", "2", "--config", &model],
        &["eval", "questions", &gone],
        &["eval", "forget", "1"],
        &["prompts", "list"],
        &["prompts", "eject", &ejected],
        &["prompts", "eject", &ejected],
        &["prompts", "tune", "."],
        &["config", "show"],
        &["config", "show", "--config", &bad],
        &["config", "show", "--config", &gone],
        &["stats", "--config", &bad],
        &["open", &gone],
        &[s],
        &["stats", &format!("--{s}")],
    ];
    for arguments in lists {
        for json in [false, true] {
            let mut command = home.gleaner(arguments);
            command.current_dir(&here).args(json.then_some("--json"));
            let output = command.output().unwrap();
            for said in [&output.stdout, &output.stderr] {
                let said = String::from_utf8_lossy(said);
                assert_eq!(steers(&said), None, "{arguments:?} json {json}: {said:?}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_device_is_not_waited_for() {
    let home = Home::indexed();
    assert!(Command::new("mkfifo").arg(home.path("pipe")).status().unwrap().success());
    home.write("key.toml", "key_file = \"pipe\"\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:9/v1\"\n");
    for odd in ["pipe", "/dev/zero"] {
        let settings = home.run(&["stats", "--config", odd]);
        assert!(settings.code == Some(2) && settings.err.contains("not a regular file"), "{settings}");
        let index = home.run(&["stats", "--index", odd]);
        assert!(index.code == Some(3) && index.err.contains("it is not a file"), "{index}");
        let built = home.run(&["index", "papers", "--index", odd]);
        assert!(built.code.is_some_and(|code| code > 0) && !built.err.is_empty(), "{built}");
    }
    let key = home.run(&["ask", "What?", "--config", "key.toml"]);
    assert!(key.code.is_some_and(|code| code > 0) && key.err.contains("not a regular file"), "{key}");
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_when_asked_for() {
    let home = Home::with_papers();
    home.write("elsewhere/secret.txt", "The strongbox of Orme Ironworks stands in the Kelpmouth archive.\n");
    std::os::unix::fs::symlink(home.path("elsewhere"), home.path("papers/out")).unwrap();
    std::os::unix::fs::symlink(home.path("elsewhere/secret.txt"), home.path("papers/one.txt")).unwrap();
    let run = home.run(&["index", "papers"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.err.contains("skipped one.txt: a link") && run.err.contains("skipped out: a link"), "{run}");
    assert!(!home.run(&["search", "strongbox", "--json"]).out.contains("stands in"));
    let run = home.run(&["index", "papers", "--follow-links"]);
    assert!(run.code == Some(0) && !run.err.contains("a link"), "{run}");
    assert!(home.run(&["search", "strongbox", "--json"]).out.contains("stands in"));
}

#[test]
fn a_budget_is_an_amount() {
    let home = Home::with_papers();
    for odd in ["nan", "inf", "1e400", "-1", "much"] {
        let run = home.run(&["index", "papers", "--method", "fast", &format!("--budget={odd}")]);
        assert!(run.code == Some(2) && run.err.contains("an amount in dollars"), "{odd}: {run}");
    }
}

#[test]
fn doctor_fails_where_something_is_bad() {
    let home = Home::indexed();
    assert_eq!(home.run(&["doctor"]).code, Some(0));
    let index = home.index();
    let mut bytes = fs::read(&index).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8192].fill(0x5a);
    fs::write(&index, bytes).unwrap();
    let run = home.run(&["doctor"]);
    assert!(run.code == Some(1) && run.out.contains("BAD"), "{run}");
}

#[test]
fn files_that_hide_behind_their_name_are_told() {
    let home = Home::new();
    home.write("papers/boat.zip", doubled());
    let run = home.run(&["index", "papers", "-v"]);
    assert!(run.code == Some(0) && run.err.contains("only the last of each name is read"), "{run}");
}

/// An archive of two files of one name, each stored as it is.
fn doubled() -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for text in ["The first boat came in from the north.", "The second boat came in from the south."] {
        let (name, text) = (b"boat.txt", text.as_bytes());
        let crc = crc32(text).to_le_bytes();
        let len = (text.len() as u32).to_le_bytes();
        let about = [&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x50][..], &crc, &len, &len, &[8, 0, 0, 0]].concat();
        let place = (file.len() as u32).to_le_bytes();
        file.extend([b"PK\x03\x04", &about[..], name, text].concat());
        directory.extend([b"PK\x01\x02\x14\0", &about[..], &[0; 10], &place, name].concat());
    }
    let place = (file.len() as u32).to_le_bytes();
    let len = (directory.len() as u32).to_le_bytes();
    file.extend(directory);
    file.extend([b"PK\x05\x06\0\0\0\0\x02\0\x02\0", &len[..], &place, &[0, 0]].concat());
    file
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1)))
    })
}

#[test]
fn text_that_changed_by_itself_is_not_quoted() {
    let home = Home::indexed();
    let index = home.index();
    let mut bytes = fs::read(&index).unwrap();
    let words = b"told the Harbour Board that the swing bridge";
    let places: Vec<usize> =
        bytes.windows(words.len()).enumerate().filter(|(_, w)| w == words).map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] = b's';
    }
    fs::write(&index, bytes).unwrap();
    let deep = home.run(&["doctor", "--deep"]);
    assert!(deep.code == Some(1) && deep.out.contains("is not what was written"), "{deep}");
}
