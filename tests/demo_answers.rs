//! The demo corpus, indexed and asked: what `assets/demo-links.toml` says is planted comes out. One index is built and
//! every test asks it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gleaner::config::Settings;
use gleaner::index::{Plan, build};
use gleaner::judgement::Question;
use gleaner::judgement::quotation::quotables;
use gleaner::model::{
    Answer, CommunityId, DocumentId, Grounding, Kind, Mode, Progress, Scope, TextUnitId, find_citations,
};
use gleaner::query::{Ask, Session, ask};
use gleaner::store::{DocumentOrder, Reader, RecordBody};
use gleaner::text::display::inline::unmarked;
use serde::Deserialize;

#[derive(Deserialize)]
struct Links {
    contradiction: Vec<Contradiction>,
    question: Vec<Planned>,
}

#[derive(Deserialize)]
struct Contradiction {
    id: String,
    question: String,
    /// One side of it is known not to be found.
    #[serde(default)]
    known_gap: bool,
    side: Vec<Side>,
}

#[derive(Deserialize)]
struct Side {
    claim: String,
    file: String,
    also: Vec<String>,
}

#[derive(Deserialize)]
struct Planned {
    text: String,
    mode: String,
    documents: Vec<String>,
    /// It is known to be answered from elsewhere.
    #[serde(default)]
    known_gap: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo")
}

fn links() -> Links {
    let text = fs::read_to_string(root().with_file_name("demo-links.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

/// The demo's index, built once for all tests of this program.
fn session() -> Session {
    static INDEX: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, index) = INDEX.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("demo.gleaner");
        let plan = Plan {
            roots: vec![root().canonicalize().unwrap()],
            index: index.clone(),
            name: "demo".to_owned(),
            settings: Settings::default(),
            afresh: false,
        };
        build(&plan, &Progress::default()).unwrap();
        (folder, index)
    });
    Session::extractive(Arc::new(Reader::open(index).unwrap()))
}

