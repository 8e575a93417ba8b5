//! The text of a list or structure, as data frames write it into CSV: Python literals, NumPy's way of printing (members
//! without commas, `array(…, dtype=object)`), and JSON. One lenient grammar reads all three.

use super::cell::Cell;
use crate::text::numbers::hex;

/// Deeper nesting is no table's.
const DEPTH: usize = 24;

/// Reads the text of a list or a structure; `None` when it is neither, or goes on behind its end.
pub fn parse(text: &str) -> Option<Cell> {
    let text = text.trim();
    if !text.starts_with(['[', '{', '(']) && !text.starts_with("array(") {
        return None;
    }
    let mut parser = Parser { rest: text };
    let value = parser.value(0)?;
    parser.skip_blanks();
    parser.rest.is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }

    fn eat(&mut self, mark: char) -> bool {
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Cell> {
        if depth > DEPTH {
            return None;
        }
        self.skip_blanks();
        if let Some(rest) = self.rest.strip_prefix("array(") {
            self.rest = rest;
            let value = self.value(depth + 1)?;
            // Whatever else stands in the brackets (`dtype=object`) says nothing about the members.
            self.rest = &self.rest[self.rest.find(')')? + 1..];
            return Some(value);
        }
        match self.rest.chars().next()? {
            '[' => self.list(']', depth),
            '(' => self.list(')', depth),
            '{' => self.fields(depth),
            '\'' | '"' => self.string().map(Cell::Text),
            _ => self.word(),
        }
    }

    fn list(&mut self, close: char, depth: usize) -> Option<Cell> {
        self.rest = &self.rest[1..];
        let mut cells = Vec::new();
        loop {
            self.skip_blanks();
            if self.eat(close) {
                return Some(Cell::List(cells));
            }
            cells.push(self.value(depth + 1)?);
        }
    }

    fn fields(&mut self, depth: usize) -> Option<Cell> {
        self.rest = &self.rest[1..];
        let mut fields = Vec::new();
        loop {
            self.skip_blanks();
            if self.eat('}') {
                return Some(Cell::Fields(fields));
            }
            let name = self.value(depth + 1)?.text()?;
            self.skip_blanks();
            if !self.eat(':') {
                return None;
            }
            fields.push((name, self.value(depth + 1)?));
        }
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                _ if c == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    kind @ ('x' | 'u' | 'U') => {
                        let length = match kind {
                            'x' => 2,
                            'u' => 4,
                            _ => 8,
                        };
                        let digits: String = chars.by_ref().take(length).map(|(_, digit)| digit).collect();
                        let code = hex::number(digits.as_bytes())?;
                        // Half of a pair cannot stand alone; what it meant is lost already.
                        text.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    }
                    other => text.push(other),
                },
                _ => text.push(c),
            }
        }
        None
    }

    fn word(&mut self) -> Option<Cell> {
        let end = self.rest.find(|c: char| c.is_whitespace() || ",:[](){}'\"".contains(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(match word {
            "None" | "null" | "nan" | "NaN" => Cell::Null,
            "True" | "true" => Cell::Bool(true),
            "False" | "false" => Cell::Bool(false),
            _ => match (word.parse::<i64>(), word.parse::<f64>()) {
                (Ok(whole), _) => Cell::Int(whole),
                (_, Ok(number)) => Cell::Float(number),
                _ => Cell::Text(word.to_owned()),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(cell: Option<Cell>) -> Vec<String> {
        match cell {
            Some(Cell::List(cells)) => cells.into_iter().filter_map(Cell::text).collect(),
            other => panic!("no list: {other:?}"),
        }
    }

    #[test]
    fn three_ways_of_writing_a_list() {
        for text in ["['it', \"is\"]", "['it'\n 'is']", "array(['it', 'is'], dtype=object)", "(\"it\", \"is\",)"] {
            assert_eq!(texts(parse(text)), ["it", "is"], "{text}");
        }
        assert_eq!(texts(parse("[1, 2.5, None, nan]")), ["1", "2.5"]);
        assert_eq!(texts(parse(r"['a\'b', 'l\nm', '\u00e9\x41']")), ["a'b", "l\nm", "éA"]);
    }

    #[test]
    fn structures_hold_their_fields() {
        let found = parse("[{'summary': 'A', 'explanation': \"B's\"} {'summary': 'C'}]").unwrap().list();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].clone().field("explanation"), Some(Cell::from("B's")));
    }

    #[test]
    fn other_text_is_no_list() {
        for text in ["", "a list", "[", "['a'", "[1] and more", "{'a'}", "['a\\", r"['\u+12F']"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"[".repeat(100_000)), None);
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,60}|[\\[\\](){}'\", :\\\\a0-9nxu\n]{0,40}") {
            parse(&text);
        }
    }
}
