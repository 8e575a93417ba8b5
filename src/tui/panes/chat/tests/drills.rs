//! What goes deeper into a report that an answer cites.

use super::*;
use crate::model::{DocumentId, Evidence, Span};
use crate::tui::data::CommunityRow;

#[test]
fn drilling_asks_the_same_one_level_deeper_inside() {
    let mut state = chat();
    state.set_mode(Mode::GLOBAL);
    ask(&mut state, "Why?");
    state.answered(TurnId(1), done("Because [Data: Reports (57, 99)]."));
    state.update(Msg::Command(Command::NextLink));
    let asked = state.update(Msg::Command(Command::Drill));
    assert_eq!(asked, Outcome::load(Lane::Drill, Request::Community(CommunityId(57))));
    let row = CommunityRow {
        id: CommunityId(57),
        title: "Consent".into(),
        level: 1,
        rating: 6.0,
        entities: 9,
        documents: 4,
        children: 2,
    };
    let drilled = state.update(Msg::Loaded(Loaded::Community { row, above: Vec::new() }));
    let Some(Effect::Ask { turn, asked, .. }) = drilled.effects.first() else { panic!("{drilled:?}") };
    assert_eq!((*turn, asked.mode, asked.level), (TurnId(2), Mode::GLOBAL, Some(2)));
    assert_eq!(asked.scope.communities, [CommunityId(57)]);
    assert_eq!(state.turns[1].parent, Some(TurnId(1)));
    // The path says of what it is asked, and leads back.
    assert!(text(&state).contains("everything ▸ Consent"), "{}", text(&state));
    assert!(text(&state).contains("global · level 2\n"), "{}", text(&state));
    assert!(text(&state).contains("drilled into 1 report"), "{}", text(&state));
}

#[test]
fn a_drill_asks_as_it_was_asked() {
    let mut state = chat();
    state.set_mode(Mode::BASIC);
    ask(&mut state, "Why?");
    state.answered(TurnId(1), done("Because [Data: Reports (57)]."));
    state.update(Msg::Command(Command::NextLink));
    state.update(Msg::Command(Command::Drill));
    let row = CommunityRow {
        id: CommunityId(57),
        title: "Consent".into(),
        level: 1,
        rating: 6.0,
        entities: 9,
        documents: 4,
        children: 2,
    };
    let drilled = state.update(Msg::Loaded(Loaded::Community { row, above: Vec::new() }));
    let Some(Effect::Ask { asked, .. }) = drilled.effects.first() else { panic!("{drilled:?}") };
    assert_eq!((asked.mode, asked.level), (Mode::BASIC, None));
}

#[test]
fn a_drill_asks_what_was_understood() {
    let mut state = chat();
    ask(&mut state, "Why did he resign?");
    let answer = done("Because [Data: Reports (57)].");
    let AnswerEvent::Done(mut answer) = answer else { panic!("{answer:?}") };
    answer.trace.push(TraceStep::Understood { question: "Why did Josiah Crake resign?".to_owned() });
    state.answered(TurnId(1), AnswerEvent::Done(answer));
    state.update(Msg::Command(Command::NextLink));
    state.update(Msg::Command(Command::Drill));
    let row = CommunityRow { id: CommunityId(57), ..consent() };
    let drilled = state.update(Msg::Loaded(Loaded::Community { row, above: Vec::new() }));
    let Some(Effect::Ask { asked, .. }) = drilled.effects.first() else { panic!("{drilled:?}") };
    assert_eq!(asked.question, "Why did Josiah Crake resign?");
}

/// An answer that quotes a passage of a document, lies in a community and cites a source.
fn quoting(document: u32, from: usize) -> AnswerEvent {
    let evidence = Evidence {
        cites: vec![Ref::new(Kind::Source, 4)],
        document: Some(DocumentId(document)),
        quote: Span::new(from, from + 9),
        window: Span::new(from, from + 9),
        text: "The dam. ".into(),
        lead: None,
        speaker: None,
        title: "Log".into(),
        day: None,
        heading: Vec::new(),
        cut: false,
    };
    AnswerEvent::Done(Box::new(Answer {
        text: "“The dam.” [Data: Sources (4)]".into(),
        evidence: vec![evidence],
        drill: vec![Drill { record: Ref::new(Kind::Report, 57), title: "Consent".into(), under: None }],
        ..Answer::default()
    }))
}

fn consent() -> CommunityRow {
    CommunityRow {
        id: CommunityId(57),
        title: "Consent".into(),
        level: 1,
        rating: 6.0,
        entities: 9,
        documents: 4,
        children: 2,
    }
}

