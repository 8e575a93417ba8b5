//! Builds with a model, against one that answers by rule: what it tells becomes the index, whatever form it tells it
//! in, and a build that was stopped goes on without asking twice.

mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use gleaner::config::{Method, Settings};
use gleaner::index::{self, BuildError, Built, Model, Plan};
use gleaner::judgement::Question;
use gleaner::judgement::model::analyst::ModelAnalyst;
use gleaner::judgement::model::{Brief, Mind};
use gleaner::llm::scripted::ScriptedProvider;
use gleaner::llm::{ChatRequest, LlmError, Purpose};
use gleaner::model::{Kind, Mode, Progress, Scope, Stage};
use gleaner::prompts::Prompts;
use gleaner::query::{self, Ask, Session};
use gleaner::store::Reader;

fn corpus(folder: &Path, documents: usize) -> PathBuf {
    let root = folder.join("letters");
    std::fs::create_dir_all(&root).expect("folder");
    for number in 0..documents {
        std::fs::write(root.join(format!("letter{number}.txt")), rules::letter(number)).expect("letter");
    }
    root.canonicalize().expect("a place")
}

fn plan(folder: &Path, method: &str) -> Plan {
    let settings = Settings {
        method: method.parse().expect("a method"),
        chunk_size: 120,
        chunk_overlap: 20,
        claims: true,
        ..Settings::default()
    };
    Plan {
        roots: vec![corpus(folder, 12)],
        index: folder.join("letters.gleaner"),
        name: String::new(),
        settings,
        afresh: false,
    }
}

fn build(plan: &Plan, provider: &Arc<ScriptedProvider>) -> Result<Built, BuildError> {
    let connect = |_: &gleaner::store::BuildFile| {
        let provider: Arc<dyn gleaner::llm::Provider> = provider.clone();
        Ok(Mind::new(provider, Arc::new(Prompts::default()), Brief::new(&plan.settings)))
    };
    index::build_with(plan, Some(Model { connect: &connect, told: "" }), &Progress::default())
}

/// What an index tells, without its ids.
fn told(index: &Path) -> (BTreeSet<String>, BTreeSet<String>, usize) {
    let reader = Reader::open(index).expect("index");
    let entities = reader.all_entities().expect("entities");
    let names: BTreeSet<String> = entities.iter().map(|entity| entity.name.clone()).collect();
    let name = |id: gleaner::model::EntityId| entities[id.0 as usize].name.as_str();
    let ties = reader.all_relationships().expect("relationships");
    let ties =
        ties.iter().map(|r| format!("{} – {}", name(r.source).min(name(r.target)), name(r.source).max(name(r.target))));
    (names, ties.collect(), reader.all_claims().expect("claims").len())
}

/// The graph of an index with its weights, and its communities, by names in place of ids.
fn graph(index: &Path) -> (Vec<String>, Vec<String>) {
    let reader = Reader::open(index).expect("index");
    let entities = reader.all_entities().expect("entities");
    let names: BTreeMap<_, _> = entities.iter().map(|entity| (entity.id, entity.name.as_str())).collect();
    let ties = reader.all_relationships().expect("relationships");
    let mut graph: Vec<String> =
        entities.iter().map(|entity| format!("{} {} {}", entity.name, entity.mentions, entity.degree)).collect();
    graph.extend(ties.iter().map(|r| format!("{} – {} {}", names[&r.source], names[&r.target], r.weight)));
    graph.sort();
    let communities = reader.all_communities().expect("communities");
    let members = |community: &gleaner::model::Community| {
        let members = community.entities.iter().map(|id| names[id]);
        format!("{} {:?}", community.level, members.collect::<Vec<_>>())
    };
    (graph, communities.iter().map(members).collect())
}

/// Everything that a build makes, with its ids.
fn everything(index: &Path) -> Vec<String> {
    let reader = Reader::open(index).expect("index");
    let communities = reader.all_communities().expect("communities");
    let ids: Vec<_> = communities.iter().map(|community| community.id).collect();
    let mut all: Vec<String> = Vec::new();
    all.extend(reader.all_entities().expect("entities").iter().map(|one| format!("{one:?}")));
    all.extend(reader.all_mentions().expect("mentions").iter().map(|one| format!("{one:?}")));
    all.extend(reader.all_relationships().expect("relationships").iter().map(|one| format!("{one:?}")));
    all.extend(reader.all_claims().expect("claims").iter().map(|one| format!("{one:?}")));
    all.extend(communities.iter().map(|one| format!("{one:?}")));
    all.extend(reader.reports(&ids).expect("reports").iter().map(|one| format!("{one:?}")));
    all
}

