//! Headings of the documents as titles of communities: documents name their matters better than terms do.
//!
//! A heading fits a community as far as what stands under it speaks of the members and of nobody else (its precision),
//! and as far as what speaks of the members stands under it (its recall): the harmonic mean of both. The same heading
//! in several documents is one. Each goes to the community that it fits best.

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;

use super::matters::{headline, is_slug};
use super::topics::Reach;
use crate::index::evidence::bearing::Outlines;
use crate::index::evidence::sentences::Sentences;
use crate::judgement::extractive::summaries::title;
use crate::judgement::outline::SectionKind;
use crate::judgement::{Documents, Topic, headings};
use crate::model::{Community, Entity, EntityId, is_table};
use crate::text::language::word_lists;
use crate::text::names::capitals::uncapped;
use crate::text::titles::designators::unnumbered;
use crate::text::words::terms::{fold, folded};
use crate::text::words::wordlist::is_function_word;

word_lists! { static LISTS = "headings.toml": usual, to_readers }

/// Fit (from 0 to 1) below which a heading says less than the topics do.
const FITS: f32 = 0.25;
/// Share of what stands under a heading that has to be about the community.
const PRECISE: f32 = 0.4;
/// Share of the community under a heading from which on neither fit nor precision is required.
const WHOLE: f32 = 0.4;
/// A single word is wide: that part of the community stands under it at least.
const WHOLE_OF_A_WORD: f32 = 0.3;
/// With fewer sentences under it, it fits by chance.
const SENTENCES: u32 = 4;
/// Number of documents from which on a heading recurs, as an item of meetings does.
const RECURS: usize = 3;
/// Factor by which the required fit and precision of a recurring heading are lowered.
const RECURRING: f32 = 0.6;
/// Share of the community under a recurring heading that makes it the title.
const WHOLE_OF_RECURRING: f32 = 0.6;
/// Share of what stands under a recurring heading that then still has to be about the community.
const PRECISE_OF_RECURRING: f32 = 0.15;
/// Leading topics of a community of which a heading has to have a word.
const TOPICS: usize = 6;
/// Number of documents up to which a community can take a document's title, and the share of it that has to stand in
/// that document; of a title with a number or a day in it.
const TITLED: (usize, f32) = (8, 0.35);
const NUMBERED: (usize, f32) = (4, 0.6);
/// Leading topics of which a heading that heads less has a word, what these weigh at least, and how much it heads, of
/// the community and of what stands under it.
const LED: usize = 3;
const LEADS: f32 = 0.4;
const RECALL_OF_LED: f32 = 0.15;
const PRECISE_OF_LED: f32 = 0.2;
/// Of a community's documents at least one in so many is called so, where their title is that of the community.
const FEW_OF: usize = 10;
/// Share of the document that has to be about the community.
const PRECISE_OF_TITLED: f32 = 0.3;
/// Rare words by which a title is told from the others, at least.
const APART: usize = 2;
/// A word is rare where at most one title in this many has it.
const SHARED: usize = 4;
/// Of more documents, as the rows of a large table, titles are not looked at.
const MOST_TITLES: usize = 20_000;
/// Digits of a heading from which on it is the number of something, and no year.
const NUMBER: usize = 5;
/// Words of a heading at most; more are a sentence.
const WORDS: usize = 8;
/// Headings looked at for one community: those that fit it best.
const CONSIDER: usize = 4;

/// The headings that a corpus could be told by, with what stands under them.
#[derive(Default)]
struct Headings {
    /// As they are written first.
    written: Vec<String>,
    by_words: HashMap<String, u32>,
    /// How many names of entities stand under each.
    named: Vec<f32>,
    /// The documents that have each.
    documents: Vec<HashSet<u32>>,
    /// By document and section, those that it stands under.
    over: HashMap<(u32, u32), Vec<u32>>,
    /// Those that are titles of documents.
    titles: HashSet<u32>,
}

impl Headings {
    fn read(documents: &dyn Documents, outlines: &Outlines, named_in: &HashMap<(u32, u32), f32>) -> Self {
        let mut found = Headings::default();
        let titles = telling_titles(documents);
        let mut places: Vec<(&(u32, u32), &f32)> = named_in.iter().collect();
        places.sort_by_key(|(place, _)| **place);
        for (&(document, section), named) in places {
            let Some(section_of) = outlines.of(document as usize).sections.get(section as usize) else { continue };
            let mut over: Vec<u32> = section_of.path.iter().filter_map(|heading| found.number(heading)).collect();
            if let Some(title) = titles.get(&document).and_then(|title| found.number(title)) {
                found.titles.insert(title);
                over.push(title);
            }
            over.sort_unstable();
            over.dedup();
            for &heading in &over {
                found.named[heading as usize] += named;
                found.documents[heading as usize].insert(document);
            }
            if !over.is_empty() {
                found.over.insert((document, section), over);
            }
        }
        found
    }

