//! A readable title for every document: what the document says of itself, else its file's name, tidied.

mod apart;
mod people;

pub(super) use self::apart::{Draft, settle};
pub(crate) use people::is_writing;
pub(super) use people::{as_in_text, is_talk};

use super::formats::{Item, front_matter};
use super::headline;
use crate::model::file_name;
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::calendar::first_day;
use crate::text::dates::{is_month, ordinal};
use crate::text::display::cut::shorten_at_word;
use crate::text::display::inline::unmarked;
use crate::text::display::links::unlinked;
use crate::text::display::sanitise::one_line;
use crate::text::language::in_any;
use crate::text::provenance::span_map::SpanMap;
use crate::text::similarity::shingles;
use crate::text::words::fold::with_capital;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::is_digits;

/// Characters of a title, at most.
const LONGEST: usize = 120;
/// What stands behind a title that was cut.
const CUT: char = '…';

/// Returns the file name without extension, in words: `annual_report-2020.txt` → `Annual report 2020`.
pub(super) fn from_path(path: &str) -> String {
    let name = file_name(path);
    let mut stem = match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty() && extension.len() <= 8 && !extension.contains(' ') && !ends_in_date(name) =>
        {
            stem
        }
        _ => name,
    };
    // `guide.txt.bak`, `guide.part.html`
    while let Some((rest, _)) = stem.rsplit_once('.').filter(|(rest, end)| !rest.is_empty() && is_extension(end)) {
        stem = rest;
    }
    let spaced = stem.contains(' ');
    let mut words: Vec<String> = Vec::new();
    for part in stem.split(|c: char| c == '_' || c == '+' || c.is_whitespace()).filter(|part| !part.is_empty()) {
        // "(1)" is what a copy of a file is called.
        if part.len() <= 4
            && part.starts_with('(')
            && part.ends_with(')')
            && part[1..part.len() - 1].bytes().all(|b| b.is_ascii_digit())
        {
            continue;
        }
        if is_date(part) || spaced && part.chars().filter(|&c| c == '-').count() < 2 {
            words.push(match part.rsplit_once('-') {
                Some((stem, last)) if split_part(last) != last => format!("{} {}", split_camel(stem), split_part(last)),
                _ => split_camel(part),
            });
            continue;
        }
        let mut rest = part;
        if let Some(length) = date_in_front(part) {
            words.push(part[..length].to_owned());
            rest = part[length..].trim_start_matches('-');
        }
        words.extend(rest.split('-').filter(|word| !word.is_empty()).map(|word| split_part(&split_camel(word))));
    }
    let title = people::with_capitals(&words.join(" "));
    // A day alone tells nothing of what is of it: the folder does, of a diary or of what was said in a room.
    let folder = path.rsplit('/').nth(1).filter(|folder| !folder.is_empty() && is_date(&title));
    match folder {
        Some(folder) => format!("{} {title}", from_path(folder)),
        None if title.is_empty() => name.to_owned(),
        None => with_capital(&title),
    }
}

/// Cuts the file's own name off the beginning of a text: files that were cut into parts often begin with the name of
/// the whole. It has to be followed by an extension, because a heading may well be the file's name.
pub(super) fn leave_out_own_name(item: &mut Item, path: &str) {
    let name = file_name(path);
    let parts = |text: &str| -> Vec<(usize, usize)> {
        shingles::words(text).take(40).map(|word| (word.start, word.end)).collect()
    };
    let head = &item.text[..item.text.floor_char_boundary(400)];
    let (of_name, of_text) = (parts(name), parts(head));
    let same = of_name
        .iter()
        .zip(&of_text)
        .take_while(|(a, b)| name[a.0..a.1].to_lowercase() == head[b.0..b.1].to_lowercase())
        .count();
    let extension = of_text.get(same).or(of_text.last()).copied();
    let Some((start, mut end)) = extension.filter(|_| same >= 3 && of_text[0].0 < 4) else { return };
    if !is_extension(&head[start..end]) || !head[..start].ends_with('.') {
        return;
    }
    end += item.text[end..]
        .chars()
        .take_while(|c| c.is_whitespace() || matches!(c, '.' | '/' | ':'))
        .map(char::len_utf8)
        .sum::<usize>();
    let rest = SpanMap::shifted(end, item.text.len() - end);
    item.map = rest.compose(&item.map);
    item.text.drain(..end);
}

