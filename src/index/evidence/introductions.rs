//! Who or what somebody or something is, as a sentence says it that names them: an office beside a name, what stands
//! behind it between commas, a definition.

use crate::index::merge::kinds::decision::defined;
use crate::model::{Entity, EntityType, Span};
use crate::text::statements::office::{ENTITLED, Sought};
use crate::text::statements::stance::{Definition, definition_at};

/// Bytes that may stand before a name that opens its sentence: "So, the ".
const OPENING: usize = 8;

/// True for a sentence that tells somebody who knows nothing of it who or what the entity is that it names at a place
/// (bytes).
pub(in crate::index) fn introduces(sentence: &str, name: Span, entity: &Entity) -> bool {
    let called = name.slice(sentence).unwrap_or_default();
    let before = sentence.get(..name.start).unwrap_or_default();
    let behind = sentence.get(name.end..).unwrap_or_default();
    let person = entity.kind == EntityType::Person;
    if person && called.contains(' ') && has_office(sentence, name, called) {
        return true;
    }
    // Most mentions have no room for more.
    if name.start > OPENING && !behind.trim_start().starts_with([',', '(', '—', '–']) {
        return false;
    }
    // What is told of the kind of somebody else is no introduction.
    if defined(before, called, behind).is_some_and(|told| !told.labelled && told.kind == entity.kind) {
        return true;
    }
    // "Ada: please", "ORSK - COMMITTEE" have the form of a glossary and explain nothing.
    match definition_at(sentence, name) {
        Some(Definition::Any | Definition::Is | Definition::Apposition) => !person || called.contains(' '),
        Some(Definition::Means) => !person,
        _ => false,
    }
}

/// True where an office or a trade stands beside somebody's name. A title in front of it (*Mayor Voss*) is how one is
/// called.
fn has_office(sentence: &str, name: Span, called: &str) -> bool {
    let told = Sought::Name(called.to_owned()).told(sentence, None, "");
    told.is_some_and(|(span, plain)| {
        let in_front = sentence.get(span.start..name.start).unwrap_or_default();
        let is_title = span.end <= name.end && !in_front.trim_end().ends_with([',', '(', ':']);
        plain >= ENTITLED && !is_title
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    fn says(sentence: &str, name: &str, kind: EntityType) -> bool {
        let entity = Entity { kind, ..samples::entity(0, name) };
        let start = sentence.find(name).expect("the name stands in the sentence");
        introduces(sentence, Span::new(start, start + name.len()), &entity)
    }

    #[test]
    fn an_office_beside_a_name_says_who_somebody_is() {
        for sentence in [
            "Ada Voss, the harbour master, left in March.",
            "She rang their new finance director, Ada Voss, who laughed.",
            "Ada Voss was a diver at the quay from 1990 to 2004.",
            "Keeper: Ada Voss, treasurer.",
        ] {
            assert!(says(sentence, "Ada Voss", EntityType::Person), "{sentence}");
        }
        for sentence in [
            "Ada Voss left in March with a parcel.",
            "They told Captain Ada Voss of it on the day.",
            "Ada Voss, the keeper said, was late.",
        ] {
            assert!(!says(sentence, "Ada Voss", EntityType::Person), "{sentence}");
        }
        assert!(!says("Ada is a dear.", "Ada", EntityType::Person), "a lone name is told by its document");
        assert!(!says("Ada: please write to the board.", "Ada", EntityType::Person));
    }

    #[test]
    fn a_definition_or_what_stands_between_commas_says_what_a_thing_is() {
        let (body, place, term) = (EntityType::Organisation, EntityType::Place, EntityType::Concept);
        for (sentence, name, kind) in [
            ("Orsk Power (ORK), the maker of slow turbines, has a new chair.", "Orsk Power", body.clone()),
            ("It was sold to Orsk Power, a company that builds dams, in May.", "Orsk Power", body.clone()),
            ("Tolland is a fishing village in the north.", "Tolland", place),
            ("A tide gate is any door that the sea shuts.", "tide gate", term.clone()),
        ] {
            assert!(says(sentence, name, kind), "{sentence}");
        }
        for (sentence, name, kind) in [
            ("ORSK POWER - MINUTES OF THE MEETING", "ORSK POWER", body.clone()),
            ("The tide gate was shut on Sunday.", "tide gate", term),
            ("Orsk Power was seventeen percent of it.", "Orsk Power", body),
        ] {
            assert!(!says(sentence, name, kind), "{sentence}");
        }
    }
}
