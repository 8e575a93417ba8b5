//! Sections and labelled lines that a question asks for: what stands under *Ways it spreads* in a page on a fever, of
//! "How does the fever spread?". A list that stands there is quoted item by item in its own order, whether or not an
//! item has a word of the question.

use std::collections::{BTreeSet, HashMap};

use super::itemised::{ITEMS, LIST};
use super::tabled;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::relevance::precedence::asks_what_it_is;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::asked::weighed::STAND_IN;
use crate::judgement::rank::headed::{AskedBy, ONE_WORD_MORE, Said};
use crate::judgement::rank::select::{Ranked, content};
use crate::model::{DocumentId, SentenceKind};
use crate::text::question::{Reading, compares, negates};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, folded, words};

/// Sentences of an item, as a mean, where many are long.
const SENTENCES: usize = 3;
/// Words of the items of a list that are quoted.
const WORDS: usize = 180;
/// Sections of as many documents, and what those behind the best ask of the question, as a part of what it asks.
const SECTIONS: usize = 3;
const NEARLY: f32 = 0.85;
/// What the title of a document counts as one, which heads much.
const TITLED: f32 = 0.5;
/// Words of a heading that says what is not done, at most, and what the title above it has of the question at least.
const DENIAL: usize = 6;
const ABOUT: f32 = 0.4;
/// Bytes at the head of a text in which it is told whose and of what it is.
const HEAD: usize = 240;
/// Words of a label at the head of a line.
const LABEL: usize = 4;

/// A document, and the headings that a part of it stands under.
type Section = (Option<DocumentId>, Vec<String>);

fn section_of(one: &Ranked<'_>) -> Section {
    let evidence = &one.candidate.evidence;
    (evidence.document, evidence.heading.clone())
}

/// How much of the question the section, or the label, asks that each passage stands under or behind, from 0 to 1; 0
/// where that asks something else.
pub(in crate::judgement::extractive) fn asked_for(
    reading: &Reading,
    asked: &PreparedQuestion,
    ranked: &[Ranked<'_>],
    stems: &mut Stems,
) -> Vec<f32> {
    let defined = asks_what_it_is(reading);
    let mut said: HashMap<Option<DocumentId>, Said> = HashMap::new();
    for one in ranked {
        let evidence = &one.candidate.evidence;
        let parts = asked.hits_with_parts(evidence.quoted(), stems).1;
        let said = said.entry(evidence.document).or_default();
        said.note(&parts);
        // A line at the head of a text, as whose it is, is of all of it.
        if one.candidate.kind == SentenceKind::Item && evidence.quote.start < HEAD {
            said.note(&parts);
        }
    }
    let one_document = said.len() == 1;
    let negated = reading.statement.negated;
    let of_heading = |one: &&Ranked<'_>| one.candidate.evidence.heading.iter().any(|heading| negates(heading));
    let opposed: BTreeSet<_> = ranked.iter().filter(of_heading).map(|one| one.candidate.evidence.document).collect();
    let mut known: HashMap<(Option<DocumentId>, String, String), f32> = HashMap::new();
    let mut asks = |document: Option<DocumentId>, above: String, heading: &str, stems: &mut Stems| {
        *known.entry((document, above, heading.to_owned())).or_insert_with_key(|(document, above, heading)| {
            let AskedBy { share, told } = asked.asked_by(above, heading, &said[document], stems);
            let denies = negates(heading);
            // *What we cannot treat* stands beside *What we can treat*, and heads the opposite.
            if denies != negated && !heading.trim_end().ends_with(['?', '？']) && opposed.contains(document) {
                return 0.0;
            }
            // What is not done may be called otherwise where the document is what the question is about.
            if denies && negated && share == 0.0 && words(heading).nth(DENIAL).is_none() {
                let about = asked.hits(above, stems).exact;
                return if about >= ABOUT { TITLED + (1.0 - TITLED) * about } else { 0.0 };
            }
            // One word alone heads much, where nothing says of what.
            let says = told || defined || one_document || content(heading, stems).len() > 1;
            if says { share } else { 0.0 }
        })
    };
    let no_text = Said::default();
    let mut of = |one: &Ranked<'_>| {
        let evidence = &one.candidate.evidence;
        let mut path: Vec<&str> = evidence.heading.iter().flat_map(|heading| heading.split(" › ")).collect();
        let whole = format!("{} {}", evidence.title, path.join(" "));
        let mut label = evidence.quoted().split_once([':', '：']).filter(|(label, value)| {
            !one.candidate.spoken && !value.trim().is_empty() && words(label).take(LABEL + 1).count() <= LABEL
        });
        // "Fix: the gate no longer sticks" does not tell until when there are fixes.
        label = label.filter(|(_, value)| !asked.figure || asked.has_figure(value, stems) > 0.0);
        // Whose line it is that a label names is not what stands behind it.
        let labelled = label.map_or(0.0, |(label, _)| asked.asked_by(&whole, label, &no_text, stems).share);
        let last = path.pop();
        let above = format!("{} {}", evidence.title, path.join(" "));
        let headed = last.map_or(0.0, |last| asks(evidence.document, above, last, stems));
        // A document that is called what is asked heads all that it says.
        headed.max(labelled).max(TITLED * asks(evidence.document, String::new(), &evidence.title, stems))
    };
    ranked.iter().map(&mut of).collect()
}

