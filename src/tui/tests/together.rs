//! Several at once: answers side by side, rows that are marked, parts that a list is narrowed to; and what was looked
//! at.

use super::Stage;
use super::fixture::answered;
use super::journeys::place;
use crate::model::{Answer, AnswerEvent, CitedRecord, Grounding, Kind, Ref};
use crate::tui::data::{Narrow, Request, TurnId};
use crate::tui::effect::Effect;
use crate::tui::keys::Layer;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;

/// The question that was put to the engines last: its turn and its mode.
fn last_asked(stage: &Stage) -> (TurnId, String) {
    let found = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask { turn, asked, .. } => Some((*turn, asked.mode.name().to_owned())),
        _ => None,
    });
    found.expect("a question was asked")
}

#[test]
fn an_answer_is_set_beside_others_one_after_the_other() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("C");
    assert_eq!(stage.app.layer(), Layer::Compare);
    let (first, mode) = last_asked(&stage);
    assert!(first > TurnId(1_000), "no turn of the conversation");
    stage.send(Msg::Answer { turn: first, event: answered() });
    let (second, other) = last_asked(&stage);
    assert_ne!((first, &mode), (second, &other), "the next column waits until the one before is done");
    stage.send(Msg::AnswerFailed { turn: second, message: "the server is away".into() });
    assert!(stage.shows("the server is away"), "{}", stage.screen());
    assert!(stage.shows("by more than one of them"), "{}", stage.screen());
    // The one that the keys are on goes on in the chat, and is kept.
    stage.press("l enter");
    assert_eq!((stage.app.panes.focus, stage.app.chat.turns.len()), (PaneId::Chat, 2));
    assert_eq!(stage.app.chat.turns[1].asked.mode.name(), mode);
    let kept = stage.effects.iter().filter(|effect| matches!(effect, Effect::SaveTurn(_))).count();
    assert_eq!(kept, 2);
}

#[test]
fn columns_say_of_what_they_are_asked_and_the_answer_that_is_known_is_not_told_twice() {
    let mut stage = Stage::open(80, 24);
    stage.press("A");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    stage.press("C");
    let head = stage.screen().lines().next().unwrap_or_default().to_owned();
    assert!(head.contains("What recurs? ▸ Flood works"), "{head}");
    stage.press("enter");
    assert_eq!((stage.app.panes.focus, stage.app.chat.turns.len()), (PaneId::Chat, 1), "{}", stage.screen());
}

#[test]
fn another_way_is_one_that_no_other_column_shows() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("C");
    for _ in 0..2 {
        let (turn, _) = last_asked(&stage);
        stage.send(Msg::Answer { turn, event: answered() });
    }
    let heads = |stage: &Stage| -> Vec<String> {
        let screen = stage.screen();
        let head = screen.lines().find(|line| line.contains('╭')).unwrap_or_default().to_owned();
        let name = |frame: &str| {
            frame.split_whitespace().find(|word| word.starts_with(char::is_alphabetic)).map(str::to_owned)
        };
        head.split('╭').skip(1).filter_map(name).collect()
    };
    for _ in 0..12 {
        stage.press("m");
        let mut shown = heads(&stage);
        assert_eq!(shown.len(), 3, "{}", stage.screen());
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown.len(), 3, "{}", stage.screen());
        assert!(shown.iter().all(|mode| mode != "raptor"), "what cannot run is left out");
        let (turn, _) = last_asked(&stage);
        stage.send(Msg::Answer { turn, event: answered() });
    }
}

#[test]
fn all_that_several_cite_is_reached() {
    let mut stage = Stage::open(80, 24);
    let records: Vec<u32> = (1..=7).collect();
    let cites = || {
        let cited = records.iter().map(|&id| CitedRecord {
            record: Ref::new(Kind::Report, id),
            title: format!("Report of the month {id}"),
            grounding: Grounding::Grounded,
        });
        let answer = Answer { text: "It recurs.".into(), citations: cited.collect(), ..Answer::default() };
        AnswerEvent::Done(Box::new(answer))
    };
    stage.asks("What recurs?", 1, cites());
    stage.press("C");
    for _ in 0..2 {
        let (turn, _) = last_asked(&stage);
        stage.send(Msg::Answer { turn, event: cites() });
    }
    assert!(stage.shows("7 cited by several; Tab goes there, behind the last column"), "{}", stage.screen());
    assert!(!stage.shows("month 7"), "{}", stage.screen());
    stage.press("tab tab tab G");
    assert!(stage.shows("7 of 7") && stage.shows("month 7"), "{}", stage.screen());
    stage.press("tab");
    assert!(!stage.shows("7 of 7") && stage.shows("╭ ▸ "), "{}", stage.screen());
}

