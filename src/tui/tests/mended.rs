//! What was found wrong, and stays mended.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::Stage;
use super::fixture::answered;
use super::journeys::{place, report};
use crate::model::Mode;
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;
use crate::tui::start::Recent;
use crate::tui::widgets::rich;

#[test]
fn the_palette_does_not_quit_at_a_slip() {
    let mut stage = Stage::open(80, 24);
    stage.press(": enter");
    assert!(!stage.effects.contains(&Effect::Quit), "{:?}", stage.effects);
}

#[test]
fn whoever_only_looks_at_other_indexes_comes_back() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter");
    stage.send(Msg::Start(vec![Recent {
        name: "other".into(),
        path: "/i".into(),
        note: String::new(),
        when: String::new(),
    }]));
    assert!(stage.shows("Esc goes back"), "{}", stage.screen());
    stage.press("esc");
    assert!(!stage.effects.contains(&Effect::Quit));
    assert_eq!(place(&stage), report(12));
    assert!(stage.shows("Flood works"), "{}", stage.screen());
    // Where nothing is open there is nothing to go back to.
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(Vec::new()));
    stage.press("esc");
    assert!(stage.effects.contains(&Effect::Quit));
}

#[test]
fn what_is_selected_is_what_is_copied() {
    let mut stage = Stage::open(120, 40);
    stage.press("j y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# The pension fund"), "{text}");
    stage.press("2 y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!(text, "Entity 8213 (Entities 8213)\n");
}

#[test]
fn a_trace_opened_and_closed_leaves_one_where_one_was() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::open(width, height);
        for turn in 1..=2 {
            stage.asked(turn);
        }
        assert_eq!(stage.app.chat.current_turn(), Some(1));
        stage.press("t");
        assert_eq!(stage.app.chat.current_turn(), Some(1));
        stage.press("t");
        assert_eq!(stage.app.chat.current_turn(), Some(1), "{}", stage.screen());
    }
}

#[test]
fn a_click_where_a_question_is_written_begins_one() {
    let mut stage = Stage::open(80, 24);
    stage.press("4");
    stage.click("a asks a question");
    assert!(stage.app.chat.typing);
    stage.write("quiz?");
    assert!(stage.shows("quiz?"), "{}", stage.screen());
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
fn a_selected_row_has_one_background() {
    let area = Rect::new(0, 0, 9, 1);
    let mut buffer = Buffer::empty(area);
    for (x, colour) in [(0, Color::Red), (3, Color::Green), (6, Color::Reset)] {
        buffer.set_string(x, 0, "abc", Style::new().fg(colour));
    }
    rich::select(&mut buffer, area, Style::new().add_modifier(Modifier::REVERSED));
    let styles: Vec<Style> = (0..9).map(|x| buffer[(x, 0)].style()).collect();
    assert!(styles.iter().all(|style| *style == styles[0]), "{styles:?}");
}

#[test]
fn the_way_of_asking_is_carried_over_and_said() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 M");
    assert_ne!(stage.app.chat.next.mode, Mode::default());
    let saved = stage.app.saved();
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(saved) });
    assert_eq!(again.app.chat.next, stage.app.chat.next);
    assert!(again.shows("in the chat one asks as you left it: global"), "{}", again.screen());
}

#[test]
fn a_long_question_is_folded_and_unfolded() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.send(Msg::Paste("why does the coal cost what it costs? ".repeat(120)));
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows("more lines") && stage.shows("Two matters recur"), "{}", stage.screen());
    stage.click("more lines");
    assert!(!stage.shows("Two matters recur"), "{}", stage.screen());
}

