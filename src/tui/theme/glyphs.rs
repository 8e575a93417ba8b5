//! The marks that are drawn beside text, in Unicode and in ASCII.

use ratatui::symbols::border;

/// The marks of the interface. All are one cell wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyphs {
    pub open: &'static str,
    pub closed: &'static str,
    pub leaf: &'static str,
    /// What was read, what answers rest on, and what is marked.
    pub read: &'static str,
    pub used: &'static str,
    pub marked: &'static str,
    pub cite_open: &'static str,
    pub cite_close: &'static str,
    pub ellipsis: &'static str,
    pub dot: &'static str,
    pub bullet: &'static str,
    pub quote: &'static str,
    pub rule: &'static str,
    pub crumb: &'static str,
    pub arrow: &'static str,
    pub drilled: &'static str,
    /// What a tree is drawn with: a branch, the last one, and what passes by.
    pub joint: &'static str,
    pub corner: &'static str,
    pub beside: &'static str,
    pub spinner: &'static [&'static str],
    /// Heights from a sliver to full, for ratings.
    pub steps: &'static [&'static str],
    pub full: &'static str,
    pub empty: &'static str,
    pub thumb: &'static str,
    /// What sorting by a column is marked with: best first, and the other way round.
    pub sorted: [&'static str; 2],
    pub border: border::Set<'static>,
}

pub const UNICODE: Glyphs = Glyphs {
    open: "▾",
    closed: "▸",
    leaf: "·",
    read: "✓",
    used: "◦",
    marked: "●",
    cite_open: "⟨",
    cite_close: "⟩",
    ellipsis: "…",
    dot: "·",
    bullet: "•",
    quote: "▌",
    rule: "─",
    crumb: "▸",
    arrow: "→",
    drilled: "↳",
    joint: "├",
    corner: "└",
    beside: "│",
    spinner: &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    steps: &["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    full: "▮",
    empty: "▯",
    thumb: "▐",
    sorted: ["↓", "↑"],
    border: border::ROUNDED,
};

pub const ASCII: Glyphs = Glyphs {
    open: "v",
    closed: ">",
    leaf: "-",
    read: "v",
    used: "o",
    marked: "*",
    cite_open: "<",
    cite_close: ">",
    ellipsis: "~",
    dot: "-",
    bullet: "*",
    quote: "|",
    rule: "-",
    crumb: ">",
    arrow: ">",
    drilled: "+",
    joint: "+",
    corner: "`",
    beside: "|",
    spinner: &["|", "/", "-", "\\"],
    steps: &[".", ":", "-", "=", "+", "*", "#"],
    full: "#",
    empty: ".",
    thumb: "#",
    sorted: ["v", "^"],
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
};

impl Glyphs {
    /// Returns the mark for a rating from 0 to 10.
    pub fn rating(&self, rating: f32) -> &'static str {
        let last = self.steps.len() - 1;
        let step = (rating.clamp(0.0, 10.0) / 10.0 * last as f32).round() as usize;
        self.steps[step.min(last)]
    }

    /// Returns the mark for a part of a whole, on the same scale whatever the part is.
    pub fn share(&self, part: u64, whole: u64) -> &'static str {
        self.rating(10.0 * part as f32 / whole.max(1) as f32)
    }

    /// Returns keys as the key map prints them, in ASCII where that is wanted.
    pub fn keys(&self, printed: &str) -> String {
        if self.dot.is_ascii() {
            let words = [("↑", "Up"), ("↓", "Down"), ("←", "Left"), ("→", "Right")];
            words.iter().fold(printed.to_owned(), |text, (arrow, word)| text.replace(arrow, word))
        } else {
            printed.to_owned()
        }
    }

    /// Returns a text of ours with its signs as they are drawn.
    pub fn drawn(&self, text: &str) -> String {
        let ends = |glyphs: &Self| (glyphs.steps[0], glyphs.steps[glyphs.steps.len() - 1]);
        let ((low, high), (own_low, own_high)) = (ends(&UNICODE), ends(self));
        let signs = [
            (UNICODE.open, self.open),
            (UNICODE.closed, self.closed),
            (UNICODE.leaf, self.leaf),
            (UNICODE.read, self.read),
            (UNICODE.used, self.used),
            (UNICODE.marked, self.marked),
            (UNICODE.cite_open, self.cite_open),
            (UNICODE.cite_close, self.cite_close),
            (UNICODE.quote, self.quote),
            (UNICODE.drilled, self.drilled),
            (UNICODE.full, self.full),
            (UNICODE.empty, self.empty),
            (low, own_low),
            (high, own_high),
        ];
        self.keys(&signs.iter().fold(text.to_owned(), |text, (sign, own)| text.replace(sign, own)))
    }

    /// Returns a bar of `width` cells for a share from 0 to 1: its full part and its empty part.
    pub fn bar(&self, share: f32, width: usize) -> (String, String) {
        let full = (share.clamp(0.0, 1.0) * width as f32).round() as usize;
        (self.full.repeat(full), self.empty.repeat(width - full))
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn glyphs_take_one_cell() {
        for glyphs in [UNICODE, ASCII] {
            let mut all =
                vec![glyphs.open, glyphs.closed, glyphs.leaf, glyphs.read, glyphs.cite_open, glyphs.cite_close];
            all.extend([glyphs.ellipsis, glyphs.dot, glyphs.bullet, glyphs.quote, glyphs.rule, glyphs.crumb]);
            all.extend([glyphs.arrow, glyphs.drilled, glyphs.full, glyphs.empty]);
            all.extend(glyphs.steps.iter().chain(glyphs.spinner));
            for glyph in all {
                assert_eq!(glyph.width(), 1, "{glyph}");
            }
        }
        assert_eq!((UNICODE.rating(0.0), UNICODE.rating(10.0), UNICODE.rating(99.0)), ("▁", "█", "█"));
    }
}
