//! Which day a passage is of: of a diary, a log or a chat that of its entry, of a message that of its head; else that
//! of its document. What is of several days, or of none that is told with its year, has none: a wrong day behind a
//! quotation is worse than no day.

use super::anothers::{is_anothers, is_of_last_change, is_own};
use super::calendar::{CalendarDate, dates_by, first_day, full_days, full_days_by, strokes_of, year_in};
use super::openings::read_openings;
use super::{date, known, told, written, year_of};
use crate::model::{Document, Span, file_name, is_table};
use crate::text::cutting::lines::line_around;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

/// Bytes at the beginning of a text in which it tells its own day; white space in a row is one.
const HEAD: usize = 400;
/// Bytes of a text of which the entries are looked for.
pub const READ: usize = 1 << 21;
/// Formats whose files tell when a program saved them, and texts, which tell nothing beside their words.
const UNTOLD: [&str; 10] = ["text", "pdf", "docx", "pptx", "xlsx", "odt", "odp", "ods", "rtf", "epub"];

/// The days of a document's passages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PassageDays {
    /// That of all which stands in no entry.
    whole: Option<String>,
    /// What is of a day of its own, in order.
    entries: Vec<(Span, Option<String>)>,
    /// What of each lies below a heading that begins with a day, or in the paragraph of another line that does.
    headed: Vec<Span>,
    /// Lines that are nothing but a year head parts of it.
    by_year: bool,
}

impl PassageDays {
    /// Reads a document's text, or its first [`READ`] bytes. Linear.
    pub fn of(document: &Document, text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(READ)];
        let own = document.modified.filter(|_| document.is_row() || !UNTOLD.contains(&document.format.as_str()));
        if document.is_row() {
            return Self { whole: own.map(known), ..Self::default() };
        }
        let names = [document.title.as_str(), file_name(&document.path)];
        let year = names.into_iter().find_map(year_in);
        let quotes = document.format != "markdown";
        let is_mail = matches!(document.format.as_str(), "mail" | "mbox");
        let openings = read_openings(text, year, quotes, is_mail);
        let named = told(&document.title, &document.path, true);
        let told_once = |day: &i64| named == Some(*day) || document.modified == Some(*day);
        let entries: Vec<(Span, Option<String>)> = openings
            .iter()
            .map(|one| (one.span, one.known().filter(|_| one.sure || one.moment().as_ref().is_some_and(told_once))))
            .collect();
        let own = own.or_else(|| document.modified.filter(|&day| heads(text, day)));
        // The day of a diary is that of its first entry, and of no more.
        let is_diary = openings.iter().any(|one| one.is_of_diary());
        let is_of_entry = |day: i64| entries.iter().any(|(_, own)| own.as_ref() == Some(&written(day)));
        let own = own.filter(|&day| !is_diary && !is_of_entry(day));
        // Rows have days of their own, each.
        let several = names.into_iter().any(tells_several) || is_table(&document.format);
        let headed = openings.iter().map(|one| one.headed(text)).collect();
        let by_year = openings.iter().any(|one| one.is_year());
        Self { whole: named.or(own).filter(|_| !several).map(known), entries, headed, by_year }
    }

    /// The entry that a passage lies in, by position.
    fn entry(&self, passage: Span) -> Option<usize> {
        let before = self.entries.partition_point(|(span, _)| span.start <= passage.start);
        self.entries[..before].iter().rposition(|(span, _)| passage.start < span.end)
    }

    /// The day of the entry of a diary or a list that a passage lies in.
    pub fn heading(&self, passage: Span) -> Option<&str> {
        let headed = |at: &usize| passage.start < self.headed[*at].end;
        self.entry(passage).filter(headed).and_then(|at| self.entries[at].1.as_deref())
    }

    /// The year of a passage, where lines that are nothing but a year head the parts of its document.
    pub fn year_above(&self, passage: Span) -> Option<i64> {
        let day = self.at(passage).filter(|_| self.by_year)?;
        day.get(..4)?.parse().ok()
    }

    /// The day of a passage: `2022-08-19`, or a year.
    pub fn at(&self, passage: Span) -> Option<String> {
        match self.entry(passage) {
            Some(at) => self.entries[at].1.clone(),
            None => self.whole.clone(),
        }
    }
}

/// True for a name that tells the last of several days (*1-2 Feb 2019*) or several months (*Nov-Dec 2019*).
fn tells_several(name: &str) -> bool {
    if words(name).filter(|word| flags(&word.text.to_lowercase()).has(Flags::MONTH)).nth(1).is_some() {
        return true;
    }
    let Some(day) = first_day(name) else { return false };
    full_days(name).any(|(told, span)| {
        let front = name[..span.start].strip_suffix(['-', '–', '/', '&']);
        told == day && front.is_some_and(|front| front.ends_with(|c: char| c.is_ascii_digit()))
    })
}

