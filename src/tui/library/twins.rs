//! Records of one name: what tells them apart stands behind the name, wherever it is listed.

use std::collections::{HashMap, HashSet};

use super::{Library, Result};
use crate::model::{DocumentId, EntityId, Kind, Ref};
use crate::store::EntityRow;
use crate::text::fold;
use crate::tui::widgets::numbers::count;

impl Library {
    /// Titles of records, in the order of `refs`, none for one that does not exist.
    pub(super) fn titles(&self, refs: &[Ref]) -> Result<Vec<Option<String>>> {
        let titles = self.reader.titles(refs)?;
        let told = refs.iter().zip(titles).map(|(record, title)| match title {
            Some(title) => self.told_apart(*record, title).map(Some),
            None => Ok(None),
        });
        told.collect()
    }

    /// A title, with what tells its record from others of that title.
    pub(super) fn told_apart(&self, record: Ref, title: String) -> Result<String> {
        let apart = match record.kind {
            Kind::Entity => self.entity_apart(EntityId(record.id), &title)?,
            Kind::Report if self.report_twins()?.contains(&title) => Some(record.record().to_string()),
            Kind::Document => self.document_apart(DocumentId(record.id))?,
            _ => None,
        };
        Ok(apart.map_or(title.clone(), |apart| format!("{title} ({apart})")))
    }

    /// Of an entity its type, else how often it is named, else its number.
    fn entity_apart(&self, id: EntityId, name: &str) -> Result<Option<String>> {
        let named = self.reader.entities_named(name)?;
        if named.len() < 2 {
            return Ok(None);
        }
        // Who only goes by the name as well is called something else.
        let key = fold::key(name);
        let rows = self.reader.entity_rows(&named)?;
        let twins: Vec<&EntityRow> = rows.iter().filter(|row| fold::key(&row.name) == key).collect();
        let Some(here) = twins.iter().find(|row| row.id == id).filter(|_| twins.len() > 1) else { return Ok(None) };
        let others = || twins.iter().filter(|row| row.id != id);
        let kind = here.kind.name();
        let documents = count(here.documents.into(), "document", "documents");
        Ok(Some(if others().all(|row| row.kind != here.kind) && !kind.is_empty() {
            kind.to_owned()
        } else if others().all(|row| row.kind != here.kind || row.documents != here.documents) {
            [kind, documents.as_str()].into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(", ")
        } else {
            Ref::from(id).to_string()
        }))
    }

    fn report_twins(&self) -> Result<&HashSet<String>> {
        if let Some(twins) = self.report_twins.get() {
            return Ok(twins);
        }
        let twins = twice(self.report_rows()?.iter().map(|row| row.title.as_str()));
        Ok(self.report_twins.get_or_init(|| twins))
    }

    /// Of a document the part of its path that differs, else its format, else its number.
    fn document_apart(&self, id: DocumentId) -> Result<Option<String>> {
        let apart = match self.document_twins.get() {
            Some(apart) => apart,
            None => {
                let rows = self.document_rows()?;
                let mut alike: HashMap<&str, Vec<(DocumentId, &str)>> = HashMap::new();
                for row in rows {
                    alike.entry(&row.title).or_default().push((row.id, &row.path));
                }
                let mut apart = HashMap::new();
                for twins in alike.into_values().filter(|twins| twins.len() > 1) {
                    let paths: Vec<&str> = twins.iter().map(|(_, path)| *path).collect();
                    for (at, differs) in differing(&paths).into_iter().enumerate() {
                        let id = twins[at].0;
                        apart.insert(id, differs.unwrap_or_else(|| Ref::from(id).to_string()));
                    }
                }
                self.document_twins.get_or_init(|| apart)
            }
        };
        Ok(apart.get(&id).cloned())
    }
}

/// Texts that are there more than once.
fn twice<'a>(texts: impl Iterator<Item = &'a str>) -> HashSet<String> {
    let mut seen = HashSet::new();
    texts.filter(|text| !seen.insert(*text)).map(str::to_owned).collect()
}

/// What tells paths apart: of files of one name their folders, from the first that not all share, else what their names
/// end with; else the whole end. None for a path that is there twice.
fn differing(paths: &[&str]) -> Vec<Option<String>> {
    let split: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let first = &split[0];
    let shared = |path: &Vec<&str>| path.iter().zip(first).take_while(|(one, other)| one == other).count();
    let shared = split.iter().map(shared).min().unwrap_or(0);
    let ends: Vec<String> = split.iter().map(|path| path[shared.min(path.len() - 1)..].join("/")).collect();
    let folders: Vec<&str> = ends.iter().map(|end| end.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
    let files = split.iter().map(|path| path.last().copied().unwrap_or_default());
    let named: Vec<(&str, &str)> = files.map(|file| file.rsplit_once('.').unwrap_or((file, ""))).collect();
    let is_one_name = named.iter().all(|(stem, _)| *stem == named[0].0);
    let all_differ = |told: &[&str]| told.iter().all(|said| !said.is_empty()) && twice(told.iter().copied()).is_empty();
    let endings: Vec<&str> = named.iter().map(|(_, ending)| *ending).collect();
    let twins = twice(paths.iter().copied());
    let told = |at: usize| match is_one_name {
        true if all_differ(&folders) => folders[at].to_owned(),
        true if all_differ(&endings) => endings[at].to_owned(),
        _ => ends[at].clone(),
    };
    (0..paths.len()).map(|at| (!twins.contains(paths[at])).then(|| told(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_of_paths_is_told() {
        let told = |paths: &[&str]| -> Vec<String> { differing(paths).into_iter().flatten().collect() };
        assert_eq!(told(&["board/1911/minutes.txt", "board/1912/minutes.txt"]), ["1911", "1912"]);
        assert_eq!(told(&["in/notes.md", "in/notes.docx"]), ["md", "docx"]);
        assert_eq!(told(&["in/a.md", "in/b.md"]), ["a.md", "b.md"]);
        let three = ["1911/minutes.txt", "1912/minutes.txt", "1912/minutes.pdf"];
        assert_eq!(told(&three), three);
        assert_eq!(differing(&["a.csv", "a.csv"]), [None, None]);
    }
}
