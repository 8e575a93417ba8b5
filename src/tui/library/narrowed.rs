//! Lists narrowed to a part: a type, a community, a folder, a document, a time; and the parts that there are to narrow
//! to.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use super::{Library, Result};
use crate::model::{ClaimId, DocumentId, EntityId, EntityType, Kind, RelationshipId, Scope, TextUnitId};
use crate::retrieve::Filter;
use crate::store::EntityOrder;
use crate::text::dates::{DAY, civil, known};
use crate::tui::data::{Narrow, Part};
use crate::tui::widgets::rich::safe;

/// Columns of years, rows of each sort of part, and documents that can be named.
const YEARS: usize = 12;
const LISTED: usize = 24;
const DOCUMENTS: usize = 2_000;
/// Parts whose records are kept, so that a filter that is typed within one is quick.
const KEPT: usize = 4;

/// Parts that were worked out, the latest first.
pub(super) type Worked = std::sync::Mutex<Vec<(Narrow, Arc<Filter>)>>;

impl Library {
    /// Leaves those of a list that lie in every part named.
    pub(super) fn narrow(&self, kind: Kind, ids: &mut Vec<u32>, parts: &[Narrow]) -> Result<()> {
        for part in parts {
            self.go_on()?;
            match (part, kind) {
                (Narrow::Type(name), Kind::Entity) => {
                    let kind = EntityType::from(name.clone());
                    let these = self.reader.entity_ids(EntityOrder::Degree, Some(&kind), "")?;
                    let these: HashSet<u32> = these.into_iter().map(|id| id.0).collect();
                    ids.retain(|id| these.contains(id));
                }
                (Narrow::Type(name), Kind::Document) => {
                    let rows = self.document_rows()?.iter();
                    let these: HashSet<u32> = rows.filter(|row| row.format == *name).map(|row| row.id.0).collect();
                    ids.retain(|id| these.contains(id));
                }
                (Narrow::Type(_), _) => {}
                (part, _) => self.narrow_by(kind, ids, &*self.worked(part)?)?,
            }
        }
        Ok(())
    }

    /// Takes the days out of a list of entities, unless it is of them alone: they have the timeline. Returns how many
    /// they were.
    pub(super) fn hide_days(&self, kind: Kind, ids: &mut Vec<u32>, parts: &[Narrow]) -> Result<usize> {
        if kind != Kind::Entity || parts.iter().any(|part| matches!(part, Narrow::Type(_))) {
            return Ok(0);
        }
        let days = self.days()?;
        let all = ids.len();
        // Where there is nothing else, they are what there is.
        if ids.iter().any(|&id| !days.contains(&EntityId(id))) {
            ids.retain(|&id| !days.contains(&EntityId(id)));
        }
        Ok(all - ids.len())
    }

    /// The entities that are days.
    pub(super) fn days(&self) -> Result<HashSet<EntityId>> {
        Ok(self.reader.entity_ids(EntityOrder::Degree, Some(&EntityType::Date), "")?.into_iter().collect())
    }

    fn narrow_by(&self, kind: Kind, ids: &mut Vec<u32>, filter: &Filter) -> Result<()> {
        match kind {
            Kind::Entity => ids.retain(|&id| filter.entity(EntityId(id))),
            Kind::Document => ids.retain(|&id| filter.document(DocumentId(id))),
            Kind::Relationship => {
                let all: Vec<RelationshipId> = ids.iter().copied().map(RelationshipId).collect();
                let rows = self.reader.relationship_rows(&all)?;
                let inside = rows.iter().filter(|row| filter.entity(row.source) && filter.entity(row.target));
                let inside: HashSet<u32> = inside.map(|row| row.id.0).collect();
                ids.retain(|id| inside.contains(id));
            }
            Kind::Claim => {
                let all: Vec<ClaimId> = ids.iter().copied().map(ClaimId).collect();
                let claims = self.reader.claims(&all)?;
                let inside = claims.iter().filter(|claim| filter.unit(claim.text_unit)).map(|claim| claim.id.0);
                let inside: HashSet<u32> = inside.collect();
                ids.retain(|id| inside.contains(id));
            }
            Kind::Source => ids.retain(|&id| filter.unit(TextUnitId(id))),
            Kind::Report => {}
        }
        Ok(())
    }

