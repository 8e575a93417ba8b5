//! What a person does, step by step: keys and clicks in, the place one is at and the effects out.

use super::Stage;
use super::fixture::answered;
use crate::model::{Kind, Ref};
use crate::tui::data::TurnId;
use crate::tui::effect::{Effect, StartTarget};
use crate::tui::keys::Layer;
use crate::tui::msg::Msg;
use crate::tui::panes::reader::page::Link;
use crate::tui::panes::{PaneId, Target};
use crate::tui::session::start::Recent;

pub(super) fn place(stage: &Stage) -> Option<Ref> {
    stage.app.nav.history.current().map(|place| place.record)
}

pub(super) fn report(id: u32) -> Option<Ref> {
    Some(Ref::new(Kind::Report, id))
}

/// An answer in the chat alone on the screen, at its citation of report 57.
pub(super) fn at_a_citation_in_the_chat(stage: &mut Stage) {
    stage.asked(1);
    stage.press("z l");
}

/// Opens the first report and goes to what its tenth link cites; those that fold findings are passed over.
fn to_a_citation_of_a_finding(stage: &mut Stage) {
    stage.press("enter");
    let cites = |link: &&Link| matches!(link, Link::Open(_));
    let page = &stage.app.reader.page;
    let presses = page.links[page.aside..page.aside + 10].iter().filter(cites).count();
    stage.press(&"l ".repeat(presses));
}

#[test]
fn from_the_root_to_the_line_in_the_file_by_citations_alone() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    assert_eq!(place(&stage), report(12));
    stage.press("l enter");
    assert_eq!(place(&stage), report(57));
    // The first source of the summary.
    stage.press("l l enter");
    assert_eq!(place(&stage).map(|place| (place.kind, place.id)), Some((Kind::Source, 812)));
    stage.press("o");
    assert_eq!(place(&stage).map(|place| (place.kind, place.id)), Some((Kind::Document, 4)));
    assert!(stage.shows("the pumps at Low Holm had been meant"), "{}", stage.screen());
    stage.press("e");
    let Some(Effect::Edit { path, line }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!((path.to_str(), line), (Some("/corpus/council/1911-03-minutes.txt"), 43));
}

