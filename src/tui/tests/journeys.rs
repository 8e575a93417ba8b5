//! What a person does, step by step: keys and clicks in, the place one is at and the effects out.

use super::Stage;
use super::fixture::{answered, news};
use crate::model::{Kind, Ref};
use crate::tui::data::Changed;
use crate::tui::effect::{Effect, Target};
use crate::tui::msg::Msg;
use crate::tui::panes::PaneId;
use crate::tui::panes::chat::TurnId;
use crate::tui::start::Recent;

fn place(stage: &Stage) -> Option<Ref> {
    stage.app.history.current().map(|place| place.record)
}

fn report(id: u32) -> Option<Ref> {
    Some(Ref::new(Kind::Report, id))
}

#[test]
fn from_the_root_to_the_line_in_the_file_by_citations_alone() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    assert_eq!(place(&stage), report(12));
    stage.press("l enter");
    assert_eq!(place(&stage), report(57));
    // The way up, then the first source of the summary.
    stage.press("l l l enter");
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
    stage.press("enter l l l l l l l l l l p");
    assert!(stage.shows("Source 812"), "{}", stage.screen());
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
        assert!((reader.top..reader.top + reader.height).contains(&reader.page.marked.start), "{}", stage.screen());
        assert_eq!(reader.page.marked.end <= reader.height, reader.top == 0, "{}", stage.screen());
    };
    for (width, height) in [(40, 12), (60, 16), (80, 24), (120, 40), (200, 60)] {
        for keys in ["enter l l enter", "enter l l l l l l l l l l enter", "enter l l enter o"] {
            let mut stage = Stage::open(width, height);
            stage.press(keys);
            whole_or_gone(&stage);
        }
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
    assert!(stage.shows("Document 4") && stage.shows(" Top ╮"), "{}", stage.screen());
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
            match pane {
                "1" => app.tree.filter.clone(),
                "2" => app.browser.filter.clone(),
                _ => app.reader.find.as_ref().map(|find| find.field.clone()),
            }
            .map_or(String::new(), |field| field.text().to_owned())
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
fn what_was_unfolded_is_unfolded_when_one_comes_back() {
    let mut stage = Stage::open(80, 24);
    stage.press("l G l k k");
    let rows = |stage: &Stage| -> Vec<(Option<u32>, bool)> {
        let rows = stage.app.tree.rows().iter();
        rows.map(|node| (node.community().map(|row| row.id.0), node.open)).collect()
    };
    assert_eq!(rows(&stage).iter().filter(|(_, open)| *open).count(), 2, "{}", stage.screen());
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(rows(&again), rows(&stage));
    // As kept by a version that knew nothing of it.
    let mut old: serde_json::Value = serde_json::from_str(&json).unwrap();
    old.as_object_mut().unwrap().remove("unfolded").expect("it is kept");
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_value(old).unwrap()) });
    assert!(rows(&again).iter().all(|(_, open)| !open));
}

#[test]
fn back_and_forward_return_to_where_one_stood() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter j j j l");
    let (top, link) = (stage.app.reader.top, stage.app.reader.link);
    assert!(link.is_some());
    stage.press("enter");
    assert_ne!(place(&stage), report(12));
    let there = place(&stage);
    stage.press("[");
    assert_eq!((place(&stage), stage.app.reader.top, stage.app.reader.link), (report(12), top, link));
    stage.press("]");
    assert_eq!(place(&stage), there);
    stage.press("]");
    assert!(stage.shows("nothing ahead"));
}

/// An answer in the chat alone on the screen, at its citation of report 57.
fn at_a_citation_in_the_chat(stage: &mut Stage) {
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    stage.press("z l");
}

