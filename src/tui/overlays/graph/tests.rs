//! Moving from node to node of a drawn graph, and what is shown of it.

use ratatui::buffer::Buffer;

use super::view::grade;
use super::*;
use crate::model::EntityType;
use crate::tui::theme::{ASCII, Theme, UNICODE};
use crate::tui::widgets::dots::Stroke;

fn view(nodes: u32) -> GraphView {
    let node = |id: u32| GraphNode {
        record: Ref::new(Kind::Entity, id),
        title: format!("Entity {id}"),
        kind: None,
        size: nodes - id,
        lit: id == 0,
        place: ((id % 3) as f32 / 2.0, (id / 3) as f32 / 2.0),
    };
    let edges = (1..nodes).map(|id| (0, id, 1.0)).collect();
    let relationships = (1..nodes).map(|id| ((0, id), Ref::new(Kind::Relationship, 100 + id))).collect();
    let nodes = (0..nodes).map(node).collect();
    GraphView { title: "Around Entity 0".into(), nodes, edges, relationships, ..GraphView::default() }
}

fn state() -> State {
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    state.loaded(view(9));
    state
}

#[test]
fn one_moves_from_node_to_node_and_walks_on() {
    let mut state = state();
    state.command(Command::Right);
    assert_eq!(state.at, 1);
    state.command(Command::Down);
    assert_eq!(state.at, 4);
    let on = state.command(Command::Expand);
    assert_eq!(on.loads, [(Lane::Graph, Request::Graph(GraphOf::Around(EntityId(4), 1)))]);
    let back = state.command(Command::Back);
    assert_eq!(back.loads, [(Lane::Graph, Request::Graph(GraphOf::Around(EntityId(0), 1)))]);
}

