//! The library on a small index, as the panes ask it.

mod finding;

use super::Library;
use crate::model::{
    Claim, ClaimId, ClaimStatus, Community, CommunityId, Document, DocumentId, Entity, EntityId, EntityType, Kind,
    Mention, Ref, Relationship, RelationshipId, Report, Span, TextUnit, TextUnitId,
};
use crate::store::{BuildFile, FileRecord, FileStatus, Meta, StoreError, WayBack, Writer};
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure::of_text;
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;
use crate::text::similarity::differences::Difference;
use crate::tui::data::{Column, GraphOf, Loaded, Narrow, RecordPage, Request};

type Added = std::result::Result<(), StoreError>;

/// A document that is one text unit.
fn add_document(w: &Writer, id: u32, title: &str, bytes: u64, tokens: u32) -> Added {
    add_text(w, id, title, "Ada rows.", (bytes, tokens))
}

pub(super) fn add_text(w: &Writer, id: u32, title: &str, text: &str, (bytes, tokens): (u64, u32)) -> Added {
    let map = SpanMap::shifted(0, text.len()).encode();
    let way_back = WayBack { span_map: map, landmarks: Landmarks::default().encode() };
    let path = format!("{id}.txt");
    let status = FileStatus::Read;
    let (size, modified, hash) = (bytes, None, None);
    w.add_file(id, &FileRecord { path: path.clone(), status, reason: None, size, modified, hash })?;
    let document = Document {
        id: DocumentId(id),
        title: title.to_owned(),
        path,
        row: None,
        format: "text".to_owned(),
        encoding: "UTF-8".to_owned(),
        language: None,
        bytes,
        modified,
        hash: String::new(),
        text_len: text.len(),
        tokens,
    };
    let sentences = of_text(text, Markup::Markdown).sentences;
    w.add_document(id, &document, text, &sentences, &[], &way_back)?;
    w.add_text_units(&[TextUnit {
        id: TextUnitId(id),
        document: DocumentId(id),
        ordinal: 0,
        span: Span::new(0, text.len()),
        fresh_from: 0,
        tokens,
        recurring: false,
    }])
}

/// Three of every kind, whose figures run in no order.
fn fill(writer: &Writer) -> std::result::Result<(), StoreError> {
    writer.batch(|w| {
        // Bytes of the file and tokens of the text are two things.
        for (id, title, bytes, tokens) in
            [(0, "Minutes", 9_000, 613), (1, "letters", 20, 1_299), (2, "Annals", 400, 936)]
        {
            add_document(w, id, title, bytes, tokens)?;
        }
        let entities = [("Orsk", "place", 12, 3), ("ada Voss", "person", 7, 11), ("Fell", "place", 30, 2)];
        for (id, (name, kind, degree, documents)) in entities.into_iter().enumerate() {
            w.add_entities(&[Entity {
                id: EntityId(id as u32),
                name: name.to_owned(),
                kind: EntityType::from(kind.to_owned()),
                aliases: Vec::new(),
                description: String::new(),
                mentions: 1,
                documents,
                degree,
                ubiquitous: false,
            }])?;
        }
        for (id, source, target, weight) in [(0, 1, 2, 2.5), (1, 0, 2, 12.0), (2, 1, 0, 9.1)] {
            w.add_relationships(&[Relationship {
                id: RelationshipId(id),
                source: EntityId(source),
                target: EntityId(target),
                description: String::new(),
                weight,
                text_units: vec![TextUnitId(0)],
            }])?;
        }
        let claims = [ClaimStatus::True, ClaimStatus::False, ClaimStatus::Suspected];
        for (id, status) in claims.into_iter().enumerate() {
            w.add_claims(&[Claim {
                id: ClaimId(id as u32),
                subject: EntityId(0),
                object: None,
                kind: "debt".to_owned(),
                status,
                start_date: None,
                end_date: None,
                description: if id == 2 { String::new() } else { format!("It was paid, says {id}.") },
                quote: String::new(),
                quote_span: None,
                text_unit: TextUnitId(0),
            }])?;
        }
        Ok(())
    })
}

