//! Titles that tell documents apart: what many of them share is of a site, a paper or a
//! board, and no document is called by it.

use std::collections::{BTreeMap, HashMap};

use super::{CUT, Head, is_poor};
use crate::text::titles::versions::{called, marked, version};
use crate::text::words::terms::{fold, folded, words};

/// A document's title while all are being settled.
pub(in crate::ingest) struct Draft {
    pub title: String,
    /// The tidied name of its file.
    pub name: String,
    /// What stands over its text.
    pub head: Head,
    /// True for the only document of a file.
    pub whole_file: bool,
}

/// Titles that end alike, at least, where a site added the end; characters of one that was cut.
const OF_A_SITE: usize = 3;
const TOLD_OF_SITE: usize = 8;

/// Makes titles tell documents apart: what a site adds to every page's title goes, and a title that several files share
/// gives way to the file's own name, or is followed by it where that is a date or a number.
pub(in crate::ingest) fn settle(drafts: &mut [Draft]) {
    without_sites(drafts);
    let shared = counted(drafts.iter().filter(|draft| draft.whole_file).map(|draft| draft.title.as_str()));
    // Under the name of a newspaper or a board stands what this text of theirs is called.
    let mastheads = counted(drafts.iter().filter_map(|draft| draft.head.masthead.as_deref()));
    let headlines = counted(drafts.iter().filter_map(|draft| draft.head.headline.as_deref()));
    let several = |counts: &BTreeMap<String, usize>, lower: &str| counts.get(lower).is_some_and(|&count| count > 1);
    for draft in drafts.iter_mut().filter(|draft| draft.whole_file) {
        let alike = draft.title.to_lowercase();
        let is_shared = several(&shared, &alike);
        // Whoever names files by their days tells little else in them.
        let has_masthead = is_own_name(draft)
            && draft.name.starts_with(|c: char| c.is_ascii_digit())
            && draft.head.masthead.as_ref().is_some_and(|masthead| several(&mastheads, &masthead.to_lowercase()));
        let tells = |headline: &String| {
            let lower = headline.to_lowercase();
            headlines.get(&lower) == Some(&1) && !shared.contains_key(&lower)
        };
        if (is_shared || has_masthead)
            && let Some(headline) = draft.head.headline.take().filter(tells)
        {
            draft.title = headline;
            continue;
        }
        if is_shared && alike != draft.name.to_lowercase() {
            // A name in words tells it from its siblings by itself; a date or a number needs the heading.
            draft.title = match is_poor(&draft.name) {
                true => format!("{} · {}", draft.title, besides(&draft.name, &draft.title)),
                false => draft.name.clone(),
            };
        }
    }
    with_versions(drafts);
    without_numbers(drafts);
}

/// Puts the version that the name of a file tells behind a title that other documents have in another version: beside
/// *House rules, version 2* the `house-rules-v1.txt` that is called *House rules*.
fn with_versions(drafts: &mut [Draft]) {
    let calls: Vec<Vec<String>> = drafts.iter().map(|draft| called(&draft.title)).collect();
    let mut versions: HashMap<&[String], usize> = HashMap::new();
    calls.iter().filter(|called| !called.is_empty()).for_each(|called| *versions.entry(called).or_default() += 1);
    for (draft, called) in drafts.iter_mut().zip(&calls).filter(|(draft, _)| draft.whole_file) {
        let several = versions.get(called.as_slice()).is_some_and(|&count| count > 1);
        if let Some(own) = marked(&draft.name).filter(|_| several && version(&draft.title).is_none()) {
            let own: Vec<String> = own.iter().map(u32::to_string).collect();
            draft.title = format!("{} · v{}", draft.title, own.join("."));
        }
    }
}

/// True for a title that is the file's name, with the capitals that its text gives it or without.
fn is_own_name(draft: &Draft) -> bool {
    draft.title.to_lowercase() == draft.name.to_lowercase()
}

/// What the name of a file has besides a title: *v2* of `on-call-v2`, called *On-call policy*; all of it where nothing
/// is left.
fn besides<'n>(name: &'n str, title: &str) -> &'n str {
    let known = folded(title);
    let own = words(name).find(|word| !known.contains(&fold(word.text)));
    own.and_then(|word| name.get(word.span.start..)).unwrap_or(name)
}