/// True for what the names of texts end with, also while they are written or kept aside.
fn is_extension(word: &str) -> bool {
    const KNOWN: [&str; 30] = [
        "txt", "md", "html", "htm", "xhtml", "pdf", "doc", "docx", "csv", "json", "text", "part", "tmp", "bak", "orig",
        "old", "dot", "dotx", "ppt", "pptx", "xls", "xlsx", "tex", "dvi", "indd", "qxd", "rtf", "odt", "p65", "pmd",
    ];
    KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// True for the name of a file, which a program took for a title: `tide_tables.html`, `guide-2`.
pub(super) fn is_file_name(title: &str) -> bool {
    let glued = !title.contains(char::is_whitespace)
        && (title.contains(['_', '/']) || title.contains('-') && !title.contains(char::is_uppercase));
    ends_like_file(title) || glued
}

/// True for a title that ends like the name of a file, whatever stands in front: `minutes of May.docx`.
pub(super) fn ends_like_file(title: &str) -> bool {
    title.rsplit_once('.').is_some_and(|(_, end)| is_extension(end))
}

/// `2018-12-10`, `12-03-18`, `5.7.2018`
fn is_date(part: &str) -> bool {
    date_in_front(part) == Some(part.len())
}

fn ends_in_date(name: &str) -> bool {
    name.rsplit(['_', ' ']).next().is_some_and(is_date)
}

/// Bytes of a date in figures that a part begins with: the year has four of them, at either end, or all have two.
fn date_in_front(part: &str) -> Option<usize> {
    let figures = |from: usize| part[from..].bytes().take_while(u8::is_ascii_digit).count();
    let first = figures(0);
    let sign = part[first..].chars().next().filter(|sign| matches!(sign, '-' | '.'))?;
    let middle = figures(first + 1);
    let behind = first + 1 + middle;
    part[behind..].starts_with(sign).then_some(())?;
    let last = figures(behind + 1);
    let end = behind + 1 + last;
    // What goes on is another number, or no date, but behind the year it may be the time.
    let mut next = part[end..].chars();
    let goes_on = match next.next() {
        Some(c) if c == sign => next.next().is_some_and(|c| c.is_ascii_digit()),
        c => c.is_some_and(char::is_alphanumeric),
    };
    let is_date = match (first, middle, last) {
        (4, 2, 2) => true,
        (4, 1 | 2, 1 | 2) | (1 | 2, 1 | 2, 4) | (2, 2, 2) => !goes_on,
        _ => false,
    };
    is_date.then_some(end)
}

/// `DavidBaker` → `David Baker`, `TranscriptFY14Q4` → `Transcript FY14Q4`, `TRANSCRIPT` → `Transcript`. A word with one
/// capital inside is what somebody calls a thing (`OpenQuay`), but behind a first name and before figures.
fn split_camel(word: &str) -> String {
    if word.len() >= 6 && word.chars().all(char::is_uppercase) {
        return word.chars().take(1).chain(word.chars().skip(1).flat_map(char::to_lowercase)).collect();
    }
    let chars: Vec<char> = word.chars().collect();
    let begins = |at: usize| at > 0 && chars[at].is_uppercase() && !chars[at - 1].is_uppercase();
    let mut inside = (0..chars.len()).filter(|&at| begins(at));
    if let (Some(only), None) = (inside.next(), inside.next()) {
        let front: String = chars[..only].iter().flat_map(|c| c.to_lowercase()).collect();
        let figures = chars[only..].iter().any(char::is_ascii_digit);
        if !flags(&front).has(Flags::FIRST_NAME) && !figures {
            return word.to_owned();
        }
    }
    let mut out = String::with_capacity(word.len() + 4);
    let mut since_break = 0;
    for (at, &c) in chars.iter().enumerate() {
        let after_small = at > 0 && chars[at - 1].is_lowercase();
        // A break needs three letters before it: "McDonald" and "iPhone" stay.
        if c.is_uppercase() && after_small && since_break >= 3 {
            out.push(' ');
            since_break = 0;
        }
        out.push(c);
        since_break += 1;
    }
    out
}

/// `part12` → `part 12`
fn split_part(word: &str) -> String {
    match word.get(..4).zip(word.get(4..)) {
        Some((part, number)) if part.eq_ignore_ascii_case("part") && is_digits(number) => {
            format!("{part} {number}")
        }
        _ => word.to_owned(),
    }
}

/// True for the title of a piece that is not the first of a whole: `Harbour talk part 12`.
pub fn is_later_part(title: &str) -> bool {
    let mut words = title.rsplit(' ');
    let number = words.next().and_then(|number| number.parse::<u32>().ok());
    number.is_some_and(|number| number > 1) && words.next().is_some_and(|word| word.eq_ignore_ascii_case("part"))
}

/// The text of a heading without tags and emphasis, on one line, of a readable length.
pub(super) fn of_heading(heading: &str) -> String {
    let words = unlinked(heading);
    let words = unmarked(&words);
    let marked = words.trim_start_matches('#');
    let words = if marked.starts_with(char::is_whitespace) { marked.trim_start() } else { &words };
    // Pages that were converted keep the sign behind a heading that led to it.
    let line = one_line(words.trim_end().trim_end_matches('¶').trim_end());
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.into_owned(),
    }
}

