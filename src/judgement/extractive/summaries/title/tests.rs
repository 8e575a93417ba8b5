//! What communities are called, by their topics and names.

use proptest::prelude::*;

use super::*;
use crate::judgement::{Crowd, samples};
use crate::model::{Community, CommunityId, Entity, EntityId};

fn topic(phrase: &str, weight: f32, kind: EntityType) -> Topic {
    Topic { phrase: phrase.to_owned(), weight, entity: Some(crate::model::EntityId(1)), kind }
}

fn member(id: u32, kind: EntityType) -> Entity {
    Entity {
        id: EntityId(id),
        name: format!("Member {id}"),
        kind,
        aliases: Vec::new(),
        description: String::new(),
        mentions: 3,
        documents: 2,
        degree: 2,
        ubiquitous: false,
    }
}

fn community(entities: Vec<EntityId>, documents: u32) -> Community {
    Community {
        id: CommunityId(0),
        level: 0,
        parent: None,
        children: Vec::new(),
        entities,
        documents,
        unconnected: false,
    }
}

/// A community of six members of a kind.
fn broad(topics: Vec<Topic>, kind: &EntityType) -> ReportContext {
    let entities: Vec<Entity> = (0..6).map(|at| member(at, kind.clone())).collect();
    let community = Some(community(entities.iter().map(|entity| entity.id).collect(), 3));
    ReportContext { topics, entities, community, ..ReportContext::default() }
}

fn context(topics: Vec<Topic>) -> ReportContext {
    ReportContext { topics, ..ReportContext::default() }
}

#[test]
fn two_topics_make_a_title_in_sentence_case() {
    let context = context(vec![
        topic("ferry timetables", 1.0, EntityType::Concept),
        topic("ferry strikes", 0.9, EntityType::Concept),
        topic("Marrow Bay", 0.6, EntityType::Place),
    ]);
    assert_eq!(title(&context), "Ferry timetables: Marrow Bay");
}

#[test]
fn what_says_more_than_a_word_has_nobody_beside_it() {
    let titled = |phrase: &str| {
        let ada = topic("Ada Voss", 0.8, EntityType::Person);
        title(&broad(vec![topic(phrase, 1.0, EntityType::Concept), ada], &EntityType::Concept))
    };
    assert_eq!(titled("repair of the lock"), "Repair of the lock");
    assert_eq!(titled("lock"), "Lock: Ada Voss");
}

#[test]
fn a_broad_community_has_a_third_topic() {
    let mut context = context(vec![
        topic("tidal power", 1.0, EntityType::Concept),
        topic("Marrow Bay", 0.9, EntityType::Place),
        topic("Ines Calder", 0.8, EntityType::Person),
        topic("fish passes", 0.5, EntityType::Concept),
    ]);
    assert_eq!(title(&context), "Tidal power: Marrow Bay");
    let entities = (0..20).map(crate::model::EntityId).collect();
    context.community = Some(crate::model::Community {
        id: crate::model::CommunityId(3),
        level: 0,
        parent: None,
        children: Vec::new(),
        entities,
        documents: 5,
        unconnected: false,
    });
    assert_eq!(title(&context), "Tidal power and fish passes: Marrow Bay");
}

#[test]
fn a_phrase_leads_what_a_community_of_many_parts_is_called_and_is_not_all() {
    let topics = || {
        let of = |phrase, weight| topic(phrase, weight, EntityType::Concept);
        vec![of("AI", 1.0), of("ferry", 0.9), of("timetables", 0.8), of("winter weirs", 0.7)]
    };
    let parted = |parts: u32| {
        let mut context = broad(topics(), &EntityType::Concept);
        context.phrases = vec!["AI on the ferry".to_owned()];
        context.community.as_mut().unwrap().children = (1..=parts).map(CommunityId).collect();
        title(&context)
    };
    assert_eq!(parted(3), "AI on the ferry");
    assert_eq!(parted(4), "Timetables, winter weirs and AI on the ferry");
}

#[test]
fn people_are_not_lined_up() {
    let context = context(vec![
        topic("Ines Calder", 1.0, EntityType::Person),
        topic("Tom Arden", 0.9, EntityType::Person),
        topic("Marrow Bay", 0.9, EntityType::Place),
        topic("tidal power", 0.5, EntityType::Concept),
    ]);
    assert_eq!(title(&context), "Tidal power: Ines Calder");
}

