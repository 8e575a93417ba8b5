//! Questions of the whole pile: themes, kinds of statements, months without a year, and what is to be done.

use super::super::*;
use super::{answered, asked, fixture, indexed};
use crate::model::{Grounding, TraceStep};

/// Minutes of two years, a procedure, and matters of which each has its trouble.
fn parish() -> (tempfile::TempDir, Session) {
    let mut files: Vec<(String, String)> = Vec::new();
    let matters = [
        ("ferry", "Orsk Ferries", "broke down and was in danger of sinking"),
        ("kiln", "Tarn Pottery", "was found cracked and a hazard to the potters"),
    ];
    for (name, body, trouble) in matters {
        for number in 1..=4 {
            let text = format!("# {body}, report {number}\n\nIn week {number} the {name} of {body} {trouble}.\n");
            files.push((format!("{name} {number}.md"), text));
        }
    }
    for (day, chair, matter) in [
        ("12 March 1931", "Ada Voss", "It was resolved, with Tom Reed against, that the tide gate be painted."),
        ("14 May 1931", "Ines Calder", "It was resolved, with nobody against, that the tide gate be sold."),
    ] {
        let text = format!("# Minutes of the parish, {day}\n\nIn the chair: {chair}.\n\n{matter}\n");
        files.push((format!("minutes {day}.md"), text));
    }
    let steps = "# Rules for leaks\n\n## Purpose\n\nTo make sure that each leak is reported and mended.\n\n## How to \
                 report\n\n1. Shut the cock.\n2. Ring the bell twice.\n3. Write to the clerk by noon.\n\n## Costs\n\n\
                 The clerk pays for each leak.\n";
    files.push(("rules.md".to_owned(), steps.to_owned()));
    indexed(files)
}

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

#[test]
fn each_subject_tells_what_is_of_the_kind_that_is_asked_for() {
    let (_folder, session) = parish();
    let answer = answered(&session, &asked("What are the main problems?", Mode::GLOBAL));
    assert!(answer.text.contains("danger of sinking") && answer.text.contains("a hazard"), "{}", answer.text);
}

#[test]
fn a_month_without_a_year_is_that_of_its_documents() {
    let (_folder, session) = parish();
    let march = told(&session, "What was resolved in March about the tide gate?");
    assert!(march.contains("painted") && !march.contains("sold"), "{march}");
    let may = told(&session, "Summarise the May minutes");
    assert!(may.contains("sold") && !may.contains("painted") && !may.contains("leak"), "{may}");
}

#[test]
fn what_is_to_be_done_is_told_step_by_step() {
    let (_folder, session) = parish();
    let steps = told(&session, "How do I report a leak?");
    let place = |step: &str| steps.find(step).unwrap_or_else(|| panic!("{step} in {steps}"));
    assert!(steps.starts_with("“Shut the cock") && place("Ring") < place("Write"), "{steps}");
}

#[test]
fn what_a_word_of_the_titles_cuts_short_is_counted_with_what_spells_it_out() {
    let files = (1..=9).map(|number| {
        let title = if number < 3 { format!("Episode {number}") } else { format!("EP-0{number}") };
        (format!("{number}.md"), format!("# {title} with Ada Voss\n\nThe lamp of week {number} was lit.\n"))
    });
    let (_folder, session) = indexed(files.chain([("n.md".to_owned(), "# Notes\n\nThe quay is old.\n".to_owned())]));
    let counted = told(&session, "How many episodes are there?");
    assert!(counted.starts_with("9 documents of 10"), "{counted}");
    let themes = answered(&session, &asked("What are the themes of the episodes?", Mode::AUTO));
    let narrowed = themes.trace.iter().any(|step| matches!(step, TraceStep::Narrowed { .. }));
    assert!(!narrowed, "nearly all are episodes: {:?}", themes.trace);
}

