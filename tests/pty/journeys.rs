//! Whole journeys, as a person takes them: a question followed down to a leaf, answers side by side, a span of time, a
//! file written, chats kept.

use crate::opened;
use crate::session::Session;

/// Asks, and waits until the answer is there as a whole.
fn asked(session: &mut Session, question: &str, turn: usize) {
    session.press(&format!("4a\x15{question}\r"));
    answered(session, question, turn);
}

/// Goes to the end of an answer, below which what it cites is told only when it is whole: while it is written, that end
/// leaves the screen.
fn answered(session: &mut Session, question: &str, turn: usize) {
    session.shows(&format!("turn {turn} of {turn}"));
    session.press_until("G", "the whole answer", |seen| {
        let text = seen.text();
        // Of this question, not of the one before.
        let cited = text.rfind(" · t\u{a0}trace");
        seen.is_drawn() && cited.is_some() && cited > text.rfind(question)
    });
}

#[test]
fn an_answer_is_followed_down_and_to_its_passage() {
    let mut session = Session::open(200, 60);
    opened(&mut session);
    asked(&mut session, "Who warned about the dam?", 1);
    session.press("+");
    answered(&mut session, "Who warned about the dam?", 2);
    // What the answer rests on is a key away from it.
    session.press("gl\r");
    session.until("the record that is cited", |seen| {
        ["3 Passage ", "3 Report ", "3 Entity "].iter().any(|title| seen.text().contains(title))
    });
    session.press("[");
    session.shows("everything ▸");
    session.press("q");
    session.ends();
}

#[test]
fn answers_stand_side_by_side_and_one_is_taken() {
    let mut session = Session::open(120, 40);
    opened(&mut session);
    asked(&mut session, "Who warned about the dam?", 1);
    session.press("C");
    session.until("the answers", |seen| {
        let text = seen.text();
        // A column has its head when it is answered.
        text.contains("next column") && text.matches(" cited · ").count() == 3
    });
    session.press("l\r");
    session.shows("turn 2 of 2");
    session.press("q");
    session.ends();
}

#[test]
fn a_span_of_time_is_listed_and_asked_of() {
    let mut session = Session::open(120, 40);
    opened(&mut session);
    session.press("T");
    session.shows("dated sentences");
    session.press(" j\r");
    session.shows("2 Browser · documents");
    session.until("the span above the list", |seen| seen.text().contains(" to 201"));
    session.press("T");
    session.shows("dated sentences");
    session.press("A");
    session.shows("Enter ask");
    session.press("What happened?\r");
    session.shows("turn 1 of 1");
    session.press("q");
    session.ends();
}

#[test]
fn a_report_and_a_chat_are_written_to_files() {
    let mut session = Session::open(120, 40);
    opened(&mut session);
    let written = |session: &Session, number: usize| {
        session.until("a file", |_| {
            let files = std::fs::read_dir(session.home()).expect("a folder").flatten();
            let notes = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "md"));
            notes.count() == number
        });
    };
    session.press("3E");
    session.shows("to a file");
    session.press("\r");
    session.shows("written to");
    written(&session, 1);
    asked(&mut session, "Who warned about the dam?", 1);
    session.press("E");
    session.shows("Write this answer");
    session.press("\r");
    session.until("the chat's file", |seen| seen.text().contains("who-warned-about-the-dam.md"));
    written(&session, 2);
    session.press("q");
    session.ends();
}

#[test]
fn chats_are_named_found_again_and_deleted() {
    let mut session = Session::open(120, 40);
    opened(&mut session);
    asked(&mut session, "Who warned about the dam?", 1);
    session.press("n");
    session.shows("To begin with");
    asked(&mut session, "What is the reservoir?", 1);
    session.press("s");
    session.shows("1 of 2");
    session.press("\x12\x15Water levels\r");
    session.shows("Water levels");
    session.press("\x1b");
    session.until("the panes", |seen| !seen.text().contains("╭ Chats"));
    session.press("q");
    session.ends();
    let mut session = session.again();
    session.shows("4 Chat");
    session.press("\x1b4s");
    session.shows("╭ Chats");
    session.press("levels");
    session.shows("1 of 1");
    session.press("\x04");
    session.shows("Delete");
    session.press("y");
    session.until("no such chat", |seen| seen.text().contains("no chat speaks of this"));
    session.press("\x1b");
    session.until("the panes", |seen| !seen.text().contains("╭ Chats"));
    session.press("q");
    session.ends();
}
