//! A few words of a record's text, around those that were asked for.

use crate::text::words::terms::{Stems, words};

/// Bytes before the first of the words shown in which its sentence may begin.
const LEAD: usize = 80;

/// Returns about `width` characters of the text on one line: the stretch that holds most of the query's words, cut
/// between words, with "…" where something was left out.
pub fn snippet(text: &str, stems: &[(&str, f32)], width: usize) -> String {
    let start = best_start(text, stems, width);
    let mut shown = String::new();
    let mut length = 0;
    let rest = &text[start..];
    let mut all = true;
    for word in rest.split_whitespace().filter(|word| !is_mark(word)) {
        let room = width.saturating_sub(length);
        if length > 0 && word.chars().count() + 1 > room {
            all = false;
            break;
        }
        if length > 0 {
            shown.push(' ');
            length += 1;
        }
        // A line without spaces is cut where it must be.
        shown.extend(word.chars().take(width));
        length += word.chars().count().min(width);
        all &= word.chars().count() <= width;
    }
    let before = if text[..start].trim().is_empty() { "" } else { "… " };
    let after = if all { "" } else { " …" };
    format!("{before}{shown}{after}")
}

/// True for what Markdown puts before a heading or a quotation, and between the cells of a row.
fn is_mark(word: &str) -> bool {
    let rules = word.len() > 2 && word.chars().all(|c| matches!(c, '-' | ':' | '|'));
    rules || word.chars().all(|c| matches!(c, '#' | '>' | '|'))
}

/// Where the stretch begins: at a word, a little before the first of the words it holds.
fn best_start(text: &str, stems: &[(&str, f32)], width: usize) -> usize {
    let mut known = Stems::default();
    let mut hits: Vec<(usize, usize)> = Vec::new();
    for word in words(text) {
        if let Some(which) = stems.iter().position(|(stem, _)| *stem == known.stem(word.text)) {
            hits.push((word.span.start, which));
        }
    }
    let mut best = (0.0f32, 0);
    let (mut counts, mut end) = (vec![0u32; stems.len()], 0);
    let mut value = 0.0;
    for (at, &(start, which)) in hits.iter().enumerate() {
        while let Some(&(_, stem)) = hits.get(end).filter(|(place, _)| *place < start + width) {
            counts[stem] += 1;
            if counts[stem] == 1 {
                value += stems[stem].1;
            }
            end += 1;
        }
        if value > best.0 + f32::EPSILON {
            best = (value, hits[at].0);
        }
        counts[which] -= 1;
        if counts[which] == 0 {
            value -= stems[which].1;
        }
    }
    let mut from = best.1.saturating_sub(LEAD.min(width / 3));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    if from == 0 {
        return 0;
    }
    // The next sentence if one begins there, else the next word.
    let lead = &text[from..best.1];
    let skip = lead
        .rfind(['.', '?', '!', '\n'])
        .map(|at| at + 1)
        .or_else(|| lead.find(char::is_whitespace))
        .unwrap_or(lead.len());
    from + skip
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_words_asked_for_are_shown() {
        let text =
            format!("{} The weir broke in March. Nobody paid. {}", "Nothing here. ".repeat(30), "More. ".repeat(30));
        let shown = snippet(&text, &[("weir", 2.0), ("broke", 1.0)], 60);
        assert!(shown.starts_with("… The weir broke in March. Nobody paid. More."), "{shown}");
        assert!(shown.ends_with(" …") && shown.chars().count() <= 66);
        assert_eq!(snippet("Short\n text.", &[("zebra", 1.0)], 60), "Short text.");
        assert_eq!(snippet("", &[], 60), "");
        let marked = "# The weir\n\n| year | cost |\n|---|---|\n| 1990 | 4 |";
        assert_eq!(snippet(marked, &[("weir", 1.0)], 60), "The weir year cost 1990 4");
    }

    #[test]
    fn the_stretch_with_more_of_them_wins() {
        let text = format!("weir {} weir gate {}", "x ".repeat(100), "y ".repeat(100));
        assert!(snippet(&text, &[("weir", 1.0), ("gate", 1.0)], 40).contains("weir gate"));
    }

    proptest! {
        #[test]
        fn any_text_gives_a_line_of_bounded_length(text in "(weir|\\PC|[ \n.é京]){0,80}", width in 1usize..50) {
            let shown = snippet(&text, &[("weir", 1.0)], width);
            prop_assert!(!shown.contains('\n') && shown.chars().count() <= width * 2 + 4);
        }
    }
}
