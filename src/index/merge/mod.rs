//! Merging: what was extracted from all text units becomes entities with aliases, mentions, relationships,
//! descriptions, and their part in whole documents. Pure and deterministic; knows no store.

mod entities;
pub(super) mod kinds;
mod organisations;
mod people;
mod spelling;
mod table;
mod terms;
pub mod told;

use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use crate::graph::Groups;
use crate::judgement::{Extraction, Passages};
use crate::model::{
    Appearance, DocumentId, Entity, EntityId, EntityType, Mention, Relationship, RelationshipId, Role, only_authors,
};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
use entities::best_sentences::{self, Told};
use entities::describe::{self, Worths};
use entities::places::{EntityPlace, Places};
use entities::resolution::{self, Resolved};
use entities::{letters, relate};
use kinds::decision::{self, Definitions};
use kinds::{doers, place_names, things};
use organisations::{acronyms, bodies, compounds, firms, tongues};
pub use people::person_name::may_be_called;
use people::{authors, handles, initials};
use spelling::cases::Cases;
use spelling::{conjunctions, days, openings, variants};
use table::{Name, Table};
use terms::noun_phrases::{self, Thresholds};
use terms::{aliases, citations, titles};

/// A document no longer than this is about its subject throughout.
const ABOUT_THROUGHOUT: usize = 6_000;
/// Share of the documents above which a person or an organisation is everywhere (a host, the company itself).
const EVERYWHERE: f32 = 0.85;
/// Share of the text units above which anything is.
const EVERYWHERE_IN_UNITS: f32 = 0.4;
/// In fewer documents nothing is everywhere.
const EVERYWHERE_FROM: usize = 8;

/// True for what stands in so many of so many documents, or text units, that it ties nobody to anybody.
fn is_everywhere(
    kind: &EntityType,
    (in_documents, documents): (usize, usize),
    (in_units, units): (usize, usize),
) -> bool {
    let host = matches!(kind, EntityType::Person | EntityType::Organisation)
        && in_documents as f32 > EVERYWHERE * documents as f32;
    documents >= EVERYWHERE_FROM && (host || in_units as f32 > EVERYWHERE_IN_UNITS * units as f32)
}

/// The graph's elements. Entities stand by number of mentions, then by name, and relationships by the places of their
/// ends: what is made of them (communities, reports) goes by this order and not by ids, which an update gives otherwise
/// than a fresh build. Before they are numbered, ids are the places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    pub entities: Vec<Entity>,
    /// By text unit and place.
    pub mentions: Vec<Mention>,
    pub relationships: Vec<Relationship>,
    /// By document; a subject first, then speakers, then authors.
    pub appearances: Vec<Appearance>,
}

/// What the whole corpus tells of its names before they are entities.
struct Settled {
    sentences: usize,
    thresholds: Thresholds,
    /// The name that each document is about.
    subjects: Vec<Option<u32>>,
    cases: Cases,
    /// Names of those who do what only somebody does.
    doers: BTreeSet<u32>,
    /// Names of things.
    things: BTreeSet<u32>,
    /// The names of each thing.
    groups: Groups,
}

impl Settled {
    /// Leaves out of the table what is no name, and joins what is one.
    fn of(table: &mut Table, passages: &dyn Passages) -> Self {
        table.join_written_alike(passages);
        handles::take(table, passages);
        initials::part(table, passages);
        table.count(passages);
        let sentences = (0..passages.len()).map(|at| passages.at(at).sentences.len()).sum();
        let thresholds = Thresholds::of(sentences, table.documents, passages.len());
        noun_phrases::keep_terms(table, passages, thresholds);
        citations::leave_out(table, passages);
        table.drop_doubtful();
        table.drop_marks(passages);
        table.drop_adjectives(passages);
        conjunctions::settle(table, passages);
        let subjects = titles::subjects(table, passages);
        table.count(passages);
        place_names::vote(table, passages);
        let cases = Cases::of(table, passages);
        openings::settle(table, passages, &cases);
        let doers = doers::vote(table, passages, &cases);
        let things = things::things(table, passages);
        let mut groups = join(table, passages, &cases, &doers);
        aliases::join(table, &mut groups, &subjects, passages);
        compounds::vote(table);
        Self { sentences, thresholds, subjects, cases, doers, things, groups }
    }
}

