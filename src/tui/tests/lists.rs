//! Lists, the tree and what was found: filters, rows, ends, and what is said where there is nothing.

use super::Stage;
use super::journeys::{place, report};
use crate::model::{Answer, AnswerEvent, CommunityId, How, Kind, Ref, TraceStep};
use crate::tui::data::{Narrow, Part, RecordPage, TurnId};
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

#[test]
fn a_list_shows_what_it_stands_on_and_nobody_has_gone_there() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 1 j");
    assert_eq!(stage.app.reader.wanted, report(3), "{}", stage.screen());
    assert_eq!((place(&stage), stage.app.panes.focus), (report(12), PaneId::Tree));
    stage.press("[");
    assert_eq!(stage.app.reader.wanted, report(12), "back leads to where one is: {}", stage.screen());
    stage.press("1 j enter");
    assert_eq!((place(&stage), stage.app.panes.focus), (report(3), PaneId::Reader));
    // Back to the list, which still stands on it, and from there to where one was before.
    stage.press("[");
    assert_eq!((place(&stage), stage.app.panes.focus), (report(12), PaneId::Tree));
    assert_eq!(stage.app.reader.wanted, report(3), "{}", stage.screen());
    stage.press("[");
    assert_eq!((stage.app.reader.wanted, stage.app.panes.focus), (report(12), PaneId::Reader));
    stage.press("J");
    assert_eq!(place(&stage), report(3), "the next in the tree");
}

#[test]
fn a_list_that_a_filter_emptied_is_said_to_be_empty() {
    for pane in ["1", "2"] {
        let mut stage = Stage::open(120, 40);
        stage.press(pane);
        stage.press("/");
        stage.write("zzzz");
        stage.press("enter U");
        assert!(stage.shows("nothing is listed here"), "{}", stage.screen());
    }
}

#[test]
fn a_list_of_what_there_is_none_of_is_passed_over() {
    let mut stage = Stage::open(120, 40);
    stage.press("2");
    let mut kinds = Vec::new();
    for _ in 0..3 {
        stage.press("l");
        kinds.push(stage.app.browser.kind);
    }
    use crate::model::Kind::{Document, Entity, Relationship};
    assert_eq!(kinds, [Relationship, Document, Entity]);
}

#[test]
fn what_was_found_is_told_by_its_title() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who?");
    stage.press("enter");
    let found = TraceStep::Found { record: Ref::new(Kind::Source, 812), how: How::Words, score: 1.0 };
    let answer = Answer { text: "Nobody.".to_owned(), trace: vec![found], ..Answer::default() };
    stage.send(Msg::Answer { turn: TurnId(1), event: AnswerEvent::Done(Box::new(answer)) });
    stage.press("t");
    assert!(stage.shows("1 passage: Minutes of the river board, March, part 3"), "{}", stage.screen());
}

#[test]
fn documents_are_listed_with_day_and_folder_where_there_is_room() {
    for (width, height, folder) in [(80, 24, false), (120, 40, true), (200, 60, true)] {
        let mut stage = Stage::open(width, height);
        stage.press("2 h");
        assert!(stage.shows("2 Browser · documents") && stage.shows("1911-03-04"), "{}", stage.screen());
        assert_eq!(stage.shows(" council"), folder, "{}", stage.screen());
    }
}

#[test]
fn a_narrow_screen_shows_below_what_the_finder_stands_on() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter ctrl-p");
    let screen = stage.screen();
    let lists = screen.lines().position(|line| line.contains(" Find ")).expect("a list");
    let below = screen.lines().skip(lists).filter(|line| line.contains('╭')).count();
    assert!(below >= 2 && stage.app.nav.beside.is_some(), "{screen}");
    stage.write("zzzzz");
    assert!(stage.shows("Nothing has these words") && stage.screen().matches('╭').count() == 1, "{}", stage.screen());
    stage.resize(40, 12);
    assert!(stage.shows(" Find "), "{}", stage.screen());
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

#[test]
fn documents_of_mentions_are_begun_from_the_list() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 }");
    assert_eq!(stage.app.panes.focus, PaneId::Reader);
    assert!(stage.shows("mention 1 of 2"), "{}", stage.screen());
}

#[test]
fn a_list_says_how_many_rows_it_has_at_any_width() {
    let mut stage = Stage::open(80, 24);
    stage.press("2");
    assert!(stage.shows("1 of 8,214"), "{}", stage.screen());
}