/// A build of nothing yet.
pub(super) fn begun() -> (tempfile::TempDir, BuildFile, Writer) {
    let folder = tempfile::tempdir().unwrap();
    let build = BuildFile::begin(&folder.path().join("index.gleaner")).unwrap();
    let writer = build.open("inputs").unwrap();
    writer.set_meta(&Meta { build: "one".to_owned(), ..Meta::default() }).unwrap();
    (folder, build, writer)
}

/// A build with them.
fn filled() -> (tempfile::TempDir, BuildFile, Writer) {
    let (folder, build, writer) = begun();
    fill(&writer).unwrap();
    (folder, build, writer)
}

/// The index that a build becomes.
pub(super) fn opened(build: BuildFile, writer: Writer) -> Library {
    let index = build.index().to_owned();
    build.publish(writer).unwrap();
    Library::open(&index).unwrap()
}

pub(super) fn person(id: u32, name: &str) -> Entity {
    Entity {
        id: EntityId(id),
        name: name.to_owned(),
        kind: EntityType::Person,
        aliases: Vec::new(),
        description: String::new(),
        mentions: 1,
        documents: 1,
        degree: 1,
        ubiquitous: false,
    }
}

#[test]
fn who_is_related_stands_in_the_order_of_the_passages_with_both() {
    let (_folder, build, writer) = filled();
    let tie = |id, source, weight, units: u32| Relationship {
        id: RelationshipId(id),
        source: EntityId(source),
        target: EntityId(7),
        description: String::new(),
        weight,
        text_units: (0..units).map(TextUnitId).collect(),
    };
    writer.add_entities(&[person(7, "Alan Nagy"), person(8, "Mrs Annable")]).unwrap();
    // Nobody is tied to the second.
    writer.add_relationships(&[tie(10, 0, 9.0, 1), tie(11, 1, 2.0, 3), tie(12, 2, 1.0, 3)]).unwrap();
    let library = opened(build, writer);
    let RecordPage::Entity(page) = library.record(Ref::new(Kind::Entity, 7)).unwrap() else { panic!("no entity") };
    let told: Vec<(String, String)> =
        page.relationships.into_iter().map(|(_, other)| (other.title, other.note)).collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(title, note)| (title.as_str(), note.as_str())).collect();
    assert_eq!(told, [("ada Voss", "3 passages"), ("Fell", "3 passages"), ("Orsk", "1 passage")]);
    // Of a relationship its ends are lit among what is near to them; where no way leads, so are both that have none.
    let lit = |of: GraphOf| -> Vec<String> {
        let view = library.graph(of).unwrap();
        view.nodes.into_iter().filter(|node| node.lit).map(|node| node.title).collect()
    };
    assert_eq!(lit(GraphOf::Named(Ref::new(Kind::Relationship, 11))), ["ada Voss", "Alan Nagy"]);
    assert_eq!(lit(GraphOf::Named(Ref::new(Kind::Claim, 0))), ["Orsk"]);
    let (from, to) = (EntityId(7), EntityId(8));
    assert_eq!(lit(GraphOf::Path(from, to)), ["Alan Nagy", "Mrs Annable"]);
    let view = library.graph(GraphOf::Path(from, to)).unwrap();
    assert!(view.title.starts_with("No way was found from Alan Nagy to Mrs Annable"), "{}", view.title);
    assert_eq!(view.nodes.len(), 5, "what is near to each is drawn");
}

