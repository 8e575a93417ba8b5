use super::*;
use crate::model::DocumentId;

pub(in crate::text::dates) fn document(format: &str, title: &str, modified: Option<&str>) -> Document {
    Document {
        id: DocumentId(0),
        title: title.to_owned(),
        path: "quay.txt".to_owned(),
        row: None,
        format: format.to_owned(),
        encoding: "UTF-8".to_owned(),
        language: None,
        bytes: 0,
        modified: modified.and_then(first_day),
        hash: String::new(),
        text_len: 0,
        tokens: 0,
    }
}

/// The day of the passage that begins with some words.
fn told(document: &Document, text: &str, words: &str) -> Option<String> {
    let at = text.find(words).expect("the words");
    PassageDays::of(document, text).at(Span::new(at, at + words.len()))
}

#[test]
fn a_year_heads_what_stands_up_to_the_next_or_to_a_heading_no_deeper() {
    let own = document("markdown", "The quay", None);
    let text =
        "# 1904\n\nIt was lit.\n\n## Lamps\n\nThey were new.\n\n# 1905\n\nIt was shut.\n\n# Tar\n\nIt is black.\n";
    let of = |words: &str| told(&own, text, words);
    assert_eq!(
        ["It was lit", "They were", "It was shut"].map(of),
        ["1904", "1904", "1905"].map(|y| Some(y.to_owned()))
    );
    assert_eq!(of("It is black"), None);
    let many = format!("{}It is lit.\n", "1904\n# x\n".repeat(40_000));
    assert_eq!(told(&own, &many, "It is lit"), None);
}

#[test]
fn a_letter_has_its_day_in_any_language_below_its_addresses() {
    let set_in = "                                                Orsk Ferries, 4 Corn Street\n".repeat(7);
    for day in ["le 23 avril 2019", "den 23. April 2019", "23 de abril de 2019", "il 23 aprile 2019"] {
        let letter = format!("Quai 4\n\n{set_in}\nOrsk, {day}\n\nMonsieur,\n\nNos portes sont là.\n");
        assert_eq!(headed_day(&letter).map(written).as_deref(), Some("2019-04-23"), "{day}");
    }
}

#[test]
fn a_passage_of_a_diary_is_of_the_day_of_its_entry() {
    let diary = "Lock diary\n\nThur 1 Nov 2018. Frost.\n\nFri 2 Nov. Counted the silo.\n\nBy hand.\n\n\
                 Mon 5 to Tue 6 Nov. Rain.\n\nWed 2 Jan. Ice.\n";
    let own = document("text", "Lock diary", Some("2018-11-01"));
    let days = ["Frost", "By hand", "Rain", "Ice", "Lock diary"].map(|words| told(&own, diary, words));
    let known = ["2018-11-01", "2018-11-02", "", "2019-01-02", ""].map(|day| Some(day.to_owned()));
    assert_eq!(days, known.map(|day| day.filter(|day| !day.is_empty())));
    let headed = "# Notes\n## 14 November 2018, quay\nWhite.\n### Tanks\nDead.\n## Thursday 15 November\nClear.\n\
                  ## Friday 16 November\nGone.\n## Index\nNames.\n";
    let own = document("markdown", "Notes", Some("2018-11-14"));
    let days = ["White", "Dead", "Clear", "Gone", "Names"].map(|words| told(&own, headed, words));
    let known = [Some("2018-11-14"), Some("2018-11-14"), Some("2018-11-15"), Some("2018-11-16"), None];
    assert_eq!(days, known.map(|day| day.map(str::to_owned)));
}

#[test]
fn one_stamp_that_can_be_read_in_one_way_tells_how_all_are_written() {
    let chat = "[14/06/2031, 21:03] Ada: the lamp is out\n[14/06/2031, 21:04] Tom: again\n\
                [02/07/2031, 16:44] Ada: lit\n[03/07/2031, 09:12] Tom: good\n";
    let own = document("text", "Quay chat", None);
    let days = ["again", "lit", "good"].map(|words| told(&own, chat, words));
    assert_eq!(days, ["2031-06-14", "2031-07-02", "2031-07-03"].map(|day| Some(day.to_owned())));
    let american = chat.replace("14/06", "06/14").replace("02/07", "07/02").replace("03/07", "07/03");
    assert_eq!(told(&own, &american, "lit").as_deref(), Some("2031-07-02"));
    let late = "Quay, 02/07/2031\n\nThe lamp was lit.\n\nIt is to be seen on 14/08/2031.\n";
    assert_eq!(headed_day(late).map(written).as_deref(), Some("2031-07-02"));
}

