//! Clustering: entities and relationships → the community hierarchy.
//!
//! Communities should be topics that several documents speak of, not documents over again. Co-occurrence makes every
//! document a dense patch of its own, so weights are not taken as they come: see `topical_weight`. Entities that are
//! everywhere are left out of the clustering and placed afterwards (`graph::hierarchy`). In a small pile, entities that
//! are told in the same words are tied as well (`alike`).

mod alike;
mod beside;

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, GraphError, Hierarchy, HierarchyLimits, Leiden, Scratch, adopt, fold, gather, hierarchy};
use crate::judgement::Documents;
use crate::model::{
    Community, CommunityId, DocumentId, Entity, EntityId, EntityType, Mention, Relationship, RelationshipId, TextUnitId,
};
use alike::alike;
use beside::{Beside, Homes};

/// Weight of the likeness of two entities, in means of all ties, and what is left of it where one document alone has
/// both.
const LIKE: f32 = 2.0;
const OF_ONE_TEXT: f32 = 0.3;

/// The graph cannot be clustered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClusterError {
    #[error("relationship {relationship} names entity {entity}, which does not exist")]
    NoSuchEntity { relationship: RelationshipId, entity: EntityId },
    #[error("relationship {relationship} weighs {weight}; weights must be finite and not negative")]
    BadWeight { relationship: RelationshipId, weight: f32 },
    #[error(transparent)]
    Graph(#[from] GraphError),
}

/// What clustering made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clustered {
    /// Level by level, roots first; on a level families side by side, larger ones first, unconnected ones last. Ids
    /// count from 0 in this order.
    pub communities: Vec<Community>,
    /// Modularity of the root level, on the weights that were clustered.
    pub modularity: f64,
}

/// Clusters entities, by the words of `documents` too where there are any. `document_of` tells whose a text unit is;
/// `None` where it is unknown, which counts for nothing.
/// The same input gives the same communities under the same ids; the order of entities counts, their ids do not.
///
/// # Errors
/// A relationship that names no entity of `entities`, or whose weight is negative or not finite.
pub fn cluster(
    entities: &[Entity],
    relationships: &[Relationship],
    mentions: &[Mention],
    documents: Option<&dyn Documents>,
    document_of: impl Fn(TextUnitId) -> Option<DocumentId>,
    settings: &Leiden,
    limits: &HierarchyLimits,
) -> Result<Clustered, ClusterError> {
    let ties = Ties::new(entities, relationships, &document_of)?;
    let only = only_document(entities, mentions, &document_of);
    let alike = documents.map(|documents| alike(documents, entities, mentions, &document_of)).unwrap_or_default();
    let edges = ties.with(&alike, entities, &only);
    let graph = Graph::from_edges(entities.len(), &edges)?;
    let ubiquitous: Vec<u32> = (0..entities.len() as u32).filter(|&node| entities[node as usize].ubiquitous).collect();
    let found = hierarchy(&graph, &ubiquitous, settings, limits)?;
    let found = gather(found, |node| only[node as usize]);
    // Two names that one page drops are no topic.
    let of_one = |members: &[u32]| {
        let document = members.first().and_then(|&member| only[member as usize]);
        document.is_some() && members.iter().all(|&member| only[member as usize] == document)
    };
    let inside = Beside::new(&found, Homes::Finest, entities, mentions, &document_of);
    let found = fold(found, |members| inside.nearest(members).filter(|_| of_one(members)));
    let beside = Beside::new(&found, Homes::Roots, entities, mentions, document_of);
    let found = adopt(found, |members| beside.nearest(members));
    let documents = ties.documents_inside(&found, entities);
    let mut scratch = Scratch::default();
    let communities = found
        .clusters
        .iter()
        .enumerate()
        .map(|(number, cluster)| Community {
            id: CommunityId(number as u32),
            level: cluster.level,
            parent: cluster.parent.map(CommunityId),
            children: cluster.children.iter().copied().map(CommunityId).collect(),
            entities: ranked(&graph, &cluster.members, entities, &mut scratch),
            documents: documents[number],
            unconnected: cluster.unconnected,
        })
        .collect();
    Ok(Clustered { communities, modularity: root_modularity(&graph, &found) })
}

