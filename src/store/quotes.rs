//! What can be quoted of a document's sentences, as a few bytes each.

use crate::model::Span;
use crate::text::standalone::Quote;
use crate::text::varint::{put, take};

/// Packs what can be quoted of each sentence.
pub(super) fn pack(quotes: &[Option<Quote>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(quotes.len() * 3);
    for quote in quotes {
        match quote {
            None => put(&mut bytes, 0),
            Some(quote) => {
                put(&mut bytes, quote.span.start as u64 + 1);
                put(&mut bytes, quote.span.len() as u64);
                bytes.extend_from_slice(&quote.worth.to_le_bytes());
            }
        }
    }
    bytes
}

/// Unpacks what [`pack`] made; `None` when the bytes are something else.
pub(super) fn unpack(mut bytes: &[u8]) -> Option<Vec<Option<Quote>>> {
    let mut quotes = Vec::with_capacity(bytes.len());
    while !bytes.is_empty() {
        quotes.push(match take(&mut bytes)? {
            0 => None,
            start => {
                let start = usize::try_from(start - 1).ok()?;
                let end = start.checked_add(usize::try_from(take(&mut bytes)?).ok()?)?;
                let (worth, rest) = bytes.split_first_chunk()?;
                bytes = rest;
                Some(Quote { span: Span::new(start, end), worth: f32::from_le_bytes(*worth) })
            }
        });
    }
    Some(quotes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(quotes in prop::collection::vec(prop::option::of((0usize..4_000, 0usize..400, 0.0f32..1.0)), 0..30)) {
            let quotes: Vec<Option<Quote>> = quotes
                .into_iter()
                .map(|quote| quote.map(|(start, len, worth)| Quote { span: Span::new(start, start + len), worth }))
                .collect();
            prop_assert_eq!(unpack(&pack(&quotes)), Some(quotes));
        }

        #[test]
        fn other_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            unpack(&bytes);
        }
    }
}
