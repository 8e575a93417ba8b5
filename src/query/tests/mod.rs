//! Engines over a small index: what each gathers and answers, and that a new engine is one file and one line.

mod broad;
mod calls;
mod counting;
mod dated;
mod drift;
mod going_on;
mod kinds;
mod lazy;
mod matters;
mod meant;
mod news;
mod revisions;
mod scoped;
mod standing;

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use super::engines::{answer_from, basic};
use super::*;
use crate::config::Settings;
use crate::index::{Plan, build};
use crate::model::{CommunityId, DocumentId, Evidence, Grounding, Kind, Progress, Ref, Span};

/// An index of files.
fn indexed(files: impl IntoIterator<Item = (String, String)>) -> (tempfile::TempDir, Session) {
    indexed_by(files, Settings::default())
}

/// An index of files by these settings.
fn indexed_by(files: impl IntoIterator<Item = (String, String)>, settings: Settings) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let index = folder.path().join("harbour.gleaner");
    let plan = Plan {
        roots: vec![folder.path().canonicalize().expect("a path")],
        index: index.clone(),
        name: "harbour".to_owned(),
        settings,
        afresh: false,
    };
    build(&plan, &Progress::default()).expect("an index");
    let session = Session::extractive(Arc::new(Reader::open(&index).expect("an index")));
    (folder, session)
}

/// Four matters of an invented harbour, several documents each.
fn fixture() -> (tempfile::TempDir, Session) {
    let matters = [
        ("ferry", "Orsk Ferries", "The ferry Halcyon of Orsk Ferries crosses to Marrow Bay twice a day."),
        ("sluice", "Sluice Board", "The Sluice Board closed the tide gate after Ilse Brandt warned of the flood."),
        ("kiln", "Tarn Pottery", "Tarn Pottery fires its kiln with driftwood from Cold Fell."),
        ("choir", "Harbour Choir", "The Harbour Choir sings in the old cannery, led by Tom Arden."),
    ];
    let mut files = Vec::new();
    for (name, body, sentence) in matters {
        for number in 1..=4 {
            let mut text = format!("# {body}, report {number}\n\n{sentence}\n\n");
            for more in 1..=6 {
                let _ = writeln!(
                    text,
                    "In the year {} {body} spent {more}{number} crowns on repairs of the {name}.\n",
                    1900 + more * number
                );
            }
            files.push((format!("{name} {number}.md"), text));
        }
    }
    indexed(files)
}

fn asked(question: &str, mode: Mode) -> Ask {
    Ask { question: Question { text: question.to_owned(), ..Question::default() }, mode, ..Ask::default() }
}

fn answered(session: &Session, ask_of: &Ask) -> Answer {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(ask(session, ask_of, &mut |_| {})).expect("an answer")
}

/// The engines that need nothing that is built only when it is asked for.
fn ready(session: &Session) -> Vec<&'static dyn Engine> {
    let is_ready = |engine: &&&'static dyn Engine| {
        let ask = asked("What was spent on the kiln?", engine.mode());
        !matches!(gather(session, &ask, &mut |_| {}), Err(QueryError::NotBuilt { .. }))
    };
    engines().iter().filter(is_ready).copied().collect()
}

#[test]
fn every_engine_answers_with_grounded_evidence_and_says_where_to_go_on() {
    let (_folder, session) = fixture();
    for engine in ready(&session).into_iter().filter(|engine| engine.name() != "count") {
        let answer = answered(&session, &asked("Who warned the Sluice Board of the flood?", engine.mode()));
        // Reports hold what is central to them, and points are made record by record; passages hold what is asked for.
        let from_reports = matches!(engine.name(), "global" | "drift" | "source");
        let told = answer.evidence.iter().any(|one| one.text.contains("Ilse Brandt"));
        assert!(told || from_reports && !answer.evidence.is_empty(), "{}: {}", engine.name(), answer.text);
        assert!(answer.citations.iter().all(|cited| cited.grounding == Grounding::Grounded), "{}", engine.name());
        assert!(answer.drill.iter().any(|drill| drill.record.kind == Kind::Entity), "{}", engine.name());
    }
    let counted = answered(&session, &asked("Which documents mention Tarn Pottery?", Mode::AUTO));
    assert!(counted.text.starts_with("4 of 16 documents name Tarn Pottery"), "{}", counted.text);
}

