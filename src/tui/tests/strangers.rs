//! What somebody stumbled over who walked through for the first time.

use super::Stage;
use crate::model::{Kind, Mode};
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;
use crate::tui::tour::Tour;

/// The index closed, and opened once more.
fn reopened(stage: &Stage) -> Stage {
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(stage.app.screen.width, stage.app.screen.height);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    again
}

#[test]
fn a_question_that_was_not_sent_waits_where_it_was_written() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("a");
    stage.write("Who paid for the coal?");
    stage.press("esc 1");
    let mut again = reopened(&stage);
    assert!(again.shows("the question you were writing waits in the chat"), "{}", again.screen());
    again.press("4");
    assert!(again.shows("Who paid for the coal?"), "{}", again.screen());
    again.press("enter enter");
    assert_eq!(again.app.chat.turns.last().map(|turn| turn.asked.question.as_str()), Some("Who paid for the coal?"));
    // So does one that was put aside.
    stage.press("a esc q");
    let mut again = reopened(&stage);
    again.press("a up");
    assert!(again.shows("Who paid for the coal?"), "{}", again.screen());
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
    assert!(again.shows(&said) && again.shows("x: ask all documents"), "{}", again.screen());
    // What is usual is not worth a word, and another index is asked anew.
    again.press("x m");
    again.write("auto");
    again.press("enter");
    assert!(!reopened(&again).shows("as you left it"));
    stage.send(Msg::Opened { saved: None });
    assert!(stage.app.chat.next.scope.is_everything());
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
fn the_tour_waits_where_its_keys_do_something_else() {
    let mut stage = Stage::home(80, 24);
    stage.app.tour = Some(Tour::default());
    stage.press("tab");
    assert!(stage.shows("2 of 5  3 goes to the reader: what stands there cites passages"), "{}", stage.screen());
    stage.press("0");
    assert!(stage.shows("2 of 5  A subject's letter opens it, 3 what you read last"), "{}", stage.screen());
    stage.press("3");
    assert!(stage.shows("2 of 5  l goes to a citation"), "{}", stage.screen());
}

#[test]
fn what_is_read_on_from_the_tree_counts_as_read() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter 1 J");
    let here = stage.app.reader.wanted.expect("a report");
    assert!(stage.app.focus == PaneId::Tree && stage.app.visited.read.contains(&here), "{}", stage.screen());
}

#[test]
fn the_timeline_of_what_is_selected_tells_of_that_and_of_everything_at_a_key() {
    for keys in ["1", "2", "2 enter"] {
        let mut stage = Stage::open(80, 24);
        stage.press(keys);
        let title = stage.app.focused_ref().map(|here| stage.app.title_of(here)).expect("a record");
        stage.press("T");
        assert!(stage.shows("naming") && stage.shows("x everything"), "{}", stage.screen());
        assert!(
            stage.shows(&title.chars().take(9).collect::<String>()) && stage.shows("3 dated documents"),
            "{}",
            stage.screen()
        );
        assert!(stage.shows("Only 3 documents have a day; 12 have none"), "{}", stage.screen());
        stage.press("x");
        assert!(stage.shows("90 dated documents, 12 without a date") && !stage.shows("naming"), "{}", stage.screen());
    }
    let mut stage = Stage::home(80, 24);
    stage.press("T");
    assert!(stage.shows("90 dated documents"), "{}", stage.screen());
}

#[test]
fn colours_are_seen_before_they_are_kept() {
    let mut stage = Stage::open(80, 24);
    let before = stage.app.theme.name.clone();
    stage.press(", c up");
    assert_ne!(stage.app.theme.name, before);
    assert!(stage.shows("now mono") && stage.shows("for a light background"), "{}", stage.screen());
    stage.press("esc");
    assert_eq!((stage.app.theme.name.as_str(), stage.effects.len()), (before.as_str(), 0));
    stage.press("enter up enter");
    let theme = stage.app.theme.name.clone();
    assert_eq!(stage.effects, [Effect::Set { key: "theme", value: theme.clone() }]);
    assert_ne!(theme, before);
    assert!(matches!(stage.app.overlays[..], [Overlay::Settings(_)]), "back where it was begun");
}

#[test]
fn the_document_of_an_entity_is_the_first_that_names_it() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 enter o");
    let here = stage.app.reader.wanted.expect("a place");
    assert_eq!((here.kind, here.id), (Kind::Document, 4));
    stage.press("1 enter o");
    assert!(stage.shows("a report is made of many documents"), "{}", stage.screen());
}

#[test]
fn a_question_that_is_changed_says_that_it_is_a_new_one() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("c");
    assert!(stage.shows("Enter asks it at the end, and this one stays"), "{}", stage.screen());
}

#[test]
fn what_is_written_is_told_without_what_could_be_written_besides() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.asked(2);
    stage.press("E");
    assert!(stage.shows("Write this answer to a file") && stage.shows("writes all 2 questions"), "{}", stage.screen());
    stage.press("enter");
    let written = stage.effects.iter().find_map(|effect| match effect {
        Effect::Export { what, .. } => Some(what.as_str()),
        _ => None,
    });
    assert_eq!(written, Some("this answer"));
}

#[test]
fn a_path_that_is_begun_is_completed_and_indexes_of_one_name_are_told_apart() {
    use crate::tui::start::{Recent, told_apart};
    let recent = |name: &str, note: &str, path: &str| Recent {
        name: name.into(),
        path: path.into(),
        note: note.into(),
        when: "2 days ago, 3.4 MB".into(),
    };
    let all = vec![
        recent("board", "/papers/board", "/i/1"),
        recent("board", "/papers/board.md", "/i/2"),
        recent("board", "/papers/board", "/i/3"),
        recent("coal", "/papers/coal", "/i/4"),
    ];
    let told: Vec<(String, String)> = told_apart(all.clone(), |root| root.ends_with(".md"))
        .into_iter()
        .map(|recent| (recent.name, recent.note))
        .collect();
    let expected =
        [("board", "/i/1"), ("board (file)", "/papers/board.md"), ("board", "/i/3"), ("coal", "/papers/coal")];
    assert_eq!(told, expected.map(|(name, note)| (name.to_owned(), note.to_owned())));
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(all));
    assert!(stage.shows("2 days ago, 3.4 MB"), "{}", stage.screen());
    stage.write("/pap");
    stage.press("tab");
    assert_eq!(stage.effects, [Effect::Complete("/pap".to_owned())]);
    stage.send(Msg::Completed { typed: "/pap".into(), whole: "/papers/".into() });
    assert!(stage.shows("/papers/"), "{}", stage.screen());
}
