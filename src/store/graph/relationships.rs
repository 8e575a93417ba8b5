//! Relationships, with the text units they rest on.

use rusqlite::Row;
use serde::Serialize;

use crate::model::{EntityId, EntityType, Relationship, RelationshipId, TextUnitId};
use crate::store::{Reader, Result, StoreError, Writer};

/// What a list of relationships shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RelationshipRow {
    pub id: RelationshipId,
    pub source: EntityId,
    pub source_name: String,
    pub target: EntityId,
    pub target_name: String,
    pub weight: f32,
}

impl RelationshipRow {
    pub fn title(&self) -> String {
        format!("{} – {}", self.source_name, self.target_name)
    }
}

/// Orders a list of relationships can have. Ties go by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelationshipOrder {
    #[default]
    Weight,
    Name,
    /// Those between people, organisations and places first; then what weighs most in most passages.
    Telling,
}

impl Writer {
    pub fn add_relationships(&self, relationships: &[Relationship]) -> Result<()> {
        for r in relationships {
            self.run(
                "INSERT INTO relationships (id, source, target, description, weight) VALUES (?1, ?2, ?3, ?4, ?5)",
                (r.id.0, r.source.0, r.target.0, &r.description, f64::from(r.weight)),
            )?;
            for (rank, unit) in r.text_units.iter().enumerate() {
                self.run(
                    "INSERT INTO relationship_units (relationship, rank, text_unit) VALUES (?1, ?2, ?3)",
                    (r.id.0, rank as i64, unit.0),
                )?;
            }
        }
        Ok(())
    }

    /// Describes a relationship anew.
    pub fn describe_relationship(&self, id: RelationshipId, description: &str) -> Result<()> {
        self.run("UPDATE relationships SET description = ?2 WHERE id = ?1", (id.0, description)).map(drop)
    }
}

fn row(row: &Row<'_>) -> rusqlite::Result<RelationshipRow> {
    Ok(RelationshipRow {
        id: RelationshipId(row.get(0)?),
        source: EntityId(row.get(1)?),
        source_name: row.get(2)?,
        target: EntityId(row.get(3)?),
        target_name: row.get(4)?,
        weight: row.get::<_, f64>(5)? as f32,
    })
}

/// What has a part in what is told: ties between these come before those of terms.
const ACTING: [EntityType; 3] = [EntityType::Person, EntityType::Organisation, EntityType::Place];

const JOINED: &str = "relationships.id, source, s.name, target, t.name, weight FROM relationships \
                      JOIN entities s ON s.id = source JOIN entities t ON t.id = target";

impl Reader {
    /// Every relationship's id, in the order asked for, of those either of whose names contains `filter` (any case).
    pub fn relationship_ids(&self, order: RelationshipOrder, filter: &str) -> Result<Vec<RelationshipId>> {
        let order = match order {
            RelationshipOrder::Weight => "weight DESC, relationships.id".to_owned(),
            RelationshipOrder::Name => "s.name COLLATE NOCASE, t.name COLLATE NOCASE, relationships.id".to_owned(),
            RelationshipOrder::Telling => {
                let [person, organisation, place] = ACTING.map(|kind| kind.name().to_owned());
                let acts = |end: &str| format!("({end}.kind IN ('{person}', '{organisation}', '{place}'))");
                let units = "(SELECT count(*) FROM relationship_units WHERE relationship = relationships.id)";
                format!("{} + {} DESC, weight * max({units}, 1) DESC, relationships.id", acts("s"), acts("t"))
            }
        };
        let sql = if filter.is_empty() && order.starts_with("weight") {
            format!("SELECT id FROM relationships WHERE ?1 = '' ORDER BY {order}")
        } else {
            format!(
                "SELECT relationships.id FROM relationships JOIN entities s ON s.id = source \
                 JOIN entities t ON t.id = target \
                 WHERE ?1 = '' OR instr(lower(s.name), lower(?1)) OR instr(lower(t.name), lower(?1)) ORDER BY {order}"
            )
        };
        self.all(&sql, [filter], |row| row.get(0).map(RelationshipId))
    }

