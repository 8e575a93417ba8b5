//! What documents list under a heading of one name, "List all action items", "Which books are on the reading list?",
//! and what they have boxes to tick for: "Which tasks are still open?", "What is left to do for the quay?". A row each,
//! of all documents; those that say so where it is asked what is open or done.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, SentenceKind, Span};
use crate::query::context::passages::PassageReader;
use crate::query::narrowing::sections::{documents_under_heading, is_labelled};
use crate::query::task::Task;
use crate::query::{Gathered, QueryError, ROWS};
use crate::store::DocumentOrder;
use crate::text::language::{WordList, word_lists};
use crate::text::layout::boxes::ticked;
use crate::text::layout::line_kinds::list_mark;
use crate::text::numbers::amounts::in_words;
use crate::text::question::Reading;
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, folded, words};
use crate::text::words::wordlist::is_function_word;

word_lists! { static WORDS = "items.toml": listing, open, done, asking, tasks, english_tasks, to_do, lists, on }

/// Documents that are read for such headings, and for boxes.
const DOCUMENTS: usize = 200;
const WITH_BOXES: usize = 2_000;
/// Words of a phrase for what is not done yet, at most.
const PHRASE: usize = 3;

/// What is asked of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Any,
    Open,
    Done,
}

/// Words of such a heading; what one word heads is asked of passages.
const WORDS_OF_HEADING: RangeInclusive<usize> = 2..=4;

/// The items that a question asks for.
#[derive(Debug, PartialEq)]
enum Asked {
    /// Those under a heading, as folded words; also under what that heads, where a list is asked for by its name.
    Under { heading: Vec<String>, whole: bool },
    /// Those with boxes, of what some words say.
    Tasks { about: Vec<String> },
}

/// The items that a question asks for, with their state; `None` where it says more of them.
fn wanted(question: &str) -> Option<(Asked, State)> {
    let asked: Vec<String> = words(question).map(|word| fold(word.text)).collect();
    let says = |list: &WordList| asked.iter().any(|word| list.has(word));
    let phrase = (2..=PHRASE)
        .flat_map(|wide| (0..asked.len()).map(move |at| at..at + wide))
        .find(|run| asked.get(run.clone()).is_some_and(|run| WORDS.to_do.has(&run.join(" "))));
    let state = match () {
        () if says(&WORDS.open) || phrase.is_some() => State::Open,
        () if says(&WORDS.done) => State::Done,
        () => State::Any,
    };
    if !asked.first().is_some_and(|first| WORDS.listing.has(first)) {
        return None;
    }
    let lists = [&WORDS.listing, &WORDS.open, &WORDS.done, &WORDS.asking];
    let tells = |word: &String| !lists.iter().any(|list| list.has(word));
    // "¿Cuáles son todos los barcos?" asks for no tasks.
    let english = says(&WORDS.english_tasks) && Reading::of(question).language.is_none();
    let is_task = |word: &String| WORDS.tasks.has(word) || english && WORDS.english_tasks.has(word);
    if phrase.is_some() || asked.iter().any(is_task) {
        let phrase = phrase.unwrap_or_default();
        let left = asked.iter().enumerate().filter(|(at, _)| !phrase.contains(at)).map(|(_, word)| word);
        let about = left.filter(|word| tells(word) && !is_task(word) && !is_function_word(word));
        return Some((Asked::Tasks { about: about.cloned().collect() }, state));
    }
    if let Some(heading) = on_a_list(&asked) {
        return Some((Asked::Under { heading, whole: true }, state));
    }
    let heading: Vec<String> = asked.iter().filter(|word| tells(word)).cloned().collect();
    let together = asked.windows(heading.len().max(1)).any(|run| run == heading);
    let several = heading.last().is_some_and(|last| singular(last) != *last);
    (together && several && WORDS_OF_HEADING.contains(&heading.len()))
        .then_some((Asked::Under { heading, whole: false }, state))
}

