//! Where a text is to be written to: a path, which somebody has seen before anything is written.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::shown_path;
use crate::tui::effect::Effect;
use crate::tui::panes::Marks;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis};
use crate::tui::widgets::wrap::wrap_text;

#[derive(Clone, Debug)]
pub struct State {
    pub field: Field,
    /// What is written, in words, and what can be written besides.
    what: String,
    besides: String,
    /// Not there while the index is asked what it cites.
    text: Option<String>,
    /// Where it goes as soon as it is there.
    ahead: Option<PathBuf>,
    /// The folder that a name alone is of.
    folder: PathBuf,
    /// The name that stood in the field first.
    suggested: String,
}

impl State {
    /// A text that is to be written to a file of that name in a folder, unless another path is typed. It may still be
    /// made.
    pub fn new(what: String, besides: String, name: &str, text: Option<String>, folder: PathBuf) -> State {
        let mut field = Field::default();
        field.insert(name);
        State { field, what, besides, text, ahead: None, folder, suggested: name.to_owned() }
    }

    /// True while the text is still made.
    pub fn waits(&self) -> bool {
        self.text.is_none()
    }

    /// The text is there: what writes it, where that was said already.
    pub fn made(&mut self, text: String) -> Option<Effect> {
        let (what, path) = (self.what.clone(), self.ahead.take());
        let written = path.map(|path| Effect::Export { what, path, text: text.clone() });
        self.text = Some(text);
        written
    }

    /// Takes the path that is said, false where none is; and what writes the text there, unless that waits for it.
    pub fn taken(&mut self) -> (bool, Option<Effect>) {
        let typed = self.field.text().trim();
        // A whole path behind the name that stood there is meant instead of it.
        let behind = typed.strip_prefix(&*self.suggested).filter(|rest| rest.starts_with(['/', '~']));
        let path = behind.unwrap_or(typed);
        if path.is_empty() {
            return (false, None);
        }
        let (what, path) = (self.what.clone(), PathBuf::from(path));
        match self.text.clone() {
            Some(text) => (true, Some(Effect::Export { what, path, text })),
            None => {
                self.ahead = Some(path);
                (true, None)
            }
        }
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let width = 84.min(screen.width);
    let folder = shown_path(&state.folder);
    let said = format!("A name alone is written to {folder}. Nothing that is there is overwritten.");
    let said = if state.besides.is_empty() { said } else { format!("{said} {}.", state.besides) };
    let said = wrap_text(&said, Role::Dim, usize::from(width).saturating_sub(4).max(1));
    let area = frame::centred(screen, width, said.len() as u16 + 4);
    frame::clear(buffer, area);
    let frame = Frame { title: format!("Write {} to a file", state.what), focused: true, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let mut marks = Marks { area, ..Marks::default() };
    if inner.width < 4 || inner.height == 0 {
        return marks;
    }
    marks.cursor = Some(state.field.paint(buffer, inner, look));
    let below = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    rich::paint_all(buffer, below, &said, look.theme, Emphasis::default());
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_typed_behind_the_name_takes_its_place() {
        for (typed, path) in [("", "report.md"), ("/tmp/x.md", "/tmp/x.md"), ("x", "report.mdx")] {
            let mut state =
                State::new("a report".into(), String::new(), "report.md", Some("It ran dry.".into()), PathBuf::new());
            state.field.insert(typed);
            let (true, Some(Effect::Export { path: taken, .. })) = state.taken() else { panic!("{typed}") };
            assert_eq!(taken, PathBuf::from(path));
        }
    }
}
