//! How wide the columns of a table are that is drawn in cells of a terminal.

use unicode_width::UnicodeWidthStr;

/// Cells between columns.
pub const GAP: usize = 2;

/// What columns of these widths take together.
pub fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// How wide each column is where all are to fit, of which these are the widest cells: the widest give way, down to
/// `least`. `None` where even those do not fit.
pub fn fitted(mut widths: Vec<usize>, least: &[usize], width: usize) -> Option<Vec<usize>> {
    while total(&widths) > width {
        let giving = (0..widths.len()).filter(|&column| widths[column] > least[column]);
        let widest = giving.max_by_key(|&column| widths[column])?;
        widths[widest] -= 1;
    }
    Some(widths)
}

/// Cells of the longest word of a text.
pub fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_columns_give_way_down_to_their_least() {
        assert_eq!(fitted(vec![2, 12], &[2, 6], 20), Some(vec![2, 12]));
        assert_eq!(fitted(vec![2, 12], &[2, 6], 10), Some(vec![2, 6]));
        assert_eq!(fitted(vec![2, 12], &[2, 6], 9), None);
        assert_eq!(longest_word("a dim lamp"), 4);
    }
}
