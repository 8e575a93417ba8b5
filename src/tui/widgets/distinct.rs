//! Titles of a list cut to their room so that what differs is seen: of two that would look the same, the part where
//! they differ stands in the place of the middle.

use std::collections::{HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::rich::shorten;

/// Cells of its beginning that a title keeps.
const HEAD: usize = 3;
/// Where as many titles or more begin alike, what they share is left out: one has read it above.
const MANY: usize = 3;
/// Cells of a beginning that is worth leaving out where the rows around share it.
const SHARED: usize = 12;
/// Cells in which the beginning and what differs both have room.
const FOR_BOTH: usize = 24;
/// How often what still looks alike is told apart.
const ROUNDS: usize = 3;

/// Shortens each title to its room.
pub fn shorten_all(titles: &[(&str, usize)], ellipsis: &str) -> Vec<String> {
    let mut short: Vec<String> =
        titles.iter().map(|&(title, room)| shorten(title, room, ellipsis).into_owned()).collect();
    leave_out_what_many_share(&mut short, titles, ellipsis);
    for _ in 0..ROUNDS {
        if !tell_apart(&mut short, titles, ellipsis) {
            break;
        }
    }
    short
}

/// Where several titles of a list that have no room go on differently behind a beginning that they share: in bytes, by
/// that beginning. What is in sight may all be of one of them, and still is told from what is not.
pub struct Branches<'a>(HashMap<&'a str, HashSet<&'a str>>);

impl<'a> Branches<'a> {
    pub fn of(titles: impl Iterator<Item = &'a str>) -> Self {
        let mut branches: HashMap<&str, HashSet<&str>> = HashMap::new();
        for title in titles {
            let mut words = title.split_word_bound_indices().filter(|(_, word)| word.contains(char::is_alphanumeric));
            words.next();
            for (at, word) in words {
                branches.entry(&title[..at]).or_default().insert(word);
            }
        }
        Self(branches)
    }

    /// A title that is wider than its room, without what many share with it: the shortest beginning behind which they
    /// go on differently. A number alone would say nothing.
    pub fn without_shared(&self, title: &'a str, room: usize, ellipsis: &str) -> Option<String> {
        if title.width() <= room {
            return None;
        }
        let ends = title.split_word_bound_indices().map(|(at, _)| at);
        let parts = |at: &usize| self.0.get(&title[..*at]).is_some_and(|next| next.len() >= MANY);
        // What is short is left where the whole has no room without it either.
        let helps = |at: &usize| {
            let shared = title[..*at].width();
            shared >= SHARED && (shared * 3 >= room || title.width() - shared < room)
        };
        let at = ends.into_iter().find(|at| helps(at) && parts(at))?;
        let rest = &title[at..];
        rest.split_whitespace().next().filter(|_| rest.matches(' ').count() > 0)?;
        Some(format!("{ellipsis}{rest}"))
    }
}

/// What is shown of a title that was shortened where words are looked for in it: where none of them is seen, the place
/// of the first that it has.
pub fn with_hit(title: &str, short: String, words: &str, room: usize, ellipsis: &str) -> String {
    let (whole, seen, words) = (title.to_lowercase(), short.to_lowercase(), words.to_lowercase());
    if words.split_whitespace().any(|word| seen.contains(word)) {
        return short;
    }
    let Some(at) = words.split_whitespace().find_map(|word| whole.find(word)) else { return short };
    match title.get(..at) {
        // It begins with the word that has it, unless that is a long one.
        Some(front) => {
            let word = front.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
            let from = if front[word..].width() * 3 < room { word } else { at };
            around(title, from, room, ellipsis)
        }
        None => short,
    }
}

/// Cuts anew what begins alike for half of its room or more: in a list of many such titles nobody reads that.
fn leave_out_what_many_share(short: &mut [String], titles: &[(&str, usize)], ellipsis: &str) {
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, &(title, room)) in titles.iter().enumerate().filter(|(at, (title, _))| short[*at] != *title) {
        alike.entry(shorten(title, room / 2, "").into_owned()).or_default().push(at);
    }
    for group in alike.into_values().filter(|group| different(group, titles) >= MANY) {
        let common = common_prefix(group.iter().map(|&at| titles[at].0));
        for at in group {
            let (title, room) = titles[at];
            if title[..common].width() * 2 >= room && common < title.len() && room >= 3 * HEAD {
                short[at] = from_there(title, common, room, ellipsis);
            }
        }
    }
}

