//! Reports, entities and relationships as records for an analyst: what a model would be given, and the passages that
//! may be quoted from them.

use std::collections::{BTreeSet, HashMap};

use super::passages::PassageReader;
use crate::judgement::quotation::{quotables, unescape};
use crate::judgement::rank::features::{Candidate, asks};
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{
    CommunityId, EntityId, Evidence, Kind, Ref, RelationshipId, Report, Span, TextUnitId, without_citations,
};
use crate::query::QueryError;
use crate::query::task::Task;
use crate::retrieve::{self, Filter, FoundRecord};
use crate::store::Meta;
use crate::text::cutting::tokens;
use crate::text::layout::sentences;
use crate::text::words::terms::{Stems, folded, is_stop};

/// The records of reports, in their order; `rank` is how well each was found.
pub(in crate::query) fn reports(
    task: &Task<'_>,
    ids: &[CommunityId],
    rank: impl Fn(&Report) -> f32,
) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    let mut records = Vec::with_capacity(ids.len());
    for report in reader.reports(ids)? {
        let rank = rank(&report);
        let mut text = format!("# {}\n\n{}\n", report.title, report.summary);
        let mut in_short = without_citations(&report.summary);
        let mut quoted = reader.gist(report.community.into())?;
        let mut own = Vec::new();
        if quoted.is_empty() {
            own.push(report.summary.as_str());
        }
        for finding in &report.findings {
            text.push_str(&format!("\n## {}\n\n{}\n", finding.heading, finding.explanation));
            in_short.push_str(&format!("\n- {}", finding.heading));
            quoted.extend(finding.evidence.iter().cloned());
            if finding.evidence.is_empty() {
                own.push(finding.explanation.as_str());
            }
        }
        // A report that quotes speaks by what it quotes; a model's report by its own sentences.
        if quoted.is_empty() {
            quoted = own.iter().flat_map(|markdown| statements(markdown, report.community.into())).collect();
            // What is said about the report's own contents cites no source, and answers nothing.
            if quoted.iter().any(|evidence| evidence.source().is_some()) {
                quoted.retain(|evidence| evidence.source().is_some());
            }
        }
        let mut candidates: Vec<Candidate> = Vec::with_capacity(quoted.len());
        for evidence in quoted {
            let known = candidates.iter().any(|known| known.evidence.text == evidence.text);
            if !known && is_inside(&task.filter, &evidence) {
                candidates.push(candidate(evidence, rank));
            }
        }
        records.push(ContextRecord {
            record: report.community.into(),
            title: report.title,
            tokens: tokens::guess(&text),
            text,
            in_short: Some(in_short).filter(|short| !report.summary.trim().is_empty() && !short.is_empty()),
            candidates,
            rank,
        });
    }
    Ok(records)
}

/// What retrieval found of entities, as records.
pub(in crate::query) fn entities(task: &Task<'_>, found: &[FoundRecord]) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<EntityId> = found.iter().map(|hit| EntityId(hit.record.id)).collect();
    let ranks = ranks(found);
    let mut shown = Shown::new(task)?;
    let mut records = Vec::with_capacity(ids.len());
    for entity in task.reader().entities(&ids)? {
        let text = format!("{} ({}): {}", entity.name, entity.kind.name(), entity.description);
        let rank = ranks.get(&entity.id.0).copied().unwrap_or_default();
        let mut record = described(task, entity.id.into(), entity.name, text, &entity.description, rank);
        shown.as_it_stands(&mut record)?;
        records.push(record);
    }
    Ok(records)
}

/// The same as rows of a list: each with the first thing that is said of it.
pub(in crate::query) fn entity_rows(task: &Task<'_>, found: &[FoundRecord]) -> Result<Vec<ContextRecord>, QueryError> {
    let ids: Vec<EntityId> = found.iter().map(|hit| EntityId(hit.record.id)).collect();
    let mut shown = Shown { left: found.len(), ..Shown::new(task)? };
    let mut records = Vec::with_capacity(ids.len());
    for entity in task.reader().entities(&ids)? {
        shown.asked.extend(folded(&entity.name));
        let mut record = described(task, entity.id.into(), entity.name, String::new(), &entity.description, 1.0);
        record.candidates.truncate(1);
        shown.as_it_stands(&mut record)?;
        records.push(record);
    }
    Ok(records)
}

