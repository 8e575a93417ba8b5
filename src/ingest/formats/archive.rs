//! Zip files: office files and books by what they hold, and plain archives, whose members are read as the files they
//! are. A member that cannot be read costs itself only. Members are named, never unpacked to disk, so that no name can
//! lead anywhere.

use std::collections::BTreeSet;

use super::limits::{Budget, TEXT};
use super::package::Package;
use super::{Extracted, Item, TableFields, Unreadable, docx, epub, guard, open, open_document, pptx, sniff, workbook};
use crate::model::{LocatorKind, Span};
use crate::text::sanitise::one_line;
use crate::text::span_map::SpanMap;

/// Members that a remark names.
const NAMED: usize = 3;

pub(super) fn extract(bytes: &[u8], fields: &TableFields, budget: &Budget) -> Result<Extracted, Unreadable> {
    let mut package = Package::open(bytes, budget)?;
    let names = package.names();
    let known: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    if let Some(main) = docx::main_part(&known) {
        return docx::extract(&mut package, main);
    }
    if known.contains("ppt/presentation.xml") {
        return pptx::extract(&mut package);
    }
    if known.contains("xl/workbook.xml") {
        return workbook::extract(&mut package, fields);
    }
    if known.contains("xl/workbook.bin") {
        return Err(Unreadable::new("a binary Excel workbook (.xlsb)", "save it as .xlsx"));
    }
    if known.contains("mimetype") {
        let mimetype = package.part("mimetype")?.unwrap_or_default();
        if mimetype.trim_ascii() == b"application/epub+zip" {
            return epub::extract(&mut package);
        }
        if let Some(kind) = open_document::kind(&mimetype) {
            return open_document::extract(&mut package, kind, fields);
        }
    }
    if known.contains("META-INF/container.xml") {
        return epub::extract(&mut package);
    }
    if ["Index/Document.iwa", "Index.zip"].iter().any(|name| known.contains(name)) {
        return Err(Unreadable::new("an Apple iWork document", "export it as an office file or PDF"));
    }
    members(&mut package, &names, fields)
}

/// Reads the members of a plain archive.
fn members(package: &mut Package<'_>, names: &[String], fields: &TableFields) -> Result<Extracted, Unreadable> {
    let budget = package.budget();
    let mut collected = Members::default();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| crate::ingest::walk::natural(&names[a], &names[b]));
    for index in order {
        let name = &names[index];
        if name.is_empty() || name.ends_with('/') || is_litter(name) {
            continue;
        }
        let read = package.unpack(index).and_then(|bytes| read_member(name, &bytes, fields, budget));
        let stop = budget.check_time().is_err() || collected.text > TEXT;
        collected.take(name, read);
        if stop {
            collected.failed.push((name.clone(), "and all after it: the limits of one file are reached".to_owned()));
            break;
        }
    }
    if package.hidden() > 0 {
        let why = format!("{} of them: only the last of each name is read", package.hidden());
        collected.failed.push(("files hidden behind another of their name".to_owned(), why));
    }
    collected.finish("zip")
}

/// What archiving programs add of themselves, and hidden files.
fn is_litter(name: &str) -> bool {
    name.starts_with("__MACOSX/")
        || name.split('/').any(|part| part.starts_with('.') && part.len() > 1 && part != "..")
        || name.ends_with("Thumbs.db")
}

/// Reads a file that is packed in another.
pub(super) fn read_member(
    name: &str,
    bytes: &[u8],
    fields: &TableFields,
    budget: &Budget,
) -> Result<Extracted, Unreadable> {
    if bytes.is_empty() {
        return Err(Unreadable::plain("empty"));
    }
    budget.nested(|| guard::contained(|| open(name, bytes, fields, budget)))
}

/// The documents of the members of one file.
#[derive(Debug, Default)]
pub(super) struct Members {
    pub items: Vec<Item>,
    pub text: usize,
    pub failed: Vec<(String, String)>,
}

impl Members {
    /// Adds what reading the member called `name` gave.
    pub fn take(&mut self, name: &str, read: Result<Extracted, Unreadable>) {
        let name = one_line(name).into_owned();
        match read {
            Ok(extracted) => {
                let format = extracted.format;
                for mut item in extracted.items {
                    if item.text.trim().is_empty() {
                        continue;
                    }
                    self.text += item.text.len();
                    // A member's own bytes are nowhere in the file.
                    item.map = SpanMap::identity();
                    item.source = Span::new(0, item.text.len());
                    item.landmarks.extracted = true;
                    let path = match item.landmarks.at(0).and_then(|at| at.get(LocatorKind::Member).cloned()) {
                        Some(crate::model::LocatorValue::Name(inner)) => format!("{name}/{inner}"),
                        _ => name.clone(),
                    };
                    item.landmarks.within(LocatorKind::Member, path.as_str());
                    item.name.get_or_insert_with(|| name.clone());
                    item.format.get_or_insert_with(|| format.clone());
                    self.items.push(item);
                }
                self.failed.extend(extracted.remark.map(|remark| (name, remark)));
            }
            Err(error) => self.failed.push((name, error.reason)),
        }
    }

    /// Says which members were not read, or not wholly.
    pub fn remark(&self) -> Option<String> {
        let named: Vec<String> = self.failed.iter().take(NAMED).map(|(name, why)| format!("{name} ({why})")).collect();
        match self.failed.len() {
            0 => None,
            count if count > NAMED => {
                Some(format!("in it: {}, and {} more like these", named.join("; "), count - NAMED))
            }
            _ => Some(format!("in it: {}", named.join("; "))),
        }
    }

    /// Returns the documents of an archive.
    fn finish(self, format: &'static str) -> Result<Extracted, Unreadable> {
        let remark = self.remark();
        if self.items.is_empty() {
            let reason =
                remark.map_or("an empty archive".to_owned(), |remark| format!("an archive without text; {remark}"));
            return Err(Unreadable::plain(reason));
        }
        Ok(Extracted { format: format.into(), items: self.items, remark, ..Extracted::default() })
    }
}

/// The name of a format for a person, of a member that is not read.
pub(super) fn what_is(name: &str, bytes: &[u8]) -> String {
    sniff::unreadable(name, bytes).reason
}
