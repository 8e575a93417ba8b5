//! Communities, their members, and their reports.

use std::collections::HashMap;

use rusqlite::Row;
use serde::Serialize;

use crate::model::{Community, CommunityId, EntityId, Report};
use crate::store::error::{from_json, to_json};
use crate::store::{Reader, Result, StoreError, Writer};

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommunityRow {
    pub id: CommunityId,
    pub level: u32,
    pub parent: Option<CommunityId>,
    /// Of its report; a community without one (its build is not that far) is named by its most central members.
    pub title: String,
    pub rating: Option<f32>,
    pub entities: u32,
    pub documents: u32,
    pub children: u32,
    pub unconnected: bool,
}

/// What a level holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCount {
    pub level: u32,
    pub communities: u32,
    pub reports: u32,
}

impl Writer {
    /// Adds communities; siblings keep the order they come in.
    pub fn add_communities(&self, communities: &[Community]) -> Result<()> {
        for (position, c) in communities.iter().enumerate() {
            self.run(
                "INSERT INTO communities (id, level, parent, position, entities, documents, unconnected) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                (
                    c.id.0,
                    c.level,
                    c.parent.map(|id| id.0),
                    position as i64,
                    c.entities.len() as i64,
                    c.documents,
                    c.unconnected,
                ),
            )?;
            for (rank, entity) in c.entities.iter().enumerate() {
                self.run(
                    "INSERT INTO members (community, rank, entity) VALUES (?1, ?2, ?3)",
                    (c.id.0, rank as i64, entity.0),
                )?;
            }
        }
        Ok(())
    }

    pub fn add_report(&self, report: &Report) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO reports (community, title, summary, rating, rating_reason, findings) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (
                report.community.0,
                &report.title,
                &report.summary,
                f64::from(report.rating),
                &report.rating_reason,
                to_json(self.path(), &report.findings)?,
            ),
        )
        .map(drop)
    }
}

/// The order of siblings: those in the most documents first, what is tied to nothing last.
const SIBLINGS: &str = "unconnected, documents DESC, position";
const ROW: &str = "id, level, parent, \
    coalesce(title, (SELECT group_concat(name, ', ') FROM (SELECT name FROM members JOIN entities ON entities.id = members.entity \
                     WHERE members.community = communities.id ORDER BY rank LIMIT 3)), ''), \
    rating, entities, documents, \
    (SELECT count(*) FROM communities child WHERE child.parent = communities.id), unconnected \
    FROM communities LEFT JOIN reports ON reports.community = communities.id";

fn row(row: &Row<'_>) -> rusqlite::Result<CommunityRow> {
    Ok(CommunityRow {
        id: CommunityId(row.get(0)?),
        level: row.get(1)?,
        parent: row.get::<_, Option<u32>>(2)?.map(CommunityId),
        title: row.get(3)?,
        rating: row.get::<_, Option<f64>>(4)?.map(|rating| rating as f32),
        entities: row.get(5)?,
        documents: row.get(6)?,
        children: row.get(7)?,
        unconnected: row.get(8)?,
    })
}

impl Reader {
    /// The rows under a community, or the roots; those of components too small to cluster come last.
    pub fn community_children(&self, parent: Option<CommunityId>) -> Result<Vec<CommunityRow>> {
        let sql = format!("SELECT {ROW} WHERE parent IS ?1 ORDER BY {SIBLINGS}");
        self.all(&sql, [parent.map(|id| id.0)], row)
    }

    /// Rows by id, in the order of `ids`.
    pub fn community_rows(&self, ids: &[CommunityId]) -> Result<Vec<CommunityRow>> {
        self.by_id(&format!("SELECT {ROW} WHERE id = ?1"), ids.iter().map(|id| id.0), row)
    }

    /// A whole community.
    pub fn community(&self, id: CommunityId) -> Result<Community> {
        let community =
            self.maybe("SELECT level, parent, documents, unconnected FROM communities WHERE id = ?1", [id.0], |row| {
                Ok(Community {
                    id,
                    level: row.get(0)?,
                    parent: row.get::<_, Option<u32>>(1)?.map(CommunityId),
                    children: Vec::new(),
                    entities: Vec::new(),
                    documents: row.get(2)?,
                    unconnected: row.get(3)?,
                })
            })?;
        let mut community = community.ok_or(StoreError::NoSuchRecord(id.into()))?;
        community.children = self.all(
            "SELECT id FROM communities WHERE parent = ?1 ORDER BY unconnected, documents DESC, position",
            [id.0],
            |row| row.get(0).map(CommunityId),
        )?;
        community.entities = self.members(id)?;
        Ok(community)
    }

    /// A community's members, most central first.
    pub fn members(&self, id: CommunityId) -> Result<Vec<EntityId>> {
        self.all("SELECT entity FROM members WHERE community = ?1 ORDER BY rank", [id.0], |row| {
            row.get(0).map(EntityId)
        })
    }

