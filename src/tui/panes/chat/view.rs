//! The chat drawn: the turns, a rule that says what the next question is asked with and, inside a part, how one asks
//! all documents, and the question.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::find::said;
use super::{Link, State};
use crate::tui::data::AskedQuestion;
use crate::tui::keys::Command;
use crate::tui::panes::{self, Marks, PageInSight, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::find::Find;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{safe, shorten};
use crate::tui::widgets::scroll;

/// Cells of the rule from which on the way out of a part stands beside the name of the part.
const ROOM_FOR_OUT: usize = 50;
/// Cells that the title of the chat needs to tell it from others.
const LEAST_TITLE: usize = 8;

/// What the chat is drawn with that others know.
pub struct Surroundings<'a> {
    /// What the chat is called.
    pub title: Option<&'a str>,
    /// The key that asks all documents again.
    pub leaves: Option<String>,
    /// One is in the chat, whatever lies before it.
    pub is_here: bool,
}

/// Draws the chat.
pub fn draw(
    state: &State,
    Surroundings { title, leaves, is_here }: Surroundings<'_>,
    buffer: &mut Buffer,
    area: Rect,
    focused: bool,
    look: Look,
) -> Marks {
    let inner = frame::paint(buffer, area, &frame_of(state, title, area.width, focused, look), look);
    let mut marks = Marks::default();
    if inner.is_empty() {
        return marks;
    }
    let input = (state.input_height() as u16).min(inner.height);
    let page = Rect { height: inner.height - input, ..inner };

    let meant = state.rows_of_current_turn();
    let rows = PageInSight { rows: &state.page.rows, top: state.top, focused: state.link, find: state.find.as_ref() };
    let mark = |row| meant.contains(&row).then_some(Role::Border);
    let leads = |link: usize| state.page.links.get(link).and_then(|link| link.record());
    marks.targets.extend(rows.paint(buffer, page, look, mark, leads));

    // From another pane a question is begun outside of what is read here.
    let next = if is_here { state.about_to_ask() } else { state.next.clone() };
    let rule = Rect { y: page.bottom(), height: 1.min(input), ..inner };
    if rule.height > 0 {
        marks.targets.extend(draw_rule(state, &next, leaves, buffer, rule, look));
    }
    let text = Rect { y: rule.bottom(), height: input.saturating_sub(1), ..inner };
    if let Some(find) = state.find.as_ref().filter(|_| text.height > 0 && !state.typing) {
        let cursor = draw_find(find, buffer, text, look);
        marks.cursor = (focused && find.typing).then_some(cursor);
    } else if text.height > 0 {
        draw_question(state, &next, buffer, text, focused, look, &mut marks);
    }
    scroll::paint(buffer, area, page, (state.top, state.page.rows.len(), page.height.into()), look);
    marks
}

/// The frame: which of the chats it is, which of its turns one stands at, and where the link in focus leads.
fn frame_of(state: &State, title: Option<&str>, width: u16, focused: bool, look: Look) -> Frame {
    const NAME: &str = "4 Chat";
    let right = match state.turns.len() {
        0 => String::new(),
        turns => format!("turn {} of {turns}", state.current_turn().map_or(turns, |at| at + 1)),
    };
    let foot = match state.focused_link().filter(|_| focused) {
        Some(Link::Rest(..)) => panes::SHOWS_REST.to_owned(),
        Some(link) => link.record().map_or(String::new(), |record| panes::leads_to(record, &state.names, look.glyphs)),
        None => String::new(),
    };
    // The title has what room there is beside the turns.
    let room = usize::from(width).saturating_sub(NAME.width() + right.width() + 12);
    let title = match title.filter(|_| room >= LEAST_TITLE) {
        Some(title) => format!("{NAME} {} {}", look.glyphs.dot, shorten(&safe(title), room, look.glyphs.ellipsis)),
        None => NAME.to_owned(),
    };
    Frame { title, right, foot, focused }
}