fn answer(question: &str, mode: Mode, scope: Scope) -> Answer {
    let session = session();
    let question = Question { text: question.to_owned(), ..Question::default() };
    let asked = Ask { question, mode, scope, ..Ask::default() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(ask(&session, &asked, &mut |_| {})).unwrap()
}

/// Paths of the documents that an answer quotes.
fn quoted(answer: &Answer) -> BTreeSet<String> {
    let session = session();
    let sources = answer.citations.iter().filter(|cited| cited.record.kind == Kind::Source);
    sources
        .map(|cited| {
            let unit = session.reader.text_unit(TextUnitId(cited.record.id)).unwrap();
            session.reader.document(unit.document).unwrap().path
        })
        .collect()
}

#[test]
fn both_sides_of_a_contradiction_are_in_one_answer() {
    let mut missing = Vec::new();
    for planted in links().contradiction {
        let modes = [Mode::AUTO, Mode::LOCAL, Mode::named("source"), Mode::named("drift")];
        let found = modes.map(|mode| quoted(&answer(&planted.question, mode, Scope::default())));
        let has = |side: &Side, paths: &BTreeSet<String>| {
            std::iter::once(&side.file).chain(&side.also).any(|file| paths.contains(file))
        };
        // One of the engines must put both before the reader.
        let is_missing = !found.iter().any(|paths| planted.side.iter().all(|side| has(side, paths)));
        if is_missing != planted.known_gap {
            let lost: Vec<&str> =
                planted.side.iter().filter(|side| !has(side, &found[1])).map(|side| side.claim.as_str()).collect();
            missing.push(format!("{} (known: {}): {lost:?}", planted.id, planted.known_gap));
        }
    }
    assert!(missing.is_empty(), "one-sided answers, or a known gap that is closed:\n{}", missing.join("\n"));
}

#[test]
fn of_what_somebody_never_speaks_of_the_nearest_of_their_own_words_are_shown() {
    let answer = answer("What does Joan Whitlaw say about the lantern?", Mode::AUTO, Scope::default());
    assert!(answer.text.contains("Nearest to this") && !answer.evidence.is_empty(), "{}", answer.text);
    let hers = |speaker: &Option<String>| speaker.as_ref().is_some_and(|who| who.starts_with("Joan Whitlaw"));
    assert!(answer.evidence.iter().all(|evidence| hers(&evidence.speaker)), "{}", answer.text);
}

#[test]
fn planted_questions_are_answered_from_the_documents_that_know() {
    let questions = links().question;
    let mut missed = Vec::new();
    for planted in questions.iter().filter(|planted| !planted.documents.is_empty()) {
        let mode = Mode::named(&planted.mode);
        let paths = quoted(&answer(&planted.text, mode, Scope::default()));
        let is_missed = !planted.documents.iter().any(|document| paths.contains(document));
        if is_missed != planted.known_gap {
            missed.push(format!("{} (known: {})", planted.text, planted.known_gap));
        }
    }
    // Quoting reaches what shares words with the question or is named on the way.
    assert!(missed.is_empty(), "answered from elsewhere, or a known gap that is closed:\n{}", missed.join("\n"));
}

#[test]
fn every_citation_is_grounded_and_every_bullet_cites() {
    for (question, mode) in [
        ("What are the main themes?", Mode::GLOBAL),
        ("What killed the char at Low Bield Hatchery?", Mode::GLOBAL),
        ("When was the scour valve opened?", Mode::LOCAL),
        ("Who is Neville Strake?", Mode::BASIC),
    ] {
        let answer = answer(question, mode, Scope::default());
        assert!(!answer.citations.is_empty(), "{question}: {}", answer.text);
        for cited in &answer.citations {
            assert_eq!(cited.grounding, Grounding::Grounded, "{question}: {cited:?}");
        }
        for bullet in answer.text.split("\n- ").skip(1) {
            assert!(!find_citations(bullet).is_empty(), "{question}: {bullet}");
        }
    }
}

#[test]
fn quotations_stand_in_their_source_word_for_word() {
    let session = session();
    let mut checked = 0;
    for (question, mode) in [
        ("What are the main themes?", Mode::GLOBAL),
        ("What do they say about cement?", Mode::GLOBAL),
        ("When was the scour valve opened?", Mode::LOCAL),
    ] {
        for quotable in quotables(&answer(question, mode, Scope::default()).text) {
            let sources: Vec<_> = quotable.cites.iter().filter(|cite| cite.kind == Kind::Source).collect();
            let found = sources.iter().any(|cite| {
                let unit = session.reader.text_unit(TextUnitId(cite.id)).unwrap();
                let text = session.reader.unit_text(&unit).unwrap();
                // A reply stands behind what was asked.
                let reply = quotable.text.strip_prefix("Asked “").and_then(|asked| asked.split_once("”: “"));
                let quoted =
                    reply.map_or(quotable.text.as_str(), |(_, said)| said.split("” — ").next().unwrap_or(said));
                folded(&text).contains(&folded(quoted.trim_matches(['…', ' '])))
            });
            assert!(found || sources.is_empty(), "{quotable:?}");
            checked += usize::from(found);
        }
    }
    assert!(checked > 15, "only {checked} quotations were checked");
}

/// Line breaks of the file are spaces in an answer, and its markup is left out.
fn folded(text: &str) -> String {
    let words: Vec<_> = text.lines().map(unmarked).collect();
    words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn one_walks_from_a_root_report_to_a_sentence_in_a_file_by_citations_alone() {
    let session = session();
    let reader = &session.reader;
    let roots = reader.communities_at(0).unwrap();
    let parent = roots.iter().map(|&id| reader.community(id).unwrap()).find(|root| !root.children.is_empty()).unwrap();
    let report = reader.report(parent.id).unwrap();
    let text = report.findings.iter().map(|finding| finding.explanation.as_str()).collect::<Vec<_>>().join("\n");
    let cited: Vec<_> = find_citations(&text).iter().flat_map(|mark| mark.refs().collect::<Vec<_>>()).collect();
    let child = cited.iter().find(|record| record.kind == Kind::Report).expect("a parent cites its children's reports");
    let child = reader.report(CommunityId(child.id)).unwrap();
    let text: String = child.findings.iter().map(|finding| finding.explanation.as_str()).collect();
    let source = find_citations(&text)
        .iter()
        .flat_map(|mark| mark.refs().collect::<Vec<_>>())
        .find(|record| record.kind == Kind::Source)
        .expect("a finding cites a source");
    let record = reader.record(source).unwrap();
    let RecordBody::Source { unit, .. } = record.body else { panic!("{source} is no source") };
    let document = reader.document(unit.document).unwrap();
    assert!(unit.span.end <= document.text_len);
    let bytes = fs::read(root().join(&document.path)).unwrap();
    let places = reader.provenance(&record.places).unwrap();
    let place = places.first().expect("a source knows its place");
    assert!(place.end <= bytes.len() && place.start < place.end, "{place:?}");
}

#[test]
fn a_scope_keeps_to_its_part() {
    let session = session();
    let ids: Vec<DocumentId> = session.reader.documents_under("press").unwrap();
    assert!(ids.len() > 3);
    let scope = Scope { folders: vec!["press".to_owned()], ..Scope::default() };
    let answer = answer("What is said about the hatchery?", Mode::BASIC, scope);
    let paths = quoted(&answer);
    assert!(!paths.is_empty());
    assert!(paths.iter().all(|path| path.starts_with("press/")), "{paths:?}");
}

#[test]
fn drilling_down_asks_inside_the_community() {
    let session = session();
    let root = session.reader.communities_at(0).unwrap()[0];
    let inside: BTreeSet<u32> = session.reader.members(root).unwrap().iter().map(|entity| entity.0).collect();
    let scope = Scope { communities: vec![root], ..Scope::default() };
    let answer = answer("What are the main themes?", Mode::GLOBAL, scope);
    for cited in answer.citations.iter().filter(|cited| cited.record.kind == Kind::Report) {
        let members = session.reader.members(CommunityId(cited.record.id)).unwrap();
        assert!(members.iter().all(|member| inside.contains(&member.0)), "{cited:?} is outside community {root}");
    }
    // Its themes are what lies below it, each under its own title.
    let children = session.reader.community_children(Some(root)).unwrap();
    let below: BTreeSet<u32> = children.iter().map(|row| row.id.0).collect();
    let of_reports = answer.citations.iter().filter(|cited| cited.record.kind == Kind::Report);
    let told: BTreeSet<u32> = of_reports.map(|cited| cited.record.id).collect();
    assert!(below.len() > 1);
    assert_eq!(told, below, "{}", answer.text);
}

#[test]
fn what_the_corpus_does_not_know_is_said() {
    let answer = answer("What do they say about zeppelins?", Mode::AUTO, Scope::default());
    assert!(answer.text.contains("Nothing"), "{}", answer.text);
    assert!(answer.citations.is_empty());
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let first = answer("What do they say about cement?", Mode::GLOBAL, Scope::default());
    let second = answer("What do they say about cement?", Mode::GLOBAL, Scope::default());
    assert_eq!(first.text, second.text);
}

#[test]
fn what_is_asked_of_a_part_is_answered_from_it() {
    let press = Scope { folders: vec!["press".to_owned()], ..Scope::default() };
    for (question, mode) in [
        ("Who is Desmond Quill?", Mode::LOCAL),
        ("What do they say about the reservoir?", Mode::GLOBAL),
        ("What is said about the char?", Mode::GLOBAL),
    ] {
        let told = answer(question, mode, press.clone());
        let from = quoted(&told);
        assert!(!from.is_empty(), "{question} {}", told.text);
        assert!(from.iter().all(|path| path.starts_with("press/")), "{question} {from:?}");
    }
    let statement = "interviews/Inquiry interim statement 28 June 2019.txt";
    let session = session();
    let mut documents = session.reader.document_ids(DocumentOrder::default()).unwrap().into_iter();
    let id = documents.find(|id| session.reader.document(*id).unwrap().path == statement).unwrap();
    let one = Scope { documents: vec![id], ..Scope::default() };
    let told = answer("Who gave evidence?", Mode::GLOBAL, one);
    assert_eq!(quoted(&told), BTreeSet::from([statement.to_owned()]), "{}", told.text);
}

#[test]
fn what_no_report_holds_is_looked_for_in_the_passages() {
    for question in ["Who is Nora Varley?", "Where does Wren Sarratt live?"] {
        let told = answer(question, Mode::AUTO, Scope::default());
        assert!(!quoted(&told).is_empty(), "{question} {}", told.text);
        assert!(!told.text.contains("Nothing in the reports"), "{}", told.text);
    }
}

/// Every one of these passages of the demo is in the answers, global and local.
fn assert_told(question: &str, told: &[&str]) {
    for mode in [Mode::AUTO, Mode::LOCAL] {
        let text = folded(&answer(question, mode, Scope::default()).text);
        for part in told {
            assert!(text.contains(part), "{question} ({}) {part}: {text}", mode.name());
        }
    }
}

#[test]
fn two_questions_in_one_are_answered_by_themselves() {
    let question = "Who wanted the lake lowered, and who warned against it?";
    for mode in [Mode::AUTO, Mode::LOCAL] {
        let text = answer(question, mode, Scope::default()).text;
        assert!(text.contains("## Who wanted the lake lowered?") && text.matches("## Who ").count() == 2, "{text}");
    }
}

#[test]
fn who_somebody_is_comes_before_what_is_told_of_him() {
    for (question, told) in [
        ("Who is Desmond Quill?", "Finance Director"),
        ("Who is Nora Varley?", "Nora Varley, only daughter of the late Captain R. Varley"),
        ("Who is Olwen Tarrick?", "internal auditor"),
        ("Who is Imre Kovalik?", "reservoir safety engineer"),
    ] {
        assert_told(question, &[told]);
        let text = folded(&answer(question, Mode::AUTO, Scope::default()).text);
        assert!(text.find(told).is_some_and(|at| at < 400), "{question}: {text}");
    }
}

#[test]
fn what_is_listed_as_naming_something_names_it() {
    let text = answer("Which documents mention Cold Fell?", Mode::AUTO, Scope::default()).text;
    assert!(text.contains("over Cold Fell") && !text.contains("a small stream on the fell"), "{text}");
}

#[test]
fn whoever_speaks_of_somebody_has_to_do_with_him() {
    let question = "What does Joan Whitlaw have to do with Desmond Quill?";
    let text = folded(&answer(question, Mode::LOCAL, Scope::default()).text);
    assert!(!text.starts_with("No sentence that was found names both"), "{text}");
}

#[test]
fn who_talks_about_something_is_counted_by_passages() {
    for question in ["Who talks about the bell?", "Who talks about cement?", "Who speaks of the valuation?"] {
        let text = answer(question, Mode::AUTO, Scope::default()).text;
        let counted = |line: &str| -> u32 {
            let words: Vec<&str> = line.split([' ', '(']).collect();
            let at = words.iter().position(|word| word.starts_with("passage")).unwrap_or_else(|| panic!("{line}"));
            if words[at - 1] == "one" { 1 } else { words[at - 1].parse().unwrap() }
        };
        let mut lines = text.lines().filter(|line| line.contains(" passage"));
        let all = counted(lines.next().unwrap());
        let each: Vec<u32> = lines.map(counted).collect();
        assert!(!each.is_empty() && each.iter().all(|&one| one <= all), "{text}");
        for nobody in ["AGNES SVM", "Ground Engineering"] {
            assert!(!text.contains(&format!("- {nobody}")) && !text.contains(&format!("{nobody} (")), "{text}");
        }
    }
}

#[test]
fn when_something_happened_is_told_without_an_excuse() {
    for mode in [Mode::AUTO, Mode::LOCAL] {
        let text = answer("When did the Slip happen?", mode, Scope::default()).text;
        assert!(text.contains("at 19:42 on Saturday 2 February 2019") && !text.contains("come nearest"), "{text}");
    }
}

#[test]
fn the_fact_that_is_asked_for_stands_near_the_top() {
    for (question, told) in [
        ("Who is behind Lanternhill Holdings?", "N. Varley"),
        ("Who typed the keeper's log afresh?", "type it all up fresh, Joan"),
        ("What did Imre Kovalik do on 31 January 2019?", "I leave on Thursday 31 January"),
    ] {
        let text = unmarked(&answer(question, Mode::AUTO, Scope::default()).text).into_owned();
        let mut first = text.lines().filter(|line| line.contains('“')).take(3);
        assert!(first.any(|line| line.contains(told)), "{question}\n{text}");
    }
}
