//! Questions to newspapers: what answers says "the club", "crews" and "he", and a later article tells what an earlier
//! one announces.

use super::super::*;
use super::{answered, asked, indexed};

/// Articles of an invented paper, each in a file that is called by its day.
fn articles() -> [(String, String); 5] {
    [
        (
            "2023-02-03_burner-plan.txt",
            "Burner would take waste from three counties\n\nThe incinerator proposed for Hob Lane would burn 180,000 tonnes \
             of rubbish a year.\n\nThe leader of the council, Colin Reed, has supported the plant.\n\nThe county planning \
             committee is to decide about the incinerator in May.\n",
        ),
        (
            "2023-05-05_mayor.txt",
            "Voss wins Orsk by 225 votes after recount\n\nAda Voss, a head teacher who never stood for office, is the new \
             mayor of Orsk. She had 9,412 votes and Tom Arden 9,187.\n\nTurnout at the election was 58 per cent.\n",
        ),
        (
            "2023-05-24_burner-approved.txt",
            "County committee backs incinerator by one vote\n\nThe county planning committee on Wednesday approved the \
             building of a waste incinerator at Hob Lane by seven votes to six.\n\nAda Voss, the mayor, called on it to \
             think again.\n",
        ),
        (
            "2023-09-29_strike-tarn.txt",
            "Tarn refuse crews accept 7 per cent\n\nRefuse collectors in Tarn voted on Friday to end a strike of nearly four \
             weeks, while their colleagues in Orsk stayed out.\n\nThe refuse strike began on 4 September.\n",
        ),
        (
            "2023-10-27_bins.txt",
            "Bins to be emptied in Orsk; Rovers come home to a win\n\nThe refuse strike is over. Crews in Orsk voted last \
             night to accept a rise of six per cent, and will go back on Monday.\n\nOrsk Rovers beat Tarn Town 3-1.\n\nThe \
             chairman, Roy Stubbs, was not there. He sold his shares in May to the supporters' trust, which now owns 51 per \
             cent.\n",
        ),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
}

#[test]
fn what_gives_the_kind_of_answer_begins_it_whatever_its_surroundings_say_again() {
    let (_folder, session) = indexed(articles());
    for (question, told) in [
        ("How long did the refuse strike last?", "nearly four weeks"),
        ("Did Ada Voss win the election?", "is the new mayor of Orsk"),
        ("What was decided about the incinerator by the county planning committee?", "by seven votes to six"),
        ("What pay rise did the crews in Orsk get?", "six per cent"),
    ] {
        let answer = answered(&session, &asked(question, Mode::BASIC));
        let first = answer.evidence.first().map(|one| one.text.as_str()).unwrap_or_default();
        assert!(first.contains(told), "{question}: {}", answer.text);
        assert!(!answer.text.contains("Nothing says this"), "{question}: {}", answer.text);
    }
}

#[test]
fn a_course_is_told_in_order_each_step_with_its_day() {
    let (_folder, session) = indexed(articles());
    let answer = answered(&session, &asked("What happened to the incinerator, in order?", Mode::BASIC));
    let days: Vec<usize> = ["2023-02-03: ", "2023-05-24: "].iter().filter_map(|day| answer.text.find(day)).collect();
    assert!(days.len() == 2 && days[0] < days[1], "{}", answer.text);
}

#[test]
fn when_something_was_said_is_told_where_its_own_day_is_not() {
    let says = [
        ("Ada Voss", "The pump failed again"),
        ("Tom Reed", "Who has the key?"),
        ("Oda Lind", "I paid the deposit"),
        ("Ada Voss", "The seals have come"),
        ("Tom Reed", "Close the valve"),
    ];
    let line = |(at, (who, what)): (usize, &(&str, &str))| format!("[{}/11/22, 07:55:01] {who}: {what}\n", 13 + at);
    let chat: String = says.iter().enumerate().map(line).collect();
    let (_folder, session) = indexed([("chat.txt".to_owned(), chat)]);
    let answer = answered(&session, &asked("When was the deposit paid?", Mode::BASIC));
    assert!(answer.text.contains("what stands first was said on 15 Nov 2022."), "{}", answer.text);
}

#[test]
fn what_no_document_gives_is_said_by_its_kind() {
    let (_folder, session) = indexed(articles());
    let answer = answered(&session, &asked("When was Orsk Rovers founded?", Mode::BASIC));
    assert!(answer.text.contains("No day or year was found for this."), "{}", answer.text);
    let answer = answered(&session, &asked("What did Roy Stubbs say about the incinerator?", Mode::BASIC));
    assert!(answer.text.contains("Nearest to this, by or about Roy Stubbs:"), "{}", answer.text);
}
