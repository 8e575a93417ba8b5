//! Models and settings: what is configured, where the key comes from (never the key), and what a look at the endpoint
//! or for servers on this machine gave. Nothing is looked at before it is asked for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::sheet;
use crate::jobs::checkup::Check;
use crate::tui::models::Models;
use crate::tui::panes::Marks;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame;
use crate::tui::widgets::rich::{Piece, Row};
use crate::tui::widgets::wrap::{wrap, wrap_text};

/// What a look at endpoints gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Looked {
    #[default]
    NotYet,
    /// What is being looked at.
    Looking(&'static str),
    Found(Vec<Check>),
}

/// What is shown.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    pub models: &'a Models,
    /// What the colours are called that are in force.
    pub theme: &'a str,
    /// How the index that is open was made.
    pub method: &'a str,
    pub looked: &'a Looked,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub top: usize,
}

fn area(screen: Rect) -> Rect {
    frame::centred(screen, (screen.width / 2).max(84), screen.height.saturating_sub(2).clamp(screen.height.min(6), 36))
}

fn rows(content: Content, width: usize, look: Look) -> Vec<Row> {
    let Content { models, theme, method, looked } = content;
    let mut rows = Vec::new();
    let column = 14.min(width / 3);
    let mut line = |name: &str, value: &str, role: Role| {
        let first = [Piece::new(&format!("{name:<column$}"), Role::Dim)];
        let rest = [Piece::new(&" ".repeat(column), Role::Text)];
        rows.extend(wrap(&[Piece::new(value, role)], width, &first, &rest));
    };
    if !method.is_empty() {
        line("this index", method_in_words(method), Role::Text);
    }
    match &models.answers {
        Some(model) => line("answers", &format!("by {model}, or offline"), Role::Text),
        None => line("answers", "offline: sentences of the documents, quoted", Role::Text),
    }
    let named: Vec<&(&str, String)> = models.roles.iter().filter(|(_, model)| !model.is_empty()).collect();
    if !named.is_empty() {
        line("endpoint", &models.endpoint, Role::Text);
        let key = models.key.as_deref().unwrap_or("none is set; a server on this machine needs none");
        line("key from", key, Role::Text);
    }
    for (role, model) in &named {
        line(role, model, Role::Accent);
    }
    if named.is_empty() {
        line("models", "none: nothing is sent anywhere", Role::Good);
    } else {
        line("limits", &models.limits, Role::Text);
    }
    if models.offline {
        line("offline", "no socket is opened, because of --offline", Role::Warning);
    }
    line("colours", &format!("{theme}: c shows others; `theme` in the settings keeps one"), Role::Text);
    line("keys", "`keymap.toml` beside the settings changes them; ? lists them", Role::Text);
    line("entities", "`stop_words` in the settings leaves out what is none; R then indexes anew", Role::Text);
    line("settings", &models.file, Role::Text);
    rows.push(Row::default());
    match looked {
        Looked::NotYet => {
            let text = match named.is_empty() {
                true => {
                    "A model is set in the file of settings (`model`, `base_url`), and one on this machine will do."
                }
                false => "Not tested yet. A test puts a small question to each model.",
            };
            rows.extend(wrap_text(text, Role::Dim, width));
        }
        Looked::Looking(what) => rows.push(Row::plain(&format!("{what} {}", look.glyphs.ellipsis), Role::Accent)),
        Looked::Found(checks) => {
            for check in checks {
                let (mark, role) = if check.ok { ("ok ", Role::Good) } else { ("BAD", Role::Error) };
                let first = [Piece::new(mark, role), Piece::new(&format!(" {:<10}", check.name), Role::Dim)];
                let rest = [Piece::new(&" ".repeat(14), Role::Text)];
                rows.extend(wrap(&[Piece::new(&check.message, Role::Text)], width, &first, &rest));
                for hint in &check.hints {
                    rows.extend(wrap(&[Piece::new(hint, Role::Dim)], width, &rest, &rest));
                }
            }
        }
    }
    rows
}

/// A method for somebody who does not know its name.
fn method_in_words(method: &str) -> &str {
    match method {
        "offline" => "offline: made by rules, without a model",
        "fast" => "fast: the graph by rules, the reports by a model",
        "hybrid" => "hybrid: a share read by a model, the rest by rules, reported on by a model",
        "standard" => "standard: read and reported on by a model",
        "imported" => "imported from another program",
        other => other,
    }
}

/// Rows of it in sight.
pub fn height(screen: Rect) -> usize {
    frame::inner(area(screen)).height.into()
}

impl State {
    pub fn scroll(&mut self, by: isize, content: Content, screen: Rect, look: Look) {
        sheet::scroll(&mut self.top, by, area(screen), |width| rows(content, width, look));
    }
}

pub fn draw(state: &State, content: Content, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    sheet::draw(state.top, "Settings and models", area(screen), |width| rows(content, width, look), buffer, look)
}
