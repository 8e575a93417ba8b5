//! Words of questions for what texts tell behind a label or under a heading: "Who attended?" is answered by *Present:
//! …*, and no sentence says "attended". Where the documents that are asked have such a label, it is looked for in the
//! place of the word.

use std::collections::{BTreeMap, BTreeSet};

use super::documents::{WHOLE, asks_for_the_whole};
use super::numbered::{LONGEST, UNITS, is_numbered, lacking, numbered_part, part_of, titles_of, units_with};
use crate::judgement::ContextRecord;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, Sentence, SentenceKind, Span, TextUnit, TextUnitId, TraceStep};
use crate::query::context::titles::{Title, Titles};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError, rows};
use crate::store::Reader;
use crate::text::language::{WordList, word_lists};
use crate::text::question::{Reading, is_of_parts, opens_with_who};
use crate::text::titles::designators::designators;
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, folded, is_digits, words};
use crate::text::words::wordlist::is_function_word;

word_lists! {
    static WORDS = "sections.toml":
        attending, attending_labels, lasting, lasting_labels, happenings, missing, missing_labels, tasks, tasks_labels, recovering, recovering_labels,
        detecting, detecting_labels, writing, writing_labels, owning, owning_labels,
        reporting, reporting_labels, assigning, assigning_labels, standing, standing_labels, listing, states
}

/// Text units in which headings of one name are looked for.
const UNITS_HEADED: usize = 400;
/// Between the parts of a title.
const PARTS_OF_TITLE: [char; 9] = [':', ';', ',', '—', '–', '(', ')', '|', '/'];
/// Between fields that stand on one line.
const PARTING: [&str; 5] = [". ", "; ", "  ", "\t", " | "];

/// What is asked for by some words, and stands behind some labels.
struct Section {
    fits: bool,
    asking: &'static WordList,
    labels: &'static WordList,
    /// Only in documents that the question calls by their titles.
    of_titled: bool,
    /// Of what a bare name calls only in documents that are called so and no more: whoever wrote a guide to the Tern
    /// wrote no Tern.
    of_whole: bool,
}

impl Section {
    fn of(fits: bool, asking: &'static WordList, labels: &'static WordList) -> Self {
        Self { fits, asking, labels, of_titled: false, of_whole: false }
    }

    fn of_titled(fits: bool, asking: &'static WordList, labels: &'static WordList) -> Self {
        Self { of_titled: true, ..Self::of(fits, asking, labels) }
    }
}

/// The question with the label that the documents have in the place of a word that asks for it.
pub(in crate::query) fn narrowed(
    titles: &Titles<'_>,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    let text = ask.question.asks().into_owned();
    let reading = ask.question.reading();
    // Whether a document that is meant by its name still holds is told by a field of it, and not by the whole.
    let whole = Reading::of(&ask.question.text);
    let of_whole = text == WHOLE && whole.wants.yes_or_no;
    let asked = if of_whole { (ask.question.text.clone(), whole) } else { (text.clone(), Reading::clone(&reading)) };
    look_behind_label(titles, &mut ask, (&asked.0, &asked.1), writing)?;
    if ask.question.label.is_none() && reading.tally.list.is_none() {
        look_under_heading(titles.reader, &mut ask, &text, writing)?;
    }
    if ask.question.label.is_none() {
        // Where a title was read out of the question, a part of that text may still be named by its number.
        let text = if text == WHOLE { ask.question.text.clone() } else { text };
        look_for_number(titles, &mut ask, &text, writing)?;
    }
    Ok(ask)
}

/// What the words of a question may ask for.
fn sections(text: &str, reading: &Reading) -> impl Iterator<Item = Section> {
    // "What did Voss present?" asks for nobody who was there.
    let (somebody, figure) = (reading.wants.person || reading.tally.list.is_some(), reading.wants.figure);
    let who = opens_with_who(text);
    let sections = [
        Section::of(somebody, &WORDS.attending, &WORDS.attending_labels),
        Section::of(somebody, &WORDS.missing, &WORDS.missing_labels),
        Section::of(true, &WORDS.tasks, &WORDS.tasks_labels),
        Section::of(figure, &WORDS.recovering, &WORDS.recovering_labels),
        Section::of(figure, &WORDS.detecting, &WORDS.detecting_labels),
        // "How long did the flood last?" is told by the field of the report that is called so.
        Section::of_titled(reading.wants.duration, &WORDS.lasting, &WORDS.lasting_labels),
        Section { of_whole: true, ..Section::of(who, &WORDS.writing, &WORDS.writing_labels) },
        // Many a thing is owned: whose a document is tells the label that stands in it, and no other.
        Section::of_titled(who, &WORDS.owning, &WORDS.owning_labels),
        Section::of_titled(who, &WORDS.reporting, &WORDS.reporting_labels),
        Section::of_titled(who, &WORDS.assigning, &WORDS.assigning_labels),
        // What became of a document stands in it, and seldom in the words of whoever asks.
        Section::of_titled(reading.wants.yes_or_no, &WORDS.standing, &WORDS.standing_labels),
    ];
    sections.into_iter().filter(|section| section.fits)
}

