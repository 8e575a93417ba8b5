//! What documents fill in, as it is written.

use super::*;

fn told(sentences: &[(SentenceKind, &str)]) -> Vec<(String, String)> {
    let lines = sentences.iter().map(|&(kind, said)| (kind, Span::new(0, said.len()), said));
    fields(lines).into_iter().map(|field| (field.label, field.value)).collect()
}

fn field(label: &str, value: &str) -> (String, String) {
    (label.to_owned(), value.to_owned())
}

#[test]
fn what_stands_behind_a_label_or_in_a_list_under_a_heading_is_filled_in() {
    let found = told(&[
        (SentenceKind::Row, "status: accepted"),
        (SentenceKind::Row, "tags:\n  - salt\n  - sea wall"),
        (SentenceKind::Heading, "## Present"),
        (SentenceKind::Item, "Ada Voss"),
        (SentenceKind::Item, "TR"),
        (SentenceKind::Item, "MN, Kai Lund"),
        (SentenceKind::Prose, "AV KL"),
        (SentenceKind::Row, "labels: [gate, the quay]"),
        (SentenceKind::Row, "Present: Ada Voss, Tom Reed"),
        (SentenceKind::Row, "Held: 4 May, 2031"),
        (SentenceKind::Row, ":Author: Tom Reed <tom@reed.example>"),
        (SentenceKind::Row, ":Authors: Ada B. Voss <ada@voss.example>, Kai Lund <kai@lund.example>"),
        (SentenceKind::Row, ":State: <Draft | Final>"),
        (SentenceKind::Row, "**Opened:** 2031-05-04  **Status:** open  **Owner:** Ada Voss"),
        (SentenceKind::Row, "Interviewer: Bea Rowan."),
        (SentenceKind::Row, "Clerk: Tom R."),
        (SentenceKind::Heading, "Credentials"),
        (SentenceKind::Item, "- Present: AV, Tom Reed"),
        (SentenceKind::Item, "- Apologies:"),
        (SentenceKind::Heading, "Stats"),
        (SentenceKind::Item, "**Time to recovery:** 43 minutes"),
        (SentenceKind::Item, "Time to detection: N/A"),
        (SentenceKind::Prose, "#31  The lamp is dark\nState: shut (mended)     Severity: high"),
        (SentenceKind::Row, "| Status | **Accepted** 4 May 2031, at last |"),
    ]);
    let wanted = [
        field("status", "accepted"),
        field("tags", "salt"),
        field("tags", "sea wall"),
        field("Present", "Ada Voss"),
        field("Present", "TR"),
        field("Present", "MN"),
        field("Present", "Kai Lund"),
        field("Present", "AV"),
        field("Present", "KL"),
        field("labels", "gate"),
        field("labels", "the quay"),
        field("Present", "Ada Voss"),
        field("Present", "Tom Reed"),
        field("Held", "4 May, 2031"),
        field("Author", "Tom Reed"),
        field("Authors", "Ada B. Voss"),
        field("Authors", "Kai Lund"),
        field("Opened", "2031-05-04"),
        field("Status", "open"),
        field("Owner", "Ada Voss"),
        field("Interviewer", "Bea Rowan"),
        field("Clerk", "Tom R."),
        field("Present", "AV"),
        field("Present", "Tom Reed"),
        field("Time to recovery", "43 minutes"),
        field("State", "shut (mended)"),
        field("Severity", "high"),
        field("Status", "Accepted 4 May 2031, at last"),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn sentences_times_and_addresses_fill_in_nothing() {
    for said in [
        "The gate was shut at 10:15 by Ada Voss.",
        "https://voss.example/gate",
        "She said: it leaks. Then she went.",
        "What is to be done about all the gates: nothing",
        "Note that:",
    ] {
        assert_eq!(told(&[(SentenceKind::Prose, said)]), [], "{said}");
    }
}

proptest::proptest! {
    #[test]
    fn anything_may_be_filled_in(said in "\\PC{0,40}|[a-z*_:# \n-]{0,60}") {
        let kinds = [SentenceKind::Heading, SentenceKind::Item, SentenceKind::Row, SentenceKind::Prose];
        let all: Vec<(SentenceKind, &str)> = kinds.into_iter().map(|kind| (kind, said.as_str())).collect();
        for (label, value) in told(&all) {
            proptest::prop_assert!(!label.is_empty() && !value.is_empty());
        }
    }
}