#[test]
fn a_way_that_the_index_was_not_built_for_says_so_and_is_not_taken() {
    let mut stage = Stage::open(120, 40);
    stage.press("4 m");
    let row = |stage: &Stage, mode: &str| {
        let wanted = format!(" {mode} ");
        stage.screen().lines().find(|line| line.contains(&wanted)).unwrap_or_default().to_owned()
    };
    assert!(row(&stage, "raptor").contains("not built"), "{}", stage.screen());
    assert!(!row(&stage, "hippo").contains("not built") && !row(&stage, "local").contains("not built"));
    let before = stage.app.chat.next.mode;
    stage.click(" raptor ");
    assert!(stage.shows("gleaner index --with raptor"), "{}", stage.screen());
    assert_eq!(stage.app.chat.next.mode, before);
    stage.press("esc");
    for _ in 0..14 {
        stage.press("M");
        assert_ne!(stage.app.chat.next.mode.name(), "raptor");
    }
}

#[test]
fn a_question_that_failed_stays_in_its_chat() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::AnswerFailed { turn: TurnId(1), message: "the server is away".into() });
    let kept = stage.effects.iter().any(|effect| match effect {
        Effect::SaveTurn(turn) => turn.question.question == "What recurs?" && turn.answer.text.is_empty(),
        _ => false,
    });
    assert!(kept, "{:?}", stage.effects);
    assert!(stage.shows("the server is away"), "{}", stage.screen());
}

#[test]
fn what_is_closed_while_it_is_answered_is_cancelled() {
    let mut stage = Stage::open(80, 24);
    stage.asked(1);
    stage.press("C");
    let (turn, _) = last_asked(&stage);
    stage.press("esc");
    assert!(stage.effects.contains(&Effect::Cancel(turn)), "{:?}", stage.effects);
    stage.send(Msg::Answer { turn, event: answered() });
    assert_eq!(stage.app.chat.turns.len(), 1, "what comes after is dropped");
}

#[test]
fn rows_that_are_marked_are_asked_about_together() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 space j space");
    assert!(stage.shows("2 marked"), "{}", stage.screen());
    stage.press("A");
    assert_eq!(stage.app.layer(), Layer::Question);
    assert!(stage.shows("have to do with each other?"), "{}", stage.screen());
    // What nobody typed is left as it was found.
    stage.press("esc");
    assert!(stage.app.chat.question.is_empty() && stage.app.chat.introduced.is_none(), "{}", stage.screen());
    stage.press("2 esc");
    assert!(!stage.shows("2 marked"), "{}", stage.screen());
    stage.press("1 x A");
    assert_eq!(stage.app.chat.next.scope.communities.len(), 1);
}

#[test]
fn of_marked_documents_it_is_asked_what_they_say_unless_something_else_is_typed() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 h space j space A");
    assert_eq!(stage.app.chat.question.lines(), ["What do these say?"]);
    assert_eq!(stage.app.chat.next.scope.documents.len(), 2);
    // Nobody typed it, and nothing of it stays.
    stage.press("esc");
    assert!(stage.app.chat.question.is_empty() && stage.app.chat.next.scope.is_everything(), "{}", stage.screen());
    stage.press("A");
    stage.write("Who pays?");
    assert_eq!(stage.app.chat.question.lines(), ["Who pays?"]);
    stage.press("esc 2 A");
    assert_eq!(stage.app.chat.question.lines(), ["What do these say?"]);
    stage.press("esc");
    assert_eq!(stage.app.chat.question.lines(), ["Who pays?"], "what was written is not lost");
    let mut stage = Stage::open(120, 40);
    stage.press("a enter");
    assert!(stage.shows("type a question first"), "{}", stage.screen());
}

#[test]
fn a_question_that_was_made_of_marks_is_asked_by_itself() {
    for marks in ["1 x j x A enter", "2 space A enter", "2 h space j space A enter"] {
        let mut stage = Stage::open(120, 40);
        stage.asked(1);
        stage.press(marks);
        let Some(Effect::Ask { history, .. }) = stage.effects.iter().rfind(|one| matches!(one, Effect::Ask { .. }))
        else {
            panic!("{:?}", stage.effects)
        };
        assert!(history.is_empty(), "{marks}: {history:?}");
        // What is asked after it goes on from it.
        stage.press("a");
        stage.write("And why?");
        stage.press("enter");
        let Some(Effect::Ask { history, .. }) = stage.effects.pop_if(|one| matches!(one, Effect::Ask { .. })) else {
            continue;
        };
        assert!(!history.is_empty(), "{marks}");
    }
}

#[test]
fn what_is_typed_takes_the_place_of_a_question_that_was_made_of_marks() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 space j space A");
    stage.write("Who?");
    assert_eq!(stage.app.chat.question.lines(), ["Who?"]);
    assert!(stage.app.chat.introduced.is_some(), "what they are is still known");
    stage.press("esc 2 A left");
    stage.write("So");
    let question = stage.app.chat.question.lines().join("");
    assert!(question.contains("have to do") && question.contains("So"), "gone into it is changed: {question}");
}

