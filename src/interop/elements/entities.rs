//! Entities of a foreign index, and where each is named.

use std::collections::HashMap;

use rayon::prelude::*;

use super::super::account::TableAccount;
use super::super::cell::Cell;
use super::super::detect::Part;
use super::super::ids::{Key, bare_name};
use super::super::locate::names;
use super::super::source::{ImportError, Source};
use super::super::table::Row;
use super::super::texts::Texts;
use super::{BATCH, ImportedElements};
use crate::index::search::words::{self, RecordWords};
use crate::judgement::UnitTexts;
use crate::model::{Entity, EntityId, EntityType, Mention, Span};
use crate::store::WriterBehind;

impl ImportedElements {
    /// Writes the entities, and where each is named. Comes last of the three, when degrees are known and every entity
    /// that has no row was met.
    pub fn entities(
        &mut self,
        source: &mut Source<'_>,
        texts: &Texts,
        behind: &mut WriterBehind,
    ) -> Result<(), ImportError> {
        let by_unit = self.named_by_units(source, texts);
        let mut drafts: Vec<Draft> = Vec::with_capacity(BATCH);
        let mut at = 0;
        let columns = [
            "type",
            "description",
            "text_unit_ids",
            "source_id",
            "aliases",
            "ubiquitous",
            "mention_units",
            "mention_starts",
            "mention_ends",
        ];
        source.scan(Part::Entities, &columns, |number, mut row, account| {
            // Rows with an id that was there before were listed when the names were read.
            if self.rows.get(at).is_none_or(|&row| u64::from(row) != number) {
                return Ok(());
            }
            let mut draft = draft(&mut row, at, number, texts, account);
            if let Some(units) = by_unit.get(&(at as u32)) {
                draft.units.extend(units);
            }
            if draft.units.is_empty() {
                account.odd(number, "no text unit names it", &self.names[at]);
            }
            drafts.push(draft);
            at += 1;
            if drafts.len() == BATCH { self.write_entities(&mut drafts, texts, behind) } else { Ok(()) }
        })?;
        for made in 0..self.made.len() {
            let mut units = std::mem::take(&mut self.made[made]);
            units.sort_unstable();
            units.dedup();
            drafts.push(Draft { at: self.rows.len() + made, units, ..Draft::default() });
            if drafts.len() == BATCH {
                self.write_entities(&mut drafts, texts, behind)?;
            }
        }
        self.write_entities(&mut drafts, texts, behind)
    }

    /// Units by entity, as only the units' table has them.
    fn named_by_units(&self, source: &Source<'_>, texts: &Texts) -> HashMap<u32, Vec<u32>> {
        let mut by_unit: HashMap<u32, Vec<u32>> = HashMap::new();
        if !source.has_any(Part::Entities, &["text_unit_ids", "source_id"]) {
            for &(entity, unit) in &texts.named {
                if let Some(at) = self.by_key(entity) {
                    by_unit.entry(at).or_default().push(unit);
                }
            }
        }
        by_unit
    }

    fn write_entities(
        &mut self,
        drafts: &mut Vec<Draft>,
        texts: &Texts,
        behind: &mut WriterBehind,
    ) -> Result<(), ImportError> {
        let mut made: Vec<Made> = drafts.par_drain(..).map(|draft| self.entity(draft, texts)).collect();
        for made in &mut made {
            self.documents.append(&mut made.documents);
            self.document_ends.push(self.documents.len());
        }
        Ok(behind.write(move |writer| {
            for Made { entity, mentions, words: (record, title, body), .. } in &made {
                writer.add_entities(std::slice::from_ref(entity))?;
                writer.add_mentions(mentions)?;
                writer.add_record_words(*record, title, body)?;
            }
            Ok(())
        })?)
    }

    fn entity(&self, draft: Draft, texts: &Texts) -> Made {
        let (id, name) = (EntityId(self.ids[draft.at]), self.names[draft.at].clone());
        let mut mentions = draft.mentions;
        mentions.iter_mut().for_each(|mention| mention.entity = id);
        if mentions.is_empty() {
            for &at in &draft.units {
                let (unit, text) = (&texts.units[at as usize], texts.text(at as usize));
                let from = mentions.len();
                for name in std::iter::once(&name).chain(&draft.aliases) {
                    let found = names(text, name).into_iter().map(|span| span.shifted(unit.span.start));
                    mentions.extend(found.map(|span| Mention { entity: id, text_unit: unit.id, span }));
                }
                // The table says it is named here, though not in these words: then it is the passage as a whole.
                if mentions.len() == from {
                    mentions.push(Mention { entity: id, text_unit: unit.id, span: unit.span });
                }
            }
        }
        let mut documents: Vec<u32> = draft.units.iter().map(|&at| texts.owners[at as usize]).collect();
        documents.sort_unstable();
        documents.dedup();
        let entity = Entity {
            id,
            name,
            kind: EntityType::from(draft.kind),
            aliases: draft.aliases,
            description: draft.description,
            mentions: mentions.len() as u32,
            documents: documents.len() as u32,
            degree: self.degrees[draft.at],
            ubiquitous: draft.ubiquitous,
        };
        Made { words: words::entity_words(&entity), entity, mentions, documents }
    }
}

/// An entity, ready to be written.
struct Made {
    entity: Entity,
    mentions: Vec<Mention>,
    words: RecordWords,
    /// Positions of the documents it is named in.
    documents: Vec<u32>,
}

/// An entity's row, without its name.
#[derive(Default)]
struct Draft {
    at: usize,
    kind: String,
    description: String,
    aliases: Vec<String>,
    ubiquitous: bool,
    /// Positions.
    units: Vec<u32>,
    /// Where it is named, as an export of our own says.
    mentions: Vec<Mention>,
}

fn draft(row: &mut Row, at: usize, number: u64, texts: &Texts, account: &mut TableAccount) -> Draft {
    let kind = row.take("type").telling_text().unwrap_or_default();
    Draft {
        at,
        kind: bare_name(&kind).to_owned(),
        description: row.take("description").text().unwrap_or_default(),
        aliases: row.take("aliases").list().into_iter().filter_map(Cell::text).collect(),
        ubiquitous: matches!(row.take("ubiquitous"), Cell::Bool(true)),
        units: texts.positions(row.take_any(&["text_unit_ids", "source_id"]).ids(), number, account),
        mentions: mentions(row, texts),
    }
}

/// Where an entity is named, as an export of our own writes it: three lists side by side.
fn mentions(row: &mut Row, texts: &Texts) -> Vec<Mention> {
    let units = row.take("mention_units").ids();
    let mut numbers = |column| row.take(column).list().iter().filter_map(Cell::whole).collect::<Vec<u32>>();
    let (starts, ends) = (numbers("mention_starts"), numbers("mention_ends"));
    if units.len() != starts.len() || units.len() != ends.len() {
        return Vec::new();
    }
    let placed = units.iter().zip(starts.into_iter().zip(ends)).filter_map(|(unit, (start, end))| {
        let at = *texts.by_key.get(&Key::of(unit))? as usize;
        let span = Span::new(start as usize, end as usize);
        // Only what lies in its document counts.
        span.slice(&texts.documents[texts.owners[at] as usize].text)?;
        Some(Mention { entity: EntityId(0), text_unit: texts.units[at].id, span })
    });
    placed.collect()
}
