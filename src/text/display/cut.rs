//! Text cut to the room there is for it, in cells of a terminal or in characters.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cells below which a text is cut at its end: two halves of it would say less than one.
const LEAST_CUT_INSIDE: usize = 14;

/// Returns the first `most` characters with "…" behind them, or the text itself where it has no more.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Returns a text that was cut with what it left open closed again: brackets, and marks of what somebody says. Marks of
/// emphasis that lost their other half are left out.
pub fn closed(text: &str) -> Cow<'_, str> {
    const EMPHASIS: &str = "**";
    // "2**3" is a figure.
    let is_bare = |(at, _): (usize, &str)| {
        let beside = [text[..at].chars().next_back(), text[at + EMPHASIS.len()..].chars().next()];
        !beside.iter().all(|c| c.is_some_and(char::is_alphanumeric))
    };
    if text.matches(EMPHASIS).count() % 2 == 1 && text.match_indices(EMPHASIS).all(is_bare) {
        return Cow::Owned(closed(&text.replace(EMPHASIS, "")).into_owned());
    }
    const PAIRS: [(char, char); 6] = [('(', ')'), ('[', ']'), ('“', '”'), ('«', '»'), ('「', '」'), ('（', '）')];
    let mut open: Vec<char> = Vec::new();
    for c in text.chars() {
        if let Some((_, close)) = PAIRS.iter().find(|(begin, _)| *begin == c) {
            open.push(*close);
        } else if open.last() == Some(&c) {
            open.pop();
        } else if c == '"' {
            open.push(c);
        }
    }
    match open.is_empty() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().chain(open.into_iter().rev()).collect()),
    }
}

/// Shortens text to `width` cells; what was cut is said by `ellipsis`, which takes one cell.
pub fn shorten<'a>(text: &'a str, width: usize, ellipsis: &str) -> Cow<'a, str> {
    // A character takes at most two cells, and at least one byte for each.
    if text.len() <= width || text.width() <= width {
        return Cow::Borrowed(text);
    }
    let mut taken = 0;
    let mut short = String::new();
    for grapheme in text.graphemes(true) {
        let cells = grapheme.width();
        if taken + cells + 1 > width {
            break;
        }
        taken += cells;
        short.push_str(grapheme);
    }
    if width > 0 {
        short.push_str(ellipsis);
    }
    Cow::Owned(short)
}

/// Shortens text to `width` cells at the end of a word, where that leaves more than half of them.
pub fn shorten_at_word<'a>(text: &'a str, width: usize, ellipsis: &str) -> Cow<'a, str> {
    let Cow::Owned(cut) = shorten(text, width, ellipsis) else { return Cow::Borrowed(text) };
    let begin = cut.strip_suffix(ellipsis).unwrap_or(&cut);
    let ends = text[begin.len()..].starts_with(char::is_whitespace);
    match begin.rfind(char::is_whitespace).filter(|&at| !ends && begin[..at].width() > width / 2) {
        Some(at) => Cow::Owned(format!("{} {ellipsis}", begin[..at].trim_end())),
        None => Cow::Owned(cut),
    }
}

/// Shortens text to `width` cells in its middle: of titles that begin alike, the end tells one from another (a day, a
/// part).
pub fn shorten_inside<'a>(text: &'a str, width: usize, ellipsis: &str) -> Cow<'a, str> {
    if text.len() <= width || text.width() <= width || width < LEAST_CUT_INSIDE {
        return shorten(text, width, ellipsis);
    }
    let mut from = text.len();
    let mut taken = 0;
    for (at, grapheme) in text.grapheme_indices(true).rev() {
        taken += grapheme.width();
        if taken > width / 2 {
            break;
        }
        from = at;
    }
    // From a word on, where that leaves enough of it.
    let is_word = text[..from].ends_with(char::is_whitespace);
    let word =
        text[from..].find(char::is_whitespace).filter(|&at| !is_word && text.len() - from - at > LEAST_CUT_INSIDE / 2);
    let end = text[from + word.unwrap_or(0)..].trim_start();
    let begin = shorten(text, width - end.width(), ellipsis);
    Cow::Owned(format!("{begin}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_closed_from_the_inside_out() {
        assert_eq!(closed("Tom Reed (keeper of the old …"), "Tom Reed (keeper of the old …)");
        assert_eq!(closed("He said: \"We are (mostly …"), "He said: \"We are (mostly …)\"");
        assert_eq!(closed("“So it is” (he said) “and …"), "“So it is” (he said) “and …”");
        assert_eq!(closed("… keeper:** Tom Reed (of …"), "… keeper: Tom Reed (of …)");
        assert_eq!(closed("2**3 and **more**"), "2**3 and **more**");
        for whole in ["a) the first", "\"Yes\", she said", "plain"] {
            assert_eq!(closed(whole), whole);
        }
    }

    #[test]
    fn shortens_by_cells() {
        assert_eq!(shorten("short", 5, "…"), "short");
        assert_eq!(shorten("longer", 5, "…"), "long…");
        assert_eq!(shorten("日本語の本", 5, "…"), "日本…");
        assert_eq!(shorten("日本", 0, "…"), "");
    }

    #[test]
    fn words_are_cut_whole_where_enough_is_left() {
        let short = |width| shorten_at_word("the weir stood open", width, "…").into_owned();
        assert_eq!(
            [19, 18, 14, 13].map(short),
            ["the weir stood open", "the weir stood …", "the weir …", "the weir …"]
        );
        assert_eq!(shorten_at_word("Wethelbridge", 8, "…"), "Wethelb…");
        for width in 0..30 {
            assert!(shorten_at_word("the weir at Wethelbridge stood open", width, "…").width() <= width, "{width}");
        }
    }

    #[test]
    fn clips_by_characters() {
        assert_eq!(
            (clipped("über", 4), clipped("überall", 4), clipped("ü", 0)),
            ("über".into(), "über…".into(), "…".into())
        );
    }

    #[test]
    fn titles_that_begin_alike_are_told_apart_by_their_ends() {
        let short = |text| shorten_inside(text, 30, "…").into_owned();
        assert_eq!(short("Minutes of the river board: Tuesday 8 March, part 2"), "Minutes of the…8 March, part 2");
        assert_eq!(short("Minutes of the river board"), "Minutes of the river board");
        for width in 0..40 {
            for text in
                ["Minutes of the river board: Tuesday 8 March", "日本からの手紙、日本からの手紙、日本からの手紙"]
            {
                assert!(shorten_inside(text, width, "…").width() <= width, "{width}");
            }
        }
    }
}
