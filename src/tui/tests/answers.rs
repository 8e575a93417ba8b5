//! Questions and answers: which turn is meant, what is copied and dropped, what letters and Shift do, what is found.

use super::Stage;
use super::fixture::{self, answered};
use super::journeys::place;
use crate::model::{Anchor, Answer, AnswerEvent, CitedRecord, Grounding, Kind, Ref, Span};
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::nav::Location;
use crate::tui::panes::{self, PaneId, Target};
use crate::tui::placing::Owner;
use crate::tui::theme::Role;

/// So many questions with their answers.
fn asked(width: u16, height: u16, turns: u64) -> Stage {
    let mut stage = Stage::open(width, height);
    for turn in 1..=turns {
        stage.asked(turn);
    }
    stage
}

fn peeked(stage: &Stage) -> Option<Ref> {
    stage.app.overlays.iter().find_map(|overlay| match overlay {
        Overlay::Peek(state) => state.wanted,
        _ => None,
    })
}

/// The letter that `f` puts on a link in a pane.
fn letter_on(stage: &Stage, pane: PaneId, link: Option<usize>) -> char {
    let hints = &stage.app.input.hints.as_ref().expect("letters are shown").hints;
    let is_it = |target: Target| matches!(target, Target::Link(at, _) if Some(at as usize) == link);
    let hint = hints.iter().find(|hint| hint.owner == Owner::Pane(pane) && is_it(hint.target));
    hint.unwrap_or_else(|| panic!("{}", stage.screen())).label.chars().next().unwrap_or_default()
}

#[test]
fn a_question_copied_to_be_changed_is_dropped_when_it_is_left_as_it_is() {
    let mut stage = asked(80, 24, 1);
    stage.press("a");
    stage.write("Half a th");
    stage.press("esc c");
    assert_eq!(stage.app.chat.question.lines(), ["What recurs?"]);
    stage.press("esc");
    assert_eq!(stage.app.chat.question.lines(), ["Half a th"], "what was being written is there again");
    stage.press("a up esc");
    assert_eq!(stage.app.chat.question.lines(), ["Half a th"]);
    // What was changed is one's own.
    stage.press("c");
    stage.write(" And why?");
    stage.press("esc");
    assert_eq!(stage.app.chat.question.lines(), ["What recurs? And why?"]);
}

#[test]
fn a_new_answer_is_the_one_that_is_meant() {
    let mut stage = asked(200, 60, 2);
    stage.press("z");
    assert!(stage.shows("turn 2 of 2"), "{}", stage.screen());
    let (first, second) = (stage.app.chat.page.starts[0].1, stage.app.chat.page.starts[1].1);
    stage.press("l");
    assert_eq!(stage.app.chat.link, Some(second), "the first citation of the new answer: {}", stage.screen());
    stage.press("g");
    assert!(stage.shows("turn 1 of 2"), "{}", stage.screen());
    stage.press("l");
    assert_eq!(stage.app.chat.link, Some(first));
    stage.press("G");
    assert!(stage.shows("turn 2 of 2"), "{}", stage.screen());
    // The one that is meant has a mark beside it.
    let marked: Vec<String> = stage.screen().lines().filter(|line| line.contains("│▌")).map(str::to_owned).collect();
    assert!(marked[0].contains("▸ What recurs?") && marked.len() < 20, "{marked:?}");
}

#[test]
fn letters_of_places_say_how_to_leave_them_in_little_room_too() {
    let mut stage = asked(60, 20, 1);
    stage.press("d");
    assert!(stage.shows("Esc leaves  a–b asks the same inside it"), "{}", stage.screen());
}

#[test]
fn shift_looks_and_letters_of_places_go_and_leaving_leads_back() {
    let mut stage = asked(80, 16, 1);
    stage.press("g");
    let top = stage.app.chat.top;
    stage.press("d");
    assert!(stage.shows("a–b asks the same inside it  c opens it  Shift peeks"), "{}", stage.screen());
    assert_ne!(stage.app.chat.top, top, "the places are brought into sight");
    stage.press("esc");
    assert_eq!(stage.app.chat.top, top, "nothing was chosen");
    stage.press("d B");
    assert_eq!(peeked(&stage), Some(Ref::new(Kind::Report, 3)), "{}", stage.screen());
    assert_eq!(stage.app.chat.turns.len(), 1);
    stage.press("esc");
    stage.press("d C");
    assert_eq!(peeked(&stage), Some(Ref::new(Kind::Entity, 410)), "{}", stage.screen());
}