#[test]
fn a_citation_leads_to_the_very_words_that_were_quoted() {
    let quoted = "Nobody at the meeting could say who had agreed to pay for the coal";
    let lit = |stage: &Stage| {
        let rows = stage.app.reader.page.rows.iter();
        let lit = rows.flat_map(|row| &row.pieces).filter(|piece| piece.face.role == crate::tui::theme::Role::Lit);
        lit.map(|piece| piece.text.trim().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let mut stage = Stage::open(120, 40);
    to_a_citation_of_a_finding(&mut stage);
    stage.press("p");
    assert!(stage.shows("Passage · Minutes of the river"), "{}", stage.screen());
    stage.press("esc enter");
    assert_eq!(place(&stage).map(|place| (place.kind, place.id)), Some((Kind::Source, 812)), "{}", stage.screen());
    assert_eq!(lit(&stage), quoted);
    stage.press("[ ]");
    assert_eq!(lit(&stage), quoted, "forward again");
    stage.press("o");
    assert_eq!(lit(&stage), quoted, "in the document too");
}

#[test]
fn what_stands_above_a_passage_is_shown_whole_or_not_at_all() {
    let whole_or_gone = |stage: &Stage| {
        let reader = &stage.app.reader;
        let head = reader.page.head;
        assert!(head > 0);
        assert!(reader.top == 0 || reader.top >= head, "{}", stage.screen());
        assert!(
            (reader.top..reader.top + reader.height).contains(reader.page.marked.first().unwrap()),
            "{}",
            stage.screen()
        );
        assert_eq!(*reader.page.marked.last().unwrap() < reader.height, reader.top == 0, "{}", stage.screen());
    };
    for (width, height) in [(40, 12), (60, 16), (80, 24), (120, 40), (200, 60)] {
        for keys in ["enter l l enter", "enter l l enter o"] {
            let mut stage = Stage::open(width, height);
            stage.press(keys);
            whole_or_gone(&stage);
        }
        let mut stage = Stage::open(width, height);
        to_a_citation_of_a_finding(&mut stage);
        stage.press("enter");
        whole_or_gone(&stage);
    }
    let mut stage = Stage::open(200, 60);
    stage.press("enter l l enter z");
    for (width, height) in [(80, 24), (40, 60), (30, 60), (200, 60)] {
        stage.resize(width, height);
        let reader = &stage.app.reader;
        assert!(reader.top == 0 || reader.top >= reader.page.head, "{}", stage.screen());
    }
}

#[test]
fn at_the_top_of_a_text_one_is_told_so_and_its_size_is_said_once() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter l l enter o g");
    assert!(stage.shows("Document · Minutes") && stage.shows(" Top ╮"), "{}", stage.screen());
    assert_eq!(stage.screen().matches(" kB").count(), 1, "{}", stage.screen());
    stage.press("G");
    assert!(stage.shows(" 100% ╮"), "{}", stage.screen());
}

#[test]
fn a_page_of_the_help_is_a_page() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::open(width, height);
        stage.press("f1");
        let lines = |stage: &Stage| -> Vec<String> {
            let screen = stage.screen();
            // The column of descriptions, inside the frame.
            let lines = screen.lines().skip(2).take(usize::from(height) - 4);
            let from = if width == 80 { 4 } else { 102 };
            lines.map(|line| line.chars().skip(from).take(60).collect::<String>().trim().to_owned()).collect()
        };
        let before = lines(&stage);
        stage.press("pagedown");
        let after = lines(&stage);
        if width == 80 {
            assert_eq!(after[..2], before[before.len() - 2..], "two lines stay in sight: {}", stage.screen());
        } else {
            assert!(before != after, "{}", stage.screen());
        }
    }
}

#[test]
fn a_new_filter_begins_empty() {
    let mut stage = Stage::open(80, 24);
    for (pane, kept, new) in [("1", "dog", "ferr"), ("2", "411", "410"), ("3", "pumps", "coal")] {
        let field = |stage: &Stage| {
            let app = &stage.app;
            let of_reader = || app.reader.find.as_ref().map_or("", |find| find.field.text());
            match pane {
                "1" => app.tree.filter.text().to_owned(),
                "2" => app.browser.filter.text().to_owned(),
                _ => of_reader().to_owned(),
            }
        };
        stage.press(pane);
        stage.press("/");
        stage.write(kept);
        stage.press("enter");
        stage.press(pane);
        assert_eq!(field(&stage), kept);
        stage.press("/");
        assert_eq!(field(&stage), "");
        stage.write(new);
        assert_eq!(field(&stage), new);
        stage.press("enter");
        stage.press(pane);
        assert_eq!(field(&stage), new);
        stage.press("/ esc");
        assert_eq!(field(&stage), "");
    }
}

#[test]
fn the_tree_shows_where_the_reader_is() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter l enter");
    assert_eq!(stage.app.tree.selected_ref(), report(57));
    assert!(stage.shows("▾✓Flood works"), "{}", stage.screen());
}

