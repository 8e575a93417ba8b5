//! Titles of communities that are names and little else: what they are names of, or where they stand.

use super::beside::{BROAD, can_stand_together, is_bare_topic};
use super::phrase::{fits, joined};
use crate::judgement::{ReportContext, Topic};
use crate::model::EntityType;

/// Kinds of names, as a title speaks of many.
const PLURALS: &[(EntityType, &str)] = &[
    (EntityType::Person, "people"),
    (EntityType::Organisation, "organisations"),
    (EntityType::Place, "places"),
    (EntityType::Date, "dates"),
];

/// The title of a broad community that has names only, most of them of one kind: `Tolland and other places`,
/// `Ada Voss and dates`.
pub(super) fn company<'a>(first: &'a Topic, second: Option<&'a Topic>, context: &'a ReportContext) -> Option<String> {
    if !is_bare_topic(first) || second.is_some_and(|second| !is_bare_topic(second)) {
        return None;
    }
    let members: Vec<&EntityType> = context.entities.iter().map(|entity| &entity.kind).collect();
    let (kind, plural) = PLURALS.iter().find(|(kind, _)| {
        members.len() >= BROAD && members.iter().filter(|member| **member == kind).count() * 2 >= members.len()
    })?;
    // What nobody could say the kind of may be one of them, but no person.
    let unsure =
        |topic: &Topic| matches!(topic.kind, EntityType::Concept | EntityType::Product) && is_bare_topic(topic);
    let of_kind = |topic: &Topic| topic.kind == *kind || *kind != EntityType::Person && unsure(topic);
    // "The foundry and people" tells nobody whom: the most central of them does.
    let person = context.entities.iter().find(|entity| entity.kind == EntityType::Person && !entity.ubiquitous);
    let plural = match person {
        Some(person) if *kind == EntityType::Person && !of_kind(first) => person.name.as_str(),
        _ => plural,
    };
    // Beside one of a kind stands another of it.
    let beside = |topic: &&Topic| of_kind(topic) && can_stand_together(first, topic);
    let second = match second {
        Some(second) if of_kind(first) && !of_kind(second) => context.topics.iter().find(beside).or(Some(second)),
        second => second,
    };
    let title = match second.filter(|second| !second.phrase.contains(" and ")) {
        Some(second) if of_kind(first) && of_kind(second) => {
            format!("{}, {} and other {plural}", first.phrase, second.phrase)
        }
        Some(second) => format!("{}, {} and {plural}", first.phrase, second.phrase),
        None if of_kind(first) => format!("{} and other {plural}", first.phrase),
        None => format!("{} and {plural}", first.phrase),
    };
    let shorter = || format!("{} and {plural}", first.phrase);
    Some(if fits(&title) { title } else { shorter() })
}

/// Names that one document alone has are placed by its title: `Ada Voss and Orsk in Harbour minutes`.
pub(super) fn whereabouts(first: &Topic, second: Option<&Topic>, context: &ReportContext) -> Option<String> {
    let document = context.documents.first()?;
    let of_one = context.community.as_ref().is_some_and(|community| community.documents == 1);
    if !of_one {
        return None;
    }
    if !is_bare_topic(first) || second.is_some_and(|second| !is_bare_topic(second)) {
        return None;
    }
    let both = second.map(|second| format!("{} in {document}", joined(first, second)));
    both.filter(|title| fits(title)).or_else(|| Some(format!("{} in {document}", first.phrase)))
}
