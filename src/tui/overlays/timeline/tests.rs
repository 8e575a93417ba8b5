use ratatui::buffer::Buffer;

use super::*;
use crate::model::{Anchor, Span};
use crate::text::dates::events::When;
use crate::tui::theme::{Look, Theme, UNICODE};

const FACTS: Facts = Facts { all: "x", imported: false, any_dated: true };
const DAY: i64 = 86_400;

fn documents(days: &[(u32, i64)], undated: u32) -> Arc<Timeline> {
    let dated = |&(id, day): &(u32, i64)| Dated {
        when: When::of_document(day),
        record: Ref::new(Kind::Document, id),
        says: format!("Letter {id}"),
        title: String::new(),
    };
    Arc::new(Timeline { events: Vec::new(), documents: days.iter().map(dated).collect(), undated })
}

/// Two sentences of one letter on one day, one of another of the year.
fn sentences() -> Arc<Timeline> {
    let dated = |id, (from, until): (i64, i64), says: &str| Dated {
        when: When { from: from * DAY, until: until * DAY },
        record: Ref::new(Kind::Document, id).at(Anchor::Passage(Span::new(0, 9))),
        says: says.to_owned(),
        title: format!("Letter {id}"),
    };
    let events = vec![
        dated(1, (40, 40), "The lamp went out."),
        dated(1, (40, 40), "Nobody saw it."),
        dated(2, (0, 364), "It was a wet year."),
        dated(3, (4_000, 4_000), "The lamp was lit again."),
    ];
    Arc::new(Timeline { events, ..Timeline::clone(&documents(&[(1, 50 * DAY)], 3)) })
}

fn drawn(state: &State) -> Vec<String> {
    let (theme, screen) = (Theme::built_in("mono").unwrap(), Rect::new(0, 0, 80, 24));
    let mut buffer = Buffer::empty(screen);
    draw(state, FACTS, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
    buffer.content.chunks(80).map(|row| row.iter().map(|cell| cell.symbol()).collect()).collect()
}

fn labels(state: &State) -> Vec<&str> {
    state.stretches.iter().map(|stretch| stretch.label.as_str()).collect()
}

#[test]
fn where_nothing_is_dated_it_is_said_what_to_do() {
    let mut state = State::new(None);
    state.loaded(documents(&[], 12));
    let drawn = drawn(&state).concat();
    assert!(drawn.contains("of 12 documents none says when it is from") && drawn.contains("with R"), "{drawn}");
}

#[test]
fn what_has_but_a_year_has_no_day_and_whose_documents_they_are_is_said() {
    let moment = |text: &str| crate::text::dates::first_date(text).unwrap();
    let mut state = State::new(Some((Ref::new(Kind::Entity, 3), "Ada Voss".to_owned())));
    state.window.resize(10);
    state.loaded(documents(&[(2, moment("1974-05-02")), (1, moment("1974-01-01"))], 0));
    assert_eq!(labels(&state), ["1974-05-02", "1974"]);
    state.window.step(1);
    assert_eq!(state.documents().map(|named| named.1).as_deref(), Some("1974, naming Ada Voss"));
    state.next_grain();
    assert_eq!(labels(&state), ["1974-05", "1974"]);
    state.next_grain();
    assert_eq!(labels(&state), ["1974"]);
}

#[test]
fn a_span_is_chosen_at_any_grain() {
    let mut state = State::new(None);
    state.window.resize(10);
    state.loaded(documents(&[(1, DAY), (2, 3 * DAY), (3, 400 * DAY), (4, 4_000 * DAY)], 2));
    assert_eq!(state.grain, Grain::Day);
    state.next_grain();
    state.next_grain();
    assert_eq!(state.span(), Some((vec![1, 2], "1970".to_owned())));
    let gaps = |state: &State| (0..state.stretches.len()).filter(|&at| state.ends_before_a_gap(at)).count();
    assert_eq!(gaps(&state), 1, "from 1971 to 1980");
    state.mark();
    state.window.step(1);
    let marks = drawn(&state).concat().matches(UNICODE.marked).count();
    assert_eq!(marks, 2, "the span is marked without colours, too");
    assert_eq!(state.span(), Some((vec![1, 2, 3], "1970 to 1971".to_owned())));
    state.next_grain();
    assert_eq!(state.span().map(|span| span.1), Some("1970s".to_owned()));
    assert_eq!(gaps(&state), 0);
    state.next_grain();
    assert_eq!(gaps(&state), 2, "days stand apart; a month without any is a gap");
}

#[test]
fn sentences_stand_at_their_days_with_their_documents_and_years_below() {
    let mut state = State::new(None);
    state.window.resize(20);
    state.loaded(sentences());
    let rows = drawn(&state);
    assert!(rows[1].contains("Timeline · by day") && rows[1].contains("4 dated sentences in 3 documents"), "{rows:?}");
    for (at, words) in [
        (2, ["1970-02-10", "The lamp went out.", "Letter 1"]),
        (3, ["1970-02-10", "Nobody saw it.", "Letter 1"]),
        (4, ["1970 ", "It was a wet year.", "Letter 2"]),
        (5, ["1980-12-14", "The lamp was lit again.", "Letter 3"]),
    ] {
        assert!(words.iter().all(|word| rows[at].contains(word)), "{}", rows[at]);
    }
    assert_eq!(state.sentence().map(|one| one.id), Some(1));
    // By year they stand below what counts them.
    state.refine(false);
    state.refine(false);
    assert_eq!((labels(&state), state.lines.len()), (vec!["1970", "1980"], 6));
    state.window.go(0);
    assert_eq!((state.sentence(), state.documents()), (None, Some((vec![1, 2], "1970".to_owned()))));
    state.window.step(2);
    assert!(state.sentence().is_some());
    // While a span is being chosen, what is listed is its documents.
    state.mark();
    state.window.go(5);
    assert_eq!((state.sentence(), state.span().map(|span| span.0)), (None, Some(vec![1, 2, 3])));
}

#[test]
fn the_stretches_alone_are_a_key_away() {
    let mut state = State::new(None);
    state.window.resize(20);
    state.loaded(sentences());
    state.window.go(2);
    state.fold();
    assert_eq!((state.lines.len(), state.window.cursor, state.sentence()), (3, 1, None));
    let rows = drawn(&state);
    assert!(rows[2].contains("1970-02-10  ▮▮ 2") && rows[2].contains("The lamp went out. · Nobody"), "{}", rows[2]);
    state.fold();
    assert_eq!((state.lines.len(), state.window.cursor), (4, 2));
}

#[test]
fn the_days_of_documents_are_a_turn_away() {
    let mut state = State::new(None);
    state.window.resize(20);
    state.loaded(sentences());
    state.turn_over();
    let rows = drawn(&state);
    assert!(rows[1].contains("Documents · by day") && rows[1].contains("1 dated document, 3 without"), "{}", rows[1]);
    assert!(rows[3].contains("1970-02-20") && rows[3].contains("Letter 1"), "{rows:?}");
    assert_eq!((state.sentence(), state.span().map(|span| span.0)), (None, Some(vec![1])));
    state.turn_over();
    assert_eq!(state.lines.len(), 4);
}