/// Has the label looked for that stands in the place of a word of the question, where the documents have one.
fn look_behind_label(
    titles: &Titles<'_>,
    ask: &mut Ask,
    (text, reading): (&str, &Reading),
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    let said: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    for section in sections(text, reading) {
        let told = reading.content.iter().chain(&reading.wording.phrases).chain(&reading.wording.framing);
        // "Who owns the sheet?", of one that is named by its file, has no word of content that asks; nor has "How long
        // did it last?".
        let of_one = section.of_titled && (ask.scope.documents.len() == 1 || reading.wants.duration);
        let told = told.chain(said.iter().filter(|_| of_one));
        let Some(asked) = told.into_iter().find(|word| section.asking.has(word)) else { continue };
        let Some((label, meant)) = label_in_place(titles, ask, reading, asked, &section)? else { continue };
        if meant.is_empty() && folded(asked).iter().all(|word| folded(&label).contains(word)) {
            ask.question.label = Some(label);
            break;
        }
        writing.trace(TraceStep::Note { text: format!("looked for under “{label}”") });
        ask.question.looked_for = Some(match meant.first() {
            // What stands under the label of one document has seldom a word of what the document is about.
            Some(document) => {
                let title = titles.reader.document(*document)?.title;
                writing.trace(TraceStep::Narrowed { to: format!("what speaks most of it: {title}") });
                ask.scope.documents = meant;
                in_place_of(front_of(text, asked), asked, &label)
            }
            None => in_place_of(text, asked, &label),
        });
        ask.question.label = Some(label);
        break;
    }
    Ok(())
}

/// The label that stands for what a word asks for: that of the documents which the rest of the question means, with
/// those, else of the documents in scope.
fn label_in_place(
    titles: &Titles<'_>,
    ask: &Ask,
    reading: &Reading,
    asked: &str,
    section: &Section,
) -> Result<Option<(String, Vec<DocumentId>)>, QueryError> {
    let reader = titles.reader;
    let asks = |word: &&String| asked.contains(word.as_str()) || is_of_parts(word) || WORDS.states.has(word);
    let others = reading.content.iter().filter(|word| !asks(word));
    let others: Vec<String> = others.cloned().collect();
    let meant = match ask.scope.documents[..] {
        // What is left of "Who reported issue 17?" within that issue.
        [only] if section.of_titled && others.is_empty() => vec![only],
        _ if section.of_titled => titled(titles, ask, &others)?,
        _ if reading.tally.list.is_some() || !ask.scope.names_no_part() => Vec::new(),
        _ => meant(reader, &others)?.into_iter().collect(),
    };
    if section.of_whole && ask.scope.names_no_part() && is_bare_name(reading, &others) {
        let all = titles.all()?.iter();
        let called = |title: &Title| meant.contains(&title.document) && is_called_no_more(title, &others);
        if !all.clone().any(called) {
            return Ok(None);
        }
    }
    let of_those = if meant.is_empty() { None } else { label(reader, &meant, section.labels)? };
    Ok(match of_those {
        Some(label) => Some((label, meant)),
        None if section.of_titled => None,
        None => label(reader, &ask.scope.documents, section.labels)?.map(|label| (label, Vec::new())),
    })
}

/// True where a question says nothing of what it asks about but a name.
fn is_bare_name(reading: &Reading, others: &[String]) -> bool {
    let named: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
    !others.is_empty() && others.iter().all(|word| folded(word).iter().all(|word| named.contains(word)))
}

/// True for a title of which a part between marks is a name, years and numbers left out.
fn is_called_no_more(title: &Title, name: &[String]) -> bool {
    let name: Vec<String> = name.iter().flat_map(|word| folded(word)).collect();
    let parts = title.called().into_iter().flat_map(|called| called.split(PARTS_OF_TITLE));
    parts.into_iter().any(|part| {
        let said = folded(part).into_iter().filter(|word| !is_digits(word) && !is_function_word(word));
        said.eq(name.iter().cloned())
    })
}