#[test]
fn a_list_shows_what_it_stands_on_and_nobody_has_gone_there() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 1 j");
    assert_eq!(stage.app.reader.wanted, report(3), "{}", stage.screen());
    assert_eq!((place(&stage), stage.app.focus), (report(12), PaneId::Tree));
    stage.press("[");
    assert_eq!(stage.app.reader.wanted, report(12), "back leads to where one is: {}", stage.screen());
    stage.press("1 j enter");
    assert_eq!((place(&stage), stage.app.focus), (report(3), PaneId::Reader));
    // Back to the list, which still stands on it, and from there to where one was before.
    stage.press("[");
    assert_eq!((place(&stage), stage.app.focus), (report(12), PaneId::Tree));
    assert_eq!(stage.app.reader.wanted, report(3), "{}", stage.screen());
    stage.press("[");
    assert_eq!((stage.app.reader.wanted, stage.app.focus), (report(12), PaneId::Reader));
    stage.press("J");
    assert_eq!(place(&stage), report(3), "the next in the tree");
}

#[test]
fn a_click_beside_what_lies_in_front_closes_it() {
    for key in ["?", ":", "ctrl-p", "i", ",", "w"] {
        let mut stage = Stage::open(120, 40);
        stage.press(key);
        assert_eq!(stage.app.overlays.len(), 1, "{key}");
        stage.send(Msg::Mouse(crossterm::event::MouseEvent {
            kind: crossterm::event::MouseEventKind::Down(crossterm::event::MouseButton::Left),
            column: 0,
            row: 20,
            modifiers: crossterm::event::KeyModifiers::NONE,
        }));
        assert!(stage.app.overlays.is_empty(), "{key}: {}", stage.screen());
    }
}

#[test]
fn hints_heads_and_marks_can_be_clicked() {
    let mut stage = Stage::open(200, 60);
    stage.click("? help");
    assert!(stage.shows("Keys"), "{}", stage.screen());
    stage.press("esc");
    stage.click("▸ The pension fund");
    assert!(stage.shows("Contributions and arrears"), "the mark unfolds: {}", stage.screen());
    stage.press("2");
    stage.click("docs ▐");
    assert!(stage.shows("docs↓"), "{}", stage.screen());
    stage.click("docs↓");
    assert!(stage.shows("docs↑"), "{}", stage.screen());
}

#[test]
fn what_is_looked_for_in_the_help_is_found_in_it() {
    let mut stage = Stage::open(120, 40);
    stage.press("? /");
    stage.write("timeline");
    assert!(stage.shows("The timeline: what is from when") && !stage.shows("is a citation"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("The timeline: what is from when") && stage.shows("/timeline"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.shows("is a citation") && matches!(stage.app.overlays[..], [Overlay::Help(_)]), "{}", stage.screen());
    stage.press("/");
    stage.write("xyzzy");
    assert!(stage.shows("No key does anything that is called so"), "{}", stage.screen());
    // Commands are run by their names from here as from anywhere.
    stage.press("esc :");
    assert!(matches!(stage.app.overlays[..], [Overlay::Palette(_)]), "{:?}", stage.app.overlays);
}

#[test]
fn what_a_timeline_lists_is_what_the_reader_shows() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    let before = stage.app.reader.wanted;
    stage.press("T enter");
    assert_eq!(stage.app.focus, PaneId::Browser);
    assert_eq!(stage.app.reader.wanted, stage.app.browser.selected_ref(), "{}", stage.screen());
    assert_ne!(stage.app.reader.wanted, before);
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
    assert!(stage.app.visited.read.contains(&elsewhere) && stage.app.visited.read.contains(&read));
}

#[test]
fn the_tour_outlives_a_menu_and_an_answer_stays_where_it_was_read() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(crate::tui::tour::Tour::default());
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
fn a_chat_that_has_a_large_screen_shows_what_is_cited_beside_it() {
    let mut stage = Stage::open(200, 60);
    stage.asked(1);
    stage.press("z l l");
    assert_eq!(stage.app.reader.wanted.map(|record| record.id), Some(812), "{}", stage.screen());
    assert_eq!(stage.app.focus, PaneId::Chat);
    assert!(stage.shows("had been meant to run for six hours"), "{}", stage.screen());
    assert!(!stage.shows("1 Communities"), "{}", stage.screen());
    // Another zoom gives the screen back.
    stage.press("z");
    assert!(stage.shows("1 Communities"), "{}", stage.screen());
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
    assert_eq!((stage.app.focus, place(&stage)), (PaneId::Reader, Some(at)), "{}", stage.screen());
    stage.press("[");
    let graph = stage.app.overlays.iter().find_map(|overlay| match overlay {
        crate::tui::overlays::Overlay::Graph(state) => state.selected_ref(),
        _ => None,
    });
    assert_eq!(graph, Some(at), "{}", stage.screen());
}

#[test]
fn a_report_opened_from_the_home_page_is_read_beside_the_tree() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 0 enter");
    assert!(stage.shows("1 Communities") && stage.shows("3 Report"), "{}", stage.screen());
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
fn all_that_is_said_of_a_subject_can_be_clicked() {
    let mut stage = Stage::home(80, 40);
    stage.click("“Nobody at the meeting");
    assert_eq!(stage.app.focus, PaneId::Reader, "{}", stage.screen());
}

#[test]
fn the_text_is_scrolled_from_the_tree() {
    let mut stage = Stage::open(80, 24);
    stage.press("1");
    let (at, before) = (stage.app.tree.selected_ref(), stage.screen());
    stage.press("ctrl-e");
    assert_ne!(stage.screen(), before);
    assert_eq!((stage.app.focus, stage.app.tree.selected_ref()), (PaneId::Tree, at));
    stage.press("ctrl-y");
    assert_eq!(stage.screen(), before);
}

#[test]
fn a_question_that_is_being_written_stays_out_of_the_next_chat() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who kept the gate");
    stage.press("esc n");
    assert_eq!(stage.app.chat.question.lines().join(""), "", "{}", stage.screen());
    // It is not lost: it stands above what was asked.
    stage.press("a up");
    assert_eq!(stage.app.chat.question.lines().join(""), "Who kept the gate");
}

