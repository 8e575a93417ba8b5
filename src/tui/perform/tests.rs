//! What is ordered of the clerk: it is done in its order, while another process holds the index, and before the program
//! is left.

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::model::{Answer, Kind, Ref, Scope};
use crate::store::tests::bare;
use crate::tui::data::{AskedQuestion, SavedTurn};
use crate::tui::session::InChat;

/// A performer with an index that is open, what it says, and where its files lie.
fn opened() -> (tempfile::TempDir, PathBuf, Performer, UnboundedReceiver<Msg>) {
    let (folder, index) = bare();
    let paths = Paths { config: folder.path().join("config.toml"), data: folder.path().to_owned() };
    let (messages, mut said) = unbounded_channel();
    let mut performer = Performer::new(messages, paths, Settings::default(), true).unwrap();
    performer.perform(Effect::OpenBuilt(index.clone()), Saved::default);
    until(&mut said, |msg| matches!(msg, Msg::Opened { .. }));
    performer.take_opened();
    (folder, index, performer, said)
}

/// Waits for what is said.
fn until(said: &mut UnboundedReceiver<Msg>, wanted: impl Fn(&Msg) -> bool) -> Msg {
    loop {
        let msg = said.blocking_recv().expect("somebody who says it");
        if wanted(&msg) {
            return msg;
        }
    }
}

fn turn(id: u64, question: &str) -> Box<SavedTurn> {
    let question = AskedQuestion { question: question.to_owned(), ..AskedQuestion::default() };
    let answer = Answer { text: "Because.".to_owned(), ..Answer::default() };
    Box::new(SavedTurn { id, parent: (id > 1).then_some(id - 1), stale: false, question, answer })
}

#[test]
fn a_locked_index_holds_up_nobody_and_nothing_is_lost() {
    let (folder, index, mut performer, _said) = opened();
    let other = rusqlite::Connection::open(&index).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let read = [Ref::new(Kind::Report, 3), Ref::new(Kind::Report, 5)];
    let scope = Scope::default();
    let file = folder.path().join("answer.md");
    for effect in [
        Effect::SaveTurn(turn(1, "Why?")),
        Effect::KeepRead(vec![read[0]]),
        Effect::SaveTurn(turn(2, "And then?")),
        Effect::KeepRead(vec![read[1]]),
        Effect::KeepTest { question: "Why?".to_owned(), answer: "Because.".to_owned(), scope },
        Effect::Export { what: "an answer".to_owned(), path: file.clone(), text: "Because.".to_owned() },
        Effect::SaveState,
    ] {
        performer.perform(effect, || Saved { seen: "one".to_owned(), ..Saved::default() });
    }
    // Whoever had waited for the lock would have given up by now, and kept nothing.
    let reader = Reader::open(&index).unwrap();
    assert!(reader.chats().unwrap().is_empty());
    other.execute_batch("COMMIT").unwrap();
    drop(performer);
    let chats = reader.chats().unwrap();
    assert_eq!(chats.len(), 1);
    let turns = reader.turns(chats[0].id).unwrap();
    assert_eq!(turns.iter().map(|turn| turn.question.as_str()).collect::<Vec<_>>(), ["Why?", "And then?"]);
    assert_eq!(turns[1].parent, Some(turns[0].id));
    assert_eq!(reader.ui_values::<Ref>(READ).unwrap(), read);
    let state: Saved = reader.ui_state(STATE).unwrap().unwrap();
    assert_eq!((state.seen.as_str(), state.chat), ("one", InChat::Kept(chats[0].id)));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "Because.");
}

#[test]
fn what_cannot_be_kept_is_told_once_and_written_where_it_was_asked() {
    let (_folder, index, mut performer, mut said) = opened();
    std::fs::remove_file(&index).unwrap();
    for number in [1, 2] {
        performer.perform(Effect::SaveTurn(turn(number, "Why?")), Saved::default);
    }
    performer.perform(Effect::SaveState, Saved::default);
    drop(performer);
    let mut told = Vec::new();
    while let Some(msg) = said.blocking_recv() {
        if let Msg::Notice(notice) = msg {
            told.push(notice.text);
        }
    }
    let of = |front: &str| told.iter().filter(|text| text.starts_with(front)).count();
    assert_eq!([of("chats are kept in the index, but"), of("this place could not be kept")], [1, 1], "{told:?}");
}
