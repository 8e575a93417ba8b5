//! Sections and labelled lines that a question asks for: what stands under *Ways it spreads* in a page on a fever, of "How does the
//! fever spread?". A list that stands there is quoted item by item in its own order, whether or not an item has a word of the
//! question.

use std::collections::HashMap;

use super::precedence::asks_what_it_is;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::headed::Said;
use crate::judgement::rank::select::{Ranked, content};
use crate::model::{DocumentId, SentenceKind};
use crate::text::question::Reading;
use crate::text::terms::{Stems, words};

/// Items of a list that are quoted, words of them together, and items that make a list.
const ITEMS: usize = 12;
const WORDS: usize = 180;
const LIST: usize = 2;
/// Words of a label at the head of a line.
const LABEL: usize = 4;

/// How much of the question the section, or the label, asks that each passage stands under or behind, from 0 to 1; 0 where that asks
/// something else.
pub(super) fn asked_for(
    reading: &Reading,
    asked: &PreparedQuestion,
    ranked: &[Ranked<'_>],
    stems: &mut Stems,
) -> Vec<f32> {
    let defined = asks_what_it_is(reading);
    let mut said: HashMap<Option<DocumentId>, Said> = HashMap::new();
    for one in ranked {
        let evidence = &one.candidate.evidence;
        said.entry(evidence.document).or_default().note(&asked.hits_with_parts(evidence.quoted(), stems).1);
    }
    let mut known: HashMap<(Option<DocumentId>, String, String), f32> = HashMap::new();
    let mut asks = |document: Option<DocumentId>, above: String, heading: &str| {
        *known.entry((document, above, heading.to_owned())).or_insert_with_key(|(document, above, heading)| {
            let own = &said[document];
            let asks = asked.asked_by(above, heading, own, stems).unwrap_or_default();
            // One word alone heads much, where nothing above it says of what.
            let mut alone = || asked.asked_by("", heading, &Said::default(), stems).is_some();
            if asks == 0.0 || defined || content(heading, &mut Stems::default()).len() > 1 || !alone() {
                asks
            } else {
                0.0
            }
        })
    };
    let of = |one: &Ranked<'_>| {
        let evidence = &one.candidate.evidence;
        let mut path: Vec<&str> = evidence.heading.iter().flat_map(|heading| heading.split(" › ")).collect();
        let whole = format!("{} {}", evidence.title, path.join(" "));
        let label = evidence.quoted().split_once([':', '：']).filter(|(label, value)| {
            !one.candidate.spoken && !value.trim().is_empty() && words(label).take(LABEL + 1).count() <= LABEL
        });
        let labelled = label.map_or(0.0, |(label, _)| asks(evidence.document, whole, label));
        let last = path.pop();
        let above = format!("{} {}", evidence.title, path.join(" "));
        last.map_or(0.0, |last| asks(evidence.document, above, last)).max(labelled)
    };
    ranked.iter().map(of).collect()
}

/// The list that stands in the best section asked for, in its own order; none where that is running text.
pub(super) fn listed<'a>(
    asked: &PreparedQuestion,
    ranked: &[Ranked<'a>],
    asked_for: &[f32],
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let section = |one: &Ranked<'a>| {
        let evidence = &one.candidate.evidence;
        (evidence.document, evidence.heading.clone())
    };
    let mut found: Vec<((Option<DocumentId>, Vec<String>), f32)> = Vec::new();
    let most = asked_for.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    for (one, _) in ranked.iter().zip(asked_for).filter(|(one, asks)| **asks >= most && is_listed(one)) {
        let of = section(one);
        match found.iter_mut().find(|(known, _)| *known == of) {
            Some((_, best)) => *best = best.max(one.own),
            None => found.push((of, one.own)),
        }
    }
    let Some((best, _)) = found.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return Vec::new() };
    let mut items: Vec<Ranked<'a>> = ranked
        .iter()
        .zip(asked_for)
        .filter(|(one, asks)| **asks > 0.0 && section(one) == best)
        .map(|(one, _)| one.clone())
        .collect();
    items.sort_by_key(|one| one.candidate.evidence.quote.start);
    // Of the sentences of one item the widest stands for all.
    items.dedup_by(|later, earlier| {
        let (one, other) = (&earlier.candidate.evidence, &later.candidate.evidence);
        let holds = other.window.contains(one.quote);
        if holds {
            *earlier = later.clone();
        }
        holds || one.window.contains(other.quote)
    });
    if items.iter().filter(|one| is_listed(one)).count() < LIST.max(items.len() / 2) {
        return Vec::new();
    }
    // A list of several things has those first that name the one asked about.
    let named: Vec<bool> = items.iter().map(|one| asked.has_heaviest(&one.candidate.evidence.text, stems)).collect();
    if named.iter().filter(|named| **named).count() * 2 < items.len() {
        let mut named = named.into_iter();
        items.sort_by_cached_key(|_| !named.next().unwrap_or_default());
    }
    let mut said = 0;
    items.truncate(ITEMS);
    items.retain(|one| {
        let fits = said < WORDS;
        said += words(&one.candidate.evidence.text).count();
        fits
    });
    items
}

/// True for an item of a list, also one that is a sentence, and for a row of a table.
fn is_listed(one: &Ranked<'_>) -> bool {
    matches!(one.candidate.kind, SentenceKind::Item | SentenceKind::Row) || one.candidate.opens
}
