//! Reports of a small invented corpus, from its text to what is written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::Notify;

use super::describe::Describing;
use super::{Material, ReportGrounds};
use crate::index::merge::Merged;
use crate::index::merge::told::{Element, Several};
use crate::judgement::extractive::summaries::reporter::ExtractiveReporter;
use crate::judgement::{
    Described, DocumentText, Extraction, Extractor, Judged, JudgementError, Passage, ReportContext, Reporter,
};
use crate::model::{
    Community, CommunityId, Document, DocumentId, Entity, EntityId, EntityType, Evidence, Kind, Mention, Progress,
    Relationship, RelationshipId, Report, Span, Stage, TextUnit, TextUnitId, Usage, find_citations,
};
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;

const TEXTS: [&str; 3] = [
    "The ferry between Marrow Bay and Tolland stopped running in the winter of 1987. It was a hard year. The ferry \
     company had lost its licence to the Harbour Board in the autumn. Thank you for reading about the ferry.",
    "INES CALDER: The Harbour Board never asked the fishermen of Marrow Bay about the licence. So, the cannery was the \
     only place in Tolland that paid its people in winter.\n\nTOM ARDEN: Was the cannery profitable?\n\nINES CALDER: The \
     cannery in Tolland paid eleven people through every winter.",
    "Moss covers the northern wall of the cannery in Tolland. Forty kinds of moss grow on the slope above the \
     Harbour Board's old office.",
];
const NAMES: [&str; 7] = ["ferry", "Marrow Bay", "Tolland", "Harbour Board", "licence", "cannery", "moss"];

struct Corpus {
    documents: Vec<Arc<DocumentText>>,
    units: Vec<TextUnit>,
    entities: Vec<Entity>,
    mentions: Vec<Mention>,
    relationships: Vec<Relationship>,
    communities: Vec<Community>,
}

fn document(id: u32, text: &str) -> DocumentText {
    let structure = structure::of_text(text, Markup::Plain);
    DocumentText {
        document: Document {
            id: DocumentId(id),
            title: format!("Document {id}"),
            path: format!("{id}.txt"),
            row: None,
            format: "text".to_owned(),
            encoding: "UTF-8".to_owned(),
            language: Some("eng".to_owned()),
            bytes: text.len() as u64,
            modified: None,
            hash: String::new(),
            text_len: text.len(),
            tokens: 50,
        },
        text: text.to_owned(),
        sentences: structure.sentences,
        speakers: structure.speakers,
    }
}

fn corpus() -> Corpus {
    corpus_of(&TEXTS)
}

fn corpus_of(texts: &[&str]) -> Corpus {
    let documents: Vec<Arc<DocumentText>> =
        texts.iter().zip(0..).map(|(text, id)| Arc::new(document(id, text))).collect();
    let units = documents.iter().zip(0..).map(|(document, id)| TextUnit {
        id: TextUnitId(id),
        document: document.document.id,
        ordinal: 0,
        span: Span::new(0, document.text.len()),
        fresh_from: 0,
        tokens: 50,
        recurring: false,
    });
    let mut mentions = Vec::new();
    for (document, unit) in documents.iter().zip(0..) {
        for (name, id) in NAMES.iter().zip(0..) {
            mentions.extend(document.text.match_indices(name).map(|(at, _)| Mention {
                entity: EntityId(id),
                text_unit: TextUnitId(unit),
                span: Span::new(at, at + name.len()),
            }));
        }
    }
    let entities = NAMES.iter().zip(0..).map(|(name, id)| Entity {
        id: EntityId(id),
        name: (*name).to_owned(),
        kind: match id {
            1 | 2 => EntityType::Place,
            3 => EntityType::Organisation,
            _ => EntityType::Concept,
        },
        aliases: Vec::new(),
        description: String::new(),
        mentions: mentions.iter().filter(|mention| mention.entity == EntityId(id)).count() as u32,
        documents: 1,
        degree: 2,
        ubiquitous: false,
    });
    let pairs = [(0, 1), (0, 2), (0, 3), (3, 4), (1, 4), (2, 5), (5, 6), (3, 6)];
    let relationships = pairs.iter().zip(0..).map(|(&(source, target), id)| Relationship {
        id: RelationshipId(id),
        source: EntityId(source),
        target: EntityId(target),
        description: String::new(),
        weight: 1.0,
        text_units: vec![TextUnitId(0)],
    });
    let community = |id: u32, parent: Option<u32>, children: &[u32], members: &[u32]| Community {
        id: CommunityId(id),
        level: u32::from(parent.is_some()),
        parent: parent.map(CommunityId),
        children: children.iter().copied().map(CommunityId).collect(),
        entities: members.iter().copied().map(EntityId).collect(),
        documents: 3,
        unconnected: false,
    };
    Corpus {
        units: units.collect(),
        entities: entities.collect(),
        relationships: relationships.collect(),
        communities: vec![
            community(0, None, &[1, 2], &[0, 3, 5, 1, 2, 4, 6]),
            community(1, Some(0), &[], &[0, 3, 1, 4]),
            community(2, Some(0), &[], &[5, 2, 6]),
        ],
        documents,
        mentions,
    }
}