/// What a document is called by its first headings, else by its file's name.
///
/// Below a heading that is an edition's stand the parts of that edition, none of which is what the whole is called;
/// what lists `several` editions is called by none of them.
pub(super) fn of_text<'a>(
    headings: impl Iterator<Item = &'a str>,
    named: String,
    (markdown, several): (bool, bool),
    text: &str,
) -> String {
    let headings: Vec<String> = headings.map(of_heading).filter(|heading| says_something(heading)).collect();
    if headings.first().is_some_and(|heading| is_placeholder(heading)) && !is_poor(&named) {
        return named;
    }
    let edition = headings.iter().position(|heading| is_edition(heading));
    let mut whole = headings[..edition.unwrap_or(headings.len())].iter();
    match whole.find(|heading| !is_generic(heading)) {
        Some(heading) if markdown || is_poor(&named) || is_underlined(heading, text) => heading.clone(),
        None if is_poor(&named) => match edition {
            Some(at) if is_edition(&named) => headings[at].clone(),
            Some(_) if several => headings[..edition.unwrap_or_default()].first().cloned().unwrap_or(named),
            Some(at) => format!("{} · {named}", headings[at]),
            None => of_block(text).unwrap_or(named),
        },
        _ => headline::of(text, &named).unwrap_or_else(|| as_in_text(&named, text)),
    }
}

/// What stands over a text: the name of the paper or the board that it is written on, where it is called otherwise, and
/// the line below that, or below what it is called by, that says what the text tells: no day and no kind of text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Head {
    pub masthead: Option<String>,
    pub headline: Option<String>,
}

/// The head of a text with a title: its first lines, up to the first that is running text.
pub(super) fn head(text: &str, title: &str) -> Head {
    const LINES: usize = 6;
    const TELLING: usize = 3;
    let tells = |word: &&str| {
        let lower = word.to_lowercase();
        word.chars().filter(|c| c.is_alphabetic()).count() > 2 && !is_month(word) && !flags(&lower).has(Flags::WEEKDAY)
    };
    // *ORP0412 4 GEN*: what a line of codes tells is for machines.
    let is_code = |word: &str| word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic);
    let is_headline = |line: &String| {
        let mut words = line.split(|c: char| !c.is_alphanumeric());
        // *Extraordinary meeting, 4 May 2031* says as much as three words; who was there says nothing.
        let telling = if first_day(line).is_some() { TELLING - 1 } else { TELLING };
        says_something(line)
            && !is_generic(line)
            && !is_edition(line)
            && !line.split_once(':').is_some_and(|(label, _)| in_any(|pack| &pack.fields, &label.to_lowercase()))
            && !words.clone().any(is_code)
            && words.by_ref().filter(tells).count() >= telling
    };
    // What is told beside a text stands over none.
    let text = &text[front_matter(text).map_or(0, |matter| matter.end)..];
    let lines = text.lines().map(of_heading).filter(|line| !line.is_empty()).take(LINES);
    let lines: Vec<String> = lines.take_while(|line| !ends_sentence(line) && !line.ends_with(CUT)).collect();
    let titled = lines.iter().position(|line| line.eq_ignore_ascii_case(title));
    let masthead = lines.first().filter(|_| titled.is_none()).cloned();
    let headline = lines.into_iter().skip(titled.unwrap_or(0) + 1).find(is_headline);
    Head { masthead, headline }
}