/// Merges what was found in all text units; the extraction at a position belongs to the passage there, and is let go of
/// as soon as it is read, because there is much of it. The passages of a document must follow each other.
pub fn merge(passages: &dyn Passages, extractions: impl IntoIterator<Item = Extraction>) -> Merged {
    let mut table = Table::collect(passages, extractions);
    let settled = Settled::of(&mut table, passages);
    let Settled { sentences, thresholds, subjects, cases, doers, groups, .. } = &settled;

    let worths = Worths::of(passages);
    let resolved = resolution::resolve(&table, groups, subjects, doers, *sentences, *thresholds, cases);
    let places = places(&table, &resolved, subjects, passages);
    let mentions = mentions(&table, &resolved, passages);
    let letters = letters::of_cells(&table, &resolved, passages);
    let documents = document_spread(&table, &resolved);
    // What was found where has been told, and there is much of it.
    table.occurrences = Vec::new();
    let (kinds, best) = kinds(&table, &resolved, &settled, &places, passages, &worths);
    let appearances = appearances(&table, groups, &resolved, subjects, &kinds, &places, passages);
    // What a document says that one alone wrote is said by them.
    let named = |author: EntityId| resolution::naming(&table, &resolved.members[author.0 as usize]).0;
    let authors: HashMap<DocumentId, String> =
        only_authors(&appearances).into_iter().map(|(document, author)| (document, named(author))).collect();

    let all = resolved.names.len();
    let spread = spread(&places, all);
    let is_everywhere = |number: usize| {
        let in_documents = (documents[number] as usize, table.documents);
        is_everywhere(&kinds[number], in_documents, (spread[number] as usize, passages.len()))
    };
    let ubiquitous: Vec<bool> = (0..all).map(is_everywhere).collect();
    let days: Vec<bool> = kinds.iter().map(|kind| *kind == EntityType::Date).collect();
    let mut numbered = relate::numbered(resolved.names.iter().map(|&name| table.names[name as usize].key.as_str()));
    // Like the numbers of a row, the letters of cells stand beside everything.
    numbered.iter_mut().zip(&letters).for_each(|(numbered, letters)| *numbered |= letters);
    let known = relate::Known { spread: &spread, ubiquitous: &ubiquitous, days: &days, numbered: &numbered };
    let mut related = relate::relate(&places, passages, &table, known);
    letters::thin(&mut related, &letters);
    let relationships = relationships(&related, &places, passages, &worths, &authors);
    drop((related, places, worths));

    let counts = counted(mentions.iter().map(|mention| mention.entity), all);
    let degrees = counted(relationships.iter().flat_map(|related| [related.source, related.target]), all);
    let entity = |number: usize| {
        let (name, aliases) = resolution::naming(&table, &resolved.members[number]);
        Entity {
            id: EntityId(number as u32),
            name,
            kind: kinds[number].clone(),
            aliases,
            description: best_sentences::description(&best[number], passages, &authors),
            mentions: counts[number],
            documents: documents[number],
            degree: degrees[number],
            ubiquitous: ubiquitous[number],
        }
    };
    let entities = (0..all).into_par_iter().map(entity).collect();
    Merged { entities, mentions, relationships, appearances }
}

/// What each entity is, and the sentences that describe it best. Whether it is somebody says how its sentences are
/// read, and what they define it as has a part in what it is.
fn kinds(
    table: &Table,
    resolved: &Resolved,
    settled: &Settled,
    places: &Places,
    passages: &dyn Passages,
    worths: &Worths,
) -> (Vec<EntityType>, Vec<Vec<Told>>) {
    let decide = |number: usize, defined: &Definitions| {
        let members = &resolved.members[number];
        let names: Vec<&Name> = members.iter().map(|&member| &table.names[member as usize]).collect();
        let somebody = members.iter().any(|member| settled.doers.contains(member));
        // What is told of most mentions in full: somebody is also called by a name that a ship has.
        let is_long = |member: &u32| table.names[*member as usize].key.contains(' ');
        let in_full = members.iter().any(is_long);
        let told = || members.iter().filter(|member| is_long(member) || !in_full);
        let count = |member: &u32| table.names[*member as usize].count();
        let of_things: u32 = told().filter(|member| settled.things.contains(member)).map(count).sum();
        let thing = of_things > 0 && 2 * of_things >= told().map(count).sum();
        decision::decide(&names, defined, &settled.cases, (somebody, thing))
    };
    let all = 0..resolved.names.len();
    let is_somebody = |number: usize| decide(number, &Definitions::default()) == EntityType::Person;
    let people: Vec<bool> = all.clone().into_par_iter().map(is_somebody).collect();
    let (best, defined) = best_sentences::best_places(places, passages, worths, &people);
    let kinds = all.into_par_iter().map(|number| decide(number, &defined[number])).collect();
    (kinds, best)
}

