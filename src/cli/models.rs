//! The model of a command: the connection that its settings give, and what is said of it.

use std::path::Path;
use std::sync::Arc;

use super::context::Context;
use super::error::CliError;
use crate::config::Settings;
use crate::jobs::connection::{self, Connection};
use crate::llm::LlmError;
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
/// may be asked; answered by quoting elsewhere.
pub fn sessions(context: &Context, index: &Path) -> Result<impl Fn(Reader) -> Session + Sync + use<>, CliError> {
    let model = match Connection::for_answers(&context.settings, &context.paths, index, context.global.offline)? {
        Some(connection) => Some(connection.session(Arc::new(Reader::open(index)?))?),
        None => None,
    };
    Ok(move |reader: Reader| {
        let session = Session::extractive(Arc::new(reader));
        match &model {
            Some(model) => {
                let session = session.answered_by(Arc::clone(&model.analyst));
                Session { embedder: model.embedder.clone(), ..session }
            }
            None => session,
        }
    })
}

/// Answers from an index: with the model where one is configured and may be asked, by quoting elsewhere.
pub fn session(context: &Context, index: &Path) -> Result<Session, CliError> {
    let reader = Arc::new(Reader::open(index)?);
    if let Some((what, hint)) = connection::vectors_differ(&context.settings, &reader) {
        context.say(format!("note: {what}"));
        context.say(format!("      {hint}"));
    }
    match Connection::for_answers(&context.settings, &context.paths, index, context.global.offline)? {
        Some(connection) => Ok(connection.session(reader)?),
        None => Ok(Session::extractive(reader)),
    }
}
