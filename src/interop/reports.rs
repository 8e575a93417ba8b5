//! Reports of a foreign index: read as they are, whichever columns hold them, and their citations held against the
//! records there are.

use std::collections::{BTreeMap, HashSet};

use super::account::{Resolved, TableAccount};
use super::cell::Cell;
use super::literal;
use super::table::Row;
use crate::model::{CommunityId, Finding, Kind, Ref, Report, find_citations};

/// The columns a report is read from.
pub const COLUMNS: [&str; 12] = [
    "community",
    "human_readable_id",
    "title",
    "summary",
    "rank",
    "rating",
    "rating_explanation",
    "rank_explanation",
    "findings",
    "full_content",
    "full_content_json",
    "report",
];

/// Reads a report; `None` (and listed) when it is about no community or says nothing.
pub fn read(number: u64, mut row: Row, account: &mut TableAccount) -> Option<Report> {
    let numbers = ["community", "human_readable_id"].map(|column| row.take(column));
    let Some(community) = numbers.iter().find_map(Cell::whole) else {
        let example = numbers.into_iter().find_map(Cell::text).unwrap_or_default();
        account.leave(number, "is about no community", &example);
        return None;
    };
    let whole = row.take_any(&["full_content", "report"]).text().unwrap_or_default();
    let json = row.take("full_content_json").text();
    let json = json.and_then(|json| serde_json::from_str::<serde_json::Value>(&json).ok()).map(Cell::from);
    // Some versions put the structure itself where the text belongs.
    let structure = json.or_else(|| literal::parse(&whole).filter(|cell| matches!(cell, Cell::Fields(_))));
    let field = |name: &str| structure.clone().and_then(|fields| fields.field(name)).unwrap_or_default();
    let or_json = |cell: Cell, name: &str| if cell.is_null() { field(name) } else { cell };
    let text = |cell: Cell| cell.text().map(|text| text.trim().to_owned()).unwrap_or_default();
    let mut report = Report {
        community: CommunityId(community),
        title: text(or_json(row.take("title"), "title")),
        summary: text(or_json(row.take("summary"), "summary")),
        rating: or_json(row.take_any(&["rank", "rating"]), "rating").number().unwrap_or(0.0).clamp(0.0, 10.0) as f32,
        rating_reason: text(or_json(row.take_any(&["rating_explanation", "rank_explanation"]), "rating_explanation")),
        findings: or_json(row.take("findings"), "findings").list().into_iter().filter_map(finding).collect(),
    };
    if report.findings.is_empty() && structure.is_none() {
        from_markdown(&mut report, &whole);
    }
    if report.summary.is_empty() && report.findings.is_empty() {
        account.leave(number, "an empty report", &format!("community {community}"));
        return None;
    }
    if report.title.is_empty() {
        account.odd(number, "has no title", &format!("community {community}"));
        report.title = format!("Community {community}");
    }
    Some(report)
}

fn finding(cell: Cell) -> Option<Finding> {
    let (heading, explanation) = match cell {
        fields @ Cell::Fields(_) => (
            fields.clone().field("summary").and_then(Cell::text).unwrap_or_default(),
            fields.field("explanation").and_then(Cell::text).unwrap_or_default(),
        ),
        other => (String::new(), other.text()?),
    };
    let finding = Finding {
        heading: heading.trim().to_owned(),
        explanation: explanation.trim().to_owned(),
        evidence: Vec::new(),
    };
    (!finding.heading.is_empty() || !finding.explanation.is_empty()).then_some(finding)
}

/// Reads a report that is kept as one Markdown text: a title, a summary, a section for each finding.
fn from_markdown(report: &mut Report, text: &str) {
    let mut sections: Vec<(String, String)> = vec![Default::default()];
    for line in text.lines() {
        let line = line.trim_end();
        match line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")).or_else(|| line.strip_prefix("### ")) {
            Some(heading) => sections.push((heading.trim().to_owned(), String::new())),
            None => {
                if let Some((_, body)) = sections.last_mut() {
                    body.push_str(line);
                    body.push('\n');
                }
            }
        }
    }
    let mut sections = sections
        .into_iter()
        .map(|(heading, body)| (heading, body.trim().to_owned()))
        .skip_while(|(heading, body)| heading.is_empty() && body.is_empty());
    if let Some((heading, body)) = sections.next() {
        if report.title.is_empty() {
            report.title = heading;
        }
        if report.summary.is_empty() {
            report.summary = body;
        }
    }
    let rest = sections.filter(|(heading, body)| !heading.is_empty() || !body.is_empty());
    report.findings =
        rest.map(|(heading, explanation)| Finding { heading, explanation, evidence: Vec::new() }).collect();
}

/// The records that can be cited.
pub struct CitableRecords {
    pub records: BTreeMap<Kind, HashSet<u32>>,
}

/// What the citations of all reports came to.
#[derive(Default)]
pub struct Citations {
    pub by_kind: BTreeMap<Kind, Resolved>,
}

impl Citations {
    /// Resolves the citations of a report; those of records that are not there are counted as odd.
    pub fn check(&mut self, number: u64, report: &Report, known: &CitableRecords, account: &mut TableAccount) {
        let findings = report.findings.iter().flat_map(|finding| [&finding.heading, &finding.explanation]);
        for text in [&report.summary, &report.rating_reason].into_iter().chain(findings) {
            let mut read = 0;
            for citation in find_citations(text) {
                read += 1;
                for record in citation.refs() {
                    let found = known.records.get(&record.kind).is_some_and(|ids| ids.contains(&record.id));
                    let count = self.by_kind.entry(record.kind).or_default();
                    count.cited += 1;
                    count.resolved += u64::from(found);
                    if !found {
                        account.odd(number, "cites a record that is not there", &Ref::to_string(&record));
                    }
                }
            }
            let marks = text.matches("[Data:").count();
            if marks > read {
                let example = text.find("[Data:").and_then(|at| text[at..].split(']').next()).unwrap_or_default();
                account.odd(number, "has a citation mark that cannot be read", example);
            }
        }
    }
}