#[test]
fn a_click_follows_a_citation_and_a_hint_letter_peeks() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter #");
    stage.click("1204");
    assert_eq!(place(&stage).map(|place| place.id), Some(1204));
    stage.press("[ f");
    let hints = &stage.app.input.hints.as_ref().expect("letters at what is in sight").hints;
    let leads = |target: Target| matches!(target, Target::Link(_, record) if record == report(57));
    let letter = hints.iter().find(|hint| leads(hint.target)).expect("a citation").label.to_uppercase();
    stage.press(&letter);
    assert_eq!(place(&stage), report(12), "a peek leaves nothing behind");
    assert!(stage.shows("╭ Report ─"), "{}", stage.screen());
    stage.press("enter");
    assert_eq!(place(&stage), report(57), "Enter opens what is peeked at");
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn a_citation_that_scrolled_out_of_sight_is_not_followed() {
    let mut stage = Stage::open(80, 24);
    stage.press("j l j enter l");
    // The names at the head of the report are no citations.
    assert_eq!((place(&stage), stage.app.reader.link), (report(64), Some(stage.app.reader.page.aside)));
    stage.press("pagedown");
    assert_eq!(stage.app.reader.link, None);
    assert!(!stage.shows("Enter follow"), "{}", stage.screen());
    // Enter goes to one that is in sight, and does not leave.
    stage.press("enter");
    assert_eq!(place(&stage), report(64));
    let (reader, link) = (&stage.app.reader, stage.app.reader.link.expect("a citation"));
    assert!((reader.top..reader.top + reader.height).contains(&reader.page.link_rows[link]));

    let mut stage = Stage::open(80, 24);
    at_a_citation_in_the_chat(&mut stage);
    stage.resize(80, 8);
    assert_eq!(stage.app.chat.link, Some(0), "a smaller window keeps it in sight: {}", stage.screen());
    stage.press("G enter");
    assert_eq!((place(&stage), stage.app.panes.focus), (report(12), PaneId::Chat), "{}", stage.screen());
}

#[test]
fn a_citation_of_nothing_is_said_and_not_followed() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter #");
    stage.click("9999");
    assert_eq!(place(&stage), report(12));
    assert!(stage.shows("source 9999 is cited here, but there is no such record"), "{}", stage.screen());
}

#[test]
fn a_question_is_asked_answered_and_drilled() {
    let mut stage = Stage::open(200, 60);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    assert!(matches!(&stage.effects[..], [Effect::Ask { turn: TurnId(1), .. }, Effect::Frame(_)]));
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows("2 cited"), "{}", stage.screen());
    // Where the key asks for a letter first, and where it asks at once.
    assert!(stage.shows("d drill to"), "{}", stage.screen());
    stage.press("l");
    assert!(stage.shows("d ask inside it"), "{}", stage.screen());
    stage.press("d");
    let drilled = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask { turn: TurnId(2), asked, .. } => Some(asked.clone()),
        _ => None,
    });
    let drilled = drilled.expect("a second question");
    assert_eq!(drilled.question, "What recurs?");
    assert_eq!(drilled.scope_title, "Pumping stations and who pays for them");
    assert_eq!(drilled.mode, crate::model::Mode::AUTO, "as it was asked");
}

#[test]
fn a_question_can_be_put_to_what_is_open() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    assert_eq!(stage.app.panes.focus, PaneId::Chat);
    stage.write("Why?");
    stage.press("enter");
    let asked = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.clone()),
        _ => None,
    });
    assert_eq!(asked.map(|asked| asked.scope_title), Some("Flood works on the lower river".to_owned()));
}

#[test]
fn tab_does_not_leave_a_question_half_written() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.write("Who ");
    for key in ["tab", "backtab"] {
        stage.press(key);
        assert_eq!((stage.app.panes.focus, stage.app.chat.typing), (PaneId::Chat, true), "{key}");
        assert!(stage.shows("Esc stops writing"), "{}", stage.screen());
    }
    stage.write("qz?");
    assert!(stage.shows("▸ Who qz?"), "{}", stage.screen());
    stage.press("esc tab");
    assert_eq!(stage.app.panes.focus, PaneId::Tree);
}

