//! What each community is about: the phrases that its sentences use and the rest of the corpus does not.
//!
//! Candidates are the members' names and common nouns. A candidate's weight follows class-based tf-idf (Grootendorst,
//! BERTopic, 2022, §3.3) in its log-odds form: ln(1 + tf) · ln(p/P), where p is the share of the community's
//! sentences that hold a word and P its share of all sentences; for a phrase, over its words. It is raised by how many
//! of the community's documents use it, by how central the member is and by how many of its relationships stay inside:
//! a hub that everything passes through says little of one community. It is weighed by kind: a concept says more about
//! what is inside than a person's name.
//!
//! Topics are then chosen from the root down, so that a community is not led by what already leads its ancestors or
//! siblings.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::coverage::TopicCoverage;
use super::matters::{Matter, Matters};
use crate::index::evidence::sentences::Sentences;
use crate::judgement::Topic;
use crate::judgement::extractive::summaries::title;
use crate::model::{Community, CommunityId, Entity, EntityId, EntityType, Relationship};
use crate::text::layout::labels;
use crate::text::similarity::term_vectors::{Term, TermMap, Terms};
use crate::text::words::lexicon::{self, Flags};
use crate::text::words::terms::words;

/// Topics kept for a community.
const KEEP: usize = 24;
/// Candidates looked at when choosing.
const CONSIDER: usize = 60;
/// Sentences of a community that have to hold a common noun before it can be its first topic.
const MIN_SENTENCES: f32 = 2.0;
/// With fewer members, common nouns lead nothing.
const FEW_MEMBERS: usize = 4;

/// What is left of a member whose relationships all lead elsewhere.
const ROOTLESS: f32 = 0.4;
/// A member takes a bare noun's place when it weighs this part of it.
const FULLER: f32 = 0.4;
/// So many topics lead because they are distinct; those behind them, because they tell what else is inside.
const LEADING: usize = 2;
/// Weight of coverage: how much more a topic counts that stands for all of a community, by members or sub-communities.
const COVERAGE: f32 = 5.0;
/// Factor for a topic whose sub-community has been named already.
const ECHO: f32 = 0.7;
/// What is left of a scrap of code or of a table, and of whoever only wrote what is told.
const SCRAP: f32 = 0.3;
/// How much it counts that many of the community's documents use a word: 0 nothing, 1 in proportion.
const SPREAD: f32 = 0.4;
/// Of so many documents a topic has this share at least; below that it counts in proportion.
const SEVERAL: u32 = 5;
const WIDE: f32 = 0.2;
/// Sentences from which on a lone noun tells what is inside, and what is left of one that a single document has.
const LONE: f32 = 4.0;
const OF_ONE_DOCUMENT: f32 = 0.5;
/// What a common noun says beside a member's name.
const NOUN: f32 = 0.4;
/// What a matter that stands over sentences says beside a name in them.
const HEADING: f32 = 0.6;

/// A community's sentences: position in [`Sentences`], how many members it names, and their summed centrality.
pub(in crate::index) type Reach = Vec<(u32, u16, f32)>;

struct Candidate {
    topic: Topic,
    terms: Vec<Term>,
}

/// Returns the topics of every community, in the order of `communities`, which must list parents before children;
/// `bylines` are those who are named as writers only, by position.
pub(in crate::index) fn topics(
    communities: &[Community],
    entities: &[Entity],
    (sentences, matters): (&Sentences, &Matters),
    reach: &[Reach],
    relationships: &[Relationship],
    inside: &[Vec<u32>],
    bylines: &HashSet<u32>,
) -> Vec<Vec<Topic>> {
    let position: HashMap<EntityId, u32> = entities.iter().map(|entity| entity.id).zip(0..).collect();
    let mut ties = vec![0u32; entities.len()];
    let ends = |relationship: &Relationship| [relationship.source, relationship.target];
    for end in relationships.iter().flat_map(ends).filter_map(|end| position.get(&end)) {
        ties[*end as usize] += 1;
    }
    let mut words_of = Terms::default();
    let names: Vec<Vec<Term>> = entities
        .iter()
        .map(|entity| words(&entity.name).filter_map(|word| words_of.of_word(word.text)).collect())
        .collect();
    let candidates: Vec<Vec<Candidate>> = communities
        .par_iter()
        .zip(reach)
        .zip(inside)
        .map(|((community, reach), inside)| {
            let mut own: HashMap<EntityId, u32> = HashMap::new();
            for end in inside.iter().flat_map(|&at| ends(&relationships[at as usize])) {
                *own.entry(end).or_default() += 1;
            }
            let rooted = |at: u32| {
                let own = own.get(&entities[at as usize].id).copied().unwrap_or_default();
                let writes = if bylines.contains(&at) { SCRAP } else { 1.0 };
                writes * (ROOTLESS + (1.0 - ROOTLESS) * own as f32 / ties[at as usize].max(1) as f32)
            };
            candidates(community, reach, entities, &names, &position, (sentences, matters), &rooted)
        })
        .collect();
    choose(communities, candidates, relationships, inside)
}