#[test]
fn back_from_what_an_answer_cites_returns_to_the_answer() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::open(width, height);
        at_a_citation_in_the_chat(&mut stage);
        let stands = |stage: &Stage| (stage.app.focus, stage.app.zoom, stage.app.chat.top, stage.app.chat.link);
        let before = stands(&stage);
        assert_eq!(before, (PaneId::Chat, true, 0, Some(0)));
        stage.press("enter");
        assert_eq!((place(&stage), stage.app.focus), (report(57), PaneId::Reader));
        // On from there, as far as a passage.
        stage.press("l l l enter z");
        assert_ne!(place(&stage), report(57));
        stage.press("[");
        assert_eq!((place(&stage), stage.app.focus), (report(57), PaneId::Reader), "within the reader first");
        stage.press("[");
        assert_eq!(stands(&stage), before);
        assert!(stage.shows("4 Chat") && !stage.shows("3 Report"), "{}", stage.screen());
        stage.press("]");
        assert_eq!((place(&stage), stage.app.focus), (report(57), PaneId::Reader));
        stage.press("[ l enter");
        assert_eq!(place(&stage).map(|place| place.id), Some(812));
        stage.press("[ [");
        assert!(stage.shows("this is where you began"), "{}", stage.screen());
    }
}

#[test]
fn back_returns_to_an_answer_that_cites_what_was_open_already_and_after_coming_back() {
    let mut stage = Stage::open(120, 40);
    stage.press("l j enter");
    assert_eq!(place(&stage), report(57));
    at_a_citation_in_the_chat(&mut stage);
    stage.press("enter");
    assert!(stage.screen().lines().last().is_some_and(|foot| foot.contains("▸ chat ▸ Pumping")), "{}", stage.screen());
    let json = serde_json::to_string(&stage.app.saved()).unwrap();
    stage.press("[");
    assert_eq!((place(&stage), stage.app.focus, stage.app.zoom), (report(57), PaneId::Chat, true));
    let mut again = Stage::empty(120, 40);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    again.press("[");
    assert_eq!((place(&again), again.app.focus, again.app.zoom), (report(57), PaneId::Chat, true));
}

#[test]
fn the_tree_shows_where_the_reader_is() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter l enter");
    assert_eq!(stage.app.tree.selected_ref(), report(57));
    assert!(stage.shows("▾  12 Flood works"), "{}", stage.screen());
}

#[test]
fn a_click_follows_a_citation_and_a_hint_letter_peeks() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    stage.click("1204");
    assert_eq!(place(&stage).map(|place| place.id), Some(1204));
    stage.press("[ f");
    assert!(stage.app.hints.is_some());
    stage.press("A");
    assert_eq!(place(&stage), report(12), "a peek leaves nothing behind");
    assert!(stage.shows("Report 57 · Pumping"), "{}", stage.screen());
    stage.press("enter");
    assert_eq!(place(&stage), report(57), "Enter opens what is peeked at");
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn a_citation_that_scrolled_out_of_sight_is_not_followed() {
    let mut stage = Stage::open(80, 24);
    stage.press("j l j enter l");
    assert_eq!((place(&stage), stage.app.reader.link), (report(64), Some(0)));
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
    assert_eq!((place(&stage), stage.app.focus), (report(12), PaneId::Chat), "{}", stage.screen());
}

#[test]
fn a_citation_of_nothing_is_said_and_not_followed() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter");
    stage.click("9999");
    assert_eq!(place(&stage), report(12));
    assert!(stage.shows("source 9999 is cited here, but there is no such record"), "{}", stage.screen());
}

#[test]
fn what_is_new_is_offered_once_and_each_of_it_followed() {
    let mut stage = Stage::open(120, 40);
    stage.app.news = news();
    stage.press("j");
    assert!(stage.shows("w what is new"), "{}", stage.screen());
    stage.press("w");
    assert!(stage.shows("documents 1 new; entities 1 new, 1 gone; reports 1 new, 1 changed"), "{}", stage.screen());
    stage.write("gone");
    stage.press("enter");
    assert!(stage.shows("entity 9001 is gone: there is nothing left of it"), "{}", stage.screen());
    stage.press("ctrl-u");
    stage.write("document");
    stage.press("ctrl-o");
    assert!(stage.shows("Document 4"), "{}", stage.screen());
    stage.press("esc enter");
    assert_eq!(place(&stage).map(|place| (place.kind, place.id)), Some((Kind::Document, 4)));
    assert!(!stage.shows("w what is new"), "it was looked at");
    stage.press("w");
    assert!(stage.shows("1 of 1"), "one goes on where one stood: {}", stage.screen());
    assert_eq!(stage.app.saved().seen, "another");
}