#[test]
fn the_finder_opens_what_it_finds() {
    let mut stage = Stage::open(80, 24);
    stage.press("ctrl-p");
    stage.write("low holm");
    stage.press("enter");
    assert_eq!(place(&stage), Some(Ref::new(Kind::Entity, 410)));
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn finding_in_the_reader_goes_from_place_to_place() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter /");
    stage.write("pumps");
    let find = stage.app.reader.find.clone().expect("a search");
    let (_, all) = find.place();
    assert!(all >= 3);
    stage.press("enter");
    assert!(stage.shows("n next place  N the one before"), "{}", stage.screen());
    stage.press("n");
    assert_eq!(stage.app.reader.find.as_ref().map(|find| find.place()), Some((2, all)));
    stage.press("N N");
    assert_eq!(stage.app.reader.find.as_ref().map(|find| find.place()), Some((all, all)), "round again");
    stage.press("esc");
    assert!(stage.app.reader.find.is_none());
}

#[test]
fn findings_fold() {
    let mut stage = Stage::open(200, 60);
    stage.press("3 z 1");
    stage.press("enter");
    assert!(stage.shows("meant to run for six"));
    stage.click("▾ 1");
    assert!(!stage.shows("meant to run for six"), "{}", stage.screen());
    assert!(stage.shows("▸ 1 The pumps ran"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("meant to run for six"));
}

#[test]
fn copying_brings_the_citations_along() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.contains("for thirty” [2, 6]"), "{text}");
    assert!(text.contains("[2] Minutes of the river board, March, part 3 (Sources 812)"), "{text}");
    let words = text.split_whitespace().count();
    assert!(stage.shows(&format!("{words} words were sent to the terminal's clipboard")), "{}", stage.screen());
    stage.press("Y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(!text.contains("[Data"), "{text}");
}

#[test]
fn every_command_of_the_palette_can_be_run() {
    use crate::tui::keys::Command;
    for &command in Command::ALL.iter().filter(|&&command| crate::tui::overlays::palette::offers(command)) {
        let mut stage = Stage::open(80, 24);
        stage.press("enter :");
        stage.write(command.title());
        assert!(
            matches!(stage.app.overlays.last(), Some(crate::tui::overlays::Overlay::Palette(state)) if state.selected() == Some(command)),
            "{} is not the first for its own title",
            command.name()
        );
        stage.press("enter");
    }
}

#[test]
fn the_start_screen_opens_a_folder_the_demo_or_what_was_open_before() {
    let mut stage = Stage::empty(80, 24);
    let recent = Recent { name: "river board".into(), path: "/i".into(), ..Recent::default() };
    stage.send(Msg::Start(vec![recent]));
    stage.press("enter down enter");
    stage.write("/home/a/papers");
    stage.press("enter");
    let opened: Vec<_> = stage.effects.iter().filter(|effect| matches!(effect, Effect::OpenIndex(_))).collect();
    assert_eq!(
        opened,
        [
            &Effect::OpenIndex(StartTarget::Path("/i".into())),
            &Effect::OpenIndex(StartTarget::Demo),
            &Effect::OpenIndex(StartTarget::Path("/home/a/papers".into())),
        ]
    );
}

#[test]
fn enter_before_anything_is_found_is_for_what_will_be() {
    let mut stage = Stage::open(80, 24);
    stage.press("ctrl-p");
    let key = |code| Msg::Key(crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::NONE));
    let mut asked = None;
    for c in "low holm".chars() {
        asked = stage.app.update(key(crossterm::event::KeyCode::Char(c))).pop().or(asked);
    }
    stage.app.update(key(crossterm::event::KeyCode::Enter));
    let Some(Effect::Load { lane, ticket, request }) = asked else { panic!("{asked:?}") };
    stage.send(Msg::Loaded { lane, ticket, result: super::fixture::answer(&request, &[]) });
    assert_eq!(place(&stage), Some(Ref::new(Kind::Entity, 410)));
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn what_a_list_is_sorted_by_is_seen_in_a_narrow_pane() {
    let mut stage = Stage::open(80, 24);
    stage.press("2");
    for heading in ["links↓", "docs↓", "name↑", "type↑"] {
        assert!(stage.shows(heading), "{heading}: {}", stage.screen());
        stage.press("s");
    }
    stage.press("S");
    assert!(stage.shows("links↑"), "{}", stage.screen());
    stage.press("l");
    assert!(stage.shows("names, most telling↓"), "{}", stage.screen());
    stage.press("s");
    assert!(stage.shows("weight↓"), "{}", stage.screen());
    // There are no claims to pass through.
    stage.press("l s s");
    assert!(stage.shows("name, as read↑"), "{}", stage.screen());
}

#[test]
fn what_is_said_is_said_whole_on_a_small_screen() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 o");
    assert!(stage.shows("set one"), "{}", stage.screen());
    stage.press("2 /");
    stage.write("zzzz");
    assert!(stage.shows("no name and no type"), "{}", stage.screen());
    assert!(stage.shows("Enter keep"), "Enter keeps the filter: {}", stage.screen());
}

