//! Chats as a whole: kept, left, listed, deleted, written to a file.

use super::Stage;
use super::fixture::answered;
use crate::model::{Answer, AnswerEvent, TraceStep};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::session::InChat;

fn lines(stage: &Stage) -> Vec<String> {
    stage.screen().lines().map(str::to_owned).collect()
}

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
fn a_deleted_chat_does_not_stay_on_the_screen() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    assert!(!stage.app.chat.turns.is_empty());
    stage.send(Msg::ChatGone);
    assert!(stage.app.chat.turns.is_empty(), "{}", stage.screen());
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
fn what_is_written_is_told_without_what_could_be_written_besides() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
    stage.asked(2);
    stage.press("E");
    assert!(stage.shows("Write this answer to a file") && stage.shows("writes all 2 questions"), "{}", stage.screen());
    stage.press("enter");
    let written = stage.effects.iter().find_map(|effect| match effect {
        Effect::Export { what, .. } => Some(what.as_str()),
        _ => None,
    });
    assert_eq!(written, Some("this answer"));
}

#[test]
fn an_empty_chat_says_what_is_missing() {
    let mut stage = Stage::open(120, 40);
    stage.press("4");
    for key in ["c", "r", "D", "t", "d", "+", "-"] {
        stage.press(key);
        assert!(stage.shows("ask something first"), "{key}\n{}", stage.screen());
    }
    stage.press("x");
    assert!(stage.shows("this asks all documents already"), "{}", stage.screen());
    let foot = lines(&stage).pop().unwrap_or_default();
    for offered in ["d drill", "r again", "y copy", "t trace"] {
        assert!(!foot.contains(offered), "{foot}");
    }
}

#[test]
fn a_new_chat_asks_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    stage.write("Who?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(!stage.app.chat.next.scope.is_everything());
    stage.press("n");
    assert!(stage.app.chat.next.scope.is_everything());
    assert!(stage.shows("Who pays for the coal?"), "{}", stage.screen());
}

#[test]
fn the_chat_one_is_in_is_marked_and_what_cannot_be_done_is_not_offered() {
    let mut stage = Stage::open(120, 40);
    stage.send(Msg::InChat(Some((2, "The coal".to_owned()))));
    stage.press("4 s");
    let line = lines(&stage).into_iter().find(|line| line.contains("The coal")).unwrap_or_default();
    assert!(line.contains('✓'), "{line}");
    stage.write("zzz");
    let foot = lines(&stage).pop().unwrap_or_default();
    assert!(!foot.contains("rename") && foot.contains("close"), "{foot}");
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
    assert_eq!(stage.app.conversation.id, Some(1));
    stage.press("a");
    stage.write("And who");
    stage.press("esc");
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(again.app.conversation.id, Some(1));
    assert!(again.shows("And who"), "{}", again.screen());
    stage.press("n");
    assert_eq!(stage.app.saved().chat, InChat::New);
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
fn chats_are_told_with_when_they_were_last_used() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 s");
    assert!(stage.shows("3 questions, 3 h ago") && stage.shows("3 questions, 6 Feb"), "{}", stage.screen());
    let mut stage = Stage::open(40, 12);
    stage.press("4 s");
    assert!(stage.shows("Who pays") && stage.shows(" 3 h ago "), "{}", stage.screen());
}
