//! Relationships of a foreign index.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::super::account::TableAccount;
use super::super::detect::Part;
use super::super::ids::{Key, RENUMBERED};
use super::super::source::{ImportError, Source};
use super::super::table::Row;
use super::super::texts::Texts;
use super::{BATCH, ImportedElements};
use crate::index::search::words::{self, RecordWords};
use crate::model::{EntityId, Relationship, RelationshipId};
use crate::store::WriterBehind;

/// A relationship with the positions of its ends.
type Tie = (Relationship, u32, u32);

impl ImportedElements {
    /// Writes the relationships.
    pub fn relationships(
        &mut self,
        source: &mut Source<'_>,
        texts: &Texts,
        behind: &mut WriterBehind,
    ) -> Result<(), ImportError> {
        let numbers = source.numbers(Part::Relationships)?;
        let keep_ties = !source.has_any(Part::Communities, &["entity_ids"]);
        let mut seen = HashSet::with_capacity(numbers.ids.len());
        let mut batch: Vec<Tie> = Vec::with_capacity(BATCH);
        let columns =
            ["id", "source", "target", "source_number", "target_number", "description", "weight", "text_unit_ids"];
        let numbered = source.has_any(Part::Relationships, &["source_number"]);
        let by_number: HashMap<u32, u32> = match numbered {
            true => self.ids.iter().copied().zip(0..).collect(),
            false => HashMap::new(),
        };
        source.read(Part::Relationships, &columns, |number, mut row, account| {
            let id = row.take("id").text();
            if let Some(id) = &id
                && !seen.insert(Key::of(id))
            {
                account.leave(number, "the same id as a relationship before it", id);
                return Ok(());
            }
            let mut end = |name: &str, number: &str| {
                let known = row.take(number).whole().and_then(|number| by_number.get(&number).copied());
                (known, row.take(name).telling_text())
            };
            let (from, to) = (end("source", "source_number"), end("target", "target_number"));
            if [&from, &to].iter().any(|(known, name)| known.is_none() && name.is_none()) {
                account.leave(number, "names no entity at one of its ends", id.as_deref().unwrap_or_default());
                return Ok(());
            }
            let units = texts.positions(row.take("text_unit_ids").ids(), number, account);
            let mut end = |(known, name): (Option<u32>, Option<String>), account: &mut TableAccount| {
                let name = &name.unwrap_or_default();
                let (at, made) = known.map_or_else(|| self.named(name, &units), |at| (at, false));
                if made {
                    account.odd(number, "names an entity that no table has: it was made from its name", name);
                }
                self.degrees[at as usize] += 1;
                at
            };
            let (from, to) = (end(from, account), end(to, account));
            if let (true, Some(id)) = (keep_ties, &id) {
                self.ties.insert(Key::of(id), [from, to]);
            }
            let (id, renumbered) = numbers.of_row(number);
            if renumbered {
                account.odd(number, RENUMBERED, &id.to_string());
            }
            self.relationships.insert(id);
            let relationship = Relationship {
                id: RelationshipId(id),
                source: EntityId(self.ids[from as usize]),
                target: EntityId(self.ids[to as usize]),
                description: row.take("description").text().unwrap_or_default(),
                weight: weight(&mut row, number, account),
                text_units: units.iter().map(|&at| texts.units[at as usize].id).collect(),
            };
            batch.push((relationship, from, to));
            account.loaded += 1;
            if batch.len() == BATCH { self.write_relationships(&mut batch, behind) } else { Ok(()) }
        })?;
        self.write_relationships(&mut batch, behind)
    }

    fn write_relationships(&self, batch: &mut Vec<Tie>, behind: &mut WriterBehind) -> Result<(), ImportError> {
        let made: Vec<(Relationship, RecordWords)> = batch
            .par_drain(..)
            .map(|(relationship, source, target)| {
                let (source, target) = (&self.names[source as usize], &self.names[target as usize]);
                let words = words::relationship_words(&relationship, source, target);
                (relationship, words)
            })
            .collect();
        Ok(behind.write(move |writer| {
            for (relationship, (record, title, body)) in &made {
                writer.add_relationships(std::slice::from_ref(relationship))?;
                writer.add_record_words(*record, title, body)?;
            }
            Ok(())
        })?)
    }
}

fn weight(row: &mut Row, number: u64, account: &mut TableAccount) -> f32 {
    let cell = row.take("weight");
    match cell.number() {
        Some(weight) if weight > 0.0 && weight <= f64::from(f32::MAX) => weight as f32,
        None if cell.is_null() => 1.0,
        _ => {
            account.odd(number, "its weight is no positive number: it counts as 1", &cell.text().unwrap_or_default());
            1.0
        }
    }
}