#[test]
fn one_goes_on_to_what_an_answer_cites_in_the_order_of_its_citations() {
    let (_folder, session) = fixture();
    let answer = answered(&session, &asked("What are the main themes?", Mode::GLOBAL));
    let reports = |records: Vec<Ref>| -> Vec<Ref> {
        let mut seen = Vec::new();
        records.into_iter().filter(|record| record.kind == Kind::Report).for_each(|record| {
            if !seen.contains(&record) {
                seen.push(record);
            }
        });
        seen
    };
    let cited = reports(answer.citations.iter().map(|cited| cited.record.record()).collect());
    let offered = reports(answer.drill.iter().map(|drill| drill.record).collect());
    assert!(!cited.is_empty() && cited.iter().all(|record| offered.contains(record)), "{cited:?} {offered:?}");
    assert_eq!(offered.first(), cited.first());
}

#[test]
fn inside_a_community_one_goes_on_to_what_lies_below_it() {
    let (_folder, session) = fixture();
    let question = "Who warned the Sluice Board of the flood?";
    let whole = answered(&session, &asked(question, Mode::BASIC));
    let communities = |answer: &Answer| -> Vec<CommunityId> {
        let reports = answer.drill.iter().filter(|drill| drill.record.kind == Kind::Report);
        reports.map(|drill| CommunityId(drill.record.id)).collect()
    };
    let offered = communities(&whole);
    let deepest = offered.iter().max_by_key(|one| session.reader.community_path(**one).expect("a path").len());
    let path = session.reader.community_path(*deepest.expect("a community")).expect("a path");
    for &inside in &path {
        let scope = Scope { communities: vec![inside], ..Scope::default() };
        let within = drill(&session.reader, &whole, &scope).expect("places");
        for drill in within.iter().filter(|drill| drill.record.kind == Kind::Report) {
            let above = session.reader.community_path(CommunityId(drill.record.id)).expect("a path");
            assert!(above.contains(&inside) && above.last() != Some(&inside), "{} inside {inside:?}", drill.record);
        }
    }
    let root = Scope { communities: vec![path[0]], ..Scope::default() };
    assert_eq!(
        communities(&Answer { drill: drill(&session.reader, &whole, &root).expect("places"), ..whole }).is_empty(),
        path.len() == 1
    );
}

#[test]
fn what_whoever_asks_has_before_them_is_told_apart_from_what_is_new() {
    let (_folder, session) = fixture();
    for engine in ["basic", "local", "lazy"] {
        let of_all = asked("How much was spent on repairs of the sluice?", Mode::named(engine));
        let first = answered(&session, &of_all);
        let shown = |evidence: &Evidence| Some((evidence.document?, evidence.window));
        let again = |said: &[(DocumentId, Span)]| {
            let question = Question { said: said.to_vec(), ..of_all.question.clone() };
            answered(&session, &Ask { question, ..of_all.clone() })
        };
        // Each of these sentences stands once in the corpus.
        let one = first.evidence.iter().find(|evidence| evidence.text.contains("crowns")).expect("a passage");
        let mut said: Vec<_> = shown(one).into_iter().collect();
        let mut answer = again(&said);
        // Where it answers best it is told before what the part says besides, else behind that.
        let leads = answer.text.starts_with("Said already, and found here:\n\n- “");
        let behind = answer.text.contains("quoted before stand") && answer.text.contains("here, too [Data: Sources (");
        assert!(leads || behind, "{engine}: {}", answer.text);
        assert_eq!(answer.text.matches(one.quoted().trim()).count(), usize::from(leads), "{engine}: {}", answer.text);
        assert!(answer.citations.iter().all(|cited| cited.grounding == Grounding::Grounded), "{engine}");
        // Until there is nothing else; what describes an entity stands in no document, and is told again.
        for _ in 0..if engine == "basic" { 60 } else { 0 } {
            said.extend(answer.evidence.iter().filter_map(shown));
            answer = again(&said);
            if answer.text.starts_with("Nothing more") {
                break;
            }
        }
        let ends = answer.text.starts_with("Nothing more is said of it here than was said already:\n\n- “");
        assert!(ends || engine != "basic", "{}", answer.text);
    }
}

#[test]
fn what_is_quoted_stands_in_its_document() {
    let (_folder, session) = fixture();
    let answer = answered(&session, &asked("What does Orsk Ferries do?", Mode::BASIC));
    assert!(!answer.evidence.is_empty());
    for evidence in &answer.evidence {
        let (_, text) = session.reader.text(evidence.document.expect("a document"), evidence.window).expect("its text");
        assert_eq!(text, evidence.text);
        assert!(evidence.window.contains(evidence.quote));
    }
}

