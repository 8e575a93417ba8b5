//! Keys, clicks, pastes and sizes at random: nothing panics, nothing sticks. The way is always the same one.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::Stage;
use super::fixture::answered;
use crate::tui::keys::Layer;
use crate::tui::msg::Msg;

/// Steps that are taken; `GLEANER_STEPS` says otherwise.
const STEPS: u64 = 4_000;

/// Numbers as Marsaglia's xorshift makes them.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

#[test]
fn nothing_panics_and_nothing_sticks() {
    let steps = std::env::var("GLEANER_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(STEPS);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut stage = Stage::home(120, 40);
    let plain: Vec<char> = "abcdefghijklmnoprstuvwxyzABDEGHJKLMNSTUXY0123456789[]{}<>+-=#/:?,. é".chars().collect();
    let codes = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::End,
    ];
    for step in 0..steps {
        match dice.below(40) {
            0..22 => {
                let letter = plain[dice.below(plain.len() as u64) as usize];
                stage.send(Msg::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
            }
            22..31 => {
                let code = codes[dice.below(codes.len() as u64) as usize];
                stage.send(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            }
            31 => {
                let letter = ['p', 'n', 'd', 'u', 'r', 't', 'f', 'b'][dice.below(8) as usize];
                stage.send(Msg::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
            }
            32 => stage.send(Msg::Paste("the mill\n\tat Low Holm ".repeat(1 + dice.below(20) as usize))),
            33 => {
                let (width, height) = (dice.below(230) as u16, dice.below(70) as u16);
                stage.resize(width, height);
            }
            34 => {
                let running = stage.app.chat.running();
                if let Some(turn) = running {
                    stage.send(Msg::Answer { turn, event: answered() });
                }
            }
            _ => {
                let kinds = [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                    MouseEventKind::Up(MouseButton::Left),
                    MouseEventKind::ScrollDown,
                    MouseEventKind::ScrollUp,
                ];
                let kind = kinds[dice.below(kinds.len() as u64) as usize];
                let (width, height) =
                    (u64::from(stage.app.screen.width).max(1), u64::from(stage.app.screen.height).max(1));
                let (column, row) = (dice.below(width) as u16, dice.below(height) as u16);
                stage.send(Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
            }
        }
        // Whoever is lost comes home by Esc: from anywhere, within a few of them.
        if step % 500 == 499 {
            stage.resize(120, 40);
            let mut pressed = 0;
            while !stage.app.overlays.is_empty() || stage.app.start.is_some() || stage.app.input.hints.is_some() {
                stage.press("esc");
                pressed += 1;
                assert!(pressed < 12, "stuck after {step} steps: {}", stage.screen());
            }
            while matches!(stage.app.layer(), Layer::Input | Layer::Question) {
                stage.press("esc");
                pressed += 1;
                assert!(pressed < 16, "stuck after {step} steps: {}", stage.screen());
            }
            stage.press("0 tab 1");
            assert!(stage.shows("Communities"), "{}", stage.screen());
        }
        stage.effects.clear();
    }
}
