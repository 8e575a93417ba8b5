//! Titles of communities that are names and little else: what they are names of, or where they stand.

use super::beside::{BROAD, can_stand_together, is_bare_topic, partner, tells};
use super::phrase::{fits, is_joined, joined, share_a_word};
use crate::judgement::outline::SectionKind;
use crate::judgement::{Crowd, ReportContext, Topic};
use crate::model::EntityType;
use crate::text::dates::leading_year;
use crate::text::names::capitals::uncapped;
use crate::text::names::kind_of_many;
use crate::text::titles::designators::unnumbered;

/// Kinds of names, as a title speaks of many.
const PLURALS: &[(EntityType, &str)] =
    &[(EntityType::Person, "people"), (EntityType::Organisation, "organisations"), (EntityType::Place, "places")];

/// The title of a broad community much of which is names of one kind: what it speaks of besides, and one of them:
/// `Winter timetables; Orsk Ferries and other customers`. The sign tells that the timetables are no customer.
pub(super) fn among(context: &ReportContext) -> Option<String> {
    let crowd = context.crowd.as_ref()?;
    let plural = plural(crowd)?;
    // That customers are customers says nothing.
    let says = |topic: &Topic| {
        topic.entity.is_some() || tells(topic) && kind_of_many(&topic.phrase).as_ref() != Some(&crowd.kind)
    };
    let others = context.topics.iter().filter(|topic| topic.kind != crowd.kind && says(topic));
    let others: Vec<Topic> = others.cloned().collect();
    let first = others.first()?;
    let second = partner(first, &others);
    // Names of other kinds beside these would be a row of names, and a noun says less than another name of the kind.
    let mut both = [Some(first), second].into_iter().flatten();
    let telling = both.find(|topic| !is_bare_topic(topic) && topic.entity.is_some())?;
    let beside = |topic: &&Topic| {
        topic.kind == crowd.kind
            && can_stand_together(topic, first)
            && second.is_none_or(|second| can_stand_together(topic, second))
    };
    let one = &context.topics.iter().find(beside)?.phrase;
    // A person goes behind what tells of them.
    let both = second.map(|second| match first.kind {
        EntityType::Person => joined(second, first),
        _ => joined(first, second),
    });
    let with = |what: &str| format!("{what}; {one} and other {plural}");
    both.map(|both| with(&both)).filter(|title| fits(title)).or_else(|| Some(with(&telling.phrase)))
}

/// What the names of a crowd are called: by the documents, or by us.
fn plural(crowd: &Crowd) -> Option<&str> {
    let ours = || PLURALS.iter().find(|(kind, _)| *kind == crowd.kind).map(|(_, plural)| *plural);
    crowd.called.as_deref().or_else(ours)
}

/// The title of a broad community that has names only, most of them of one kind: `Tolland and other places`,
/// `Ada Voss and places`.
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
    let told = context.crowd.as_ref().filter(|crowd| crowd.kind == *kind).and_then(|crowd| crowd.called.as_deref());
    let plural = told.unwrap_or(plural);
    // Beside one of a kind stands another of it.
    let beside = |topic: &&Topic| of_kind(topic) && can_stand_together(first, topic);
    let second = match second {
        Some(second) if of_kind(first) && !of_kind(second) => context.topics.iter().find(beside).or(Some(second)),
        second => second,
    };
    let second = second.filter(|second| !is_joined(second));
    let single = || match of_kind(first) {
        true => format!("{} and other {plural}", first.phrase),
        false => format!("{} and {}", first.phrase, person(kind, &[first], context).unwrap_or(plural)),
    };
    let Some(second) = second else { return Some(single()) };
    let title = match (of_kind(first), of_kind(second)) {
        (true, true) => format!("{}, {} and other {plural}", first.phrase, second.phrase),
        // "The foundry and people" tells nobody whom: the most central of them does, and whoever is named already is
        // one.
        (false, _) if *kind == EntityType::Person => {
            format!("{}, {} and {}", first.phrase, second.phrase, person(kind, &[first, second], context)?)
        }
        // Of whom there are others stands beside them.
        (true, false) => format!("{}, {} and other {plural}", second.phrase, first.phrase),
        (false, true) => format!("{}, {} and other {plural}", first.phrase, second.phrase),
        (false, false) => return None,
    };
    Some(if fits(&title) { title } else { single() })
}

/// The most central person of a community of people who is none of those named already, whether by the same name or by
/// a part of it.
fn person<'a>(kind: &EntityType, named: &[&Topic], context: &'a ReportContext) -> Option<&'a str> {
    let mut people = context.entities.iter().filter(|entity| entity.kind == EntityType::Person && !entity.ubiquitous);
    let is_another = |name: &str| named.iter().all(|topic| !share_a_word(name, &topic.phrase));
    let found = people.find(|person| is_another(&person.name)).map(|person| person.name.as_str());
    found.filter(|_| *kind == EntityType::Person)
}

/// Names that one document alone has are placed by its title: `Ada Voss and Orsk in Harbour minutes`.
pub(super) fn whereabouts(first: &Topic, second: Option<&Topic>, context: &ReportContext) -> Option<String> {
    let document = uncapped(context.documents.first()?);
    let of_one = context.community.as_ref().is_some_and(|community| community.documents == 1);
    // Where names are thanked or what was changed is listed says nothing of them.
    if !of_one || SectionKind::of(&document) == SectionKind::Back {
        return None;
    }
    // A year in front tells one of a series from the others.
    let document = if leading_year(&document).is_some() { &document } else { unnumbered(&document) };
    // A day alone tells nobody what happened on it, and the document says it.
    if first.kind == EntityType::Date {
        return Some(document.to_owned());
    }
    if !is_bare_topic(first) || second.is_some_and(|second| !is_bare_topic(second)) {
        return None;
    }
    let both = second.map(|second| format!("{} in {document}", joined(first, second)));
    both.filter(|title| fits(title)).or_else(|| Some(format!("{} in {document}", first.phrase)))
}
