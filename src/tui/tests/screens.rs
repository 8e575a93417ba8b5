//! Snapshots of whole screens at the three sizes that matter. A visible change is a changed snapshot.

use insta::assert_snapshot;

use super::Stage;
use super::fixture::{answered, news};
use crate::config::Method;
use crate::index::estimate::{Estimate, StageEstimate};
use crate::jobs::checkup::CheckResult;
use crate::llm::MeterReading;
use crate::model::{AnswerEvent, Kind, Ref, Usage};
use crate::tui::data::TurnId;
use crate::tui::data::models::Models;
use crate::tui::msg::Msg;
use crate::tui::overlays::progress::{JobView, Spending, StageView};
use crate::tui::session::start::Recent;
use crate::tui::theme::Theme;

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (200, 60)];

/// Snapshots one scene at every size.
fn scene(name: &str, act: impl Fn(&mut Stage)) {
    for (width, height) in SIZES {
        let mut stage = Stage::open(width, height);
        act(&mut stage);
        assert_snapshot!(format!("{name}-{width}x{height}"), stage.screen());
    }
}

#[test]
fn first_sight() {
    scene("first", |_| {});
}

#[test]
fn a_report() {
    scene("report", |stage| stage.press("l j enter"));
}

#[test]
fn a_passage() {
    scene("passage", |stage| stage.press("enter l l enter"));
}

#[test]
fn a_document_with_the_passage_lit() {
    scene("document", |stage| stage.press("enter l l enter o"));
}

#[test]
fn an_answer() {
    scene("answer", |stage| {
        stage.asked(1);
    });
}

#[test]
fn the_browser() {
    scene("browser", |stage| stage.press("2 pagedown pagedown"));
}

#[test]
fn overlays() {
    scene("help", |stage| stage.press("enter ?"));
    scene("palette", |stage| {
        stage.press(":");
        stage.write("drill");
    });
    scene("finder", |stage| {
        stage.press("ctrl-p");
        stage.write("low");
    });
    scene("peek", |stage| stage.press("enter l l p"));
    scene("hints", |stage| stage.press("enter f"));
    scene("confirm", |stage| {
        stage.send(Msg::Job(job()));
        stage.press("q");
    });
}

#[test]
fn what_is_new() {
    scene("news", |stage| {
        stage.app.indexing.news = news();
        stage.press("w");
    });
    scene("marked", |stage| {
        stage.app.indexing.news = news();
        stage.press("l");
    });
}

fn job() -> JobView {
    let stage = |name: &str, unit: &'static str, done, total| StageView {
        name: name.to_owned(),
        unit,
        done,
        total,
        elapsed: std::time::Duration::from_secs(4),
        over: done == total.unwrap_or(0),
    };
    JobView {
        title: "/corpus".to_owned(),
        stages: vec![stage("reading", "files", 1_669, Some(1_669)), stage("extracting", "passages", 812, Some(1_690))],
        spending: None,
        failed: Vec::new(),
        skipped: vec![("scans/plan.tif".to_owned(), "not text".to_owned())],
        elapsed: std::time::Duration::from_secs(8),
        waits: false,
        ending: None,
    }
}

#[test]
fn indexing() {
    scene("indexing", |stage| {
        stage.send(Msg::Job(job()));
        stage.press("i");
    });
}

/// A job by a model, half-way.
fn spending() -> JobView {
    let reading = MeterReading {
        jobs: 0,
        usage: Usage {
            calls: 412,
            prompt_tokens: 1_204_112,
            completion_tokens: 210_004,
            cost_usd: 0.42,
            cached_calls: 30,
        },
        saved_usd: 0.1,
        asked: Default::default(),
        in_flight: 8,
        retries: 3,
        failed: 1,
        unkept: 0,
        budget_usd: Some(2.0),
        unpriced: false,
        waiting: Some("localhost is busy (429); trying again in 4 s".to_owned()),
    };
    let spending = Spending { reading, cached: 30, expected_usd: Some(0.84), paused: false };
    let failed = vec![("extract of passage 17".to_owned(), "the answer could not be read: no record in it".to_owned())];
    JobView { spending: Some(spending), failed, ..job() }
}

fn models() -> Models {
    let roles = ["extraction", "report", "rating", "answer"].map(|role| (role, "gpt-4.1-nano".to_owned()));
    Models {
        endpoint: "https://api.openai.com/v1".to_owned(),
        key: Some("the environment: OPENAI_API_KEY".to_owned()),
        roles: roles.to_vec(),
        answers: Some("gpt-4.1-nano".to_owned()),
        limits: "8 calls at once, 500 requests a minute".to_owned(),
        values: vec![
            ("model".to_owned(), "gpt-4.1-mini".to_owned()),
            ("stop_words".to_owned(), "Page, Annex".to_owned()),
        ],
        file: "/home/a/.config/gleaner/config.toml".to_owned(),
        offline: false,
    }
}

