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
