//! XML as events, read leniently: names without their prefixes, entities resolved, ends that match nothing passed over.
//! Entities of a document's own are left out, so that none of them can grow.

use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::Unreadable;
use super::limits::NESTED;
use crate::text::display::spacing::single_spaced;

/// What stands next.
pub(super) enum Node<'a> {
    /// The name without its prefix.
    Open(&'a str, &'a Attributes<'a>),
    Close(&'a str),
    Text(&'a str),
}

/// The value of an attribute; as it stands, where it is not well formed.
fn value(attribute: Attribute<'_>) -> String {
    let read = attribute.normalized_value(XmlVersion::Implicit1_0);
    read.map_or_else(|_| attribute.value.to_string(), |value| value.into_owned())
}

/// The attributes of an element.
pub(super) struct Attributes<'a>(&'a BytesStart<'a>);

impl Attributes<'_> {
    /// The value of the attribute called `local`, whatever its prefix.
    pub fn get(&self, local: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        attributes.with_checks(false);
        attributes.flatten().find(|attribute| attribute.key.local_name().into_inner() == local).map(value)
    }

    /// The value of the attribute called `local` that has a prefix.
    pub fn prefixed(&self, local: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        attributes.with_checks(false);
        let mut found = attributes.flatten().filter(|attribute| attribute.key.prefix().is_some());
        found.find(|attribute| attribute.key.local_name().into_inner() == local).map(value)
    }

    pub fn number(&self, local: &str) -> Option<u32> {
        self.get(local)?.trim().parse().ok()
    }
}

/// A reader that passes over ends that match nothing, and over lone ampersands.
pub(super) fn lenient(part: &[u8]) -> Reader<&[u8]> {
    let mut reader = Reader::from_reader(part);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}

/// Reads `part` to its end, or to where it breaks off: what came before is good.
///
/// # Errors
/// What `each` returns; elements nested deeper than the limit.
pub(super) fn walk(part: &[u8], mut each: impl FnMut(Node<'_>) -> Result<(), Unreadable>) -> Result<(), Unreadable> {
    let decoded;
    // Parts in UTF-16 are allowed, and rare.
    let part = match part {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            decoded = crate::ingest::decode::decode(part).map(|decoded| decoded.text).unwrap_or_default();
            decoded.as_bytes()
        }
        part => part,
    };
    let mut reader = lenient(part);
    reader.config_mut().expand_empty_elements = true;
    let mut depth = 0usize;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let Ok(event) = reader.read_event_into(&mut buffer) else { return Ok(()) };
        match event {
            Event::Start(start) | Event::Empty(start) => {
                depth += 1;
                if depth > NESTED {
                    let reason = format!("its parts are nested deeper than the limit of {NESTED}");
                    return Err(Unreadable::new(reason, "open it in its own program and save it anew"));
                }
                each(Node::Open(start.local_name().into_inner(), &Attributes(&start)))?;
            }
            Event::End(end) => {
                depth = depth.saturating_sub(1);
                each(Node::Close(end.local_name().into_inner()))?;
            }
            Event::Text(text) => each(Node::Text(&text.xml10_content()))?,
            Event::CData(text) => each(Node::Text(&text.xml10_content()))?,
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(c)) => each(Node::Text(c.encode_utf8(&mut [0; 4])))?,
                _ => each(Node::Text(resolve_html5_entity(&name.xml10_content()).unwrap_or_default()))?,
            },
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The text of the first element called `local`, on one line.
pub(super) fn text_of(part: &[u8], local: &str) -> Option<String> {
    let mut found: Option<String> = None;
    let mut inside = false;
    // Nothing in here fails.
    let _ = walk(part, |node| {
        match node {
            Node::Open(name, _) if name == local && found.is_none() => {
                inside = true;
                found = Some(String::new());
            }
            Node::Close(name) if name == local => inside = false,
            Node::Text(text) if inside => found.get_or_insert_default().push_str(text),
            _ => {}
        }
        Ok(())
    });
    found.map(|text| single_spaced(&text)).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(source: &[u8]) -> String {
        let mut out = String::new();
        let walked = walk(source, |node| {
            match node {
                Node::Open(name, attributes) => out
                    .push_str(&format!("<{name}{}", attributes.get("val").map_or(String::new(), |v| format!("={v}")))),
                Node::Close(name) => out.push_str(&format!("{name}>")),
                Node::Text(text) => out.push_str(text),
            }
            Ok(())
        });
        match walked {
            Ok(()) => out,
            Err(error) => error.reason,
        }
    }

    #[test]
    fn names_entities_and_broken_ends() {
        assert_eq!(flat(b"<w:p w:val='a&amp;b'>x &amp; &#233;&nbsp;y<w:br/></w:p>"), "<p=a&bx & \u{e9}\u{a0}y<brbr>p>");
        assert_eq!(flat(b"</a><b>kept<c"), "a><bkept");
        assert_eq!(text_of(b"<m><dc:title>\n A  title </dc:title></m>", "title").as_deref(), Some("A title"));
    }

    #[test]
    fn hostile_entities_and_depth_are_bounded() {
        let laughs = b"<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><x>&b;</x>";
        assert_eq!(flat(laughs), "<xx>");
        assert!(flat("<a>".repeat(100_000).as_bytes()).contains("limit of 500"));
    }
}