#[test]
fn an_index_follows_from_the_answers_and_not_from_their_order() {
    let folder = tempfile::tempdir().expect("folder");
    let mut first = None;
    for seed in 0..5u64 {
        let plan = Plan { index: folder.path().join(format!("{seed}.gleaner")), ..plan(folder.path(), "standard") };
        let provider = ScriptedProvider::new(|request, _| Ok(rules::answer(request)))
            .delayed(move |request| Duration::from_millis(u64::from(rules::chance(request)) * (seed * 37 + 11) % 13));
        build(&plan, &Arc::new(provider)).expect("built");
        let made = everything(&plan.index);
        let first = first.get_or_insert_with(|| made.clone());
        let other: Vec<_> = made.iter().zip(first.iter()).filter(|(one, other)| one != other).take(3).collect();
        assert!(made == *first, "seed {seed}: {other:#?}");
    }
}

#[test]
fn what_was_set_aside_and_asked_again_makes_the_index_that_one_run_makes() {
    let folder = tempfile::tempdir().expect("folder");
    let sound = plan(folder.path(), "standard");
    let provider = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    build(&sound, &provider).expect("built");
    let mended = Plan { index: folder.path().join("mended.gleaner"), ..sound.clone() };
    let failing = Arc::new(ScriptedProvider::new(|request: &ChatRequest, _| match rules::chance(request) {
        0..=59 if request.purpose == Purpose::Extract => Ok("No.".to_owned()),
        _ => Ok(rules::answer(request)),
    }));
    let built = build(&mended, &failing).expect("built");
    assert!(built.failures > 2, "{} failed", built.failures);
    assert_ne!(graph(&mended.index), graph(&sound.index));
    // A provider of its own has no ledger in the index: everything is asked again, and ids live on.
    build(&Plan { afresh: true, ..mended.clone() }, &provider).expect("built");
    assert_eq!(graph(&mended.index), graph(&sound.index));
}

#[test]
fn what_a_model_tells_becomes_the_index() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let provider = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    let built = build(&plan, &provider).expect("built");
    assert_eq!(built.failures, 0);
    let reader = Reader::open(&plan.index).expect("index");
    let meta = reader.meta().expect("meta");
    assert_eq!(meta.method, "standard");
    let entities = reader.all_entities().expect("entities");
    let ada = entities.iter().find(|entity| entity.name == "Ada Quill").expect("Ada Quill");
    assert!(ada.mentions > 1 && ada.documents > 1);
    assert!(ada.description.starts_with("Made of several:"), "{}", ada.description);
    assert!(ada.description.contains("[Data: Sources ("), "{}", ada.description);
    let communities = reader.community_ids().expect("communities");
    let reports = reader.reports(&communities).expect("reports");
    assert_eq!(reports.len(), communities.len(), "every community has its report");
    assert!(reports.iter().any(|report| report.title.starts_with("About ")), "written by the model");
    let claims = reader.all_claims().expect("claims");
    assert!(claims.iter().any(|claim| claim.quote_span.is_some()));
    let found = reader.search_records(&claims[0].description, &[Kind::Claim], false, 1_000).expect("a search");
    assert!(found.iter().any(|hit| hit.record.id == claims[0].id.0), "a claim is found by its words");
    let purposes: BTreeSet<&str> = provider.sent().iter().map(|request| request.purpose.name()).collect();
    assert_eq!(purposes, BTreeSet::from(["extract", "glean", "claims", "describe", "report"]));
    assert!(provider.embedded() > 0);
}

#[test]
fn fast_takes_the_graph_from_rules_and_the_reports_from_the_model() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "fast");
    let provider = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    build(&plan, &provider).expect("built");
    assert!(provider.sent().iter().all(|request| request.purpose == Purpose::Report));
    let reader = Reader::open(&plan.index).expect("index");
    let reports = reader.reports(&reader.community_ids().expect("communities")).expect("reports");
    assert!(reports.iter().any(|report| report.title.starts_with("About ")));
}

