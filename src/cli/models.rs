//! The model of a command: the connection that its settings give, and what is said of it.

use std::path::Path;
use std::sync::Arc;

use super::context::Context;
use super::error::CliError;
use crate::config::Settings;
use crate::jobs::connection::{self, Connection};
use crate::llm::{LlmError, Role, model_of};
use crate::query::Session;
use crate::store::Reader;

/// What a build by the method of these settings asks; none where it asks nobody.
pub fn for_build(context: &Context, settings: &Settings, index: &Path) -> Result<Option<Connection>, CliError> {
    Connection::for_build(settings, &context.paths, index, context.global.offline).map_err(|error| match error {
        LlmError::NoModel(_) => CliError::from(error).hint("`--method offline` needs none and is the default"),
        other => other.into(),
    })
}

/// Makes sessions over readers of one index, as many as are wanted, all with the same model where one is configured and
/// may be asked, within a budget in dollars; answered by quoting elsewhere.
pub fn sessions(
    context: &Context,
    index: &Path,
    budget: Option<f64>,
) -> Result<impl Fn(Reader) -> Session + Sync + use<>, CliError> {
    let model = session_within(context, index, budget)?;
    Ok(move |reader: Reader| {
        let own = Session::extractive(Arc::new(reader));
        let (embedder, fixed, reranker) = (model.embedder.clone(), model.fixed.clone(), model.reranker.clone());
        let session = Session { embedder, fixed, reranker, ..own };
        // Whoever answers by quoting reads with a reader of its own.
        match model.analyst.name() == session.analyst.name() {
            true => session,
            false => session.answered_by(Arc::clone(&model.analyst)),
        }
    })
}

/// Who has a part in the answers of a session beside whoever writes them, and a hash of what the model is told: with
/// other ones a question may be answered otherwise.
pub fn minds(context: &Context, index: &Path, session: &Session) -> Result<serde_json::Value, CliError> {
    let connection = Connection::for_answers(&context.settings, &context.paths, index, context.global.offline)?;
    Ok(serde_json::json!({
        "told": connection.map(|connection| connection.told_for_answers()),
        "embeds": session.embedder.as_ref().map(|embedder| embedder.model()),
        "vectors": session.fixed.as_ref().map(|fixed| fixed.label()),
        "orders": session.reranker.as_ref().map(|reranker| reranker.model()),
    }))
}

/// Answers from an index: with the model where one is configured and may be asked, by quoting elsewhere.
pub fn session(context: &Context, index: &Path) -> Result<Session, CliError> {
    session_within(context, index, None)
}

fn session_within(context: &Context, index: &Path, budget: Option<f64>) -> Result<Session, CliError> {
    let reader = Arc::new(Reader::open(index)?);
    let (fixed, differ) = connection::vectors(&context.settings, &reader);
    say_differ(context, differ);
    match Connection::for_answers(&context.settings, &context.paths, index, context.global.offline)? {
        Some(connection) => Ok(connection.within(budget).session(Session::extractive(reader), fixed)?),
        None => Ok(Session::extractive(reader).embedded_by_static(fixed)),
    }
}

/// Searches an index: with static vectors where it has such, and with whatever puts passages in order where that is
/// configured; nothing else that is configured is asked.
pub fn searching(context: &Context, index: &Path) -> Result<Session, CliError> {
    if !model_of(&context.settings, Role::Rerank).is_empty() {
        return session(context, index);
    }
    let reader = Arc::new(Reader::open(index)?);
    let is_configured = !context.settings.vectors.trim().is_empty();
    let (fixed, differ) = connection::vectors(&context.settings, &reader);
    say_differ(context, differ.filter(|_| is_configured));
    Ok(Session::extractive(reader).embedded_by_static(fixed))
}

fn say_differ(context: &Context, differ: Option<(String, String)>) {
    if let Some((what, hint)) = differ {
        context.say(format!("note: {what}"));
        context.say(format!("      {hint}"));
    }
}
