//! The way from one entity to another: between two that are marked, to one that is found by name, to one in the graph.

use super::Stage;
use crate::tui::keys::Layer;
use crate::tui::overlays::Overlay;

#[test]
fn two_that_are_marked_are_joined() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 space j space");
    assert!(stage.shows("2 marked  v joins"), "{}", stage.screen());
    stage.press("v");
    assert!(stage.shows("From Entity 8213 to Entity 8212"), "{}", stage.screen());
    // Of one the graph is drawn, of three it is said that two are wanted.
    stage.press("esc k k space v");
    assert!(stage.shows("Around Entity 8212"), "{}", stage.screen());
    stage.press("esc j j space j space v");
    assert_eq!(stage.app.layer(), Layer::Browser);
    assert!(stage.shows("3 are marked"), "{}", stage.screen());
}

#[test]
fn the_other_end_is_found_by_its_name() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 v l x");
    assert!(stage.shows("The way from Mrs Aldous to") || stage.shows("The way from Entity"), "{}", stage.screen());
    stage.write("low holm");
    stage.press("enter");
    assert_eq!(stage.app.layer(), Layer::Graph);
    assert!(stage.shows("to Low Holm"), "{}", stage.screen());
    assert!(stage.app.nav.way_from.is_none());
    stage.press("esc");
    assert_eq!(stage.app.layer(), Layer::Graph, "one is back in the graph that it was asked from");
    assert!(stage.shows("Around"), "{}", stage.screen());
    stage.press("esc");
    assert_eq!(stage.app.layer(), Layer::Browser);
}

#[test]
fn before_anything_is_typed_the_other_end_is_offered() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 G enter 1 2 g v x");
    assert!(stage.shows("where you were last, and what is drawn"), "{}", stage.screen());
    let offered: Vec<String> = match stage.app.overlays.last() {
        Some(Overlay::Finder(state)) => state.hits.iter().map(|hit| hit.title.clone()).collect(),
        other => panic!("{other:?}"),
    };
    assert_eq!(offered[0], "Entity 0", "where one was comes first: {offered:?}");
    assert!(offered.len() > 3 && !offered.contains(&"Low Holm".to_owned()), "that is where it begins: {offered:?}");
    stage.press("enter");
    assert!(stage.shows("From Low Holm to Entity 0"), "{}", stage.screen());
}

#[test]
fn the_end_that_is_pending_outlives_the_graph() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 v x esc esc");
    assert_eq!(stage.app.layer(), Layer::Browser);
    stage.press("j v");
    assert!(stage.shows("a way from Low Holm"), "{}", stage.screen());
    stage.press("l");
    assert!(stage.shows("x: the way from Low Holm to"), "{}", stage.screen());
    stage.press("x");
    assert!(stage.shows("From Low Holm to"), "{}", stage.screen());
}

#[test]
fn one_finds_in_the_graph() {
    for key in ["/", "ctrl-p"] {
        let mut stage = Stage::open(80, 24);
        stage.press("2 v l");
        stage.press(key);
        stage.write("low holm");
        stage.press("enter");
        assert_eq!(stage.app.layer(), Layer::Graph, "it is drawn: one goes to it");
        assert!(stage.shows("Low Holm, 10 documents"), "{}", stage.screen());
    }
}

#[test]
fn a_way_is_begun_in_a_pane() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 :");
    stage.write("shortest");
    stage.press("enter");
    assert!(stage.shows("The way from Entity 8213 to"), "{}", stage.screen());
    stage.write("low holm");
    stage.press("enter");
    assert!(stage.shows("From Entity 8213 to Low Holm"), "{}", stage.screen());
}

#[test]
fn at_a_mention_the_graph_is_of_whoever_is_mentioned_and_tells_its_time() {
    let mut stage = Stage::open(120, 40);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter n v");
    assert!(stage.shows("Around Low Holm"), "{}", stage.screen());
    stage.press("T");
    assert!(stage.shows("Timeline"), "{}", stage.screen());
    stage.press("esc");
    assert_eq!(stage.app.layer(), Layer::Graph);
}

#[test]
fn the_way_out_is_told_on_the_smallest_screen() {
    let mut stage = Stage::open(40, 12);
    for keys in ["2 v", "esc T", "esc ctrl-p"] {
        stage.press(keys);
        let foot = stage.screen().lines().last().unwrap_or_default().to_owned();
        assert!(foot.contains("Esc close") && foot.contains("Enter "), "{keys}: {foot}");
    }
}
