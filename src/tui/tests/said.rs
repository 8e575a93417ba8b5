//! What is said: where a key can do nothing, which key answers a question, how much there is of what.

use super::Stage;
use crate::model::{CommunityId, Kind};
use crate::tui::data::{Narrow, Part, RecordPage};
use crate::tui::effect::Effect;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

#[test]
fn a_hasty_enter_removes_nothing_and_the_keys_that_answer_are_named() {
    let mut stage = Stage::open(80, 24);
    stage.asked(1);
    stage.press("D");
    assert!(stage.shows("y yes   n, Enter, Esc, q no"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.app.overlays.is_empty() && stage.app.chat.turns.len() == 1, "{}", stage.screen());
    stage.press("s ctrl-d enter");
    let removed = |effect: &Effect| matches!(effect, Effect::RemoveChat(_) | Effect::RemoveTurn(_));
    assert!(!stage.effects.iter().any(removed), "{:?}", stage.effects);
    stage.press("ctrl-d y");
    assert!(stage.effects.iter().any(removed), "{:?}", stage.effects);
}

#[test]
fn a_key_that_does_nothing_in_a_pane_says_where_it_works() {
    let mut stage = Stage::open(80, 24);
    stage.press("n");
    assert!(stage.shows("works in the browser (2), the reader (3) and the chat (4)"), "{}", stage.screen());
    stage.press("d");
    assert!(stage.shows("works in the reader (3) and the chat (4)"), "{}", stage.screen());
    // What has no mentions is not left for them.
    stage.press("2 l n");
    assert!(stage.shows("only an entity has mentions") && stage.app.focus == PaneId::Browser, "{}", stage.screen());
    stage.press("f9");
    assert!(stage.shows("F9 does nothing here: ? lists the keys"), "{}", stage.screen());
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

#[test]
fn chats_are_told_with_when_they_were_last_used() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 s");
    assert!(stage.shows("3 questions, 3 h ago") && stage.shows("3 questions, 6 Feb"), "{}", stage.screen());
    let mut stage = Stage::open(40, 12);
    stage.press("4 s");
    assert!(stage.shows("Who pays") && stage.shows(" 3 h ago "), "{}", stage.screen());
}

#[test]
fn as_many_records_are_read_as_the_trace_tells() {
    let mut stage = Stage::open(80, 40);
    stage.asked(1);
    stage.press("t");
    assert!(stage.shows("read 2, and 5 they quote") && stage.shows("read 2 records, 810 tokens"), "{}", stage.screen());
}

#[test]
fn the_ends_of_a_relationship_have_a_narrow_pane_for_themselves() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 l");
    assert_eq!(stage.app.browser.kind, Kind::Relationship);
    assert!(stage.shows("names, by weight") && !stage.shows("  weight"), "{}", stage.screen());
    let mut stage = Stage::open(200, 60);
    stage.press("2 l");
    assert!(stage.shows(" weight") && !stage.shows("names, by weight"), "{}", stage.screen());
}

#[test]
fn documents_of_a_community_are_told_to_be_those_that_name_a_member() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 F");
    let Some(Overlay::Narrow(_)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    stage.write("community mill");
    assert!(stage.shows("7 entities") && !stage.shows("7 documents"), "{}", stage.screen());
    stage.press("esc");
    let narrow = Narrow::Community(CommunityId(3));
    let part = Part { narrow, label: "The mill and its weir".to_owned(), count: 7 };
    let _ = stage.app.browser.take_part(part);
    stage.press("h");
    assert_eq!(stage.app.browser.kind, Kind::Document);
    assert!(stage.shows("naming a member"), "{}", stage.screen());
}

#[test]
fn a_report_opened_from_home_is_read_beside_the_tree_wherever_one_was_before() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 0 enter");
    assert_eq!(stage.app.focus, PaneId::Reader);
    assert!(stage.shows("1 Communities") && !stage.shows("2 Browser"), "{}", stage.screen());
}

#[test]
fn the_list_of_ways_says_how_one_is_taken() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 m");
    assert!(stage.shows("Enter take"), "{}", stage.screen());
}

#[test]
fn a_question_of_the_home_page_is_asked_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    stage.write("Who?");
    stage.press("esc");
    assert!(!stage.app.chat.next.scope.is_everything());
    stage.press("0");
    stage.click("Who pays for the coal?");
    let scope = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.scope.clone()),
        _ => None,
    });
    assert!(scope.is_some_and(|scope| scope.is_everything()), "{}", stage.screen());
}

#[test]
fn the_step_to_what_nobody_looked_at_says_what_is_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("U");
    assert!(stage.shows(" more unread in sight"), "{}", stage.screen());
    stage.press("2 U");
    assert!(stage.shows(" 8,213 more unread listed"), "{}", stage.screen());
}

#[test]
fn from_the_tree_one_goes_to_the_community_above() {
    let mut stage = Stage::open(120, 40);
    stage.press("l j");
    let inside = stage.app.tree.selected_ref();
    stage.press("u");
    assert_ne!(stage.app.tree.selected_ref(), inside);
    assert!(!stage.shows("stands at the top"), "{}", stage.screen());
    stage.press("u");
    assert!(stage.shows("this stands at the top"), "{}", stage.screen());
}

#[test]
fn a_pane_that_has_the_whole_screen_is_given_no_more() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 z");
    assert!(stage.shows("this pane has the whole screen already") && !stage.app.zoom, "{}", stage.screen());
    let mut stage = Stage::open(200, 60);
    stage.press("4 z");
    assert!(stage.app.zoom && !stage.shows("already"), "{}", stage.screen());
}

#[test]
fn an_item_of_the_home_page_has_one_letter_in_sight() {
    let mut stage = Stage::home(80, 24);
    stage.press("f");
    let hints = stage.app.hints.as_ref().expect("letters");
    let mut links: Vec<_> = hints.hints.iter().map(|hint| hint.target).collect();
    let all = links.len();
    links.dedup();
    assert_eq!(links.len(), all);
    let rows: Vec<String> = stage.screen().lines().map(str::to_owned).collect();
    let subject = rows.iter().find(|row| row.contains("Flood works")).expect("a subject");
    let before: String = subject.chars().take_while(|&c| c != 'F').collect();
    assert_eq!(before.matches(char::is_alphabetic).count(), 1, "{subject}");
}

#[test]
fn a_list_without_rows_says_what_was_searched_and_how_to_find_more() {
    let mut stage = Stage::open(120, 40);
    for (opens, said) in [
        (":", "No command is called so"),
        ("ctrl-p", "Nothing has these words: names, titles and"),
        ("2 F", "has these words"),
        ("1 /", "no title of a community is like this"),
        ("2 /", "no name and no type is like this"),
    ] {
        stage.press(opens);
        stage.write("zzqqx");
        assert!(stage.shows(said), "{opens}: {}", stage.screen());
        stage.press("esc");
    }
}

#[test]
fn what_is_everywhere_is_said_to_lie_in_no_community() {
    let mut stage = Stage::open(120, 40);
    let head = |stage: &Stage| stage.screen().lines().next().unwrap_or_default().to_owned();
    stage.press("2 enter");
    assert!(head(&stage).contains("▸ Flood works"), "{}", head(&stage));
    let Some(RecordPage::Entity(page)) = &mut stage.app.reader.record else { panic!("no entity") };
    page.entity.ubiquitous = true;
    let name = page.entity.name.clone();
    stage.press("l");
    assert!(head(&stage).contains(&format!("river board ▸ {name}")), "{}", head(&stage));
}