/// Returns the weight of a relationship for clustering. `documents` is how many documents show the two together,
/// `spread` how many mention each.
///
/// The more documents show a tie, the more it says of a topic. One that a single document shows says less; less still
/// between two entities that other documents know apart from each other; and between two that only this document knows
/// it says no more than that they share it: enough to keep them together where nothing else claims them. The shares
/// were chosen by reading member lists of interviews and of conference calls; without them one guest's names, who all
/// occur together, make a root community of their own.
fn topical_weight(weight: f32, documents: usize, spread: (u32, u32)) -> f32 {
    let share = match (documents, spread.0.min(spread.1), spread.0.max(spread.1)) {
        (0 | 1, _, 0 | 1) => 0.15,
        (0 | 1, 0 | 1, _) => 0.5,
        (0 | 1, ..) => 0.4,
        (several, ..) => (several as f32).sqrt(),
    };
    weight * share
}

/// Returns how far an entity of this kind draws others to its topic. Where and when something was is shared by much
/// that has nothing else in common: a city, a year or a university town holds unlike topics together. So does a lone
/// common noun, which means one thing here and another there: a loan of money, of a picture. Somebody has to do with
/// more than one matter, too.
fn pull(entity: &Entity) -> f32 {
    let lone = !entity.name.contains(' ') && entity.name.chars().all(char::is_lowercase);
    match entity.kind {
        EntityType::Concept if lone => 0.5,
        EntityType::Place | EntityType::Date => 0.4,
        EntityType::Organisation => 0.8,
        EntityType::Person => 0.6,
        _ => 1.0,
    }
}

/// Relationships as edges between positions of entities.
struct Ties {
    edges: Vec<(u32, u32, f32)>,
    documents: Vec<Vec<DocumentId>>,
}

impl Ties {
    fn new(
        entities: &[Entity],
        relationships: &[Relationship],
        document_of: impl Fn(TextUnitId) -> Option<DocumentId>,
    ) -> Result<Self, ClusterError> {
        let positions: BTreeMap<EntityId, u32> =
            entities.iter().enumerate().map(|(position, entity)| (entity.id, position as u32)).collect();
        let mut edges = Vec::with_capacity(relationships.len());
        let mut documents = Vec::with_capacity(relationships.len());
        for relationship in relationships {
            let position = |entity| {
                let found = positions.get(&entity).copied();
                found.ok_or(ClusterError::NoSuchEntity { relationship: relationship.id, entity })
            };
            let (a, b) = (position(relationship.source)?, position(relationship.target)?);
            let weight = relationship.weight;
            if !weight.is_finite() || weight < 0.0 {
                return Err(ClusterError::BadWeight { relationship: relationship.id, weight });
            }
            let shown: BTreeSet<DocumentId> =
                relationship.text_units.iter().filter_map(|&unit| document_of(unit)).collect();
            let spread = (entities[a as usize].documents, entities[b as usize].documents);
            let kinds = pull(&entities[a as usize]) * pull(&entities[b as usize]);
            edges.push((a, b, kinds * topical_weight(weight, shown.len(), spread)));
            documents.push(shown.into_iter().collect());
        }
        Ok(Self { edges, documents })
    }

