//! Graphs to be drawn: the communities inside one and what ties them, the neighbourhood of an entity, the shortest way
//! between two. Small ones, gathered record by record, so that it does not matter how large the index is.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Library, Result};
use crate::graph::{Graph, backbone, layout};
use crate::model::{ClaimId, CommunityId, DocumentId, EntityId, EntityType, Kind, Ref, RelationshipId, TextUnitId};
use crate::text::numbers::amounts::count;
use crate::text::titles::designators::is_code;
use crate::tui::data::{GraphNode, GraphOf, GraphView, LibraryError};

/// Communities and members that are drawn at most.
const NODES: usize = 60;
/// Members of a community that stand for it, and ties of each that are looked at.
const MEMBERS: usize = 150;
const CENTRAL: usize = 14;
const TIES: usize = 16;
/// Neighbours of the entity in the middle, and of each neighbour where two steps are shown.
const NEAR: usize = 24;
const FAR: usize = 5;
/// Those that are named nearly everywhere and drawn around one.
const EVERYWHERE: usize = 4;
/// How many times as many neighbours are looked at as are drawn: codes among them make way for names. One is drawn for
/// so many names, and so many where names are few.
const LOOKED_AT: usize = 5;
const NAMES_FOR_A_CODE: usize = 4;
const CODES: usize = 2;
/// Entities that are visited on the look-out for a way, and ties of each.
const VISITED: usize = 30_000;
const WAYS: usize = 60;

/// Ties of each node by which places are found.
const TELLING: usize = 3;

type Edges = HashMap<(u32, u32), f32>;

fn tie(edges: &mut Edges, a: u32, b: u32, weight: f32) {
    if a != b {
        *edges.entry((a.min(b), a.max(b))).or_default() += weight;
    }
}

impl Library {
    pub(super) fn graph(&self, of: GraphOf) -> Result<GraphView> {
        match of {
            GraphOf::Communities(inside) => self.communities_graph(inside),
            GraphOf::Around(entity, steps) => self.around_graph(entity, steps),
            GraphOf::Path(from, to) => self.path_graph(from, to),
            GraphOf::Named(record) => self.named_graph(record),
        }
    }

    fn communities_graph(&self, inside: Option<CommunityId>) -> Result<GraphView> {
        let mut rows = self.reader.community_children(inside)?;
        rows.retain(|row| !row.unconnected);
        let title = match inside {
            Some(id) => self.community(id)?.title,
            None => "All communities".to_owned(),
        };
        if let Some(id) = inside.filter(|_| rows.is_empty()) {
            let mut members = self.drawn(self.reader.members(id)?, &[])?;
            let whole = Some(members.len());
            members.truncate(NODES);
            return Ok(GraphView { whole, ..self.entities_graph(title, &members, &[])? });
        }
        let whole = Some(rows.len());
        rows.sort_by_key(|row| (std::cmp::Reverse(row.documents), row.id));
        rows.truncate(NODES);
        let mut of: HashMap<EntityId, u32> = HashMap::new();
        let mut central: Vec<(u32, EntityId)> = Vec::new();
        for (node, row) in rows.iter().enumerate() {
            self.go_on()?;
            let members = self.reader.members(row.id)?;
            central.extend(members.iter().take(CENTRAL).map(|&member| (node as u32, member)));
            of.extend(members.into_iter().take(MEMBERS).map(|member| (member, node as u32)));
        }
        let mut edges = Edges::new();
        for (node, member) in central {
            self.go_on()?;
            for row in self.reader.relationships_of(member, TIES)? {
                let other = if row.source == member { row.target } else { row.source };
                if let Some(&other) = of.get(&other) {
                    tie(&mut edges, node, other, row.weight);
                }
            }
        }
        let nodes = rows.into_iter().map(|row| {
            let title = self.told_apart(row.id.into(), row.title)?;
            Ok((Ref::from(row.id), title, None, row.documents, false))
        });
        Ok(GraphView { whole, ..placed(title, nodes.collect::<Result<_>>()?, edges) })
    }

    /// Those of some entities that are drawn: days belong to the timeline, unless it is their graph.
    fn drawn(&self, mut entities: Vec<EntityId>, lit: &[EntityId]) -> Result<Vec<EntityId>> {
        let days = self.days()?;
        entities.retain(|entity| !days.contains(entity) || lit.contains(entity));
        Ok(entities)
    }

    /// The graph of some entities with the ties between them; `lit` are those that it is drawn of.
    fn entities_graph(&self, title: String, entities: &[EntityId], lit: &[EntityId]) -> Result<GraphView> {
        self.graph_of_tied(title, entities, lit, &[])
    }