#[test]
fn a_folder_that_changed_is_indexed_behind_the_panes_unless_that_costs_or_is_not_wanted() {
    let changed = |costs| Msg::FolderChanged(Changed { summary: "1 new".into(), files: Vec::new(), costs });
    let mut stage = Stage::open(120, 40);
    stage.send(changed(false));
    assert_eq!(stage.effects, [Effect::Rebuild]);
    assert!(stage.shows("the index is being brought up to date"), "{}", stage.screen());
    for (costs, keeps) in [(true, true), (false, false)] {
        let mut stage = Stage::open(120, 40);
        stage.app.keeps_current = keeps;
        stage.send(changed(costs));
        assert_eq!(stage.effects, []);
        assert!(stage.shows("R brings the index up to date"), "{}", stage.screen());
    }
}

#[test]
fn a_job_that_begins_while_an_index_is_still_being_loaded_keeps_to_itself() {
    use crate::tui::overlays::progress::JobView;
    let mut stage = Stage::empty(120, 40);
    let _not_answered_yet = stage.app.update(Msg::Opened { saved: None });
    stage.send(Msg::Job(JobView { title: "corpus".into(), ..JobView::default() }));
    assert!(stage.app.overlays.is_empty(), "{}", stage.screen());
    let mut stage = Stage::empty(120, 40);
    stage.send(Msg::Job(JobView { title: "corpus".into(), ..JobView::default() }));
    assert_eq!(stage.app.overlays.len(), 1, "without an index there is nothing else to look at");
}

#[test]
fn an_answer_whose_records_are_gone_says_so() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    stage.send(Msg::IndexChanged);
    assert!(stage.shows("what it cites is still there"), "{}", stage.screen());
    let mut event = answered();
    let crate::model::AnswerEvent::Done(answer) = &mut event else { panic!() };
    answer.citations[1].record.id = 9_999;
    stage.press("a");
    stage.write("And then?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(2), event });
    stage.send(Msg::IndexChanged);
    assert!(stage.shows("2 records cited, 1 gone"), "{}", stage.screen());
}

#[test]
fn nothing_that_costs_begins_without_an_estimate_and_a_yes() {
    let mut stage = Stage::open(120, 40);
    stage.press(":");
    stage.write("index-standard");
    stage.press("enter");
    assert_eq!(stage.effects, [], "no model is configured");
    assert!(stage.shows("no model is configured for this"), "{}", stage.screen());
    let models = crate::tui::models::Models {
        roles: vec![("extraction", "m".to_owned()), ("report", "m".to_owned())],
        answers: Some("m".to_owned()),
        ..Default::default()
    };
    stage.app.set_models(models);
    stage.app.overview.method = "standard".to_owned();
    stage.press("R");
    assert_eq!(stage.effects.pop(), Some(Effect::Forecast { method: "standard".to_owned() }));
    let forecast = Msg::Forecast { method: "standard".to_owned(), result: Ok(Default::default()) };
    stage.send(forecast.clone());
    stage.press("n");
    assert_eq!(stage.effects, []);
    stage.send(forecast);
    stage.press("y");
    let build = Effect::BuildBy { method: "standard".to_owned(), estimate: Some(Default::default()) };
    assert_eq!(stage.effects, [build]);
}

#[test]
fn a_job_is_paused_stopped_and_its_failures_asked_for_again() {
    use crate::tui::overlays::progress::{Ending, JobView, Spending};
    let mut stage = Stage::open(120, 40);
    let job = JobView { spending: Some(Spending::default()), ..JobView::default() };
    stage.send(Msg::Job(job.clone()));
    stage.press("i space");
    assert_eq!(stage.effects.pop(), Some(Effect::Pause(true)));
    let paused = Spending { paused: true, ..Spending::default() };
    stage.send(Msg::Job(JobView { spending: Some(paused), ..job.clone() }));
    assert!(stage.shows("Paused"), "{}", stage.screen());
    stage.press("space x");
    assert_eq!(stage.effects, [Effect::Pause(false), Effect::StopJob]);
    stage.effects.clear();
    let spent = Spending { expected_usd: Some(0.5), ..Spending::default() };
    stage.send(Msg::Job(JobView { spending: Some(spent.clone()), ..job.clone() }));
    assert!(stage.shows("0 under way") && stage.shows("about $0.50 in all"), "{}", stage.screen());
    let failed = vec![("extract of text unit 3".to_owned(), "no answer".to_owned())];
    let job = JobView { spending: Some(spent), ..job };
    stage.send(Msg::Job(JobView { failed, ending: Some(Ending::Done), ..job }));
    assert!(stage.shows("extract of text unit 3") && stage.shows("no answer"), "{}", stage.screen());
    assert!(stage.shows("estimated at $0.50") && !stage.shows("under way"), "a job that is over costs what it cost");
    stage.press("r y");
    assert_eq!(stage.effects, [Effect::Rebuild]);
}