/// True for a heading near the beginning of a text with a line below it that is as long: nobody draws one by chance.
fn is_underlined(heading: &str, text: &str) -> bool {
    const NEAR: usize = 20;
    let mut lines = text.lines().take(NEAR).map(str::trim);
    let length = heading.chars().count();
    let is_rule = |line: &str| {
        let mut marks = line.chars();
        marks.next().is_some_and(|mark| "=-~*#^".contains(mark) && marks.all(|other| other == mark))
    };
    lines.any(|line| line == heading) && lines.next().is_some_and(|line| is_rule(line) && line.len() + 2 >= length)
}

/// True for a heading that is a version, a day or both, as lists of changes have them: `[0.4.12] - 2031-05-04`.
pub(super) fn is_edition(heading: &str) -> bool {
    let words = heading.split(|c: char| c.is_whitespace() || "[](),:–—".contains(c));
    let mut told = false;
    for word in words.filter(|word| word.contains(char::is_alphanumeric)) {
        let bare = word.strip_prefix(['v', 'V']).unwrap_or(word);
        let numeric = || bare.contains('.') || !bare.contains(char::is_alphabetic);
        let figures = bare.starts_with(|c: char| c.is_ascii_digit()) && numeric();
        let numbered = figures || ordinal(word).is_some() || in_any(|pack| &pack.edition, &word.to_lowercase());
        if !numbered && !is_month(word) {
            return false;
        }
        told |= numbered;
    }
    told
}

/// True for a heading that many documents have and that names none: `1. Introduction`, `Zusammenfassung`.
pub(super) fn is_generic(title: &str) -> bool {
    let bare =
        title.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ')).trim_end_matches(':');
    in_any(|pack| &pack.generic_headings, &bare.to_lowercase())
}

/// True for the heading of a form that nobody has filled in: `Incident Title`, `[Name of the project here]`.
fn is_placeholder(title: &str) -> bool {
    const MOST_WORDS: usize = 2;
    let bracketed = title.starts_with(['[', '<']) && title.ends_with([']', '>']);
    let words = title.trim_matches(['[', ']', '<', '>', ':', ' ']).to_lowercase();
    let last = words.rsplit(char::is_whitespace).next().unwrap_or_default();
    (bracketed || words.split_whitespace().count() <= MOST_WORDS) && in_any(|pack| &pack.placeholders, last)
}

/// False for an empty title, for a form's that nobody has filled in (`Resolution no. {{number}}`), and for a line of
/// settings: `name = "North quay"`.
pub(super) fn says_something(title: &str) -> bool {
    let is_key = |key: &str| key.len() > 1 && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    let sets = title.split_once('=').is_some_and(|(key, _)| is_key(key.trim_end()));
    !title.is_empty() && !title.contains("{{") && !sets
}

/// The first line of a text that begins with a title block: a few short lines, no sentences, the first of them written
/// as titles are, and then an empty line.
pub(super) fn of_block(text: &str) -> Option<String> {
    const LINES: usize = 5;
    const LONGEST_LINE: usize = 100;
    const FEWEST_WORDS: usize = 3;
    let block = || text.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    let is_short = |line: &str| line.chars().count() <= LONGEST_LINE && !line.ends_with(['.', ':', ';']);
    let first = block().next()?;
    let counts = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 3;
    let titled = first.split_whitespace().filter(counts).all(|word| !word.starts_with(char::is_lowercase));
    let named =
        first.split_whitespace().filter(counts).count() >= FEWEST_WORDS && !first.contains([':', '[', '|', '\t']);
    let fits = titled && named && block().count() <= LINES && block().all(is_short);
    fits.then(|| of_heading(first)).filter(|title| says_something(title))
}

