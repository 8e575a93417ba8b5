//! Questions for somebody's own words: "according to Ada Voss", "what does Ada Voss say about …?". Where the documents
//! have her as somebody who speaks, what she says is looked at, and what others say that she said. Where that is
//! nothing, the question is asked of all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::documents::WHOLE;
use crate::model::{DocumentId, Scope, Span, TextUnitId, TraceStep};
use crate::query::context::lone_names::lone_names;
use crate::query::context::titles::{Title, Titles};
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::retrieve::Filter;
use crate::store::Reader;
use crate::text::display::spacing::enumerated;
use crate::text::layout::sentences::split;
use crate::text::question::{Attribution, Reporting, is_content};
use crate::text::titles::designators::is_part;
use crate::text::words::fold;
use crate::text::words::terms::{folded, is_stop};
use crate::text::words::wordlist::is_title_of_person;

/// Whoever speaks in so many times as many documents as another of the name is the one meant.
const CLEARLY: usize = 3;
/// Documents whose speakers are looked through for one whom the graph does not know.
const LOOKED_THROUGH: usize = 2_000;

/// Text units that name somebody in which it is looked for what they said.
const REPORTED: usize = 400;

/// Somebody who speaks, as the documents call them, and where.
struct Speaker {
    name: String,
    documents: Vec<DocumentId>,
}

/// The question within what those say whose words it asks for, where all of them speak somewhere in its scope.
pub(in crate::query) fn narrowed(
    titles: &Titles<'_>,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    if !ask.scope.speakers.is_empty() {
        return Ok(ask);
    }
    let Some(mut told) = ask.question.attribution().map(Arc::unwrap_or_clone) else { return Ok(ask) };
    let mut documents: Vec<DocumentId> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for name in &told.names {
        let by_others = told.deed && told.stance.is_none();
        let found = if by_others { None } else { speaker(titles.reader, name, &ask.scope)? };
        let Some(speaker) = found else {
            let ask = titled_by(titles, ask, &told, writing)?;
            return if told.deed { Ok(ask) } else { told_by_others(titles.reader, ask, told, writing) };
        };
        let shortened = shortened(titles.reader, &speaker, &ask.scope)?;
        for speaker in std::iter::once(speaker).chain(shortened) {
            documents.extend(speaker.documents);
            names.push(speaker.name);
        }
    }
    let called = std::mem::replace(&mut told.names, names);
    documents.sort_unstable();
    documents.dedup();
    let said_by = [&*told.names, &*called].concat();
    let reported = reported(titles.reader, &said_by, &ask.scope, |_| true)?;
    let mut scope = Scope { speakers: told.names.clone(), ..ask.scope.clone() };
    if scope.names_no_part() {
        scope.documents = documents;
    }
    if reported.is_empty() && Filter::new(titles.reader, &scope)?.is_empty() {
        writing.trace(TraceStep::Note {
            text: format!("nothing is known to be said by {}", enumerated(&told.names, "and")),
        });
        return Ok(ask);
    }
    if told.rest.is_empty() {
        ask.question.looked_for = Some(WHOLE.to_owned());
    }
    writing.trace(TraceStep::Note { text: format!("of what {} says: {}", enumerated(&told.names, "and"), told.rest) });
    ask.scope = scope;
    ask.reported = reported.into_iter().map(|(unit, _)| unit).collect();
    ask.question.said_by = said_by;
    Ok(ask)
}