#[test]
fn two_that_one_passage_names_are_a_step_apart() {
    let (_folder, build, writer) = filled();
    writer.add_entities(&[person(7, "Alan Nagy"), person(8, "Mrs Annable")]).unwrap();
    let mention = |(entity, unit, from)| Mention {
        entity: EntityId(entity),
        text_unit: TextUnitId(unit),
        span: Span::new(from, from + 3),
    };
    writer.add_mentions(&[(7, 0, 0), (8, 0, 6), (7, 1, 0), (8, 1, 4)].map(mention)).unwrap();
    let view = opened(build, writer).graph(GraphOf::Path(EntityId(7), EntityId(8))).unwrap();
    assert!(view.title.starts_with("From Alan Nagy to Mrs Annable: 1 step, named together in "), "{}", view.title);
    assert_eq!(view.edges, [(0, 1, 1.0)], "the step is drawn, though nothing relates the two");
    let passages: Vec<u32> = view.passages.iter().map(|passage| passage.id).collect();
    assert_eq!(passages, [1, 0], "where the two stand nearest to each other first");
    assert!(view.title.contains("letters"), "{}", view.title);
}

#[test]
fn whoever_is_named_everywhere_is_drawn_around_one_that_is_named_with_it() {
    let (_folder, build, writer) = filled();
    let everywhere = |id, name| Entity { ubiquitous: true, ..person(id, name) };
    let people = [everywhere(7, "Alan Nagy"), everywhere(8, "Mrs Annable"), person(9, "Tom Reed"), person(10, "Bo")];
    writer.add_entities(&people).unwrap();
    let mention = |(entity, unit): (u32, u32)| Mention {
        entity: EntityId(entity),
        text_unit: TextUnitId(unit),
        span: Span::new(0, 3),
    };
    writer.add_mentions(&[(7, 0), (8, 0), (9, 0), (7, 1), (8, 1), (10, 2)].map(mention)).unwrap();
    let view = opened(build, writer).graph(GraphOf::Around(EntityId(7), 1)).unwrap();
    let titles: Vec<&str> = view.nodes.iter().map(|node| node.title.as_str()).collect();
    assert_eq!(titles, ["Alan Nagy", "Mrs Annable"]);
    assert_eq!((&view.edges[..], view.told.get(&(0, 1))), (&[(0, 1, 1.0)][..], Some(&2)));
}

#[test]
fn days_are_not_drawn_and_no_way_leads_through_them_or_through_what_is_everywhere() {
    let (_folder, build, writer) = filled();
    let day = Entity { kind: EntityType::Date, ..person(9, "2 February 2031") };
    let everywhere = Entity { ubiquitous: true, ..person(10, "Orsk Council") };
    let people = [person(7, "Alan Nagy"), person(8, "Mrs Annable"), person(11, "Tom Reed"), person(12, "Ada Fell")];
    writer.add_entities(&[&people[..], &[day, everywhere]].concat()).unwrap();
    let tie = |(id, source, target): (u32, u32, u32)| Relationship {
        id: RelationshipId(id),
        source: EntityId(source),
        target: EntityId(target),
        description: String::new(),
        weight: 1.0,
        text_units: vec![TextUnitId(0)],
    };
    let ties = [(10, 7, 9), (11, 9, 8), (12, 7, 10), (13, 10, 8), (14, 7, 11), (15, 11, 12), (16, 12, 8)];
    writer.add_relationships(&ties.map(tie)).unwrap();
    let library = opened(build, writer);
    let titles = |of: GraphOf, lit: bool| -> Vec<String> {
        let view = library.graph(of).unwrap();
        view.nodes.into_iter().filter(|node| node.lit || !lit).map(|node| node.title).collect()
    };
    let way = titles(GraphOf::Path(EntityId(7), EntityId(8)), true);
    assert_eq!(way, ["Alan Nagy", "Tom Reed", "Ada Fell", "Mrs Annable"]);
    let mut around = titles(GraphOf::Around(EntityId(7), 1), false);
    around.sort();
    assert_eq!(around, ["Alan Nagy", "Orsk Council", "Tom Reed"]);
    // One that is asked for is drawn.
    assert_eq!(titles(GraphOf::Path(EntityId(7), EntityId(9)), true), ["Alan Nagy", "2 February 2031"]);
}

