//! What stands in items is one answer: where a sentence that was chosen announces a list ("The following lamps are
//! lit"), or several are items of one, the list is quoted whole and in its order, as one passage where it is short.

use std::cmp::Reverse;

use super::reaching::{announces, announces_in_words};
use crate::judgement::ContextRecord;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::relevance::precedence::asks_what_it_is;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::select::Ranked;
use crate::model::{DocumentId, Evidence, SentenceKind, Span};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::statements::stance::STATED;
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, share_a_word, words};

/// Items that are quoted; bytes of a list that is one passage, and of a paragraph that is an item.
pub(super) const ITEMS: usize = 12;
const ONE_PASSAGE: usize = 700;
const PARAGRAPH: usize = 320;
/// Items that make a list, paragraphs that may stand between two, and passages back to what announces them.
pub(super) const LIST: usize = 2;
const BETWEEN: usize = 1;
const BACK: usize = 30;
/// Words of a term that opens an item behind which it is told what it is, and bytes between two passages that stand
/// side by side.
const TERM: usize = 4;
const GAP: usize = 8;
/// Chosen passages that lie in one list, at least, and most of them, where the first does not announce it.
const CHOSEN: usize = 3;
/// Words of a line that heads the kind of statement asked for, at most.
const HEADING: usize = 2;
/// The same of a line above steps that are to be taken.
const LINE: usize = 8;

/// A list with what announces it, as it is quoted.
pub(in crate::judgement::extractive) struct Itemised {
    pub quoted: Vec<Evidence>,
    items: usize,
    /// Items that are not quoted.
    pub more: usize,
    of: DocumentId,
    span: Span,
}

impl Itemised {
    /// True for a passage of the list.
    pub fn holds(&self, evidence: &Evidence) -> bool {
        evidence.document == Some(self.of) && self.span.contains(evidence.quote)
    }
}

impl PassageAnswer<'_> {
    /// The list that answers as a whole; none where one fact is asked for.
    pub(in crate::judgement::extractive) fn itemised(
        &self,
        chosen: &[Ranked<'_>],
        stems: &mut Stems,
    ) -> Option<Itemised> {
        let Self { reading, asked, .. } = *self;
        let wants = &reading.wants;
        let of_a_fact = asked.figure
            || wants.when
            || wants.place
            || wants.person
            || asks_what_it_is(reading)
            || asked.stance.is_none() && self.asks_about_one_thing();
        if of_a_fact {
            return None;
        }
        // *Decisions* heads what was decided.
        let mut heads = |text: &str| {
            let short = |most: usize| words(text).nth(most).is_none();
            // "If a lamp goes out" stands above what is done then.
            let of_steps = wants.how_to && short(LINE) && !text.trim_end().ends_with(is_terminal);
            of_steps || short(HEADING) && asked.stated(text, &[], stems) >= STATED
        };
        // "What was decided about the gate?" is told by the item on the gate, and by no other of the agenda.
        let statement = &reading.statement;
        let matter = if statement.stance.is_some() { statement.about.as_str() } else { "" };
        let is_of_it = |text: &str| share_a_word(text, matter);
        of_chosen(self.context, chosen, asked.stance.is_some() || wants.how_to, &mut heads, &is_of_it)
    }

    /// True where it is asked what one thing is, and not what several are.
    fn asks_about_one_thing(&self) -> bool {
        let reading = self.reading;
        let one = reading.content.iter().all(|word| singular(word) == *word);
        one && reading.may_ask_what_it_is() && reading.asks_about_one()
    }
}

