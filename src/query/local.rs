//! Local questions: the entities that a question names or is about, and their neighbourhood (GraphRAG's local search):
//! their reports, relationships and the passages that tell of them, each kind within its share of the budget.

use std::collections::HashMap;

use super::engine::Engine;
use super::passages::Passages;
use super::reports::Reports;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, Session, estimate_tokens, relation, statements};
use crate::judgement::ContextRecord;
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::stated::Statements;
use crate::model::{CommunityId, EntityId, Ref, RelationshipId, TextUnitId};
use crate::retrieve::{self, Filter, Found, How, Limits, Query};
use crate::store::Reader;
use crate::text::office::Sought;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::terms::{Stems, words};

/// Tokens of the whole context, and the shares of it that passages and reports may take; entities and relationships
/// take the rest. As in the reference implementation.
const BUDGET: u32 = 12_000;
const SOURCES_SHARE: f32 = 0.5;
const REPORTS_SHARE: f32 = 0.15;
/// Passages that are looked at for what a thing is, or how it works.
const TOLD_SOMEWHERE: usize = 100;
const LIMITS: Limits = Limits { passages: 24, entities: 10, relationships: 40, reports: 6 };

/// The engine.
pub(super) struct Local;

impl Engine for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn about(&self) -> &'static str {
        "somebody or something: entities and what is connected with them"
    }

    fn gather(
        &self,
        session: &Session,
        ask: &Ask,
        reading: &Reading,
        writing: &mut Writing<'_>,
    ) -> Result<Gathered, QueryError> {
        gather(&session.reader, &*session.lexicon, ask, reading, writing)
    }
}

pub(super) fn gather(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    writing.stage("looking for entities and passages");
    let filter = Filter::new(reader, &ask.scope)?;
    let mut found = retrieve::local(
        reader,
        &Query::read(reader, &ask.question.text)?.meaning(ask.vector.clone()),
        &filter,
        LIMITS,
    )?;
    if let Some(stance) = reading.stance {
        // One passage of all that have the word says what it means.
        let sought = matches!(stance, Stance::Definition | Stance::Mechanism);
        let limit = if sought { TOLD_SOMEWHERE } else { LIMITS.passages };
        found.passages = statements::passages(reader, ask, reading, stance, &filter, limit)?;
    }
    for hit in found.entities.iter().chain(&found.relationships).chain(&found.reports) {
        writing.found(hit.record, &hit.how, hit.score);
    }
    found.passages.iter().for_each(|hit| writing.found(hit.unit.into(), &hit.how, hit.score));

    let best = found.passages.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    let mut ranked: Vec<(TextUnitId, f32)> = found.passages.iter().map(|hit| (hit.unit, hit.score / best)).collect();
    let mut passages = Passages::asked(reader, reading);
    let between = relation::between(reader, &mut passages, reading, &filter)?;
    if let Some(between) = &between {
        ranked.retain(|(unit, _)| !between.passages.contains(unit));
        ranked.splice(0..0, between.passages.iter().map(|&unit| (unit, 1.0)));
        let way = || How::Way("both".to_owned());
        let first = |record: Ref| Found { record, score: 1.0, how: way() };
        put_first(&mut found.entities, between.entities.map(|id| first(id.into())));
        put_first(&mut found.relationships, between.relationships.iter().map(|&id| first(id.into())));
    }
    if let Some(Sought::Name(name)) = &reading.whois {
        let told = introductions(reader, &mut passages, name, &filter)?;
        ranked.retain(|(unit, _)| !told.contains(unit));
        ranked.splice(0..0, told.into_iter().map(|unit| (unit, 1.0)));
    }
    let (focus, mut stems) = (Focus::new(reading, lexicon), Stems::default());
    let sources = match Statements::sought(reading, &focus, &mut stems) {
        Some(sought) => statements::records(reader, &mut passages, &ranked, &sought, &focus)?,
        None => passages.records(&ranked, &mut |text| focus.is_answered(text, &mut stems))?,
    };
    let mut records = within(sources, share(SOURCES_SHARE));
    let reports = within(report_records(reader, &found.reports)?, share(REPORTS_SHARE));
    let mut elements = entity_records(reader, &mut passages, &found.entities)?;
    elements.extend(relationship_records(reader, &mut passages, &found.relationships)?);
    let spent: u32 = records.iter().chain(&reports).map(|record| record.tokens).sum();
    records.extend(reports);
    records.extend(within(elements, BUDGET.saturating_sub(spent)));
    let facts = between.map(|between| between.facts).unwrap_or_default();
    Ok(Gathered { records, facts, map: false })
}