#[test]
fn around_somebody_names_are_drawn_before_codes_and_what_is_left_out_is_counted() {
    let (_folder, build, writer) = filled();
    let coded = |id: u32| Entity { name: format!("CGE-0{id}"), ..person(id, "") };
    let middle = Entity { degree: 62, ..person(7, "Alan Nagy") };
    let codes: Vec<Entity> = (100..160).map(coded).collect();
    // Days are not drawn, and not counted.
    let day = Entity { kind: EntityType::Date, ..person(9, "3 May 1911") };
    writer.add_entities(&[vec![middle, person(8, "Mrs Annable"), day], codes].concat()).unwrap();
    let tie = |id: u32, weight: f32| Relationship {
        id: RelationshipId(id),
        source: EntityId(7),
        target: EntityId(id),
        description: String::new(),
        weight,
        text_units: vec![TextUnitId(0)],
    };
    // The weakest tie is that to a person.
    writer
        .add_relationships(&(100..160).map(|id| tie(id, 9.0)).chain([tie(8, 0.1), tie(9, 20.0)]).collect::<Vec<_>>())
        .unwrap();
    let view = opened(build, writer).graph(GraphOf::Around(EntityId(7), 1)).unwrap();
    let names: Vec<&str> = view.nodes.iter().map(|node| node.title.as_str()).collect();
    assert_eq!((names[0], names[1], names.len(), view.whole), ("Alan Nagy", "Mrs Annable", 4, Some(62)));
}

#[test]
fn what_a_filter_leaves_is_in_the_order_of_the_column_the_nearest_first() {
    let (_folder, build, writer) = filled();
    let linked = |id, name: &str, degree| Entity { degree, ..person(id, name) };
    writer
        .add_entities(&[
            linked(7, "dam keeper", 3),
            linked(8, "Dame Honor", 9),
            linked(9, "Skelden Dam", 11),
            linked(10, "Madame Kérouzan", 40),
        ])
        .unwrap();
    let library = opened(build, writer);
    let listed =
        |reversed, filter, by_column| library.listed(Kind::Entity, Column::Size, reversed, filter, by_column).unwrap();
    assert_eq!(listed(false, "dam", false), (vec![9, 7, 8, 10], false));
    assert_eq!(listed(true, "dam", false), (vec![7, 9, 8, 10], false));
    assert_eq!(listed(false, "dam", true), (vec![10, 9, 8, 7], false));
    assert_eq!(listed(false, "skldendam", false), (vec![9], true), "misspelt");
}

#[test]
fn what_holds_the_words_is_found_before_what_is_spelt_like_them() {
    let (_folder, build, writer) = filled();
    // The letters of “anna” stand in the first; a document and the second have it at the beginning of a word.
    writer.add_entities(&[person(7, "Alan Nagy"), person(8, "Mrs Annable")]).unwrap();
    let library = opened(build, writer);
    let found: Vec<String> = library.search("anna").unwrap().into_iter().map(|hit| hit.title).collect();
    assert_eq!(found, ["Annals", "Mrs Annable"], "nobody who typed this misspelt another");
    let asked: Vec<String> = library.search("anna?").unwrap().into_iter().map(|hit| hit.title).collect();
    assert_eq!(asked, found);
    let people = library.list(Kind::Entity, Column::Size, false, "anna").unwrap();
    assert_eq!(people, [8]);
    assert_eq!(library.list(Kind::Entity, Column::Size, false, "alnagy").unwrap(), [7], "misspelt");
}