    /// The same; those `beside` are tied to the first of `lit` by so many passages that name both.
    fn graph_of_tied(
        &self,
        title: String,
        entities: &[EntityId],
        lit: &[EntityId],
        beside: &[(EntityId, u32)],
    ) -> Result<GraphView> {
        let rows = self.reader.entity_rows(&self.drawn(entities.to_vec(), lit)?)?;
        let entities: Vec<EntityId> = rows.iter().map(|row| row.id).collect();
        let at: HashMap<EntityId, u32> = entities.iter().enumerate().map(|(at, &id)| (id, at as u32)).collect();
        let mut edges = Edges::new();
        let mut relationships = HashMap::new();
        for &entity in &entities {
            self.go_on()?;
            for row in self.reader.relationships_of(entity, WAYS)? {
                // Each is met from both of its ends.
                if row.source == entity
                    && let (Some(&a), Some(&b)) = (at.get(&row.source), at.get(&row.target))
                {
                    tie(&mut edges, a, b, row.weight);
                    relationships.insert((a.min(b), a.max(b)), row.id);
                }
            }
        }
        let first = lit.first().and_then(|lit| at.get(lit));
        let met = beside.iter().filter_map(|(other, passages)| Some((*first?, *at.get(other)?, u64::from(*passages))));
        let met: Vec<((u32, u32), u64)> = met.map(|(a, b, passages)| ((a.min(b), a.max(b)), passages)).collect();
        // It is as strong as the strongest of the others: by how many passages it is told beside.
        let strongest = edges.values().copied().fold(1.0, f32::max);
        met.iter().for_each(|&((a, b), _)| tie(&mut edges, a, b, strongest));
        let nodes = rows.into_iter().map(|row| {
            let name = self.told_apart(row.id.into(), row.name)?;
            Ok((Ref::from(row.id), name, Some(row.kind), row.documents, lit.contains(&row.id)))
        });
        let view = placed(title, nodes.collect::<Result<_>>()?, edges);
        self.go_on()?;
        let drawn = view.edges.iter().map(|&(a, b, _)| (a.min(b), a.max(b)));
        let drawn: Vec<_> = drawn.filter_map(|ends| Some((ends, *relationships.get(&ends)?))).collect();
        let passages = self.reader.passages_of(&drawn.iter().map(|&(_, id)| id).collect::<Vec<_>>())?;
        // Where no passage is known, nothing says that there is none.
        let told = drawn.into_iter().map(|(ends, id)| (ends, passages.get(&id).copied().unwrap_or_default()));
        let told = told.filter(|&(_, passages)| passages > 0).chain(met).collect();
        let relationships = relationships.into_iter().map(|(ends, id)| (ends, Ref::from(id))).collect();
        Ok(GraphView { relationships, told, ..view })
    }

    fn neighbours(&self, entity: EntityId, most: usize) -> Result<Vec<EntityId>> {
        let rows = self.reader.relationships_of(entity, most)?;
        Ok(rows.into_iter().map(|row| if row.source == entity { row.target } else { row.source }).collect())
    }