#[test]
fn one_of_many_failures_is_chosen_and_asked_for_alone() {
    use crate::tui::overlays::progress::{Ending, JobView};
    let mut stage = Stage::open(80, 24);
    let failed = (0..40).map(|number| (format!("extract of text unit {number}"), "no answer".to_owned())).collect();
    stage.send(Msg::Job(JobView { failed, ending: Some(Ending::Done), ..JobView::default() }));
    stage.press("i enter");
    assert!(stage.effects.is_empty() && stage.shows("Tab chooses what to ask for again"), "{}", stage.screen());
    assert!(!stage.shows("text unit 30 "), "{}", stage.screen());
    for _ in 0..31 {
        stage.press("tab");
    }
    assert!(stage.shows("text unit 30 "), "what is chosen is in sight: {}", stage.screen());
    stage.press("backtab enter");
    assert!(stage.shows("Ask the model again for extract of text unit 29"), "{}", stage.screen());
    stage.press("y");
    assert_eq!(stage.effects, [Effect::RetryAlone { item: "extract of text unit 29".to_owned() }]);
}

#[test]
fn who_answers_is_said_and_switched() {
    let mut stage = Stage::open(120, 40);
    assert!(stage.shows("offline"));
    stage.press("4 o");
    assert!(stage.shows("no model may be asked"), "{}", stage.screen());
    stage.app.set_models(crate::tui::models::Models { answers: Some("m".to_owned()), ..Default::default() });
    stage.press("esc");
    assert!(stage.shows("offline index · m answers") && stage.shows("everything · by m"), "{}", stage.screen());
    stage.press("o a");
    stage.write("Who?");
    stage.press("enter");
    let asked = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.offline),
        _ => None,
    });
    assert_eq!(asked, Some(true));
    assert!(stage.shows("everything · offline"), "{}", stage.screen());
}

#[test]
fn another_index_has_answers_of_its_own() {
    let mut stage = Stage::open(120, 40);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    stage.send(Msg::Opened { saved: None });
    assert_eq!(stage.app.chat.turns.len(), 0);
}

#[test]
fn a_question_is_asked_answered_and_drilled() {
    let mut stage = Stage::open(200, 60);
    stage.press("a");
    stage.write("What recurs?");
    stage.press("enter");
    assert!(matches!(&stage.effects[..], [Effect::Ask { turn: TurnId(1), .. }, Effect::Frame(_)]));
    stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
    assert!(stage.shows("2 records cited, all grounded"), "{}", stage.screen());
    stage.press("l d");
    let drilled = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Ask { turn: TurnId(2), asked, .. } => Some(asked.clone()),
        _ => None,
    });
    let drilled = drilled.expect("a second question");
    assert_eq!(drilled.question, "What recurs?");
    assert_eq!(drilled.scope_title, "57 Pumping stations and who pays for them");
    // Community 57 has none below it: its members are asked of.
    assert_eq!(drilled.mode, crate::model::Mode::Local);
}

#[test]
fn a_question_can_be_put_to_what_is_open() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter A");
    assert_eq!(stage.app.focus, PaneId::Chat);
    stage.write("Why?");
    stage.press("enter");
    let asked = stage.effects.iter().find_map(|effect| match effect {
        Effect::Ask { asked, .. } => Some(asked.clone()),
        _ => None,
    });
    assert_eq!(asked.map(|asked| asked.scope_title), Some("12 Flood works on the lower river".to_owned()));
}