#[test]
fn a_name_with_accents_is_found_by_plain_letters_however_many_are_typed() {
    let (_folder, build, writer) = filled();
    writer.add_entities(&[person(7, "ÖSTERREICH"), person(8, "Ostend")]).unwrap();
    add_document(&writer, 3, "Über Österreich", 9, 9).unwrap();
    let library = opened(build, writer);
    for typed in ["osterr", "osterreich", "Österreich"] {
        let found: Vec<String> = library.search(typed).unwrap().into_iter().map(|hit| hit.title).collect();
        assert_eq!(found, ["ÖSTERREICH", "Über Österreich"], "{typed}");
    }
}

#[test]
fn mentions_stand_by_the_days_of_their_documents() {
    let (_folder, build, writer) = filled();
    add_document(&writer, 3, "Letter of 1912-03-04", 9, 9).unwrap();
    add_document(&writer, 4, "Letter of 1911-03-04", 9, 9).unwrap();
    let mention = |unit| Mention { entity: EntityId(0), text_unit: TextUnitId(unit), span: Span::new(0, 3) };
    writer.add_mentions(&[0, 1, 3, 4].map(mention)).unwrap();
    let library = opened(build, writer);
    let documents = library.mentions(EntityId(0)).unwrap().into_iter().map(|(document, _)| document.0);
    assert_eq!(documents.collect::<Vec<_>>(), [4, 3, 0, 1], "those of no day come last");
}

#[test]
fn records_of_one_name_are_told_apart() {
    let (_folder, build, writer) = filled();
    let entity = |id, kind: &str, documents| Entity {
        id: EntityId(id),
        name: "ORSK".to_owned(),
        kind: EntityType::from(kind.to_owned()),
        aliases: Vec::new(),
        description: String::new(),
        mentions: 1,
        documents,
        degree: 1,
        ubiquitous: false,
    };
    writer.add_entities(&[entity(7, "person", 1), entity(8, "person", 2)]).unwrap();
    let library = opened(build, writer);
    let rows = library.rows(Kind::Entity, &[0, 1, 7, 8], &[]).unwrap();
    let names: Vec<String> = rows.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["Orsk (place)", "ada Voss", "ORSK (person, 1 document)", "ORSK (person, 2 documents)"]);
}

#[test]
fn a_passage_and_what_is_read_are_told_apart_as_their_documents_are() {
    let (_folder, build, writer) = filled();
    writer.batch(|w| add_document(w, 3, "Minutes", 10, 10)).unwrap();
    let library = opened(build, writer);
    let told = library.titles(&[0, 1, 3].map(|id| Ref::new(Kind::Source, id))).unwrap();
    let told: Vec<String> = told.into_iter().flatten().collect();
    assert_eq!(told, ["Minutes (0.txt)", "letters", "Minutes (3.txt)"]);
    let RecordPage::Source(page) = library.record(Ref::new(Kind::Source, 3)).unwrap() else { panic!("no passage") };
    assert_eq!(page.name, "Minutes (3.txt)");
    let RecordPage::Document(page) = library.record(Ref::new(Kind::Document, 0)).unwrap() else { panic!("none") };
    assert_eq!(page.name, "Minutes (0.txt)");
}

#[test]
fn communities_of_one_title_are_told_apart_where_they_are_filtered_and_listed() {
    let (_folder, build, writer) = filled();
    let community = |id, parent: Option<u32>, below: &[u32]| Community {
        id: CommunityId(id),
        level: u32::from(parent.is_some()),
        parent: parent.map(CommunityId),
        children: below.iter().copied().map(CommunityId).collect(),
        entities: vec![EntityId(0), EntityId(1)],
        documents: 2,
        unconnected: false,
    };
    writer.add_communities(&[community(0, None, &[1]), community(1, Some(0), &[])]).unwrap();
    for id in [0, 1] {
        let (title, summary) = ("Orsk and its weir".to_owned(), "All of it.".to_owned());
        let (rating, rating_reason, findings) = (5.0, String::new(), Vec::new());
        let community = CommunityId(id);
        writer.add_report(&Report { community, title, summary, rating, rating_reason, findings }).unwrap();
    }
    let library = opened(build, writer);
    let found = library.filter_communities("weir").unwrap().rows;
    let titles: Vec<&str> = found.iter().map(|(row, ..)| row.title.as_str()).collect();
    let (one, other) = (Ref::new(Kind::Report, 0), Ref::new(Kind::Report, 1));
    assert_eq!(titles, [format!("Orsk and its weir ({one})"), format!("Orsk and its weir ({other})")]);
    let RecordPage::Report(page) = library.record(one).unwrap() else { panic!("no report") };
    assert_eq!(page.below[0].title, titles[1]);
}

