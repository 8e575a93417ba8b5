//! The working folders of LightRAG and nano-graphrag: a GraphML graph of entities, and key-value stores in JSON. They
//! become the tables that everything else here reads.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use serde_json::Value;

use super::cell::Cell;
use super::detect::{Part, Run, Working};
use super::source::ImportError;
use super::table::{Row, Table};
use crate::model::Progress;

/// What parts the texts of one field that came from several passages.
const SEPARATOR: &str = "<SEP>";

/// Larger files are not read: they would not fit into memory.
const LARGEST: u64 = 4 << 30;

type Fields = BTreeMap<String, String>;

/// A node or an edge of the graph.
#[derive(Default)]
struct Element {
    /// Of a node one name, of an edge two.
    ends: Vec<String>,
    fields: Fields,
}

/// Reads a working folder as tables; with the name of the program that wrote it.
pub fn read(place: &Working, progress: &Progress) -> Result<(&'static str, Run), ImportError> {
    let mut run = Run { folder: place.folder.clone(), ..Run::default() };
    let (nodes, edges) = graph(&place.graph, progress)?;
    let reports = store(place, "community_reports", &mut run);
    let chunks = store(place, "text_chunks", &mut run);
    let documents = store(place, "full_docs", &mut run);
    let kind = if reports.is_some() || nodes.iter().any(|node| node.fields.contains_key("clusters")) {
        "a nano-graphrag working folder"
    } else {
        "a LightRAG working folder"
    };
    let mut put = |part: Part, path: &Path, columns: &[&str], rows: Vec<Row>| {
        run.tables.insert(part, Table::of_rows(path, columns, rows));
    };
    put(
        Part::Entities,
        &place.graph,
        &["title", "type", "description", "text_unit_ids"],
        nodes.iter().map(entity).collect(),
    );
    put(
        Part::Relationships,
        &place.graph,
        &["source", "target", "description", "weight", "text_unit_ids"],
        edges.into_iter().map(relationship).collect(),
    );
    if let Some((path, entries)) = documents {
        let rows = entries.into_iter().map(|(id, entry)| {
            let mut entry = Cell::from(entry);
            let mut take = |name: &str| take(&mut entry, name);
            let path = take("file_path");
            let content = take("content");
            row([("id", id.into()), ("title", path), ("text", content)])
        });
        put(Part::Documents, &path, &["id", "title", "text"], rows.collect());
    }
    if let Some((path, entries)) = chunks {
        let mut entries: Vec<(i64, String, Value)> = entries
            .into_iter()
            .map(|(id, entry)| (entry.get("chunk_order_index").and_then(Value::as_i64).unwrap_or(0), id, entry))
            .collect();
        // In the order of their text, whatever order the store has.
        entries.sort_by(|a, b| {
            let document = |entry: &Value| entry.get("full_doc_id").and_then(Value::as_str).map(str::to_owned);
            (document(&a.2), a.0).cmp(&(document(&b.2), b.0))
        });
        let rows = entries.into_iter().map(|(_, id, entry)| {
            let mut entry = Cell::from(entry);
            let mut take = |name: &str| take(&mut entry, name);
            let document = take("full_doc_id");
            let content = take("content");
            row([("id", id.into()), ("text", content), ("document_id", document)])
        });
        put(Part::TextUnits, &path, &["id", "text", "document_id"], rows.collect());
    }
    let memberships: Vec<Row> = nodes.iter().flat_map(clusters).collect();
    if !memberships.is_empty() {
        put(Part::Nodes, &place.graph, &["title", "community", "level"], memberships);
    }
    if let Some((path, entries)) = reports {
        let rows = entries.into_iter().map(report).collect();
        put(Part::Reports, &path, &["community", "level", "children", "full_content_json", "full_content"], rows);
    }
    Ok((kind, run))
}

fn row<const N: usize>(cells: [(&str, Cell); N]) -> Row {
    Row(cells.into_iter().map(|(name, cell)| (name.to_owned(), cell)).collect())
}

fn take(cell: &mut Cell, name: &str) -> Cell {
    match cell {
        Cell::Fields(fields) => {
            fields.iter_mut().find(|(field, _)| field == name).map(|(_, cell)| std::mem::take(cell)).unwrap_or_default()
        }
        _ => Cell::Null,
    }
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches('"')
}

/// Descriptions from several passages, one under the other.
fn described(fields: &Fields) -> Cell {
    let description = fields.get("description").map(String::as_str).unwrap_or_default();
    let parts: Vec<&str> = description.split(SEPARATOR).map(unquoted).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n").into()
}

fn sources(fields: &Fields) -> Cell {
    let ids = fields.get("source_id").map(String::as_str).unwrap_or_default();
    Cell::List(ids.split(SEPARATOR).map(str::trim).filter(|id| !id.is_empty()).map(Cell::from).collect())
}

fn entity(node: &Element) -> Row {
    let kind = node.fields.get("entity_type").map(|kind| unquoted(kind)).unwrap_or_default();
    row([
        ("title", node.ends.first().cloned().unwrap_or_default().into()),
        ("type", kind.into()),
        ("description", described(&node.fields)),
        ("text_unit_ids", sources(&node.fields)),
    ])
}

