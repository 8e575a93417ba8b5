//! How communities stand among each other, and what of the graph that rests on: the sentences that reach each, the
//! relationships inside it, who is heard everywhere, who wrote what.
//!
//! **Standing.** Without a model, the rating follows one formula. A community's weight is
//! ln(1 + relationships inside) + ln(1 + text units that name a member) + ln(1 + documents); communities of a level are
//! ranked by it, and the one at rank r of n is rated 1 + 9·(n − r + ½)/n. Components too small to cluster are ranked
//! among themselves and rated (n − r + ½)/n, below all others, behind which their ranks are counted on.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::index::evidence::sentences::Sentences;
use crate::index::titles::topics::Reach;
use crate::judgement::{CommunityStanding, Documents};
use crate::model::{Community, CommunityId, DocumentId, Entity, EntityId, Relationship, TextUnitId};

/// Speakers heard in more than a twentieth of the documents, and in more than two.
pub(super) fn heard_everywhere(documents: &dyn Documents) -> HashSet<String> {
    let mut heard: HashMap<String, usize> = HashMap::new();
    for at in 0..documents.len() {
        let document = documents.at(at);
        let names: HashSet<&str> = document.speakers.iter().map(|speaker| speaker.name.as_str()).collect();
        names.into_iter().for_each(|name| *heard.entry(name.to_owned()).or_default() += 1);
    }
    let most = (documents.len() / 20).max(2);
    heard.into_iter().filter(|&(_, count)| count > most).map(|(name, _)| name).collect()
}

/// The sentences that name members, in order, with how many they name and how central those are.
pub(super) fn reach(
    community: &Community,
    entities: &[Entity],
    position: &HashMap<EntityId, u32>,
    naming: &[Vec<u32>],
) -> Reach {
    let mut found: Vec<(u32, f32)> = Vec::new();
    let members: Vec<u32> = community.entities.iter().filter_map(|id| position.get(id)).copied().collect();
    let all_ubiquitous = members.iter().all(|&member| entities[member as usize].ubiquitous);
    for (rank, &member) in members.iter().enumerate() {
        if entities[member as usize].ubiquitous && !all_ubiquitous {
            continue;
        }
        let central = 1.0 / (1.0 + rank as f32 / 8.0);
        found.extend(naming[member as usize].iter().map(|&said| (said, central)));
    }
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut reach: Reach = found
        .chunk_by(|a, b| a.0 == b.0)
        .map(|run| {
            (run[0].0, run.len().min(usize::from(u16::MAX)) as u16, run.iter().map(|(_, central)| central).sum())
        })
        .collect();
    reach.shrink_to_fit();
    reach
}

/// For each community, the relationships both of whose ends it holds, strongest first.
pub(super) fn relationships_inside(communities: &[Community], relationships: &[Relationship]) -> Vec<Vec<u32>> {
    let place: HashMap<CommunityId, usize> = communities.iter().enumerate().map(|(at, c)| (c.id, at)).collect();
    let mut finest: HashMap<EntityId, usize> = HashMap::new();
    for (at, community) in communities.iter().enumerate() {
        finest.extend(community.entities.iter().map(|&entity| (entity, at)));
    }
    let path = |entity: EntityId| {
        let mut path = Vec::new();
        let mut at = finest.get(&entity).copied();
        while let Some(here) = at.filter(|_| path.len() < 64) {
            path.push(here);
            at = communities[here].parent.and_then(|parent| place.get(&parent)).copied();
        }
        path
    };
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); communities.len()];
    let mut order: Vec<u32> = (0..relationships.len() as u32).collect();
    order.sort_by(|&a, &b| relationships[b as usize].weight.total_cmp(&relationships[a as usize].weight));
    for at in order {
        let relationship = &relationships[at as usize];
        let (a, b) = (path(relationship.source), path(relationship.target));
        a.iter().filter(|community| b.contains(community)).for_each(|&community| inside[community].push(at));
    }
    inside
}

/// The document of a text unit, given all text units, sorted, each with its own.
pub(super) fn document(document_of: &[(TextUnitId, u32)], unit: TextUnitId) -> Option<u32> {
    let found = document_of.binary_search_by_key(&unit, |&(id, _)| id).ok()?;
    Some(document_of[found].1)
}

