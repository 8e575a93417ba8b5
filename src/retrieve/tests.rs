//! Retrieval as a whole, over a small invented index.

use std::path::PathBuf;

use super::{search as search_for, *};
use crate::index::search::embed;
use crate::index::search::links::Links;
use crate::model::*;
use crate::store::{FileRecord, FileStatus, Reader, StoreError, WayBack, Writer};

/// A search by what somebody types.
fn search(
    reader: &Reader,
    typed: &str,
    kinds: &[Kind],
    filter: &Filter,
    limit: usize,
) -> crate::store::Result<Vec<Hit>> {
    search_for(reader, &Query::read(reader, typed)?, kinds, filter, limit)
}

/// An affair of a mill and its owners, one passage a document. Only the passage on Berta Lind says when she died, and
/// it shares no word with the question when Olof Lind's mother died.
const DOCUMENTS: &[(&str, &str, &str)] = &[
    (
        "people/olof.txt",
        "Olof Lind",
        "Olof Lind was a miller in Tarn. He was the son of Berta Lind and married Eva Falk.",
    ),
    (
        "people/berta.txt",
        "Berta Lind",
        "Berta Lind (died 1871) kept the ledger of a sawmill and had one daughter and one son.",
    ),
    ("people/eva.txt", "Eva Falk", "Eva Falk painted barns and sold them to travellers."),
    ("places/tarn.txt", "Tarn", "Tarn is a village of ninety souls by the river Odde."),
    ("places/odde.txt", "Odde", "The Odde is a river that freezes early."),
    ("notes/flood.txt", "Flood of 1869", "The flood took the bridge. Nobody in the village had seen water so high."),
    ("notes/pumps.txt", "Pumps", "The pump leaks oil. The valve leaks steam. A mother may be old when she dies."),
];

pub(super) struct Fixture {
    _folder: tempfile::TempDir,
    pub reader: Reader,
}

pub(super) fn fixture() -> Fixture {
    fixture_of(DOCUMENTS)
}

fn fixture_of(documents: &[(&str, &str, &str)]) -> Fixture {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path: PathBuf = folder.path().join("index");
    let writer = Writer::open(&path).expect("new index");
    fill(&writer, documents).expect("rows");
    drop(writer);
    Fixture { reader: Reader::open(&path).expect("index"), _folder: folder }
}