#[test]
fn indexing_with_a_model() {
    scene("spending", |stage| {
        stage.app.set_models(models());
        stage.send(Msg::Job(spending()));
        stage.press("i");
    });
    scene("estimate", |stage| {
        stage.app.set_models(models());
        let stage_of = |name, cost| StageEstimate {
            stage: name,
            model: "gpt-4.1-nano".to_owned(),
            calls: 400,
            prompt_tokens: 600_000,
            completion_tokens: 100_000,
            cost_usd: Some(cost),
            minutes: 1.5,
        };
        let stages = vec![stage_of("extract", 0.6), stage_of("report", 0.24)];
        let estimate = Estimate { stages, sampled: 48, margin: 0.4, ..Estimate::default() };
        stage.send(Msg::Forecast { method: Method::Standard, result: Ok(estimate) });
    });
}

#[test]
fn models_and_settings() {
    scene("settings", |stage| {
        stage.app.set_models(models());
        stage.press(",");
        let mut bad =
            CheckResult::bad("chat", "gpt-4.1-nano: the key is refused (401)", vec!["set another key".to_owned()]);
        bad.hints.push("and try again with t".to_owned());
        stage.send(Msg::Looked(vec![
            CheckResult::good("endpoint", "https://api.openai.com/v1 offers gpt-4.1-nano"),
            bad,
        ]));
    });
}

#[test]
fn an_answer_by_a_model_half_way() {
    scene("streaming", |stage| {
        stage.app.set_models(models());
        stage.press("a");
        stage.write("What recurs?");
        stage.press("enter");
        for event in [
            AnswerEvent::Context(vec![Ref::new(Kind::Report, 57), Ref::new(Kind::Source, 812)]),
            AnswerEvent::Delta("Two matters recur. The **pumps** [Data: Reports (57); Sour".to_owned()),
            AnswerEvent::Delta("ces (4)] and the".to_owned()),
        ] {
            stage.send(Msg::Answer { turn: TurnId(1), event });
        }
    });
}

#[test]
fn the_start_screen() {
    for (width, height) in SIZES {
        let mut stage = Stage::empty(width, height);
        let recent = |name: &str, note: &str| Recent {
            name: name.into(),
            path: "/i".into(),
            note: note.into(),
            holds: "83 documents".into(),
            opened: "2 days ago".into(),
            is_demo: false,
        };
        stage.send(Msg::Start(vec![recent("river board", "/corpus/river"), recent("papers", "/home/a/papers")]));
        assert_snapshot!(format!("start-{width}x{height}"), stage.screen());
    }
}

#[test]
fn ascii_only() {
    for (width, height) in [(80, 24), (200, 60)] {
        let mut stage = Stage::empty(width, height);
        stage.app = crate::tui::app::App::new(stage.app.input.keymap.clone(), Theme::built_in("mono").unwrap(), true);
        stage.send(Msg::Resize(width, height));
        stage.send(Msg::Opened { saved: None });
        stage.press("tab j j j enter");
        let title = "日本からの手紙";
        let screen: String = stage.screen().chars().filter(|c| !title.contains(*c)).collect();
        let foreign: Vec<char> = screen.chars().filter(|c| !c.is_ascii()).collect();
        // The letters of documents are shown as they are; signs between words are ASCII, theirs and ours.
        assert!(foreign.is_empty(), "{foreign:?}\n{screen}");
    }
}

#[test]
fn no_size_breaks_it() {
    for width in [0, 1, 2, 3, 5, 10, 24, 39, 61, 104, 161] {
        for height in [0, 1, 2, 3, 5, 7, 12, 29, 40] {
            let mut stage = Stage::open(80, 24);
            stage.press("enter l a");
            stage.write("Why");
            stage.press("enter");
            stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
            stage.resize(width, height);
            for keys in
                ["1", "2", "3", "4", "z", "?", "esc", ":", "esc", "ctrl-p", "esc", "i", "esc", "f", "esc", "3 l p"]
            {
                stage.press(keys);
                let screen = ratatui::layout::Rect::new(0, 0, width, height);
                let regions = &stage.app.regions;
                let panes = regions.panes.iter().map(|(_, area)| *area);
                let places = panes.chain(regions.targets.iter().map(|(_, area, _)| *area)).chain(regions.front);
                for place in places.filter(|place| !place.is_empty()) {
                    assert_eq!(screen.intersection(place), place, "{keys} at {width}×{height}");
                }
            }
            stage.resize(80, 24);
        }
    }
}
