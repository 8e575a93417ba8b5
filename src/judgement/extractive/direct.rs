//! Answers written from records directly: the sentences that cover the question best, in the order of their records,
//! then what is known of the entities asked about, and where to read on. Lists and counts are told record by record.

use super::analyst::{EVIDENCE, evidence};
use super::focus::Focus;
use super::quotation::{plain, quotation};
use super::themes::{Said, cannot_judge, unused};
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{DocumentId, Kind, cite};
use crate::text::question::Reading;
use crate::text::terms::Stems;

/// Sentences of evidence in an answer.
const SENTENCES: usize = 7;
/// Of one document at most.
const PER_DOCUMENT: usize = 3;
/// A sentence must be this part as strong as the strongest.
const WEAKEST: f32 = 0.6;
/// Sentences on each entity that the question names.
const PER_ENTITY: usize = 2;
/// Rows of a list.
const ROWS: usize = 25;

/// Writes the answer from records, best first.
pub(super) fn write(reading: &Reading, focus: &Focus, facts: &[String], context: &[ContextRecord]) -> String {
    let mut out = String::new();
    // Facts are there when the engine counted, and then every record is a row of the list.
    let body = if facts.is_empty() { passages(reading, focus, context) } else { list(facts, context) };
    if let Some(judgement) = &reading.judgement {
        out.push_str(&cannot_judge(judgement, !body.is_empty()));
    } else if body.is_empty() {
        out.push_str("Nothing that was found answers this.\n");
    }
    out.push_str(&unused(focus.unknown(), !body.is_empty()));
    out.push_str(&body);
    out
}

/// A sentence chosen for the answer.
struct Chosen<'a> {
    quotable: &'a Quotable,
    strength: f32,
}

fn passages(reading: &Reading, focus: &Focus, context: &[ContextRecord]) -> String {
    let mut stems = Stems::default();
    let mut candidates: Vec<Chosen> = Vec::new();
    for record in context {
        for scored in evidence(reading, focus, record, &mut stems) {
            candidates.push(Chosen {
                quotable: scored.quotable,
                strength: scored.strength * (0.7 + 0.3 * record.rank.clamp(0.0, 1.0)),
            });
        }
    }
    candidates.sort_by(|a, b| b.strength.total_cmp(&a.strength));

    let mut out = String::new();
    let mut said = Said::default();
    let best = candidates.first().map_or(0.0, |chosen| chosen.strength);
    let mut of_document: Vec<DocumentId> = Vec::new();
    let mut written = 0;
    for chosen in &candidates {
        if written == SENTENCES || chosen.strength < WEAKEST * best {
            break;
        }
        let document = chosen.quotable.place.map(|(document, _)| document);
        let crowded =
            document.is_some_and(|document| of_document.iter().filter(|&&d| d == document).count() >= PER_DOCUMENT);
        if crowded || !said.is_new(chosen.quotable) {
            continue;
        }
        said.add_sentence(chosen.quotable);
        of_document.extend(document);
        out.push_str(&format!("- {}\n", quotation(chosen.quotable)));
        written += 1;
    }
    out.push_str(&about_entities(context, &mut said));
    out.push_str(&read_on(reading, focus, context, &mut stems));
    out
}

/// What the entities that the question names are, by their best sentences that were not said yet.
fn about_entities(context: &[ContextRecord], said: &mut Said) -> String {
    let mut out = String::new();
    for record in context.iter().filter(|record| record.record.kind == Kind::Entity && record.rank >= 0.5).take(3) {
        let mut lines = String::new();
        let mut told = 0;
        for quotable in &record.sentences {
            if told < PER_ENTITY && said.is_new(quotable) {
                said.add_sentence(quotable);
                lines.push_str(&format!("- {}\n", quotation(quotable)));
                told += 1;
            }
        }
        if told > 0 {
            out.push_str(&format!("\n### {} {}\n\n{lines}", plain(&record.title), cite([record.record])));
        }
    }
    out
}

/// Reports whose titles or sentences cover the question, to read on in.
fn read_on(reading: &Reading, focus: &Focus, context: &[ContextRecord], stems: &mut Stems) -> String {
    let reports: Vec<&ContextRecord> = context
        .iter()
        .filter(|record| record.record.kind == Kind::Report)
        .filter(|record| {
            focus.score(&record.title, stems).coverage >= EVIDENCE
                || !evidence(reading, focus, record, stems).is_empty()
        })
        .take(3)
        .collect();
    if reports.is_empty() {
        return String::new();
    }
    let mut out = "\n### Read on\n\n".to_owned();
    for report in reports {
        out.push_str(&format!("- {} {}\n", plain(&report.title), cite([report.record])));
    }
    out
}

/// A list of documents or people, counted and in order, with what each has to say; a record's `text` begins with its
/// count ("12 passages").
fn list(facts: &[String], rows: &[ContextRecord]) -> String {
    let mut out = String::new();
    for fact in facts {
        out.push_str(&format!("{fact}\n\n"));
    }
    for row in rows.iter().take(ROWS) {
        out.push_str(&format!(
            "- **{}** ({}) {}\n",
            plain(&row.title),
            row.text.lines().next().unwrap_or_default(),
            cite([row.record])
        ));
        if let Some(quotable) = row.sentences.first() {
            out.push_str(&format!("  - {}\n", quotation(quotable)));
        }
    }
    if rows.len() > ROWS {
        out.push_str(&format!("\nand {} more.\n", rows.len() - ROWS));
    }
    out
}
