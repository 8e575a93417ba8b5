//! Passages only: the text units that full text, vectors and the graph rank highest (PEERS: "naive", "basic").

use super::engine::Engine;
use super::passages::Passages;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, Session, statements};
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::stated::Statements;
use crate::model::TextUnitId;
use crate::retrieve::{Filter, Query, passages};
use crate::store::Reader;
use crate::text::question::Reading;
use crate::text::terms::Stems;

/// Passages of an answer.
const PASSAGES: usize = 20;
/// Tokens that the passages may take together.
const BUDGET: u32 = 12_000;

/// The engine.
pub(super) struct Basic;

impl Engine for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }

    fn about(&self) -> &'static str {
        "the passages that fit the question, and nothing more"
    }

    fn gather(
        &self,
        session: &Session,
        ask: &Ask,
        reading: &Reading,
        writing: &mut Writing<'_>,
    ) -> Result<Gathered, QueryError> {
        gather(&session.reader, &*session.lexicon, ask, reading, writing)
    }
}

pub(super) fn gather(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    writing.stage("looking for passages");
    let filter = Filter::new(reader, &ask.scope)?;
    let hits = match reading.stance {
        Some(stance) => statements::passages(reader, ask, reading, stance, &filter, PASSAGES)?,
        None => {
            let query = Query::read(reader, &ask.question.text)?;
            passages(reader, &query.meaning(ask.vector.clone()), &filter, PASSAGES)?
        }
    };
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    let ranked: Vec<(TextUnitId, f32)> = hits.iter().map(|hit| (hit.unit, hit.score / best)).collect();
    hits.iter().for_each(|hit| writing.found(hit.unit.into(), &hit.how, hit.score));
    let (focus, mut stems) = (Focus::new(reading, lexicon), Stems::default());
    let mut passages = Passages::asked(reader, reading);
    let mut records = match Statements::sought(reading, &focus, &mut stems) {
        Some(sought) => statements::records(reader, &mut passages, &ranked, &sought, &focus)?,
        None => passages.records(&ranked, &mut |text| focus.is_answered(text, &mut stems))?,
    };
    let mut tokens = 0;
    records.retain(|record| {
        tokens += record.tokens;
        tokens <= BUDGET
    });
    Ok(Gathered { records, ..Gathered::default() })
}
