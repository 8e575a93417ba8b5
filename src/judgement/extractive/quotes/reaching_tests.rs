//! How far quotations reach.

use super::*;
use crate::judgement::rank::lexicon::NoLexicon;
use crate::judgement::rank::rank;
use crate::judgement::{Quotable, samples};
use crate::model::{DocumentId, Kind};

/// What is made of the best of some sentences of one record.
fn of_first(
    question: &str,
    sentences: [&str; 3],
    made: impl Fn(&Reading, &[ContextRecord], &Ranked<'_>) -> Option<Evidence>,
) -> Option<String> {
    let mut at = 0;
    let passages = sentences.map(|text| {
        let place = Some((DocumentId(1), Span::new(at, at + text.len())));
        at += text.len() + 1;
        Quotable { text: text.to_owned(), place, ..Quotable::default() }
    });
    let context = [samples::record(Kind::Source, 1, "Minutes", passages.into())];
    let reading = Reading::of(question);
    let asked = PreparedQuestion::new(&reading, &NoLexicon);
    let mut stems = Stems::default();
    let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
    made(&reading, &context, &ranked[0]).map(|evidence| evidence.text)
}

fn reached(question: &str, sentences: [&str; 3]) -> Option<String> {
    of_first(question, sentences, |reading, context, one| {
        let asked = PreparedQuestion::new(reading, &NoLexicon);
        as_far_as_the_fact(reading, &asked, context, one, &mut Stems::default())
    })
}

fn gone_on(sentences: [&str; 3], further: Further) -> Option<String> {
    of_first("What became of the quay?", sentences, |reading, context, one| going_on(reading, context, one, further))
}

#[test]
fn what_is_taken_back_is_shown_with_it() {
    let told = ["The quay was said to be sold.", "In fact the quay was let.", "It rained."];
    let both = Some("The quay was said to be sold. In fact the quay was let.");
    assert_eq!(gone_on(told, Further::TakingBack).as_deref(), both);
    let other = ["The quay was said to be sold.", "Nobody lives there.", "It rained."];
    assert_eq!(gone_on(other, Further::TakingBack), None);
    assert_eq!(gone_on(other, Further::Sentences(2)).as_deref(), Some(&*other.join(" ")));
    let open = ["Voss said of the quay: \"We are glad.", "It is let.\" Then she left.", "It rained."];
    assert_eq!(gone_on(open, Further::TakingBack).as_deref(), Some(&*open[..2].join(" ")));
    assert!(
        is_left_open("He said: “We sail.") && !is_left_open("A beam 6\" by 4\" of oak.") && !is_left_open("“Yes.”")
    );
    let unended = ["The quay", "was sold.", "It rained."];
    assert_eq!(gone_on(unended, Further::Sentences(2)), None, "a caption goes on to nothing");
}

#[test]
fn nobody_replies_across_a_rule_or_the_head_of_another_message() {
    for line in ["-----Original thread (May)-----", "================", "> From: Tom Reed", "Date: 4 May 2031"] {
        assert!(is_boundary(line), "{line}");
    }
    for line in ["", "- yes", "Reed: yes", "From here on it is shut."] {
        assert!(!is_boundary(line), "{line}");
    }
}

#[test]
fn what_is_announced_is_shown_with_what_announces_it() {
    let told = ["The quay was let on two conditions.", "The lamps are lit at dusk.", "Nobody sleeps there."];
    assert_eq!(gone_on(told, Further::TakingBack).as_deref(), Some(&*told.join(" ")));
    for quoted in
        ["We ask for three things.", "The conditions are:", "Solo ponemos tres condiciones.", "要望は次の三点です。"]
    {
        assert!(announces(quoted), "{quoted}");
    }
    for quoted in
        ["It took two hours.", "There were two.", "The quay was let.", "One of the three gates was shut for good."]
    {
        assert!(!announces(quoted), "{quoted}");
    }
}

#[test]
fn who_does_not_tell_evades() {
    let told = |said: &str| {
        let passage = Quotable { text: said.to_owned(), ..Quotable::default() };
        let context = [samples::record(Kind::Source, 1, "Talk", vec![passage])];
        let reading = Reading::of("Who owns the quay?");
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let ranked = rank(&asked, &context, &NoLexicon, &mut Stems::default());
        ranked.first().is_some_and(|one| evades(&context, one))
    };
    assert!(restates("I have just read that the quay is shut.") && restates("“We wrote, on 3 May, that it was."));
    assert!(!restates("I shut the quay."));
    assert!(reports_question("12.7 Mr Reed was asked by Ada Voss who owned the quay."));
    assert!(reports_question("Voss fragte Reed, wem der Kai gehöre.") && !reports_question("Voss asked for tea."));
    assert!(told("I have no idea who owns the quay.") && told("Das Kai? Keine Ahnung."));
    assert!(!told("The harbour board owns the quay."));
    let long = "I do not know why they ask me, since everybody on this side of the river has known for years that the \
                quay was bought by the harbour board in the spring of 1931 and never sold.";
    assert!(!told(long));
}

#[test]
fn what_names_the_thing_is_shown_with_what_gives_the_fact() {
    let told = ["The quay had two lamps.", "Both were lit in 1931.", "It rained."];
    assert_eq!(
        reached("When were the lamps of the quay lit?", told).as_deref(),
        Some("The quay had two lamps. Both were lit in 1931.")
    );
    assert_eq!(reached("What did the quay have?", told), None, "no such fact is asked for");
    let late = ["The quay had two lamps.", "It rained.", "Nobody saw them."];
    assert_eq!(reached("When were the lamps of the quay lit?", late), None);
    let bought = ["The quay bought 2 lamps.", "They cost £40.", "It rained."];
    assert_eq!(
        reached("What did the lamps of the quay cost?", bought).as_deref(),
        Some("The quay bought 2 lamps. They cost £40.")
    );
    let himself = ["The lamp was lit in 1931.", "It went out in 1940.", "It rained."];
    assert_eq!(reached("When was the lamp lit?", himself), None, "it gives the year itself");
}
