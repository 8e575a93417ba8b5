//! What the reader puts on the clipboard: the record as Markdown, with the records it cites listed below.

use std::collections::HashMap;

use super::State;
use crate::model::{Ref, find_citations, without_citations};
use crate::tui::data::Record;

impl State {
    /// Returns the record as text to paste elsewhere; without citations when `plain`.
    pub fn copied(&self, plain: bool) -> Option<String> {
        let text = match self.record.as_ref()? {
            Record::Report(page) => {
                let mut text = format!("# {}\n\n{}\n", page.report.title, page.report.summary);
                for finding in &page.report.findings {
                    text += &format!("\n## {}\n\n{}\n", finding.heading, finding.explanation);
                }
                text
            }
            Record::Entity(page) => format!("# {}\n\n{}\n", page.entity.name, page.entity.description),
            Record::Relationship(page) => {
                format!("# {} – {}\n\n{}\n", page.ends[0].title, page.ends[1].title, page.relationship.description)
            }
            Record::Claim(page) => format!("{}\n\n“{}”\n", page.claim.description, page.claim.quote),
            Record::Source(page) => {
                let from = page.unit.span.start.saturating_sub(page.window.from);
                let to = page.unit.span.end.saturating_sub(page.window.from);
                let passage = page.window.text.get(from..to).unwrap_or(&page.window.text).trim();
                if plain {
                    return Some(format!("{passage}\n"));
                }
                let document = &page.document;
                let line = page.place.line.map(|line| format!("line {line}"));
                let place = page.place.locator.clone().or(line).unwrap_or_default();
                return Some(format!("{passage}\n\n— {}, {}, {place}\n", document.title, document.path));
            }
            Record::Document(_) => self.page.text(),
        };
        Some(if plain { without_citations(&text) } else { with_sources(&text, &self.names) })
    }
}

/// Adds a list of what is cited, with titles where they are known.
pub fn with_sources(text: &str, names: &HashMap<Ref, Option<String>>) -> String {
    let mut cited: Vec<Ref> = Vec::new();
    for record in find_citations(text).iter().flat_map(|citation| citation.refs().collect::<Vec<_>>()) {
        if !cited.contains(&record) {
            cited.push(record);
        }
    }
    let mut text = text.to_owned();
    if !cited.is_empty() {
        text.push('\n');
    }
    for record in cited {
        let title = names.get(&record).and_then(Option::as_deref).unwrap_or("unknown");
        text += &format!("- {} {}: {title}\n", record.kind.plural(), record.id);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    #[test]
    fn citations_are_listed() {
        let text = "Two asks [Data: Sources (8, 12)]. One law [Data: Sources (8)].\n";
        let names = HashMap::from([(Ref::new(Kind::Source, 8), Some("Minutes, part 2".to_owned()))]);
        assert_eq!(
            with_sources(text, &names),
            format!("{text}\n- Sources 8: Minutes, part 2\n- Sources 12: unknown\n")
        );
    }
}
