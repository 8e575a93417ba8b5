//! What an index carries only when asked for: further trees beside the communities, a line of context for each text
//! unit, vectors in spaces of their own, and packed data. Each structure is there wholly or not at all.

use rusqlite::Row;
use serde::Serialize;
use serde_json::Value;

use crate::model::{EntityId, Kind, Ref, TextUnitId};
use crate::store::corpus::units::listed;
use crate::store::error::from_json;
use crate::store::{Hit, Reader, Result, Vectors, Writer, quantise, search_text};

/// A structure that an index has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StructureRow {
    pub name: String,
    /// What it says of itself: counts, seconds, who wrote it.
    pub facts: Value,
}

/// A node of a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TreeNode {
    pub id: u32,
    /// 1 for nodes over text units or entities, more the higher.
    pub level: u32,
    pub title: String,
    pub summary: String,
    /// What lies directly under it, nearest first.
    pub children: Vec<TreeChild>,
}

/// What lies under a node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "id")]
pub enum TreeChild {
    Node(u32),
    Source(TextUnitId),
    Entity(EntityId),
}

impl TreeChild {
    fn columns(self) -> (&'static str, u32) {
        match self {
            TreeChild::Node(id) => ("node", id),
            TreeChild::Source(id) => ("source", id.0),
            TreeChild::Entity(id) => ("entity", id.0),
        }
    }
}

impl Writer {
    /// Says that a structure is there; last of its rows, in the same batch.
    pub fn add_structure(&self, name: &str, facts: &Value) -> Result<()> {
        self.run("INSERT OR REPLACE INTO structures (name, facts) VALUES (?1, ?2)", (name, facts.to_string())).map(drop)
    }

    /// Removes what a structure has, spaces included whose names begin with its own.
    pub fn remove_structure(&self, name: &str) -> Result<()> {
        for (table, column) in [
            ("structures", "name"),
            ("tree_nodes", "structure"),
            ("tree_children", "structure"),
            ("structure_data", "structure"),
        ] {
            self.run(&format!("DELETE FROM {table} WHERE {column} = ?1"), [name])?;
        }
        self.run("DELETE FROM space_vectors WHERE space = ?1 OR space >= ?1 || '/' AND space < ?1 || '0'", [name])?;
        Ok(())
    }

    pub fn add_tree_nodes(&self, structure: &str, nodes: &[TreeNode]) -> Result<()> {
        for node in nodes {
            self.run(
                "INSERT INTO tree_nodes (structure, id, level, title, summary) VALUES (?1, ?2, ?3, ?4, ?5)",
                (structure, node.id, node.level, &node.title, &node.summary),
            )?;
            for (rank, child) in (0u32..).zip(&node.children) {
                let (kind, id) = child.columns();
                self.run(
                    "INSERT INTO tree_children (structure, parent, rank, kind, child) VALUES (?1, ?2, ?3, ?4, ?5)",
                    (structure, node.id, rank, kind, id),
                )?;
            }
        }
        Ok(())
    }

    /// Removes all contexts, before others are added.
    pub fn remove_contexts(&self) -> Result<()> {
        self.run_batch("DELETE FROM contexts; INSERT INTO context_words (context_words) VALUES ('delete-all')")
    }

    /// Adds a line that situates a text unit, and the words of both.
    pub fn add_context(&self, unit: TextUnitId, line: &str, text: &str) -> Result<()> {
        self.run("INSERT INTO contexts (text_unit, line) VALUES (?1, ?2)", (unit.0, line))?;
        self.run(
            "INSERT INTO context_words (rowid, line, text) VALUES (?1, ?2, ?3)",
            (unit.0, search_text(line), search_text(text)),
        )
        .map(drop)
    }

    pub fn add_space_vectors(&self, space: &str, vectors: &[(u32, Vec<f32>)]) -> Result<()> {
        for (id, vector) in vectors {
            let (scale, data) = quantise(vector);
            let data: Vec<u8> = data.into_iter().map(|value| value as u8).collect();
            self.run(
                "INSERT OR REPLACE INTO space_vectors (space, id, scale, data) VALUES (?1, ?2, ?3, ?4)",
                (space, id, f64::from(scale), data),
            )?;
        }
        Ok(())
    }

    pub fn add_structure_data(&self, structure: &str, name: &str, data: &[u8]) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO structure_data (structure, name, data) VALUES (?1, ?2, ?3)",
            (structure, name, data),
        )
        .map(drop)
    }
}

