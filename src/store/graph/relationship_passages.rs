//! The passages that show a relationship: those that its extraction pointed at, else the sentence that names both of
//! its ends.

use std::collections::HashMap;

use crate::model::{DocumentId, Mention, Relationship, RelationshipId, Sentence, Span, TextUnit, TextUnitId};
use crate::store::{Reader, Result, Writer};

/// Maximum distance of two names that are mentioned together, in bytes.
const BREATH: usize = 900;

impl Writer {
    /// Stores the places at which text units show relationships.
    pub fn add_shown(&self, shown: &[(RelationshipId, TextUnitId, Span)]) -> Result<()> {
        for &(relationship, unit, span) in shown {
            self.run(
                "INSERT INTO shown (relationship, text_unit, start, end) VALUES (?1, ?2, ?3, ?4)",
                (relationship.0, unit.0, span.start as i64, span.end as i64),
            )?;
        }
        Ok(())
    }
}

impl Reader {
    /// The words that show a relationship: bytes of the document that the text unit is of. None where nobody pointed at
    /// any.
    pub fn shown(&self, relationship: RelationshipId) -> Result<Vec<(TextUnitId, Span)>> {
        let sql = "SELECT text_unit, start, end FROM shown WHERE relationship = ?1 ORDER BY rowid";
        self.all(sql, [relationship.0], |row| {
            let (start, end): (i64, i64) = (row.get(1)?, row.get(2)?);
            Ok((TextUnitId(row.get(0)?), Span::new(start.max(0) as usize, end.max(0) as usize)))
        })
    }

    /// For each of some text units the sentences that show a relationship there; all of the unit where none names both
    /// ends.
    pub(in crate::store) fn showing(&self, relationship: &Relationship, units: &[TextUnit]) -> Result<Vec<Span>> {
        let shown = self.shown(relationship.id)?;
        let mut sentences: HashMap<DocumentId, Vec<Sentence>> = HashMap::new();
        let mut showing = Vec::with_capacity(units.len());
        for unit in units {
            let pointed = shown.iter().find(|(of, _)| *of == unit.id).map(|(_, span)| *span);
            let words = match pointed {
                Some(span) => Some(span),
                None => nearest(relationship, &self.mentions_in(unit.id)?),
            };
            let Some(words) = words else {
                showing.push(unit.span);
                continue;
            };
            if let std::collections::hash_map::Entry::Vacant(e) = sentences.entry(unit.document) {
                e.insert(self.structure(unit.document)?.0);
            }
            let whole = sentences.get(&unit.document).map_or(words, |sentences| around(words, sentences));
            showing.push(Span::new(whole.start.max(unit.span.start), whole.end.min(unit.span.end)));
        }
        Ok(showing)
    }
}

/// Returns the stretch between the two ends of a relationship where they are mentioned closest to each other.
fn nearest(relationship: &Relationship, mentions: &[Mention]) -> Option<Span> {
    let of = |end| mentions.iter().filter(move |mention| mention.entity == end && !mention.span.is_empty());
    let pairs = of(relationship.source).flat_map(|a| of(relationship.target).map(move |b| (a.span, b.span)));
    let spans = pairs.map(|(a, b)| Span::new(a.start.min(b.start), a.end.max(b.end)));
    spans.min_by_key(|span| (span.len(), span.start)).filter(|span| span.len() <= BREATH)
}

/// The sentences that words stand in.
fn around(words: Span, sentences: &[Sentence]) -> Span {
    let first = sentences.partition_point(|sentence| sentence.span.end <= words.start);
    let behind = sentences.partition_point(|sentence| sentence.span.start < words.end);
    match sentences.get(first..behind) {
        Some([first, .., last]) => Span::new(first.span.start.min(words.start), last.span.end.max(words.end)),
        Some([only]) => Span::new(only.span.start.min(words.start), only.span.end.max(words.end)),
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EntityId, SentenceKind};

    #[test]
    fn the_sentence_that_names_both_ends_shows_a_relationship() {
        let at = |entity: u32, start: usize| Mention {
            entity: EntityId(entity),
            text_unit: TextUnitId(0),
            span: Span::new(start, start + 3),
        };
        let tie = Relationship {
            id: RelationshipId(0),
            source: EntityId(1),
            target: EntityId(2),
            description: String::new(),
            weight: 1.0,
            text_units: vec![TextUnitId(0)],
        };
        let words = nearest(&tie, &[at(1, 0), at(2, 500), at(1, 480), at(3, 490)]).expect("both are named");
        assert_eq!(words, Span::new(480, 503));
        assert_eq!(nearest(&tie, &[at(1, 0), at(2, 5_000)]), None, "too far apart");
        let sentence = |start, end| Sentence {
            span: Span::new(start, end),
            kind: SentenceKind::Prose,
            speaker: None,
            paragraph: 0,
            recurring: false,
        };
        let sentences = [sentence(0, 470), sentence(471, 520), sentence(521, 600)];
        assert_eq!(around(words, &sentences), Span::new(471, 520));
        assert_eq!(around(Span::new(460, 480), &sentences), Span::new(0, 520));
        assert_eq!(around(words, &[]), words);
    }
}