/// The list that the passage which leads announces, or that it and others of those chosen are items of. `heads` tells
/// of a line that it heads what is asked for: *Decisions*. A list that nothing announces is one where a kind of
/// statement is asked for, which each of its items makes; of that only those answer that are of the matter asked about,
/// where some are.
fn of_chosen(
    context: &[ContextRecord],
    chosen: &[Ranked<'_>],
    of_statements: bool,
    heads: &mut dyn FnMut(&str) -> bool,
    is_of_matter: &dyn Fn(&str) -> bool,
) -> Option<Itemised> {
    let first = chosen.first()?;
    let evidence = &first.candidate.evidence;
    let page = Page::of(context, evidence.document?);
    let at = page.candidates.iter().position(|one| one.evidence.quote == evidence.quote)?;
    let front = if heads(evidence.quoted()) { Front::Heads } else { Front::Announces };
    // "The Mayor was sorry. Ada Voss moved," goes on with what was moved.
    let next = || page.candidates.get(at + 1).filter(|next| next.evidence.quoted().trim_end().ends_with(','));
    let goes_on = || next().and_then(|_| behind(&page, at + 1, Front::Announces, is_of_matter));
    if let Some(list) = behind(&page, at, front, is_of_matter).or_else(goes_on) {
        return Some(list);
    }
    let page = &page;
    let around = |front: Front| {
        let lists = (0..at).rev().take(BACK).filter_map(move |before| behind(page, before, front, is_of_matter));
        lists.filter(|list| list.holds(evidence))
    };
    let inside = |list: &Itemised| chosen.iter().filter(|one| list.holds(&one.candidate.evidence)).count();
    // One item that answers is not answered by the others.
    let most = |list: &Itemised| inside(list) >= CHOSEN && inside(list) * 2 > chosen.len();
    let half = |list: &Itemised| inside(list) >= CHOSEN && inside(list) * 2 >= chosen.len().max(list.items);
    // Each item stands in front of those behind it: the last found is the whole.
    let apart = || around(Front::Apart).next_back().filter(|list| of_statements && half(list));
    around(Front::Announces).next().filter(most).or_else(apart)
}

/// What stands in front of a list.
#[derive(Clone, Copy, PartialEq)]
enum Front {
    /// It announces the list, in words or by a colon.
    Announces,
    /// It heads what is asked for.
    Heads,
    /// It has nothing to do with the list.
    Apart,
}

/// A document as far as records hold it: a list that one text unit announces may stand in the next.
struct Page<'a> {
    document: DocumentId,
    /// In the order of the text.
    candidates: Vec<&'a Candidate>,
    /// Parts of the text, each with where it begins.
    texts: Vec<(usize, &'a str)>,
}

impl<'a> Page<'a> {
    fn of(context: &'a [ContextRecord], document: DocumentId) -> Self {
        let (mut candidates, mut texts) = (Vec::new(), Vec::new());
        for record in context {
            let own = record.candidates.iter().filter(|one| one.evidence.document == Some(document));
            // A long passage stands once in a text.
            let longest =
                own.clone().map(|one| &one.evidence).max_by_key(|one| (one.text.len(), Reverse(one.window.start)));
            let base = longest.and_then(|one| one.window.start.checked_sub(record.text.find(&one.text)?));
            texts.extend(base.map(|base| (base, record.text.as_str())));
            candidates.extend(own);
        }
        candidates.sort_by_key(|one| (one.evidence.quote.start, one.evidence.quote.end));
        candidates.dedup_by_key(|one| one.evidence.quote);
        Self { document, candidates, texts }
    }

    fn text(&self, from: usize, to: usize) -> Option<&'a str> {
        self.texts.iter().find_map(|(base, text)| text.get(from.checked_sub(*base)?..to.checked_sub(*base)?))
    }
}

/// True for an item that opens with a term of a few words and tells behind a dash what that is: *red – a lamp that
/// stops a boat*.
fn defines_a_term(quoted: &str) -> bool {
    let parts = [" – ", " — ", " - "].iter().find_map(|dash| quoted.split_once(dash));
    parts.is_some_and(|(term, told)| {
        term.split_whitespace().count() <= TERM
            && term.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '”' | '"' | '*' | '`'))
            && told.contains(char::is_whitespace)
    })
}

