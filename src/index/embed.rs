//! The last stage of a build: vectors of the text units and reports, and the corpus's own terms, which embed a
//! question when it is asked.

pub use crate::judgement::extractive::embedder::MODEL;
use crate::judgement::extractive::term_space::TermSpace;
use crate::model::{Kind, Report, TextUnit};
use crate::store::{self, TermVector, Writer};

/// Trains on the text units (those that recur are left out: each stretch of text counts once) and writes the vectors
/// of all of them and of the reports.
pub fn embed<T: AsRef<str> + Sync>(writer: &Writer, units: &[(TextUnit, T)], reports: &[Report]) -> store::Result<()> {
    let counted: Vec<(&TextUnit, &str)> =
        units.iter().filter(|(unit, _)| !unit.recurring).map(|(unit, text)| (unit, text.as_ref())).collect();
    // What an overlap repeats is read once.
    let fresh: Vec<&str> = counted
        .iter()
        .map(|(unit, text)| text.get(unit.fresh_from.saturating_sub(unit.span.start)..).unwrap_or(text))
        .collect();
    let space = TermSpace::train(&fresh);
    let texts: Vec<&str> = counted.iter().map(|(_, text)| *text).collect();
    let report_texts: Vec<String> = reports.iter().map(report_text).collect();
    let (unit_vectors, report_vectors) = (space.embed_all(&texts), space.embed_all(&report_texts));
    writer.batch(|writer| {
        for term in space.iter() {
            writer.add_term_vector(&TermVector {
                term: term.term.to_owned(),
                weight: term.weight,
                vector: term.vector.to_vec(),
            })?;
        }
        for ((unit, _), vector) in counted.iter().zip(&unit_vectors) {
            writer.add_vector(Kind::Source, unit.id.0, vector)?;
        }
        for (report, vector) in reports.iter().zip(&report_vectors) {
            writer.add_vector(Kind::Report, report.community.0, vector)?;
        }
        Ok(())
    })
}

/// What a report is found by: its title counts twice.
fn report_text(report: &Report) -> String {
    let mut text = format!("{}\n{}\n{}\n", report.title, report.title, report.summary);
    for finding in &report.findings {
        text.push_str(&finding.heading);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::term_space;
    use crate::model::{CommunityId, DocumentId, Span, TextUnitId};
    use crate::store::Reader;

    fn unit(id: u32, text: &str, recurring: bool) -> (TextUnit, String) {
        let unit = TextUnit {
            id: TextUnitId(id),
            document: DocumentId(0),
            ordinal: id,
            span: Span::new(0, text.len()),
            fresh_from: 0,
            tokens: 1,
            recurring,
        };
        (unit, text.to_owned())
    }

    #[test]
    fn units_and_reports_get_vectors_and_questions_their_terms() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("index");
        let writer = Writer::open(&path).expect("new index");
        let report = Report {
            community: CommunityId(3),
            title: "Pumps and valves".to_owned(),
            summary: "The pump leaks.".to_owned(),
            rating: 1.0,
            rating_reason: String::new(),
            findings: Vec::new(),
        };
        let units =
            [unit(0, "the pump leaks oil", false), unit(1, "the pump was repaired", false), unit(2, "the pump", true)];
        embed(&writer, &units, &[report]).expect("vectors");
        drop(writer);
        let reader = Reader::open(&path).expect("index");
        let vectors = reader.vectors(Kind::Source).expect("vectors");
        assert_eq!((vectors.ids, vectors.dimensions), (vec![0, 1], term_space::DIMENSIONS));
        assert_eq!(reader.vectors(Kind::Report).expect("vectors").ids, [3]);
        assert_eq!(reader.term_vectors(&["pump".to_owned(), "oil".to_owned()]).expect("terms").len(), 1);
    }
}
