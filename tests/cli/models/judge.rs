//! A model as judge, as a person meets it: what it leans to is found out and said, and what it judged is kept.

use serde_json::json;

use super::*;

const JUDGE: [(&str, &str); 2] = [("GLEANER_MODEL", "m"), ("GLEANER_PRICES", "m 1 2")];
const COMPARE: [&str; 8] = ["eval", "compare", "people.jsonl", "1", "2", "--yes", "--index", "letters.gleaner"];

/// Two runs of a dozen questions, answered without a model: short ones with one passage, and whole ones.
fn answered() -> Home {
    let home = letters(8);
    let built = home.run(&["index", "letters", "--index", "letters.gleaner", "-q"]);
    assert_eq!(built.code, Some(0), "{built}");
    let people = ["Ada Quill", "Bo Marsh", "Cy Tarrant", "Dot Kell", "Enid Vane", "Flo Wick", "Gil Yarrow", "Hob Zeal"];
    let asked = people.iter().flat_map(|who| [format!("Whom did {who} meet?"), format!("What did {who} speak of?")]);
    let lines: Vec<String> = asked.map(|question| json!({ "question": question }).to_string()).collect();
    home.write("people.jsonl", lines.join("\n"));
    let run = home.run(&["eval", "answers", "people.jsonl", "--mode", "local,lightrag", "--index", "letters.gleaner"]);
    assert_eq!(run.code, Some(0), "{run}");
    home
}

/// A judge that names the winner of every criterion by a rule over the two answers it is shown.
fn judge(rule: impl Fn(&str, &str) -> usize + Send + Sync + 'static) -> Server {
    Server::start(move |call| {
        let prompt = call.prompt();
        let Some((_, shown)) = prompt.split_once("Answer 1:\n") else { return endpoint(call) };
        let (one, two) = shown.split_once("\n\nAnswer 2:\n").unwrap();
        let winner = rule(one, two.split("\n\n(Judgement").next().unwrap());
        let criteria = ["comprehensiveness", "diversity", "empowerment", "directness", "relevance"];
        let said: serde_json::Map<_, _> =
            criteria.iter().map(|name| ((*name).to_owned(), json!({"winner": winner, "reason": ""}))).collect();
        Reply::text(Value::Object(said).to_string())
    })
}

#[test]
fn a_judge_that_takes_whatever_stands_first_is_found_out_and_said() {
    let (home, server) = (answered(), judge(|_, _| 1));
    let compared = run(&home, &server, &COMPARE, &JUDGE);
    assert_eq!(compared.code, Some(0), "{compared}");
    assert!(compared.out.contains("goes by place: whatever is shown first"), "{compared}");
    assert!(!compared.out.contains("goes by length"), "{compared}");
    assert!(!compared.out.contains("the first\n"), "nobody wins by standing first: {compared}");
    let asked = server.total();
    let again = run(&home, &server, &COMPARE, &JUDGE);
    assert_eq!((server.total(), &again.out), (asked, &compared.out), "what was judged is kept");
}

#[test]
fn a_judge_that_takes_the_longer_is_found_out_and_said() {
    let (home, server) = (answered(), judge(|one, two| if one.len() > two.len() { 1 } else { 2 }));
    let compared = run(&home, &server, &COMPARE, &JUDGE);
    assert_eq!(compared.code, Some(0), "{compared}");
    assert!(compared.out.contains("goes by length"), "{compared}");
    assert!(!compared.out.contains("goes by place"), "{compared}");
    let json: Vec<&str> = COMPARE.iter().copied().chain(["--json"]).collect();
    let shape = run(&home, &server, &json, &JUDGE).json();
    assert!(shape["bias"]["padded"]["mean"].as_f64().unwrap() > 0.4, "{shape}");
    assert!(shape["findings"][0].as_str().unwrap().contains("by length"), "{shape}");
}

#[test]
fn a_judge_without_leanings_is_left_in_peace() {
    let (home, server) = (answered(), judge(|_, _| 0));
    let compared = run(&home, &server, &COMPARE, &JUDGE);
    assert!(compared.out.contains("leans neither to the place nor to the length"), "{compared}");
}

#[test]
fn what_was_judged_goes_into_a_file() {
    let (home, server) = (answered(), judge(|_, _| 1));
    let [lines, tables] = ["judged.jsonl", "judged.md"].map(|file| {
        let arguments: Vec<&str> = COMPARE.iter().copied().chain(["--out", file]).collect();
        let compared = run(&home, &server, &arguments, &JUDGE);
        assert_eq!(compared.code, Some(0), "{compared}");
        std::fs::read_to_string(home.path(file)).unwrap()
    });
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(line["first"], "local (run 1)", "{line}");
    assert!(tables.contains("| comprehensiveness |") && tables.contains("goes by place"), "{tables}");
}

#[test]
fn answers_of_a_model_that_is_told_something_else_are_asked_for_anew() {
    let (home, server) = (answered(), Server::start(endpoint));
    let ask =
        ["eval", "answers", "people.jsonl", "--mode", "basic", "--limit", "2", "--yes", "--index", "letters.gleaner"];
    let kept = |told: &str| {
        let asked = run(&home, &server, &ask, &JUDGE);
        assert_eq!(asked.code, Some(0), "{asked}");
        assert_eq!(asked.err.contains("2 measured before"), told == "kept", "{told}: {asked}");
    };
    kept("new");
    kept("kept");
    let ejected = run(&home, &server, &["prompts", "eject"], &[]);
    assert_eq!(ejected.code, Some(0), "{ejected}");
    let shown = ejected.out.lines().find(|line| line.ends_with("answer.md")).unwrap();
    let answer = home.path(shown.trim_start_matches("~/"));
    let text = std::fs::read_to_string(&answer).unwrap();
    std::fs::write(&answer, format!("{text}\nBe brief.\n")).unwrap();
    kept("told otherwise");
}
