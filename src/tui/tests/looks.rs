//! How rows, panes and colours look.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::Stage;
use crate::tui::effect::Effect;
use crate::tui::overlays::Overlay;
use crate::tui::widgets::rich;

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
fn colours_are_seen_before_they_are_kept() {
    let mut stage = Stage::open(80, 24);
    let before = stage.app.appearance.theme.name.clone();
    stage.press(", c up");
    assert_ne!(stage.app.appearance.theme.name, before);
    assert!(stage.shows("now mono") && stage.shows("for a light background"), "{}", stage.screen());
    stage.press("esc");
    assert_eq!((stage.app.appearance.theme.name.as_str(), stage.effects.len()), (before.as_str(), 0));
    stage.press("enter up enter");
    let theme = stage.app.appearance.theme.name.clone();
    assert_eq!(stage.effects, [Effect::Set { key: "theme", value: theme.clone() }]);
    assert_ne!(theme, before);
    assert!(matches!(stage.app.overlays[..], [Overlay::Settings(_)]), "back where it was begun");
}

#[test]
fn a_pane_that_has_the_whole_screen_is_given_no_more() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 z");
    assert!(stage.shows("this pane has the whole screen already") && !stage.app.panes.zoom, "{}", stage.screen());
    let mut stage = Stage::open(200, 60);
    stage.press("4 z");
    assert!(stage.app.panes.zoom && !stage.shows("already"), "{}", stage.screen());
}

#[test]
fn what_a_list_stands_on_when_it_gives_the_screen_back_is_read() {
    let mut stage = Stage::open(80, 24);
    stage.press("1 j");
    let before = stage.app.reader.wanted;
    stage.press("z j j");
    let listed = stage.app.tree.selected_ref();
    assert!(stage.app.reader.wanted == before && listed != before, "{}", stage.screen());
    stage.press("z");
    assert_eq!(stage.app.reader.wanted, listed, "{}", stage.screen());
    // What was opened from elsewhere stays where the list was not moved.
    stage.press("z z");
    assert_eq!(stage.app.reader.wanted, listed);
}