#[test]
fn of_relationships_their_ends_are_asked_about_each_once() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 l");
    let names = ["Ada Thane – The mill", "Ada Thane – The weir", "The quay – The weir"];
    for (row, name) in stage.app.browser.ids.clone().iter().zip(names) {
        stage.app.browser.rows.get_mut(row).expect("it is loaded").name = name.to_owned();
    }
    stage.press("a");
    stage.write("Who else?");
    for (marks, asked) in [
        ("esc 2 g space A", "How are Ada Thane and The mill related?"),
        ("esc 2 j space A", "How are Ada Thane, The mill and The weir related?"),
        // A list of many ends is no question.
        ("esc 2 j space A", "How are Ada Thane, The mill and The weir related?"),
        ("esc", "Who else?"),
    ] {
        stage.press(marks);
        assert_eq!(stage.app.chat.question.lines(), [asked]);
    }
    // Nor is what was written lost when the other is asked.
    stage.press("2 A enter a up");
    assert_eq!(stage.app.chat.question.lines(), ["Who else?"]);
}

#[test]
fn a_list_is_narrowed_and_every_kind_with_it() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 F");
    stage.write("person");
    stage.press("enter F");
    stage.write("mill");
    stage.press("enter");
    let parts: Vec<&str> = stage.app.browser.parts.iter().map(|part| part.label.as_str()).collect();
    assert_eq!(parts, ["person", "The mill and its weir"]);
    assert!(stage.shows("person  The mill"), "{}", stage.screen());
    // A type is of one kind of record; a community holds for all.
    stage.press("l");
    let outcome = stage.app.browser.reload();
    let [(_, Request::List { parts, .. })] = &outcome.loads[..] else { panic!("{outcome:?}") };
    assert!(matches!(parts[..], [Narrow::Community(_)]), "{parts:?}");
    stage.click("weir  Esc");
    assert!(stage.app.browser.parts.is_empty());
}

#[test]
fn what_no_part_is_called_is_said_and_enter_closes_nothing() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 l F");
    stage.write("zeppelin");
    assert!(stage.shows("Nothing listed here has types"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("nothing here has these words") && stage.shows("Narrow the list to"), "{}", stage.screen());
}

#[test]
fn what_an_answer_used_is_marked_and_passed_by() {
    let mut stage = Stage::open(120, 40);
    let first = stage.app.tree.selected_ref().unwrap();
    stage.app.nav.visited.used.insert(first);
    stage.press("j k");
    assert!(stage.shows("◦"), "{}", stage.screen());
    stage.press("U");
    assert_ne!(stage.app.reader.wanted.map(Ref::record), Some(first), "an answer rests on that one");
    assert_eq!(stage.app.reader.wanted.map(|record| record.kind), Some(Kind::Report));
    stage.press("0 G");
    assert!(stage.shows("Looked at so far"), "{}", stage.screen());
}

#[test]
fn a_question_of_any_chat_comes_back_into_the_field() {
    let mut stage = Stage::open(80, 24);
    stage.press("a ctrl-r");
    stage.write("ledger");
    stage.press("enter");
    assert_eq!(stage.app.layer(), Layer::Question);
    assert_eq!(stage.app.chat.question.lines(), ["What became of the ledger?"]);
}

#[test]
fn a_setting_is_changed_in_place() {
    let mut stage = Stage::open(80, 24);
    stage.press(", enter up enter");
    assert!(matches!(stage.effects.last(), Some(Effect::Set { key: "theme", .. })), "{:?}", stage.effects);
    stage.press("j enter");
    stage.write("qwen3:8b");
    assert_eq!(stage.app.layer(), Layer::Input);
    stage.press("esc");
    assert_eq!(stage.app.layer(), Layer::Settings, "nothing is kept");
    stage.press("enter");
    stage.write("m");
    stage.press("enter");
    let set = Effect::Set { key: "model", value: "m".into() };
    assert!(stage.effects.contains(&set), "{:?}", stage.effects);
}

#[test]
fn what_several_answers_cite_is_opened_and_peeked_at() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("C");
    let Some(Effect::Ask { turn, .. }) = stage.effects.last().cloned() else { panic!("{:?}", stage.effects) };
    stage.send(Msg::Answer { turn, event: answered() });
    assert!(stage.shows("2 records are cited by more than one of them"), "{}", stage.screen());
    // As many rows are theirs as there are of them.
    let below = |stage: &Stage| stage.screen().lines().skip_while(|line| !line.contains("records are cited")).count();
    assert_eq!(below(&stage), 4, "{}", stage.screen());
    stage.press("tab tab tab p");
    assert!(matches!(stage.app.overlays.last(), Some(Overlay::Peek(_))), "{}", stage.screen());
    stage.press("esc j enter");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Source, 812)), "{}", stage.screen());
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn of_three_that_are_marked_each_is_asked_of_with_each() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 space j space j space A");
    let question = stage.app.chat.question.lines().join("");
    assert_eq!(question.matches("have to do with each other").count(), 3, "{question}");
    for name in ["Entity 8213", "Entity 8212", "Entity 8211"] {
        assert_eq!(question.matches(name).count(), 2, "{question}");
    }
}
