//! Evidence as Markdown: its last form. The passage verbatim, what answers in it set off where it is not the whole of
//! it, who says it and where, and its citation.

use crate::judgement::abbreviations::opened;
use crate::judgement::headings::{self, shortened};
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::asks;
use crate::model::{Entity, Evidence, Ref, cite};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates;
use crate::text::layout::cells;

/// Longest title and heading behind a quotation, in characters.
const LONGEST: usize = 90;
/// In the document of the passage before.
const IBIDEM: &str = "ibid.";

/// Returns a passage as Markdown: `“…” — Name, in Title, under “Heading” [Data: Sources (3)]`.
pub fn passage(evidence: &Evidence) -> String {
    // The entities that it shows are a step away, beside the answer and on the page of the source.
    let mark = match evidence.source() {
        Some(source) => cite([source]),
        None => cite(evidence.cites.iter().copied()),
    };
    written(evidence, &behind(evidence), &mark)
}

/// The same behind other passages: where it stands in the document of the one before, that is said by "ibid."; who
/// somebody is, is said once.
pub fn passage_after(said: &[Evidence], evidence: &Evidence) -> String {
    let mut known = evidence.clone();
    if let Some(who) = evidence.speaker.as_ref().filter(|_| said.iter().any(|one| one.speaker == evidence.speaker)) {
        // "Ada Voss (editor, Orsk)" has a comma that parts nothing.
        let end = who.find([',', '(']).unwrap_or(who.len());
        known.speaker = Some(who[..end].trim_end().to_owned());
    }
    // What the title says stands there, too, where it is left out.
    known.heading = path(evidence);
    if let Some(before) = said.last().filter(|one| is_there(one, evidence)) {
        // The day that the title tells is not said again either.
        if before.day == evidence.day || dated(evidence).is_none() {
            known.day = None;
        }
        known.title = IBIDEM.to_owned();
        if before.heading == evidence.heading {
            known.heading.clear();
        }
        known.speaker = known.speaker.filter(|who| *who != evidence.title);
    }
    passage(&known)
}

/// True where a passage stands where the one before does, or what tells them apart is said behind it: who reads "ibid."
/// takes the day and the heading of that one for those of this.
fn is_there(before: &Evidence, evidence: &Evidence) -> bool {
    let same_day = before.day == evidence.day || dated(evidence).is_some() || dated(before).is_none();
    let same_heading = before.heading == evidence.heading || !path(evidence).is_empty() || path(before).is_empty();
    evidence.document.is_some() && before.document == evidence.document && same_day && same_heading
}

/// The same in a report, with all that it cites: `from`, the report of a part, first. What it calls by letters that one
/// of `entities` opens is opened behind it.
pub fn passage_of(evidence: &Evidence, entities: &[Entity], from: Option<Ref>) -> String {
    let named = entities.iter().filter(|entity| evidence.cites.contains(&Ref::from(entity.id)));
    let behind = opened(behind(evidence), &evidence.text, named);
    written(evidence, &behind, &cite(from.into_iter().chain(evidence.cites.iter().copied())))
}

fn written(evidence: &Evidence, behind: &str, mark: &str) -> String {
    let mut said = match &evidence.lead {
        Some(asked) if asks(asked) => format!("Asked “{}”: “{}”", plain(asked), words(evidence)),
        Some(lead) => match headed(evidence) {
            Some(row) => format!("“{row}”"),
            None => format!("“{} … {}”", plain(lead), words(evidence)),
        },
        None if evidence.document.is_none() => words(evidence),
        None => format!("“{}”", words(evidence)),
    };
    if !behind.is_empty() {
        said.push_str(&format!(" — {}", plain(behind)));
    }
    if mark.is_empty() { said } else { format!("{said} {mark}") }
}

/// Returns a row as it is written by itself: each cell behind what the line that heads its table calls it. None where
/// it is anything else.
pub fn headed(evidence: &Evidence) -> Option<String> {
    let head = evidence.lead.as_ref().filter(|lead| !asks(lead))?;
    let row = cells::headed_line(head, undrawn(&evidence.text).as_ref().unwrap_or(&evidence.text))?;
    Some(plain(&row))
}

