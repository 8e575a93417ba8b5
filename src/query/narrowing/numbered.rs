//! Parts of texts that are named by their numbers: "What does clause 6 say?", "What changed in 4.22.0?". Where no
//! document has what a question names so, that is told.

use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, Evidence, Span, TextUnit, TextUnitId};
use crate::query::QueryError;
use crate::query::context::titles::{Title, Titles};
use crate::store::{Hit, Reader};
use crate::text::dates::is_month;
use crate::text::language::{in_any, word_lists};
use crate::text::numbers::years::is_year;
use crate::text::titles::designators::{Designator, designators, is_part, names};
use crate::text::words::terms::words;

word_lists! { static WORDS = "numbered.toml": beside_text }

/// Text units in which a number or a label is looked for.
pub(in crate::query) const UNITS: usize = 60;
/// Documents whose titles are read.
const FEW: usize = 8;
/// Words of a line that heads a part, is a label, or stands in front of a colon.
pub(in crate::query) const LONGEST: usize = 4;

/// The number of a question that is the heading of a part of some documents, as a version is of its changes: "What
/// changed in 4.22.0?"; with those documents.
pub(super) fn numbered_part(
    reader: &Reader,
    question: &str,
    documents: &[DocumentId],
) -> Result<Option<(String, Vec<DocumentId>)>, QueryError> {
    let parts: Vec<Designator> = designators(question).into_iter().filter(is_of_a_part).collect();
    if parts.is_empty() {
        return Ok(None);
    }
    let within = reader.unit_ids_of(documents)?;
    let titled = title_numbers(reader, documents)?;
    for asked in parts.into_iter().filter(|asked| !titled.iter().any(|own| names(asked, own))) {
        let bare = Designator { behind: None, ..asked.clone() };
        let mut having: Vec<DocumentId> = Vec::new();
        let (mut entitled, mut within_lines) = (0, 0);
        for unit in units_with(reader, &asked.number, &within)? {
            let text = reader.unit_text(&unit)?;
            // Of "version 4.6" the part with the number 4.6 says nothing, where a version is told of.
            if asked.behind.is_some()
                && text.lines().any(|line| is_numbered(line, &asked))
                && let Some(phrase) = asked.span.slice(question)
            {
                return Ok(Some((phrase.to_owned(), vec![unit.document])));
            }
            // *Figure 3* is nothing that stands under *3. Results*.
            if asked.behind.as_deref().is_some_and(|word| WORDS.beside_text.has(word)) {
                continue;
            }
            let of_a_name = asked.behind.as_deref().is_some_and(|word| !is_part(word));
            let plain = !asked.number.contains('.');
            let heads = |line: &str| match plain {
                true => opens_part(line, &bare),
                false => is_numbered(line, &bare) && !(of_a_name && has_title(line)) || opens_part(line, &bare),
            };
            let (heading, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| heads(line));
            entitled += heading.iter().filter(|line| has_title(line)).count();
            within_lines += others.iter().filter(|line| says(line, &asked.number)).count();
            if !heading.is_empty() && !having.contains(&unit.document) {
                having.push(unit.document);
            }
        }
        // A number that heads *2.6. Heartbeats* and is written more often within lines is the version of something.
        let is_version = !asked.behind.as_deref().is_some_and(is_part) && entitled > 0 && within_lines > entitled;
        if !having.is_empty() && !is_version {
            return Ok(Some((asked.number.clone(), having)));
        }
    }
    Ok(None)
}

/// The titles of a few documents; of many none.
pub(super) fn titles_of(reader: &Reader, documents: &[DocumentId]) -> Result<Vec<String>, QueryError> {
    let few = if documents.len() > FEW { &[] } else { documents };
    few.iter().map(|&document| Ok(reader.document(document)?.title)).collect()
}

/// The numbers in the titles of a few documents.
fn title_numbers(reader: &Reader, documents: &[DocumentId]) -> Result<Vec<Designator>, QueryError> {
    Ok(titles_of(reader, documents)?.iter().flat_map(|title| designators(title)).collect())
}

