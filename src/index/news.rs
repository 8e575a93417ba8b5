//! What an update made new, changed and removed: documents, entities, relationships and reports beside those of the index
//! before. Text units are told by their documents.

use std::collections::HashMap;

use super::corpus::Corpus;
use super::merge::Merged;
use super::previous::Previous;
use super::{BuildError, Kind};
use crate::model::{EntityId, Ref, Report};
use crate::store::{Change, News};

/// A record as far as it can change: its title, and what it says.
type Stated = HashMap<u32, (String, String)>;

/// Compares what was built with the index before.
pub fn between(
    previous: &Previous,
    corpus: &Corpus,
    merged: &Merged,
    reports: &[Report],
) -> Result<Vec<News>, BuildError> {
    let reader = previous.reader();
    let mut news = Vec::new();

    let titles = reader.document_titles()?;
    let before = previous.documents().iter().map(|kept| {
        let title = titles.get(&kept.id).cloned().unwrap_or_else(|| kept.path.clone());
        (kept.id.0, (title, kept.hash.clone()))
    });
    let now = corpus.documents().map(|text| {
        let document = &text.document;
        (document.id.0, (document.title.clone(), document.hash.clone()))
    });
    compare(Kind::Document, before.collect(), now, &mut news);

    let old = reader.all_entities()?;
    let old_names: HashMap<EntityId, String> = old.iter().map(|entity| (entity.id, entity.name.clone())).collect();
    let before = old.into_iter().map(|entity| (entity.id.0, (entity.name, entity.description)));
    let names: HashMap<EntityId, &str> =
        merged.entities.iter().map(|entity| (entity.id, entity.name.as_str())).collect();
    let now = merged.entities.iter().map(|entity| (entity.id.0, (entity.name.clone(), entity.description.clone())));
    compare(Kind::Entity, before.collect(), now, &mut news);

    let title = |source: &str, target: &str| format!("{source} – {target}");
    let old_name = |id: EntityId| old_names.get(&id).map_or("", String::as_str);
    let before = reader.all_relationships()?.into_iter().map(|relationship| {
        let title = title(old_name(relationship.source), old_name(relationship.target));
        (relationship.id.0, (title, relationship.description))
    });
    let name = |id: EntityId| names.get(&id).copied().unwrap_or_default();
    let now = merged.relationships.iter().map(|relationship| {
        let title = title(name(relationship.source), name(relationship.target));
        (relationship.id.0, (title, relationship.description.clone()))
    });
    compare(Kind::Relationship, before.collect(), now, &mut news);

    let before = reader.reports(&reader.community_ids()?)?;
    let before = before.iter().map(|report| (report.community.0, (report.title.clone(), saying(report))));
    let now = reports.iter().map(|report| (report.community.0, (report.title.clone(), saying(report))));
    compare(Kind::Report, before.collect(), now, &mut news);
    Ok(news)
}

/// How many records are new, changed and gone, by kind; kinds without any are left out.
pub fn count(news: &[News]) -> Vec<(Kind, [usize; 3])> {
    let of = |kind, change| news.iter().filter(|item| item.record.kind == kind && item.change == change).count();
    [Kind::Document, Kind::Entity, Kind::Relationship, Kind::Report]
        .into_iter()
        .map(|kind| (kind, [of(kind, Change::New), of(kind, Change::Changed), of(kind, Change::Gone)]))
        .filter(|(_, counts)| counts.iter().any(|&count| count > 0))
        .collect()
}

fn saying(report: &Report) -> String {
    let mut text = format!("{}\n{}", report.title, report.summary);
    for finding in &report.findings {
        text.push('\n');
        text.push_str(&finding.heading);
        text.push('\n');
        text.push_str(&finding.explanation);
    }
    text
}

fn compare(kind: Kind, mut before: Stated, now: impl Iterator<Item = (u32, (String, String))>, news: &mut Vec<News>) {
    for (id, (title, says)) in now {
        let change = match before.remove(&id) {
            None => Change::New,
            Some((_, said)) if said != says => Change::Changed,
            Some(_) => continue,
        };
        news.push(News { record: Ref::new(kind, id), change, title });
    }
    let mut gone: Vec<News> = before
        .into_iter()
        .map(|(id, (title, _))| News { record: Ref::new(kind, id), change: Change::Gone, title })
        .collect();
    gone.sort_by_key(|item| item.record.id);
    news.append(&mut gone);
}