    /// The edges with those between entities that are alike and that nothing ties. Two that one document alone has are
    /// alike because it is one text.
    fn with(&self, alike: &[(u32, u32, f32)], entities: &[Entity], only: &[Option<u32>]) -> Vec<(u32, u32, f32)> {
        let tied: BTreeSet<(u32, u32)> = self.edges.iter().map(|&(a, b, _)| (a.min(b), a.max(b))).collect();
        let mean = self.edges.iter().map(|(_, _, weight)| weight).sum::<f32>() / self.edges.len().max(1) as f32;
        let weighed = alike.iter().filter(|(a, b, _)| !tied.contains(&(*a, *b))).map(|&(a, b, likeness)| {
            let one = only[a as usize].is_some() && only[a as usize] == only[b as usize];
            let share = if one { OF_ONE_TEXT } else { 1.0 };
            let kinds = pull(&entities[a as usize]) * pull(&entities[b as usize]);
            (a, b, LIKE * mean * kinds * share * likeness)
        });
        self.edges.iter().copied().chain(weighed).collect()
    }

    /// For each community, how many documents show a relationship inside it between members that are not everywhere;
    /// for one without, how many mention its member.
    fn documents_inside(&self, found: &Hierarchy, entities: &[Entity]) -> Vec<u32> {
        let mut finest = vec![None; entities.len()];
        for (number, cluster) in found.clusters.iter().enumerate() {
            cluster.members.iter().for_each(|&member| finest[member as usize] = Some(number as u32));
        }
        let mut documents: Vec<BTreeSet<DocumentId>> = vec![BTreeSet::new(); found.clusters.len()];
        let everywhere = |at: u32| entities[at as usize].ubiquitous;
        for (&(a, b, _), shown) in self.edges.iter().zip(&self.documents) {
            // Who is everywhere makes nothing wide that they are placed in.
            if everywhere(a) || everywhere(b) {
                continue;
            }
            let (mut a, mut b) = (finest[a as usize], finest[b as usize]);
            // Up from both ends to the community that holds both, and on to its root.
            while let (Some(left), Some(right)) = (a, b) {
                let (left_up, right_up) = (&found.clusters[left as usize], &found.clusters[right as usize]);
                if left == right {
                    documents[left as usize].extend(shown);
                    (a, b) = (left_up.parent, right_up.parent);
                } else if left_up.level >= right_up.level {
                    a = left_up.parent;
                } else {
                    b = right_up.parent;
                }
            }
        }
        let counts = documents.iter().zip(&found.clusters);
        counts
            .map(|(inside, cluster)| match cluster.members[..] {
                [only] => entities[only as usize].documents,
                _ if inside.is_empty() => {
                    cluster.members.iter().map(|&member| entities[member as usize].documents).max().unwrap_or(0)
                }
                _ => inside.len() as u32,
            })
            .collect()
    }
}

/// The document of each entity that one alone mentions.
fn only_document(
    entities: &[Entity],
    mentions: &[Mention],
    document_of: impl Fn(TextUnitId) -> Option<DocumentId>,
) -> Vec<Option<u32>> {
    let places: BTreeMap<EntityId, usize> = entities.iter().map(|entity| entity.id).zip(0..).collect();
    let mut only = vec![None; entities.len()];
    for mention in mentions {
        if let Some(&at) = places.get(&mention.entity).filter(|&&at| entities[at].documents == 1) {
            only[at] = only[at].or_else(|| document_of(mention.text_unit).map(|document| document.0));
        }
    }
    only
}

/// The members' entities, by the weight that ties them to the other members; ubiquitous ones last, as they say least
/// about any one community.
fn ranked(graph: &Graph, members: &[u32], entities: &[Entity], scratch: &mut Scratch) -> Vec<EntityId> {
    let strengths = graph.induced(members, scratch).strengths();
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|&a, &b| {
        let (left, right) = (&entities[members[a] as usize], &entities[members[b] as usize]);
        left.ubiquitous
            .cmp(&right.ubiquitous)
            // When something was is no member that tells what it is about.
            .then((left.kind == EntityType::Date).cmp(&(right.kind == EntityType::Date)))
            .then(strengths[b].total_cmp(&strengths[a]))
            .then(right.mentions.cmp(&left.mentions))
            .then(members[a].cmp(&members[b]))
    });
    order.into_iter().map(|position| entities[members[position] as usize].id).collect()
}