/// The documents that show some relationships, sorted. Text units come sorted, each with its document.
pub(super) fn homes(inside: &[u32], relationships: &[Relationship], document_of: &[(TextUnitId, u32)]) -> Vec<u32> {
    let units = inside.iter().flat_map(|&at| &relationships[at as usize].text_units);
    let mut documents: Vec<u32> = units.filter_map(|&unit| document(document_of, unit)).collect();
    documents.sort_unstable();
    documents.dedup();
    documents
}

/// Ranks the communities of each level; see the head of this file.
pub(super) fn standings(
    communities: &[Community],
    inside: &[Vec<u32>],
    reach: &[Reach],
    sentences: &Sentences,
) -> Vec<CommunityStanding> {
    let figures: Vec<(f32, u32, u32)> = communities
        .par_iter()
        .enumerate()
        .map(|(at, community)| {
            let units: HashSet<TextUnitId> =
                reach[at].iter().map(|&(said, _, _)| sentences.at(said as usize).unit).collect();
            let (relationships, units) = (inside[at].len() as u32, units.len() as u32);
            let weight = [relationships, units, community.documents].iter().map(|&n| (n as f32).ln_1p()).sum();
            (weight, relationships, units)
        })
        .collect();
    let mut peers: BTreeMap<(u32, bool), Vec<usize>> = BTreeMap::new();
    let mut on_level: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, community) in communities.iter().enumerate() {
        *on_level.entry(community.level).or_default() += 1;
        peers.entry((community.level, community.unconnected)).or_default().push(at);
    }
    let unranked = CommunityStanding { rating: 0.0, rank: 1, of: 1, text_units: 0, relationships: 0 };
    let mut standings = vec![unranked; communities.len()];
    for ((at_level, unconnected), mut level) in peers {
        level.sort_by(|&a, &b| figures[b].0.total_cmp(&figures[a].0).then(a.cmp(&b)));
        let of = level.len();
        // Who counts the communities of a level counts all of them.
        let all = on_level[&at_level];
        let before = if unconnected { all - of } else { 0 };
        for (place, at) in level.into_iter().enumerate() {
            let share = (of - place) as f32 - 0.5;
            let spread = share / of as f32;
            let rating = if unconnected { spread } else { 1.0 + 9.0 * spread };
            let (_, relationships, text_units) = figures[at];
            standings[at] = CommunityStanding {
                rating: (rating * 10.0).round() / 10.0,
                rank: (before + place) as u32 + 1,
                of: all as u32,
                text_units,
                relationships,
            };
        }
    }
    standings
}

/// Positions of those who are named where it is said who wrote a text, once in each, and hardly anywhere besides: the
/// reporters of a paper are not what it tells of.
pub(super) fn bylines(
    authors: &HashMap<DocumentId, EntityId>,
    entities: &[Entity],
    position: &HashMap<EntityId, u32>,
) -> HashSet<u32> {
    let mut written: HashMap<EntityId, u32> = HashMap::new();
    for author in authors.values() {
        *written.entry(*author).or_default() += 1;
    }
    let only_there = |at: &u32, texts: u32| {
        let author = &entities[*at as usize];
        texts > 1 && author.mentions <= author.documents && 2 * texts >= author.documents
    };
    let known = written.into_iter().filter_map(|(author, texts)| Some((*position.get(&author)?, texts)));
    known.filter(|(at, texts)| only_there(at, *texts)).map(|(at, _)| at).collect()
}

/// Whoever wrote each document, where that is one person.
pub(super) fn authors(
    authors: &HashMap<DocumentId, EntityId>,
    entities: &[Entity],
    position: &HashMap<EntityId, u32>,
) -> HashMap<DocumentId, Arc<str>> {
    let mut names: HashMap<EntityId, Arc<str>> = HashMap::new();
    let named = |(&document, author): (&DocumentId, &EntityId)| {
        let at = *position.get(author)?;
        let name = names.entry(*author).or_insert_with(|| Arc::from(entities[at as usize].name.as_str()));
        Some((document, name.clone()))
    };
    authors.iter().filter_map(named).collect()
}