#[test]
fn the_same_question_has_the_same_answer_and_trace() {
    let (_folder, session) = fixture();
    for engine in ready(&session) {
        let ask = asked("What was spent on the kiln?", engine.mode());
        let (one, other) = (answered(&session, &ask), answered(&session, &ask));
        assert_eq!(one.text, other.text, "{}", engine.name());
        assert_eq!(one.trace, other.trace, "{}", engine.name());
    }
}

#[test]
fn what_is_asked_wrongly_is_said() {
    let (_folder, session) = fixture();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let fails = |ask_of: Ask| runtime.block_on(ask(&session, &ask_of, &mut |_| {})).expect_err("an error");
    for empty in [" ", "?!…,;", "🐟", "\u{200b}"] {
        assert!(matches!(fails(asked(empty, Mode::AUTO)), QueryError::Empty), "{empty:?}");
    }
    assert!(matches!(fails(asked("Why?", Mode::named("oracle"))), QueryError::NoEngine(_)));
    let deep = Ask { level: Some(99), ..asked("What of the kiln?", Mode::GLOBAL) };
    assert!(matches!(fails(deep), QueryError::NoLevel { level: 99, .. }));
    let unknown = answered(&session, &asked("What about zeppelins?", Mode::AUTO));
    assert!(unknown.text.contains("No document uses the word “zeppelins”"), "{}", unknown.text);
}

