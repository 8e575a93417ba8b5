//! Where one document names another: its title, standing in the other's text. Such a link is followed when a question
//! names the first and means the second ("Lothair II's mother": the passage on Lothair II names Ermengarde of Tours).

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use rayon::prelude::*;

use crate::judgement::UnitTexts;
use crate::model::{DocumentId, Span};
use crate::store::{self, Link, Writer};
use crate::text::words::terms::{Word, fold, folded, is_stop, words};

/// Titles of more words than this are sentences; nobody repeats them.
const LONGEST: usize = 12;
/// Share of all text units above which a title that stands in them is an ordinary word, or everybody's name, and leads
/// nowhere.
const COMMON_SHARE: f32 = 0.05;
/// Number of text units up to which a title leads somewhere, whatever its share.
const COMMON_AT_LEAST: usize = 50;
/// Number of documents of one name above which the name links to none of them: it would link to all.
const SHARED_AT_MOST: usize = 1_000;

/// Text units that are read before what they name is kept.
const TOGETHER: usize = 1 << 13;

/// The names that documents go by, ready to be found in text. There may be a million of them: they stand in one string.
#[derive(Debug, Default)]
pub struct TitleBook {
    /// Folded words with single spaces, one name behind another, in order.
    names: String,
    titles: Vec<Title>,
    /// Documents of the names, one name's behind another's; each name's in the order they came.
    documents: Vec<DocumentId>,
    /// Positions among `titles` by a hash of the name; of several with one hash the last.
    by_hash: HashMap<u64, u32>,
    hasher: RandomState,
    /// The most words that a title with this first word has.
    longest: HashMap<String, usize>,
}

#[derive(Debug)]
struct Title {
    /// Where its name stands, and its documents.
    name: Range<usize>,
    documents: Range<usize>,
    /// Whether the first and the last word are written with a capital.
    capitals: (bool, bool),
}

/// A title in a text unit, by positions.
struct Found {
    unit: u32,
    title: u32,
    /// In the text unit's text.
    span: Span,
}

/// The names that documents go by, and where the text units name them.
pub struct Links {
    book: TitleBook,
    found: Vec<Link>,
}

impl Links {
    pub fn find<'a, U: UnitTexts + ?Sized>(titles: impl IntoIterator<Item = (DocumentId, &'a str)>, units: &U) -> Self {
        let mut book = TitleBook::new(titles);
        let found = book.links(units);
        // From here on it is only written.
        book.by_hash = HashMap::new();
        Self { book, found }
    }

    pub fn write(&self, writer: &Writer) -> store::Result<()> {
        writer.batch(|writer| {
            for title in &self.book.titles {
                writer.add_title_name(self.book.name(title), &self.book.documents[title.documents.clone()])?;
            }
            writer.add_links(&self.found)
        })
    }
}

/// Folds a name word by word, so that spellings of it compare equal; empty when it names nothing.
pub fn title_key(name: &str) -> String {
    let folded = folded(name);
    let telling = folded.iter().any(|word| !is_stop(word) && word.chars().any(char::is_alphabetic));
    if telling && folded.len() <= LONGEST { folded.join(" ") } else { String::new() }
}

/// The names a document goes by: its title, and the title without what stands in brackets at its end ("Mercury
/// (planet)") or numbers it at its head ("05 The Sluice").
pub fn title_names(title: &str) -> Vec<String> {
    let bare = title.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once('(')).map(|(bare, _)| bare);
    let mut names = vec![title_key(title)];
    names.extend(bare.map(title_key));
    let numbered = title.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = numbered.trim_start_matches([' ', '.', ')', '-', '_']);
    if numbered.len() < title.len() && behind.len() < numbered.len() && behind.starts_with(char::is_alphabetic) {
        names.push(title_key(behind));
    }
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