fn gathered(corpus: &Corpus) -> ReportGrounds<'_, '_> {
    ReportGrounds::new(Material {
        claims: &[],
        appearances: &[],
        documents: &corpus.documents,
        text_units: &corpus.units,
        entities: &corpus.entities,
        mentions: &corpus.mentions,
        relationships: &corpus.relationships,
        communities: &corpus.communities,
    })
}

async fn reports(corpus: &Corpus) -> BTreeMap<CommunityId, Report> {
    let mut reports = BTreeMap::new();
    gathered(corpus)
        .write(&ExtractiveReporter, &mut Describing::nothing(&Progress::default()), |id, judged| {
            reports.insert(id, judged.expect("the extractive reporter cannot fail").0);
        })
        .await
        .expect("nothing is described");
    reports
}

/// All that a report quotes.
fn quoted(report: &Report) -> Vec<&Evidence> {
    report.findings.iter().flat_map(|finding| &finding.evidence).collect()
}

#[tokio::test]
async fn every_statement_can_be_followed_to_its_document() {
    let corpus = corpus();
    let reports = reports(&corpus).await;
    assert_eq!(reports.len(), 3);
    for report in reports.values() {
        assert!(report.summary.contains("Sources ("), "a report begins with its gist: {report:?}");
        for finding in &report.findings {
            assert!(!finding.evidence.is_empty(), "{finding:?}");
            for evidence in &finding.evidence {
                let document = &corpus.documents[evidence.document.expect("a document").0 as usize];
                assert_eq!(evidence.window.slice(&document.text), Some(evidence.text.as_str()));
                assert!(evidence.window.contains(evidence.quote));
                assert_eq!(evidence.source().expect("a source").kind, Kind::Source);
                assert!(finding.explanation.contains(&evidence.title));
            }
        }
    }
    for finding in &reports[&CommunityId(0)].findings {
        for citation in find_citations(&finding.explanation) {
            assert!(citation.refs().any(|cited| cited.kind == Kind::Report), "{finding:?}");
        }
    }
}

#[test]
fn the_sentences_of_gists_are_found_by_document() {
    let corpus = corpus();
    let grounds = gathered(&corpus);
    for document in 0..corpus.documents.len() {
        let worth = |sentence: u32| grounds.gists.worth(document, sentence as usize);
        let said = grounds.sentences.iter().zip(0u32..).filter(|(said, _)| said.document as usize == document);
        let told: Vec<u32> = said.filter(|(said, _)| worth(said.sentence) == Some(1.0)).map(|(_, at)| at).collect();
        assert!(!told.is_empty());
        assert_eq!(grounds.in_gists.of(document), told);
    }
}