/// How often each of so many entities is among some.
fn counted(entities: impl Iterator<Item = EntityId>, all: usize) -> Vec<u32> {
    let mut counts = vec![0; all];
    entities.for_each(|entity| counts[entity.0 as usize] += 1);
    counts
}

/// Joins the names of one thing: acronyms with what they stand for, a person's titles, initials, nicknames and lone
/// names with the full name, a body's short name with the long one, legal forms with the firm. Both sides come through
/// here, whoever found the names; occurrences move where a document tells what a lone name means in it.
fn join(table: &mut Table, passages: &dyn Passages, cases: &Cases, doers: &BTreeSet<u32>) -> Groups {
    let mut groups = Groups::new(table.names.len());
    acronyms::join(table, &mut groups, passages);
    variants::join(table, &mut groups);
    days::join(table, &mut groups);
    people::join(table, &mut groups, passages, cases, doers);
    initials::join(table, &mut groups, passages);
    firms::join_forms(table, &mut groups);
    firms::join_owners(table, &mut groups);
    bodies::join(table, &mut groups, passages);
    tongues::join(table, &mut groups, passages);
    table.count(passages);
    things::join(table, &mut groups);
    compounds::join(table, &mut groups);
    compounds::join_places(table, &mut groups);
    firms::join_partners(table, &mut groups);
    groups
}

/// The entities of each passage in the order of the text, with the subject of a short document as implied.
fn places(table: &Table, resolved: &Resolved, subjects: &[Option<u32>], passages: &dyn Passages) -> Places {
    let mut places = Places::default();
    let mut occurrences = table.occurrences.as_slice();
    for unit in 0..passages.len() {
        // Occurrences go by unit.
        let (own, others) =
            occurrences.split_at(occurrences.iter().take_while(|one| one.unit as usize == unit).count());
        occurrences = others;
        let mut here: Vec<EntityPlace> = own
            .iter()
            .filter_map(|occurrence| {
                Some(EntityPlace {
                    entity: resolved.entity_of(occurrence.name)?,
                    sentence: occurrence.sentence,
                    start: occurrence.start,
                    end: occurrence.end,
                    implied: false,
                })
            })
            .collect();
        here.sort_by_key(|place| (place.start, place.end));
        let subject = subjects[table.document_of[unit] as usize].and_then(|name| resolved.entity_of(name));
        if let Some(entity) = subject
            && passages.text(unit).len() <= ABOUT_THROUGHOUT
        {
            let passage = passages.at(unit);
            for sentence in passage.sentences.clone() {
                let start = passage.document.sentences.get(sentence).map_or(0, |sentence| sentence.span.start as u32);
                here.push(EntityPlace { entity, sentence: sentence as u32, start, end: start, implied: true });
            }
        }
        places.push(&here);
    }
    places
}

/// In how many passages each entity occurs.
fn spread(places: &Places, count: usize) -> Vec<u32> {
    let mut spread = vec![0; count];
    let mut seen = vec![usize::MAX; count];
    for (unit, places) in places.iter().enumerate() {
        for place in places {
            let entity = place.entity as usize;
            if seen[entity] != unit {
                seen[entity] = unit;
                spread[entity] += 1;
            }
        }
    }
    spread
}

