//! Where a passage stands in a file that has no lines: its page, sheet, slide, message, time stamp.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// What a part of a file is called. The order is the one a person names them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LocatorKind {
    /// A file inside an archive, or attached to a message.
    Member,
    /// A message of a mailbox, from 1.
    Message,
    /// A chapter of a book.
    Chapter,
    Sheet,
    /// A row of a sheet, from 1.
    Row,
    /// From 1.
    Slide,
    /// From 1.
    Page,
    /// A heading.
    Section,
    /// From 1.
    Paragraph,
    /// A cell of a notebook, from 1.
    Cell,
    /// Seconds from the beginning.
    Time,
}

impl LocatorKind {
    pub const ALL: [LocatorKind; 11] = [
        LocatorKind::Member,
        LocatorKind::Message,
        LocatorKind::Chapter,
        LocatorKind::Sheet,
        LocatorKind::Row,
        LocatorKind::Slide,
        LocatorKind::Page,
        LocatorKind::Section,
        LocatorKind::Paragraph,
        LocatorKind::Cell,
        LocatorKind::Time,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            LocatorKind::Member => "member",
            LocatorKind::Message => "message",
            LocatorKind::Chapter => "chapter",
            LocatorKind::Sheet => "sheet",
            LocatorKind::Row => "row",
            LocatorKind::Slide => "slide",
            LocatorKind::Page => "page",
            LocatorKind::Section => "section",
            LocatorKind::Paragraph => "paragraph",
            LocatorKind::Cell => "cell",
            LocatorKind::Time => "time",
        }
    }
}

/// The number or the name of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocatorValue {
    Number(u32),
    Name(String),
}

impl From<u32> for LocatorValue {
    fn from(number: u32) -> Self {
        LocatorValue::Number(number)
    }
}

impl From<&str> for LocatorValue {
    fn from(name: &str) -> Self {
        LocatorValue::Name(name.to_owned())
    }
}

/// The parts that hold a place, outermost first; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locator(Vec<(LocatorKind, LocatorValue)>);

impl Locator {
    /// Makes a locator of parts in the order of their kinds; none of no parts.
    pub fn new(parts: Vec<(LocatorKind, LocatorValue)>) -> Option<Self> {
        (!parts.is_empty()).then_some(Self(parts))
    }

    pub fn get(&self, kind: LocatorKind) -> Option<&LocatorValue> {
        self.0.iter().find(|(known, _)| *known == kind).map(|(_, value)| value)
    }
}

/// `01:02:03`
fn clock(seconds: u32) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

impl std::fmt::Display for Locator {
    /// As a person would say it: `minutes.pdf, p. 12`, `sheet Costs, row 3`, `at 00:01:02`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let paged = self.get(LocatorKind::Page).is_some();
        let mut first = true;
        for (kind, value) in &self.0 {
            // A page says where a paragraph is, better than its number does.
            if *kind == LocatorKind::Paragraph && paged {
                continue;
            }
            if !std::mem::take(&mut first) {
                f.write_str(", ")?;
            }
            match (kind, value) {
                (LocatorKind::Time, LocatorValue::Number(seconds)) => write!(f, "at {}", clock(*seconds))?,
                (LocatorKind::Page, LocatorValue::Number(page)) => write!(f, "p. {page}")?,
                (LocatorKind::Member | LocatorKind::Chapter, LocatorValue::Name(name)) => f.write_str(name)?,
                (LocatorKind::Section, LocatorValue::Name(name)) => write!(f, "“{name}”")?,
                (kind, LocatorValue::Number(number)) => write!(f, "{} {number}", kind.name())?,
                (kind, LocatorValue::Name(name)) => write!(f, "{} {name}", kind.name())?,
            }
        }
        Ok(())
    }
}

impl Serialize for Locator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (kind, value) in &self.0 {
            match (kind, value) {
                (LocatorKind::Time, LocatorValue::Number(seconds)) => {
                    map.serialize_entry(kind.name(), &clock(*seconds))?
                }
                (_, LocatorValue::Number(number)) => map.serialize_entry(kind.name(), number)?,
                (_, LocatorValue::Name(name)) => map.serialize_entry(kind.name(), name)?,
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locator_is_said_and_written() {
        let locator = Locator::new(vec![
            (LocatorKind::Member, "box/minutes.pdf".into()),
            (LocatorKind::Page, 12.into()),
            (LocatorKind::Paragraph, 40.into()),
        ])
        .expect("parts");
        assert_eq!(locator.to_string(), "box/minutes.pdf, p. 12");
        let json = serde_json::to_string(&locator).expect("writable");
        assert_eq!(json, r#"{"member":"box/minutes.pdf","page":12,"paragraph":40}"#);
        let time = Locator::new(vec![(LocatorKind::Time, 3723.into())]).expect("parts");
        assert_eq!(
            (time.to_string(), serde_json::json!(time).to_string()),
            ("at 01:02:03".into(), r#"{"time":"01:02:03"}"#.into())
        );
        assert_eq!(Locator::new(Vec::new()), None);
    }
}