/// Text units in which a sentence says who or what a name is, the plainest first: of those that name it the first of each
/// document, where people are introduced.
fn introductions(
    reader: &Reader,
    passages: &mut Passages<'_>,
    name: &str,
    filter: &Filter,
) -> Result<Vec<TextUnitId>, QueryError> {
    const LOOKED_AT: usize = 80;
    const TOLD: usize = 4;
    const PLAIN: f32 = 0.85;
    let Some(&entity) = reader.entities_named(name)?.first() else { return Ok(Vec::new()) };
    let mut units = reader.text_units(&reader.units_of_entity(entity)?)?;
    units.retain(|unit| filter.unit(unit.id));
    units.sort_by_key(|unit| (unit.ordinal, unit.id));
    let sought = Sought::Name(name.to_owned());
    let mut told: Vec<(f32, TextUnitId)> = Vec::new();
    for unit in units.iter().take(LOOKED_AT) {
        let title = passages.title(unit.document)?;
        let said = passages.whole_sentences(unit)?;
        let worth = |(text, speaker): &(String, Option<String>)| {
            // Most sentences neither name him nor are his.
            let his = speaker.as_deref() == Some(name);
            if !his && !words(name).any(|word| text.contains(word.text)) {
                return 0.0;
            }
            // A sentence about him says more than a name with an office in a list.
            let told = sought.told(text, speaker.as_deref(), &title);
            told.map_or(
                0.0,
                |(part, worth)| if 2 * part.len() > text.len() && text.ends_with('.') { 1.0 + worth } else { worth },
            )
        };
        let best = said.iter().map(worth).fold(0.0, f32::max);
        if best >= PLAIN {
            told.push((best, unit.id));
        }
    }
    told.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(told.into_iter().take(TOLD).map(|(_, unit)| unit).collect())
}

/// Puts records in front of those found, each once.
fn put_first(found: &mut Vec<Found>, records: impl IntoIterator<Item = Found>) {
    let records: Vec<Found> = records.into_iter().collect();
    found.retain(|known| !records.iter().any(|first| first.record == known.record));
    found.splice(0..0, records);
}

fn share(part: f32) -> u32 {
    (BUDGET as f32 * part) as u32
}

/// The records that fit, best first; one that is too long does not keep shorter ones behind it out.
fn within(records: Vec<ContextRecord>, budget: u32) -> Vec<ContextRecord> {
    let mut left = budget;
    records
        .into_iter()
        .filter(|record| {
            let fits = record.tokens <= left;
            if fits {
                left -= record.tokens;
            }
            fits
        })
        .collect()
}

/// Scores by id, the best being 1.
fn ranks(found: &[Found]) -> HashMap<u32, f32> {
    let best = found.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    found.iter().map(|hit| (hit.record.id, hit.score / best)).collect()
}

fn entity_records(
    reader: &Reader,
    passages: &mut Passages<'_>,
    found: &[Found],
) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<EntityId> = found.iter().map(|hit| EntityId(hit.record.id)).collect();
    let ranks = ranks(found);
    let records = reader.entities(&ids)?.into_iter().map(|entity| {
        let text = format!("{} ({}): {}", entity.name, entity.kind.name(), entity.description);
        Ok(ContextRecord {
            candidates: Vec::new(),
            record: entity.id.into(),
            title: entity.name,
            tokens: estimate_tokens(&text),
            text,
            sentences: passages.described(&entity.description)?,
            rank: ranks.get(&entity.id.0).copied().unwrap_or_default(),
        })
    });
    records.collect()
}

fn relationship_records(
    reader: &Reader,
    passages: &mut Passages<'_>,
    found: &[Found],
) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<RelationshipId> = found.iter().map(|hit| RelationshipId(hit.record.id)).collect();
    let ranks = ranks(found);
    let titles: HashMap<RelationshipId, String> =
        reader.relationship_rows(&ids)?.iter().map(|row| (row.id, row.title())).collect();
    let records = reader.relationships(&ids)?.into_iter().map(|relationship| {
        let title = titles.get(&relationship.id).cloned().unwrap_or_default();
        let text = format!("{title}: {}", relationship.description);
        Ok(ContextRecord {
            candidates: Vec::new(),
            record: relationship.id.into(),
            title,
            tokens: estimate_tokens(&text),
            text,
            sentences: passages.described(&relationship.description)?,
            rank: ranks.get(&relationship.id.0).copied().unwrap_or_default(),
        })
    });
    records.collect()
}

fn report_records(reader: &Reader, found: &[Found]) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<CommunityId> = found.iter().map(|hit| CommunityId(hit.record.id)).collect();
    let ranks = ranks(found);
    let mut as_records = Reports::new(reader);
    reader
        .reports(&ids)?
        .iter()
        .map(|report| as_records.record(report, ranks.get(&report.community.0).copied().unwrap_or_default()))
        .collect()
}