/// How often each text is there, in lower case.
fn counted<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text.to_lowercase()).or_default() += 1);
    counts
}

/// Cuts off what a site adds to the titles of its pages.
fn without_sites(drafts: &mut [Draft]) {
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    let ending = |title: &str| [" - ", " | ", " – ", " — ", " :: "].iter().filter_map(|mark| title.rfind(mark)).max();
    for draft in drafts.iter().filter(|draft| draft.whole_file) {
        if let Some(at) = ending(&draft.title) {
            *endings.entry(draft.title[at..].to_owned()).or_default() += 1;
        }
    }
    // What other texts stand under is a paper, however few of its pages are here.
    let mastheads = counted(drafts.iter().filter_map(|draft| draft.head.masthead.as_deref()));
    let of_a_paper = |end: &str| mastheads.contains_key(&end.trim_start_matches(is_joint).to_lowercase());
    for draft in drafts.iter_mut().filter(|draft| draft.whole_file) {
        if let Some(at) = ending(&draft.title)
            && at > 0
            && (is_of_a_site(&endings, &draft.title[at..]) || of_a_paper(&draft.title[at..]))
        {
            draft.title.truncate(at);
        }
    }
}

/// Signs between what a page is called and whose it is.
fn is_joint(c: char) -> bool {
    matches!(c, ' ' | '-' | '|' | '–' | '—' | ':')
}

/// True for the end of a title that several have, be it cut.
fn is_of_a_site(endings: &BTreeMap<String, usize>, end: &str) -> bool {
    let shared = |(ending, count): (&String, &usize)| *count >= OF_A_SITE && !ending.ends_with(CUT);
    match end.strip_suffix(CUT) {
        Some(told) if told.chars().count() >= TOLD_OF_SITE => {
            endings.iter().any(|(ending, count)| ending.starts_with(told) && shared((ending, count)))
        }
        Some(_) => false,
        None => endings.get_key_value(end).is_some_and(shared),
    }
}

