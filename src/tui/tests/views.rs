//! The home page, the chats, the graph and the timeline: what one does in them, and what they look like.

use insta::assert_snapshot;
use ratatui::style::Style;

use super::Stage;
use super::fixture::answered;
use super::journeys::place;
use crate::model::{Kind, Ref};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::keys::Layer;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

fn scene(name: &str, act: impl Fn(&mut Stage)) {
    for (width, height) in [(40, 12), (80, 24), (200, 60)] {
        let mut stage = Stage::home(width, height);
        act(&mut stage);
        assert_snapshot!(format!("{name}-{width}x{height}"), stage.screen());
    }
}

fn asked(stage: &mut Stage) {
    stage.press("tab a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
}

#[test]
fn home() {
    scene("home", |_| {});
    let mut stage = Stage::home(120, 40);
    assert_eq!(stage.app.panes.focus, PaneId::Home);
    stage.press("H");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Report, 3)));
    stage.press("[");
    assert_eq!(stage.app.panes.focus, PaneId::Home, "back leads home");
    stage.press("tab");
    assert_eq!(stage.app.panes.focus, PaneId::Tree);
    stage.press("0");
    assert_eq!(stage.app.panes.focus, PaneId::Home);
    stage.click("Who pays for the coal?");
    let question = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.question.clone()),
        _ => None,
    });
    assert_eq!(question.as_deref(), Some("Who pays for the coal?"));
}

#[test]
fn what_was_loaded_behind_the_home_page_has_its_titles_when_it_is_seen() {
    let stage = Stage::open(200, 60);
    assert!(stage.shows("[1] Pumping stations and who pays for them"), "{}", stage.screen());
}

#[test]
fn from_home_to_the_passage_behind_a_finding_takes_four_keys() {
    let mut stage = Stage::home(120, 40);
    stage.press("B f");
    let label = stage.app.input.hints.as_ref().and_then(|hints| {
        let source = |record: Option<Ref>| record.is_some_and(|record| record.kind == Kind::Source);
        let found = hints
            .hints
            .iter()
            .find(|hint| matches!(hint.target, crate::tui::panes::Target::Link(_, record) if source(record)));
        found.map(|hint| hint.label.clone())
    });
    let label = label.expect("a source is in sight");
    assert!(label.len() <= 2);
    stage.write(&label);
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Source));
}

#[test]
fn from_an_answer_one_goes_on_by_a_letter_and_comes_back_by_its_path() {
    scene("drills", |stage| {
        asked(stage);
        stage.press("d");
    });
    let mut stage = Stage::open(120, 40);
    asked(&mut stage);
    // A cited entity's page is two keys away.
    stage.press("d c");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Entity, 410)));
    stage.press("[ d b");
    let drilled = stage.app.chat.turns.last().expect("a turn");
    assert_eq!(drilled.asked.scope_title, "The pension fund and its trustees");
    assert!(stage.shows("everything ▸ The pension fund"), "{}", stage.screen());
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    stage.click("everything ▸ The");
    assert_eq!(stage.app.chat.current_turn(), Some(0));
}

#[test]
fn chats_are_listed_opened_renamed_deleted_and_begun() {
    scene("chats", |stage| stage.press("tab 4 s"));
    let mut stage = Stage::open(80, 24);
    asked(&mut stage);
    stage.press("s");
    stage.write("coal");
    assert!(stage.shows("1 of 1"), "{}", stage.screen());
    stage.press("ctrl-r");
    stage.write("Dues");
    stage.press("enter");
    assert!(stage.effects.contains(&Effect::RenameChat { chat: 2, title: "Dues".into() }), "{:?}", stage.effects);
    stage.press("ctrl-r end");
    stage.write(" of 1911");
    stage.press("enter");
    assert!(
        stage.effects.contains(&Effect::RenameChat { chat: 2, title: "The coal of 1911".into() }),
        "{:?}",
        stage.effects
    );
    stage.press("ctrl-d y");
    assert!(stage.effects.contains(&Effect::RemoveChat(2)), "{:?}", stage.effects);
    stage.press("enter");
    assert!(stage.effects.contains(&Effect::UseChat(Some(2))) && stage.app.chat.turns.is_empty());
    stage.press("esc n");
    assert!(stage.app.panes.focus == PaneId::Chat && !stage.app.chat.typing);
}

