//! One key with its modifiers: read from a key map, printed in help, made from a terminal's event.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers. Shift is kept only where the key's character does not already say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    pub code: KeyCode,
    pub modifiers: KeyModifiers,
}

/// Keys with names of their own.
const NAMED: [(&str, KeyCode); 17] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("null", KeyCode::Null),
];

impl Chord {
    pub fn new(code: KeyCode, modifiers: KeyModifiers) -> Chord {
        let mut modifiers = modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let code = match code {
            KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            // Terminals disagree on whether Ctrl-x comes with a capital.
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => KeyCode::Char(c.to_ascii_lowercase()),
            code => code,
        };
        if matches!(code, KeyCode::Char(_) | KeyCode::BackTab) {
            modifiers -= KeyModifiers::SHIFT;
        }
        Chord { code, modifiers }
    }

    /// Returns the character this chord types, when it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.modifiers.is_empty() => Some(c),
            _ => None,
        }
    }
}

impl From<KeyEvent> for Chord {
    fn from(event: KeyEvent) -> Chord {
        Chord::new(event.code, event.modifiers)
    }
}

impl From<char> for Chord {
    fn from(c: char) -> Chord {
        Chord::new(KeyCode::Char(c), KeyModifiers::NONE)
    }
}

/// A word that names no key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "`{0}` is not the name of a key; write a character, or ctrl-x, alt-x, f1, enter, esc, tab, space, left, pagedown, …"
)]
pub struct UnknownKey(pub String);

impl FromStr for Chord {
    type Err = UnknownKey;

    /// Reads `x`, `X`, `ctrl-x`, `alt-left`, `f1`, `enter`, `-`.
    fn from_str(text: &str) -> Result<Chord, UnknownKey> {
        let unknown = || UnknownKey(text.to_owned());
        let mut rest = text;
        let mut modifiers = KeyModifiers::NONE;
        while let Some((head, tail)) = rest.split_once('-') {
            let modifier = match head.to_ascii_lowercase().as_str() {
                "ctrl" => KeyModifiers::CONTROL,
                "alt" => KeyModifiers::ALT,
                "shift" => KeyModifiers::SHIFT,
                _ => break,
            };
            if tail.is_empty() {
                break;
            }
            modifiers |= modifier;
            rest = tail;
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            (None, _) => return Err(unknown()),
            _ => {
                let lower = rest.to_ascii_lowercase();
                let function = lower.strip_prefix('f').and_then(|number| number.parse().ok());
                match (NAMED.iter().find(|(name, _)| *name == lower), function) {
                    (Some((_, code)), _) => *code,
                    (None, Some(number @ 1..=24)) => KeyCode::F(number),
                    _ => return Err(unknown()),
                }
            }
        };
        Ok(Chord::new(code, modifiers))
    }
}

impl fmt::Display for Chord {
    /// Writes the chord as help shows it: `^P`, `Alt-←`, `Enter`, `x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.contains(KeyModifiers::ALT) {
            f.write_str("Alt-")?;
        }
        if self.modifiers.contains(KeyModifiers::SHIFT) {
            f.write_str("Shift-")?;
        }
        let control = self.modifiers.contains(KeyModifiers::CONTROL);
        match self.code {
            KeyCode::Char(' ') if control => f.write_str("^Space"),
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(c) if control => write!(f, "^{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => write!(f, "{c}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            code => {
                if control {
                    f.write_str("Ctrl-")?;
                }
                f.write_str(match code {
                    KeyCode::Enter => "Enter",
                    KeyCode::Esc => "Esc",
                    KeyCode::Tab => "Tab",
                    KeyCode::BackTab => "Shift-Tab",
                    KeyCode::Backspace => "Backspace",
                    KeyCode::Delete => "Del",
                    KeyCode::Insert => "Ins",
                    KeyCode::Up => "↑",
                    KeyCode::Down => "↓",
                    KeyCode::Left => "←",
                    KeyCode::Right => "→",
                    KeyCode::Home => "Home",
                    KeyCode::End => "End",
                    KeyCode::PageUp => "PgUp",
                    KeyCode::PageDown => "PgDn",
                    _ => "?",
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        text.parse().unwrap()
    }

    #[test]
    fn reads_and_prints() {
        for (text, printed) in [
            ("x", "x"),
            ("X", "X"),
            ("ctrl-p", "^P"),
            ("alt-left", "Alt-←"),
            ("-", "-"),
            ("ctrl--", "^-"),
            ("space", "Space"),
            ("F1", "F1"),
            ("backtab", "Shift-Tab"),
            ("pagedown", "PgDn"),
            ("ctrl-home", "Ctrl-Home"),
        ] {
            assert_eq!(chord(text).to_string(), printed, "{text}");
        }
        for text in ["", "hyper-x", "ctrl-", "f99", "entr"] {
            assert!(text.parse::<Chord>().is_err(), "{text}");
        }
    }

    #[test]
    fn events_of_different_terminals_are_one_chord() {
        let shifted = KeyEvent::new(KeyCode::Char('X'), KeyModifiers::SHIFT);
        assert_eq!(Chord::from(shifted), chord("X"));
        let control = KeyEvent::new(KeyCode::Char('P'), KeyModifiers::CONTROL | KeyModifiers::SHIFT);
        assert_eq!(Chord::from(control), chord("ctrl-p"));
        let tab = KeyEvent::new(KeyCode::Tab, KeyModifiers::SHIFT);
        assert_eq!(Chord::from(tab), chord("backtab"));
    }
}
