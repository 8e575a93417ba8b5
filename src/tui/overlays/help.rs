//! Help: every key with what it does, made from the key map. What holds in the focused pane comes first, then what
//! holds everywhere, what the signs of the screen mean behind it, and the keys of the other panes last.

use std::sync::LazyLock;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde::Deserialize;
use unicode_width::UnicodeWidthStr;

use super::palette;
use crate::config::data_file;
use crate::tui::keys::{Binding, Keymap, Layer};
use crate::tui::panes::Marks;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, Piece, Row};
use crate::tui::widgets::scroll;
use crate::tui::widgets::wrap::{wrap, wrap_text};

/// What the signs of the screen mean.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Legend {
    sign: Vec<Sign>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sign {
    sign: String,
    means: String,
}

static LEGEND: LazyLock<Legend> = LazyLock::new(|| data_file!("../../../assets/legend.toml"));

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The layer that had the focus when help was asked for.
    pub from: Layer,
    pub top: usize,
    /// What is looked for in it, and whether that is being typed.
    pub typed: Option<Field>,
    pub typing: bool,
}

/// What the help of the start screen begins with.
const BEFORE: &str = "What you type is the path of a folder to index, or of an index to open. Once one is open, the same key lists the \
                      keys of its panes.";

/// A wide screen shows two columns of it.
const TWO: u16 = 160;

fn area(screen: Rect) -> Rect {
    let width = if screen.width >= TWO { 152 } else { 76 };
    frame::centred(screen, width, screen.height.saturating_sub(2).max(screen.height.min(6)))
}

/// The columns that the rows are laid out in, from left to right.
fn columns(screen: Rect) -> Vec<Rect> {
    let inner = frame::inner(area(screen));
    if screen.width < TWO {
        return vec![inner];
    }
    let width = inner.width / 2 - 2;
    vec![Rect { width, ..inner }, Rect { x: inner.right() - width, width, ..inner }]
}

/// Rows of it in sight, in all columns.
pub fn height(screen: Rect) -> usize {
    columns(screen).iter().map(|column| usize::from(column.height)).sum()
}

fn rows(state: &State, keymap: &Keymap, width: usize, look: Look) -> Vec<Row> {
    let mut layers: Vec<Layer> = state.from.stack().to_vec();
    // Before anything is open its keys work nowhere: letters go into the path of a folder.
    let is_open = state.from != Layer::Start;
    layers.extend(Layer::ALL.iter().filter(|layer| is_open && !state.from.stack().contains(layer)));
    let column = 22.min(width / 3);
    let wanted = state.wanted();
    let mut rows = match is_open || !wanted.is_empty() {
        true => Vec::new(),
        false => wrap_text(BEFORE, Role::Text, width),
    };
    let is_meant = |keys: &str, description: &str| {
        let description = description.to_lowercase();
        let is_key = |word: &str| keys.split_whitespace().any(|key| key == word);
        // A letter alone is a key: it stands in every description.
        let says = |word: &str| word.chars().nth(1).is_some() && description.contains(&word.to_lowercase());
        wanted.iter().all(|word| is_key(word) || says(word))
    };
    let listed = |rows: &mut Vec<Row>, title: &str, lines: Vec<(String, String)>| {
        if lines.is_empty() {
            return;
        }
        if !rows.is_empty() {
            rows.push(Row::default());
        }
        rows.push(Row::plain(title, Role::Heading));
        for (what, tells) in lines {
            let blank = column.saturating_sub(what.width()).max(1);
            let first = [Piece::new(&what, Role::Key), Piece::new(&" ".repeat(blank), Role::Text)];
            let rest = [Piece::new(&" ".repeat(column), Role::Text)];
            rows.extend(wrap(&[Piece::new(&tells, Role::Text)], width, &first, &rest));
        }
    };
    for (at, layer) in layers.into_iter().enumerate() {
        // What a command is called besides is looked for, too.
        let said =
            |it: &Binding| format!("{} {} {}", it.description, it.command.name(), palette::also_called(it.command));
        let bindings = keymap.layer(layer).filter(|it| is_meant(&it.printed(), &said(it)));
        let lines = bindings.map(|it| (look.glyphs.keys(&it.printed()), it.description.clone())).collect();
        listed(&mut rows, layer.title(), lines);
        if at + 1 == state.from.stack().len() && is_open {
            let signs = LEGEND.sign.iter().filter(|it| is_meant(&it.sign, &format!("{} {}", it.sign, it.means)));
            let signs = signs.map(|it| (look.glyphs.drawn(&it.sign), look.glyphs.drawn(&it.means)));
            listed(&mut rows, "Signs on the screen", signs.collect());
        }
    }
    if rows.is_empty() {
        rows = wrap_text(
            "No key does anything that is called so: fewer letters find more, Esc shows all keys.",
            Role::Dim,
            width,
        );
    }
    rows
}

impl State {
    pub fn new(from: Layer) -> State {
        State { from, top: 0, typed: None, typing: false }
    }

    /// Words that a key or what it does must have.
    fn wanted(&self) -> Vec<String> {
        let typed = self.typed.as_ref().map_or("", Field::text);
        typed.split_whitespace().map(str::to_owned).collect()
    }

    /// Begins to look for something in it.
    pub fn begin_find(&mut self) {
        (self.typed, self.typing, self.top) = (Some(Field::default()), true, 0);
    }

    /// Keeps what was found, to be read.
    pub fn keep_find(&mut self) {
        self.typing = false;
        self.typed.take_if(|field| field.is_empty());
    }

    /// Shows all keys again.
    pub fn drop_find(&mut self) {
        (self.typed, self.typing, self.top) = (None, false, 0);
    }

    /// Scrolls by rows.
    pub fn scroll(&mut self, by: isize, keymap: &Keymap, screen: Rect, look: Look) {
        let rows = rows(self, keymap, columns(screen)[0].width.into(), look).len();
        self.top = self.top.saturating_add_signed(by).min(rows.saturating_sub(height(screen)));
    }
}

pub fn draw(state: &State, keymap: &Keymap, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = area(screen);
    frame::clear(buffer, area);
    let right = match (&state.typed, state.typing) {
        (None, _) => format!("/ finds {} Esc closes", look.glyphs.dot),
        (Some(_), true) => format!("Enter keeps it {} Esc shows all", look.glyphs.dot),
        (Some(_), false) => "Esc shows all".to_owned(),
    };
    let foot = state.typed.as_ref().map_or(String::new(), Field::in_border);
    let title = Frame { title: "Keys".into(), right, foot, focused: true };
    let inner = frame::paint(buffer, area, &title, look);
    let columns = columns(screen);
    let rows = rows(state, keymap, columns[0].width.into(), look);
    let height = usize::from(inner.height);
    for (number, &column) in columns.iter().enumerate() {
        let from = state.top + number * height;
        rich::paint_all(buffer, column, rows.get(from..).unwrap_or_default(), look.theme, Emphasis::default());
    }
    scroll::paint(buffer, area, inner, (state.top, rows.len(), height * columns.len()), look);
    let typed = state.typed.as_ref().filter(|_| state.typing);
    Marks { area, cursor: typed.and_then(|field| field.cursor_in_border(area)), ..Marks::default() }
}
