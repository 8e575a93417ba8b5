//! A community's report out of an answer: JSON, or the Markdown that a model falls back to.

use serde_json::Value;

use super::clean::{without_fences, without_thoughts};
use super::{ReadAnswer, Repairs, json};

/// A report as a model gives it; citations are in its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportText {
    pub title: String,
    pub summary: String,
    /// From 0 to 10; none when it was not told.
    pub rating: Option<f32>,
    pub rating_reason: String,
    /// Heading and explanation.
    pub findings: Vec<(String, String)>,
}

impl ReportText {
    /// Whether it can stand as a report: a title, and something said.
    pub fn is_whole(&self) -> bool {
        !self.title.is_empty() && (!self.summary.is_empty() || !self.findings.is_empty())
    }
}

/// Reads a report; an empty one where there is none.
pub fn read(answer: &str) -> ReadAnswer<ReportText> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let mut repairs =
        Repairs { wrapped: thought.len() != answer.len() || text.len() != thought.len(), ..Repairs::default() };
    let Some(found) = json::find(&text, |value| json::member(value, &TITLE).is_some()) else {
        let value = markdown(&text);
        repairs.mended = 1;
        return ReadAnswer { ended: value.is_whole(), value, repairs };
    };
    repairs.wrapped |= !text[..found.start].trim().is_empty() || !text[found.end..].trim().is_empty();
    repairs.mended += u32::from(found.mended);
    repairs.cut = found.cut;
    // Some wrap it: {"report": {…}}, or a list of one.
    let inner = json::member(&found.value, &["report", "community_report"]);
    let value = inner.or_else(|| found.value.as_array()?.first()).unwrap_or(&found.value);
    let text = |names: &[&str]| json::member(value, names).map(json::text).unwrap_or_default().trim().to_owned();
    let mut findings: Vec<(String, String)> = match json::member(value, &["findings", "key_findings", "insights"]) {
        Some(Value::Array(list)) => list.iter().filter_map(finding).collect(),
        Some(Value::Object(by_heading)) => {
            by_heading.iter().map(|(heading, told)| (heading.clone(), json::text(told))).collect()
        }
        _ => Vec::new(),
    };
    if found.cut && !findings.is_empty() {
        // The finding that the end fell into.
        findings.pop();
    }
    let rating = json::member(value, &RATING).and_then(json::number).map(|n| (n as f32).clamp(0.0, 10.0));
    ReadAnswer {
        value: ReportText {
            title: text(&TITLE),
            summary: text(&["summary", "executive_summary", "overview", "abstract"]),
            rating,
            rating_reason: text(&["rating_reason", "rating_explanation", "rank_explanation", "reason"]),
            findings,
        },
        repairs,
        ended: !found.cut,
    }
}

const TITLE: [&str; 4] = ["title", "report_title", "name", "report"];
const RATING: [&str; 5] = ["rating", "rank", "score", "impact_severity_rating", "importance"];

fn finding(one: &Value) -> Option<(String, String)> {
    if let Some(text) = one.as_str() {
        let text = text.trim();
        return (!text.is_empty()).then(|| (String::new(), text.to_owned()));
    }
    let text = |names: &[&str]| json::member(one, names).map(json::text).unwrap_or_default().trim().to_owned();
    let heading = text(&["heading", "summary", "title", "finding", "headline"]);
    let explanation = text(&["explanation", "description", "details", "detail", "text", "body", "evidence"]);
    (!heading.is_empty() || !explanation.is_empty()).then_some((heading, explanation))
}

/// `# Title`, a summary, `## finding` with its paragraphs.
fn markdown(text: &str) -> ReportText {
    let mut report = ReportText::default();
    for line in text.lines() {
        let line = line.trim();
        let into: &mut String = if let Some(heading) = line.strip_prefix("# ") {
            report.title = heading.trim().to_owned();
            continue;
        } else if let Some(heading) = line.strip_prefix("##") {
            let heading = heading.trim_start_matches('#').trim().to_owned();
            report.findings.push((heading, String::new()));
            continue;
        } else {
            match report.findings.last_mut() {
                Some((_, explanation)) => explanation,
                None if report.title.is_empty() => continue,
                None => &mut report.summary,
            }
        };
        if !line.is_empty() && !into.is_empty() {
            into.push(' ');
        }
        into.push_str(line);
    }
    report.findings.retain(|(_, explanation)| !explanation.is_empty());
    report
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_report_as_asked() {
        let reading = read(
            r#"{"title": "Pumps", "summary": "They leak [Data: Sources (1)].", "rating": 6.5, "rating_reason": "Costly.",
            "findings": [{"heading": "Oil", "explanation": "It drips."}, {"summary": "Water", "explanation": "It pours."}]}"#,
        );
        assert!(reading.ended && reading.value.is_whole());
        assert_eq!(reading.repairs, Repairs::default());
        assert_eq!((reading.value.rating, reading.value.findings.len()), (Some(6.5), 2));
        assert_eq!(reading.value.findings[1].0, "Water");
    }

    #[test]
    fn a_cut_report_is_said_to_be_cut() {
        let reading = read(
            r#"{"title": "Pumps", "summary": "They leak.", "findings": [{"heading": "Oil", "explanation": "It drips."}, {"heading": "Wa"#,
        );
        assert!(!reading.ended && reading.repairs.cut);
        assert_eq!(reading.value.findings.len(), 1);
    }

    #[test]
    fn markdown_is_read_too() {
        let reading = read("Here you go:\n\n# Pumps\n\nThey leak.\nA lot.\n\n## Oil\n\nIt drips.\n");
        assert_eq!(reading.value.summary, "They leak. A lot.");
        assert_eq!(reading.value.findings, [("Oil".to_owned(), "It drips.".to_owned())]);
        assert!(!read("I cannot do that.").value.is_whole());
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in "(\\PC|\"title\"|: |\\{|\\}|\\[|#|\n){0,60}") {
            read(&text);
        }
    }
}
