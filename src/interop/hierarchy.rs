//! Communities of a foreign index: their numbers, levels, parents and members, from whichever table has them. Early
//! generations kept no parents (they are found by their members) and kept members with the nodes; a report may stand
//! for a community that no table has.

use std::collections::{BTreeMap, HashMap};

use super::cell::Cell;
use super::detect::Part;
use super::elements::ImportedElements;
use super::ids::Key;
use super::source::{ImportError, Source};
use crate::model::{Community, CommunityId, EntityId};

/// A community as the tables have it.
#[derive(Default)]
struct Draft {
    /// The table and row that first names it.
    found: Option<(Part, u64)>,
    level: Option<u32>,
    parent: Option<u32>,
    children: Vec<u32>,
    /// Positions of entities.
    members: Vec<u32>,
    /// Those at the ends of its relationships: they stand in where no table names members.
    tied: Vec<u32>,
    /// The members stand in their order of rank already: an export of our own.
    ranked: bool,
    unconnected: bool,
    /// How many documents support it, where the table says so.
    documents: Option<u32>,
}

type Drafts = BTreeMap<u32, Draft>;

/// Reads the communities, level by level.
pub fn read(source: &mut Source<'_>, elements: &ImportedElements) -> Result<Vec<Community>, ImportError> {
    let mut drafts = Drafts::new();
    read_communities(source, elements, &mut drafts)?;
    read_nodes(source, elements, &mut drafts)?;
    read_reports(source, &mut drafts)?;
    find_orphans(source, elements, &drafts);
    settle_members(source, elements, &mut drafts);
    settle_parents(source, &mut drafts);
    Ok(assemble(drafts, elements))
}

/// The number of a community: its own column, or what stands in its place in early generations.
fn number_of(cells: &[Cell]) -> Option<u32> {
    cells.iter().find_map(Cell::whole)
}

fn read_communities(
    source: &mut Source<'_>,
    elements: &ImportedElements,
    drafts: &mut Drafts,
) -> Result<(), ImportError> {
    let columns = [
        "community",
        "id",
        "human_readable_id",
        "level",
        "parent",
        "children",
        "entity_ids",
        "relationship_ids",
        "unconnected",
        "documents",
    ];
    source.read(Part::Communities, &columns, |row_number, mut row, account| {
        let numbers = ["community", "human_readable_id", "id"].map(|column| row.take(column));
        let Some(number) = number_of(&numbers) else {
            let example = numbers.into_iter().find_map(Cell::text).unwrap_or_default();
            account.leave(row_number, "has no number that a report could cite", &example);
            return Ok(());
        };
        if drafts.contains_key(&number) {
            account.leave(row_number, "the same number as a community before it", &number.to_string());
            return Ok(());
        }
        let mut members = Vec::new();
        for id in row.take("entity_ids").ids() {
            match elements.by_id(&id) {
                Some(at) => members.push(at),
                None => account.odd(row_number, "has a member that no table has", &id),
            }
        }
        let ties = row.take("relationship_ids").ids().into_iter().filter_map(|id| elements.ends(&id)).flatten();
        let unconnected = row.take("unconnected");
        let draft = Draft {
            found: Some((Part::Communities, row_number)),
            level: row.take("level").whole(),
            parent: row.take("parent").whole(),
            children: row.take("children").list().iter().filter_map(Cell::whole).collect(),
            members,
            tied: ties.collect(),
            ranked: !unconnected.is_null(),
            unconnected: unconnected == Cell::Bool(true),
            documents: row.take("documents").whole(),
        };
        drafts.insert(number, draft);
        account.loaded += 1;
        Ok(())
    })
}