impl Reader {
    /// The structures there are, by name.
    pub fn structures(&self) -> Result<Vec<StructureRow>> {
        let rows = self.all("SELECT name, facts FROM structures ORDER BY name", [], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?))
        })?;
        let read = |(name, facts): (String, String)| Ok(StructureRow { name, facts: from_json(self.path(), &facts)? });
        rows.into_iter().map(read).collect()
    }

    pub fn has_structure(&self, name: &str) -> Result<bool> {
        self.one("SELECT EXISTS (SELECT 1 FROM structures WHERE name = ?1)", [name], |row| row.get(0))
    }

    /// The nodes of a tree without their children, by id.
    pub fn tree_nodes(&self, structure: &str) -> Result<Vec<TreeNode>> {
        self.all(
            "SELECT id, level, title, summary FROM tree_nodes WHERE structure = ?1 ORDER BY id",
            [structure],
            |row| {
                let (id, level) = (row.get(0)?, row.get(1)?);
                Ok(TreeNode { id, level, title: row.get(2)?, summary: row.get(3)?, children: Vec::new() })
            },
        )
    }

    /// What lies directly under a node of a tree, nearest first.
    pub fn tree_children(&self, structure: &str, node: u32) -> Result<Vec<TreeChild>> {
        self.all(
            "SELECT kind, child FROM tree_children WHERE structure = ?1 AND parent = ?2 ORDER BY rank",
            (structure, node),
            tree_child,
        )
    }

    /// The line that situates a text unit, where contexts were made.
    pub fn context_line(&self, unit: TextUnitId) -> Result<Option<String>> {
        self.maybe("SELECT line FROM contexts WHERE text_unit = ?1", [unit.0], |row| row.get(0))
    }

    /// The text units that hold any of the words, themselves or in the line that situates them, best first; only those
    /// of `within`, where it is given.
    pub fn search_contexts(
        &self,
        words: &str,
        line_weight: f64,
        within: Option<&[u32]>,
        limit: usize,
    ) -> Result<Vec<Hit>> {
        let Some(expression) = super::full_text::expression(words, false) else { return Ok(Vec::new()) };
        let within = within.map(|ids| listed(ids.iter().copied()));
        self.all(
            "SELECT rowid, bm25(context_words, ?2, 1.0) AS score FROM context_words WHERE context_words MATCH ?1 \
             AND (?4 IS NULL OR rowid IN (SELECT value FROM json_each(?4))) ORDER BY score, rowid LIMIT ?3",
            (expression, line_weight, limit as i64, within),
            |row| Ok(Hit { record: Ref::new(Kind::Source, row.get(0)?), score: -row.get::<_, f64>(1)? as f32 }),
        )
    }

    /// All vectors of a space.
    pub fn space_vectors(&self, space: &str) -> Result<Vectors> {
        let mut vectors = Vectors::default();
        self.all("SELECT id, scale, data FROM space_vectors WHERE space = ?1 ORDER BY id", [space], |row| {
            vectors.push(row.get(0)?, row.get::<_, f64>(1)? as f32, row.get_ref(2)?.as_blob()?);
            Ok(())
        })?;
        Ok(vectors)
    }

    pub fn structure_data(&self, structure: &str, name: &str) -> Result<Option<Vec<u8>>> {
        self.maybe("SELECT data FROM structure_data WHERE structure = ?1 AND name = ?2", (structure, name), |row| {
            row.get(0)
        })
    }
}

fn tree_child(row: &Row<'_>) -> rusqlite::Result<TreeChild> {
    let id: u32 = row.get(1)?;
    Ok(match row.get_ref(0)?.as_str()? {
        "source" => TreeChild::Source(TextUnitId(id)),
        "entity" => TreeChild::Entity(EntityId(id)),
        _ => TreeChild::Node(id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_structure_is_there_until_it_is_removed() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("index");
        let writer = Writer::open(&path).expect("new index");
        let node = TreeNode {
            id: 7,
            level: 1,
            title: "Ferries".to_owned(),
            summary: "They sail.".to_owned(),
            children: vec![TreeChild::Source(TextUnitId(3)), TreeChild::Node(9)],
        };
        writer.add_tree_nodes("raptor", std::slice::from_ref(&node)).expect("room");
        writer.add_space_vectors("raptor", &[(7, vec![0.6, 0.8])]).expect("room");
        writer.add_structure("raptor", &serde_json::json!({ "nodes": 1 })).expect("room");
        writer.add_context(TextUnitId(3), "From the ferry company's letters.", "It was late.").expect("room");
        let reader = Reader::open(&path).expect("index");
        assert_eq!(reader.structures().expect("rows")[0].facts["nodes"], 1);
        assert_eq!(reader.tree_children("raptor", 7).expect("rows"), node.children);
        assert_eq!(reader.space_vectors("raptor").expect("rows").ids, [7]);
        assert_eq!(reader.search_contexts("ferries", 1.0, None, 5).expect("rows")[0].record.id, 3);
        assert_eq!(reader.search_contexts("ferries", 1.0, Some(&[3]), 5).expect("rows").len(), 1);
        assert!(reader.search_contexts("ferries", 1.0, Some(&[4]), 5).expect("rows").is_empty());
        writer.remove_structure("raptor").expect("rows");
        writer.remove_contexts().expect("rows");
        assert!(
            !reader.has_structure("raptor").expect("rows") && reader.tree_nodes("raptor").expect("rows").is_empty()
        );
        assert!(reader.space_vectors("raptor").expect("rows").ids.is_empty());
        assert!(reader.search_contexts("ferries", 1.0, None, 5).expect("rows").is_empty());
    }
}