#[test]
fn tab_does_not_leave_a_question_half_written() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.write("Who ");
    for key in ["tab", "backtab"] {
        stage.press(key);
        assert_eq!((stage.app.focus, stage.app.chat.typing), (PaneId::Chat, true), "{key}");
        assert!(stage.shows("Esc stops writing"), "{}", stage.screen());
    }
    stage.write("qz?");
    assert!(stage.shows("▸ Who qz?"), "{}", stage.screen());
    stage.press("esc tab");
    assert_eq!(stage.app.focus, PaneId::Tree);
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
    assert!(find.matches.len() >= 3);
    stage.press("enter n");
    assert_eq!(stage.app.reader.find.as_ref().map(|find| find.at), Some(1));
    stage.press("N N");
    assert_eq!(stage.app.reader.find.as_ref().map(|find| find.at), Some(find.matches.len() - 1), "round again");
    stage.press("esc");
    assert!(stage.app.reader.find.is_none());
}

#[test]
fn findings_fold() {
    let mut stage = Stage::open(200, 60);
    stage.press("3 z 1");
    stage.press("enter");
    assert!(stage.shows("⟨Sources 812 · Entities 410⟩"));
    stage.click("▾ 1");
    assert!(!stage.shows("⟨Sources 812 · Entities 410⟩"), "{}", stage.screen());
    assert!(stage.shows("▸ 1 The pumps ran"), "{}", stage.screen());
    stage.press("enter");
    assert!(stage.shows("⟨Sources 812 · Entities 410⟩"));
}

#[test]
fn one_comes_back_to_where_one_left() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l enter j j 2 l q");
    let kept = stage.effects.iter().position(|effect| *effect == Effect::SaveState);
    assert!(kept < stage.effects.iter().position(|effect| *effect == Effect::Quit), "{:?}", stage.effects);
    let json = serde_json::to_string(&stage.app.saved()).unwrap();

    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(serde_json::from_str(&json).unwrap()) });
    assert_eq!(again.screen(), stage.screen());
    again.press("[");
    assert_eq!(place(&again), report(12), "the history came along");
}

#[test]
fn a_place_that_is_gone_is_left_for_the_one_before() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter l enter");
    let mut saved = stage.app.saved();
    saved.history.open(Ref::new(Kind::Report, 4_000));
    let mut again = Stage::empty(80, 24);
    again.send(Msg::Opened { saved: Some(saved) });
    assert_eq!(place(&again), report(57));
    assert!(again.shows("Pumping stations"), "{}", again.screen());
}

#[test]
fn a_report_that_vanishes_while_it_is_read_gives_way_to_what_it_was_part_of() {
    let mut stage = Stage::open(200, 60);
    stage.press("enter l enter");
    assert_eq!(place(&stage), report(57));
    stage.gone = vec![57];
    stage.send(Msg::IndexChanged);
    assert_eq!(place(&stage), report(12));
    assert_eq!(stage.app.tree.selected_ref(), report(12));
    assert!(stage.shows("there is no report 57 in this index; this is what it was part of"), "{}", stage.screen());
    assert!(stage.shows("Report 12 · Flood works"), "{}", stage.screen());
}

#[test]
fn where_all_that_a_report_was_part_of_vanishes_one_is_where_one_was_before() {
    let mut stage = Stage::open(200, 60);
    stage.press("j enter");
    assert_eq!(place(&stage), report(3));
    stage.press("1 k l j enter");
    assert_eq!(place(&stage), report(57));
    stage.gone = vec![57, 61, 12];
    stage.send(Msg::IndexChanged);
    assert_eq!(place(&stage), report(3), "{}", stage.screen());
    assert_eq!(stage.app.tree.selected_ref(), report(3));
    assert!(stage.shows("this is where you were before"), "{}", stage.screen());
    // Nor is there anything before: the first report there is.
    let mut first = Stage::open(200, 60);
    first.gone = vec![57, 61, 12];
    first.send(Msg::IndexChanged);
    assert_eq!((place(&first), first.app.tree.selected_ref()), (report(3), report(3)), "{}", first.screen());
    assert!(first.shows("; this is the first"), "{}", first.screen());
}

#[test]
fn the_folder_is_looked_at_again_when_one_comes_back_and_nothing_is_said_twice() {
    let mut stage = Stage::open(120, 40);
    stage.send(Msg::Returned);
    assert_eq!(stage.effects, [Effect::LookForChanges]);
    let files = vec![("minutes.txt".to_owned(), "changed".to_owned())];
    let changed = Changed { summary: "1 changed".to_owned(), files, costs: false };
    stage.send(Msg::FolderChanged(changed.clone()));
    assert_eq!(stage.effects.pop(), Some(Effect::Rebuild));
    assert!(stage.shows("the folder has changed: 1 changed"), "{}", stage.screen());
    // It could not be built: that is not tried at every look.
    stage.press("j");
    stage.send(Msg::Returned);
    stage.send(Msg::FolderChanged(changed));
    assert_eq!(stage.effects, [Effect::LookForChanges, Effect::LookForChanges]);
    assert!(!stage.shows("the folder has changed: 1"), "{}", stage.screen());
}

