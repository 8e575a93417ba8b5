//! What the chat does with questions and what comes back.

use super::*;
use crate::model::{Answer, AnswerEvent, CitedRecord, Drill, Grounding, How, Kind, Mode, TraceStep};
use crate::tui::data::{Lane, Loaded, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::panes::Intent;

mod drills;

pub(super) fn chat() -> State {
    let mut state = State { levels: 3, ..State::default() };
    state.update(Msg::Resize { width: 100, height: 12 });
    state
}

pub(super) fn ask(state: &mut State, question: &str) -> Outcome {
    state.update(Msg::Command(Command::Ask));
    for c in question.chars() {
        state.update(Msg::Key(Chord::from(c)));
    }
    state.update(Msg::Command(Command::Send))
}

pub(super) fn done(text: &str) -> AnswerEvent {
    let citation =
        |id, grounding| CitedRecord { record: Ref::new(Kind::Report, id), title: format!("Report {id}"), grounding };
    let citations = vec![citation(57, Grounding::Grounded), citation(99, Grounding::Unknown)];
    AnswerEvent::Done(Box::new(Answer { text: text.into(), citations, elapsed_ms: 84, ..Answer::default() }))
}

fn text(state: &State) -> String {
    state.page.rows.iter().map(|row| row.text() + "\n").collect()
}

#[test]
fn an_answer_streams_and_is_kept() {
    let mut state = chat();
    let asked = ask(&mut state, "Why?");
    let expected = AskedQuestion { question: "Why?".into(), ..AskedQuestion::default() };
    let (history, rated, shown) = (vec![], vec![], vec![]);
    assert_eq!(asked.effects[0], Effect::Ask { turn: TurnId(1), asked: expected, history, rated, shown });
    state.answered(TurnId(1), AnswerEvent::Stage("reading 12 reports".into()));
    assert!(text(&state).contains("reading 12 reports"));
    state.answered(TurnId(1), AnswerEvent::Delta("Because [Data: Rep".into()));
    state.answered(TurnId(1), AnswerEvent::Delta("orts (57, 99)].".into()));
    assert!(text(&state).contains("Because [1,2]."), "{}", text(&state));
    let kept = state.answered(TurnId(1), done("Because [Data: Reports (57, 99)]."));
    assert!(matches!(&kept.effects[..], [Effect::SaveTurn(turn)] if turn.answer.elapsed_ms == 84));
    assert!(text(&state).contains("1 unknown"), "{}", text(&state));
}

#[test]
fn a_second_answer_stands_one_row_below_the_first_however_it_comes() {
    let mut state = chat();
    ask(&mut state, "Why?");
    state.answered(TurnId(1), done("Because."));
    ask(&mut state, "How?");
    let before = state.page.starts[1];
    for piece in ["By ", "and ", "by."] {
        state.answered(TurnId(2), AnswerEvent::Delta(piece.into()));
    }
    assert_eq!(state.page.starts[1], before);
    assert!(!text(&state).contains("\n\n\n"), "{}", text(&state));
    state.update(Msg::Command(Command::Escape));
    assert!(!text(&state).contains("\n\n\n"), "{}", text(&state));
}

#[test]
fn what_comes_after_cancelling_is_dropped() {
    let mut state = chat();
    ask(&mut state, "Why?");
    state.answered(TurnId(1), AnswerEvent::Delta("Half an".into()));
    let cancelled = state.update(Msg::Command(Command::Escape));
    assert_eq!(cancelled.effects[0], Effect::Cancel(TurnId(1)));
    assert!(matches!(&cancelled.effects[1..], [Effect::SaveTurn(turn)] if turn.answer.text == "Half an"));
    assert_eq!(state.answered(TurnId(1), AnswerEvent::Delta(" answer".into())), Outcome::nothing());
    assert_eq!(state.turns[0].text.text(), "Half an");
    assert!(text(&state).contains("cancelled"));
}

#[test]
fn a_new_question_cancels_the_old_one() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let second = ask(&mut state, "How?");
    assert_eq!(second.effects[0], Effect::Cancel(TurnId(1)));
    assert!(matches!(&second.effects[1], Effect::SaveTurn(kept) if kept.question.question == "Why?"));
    assert!(matches!(second.effects[2], Effect::Ask { turn: TurnId(2), .. }));
    let said = |intent: &Intent| matches!(intent, Intent::Notice(said) if said.text.contains("was cancelled"));
    assert!(second.intents.iter().any(said), "{second:?}");
}

#[test]
fn titles_below_an_answer_have_the_room_of_the_pane() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let title = "A title of a document that is as long as titles are, part 12";
    let record = Ref::new(Kind::Source, 4);
    let drill = |id, more: &str| Drill {
        record: Ref::new(Kind::Report, id),
        title: format!("{title} of it{more}"),
        under: None,
    };
    let answer = Answer {
        text: "Because [Data: Sources (4)].".into(),
        citations: vec![CitedRecord { record, title: title.into(), grounding: Grounding::Grounded }],
        drill: vec![drill(5, ""), drill(6, &" and more".repeat(4))],
        ..Answer::default()
    };
    state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
    assert!(text(&state).contains(&format!("[1] {title}\n").replace(' ', "\u{a0}")), "{}", text(&state));
    // No entry has a row of its own for what stands between it and the next.
    let rows: Vec<String> = text(&state).lines().map(str::to_owned).collect();
    let strip = rows.iter().position(|row| row.starts_with("d ask inside")).expect("where to go on");
    assert!(rows[strip + 1].contains("b\u{a0}"), "{}", text(&state));
    assert!(text(&state).contains(&format!("a {title} of it").replace(' ', "\u{a0}")), "{}", text(&state));
}

