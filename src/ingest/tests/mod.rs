//! Reading folders, good and bad (`recurring`: text that stands in several places).

mod recurring;

use std::fs;
use std::path::Path;

use super::*;
use crate::model::{Progress, RecurringKind, SentenceKind, Span};
use crate::store::{BuildFile, Writer};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn put(folder: &tempfile::TempDir, path: &str, content: impl AsRef<[u8]>) {
    let path = folder.path().join(path);
    fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
    fs::write(path, content).expect("a file");
}

fn read(path: &Path) -> (Vec<LoadedDocument>, Vec<SkippedFile>) {
    let reading = survey(&[path.to_owned()], &Options::default(), None, &Progress::default()).expect("readable");
    let mut skipped = reading.skipped().to_vec();
    let mut documents = Vec::new();
    reading.hand_out(&mut |batch| {
        documents.extend(batch.documents);
        skipped.extend(batch.skipped);
    });
    (documents, skipped)
}

fn paths(documents: &[LoadedDocument]) -> Vec<&str> {
    documents.iter().map(|loaded| loaded.document.path.as_str()).collect()
}

/// Every sentence leads to bytes that decode to it.
fn check_spans(loaded: &LoadedDocument, bytes: &[u8], decode: impl Fn(&[u8]) -> String) {
    for sentence in &loaded.sentences {
        let text = sentence.span.slice(&loaded.text).expect("on character bounds");
        let file = loaded.map.to_file(sentence.span);
        assert_eq!(decode(&bytes[file.start..file.end]), text);
    }
}

#[test]
fn an_empty_folder_gives_nothing() {
    let folder = folder();
    let (documents, skipped) = read(folder.path());
    assert!(documents.is_empty() && skipped.is_empty());
}

#[test]
fn folders_of_one_name_and_folders_in_folders_are_read_once() {
    let folder = folder();
    for path in ["2023/letters/a.txt", "2024/letters/a.txt", "2024/letters/late/b.txt"] {
        put(&folder, path, "Ada Voss wrote to the mayor.");
    }
    let roots = ["2023/letters", "2024/letters", "2024/letters/late"].map(|root| folder.path().join(root));
    let files = list(&roots, Walking::default());
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["2023/letters/a.txt", "2024/letters/a.txt", "2024/letters/late/b.txt"]);
    let roots = Roots::new(roots);
    assert!(files.iter().all(|file| roots.file(&file.path).as_ref() == Some(&file.location)));
}

#[test]
fn a_missing_folder_is_an_error() {
    let folder = folder();
    let missing = folder.path().join("nothing");
    let error =
        survey(std::slice::from_ref(&missing), &Options::default(), None, &Progress::default()).err().expect("refused");
    assert!(error.to_string().contains("no such file or folder"), "{error}");
}

