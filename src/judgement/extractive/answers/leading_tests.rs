//! Which passage begins an answer, question by question.

use super::from_passages::from_passages;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::lexicon::NoLexicon;
use crate::judgement::rank::rank;
use crate::judgement::{ContextRecord, Question, Quotable, samples};
use crate::model::{DocumentId, Kind, Span};
use crate::text::question::Reading;
use crate::text::words::terms::Stems;

/// What begins the answer to a question from documents of the given sentences, each with whoever says them.
fn leads(question: &str, said_by: &[&str], documents: &[(Option<&str>, &[&str])]) -> String {
    let record = |(at, (speaker, sentences)): (usize, &(Option<&str>, &[&str]))| {
        let number = u32::try_from(at).unwrap_or_default();
        let mut end = 0;
        let passages = sentences.iter().map(|text| {
            let place = Some((DocumentId(number), Span::new(end, end + text.len())));
            end += text.len() + 1;
            let speaker = speaker.map(str::to_owned);
            Quotable { text: (*text).to_owned(), speaker, place, ..Quotable::default() }
        });
        samples::record(Kind::Source, number, "Minutes", passages.collect())
    };
    let context: Vec<ContextRecord> = documents.iter().enumerate().map(record).collect();
    let mut stems = Stems::default();
    let reading = Reading::of(question);
    let asked = PreparedQuestion::new(&reading, &NoLexicon);
    let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
    let said_by = said_by.iter().map(|name| (*name).to_owned()).collect();
    let question = Question { text: question.to_owned(), said_by, ..Question::default() };
    let answer = from_passages(&reading, &asked, &question, &context, ranked, &mut stems);
    answer.evidence.first().map(|one| one.text.clone()).unwrap_or_default()
}

#[test]
fn what_fills_in_what_is_asked_for_begins_the_answer() {
    for (question, told, other) in [
        (
            "Who lit the lamp of the quay?",
            "In a great wind, on the night of the flood, the lamp of the quay was lit by Tom Reed.",
            "The lamp of the quay was lit at nine, as on any night.",
        ),
        (
            "Which mill ground the corn of the quay?",
            "The corn of the quay was ground at Marrow Mill.",
            "The corn of the quay was ground by a mill.",
        ),
        (
            "When was the mill of Orsk built?",
            "The mill of Orsk is thirty metres high, with walls of rough stone on all sides, finished in 1938.",
            "The clerk asked whether the mill of Orsk had been built over a mine.",
        ),
        (
            "What did the lamp of the quay cost?",
            "The lamp of the quay was paid for with £40.",
            "The lamp of the quay was lit at a cost to the parish.",
        ),
    ] {
        assert_eq!(leads(question, &[], &[(None, &[other]), (None, &[told])]), told, "{question}");
    }
}

#[test]
fn whoever_tells_what_he_did_himself_fills_in_who_it_was() {
    let documents: [(Option<&str>, &[&str]); 2] = [
        (None, &["The log of the gate was typed on one sheet."]),
        (Some("Ada Voss"), &["I typed the log of the gate."]),
    ];
    assert_eq!(leads("Who typed the log of the gate?", &[], &documents), "I typed the log of the gate.");
}

#[test]
fn of_somebody_s_words_the_own_ones_come_first() {
    let documents: [(Option<&str>, &[&str]); 1] = [(
        Some("Ada Voss"),
        &[
            "The clerk said, \"The state of the quay is good, as the state of the quay always was.\"",
            "I say that the state of the quay is bad.",
        ],
    )];
    let first = leads("What did Ada Voss say of the state of the quay?", &["Ada Voss"], &documents);
    assert!(first.starts_with("I say that"), "{first}");
}

#[test]
fn who_did_something_is_told_behind_what_it_was_done_to() {
    let sentences = [
        "RESOLVED, by seven votes to one, that the gate of the quay be shut and a rope be hung from Marrow Bay.",
        "Mr Reed voted against.",
        "Rain fell on the roof of the hall for the rest of that long night.",
    ];
    let first = leads("Who voted against shutting the gate of the quay?", &[], &[(None, &sentences)]);
    assert!(first.starts_with("RESOLVED") && first.ends_with("Mr Reed voted against."), "{first}");
}

#[test]
fn who_warned_is_told_by_a_warning_and_not_by_what_was_resolved() {
    let resolved = "RESOLVED: that the lake of Orsk be lowered by two metres from Monday, by order of the board.";
    let warned = "Dr Voss advised against lowering it so fast.";
    let documents: [(Option<&str>, &[&str]); 2] = [(None, &[resolved]), (None, &["The lake of Orsk is full.", warned])];
    assert!(leads("Who warned against lowering the lake of Orsk?", &[], &documents).contains(warned));
}
