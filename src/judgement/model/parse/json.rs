//! JSON as models write it: with comments, single quotes, bare keys, trailing commas, line breaks and quotes inside
//! strings, Python's constants, and an end that is missing.

use serde_json::{Map, Number, Value};

use crate::text::numbers::hex;

/// Nesting beyond this is not an answer.
const DEPTH: usize = 48;
/// Brackets in prose that are tried before the text is given up.
const STARTS: usize = 12;

/// JSON found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundJson {
    pub value: Value,
    /// Bytes of the text that it takes.
    pub start: usize,
    pub end: usize,
    /// It was not JSON by the standard.
    pub mended: bool,
    /// The text ended before it did.
    pub cut: bool,
}

/// Finds the first object, or list of objects, in a text and reads it; `wanted` says whether a value is what was
/// asked for. Of what is found and not wanted, the largest is taken when nothing else is there.
pub fn find(text: &str, wanted: impl Fn(&Value) -> bool) -> Option<FoundJson> {
    let mut best: Option<FoundJson> = None;
    let mut from = 0;
    for _ in 0..STARTS {
        let Some(start) = text[from..].find(['{', '[']).map(|at| at + from) else { break };
        let found = read_at(text, start);
        let next = found.end.max(start + 1);
        if wanted(&found.value) {
            return Some(found);
        }
        let worthy = match &found.value {
            Value::Object(object) => !object.is_empty(),
            Value::Array(list) => list.iter().any(Value::is_object),
            _ => false,
        };
        if worthy && best.as_ref().is_none_or(|best| found.end - found.start > best.end - best.start) {
            best = Some(found);
        }
        from = text.ceil_char_boundary(next);
    }
    best
}

fn read_at(text: &str, start: usize) -> FoundJson {
    let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    if let Some(Ok(value)) = stream.next() {
        let end = start + stream.byte_offset();
        return FoundJson { value, start, end, mended: false, cut: false };
    }
    let mut reader = Lenient { text, at: start, mended: true, cut: false };
    let value = reader.value(0).unwrap_or(Value::Null);
    FoundJson { value, start, end: reader.at, mended: reader.mended, cut: reader.cut }
}

struct Lenient<'a> {
    text: &'a str,
    at: usize,
    mended: bool,
    cut: bool,
}

impl<'a> Lenient<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Passes over white space and comments.
    fn space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let skip = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += skip;
        }
    }

    /// A value; none where there is nothing to read (a closing bracket, the end).
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.space();
        if depth > DEPTH {
            self.cut = true;
            self.at = self.text.len();
            return None;
        }
        match self.peek() {
            None => {
                self.cut = true;
                None
            }
            Some('{') => Some(self.object(depth)),
            Some('[') => Some(self.list(depth)),
            Some(quote @ ('"' | '\'' | '“' | '`')) => Some(Value::String(self.string(quote))),
            Some('}' | ']' | ',') => None,
            Some(_) => Some(self.bare()),
        }
    }

    /// Goes to the next element of what `close` ends; false at its end, and where `around` ends what is around it
    /// because its own bracket is missing.
    fn goes_on(&mut self, close: char, around: char) -> bool {
        loop {
            self.space();
            match self.peek() {
                None => {
                    self.cut = true;
                    return false;
                }
                Some(c) if c == close => {
                    self.bump();
                    return false;
                }
                Some(c) if c == around => return false,
                Some(',') => {
                    self.bump();
                }
                Some(_) => return true,
            }
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        self.bump();
        let mut object = Map::new();
        while self.goes_on('}', ']') {
            let before = self.at;
            let key = match self.peek() {
                Some(quote @ ('"' | '\'' | '“' | '`')) => self.string(quote),
                _ => self.word(),
            };
            self.space();
            match self.peek() {
                Some(':' | '=') => {
                    self.bump();
                    let cut_before = self.cut;
                    match self.value(depth + 1) {
                        Some(value) => {
                            object.insert(key, value);
                        }
                        None if self.cut && !cut_before => break,
                        None => {}
                    }
                }
                // A string without a value: what follows it may still be read.
                _ if self.at > before => {}
                _ => {
                    self.bump();
                }
            }
            if self.cut {
                break;
            }
        }
        Value::Object(object)
    }

    fn list(&mut self, depth: usize) -> Value {
        self.bump();
        let mut list = Vec::new();
        while self.goes_on(']', '}') {
            let before = self.at;
            list.extend(self.value(depth + 1));
            if self.cut {
                break;
            }
            if self.at == before {
                self.bump();
            }
        }
        Value::Array(list)
    }

    /// A string. A quote ends it only where JSON could go on; any other is one that should have been escaped.
    fn string(&mut self, quote: char) -> String {
        self.bump();
        let close = if quote == '“' { '”' } else { quote };
        let mut text = String::new();
        while let Some(c) = self.bump() {
            match c {
                '\\' => self.escape(&mut text),
                c if c == close => {
                    let after = self.rest().trim_start();
                    let ends = after.is_empty() || after.starts_with([',', '}', ']', ':']);
                    // A line break and the next key, with the comma forgotten.
                    let next_key = self.rest().starts_with(['\n', '\r']) && after.starts_with(['"', '\'', '{']);
                    if ends || next_key {
                        return text;
                    }
                    text.push(c);
                }
                c => text.push(c),
            }
        }
        self.cut = true;
        text
    }

    fn escape(&mut self, text: &mut String) {
        match self.bump() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b' | 'f') => {}
            Some('u') => {
                let mut units = vec![self.unit()];
                // The other half of a surrogate pair.
                if units[0].is_some_and(|unit| (0xd800..0xdc00).contains(&unit)) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    units.push(self.unit());
                }
                let units: Vec<u16> = units.into_iter().flatten().collect();
                text.push_str(&String::from_utf16_lossy(&units));
            }
            Some(c) => text.push(c),
            None => self.cut = true,
        }
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4)?;
        let unit = hex::number(digits.as_bytes()).and_then(|unit| u16::try_from(unit).ok())?;
        self.at += 4;
        Some(unit)
    }

    /// A word without quotes, up to where JSON goes on.
    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find([':', ',', '{', '}', '[', ']', '=', '\n']).unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim().to_owned()
    }

    fn bare(&mut self) -> Value {
        let rest = self.rest();
        let end = rest.find([',', '}', ']', '\n']).unwrap_or(rest.len());
        self.at += end;
        if end == rest.len() {
            self.cut = true;
        }
        let word = rest[..end].split(" //").next().unwrap_or_default().trim();
        match word {
            "null" | "None" | "NaN" | "undefined" => Value::Null,
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            _ => {
                let number = word.parse::<i64>().ok().map(Number::from);
                let number = number.or_else(|| word.parse::<f64>().ok().and_then(Number::from_f64));
                number.map_or_else(|| Value::String(word.to_owned()), Value::Number)
            }
        }
    }
}

