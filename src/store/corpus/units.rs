//! Text units: ranges of their documents' text.

use std::collections::HashMap;

use rusqlite::Row;

use crate::model::{DocumentId, EntityId, Mention, RelationshipId, Span, TextUnit, TextUnitId};
use crate::store::{Reader, Result, StoreError, Writer};

const COLUMNS: &str = "id, document, ordinal, start, end, fresh_from, tokens, recurring FROM text_units";

fn unit(row: &Row<'_>) -> rusqlite::Result<TextUnit> {
    let at = |column: usize| row.get::<_, i64>(column).map(|number| number.max(0) as usize);
    Ok(TextUnit {
        id: TextUnitId(row.get(0)?),
        document: DocumentId(row.get(1)?),
        ordinal: row.get(2)?,
        span: Span::new(at(3)?, at(4)?),
        fresh_from: at(5)?,
        tokens: row.get(6)?,
        recurring: row.get(7)?,
    })
}

impl Writer {
    pub fn add_text_units(&self, units: &[TextUnit]) -> Result<()> {
        for unit in units {
            self.run(
                "INSERT INTO text_units (id, document, ordinal, start, end, fresh_from, tokens, recurring) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (
                    unit.id.0,
                    unit.document.0,
                    unit.ordinal,
                    unit.span.start as i64,
                    unit.span.end as i64,
                    unit.fresh_from as i64,
                    unit.tokens,
                    unit.recurring,
                ),
            )?;
        }
        Ok(())
    }

    pub fn add_mentions(&self, mentions: &[Mention]) -> Result<()> {
        for mention in mentions {
            self.run(
                "INSERT OR IGNORE INTO mentions (entity, text_unit, start, end) VALUES (?1, ?2, ?3, ?4)",
                (mention.entity.0, mention.text_unit.0, mention.span.start as i64, mention.span.end as i64),
            )?;
        }
        Ok(())
    }
}

impl Reader {
    /// Text units by id, in the order of `ids`.
    pub fn text_units(&self, ids: &[TextUnitId]) -> Result<Vec<TextUnit>> {
        self.by_id(&format!("SELECT {COLUMNS} WHERE id = ?1"), ids.iter().map(|id| id.0), unit)
    }

    pub fn text_unit(&self, id: TextUnitId) -> Result<TextUnit> {
        self.find_unit(id)?.ok_or(StoreError::NoSuchRecord(id.into()))
    }

    /// The text unit of that id; none where there is none, because the index was made anew since.
    pub fn find_unit(&self, id: TextUnitId) -> Result<Option<TextUnit>> {
        Ok(self.text_units(&[id])?.pop())
    }

    /// Every text unit, in order. Small rows: the text is not among them.
    pub fn all_text_units(&self) -> Result<Vec<TextUnit>> {
        self.all(&format!("SELECT {COLUMNS} ORDER BY id"), [], unit)
    }

    /// How many documents there are.
    pub fn document_count(&self) -> Result<u64> {
        self.one("SELECT count(*) FROM documents", [], |row| row.get::<_, i64>(0)).map(|count| count.max(0) as u64)
    }

    /// How many text units there are.
    pub fn text_unit_count(&self) -> Result<u32> {
        self.one("SELECT count(*) FROM text_units", [], |row| row.get(0))
    }

    /// The text units of a document, in order.
    pub fn units_of_document(&self, id: DocumentId) -> Result<Vec<TextUnit>> {
        self.all(&format!("SELECT {COLUMNS} WHERE document = ?1 ORDER BY ordinal"), [id.0], unit)
    }

