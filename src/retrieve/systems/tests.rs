//! Every system over the small invented index of the tests of retrieval.

use super::*;
use crate::index::structures::{Structure, add};
use crate::model::{Kind, Progress};
use crate::retrieve::Query;
use crate::retrieve::tests::{Fixture, fixture};

const QUESTION: &str = "When did the mother of Olof Lind die?";

fn with(wanted: &[Structure]) -> Fixture {
    let fixture = fixture();
    add(fixture.reader.path(), wanted, None, None, &Progress::default()).expect("structures");
    fixture
}

#[test]
fn a_structure_that_was_not_built_is_said_to_be_missing() {
    let fixture = fixture();
    let query = Query::read(&fixture.reader, QUESTION).expect("query");
    let filter = Filter::everything();
    assert_eq!(hippo(&fixture.reader, &query, &filter, Hippo::Second, 5).expect("search"), None);
    assert_eq!(raptor(&fixture.reader, &query, &filter, Raptor::Collapsed, 5).expect("search"), None);
    assert_eq!(contextual(&fixture.reader, &query, &filter, 5).expect("search"), None);
    assert_eq!(archrag(&fixture.reader, &query, &filter, 5).expect("search"), None);
}

#[test]
fn every_system_finds_who_is_asked_about() {
    let fixture = with(&Structure::ALL);
    let reader = &fixture.reader;
    let query = Query::read(reader, QUESTION).expect("query");
    let filter = Filter::everything();
    let found = [
        ("hippo 1", hippo(reader, &query, &filter, Hippo::First, 3).expect("search")),
        ("hippo 2", hippo(reader, &query, &filter, Hippo::Second, 3).expect("search")),
        ("raptor", raptor(reader, &query, &filter, Raptor::Collapsed, 3).expect("search")),
        ("traversal", raptor(reader, &query, &filter, Raptor::Traversal, 3).expect("search")),
        ("contextual", contextual(reader, &query, &filter, 3).expect("search")),
        ("archrag", archrag(reader, &query, &filter, 3).expect("search")),
        ("lightrag", Some(lightrag(reader, Keyed::plainly(&query), &filter, LightRag::Mix, 3).expect("search"))),
    ];
    for (name, found) in found {
        let found = found.unwrap_or_else(|| panic!("{name} was built"));
        let first = found.passages.first().unwrap_or_else(|| panic!("{name} found something"));
        assert_eq!(first.unit.0, 0, "{name}: {:?}", found.passages);
        assert!(found.passages.windows(2).all(|pair| pair[0].score >= pair[1].score), "{name}");
    }
}

#[test]
fn hippo_walks_to_who_is_named_by_way_of_a_name() {
    let fixture = with(&[Structure::Hippo]);
    let query = Query::read(&fixture.reader, QUESTION).expect("query");
    let found =
        hippo(&fixture.reader, &query, &Filter::everything(), Hippo::Second, 7).expect("search").expect("built");
    assert!(
        found.passages.iter().any(|passage| passage.unit.0 == 1),
        "the passage on Berta Lind: {:?}",
        found.passages
    );
    assert!(found.records.iter().any(|record| record.record.kind == Kind::Entity));
}

#[test]
fn lightrag_goes_each_of_its_ways() {
    let fixture = fixture();
    let query = Query::read(&fixture.reader, QUESTION).expect("query");
    for way in [LightRag::Low, LightRag::High, LightRag::Hybrid, LightRag::Mix, LightRag::Naive] {
        let found = lightrag(&fixture.reader, Keyed::plainly(&query), &Filter::everything(), way, 5).expect("search");
        assert!(!found.passages.is_empty(), "{way:?}");
    }
}
