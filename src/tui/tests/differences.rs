//! Two documents compared: how one comes to them, what is shown, and the way back.

use super::Stage;
use crate::model::{DocumentId, Kind, Ref, Span};
use crate::text::similarity::differences::between;
use crate::tui::data::{ComparedSentence, ComparedText, DifferencesPage, Hit};
use crate::tui::effect::Effect;
use crate::tui::keys::Layer;
use crate::tui::panes::PaneId;

const DRAFTS: [(&str, &[&str]); 2] = [
    (
        "Rules, first draft",
        &[
            "Of the keeping of boats",
            "Every boat has a number.",
            "The number is painted in white.",
            "It is read from the shore.",
            "No boat is out after dark.",
            "Of dues",
            "A boat pays 12 crowns a year.",
            "Nobody pays twice.",
        ],
    ),
    (
        "Rules, second draft",
        &[
            "Of the keeping of boats",
            "Every boat has a number.",
            "The number is painted in white.",
            "It is read from the shore.",
            "No boat is out after dark.",
            "Of dues",
            "A boat pays 14 crowns a year.",
            "The harbour master keeps the book.",
        ],
    ),
];

/// What two documents of the fixture differ in.
pub fn page(pair: [DocumentId; 2], reversed: bool) -> DifferencesPage {
    let side = |at: usize| {
        let (name, sentences) = DRAFTS[at];
        let sentence = |(at, text): (usize, &&str)| ComparedSentence {
            text: (*text).to_owned(),
            span: Span::new(at * 10, at * 10 + 9),
            paragraph: 0,
            is_heading: text.starts_with("Of "),
        };
        let sentences = sentences.iter().enumerate().map(sentence).collect();
        ComparedText { document: pair[at], name: name.to_owned(), sentences }
    };
    let order = if reversed { [1, 0] } else { [0, 1] };
    DifferencesPage { sides: order.map(side), rows: between(DRAFTS[order[0]].1, DRAFTS[order[1]].1) }
}

/// The documents that are like any of the fixture.
pub fn alike() -> Vec<Hit> {
    let title = "Rules, first draft".to_owned();
    vec![Hit { record: Ref::new(Kind::Document, 77), title, snippet: "mostly the same".to_owned() }]
}

/// A document open in the reader.
fn reading(width: u16, height: u16) -> Stage {
    let mut stage = Stage::open(width, height);
    stage.press("2 enter o");
    assert_eq!(stage.app.reader.wanted.map(|record| record.kind), Some(Kind::Document), "{}", stage.screen());
    stage
}

#[test]
fn the_document_that_is_read_is_compared_with_one_that_is_chosen() {
    let mut stage = reading(80, 24);
    stage.press("C");
    assert!(stage.shows("mostly the same"), "{}", stage.screen());
    stage.press("enter");
    assert_eq!(stage.app.layer(), Layer::Differences);
    for said in ["- A boat pays 12 crowns", "+ A boat pays 14 crowns", "- Nobody pays twice.", "+ The harbour master"] {
        assert!(stage.shows(said), "{said}\n{}", stage.screen());
    }
    assert!(stage.shows("5 sentences are the same") && !stage.shows("painted in white"), "{}", stage.screen());
    assert!(stage.shows("1 changed, 1 gone, 1 new, 6 the same"), "{}", stage.screen());
    stage.press("space");
    assert!(stage.shows("painted in white"), "{}", stage.screen());
    // What is the same stands once, of both sides.
    assert_eq!(stage.screen().matches("painted in white").count(), 1);
    stage.press("S");
    assert!(stage.shows("- A boat pays 14 crowns"), "{}", stage.screen());
    stage.press("y");
    let copied = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.as_str()),
        _ => None,
    });
    assert!(
        copied.is_some_and(|text| text.contains("- A boat pays 14 crowns a year.\n+ A boat pays 12")),
        "{copied:?}"
    );
    stage.press("esc");
    assert_eq!(stage.app.layer(), Layer::Reader);
}

#[test]
fn wide_screens_show_the_two_side_by_side() {
    let mut stage = reading(140, 40);
    stage.press("C enter");
    let screen = stage.screen();
    let row = screen.lines().find(|line| line.contains("12 crowns")).unwrap_or_default();
    assert!(row.contains("- A boat pays 12") && row.contains("+ A boat pays 14"), "{screen}");
    let head = screen.lines().nth(1).unwrap_or_default();
    assert!(head.contains("Rules, first draft") && head.contains("Rules, second draft"), "{screen}");
}

#[test]
fn a_document_is_opened_where_it_differs_and_one_comes_back() {
    let mut stage = reading(80, 24);
    stage.press("C enter S enter");
    assert_eq!((stage.app.layer(), stage.app.panes.focus), (Layer::Reader, PaneId::Reader));
    assert_eq!(stage.app.reader.wanted.map(|record| record.id), Some(4), "the second, turned round");
    stage.press("[");
    assert_eq!(stage.app.layer(), Layer::Differences, "{}", stage.screen());
}

#[test]
fn two_that_are_marked_are_compared_at_once() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 h x j x C");
    assert_eq!(stage.app.layer(), Layer::Differences, "{}", stage.screen());
    stage.press("esc j x C");
    assert!(stage.shows("3 are marked"), "{}", stage.screen());
    // Of what is no document nothing is compared.
    let mut stage = Stage::open(80, 24);
    stage.press("C");
    assert_ne!(stage.app.layer(), Layer::Differences);
}