/// Descriptions that quote, as the passages that they quote, with whoever says them and where: nothing of a document is
/// shown as if it were the index's own words. A model's descriptions, and those of an import, are left as they are.
struct Shown<'a> {
    task: &'a Task<'a>,
    passages: PassageReader<'a>,
    /// All descriptions quote.
    quoting: bool,
    /// Words of the question.
    asked: BTreeSet<String>,
    left: usize,
}

impl<'a> Shown<'a> {
    /// Records of which the passages are looked for: the first of those that the question names.
    const LOOKED_FOR: usize = 8;

    fn new(task: &'a Task<'a>) -> Result<Self, QueryError> {
        let passages = PassageReader::new(task.reader());
        let asked = folded(&task.ask.question.text).into_iter().collect();
        let quoting = task.reader().meta()?.method == Meta::OFFLINE;
        Ok(Self { task, passages, quoting, asked, left: Self::LOOKED_FOR })
    }

    fn as_it_stands(&mut self, record: &mut ContextRecord) -> Result<(), QueryError> {
        let named = folded(&record.title).iter().any(|word| self.asked.contains(word) && !is_stop(word));
        let quotes = self.quoting;
        let cites = |candidate: &Candidate| candidate.evidence.source().is_some();
        if !named || self.left == 0 {
            record.candidates.retain(|candidate| !(quotes && cites(candidate)));
            return Ok(());
        }
        self.left -= 1;
        let mut candidates = Vec::with_capacity(record.candidates.len());
        for candidate in record.candidates.drain(..) {
            match self.passage(&candidate.evidence)? {
                Some(known) => candidates.push(Candidate { retrieved: candidate.retrieved, ..known }),
                None if quotes && cites(&candidate) => {}
                None => candidates.push(candidate),
            }
        }
        record.candidates = candidates;
        Ok(())
    }

    fn passage(&mut self, described: &Evidence) -> Result<Option<Candidate>, QueryError> {
        let Some(source) = described.source() else { return Ok(None) };
        let quoted = folded(&described.text).join(" ");
        for unit in self.task.reader().text_units(&[TextUnitId(source.id)])? {
            let record = self.passages.record(&unit, 1.0)?;
            let within = |words: &str| folded(words).join(" ").contains(&quoted);
            let quotes = |candidate: &&Candidate| within(candidate.evidence.quoted());
            // Two sentences that are told together stand in one window.
            let shows = |candidate: &&Candidate| within(&candidate.evidence.text);
            let mut candidates = record.candidates.iter();
            if let Some(found) = candidates.clone().find(quotes).or_else(|| candidates.find(shows)) {
                return Ok(Some(found.clone()));
            }
        }
        Ok(None)
    }
}

/// What retrieval found of relationships, as records.
pub(in crate::query) fn relationships(
    task: &Task<'_>,
    found: &[FoundRecord],
) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    let ids: Vec<RelationshipId> = found.iter().map(|hit| RelationshipId(hit.record.id)).collect();
    let ranks = ranks(found);
    let titles: HashMap<RelationshipId, String> =
        reader.relationship_rows(&ids)?.iter().map(|row| (row.id, row.title())).collect();
    let mut shown = Shown::new(task)?;
    let mut records = Vec::with_capacity(ids.len());
    for relationship in reader.relationships(&ids)? {
        let title = titles.get(&relationship.id).cloned().unwrap_or_default();
        let text = format!("{title}: {}", relationship.description);
        let rank = ranks.get(&relationship.id.0).copied().unwrap_or_default();
        let mut record = described(task, relationship.id.into(), title, text, &relationship.description, rank);
        shown.as_it_stands(&mut record)?;
        records.push(record);
    }
    Ok(records)
}

/// The claims made about entities that retrieval found, as records; each as well found as who it is about.
pub(in crate::query) fn claims(task: &Task<'_>, found: &[FoundRecord]) -> Result<Vec<ContextRecord>, QueryError> {
    let reader = task.reader();
    if reader.stats()?.claims == 0 {
        return Ok(Vec::new());
    }
    let ids: Vec<EntityId> = found.iter().map(|hit| EntityId(hit.record.id)).collect();
    let ranks = ranks(found);
    let mut records = Vec::new();
    for entity in reader.entities(&ids)? {
        let rank = ranks.get(&entity.id.0).copied().unwrap_or_default();
        let claims = reader.claims_about(entity.id)?.into_iter();
        for claim in claims.filter(|claim| task.filter.unit(claim.text_unit)) {
            let title = format!("{}: {}", entity.name, claim.kind);
            let text = format!("{title} ({}): {}", claim.status.name(), claim.description);
            records.push(described(task, claim.id.into(), title, text, &claim.description, rank));
        }
    }
    Ok(records)
}

