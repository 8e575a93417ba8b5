//! The graph as GraphML: entities are nodes, relationships are undirected edges. Gephi, networkx, igraph and yEd open
//! it; what XML cannot hold (control characters) is left out.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::{ExportError, Sink, WINDOW, at};
use crate::model::{Printed, printed};

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
  <key id="label" for="node" attr.name="label" attr.type="string"/>
  <key id="type" for="node" attr.name="type" attr.type="string"/>
  <key id="description" for="node" attr.name="description" attr.type="string"/>
  <key id="mentions" for="node" attr.name="mentions" attr.type="int"/>
  <key id="documents" for="node" attr.name="documents" attr.type="int"/>
  <key id="community" for="node" attr.name="community" attr.type="int"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="double"/>
  <key id="about" for="edge" attr.name="description" attr.type="string"/>
  <graph id="G" edgedefault="undirected">
"#;

/// Writes the file.
pub fn write(sink: &Sink<'_>, path: &Path) -> Result<(), ExportError> {
    let mut out = BufWriter::new(File::create(path).map_err(at(path))?);
    graph(sink, &mut out, path)?;
    out.flush().map_err(at(path))
}

fn graph(sink: &Sink<'_>, out: &mut impl Write, path: &Path) -> Result<(), ExportError> {
    let reader = sink.reader;
    out.write_all(HEAD.as_bytes()).map_err(at(path))?;
    for window in sink.entity_ids()?.chunks(WINDOW) {
        sink.check()?;
        for entity in reader.entities(window)? {
            let mut node = format!("    <node id=\"e{}\">", entity.id);
            data(&mut node, "label", &entity.name);
            data(&mut node, "type", entity.kind.name());
            data(&mut node, "description", &entity.description);
            data(&mut node, "mentions", &entity.mentions.to_string());
            data(&mut node, "documents", &entity.documents.to_string());
            // The finest community it is in.
            if let Some(community) = reader.communities_of(entity.id)?.last() {
                data(&mut node, "community", &community.to_string());
            }
            node.push_str("</node>\n");
            out.write_all(node.as_bytes()).map_err(at(path))?;
        }
    }
    for window in sink.relationship_ids()?.chunks(WINDOW) {
        sink.check()?;
        for relationship in reader.relationships(window)? {
            let (id, source, target) = (relationship.id, relationship.source, relationship.target);
            let mut edge = format!("    <edge id=\"r{id}\" source=\"e{source}\" target=\"e{target}\">");
            data(&mut edge, "weight", &relationship.weight.to_string());
            data(&mut edge, "about", &relationship.description);
            edge.push_str("</edge>\n");
            out.write_all(edge.as_bytes()).map_err(at(path))?;
        }
    }
    out.write_all(b"  </graph>\n</graphml>\n").map_err(at(path))
}

fn data(element: &mut String, key: &str, text: &str) {
    if !text.is_empty() {
        element.push_str(&format!("<data key=\"{key}\">{}</data>", escape(text)));
    }
}

/// Text as XML may hold it.
fn escape(text: &str) -> Cow<'_, str> {
    let allowed = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let plain = |c: char| printed(c) == Printed::Itself && !matches!(c, '&' | '<' | '>' | '"');
    if text.chars().all(|c| allowed(c) && plain(c)) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars().filter(|&c| allowed(c)) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if printed(c) != Printed::Itself => escaped.push_str(&format!("&#x{:x};", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped.into()
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_xml_cannot_hold_is_left_out() {
        assert_eq!(escape("a <b> & \"c\"\u{0}\u{1b}[2J\u{fffe}\n"), "a &lt;b&gt; &amp; &quot;c&quot;[2J\n");
        assert_eq!(escape("a\u{9b}31m\u{202e}b"), "a&#x9b;31m&#x202e;b");
        assert_eq!(escape("plain"), "plain");
    }
}
