//! Entities, relationships and claims of a foreign index, streamed into ours. What is kept meanwhile is what other
//! tables refer to: names, ids, degrees, and the documents of each entity.

mod claims;
mod entities;
mod relationships;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::cell::Cell;
use super::detect::Part;
use super::ids::{Key, Numbers, Positions, RENUMBERED, bare_name};
use super::source::{ImportError, Source};
use super::table::{Row, Table};
use crate::text::display::cut::clipped;
use crate::text::words::fold;

/// Rows of one transaction.
const BATCH: usize = 8_192;
/// Characters to which names are shortened.
const LONGEST_NAME: usize = 160;

/// The entities of an import, by position: first those of the table, then those only other tables name.
#[derive(Default)]
pub struct ImportedElements {
    pub ids: Vec<u32>,
    pub names: Vec<String>,
    /// Rows in the table, for those that have one.
    rows: Vec<u32>,
    by_key: Positions,
    by_name: Positions,
    folded: OnceLock<HashMap<String, u32>>,
    numbers: Numbers,
    pub degrees: Vec<u32>,
    /// Text units of entities that have no row of their own.
    made: Vec<Vec<u32>>,
    /// Documents of each entity: positions, those of entity `n` from `document_ends[n - 1]` to `document_ends[n]`.
    documents: Vec<u32>,
    document_ends: Vec<usize>,
    pub relationships: HashSet<u32>,
    pub claims: HashSet<u32>,
    /// The ends of each relationship, by foreign id; only where communities name no entities.
    ties: HashMap<Key, [u32; 2]>,
}

impl ImportedElements {
    /// Reads what entities there are. An index without their table has them in the nodes'.
    pub fn read(source: &mut Source<'_>) -> Result<Self, ImportError> {
        if !source.has(Part::Entities) && source.has(Part::Nodes) {
            let table = entities_of_nodes(source)?;
            source.put(Part::Entities, table);
        }
        let mut elements = Self::default();
        let mut wanted = Vec::new();
        // An export of our own tells entities by their numbers and keeps whatever names they have.
        let ours = source.has_any(Part::Entities, &["ubiquitous"]);
        source.read(Part::Entities, &["id", "human_readable_id", "title", "name"], |number, mut row, account| {
            let id = row.take("id").text();
            let name = row.take_any(&["title", "name"]).text().unwrap_or_default();
            let key = Key::of(id.as_deref().unwrap_or(&name));
            if elements.by_key.contains_key(&key) {
                account.leave(number, "the same id as an entity before it", id.as_deref().unwrap_or(&name));
                return Ok(());
            }
            let at = elements.names.len() as u32;
            elements.by_key.insert(key, at);
            let bare = bare_name(&name);
            if bare.is_empty() && !ours {
                account.odd(number, "has no name", id.as_deref().unwrap_or_default());
            } else if !ours && elements.by_name.contains_key(&Key::of(bare)) {
                account.odd(number, "has the name of an entity before it", bare);
            }
            if !ours && bare.chars().nth(LONGEST_NAME).is_some() {
                account.odd(number, "its name is too long for one: it is shown shortened", bare);
            }
            elements.by_name.entry(Key::of(bare)).or_insert(at);
            elements.names.push(if ours { name } else { display_name(bare, at) });
            elements.rows.push(number as u32);
            wanted.push(row.take("human_readable_id").whole());
            account.loaded += 1;
            Ok(())
        })?;
        elements.numbers = Numbers::give(&wanted);
        for &at in &elements.numbers.renumbered {
            source.odd(Part::Entities, u64::from(elements.rows[at]), RENUMBERED, &elements.names[at]);
        }
        elements.ids = elements.numbers.ids.clone();
        elements.degrees = vec![0; elements.ids.len()];
        Ok(elements)
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The position of an entity by its foreign id.
    pub fn by_id(&self, id: &str) -> Option<u32> {
        self.by_key.get(&Key::of(id)).copied()
    }

    /// The position of an entity by its foreign id's hash.
    pub fn by_key(&self, key: Key) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// The position of an entity by its name, written as it is or folded.
    pub fn by_name(&self, name: &str) -> Option<u32> {
        let bare = bare_name(name);
        self.by_name.get(&Key::of(bare)).copied().or_else(|| {
            let folded = self.folded.get_or_init(|| {
                let mut folded = HashMap::with_capacity(self.names.len());
                for (name, at) in self.names.iter().zip(0..) {
                    folded.entry(fold::key(name)).or_insert(at);
                }
                folded
            });
            folded.get(&fold::key(bare)).copied()
        })
    }

    /// The entity of a name that a relationship or claim gives; one is made where there is none.
    fn named(&mut self, name: &str, units: &[u32]) -> (u32, bool) {
        if let Some(at) = self.by_name(name) {
            // An entity that was made before stands wherever else it is named, too.
            if let Some(made) = (at as usize).checked_sub(self.rows.len()).and_then(|made| self.made.get_mut(made)) {
                made.extend(units);
            }
            return (at, false);
        }
        let at = self.ids.len() as u32;
        let bare = bare_name(name);
        self.by_name.insert(Key::of(bare), at);
        if let Some(folded) = self.folded.get_mut() {
            folded.entry(fold::key(bare)).or_insert(at);
        }
        self.names.push(display_name(bare, at));
        self.ids.push(self.numbers.more());
        self.degrees.push(0);
        self.made.push(units.to_vec());
        (at, true)
    }

    /// The entities at the ends of a relationship, by its foreign id.
    pub fn ends(&self, relationship: &str) -> Option<[u32; 2]> {
        self.ties.get(&Key::of(relationship)).copied()
    }

    /// The row of an entity in its table; none when only other tables name it.
    pub fn row(&self, at: usize) -> Option<u64> {
        self.rows.get(at).map(|&row| u64::from(row))
    }

    /// How many entities only other tables name.
    pub fn made(&self) -> usize {
        self.made.len()
    }

    /// Positions of the documents an entity is named in.
    pub fn documents_of(&self, at: u32) -> &[u32] {
        let at = at as usize;
        let start = at.checked_sub(1).and_then(|before| self.document_ends.get(before)).copied().unwrap_or(0);
        let end = self.document_ends.get(at).copied().unwrap_or(start);
        &self.documents[start..end]
    }
}

fn display_name(bare: &str, at: u32) -> String {
    if bare.is_empty() {
        return format!("(no name, {at})");
    }
    clipped(bare, LONGEST_NAME).into_owned()
}

/// The entities that a table of nodes holds, one row for each level they are in.
fn entities_of_nodes(source: &mut Source<'_>) -> Result<Table, ImportError> {
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    let columns = ["id", "human_readable_id", "title", "type", "description", "source_id"];
    source.scan(Part::Nodes, &columns, |_, mut row, _| {
        let cells: Vec<(String, Cell)> = columns.iter().map(|&column| (column.to_owned(), row.take(column))).collect();
        let title = cells[2].1.clone().text().unwrap_or_default();
        if seen.insert(Key::of(bare_name(&title))) {
            rows.push(Row(cells));
        }
        Ok(())
    })?;
    let path = source.tables().find(|table| table.has("level") && table.has("title")).map(|table| table.path.clone());
    Ok(Table::of_rows(&path.unwrap_or_default(), &columns, rows))
}
