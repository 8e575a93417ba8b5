//! A question asked again: inside a part, deeper, in another way; and the way back and forward through its answers.

use super::Stage;
use super::fixture::{answered, drills};
use super::journeys::{place, report};
use crate::model::{Answer, AnswerEvent, CommunityId, Drill, Kind, Mode, Ref, TraceStep};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::panes::PaneId;

/// The questions before the one that was put to the engines last.
fn before(stage: &Stage) -> Vec<String> {
    let asked = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask { history, .. } => Some(history.iter().map(|(question, _)| question.clone()).collect()),
        _ => None,
    });
    asked.expect("a question was asked")
}

fn ask(stage: &mut Stage, question: &str, turn: u64) {
    stage.asks(question, turn, answered());
}

/// An answer from which one can go on to some communities.
fn leading_to(communities: &[u32]) -> AnswerEvent {
    let drill = |&id: &u32| Drill { record: Ref::new(Kind::Report, id), title: format!("Part {id}"), under: None };
    let drill = communities.iter().map(drill).collect();
    AnswerEvent::Done(Box::new(Answer { text: "It recurs.".to_owned(), drill, ..Answer::default() }))
}

/// Three answers, each inside a part of what the one before was asked of.
fn drilled_twice() -> Stage {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 1 j");
    assert!(stage.app.nav.previewing.is_some(), "the tree stands on what is not open: {}", stage.screen());
    stage.asked(1);
    stage.press("d b");
    stage.send(Msg::Answer { turn: TurnId(2), event: leading_to(&[64]) });
    stage.press("d a");
    stage.send(Msg::Answer { turn: TurnId(3), event: answered() });
    assert_eq!((stage.app.chat.turns.len(), stage.app.chat.current_turn()), (3, Some(2)), "{}", stage.screen());
    stage
}

#[test]
fn a_question_asked_again_has_before_it_what_it_had() {
    // `d`, `+`, `r`, and beside others: each asks the last of two questions, whose words may point back to the first
    // alone.
    for keys in ["d b", "+", "r", "C"] {
        let mut stage = Stage::open(120, 40);
        stage.asked(1);
        stage.press(keys);
        assert_eq!(before(&stage), Vec::<String>::new(), "{keys}");
        let mut stage = Stage::open(120, 40);
        stage.asked(1);
        ask(&mut stage, "Who paid for it?", 2);
        assert_eq!(before(&stage), ["What recurs?"], "{keys}");
        stage.press(keys);
        assert_eq!(before(&stage), ["What recurs?"], "{keys}");
    }
}

#[test]
fn however_deep_and_however_late_a_question_is_asked_again_what_it_pointed_back_to_stays() {
    let mut stage = drilled_twice();
    assert_eq!(before(&stage), Vec::<String>::new());
    // A question counts once, whatever parts it was asked in; and it is asked as the first was when others lie between.
    ask(&mut stage, "Who paid for it?", 4);
    assert_eq!(before(&stage), ["What recurs?"]);
    stage.press("{ {");
    stage.press("{ { r");
    assert_eq!(before(&stage), Vec::<String>::new(), "{}", stage.screen());
    // Also when the answers come from another day.
    let mut chat = crate::tui::panes::chat::State::default();
    chat.update(crate::tui::panes::Msg::Resize { width: 80, height: 24 });
    let saved = stage.app.chat.turns.iter().take(4).map(|turn| turn.saved()).collect();
    chat.update(crate::tui::panes::Msg::Loaded(crate::tui::data::Loaded::Turns(saved)));
    assert_eq!(chat.history_of(2), Vec::new());
    assert_eq!(chat.history_of(3).len(), 1);
}