/// The list that stands in the best section asked for, in its own order, or all that stands below the question itself;
/// none where that is running text of another heading.
pub(in crate::judgement::extractive) fn listed<'a>(
    asked: &PreparedQuestion,
    ranked: &[Ranked<'a>],
    asked_for: &[f32],
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let mut found: Vec<(Section, f32)> = Vec::new();
    let most = asked_for.iter().copied().fold(0.0, f32::max);
    // A title heads no list.
    if most <= TITLED {
        return Vec::new();
    }
    for (one, _) in ranked.iter().zip(asked_for).filter(|(one, asks)| **asks >= NEARLY * most && is_listed(one)) {
        let of = section_of(one);
        match found.iter_mut().find(|(known, _)| *known == of) {
            Some((_, best)) => *best = best.max(one.own),
            None => found.push((of, one.own)),
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Of two that are asked about each has its section.
    let mut documents = BTreeSet::new();
    found.retain(|((document, _), _)| documents.insert(*document));
    found.truncate(SECTIONS);
    let items = found.iter().flat_map(|(best, _)| {
        let stands = |(one, asks): &(&Ranked<'a>, &f32)| **asks > TITLED && section_of(one) == *best;
        items_of(asked, ranked.iter().zip(asked_for).filter(stands).map(|(one, _)| one), stems)
    });
    let mut items: Vec<Ranked<'a>> = items.collect();
    if items.is_empty() {
        return below_question(ranked, asked_for);
    }
    items.truncate(SENTENCES * ITEMS * found.len().max(1));
    within_room(&mut items);
    items
}

/// Leaves as many passages as are read at once.
fn within_room(items: &mut Vec<Ranked<'_>>) {
    let mut said = 0;
    items.retain(|one| {
        let fits = said < WORDS;
        said += words(&one.candidate.evidence.text).count();
        fits
    });
}

/// What stands below a heading that is the question, in its own order: it answers it from its first sentence on.
pub(in crate::judgement::extractive) fn below_question<'a>(
    ranked: &[Ranked<'a>],
    asked_for: &[f32],
) -> Vec<Ranked<'a>> {
    let is_question = |one: &Ranked<'_>| {
        let last = one.candidate.evidence.heading.last();
        !one.candidate.spoken && last.is_some_and(|heading| heading.trim_end().ends_with(['?', '？']))
    };
    let best = ranked.iter().zip(asked_for).filter(|(one, asks)| **asks >= ONE_WORD_MORE && is_question(one));
    let order = |a: &(&Ranked<'_>, &f32), b: &(&Ranked<'_>, &f32)| a.1.total_cmp(b.1).then(a.0.own.total_cmp(&b.0.own));
    let Some(section) = best.max_by(order).map(|(one, _)| section_of(one)) else {
        return Vec::new();
    };
    let mut below: Vec<Ranked<'a>> = ranked.iter().filter(|one| section_of(one) == section).cloned().collect();
    put_in_order(&mut below);
    within_room(&mut below);
    below
}

/// Puts the passages of a section in its order, each once.
fn put_in_order(items: &mut Vec<Ranked<'_>>) {
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
}

/// The list that all passages are of, where it stands under a heading that the question, as asked, has most words of:
/// "List the action items", where nothing but those is left to choose from.
pub(in crate::judgement::extractive) fn whole_list<'a>(
    asked: &PreparedQuestion,
    text: &str,
    ranked: &[Ranked<'a>],
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let Some(section) = ranked.first().map(section_of) else { return Vec::new() };
    let Some(heading) = section.1.last() else { return Vec::new() };
    let words = content(text, stems);
    let heading = content(heading, stems);
    let asks = !heading.is_empty() && heading.intersection(&words).count() * 2 >= heading.len();
    match asks && ranked.iter().all(|one| section_of(one) == section) {
        true => items_of(asked, ranked.iter(), stems),
        false => Vec::new(),
    }
}

/// The rows of a table two columns of which the question holds against each other: "What changed between 1.0 and 2.0?".
/// Of several tables it is the best passage's; of its rows those that the question is of, or all.
pub(in crate::judgement::extractive) fn of_two_columns<'a>(
    answer: &PassageAnswer<'_>,
    ranked: &[Ranked<'a>],
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let asked = answer.asked;
    if answer.reading.statement.stance != Some(Stance::Change) && !compares(&answer.question.text) {
        return Vec::new();
    }
    // As it was asked: what the title of a text says may be left out of what is looked for in it.
    let words = folded(&answer.question.text);
    let says = |name: &str| {
        let name = folded(name);
        !name.is_empty() && words.windows(name.len()).any(|run| run == name)
    };
    let both = |one: &&Ranked<'_>| {
        let row = tabled::headed(&one.candidate.evidence);
        row.iter().flatten().skip(1).filter(|(name, _)| says(name)).count() > 1
    };
    let own: Vec<&Ranked<'a>> = ranked.iter().filter(both).collect();
    let Some(first) = own.iter().max_by(|a, b| a.worth.total_cmp(&b.worth)) else { return Vec::new() };
    let (section, header) = (section_of(first), &first.candidate.evidence.lead);
    let is_of_it = |one: &Ranked<'_>| section_of(one) == section && one.candidate.evidence.lead == *header;
    let mut rows: Vec<Ranked<'a>> = own.into_iter().filter(|one| is_of_it(one)).cloned().collect();
    put_in_order(&mut rows);
    let mut is_asked = |one: &Ranked<'_>| {
        let row = tabled::headed(&one.candidate.evidence);
        row.iter().flatten().next().is_some_and(|(_, called)| asked.share_of(called, stems) > 0.0)
    };
    if rows.iter().any(&mut is_asked) {
        rows.retain(is_asked);
    }
    keep_first(&mut rows);
    rows
}