#[test]
fn an_empty_chat_suggests_what_to_ask() {
    let mut state = chat();
    state.suggest(vec!["Who warned?".into()]);
    assert!(text(&state).contains("• Who warned?"), "{}", text(&state));
    state.update(Msg::Command(Command::NextLink));
    let asked = state.update(Msg::Command(Command::Open));
    assert!(matches!(asked.effects.first(), Some(Effect::Ask { asked, .. }) if asked.question == "Who warned?"));
    assert!(!text(&state).contains("To begin with"), "{}", text(&state));
}

#[test]
fn mode_level_and_scope_are_set_within_bounds() {
    let mut state = chat();
    state.set_mode(Mode::GLOBAL);
    for _ in 0..9 {
        state.update(Msg::Command(Command::Deeper));
    }
    assert_eq!(state.next.level, Some(2));
    for _ in 0..9 {
        state.update(Msg::Command(Command::Shallower));
    }
    assert_eq!(state.next.level, Some(0));
    state.update(Msg::Command(Command::CycleMode));
    assert_eq!(state.next.setting(None, "·"), "local · everything");
}

#[test]
fn asking_again_is_as_the_rule_shows() {
    let mut state = chat();
    ask(&mut state, "Why?");
    state.answered(TurnId(1), done("Because [Data: Reports (57)]."));
    let mode = |outcome: &Outcome| match outcome.effects.first() {
        Some(Effect::Ask { asked, .. }) => (asked.question.clone(), asked.mode),
        other => panic!("{other:?}"),
    };
    let again = state.update(Msg::Command(Command::Retry));
    assert_eq!(mode(&again), ("Why?".to_owned(), Mode::AUTO));
    state.answered(TurnId(2), done("Because."));
    state.update(Msg::Command(Command::CycleMode));
    let again = state.update(Msg::Command(Command::Retry));
    assert_eq!(mode(&again), ("Why?".to_owned(), Mode::GLOBAL));
    state.answered(TurnId(3), done("Because."));
    state.update(Msg::Command(Command::CycleMode));
    state.update(Msg::Command(Command::EditQuestion));
    assert_eq!(state.next.setting(None, "·"), "local · everything");
}

#[test]
fn turns_come_back_and_old_citations_are_followed() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let kept = state.answered(TurnId(1), done("Because [Data: Reports (57)]."));
    let [Effect::SaveTurn(saved)] = &kept.effects[..] else { panic!("{kept:?}") };
    let mut later = chat();
    later.update(Msg::Loaded(Loaded::Turns(vec![(**saved).clone()])));
    assert_eq!(text(&later), text(&state));
    later.update(Msg::Command(Command::NextLink));
    let opened = later.update(Msg::Command(Command::Open));
    assert_eq!(opened, Outcome::intent(Intent::Open(Ref::new(Kind::Report, 57))));
    assert_eq!(later.running(), None);
    let next = ask(&mut later, "How?");
    assert!(matches!(next.effects[0], Effect::Ask { turn: TurnId(2), .. }));
}

#[test]
fn a_question_that_is_broken_off_comes_back_with_what_was_said() {
    let mut state = chat();
    ask(&mut state, "Why?");
    state.answered(TurnId(1), AnswerEvent::Delta("Because of the".into()));
    let mut stopped = state.update(Msg::Command(Command::Escape));
    let Some(Effect::SaveTurn(saved)) = stopped.effects.pop() else { panic!("{stopped:?}") };
    let saved = *saved;
    let mut later = chat();
    later.update(Msg::Loaded(Loaded::Turns(vec![saved])));
    let shown = text(&later);
    assert!(shown.contains("Why?") && shown.contains("Because of the") && shown.contains("r asks again"), "{shown}");
    assert_eq!((later.running(), later.stop()), (None, Outcome::nothing()));
}

#[test]
fn a_question_of_100_kb_is_taken_and_a_longer_one_is_not() {
    let mut state = chat();
    state.update(Msg::Command(Command::Ask));
    state.update(Msg::Paste("why ".repeat(25_000)));
    assert!(state.question_text().len() > 99_000);
    let refused = state.update(Msg::Paste("and more".into()));
    assert!(matches!(&refused.intents[..], [Intent::Notice(notice)] if notice.bad));
    assert_eq!(state.input_height(), 6);
}

