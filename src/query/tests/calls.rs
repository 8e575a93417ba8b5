//! Questions to transcripts: of a quarter, of whoever speaks, of what replies.

use super::super::*;
use super::{answered, asked, fixture, indexed};

/// Calls of an invented harbour, one for each quarter of two years.
fn calls() -> [(String, String); 4] {
    let call = |quarter: &str, dues: u32| {
        format!(
            "Harbour call, {quarter}\n\nILSE BRANDT, harbour master: Good morning. Welcome to the call of the harbour, in which we \
             speak of its dues and its ferries. With me is Tom Arden of Tarn Bank.\n\nTOM ARDEN, Tarn Bank: What became of the tide gate this time?\n\n\
             ILSE BRANDT: We mended it with oak from Cold Fell before the storms came.\n\nTOM ARDEN: Thank you. And the dues?\n\n\
             ILSE BRANDT: The harbour dues grew by {dues} percent, mostly because the cannery shipped more.\n\n\
             TOM ARDEN: That was Ilse Brandt for the harbour of Orsk.\n"
        )
    };
    [
        ("FY21Q3", "third quarter of fiscal 2021", 3),
        ("FY21Q4", "fourth quarter of fiscal 2021", 4),
        ("FY22Q3", "third quarter of fiscal 2022", 13),
        ("FY22Q4", "fourth quarter of fiscal 2022", 14),
    ]
    .map(|(name, quarter, dues)| (format!("call {name}.txt"), call(quarter, dues)))
}

#[test]
fn a_question_for_a_quarter_is_asked_of_what_it_titles() {
    let (_folder, session) = indexed(calls());
    let first = |question: &str| {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        answer.evidence.first().map(|one| one.text.clone()).unwrap_or_default()
    };
    assert!(first("How much did harbour dues grow in Q4 of fiscal 2022?").contains("14 percent"));
    assert!(first("How much did harbour dues grow in the third quarter of FY21?").contains("grew by 3 percent"));
    // What no document is titled by is asked of all.
    assert!(first("How much did harbour dues grow in Q1 of 1999?").contains("percent"));
}

#[test]
fn a_question_for_some_years_is_asked_of_all_that_lie_between() {
    let call = |year: u32| {
        (format!("call FY{year}.txt"), format!("Harbour call, fiscal {year}\n\nThe dues grew by {year} florins.\n"))
    };
    let (_folder, session) = indexed((2017..2024).map(call).collect::<Vec<_>>());
    for question in ["How did the dues develop from 2019 to 2022?", "How did the dues grow between 2019 and 2022?"] {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        let narrowed = answer.trace.iter().find_map(|step| match step {
            TraceStep::Narrowed { to } => Some(to.as_str()),
            _ => None,
        });
        assert_eq!(narrowed, Some("the documents from 2019 to 2022: 4"), "{question}");
        for (year, of_it) in [(2018, false), (2019, true), (2020, true), (2021, true), (2022, true), (2023, false)] {
            assert_eq!(answer.text.contains(&format!("{year} florins")), of_it, "{question} {}", answer.text);
        }
    }
}

#[test]
fn whoever_has_a_part_is_listed_with_what_they_are() {
    let (_folder, session) = indexed(calls());
    let answer = answered(&session, &asked("Who are the speakers?", Mode::AUTO));
    assert!(answer.text.starts_with("2 people in 4 documents."), "{}", answer.text);
    assert!(answer.text.contains("**Ilse Brandt** (harbour master; 4 documents)"), "{}", answer.text);
    let who = answered(&session, &asked("Who is Ilse Brandt?", Mode::AUTO));
    assert!(who.text.contains("Ilse Brandt, harbour master, speaks in 4 documents"), "{}", who.text);
    // Where nobody speaks, the question is one for the whole.
    let (_harbour, silent) = fixture();
    let whole = answered(&silent, &asked("Who are the speakers?", Mode::AUTO));
    assert!(!whole.text.contains("people in"), "{}", whole.text);
}

#[test]
fn what_replies_answers_and_what_asks_does_not_come_first() {
    let (_folder, session) = indexed(calls());
    let answer = answered(&session, &asked("What became of the tide gate?", Mode::BASIC));
    let first = answer.evidence.first().expect("a passage");
    assert!(first.text.contains("oak from Cold Fell"), "{}", answer.text);
}

#[test]
fn a_letter_called_by_somebody_is_not_all_that_they_said() {
    let letter = "Dear Ilse\n\nI leave the board today. I have been a member of it for nine years.\n\nTom Arden\n";
    let minutes =
        "Minutes of the board\n\nTom Arden thought that the tide gate should be shut. Ilse Brandt thanked him.\n";
    let documents = [("letter-arden.txt", letter), ("minutes.txt", minutes)];
    let (_folder, session) = indexed(documents.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("What does Tom Arden say about the tide gate?", Mode::AUTO));
    let first = answer.evidence.first().expect("a passage");
    assert!(first.text.contains("should be shut"), "{}", answer.text);
}

#[test]
fn an_address_answers_nothing_but_where() {
    let letter = "Tom Arden\nThe Old Forge\nNether Quay\n\nDear Ilse\n\nI leave the board today.\n\nTom Arden\n";
    let minutes = "Minutes of the board\n\nThe board voted by name on the tide gate. For: Mrs Brandt, Mr Reed. Against: \
                   Mr Arden, Miss Voss.\n";
    let documents = [("letter 7 May.txt", letter), ("minutes.txt", minutes)];
    let (_folder, session) = indexed(documents.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("How did Tom Arden vote?", Mode::AUTO));
    let first = answer.evidence.first().expect("a passage");
    assert!(!first.text.contains("Old Forge"), "{}", answer.text);
    assert!(answer.text.contains("Against: Mr Arden"), "{}", answer.text);
}
