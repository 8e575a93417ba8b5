//! Jobs that go on behind the panes: indexing, what it changed, what it costs and who answers.

use super::Stage;
use super::fixture::{answered, news};
use super::journeys::place;
use crate::config::Method;
use crate::model::Kind;
use crate::tui::data::Changed;
use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;

#[test]
fn what_is_new_is_offered_once_and_each_of_it_followed() {
    let mut stage = Stage::open(200, 60);
    stage.app.indexing.news = news();
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
    assert!(stage.shows("Document · Minutes"), "{}", stage.screen());
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
        stage.app.indexing.keeps_current = keeps;
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
fn where_the_first_index_cannot_be_made_it_is_said_once_and_one_gets_out() {
    use crate::tui::overlays::progress::{Ending, JobView, StageView};
    let failing = || {
        let mut stage = Stage::empty(80, 24);
        let reading = StageView { name: "reading".to_owned(), unit: "files", ..StageView::default() };
        let job = JobView { title: "/corpus".to_owned(), stages: vec![reading], ..JobView::default() };
        stage.send(Msg::Job(job.clone()));
        assert!(stage.shows("reading"), "{}", stage.screen());
        stage.send(Msg::Job(JobView { ending: Some(Ending::Failed("there is nothing".to_owned())), ..job }));
        assert_eq!(stage.screen().matches("there is nothing").count(), 1, "{}", stage.screen());
        assert!(!stage.shows("reading") && stage.effects.is_empty(), "{}", stage.screen());
        assert!(stage.shows("Enter another folder") && stage.shows("Esc quit"), "{}", stage.screen());
        assert!(!stage.shows("Esc close"), "{}", stage.screen());
        stage
    };
    for (key, effect) in [("esc", Effect::Quit), ("enter", Effect::Start)] {
        let mut stage = failing();
        stage.press(key);
        assert_eq!(stage.effects, [effect]);
    }
}

#[test]
fn an_answer_whose_records_are_gone_says_so() {
    let mut stage = Stage::open(120, 40);
    stage.asked(1);
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
    assert!(stage.shows("2 cited, 1 gone"), "{}", stage.screen());
}

#[test]
fn nothing_that_costs_begins_without_an_estimate_and_a_yes() {
    let mut stage = Stage::open(120, 40);
    stage.press(":");
    stage.write("index-standard");
    stage.press("enter");
    assert_eq!(stage.effects, [], "no model is configured");
    assert!(stage.shows("no model is configured for this"), "{}", stage.screen());
    let models = crate::tui::data::models::Models {
        roles: vec![("extraction", "m".to_owned()), ("report", "m".to_owned())],
        answers: Some("m".to_owned()),
        ..Default::default()
    };
    stage.app.set_models(models);
    stage.app.overview.method = "standard".to_owned();
    stage.press("R");
    assert_eq!(stage.effects.pop(), Some(Effect::Forecast { method: Method::Standard }));
    let forecast = Msg::Forecast { method: Method::Standard, result: Ok(Default::default()) };
    stage.send(forecast.clone());
    stage.press("n");
    assert_eq!(stage.effects, []);
    stage.send(forecast);
    stage.press("y");
    let build = Effect::BuildBy { method: Method::Standard, estimate: Some(Default::default()) };
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
    let failed = vec![("extract of passage 3".to_owned(), "no answer".to_owned())];
    let job = JobView { spending: Some(spent), ..job };
    stage.send(Msg::Job(JobView { failed, ending: Some(Ending::Done), ..job }));
    assert!(stage.shows("extract of passage 3") && stage.shows("no answer"), "{}", stage.screen());
    assert!(stage.shows("estimated at $0.50") && !stage.shows("under way"), "a job that is over costs what it cost");
    stage.press("r y");
    assert_eq!(stage.effects, [Effect::Rebuild]);
}

#[test]
fn one_of_many_failures_is_chosen_and_asked_for_alone() {
    use crate::tui::overlays::progress::{Ending, JobView};
    let mut stage = Stage::open(80, 24);
    let failed = (0..40).map(|number| (format!("extract of passage {number}"), "no answer".to_owned())).collect();
    stage.send(Msg::Job(JobView { failed, ending: Some(Ending::Done), ..JobView::default() }));
    stage.press("i enter");
    assert!(stage.effects.is_empty() && stage.shows("Tab chooses what to ask for again"), "{}", stage.screen());
    assert!(!stage.shows("passage 30 "), "{}", stage.screen());
    for _ in 0..31 {
        stage.press("tab");
    }
    assert!(stage.shows("passage 30 "), "what is chosen is in sight: {}", stage.screen());
    stage.press("backtab enter");
    assert!(stage.shows("Retry extract of passage 29"), "{}", stage.screen());
    stage.press("y");
    assert_eq!(stage.effects, [Effect::RetryAlone { item: "extract of passage 29".to_owned() }]);
}

#[test]
fn who_answers_is_said_and_switched() {
    let mut stage = Stage::open(120, 40);
    assert!(stage.shows("offline"));
    stage.press("4 o");
    assert!(stage.shows("no model may be asked"), "{}", stage.screen());
    stage.app.set_models(crate::tui::data::models::Models { answers: Some("m".to_owned()), ..Default::default() });
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
fn a_folder_that_changed_is_said_once_and_can_be_looked_up() {
    let mut stage = Stage::open(80, 24);
    let files = vec![("minutes/may.txt".to_owned(), "new".to_owned())];
    stage.app.indexing.keeps_current = false;
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
