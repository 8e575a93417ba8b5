//! Lists of what the documents are: by their folder, by an identifier in their names.

use super::super::*;
use super::{answered, asked, indexed};

fn faults() -> (tempfile::TempDir, Session) {
    let files = [
        (
            "faults/LK2021-004 - Winch.md",
            "# Winch stopped\n\nThe winch stopped for want of grease.\n\n## Present\n\n- Ada Voss\n",
        ),
        ("faults/LK2022-003 - Lamp.md", "# Lamp out\n\nThe lamp went out in the storm.\n\n## Present\n\n- Tom Reed\n"),
        (
            "faults/LK2022-008 - Gate.md",
            "# Gate stuck\n\nThe gate stuck fast on a log.\n\n## Present\n\n- Ines Calder\n",
        ),
        ("letters/a.md", "# Letter of Ada Voss\n\nDear Tom, the storm is over and the lamp burns again.\n"),
    ];
    indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())))
}

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

#[test]
fn what_the_documents_are_is_listed_one_row_each() {
    let (_folder, session) = faults();
    let all = told(&session, "List all faults");
    assert!(all.starts_with("3 of 4 documents.") && all.contains("**Lamp out**"), "{all}");
    let storm = told(&session, "Which faults mention the storm?");
    assert!(storm.starts_with("One document of 4 speaks of storm") && storm.contains("Lamp out"), "{storm}");
    let letters = told(&session, "List the letters");
    assert!(letters.contains("Letter of Ada Voss") && !letters.contains("Lamp out"), "{letters}");
}

#[test]
fn what_titles_are_numbered_as_is_what_the_documents_are() {
    let ticket = |n: u32, who: &str, said: &str| {
        let text = format!("# Ticket {n}: {said}\n\n**Status:** open\n\nThe {said} was seen by {who} this week.\n");
        (format!("{n}.md"), text)
    };
    let mut files =
        vec![ticket(101, "Ada Voss", "lamp"), ticket(102, "Tom Reed", "hinge"), ticket(103, "Ada Voss", "boat")];
    files.push(("notes.md".to_owned(), "# Notes\n\nThe lamps of the quay are old, said Ines Calder.\n".to_owned()));
    let (_folder, session) = indexed(files);
    let all = told(&session, "List all tickets");
    assert!(all.starts_with("3 of 4 documents.") && !all.contains("Notes"), "{all}");
    let seen = told(&session, "Which tickets mention Ada Voss?");
    assert!(seen.contains("Ticket 101") && seen.contains("Ticket 103") && !seen.contains("Ticket 102"), "{seen}");
    let open = told(&session, "How many tickets are open?");
    assert!(open.starts_with("3 of the 3 documents that fill in “Status” have Status “open”"), "{open}");
}

#[test]
fn what_heads_the_few_documents_of_a_kind_is_asked_of_them_alone() {
    let prose = |n: usize| {
        let said = ["quay", "crane", "ferry", "sluice", "anchor", "mast", "buoy", "pier", "rope"][n];
        (format!("{said}.md"), format!("# The {said}\n\nThe {said} is old, and either side may close it at night.\n"))
    };
    let mut files: Vec<(String, String)> = (0..9).map(prose).collect();
    for (number, state) in [(31, "closed (mended in May)"), (47, "open"), (52, "closed (was none)")] {
        let head = format!("#{number}  The lamp is dark\nState: {state}     Labels: lamp, quay\nOpened by: ada-v\n");
        files
            .push((format!("issue-{number}.txt"), format!("{head}\nada-v   2031-05-04\n\n  It went dark at night.\n")));
    }
    let (_folder, session) = indexed(files);
    let closed = told(&session, "Which issues are closed?");
    assert!(closed.starts_with("2 of the 3 documents that fill in “State” have State “closed”"), "{closed}");
    assert!(
        closed.contains("State: closed (mended in May)") && closed.contains("State: closed (was none)"),
        "{closed}"
    );
    let open = told(&session, "Which issues are still open?");
    assert!(open.contains("State: open") && !open.contains("mended"), "{open}");
    // What is no kind of documents is asked of all.
    let sides = told(&session, "Which sides may close the sluice?");
    assert!(sides.contains("either side may close it"), "{sides}");
}

#[test]
fn what_a_file_holds_is_asked_by_its_name() {
    let rows = "author,comment\nAda Voss,\"The handle of the lamp is loose, and it hums.\"\nTom Reed,\"The lamp is fine, I have no grumble.\"\n";
    let other = "# The yard\n\nThe handle of the gate is loose, said Ines Calder of the yard.\n";
    let files = [("remarks.csv", rows), ("yard.md", other)].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let (_folder, session) = indexed(files);
    let loose = told(&session, "What is loose in the remarks?");
    assert!(loose.contains("handle of the lamp") && !loose.contains("gate"), "{loose}");
}