impl TitleBook {
    /// Takes the titles of all documents; documents may share one.
    pub fn new<'a>(titles: impl IntoIterator<Item = (DocumentId, &'a str)>) -> Self {
        let mut book = Self::default();
        // Names as they come; of one with several documents, the last tells how it is written.
        let (mut all, mut drafts) = (String::new(), Vec::new());
        for (document, title) in titles {
            for name in title_names(title) {
                let written: Vec<Word<'_>> = words(title).take(name.split(' ').count()).collect();
                let (Some(first), Some(last)) = (written.first(), written.last()) else { continue };
                let longest = book.longest.entry(fold(first.text)).or_insert(0);
                *longest = written.len().max(*longest);
                let start = all.len();
                all.push_str(&name);
                drafts.push((start..all.len(), document, (first.is_capital(), last.is_capital())));
            }
        }
        drafts.sort_by(|(a, ..), (b, ..)| all[a.clone()].cmp(&all[b.clone()]));
        for same in drafts.chunk_by(|(a, ..), (b, ..)| all[a.clone()] == all[b.clone()]) {
            let (name, _, capitals) = &same[same.len() - 1];
            let (at, from) = (book.names.len(), book.documents.len());
            book.names.push_str(&all[name.clone()]);
            book.documents.extend(same.iter().map(|(_, document, _)| document));
            let (name, documents) = (at..book.names.len(), from..book.documents.len());
            book.titles.push(Title { name, documents, capitals: *capitals });
        }
        let by_hash = (0u32..).zip(&book.titles).map(|(at, title)| (book.hasher.hash_one(book.name(title)), at));
        book.by_hash = by_hash.collect();
        book
    }

    fn name(&self, title: &Title) -> &str {
        &self.names[title.name.clone()]
    }

    fn documents(&self, title: u32) -> &[DocumentId] {
        &self.documents[self.titles[title as usize].documents.clone()]
    }

    /// The position of the title with a name.
    fn position(&self, name: &str) -> Option<u32> {
        let &at = self.by_hash.get(&self.hasher.hash_one(name))?;
        let is_it = |at: &usize| self.titles.get(*at).is_some_and(|title| self.name(title) == name);
        // Of names with one hash, one is found by it.
        let other = || self.titles.partition_point(|title| self.name(title) < name);
        Some(at as usize).filter(is_it).or_else(|| Some(other()).filter(is_it)).map(|at| at as u32)
    }

    /// Finds the titles of other documents in the text units; the longest where several begin at a word. In the order
    /// of the units and of their text.
    pub fn links<U: UnitTexts + ?Sized>(&self, units: &U) -> Vec<Link> {
        let mut found: Vec<Found> = Vec::new();
        let mut units_naming: HashMap<DocumentId, usize> = HashMap::new();
        for from in (0..units.len()).step_by(TOGETHER) {
            let until = (from + TOGETHER).min(units.len());
            let here: Vec<Vec<Found>> = (from..until).into_par_iter().map(|at| self.find(at, units.text(at))).collect();
            for unit in here {
                let mut named: Vec<DocumentId> =
                    unit.iter().flat_map(|found| self.documents(found.title)).copied().collect();
                named.sort_unstable();
                named.dedup();
                named.iter().for_each(|&document| *units_naming.entry(document).or_insert(0) += 1);
                found.extend(unit);
            }
        }
        let common = ((units.len() as f32 * COMMON_SHARE) as usize).max(COMMON_AT_LEAST);
        let mut links = Vec::new();
        for Found { unit, title, span } in found {
            let unit = units.unit(unit as usize);
            let leads = |document: &&DocumentId| **document != unit.document && units_naming[*document] <= common;
            let link = |&document| Link { unit: unit.id, document, span: span.shifted(unit.span.start) };
            links.extend(self.documents(title).iter().filter(leads).map(link));
        }
        links
    }

    /// The titles in the text of the unit at a position.
    fn find(&self, unit: usize, text: &str) -> Vec<Found> {
        let all: Vec<Word<'_>> = words(text).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < all.len() {
            if let Some((length, title)) = self.title_at(text, &all[at..]) {
                let span = Span::new(all[at].span.start, all[at + length - 1].span.end);
                found.push(Found { unit: unit as u32, title, span });
                at += length;
            } else {
                at += 1;
            }
        }
        found
    }

    /// The longest title that the words begin with, and how many of them it takes.
    fn title_at(&self, text: &str, from: &[Word<'_>]) -> Option<(usize, u32)> {
        let first = from.first()?;
        let mut name = fold(first.text);
        let longest = (*self.longest.get(&name)?).min(from.len());
        let mut best = None;
        for length in 1..=longest {
            if length > 1 {
                let gap = Span::new(from[length - 2].span.end, from[length - 1].span.start).slice(text)?;
                // A new sentence or paragraph does not go on with the name.
                if gap.len() > 8 || gap.contains('\n') && gap.contains("\n\n") {
                    break;
                }
                name.push(' ');
                name.push_str(&fold(from[length - 1].text));
            }
            let title = self.position(&name).filter(|&title| self.documents(title).len() <= SHARED_AT_MOST);
            if let Some(title) = title {
                let (first_capital, last_capital) = self.titles[title as usize].capitals;
                let last = &from[length - 1];
                if (first.is_capital() || !first_capital) && (last.is_capital() || !last_capital) {
                    best = Some((length, title));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{TextUnit, TextUnitId};

    fn unit(id: u32, document: u32, start: usize, text: &str) -> (TextUnit, String) {
        let unit = TextUnit {
            id: TextUnitId(id),
            document: DocumentId(document),
            ordinal: 0,
            span: Span::new(start, start + text.len()),
            fresh_from: start,
            tokens: 1,
            recurring: false,
        };
        (unit, text.to_owned())
    }

    fn book() -> TitleBook {
        let titles = ["Anselm II", "Ida of Harrow", "Ida", "The Weir (letter)", "iota reports", "Ida of Harrow"];
        TitleBook::new(titles.iter().enumerate().map(|(id, title)| (DocumentId(id as u32), *title)))
    }

    fn named(text: &str) -> Vec<(u32, String)> {
        let unit = unit(7, 99, 10, text);
        let links = book().links(std::slice::from_ref(&unit));
        links.iter().map(|l| (l.document.0, unit.1[l.span.start - 10..l.span.end - 10].to_owned())).collect()
    }

    #[test]
    fn the_longest_title_is_found_and_shared_ones_lead_to_each() {
        assert_eq!(
            named("He was a son of ANSELM II and Ida of\nHarrow's maid."),
            [(0, "ANSELM II".to_owned()), (1, "Ida of\nHarrow".to_owned()), (5, "Ida of\nHarrow".to_owned())]
        );
        assert_eq!(named("Then Ida left. See The Weir."), [(2, "Ida".to_owned()), (3, "The Weir".to_owned())]);
    }

    #[test]
    fn ordinary_words_are_no_titles() {
        assert_eq!(named("the weir broke, ida said"), []);
        assert_eq!(named("all iota reports are in"), [(4, "iota reports".to_owned())]);
        assert_eq!(title_key("of the 12"), "");
    }

    #[test]
    fn a_document_does_not_link_to_itself_nor_through_a_common_name() {
        let units: Vec<_> = (0..60).map(|id| unit(id, 0, 0, "Anselm II met Ida.")).collect();
        assert!(book().links(&units[..]).is_empty());
        let few: Vec<_> = units.into_iter().take(20).collect();
        assert!(book().links(&few[..]).iter().all(|link| link.document == DocumentId(2)));
    }

    #[test]
    fn a_name_that_very_many_documents_share_leads_nowhere() {
        let units: Vec<_> =
            (0..60).map(|id| unit(id, 9_999, 0, if id < 3 { "Ida left." } else { "He left." })).collect();
        let shared =
            |by: usize| TitleBook::new((0..by).map(|id| (DocumentId(id as u32), "Ida"))).links(&units[..]).len();
        assert_eq!((shared(2), shared(SHARED_AT_MOST), shared(SHARED_AT_MOST + 1)), (6, 3 * SHARED_AT_MOST, 0));
    }

    #[test]
    fn names_are_found_whose_hash_is_that_of_another() {
        let mut book = book();
        let (ida, weir) = (book.position("ida").unwrap(), book.position("the weir").unwrap());
        book.by_hash.insert(book.hasher.hash_one("the weir"), ida);
        assert_eq!((book.position("the weir"), book.position("ida")), (Some(weir), Some(ida)));
        book.by_hash.insert(book.hasher.hash_one("zebra"), ida);
        assert_eq!(book.position("zebra"), None);
    }

    proptest! {
        #[test]
        fn any_text_gives_links_inside_it(text in "(Ida|of|Harrow|II|Anselm|[ .\n'é京]|\\PC){0,40}") {
            let unit = unit(1, 50, 5, &text);
            for link in book().links(std::slice::from_ref(&unit)) {
                prop_assert!(unit.0.span.contains(link.span));
            }
        }
    }
}
