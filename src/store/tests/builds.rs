//! Builds: what they keep, what a stopped one leaves, what a failed one undoes.

use super::*;

#[test]
fn what_is_written_while_a_build_takes_the_index_s_place_is_kept() {
    let fixture = fixture();
    let (index, ended) = (fixture.index.clone(), Arc::new(AtomicBool::new(false)));
    let writing = std::thread::spawn({
        let ended = Arc::clone(&ended);
        move || {
            let desk = Desk::open(&index).unwrap();
            let mut kept = 0;
            while !ended.load(Ordering::Relaxed) {
                kept += usize::from(desk.add_chat("Who paints?").is_ok());
                std::thread::sleep(Duration::from_millis(1));
            }
            kept
        }
    });
    (0..40).for_each(|_| build(&fixture.index, "other inputs"));
    ended.store(true, Ordering::Relaxed);
    let kept = writing.join().unwrap();
    let chats = Reader::open(&fixture.index).unwrap().chats_with("").unwrap();
    assert_eq!(chats.len(), kept);
}

#[test]
fn a_rebuild_keeps_chats_and_is_seen_by_open_readers() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let before = reader.data_version().unwrap();
    let desk = Desk::open(&fixture.index).unwrap();
    let chat = desk.add_chat("Who paints?").unwrap();
    let turn = Turn {
        id: 0,
        chat,
        parent: None,
        question: "Who paints?".to_owned(),
        mode: Mode::LOCAL,
        level: Some(1),
        scope: Scope { documents: vec![DocumentId(1)], ..Scope::default() },
        answer: None,
        build: String::new(),
    };
    let answer = Answer { text: "Béla [Data: Sources (1)].".to_owned(), ..Answer::default() };
    let turn = Turn { answer: Some(answer), ..turn };
    let id = desk.add_turn(&turn).unwrap();
    desk.set_ui_state("place", &7).unwrap();
    build(&fixture.index, "other inputs");
    assert_ne!(reader.data_version().unwrap(), before);
    let turns = reader.turns(chat).unwrap();
    assert_eq!(turns, [Turn { id, build: "one".to_owned(), ..turn }]);
    assert_eq!(reader.ui_state::<u32>("place").unwrap(), Some(7));
    assert_eq!(names_in(fixture.index.parent().unwrap()), ["index.gleaner", "index.gleaner-shm", "index.gleaner-wal"]);
    drop(desk);
    drop(reader);
    assert_eq!(names_in(fixture.index.parent().unwrap()), ["index.gleaner"]);
}

#[test]
fn a_build_goes_on_from_the_same_inputs_and_begins_anew_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("deep/er/index.gleaner");
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("a").unwrap();
    assert!(matches!(BuildFile::begin(&index), Err(StoreError::Busy(_))), "one builder at a time");
    fill(&writer).unwrap();
    drop((place, writer));
    assert!(matches!(Reader::open(&index), Err(StoreError::NotFound(_))));
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("a").unwrap();
    assert_eq!(writer.stage("read").unwrap().map(|mark| mark.done), Some(2));
    drop((place, writer));
    let place = BuildFile::begin(&index).unwrap();
    let writer = place.open("b").unwrap();
    assert_eq!(writer.stage("read").unwrap(), None);
}

#[test]
fn a_failed_batch_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let writer = Writer::open(&folder.path().join("index.gleaner")).unwrap();
    let failed: Result<()> = writer.batch(|w| {
        w.mark_stage(&StageMark { name: "read".to_owned(), done: 1, millis: 1 })?;
        Err(StoreError::Interrupted)
    });
    assert!(failed.is_err());
    assert_eq!(writer.stage("read").unwrap(), None);
}

#[test]
fn what_a_saved_answer_shows_of_a_text_that_is_gone_goes_with_it() {
    let fixture = fixture();
    let desk = Desk::open(&fixture.index).unwrap();
    let chat = desk.add_chat("Who paints?").unwrap();
    let shown = |document: u32| {
        let text = TEXTS[document as usize];
        Evidence {
            cites: vec![Ref::new(Kind::Source, document)],
            document: Some(DocumentId(document)),
            quote: Span::new(0, text.len()),
            window: Span::new(0, text.len()),
            text: text.to_owned(),
            lead: None,
            speaker: None,
            title: "Notes".to_owned(),
            day: None,
            heading: Vec::new(),
            cut: false,
        }
    };
    let text = "- “Ada Quill mends bridges.” [Data: Sources (0)]\n- “Béla Orme paints them.” [Data: Sources (1)]";
    let answer = Answer { text: text.to_owned(), evidence: vec![shown(0), shown(1)], ..Answer::default() };
    let turn = Turn {
        id: 0,
        chat,
        parent: None,
        question: "Who paints?".to_owned(),
        mode: Mode::LOCAL,
        level: None,
        scope: Scope::default(),
        answer: Some(answer),
        build: String::new(),
    };
    desk.add_turn(&turn).unwrap();
    published(&fixture.index, "fewer inputs", |w| {
        w.batch(|w| {
            let (path, text) = ("notes/0.txt", TEXTS[0]);
            let (status, size) = (FileStatus::Read, text.len() as u64);
            w.add_file(
                0,
                &FileRecord { path: path.to_owned(), status, reason: None, size, modified: None, hash: None },
            )?;
            w.add_document(0, &document(0, path, text), text, &[sentence(0, text.len())], &[], &way_back())?;
            let span = Span::new(0, text.len());
            let (id, document) = (TextUnitId(0), DocumentId(0));
            w.add_text_units(&[TextUnit {
                id,
                document,
                ordinal: 0,
                span,
                fresh_from: 0,
                tokens: 7,
                recurring: false,
            }])?;
            w.set_meta(&Meta { build: "two".to_owned(), method: "offline".to_owned(), ..Meta::default() })
        })
    });
    let answer = Reader::open(&fixture.index).unwrap().turns(chat).unwrap().remove(0).answer.unwrap();
    assert_eq!(answer.evidence, [shown(0)]);
    assert!(answer.text.contains("mends bridges") && !answer.text.contains("paints"), "{}", answer.text);
}