#[test]
fn letters_on_all_links_stand_in_the_place_of_the_letters_of_places() {
    let mut stage = asked(80, 24, 1);
    stage.press("f");
    let link = stage.app.chat.page.strip.last().map(|place| place.0 as usize);
    let letter = letter_on(&stage, PaneId::Chat, link);
    assert!(stage.shows(&format!(" {letter}\u{a0}Low")), "{}", stage.screen());
}

#[test]
fn a_peek_shows_the_words_that_are_quoted_and_covers_none_of_them() {
    for (width, height) in [(80, 24), (80, 32), (200, 60)] {
        let mut stage = Stage::open(width, height);
        // The citation behind the second quotation.
        stage.press("enter l l l l l l l l");
        let link = stage.app.reader.link;
        assert_eq!(stage.app.reader.focused_ref(), Some(Ref::new(Kind::Source, 812)), "{}", stage.screen());
        stage.press("p");
        let Some(Overlay::Peek(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
        let lit = state.page.marked.clone();
        assert!(lit.len() < 4, "the sentence, and not the whole passage: {lit:?}");
        if height > 24 {
            assert!(stage.shows("2 Who pays for the coal was never settled"), "{}", stage.screen());
        }
        stage.press("esc f");
        let letter = letter_on(&stage, PaneId::Reader, link);
        stage.write(&letter.to_uppercase().to_string());
        let Some(Overlay::Peek(state)) = stage.app.overlays.last() else { panic!("{}", stage.screen()) };
        assert_eq!(state.page.marked, lit, "as `p` shows it");
    }
}

#[test]
fn the_line_that_leads_to_an_item_is_lit_with_it() {
    let mut stage = Stage::open(80, 24);
    let reader = &mut stage.app.reader;
    let (lead, item) =
        ("Nobody at the meeting could say who", "Mrs Aldous asked that the minutes record the question.");
    let text = fixture::text();
    let at = text.find(item).expect("it stands there");
    for (kind, id) in [(Kind::Source, 812), (Kind::Document, 4)] {
        let place = Ref::new(kind, id).at(Anchor::Passage(Span::new(at, at + item.len())));
        let asked = reader.open(&Location::new(place).quoting(Some(lead.to_owned())));
        reader.update(panes::Msg::Loaded(fixture::answer(&asked.loads[0].1, &[]).expect("it is there")));
        let pieces = reader.page.rows.iter().flat_map(|row| &row.pieces);
        let lit: Vec<_> = pieces.filter(|piece| piece.face.role == Role::Lit).map(|piece| piece.text.trim()).collect();
        assert_eq!(lit.join(" "), format!("{lead} {item}"), "{kind:?}");
        assert!((reader.top..reader.top + reader.height).contains(&reader.page.lit.expect("a row is lit")), "{kind:?}");
    }
}

#[test]
fn a_text_is_found_in_the_chat_and_what_is_typed_runs_nothing() {
    let mut stage = asked(80, 16, 3);
    stage.press("g /");
    stage.write("nobody");
    assert!(stage.shows("/nobody  1 of 3"), "{}", stage.screen());
    assert_eq!(stage.app.chat.turns.len(), 3);
    stage.press("down");
    assert!(stage.shows("2 of 3"), "{}", stage.screen());
    let there = stage.app.chat.top;
    stage.press("enter");
    assert_eq!((stage.app.chat.top, stage.app.chat.finding()), (there, false));
    // What was found stays, to be stepped through until Esc, and begins no new chat.
    assert!(stage.shows("/nobody  2 of 3") && stage.shows("n next place  N the one before"), "{}", stage.screen());
    stage.press("n");
    assert!(stage.shows("3 of 3"), "{}", stage.screen());
    stage.press("n N N");
    assert!(stage.shows("2 of 3"), "{}", stage.screen());
    assert_eq!((stage.app.chat.turns.len(), stage.app.chat.top), (3, there));
    stage.press("esc");
    assert!(!stage.shows("/nobody") && stage.app.chat.top == there, "{}", stage.screen());
    stage.press("/");
    stage.write("zzz");
    assert!(stage.shows("found nowhere in this chat"), "{}", stage.screen());
    stage.press("esc");
    assert_eq!(stage.app.chat.top, there);
}

#[test]
fn a_question_is_removed_when_somebody_says_yes() {
    let mut stage = asked(80, 24, 1);
    stage.press("D");
    assert!(stage.shows("Remove the question “What recurs?” and its answer?"), "{}", stage.screen());
    stage.press("n");
    assert_eq!(stage.app.chat.turns.len(), 1);
    stage.press("D y");
    assert_eq!(stage.app.chat.turns.len(), 0);
    assert!(stage.effects.contains(&Effect::RemoveTurn(TurnId(1))), "{:?}", stage.effects);
    // The question is not lost with its answer.
    stage.press("ctrl-r");
    assert!(stage.shows("What recurs?"), "{}", stage.screen());
    stage.press("esc a up");
    assert_eq!(stage.app.chat.question.lines(), ["What recurs?"]);
}

#[test]
fn an_editor_opens_what_the_answer_cites_and_nothing_that_was_not_pointed_at() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter f");
    stage.app.input.hints = None;
    stage.app.reader.wanted = Some(Ref::new(Kind::Document, 4).at(Anchor::Passage(Span::new(0, 1))));
    stage.asked(1);
    stage.press("e");
    assert!(stage.shows("go to a passage with → first"), "{}", stage.screen());
    stage.press("l l e");
    assert!(matches!(stage.effects.last(), Some(Effect::Edit { line: 43, .. })), "{:?}", stage.effects.last());
}

#[test]
fn a_trace_opened_and_closed_leaves_one_where_one_was() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::open(width, height);
        for turn in 1..=2 {
            stage.asked(turn);
        }
        assert_eq!(stage.app.chat.current_turn(), Some(1));
        stage.press("t");
        assert_eq!(stage.app.chat.current_turn(), Some(1));
        stage.press("t");
        assert_eq!(stage.app.chat.current_turn(), Some(1), "{}", stage.screen());
    }
}

