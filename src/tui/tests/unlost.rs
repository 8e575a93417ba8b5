//! What was asked, written or looked at is not lost: to another chat, to a filter, to the home page, to what comes
//! late.

use super::Stage;
use super::fixture::{self, answered, news};
use super::journeys::{place, report};
use crate::model::{Answer, AnswerEvent, CitedRecord, Grounding, Kind, Ref, TraceStep};
use crate::tui::data::{Lane, Loaded, TurnId};
use crate::tui::effect::Effect;
use crate::tui::keys::Chord;
use crate::tui::msg::{Msg, Notice};
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;
use crate::tui::saved::InChat;

/// A question whose answer has begun.
fn answering() -> Stage {
    let mut stage = Stage::open(120, 40);
    stage.asks("Who paid?", 1, AnswerEvent::Delta("Nobody at".to_owned()));
    stage.effects.clear();
    stage
}

/// Where among the effects the question that was under way is kept, with its answer as far as it came.
fn kept(stage: &Stage) -> Option<usize> {
    let is_kept = |effect: &Effect| matches!(effect, Effect::SaveTurn(turn) if turn.question.question == "Who paid?" && turn.answer.text == "Nobody at");
    stage.effects.iter().position(is_kept)
}

#[test]
fn a_question_that_is_left_while_it_is_answered_is_kept_in_its_chat() {
    let after = |keys: &str, then: fn(&Effect) -> bool| {
        let mut stage = answering();
        stage.press(keys);
        let (kept, then) = (kept(&stage), stage.effects.iter().position(then));
        assert!(kept.is_some() && kept < then, "{keys}: {:?}", stage.effects);
        stage
    };
    let other = |effect: &Effect| matches!(effect, Effect::UseChat(_));
    for keys in ["n", "s enter"] {
        assert!(after(keys, other).shows("was cancelled; its question is kept"), "{keys}");
    }
    after("q", |effect| *effect == Effect::SaveState);
    let stage = after("a W h o ? enter", |effect| matches!(effect, Effect::Ask { .. }));
    assert!(stage.shows("was cancelled; its question is kept"), "{}", stage.screen());
    let mut stage = answering();
    stage.press("esc");
    assert!(kept(&stage).is_some(), "{:?}", stage.effects);
    // What is removed is not kept, nor taken out of where it never was.
    let mut stage = answering();
    stage.press("D y");
    assert_eq!(stage.effects, [Effect::Cancel(TurnId(1))]);
}

#[test]
fn the_chat_that_one_was_in_comes_back_and_a_new_one_stays_new() {
    let mut stage = Stage::open(120, 40);
    stage.press("4 s down enter");
    assert_eq!(stage.app.in_chat, Some(1));
    stage.press("a");
    stage.write("And who");
    stage.press("esc");
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(again.app.in_chat, Some(1));
    assert!(again.shows("And who"), "{}", again.screen());
    stage.press("n");
    assert_eq!(stage.app.saved().chat, InChat::New);
}

#[test]
fn the_home_page_leads_back_to_the_row_that_one_stood_on() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 1 j");
    assert_eq!((place(&stage), stage.app.reader.wanted), (report(12), report(3)));
    stage.press("0");
    assert_eq!(stage.app.focus, PaneId::Home);
    stage.press("[");
    assert_eq!((stage.app.focus, stage.app.reader.wanted), (PaneId::Tree, report(3)), "{}", stage.screen());
    assert_eq!(place(&stage), report(12), "nobody has gone there");
    // From a place that one has gone to it leads to that one.
    stage.press("enter 0 [");
    assert_eq!((stage.app.focus, place(&stage)), (PaneId::Reader, report(3)), "{}", stage.screen());
}