fn fill(writer: &Writer, documents: &[(&str, &str, &str)]) -> crate::store::Result<()> {
    let mut units = Vec::new();
    for (id, (path, title, text)) in documents.iter().enumerate() {
        let (id, span) = (id as u32, Span::new(0, text.len()));
        let file = FileRecord {
            path: (*path).to_owned(),
            status: FileStatus::Read,
            reason: None,
            size: 1,
            modified: None,
            hash: None,
        };
        writer.add_file(id, &file)?;
        let document = Document {
            id: DocumentId(id),
            title: (*title).to_owned(),
            path: (*path).to_owned(),
            row: None,
            format: "text".to_owned(),
            encoding: "UTF-8".to_owned(),
            language: None,
            bytes: text.len() as u64,
            modified: None,
            hash: String::new(),
            text_len: text.len(),
            tokens: 1,
        };
        writer.add_document(id, &document, text, &[], &[], &WayBack::default())?;
        let unit = TextUnit {
            id: TextUnitId(id),
            document: DocumentId(id),
            ordinal: 0,
            span,
            fresh_from: 0,
            tokens: 1,
            recurring: false,
        };
        writer.add_text_units(std::slice::from_ref(&unit))?;
        writer.add_unit_words(unit.id, title, text)?;
        writer.add_record_words(Ref::new(Kind::Document, id), title, path)?;
        units.push((unit, *text));
    }
    Links::find(documents.iter().enumerate().map(|(id, d)| (DocumentId(id as u32), d.1)), &units[..]).write(writer)?;
    let entity = |id: u32, name: &str, aliases: &[&str], kind| Entity {
        id: EntityId(id),
        name: name.to_owned(),
        kind,
        aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
        description: format!("{name} is in the files [Data: Sources (0)]."),
        mentions: 2,
        documents: 2,
        degree: 1,
        ubiquitous: false,
    };
    let entities = [
        entity(0, "Olof Lind", &["Lind the miller"], EntityType::Person),
        entity(1, "Berta Lind", &[], EntityType::Person),
        entity(2, "village", &[], EntityType::Concept),
    ];
    writer.add_entities(&entities)?;
    for entity in &entities {
        writer.add_record_words(entity.id.into(), &entity.name, &entity.description)?;
    }
    let mention = |entity: u32, unit: u32, start: usize, end: usize| Mention {
        entity: EntityId(entity),
        text_unit: TextUnitId(unit),
        span: Span::new(start, end),
    };
    writer.add_mentions(&[
        mention(0, 0, 0, 9),
        mention(1, 0, 50, 60),
        mention(1, 1, 0, 10),
        mention(2, 3, 10, 17),
        mention(2, 5, 41, 48),
    ])?;
    let relationship = Relationship {
        id: RelationshipId(0),
        source: EntityId(0),
        target: EntityId(1),
        description: "He was the son of Berta Lind [Data: Sources (0)].".to_owned(),
        weight: 2.0,
        text_units: vec![TextUnitId(0)],
    };
    writer.add_relationships(std::slice::from_ref(&relationship))?;
    writer.add_record_words(relationship.id.into(), "Olof Lind – Berta Lind", &relationship.description)?;
    let community = |id: u32, level, parent, children, entities: Vec<u32>| Community {
        id: CommunityId(id),
        level,
        parent,
        children,
        entities: entities.into_iter().map(EntityId).collect(),
        documents: 2,
        unconnected: false,
    };
    writer.add_communities(&[
        community(0, 0, None, vec![CommunityId(1), CommunityId(2)], vec![0, 1, 2]),
        community(1, 1, Some(CommunityId(0)), vec![], vec![0, 1]),
        community(2, 1, Some(CommunityId(0)), vec![], vec![2]),
    ])?;
    let report = |id: u32, title: &str, summary: &str| Report {
        community: CommunityId(id),
        title: title.to_owned(),
        summary: summary.to_owned(),
        rating: 5.0,
        rating_reason: String::new(),
        findings: Vec::new(),
    };
    let reports = [report(0, "Tarn and its mill", "All of it."), report(1, "The Linds", "Millers and ledgers.")];
    for report in &reports {
        writer.add_report(report)?;
        writer.add_record_words(report.community.into(), &report.title, &report.summary)?;
    }
    let made = embed::unit_vectors(&units[..], None, None, |_| false).map(|made| embed::with_reports(made, &reports));
    made.map_err(|error| StoreError::Value { path: writer.path().to_owned(), detail: error.to_string() })?.write(writer)
}

fn titles(hits: &[Hit]) -> Vec<(Kind, &str)> {
    hits.iter().map(|hit| (hit.record.kind, hit.title.as_str())).collect()
}

fn sources(reader: &Reader, query: &str, filter: &Filter) -> Vec<String> {
    let hits = search(reader, query, &[Kind::Source], filter, 10).expect("hits");
    hits.into_iter().filter_map(|hit| hit.document).collect()
}

#[test]
fn what_a_passage_names_is_found_by_way_of_it() {
    let fixture = fixture();
    let hits = search(&fixture.reader, "When did Olof Lind's mother die?", &[Kind::Source], &Filter::everything(), 5)
        .expect("hits");
    assert_eq!((hits[0].document.as_deref(), hits[0].how.clone()), (Some("Olof Lind"), How::Name));
    assert_eq!(hits[1].document.as_deref(), Some("Berta Lind"));
    assert_eq!(hits[1].how.to_string(), "by way of Olof Lind");
}