/// The member of an object by any of the names it goes by; case, spaces and underscores do not count.
pub fn member<'a>(value: &'a Value, names: &[&str]) -> Option<&'a Value> {
    let object = value.as_object()?;
    let plain =
        |key: &str| -> String { key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    names.iter().find_map(|name| {
        let exact = object.get(*name);
        exact.or_else(|| object.iter().find(|(key, _)| plain(key) == plain(name)).map(|(_, value)| value))
    })
}

/// The lists of numbers that an answer has, each under any of some names: for each number from 1 to `count`, the places
/// of the lists in which it stands. None without any list, or of an answer that was cut.
pub fn numbered(answer: &str, lists: &[&[&str]], count: usize) -> Option<Vec<Vec<usize>>> {
    let found = find(answer, |value| lists.iter().any(|names| member(value, names).is_some()))?;
    let mut told = vec![Vec::new(); count];
    for (at, names) in lists.iter().enumerate() {
        let numbers = member(&found.value, names).and_then(Value::as_array).into_iter().flatten();
        for number in numbers.filter_map(number).filter(|number| *number >= 1.0) {
            if let Some(lists) = told.get_mut(number as usize - 1).filter(|lists| lists.last() != Some(&at)) {
                lists.push(at);
            }
        }
    }
    (!found.cut).then_some(told)
}

/// A value as text: a string, a number, or the strings of a list.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Array(list) => list.iter().map(text).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        Value::Object(object) => object.values().map(text).filter(|t| !t.is_empty()).collect::<Vec<_>>().join(": "),
        Value::Null => String::new(),
    }
}

/// A value as a number: one, or a text that holds one.
pub fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| super::records::number(value.as_str()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> FoundJson {
        find(text, |_| true).expect("something")
    }

    #[test]
    fn what_models_write_is_read() {
        for (text, wanted) in [
            ("{\"a\": 1,}", json!({"a": 1})),
            ("{'a': 'it''s', b: True}", json!({"a": "it''s", "b": true})),
            ("{\"a\": \"he said \"no\" twice\", \"b\": 2}", json!({"a": "he said \"no\" twice", "b": 2})),
            ("{\"a\": \"line\nbreak\"}", json!({"a": "line\nbreak"})),
            ("{\"a\": [1, 2 // two\n, 3]}", json!({"a": [1, 2, 3]})),
            ("{\"a\": 1\n \"b\": 2}", json!({"a": 1, "b": 2})),
            ("{\"a\": \"x\"\n \"b\": 2}", json!({"a": "x", "b": 2})),
            ("{\"a\": \"\\ud83d\\ude00\" , }", json!({"a": "😀"})),
            ("{\"a\": \"\\u+12F\"}", json!({"a": "+12F"})),
            ("{“a”: “b”}", json!({"a": "b"})),
        ] {
            let found = read(text);
            assert_eq!((found.value, found.cut), (wanted, false), "{text}");
        }
    }

    #[test]
    fn a_cut_answer_keeps_what_came() {
        let found = read("{\"title\": \"Pumps\", \"findings\": [{\"summary\": \"One\", \"explanation\": \"It le");
        assert!(found.cut);
        assert_eq!(found.value["title"], "Pumps");
        assert_eq!(found.value["findings"][0]["summary"], "One");
    }

    #[test]
    fn brackets_in_prose_are_passed_over() {
        let found = find("As [1] says {sic}: {\"title\": \"Pumps\"} — done", |value| value.get("title").is_some());
        assert_eq!(found.expect("found").value, json!({"title": "Pumps"}));
    }

    #[test]
    fn deep_and_long_nonsense_ends() {
        for nonsense in [
            "[".repeat(200_000),
            "{\"a\":".repeat(100_000),
            format!("{{{}", "\" ".repeat(200_000)),
            format!("{{{}", "\"a\" b ".repeat(100_000)),
        ] {
            let found = read(&nonsense);
            assert!(found.mended || found.cut, "{}", &nonsense[..8]);
            assert!(found.start < found.end && found.end <= nonsense.len(), "{}", &nonsense[..8]);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in "[\\[\\]{}\",:'\\\\a1 \n]{0,200}") {
            find(&text, |_| false);
        }

        #[test]
        fn json_is_read_as_json(a in "\\PC{0,40}", b in any::<i64>(), c in proptest::collection::vec("\\PC{0,10}", 0..5)) {
            let value = json!({"a": a, "b": b, "c": c});
            let found = read(&value.to_string());
            prop_assert_eq!(found.value, value);
            prop_assert!(!found.mended);
        }
    }
}
