//! What a newcomer stumbled over, and nobody does again.

use super::Stage;
use super::fixture::answered;
use super::journeys::{place, report};
use crate::model::{AnswerEvent, Kind, Mode, Ref};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

fn lines(stage: &Stage) -> Vec<String> {
    stage.screen().lines().map(str::to_owned).collect()
}

#[test]
fn what_is_changed_is_in_sight_while_a_notice_stands_below() {
    for (width, height) in [(80, 24), (40, 12), (120, 40)] {
        let mut stage = Stage::open(width, height);
        stage.asked(1);
        stage.press("c");
        let screen = stage.screen();
        let (x, y) = stage.app.regions.cursor.expect("a field");
        let line = &lines(&stage)[usize::from(y)];
        assert!(line.contains("What recurs?"), "{x} {y}\n{screen}");
        assert!(screen.contains("change it; Enter asks it") && screen.contains("everything"), "{screen}");
    }
}

#[test]
fn the_reader_shows_what_the_tree_stands_on_once_a_filter_is_dropped() {
    let mut stage = Stage::open(120, 40);
    stage.press("g /");
    stage.write("dykes");
    stage.press("enter esc");
    let selected = stage.app.tree.selected_ref();
    assert_eq!(stage.app.reader.wanted, selected, "{}", stage.screen());
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
fn back_from_the_chat_leads_to_what_one_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter J");
    let left = place(&stage);
    assert_ne!(left, report(12));
    stage.press("4 [");
    assert_eq!((place(&stage), stage.app.focus), (left, PaneId::Reader), "{}", stage.screen());
}

#[test]
fn what_several_answers_cite_is_opened_and_peeked_at() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("C");
    let Some(Effect::Ask { turn, .. }) = stage.effects.last().cloned() else { panic!("{:?}", stage.effects) };
    stage.send(Msg::Answer { turn, event: answered() });
    assert!(stage.shows("2 records are cited by more than one of them"), "{}", stage.screen());
    stage.press("tab tab tab p");
    assert!(matches!(stage.app.overlays.last(), Some(Overlay::Peek(_))), "{}", stage.screen());
    stage.press("esc j enter");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Source, 812)), "{}", stage.screen());
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn of_three_that_are_marked_each_is_asked_of_with_each() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 space space space A");
    let question = stage.app.chat.question.lines().join("");
    assert_eq!(question.matches("have to do with each other").count(), 3, "{question}");
    for name in ["Entity 8213", "Entity 8212", "Entity 8211"] {
        assert_eq!(question.matches(name).count(), 2, "{question}");
    }
}

#[test]
fn places_to_go_on_to_are_scrolled_to() {
    let mut stage = Stage::open(40, 12);
    stage.asked(1);
    stage.press("d");
    assert!(stage.app.hints.is_some());
    let top = stage.app.chat.top;
    stage.press("up");
    assert!(stage.app.hints.is_some() && stage.app.chat.top != top, "{}", stage.screen());
    stage.press("a");
    assert!(stage.app.hints.is_none() && stage.app.chat.turns.len() == 2, "{}", stage.screen());
}

#[test]
fn a_span_of_time_is_begun_and_ended() {
    let mut stage = Stage::open(120, 40);
    stage.press("T x g space j j");
    assert!(stage.shows("a span begins at 1911: Space ends it"), "{}", stage.screen());
    stage.press("space j j j");
    assert!(stage.shows("span: 1911 to 1913"), "{}", stage.screen());
    stage.press("g space");
    assert!(stage.shows("a span begins at 1911"), "{}", stage.screen());
}

#[test]
fn reading_on_goes_by_the_list_one_is_in() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 2 J");
    assert_eq!(stage.app.browser.window.cursor, 1, "{}", stage.screen());
    assert_eq!(stage.app.focus, PaneId::Browser);
}

#[test]
fn reading_on_goes_into_what_is_tied_to_nothing() {
    let mut stage = Stage::open(120, 40);
    stage.press("G k enter J");
    assert!(stage.shows("Unconnected below unfolds"), "{}", stage.screen());
    stage.press("1 G enter k J");
    assert_eq!(place(&stage), report(90), "{}", stage.screen());
    stage.press("K");
    assert_eq!(place(&stage), report(19), "{}", stage.screen());
}

#[test]
fn documents_of_mentions_are_begun_from_the_list() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 }");
    assert_eq!(stage.app.focus, PaneId::Reader);
    assert!(stage.shows("mention 1 of 2"), "{}", stage.screen());
}

#[test]
fn an_empty_chat_says_what_is_missing() {
    let mut stage = Stage::open(120, 40);
    stage.press("4");
    for key in ["c", "r", "D", "t", "d", "+", "-"] {
        stage.press(key);
        assert!(stage.shows("ask something first"), "{key}\n{}", stage.screen());
    }
    stage.press("x");
    assert!(stage.shows("of everything already"), "{}", stage.screen());
    let foot = lines(&stage).pop().unwrap_or_default();
    for offered in ["d drill", "r again", "y copy", "t trace"] {
        assert!(!foot.contains(offered), "{foot}");
    }
}

#[test]
fn a_new_chat_asks_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    stage.write("Who?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(!stage.app.chat.next.scope.is_everything());
    stage.press("n");
    assert!(stage.app.chat.next.scope.is_everything());
    assert!(stage.shows("Who pays for the coal?"), "{}", stage.screen());
}

#[test]
fn what_was_written_is_not_left_at_one_key() {
    let mut stage = Stage::open(120, 40);
    stage.press("4 a");
    stage.write("Who kept");
    stage.press("esc ctrl-c");
    assert!(!stage.effects.contains(&Effect::Quit) && stage.shows("once more quits"), "{}", stage.screen());
    stage.press("ctrl-c");
    assert!(stage.effects.contains(&Effect::Quit));
}

#[test]
fn letters_of_the_home_page_stay_under_f() {
    let mut stage = Stage::home(120, 40);
    stage.press("f");
    assert!(stage.shows("B Flood works") && stage.shows("a  Mrs Aldous"), "{}", stage.screen());
    stage.press("B");
    assert_eq!(place(&stage), report(12), "{}", stage.screen());
}

#[test]
fn the_chat_one_is_in_is_marked_and_what_cannot_be_done_is_not_offered() {
    let mut stage = Stage::open(120, 40);
    stage.send(Msg::InChat(Some((2, "The coal".to_owned()))));
    stage.press("4 s");
    let line = lines(&stage).into_iter().find(|line| line.contains("The coal")).unwrap_or_default();
    assert!(line.contains('✓'), "{line}");
    stage.write("zzz");
    let foot = lines(&stage).pop().unwrap_or_default();
    assert!(!foot.contains("rename") && foot.contains("close"), "{foot}");
}

#[test]
fn a_list_says_how_many_rows_it_has_at_any_width() {
    let mut stage = Stage::open(80, 24);
    stage.press("2");
    assert!(stage.shows("1 of 8,214"), "{}", stage.screen());
}

#[test]
fn a_question_without_an_answer_is_not_gone_on_from() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who?");
    stage.press("enter esc +");
    assert!(stage.shows("no answer to go on from"), "{}", stage.screen());
    stage.press("r");
    stage.send(Msg::Answer { turn: TurnId(2), event: AnswerEvent::Done(Box::default()) });
    assert_eq!(stage.app.chat.turns.len(), 2);
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
