//! A window over a long list: a cursor, the first row in sight, and how many rows fit.

/// The first row in sight of a page: the one wanted, but no further down than that the last row stands at the bottom.
pub fn top_within(wanted: usize, rows: usize, height: usize) -> usize {
    wanted.min(rows.saturating_sub(height))
}

/// Where one stands in a list. All arithmetic stays inside the list, whatever its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub cursor: usize,
    pub top: usize,
    pub len: usize,
    pub height: usize,
}

impl Window {
    /// Moves the cursor by rows, and the window with it.
    pub fn step(&mut self, by: isize) {
        self.go(self.cursor.saturating_add_signed(by));
    }

    /// Moves the cursor to a row, and the window no further than needed.
    pub fn go(&mut self, to: usize) {
        self.cursor = to.min(self.len.saturating_sub(1));
        self.follow();
    }

    /// Scrolls without moving the cursor, unless it would leave the window.
    pub fn scroll(&mut self, by: isize) {
        let last = self.len.saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(by).min(last);
        let bottom = (self.top + self.height.max(1) - 1).min(self.len.saturating_sub(1));
        self.cursor = self.cursor.clamp(self.top.min(bottom), bottom);
    }

    /// Scrolls so that so many rows behind the cursor are seen, as far as the cursor stays in sight.
    pub fn show_behind(&mut self, rows: usize) {
        let end = (self.cursor + rows + 1).min(self.len);
        self.top = self.top.max(end.saturating_sub(self.height)).min(self.cursor);
    }

    pub fn resize(&mut self, height: usize) {
        self.height = height;
        self.follow();
    }

    pub fn set_len(&mut self, len: usize) {
        self.len = len;
        self.go(self.cursor);
    }

    fn follow(&mut self) {
        let height = self.height.max(1);
        if self.cursor < self.top {
            self.top = self.cursor;
        } else if self.cursor >= self.top + height {
            self.top = self.cursor + 1 - height;
        }
        self.top = top_within(self.top, self.len, height);
    }

    /// Rows in sight.
    pub fn visible(&self) -> std::ops::Range<usize> {
        self.top..(self.top + self.height).min(self.len)
    }

    /// Rows in sight and `margin` more on either side, for loading ahead.
    pub fn ahead(&self, margin: usize) -> std::ops::Range<usize> {
        self.top.saturating_sub(margin)..(self.top + self.height + margin).min(self.len)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn follows_the_cursor() {
        let mut window = Window { len: 100, height: 10, ..Window::default() };
        window.go(50);
        assert_eq!(window.visible(), 41..51);
        window.step(-9);
        assert_eq!((window.cursor, window.top), (41, 41));
        window.scroll(20);
        assert_eq!((window.cursor, window.top), (61, 61));
        window.step(isize::MAX);
        assert_eq!(window.visible(), 90..100);
        window.go(50);
        window.step(9);
        window.show_behind(3);
        assert_eq!((window.cursor, window.visible()), (59, 53..63));
        window.show_behind(30);
        assert_eq!((window.cursor, window.visible()), (59, 59..69), "the row itself stays in sight");
    }

    proptest! {
        #[test]
        fn stays_inside(moves in prop::collection::vec((0u8..6, -300isize..300), 0..40)) {
            let mut window = Window::default();
            for (what, by) in moves {
                match what {
                    0 => window.step(by),
                    1 => window.scroll(by),
                    2 => window.resize(by.unsigned_abs() % 50),
                    3 => window.set_len(by.unsigned_abs()),
                    4 => window.show_behind(by.unsigned_abs()),
                    _ => window.go(by.unsigned_abs()),
                }
                prop_assert!(window.len == 0 || window.cursor < window.len);
                prop_assert!(window.visible().end <= window.len);
                prop_assert!(window.height == 0 || window.len == 0 || window.visible().contains(&window.cursor));
            }
        }
    }
}