/// What of a text stands in so many cells.
fn beginning(text: &str, width: usize) -> &str {
    let mut left = width;
    let fits = |(_, grapheme): &(usize, &str)| {
        let fits = grapheme.width() <= left;
        left = left.saturating_sub(grapheme.width());
        fits
    };
    let end = text.grapheme_indices(true).take_while(fits).last().map_or(0, |(at, grapheme)| at + grapheme.len());
    &text[..end]
}

/// How many different titles there are among some. What has one title is not told apart by it.
fn different(group: &[usize], titles: &[(&str, usize)]) -> usize {
    group.iter().map(|&at| titles[at].0).collect::<HashSet<_>>().len()
}

/// What differs, without what is shared; where that is little, or there is room for both, the beginning stands before
/// it all the same: a row is read by itself, too.
fn from_there(title: &str, common: usize, room: usize, ellipsis: &str) -> String {
    let rest = &title[common..];
    match rest.width() * 8 <= room * 5 || room >= FOR_BOTH {
        true => around(title, common, room, ellipsis),
        false => format!("{ellipsis}{}", shorten(rest, room - ellipsis.width(), ellipsis)),
    }
}

/// Cuts anew what was cut alike; false where nothing was.
fn tell_apart(short: &mut [String], titles: &[(&str, usize)], ellipsis: &str) -> bool {
    let before = short.to_vec();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    let least = titles.iter().map(|&(_, room)| room).min().unwrap_or(0);
    for (at, text) in before.iter().enumerate().filter(|(at, text)| text.as_str() != titles[*at].0) {
        // A row that stands further in has less room: what it shows is what another one begins with.
        let room = titles[at].1;
        let seen = if least * 4 >= room * 3 { least } else { room };
        let seen = beginning(text.trim_end_matches(ellipsis), seen.saturating_sub(ellipsis.width()));
        alike.entry(seen.to_owned()).or_default().push(at);
    }
    for group in alike.into_values().filter(|group| different(group, titles) > 1) {
        let common = common_prefix(group.iter().map(|&at| titles[at].0));
        for &at in &group {
            let (title, room) = titles[at];
            short[at] = match group.len() >= MANY && common > 0 && room >= 3 * HEAD && common < title.len() {
                true => from_there(title, common, room, ellipsis),
                false => around(title, common, room, ellipsis),
            };
        }
    }
    short != before
}

/// Shortens names that have two ends, so that something of each is seen: of those that would look alike, the end that
/// all share leaves its room to the other.
pub fn shorten_pairs(pairs: &[(&str, &str)], between: &str, width: usize, ellipsis: &str) -> Vec<String> {
    let room = width.saturating_sub(between.width());
    let joined = |one: &str, other: &str| format!("{one}{between}{other}");
    // A short name leaves its room to the other.
    let split = |(one, other): (&str, &str)| one.width().min((room / 2).max(room.saturating_sub(other.width())));
    let cut = |&(one, other): &(&str, &str)| {
        let first = split((one, other));
        joined(&shorten(one, first, ellipsis), &shorten(other, room - first, ellipsis))
    };
    let mut short: Vec<String> = pairs.iter().map(cut).collect();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, text) in short.iter().enumerate().filter(|(at, text)| **text != joined(pairs[*at].0, pairs[*at].1)) {
        alike.entry(text.clone()).or_default().push(at);
    }
    for group in alike.into_values().filter(|group| group.len() > 1) {
        let (one, other) = pairs[group[0]];
        let (same_one, same_other) =
            (group.iter().all(|&at| pairs[at].0 == one), group.iter().all(|&at| pairs[at].1 == other));
        let least = 2 * HEAD;
        let first = match (same_one, same_other) {
            (true, false) => one.width().min(least),
            (false, true) => room.saturating_sub(other.width().min(least)),
            _ => room / 2,
        };
        let first = first.min(room);
        let ones: Vec<(&str, usize)> = group.iter().map(|&at| (pairs[at].0, first)).collect();
        let others: Vec<(&str, usize)> = group.iter().map(|&at| (pairs[at].1, room - first)).collect();
        let (ones, others) = (shorten_all(&ones, ellipsis), shorten_all(&others, ellipsis));
        for (number, at) in group.into_iter().enumerate() {
            short[at] = joined(&ones[number], &others[number]);
        }
    }
    short
}

