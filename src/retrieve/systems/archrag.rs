//! Search in ArchRAG's index (Wang et al., 2025, section 4): the nearest of every layer of C-HNSW, the relationships
//! among the entities found, and adaptive filtering, which without a model is by the share of the question that each
//! holds.

use std::collections::{BTreeSet, HashMap};

use super::{FoundNode, Retrieved, Units};
use crate::index::structures::archrag::NAME;
use crate::index::structures::hnsw::{Hnsw, SEARCH_BEAM};
use crate::model::{EntityId, How, RelationshipId, TextUnitId};
use crate::retrieve::grains::{Places, grains};
use crate::retrieve::records::FoundRecord;
use crate::retrieve::{Filter, Query};
use crate::store::{Reader, Result, TreeChild};

/// Records of each layer; the paper has 5.
const EACH_LAYER: usize = 5;
/// Relationships among the entities found; the paper has 10.
const RELATIONSHIPS: usize = 10;
/// Relationships of one entity that are examined.
const STRONGEST: usize = 20;
/// Text units of one record.
const UNITS: usize = 10;
/// What an entity counts for the text units it comes from.
const ENTITY: f32 = 0.5;
/// What a relationship counts for them.
const RELATIONSHIP: f32 = 0.5;
/// What a community counts for them.
const COMMUNITY: f32 = 0.2;

/// Finds text units by way of entities and communities; `None` when the index was not built.
pub fn archrag(reader: &Reader, query: &Query, filter: &Filter, limit: usize) -> Result<Option<Retrieved>> {
    let Some(index) = reader.structure_data(NAME, "hnsw")?.and_then(|bytes| Hnsw::unpack(&bytes)) else {
        return Ok(None);
    };
    let mut units = Units::default();
    for (unit, score) in grains(reader, query, filter)?.scores {
        units.add(unit, score, How::Words);
    }
    let mut retrieved = Retrieved::default();
    let mut places = Places::new(&query.terms);
    let mut entities: BTreeSet<EntityId> =
        query.names.iter().flat_map(|name| name.entities.iter().take(EACH_LAYER).copied()).collect();
    let found = match query.vector_among(reader)? {
        Some(vector) => index.search(&vector, EACH_LAYER, SEARCH_BEAM),
        None => Vec::new(),
    };
    let nodes: HashMap<u32, _> = reader.tree_nodes(NAME)?.into_iter().map(|node| (node.id, node)).collect();
    for (layer, near) in found.into_iter().enumerate() {
        for (id, likeness) in near {
            if layer == 0 {
                entities.insert(EntityId(id));
                continue;
            }
            let Some(node) = nodes.get(&id) else { continue };
            // Adaptive filtering: a community that says nothing of the question is dropped.
            let share = places.share(&format!("{} {}", node.title, node.summary));
            if share <= 0.0 {
                continue;
            }
            let members = reader.tree_children(NAME, id)?;
            for member in members {
                if let TreeChild::Entity(entity) = member {
                    for unit in reader.units_of_entity(entity)?.into_iter().take(UNITS) {
                        let held = held(reader, &mut places, unit)?;
                        units.add(unit, COMMUNITY * share * held, How::Way(node.title.clone()));
                    }
                }
            }
            retrieved.nodes.push(FoundNode {
                id,
                level: node.level,
                title: node.title.clone(),
                summary: node.summary.clone(),
                score: likeness * share,
            });
        }
    }
    retrieved.nodes.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let mut relationships: Vec<(f32, RelationshipId, String, Vec<TextUnitId>)> = Vec::new();
    for &entity in &entities {
        let name = reader.title(entity.into())?.unwrap_or_default();
        for unit in reader.units_of_entity(entity)?.into_iter().take(UNITS) {
            let held = held(reader, &mut places, unit)?;
            units.add(unit, ENTITY * held * held, How::Way(name.clone()));
        }
        retrieved.records.push(FoundRecord { record: entity.into(), score: 1.0, how: How::Meaning });
        let ids: Vec<RelationshipId> = reader.relationships_of(entity, STRONGEST)?.iter().map(|row| row.id).collect();
        for row in reader.relationships(&ids)? {
            let share = places.share(&row.description);
            if share > 0.0 && filter.relationship(reader, row.id)? {
                relationships.push((share, row.id, name.clone(), row.text_units));
            }
        }
    }
    relationships.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    relationships.dedup_by_key(|relationship| relationship.1);
    for (share, id, name, of) in relationships.into_iter().take(RELATIONSHIPS) {
        for unit in of.into_iter().take(UNITS) {
            units.add(unit, RELATIONSHIP * share, How::Way(name.clone()));
        }
        retrieved.records.push(FoundRecord { record: id.into(), score: share, how: How::Words });
    }
    retrieved.passages = units.ranked(reader, filter, limit)?;
    Ok(Some(retrieved))
}

/// The share of the question that a text unit holds.
fn held(reader: &Reader, places: &mut Places, unit: TextUnitId) -> Result<f32> {
    let unit = reader.text_unit(unit)?;
    Ok(places.share(&reader.unit_text(&unit)?))
}
