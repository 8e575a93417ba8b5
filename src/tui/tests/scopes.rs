//! Of what a question is asked: the line above the field says so before it is begun, and what names a part by itself is
//! told.

use super::Stage;
use super::fixture::answered;
use crate::model::{Answer, AnswerEvent, DocumentId, Kind, Scope, TraceStep};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

/// An answer that was drilled into a part of it.
fn drilled() -> Stage {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("d b");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    stage
}

#[test]
fn what_is_marked_is_asked_of_everything_whatever_was_asked_before() {
    let mut stage = drilled();
    stage.asks("Who paid?", 3, answered());
    assert!(stage.shows("auto · inside The pension fund"), "{}", stage.screen());
    stage.press("2 space j space A");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    stage.press("enter");
    let asked = &stage.app.chat.turns.last().expect("a turn").asked;
    assert!(asked.question.contains(" and ") && asked.scope.is_everything(), "{asked:?}");
}

#[test]
fn the_line_above_the_field_says_of_what_one_is_about_to_ask() {
    let mut stage = drilled();
    let before = stage.screen();
    assert!(before.contains("auto · inside The pension fund") && before.contains("x ask all documents"), "{before}");
    stage.press("a");
    assert!(
        stage.shows("auto · inside The pension fund") && stage.shows("Alt-x ask all documents"),
        "{}",
        stage.screen()
    );
    assert!(stage.shows("Alt-x: all documents ─"), "where it is written: {}", stage.screen());
    stage.press("alt-x");
    assert!(stage.shows("auto · everything") && !stage.shows("Alt-x"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.shows("auto · everything") && !stage.shows("x ask all documents"), "{}", stage.screen());
    // From another pane one asks of everything.
    let mut stage = drilled();
    stage.press("1");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
}

#[test]
fn documents_that_are_asked_are_called_by_their_titles() {
    let mut stage = Stage::open(200, 60);
    stage.press("2 h");
    let title = |stage: &Stage, at: usize| {
        let browser = &stage.app.browser;
        assert_eq!(browser.kind, Kind::Document);
        browser.rows[&browser.ids[at]].name.clone()
    };
    let first = title(&stage, 0);
    stage.press("A");
    assert!(stage.shows(&format!("auto · inside {first}")), "{}", stage.screen());
    stage.press("esc 2 space j space A");
    assert!(stage.shows("auto · inside 2 documents: "), "{}", stage.screen());
}

#[test]
fn inside_a_part_of_some_documents_no_others_are_asked() {
    let mut stage = Stage::open(120, 40);
    let documents = vec![DocumentId(3), DocumentId(4)];
    stage.app.chat.begin_inside(Scope { documents: documents.clone(), ..Scope::default() }, "March".to_owned());
    stage.press("4 a");
    stage.write("Who paid?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    stage.press("d b");
    let asked = &stage.app.chat.turns.last().expect("a turn").asked;
    assert_eq!((asked.scope.communities.len(), &asked.scope.only), (1, &documents), "{asked:?}");
}

#[test]
fn back_from_an_answer_inside_a_part_leads_to_the_one_above() {
    let mut stage = drilled();
    assert!(stage.shows("auto · inside The pension fund"), "{}", stage.screen());
    stage.press("[");
    assert_eq!(stage.app.chat.current_turn(), Some(0));
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    stage.press("[");
    assert!(stage.shows("there is no earlier place"), "{}", stage.screen());
}

#[test]
fn a_part_that_a_question_names_by_itself_stands_above_its_answer() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who was there in February 2019?");
    stage.press("enter");
    let to = "the documents from 2019-02-01 to 2019-02-28: 12".to_owned();
    let trace = vec![TraceStep::Narrowed { to }];
    let answer = Answer { text: "Nobody.".to_owned(), trace, ..Answer::default() };
    stage.send(Msg::Answer { turn: TurnId(1), event: AnswerEvent::Done(Box::new(answer)) });
    assert!(stage.shows("auto · the documents from 2019-02-01 to 2019-02-28: 12"), "{}", stage.screen());
}

#[test]
fn the_way_that_was_chosen_stands_behind_the_one_that_was_asked_for() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who was there?");
    stage.press("enter");
    let answered = || {
        let trace = vec![TraceStep::Note { text: "basic: it asks for a passage".to_owned() }];
        let answer = Answer { text: "Nobody.".to_owned(), trace, drill: super::fixture::drills(), ..Answer::default() };
        AnswerEvent::Done(Box::new(answer))
    };
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows("auto → basic · everything · it asks for a passage"), "{}", stage.screen());
    // Inside a part, the path above says of what it is asked.
    stage.press("d a");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    assert!(stage.shows("auto → basic · it asks for a passage"), "{}", stage.screen());
}

#[test]
fn where_a_part_does_not_tell_it_is_said_what_lies_elsewhere_and_how_that_is_asked() {
    let mut stage = Stage::open(80, 24);
    stage.asked(1);
    stage.press("d b");
    let text = "Nothing says this in so many words. Nearest to it:\n\n- “The clerk read.”".to_owned();
    let answer = Answer { text, elsewhere: 12, ..Answer::default() };
    stage.send(Msg::Answer { turn: TurnId(2), event: AnswerEvent::Done(Box::new(answer)) });
    let told = "12 passages elsewhere speak of it. x, then r: ask all documents";
    assert!(stage.shows(told), "{}", stage.screen());
    stage.press("x r");
    let turn = stage.app.chat.turns.last().expect("a turn");
    assert_eq!((turn.asked.question.as_str(), turn.asked.scope.is_everything()), ("What recurs?", true));
    assert_eq!((turn.id, turn.parent), (TurnId(3), None));
}