/// Nodes: one row for each entity and level, with the community the entity is in there.
fn read_nodes(source: &mut Source<'_>, elements: &ImportedElements, drafts: &mut Drafts) -> Result<(), ImportError> {
    let with_members = !drafts.values().any(|draft| !draft.members.is_empty());
    source.read(Part::Nodes, &["id", "title", "community", "level"], |row_number, mut row, account| {
        let name = row.take("title").text().unwrap_or_default();
        let at = elements.by_name(&name).or_else(|| row.take("id").text().and_then(|id| elements.by_key(Key::of(&id))));
        let Some(at) = at else {
            account.leave(row_number, "names an entity that no table has", &name);
            return Ok(());
        };
        account.loaded += 1;
        if !with_members {
            return Ok(());
        }
        // A node is in no community on the levels below its finest.
        let Some(number) = row.take("community").whole() else { return Ok(()) };
        let level = row.take("level").whole();
        let draft = drafts.entry(number).or_insert_with(|| Draft {
            found: Some((Part::Nodes, row_number)),
            level,
            ..Draft::default()
        });
        draft.members.push(at);
        Ok(())
    })
}

/// Reports of communities that no other table has.
fn read_reports(source: &mut Source<'_>, drafts: &mut Drafts) -> Result<(), ImportError> {
    let columns = ["community", "human_readable_id", "level", "parent", "children"];
    source.scan(Part::Reports, &columns, |row_number, mut row, account| {
        let numbers = ["community", "human_readable_id"].map(|column| row.take(column));
        if let Some(number) = number_of(&numbers)
            && !drafts.contains_key(&number)
        {
            account.odd(row_number, "reports on a community that no table has", &number.to_string());
            let draft = Draft {
                found: Some((Part::Reports, row_number)),
                level: row.take("level").whole(),
                parent: row.take("parent").whole(),
                children: row.take("children").list().iter().filter_map(Cell::whole).collect(),
                ..Draft::default()
            };
            drafts.insert(number, draft);
        }
        Ok(())
    })
}

/// Entities in no community: the browser has them, the tree has not.
fn find_orphans(source: &mut Source<'_>, elements: &ImportedElements, drafts: &Drafts) {
    if drafts.is_empty() {
        return;
    }
    let mut placed = vec![false; elements.len()];
    for draft in drafts.values() {
        draft.members.iter().chain(&draft.tied).for_each(|&at| placed[at as usize] = true);
    }
    for at in (0..placed.len()).filter(|&at| !placed[at]) {
        if let Some(row) = elements.row(at) {
            source.odd(Part::Entities, row, "is in no community", &elements.names[at]);
        }
    }
}

/// Orders members by their relationships, each once.
fn settle_members(source: &mut Source<'_>, elements: &ImportedElements, drafts: &mut Drafts) {
    for draft in drafts.values_mut() {
        if draft.members.is_empty() {
            draft.members = std::mem::take(&mut draft.tied);
        }
        if draft.ranked {
            let mut seen = std::collections::HashSet::new();
            draft.members.retain(|at| seen.insert(*at));
        } else {
            draft.members.sort_unstable_by_key(|&at| {
                (std::cmp::Reverse(elements.degrees[at as usize]), elements.ids[at as usize])
            });
            draft.members.dedup();
        }
        if let (true, Some((part, row))) = (draft.members.is_empty(), draft.found) {
            source.odd(part, row, "a community without members", "");
        }
    }
}

/// Gives every community that is no root its parent, and sees to it that parents are coarser than their children: then
/// there is no circle.
fn settle_parents(source: &mut Source<'_>, drafts: &mut Drafts) {
    let of_children: HashMap<u32, u32> =
        drafts.iter().flat_map(|(&number, draft)| draft.children.iter().map(move |&child| (child, number))).collect();
    let stated = drafts.values().any(|draft| draft.parent.is_some()) || !of_children.is_empty();
    let by_members = if stated { HashMap::new() } else { parents_by_members(drafts) };
    let numbers: Vec<u32> = drafts.keys().copied().collect();
    for number in &numbers {
        let draft = &drafts[number];
        let stated_parent = draft.parent.or_else(|| of_children.get(number).copied());
        let parent = stated_parent.or_else(|| by_members.get(number).copied()).filter(|parent| parent != number);
        let found = draft.found;
        let known = parent.filter(|parent| drafts.contains_key(parent));
        if let (Some(parent), None, Some((part, row))) = (parent, known, found) {
            source.odd(part, row, "its parent is in no table: it stands at the root", &parent.to_string());
        }
        if let Some(draft) = drafts.get_mut(number) {
            draft.parent = known;
        }
    }
    settle_levels(source, drafts, &numbers);
}

