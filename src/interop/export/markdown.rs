//! A folder of Markdown notes that Obsidian opens as a vault: a note for each report, entity and source, linked by
//! `[[…]]`. Citations become links; names of files are harmless everywhere, and say what they hold.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::{ExportError, Sink, WINDOW, at};
use crate::model::{CommunityId, Document, DocumentId, EntityId, Kind, Ref, find_citations};
use crate::store::{DocumentOrder, Reader};
use crate::text::display::sanitise::{self, Breaks};
use crate::text::display::spacing::single_spaced;
use crate::text::numbers::amounts::and_more;

/// Bytes of a title in a file's name: with its number and ending it stays below what any system takes.
const NAME: usize = 80;
/// Members, relationships and sources listed in a note.
const LISTED: usize = 200;

/// The name of each note, without its ending, by record; unlike all others in any case, because systems differ.
struct Names(HashMap<Ref, String>);

impl Names {
    fn read(sink: &Sink<'_>) -> Result<Self, ExportError> {
        let reader = sink.reader;
        let mut names = HashMap::new();
        let mut taken = HashSet::new();
        for window in reader.community_ids()?.chunks(WINDOW) {
            for row in reader.community_rows(window)? {
                give(&mut names, &mut taken, row.id.into(), &row.title);
            }
        }
        for window in sink.entity_ids()?.chunks(WINDOW) {
            for row in reader.entity_rows(window)? {
                give(&mut names, &mut taken, row.id.into(), &row.name);
            }
        }
        let titles: HashMap<DocumentId, String> = reader
            .documents(&reader.document_ids(DocumentOrder::Reading)?)?
            .into_iter()
            .map(|document: Document| (document.id, document.title))
            .collect();
        for unit in reader.all_text_units()? {
            let title = titles.get(&unit.document).map(String::as_str).unwrap_or_default();
            give(&mut names, &mut taken, unit.id.into(), &format!("{title} {}", unit.ordinal + 1));
        }
        Ok(Self(names))
    }

    /// A link to a note; the bare words where there is none.
    fn link(&self, record: Ref, shown: &str) -> String {
        match self.0.get(&record.record()) {
            Some(name) if name == shown => format!("[[{name}]]"),
            Some(name) => format!("[[{name}|{}]]", plain(shown)),
            None => plain(shown),
        }
    }

    fn path(&self, record: Ref) -> Option<String> {
        let folder = match record.kind {
            Kind::Report => "reports",
            Kind::Entity => "entities",
            _ => "sources",
        };
        self.0.get(&record).map(|name| format!("{folder}/{name}.md"))
    }
}

fn give(names: &mut HashMap<Ref, String>, taken: &mut HashSet<String>, record: Ref, title: &str) {
    let wanted = file_name(title);
    let name = match wanted.is_empty() || taken.contains(&wanted.to_lowercase()) {
        true => format!("{wanted} ({record})").trim().to_owned(),
        false => wanted,
    };
    taken.insert(name.to_lowercase());
    names.insert(record, name);
}

/// A title as the name of a file: without what a system, a link or a shell takes for something else.
fn file_name(title: &str) -> String {
    let line = sanitise::one_line(title);
    let kept: String =
        line.chars().map(|c| if c.is_control() || "/\\:*?\"<>|#^[]%".contains(c) { ' ' } else { c }).collect();
    let mut name = single_spaced(&kept);
    name.truncate(name.floor_char_boundary(NAME));
    let name = name.trim_matches(|c: char| c.is_whitespace() || c == '.' || c == '-').to_owned();
    // Names that Windows keeps for devices.
    let stem = name.split('.').next().unwrap_or_default().to_uppercase();
    let device = ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str())
        || (stem.len() == 4
            && (stem.starts_with("COM") || stem.starts_with("LPT"))
            && stem.ends_with(char::is_numeric));
    if device { format!("{name}_") } else { name }
}

/// Words inside a link.
fn plain(text: &str) -> String {
    sanitise::one_line(text).replace(['[', ']', '|'], " ")
}