#[test]
fn a_long_question_is_folded_and_unfolded() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.send(Msg::Paste("why does the coal cost what it costs? ".repeat(120)));
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows("more lines") && stage.shows("Two matters recur"), "{}", stage.screen());
    stage.click("more lines");
    assert!(!stage.shows("Two matters recur"), "{}", stage.screen());
}

#[test]
fn a_chat_that_has_a_large_screen_shows_what_is_cited_beside_it() {
    let mut stage = Stage::open(200, 60);
    stage.asked(1);
    stage.press("z l l");
    assert_eq!(stage.app.reader.wanted.map(|record| record.id), Some(812), "{}", stage.screen());
    assert_eq!(stage.app.panes.focus, PaneId::Chat);
    assert!(stage.shows("had been meant to run for six hours"), "{}", stage.screen());
    assert!(!stage.shows("1 Communities"), "{}", stage.screen());
    // Another zoom gives the screen back.
    stage.press("z");
    assert!(stage.shows("1 Communities"), "{}", stage.screen());
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
    assert_eq!((stage.app.chat.current_turn(), stage.app.panes.focus), (Some(0), PaneId::Chat), "{}", stage.screen());
    assert!(foot(&stage).contains("} later") && !foot(&stage).contains("{ earlier"), "{}", foot(&stage));
    stage.press("J");
    assert_eq!((stage.app.chat.current_turn(), stage.app.panes.focus), (Some(1), PaneId::Chat));
    assert_eq!(place(&stage), before);
}

#[test]
fn a_question_without_an_answer_is_not_gone_on_from() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("Who?");
    stage.press("enter esc +");
    assert!(stage.shows("no answer to go on from"), "{}", stage.screen());
    stage.press("r");
    stage.send(Msg::Answer { turn: TurnId(2), event: AnswerEvent::Done(Box::default()) });
    assert_eq!(stage.app.chat.turns.len(), 2);
}

#[test]
fn as_many_records_are_read_as_the_trace_tells() {
    let mut stage = Stage::open(80, 40);
    stage.asked(1);
    assert!(stage.shows("2 cited · 84 ms"), "{}", stage.screen());
    stage.press("t");
    let words = stage.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("read 2 records, 810 tokens"), "{}", stage.screen());
    assert!(words.contains("and 5 that they quote"), "{}", stage.screen());
}

#[test]
fn the_sources_below_an_answer_have_no_holes() {
    let mut stage = Stage::open(120, 40);
    let cited = |id| CitedRecord {
        record: Ref::new(Kind::Source, id),
        title: format!("Letter {id}"),
        grounding: Grounding::Grounded,
    };
    let answer = Answer {
        text: "It was the coal [Data: Sources (1)]. So say all [Data: Sources (2, 3, 4, 5, 6, 7)], and one [Data: \
               Sources (8)]."
            .to_owned(),
        citations: (1..=8).map(cited).collect(),
        ..Answer::default()
    };
    stage.asks("Why?", 1, AnswerEvent::Done(Box::new(answer)));
    let told = |stage: &Stage, text: &str| stage.screen().replace('\u{a0}', " ").contains(text);
    assert!(told(&stage, "[2,3,4,+3]") && told(&stage, "[4] Letter 4   [5–7] 3 more"), "{}", stage.screen());
    stage.click("3\u{a0}more");
    assert!(told(&stage, "[5] Letter 5") && !told(&stage, "3 more"), "{}", stage.screen());
}