    /// Rows by id, in the order of `ids`.
    pub fn relationship_rows(&self, ids: &[RelationshipId]) -> Result<Vec<RelationshipRow>> {
        self.by_id(&format!("SELECT {JOINED} WHERE relationships.id = ?1"), ids.iter().map(|id| id.0), row)
    }

    /// Whole relationships by id, in the order of `ids`.
    pub fn relationships(&self, ids: &[RelationshipId]) -> Result<Vec<Relationship>> {
        let mut found = self.by_id(
            "SELECT id, source, target, description, weight FROM relationships WHERE id = ?1",
            ids.iter().map(|id| id.0),
            |row| {
                Ok(Relationship {
                    id: RelationshipId(row.get(0)?),
                    source: EntityId(row.get(1)?),
                    target: EntityId(row.get(2)?),
                    description: row.get(3)?,
                    weight: row.get::<_, f64>(4)? as f32,
                    text_units: Vec::new(),
                })
            },
        )?;
        for relationship in &mut found {
            relationship.text_units = self.all(
                "SELECT text_unit FROM relationship_units WHERE relationship = ?1 ORDER BY rank",
                [relationship.id.0],
                |row| row.get(0).map(TextUnitId),
            )?;
        }
        Ok(found)
    }

    /// Every relationship, by id. For the stages of a build.
    pub fn all_relationships(&self) -> Result<Vec<Relationship>> {
        let ids = self.all("SELECT id FROM relationships ORDER BY id", [], |row| row.get(0).map(RelationshipId))?;
        self.relationships(&ids)
    }

    /// Every relationship with its ends.
    pub fn relationship_ends(&self) -> Result<Vec<(RelationshipId, EntityId, EntityId)>> {
        self.all("SELECT id, source, target FROM relationships ORDER BY id", [], |row| {
            Ok((RelationshipId(row.get(0)?), EntityId(row.get(1)?), EntityId(row.get(2)?)))
        })
    }

    pub fn relationship(&self, id: RelationshipId) -> Result<Relationship> {
        self.relationships(&[id])?.pop().ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// An entity's relationships, from either end, strongest first; at most `limit`.
    pub fn relationships_of(&self, entity: EntityId, limit: usize) -> Result<Vec<RelationshipRow>> {
        // Each end is read from its own index, strongest first, and cut before the two are joined.
        let ids = self.all(
            "SELECT id, weight FROM (SELECT * FROM (SELECT id, weight FROM relationships WHERE source = ?1 ORDER BY weight DESC, target LIMIT ?2) \
             UNION SELECT * FROM (SELECT id, weight FROM relationships WHERE target = ?1 ORDER BY weight DESC, source LIMIT ?2)) \
             ORDER BY weight DESC, id LIMIT ?2",
            (entity.0, limit as i64),
            |row| row.get(0).map(RelationshipId),
        )?;
        self.relationship_rows(&ids)
    }

    /// The relationship between two entities, whichever way it goes.
    pub fn relationship_between(&self, one: EntityId, other: EntityId) -> Result<Option<RelationshipId>> {
        self.maybe(
            "SELECT id FROM relationships WHERE source = ?1 AND target = ?2 \
             UNION ALL SELECT id FROM relationships WHERE source = ?2 AND target = ?1 LIMIT 1",
            (one.0, other.0),
            |row| row.get(0).map(RelationshipId),
        )
    }

    /// Every edge of the graph: id, source, target, weight; by id. For walks over the whole graph.
    pub fn edges(&self) -> Result<Vec<(RelationshipId, EntityId, EntityId, f32)>> {
        self.all("SELECT id, source, target, weight FROM relationships ORDER BY id", [], |row| {
            Ok((
                RelationshipId(row.get(0)?),
                EntityId(row.get(1)?),
                EntityId(row.get(2)?),
                row.get::<_, f64>(3)? as f32,
            ))
        })
    }
}