/// Bytes that all of some titles begin with, to the end of a word.
fn common_prefix<'a>(mut titles: impl Iterator<Item = &'a str>) -> usize {
    let Some(first) = titles.next() else { return 0 };
    let mut common = first.len();
    for title in titles {
        let same = first.grapheme_indices(true).zip(title.graphemes(true)).take_while(|((_, a), b)| a == b);
        common = common.min(same.last().map_or(0, |((at, grapheme), _)| at + grapheme.len()));
    }
    first[..common].rfind(char::is_whitespace).map_or(0, |at| at + 1)
}

/// `The minutes of the…March, part 2`: the beginning, and from where it differs on.
fn around(title: &str, from: usize, room: usize, ellipsis: &str) -> String {
    let most = room.saturating_sub(HEAD).min(room * 2 / 3);
    // A number alone says nothing: the word before it goes with it, where there is room for both.
    let is_number = |rest: &str| !rest.is_empty() && !rest.contains(char::is_alphabetic);
    let from = match title.get(from..).is_some_and(is_number) {
        true => {
            let word = title[..from].trim_end().rfind(char::is_whitespace).map_or(from, |at| at + 1);
            if title[word..].width() > most { from } else { word }
        }
        false => from,
    };
    let rest = &title[from.min(title.len())..];
    if from == 0 || rest.is_empty() || room < 3 * HEAD {
        return shorten(title, room, ellipsis).into_owned();
    }
    let rest = shorten(rest, most, ellipsis);
    let head = shorten(&title[..from], room - rest.width(), ellipsis);
    format!("{head}{rest}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn titles_that_are_cut_alike_are_told_apart() {
        let titles = ["The minutes of the river board of March", "The minutes of the river board of April", "Letters"];
        let short = shorten_all(&titles.map(|title| (title, 20)), "…");
        assert_eq!(short, ["The minutes of…March", "The minutes of…April", "Letters"]);
        assert_eq!(shorten_all(&[("The minutes of the river", 12)], "…"), ["The minutes…"]);
    }

    #[test]
    fn what_stands_further_in_is_told_from_what_it_hangs_from() {
        let titles = [
            ("Wethel Valley Water Board and Imre Kovalik: memorandum", 25),
            ("Wethel Valley Water Board and Rosalind Thackwray: memorandum", 23),
            ("Secured loan", 25),
        ];
        let short = shorten_all(&titles, "…");
        assert!(short[0].contains("Imre") && short[1].contains("Rosalind"), "{short:?}");
        assert_eq!(short[2], "Secured loan");
    }

    #[test]
    fn what_many_share_is_left_out() {
        let titles =
            ["March, part 1", "March, part 2", "April"].map(|of| format!("The minutes of the river board of {of}"));
        let titles: Vec<(&str, usize)> = titles.iter().map(|title| (title.as_str(), 20)).collect();
        assert_eq!(shorten_all(&titles, "…"), ["…March, part 1", "…March, part 2", "The minutes of…April"]);
        let titles = ["what was paid", "what was owed", "what was lost"]
            .map(|what| format!("The board of the river – {what} then"));
        let titles: Vec<(&str, usize)> = titles.iter().map(|title| (title.as_str(), 27)).collect();
        let short = shorten_all(&titles, "…");
        assert!(short.iter().all(|one| one.starts_with("The board")) && short[0].contains("…paid"), "{short:?}");
    }

    #[test]
    fn what_a_whole_list_shares_is_left_out_where_a_screen_shows_one_of_many() {
        let of = |talk| (1..5).map(move |part| format!("Behind the Gate {talk}, part {part}"));
        let all: Vec<String> = ["Ada Voss", "Tom Reed", "Ilse Brandt"].into_iter().flat_map(of).collect();
        let branches = Branches::of(all.iter().map(String::as_str));
        let left = |title: &str| branches.without_shared(title, 22, "…");
        assert_eq!(left(&all[4]).as_deref(), Some("…Tom Reed, part 1"));
        assert_eq!(left("Behind the Gate"), None, "it has room");
        assert_eq!(
            branches.without_shared(&all[4], 31, "…").as_deref(),
            Some("…Tom Reed, part 1"),
            "no more than need be"
        );
        assert_eq!(left("The accounts of the year before"), None);
        // Of one talk alone the parts differ, and a number says nothing.
        let one = all[..4].to_vec();
        assert_eq!(Branches::of(one.iter().map(String::as_str)).without_shared(&one[0], 22, "…"), None);
    }

    #[test]
    fn a_number_that_alone_differs_stands_behind_the_beginning() {
        let titles = [3, 13, 24].map(|part| format!("The minutes of the river board of March, part {part}"));
        let titles: Vec<(&str, usize)> = titles.iter().map(|title| (title.as_str(), 24)).collect();
        let short = ["The minutes of th…part 3", "The minutes of t…part 13", "The minutes of t…part 24"];
        assert_eq!(shorten_all(&titles, "…"), short);
        let titles = [7, 12].map(|number| format!("Calls of 2 March (document {number})"));
        let titles: Vec<(&str, usize)> = titles.iter().map(|title| (title.as_str(), 16)).collect();
        assert_eq!(shorten_all(&titles, "…"), ["Calls of 2 Ma…7)", "Calls of 2 M…12)"], "the number, if not its word");
        // What has one title keeps its beginning.
        let title = "The minutes of the river board of March";
        assert_eq!(shorten_all(&[(title, 16); 4], "…"), ["The minutes of …"; 4]);
    }

    #[test]
    fn something_of_both_ends_is_seen_and_what_differs_of_those_that_begin_alike() {
        let short = |pairs: &[(&str, &str)]| shorten_pairs(pairs, " – ", 21, "…");
        assert_eq!(short(&[("Julian Farthingale", "Lake Maud Partnership")]), ["Julian F… – Lake Mau…"]);
        assert_eq!(short(&[("Thane", "Lake Maud Partnership")]), ["Thane – Lake Maud Pa…"]);
        assert_eq!(short(&[("Lake Maud Partnership", "pH")]), ["Lake Maud Partn… – pH"]);
        assert_eq!(short(&[("VOCO", "TACENTES")]), ["VOCO – TACENTES"]);
        let pairs = [("Heather Quill", "Council of the North"), ("Heather Quill", "Council of the South")];
        assert_eq!(short(&pairs), ["Heath… – Counci…North", "Heath… – Counci…South"]);
    }

    #[test]
    fn what_is_looked_for_is_seen_in_what_is_left_of_a_title() {
        let title = "The board of the river: sluices and weirs of the east";
        let shown = |words: &str| with_hit(title, shorten(title, 24, "…").into_owned(), words, 24, "…");
        assert_eq!(shown("weir"), "The boa…weirs of the ea…");
        assert_eq!(shown("RIVER"), "The board of the river:…", "it is seen");
        assert_eq!(shown("mill"), "The board of the river:…");
    }

    proptest! {
        #[test]
        fn never_wider_than_its_room(titles in prop::collection::vec("[ab日 ]{0,30}", 0..6), room in 0usize..20) {
            let titles: Vec<(&str, usize)> = titles.iter().map(|title| (title.as_str(), room)).collect();
            for short in shorten_all(&titles, "…") {
                prop_assert!(short.width() <= room, "{short} > {room}");
            }
        }
    }
}