    /// The ids of the text units of some documents, in order.
    pub fn unit_ids_of(&self, documents: &[DocumentId]) -> Result<Vec<u32>> {
        let mut ids: Vec<u32> = Vec::new();
        for &document in documents {
            ids.extend(self.units_of_document(document)?.iter().map(|unit| unit.id.0));
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// The text of a text unit.
    pub fn unit_text(&self, unit: &TextUnit) -> Result<String> {
        Ok(self.text(unit.document, unit.span)?.1)
    }

    /// Mentions in a text unit, in the order of the text.
    pub fn mentions_in(&self, unit: TextUnitId) -> Result<Vec<Mention>> {
        self.all(
            "SELECT entity, text_unit, start, end FROM mentions WHERE text_unit = ?1 ORDER BY start, end, entity",
            [unit.0],
            mention,
        )
    }

    /// Mentions of an entity, in the order of the documents; at most `limit`.
    pub fn mentions_of(&self, entity: EntityId, limit: usize) -> Result<Vec<Mention>> {
        self.all(
            "SELECT entity, text_unit, start, end FROM mentions WHERE entity = ?1 ORDER BY text_unit, start LIMIT ?2",
            (entity.0, limit as i64),
            mention,
        )
    }

    /// Every mention, by text unit and place, as they are merged.
    pub fn all_mentions(&self) -> Result<Vec<Mention>> {
        let sql = "SELECT entity, text_unit, start, end FROM mentions ORDER BY text_unit, start, end, entity";
        self.all(sql, [], mention)
    }

    /// The text units that name an entity, each once, in order.
    pub fn units_of_entity(&self, entity: EntityId) -> Result<Vec<TextUnitId>> {
        self.all("SELECT DISTINCT text_unit FROM mentions WHERE entity = ?1 ORDER BY text_unit", [entity.0], |row| {
            row.get(0).map(TextUnitId)
        })
    }

    /// The text units that name any of some entities, each once, in order.
    pub fn units_of_entities(&self, entities: &[EntityId]) -> Result<Vec<TextUnitId>> {
        let sql = "SELECT DISTINCT text_unit FROM json_each(?1) AS asked CROSS JOIN mentions ON entity = asked.value \
                   ORDER BY text_unit";
        self.all(sql, [listed(entities.iter().map(|entity| entity.0))], |row| row.get(0).map(TextUnitId))
    }

    /// The entities that some text units name, each once for each of them, in the order of the text units.
    pub fn named_in(&self, units: &[TextUnitId]) -> Result<Vec<(TextUnitId, EntityId)>> {
        let sql = "SELECT DISTINCT text_unit, entity FROM json_each(?1) AS asked \
                   CROSS JOIN mentions ON text_unit = asked.value ORDER BY text_unit, entity";
        self.all(sql, [listed(units.iter().map(|unit| unit.0))], |row| {
            Ok((TextUnitId(row.get(0)?), EntityId(row.get(1)?)))
        })
    }

    /// How many of some text units show each relationship that any of them shows.
    pub fn shown_in(&self, units: &[TextUnitId]) -> Result<HashMap<RelationshipId, u64>> {
        let sql = "SELECT relationship, count(*) FROM json_each(?1) AS asked \
                   CROSS JOIN relationship_units ON text_unit = asked.value GROUP BY relationship";
        let found = self.all(sql, [listed(units.iter().map(|unit| unit.0))], |row| {
            Ok((RelationshipId(row.get(0)?), row.get::<_, i64>(1)?.max(0) as u64))
        })?;
        Ok(found.into_iter().collect())
    }

    /// The text units that name two entities, in order.
    pub fn units_of_both(&self, one: EntityId, other: EntityId) -> Result<Vec<TextUnitId>> {
        let named = "SELECT text_unit FROM mentions WHERE entity";
        let sql = format!("{named} = ?1 INTERSECT {named} = ?2 ORDER BY text_unit");
        self.all(&sql, [one.0, other.0], |row| row.get(0).map(TextUnitId))
    }

    /// How many text units name an entity and each other one.
    pub fn named_with(&self, entity: EntityId) -> Result<HashMap<EntityId, u32>> {
        let found = self.all(
            "SELECT entity, count(DISTINCT text_unit) FROM mentions \
             WHERE text_unit IN (SELECT text_unit FROM mentions WHERE entity = ?1) GROUP BY entity",
            [entity.0],
            |row| Ok((EntityId(row.get(0)?), row.get(1)?)),
        )?;
        Ok(found.into_iter().collect())
    }

    /// How many text units name both ends of relationships, each. Of another program's it may be told, and not where.
    pub fn passages_of(&self, ids: &[RelationshipId]) -> Result<HashMap<RelationshipId, u64>> {
        let named = "SELECT text_unit FROM mentions WHERE entity";
        let sql = format!(
            "SELECT id, max((SELECT count(*) FROM relationship_units WHERE relationship = id), \
             (SELECT count(*) FROM ({named} = source INTERSECT {named} = target))) FROM relationships WHERE id = ?1"
        );
        let found = self.by_id(&sql, ids.iter().map(|id| id.0), |row| {
            Ok((RelationshipId(row.get(0)?), row.get::<_, i64>(1)?.max(0) as u64))
        })?;
        Ok(found.into_iter().collect())
    }

    /// The relationships that a text unit shows.
    pub fn relationships_in(&self, unit: TextUnitId) -> Result<Vec<RelationshipId>> {
        self.all(
            "SELECT relationship FROM relationship_units WHERE text_unit = ?1 ORDER BY relationship",
            [unit.0],
            |row| row.get(0).map(RelationshipId),
        )
    }
}

/// Numbers as `json_each` takes them.
pub(in crate::store) fn listed(numbers: impl Iterator<Item = u32>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

fn mention(row: &Row<'_>) -> rusqlite::Result<Mention> {
    Ok(Mention {
        entity: EntityId(row.get(0)?),
        text_unit: TextUnitId(row.get(1)?),
        span: Span::new(row.get::<_, i64>(2)?.max(0) as usize, row.get::<_, i64>(3)?.max(0) as usize),
    })
}