fn root_modularity(graph: &Graph, found: &Hierarchy) -> f64 {
    let roots = found.clusters.iter().take_while(|cluster| cluster.level == 0);
    let mut of = vec![0; graph.nodes()];
    let mut count = 0;
    for root in roots {
        root.members.iter().for_each(|&member| of[member as usize] = count);
        count += 1;
    }
    crate::graph::modularity(graph, &crate::graph::Partition { of, count: count as usize }, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(id: u32, documents: u32) -> Entity {
        Entity {
            id: EntityId(id),
            name: format!("E{id}"),
            kind: EntityType::Concept,
            aliases: Vec::new(),
            description: String::new(),
            mentions: documents,
            documents,
            degree: 0,
            ubiquitous: false,
        }
    }

    fn tie(id: u32, source: u32, target: u32, units: &[u32]) -> Relationship {
        Relationship {
            id: RelationshipId(id),
            source: EntityId(source),
            target: EntityId(target),
            description: String::new(),
            weight: 1.0,
            text_units: units.iter().copied().map(TextUnitId).collect(),
        }
    }

    /// Ten text units to a document.
    fn document_of(unit: TextUnitId) -> Option<DocumentId> {
        (unit.0 < 1000).then_some(DocumentId(unit.0 / 10))
    }

    fn run(entities: &[Entity], relationships: &[Relationship]) -> Result<Clustered, ClusterError> {
        cluster(entities, relationships, &[], None, document_of, &Leiden::default(), &HierarchyLimits::default())
    }

    #[test]
    fn a_topic_of_several_documents_is_one_community() {
        // Two topics of six entities each, every pair shown by three documents; and in each of four documents six
        // names that only it knows, tied to each other and to the topic its document is about.
        let mut entities: Vec<Entity> = (0..12).map(|id| entity(id, 4)).collect();
        entities.extend((12..36).map(|id| entity(id, 1)));
        let mut ties = Vec::new();
        let mut add = |a: u32, b: u32, units: &[u32]| ties.push(tie(ties.len() as u32, a, b, units));
        for topic in [0, 6] {
            for a in topic..topic + 6 {
                for b in a + 1..topic + 6 {
                    add(a, b, &[topic, topic + 10, topic + 20]);
                }
            }
        }
        for document in 0..4 {
            let first = 12 + document * 6;
            for a in first..first + 6 {
                for b in a + 1..first + 6 {
                    add(a, b, &[document * 10]);
                }
                add(a, document / 2 * 6 + a % 6, &[document * 10]);
            }
        }
        let found = run(&entities, &ties).unwrap();
        let roots: Vec<_> = found.communities.iter().filter(|community| community.parent.is_none()).collect();
        assert_eq!(roots.len(), 2, "{roots:?}");
        assert!(roots.iter().all(|root| root.entities.len() == 18 && root.documents >= 3));
        // The topic's own entities come first.
        assert!(roots[0].entities[..6].iter().all(|id| id.0 < 12), "{:?}", roots[0].entities);
    }

    #[test]
    fn ids_count_roots_first_and_families_refer_to_each_other() {
        let entities: Vec<Entity> = (0..300).map(|id| entity(100 + id, 2)).collect();
        let ties: Vec<_> = (1..300).map(|id| tie(id, 100 + id - 1, 100 + id, &[id])).collect();
        let found = run(&entities, &ties).unwrap().communities;
        assert!(found.windows(2).all(|pair| pair[0].level <= pair[1].level && pair[0].id < pair[1].id));
        for community in &found {
            for child in &community.children {
                assert_eq!(found[child.0 as usize].parent, Some(community.id));
            }
        }
        assert!(found.iter().any(|community| community.level > 0));
    }

    #[test]
    fn dates_come_behind_what_a_community_is_about() {
        let mut entities: Vec<Entity> = (0..4).map(|id| entity(id, 3)).collect();
        entities[0].kind = EntityType::Date;
        let ties = [tie(0, 0, 1, &[1, 11]), tie(1, 0, 2, &[2, 12]), tie(2, 0, 3, &[3, 13]), tie(3, 1, 2, &[4])];
        let clustered = run(&entities, &ties).unwrap();
        let root = clustered.communities.iter().find(|one| one.entities.contains(&EntityId(0))).unwrap();
        assert!(root.entities.len() > 1 && root.entities.last() == Some(&EntityId(0)), "{:?}", root.entities);
    }

    #[test]
    fn ubiquitous_members_come_last() {
        let mut entities: Vec<Entity> = (0..5).map(|id| entity(id, 3)).collect();
        entities[0].ubiquitous = true;
        let ties: Vec<_> = (1..5).flat_map(|b| (0..b).map(move |a| tie(a * 10 + b, a, b, &[a, 10 + b]))).collect();
        let found = run(&entities, &ties).unwrap();
        assert_eq!(found.communities.len(), 1);
        assert_eq!(found.communities[0].entities.last(), Some(&EntityId(0)));
        assert_eq!(found.communities[0].documents, 2);
    }

    #[test]
    fn lonely_entities_are_unconnected_with_the_documents_that_mention_them() {
        let entities = [entity(0, 2), entity(1, 2), entity(2, 2), entity(7, 5)];
        let ties = [tie(0, 0, 1, &[0]), tie(1, 1, 2, &[0])];
        let found = run(&entities, &ties).unwrap().communities;
        assert_eq!(found.len(), 2);
        assert!(found[1].unconnected);
        assert_eq!((found[1].entities.clone(), found[1].documents), (vec![EntityId(7)], 5));
    }

    #[test]
    fn what_nothing_ties_is_near_to_the_root_that_it_is_named_beside() {
        use crate::graph::Cluster;
        let cluster = |level, parent, children: &[u32], members: std::ops::Range<u32>, unconnected| Cluster {
            level,
            parent,
            children: children.to_vec(),
            members: members.collect(),
            unconnected,
            whole: false,
        };
        let clusters = vec![
            cluster(0, None, &[3], 0..4, false),
            cluster(0, None, &[4], 4..8, false),
            cluster(0, None, &[], 8..9, true),
            cluster(1, Some(0), &[], 0..4, false),
            cluster(1, Some(1), &[], 4..8, false),
        ];
        let entities: Vec<Entity> = (0..10).map(|id| entity(id, 1)).collect();
        let mention = |entity: u32, unit: u32| Mention {
            entity: EntityId(entity),
            text_unit: TextUnitId(unit),
            span: crate::model::Span::default(),
        };
        // The first root in the first two documents, the second in the third; the lonely one beside the second, and one
        // more elsewhere in the first document.
        let mut mentions: Vec<Mention> = (0..4).flat_map(|id| [mention(id, 0), mention(id, 10)]).collect();
        mentions.extend((4..8).map(|id| mention(id, 20)));
        mentions.extend([mention(8, 20), mention(9, 3)]);
        let beside = Beside::new(&Hierarchy { clusters }, Homes::Roots, &entities, &mentions, document_of);
        assert_eq!(beside.nearest(&[8]), Some(1));
        assert_eq!(beside.nearest(&[9]), Some(0), "no passage names a root beside it, but its document does");
        assert_eq!(beside.nearest(&[]), None);
    }

    #[test]
    fn bad_relationships_are_named() {
        let entities = [entity(0, 1), entity(1, 1)];
        let mut bad = tie(3, 0, 1, &[]);
        bad.weight = f32::NAN;
        let message = |ties: &[Relationship]| run(&entities, ties).unwrap_err().to_string();
        assert!(message(&[bad]).contains("relationship 3 weighs NaN"));
        assert!(message(&[tie(4, 0, 9, &[])]).contains("relationship 4 names entity 9"));
    }

    #[test]
    fn nothing_makes_nothing() {
        assert_eq!(run(&[], &[]).unwrap(), Clustered::default());
    }
}