/// Draws the rule above the question: what the next one is asked with and, inside a part, the way out. Returns what can
/// be clicked.
fn draw_rule(
    state: &State,
    next: &AskedQuestion,
    leaves: Option<String>,
    buffer: &mut Buffer,
    rule: Rect,
    look: Look,
) -> Vec<(Rect, Target)> {
    buffer.set_string(rule.x, rule.y, look.glyphs.rule.repeat(rule.width.into()), look.style(Role::Border));
    let mut targets = vec![(rule, Target::Run(Command::Modes))];
    let room = usize::from(rule.width).saturating_sub(4);
    // A question inside a part finds nothing elsewhere: that is said where it is written, with the way out.
    let inside = !next.scope.is_everything();
    let out = leaves.filter(|_| inside && room >= ROOM_FOR_OUT);
    let out = out.map(|key| {
        let (dot, key) = (format!("{} ", look.glyphs.dot), look.glyphs.keys(&key));
        [(dot, Role::Warning), (key, Role::Key), (": all documents ".to_owned(), Role::Warning)]
    });
    let taken = out.as_ref().map_or(0, |out| out.iter().map(|(text, _)| text.width()).sum());
    let setting = next.setting(next.by(state.model.as_deref()), look.glyphs.dot);
    let setting = format!(" {} ", shorten(&setting, room.saturating_sub(taken + 2), look.glyphs.ellipsis));
    let role = if inside { Role::Warning } else { Role::Accent };
    let (x, y) = (rule.x + 1.min(rule.width), rule.y);
    let (mut x, _) = buffer.set_stringn(x, y, &setting, room, look.style(role));
    for (text, role) in out.iter().flatten() {
        let from = x;
        (x, _) = buffer.set_stringn(x, y, text, room, look.style(*role));
        targets.push((Rect::new(from, y, x - from, 1), Target::Run(Command::WholeScope)));
    }
    targets
}

/// Draws what is looked for in the place of the question. Returns where the cursor of its field stands.
fn draw_find(find: &Find, buffer: &mut Buffer, text: Rect, look: Look) -> (u16, u16) {
    let (typed, column) = find.field.visible(usize::from(text.width / 2));
    buffer.set_stringn(text.x, text.y, "/", 1, look.style(Role::Accent));
    let (end, _) = buffer.set_stringn(text.x + 1, text.y, typed, text.width.into(), look.style(Role::Text));
    let room = usize::from(text.right().saturating_sub(end + 2));
    buffer.set_stringn(end + 2, text.y, said(find), room, look.style(Role::Dim));
    (text.x + 1 + column as u16, text.y)
}

/// Draws the question as far as it is written, and what asks one where none is.
fn draw_question(
    state: &State,
    next: &AskedQuestion,
    buffer: &mut Buffer,
    text: Rect,
    focused: bool,
    look: Look,
    marks: &mut Marks,
) {
    let prompt = if state.typing { Role::Accent } else { Role::Dim };
    buffer.set_stringn(text.x, text.y, look.glyphs.crumb, 1, look.style(prompt));
    let field = Rect { x: text.x + 2, width: text.width.saturating_sub(2), ..text };
    if state.question.is_empty() && !state.typing {
        let hint = if next.scope.is_everything() { "a asks a question" } else { "a asks a question inside it" };
        buffer.set_stringn(field.x, field.y, hint, field.width.into(), look.style(Role::Dim));
        marks.targets.push((text, Target::Run(Command::Ask)));
    } else if !field.is_empty() {
        (&state.question).render(field, buffer);
        let moved = move_over_blanks(buffer, field);
        if state.typing && focused {
            let cursor = state.question.screen_cursor();
            let (top, left) = state.question.scroll_offset();
            let x = field.x + (cursor.col as u16).saturating_sub(left).min(field.width.saturating_sub(1));
            let y = field.y + (cursor.row as u16).saturating_sub(top).min(field.height - 1);
            let x = if moved.contains(&y) { x.saturating_sub(1).max(field.x) } else { x };
            marks.cursor = Some((x, y));
        }
    }
}

/// Moves lines that begin with the blank at which a full line was broken, which belongs to neither, to the left.
/// Returns these lines.
fn move_over_blanks(buffer: &mut Buffer, field: Rect) -> Vec<u16> {
    let is_blank = |x: u16, y: u16| buffer[(x, y)].symbol() == " ";
    let last = field.right().saturating_sub(1);
    let broken = |&y: &u16| !is_blank(last, y - 1) && is_blank(field.x, y);
    let moved: Vec<u16> = (field.y + 1..field.bottom()).filter(broken).collect();
    for &y in &moved {
        for x in field.x..last {
            buffer[(x, y)] = buffer[(x + 1, y)].clone();
        }
        buffer[(last, y)].set_symbol(" ");
    }
    moved
}
