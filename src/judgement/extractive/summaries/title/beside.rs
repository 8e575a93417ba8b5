//! Which topics stand side by side in a title: by what they weigh, and by what they tell of one another.

use super::is_broad;
use super::phrase::{fits, is_bare, is_joined, joined, listed, share_a_word};
use crate::judgement::{ReportContext, Topic};
use crate::model::EntityType;
use crate::text::words::lexicon;

/// A second topic must weigh at least so much of the first to stand beside it; less will do beside a name, which says
/// little by itself.
const SECOND_WEIGHT: f32 = 0.3;
const BESIDE_NAME: f32 = 0.12;
/// A third topic, in the title of a community of at least `BROAD` members.
const THIRD_WEIGHT: f32 = 0.2;
pub(super) const BROAD: usize = 5;
/// What a name counts for beside another name, and how many may stand in one title.
const SECOND_NAME: f32 = 0.5;
const NAMES: usize = 2;
/// What a topic that is no name counts for beside names: names alone tell nobody what is inside. A noun that is no
/// member says less of it.
const TELLING: f32 = 2.0;
const TELLING_NOUN: f32 = 1.2;

/// The heaviest topic that can stand beside the first; a name beside a name only where nothing else is near.
pub(super) fn partner<'a>(first: &Topic, topics: &'a [Topic]) -> Option<&'a Topic> {
    let least = first.weight * if is_name(first) { BESIDE_NAME } else { SECOND_WEIGHT };
    let heavy = |second: &Topic| !is_matter(second) && (!is_tag(second) || second.weight >= SECOND_WEIGHT);
    // What more than a word says needs nobody's name beside it.
    let said = tells(first) && !is_tag(first);
    let heavy = |second: &Topic| heavy(second) && !(said && second.kind == EntityType::Person);
    let weight = |second: &Topic| second.weight * if is_name(first) && is_name(second) { SECOND_NAME } else { 1.0 };
    let weight =
        |second: &Topic| weight(second) * if is_bare_topic(first) && is_common(second) { telling(second) } else { 1.0 };
    let mut best: Option<&Topic> = None;
    for second in topics.iter().filter(|second| can_stand_together(first, second) && fits(&joined(first, second))) {
        if heavy(second) && weight(second) >= least && best.is_none_or(|best| weight(second) > weight(best)) {
            best = Some(second);
        }
    }
    best
}

/// What a name that leads a broad community has to do with, however little it weighs: a name alone tells nobody what is
/// inside.
pub(super) fn subject<'a>(first: &Topic, context: &'a ReportContext) -> Option<&'a Topic> {
    let lonely = is_broad(context) && is_name(first);
    let mut common = context.topics.iter().filter(|topic| topic.kind == EntityType::Concept && !is_bare(&topic.phrase));
    common.find(|topic| lonely && !is_tag(topic) && can_stand_together(first, topic) && fits(&joined(first, topic)))
}

/// The title of three topics: `Proteins, vaccines and gene therapy`, `Weir and winter timetables: Orsk`; the heaviest
/// third that fits, a name counting for less beside a name, somebody's only where nothing else is said. With it comes
/// whether the third is more than a name.
pub(super) fn third(first: &Topic, second: &Topic, topics: &[Topic]) -> Option<(bool, String)> {
    if is_joined(first) || is_joined(second) {
        return None;
    }
    let named = usize::from(is_name(first)) + usize::from(is_name(second));
    let said = tells(first) || tells(second);
    let weight = |topic: &Topic| topic.weight * if named > 0 && is_name(topic) { SECOND_NAME } else { 1.0 };
    let least = first.weight * if is_name(first) { BESIDE_NAME } else { THIRD_WEIGHT };
    let lacking = is_bare_topic(second) && !is_common(first);
    let weight = |topic: &Topic| weight(topic) * if lacking && is_common(topic) { telling(topic) } else { 1.0 };
    let mut best: Option<(f32, bool, String)> = None;
    for topic in topics.iter().filter(|topic| !(said && topic.kind == EntityType::Person)) {
        let apart = can_stand_together(first, topic) && can_stand_together(second, topic);
        let crowded = named + usize::from(is_name(topic)) > NAMES;
        // A person goes behind the place or the body that stands with them.
        let [one, two, three] = match first.kind {
            EntityType::Person => [second, topic, first],
            _ => [first, second, topic],
        };
        let title = composed(&[one, two, three]);
        let better = best.as_ref().is_none_or(|(most, ..)| weight(topic) > *most);
        let light = is_tag(topic) && topic.weight < SECOND_WEIGHT;
        if apart && !crowded && better && !light && !is_matter(topic) && weight(topic) >= least && fits(&title) {
            best = Some((weight(topic), tells(topic), title));
        }
    }
    best.map(|(_, told, title)| (told, title))
}

/// The phrases of topics as a heading has them: what it is about, and behind a colon the names that have to do with it
/// (`Winter timetables and weir: Ada Voss`); topics of one sort stand side by side.
pub(super) fn composed(topics: &[&Topic]) -> String {
    let (names, themes): (Vec<&Topic>, Vec<&Topic>) = topics.iter().partition(|topic| is_bare_topic(topic));
    match (names.is_empty(), themes.is_empty()) {
        (false, false) => format!("{}: {}", listed(&themes), listed(&names)),
        _ => listed(topics),
    }
}

/// Two topics make a title together when they are no two people, share no word, and neither is a date.
pub(super) fn can_stand_together(first: &Topic, second: &Topic) -> bool {
    let are = |kind: EntityType| (first.kind == kind, second.kind == kind);
    !(first.phrase == second.phrase
        || are(EntityType::Date) != (false, false)
        || are(EntityType::Person) == (true, true)
        || is_joined(first) && is_joined(second)
        || share_a_word(&first.phrase, &second.phrase))
}

/// True for a topic that is a mere name, which tells those who do not know it nothing.
pub(super) fn is_bare_topic(topic: &Topic) -> bool {
    let product = topic.kind == EntityType::Product && topic.phrase.contains([' ', '-']);
    is_name(topic) || (product || topic.kind == EntityType::Concept) && is_bare(&topic.phrase)
}

/// True for a topic that tells what names beside it have to do with each other: no name, and no word such as *partners*
/// that stands beside any.
pub(super) fn tells(topic: &Topic) -> bool {
    let idle = topic.entity.is_none() && lexicon::means_little(&topic.phrase);
    !is_bare_topic(topic) && !idle
}

pub(super) fn is_name(topic: &Topic) -> bool {
    matches!(topic.kind, EntityType::Person | EntityType::Organisation | EntityType::Place)
}

/// True for words that anybody knows, and that say something.
fn is_common(topic: &Topic) -> bool {
    tells(topic) && !topic.phrase.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

/// True for a single common noun, which stands beside any name and says little of it: it has to weigh as much as any
/// topic.
fn is_tag(topic: &Topic) -> bool {
    is_common(topic) && !topic.phrase.contains([' ', '-'])
}

/// True for what a heading calls its matter, which begins a title and is no second of anything.
fn is_matter(topic: &Topic) -> bool {
    let phrase = topic.entity.is_none() && topic.kind == EntityType::Concept && topic.phrase.contains(' ');
    phrase && topic.phrase.starts_with(char::is_uppercase)
}

fn telling(topic: &Topic) -> f32 {
    if topic.entity.is_some() { TELLING } else { TELLING_NOUN }
}