#[test]
fn names_in_the_query_are_read_whole_and_folded() {
    let reader = fixture().reader;
    let query = Query::read(&reader, "what did OLOF LIND'S mother say?").expect("query");
    assert_eq!(query.names.len(), 1);
    assert_eq!(
        (&query.names[0].entities[..], &query.names[0].documents[..]),
        (&[EntityId(0)][..], &[DocumentId(0)][..])
    );
    assert_eq!(query.rest(1), "mother");
    let typed = Query::read(&reader, "olof lind").expect("query");
    assert_eq!(typed.names.len(), 1);
    let term = Query::read(&reader, "Which village flooded?").expect("query");
    assert!(term.terms.iter().all(|term| !term.in_name), "{term:?}");
}

#[test]
fn words_that_only_frame_a_question_are_not_looked_for_where_others_are() {
    let reader = fixture().reader;
    let query = Query::read(&reader, "What do the speakers mention about the pump?").expect("query");
    assert_eq!(query.words(1), "pump");
    let [speakers, .., pump] = &query.terms[..] else { panic!("{query:?}") };
    assert!(speakers.framing && !pump.framing && speakers.weight < pump.weight, "{query:?}");
    let alone = Query::read(&reader, "speakers mention").expect("query");
    assert_eq!(alone.words(1), "speakers mention");
}

#[test]
fn a_figure_weighs_by_the_text_units_that_hold_it() {
    let mut documents = DOCUMENTS.to_vec();
    let text = "In 1901 the mill stood still.";
    documents.extend(["a.txt", "b.txt", "c.txt"].map(|path| (path, "Diary", text)));
    let reader = fixture_of(&documents).reader;
    let query = Query::read(&reader, "What stood still in 1901, and what in 1871?").expect("query");
    let weight = |word: &str| query.terms.iter().find(|term| term.word == word).map(|term| term.weight);
    assert!(weight("1901") < weight("1871"), "{query:?}");
}

#[test]
fn in_a_large_index_the_most_frequent_words_are_left_out() {
    let reader = fixture().reader;
    let mut query = Query::read(&reader, "pump leaks oil river").expect("query");
    for (term, weight) in query.terms.iter_mut().zip([0.8, 5.0, 6.0, 0.7]) {
        term.weight = weight;
    }
    assert_eq!(query.words(1_000), "pump leaks oil river");
    assert_eq!(query.words(10_000_000), "leaks oil");
}

#[test]
fn a_name_finds_its_entity_first_and_an_alias_too() {
    let reader = fixture().reader;
    let hits = search(&reader, "Olof Lind", &[], &Filter::everything(), 10).expect("hits");
    assert_eq!(titles(&hits)[0], (Kind::Entity, "Olof Lind"));
    assert!(titles(&hits).contains(&(Kind::Relationship, "Olof Lind – Berta Lind")), "{:?}", titles(&hits));
    assert!(hits.iter().all(|hit| !hit.snippet.contains("[Data")));
    let alias = search(&reader, "Lind the Miller", &[Kind::Entity], &Filter::everything(), 10).expect("hits");
    assert_eq!(titles(&alias)[0], (Kind::Entity, "Olof Lind"));
}

#[test]
fn a_scope_holds_everything_found() {
    let reader = fixture().reader;
    let folder = |folder: &str| Scope { folders: vec![folder.to_owned()], ..Scope::default() };
    let filter = Filter::new(&reader, &folder("places")).expect("filter");
    assert_eq!(sources(&reader, "Olof Lind and the river", &filter), ["Odde", "Tarn"]);
    let filter = Filter::new(&reader, &Scope { documents: vec![DocumentId(1)], ..Scope::default() }).expect("filter");
    assert_eq!(sources(&reader, "When did Olof Lind's mother die?", &filter), ["Berta Lind"]);
    assert_eq!(sources(&reader, "river", &filter), [""; 0]);
    let nowhere = Filter::new(&reader, &folder("cellar")).expect("filter");
    let hits = search(&reader, "Olof Lind ledger village", &[], &nowhere, 10).expect("hits");
    assert_eq!(titles(&hits), []);
}

