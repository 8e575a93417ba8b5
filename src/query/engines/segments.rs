//! Segments: neighbouring passages of a document that answer together are read as one stretch, weaker ones between them
//! included (dsRAG's relevant segment extraction). The ranking under it is that of `basic`.

use super::{Engine, basic};
use crate::judgement::ANSWER_TOKENS;
use crate::model::{How, TraceStep};
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError};
use crate::retrieve::weights::WEIGHTS;
use crate::retrieve::{self, FoundPassage};

/// Passages that are ranked before they are joined.
const RANKED: usize = 60;

/// The engine.
pub(super) struct Segments;

impl Engine for Segments {
    fn name(&self) -> &'static str {
        "segments"
    }

    fn about(&self) -> &'static str {
        "stretches of a document whose passages answer together"
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        writing.stage("looking for stretches of passages");
        let reader = task.reader();
        let ranked = retrieve::passages(reader, &task.query()?, &task.filter, RANKED)?;
        let segments = retrieve::segments(reader, &ranked, &WEIGHTS.segments)?;
        let mut joined: Vec<FoundPassage> = Vec::new();
        for segment in &segments {
            let text = format!("a stretch of {} passages, worth {:.2}", segment.units.len(), segment.score);
            writing.trace(TraceStep::Note { text });
            for &unit in segment.units.iter().filter(|&&unit| task.filter.unit(unit)) {
                let found = ranked.iter().find(|found| found.unit == unit).cloned();
                joined.push(found.unwrap_or_else(|| FoundPassage {
                    unit,
                    document: segment.document,
                    score: 0.0,
                    how: How::Way("the passages around it".to_owned()),
                }));
            }
        }
        // Where nothing is worth a stretch, single passages are read.
        let joined = if joined.is_empty() { ranked } else { joined };
        Ok(Gathered {
            records: records::within(basic::as_records(task, &joined, writing)?, ANSWER_TOKENS),
            ..Gathered::default()
        })
    }
}
