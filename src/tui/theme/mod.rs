//! How things look: the style of each meaning that a piece of text has (`styles`), and the marks beside it (`glyphs`).
//! Themes are data (`assets/themes/*.toml`); views ask for a role, never for a colour. What a terminal without Unicode
//! is shown instead is told here too (`glyphs`, and `plain` for the texts of others).

mod glyphs;
pub mod plain;
mod styles;

use ratatui::style::Style;

pub use glyphs::{ASCII, Glyphs, UNICODE};
pub use styles::{Role, Theme, line_of};

/// How things are drawn: what every view is given.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub theme: &'a Theme,
    pub glyphs: &'a Glyphs,
}

impl Look<'_> {
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }
}
