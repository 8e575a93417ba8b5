//! Lists and counts: what is left out, what more there is.

use super::super::*;
use super::{answered, asked, indexed};

fn letters() -> [(String, String); 5] {
    [
        ("a.txt", "The ferry was late. Tom Reed of the Harbour Board complained of the ferry."),
        ("b.txt", "The ferry sank. Mary Reed saw the ferry go down."),
        ("c.txt", "The board of the school bought a ferry. Tom Arden paid for the ferry."),
        ("d.txt", "The ferry is old, the Harbour Board said of the ferry."),
        ("e.txt", "Nobody took the ferry in the harbour."),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
}

#[test]
fn a_name_is_left_out_where_it_stands_whole() {
    let (_folder, session) = indexed(letters());
    let counted = |question: &str| answered(&session, &asked(question, Mode::named("count"))).text;
    assert!(counted("Which documents mention the ferry?").starts_with("5 of 5"));
    let board = counted("Which documents mention the ferry, but not the Harbour Board?");
    assert!(board.starts_with("3 of 5"), "{board}");
    let tom = counted("Which documents mention the ferry, but not Tom Reed?");
    assert!(tom.starts_with("4 of 5"), "{tom}");
}

#[test]
fn what_stands_in_a_heading_is_mentioned() {
    let minutes = [
        (
            "a.md",
            "# Meeting of May\n\n## Insurance of the boats\n\n- Tom asks for a quote.\n- The board waits.\n\n## Ropes\n\n- None left.\n",
        ),
        (
            "b.md",
            "# Meeting of June\n\n## Ropes\n\n- Ada buys some.\n\n## Insurance of the boats\n\n## Lamps\n\n- They burn.\n",
        ),
        ("c.md", "# Meeting of July\n\n## Lamps\n\n- The insurance is paid.\n"),
        ("d.md", "# Meeting of August\n\n## Lamps\n\n- They burn.\n"),
    ];
    let (_folder, session) = indexed(minutes.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let text = answered(&session, &asked("How many documents mention insurance?", Mode::named("count"))).text;
    assert!(text.starts_with("3 of 4 documents speak of insurance, in 3 passages."), "{text}");
    assert!(text.contains("Tom asks for a quote.") && text.contains("“Insurance of the boats”"), "{text}");
    assert!(!text.contains("They burn"), "{text}");
}

#[test]
fn a_list_says_how_many_more_there_are() {
    let many = (0..90).map(|n| (format!("{n}.txt"), format!("On day {n} the ferry was late, and the ferry was full.")));
    let (_folder, session) = indexed(many);
    let answer = answered(&session, &asked("Which documents mention the ferry?", Mode::named("count")));
    assert!(answer.text.starts_with("90 of 90"), "{}", answer.text);
    assert!(answer.text.trim_end().ends_with("and 65 more"), "{}", answer.text);
}