/// Returns who says a passage, where it stands and of when it is: `Name, in Title, 19 Aug 2022, under “Heading”`;
/// nothing for a record's own words.
pub fn behind(evidence: &Evidence) -> String {
    if evidence.document.is_none() {
        return String::new();
    }
    let title = shortened(&evidence.title, LONGEST);
    let whose = match &evidence.speaker {
        Some(who) if title.is_empty() || *who == title => who.clone(),
        // "1808 Oda Lind" tells who wrote it.
        Some(who) if is_named_in(&title, who) => title,
        Some(who) if title == IBIDEM => format!("{who}, {title}"),
        Some(who) => format!("{who}, in {title}"),
        None => title,
    };
    let heading = headings::shown(&path(evidence)).map(|heading| format!("under “{}”", shortened(&heading, LONGEST)));
    let parts = [Some(whose).filter(|whose| !whose.is_empty()), dated(evidence), heading];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// True for a title that is somebody's whole name, but for days, numbers, letters and a word for what it is.
fn is_named_in(title: &str, who: &str) -> bool {
    /// Letters of a word that says nothing, at most: *of*, *no*.
    const SHORT: usize = 2;
    let says = |word: &&str| word.chars().count() > SHORT && !word.contains(|c: char| c.is_ascii_digit());
    let telling = |text: &str| text.split(' ').filter(says).count();
    who.contains(' ') && title.contains(who) && telling(title) <= telling(who) + 1
}

/// Returns the day of a passage as it stands behind it; `None` where its own words, its title or a heading tell it.
pub fn dated(evidence: &Evidence) -> Option<String> {
    let day = evidence.day.as_deref()?;
    let own = || evidence.lead.iter().chain([&evidence.text, &evidence.title]);
    // "July 29." is of some year, which nothing beside it may tell; the entries of a diary are of the year of it.
    let year_is_told = || own().chain(&evidence.heading).any(|text| dates::tells_year(text, day));
    let told = evidence.heading.iter().any(|heading| dates::tells(heading, day))
        || own().any(|text| dates::tells(text, day)) && year_is_told();
    (!told).then(|| dates::spelled(day))
}

/// The headings that a passage stands under, without those that repeat the title beside them.
fn path(evidence: &Evidence) -> Vec<String> {
    evidence.heading.iter().filter_map(|heading| headings::untitled(heading, &evidence.title)).collect()
}

/// Returns the words of a passage as they are shown, cut with "…" where they are longer than a screen takes.
pub fn words(evidence: &Evidence) -> String {
    if let Some(row) = undrawn(&evidence.text) {
        return plain(&row);
    }
    let shown = evidence.shown();
    let is_cut = |rest: &str| !rest.trim().is_empty();
    let before = if is_cut(&evidence.text[evidence.opening()..shown.start]) { "… " } else { "" };
    let after = if evidence.cut || is_cut(&evidence.text[shown.end..]) || is_torn(evidence) { " …" } else { "" };
    format!("{before}{}{after}", plain(without_dangling(&evidence.text[shown])))
}

/// The words without a mark at their end that closes what was opened outside of them.
fn without_dangling(text: &str) -> &str {
    let count = |mark: char| text.matches(mark).count();
    match text.strip_suffix(['"', '”']) {
        Some(rest) if text.ends_with('"') && count('"') == 1 => rest,
        Some(rest) if text.ends_with('”') && count('”') > count('“') + count('„') => rest,
        _ => text,
    }
}

/// True for words that break off: they end in a comma or a dash, or are long talk with its marks and no end. The file
/// ends there, as one does that has a part of a transcript.
pub fn is_torn(evidence: &Evidence) -> bool {
    /// Words from which on talk without an end is long.
    const TALK: usize = 20;
    // "Dear Ada," is whole.
    const SALUTATION: usize = 5;
    let text = evidence.text.trim_end();
    let long = || text.split_whitespace().count() > SALUTATION;
    let talk = || evidence.speaker.is_some() && text.contains([',', '.']) && text.split_whitespace().count() >= TALK;
    !ends_sentence(text)
        && (text.ends_with([',', '–', '—']) && long() || text.ends_with(char::is_alphanumeric) && talk())
}

/// A row of a table that is drawn over several lines, on one: each cell with its rest below.
pub(super) fn undrawn(text: &str) -> Option<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut lines = 0;
    for line in text.lines().map(str::trim) {
        let row = line.strip_prefix('|')?.strip_suffix('|')?;
        for (at, cell) in row.split('|').map(str::trim).enumerate() {
            match cells.get_mut(at) {
                Some(_) if cell.is_empty() => {}
                Some(known) => known.push_str(&format!(" {cell}")),
                None => cells.push(cell.to_owned()),
            }
        }
        lines += 1;
    }
    (lines > 1).then(|| format!("| {} |", cells.join(" | ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Kind, Ref, Span};

    fn evidence(text: &str) -> Evidence {
        Evidence {
            cites: vec![Ref::new(Kind::Source, 4)],
            document: Some(DocumentId(1)),
            quote: Span::new(0, text.len()),
            window: Span::new(0, text.len()),
            text: text.to_owned(),
            lead: None,
            speaker: Some("Ilse Brandt, harbour master".to_owned()),
            title: "Minutes of May".to_owned(),
            day: None,
            heading: vec!["Dues".to_owned()],
            cut: false,
        }
    }

    #[test]
    fn says_who_where_and_what_to_cite() {
        let said = evidence("The gate *never* closed.");
        assert_eq!(
            passage(&said),
            "“The gate never closed.” — Ilse Brandt, harbour master, in Minutes of May, under “Dues” \
             [Data: Sources (4)]"
        );
        let own = Evidence { document: None, ..said };
        assert_eq!(passage(&own), "The gate never closed. [Data: Sources (4)]");
    }

    #[test]
    fn a_passage_is_dated_where_nothing_beside_it_tells_its_day() {
        let said = Evidence { day: Some("2022-08-19".to_owned()), ..evidence("The gate held.") };
        assert_eq!(behind(&said), "Ilse Brandt, harbour master, in Minutes of May, 19 Aug 2022, under “Dues”");
        let own = Evidence { title: "2021 Ilse Brandt r".to_owned(), heading: Vec::new(), ..said.clone() };
        let own = Evidence { speaker: Some("Ilse Brandt".to_owned()), ..own };
        assert_eq!(behind(&own), "2021 Ilse Brandt r, 19 Aug 2022");
        let nobody = Evidence { speaker: None, heading: Vec::new(), ..said.clone() };
        assert_eq!(behind(&nobody), "Minutes of May, 19 Aug 2022");
        assert_eq!(behind(&Evidence { day: Some("2022".to_owned()), ..nobody.clone() }), "Minutes of May, 2022");
        for told in [
            Evidence { title: "Minutes of 19 August 2022".to_owned(), ..said.clone() },
            Evidence { heading: vec!["Friday 19 August".to_owned()], ..said.clone() },
            Evidence { text: "day: 2022-08-19; gate: held".to_owned(), ..said.clone() },
            Evidence { day: None, ..said.clone() },
        ] {
            assert!(!behind(&told).contains("Aug 2022"), "{}", behind(&told));
        }
        let undated = Evidence { title: "Minutes, 19 Aug".to_owned(), heading: Vec::new(), ..said.clone() };
        assert!(behind(&undated).ends_with("in Minutes, 19 Aug, 19 Aug 2022"), "{}", behind(&undated));
        let said_under = Evidence { heading: vec!["Gate".to_owned()], ..said.clone() };
        let other = Evidence { day: Some("2022-08-20".to_owned()), ..said.clone() };
        let after = |one: &Evidence| passage_after(std::slice::from_ref(&said), one);
        assert!(after(&said).contains("— Ilse Brandt, ibid. ["), "{}", after(&said));
        assert!(after(&other).contains("— Ilse Brandt, ibid., 20 Aug 2022 ["), "{}", after(&other));
        let titled = Evidence { title: "Minutes, 20 August 2022".to_owned(), ..other };
        assert!(after(&titled).contains("in Minutes, 20 August 2022"), "{}", after(&titled));
        let of_day = Evidence { text: "It held on 20 August 2022.".to_owned(), ..titled.clone() };
        assert!(!after(&of_day).contains("ibid."), "of another day than is told: {}", after(&of_day));
        let under = |heading: &[&str]| {
            let heading = heading.iter().map(|&one| one.to_owned()).collect();
            passage_after(std::slice::from_ref(&said_under), &Evidence { heading, ..said_under.clone() })
        };
        assert!(under(&["Gate"]).contains("ibid. [") && under(&["Lamp"]).contains("ibid., under “Lamp” ["));
        assert!(!under(&[]).contains("ibid."), "under no heading: {}", under(&[]));
    }

    #[test]
    fn a_heading_that_repeats_the_title_is_not_said_behind_it() {
        let under = |title: &str, heading: &str| {
            let said = Evidence { title: title.to_owned(), heading: vec![heading.to_owned()], ..evidence("It held.") };
            let drawn = behind(&said);
            let ibidem = passage_after(std::slice::from_ref(&Evidence { heading: Vec::new(), ..said.clone() }), &said);
            assert_eq!(drawn.contains("under"), ibidem.contains("under"), "{drawn} {ibidem}");
            drawn.split_once(", under ").map(|(_, heading)| heading.to_owned())
        };
        for (title, heading, shown) in [
            ("Museum - Register of Loans, 2031 (sheet 14)", "MUSEUM: REGISTER OF LOANS, 2031 (SHEET 14)", None),
            ("Great lamp object record", "GREAT LAMP", None),
            ("Minutes of the quay board of Orsk", "Quay Board of Orsk", None),
            ("Rules of the quay", "Rules of the quay › Dues", Some("“Dues”")),
            ("Rules of the quay", "Dues of the quay", Some("“Dues of the quay”")),
            ("Minutes", "Minutes of the last meeting", Some("“Minutes of the last meeting”")),
            ("Minutes of May", "Dues", Some("“Dues”")),
        ] {
            assert_eq!(under(title, heading).as_deref(), shown, "{title} / {heading}");
        }
    }

    #[test]
    fn what_breaks_off_is_shown_to_break_off() {
        for torn in [
            "Even after you said that, I – in my mind,",
            "It was a fine talk. There were many things in it, and one of them was really great for me, as a keeper, I",
        ] {
            assert!(passage(&evidence(torn)).contains(" …”"), "{torn}");
        }
        for whole in ["The gate never closed.", "see you at the gate", "Lamps, ropes and gates", "Ma chère Ilse,"] {
            assert!(!is_torn(&evidence(whole)), "{whole}");
        }
    }

    #[test]
    fn what_is_cut_out_begins_and_ends_with_words() {
        for (text, shown) in [
            ("; Ada Voss, keeper of the quay", "“Ada Voss, keeper of the quay”"),
            (", who was let go.", "“who was let go.”"),
            ("Signed at Orsk. Tom Reed, keeper.\"", "“Signed at Orsk. Tom Reed, keeper.”"),
            ("She said: \"It holds.\"", "“She said: \"It holds.\"”"),
        ] {
            assert!(passage(&evidence(text)).starts_with(shown), "{text}");
        }
    }

    #[test]
    fn an_item_comes_behind_its_lead() {
        let item = Evidence { lead: Some("The board decided:".to_owned()), ..evidence("the sluice is closed") };
        assert!(passage(&item).starts_with("“The board decided: … the sluice is closed”"));
    }

    #[test]
    fn what_is_too_long_is_cut_around_what_answers() {
        let text = format!("{}The gate held. {}", "word ".repeat(300), "more ".repeat(300));
        let long = Evidence { quote: Span::new(1500, 1514), ..evidence(&text) };
        let drawn = passage(&long);
        assert!(drawn.contains("The gate held.") && drawn.starts_with("“… ") && drawn.contains(" …”"));
        assert!(drawn.chars().count() < 1_000);
        let _ = passage(&Evidence { quote: Span::new(0, 2), ..evidence(&"彼".repeat(2_000)) });
    }

    #[test]
    fn a_row_over_several_lines_is_written_on_one() {
        let row = "| red   | It stops each boat |\n   |       | that lands.        |";
        assert_eq!(undrawn(row).as_deref(), Some("| red | It stops each boat that lands. |"));
        assert_eq!(undrawn("| red | It stops |"), None);
        assert_eq!(undrawn("The lamp\nis red."), None);
    }
}