/// The first line of what a text says, cut at a word, where its file is called by a single letter: that tells nobody
/// which text it is.
pub(super) fn opening(text: &str, named: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let letters = named.chars().filter(|c| c.is_alphanumeric()).count();
    let line = of_heading(text.lines().next()?);
    let line = line.trim_end_matches([',', ';', ':', '，', '：']);
    let line = line.strip_suffix('.').filter(|line| !line.contains(['.', '…'])).unwrap_or(line);
    (letters < 2 && says_something(line)).then(|| shorten_at_word(line, LONGEST, "…").into_owned())
}

/// True for names that tell a reader nothing: hashes, numbers, a word or two of a code.
pub(super) fn is_poor(title: &str) -> bool {
    let wordy = |word: &&str| {
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 3
            && letters * 2 > word.chars().count()
            && word.to_lowercase().contains(['a', 'e', 'i', 'o', 'u', 'y'])
            || !word.is_ascii()
    };
    title.split_whitespace().filter(wordy).count() < 2
}

#[cfg(test)]
mod tests {
    #[test]
    fn later_parts_are_told_by_their_number() {
        assert!(super::is_later_part("Harbour talk part 12"));
        assert!(
            ["Harbour talk part 1", "Harbour talk", "Part", "12", "The best part"]
                .iter()
                .all(|t| !super::is_later_part(t))
        );
    }

    use super::*;

    #[test]
    fn what_heads_every_document_is_no_title() {
        assert!(is_generic("Summary") && is_generic("1. Introduction") && is_generic("Zusammenfassung:"));
        assert!(!is_generic("Summary of the slipway accounts"));
    }

    #[test]
    fn a_title_has_no_pictures_and_no_marks_of_links() {
        for (heading, title) in [
            ("tarnlamp [![Build Status][build-img]][build] ![Crate](https://example.org/a.svg)", "tarnlamp"),
            ("[Lantern][docs]: Lights of the harbour", "Lantern: Lights of the harbour"),
            ("The [pier](https://example.org/a_(b)) at Orsk", "The pier at Orsk"),
            ("[![Logo](a.png)](https://example.org) Ropes", "Ropes"),
            ("Motion [2031] on ropes", "Motion [2031] on ropes"),
            ("Ropes [and", "Ropes [and"),
            ("# Dues of the quay ¶", "Dues of the quay"),
        ] {
            assert_eq!(of_heading(heading), title);
        }
    }

    #[test]
    fn names_of_files_become_words_and_names_of_things_stay() {
        for (path, title) in [
            ("a/OpenQuay.part.html", "OpenQuay"),
            ("A20-OTarnXino-MICRO.part.txt", "A20 OTarnXino MICRO"),
            ("TideForm-1.0.txt", "TideForm 1.0"),
            ("memo IK seepage 12-03-18.txt", "Memo IK seepage 12-03-18"),
            ("memo_12.03.2018.pdf", "Memo 12.03.2018"),
            ("memo 12.03.18", "Memo 12.03.18"),
            ("12-03-18-memo.txt", "12-03-18 memo"),
            ("2018-12-10T-memo.txt", "2018-12-10 T memo"),
            ("call 55-12-34-56.txt", "Call 55 12 34 56"),
            ("harbour_rules.txt.bak", "Harbour rules"),
            ("MinutesFromTheBoard.txt", "Minutes From The Board"),
            ("DavidBaker.txt", "David Baker"),
            ("ReportFY14.txt", "Report FY14"),
        ] {
            assert_eq!(from_path(path), title);
        }
        assert!(is_file_name("tide_tables.html") && is_file_name("quay-2") && is_file_name("Tide tables.xlsx"));
        assert!(!is_file_name("Tide tables") && !is_file_name("OpenQuay") && !is_file_name("Salt-Road"));
        assert_eq!(of_heading("## The Salt Road"), "The Salt Road");
        assert_eq!(of_heading("#4 of five"), "#4 of five");
    }