#[test]
fn a_text_is_not_of_the_day_of_the_one_that_it_replaces() {
    let minutes = "# Harbour board: corrected minutes\n\nThese minutes replace those of 4 May 2031, which had errors in \
                   several places. Issued 11 May 2031.\n\nThe quay is to be mended.\n";
    assert_eq!(headed_day(minutes).map(written).as_deref(), Some("2031-05-11"));
    let own = document("markdown", "Harbour board: corrected minutes", Some("2031-05-11"));
    assert_eq!(told(&own, minutes, "The quay").as_deref(), Some("2031-05-11"));
    assert_eq!(headed_day("# Lamps: version 2\n\nReplaces version 1 of June 2030.\n"), None);
    assert_eq!(headed_day("company: Orsk Ferries\nregistered: 2016-05-02\nIt runs a boat.\n"), None);
}

#[test]
fn days_that_are_spoken_of_open_nothing() {
    let minutes = "Minutes, 4 May 2031\n\n3 June 2031 is the next meeting.\n\nThe gate held.\n\n1 May 2031 was a holiday.\n\
                   \n9 May 2031 will be one.\n\nNobody came.\n";
    let own = document("text", "Minutes", Some("2031-05-04"));
    assert_eq!(told(&own, minutes, "Nobody").as_deref(), Some("2031-05-04"));
    let timeline = "- 2031-05-04: lamp out\n- 2031-05-05: lit\n- 2031-05-06: out\n\nNobody came.\n";
    let own = document("text", "Lamp log of 8 June 2031", None);
    let days = ["lit", "Nobody"].map(|words| told(&own, timeline, words));
    assert_eq!(days, ["2031-05-05", "2031-06-08"].map(|day| Some(day.to_owned())));
}

#[test]
fn a_message_takes_no_day_of_what_is_pasted_into_it() {
    let chat = "Export of #quay\n\n---------- Monday, 28 April 2031 ----------\n\nAda Lund  9:10 AM\nFinal:\n\n\
                THU 1 May\n09:30 welcome\n\nFRI 2 May\n10:00 lamps\n\n2 May 2031 it closes\n\nKai Sund  9:20 AM\n\
                Who pays?\n\n---------- Tuesday, 29 April 2031 ----------\n\nAda Lund  8:00 AM\nNobody.\n";
    let own = document("text", "quay", None);
    let days = ["10:00 lamps", "Who pays", "Nobody."].map(|words| told(&own, chat, words));
    assert_eq!(days, ["2031-04-28", "2031-04-28", "2031-04-29"].map(|day| Some(day.to_owned())));
    let stamped = "[4 May 2031 09:10] Ada\nFinal:\n\nTHU 8 May\nwelcome\n\nFRI 9 May\nlamps\n\n\
                   [4 May 2031 09:20] Kai\nWho pays?\n\n[5 May 2031 08:00] Ada\nNobody.\n";
    let days = ["lamps", "Who pays", "Nobody."].map(|words| told(&own, stamped, words));
    assert_eq!(days, ["2031-05-04", "2031-05-04", "2031-05-05"].map(|day| Some(day.to_owned())));
    let mail = "From: Ada\nDate: Mon, 28 Apr 2031 10:02\n\nThis is how it goes.\n\nThu 1 May: welcome\n\n\
                Fri 2 May: lamps\n\nSat 3 May: boats\n\nWho pays for it?\n";
    let own = document("mail", "Quay", Some("2031-04-28"));
    assert_eq!(told(&own, mail, "Who pays").as_deref(), Some("2031-04-28"));
}