/// The text units with a phrase, best first, of some or, where none are given, of all.
pub(in crate::query) fn units_with(reader: &Reader, phrase: &str, within: &[u32]) -> Result<Vec<TextUnit>, QueryError> {
    let hits = hits(reader, phrase, within, UNITS)?;
    Ok(reader.text_units(&hits.iter().map(|hit| TextUnitId(hit.record.id)).collect::<Vec<_>>())?)
}

/// Where a phrase stands, best first, in some text units or, where none are given, in all.
fn hits(reader: &Reader, phrase: &str, within: &[u32], limit: usize) -> Result<Vec<Hit>, QueryError> {
    let phrase = format!("\"{phrase}\"");
    Ok(match within.is_empty() {
        true => reader.search_units(&phrase, false, 1.0, limit)?,
        false => reader.search_units_within(&phrase, 1.0, within, limit)?,
    })
}

/// What a question names by a number that nothing has in some documents, or in all where none are given: *clause 9*, or
/// *ADR 20* where titles have others of its kind.
pub(super) fn lacking(
    titles: &Titles<'_>,
    question: &str,
    documents: &[DocumentId],
) -> Result<Option<String>, QueryError> {
    let named: Vec<Designator> = designators(question).into_iter().filter(|asked| asked.behind.is_some()).collect();
    // Titles are read only where something in the question asks for them.
    if named.is_empty() {
        return Ok(None);
    }
    let reader = titles.reader;
    let within = reader.unit_ids_of(documents)?;
    let of_scope = |title: &&Title| documents.is_empty() || documents.contains(&title.document);
    let titled: Vec<Designator> = titles.all()?.iter().filter(of_scope).flat_map(|title| title.numbers()).collect();
    for asked in named {
        let Some(kind) = &asked.behind else { continue };
        let is_kind = is_part(kind) || titled.iter().any(|own| own.behind.as_ref() == Some(kind));
        let Some(phrase) = asked.span.slice(question).filter(|_| is_kind) else { continue };
        // A day or a year is asked of no part.
        if is_month(kind) || is_year(&asked.number) {
            continue;
        }
        let mut stands = titled.iter().any(|own| names(&asked, own));
        for written in [phrase.to_owned()].into_iter().chain(shortened(kind, &asked.number)) {
            stands = stands || !hits(reader, &written, &within, 1)?.is_empty();
        }
        if !stands {
            return Ok(Some(phrase.to_owned()));
        }
    }
    Ok(None)
}

/// How texts shorten what a number stands behind: *W26*, *w 26*, *cl 9*.
fn shortened(kind: &str, number: &str) -> [String; 3] {
    let front = |letters: usize| kind.chars().take(letters).collect::<String>();
    [format!("{}{number}", front(1)), format!("{} {number}", front(1)), format!("{} {number}", front(2))]
}

/// True for the number of a part of a text: it has several steps, or stands behind the name of a part: *clause 6*.
fn is_of_a_part(asked: &Designator) -> bool {
    asked.number.contains('.') || asked.behind.as_deref().is_some_and(is_part)
}

/// True for a line that begins with a number as parts of a text do, whatever stands behind it: `6. Payment`, `6.1 An
/// appeal …`, `(6) The keeper`, `Clause 6: Payment`.
fn opens_part(line: &str, asked: &Designator) -> bool {
    let Some((number, closed)) = part_opened(line) else { return false };
    number == asked.number && (closed || line.split_whitespace().count() <= LONGEST)
}

/// The number that a line begins with, and whether more than a blank parts it from what stands behind it.
fn part_opened(line: &str) -> Option<(String, bool)> {
    let line = line.trim_start_matches(['#', '*', '[', '(', '§', ' ']);
    let first = designators(line).into_iter().next().filter(|own| own.leads)?;
    let behind = line.get(first.span.end..)?;
    let closed =
        first.behind.is_some() || first.number.contains('.') || line.get(..first.span.end)?.ends_with(['.', ':', ')']);
    Some((first.number, closed || behind.starts_with(['.', ')', ':'])))
}

/// True for a line that has a number behind no name of a part.
fn says(line: &str, number: &str) -> bool {
    designators(line).iter().any(|own| own.number == number && !own.behind.as_deref().is_some_and(is_part))
}