#[tokio::test]
async fn a_sentence_is_quoted_once_in_a_branch() {
    // Enough of everything that nobody has to repeat what another said.
    let texts: Vec<String> = (0..24)
        .map(|at| {
            let (place, what) = [("Marrow Bay", "cannery"), ("Tolland", "ferry")][at % 2];
            format!("In the year 19{at:02} the Harbour Board of {place} gave a licence to the {what} number {at}.")
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let corpus = corpus_of(&texts);
    let reports = reports(&corpus).await;
    let root = quoted(&reports[&CommunityId(0)]);
    assert!(!root.is_empty());
    for child in [1, 2] {
        for evidence in quoted(&reports[&CommunityId(child)]) {
            assert!(!root.iter().any(|above| above.window == evidence.window && above.document == evidence.document));
        }
    }
}

#[tokio::test]
async fn what_leans_on_its_text_is_quoted_as_far_as_it_reaches_and_nothing_is_empty() {
    const FIRST: &str = "Ines Calder bought an old kiln from two brothers of the island in 1987.";
    const LEANING: &str = "She gave it to the Harbour Board of Tolland in the same winter.";
    let all = |reports: &BTreeMap<CommunityId, Report>| -> String {
        reports.values().map(|report| format!("{}\n{:?}\n", report.summary, report.findings)).collect()
    };
    let both = all(&reports(&corpus_of(&[&format!("{FIRST} {LEANING}")])).await);
    assert!(both.contains(&format!("“{FIRST} {LEANING}” — Document 0 [")), "{both}");
    // There is nothing else that names anything: it is shown all the same.
    let alone = all(&reports(&corpus_of(&[LEANING])).await);
    assert!(alone.contains(LEANING) && !alone.contains("no sentence"), "{alone}");
}

#[tokio::test]
async fn a_report_says_who_and_what_its_leading_members_are() {
    let texts = [
        "The ferry between Marrow Bay and Tolland ran for forty years. The cannery, a brick hall at the end of Tolland, \
         paid eleven people through every winter of the war.",
        "The Harbour Board is a committee of seven people who are chosen by the fishermen of Marrow Bay every spring.",
        TEXTS[0],
        TEXTS[2],
    ];
    let corpus = corpus_of(&texts);
    let reports = reports(&corpus).await;
    let of = |id: u32| reports[&CommunityId(id)].findings.iter().find(|finding| finding.heading == "Who and what");
    let told: String = (0..3).filter_map(of).map(|finding| finding.explanation.clone()).collect();
    assert!(told.contains("is a committee of seven people"), "{told}\n{reports:?}");
    assert!(!told.contains("ran for forty years") && !told.contains("lost its licence"), "{told}");
    // It is quoted there and nowhere else.
    let all: String = reports.values().map(|report| format!("{}\n{:?}\n", report.summary, report.findings)).collect();
    assert_eq!(all.matches("“The Harbour Board is a committee of seven").count(), 1, "{all}");
}

#[tokio::test]
async fn where_only_letterheads_name_a_community_its_document_says_what_it_is_about() {
    let said = "The lamp at the end of the old quay has been dark for eleven nights, and two boats ran aground there.";
    let reports = reports(&corpus_of(&[
        &format!("7 Moss Street, Tolland\n\nDear Ada,\n\n{said}\n\nTom Reed\n\n7 Moss Street, Tolland\n"),
        "The ferry company had lost its licence to the Harbour Board of Marrow Bay in the autumn.",
    ]))
    .await;
    let told: Vec<String> = reports.values().map(|report| report.summary.clone()).collect();
    assert!(told.iter().all(|summary| !summary.starts_with("“7 Moss Street")), "{told:?}");
    assert!(told.iter().any(|summary| summary.contains("dark for eleven nights")), "{told:?}");
}

#[tokio::test]
async fn speakers_are_named() {
    let reports = reports(&corpus()).await;
    let all: String = reports.values().map(|report| format!("{}\n{:?}\n", report.summary, report.findings)).collect();
    let told = "“The cannery in Tolland paid eleven people through every winter.” — Ines Calder, in Document 1 [";
    assert!(all.contains(told), "{all}");
}

#[tokio::test]
async fn documents_and_communities_have_gists_and_the_corpus_an_overview() {
    let corpus = corpus();
    let gathered = gathered(&corpus);
    let reports: Vec<Report> = reports(&corpus).await.into_values().collect();
    let overview = gathered.overview(&reports);
    let gists: BTreeMap<String, Vec<Evidence>> =
        gathered.into_gists().all().map(|(of, gist)| (format!("{} {}", of.kind.name(), of.id), gist)).collect();
    assert!(corpus.documents.iter().all(|d| gists.contains_key(&format!("document {}", d.document.id))), "{gists:?}");
    assert!(gists.contains_key("report 0"), "{gists:?}");
    assert!(!overview.gist.is_empty() && overview.subjects.len() == 1);
    assert!(overview.subjects[0].line.is_some());
    assert_eq!(overview.organisations[0].name, corpus.entities[3].name);
    assert!(!overview.questions.is_empty());
}

#[tokio::test]
async fn an_overview_tells_what_most_documents_tell_and_not_who_met() {
    let told = "The ferry company lost its licence to the Harbour Board in the winter of 1987, and the cannery closed.";
    let texts = [
        "At eight Ines, Tom and I met the Harbour Board at the cannery in Tolland. We spoke of the ferry and of moss.",
        told,
        "Since the licence was lost in the winter the ferry company owes the Harbour Board money, you told us.",
        "The cannery closed when the ferry company lost its licence in 1987, and nobody told me.",
    ];
    let corpus = corpus_of(&texts);
    let reports: Vec<Report> = reports(&corpus).await.into_values().collect();
    let overview = gathered(&corpus).overview(&reports);
    assert_eq!(overview.gist.first().map(Evidence::quoted), Some(told), "{:?}", overview.gist);
}

#[tokio::test]
async fn what_became_of_a_thing_is_asked_where_it_is_told() {
    let texts = [
        "The ferry between Marrow Bay and Tolland was found abandoned in the winter. Nobody knows where the licence is.",
        "The ferry was destroyed in a storm, says the Harbour Board. Moss grows on the cannery, and moss on the slope.",
        "The cannery in Tolland paid eleven people. The licence hangs in the cannery.",
    ];
    let corpus = corpus_of(&texts);
    let reports: Vec<Report> = reports(&corpus).await.into_values().collect();
    let questions = gathered(&corpus).overview(&reports).questions;
    assert_eq!(questions[..2], ["What are these documents about?", "What happened to the ferry?"], "{questions:?}");
    assert!(questions.contains(&"What is said about the cannery?".to_owned()), "{questions:?}");
}

#[tokio::test]
async fn titles_differ_and_ratings_spread() {
    let reports = reports(&corpus()).await;
    let titles: BTreeSet<&str> = reports.values().map(|report| report.title.as_str()).collect();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert!(titles.iter().all(|title| title.chars().count() <= 60));
    let ratings: Vec<f32> = reports.values().map(|report| report.rating).collect();
    assert_eq!(ratings, [5.5, 7.8, 3.3]);
    assert!(reports[&CommunityId(1)].rating_reason.starts_with("Ranked 1 of 2 on its level"));
}

#[tokio::test]
async fn the_same_corpus_gives_the_same_reports() {
    assert_eq!(reports(&corpus()).await, reports(&corpus()).await);
}

#[tokio::test]
async fn an_empty_corpus_gives_no_reports() {
    let corpus = Corpus {
        documents: Vec::new(),
        units: Vec::new(),
        entities: Vec::new(),
        mentions: Vec::new(),
        relationships: Vec::new(),
        communities: Vec::new(),
    };
    assert!(reports(&corpus).await.is_empty());
}

/// An extractor whose descriptions come when they are let go, and a reporter that tells what it was given.
struct Held {
    let_go: Notify,
    reports: Mutex<Vec<ReportContext>>,
}

impl Extractor for Held {
    fn name(&self) -> &str {
        "held"
    }

    fn concurrency(&self) -> usize {
        4
    }

    fn extract<'a>(&'a self, _: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        Box::pin(async { Ok(Extraction::default()) })
    }

    fn describe<'a>(&'a self, described: &'a Described<'a>) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async move {
            self.let_go.notified().await;
            self.let_go.notify_one();
            Ok((format!("{} in one.", described.notes.len()), Usage::default()))
        })
    }
}

