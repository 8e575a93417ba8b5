//! Titles and headings made of topics: "Protein design and drug discovery", "Ada Byron on weaving".
//!
//! The words of a topic are the corpus's own, in their own case; only the first letter is raised, and the joining words
//! ("and", "on") are ours. A title never lists names, is never cut inside a word, and never repeats a taken one.

use crate::judgement::attribution::shortened;
use crate::judgement::{ReportContext, Topic};
use crate::model::EntityType;
use crate::text::names::lexicon;

/// Longest title, in characters.
pub const MAX_CHARS: usize = 60;

/// A second topic must weigh at least so much of the first to stand beside it; less will do beside a name, which says
/// little by itself.
const SECOND_WEIGHT: f32 = 0.3;
const BESIDE_NAME: f32 = 0.12;
/// A third topic, in the title of a community of at least `BROAD` members.
const THIRD_WEIGHT: f32 = 0.2;
const BROAD: usize = 5;
/// What a name counts for beside another name, and how many may stand in one title.
const SECOND_NAME: f32 = 0.5;
const NAMES: usize = 2;
/// What a topic that is no name counts for beside names: names alone tell nobody what is inside. A noun that is no member
/// says less of it.
const TELLING: f32 = 2.0;
const TELLING_NOUN: f32 = 1.2;

/// Returns a title of at most [`MAX_CHARS`] characters that is none of `context.taken_titles`.
pub fn title(context: &ReportContext) -> String {
    let is_free = |title: &String| !context.taken_titles.iter().any(|taken| same(taken, title));
    candidates(context).into_iter().find(is_free).unwrap_or_else(|| format!("Community {}", number(context)))
}

/// Returns the titles that suit a community, best first; all fit, and the last one is unlike any other community's.
pub fn candidates(context: &ReportContext) -> Vec<String> {
    let topics = &context.topics;
    let mut candidates: Vec<String> = Vec::new();
    // The leading topic with the best partner that fits, then the leading topics alone.
    for first in topics.iter().take(4) {
        let second = partner(first, topics).or_else(|| subject(first, context));
        let pair = second.map(|second| joined(first, second));
        let voiced = context.voice.as_deref().filter(|voice| !share_a_word(voice, &first.phrase)).and_then(|voice| {
            let both = pair.as_deref().map(|pair| format!("{voice} on {pair}"));
            let one = format!("{voice} on {}", first.phrase);
            both.filter(|both| fits(both)).or(Some(one)).filter(|title| fits(title))
        });
        candidates.extend(voiced);
        if is_broad(context) {
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

/// The heaviest topic that can stand beside the first; a name beside a name only where nothing else is near.
fn partner<'a>(first: &Topic, topics: &'a [Topic]) -> Option<&'a Topic> {
    let least = first.weight * if is_name(first) { BESIDE_NAME } else { SECOND_WEIGHT };
    let weight = |second: &Topic| second.weight * if is_name(first) && is_name(second) { SECOND_NAME } else { 1.0 };
    let weight =
        |second: &Topic| weight(second) * if is_bare_topic(first) && is_common(second) { telling(second) } else { 1.0 };
    let mut best: Option<&Topic> = None;
    for second in topics.iter().filter(|second| can_stand_together(first, second) && fits(&joined(first, second))) {
        if weight(second) >= least && best.is_none_or(|best| weight(second) > weight(best)) {
            best = Some(second);
        }
    }
    best
}

/// What a name that leads a broad community has to do with, however little it weighs: a name alone tells nobody what is
/// inside.
fn subject<'a>(first: &Topic, context: &'a ReportContext) -> Option<&'a Topic> {
    let lonely = is_broad(context) && is_name(first);
    let mut common = context.topics.iter().filter(|topic| topic.kind == EntityType::Concept && !is_bare(&topic.phrase));
    common.find(|topic| lonely && can_stand_together(first, topic) && fits(&joined(first, topic)))
}

/// The title of a broad community that has names only, most of them of one kind: `Tolland and other places`,
/// `Ada Voss and dates`.
fn company<'a>(first: &'a Topic, second: Option<&'a Topic>, context: &'a ReportContext) -> Option<String> {
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
fn whereabouts(first: &Topic, second: Option<&Topic>, context: &ReportContext) -> Option<String> {
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

/// True for a topic that is a mere name, which tells those who do not know it nothing.
fn is_bare_topic(topic: &Topic) -> bool {
    let product = topic.kind == EntityType::Product && topic.phrase.contains([' ', '-']);
    is_name(topic) || (product || topic.kind == EntityType::Concept) && is_bare(&topic.phrase)
}

/// True for a topic that tells what names beside it have to do with each other: no name, and no word such as *partners*
/// that stands beside any.
fn tells(topic: &Topic) -> bool {
    let idle = topic.entity.is_none() && lexicon::means_little(&topic.phrase);
    !is_bare_topic(topic) && !idle
}

/// Kinds of names, as a title speaks of many.
const PLURALS: &[(EntityType, &str)] = &[
    (EntityType::Person, "people"),
    (EntityType::Organisation, "organisations"),
    (EntityType::Place, "places"),
    (EntityType::Date, "dates"),
];

/// True for a name written as names are, and not in capitals as acronyms are.
pub fn is_bare(name: &str) -> bool {
    name.split(' ').all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    })
}

