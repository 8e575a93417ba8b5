//! Models and settings: what is configured, where the key comes from (never the key), and what a look at the endpoint
//! or for servers on this machine gave. Nothing is looked at before it is asked for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::sheet;
use crate::config::Method;
use crate::jobs::checkup::CheckResult;
use crate::store::Meta;
use crate::tui::data::models::{ITEMS, Models};
use crate::tui::panes::Marks;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::field::Field;
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
    Found(Vec<CheckResult>),
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
    /// The setting that the keys are on, and what it is being changed to.
    pub at: usize,
    pub typing: Option<Field>,
}

fn area(screen: Rect) -> Rect {
    frame::centred(screen, (screen.width / 2).max(84), screen.height.saturating_sub(2).clamp(screen.height.min(6), 36))
}

/// The settings that can be changed here, the one that the keys are on with what it does.
fn items(state: &State, content: Content, width: usize, look: Look) -> Vec<Row> {
    let column = 14.min(width / 3);
    let mut rows = Vec::new();
    for (at, item) in ITEMS.iter().enumerate() {
        let is_here = at == state.at;
        let known = content.models.values.iter().find(|(key, _)| key == item.key).map(|(_, value)| value.as_str());
        let value = match (&state.typing, item.key) {
            (Some(field), _) if is_here => {
                let (text, cursor) = field.visible(width.saturating_sub(column + 3).max(1));
                let cut = text.char_indices().nth(cursor).map_or(text.len(), |(at, _)| at);
                format!("{}{}{}", &text[..cut], look.glyphs.quote, &text[cut..])
            }
            (_, "theme") => content.theme.to_owned(),
            _ => known.filter(|value| !value.is_empty()).unwrap_or("none").to_owned(),
        };
        let mark = if is_here { look.glyphs.crumb } else { " " };
        let role = if is_here { Role::Title } else { Role::Text };
        let first =
            [Piece::new(&format!("{mark} "), Role::Accent), Piece::new(&format!("{:<column$}", item.name), Role::Dim)];
        let rest = [Piece::new(&" ".repeat(column + 2), Role::Text)];
        rows.extend(wrap(&[Piece::new(&value, role)], width, &first, &rest));
        if is_here {
            rows.extend(wrap(&[Piece::new(item.effect, Role::Dim)], width, &rest, &rest));
        }
    }
    let (keep, change) = ("Enter keeps it in the file, Esc leaves it as it was", "Enter changes what the mark is on");
    let said = if state.typing.is_some() { keep } else { change };
    rows.push(Row::plain(&format!("  {said}"), Role::Dim));
    rows.push(Row::default());
    rows
}

fn rows(state: &State, content: Content, width: usize, look: Look) -> Vec<Row> {
    let Content { models, method, looked, .. } = content;
    let mut rows = items(state, content, width, look);
    let column = 14.min(width / 3);
    let mut line = |name: &str, value: &str, role: Role| {
        let first = [Piece::new(&format!("{name:<column$}"), Role::Dim)];
        let rest = [Piece::new(&" ".repeat(column), Role::Text)];
        rows.extend(wrap(&[Piece::new(value, role)], width, &first, &rest));
    };
    if !method.is_empty() {
        line("this index", &method_in_words(method), Role::Text);
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
    line("keys", "`keymap.toml` beside the settings changes them; ? lists them", Role::Text);
    line("file", &models.file, Role::Text);
    rows.push(Row::default());
    match looked {
        Looked::NotYet => {
            let text = match named.is_empty() {
                true => "A model on this machine is enough: l looks for a server that runs one.",
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
fn method_in_words(method: &str) -> String {
    match method.parse::<Method>() {
        Ok(method) => format!("{method}: {}", method.description()),
        Err(_) if method == Meta::IMPORTED => "imported from another program".to_owned(),
        Err(_) => method.to_owned(),
    }
}

/// Rows of it in sight.
pub fn height(screen: Rect) -> usize {
    frame::inner(area(screen)).height.into()
}

impl State {
    /// Goes to another setting.
    pub fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by.signum()).min(ITEMS.len() - 1);
        self.top = 0;
    }

    /// Begins to change the setting that the keys are on.
    pub fn begin(&mut self, models: &Models) {
        let key = ITEMS[self.at].key;
        let mut field = Field::default();
        field.insert(models.values.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value));
        self.typing = Some(field);
    }

    /// What the setting is to be, once it was typed.
    pub fn typed(&mut self) -> Option<(&'static str, String)> {
        let field = self.typing.take()?;
        Some((ITEMS[self.at].key, field.text().trim().to_owned()))
    }

    pub fn scroll(&mut self, by: isize, content: Content, screen: Rect, look: Look) {
        let state = self.clone();
        sheet::scroll(&mut self.top, by, area(screen), |width| rows(&state, content, width, look));
    }
}

pub fn draw(state: &State, content: Content, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    sheet::draw(
        state.top,
        ("Settings and models", "Esc closes"),
        area(screen),
        |width| rows(state, content, width, look),
        buffer,
        look,
    )
}
