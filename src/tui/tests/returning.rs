//! Where one comes back to: by `[`, after an update, from another window, on another day.

use super::Stage;
use super::fixture::answered;
use super::journeys::{at_a_citation_in_the_chat, place, report};
use crate::model::{Answer, AnswerEvent, CitedRecord, Grounding, Kind, Mode, Ref};
use crate::tui::data::Changed;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

#[test]
fn what_was_unfolded_is_unfolded_when_one_comes_back() {
    let mut stage = Stage::open(80, 24);
    stage.press("l G l k k");
    let rows = |stage: &Stage| -> Vec<(Option<u32>, bool)> {
        let rows = stage.app.tree.rows().iter();
        rows.map(|node| (node.community().map(|row| row.id.0), node.open)).collect()
    };
    assert_eq!(rows(&stage).iter().filter(|(_, open)| *open).count(), 2, "{}", stage.screen());
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(rows(&again), rows(&stage));
    // As kept by a version that knew nothing of it.
    let mut old: serde_json::Value = serde_json::from_str(&json).unwrap();
    old.as_object_mut().unwrap().remove("unfolded").expect("it is kept");
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_value(old).unwrap()) });
    assert!(rows(&again).iter().all(|(_, open)| !open));
}

#[test]
fn what_a_list_was_narrowed_to_narrows_it_when_one_comes_back() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 F");
    stage.write("person");
    stage.press("enter F");
    stage.write("1911");
    stage.press("enter");
    let mut again = Stage::empty(120, 40);
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(again.app.browser.parts, stage.app.browser.parts);
    assert!(again.shows("person  1911  Esc"), "{}", again.screen());
    // A stretch of the timeline is kept as well.
    stage.press("T enter");
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(again.app.browser.parts, stage.app.browser.parts);
}

#[test]
fn from_the_documents_of_a_time_one_comes_back_to_the_timeline() {
    for back in ["[", "esc"] {
        let mut stage = Stage::open(120, 40);
        stage.press("2 F");
        stage.write("person");
        stage.press("enter j enter 1 T x d j j enter");
        assert!(stage.shows("1913  Esc"), "{}", stage.screen());
        let row = |stage: &Stage| match stage.app.overlays.last() {
            Some(Overlay::Timeline(state)) => Some(state.window.cursor),
            _ => None,
        };
        // From a document of that time one comes back to the list first.
        stage.press("enter [");
        assert_eq!((stage.app.panes.focus, row(&stage)), (PaneId::Browser, None));
        stage.press(back);
        assert_eq!((stage.app.panes.focus, row(&stage)), (PaneId::Tree, Some(2)), "{}", stage.screen());
        // On to the next, and back to it.
        stage.press("j enter");
        stage.press(back);
        assert_eq!(row(&stage), Some(3));
        stage.press("esc");
        assert_eq!((stage.app.panes.focus, row(&stage)), (PaneId::Tree, None));
        assert_eq!(stage.app.reader.wanted, place(&stage), "{}", stage.screen());
        stage.press("2");
        assert!(stage.shows("person  Esc") && !stage.shows("1913"), "{}", stage.screen());
    }
}

#[test]
fn that_a_time_alone_is_listed_is_said_on_another_day() {
    let mut stage = Stage::open(120, 40);
    stage.press("T x d j j enter 1");
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert!(again.shows("the browser lists 1913 alone: Esc there lists everything"), "{}", again.screen());
    again.press("2 esc");
    assert!(again.app.browser.parts.is_empty());
}

#[test]
fn back_and_forward_return_to_where_one_stood() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter j j j l");
    let (top, link) = (stage.app.reader.top, stage.app.reader.link);
    assert!(link.is_some());
    stage.press("enter");
    assert_ne!(place(&stage), report(12));
    let there = place(&stage);
    stage.press("[");
    assert_eq!((place(&stage), stage.app.reader.top, stage.app.reader.link), (report(12), top, link));
    stage.press("]");
    assert_eq!(place(&stage), there);
    stage.press("]");
    assert!(stage.shows("nothing ahead"));
}