#[test]
fn what_stands_below_a_heading_with_a_day_is_of_that_day() {
    let changes = "# Changelog\n\n## 3.1.0 — 14 October 2031\n\n### Added\n\nLamps.\n\n## [2.6.0] - 2030-05-02\n\n\
                   Gates.\n\n## 1.x\n\nRopes.\n";
    let own = document("markdown", "Changelog", Some("2031-10-14"));
    let days = ["Lamps", "Gates", "Ropes"].map(|words| told(&own, changes, words));
    assert_eq!(days, [Some("2031-10-14"), Some("2030-05-02"), None].map(|day| day.map(str::to_owned)));
    let underlined = "Version 3.1.0 (2031-10-14)\n--------------------------\n\nLamps.\n\nVersion 2.6.0 (2030-05-02)\n\
                      --------------------------\n\nGates.\n";
    let own = document("text", "Changes", Some("2031-10-14"));
    let days = ["Lamps", "Gates"].map(|words| told(&own, underlined, words));
    assert_eq!(days, ["2031-10-14", "2030-05-02"].map(|day| Some(day.to_owned())));
    // One part alone may be of what happened long ago.
    let report = "Report\n\nOrsk, 4 May 2031\n\n## Causes\n\nRain.\n\n## The flood (8 June 1998)\n\nWater.\n\n\
                  ## Costs\n\nMuch.\n";
    let own = document("markdown", "Report", Some("2031-05-04"));
    let days = ["Rain", "Water", "Much"].map(|words| told(&own, report, words));
    assert_eq!(days, [Some("2031-05-04"), None, Some("2031-05-04")].map(|day| day.map(str::to_owned)));
}

#[test]
fn days_begin_anew_with_each_part() {
    let days = |from: i64| (from..from + 6).map(|day| format!("[{day} May 2031]\nRain {day}.\n\n")).collect::<String>();
    let threads = format!("A. THE QUAY\n\n{}B. THE GATE\n\n{}", days(8), days(2));
    let own = document("text", "Threads", Some("2031-05-08"));
    let told = ["Rain 13.", "Rain 4."].map(|words| told(&own, &threads, words));
    assert_eq!(told, ["2031-05-13", "2031-05-04"].map(|day| Some(day.to_owned())));
    let posts = "@ada · 18 Feb 2031\nIs it shut?\n\n@kai · 19 Feb 2031, 19:20 · Orsk\nIt is.\n\n@ada · 21 Feb 2031\nOpen.\n\n\
                 =======\nC. LETTERS\n=======\n\nNobody wrote.\n";
    let told = ["It is", "Open", "Nobody"].map(|words| self::told(&own, posts, words));
    assert_eq!(told, [Some("2031-02-19"), Some("2031-02-21"), None].map(|day| day.map(str::to_owned)));
}

#[test]
fn a_message_is_of_the_day_of_its_head() {
    let thread = "From: Ada\nDate: Mon, 14 Jan 2019 10:02\n\nIt leaks.\n-----\nFrom: Kai\nSent: 12 Jan 2019\n\nDoes it?\n\
                  > It did.\n\nNo.\n";
    let own = document("mail", "Leak", Some("2019-01-14"));
    let days = ["It leaks", "Does it", "It did", "No."].map(|words| told(&own, thread, words));
    let known = [Some("2019-01-14"), Some("2019-01-12"), None, Some("2019-01-12")];
    assert_eq!(days, known.map(|day| day.map(str::to_owned)));
}

#[test]
fn the_day_of_a_letter_within_a_text_ends_with_its_part() {
    let filings = format!(
        "FILINGS\n\n{}\n\n-------\nEXTRACT B\n-------\n\nTo: Orsk Ferries          31 May 2019\n\nWe resign.\n\n\
         -------\nEXTRACT C\n-------\n\nIt is owed.\n",
        "The gate held. ".repeat(40)
    );
    let own = document("text", "Filings", None);
    let days = ["We resign", "It is owed"].map(|words| told(&own, &filings, words));
    assert_eq!(days, [Some("2019-05-31".to_owned()), None]);
}