    /// The neighbours that an entity is tied to most, and of codes (the numbers of invoices) but a few behind them: of
    /// what has many of these one saw nothing else, and they tell nothing. Where there are no others they are all.
    fn nearest(&self, entity: EntityId, most: usize) -> Result<Vec<EntityId>> {
        let near = self.neighbours(entity, most * LOOKED_AT)?;
        let mut rows = self.reader.entity_rows(&near)?;
        rows.retain(|row| row.kind != EntityType::Date);
        let (codes, named): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| is_code(&row.name));
        let few = if named.is_empty() { most } else { (named.len() / NAMES_FOR_A_CODE).max(CODES) };
        Ok(named.into_iter().chain(codes.into_iter().take(few)).take(most).map(|row| row.id).collect())
    }

    /// Whoever is named nearly everywhere and with an entity in most passages, and is tied to it by no relationship:
    /// chance alone would have them meet as often. With how many passages name both, the most first.
    fn everywhere_beside(&self, entity: EntityId, near: &[EntityId]) -> Result<Vec<(EntityId, u32)>> {
        let mut beside: Vec<(EntityId, u32)> = self.reader.named_with(entity)?.into_iter().collect();
        beside.retain(|(other, _)| *other != entity && !near.contains(other));
        beside.sort_by_key(|&(other, passages)| (std::cmp::Reverse(passages), other));
        beside.truncate(NEAR);
        let ids: Vec<EntityId> = beside.iter().map(|&(other, _)| other).collect();
        let rows = self.reader.entity_rows(&ids)?;
        let everywhere: HashSet<EntityId> = rows.iter().filter(|row| row.ubiquitous).map(|row| row.id).collect();
        beside.retain(|(other, _)| everywhere.contains(other));
        beside.truncate(EVERYWHERE);
        Ok(beside)
    }

    fn around_graph(&self, entity: EntityId, steps: u32) -> Result<GraphView> {
        let mut taken = vec![entity];
        let mut seen = HashSet::from([entity]);
        let middle = self.reader.entity(entity)?;
        let tied = self.neighbours(entity, middle.degree as usize)?;
        let everywhere = self.everywhere_beside(entity, &tied)?;
        taken.extend(everywhere.iter().map(|&(other, _)| other).filter(|&other| seen.insert(other)));
        let near = self.nearest(entity, NEAR)?;
        taken.extend(near.iter().copied().filter(|&other| seen.insert(other)));
        if steps > 1 {
            for other in near.into_iter().take(NEAR / 2) {
                self.go_on()?;
                taken.extend(self.nearest(other, FAR)?.into_iter().filter(|&far| seen.insert(far)));
            }
        }
        let name = middle.name;
        // What lies two steps away is not counted: everything does.
        let (title, whole) = match steps > 1 {
            true => (format!("Around {name}, the nearest in two steps"), None),
            false => (format!("Around {name}"), Some(self.drawn(tied, &[])?.len() + everywhere.len() + 1)),
        };
        Ok(GraphView { whole, ..self.graph_of_tied(title, &taken, &[entity], &everywhere)? })
    }

    /// The graph of what a record names: the ends of a relationship and the subject and object of a claim are lit, and
    /// stand among what is near to them or named beside them.
    fn named_graph(&self, record: Ref) -> Result<GraphView> {
        let named_in = |unit: TextUnitId| -> Result<Vec<EntityId>> {
            Ok(self.reader.mentions_in(unit)?.into_iter().map(|mention| mention.entity).collect())
        };
        let (lit, beside) = match record.kind {
            Kind::Relationship => {
                let of = self.reader.relationship(RelationshipId(record.id))?;
                let near = [self.nearest(of.source, NEAR / 2)?, self.nearest(of.target, NEAR / 2)?];
                (vec![of.source, of.target], near.concat())
            }
            Kind::Claim => {
                let claim = self.reader.claim(ClaimId(record.id))?;
                (std::iter::once(claim.subject).chain(claim.object).collect(), named_in(claim.text_unit)?)
            }
            Kind::Source => (Vec::new(), named_in(TextUnitId(record.id))?),
            _ => {
                let mut parts = self.reader.appearances_in(DocumentId(record.id))?;
                parts.sort_by_key(|part| (std::cmp::Reverse(part.sentences), part.entity));
                (Vec::new(), parts.into_iter().map(|part| part.entity).collect())
            }
        };
        let mut seen = HashSet::new();
        let named = lit.iter().copied().chain(beside).filter(|&entity| seen.insert(entity)).collect();
        let mut taken = self.drawn(named, &lit)?;
        // Of what a relationship's ends are tied to the nearest alone are looked at.
        let whole = Some(taken.len()).filter(|_| record.kind != Kind::Relationship);
        taken.truncate(NODES);
        let title = self.titles(&[record])?.pop().flatten().ok_or(LibraryError::NoSuchRecord(record.record()))?;
        Ok(GraphView { whole, ..self.entities_graph(format!("Named in {title}"), &taken, &lit)? })
    }

    /// The graph of two entities that no way was found between: what is near to each.
    fn apart_graph(&self, ends: [EntityId; 2], names: [String; 2]) -> Result<GraphView> {
        let mut taken = ends.to_vec();
        for end in ends {
            taken.extend(self.nearest(end, NEAR / 2)?);
        }
        let mut seen = HashSet::new();
        taken.retain(|&entity| seen.insert(entity));
        let [one, other] = names;
        self.entities_graph(format!("No way was found from {one} to {other}: what is near to each"), &taken, &ends)
    }

    /// Neighbours that a way may lead through, and the one that it leads to. What shares a day, or what everything is
    /// tied to, has nothing to do with each other by that.
    fn on_from(&self, entity: EntityId, to: EntityId) -> Result<Vec<EntityId>> {
        let near = self.neighbours(entity, WAYS)?;
        if near.contains(&to) {
            return Ok(vec![to]);
        }
        let mut rows = self.reader.entity_rows(&near)?;
        rows.retain(|row| row.kind != EntityType::Date && !row.ubiquitous);
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    /// The shortest way between two entities, looked for from one side; the way itself is lit, with what is nearest to
    /// it. Two that one passage names are a step apart, whether or not they are related.
    fn path_graph(&self, from: EntityId, to: EntityId) -> Result<GraphView> {
        let passages = if from == to { Vec::new() } else { self.naming_both(from, to)? };
        let both = passages.first().copied();
        let mut before: HashMap<EntityId, EntityId> = HashMap::from([(from, from)]);
        if both.is_some() {
            before.insert(to, from);
        }
        let mut waiting = VecDeque::from([from]);
        while let Some(entity) = waiting.pop_front().filter(|_| !before.contains_key(&to) && before.len() < VISITED) {
            self.go_on()?;
            for other in self.on_from(entity, to)? {
                if let std::collections::hash_map::Entry::Vacant(e) = before.entry(other) {
                    e.insert(entity);
                    waiting.push_back(other);
                }
            }
        }
        let names = self.reader.entity_rows(&[from, to])?;
        let [one, other] = [0, 1].map(|at| names.get(at).map_or(String::new(), |row| row.name.clone()));
        if !before.contains_key(&to) {
            return self.apart_graph([from, to], [one, other]);
        }
        let mut way = vec![to];
        while let Some(&earlier) =
            way.last().and_then(|last| before.get(last)).filter(|&&earlier| Some(&earlier) != way.last())
        {
            way.push(earlier);
        }
        way.reverse();
        let mut taken = way.clone();
        // The way reads from left to right, what is near to each of its steps above and below it.
        let across = |at: usize| at as f32 / (way.len() - 1).max(1) as f32;
        let mut steps: Vec<usize> = (0..way.len()).collect();
        let mut places: Vec<(f32, f32)> = (0..way.len()).map(|at| (across(at), 0.5)).collect();
        for (at, &entity) in way.iter().enumerate() {
            let near = self.nearest(entity, FAR)?;
            for (number, other) in
                near.into_iter().filter(|other| !taken.contains(other)).collect::<Vec<_>>().into_iter().enumerate()
            {
                taken.push(other);
                steps.push(at);
                places.push(beside_the_way(across(at), number));
            }
        }
        let long = count(way.len() as u64 - 1, "step", "steps");
        let passage = match both {
            Some(passage) => self.titles(&[passage.record()])?.pop().flatten(),
            None => None,
        };
        let named = passage.map(|title| format!(", named together in {title}")).unwrap_or_default();
        let mut view = self.entities_graph(format!("From {one} to {other}: {long}{named}"), &taken, &way)?;
        if both.is_some() && !view.edges.iter().any(|&(a, b, _)| a.max(b) == 1) {
            view.edges.push((0, 1, 1.0));
        }
        view.passages = passages;
        // What is near to a step is tied to that step alone in the picture: the way is what one looks for.
        view.edges.retain(|&(a, b, _)| {
            let (a, b) = (a as usize, b as usize);
            let on_the_way = a.max(b) < way.len();
            if on_the_way { a.abs_diff(b) == 1 } else { steps[a] == steps[b] && a.min(b) < way.len() }
        });
        for (node, place) in view.nodes.iter_mut().zip(places) {
            node.place = place;
        }
        Ok(view)
    }
}

