//! Titles of a list cut to their room so that what differs is seen: of two that would look the same, the part where they
//! differ stands in the place of the middle.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::rich::shorten;

/// Cells of its beginning that a title keeps.
const HEAD: usize = 3;

/// Shortens each title to its room.
pub fn shorten_all(titles: &[(&str, usize)], ellipsis: &str) -> Vec<String> {
    let mut short: Vec<String> =
        titles.iter().map(|&(title, room)| shorten(title, room, ellipsis).into_owned()).collect();
    let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, text) in short.iter().enumerate().filter(|(at, text)| text.as_str() != titles[*at].0) {
        alike.entry(text).or_default().push(at);
    }
    let alike: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    for group in alike {
        let common = common_prefix(group.iter().map(|&at| titles[at].0));
        for at in group {
            let (title, room) = titles[at];
            short[at] = around(title, common, room, ellipsis);
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
    let rest = &title[from.min(title.len())..];
    if from == 0 || rest.is_empty() || room < 3 * HEAD {
        return shorten(title, room, ellipsis).into_owned();
    }
    let rest = shorten(rest, (room - HEAD).min(room * 2 / 3), ellipsis);
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
