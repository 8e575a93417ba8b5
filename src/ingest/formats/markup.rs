//! XML that is nobody's format in particular: what stands between its tags. An element that begins where its parent has
//! said nothing yet is a block of its own; one inside running text is part of that.

use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::Event;

use super::flow::Flow;
use super::{Extracted, Item, xml};
use crate::model::Span;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::layout::blocks::BlockKind;

/// A longer block is a paragraph, whatever it ends with.
const SHORT: usize = 80;
/// Where the content of a CDATA section begins and ends in it.
const CDATA: (usize, usize) = ("<![CDATA[".len(), "]]>".len());

struct Element {
    /// It stands inside running text.
    inline: bool,
    heads: bool,
}

/// Reads to the end, or to where it breaks off: what came before is good.
pub(super) fn extract(source: String) -> Extracted {
    // The reader leaves a byte order mark out, and out of its count.
    let mark = source.len() - source.trim_start_matches('\u{feff}').len();
    let mut reader = xml::lenient(&source.as_bytes()[mark..]);
    let (mut flow, mut open, mut title) = (Flow::default(), Vec::<Element>::new(), None);
    loop {
        let from = mark + reader.buffer_position() as usize;
        let Ok(event) = reader.read_event() else { break };
        let span = Span::new(from, mark + reader.buffer_position() as usize);
        match event {
            Event::Start(start) => {
                let inline = !flow.open().is_empty() && open.last().is_some_and(|parent| !parent.heads);
                if !inline {
                    flow.close(kind(&flow, false));
                }
                let name = start.local_name();
                let heads = matches!(name.into_inner(), "title" | "head" | "heading" | "article-title" | "subject");
                open.push(Element { inline, heads });
            }
            Event::End(_) => {
                let Some(Element { inline, heads }) = open.pop() else { continue };
                if !inline {
                    if heads && title.is_none() && !flow.open().is_empty() {
                        title = Some(flow.open().to_owned());
                    }
                    flow.close(kind(&flow, heads));
                }
            }
            Event::Text(_) => flow.push(span.slice(&source).unwrap_or_default(), span),
            Event::CData(_) => {
                let inner = Span::new(span.start + CDATA.0, span.end.saturating_sub(CDATA.1));
                flow.push(inner.slice(&source).unwrap_or_default(), inner);
            }
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(c)) => flow.push(c.encode_utf8(&mut [0; 4]), span),
                _ => flow.push(resolve_html5_entity(&name.xml10_content()).unwrap_or_default(), span),
            },
            Event::Eof => break,
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    flow.close(kind(&flow, false));
    let (text, map, blocks) = flow.finish();
    let item = Item { source: Span::new(0, source.len()), title, text, map, blocks: Some(blocks), ..Item::default() };
    Extracted { format: "xml".into(), items: vec![item], ..Extracted::default() }
}

/// What the open block is: a heading, a short line that stands for itself (a field of a record), or running text.
fn kind(flow: &Flow, heads: bool) -> BlockKind {
    let open = flow.open();
    match heads {
        true => BlockKind::Heading,
        false if open.len() < SHORT && !open.ends_with(|c| is_terminal(c) || is_closer(c)) => BlockKind::Item,
        false => BlockKind::Paragraph,
    }
}
