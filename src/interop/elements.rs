//! Entities, relationships and claims of a foreign index, streamed into ours. What is kept meanwhile is what other
//! tables refer to: names, ids, degrees, and the documents of each entity.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use rayon::prelude::*;

use super::account::TableAccount;
use super::cell::Cell;
use super::detect::Part;
use super::ids::{Key, Numbers, Positions, RENUMBERED, bare_name};
use super::locate::names;
use super::source::{ImportError, Source};
use super::table::{Row, Table};
use super::texts::Texts;
use crate::index::words;
use crate::model::{
    Claim, ClaimId, ClaimStatus, Entity, EntityId, EntityType, Mention, Relationship, RelationshipId, Span,
};
use crate::store::Writer;
use crate::text::fold;

/// Rows of one transaction.
const BATCH: usize = 8_192;
/// Characters of a name; more is no name.
const LONGEST_NAME: usize = 160;

/// The entities of an import, by position: first those of the table, then those only other tables name.
#[derive(Default)]
pub struct Elements {
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

impl Elements {
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

    /// Writes the relationships.
    pub fn relationships(
        &mut self,
        source: &mut Source<'_>,
        texts: &Texts,
        writer: &Writer,
    ) -> Result<(), ImportError> {
        let mut wanted = Vec::new();
        source.scan(Part::Relationships, &["human_readable_id"], |_, mut row, _| {
            wanted.push(row.take("human_readable_id").whole());
            Ok(())
        })?;
        let numbers = Numbers::give(&wanted);
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
            if batch.len() == BATCH { self.write_relationships(&mut batch, writer) } else { Ok(()) }
        })?;
        self.write_relationships(&mut batch, writer)
    }

    fn write_relationships(&self, batch: &mut Vec<Tie>, writer: &Writer) -> Result<(), ImportError> {
        writer.batch(|writer| {
            for (relationship, source, target) in batch.drain(..) {
                writer.add_relationships(std::slice::from_ref(&relationship))?;
                let (source, target) = (&self.names[source as usize], &self.names[target as usize]);
                let (record, title, body) = words::relationship_words(&relationship, source, target);
                writer.add_record_words(record, &title, &body)?;
            }
            Ok(())
        })
    }

    /// Writes the claims.
    pub fn claims(&mut self, source: &mut Source<'_>, texts: &Texts, writer: &Writer) -> Result<(), ImportError> {
        let mut wanted = Vec::new();
        source.scan(Part::Claims, &["human_readable_id"], |_, mut row, _| {
            wanted.push(row.take("human_readable_id").whole());
            Ok(())
        })?;
        let numbers = Numbers::give(&wanted);
        let mut seen = HashSet::new();
        let mut claims: Vec<(Claim, u32)> = Vec::new();
        let columns = [
            "id",
            "subject_id",
            "object_id",
            "type",
            "status",
            "start_date",
            "end_date",
            "description",
            "source_text",
            "text_unit_id",
        ];
        source.read(Part::Claims, &columns, |number, mut row, account| {
            let id = row.take("id").text();
            if let Some(id) = &id
                && !seen.insert(Key::of(id))
            {
                account.leave(number, "the same id as a claim before it", id);
                return Ok(());
            }
            let unit = row.take("text_unit_id").telling_text();
            let Some(&unit) = unit.as_deref().and_then(|unit| texts.by_key.get(&Key::of(unit))) else {
                account.leave(number, "names a text unit that no table has", unit.as_deref().unwrap_or_default());
                return Ok(());
            };
            let Some(subject) = row.take("subject_id").telling_text() else {
                account.leave(number, "is about nobody", id.as_deref().unwrap_or_default());
                return Ok(());
            };
            let (at, made) = self.named(&subject, &[unit]);
            if made {
                account.odd(number, "is about an entity that no table has: it was made from its name", &subject);
            }
            let object = row.take("object_id").telling_text().and_then(|object| self.by_name(&object));
            let quote = row.take("source_text").telling_text().unwrap_or_default();
            let (id, renumbered) = numbers.of_row(number);
            if renumbered {
                account.odd(number, RENUMBERED, &id.to_string());
            }
            self.claims.insert(id);
            let claim = Claim {
                id: ClaimId(id),
                subject: EntityId(self.ids[at as usize]),
                object: object.map(|at| EntityId(self.ids[at as usize])),
                kind: row.take("type").telling_text().unwrap_or_default(),
                status: status(row.take("status").text().as_deref()),
                start_date: row.take("start_date").telling_text(),
                end_date: row.take("end_date").telling_text(),
                description: row.take("description").text().unwrap_or_default(),
                quote_span: quote_span(texts, unit, &quote),
                quote,
                text_unit: texts.units[unit as usize].id,
            };
            claims.push((claim, at));
            account.loaded += 1;
            Ok(())
        })?;
        writer.batch(|writer| {
            for (claim, subject) in &claims {
                writer.add_claims(std::slice::from_ref(claim))?;
                let (record, title, body) = words::claim_words(claim, &self.names[*subject as usize]);
                writer.add_record_words(record, &title, &body)?;
            }
            Ok(())
        })
    }

    /// Writes the entities, and where each is named. Comes last of the three, when degrees are known and every entity
    /// that has no row was met.
    pub fn entities(&mut self, source: &mut Source<'_>, texts: &Texts, writer: &Writer) -> Result<(), ImportError> {
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
            if drafts.len() == BATCH { self.write_entities(&mut drafts, texts, writer) } else { Ok(()) }
        })?;
        for made in 0..self.made.len() {
            let mut units = std::mem::take(&mut self.made[made]);
            units.sort_unstable();
            units.dedup();
            drafts.push(Draft { at: self.rows.len() + made, units, ..Draft::default() });
            if drafts.len() == BATCH {
                self.write_entities(&mut drafts, texts, writer)?;
            }
        }
        self.write_entities(&mut drafts, texts, writer)
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

    fn write_entities(&mut self, drafts: &mut Vec<Draft>, texts: &Texts, writer: &Writer) -> Result<(), ImportError> {
        let made: Vec<(Entity, Vec<Mention>, Vec<u32>)> =
            drafts.par_drain(..).map(|draft| self.entity(draft, texts)).collect();
        writer.batch(|writer| {
            for (entity, mentions, _) in &made {
                writer.add_entities(std::slice::from_ref(entity))?;
                writer.add_mentions(mentions)?;
                let (record, title, body) = words::entity_words(entity);
                writer.add_record_words(record, &title, &body)?;
            }
            Ok::<_, ImportError>(())
        })?;
        for (_, _, documents) in made {
            self.documents.extend(documents);
            self.document_ends.push(self.documents.len());
        }
        Ok(())
    }

    fn entity(&self, draft: Draft, texts: &Texts) -> (Entity, Vec<Mention>, Vec<u32>) {
        let (id, name) = (EntityId(self.ids[draft.at]), self.names[draft.at].clone());
        let mut mentions = draft.mentions;
        mentions.iter_mut().for_each(|mention| mention.entity = id);
        if mentions.is_empty() {
            for &at in &draft.units {
                let (unit, text) = (&texts.units[at as usize], texts.unit_text(at as usize));
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
        (entity, mentions, documents)
    }
}

/// A relationship with the positions of its ends.
type Tie = (Relationship, u32, u32);

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

fn display_name(bare: &str, at: u32) -> String {
    if bare.is_empty() {
        return format!("(no name, {at})");
    }
    match bare.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &bare[..end]),
        None => bare.to_owned(),
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

fn status(text: Option<&str>) -> ClaimStatus {
    match text.map(str::trim) {
        Some(word) if word.eq_ignore_ascii_case("true") => ClaimStatus::True,
        Some(word) if word.eq_ignore_ascii_case("false") => ClaimStatus::False,
        _ => ClaimStatus::Suspected,
    }
}

fn quote_span(texts: &Texts, unit: u32, quote: &str) -> Option<Span> {
    let quote = quote.trim().trim_matches(['"', '“', '”']);
    let at = memchr::memmem::find(texts.unit_text(unit as usize).as_bytes(), quote.as_bytes())?;
    let start = texts.units[unit as usize].span.start + at;
    (!quote.is_empty()).then(|| Span::new(start, start + quote.len()))
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