/// True for a line with words besides what says that its number is a version: *2.1 Members* heads a part of a text,
/// and not what there is of "Tern 2.1".
fn has_title(line: &str) -> bool {
    let mut besides = words(line).filter(|word| word.text.contains(char::is_alphabetic) && !is_month(word.text));
    besides.any(|word| !in_any(|pack| &pack.edition, &word.text.to_lowercase()))
}

/// True for a line of few words that a number opens, or that is of the version with that number; of a number behind a
/// word only where it stands behind the same: `10.2. Version 4.6.2`.
pub(super) fn is_numbered(line: &str, asked: &Designator) -> bool {
    let line = line.trim_start_matches(['#', '*', '[', ' ']);
    if line.split_whitespace().count() > LONGEST {
        return false;
    }
    designators(line).iter().enumerate().any(|(at, own)| {
        let is_edition = |word: &String| in_any(|pack| &pack.edition, word);
        let stands = match &asked.behind {
            Some(word) => own.behind.as_ref() == Some(word),
            None => at == 0 && own.leads || own.behind.as_ref().is_some_and(is_edition),
        };
        stands && own.number == asked.number
    })
}

/// Of the passages of a text unit those of the part that a line opens with its number, up to the next line that opens
/// one.
pub(super) fn part_of(
    reader: &Reader,
    candidates: &[Candidate],
    asked: &Designator,
) -> Result<Vec<Candidate>, QueryError> {
    let own = format!("{}.", asked.number);
    let mut inside = false;
    let mut part = Vec::new();
    for candidate in candidates {
        let line = line_of(reader, &candidate.evidence)?;
        if let Some((number, closed)) = part_opened(&line) {
            inside = number == asked.number && closed || inside && number.starts_with(&own);
        }
        if inside {
            part.push(candidate.clone());
        }
    }
    Ok(part)
}

/// What is quoted, with what stands before it on its line: the number of an item is none of its words. Empty where more
/// than a number stands there.
fn line_of(reader: &Reader, evidence: &Evidence) -> Result<String, QueryError> {
    /// Bytes of the number of an item with its marks.
    const NUMBER: usize = 12;
    let Some(document) = evidence.document else { return Ok(String::new()) };
    let before = Span::new(evidence.quote.start.saturating_sub(NUMBER), evidence.quote.start);
    let (_, before) = reader.text(document, before)?;
    let number = before.rsplit('\n').next().unwrap_or_default();
    let is_number = !number.contains(char::is_alphabetic);
    Ok(if is_number { format!("{number}{}", evidence.quoted()) } else { String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_heads_what_changed_in_it() {
        let is_numbered = |line: &str, asked: &str| is_numbered(line, &designators(asked)[0]);
        for line in ["## 4.22.0 - 2024-10-08", "4.22.0", "[4.22.0] (October)", "Version 4.22.0", "10.2. Version 4.22.0"]
        {
            assert!(is_numbered(line, "4.22.0"), "{line}");
        }
        assert!(is_numbered("10.2. Version 4.6.2", "version 4.6.2") && !is_numbered("4.6.2. Lamps", "version 4.6.2"));
        for line in ["## 4.22.1", "09:58 Reed deploys 4.22.0", "4.22.0 was the last one that the yard still had"] {
            assert!(!is_numbered(line, "4.22.0"), "{line}");
        }
    }

    #[test]
    fn a_version_stands_behind_no_name_of_a_part() {
        assert!(says("Fixes for 2.6 end in May.", "2.6") && says("2.6 is the last with the old port.", "2.6"));
        for line in ["See section 2.6.", "Fixes for 2.6.3 end in May.", "It weighs 12.6 kg."] {
            assert!(!says(line, "2.6"), "{line}");
        }
    }

    #[test]
    fn a_part_with_a_number_is_no_version_of_something_with_a_name() {
        assert!(has_title("2.1 Members of the guild") && has_title("2.1. Lamps"));
        for line in ["## 4.22.0 - 2024-10-08", "4.22", "[4.22.0] (October)", "Version 4.22.0"] {
            assert!(!has_title(line), "{line}");
        }
    }
}