#[test]
fn back_from_what_an_answer_cites_returns_to_the_answer() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::open(width, height);
        at_a_citation_in_the_chat(&mut stage);
        let stands =
            |stage: &Stage| (stage.app.panes.focus, stage.app.panes.zoom, stage.app.chat.top, stage.app.chat.link);
        let before = stands(&stage);
        // On a small screen it has all of it without that.
        assert_eq!(before, (PaneId::Chat, width == 200, 0, Some(0)));
        stage.press("enter");
        assert_eq!((place(&stage), stage.app.panes.focus), (report(57), PaneId::Reader));
        // On from there, as far as a passage.
        stage.press("l l l enter z");
        assert_ne!(place(&stage), report(57));
        stage.press("[");
        assert_eq!((place(&stage), stage.app.panes.focus), (report(57), PaneId::Reader), "within the reader first");
        stage.press("[");
        assert_eq!(stands(&stage), before);
        // On a large screen what is cited is read beside it.
        assert!(stage.shows("4 Chat") && stage.shows("3 Report") == (width == 200), "{}", stage.screen());
        stage.press("]");
        assert_eq!((place(&stage), stage.app.panes.focus), (report(57), PaneId::Reader));
        stage.press("[ l enter");
        assert_eq!(place(&stage).map(|place| place.id), Some(812));
        // Beside the chat stands what it cites: what was read before one asked is a step farther.
        stage.press(if width == 200 { "[ [ [" } else { "[ [" });
        assert!(stage.shows("there is no earlier place"), "{}", stage.screen());
    }
}

#[test]
fn back_returns_to_an_answer_that_cites_what_was_open_already_and_after_coming_back() {
    let mut stage = Stage::open(120, 40);
    stage.press("l j enter");
    assert_eq!(place(&stage), report(57));
    at_a_citation_in_the_chat(&mut stage);
    stage.press("enter");
    assert_eq!((place(&stage), stage.app.panes.focus), (report(57), PaneId::Reader));
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    stage.press("[");
    assert_eq!((place(&stage), stage.app.panes.focus, stage.app.panes.zoom), (report(57), PaneId::Chat, true));
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    again.press("[");
    assert_eq!((place(&again), again.app.panes.focus, again.app.panes.zoom), (report(57), PaneId::Chat, true));
}

#[test]
fn one_comes_back_to_where_one_left() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l enter j j 2 q");
    let kept = stage.effects.iter().position(|effect| *effect == Effect::SaveState);
    assert!(kept < stage.effects.iter().position(|effect| *effect == Effect::Quit), "{:?}", stage.effects);
    let json = serde_json::to_string(&stage.app.saved()).unwrap();

    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(
        (place(&again), again.app.panes.focus, again.app.panes.zoom),
        (place(&stage), stage.app.panes.focus, stage.app.panes.zoom)
    );
    again.press("[");
    assert_eq!(place(&again), report(12), "the history came along");
}

#[test]
fn a_place_that_is_gone_is_left_for_the_one_before() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l enter");
    let mut saved = stage.app.saved();
    saved.history.open(Ref::new(Kind::Report, 4_000));
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(saved) });
    assert_eq!(place(&again), report(57));
    assert!(again.shows("Pumping stations"), "{}", again.screen());
}

#[test]
fn a_report_that_vanishes_while_it_is_read_gives_way_to_what_it_was_part_of() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter l enter");
    assert_eq!(place(&stage), report(57));
    stage.gone = vec![57];
    stage.send(Msg::IndexChanged);
    assert_eq!(place(&stage), report(12));
    assert_eq!(stage.app.tree.selected_ref(), report(12));
    assert!(stage.shows("there is no report 57 in this index; this is what it was part of"), "{}", stage.screen());
    assert_eq!(stage.app.reader.wanted, report(12), "{}", stage.screen());
}