#[test]
fn the_line_on_top_tells_where_one_is_and_each_part_of_it_leads_there() {
    let mut stage = Stage::open(120, 40);
    let head = |stage: &Stage| stage.screen().lines().next().unwrap_or_default().to_owned();
    stage.press("enter l enter");
    assert!(head(&stage).contains("▸ Flood works on the lower river ▸ Pumping stations"), "{}", head(&stage));
    stage.press("l l l enter");
    assert!(head(&stage).contains("▸ Minutes of the river board, March ▸ part 3"), "{}", head(&stage));
    stage.click("Minutes of the river board, March ▸ part 3");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Document), "a click leads there");
    stage.click("river board ▸");
    assert_eq!(stage.app.panes.focus, PaneId::Home, "the name of the index leads to what it is");
    stage.press("3");
    stage.press("[ enter");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Document), "Enter goes on to the document");
    // While the chat has the screen to itself, there is no such place.
    let mut stage = Stage::open(80, 24);
    stage.press("enter 4");
    assert!(!head(&stage).contains("Flood works"), "{}", head(&stage));
}

#[test]
fn ids_are_told_where_they_are_asked_for() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter");
    assert!(stage.shows("3 Report ─") && !stage.shows("Report 12"), "{}", stage.screen());
    stage.press("j j j");
    assert!(stage.shows("3 Report · Flood works"), "scrolled down, the frame says of what: {}", stage.screen());
    stage.press("g");
    stage.press("#");
    assert!(stage.shows("3 Report 12 · Flood works"), "{}", stage.screen());
    stage.press("# l");
    let screen = stage.screen();
    let foot = screen.lines().rfind(|line| line.contains('╰')).unwrap_or_default();
    assert!(foot.contains("→ Pumping stations and who pays") && !foot.contains("57"), "{foot}");
}

#[test]
fn a_key_that_one_knows_does_nothing_else_on_the_home_page() {
    let stage = Stage::home(120, 40);
    let letters = stage.app.home_keys();
    assert!(letters.len() > 8 && letters.iter().all(|key| !('0'..='4').contains(key)), "{letters:?}");
    let layers = [Layer::Tree, Layer::Browser, Layer::Reader, Layer::Chat];
    for layer in layers {
        for binding in stage.app.input.keymap.layer(layer) {
            assert!(!letters.iter().any(|letter| binding.printed() == letter.to_string()), "{}", binding.printed());
        }
    }
}

#[test]
fn a_search_says_where_it_looked() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter /");
    stage.write("zebra");
    assert!(stage.shows("found nowhere here"), "{}", stage.screen());
}

#[test]
fn what_the_index_is_of_is_said_and_asked() {
    let mut stage = Stage::open(80, 24);
    stage.press("i");
    for said in ["/corpus", "2026-03-08 14:05 UTC", "60 files, which make 1,669 documents", "8,214 entities"] {
        assert!(stage.shows(said), "{said}: {}", stage.screen());
    }
    stage.press("R");
    assert!(stage.shows("Bring the index up to date with /corpus?"), "{}", stage.screen());
}
