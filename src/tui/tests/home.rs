//! The home page, the start screen, and the ways from there.

use super::Stage;
use super::journeys::{place, report};
use crate::model::{Kind, Ref};
use crate::tui::data::Narrow;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;
use crate::tui::overlays::Overlay;
use crate::tui::panes::PaneId;
use crate::tui::session::start::Recent;

#[test]
fn whoever_only_looks_at_other_indexes_comes_back() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter");
    stage.send(Msg::Start(vec![Recent { name: "other".into(), path: "/i".into(), ..Recent::default() }]));
    assert!(stage.shows("Esc goes back"), "{}", stage.screen());
    stage.press("esc");
    assert!(!stage.effects.contains(&Effect::Quit));
    assert_eq!(place(&stage), report(12));
    assert!(stage.shows("Flood works"), "{}", stage.screen());
    // Where nothing is open there is nothing to go back to.
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(Vec::new()));
    stage.press("esc");
    assert!(stage.effects.contains(&Effect::Quit));
}

#[test]
fn a_report_opened_from_the_home_page_is_read_beside_the_tree() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 0 enter");
    assert!(stage.shows("1 Communities") && stage.shows("3 Report"), "{}", stage.screen());
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
fn the_name_of_the_index_leads_home_and_where_one_is_has_room_beside_it() {
    let mut stage = Stage::open(80, 24);
    stage.app.overview.name = "a pile of documents with a name that is long".to_owned();
    stage.press("enter");
    let head = stage.screen().lines().next().unwrap_or_default().to_owned();
    assert!(head.contains("▸ Flood wo"), "{head}");
    stage.click("a pile of");
    assert_eq!(stage.app.panes.focus, PaneId::Home);
}

#[test]
fn a_path_that_is_begun_is_completed_and_indexes_of_one_name_are_told_apart() {
    use crate::tui::session::start::{Recent, told_apart};
    let recent = |name: &str, note: &str, path: &str| Recent {
        name: name.into(),
        path: path.into(),
        note: note.into(),
        holds: "3.4 MB".into(),
        opened: "2 days ago".into(),
        is_demo: false,
    };
    let all = vec![
        recent("board", "/papers/board", "/i/1"),
        recent("board", "/papers/board.md", "/i/2"),
        recent("board", "/papers/board", "/i/3"),
        recent("coal", "/papers/coal", "/i/4"),
    ];
    let told: Vec<(String, String)> = told_apart(all.clone(), |root| root.ends_with(".md"))
        .into_iter()
        .map(|recent| (recent.name, recent.note))
        .collect();
    let expected =
        [("board", "/i/1"), ("board (file)", "/papers/board.md"), ("board", "/i/3"), ("coal", "/papers/coal")];
    assert_eq!(told, expected.map(|(name, note)| (name.to_owned(), note.to_owned())));
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(all));
    assert!(stage.shows("board     3.4 MB       2 days ago"), "{}", stage.screen());
    stage.write("/pap");
    stage.press("tab");
    assert_eq!(stage.effects, [Effect::Complete("/pap".to_owned())]);
    let choices = vec!["/papers/".to_owned(), "/papers-old/".to_owned()];
    stage.send(Msg::Completed { typed: "/pap".into(), whole: "/papers".into(), choices });
    assert!(stage.shows("papers/ · papers-old/"), "{}", stage.screen());
    // The key once more goes from one to the next, until something else is typed.
    stage.press("tab tab");
    assert!(stage.shows("A folder: /papers-old/"), "{}", stage.screen());
    stage.press("tab");
    assert!(stage.shows("A folder: /papers/"), "{}", stage.screen());
    stage.effects.clear();
    stage.write("x");
    assert!(!stage.shows("papers-old/"), "{}", stage.screen());
    stage.press("tab");
    assert_eq!(stage.effects, [Effect::Complete("/papers/x".to_owned())]);
}

#[test]
fn indexes_opened_lately_stand_in_columns_and_one_is_taken_off_the_list() {
    let recent = |name: &str, holds: &str, is_demo: bool| Recent {
        name: name.into(),
        path: format!("/i/{name}").into(),
        note: format!("/corpus/of/{name}"),
        holds: holds.into(),
        opened: "3 min ago".into(),
        is_demo,
    };
    let mut stage = Stage::empty(80, 24);
    stage.send(Msg::Start(vec![
        recent("river board", "1,669 documents", false),
        recent("papers", "2 documents of an import", false),
        recent("demo", "83 documents", true),
    ]));
    assert!(!stage.shows("Gleaner reads a folder") && !stage.shows("The demo"), "{}", stage.screen());
    let rows: Vec<String> = stage.screen().lines().filter(|row| row.contains("3 min ago")).map(str::to_owned).collect();
    let columns = |word: &str| rows.iter().filter_map(|row| row.find(word)).collect::<Vec<usize>>();
    for word in [" documents", "3 min ago"] {
        let at = columns(word);
        assert!(at.len() == 3 && at.iter().all(|&column| column == at[0]), "{}", stage.screen());
    }
    stage.press("down");
    assert!(stage.shows("/corpus/of/papers") && !stage.shows("/corpus/of/river"), "{}", stage.screen());
    stage.press("delete");
    assert_eq!(stage.effects, [Effect::ForgetIndex("/i/papers".into())]);
    assert!(!stage.shows("papers") && stage.shows("/corpus/of/demo"), "{}", stage.screen());
    stage.press("delete");
    assert!(stage.shows("The demo"), "{}", stage.screen());
    // More than there is room for are gone through all the same.
    let mut stage = Stage::empty(80, 12);
    stage.send(Msg::Start((0..20).map(|at| recent(&format!("pile {at}"), "1 document", false)).collect()));
    stage.write("/p");
    assert!(stage.shows("A folder: /p"), "{}", stage.screen());
}