#[test]
fn where_all_that_a_report_was_part_of_vanishes_one_is_where_one_was_before() {
    let mut stage = Stage::open(200, 60);
    stage.press("j enter");
    assert_eq!(place(&stage), report(3));
    stage.press("1 k l j enter");
    assert_eq!(place(&stage), report(57));
    stage.gone = vec![57, 61, 12];
    stage.send(Msg::IndexChanged);
    assert_eq!(place(&stage), report(3), "{}", stage.screen());
    assert_eq!(stage.app.tree.selected_ref(), report(3));
    assert!(stage.shows("this is where you were before"), "{}", stage.screen());
    // Nor is there anything before: the first report there is.
    let mut first = Stage::open(200, 60);
    first.gone = vec![57, 61, 12];
    first.send(Msg::IndexChanged);
    assert_eq!((place(&first), first.app.tree.selected_ref()), (report(3), report(3)), "{}", first.screen());
    assert!(first.shows("; this is the first report"), "{}", first.screen());
}

#[test]
fn the_folder_is_looked_at_again_when_one_comes_back_and_nothing_is_said_twice() {
    let mut stage = Stage::open(120, 40);
    stage.send(Msg::Returned);
    assert_eq!(stage.effects, [Effect::LookForChanges]);
    let files = vec![("minutes.txt".to_owned(), "changed".to_owned())];
    let changed = Changed { summary: "1 changed".to_owned(), files, costs: false };
    stage.send(Msg::FolderChanged(changed.clone()));
    assert_eq!(stage.effects.pop(), Some(Effect::Rebuild));
    assert!(stage.shows("the folder has changed: 1 changed"), "{}", stage.screen());
    // It could not be built: that is not tried at every look.
    stage.press("j");
    stage.send(Msg::Returned);
    stage.send(Msg::FolderChanged(changed));
    assert_eq!(stage.effects, [Effect::LookForChanges, Effect::LookForChanges]);
    assert!(!stage.shows("the folder has changed: 1"), "{}", stage.screen());
}

#[test]
fn another_index_has_answers_of_its_own() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.send(Msg::Opened { saved: None });
    assert_eq!(stage.app.chat.turns.len(), 0);
}

/// The index closed, and opened once more.
fn reopened(stage: &Stage) -> Stage {
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(stage.app.screen.width, stage.app.screen.height);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    again
}

#[test]
fn back_from_what_a_graph_led_to_is_the_graph() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 v l");
    let Some(at) = stage.app.overlays.iter().find_map(|overlay| match overlay {
        crate::tui::overlays::Overlay::Graph(state) => state.selected_ref(),
        _ => None,
    }) else {
        panic!("{}", stage.screen())
    };
    stage.press("enter");
    assert_eq!((stage.app.panes.focus, place(&stage)), (PaneId::Reader, Some(at)), "{}", stage.screen());
    stage.press("[");
    let graph = stage.app.overlays.iter().find_map(|overlay| match overlay {
        crate::tui::overlays::Overlay::Graph(state) => state.selected_ref(),
        _ => None,
    });
    assert_eq!(graph, Some(at), "{}", stage.screen());
}

#[test]
fn a_chat_that_has_the_screen_shows_again_what_it_cites_when_one_comes_back() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter");
    stage.asked(1);
    stage.press("z l l enter [");
    assert_eq!(stage.app.panes.focus, PaneId::Chat, "{}", stage.screen());
    assert_eq!(stage.app.reader.wanted.map(|record| record.id), Some(812), "{}", stage.screen());
}

#[test]
fn one_step_back_from_the_mentions_leads_to_what_they_are_of() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 n");
    assert!(stage.shows("mention 1 of ") && stage.shows("n next mention  N the one before"), "{}", stage.screen());
    assert!(stage.shows("} next document"), "{}", stage.screen());
    stage.press("n n n N");
    let last = place(&stage);
    stage.press("[");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Entity), "{}", stage.screen());
    stage.press("]");
    assert_eq!(place(&stage), last, "{}", stage.screen());
    // On from there, after a look at what was passed: its document is a place of its own.
    stage.press("} o [");
    assert!(stage.shows("mention 2 of ") || stage.shows("mention 1 of "), "{}", stage.screen());
    stage.press("[");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Entity), "{}", stage.screen());
}

#[test]
fn after_a_look_at_the_entity_one_goes_on_from_the_mention_that_was_read() {
    let mut stage = Stage::open(80, 24);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter n n");
    assert!(stage.shows("mention 2 of 2"), "{}", stage.screen());
    stage.press("[");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Entity), "{}", stage.screen());
    stage.press("N");
    assert!(stage.shows("mention 1 of 2"), "{}", stage.screen());
    stage.press("[ n");
    assert!(stage.shows("mention 2 of 2"), "{}", stage.screen());
    // By way of its first document none of them was read.
    let mut stage = Stage::open(80, 24);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter o [ n");
    assert!(stage.shows("mention 1 of 2"), "{}", stage.screen());
}

