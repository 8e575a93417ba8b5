//! A document's sentences as a few bytes each: variable-length numbers, positions as differences.

use crate::model::{Sentence, SentenceKind, Span};
use crate::text::numbers::varint::{put, take, unzigzag, zigzag};

/// Appended to, never reordered: files hold the positions, in three bits.
const KINDS: [SentenceKind; 8] = [
    SentenceKind::Prose,
    SentenceKind::Heading,
    SentenceKind::Item,
    SentenceKind::Row,
    SentenceKind::Furniture,
    SentenceKind::Boilerplate,
    SentenceKind::Code,
    SentenceKind::Caption,
];

/// Packs sentences that stand in order.
pub(crate) fn pack(sentences: &[Sentence]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(sentences.len() * 5);
    let (mut at, mut paragraph) = (0usize, 0u32);
    for sentence in sentences {
        let kind = KINDS.iter().position(|&kind| kind == sentence.kind).unwrap_or_default() as u64;
        let flags = kind | u64::from(sentence.recurring) << 3 | u64::from(sentence.speaker.is_some()) << 4;
        bytes.push(flags as u8);
        put(&mut bytes, zigzag(sentence.span.start as i64 - at as i64));
        put(&mut bytes, sentence.span.len() as u64);
        put(&mut bytes, zigzag(i64::from(sentence.paragraph) - i64::from(paragraph)));
        if let Some(speaker) = sentence.speaker {
            put(&mut bytes, u64::from(speaker));
        }
        (at, paragraph) = (sentence.span.end, sentence.paragraph);
    }
    bytes
}

/// Unpacks what [`pack`] made; `None` when the bytes are something else.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Vec<Sentence>> {
    let mut rest = bytes;
    let mut sentences = Vec::with_capacity(bytes.len() / 5);
    let (mut at, mut paragraph) = (0i64, 0i64);
    while let Some((&flags, after)) = rest.split_first() {
        rest = after;
        let start = at.checked_add(unzigzag(take(&mut rest)?))?;
        let end = start.checked_add(i64::try_from(take(&mut rest)?).ok()?)?;
        paragraph = paragraph.checked_add(unzigzag(take(&mut rest)?))?;
        let speaker = match flags >> 4 & 1 {
            1 => Some(u16::try_from(take(&mut rest)?).ok()?),
            _ => None,
        };
        sentences.push(Sentence {
            span: Span::new(usize::try_from(start).ok()?, usize::try_from(end).ok()?),
            kind: *KINDS.get(usize::from(flags & 7))?,
            speaker,
            paragraph: u32::try_from(paragraph).ok()?,
            recurring: flags >> 3 & 1 == 1,
        });
        at = end;
    }
    Some(sentences)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            rows in prop::collection::vec((0usize..9_000_000, 0usize..5000, 0usize..6, any::<bool>(), any::<Option<u16>>(), 0u32..90_000), 0..40)
        ) {
            let sentences: Vec<Sentence> = rows
                .into_iter()
                .map(|(start, len, kind, recurring, speaker, paragraph)| Sentence {
                    span: Span::new(start, start + len),
                    kind: KINDS[kind],
                    speaker,
                    paragraph,
                    recurring,
                })
                .collect();
            prop_assert_eq!(unpack(&pack(&sentences)), Some(sentences));
        }

        #[test]
        fn other_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some(sentences) = unpack(&bytes) {
                prop_assert_eq!(unpack(&pack(&sentences)), Some(sentences));
            }
        }
    }
}