/// The question within what others tell that somebody said who speaks nowhere, where that is on the matter.
fn told_by_others(
    reader: &Reader,
    mut ask: Ask,
    told: Attribution,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    // What somebody wrote is told in more ways than "she wrote".
    if !ask.question.said_by.is_empty() || told.written {
        return Ok(ask);
    }
    let matter: Vec<String> = folded(&told.rest).into_iter().filter(|word| is_content(word)).collect();
    let on_it = |sentence: &str| {
        let words = folded(sentence);
        matter.is_empty() || matter.iter().any(|word| words.contains(word))
    };
    let reported = reported(reader, &told.names, &ask.scope, on_it)?;
    if reported.is_empty() {
        return Ok(ask);
    }
    writing.trace(TraceStep::Note {
        text: format!("of what others tell that {} said: {}", enumerated(&told.names, "and"), told.rest),
    });
    if matter.is_empty() {
        ask.question.looked_for = Some(WHOLE.to_owned());
    }
    if ask.scope.names_no_part() {
        ask.scope.documents = reported.iter().map(|(_, document)| *document).collect();
        ask.scope.documents.dedup();
    }
    ask.scope.speakers.clone_from(&told.names);
    ask.reported = reported.into_iter().map(|(unit, _)| unit).collect();
    ask.question.said_by = told.names;
    Ok(ask)
}