#[test]
fn a_drill_says_what_was_said_on_the_way_down_and_its_citations_come_before_its_path() {
    let mut state = chat();
    state.set_mode(Mode::BASIC);
    ask(&mut state, "Why?");
    state.answered(TurnId(1), quoting(3, 10));
    state.update(Msg::Command(Command::Deeper));
    let drilled = state.update(Msg::Loaded(Loaded::Community { row: consent(), above: Vec::new() }));
    let said = |outcome: &Outcome| match outcome.effects.first() {
        Some(Effect::Ask { shown, .. }) => {
            shown.iter().filter_map(|one| Some((one.document?, one.window))).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(said(&drilled), [(DocumentId(3), Span::new(10, 19))]);
    state.answered(TurnId(2), quoting(3, 40));
    state.update(Msg::Command(Command::NextLink));
    assert_eq!(state.focused_ref(), Some(Ref::new(Kind::Source, 4)), "what is cited, not the way down to it");
    state.update(Msg::Command(Command::PreviousLink));
    assert_eq!(state.focused_ref(), Some(Ref::new(Kind::Report, 57)), "which is met on the way back up");
    state.drill(CommunityId(58));
    let (row, above) = (CommunityRow { id: CommunityId(58), ..consent() }, vec![CommunityId(57)]);
    let deeper = state.update(Msg::Loaded(Loaded::Community { row, above }));
    assert_eq!(said(&deeper), [(DocumentId(3), Span::new(40, 49)), (DocumentId(3), Span::new(10, 19))]);
    // Asked again by itself, it is asked as if nothing had been said.
    let again = Outcome { effects: ask(&mut state, "Why?").effects.split_off(2), ..Outcome::nothing() };
    assert_eq!(said(&again), []);
}

#[test]
fn deeper_is_heard_while_the_answer_is_written() {
    let mut state = chat();
    state.set_mode(Mode::BASIC);
    ask(&mut state, "Why?");
    state.answered(TurnId(1), AnswerEvent::Delta("“The dam.”".into()));
    state.update(Msg::Command(Command::Deeper));
    let whole = state.answered(TurnId(1), quoting(3, 10));
    assert!(whole.loads.contains(&(Lane::Drill, Request::Community(CommunityId(57)))), "{whole:?}");
    let drilled = state.update(Msg::Loaded(Loaded::Community { row: consent(), above: Vec::new() }));
    assert!(matches!(drilled.effects.first(), Some(Effect::Ask { turn: TurnId(2), .. })));
    // At the bottom it is said that there is no deeper, however early it was asked.
    state.update(Msg::Command(Command::Deeper));
    let leaf = state.answered(TurnId(2), AnswerEvent::Done(Box::default()));
    assert!(
        matches!(&leaf.intents[..], [Intent::Notice(notice)] if notice.text.contains("narrowed further")),
        "{leaf:?}"
    );
}

#[test]
fn deeper_in_a_search_passage_by_passage_goes_on_from_what_was_tested() {
    let mut state = chat();
    ask(&mut state, "Why?");
    let tested = |id, rating| TraceStep::Rated { record: Ref::new(Kind::Source, id), rating };
    let trace = vec![tested(4, 7.0), tested(9, 1.0)];
    let answer = Answer { text: "Because [Data: Sources (4)].".into(), trace, ..Answer::default() };
    state.answered(TurnId(1), AnswerEvent::Done(Box::new(answer)));
    let more = state.update(Msg::Command(Command::Deeper));
    let Some(Effect::Ask { turn, asked, rated, .. }) = more.effects.first() else { panic!("{more:?}") };
    assert_eq!((*turn, asked.mode.name(), asked.question.as_str()), (TurnId(2), "lazy", "Why?"));
    assert_eq!(*rated, [(Ref::new(Kind::Source, 4), 7.0), (Ref::new(Kind::Source, 9), 1.0)]);
    assert!(asked.scope.is_everything());
    // What it comes to is said, and that it comes to nothing most of all.
    let answer =
        |text: &str, trace| AnswerEvent::Done(Box::new(Answer { text: text.into(), trace, ..Answer::default() }));
    let found = vec![tested(4, 7.0), tested(9, 1.0), tested(5, 2.0)];
    let said = |outcome: Outcome| match &outcome.intents[..] {
        [Intent::Notice(notice)] => notice.text.clone(),
        intents => panic!("{intents:?}"),
    };
    let more = state.answered(TurnId(2), answer("Because [Data: Sources (4)].", found.clone()));
    assert_eq!(said(more), "1 more passage was tested, and the answer stays as it was");
    // What says nothing new is no turn of its own, and the search goes on from there all the same.
    assert_eq!((state.turns.len(), state.current_turn()), (1, Some(0)));
    let again = state.update(Msg::Command(Command::Deeper));
    let Some(Effect::Ask { turn, rated, .. }) = again.effects.first() else { panic!("{again:?}") };
    assert_eq!(rated.len(), 3);
    let end = state.answered(*turn, answer("Because [Data: Sources (4)].", found.clone()));
    assert_eq!(said(end), "nothing is left to test: the search is at its end");
    assert_eq!(state.turns.len(), 1);
    state.update(Msg::Command(Command::Deeper));
    state.answered(TurnId(2), answer("Because of the coal [Data: Sources (5)].", found));
    assert_eq!(state.turns.len(), 2, "another answer is one");
}
