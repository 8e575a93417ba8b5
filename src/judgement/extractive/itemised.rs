//! What stands in items is one answer: where a sentence that was chosen announces a list ("The following lamps are lit"), or several
//! are items of one, the list is quoted whole and in its order, as one passage where it is short.

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind, Span};

use super::reaching::{announces, announces_in_words};

/// Items that are quoted; bytes of a list that is one passage, and of a paragraph that is an item.
const ITEMS: usize = 12;
const ONE_PASSAGE: usize = 700;
const PARAGRAPH: usize = 320;
/// Items that make a list, paragraphs that may stand between two, and passages back to what announces them.
const LIST: usize = 2;
const BETWEEN: usize = 1;
const BACK: usize = 30;
/// Chosen passages that lie in one list, at least, and most of them, where the first does not announce it.
const CHOSEN: usize = 3;

/// A list with what announces it, as it is quoted.
pub(super) struct Itemised {
    pub quoted: Vec<Evidence>,
    /// Items that are not quoted.
    pub more: usize,
    of: Option<crate::model::DocumentId>,
    span: Span,
}

impl Itemised {
    /// True for a passage of the list.
    pub fn holds(&self, evidence: &Evidence) -> bool {
        evidence.document == self.of && self.span.contains(evidence.quote)
    }
}