/// Has what a question asks to list looked for under the heading that is called so.
fn look_under_heading(reader: &Reader, ask: &mut Ask, text: &str, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    if let Some((noun, span)) = asked_to_list(text)
        && heads(reader, &ask.scope.documents, &noun)?
    {
        writing.trace(TraceStep::Note { text: format!("looked for under “{noun}”") });
        ask.question.looked_for = Some(format!("What are {}?", text[span.start..].trim_end_matches(['.', '?', ' '])));
        ask.question.label = Some(noun);
    }
    Ok(())
}

/// Has the part looked for that a question names by its number, or tells that there is none.
fn look_for_number(
    titles: &Titles<'_>,
    ask: &mut Ask,
    text: &str,
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    let reader = titles.reader;
    // What two versions are held against each other for stands in neither's part.
    let numbers: BTreeSet<String> = designators(&ask.question.text).into_iter().map(|own| own.number).collect();
    if numbers.len() > 1 {
        return Ok(());
    }
    // "Who approved order 4?" is told by the row of it.
    let in_rows = ask.scope.names_no_part() && rows::answer(titles.session, &ask.question.text)?;
    let part = if in_rows { None } else { numbered_part(reader, text, &ask.scope.documents)? };
    if let Some((number, documents)) = part {
        // What stands under a number has seldom a word of what it is the number of.
        if ask.scope.names_no_part() {
            writing.trace(TraceStep::Narrowed { to: format!("what has a part called {number}") });
            ask.scope.documents = documents;
        }
        ask.question.label = Some(number);
    }
    let is_whole = ask.question.looked_for.as_deref() == Some(WHOLE);
    let Some(label) = &ask.question.label else {
        // Of a text, or of all, that are asked for what has a number which none of it has, that is told.
        if is_whole || ask.scope.documents.is_empty() {
            tell_lacking(titles, ask, text)?;
        }
        return Ok(());
    };
    // "What changed in 4.22.0?" asks for all that stands there, "What is new in Tern 4.22?" for what is of the Tern,
    // too.
    if let Some(asked) = designators(label).into_iter().next() {
        // What the title says is asked of no part.
        let titles = folded(&titles_of(reader, &ask.scope.documents)?.join(" "));
        let rest = text.replacen(asked.number.as_str(), "", 1);
        let untitled = rest.split_whitespace().filter(|word| !folded(word).iter().all(|own| titles.contains(own)));
        if is_whole || asks_for_the_whole(&untitled.collect::<Vec<_>>().join(" ")) {
            ask.question.looked_for = Some(WHOLE.to_owned());
        }
    }
    Ok(())
}

/// Tells of the part that a question names by a number, where nothing in scope has it.
fn tell_lacking(titles: &Titles<'_>, ask: &mut Ask, text: &str) -> Result<(), QueryError> {
    if let Some(phrase) = lacking(titles, text, &ask.scope.documents)? {
        let place = match ask.scope.documents.as_slice() {
            [only] => format!(" in {}", titles.reader.document(*only)?.title),
            _ => String::new(),
        };
        ask.question.facts.push(format!("No {phrase} was found{place}."));
        ask.question.lacks_part = true;
    }
    Ok(())
}

/// What a question asks to list, and from where on it says so: "List *the recommendations* of the review".
fn asked_to_list(question: &str) -> Option<(String, Span)> {
    let mut all = words(question);
    let first = all.next().filter(|first| WORDS.listing.has(&fold(first.text)))?;
    let noun = all.find(|word| !is_function_word(&word.text.to_lowercase()))?;
    let several = singular(&fold(noun.text)) != fold(noun.text);
    several.then(|| (fold(noun.text), Span::new(first.span.end, question.len())))
}

/// True where a list is asked for that stands under a heading which is called so, whatever a table has of its words.
pub(in crate::query) fn lists_under_heading(task: &Task<'_>) -> bool {
    let asked = asked_to_list(&task.ask.question.text);
    asked.is_some_and(|(noun, _)| task.ask.question.label.as_ref() == Some(&noun))
}