/// The items of a section in their order, those first that name the one asked about; none where it is running text.
fn items_of<'r, 'a: 'r>(
    asked: &PreparedQuestion,
    section: impl Iterator<Item = &'r Ranked<'a>>,
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let mut items: Vec<Ranked<'a>> = section.cloned().collect();
    put_in_order(&mut items);
    if items.iter().filter(|one| is_listed(one)).count() < LIST.max(items.len() / 2) {
        return Vec::new();
    }
    if !asked.how_to {
        keep_asked_for(asked, &mut items, stems);
    }
    // A list of several things has those first that name the one asked about, unless what heads it does.
    let heading = items.first().and_then(|one| one.candidate.evidence.heading.last());
    // Steps are taken one after the other.
    if asked.how_to || heading.is_some_and(|heading| asked.has_heaviest(heading, stems)) {
        keep_first(&mut items);
        return items;
    }
    let named: Vec<bool> = items.iter().map(|one| asked.has_heaviest(&one.candidate.evidence.text, stems)).collect();
    if named.iter().filter(|named| **named).count() * 2 < items.len() {
        let mut named = named.into_iter();
        items.sort_by_cached_key(|_| !named.next().unwrap_or_default());
    }
    keep_first(&mut items);
    items
}

/// Of the rows of a table keeps those that have a word of the question which what heads them has not: *shut*, of the
/// gates in "Which gates were shut?". All of them where none has one. Of other items these stand first.
fn keep_asked_for(asked: &PreparedQuestion, items: &mut Vec<Ranked<'_>>, stems: &mut Stems) {
    let Some(first) = items.first() else { return };
    let evidence = &first.candidate.evidence;
    let above = format!("{} {}", evidence.heading.join(" "), evidence.title);
    let (_, above) = asked.hits_with_parts(&above, stems);
    let has: Vec<bool> = items
        .iter()
        .map(|one| {
            let (_, own) = asked.hits_with_parts(&one.candidate.evidence.text, stems);
            own.found().iter().zip(above.found()).any(|(own, above)| *own >= STAND_IN && *above < STAND_IN)
        })
        .collect();
    if !has.contains(&true) {
        return;
    }
    let mut has = has.into_iter();
    if items.iter().all(|one| one.candidate.kind == SentenceKind::Row) {
        items.retain(|_| has.next().unwrap_or_default());
    } else if items.iter().all(|one| one.candidate.opens) {
        items.sort_by_cached_key(|_| !has.next().unwrap_or_default());
    }
}