    fn number(&mut self, heading: &str) -> Option<u32> {
        let bare = headline(heading)?;
        if !(1..=WORDS).contains(&bare.split_whitespace().count()) || !names_matter(&bare) {
            return None;
        }
        let next = self.written.len() as u32;
        let at = *self.by_words.entry(fold(&bare)).or_insert(next);
        if at == next {
            self.written.push(title::raised(&uncapped(&bare)));
            self.named.push(0.0);
            self.documents.push(HashSet::new());
        }
        Some(at)
    }

    /// Those that fit a community, best first, with how well.
    fn fitting(&self, reach: &Reach, topics: &[Topic], sentences: &Sentences, outlines: &Outlines) -> Vec<(f32, u32)> {
        let mut under: BTreeMap<u32, (u32, f32, f32)> = BTreeMap::new();
        let (mut all, mut documents) = (0.0, HashSet::new());
        for &(said, members, central) in reach {
            let said = sentences.at(said as usize);
            documents.insert(said.document);
            all += central;
            let section = outlines.of(said.document as usize).at(said.sentence as usize) as u32;
            for &heading in self.over.get(&(said.document, section)).into_iter().flatten() {
                let under = under.entry(heading).or_default();
                *under = (under.0 + 1, under.1 + f32::from(members), under.2 + central);
            }
        }
        let fits = |(heading, (count, members, central)): (u32, (u32, f32, f32))| {
            let precision = members / self.named[heading as usize].max(1.0);
            let recall = central / all.max(f32::MIN_POSITIVE);
            let fit = 2.0 * precision * recall / (precision + recall).max(f32::MIN_POSITIVE);
            let written = &self.written[heading as usize];
            let recurs = self.documents[heading as usize].len() >= RECURS;
            let need = if recurs { RECURRING } else { 1.0 };
            let suits = fit >= need * FITS && precision >= need * PRECISE || recall >= WHOLE;
            let wide = !written.contains(' ') && recall < need * WHOLE_OF_A_WORD;
            // What a document is called tells of a community only where that is most of what stands in it.
            let is_title = self.titles.contains(&heading);
            // The name of a file tells of one letter among several.
            let numbered = written.contains(|c: char| c.is_ascii_digit());
            let (most, whole) = if numbered { NUMBERED } else { TITLED };
            // What names a leading topic and says more of it need not head the most of what is said.
            let leads = |topic: &Topic| topic.weight >= LEADS && title::share_a_word(&topic.phrase, written);
            let led = written.split(' ').filter(|word| !is_function_word(&fold(word))).count() > 1
                && topics.iter().take(LED).any(leads)
                && recall >= if numbered { 2.0 } else { 1.0 } * RECALL_OF_LED
                && precision >= PRECISE_OF_LED;
            // Of many documents a few are no whole, whatever they are called.
            let of_few = self.documents[heading as usize].len() * FEW_OF < documents.len();
            if is_title && (!led || of_few) && !(documents.len() <= most && recall >= whole) {
                return None;
            }
            let titled = is_title && precision >= PRECISE_OF_TITLED;
            // What stands under it alone may be told by it although no topic has its words.
            let whole = recurs && recall >= WHOLE_OF_RECURRING && precision >= PRECISE_OF_RECURRING;
            let told =
                whole || titled || topics.iter().take(TOPICS).any(|topic| title::share_a_word(&topic.phrase, written));
            let enough = count >= if whole { SENTENCES / 2 } else { SENTENCES };
            (told && (suits || led) && !wide && enough).then_some((fit, heading))
        };
        let mut fitting: Vec<(f32, u32)> = under.into_iter().filter_map(fits).collect();
        fitting.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        fitting.truncate(CONSIDER);
        fitting
    }
}

/// True for a heading, without its number, that names what stands under it: not what every document of a kind has, not
/// what turns to its readers, no scrap of code.
pub(super) fn names_matter(bare: &str) -> bool {
    let usual = LISTS.usual.has(fold(bare).trim_end_matches(':'));
    // "Orsk News values your feedback" names no matter.
    let to_readers = || folded(bare).iter().any(|word| LISTS.to_readers.has(word));
    bare.chars().count() <= title::MAX_CHARS
        && !usual
        && !to_readers()
        && !headings::is_passing(bare)
        && SectionKind::of(bare) == SectionKind::Body
        && !title::is_scrap(bare)
        && bare.chars().filter(char::is_ascii_digit).count() < NUMBER
}

