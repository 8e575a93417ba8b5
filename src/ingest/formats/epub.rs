//! Books: the pages of the spine in reading order, each a chapter, read as the web pages they are.

use std::collections::BTreeMap;

use super::limits::{PAGES, only_first};
use super::office::{is_title, resolve};
use super::package::Package;
use super::unpacked::Unpacked;
use super::xml::{self, Node};
use super::{Extracted, Unreadable, html};
use crate::ingest::decode;
use crate::model::{LocatorKind, file_name};
use crate::text::dates;
use crate::text::layout::blocks::BlockKind;
use crate::text::numbers::hex;

pub(super) fn extract(package: &mut Package<'_>) -> Result<Extracted, Unreadable> {
    let container = package.part("META-INF/container.xml")?.unwrap_or_default();
    if package.has("META-INF/rights.xml") {
        return Err(Unreadable::plain("a book that is locked to a shop's own reader (DRM)"));
    }
    let mut root = None;
    xml::walk(&container, |node| {
        if let Node::Open("rootfile", attributes) = node {
            root = root.take().or(attributes.get("full-path"));
        }
        Ok(())
    })?;
    let root = root.or_else(|| package.names().into_iter().find(|name| name.ends_with(".opf")));
    let (root, part) = match root {
        Some(root) => {
            let part = package.part(&root)?;
            (root, part)
        }
        None => (String::new(), None),
    };
    let Some(part) = part else { return Err(Unreadable::plain("a book without its table of pages")) };
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    let mut spine: Vec<String> = Vec::new();
    xml::walk(&part, |node| {
        match node {
            Node::Open("item", attributes) => {
                if let (Some(id), Some(href)) = (attributes.get("id"), attributes.get("href")) {
                    pages.insert(id, resolve(folder, &unescape(&href)));
                }
            }
            Node::Open("itemref", attributes) => spine.extend(attributes.get("idref")),
            _ => {}
        }
        Ok(())
    })?;
    let mut out = Unpacked::default();
    let mut missing = 0usize;
    // A page that the spine names again and again is read once.
    let mut chapters: Vec<&String> = Vec::new();
    let mut read = std::collections::BTreeSet::new();
    for id in &spine {
        match pages.get(id) {
            Some(page) if read.insert(page) => chapters.push(page),
            Some(_) => {}
            None => missing += 1,
        }
    }
    let cut = only_first(chapters.len(), "chapters");
    for page in chapters.into_iter().take(PAGES) {
        package.budget().check_time()?;
        let Some(bytes) = package.part(page)? else {
            missing += 1;
            continue;
        };
        let Ok(decoded) = decode::decode(&bytes) else { continue };
        let Some(chapter) = html::extract(decoded.text).items.into_iter().next() else { continue };
        if chapter.text.trim().is_empty() {
            continue;
        }
        let heading = chapter.blocks.iter().flatten().find(|block| block.kind == BlockKind::Heading);
        let heading = heading.and_then(|block| block.span.slice(&chapter.text)).or(chapter.title.as_deref());
        let file = file_name(page);
        out.mark_named(LocatorKind::Chapter, heading.filter(|heading| !heading.trim().is_empty()).unwrap_or(file));
        out.append(&chapter);
        out.check_size()?;
    }
    let mut item = out.finish();
    item.title = xml::text_of(&part, "title").filter(|title| is_title(title));
    item.saved = xml::text_of(&part, "date")
        .as_deref()
        .and_then(|date| dates::first_date(date).or_else(|| dates::leading_year(date)));
    let missing = (missing > 0).then(|| format!("{missing} pages that its contents name are missing"));
    let remarks: Vec<String> = cut.into_iter().chain(missing).collect();
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    Ok(Extracted { format: "epub".into(), items: vec![item], remark, ..Extracted::default() })
}

/// `a%20b` → `a b`
fn unescape(href: &str) -> String {
    let bytes = href.split('#').next().unwrap_or_default().as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(hex::byte) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_digits_behind_a_percent_sign_are_a_byte() {
        assert_eq!(unescape("a%20b%c3%A9.xhtml#top"), "a bé.xhtml");
        assert_eq!(unescape("a%+1b%g0%"), "a%+1b%g0%");
    }
}