#[test]
fn a_turn_is_removed_branched_off_and_a_chat_exported() {
    let mut stage = Stage::open(80, 24);
    asked(&mut stage);
    stage.press("E enter");
    let Some(Effect::Export { what, path, text }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!((what.as_str(), path.to_str()), ("this answer", Some("what-recurs.md")));
    assert!(text.starts_with("# What recurs?") && text.contains("[1] Pumping stations"), "{text}");
    assert_eq!(text.matches("# What recurs?").count(), 1, "its heading stands there once: {text}");
    stage.press("W enter");
    let Some(Effect::Export { what, path, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!((what.as_str(), path.to_str()), ("the whole chat of 1 question", Some("chat-what-recurs.md")));
    stage.press("b D y");
    assert_eq!(stage.effects[stage.effects.len() - 2..], [Effect::ForkChat(TurnId(1)), Effect::RemoveTurn(TurnId(1))]);
    assert!(stage.app.chat.turns.is_empty());
}

#[test]
fn ways_of_answering_are_chosen_from_a_list() {
    scene("modes", |stage| stage.press("tab 4 m"));
    let mut stage = Stage::open(80, 24);
    stage.press("4 m pagedown pagedown enter");
    let last = crate::query::engines().last().map(|engine| engine.mode());
    assert_eq!(Some(stage.app.chat.next.mode), last);
    stage.press("m");
    stage.write("lo");
    assert!(stage.shows("/lo") && stage.shows(" global ") && !stage.shows(" lazy "), "{}", stage.screen());
    stage.press("enter");
    assert_eq!(stage.app.chat.next.mode.name(), "local", "whose name begins so is meant");
    stage.press("m");
    stage.write("zzz");
    assert!(stage.shows("No way of answering has these words"), "{}", stage.screen());
    stage.press("enter");
    assert_eq!(stage.app.chat.next.mode.name(), "local");
}

#[test]
fn graph() {
    scene("graph", |stage| stage.press("tab 2 v"));
    let mut stage = Stage::open(80, 24);
    stage.press("2 v enter");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Entity, 410)));
}

#[test]
fn timeline() {
    scene("timeline", |stage| stage.press("tab T x"));
    scene("timeline-documents", |stage| stage.press("tab T x d"));
    let mut stage = Stage::open(200, 60);
    stage.press("T space j enter");
    assert_eq!(stage.app.panes.focus, PaneId::Browser);
    // What the list is narrowed to stands above it, and a click gives it up.
    assert_eq!(stage.app.browser.parts.len(), 1);
    let label = &stage.app.browser.parts[0].label;
    assert!(label.ends_with(", naming a member of Flood works on the lower river"), "{label}");
    assert!(stage.shows(&label[..label.find(',').unwrap()]), "{}", stage.screen());
    // What the list was narrowed to before is told to be given up.
    stage.press("T enter");
    assert!(stage.shows("no longer narrowed to"), "{}", stage.screen());
    stage.press("T A");
    assert!(stage.app.chat.typing && !stage.app.chat.next.scope.is_everything());
}

#[test]
fn mentions_are_stepped_through() {
    let mut stage = Stage::open(120, 40);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter n");
    assert!(stage.shows("mention 1 of 2 of Low Holm"), "{}", stage.screen());
    stage.press("n");
    assert!(stage.shows("mention 2 of 2"), "{}", stage.screen());
    stage.press("N");
    assert!(stage.shows("mention 1 of 2"), "{}", stage.screen());
}

#[test]
fn ids_are_a_key_away() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter");
    assert!(stage.shows("who pays for them") && !stage.shows("⟨Reports 57"), "{}", stage.screen());
    stage.press("#");
    assert!(stage.shows("⟨Reports 57 · Sources 812 1204⟩"), "{}", stage.screen());
}

#[test]
fn the_timeline_is_told_more_finely_to_the_right_and_more_coarsely_to_the_left() {
    let mut stage = Stage::open(120, 40);
    stage.press("T x");
    assert!(stage.shows("by year"), "{}", stage.screen());
    stage.press("right");
    assert!(stage.shows("by month"), "{}", stage.screen());
    stage.press("right right");
    assert!(stage.shows("by day") && stage.shows("told by day already"), "{}", stage.screen());
    stage.press("left left left left");
    assert!(stage.shows("by decade") && stage.shows("told by decade already"), "{}", stage.screen());
}

