//! Tables as Microsoft GraphRAG 3 writes and reads them. A few columns of our own stand behind theirs (where entities
//! are named, other names, the order of rank), which their loader passes over and our import takes back.

use std::collections::HashMap;
use std::path::Path;

use super::{ExportError, Sink, WINDOW};
use crate::interop::parquet_out::{Column, TableWriter};
use crate::model::{
    ClaimStatus, CommunityId, DocumentId, EntityId, Ref, RelationshipId, Report, Span, TextUnitId, hash,
};
use crate::store::DocumentOrder;
use crate::text::dates;

/// An id that other tables refer to: the same whenever the same record is exported.
fn id(record: impl Into<Ref>) -> String {
    let record: Ref = record.into();
    hash::hex(format!("gleaner {record}").as_bytes())
}

fn ids<T: Into<Ref>>(records: impl IntoIterator<Item = T>) -> Vec<String> {
    records.into_iter().map(id).collect()
}

pub fn write(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    documents(sink, folder)?;
    text_units(sink, folder)?;
    entities(sink, folder)?;
    relationships(sink, folder)?;
    claims(sink, folder)?;
    communities(sink, folder)
}

/// Writes a table window by window; without any row it has its columns still.
fn table<T>(
    folder: &Path,
    name: &str,
    rows: &[T],
    sink: &Sink<'_>,
    mut columns: impl FnMut(&[T]) -> Result<Vec<(&'static str, Column)>, ExportError>,
) -> Result<(), ExportError> {
    let path = folder.join(format!("{name}.parquet"));
    let fail = |e: parquet::errors::ParquetError| ExportError::Table { path: path.clone(), detail: e.to_string() };
    let mut writer = TableWriter::create(&path, &columns(&[])?).map_err(fail)?;
    for window in rows.chunks(WINDOW) {
        sink.check()?;
        writer.write(&columns(window)?).map_err(fail)?;
    }
    writer.close().map_err(fail)
}

fn documents(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = reader.document_ids(DocumentOrder::Reading)?;
    // Texts are large: some megabytes at a time.
    let path = folder.join("documents.parquet");
    let fail = |e: parquet::errors::ParquetError| ExportError::Table { path: path.clone(), detail: e.to_string() };
    let mut writer = TableWriter::create(&path, &document_columns(sink, &[])?).map_err(fail)?;
    let mut window: Vec<DocumentId> = Vec::new();
    let mut size = 0;
    for document in reader.documents(&all)? {
        sink.check()?;
        window.push(document.id);
        size += document.text_len;
        if size > 16 << 20 || window.len() == WINDOW {
            writer.write(&document_columns(sink, &window)?).map_err(fail)?;
            window.clear();
            size = 0;
        }
    }
    writer.write(&document_columns(sink, &window)?).map_err(fail)?;
    writer.close().map_err(fail)
}

fn document_columns(sink: &Sink<'_>, window: &[DocumentId]) -> Result<Vec<(&'static str, Column)>, ExportError> {
    let reader = sink.reader;
    let documents = reader.documents(window)?;
    let mut texts = Vec::with_capacity(documents.len());
    let mut units = Vec::with_capacity(documents.len());
    for document in &documents {
        texts.push(reader.text(document.id, Span::new(0, document.text_len))?.1);
        units.push(ids(reader.units_of_document(document.id)?.into_iter().map(|unit| unit.id)));
    }
    Ok(vec![
        ("id", Column::texts(documents.iter().map(|document| id(document.id)))),
        ("human_readable_id", Column::wholes(documents.iter().map(|document| i64::from(document.id.0)))),
        ("title", Column::texts(documents.iter().map(|document| document.title.as_str()))),
        ("text", Column::texts(texts)),
        ("text_unit_ids", Column::Texts(units)),
        ("creation_date", Column::Text(documents.iter().map(|document| document.modified.map(date)).collect())),
        ("raw_data", Column::Text(vec![None; documents.len()])),
        ("path", Column::texts(documents.iter().map(|document| document.path.as_str()))),
        ("format", Column::texts(documents.iter().map(|document| document.format.as_str()))),
        ("row", Column::Text(documents.iter().map(|document| document.row.map(|row| row.to_string())).collect())),
    ])
}

/// `2024-05-06 07:08:09 +0000`
fn date(seconds: i64) -> String {
    format!("{}:{:02} +0000", dates::to_the_minute(seconds), seconds.rem_euclid(60))
}

fn text_units(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = reader.all_text_units()?;
    table(folder, "text_units", &all, sink, |window| {
        let mut texts = Vec::with_capacity(window.len());
        let (mut entities, mut relationships, mut claims) = (Vec::new(), Vec::new(), Vec::new());
        for unit in window {
            texts.push(reader.unit_text(unit)?);
            let mut named: Vec<EntityId> = reader.mentions_in(unit.id)?.into_iter().map(|m| m.entity).collect();
            named.sort_unstable();
            named.dedup();
            entities.push(ids(named));
            relationships.push(ids(reader.relationships_in(unit.id)?));
            claims.push(ids(reader.claims_in(unit.id)?.into_iter().map(|claim| claim.id)));
        }
        Ok(vec![
            ("id", Column::texts(window.iter().map(|unit| id(unit.id)))),
            ("human_readable_id", Column::wholes(window.iter().map(|unit| i64::from(unit.id.0)))),
            ("text", Column::texts(texts)),
            ("n_tokens", Column::wholes(window.iter().map(|unit| i64::from(unit.tokens)))),
            ("document_id", Column::texts(window.iter().map(|unit| id(unit.document)))),
            ("entity_ids", Column::Texts(entities)),
            ("relationship_ids", Column::Texts(relationships)),
            ("covariate_ids", Column::Texts(claims)),
            ("start", Column::wholes(window.iter().map(|unit| unit.span.start as i64))),
            ("end", Column::wholes(window.iter().map(|unit| unit.span.end as i64))),
            ("recurring", Column::Flag(window.iter().map(|unit| unit.recurring).collect())),
        ])
    })
}

fn entities(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = sink.entity_ids()?;
    table(folder, "entities", &all, sink, |window| {
        let entities = reader.entities(window)?;
        let (mut units, mut places, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for entity in &entities {
            units.push(ids(reader.units_of_entity(entity.id)?));
            let mentions = reader.mentions_of(entity.id, usize::MAX >> 1)?;
            places.push(ids(mentions.iter().map(|mention| mention.text_unit)));
            starts.push(mentions.iter().map(|mention| mention.span.start as i64).collect());
            ends.push(mentions.iter().map(|mention| mention.span.end as i64).collect());
        }
        Ok(vec![
            ("id", Column::texts(entities.iter().map(|entity| id(entity.id)))),
            ("human_readable_id", Column::wholes(entities.iter().map(|entity| i64::from(entity.id.0)))),
            ("title", Column::texts(entities.iter().map(|entity| entity.name.as_str()))),
            ("type", Column::texts(entities.iter().map(|entity| entity.kind.name()))),
            ("description", Column::texts(entities.iter().map(|entity| entity.description.as_str()))),
            ("text_unit_ids", Column::Texts(units)),
            ("frequency", Column::wholes(entities.iter().map(|entity| i64::from(entity.mentions)))),
            ("degree", Column::wholes(entities.iter().map(|entity| i64::from(entity.degree)))),
            ("aliases", Column::Texts(entities.iter().map(|entity| entity.aliases.clone()).collect())),
            ("ubiquitous", Column::Flag(entities.iter().map(|entity| entity.ubiquitous).collect())),
            ("mention_units", Column::Texts(places)),
            ("mention_starts", Column::Wholes(starts)),
            ("mention_ends", Column::Wholes(ends)),
        ])
    })
}

fn relationships(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = sink.relationship_ids()?;
    table(folder, "relationships", &all, sink, |window| {
        let relationships = reader.relationships(window)?;
        let mut ends: Vec<EntityId> = relationships.iter().flat_map(|r| [r.source, r.target]).collect();
        ends.sort_unstable();
        ends.dedup();
        let rows = reader.entity_rows(&ends)?;
        let rows: HashMap<EntityId, (String, u32)> =
            rows.into_iter().map(|row| (row.id, (row.name, row.degree))).collect();
        let name = |id: EntityId| rows.get(&id).map(|(name, _)| name.clone()).unwrap_or_default();
        let degree = |id: EntityId| rows.get(&id).map_or(0, |(_, degree)| i64::from(*degree));
        Ok(vec![
            ("id", Column::texts(relationships.iter().map(|r| id(r.id)))),
            ("human_readable_id", Column::wholes(relationships.iter().map(|r| i64::from(r.id.0)))),
            ("source", Column::texts(relationships.iter().map(|r| name(r.source)))),
            ("target", Column::texts(relationships.iter().map(|r| name(r.target)))),
            ("description", Column::texts(relationships.iter().map(|r| r.description.as_str()))),
            ("weight", Column::Number(relationships.iter().map(|r| f64::from(r.weight)).collect())),
            ("combined_degree", Column::wholes(relationships.iter().map(|r| degree(r.source) + degree(r.target)))),
            ("text_unit_ids", Column::Texts(relationships.iter().map(|r| ids(r.text_units.iter().copied())).collect())),
            ("source_number", Column::wholes(relationships.iter().map(|r| i64::from(r.source.0)))),
            ("target_number", Column::wholes(relationships.iter().map(|r| i64::from(r.target.0)))),
        ])
    })
}

/// Claims; no table where there are none, as GraphRAG has it.
fn claims(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = reader.claim_ids()?;
    if all.is_empty() {
        return Ok(());
    }
    let name = |id: EntityId| Ok::<_, ExportError>(reader.entity_rows(&[id])?.pop().map(|row| row.name));
    table(folder, "covariates", &all, sink, |window| {
        let claims = reader.claims(window)?;
        let (mut subjects, mut objects) = (Vec::new(), Vec::new());
        for claim in &claims {
            subjects.push(name(claim.subject)?);
            objects.push(claim.object.map(name).transpose()?.flatten().or_else(|| Some("NONE".to_owned())));
        }
        let status = |status| match status {
            ClaimStatus::True => "TRUE",
            ClaimStatus::False => "FALSE",
            ClaimStatus::Suspected => "SUSPECTED",
        };
        Ok(vec![
            ("id", Column::texts(claims.iter().map(|claim| id(claim.id)))),
            ("human_readable_id", Column::wholes(claims.iter().map(|claim| i64::from(claim.id.0)))),
            ("covariate_type", Column::texts(claims.iter().map(|_| "claim"))),
            ("type", Column::texts(claims.iter().map(|claim| claim.kind.as_str()))),
            ("description", Column::texts(claims.iter().map(|claim| claim.description.as_str()))),
            ("subject_id", Column::Text(subjects)),
            ("object_id", Column::Text(objects)),
            ("status", Column::texts(claims.iter().map(|claim| status(claim.status)))),
            ("start_date", Column::Text(claims.iter().map(|claim| claim.start_date.clone()).collect())),
            ("end_date", Column::Text(claims.iter().map(|claim| claim.end_date.clone()).collect())),
            ("source_text", Column::texts(claims.iter().map(|claim| claim.quote.as_str()))),
            ("text_unit_id", Column::texts(claims.iter().map(|claim| id(claim.text_unit)))),
        ])
    })
}

fn communities(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    let all = reader.community_ids()?;
    let period = date(reader.meta()?.finished);
    let period = period.split(' ').next().unwrap_or_default().to_owned();
    let edges = Edges::of(&reader.edges()?);
    table(folder, "communities", &all, sink, |window| {
        let communities = window.iter().map(|&id| reader.community(id)).collect::<Result<Vec<_>, _>>()?;
        let (mut relationships, mut units) = (Vec::new(), Vec::new());
        for community in &communities {
            let inside = edges.inside(&community.entities);
            let mut resting: Vec<TextUnitId> = Vec::new();
            for relationship in reader.relationships(&inside)? {
                resting.extend(relationship.text_units);
            }
            resting.sort_unstable();
            resting.dedup();
            relationships.push(ids(inside));
            units.push(ids(resting));
        }
        let number = |id: CommunityId| i64::from(id.0);
        Ok(vec![
            (
                "id",
                Column::texts(communities.iter().map(|c| hash::hex(format!("gleaner community {}", c.id).as_bytes()))),
            ),
            ("human_readable_id", Column::wholes(communities.iter().map(|c| number(c.id)))),
            ("community", Column::wholes(communities.iter().map(|c| number(c.id)))),
            ("level", Column::wholes(communities.iter().map(|c| i64::from(c.level)))),
            ("parent", Column::wholes(communities.iter().map(|c| c.parent.map_or(-1, number)))),
            (
                "children",
                Column::Wholes(communities.iter().map(|c| c.children.iter().copied().map(number).collect()).collect()),
            ),
            ("title", Column::texts(communities.iter().map(|c| format!("Community {}", c.id)))),
            ("entity_ids", Column::Texts(communities.iter().map(|c| ids(c.entities.iter().copied())).collect())),
            ("relationship_ids", Column::Texts(relationships)),
            ("text_unit_ids", Column::Texts(units)),
            ("period", Column::texts(communities.iter().map(|_| period.as_str()))),
            ("size", Column::wholes(communities.iter().map(|c| c.entities.len() as i64))),
            ("documents", Column::wholes(communities.iter().map(|c| i64::from(c.documents)))),
            ("unconnected", Column::Flag(communities.iter().map(|c| c.unconnected).collect())),
        ])
    })?;
    table(folder, "community_reports", &all, sink, |window| {
        let reports = reader.reports(window)?;
        let ids: Vec<CommunityId> = reports.iter().map(|report| report.community).collect();
        let rows = reader.community_rows(&ids)?;
        let mut children = Vec::with_capacity(ids.len());
        for &id in &ids {
            children.push(reader.community_children(Some(id))?.iter().map(|row| i64::from(row.id.0)).collect());
        }
        let number = |id: CommunityId| i64::from(id.0);
        Ok(vec![
            ("id", Column::texts(ids.iter().map(|&community| id(community)))),
            ("human_readable_id", Column::wholes(ids.iter().copied().map(number))),
            ("community", Column::wholes(ids.iter().copied().map(number))),
            ("level", Column::wholes(rows.iter().map(|row| i64::from(row.level)))),
            ("parent", Column::wholes(rows.iter().map(|row| row.parent.map_or(-1, number)))),
            ("children", Column::Wholes(children)),
            ("title", Column::texts(reports.iter().map(|report| report.title.as_str()))),
            ("summary", Column::texts(reports.iter().map(|report| report.summary.as_str()))),
            ("full_content", Column::texts(reports.iter().map(as_markdown))),
            ("rank", Column::Number(reports.iter().map(|report| f64::from(report.rating)).collect())),
            ("rating_explanation", Column::texts(reports.iter().map(|report| report.rating_reason.as_str()))),
            (
                "findings",
                Column::Findings(
                    reports
                        .iter()
                        .map(|report| {
                            report.findings.iter().map(|f| (f.explanation.clone(), f.heading.clone())).collect()
                        })
                        .collect(),
                ),
            ),
            ("full_content_json", Column::texts(reports.iter().map(as_json))),
            ("period", Column::texts(reports.iter().map(|_| period.as_str()))),
            ("size", Column::wholes(rows.iter().map(|row| i64::from(row.entities)))),
        ])
    })
}

/// A report as one text.
pub fn as_markdown(report: &Report) -> String {
    let mut text = format!("# {}\n\n{}", report.title, report.summary);
    for finding in &report.findings {
        text.push_str(&format!("\n\n## {}\n\n{}", finding.heading, finding.explanation));
    }
    text
}

fn as_json(report: &Report) -> String {
    let findings: Vec<_> = report
        .findings
        .iter()
        .map(|finding| serde_json::json!({"summary": finding.heading, "explanation": finding.explanation}))
        .collect();
    serde_json::json!({
        "title": report.title,
        "summary": report.summary,
        "rating": report.rating,
        "rating_explanation": report.rating_reason,
        "findings": findings,
    })
    .to_string()
}

/// The edges of the graph by their ends.
struct Edges(HashMap<EntityId, Vec<(EntityId, RelationshipId)>>);

impl Edges {
    fn of(edges: &[(RelationshipId, EntityId, EntityId, f32)]) -> Self {
        let mut by_source: HashMap<EntityId, Vec<(EntityId, RelationshipId)>> = HashMap::new();
        for &(id, source, target, _) in edges {
            by_source.entry(source).or_default().push((target, id));
        }
        Self(by_source)
    }

    /// The relationships both of whose ends are members.
    fn inside(&self, members: &[EntityId]) -> Vec<RelationshipId> {
        let known: std::collections::HashSet<EntityId> = members.iter().copied().collect();
        let from = members.iter().filter_map(|member| self.0.get(member)).flatten();
        let mut inside: Vec<RelationshipId> =
            from.filter(|(target, _)| known.contains(target)).map(|&(_, id)| id).collect();
        inside.sort_unstable();
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00:00 +0000");
        assert_eq!(date(1_709_251_199), "2024-02-29 23:59:59 +0000");
        assert_eq!(date(-86_400), "1969-12-31 00:00:00 +0000");
    }

    #[test]
    fn ids_tell_kinds_apart() {
        assert_ne!(id(EntityId(1)), id(TextUnitId(1)));
        assert_eq!(id(EntityId(1)), id(Ref::new(crate::model::Kind::Entity, 1)));
    }
}
