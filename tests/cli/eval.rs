//! `gleaner eval` on a small folder: sets, tables, runs, comparisons, what is kept.

use crate::gleaner::Home;

const QUESTIONS: &str = r#"{"id": "q1", "question": "What is said about bearings?", "answer": "The bearings", "kind": "fact"}
{"id": "q2", "question": "Who wrote the letter?", "answer": "Quill", "documents": ["quill.md"], "kind": "who"}
{"id": "q3", "question": "What does the moon weigh?", "answerable": false}
"#;

fn home() -> Home {
    let home = Home::indexed();
    home.write("set.jsonl", QUESTIONS);
    home
}

#[test]
fn answers_are_measured_once_and_kept() {
    let home = home();
    let first = home.run(&["eval", "answers", "set.jsonl", "--mode", "local,basic"]);
    assert_eq!(first.code, Some(0), "{first}");
    assert!(first.out.starts_with("set, all questions (3)\n"), "{first}");
    for figure in ["reference contained", "refused rightly", "quoted word for word", "documents quoted", "words"] {
        assert!(first.out.contains(figure), "{figure}: {first}");
    }
    assert!(first.err.contains("run 1: local") && first.err.contains("run 2: basic"), "{first}");
    let again = home.run(&["eval", "answers", "set.jsonl", "--mode", "local,basic"]);
    assert_eq!(again.out, first.out);
    assert!(again.err.contains("6 measured before"), "{again}");
    let runs = home.run(&["eval", "runs"]);
    assert_eq!(runs.out.lines().count(), 3, "{runs}");
    assert!(runs.out.contains("with") && runs.out.contains("extractive"), "{runs}");
    let diff = home.run(&["eval", "diff", "1", "1"]);
    assert!(diff.out.contains("the same") && !diff.out.contains("better"), "{diff}");
    assert_eq!(home.run(&["eval", "diff", "1", "9"]).code, Some(3));
    assert_eq!(home.run(&["eval", "forget", "1"]).code, Some(0));
    assert_eq!(home.run(&["eval", "runs", "--json"]).out.lines().count(), 1);
}

#[test]
fn a_run_of_another_index_is_named_with_it() {
    let home = home();
    let fine = home.run(&["index", "papers", "--index", "fine.db", "-q"]);
    assert_eq!(fine.code, Some(0), "{fine}");
    home.run(&["eval", "answers", "set.jsonl", "--mode", "basic"]);
    home.run(&["eval", "answers", "set.jsonl", "--mode", "basic", "--index", "fine.db"]);
    let diff = home.run(&["eval", "diff", "1", "fine.db:1"]);
    assert!(diff.out.starts_with("run 1 (set basic) → run fine.db:1 (set basic)\n"), "{diff}");
    let gone = home.run(&["eval", "diff", "1", "none.db:1"]);
    assert_eq!(gone.code, Some(3), "{gone}");
    assert!(gone.err.contains("none.db") && !home.path("none.db").exists(), "{gone}");
    assert_eq!(home.run(&["eval", "diff", "1", "fine.db:x"]).code, Some(2));
}

#[test]
fn every_question_goes_into_a_file_with_its_answer() {
    let home = home();
    let run = home.run(&["eval", "answers", "set.jsonl", "--mode", "basic", "--out", "out.jsonl", "--json"]);
    let all: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!((&all["contestant"], &all["questions"]), (&"basic".into(), &3.into()), "{run}");
    let lines = std::fs::read_to_string(home.path("out.jsonl")).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\"answer\":{\"text\"")).count(), 3, "{lines}");
}

#[test]
fn a_set_that_cannot_be_used_says_why() {
    let home = home();
    home.write("bad.jsonl", "{\"question\": \"Who?\"}\nnonsense\n");
    let bad = home.run(&["eval", "answers", "bad.jsonl"]);
    assert_eq!(bad.code, Some(2), "{bad}");
    assert!(bad.err.contains("bad.jsonl, line 2, column 2: this is no JSON"), "{bad}");
    home.write("scoped.jsonl", "{\"question\": \"Who?\", \"scope\": [\"document:gone.txt\"]}\n");
    let scoped = home.run(&["eval", "answers", "scoped.jsonl"]);
    assert!(scoped.err.contains("`document:gone.txt`, which the index does not have"), "{scoped}");
    let wanting = home.run(&["eval", "retrieval", "bad-name.jsonl"]);
    assert_eq!(wanting.code, Some(2), "{wanting}");
    let judge = home.run(&["eval", "compare", "set.jsonl", "1", "2"]);
    assert!(judge.code != Some(0), "{judge}");
}

#[test]
fn lists_are_measured_beside_plain_words() {
    let home = home();
    let run = home.run(&["eval", "retrieval", "set.jsonl"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(run.out.contains("search") && run.out.contains("BM25") && run.out.contains("recall @5"), "{run}");
    assert!(
        run.out.contains("lightrag") && run.err.contains("raptor is left out: the index was not built `--with raptor`"),
        "{run}"
    );
    let named = home.run(&["eval", "retrieval", "set.jsonl", "--by", "naive,raptor"]);
    assert_eq!(named.code, Some(1), "{named}");
    assert!(named.err.contains("--with raptor"), "{named}");
}

#[test]
fn the_whole_index_is_asked_where_that_is_wanted() {
    let home = home();
    home.write("scoped.jsonl", "{\"question\": \"Who?\", \"scope\": [\"document:gone.txt\"]}\n");
    let run = home.run(&["eval", "answers", "scoped.jsonl", "--mode", "basic", "--everything"]);
    assert_eq!(run.code, Some(0), "{run}");
}

#[test]
fn other_programs_answers_are_scored() {
    let home = Home::new();
    let lines = b"{\"id\": 1, \"answer\": \"the gate leaked\", \"reference\": \"The gate leaked.\"}\n{\"id\": 2, \"list\": [\"a\", \"b\"], \"wanted\": [\"b\"]}\n";
    let run = home.run_with_input(&["eval", "score", "-", "--json"], lines);
    let values: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&values[0]["rouge_l"], &values[1]["mrr"]), (&1.0.into(), &0.5.into()), "{run}");
}

#[test]
fn votes_are_blind_and_go_on_where_they_stopped() {
    let home = home();
    home.run(&["eval", "answers", "set.jsonl", "--mode", "local,count"]);
    let first = home.run_with_input(&["eval", "blind", "set.jsonl", "1", "2"], b"0\nq\n");
    assert_eq!(first.code, Some(0), "{first}");
    let (shown, said) = first.out.split_at(first.out.rfind("── 2 ──").unwrap());
    assert!(!shown.contains("(run ") && said.contains("(run 1)"), "{first}");
    assert!(first.out.contains("neither: 1"), "{first}");
    let second = home.run_with_input(&["eval", "blind", "set.jsonl", "1", "2"], b"q\n");
    assert!(second.out.contains("1 votes of") || second.out.contains("neither: 1"), "{second}");
}

#[test]
fn kept_questions_are_a_set() {
    let home = home();
    assert_eq!(home.run(&["eval", "answers", "kept"]).code, Some(2));
    assert_eq!(home.run(&["eval", "keep", "Who wrote the letter?", "--answer", "Quill"]).code, Some(0));
    let run = home.run(&["eval", "answers", "kept", "--mode", "basic"]);
    assert!(run.out.starts_with("kept, all questions (1)\n"), "{run}");
}