/// The titles that set their documents apart from the others, by the positions of those.
fn telling_titles(documents: &dyn Documents) -> HashMap<u32, String> {
    let words_of = |title: &str| -> HashSet<String> {
        folded(title).into_iter().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2).collect()
    };
    if documents.len() > MOST_TITLES {
        return HashMap::new();
    }
    let mut having: HashMap<String, usize> = HashMap::new();
    // What several are called, as the rows of a table, sets none apart.
    let mut called: HashMap<String, usize> = HashMap::new();
    for at in 0..documents.len() {
        *called.entry(fold(unnumbered(documents.title(at)))).or_default() += 1;
        words_of(documents.title(at)).into_iter().for_each(|word| *having.entry(word).or_default() += 1);
    }
    let few = (documents.len() / SHARED).max(1);
    let tells = |title: &str| {
        called[&fold(unnumbered(title))] == 1
            && words_of(title).iter().filter(|word| having[*word] <= few).count() >= APART
    };
    // A table's title names its rows, and nothing of what they tell.
    let is_text = |at: &u32| !is_table(&documents.at(*at as usize).document.format);
    let is_written = |at: &u32| !is_slug(&documents.at(*at as usize).document);
    let all = (0..documents.len()).map(|at| (at as u32, documents.title(at)));
    all.filter(|(at, title)| tells(title) && is_text(at) && is_written(at))
        .map(|(at, title)| (at, title.to_owned()))
        .collect()
}

/// Returns for each community the heading that is its title, where one fits it.
pub(in crate::index) fn headings(
    documents: &dyn Documents,
    reach: &[Reach],
    topics: &[Vec<Topic>],
    sentences: &Sentences,
    outlines: &Outlines,
    named_in: &HashMap<(u32, u32), f32>,
) -> Vec<Option<String>> {
    let headings = Headings::read(documents, outlines, named_in);
    let fitting: Vec<Vec<(f32, u32)>> = (reach.par_iter().zip(topics))
        .map(|(reach, topics)| headings.fitting(reach, topics, sentences, outlines))
        .collect();
    let mut pairs: Vec<(f32, usize, u32)> = (fitting.iter().enumerate())
        .flat_map(|(community, fitting)| fitting.iter().map(move |&(fit, heading)| (fit, community, heading)))
        .collect();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut taken: HashSet<u32> = HashSet::new();
    let mut titles: Vec<Option<String>> = vec![None; reach.len()];
    for (_, community, heading) in pairs {
        if titles[community].is_none() && taken.insert(heading) {
            titles[community] = Some(headings.written[heading as usize].clone());
        }
    }
    titles
}

/// The same without those that are the name of something which is no member: what stands over the paper that a text is
/// written on, as whose minutes they are, is of all that is written on it.
pub(in crate::index) fn of_members(
    headings: Vec<Option<String>>,
    communities: &[Community],
    entities: &[Entity],
) -> Vec<Option<String>> {
    let mut named: HashMap<String, EntityId> = HashMap::new();
    for entity in entities {
        let names = std::iter::once(&entity.name).chain(&entity.aliases);
        named.extend(names.map(|name| (fold(name), entity.id)));
    }
    let is_of = |heading: &String, community: &Community| {
        named.get(&fold(heading)).is_none_or(|entity| community.entities.contains(entity))
    };
    let own = |(heading, community): (Option<String>, &Community)| heading.filter(|heading| is_of(heading, community));
    headings.into_iter().zip(communities).map(own).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::{DocumentText, samples};

    #[test]
    fn titles_that_set_their_documents_apart_are_told() {
        let titled = |title: &str| {
            let mut document = samples::document("The lamp burns.");
            title.clone_into(&mut document.document.title);
            Arc::new(document)
        };
        let titles = ["Minutes 4 May", "Minutes 5 May", "Minutes 6 May", "Ticket 7: lamp of the quay", "Tern 12"];
        let documents: Vec<Arc<DocumentText>> = titles.into_iter().map(titled).collect();
        let telling = telling_titles(&documents);
        assert_eq!(telling.into_iter().collect::<Vec<_>>(), [(3, "Ticket 7: lamp of the quay".to_owned())]);
    }

    #[test]
    fn the_same_heading_of_several_documents_is_one_and_says_something() {
        let mut headings = Headings::default();
        let quay = headings.number("3. Repairs of the quay");
        assert_eq!(headings.number("Chapter 4: Repairs of the Quay"), quay);
        assert_eq!(headings.written, ["Repairs of the quay"]);
        for heading in [
            "Summary",
            "Next meeting:",
            "Any other business",
            "12/06",
            "let mut quay = 1;",
            "Ada Voss, 12 Quay Street, Orsk",
            "one two three four five six seven eight nine",
        ] {
            assert_eq!(headings.number(heading), None, "{heading}");
        }
    }
}