#[test]
fn what_is_no_text_is_listed_with_its_reason() {
    let folder = folder();
    put(&folder, "photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    put(&folder, "paper.pdf", b"%PDF-1.7\n1 0 obj");
    put(&folder, "noise.dat", (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect::<Vec<_>>());
    put(&folder, "empty.txt", b"");
    put(&folder, "blank.txt", b" \r\n\t\n");
    put(&folder, "nothing.json", b"[]");
    put(&folder, "good.txt", b"One good sentence stands here.");
    let (documents, skipped) = read(folder.path());
    assert_eq!(paths(&documents), ["good.txt"]);
    let reasons: Vec<(&str, &str)> = skipped.iter().map(|skip| (skip.path.as_str(), skip.reason.as_str())).collect();
    assert_eq!(reasons.len(), 6, "{reasons:?}");
    assert!(skipped.iter().all(|skip| !skip.reason.is_empty()));
    assert!(reasons.contains(&("empty.txt", "empty")));
    assert!(reasons.contains(&("nothing.json", "JSON with nothing in it")));
    assert!(reasons.iter().any(|(path, reason)| *path == "paper.pdf" && reason.contains("broken PDF")));
}

#[test]
fn an_index_among_the_documents_is_no_document() {
    let folder = folder();
    put(&folder, "good.txt", b"One good sentence stands here.");
    put(&folder, "other.gleaner", b"A text that only bears the name.");
    let index = folder.path().join("pile.gleaner");
    let place = BuildFile::begin(&index).expect("a place");
    let (documents, skipped) = read(folder.path());
    assert_eq!((paths(&documents).len(), skipped), (2, Vec::new()), "while it is built");
    drop(place);
    drop(Writer::open(&index).expect("an index"));
    put(&folder, "pile.gleaner-wal", b"");
    let (documents, skipped) = read(folder.path());
    assert_eq!((paths(&documents).len(), skipped), (2, Vec::new()));
}

#[test]
fn files_come_in_the_order_a_person_expects() {
    let folder = folder();
    for name in ["part10.txt", "part2.txt", "b/x.txt", "part1.txt", "A.txt"] {
        put(&folder, name, format!("This is the file called {name} and nothing else."));
    }
    put(&folder, ".hidden.txt", "hidden");
    put(&folder, "skipme.log", "ignored");
    put(&folder, ".gitignore", "*.log\n");
    let (documents, _) = read(folder.path());
    assert_eq!(paths(&documents), ["A.txt", "b/x.txt", "part1.txt", "part2.txt", "part10.txt"]);
    let ids: Vec<u32> = documents.iter().map(|loaded| loaded.document.id.0).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
}

#[test]
fn reading_twice_gives_the_same() {
    let folder = folder();
    for n in 0..40 {
        put(
            &folder,
            &format!("note {n}.md"),
            format!("# Note {n}\n\nThe {n}th note is about the harbour and its boats.\n"),
        );
    }
    assert_eq!(read(folder.path()).0, read(folder.path()).0);
}

#[test]
fn ten_thousand_tiny_files_are_read() {
    let folder = folder();
    for n in 0..10_000 {
        put(&folder, &format!("{}/{n}.txt", n / 500), format!("Boat {n} came in."));
    }
    let (documents, skipped) = read(folder.path());
    assert_eq!((documents.len(), skipped.len()), (10_000, 0));
}

#[test]
fn a_file_over_the_limit_is_left_out() {
    let folder = folder();
    put(&folder, "big.txt", "word ".repeat(1_000));
    put(&folder, "small.txt", "A small file.");
    let options = Options { max_file_size: 1_000, ..Options::default() };
    let reading = survey(&[folder.path().to_owned()], &options, None, &Progress::default()).expect("readable");
    assert_eq!(reading.documents(), 1);
    assert!(reading.skipped()[0].reason.contains("larger than the limit"));
}

#[test]
fn a_file_that_vanishes_or_changes_costs_only_itself() {
    let folder = folder();
    put(&folder, "a.txt", "The first file stays as it is.");
    put(&folder, "b.txt", "The second file will be gone.");
    let options = Options { keep: 0, ..Options::default() };
    let reading = survey(&[folder.path().to_owned()], &options, None, &Progress::default()).expect("readable");
    fs::remove_file(folder.path().join("b.txt")).expect("removable");
    let mut batches: Vec<Batch> = Vec::new();
    reading.hand_out(&mut |batch| batches.push(batch));
    assert_eq!(batches.iter().flat_map(|batch| &batch.documents).count(), 1);
    let skipped = &batches[0].skipped[0];
    assert_eq!(skipped.path, "b.txt");
    assert!(skipped.reason.contains("removed while the folder was read"));
}

#[test]
fn cancelling_stops_it() {
    let folder = folder();
    put(&folder, "a.txt", "A file.");
    let progress = Progress::default();
    progress.cancel();
    assert!(matches!(
        survey(&[folder.path().to_owned()], &Options::default(), None, &progress),
        Err(IngestError::Cancelled)
    ));
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_do_not_go_round() {
    let folder = folder();
    put(&folder, "in/a.txt", "A file in a folder with a link to its own parent.");
    std::os::unix::fs::symlink(folder.path(), folder.path().join("in/again")).expect("a link");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), folder.path().join("dangling.txt")).expect("a link");
    let options = Options { walking: Walking { links: true, ..Walking::default() }, ..Options::default() };
    let reading = survey(&[folder.path().to_owned()], &options, None, &Progress::default()).expect("readable");
    let skipped = reading.skipped().to_vec();
    let mut documents = Vec::new();
    reading.hand_out(&mut |batch| documents.extend(batch.documents));
    assert_eq!(paths(&documents), ["in/a.txt"]);
    assert!(skipped.iter().any(|skip| skip.reason.contains("leads back")), "{skipped:?}");
    assert!(skipped.iter().any(|skip| skip.path == "dangling.txt"), "{skipped:?}");
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_listed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    put(&folder, "a.txt", "A file that may be read.");
    put(&folder, "locked.txt", "A file that may not.");
    let locked = folder.path().join("locked.txt");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("own file");
    if fs::read(&locked).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let (documents, skipped) = read(folder.path());
    assert_eq!(paths(&documents), ["a.txt"]);
    assert_eq!(skipped[0].reason, "no permission to read it");
}

#[test]
fn quotations_lead_to_their_bytes_in_every_encoding() {
    let text = "Zoë met Ánna Łund. “It’s done,” she said — at last. Ende.";
    let folder = folder();
    put(&folder, "a.txt", text);
    put(&folder, "b.txt", [b"\xef\xbb\xbf", text.as_bytes()].concat());
    let wide: Vec<u16> = text.encode_utf16().collect();
    put(&folder, "c.txt", [vec![0xff, 0xfe], wide.iter().flat_map(|unit| unit.to_le_bytes()).collect()].concat());
    put(&folder, "d.txt", [vec![0xfe, 0xff], wide.iter().flat_map(|unit| unit.to_be_bytes()).collect()].concat());
    let western =
        "Das Fräulein Müller öffnete die Tür für Zoë. “Schön”, sagte sie über die Straße hinweg. Es war spät.";
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(western);
    put(&folder, "e.txt", &bytes);
    let japanese = "港の会議は月曜日に開かれた。新しい桟橋について話し合った。費用は高い。".repeat(4);
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode(&japanese);
    put(&folder, "f.txt", &sjis);
    let (documents, _) = read(folder.path());
    let encodings: Vec<&str> = documents.iter().map(|loaded| loaded.document.encoding.as_str()).collect();
    assert_eq!(encodings, ["UTF-8", "UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "Shift_JIS"]);
    let decoders = [
        encoding_rs::UTF_8,
        encoding_rs::UTF_8,
        encoding_rs::UTF_16LE,
        encoding_rs::UTF_16BE,
        encoding_rs::WINDOWS_1252,
        encoding_rs::SHIFT_JIS,
    ];
    for (loaded, encoding) in documents.iter().zip(decoders) {
        assert!(loaded.sentences.len() >= 3, "{:?}", loaded.document.path);
        let bytes = fs::read(folder.path().join(&loaded.document.path)).expect("still there");
        check_spans(loaded, &bytes, |bytes| encoding.decode_without_bom_handling(bytes).0.into_owned());
    }
}

#[test]
fn damaged_text_is_read_around_the_damage() {
    let folder = folder();
    let mut bytes = "Zoë wrote. Then came a hole: ".as_bytes().to_vec();
    bytes.extend([0xff, 0xfe]);
    bytes.extend("Ängström went on. And so it ended, with façades and naïveté intact.".as_bytes());
    put(&folder, "damaged.txt", &bytes);
    put(&folder, "nul.txt", b"A line with one\0 NUL in it. And a second sentence that is quite whole and long enough to hide it among many more letters, so that the file as a whole still looks like text to anybody.\n");
    let (documents, skipped) = read(folder.path());
    assert!(skipped.is_empty(), "{skipped:?}");
    assert!(documents[0].text.contains('\u{fffd}') && documents[0].text.contains("Ängström"));
    assert_eq!(documents[0].document.encoding, "UTF-8");
    assert!(!documents[1].text.contains('\0'));
    check_spans(&documents[1], &fs::read(folder.path().join("nul.txt")).expect("still there"), |bytes| {
        String::from_utf8_lossy(bytes).replace('\0', "")
    });
}

#[test]
fn a_line_of_five_megabytes_is_read() {
    let folder = folder();
    put(&folder, "line.txt", "x".repeat(5_000_000));
    put(&folder, "words.txt", "never ends ".repeat(450_000));
    let (documents, _) = read(folder.path());
    for loaded in &documents {
        let chunks = crate::text::layout::chunk::chunk(&loaded.text, &loaded.sentences, &Default::default());
        assert!(chunks.iter().all(|chunk| chunk.tokens <= 600));
        let held: usize = chunks.iter().map(|chunk| chunk.span.len()).sum();
        assert!(held + chunks.len() + 1 >= loaded.text.trim_end().len());
    }
}

#[test]
fn hostile_text_stays_text() {
    let folder = folder();
    put(
        &folder,
        "evil.txt",
        "\u{1b}]0;owned\u{7}These are safe words. \u{202e}sdrawkcab\u{202c} More words here.\u{0}",
    );
    let (documents, _) = read(folder.path());
    assert!(documents[0].sentences.len() >= 2);
}

#[test]
fn messages_of_a_mailbox_are_texts_of_their_own() {
    let notice = "This message and all that is attached to it is meant for the person it was sent to and for nobody else at all.";
    let said = [
        "The northern pier is shut.",
        "Who moves the boats that lie there?",
        "Kai Sund has moved four of them today.",
        "The other two go on Friday.",
        "Thank you both for the help with that.",
    ];
    let mut mailbox = String::new();
    for (n, said) in said.iter().enumerate() {
        let (from, mark) = if n % 2 == 0 { ("Ada Lund", "") } else { ("Kai Sund", "Re: ") };
        mailbox.push_str(&format!(
            "From x@holm.example Wed May 1 10:0{n}:00 2024\nFrom: {from} <x@holm.example>\nSubject: {mark}The pier\n\n{said}\n\n{notice}\n\n"
        ));
    }
    let folder = folder();
    put(&folder, "all.mbox", mailbox);
    let (documents, _) = read(folder.path());
    assert_eq!(documents.len(), said.len());
    assert!(documents.iter().all(|loaded| loaded.document.row.is_some() && !loaded.document.is_row()));
    for (n, loaded) in documents.iter().enumerate() {
        let of =
            |words: &str| loaded.sentences.iter().find(|s| s.span.slice(&loaded.text) == Some(words)).expect("there");
        assert!(if n == 0 { of(notice).kind == SentenceKind::Boilerplate } else { of(notice).recurring });
        assert!(!of(said[n]).recurring);
    }
}

#[test]
fn titles_are_readable() {
    let folder = folder();
    put(
        &folder,
        "EP-03_Behind_the_Lamp_with_DavidLund (1).txt",
        "[MUSIC]\n\nDAVID LUND: Good morning to all of you.\n",
    );
    put(&folder, "3f2a9c77e1d04b.md", "# The *Salt* Road\n\nText.\n");
    for n in 1..4 {
        put(
            &folder,
            &format!("2018-0{n}-14-minutes.html"),
            "<title>Council minutes - City of Salt</title><body><p>They met at noon and went home.</p>",
        );
    }
    put(
        &folder,
        "minFY19Q1.txt",
        "Tolland Lines First Quarter Call\nAda Lund, Kai Sund\nMay 2019\n\nThe boats sailed.\n",
    );
    put(&folder, "x77.txt", "The boats sailed from the northern pier at noon.\n\nNobody was on board.\n");
    put(&folder, "harbour-dues-2018.md", "# DUES NO. {{filled:52}}\n\nText.\n");
    let (documents, _) = read(folder.path());
    let titles: Vec<&str> = documents.iter().map(|loaded| loaded.document.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "The Salt Road",
            "Council minutes · 2018-01-14 minutes",
            "Council minutes · 2018-02-14 minutes",
            "Council minutes · 2018-03-14 minutes",
            "EP-03 Behind the Lamp with David Lund",
            "Harbour dues 2018",
            "Tolland Lines First Quarter Call",
            "X77",
        ]
    );
    assert_eq!(documents[1].document.modified, crate::text::dates::first_date("2018-01-14"));
}

#[test]
fn a_reply_that_quotes_is_told_from_what_it_quotes() {
    let folder = folder();
    let said = [
        "We shut the northern pier on Monday because the ice had moved the second and the fourth pile by more than a hand.",
        "The boats that lie there have to be moved to the southern basin before the end of the week, and whoever needs help with that may ask Kai Sund.",
        "The board will look at the piles again when the water is open, and will then say whether the pier can be mended or has to be built anew.",
    ];
    let head = |from: &str, subject: &str| {
        format!(
            "From: {from} <x@holm.example>\nTo: all@holm.example\nSubject: {subject}\nDate: Wed, 1 May 2024 10:00:00 +0000\n\n"
        )
    };
    put(&folder, "1.eml", head("Ada Lund", "The pier") + &said.join("\n\n"));
    let quoted: String = said.iter().map(|line| format!("> {line}\n>\n")).collect();
    put(&folder, "2.eml", head("Kai Sund", "Re: The pier") + "I can help on Friday and on Saturday.\n\n" + &quoted);
    let (documents, _) = read(folder.path());
    let reply = &documents[1];
    assert_eq!(reply.document.title, "Re: The pier");
    assert!(reply.recurring.iter().any(|recurring| recurring.first_document == documents[0].document.id));
    let own = reply
        .sentences
        .iter()
        .find(|sentence| sentence.span.slice(&reply.text) == Some("I can help on Friday and on Saturday."));
    let own = own.expect("kept");
    assert!(!own.recurring && own.speaker == Some(0));
    assert_eq!(reply.speakers[0].name, "Kai Sund");
    let again = reply
        .sentences
        .iter()
        .find(|sentence| sentence.span.slice(&reply.text).is_some_and(|line| line.starts_with("The boats that lie")));
    assert!(again.is_some_and(|sentence| sentence.recurring && sentence.speaker.is_none()));
}