#[test]
fn a_document_is_asked_by_its_identifier() {
    let (_folder, session) = faults();
    let present = told(&session, "Who was present at LK2022-008?");
    assert!(present.contains("Ines Calder") && !present.contains("Tom Reed"), "{present}");
}

#[test]
fn people_are_counted_and_organisations_are_not_called_companies() {
    let (_folder, session) = indexed([
        ("a.txt".to_owned(), "Ada Voss wrote to the Harbour Board. Ada Voss is the keeper of the lock.".to_owned()),
        ("b.txt".to_owned(), "Tom Reed of the Harbour Board told Ada Voss that the Harbour Board was late.".to_owned()),
        ("c.txt".to_owned(), "The Harbour Board paid Tom Reed, said Ada Voss.".to_owned()),
    ]);
    let people = told(&session, "How many people are there?");
    assert!(people.contains("people are named") || people.contains("person is named"), "{people}");
    let companies = told(&session, "List all companies");
    assert!(!companies.starts_with("One organisation is named"), "{companies}");
}

#[test]
fn what_a_text_lists_under_a_heading_is_no_row_of_a_table() {
    let review = "# Review of the gate\n\nThe gate stuck fast on a log.\n\n## 3. Recommendations\n\n- The log shall be cleared each spring.\n- The keeper shall have a boat.\n";
    let costs = "item,paid_to,amount\nReview of the gate,Orsk Ferries,36400\nRope,Tarn Ropes,120\n";
    let files = [("review.md", review), ("costs.csv", costs)].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let (_folder, session) = indexed(files);
    let listed = told(&session, "List the recommendations of the review");
    assert!(listed.contains("cleared each spring") && listed.contains("have a boat"), "{listed}");
    assert!(!listed.contains("36400"), "{listed}");
}

