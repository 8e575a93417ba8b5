//! What the reader puts on the clipboard: the record as Markdown, with the records it cites listed below.

use std::collections::HashMap;

use super::State;
use crate::model::{Evidence, Ref, find_citations, without_citations};
use crate::tui::data::{Record, SourcePage};

impl State {
    /// Returns the record as text to paste elsewhere; without citations when `plain`.
    pub fn copied(&self, plain: bool) -> Option<String> {
        let record = self.record.as_ref()?;
        match (record, plain) {
            (Record::Document(_), false) => Some(footnoted(&self.page.text(), &self.names, &[])),
            (Record::Document(_), true) => Some(without_citations(&self.page.text())),
            (Record::Source(page), true) => Some(format!("{}\n", passage(page))),
            (_, false) => written(record, &self.names),
            (_, true) => told(record).map(|text| without_citations(&text)),
        }
    }
}

fn passage(page: &SourcePage) -> &str {
    let from = page.unit.span.start.saturating_sub(page.window.from);
    let to = page.unit.span.end.saturating_sub(page.window.from);
    page.window.text.get(from..to).unwrap_or(&page.window.text).trim()
}

/// A record as Markdown, with its citations as they are stored.
fn told(record: &Record) -> Option<String> {
    Some(match record {
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
            let document = &page.document;
            let line = page.place.line.map(|line| format!("line {line}"));
            let place = page.place.locator.clone().or(line).unwrap_or_default();
            format!("{}\n\n— {}, {}, {place}\n", passage(page), document.title, document.path)
        }
        Record::Document(page) => format!("# {}\n\n{}\n", page.document.title, page.window.text.trim_end()),
    })
}

/// A record as Markdown, with the records that it cites listed below by number.
pub fn written(record: &Record, names: &HashMap<Ref, Option<String>>) -> Option<String> {
    let quotes: Vec<&Evidence> = match record {
        Record::Report(page) => page.report.findings.iter().flat_map(|finding| &finding.evidence).collect(),
        _ => Vec::new(),
    };
    told(record).map(|text| footnoted(&text, names, &quotes))
}

impl Record {
    /// What its text cites.
    pub fn cites(&self) -> Vec<Ref> {
        let text = told(self).unwrap_or_default();
        find_citations(&text).iter().flat_map(|citation| citation.refs().collect::<Vec<_>>()).collect()
    }
}

/// Puts numbers in the place of citations, and lists below what each stands for: its title, its id and, where it is known,
/// what was quoted of it.
pub fn footnoted(text: &str, names: &HashMap<Ref, Option<String>>, quotes: &[&Evidence]) -> String {
    let mut cited: Vec<Ref> = Vec::new();
    let (mut marked, mut at) = (String::new(), 0);
    for citation in find_citations(text) {
        marked += text.get(at..citation.span.start).unwrap_or_default();
        at = citation.span.end;
        let numbers = citation.refs().map(|record| {
            let known = cited.iter().position(|&other| other == record);
            let place = known.unwrap_or_else(|| {
                cited.push(record);
                cited.len() - 1
            });
            (place + 1).to_string()
        });
        let numbers: Vec<String> = numbers.collect();
        marked += &format!("[{}]", numbers.join(", "));
    }
    marked += text.get(at..).unwrap_or_default();
    if !cited.is_empty() {
        marked.push('\n');
    }
    for (at, record) in cited.into_iter().enumerate() {
        let title = names.get(&record).and_then(Option::as_deref).unwrap_or("unknown");
        marked += &format!("[{}] {title} ({} {})\n", at + 1, record.kind.plural(), record.id);
        for quote in quotes.iter().filter(|quote| quote.source() == Some(record)) {
            let words = quote.quoted().split_whitespace().collect::<Vec<_>>().join(" ");
            let by = quote.speaker.as_ref().map_or(String::new(), |speaker| format!(" — {speaker}"));
            marked += &format!("    “{words}”{by}\n");
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Kind, Span};

    #[test]
    fn citations_are_numbered_and_listed_with_what_they_say() {
        let text = "Two asks [Data: Sources (8, 12)]. One law [Data: Sources (8)].\n";
        let names = HashMap::from([(Ref::new(Kind::Source, 8), Some("Minutes, part 2".to_owned()))]);
        let quote = Evidence {
            cites: vec![Ref::new(Kind::Source, 8)],
            document: Some(DocumentId(1)),
            quote: Span::new(0, 10),
            window: Span::new(0, 10),
            text: "We ask\nit.".to_owned(),
            lead: None,
            speaker: Some("Mrs Aldous".to_owned()),
            title: "Minutes".to_owned(),
            heading: Vec::new(),
            cut: false,
        };
        assert_eq!(
            footnoted(text, &names, &[&quote]),
            "Two asks [1, 2]. One law [1].\n\n[1] Minutes, part 2 (Sources 8)\n    “We ask it.” — Mrs Aldous\n\
             [2] unknown (Sources 12)\n"
        );
    }
}