/// The list that stands behind a passage; of one that nothing announces the items that are of a matter, whole, where
/// only some are.
fn behind(page: &Page<'_>, at: usize, front: Front, is_of_matter: &dyn Fn(&str) -> bool) -> Option<Itemised> {
    let lead = page.candidates.get(at)?;
    let evidence = &lead.evidence;
    let apart = front == Front::Apart;
    if lead.spoken || !apart && !matches!(lead.kind, SentenceKind::Prose | SentenceKind::Item) {
        return None;
    }
    let quoted = evidence.quoted().trim_end();
    let told = announces_in_words(quoted);
    // "Ada Voss moved," is gone on with by what was moved, as the numbers behind it tell.
    let left_open = quoted.ends_with(',') && page.candidates.get(at + 1).is_some_and(|next| next.opens);
    if front == Front::Announces && !told && !left_open && !announces(quoted) {
        return None;
    }
    page.text(evidence.quote.start, evidence.quote.end)?;
    let of_paragraphs = !apart && told && quoted.ends_with([':', '：']);
    let found = items_behind(page, at, apart, of_paragraphs)?;
    let begins = if apart { found.items[0].0.evidence.quote.start } else { evidence.quote.start };
    let span = Span::new(begins, found.end);
    let whole = page.text(begins, found.end).filter(|whole| !apart && whole.len() <= ONE_PASSAGE);
    let (quoted, more) = match whole {
        Some(whole) => (vec![Evidence { window: span, text: whole.to_owned(), ..evidence.narrowed() }], 0),
        None => {
            // What only heads the list says nothing by itself.
            let lead = (!apart && (told || front == Front::Announces)).then(|| evidence.narrowed());
            let is_of_it = |(item, end): &&(&Candidate, usize)| {
                page.text(item.evidence.quote.start, *end).is_some_and(is_of_matter)
            };
            let of_it: Vec<_> = found.items.iter().filter(|_| apart).filter(is_of_it).collect();
            if !of_it.is_empty() && of_it.len() < found.items.len() {
                let shown = of_it.iter().take(ITEMS).map(|(item, end)| shown_item(page, item, *end, ONE_PASSAGE));
                (shown.collect(), of_it.len().saturating_sub(ITEMS))
            } else {
                let shown = found.items.iter().take(ITEMS);
                let shown = shown.map(|(item, end)| shown_item(page, item, *end, PARAGRAPH));
                (lead.into_iter().chain(shown).collect(), found.items.len().saturating_sub(ITEMS))
            }
        }
    };
    Some(Itemised { quoted, items: found.items.len(), more, of: page.document, span })
}

/// The items of a list.
struct Items<'a> {
    /// Each with where the rest of it ends.
    items: Vec<(&'a Candidate, usize)>,
    /// Where the last of them does.
    end: usize,
}

/// The items that stand behind a passage, which has nothing to do with them where they are `apart`. Where it says that
/// several follow, paragraphs are items as well (`of_paragraphs`).
fn items_behind<'a>(page: &Page<'a>, at: usize, apart: bool, of_paragraphs: bool) -> Option<Items<'a>> {
    let evidence = &page.candidates.get(at)?.evidence;
    let mut items: Vec<(&Candidate, usize)> = Vec::new();
    let (mut end, mut between, mut marks) = (evidence.quote.end, 0, true);
    let (mut last, mut sort) = (end, None);
    let others = page.candidates[at + 1..].iter().filter(|other| other.evidence.quote.start >= evidence.quote.end);
    for &other in others {
        let own = &other.evidence;
        let gap = match page.text(end, own.quote.start) {
            Some(gap) => gap,
            None if own.quote.start <= end + GAP => "",
            // What stands between was not found.
            None => break,
        };
        let pointed = other.kind == SentenceKind::Item || gap.contains(|c: char| !c.is_whitespace());
        let marked = other.opens && (pointed || defines_a_term(own.quoted()));
        let under = match items.first() {
            Some((first, _)) => &first.evidence.heading,
            None if apart => &own.heading,
            None => &evidence.heading,
        };
        if own.heading != *under || !matches!(other.kind, SentenceKind::Item | SentenceKind::Prose) {
            break;
        }
        if items.is_empty() {
            if !(marked || of_paragraphs && other.opens) {
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
                items.push((other, own.quote.end));
                (between, last) = (0, own.quote.end);
            }
            // The rest of an item, or a paragraph within it.
            false if !other.opens && between == 0 => {
                last = own.quote.end;
                items.last_mut().into_iter().for_each(|(_, end)| *end = last);
            }
            false if !other.opens => {}
            false if marks && between < BETWEEN => between += 1,
            false => break,
        }
        end = own.quote.end;
    }
    (items.len() >= LIST).then_some(Items { items, end: last })
}

/// An item as it is quoted, with the rest of it, which ends at a place, where that is of so many bytes at most.
fn shown_item(page: &Page<'_>, item: &Candidate, end: usize, most: usize) -> Evidence {
    let span = Span::new(item.evidence.quote.start, end);
    match page.text(span.start, span.end).filter(|all| all.len() <= most) {
        Some(all) => Evidence { window: span, quote: span, text: all.to_owned(), ..item.evidence.narrowed() },
        None => item.evidence.narrowed(),
    }
}

