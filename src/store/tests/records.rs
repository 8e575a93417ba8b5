//! What is written is read.

use super::*;

#[test]
fn what_is_written_is_read() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let stored = reader.stored_document(DocumentId(1)).unwrap();
    assert_eq!(stored.text, TEXTS[1]);
    assert_eq!(stored.document, document(1, "notes/1.txt", TEXTS[1]));
    assert_eq!(stored.sentences, [sentence(0, TEXTS[1].len())]);
    let (map, landmarks) = reader.way_back(DocumentId(1)).unwrap();
    assert_eq!(map.to_file(Span::new(0, 2)), Span::new(7, 9));
    assert_eq!(landmarks.at(0).unwrap().to_string(), "p. 3");
    assert_eq!(
        reader.entities(&[EntityId(1), EntityId(0)]).unwrap(),
        [entity(1, "Béla Orme", 1), entity(0, "Ada Quill", 1)]
    );
    assert_eq!(reader.entities_named("bela orme").unwrap(), [EntityId(1)]);
    assert_eq!(reader.entity_ids(EntityOrder::Name, None, "quill").unwrap(), [EntityId(0)]);
    assert_eq!(reader.relationships_of(EntityId(1), 5).unwrap()[0].title(), "Ada Quill – Béla Orme");
    assert_eq!(reader.relationship_between(EntityId(1), EntityId(0)).unwrap(), Some(RelationshipId(0)));
    // All that name both are counted, however few are kept.
    assert_eq!(reader.passages_of(&[RelationshipId(0)]).unwrap(), [(RelationshipId(0), 1)].into());
    assert_eq!(reader.named_with(EntityId(0)).unwrap().get(&EntityId(1)), Some(&1));
    assert_eq!(reader.community(CommunityId(0)).unwrap().children, [CommunityId(1)]);
    assert_eq!(reader.community_path(CommunityId(1)).unwrap(), [CommunityId(0), CommunityId(1)]);
    assert_eq!(reader.communities_at(5).unwrap(), [CommunityId(1)]);
    assert_eq!(reader.community_children(None).unwrap()[0].title, "Bridges and their painters");
    // Without a report the row goes by its members.
    assert_eq!(reader.community_children(Some(CommunityId(0))).unwrap()[0].title, "Béla Orme, Ada Quill");
    assert_eq!(reader.report(CommunityId(0)).unwrap().findings[0].heading, "Paint");
    assert_eq!(reader.documents_under("notes/").unwrap().len(), 2);
    assert_eq!(reader.documents_under("note").unwrap(), []);
    assert_eq!(reader.files(true).unwrap()[0].reason.as_deref(), Some("binary"));
    assert_eq!(reader.search_units("painting", false, 2.0, 5).unwrap()[0].record, Ref::new(Kind::Source, 1));
    assert_eq!(reader.search_records("bridge", &[Kind::Entity], true, 5).unwrap()[0].record, Ref::new(Kind::Entity, 0));
    assert_eq!(reader.search_records("bridge", &[Kind::Report], true, 5).unwrap(), []);
    assert_eq!(reader.vectors(Kind::Entity).unwrap().ids, [1]);
    assert_eq!(reader.term_vectors(&["unknown".to_owned(), "bridg".to_owned()]).unwrap()[0].vector, [1.0, 0.0]);
    let stats = reader.stats().unwrap();
    assert_eq!((stats.documents, stats.entities, stats.reports, stats.files.skipped), (2, 2, 1, 1));
    assert_eq!(reader.titles(&[Ref::new(Kind::Source, 1), Ref::new(Kind::Source, 7)]).unwrap()[1], None);
}

#[test]
fn mentions_come_by_text_unit_and_place_as_they_were_merged() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let order: Vec<(u32, u32, usize)> =
        reader.all_mentions().unwrap().iter().map(|one| (one.entity.0, one.text_unit.0, one.span.start)).collect();
    assert_eq!(order, [(0, 0, 0), (1, 1, 0), (0, 1, 29)]);
}

#[test]
fn records_lead_to_their_neighbours_and_places() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    for kind in [Kind::Report, Kind::Entity, Kind::Relationship, Kind::Source, Kind::Document] {
        let record = reader.record(Ref::new(kind, 0)).unwrap();
        assert!(!record.title.is_empty() && !record.neighbours.is_empty() && !record.places.is_empty(), "{kind}");
        assert!(matches!(reader.record(Ref::new(kind, 77)), Err(StoreError::NoSuchRecord(_))), "{kind}");
    }
    let ada = reader.record(Ref::new(Kind::Entity, 0)).unwrap();
    let place = ada.places[1];
    assert_eq!(reader.text(place.document, place.span).unwrap().1, "Ada Quill");
}

#[test]
fn filters_know_the_small_letters_of_every_script() {
    let fixture = fixture();
    let reader = Reader::open(&fixture.index).unwrap();
    let low: String = reader.lock().query_row("SELECT lower('ÄPFEL, ΣΟΦΙΑ')", [], |row| row.get(0)).unwrap();
    assert_eq!(low, "äpfel, σοφια");
}

#[test]
fn ties_of_people_and_places_that_many_passages_show_come_before_those_of_terms() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("index.gleaner");
    published(&index, "inputs", |writer| {
        fill(writer)?;
        writer.add_entities(&[Entity { kind: EntityType::Concept, ..entity(2, "paint", 1) }])?;
        let tie = |id: u32, target: u32, weight: f32, units: u32| Relationship {
            id: RelationshipId(id),
            source: EntityId(0),
            target: EntityId(target),
            description: String::new(),
            weight,
            text_units: (0..units).map(TextUnitId).collect(),
        };
        writer.add_relationships(&[tie(1, 2, 9.0, 2), tie(2, 1, 1.5, 2)])
    });
    let reader = Reader::open(&index).unwrap();
    let order = |order| reader.relationship_ids(order, "").unwrap().iter().map(|id| id.0).collect::<Vec<_>>();
    assert_eq!(order(RelationshipOrder::Weight), [1, 0, 2]);
    assert_eq!(order(RelationshipOrder::Telling), [2, 0, 1]);
}
