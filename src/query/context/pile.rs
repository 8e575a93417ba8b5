//! What a pile of documents is, in a line: how many there are, of what kinds, from when, what they speak of, what they
//! are called, and who and where is named most. A model writes with all of it; whoever quotes says in front how many
//! there are, from when, and of what and whom most of them speak.

use crate::judgement::quotation::plain;
use crate::judgement::rank::FEW_DOCUMENTS;
use crate::model::{DocumentId, Overview, Prominent, Ref, called, cite};
use crate::query::QueryError;
use crate::query::writing::Writing;
use crate::store::{DocumentOrder, Reader};
use crate::text::dates::year_at;
use crate::text::display::cut::shorten;
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::grouped;

/// Kinds, titles and names of a sort that are told.
const KINDS: usize = 3;
const TITLES: usize = 4;
const NAMES: usize = 4;
/// Cells of a title that are told.
const TITLE: usize = 60;

/// The line on the pile of an index that was made with an overview and has more than a few documents, for whoever
/// writes.
///
/// # Errors
/// Those of reading the index.
pub(in crate::query) fn fact(reader: &Reader, writing: &mut Writing<'_>) -> Result<Option<String>, QueryError> {
    let Some(overview) = reader.overview()? else { return Ok(None) };
    let ids = reader.document_ids(DocumentOrder::Reading)?;
    if ids.len() <= FEW_DOCUMENTS {
        return Ok(None);
    }
    if writing.is_by_model() {
        return described(reader, &overview, &ids).map(Some);
    }
    let told = in_short(&overview, ids.len());
    told.iter().for_each(|told| writing.counts(told));
    Ok(told)
}

/// What the documents of a pile speak of most, and whom and where most of them name, with citations; none where they
/// have neither terms nor names in common.
fn in_short(overview: &Overview, documents: usize) -> Option<String> {
    let cited = |prominent: &[&Prominent]| cite(prominent.iter().map(|one| Ref::from(one.entity)));
    let listed = |prominent: &[&Prominent]| {
        let names: Vec<_> = prominent.iter().map(|one| plain(&one.name)).collect();
        enumerated(&names, "and")
    };
    let terms: Vec<&Prominent> = overview.terms.iter().take(NAMES).collect();
    let dated = dated(overview).map_or(String::new(), |dated| format!(", {dated},"));
    let documents = format!("The {} documents{dated}", grouped(documents as u64));
    let sorts = [
        (&overview.people, ["person", "people"]),
        (&overview.organisations, ["organisation", "organisations"]),
        (&overview.places, ["place", "places"]),
    ];
    // A name of one document tells nothing of the others. A place that is named most of places may be named seldom.
    let several = sorts.map(|(sort, called)| {
        let those: Vec<&Prominent> = sort.iter().filter(|one| one.documents > 1).take(NAMES / 2).collect();
        (those, called)
    });
    let named: Vec<&Prominent> = several.iter().flat_map(|(those, _)| those).copied().collect();
    let of_each = several.iter().filter(|(those, _)| !those.is_empty());
    let of_each = of_each.map(|(those, [one, many])| {
        let called = if those.len() == 1 { one } else { many };
        format!("the {called} {}", listed(those))
    });
    let of_each = enumerated(&of_each.collect::<Vec<_>>(), "and");
    match (terms.len() > 1, named.len() > 1) {
        (true, true) => {
            let told = format!("{documents} speak most of {}. {}", listed(&terms), cited(&terms));
            Some(format!("{told} Named most are {of_each}. {}", cited(&named)))
        }
        (true, false) => Some(format!("{documents} speak most of {}. {}", listed(&terms), cited(&terms))),
        (false, true) => Some(format!("{documents} name most {of_each}. {}", cited(&named))),
        (false, false) => None,
    }
}

/// From when the documents of a pile are: `dated 2019 to 2024`.
fn dated(overview: &Overview) -> Option<String> {
    let (first, last) = overview.dates?;
    Some(match (year_at(first), year_at(last)) {
        (first, last) if first == last => format!("dated {first}"),
        (first, last) => format!("dated {first} to {last}"),
    })
}

/// All that is known of a pile.
fn described(reader: &Reader, overview: &Overview, ids: &[DocumentId]) -> Result<String, QueryError> {
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
    if let Some(dated) = dated(overview) {
        told.push_str(&format!(", {dated}"));
    }
    if !overview.titled.is_empty() {
        let titled: Vec<String> = overview.titled.iter().map(|phrase| format!("“{}”", plain(phrase))).collect();
        told.push_str(&format!(", most of them called {}", enumerated(&titled, "and")));
    }
    let titles = titles(reader, ids)?;
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
    Ok(told)
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