    /// What lies in a part.
    pub(super) fn worked(&self, part: &Narrow) -> Result<Arc<Filter>> {
        let kept = || self.worked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, filter)) = kept().iter().find(|(known, _)| known == part) {
            return Ok(filter.clone());
        }
        let scope = match part {
            Narrow::Type(_) => Scope::default(),
            Narrow::Community(id) => Scope { communities: vec![*id], ..Scope::default() },
            Narrow::Kind(kind) => Scope { documents: self.of_kind(kind.as_deref())?, ..Scope::default() },
            Narrow::Folder(folder) => Scope { folders: vec![folder.clone()], ..Scope::default() },
            Narrow::Document(id) => Scope { documents: vec![*id], ..Scope::default() },
            Narrow::Documents(ids) => {
                Scope { documents: ids.iter().copied().map(DocumentId).collect(), ..Scope::default() }
            }
            Narrow::Date(from, until) => Scope { from: from.clone(), until: until.clone(), ..Scope::default() },
        };
        let filter = Arc::new(Filter::new(&self.reader, &scope)?);
        let mut kept = kept();
        kept.insert(0, (part.clone(), filter.clone()));
        kept.truncate(KEPT);
        Ok(filter)
    }

    /// The documents of a kind, as the home page calls it; without one those of no kind that it names.
    fn of_kind(&self, kind: Option<&str>) -> Result<Vec<DocumentId>> {
        let overview = self.reader.overview()?.unwrap_or_default();
        let known = overview.kinds.into_iter().map(|(kind, _)| kind).zip(overview.kind_documents);
        let known: HashMap<String, Vec<DocumentId>> = known.collect();
        Ok(match kind {
            Some(kind) => known.get(kind).cloned().unwrap_or_default(),
            None => {
                let named: HashSet<DocumentId> = known.into_values().flatten().collect();
                let rows = self.document_rows()?.iter().map(|row| row.id);
                rows.filter(|id| !named.contains(id)).collect()
            }
        })
    }

    /// The parts that a list of a kind can be narrowed to, those of one sort together.
    pub(super) fn parts(&self, kind: Kind) -> Result<Vec<Part>> {
        let part = |narrow, label: String, count: usize| Part { narrow, label, count: count as u32 };
        let mut parts = Vec::new();
        if kind == Kind::Entity {
            let mut types = Vec::new();
            for of in self.reader.entity_types()?.into_iter().filter(|of| !of.name().is_empty()) {
                self.go_on()?;
                let count = self.reader.entity_ids(EntityOrder::Degree, Some(&of), "")?.len();
                types.push(part(Narrow::Type(of.name().to_owned()), of.name().to_owned(), count));
            }
            types.sort_by_key(|part| std::cmp::Reverse(part.count));
            parts.extend(types.into_iter().take(LISTED));
        }
        if kind == Kind::Document {
            let formats = self.formats()?.into_iter();
            parts.extend(formats.map(|(name, count)| part(Narrow::Type(name.clone()), name, count as usize)));
        }
        let mut roots = self.reader.community_children(None)?;
        roots.retain(|row| !row.unconnected);
        // Their members are counted: more documents name one of them than the tree tells, which counts what ties them.
        roots.sort_by_key(|row| std::cmp::Reverse((row.entities, row.documents)));
        parts.extend(
            roots
                .into_iter()
                .take(LISTED)
                .map(|row| part(Narrow::Community(row.id), safe(&row.title).into_owned(), row.entities as usize)),
        );
        self.go_on()?;
        parts.extend(self.times()?);
        let rows = self.document_rows()?;
        let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows {
            if let Some((folder, _)) = row.path.split_once('/') {
                *folders.entry(folder).or_default() += 1;
            }
        }
        parts.extend(
            folders
                .into_iter()
                .take(LISTED)
                .map(|(folder, count)| part(Narrow::Folder(folder.to_owned()), safe(folder).into_owned(), count)),
        );
        for row in rows.iter().take(DOCUMENTS) {
            let title = self.told_apart(row.id.into(), row.title.clone())?;
            parts.push(part(Narrow::Document(row.id), safe(&title).into_owned(), 1));
        }
        Ok(parts)
    }

    /// Years that documents are from, then months: those with most documents, each in their order.
    fn times(&self) -> Result<Vec<Part>> {
        let mut years: HashMap<String, u32> = HashMap::new();
        let mut months: HashMap<String, u32> = HashMap::new();
        for (_, seconds) in self.dated()? {
            let (year, month, _) = civil(seconds.div_euclid(DAY));
            *years.entry(year.to_string()).or_default() += 1;
            // What has no day but its year is of no month.
            if known(*seconds).contains('-') {
                *months.entry(format!("{year}-{month:02}")).or_default() += 1;
            }
        }
        if years.len() == 1 {
            years.clear();
        }
        let mut times: Vec<(String, u32)> = Vec::new();
        for counts in [years, months] {
            let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
            counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            counts.truncate(YEARS);
            counts.sort();
            times.extend(counts);
        }
        Ok(times
            .into_iter()
            .map(|(time, count)| Part {
                narrow: Narrow::Date(Some(time.clone()), Some(time.clone())),
                label: time,
                count,
            })
            .collect())
    }
}