#[test]
fn where_one_thing_is_drawn_no_way_leads_on() {
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    state.loaded(view(1));
    let theme = Theme::built_in("mono").unwrap();
    let screen = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(screen);
    let from = (EntityId(9), "Low Holm".to_owned());
    draw(&state, Some(&from), &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
    let foot: String = (0..80).map(|x| buffer[(x, 22)].symbol()).collect();
    assert!(foot.contains("Entity 0, 1 document · nothing else stands here"), "{foot}");
}

#[test]
fn what_is_left_out_of_the_picture_is_counted() {
    let theme = Theme::built_in("mono").unwrap();
    let look = Look { theme: &theme, glyphs: &UNICODE };
    let told = |whole: usize| {
        let view = GraphView { whole: Some(whole), ..view(9) };
        state().extent(&view, Rect::new(0, 0, 80, 24), look)
    };
    assert_eq!([told(1_200), told(9)], ["9 of 1,200 nodes", "9 nodes"]);
}

#[test]
fn a_title_that_has_no_room_in_the_border_stands_below_it_whole() {
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    let title =
        "From Ada Voss to the lower lamp: 1 step, named together in The minutes of the lamp board, March, part 3";
    state.loaded(GraphView { title: title.to_owned(), ..view(9) });
    let theme = Theme::built_in("mono").unwrap();
    let drawn = |height: u16| {
        let screen = Rect::new(0, 0, 80, height);
        let mut buffer = Buffer::empty(screen);
        draw(&state, None, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
        let line = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (1..4).map(line).collect::<String>()
    };
    assert!(drawn(24).contains("named together in The") && drawn(24).contains("March, part 3"), "{}", drawn(24));
    assert!(drawn(12).contains('…'), "{}", drawn(12));
}

#[test]
fn what_ties_two_is_a_key_away() {
    let mut state = state();
    let nothing = state.command(Command::Tie);
    assert!(matches!(&nothing.intents[..], [Intent::Notice(_)]), "{nothing:?}");
    state.command(Command::Right);
    let tie = state.command(Command::Tie);
    assert_eq!(tie, Outcome::intent(Intent::Peek(Ref::new(Kind::Relationship, 101))));
    let theme = Theme::built_in("mono").unwrap();
    let screen = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(screen);
    draw(&state, None, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
    let foot: String = (0..80).map(|x| buffer[(x, 22)].symbol()).collect();
    assert!(foot.contains("Entity 1, 8 documents · tied to Entity 0"), "{foot}");
}

#[test]
fn of_two_that_passages_alone_tie_the_way_with_these_is_drawn() {
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    let mut met = view(9);
    met.relationships.remove(&(0, 1));
    met.told.insert((0, 1), 7);
    state.loaded(met);
    state.command(Command::Right);
    let way = state.command(Command::Tie);
    assert_eq!(way.loads, [(Lane::Graph, Request::Graph(GraphOf::Path(EntityId(1), EntityId(0))))]);
    assert!(matches!(&way.intents[..], [Intent::Notice(_)]), "{way:?}");
}

#[test]
fn two_nodes_stand_together_on_a_large_screen_and_eight_make_use_of_it() {
    let area = Rect::new(0, 0, 198, 56);
    let corners = |nodes: u32| {
        let mut state = State::new(GraphOf::Around(EntityId(0), 1));
        state.loaded(view(nodes));
        [(0.0, 0.0), (1.0, 1.0)].map(|place| state.cell(place, area))
    };
    for (nodes, least, most) in [(2, 0.3, 0.5), (8, 0.7, 0.9), (19, 0.9, 1.0)] {
        let [(left, top), (right, bottom)] = corners(nodes);
        let shares = [(right - left) / 198.0, (bottom - top) / 56.0];
        assert!(shares.iter().all(|share| (least..=most).contains(share)), "{nodes}: {shares:?}");
        assert!((left + right - 198.0).abs() < 4.0 && (top + bottom - 56.0).abs() < 4.0, "in the middle");
    }
}

#[test]
fn a_way_is_drawn_alone_and_what_is_near_to_it_at_a_key() {
    let mut state = State::new(GraphOf::Path(EntityId(0), EntityId(1)));
    let mut whole = view(5);
    whole.nodes[2].lit = true;
    state.loaded(whole);
    let drawn = |state: &State| {
        let view = state.view.as_ref().expect("a graph");
        let nodes: Vec<u32> = view.nodes.iter().map(|node| node.record.id).collect();
        (nodes, view.edges.clone(), view.relationships.keys().copied().collect::<Vec<_>>())
    };
    assert_eq!(drawn(&state), (vec![0, 2], vec![(0, 1, 1.0)], vec![(0, 1)]));
    state.command(Command::Right);
    let stood = state.selected_ref();
    state.command(Command::ZoomIn);
    assert_eq!((drawn(&state).0.len(), state.selected_ref(), state.zoom), (5, stood, 1.0));
    state.command(Command::ZoomOut);
    assert_eq!(drawn(&state).0, [0, 2]);
    // Where no way leads, both ends stand among what is near to them.
    let mut apart = view(5);
    apart.nodes[2].lit = true;
    apart.edges.retain(|&(a, b, _)| (a, b) != (0, 2));
    state.loaded(apart);
    assert_eq!(drawn(&state).0.len(), 5);
}

#[test]
fn each_step_of_a_way_is_explained_and_its_line_is_seen() {
    let titles = ["Beatrix Fenn", "Cyril Amberley", "Lanternhill Holdings Limited"];
    let node = |(id, title): (usize, &str)| GraphNode {
        record: Ref::new(Kind::Entity, id as u32),
        title: title.to_owned(),
        kind: None,
        size: 3,
        lit: true,
        place: (id as f32 / 2.0, 0.5),
    };
    let nodes = titles.into_iter().enumerate().map(node).collect();
    let ties = [((0, 1), Ref::new(Kind::Relationship, 10)), ((1, 2), Ref::new(Kind::Relationship, 21))];
    let edges = vec![(1, 2, 1.0), (0, 1, 1.0)];
    let mut state = State::new(GraphOf::Path(EntityId(0), EntityId(2)));
    state.loaded(GraphView {
        title: String::new(),
        nodes,
        edges,
        relationships: ties.into_iter().collect(),
        ..GraphView::default()
    });
    let peeks = [10, 21, 21].map(|id| Outcome::intent(Intent::Peek(Ref::new(Kind::Relationship, id))));
    state.at = 0;
    for peek in peeks {
        assert_eq!(state.command(Command::Tie), peek);
    }
    let theme = Theme::built_in("mono").unwrap();
    let screen = Rect::new(0, 0, 80, 24);
    let mut buffer = Buffer::empty(screen);
    draw(&state, None, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
    let line = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let drawn: String = (0..24).map(line).collect();
    assert!(titles.iter().all(|title| drawn.contains(title)), "{drawn}");
    let way = (0..24).map(line).find(|line| line.matches('●').count() == 3).expect("the way in one line");
    let between = way.trim_matches(|c| "│ ▐".contains(c));
    assert!(!between.contains(' '), "a line from end to end: {way}");
}

#[test]
fn of_two_that_only_passages_name_together_these_are_shown() {
    let mut state = State::new(GraphOf::Path(EntityId(0), EntityId(1)));
    let passages = [4, 9].map(|id| Ref::new(Kind::Source, id));
    let mut way = view(3);
    way.nodes[1].lit = true;
    way.relationships.clear();
    state.loaded(GraphView { passages: passages.to_vec(), ..way.clone() });
    for passage in [passages[0], passages[1], passages[0]] {
        assert_eq!(state.command(Command::Tie).intents.first(), Some(&Intent::Peek(passage)));
    }
    // Nor are people taken for communities where nothing is known to tie them.
    state.loaded(way);
    let [Intent::Notice(notice)] = &state.command(Command::Tie).intents[..] else { panic!("no notice") };
    assert!(!notice.text.contains("communities"), "{}", notice.text);
}

#[test]
fn names_do_not_lie_on_each_other_at_any_size() {
    let theme = Theme::built_in("mono").unwrap();
    for glyphs in [UNICODE, ASCII] {
        for (width, height) in [(0, 0), (3, 2), (40, 12), (80, 24), (200, 60)] {
            let mut state = state();
            let screen = Rect::new(0, 0, width, height);
            for command in [Command::ZoomIn, Command::PanLeft, Command::ZoomIn, Command::ZoomOut] {
                state.command(command);
                let mut buffer = Buffer::empty(screen);
                let marks = draw(&state, None, &mut buffer, screen, Look { theme: &theme, glyphs: &glyphs });
                for (at, (one, _)) in marks.targets.iter().enumerate().filter(|(_, (one, _))| one.width > 1) {
                    let others = marks.targets[..at].iter().filter(|(other, _)| other.width > 1);
                    assert!(others.clone().all(|(other, _)| !other.intersects(*one)));
                }
            }
        }
    }
}

#[test]
fn a_tie_is_drawn_by_how_many_passages_tell_it_and_a_node_by_what_it_is() {
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    let mut few = view(4);
    few.told = [((0, 1), 1), ((0, 2), 3), ((0, 3), 12)].into();
    let kinds = [EntityType::Person, EntityType::Organisation, EntityType::Place, EntityType::Concept];
    few.nodes.iter_mut().zip(kinds).for_each(|(node, kind)| node.kind = Some(kind));
    assert_eq!([1, 2, 3].map(|to| grade(&few, (0, to))), [Stroke::Dotted, Stroke::Plain, Stroke::Thick]);
    state.loaded(few);
    let area = Rect::new(0, 0, 100, 30);
    let mut buffer = Buffer::empty(area);
    let look = Look { theme: &Theme::built_in("mono").unwrap(), glyphs: &UNICODE };
    let marks = draw(&state, None, &mut buffer, area, look);
    let line = |y: u16| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let screen: Vec<String> = (0..area.height).map(line).collect();
    // So few are listed above the picture, with what ties them.
    for row in ["● Entity 0  person", "■ Entity 1  organisation", "▲ Entity 2  place", "○ Entity 3  concept"] {
        assert!(screen.iter().any(|line| line.contains(row)), "{row}: {screen:#?}");
    }
    assert!(screen.iter().any(|line| line.contains("Entity 0 – Entity 3  12 passages")), "{screen:#?}");
    assert!(marks.targets.len() >= 8, "each can be clicked in the list and in the picture");
    state.command(Command::Right);
    state.at = 3;
    draw(&state, None, &mut buffer, area, look);
    let foot = (0..area.width).map(|x| buffer[(x, 28)].symbol()).collect::<String>();
    assert!(foot.contains("Entity 3, concept, 1 document · tied to Entity 0 in 12 passages"), "{foot}");
}

#[test]
fn a_legend_tells_the_sorts_that_are_drawn_where_it_fits() {
    let mut drawn = view(9);
    drawn.nodes[1].kind = Some(EntityType::Person);
    drawn.nodes[2].kind = Some(EntityType::Place);
    drawn.nodes[3].kind = Some(EntityType::Concept);
    let mut state = State::new(GraphOf::Around(EntityId(0), 1));
    state.loaded(drawn);
    let last_lines = |width: u16, state: &State| -> [String; 2] {
        let screen = Rect::new(0, 0, width, 24);
        let mut buffer = Buffer::empty(screen);
        let theme = Theme::built_in("mono").unwrap();
        draw(state, None, &mut buffer, screen, Look { theme: &theme, glyphs: &UNICODE });
        [21, 22].map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect())
    };
    let legend = "● person  ▲ place  ○ other";
    let [_, border] = last_lines(90, &state);
    assert!(border.contains(legend) && border.contains("Entity 0"), "{border}");
    let [inside, border] = last_lines(50, &state);
    assert!(inside.contains(legend) && !border.contains(legend), "{inside} {border}");
    // What is all of a sort needs none.
    state.loaded(view(9));
    assert!(last_lines(90, &state).iter().all(|line| !line.contains("person")));
}