/// The text units of a scope with a sentence in which others tell what somebody said, where it is wanted, and their
/// documents.
fn reported(
    reader: &Reader,
    names: &[String],
    scope: &Scope,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<(TextUnitId, DocumentId)>, QueryError> {
    let filter = Filter::new(reader, scope)?;
    let mut found = Vec::new();
    for name in names.iter().map(|name| folded(name)) {
        let Some(surname) = name.last() else { continue };
        for unit in reader.text_units_with(&format!("\"{surname}\""), true, REPORTED)? {
            if !filter.unit(unit.id) || unit.recurring {
                continue;
            }
            let text = reader.unit_text(&unit)?;
            let on_it = text.split("\n\n").any(|paragraph| {
                let mut reporting = Reporting::default();
                let sentences = split(paragraph, Span::new(0, paragraph.len()));
                let mut said = sentences.into_iter().filter_map(|one| one.slice(paragraph));
                // Of what they spoke the sentence in front may tell: "Reed asked about the lamps. Voss: “Too few.”".
                let mut before = "";
                said.any(|sentence| {
                    let tells = reporting.tells(sentence, &name) && (wanted(sentence) || wanted(before));
                    before = sentence;
                    tells
                })
            });
            if on_it {
                found.push((unit.id, unit.document));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The question within the documents that are titled by those whose words or deeds it asks for, as speeches and letters
/// are ("1962 Voss 1", "Letter of Ada Voss"): a title that has a name and else only numbers and what such texts are
/// called.
fn titled_by(
    titles: &Titles<'_>,
    mut ask: Ask,
    told: &Attribution,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    // Of those of a period that was asked for, those of theirs are asked.
    if !ask.scope.communities.is_empty() || !ask.scope.folders.is_empty() || told.rest.is_empty() {
        return Ok(ask);
    }
    let within = std::mem::take(&mut ask.scope.documents);
    let all = titles.all()?;
    let mut documents: Vec<DocumentId> = Vec::new();
    for name in &told.names {
        let name: BTreeSet<String> = folded(name).into_iter().collect();
        let of_scope = |title: &&Title| within.is_empty() || within.contains(&title.document);
        let by = |title: &&Title| title.called().iter().any(|called| is_titled_by(called, &name));
        let found: Vec<DocumentId> = all.iter().filter(of_scope).filter(by).map(|title| title.document).collect();
        if found.is_empty() {
            ask.scope.documents = within;
            return Ok(ask);
        }
        documents.extend(found);
    }
    documents.sort_unstable();
    documents.dedup();
    writing.trace(TraceStep::Note {
        text: format!("of what is titled by {}: {}", enumerated(&told.names, "and"), told.rest),
    });
    let within = Scope { documents: within, ..ask.scope.clone() };
    let reported = reported(titles.reader, &told.names, &within, |_| true)?;
    ask.reported = reported.into_iter().map(|(unit, _)| unit).collect();
    ask.question.looked_for = Some(told.rest.clone());
    ask.question.said_by.clone_from(&told.names);
    ask.scope.documents = documents;
    Ok(ask)
}

/// True for what a document is called by somebody of a name, in folded words, and by nothing else that tells.
fn is_titled_by(called: &str, name: &BTreeSet<String>) -> bool {
    let words = folded(called);
    let mut others = words.iter().filter(|word| !name.contains(*word)).peekable();
    let plain = |word: &String| is_part(word) || is_stop(word) || word.bytes().any(|byte| byte.is_ascii_digit());
    words.iter().any(|word| name.contains(word)) && others.peek().is_some() && others.all(plain)
}

/// Whoever of those who speak is meant by a name, or by its last word; nobody where it may be one or the other.
fn speaker(reader: &Reader, name: &str, scope: &Scope) -> Result<Option<Speaker>, QueryError> {
    let folded = fold::key(name);
    let last = folded.rsplit(' ').next().unwrap_or_default();
    for words in [folded.as_str(), last] {
        let mut found = if scope.documents.is_empty() { known(reader, words)? } else { Vec::new() };
        if found.is_empty() {
            found = labelled(reader, words, scope)?;
        }
        found.sort_by_key(|speaker| std::cmp::Reverse(speaker.documents.len()));
        match found.as_slice() {
            [] => {}
            [one, other, ..] if one.documents.len() <= CLEARLY * other.documents.len() => return Ok(None),
            _ => return Ok(found.into_iter().next()),
        }
    }
    Ok(None)
}

/// The same person where the documents have initials for the first names: *A. Voss* beside *Ada Voss*; or, where they
/// are theirs, only the surname: *VOSS* in front of what is said; or another lone word of the name: *Ada*.
fn shortened(reader: &Reader, speaker: &Speaker, scope: &Scope) -> Result<Vec<Speaker>, QueryError> {
    let name = folded(&speaker.name);
    let Some((last, first)) = name.split_last().filter(|(_, first)| !first.is_empty()) else { return Ok(Vec::new()) };
    let initials: Vec<String> = first.iter().map(|word| word.chars().take(1).collect()).collect();
    let mut found = if scope.documents.is_empty() { known(reader, last)? } else { Vec::new() };
    if found.is_empty() {
        found = labelled(reader, last, scope)?;
    }
    let own: Vec<DocumentId> = speaker.documents.clone();
    if found.iter().all(|other| other.name == speaker.name) {
        // Nobody else of the surname speaks: *MRS VOSS* of a hearing is the one.
        found.extend(labelled(reader, last, scope)?);
    } else if !own.is_empty() {
        found.extend(labelled(reader, last, &Scope { documents: own, ..Scope::default() })?);
    }
    let is_short = |first: &[String]| first == initials || first.iter().all(|word| is_title_of_person(word));
    found.retain(|other| folded(&other.name).split_last().is_some_and(|(own, first)| own == last && is_short(first)));
    for lone in lone_names(reader, &speaker.name)? {
        let labelled = labelled(reader, &lone, scope)?;
        found.extend(labelled.into_iter().filter(|other| fold::key(&other.name) == lone));
    }
    Ok(found)
}

/// The entities that speak under a name with these words in it.
fn known(reader: &Reader, words: &str) -> Result<Vec<Speaker>, QueryError> {
    let mut speakers = Vec::new();
    for entity in reader.speakers_named(words)? {
        let documents = reader.appearances_of(entity)?.iter().map(|one| one.document).collect();
        let name = reader.entity_rows(&[entity])?.pop().map(|row| row.name);
        speakers.extend(name.map(|name| Speaker { name, documents }));
    }
    Ok(speakers)
}

/// Those whom the documents of a scope, or all, have as speakers under such a name.
fn labelled(reader: &Reader, words: &str, scope: &Scope) -> Result<Vec<Speaker>, QueryError> {
    let mut documents = scope.documents.clone();
    if documents.is_empty() {
        documents = reader.documents_under("")?;
    }
    let padded = format!(" {words} ");
    let mut by_name: BTreeMap<String, Vec<DocumentId>> = BTreeMap::new();
    for document in documents.into_iter().take(LOOKED_THROUGH) {
        for speaker in reader.structure(document)?.1 {
            if format!(" {} ", fold::key(&speaker.name)).contains(&padded) {
                by_name.entry(speaker.name).or_default().push(document);
            }
        }
    }
    Ok(by_name.into_iter().map(|(name, documents)| Speaker { name, documents }).collect())
}
