//! What a pile of documents is, in a line: how many there are, of what kinds, from when, what they are called, and who
//! and where is named most. A model writes with it; whoever quotes begins with what the documents say, and it stands in
//! the trace.

use super::QueryError;
use super::writing::Writing;
use crate::judgement::quotation::{plain, unescape};
use crate::judgement::rank::FEW_DOCUMENTS;
use crate::model::{DocumentId, Prominent, TraceStep, called};
use crate::store::{DocumentOrder, Reader};
use crate::text::amounts::grouped;
use crate::text::cut::shorten;
use crate::text::dates::{DAY, civil};
use crate::text::spacing::enumerated;

/// Kinds, titles and names of a sort that are told.
const KINDS: usize = 3;
const TITLES: usize = 4;
const NAMES: usize = 4;
/// Cells of a title that are told.
const TITLE: usize = 60;

/// The line on the pile for whoever writes, noted in the trace where that is no model.
pub(super) fn fact(reader: &Reader, writing: &mut Writing<'_>) -> Result<Option<String>, QueryError> {
    let told = described(reader)?;
    if writing.is_by_model() {
        return Ok(told);
    }
    if let Some(told) = told {
        writing.trace(TraceStep::Note { text: unescape(&told) });
    }
    Ok(None)
}

/// Describes the pile of an index that was made with an overview and has more than a few documents.
fn described(reader: &Reader) -> Result<Option<String>, QueryError> {
    let Some(overview) = reader.overview()? else { return Ok(None) };
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    if ids.len() <= FEW_DOCUMENTS {
        return Ok(None);
    }
    let mut told = format!("{} documents", grouped(ids.len() as u64));
    // What files are called by an abbreviation says nothing of what they are; nor do kinds that few are of.
    let is_word = |kind: &str| !kind.is_empty() && kind.chars().all(|c| c.is_lowercase() || !c.is_alphabetic());
    let known: Vec<_> = overview.kinds.iter().take(KINDS).filter(|(kind, _)| is_word(kind.trim())).collect();
    let counted = known.iter().map(|(_, count)| *count as usize).sum::<usize>();
    let of_most = 2 * counted >= ids.len();
    let mut kinds: Vec<String> = known.iter().map(|(kind, count)| format!("{} {count}", plain(kind.trim()))).collect();
    kinds.extend((counted < ids.len()).then(|| format!("others {}", ids.len() - counted)));
    if of_most && counted > 0 {
        told.push_str(&format!(" ({})", kinds.join(", ")));
    }
    if let Some((first, last)) = overview.dates {
        let year = |seconds: i64| civil(seconds.div_euclid(DAY)).0;
        match (year(first), year(last)) {
            (first, last) if first == last => told.push_str(&format!(", dated {first}")),
            (first, last) => told.push_str(&format!(", dated {first} to {last}")),
        }
    }
    if !overview.titled.is_empty() {
        let titled: Vec<String> = overview.titled.iter().map(|phrase| format!("“{}”", plain(phrase))).collect();
        told.push_str(&format!(", most of them called {}", enumerated(&titled, "and")));
    }
    let titles = titles(reader, &ids)?;
    if !titles.is_empty() {
        told.push_str(&format!(", among them {}", titles.join(", ")));
    }
    told.push('.');
    if let Some(terms) = names(&overview.terms) {
        told.push_str(&format!(" Spoken of in many: {terms}."));
    }
    let named: Vec<String> = [&overview.people, &overview.organisations, &overview.places]
        .into_iter()
        .filter_map(|prominent| names(prominent))
        .collect();
    if !named.is_empty() {
        told.push_str(&format!(" Most named: {}.", named.join("; ")));
    }
    Ok(Some(told))
}

/// Titles from all over the pile, in quotation marks.
fn titles(reader: &Reader, ids: &[DocumentId]) -> Result<Vec<String>, QueryError> {
    let spread: Vec<DocumentId> = ids.iter().step_by(ids.len().div_ceil(TITLES)).copied().collect();
    let mut titles: Vec<String> = Vec::new();
    for row in reader.document_rows(&spread)? {
        let title = format!("“{}”", plain(&shorten(called(&row.title, &row.path), TITLE, "…")));
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    Ok(titles)
}

fn names(prominent: &[Prominent]) -> Option<String> {
    let names: Vec<_> = prominent.iter().take(NAMES).map(|one| plain(&one.name)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