#[test]
fn back_and_forward_go_from_turn_to_turn_whatever_the_tree_stood_on() {
    let mut stage = drilled_twice();
    let at = |stage: &Stage| (stage.app.panes.focus, stage.app.chat.current_turn());
    for (key, turn) in [("[", 1), ("[", 0), ("]", 1), ("]", 2), ("[", 1)] {
        stage.press(key);
        assert_eq!(at(&stage), (PaneId::Chat, Some(turn)), "{key}: {}", stage.screen());
    }
    // What is asked from here on is another way: nothing lies ahead.
    stage.press("+");
    stage.send(Msg::Answer { turn: TurnId(4), event: answered() });
    stage.press("]");
    assert!(stage.shows("nothing ahead"), "{}", stage.screen());
}

#[test]
fn a_question_that_is_written_anew_is_a_step_too() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    ask(&mut stage, "Who paid for it?", 2);
    for (key, turn) in [("[", 0), ("]", 1)] {
        stage.press(key);
        assert_eq!(
            (stage.app.panes.focus, stage.app.chat.current_turn()),
            (PaneId::Chat, Some(turn)),
            "{}",
            stage.screen()
        );
    }
}

#[test]
fn a_passage_looked_at_before_one_went_deeper_does_not_lie_ahead() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("l enter [ d b");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    stage.press("[");
    assert_eq!(stage.app.chat.current_turn(), Some(0));
    stage.press("]");
    assert_eq!((stage.app.panes.focus, stage.app.chat.current_turn()), (PaneId::Chat, Some(1)), "{}", stage.screen());
    // Of both, the way back is the way that one came.
    stage.press("l enter");
    assert_eq!((stage.app.panes.focus, place(&stage)), (PaneId::Reader, report(57)));
    stage.press("[ [");
    assert_eq!((stage.app.panes.focus, stage.app.chat.current_turn()), (PaneId::Chat, Some(0)), "{}", stage.screen());
}

#[test]
fn a_report_that_is_no_part_of_what_was_asked_is_asked_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("d b");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    stage.press("1 g enter");
    assert_eq!(place(&stage), report(12));
    stage.press("d");
    stage.send(Msg::Answer { turn: TurnId(3), event: answered() });
    let turn = &stage.app.chat.turns[2];
    assert_eq!((turn.parent, &turn.asked.scope.communities[..]), (Some(TurnId(1)), &[CommunityId(12)][..]));
    assert!(stage.shows("everything ▸ Flood works"), "{}", stage.screen());
    // What was asked inside of it already is gone to.
    stage.press("1 j enter");
    assert_eq!(place(&stage), report(3));
    stage.press("d");
    assert_eq!((stage.app.chat.turns.len(), stage.app.chat.current_turn()), (3, Some(1)), "{}", stage.screen());
    assert!(stage.shows("asked before; r asks again"), "{}", stage.screen());
    assert_eq!(stage.app.panes.focus, PaneId::Chat, "it is looked at");
    // What lies inside is asked inside.
    stage.press("1 l j enter d");
    let turn = &stage.app.chat.turns[3];
    assert_eq!((turn.parent, &turn.asked.scope.communities[..]), (Some(TurnId(2)), &[CommunityId(64)][..]));
}

#[test]
fn places_that_do_not_fit_are_counted_and_shown_by_a_letter() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    let many: Vec<u32> = (101..=109).collect();
    stage.send(Msg::Answer { turn: TurnId(1), event: leading_to(&many) });
    // What stands together stays on one line.
    let shows = |stage: &Stage, text: &str| stage.shows(&text.replace(' ', "\u{a0}"));
    assert!(shows(&stage, "a Part 101") && shows(&stage, "g Part 106"), "{}", stage.screen());
    assert!(shows(&stage, "h all 9") && !shows(&stage, "Part 107"), "{}", stage.screen());
    stage.press("d h");
    assert!(shows(&stage, "j Part 109") && !shows(&stage, "all 9"), "{}", stage.screen());
    assert_eq!(stage.app.chat.turns.len(), 1);
    assert!(drills().len() < 6, "few are shown as they are");
}

