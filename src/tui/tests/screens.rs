//! Snapshots of whole screens at the three sizes that matter. A visible change is a changed snapshot.

use insta::assert_snapshot;

use super::Stage;
use super::fixture::answered;
use crate::tui::msg::Msg;
use crate::tui::overlays::progress::{JobView, StageView};
use crate::tui::panes::chat::TurnId;
use crate::tui::start::Recent;
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
        stage.press("a");
        stage.write("What recurs?");
        stage.press("enter");
        stage.send(Msg::Answer { turn: TurnId(1), event: answered() });
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

fn job() -> JobView {
    let stage = |name: &str, unit: &str, done, total| StageView {
        name: name.to_owned(),
        unit: unit.to_owned(),
        done,
        total,
        elapsed: std::time::Duration::from_secs(4),
        over: done == total.unwrap_or(0),
    };
    JobView {
        title: "/corpus".to_owned(),
        stages: vec![
            stage("reading", "files", 1_669, Some(1_669)),
            stage("extracting", "text units", 812, Some(1_690)),
        ],
        skipped: vec![("scans/plan.tif".to_owned(), "not text".to_owned())],
        elapsed: std::time::Duration::from_secs(8),
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

#[test]
fn the_start_screen() {
    for (width, height) in SIZES {
        let mut stage = Stage::empty(width, height);
        let recent = |name: &str, note: &str| Recent { name: name.into(), path: "/i".into(), note: note.into() };
        stage.send(Msg::Start(vec![recent("river board", "/corpus/river"), recent("papers", "/home/a/papers")]));
        assert_snapshot!(format!("start-{width}x{height}"), stage.screen());
    }
}

#[test]
fn ascii_only() {
    let mut stage = Stage::empty(80, 24);
    stage.app = crate::tui::app::App::new(stage.app.keymap.clone(), Theme::built_in("mono").unwrap(), true);
    stage.send(Msg::Resize(80, 24));
    stage.send(Msg::Opened { saved: None });
    stage.press("j j j enter");
    let title = "日本からの手紙";
    let screen: String = stage.screen().chars().filter(|c| !title.contains(*c)).collect();
    let foreign: Vec<char> = screen.chars().filter(|c| !c.is_ascii()).collect();
    // What documents say is shown as it is; what is ours is ASCII.
    assert!(foreign.iter().all(|c| "“”–".contains(*c)), "{foreign:?}\n{screen}");
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
            }
            stage.resize(80, 24);
        }
    }
}