#[test]
fn pasted_lines_stay_lines_whatever_ends_them() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.send(Msg::Paste("Who kept\rthe gate\r\nof Orsk?".to_owned()));
    assert_eq!(stage.app.chat.question.lines(), ["Who kept", "the gate", "of Orsk?"]);
}

#[test]
fn the_line_of_a_question_is_cleared_as_in_any_other_field() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who kept the gate");
    stage.press("ctrl-u");
    assert_eq!(stage.app.chat.question.lines().join(""), "");
}

#[test]
fn the_keys_of_what_is_in_front_are_told_and_put_away_by_one_key() {
    // Where letters narrow a list, the sign of help is one of them.
    for (open, help) in [("T", "?"), ("C", "?"), ("m", "f1")] {
        let mut stage = Stage::open(120, 40);
        stage.press(if open == "T" { "T" } else { "4" });
        if open != "T" {
            stage.press(open);
        }
        let before = stage.app.overlays.len();
        stage.press(help);
        assert!(matches!(stage.app.overlays.last(), Some(Overlay::Help(_))), "{open}: {}", stage.screen());
        stage.press(help);
        assert_eq!(stage.app.overlays.len(), before, "{open}");
    }
}

#[test]
fn a_deleted_chat_does_not_stay_on_the_screen() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    assert!(!stage.app.chat.turns.is_empty());
    stage.send(Msg::ChatGone);
    assert!(stage.app.chat.turns.is_empty(), "{}", stage.screen());
}

#[test]
fn mentions_are_stepped_through_from_the_list_too() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 n");
    assert_eq!(stage.app.focus, PaneId::Reader, "{}", stage.screen());
}

#[test]
fn a_chat_that_has_the_screen_shows_again_what_it_cites_when_one_comes_back() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter");
    stage.asked(1);
    stage.press("z l l enter [");
    assert_eq!(stage.app.focus, PaneId::Chat, "{}", stage.screen());
    assert_eq!(stage.app.reader.wanted.map(|record| record.id), Some(812), "{}", stage.screen());
}
