//! Entities: rows, names, the parts they have in documents.

use rusqlite::Row;
use serde::Serialize;

use crate::model::{Appearance, DocumentId, Entity, EntityId, EntityType, Role, only_authors};
use crate::store::{Reader, Result, StoreError, Writer};
use crate::text::words::fold;

/// What a list of entities shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntityRow {
    pub id: EntityId,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: EntityType,
    pub mentions: u32,
    pub documents: u32,
    pub degree: u32,
    pub ubiquitous: bool,
}

/// Orders a list of entities can have. Ties go by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntityOrder {
    #[default]
    Degree,
    Mentions,
    Documents,
    Name,
    Type,
}

impl Writer {
    pub fn add_entities(&self, entities: &[Entity]) -> Result<()> {
        for e in entities {
            self.run(
                "INSERT INTO entities (id, name, kind, description, mentions, documents, degree, ubiquitous) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (e.id.0, &e.name, e.kind.name(), &e.description, e.mentions, e.documents, e.degree, e.ubiquitous),
            )?;
            for (rank, name) in std::iter::once(&e.name).chain(&e.aliases).enumerate() {
                self.run(
                    "INSERT INTO names (entity, rank, name, folded) VALUES (?1, ?2, ?3, ?4)",
                    (e.id.0, rank as i64, name, fold::key(name)),
                )?;
            }
        }
        Ok(())
    }

    /// Describes an entity anew.
    pub fn describe_entity(&self, id: EntityId, description: &str) -> Result<()> {
        self.run("UPDATE entities SET description = ?2 WHERE id = ?1", (id.0, description)).map(drop)
    }

    pub fn add_appearances(&self, appearances: &[Appearance]) -> Result<()> {
        for a in appearances {
            let role = match a.role {
                Role::Subject => "subject",
                Role::Host => "host",
                Role::Guest => "guest",
                Role::Speaker => "speaker",
                Role::Author => "author",
            };
            self.run(
                "INSERT OR IGNORE INTO appearances (document, entity, role, sentences) VALUES (?1, ?2, ?3, ?4)",
                (a.document.0, a.entity.0, role, a.sentences),
            )?;
        }
        Ok(())
    }
}

fn appearance(row: &Row<'_>) -> rusqlite::Result<Appearance> {
    Ok(Appearance {
        document: DocumentId(row.get(0)?),
        entity: EntityId(row.get(1)?),
        role: match row.get::<_, String>(2)?.as_str() {
            "host" => Role::Host,
            "guest" => Role::Guest,
            "speaker" => Role::Speaker,
            "author" => Role::Author,
            _ => Role::Subject,
        },
        sentences: row.get(3)?,
    })
}

impl Reader {
    /// Every entity's id, in the order asked for, of those of a type (all without one) whose name contains `filter`
    /// (any case).
    pub fn entity_ids(&self, order: EntityOrder, kind: Option<&EntityType>, filter: &str) -> Result<Vec<EntityId>> {
        let order = match order {
            EntityOrder::Degree => "degree DESC, id",
            EntityOrder::Mentions => "mentions DESC, id",
            EntityOrder::Documents => "documents DESC, degree DESC, id",
            EntityOrder::Name => "name COLLATE NOCASE, id",
            EntityOrder::Type => "kind, degree DESC, id",
        };
        let sql = format!(
            "SELECT id FROM entities WHERE (?1 = '' OR instr(lower(name), lower(?1))) AND (?2 IS NULL OR kind = ?2) \
             ORDER BY {order}"
        );
        self.all(&sql, (filter, kind.map(EntityType::name)), |row| row.get(0).map(EntityId))
    }

    /// The types that entities are of, the most frequent first.
    pub fn entity_types(&self) -> Result<Vec<EntityType>> {
        let sql = "SELECT kind FROM entities GROUP BY kind ORDER BY count(*) DESC, kind";
        self.all(sql, [], |row| row.get::<_, String>(0).map(EntityType::from))
    }

    /// Rows by id, in the order of `ids`.
    pub fn entity_rows(&self, ids: &[EntityId]) -> Result<Vec<EntityRow>> {
        self.by_id(
            "SELECT id, name, kind, mentions, documents, degree, ubiquitous FROM entities WHERE id = ?1",
            ids.iter().map(|id| id.0),
            |row| {
                Ok(EntityRow {
                    id: EntityId(row.get(0)?),
                    name: row.get(1)?,
                    kind: EntityType::from(row.get::<_, String>(2)?),
                    mentions: row.get(3)?,
                    documents: row.get(4)?,
                    degree: row.get(5)?,
                    ubiquitous: row.get(6)?,
                })
            },
        )
    }

