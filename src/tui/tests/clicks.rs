//! What can be clicked, and what a click does there.

use super::Stage;
use crate::tui::msg::Msg;
use crate::tui::panes::PaneId;

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
fn all_that_is_said_of_a_subject_can_be_clicked() {
    let mut stage = Stage::home(80, 40);
    stage.click("“Nobody at the meeting");
    assert_eq!(stage.app.panes.focus, PaneId::Reader, "{}", stage.screen());
}
