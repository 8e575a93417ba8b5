//! What somebody new ran into, and does no longer: a key that did more or less than was said, a way back that was none.

use super::Stage;
use super::fixture::answered;
use super::journeys::place;
use crate::model::{Answer, AnswerEvent, How, Kind, Ref, TraceStep};
use crate::tui::data::{RecordPage, TurnId};
use crate::tui::effect::Effect;
use crate::tui::keys::Layer;
use crate::tui::msg::{Msg, Notice};
use crate::tui::panes::PaneId;
use crate::tui::tour::Tour;

/// An answer that was drilled into a part of it.
fn drilled() -> Stage {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("d b");
    stage.send(Msg::Answer { turn: TurnId(2), event: answered() });
    stage
}

#[test]
fn a_question_asked_from_inside_a_part_is_asked_inside_it() {
    let mut stage = drilled();
    stage.press("a");
    assert!(stage.shows("auto · inside The pension fund"), "the rule says so: {}", stage.screen());
    stage.write("Who paid?");
    stage.press("enter");
    let asked = &stage.app.chat.turns.last().expect("a turn").asked;
    assert_eq!((asked.scope_title.as_str(), asked.drilled), ("The pension fund and its trustees", None));
    // One leaves the part before the question or without it, and stays outside.
    let mut stage = drilled();
    stage.press("x a");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    let mut stage = drilled();
    stage.press("a esc");
    assert!(stage.app.chat.next.scope.is_everything(), "nothing was asked inside");
    // From another pane nobody stands at that answer.
    stage.press("1 a");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
}

#[test]
fn a_question_inside_a_report_that_is_not_asked_leaves_no_trace() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.shows("auto · everything"), "{}", stage.screen());
    // What was written is written for that report.
    stage.press("3 A");
    stage.write("Who?");
    stage.press("esc");
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
    // There it is gone on with; another question is none of that report, and what was written is brought back.
    stage.press("3 A");
    assert_eq!(stage.app.chat.question.lines(), ["Who?"]);
    for asks in ["esc a", "up esc 3 a"] {
        stage.press(asks);
        assert_eq!(stage.app.chat.question.lines(), [""], "{}", stage.screen());
        assert!(stage.app.chat.next.scope.is_everything() && stage.shows("brings it back"), "{}", stage.screen());
    }
    stage.press("up");
    assert_eq!(stage.app.chat.question.lines(), ["Who?"]);
    assert!(stage.shows("auto · inside Flood works"), "{}", stage.screen());
}

#[test]
fn one_step_back_from_the_mentions_leads_to_what_they_are_of() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 n");
    assert!(stage.shows("mention 1 of ") && stage.shows("n next mention  N the one before"), "{}", stage.screen());
    assert!(stage.shows("} next document"), "{}", stage.screen());
    stage.press("n n n N");
    let last = place(&stage);
    stage.press("[");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Entity), "{}", stage.screen());
    stage.press("]");
    assert_eq!(place(&stage), last, "{}", stage.screen());
    // On from there, after a look at what was passed: its document is a place of its own.
    stage.press("} o [");
    assert!(stage.shows("mention 2 of ") || stage.shows("mention 1 of "), "{}", stage.screen());
    stage.press("[");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Entity), "{}", stage.screen());
}

#[test]
fn the_home_page_is_scrolled_as_the_reader_is() {
    let mut stage = Stage::home(80, 24);
    let before = stage.screen();
    stage.press("ctrl-e");
    assert_ne!(stage.screen(), before);
    stage.press("G g");
    assert!(stage.shows("1,669 documents"), "{}", stage.screen());
    stage.press("G 0");
    assert!(stage.shows("1,669 documents"), "{}", stage.screen());
}

