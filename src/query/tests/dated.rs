//! Questions that are asked of one day or month, and those that go on from an answer.

use super::super::*;
use super::{answered, asked, indexed};

/// Minutes with a day in their titles, a log by days, and a report that tells a day in figures.
fn board() -> (tempfile::TempDir, Session) {
    let minutes = |day: &str, present: &str, matter: &str| {
        format!(
            "# Board {day}\n\n## Credentials\n\n- Present: {present}\n- Apologies: Olof Lind\n\n## Dues\n\n{matter}\n\n\
             ## Next meeting\n\n2018-09-12 20:00 in the cannery.\n"
        )
    };
    let files = [
        ("one.md", minutes("2018-08-23", "Ada Voss, Tom Reed", "The dues of the lock stay as they are this year.")),
        ("two.md", minutes("2018-10-11", "Ines Calder, Tom Reed", "The dues of the lock are raised by two crowns.")),
        ("three.md", minutes("2019-01-16", "Ada Voss, Ines Calder", "Nobody has paid the dues of the lock yet.")),
        (
            "log.md",
            "# Log of the keeper\n\n# May 25. Fine day.\nThe lamp was lit at nine.\n\n# May 26. Rain all day.\n\
             The upper gate was struck by a barge.\n\n# May 27. Calm.\nThe gate was mended by Tom Arden.\n"
                .to_owned(),
        ),
        (
            "report.md",
            "# Outage of the winch\n\n## Timeline\n\n| Time | Event |\n|---|---|\n\
             | 2021-09-06 07:30 | The winch stopped |\n| 2021-09-07 09:00 | The winch ran again |\n\n\
             ## Action Items\n\n- Grease the chain each month\n- Keep a spare pawl\n\n## Attendees\n\n- EC\n- RF\n- JW\n"
                .to_owned(),
        ),
        (
            "other.md",
            "# Flood at the mill\n\nThe mill was flooded when the tide gate stood open.\n\n## Action Items\n\n\
             - Shut the tide gate by night\n- Have a warden walk the bank each evening\n\n## Attendees\n\n- SD\n- MH\n- AN\n"
                .to_owned(),
        ),
    ];
    indexed(files.map(|(name, text)| (name.to_owned(), text)))
}

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

#[test]
fn a_day_in_words_is_that_in_figures_in_a_title_and_over_an_entry() {
    let (_folder, session) = board();
    let winch = told(&session, "What happened on 6 September 2021?");
    assert!(winch.contains("The winch stopped") && !winch.contains("ran again"), "{winch}");
    let month = told(&session, "What happened in September 2021?");
    assert!(month.contains("The winch stopped") && month.contains("ran again"), "{month}");
    let gate = told(&session, "What happened on May 26?");
    assert!(gate.contains("struck by a barge") && !gate.contains("mended"), "{gate}");
    let quoted = answered(&session, &asked("What was said of the dues on 11 October 2018?", Mode::AUTO)).evidence;
    assert!(quoted.iter().all(|one| one.day.as_deref() == Some("2018-10-11")), "{quoted:?}");
    let dues = told(&session, "What was said of the dues on 11 October 2018?");
    assert!(dues.contains("two crowns") && !dues.contains("stay as they are"), "{dues}");
    // What every engine would answer alike is said to be chosen, too.
    let of_a_day = answered(&session, &asked("What happened on May 26?", Mode::AUTO));
    let chosen = crate::query::choice(&of_a_day.trace).unwrap_or_default();
    assert!(chosen.starts_with("basic: "), "{:?}", of_a_day.trace);
    let none = told(&session, "What happened on 7 June 2003?");
    assert!(none.starts_with("Nothing in the documents is dated “7 June 2003”."), "{none}");
}

#[test]
fn a_day_in_words_and_the_name_of_a_file_tell_of_a_day() {
    let filler = |n: usize| format!("The keeper of quay {n} paints the rail and counts the boats that lie there.\n");
    let mut files = vec![
        ("chat_office_2031-03-21.txt".to_owned(), "Tom Reed: The lorry left without the blue crates.\n".to_owned()),
        (
            "interview_2031-04-19.txt".to_owned(),
            "Record\n19 April 2031\n\nOn the evening of the twenty-first I stopped the lorry at the gate.\n\n\
             On 22 March 2031 the board met in the hall.\n"
                .to_owned(),
        ),
    ];
    files.push((
        "weights.txt".to_owned(),
        "On 21 March 2031 the lorry was weighed at the gate of the quay.\n".to_owned(),
    ));
    files.extend((0..4).map(|n| (format!("quay{n}.txt"), filler(n))));
    let (_folder, session) = indexed(files);
    let evening = told(&session, "What happened on 21 March 2031?");
    assert!(evening.contains("stopped the lorry") && evening.contains("without the blue crates"), "{evening}");
    assert!(!evening.contains("board met"), "{evening}");
}