#[test]
fn what_a_filter_finds_is_sorted_and_looked_for_among_the_next_kind_too() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 /");
    stage.write("Entity 81");
    stage.press("enter");
    assert!(!stage.shows("links↓"), "in the order of how well it fits: {}", stage.screen());
    stage.press("s");
    assert!(stage.shows("links↓"), "{}", stage.screen());
    stage.click("docs ▐");
    assert!(stage.shows("docs↓"), "{}", stage.screen());
    let listed = stage.app.browser.ids.len();
    stage.press("l");
    assert_eq!(stage.app.browser.kind, Kind::Relationship);
    assert_eq!((stage.app.browser.ids.len(), stage.shows("Entity 81")), (listed, true), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.browser.filter.is_none() && stage.app.browser.ids.len() > listed);
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
fn what_is_written_says_what_the_chat_is_called_and_how_it_was_answered() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who found them?");
    stage.press("enter");
    let trace = vec![
        TraceStep::Understood { question: "Who found the char?".to_owned() },
        TraceStep::Note { text: "basic: it asks for a passage".to_owned() },
    ];
    let answer = Answer { text: "Nobody.".to_owned(), trace, ..Answer::default() };
    stage.send(Msg::Answer { turn: TurnId(1), event: AnswerEvent::Done(Box::new(answer)) });
    stage.send(Msg::InChat(Some((2, "The char".to_owned()))));
    stage.press("W enter");
    let Some(Effect::Export { text, path, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# The char\n\n## Who found them?\n\n"), "{text}");
    assert!(
        text.contains("*auto → basic · everything · it asks for a passage*\n\n*understood as: Who found the char?*"),
        "{text}"
    );
    assert_eq!(path.to_str(), Some("chat-the-char.md"));
    // As it was renamed a moment ago.
    stage.press("s down ctrl-r ctrl-u");
    stage.send(Msg::InChat(Some((1, "What recurs?".to_owned()))));
    stage.write("Bells");
    stage.press("enter esc W enter");
    let Some(Effect::Export { text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# Bells\n"), "{text}");
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
fn a_record_opened_beside_answers_leads_back_to_them() {
    let mut stage = Stage::open(120, 40);
    let cites = || {
        let record = Ref::new(Kind::Report, 57);
        let cited = CitedRecord { record, title: "Pumping stations".into(), grounding: Grounding::Grounded };
        let answer = Answer { text: "It recurs.".into(), citations: vec![cited], ..Answer::default() };
        AnswerEvent::Done(Box::new(answer))
    };
    stage.asks("What recurs?", 1, cites());
    stage.press("C");
    let asked = |stage: &Stage| {
        let mut turns = stage.effects.iter().filter_map(|effect| match effect {
            Effect::Ask { turn, .. } => Some(*turn),
            _ => None,
        });
        turns.next_back().expect("a question was asked")
    };
    let first = asked(&stage);
    stage.send(Msg::Answer { turn: first, event: cites() });
    let second = asked(&stage);
    stage.press("tab tab tab enter");
    assert_eq!((stage.app.focus, place(&stage)), (PaneId::Reader, report(57)), "{}", stage.screen());
    stage.press("[");
    assert!(matches!(stage.app.overlays[..], [Overlay::Compare(_)]), "{}", stage.screen());
    let third = asked(&stage);
    assert!(third > second, "what was cut off is asked again");
    stage.send(Msg::Answer { turn: third, event: answered() });
    assert!(!stage.shows("waits"), "{}", stage.screen());
}

#[test]
fn a_filter_is_dropped_before_the_tour() {
    let mut stage = Stage::empty(80, 24);
    stage.app.tour = Some(crate::tui::tour::Tour::default());
    stage.send(Msg::Opened { saved: None });
    stage.press("tab /");
    stage.write("ferr");
    stage.press("enter esc");
    assert!(stage.app.tree.filter.is_none() && stage.app.tour.is_some(), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.tour.is_none());
}

#[test]
fn of_an_entity_one_asks_by_its_name() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 A");
    assert_eq!(stage.app.chat.question.lines().join(""), "What is said about Entity 8213?", "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.chat.question.is_empty());
    assert_eq!(stage.app.focus, PaneId::Browser, "whoever leaves it unwritten is where one was");
    stage.press("A");
    stage.write(" Where?");
    stage.effects.clear();
    stage.press("esc");
    assert_eq!(
        (stage.app.focus, &stage.effects[..]),
        (PaneId::Chat, &[Effect::SaveState][..]),
        "what is written is kept"
    );
}

#[test]
fn what_an_entity_lies_in_is_offered_first_to_narrow_by() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 enter 2 F");
    let Some(Overlay::Narrow(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    let first = state.selected().map(|part| part.label.clone());
    assert_eq!(first.as_deref(), Some("Flood works on the lower river"), "{}", stage.screen());
}

#[test]
fn from_what_was_found_one_key_leads_back_and_the_list_goes_along() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter 2");
    let before = place(&stage);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter");
    let found = Some(Ref::new(Kind::Entity, 410));
    assert_eq!(place(&stage), found);
    assert_eq!(stage.app.browser.selected_ref().map(Ref::record), found, "{}", stage.screen());
    stage.press("[");
    assert_eq!((place(&stage), stage.app.reader.wanted), (before, before), "{}", stage.screen());
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
fn the_ends_of_a_list_are_a_key_away_until_something_is_typed() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 m end");
    let Some(Overlay::Modes(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
    assert_eq!(state.list.window.cursor + 1, state.list.window.len);
    stage.press("home enter");
    assert_eq!(stage.app.chat.next.mode, crate::query::engines()[0].mode());
}

#[test]
fn a_key_is_found_by_what_its_command_is_called() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.press("? /");
    stage.write("export");
    assert!(!stage.shows("No key does anything that is called so"), "{}", stage.screen());
}
