//! How a long list is loaded, sorted, filtered and narrowed.

use super::*;
use crate::tui::keys::Chord;

fn command(state: &mut State, command: Command) -> Outcome {
    state.update(Msg::Command(command))
}

fn listed(len: u32) -> State {
    let mut state = State::default();
    state.update(Msg::Resize { width: 40, height: 11 });
    let ids: Vec<u32> = (0..len).map(|id| id * 2).collect();
    let asked = state.update(Msg::Loaded(Loaded::List { ids: Arc::new(ids), by_fit: false, hidden: 0 }));
    assert_eq!(rows_of(&asked).len(), 110.min(len as usize));
    answer(&mut state, &asked);
    state
}

fn rows_of(outcome: &Outcome) -> Vec<u32> {
    match &outcome.loads[..] {
        [(Lane::Rows, Request::Rows { ids, .. })] => ids.clone(),
        [] => Vec::new(),
        other => panic!("{other:?}"),
    }
}

fn answer(state: &mut State, outcome: &Outcome) {
    let rows = rows_of(outcome);
    let rows = rows.into_iter().map(|id| ListRow { id, name: format!("e{id}"), cells: Vec::new() }).collect();
    state.update(Msg::Loaded(Loaded::Rows { kind: state.kind, rows }));
}

#[test]
fn a_long_list_is_read_by_windows() {
    let mut state = listed(600_000);
    for _ in 0..70 {
        assert_eq!(command(&mut state, Command::Down), Outcome::nothing(), "these rows are there");
    }
    let jumped = command(&mut state, Command::Bottom);
    assert_eq!(rows_of(&jumped).len(), 110);
    assert_eq!(rows_of(&jumped).last(), Some(&1_199_998));
    answer(&mut state, &jumped);
    assert_eq!(state.selected(), Some(1_199_998));
    assert!(state.rows.len() <= KEPT);
}

#[test]
fn the_same_rows_are_asked_for_once() {
    let mut state = listed(5_000);
    let first = command(&mut state, Command::Bottom);
    assert_eq!(first.loads.len(), 1);
    assert_eq!(command(&mut state, Command::Bottom), Outcome::nothing());
}

#[test]
fn a_filter_asks_anew_and_leaving_it_keeps_the_row() {
    let mut state = listed(100);
    command(&mut state, Command::Filter);
    let asked = state.update(Msg::Key(Chord::from('m')));
    let (kind, column) = (Kind::Entity, Column::Size);
    assert_eq!(
        asked.loads[0].1,
        Request::List { kind, column, reversed: false, filter: "m".into(), by_column: false, parts: Vec::new() }
    );
    state.update(Msg::Loaded(Loaded::List { ids: Arc::new(vec![84]), by_fit: false, hidden: 0 }));
    command(&mut state, Command::Escape);
    state.update(Msg::Loaded(Loaded::List {
        ids: Arc::new((0..100).map(|id| id * 2).collect()),
        by_fit: false,
        hidden: 0,
    }));
    assert_eq!(state.selected(), Some(84));
}

#[test]
fn a_narrowed_list_opens_at_its_top_unless_what_one_stood_on_is_in_it() {
    let part = || Part { narrow: Narrow::Type("place".into()), label: "place".into(), count: 40 };
    let narrowed = |stood: Command, ids: Vec<u32>| {
        let mut state = listed(100);
        command(&mut state, stood);
        let _ = state.take_part(part());
        state.update(Msg::Loaded(Loaded::List { ids: Arc::new(ids), by_fit: false, hidden: 0 }));
        state.selected()
    };
    assert_eq!(narrowed(Command::Bottom, (0..40).map(|id| id * 2).collect()), Some(0));
    assert_eq!(narrowed(Command::Bottom, (60..100).map(|id| id * 2).collect()), Some(198));
}

#[test]
fn what_narrows_the_list_is_dropped_before_the_marks_in_it() {
    let mut state = listed(10);
    command(&mut state, Command::Mark);
    let part = Part { narrow: Narrow::Type("place".into()), label: "place".into(), count: 40 };
    let _ = state.take_part(part);
    command(&mut state, Command::Filter);
    command(&mut state, Command::Escape);
    assert_eq!((!state.filter.is_on(), state.parts.len(), state.marked.len()), (true, 1, 1));
    command(&mut state, Command::Escape);
    assert_eq!((state.parts.len(), state.marked.len()), (0, 1));
    // The key that closed something may have been pressed once too often.
    for (told, left) in [("1 mark is kept: Esc once more clears", 1), ("1 mark was dropped", 0)] {
        let escaped = command(&mut state, Command::Escape);
        let [Intent::Notice(notice)] = &escaped.intents[..] else { panic!("{escaped:?}") };
        assert_eq!((notice.text.as_str(), state.marked.len()), (told, left));
    }
}

#[test]
fn kinds_and_columns_go_round() {
    let mut state = listed(10);
    let asked = command(&mut state, Command::PreviousKind);
    assert_eq!(state.kind, Kind::Document);
    let (kind, column) = (Kind::Document, Column::Name);
    assert_eq!(
        asked.loads[0].1,
        Request::List { kind, column, reversed: false, filter: String::new(), by_column: false, parts: Vec::new() }
    );
    for _ in 0..3 {
        command(&mut state, Command::Sort);
    }
    assert_eq!(state.column, Column::Name);
    let rows = vec![ListRow { id: 1, name: String::new(), cells: Vec::new() }];
    state.update(Msg::Loaded(Loaded::Rows { kind: Kind::Entity, rows }));
    assert!(state.rows.is_empty(), "rows of the kind before come too late");
}

#[test]
fn rows_are_asked_for_anew_where_what_they_count_is_counted_in_another_part() {
    let mut state = listed(20);
    let part = Part { narrow: Narrow::Folder("notes".to_owned()), label: "notes".to_owned(), count: 4 };
    state.take_part(part.clone());
    assert_eq!(state.rows.len(), 20, "until the narrowed list is there");
    let list = Loaded::List { ids: Arc::new(vec![2, 4]), by_fit: false, hidden: 3 };
    let asked = state.update(Msg::Loaded(list));
    let rows = Request::Rows { kind: Kind::Entity, ids: vec![2, 4], parts: vec![part.narrow] };
    assert_eq!(asked.loads, [(Lane::Rows, rows)]);
    assert_eq!(state.hidden, 3);
}