fn relationship(edge: Element) -> Row {
    let mut ends = edge.ends.into_iter();
    let (source, target) = (ends.next().unwrap_or_default(), ends.next().unwrap_or_default());
    let weight = edge.fields.get("weight").map_or(Cell::Null, |weight| Cell::from(weight.as_str()));
    row([
        ("source", source.into()),
        ("target", target.into()),
        ("description", described(&edge.fields)),
        ("weight", weight),
        ("text_unit_ids", sources(&edge.fields)),
    ])
}

/// The communities a node of nano-graphrag is in: `[{"level": 0, "cluster": "3"}]`.
fn clusters(node: &Element) -> Vec<Row> {
    let Some(Ok(Value::Array(found))) = node.fields.get("clusters").map(|json| serde_json::from_str(json)) else {
        return Vec::new();
    };
    let title = node.ends.first().cloned().unwrap_or_default();
    found
        .into_iter()
        .map(|mut found| {
            let mut take = |name: &str| found.get_mut(name).map(Value::take).map_or(Cell::Null, Cell::from);
            let (level, cluster) = (take("level"), take("cluster"));
            row([("title", title.as_str().into()), ("community", cluster), ("level", level)])
        })
        .collect()
}

fn report((number, mut entry): (String, Value)) -> Row {
    let mut take = |name: &str| entry.get_mut(name).map(Value::take).unwrap_or_default();
    let json = match take("report_json") {
        fields @ Value::Object(_) => Cell::from(fields.to_string()),
        _ => Cell::Null,
    };
    row([
        ("community", number.into()),
        ("level", Cell::from(take("level"))),
        ("children", Cell::from(take("sub_communities"))),
        ("full_content_json", json),
        ("full_content", Cell::from(take("report_string"))),
    ])
}

/// A key-value store of the folder, by key; none, and listed, when it cannot be read.
fn store(place: &Working, name: &str, run: &mut Run) -> Option<(std::path::PathBuf, Vec<(String, Value)>)> {
    let name = format!("kv_store_{name}.json");
    let path = place.folder.join(&name);
    if !path.is_file() {
        return None;
    }
    let read = read_whole(&path).and_then(|bytes| {
        serde_json::from_slice::<serde_json::Map<String, Value>>(&bytes).map_err(|e| format!("no JSON store: {e}"))
    });
    match read {
        Ok(entries) => Some((path, entries.into_iter().collect())),
        Err(why) => {
            run.unused.push((name, why));
            None
        }
    }
}

fn read_whole(path: &Path) -> Result<Vec<u8>, String> {
    let size = fs::metadata(path).map_err(|e| e.to_string())?.len();
    if size > LARGEST {
        return Err(format!("{} MB are more than fit into memory", size >> 20));
    }
    fs::read(path).map_err(|e| format!("it cannot be read: {e}"))
}

/// Reads nodes and edges of a GraphML file.
fn graph(path: &Path, progress: &Progress) -> Result<(Vec<Element>, Vec<Element>), ImportError> {
    let unreadable = |detail: String| ImportError::Unreadable { path: path.to_owned(), detail };
    let bytes = read_whole(path).map_err(unreadable)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut reader = Reader::from_str(&text);
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    let mut names = Fields::new();
    let mut element = Element::default();
    let mut field: Option<String> = None;
    loop {
        if progress.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        match reader.read_event().map_err(|e| unreadable(format!("broken XML: {e}")))? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "node" | "edge" => element = opened(&tag),
                "data" => {
                    let key = attribute(&tag, "key").unwrap_or_default();
                    field = Some(names.get(&key).cloned().unwrap_or(key));
                }
                "key" => drop(key_of(&tag, &mut names)),
                _ => {}
            },
            Event::Empty(tag) => match tag.local_name().as_ref() {
                "node" => nodes.push(opened(&tag)),
                "edge" => edges.push(opened(&tag)),
                "key" => drop(key_of(&tag, &mut names)),
                _ => {}
            },
            Event::Text(text) => append(&mut element, &field, &text),
            Event::CData(text) => append(&mut element, &field, &text),
            Event::GeneralRef(entity) => {
                let resolved = match entity.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    _ => quick_xml::escape::resolve_predefined_entity(&entity).unwrap_or_default().to_owned(),
                };
                append(&mut element, &field, &resolved);
            }
            Event::End(tag) => match tag.local_name().as_ref() {
                "data" => field = None,
                "node" => nodes.push(std::mem::take(&mut element)),
                "edge" => edges.push(std::mem::take(&mut element)),
                _ => {}
            },
            Event::Eof => return Ok((nodes, edges)),
            _ => {}
        }
    }
}

fn append(element: &mut Element, field: &Option<String>, text: &str) {
    if let Some(field) = field {
        element.fields.entry(field.clone()).or_default().push_str(text);
    }
}

fn opened(tag: &BytesStart<'_>) -> Element {
    let ends = ["id", "source", "target"].into_iter().filter_map(|name| attribute(tag, name));
    let mut ends: Vec<String> = ends.map(|end| unquoted(&end).to_owned()).collect();
    // An edge may have an id of its own before its ends.
    if ends.len() == 3 {
        ends.remove(0);
    }
    Element { ends, fields: Fields::new() }
}

fn key_of(tag: &BytesStart<'_>, names: &mut Fields) -> Option<()> {
    names.insert(attribute(tag, "id")?, attribute(tag, "attr.name")?);
    Some(())
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    let value = found.value.as_ref();
    Some(quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), |text| text.into_owned()))
}