#[test]
fn the_trace_comes_into_sight_and_groups_what_was_found_alike() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let found = |id, how| TraceStep::Found { record: Ref::new(Kind::Source, id), how, score: 0.0 };
    let trace = (0..20).map(|id| found(id, How::Words)).chain([found(81, How::Way("Low Bield".to_owned()))]).collect();
    let answer = Answer { text: "Because.\n\n".repeat(20), trace, ..Answer::default() };
    state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
    assert_eq!(state.top, 0);
    state.update(Msg::Command(Command::Trace));
    let height = state.page_height();
    let shown = |state: &State| -> String {
        state.page.rows.iter().skip(state.top).take(height).map(|row| row.text() + "\n").collect()
    };
    assert!(shown(&state).contains("├ found 21 records"), "{}", shown(&state));
    assert!(
        shown(&state)
            .contains("│ ├ by its words: 20 passages: source 0 · source 1 · source 2 · source 3 · source 4 · …"),
        "{}",
        shown(&state)
    );
    state.name_traced(vec![(Ref::new(Kind::Source, 81), Some("Minutes, part 4".into()))]);
    assert!(shown(&state).contains("│ └ by way of Low Bield: 1 passage: Minutes, part 4"), "{}", shown(&state));
    // The records it names are followed like those that the answer cites.
    let linked = &state.page.links;
    assert!(linked.contains(&Link::Open(Ref::new(Kind::Source, 81))) && linked.len() == 6, "{linked:?}");
    state.update(Msg::Command(Command::Trace));
    assert!(shown(&state).contains("t\u{a0}trace"), "{}", shown(&state));
}

#[test]
fn the_trace_names_what_was_read_and_rated_what_is_cited_first() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let source = |id| Ref::new(Kind::Source, id);
    let trace = vec![
        TraceStep::Rated { record: source(3), rating: 7.0 },
        TraceStep::Read { records: vec![source(2), source(3)], tokens: 900 },
    ];
    let cited = CitedRecord { record: source(3), title: "Letter of 9 March".into(), grounding: Grounding::Grounded };
    let answer = Answer { text: "So [Data: Sources (3)].".into(), citations: vec![cited], trace, ..Answer::default() };
    state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
    let opened = state.update(Msg::Command(Command::Trace));
    assert_eq!(opened, Outcome::load(Lane::Traced, Request::Names(vec![source(2)])), "what is not known yet");
    assert!(text(&state).contains("7.0 of 10: Letter of 9 March"), "{}", text(&state));
    state.name_traced(vec![(source(2), Some("Minutes, part 4".into()))]);
    let shown = text(&state);
    let at = |what: &str| shown.find(what).unwrap_or_else(|| panic!("{what}: {shown}"));
    assert!(at("├ cited: Letter of 9 March") < at("└ Minutes, part 4"));
}

#[test]
fn what_was_asked_on_the_way_is_a_tree_whose_questions_can_be_asked() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let asked =
        |number, under, question: &str| TraceStep::Asked { number, under, question: question.into(), points: number };
    // The last says of itself that it raised itself, as no answer of ours does.
    let trace = vec![
        asked(0, None, "Why?"),
        asked(1, Some(0), "Why the gate?"),
        asked(2, Some(0), "Why the key?"),
        asked(3, Some(1), "Why in March?"),
        asked(4, Some(4), "Why not?"),
    ];
    let answer = Answer { text: "Because.".into(), trace, ..Answer::default() };
    state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
    state.update(Msg::Command(Command::Trace));
    let shown = text(&state);
    let wanted = "├ asked 4 questions on the way\n│ ├ Why? 0 points\n│ ├ > Why the gate? 1 point\n│ ├ > > Why in March? 3 points\n│ └ > Why the key? 2 points\n";
    assert!(shown.contains(wanted), "{shown}");
    state.link = state.page.links.iter().position(|link| *link == Link::Asked(3));
    let asked = state.update(Msg::Command(Command::Open));
    assert!(matches!(asked.effects.first(), Some(Effect::Ask { asked, .. }) if asked.question == "Why in March?"));
}

#[test]
fn questions_come_back_into_the_field() {
    let mut state = chat();
    for question in ["Why?", "How?"] {
        ask(&mut state, question);
    }
    state.update(Msg::Command(Command::Ask));
    state.update(Msg::Paste("And".into()));
    let press = |state: &mut State, command| {
        state.update(Msg::Command(command));
        state.question_text()
    };
    assert_eq!(press(&mut state, Command::PreviousTurn), "How?");
    assert_eq!(press(&mut state, Command::PreviousTurn), "Why?");
    assert_eq!(press(&mut state, Command::PreviousTurn), "Why?");
    assert_eq!(press(&mut state, Command::NextTurn), "How?");
    assert_eq!(press(&mut state, Command::NextTurn), "And", "what was begun is not lost");
    state.update(Msg::Command(Command::NewLine));
    assert_eq!(press(&mut state, Command::PreviousTurn), "And", "inside a question the keys move the cursor");
}

#[test]
fn levels_are_of_global_questions() {
    let mut state = chat();
    let said = state.update(Msg::Command(Command::Deeper));
    assert!(matches!(&said.intents[..], [Intent::Notice(notice)] if notice.text == "ask something first"));
    assert_eq!(state.next.level, None);
}