/// The community of the level above that holds most of the members.
fn parents_by_members(drafts: &Drafts) -> HashMap<u32, u32> {
    let mut homes: HashMap<(u32, u32), u32> = HashMap::new();
    for (&number, draft) in drafts {
        let level = draft.level.unwrap_or(0);
        homes.extend(draft.members.iter().map(|&member| ((level, member), number)));
    }
    let mut parents = HashMap::new();
    for (&number, draft) in drafts {
        let Some(above) = draft.level.and_then(|level| level.checked_sub(1)) else { continue };
        let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
        for member in &draft.members {
            if let Some(&home) = homes.get(&(above, *member)) {
                *votes.entry(home).or_default() += 1;
            }
        }
        // Of several with as many members the first.
        let best = votes.into_iter().max_by_key(|&(home, votes)| (votes, std::cmp::Reverse(home)));
        parents.extend(best.map(|(home, _)| (number, home)));
    }
    parents
}

/// Levels: those stated where parents are coarser than children, else counted from the root.
fn settle_levels(source: &mut Source<'_>, drafts: &mut Drafts, numbers: &[u32]) {
    // Walks up once from every community; one that is met again on the way closes a cycle, which is cut there.
    let mut state: HashMap<u32, bool> = HashMap::new();
    for &number in numbers {
        let mut path = vec![number];
        while let Some(&at) = path.last() {
            match state.get(&at) {
                Some(true) => break,
                Some(false) => {
                    // On this very path: the circle is cut at whoever led back here.
                    path.pop();
                    let cut = path.last().copied().unwrap_or(at);
                    if let Some(draft) = drafts.get_mut(&cut) {
                        draft.parent = None;
                        if let Some((part, row)) = draft.found {
                            source.odd(
                                part,
                                row,
                                "its parents go round in a circle: it stands at the root",
                                &cut.to_string(),
                            );
                        }
                    }
                    break;
                }
                None => {
                    state.insert(at, false);
                    match drafts[&at].parent {
                        Some(parent) => path.push(parent),
                        None => break,
                    }
                }
            }
        }
        // From the coarse end down: every level is known from the one above.
        for at in path.into_iter().rev() {
            state.insert(at, true);
            let above = drafts[&at].parent.and_then(|parent| drafts[&parent].level);
            let Some(draft) = drafts.get_mut(&at) else { continue };
            match (draft.level, above) {
                (None, above) => draft.level = Some(above.map_or(0, |above| above + 1)),
                (Some(level), Some(above)) if level <= above => {
                    if let Some((part, row)) = draft.found {
                        source.odd(part, row, "no finer than its parent: its level was counted anew", &at.to_string());
                    }
                    draft.level = Some(above + 1);
                }
                _ => {}
            }
        }
    }
    for draft in drafts.values() {
        if let (None, Some(1..), Some((part, row))) = (draft.parent, draft.level, draft.found) {
            source.odd(part, row, "has no parent, though it is no root", "");
        }
    }
}

fn assemble(drafts: Drafts, elements: &ImportedElements) -> Vec<Community> {
    let mut children: HashMap<u32, Vec<CommunityId>> = HashMap::new();
    for (&number, draft) in &drafts {
        if let Some(parent) = draft.parent {
            children.entry(parent).or_default().push(CommunityId(number));
        }
    }
    let mut communities: Vec<Community> = drafts
        .into_iter()
        .map(|(number, draft)| {
            let mut documents: Vec<u32> =
                draft.members.iter().flat_map(|&at| elements.documents_of(at)).copied().collect();
            documents.sort_unstable();
            documents.dedup();
            Community {
                id: CommunityId(number),
                level: draft.level.unwrap_or(0),
                parent: draft.parent.map(CommunityId),
                children: children.remove(&number).unwrap_or_default(),
                entities: draft.members.iter().map(|&at| EntityId(elements.ids[at as usize])).collect(),
                documents: draft.documents.unwrap_or(documents.len() as u32),
                unconnected: draft.unconnected,
            }
        })
        .collect();
    communities.sort_by_key(|community| (community.level, community.id));
    communities
}