/// Leaves the first items, each with all that goes on within it.
fn keep_first(items: &mut Vec<Ranked<'_>>) {
    let openings = items.iter().enumerate().filter(|(_, one)| one.candidate.opens);
    let end = openings.map(|(at, _)| at).nth(ITEMS).unwrap_or(items.len());
    items.truncate(end.min(SENTENCES * ITEMS));
}

/// True for an item of a list, also one that is a sentence, and for a row of a table.
fn is_listed(one: &Ranked<'_>) -> bool {
    matches!(one.candidate.kind, SentenceKind::Item | SentenceKind::Row) || one.candidate.opens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::rank;
    use crate::judgement::{ContextRecord, Quotable, samples};
    use crate::model::{Kind, Span};

    /// A page on a fever with two lists, each under its heading.
    fn page() -> ContextRecord {
        let mut at = 0;
        let lines = ["Bites of midges", "Standing water", "Shivers", "A rash", "Marsh fever is old."];
        let passages = lines.map(|text| {
            let place = Some((DocumentId(1), Span::new(at, at + text.len())));
            at += text.len() + 1;
            Quotable { text: text.to_owned(), place, ..Quotable::default() }
        });
        let mut page = samples::record(Kind::Source, 1, "Marsh fever", passages.into());
        for (candidate, heading) in page.candidates.iter_mut().zip(["Transmission", "Transmission", "Signs", "Signs"]) {
            candidate.evidence.heading = vec![heading.to_owned()];
            candidate.kind = SentenceKind::Item;
        }
        page.candidates.iter_mut().for_each(|candidate| candidate.evidence.title = "Marsh fever".to_owned());
        page
    }

    fn texts(items: &[Ranked<'_>]) -> Vec<String> {
        items.iter().map(|one| one.candidate.evidence.text.clone()).collect()
    }

    /// The list that answers a question from some records.
    fn listed_of(context: &[ContextRecord], question: &str) -> Vec<String> {
        let reading = Reading::of(question);
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let mut stems = Stems::default();
        let ranked = rank(&asked, context, &NoLexicon, &mut stems);
        let asks = asked_for(&reading, &asked, &ranked, &mut stems);
        texts(&listed(&asked, &ranked, &asks, &mut stems))
    }

    #[test]
    fn a_list_under_the_heading_that_is_asked_for_comes_whole_and_in_its_order() {
        let context = [page()];
        let of = |question: &str| listed_of(&context, question);
        assert_eq!(of("How is marsh fever transmitted?"), ["Bites of midges", "Standing water"]);
        assert_eq!(of("What are the signs of marsh fever?"), ["Shivers", "A rash"]);
        assert!(of("How is quay cough transmitted?").is_empty(), "it is of something else");
    }

    #[test]
    fn what_is_not_done_stands_under_a_heading_that_says_so() {
        let mut page = page();
        for (candidate, heading) in page.candidates.iter_mut().zip(["can", "can", "cannot", "cannot"]) {
            candidate.evidence.heading = vec![format!("What we {heading} mend")];
        }
        page.candidates.iter_mut().for_each(|candidate| candidate.evidence.title = "The yard".to_owned());
        let context = [page];
        let of = |question: &str| listed_of(&context, question);
        assert_eq!(of("What does the yard mend?"), ["Bites of midges", "Standing water"]);
        assert_eq!(of("What does the yard not mend?"), ["Shivers", "A rash"]);
        assert_eq!(of("What can't the yard deal with?"), ["Shivers", "A rash"]);
    }

    #[test]
    fn what_stands_under_the_thing_itself_keeps_its_order() {
        let mut page = page();
        page.candidates.truncate(4);
        page.candidates.iter_mut().for_each(|one| one.evidence.heading = vec!["Shivers".to_owned()]);
        let context = [page];
        let asked = PreparedQuestion::new(&Reading::of("What are shivers?"), &NoLexicon);
        let mut stems = Stems::default();
        let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
        let all = texts(&items_of(&asked, ranked.iter(), &mut stems));
        assert_eq!(all, ["Bites of midges", "Standing water", "Shivers", "A rash"]);
    }

    /// What is listed of a page whose only section has these items.
    fn items_asked_for(heading: &str, kind: SentenceKind, items: &[&str], question: &str) -> Vec<String> {
        let mut page = page();
        page.candidates.truncate(items.len());
        for (candidate, item) in page.candidates.iter_mut().zip(items) {
            let start = candidate.evidence.window.start;
            candidate.evidence.heading = vec![heading.to_owned()];
            candidate.evidence.quote = Span::new(start, start + item.len());
            (candidate.evidence.window, candidate.evidence.text) = (candidate.evidence.quote, (*item).to_owned());
            (candidate.kind, candidate.opens) = (kind, true);
        }
        let context = [page];
        let asked = PreparedQuestion::new(&Reading::of(question), &NoLexicon);
        let mut stems = Stems::default();
        let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
        texts(&items_of(&asked, ranked.iter(), &mut stems))
    }

    #[test]
    fn of_a_table_the_rows_are_listed_that_have_what_is_asked() {
        let rows = ["| 1 | Gate | shut |", "| 2 | Pier | open |", "| 3 | Slip | shut |"];
        let of = |question: &str| items_asked_for("Berths", SentenceKind::Row, &rows, question);
        assert_eq!(of("Which berths were shut?"), [rows[0], rows[2]]);
        assert_eq!(of("Which berths are there?"), rows);
    }

    #[test]
    fn of_a_list_the_items_stand_first_that_have_what_is_asked() {
        let actions = ["Gate mended (done)", "Lamp lit (done)", "Slip cleared (still open)"];
        let all = items_asked_for("Actions", SentenceKind::Item, &actions, "Which actions are still open?");
        assert_eq!(all, [actions[2], actions[0], actions[1]]);
    }

    #[test]
    fn what_is_left_to_choose_from_may_be_one_list() {
        let mut page = page();
        page.candidates.retain(|candidate| candidate.evidence.heading == ["Signs"]);
        let context = [page];
        let asked = PreparedQuestion::new(&Reading::of("List the signs."), &NoLexicon);
        let mut stems = Stems::default();
        let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
        assert_eq!(texts(&whole_list(&asked, "List the signs.", &ranked, &mut stems)), ["Shivers", "A rash"]);
        assert!(whole_list(&asked, "Who was ill?", &ranked, &mut stems).is_empty());
    }
}