#[test]
fn what_a_long_question_was_understood_as_is_folded_with_it() {
    let mut stage = Stage::open(80, 24);
    let long = "why does it cost what it costs? ".repeat(60);
    stage.press("a");
    stage.send(Msg::Paste(long.clone()));
    stage.press("enter");
    let trace = vec![TraceStep::Understood { question: long.replace("it ", "the coal ") }];
    let answer = Answer { text: "Two matters recur.".to_owned(), trace, ..Answer::default() };
    stage.send(Msg::Answer { turn: TurnId(1), event: AnswerEvent::Done(Box::new(answer)) });
    assert!(stage.shows("understood as: why does the coal") && stage.shows("Two matters recur"), "{}", stage.screen());
    stage.click("more lines");
    assert!(!stage.shows("Two matters recur"), "{}", stage.screen());
}

/// A question to the reports, answered at a level as a turn of that number.
fn answered_by_reports(stage: &mut Stage, turn: u64) {
    stage.send(Msg::Answer { turn: TurnId(turn), event: answered() });
}

#[test]
fn one_level_deeper_and_back_asks_nothing_twice() {
    let mut stage = Stage::open(120, 40);
    stage.app.chat.set_mode(Mode::GLOBAL);
    stage.asked(1);
    stage.press("+");
    answered_by_reports(&mut stage, 2);
    assert_eq!(stage.app.chat.turns[1].asked.level, Some(1));
    for (key, at) in [("-", 0), ("+", 1), ("-", 0)] {
        stage.press(key);
        assert_eq!((stage.app.chat.turns.len(), stage.app.chat.current_turn()), (2, Some(at)), "{key}");
        assert!(stage.shows("asked before"), "{}", stage.screen());
    }
}

#[test]
fn a_part_that_was_asked_is_gone_to_again() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("+");
    answered_by_reports(&mut stage, 2);
    assert!(stage.app.chat.turns[1].asked.drilled.is_some(), "{}", stage.screen());
    for (key, at) in [("-", 0), ("+", 1)] {
        stage.press(key);
        assert_eq!((stage.app.chat.turns.len(), stage.app.chat.current_turn()), (2, Some(at)), "{key}");
    }
}

#[test]
fn a_drill_whose_answer_above_is_gone_asks_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("+");
    answered_by_reports(&mut stage, 2);
    stage.press("- D y");
    assert_eq!(stage.app.chat.turns.len(), 1);
    stage.press("-");
    let last = stage.app.chat.turns.last().unwrap();
    assert!(last.asked.scope.is_everything() && last.parent.is_none(), "{}", stage.screen());
    assert!(stage.shows("the answer above was removed"), "{}", stage.screen());
}

#[test]
fn places_to_go_on_to_are_scrolled_to() {
    let mut stage = Stage::open(40, 12);
    stage.asked(1);
    stage.press("d");
    assert!(stage.app.input.hints.is_some());
    let top = stage.app.chat.top;
    stage.press("up");
    assert!(stage.app.input.hints.is_some() && stage.app.chat.top != top, "{}", stage.screen());
    stage.press("a");
    assert!(stage.app.input.hints.is_none() && stage.app.chat.turns.len() == 2, "{}", stage.screen());
}

#[test]
fn d_at_what_is_cited_beside_reports_asks_nothing() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("3 g l l");
    assert!(stage.app.reader.focused_ref().is_some_and(|record| record.kind == Kind::Source), "{}", stage.screen());
    assert!(!stage.shows("ask inside it"), "{}", stage.screen());
    stage.press("d");
    assert_eq!(stage.app.chat.turns.len(), 1);
    assert!(stage.shows("d asks the last question inside a report"), "{}", stage.screen());
}

#[test]
fn the_ends_of_the_levels_are_said() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 m down enter");
    assert!(stage.shows("global"), "{}", stage.screen());
    stage.press("-");
    assert!(stage.shows("this is the top level of reports"), "{}", stage.screen());
    for _ in 0..9 {
        stage.press("+");
    }
    assert!(stage.shows("there is no deeper level of reports"), "{}", stage.screen());
}