#[test]
fn who_voted_on_what_a_document_is_called_by_is_told_by_another() {
    let change = "# LK2022-008\n\nThe second gate is taken out of use.\n";
    let minutes = "# Minutes of the board\n\n## 2. LK2022-008\n\nCarried. Tom Reed voted against it.\n";
    let files = [("LK2022-008.md", change), ("minutes.md", minutes)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let voted = told(&session, "Who voted against LK2022-008?");
    assert!(voted.contains("Tom Reed voted"), "{voted}");
}

#[test]
fn letters_are_asked_for_by_who_wrote_them_and_to_whom() {
    let mail = |n: u32, from: &str, to: &str, subject: &str, said: &str| {
        let head = format!(
            "From: {from} <a@orsk.example>\nTo: {to} <b@orsk.example>\nDate: Tue, 0{n} May 2031 10:00:00 +0000\n"
        );
        (format!("mail/{n}.eml"), format!("{head}Subject: {subject}\n\nHello,\n\n{said}\n"))
    };
    let files = vec![
        mail(1, "Ada Voss", "Tom Reed", "The gate", "The gate leaks at the hinge, and the keeper knows of it."),
        mail(2, "Tom Reed", "Ada Voss", "Re: The gate", "The smith will come on Friday to mend the hinge."),
        mail(3, "Ada Voss", "Ines Calder", "Lamp oil", "We need forty litres of lamp oil before the winter."),
        ("notes.md".to_owned(), "# Notes\n\nAda Voss spoke of the gate and of an email to Tom Reed.\n".to_owned()),
    ];
    let (_folder, session) = indexed(files);
    let all = told(&session, "Which emails did Ada Voss send?");
    assert!(all.starts_with("2 of 4 documents.") && all.contains("Lamp oil") && !all.contains("Notes"), "{all}");
    let one = told(&session, "which mails did voss write to reed?");
    assert!(one.starts_with("One document of 4.") && one.contains("leaks at the hinge"), "{one}");
    let about = told(&session, "Which emails from Ada Voss are about oil?");
    assert!(about.contains("Lamp oil") && !about.contains("hinge"), "{about}");
    let any = told(&session, "Which emails mention the gate?");
    assert!(any.contains("leaks at the hinge") && !any.contains("Notes"), "{any}");
    let count = told(&session, "How many emails did Tom Reed receive?");
    assert!(count.starts_with("One document of 4"), "{count}");
    let mails = told(&session, "How many emails are there?");
    assert!(mails.starts_with("3 documents of 4"), "{mails}");
    let to = told(&session, "Who wrote to Ada Voss?");
    assert!(to.starts_with("Tom Reed wrote one letter or mail."), "{to}");
    let none = told(&session, "How many interviews are there?");
    assert!(none.starts_with("4 documents; none has “interviews” in its title or folder."), "{none}");
    let day = told(&session, "What did Ada Voss write on 3 May 2031?");
    assert!(day.contains("forty litres") && !day.contains("leaks"), "{day}");
    let most = told(&session, "Who sent the most emails?");
    assert!(most.starts_with("Of 3 letters and mails Ada Voss wrote most (2), then Tom Reed (1)."), "{most}");
    let said = told(&session, "What did Tom Reed write to Ada Voss about the hinge?");
    assert!(said.contains("smith will come") && !said.contains("leaks"), "{said}");
    let nobody = told(&session, "Which emails did Nora Quill send?");
    assert!(!nobody.contains("Lamp oil"), "{nobody}");
}

#[test]
fn what_is_to_be_summed_up_of_a_day_is_what_is_titled_by_it() {
    let files = [
        ("a.md", "# Harbour Board: 13 October 2031\n\nThe board resolved to close the quay for the winter.\n"),
        ("b.md", "# Harbour Board: 4 May 2031\n\nThe board resolved to buy a lamp for the quay.\n"),
        ("c.md", "# Public meeting on the quay\n\nForty people came to the hall and asked for a lamp.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let held = told(&session, "Summarise the meeting of 13 October 2031");
    assert!(held.contains("close the quay") && !held.contains("Forty people"), "{held}");
}

#[test]
fn a_part_is_known_by_its_number() {
    let policy = "# Moorings policy\n\n## 1. Purpose\n\n1.1 The board sets who may moor.\n\n## 2. Fees\n\n2.1 A berth costs \
                  40 pounds a month.\n\n2.2 The fee is due on the first day.\n\n## 3. Appeals\n\n3.1 An appeal goes to \
                  the clerk within 28 days.\n\n3.2 Three members hear it.\n";
    let contract = "HIRE OF THE LIGHTER\n\n1. Parties. Ada Voss hires the lighter from Tom Reed.\n\n2. Payment. The hire is \
                    9 pounds a day. It is paid on Fridays.\n\n3. Damage. Whoever breaks it mends it.\n";
    let files = [("moorings.md", policy), ("lighter.txt", contract)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for question in ["What does clause 3 of the moorings policy say?", "What is section 3 of the policy about?"] {
        let appeals = told(&session, question);
        assert!(appeals.contains("within 28 days") && appeals.contains("Three members"), "{question}: {appeals}");
        assert!(!appeals.contains("who may moor") && !appeals.contains("berth"), "{question}: {appeals}");
    }
    let payment = told(&session, "What does clause 2 of the hire of the lighter say?");
    assert!(payment.contains("9 pounds a day") && payment.contains("on Fridays"), "{payment}");
    assert!(!payment.contains("mends it") && !payment.contains("Ada Voss hires"), "{payment}");
    let step = told(&session, "What does clause 3.2 say?");
    assert!(step.starts_with("“3.2 Three members hear it."), "{step}");
    let none = told(&session, "What does clause 9 of the moorings policy say?");
    assert!(none.starts_with("No clause 9 was found in Moorings policy."), "{none}");
}

#[test]
fn a_row_of_few_words_is_no_address() {
    let hours = "# The chandlery\n\n## Opening times\n\n| Day | Open |\n|---|---|\n| Friday | 8:30 to 18:30 |\n| Saturday | 9 to \
                 13 |\n| Sunday | Closed |\n\nThe chandlery is closed on the first day of the year.\n";
    let prices = "# Mooring of boats\n\n| Boat | Price |\n|---|---|\n| Lighter | £57 |\n| Dinghy | £12 |\n\nWe do not moor rafts.\n";
    let files = [("hours.md", hours), ("prices.md", prices)].map(|(name, text)| (name.to_owned(), text.to_owned()));
    let (_folder, session) = indexed(files);
    let sunday = told(&session, "Is the chandlery open on Sundays?");
    assert!(sunday.contains("| Sunday | Closed | ["), "{sunday}");
    let dinghy = told(&session, "How much does it cost to moor a dinghy?");
    assert!(dinghy.contains("“Boat: Dinghy; Price: £12”"), "{dinghy}");
}

#[test]
fn what_has_a_number_that_nothing_has_is_told_of_and_not_answered() {
    let decision = |n: u32, said: &str| {
        (format!("adr-{n}.md"), format!("# ADR {n}: {said}\n\n## Decision\n\nThe {said} stays.\n"))
    };
    let mut files = vec![decision(14, "old winch"), decision(17, "oil lamp"), decision(19, "long rope")];
    files.push(("rota.csv".to_owned(), "week,keeper\n2031-W25,Ada Voss\n2031-W26,Tom Reed\n".to_owned()));
    let (_folder, session) = indexed(files);
    let none = told(&session, "What does ADR 20 decide?");
    assert!(none.starts_with("No ADR 20 was found.") && none.contains("Nearest to it"), "{none}");
    for question in ["What does ADR 17 decide?", "Who was keeper in week 26?"] {
        let known = told(&session, question);
        assert!(!known.contains("was found"), "{question}: {known}");
    }
}

#[test]
fn a_year_that_nothing_tells_of_is_not_answered_for() {
    let files = [
        ("news.md", "# News of the yard\n\nThe keeper of the yard, Ada Voss, welcomed the boats.\n"),
        ("school.md", "# The school\n\nTom Reed gave the school a boat (1931).\n"),
        ("book.md", "# Book of 1932\n\nThe keeper was Tom Reed.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let none = told(&session, "Who was the keeper of the yard in 1940?");
    assert!(none.starts_with("Nothing was found that tells of 1940. Nearest to it"), "{none}");
    // The school tells of the year, and of no keeper.
    let of_another = told(&session, "Who was the keeper of the yard in 1931?");
    assert!(of_another.starts_with("Nothing says this in so many words. Nearest to it"), "{of_another}");
    let known = told(&session, "Who was the keeper in 1932?");
    assert!(known.starts_with("“The keeper was Tom Reed."), "{known}");
}

#[test]
fn of_rows_that_say_a_word_the_highest_is_told() {
    let budget = "line,budget\nLamps team,1200\nRopes team,400\nPainting,9000\nCrane team,800\n";
    let files = [("budget.csv", budget), ("notes.md", "# Notes\n\nThe team of the lamps has two boats and a crane.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let largest = told(&session, "Which team has the largest budget?");
    assert!(largest.starts_with("The highest is 1200 (Lamps team)."), "{largest}");
}

#[test]
fn what_two_columns_hold_against_each_other_is_told_row_by_row() {
    let changes = "# Plan of the quay, 1.0 to 2.0\n\nVersion 2.0 is of 4 May.\n\n| Item | v1.0 | v2.0 |\n|---|---|---|\n\
                   | Length | 40 m | 52 m |\n| Lamps | 4 | 6 |\n";
    let files = [("changes.md", changes), ("notes.md", "# Notes\n\nThe quay has a crane, and v1.0 had none.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let all = told(&session, "What changed between v1.0 and v2.0 of the plan?");
    assert!(all.contains("| Length | 40 m | 52 m | [") && all.contains("| Lamps | 4 | 6 | ["), "{all}");
}

#[test]
fn a_row_is_told_by_its_name_and_its_column() {
    let report = "# Hotline of 2031\n\n## Figures\n\n| | 2029 | 2030 | 2031 |\n|---|---|---|---|\n| Calls received | 6 | 9 | 23 |\n\
                  | of which at night | 5 | 6 | 11 |\n\nMost callers had received a letter.\n";
    let costs = "THE YARD\n\nGAS\n year    kWh      total\n 2030    64,120   £15,121\n 2031    61,200   £48,444\n\nThe gas is for the lamps.\n";
    let files = [("hotline.md", report), ("yard.txt", costs)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let calls = told(&session, "How many calls were received in 2030?");
    assert!(calls.starts_with("“Calls received; 2029: 6; 2030: 9; 2031: 23”"), "{calls}");
    let total = told(&session, "What was the gas total in 2030?");
    assert!(total.starts_with("“year: 2030; kWh: 64,120; total: £15,121”"), "{total}");
}

#[test]
fn what_a_table_is_called_or_has_a_column_for_is_not_always_asked_of_it() {
    let fuel = "date,vessel,litres\n2031-05-04,Tern,400\n2031-05-05,Gannet,300\n2031-05-06,Tern,200\n";
    let notes = "# Notes\n\nThe vessel was sold to Orsk in June. The Lind yard asked for it.\n";
    let files = [("fuel_lind.csv", fuel), ("notes.md", notes), ("more.md", "# More\n\nThe Lind yard is shut.\n")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let fate = told(&session, "What happened to the vessel?");
    assert!(fate.starts_with("“The vessel was sold to Orsk in June."), "{fate}");
    let counted = told(&session, "How many documents mention Lind?");
    assert!(counted.contains("2 of 3 documents"), "{counted}");
}
