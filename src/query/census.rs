//! Lists and counts: which documents, which people, how often. The engine counts; the analyst only tells.
//!
//! A passage counts when one of its sentences covers most of what the question asks about, whether or not that sentence
//! stands alone; what is shown of it does. Where an entity is asked for and nothing else, so do the passages
//! that name it by whatever name.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::passages::Passages;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError};
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::relation::is_named_whole;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{DocumentId, EntityId, EntityType, Ref, TextUnit, TextUnitId};
use crate::retrieve::Filter;
use crate::store::Reader;
use crate::text::question::{Listed, Reading};
use crate::text::terms::{Stems, fold, words};

/// Passages looked at. More than a corpus of a million tokens has about most things.
const PASSAGES: usize = 1_500;
/// Part of the question's words that a sentence must cover to count; or so much of them, in a passage that covers most.
const COUNTS: f32 = 0.5;
const TOUCHES: f32 = 0.3;
const MOST: f32 = 0.75;
/// Rows handed to the analyst.
const ROWS: usize = 60;

/// A document or a person with what counted for it.
struct Row {
    record: Ref,
    title: String,
    passages: u32,
    /// The first passage that counts, to be cited where nothing of it can be shown, and the last.
    first: TextUnitId,
    last: Option<TextUnitId>,
    best: Vec<(f32, Quotable)>,
}

impl Row {
    fn new(record: Ref, title: String, first: TextUnitId) -> Self {
        Self { record, title, passages: 0, first, last: None, best: Vec::new() }
    }

    /// Counts a passage, however many of its sentences count; they come passage by passage.
    fn count(&mut self, passage: TextUnitId) {
        if self.last.replace(passage) != Some(passage) {
            self.passages += 1;
        }
    }
}

pub(super) fn gather(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    writing.stage("counting");
    let filter = Filter::new(reader, &ask.scope)?;
    let entity = entity_asked_for(reader, reading)?;
    let naming: Vec<TextUnitId> = entity.map_or_else(|| Ok(Vec::new()), |entity| reader.units_of_entity(entity))?;
    let named: HashSet<TextUnitId> = naming.iter().copied().collect();
    let of_name = entity.and(reading.names.first()).and_then(|name| words(name).last()).map(|word| fold(word.text));
    let focus = Focus::new(reading, lexicon);
    let mut stems = Stems::default();
    let mut passages = Passages::asked(reader, reading);
    let mut documents: BTreeMap<DocumentId, Row> = BTreeMap::new();
    let mut people: BTreeMap<(u8, u32), Row> = BTreeMap::new();
    let mut speakers: HashMap<(DocumentId, String), Option<(Ref, String)>> = HashMap::new();
    let mut counted = 0;
    // Documents that name it, if only in words that stand elsewhere too.
    let mut naming_at_all: HashSet<DocumentId> = HashSet::new();
    let hits = reader.search_units(&reading.content.join(" "), false, 1.0, PASSAGES)?;
    let mut seen: HashSet<TextUnitId> = HashSet::new();
    for id in hits.iter().map(|hit| TextUnitId(hit.record.id)).chain(naming) {
        if !filter.unit(id) || !seen.insert(id) {
            continue;
        }
        let Some(unit) = reader.text_units(&[id])?.pop() else { continue };
        let mut speaks_of_most: Option<bool> = None;
        // By whatever name a passage calls what is asked for.
        let mut counts = named.contains(&id);
        if counts {
            let title = passages.title(unit.document)?;
            documents.entry(unit.document).or_insert_with(|| Row::new(unit.document.into(), title, id));
        }
        let said = passages.said(&unit)?;
        if entity.is_some() && (counts || reading.names.iter().any(|name| is_named_whole(name, &said.text))) {
            naming_at_all.insert(unit.document);
        }
        for spoken in said.sentences {
            let inside_overlap = spoken.quotable.place.is_some_and(|(_, span)| span.start < unit.fresh_from);
            // The fell is not Cold Fell.
            if of_name.as_ref().is_some_and(|last| !has_capital(last, &spoken.quotable.text)) {
                continue;
            }
            let found = focus.score(&spoken.quotable.text, &mut stems);
            let coverage = found.coverage;
            if inside_overlap || coverage < TOUCHES || !spoken.suits(reading.role) {
                continue;
            }
            // One word of several is not what is asked for, however rare it is.
            if coverage < COUNTS || (found.exact as usize) < focus.len().min(2) {
                let most = match speaks_of_most {
                    Some(known) => known,
                    None => focus.score(&said.text, &mut stems).coverage >= MOST,
                };
                speaks_of_most = Some(most);
                if !most {
                    continue;
                }
            }
            counts = true;
            // Of one word a sentence that only comes near it shows nothing.
            let shown = spoken.stands && (coverage >= COUNTS || focus.len() > 1);
            if reading.list == Some(Listed::People) {
                for (record, title) in persons(reader, &unit, &spoken, &mut speakers)? {
                    let key = (record.kind as u8, record.id);
                    let row = people.entry(key).or_insert_with(|| Row::new(record, title, unit.id));
                    row.count(unit.id);
                    if shown {
                        row.best.push((coverage, spoken.quotable.clone()));
                    }
                }
            }
            let title = passages.title(unit.document)?;
            let row = documents.entry(unit.document).or_insert_with(|| Row::new(unit.document.into(), title, unit.id));
            if shown {
                row.best.push((coverage, spoken.quotable));
            }
        }
        if counts {
            counted += 1;
            if let Some(row) = documents.get_mut(&unit.document) {
                row.count(unit.id);
            }
        }
    }
    let all = reader.stats()?.documents;
    let words = match reading.content.as_slice() {
        [word] => format!("“{word}”"),
        words => format!("most of: {}", words.join(", ")),
    };
    let sought = match entity {
        Some(entity) => format!("that name {} or speak of {words}", reader.entity(entity)?.name),
        None => format!("that speak of {words}"),
    };
    let counted = match counted {
        1 => "one passage".to_owned(),
        n => format!("{n} passages"),
    };
    let mut facts = vec![match documents.len() {
        0 => format!("No passage in the {all} documents speaks of {words}."),
        n => format!("In {n} of {all} documents, in {counted}, counting those {sought}."),
    }];
    naming_at_all.extend(documents.keys());
    if let Some(entity) = entity.filter(|_| naming_at_all.len() > documents.len()) {
        let name = reader.entity(entity)?.name;
        // Copies are not looked through.
        let many = match naming_at_all.len() {
            n if n as u64 >= u64::from(all) => format!("all {all}"),
            n => format!("at least {n} of the {all}"),
        };
        facts.push(format!(
            "What stands word for word in several documents (copies, an opening that returns) counts for one of them only; \
             with it, {many} documents name {name}."
        ));
    }
    let rows: Vec<Row> = if reading.list == Some(Listed::People) && !people.is_empty() {
        facts.push(format!("By whom, most first ({} people):", people.len()));
        people.into_values().collect()
    } else {
        documents.into_values().collect()
    };
    Ok(Gathered { records: records(rows), facts, map: false })
}

