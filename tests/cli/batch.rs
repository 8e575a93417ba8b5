//! Files of questions.

use serde_json::Value;

use crate::gleaner::Home;

#[test]
fn a_line_that_gets_no_answer_costs_itself_and_is_counted() {
    let home = Home::indexed();
    let mut batch = "\u{feff}{\"id\": 1, \"question\": \"What was decided?\"}\n{\"id\": 2}\n\n".as_bytes().to_vec();
    batch.extend(b"{\"id\": 3, \"question\": \"\xff?\"}\n[1, 2]\n{\"id\": 4, \"question\": 5}\n");
    batch.extend(b"{\"id\": 5, \"question\": \"Who wrote?\", \"scope\": [\"from:2019-99\"]}\r\n");
    let run = home.run_with_input(&["ask", "--batch", "-"], &batch);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.err.contains("5 of 6 questions got no answer"), "{run}");
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(String, String)> = lines
        .iter()
        .map(|line| (line["id"].to_string(), line["error"].as_str().unwrap_or_default().to_owned()))
        .collect();
    assert_eq!(told[0], ("1".to_owned(), String::new()));
    assert_eq!(told[1], ("2".to_owned(), "line 2: it has no `question`".to_owned()));
    assert_eq!(told[2], ("null".to_owned(), "line 4: it is not UTF-8".to_owned()));
    assert!(told[3].1.starts_with("line 5: a line is JSON like"), "{run}");
    assert_eq!(told[4], ("4".to_owned(), "line 6: `question` is not text".to_owned()));
    assert!(told[5].1.contains("names no day, month or year"), "{run}");
}

#[test]
fn a_batch_without_a_question_says_so() {
    let home = Home::indexed();
    let run = home.run_with_input(&["ask", "--batch", "-"], b"\n \n");
    assert!(run.code == Some(0) && run.out.is_empty() && run.err.contains("no question was asked"), "{run}");
    let run = home.run_with_input(&["ask", "--batch", "-"], b"{\"id\": 1, \"question\": \"What was decided?\"}");
    assert!(run.code == Some(0) && !run.err.contains("no answer"), "{run}");
}

#[test]
fn days_that_there_are_not_are_refused() {
    let home = Home::indexed();
    for scope in ["from:2019-99", "until:2019-13-45", "from:2019-02-31"] {
        for command in ["ask", "search"] {
            let run = home.run(&[command, "--scope", scope, "What was decided?"]);
            assert!(run.code == Some(2) && run.err.contains("2019-02-28"), "{run}");
        }
    }
}

#[test]
fn what_changes_nothing_is_said_or_refused() {
    let home = Home::indexed();
    let run = home.run(&["ask", "--mode", "local", "--level", "1", "What was decided?"]);
    assert!(run.code == Some(0) && run.err.contains("`local` reads no reports of one level"), "{run}");
    let run = home.run(&["ask", "--mode", "local", "--compare", "basic,local", "What was decided?"]);
    assert_eq!(run.code, Some(2), "{run}");
    let run = home.run(&["ask", "--compare", "basic,global", "What was decided?"]);
    assert!(run.code == Some(0) && run.out.contains("cited by"), "{run}");
}
