//! Local questions: the entities that a question names or is about, and their neighbourhood (GraphRAG's local search):
//! their reports, relationships, claims and the passages that tell of them, each kind within its share of the budget.

use std::collections::HashSet;

use super::Engine;
use crate::judgement::ANSWER_TOKENS;
use crate::model::{CommunityId, How, Ref, TextUnitId};
use crate::query::context::passages::PassageReader;
use crate::query::context::records::{self, within};
use crate::query::context::speakers::keep_speakers;
use crate::query::entities::{dossier, relation, ties};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve::{self, FoundRecord, LocalLimits};

/// Percent of the context that passages and reports may take; entities, relationships and claims take the rest. As in
/// the reference implementation.
const SOURCES_PERCENT: u32 = 50;
const REPORTS_PERCENT: u32 = 15;
const LIMITS: LocalLimits = LocalLimits { passages: 24, entities: 10, relationships: 40, reports: 6 };

/// The engine.
pub(super) struct Local;

impl Engine for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn about(&self) -> &'static str {
        "somebody or something: entities and what is connected with them"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        writing.stage("looking for entities and passages");
        if let Some(tied) = ties::gather(task, writing)? {
            return Ok(tied);
        }
        let reader = task.reader();
        let mut found = retrieve::local(reader, &task.query()?, &task.filter, LIMITS)?;
        for hit in found.entities.iter().chain(&found.relationships).chain(&found.reports) {
            writing.found(hit.record, hit.how.clone(), hit.score);
        }
        found.passages.iter().for_each(|hit| writing.found(hit.unit.into(), hit.how.clone(), hit.score));
        let best = retrieve::best_score(found.passages.first().map(|hit| hit.score));
        let mut ranked: Vec<(TextUnitId, f32)> =
            found.passages.iter().map(|hit| (hit.unit, hit.score / best)).collect();
        let between = relation::between(task)?;
        if let Some(between) = &between {
            ranked.retain(|(unit, _)| !between.passages.contains(unit));
            ranked.splice(0..0, between.passages.iter().map(|&unit| (unit, 1.0)));
            let first = |record: Ref| FoundRecord { record, score: 1.0, how: How::Way("both".to_owned()) };
            put_first(&mut found.entities, between.entities.map(|id| first(id.into())));
            put_first(&mut found.relationships, between.relationships.iter().map(|&id| first(id.into())));
        }
        let mut passages = PassageReader::new(reader);
        let mut sources = Vec::with_capacity(ranked.len());
        for (unit, rank) in ranked {
            let Some(unit) = reader.find_unit(unit)? else { continue };
            let mut record = passages.with_reply(&unit, rank)?;
            let both = between.iter().flat_map(|between| &between.near).find(|both| both.unit.id == unit.id);
            let names_both = both.and_then(|both| both.passage(&record));
            record.candidates.extend(names_both);
            sources.push(record);
        }
        records::put_answered_below_first(task, &mut sources);
        let mut records = within(sources, ANSWER_TOKENS * SOURCES_PERCENT / 100);
        let scores = |of: &[FoundRecord]| of.iter().map(|hit| (hit.record.id, hit.score)).collect::<Vec<_>>();
        let of_reports = scores(&found.reports);
        let most = retrieve::best_score(of_reports.first().map(|(_, score)| *score));
        let ids: Vec<CommunityId> = of_reports.iter().map(|(id, _)| CommunityId(*id)).collect();
        let reports = records::reports(task, &ids, |report| {
            of_reports.iter().find(|(id, _)| *id == report.community.0).map_or(0.0, |(_, score)| score / most)
        })?;
        let reports = within(reports, ANSWER_TOKENS * REPORTS_PERCENT / 100);
        let mut elements = records::entities(task, &found.entities)?;
        elements.extend(records::relationships(task, &found.relationships)?);
        elements.extend(records::claims(task, &found.entities)?);
        let spent: u32 = records.iter().chain(&reports).map(|record| record.tokens).sum();
        records.extend(reports);
        records.extend(within(elements, ANSWER_TOKENS.saturating_sub(spent)));
        let kept: HashSet<Ref> = records.iter().map(|record| record.record).collect();
        let facts = between.map(|between| between.cited(|unit| kept.contains(&unit))).unwrap_or_default();
        let dossier = dossier::dossier(task)?;
        if let Some(dossier) = &dossier {
            dossier.add_to(task, &mut records)?;
        }
        records.iter_mut().for_each(|record| keep_speakers(record, task.ask));
        Ok(Gathered { records, facts, dossier: dossier.map(|dossier| dossier.line), ..Gathered::default() })
    }
}

/// Puts records in front of those found, each once.
fn put_first(found: &mut Vec<FoundRecord>, records: impl IntoIterator<Item = FoundRecord>) {
    let records: Vec<FoundRecord> = records.into_iter().collect();
    found.retain(|known| !records.iter().any(|first| first.record == known.record));
    found.splice(0..0, records);
}