fn described(task: &Task<'_>, record: Ref, title: String, text: String, description: &str, rank: f32) -> ContextRecord {
    let said = statements(description, record).into_iter().filter(|evidence| is_inside(&task.filter, evidence));
    ContextRecord {
        record,
        title,
        tokens: tokens::guess(&text),
        text,
        in_short: None,
        candidates: said.map(|evidence| candidate(evidence, rank)).collect(),
        rank,
    }
}

/// Scores by id, the best being 1.
fn ranks(found: &[FoundRecord]) -> HashMap<u32, f32> {
    let best = retrieve::best_score(found.first().map(|hit| hit.score));
    found.iter().map(|hit| (hit.record.id, hit.score / best)).collect()
}

/// The sentences of a text that is a record's own, each with what it cites; one that cites nothing at all, as a model's
/// description does, is cited as the record.
fn statements(markdown: &str, of: Ref) -> Vec<Evidence> {
    let mut said = quotables(markdown);
    if said.is_empty() {
        let sentences = sentences::split(markdown, Span::new(0, markdown.len()));
        said.extend(sentences.into_iter().filter_map(|span| {
            let text = unescape(span.slice(markdown)?.trim());
            (!text.is_empty()).then_some(Quotable { text, cites: vec![of], ..Quotable::default() })
        }));
    }
    said.into_iter().map(own_words).collect()
}

/// Words of a record's own as what is quoted: no document has them.
fn own_words(said: Quotable) -> Evidence {
    let span = Span::new(0, said.text.len());
    Evidence {
        cites: said.cites,
        document: None,
        quote: span,
        window: span,
        text: said.text,
        lead: None,
        speaker: said.speaker,
        title: String::new(),
        day: None,
        heading: Vec::new(),
        cut: false,
    }
}

fn candidate(evidence: Evidence, rank: f32) -> Candidate {
    Candidate { retrieved: rank.clamp(0.0, 1.0), ..Candidate::by_itself(evidence) }
}

/// True when all text units that a passage cites lie in the part that is asked.
fn is_inside(filter: &Filter, evidence: &Evidence) -> bool {
    evidence.cites.iter().all(|cite| cite.kind != Kind::Source || filter.unit(TextUnitId(cite.id)))
}

/// The records that fit a number of tokens, best first; one that is too long does not keep shorter ones behind it out.
pub(in crate::query) fn within(records: Vec<ContextRecord>, budget: u32) -> Vec<ContextRecord> {
    let mut left = budget;
    let fits = |record: &ContextRecord| {
        let fits = record.tokens <= left;
        if fits {
            left -= record.tokens;
        }
        fits
    };
    records.into_iter().filter(fits).collect()
}

/// Puts those in front that answer the question below a heading which is the question itself: they are read, however
/// little there is room for.
pub(in crate::query) fn put_answered_below_first(task: &Task<'_>, records: &mut [ContextRecord]) {
    let mut headings =
        records.iter().flat_map(|record| &record.candidates).filter_map(|one| one.evidence.heading.last());
    if !headings.any(|heading| asks(heading)) {
        return;
    }
    let (asked, mut stems) = (task.asked(), Stems::default());
    let mut answers =
        |record: &ContextRecord| record.candidates.iter().any(|one| asked.is_answered_below(&one.evidence, &mut stems));
    records.sort_by_cached_key(|record| !answers(record));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_cite_nothing_are_the_record_s_own() {
        let of = Ref::new(Kind::Entity, 7);
        let own = statements("Ada Voss keeps the lock. She lost\\_count of the years.", of);
        let texts: Vec<&str> = own.iter().map(|evidence| evidence.text.as_str()).collect();
        assert_eq!(texts, ["Ada Voss keeps the lock.", "She lost_count of the years."]);
        assert!(own.iter().all(|evidence| evidence.cites == [of] && evidence.document.is_none()));
        let cited = statements("The lock is old. [Data: Sources (3)] Nobody says so.", of);
        assert_eq!(cited.len(), 1);
        assert_eq!(cited[0].source(), Some(Ref::new(Kind::Source, 3)));
        assert!(statements("", of).is_empty());
    }
}
