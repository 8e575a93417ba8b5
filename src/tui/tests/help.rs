//! Help, hints and notices: which key works where, how it is found, and what stands below for how long.

use super::Stage;
use super::fixture::news;
use crate::tui::data::{Lane, Loaded};
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::notice::Notice;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

fn lines(stage: &Stage) -> Vec<String> {
    stage.screen().lines().map(str::to_owned).collect()
}

#[test]
fn the_palette_does_not_quit_at_a_slip() {
    let mut stage = Stage::open(80, 24);
    stage.press(": enter");
    assert!(!stage.effects.contains(&Effect::Quit), "{:?}", stage.effects);
}

#[test]
fn what_is_looked_for_in_the_help_is_found_in_it() {
    let mut stage = Stage::open(120, 40);
    stage.press("? /");
    stage.write("timeline");
    assert!(stage.shows("The timeline: what is from when") && !stage.shows("Down"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("The timeline: what is from when") && stage.shows("/timeline"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.shows("Down") && matches!(stage.app.overlays[..], [Overlay::Help(_)]), "{}", stage.screen());
    stage.press("/");
    stage.write("xyzzy");
    assert!(stage.shows("No key does anything that is called so"), "{}", stage.screen());
    // Commands are run by their names from here as from anywhere.
    stage.press("esc :");
    assert!(matches!(stage.app.overlays[..], [Overlay::Palette(_)]), "{:?}", stage.app.overlays);
}

#[test]
fn help_begins_with_the_keys_of_the_pane_then_those_of_everywhere_then_signs() {
    let mut stage = Stage::open(120, 200);
    stage.press("3 ?");
    let screen = stage.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text} in {screen}"));
    assert!(at("Next citation") < at("Run a command by name"));
    assert!(at("Run a command by name") < at("Signs on the screen") && at("Signs on the screen") < at("A citation: "));
    assert!(screen.lines().nth(2).is_some_and(|line| line.contains("Reader")), "{screen}");
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
fn the_line_below_says_what_unfolding_does_here() {
    let mut stage = Stage::open(120, 40);
    let foot = |stage: &Stage| stage.screen().lines().last().unwrap_or_default().to_owned();
    assert!(foot(&stage).contains("l unfold"), "{}", stage.screen());
    stage.press("l");
    assert!(foot(&stage).contains("l into it") && foot(&stage).contains("h fold"), "{}", stage.screen());
}

#[test]
fn a_notice_moves_nothing_leaves_frames_closed_and_goes_with_the_next_key() {
    let long = "a matter that takes more than one line to be said ".repeat(2) + "and ends so";
    for (width, height) in [(80, 24), (120, 40)] {
        let mut stage = Stage::open(width, height);
        let closed = |stage: &Stage| stage.screen().lines().filter(|line| line.contains('╰')).count();
        let before = (stage.screen(), closed(&stage));
        // But for the line of keys, and the one above it where it takes two, all stays as it was.
        let above = |screen: &str, rows: u16| -> Vec<String> {
            screen.lines().take(usize::from(height - rows)).map(str::to_owned).collect()
        };
        stage.send(Msg::Notice(Notice::good(long[..64].to_owned())));
        assert!(!stage.shows("Enter open  Tab pane"), "{}", stage.screen());
        assert_eq!(above(&stage.screen(), 1), above(&before.0, 1));
        stage.send(Msg::Notice(Notice::good(long.clone())));
        let rows = long.len().div_ceil(usize::from(width) - 2) as u16;
        assert!(stage.shows("and ends so") && !stage.shows("Enter open  Tab pane"), "{}", stage.screen());
        assert_eq!(above(&stage.screen(), rows + 2), above(&before.0, rows + 2));
        assert_eq!(closed(&stage), before.1, "{}", stage.screen());
        stage.send(Msg::Notice(Notice::good("written")));
        let foot = stage.screen().lines().last().unwrap_or_default().to_owned();
        assert!(foot.contains("Enter open  Tab pane") && foot.ends_with(" written"), "{foot}");
        stage.press("g");
        assert_eq!(stage.screen(), before.0);
        // What lies in front is closed above it as well.
        stage.press("enter v");
        stage.send(Msg::Notice(Notice::good(long.clone())));
        assert!(stage.shows("and ends so") && !stage.shows("Enter open  o on from it"), "{}", stage.screen());
        assert!(stage.screen().lines().any(|line| line.starts_with('╰') && line.ends_with('╯')), "{}", stage.screen());
        // What the border says is said as it was, and no dots of the picture stand in the blanks of it.
        let border = |stage: &Stage| stage.screen().lines().rfind(|line| line.starts_with('╰')).map(str::to_owned);
        let said = border(&stage);
        stage.press("x esc");
        let looked_for = border(&stage);
        stage.send(Msg::Notice(Notice::good(long.clone())));
        assert!(looked_for != said && border(&stage) == looked_for, "{}", stage.screen());
    }
}

#[test]
fn where_a_citation_leads_is_said_in_the_frame_and_the_keys_stay() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l");
    let screen = stage.screen();
    let frame = screen.lines().rfind(|line| line.contains('╰')).unwrap_or_default();
    assert!(frame.contains("→ Pumping stations and who pays for them"), "{screen}");
    assert!(screen.lines().last().is_some_and(|foot| foot.contains("Enter follow  p peek") && foot.contains("back")));
}

#[test]
fn a_question_whether_one_is_sure_has_its_keys_below() {
    let mut stage = Stage::open(80, 24);
    stage.asked(1);
    stage.press("D");
    let foot = stage.screen().lines().last().unwrap_or_default().to_owned();
    assert!(stage.shows("Sure?") && foot.contains("y yes  n no"), "{}", stage.screen());
}

#[test]
fn tab_goes_round_the_columns_and_says_where_one_is() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("C");
    assert!(stage.shows("Tab next column") && stage.shows("╭ ▸ "), "{}", stage.screen());
    let first = stage.screen();
    stage.press("tab");
    assert_ne!(stage.screen(), first);
    stage.press("tab tab");
    assert_eq!(stage.screen(), first);
}