/// Whether figures or letters mark an item, by what stands before it; `None` for a bullet.
fn mark(gap: &str) -> Option<bool> {
    gap.chars().find(|c| c.is_alphanumeric()).map(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::features::COUNT;
    use crate::judgement::samples;
    use crate::model::DocumentId;

    /// A record of paragraphs, of which some are items.
    fn page(lines: &[(&str, SentenceKind)]) -> ContextRecord {
        let mut page = samples::paragraph(1, "Quay", lines.iter().map(|(text, _)| *text));
        for (candidate, (_, kind)) in page.candidates.iter_mut().zip(lines) {
            (candidate.kind, candidate.opens) = (*kind, true);
        }
        page
    }

    fn quoted(lines: &[(&str, SentenceKind)]) -> Option<Vec<String>> {
        let context = [page(lines)];
        behind(&Page::of(&context, DocumentId(1)), 0, Front::Announces, &|_| false)
            .map(|list| list.quoted.into_iter().map(|one| one.text).collect())
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

    #[test]
    fn items_of_which_most_were_chosen_are_quoted_in_their_order() {
        use SentenceKind::{Item, Prose};
        let moved = [
            "That the gate be let.",
            "That the dues be left.",
            "That the lamps be lit at dusk.",
            "That the bell be rung.",
        ];
        let lines: Vec<(&str, SentenceKind)> = std::iter::once(("Ada Voss spoke of the old quay.", Prose))
            .chain(moved.iter().map(|one| (*one, Item)))
            .collect();
        let context = [page(&lines)];
        let of_matter = |chosen: &[usize], matter: &str| {
            let one = |at: &usize| Ranked {
                candidate: &context[0].candidates[*at],
                own: 1.0,
                worth: 1.0,
                covered: Default::default(),
                answered: 1.0,
                within: 1.0,
                record: 0,
                features: [0.0; COUNT],
            };
            let chosen: Vec<_> = chosen.iter().map(one).collect();
            of_chosen(&context, &chosen, true, &mut |_| false, &|item: &str| {
                !matter.is_empty() && item.contains(matter)
            })
        };
        let of = |chosen: &[usize]| of_matter(chosen, "");
        let lit = of_matter(&[3, 1, 2], "lamps").expect("the item on the lamps");
        assert_eq!(lit.quoted.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), [moved[2]]);
        let told = of(&[3, 1, 2]).expect("the list that they are of");
        assert_eq!(told.quoted.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), moved);
        assert!(of(&[3, 0, 1]).is_none() && of(&[3]).is_none(), "one item is not answered by the others");
    }

    #[test]
    fn a_list_goes_on_in_the_next_text_unit() {
        use SentenceKind::Prose;
        let lines = [
            ("The following lamps are known to the keepers of the quay.", Prose),
            ("red – A lamp that stops a boat. It is lit at dusk.", Prose),
            ("Without it nobody may sail.", Prose),
            ("green – A lamp that lets it in.", Prose),
            ("white – This lamp is lit by nobody.", Prose),
            ("The keepers of the quay are three.", Prose),
            ("Ada Voss is the first of them.", Prose),
        ];
        let whole = page(&lines);
        let (mut first, mut next) = (page(&lines[..2]), whole.clone());
        // The next text unit begins with what the one before ends with, which is chosen from there.
        next.candidates.drain(..2);
        first.text = whole.text[..first.candidates[1].evidence.quote.end].to_owned();
        let all =
            behind(&Page::of(&[first.clone(), next], DocumentId(1)), 0, Front::Announces, &|_| false).expect("a list");
        assert!(all.quoted[0].text.starts_with("The following") && all.quoted[0].text.ends_with("lit by nobody."));
        let mut apart = page(&lines);
        apart.candidates.drain(..4);
        apart.text = whole.text[apart.candidates[0].evidence.quote.start..].to_owned();
        assert!(
            behind(&Page::of(&[first, apart], DocumentId(1)), 0, Front::Announces, &|_| false).is_none(),
            "what stands between was not found"
        );
        assert!(defines_a_term("red – a lamp") && !defines_a_term("The lamp of the old quay – a red one – is lit."));
    }
}