    /// The communities an entity is in, from the root down.
    pub fn communities_of(&self, entity: EntityId) -> Result<Vec<CommunityId>> {
        self.all(
            "SELECT community FROM members JOIN communities ON communities.id = community \
             WHERE entity = ?1 ORDER BY level, community",
            [entity.0],
            |row| row.get(0).map(CommunityId),
        )
    }

    /// From the root down to the community itself.
    pub fn community_path(&self, id: CommunityId) -> Result<Vec<CommunityId>> {
        let mut path = self.all(
            // The bound stops a damaged file's circle.
            "WITH RECURSIVE up (id, parent, depth) AS ( \
             SELECT id, parent, 0 FROM communities WHERE id = ?1 \
             UNION ALL SELECT c.id, c.parent, depth + 1 FROM up JOIN communities c ON c.id = up.parent WHERE depth < 64) \
             SELECT id FROM up ORDER BY depth",
            [id.0],
            |row| row.get(0).map(CommunityId),
        )?;
        path.reverse();
        Ok(path)
    }

    /// The communities a question at a level is asked of: those of the level, and shallower ones that end earlier.
    /// Components too small to cluster are among them.
    pub fn communities_at(&self, level: u32) -> Result<Vec<CommunityId>> {
        self.all(
            "SELECT id FROM communities c WHERE level = ?1 OR (level < ?1 AND NOT EXISTS \
             (SELECT 1 FROM communities child WHERE child.parent = c.id)) ORDER BY id",
            [level],
            |row| row.get(0).map(CommunityId),
        )
    }

    /// Every community, level by level from the roots, and its parts as they were found: what is made of them goes by
    /// that order.
    pub fn all_communities(&self) -> Result<Vec<Community>> {
        let mut communities = self.all(
            "SELECT id, level, parent, documents, unconnected FROM communities ORDER BY position",
            [],
            |row| {
                Ok(Community {
                    id: CommunityId(row.get(0)?),
                    level: row.get(1)?,
                    parent: row.get::<_, Option<u32>>(2)?.map(CommunityId),
                    children: Vec::new(),
                    entities: Vec::new(),
                    documents: row.get(3)?,
                    unconnected: row.get(4)?,
                })
            },
        )?;
        let at: HashMap<CommunityId, usize> = communities.iter().map(|community| community.id).zip(0..).collect();
        let children = self.all(
            "SELECT parent, id FROM communities WHERE parent IS NOT NULL ORDER BY parent, position",
            [],
            |row| Ok((CommunityId(row.get(0)?), CommunityId(row.get(1)?))),
        )?;
        for (parent, child) in children {
            if let Some(&at) = at.get(&parent) {
                communities[at].children.push(child);
            }
        }
        let members = self.all("SELECT community, entity FROM members ORDER BY community, rank", [], |row| {
            Ok((CommunityId(row.get(0)?), EntityId(row.get(1)?)))
        })?;
        for (community, entity) in members {
            if let Some(&at) = at.get(&community) {
                communities[at].entities.push(entity);
            }
        }
        Ok(communities)
    }

    /// Every community's id, in order.
    pub fn community_ids(&self) -> Result<Vec<CommunityId>> {
        self.all("SELECT id FROM communities ORDER BY id", [], |row| row.get(0).map(CommunityId))
    }

    pub fn levels(&self) -> Result<Vec<LevelCount>> {
        self.all(
            "SELECT level, count(*), count(reports.community) FROM communities \
             LEFT JOIN reports ON reports.community = communities.id GROUP BY level ORDER BY level",
            [],
            |row| Ok(LevelCount { level: row.get(0)?, communities: row.get(1)?, reports: row.get(2)? }),
        )
    }

    /// Reports by id, in the order of `ids`.
    pub fn reports(&self, ids: &[CommunityId]) -> Result<Vec<Report>> {
        let rows = self.by_id(
            "SELECT community, title, summary, rating, rating_reason, findings FROM reports WHERE community = ?1",
            ids.iter().map(|id| id.0),
            |row| {
                let report = Report {
                    community: CommunityId(row.get(0)?),
                    title: row.get(1)?,
                    summary: row.get(2)?,
                    rating: row.get::<_, f64>(3)? as f32,
                    rating_reason: row.get(4)?,
                    findings: Vec::new(),
                };
                Ok((report, row.get::<_, String>(5)?))
            },
        )?;
        rows.into_iter()
            .map(|(report, findings)| Ok(Report { findings: from_json(self.path(), &findings)?, ..report }))
            .collect()
    }

    pub fn report(&self, id: CommunityId) -> Result<Report> {
        self.reports(&[id])?.pop().ok_or(StoreError::NoSuchRecord(id.into()))
    }
}