#[test]
fn letters_of_the_home_page_stay_under_f() {
    for way in ["B", "f B"] {
        let mut stage = Stage::home(120, 40);
        let in_front = |stage: &Stage| stage.shows("B  Flood works");
        assert!(in_front(&stage), "{}", stage.screen());
        stage.press("f");
        assert!(in_front(&stage), "{}", stage.screen());
        stage.press("esc");
        stage.press(way);
        assert_eq!(place(&stage), report(12), "{}", stage.screen());
    }
}

/// The key of two letters that stands in front of some words where letters are asked for; within a line it covers what
/// they begin with.
fn key_before(stage: &mut Stage, words: &str) -> String {
    stage.press("f");
    let screen = stage.screen();
    stage.press("esc");
    let before = screen.rsplit_once(words).expect("the words").0.trim_end();
    let mut letters: Vec<char> = before.chars().rev().take(2).collect();
    letters.reverse();
    letters.iter().map(char::to_string).collect::<Vec<String>>().join(" ")
}

#[test]
fn a_name_of_the_home_page_opens_with_two_letters_at_once_or_under_f_and_with_the_mouse() {
    let entity = Some(Ref::new(Kind::Entity, 411));
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut stage = Stage::home(width, height);
        stage.press("ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e");
        let keys = key_before(&mut stage, "Mrs Aldous");
        let (first, second) = keys.split_once(' ').expect("two letters");
        stage.press(first);
        assert!(stage.shows("opens it") && stage.shows("Esc leaves"), "{width}: {}", stage.screen());
        stage.press(second);
        assert_eq!(place(&stage), entity, "{width}");
        stage.press("0 f");
        stage.press(&keys);
        assert_eq!(place(&stage), entity, "{width}");
        stage.press("0 ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e ctrl-e");
        stage.click("Mrs Aldous");
        assert_eq!(place(&stage), entity, "{width}");
        // With Shift it is peeked at.
        stage.press("0");
        stage.press(&format!("{first} {}", second.to_uppercase()));
        assert!(matches!(stage.app.overlays.last(), Some(Overlay::Peek(_))), "{width}: {}", stage.screen());
    }
}

#[test]
fn kinds_of_documents_and_headings_of_the_home_page_are_lists_from_which_one_comes_back() {
    let narrow = |stage: &Stage| stage.app.browser.parts.first().map(|part| part.narrow.clone());
    for (words, kind, part) in [
        ("inutes (40)", Kind::Document, Some(Narrow::Kind(Some("minutes".to_owned())))),
        (",669 documents ", Kind::Document, None),
        ("eople", Kind::Entity, Some(Narrow::Type("person".to_owned()))),
    ] {
        let mut stage = Stage::home(200, 60);
        let keys = key_before(&mut stage, words);
        stage.press(&keys);
        assert_eq!(
            (stage.app.panes.focus, stage.app.browser.kind),
            (PaneId::Browser, kind),
            "{words}: {}",
            stage.screen()
        );
        assert_eq!(narrow(&stage), part, "{words}");
        stage.press("[");
        assert_eq!(stage.app.panes.focus, PaneId::Home, "{words}: {}", stage.screen());
        assert_eq!(narrow(&stage), None, "{words}");
    }
}

#[test]
fn a_report_opened_from_home_is_read_beside_the_tree_wherever_one_was_before() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 0 enter");
    assert_eq!(stage.app.panes.focus, PaneId::Reader);
    assert!(stage.shows("1 Communities") && !stage.shows("2 Browser"), "{}", stage.screen());
}

#[test]
fn a_question_of_the_home_page_is_asked_of_everything() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    stage.write("Who?");
    stage.press("esc");
    assert!(!stage.app.chat.next.scope.is_everything());
    stage.press("0");
    stage.click("Who pays for the coal?");
    let scope = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.scope.clone()),
        _ => None,
    });
    assert!(scope.is_some_and(|scope| scope.is_everything()), "{}", stage.screen());
}

#[test]
fn an_item_of_the_home_page_has_one_letter_in_sight() {
    let mut stage = Stage::home(80, 24);
    stage.press("f");
    let hints = stage.app.input.hints.as_ref().expect("letters");
    let mut links: Vec<_> = hints.hints.iter().map(|hint| hint.target).collect();
    let all = links.len();
    links.dedup();
    assert_eq!(links.len(), all);
    let rows: Vec<String> = stage.screen().lines().map(str::to_owned).collect();
    let subject = rows.iter().find(|row| row.contains("Flood works")).expect("a subject");
    let before: String = subject.chars().take_while(|&c| c != 'F').collect();
    assert_eq!(before.matches(char::is_alphabetic).count(), 1, "{subject}");
}