/// True where a word heads a part of a text, of some documents or of all.
fn heads(reader: &Reader, documents: &[DocumentId], word: &str) -> Result<bool, QueryError> {
    let label = [word.to_owned()];
    for unit in reader.text_units_with(word, true, UNITS)? {
        let within = documents.is_empty() || documents.contains(&unit.document);
        if within && headings(reader, &unit)?.iter().any(|heading| is_labelled(heading, &label)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The documents with a phrase in a heading.
pub(in crate::query) fn documents_under_heading(
    reader: &Reader,
    phrase: &str,
) -> Result<BTreeSet<DocumentId>, QueryError> {
    let label = folded(phrase);
    let mut found = BTreeSet::new();
    for unit in reader.text_units_with(phrase, true, UNITS_HEADED)? {
        if !found.contains(&unit.document)
            && headings(reader, &unit)?.iter().any(|heading| is_labelled(heading, &label))
        {
            found.insert(unit.document);
        }
    }
    Ok(found)
}

/// The headings that stand in a text unit.
pub(in crate::query) fn headings(reader: &Reader, unit: &TextUnit) -> Result<Vec<String>, QueryError> {
    let (read, text) = reader.text(unit.document, unit.span)?;
    let (sentences, _) = reader.structure(unit.document)?;
    let within = |sentence: &&Sentence| sentence.kind == SentenceKind::Heading && read.contains(sentence.span);
    let heading = |heading: &Sentence| {
        Span::new(heading.span.start - read.start, heading.span.end - read.start).slice(&text).map(str::to_owned)
    };
    Ok(sentences.iter().filter(within).filter_map(heading).collect())
}

/// Leaves of records what stands behind the label that is looked for, or under it, where anything does.
pub(in crate::query) fn keep(task: &Task<'_>, records: &mut Vec<ContextRecord>) -> Result<(), QueryError> {
    let Some(asked) = task.ask.question.label.as_deref() else { return Ok(()) };
    let label = folded(asked);
    let numbered = designators(asked).into_iter().next();
    let stands = |candidate: &Candidate| {
        let evidence = &candidate.evidence;
        let lines = evidence.text.lines().filter(|line| line.contains(':'));
        let above = evidence.heading.last().into_iter().chain(&evidence.lead).map(String::as_str);
        // The heading itself may tell the day of what it numbers.
        let heads = candidate.kind == SentenceKind::Heading
            && numbered.as_ref().is_some_and(|asked| is_numbered(evidence.quoted(), asked));
        // Under a version stands what was added and removed, each under a heading of its own.
        heads
            || lines.chain(above).any(|line| is_labelled(line, &label))
            || evidence
                .heading
                .iter()
                .flat_map(|heading| heading.split(" › "))
                .any(|heading| numbered.as_ref().is_some_and(|asked| is_numbered(heading, asked)))
    };
    if records.iter().flat_map(|record| &record.candidates).any(stands) {
        records.iter_mut().for_each(|record| record.candidates.retain(stands));
        records.retain(|record| !record.candidates.is_empty());
        return Ok(());
    }
    if let Some(asked) = numbered {
        let parts = records.iter().map(|record| part_of(task.reader(), &record.candidates, &asked));
        let parts: Vec<Vec<Candidate>> = parts.collect::<Result<_, _>>()?;
        if parts.iter().any(|part| !part.is_empty()) {
            records.iter_mut().zip(parts).for_each(|(record, part)| record.candidates = part);
            records.retain(|record| !record.candidates.is_empty());
        }
    }
    Ok(())
}

/// The document that speaks of a question's other words much more than any other.
fn meant(reader: &Reader, words: &[String]) -> Result<Option<DocumentId>, QueryError> {
    /// How many times as much as the next the document speaks of it that is meant.
    const CLEARLY: f32 = 1.25;
    let mut worth: BTreeMap<DocumentId, f32> = BTreeMap::new();
    let hits = reader.search_units(&words.join(" "), false, 1.0, UNITS)?;
    let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
    for (hit, unit) in hits.iter().zip(reader.text_units(&ids)?) {
        *worth.entry(unit.document).or_default() += hit.score;
    }
    let mut best: Vec<(DocumentId, f32)> = worth.into_iter().collect();
    best.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(match best.as_slice() {
        [(only, _)] => Some(*only),
        [(first, most), (_, next), ..] if *most >= CLEARLY * next => Some(*first),
        _ => None,
    })
}

/// The few documents that some words call by their titles, of those in scope. A report of what happened need not say
/// that it is of a breakdown.
fn titled(titles: &Titles<'_>, ask: &Ask, words: &[String]) -> Result<Vec<DocumentId>, QueryError> {
    let found = titled_by_all(titles, ask, words)?;
    let named: Vec<String> = words.iter().filter(|word| !WORDS.happenings.has(word)).cloned().collect();
    if found.is_empty() && named.len() < words.len() { titled_by_all(titles, ask, &named) } else { Ok(found) }
}

/// The few documents that are called by all of some words.
fn titled_by_all(titles: &Titles<'_>, ask: &Ask, words: &[String]) -> Result<Vec<DocumentId>, QueryError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let called = |title: &Title| {
        let own = title.words();
        let is_own = |word: &String| own.iter().any(|own| singular(own) == singular(word));
        // *The runbook weir-stuck* has the name of a file and what its folder is called.
        let parts: Vec<String> = words.iter().flat_map(|word| folded(word)).collect();
        parts.iter().any(is_own) && parts.iter().all(|word| is_own(word) || title.lies_among(word))
    };
    let within = |document: &DocumentId| ask.scope.documents.is_empty() || ask.scope.documents.contains(document);
    let few = titles.few(called)?;
    Ok(few.into_iter().map(|title| title.document).filter(within).collect())
}

/// A question as far as a word goes.
fn front_of<'q>(question: &'q str, asked: &str) -> &'q str {
    let asked = folded(asked);
    let word = words(question).find(|word| asked.last() == Some(&fold(word.text)));
    word.and_then(|word| question.get(..word.span.end)).unwrap_or(question)
}