#[test]
fn a_row_has_no_day_of_the_row_above() {
    let table = "| date | what |\n|---|---|\n| 4 May 2031 | lamp out |\n| 8 May 2031 | lit |\n| 9 May 2031 | out |\n\
                 | June 2031 | sold |\n";
    let own = document("markdown", "Lamps", None);
    let days = ["lit", "sold"].map(|words| told(&own, table, words));
    assert_eq!(days, [Some("2031-05-08".to_owned()), None]);
    let work = "# Lamps\n\nBegun 4 May 2019, last changed 2 July 2031.\n\nThe gate held.\n";
    assert_eq!(headed_day(work).map(written).as_deref(), Some("2031-07-02"), "changed last");
    let own = document("markdown", "Lamps", headed_day(work).map(written).as_deref());
    assert_eq!(self::told(&Document { format: "text".to_owned(), ..own }, work, "The gate"), None, "of no one day");
    let notes =
        "# Who lit it?\n\n*Begun 1979, last touched Oct. 1996.*\n\n1. The inquiry.\n2. The diary, 4 Nov. 1903.\n";
    assert_eq!(headed_day(notes).map(known).as_deref(), Some("1996-10"));
    let tape = "INTERVIEW\nRecorded at Lindhavn Home, Orsk, 17 May 1981. Tape 1, both sides. Interviewer: Ada Voss (AV). Also \
                there: Tom Reed.\n";
    assert_eq!(headed_day(tape).map(written).as_deref(), Some("1981-05-17"));
    let deed =
        "ADDENDUM No. 2 to the Lease between Orsk and Tarn dated 1 July 2029\n\nDate of this Addendum: 7 May 2031\n";
    assert_eq!(headed_day(deed).map(written).as_deref(), Some("2031-05-07"));
    assert_eq!(headed_day("Orsk\n3 Octr 1915\n\nDear Nell,\n").map(written).as_deref(), Some("1915-10-03"));
}

#[test]
fn a_document_has_the_day_that_it_tells() {
    let held = "The gate held.";
    let of = |document: &Document, text: &str| PassageDays::of(document, text).at(Span::new(0, 1));
    assert_eq!(of(&document("text", "Minutes of 4 May 2031", None), held).as_deref(), Some("2031-05-04"));
    assert_eq!(of(&document("text", "Shift log 1-2 Feb 2019", Some("2019-02-02")), held), None, "of two days");
    assert_eq!(of(&document("text", "Minutes Nov-Dec 2019", Some("2019-11-19")), held), None, "of two months");
    assert_eq!(of(&document("pdf", "Minutes", Some("2031-05-04")), held), None, "when a program saved it");
    let of_loans = "LOANS\n\nLoan 31. Taken 3 July 2018 by Mrs J. Pickthall, school log book. Due 31 July.\n";
    assert_eq!(of(&document("text", "Loans", Some("2018-07-03")), of_loans), None, "of the first alone");
    let tape = "Tape 7. Recorded at the club hut of the Orsk Mines Research Group, Sunday 2 June 2019.\n";
    assert_eq!(of(&document("text", "Tape", Some("2019-06-02")), tape).as_deref(), Some("2019-06-02"));
    let copied = "[A notebook. Handed to the board by its owner on 23 May 2019. Spelling as it is.]\n\n\
                  Sat 26 Jan. Rain.\n\nSun 27 Jan. Rain.\n\nMon 28 Jan. Clear.\n";
    let own = document("text", "Notebook", Some("2019-05-23"));
    assert_eq!([of(&own, copied), told(&own, copied, "Clear")], [None, None], "no entry tells its year");
    assert_eq!(of(&document("html", "Minutes", Some("2031-05-04")), held).as_deref(), Some("2031-05-04"));
    assert_eq!(of(&document("html", "Minutes", Some("2031-01-01")), held).as_deref(), Some("2031"));
    assert_eq!(of(&document("text", "Minutes", None), held), None);
    let row = Document { row: Some(3), ..document("csv", "Lamp", Some("2031-05-04")) };
    assert_eq!(of(&row, held).as_deref(), Some("2031-05-04"));
}

