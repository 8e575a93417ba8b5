//! What documents say of themselves in fields is told before what merely has the words of a question, and what is of
//! another, or only wanted, is no answer.

use super::super::*;
use super::{answered, asked, indexed};

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

/// Records of decisions, a report of what broke down, and who keeps what.
fn harbour() -> (tempfile::TempDir, Session) {
    let rule = |number: u32, title: &str, fields: &str, text: &str| {
        (format!("dr/DR-{number}.md"), format!("# DR-{number}: {title}\n\n{fields}\n\n## Reasons\n\n{text}\n"))
    };
    indexed([
        rule(
            3,
            "Oil from Orsk",
            "Status: Superseded by DR-7\nDate: 2030-04-02",
            "Orsk sells lamp oil by the barrel. Nobody in the harbour wants to press oil.",
        ),
        rule(
            7,
            "Oil from Tarn",
            "Status: Accepted\nDate: 2031-05-09\nSupersedes: DR-3",
            "The harbour left Orsk because Orsk sent water in place of lamp oil in March.",
        ),
        rule(9, "A second lamp", "Status: Rejected\nDate: 2031-06-01", "Two lamps would be taken for two harbours."),
        (
            "breakdowns/2031-03-04-orsk.md".to_owned(),
            "# Breakdown: Orsk oil\n\nNumber: B-4\nDuration: 5 hours 10 minutes\nAuthor: Ada Voss\n\n\
             ## Summary\n\nThe lamps went dark.\n\n## Actions\n\n| Action | Owner |\n|---|---|\n\
             | Ask Orsk for money | Ada Voss |\n| Drain the tank | Tom Reed |\n| Paint the door | Ines Calder |\n"
                .to_owned(),
        ),
        (
            "lamps.csv".to_owned(),
            "lamp,owner,deputy,monthly cost EUR\nQuay,Tom Reed,Ada Voss,40\nMole,Ines Calder,Ada Voss,25\n\
             Gate,Ada Voss,Tom Reed,10\n"
                .to_owned(),
        ),
        ("letters/a.txt".to_owned(), "The contract with Orsk ends on 3 May 2031. Nobody liked it.".to_owned()),
        ("letters/b.txt".to_owned(), "Tarn has renewed the lamps for two years, until 9 June 2034.".to_owned()),
    ])
}

#[test]
fn how_long_something_went_on_is_told_by_the_report_that_is_called_so() {
    let (_folder, session) = harbour();
    let text = told(&session, "How long did the Orsk breakdown last?");
    assert!(text.starts_with("“Duration: 5 hours 10 minutes”"), "{text}");
}

#[test]
fn what_others_cost_is_not_earned_by_whoever_stands_in() {
    let (_folder, session) = harbour();
    let text = told(&session, "How much does Ada Voss earn?");
    assert!(!text.contains("Together"), "{text}");
}

#[test]
fn how_a_record_stands_is_told_by_its_field() {
    let (_folder, session) = harbour();
    let ended = told(&session, "Which decision records were rejected or superseded?");
    assert!(ended.contains("DR-3") && ended.contains("DR-9") && !ended.contains("DR-7: "), "{ended}");
}

#[test]
fn what_holds_no_more_comes_last_and_is_marked() {
    let (_folder, session) = harbour();
    let text = told(&session, "Why did the harbour leave Orsk?");
    assert!(text.starts_with("“The harbour left Orsk because"), "{text}");
    assert!(!text.contains("press oil") || text.contains("says of itself: “Status: Superseded by DR-7”"), "{text}");
}

#[test]
fn what_is_of_another_party_is_no_answer() {
    let (_folder, session) = harbour();
    let text = told(&session, "When does the contract of Tarn end?");
    assert!(text.contains("9 June 2034") && !text.starts_with("“The contract with Orsk"), "{text}");
}

#[test]
fn what_somebody_only_asks_for_was_not_done() {
    let (_folder, session) = indexed(
        [
            ("voss.txt", "Madame,\n\nJe demande seulement que le port paie la lampe, et pas moi.\n\nAda Voss"),
            ("reed.txt", "Le conseil de Tarn a voté : il a décidé de payer la lampe. Le port n'y est pour rien."),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned())),
    );
    let text = told(&session, "Qui a payé la lampe ?");
    assert!(text.starts_with("“Le conseil de Tarn") && !text.contains("No document uses"), "{text}");
}

#[test]
fn where_something_came_from_is_told_by_where_it_was_had() {
    let (_folder, session) = indexed(
        [
            ("memo.txt", "Paint the name on the lamps over before anybody comes to look. The bill comes to 40 pounds."),
            ("press.txt", "The lamps were bought for cash from a chandler in Orsk, and nobody knew of it."),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned())),
    );
    let text = told(&session, "Where did the lamps come from?");
    assert!(text.starts_with("“The lamps were bought"), "{text}");
}

#[test]
fn an_answer_is_of_the_day_that_was_asked_about() {
    let (_folder, session) = indexed(
        [
            (
                "talk.txt",
                "Date: 4 June 2031\nInterviewer: Ada Voss\n\nVOSS: Tell me about the ninth of March 2031.\n\n\
                 REED: There was a fair on the quay, and many came.\n\nVOSS: What did you read?\n\n\
                 REED: The salt in the dock was 29, and it should be under ten. I wrote that down.\n",
            ),
            (
                "minutes.md",
                "# Minutes of 2 May 2031\n\n## The fair of 9 March\n\nThe salt in the dock was given as 9.\n",
            ),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned())),
    );
    let text = told(&session, "What was the salt in the dock on 9 March 2031?");
    assert!(text.contains("29") && text.contains("given as 9"), "{text}");
}

#[test]
fn what_was_moved_stands_with_what_became_of_it() {
    let (_folder, session) = indexed([(
        "council.md".to_owned(),
        "# Council of 4 May 2031\n\n## The baths\n\nThe Mayor said that the letters had caused concern. Mrs Voss \
         moved, and Mr Reed seconded,\n\n1. that the contract of Orsk Leisure be suspended;\n2. that the auditor be \
         asked to look at the orders;\n3. that the inquiry be opened again.\n\nMr Lund left the chamber.\n\n\
         **Resolved:** (1) lost by eight votes to nine; (2) carried.\n"
            .to_owned(),
    )]);
    let text = told(&session, "What was decided about the baths?");
    let at = |part: &str| text.find(part).unwrap_or(usize::MAX);
    assert!(at("be suspended") < at("(1) lost"), "{text}");
}

#[test]
fn who_was_there_is_no_reason() {
    let minutes = "# Minutes of the lamp group\n\n\
                   Present: Ada Voss (AV, keeper, chair), Tom Reed (TR, warden), Oda Lind (OL, clerk)\n\n\
                   Tom Reed disagreed with the second lamp, because it leaves nobody on the quay at night.\n";
    let (_folder, session) = indexed([("minutes.md".to_owned(), minutes.to_owned())]);
    let text = told(&session, "Why did Tom Reed disagree with the second lamp?");
    assert!(text.contains("nobody on the quay") && !text.contains("Present"), "{text}");
}
