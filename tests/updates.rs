//! Bringing an index up to date gives what a fresh build gives, whatever happened to the folder; what lives on keeps
//! its id, what is gone is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use gleaner::config::Settings;
use gleaner::index::{Built, Plan, build};
use gleaner::model::{
    Answer, CommunityId, DocumentId, EntityId, Kind, Mode, Progress, RelationshipId, Scope, TextUnitId, TraceStep,
    find_citations,
};
use gleaner::store::{Change, Desk, DocumentOrder, Reader, Turn};
use proptest::prelude::*;

struct Bench {
    _folder: tempfile::TempDir,
    corpus: PathBuf,
    index: PathBuf,
    /// Seconds that files were dated back by; each change is later than the last, and all are long past.
    clock: u64,
}

impl Bench {
    /// A folder with some of the demo corpus in it.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("pile");
        for part in ["letters", "logs"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(part), &corpus.join(part));
        }
        let index = folder.path().join("pile.gleaner");
        let mut bench = Self { _folder: folder, corpus, index, clock: 1_000_000 };
        bench.files().iter().for_each(|path| bench.date(path));
        bench
    }

    /// Lists whose the ids in a chat and the handles in a log are, both of which it adds; nobody's of no names.
    fn chat(&mut self, names: &[&str]) {
        let said = |user| format!(r#"{{"type":"message","user":"{user}","text":"It is lit.","ts":"1935736320.0"}}"#);
        let log = "08:02 lamp: The gate is open.\n08:03 tarn: Shut it.\n08:04 lamp: It is shut.\n08:05 tarn: Good.\n";
        let files =
            [("chat/quay/2031-05-04.json", format!("[{},{}]", said("U1"), said("U2"))), ("log.txt", log.into())];
        let files = files.map(|(path, text)| (self.corpus.join(path), text));
        files.iter().filter(|(path, _)| !path.exists()).for_each(|(path, text)| self.write(path, text));
        let lists = ["chat/users.json", "crew.md"].map(|list| self.corpus.join(list));
        let Some(first) = names.first() else { return lists.iter().for_each(|list| _ = fs::remove_file(list)) };
        let member = |(at, name): (usize, &&str)| format!(r#"{{"id":"U{at}","name":"{name}"}}"#);
        let members: Vec<String> = (1..).zip(names).map(member).collect();
        self.write(&lists[0], &format!("[{}]", members.join(",")));
        self.write(&lists[1], &format!("| Name | Handle |\n|---|---|\n| {first} | lamp |\n"));
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        collect(&self.corpus, &mut files);
        files.sort();
        files
    }

    /// Gives a file a date of its own, so that it is told by size and date and not read.
    fn date(&mut self, path: &Path) {
        self.clock -= 10;
        let date = SystemTime::now() - Duration::from_secs(self.clock);
        File::options().write(true).open(path).unwrap().set_modified(date).unwrap();
    }

    fn write(&mut self, path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self.date(path);
    }

    fn build(&self, index: &Path, afresh: bool) -> Built {
        let plan = Plan {
            roots: vec![self.corpus.canonicalize().unwrap()],
            index: index.to_owned(),
            name: "pile".to_owned(),
            settings: Settings::default(),
            afresh,
        };
        build(&plan, &Progress::default()).unwrap()
    }

    fn update(&self) -> Built {
        self.build(&self.index, false)
    }

    /// The index of a build that knows of no other.
    fn fresh(&self) -> Reader {
        let index = self.index.with_extension("fresh");
        let _ = fs::remove_file(&index);
        self.build(&index, false);
        Reader::open(&index).unwrap()
    }

    fn reader(&self) -> Reader {
        Reader::open(&self.index).unwrap()
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { collect(&path, into) } else { into.push(path) }
    }
}

/// Everything an index holds of documents, text units, elements, communities and reports, with names and places for
/// ids.
fn content(reader: &Reader) -> Vec<String> {
    let mut lines = Vec::new();
    let names: BTreeMap<_, _> =
        reader.all_entities().unwrap().into_iter().map(|entity| (entity.id, entity.name)).collect();
    let documents = reader.document_ids(DocumentOrder::Reading).unwrap();
    let places: BTreeMap<DocumentId, String> = reader
        .documents(&documents)
        .unwrap()
        .into_iter()
        .map(|document| (document.id, format!("{}:{:?}", document.path, document.row)))
        .collect();
    let units: BTreeMap<_, _> = reader
        .all_text_units()
        .unwrap()
        .into_iter()
        .map(|unit| (unit.id, format!("{}#{}", places[&unit.document], unit.ordinal)))
        .collect();
    let ends: BTreeMap<_, _> = reader
        .all_relationships()
        .unwrap()
        .into_iter()
        .map(|r| (r.id, format!("{} – {}", names[&r.source], names[&r.target])))
        .collect();
    let communities = reader.all_communities().unwrap();
    let numbers: BTreeMap<CommunityId, usize> = communities.iter().map(|community| community.id).zip(0..).collect();
    let plain = |text: &str| {
        let mut plain = text.to_owned();
        for citation in find_citations(text).iter().rev() {
            let cited: Vec<String> = citation
                .refs()
                .map(|cited| match cited.kind {
                    Kind::Source => units[&TextUnitId(cited.id)].clone(),
                    Kind::Entity => names[&EntityId(cited.id)].clone(),
                    Kind::Relationship => ends[&RelationshipId(cited.id)].clone(),
                    Kind::Report => format!("community {}", numbers[&CommunityId(cited.id)]),
                    _ => panic!("{cited:?} is cited"),
                })
                .collect();
            plain.replace_range(citation.span.start..citation.span.end, &cited.join(", "));
        }
        plain
    };
    for &id in &documents {
        let stored = reader.stored_document(id).unwrap();
        let mut document = stored.document;
        document.id = DocumentId(0);
        lines.push(format!("{document:?} {} {:?} {:?}", stored.text, stored.sentences, stored.speakers));
        for recurring in reader.recurring(id).unwrap() {
            let first = &places[&recurring.first_document];
            lines.push(format!("{} {:?} {:?} {first}", places[&id], recurring.span, recurring.kind));
        }
        for unit in reader.units_of_document(id).unwrap() {
            let cut = (unit.span, unit.fresh_from, unit.tokens, unit.recurring);
            lines.push(format!("{} {cut:?}", units[&unit.id]));
            for mention in reader.mentions_in(unit.id).unwrap() {
                lines.push(format!("{} {:?} {}", units[&unit.id], mention.span, names[&mention.entity]));
            }
        }
    }
    let mut elements: Vec<String> = reader
        .all_entities()
        .unwrap()
        .into_iter()
        .map(|e| {
            let counts = (e.mentions, e.documents, e.degree, e.ubiquitous);
            format!("{} {:?} {:?} {counts:?} {}", e.name, e.kind, e.aliases, plain(&e.description))
        })
        .collect();
    elements.extend(reader.all_relationships().unwrap().into_iter().map(|r| {
        let (source, target) = (&names[&r.source], &names[&r.target]);
        let shown: Vec<&str> = r.text_units.iter().map(|unit| units[unit].as_str()).collect();
        format!("{source} – {target} {} {shown:?} {}", r.weight, plain(&r.description))
    }));
    elements.extend(
        reader
            .all_appearances()
            .unwrap()
            .into_iter()
            .map(|a| format!("{} in {} {:?} {}", names[&a.entity], places[&a.document], a.role, a.sentences)),
    );
    elements.sort();
    lines.extend(elements);
    for (at, community) in communities.iter().enumerate() {
        let members: Vec<&str> = community.entities.iter().map(|member| names[member].as_str()).collect();
        let parent = community.parent.map(|parent| numbers[&parent]);
        let (documents, unconnected) = (community.documents, community.unconnected);
        lines.push(format!("community {at} in {parent:?}: {} {documents} {unconnected} {members:?}", community.level));
        let report = reader.reports(&[community.id]).unwrap().remove(0);
        // A title that no other words are left for ends in the community's number.
        let own_number = format!("({})", community.id);
        let title = report.title.strip_suffix(&own_number).unwrap_or(&report.title);
        let about = (title, report.rating, &report.rating_reason);
        lines.push(format!("report {at}: {about:?} {}", plain(&report.summary)));
        lines.extend(report.findings.iter().map(|f| format!("in {at}: {} {}", f.heading, plain(&f.explanation))));
    }
    lines
}

fn assert_same(updated: &Reader, fresh: &Reader) {
    let (updated, fresh) = (content(updated), content(fresh));
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (updated.iter().collect(), fresh.iter().collect());
    let only: Vec<_> = a.difference(&b).take(3).collect();
    let lacks: Vec<_> = b.difference(&a).take(3).collect();
    assert!(updated == fresh, "only in the update: {only:#?}\nonly in the fresh build: {lacks:#?}");
}

#[derive(Clone, Debug)]
enum Edit {
    Append(usize, usize),
    CutInHalf(usize),
    Remove(usize),
    Move(usize),
    Copy(usize),
    Add(usize),
    Touch(usize),
    Name(usize),
}

const SAID: [&str; 5] = [
    "Ada Quill wrote to the Harrow Weir Trust about the missing ledger.",
    "The Harrow Weir Trust met in Kelpmouth. Ada Quill was there, and so was Tobias Ferrin of the Lamp Company.",
    "Kelpmouth had no harbour master that spring, the Lamp Company said.",
    "Tobias Ferrin sold the Lamp Company to the Harrow Weir Trust in 1931.",
    "Nobody in Kelpmouth remembered the ledger.",
];

/// Who is in the lists of members and of handles.
const CREWS: [&[&str]; 4] = [&["Ada Voss", "Tom Reed"], &["Tom Reed", "Ada Voss"], &["Ada Voss"], &[]];

fn apply(bench: &mut Bench, edit: &Edit, number: usize) {
    let files = bench.files();
    let pick = |at: usize| files[at % files.len()].clone();
    match *edit {
        Edit::Append(at, said) => {
            let path = pick(at);
            let text = fs::read(&path).unwrap();
            let mut text = String::from_utf8_lossy(&text).into_owned();
            text.push_str("\n\n");
            text.push_str(SAID[said % SAID.len()]);
            text.push('\n');
            bench.write(&path, &text);
        }
        Edit::CutInHalf(at) => {
            let path = pick(at);
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            bench.write(&path, &text[..text.floor_char_boundary(text.len() / 2).max(1)]);
        }
        Edit::Remove(at) => fs::remove_file(pick(at)).unwrap(),
        Edit::Move(at) => {
            let path = pick(at);
            let to = bench.corpus.join("moved").join(format!("{number}")).join(path.file_name().unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::rename(path, to).unwrap();
        }
        Edit::Copy(at) => {
            let path = pick(at);
            let to = bench.corpus.join(format!("copy-{number}-{}", path.file_name().unwrap().to_string_lossy()));
            fs::copy(path, &to).unwrap();
            bench.date(&to);
        }
        Edit::Add(said) => {
            let text: Vec<&str> = SAID.iter().cycle().skip(said).take(3).copied().collect();
            let path = bench.corpus.join(format!("note-{number}.txt"));
            bench.write(&path, &text.join(" "));
        }
        Edit::Touch(at) => bench.date(&pick(at)),
        Edit::Name(which) => bench.chat(CREWS[which % CREWS.len()]),
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = 0usize..60;
    prop_oneof![
        (at.clone(), 0usize..5).prop_map(|(at, said)| Edit::Append(at, said)),
        at.clone().prop_map(Edit::CutInHalf),
        at.clone().prop_map(Edit::Remove),
        at.clone().prop_map(Edit::Move),
        at.clone().prop_map(Edit::Copy),
        (0usize..5).prop_map(Edit::Add),
        at.clone().prop_map(Edit::Touch),
        at.prop_map(Edit::Name),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, max_shrink_iters: 8, ..ProptestConfig::default() })]
    #[test]
    fn an_update_gives_what_a_fresh_build_gives(rounds in prop::collection::vec(prop::collection::vec(edit(), 1..4), 1..3)) {
        let mut bench = Bench::new();
        bench.chat(CREWS[0]);
        bench.update();
        let mut number = 0;
        for edits in &rounds {
            for edit in edits {
                apply(&mut bench, edit, number);
                number += 1;
            }
            bench.update();
            assert_same(&bench.reader(), &bench.fresh());
        }
    }
}

#[test]
fn whoever_another_list_names_is_called_so_in_files_that_did_not_change() {
    let mut bench = Bench::new();
    for crew in CREWS.iter().cycle().take(CREWS.len() + 1) {
        bench.chat(crew);
        bench.update();
        let content = content(&bench.reader()).join("\n");
        let name = |nobody| crew.first().copied().unwrap_or(nobody);
        for told in [format!("] {}", name("U1")), format!("name: {:?}, labels: [\"lamp\"]", name("lamp"))] {
            assert!(content.contains(&told), "{told}: {content}");
        }
        assert_same(&bench.reader(), &bench.fresh());
    }
}

#[test]
fn a_folder_that_did_not_change_is_not_built_again() {
    let bench = Bench::new();
    assert_eq!(bench.update().update, None, "a first build is no update");
    let before = bench.reader().meta().unwrap();
    let again = bench.update();
    let update = again.update.unwrap();
    assert!(update.is_current && update.news.is_empty());
    assert_eq!(bench.reader().meta().unwrap(), before);
    assert!(!bench.build(&bench.index, true).update.unwrap().is_current, "unless it is asked for");
}

#[test]
fn a_clock_that_jumps_hides_no_change() {
    let far = |seconds: i64| {
        let since = Duration::from_secs(seconds.unsigned_abs());
        if seconds < 0 { SystemTime::UNIX_EPOCH - since } else { SystemTime::UNIX_EPOCH + since }
    };
    // Read when the clock was decades ahead, as files that it dates tell; and before 1970.
    for seconds in [4_000_000_000, -300_000_000] {
        let mut bench = Bench::new();
        let note = bench.corpus.join("note.txt");
        let date = |path: &Path| File::options().write(true).open(path).unwrap().set_modified(far(seconds)).unwrap();
        bench.write(&note, SAID[3]);
        date(&note);
        bench.update();
        assert!(bench.update().update.unwrap().is_current, "{seconds}");
        let other = SAID[3].replace("1931", "1932");
        fs::write(&note, &other).unwrap();
        // The clock still says the same second: only reading the file tells. One long past is believed by its date.
        if seconds > 0 {
            date(&note);
        }
        assert!(!bench.update().update.unwrap().is_current, "{seconds}");
        assert_same(&bench.reader(), &bench.fresh());
        assert!(bench.update().update.unwrap().is_current, "{seconds}");
    }
}

#[test]
fn what_lives_on_keeps_its_id_and_an_id_is_never_given_twice() {
    let mut bench = Bench::new();
    let note = bench.corpus.join("note.txt");
    bench.write(&note, &[SAID[1], SAID[3]].join(" "));
    bench.update();
    let reader = bench.reader();
    let ids: BTreeMap<String, DocumentId> = document_ids(&reader);
    let quill = reader.entities_named("Tobias Ferrin").unwrap();
    assert_eq!(quill.len(), 1);

    // Moved and changed documents, and an entity whose document is another.
    let letter = bench.files().into_iter().find(|path| path.to_string_lossy().contains("letters")).unwrap();
    let moved = bench.corpus.join("elsewhere").join(letter.file_name().unwrap());
    fs::create_dir_all(moved.parent().unwrap()).unwrap();
    fs::rename(&letter, &moved).unwrap();
    bench.write(&note, &[SAID[3], SAID[1], SAID[4]].join(" "));
    let update = bench.update().update.unwrap();
    let reader = bench.reader();
    let now = document_ids(&reader);
    let name = letter.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(now[&format!("elsewhere/{name}")], ids[&format!("letters/{name}")]);
    assert_eq!(now["note.txt"], ids["note.txt"]);
    assert_eq!(reader.entities_named("Tobias Ferrin").unwrap(), quill);
    assert!(update.news.contains(&(Kind::Document, [0, 1, 0])), "{:?}", update.news);

    // Gone, and back under a number of its own.
    fs::remove_file(&note).unwrap();
    bench.update();
    let news = bench.reader().news().unwrap();
    assert!(news.iter().any(|item| item.change == Change::Gone && item.record.kind == Kind::Document));
    assert!(bench.reader().entities_named("Tobias Ferrin").unwrap().is_empty());
    bench.write(&note, &[SAID[3], SAID[1], SAID[4]].join(" "));
    bench.update();
    let reader = bench.reader();
    assert!(!ids.values().any(|&id| id == document_ids(&reader)["note.txt"]));
    assert_ne!(reader.entities_named("Tobias Ferrin").unwrap(), quill);
}

#[test]
fn an_index_that_does_not_say_which_ids_it_gave_is_updated_all_the_same() {
    let mut bench = Bench::new();
    bench.update();
    let ids = document_ids(&bench.reader());
    let index = rusqlite::Connection::open(&bench.index).unwrap();
    assert_eq!(index.execute("DELETE FROM meta WHERE key = 'next_ids'", []).unwrap(), 1);
    drop(index);
    let note = bench.corpus.join("note.txt");
    bench.write(&note, &[SAID[1], SAID[3]].join(" "));
    bench.update();
    let now = document_ids(&bench.reader());
    assert!(ids.iter().all(|(path, id)| now[path] == *id));
    assert!(!ids.values().any(|&id| id == now["note.txt"]));
}

fn document_ids(reader: &Reader) -> BTreeMap<String, DocumentId> {
    let ids = reader.document_ids(DocumentOrder::Reading).unwrap();
    reader.documents(&ids).unwrap().into_iter().map(|document| (document.path, document.id)).collect()
}

#[test]
fn the_text_of_a_document_that_is_gone_is_gone_from_the_file() {
    let mut bench = Bench::new();
    let note = bench.corpus.join("secret.txt");
    let words = "The zyxwquorn cipher was kept by Ada Quill in the zyxwquorn vault of the Harrow Weir Trust. ";
    bench.write(&note, &words.repeat(40));
    bench.update();
    let holds = |words: &str| {
        let mut beside: Vec<PathBuf> = Vec::new();
        collect(bench.index.parent().unwrap(), &mut beside);
        let ours = beside.iter().filter(|path| path.to_string_lossy().contains(".gleaner"));
        ours.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).to_lowercase())
            .any(|bytes| bytes.contains(words))
    };
    // A saved answer that quotes it, and one that quotes another.
    let source = |path: &str| {
        let reader = bench.reader();
        reader.units_of_document(document_ids(&reader)[path]).unwrap()[0].id
    };
    let (secret, other) = (source("secret.txt"), bench.files()[0].strip_prefix(&bench.corpus).unwrap().to_owned());
    let other = source(&other.to_string_lossy().replace('\\', "/"));
    let quoting = format!("“The zyxwquorn cipher was kept by Ada Quill.” [Data: Sources ({secret})]");
    let text = format!("- {quoting}\n- “Dear Ada, it rains.” [Data: Sources ({other})]");
    let trace = vec![TraceStep::Point { text: quoting, score: 50.0, kept: true }];
    let desk = Desk::open(&bench.index).unwrap();
    let chat = desk.add_chat("Who kept it?").unwrap();
    let (question, answer) = ("Who kept it?".to_owned(), Some(Answer { text, trace, ..Answer::default() }));
    let (mode, scope, build) = (Mode::LOCAL, Scope::default(), String::new());
    desk.add_turn(&Turn { id: 0, chat, parent: None, question, mode, level: None, scope, answer, build }).unwrap();
    drop(desk);

    fs::remove_file(&note).unwrap();
    bench.update();
    let kept = bench.reader().turns(chat).unwrap().remove(0).answer.unwrap();
    assert!(kept.text.contains("no longer among the documents"), "{}", kept.text);
    assert!(kept.text.contains(&format!("[Data: Sources ({secret})]\n- “Dear Ada, it rains.” [Data")), "{}", kept.text);
    assert!(!holds("cipher was kept by"));
    // What vanished is named in the news until the next update.
    fs::remove_file(&bench.files()[0]).unwrap();
    bench.update();
    assert!(!holds("zyxwquorn"));
}

#[test]
fn a_file_written_to_in_the_second_it_was_read_is_read_again() {
    let bench = Bench::new();
    let note = bench.corpus.join("note.txt");
    fs::write(&note, "Ada Quill met Tobias Ferrin in Kelpmouth on the third of May.").unwrap();
    let date = fs::metadata(&note).unwrap().modified().unwrap();
    bench.update();
    fs::write(&note, "Ada Quill met Leander Voss in Kelpmouth on the fourth of May.").unwrap();
    File::options().write(true).open(&note).unwrap().set_modified(date).unwrap();
    bench.update();
    let reader = bench.reader();
    let id = document_ids(&reader)["note.txt"];
    assert!(reader.stored_document(id).unwrap().text.contains("Leander Voss"));
}