#[test]
fn who_somebody_is_comes_before_what_they_did_and_talk_is_summed_up_by_what_is_said() {
    let files = [
        (
            "minutes 3 May 1931.md",
            "# Minutes, 3 May 1931\n\nPresent: Tom Reed (Chair), Ada Voss (Harbour Master), Ines Calder, Per Lind.\n\nAda \
             Voss reported that the lamp was out.\n",
        ),
        (
            "minutes 4 June 1931.md",
            "# Minutes, 4 June 1931\n\nPresent: Tom Reed (Chair), Ada Voss (Harbour Master), Per Lind.\n\nAda Voss said \
             that the lamp of the quay burned again.\n",
        ),
        (
            "interview lind.txt",
            "TRANSCRIPT OF INTERVIEW\nInterviewee: Per Lind, Master of the Ferry\nInterviewer: Hanna Vale\n\nVALE: When did \
             you first carry casks?\nLIND: We carried fifteen blue casks on the ninth of March.\nVALE: Who told you \
             to?\nLIND: The office told me to do it at once.\nVALE: And then?\nLIND: They went to the quay by night.\n",
        ),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let voss = told(&session, "Who is Ada Voss?");
    assert!(voss.starts_with("“Ada Voss (Harbour Master)”") && !voss.contains("Per Lind"), "{voss}");
    let lind = told(&session, "Summarise the interview with Per Lind");
    assert!(lind.contains("fifteen blue casks") && !lind.contains("Interviewer"), "{lind}");
    let by_surname = told(&session, "Summarise the interview with Lind");
    assert!(by_surname.contains("fifteen blue casks") && !by_surname.contains("Interviewer"), "{by_surname}");
}

#[test]
fn what_somebody_is_tied_to_is_told_row_by_row() {
    let (_folder, session) = fixture();
    let answer = answered(&session, &asked("What is Orsk Ferries connected with?", Mode::AUTO));
    assert!(answer.text.starts_with("Orsk Ferries is named"), "{}", answer.text);
    assert!(answer.text.contains("- **Marrow Bay**") && !answer.text.contains("Tarn Pottery"), "{}", answer.text);
    assert!(answer.citations.iter().all(|cited| cited.grounding == Grounding::Grounded), "{:?}", answer.citations);
}

#[test]
fn the_themes_of_what_all_documents_are_about_are_those_of_the_whole() {
    let matters = ["lamps of the quay", "gate of the mill", "kiln of the potters"];
    let files = (0..9).map(|number| {
        let matter = matters[number % 3];
        let text =
            format!("# Talk {number} on harbour work\n\nThe {matter} of harbour {number} were closed, and spoken of at length.\n");
        (format!("{number}.md"), text)
    });
    let (_folder, session) = indexed(files);
    let themes =
        answered(&session, &asked("What recurring topics do harbour leaders emphasize in their talks?", Mode::AUTO));
    let note = |step: &TraceStep| matches!(step, TraceStep::Note { text } if text.contains("it asks for the whole"));
    assert!(themes.trace.iter().any(note), "{:?}", themes.trace);
    let kiln = answered(&session, &asked("What recurring topics of the kiln do leaders emphasize?", Mode::AUTO));
    assert!(!kiln.trace.iter().any(note), "a third speaks of it: {:?}", kiln.trace);
    let closed = answered(&session, &asked("Which issues are closed?", Mode::AUTO));
    assert!(!closed.trace.iter().any(note), "it asks what is so of them: {:?}", closed.trace);
}

#[test]
fn of_somebody_more_is_told_than_what_the_letter_that_has_the_name_says() {
    let files = [
        ("a.txt", "Re: estate of Tom Voss\n\nI refer to the valuation of the quay. I cannot agree to it.\n"),
        (
            "b.txt",
            "Notes on the mill\n\nAda Voss, daughter of Tom Voss, runs the mill at Orsk. Ada Voss lit the lamp.\n",
        ),
        ("c.txt", "Notes on the lock\n\nAda Voss opened the lock in May.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let ada = told(&session, "Tell me about Ada");
    assert!(ada.contains("daughter of Tom Voss") && !ada.contains("valuation"), "{ada}");
}