#[test]
fn a_group_of_names_says_what_they_are_names_of() {
    let members = |kinds: &[EntityType]| -> Vec<Entity> {
        kinds.iter().enumerate().map(|(at, kind)| member(at as u32, kind.clone())).collect()
    };
    let of = |topics: Vec<Topic>, entities: Vec<Entity>| {
        let community = community(entities.iter().map(|entity| entity.id).collect(), 2);
        title(&ReportContext { topics, community: Some(community), entities, ..ReportContext::default() })
    };
    let (date, place) = (EntityType::Date, EntityType::Place);
    let ada = || topic("Ada Voss", 1.0, EntityType::Person);
    let dates = members(&[EntityType::Person, date.clone(), date.clone(), date.clone(), date.clone()]);
    assert_eq!(of(vec![ada()], dates.clone()), "Ada Voss");
    let weak = topic("harbour accounts", 0.01, EntityType::Concept);
    assert_eq!(of(vec![ada(), weak], dates), "Harbour accounts: Ada Voss");
    let towns = vec![topic("Tolland", 1.0, place.clone()), topic("Orsk", 0.9, place.clone())];
    let places = members(&[place.clone(), place.clone(), place.clone(), place.clone(), place]);
    assert_eq!(of(towns, places), "Tolland, Orsk and other places");
}

#[test]
fn names_are_told_by_what_is_none() {
    let names = |third: &str, entity: Option<EntityId>| {
        let topics = vec![
            topic("Tolland Lines", 1.0, EntityType::Organisation),
            topic("Orsk Ferries", 0.9, EntityType::Organisation),
            topic("Arden Yard", 0.5, EntityType::Place),
            Topic { entity, ..topic(third, 0.3, EntityType::Concept) },
        ];
        title(&broad(topics, &EntityType::Organisation))
    };
    let member = Some(EntityId(1));
    assert_eq!(names("winter timetables", member), "Winter timetables: Tolland Lines and Orsk Ferries");
    assert_eq!(names("winter timetables", None), "Winter timetables: Tolland Lines and Orsk Ferries");
    assert_eq!(names("people", None), "Tolland Lines, Orsk Ferries and other organisations");
}

#[test]
fn names_of_one_kind_are_told_beside_what_they_have_in_common() {
    let topics = vec![
        topic("Tolland Lines", 1.0, EntityType::Organisation),
        topic("winter timetables", 0.6, EntityType::Concept),
        topic("Orsk Ferries", 0.5, EntityType::Organisation),
        topic("harbour dues", 0.4, EntityType::Concept),
    ];
    let of = |called: Option<&str>| {
        let crowd = Some(Crowd { kind: EntityType::Organisation, called: called.map(str::to_owned) });
        title(&ReportContext { crowd, ..broad(topics.clone(), &EntityType::Organisation) })
    };
    assert_eq!(of(Some("customers")), "Winter timetables; Tolland Lines and other customers");
    assert_eq!(of(None), "Winter timetables; Tolland Lines and other organisations");
    let noun = |phrase: &str| Topic { entity: None, ..topic(phrase, 0.9, EntityType::Concept) };
    let crowd = Some(Crowd { kind: EntityType::Organisation, called: Some("customers".to_owned()) });
    let lines = topic("Tolland Lines", 1.0, EntityType::Organisation);
    let topics = vec![noun("customers"), lines, topic("ferry", 0.5, EntityType::Concept)];
    let context = ReportContext { crowd, ..broad(topics, &EntityType::Organisation) };
    assert_eq!(title(&context), "Ferry; Tolland Lines and other customers");
}

#[test]
fn who_is_at_a_firm_is_named() {
    let topics = vec![topic("Arden Foundry", 1.0, EntityType::Organisation)];
    assert_eq!(title(&broad(topics, &EntityType::Person)), "Arden Foundry and Member 0");
}

#[test]
fn what_tells_of_a_person_stands_before_whoever_leads() {
    let topics = vec![
        topic("Ada Voss", 1.0, EntityType::Person),
        topic("harbour master", 0.6, EntityType::Concept),
        topic("ferry", 0.5, EntityType::Concept),
    ];
    assert_eq!(title(&broad(topics, &EntityType::Concept)), "Harbour master and ferry: Ada Voss");
}

#[test]
fn a_day_is_a_title_only_where_nothing_else_is() {
    let mut day = member(0, EntityType::Date);
    day.name = "4 May 1987".to_owned();
    let entities = vec![day, member(1, EntityType::Person)];
    assert_eq!(title(&ReportContext { entities, ..ReportContext::default() }), "Member 1");
}

#[test]
fn names_that_one_document_has_are_placed_by_it() {
    let topics = vec![topic("Ada Voss", 1.0, EntityType::Person), topic("Orsk", 0.9, EntityType::Place)];
    let placed = |documents: u32, title_of: &str| {
        let community = Some(community(Vec::new(), documents));
        let titles = vec![title_of.to_owned()];
        title(&ReportContext { documents: titles, community, ..context(topics.clone()) })
    };
    assert_eq!(placed(1, "Harbour minutes"), "Ada Voss and Orsk in Harbour minutes");
    assert_eq!(placed(1, "1994 Harbour 1"), "Ada Voss and Orsk in 1994 Harbour 1");
    assert_eq!(placed(2, "Harbour minutes"), "Ada Voss and Orsk");
}