/// What the list is called that a question ends with: *reading list*, of "Which books are on the reading list?".
fn on_a_list(asked: &[String]) -> Option<Vec<String>> {
    let at = asked.iter().rposition(|word| WORDS.on.has(word))?;
    let called: Vec<String> = asked[at + 1..].iter().skip_while(|word| is_function_word(word)).cloned().collect();
    let is_list = called.iter().any(|word| WORDS.lists.has(word));
    (is_list && WORDS_OF_HEADING.contains(&called.len())).then_some(called)
}

/// True where the items under a heading are asked for, and some document has it.
pub(in crate::query) fn asked(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(gather(task)?.is_some())
}

/// The items that are asked for, read once for a question; `None` for another question, and where there are none.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    task.known.items.of(|| found(task))
}

fn found(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some((asked, state)) = wanted(&task.ask.question.text) else { return Ok(None) };
    let mut items = match &asked {
        Asked::Under { heading, whole } => under(task, heading, *whole)?,
        Asked::Tasks { about } => with_boxes(task, about)?,
    };
    let all = items.len();
    let says = |text: &str, list: &WordList| words(text).any(|word| list.has(&fold(word.text)));
    items.retain(|item| {
        let text = &item.evidence.text;
        match (state, ticked(text)) {
            (State::Any, _) => true,
            (State::Open, Some(ticked)) => !ticked.done,
            (State::Done, Some(ticked)) => ticked.done,
            (State::Open, None) => says(text, &WORDS.open) && !says(text, &WORDS.done),
            (State::Done, None) => says(text, &WORDS.done),
        }
    });
    if items.is_empty() {
        return Ok(None);
    }
    let having = items.iter().filter_map(|item| item.evidence.document).collect::<BTreeSet<_>>().len();
    let documents = in_words(having as u64, "document", "documents");
    let (place, one, many) = match &asked {
        Asked::Under { heading, .. } => (format!("under “{}” in {documents}", heading.join(" ")), "item", "items"),
        Asked::Tasks { .. } => (format!("in {documents}"), "task", "tasks"),
    };
    let fact = match state {
        State::Any => format!("{} {place}.", in_words(items.len() as u64, one, many)),
        _ => format!("{} of {} {place}.", items.len(), in_words(all as u64, one, many)),
    };
    // Where only one state is asked for, the box says nothing more.
    if state != State::Any {
        items.iter_mut().for_each(without_box);
    }
    let listed = Some(items.len());
    let records = items.into_iter().take(ROWS).map(row).collect();
    Ok(Some(Gathered { records, facts: vec![fact], listed, ..Gathered::default() }))
}

/// The items under a heading of all documents, or under whatever that heads.
fn under(task: &Task<'_>, heading: &[String], whole: bool) -> Result<Vec<Candidate>, QueryError> {
    let found = documents_under_heading(task.reader(), &heading.join(" "))?;
    let documents = found.into_iter().filter(|&document| task.filter.document(document)).take(DOCUMENTS);
    items_of(task, documents, |candidate| {
        let headings = &candidate.evidence.heading;
        let is_it = |above: &String| is_labelled(above, heading);
        // The heading that a document is called by stands in its title.
        let titled = || candidate.kind == SentenceKind::Item && is_it(&candidate.evidence.title);
        let any = || headings.iter().any(is_it) || titled();
        if whole { any() } else { headings.last().is_some_and(is_it) }
    })
}

/// True for an item with a box, whatever mark is in front of it: `1. [ ] Mend the lamp`.
fn has_box(line: &str) -> bool {
    let line = line.trim_start();
    let item = list_mark(line).map_or(line, |mark| line[mark..].trim_start());
    ticked(item).is_some()
}