#[test]
fn an_empty_chat_inside_a_part_begins_with_questions_of_that_part() {
    let mut stage = Stage::open(120, 40);
    stage.press("A");
    assert!(stage.shows("To begin with, inside Flood works"), "{}", stage.screen());
    assert!(stage.shows("Who keeps the pumps?") && !stage.shows("Who pays for the coal?"), "{}", stage.screen());
    stage.press("alt-x");
    assert!(stage.shows("Who pays for the coal?") && !stage.shows("Who keeps the pumps?"), "{}", stage.screen());
}

#[test]
fn everything_that_was_chosen_holds_until_a_part_is_chosen() {
    let mut stage = drilled();
    stage.press("x a");
    stage.write("Who paid?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(3), event: answered() });
    stage.press("{");
    assert_eq!(stage.app.chat.current_turn(), Some(1), "{}", stage.screen());
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    stage.press("d a");
    stage.send(Msg::Answer { turn: TurnId(4), event: answered() });
    assert!(!stage.app.chat.about_to_ask().scope.is_everything(), "{}", stage.screen());
}

#[test]
fn up_again_undoes_what_down_did() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("+");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    assert_eq!(stage.app.chat.current_turn(), Some(1));
    stage.press("-");
    assert_eq!(stage.app.chat.current_turn(), Some(0), "{}", stage.screen());
    stage.press("-");
    assert!(stage.shows("nothing lies above it"), "{}", stage.screen());
    assert_eq!(stage.app.chat.turns.len(), 2, "nothing is asked anew");
}

#[test]
fn what_was_begun_and_left_is_put_aside_and_brought_back() {
    let field = |stage: &Stage| stage.app.chat.question.lines().join("\n");
    let mut stage = Stage::open(120, 40);
    stage.press("a s esc 1 a");
    assert!(stage.shows("what was begun is put aside"), "{}", stage.screen());
    stage.write("Who paid?");
    assert_eq!(field(&stage), "Who paid?");
    stage.press("ctrl-u up");
    assert_eq!(field(&stage), "s");
    stage.press("ctrl-u");
    let long = "Who of the board agreed to pay for the coal";
    stage.write(long);
    stage.press("esc a");
    stage.write("Who paid?");
    assert_eq!(field(&stage), "Who paid?");
    stage.press("ctrl-u up");
    assert_eq!(field(&stage), long);
}

#[test]
fn a_new_chat_is_no_line_that_is_written() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("n");
    assert!(!stage.app.chat.typing && stage.shows("a asks a question"), "{}", stage.screen());
    stage.press("l enter");
    assert_eq!(stage.app.chat.turns.len(), 1, "what to begin with is asked at once");
}

#[test]
fn a_question_asked_from_inside_a_part_is_asked_inside_it() {
    let mut stage = drilled();
    stage.press("a");
    assert!(stage.shows("auto · inside The pension fund"), "the rule says so: {}", stage.screen());
    stage.write("Who paid?");
    stage.press("enter");
    let asked = &stage.app.chat.turns.last().expect("a turn").asked;
    assert_eq!((asked.scope_title.as_str(), asked.drilled), ("The pension fund and its trustees", None));
    // One leaves the part before the question or without it, and stays outside.
    let mut stage = drilled();
    stage.press("x a");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    let mut stage = drilled();
    stage.press("a esc");
    assert!(stage.app.chat.next.scope.is_everything(), "nothing was asked inside");
    // From another pane nobody stands at that answer.
    stage.press("1 a");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
}

#[test]
fn a_question_inside_a_report_that_is_not_asked_leaves_no_trace() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    // What was written is written for that report.
    stage.press("3 A");
    stage.write("Who?");
    stage.press("esc");
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
    // There it is gone on with; another question is none of that report, and what was written is brought back.
    stage.press("3 A");
    assert_eq!(stage.app.chat.question.lines(), ["Who?"]);
    for asks in ["esc a", "up esc 3 a"] {
        stage.press(asks);
        assert_eq!(stage.app.chat.question.lines(), [""], "{}", stage.screen());
        assert!(stage.app.chat.next.scope.is_everything() && stage.shows("brings it back"), "{}", stage.screen());
    }
    stage.press("up");
    assert_eq!(stage.app.chat.question.lines(), ["Who?"]);
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
}

#[test]
fn the_line_above_the_field_stays_while_something_lies_before_the_chat() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("d b");
    let inside = "auto · inside The pension fund";
    assert!(stage.shows(inside), "{}", stage.screen());
    stage.press("E");
    assert!(stage.shows(inside), "{}", stage.screen());
}

#[test]
fn of_an_entity_one_asks_by_its_name() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 A");
    assert_eq!(stage.app.chat.question.lines().join(""), "What is said about Entity 8213?", "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.chat.question.is_empty());
    assert_eq!(stage.app.panes.focus, PaneId::Browser, "whoever leaves it unwritten is where one was");
    stage.press("A");
    stage.write(" Where?");
    stage.effects.clear();
    stage.press("esc");
    assert_eq!(
        (stage.app.panes.focus, &stage.effects[..]),
        (PaneId::Chat, &[Effect::SaveState][..]),
        "what is written is kept"
    );
}

#[test]
fn what_an_entity_lies_in_is_offered_first_to_narrow_by() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 enter 2 F");
    let Some(Overlay::Narrow(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    let first = state.selected().map(|part| part.label.clone());
    assert_eq!(first.as_deref(), Some("Flood works on the lower river"), "{}", stage.screen());
}