#[test]
fn a_community_takes_what_lies_under_it() {
    let reader = fixture().reader;
    let scope = |id| Scope { communities: vec![CommunityId(id)], ..Scope::default() };
    let all = Filter::new(&reader, &scope(0)).expect("filter");
    let hits = search(&reader, "Linds mill", &[Kind::Report], &all, 10).expect("hits");
    assert_eq!(hits.len(), 2);
    let linds = Filter::new(&reader, &scope(1)).expect("filter");
    let hits = search(&reader, "Linds mill village bridge", &[], &linds, 20).expect("hits");
    let found = titles(&hits);
    assert!(found.contains(&(Kind::Report, "The Linds")), "{found:?}");
    assert!(!found.contains(&(Kind::Report, "Tarn and its mill")) && !found.contains(&(Kind::Entity, "village")));
    assert!(!hits.iter().any(|hit| hit.document.as_deref() == Some("Flood of 1869")), "{found:?}");
}

#[test]
fn each_kind_knows_what_a_name_means() {
    let reader = fixture().reader;
    let all = Filter::everything();
    let expected =
        [(Kind::Report, 1), (Kind::Entity, 0), (Kind::Relationship, 0), (Kind::Source, 0), (Kind::Document, 0)];
    for (kind, id) in expected {
        let hits = search(&reader, "Who is Olof Lind's mother?", &[kind], &all, 5).expect("hits");
        assert_eq!(hits[0].record, Ref::new(kind, id));
        assert!(hits.iter().all(|hit| hit.record.kind == kind));
    }
    assert_eq!(search(&reader, "Who is Olof Lind's mother?", &[Kind::Claim], &all, 5).expect("hits"), []);
}

#[test]
fn without_a_kind_the_best_of_each_is_found_and_nothing_is_said_twice() {
    let reader = fixture().reader;
    let hits = search(&reader, "Olof Lind river", &[], &Filter::everything(), 10).expect("hits");
    for kind in [Kind::Source, Kind::Entity, Kind::Document, Kind::Report] {
        assert!(hits.iter().any(|hit| hit.record.kind == kind), "{kind}: {:?}", titles(&hits));
    }
    assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score), "{hits:?}");
    for limit in 1..12 {
        let hits = search(&reader, "Olof Lind river", &[], &Filter::everything(), limit).expect("hits");
        assert!(hits.len() <= limit && hits.iter().any(|hit| hit.record.kind == Kind::Source), "{hits:?}");
        // A later hit that says the same is marked, or was left out.
        for (at, hit) in hits.iter().enumerate().filter(|(_, hit)| !hit.repeats && !hit.snippet.is_empty()) {
            let said = hits[..at].iter().any(|before| before.snippet == hit.snippet);
            assert!(!said || hit.record.kind == Kind::Source, "{hits:?}");
        }
    }
}

#[test]
fn hostile_queries_are_queries() {
    let reader = fixture().reader;
    let long = "Olof Lind AND (".repeat(8_000);
    let queries = [
        "",
        " ",
        "\"",
        "the of and",
        "NEAR(a b)",
        "title:x OR *",
        "東京 都",
        "\u{202e}abc\0",
        "((((",
        "a\"b\"c",
        &long,
    ];
    for query in queries {
        for kinds in [&[][..], &Kind::ALL] {
            let hits = search(&reader, query, kinds, &Filter::everything(), 5).expect("hits");
            assert!(hits.len() <= 5);
        }
    }
    assert_eq!(search(&reader, "?!", &[], &Filter::everything(), 5).expect("hits"), []);
    assert_eq!(search(&reader, "Olof", &[], &Filter::everything(), 0).expect("hits"), []);
    assert_eq!(sources(&reader, &long, &Filter::everything())[0], "Olof Lind");
}

#[test]
fn the_same_query_finds_the_same() {
    let (one, other) = (fixture().reader, fixture().reader);
    for query in ["Olof Lind's mother", "river village bridge", "leaks"] {
        let of = |reader| search(reader, query, &[], &Filter::everything(), 20).expect("hits");
        assert_eq!(of(&one), of(&other));
    }
}