    #[test]
    fn an_edition_is_what_no_document_is_called() {
        for heading in [
            "[0.4.12] - 2031-05-04",
            "0.4.12 (January 31, 2031)",
            "Version 2.0.0-beta.1",
            "v1.2",
            "Unreleased",
            "3rd May 2031",
        ] {
            assert!(is_edition(heading), "{heading}");
        }
        assert!(["Ferry 2.0", "5G", "3. Ropes", "March", "Ropes"].iter().all(|heading| !is_edition(heading)));
        let of = |headings: &[&str], named: &str| {
            let several = headings.iter().filter(|heading| is_edition(heading)).nth(1).is_some();
            of_text(headings.iter().copied(), named.to_owned(), (true, several), "")
        };
        assert_eq!(
            of(&["Changelog", "0.4.12 (January 31, 2031)", "Lamps"], "Tarnlamp changelog"),
            "Tarnlamp changelog"
        );
        assert_eq!(of(&["0.4.12", "Lamps"], "CHANGELOG"), "0.4.12 · CHANGELOG");
        assert_eq!(of(&["Changelog", "0.4.12", "Added", "0.4.11"], "CHANGELOG"), "Changelog");
        assert_eq!(of(&["4 May 2031", "Lamps"], "2031-05-04"), "4 May 2031");
        assert_eq!(of(&["Lamps", "0.4.12"], "CHANGELOG"), "Lamps");
        assert_eq!(of(&["Incident Title", "Timeline"], "2031 lamp outage"), "2031 lamp outage");
        assert_eq!(of(&["[Name of the thing here]", "Timeline"], "Harbour lamps"), "Harbour lamps");
        assert_eq!(of(&["Incident Title"], "A4"), "Incident Title");
    }

    #[test]
    fn what_a_file_of_one_letter_says_first_is_what_it_is_called() {
        let long = "Present: Ada Voss, Tom Reed. Ada Voss said that the lamps of the quay burn all night.\nThey do.";
        let cut = "Present: Ada Voss, Tom Reed. Ada Voss said that the lamps …";
        assert_eq!(opening(long, "A").as_deref(), Some(cut));
        assert_eq!(opening("Dear Ada Voss,\n\nthe quay", "B").as_deref(), Some("Dear Ada Voss"));
        assert_eq!(opening("The quay is shut.", "7").as_deref(), Some("The quay is shut"));
        assert_eq!((opening("The quay is shut.", "Ab"), opening("\n", "A")), (None, None));
    }

    #[test]
    fn a_line_of_settings_is_no_title() {
        assert!(!says_something("name = \"North quay\"") && !says_something("lamp_hours=12"));
        assert!(says_something("E = mc²") && says_something("The quay = the mole"));
    }

    #[test]
    fn an_underlined_heading_of_a_plain_text_is_its_title() {
        let of =
            |text: &str| of_text(["PLAN 7 — Lamps"].into_iter(), "Plan 0007 lamps".to_owned(), (false, false), text);
        assert_eq!(of("==============\nPLAN 7 — Lamps\n==============\n\nThey burn.\n"), "PLAN 7 — Lamps");
        assert_eq!(of("Note 7 — Buoys\n==\nThey burn.\n"), "Plan 0007 lamps");
    }

    #[test]
    fn under_the_name_of_a_paper_a_text_is_called_by_its_headline() {
        let text = "ORSK HERALD\nFriday 20 September 2031\nORP0412 4 Ferry-Crash\n\n\
                    Nine hurt as the ferry runs aground\n\nBy Ada Voss\n\nThe ferry ran aground on Friday.";
        let headline = Some("Nine hurt as the ferry runs aground".to_owned());
        assert_eq!(head(text, "ORSK HERALD"), Head { masthead: None, headline: headline.clone() });
        let under = Head { masthead: Some("ORSK HERALD".to_owned()), headline };
        assert_eq!(head(text, "2031-09-20 crash"), under);
        assert_eq!(head("Minutes\n1. Introduction\nThe board of the quay met.", "Minutes"), Head::default());
    }
}