#[test]
fn what_a_filter_finds_is_sorted_and_looked_for_among_the_next_kind_too() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 /");
    stage.write("?");
    stage.press("enter");
    assert!(!stage.shows("links↓"), "in the order of how well it fits: {}", stage.screen());
    stage.press("s");
    assert!(stage.shows("links↓"), "{}", stage.screen());
    stage.press("/");
    stage.write("Entity 81");
    stage.press("enter");
    assert!(stage.shows("links↓"), "what has the words keeps the order: {}", stage.screen());
    stage.click("type links");
    assert!(stage.shows("type↑"), "{}", stage.screen());
    let listed = stage.app.browser.ids.len();
    stage.press("l");
    assert_eq!(stage.app.browser.kind, Kind::Relationship);
    assert_eq!((stage.app.browser.ids.len(), stage.shows("Entity 81")), (listed, true), "{}", stage.screen());
    stage.press("esc");
    assert!(!stage.app.browser.filter.is_on() && stage.app.browser.ids.len() > listed);
}

#[test]
fn what_a_filter_finds_is_shown_also_where_one_stood_on_it() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 2");
    let stands = stage.app.browser.selected_ref();
    assert_eq!((stands.map(|record| record.id), stage.app.reader.wanted), (Some(8_213), report(12)));
    stage.press("/");
    stage.write("Entity 8213");
    stage.press("enter");
    assert_eq!(stage.app.reader.wanted, stands, "{}", stage.screen());
}

#[test]
fn the_ends_of_a_list_are_a_key_away_until_something_is_typed() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 m end");
    let Some(Overlay::Modes(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    assert_eq!(state.list.window.cursor + 1, state.list.window.len);
    stage.press("home enter");
    assert_eq!(stage.app.chat.next.mode, crate::query::engines()[0].mode());
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
    assert!(stage.shows("names a member"), "{}", stage.screen());
}

#[test]
fn the_step_to_what_nobody_looked_at_says_what_is_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("U");
    assert!(stage.shows(" 2,679 more unread, 3 in sight"), "{}", stage.screen());
    stage.press("2 U");
    assert!(stage.shows(" 8,213 more unread listed"), "{}", stage.screen());
}

#[test]
fn what_a_held_key_passes_was_not_read() {
    let read = |stage: &Stage| {
        let mut read: Vec<u32> = stage.app.nav.visited.read.iter().map(|record| record.id).collect();
        read.sort_unstable();
        read
    };
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    stage.tap("J J J");
    assert_eq!(read(&stage), [12], "{}", stage.screen());
    // What one stays on was, and what one scrolls in.
    stage.press("J");
    assert_eq!(read(&stage), [12, 19]);
    for (keys, read_then) in [("J j", vec![3, 12]), ("J q", vec![12])] {
        let mut stage = Stage::open(120, 40);
        stage.press("enter");
        stage.tap(keys);
        assert_eq!(read(&stage), read_then, "{keys}");
    }
    let mut stage = Stage::open(120, 40);
    stage.tap("U U U");
    assert_eq!((read(&stage), stage.app.reader.wanted), (Vec::new(), report(7)), "held, it goes on all the same");
}

#[test]
fn the_step_to_what_nobody_looked_at_unfolds_what_it_hangs_from() {
    let mut stage = Stage::open(120, 40);
    let read = |stage: &Stage| stage.app.reader.wanted.map(|record| record.id);
    let steps: Vec<Option<u32>> = (0..4)
        .map(|_| {
            stage.press("U");
            read(&stage)
        })
        .collect();
    assert_eq!(steps, [12, 3, 7, 19].map(Some), "what is in sight first");
    assert!(stage.shows("2,676 more unread, none of them in sight"), "{}", stage.screen());
    // On from where one stands, and round again.
    let steps: Vec<Option<u32>> = (0..5)
        .map(|_| {
            stage.press("U");
            read(&stage)
        })
        .collect();
    assert_eq!(steps, [90, 91, 57, 61, 64].map(Some), "{}", stage.screen());
    assert!(stage.shows("Contributions and arrears"), "its row is in sight: {}", stage.screen());
    stage.press("U");
    assert!(stage.shows("every report was read, or an answer rests on it"), "{}", stage.screen());
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
