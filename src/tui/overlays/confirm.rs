//! A question to the user, with what happens on yes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::effect::Effect;
use crate::tui::panes::Marks;
use crate::tui::panes::chat::TurnId;
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis};
use crate::tui::widgets::wrap;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub question: String,
    /// Done on yes, and on no.
    pub then: Vec<Effect>,
    pub otherwise: Vec<Effect>,
    /// The question that goes with its answer on yes.
    pub removes: Option<TurnId>,
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let width = 56.min(screen.width);
    let text = wrap::wrap_text(&state.question, Role::Text, usize::from(width).saturating_sub(4));
    let area = frame::centred(screen, width, text.len() as u16 + 4);
    frame::clear(buffer, area);
    let frame = Frame { title: "Sure?".into(), focused: true, foot: "y yes   n no".into(), ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let text_area = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    rich::paint_all(buffer, text_area, &text, look.theme, Emphasis::default());
    Marks { area, ..Marks::default() }
}
