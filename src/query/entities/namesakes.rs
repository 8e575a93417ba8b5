//! A full name of the question that nobody in the index bears, where others have its surname: what they say is theirs,
//! and must not be read as an answer about whoever was asked about.

use strsim::osa_distance;

use super::relation::{self, bearers, ends_with, is_office};
use crate::index::merge::may_be_called;
use crate::judgement::quotation::plain;
use crate::model::{Ref, TraceStep, cite};
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::store::Reader;
use crate::text::display::spacing::enumerated;
use crate::text::question::Reading;
use crate::text::words::terms::folded;

/// Others of a surname that are told.
const OTHERS: usize = 3;
/// Letters of a word that may be misspelt, at least.
const SPELT: usize = 4;

/// Says beforehand of each full name of a question that nobody bears it, and who else has the surname; where somebody's
/// words are asked for and the question was narrowed to another's, whose they are.
pub(in crate::query) fn told(reader: &Reader, ask: &Ask, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    let reading = ask.question.whole_reading();
    if let Some(name) = typed_small(&reading)
        && let Some(meant) = called_nearly(reader, &name)?
    {
        say_meant(&name, &meant, writing);
    }
    if let Some((called, marks)) = several(reader, &reading)? {
        writing.say(format!("Several are {called}. {marks}\n\n"));
        writing.trace(TraceStep::Note { text: format!("several are {called}") });
    }
    for name in &reading.names {
        let mut others = namesakes(reader, name)?;
        let speak = |other: &String| ask.question.said_by.contains(other);
        let of_words = others.iter().any(speak);
        others.retain(|other| !of_words || speak(other));
        others.truncate(OTHERS);
        if others.is_empty() {
            if let Some(meant) = called_nearly(reader, name)? {
                say_meant(name, &meant, writing);
            }
            continue;
        }
        let (name, names) = (plain(name), enumerated(&others, "and"));
        let note = match others.as_slice() {
            _ if of_words => format!("nobody called {name} is mentioned; of {}:", plain(&names)),
            [_] => format!("nobody called {name} is mentioned; another with that surname is {}.", plain(&names)),
            _ => format!("nobody called {name} is mentioned; others with that surname are {}.", plain(&names)),
        };
        writing.say(format!("N{}\n\n", &note[1..]));
        writing.trace(TraceStep::Note { text: note.trim_end_matches(['.', ':']).to_owned() });
    }
    Ok(())
}

/// Who bears the one name by which a question asks who somebody is, where that is not one of them by far: "called Voss:
/// Ada Voss and Tom Voss", with their citations.
fn several(reader: &Reader, reading: &Reading) -> Result<Option<(String, String)>, QueryError> {
    let [name] = reading.names.as_slice() else { return Ok(None) };
    if !relation::asks_of_one(reading) || name.contains(' ') || relation::clearly_one(reader, name)? {
        return Ok(None);
    }
    let mut all = bearers(reader, name)?;
    all.retain(|row| row.name.contains(' '));
    all.truncate(OTHERS);
    let names: Vec<String> = all.iter().map(|row| plain(&row.name)).collect();
    let marks = cite(all.iter().map(|row| Ref::from(row.id)));
    let called = || format!("called {}: {}", plain(name), enumerated(&names, "and"));
    Ok((all.len() > 1).then(|| (called(), marks)))
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

/// What "who is desmond quill" asks for: a name that is typed without capitals.
fn typed_small(reading: &Reading) -> Option<String> {
    let is_asked = reading.names.is_empty() && reading.wants.person;
    is_asked.then(|| reading.content.join(" "))
}

fn say_meant(name: &str, meant: &str, writing: &mut Writing<'_>) {
    let note = format!("obody called {} is mentioned: did you mean {}?", plain(name), plain(meant));
    writing.say(format!("N{note}\n\n"));
    writing.trace(TraceStep::Note { text: format!("n{note}") });
}

/// Whoever is called like a full name that is nobody's, but for a letter amiss in a word of it.
fn called_nearly(reader: &Reader, name: &str) -> Result<Option<String>, QueryError> {
    let wanted = folded(name);
    if wanted.len() < 2 || is_borne(reader, name)? {
        return Ok(None);
    }
    let is_near =
        |own: &String, word: &String| own == word || word.chars().count() >= SPELT && osa_distance(own, word) == 1;
    // One word of it at least is spelt rightly.
    for word in &wanted {
        let meant = bearers(reader, word)?.into_iter().map(|row| row.name).find(|own| {
            let own = folded(own);
            own.len() == wanted.len() && own.iter().zip(&wanted).all(|(own, word)| is_near(own, word))
        });
        if meant.is_some() {
            return Ok(meant);
        }
    }
    Ok(None)
}

/// True for a full name that stands in the index as it is written, be it of somebody or of something.
pub(in crate::query) fn is_borne(reader: &Reader, name: &str) -> Result<bool, QueryError> {
    Ok(!reader.entities_named(name)?.is_empty() || !reader.text_units_with(&format!("\"{name}\""), true, 1)?.is_empty())
}