/// The items that have boxes, of what some words say: the document's title, a heading or the item.
fn with_boxes(task: &Task<'_>, about: &[String]) -> Result<Vec<Candidate>, QueryError> {
    let reader = task.reader();
    let mut documents = Vec::new();
    for id in reader.document_ids(DocumentOrder::Reading)?.into_iter().take(WITH_BOXES) {
        if !task.filter.document(id) {
            continue;
        }
        let length = reader.document(id)?.text_len;
        let (_, text) = reader.text(id, Span::new(0, length))?;
        if text.lines().any(has_box) {
            documents.push(id);
        }
    }
    let mut stems = Stems::default();
    let about: Vec<String> = about.iter().map(|word| stems.stem(word).to_owned()).collect();
    let mut says = |candidate: &Candidate| {
        let evidence = &candidate.evidence;
        let said = evidence.heading.iter().chain([&evidence.title, &evidence.text]);
        let said: BTreeSet<String> =
            said.flat_map(|text| folded(text)).map(|word| stems.stem(&word).to_owned()).collect();
        about.iter().all(|word| said.contains(word))
    };
    items_of(task, documents.into_iter(), |candidate| ticked(candidate.evidence.quoted()).is_some() && says(candidate))
}

/// The items and rows of some documents that are meant, each once, by its first sentence.
fn items_of(
    task: &Task<'_>,
    documents: impl Iterator<Item = DocumentId>,
    mut meant: impl FnMut(&Candidate) -> bool,
) -> Result<Vec<Candidate>, QueryError> {
    let mut passages = PassageReader::new(task.reader());
    let mut items: Vec<Candidate> = Vec::new();
    for document in documents {
        let mut read = 0;
        for unit in task.reader().units_of_document(document)? {
            for mut candidate in passages.record(&unit, 1.0)?.candidates {
                let is_item = matches!(candidate.kind, SentenceKind::Item | SentenceKind::Row);
                if is_item && candidate.evidence.quote.start >= read && meant(&candidate) {
                    read = candidate.evidence.window.end.max(candidate.evidence.quote.end);
                    let text = candidate.evidence.quoted().to_owned();
                    candidate.evidence.window = candidate.evidence.quote;
                    candidate.evidence.text = text;
                    items.push(candidate);
                }
            }
        }
    }
    Ok(items)
}

/// Leaves the box out of what is quoted.
fn without_box(item: &mut Candidate) {
    let evidence = &mut item.evidence;
    let Some(mark) = ticked(&evidence.text).map(|ticked| ticked.mark) else { return };
    evidence.text.drain(..mark);
    evidence.quote.start += mark;
    evidence.window = evidence.quote;
}

/// An item as a row, called by its document.
fn row(item: Candidate) -> ContextRecord {
    let evidence = &item.evidence;
    ContextRecord {
        record: evidence.cites[0],
        title: plain(&evidence.title),
        text: evidence.heading.last().cloned().unwrap_or_default(),
        in_short: None,
        rank: 1.0,
        tokens: 0,
        candidates: vec![item],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: &str) -> Option<(String, State)> {
        wanted(question).map(|(asked, state)| match asked {
            Asked::Under { heading, .. } => (heading.join(" "), state),
            Asked::Tasks { about } => (format!("tasks: {}", about.join(" ")), state),
        })
    }

    #[test]
    fn tasks_are_asked_for_by_what_is_left_to_do() {
        for (question, about, state) in [
            ("Which tasks are still open?", "", State::Open),
            ("What is still to do for the boat shed?", "boat shed", State::Open),
            ("What is left to be done?", "", State::Open),
            ("Which tasks of the boat shed are done?", "boat shed", State::Done),
            ("List all tasks", "", State::Any),
            ("¿Qué tareas están pendientes?", "", State::Open),
            ("Welche Aufgaben sind noch offen?", "", State::Open),
            ("Quelles tâches restent ouvertes ?", "", State::Open),
        ] {
            assert_eq!(told(question), Some((format!("tasks: {about}"), state)), "{question}");
        }
        assert_eq!(told("Who set Ada Voss the task?"), None);
        assert_eq!(told("Which todos are open?"), Some(("tasks: ".to_owned(), State::Open)));
        assert_eq!(told("¿Cuáles son todos los barcos?").filter(|(asked, _)| asked.starts_with("tasks")), None);
    }

    #[test]
    fn a_list_is_asked_for_by_its_name() {
        let of = |heading: &str| Some((heading.to_owned(), State::Any));
        assert_eq!(told("Which books are on the reading list?"), of("reading list"));
        assert_eq!(told("List all action items"), of("action items"));
        assert_eq!(told("Which boats are on the quay?"), None);
    }
}