impl Reporter for Held {
    fn name(&self) -> &str {
        "held"
    }

    fn concurrency(&self) -> usize {
        4
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>> {
        self.reports.lock().expect("a list").push(context.clone());
        // What waits for no description is written while there is none.
        self.let_go.notify_one();
        ExtractiveReporter.report(context)
    }
}

#[tokio::test]
async fn a_report_waits_for_the_descriptions_of_what_it_is_about_and_for_no_other() {
    let corpus = corpus();
    let several = |element: Element| Several {
        element,
        subject: "it".to_owned(),
        notes: vec!["one".to_owned(), "other".to_owned()],
        sources: vec![TextUnitId(0)],
    };
    // An entity of the first sub-community, and a relationship between the two.
    let several = vec![several(Element::Relationship(1)), several(Element::Entity(0))];
    let held = Arc::new(Held { let_go: Notify::new(), reports: Mutex::default() });
    let merged =
        Merged { entities: corpus.entities.clone(), relationships: corpus.relationships.clone(), ..Merged::default() };
    let progress = Progress::default();
    let runtime = tokio::runtime::Handle::current();
    let mut describing = Describing::begin(several, &merged, &corpus.communities, held.clone(), &runtime, &progress);
    let writing = gathered(&corpus);
    let writing = writing.write(&*held, &mut describing, |_, judged| drop(judged.expect("a report")));
    tokio::time::timeout(Duration::from_secs(60), writing).await.expect("no deadlock").expect("described");
    let reports = held.reports.lock().expect("a list");
    let order: Vec<u32> = reports.iter().map(|context| context.community.as_ref().expect("a community").id.0).collect();
    assert_eq!(order, [2, 1, 0], "the one without anything to describe first, the root last");
    let described = "2 in one [Data: Sources (0)].";
    assert_eq!(reports[1].entities.iter().find(|entity| entity.id.0 == 0).expect("it").description, described);
    assert_eq!(reports[2].relationships.iter().find(|tie| tie.id.0 == 1).expect("it").description, described);
    assert_eq!(progress.stage(Stage::Describe).done.load(Ordering::Relaxed), 2);
    let whole = describing.end().applied(Arc::new(merged));
    assert_eq!((&*whole.entities[0].description, &*whole.relationships[1].description), (described, described));
}