    /// Whole entities by id, in the order of `ids`.
    pub fn entities(&self, ids: &[EntityId]) -> Result<Vec<Entity>> {
        let mut entities = self.by_id(
            "SELECT id, name, kind, description, mentions, documents, degree, ubiquitous FROM entities WHERE id = ?1",
            ids.iter().map(|id| id.0),
            |row| {
                Ok(Entity {
                    id: EntityId(row.get(0)?),
                    name: row.get(1)?,
                    kind: EntityType::from(row.get::<_, String>(2)?),
                    aliases: Vec::new(),
                    description: row.get(3)?,
                    mentions: row.get(4)?,
                    documents: row.get(5)?,
                    degree: row.get(6)?,
                    ubiquitous: row.get(7)?,
                })
            },
        )?;
        for entity in &mut entities {
            entity.aliases = self.all(
                "SELECT name FROM names WHERE entity = ?1 AND rank > 0 ORDER BY rank",
                [entity.id.0],
                |row| row.get(0),
            )?;
        }
        Ok(entities)
    }

    /// Every entity, by id. For the stages of a build.
    pub fn all_entities(&self) -> Result<Vec<Entity>> {
        let ids = self.all("SELECT id FROM entities ORDER BY id", [], |row| row.get(0).map(EntityId))?;
        self.entities(&ids)
    }

    /// Every name as it is looked up, with its entity and rank: 0 is the entity's own.
    pub fn entity_names(&self) -> Result<Vec<(EntityId, u32, String)>> {
        self.all("SELECT entity, rank, folded FROM names ORDER BY entity, rank", [], |row| {
            Ok((EntityId(row.get(0)?), row.get(1)?, row.get(2)?))
        })
    }

    pub fn entity(&self, id: EntityId) -> Result<Entity> {
        self.entities(&[id])?.pop().ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// The entities that go by a name, as their own first, then as an alias; of several those named more first.
    pub fn entities_named(&self, name: &str) -> Result<Vec<EntityId>> {
        self.all(
            "SELECT n.entity FROM names n JOIN entities e ON e.id = n.entity WHERE n.folded = ?1 \
             ORDER BY n.rank > 0, e.mentions DESC, n.entity",
            [fold::key(name)],
            |row| row.get(0).map(EntityId),
        )
    }

    /// A name as it is written of those who go by it, whatever its capitals in the question; that of the entities named
    /// most first, each with what kind of thing goes by it.
    pub fn names_written(&self, name: &str) -> Result<Vec<(String, EntityType)>> {
        self.all(
            "SELECT n.name, e.kind FROM names n JOIN entities e ON e.id = n.entity WHERE n.folded = ?1 \
             ORDER BY e.mentions DESC, n.entity",
            [fold::key(name)],
            |row| Ok((row.get(0)?, EntityType::from(row.get::<_, String>(1)?))),
        )
    }

    /// Names of several words that begin with letters, one each; those of the entities named most first.
    pub fn names_of_initials(&self, letters: &str) -> Result<Vec<String>> {
        let pattern: Vec<String> = letters.chars().filter(|c| c.is_alphanumeric()).map(|c| format!("{c}%")).collect();
        self.all(
            "SELECT n.name FROM names n JOIN entities e ON e.id = n.entity WHERE n.folded LIKE ?1 \
             ORDER BY e.mentions DESC, n.entity, n.rank",
            [pattern.join(" ")],
            |row| row.get(0),
        )
    }

    /// Every folded name with its entity and its rank (0 is the entity's own name), by entity.
    pub fn all_names(&self) -> Result<Vec<(String, EntityId, u32)>> {
        self.all("SELECT folded, entity, rank FROM names ORDER BY entity, rank", [], |row| {
            Ok((row.get(0)?, EntityId(row.get(1)?), row.get(2)?))
        })
    }

    /// The parts an entity has in documents.
    pub fn appearances_of(&self, entity: EntityId) -> Result<Vec<Appearance>> {
        self.all(
            "SELECT document, entity, role, sentences FROM appearances WHERE entity = ?1 ORDER BY document, role",
            [entity.0],
            appearance,
        )
    }

    /// Whoever has a part in a document.
    pub fn appearances_in(&self, document: DocumentId) -> Result<Vec<Appearance>> {
        self.all(
            "SELECT document, entity, role, sentences FROM appearances WHERE document = ?1 ORDER BY role, entity",
            [document.0],
            appearance,
        )
    }

    /// Who wrote a document, where one alone did.
    pub fn only_author(&self, document: DocumentId) -> Result<Option<String>> {
        let Some(author) = only_authors(&self.appearances_in(document)?).remove(&document) else { return Ok(None) };
        Ok(self.entity_rows(&[author])?.pop().map(|row| row.name))
    }

    /// Whoever speaks in documents, or wrote them, and goes by a name with these words in it (`nadia` of `nadia orsk`).
    pub fn speakers_named(&self, folded: &str) -> Result<Vec<EntityId>> {
        self.all(
            "SELECT DISTINCT a.entity FROM appearances a JOIN names n ON n.entity = a.entity
             WHERE a.role IN ('host', 'guest', 'speaker', 'author') AND instr(' ' || n.folded || ' ', ' ' || ?1 || ' ') > 0
             ORDER BY a.entity",
            [folded],
            |row| Ok(EntityId(row.get(0)?)),
        )
    }

    /// Every part that entities have in documents.
    pub fn all_appearances(&self) -> Result<Vec<Appearance>> {
        self.all(
            "SELECT document, entity, role, sentences FROM appearances ORDER BY document, role, entity",
            [],
            appearance,
        )
    }
}
