//! Where one document names another: its title, standing in the other's text. Such a link is followed when a question
//! names the first and means the second ("Lothair II's mother": the passage on Lothair II names Ermengarde of Tours).

use std::collections::HashMap;

use rayon::prelude::*;

use crate::model::{DocumentId, Span, TextUnit};
use crate::store::{self, Link, Writer};
use crate::text::terms::{Word, fold, folded, is_stop, words};

/// Titles of more words than this are sentences; nobody repeats them.
const LONGEST: usize = 12;
/// A title that stands in more than this share of all text units (but not in fewer than `COMMON_AT_LEAST`) is an
/// ordinary word, or everybody's name: it leads nowhere.
const COMMON_SHARE: f32 = 0.05;
const COMMON_AT_LEAST: usize = 50;

/// The names that documents go by, ready to be found in text.
#[derive(Debug, Default)]
pub struct TitleBook {
    /// By folded words with single spaces.
    titles: HashMap<String, Title>,
    /// The most words that a title with this first word has.
    longest: HashMap<String, usize>,
}

#[derive(Debug, Default)]
struct Title {
    documents: Vec<DocumentId>,
    /// Whether the first and the last word are written with a capital.
    capitals: (bool, bool),
}

/// The names that documents go by, and where the text units name them.
pub struct Links {
    book: TitleBook,
    found: Vec<Link>,
}

impl Links {
    pub fn find<'a, T: AsRef<str> + Sync>(
        titles: impl IntoIterator<Item = (DocumentId, &'a str)>,
        units: &[(TextUnit, T)],
    ) -> Self {
        let book = TitleBook::new(titles);
        let found = book.links(units);
        Self { book, found }
    }

    pub fn write(&self, writer: &Writer) -> store::Result<()> {
        writer.batch(|writer| {
            for (name, documents) in self.book.names() {
                writer.add_title_name(name, documents)?;
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

/// The names a document goes by: its title, and the title without what stands in brackets at its end
/// ("Mercury (planet)").
pub fn title_names(title: &str) -> Vec<String> {
    let bare = title.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once('(')).map(|(bare, _)| bare);
    let mut names = vec![title_key(title)];
    names.extend(bare.map(title_key));
    names.retain(|name| !name.is_empty());
    names.dedup();
    names
}

impl TitleBook {
    /// Takes the titles of all documents; documents may share one.
    pub fn new<'a>(titles: impl IntoIterator<Item = (DocumentId, &'a str)>) -> Self {
        let mut book = Self::default();
        for (document, title) in titles {
            for name in title_names(title) {
                let written: Vec<Word<'_>> = words(title).take(name.split(' ').count()).collect();
                let (Some(first), Some(last)) = (written.first(), written.last()) else { continue };
                let longest = book.longest.entry(fold(first.text)).or_insert(0);
                *longest = written.len().max(*longest);
                let entry = book.titles.entry(name).or_default();
                entry.capitals = (first.is_capital(), last.is_capital());
                if !entry.documents.contains(&document) {
                    entry.documents.push(document);
                }
            }
        }
        book
    }

    /// Every name with its documents, by name.
    pub fn names(&self) -> Vec<(&str, &[DocumentId])> {
        let mut names: Vec<_> = self.titles.iter().map(|(name, t)| (name.as_str(), t.documents.as_slice())).collect();
        names.sort_unstable();
        names
    }

    /// Finds the titles of other documents in the text units; the longest where several begin at a word. In the order
    /// of the units and of their text.
    pub fn links<T: AsRef<str> + Sync>(&self, units: &[(TextUnit, T)]) -> Vec<Link> {
        let found: Vec<Vec<(Span, &Title)>> = units.par_iter().map(|(_, text)| self.find(text.as_ref())).collect();
        let mut units_naming: HashMap<DocumentId, usize> = HashMap::new();
        for unit in &found {
            let mut named: Vec<DocumentId> = unit.iter().flat_map(|(_, title)| &title.documents).copied().collect();
            named.sort_unstable();
            named.dedup();
            named.iter().for_each(|&document| *units_naming.entry(document).or_insert(0) += 1);
        }
        let common = ((units.len() as f32 * COMMON_SHARE) as usize).max(COMMON_AT_LEAST);
        let mut links = Vec::new();
        for ((unit, _), found) in units.iter().zip(&found) {
            for (span, title) in found {
                links.extend(
                    title
                        .documents
                        .iter()
                        .filter(|&&document| document != unit.document && units_naming[&document] <= common)
                        .map(|&document| Link { unit: unit.id, document, span: span.shifted(unit.span.start) }),
                );
            }
        }
        links
    }

    fn find(&self, text: &str) -> Vec<(Span, &Title)> {
        let all: Vec<Word<'_>> = words(text).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let here = self.title_at(text, &all[at..]);
            if let Some((length, title)) = here {
                found.push((Span::new(all[at].span.start, all[at + length - 1].span.end), title));
                at += length;
            } else {
                at += 1;
            }
        }
        found
    }

    /// The longest title that the words begin with, and how many of them it takes.
    fn title_at(&self, text: &str, from: &[Word<'_>]) -> Option<(usize, &Title)> {
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
            if let Some(title) = self.titles.get(&name) {
                let (first_capital, last_capital) = title.capitals;
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
    use crate::model::TextUnitId;

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
        assert!(book().links(&units).is_empty());
        let few: Vec<_> = units.into_iter().take(20).collect();
        assert!(book().links(&few).iter().all(|link| link.document == DocumentId(2)));
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