#[test]
fn who_was_there_is_told_behind_a_label() {
    let (_folder, session) = board();
    for question in ["Who was present on 23 August 2018?", "Who attended on 23 August 2018?"] {
        let present = told(&session, question);
        assert!(present.starts_with("“Present: Ada Voss, Tom Reed”"), "{question}: {present}");
    }
    let winch = told(&session, "Who attended the meeting on the winch?");
    assert!(winch.contains("EC") && !winch.contains("MH") && !winch.contains("No document"), "{winch}");
}

#[test]
fn what_goes_on_from_an_answer_stays_with_its_document() {
    let (_folder, session) = board();
    let first = answered(&session, &asked("Why was the mill flooded?", Mode::AUTO));
    let mut next = asked("What were the action items?", Mode::AUTO);
    next.question.history = vec![("Why was the mill flooded?".to_owned(), first.text)];
    let answer = answered(&session, &next);
    assert!(answer.text.contains("Shut the tide gate") && !answer.text.contains("Grease"), "{}", answer.text);
    assert_eq!(understood(&answer.trace), Some("What were the action items (the mill)?"));
}

#[test]
fn a_month_is_asked_of_what_tells_of_it_and_not_of_what_happens_to_be_written_in_it() {
    let plan = "# Plan for the quay\n\nVersion 3, 7 May 2024\n\nThe office keeps water on hand. The hall has chairs.\n";
    let letter = "# Questions about our water\n\nIn May 2024 the water of the quay was brown, because a valve of the water \
                  main shut too fast.\n";
    let files = [("plan.md", plan), ("questions.md", letter), ("lamps.md", "# Lamps\n\nThe lamps are lit at dusk.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = told(&session, "What happened to the water in May 2024?");
    assert!(answer.lines().next().unwrap_or_default().contains("was brown"), "{answer}");
}

#[test]
fn the_course_of_the_whole_is_told_in_the_order_of_its_days() {
    let files = [
        (
            "a.md",
            "# Report\n\nThe wall of the quay fell into the harbour on 17 February 2019. Nobody was hurt by it.\n",
        ),
        ("b.md", "# Notes\n\nAda Voss wrote on 3 December 2018 that the wall of the quay has cracks. It is old.\n"),
        ("c.md", "# Diary\n\nThe wall fell on 17 February 2019. On 6 July 2023 the owner of the quay was bankrupt.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for question in ["What is the timeline of events?", "Give me a chronology of events."] {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        let told = &answer.text;
        let at = |day: &str| told.find(&format!("**{day}**")).unwrap_or_else(|| panic!("{day}: {told}"));
        assert!(at("3 Dec 2018") < at("17 Feb 2019") && at("17 Feb 2019") < at("6 Jul 2023"), "{told}");
        assert!(told.contains("**17 Feb 2019** (2 documents)"), "{told}");
        assert!(told.starts_with("4 sentences in 3 documents name a time."), "{told}");
    }
    // Of one thing its passages tell.
    let wall = answered(&session, &asked("What is the timeline of the bankruptcy?", Mode::AUTO)).text;
    assert!(!wall.contains("name a time"), "{wall}");
}

#[test]
fn a_day_under_a_year_is_of_that_year() {
    let log = "# Orsk lamp log\n\n**1897**\n\n- *Oct. 4.* The lamp was lit anew by Tom Reed.\n- *Dec. 20.* Shut for the winter.\n\n\
               **1903**\n\n- *Oct. 23.* All the village was up the whole night at the fire.\n- *Nov. 2.* The quay was left.\n";
    let other = "# Ropes\n\nTar was bought for the ropes of the quay.\n";
    let files = [("lamp-log-1897-1903.md", log), ("ropes.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = answered(&session, &asked("What happened in October 1903?", Mode::AUTO)).text;
    assert!(told.contains("at the fire") && !told.contains("lit anew"), "{told}");
}