/// Leaves out the number that puts a file in order, where the names of files differ without it:
/// `07 minutes of the quay`.
fn without_numbers(drafts: &mut [Draft]) {
    let bare = |title: &str| -> Option<String> {
        let digits = title.chars().take_while(char::is_ascii_digit).count();
        let ordinal = (1..=3).contains(&digits) && (digits > 1 || title.starts_with('0'));
        let rest = title.get(digits..)?.strip_prefix([' ', '.', '-'])?.trim_start();
        (ordinal && !is_poor(rest)).then(|| rest.to_owned())
    };
    let numbered = |draft: &&mut Draft| draft.whole_file && is_own_name(draft);
    let mut shared: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = 0;
    for draft in drafts.iter() {
        let stripped = bare(&draft.title).filter(|_| is_own_name(draft));
        count += usize::from(stripped.is_some());
        *shared.entry(stripped.unwrap_or_else(|| draft.title.clone()).to_lowercase()).or_default() += 1;
    }
    // One number may belong to the name: *10 Downing Street*.
    if count < 2 {
        return;
    }
    for draft in drafts.iter_mut().filter(numbered) {
        if let Some(rest) = bare(&draft.title).filter(|rest| shared[&rest.to_lowercase()] == 1) {
            let mut letters = rest.chars();
            draft.title = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::head;
    use super::*;

    fn draft(title: &str, name: &str) -> Draft {
        Draft { title: title.to_owned(), name: name.to_owned(), head: Head::default(), whole_file: true }
    }

    #[test]
    fn titles_that_are_shared_give_way_to_headlines_that_are_not() {
        let draft = |headline: &str| Draft {
            title: "ORSK HERALD".to_owned(),
            name: "2031-09-20 crash".to_owned(),
            head: Head { masthead: None, headline: Some(headline.to_owned()) },
            whole_file: true,
        };
        let mut drafts = [draft("Nine hurt as the ferry runs aground"), draft("Keeper resigns over the ferry")];
        settle(&mut drafts);
        let titles = drafts.map(|draft| draft.title);
        assert_eq!(titles, ["Nine hurt as the ferry runs aground", "Keeper resigns over the ferry"]);
    }

    #[test]
    fn what_others_have_in_another_version_is_called_by_its_own() {
        let mut drafts = [
            draft("Quay - House Rules", "House rules v1 (2009)"),
            draft("Quay: house rules, version 2", "House rules v2"),
            draft("Lamp register", "lamps v3"),
        ];
        settle(&mut drafts);
        let titles = drafts.map(|draft| draft.title);
        assert_eq!(titles, ["Quay - House Rules · v1", "Quay: house rules, version 2", "Lamp register"]);
    }

    #[test]
    fn a_text_under_the_masthead_of_several_is_called_by_its_headline() {
        let draft = |name: &str, masthead: &str, headline: &str| Draft {
            title: name.to_owned(),
            name: name.to_owned(),
            head: Head { masthead: Some(masthead.to_owned()), headline: Some(headline.to_owned()) },
            whole_file: true,
        };
        let mut drafts = [
            draft("2031-09-20 crash", "ORSK HERALD", "Nine hurt as the ferry runs aground"),
            draft("2031-10-02 keeper", "Orsk Herald", "Keeper resigns over the ferry"),
            draft("2031-10-09 letter", "Dear Ada", "What nobody says of the ferry"),
            draft("Minutes of the ferry board", "ORSK HERALD", "What the board says of the ferry"),
        ];
        settle(&mut drafts);
        let titles = drafts.map(|draft| draft.title);
        assert_eq!(titles[..2], ["Nine hurt as the ferry runs aground", "Keeper resigns over the ferry"]);
        assert_eq!(titles[2..], ["2031-10-09 letter", "Minutes of the ferry board"]);
    }

    #[test]
    fn what_is_told_beside_a_text_stands_over_none() {
        let draft = |name: &str, tags: &str| Draft {
            title: name.to_owned(),
            name: name.to_owned(),
            head: head(&format!("---\ntags: [{tags}]\ndate: 2031-04-27\n---\nCall with Ada Voss of the quay.\n"), name),
            whole_file: true,
        };
        let names = ["2031-04-27 Shares call", "2031-07-06 Rope board"];
        let mut drafts = [draft(names[0], "meeting, quay, shares"), draft(names[1], "meeting, rope")];
        settle(&mut drafts);
        assert_eq!(drafts.map(|draft| draft.title), names);
    }

    #[test]
    fn what_a_site_adds_to_titles_goes_also_where_one_is_cut() {
        let mut drafts = [
            "Ropes — Quay handbook v4.6.2.0",
            "Lamps — Quay handbook v4.6.2.0",
            "Gates — Quay handbook v4.6.2.0",
            "On the lamps of the outer quay and who lights them - oil and wicks — Quay handbook v4.6.…",
            "Ada — Qu…",
        ]
        .map(|title| Draft {
            title: title.to_owned(),
            name: "a".to_owned(),
            head: Head::default(),
            whole_file: true,
        });
        settle(&mut drafts);
        let titles: Vec<&str> = drafts.iter().map(|draft| draft.title.as_str()).collect();
        let long = "On the lamps of the outer quay and who lights them - oil and wicks";
        assert_eq!(titles, ["Ropes", "Lamps", "Gates", long, "Ada — Qu…"]);
    }

    #[test]
    fn a_shared_title_gives_way_to_the_name_of_the_file() {
        let mut drafts = [
            draft("Guide", "2116 mend the slipway"),
            draft("Guide", "2018-01-14 minutes"),
            draft("Ropes", "Tarn ropes"),
            draft("Rules of the quay", "Rules v1"),
            draft("Rules of the quay", "Rules v2"),
        ];
        settle(&mut drafts);
        let titles: Vec<&str> = drafts.iter().map(|draft| draft.title.as_str()).collect();
        assert_eq!(titles[..3], ["2116 mend the slipway", "Guide · 2018-01-14 minutes", "Ropes"]);
        assert_eq!(titles[3..], ["Rules of the quay · v1", "Rules of the quay · v2"]);
        let mut drafts = ["07 minutes of the board", "08 minutes of the board", "09 letter to orsk", "10 the old quay"]
            .map(|name| draft(name, name));
        settle(&mut drafts);
        let titles: Vec<&str> = drafts.iter().map(|draft| draft.title.as_str()).collect();
        assert_eq!(titles, ["07 minutes of the board", "08 minutes of the board", "Letter to orsk", "The old quay"]);
    }
}