#[test]
fn nothing_is_lost_to_answers_that_are_cut_or_malformed() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let clean = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    build(&plan, &clean).expect("built");
    let wanted = told(&plan.index);
    let other = tempfile::tempdir().expect("folder");
    let plan = Plan { index: other.path().join("other.gleaner"), ..plan };
    let faulty = Arc::new(ScriptedProvider::new(|request, times| {
        let whole = rules::answer(request);
        Ok(match rules::chance(request) {
            // The first answer is cut, or no answer at all; the next is whole.
            0..=14 if times == 0 => whole[..whole.floor_char_boundary(whole.len() / 2)].to_owned(),
            15..=29 if times == 0 => "I am sorry, I cannot see a passage.".to_owned(),
            30..=49 => format!("<think>Let me see {{}}</think>Here it is:\n```json\n{whole}\n```\nAnything else?"),
            _ => whole,
        })
    }));
    let built = build(&plan, &faulty).expect("built");
    assert_eq!(built.failures, 0);
    assert!(faulty.sent().len() > clean.sent().len(), "the faults were met");
    assert_eq!(told(&plan.index), wanted);
}

#[test]
fn an_item_that_always_fails_is_set_aside_and_the_rest_is_built() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let provider = Arc::new(ScriptedProvider::new(|request: &ChatRequest, _| {
        if request.purpose == Purpose::Extract && request.messages[1].text.contains("On day 0 of voyage 0 ") {
            return Ok("No.".to_owned());
        }
        Ok(rules::answer(request))
    }));
    let built = build(&plan, &provider).expect("built");
    assert!(built.failures > 0 && built.failures < built.text_units, "{} failed", built.failures);
    assert!(!provider.spoiled().is_empty(), "it is in the ledger with its reason");
    assert!(told(&plan.index).0.contains("Ada Quill"));
}

#[test]
fn a_build_that_was_stopped_goes_on_and_asks_nothing_twice() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let clean = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    build(&Plan { index: folder.path().join("clean.gleaner"), ..plan.clone() }, &clean).expect("built");
    let wanted = clean.sent().len();
    for stop in [1, 7, wanted as u32 / 2, wanted as u32 - 2] {
        let place = tempfile::tempdir().expect("folder");
        let plan = Plan { index: place.path().join("stopped.gleaner"), ..plan.clone() };
        let asked = Arc::new(AtomicU32::new(0));
        let count = asked.clone();
        let provider = Arc::new(ScriptedProvider::new(move |request, _| {
            match count.fetch_add(1, Ordering::Relaxed) {
                // The endpoint goes away once, and is back for the next run.
                n if n == stop => Err(LlmError::Cancelled),
                _ => Ok(rules::answer(request)),
            }
        }));
        let stopped = build(&plan, &provider);
        assert!(matches!(stopped, Err(BuildError::Judgement(_))), "{stopped:?}");
        assert!(!plan.index.exists());
        build(&plan, &provider).expect("built");
        let mut keys: Vec<String> = provider.sent().iter().map(|request| format!("{:?}", request.messages)).collect();
        assert_eq!(keys.len(), wanted + 1, "one call failed and was made again");
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), wanted);
        assert_eq!(told(&plan.index), told(&folder.path().join("clean.gleaner")));
    }
}

#[test]
fn a_method_that_needs_a_model_says_so() {
    let folder = tempfile::tempdir().expect("folder");
    let failed = index::build(&plan(folder.path(), "standard"), &Progress::default());
    assert!(matches!(failed, Err(BuildError::NeedsModel(Method::Standard))));
}