#[test]
fn the_help_of_the_start_screen_lists_what_works_there() {
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(Vec::new()));
    stage.press("f1");
    assert!(stage.shows("Start screen") && stage.shows("quit"), "{}", stage.screen());
    for elsewhere in ["Everywhere", "Moving about", "Next pane", "/ command"] {
        assert!(!stage.shows(elsewhere), "{elsewhere}: {}", stage.screen());
    }
    stage.press("f1 q");
    assert!(stage.app.overlays.is_empty() && stage.effects.is_empty(), "{:?}", stage.effects);
}

#[test]
fn help_tells_what_signs_mean_and_finds_what_a_command_is_called_besides() {
    let mut stage = Stage::open(200, 60);
    stage.press("?");
    assert!(stage.shows("Signs on the screen") && stage.shows("An answer of yours cites it"), "{}", stage.screen());
    for (word, found) in [("theme", "Choose the colours"), ("ascii", "GLEANER_ASCII=1"), ("mode", "The modes: choose")]
    {
        stage.press("/");
        stage.write(word);
        assert!(stage.shows(found), "{word}: {}", stage.screen());
        stage.press("esc");
    }
}

#[test]
fn what_is_changed_is_in_sight_while_a_notice_stands_below() {
    for (width, height) in [(80, 24), (40, 12), (120, 40)] {
        let mut stage = Stage::open(width, height);
        stage.asked(1);
        stage.press("c");
        let screen = stage.screen();
        let (x, y) = stage.app.regions.cursor.expect("a field");
        let line = &lines(&stage)[usize::from(y)];
        assert!(line.contains("What recurs?"), "{x} {y}\n{screen}");
        assert!(screen.contains("change it; Enter asks it") && screen.contains("everything"), "{screen}");
    }
}

#[test]
fn a_notice_leaves_what_is_written_in_sight_and_news_are_offered_once() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("unsent draft");
    stage.press("esc 1");
    stage.send(Msg::Notice(Notice::good("what is new: w lists it: one and another and a third thing. ".repeat(4))));
    assert!(stage.shows("unsent draft") && stage.shows("what is new"), "{}", stage.screen());
    let offer = |stage: &mut Stage| {
        stage.app.notice = None;
        let ticket = stage.app.loads.begin(Lane::News);
        stage.send(Msg::Loaded { lane: Lane::News, ticket, result: Ok(Loaded::News(news())) });
        stage.app.notice.is_some()
    };
    assert!(offer(&mut stage));
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert!(!offer(&mut again), "{:?}", again.app.notice);
    assert!(again.app.has_unseen_news(), "they are still marked as new");
}

#[test]
fn ctrl_c_says_once_that_it_would_quit() {
    for keys in ["", "3", "2", "?", "ctrl-p"] {
        let mut stage = Stage::open(80, 24);
        stage.press(keys);
        stage.effects.clear();
        stage.press("ctrl-c");
        assert!(!stage.effects.contains(&Effect::Quit) && stage.shows("once more quits"), "{keys}: {}", stage.screen());
        stage.press("ctrl-c");
        assert!(stage.effects.contains(&Effect::Quit), "{keys}: {:?}", stage.effects);
    }
}

#[test]
fn a_key_is_found_by_what_its_command_is_called() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("? /");
    stage.write("export");
    assert!(!stage.shows("No key does anything that is called so"), "{}", stage.screen());
}

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
    assert!(
        stage.shows("only an entity has mentions") && stage.app.panes.focus == PaneId::Browser,
        "{}",
        stage.screen()
    );
    stage.press("f9");
    assert!(stage.shows("F9 does nothing here: ? lists the keys"), "{}", stage.screen());
}

#[test]
fn the_list_of_ways_says_how_one_is_taken() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 m");
    assert!(stage.shows("Enter take"), "{}", stage.screen());
}
