//! A line of small columns: how many there are of something, from one time to the next.

use crate::tui::theme::Glyphs;

/// Draws one column for each number, the highest full; nothing is a blank, and anything at all is seen.
pub fn line(numbers: impl Iterator<Item = u32> + Clone, glyphs: &Glyphs) -> String {
    let most = numbers.clone().max().unwrap_or(0).max(1);
    let steps = glyphs.steps.len() as u32;
    numbers
        .map(|number| match number {
            0 => " ",
            _ => glyphs.steps[((number * steps).div_ceil(most) as usize).clamp(1, glyphs.steps.len()) - 1],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{ASCII, UNICODE};

    #[test]
    fn the_highest_is_full_and_the_least_is_seen() {
        assert_eq!(line([0, 1, 50, 100].into_iter(), &UNICODE), " ▁▄█");
        assert_eq!(line([0, 1, 50, 100, 100].into_iter(), &ASCII), " .=##", "no digits beside the years");
        assert_eq!(line(std::iter::empty(), &UNICODE), "");
    }
}