#[test]
fn copying_brings_the_citations_along() {
    let mut stage = Stage::open(80, 24);
    stage.press("enter y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.contains("[Data: Sources (812); Entities (410)]"), "{text}");
    assert!(text.contains("- Sources 812: Minutes of the river board, March, part 3"), "{text}");
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
    let recent = Recent { name: "river board".into(), path: "/i".into(), note: String::new() };
    stage.send(Msg::Start(vec![recent]));
    stage.press("enter down enter");
    stage.write("/home/a/papers");
    stage.press("enter");
    let opened: Vec<_> = stage.effects.iter().filter(|effect| matches!(effect, Effect::OpenIndex(_))).collect();
    assert_eq!(
        opened,
        [
            &Effect::OpenIndex(Target::Path("/i".into())),
            &Effect::OpenIndex(Target::Demo),
            &Effect::OpenIndex(Target::Path("/home/a/papers".into())),
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
fn a_folder_that_changed_is_said_once_and_can_be_looked_up() {
    let mut stage = Stage::open(80, 24);
    let files = vec![("minutes/may.txt".to_owned(), "new".to_owned())];
    stage.app.keeps_current = false;
    stage.send(Msg::FolderChanged(Changed { summary: "1 new".to_owned(), files, costs: false }));
    assert!(stage.shows("the folder has changed: 1 new; R brings the index up to date"), "{}", stage.screen());
    stage.press("j");
    assert!(!stage.shows("1 new") && stage.shows("folder changed"), "{}", stage.screen());
    stage.press("i");
    assert!(stage.shows("minutes/may.txt  new"), "{}", stage.screen());
    stage.press("esc R y");
    assert!(stage.effects.contains(&Effect::Rebuild));
    stage.send(Msg::Opened { saved: None });
    assert!(!stage.shows("folder changed"), "{}", stage.screen());
}

#[test]
fn what_a_list_is_sorted_by_is_seen_in_a_narrow_pane() {
    let mut stage = Stage::open(80, 24);
    stage.press("2");
    for heading in ["links↓", "docs↓", "name↓", "type↓"] {
        assert!(stage.shows(heading), "{heading}: {}", stage.screen());
        stage.press("s");
    }
    stage.press("S");
    assert!(stage.shows("links↑"), "{}", stage.screen());
    stage.press("l");
    assert!(stage.shows("weight↓"), "{}", stage.screen());
    stage.press("l l s s");
    assert!(stage.shows("name, as read↓"), "{}", stage.screen());
}

#[test]
fn what_is_said_is_said_whole_on_a_small_screen() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 o");
    assert!(stage.shows("set one)"), "{}", stage.screen());
    stage.press("2 /");
    stage.write("zzzz");
    assert!(stage.shows("no name and no type"), "{}", stage.screen());
    assert!(stage.shows("Enter open"), "Enter opens what is selected: {}", stage.screen());
}

#[test]
fn the_trail_tells_titles() {
    let mut stage = Stage::open(120, 40);
    stage.press("enter");
    let foot = |stage: &Stage| stage.screen().lines().last().unwrap_or_default().to_owned();
    assert!(!foot(&stage).contains("12"), "{}", foot(&stage));
    stage.press("l enter l l l enter");
    assert!(foot(&stage).contains("Pumping") && foot(&stage).contains(" ▸ Minutes"), "{}", foot(&stage));
    stage.press("enter");
    assert_eq!(place(&stage).map(|place| place.kind), Some(Kind::Document), "Enter goes on to the document");
    assert!(foot(&stage).ends_with("▸ document"), "{}", foot(&stage));
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

#[test]
fn the_chat_says_that_it_has_no_filter() {
    let mut stage = Stage::open(80, 24);
    stage.press("4 /");
    assert!(stage.shows("the chat has no filter"), "{}", stage.screen());
}
