//! What is read: records and documents, what is said of them, what counts as read.

use super::Stage;
use super::journeys::{place, report};
use crate::model::Kind;
use crate::tui::data::RecordPage;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::panes::PaneId;

#[test]
fn what_is_selected_is_what_is_copied() {
    let mut stage = Stage::open(120, 40);
    stage.press("j y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# The pension fund"), "{text}");
    stage.press("2 y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# Entity 8213\n"), "{text}");
}

#[test]
fn a_record_that_is_missing_leaves_nothing_of_the_one_before() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    stage.app.reader.wanted = Some(crate::model::Ref::new(crate::model::Kind::Claim, 77));
    stage.app.reader.failed("there is no claim 77 in this index".to_owned());
    stage.press("l");
    assert!(stage.shows("3 Claim ─"), "{}", stage.screen());
    assert!(!stage.shows("The board returns"), "{}", stage.screen());
    assert_eq!(stage.app.reader.title(), None);
}

#[test]
fn what_is_read_is_kept_at_once_and_what_was_read_elsewhere_is_marked_here() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    let read = report(12).expect("it is a record");
    assert!(stage.effects.contains(&Effect::KeepRead(vec![read])), "{:?}", stage.effects);
    stage.press("1 enter");
    let kept = stage.effects.iter().filter(|effect| matches!(effect, Effect::KeepRead(_))).count();
    assert_eq!(kept, 1, "once");
    let elsewhere = report(7).expect("it is a record");
    stage.send(Msg::ReadElsewhere(vec![elsewhere]));
    assert!(stage.app.nav.visited.read.contains(&elsewhere) && stage.app.nav.visited.read.contains(&read));
}

#[test]
fn the_text_is_scrolled_from_the_tree() {
    let mut stage = Stage::open(80, 24);
    stage.press("1");
    let (at, before) = (stage.app.tree.selected_ref(), stage.screen());
    stage.press("ctrl-e");
    assert_ne!(stage.screen(), before);
    assert_eq!((stage.app.panes.focus, stage.app.tree.selected_ref()), (PaneId::Tree, at));
    stage.press("ctrl-y");
    assert_eq!(stage.screen(), before);
}

#[test]
fn mentions_are_stepped_through_from_the_list_too() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 n");
    assert_eq!(stage.app.panes.focus, PaneId::Reader, "{}", stage.screen());
}

#[test]
fn an_entity_without_citations_leads_to_what_is_said_of_it_before_what_it_is_part_of() {
    let mut stage = Stage::open(120, 40);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter");
    let Some(RecordPage::Entity(page)) = &mut stage.app.reader.record else { panic!("{}", stage.screen()) };
    page.entity.description = "A holm.".to_owned();
    stage.resize(130, 40);
    stage.press("l");
    let kind = stage.app.reader.focused_ref().map(|record| record.kind);
    assert!(matches!(kind, Some(Kind::Entity | Kind::Relationship | Kind::Source)), "{kind:?} {}", stage.screen());
}

#[test]
fn what_is_noted_of_how_files_were_read_is_told() {
    let mut stage = Stage::open(120, 40);
    stage.press("i");
    assert!(
        stage.shows("1 file has a note on how it was read:") && stage.shows("page 1 is scanned"),
        "{}",
        stage.screen()
    );
}

#[test]
fn nothing_stands_for_a_name_that_is_not_known_yet() {
    let stage = Stage::empty(80, 24);
    let screen = stage.screen();
    assert!(!screen.contains('▸') && !screen.contains("╭  "), "{screen}");
}

#[test]
fn no_line_is_told_of_a_file_that_is_not_there() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter l l enter");
    let Some(RecordPage::Source(page)) = &mut stage.app.reader.record else { panic!("{}", stage.screen()) };
    page.place.line = Some(0);
    stage.resize(130, 40);
    assert!(stage.shows("council/1911-03-minutes.txt") && !stage.shows("line 0"), "{}", stage.screen());
}

#[test]
fn passages_are_told_by_their_parts_where_one_was() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter l l enter ctrl-p");
    assert!(stage.shows("Minutes of the river board, March, part 3"), "{}", stage.screen());
    assert!(!stage.shows("source 812"), "{}", stage.screen());
}

#[test]
fn what_is_read_on_from_the_tree_counts_as_read() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter 1 J");
    let here = stage.app.reader.wanted.expect("a report");
    stage.press("ctrl-e");
    assert!(stage.app.panes.focus == PaneId::Tree && stage.app.nav.visited.read.contains(&here), "{}", stage.screen());
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
fn reading_on_goes_by_the_list_one_is_in() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 2 J");
    assert_eq!(stage.app.browser.window.cursor, 1, "{}", stage.screen());
    assert_eq!(stage.app.panes.focus, PaneId::Browser);
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
fn the_ends_of_a_relationship_have_a_narrow_pane_for_themselves() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 l");
    assert_eq!(stage.app.browser.kind, Kind::Relationship);
    assert!(stage.shows("names, most telling") && !stage.shows("  weight"), "{}", stage.screen());
    stage.press("s");
    assert!(stage.shows("names, by weight") && !stage.shows("  weight"), "{}", stage.screen());
    let mut stage = Stage::open(200, 60);
    stage.press("2 l");
    assert!(stage.shows(" weight") && !stage.shows("names, by weight"), "{}", stage.screen());
}

#[test]
fn a_cited_document_is_followed_by_the_next_one_whatever_the_browser_lists() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter l enter l l enter o");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Document), "{}", stage.screen());
    assert_ne!(stage.app.browser.kind, Kind::Document);
    stage.press("K");
    assert!(stage.shows("this is the first document"), "{}", stage.screen());
    stage.press("J");
    let wanted = stage.app.reader.wanted.expect("the next one");
    assert_eq!((wanted.kind, wanted.id), (Kind::Document, 5), "{}", stage.screen());
}