/// True for words that anybody knows, and that say something.
fn is_common(topic: &Topic) -> bool {
    tells(topic) && !topic.phrase.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

fn telling(topic: &Topic) -> f32 {
    if topic.entity.is_some() { TELLING } else { TELLING_NOUN }
}

/// True for a community of so many members that two topics do not tell what is inside.
fn is_broad(context: &ReportContext) -> bool {
    context.community.as_ref().is_some_and(|community| community.entities.len() >= BROAD)
}

/// The title of three topics: `Proteins, vaccines and gene therapy`; the heaviest third that fits, a name counting for
/// less beside a name. With it comes whether the third is more than a name.
fn third(first: &Topic, second: &Topic, topics: &[Topic]) -> Option<(bool, String)> {
    if [first, second].iter().any(|topic| topic.phrase.contains(" and ")) {
        return None;
    }
    let named = usize::from(is_name(first)) + usize::from(is_name(second));
    let weight = |topic: &Topic| topic.weight * if named > 0 && is_name(topic) { SECOND_NAME } else { 1.0 };
    let least = first.weight * if is_name(first) { BESIDE_NAME } else { THIRD_WEIGHT };
    let lacking = is_bare_topic(second) && !is_common(first);
    let weight = |topic: &Topic| weight(topic) * if lacking && is_common(topic) { telling(topic) } else { 1.0 };
    let mut best: Option<(f32, bool, String)> = None;
    for topic in topics {
        let apart = can_stand_together(first, topic) && can_stand_together(second, topic);
        let crowded = named + usize::from(is_name(topic)) > NAMES;
        // "Ada Voss, harbour master and Orsk" says who Ada Voss is; the name goes last.
        let [one, two, three] = match first.kind {
            EntityType::Person => [second, topic, first],
            _ => [first, second, topic],
        };
        let title = format!("{}, {} and {}", one.phrase, two.phrase, three.phrase);
        let better = best.as_ref().is_none_or(|(most, ..)| weight(topic) > *most);
        if apart && !crowded && better && weight(topic) >= least && fits(&title) {
            best = Some((weight(topic), tells(topic), title));
        }
    }
    best.map(|(_, told, title)| (told, title))
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
            pairs.push(raised(&joined(first, second)));
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

/// The topics that a title names, in their order.
pub fn topics(title: &str) -> Vec<&str> {
    title.split(", ").flat_map(|part| part.split(" and ")).collect()
}

/// Two topics make a title together when they are no two people, share no word, and neither is a date.
fn can_stand_together(first: &Topic, second: &Topic) -> bool {
    let are = |kind: EntityType| (first.kind == kind, second.kind == kind);
    !(first.phrase == second.phrase
        || are(EntityType::Date) != (false, false)
        || are(EntityType::Person) == (true, true)
        || first.phrase.contains(" and ") && second.phrase.contains(" and ")
        || share_a_word(&first.phrase, &second.phrase))
}

fn is_name(topic: &Topic) -> bool {
    matches!(topic.kind, EntityType::Person | EntityType::Organisation | EntityType::Place)
}

/// True when two phrases have a word in common, or words that begin alike: `robots` and `robotics`.
pub fn share_a_word(a: &str, b: &str) -> bool {
    let words = |phrase: &str| -> Vec<String> {
        phrase
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 2)
            .map(str::to_owned)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    a.iter().any(|x| b.iter().any(|y| x == y || x.chars().zip(y.chars()).take_while(|(p, q)| p == q).count() >= 5))
}

/// `design and discovery`, or with a comma when one of them has an "and" of its own.
fn joined(first: &Topic, second: &Topic) -> String {
    if first.phrase.contains(" and ") || second.phrase.contains(" and ") {
        format!("{}, {}", first.phrase, second.phrase)
    } else {
        format!("{} and {}", first.phrase, second.phrase)
    }
}

/// The phrase with a capital in front, unless its first word has one of its own inside: `iPhone`.
pub fn raised(phrase: &str) -> String {
    let first_word = phrase.split(' ').next().unwrap_or_default();
    let mut chars = phrase.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() && !first_word.chars().any(char::is_uppercase) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => phrase.to_owned(),
    }
}

fn fits(title: &str) -> bool {
    (1..=MAX_CHARS).contains(&title.chars().count())
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Community, CommunityId, Entity, EntityId};

    fn topic(phrase: &str, weight: f32, kind: EntityType) -> Topic {
        Topic { phrase: phrase.to_owned(), weight, entity: Some(crate::model::EntityId(1)), kind }
    }

    fn member(id: u32, kind: EntityType) -> Entity {
        Entity {
            id: EntityId(id),
            name: format!("Member {id}"),
            kind,
            aliases: Vec::new(),
            description: String::new(),
            mentions: 3,
            documents: 2,
            degree: 2,
            ubiquitous: false,
        }
    }

    fn community(entities: Vec<EntityId>, documents: u32) -> Community {
        Community {
            id: CommunityId(0),
            level: 0,
            parent: None,
            children: Vec::new(),
            entities,
            documents,
            unconnected: false,
        }
    }

    /// A community of six members of a kind.
    fn broad(topics: Vec<Topic>, kind: &EntityType) -> ReportContext {
        let entities: Vec<Entity> = (0..6).map(|at| member(at, kind.clone())).collect();
        let community = Some(community(entities.iter().map(|entity| entity.id).collect(), 3));
        ReportContext { topics, entities, community, ..ReportContext::default() }
    }

    fn context(topics: Vec<Topic>) -> ReportContext {
        ReportContext { topics, ..ReportContext::default() }
    }

    #[test]
    fn two_topics_make_a_title_in_sentence_case() {
        let context = context(vec![
            topic("ferry timetables", 1.0, EntityType::Concept),
            topic("ferry strikes", 0.9, EntityType::Concept),
            topic("Marrow Bay", 0.6, EntityType::Place),
        ]);
        assert_eq!(title(&context), "Ferry timetables and Marrow Bay");
    }

    #[test]
    fn a_broad_community_has_a_third_topic() {
        let mut context = context(vec![
            topic("tidal power", 1.0, EntityType::Concept),
            topic("Marrow Bay", 0.9, EntityType::Place),
            topic("Ines Calder", 0.8, EntityType::Person),
            topic("fish passes", 0.5, EntityType::Concept),
        ]);
        assert_eq!(title(&context), "Tidal power and Marrow Bay");
        let entities = (0..20).map(crate::model::EntityId).collect();
        context.community = Some(crate::model::Community {
            id: crate::model::CommunityId(3),
            level: 0,
            parent: None,
            children: Vec::new(),
            entities,
            documents: 5,
            unconnected: false,
        });
        assert_eq!(title(&context), "Tidal power, Marrow Bay and fish passes");
    }

    #[test]
    fn people_are_not_lined_up() {
        let context = context(vec![
            topic("Ines Calder", 1.0, EntityType::Person),
            topic("Tom Arden", 0.9, EntityType::Person),
            topic("Marrow Bay", 0.9, EntityType::Place),
            topic("tidal power", 0.5, EntityType::Concept),
        ]);
        assert_eq!(title(&context), "Ines Calder and tidal power");
    }

    #[test]
    fn a_group_of_names_says_what_they_are_names_of() {
        let members = |kinds: &[EntityType]| -> Vec<Entity> {
            kinds.iter().enumerate().map(|(at, kind)| member(at as u32, kind.clone())).collect()
        };
        let of = |topics: Vec<Topic>, entities: Vec<Entity>| {
            let community = community(entities.iter().map(|entity| entity.id).collect(), 2);
            title(&ReportContext { topics, community: Some(community), entities, ..ReportContext::default() })
        };
        let (date, place) = (EntityType::Date, EntityType::Place);
        let ada = || topic("Ada Voss", 1.0, EntityType::Person);
        let dates = members(&[EntityType::Person, date.clone(), date.clone(), date.clone(), date.clone()]);
        assert_eq!(of(vec![ada()], dates.clone()), "Ada Voss and dates");
        let weak = topic("harbour accounts", 0.01, EntityType::Concept);
        assert_eq!(of(vec![ada(), weak], dates), "Ada Voss and harbour accounts");
        let towns = vec![topic("Tolland", 1.0, place.clone()), topic("Orsk", 0.9, place.clone())];
        let places = members(&[place.clone(), place.clone(), place.clone(), place.clone(), place]);
        assert_eq!(of(towns, places), "Tolland, Orsk and other places");
    }

    #[test]
    fn names_are_told_by_what_is_none() {
        let names = |third: &str, entity: Option<EntityId>| {
            let topics = vec![
                topic("Tolland Lines", 1.0, EntityType::Organisation),
                topic("Orsk Ferries", 0.9, EntityType::Organisation),
                topic("Arden Yard", 0.5, EntityType::Place),
                Topic { entity, ..topic(third, 0.3, EntityType::Concept) },
            ];
            title(&broad(topics, &EntityType::Organisation))
        };
        let member = Some(EntityId(1));
        assert_eq!(names("winter timetables", member), "Tolland Lines, winter timetables and Orsk Ferries");
        // What is no member says less of what is inside.
        assert_eq!(names("winter timetables", None), "Tolland Lines, Orsk Ferries and winter timetables");
        assert_eq!(names("people", None), "Tolland Lines, Orsk Ferries and other organisations");
    }

    #[test]
    fn who_is_at_a_firm_is_named() {
        let topics = vec![topic("Arden Foundry", 1.0, EntityType::Organisation)];
        assert_eq!(title(&broad(topics, &EntityType::Person)), "Arden Foundry and Member 0");
    }

    #[test]
    fn a_comma_behind_a_name_says_who_that_is() {
        let topics = vec![
            topic("Ada Voss", 1.0, EntityType::Person),
            topic("harbour master", 0.6, EntityType::Concept),
            topic("ferry", 0.5, EntityType::Concept),
        ];
        assert_eq!(title(&broad(topics, &EntityType::Concept)), "Harbour master, ferry and Ada Voss");
    }

    #[test]
    fn a_day_is_a_title_only_where_nothing_else_is() {
        let mut day = member(0, EntityType::Date);
        day.name = "4 May 1987".to_owned();
        let entities = vec![day, member(1, EntityType::Person)];
        assert_eq!(title(&ReportContext { entities, ..ReportContext::default() }), "Member 1");
    }

    #[test]
    fn names_that_one_document_has_are_placed_by_it() {
        let topics = vec![topic("Ada Voss", 1.0, EntityType::Person), topic("Orsk", 0.9, EntityType::Place)];
        let placed = |documents: u32| {
            let community = Some(community(Vec::new(), documents));
            let titles = vec!["Harbour minutes".to_owned()];
            title(&ReportContext { documents: titles, community, ..context(topics.clone()) })
        };
        assert_eq!(placed(1), "Ada Voss and Orsk in Harbour minutes");
        assert_eq!(placed(2), "Ada Voss and Orsk");
    }

    #[test]
    fn whoever_speaks_is_named() {
        let mut context = context(vec![topic("tidal power", 1.0, EntityType::Concept)]);
        context.voice = Some("Ines Calder".to_owned());
        assert_eq!(title(&context), "Ines Calder on tidal power");
        context.taken_titles = vec!["ines calder on tidal power".to_owned()];
        assert_eq!(title(&context), "Tidal power");
        context.taken_titles.push("Tidal power".to_owned());
        assert_eq!(title(&context), "Ines Calder");
        context.taken_titles.push("Ines Calder".to_owned());
        assert_eq!(title(&context), "Ines Calder on tidal power (0)");
    }

    #[test]
    fn headings_differ() {
        let topics = [topic("tidal power", 1.0, EntityType::Concept), topic("Marrow Bay", 0.5, EntityType::Place)];
        let first = heading(&topics, &[]).expect("a heading");
        assert_eq!(first, "Tidal power");
        assert_eq!(heading(&topics, &[first]).as_deref(), Some("Tidal power and Marrow Bay"));
        assert_eq!(heading(&[], &[]), None);
    }

    #[test]
    fn nothing_known_still_gives_a_title() {
        assert_eq!(title(&ReportContext::default()), "Community (0)");
    }

    proptest! {
        #[test]
        fn titles_fit_and_are_free(
            phrases in prop::collection::vec("\\PC{1,80}", 0..6),
            kinds in prop::collection::vec(0usize..4, 6),
            take in 0usize..4,
        ) {
            let kind = [EntityType::Concept, EntityType::Person, EntityType::Place, EntityType::Date];
            let topics: Vec<Topic> =
                phrases.iter().zip(&kinds).map(|(phrase, &at)| topic(phrase, 1.0, kind[at].clone())).collect();
            let mut context = context(topics);
            context.taken_titles = phrases.iter().take(take).map(|phrase| raised(phrase)).collect();
            let title = title(&context);
            prop_assert!(fits(&title), "{title:?}");
            prop_assert!(!context.taken_titles.iter().any(|taken| same(taken, &title)));
        }
    }
}
