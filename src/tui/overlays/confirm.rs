//! A question to the user, with what happens on yes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::data::TurnId;
use crate::tui::effect::Effect;
use crate::tui::keys::{Command, Keymap, Layer};
use crate::tui::panes::Marks;
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

/// Draws it with all the keys that answer, as they are bound.
pub fn draw(state: &State, keymap: &Keymap, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let width = 56.min(screen.width);
    let text = wrap::wrap_text(&state.question, Role::Text, usize::from(width).saturating_sub(4));
    let area = frame::centred(screen, width, text.len() as u16 + 4);
    frame::clear(buffer, area);
    let keys = |command| keymap.all_keys_for(Layer::Confirm, command).join(", ");
    let foot = format!("{} yes   {} no", keys(Command::Confirm), keys(Command::Deny));
    let frame = Frame { title: "Sure?".into(), focused: true, foot, ..Frame::default() };
    let inner = frame::paint(buffer, area, &frame, look);
    let text_area = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    rich::paint_all(buffer, text_area, &text, look.theme, Emphasis::default());
    Marks { area, ..Marks::default() }
}
