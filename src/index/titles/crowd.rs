//! Communities much of which is names of one kind: customers of a firm, places on a map. Such names are in few
//! sentences each, so that none leads; together they are what a reader finds inside.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::index::evidence::sentences::EntityAt;
use crate::judgement::Crowd;
use crate::model::{Community, Entity, EntityId, EntityType, Relationship};
use crate::text::names::kind_of_many;

/// The part of all that ties members together which their kind has, at least.
const MUCH: f32 = 1.0 / 3.0;
/// Members of the kind, at least.
const MANY: usize = 5;
/// So many members are called by a noun before it is said of all.
const CALLED: usize = 2;

/// Returns the kind of names that much of a community is, and what its documents call them. Persons are no crowd: what
/// they have to do with each other is told by what they speak of.
pub(in crate::index) fn crowd<'a>(
    community: &Community,
    ties: impl Iterator<Item = &'a Relationship>,
    member: impl Fn(EntityId) -> Option<(EntityAt, &'a Entity)>,
    called: &HashMap<EntityAt, BTreeSet<String>>,
) -> Option<Crowd> {
    let mut shares = [(EntityType::Organisation, 0.0f32), (EntityType::Place, 0.0)];
    let mut all = 0.0f32;
    for tie in ties {
        for (_, end) in [tie.source, tie.target].into_iter().filter_map(&member) {
            all += tie.weight;
            shares.iter_mut().filter(|(kind, _)| *kind == end.kind).for_each(|(_, share)| *share += tie.weight);
        }
    }
    let (kind, share) = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let of_kind: Vec<EntityAt> = (community.entities.iter().filter_map(|&id| member(id)))
        .filter(|(_, entity)| entity.kind == kind)
        .map(|(at, _)| at)
        .collect();
    if of_kind.len() < MANY || share < MUCH * all {
        return None;
    }
    let mut nouns: BTreeMap<&str, usize> = BTreeMap::new();
    for noun in of_kind.iter().filter_map(|at| called.get(at)).flatten() {
        if kind_of_many(noun).as_ref() == Some(&kind) {
            *nouns.entry(noun).or_default() += 1;
        }
    }
    let usual = nouns.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(a.0)));
    let called = usual.filter(|(_, count)| *count >= CALLED).map(|(noun, _)| noun.to_owned());
    Some(Crowd { kind, called })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CommunityId, RelationshipId};

    fn found(kinds: &[EntityType], ties: &[(u32, u32)], called: &[(EntityAt, &str)]) -> Option<Crowd> {
        let entities: Vec<Entity> = (kinds.iter().zip(0..))
            .map(|(kind, id)| Entity {
                id: EntityId(id),
                name: format!("Member {id}"),
                kind: kind.clone(),
                aliases: Vec::new(),
                description: String::new(),
                mentions: 3,
                documents: 2,
                degree: 2,
                ubiquitous: false,
            })
            .collect();
        let ties: Vec<Relationship> = (ties.iter())
            .map(|&(source, target)| Relationship {
                id: RelationshipId(0),
                source: EntityId(source),
                target: EntityId(target),
                description: String::new(),
                weight: 1.0,
                text_units: Vec::new(),
            })
            .collect();
        let community = Community {
            id: CommunityId(0),
            level: 0,
            parent: None,
            children: Vec::new(),
            entities: entities.iter().map(|entity| entity.id).collect(),
            documents: 2,
            unconnected: false,
        };
        let mut nouns: HashMap<EntityAt, BTreeSet<String>> = HashMap::new();
        for (at, noun) in called {
            nouns.entry(*at).or_default().insert((*noun).to_owned());
        }
        crowd(&community, ties.iter(), |id| entities.get(id.0 as usize).map(|entity| (id.0, entity)), &nouns)
    }

    #[test]
    fn many_of_a_kind_are_called_what_the_documents_call_them() {
        let mut kinds = vec![EntityType::Organisation; 6];
        kinds.push(EntityType::Concept);
        let ties: Vec<(u32, u32)> = (0..6).map(|at| (at, 6)).collect();
        let nouns = [(0, "customers"), (1, "customers"), (2, "firms"), (3, "cities"), (4, "cities"), (5, "cities")];
        let crowd = found(&kinds, &ties, &nouns).expect("a crowd");
        assert_eq!((crowd.kind, crowd.called.as_deref()), (EntityType::Organisation, Some("customers")));
        assert_eq!(found(&kinds, &ties, &nouns[..1]).and_then(|crowd| crowd.called), None);
        assert!(found(&kinds[2..], &[(0, 4), (1, 4), (2, 4), (3, 4)], &[]).is_none(), "four are not many");
    }

    #[test]
    fn people_are_no_crowd() {
        assert!(found(&vec![EntityType::Person; 6], &[(0, 1), (2, 3), (4, 5)], &[]).is_none());
    }
}