#[test]
fn a_list_is_in_the_order_of_what_its_column_shows() {
    let (_folder, build, writer) = filled();
    let library = opened(build, writer);
    let shown = |kind, column, reversed, cell: Option<usize>| -> Vec<String> {
        let ids = library.list(kind, column, reversed, "").unwrap();
        let rows = library.rows(kind, &ids, &[]).unwrap().into_iter();
        rows.map(|row| cell.map_or(row.name, |cell| row.cells[cell].clone())).collect()
    };
    let (size, name, of_type) = (Column::Size, Column::Name, Column::Type);
    for (kind, column, cell, expected) in [
        (Kind::Document, size, Some(3), ["1,299", "936", "613"]),
        (Kind::Document, name, None, ["Annals", "letters", "Minutes"]),
        (Kind::Document, Column::Id, None, ["Minutes", "letters", "Annals"]),
        (Kind::Entity, size, Some(1), ["30", "12", "7"]),
        (Kind::Entity, Column::Documents, Some(2), ["11", "3", "2"]),
        (Kind::Entity, name, None, ["ada Voss", "Fell", "Orsk"]),
        (Kind::Entity, of_type, Some(0), ["person", "place", "place"]),
        (Kind::Relationship, size, Some(0), ["12.0", "9.1", "2.5"]),
        (Kind::Relationship, Column::Telling, Some(0), ["12.0", "9.1", "2.5"]),
        (Kind::Relationship, name, None, ["ada Voss – Fell", "ada Voss – Orsk", "Orsk – Fell"]),
        (Kind::Claim, Column::Id, None, ["Orsk – It was paid, says 0.", "Orsk – It was paid, says 1.", "Orsk: debt"]),
        (Kind::Claim, of_type, Some(0), ["false", "suspected", ""]),
        (Kind::Claim, Column::Id, Some(0), ["", "false", "suspected"]),
    ] {
        assert_eq!(shown(kind, column, false, cell), expected, "{kind:?} {column:?}");
        let reversed: Vec<&str> = expected.into_iter().rev().collect();
        assert_eq!(shown(kind, column, true, cell), reversed, "{kind:?} {column:?} turned round");
    }
}