/// Text with its citations as links.
fn linked(text: &str, names: &Names) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for citation in find_citations(text) {
        out.push_str(&text[from..citation.span.start]);
        let links: Vec<String> = citation.refs().map(|record| names.link(record, &record.to_string())).collect();
        out.push_str(&format!("({})", links.join(", ")));
        from = citation.span.end;
    }
    out.push_str(&text[from..]);
    out
}

/// A value of a note's head, as a JSON string, which YAML reads too.
fn value(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub fn write(sink: &Sink<'_>, folder: &Path) -> Result<(), ExportError> {
    for name in ["reports", "entities", "sources"] {
        let path = folder.join(name);
        fs::create_dir(&path).map_err(at(&path))?;
    }
    let names = Names::read(sink)?;
    let note = |record: Ref, text: String| -> Result<(), ExportError> {
        let Some(path) = names.path(record) else { return Ok(()) };
        let path = folder.join(path);
        // Notes are read in terminals, too.
        fs::write(&path, &*sanitise::sanitise(&text, Breaks::Keep)).map_err(at(&path))
    };
    index_note(sink.reader, folder, &names)?;
    for id in sink.reader.community_ids()? {
        sink.check()?;
        note(id.into(), report(sink.reader, id, &names)?)?;
    }
    for id in sink.entity_ids()? {
        sink.check()?;
        note(id.into(), entity(sink.reader, id, &names)?)?;
    }
    for unit in sink.reader.all_text_units()? {
        sink.check()?;
        let document = sink.reader.document(unit.document)?;
        let mut text = format!(
            "---\nkind: source\nid: {}\ndocument: {}\npath: {}\n---\n\n",
            unit.id,
            value(&document.title),
            value(&document.path)
        );
        text.push_str(&sink.reader.unit_text(&unit)?);
        let mut named: Vec<EntityId> = sink.reader.mentions_in(unit.id)?.into_iter().map(|m| m.entity).collect();
        named.sort_unstable();
        named.dedup();
        list(&mut text, "Names", sink.reader, &names, named.into_iter().map(Ref::from))?;
        note(unit.id.into(), text)?;
    }
    Ok(())
}

/// The note to begin with: the tree of reports.
fn index_note(reader: &Reader, folder: &Path, names: &Names) -> Result<(), ExportError> {
    let mut text = format!("# {}\n\n", plain(&reader.meta()?.name));
    let mut open: Vec<(usize, CommunityId)> =
        reader.community_children(None)?.into_iter().rev().map(|row| (0, row.id)).collect();
    while let Some((depth, id)) = open.pop() {
        let title = reader.titles(&[id.into()])?.pop().flatten().unwrap_or_default();
        text.push_str(&format!("{}- {}\n", "  ".repeat(depth), names.link(id.into(), &title)));
        open.extend(reader.community_children(Some(id))?.into_iter().rev().map(|row| (depth + 1, row.id)));
    }
    let path = folder.join("index.md");
    fs::write(&path, &*sanitise::sanitise(&text, Breaks::Keep)).map_err(at(&path))
}

fn report(reader: &Reader, id: CommunityId, names: &Names) -> Result<String, ExportError> {
    let community = reader.community(id)?;
    let report = reader.reports(&[id])?.pop();
    let title = reader.titles(&[id.into()])?.pop().flatten().unwrap_or_default();
    let mut text = format!("---\nkind: report\nid: {id}\nlevel: {}\n", community.level);
    if let Some(report) = &report {
        text.push_str(&format!("rating: {}\n", report.rating));
    }
    text.push_str(&format!("---\n\n# {title}\n"));
    if let Some(report) = &report {
        text.push_str(&format!("\n{}\n", linked(&report.summary, names)));
        for finding in &report.findings {
            text.push_str(&format!("\n## {}\n\n{}\n", finding.heading, linked(&finding.explanation, names)));
        }
        if !report.rating_reason.is_empty() {
            text.push_str(&format!("\n*Rated {}: {}*\n", report.rating, linked(&report.rating_reason, names)));
        }
    }
    list(&mut text, "Part of", reader, names, community.parent.map(Ref::from))?;
    list(&mut text, "Parts", reader, names, community.children.into_iter().map(Ref::from))?;
    list(&mut text, "Members", reader, names, community.entities.into_iter().map(Ref::from))?;
    Ok(text)
}

fn entity(reader: &Reader, id: EntityId, names: &Names) -> Result<String, ExportError> {
    let entity = reader.entity(id)?;
    let aliases: Vec<String> = entity.aliases.iter().map(|alias| value(alias)).collect();
    let mut text = format!(
        "---\nkind: entity\nid: {id}\ntype: {}\naliases: [{}]\n---\n\n# {}\n",
        value(entity.kind.name()),
        aliases.join(", "),
        plain(&entity.name)
    );
    if !entity.description.is_empty() {
        text.push_str(&format!("\n{}\n", linked(&entity.description, names)));
    }
    let relationships = reader.relationships_of(id, LISTED)?;
    if !relationships.is_empty() {
        text.push_str("\n## Relationships\n\n");
        for row in &relationships {
            let (other, name) =
                if row.source == id { (row.target, &row.target_name) } else { (row.source, &row.source_name) };
            text.push_str(&format!("- {}", names.link(other.into(), name)));
            let described = reader.relationship(row.id)?.description;
            if !described.is_empty() {
                text.push_str(&format!(": {}", linked(&sanitise::one_line(&described), names)));
            }
            text.push('\n');
        }
    }
    for claim in reader.claims_about(id)?.iter().take(LISTED) {
        let description = linked(&sanitise::one_line(&claim.description), names);
        let source = names.link(claim.text_unit.into(), &Ref::from(claim.text_unit).to_string());
        text.push_str(&format!("\n> {} ({}, {source}): {description}\n", plain(&claim.kind), claim.status.name()));
    }
    list(&mut text, "Communities", reader, names, reader.communities_of(id)?.into_iter().map(Ref::from))?;
    list(&mut text, "Sources", reader, names, reader.units_of_entity(id)?.into_iter().map(Ref::from))?;
    Ok(text)
}

/// A section of links.
fn list(
    text: &mut String,
    heading: &str,
    reader: &Reader,
    names: &Names,
    records: impl IntoIterator<Item = Ref>,
) -> Result<(), ExportError> {
    let records: Vec<Ref> = records.into_iter().collect();
    if records.is_empty() {
        return Ok(());
    }
    text.push_str(&format!("\n\n## {heading}\n\n"));
    let shown = &records[..records.len().min(LISTED)];
    for (record, title) in shown.iter().zip(reader.titles(shown)?) {
        text.push_str(&format!("- {}\n", names.link(*record, &title.unwrap_or_else(|| record.to_string()))));
    }
    if records.len() > shown.len() {
        text.push_str(&format!("{}\n", and_more("- … ", records.len() - shown.len())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_files_are_harmless() {
        assert_eq!(file_name("../../etc/passwd"), "etc passwd");
        assert_eq!(file_name("What? [A|B] #1: \"so\""), "What A B 1 so");
        assert_eq!(file_name("con"), "con_");
        assert_eq!(file_name("Com1.txt"), "Com1.txt_");
        assert_eq!(file_name("..."), "");
        assert!(file_name(&"京".repeat(200)).len() <= NAME);
    }

    #[test]
    fn no_two_notes_share_a_name() {
        let (mut names, mut taken) = (HashMap::new(), HashSet::new());
        for (id, title) in ["Crake", "CRAKE", "Crake?", ""].into_iter().enumerate() {
            give(&mut names, &mut taken, Ref::new(Kind::Entity, id as u32), title);
        }
        let distinct: HashSet<String> = names.values().map(|name| name.to_lowercase()).collect();
        assert_eq!(distinct.len(), 4);
    }

    #[test]
    fn citations_become_links() {
        let names = Names(HashMap::from([(Ref::new(Kind::Entity, 1), "Ida".to_owned())]));
        assert_eq!(linked("So [Data: Entities (1, 2)].", &names), "So ([[Ida|entity 1]], entity 2).");
    }

    proptest! {
        #[test]
        fn any_title_is_a_name(title in "\\PC{0,120}|[./\\\\a:\u{0}]{0,20}") {
            let name = file_name(&title);
            prop_assert!(!name.contains(['/', '\\', ':', '\0', '[', ']']) && !name.starts_with('.'));
            prop_assert!(name.len() <= NAME + 1);
        }
    }
}