/// The list that the passage which leads announces, or that it and others of those chosen are items of.
pub(super) fn of_chosen(context: &[ContextRecord], chosen: &[Ranked<'_>]) -> Option<Itemised> {
    let first = chosen.first()?;
    let record = context.get(first.record)?;
    // Where one text unit ends with what announces it the list stands in the next.
    let evidence = &first.candidate.evidence;
    let same =
        |other: &&Candidate| other.evidence.document == evidence.document && other.evidence.quote == evidence.quote;
    let announced = |record: &ContextRecord| record.candidates.iter().find(same).and_then(|lead| behind(record, lead));
    if let Some(list) = context.iter().find_map(announced) {
        return Some(list);
    }
    let back = record.candidates.iter().rev().filter(|other| {
        other.evidence.document == evidence.document && other.evidence.quote.end <= evidence.quote.start
    });
    let mut lists = back.take(BACK).filter_map(|lead| behind(record, lead));
    let list = lists.find(|list| list.holds(evidence))?;
    let inside = chosen.iter().filter(|one| list.holds(&one.candidate.evidence)).count();
    // One item that answers is not answered by the others.
    (inside >= CHOSEN && inside * 2 > chosen.len()).then_some(list)
}

/// The list that stands behind a passage which announces it.
fn behind(record: &ContextRecord, lead: &Candidate) -> Option<Itemised> {
    let evidence = &lead.evidence;
    if lead.spoken || !matches!(lead.kind, SentenceKind::Prose | SentenceKind::Item) {
        return None;
    }
    let quoted = evidence.quoted().trim_end();
    let (colon, told) = (quoted.ends_with([':', '：']), announces_in_words(quoted));
    if !(told || announces(quoted)) {
        return None;
    }
    let base = evidence.window.start.checked_sub(record.text.find(&evidence.text)?)?;
    let text = |from: usize, to: usize| record.text.get(from.checked_sub(base)?..to.checked_sub(base)?);
    let mut items: Vec<&Candidate> = Vec::new();
    let (mut end, mut between, mut marks) = (evidence.quote.end, 0, true);
    let (mut last, mut sort) = (end, None);
    let others = record.candidates.iter().filter(|other| {
        other.evidence.document == evidence.document && other.evidence.quote.start >= evidence.quote.end
    });
    for other in others {
        let own = &other.evidence;
        let gap = text(end, own.quote.start).unwrap_or_default();
        let marked = other.opens && (other.kind == SentenceKind::Item || gap.contains(|c: char| !c.is_whitespace()));
        if own.heading != evidence.heading || !matches!(other.kind, SentenceKind::Item | SentenceKind::Prose) {
            break;
        }
        if items.is_empty() {
            // Paragraphs are items where it is said that several follow.
            if !(marked || colon && told && other.opens) {
                return None;
            }
            marks = marked;
            sort = mark(gap);
        } else if marked && mark(gap) != sort {
            // Behind (a) and (b) stands 5. of the list that they are a part of.
            break;
        }
        let paragraph = other.opens && own.quote.len() <= PARAGRAPH;
        match marked || !marks && paragraph {
            true => {
                items.push(other);
                (between, last) = (0, own.quote.end);
            }
            // The rest of an item, or a paragraph within it.
            false if !other.opens && between == 0 => last = own.quote.end,
            false if !other.opens => {}
            false if marks && between < BETWEEN => between += 1,
            false => break,
        }
        end = own.quote.end;
    }
    if items.len() < LIST {
        return None;
    }
    let span = Span::new(evidence.quote.start, last);
    let bare =
        |one: &Evidence| Evidence { window: one.quote, text: one.quoted().to_owned(), lead: None, ..one.clone() };
    let whole = text(evidence.quote.start, last).filter(|whole| whole.len() <= ONE_PASSAGE);
    let (quoted, more) = match whole {
        Some(whole) => (vec![Evidence { window: span, text: whole.to_owned(), ..bare(evidence) }], 0),
        None => {
            let shown = items.iter().take(ITEMS).map(|item| bare(&item.evidence));
            (std::iter::once(bare(evidence)).chain(shown).collect(), items.len().saturating_sub(ITEMS))
        }
    };
    Some(Itemised { quoted, more, of: evidence.document, span })
}

/// Whether figures or letters mark an item, by what stands before it; `None` for a bullet.
fn mark(gap: &str) -> Option<bool> {
    gap.chars().find(|c| c.is_alphanumeric()).map(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind};

    /// A record of paragraphs, of which some are items.
    fn page(lines: &[(&str, SentenceKind)]) -> ContextRecord {
        let mut at = 0;
        let passages = lines.iter().map(|(text, _)| {
            let place = Some((DocumentId(1), Span::new(at, at + text.len())));
            at += text.len() + 1;
            Quotable { text: (*text).to_owned(), cites: Vec::new(), speaker: None, place, relevance: None }
        });
        let mut page = samples::record(Kind::Source, 1, "Quay", passages.collect());
        for (candidate, (_, kind)) in page.candidates.iter_mut().zip(lines) {
            (candidate.kind, candidate.opens) = (*kind, true);
        }
        page
    }

    fn quoted(lines: &[(&str, SentenceKind)]) -> Option<Vec<String>> {
        let page = page(lines);
        behind(&page, &page.candidates[0]).map(|list| list.quoted.into_iter().map(|one| one.text).collect())
    }

    #[test]
    fn what_announces_a_list_is_quoted_with_all_of_it() {
        use SentenceKind::{Item, Prose};
        let short = [
            ("The following lamps are known to the keepers of the quay.", Prose),
            ("red – a lamp that stops a boat", Item),
            ("green – a lamp that lets it in", Item),
        ];
        let one = quoted(&short).expect("a list");
        assert_eq!(one.len(), 1);
        assert!(one[0].starts_with("The following") && one[0].ends_with("lets it in"), "{one:?}");
        let long = "white – a lamp that stands on the pier and is lit at dusk by whoever keeps it ".repeat(6);
        let long = long.trim_end();
        let each = quoted(&[short[0], short[1], (long, Item), (long, Item)]).expect("a list");
        assert_eq!(each.len(), 4, "{each:?}");
        let steps = [
            ("Whoever leaves the quay has to take the following steps:", Prose),
            ("Hand the keys to the clerk of the quay.", Prose),
            ("Put out the lamps.", Prose),
        ];
        assert_eq!(quoted(&steps).map(|all| all.len()), Some(1));
        let none = [("The lamps of the quay are old.", Prose), ("red", Item), ("green", Item)];
        assert_eq!(quoted(&none), None, "nothing is announced");
        assert_eq!([" (b) ", "\n5. ", "\n- "].map(mark), [Some(false), Some(true), None]);
    }
}