#[test]
fn what_stands_beside_the_rows_of_a_narrowed_list_is_counted_there_and_days_have_the_timeline() {
    let (_folder, build, writer) = filled();
    let day = Entity { kind: EntityType::Date, ..person(3, "4 May 1911") };
    writer.add_entities(&[day]).unwrap();
    let named = [(0, 0), (0, 1), (0, 3), (1, 1), (2, 1), (2, 2)];
    let mention =
        |(unit, entity)| Mention { entity: EntityId(entity), text_unit: TextUnitId(unit), span: Span::new(0, 3) };
    writer.add_mentions(&named.map(mention)).unwrap();
    let library = opened(build, writer);
    let shown = |kind, column, parts: &[Narrow]| -> (Vec<String>, usize) {
        let (filter, parts) = (String::new(), parts.to_vec());
        let asked = Request::List { kind, column, reversed: false, filter, by_column: false, parts: parts.clone() };
        let Loaded::List { ids, hidden, .. } = library.answer(asked).unwrap() else { panic!("no list") };
        let rows = library.answer(Request::Rows { kind, ids: ids.to_vec(), parts }).unwrap();
        let Loaded::Rows { rows, .. } = rows else { panic!("no rows") };
        (rows.into_iter().map(|row| format!("{}: {}", row.name, row.cells.join(" "))).collect(), hidden)
    };
    let document = |id| [Narrow::Document(DocumentId(id))];
    let (entities, size) = (Kind::Entity, Column::Size);
    let whole = ["Fell: place 30 2", "Orsk: place 12 3", "ada Voss: person 7 11"].map(str::to_owned).to_vec();
    assert_eq!(shown(entities, size, &[]), (whole, 1));
    let (rows, hidden) = shown(entities, size, &document(0));
    assert_eq!((rows, hidden), (vec!["Orsk: place 1 1".to_owned(), "ada Voss: person 1 1".to_owned()], 1));
    assert_eq!(shown(entities, size, &[Narrow::Type("date".to_owned())]).0, ["4 May 1911: date 1 1"]);
    let two = [Narrow::Documents(std::sync::Arc::new(vec![1, 2]))];
    let ordered = ["ada Voss: person 1 2", "Fell: place 1 1"];
    assert_eq!(shown(entities, Column::Documents, &two).0, ordered, "in the order of what is counted there");
    assert_eq!(shown(Kind::Relationship, size, &[]).0.len(), 3);
    assert_eq!(shown(Kind::Relationship, size, &document(2)).0, ["ada Voss – Fell: 2.5 1"]);
    let (ties, _) = shown(Kind::Relationship, size, &[Narrow::Documents(std::sync::Arc::new(vec![0, 1, 2]))]);
    let passages: Vec<&str> = ties.iter().filter_map(|row| row.rsplit(' ').next()).collect();
    assert!(passages.is_sorted_by(|one, other| one >= other) && !passages.is_empty(), "{ties:?}");
    assert!(shown(Kind::Relationship, size, &document(1)).0.is_empty(), "it names one end");
}

#[test]
fn two_drafts_are_found_and_held_against_each_other_the_older_first() {
    let (_folder, build, writer) = filled();
    let begun = "# The ferry\n\nThe ferry to Orsk was built in the spring of the year by eleven men.";
    let drafts = [
        (12, "Report on the ferry, version 2", format!("{begun} It cost 900 crowns to build. Nobody rows it.")),
        (10, "Report on the ferry, version 1", format!("{begun} It **cost** 800 crowns to build.")),
    ];
    for (id, title, text) in &drafts {
        add_text(&writer, *id, title, text, (9, 9)).unwrap();
        writer.add_unit_words(TextUnitId(*id), title, text).unwrap();
    }
    let library = opened(build, writer);
    let [newer, older] = [12, 10].map(DocumentId);
    let alike = library.alike(newer).unwrap();
    let told: Vec<(u32, &str)> = alike.iter().map(|hit| (hit.record.id, hit.snippet.as_str())).collect();
    assert_eq!(told, [(10, "mostly the same")]);
    let page = library.differences([newer, older], false).unwrap();
    assert_eq!(page.sides.each_ref().map(|side| side.document), [older, newer]);
    let said = |side: usize, at: usize| page.sides[side].sentences[at].text.as_str();
    let [.., Difference::Changed { old, new, words }, Difference::New { new: last, moved: false }] =
        page.rows.as_slice()
    else {
        panic!("{:?}", page.rows)
    };
    assert_eq!([said(0, *old), said(1, *new)], ["It cost 800 crowns to build.", "It cost 900 crowns to build."]);
    assert_eq!(words.each_ref().map(|words| words.len()), [1, 1]);
    assert_eq!(said(1, *last), "Nobody rows it.");
    assert!(matches!(page.rows[0], Difference::Same { .. }) && page.sides[0].sentences[0].is_heading);
    let turned = library.differences([newer, older], true).unwrap();
    assert_eq!(turned.sides.each_ref().map(|side| side.document), [newer, older]);
}
