//! Titles and headings made of topics: "Protein design and drug discovery", "Marrow Bay: ferry timetables", "Ada Byron
//! on weaving".
//!
//! The words of a topic are the corpus's own, in their own case; only the first letter is raised, and the joining words
//! ("and", "on") are ours. A title never lists names, is never cut inside a word, and never repeats a taken one.

mod beside;
mod crowd;
mod phrase;
#[cfg(test)]
mod tests;

use std::iter;

pub use phrase::{is_bare, is_scrap, raised, share_a_word};

use crate::judgement::headings::shortened;
use crate::judgement::{ReportContext, Topic};
use crate::model::{EntityType, Evidence, Ref};
use crate::text::words::fold::singular;
use beside::{BROAD, can_stand_together, composed, partner, subject, third};
use crowd::{among, company, whereabouts};
use phrase::{fits, joined, same};

/// Longest title, in characters.
pub const MAX_CHARS: usize = 60;

/// Topics that may lead a title, and what one that no passage names counts for beside those that are named.
const LEADING: usize = 4;
const UNSPOKEN: f32 = 0.5;
/// Parts of a community up to which a phrase alone is its title.
const FEW_PARTS: usize = 3;

/// Returns a title of at most [`MAX_CHARS`] characters that is none of `context.taken_titles`.
pub fn title(context: &ReportContext) -> String {
    let is_free = |title: &String| !context.taken_titles.iter().any(|taken| same(taken, title));
    candidates(context).into_iter().find(is_free).unwrap_or_else(|| format!("Community {}", number(context)))
}

/// Returns the titles that suit a community, best first; all fit, and the last one is unlike any other community's.
pub fn candidates(context: &ReportContext) -> Vec<String> {
    let mut candidates: Vec<String> = context.heading.iter().filter(|heading| fits(heading)).cloned().collect();
    candidates.extend(wide(context).iter().flat_map(of_topics));
    candidates.extend(context.phrases.iter().cloned());
    // What no passage speaks of stands behind what is told.
    candidates.extend(spoken_of(context).iter().flat_map(of_topics));
    candidates.extend(of_topics(context));
    candidates.extend(context.voice.clone());
    candidates.extend(context.entities.iter().filter(|entity| !entity.ubiquitous).map(|entity| entity.name.clone()));
    candidates.extend(context.entities.iter().map(|entity| entity.name.clone()));
    // A day is no title while there is another.
    let is_date = |name: &String| context.entities.iter().any(|e| e.kind == EntityType::Date && &e.name == name);
    candidates.sort_by_key(is_date);
    let mut titles: Vec<String> =
        candidates.iter().map(|candidate| raised(candidate)).filter(|title| fits(title)).collect();
    // When all of them are taken: the first one, shortened at a word and numbered.
    let base =
        candidates.first().map_or_else(|| "Community".to_owned(), |first| shortened(&raised(first), MAX_CHARS - 13));
    titles.push(format!("{base} ({})", number(context)));
    titles
}

/// The same community, led by its best phrase, where it has so many parts that a phrase tells of one of them only: what
/// shares a word with it is told by it.
fn wide(context: &ReportContext) -> Option<ReportContext> {
    let parts = context.community.as_ref().map_or(0, |community| community.children.len());
    let phrase = context.phrases.first().filter(|_| parts > FEW_PARTS)?;
    let lead = Topic { phrase: phrase.clone(), weight: 1.0, entity: None, kind: EntityType::Concept };
    let others = context.topics.iter().filter(|topic| !share_a_word(&topic.phrase, phrase)).cloned();
    Some(ReportContext { topics: iter::once(lead).chain(others).collect(), ..told_of(context) })
}