/// Where what is near to a step of a way stands: by turns above and below it, farther and farther from it.
fn beside_the_way(across: f32, number: usize) -> (f32, f32) {
    let away = (number / 2 + 1) as f32;
    let up = if number.is_multiple_of(2) { -1.0 } else { 1.0 };
    // Towards the middle of the picture, where there is room.
    let aside = if across > 0.5 { -0.05 } else { 0.05 };
    (across + aside * away, 0.5 + up * away * 0.16)
}

fn placed(title: String, nodes: Vec<(Ref, String, Option<EntityType>, u32, bool)>, edges: Edges) -> GraphView {
    let edges: Vec<(u32, u32, f32)> = edges.into_iter().map(|((a, b), weight)| (a, b, weight)).collect();
    let edges = backbone(nodes.len(), &edges);
    // Where everything is tied to everything, what is tied most says where it lies. Weights were summed from finite
    // ones, and ends are positions: it cannot fail but for a damaged index.
    let telling = &edges[..edges.len().min(nodes.len() * TELLING)];
    let places = Graph::from_edges(nodes.len(), telling).map(|graph| layout(&graph)).unwrap_or_default();
    let nodes = nodes.into_iter().zip(places.into_iter().chain(std::iter::repeat((0.5, 0.5))));
    let node = |((record, title, kind, size, lit), place)| GraphNode { record, title, kind, size, lit, place };
    let nodes = nodes.map(node).collect();
    GraphView { title, nodes, edges, ..GraphView::default() }
}
