//! A full name of the question that nobody in the index bears, where others have its surname: what they say is theirs,
//! and must not be read as an answer about whoever was asked about.

use super::relation::{bearers, ends_with};
use super::writing::Writing;
use super::{Ask, QueryError};
use crate::index::merge::may_be_called;
use crate::judgement::quotation::plain;
use crate::model::TraceStep;
use crate::store::Reader;
use crate::text::names::lexicon::{Flags, flags};
use crate::text::question::Reading;
use crate::text::spacing::enumerated;

/// Others of a surname that are told.
const OTHERS: usize = 3;

/// Says beforehand of each full name of a question that nobody bears it, and who else has the surname; where somebody's
/// words are asked for and the question was narrowed to another's, whose they are.
pub(super) fn told(reader: &Reader, ask: &Ask, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    for name in Reading::of(&ask.question.text).names {
        let mut others = namesakes(reader, &name)?;
        let speak = |other: &String| ask.question.said_by.contains(other);
        let of_words = others.iter().any(speak);
        others.retain(|other| !of_words || speak(other));
        others.truncate(OTHERS);
        let (name, names) = (plain(&name), enumerated(&others, "and"));
        let note = match others.as_slice() {
            [] => continue,
            _ if of_words => format!("nobody called {name} is named; of {}:", plain(&names)),
            [_] => format!("nobody called {name} is named; another of that surname is {}.", plain(&names)),
            _ => format!("nobody called {name} is named; others of that surname are {}.", plain(&names)),
        };
        writing.say(format!("N{}\n\n", &note[1..]));
        writing.trace(TraceStep::Note { text: note.trim_end_matches(['.', ':']).to_owned() });
    }
    Ok(())
}

/// Who has the surname of a full name that is nobody's; nobody where it is somebody's, or no name of a person.
fn namesakes(reader: &Reader, name: &str) -> Result<Vec<String>, QueryError> {
    let words: Vec<&str> = name.split(' ').collect();
    let Some((surname, front)) = words.split_last() else { return Ok(Vec::new()) };
    let first = front.iter().find(|word| !is_office(word));
    if first.is_none() || is_borne(reader, name)? {
        return Ok(Vec::new());
    }
    let mut others: Vec<String> = Vec::new();
    for row in bearers(reader, surname)?.into_iter().filter(|row| ends_with(&row.name, surname)) {
        if may_be_called(&row.name, &reader.entity(row.id)?.aliases, name) {
            return Ok(Vec::new());
        }
        others.push(row.name);
    }
    Ok(others)
}

/// True for a full name that stands in the index as it is written, be it of somebody or of something.
pub(super) fn is_borne(reader: &Reader, name: &str) -> Result<bool, QueryError> {
    Ok(!reader.entities_named(name)?.is_empty() || !reader.text_units_with(&format!("\"{name}\""), true, 1)?.is_empty())
}

fn is_office(word: &str) -> bool {
    flags(word).has(Flags::ROLE | Flags::HONORIFIC)
}
