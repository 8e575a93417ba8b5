//! What documents list under a heading of one name: "List all action items", "Which action items are still open?". A
//! row each, of all documents; those that say so where it is asked what is open or done.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, SentenceKind};
use crate::query::context::passages::PassageReader;
use crate::query::narrowing::sections::{documents_under_heading, is_labelled};
use crate::query::task::Task;
use crate::query::{Gathered, QueryError, ROWS};
use crate::text::language::{WordList, word_lists};
use crate::text::numbers::amounts::in_words;
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, words};

word_lists! { static WORDS = "items.toml": listing, open, done, asking }

/// Documents that are read for such headings.
const DOCUMENTS: usize = 200;

/// What is asked of items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Any,
    Open,
    Done,
}

/// Words of such a heading; what one word heads is asked of passages.
const WORDS_OF_HEADING: RangeInclusive<usize> = 2..=4;

/// The heading that a question asks for the items of, as folded words, with their state; `None` where it says more of
/// them.
fn wanted(task: &Task<'_>) -> Option<(Vec<String>, State)> {
    let asked: Vec<String> = words(&task.ask.question.text).map(|word| fold(word.text)).collect();
    let lists = [&WORDS.listing, &WORDS.open, &WORDS.done, &WORDS.asking];
    let tells = |word: &&String| !lists.iter().any(|list| list.has(word));
    let heading: Vec<String> = asked.iter().filter(tells).cloned().collect();
    let opens = asked.first().is_some_and(|first| WORDS.listing.has(first));
    let together = asked.windows(heading.len().max(1)).any(|run| run == heading);
    let several = heading.last().is_some_and(|last| singular(last) != *last);
    if !opens || !together || !several || !WORDS_OF_HEADING.contains(&heading.len()) {
        return None;
    }
    let says = |list: &WordList| asked.iter().any(|word| list.has(word));
    let state = match () {
        () if says(&WORDS.open) => State::Open,
        () if says(&WORDS.done) => State::Done,
        () => State::Any,
    };
    Some((heading, state))
}

/// True where the items under a heading are asked for, and some document has it.
pub(in crate::query) fn asked(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(gather(task)?.is_some())
}

/// The items under the heading that is asked for; `None` for another question, and where there are none.
pub(in crate::query) fn gather(task: &Task<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some((heading, state)) = wanted(task) else { return Ok(None) };
    let reader = task.reader();
    let label = heading.join(" ");
    let found = documents_under_heading(reader, &label)?;
    let documents: BTreeSet<DocumentId> =
        found.into_iter().filter(|&document| task.filter.document(document)).take(DOCUMENTS).collect();
    let mut passages = PassageReader::new(reader);
    let mut items: Vec<Candidate> = Vec::new();
    for document in documents {
        let mut known = BTreeSet::new();
        for unit in reader.units_of_document(document)? {
            for mut candidate in passages.record(&unit, 1.0)?.candidates {
                let evidence = &candidate.evidence;
                let is_item = matches!(candidate.kind, SentenceKind::Item | SentenceKind::Row);
                let under = evidence.heading.last().is_some_and(|above| is_labelled(above, &heading));
                if is_item && under && known.insert(evidence.quote.start) {
                    let text = candidate.evidence.quoted().to_owned();
                    candidate.evidence.window = candidate.evidence.quote;
                    candidate.evidence.text = text;
                    items.push(candidate);
                }
            }
        }
    }
    let all = items.len();
    let says = |text: &str, list: &WordList| words(text).any(|word| list.has(&fold(word.text)));
    items.retain(|item| match state {
        State::Any => true,
        State::Open => says(&item.evidence.text, &WORDS.open) && !says(&item.evidence.text, &WORDS.done),
        State::Done => says(&item.evidence.text, &WORDS.done),
    });
    if items.is_empty() {
        return Ok(None);
    }
    let having = items.iter().filter_map(|item| item.evidence.document).collect::<BTreeSet<_>>().len();
    let place = format!("under “{label}” in {}", in_words(having as u64, "document", "documents"));
    let fact = match state {
        State::Any => format!("{} {place}.", in_words(items.len() as u64, "item", "items")),
        _ => format!("{} of {} {place}.", items.len(), in_words(all as u64, "item", "items")),
    };
    let listed = Some(items.len());
    let records = items.into_iter().take(ROWS).map(row).collect();
    Ok(Some(Gathered { records, facts: vec![fact], listed, ..Gathered::default() }))
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
