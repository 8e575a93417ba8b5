//! One question after another: of whom the second asks, that both count alike, what is new in the second answer, and
//! what is said of the rest of the documents.

use super::super::*;
use super::{answered, asked, indexed};

/// Papers of an invented weir, two of which have a passage in common.
fn papers() -> [(String, String); 6] {
    let shared = "I have never seen the water stand so high behind the old weir as in that winter of rain";
    [
        (
            "talks/Weir podcast 1.txt",
            format!("# Weir podcast 1\n\nTom Reed: {shared}. The keepers were afraid of it.\n"),
        ),
        (
            "talks/Weir podcast 2.txt",
            format!(
                "# Weir podcast 2\n\nTom Reed: seen the water {}\n",
                &format!("{shared}.")["I have never seen the water ".len()..]
            ),
        ),
        (
            "minutes/may.txt",
            "Minutes of May\n\nTom Reed presented the tenders. Ada Voss, who keeps the books, asked for the price. \
             Corvin Works was the cheapest tender by far.\n"
                .to_owned(),
        ),
        (
            "minutes/june.txt",
            "Minutes of June\n\nThe letter of Ada Voss to Tom Reed was read. The weir is to be painted.\n".to_owned(),
        ),
        ("minutes/july.txt", "Minutes of July\n\nTom Reed was away.\n".to_owned()),
        ("letters/lind.txt", "The ground at the weir is very tender here. The bell rang all night.\n".to_owned()),
    ]
    .map(|(name, text)| (name.to_owned(), text))
}

#[test]
fn what_names_both_of_two_is_counted_alike_whoever_asks() {
    let (_folder, session) = indexed(papers());
    let listed = answered(&session, &asked("Which documents name both Tom Reed and Ada Voss?", Mode::AUTO));
    let tied = answered(&session, &asked("What do Tom Reed and Ada Voss have to do with each other?", Mode::AUTO));
    let told = "2 passages of 2 documents name both Tom Reed and Ada Voss.";
    for answer in [&listed, &tied] {
        assert!(answer.text.starts_with(told.trim_end_matches('.')), "{}", answer.text);
    }
    for row in &listed.evidence {
        assert!(row.text.contains("Reed") && row.text.contains("Voss"), "{}", listed.text);
    }
}

#[test]
fn the_word_for_all_of_it_narrows_nothing_though_files_are_called_so() {
    let (_folder, session) = indexed(papers());
    for question in ["What is the podcast about?", "What are the main themes of the podcast?"] {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        assert_eq!(part_asked(&answer.trace), None, "{question}");
    }
    let narrowed = answered(&session, &asked("Summarise the minutes", Mode::AUTO));
    assert_eq!(part_asked(&narrowed.trace).as_deref(), Some("the minutes: only 3 of 6 documents"));
}

#[test]
fn what_was_told_from_one_document_is_not_new_in_another_that_has_it_too() {
    let (_folder, session) = indexed(papers());
    let mut first = asked("How high did the water stand behind the weir?", Mode::BASIC);
    let before = answered(&session, &first);
    first.question.said = before.evidence.iter().filter_map(|one| Some((one.document?, one.quote))).collect();
    assert!(!first.question.said.is_empty(), "{}", before.text);
    let after = answered(&session, &first).text;
    let new = after.split("quoted before").next().unwrap_or_default();
    let new = new.split("Said already").next().unwrap_or_default();
    assert!(!new.contains("stand so high"), "{after}");
}

#[test]
fn where_a_part_has_only_a_word_of_it_the_rest_is_counted() {
    let (_folder, session) = indexed(papers());
    for mode in [Mode::BASIC, Mode::LAZY, Mode::LOCAL] {
        let mut ask = asked("Who proposed the cheapest tender?", mode);
        ask.scope = Scope { folders: vec!["letters".to_owned()], ..Scope::default() };
        let answer = answered(&session, &ask);
        assert!(answer.elsewhere > 0, "{mode}: {}", answer.text);
    }
}

#[test]
fn of_whom_nobody_was_named_it_is_said_that_it_is_not_known() {
    let (_folder, session) = indexed(papers());
    let mut ask = asked("When did he leave the board?", Mode::AUTO);
    ask.question.history =
        vec![("Who is behind Corvin Works?".to_owned(), "“Corvin Works was the cheapest.”".to_owned())];
    let answer = answered(&session, &ask);
    assert!(answer.text.contains("It is not clear whom or what “he” means"), "{}", answer.text);
    // Nor is the whole told instead.
    let nobody = answered(&session, &asked("What did she say about it?", Mode::AUTO));
    assert!(nobody.text.contains("It is not clear whom or what “she” means"), "{}", nobody.text);
    assert_eq!(nobody.evidence, [], "{}", nobody.text);
}