fn document_spread(table: &Table, resolved: &Resolved) -> Vec<u32> {
    let mut pairs: Vec<(u32, u32)> =
        table.occurrences.iter().filter_map(|o| Some((resolved.entity_of(o.name)?, o.document))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut spread = vec![0; resolved.names.len()];
    for (entity, _) in pairs {
        spread[entity as usize] += 1;
    }
    spread
}

fn mentions(table: &Table, resolved: &Resolved, passages: &dyn Passages) -> Vec<Mention> {
    let mut mentions: Vec<Mention> = table
        .occurrences
        .iter()
        .filter_map(|occurrence| {
            let entity = EntityId(resolved.entity_of(occurrence.name)?);
            Some(Mention { entity, text_unit: passages.unit(occurrence.unit as usize).id, span: occurrence.span() })
        })
        .collect();
    mentions.sort_unstable_by_key(|mention| (mention.text_unit, mention.span, mention.entity));
    mentions.dedup();
    mentions.shrink_to_fit();
    mentions
}

fn relationships(
    related: &[relate::Related],
    places: &Places,
    passages: &dyn Passages,
    worths: &Worths,
    authors: &HashMap<DocumentId, String>,
) -> Vec<Relationship> {
    related
        .par_iter()
        .enumerate()
        .map(|(number, related)| {
            let shown = describe::best_sentence(related, places, worths);
            let lines: Vec<String> = shown
                .iter()
                .filter_map(|&(unit, sentence)| describe::line(&passages.at(unit as usize), sentence, None, authors))
                .collect();
            let description = lines.join("\n\n");
            Relationship {
                id: RelationshipId(number as u32),
                source: EntityId(related.source),
                target: EntityId(related.target),
                description,
                weight: related.weight,
                text_units: related.units.iter().map(|&unit| passages.unit(unit as usize).id).collect(),
            }
        })
        .collect()
}

/// True for titles alone, in front of a surname.
fn is_title(front: &str) -> bool {
    front.split(' ').all(|word| flags(word).has(Flags::HONORIFIC))
}

/// Whom a document calls in full, by the word under which one speaks there, *voss* of *Ada Voss*; none where two are
/// called so.
fn bearers_in<'t>(
    document: usize,
    table: &'t Table,
    resolved: &Resolved,
    kinds: &[EntityType],
    places: &Places,
) -> HashMap<&'t str, Option<u32>> {
    let here = table.units.of(document).iter().flat_map(|&unit| places.of(unit as usize));
    let here: BTreeSet<u32> = here.map(|place| place.entity).collect();
    let mut bearers = HashMap::new();
    for entity in here.into_iter().filter(|&entity| kinds[entity as usize] == EntityType::Person) {
        let names = resolved.members[entity as usize].iter().map(|&name| &table.names[name as usize].key);
        for (front, last) in names.filter_map(|name| name.rsplit_once(' ')) {
            // *Mr Voss* is no more than the label says.
            if !is_title(front) {
                let only = bearers.entry(last).or_insert(Some(entity));
                *only = only.filter(|&known| known == entity);
            }
        }
    }
    bearers
}

/// Returns the roles of entities in whole documents: subject, author, speaker.
fn appearances(
    table: &Table,
    groups: &Groups,
    resolved: &Resolved,
    subjects: &[Option<u32>],
    kinds: &[EntityType],
    places: &Places,
    passages: &dyn Passages,
) -> Vec<Appearance> {
    let mut appearances: Vec<Appearance> = Vec::new();
    let named = |key: &str| resolved.entity_of(groups.root(*table.by_key.get(key)?));
    for (document, subject) in subjects.iter().enumerate().take(table.documents) {
        let Some(&first) = table.units.of(document).first() else { continue };
        let text = passages.at(first as usize).document;
        let id: DocumentId = text.document.id;
        if let Some(entity) = subject.and_then(|name| resolved.entity_of(name)) {
            appearances.push(Appearance { entity: EntityId(entity), document: id, role: Role::Subject, sentences: 0 });
        }
        let bearers = LazyCell::new(|| bearers_in(document, table, resolved, kinds, places));
        let says_more = LazyCell::new(|| text.sentences.iter().any(|sentence| !sentence.recurring));
        for (speaker, spoken) in text.speakers.iter().zip(text.spoken()) {
            let key = fold::key(&speaker.name);
            let bearer = |word: &str| bearers.get(word).copied().flatten();
            // *MRS VOSS* speaks where Ada Voss is among those present, unless the corpus has a Mrs Voss of her own.
            let titled =
                || key.rsplit_once(' ').filter(|(front, _)| is_title(front)).and_then(|(_, last)| bearer(last));
            let alone = if key.contains(' ') { None } else { bearer(&key) };
            let Some(entity) = alone.or_else(|| named(&key)).or_else(titled) else { continue };
            // Whoever is only quoted in an answer said it in the message before.
            if spoken.sentences > 0 && spoken.recurring == spoken.sentences && *says_more {
                continue;
            }
            let (entity, role) = (EntityId(entity), speaker.part.into());
            appearances.push(Appearance { entity, document: id, role, sentences: spoken.sentences });
        }
        // Whoever speaks in a transcript did not write it, and the rows of a file have no author of their own.
        if !text.speakers.is_empty() || text.document.is_row() {
            continue;
        }
        let mut authors: Vec<u32> = authors::named(&text.text).iter().filter_map(|name| named(name)).collect();
        if !authors.iter().any(|&author| kinds[author as usize] == EntityType::Person) {
            authors = authors::called(&text).iter().find_map(|name| named(name)).into_iter().collect();
        }
        for entity in authors {
            let known = appearances.iter().rev().take_while(|part| part.document == id);
            let known = known.filter(|part| part.role == Role::Author).any(|part| part.entity.0 == entity);
            if kinds[entity as usize] == EntityType::Person && !known {
                let sentences = text.sentences.len() as u32;
                appearances.push(Appearance { entity: EntityId(entity), document: id, role: Role::Author, sentences });
            }
        }
    }
    appearances
}

#[cfg(test)]
mod tests;