/// The label of those given that most lines of some documents are, or begin with; of all where none are given.
fn label(reader: &Reader, documents: &[DocumentId], labels: &WordList) -> Result<Option<String>, QueryError> {
    let within = reader.unit_ids_of(documents)?;
    let mut best: Option<(usize, String)> = None;
    for label in labels.iter() {
        let label_words = folded(label);
        let mut lines = 0;
        for unit in units_with(reader, label, &within)? {
            lines += reader.unit_text(&unit)?.lines().filter(|line| is_labelled(line, &label_words)).count();
        }
        if lines > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((lines, label.to_owned()));
        }
    }
    Ok(best.map(|(_, label)| label))
}

/// True for a line that is nothing but a label, or has it in front of a colon; of several on one line any will do.
pub(in crate::query) fn is_labelled(line: &str, label: &[String]) -> bool {
    let line = line.strip_prefix(':').unwrap_or(line);
    let is_label = |front: &str| {
        let front: Vec<String> = words(front).take(LONGEST + 1).map(|word| fold(word.text)).collect();
        front.len() <= LONGEST && front.windows(label.len()).any(|run| run == label)
    };
    let front = line.split_once(':').map_or(line, |(front, _)| front);
    let behind = |(at, _): (usize, &str)| {
        let before = &line[..at];
        let parted = PARTING.iter().filter_map(|between| before.rfind(between).map(|from| from + between.len())).max();
        parted.is_some_and(|from| is_label(&before[from..]))
    };
    is_label(front) || line.match_indices(": ").any(behind)
}

/// A question with a label at its end, and without the word that asks for what stands there.
fn in_place_of(question: &str, asked: &str, label: &str) -> String {
    let bare = question.trim_end_matches(['?', '.', ' ']);
    let asked = folded(asked);
    let rest: Vec<&str> =
        bare.split_whitespace().filter(|word| !folded(word).iter().any(|one| asked.contains(one))).collect();
    format!("{}, {label}?", rest.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_line_or_stands_in_front_of_a_colon() {
        let present = folded("present");
        for line in
            [":Present: Voss", "### Present", "- Present: Ada Voss, Tom Reed", "Members present", "**Present:** Voss"]
        {
            assert!(is_labelled(line, &present), "{line}");
        }
        for line in ["The gate is at present shut and locked.", "Shut: at present", ""] {
            assert!(!is_labelled(line, &present), "{line}");
        }
        assert!(is_labelled("Time to recovery: 12 minutes", &folded("time to recovery")));
        for line in ["Approved: 2 May. Owner: Chief Warden. Replaces 3.", "Rules of the Quay      Owner: Ada Voss"] {
            assert!(is_labelled(line, &folded("owner")), "{line}");
        }
        assert!(!is_labelled("The gate was shut by its owner: nobody could pass.", &folded("owner")));
    }

    #[test]
    fn the_label_takes_the_place_of_the_word_that_asks_for_it() {
        assert_eq!(in_place_of("Who attended the meeting?", "attended", "present"), "Who the meeting, present?");
        assert_eq!(Reading::of("Who the meeting, present?").content, ["present"]);
        let front = front_of("How long did it take to recover from the flood?", "recover");
        assert_eq!(in_place_of(front, "recover", "time to recovery"), "How long did it take to, time to recovery?");
    }
}
