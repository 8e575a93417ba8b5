//! One question answered in several ways, side by side: a column for each, asked one after the other, and below them
//! the records that several of them cite. Any column can be asked in another way, scrolled, and taken into the chat.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::agreeing::{Other, Stand, stand};
use crate::model::{AnswerEvent, Mode, Ref};
use crate::query::{self, Engine};
use crate::text::numbers::amounts::count;
use crate::tui::data::{AskedQuestion, TurnId};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::panes::chat::{Link, Phase, Shown, Turn};
use crate::tui::panes::{Marks, Target, motion};
use crate::tui::theme::{Glyphs, Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::markdown::Stream;
use crate::tui::widgets::rich::{self, Emphasis, safe, shorten};
use crate::tui::widgets::scroll;
use crate::tui::widgets::window::Window;
use crate::tui::widgets::wrap::wrap_text;

/// Ways that are shown beside the one that answered already.
const WAYS: [&str; 3] = ["global", "local", "lazy"];
/// Cells of a column below which one fewer is in sight.
const NARROWEST: u16 = 38;
/// Lines of the screen for each record that several cite which is listed below the columns, and how many are at least
/// and at most.
const SCREEN_FOR_SHARED: u16 = 6;
const LEAST_SHARED: u16 = 2;
const MOST_SHARED: u16 = 5;
/// Turns of the columns are numbered from here on: none of a conversation is.
const FIRST: u64 = 1 << 48;

#[derive(Debug)]
pub struct State {
    columns: Vec<Column>,
    /// The turn of the conversation that the first column shows, where it is one that was answered; and what that was
    /// drilled from.
    from: Option<TurnId>,
    pub parent: Option<TurnId>,
    /// The column that the keys are on, and the first in sight.
    pub at: usize,
    left: usize,
    next: u64,
    /// What was asked and answered before the turn, which each column takes its question from.
    history: Vec<(String, String)>,
    screen: Rect,
    glyphs: Glyphs,
    /// What the index was built with beside the graph.
    structures: Vec<String>,
    /// The keys are on what several cite; and the rows of it.
    on_shared: bool,
    rows: Window,
}

#[derive(Debug)]
struct Column {
    turn: Turn,
    asked: bool,
    shown: Shown,
    top: usize,
}

impl State {
    /// Columns for a turn that was answered and for the usual ways beside it.
    pub fn new(
        answered: &Turn,
        history: Vec<(String, String)>,
        screen: Rect,
        glyphs: Glyphs,
        structures: Vec<String>,
    ) -> State {
        let is_done = answered.phase == Phase::Done;
        let (from, parent) = (is_done.then_some(answered.id), answered.parent);
        let mut state = State {
            columns: Vec::new(),
            from,
            parent,
            at: 0,
            left: 0,
            next: FIRST,
            history,
            screen,
            glyphs,
            structures,
            on_shared: false,
            rows: Window::default(),
        };
        let known = answered.answered_by();
        let mut first = answered.clone();
        (first.parent, first.trace_open) = (None, false);
        state.columns.push(Column { turn: first, asked: is_done, shown: Shown::default(), top: 0 });
        if !is_done {
            state.again(0, answered.asked.mode);
        }
        for mode in WAYS.into_iter().map(Mode::named).filter(|mode| *mode != known).take(2) {
            let turn = state.turn(AskedQuestion { mode, level: None, ..answered.asked.clone() });
            state.columns.push(Column { turn, asked: false, shown: Shown::default(), top: 0 });
        }
        state.build();
        state
    }

    fn turn(&mut self, asked: AskedQuestion) -> Turn {
        self.next += 1;
        let asked = AskedQuestion { drilled: None, ..asked };
        let mut turn = Turn::new(TurnId(self.next), None, asked, 1, self.glyphs);
        turn.history = Some(self.history.clone());
        turn
    }

    /// Asks in a column in another way.
    fn again(&mut self, at: usize, mode: Mode) {
        let turn = self.turn(AskedQuestion { mode, ..self.columns[at].turn.asked.clone() });
        self.columns[at] = Column { turn, asked: false, shown: Shown::default(), top: 0 };
    }

    /// Asks the next column that waits, once none is being answered.
    pub fn ask_next(&mut self) -> Vec<Effect> {
        if self.columns.iter().any(|column| column.asked && column.turn.running()) {
            return Vec::new();
        }
        let Some(column) = self.columns.iter_mut().find(|column| !column.asked) else { return Vec::new() };
        column.asked = true;
        vec![Effect::Ask {
            turn: column.turn.id,
            asked: column.turn.asked.clone(),
            history: self.history.clone(),
            rated: Vec::new(),
            shown: Vec::new(),
        }]
    }

    /// The turn under way, to be cancelled when this is closed.
    pub fn running(&self) -> Option<TurnId> {
        self.columns.iter().find(|column| column.asked && column.turn.running()).map(|column| column.turn.id)
    }

    /// Takes what an engine says; none where the turn is not one of these.
    pub fn answered(&mut self, turn: TurnId, event: AnswerEvent) -> Option<Vec<Effect>> {
        let column = self.columns.iter_mut().find(|column| column.turn.id == turn)?;
        let was_running = column.turn.running();
        column.turn.event(event);
        let is_over = was_running && !column.turn.running();
        self.build();
        let mut effects = Vec::new();
        if is_over {
            effects.push(Effect::Cancel(turn));
            effects.extend(self.ask_next());
        }
        Some(effects)
    }

    pub fn failed(&mut self, turn: TurnId, message: &str) -> Option<Vec<Effect>> {
        let column = self.columns.iter_mut().find(|column| column.turn.id == turn)?;
        column.turn.phase = Phase::Failed(message.to_owned());
        self.build();
        Some(self.ask_next())
    }

    pub fn resize(&mut self, screen: Rect) {
        if screen != self.screen {
            self.screen = screen;
            self.build();
        }
    }

    /// Makes the rows of every column anew.
    fn build(&mut self) {
        let areas = self.areas();
        let Some(width) = areas.first().map(|area| usize::from(frame::inner(*area).width)) else { return };
        for column in &mut self.columns {
            column.turn.text.resize(width.max(1), &self.glyphs);
            column.shown = match column.asked {
                true => column.turn.compared(width, &self.glyphs),
                false => Shown::default(),
            };
        }
        self.show_what_differs(width);
        self.rows.resize(usize::from(self.shared_rows()) - 1);
        self.rows.set_len(self.shared().len());
        self.on_shared &= self.rows.len > 0;
        self.follow();
    }

    /// Of an answer that a column before it has already that is said in a line; of others what they alone say comes
    /// first.
    fn show_what_differs(&mut self, width: usize) {
        let done = |column: &Column| column.turn.phase == Phase::Done;
        let told: Vec<(String, String)> = self
            .columns
            .iter()
            .map(|column| (column.turn.answered_by().name().to_owned(), column.turn.text.text().to_owned()))
            .collect();
        for at in 1..self.columns.len() {
            if !done(&self.columns[at]) {
                continue;
            }
            let before = told.iter().zip(&self.columns[..at]).filter(|(_, column)| done(column));
            let before: Vec<Other<'_>> = before.map(|((name, text), _)| Other { name, text }).collect();
            match stand(&told[at].1, &before) {
                Stand::Apart => {}
                Stand::Same(name) => {
                    let said = format!("the same as {name}");
                    self.columns[at].shown = Shown { rows: wrap_text(&said, Role::Dim, width), ..Shown::default() };
                }
                Stand::Differs(text) => {
                    // What is taken into the chat stays as it was told.
                    let mut turn = self.columns[at].turn.clone();
                    turn.text = Stream::new(width.max(1), self.glyphs);
                    turn.text.push(&text);
                    self.columns[at].shown = turn.compared(width, &self.glyphs);
                }
            }
        }
    }

    /// The columns in sight.
    fn areas(&self) -> Vec<Rect> {
        let screen = self.screen;
        let body = Rect { y: screen.y + 1, height: screen.height.saturating_sub(2 + self.shared_rows()), ..screen };
        let number = (body.width / NARROWEST).clamp(1, self.columns.len() as u16);
        let width = body.width / number;
        (0..number)
            .map(|at| {
                let x = body.x + at * width;
                let width = if at + 1 == number { body.right() - x } else { width };
                Rect { x, width, ..body }
            })
            .collect()
    }

    /// Rows of a column in sight.
    pub fn height(&self) -> usize {
        self.areas().first().map_or(0, |area| frame::inner(*area).height.into())
    }

    /// Brings the focused column into sight, and keeps every column inside its rows.
    fn follow(&mut self) {
        let (sight, height) = (self.areas().len(), self.height());
        self.left = self.left.clamp((self.at + 1).saturating_sub(sight), self.at);
        for column in &mut self.columns {
            column.top = column.top.min(column.shown.rows.len().saturating_sub(height));
        }
    }

    pub fn scroll(&mut self, by: isize) {
        if self.on_shared {
            return self.rows.step(by);
        }
        if let Some(column) = self.columns.get_mut(self.at) {
            column.top = column.top.saturating_add_signed(by);
        }
        self.follow();
    }

    /// Runs a command; returns what follows.
    pub fn command(&mut self, command: Command) -> Vec<Effect> {
        if let Some(by) = motion(command, self.height()) {
            self.scroll(by);
            return Vec::new();
        }
        match command {
            // From the last one round to the first, by way of what several cite.
            Command::NextLink => {
                let is_last = self.at + 1 == self.columns.len();
                self.on_shared = !self.on_shared && is_last && self.rows.len > 0;
                if !self.on_shared {
                    self.at = (self.at + 1) % self.columns.len();
                }
            }
            Command::Right => self.at = (self.at + 1).min(self.columns.len() - 1),
            Command::PreviousLink if self.on_shared => self.on_shared = false,
            Command::PreviousLink | Command::Left => self.at = self.at.saturating_sub(1),
            Command::CycleMode if self.on_shared => {}
            Command::CycleMode => {
                // What stands in another column is seen there.
                let others = self.columns.iter().enumerate().filter(|(at, _)| *at != self.at);
                let seen: Vec<Mode> =
                    others.flat_map(|(_, other)| [other.turn.asked.mode, other.turn.answered_by()]).collect();
                let new =
                    |engine: &dyn Engine| !seen.contains(&engine.mode()) && engine.lacks(&self.structures).is_none();
                let Some(engine) = query::engine_after(self.columns[self.at].turn.asked.mode, new) else {
                    return Vec::new();
                };
                let mut effects: Vec<Effect> = self.stopped(self.at).into_iter().collect();
                self.again(self.at, engine.mode());
                effects.extend(self.ask_next());
                self.build();
                return effects;
            }
            _ => {}
        }
        self.follow();
        Vec::new()
    }

    fn stopped(&self, at: usize) -> Option<Effect> {
        let column = &self.columns[at];
        (column.asked && column.turn.running()).then_some(Effect::Cancel(column.turn.id))
    }

    /// Puts back what is being answered, to be asked again when this is gone on with; returns what stops it.
    pub fn pause(&mut self) -> Option<Effect> {
        let stops = self.running().map(Effect::Cancel);
        for at in 0..self.columns.len() {
            if self.stopped(at).is_some() {
                self.again(at, self.columns[at].turn.asked.mode);
            }
        }
        stops
    }

    /// The turn of the conversation whose question this asks.
    pub fn of(&self) -> Option<TurnId> {
        self.from
    }

    /// True for a turn that the conversation has already.
    pub fn is_known(&self, turn: &Turn) -> bool {
        self.from == Some(turn.id)
    }

    /// The answer that the keys are on, to be taken into the chat.
    pub fn chosen(&self) -> Option<&Turn> {
        let column = self.columns.get(self.at).filter(|_| !self.on_shared);
        column.map(|column| &column.turn).filter(|turn| turn.phase == Phase::Done)
    }

    /// The record that the keys are on, among those that several cite.
    pub fn record(&self) -> Option<Ref> {
        self.shared().get(self.rows.cursor).filter(|_| self.on_shared).map(|(record, ..)| *record)
    }

    /// Rows below the columns for what several answers rest on: a line that counts it, and as many as there are, as far
    /// as the screen has room beside what is read.
    fn shared_rows(&self) -> u16 {
        let most = (self.screen.height / SCREEN_FOR_SHARED).clamp(LEAST_SHARED, MOST_SHARED);
        1 + (self.shared().len() as u16).min(most)
    }

    /// Records that more than one answer cites, the most cited first, with the columns that do.
    fn shared(&self) -> Vec<(Ref, String, Vec<String>)> {
        let mut order: Vec<Ref> = Vec::new();
        let mut citing: HashMap<Ref, (String, Vec<String>)> = HashMap::new();
        for column in &self.columns {
            let way = column.turn.answered_by().name().to_owned();
            for cited in &column.turn.answer.citations {
                let record = cited.record.record();
                let known = citing.entry(record).or_insert_with(|| {
                    order.push(record);
                    (cited.title.clone(), Vec::new())
                });
                if !known.1.contains(&way) {
                    known.1.push(way.clone());
                }
            }
        }
        let told = order.into_iter().filter_map(|record| citing.remove(&record).map(|told| (record, told.0, told.1)));
        let mut shared: Vec<_> = told.filter(|(.., ways)| ways.len() > 1).collect();
        shared.sort_by_key(|(.., ways)| std::cmp::Reverse(ways.len()));
        shared
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = Rect { height: screen.height.saturating_sub(1), ..screen };
    frame::clear(buffer, area);
    let mut marks = Marks { area, ..Marks::default() };
    let width = usize::from(screen.width).saturating_sub(2);
    let areas = state.areas();
    // Where not all columns fit, which are in sight.
    let sight = match areas.len() < state.columns.len() {
        true => {
            let (from, to) = (state.left + 1, (state.left + areas.len()).min(state.columns.len()));
            let which = if from == to { format!("column {from}") } else { format!("columns {from}-{to}") };
            let more = if to < state.columns.len() { ", Tab goes on" } else { "" };
            format!("{which} of {}{more}", state.columns.len())
        }
        false => String::new(),
    };
    if let Some(first) = state.columns.first() {
        let width = width.saturating_sub(if sight.is_empty() { 0 } else { sight.width() + 2 });
        // Of what it is asked stands behind it, as much of both as there is room for.
        let asked = &first.turn.asked;
        let scope = match asked.scope.is_everything() {
            true => String::new(),
            false => format!(" {} {}", look.glyphs.crumb, safe(&asked.scope_title)),
        };
        let scope = shorten(&scope, width / 2, look.glyphs.ellipsis);
        let question = safe(&asked.question).replace('\n', " ");
        let room = width.saturating_sub(scope.width());
        let question = shorten(&question, room, look.glyphs.ellipsis);
        let (x, _) = buffer.set_stringn(screen.x + 1, screen.y, &question, room, look.style(Role::Title));
        buffer.set_stringn(x, screen.y, &scope, width, look.style(Role::Accent));
        let from = screen.right().saturating_sub(sight.width() as u16 + 1).max(screen.x);
        let left = usize::from(screen.right().saturating_sub(from));
        buffer.set_stringn(from, screen.y, &sight, left, look.style(Role::Accent));
    }
    for ((at, column), &area) in state.columns.iter().enumerate().skip(state.left).zip(&areas) {
        let turn = &column.turn;
        let right = match &turn.phase {
            _ if !column.asked => "waits".to_owned(),
            Phase::Done => format!("{} {} {} ms", cites(turn), look.glyphs.dot, turn.answer.elapsed_ms),
            Phase::Failed(_) => "failed".to_owned(),
            Phase::Retrieving(stage) => stage.clone(),
            _ => "answering".to_owned(),
        };
        let chosen = turn.answered_by();
        let name = match chosen == turn.asked.mode {
            true => chosen.name().to_owned(),
            false => format!("{} {} {}", turn.asked.mode.name(), look.glyphs.arrow, chosen.name()),
        };
        // Which column the keys are on shows without colours too.
        let is_at = at == state.at && !state.on_shared;
        let name = if is_at { format!("{} {name}", look.glyphs.crumb) } else { name };
        let frame = Frame { title: name, right, foot: String::new(), focused: is_at };
        let inner = frame::paint(buffer, area, &frame, look);
        for (line, row) in column.shown.rows.iter().skip(column.top).take(inner.height.into()).enumerate() {
            let area = Rect::new(inner.x, inner.y + line as u16, inner.width, 1);
            for (rect, link) in rich::paint(buffer, area, row, look.theme, Emphasis::default()) {
                let record = column.shown.links.get(link as usize).and_then(|link| Link::record(*link));
                marks.targets.push((rect, Target::Link(link + at as u32 * COLUMN, record)));
            }
        }
        scroll::paint(buffer, area, inner, (column.top, column.shown.rows.len(), inner.height.into()), look);
    }
    marks.targets.extend(draw_shared(state, buffer, screen, look));
    marks
}

/// Links of one column are numbered apart from those of the next, and from what several cite.
const COLUMN: u32 = 1 << 20;
const SHARED_LINKS: u32 = 1 << 31;
/// What is said where the answers have no source in common.
const NO_COMMON: &str = "no record is cited by more than one of them";

fn cites(turn: &Turn) -> String {
    match turn.answer.citations.len() {
        0 => "cites nothing".to_owned(),
        number => format!("{number} cited"),
    }
}

/// What several answers rest on: where they agree in their sources. Returns where each of it stands.
fn draw_shared(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Vec<(Rect, Target)> {
    let mut targets = Vec::new();
    let rows = state.shared_rows();
    let top = screen.bottom().saturating_sub(1 + rows);
    if screen.height < 2 + rows + 3 {
        return targets;
    }
    let width = usize::from(screen.width).saturating_sub(2);
    let shared = state.shared();
    let heading = match shared.len() {
        0 if width < NO_COMMON.width() => "no record is cited by several".to_owned(),
        0 => NO_COMMON.to_owned(),
        number => {
            let cited = count(number as u64, "record is cited", "records are cited");
            let sight = match state.on_shared {
                false => "Tab goes there".to_owned(),
                true => format!("{} of {number}", state.rows.cursor + 1),
            };
            let last = if state.on_shared { "" } else { ", behind the last column" };
            let short = format!("{number} cited by several; {sight}");
            let said = [format!("{cited} by more than one of them; {sight}{last}"), format!("{short}{last}")];
            said.into_iter().find(|said| said.width() <= width).unwrap_or(short)
        }
    };
    let mark = if state.on_shared { look.glyphs.crumb } else { "" };
    let (x, _) = buffer.set_stringn(screen.x + 1, top, mark, width, look.style(Role::Accent));
    buffer.set_stringn(x, top, &heading, width, look.style(Role::Heading));
    for (line, at) in state.rows.visible().take(usize::from(rows) - 1).enumerate() {
        let Some((record, title, ways)) = shared.get(at) else { break };
        let ways = ways.join(", ");
        let room = width.saturating_sub(ways.len() + 4);
        let title = safe(title);
        let title = rich::shorten_inside(&title, room, look.glyphs.ellipsis);
        let y = top + 1 + line as u16;
        let (x, _) = buffer.set_stringn(screen.x + 3, y, &title, room, look.style(Role::Text));
        buffer.set_stringn(x + 2, y, &ways, width.saturating_sub(usize::from(x + 1)), look.style(Role::Dim));
        let row = Rect::new(screen.x, y, screen.width, 1);
        if state.on_shared && at == state.rows.cursor {
            rich::select(buffer, row, look.style(Role::Selected));
        }
        targets.push((Rect { x: row.x + 3, ..row }, Target::Link(at as u32 + SHARED_LINKS, Some(*record))));
    }
    targets
}
