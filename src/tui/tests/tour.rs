//! The tour: it goes on, waits, and outlives what one does beside it.

use super::Stage;
use super::fixture::answered;
use crate::tui::app::tour::Tour;
use crate::tui::data::TurnId;
use crate::tui::msg::Msg;

#[test]
fn the_tour_outlives_a_menu_and_an_answer_stays_where_it_was_read() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(crate::tui::app::tour::Tour::default());
    stage.send(Msg::Opened { saved: None });
    stage.press("tab enter l enter l l l enter [ a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows(" 5 of 5 "), "{}", stage.screen());
    stage.press("t G");
    let top = stage.app.chat.top;
    assert!(top > 0, "{}", stage.screen());
    stage.press("m");
    assert!(!stage.shows(" 5 of 5 "), "what lies in front covers its line: {}", stage.screen());
    stage.press("esc");
    assert!(stage.shows(" 5 of 5 "), "{}", stage.screen());
    assert_eq!(stage.app.chat.top, top);
    stage.press("esc");
    assert!(!stage.shows(" 5 of 5 "), "{}", stage.screen());
    assert!(stage.app.chat.top + 1 >= top, "{} {top}", stage.app.chat.top);
}

#[test]
fn the_tour_goes_on_whatever_a_citation_leads_to_and_in_its_order() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(Tour::default());
    stage.send(Msg::Opened { saved: None });
    // What was asked before the tour takes none of its steps.
    stage.asked(1);
    assert!(stage.shows(" 2 of 5 "), "{}", stage.screen());
    stage.press("1 enter");
    assert!(stage.shows(" 2 of 5 "), "a list is no citation: {}", stage.screen());
    stage.press("l enter");
    assert!(stage.shows(" 3 of 5  You followed it: [ leads back"), "{}", stage.screen());
    stage.press("l l l enter");
    assert!(stage.shows(" 3 of 5  You are at a passage"), "{}", stage.screen());
    // What is said at its step takes nothing away from it.
    stage.press("N");
    assert!(stage.app.notice.is_some() && stage.shows(" 3 of 5 "), "{}", stage.screen());
    stage.press("[");
    assert!(stage.shows(" 4 of 5 "), "{}", stage.screen());
    stage.press("a");
    assert!(!stage.shows(" 4 of 5 "), "keys are letters while one types: {}", stage.screen());
    stage.press("esc");
    stage.asked(2);
    assert!(stage.shows(" 5 of 5 "), "{}", stage.screen());
    stage.press("?");
    assert!(stage.app.tour.is_none());
}

#[test]
fn whoever_goes_back_from_a_subject_has_followed_nothing_yet() {
    let mut stage = Stage::home(80, 24);
    stage.app.tour = Some(Tour::default());
    stage.click("The pension fund");
    assert!(stage.shows(" 2 of 5 "), "{}", stage.screen());
    stage.press("[");
    assert!(stage.shows(" 2 of 5 "), "{}", stage.screen());
    stage.click("The pension fund");
    stage.press("l enter");
    assert!(stage.shows(" 3 of 5 "), "{}", stage.screen());
}

#[test]
fn the_tour_waits_where_its_keys_do_something_else() {
    let mut stage = Stage::home(80, 24);
    stage.app.tour = Some(Tour::default());
    stage.press("tab");
    assert!(stage.shows("2 of 5  3 goes to the reader: what stands there cites passages"), "{}", stage.screen());
    stage.press("0");
    assert!(stage.shows("2 of 5  A community's letter opens it, 3 what you read last"), "{}", stage.screen());
    stage.press("3");
    assert!(stage.shows("2 of 5  l goes to a citation"), "{}", stage.screen());
}

#[test]
fn a_filter_is_dropped_before_the_tour() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(crate::tui::app::tour::Tour::default());
    stage.send(Msg::Opened { saved: None });
    stage.press("tab /");
    stage.write("ferr");
    stage.press("enter esc");
    assert!(!stage.app.tree.filter.is_on() && stage.app.tour.is_some(), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.tour.is_none());
}
