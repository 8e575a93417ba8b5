//! Handles: whoever a list of the pile says goes by one is meant where a text has it behind its sign, *@lamp*.

use crate::index::merge::table::{Occurrence, PERSON, Table};
use crate::judgement::Passages;
use crate::model::SentenceKind;
use crate::text::speakers::handles::Handles;
use crate::text::words::fold;

/// Adds the places where people who are named in full are called by their handles. What names a writer finds them by
/// these as well.
pub(in crate::index::merge) fn take(table: &mut Table, passages: &dyn Passages) {
    let mut handles = Handles::default();
    for document in 0..table.documents {
        let first = table.units.of(document).first();
        first.into_iter().for_each(|&unit| handles.take(passages.text(unit as usize)));
    }
    let mut known = false;
    for (handle, name) in handles.iter() {
        if let Some(&person) = table.by_key.get(&fold::key(name)) {
            table.by_key.entry(format!("@{handle}")).or_insert(person);
            known = true;
        }
    }
    if !known {
        return;
    }
    for unit in 0..passages.len() {
        let passage = passages.at(unit);
        for number in passage.sentences.clone() {
            let Some(sentence) = passage.document.sentences.get(number) else { continue };
            let fresh = sentence.span.start >= passage.unit.fresh_from && !sentence.recurring;
            let Some(text) = sentence.span.slice(&passage.document.text) else { continue };
            if fresh && sentence.kind != SentenceKind::Code {
                let mentioned = |(at, name): (usize, u32), len: usize| Occurrence {
                    name,
                    unit: unit as u32,
                    document: table.document_of[unit],
                    sentence: number as u32,
                    start: (sentence.span.start + at) as u32,
                    end: (sentence.span.start + at + len) as u32,
                    sure: true,
                    proper: true,
                    kind: Some(PERSON as u8),
                };
                let found: Vec<Occurrence> = mentions(text)
                    .filter_map(|(at, handle)| {
                        let name = *table.by_key.get(&handle.to_lowercase())?;
                        Some(mentioned((at, name), handle.len()))
                    })
                    .collect();
                table.occurrences.extend(found);
            }
        }
    }
    table.sort_occurrences();
}

/// Words behind the sign of a handle, with it and where they stand; an address of mail has something in front.
fn mentions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let places = text.match_indices('@').filter(|&(at, _)| !text[..at].ends_with(char::is_alphanumeric));
    places.map(|(at, _)| {
        let rest = &text[at + 1..];
        let word = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))).unwrap_or(rest.len());
        (at, text[at..at + 1 + word].trim_end_matches(['.', '-', '_']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_stand_behind_their_sign() {
        let found: Vec<_> =
            mentions("Ask @lamp. Or @tarn_2, not ada@voss.example.").map(|(_, handle)| handle).collect();
        assert_eq!(found, ["@lamp", "@tarn_2"]);
    }
}
