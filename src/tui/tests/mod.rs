//! The interface as a whole, on invented records: what a person presses, what the screen then shows.

mod again;
mod answers;
mod chats;
mod clicks;
mod differences;
mod fixture;
mod help;
mod home;
mod jobs;
mod journeys;
mod lists;
mod looks;
mod panics;
mod reader;
mod returning;
mod scopes;
mod screens;
mod taking;
mod together;
mod tour;
mod views;
mod wandering;
mod ways;
mod writing;

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use self::fixture::answered;
use super::app::App;
use super::data::TurnId;
use super::effect::Effect;
use super::keys::{Chord, Keymap};
use super::msg::Msg;
use super::screen;
use super::theme::Theme;
use crate::model::AnswerEvent;

/// The whole interface but for the terminal and the threads: requests are answered at once, from the fixture.
pub struct Stage {
    pub app: App,
    terminal: Terminal<TestBackend>,
    /// What was drawn last. The backend keeps what stood behind wide characters, which no terminal does.
    drawn: Buffer,
    /// Effects that are no requests, in order.
    pub effects: Vec<Effect>,
    /// Communities that an update removed.
    pub gone: Vec<u32>,
}

impl Stage {
    /// An empty interface of a size.
    pub fn empty(width: u16, height: u16) -> Stage {
        let app = App::new(Keymap::built_in().unwrap(), Theme::built_in("mono").unwrap(), false);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let drawn = Buffer::empty(Rect::new(0, 0, width, height));
        let mut stage = Stage { app, terminal, drawn, effects: Vec::new(), gone: Vec::new() };
        stage.send(Msg::Resize(width, height));
        stage
    }

    /// The fixture's index, opened for the first time.
    pub fn home(width: u16, height: u16) -> Stage {
        let mut stage = Stage::empty(width, height);
        stage.send(Msg::Opened { saved: None });
        stage
    }

    /// The fixture's index, opened, in the tree.
    pub fn open(width: u16, height: u16) -> Stage {
        let mut stage = Stage::home(width, height);
        stage.press("tab");
        stage
    }

    /// Sends a message, and answers what is asked of the index until nothing is.
    pub fn send(&mut self, msg: Msg) {
        let mut effects: VecDeque<Effect> = self.app.update(msg).into();
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Load { lane, ticket, request } => {
                    let result = fixture::answer(&request, &self.gone);
                    effects.extend(self.app.update(Msg::Loaded { lane, ticket, result }));
                }
                effect => self.effects.push(effect),
            }
        }
        self.draw();
    }

    /// Asks a question, which is answered, as a turn of that number.
    pub fn asked(&mut self, turn: u64) {
        self.asks("What recurs?", turn, answered());
    }

    /// Writes a question and puts it, as a turn of that number of which something is heard.
    pub fn asks(&mut self, question: &str, turn: u64, heard: AnswerEvent) {
        self.press("a");
        self.write(question);
        self.press("enter");
        self.send(Msg::Answer { turn: TurnId(turn), event: heard });
    }

    /// Presses keys, written as in a key map, and looks a while at what each shows: `"j j enter"`.
    pub fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.app.now += Duration::from_secs(2);
            self.tap(key);
        }
    }

    /// Presses keys one upon the other, as one does who holds a key down.
    pub fn tap(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.app.now += Duration::from_millis(40);
            let chord: Chord = key.parse().unwrap();
            self.send(Msg::Key(KeyEvent::new(chord.code, chord.modifiers)));
        }
    }

    /// Types text, letter by letter.
    pub fn write(&mut self, text: &str) {
        for c in text.chars() {
            let chord = Chord::from(c);
            let mut event = KeyEvent::new(chord.code, chord.modifiers);
            event.kind = KeyEventKind::Press;
            self.send(Msg::Key(event));
        }
    }

    /// Clicks where a text stands on the screen.
    pub fn click(&mut self, text: &str) {
        let screen = self.screen();
        let row = screen.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text}\n{screen}"));
        let line = screen.lines().nth(row).unwrap_or_default();
        let column = line[..line.find(text).unwrap_or_default()].width();
        self.send(Msg::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: column as u16,
            row: row as u16,
            modifiers: KeyModifiers::NONE,
        }));
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.send(Msg::Resize(width, height));
    }

    fn draw(&mut self) {
        let app = &self.app;
        let mut regions = Default::default();
        let drawn = self.terminal.draw(|frame| regions = screen::draw(app, frame)).unwrap();
        self.drawn = drawn.buffer.clone();
        self.app.regions = regions;
    }

    /// The screen as text.
    pub fn screen(&self) -> String {
        let buffer = &self.drawn;
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut x = 0;
            while x < buffer.area.width {
                let symbol = buffer[(x, y)].symbol();
                line.push_str(symbol);
                // A wide character covers the cell after it.
                x += (symbol.width() as u16).max(1);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// The cells that were drawn last.
    pub fn drawn(&self) -> &Buffer {
        &self.drawn
    }

    pub fn shows(&self, text: &str) -> bool {
        self.screen().contains(text)
    }
}