#[test]
fn the_day_of_a_text_stands_by_itself_or_at_the_head_of_a_line() {
    let day = |text: &str| headed_day(text).map(written);
    let of = |day: &str| Some(day.to_owned());
    assert_eq!(day("MINUTES\n\nHeld on 4 May 2031 at the quay.\n"), of("2031-05-04"));
    assert_eq!(day("Niederschrift\nTarn, den 3. November 2031\n"), of("2031-11-03"));
    assert_eq!(day("Ata da reunião de 11 de outubro de 2031\n"), of("2031-10-11"));
    assert_eq!(day("第3回役員会\n2031年4月16日 集会所\n"), of("2031-04-16"));
    let codicil = "FIRST CODICIL\nto the Will dated 2 May 2029 of ADA VOSS\n\nI declare this to be a codicil to my said \
                   Will, made this 11th day of January 2032.\n";
    assert_eq!(day(codicil), of("2032-01-11"));
    let mentioned = "Two guides who came out alive told the court that nobody had warned them of the water before the \
                     accident of 27 July 1999, in which eleven people died.\n";
    assert_eq!(day(mentioned), None);
}

#[test]
fn a_text_that_tells_its_month_alone_is_of_that_month() {
    let day = |text: &str| headed_day(text).map(known);
    for text in [
        "The Lamp\n\nNewsletter of the Orsk board, No. 7, December 2031\n\nThe gate held.\n",
        "# Notes on lamps, Dec 2031\n\nThey burn.\n",
        "TARN: THE LAMPS\nB. Voss, December 2031\n\nThey burn.\n",
        "# Guide (rev. December 2031)\n\nAsk.\n",
        "lamps - quick notes, AV dec 2031\n\nthey burn\n",
        "# Flood study\nVersion 2 (corrected), December 2031. Replaces version 1.\n\nIt floods.\n",
        "# Flood study\nVersion 1, December 2031\n\nIt floods.\n",
    ] {
        assert_eq!(day(text).as_deref(), Some("2031-12"), "{text}");
    }
    for text in [
        "# Lamps\n\nCopied by A.V., March 1994. I have left out the rest.\n",
        "# Lamps\n\nThe old lamp was lit until December 2031\n",
        "# Lamps, Nov 2030 to Dec 2031\n",
    ] {
        assert_eq!(day(text), None, "{text}");
    }
    assert_eq!(day("# Minutes, December 2031\n\nHeld on 7 December 2031.\n").as_deref(), Some("2031-12-07"));
    let newsletter = "The Lamp\n\nNo. 7, December 2031\n\nIt was lit on 8 December.\n";
    let own = Document { modified: headed_day(newsletter), ..document("text", "The Lamp", None) };
    assert_eq!(told(&own, newsletter, "It was lit").as_deref(), Some("2031-12"));
}

#[test]
fn a_text_of_several_days_is_of_what_they_have_in_common() {
    let day = |text: &str| headed_day(text).map(known);
    assert_eq!(day("Tarn, 2nd to 5th October 2031  (notes)\n\nRain.\n").as_deref(), Some("2031-10"));
    let report = "# Inspection\n\nDays on site: 5, 6 and 7 June 2031\nReport issued: 3 July 2031\n\nIt leaks.\n";
    assert_eq!(day(report).as_deref(), Some("2031-07-03"));
    let fair = "# Lamp fair, 24–25 October 2031, Tarn\n\nDraft 1, 3 June 2031, Ada.\n";
    assert_eq!(day(fair).as_deref(), Some("2031-06-03"));
}

#[test]
fn a_comment_tells_the_day_of_what_it_speaks_of() {
    assert_eq!(stated_day("# Lamps\nwait = 30   # was 3, see the letter of Tom, 18 July 2031\n"), None);
    assert_eq!(stated_day("# date: 18 July 2031\nwait = 30\n").map(known).as_deref(), Some("2031-07-18"));
}

#[test]
fn entries_with_strokes_are_of_the_year_of_their_book() {
    let book = "LAMP BOOK   A. Voss   Feb 2031\n\nMon 3/2   oiled\n\nWed 5/2   lit\n\nTue 11/3   out\n";
    let own = Document { modified: headed_day(book), ..document("text", "Lamp book", None) };
    let days = ["oiled", "lit", "out"].map(|words| told(&own, book, words));
    assert_eq!(days, ["2031-02-03", "2031-02-05", "2031-03-11"].map(|day| Some(day.to_owned())));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "(\\PC{0,20}|[0-9#>|-]{0,6}|(Mon|Date:|4 May|2031)){0,12}\n?") {
        let days = PassageDays::of(&document("mail", &text, None), &text);
        let _ = days.at(Span::new(text.len() / 2, text.len()));
    }
}
