//! What was found in a text unit, as a few bytes: names are places in the text, so that only the places are kept.
//!
//! A model's extraction has words of its own and is not packed: its answers are kept in the ledger.

use crate::judgement::{ExtractedEntity, Extraction};
use crate::model::{EntityType, Span};
use crate::text::numbers::varint::{put, take, unzigzag, zigzag};

const KINDS: [EntityType; 8] = EntityType::NAMED;

/// What was found in a text unit, as it is kept while a build lasts.
#[derive(Debug)]
pub enum UnitFindings {
    /// Names and their places.
    Packed(Box<[u8]>),
    /// More than that.
    Whole(Box<Extraction>),
}

impl Default for UnitFindings {
    fn default() -> Self {
        UnitFindings::Packed(Box::default())
    }
}

impl UnitFindings {
    /// Takes what was found in a document's `text`.
    pub fn of(extraction: Extraction, text: &str) -> Self {
        match pack(&extraction, text) {
            Some(packed) => UnitFindings::Packed(packed.into()),
            None => UnitFindings::Whole(Box::new(extraction)),
        }
    }

    /// What was found, of the same text.
    pub fn unpacked(&self, text: &str) -> Extraction {
        match self {
            UnitFindings::Packed(packed) => unpack(packed, text).unwrap_or_default(),
            UnitFindings::Whole(extraction) => (**extraction).clone(),
        }
    }
}

/// Packs what was found in a document's `text`; `None` when it holds more than names and their places.
pub fn pack(extraction: &Extraction, text: &str) -> Option<Vec<u8>> {
    if !extraction.relationships.is_empty() || !extraction.claims.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(extraction.entities.len() * 5);
    let mut at = 0;
    for entity in &extraction.entities {
        let first = entity.mentions.first()?;
        if entity.description.is_some() || first.slice(text)? != entity.name {
            return None;
        }
        let kind = match &entity.kind {
            Some(kind) => 1 + KINDS.iter().position(|known| known == kind)? as u64,
            None => 0,
        };
        put(&mut bytes, kind << 1 | u64::from(entity.sure));
        put(&mut bytes, entity.mentions.len() as u64);
        for mention in &entity.mentions {
            put(&mut bytes, zigzag(mention.start as i64 - at));
            put(&mut bytes, mention.len() as u64);
            at = mention.start as i64;
        }
    }
    Some(bytes)
}

/// Unpacks what [`pack`] made of the same text; `None` when the bytes are something else.
pub fn unpack(mut bytes: &[u8], text: &str) -> Option<Extraction> {
    let mut entities = Vec::new();
    let mut at = 0i64;
    while !bytes.is_empty() {
        let head = take(&mut bytes)?;
        let kind = match head >> 1 {
            0 => None,
            kind => Some(KINDS.get(usize::try_from(kind - 1).ok()?)?.clone()),
        };
        let mut mentions = Vec::new();
        for _ in 0..take(&mut bytes)? {
            at = at.checked_add(unzigzag(take(&mut bytes)?))?;
            let start = usize::try_from(at).ok()?;
            let end = start.checked_add(usize::try_from(take(&mut bytes)?).ok()?)?;
            mentions.push(Span::new(start, end));
        }
        let name = mentions.first()?.slice(text)?.to_owned();
        entities.push(ExtractedEntity { name, kind, sure: head & 1 == 1, description: None, mentions });
    }
    Some(Extraction { entities, ..Extraction::default() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "Ada Quill met the harbour board at Kelpmouth; Ada Quill was late, as the board noted.";

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            found in prop::collection::vec((0usize..80, 1usize..6, prop::option::of(0usize..8), any::<bool>(), 0usize..3), 0..12)
        ) {
            let entities = found
                .into_iter()
                .map(|(start, len, kind, sure, more)| {
                    let first = Span::new(start, start + len);
                    ExtractedEntity {
                        name: first.slice(TEXT).unwrap().to_owned(),
                        kind: kind.map(|kind| KINDS[kind].clone()),
                        sure,
                        description: None,
                        mentions: (0..=more).map(|by| first.shifted(by * 7)).collect(),
                    }
                })
                .collect();
            let extraction = Extraction { entities, ..Extraction::default() };
            let packed = pack(&extraction, TEXT).unwrap();
            prop_assert_eq!(unpack(&packed, TEXT), Some(extraction));
        }

        #[test]
        fn other_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            for found in unpack(&bytes, TEXT).into_iter().flat_map(|extraction| extraction.entities) {
                prop_assert!(found.mentions.iter().all(|place| place.slice(TEXT).is_some()));
            }
        }
    }

    #[test]
    fn a_models_own_words_are_not_packed() {
        let entity = ExtractedEntity {
            name: "Ada Quill".to_owned(),
            kind: None,
            sure: true,
            description: Some("A clerk.".to_owned()),
            mentions: vec![Span::new(0, 9)],
        };
        assert_eq!(pack(&Extraction { entities: vec![entity], ..Extraction::default() }, TEXT), None);
    }
}
