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
fn more_than_is_looked_at_is_counted_or_told_as_the_least() {
    let files = (0..1_600).map(|number| (format!("{number}.txt"), format!("The ferry {number} has a lamp of oil.")));
    let (_folder, session) = indexed(files);
    let counted = |question: &str| answered(&session, &asked(question, Mode::named("count"))).text;
    let one = counted("How many documents mention the ferry?");
    assert!(one.starts_with("1,600 of 1,600 documents speak of ferry, in at least 1,500"), "{one}");
    let several = counted("How many documents mention the lamp of the ferry?");
    assert!(several.starts_with("At least 1,500 of 1,600"), "{several}");
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

#[test]
fn the_items_under_a_heading_are_listed_of_all_documents() {
    let files = [
        (
            "brk-4.md",
            "# BRK-4: Quay lamps dark\n\n## Summary\n\nThe lamps were dark.\n\n## Action items\n\n- Buy fuses (owner: Ada Voss), done\n\
             - Ring the bell when a lamp fails (owner: Tom Reed), open\n",
        ),
        (
            "brk-5.md",
            "# BRK-5: Weir stuck\n\n## Summary\n\nThe weir was open at night.\n\n## Action items\n\n- Oil the hinge (owner: Tom Reed), \
             done\n",
        ),
        (
            "brk-7.md",
            "# BRK-7: Lock flooded\n\n## Summary\n\nThe gate was left open.\n\n## Action items\n\n- Shut the gate at dusk (owner: Kai \
             Lund), open\n- Paint the gate (owner: Kai Lund), open\n",
        ),
        ("rules.md", "# Rules\n\nThe quay is open to all. Items found on it are kept for a year.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let all = told("List all action items");
    for item in ["Buy fuses", "Ring the bell", "Oil the hinge", "Shut the gate", "Paint the gate"] {
        assert!(all.contains(item), "{item}: {all}");
    }
    let open = told("Which action items are still open?");
    assert!(open.starts_with("3 of 5 items") && open.contains("Ring the bell"), "{open}");
    assert!(!open.contains("Buy fuses") && !open.contains("weir was open"), "{open}");
}

#[test]
fn what_has_boxes_to_tick_is_told_by_them_and_a_list_by_its_name() {
    let files = [
        (
            "Boat shed.md",
            "# Boat shed\n\nGoal: get the boat under a roof.\n\n## Tasks\n\n- [x] Measure the slope\n- [ ] Book the mason, \
             **Tom Reed**\n- [ ] Tar the planks\n",
        ),
        ("2031-03-04.md", "# Tuesday\n\nFog all day.\n\n- [x] chase the ferry\n- [ ] write to Ada Voss\n"),
        (
            "Reading list.md",
            "---\ntags: [reading]\n---\n# Reading list 2031\n\n- *The Unknown Rope*, Kai Lund. Third time.\n- *Tar*, Nell Lund. \
             Skimmed.\n- [ ] *Lamps of Orsk*\n",
        ),
        ("rules.md", "---\ntags: [quay]\n---\n# Rules\n\nThe quay is open to all. Books on it are kept for a year.\n"),
        ("Mill.md", "# Mill\n\n1. [x] Buy grease\n2. [ ] Oil the wheel\n3. [ ] Mend the door\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let shed = told("What is still to do for the boat shed?");
    assert!(shed.starts_with("2 of 3 tasks in one document.") && shed.contains("Tar the planks"), "{shed}");
    assert!(!shed.contains("slope") && !shed.contains("[ ]") && !shed.contains("write to"), "{shed}");
    let mill = told("What is still to do for the mill?");
    assert!(mill.starts_with("2 of 3 tasks in one document.") && mill.contains("Oil the wheel"), "{mill}");
    let open = told("Which tasks are still open?");
    assert!(open.starts_with("6 of 9 tasks in 4 documents.") && open.contains("write to Ada Voss"), "{open}");
    let books = told("Which books are on the reading list?");
    for book in ["The Unknown Rope", "Tar", "Lamps of Orsk"] {
        assert!(books.contains(book), "{book}: {books}");
    }
    assert!(!books.contains("tags"), "{books}");
}

#[test]
fn the_course_of_something_is_told_in_the_order_of_its_days() {
    let files = [
        (
            "a.txt",
            "The storm at Orsk\n\nThe storm broke on 9 May 2031. The storm took the roof of the boat house on 10 May 2031.\n",
        ),
        ("b.txt", "Rope and tar\n\nTar was bought on 2 January 2030 for the quay.\n"),
        (
            "c.txt",
            "Letters\n\nAda Voss wrote on 3 June 2031 that the storm had cost her the barn. The band played on 4 June 2031.\n",
        ),
        (
            "d.csv",
            "date,event,name\n2031-01-02,birth,Nell Lund\n2031-03-04,burial,Kai Lund\n2031-04-05,birth,Bea Rowan\n",
        ),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let storm = told("What is the timeline of the storm?");
    let places: Vec<Option<usize>> =
        ["9 May 2031", "10 May 2031", "3 Jun 2031"].iter().map(|day| storm.find(day)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{storm}");
    assert!(!storm.contains("Tar was bought") && !storm.contains("band played"), "{storm}");
    let all = told("What is the timeline of events?");
    assert!(all.contains("The storm broke") && all.contains("Tar was bought"), "no column takes it: {all}");
}

#[test]
fn a_document_of_a_day_tells_of_it_by_what_was_decided() {
    let files = [
        (
            "may.md",
            "# Harbour board: meeting of 2 May 2031\n\nPresent: Ada Voss, Tom Reed\n\nThe lamps were spoken of at length.\n\nThe board \
             resolved to buy forty lamps for the quay.\n",
        ),
        ("june.md", "# Notes of 4 June 2031\n\nThe mole was mended by six men.\n\nIt rained.\n"),
        ("ropes.md", "# Ropes\n\nTar was bought on 2 January 2030 for the quay.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = answered(&session, &asked("What is the timeline of events?", Mode::AUTO)).text;
    for (day, what) in [("2 May 2031", "resolved to buy forty lamps"), ("4 Jun 2031", "The mole was mended")] {
        let line = told.lines().find(|line| line.contains(what));
        assert!(line.is_some_and(|line| line.contains(day)), "{what}: {told}");
    }
}

#[test]
fn rows_are_those_of_the_file_whatever_their_cells_say() {
    let told =
        "Tom Arden left the gate open: nobody saw it. Ada Voss shut it at dusk, and the lock was dry again by ten.";
    let rows = [
        format!("T-1,Gate,open,,\"{told}\""),
        "T-2,Lamp: light it,closed,2031-04-02,It was dark; cause: rust".to_owned(),
        format!("T-3,Boom,closed,2031-05-06,\"{told}\""),
        format!("T-4,Bell,open,,\"{told}\nsaid by: Ada Voss\n\nnoted: late\""),
    ];
    let log = format!("task,what,status,shut,history\n{}\n", rows.join("\n"));
    let files = [("log.csv", log.as_str()), ("rules.md", "# Rules\n\nThe gate is shut at dusk.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    assert!(told("How many rows does log.csv have?").starts_with("4 rows of log.csv"));
    let closed = told("Which rows of log.csv are closed?");
    assert!(closed.starts_with("2 of 4 rows of log.csv"), "{closed}");
    assert!(closed.contains("It was dark") && closed.contains("Ada Voss shut it at dusk"), "{closed}");
}

/// After-action notes among letters, each with the same fields.
fn aftermaths() -> Vec<(String, String)> {
    let note = |number: u32, severity: u32, length: &str, author: &str| {
        let title = format!("# After-action: breakdown {number}");
        let text = format!(
            "{title}\n\n**Severity:** {severity}\n**Duration:** {length}\n**Author:** {author}\n\n## Summary\n\nThe lock stood still.\n"
        );
        (format!("afteractions/{number}.md"), text)
    };
    let letter = |number: u32| {
        let text = format!("# Letter {number}\n\nStatus: sent\n\nThe lamp of quay {number} was lit at dusk.\n");
        (format!("letters/{number}.md"), text)
    };
    let notes = [
        note(1, 1, "52 minutes", "Ada Voss"),
        note(2, 2, "3 hours 10 minutes", "Tom Arden"),
        note(3, 1, "26 hours", "Ada Voss"),
        note(4, 2, "7 hours 45 minutes", "Bea Rowan"),
    ];
    notes.into_iter().chain((1..=12).map(letter)).collect()
}

#[test]
fn documents_of_a_kind_are_compared_by_what_they_fill_in() {
    let (_folder, session) = indexed(aftermaths());
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    for (question, answer) in [
        ("Which after-action had the longest duration?", "The highest is 26 hours (After-action: breakdown 3)"),
        ("Which after-actions lasted longer than an hour?", "3 of the 4 documents that fill in “Duration”"),
        ("Which breakages were of severity 1?", "2 of the 4 documents that fill in “Severity” have Severity “1”"),
        ("Who wrote the most after-actions?", "Most often Ada Voss (2)"),
        ("How many after-actions are there?", "4 documents of 16"),
        ("List all after-actions", "4 of 16 documents"),
    ] {
        let told = told(question);
        assert!(told.starts_with(answer), "{question}: {told}");
    }
}

#[test]
fn a_row_that_is_called_by_its_number_is_told_with_what_texts_say_of_it() {
    let rows = ["6,2031-05-22,Ada Voss", "7,2031-06-19,Ada Voss", "8,2031-07-24,Tom Arden"];
    let files = [
        ("vouchers.csv", format!("voucher,date,signed_by\n{}\n", rows.join("\n"))),
        ("letter.md", "# Letter\n\nTom Arden never signed voucher number eight, whatever it says.\n".to_owned()),
        ("rules.md", "# Rules\n\nA voucher is signed at the quay.\n".to_owned()),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    for question in ["Who signed voucher no. 8?", "Who signed voucher number eight?", "Who signed voucher 8?"] {
        let told = answered(&session, &asked(question, Mode::AUTO)).text;
        assert!(told.starts_with("8, signed by: Tom Arden"), "{question}: {told}");
        assert!(told.contains("never signed voucher number eight"), "{question}: {told}");
    }
}

#[test]
fn whose_a_document_is_that_is_called_by_its_file_and_its_folder_is_told() {
    let page = |title: &str, owner: &str| {
        format!("# Sheet: {title}\n\n**Owner:** {owner}\n\n1. Ring the bell.\n2. Oil the gate.\n")
    };
    let files = [
        ("sheets/weir-stuck.md", page("the weir is stuck", "Team Tern")),
        ("sheets/lamp-out.md", page("a lamp is out", "Team Skua")),
        ("rules.md", "# Rules\n\nThe gate is shut at dusk.\n".to_owned()),
        ("notes.md", "# Notes\n\nThe bell rang twice.\n".to_owned()),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    let told = answered(&session, &asked("Who owns the sheet weir-stuck?", Mode::AUTO)).text;
    assert!(told.starts_with("“Owner: Team Tern”"), "{told}");
}

#[test]
fn two_documents_that_fill_in_the_same_are_put_side_by_side() {
    let report = |title: &str, length: &str, cause: &str, text: &str| {
        format!("# {title}\n\nDuration: {length}\nRoot cause: {cause}\nStatus: closed\n\n## Summary\n\n{text}\n")
    };
    let files = [
        ("4.md", report("BRK-4: Quay lamps dark", "130 minutes", "a salted fuse", "All lamps of the quay went out.")),
        ("7.md", report("BRK-7: Lock flooded", "9 hours", "a gate left open", "The lock stood under water.")),
        ("rules.md", "# Rules\n\nThe gate is shut at dusk.\n".to_owned()),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    let told = answered(&session, &asked("Compare BRK-4 and BRK-7", Mode::AUTO)).text;
    for row in [
        "| | BRK-4 | BRK-7 |",
        "| Duration | 130 minutes | 9 hours |",
        "| Root cause | a salted fuse | a gate left open |",
    ] {
        assert!(told.contains(row), "{row}: {told}");
    }
}

#[test]
fn how_long_something_took_is_told_by_its_field_though_other_documents_share_another() {
    let report = |title: &str, length: &str| {
        format!("# {title}\n\nStatus: closed\nDuration: {length}\n\n## Summary\n\nThe bell rang within ten minutes.\n")
    };
    let decision =
        |number: u32, title: &str| format!("# D-{number}: {title}\n\nStatus: accepted\n\nBRK-4 lasted in our minds.\n");
    let files = [
        ("brk/4.md", report("BRK-4: Quay lamps dark", "130 minutes")),
        ("brk/7.md", report("BRK-7: Lock flooded", "9 hours")),
        ("d/1.md", decision(1, "Buy lamps")),
        ("d/2.md", decision(2, "Mend the gate")),
        ("d/3.md", decision(3, "Oil the hinge")),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    for question in ["How long did BRK-4 last?", "How long did BRK-4 take?"] {
        let told = answered(&session, &asked(question, Mode::AUTO)).text;
        assert!(told.starts_with("BRK-4: Quay lamps dark, Duration: 130 minutes"), "{question}: {told}");
    }
}

#[test]
fn what_changed_in_a_version_is_told_of_no_other() {
    let notes = "# Tern changelog\n\n## 2.5.1 (2031-08-30)\n- The lamp no longer blinks in rain\n\n## 2.4.0 (2031-01-31)\n\
                 - The rope is kept dry at night\n\n## 2.3.0 (2031-01-17)\n- The mast is longer\n";
    let files = [("tern.md", notes), ("rules.md", "# Rules\n\nThe gate is shut at dusk.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = answered(&session, &asked("What changed in Tern 2.4.0?", Mode::AUTO)).text;
    assert!(told.contains("The rope is kept dry") && told.contains("2.4.0"), "{told}");
    assert!(!told.contains("blinks") && !told.contains("mast is longer"), "{told}");
}