#[test]
fn one_comes_back_to_the_mode_and_the_part_that_one_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("A");
    stage.write("Who pays?");
    stage.press("enter M");
    let said = stage.app.chat.next.setting(None, "·");
    assert!(said.contains("inside Flood works") && stage.app.chat.next.mode != Mode::AUTO, "{said}");
    let mut again = reopened(&stage);
    assert!(again.shows(&format!("in the chat one asks as you left it: {said}")), "{}", again.screen());
    again.press("4");
    assert!(again.shows(&said) && again.shows("x: all documents"), "{}", again.screen());
    // What is usual is not worth a word, and another index is asked anew.
    again.press("x m");
    again.write("auto");
    again.press("enter");
    assert!(!reopened(&again).shows("as you left it"));
    stage.send(Msg::Opened { saved: None });
    assert!(stage.app.chat.next.scope.is_everything());
}

#[test]
fn back_from_the_chat_leads_to_what_one_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter J");
    let left = place(&stage);
    assert_ne!(left, report(12));
    stage.press("4 [");
    assert_eq!((place(&stage), stage.app.panes.focus), (left, PaneId::Reader), "{}", stage.screen());
}

#[test]
fn the_home_page_leads_back_to_the_row_that_one_stood_on() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 1 j");
    assert_eq!((place(&stage), stage.app.reader.wanted), (report(12), report(3)));
    stage.press("0");
    assert_eq!(stage.app.panes.focus, PaneId::Home);
    stage.press("[");
    assert_eq!((stage.app.panes.focus, stage.app.reader.wanted), (PaneId::Tree, report(3)), "{}", stage.screen());
    assert_eq!(place(&stage), report(12), "nobody has gone there");
    // From a place that one has gone to it leads to that one.
    stage.press("enter 0 [");
    assert_eq!((stage.app.panes.focus, place(&stage)), (PaneId::Reader, report(3)), "{}", stage.screen());
}

#[test]
fn a_record_opened_beside_answers_leads_back_to_them() {
    let mut stage = Stage::open(120, 40);
    let cites = || {
        let record = Ref::new(Kind::Report, 57);
        let cited = CitedRecord { record, title: "Pumping stations".into(), grounding: Grounding::Grounded };
        let answer = Answer { text: "It recurs.".into(), citations: vec![cited], ..Answer::default() };
        AnswerEvent::Done(Box::new(answer))
    };
    stage.asks("What recurs?", 1, cites());
    stage.press("C");
    let asked = |stage: &Stage| {
        let mut turns = stage.effects.iter().filter_map(|effect| match effect {
            Effect::Ask { turn, .. } => Some(*turn),
            _ => None,
        });
        turns.next_back().expect("a question was asked")
    };
    let first = asked(&stage);
    stage.send(Msg::Answer { turn: first, event: cites() });
    let second = asked(&stage);
    stage.press("tab tab tab enter");
    assert_eq!((stage.app.panes.focus, place(&stage)), (PaneId::Reader, report(57)), "{}", stage.screen());
    stage.press("[");
    assert!(matches!(stage.app.overlays[..], [Overlay::Compare(_)]), "{}", stage.screen());
    let third = asked(&stage);
    assert!(third > second, "what was cut off is asked again");
    stage.send(Msg::Answer { turn: third, event: answered() });
    assert!(!stage.shows("waits"), "{}", stage.screen());
}

#[test]
fn from_what_was_found_one_key_leads_back_and_the_list_goes_along() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 2");
    let before = place(&stage);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter");
    let found = Some(Ref::new(Kind::Entity, 410));
    assert_eq!(place(&stage), found);
    assert_eq!(stage.app.browser.selected_ref().map(Ref::record), found, "{}", stage.screen());
    stage.press("[");
    assert_eq!((place(&stage), stage.app.reader.wanted), (before, before), "{}", stage.screen());
}