#[test]
fn a_cancelled_build_stops_while_answers_are_awaited() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let provider = Arc::new(
        ScriptedProvider::new(|request, _| Ok(rules::answer(request))).latency(std::time::Duration::from_secs(3600)),
    );
    let progress = Arc::new(Progress::default());
    let watcher = {
        let progress = progress.clone();
        std::thread::spawn(move || {
            while progress.current() != Some(Stage::Extract) {
                std::thread::yield_now();
            }
            progress.cancel();
        })
    };
    let connect = |_: &gleaner::store::BuildFile| {
        let provider: Arc<dyn gleaner::llm::Provider> = provider.clone();
        Ok(Mind::new(provider, Arc::new(Prompts::default()), Brief::new(&plan.settings)))
    };
    let stopped = index::build_with(&plan, Some(Model { connect: &connect, told: "" }), &progress);
    watcher.join().expect("watched");
    assert!(matches!(stopped, Err(BuildError::Cancelled)), "{stopped:?}");
}

#[test]
fn an_answer_is_one_call_where_all_fits_and_says_what_is_not_borne_out() {
    let folder = tempfile::tempdir().expect("folder");
    let plan = plan(folder.path(), "standard");
    let provider = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
    build(&plan, &provider).expect("built");
    let reader = Arc::new(Reader::open(&plan.index).expect("index"));
    let root = reader.communities_at(0).expect("communities")[0];
    let title = reader.report(root).expect("a report").title;
    let answer = format!(
        "{title}, as it is told [Data: Reports ({root})]. In 1931 the navy of Orsk bought 900 barrels of tar \
         [Data: Reports ({root})]."
    );
    let provider = Arc::new(ScriptedProvider::new(move |request, _| {
        assert_eq!(request.purpose, Purpose::Answer, "no points are noted first");
        Ok(answer.clone())
    }));
    let mind = Mind::new(provider.clone(), Arc::new(Prompts::default()), Brief::new(&plan.settings));
    let session = Session::extractive(reader).answered_by(Arc::new(ModelAnalyst::new(mind)));
    let question = Question { text: "How did the keepers of the lamp fare?".to_owned(), ..Question::default() };
    let ask = Ask { question, mode: Mode::GLOBAL, level: Some(0), scope: Scope::default(), seed: 1, ..Ask::default() };
    let runtime = gleaner::llm::runtime().expect("a runtime");
    let answer = runtime.block_on(query::ask(&session, &ask, &mut |_| {})).expect("answered");
    assert_eq!(provider.sent().len(), 1);
    let weak: Vec<&str> = answer.weak.iter().map(|weak| weak.sentence.as_str()).collect();
    assert_eq!(weak, ["In 1931 the navy of Orsk bought 900 barrels of tar"]);
    assert!(answer.weak[0].missing.contains(&"900".to_owned()), "{:?}", answer.weak[0].missing);
}

#[test]
fn a_model_that_reads_a_share_makes_one_graph_with_the_rules() {
    let folder = tempfile::tempdir().expect("folder");
    let reads = |method: &str, share: u32| {
        let plan = plan(folder.path(), method);
        let settings = Settings { model_share: share, ..plan.settings.clone() };
        let plan = Plan { settings, index: folder.path().join(format!("{method}.gleaner")), ..plan };
        let provider = Arc::new(ScriptedProvider::new(|request, _| Ok(rules::answer(request))));
        let built = build(&plan, &provider).expect("built");
        assert_eq!(built.failures, 0);
        (plan, provider.sent().iter().filter(|request| request.purpose == Purpose::Extract).count())
    };
    // What is all repetition is read by nobody.
    let (_, all) = reads("standard", 20);
    let (plan, read) = reads("hybrid", 30);
    assert_eq!(read, (all * 30).div_ceil(100), "of {all}");
    let reader = Reader::open(&plan.index).expect("index");
    let ada = reader.all_entities().expect("entities").into_iter().find(|entity| entity.name == "Ada Quill");
    let ada = ada.expect("Ada Quill");
    assert!(ada.mentions as usize > read && ada.degree > 2, "{ada:?}");
    let tie = reader.all_relationships().expect("relationships").into_iter().find(|tie| tie.text_units.len() > 1);
    let tie = tie.expect("a tie that several show");
    let record = reader.record(tie.id.into()).expect("a record");
    let document = record.places[0].document;
    let unit = reader.text_unit(record.places[0].source.expect("a source")).expect("a text unit");
    assert!(record.places[0].span.len() < unit.span.len(), "it opens at the sentence, not at all of the unit");
    assert_eq!(unit.document, document);
}
