//! What is asked of is what the answer speaks of: the event and not its place, the version that is named, the report
//! on the matter, the rows of every file that has such.

use super::super::*;
use super::{answered, asked, indexed};

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

/// Faults in a table and in an export, a report of one, two versions of a rule, and letters.
fn harbour() -> (tempfile::TempDir, Session) {
    let fault = |number: u32, raised: &str, mended: &str, lamp: &str, text: &str| {
        format!(
            "{{\"id\":{number},\"raised\":\"{raised}\",\"mended\":{mended},\"lamp\":\"{lamp}\",\"keeper\":\"Reed\",\
             \"subject\":\"Lamp {number}\",\"body\":\"{text}\"}}"
        )
    };
    let export = [
        fault(3, "2031-08-01", "null", "Quay", "The lamp of the quay smokes at night, and nobody has seen to it."),
        fault(4, "2031-09-01", "\"2031-09-03\"", "Mole", "The lamp of the mole was dark, and Reed lit it again."),
    ];
    let rule = |version: u32, day: &str| {
        let text = format!("# Rule on oil, version {version}\n\nIn force from: {day}\n\nOil is kept in the shed.\n");
        (format!("rules/oil{version}.md"), text)
    };
    indexed([
        (
            "faults/faults_old.csv".to_owned(),
            "fault,raised,mended,lamp,keeper,oil\n1,2031-02-01,2031-02-03,Quay,Voss,whale\n\
             2,2031-03-01,2031-03-02,Mole,Reed,whale\n"
                .to_owned(),
        ),
        ("faults/faults_new.json".to_owned(), format!("{{\"faults\":[{}]}}", export.join(","))),
        (
            "reports/b4.md".to_owned(),
            "# B-4\n\n- **Title:** Endless ringing of the bell at Orsk\n- **Date:** 4 June 2031\n\n\
             ## What happened\n\nThe bell rang without an end until the keeper cut the rope. The first report said 300 \
             rings, which is retracted. The log has 371 rings.\n\n## Cause\n\nFrost in the gear, as was found in July.\n"
                .to_owned(),
        ),
        rule(2, "10 January 2029"),
        rule(3, "1 May 2031"),
        ("letters/a.txt".to_owned(), "I kept a shop from 1965, but I married a ropeyard man.\n".to_owned()),
        (
            "letters/b.txt".to_owned(),
            "Date of the fire: we say 3 March 1961 from now on. All papers agree on that.\n".to_owned(),
        ),
        ("letters/c.txt".to_owned(), "The fire was the talk of the town. Miss Voss had the log book.\n".to_owned()),
        ("letters/d.txt".to_owned(), "The lost tide book was found under the floor of the gatehouse.\n".to_owned()),
        ("letters/e.txt".to_owned(), "The gear was not frozen, whatever they say in Orsk.\n".to_owned()),
    ])
}

#[test]
fn what_is_open_in_any_of_the_files_has_no_end() {
    let (_folder, session) = harbour();
    let text = told(&session, "List all open faults");
    assert!(text.starts_with("1 of 4 rows of faults_new.json, faults_old.csv"), "{text}");
    assert!(text.contains("smokes") || text.contains("Lamp 3"), "{text}");
}

#[test]
fn the_cause_of_what_a_report_is_about_stands_under_its_heading() {
    let (_folder, session) = harbour();
    let text = told(&session, "What was the cause of the endless ringing at Orsk?");
    assert!(text.starts_with("“Frost in the gear"), "{text}");
}

#[test]
fn how_often_something_was_done_is_told_by_a_text() {
    let (_folder, session) = harbour();
    let text = told(&session, "How many times did the bell ring at Orsk?");
    assert!(text.contains("371") && !text.contains("documents speak of"), "{text}");
}

#[test]
fn the_day_is_that_of_the_event_and_of_the_version_that_is_named() {
    let (_folder, session) = harbour();
    let text = told(&session, "When did the fire at the ropeyard happen?");
    assert!(text.starts_with("“Date of the fire"), "{text}");
    let text = told(&session, "When did version 3 of the rule on oil come into force?");
    assert!(text.contains("1 May 2031") && !text.contains("2029"), "{text}");
}

#[test]
fn nobody_is_missing_who_is_called_miss() {
    let (_folder, session) = harbour();
    let text = told(&session, "Where was the missing tide book found?");
    assert!(text.contains("under the floor") && !text.contains("Miss Voss"), "{text}");
}

#[test]
fn whether_something_is_so_is_told_by_what_says_that_it_is_not() {
    let (_folder, session) = harbour();
    let text = told(&session, "Was it frozen?");
    assert!(text.starts_with("“The gear was not frozen"), "{text}");
}
