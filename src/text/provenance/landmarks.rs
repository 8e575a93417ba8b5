//! Where the parts of a file begin in the text that was made of it: pages, sheets, messages, time stamps. With the span
//! map this is the way back: the map leads to bytes where the file is text, landmarks to a page where it is not.

use crate::model::{Locator, LocatorKind, LocatorValue};
use crate::text::numbers::varint::{put, take, unzigzag, zigzag};

/// The beginnings of parts, each kind in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landmarks {
    /// The file is no text, or the text lies packed in it: offsets count in the extracted text.
    pub extracted: bool,
    kinds: Vec<(LocatorKind, Vec<(usize, LocatorValue)>)>,
}

/// Bytes that are no landmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pages of a document cannot be read: index the folder again")]
pub struct BadLandmarks;

impl Landmarks {
    /// Of a file whose text has to be unpacked.
    pub fn of_extracted() -> Self {
        Self { extracted: true, kinds: Vec::new() }
    }

    /// A part begins at `at`, which never goes back within a kind.
    pub fn add(&mut self, at: usize, kind: LocatorKind, value: impl Into<LocatorValue>) {
        let value = value.into();
        let slot = match self.kinds.binary_search_by_key(&kind, |(known, _)| *known) {
            Ok(slot) => slot,
            Err(slot) => {
                self.kinds.insert(slot, (kind, Vec::new()));
                slot
            }
        };
        let marks = &mut self.kinds[slot].1;
        match marks.last_mut() {
            // Nothing stood in the part before.
            Some(last) if last.0 >= at => last.1 = value,
            Some(last) if last.1 == value => {}
            _ => marks.push((at, value)),
        }
    }

    /// All of the text lies in this part, which holds the others.
    pub fn within(&mut self, kind: LocatorKind, value: impl Into<LocatorValue>) {
        self.kinds.retain(|(known, _)| *known != kind);
        self.add(0, kind, value);
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the parts that hold the byte at `at` of the text.
    pub fn at(&self, at: usize) -> Option<Locator> {
        let mut found: Vec<(usize, LocatorKind, &LocatorValue)> = Vec::new();
        for (kind, marks) in &self.kinds {
            let next = marks.partition_point(|(start, _)| *start <= at);
            // What stands before the first page stands on it.
            let Some((start, value)) = next.checked_sub(1).or(Some(0)).and_then(|index| marks.get(index)) else {
                continue;
            };
            if *start > at && !matches!(kind, LocatorKind::Page | LocatorKind::Time | LocatorKind::Slide) {
                continue;
            }
            // A row or a heading of the part before says nothing of this one.
            let outer = match kind {
                LocatorKind::Row => LocatorKind::Sheet,
                LocatorKind::Section => LocatorKind::Chapter,
                _ => LocatorKind::Member,
            };
            if found.iter().any(|(begun, known, _)| *known == outer && begun > start) {
                continue;
            }
            found.push((*start, *kind, value));
        }
        Locator::new(found.into_iter().map(|(_, kind, value)| (kind, value.clone())).collect())
    }

    /// Writes them as few bytes; nothing for a text file without parts.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.extracted && self.kinds.is_empty() {
            return out;
        }
        out.push(u8::from(self.extracted));
        for (kind, marks) in &self.kinds {
            out.push(*kind as u8);
            put(&mut out, marks.len() as u64);
            let (mut last, mut number) = (0, 0u32);
            for (at, value) in marks {
                put(&mut out, (*at - last) as u64);
                last = *at;
                match value {
                    LocatorValue::Number(value) => {
                        // Most numbers follow the one before: the difference takes one byte.
                        let step = i64::from(*value) - i64::from(number);
                        put(&mut out, zigzag(step) << 1);
                        number = *value;
                    }
                    LocatorValue::Name(name) => {
                        put(&mut out, (name.len() as u64) << 1 | 1);
                        out.extend_from_slice(name.as_bytes());
                    }
                }
            }
        }
        out
    }

    /// Reads what [`Landmarks::encode`] wrote.
    ///
    /// # Errors
    /// Anything else is refused, however it is broken.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadLandmarks> {
        Self::read(bytes).ok_or(BadLandmarks)
    }

    fn read(mut bytes: &[u8]) -> Option<Self> {
        let Some((flags, rest)) = bytes.split_first() else { return Some(Self::default()) };
        let mut found = Self { extracted: *flags == 1, kinds: Vec::new() };
        if *flags > 1 {
            return None;
        }
        bytes = rest;
        while let Some((kind, rest)) = bytes.split_first() {
            bytes = rest;
            let kind = *LocatorKind::ALL.get(usize::from(*kind))?;
            if found.kinds.last().is_some_and(|(last, _)| *last >= kind) {
                return None;
            }
            let count = take(&mut bytes)?;
            let mut marks = Vec::new();
            let (mut at, mut number) = (0usize, 0i64);
            for _ in 0..count {
                at = at.checked_add(usize::try_from(take(&mut bytes)?).ok()?)?;
                let tag = take(&mut bytes)?;
                let value = if tag & 1 == 0 {
                    number = number.checked_add(unzigzag(tag >> 1))?;
                    LocatorValue::Number(u32::try_from(number).ok()?)
                } else {
                    let (name, rest) = bytes.split_at_checked(usize::try_from(tag >> 1).ok()?)?;
                    bytes = rest;
                    LocatorValue::Name(std::str::from_utf8(name).ok()?.to_owned())
                };
                marks.push((at, value));
            }
            found.kinds.push((kind, marks));
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_place_lies_in_the_parts_that_began_before_it() {
        let mut marks = Landmarks::of_extracted();
        marks.add(0, LocatorKind::Sheet, "Costs");
        marks.add(0, LocatorKind::Row, 1);
        marks.add(10, LocatorKind::Row, 2);
        marks.add(20, LocatorKind::Sheet, "Staff");
        marks.add(25, LocatorKind::Row, 1);
        let said = |at| marks.at(at).map(|locator| locator.to_string()).unwrap_or_default();
        assert_eq!(said(3), "sheet Costs, row 1");
        assert_eq!(said(19), "sheet Costs, row 2");
        assert_eq!(said(22), "sheet Staff");
        assert_eq!(said(1_000), "sheet Staff, row 1");
        marks.within(LocatorKind::Member, "a.xlsx");
        assert_eq!(marks.at(12).expect("there").to_string(), "a.xlsx, sheet Costs, row 2");
    }

    fn landmarks() -> impl Strategy<Value = Landmarks> {
        let mark = (
            0..11usize,
            0..50usize,
            prop_oneof![any::<u32>().prop_map(LocatorValue::Number), "\\PC{0,6}".prop_map(LocatorValue::Name)],
        );
        (any::<bool>(), prop::collection::vec(mark, 0..40)).prop_map(|(extracted, made)| {
            let mut marks = Landmarks { extracted, ..Landmarks::default() };
            let mut at = 0;
            for (kind, step, value) in made {
                at += step;
                marks.add(at, LocatorKind::ALL[kind], value);
            }
            marks
        })
    }

    proptest! {
        #[test]
        fn written_and_read_they_are_the_same(marks in landmarks()) {
            prop_assert_eq!(Landmarks::decode(&marks.encode()), Ok(marks));
        }

        #[test]
        fn garbage_is_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(marks) = Landmarks::decode(&bytes) {
                marks.at(7);
            }
        }
    }
}
