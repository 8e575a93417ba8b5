//! How much of a community a topic covers. A member covers itself, those members whose edges lead mostly to it, and the
//! sub-community that it is in; a title whose topics cover much tells what is inside, and not only what is nowhere
//! else.

use std::collections::HashMap;

use crate::model::{Community, CommunityId, EntityId, Relationship};

/// Share of a member's edge weight that has to lead to another member for that one to cover it wholly.
const CLOSE: f32 = 1.0 / 3.0;
/// Number of sub-communities up to which coverage is not needed: distinctive topics name something of each anyway.
const FEW: usize = 3;

/// What the topics of one community cover, and what those chosen so far do.
#[derive(Default)]
pub(super) struct TopicCoverage {
    /// Each member's share of the edge weight inside the community.
    parts: HashMap<EntityId, f32>,
    /// For each member that could be a topic, the members that it covers and how far, from 0 to 1.
    near: HashMap<EntityId, Vec<(EntityId, f32)>>,
    /// The sub-community of a member, and the share of all members that it has.
    of: HashMap<EntityId, (CommunityId, f32)>,
    /// Number of sub-communities.
    children: usize,
    /// How far each member is covered by the topics chosen so far, from 0 to 1.
    covered: HashMap<EntityId, f32>,
    named: Vec<CommunityId>,
}

impl TopicCoverage {
    /// `size` is how many members the community has, `ties` are the relationships inside it, `children` its
    /// sub-communities, `open` the members that could be topics.
    pub fn new<'a>(
        size: usize,
        ties: impl Iterator<Item = &'a Relationship> + Clone,
        children: impl Iterator<Item = &'a Community>,
        open: impl Iterator<Item = EntityId>,
    ) -> Self {
        let mut strengths: HashMap<EntityId, f32> = HashMap::new();
        let mut all = 0.0f32;
        for tie in ties.clone() {
            for end in [tie.source, tie.target] {
                *strengths.entry(end).or_default() += tie.weight;
            }
            all += 2.0 * tie.weight;
        }
        let mut near: HashMap<EntityId, Vec<(EntityId, f32)>> = open.map(|id| (id, vec![(id, 1.0)])).collect();
        for tie in ties {
            for (one, other) in [(tie.source, tie.target), (tie.target, tie.source)] {
                if let Some(near) = near.get_mut(&one) {
                    let share = tie.weight / strengths[&other].max(f32::MIN_POSITIVE);
                    near.push((other, (share / CLOSE).min(1.0)));
                }
            }
        }
        let parts: HashMap<EntityId, f32> =
            strengths.into_iter().map(|(id, strength)| (id, strength / all.max(f32::MIN_POSITIVE))).collect();
        let (mut of, mut count) = (HashMap::new(), 0);
        for child in children {
            let part = child.entities.len() as f32 / size.max(1) as f32;
            count += 1;
            of.extend(child.entities.iter().map(|&id| (id, (child.id, part))));
        }
        Self { parts, near, of, children: count, covered: HashMap::new(), named: Vec::new() }
    }

    /// What part of the community a topic stands for that none chosen so far does: 0 for nothing, 2 for all of it, once
    /// by its members and once by its sub-communities. A common noun, which is no member, stands for nothing.
    pub fn fresh(&self, topic: Option<EntityId>) -> f32 {
        let Some(id) = topic else { return 0.0 };
        let part = |id: &EntityId| self.parts.get(id).copied().unwrap_or_default();
        let covered = |id: &EntityId| self.covered.get(id).copied().unwrap_or_default();
        let near = self.near.get(&id).into_iter().flatten();
        let members: f32 = near.map(|(id, far)| part(id) * (far - covered(id)).max(0.0)).sum();
        members + self.fresh_child(topic)
    }

    /// What part of the community the sub-community of a topic is; 0 when one of its members was chosen.
    pub fn fresh_child(&self, topic: Option<EntityId>) -> f32 {
        let child = topic.and_then(|id| self.of.get(&id));
        child.filter(|(child, _)| !self.named.contains(child)).map_or(0.0, |&(_, part)| part)
    }

    /// True when a topic of the same sub-community was chosen already.
    pub fn echoes(&self, topic: Option<EntityId>) -> bool {
        topic.and_then(|id| self.of.get(&id)).is_some_and(|(child, _)| self.named.contains(child))
    }

    /// True for a community with few sub-communities or none, of which a title tells without looking for the rest.
    pub fn is_whole(&self) -> bool {
        self.children <= FEW
    }

    /// Takes a topic as chosen.
    pub fn choose(&mut self, topic: Option<EntityId>) {
        let Some(topic) = topic else { return };
        for &(id, far) in self.near.get(&topic).into_iter().flatten() {
            let covered = self.covered.entry(id).or_default();
            *covered = covered.max(far);
        }
        self.named.extend(self.of.get(&topic).map(|&(child, _)| child));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RelationshipId;

    fn tie(source: u32, target: u32) -> Relationship {
        Relationship {
            id: RelationshipId(0),
            source: EntityId(source),
            target: EntityId(target),
            description: String::new(),
            weight: 1.0,
            text_units: Vec::new(),
        }
    }

    fn child(id: u32, members: &[u32]) -> Community {
        Community {
            id: CommunityId(id),
            level: 1,
            parent: Some(CommunityId(0)),
            children: Vec::new(),
            entities: members.iter().copied().map(EntityId).collect(),
            documents: 1,
            unconnected: false,
        }
    }

    #[test]
    fn a_member_stands_for_those_around_it_once() {
        // Two stars: 0 with four around it, 10 with two.
        let ties = [tie(0, 1), tie(0, 2), tie(0, 3), tie(0, 4), tie(10, 11), tie(10, 12)];
        let mut coverage = TopicCoverage::new(8, ties.iter(), std::iter::empty(), [0, 1, 10].into_iter().map(EntityId));
        let fresh = |coverage: &TopicCoverage, id: u32| (coverage.fresh(Some(EntityId(id))) * 12.0).round() as u32;
        assert_eq!((fresh(&coverage, 0), fresh(&coverage, 1), fresh(&coverage, 10)), (8, 4, 4));
        coverage.choose(Some(EntityId(0)));
        assert_eq!((fresh(&coverage, 0), fresh(&coverage, 1), fresh(&coverage, 10)), (0, 0, 4));
    }

    #[test]
    fn a_sub_community_is_named_once() {
        let ties = [tie(0, 1), tie(2, 3)];
        let children = [child(1, &[0, 1]), child(2, &[2, 3])];
        let mut coverage = TopicCoverage::new(4, ties.iter(), children.iter(), (0..4).map(EntityId));
        assert!((coverage.fresh(Some(EntityId(0))) - 1.0).abs() < 1e-6);
        coverage.choose(Some(EntityId(0)));
        assert!(coverage.fresh(Some(EntityId(1))) < 1e-6 && coverage.echoes(Some(EntityId(1))));
        assert!((coverage.fresh_child(Some(EntityId(2))) - 0.5).abs() < 1e-6);
        assert!((coverage.fresh(Some(EntityId(2))) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_is_tied_to_nothing() {
        let coverage = TopicCoverage::new(1, std::iter::empty(), std::iter::empty(), std::iter::once(EntityId(0)));
        assert_eq!((coverage.fresh(Some(EntityId(0))), coverage.fresh(None)), (0.0, 0.0));
        assert!(coverage.is_whole());
    }
}
