//! One value of a foreign table, read leniently: the same field is a number in one generation of a program and a string
//! in the next, a list here and the text of a list there.

use super::literal;

/// A value as a table holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Cell>),
    /// A structure's fields, in their order.
    Fields(Vec<(String, Cell)>),
}

/// What spreadsheets and data frames write where there is nothing.
const NOTHING: [&str; 7] = ["", "nan", "none", "null", "<na>", "n/a", "nat"];

fn is_nothing(text: &str) -> bool {
    let text = text.trim();
    text.len() <= 4 && NOTHING.iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
}

impl Cell {
    pub fn is_null(&self) -> bool {
        match self {
            Cell::Null => true,
            Cell::Float(number) => number.is_nan(),
            _ => false,
        }
    }

    /// Bytes of all text in it.
    pub fn letters(&self) -> usize {
        match self {
            Cell::Text(text) => text.len(),
            Cell::List(cells) => cells.iter().map(Cell::letters).sum(),
            Cell::Fields(fields) => fields.iter().map(|(name, cell)| name.len() + cell.letters()).sum(),
            _ => 0,
        }
    }

    /// The value as text; `None` where there is none. Whole numbers have no fraction, however they were kept.
    pub fn text(self) -> Option<String> {
        match self {
            Cell::Text(text) => Some(text),
            Cell::Int(number) => Some(number.to_string()),
            Cell::Float(number) if number.is_nan() => None,
            Cell::Float(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some((number as i64).to_string()),
            Cell::Float(number) => Some(number.to_string()),
            Cell::Bool(value) => Some(value.to_string()),
            Cell::Null | Cell::List(_) | Cell::Fields(_) => None,
        }
    }

    /// As [`Self::text`], without what stands for nothing (`NONE`, `nan`).
    pub fn telling_text(self) -> Option<String> {
        self.text().filter(|text| !is_nothing(text))
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Int(number) => Some(*number as f64),
            Cell::Float(number) => Some(*number).filter(|number| number.is_finite()),
            Cell::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    /// A whole number that is not negative, from whatever it was kept as: `7`, `7.0`, `"7"`.
    pub fn whole(&self) -> Option<u32> {
        match self {
            Cell::Int(number) => u32::try_from(*number).ok(),
            other => other
                .number()
                .filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number))
                .map(|number| number as u32),
        }
    }

    /// The members of a list, or of the text of one; nothing gives none, and anything else is a list of one.
    pub fn list(self) -> Vec<Cell> {
        match self {
            Cell::Null => Vec::new(),
            Cell::List(cells) => cells,
            Cell::Text(text) if is_nothing(&text) => Vec::new(),
            Cell::Text(text) => match literal::parse(&text) {
                Some(Cell::List(cells)) => cells,
                Some(fields @ Cell::Fields(_)) => vec![fields],
                _ => vec![Cell::Text(text)],
            },
            Cell::Float(number) if number.is_nan() => Vec::new(),
            one => vec![one],
        }
    }

    /// The members of a list of ids. Early generations joined several with commas inside one member.
    pub fn ids(self) -> Vec<String> {
        let mut ids = Vec::new();
        for text in self.list().into_iter().filter_map(Cell::telling_text) {
            if text.contains(',') {
                ids.extend(text.split(',').map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()));
            } else {
                ids.push(text);
            }
        }
        ids
    }

    /// A field of a structure, or of the text of one.
    pub fn field(self, name: &str) -> Option<Cell> {
        match self {
            Cell::Fields(fields) => fields.into_iter().find(|(field, _)| field == name).map(|(_, cell)| cell),
            Cell::Text(text) if text.trim_start().starts_with('{') => literal::parse(&text)?.field(name),
            _ => None,
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<serde_json::Value> for Cell {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Cell::Null,
            Value::Bool(value) => Cell::Bool(value),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Cell::Int(whole),
                None => Cell::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Cell::Text(text),
            Value::Array(values) => Cell::List(values.into_iter().map(Cell::from).collect()),
            Value::Object(fields) => {
                Cell::Fields(fields.into_iter().map(|(name, value)| (name, Cell::from(value))).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_every_dress() {
        for cell in [Cell::Int(7), Cell::Float(7.0), Cell::from("7"), Cell::from(" 7.0 ")] {
            assert_eq!(cell.whole(), Some(7), "{cell:?}");
        }
        for cell in [Cell::Int(-1), Cell::Float(7.5), Cell::from("seven"), Cell::Null, Cell::Float(f64::NAN)] {
            assert_eq!(cell.whole(), None, "{cell:?}");
        }
        assert_eq!(Cell::Float(3.0).text().as_deref(), Some("3"));
        assert_eq!(Cell::Float(f64::INFINITY).number(), None);
    }

    #[test]
    fn lists_come_in_every_dress() {
        let wanted = ["a", "b"].map(str::to_owned).to_vec();
        let list = Cell::List(vec![Cell::from("a"), Cell::from("b")]);
        for cell in
            [list, Cell::from("['a', 'b']"), Cell::from("['a' 'b']"), Cell::from("[\"a\",\"b\"]"), Cell::from("a,b")]
        {
            assert_eq!(cell.clone().ids(), wanted, "{cell:?}");
        }
        for cell in [Cell::Null, Cell::from("nan"), Cell::from("[]"), Cell::List(vec![Cell::Null])] {
            assert!(cell.clone().ids().is_empty(), "{cell:?}");
        }
    }

    #[test]
    fn what_stands_for_nothing_is_nothing() {
        assert_eq!(Cell::from("NONE").telling_text(), None);
        assert_eq!(Cell::from("Nona").telling_text().as_deref(), Some("Nona"));
    }
}
