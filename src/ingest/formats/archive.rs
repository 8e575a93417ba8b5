//! Zip files: office files and books by what they hold, and plain archives, whose members are read as the files they
//! are. A member that cannot be read costs itself only. Members are named, never unpacked to disk, so that no name can
//! lead anywhere.

use std::collections::BTreeSet;

use super::limits::{ARCHIVE_TEXT, Budget, TEXT};
use super::package::Package;
use super::{
    ChatMembers, Extracted, Item, Part, TableFields, Unreadable, chat_members, docx, epub, excel, guard, open,
    open_document, pptx, sniff,
};
use crate::model::{LocatorKind, Span, file_name};
use crate::text::display::sanitise::one_line;
use crate::text::numbers::amounts::and_more;
use crate::text::provenance::span_map::SpanMap;

/// Members that a remark names.
const NAMED: usize = 3;
/// The format of a plain archive.
const FORMAT: &str = "zip";
/// The encoding of what is packed.
pub(super) const BINARY: &str = "binary";

/// Reads a zip file that lies in another, or wherever all of it is wanted at once.
pub(super) fn extract(bytes: &[u8], fields: &TableFields, budget: &Budget) -> Result<Extracted, Unreadable> {
    let mut package = Package::open(bytes, budget)?;
    if let Some(document) = document(&mut package, fields) {
        return document;
    }
    let mut items = Vec::new();
    let remark = members(&mut package, fields, &mut |item| items.push(item))?;
    Ok(Extracted { format: FORMAT.into(), items, remark, ..Extracted::default() })
}

/// Reads a zip file and hands over the documents of a plain archive member by member: they are never held all at once.
pub(super) fn read(
    bytes: &[u8],
    fields: &TableFields,
    budget: &Budget,
    part: &mut dyn FnMut(Part),
) -> Result<Option<String>, Unreadable> {
    let mut package = Package::open(bytes, budget)?;
    let encoding = BINARY.to_owned();
    match document(&mut package, fields) {
        Some(document) => {
            let Extracted { format, items, remark, .. } = document?;
            part(Part::Head { format, encoding });
            items.into_iter().for_each(|item| part(Part::Item(Box::new(item))));
            Ok(remark)
        }
        None => {
            part(Part::Head { format: FORMAT.into(), encoding });
            members(&mut package, fields, &mut |item| part(Part::Item(Box::new(item))))
        }
    }
}

/// Reads a zip file that is an office file or a book; none where it is a plain archive.
fn document(package: &mut Package<'_>, fields: &TableFields) -> Option<Result<Extracted, Unreadable>> {
    let names = package.names();
    let known: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    if let Some(main) = docx::main_part(&known) {
        return Some(docx::extract(package, main));
    }
    if known.contains("ppt/presentation.xml") {
        return Some(pptx::extract(package));
    }
    if known.contains("xl/workbook.xml") {
        return Some(excel::extract(package, fields));
    }
    if known.contains("xl/workbook.bin") {
        return Some(Err(Unreadable::new("a binary Excel workbook (.xlsb)", "save it as .xlsx")));
    }
    if known.contains("mimetype") {
        let mimetype = match package.part("mimetype") {
            Ok(mimetype) => mimetype.unwrap_or_default(),
            Err(error) => return Some(Err(error)),
        };
        if mimetype.trim_ascii() == b"application/epub+zip" {
            return Some(epub::extract(package));
        }
        if let Some(kind) = open_document::kind(&mimetype) {
            return Some(open_document::extract(package, kind, fields));
        }
    }
    if known.contains("META-INF/container.xml") {
        return Some(epub::extract(package));
    }
    if ["Index/Document.iwa", "Index.zip"].iter().any(|name| known.contains(name)) {
        return Some(Err(Unreadable::new("an Apple iWork document", "export it as an office file or PDF")));
    }
    None
}

/// Reads the members of a plain archive, each handed over as it is read. Returns what is worth saying of it.
fn members(
    package: &mut Package<'_>,
    fields: &TableFields,
    each: &mut dyn FnMut(Item),
) -> Result<Option<String>, Unreadable> {
    let (names, budget) = (package.names(), package.budget());
    let mut found = false;
    let mut collected = Members::default();
    // The export of a chat lists beside its messages who is meant by their ids.
    let list = names.iter().position(|name| file_name(name) == chat_members::LIST);
    let list = list.and_then(|index| package.unpack(index).ok());
    let fields =
        &TableFields { members: list.map(|list| ChatMembers::of_list(&list)).unwrap_or_default(), ..fields.clone() };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| crate::ingest::walk::natural(&names[a], &names[b]));
    for index in order {
        let name = &names[index];
        if name.is_empty() || name.ends_with('/') || is_litter(name) {
            continue;
        }
        let read = package.unpack(index).and_then(|bytes| {
            check_size(name, &bytes, TEXT)?;
            read_member(name, &bytes, fields, budget)
        });
        let stop = budget.check_time().is_err() || !budget.member() || collected.text > ARCHIVE_TEXT;
        collected.take(name, read);
        found |= !collected.items.is_empty();
        collected.items.drain(..).for_each(&mut *each);
        if stop {
            collected.failed.push((name.clone(), "and all after it: the limits of one file are reached".to_owned()));
            break;
        }
    }
    if package.hidden() > 0 {
        let why = format!("{} of them: only the last of each name is read", package.hidden());
        collected.failed.push(("files hidden behind another of their name".to_owned(), why));
    }
    let remark = collected.remark();
    if !found {
        let reason =
            remark.map_or("an empty archive".to_owned(), |remark| format!("an archive without text; {remark}"));
        return Err(Unreadable::plain(reason));
    }
    Ok(remark)
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

/// Says so of a text that is longer than the text of one file may be; what is packed in turn has limits of its own.
fn check_size(name: &str, bytes: &[u8], most: usize) -> Result<(), Unreadable> {
    if bytes.len() <= most || sniff::packed(name, bytes).is_some() {
        return Ok(());
    }
    let reason = format!("its text is longer than the limit of {} MB", most >> 20);
    Err(Unreadable::new(reason, "unpack it yourself, and index what is worth reading"))
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
                Some(format!("in it: {}{} like these", named.join("; "), and_more(", ", count - NAMED)))
            }
            _ => Some(format!("in it: {}", named.join("; "))),
        }
    }
}

/// The name of a format for a person, of a member that is not read.
pub(super) fn what_is(name: &str, bytes: &[u8]) -> String {
    sniff::unreadable(name, bytes).reason
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_may_be_as_long_as_a_file_s_text() {
        let text = vec![b'0'; 2 << 20];
        assert!(check_size("a.txt", &text, 2 << 20).is_ok());
        let refused = check_size("a.txt", &text, 1 << 20).expect_err("too long").reason;
        assert_eq!(refused, "its text is longer than the limit of 1 MB");
        assert!(check_size("a.zip", &[b"PK\x03\x04", &text[..]].concat(), 1 << 20).is_ok());
    }
}