#[test]
fn on_the_row_of_what_is_tied_to_nothing_the_reader_says_so_and_its_branch_is_seen() {
    let mut stage = Stage::open(80, 8);
    stage.press("j");
    assert!(stage.app.reader.wanted.is_some());
    stage.press("G");
    assert!(stage.shows("Unconnected") && stage.shows("tied to nothing else"), "{}", stage.screen());
    assert!(!stage.shows("The pension fund and its trustees ▸"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("A lost dog"), "{}", stage.screen());
    stage.press("[");
    stage.press("1 k");
    assert!(stage.app.reader.told.is_none() && stage.app.reader.wanted.is_some(), "{}", stage.screen());
}

#[test]
fn a_document_says_why_no_citation_follows() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l l enter o");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Document));
    let foot = stage.screen().lines().last().unwrap_or_default().to_owned();
    assert!(!foot.contains("citation"), "{foot}");
    stage.press("G l");
    assert!(stage.shows("a document cites nothing"), "{}", stage.screen());
}

#[test]
fn the_hit_of_a_filter_is_seen_in_its_title() {
    let mut stage = Stage::open(60, 20);
    stage.press("/");
    stage.write("trustees");
    assert!(stage.shows("trustees  ") || stage.shows("…trustees"), "{}", stage.screen());
    let row = stage.screen().lines().nth(2).unwrap_or_default().to_owned();
    assert!(row.contains("trustees"), "{row}");
}

#[test]
fn what_a_timeline_lists_is_what_the_reader_shows() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    let before = stage.app.reader.wanted;
    stage.press("T d enter");
    assert_eq!(stage.app.panes.focus, PaneId::Browser);
    assert_eq!(stage.app.reader.wanted, stage.app.browser.selected_ref(), "{}", stage.screen());
    assert_ne!(stage.app.reader.wanted, before);
}

#[test]
fn a_name_in_a_graph_has_one_look() {
    let mut stage = Stage::open(80, 24);
    stage.press("v");
    // All of a name is drawn alike, whatever line passed there before.
    let buffer = stage.drawn();
    let screen = stage.screen();
    let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains("Low Holm")).expect("it is drawn");
    let x = line[..line.find("Low Holm").unwrap_or_default()].chars().count() as u16;
    let styles: Vec<Style> = (x..x + 8).map(|x| buffer[(x, y as u16)].style()).collect();
    assert!(styles.iter().all(|style| *style == styles[0]), "{styles:?}");
}

#[test]
fn of_a_passage_what_it_names_is_drawn() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l l enter");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Source));
    stage.press("v");
    assert_eq!(stage.app.layer(), Layer::Graph);
    assert!(stage.shows("Named in "), "{}", stage.screen());
}

#[test]
fn the_timeline_of_what_is_selected_tells_of_that_and_of_everything_at_a_key() {
    for keys in ["1", "2", "2 enter"] {
        let mut stage = Stage::open(80, 24);
        stage.press(keys);
        let title = stage.app.focused_ref().map(|here| stage.app.title_of(here)).expect("a record");
        stage.press("T");
        assert!(stage.shows("naming") && stage.shows("x everything"), "{}", stage.screen());
        assert!(stage.shows("6 dated sentences in 3 documents"), "{}", stage.screen());
        stage.press("d");
        assert!(
            stage.shows(&title.chars().take(9).collect::<String>()) && stage.shows("3 dated documents"),
            "{}",
            stage.screen()
        );
        assert!(stage.shows("Only 3 documents have a day; 12 have none"), "{}", stage.screen());
        stage.press("x d");
        assert!(stage.shows("90 dated documents, 12 without a date") && !stage.shows("naming"), "{}", stage.screen());
    }
    let mut stage = Stage::home(80, 24);
    stage.press("T");
    assert!(stage.shows("180 dated sentences in 90 documents"), "{}", stage.screen());
}

#[test]
fn a_sentence_of_the_timeline_leads_to_its_place_and_back() {
    let mut stage = Stage::open(120, 40);
    stage.press("T x j j");
    let Some(Overlay::Timeline(state)) = stage.app.overlays.last() else { panic!("no timeline") };
    let sentence = state.sentence().expect("a sentence is selected");
    stage.press("enter");
    assert_eq!((stage.app.panes.focus, place(&stage)), (PaneId::Reader, Some(sentence)), "{}", stage.screen());
    stage.press("[");
    let Some(Overlay::Timeline(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    assert_eq!((state.sentence(), state.window.cursor), (Some(sentence), 2));
}

#[test]
fn a_span_of_time_is_begun_and_ended() {
    let mut stage = Stage::open(120, 40);
    stage.press("T x d g space j j");
    assert!(stage.shows("a span begins at 1911: Space ends it"), "{}", stage.screen());
    stage.press("space j j j");
    assert!(stage.shows("span: 1911 to 1913"), "{}", stage.screen());
    stage.press("g space");
    assert!(stage.shows("a span begins at 1911"), "{}", stage.screen());
}