/// The titles that the topics of a community make.
fn of_topics(context: &ReportContext) -> Vec<String> {
    let topics = &context.topics;
    let mut candidates = Vec::new();
    // The leading topic with the best partner that fits, then the leading topics alone.
    for first in topics.iter().take(LEADING) {
        let second = partner(first, topics).or_else(|| subject(first, context));
        let pair = second.map(|second| composed(&[first, second]));
        let voiced = context.voice.as_deref().filter(|voice| !share_a_word(voice, &first.phrase)).and_then(|voice| {
            let both = second.map(|second| format!("{voice} on {}", joined(first, second)));
            let one = format!("{voice} on {}", first.phrase);
            both.filter(|both| fits(both)).or(Some(one)).filter(|title| fits(title))
        });
        candidates.extend(voiced);
        if is_broad(context) {
            candidates.extend(among(context));
            let (told, title) = second.and_then(|second| third(first, second, topics)).unzip();
            // A third topic that is no name tells what the names have to do with each other.
            if told != Some(true) {
                candidates.extend(company(first, second, context));
            }
            candidates.extend(title);
        }
        candidates.extend(whereabouts(first, second, context));
        candidates.extend(pair);
        candidates.push(first.phrase.clone());
    }
    candidates
}

/// The same community with its topics in another order: those that a passage names before those that none does, which
/// weigh less beside them. None where the leading ones are named anyway, or no topic is.
fn spoken_of(context: &ReportContext) -> Option<ReportContext> {
    let own = context.gist.iter().chain(&context.passages).chain(&context.above);
    let passages: Vec<&Evidence> = own.chain(context.of_children.iter().flatten()).collect();
    let mut topics: Vec<(bool, Topic)> = (context.topics.iter())
        .map(|topic| (passages.iter().any(|evidence| names(evidence, topic)), topic.clone()))
        .collect();
    if topics.iter().take(LEADING).all(|(named, _)| *named) || topics.iter().all(|(named, _)| !*named) {
        return None;
    }
    topics.iter_mut().filter(|(named, _)| !*named).for_each(|(_, topic)| topic.weight *= UNSPOKEN);
    topics.sort_by_key(|(named, _)| !*named);
    Some(ReportContext { topics: topics.into_iter().map(|(_, topic)| topic).collect(), ..told_of(context) })
}

/// What a title is made of besides topics.
fn told_of(context: &ReportContext) -> ReportContext {
    ReportContext {
        community: context.community.clone(),
        crowd: context.crowd.clone(),
        voice: context.voice.clone(),
        entities: context.entities.clone(),
        documents: context.documents.clone(),
        ..ReportContext::default()
    }
}

/// True when a passage names a topic: by citing its entity or by its very words.
pub fn names(evidence: &Evidence, topic: &Topic) -> bool {
    topic.entity.is_some_and(|entity| evidence.cites.contains(&Ref::from(entity)))
        || evidence.text.to_lowercase().contains(&singular(&topic.phrase.to_lowercase()))
}

/// True for a community of so many members that two topics do not tell what is inside.
fn is_broad(context: &ReportContext) -> bool {
    context.community.as_ref().is_some_and(|community| community.entities.len() >= BROAD)
}

fn number(context: &ReportContext) -> u32 {
    context.community.as_ref().map_or(0, |community| community.id.0)
}

/// Returns a heading for sentences that show `topics`, different from all in `taken`; `None` when nothing is left.
pub fn heading<'a>(topics: impl IntoIterator<Item = &'a Topic>, taken: &[String]) -> Option<String> {
    let topics: Vec<&Topic> = topics.into_iter().collect();
    let is_free = |heading: &String| fits(heading) && !taken.iter().any(|other| same(other, heading));
    let alone = topics.iter().filter(|topic| topic.kind != EntityType::Date).map(|topic| raised(&topic.phrase));
    let mut pairs = Vec::new();
    for (at, first) in topics.iter().enumerate().take(3) {
        for second in topics.iter().skip(at + 1).take(4).filter(|second| can_stand_together(first, second)) {
            pairs.push(raised(&composed(&[first, second])));
        }
    }
    // A pair says more than a single name or a single common word.
    let leads_weakly = topics.first().is_some_and(|first| first.entity.is_none() || first.kind == EntityType::Person);
    let pairs = pairs.into_iter();
    let ordered: Vec<String> = if leads_weakly {
        pairs.chain(alone).collect()
    } else {
        alone.clone().take(1).chain(pairs).chain(alone).collect()
    };
    ordered.into_iter().find(is_free)
}