#[test]
fn drift_keeps_the_tree_of_what_it_asked() {
    let (_folder, session) = fixture();
    let answer = answered(&session, &asked("Who warned the Sluice Board of the flood?", Mode::named("drift")));
    let nodes: Vec<(u32, Option<u32>, &str)> = answer
        .trace
        .iter()
        .filter_map(|step| match step {
            TraceStep::Asked { number, under, question, .. } => Some((*number, *under, question.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(nodes.first(), Some(&(0, None, "Who warned the Sluice Board of the flood?")));
    assert!(nodes.len() > 1, "{nodes:?}");
    for (at, (number, under, question)) in nodes.iter().enumerate() {
        assert_eq!(*number as usize, at);
        assert!(at == 0 || under.is_some_and(|under| under < *number), "{question}");
        assert!(!nodes[..at].iter().any(|(_, _, known)| known == question), "{question} is asked twice");
    }
    let kept: Answer = serde_json::from_str(&serde_json::to_string(&answer).expect("JSON")).expect("an answer");
    assert_eq!(kept.trace, answer.trace);
}

/// Answers with the first passage, whatever is asked.
struct Toy;

impl Engine for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn about(&self) -> &'static str {
        "the first passage"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        let records = basic::found(task, 1, writing)?;
        Ok(Gathered { records, ..Gathered::default() })
    }
}

#[test]
fn a_new_engine_is_one_file_and_one_line() {
    let (_folder, session) = fixture();
    let ask = asked("Who sings in the old cannery with the Harbour Choir?", Toy.mode());
    let task = Task::new(&session, &ask).expect("a task");
    let mut events = |_| {};
    let mut writing = Writing::new("extractive", &mut events);
    let gathered = Toy.gather(&task, &mut writing).expect("a passage");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(answer_from(&task, gathered, &mut writing)).expect("an answer");
    let answer = writing.finish(&session.reader, &Scope::default()).expect("an answer");
    assert!(answer.text.contains("Tom Arden"), "{}", answer.text);
}

#[test]
fn every_engine_says_what_something_is_about() {
    let (_folder, session) = fixture();
    let document = session.reader.document_ids(crate::store::DocumentOrder::Reading).expect("documents")[0];
    for engine in ready(&session) {
        let mut ask = asked("What is this about?", engine.mode());
        ask.scope.documents = vec![document];
        let answer = answered(&session, &ask);
        assert!(!answer.evidence.is_empty(), "{}: {}", engine.name(), answer.text);
    }
}

#[test]
fn where_a_part_does_not_tell_it_is_counted_what_lies_elsewhere() {
    let (_folder, session) = fixture();
    let ids = session.reader.document_ids(crate::store::DocumentOrder::Reading).expect("documents");
    let documents = session.reader.documents(&ids).expect("documents");
    let of = |name: &str| -> Vec<DocumentId> {
        let called = documents.iter().filter(|document| document.path.contains(name));
        called.map(|document| document.id).collect()
    };
    let elsewhere = |question: &str, documents: Vec<DocumentId>| {
        let mut ask = asked(question, Mode::BASIC);
        ask.scope.documents = documents;
        answered(&session, &ask).elsewhere
    };
    let question = "Who sings in the old cannery?";
    assert_eq!(elsewhere(question, of("kiln")), 4);
    assert_eq!(elsewhere(question, of("choir")), 0, "the part tells it");
    assert_eq!(elsewhere(question, Vec::new()), 0, "there is nothing else than everything");
    assert_eq!(elsewhere("Who crowned the bishop of Tarvik?", of("kiln")), 0, "nothing speaks of it");
}

#[test]
fn a_question_that_goes_on_from_one_for_somebody_s_words_asks_for_its_own() {
    let said_by = vec!["Ada Voss".to_owned()];
    let first =
        Question { text: "Why was the gate open, according to Voss?".to_owned(), said_by, ..Question::default() };
    assert_eq!(first.asks(), "Why was the gate open ?");
    for (text, asks) in [
        ("Why was the gate open, according to Voss: key?", "Why was the gate open : key?"),
        ("Who had the key?", "Who had the key?"),
    ] {
        assert_eq!(Question { text: text.to_owned(), ..first.clone() }.asks(), asks);
    }
}

#[test]
fn of_whom_it_is_asked_only_their_own_words_are_quoted() {
    let inquiry = (1..=3).map(|day| {
        let text = format!(
            "ADA VOSS: The gate of the upper sluice was left open on day {day} because the keeper had no key.\n\n\
             TOM REED: The gate was left open on day {day} by somebody of the board, who wanted the water low.\n\n\
             ADA VOSS: Nobody of the board was there, and the keeper had asked for a key in March.\n\n\
             TOM REED: The board had a key of its own, and the water was low before the gate was open.\n"
        );
        (format!("inquiry {day}.txt"), text)
    });
    let (_folder, session) = indexed(inquiry);
    for question in ["Why was the gate left open, according to Voss?", "What does Ada Voss say about the gate?"] {
        for mode in [Mode::AUTO, Mode::BASIC, Mode::LOCAL] {
            let answer = answered(&session, &asked(question, mode));
            let speakers: Vec<&str> =
                answer.evidence.iter().filter_map(|evidence| evidence.speaker.as_deref()).collect();
            assert!(!speakers.is_empty(), "{question}: {}", answer.text);
            assert!(speakers.iter().all(|who| who.starts_with("Ada Voss")), "{question}: {speakers:?}");
        }
    }
    // Nobody of that name speaks: the question stays as it is.
    let answer = answered(&session, &asked("Why was the gate left open, according to the Sluice Board?", Mode::BASIC));
    assert!(
        answer.evidence.iter().any(|evidence| evidence.speaker.as_deref().is_some_and(|who| who.starts_with("Tom")))
    );
}

#[test]
fn a_part_that_holds_nothing_is_told_and_not_answered_from() {
    let (_folder, session) = fixture();
    let empty = [
        Scope { speakers: vec!["Nobody Atall".to_owned()], ..Scope::default() },
        Scope { until: Some("1850".to_owned()), ..Scope::default() },
        Scope { formats: vec!["pdf".to_owned()], ..Scope::default() },
    ];
    for scope in empty {
        for engine in engines() {
            let ask_of = Ask { scope: scope.clone(), ..asked("What was spent on the kiln?", engine.mode()) };
            let gathered = gather(&session, &ask_of, &mut |_| {});
            assert!(matches!(gathered, Err(QueryError::NothingInScope)), "{}: {gathered:?}", engine.name());
        }
    }
}

#[test]
fn what_drift_asks_on_the_way_reads_as_questions() {
    let (_folder, session) = fixture();
    let answer = answered(&session, &asked("Who warned the Sluice Board of the flood?", Mode::named("drift")));
    let asked_on = answer.trace.iter().filter_map(|step| match step {
        TraceStep::Asked { question, under: Some(_), .. } => Some(question.as_str()),
        _ => None,
    });
    let asked_on: Vec<&str> = asked_on.collect();
    let reads = |question: &&&str| question.starts_with("What ") && question.ends_with('?') && !question.contains(": ");
    assert!(!asked_on.is_empty() && asked_on.iter().all(|question| reads(&question)), "{asked_on:?}");
    assert!(answer.text.contains("Ilse Brandt"), "{}", answer.text);
    // Nothing is quoted twice.
    for (at, one) in answer.evidence.iter().enumerate() {
        assert!(answer.evidence[..at].iter().all(|before| !before.text.contains(&one.text)), "{}", answer.text);
    }
}