#[test]
fn a_chat_that_has_the_screen_is_what_is_scrolled() {
    let mut stage = Stage::open(80, 24);
    for turn in 1..=4 {
        stage.asked(turn);
    }
    stage.press("z g");
    let (before, reader) = (stage.app.chat.top, stage.app.reader.top);
    stage.press("ctrl-e");
    assert!(stage.app.chat.top > before && stage.app.reader.top == reader, "{}", stage.screen());
    stage.press("ctrl-y");
    assert_eq!(stage.app.chat.top, before);
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
fn a_trace_is_closed_as_what_lies_in_front_is() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("t");
    assert!(stage.app.chat.turns[0].trace_open);
    stage.press("l esc");
    assert!(stage.app.chat.turns[0].trace_open, "the citation is left first");
    stage.press("esc");
    assert!(!stage.app.chat.turns[0].trace_open, "{}", stage.screen());
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
fn nothing_stands_for_a_name_that_is_not_known_yet() {
    let stage = Stage::empty(80, 24);
    let screen = stage.screen();
    assert!(!screen.contains('▸') && !screen.contains("╭  "), "{screen}");
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
fn the_name_of_the_index_leads_home_and_where_one_is_has_room_beside_it() {
    let mut stage = Stage::open(80, 24);
    stage.app.overview.name = "a pile of documents with a name that is long".to_owned();
    stage.press("enter");
    let head = stage.screen().lines().next().unwrap_or_default().to_owned();
    assert!(head.contains("▸ Flood wo"), "{head}");
    stage.click("a pile of");
    assert_eq!(stage.app.focus, PaneId::Home);
}

#[test]
fn the_chat_that_is_written_holds_every_question_that_it_counts() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("a");
    stage.write("And the coal?");
    stage.press("enter");
    stage.send(Msg::AnswerFailed { turn: TurnId(2), message: "busy".to_owned() });
    let (_, questions, _) = stage.app.chat.exported_chat(None).expect("a chat");
    assert_eq!(questions, 2);
    stage.press("W enter");
    let Some(Effect::Export { text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.contains("## And the coal?") && text.contains("(not answered)"), "{text}");
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
    assert!(stage.shows("1 source: Minutes of the river board, March, part 3"), "{}", stage.screen());
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
    assert!(below >= 2 && stage.app.beside.is_some(), "{screen}");
    stage.write("zzzzz");
    assert!(stage.shows("Nothing has these words") && stage.screen().matches('╭').count() == 1, "{}", stage.screen());
    stage.resize(40, 12);
    assert!(stage.shows(" Find "), "{}", stage.screen());
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
fn the_keys_of_what_is_next_go_from_question_to_question_in_the_chat() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter");
    stage.asked(1);
    let foot = |stage: &Stage| stage.screen().lines().last().unwrap_or_default().to_owned();
    assert!(!foot(&stage).contains("} later"), "{}", foot(&stage));
    for turn in 2..=3 {
        stage.asked(turn);
    }
    assert!(foot(&stage).contains("{ earlier") && !foot(&stage).contains("} later"), "{}", foot(&stage));
    let before = place(&stage);
    stage.press("K K");
    assert_eq!((stage.app.chat.current_turn(), stage.app.focus), (Some(0), PaneId::Chat), "{}", stage.screen());
    assert!(foot(&stage).contains("} later") && !foot(&stage).contains("{ earlier"), "{}", foot(&stage));
    stage.press("J");
    assert_eq!((stage.app.chat.current_turn(), stage.app.focus), (Some(1), PaneId::Chat));
    assert_eq!(place(&stage), before);
}

#[test]
fn the_tour_goes_on_whatever_a_citation_leads_to_and_in_its_order() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(Tour::default());
    stage.send(Msg::Opened { saved: None });
    // What was asked before the tour takes none of its steps.
    stage.asked(1);
    assert!(stage.shows(" 2 of 5 "), "{}", stage.screen());
    stage.press("1 enter");
    assert!(stage.shows(" 2 of 5 "), "a list is no citation: {}", stage.screen());
    stage.press("l enter");
    assert!(stage.shows(" 3 of 5  You followed it: [ leads back"), "{}", stage.screen());
    stage.press("l l l enter");
    assert!(stage.shows(" 3 of 5  You are at a passage"), "{}", stage.screen());
    // What is said at its step takes nothing away from it.
    stage.press("N");
    assert!(stage.app.notice.is_some() && stage.shows(" 3 of 5 "), "{}", stage.screen());
    stage.press("[");
    assert!(stage.shows(" 4 of 5 "), "{}", stage.screen());
    stage.press("a");
    assert!(!stage.shows(" 4 of 5 "), "keys are letters while one types: {}", stage.screen());
    stage.press("esc");
    stage.asked(2);
    assert!(stage.shows(" 5 of 5 "), "{}", stage.screen());
    stage.press("?");
    assert!(stage.app.tour.is_none());
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
