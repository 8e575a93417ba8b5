//! Questions put to the engines, and settings that were changed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Asking, Performer, indexing};
use crate::config::{self, Paths, Settings};
use crate::jobs::connection::{self, Connection};
use crate::judgement::Question;
use crate::llm::{LlmError, Spent};
use crate::model::{AnswerEvent, Ref, shown_path};
use crate::query::{self, Ask, QueryError, Session};
use crate::tui::data::{AskedQuestion, TurnId};
use crate::tui::msg::Msg;
use crate::tui::notice::{Notice, with_hint};
use crate::tui::overlays::modes;

impl Performer {
    pub(super) fn ask(&mut self, turn: TurnId, asked: AskedQuestion, question: Question, rated: Vec<(Ref, f32)>) {
        let Some(open) = &self.open else {
            let event = AnswerEvent::Stage("waiting until the index is there".to_owned());
            return self.say(Msg::Answer { turn, event });
        };
        let quoting = open.quoting.clone();
        let model = (!asked.offline).then(|| Answering {
            settings: self.settings.clone(),
            paths: self.paths.clone(),
            index: open.path.clone(),
            offline: self.offline,
            connection: open.connection.clone(),
        });
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let cancelled = Arc::new(AtomicBool::new(false));
        self.asking
            .insert(turn, Asking { cancelled: cancelled.clone(), stop: Some(stop), reader: quoting.reader.clone() });
        let messages = self.messages.clone();
        let check = self.settings.check_answers;
        tokio::task::spawn_blocking(move || {
            let AskedQuestion { mode, level, scope, .. } = asked;
            let ask = Ask { question, mode, level, scope, rated, check, ..Ask::default() };
            let said = messages.clone();
            let tell = Arc::new(move |event: AnswerEvent| {
                if !cancelled.load(Ordering::Relaxed) {
                    let _ = said.send(Msg::Answer { turn, event });
                }
            });
            let told = tell.clone();
            let waits = move |why: &str| told(AnswerEvent::Stage(format!("waiting: {why}")));
            let mut events = move |event: AnswerEvent| tell(event);
            let either = async {
                let session = match model.map_or_else(|| Ok(quoting.clone()), |model| model.session(&quoting)) {
                    Ok(session) => session,
                    Err(message) => return Some(Err(message)),
                };
                let spent = Spent::listened_to(waits);
                let answering = spent.during(query::ask(&session, &ask, &mut events));
                let described = |error: QueryError| {
                    let why = match &error {
                        QueryError::Judgement(judgement) => indexing::described(judgement),
                        QueryError::NotBuilt { structure, .. } => modes::not_built(&error, structure),
                        error => error.to_string(),
                    };
                    let told = spent.told().map_or_else(String::new, |told| format!(" ({told})"));
                    format!("{why}{told}")
                };
                tokio::select! {
                    biased;
                    _ = stopped => None,
                    result = answering => Some(result.map_err(described)),
                }
            };
            let runtime = tokio::runtime::Handle::current();
            let result = catch_unwind(AssertUnwindSafe(|| runtime.block_on(either)));
            match result.unwrap_or_else(|_| Some(Err("an internal error; the index is untouched".to_owned()))) {
                None => {}
                Some(Ok(answer)) => {
                    let _ = messages.send(Msg::Answer { turn, event: AnswerEvent::Done(Box::new(answer)) });
                }
                Some(Err(message)) => {
                    let _ = messages.send(Msg::AnswerFailed { turn, message });
                }
            }
        });
    }

    /// Changes a setting here and in the file; what is asked of a model next goes by it.
    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<Notice, String> {
        let (settings, written) = self.settings.with(key, value).map_err(|error| error.to_string())?;
        let file = shown_path(&self.paths.config);
        config::change(&self.paths.config, key, &written)
            .map_err(|error| format!("{file} could not be written: {error}"))?;
        self.settings = settings;
        if let Some(open) = &mut self.open {
            open.connection = Arc::default();
        }
        Ok(Notice::good(format!("{key} = {written}, kept in {file}")))
    }
}

/// What a session that asks a model is made from.
struct Answering {
    settings: Settings,
    paths: Paths,
    index: PathBuf,
    offline: bool,
    connection: Arc<Mutex<Option<Connection>>>,
}

impl Answering {
    /// Answers with the model where one is configured and may be asked. The key may come from a command that a person
    /// must answer, so it is asked for once.
    fn session(&self, quoting: &Session) -> Result<Session, String> {
        let told = |error: LlmError| with_hint(&error, error.hint());
        let mut kept = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Connection::for_answers(&self.settings, &self.paths, &self.index, self.offline).map_err(told)?;
        }
        let (fixed, _) = connection::vectors(&self.settings, &quoting.reader);
        match &*kept {
            Some(connection) => connection.session(quoting.clone(), fixed).map_err(told),
            None => Ok(quoting.clone().embedded_by_static(fixed)),
        }
    }
}
