//! Lines that are nothing but a year: `**1904**`, `## 1904`, `1904:`. What stands below, up to the next, is of that
//! year.

use crate::text::numbers::years::is_year;

/// Lines of a bare year that together head what stands below them; one alone may be a page or a title.
pub(super) const FEWEST: usize = 2;

/// The year that a line is nothing but.
pub(super) fn year_line(line: &str) -> Option<i64> {
    let is_mark = |c: char| c.is_whitespace() || "#*_[]().:–—-".contains(c);
    let bare = line.trim_matches(is_mark);
    bare.parse().ok().filter(|_| is_year(bare))
}

/// True for a line of a year that is set off as a heading is.
pub(super) fn is_marked(line: &str) -> bool {
    line.starts_with(['#', '*', '_', '[']) || line.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_stands_alone_in_its_line() {
        for line in ["**1904**", "## 1904", "1904:", "[1904]", "– 1904 –", "__1904__:"] {
            assert_eq!(year_line(line), Some(1904), "{line}");
        }
        for line in ["1904 was wet", "# Log 1904", "19041", "904", "", "**"] {
            assert_eq!(year_line(line), None, "{line}");
        }
        assert!(is_marked("**1904**") && is_marked("1904:") && !is_marked("1904"));
    }
}