/// True when a text has a word of a name, given folded, with a capital.
fn has_capital(folded: &str, text: &str) -> bool {
    words(text).any(|word| word.text.starts_with(char::is_uppercase) && fold(word.text) == folded)
}

/// The entity whose documents are asked for, where the question names it and nothing else.
fn entity_asked_for(reader: &Reader, reading: &Reading) -> Result<Option<EntityId>, QueryError> {
    let [name] = reading.names.as_slice() else { return Ok(None) };
    let own: HashSet<String> = words(name).map(|word| fold(word.text)).collect();
    let alone = reading.content.iter().all(|word| own.contains(&fold(word)));
    if !alone || reading.role.is_some() || reading.list == Some(Listed::People) {
        return Ok(None);
    }
    Ok(reader.entities_named(name)?.first().copied())
}

fn records(mut rows: Vec<Row>) -> Vec<ContextRecord> {
    for row in &mut rows {
        row.best.sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    rows.sort_by(|a, b| b.passages.cmp(&a.passages).then(a.record.id.cmp(&b.record.id)));
    rows.truncate(ROWS);
    let most = rows.first().map_or(1, |row| row.passages).max(1);
    rows.into_iter()
        .map(|row| ContextRecord {
            candidates: Vec::new(),
            record: row.record,
            title: row.title,
            text: match row.passages {
                1 => "1 passage".to_owned(),
                n => format!("{n} passages"),
            },
            rank: row.passages as f32 / most as f32,
            tokens: row.best.iter().take(3).map(|(_, q)| super::estimate_tokens(&q.text)).sum(),
            sentences: match row.best.is_empty() {
                true => vec![mere_citation(row.first)],
                false => row.best.into_iter().take(3).map(|(_, quotable)| quotable).collect(),
            },
        })
        .collect()
}

/// A passage of which nothing can be shown by itself: a quotation without words.
fn mere_citation(unit: TextUnitId) -> Quotable {
    Quotable { text: String::new(), cites: vec![unit.into()], place: None, speaker: None, relevance: None }
}

/// Whom a sentence counts for: who says it, where that is known, else the persons it names.
fn persons(
    reader: &Reader,
    unit: &TextUnit,
    spoken: &super::passages::Spoken,
    speakers: &mut HashMap<(DocumentId, String), Option<(Ref, String)>>,
) -> Result<Vec<(Ref, String)>, QueryError> {
    if let Some(name) = &spoken.name {
        let key = (unit.document, name.clone());
        if !speakers.contains_key(&key) {
            let ids = reader.entities_named(name)?;
            let person = reader.entities(&ids)?.into_iter().find(|entity| entity.kind == EntityType::Person);
            speakers.insert(key.clone(), person.map(|entity| (entity.id.into(), entity.name)));
        }
        return Ok(speakers[&key].clone().into_iter().collect());
    }
    let Some((_, place)) = spoken.quotable.place else { return Ok(Vec::new()) };
    let mut named: Vec<_> = reader
        .mentions_in(unit.id)?
        .into_iter()
        .filter(|mention| place.contains(mention.span))
        .map(|mention| mention.entity)
        .collect();
    named.dedup();
    Ok(reader
        .entities(&named)?
        .into_iter()
        .filter(|entity| entity.kind == EntityType::Person)
        .map(|entity| (entity.id.into(), entity.name))
        .collect())
}
