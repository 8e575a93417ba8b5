//! What a question means after those before it: what points back into the conversation is put in words that can be
//! searched for, by rule or by a model; of a word that stands for nobody it is said that nobody was named.

use super::follow;
use crate::judgement::rank::select::content;
use crate::judgement::{Analyst, Question};
use crate::model::{EntityType, TraceStep};
use crate::query::entities::relation;
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::store::Reader;
use crate::text::question::{Known, Named, Reading, carried_over};
use crate::text::words::terms::Stems;

/// Says beforehand that a word of the question stands for nobody who was named; true where no other word says what is
/// asked about.
pub(in crate::query) fn doubt(word: Option<&str>, question: &str, writing: &mut Writing<'_>) -> bool {
    let Some(word) = word else { return false };
    let reading = Reading::of(question);
    let says_nothing = reading.is_empty() && reading.date.is_none();
    let rest = match says_nothing {
        true => ", and nothing else in the question can be searched for.",
        false => "; I searched for the other words.\n\n",
    };
    let note = format!("it is not known whom or what “{word}” means");
    writing.say(format!("It is not clear whom or what “{word}” means{rest}"));
    writing.trace(TraceStep::Note { text: note });
    says_nothing
}

/// The question with what the conversation adds to it, and whether all that it has is a word for nobody who is known.
pub(in crate::query) async fn fold(
    reader: &Reader,
    analyst: &dyn Analyst,
    ask: &Ask,
    writing: &mut Writing<'_>,
) -> Result<(Ask, bool), QueryError> {
    let before = ask.question.asked_before();
    let named = |name: &str| what_is(reader, name);
    let of_parts = ask.scope.parts() > 1;
    let carried = carried_over(&ask.question.text, &before, Known { named: Some(&named), of_parts });
    // A model may understand more than is told here.
    let text = match analyst.fold(&ask.question).await {
        Ok(_) if !writing.is_by_model() => carried.question.clone(),
        Ok((text, _)) if goes_on(&text, ask) => text,
        Ok(_) => carried.question.clone(),
        Err(error) if error.concerns_all() => return Err(error.into()),
        Err(error) => {
            writing.trace(TraceStep::Note { text: format!("understood without the model: {error}") });
            carried.question.clone()
        }
    };
    let own = text == carried.question;
    let of_nobody = own && doubt(carried.unclear.as_deref(), &text, writing);
    let mut understood = Ask { question: Question { text, ..ask.question.clone() }, ..ask.clone() };
    if let Some(bare) = carried.bare.filter(|_| own) {
        follow::within(reader, &mut understood, bare, writing)?;
    }
    let text = &understood.question.text;
    if *text != ask.question.text {
        writing.trace(TraceStep::Understood { question: text.clone() });
    }
    Ok((understood, of_nobody))
}

/// What the index has a name as.
fn what_is(reader: &Reader, name: &str) -> Option<Named> {
    let id = relation::entity(reader, name).ok().flatten()?;
    match reader.entity(id).ok()?.kind {
        EntityType::Person => Some(Named::Person),
        EntityType::Organisation => Some(Named::Body),
        EntityType::Other(_) => None,
        _ => Some(Named::Thing),
    }
}

/// True for a question that has a word of what was asked, or of what was said before: a model may answer, or chat,
/// where it is to say what is meant.
fn goes_on(text: &str, ask: &Ask) -> bool {
    let mut stems = Stems::default();
    let mut known = content(&ask.question.text, &mut stems);
    for (asked, answered) in &ask.question.history {
        known.extend(content(asked, &mut stems));
        known.extend(content(answered, &mut stems));
    }
    let meant = content(text, &mut stems);
    meant.is_empty() || 2 * meant.intersection(&known).count() >= meant.len()
}