/// What a word does among a community's sentences.
#[derive(Clone, Copy, Default)]
struct Use {
    weight: f32,
    documents: u32,
    last: Option<u32>,
}

impl Use {
    fn add(&mut self, document: u32, weight: f32) {
        self.weight += weight;
        if self.last != Some(document) {
            self.documents += 1;
            self.last = Some(document);
        }
    }
}

fn candidates(
    community: &Community,
    reach: &Reach,
    entities: &[Entity],
    names: &[Vec<Term>],
    position: &HashMap<EntityId, u32>,
    (sentences, matters): (&Sentences, &Matters),
    rooted: &dyn Fn(u32) -> f32,
) -> Vec<Candidate> {
    let mut under: HashMap<u32, Use> = HashMap::new();
    let mut nouns: TermMap<Use> = TermMap::default();
    let mut named: HashMap<u32, Use> = HashMap::new();
    let mut all = Use::default();
    for &(at, members, _) in reach {
        let said = sentences.at(at as usize);
        // A sentence that names two members is about the community; one that names one may be about anything.
        let weight = if members > 1 { 1.0 } else { 0.5 };
        all.add(said.document, weight);
        for &noun in said.nouns {
            nouns.entry(noun).or_default().add(said.document, weight);
        }
        for &entity in said.entities {
            named.entry(entity).or_default().add(said.document, weight);
        }
        for &matter in matters.over(said) {
            under.entry(matter).or_default().add(said.document, weight);
        }
    }
    let total = sentences.len().max(1) as f32;
    let inside = all.weight.max(1.0);
    // ln(p/P), kept within bounds that small counts cannot break.
    let odds = |weight: f32, everywhere: u32| {
        let everywhere = everywhere as f32 / total;
        ((weight / inside + everywhere * 0.1) / (everywhere * 1.1)).ln().clamp(0.0, 4.0)
    };
    let exclusive = (total / inside).ln().clamp(0.0, 4.0);
    let spread = |found: &Use| {
        let share = found.documents as f32 / all.documents.max(1) as f32;
        // What few of many documents have is a part of it, and no title of the whole.
        let wide = if all.documents >= SEVERAL { (share / WIDE).min(1.0) } else { 1.0 };
        share.powf(SPREAD) * wide
    };
    let lone = |found: &Use| {
        let of_one = if found.documents > 1 || all.documents == 1 { 1.0 } else { OF_ONE_DOCUMENT };
        (found.weight / LONE).min(1.0) * of_one
    };
    let noun_odds = |term: Term| {
        let (_, everywhere) = sentences.nouns.get(&term)?;
        Some(odds(nouns.get(&term).map_or(0.0, |found| found.weight), *everywhere))
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    for (rank, &id) in community.entities.iter().enumerate() {
        let Some(&at) = position.get(&id).filter(|at| !sentences.markers.contains(at)) else { continue };
        let entity = &entities[at as usize];
        let Some(found) = named.get(&at).filter(|_| !entity.ubiquitous && is_phrase(&entity.name)) else { continue };
        let terms = &names[at as usize];
        let distinct: Vec<f32> = terms.iter().map(|&term| noun_odds(term).unwrap_or(exclusive)).collect();
        let best = distinct.iter().copied().fold(0.0, f32::max);
        let mean = distinct.iter().sum::<f32>() / distinct.len().max(1) as f32;
        let central = (1.0 + rank as f32 / 6.0).powf(-0.75);
        let weight =
            found.weight.ln_1p() * (0.4 * best + 0.6 * mean) * spread(found) * central * rooted(at) * by_kind(entity);
        let small = !entity.name.contains([' ', '-']) && entity.name.chars().all(char::is_lowercase);
        let weight = if small { weight * lone(found) } else { weight };
        let phrase = sentences.plurals.get(&at).unwrap_or(&entity.name).clone();
        let topic = Topic { phrase, weight, entity: Some(id), kind: entity.kind.clone() };
        candidates.push(Candidate { topic, terms: terms.clone() });
    }
    // A handful of members is its names; what else their few sentences hold is chance.
    let nouns_count = community.entities.len() >= FEW_MEMBERS;
    for (&term, found) in nouns.iter().filter(|(_, found)| nouns_count && found.weight >= MIN_SENTENCES) {
        let Some((form, everywhere)) = sentences.nouns.get(&term) else { continue };
        let plain = if lexicon::means_little(form) { 0.5 } else { 1.0 };
        let weight =
            found.weight.ln_1p() * odds(found.weight, *everywhere) * spread(found) * lone(found) * NOUN * plain;
        let topic = Topic { phrase: form.clone(), weight, entity: None, kind: EntityType::Concept };
        candidates.push(Candidate { topic, terms: vec![term] });
    }
    for (&at, found) in under.iter().filter(|(_, found)| found.weight >= MIN_SENTENCES) {
        let Matter { written, terms, sentences: everywhere } = &matters.all[at as usize];
        let weight = found.weight.ln_1p() * odds(found.weight, *everywhere) * spread(found) * HEADING;
        let topic = Topic { phrase: title::raised(written), weight, entity: None, kind: EntityType::Concept };
        candidates.push(Candidate { topic, terms: terms.clone() });
    }
    candidates.retain(|candidate| candidate.topic.weight > 0.0);
    candidates
        .sort_by(|a, b| b.topic.weight.total_cmp(&a.topic.weight).then_with(|| a.topic.phrase.cmp(&b.topic.phrase)));
    candidates.truncate(CONSIDER);
    candidates
}

/// How much a member of a kind says about what is inside.
fn by_kind(entity: &Entity) -> f32 {
    let several_words = if entity.name.contains(' ') { 1.15 } else { 0.95 };
    let scrap = if title::is_scrap(&entity.name) || labels::is_mark(&entity.name) { SCRAP } else { 1.0 };
    several_words
        * scrap
        * match entity.kind {
            EntityType::Concept if lexicon::says_little(&entity.name) => 0.45,
            // A name that nobody could say the kind of.
            EntityType::Concept if title::is_bare(&entity.name) => 0.7,
            EntityType::Concept => 1.0,
            EntityType::Event | EntityType::Product | EntityType::Work => 0.9,
            EntityType::Organisation => 0.8,
            EntityType::Other(_) => 0.75,
            EntityType::Place => 0.55,
            // Initials tell nobody who it is.
            EntityType::Person if labels::is_letters(&entity.name) => SCRAP,
            EntityType::Person => 0.4,
            EntityType::Date => 0.1,
        }
}

/// True for a name that reads as a phrase: letters, few words, no markup.
fn is_phrase(name: &str) -> bool {
    let fills = |word: &str| lexicon::flags(&word.to_lowercase()).has(Flags::FILLER | Flags::NEVER);
    name.chars().any(char::is_alphabetic)
        && !name.split(' ').any(fills)
        && name.chars().count() <= title::MAX_CHARS
        && !name.chars().any(|c| {
            c.is_control() || matches!(c, '[' | ']' | '<' | '>' | '|' | '*' | '_' | '`' | '#' | '"' | '“' | '”')
        })
}

/// Orders every community's candidates, roots first: what leads an ancestor or an elder sibling leads no further.
fn choose(
    communities: &[Community],
    candidates: Vec<Vec<Candidate>>,
    relationships: &[Relationship],
    inside: &[Vec<u32>],
) -> Vec<Vec<Topic>> {
    let place: HashMap<CommunityId, usize> = communities.iter().enumerate().map(|(at, c)| (c.id, at)).collect();
    let mut leads: Vec<Vec<Term>> = vec![Vec::new(); communities.len()];
    let mut led_by_siblings: HashMap<Option<CommunityId>, TermMap<()>> = HashMap::new();
    let mut chosen = Vec::with_capacity(communities.len());
    for (at, (community, mut open)) in communities.iter().zip(candidates).enumerate() {
        let mut above: TermMap<()> = TermMap::default();
        let mut up = community.parent;
        // The bound stops a circle, which a hierarchy of ours never has.
        for _ in 0..32 {
            let Some(parent) = up.and_then(|id| place.get(&id)).copied() else { break };
            above.extend(leads[parent].iter().map(|&term| (term, ())));
            up = communities[parent].parent;
        }
        let beside = led_by_siblings.entry(community.parent).or_default();
        for candidate in &mut open {
            let share = |taken: &TermMap<()>| {
                let shared = candidate.terms.iter().filter(|term| taken.contains_key(term)).count();
                shared as f32 / candidate.terms.len().max(1) as f32
            };
            candidate.topic.weight *= (1.0 - 0.7 * share(&above)) * (1.0 - 0.6 * share(beside));
        }
        open.sort_by(|a, b| {
            b.topic.weight.total_cmp(&a.topic.weight).then_with(|| a.topic.phrase.cmp(&b.topic.phrase))
        });
        let open = unlike(open);
        let ties = inside[at].iter().map(|&at| &relationships[at as usize]);
        let children = community.children.iter().filter_map(|child| Some(&communities[*place.get(child)?]));
        let members = open.iter().filter_map(|candidate| candidate.topic.entity);
        let coverage = TopicCoverage::new(community.entities.len(), ties, children, members);
        let ordered = covering(open, coverage);
        let lead: Vec<Term> = ordered.iter().take(2).flat_map(|candidate| candidate.terms.iter().copied()).collect();
        beside.extend(lead.iter().map(|&term| (term, ())));
        leads[at] = lead;
        let first = ordered.first().map_or(1.0, |candidate| candidate.topic.weight.max(f32::MIN_POSITIVE));
        chosen
            .push(ordered.into_iter().map(|c| Topic { weight: c.topic.weight / first, ..c.topic }).collect::<Vec<_>>());
    }
    chosen
}

/// Puts first what is most distinct, and behind that what stands for the most of what the topics before it leave out.
fn covering(mut open: Vec<Candidate>, mut coverage: TopicCoverage) -> Vec<Candidate> {
    let mut ordered = Vec::with_capacity(open.len());
    while !open.is_empty() {
        let leads = ordered.len() < LEADING || coverage.is_whole();
        let worth = |candidate: &Candidate| {
            let topic = candidate.topic.entity;
            let echo = if coverage.echoes(topic) { ECHO } else { 1.0 };
            candidate.topic.weight
                * if leads {
                    1.0 + coverage.fresh_child(topic)
                } else {
                    echo * (1.0 + COVERAGE * coverage.fresh(topic))
                }
        };
        let mut best = (0, worth(&open[0]));
        for (at, candidate) in open.iter().enumerate().skip(1) {
            let worth = worth(candidate);
            if worth > best.1 {
                best = (at, worth);
            }
        }
        let mut candidate = open.remove(best.0);
        coverage.choose(candidate.topic.entity);
        // What leads keeps its weight, and nothing behind it weighs more.
        if let Some(before) = ordered.last().map(|before: &Candidate| before.topic.weight) {
            candidate.topic.weight = best.1.min(before);
        }
        ordered.push(candidate);
    }
    ordered
}

/// Leaves out a candidate all of whose words an earlier one has: `design` after `protein design`. A bare noun gives its
/// place to a member that holds it and more: `protein design` after `design`.
fn unlike(open: Vec<Candidate>) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in open {
        let fuller = kept.iter_mut().find(|earlier| {
            earlier.topic.entity.is_none()
                && candidate.topic.kind == EntityType::Concept
                && candidate.topic.weight >= FULLER * earlier.topic.weight
                && candidate.terms.len() > 1
                && earlier.terms.iter().all(|term| candidate.terms.contains(term))
        });
        if let Some(earlier) = fuller {
            let weight = earlier.topic.weight;
            *earlier = Candidate { topic: Topic { weight, ..candidate.topic }, ..candidate };
            continue;
        }
        let echoes = kept.iter().any(|earlier| candidate.terms.iter().all(|term| earlier.terms.contains(term)));
        if !echoes {
            kept.push(candidate);
        }
        if kept.len() == KEEP {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RelationshipId;

    fn candidate(id: u32, weight: f32) -> Candidate {
        let phrase = format!("topic {id}");
        Candidate {
            topic: Topic { phrase, weight, entity: Some(EntityId(id)), kind: EntityType::Concept },
            terms: vec![],
        }
    }

    #[test]
    fn what_leads_is_distinct_and_the_next_stands_for_the_rest() {
        let tie = |source: u32, target: u32| Relationship {
            id: RelationshipId(0),
            source: EntityId(source),
            target: EntityId(target),
            description: String::new(),
            weight: 1.0,
            text_units: Vec::new(),
        };
        let part = |id: u32, members: std::ops::Range<u32>| Community {
            id: CommunityId(id),
            level: 1,
            parent: Some(CommunityId(0)),
            children: Vec::new(),
            entities: members.map(EntityId).collect(),
            documents: 1,
            unconnected: false,
        };
        // Much is tied to 3, little to the others.
        let ties: Vec<Relationship> = [(0, 1), (1, 2), (3, 4), (3, 5), (3, 6), (3, 7)].map(|(a, b)| tie(a, b)).into();
        let parts = [part(1, 0..3), part(2, 3..8), part(3, 8..9), part(4, 9..10)];
        let order = |parts: &[Community]| -> Vec<u32> {
            let open = [(0, 1.0), (1, 0.9), (2, 0.5), (3, 0.3)].map(|(id, weight)| candidate(id, weight)).into();
            let coverage = TopicCoverage::new(10, ties.iter(), parts.iter(), (0..4).map(EntityId));
            let ordered = covering(open, coverage);
            assert!(ordered.is_sorted_by(|a, b| a.topic.weight >= b.topic.weight));
            ordered.iter().filter_map(|candidate| candidate.topic.entity).map(|id| id.0).collect()
        };
        assert_eq!(order(&parts), [0, 1, 3, 2]);
        // A community of few parts is small enough for what is distinct.
        assert_eq!(order(&parts[..2]), [0, 1, 2, 3]);
        assert_eq!(order(&[]), [0, 1, 2, 3]);
    }
}