/// The beginning of a text, however far its lines are set in: a letter's day stands below two addresses.
fn head_of(text: &str) -> &str {
    let (mut read, mut spaced) = (0, false);
    let end = text.char_indices().find_map(|(at, c)| {
        read += if spaced && c.is_whitespace() { 0 } else { c.len_utf8() };
        spaced = c.is_whitespace();
        (read > HEAD).then_some(at)
    });
    &text[..end.unwrap_or(text.len())]
}

/// The years that stand near the beginning of a text, in figures.
pub fn years_of_head(text: &str) -> impl Iterator<Item = i64> {
    let figures = head_of(text).split(|c: char| !c.is_alphanumeric());
    figures.filter(|word| word.len() == 4).filter_map(year_of).map(i64::from)
}

/// The day near the beginning of a text that tells when the text is of: on which it says that it was changed last or is
/// dated, else the first in a line by itself, or at the head of one. What a sentence mentions by the way, or an item of
/// a list, is the day of something else.
pub fn headed_day(text: &str) -> Option<i64> {
    const LINE: usize = 100;
    const FRONT: usize = 40;
    let head = head_of(text);
    let mut dates = dates_by(head, strokes_of(text)).into_iter();
    // Of a month the year is known.
    let day = |one: CalendarDate| date(one.year?, one.day.map_or(1, |_| one.month), one.day.unwrap_or(1));
    if let Some(day) = dates.find(|one| one.year.is_some() && is_of_last_change(head, one.span)).and_then(day) {
        return Some(day);
    }
    let is_of_the_text = |span: Span| {
        let Span { start, end } = line_around(text, span);
        let line = text[start..end].trim();
        !is_numbered_item(line)
            && (line.chars().count() <= LINE
                || text[start..span.start].chars().count() <= FRONT
                || !line.ends_with(|c| is_terminal(c) || is_closer(c)))
    };
    let days = || {
        let own = full_days_by(head, strokes_of(text)).filter(|&(_, span)| !is_anothers(head, span));
        own.filter(|&(day, span)| !tells_span(head, day, span))
    };
    let dated = days().find(|&(_, span)| is_own(head, span));
    dated.or_else(|| days().find(|&(_, span)| is_of_the_text(span))).map(|(day, _)| day)
}

/// True for a line that a number opens as one of several: `2. The diary, 4 May 1903`.
fn is_numbered_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && rest.strip_prefix(['.', ')']).is_some_and(|rest| rest.starts_with(' '))
        && !full_days(line).any(|(_, span)| span.start == 0)
}

/// True where a line tells another day than this, far from it: "Begun on 4 May 2019, last changed on 2 July 2024".
fn tells_span(text: &str, day: i64, place: Span) -> bool {
    const FAR: i64 = 31 * 86_400;
    let line = line_around(text, place);
    full_days(line.slice(text).unwrap_or_default()).any(|(other, _)| (other - day).abs() > FAR)
}

/// True where a text is headed by a day: near its beginning a line ends with it, or is no sentence, or has little else.
fn heads(text: &str, day: i64) -> bool {
    const LITTLE: usize = 8;
    let head = head_of(text);
    let own = full_days_by(head, strokes_of(text)).filter(|&(_, span)| !is_anothers(head, span));
    own.filter(|&(told, span)| told == day && !tells_span(head, told, span)).any(|(_, span)| {
        let Span { start, end } = line_around(text, span);
        let behind = &text[span.end..end];
        let is_sentence = behind.trim_end_matches(|c: char| is_closer(c) || c.is_whitespace()).ends_with(is_terminal);
        is_own(head, span)
            || !is_sentence
            || !behind.contains(char::is_alphanumeric)
            || words(&text[start..end]).take(LITTLE + 1).count() <= LITTLE
    })
}

#[cfg(test)]
pub(super) mod tests {
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
        let days =
            |from: i64| (from..from + 6).map(|day| format!("[{day} May 2031]\nRain {day}.\n\n")).collect::<String>();
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
        assert_eq!(headed_day(notes).map(known).as_deref(), Some("1996"));
        let tape = "INTERVIEW\nRecorded at Lindhavn Home, Orsk, 17 May 1981. Tape 1, both sides. Interviewer: Ada Voss (AV). Also \
                    there: Tom Reed.\n";
        assert_eq!(headed_day(tape).map(written).as_deref(), Some("1981-05-17"));
        let deed = "ADDENDUM No. 2 to the Lease between Orsk and Tarn dated 1 July 2029\n\nDate of this Addendum: 7 May 2031\n";
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
        let mentioned = "Two guides who came out alive told the court that nobody had warned them of the water before the \
                         accident of 27 July 1999, in which eleven people died.\n";
        assert_eq!(day(mentioned), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "(\\PC{0,20}|[0-9#>|-]{0,6}|(Mon|Date:|4 May|2031)){0,12}\n?") {
            let days = PassageDays::of(&document("mail", &text, None), &text);
            let _ = days.at(Span::new(text.len() / 2, text.len()));
        }
    }
}
