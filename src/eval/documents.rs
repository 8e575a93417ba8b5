//! Documents by the names that question sets call them: path, file name with or without its ending, or title.

use std::collections::HashMap;

use crate::model::{DocumentId, Scope, file_name};
use crate::store::{DocumentOrder, Reader, Result};

/// Every document of an index by its names.
#[derive(Clone, Debug, Default)]
pub struct Names {
    ids: HashMap<String, Vec<DocumentId>>,
}

impl Names {
    pub fn of(reader: &Reader) -> Result<Self> {
        let ids = reader.document_ids(DocumentOrder::Reading)?;
        let mut names = Self::default();
        for document in reader.documents(&ids)? {
            // Rows of one file have its name in common, which then names none of them.
            if document.row.is_none() {
                let file = file_name(&document.path);
                names.add(&document.path, document.id);
                names.add(file, document.id);
                if let Some((stem, _)) = file.rsplit_once('.') {
                    names.add(stem, document.id);
                }
            }
            names.add(&document.title, document.id);
        }
        Ok(names)
    }

    fn add(&mut self, name: &str, id: DocumentId) {
        let ids = self.ids.entry(name.to_lowercase()).or_default();
        if ids.last() != Some(&id) {
            ids.push(id);
        }
    }

    /// The documents of a name, in any case; several may have the same.
    pub fn find(&self, name: &str) -> &[DocumentId] {
        self.ids.get(&name.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    /// The documents that will do for a reference.
    pub fn any_of(&self, names: &[String]) -> Vec<DocumentId> {
        let mut ids: Vec<DocumentId> = names.iter().flat_map(|name| self.find(name)).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Works out `document:NAME` and `folder:PATH`; the first part that names nothing comes back as the error.
    pub fn scope(&self, parts: &[String]) -> std::result::Result<Scope, String> {
        let mut scope = Scope::default();
        for part in parts {
            match part.split_once(':') {
                Some(("folder", folder)) => scope.folders.push(folder.to_owned()),
                Some(("document", name)) if !self.find(name).is_empty() => {
                    scope.documents.extend_from_slice(self.find(name));
                }
                _ => return Err(part.clone()),
            }
        }
        Ok(scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_nothing_is_said() {
        let mut names = Names::default();
        names.add("Lease.txt", DocumentId(3));
        names.add("Lease", DocumentId(3));
        assert_eq!(names.find("lease.TXT"), [DocumentId(3)]);
        assert_eq!(names.any_of(&["lease".to_owned(), "Lease.txt".to_owned()]), [DocumentId(3)]);
        let scope = names.scope(&["document:lease.txt".to_owned(), "folder:letters".to_owned()]).unwrap();
        assert_eq!((scope.documents, scope.folders), (vec![DocumentId(3)], vec!["letters".to_owned()]));
        assert_eq!(names.scope(&["document:gone.txt".to_owned()]), Err("document:gone.txt".to_owned()));
    }
}
