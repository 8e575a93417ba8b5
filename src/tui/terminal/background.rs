//! Light or dark: asked of the terminal with the first frame, and taken from its input when the reply comes. Nothing
//! waits for it, and not a letter of it reaches the panes, however late it is.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Asks for the background colour: OSC 11 of xterm, understood by most terminals and passed over by the rest.
pub const QUESTION: &str = "\x1b]11;?\x1b\\";

/// A reply that has not come by then is not expected any more. Nothing waits meanwhile.
const PATIENCE: Duration = Duration::from_secs(5);

/// Longest reply: `11;rgba:ffff/ffff/ffff/ffff`.
const LONGEST: usize = 32;

/// What a terminal's background is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    Light,
    Dark,
}

impl Background {
    /// The theme of ours made for it.
    pub fn theme(self) -> &'static str {
        match self {
            Background::Light => "light",
            Background::Dark => "dark",
        }
    }

    /// Reads `COLORFGBG`, which some terminals set: the numbers of their foreground and background colours.
    pub fn from_variable(value: &str) -> Option<Background> {
        match value.rsplit(';').next()?.trim().parse().ok()? {
            7 | 9..=15 => Some(Background::Light),
            0..=6 | 8 => Some(Background::Dark),
            _ => None,
        }
    }

    /// Reads what follows `11;` in a reply: `rgb:` and two to four parts of one to four hexadecimal digits.
    fn from_reply(reply: &str) -> Option<Background> {
        let colour = reply.strip_prefix("11;")?;
        let colour = colour.strip_prefix("rgba:").or_else(|| colour.strip_prefix("rgb:"))?;
        let part = |part: &str| {
            let most = 16_u32.checked_pow(part.len().try_into().ok()?)?.checked_sub(1).filter(|&most| most > 0)?;
            Some(u32::from_str_radix(part, 16).ok()? as f32 / most as f32)
        };
        let parts: Vec<f32> = colour.split('/').map(part).collect::<Option<_>>()?;
        let [red, green, blue, ..] = parts[..] else { return None };
        // Weights of ITU-R BT.709.
        let lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        Some(if lightness > 0.5 { Background::Light } else { Background::Dark })
    }
}

/// Waits for the reply among the keys. Crossterm knows no such reply and hands it out letter by letter, begun by Alt-].
#[derive(Debug)]
pub struct Reply {
    until: Instant,
    /// Keys that may be the reply's.
    held: Vec<KeyEvent>,
}

/// What came of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// It may belong to the reply: it is held back.
    Held,
    /// These keys are the user's.
    Keys(Vec<KeyEvent>),
    /// The reply is complete; nothing more is expected.
    Reply(Option<Background>),
}

impl Reply {
    pub fn expected(now: Instant) -> Reply {
        Reply { until: now + PATIENCE, held: Vec::new() }
    }

    /// True when no reply will come any more, and nothing is held back.
    pub fn is_over(&self, now: Instant) -> bool {
        self.held.is_empty() && now > self.until
    }

    pub fn hear(&mut self, key: KeyEvent) -> Heard {
        let with = |code, modifiers| key.code == KeyCode::Char(code) && key.modifiers == modifiers;
        if self.held.is_empty() {
            if with(']', KeyModifiers::ALT) && key.kind == KeyEventKind::Press {
                self.held.push(key);
                return Heard::Held;
            }
            return Heard::Keys(vec![key]);
        }
        let text: String = self.held[1..].iter().filter_map(|key| key.code.as_char()).collect();
        // It ends with BEL, or with ESC and a backslash.
        if with('g', KeyModifiers::CONTROL) || with('\\', KeyModifiers::ALT) {
            return Heard::Reply(Background::from_reply(&text));
        }
        self.held.push(key);
        let fits = match key.code {
            KeyCode::Char(letter) => {
                let fixed = "11;rgb".chars().nth(text.chars().count());
                fixed.map_or_else(|| letter.is_ascii_hexdigit() || "a:/".contains(letter), |fixed| fixed == letter)
            }
            _ => false,
        };
        if fits && self.held.len() <= LONGEST {
            return Heard::Held;
        }
        Heard::Keys(std::mem::take(&mut self.held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys as crossterm makes them of a reply that ends with ESC and a backslash.
    fn keys(reply: &str) -> Vec<KeyEvent> {
        let mut keys = vec![KeyEvent::new(KeyCode::Char(']'), KeyModifiers::ALT)];
        keys.extend(reply.chars().map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)));
        keys.push(KeyEvent::new(KeyCode::Char('\\'), KeyModifiers::ALT));
        keys
    }

    /// What is left for the panes, and the background.
    fn hear(keys: Vec<KeyEvent>) -> (Vec<KeyEvent>, Option<Background>) {
        let mut reply = Reply::expected(Instant::now());
        let (mut left, mut background) = (Vec::new(), None);
        for key in keys {
            match reply.hear(key) {
                Heard::Held => {}
                Heard::Keys(keys) => left.extend(keys),
                Heard::Reply(found) => {
                    background = found;
                    reply = Reply::expected(Instant::now());
                }
            }
        }
        (left, background)
    }

    #[test]
    fn a_reply_is_taken_out_of_the_keys() {
        let j = KeyEvent::new(KeyCode::Char('j'), KeyModifiers::NONE);
        let mut typed = vec![j];
        typed.extend(keys("11;rgb:ffff/ffff/eeee"));
        typed.push(j);
        assert_eq!(hear(typed), (vec![j, j], Some(Background::Light)));
        assert_eq!(hear(keys("11;rgb:1c1c/1e1e/1f1f")).1, Some(Background::Dark));
        assert_eq!(hear(keys("11;rgb:ff/ff/ff")).1, Some(Background::Light));
        assert_eq!(hear(keys("11;rgba:0000/0000/8080/ffff")).1, Some(Background::Dark));
        let mut bell = keys("11;rgb:f/f/f");
        bell.pop();
        bell.push(KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL));
        assert_eq!(hear(bell), (vec![], Some(Background::Light)));
    }

    #[test]
    fn what_only_begins_like_a_reply_is_the_users() {
        for typed in ["x", "11x", "11;rgb:zz", "1234567890"] {
            let typed = keys(typed);
            assert_eq!(hear(typed.clone()), (typed, None));
        }
        let long = keys(&format!("11;rgb:{}", "f".repeat(60)));
        assert_eq!(hear(long.clone()).0.len(), long.len());
        assert_eq!(hear(keys("11;rgb:/")), (vec![], None), "a reply that says nothing is a reply");
    }

    #[test]
    fn the_variable_of_some_terminals() {
        assert_eq!(Background::from_variable("15;0"), Some(Background::Dark));
        assert_eq!(Background::from_variable("0;default;15"), Some(Background::Light));
        assert_eq!(Background::from_variable("12;8"), Some(Background::Dark));
        assert_eq!(Background::from_variable("default"), None);
    }
}
