//! A question that is being written: what a key, a paste or a way back does to it, and how it will be answered.

use super::{Stage, fixture};
use crate::model::Mode;
use crate::tui::data::Lane;
use crate::tui::effect::Effect;
use crate::tui::keys::Chord;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;

/// The index closed, and opened once more.
fn reopened(stage: &Stage) -> Stage {
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(stage.app.screen.width, stage.app.screen.height);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    again
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
fn a_new_chat_is_asked_in_the_usual_way() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 M");
    assert_ne!(stage.app.chat.next.mode, Mode::default());
    stage.press("n");
    assert_eq!(stage.app.chat.next.mode, Mode::default(), "{}", stage.screen());
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
fn what_ctrl_c_clears_is_put_aside() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter A");
    stage.write("Who paid?");
    stage.press("ctrl-c");
    assert!(stage.shows("↑ brings it back") && stage.app.chat.typing, "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.chat.next.scope.is_everything(), "nothing was asked inside");
    stage.press("a up");
    assert_eq!(stage.app.chat.question.lines(), ["Who paid?"]);
    assert_eq!(stage.app.chat.next.scope_title, "Flood works on the lower river", "where it was begun");
    stage.press("ctrl-c ctrl-c");
    assert!(stage.effects.contains(&Effect::Quit));
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
fn a_question_that_is_changed_says_that_it_is_a_new_one() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("c");
    assert!(stage.shows("Enter asks it at the end, and this one stays"), "{}", stage.screen());
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
fn what_is_typed_behind_the_key_that_writes_a_file_is_for_its_field() {
    for (keys, waits) in [("E", Lane::Sources), ("W", Lane::Sources)] {
        let mut stage = Stage::open(120, 40);
        stage.asked(1);
        stage.effects.clear();
        // The index takes its time.
        let mut late = Vec::new();
        let mut press = |stage: &mut Stage, key: &str| {
            let chord: Chord = key.parse().unwrap();
            let event = crossterm::event::KeyEvent::new(chord.code, chord.modifiers);
            late.extend(stage.app.update(Msg::Key(event)));
        };
        press(&mut stage, keys);
        assert!(matches!(stage.app.overlays[..], [Overlay::Writing(_)]), "{keys}");
        for key in ["ctrl-u", "q", "n", ".", "m", "d", "enter"] {
            press(&mut stage, key);
        }
        assert!(!late.iter().any(|effect| matches!(effect, Effect::Export { .. } | Effect::Quit)), "{late:?}");
        let mut written = Vec::new();
        for effect in late {
            if let Effect::Load { lane, ticket, request } = effect {
                assert_eq!(lane, waits);
                let result = fixture::answer(&request, &[]);
                written.extend(stage.app.update(Msg::Loaded { lane, ticket, result }));
            }
        }
        let [Effect::Export { path, text, .. }] = &written[..] else { panic!("{written:?}") };
        assert_eq!(path.to_str(), Some("qn.md"));
        assert!(text.contains("- [1] Pumping stations") && stage.app.overlays.is_empty(), "{text}");
    }
}

#[test]
fn what_is_asked_before_there_is_an_index_is_asked_when_it_is_there() {
    let mut stage = Stage::empty(80, 24);
    stage.press("a");
    stage.write("Who kept the gate?");
    stage.press("enter a");
    stage.write("And the lock");
    stage.effects.clear();
    stage.send(Msg::Opened { saved: None });
    let asked = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.question.as_str()),
        _ => None,
    });
    assert_eq!(asked, Some("Who kept the gate?"));
    assert_eq!(stage.app.chat.question.lines(), ["And the lock"], "{}", stage.screen());
    assert!(stage.shows("Who kept the gate?"), "{}", stage.screen());
}

#[test]
fn a_line_of_the_question_that_is_broken_at_a_blank_begins_with_a_word() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 a");
    // The blank behind the last word that fits has no room in its line.
    let word = "lamp ".repeat(40);
    stage.write(word.trim_end());
    let screen = stage.screen();
    let lines: Vec<&str> = screen.lines().filter(|line| line.contains("lamp lamp lamp")).collect();
    assert!(lines.len() > 1, "{screen}");
    for line in &lines[1..] {
        assert!(line.trim_start_matches('│').starts_with("   lamp"), "{line}");
    }
}