#[test]
fn whoever_speaks_is_named() {
    let mut context = context(vec![topic("tidal power", 1.0, EntityType::Concept)]);
    context.voice = Some("Ines Calder".to_owned());
    assert_eq!(title(&context), "Ines Calder on tidal power");
    context.taken_titles = vec!["ines calder on tidal power".to_owned()];
    assert_eq!(title(&context), "Tidal power");
    context.taken_titles.push("Tidal power".to_owned());
    assert_eq!(title(&context), "Ines Calder");
    context.taken_titles.push("Ines Calder".to_owned());
    assert_eq!(title(&context), "Ines Calder on tidal power (0)");
}

#[test]
fn headings_differ() {
    let topics = [topic("tidal power", 1.0, EntityType::Concept), topic("Marrow Bay", 0.5, EntityType::Place)];
    let first = heading(&topics, &[]).expect("a heading");
    assert_eq!(first, "Tidal power");
    assert_eq!(heading(&topics, &[first]).as_deref(), Some("Tidal power: Marrow Bay"));
    assert_eq!(heading(&[], &[]), None);
}

#[test]
fn nothing_known_still_gives_a_title() {
    assert_eq!(title(&ReportContext::default()), "Community (0)");
}

proptest! {
    #[test]
    fn titles_fit_and_are_free(
        phrases in prop::collection::vec("\\PC{1,80}", 0..6),
        kinds in prop::collection::vec(0usize..4, 6),
        take in 0usize..4,
    ) {
        let kind = [EntityType::Concept, EntityType::Person, EntityType::Place, EntityType::Date];
        let topics: Vec<Topic> =
            phrases.iter().zip(&kinds).map(|(phrase, &at)| topic(phrase, 1.0, kind[at].clone())).collect();
        let mut context = context(topics);
        context.taken_titles = phrases.iter().take(take).map(|phrase| raised(phrase)).collect();
        let title = title(&context);
        prop_assert!(fits(&title), "{title:?}");
        prop_assert!(!context.taken_titles.iter().any(|taken| same(taken, &title)));
    }
}

#[test]
fn scraps_of_code_and_tables_are_told() {
    for scrap in ["sideEffect", "a_b", "12 345", "Vec<T>", "x = 1", "foo::bar"] {
        assert!(is_scrap(scrap), "{scrap}");
    }
    for phrase in ["iPhone", "Marrow Bay", "PyTorch", "COVID-19", "harbour dues"] {
        assert!(!is_scrap(phrase), "{phrase}");
    }
}

#[test]
fn a_heading_of_the_documents_comes_before_terms() {
    let mut context = context(vec![topic("ferry", 1.0, EntityType::Concept), topic("quay", 0.9, EntityType::Concept)]);
    context.heading = Some("Repairs of the eastern quay".to_owned());
    assert_eq!(title(&context), "Repairs of the eastern quay");
}

#[test]
fn nobody_is_named_twice_in_a_title() {
    let people = |names: &[&str]| -> Vec<Entity> {
        let named =
            |(at, name): (usize, &&str)| Entity { name: (*name).to_owned(), ..member(at as u32, EntityType::Person) };
        names.iter().enumerate().map(named).collect()
    };
    let topics = vec![
        topic("Arden", 1.0, EntityType::Concept),
        topic("Tom Reed", 0.9, EntityType::Person),
        topic("Ines Calder", 0.1, EntityType::Person),
    ];
    let of = |entities: Vec<Entity>| title(&ReportContext { entities, ..broad(topics.clone(), &EntityType::Person) });
    assert_eq!(of(people(&["Tom Reed", "Ada Voss", "Kai Sund", "Ida Ek", "Bo Lund"])), "Arden, Tom Reed and Ada Voss");
    assert_eq!(of(people(&["Tom Reed"; 6])), "Arden and Tom Reed");
}

#[test]
fn what_no_passage_speaks_of_leads_no_title() {
    let topics = [
        topic("slipway", 1.0, EntityType::Concept),
        topic("Marrow Bay", 0.6, EntityType::Place),
        topic("tidal power", 0.5, EntityType::Concept),
    ];
    let quoted = |text: &str| samples::passage(text).evidence;
    let of = |gist: Vec<Evidence>| {
        let topics = topics.iter().cloned().map(|topic| Topic { entity: None, ..topic }).collect();
        title(&ReportContext { gist, ..context(topics) })
    };
    assert_eq!(of(Vec::new()), "Slipway: Marrow Bay");
    assert_eq!(of(vec![quoted("Tidal power is what Marrow Bay lives on.")]), "Tidal power: Marrow Bay");
}
